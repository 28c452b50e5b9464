"""Becoming a copy (CR 707.4)."""

from ecs_magic.changes import Change, Copy
from ecs_magic.copiable import shown_values
from ecs_magic.copies import values_of
from ecs_magic.copying import with_exceptions
from ecs_magic.derived import player_of
from ecs_magic.facts import BecameCopy, EffectBegan
from ecs_magic.moves import on_battlefield
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import BecomeCopy, Request
from ecs_magic.verbs import begin_copy
from ecs_magic.world import World


class CopySystem:
    """Begin copy effects: layer 1a, values fixed now, ordered by timestamp (CR 613.2a, 707.2b).

    The original's status is not copied, and the copy's own goes on to count (CR 707.3).
    """

    requests: tuple[type[Request], ...] = (BecomeCopy,)
    applies: tuple[type[Change], ...] = (Copy,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan one copy effect for each permanent."""
        if not isinstance(request, BecomeCopy):
            return
        world = planning.world
        values = values_of(world, request.of)
        for permanent in on_battlefield(planning, request.objects):
            old = shown_values(world, permanent)
            planning.add(
                Copy(
                    permanent,
                    with_exceptions(values, request.except_, old),
                    request.until,
                    player_of(world, permanent),
                )
            )

    def apply(self, world: World, plan: Plan) -> None:
        """Begin the copy effects in the order planned."""
        for change in plan.of(Copy):
            effect = begin_copy(world, change)
            if change.rule == "707.2":
                plan.emit(BecameCopy(change.permanent, effect))
            plan.emit(EffectBegan(effect))
