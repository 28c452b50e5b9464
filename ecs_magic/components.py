"""The components: what is stored about each entity. Frozen values; a change replaces the value.

Every entity carries few of them. A *card entity* has Printed, Kind, Owner, FaceState and PartOf. An
*object entity* has MergeStack, InZone, Timestamped and, on the battlefield or stack, Controller; the rest
only where they differ from the default. What is derived (characteristics, controller after layer 2,
token-ness, face-down status) is stored nowhere.
"""

from typing import Literal

import msgspec

from ecs_magic.abilities import Ability, Effect, Triggered
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import CopiableValues
from ecs_magic.enums import CardKind, Duration, Face, Zone
from ecs_magic.facedown import FaceDown
from ecs_magic.ids import CardId, ConstituentId, EffectId, EntityId, ObjectId, Seat, Timestamp


class Component(msgspec.Struct, frozen=True, gc=False):
    """Base of all components."""


# --- card entities -----------------------------------------------------------------------------------


class Printed(Component, frozen=True):
    """What is printed on a card or defines a token (CR 108, 111.3). Never rewritten."""

    definition: CardDefinition


class Kind(Component, frozen=True):
    """Card, token or copy of a spell (CR 108.2, 111.1, 707.10). A copy becomes a token (CR 608.3f)."""

    kind: CardKind


class Owner(Component, frozen=True):
    """The player who owns the card or token (CR 108.3, 111.2). Never rewritten."""

    seat: Seat


class FaceState(Component, frozen=True):
    """Which face is up, and whether the constituent is face down: two ideas (CR 701.27b, 730.2e).

    Written through `verbs.set_face` alone.
    """

    face: Face = Face.FRONT
    face_down: FaceDown | None = None


class PartOf(Component, frozen=True):
    """The object that the card represents now, alone or with others. Mirrors `MergeStack`."""

    object: ObjectId


class MeldPair(Component, frozen=True):
    """The two cards of a melded permanent (CR 712.4a); the entity is one constituent.

    It exists from the meld until the permanent leaves. Its `Printed` is the combined face.
    """

    cards: tuple[CardId, CardId]


class Commander(Component, frozen=True):
    """The card is its owner's commander, wherever it is and whatever it looks like (CR 903.3)."""


# --- object entities ---------------------------------------------------------------------------------


class Merge(msgspec.Struct, frozen=True, gc=False):
    """One merging: when, over or under, and whether it gives the abilities of all (CR 730.2a, 702.140e)."""

    timestamp: Timestamp
    over: bool
    all_abilities: bool
    size: int
    """How many constituents it brought."""


class MergeStack(Component, frozen=True):
    """What represents the object, topmost first (CR 730.2); most objects have one constituent.

    Written through `verbs.represent` alone.
    """

    constituents: tuple[ConstituentId, ...]
    merges: tuple[Merge, ...] = ()


class InZone(Component, frozen=True):
    """The zone the object is in, and whose: the owner's, also in shared zones (CR 400.1, 400.3)."""

    zone: Zone
    seat: Seat


class Timestamped(Component, frozen=True):
    """The object's timestamp (CR 613.7d-g).

    `together` is the first timestamp of the permanents that entered at the same moment as this one, if any
    did: their timestamps tell them apart (CR 613.7m), though none is older than another (CR 704.5k).
    """

    timestamp: Timestamp
    together: Timestamp | None = None


class Controller(Component, frozen=True):
    """Under whose control the object entered or was cast (CR 110.2); layer 2 may change who it is."""

    seat: Seat


class ControlledSince(Component, frozen=True):
    """Who controls the permanent after all effects, and since when without a break (CR 302.6)."""

    seat: Seat
    timestamp: Timestamp


class Status(Component, frozen=True):
    """Three of the four status values (CR 110.5); face down is that of the topmost constituent.

    `indirectly` tells a phased-out permanent that phased out with what it is attached to, and phases in with
    that alone, from one that phased out by itself (CR 702.26g).
    """

    tapped: bool = False
    flipped: bool = False
    phased_out: bool = False
    indirectly: bool = False


class CounterPile(msgspec.Struct, frozen=True, gc=False):
    """The counters of one kind; they share one timestamp (CR 613.7c)."""

    kind: str
    count: int
    timestamp: Timestamp


class Counters(Component, frozen=True):
    """The counters on an object or player, by kind in alphabetical order (CR 122.1)."""

    piles: tuple[CounterPile, ...]

    def count(self, kind: str) -> int:
        """How many counters of `kind` there are."""
        return next((pile.count for pile in self.piles if pile.kind == kind), 0)


class Damage(Component, frozen=True):
    """Damage marked on a permanent this turn (CR 120.3e), and whether any had deathtouch (CR 704.5h)."""

    marked: int
    deathtouch: bool = False


class AttachedTo(Component, frozen=True):
    """What an Aura, Equipment or Fortification is attached to (CR 303.4, 301.5)."""

    object: ObjectId


