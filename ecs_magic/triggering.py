"""Which abilities trigger on what happened (CR 603): found from facts and an index of what waits, never by polling."""

from collections.abc import Iterator
from typing import Final

import msgspec

from ecs_magic.abilities import Triggered, is_mana
from ecs_magic.components import Bound, CastAs, Chosen, ChosenX, Delayed, StackAbility, Used, Waiting
from ecs_magic.copiable import is_its_own
from ecs_magic.derived import characteristics, player_of
from ecs_magic.facts import AbilityTriggered
from ecs_magic.ids import EntityId, ObjectId, Seat, Timestamp
from ecs_magic.instructions import Event
from ecs_magic.meanings import Meaning, fits
from ecs_magic.objects import abilities_at_large, enchanted_player
from ecs_magic.occurrences import Occurrence
from ecs_magic.planning import Plan
from ecs_magic.selectors import Selector
from ecs_magic.verbs import use_once, wait
from ecs_magic.watching import awaited, events, triggered_of, watching
from ecs_magic.world import World

Targets = tuple[tuple[int, ...], ...]

_MANA: Final = frozenset({"tapped for mana", "mana added"})
"""Events whose kind is all the mana made, of which an ability may want one type (CR 106.12a)."""
LOOK_BACK: Final = frozenset(
    {"leaves", "dies", "sacrificed", "leaves graveyard", "phased out", "detached", "control lost"}
)
"""Events for which abilities are those that there were just before (CR 603.10)."""
_DEPARTURES: Final = frozenset({"leaves", "dies", "sacrificed"})
"""Those of them before which the board is kept anyway, as last known information."""


def _watchers(
    world: World, event: str, about: frozenset[int] | None = None
) -> Iterator[tuple[World, ObjectId, tuple[Triggered, ...]]]:
    """Yield what has abilities that wait for an event, on the board on which it has them (CR 603.10)."""
    board = world.boards[world.tick] if event in LOOK_BACK else world
    for object_, abilities in watching(board, event, about):
        yield board, object_, tuple(one for one in map(triggered_of, abilities) if one is not None)


def triggered(world: World, occurrence: Occurrence) -> Iterator[StackAbility]:
    """Yield the abilities that trigger on an occurrence, each once (CR 603.2c)."""
    about = None if occurrence.object is None else frozenset((occurrence.object, *occurrence.now))
    for board, source, abilities in _watchers(world, occurrence.event, about):
        seat = player_of(board, source)
        for ability in abilities:
            matching = [one for one in events(ability) if _matches(world, one, occurrence, source, seat)]
            if not matching:
                continue
            bound = _bound(occurrence)
            if occurrence.event in _DEPARTURES and any(one.what.which == "host" for one in matching):
                bound = msgspec.structs.replace(bound, aura="Aura" in characteristics(board, source).subtypes)
            if not Meaning(world, source, seat, bound=bound).hold(ability.if_):
                continue  # CR 603.4
            if ability.once_each_turn and is_used(world, source, ability.name, abilities.count(ability)):
                continue
            yield StackAbility(ability, source, seat, Timestamp(world.timestamp), bound)


def _bound(occurrence: Occurrence) -> Bound:
    was = occurrence.object if occurrence.event in LOOK_BACK else None
    return Bound(
        occurrence.now,
        None if was is None else ObjectId(EntityId(was)),
        occurrence.player,
        occurrence.amount,
        mana=occurrence.kind if occurrence.event in _MANA else "",
        by=occurrence.by,
    )


def delayed(world: World, occurrence: Occurrence) -> Iterator[tuple[EntityId, StackAbility]]:
    """Yield the delayed triggered abilities that trigger on an occurrence (CR 603.7)."""
    for entity in sorted(world.store.with_component(Delayed)):
        waiting = world.get(entity, Delayed)
        source, seat = waiting.source, waiting.controller
        if any(_matches(world, one, occurrence, source, seat, waiting.bound) for one in events(waiting.ability)):
            held = StackAbility(waiting.ability, source, seat, waiting.since, waiting.bound, delayed=True)
            yield EntityId(entity), held


def _matches(
    world: World, event: Event, occurrence: Occurrence, source: int, seat: Seat, bound: Bound | None = None
) -> bool:
    """Whether an occurrence is what an ability waits for; `bound` is what "it" is for a delayed one."""
    if event.event != occurrence.event or not _details(event, occurrence, seat):
        return False
    if event.player == "host" and enchanted_player(world, source) != occurrence.player:
        return False
    if occurrence.object is None:
        return True
    about = event.what
    if bound is not None and about.which == "this":
        return occurrence.object in bound.now
    if about.which == "this" and about == Selector(which="this"):
        fine = occurrence.object == source or source in occurrence.now
    else:
        fine = fits(occurrence.board, occurrence.object, about, source=source, seat=seat, anywhere=True)
    if fine and event.cast_from is not None:
        cast = world.find(occurrence.object, CastAs)
        fine = cast is not None and cast.from_ is event.cast_from
    if fine and event.only_target is not None:
        aimed = world.find(occurrence.object, Chosen)
        aims = {one for ones in (aimed.targets if aimed else ()) for one in ones}
        return len(aims) == 1 and all(
            world.is_object(one) and fits(world, one, event.only_target, source=source, seat=seat) for one in aims
        )
    if fine and event.into is not None:
        return fits(world, occurrence.object, event.into, source=source, seat=seat, anywhere=True)
    return fine


