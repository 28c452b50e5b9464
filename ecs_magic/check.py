"""The invariants of a world: what must hold after every tick. A broken one is a fault of this library."""

from collections.abc import Iterator

from ecs_magic.components import (
    AttachedTo,
    Contents,
    ControlledSince,
    Controller,
    CopyEffect,
    Copying,
    Counters,
    FaceState,
    Gone,
    InZone,
    Kind,
    MeldPair,
    MergeStack,
    Owner,
    PartOf,
    Printed,
    Timestamped,
)
from ecs_magic.enums import CardKind, Zone
from ecs_magic.ids import Seat
from ecs_magic.world import World


def broken_invariants(world: World) -> list[str]:
    """Return every broken invariant in words; an empty list is a sound world."""
    return [
        *_conservation(world),
        *_zones(world),
        *_objects(world),
        *_pairs(world),
        *_effects(world),
    ]


def _conservation(world: World) -> Iterator[str]:
    """Each card is in exactly one place, and the object there says so as well."""
    places: dict[int, list[int]] = {}
    for object_ in world.store.with_component(MergeStack):
        for part in world.cards(object_):
            places.setdefault(part, []).append(object_)
    for card in world.store.with_component(Owner):
        found = places.pop(card, [])
        if len(found) != 1:
            yield f"card {card} is in {len(found)} places: {found}"
        elif world.get(card, PartOf).object != found[0]:
            yield f"card {card} is part of {found[0]} but says {world.get(card, PartOf).object}"
        if world.find(card, Printed) is None or world.find(card, Kind) is None or world.find(card, FaceState) is None:
            yield f"card {card} lacks a component"
    for card in places:
        yield f"{card} represents an object and is no card"


def _zones(world: World) -> Iterator[str]:
    """Each object is listed once, in the zone it says it is in."""
    listed: dict[int, list[tuple[Zone, Seat]]] = {}
    seen: set[int] = set()
    for (zone, seat), entity in world.zones.items():
        if entity in seen:
            continue
        seen.add(entity)
        for member in world.get(entity, Contents).objects:
            listed.setdefault(member, []).append((zone, seat))
    for object_ in world.store.with_component(InZone):
        place = world.get(object_, InZone)
        found = listed.pop(object_, [])
        if [zone for zone, _ in found] != [place.zone]:
            yield f"object {object_} says it is in {place.zone.value} and is listed in {[z.value for z, _ in found]}"
        elif not place.zone.is_shared and found[0][1] != place.seat:
            yield f"object {object_} is in the {place.zone.value} of another player than it says"
    for object_ in listed:
        yield f"{object_} is listed in a zone and does not exist"


def _objects(world: World) -> Iterator[str]:
    for object_ in world.store.with_component(MergeStack):
        stack, zone = world.get(object_, MergeStack), world.zone(object_)
        if not stack.constituents:
            yield f"object {object_} is represented by nothing"
        if len(set(stack.constituents)) != len(stack.constituents):
            yield f"object {object_} is represented by the same constituent twice"
        if sum(merge.size for merge in stack.merges) != len(stack.constituents) - 1 and stack.constituents:
            yield f"object {object_} has {len(stack.constituents)} constituents and mergings for another number"
        if len(stack.constituents) > 1 and zone is not Zone.BATTLEFIELD:
            yield f"object {object_} is merged outside the battlefield"
        if (world.find(object_, Controller) is not None) != (zone in (Zone.BATTLEFIELD, Zone.STACK)):
            yield f"object {object_} in {zone.value} has or lacks a controller wrongly"
        if (world.find(object_, ControlledSince) is not None) != (zone is Zone.BATTLEFIELD):
            yield f"object {object_} in {zone.value} has or lacks a time under control wrongly"
        if world.find(object_, Timestamped) is None or world.get(object_, Timestamped).timestamp > world.timestamp:
            yield f"object {object_} has no timestamp, or one that has not been given out"
        attached = world.find(object_, AttachedTo)
        if attached is not None and not world.store.exists(attached.object):
            yield f"object {object_} is attached to something that never existed"
        if world.find(object_, Gone) is not None:
            yield f"object {object_} is gone and is still there"
        if zone is not Zone.BATTLEFIELD and any(
            world.get(card, Kind).kind is CardKind.CARD and world.get(card, FaceState).face != "front"
            for card in world.cards(object_)
            if zone is not Zone.STACK
        ):
            yield f"object {object_} shows a back face in {zone.value}"
    for entity in world.store.with_component(Counters):
        piles = world.get(entity, Counters).piles
        if (
            not piles
            or any(pile.count <= 0 for pile in piles)
            or [p.kind for p in piles] != sorted({p.kind for p in piles})
        ):
            yield f"the counters on {entity} are malformed: {piles}"


def _pairs(world: World) -> Iterator[str]:
    for pair in world.store.with_component(MeldPair):
        part = world.find(pair, PartOf)
        if part is None or not world.is_object(part.object) or pair not in world.constituents(part.object):
            yield f"meld pair {pair} represents nothing"


def _effects(world: World) -> Iterator[str]:
    for effect in world.store.with_component(CopyEffect):
        copy = world.get(effect, CopyEffect).object
        copying = world.find(copy, Copying)
        if world.is_object(copy) and (copying is None or effect not in copying.effects):
            yield f"copy effect {effect} is not known to object {copy}"
    for object_ in world.store.with_component(Copying):
        for effect in world.get(object_, Copying).effects:
            if world.find(effect, CopyEffect) is None:
                yield f"object {object_} has copy effect {effect}, which does not exist"
