"""Elementary changes: what requests expand to. A plan holds them; each system applies its own kinds."""

from typing import Literal

import msgspec

from ecs_magic.abilities import Effect
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import CopiableValues
from ecs_magic.components import CastAs, ChosenX, Delayed, Resolving, Sacrificed, StackAbility
from ecs_magic.enums import CardKind, Duration, Face, Zone
from ecs_magic.facedown import FaceDown
from ecs_magic.ids import CardId, ConstituentId, EffectId, EntityId, ObjectId, Seat


class Change(msgspec.Struct, frozen=True, gc=False):
    """Base of all changes."""

    @property
    def subject(self) -> int | None:
        """The object that must still be there for the change to make sense."""
        found: int | None = getattr(self, "permanent", None)
        return found

    @property
    def goes(self) -> tuple[int, ...]:
        """The objects that are no more once the change is done: they enter, merge or cease to exist."""
        return ()


class Apart(msgspec.Struct, frozen=True, gc=False):
    """Some cards of a departing object that go another way than the rest (CR 730.3e, 903.9c)."""

    cards: tuple[CardId, ...]
    to: Zone
    position: Literal["top", "bottom", "shuffled"] | int = "top"
    counters: tuple[tuple[str, int], ...] = ()


class Leave(Change, frozen=True):
    """An object leaves its zone; each card that represents it goes to `to`, one by one ordered there.

    `cards` is in the order decided for simultaneous arrival, bottom or oldest first; those in `apart` go
    their own way.
    """

    object: ObjectId
    cards: tuple[CardId, ...]
    to: Zone
    by: Seat
    cause: str
    position: Literal["top", "bottom", "shuffled"] | int = "top"
    face: Face = Face.FRONT
    face_down: FaceDown | None = None
    counters: tuple[tuple[str, int], ...] = ()
    apart: tuple[Apart, ...] = ()
    applied: frozenset[str] = frozenset()
    """The replacement effects that applied to the event by now (CR 614.5)."""

    @property
    def rest(self) -> tuple[CardId, ...]:
        """The cards that go with the permanent, and not their own way."""
        gone = {card for apart in self.apart for card in apart.cards}
        return tuple(card for card in self.cards if card not in gone)

    @property
    def ways(self) -> "tuple[Apart, ...]":
        """Each way that some of the cards go, the common one first."""
        rest = self.rest
        return (Apart(rest, self.to, self.position, self.counters), *self.apart) if rest else self.apart

    def way(self, card: CardId) -> "Apart":
        """Return the way that a card goes."""
        return next((apart for apart in self.apart if card in apart.cards), self.ways[0])


class NewCard(msgspec.Struct, frozen=True, gc=False):
    """A card entity that is about to be made: a token (CR 111.2), or what a position starts with."""

    definition: CardDefinition
    owner: Seat
    kind: CardKind = CardKind.TOKEN
    commander: bool = False


class Enter(Change, frozen=True):
    """One permanent enters the battlefield (CR 614.12), made of one object or a new token.

    A melded permanent has two of them (`EnterMelded`).
    """

    objects: tuple[ObjectId, ...]
    controller: Seat
    new: tuple[NewCard, ...] = ()
    face: Face = Face.FRONT
    face_down: FaceDown | None = None
    tapped: bool = False
    flipped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: ObjectId | None = None
    attacking: bool = False
    copy: CopiableValues | None = None
    """The values that it enters as a copy with (CR 707.5)."""
    copy_until: Duration = "game ends"
    shaped: bool = False
    """Whether these are its own values, in the shape that was chosen for it, and no copy's."""
    effect: Effect | None = None
    """A continuous effect that begins as it enters (CR 611.2e)."""
    until: Duration = "game ends"
    unlocked: str = ""
    """The half that was cast as a spell (CR 709.5d)."""
    chose: tuple[tuple[str, str], ...] = ()
    """The words chosen for it as it enters (CR 614.12a)."""
    linked: tuple[ObjectId, ...] = ()
    """The object chosen for it as it enters (CR 607.2d)."""

    @property
    def goes(self) -> tuple[ObjectId, ...]:
        """What becomes the permanent."""
        return self.objects


class EnterMelded(Enter, frozen=True):
    """The two cards of a meld pair enter as one permanent (CR 701.42a, 712.14c)."""

    pair: CardDefinition | None = None


class Vanish(Change, frozen=True):
    """A token or copy ceases to exist (CR 704.5d-e)."""

    object: ObjectId

    @property
    def goes(self) -> tuple[ObjectId, ...]:
        """What ceases to exist."""
        return (self.object,)


