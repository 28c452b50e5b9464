"""Copy effects of static abilities (CR 707.2c): they begin and end as their abilities start and stop to apply."""

import msgspec

from ecs_magic.abilities import CopyHost
from ecs_magic.changes import Change, Copy
from ecs_magic.components import AttachedTo, CopyEffect, Linked, Timestamped
from ecs_magic.copiable import shown_values
from ecs_magic.copies import values_of
from ecs_magic.copying import with_exceptions
from ecs_magic.derived import player_of
from ecs_magic.enums import Zone
from ecs_magic.facts import BecameCopy, EffectEnded
from ecs_magic.ids import EffectId, EntityId, ObjectId
from ecs_magic.linking import linker
from ecs_magic.meanings import Meaning
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Request
from ecs_magic.verbs import begin_copy, end_effects
from ecs_magic.world import World

_RULE = "707.2c"


class StaticCopySystem:
    """Let what is attached make its host a copy: values fixed as that starts, timestamp of the source (CR 613.7a).

    Layer 1 comes first, so an ability that layer 6 takes away makes its copy all the same (CR 613.6).
    """

    requests: tuple[type[Request], ...] = ()
    applies: tuple[type[Change], ...] = ()

    def expand(self, planning: Planning, request: Request) -> None:
        """Take no requests."""

    def apply(self, world: World, plan: Plan) -> None:
        """End the copy effects whose ability stopped to apply, and begin those whose ability started to."""
        wanted = _wanted(world)
        there: set[tuple[ObjectId, ObjectId]] = set()
        ending: list[EffectId] = []
        for entity in world.store.with_component(CopyEffect):
            effect = world.get(entity, CopyEffect)
            if effect.rule != _RULE or effect.source is None:
                continue
            key = effect.source, effect.object
            if key not in wanted:
                ending.append(EffectId(EntityId(entity)))
                continue
            there.add(key)
            stamp = world.get(effect.source, Timestamped).timestamp
            if stamp != effect.timestamp:
                world.set(entity, msgspec.structs.replace(effect, timestamp=stamp))
        if ending:
            end_effects(world, ending)
            plan.emit(EffectEnded(tuple(ending)))
        for (source, host), ability in wanted.items():
            if (source, host) not in there:
                _begin(world, plan, source, host, ability)


def _wanted(world: World) -> dict[tuple[ObjectId, ObjectId], CopyHost]:
    """Return which sources make copies of which permanents now, in the order of the sources."""
    found: dict[tuple[ObjectId, ObjectId], CopyHost] = {}
    linking = world.store.with_component(Linked)
    for source in map(ObjectId, map(EntityId, sorted({linker(world, entity) for entity in linking}))):
        attached = world.find(source, AttachedTo)
        if attached is None or not world.is_object(source) or world.zone(source) is not Zone.BATTLEFIELD:
            continue
        host, status = attached.object, world.status(source)
        # CR 702.26: what phased out with its host goes on with it; what phased out alone does nothing.
        if not world.is_object(host) or (status.phased_out and not world.status(host).phased_out):
            continue
        values = shown_values(world, source)
        ability = next((one for one in values.abilities if isinstance(one, CopyHost)), None)
        if ability is not None:
            found[source, host] = ability
    return found


def _begin(world: World, plan: Plan, source: ObjectId, host: ObjectId, ability: CopyHost) -> None:
    """Begin a copy of the linked object as it is, or last was (CR 608.2h)."""
    seat = player_of(world, source)
    for board, original in Meaning(world, source, seat).last("linked")[:1]:
        old = shown_values(world, host)
        values = with_exceptions(values_of(board, original), ability.except_, old)
        stamp = world.get(source, Timestamped).timestamp
        effect = begin_copy(world, Copy(host, values, "game ends", seat, source, _RULE), stamp)
        plan.emit(BecameCopy(host, effect))
