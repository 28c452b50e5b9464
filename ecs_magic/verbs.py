"""Shared verbs: the one way each kind of state is written. Systems call these and never one another.

`enter` is the one door to the battlefield, `leave_for` the one way out of a zone, `represent` the one
writer of merge stacks, `set_face` of face states.
"""

import random
from collections.abc import Iterable, Sequence

import msgspec

from ecs_magic.cards import CardDefinition
from ecs_magic.changes import BeginEffect, Copy, Enter, EnterMelded, NewCard
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import (
    AttachedTo,
    Attacking,
    CastAs,
    ChosenX,
    Commander,
    Contents,
    ControlledSince,
    Controller,
    CopyEffect,
    Copying,
    CounterPile,
    Counters,
    FaceState,
    Gone,
    InForce,
    InZone,
    Kind,
    MeldPair,
    Merge,
    MergeStack,
    Owner,
    PartOf,
    Printed,
    ResolvedEffect,
    StackAbility,
    Status,
    Timestamped,
    Unlocked,
    Used,
    Waiting,
)
from ecs_magic.enums import CardKind, Face, Layout, Zone
from ecs_magic.facedown import FaceDown
from ecs_magic.ids import CardId, ConstituentId, EffectId, EntityId, ObjectId, Seat, Timestamp
from ecs_magic.linking import choose_for, link
from ecs_magic.world import World

_FEW = 8
"""So few objects are taken out of a zone one by one."""
_FRONT = FaceState()
_BACK = FaceState(Face.BACK)


def create_card(world: World, new: NewCard) -> CardId:
    """Make a card entity. It represents nothing until an object is made of it."""
    extra = (Commander(),) if new.commander else ()
    return CardId(
        world.create(Printed(world.interned(new.definition)), Kind(new.kind), Owner(new.owner), _FRONT, *extra)
    )


def set_face(world: World, constituent: int, face: Face, face_down: FaceDown | None) -> None:
    """Turn a constituent: which face is up, and whether and how it is face down (CR 701.27b, 730.2e)."""
    set_faces(world, (constituent,), face, face_down)


def set_faces(world: World, constituents: Sequence[int], face: Face, face_down: FaceDown | None) -> None:
    """Turn constituents so that all show the same (CR 701.27b, 730.2e)."""
    state = FaceState(face, face_down) if face_down is not None else (_BACK if face is Face.BACK else _FRONT)
    turning = [part for part in constituents if (old := world.find(part, FaceState)) is not state and old != state]
    world.set_many(turning, [state] * len(turning))


def turn_over(world: World, constituents: Sequence[ConstituentId]) -> None:
    """Turn constituents so that their other face is up; what is face down stays so (CR 701.27a, 730.2e)."""
    states = [world.get(part, FaceState) for part in constituents]
    turned = [_BACK if state is _FRONT else _FRONT if state is _BACK else _other(state) for state in states]
    world.set_many(constituents, turned)


def _other(state: FaceState) -> FaceState:
    return FaceState(state.face.other, state.face_down)


def represent(
    world: World, object_: int, constituents: tuple[ConstituentId, ...], merges: tuple[Merge, ...] = ()
) -> None:
    """Let constituents, topmost first, represent an object (CR 730.2)."""
    world.set(object_, MergeStack(constituents, merges))
    part = PartOf(ObjectId(EntityId(object_)))
    for constituent in constituents:
        world.set(constituent, part)
        for card in world.cards_of(constituent):
            if int(card) != int(constituent):
                world.set(card, part)


def renew_timestamp(world: World, object_: int) -> None:
    """Give an object a new timestamp (CR 613.7e-g)."""
    world.set(object_, Timestamped(world.now()))


def set_counters(world: World, entity: int, amounts: dict[str, int], timestamp: Timestamp) -> None:
    """Set the number of counters of some kinds; kinds that grew get the timestamp (CR 613.7c)."""
    piles = {pile.kind: pile for pile in world.counters(entity).piles}
    for kind, count in amounts.items():
        old = piles.pop(kind, None)
        if count > 0:
            stamp = timestamp if old is None or count > old.count else old.timestamp
            piles[kind] = CounterPile(kind, count, stamp)
    if piles:
        world.set(entity, Counters(tuple(piles[kind] for kind in sorted(piles))))
    else:
        world.drop(entity, Counters)


