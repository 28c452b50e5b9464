"""Facts: what happened, in the past tense. One fact of a kind and batch may tell of many objects.

Fields named in `rows` are arrays of equal length, one place for each thing it happened to; the other
fields are shared by all of them. `each()` gives one fact for each place; the run's digest is taken over
those, so grouping never shows in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, overload

import msgspec

from ecs_magic.decisions import Answer, Option
from ecs_magic.enums import Zone
from ecs_magic.ids import CardId, EffectId, ObjectId, Seat


class Fact(msgspec.Struct, frozen=True, gc=False):
    """Base of all facts."""

    rows: ClassVar[tuple[str, ...]] = ()

    @property
    def seen_by(self) -> tuple[Seat, ...] | None:
        """The seats that may see it; `None` is everybody."""
        return None

    @property
    def name(self) -> str:
        """The name of the kind of fact, as scenario files use it."""
        return type(self).__name__

    def __len__(self) -> int:
        return len(getattr(self, self.rows[0])) if self.rows else 1

    def each(self) -> Iterator["Fact"]:
        """Yield one fact for each thing that it happened to."""
        if not self.rows or len(self) == 1:
            yield self
            return
        for values in zip(*(getattr(self, row) for row in self.rows), strict=True):
            single = {row: (value,) for row, value in zip(self.rows, values, strict=True)}
            yield msgspec.structs.replace(self, **single)

    def record(self) -> dict[str, Any]:
        """Return a fact about one thing as a table; a row `permanents` is the key `permanent`."""
        table: dict[str, Any] = {"fact": self.name}
        for field in self.__struct_fields__:
            value = getattr(self, field)
            if field in self.rows:
                table[singular(field)] = value[0]
            else:
                table[field.rstrip("_")] = value
        return table


class Facts(Sequence[Fact]):
    """Facts one by one, over facts that may each tell of many things; those are not taken apart before asked for."""

    __slots__ = ("_grouped", "_length", "_single")

    def __init__(self, grouped: Iterable[Fact] = ()) -> None:
        self._grouped = list(grouped)
        self._length = sum(map(len, self._grouped))
        self._single: list[Fact] | None = None

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Fact]:
        for fact in self._grouped:
            yield from fact.each()

    @overload
    def __getitem__(self, index: int) -> Fact: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Fact]: ...

    def __getitem__(self, index: int | slice) -> Fact | Sequence[Fact]:
        if self._single is None:
            self._single = list(self)
        return self._single[index]

    def __add__(self, other: "Facts") -> "Facts":
        return Facts([*self._grouped, *other._grouped])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Facts({list(self)!r})"

    @property
    def grouped(self) -> tuple[Fact, ...]:
        """The facts as they were told, one of a kind and batch."""
        return tuple(self._grouped)


def singular(row: str) -> str:
    """Return the name of one place of a row of facts."""
    return row.removesuffix("s")


class PermanentLeft(Fact, frozen=True):
    """A permanent left the battlefield: one fact, of however many cards (CR 712.21, 730.3)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]
    to: Zone
    cause: str


class CardPut(Fact, frozen=True):
    """A card was put into a zone other than the battlefield; never a token (CR 108.2b)."""

    rows = ("cards", "objects", "froms")
    cards: tuple[CardId, ...]
    objects: tuple[ObjectId, ...]
    froms: tuple[Zone, ...]
    to: Zone
    player: Seat


class TokenPut(Fact, frozen=True):
    """A token or copy of a spell was put into a zone, where it will cease to exist (CR 111.7, 707.10a)."""

    rows = ("tokens", "objects", "froms")
    tokens: tuple[CardId, ...]
    objects: tuple[ObjectId, ...]
    froms: tuple[Zone, ...]
    to: Zone
    player: Seat


class PermanentEntered(Fact, frozen=True):
    """A permanent entered the battlefield (CR 603.6a); a melded one enters as one (CR 701.42a)."""

    rows = ("permanents", "froms", "controllers")
    permanents: tuple[ObjectId, ...]
    froms: tuple[str, ...]
    controllers: tuple[Seat, ...]


