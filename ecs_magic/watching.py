"""What waits for what: an index of the objects whose abilities trigger on, replace or forbid an event.

It is kept at every write, so that the cost of an event does not grow with what does not care for it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ecs_magic.abilities import (
    Ability,
    AsTurned,
    Chapter,
    Enters,
    Gain,
    If,
    Instead,
    Keyword,
    May,
    PlayerHas,
    Prohibits,
    Rule,
    Triggered,
    written,
)
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import MergeStack, Printed, ResolvedEffect
from ecs_magic.copiable import shown_values, sole_definition, sole_definitions
from ecs_magic.derived import characteristics, effects_at_work, effects_in_force, player_of
from ecs_magic.enums import Zone
from ecs_magic.ids import EffectId, EntityId, ObjectId, Seat
from ecs_magic.instructions import AddCounters, Condition, Cost, Counter, Event, Mark, Move, Pair, Sacrifice, Those
from ecs_magic.keywords import LIFE
from ecs_magic.mana import is_cost
from ecs_magic.objects import enchanted_player
from ecs_magic.selectors import Selector
from ecs_magic.world import World


def _returns(kind: str) -> Triggered:
    """Return the ability that a keyword such as undying stands for (CR 702.79a, 702.93a)."""
    name = "undying" if kind == "+1/+1" else "persist"
    none = Condition(what="it", was=Selector(counters=(kind,)), negate=True)
    back = Move(Zone.BATTLEFIELD, "it", player="owner", counters={kind: 1})
    return Triggered(Event("dies"), (back,), name, if_=(none,))


_UNPAIRED: Final = Those(Selector(which="other", types=("Creature",), controller="you", paired=False), choose=1)
_SOULBOND: Final = Triggered(
    (Event("enters"), Event("enters", Selector(which="other", types=("Creature",), controller="you", paired=False))),
    (
        If(
            (Condition("it", is_=Selector(which="this")),),
            (May((Pair(_UNPAIRED),)),),
            otherwise=(May((Pair("it"),)),),
        ),
    ),
    "soulbond",
    if_=(Condition(is_=Selector(types=("Creature",), controller="you", paired=False)),),
)
"""The two triggered abilities of soulbond in one (CR 702.95a)."""
_THIS: Final = Selector(which="this")
_OWN: Final = "own "
_NOTHING: Final = frozenset[str]()
PLAYER_HAS: Final = "player has"
"""The word of what gives players abilities (CR 613.10)."""
BOUND: Final = {"day": "daybound", "night": "nightbound"}
"""The keywords of permanents that turn with day and night, by the time in which they stay (CR 702.145)."""
AS_TURNED: Final = "as turned"
"""The word for turning over or up of what says what is done meanwhile."""
_EVOKED: Final = Triggered(Event("enters"), (Sacrifice(),), "evoke", if_=(Condition(how="evoke"),))
"""The triggered ability of evoke (CR 702.74a)."""
_KEYWORDS: Final = {
    "undying": _returns("+1/+1"),
    "persist": _returns("-1/-1"),
    "soulbond": _SOULBOND,
    "evoke": _EVOKED,
}
"""Keyword abilities that are triggered abilities."""


def _renown(number: str) -> Triggered:
    """Return the ability that renown stands for (CR 702.112a)."""
    grows = AddCounters("+1/+1", int(number) if number.isdigit() else 1)
    fresh = Condition(is_=Selector(marked=("renowned",)), negate=True)
    hits = Event("damages player", cause="combat")
    return Triggered(hits, (grows, Mark("renowned")), "renown", if_=(fresh,))


def _ward(cost: str) -> Triggered | None:
    """Return the ability that ward stands for, if its cost is mana or life (CR 702.21a)."""
    life = LIFE.fullmatch(cost)
    if life is None and not is_cost(cost):
        return None
    price = Cost(mana=cost) if life is None else Cost(life=int(life[1]))
    pay = May((), price, "that player", otherwise=(Counter("by"),))
    return Triggered(Event("targeted", player="opponent"), (pay,), f"ward {cost}")


_MADE: Final = {"renown": _renown, "ward": _ward}
"""Those that a number or cost is part of."""


def triggered_of(ability: Ability) -> Triggered | None:
    """Return the triggered ability that an ability is or stands for."""
    if isinstance(ability, Triggered):
        return ability
    if isinstance(ability, Chapter):
        reached = tuple(Event("counters put", kind="lore", reaches=number) for number in ability.numbers)
        return Triggered(reached, ability.then, ability.name, targets=ability.targets)
    if not isinstance(ability, Keyword):
        return None
    made = _MADE.get(ability.keyword)
    return _KEYWORDS.get(ability.keyword) if made is None else made(ability.detail)


def events(ability: Triggered) -> tuple[Event, ...]:
    """Return what a triggered ability waits for; it triggers on any of them."""
    return ability.when if isinstance(ability.when, tuple) else (ability.when,)


def words_of(ability: Ability, zone: str) -> tuple[str, ...]:
    """Return what an ability of an object in a zone waits for: events by name, replaced or forbidden ones marked so.

    Marked is also an event that it waits for as one of its own object.
    """
    triggered = triggered_of(ability)
    if triggered is not None:
        if triggered.zone not in (zone, "any"):
            return ()
        return tuple(f"{_OWN}{one.event}" if one.what == _THIS else one.event for one in events(triggered))
    if isinstance(ability, Keyword):
        return (ability.keyword,) if ability.keyword in BOUND.values() and zone == "battlefield" else ()
    if isinstance(ability, Instead) and (zone == "battlefield" or ability.what.which == "this"):
        return (f"replace {ability.event}",)
    if zone != "battlefield":
        return ()
    if isinstance(ability, AsTurned | PlayerHas):
        return (AS_TURNED if isinstance(ability, AsTurned) else PLAYER_HAS,)
    if isinstance(ability, Enters) and ability.what.which != "this":
        return ("replace enters",)
    return (f"forbid {ability.action}",) if isinstance(ability, Prohibits) else ()


def refresh(world: World) -> None:
    """Bring the index up to date."""
    memory = world.memory
    if memory.rewatch:
        memory.unwatched.update(world.store.with_component(MergeStack))
        memory.rewatch = False
    watchers, waiting = memory.watchers, memory.waiting
    for object_, _, definition in sole_definitions(world, memory.unwatched):
        if definition is not None and object_ not in watchers and memory.silent.get(id(definition)):
            continue
        old, words = watchers.get(object_, _NOTHING), _watched(world, object_)
        if words == old:
            continue
        memory.heard = None
        for word in old - words:
            waiting[word].discard(object_)
        for word in words - old:
            waiting.setdefault(word, set()).add(object_)
        if words:
            watchers[object_] = words
        else:
            del watchers[object_]
    memory.unwatched.clear()


def awaited(world: World) -> frozenset[str]:
    """Return every word that anything waits for now."""
    refresh(world)
    memory = world.memory
    if memory.heard is None:
        memory.heard = frozenset(word.removeprefix(_OWN) for word, objects in memory.waiting.items() if objects)
    if not effects_at_work(world):
        return memory.heard
    more = _granted(world)
    if world.in_force():
        more |= {word for _, rule in _ruling(world) for one in rule.rules for word in words_of(one, "battlefield")}
    return memory.heard.union(word.removeprefix(_OWN) for word in more) if more else memory.heard


def _watched(world: World, object_: int) -> frozenset[str]:
    """Return the words that the copiable abilities of an object wait for."""
    if not world.is_object(object_):
        return _NOTHING
    definition = sole_definition(world, object_)
    if definition is not None:
        silent = world.memory.silent.get(id(definition))
        if silent is None:
            held = _printed(definition)
            silent = not any(words_of(ability, zone.value) for ability in held for zone in Zone)
            world.memory.silent[id(definition)] = silent
        if silent:
            return _NOTHING
    zone = world.zone(object_).value
    values = shown_values(world, object_)
    if definition is not None and (values is definition.front or values is definition.back):
        known = world.memory.words.get((id(values), zone))
        if known is None:
            known = world.memory.words[id(values), zone] = _words(values, [definition], zone)
        return known
    return _words(values, [world.get(part, Printed).definition for part in world.constituents(object_)], zone)


def _words(values: Characteristics, definitions: list[CardDefinition], zone: str) -> frozenset[str]:
    """Return what abilities wait for in a zone on what these definitions are printed on."""
    words = {word for ability in values.abilities for word in words_of(ability, zone)}
    # What is face down, or on the other face, says what is done as it turns there.
    if any(isinstance(ability, AsTurned) for definition in definitions for ability in _printed(definition)):
        words.add(AS_TURNED)
    return frozenset(words)


def _printed(definition: CardDefinition) -> list[Ability]:
    """Return all abilities of a definition, whichever face is up."""
    faces = (definition.front, definition.back, *definition.halves)
    return [ability for face in faces if face is not None for ability in face.abilities]


def _granted(world: World) -> frozenset[str]:
    """Return the words that abilities given by continuous effects wait for."""
    if not effects_at_work(world):
        return _NOTHING
    memory = world.memory
    if memory.granted is None:
        memory.granted = frozenset(
            word
            for effect in effects_in_force(world)
            for change in effect.changes
            if isinstance(change, Gain)
            for ability in written(change.abilities)
            for word in words_of(ability, "battlefield")
        )
    return memory.granted


def watching(
    board: World, word: str, about: frozenset[int] | None = None
) -> Iterator[tuple[ObjectId, tuple[Ability, ...]]]:
    """Yield each object that has abilities which wait for something now, oldest first, with those abilities.

    `about` are the objects that an event is about: abilities that wait for events of their own object count
    for these alone. What is phased out waits for nothing (CR 702.26b).
    """
    refresh(board)
    waiting, own = board.memory.waiting, f"{_OWN}{word}"
    found = set(waiting.get(word, ()))
    owners = waiting.get(own, set())
    found |= owners if about is None else owners & about
    granted = _granted(board)
    if word in granted or own in granted:
        found.update(board.battlefield())
    for object_ in sorted(found):
        if board.is_object(object_) and not board.status(object_).phased_out:
            zone = board.zone(object_).value
            abilities = characteristics(board, object_).abilities
            wanted = {word, own} if about is None or object_ in about else {word}
            fitting = tuple(ability for ability in abilities if not wanted.isdisjoint(words_of(ability, zone)))
            if fitting:
                yield ObjectId(EntityId(object_)), fitting


class Ruling(NamedTuple):
    """Abilities that replace or forbid something now: of an object, or of an effect that holds as a rule.

    `key` tells it from others, `source` and `seat` are what "this" and "you" mean in it.
    """

    key: str
    source: ObjectId | None
    seat: Seat
    abilities: tuple[Ability, ...]
    is_rule: bool = False


def rulings(board: World, word: str) -> Iterator[Ruling]:
    """Yield what replaces, forbids or gives something now: abilities of objects, then rules of effects (CR 613.11)."""
    for source, abilities in watching(board, word):
        yield Ruling(str(source), source, player_of(board, source), abilities)
    for effect, rule in _ruling(board):
        component = board.get(effect, ResolvedEffect)
        fitting = tuple(one for one in rule.rules if word in words_of(one, "battlefield"))
        if not fitting:
            continue
        there = (component.source,) if component.objects is None else component.objects
        about: tuple[ObjectId | None, ...] = tuple(one for one in there if one is not None and board.is_object(one))
        for one in about or ((None,) if component.objects is None else ()):
            yield Ruling(f"effect {effect} {one}", one, component.controller, fitting, True)


def concerns(world: World, ability: Instead, source: int | None, seat: Seat, player: Seat) -> bool:
    """Whether an effect of a source that `seat` controls is about what happens to this player."""
    if ability.player == "any":
        return True
    if ability.player == "host":
        return source is not None and enchanted_player(world, source) == player
    return (player == seat) is (ability.player == "you")


def _ruling(world: World) -> Iterator[tuple[EffectId, Rule]]:
    """Yield the rules of resolved effects with their effects, oldest first."""
    for effect in world.in_force():
        resolved = world.find(effect, ResolvedEffect)
        for change in () if resolved is None else resolved.effect.changes:
            if isinstance(change, Rule):
                yield effect, change