# --- zones -----------------------------------------------------------------------------------------------


def take_out(world: World, objects: Iterable[int]) -> None:
    """Take objects out of the contents of their zones; each zone is written once."""
    leaving: dict[EntityId, set[int]] = {}
    for object_ in objects:
        place = world.get(object_, InZone)
        leaving.setdefault(world.zones[place.zone, place.seat], set()).add(object_)
    for zone, gone in leaving.items():
        old = world.get(zone, Contents).objects
        if len(gone) < _FEW:
            for object_ in gone:
                at = old.index(object_)
                old = old[:at] + old[at + 1 :]
        else:
            old = tuple(object_ for object_ in old if object_ not in gone)
        world.set(zone, Contents(old))


def put_in(world: World, zone: Zone, seat: Seat, objects: tuple[ObjectId, ...], position: str | int = "top") -> None:
    """Add objects, bottom first, to a zone. `position` is top, bottom or the place from the top (CR 401.7).

    What is `shuffled` into a library goes anywhere, each object for itself, the library being in random order.
    """
    entity = world.zones[zone, seat]
    old = world.get(entity, Contents).objects
    if position == "shuffled":
        chance = next_shuffle(world)
        world.chance += 1
        for object_ in objects:
            at = chance.randrange(len(old) + 1)
            old = (*old[:at], object_, *old[at:])
        world.set(entity, Contents(old))
        return
    at = len(old) if position == "top" else 0
    if isinstance(position, int):
        at = max(0, len(old) - (position - 1))
    world.set(entity, Contents(old[:at] + objects + old[at:]))


def next_shuffle(world: World, planned: int = 0) -> random.Random:
    """Return the chance of a shuffle after those `planned`: of the world's seed and a count of the shuffles alone."""
    return random.Random(f"{world.seed}/shuffle/{world.chance + planned}")  # noqa: S311 - a game's chance


def gone(
    world: World,
    objects: Sequence[int],
    became: Sequence[tuple[ObjectId, ...]],
    zones: Sequence[Zone | None] = (),
) -> None:
    """End objects, and the copy effects on them, leaving what each became and the zone to which it went (CR 400.7)."""
    left = []
    for object_, new, to in zip(objects, became, zones or [None] * len(objects), strict=True):
        copying = world.find(object_, Copying)
        for effect in () if copying is None else copying.effects:
            if world.get(effect, CopyEffect).object == object_:
                world.delete(effect)
        left.append(Gone(new, world.tick, world.cards_of(world.constituents(object_)[0])[0], to))
    world.replace_many(objects, left)


def new_objects(world: World, cards: Sequence[CardId], zone: Zone, owners: Sequence[Seat]) -> list[ObjectId]:
    """Make the objects that cards become in a zone other than the battlefield, in this order (CR 400.7, 613.7d)."""
    if not cards:
        return []
    made = world.create_many(
        [MergeStack((ConstituentId(card),)) for card in cards],
        [world.places[zone, owner] for owner in owners],
        [Timestamped(world.now()) for _ in cards],
    )
    objects = [ObjectId(entity) for entity in made]
    world.set_many(cards, [PartOf(object_) for object_ in objects])
    return objects


def carry_effects(world: World, old: int, new: ObjectId) -> None:
    """Let effects on a spell go on affecting the permanent it became (CR 400.7a, 702.140f)."""
    for effect in world.in_force():
        component = world.find(effect, ResolvedEffect)
        if component is not None and component.objects is not None and old in component.objects:
            objects = tuple(new if object_ == old else object_ for object_ in component.objects)
            world.set(effect, msgspec.structs.replace(component, objects=tuple(dict.fromkeys(objects))))


# --- abilities on the stack ------------------------------------------------------------------------------


