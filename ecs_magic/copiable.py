"""Layer 1: copiable values (CR 613.2, 707.2) from printed faces, merging, copy effects and face-down status."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ecs_magic.abilities import Ability
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import NOTHING, Characteristics, CopiableValues
from ecs_magic.components import (
    Component,
    CopyEffect,
    Copying,
    FaceState,
    InZone,
    Kind,
    MeldPair,
    Merge,
    MergeStack,
    Printed,
    Unlocked,
)
from ecs_magic.enums import CardKind, Face, Layout, Zone
from ecs_magic.ids import ConstituentId
from ecs_magic.world import World

Step = tuple[int, str, int | None, CopiableValues, tuple[ConstituentId, ...]]
"""Timestamp, rule, source, the values after it, the constituents then: one step of layer 1a, for explanations."""


def printed(world: World, constituent: int, zone: Zone, *, merged: bool, face: Face | None = None) -> CopiableValues:
    """Return what a constituent shows by itself in `zone` (CR 712.8, 710.2, 709.4).

    `merged` tells that it is one of several; then a policy decides the mana value of a back face.
    """
    definition = world.get(constituent, Printed).definition
    if world.find(constituent, MeldPair) is not None:
        return CopiableValues(definition.front)
    flipped = definition.back if definition.layout is Layout.FLIP else None
    if zone not in (Zone.BATTLEFIELD, Zone.STACK):
        return CopiableValues(definition.front, flipped)
    if definition.doors and zone is Zone.BATTLEFIELD:
        return CopiableValues(definition.front, None, definition.doors)
    if face is None:
        face = world.get(constituent, FaceState).face
    if definition.halves and zone is Zone.STACK:
        return CopiableValues(definition.halves[0 if face is Face.FRONT else 1])
    values = definition.face(face)
    if face is Face.BACK and definition.layout is Layout.TRANSFORM and _strict(world, constituent, merged=merged):
        values = values.copied()
    return CopiableValues(values, flipped)


Held = Mapping[type[Component], Any]
"""The components of an entity by type."""


def sole_definition(world: World, object_: int) -> CardDefinition | None:
    """Return the one definition whose printed faces alone make an object's copiable values, if that is so."""
    return next(sole_definitions(world, (object_,)))[2]


def sole_definitions(world: World, objects: Iterable[int]) -> Iterator[tuple[int, Held | None, CardDefinition | None]]:
    """Yield each object with its components, if it exists, and its sole definition, if it has one."""
    held_by = world.store.held_by
    for object_ in objects:
        held = held_by.get(object_)
        stack = None if held is None else held.get(MergeStack)
        if held is None or stack is None or len(stack.constituents) > 1 or Copying in held:
            yield object_, held, None
        else:
            part = held_by[stack.constituents[0]]
            yield object_, held, None if part[FaceState].face_down is not None else part[Printed].definition


def is_its_own(world: World, object_: int, ability: Ability) -> bool:
    """Whether an ability is one that an object has by itself: from no copy effect and no other effect (CR 107.3j)."""
    zone = world.get(object_, InZone).zone
    own = printed(world, world.constituents(object_)[0], zone, merged=False)
    return not is_copying(world, object_) and ability in own.normal.abilities


def is_copying(world: World, object_: int) -> bool:
    """Whether a copy effect applies to an object, other than the shape that it chose for itself (CR 707.2)."""
    copying = world.find(object_, Copying)
    return copying is not None and any(world.get(one, CopyEffect).source != object_ for one in copying.effects)


def _strict(world: World, constituent: int, *, merged: bool) -> bool:
    """Whether a policy takes CR 202.3b at its word, so that a back face's mana value is 0."""
    if merged and world.policies.back_face_constituent_mana_value == "zero":
        return True
    token = world.get(constituent, Kind).kind is not CardKind.CARD
    return token and world.policies.back_face_token_mana_value == "zero"


def _with_abilities(top: CopiableValues, below: "list[CopiableValues]") -> CopiableValues:
    """Return the values of `top` with the abilities of all others added, in stack order (CR 702.140e)."""

    def extended(values: Characteristics, pick: Callable[[CopiableValues], Characteristics]) -> Characteristics:
        extra = tuple(ability for other in below for ability in pick(other).abilities)
        return msgspec.structs.replace(values, abilities=values.abilities + extra) if extra else values

    normal = extended(top.normal, lambda values: values.normal)
    if top.doors:
        return top.each(lambda shown: extended(shown, lambda values: values.normal))
    if top.flipped is None and all(values.flipped is None for values in below):
        return CopiableValues(normal)
    return CopiableValues(normal, extended(top.shown(flipped=True), lambda values: values.shown(flipped=True)))