class NoteOffer(Change, frozen=True):
    """A commander stays where it is, and is not offered the command zone there again (CR 903.9a)."""

    object: ObjectId

    @property
    def subject(self) -> int:
        """The object that the commander is."""
        return self.object


class MergeInto(Change, frozen=True):
    """An object becomes constituents of a permanent (CR 730.2)."""

    object: ObjectId
    onto: ObjectId
    over: bool
    all_abilities: bool

    @property
    def subject(self) -> int:
        """The permanent that is merged with."""
        return self.onto

    @property
    def goes(self) -> tuple[ObjectId, ...]:
        """What merges."""
        return (self.object,)


class TurnOver(Change, frozen=True):
    """Constituents of a permanent turn to their other face (CR 701.27a, 730.2i)."""

    permanent: ObjectId
    constituents: tuple[ConstituentId, ...]
    verb: str
    renew: bool


class FlipOver(Change, frozen=True):
    """A permanent becomes flipped (CR 710.4)."""

    permanent: ObjectId


class FaceUp(Change, frozen=True):
    """Face-down constituents are turned face up (CR 708.8, 730.2f)."""

    permanent: ObjectId
    constituents: tuple[ConstituentId, ...]
    x: int | None = None
    """The X of the cost that was paid for it (CR 702.37f)."""


class FaceDownTurn(Change, frozen=True):
    """Face-up constituents are turned face down (CR 708.2, 730.2f)."""

    permanent: ObjectId
    constituents: tuple[ConstituentId, ...]
    face_down: FaceDown


class Reveal(Change, frozen=True):
    """Cards are shown to all players, and nothing else changes (CR 730.2g)."""

    cards: tuple[CardId, ...]


class Copy(Change, frozen=True):
    """An object becomes a copy (CR 707.4), or takes the form that was chosen for it (CR 208.2b)."""

    permanent: ObjectId
    values: CopiableValues
    until: Duration
    controller: Seat
    source: ObjectId | None = None
    rule: str = "707.2"


class ChangeCounters(Change, frozen=True):
    """Counters are put on (positive) or taken from (negative) an object or player."""

    entity: int
    kind: str
    count: int

    @property
    def subject(self) -> int:
        """What gets or loses the counters."""
        return self.entity


class SetStatus(Change, frozen=True):
    """A permanent becomes tapped or untapped, phases out or in."""

    permanent: ObjectId
    field: Literal["tapped", "phased_out"]
    value: bool
    indirectly: bool = False
    """Whether it phases out with what it is attached to (CR 702.26g)."""


class AttachTo(Change, frozen=True):
    """Something becomes attached to an object, or to nothing."""

    permanent: ObjectId
    to: ObjectId | None


class MarkDamage(Change, frozen=True):
    """Damage is marked on a permanent."""

    permanent: ObjectId
    amount: int
    deathtouch: bool
    source: ObjectId | None = None
    combat: bool = False
    withers: bool = False
    """Whether counters do what it does to a creature (CR 120.3d)."""


class DeclareAttackers(Change, frozen=True):
    """Creatures become attacking creatures."""

    permanents: tuple[ObjectId, ...]
    player: Seat
    defender: Seat


class ForgetDeathtouch(Change, frozen=True):
    """The damage on a permanent is damage without deathtouch from now on (CR 704.5h)."""

    permanent: ObjectId


class BeginEffect(Change, frozen=True):
    """A continuous effect begins."""

    effect: Effect
    objects: tuple[ObjectId, ...] | None
    controller: Seat
    until: Duration
    source: ObjectId | None


class EndEffect(Change, frozen=True):
    """A continuous effect ends."""

    effect: EffectId


class SetLifeTotal(Change, frozen=True):
    """A life total becomes this, or goes down by damage, or changes by a number."""

    player: Seat
    life: int
    damage: int = 0
    by: int = 0
    source: ObjectId | None = None
    combat: bool = False
    kept: bool = False
    """Whether the damage costs no life: the player can't lose any, or gets poison counters (CR 119.8, 120.3b)."""


class FillPool(Change, frozen=True):
    """Mana is added to a pool."""

    player: Seat
    mana: str


class SpendMana(Change, frozen=True):
    """Mana is paid out of a pool."""

    player: Seat
    mana: str


class Announce(Change, frozen=True):
    """What was put on the stack by casting gets its targets, X and how it was cast (CR 601.2b-c)."""

    spell: ObjectId
    player: Seat
    cast: CastAs
    targets: tuple[tuple[int, ...], ...]
    x: int | None
    lost: tuple[ObjectId, ...] = ()
    shape: CopiableValues | None = None