class TokenCreated(Fact, frozen=True):
    """A token was created (CR 111.2); a copy of a spell that became a token was not (CR 111.13)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class CeasedToExist(Fact, frozen=True):
    """A token or copy outside its zone ceased to exist (CR 704.5d-e)."""

    rows = ("tokens",)
    tokens: tuple[CardId, ...]


class Merged(Fact, frozen=True):
    """An object merged with a permanent, which stays the same object (CR 730.2)."""

    permanent: ObjectId
    cards: tuple[CardId, ...]
    where: str


class Melded(Fact, frozen=True):
    """Two cards were melded into one permanent (CR 701.42a)."""

    permanent: ObjectId
    cards: tuple[CardId, ...]


class Transformed(Fact, frozen=True):
    """A permanent transformed or converted, as `verb` says (CR 701.27, 701.28)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]
    verb: str


class Flipped(Fact, frozen=True):
    """A permanent became flipped (CR 710.4)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class TurnedFaceUp(Fact, frozen=True):
    """A permanent was turned face up (CR 708.8); never by merging or transforming (CR 730.2e, 701.27b)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class TurnedFaceDown(Fact, frozen=True):
    """A permanent was turned face down (CR 708.2)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class Revealed(Fact, frozen=True):
    """A card was shown to all players (CR 701.20, 708.9, 730.2g)."""

    rows = ("cards",)
    cards: tuple[CardId, ...]


class BecameCopy(Fact, frozen=True):
    """A permanent became a copy (CR 707.4, 707.2c)."""

    permanent: ObjectId
    effect: EffectId


class CountersAdded(Fact, frozen=True):
    """Counters of one kind were put on something (CR 122.6)."""

    object: int
    kind: str
    count: int


class CountersRemoved(Fact, frozen=True):
    """Counters of one kind were removed (CR 122.1)."""

    object: int
    kind: str
    count: int


class Attached(Fact, frozen=True):
    """An Aura, Equipment or Fortification became attached (CR 701.3)."""

    object: ObjectId
    to: ObjectId


class Detached(Fact, frozen=True):
    """Something became unattached (CR 701.3d)."""

    object: ObjectId
    from_: ObjectId


class Tapped(Fact, frozen=True):
    """A permanent became tapped (CR 701.26a)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class Untapped(Fact, frozen=True):
    """A permanent became untapped (CR 701.26b)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class PhasedOut(Fact, frozen=True):
    """A permanent phased out, on its own or with what it is attached to (CR 702.26)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class PhasedIn(Fact, frozen=True):
    """A permanent phased in (CR 702.26c)."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]


class ControlChanged(Fact, frozen=True):
    """A permanent came under another player's control (CR 110.2)."""

    permanent: ObjectId
    to: Seat


class DamageDealt(Fact, frozen=True):
    """Damage was dealt to a permanent (CR 120), by what source, if it had one."""

    permanent: ObjectId
    amount: int
    source: ObjectId | None = None
    combat: bool = False


class PlayerDamaged(Fact, frozen=True):
    """Damage was dealt to a player (CR 120.3a), by what source, if it had one."""

    player: Seat
    amount: int
    source: ObjectId | None = None
    combat: bool = False


class Attacked(Fact, frozen=True):
    """A player declared creatures as attackers (CR 508.1), tapped by it or not."""

    rows = ("permanents",)
    permanents: tuple[ObjectId, ...]
    player: Seat
    defender: Seat


class HalfUnlocked(Fact, frozen=True):
    """Half of a permanent got its unlocked designation; `full` tells that both have it now (CR 709.5h-i)."""

    permanent: ObjectId
    half: str
    player: Seat
    full: bool


class HalfLocked(Fact, frozen=True):
    """Half of a permanent lost its unlocked designation (CR 709.5g)."""

    permanent: ObjectId
    half: str


class DayNightChanged(Fact, frozen=True):
    """It became day or night; before it was the other, or neither (CR 731.1)."""

    time: str
    was: str


class EffectBegan(Fact, frozen=True):
    """A continuous effect of a resolved spell or ability began (CR 611.2)."""

    effect: EffectId


class EffectEnded(Fact, frozen=True):
    """A continuous effect ended."""

    rows = ("effects",)
    effects: tuple[EffectId, ...]