def _details(event: Event, occurrence: Occurrence, seat: Seat) -> bool:
    """Whether everything but the object is as the ability wants it."""
    whose = occurrence.player
    if event.player in ("you", "opponent") and (whose is None or (whose == seat) is not (event.player == "you")):
        return False
    if event.from_ is not None and occurrence.from_ != event.from_.value:
        return False
    if event.to is not None and occurrence.to != event.to.value:
        return False
    if event.cause and occurrence.cause != event.cause:
        return False
    if event.step and occurrence.kind != event.step:
        return False
    if event.kind and event.kind != occurrence.kind and not (event.event in _MANA and event.kind in occurrence.kind):
        return False
    if event.reaches is not None and occurrence.object is not None:
        now = occurrence.board.counters(occurrence.object).count(occurrence.kind)
        if event.event == "counters removed":
            return now <= event.reaches < now + occurrence.amount
        return now - occurrence.amount < event.reaches <= now
    return True


def is_for_all(held: StackAbility, event: str) -> bool:
    """Whether an ability triggers once for all that happens at the same time (CR 603.2c)."""
    waits = events(held.ability) if isinstance(held.ability, Triggered) else ()
    return any(one.together for one in waits if one.event == event)


def is_used(world: World, source: int, ability: str, equal: int = 1) -> bool:
    """Whether an ability that may be used once each turn was used this turn (CR 602.5b).

    Of as many as are `equal`, each may be used once.
    """
    used = world.find(source, Used)
    return used is not None and used.turn == world.clock().turn and used.names.count(ability) >= equal


def x_of(world: World, held: StackAbility) -> int | None:
    """Return the X of a trigger on its source's own entering, casting or turning up (CR 107.3m, 702.37f)."""
    chosen = world.find(held.source, ChosenX)
    if chosen is None or held.bound.now != (held.source,) or not is_its_own(world, held.source, held.ability):
        return None
    words = {event.event for event in events(held.ability)} if isinstance(held.ability, Triggered) else set()
    return None if words.isdisjoint({"enters", "cast", "turned face up"}) else chosen.x


def let_trigger(world: World, plan: Plan, held: StackAbility, targets: Targets = (), x: int | None = None) -> None:
    """Let an ability trigger: it waits to be put on the stack (CR 603.2, 603.3)."""
    if isinstance(held.ability, Triggered) and held.ability.once_each_turn:
        use_once(world, held.source, held.ability.name)
    entity = wait(world, held)
    if targets:
        world.set(entity, Chosen(targets))
    if x is None:
        x = x_of(world, held)
    if x is not None:
        world.set(entity, ChosenX(x))
    plan.emit(AbilityTriggered(held.source, held.ability.name, held.controller))


def looks_back(world: World) -> bool:
    """Whether an ability looks back at something before which the board would not be kept otherwise."""
    return not (LOOK_BACK - _DEPARTURES).isdisjoint(awaited(world) | _awaited_later(world))


def awaited_events(world: World) -> frozenset[str]:
    """Return every event that a triggered ability waits for, also on the board before what left (CR 603.10a)."""
    words = awaited(world) | _awaited_later(world)
    if world.tick not in world.boards:
        return words - LOOK_BACK  # what waits for these came with this very event, too late for it
    return words | (LOOK_BACK & awaited(world.boards[world.tick]))


def _awaited_later(world: World) -> frozenset[str]:
    """Return every event that a delayed triggered ability waits for."""
    later = [world.get(entity, Delayed).ability for entity in world.store.with_component(Delayed)]
    return frozenset(event.event for ability in later for event in events(ability))


def mana_triggers(world: World) -> list[EntityId]:
    """Return the triggered mana abilities that wait; they resolve at once (CR 605.1b, 605.4a)."""
    waiting = world.find(world.game, Waiting)
    return [one for one in (waiting.triggers if waiting else ()) if is_mana(world.get(one, StackAbility).ability)]


def state_triggers(world: World) -> Iterator[StackAbility]:
    """Yield the state triggers whose condition holds and that are not waiting or on the stack (CR 603.8)."""
    if "state" not in awaited(world):
        return
    busy = abilities_at_large(world)
    for _, source, abilities in _watchers(world, "state"):
        seat = player_of(world, source)
        for ability in abilities:
            if any(held.source == source and held.ability == ability for held in busy):
                continue
            if Meaning(world, source, seat).hold(ability.if_):
                yield StackAbility(ability, source, seat, Timestamp(world.timestamp))
