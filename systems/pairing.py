"""Pairing of creatures by soulbond (CR 702.95)."""

from ecs_magic.changes import Change, PairUp
from ecs_magic.components import Paired
from ecs_magic.facts import BecamePaired
from ecs_magic.ids import ObjectId
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import why_not_pair
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Pair, Request
from ecs_magic.world import World


class PairingSystem:
    """Pair two unpaired creatures of one player; they stay paired through merging and transforming (CR 730.2c)."""

    requests: tuple[type[Request], ...] = (Pair,)
    applies: tuple[type[Change], ...] = (PairUp,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the pairing of two creatures."""
        if not isinstance(request, Pair):
            return
        both = on_battlefield(planning, request.objects)
        rule = why_not_pair(planning.world, both)
        if rule is not None:
            planning.ignore(both[0] if both else None, rule, "only two unpaired creatures of one player are paired")
        else:
            planning.add(PairUp(both[0], both[1]))

    def apply(self, world: World, plan: Plan) -> None:
        """Pair them."""
        for change in plan.of(PairUp):
            world.set(change.permanent, Paired(ObjectId(change.other)))
            world.set(change.other, Paired(ObjectId(change.permanent)))
            plan.emit(BecamePaired(change.permanent, change.other))
