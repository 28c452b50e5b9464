"""What happened, as triggered abilities look at it: each fact as occurrences about objects and players (CR 603.2)."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ecs_magic.components import MergeStack
from ecs_magic.derived import player_of
from ecs_magic.enums import Zone
from ecs_magic.facts import (
    AbilityActivated,
    Attached,
    CardDrawn,
    CardPut,
    ControlChanged,
    CountersAdded,
    CountersRemoved,
    DamageDealt,
    Detached,
    Fact,
    Flipped,
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

    For what left, `board` is the board just before (CR 603.10a) and `now` what it became, as far as that is
    in a public zone (CR 603.6).
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


def _left(world: World, fact: PermanentLeft) -> Iterator[Occurrence]:
    board = world.boards[world.tick]
    for permanent in fact.permanents:
        now = tuple(one for one in became(world, permanent) if world.zone(one).is_public)
        player = player_of(board, permanent)
        found = Occurrence(
            "leaves", permanent, board, now, player, from_="battlefield", to=fact.to.value, cause=fact.cause
        )
        yield found
        if fact.to is Zone.GRAVEYARD:
            yield found._replace(event="dies")


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
    return Occurrence(event, object_, world, (object_,), **more)  # type: ignore[arg-type]


_EACH: Final[dict[type[Fact], str]] = {
    Transformed: "transforms",
    TurnedFaceUp: "turned face up",
    TurnedFaceDown: "turned face down",
    Flipped: "flips",
    Tapped: "tapped",
    Untapped: "untapped",
    PhasedOut: "phased out",
    PhasedIn: "phased in",
    TokenCreated: "created",
}
"""Facts about permanents and nothing else."""


def _each(world: World, fact: Fact) -> Iterator[Occurrence]:
    for permanent in getattr(fact, fact.rows[0]):
        yield _about(_EACH[type(fact)], world, permanent)


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
        case Detached() if world.is_object(fact.object):
            yield _about("detached", world, fact.object)
        case ControlChanged():
            yield _about("control changes", world, fact.permanent, player=fact.to)
        case DamageDealt() if world.is_object(fact.permanent):
            yield _about("damaged", world, fact.permanent, amount=fact.amount)
        case PlayerDamaged():
            yield Occurrence("player damaged", None, world, (), fact.player, fact.amount)
        case LifeChanged() if fact.by:
            event = "life gained" if fact.by > 0 else "life lost"
            yield Occurrence(event, None, world, (), fact.player, abs(fact.by))
        case CardDrawn():
            for _ in fact.cards:
                yield Occurrence("draws", None, world, (), fact.player)
        case SpellCast():
            yield _about("cast", world, fact.spell, player=fact.player, from_=fact.from_.value)
        case AbilityActivated() if world.is_object(fact.object):
            yield _about("activated", world, fact.object, player=fact.player)
        case Targeted() if world.is_object(fact.object):
            yield _about("targeted", world, fact.object, player=fact.player)
        case TappedForMana() if world.is_object(fact.permanent):
            yield _about("tapped for mana", world, fact.permanent, player=fact.player, kind=fact.mana)
        case ManaAdded():
            yield Occurrence("mana added", None, world, (), fact.player, kind=fact.mana)
        case StepStarted():
            yield Occurrence("step", None, world, (), world.clock().active, kind=fact.step)
        case TurnStarted():
            yield Occurrence("turn", None, world, (), fact.player)


_SINGLE: Final[dict[type[Fact], frozenset[str]]] = {
    Melded: frozenset({"melds"}),
    CountersAdded: frozenset({"counters put"}),
    CountersRemoved: frozenset({"counters removed"}),
    Attached: frozenset({"attached"}),
    Detached: frozenset({"detached"}),
    ControlChanged: frozenset({"control changes"}),
    DamageDealt: frozenset({"damaged"}),
    PlayerDamaged: frozenset({"player damaged"}),
    LifeChanged: frozenset({"life gained", "life lost"}),
    CardDrawn: frozenset({"draws"}),
    SpellCast: frozenset({"cast"}),
    AbilityActivated: frozenset({"activated"}),
    Targeted: frozenset({"targeted"}),
    TappedForMana: frozenset({"tapped for mana"}),
    ManaAdded: frozenset({"mana added"}),
    StepStarted: frozenset({"step"}),
    TurnStarted: frozenset({"turn"}),
}
_TOLD: Final[dict[type[Fact], tuple[frozenset[str], Callable[[World, Fact], Iterator[Occurrence]]]]] = {
    PermanentLeft: (frozenset({"leaves", "dies"}), _left),  # type: ignore[dict-item]
    CardPut: (frozenset({"put"}), _put),  # type: ignore[dict-item]
    TokenPut: (frozenset({"token put"}), _put),  # type: ignore[dict-item]
    PermanentEntered: (frozenset({"enters"}), _entered),  # type: ignore[dict-item]
    Merged: (frozenset({"mutates"}), _merged),  # type: ignore[dict-item]
    **{kind: (frozenset({event}), _each) for kind, event in _EACH.items()},
    **{kind: (events, _single) for kind, events in _SINGLE.items()},
}
"""For each kind of fact, the events it can be and what makes them of it."""


def events_of(fact: Fact) -> frozenset[str]:
    """Return the words for the events that a kind of fact can be."""
    found = _TOLD.get(type(fact))
    return frozenset() if found is None else found[0]


def occurrences(world: World, fact: Fact) -> Iterator[Occurrence]:
    """Yield what a fact of the tick just applied is to triggered abilities."""
    yield from _TOLD[type(fact)][1](world, fact)