class Attacking(Component, frozen=True):
    """The host declared the permanent as an attacking creature (CR 506.4); kept by merge and transform."""


class ChosenX(Component, frozen=True):
    """The value of X chosen for a spell (CR 107.3a), and for the permanent it became (CR 107.3m)."""

    x: int


class Copying(Component, frozen=True):
    """The copy effects that apply to the object, in the order they began (CR 707, 613.2a)."""

    effects: tuple[EffectId, ...]


class HeldUntil(Component, frozen=True):
    """What was moved until its source leaves the battlefield, and the zone it goes back to (CR 610.3).

    It is an entity of its own, from the moving until the source leaves.
    """

    source: ObjectId
    objects: tuple[ObjectId, ...]
    zone: Zone


class Regenerating(Component, frozen=True):
    """How many destructions of the permanent are replaced this turn (CR 701.19a)."""

    shields: int


class LastTurned(Component, frozen=True):
    """When the permanent last transformed or converted (CR 701.27f, 701.28e)."""

    timestamp: Timestamp


class Gone(Component, frozen=True):
    """All that is left of an object that changed zones or ceased to exist (CR 400.7).

    `became` are the objects it turned into; `tick` names the frozen board that holds its last known
    information (CR 608.2h).
    """

    became: tuple[ObjectId, ...]
    tick: int
    card: CardId | None = None
    """The topmost card that represented it."""
    to: Zone | None = None
    """The zone to which it went, as the rules see it: a pile goes to one (CR 730.3)."""


class CommandOffered(Component, frozen=True):
    """The owner of this commander was asked whether it goes to the command zone, and left it here (CR 903.9a)."""


# --- spells and abilities on the stack -------------------------------------------------------------------


class Bound(msgspec.Struct, frozen=True, gc=False):
    """What the words of a triggered ability mean: what its event was about (CR 603.2, 603.10a).

    `now` are the objects as they are after the event, more than one where a pile or melded permanent left
    (CR 712.21c, 730.3c); `was` is the object as it was before.
    """

    now: tuple[ObjectId, ...] = ()
    was: ObjectId | None = None
    player: Seat | None = None
    amount: int = 0
    aura: bool = False
    """Whether the source is an Aura whose host left: its card is found in the graveyard (CR 400.7f)."""
    mana: str = ""
    """The mana that the event was about (CR 106.12a)."""
    by: ObjectId | None = None
    """The spell or ability that did what the event was (CR 115.1)."""


class StackAbility(Component, frozen=True):
    """An ability that waits to be put on the stack, or is on it: independent of its source (CR 113.7a).

    `since` is the moment from which the guard of CR 701.27f counts: when it was put on the stack or, for a
    `delayed` triggered ability, when it was created.
    """

    ability: Ability
    source: ObjectId
    controller: Seat
    since: Timestamp
    bound: Bound = Bound()
    delayed: bool = False


class Chosen(Component, frozen=True):
    """The targets of a spell or ability, by the order of its "target"s; players by their entities (CR 115.1)."""

    targets: tuple[tuple[int, ...], ...]


class CastAs(Component, frozen=True):
    """How a spell was cast, from which zone, and what was paid; its permanent keeps it (CR 400.7d, 607.2)."""

    how: str = ""
    from_: Zone = Zone.HAND
    paid: tuple[str, ...] = ()
    modes: tuple[int, ...] = ()
    """The modes chosen, by their places (CR 700.2)."""


class Resolving(Component, frozen=True):
    """The spell or ability that is resolving, and how far it has come; on the game's entity (CR 608.2).

    It stands apart from the spell, which may leave the stack on the way. `since` is the tick in which it
    began to resolve: what changed zones since then is found again (CR 400.7j). `made` is what the last
    instruction made or moved, `done` whether it did anything, `lost` what was sacrificed as a cost.
    """

    entity: ObjectId
    source: ObjectId
    controller: Seat
    since: int
    started: Timestamp
    """The moment from which the guard of CR 701.27f counts."""
    bound: Bound = Bound()
    targets: tuple[tuple[int, ...], ...] = ()
    x: int | None = None
    made: tuple[ObjectId, ...] = ()
    done: bool = False
    lost: tuple[ObjectId, ...] = ()


class Sacrificed(Component, frozen=True):
    """What was sacrificed as a cost of a spell or ability on the stack (CR 608.2h)."""

    objects: tuple[ObjectId, ...]


class Waiting(Component, frozen=True):
    """The triggered abilities that wait to be put on the stack, in the order in which they triggered (CR 603.3)."""

    triggers: tuple[EntityId, ...]


class Delayed(Component, frozen=True):
    """A delayed triggered ability (CR 603.7), of an entity of its own."""

    ability: Triggered
    source: ObjectId
    controller: Seat
    bound: Bound
    since: Timestamp
    targets: tuple[tuple[int, ...], ...] = ()
    x: int | None = None
    """The X of the spell or ability that created it (CR 107.3n)."""
    lasting: bool = False