def layer_1a(world: World, object_: int, *, face: Face | None = None) -> list[Step]:
    """Return the steps of layer 1a: the printed values, then merges and copy effects by timestamp.

    `face` asks for the values as they would be with that face up (CR 707.8a).
    """
    stack = world.get(object_, MergeStack)
    zone = world.get(object_, InZone).zone
    parts = stack.constituents
    merged = len(parts) > 1

    def shows(constituent: ConstituentId) -> CopiableValues:
        down = world.get(constituent, FaceState).face_down
        if down is not None and constituent != parts[0]:
            # CR 708.2, 730.2e: under a face-up constituent it gives nothing of what it hides.
            return CopiableValues(down.characteristics())
        return printed(world, constituent, zone, merged=merged, face=face)

    def beneath(constituent: ConstituentId) -> CopiableValues:
        """Return what a constituent adds under another: of one with doors what is unlocked (CR 709.5)."""
        values = shows(constituent)
        return CopiableValues(shown(world, object_, values)) if values.doors else values

    first = sum(merge.size for merge in stack.merges if merge.over)
    low, high = first, first + len(parts) - sum(merge.size for merge in stack.merges)
    steps: list[Step] = [(0, "613.1", None, shows(parts[low]), parts[low:high])]
    copying = world.find(object_, Copying)
    events: list[Merge | CopyEffect] = list(stack.merges)
    if copying is not None:
        events += [world.get(effect, CopyEffect) for effect in copying.effects]
    if not events:
        return steps
    top, extra, copied = steps[0][3], list[CopiableValues](), False
    for event in sorted(events, key=lambda event: event.timestamp):
        if isinstance(event, CopyEffect):
            top, extra, copied = event.values, [], True
            steps.append((event.timestamp, event.rule, event.source, top, parts[low:high]))
            continue
        if event.over:
            low -= event.size
            top, extra, copied = shows(parts[low]), [], False
            added = parts[low + 1 : high]
        else:
            added = parts[high : high + event.size]
            high += event.size
            if not copied:
                # CR 702.140e: of all constituents, also where an earlier merging gave the topmost alone.
                extra, added = [], parts[low + 1 : high]
        extra = [*extra, *map(beneath, added)] if event.all_abilities else []
        steps.append((event.timestamp, "730.2a", None, _with_abilities(top, extra), parts[low:high]))
    return steps


def copiable_values(world: World, object_: int) -> CopiableValues:
    """Return the copiable values of an object (CR 707.2), its flipped status not yet applied (CR 707.3)."""
    found = world.memory.copiable.get(object_)
    if found is None:
        found = _copiable(world, object_)
        world.memory.copiable[object_] = found
    return found


def shown_values(world: World, object_: int) -> Characteristics:
    """Return the copiable values that an object shows by its status and its unlocked halves (CR 707.3, 709.5)."""
    return shown(world, object_, copiable_values(world, object_))


def shown(world: World, object_: int, values: CopiableValues) -> Characteristics:
    """Return what these values show on an object with its status and its unlocked halves."""
    unlocked = world.find(object_, Unlocked) if values.doors else None
    halves = 0 if unlocked is None else unlocked.left + 2 * unlocked.right
    return values.shown(flipped=world.status(object_).flipped, unlocked=halves)


def _copiable(world: World, object_: int) -> CopiableValues:
    zone = world.get(object_, InZone).zone
    down = world.get(world.constituents(object_)[0], FaceState).face_down
    if down is not None:
        # CR 613.2b: layer 1b; CR 406.3a: a card exiled face down has no characteristics at all.
        on_board = zone in (Zone.BATTLEFIELD, Zone.STACK)
        return CopiableValues(down.characteristics() if on_board else NOTHING)
    parts = world.constituents(object_)
    if len(parts) == 1 and world.find(object_, Copying) is None:
        return printed(world, parts[0], zone, merged=False)
    return layer_1a(world, object_)[-1][3]


def values_by_face(world: World, object_: int) -> tuple[CopiableValues, CopiableValues]:
    """Return the copiable values an object has, or would have, with its front and its back face up (CR 707.8a)."""
    return layer_1a(world, object_, face=Face.FRONT)[-1][3], layer_1a(world, object_, face=Face.BACK)[-1][3]
