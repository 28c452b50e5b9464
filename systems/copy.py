"""Becoming a copy (CR 707.4)."""

from ecs_magic.cards import CardDefinition
from ecs_magic.changes import Change, Copy
from ecs_magic.characteristics import CopiableValues
from ecs_magic.components import CopyEffect, Copying
from ecs_magic.copiable import copiable_values
from ecs_magic.copying import with_exceptions
from ecs_magic.enums import Layout
from ecs_magic.facts import BecameCopy, EffectBegan
from ecs_magic.ids import EffectId, ObjectId
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import player_of
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import BecomeCopy, Request
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
        if isinstance(request.of, CardDefinition):
            card = request.of
            values = CopiableValues(card.front, card.back if card.layout is Layout.FLIP else None).copied()
        else:
            values = copiable_values(world, request.of).copied()
        for permanent in on_battlefield(planning, request.objects):
            old = copiable_values(world, permanent).shown(flipped=world.status(permanent).flipped)
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
            plan.emit(BecameCopy(change.permanent, effect))
            plan.emit(EffectBegan(effect))


def begin_copy(world: World, change: Copy) -> EffectId:
    """Begin one copy effect and return it."""
    effect = EffectId(
        world.create(
            CopyEffect(
                ObjectId(change.permanent),
                change.values,
                world.now(),
                change.until,
                change.controller,
                change.source,
            )
        )
    )
    copying = world.find(change.permanent, Copying)
    world.set(change.permanent, Copying((*(copying.effects if copying else ()), effect)))
    return effect
