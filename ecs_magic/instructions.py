"""The words of abilities as data: objects, players, numbers, costs, targets, events, plain instructions.

What an instruction is about is said by a word or by `Those`, and found when it is carried out (CR 608.2c).
Instructions that hold effects, abilities or other instructions stand with the abilities.
"""

from typing import Literal

import msgspec

from ecs_magic.enums import Duration, Face, TurnStep, Zone
from ecs_magic.selectors import Count, Devotion, Selector, Total, Value

Aim = Literal["target", "target 2", "target 3", "target 4", "target 5", "target 6"]
"""What was chosen as one target, counted over all targets of a spell or ability (CR 115.1)."""
Word = Literal[
    "this",
    "it",
    Aim,
    "made",
    "linked",
    "host",
    "lost",
    "top",
    "its target",
    "by",
]
"""Objects by a word. `this` is the source, or the spell itself; `it` what the event was about, in a delayed ability
what that was set up for; `target` what was chosen as the first target; `made` what the last instruction made or
moved; `linked` the cards linked to the source (CR 607); `host` what the source is attached to; `lost` what was
sacrificed as a cost; `top` the top card of your library; `its target` what the spell that the event was about
targets; `by` the spell or ability that targeted something, where that was the event."""

Who = Literal[
    "you",
    "opponents",
    "each player",
    "that player",
    "controller",
    "owner",
    Aim,
]
"""Players by a word; `that player` is the event's, `controller` and `owner` are those of `it`, else of the target;
`target` is the player that was chosen as the first target, where that may be a player."""


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every value here is: frozen, and strict about its fields."""


class Those(_Words, frozen=True):
    """The objects that a selector selects as the instruction is carried out: all, or `choose` of them.

    `by` chooses; with `up_to` fewer may be chosen; `controller` names the players whose objects they are.
    """

    of: Selector
    controller: Who | None = None
    choose: int | None = None
    up_to: bool = False
    by: Who = "you"


Objects = Word | Those


class Reading(_Words, frozen=True, tag_field="amount", tag="reading"):
    """A number read off an object: as it is, or as it last was (CR 608.2h)."""

    of: Literal["power", "toughness", "mana_value", "counters", "mutations", "colors", "damage"]
    what: Word = "this"
    kind: str = ""
    times: int = 1
    plus: int = 0


class TheX(_Words, frozen=True, tag_field="amount", tag="x"):
    """The X of the spell or ability, and of the spell that the source was (CR 107.3)."""

    times: int = 1
    plus: int = 0


class EventAmount(_Words, frozen=True, tag_field="amount", tag="event"):
    """The number of the event: damage dealt, life gained, counters put (CR 603.10)."""

    times: int = 1


class Hand(_Words, frozen=True, tag_field="amount", tag="hand"):
    """How many cards a player has in hand."""

    player: Who = "you"
    times: int = 1
    plus: int = 0


class LifeTotal(_Words, frozen=True, tag_field="amount", tag="life"):
    """A life total, times `times`; with `above_start` less the starting life total (CR 103.4, 119.1)."""

    player: Who = "you"
    times: int = 1
    above_start: bool = False


class Spells(_Words, frozen=True, tag_field="amount", tag="spells"):
    """How many spells were cast this turn or last turn: by all players together, or by the one who cast most."""

    turn: Literal["this", "last"] = "last"
    by: Literal["all", "most", "you"] = "all"


class Alike(_Words, frozen=True, tag_field="amount", tag="alike"):
    """How many objects that `of` selects share something with what a word means, which is not counted itself."""

    of: Selector
    what: Word = "it"
    share: Literal["names", "card types", "colors", "creature types"] = "names"
    times: int = 1
    plus: int = 0


class Departures(_Words, frozen=True, tag_field="amount", tag="departures"):
    """How many permanents left the battlefield this turn that `of` selects as they last were (CR 603.10a).

    `to` is the zone they went to: those that went to a graveyard died (CR 700.4). A pile is one permanent.
    """

    of: Selector
    to: Zone | None = None
    times: int = 1
    plus: int = 0


Number = (
    int
    | Count
    | Value
    | Total
    | Devotion
    | Reading
    | TheX
    | EventAmount
    | Hand
    | LifeTotal
    | Spells
    | Alike
    | Departures
)


class Condition(_Words, frozen=True):
    """A condition; every field that is given must hold.

    `is_` judges `what` as it is, `was` as it last was; `of` counts objects; `number` is compared with
    `at_least` and `at_most`; `done` asks whether the last instruction did anything ("if you do"); `how`
    how the spell was cast; `from_` from which zone; `your_turn` whose turn it is.
    """

    what: Word = "this"
    is_: Selector | None = msgspec.field(default=None, name="is")
    was: Selector | None = None
    card: Selector | None = None
    """What the card that represents it must be, without any continuous effect: as it is revealed (CR 708.12)."""
    of: Selector | None = None
    number: Number | None = None
    at_least: int | None = None
    at_most: int | None = None
    done: bool | None = None
    how: str | None = None
    from_: Zone | None = msgspec.field(default=None, name="from")
    your_turn: bool | None = None
    time: Literal["day", "night", "neither"] | None = None
    """Whether it is day, night or neither (CR 731.1)."""
    owned: bool | None = None
    """Whether "you" own what is judged."""
    negate: bool = False


class Cost(_Words, frozen=True):
    """A cost (CR 118, 602.1a): every part is paid, or none."""

    mana: str = ""
    tap: bool = False
    """{T} (CR 107.5)."""
    untap: bool = False
    """{Q} (CR 107.6)."""
    life: int = 0
    sacrifice: Selector | None = None
    sacrifices: int = 1
    """How many are sacrificed."""
    discard: int = 0
    exile: Selector | None = None
    materials: Selector | None = None
    """What is exiled from among permanents you control and cards in your graveyard (CR 702.167a)."""
    materials_number: int = 1
    more_materials: bool = False
    """Whether more than that number may be exiled."""
    remove_counters: dict[str, int] = {}
    add_counters: dict[str, int] = {}
    return_: Selector | None = msgspec.field(default=None, name="return")


class Target(_Words, frozen=True):
    """What one "target" may be (CR 115.1): an object that `of` selects, a player, or either."""

    of: Selector | None = None
    player: Literal["", "any", "opponent"] = ""
    count: int = 1
    up_to: bool = False
    any_number: Number | None = None
    """A number worked out on announcement, as in "up to X"."""


class Event(_Words, frozen=True):
    """What an ability waits for (CR 603.2). `what` judges the object, each other field what it names.

    An object that left is judged as it was just before (CR 603.10a), any other as it is just after.
    """

    event: Literal[
        "enters",
        "leaves",
        "dies",
        "sacrificed",
        "leaves graveyard",
        "put",
        "token put",
        "mutates",
        "melds",
        "transforms",
        "turned face up",
        "turned face down",
        "flips",
        "tapped",
        "untapped",
        "phased out",
        "phased in",
        "counters put",
        "counters removed",
        "attached",
        "detached",
        "control changes",
        "control lost",
        "damaged",
        "player damaged",
        "deals damage",
        "damages player",
        "attacks",
        "player attacks",
        "life gained",
        "life lost",
        "draws",
        "cast",
        "activated",
        "land played",
        "targeted",
        "tapped for mana",
        "mana added",
        "created",
        "step",
        "turn",
        "day or night",
        "unlocked",
        "fully unlocked",
        "state",
    ]
    """What happens. `attacks` is each creature, `player attacks` once for all of them; `put` a card that goes to a
    zone other than the battlefield, `token put` a token that does; `created` a token; `control lost` looks at the
    player who had it; `step` the beginning of `step`, `turn` that of a turn; `state` that `if` begins to hold
    (CR 603.8)."""
    what: Selector = Selector(which="this")
    """Of which object it must be true; unless given, of the one that has the ability. Not asked of what befalls
    players, such as `step`, `turn` and `draws`."""
    player: Literal["any", "you", "opponent", "host"] = "any"
    """Whose event it is; `host` is the player that the source enchants (CR 303.4e)."""
    from_: Zone | None = msgspec.field(default=None, name="from")
    to: Zone | None = None
    cast_from: Zone | None = None
    """The zone from which the spell was cast that it was (CR 400.7d)."""
    cause: str = ""
    """Why: `combat` of damage; of what leaves, the instruction, as in `destroy`."""
    kind: str = ""
    """The kind of counter, the type of mana, or whether it becomes `day` or `night`."""
    step: TurnStep | Literal[""] = ""
    into: Selector | None = None
    """What it must be right after it transformed (CR 701.27e)."""
    reaches: int | None = None
    """The number of counters that has to be crossed (CR 122.7)."""
    only_target: Selector | None = None
    """What must be the one thing that the spell targets."""
    together: bool = False
    """Whether "one or more" are meant: all that happen at once are one event (CR 603.2c)."""


# --- instructions ----------------------------------------------------------------------------------------


class Instruction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """Base of all instructions."""


class OnObjects(Instruction, frozen=True):
    """An instruction about objects and nothing else."""

    what: Objects = "this"


class Destroy(OnObjects, frozen=True, tag="destroy"):
    """Destroy (CR 701.8)."""


class Sacrifice(Instruction, frozen=True, tag="sacrifice"):
    """Sacrifice (CR 701.21): what is named, or one that each player chooses."""

    what: Objects = "this"
    player: Who = "you"


class Transform(OnObjects, frozen=True, tag="transform"):
    """Transform (CR 701.27)."""


class Convert(OnObjects, frozen=True, tag="convert"):
    """Convert (CR 701.28)."""


class Flip(OnObjects, frozen=True, tag="flip"):
    """Flip (CR 710.4)."""


class TurnFaceUp(OnObjects, frozen=True, tag="turn_face_up"):
    """Turn face up (CR 708.7)."""


class TurnFaceDown(OnObjects, frozen=True, tag="turn_face_down"):
    """Turn face down (CR 708.2)."""


class Reveal(OnObjects, frozen=True, tag="reveal"):
    """Reveal (CR 701.20); of face-down objects the cards are shown."""


class Tap(OnObjects, frozen=True, tag="tap"):
    """Tap (CR 701.26a)."""


class Untap(OnObjects, frozen=True, tag="untap"):
    """Untap (CR 701.26b)."""


class PhaseOut(OnObjects, frozen=True, tag="phase_out"):
    """Phase out (CR 702.26)."""


class Detach(OnObjects, frozen=True, tag="detach"):
    """Unattach (CR 701.3d)."""


class Move(Instruction, frozen=True, tag="move"):
    """Put objects into a zone; onto the battlefield under `player`'s control, `owner` being each card's own."""

    to: Zone
    what: Objects = "this"
    player: Who = "you"
    position: Literal["top", "bottom"] | Number = "top"
    face: Face | None = None
    tapped: bool = False
    flipped: bool = False
    counters: dict[str, int] = {}
    face_down: str = ""
    attach_to: Objects | None = None
    link: bool = False
    """Whether what arrives is linked to the source (CR 607.2a)."""
    linked: Objects | None = None
    """What else is linked to each permanent that this puts onto the battlefield (CR 702.167c)."""
    until_source_leaves: bool = False
    """Whether it goes back to where it was right after the source leaves the battlefield (CR 610.3)."""


class Meld(Instruction, frozen=True, tag="meld"):
    """If you own and control the source and a permanent of that name, exile both and meld them (CR 712.4a)."""

    partner: str
    tapped: bool = False
    attacking: bool = False


class AddCounters(Instruction, frozen=True, tag="add_counters"):
    """Put counters on objects, or on players if `player` is given (CR 122.6)."""

    kind: str
    count: Number = 1
    what: Objects = "this"
    player: Who | None = None


class RemoveCounters(Instruction, frozen=True, tag="remove_counters"):
    """Remove counters; all of the kind without `count`."""

    kind: str
    count: Number | None = 1
    what: Objects = "this"


class MoveCounters(Instruction, frozen=True, tag="move_counters"):
    """Put the counters that `from_` has, or last had, on `to`; they leave it if it is there (CR 122.5, 122.8)."""

    to: Objects
    from_: Word = msgspec.field(default="this", name="from")


class Damage(Instruction, frozen=True, tag="damage"):
    """The source deals damage to objects and players (CR 120.1)."""

    amount: Number
    what: Objects | None = None
    player: Who | None = None
    source: Word = "this"


class GainLife(Instruction, frozen=True, tag="gain_life"):
    """Players gain life (CR 119.3)."""

    amount: Number
    player: Who = "you"


class LoseLife(Instruction, frozen=True, tag="lose_life"):
    """Players lose life (CR 119.3)."""

    amount: Number
    player: Who = "you"


class Draw(Instruction, frozen=True, tag="draw"):
    """Players draw (CR 121)."""

    count: Number = 1
    player: Who = "you"


class Mill(Instruction, frozen=True, tag="mill"):
    """Players mill (CR 701.17)."""

    count: Number = 1
    player: Who = "you"


class Discard(Instruction, frozen=True, tag="discard"):
    """Players discard cards of their choice (CR 701.9); all without `count`."""

    count: Number | None = 1
    player: Who = "you"


class Shuffle(Instruction, frozen=True, tag="shuffle"):
    """Players shuffle their libraries (CR 701.24)."""

    player: Who = "you"


class AddMana(Instruction, frozen=True, tag="add_mana"):
    """Add mana (CR 106.4): `mana` as symbols, or `count` times one type of choice.

    The choice is among `produces`, the colours of what `among` selects, the types that what `could` selects
    could produce (CR 106.7), the types of the mana that the event was about with `produced` (CR 106.12a), and
    the word `chosen` for the source; with `colors`, among the colours of these.
    """

    mana: str = ""
    produces: tuple[str, ...] = ()
    among: Selector | None = None
    could: Selector | None = None
    produced: bool = False
    chosen: str = ""
    colors: bool = False
    count: Number = 1
    player: Who = "you"


class GainControl(Instruction, frozen=True, tag="gain_control"):
    """A player gains control (CR 613.1b)."""

    what: Objects = "target"
    player: Who = "you"
    until: Duration = "game ends"


class Attach(Instruction, frozen=True, tag="attach"):
    """Attach (CR 701.3): to what is named, or without `to` to what you choose of all that it can be attached to."""

    to: Objects | None = None
    what: Objects = "this"


class Mark(Instruction, frozen=True, tag="mark"):
    """Give permanents a designation such as monstrous, renowned or kicked (CR 701.37, 702.112)."""

    mark: str
    what: Objects = "this"


class Choose(Instruction, frozen=True, tag="choose"):
    """A player chooses a word of a kind for the source, in place of an earlier one (CR 607.2d)."""

    kind: Literal["color", "creature type", "land type"]
    player: Who = "you"


class CastSpell(Instruction, frozen=True, tag="cast"):
    """Cast cards without paying their mana costs while this resolves (CR 608.2g); `transformed` by their back faces."""

    what: Objects = "made"
    player: Who = "you"
    transformed: bool = False


class Pair(Instruction, frozen=True, tag="pair"):
    """Pair two creatures, as soulbond does (CR 702.95)."""

    to: Objects
    what: Objects = "this"


class Regenerate(OnObjects, frozen=True, tag="regenerate"):
    """Regenerate: replace the next destruction this turn (CR 701.19a)."""


class Counter(Instruction, frozen=True, tag="counter"):
    """Counter spells and abilities (CR 701.6); a spell goes to `to` in place of the graveyard (CR 614.15)."""

    what: Objects = "this"
    to: Zone = Zone.GRAVEYARD


class Unlock(Instruction, frozen=True, tag="unlock"):
    """Unlock a locked half of permanents, without its cost; "you" choose it (CR 709.5f)."""

    what: Objects = "this"
    half: Literal["", "left", "right"] = ""


class Lock(Instruction, frozen=True, tag="lock"):
    """Lock an unlocked half of permanents; "you" choose it (CR 709.5g)."""

    what: Objects = "this"
    half: Literal["", "left", "right"] = ""


class SetDayNight(Instruction, frozen=True, tag="set_day_night"):
    """It becomes day or night (CR 731.1)."""

    time: Literal["day", "night"]


class LoseGame(Instruction, frozen=True, tag="lose_game"):
    """Players lose the game (CR 104.3e)."""

    player: Who = "you"


class Skip(Instruction, frozen=True, tag="skip_step"):
    """Players skip their next step or phase of that name (CR 500.11)."""

    step: TurnStep
    player: Who = "you"


PlainInstruction = (
    Destroy
    | Sacrifice
    | Transform
    | Convert
    | Flip
    | TurnFaceUp
    | TurnFaceDown
    | Reveal
    | Tap
    | Untap
    | PhaseOut
    | Detach
    | Regenerate
    | Move
    | Meld
    | AddCounters
    | RemoveCounters
    | MoveCounters
    | Damage
    | GainLife
    | LoseLife
    | Draw
    | Mill
    | Discard
    | Shuffle
    | AddMana
    | GainControl
    | Attach
    | Mark
    | Choose
    | CastSpell
    | Pair
    | Counter
    | SetDayNight
    | Unlock
    | Lock
    | LoseGame
    | Skip
)
"""Instructions that hold no effects, abilities or other instructions."""
