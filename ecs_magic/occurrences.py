"""What happened, as triggered abilities look at it: each fact as occurrences about objects and players (CR 603.2)."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from ecs_magic.components import AttachedTo, MergeStack, PartOf
from ecs_magic.derived import player_of
from ecs_magic.enums import Zone
from ecs_magic.facts import (
    AbilityActivated,
    Attached,
    Attacked,
    CardDrawn,
    CardPut,
    ControlChanged,
    CountersAdded,
    CountersRemoved,
    DamageDealt,
    DayNightChanged,
    Detached,
    Fact,
    Flipped,
    HalfUnlocked,
    LandPlayed,
    LifeChanged,
    ManaAdded,
    Melded,
    Merged,
    PermanentEntered,
    PermanentLeft,
    PhasedIn,
    PhasedOut,
    PlayerDamaged,
    SpellCast,
    StepStarted,
    Tapped,
    TappedForMana,
    Targeted,
    TokenCreated,
    TokenPut,
    Transformed,
    TurnedFaceDown,
    TurnedFaceUp,
    TurnStarted,
    Untapped,
)
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.objects import became
from ecs_magic.world import World


class Occurrence(NamedTuple):
    """One happening: to which object, read on which board, and what else an ability may ask of it.

    For what an ability looks back at, `board` is the board just before (CR 603.10) and `now` what it became,
    as far as that is in a public zone (CR 603.6).
    """

    event: str
    object: int | None
    board: World
    now: tuple[ObjectId, ...] = ()
    player: Seat | None = None
    amount: int = 0
    from_: str = ""
    to: str = ""
    cause: str = ""
    kind: str = ""
    by: ObjectId | None = None


def _left(world: World, fact: PermanentLeft) -> Iterator[Occurrence]:
    board = world.boards[world.tick]
    for permanent in fact.permanents:
        now = _in_sight(world, became(world, permanent))
        player = player_of(board, permanent)
        found = Occurrence(
            "leaves", permanent, board, now, player, from_="battlefield", to=fact.to.value, cause=fact.cause
        )
        yield found
        if fact.to is Zone.GRAVEYARD:
            yield found._replace(event="dies")
        if fact.cause == "sacrifice":
            yield found._replace(event="sacrificed")


def _in_sight(world: World, objects: tuple[ObjectId, ...]) -> tuple[ObjectId, ...]:
    """Return those objects that are in a public zone, where an ability finds them (CR 603.6)."""
    return tuple(one for one in objects if world.zone(one).is_public)


def _let_go(world: World, fact: PermanentLeft) -> Iterator[Occurrence]:
    """Yield what became unattached as it left, or as what it was attached to did (CR 701.3d)."""
    board, left = world.boards[world.tick], set(fact.permanents)
    for one in board.battlefield():
        attached = board.find(one, AttachedTo)
        if attached is None or (one not in left and not (attached.object in left and world.is_object(one))):
            continue
        now = (one,) if world.is_object(one) else _in_sight(world, became(world, one))
        yield Occurrence("detached", one, board, now, player_of(board, one))


def _left_graveyard(world: World, fact: CardPut | TokenPut | PermanentEntered) -> Iterator[Occurrence]:
    """Yield what left a graveyard, as it was there (CR 603.10a)."""
    board = world.boards[world.tick]
    arrived = fact.permanents if isinstance(fact, PermanentEntered) else fact.objects
    for object_, origin in zip(arrived, fact.froms, strict=True):
        if origin == Zone.GRAVEYARD:
            before = board.get(world.cards(object_)[0], PartOf).object
            yield Occurrence("leaves graveyard", before, board, _in_sight(world, (object_,)), board.owner(before))


def _put(world: World, fact: CardPut | TokenPut) -> Iterator[Occurrence]:
    event = "put" if isinstance(fact, CardPut) else "token put"
    for object_, origin in zip(fact.objects, fact.froms, strict=True):
        now = (object_,) if fact.to.is_public else ()
        yield Occurrence(event, object_, world, now, fact.player, from_=origin.value, to=fact.to.value)


def _entered(world: World, fact: PermanentEntered) -> Iterator[Occurrence]:
    for permanent, origin, seat in zip(fact.permanents, fact.froms, fact.controllers, strict=True):
        yield Occurrence("enters", permanent, world, (permanent,), seat, from_=origin, to="battlefield")


def _merged(world: World, fact: Merged) -> Iterator[Occurrence]:
    # CR 702.140d: only the merging of a mutating spell is mutating, which gives the abilities of all.
    if world.get(fact.permanent, MergeStack).merges[-1].all_abilities:
        yield _about("mutates", world, fact.permanent)


def _about(event: str, world: World, object_: int, **more: object) -> Occurrence:
    """Return what happened to an object; the player is its controller, unless another is given."""
    more.setdefault("player", player_of(world, object_))
    return Occurrence(event, object_, world, (object_,), **more)  # type: ignore[arg-type]


_EACH: Final[dict[type[Fact], str]] = {
    Transformed: "transforms",
    TurnedFaceUp: "turned face up",
    TurnedFaceDown: "turned face down",
    Flipped: "flips",
    Tapped: "tapped",
    Untapped: "untapped",
    PhasedIn: "phased in",
    TokenCreated: "created",
}
"""Facts about permanents and nothing else."""


def _each(world: World, fact: Fact) -> Iterator[Occurrence]:
    for permanent in getattr(fact, fact.rows[0]):
        yield _about(_EACH[type(fact)], world, permanent)


def _damage(world: World, fact: DamageDealt | PlayerDamaged) -> Iterator[Occurrence]:
    """Yield what damage was to what was dealt it, and to its source (CR 120.1, 510.2)."""
    cause = "combat" if fact.combat else ""
    player = None
    if isinstance(fact, PlayerDamaged):
        player = fact.player
        yield Occurrence("player damaged", None, world, (), player, fact.amount, cause=cause)
    elif world.is_object(fact.permanent):
        yield _about("damaged", world, fact.permanent, amount=fact.amount, cause=cause)
    if fact.source is not None and world.is_object(fact.source):
        dealt = _about("deals damage", world, fact.source, player=player, amount=fact.amount, cause=cause)
        yield dealt
        if player is not None:
            yield dealt._replace(event="damages player")


def _attacked(world: World, fact: Attacked) -> Iterator[Occurrence]:
    """Yield that a player attacks, and that each of the creatures does (CR 508.3)."""
    yield Occurrence("player attacks", None, world, fact.permanents, fact.player, len(fact.permanents))
    for permanent in fact.permanents:
        yield _about("attacks", world, permanent, player=fact.defender)


def _single(world: World, fact: Fact) -> Iterator[Occurrence]:
    """Yield the occurrence of a fact about one thing."""
    match fact:
        case Melded():
            yield _about("melds", world, fact.permanent)
        case CountersAdded() | CountersRemoved() if world.is_object(fact.object):
            event = "counters put" if isinstance(fact, CountersAdded) else "counters removed"
            yield _about(event, world, fact.object, amount=fact.count, kind=fact.kind)
        case Attached():
            yield _about("attached", world, fact.object)
        case ControlChanged():
            yield _about("control changes", world, fact.permanent, player=fact.to)
        case DamageDealt() | PlayerDamaged():
            yield from _damage(world, fact)
        case LifeChanged() if fact.by:
            event = "life gained" if fact.by > 0 else "life lost"
            yield Occurrence(event, None, world, (), fact.player, abs(fact.by))
        case CardDrawn():
            for _ in fact.cards:
                yield Occurrence("draws", None, world, (), fact.player)
        case SpellCast():
            yield _about("cast", world, fact.spell, player=fact.player, from_=fact.from_.value)
        case LandPlayed() if world.is_object(fact.permanent):
            yield _about("land played", world, fact.permanent, player=fact.player, from_=fact.from_.value)
        case AbilityActivated() if world.is_object(fact.object):
            yield _about("activated", world, fact.object, player=fact.player)
        case Targeted() if world.is_object(fact.object):
            yield _about("targeted", world, fact.object, player=fact.player, by=fact.by)
        case TappedForMana() if world.is_object(fact.permanent):
            yield _about("tapped for mana", world, fact.permanent, player=fact.player, kind=fact.mana)
        case ManaAdded():
            yield Occurrence("mana added", None, world, (), fact.player, kind=fact.mana)
        case StepStarted():
            yield Occurrence("step", None, world, (), world.clock().active, kind=fact.step)
        case TurnStarted():
            yield Occurrence("turn", None, world, (), fact.player)
        case HalfUnlocked() if world.is_object(fact.permanent):
            found = _about("unlocked", world, fact.permanent, player=fact.player, kind=fact.half)
            yield found
            if fact.full:
                yield found._replace(event="fully unlocked", kind="")
        case DayNightChanged() if fact.was != "neither":
            yield Occurrence("day or night", None, world, kind=fact.time)  # CR 731.1a


def _looked_back_at(world: World, fact: PhasedOut | Detached | ControlChanged) -> Iterator[Occurrence]:
    """Yield what abilities look back at, on the board just before (CR 603.10b-d)."""
    board = world.boards[world.tick]
    match fact:
        case PhasedOut():
            for permanent in fact.permanents:
                yield Occurrence("phased out", permanent, board, (permanent,), player_of(board, permanent))
        case Detached() if world.is_object(fact.object) and board.is_object(fact.from_):
            yield Occurrence("detached", fact.object, board, (fact.object,), player_of(board, fact.object))
        case ControlChanged() if board.is_object(fact.permanent):
            was = player_of(board, fact.permanent)
            yield Occurrence("control lost", fact.permanent, board, (fact.permanent,), was)


_SINGLE: Final[dict[type[Fact], frozenset[str]]] = {
    Melded: frozenset({"melds"}),
    CountersAdded: frozenset({"counters put"}),
    CountersRemoved: frozenset({"counters removed"}),
    Attached: frozenset({"attached"}),
    ControlChanged: frozenset({"control changes"}),
    DamageDealt: frozenset({"damaged", "deals damage"}),
    PlayerDamaged: frozenset({"player damaged", "deals damage", "damages player"}),
    LifeChanged: frozenset({"life gained", "life lost"}),
    CardDrawn: frozenset({"draws"}),
    SpellCast: frozenset({"cast"}),
    LandPlayed: frozenset({"land played"}),
    AbilityActivated: frozenset({"activated"}),
    Targeted: frozenset({"targeted"}),
    TappedForMana: frozenset({"tapped for mana"}),
    ManaAdded: frozenset({"mana added"}),
    StepStarted: frozenset({"step"}),
    TurnStarted: frozenset({"turn"}),
    DayNightChanged: frozenset({"day or night"}),
    HalfUnlocked: frozenset({"unlocked", "fully unlocked"}),
}
_Maker = tuple[frozenset[str], Callable[[World, Any], Iterator[Occurrence]]]
_LEFT_GRAVEYARD: Final[_Maker] = (frozenset({"leaves graveyard"}), _left_graveyard)
_MORE: Final[tuple[tuple[type[Fact], _Maker], ...]] = (
    (PermanentLeft, (frozenset({"leaves", "dies", "sacrificed"}), _left)),
    (PermanentLeft, (frozenset({"detached"}), _let_go)),
    (CardPut, (frozenset({"put"}), _put)),
    (CardPut, _LEFT_GRAVEYARD),
    (TokenPut, (frozenset({"token put"}), _put)),
    (TokenPut, _LEFT_GRAVEYARD),
    (PermanentEntered, (frozenset({"enters"}), _entered)),
    (PermanentEntered, _LEFT_GRAVEYARD),
    (Merged, (frozenset({"mutates"}), _merged)),
    (Attacked, (frozenset({"player attacks", "attacks"}), _attacked)),
    (PhasedOut, (frozenset({"phased out"}), _looked_back_at)),
    (Detached, (frozenset({"detached"}), _looked_back_at)),
    (ControlChanged, (frozenset({"control lost"}), _looked_back_at)),
)
_ALL: Final[tuple[tuple[type[Fact], _Maker], ...]] = (
    *_MORE,
    *((kind, (frozenset({event}), _each)) for kind, event in _EACH.items()),
    *((kind, (events, _single)) for kind, events in _SINGLE.items()),
)
_TOLD: Final[dict[type[Fact], tuple[_Maker, ...]]] = {
    kind: tuple(maker for one, maker in _ALL if one is kind) for kind, _ in _ALL
}
"""For each kind of fact, the events it can be and what makes them of it."""


def events_of(fact: Fact) -> frozenset[str]:
    """Return the words for the events that a kind of fact can be."""
    return frozenset().union(*(events for events, _ in _TOLD.get(type(fact), ())))


def occurrences(world: World, fact: Fact, words: frozenset[str]) -> Iterator[Occurrence]:
    """Yield what a fact of the tick just applied is to triggered abilities that wait for these words."""
    for events, made in _TOLD[type(fact)]:
        if not words.isdisjoint(events):
            yield from made(world, fact)
