"""Regeneration: destruction replaced by a shield (CR 614.8, 701.19)."""

from ecs_magic.changes import Change, Shield
from ecs_magic.components import Attacking, Damage, Regenerating
from ecs_magic.moves import on_battlefield
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Regenerate, Request, Tap
from ecs_magic.world import World


class RegenerationSystem:
    """Give shields of regeneration, and use them up: damage goes, and the permanent is tapped and out of combat."""

    requests: tuple[type[Request], ...] = (Regenerate,)
    applies: tuple[type[Change], ...] = (Shield,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan a shield for each permanent, or what a shield does."""
        if not isinstance(request, Regenerate):
            return
        for permanent in on_battlefield(planning, request.objects):
            planning.add(Shield(permanent, request.used))
            if request.used and not planning.world.status(permanent).tapped:
                planning.also(Tap((permanent,)))

    def apply(self, world: World, plan: Plan) -> None:
        """Count the shields up and down."""
        for change in plan.of(Shield):
            old = world.find(change.permanent, Regenerating)
            shields = (0 if old is None else old.shields) + (-1 if change.used else 1)
            if shields > 0:
                world.set(change.permanent, Regenerating(shields))
            else:
                world.drop(change.permanent, Regenerating)
            if change.used:
                world.drop(change.permanent, Damage)
                world.drop(change.permanent, Attacking)