class TellLand(Change, frozen=True):
    """It is told that a land was played; it enters by another change."""

    card: ObjectId
    player: Seat
    from_: Zone


class PutAbility(Change, frozen=True):
    """An ability is put on the stack; `entity` is that of a trigger that waited (CR 602.2a, 603.3)."""

    held: StackAbility
    entity: EntityId | None
    targets: tuple[tuple[int, ...], ...]
    x: int | None = None
    lost: tuple[ObjectId, ...] = ()


class PutCopy(Change, frozen=True):
    """A copy of a spell or ability is put on the stack (CR 707.10), as that was when the copy was planned."""

    of: ObjectId
    player: Seat
    targets: tuple[tuple[int, ...], ...]
    new: NewCard | StackAbility
    face: Face = Face.FRONT
    face_down: FaceDown | None = None
    kept: tuple[ChosenX | CastAs | Sacrificed, ...] = ()


class MarkCountered(Change, frozen=True):
    """A spell or ability is countered; it leaves the stack by another change."""

    entry: ObjectId


class Forget(Change, frozen=True):
    """A waiting trigger is not put on the stack (CR 603.3d)."""

    entity: EntityId


class Begin(Change, frozen=True):
    """A spell or ability begins to resolve (CR 608.2)."""

    resolving: Resolving


class Note(Change, frozen=True):
    """What the instruction of this tick made is noted for the next; cards are linked to `link` (CR 607.2a)."""

    link: ObjectId | None = None


class LeaveStack(Change, frozen=True):
    """An ability leaves the stack: it resolved, or was removed (CR 608.2m)."""

    entry: ObjectId


class EndResolving(Change, frozen=True):
    """The resolution is over."""

    entry: ObjectId


class BeginDelayed(Change, frozen=True):
    """A delayed triggered ability is created (CR 603.7a)."""

    delayed: Delayed


class TriggerNow(Change, frozen=True):
    """A state trigger or reflexive ability triggers (CR 603.8, 603.12)."""

    held: StackAbility
    x: int | None = None


class UseOnce(Change, frozen=True):
    """An ability that may be used once each turn is used (CR 602.5b)."""

    source: ObjectId
    ability: str


class Hold(Change, frozen=True):
    """What leaves its zone in this tick goes back there once the source leaves the battlefield (CR 610.3)."""

    source: ObjectId
    objects: tuple[ObjectId, ...]
    zone: Zone


class EndHold(Change, frozen=True):
    """What was held goes back right after this tick (CR 610.3)."""

    held: EntityId


class Shield(Change, frozen=True):
    """A permanent gets a shield of regeneration, or uses one up (CR 701.19a)."""

    permanent: ObjectId
    used: bool


class PairUp(Change, frozen=True):
    """Two creatures become paired."""

    permanent: ObjectId
    other: ObjectId


class ChooseWord(Change, frozen=True):
    """A word of a kind is chosen for a permanent, in place of an earlier one (CR 607.2d)."""

    permanent: ObjectId
    kind: str
    word: str


class SetUnlocked(Change, frozen=True):
    """Half of a permanent is unlocked or locked (CR 709.5f-g)."""

    permanent: ObjectId
    half: str
    unlocked: bool
    player: Seat

    @property
    def subject(self) -> int:
        """The permanent."""
        return self.permanent


class AddMark(Change, frozen=True):
    """A permanent gets a designation."""

    permanent: ObjectId
    mark: str


class TapForMana(Change, frozen=True):
    """A mana ability with {T} in its cost made mana (CR 106.12a)."""

    source: ObjectId
    player: Seat


class Order(Change, frozen=True):
    """A library takes a new order, bottom first."""

    player: Seat
    objects: tuple[ObjectId, ...]


class Overdraw(Change, frozen=True):
    """A player draws from an empty library (CR 121.4)."""

    player: Seat


class LosePlayer(Change, frozen=True):
    """A player loses the game (CR 104.3)."""

    player: Seat
    rule: str


class ChangeTime(Change, frozen=True):
    """It becomes day or night (CR 731.1)."""

    time: Literal["day", "night"]


class MoveClock(Change, frozen=True):
    """A turn or step begins; damage and mana go where the step says so."""

    turn: int
    active: Seat
    step: str
    new_turn: bool = False
    skipped: bool = False


class SkipNext(Change, frozen=True):
    """A player is to skip the next step of that name (CR 500.11)."""

    player: Seat
    step: str