class LifeChanged(Fact, frozen=True):
    """A player's life total changed."""

    player: Seat
    life: int
    by: int = 0


class ManaAdded(Fact, frozen=True):
    """Mana was added to a player's pool (CR 106.4)."""

    player: Seat
    mana: str


class Shuffled(Fact, frozen=True):
    """A library was shuffled (CR 701.24)."""

    player: Seat


class CardDrawn(Fact, frozen=True):
    """A player drew a card (CR 121.1)."""

    rows = ("cards",)
    cards: tuple[CardId, ...]
    player: Seat


class DrewFromEmpty(Fact, frozen=True):
    """A player was to draw from an empty library (CR 704.5b)."""

    player: Seat


class SpellCast(Fact, frozen=True):
    """A player cast a spell (CR 601.2i)."""

    spell: ObjectId
    player: Seat
    from_: Zone


class LandPlayed(Fact, frozen=True):
    """A player played a land (CR 305.1)."""

    permanent: ObjectId
    player: Seat
    from_: Zone


class SpellCopied(Fact, frozen=True):
    """A copy of a spell or ability was put on the stack (CR 707.10)."""

    entry: ObjectId
    object: ObjectId
    player: Seat


class Countered(Fact, frozen=True):
    """A spell or ability was countered (CR 701.6a)."""

    entry: ObjectId


class AbilityActivated(Fact, frozen=True):
    """A player activated an ability of an object (CR 602.2); a mana ability never is on the stack."""

    object: ObjectId
    ability: str
    player: Seat


class AbilityTriggered(Fact, frozen=True):
    """An ability of an object triggered (CR 603.2); it waits to be put on the stack."""

    object: ObjectId
    ability: str
    player: Seat


class AbilityPut(Fact, frozen=True):
    """An activated or triggered ability was put on the stack (CR 602.2a, 603.3)."""

    entry: ObjectId
    object: ObjectId
    ability: str
    player: Seat


class Targeted(Fact, frozen=True):
    """An object became the target of a spell or ability (CR 115.1)."""

    object: ObjectId
    by: ObjectId
    player: Seat


class Resolved(Fact, frozen=True):
    """A spell or ability finished resolving (CR 608.2m-n)."""

    entry: ObjectId


class ManaSpent(Fact, frozen=True):
    """A player paid mana (CR 106.4)."""

    player: Seat
    mana: str


class TappedForMana(Fact, frozen=True):
    """A permanent was tapped for mana: such an ability resolved and made this mana (CR 106.12a)."""

    permanent: ObjectId
    player: Seat
    mana: str


class BecamePaired(Fact, frozen=True):
    """Two creatures became paired (CR 702.95b)."""

    permanent: ObjectId
    other: ObjectId


class Designated(Fact, frozen=True):
    """A permanent became monstrous, renowned or the like (CR 701.37b)."""

    permanent: ObjectId
    mark: str


class TurnStarted(Fact, frozen=True):
    """A turn began (CR 500.1)."""

    player: Seat
    turn: int


class StepStarted(Fact, frozen=True):
    """A step or phase began (CR 500.1)."""

    step: str


class StepSkipped(Fact, frozen=True):
    """A player skipped a step or phase: nothing of it happened (CR 500.11)."""

    player: Seat
    step: str


class PlayerLost(Fact, frozen=True):
    """A player lost the game by a state-based action (CR 704.5a-c)."""

    player: Seat
    rule: str


class Ignored(Fact, frozen=True):
    """An instruction that the rules ignore: nothing happened, by this rule, for this reason."""

    request: str
    object: int | None
    rule: str
    why: str


class DecisionMade(Fact, frozen=True):
    """A player made a choice."""

    ask: str
    player: Seat
    options: tuple[Option, ...]
    answer: Answer
    viewers: tuple[Seat, ...] | None = None

    @property
    def seen_by(self) -> tuple[Seat, ...] | None:
        """The seats that may see the answer."""
        return self.viewers


def fact_kinds() -> dict[str, type[Fact]]:
    """Return all kinds of fact by name, in alphabetical order; a host's own among them."""
    return {kind.__name__: kind for kind in sorted(Fact.__subclasses__(), key=lambda kind: kind.__name__)}