class TimesCast(Component, frozen=True):
    """How often a commander was cast from the command zone; of the card entity (CR 903.8)."""

    count: int


class SpellsCast(Component, frozen=True):
    """How many spells a player cast this turn and in the turn before (CR 702.145c, 731.2)."""

    this: int = 0
    last: int = 0


class Skipping(Component, frozen=True):
    """The steps and phases that a player is yet to skip, oldest first, each once (CR 500.11)."""

    steps: tuple[str, ...]


class Linked(Component, frozen=True):
    """What the object's abilities chose or put somewhere, for abilities linked to those (CR 607.2a, 607.2d).

    While it is a copy, the copy effect keeps it in the object's place (CR 607.5).
    """

    objects: tuple[ObjectId, ...]


class Used(Component, frozen=True):
    """The abilities that may be used once each turn and were, by name and turn (CR 602.5b)."""

    names: tuple[str, ...]
    turn: int


class Marked(Component, frozen=True):
    """Designations of a permanent, such as monstrous (CR 701.37b); they stay while it merges or turns over."""

    marks: tuple[str, ...]


class Unlocked(Component, frozen=True):
    """Which halves of a permanent with a shared type line are unlocked (CR 709.5c)."""

    left: bool = False
    right: bool = False


class Paired(Component, frozen=True):
    """The creature that the creature is paired with (CR 702.95b)."""

    partner: ObjectId


class Chose(Component, frozen=True):
    """Words chosen for the object, by kind, in alphabetical order (CR 607.2d, 614.1c); kept as what is `Linked` is."""

    words: tuple[tuple[str, str], ...]


# --- effects, players, zones, the game ---------------------------------------------------------------


class CopyEffect(Component, frozen=True):
    """Layer 1a: the object has these copiable values (CR 613.2a), by `rule` those of what it is a copy of (CR 707.2).

    By ``707.2c`` it is a copy by a static ability of the source. If the source is the object itself, they are its
    own values in the shape chosen for it as it entered or was turned face up (CR 208.2b).
    """

    object: ObjectId
    values: CopiableValues
    timestamp: Timestamp
    until: Duration
    controller: Seat
    source: ObjectId | None = None
    rule: str = "707.2"


class ResolvedEffect(Component, frozen=True):
    """A continuous effect of a resolved spell or ability (CR 611.2).

    `objects`, where given, is the set fixed when it began (CR 611.2c); without it the selector decides
    at every moment.
    """

    effect: Effect
    timestamp: Timestamp
    until: Duration
    controller: Seat
    objects: tuple[ObjectId, ...] | None = None
    source: ObjectId | None = None


class Life(Component, frozen=True):
    """A player's life total (CR 119.1)."""

    life: int


class Lost(Component, frozen=True):
    """The player lost the game, by this rule (CR 104.3, 704.5a-c)."""

    rule: str


class Overdrawn(Component, frozen=True):
    """The player drew from an empty library; the next state-based actions end the game for them (CR 704.5b)."""


class ManaPool(Component, frozen=True):
    """A player's unspent mana (CR 106.4) as symbols in the order W, U, B, R, G, C."""

    mana: str = ""


class TurnBegan(Component, frozen=True):
    """When the player's most recent turn began (CR 302.6)."""

    timestamp: Timestamp


class Contents(Component, frozen=True):
    """The objects of one zone, bottom first: the last of a library or graveyard is its top (CR 400.5)."""

    objects: tuple[ObjectId, ...] = ()


class InForce(Component, frozen=True):
    """The continuous effects of resolved spells and abilities that have not ended, oldest first."""

    effects: tuple[EffectId, ...] = ()


class DayNight(Component, frozen=True):
    """Whether it is day or night; of the game's entity, and absent while it is neither (CR 731.1)."""

    time: Literal["day", "night"]


class Clock(Component, frozen=True):
    """Whose turn it is, which one, and the step (CR 500); the host moves it."""

    turn: int
    active: Seat
    step: str


COMPONENTS: tuple[type[Component], ...] = (
    Printed,
    Kind,
    Owner,
    FaceState,
    PartOf,
    MeldPair,
    Commander,
    MergeStack,
    InZone,
    Timestamped,
    Controller,
    ControlledSince,
    Status,
    Unlocked,
    Counters,
    Damage,
    AttachedTo,
    Attacking,
    ChosenX,
    Copying,
    HeldUntil,
    Regenerating,
    LastTurned,
    StackAbility,
    Chosen,
    CastAs,
    Sacrificed,
    Resolving,
    Waiting,
    Delayed,
    TimesCast,
    SpellsCast,
    Skipping,
    Linked,
    Used,
    Marked,
    Paired,
    Chose,
    Gone,
    CommandOffered,
    CopyEffect,
    ResolvedEffect,
    Life,
    Lost,
    Overdrawn,
    ManaPool,
    TurnBegan,
    Contents,
    InForce,
    DayNight,
    Clock,
)
"""All component types, in the order in which saves and digests list them."""