def put_ability(world: World, held: StackAbility, entity: EntityId | None) -> ObjectId:
    """Put an ability on the stack: an object that no card represents (CR 113.7a, 405.1)."""
    name = held.ability.name
    definition = world.interned(CardDefinition(name, Layout.NORMAL, Characteristics()))
    card = CardId(world.create(Printed(definition), Kind(CardKind.ABILITY), Owner(held.controller), _FRONT))
    now = world.now()
    components = (
        MergeStack((ConstituentId(card),)),
        world.places[Zone.STACK, held.controller],
        Timestamped(now),
        Controller(held.controller),
        held if held.delayed else msgspec.structs.replace(held, since=now),
    )
    if entity is None:
        entity = world.create(*components)
    else:
        world.replace(entity, *components)
    world.set(card, PartOf(ObjectId(entity)))
    put_in(world, Zone.STACK, held.controller, (ObjectId(entity),))
    return ObjectId(entity)


def remove_ability(world: World, entry: ObjectId) -> None:
    """Let an ability leave the stack; nothing becomes of it."""
    (card,) = world.cards(entry)
    take_out(world, (entry,))
    held = world.get(entry, StackAbility)
    gone(world, (entry,), ((),))
    world.set(entry, held)  # so that facts about it can still be told in words
    world.suspect(held.source)
    world.delete(card)


def wait(world: World, held: StackAbility) -> EntityId:
    """Let a triggered ability wait to be put on the stack (CR 603.2)."""
    entity = world.create(held)
    waiting = world.find(world.game, Waiting)
    world.set(world.game, Waiting((*(waiting.triggers if waiting else ()), entity)))
    return entity


def use_once(world: World, source: ObjectId, ability: str) -> None:
    """Note that an ability which may be used once each turn was used (CR 602.5b)."""
    turn, old = world.clock().turn, world.find(source, Used)
    names = old.names if old is not None and old.turn == turn else ()
    if world.is_object(source):
        world.set(source, Used((*names, ability), turn))


def stop_waiting(world: World, entity: EntityId) -> None:
    """Take a trigger from those that wait."""
    left = tuple(one for one in world.get(world.game, Waiting).triggers if one != entity)
    if left:
        world.set(world.game, Waiting(left))
    else:
        world.drop(world.game, Waiting)


# --- the one door ----------------------------------------------------------------------------------------


def enter(world: World, changes: Sequence[Enter]) -> list[ObjectId]:
    """Put permanents onto the battlefield: the one door (CR 110.2, 110.5b, 614.12, 712.13-14).

    Every choice and replacement has been made in the plan. Returns the permanents, in the order given.
    """
    moving = [change.objects for change in changes if change.objects]
    from_stack = {objects for objects in moving if world.zone(objects[0]) is Zone.STACK}
    take_out(world, [object_ for change in changes for object_ in change.objects])
    permanents = []
    together = Timestamp(world.timestamp + 1) if len(changes) > 1 else None
    for change in changes:
        permanent = _make_permanent(world, change, together)
        for object_ in change.objects:
            if change.objects in from_stack:
                _keep_from_stack(world, object_, permanent)
        if change.chose:
            choose_for(world, permanent, dict(change.chose))
        if change.linked:
            link(world, permanent, change.linked)
        gone(world, change.objects, [(permanent,)] * len(change.objects))
        permanents.append(permanent)
    put_in(world, Zone.BATTLEFIELD, Seat(0), tuple(permanents))
    return permanents


def _make_permanent(world: World, change: Enter, together: Timestamp | None) -> ObjectId:
    cards = tuple(card for object_ in change.objects for card in world.cards(object_))
    cards += tuple(create_card(world, new) for new in change.new)
    stamp = world.now()
    owner = world.get(cards[0], Owner).seat
    permanent = ObjectId(
        world.create(
            world.places[Zone.BATTLEFIELD, owner],
            Timestamped(stamp, together),
            Controller(change.controller),
            ControlledSince(change.controller, stamp),
        )
    )
    constituent = ConstituentId(cards[0])
    if isinstance(change, EnterMelded) and change.pair is not None:
        constituent = ConstituentId(
            world.create(
                Printed(world.interned(change.pair)), Kind(CardKind.CARD), MeldPair((cards[0], cards[1])), _BACK
            )
        )
    elif world.get(cards[0], Kind).kind is CardKind.SPELL_COPY:
        world.set(cards[0], Kind(CardKind.TOKEN))  # CR 608.3f
    for card in cards:
        set_face(world, card, Face.BACK if int(constituent) != int(card) else change.face, change.face_down)
    represent(world, permanent, (constituent,))
    _dress(world, permanent, change, stamp)
    if change.copy is not None:
        source, rule = (permanent, "208.2b") if change.shaped else (None, "707.2")
        begin_copy(world, Copy(permanent, change.copy, change.copy_until, change.controller, source, rule))
    if change.effect is not None:
        # CR 613.7n: it is later than the permanent's own static abilities.
        begin_effect(world, BeginEffect(change.effect, (permanent,), change.controller, change.until, None))
    return permanent


def _dress(world: World, permanent: ObjectId, change: Enter, stamp: Timestamp) -> None:
    """Give an entering permanent the status, counters and attachment it enters with (CR 614.1c)."""
    if change.tapped or change.flipped:
        world.set(permanent, Status(tapped=change.tapped, flipped=change.flipped))
    if change.counters:
        set_counters(world, permanent, dict(change.counters), stamp)
    if change.attached_to is not None:
        world.set(permanent, AttachedTo(change.attached_to))
    if change.attacking:
        world.set(permanent, Attacking())
    if change.unlocked:
        world.set(permanent, Unlocked(left=change.unlocked == "left", right=change.unlocked == "right"))


def _keep_from_stack(world: World, spell: int, permanent: ObjectId) -> None:
    """Keep what a permanent may know of the spell it was: X, copy effects and other effects (CR 400.7a, d)."""
    for kind in (ChosenX, CastAs):
        known = world.find(spell, kind)
        if known is not None:
            world.set(permanent, known)
    copying = world.find(spell, Copying)
    if copying is not None:
        for effect in copying.effects:
            component = world.get(effect, CopyEffect)
            source = permanent if component.source == spell else component.source
            world.set(effect, msgspec.structs.replace(component, object=permanent, source=source))
        world.set(permanent, copying)
    carry_effects(world, spell, permanent)


def begin_effect(world: World, change: BeginEffect) -> EffectId:
    """Begin a continuous effect of a resolved spell or ability and return it (CR 611.2)."""
    component = ResolvedEffect(
        change.effect, world.now(), change.until, change.controller, change.objects, change.source
    )
    effect = EffectId(world.create(component))
    world.set(world.game, InForce((*world.in_force(), effect)))
    return effect


def begin_copy(world: World, change: Copy, timestamp: Timestamp | None = None) -> EffectId:
    """Begin one copy effect, of this moment unless a static ability gives it a timestamp, and return it."""
    effect = EffectId(
        world.create(
            CopyEffect(
                ObjectId(change.permanent),
                change.values,
                world.now() if timestamp is None else timestamp,
                change.until,
                change.controller,
                change.source,
                change.rule,
            )
        )
    )
    copying = world.find(change.permanent, Copying)
    world.set(change.permanent, Copying((*(copying.effects if copying else ()), effect)))
    return effect


# --- effects ---------------------------------------------------------------------------------------------


def end_effects(world: World, effects: Iterable[EffectId]) -> None:
    """End continuous effects and copy effects."""
    ending = set(effects)
    left = tuple(effect for effect in world.in_force() if effect not in ending)
    if len(left) != len(world.in_force()):
        world.set(world.game, InForce(left))
    for effect in sorted(ending):
        copy = world.find(effect, CopyEffect)
        if copy is not None:
            copying = world.find(copy.object, Copying)
            if copying is not None:
                kept = tuple(other for other in copying.effects if other != effect)
                if kept:
                    world.set(copy.object, Copying(kept))
                else:
                    world.drop(copy.object, Copying)
        world.delete(effect)


def all_effects(world: World) -> list[EffectId]:
    """Return all effects of both kinds, in the order in which they began."""
    found = {*world.store.with_component(ResolvedEffect), *world.store.with_component(CopyEffect)}
    return [EffectId(EntityId(effect)) for effect in sorted(found)]
