"""The form of scenario files: a position, steps, and what is expected of them.

TOML to write by hand, JSON for machines; one form for both. `ecs-magic schema` prints it as JSON Schema.
Lists of cards in a zone run from the bottom (or oldest) to the top (or newest).
"""

from typing import Any, Final, Literal

import msgspec

from ecs_magic.abilities import CopyExceptions, Effect
from ecs_magic.cards import CardSource
from ecs_magic.enums import Duration, Face, Zone
from ecs_magic.facedown import FaceDown
from ecs_magic.policies import Policies

SCENARIO_FORMAT: Final = "ecs-magic/scenario-1"


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a scenario file; unknown keys are errors."""


Token = str | CardSource
"""A predefined token by name, or a token written out."""


class PlayerForm(_Form, frozen=True):
    """One player; the order of the tables is the turn order."""

    life: int = 20


class PartForm(_Form, frozen=True):
    """One card or token that represents a permanent together with others."""

    id: str = ""
    card: str | None = None
    token: Token | None = None
    token_copy_of: str | None = None
    face: Face = Face.FRONT
    face_down: bool | FaceDown = False
    commander: bool = False


class ObjectForm(_Form, frozen=True):
    """An object of the position. `id` names it, and the card that represents it.

    Just one of `card`, `token`, `token_copy_of`, `merged` (topmost first) and `melded` says what it is.
    `kind = "copy"` makes a spell on the stack a copy of a spell (CR 707.10). `face` is the front face unless
    given; a token that copies an object shows the face that the object shows (CR 707.8a).
    """

    id: str
    zone: Zone
    owner: str
    card: str | None = None
    token: Token | None = None
    token_copy_of: str | None = None
    merged: tuple[PartForm, ...] = ()
    melded: tuple[PartForm, ...] = ()
    abilities: Literal["all", "topmost"] = "all"
    kind: Literal["card", "copy"] = "card"
    controller: str | None = None
    tapped: bool = False
    face: Face | None = None
    face_down: bool | FaceDown = False
    flipped: bool = False
    phased_out: bool = False
    sick: bool = False
    counters: dict[str, int] = {}
    damage: int = 0
    attached_to: str | None = None
    copy_of: str | None = None
    """What the permanent is a copy of: an object that stands before it, or a card by name."""
    commander: bool = False
    timestamp: int | None = None
    attacking: bool = False
    x: int | None = None
    chosen: dict[str, str] = {}
    """Words chosen for it as it entered, by kind: color, creature type, land type or name."""


class AnswerForm(_Form, frozen=True):
    """The answer to a question of this step; one that nobody asks fails the step, and one option is no question."""

    ask: str
    answer: str | tuple[str, ...]
    """The option that is chosen, or all of them in the chosen order. A question without an answer gets its first
    option."""
    player: str | None = None


class Expectation(_Form, frozen=True):
    """One thing that must hold after a step; only what is named is compared.

    It is about one of: `object` or `card` with `is`, `exists` or `became`; `zone` with `cards` (all ids, bottom
    first) or `count`, perhaps of one `player`; `player` with `life`, `mana` or `hand`; `facts` or `ignored`; `asked`;
    `triggered`; `legal`; `seen_by` with `zone` and `order`; `digest_equals`; `time`.
    """

    object: str | None = None
    """The object that got this name, gone once it changed zones (CR 400.7): of a card that was cast, ask `card`."""
    card: str | None = None
    """The card or token of this name, as the object that it represents now, wherever that is."""
    is_: dict[str, Any] | None = msgspec.field(default=None, name="is")
    exists: bool | None = None
    became: tuple[str, ...] | None = None
    """What the object is after it left: exactly these, in any order."""
    zone: Zone | None = None
    player: str | None = None
    cards: tuple[str, ...] | None = None
    count: int | None = None
    life: int | None = None
    mana: str | None = None
    hand: int | None = None
    facts: str | None = None
    where: dict[str, Any] = {}
    """Fields of the facts and the values that they must have."""
    ignored: str | None = None
    rule: str | None = None
    """The rule by which an instruction was ignored or something is not legal."""
    asked: str | None = None
    options: tuple[str, ...] | None = None
    """All that `asked` had to be chosen from."""
    digest_equals: str | int | None = None
    """The step, by name or number, after which the position was the same; 0 is the start."""
    seen_by: str | None = None
    order: bool | None = None
    """Whether the player `seen_by` names knows which card of the `zone` is where."""
    triggered: str | None = None
    """The object of which abilities triggered in the step: `count` times, the one that `ability` names if given."""
    ability: str | int | None = None
    legal: bool | None = None
    """Whether what `of` describes could be done now."""
    of: Any = None
    """A step that casts or activates, or in short `{ cast = ID, … }`, `{ activate = ID, … }`."""
    time: Literal["day", "night", "neither"] | None = None


class Step(_Form, frozen=True, tag_field="do"):
    """What every step may have: answers, a name for what it makes, expectations, a name of its own."""

    answers: tuple[AnswerForm, ...] = ()
    """What players choose in this step; what is asked and not answered here gets its first option."""
    as_: str | tuple[str, ...] = msgspec.field(default="", name="as")
    """The name of what the step makes, or a list of names where it makes several things."""
    expect: tuple[Expectation, ...] = ()
    """What must hold right after the step."""
    name: str = ""
    """What `--at`, `digest_equals` and the trace call the step, besides its number, which counts from 1."""


class OnObjects(Step, frozen=True):
    """A step on one object or several."""

    object: str | None = None
    objects: tuple[str, ...] = ()


class MoveStep(OnObjects, frozen=True, kw_only=True, tag="move"):
    """Put objects into a zone; `position` is top, bottom or the place from the top, 1 being the top.

    With `copy_of` (an object, or a card by name) a permanent enters as a copy (CR 707.5).
    """

    to: Zone
    player: str | None = None
    position: Literal["top", "bottom"] | int = "top"
    face: Face | None = None
    face_down: bool | FaceDown = False
    tapped: bool = False
    flipped: bool = False
    counters: dict[str, int] = {}
    attached_to: str | None = None
    attacking: bool = False
    copy_of: str | None = None
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")


class DestroyStep(OnObjects, frozen=True, kw_only=True, tag="destroy"):
    """Destroy permanents."""


class ExileStep(OnObjects, frozen=True, kw_only=True, tag="exile"):
    """Exile objects; `player` is who does it and orders the timestamps of a pile's cards."""

    player: str | None = None
    face_down: bool = False


class SacrificeStep(OnObjects, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice permanents."""


class MergeStep(Step, frozen=True, kw_only=True, tag="merge"):
    """Merge an object with a permanent."""

    object: str
    onto: str
    where: Literal["over", "under"] = "over"
    abilities: Literal["all", "topmost"] = "all"


class MeldStep(OnObjects, frozen=True, kw_only=True, tag="meld"):
    """Exile two objects and put them onto the battlefield combined.

    With `object` and `partner` (a name) it is the printed instruction with its condition (CR 712.4a).
    """

    partner: str | None = None
    player: str | None = None
    tapped: bool = False
    attacking: bool = False


class TransformStep(OnObjects, frozen=True, kw_only=True, tag="transform"):
    """Transform permanents; `source` and `since` (a step's name or number) set the guard of CR 701.27f."""

    source: str | None = None
    since: str | int | None = None


class ConvertStep(OnObjects, frozen=True, kw_only=True, tag="convert"):
    """Convert permanents."""

    source: str | None = None
    since: str | int | None = None


class FlipStep(OnObjects, frozen=True, kw_only=True, tag="flip"):
    """Flip permanents."""


class TurnFaceUpStep(OnObjects, frozen=True, kw_only=True, tag="turn_face_up"):
    """Turn permanents face up."""


class RevealStep(OnObjects, frozen=True, kw_only=True, tag="reveal"):
    """Reveal objects."""


class SetDayNightStep(Step, frozen=True, kw_only=True, tag="set_day_night"):
    """Let it become day or night."""

    time: Literal["day", "night"]


class UnlockStep(Step, frozen=True, kw_only=True, tag="unlock"):
    """Unlock half of a permanent for its mana cost, a special action, then settle (CR 709.5e); `free` without it."""

    object: str
    player: str | None = None
    half: Literal["", "left", "right"] = ""
    free: bool = False


class LockStep(Step, frozen=True, kw_only=True, tag="lock"):
    """Lock half of a permanent (CR 709.5g)."""

    object: str
    player: str | None = None
    half: Literal["", "left", "right"] = ""


class TurnUpStep(Step, frozen=True, kw_only=True, tag="turn_up"):
    """Pay to turn a face-down permanent face up, a special action, then settle (CR 116.2b)."""

    object: str
    player: str | None = None
    how: str = ""
    x: int | None = None


class TurnFaceDownStep(OnObjects, frozen=True, kw_only=True, tag="turn_face_down"):
    """Turn permanents face down, with the characteristics that `face_down` lists."""

    face_down: FaceDown = FaceDown()


class CreateTokenStep(Step, frozen=True, kw_only=True, tag="create_token"):
    """Create tokens."""

    token: Token
    player: str
    count: int = 1
    tapped: bool = False
    face: Face | None = None
    counters: dict[str, int] = {}
    attacking: bool = False


class CreateTokenCopyStep(Step, frozen=True, kw_only=True, tag="create_token_copy"):
    """Create tokens that are copies of an object, or of a card by name."""

    of: str
    player: str
    count: int = 1
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")
    tapped: bool = False
    counters: dict[str, int] = {}
    attacking: bool = False


class BecomeCopyStep(OnObjects, frozen=True, kw_only=True, tag="become_copy"):
    """Make permanents copies of an object, or of a card by name; `as` names the effect."""

    of: str
    until: Duration = "game ends"
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")


class AddCountersStep(OnObjects, frozen=True, kw_only=True, tag="add_counters"):
    """Put counters on objects or a player: one `kind` and `count`, or a table of several."""

    kind: str | None = None
    count: int = 1
    counters: dict[str, int] = {}
    player: str | None = None


class RemoveCountersStep(OnObjects, frozen=True, kw_only=True, tag="remove_counters"):
    """Remove counters from objects or a player."""

    kind: str | None = None
    count: int = 1
    counters: dict[str, int] = {}
    player: str | None = None


class AttachStep(Step, frozen=True, kw_only=True, tag="attach"):
    """Attach an Aura, Equipment or Fortification; an Aura also to a player, by name."""

    object: str
    to: str


class DetachStep(OnObjects, frozen=True, kw_only=True, tag="detach"):
    """Unattach permanents."""


class TapStep(OnObjects, frozen=True, kw_only=True, tag="tap"):
    """Tap permanents."""


class UntapStep(OnObjects, frozen=True, kw_only=True, tag="untap"):
    """Untap permanents."""


class GainControlStep(OnObjects, frozen=True, kw_only=True, tag="gain_control"):
    """Let a player gain control of permanents; `as` names the effect."""

    player: str
    until: Duration = "game ends"
    source: str | None = None


class PhaseOutStep(OnObjects, frozen=True, kw_only=True, tag="phase_out"):
    """Phase permanents out."""


class PhaseInStep(OnObjects, frozen=True, kw_only=True, tag="phase_in"):
    """Phase permanents in."""


class DealDamageStep(OnObjects, frozen=True, kw_only=True, tag="deal_damage"):
    """Deal damage to objects or a player."""

    amount: int
    player: str | None = None
    source: str | None = None
    combat: bool = False


class AttackStep(OnObjects, frozen=True, kw_only=True, tag="attack"):
    """Declare attackers: they attack `player`, or the next player in turn order; then settle."""

    player: str | None = None


class AddEffectStep(OnObjects, frozen=True, kw_only=True, tag="add_effect"):
    """Begin a continuous effect; `as` names it. Objects, or the selector now, fix what it affects."""

    effect: Effect
    player: str | None = None
    until: Duration = "game ends"
    source: str | None = None
    live: bool = False


class RemoveEffectStep(Step, frozen=True, kw_only=True, tag="remove_effect"):
    """End a continuous effect by the name that `as` gave it."""

    effect: str


class DrawStep(Step, frozen=True, kw_only=True, tag="draw"):
    """Draw cards."""

    player: str
    count: int = 1


class MillStep(Step, frozen=True, kw_only=True, tag="mill"):
    """Mill cards."""

    player: str
    count: int = 1


class ShuffleStep(Step, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a library."""

    player: str


class SetLifeStep(Step, frozen=True, kw_only=True, tag="set_life"):
    """Set a life total."""

    player: str
    life: int


class AddManaStep(Step, frozen=True, kw_only=True, tag="add_mana"):
    """Add mana to a pool."""

    player: str
    mana: str


class SettleStep(Step, frozen=True, kw_only=True, tag="settle"):
    """Do state-based actions and put triggered abilities on the stack, until nothing changes."""


class AdvanceStep(Step, frozen=True, kw_only=True, tag="advance"):
    """Move the clock: to "cleanup", "next end step", "A's next upkeep", "next turn", "A's next turn".

    Then settle. The game begins in the first player's turn, before its first step. What ends with a step ends; day and
    night, Sagas, phasing and untapping are looked to (CR 502, 505.4); drawing and combat are for steps to say.
    """

    to: str


class TogetherStep(Step, frozen=True, kw_only=True, tag="together"):
    """Do several steps at once: one batch on one board."""

    steps: "tuple[AnyStep, ...]"


class ExpectStep(Step, frozen=True, kw_only=True, tag="expect"):
    """Only look."""


class CastStep(Step, frozen=True, kw_only=True, tag="cast"):
    """Cast a spell, then settle. Its cost is paid from the mana pool of the player unless `free`; then X is 0.

    `how`: mutate, disturb (or transformed), flashback, face_down, kicked, or another keyword with a cost.
    `targets` are objects or players; those not given are asked for. `where` answers over or under as a
    mutating spell resolves. `as` names the spell.
    """

    object: str
    player: str | None = None
    face: Face | None = None
    how: str = ""
    mode: str | int | tuple[str | int, ...] = ()
    targets: str | tuple[str, ...] = ()
    x: int | None = None
    where: Literal["over", "under"] | None = None
    free: bool = False


class PlayStep(Step, frozen=True, kw_only=True, tag="play"):
    """Play a land, then settle; `as` names the permanent."""

    object: str
    player: str | None = None
    face: Face | None = None


class ActivateStep(Step, frozen=True, kw_only=True, tag="activate"):
    """Activate an ability by name or by its place among the object's abilities, from 0; then settle.

    Without `ability` it is the first that can be activated. `as` names the ability on the stack.
    """

    object: str
    ability: str | int | None = None
    player: str | None = None
    mode: str | int | tuple[str | int, ...] = ()
    targets: str | tuple[str, ...] = ()
    x: int | None = None
    free: bool = False


class ResolveStep(Step, frozen=True, kw_only=True, tag="resolve"):
    """Resolve the top of the stack, then settle; with `all`, until the stack is empty."""

    all: bool = False


AnyStep = (
    MoveStep
    | DestroyStep
    | ExileStep
    | SacrificeStep
    | MergeStep
    | MeldStep
    | TransformStep
    | ConvertStep
    | FlipStep
    | TurnFaceUpStep
    | TurnUpStep
    | UnlockStep
    | LockStep
    | SetDayNightStep
    | RevealStep
    | TurnFaceDownStep
    | CreateTokenStep
    | CreateTokenCopyStep
    | BecomeCopyStep
    | AddCountersStep
    | RemoveCountersStep
    | AttachStep
    | DetachStep
    | TapStep
    | UntapStep
    | GainControlStep
    | PhaseOutStep
    | PhaseInStep
    | DealDamageStep
    | AttackStep
    | AddEffectStep
    | RemoveEffectStep
    | DrawStep
    | MillStep
    | ShuffleStep
    | SetLifeStep
    | AddManaStep
    | SettleStep
    | AdvanceStep
    | TogetherStep
    | ExpectStep
    | CastStep
    | PlayStep
    | ActivateStep
    | ResolveStep
)


class RecordQuery(_Form, frozen=True):
    """What one column of a batch holds at the end of a run.

    `zone` (and `player`) with `cards = true` (their ids, in order) or `count = true`; `object` or `card`
    with `is` (a reading); `player` with `is` life, mana or hand; `facts` (how many there were).
    """

    object: str | None = None
    card: str | None = None
    zone: Zone | None = None
    player: str | None = None
    cards: bool = False
    count: bool = False
    is_: str | None = msgspec.field(default=None, name="is")
    facts: str | None = None


class Scenario(_Form, frozen=True):
    """A scenario file. The order of its objects is the order in which they came to be."""

    format: str
    players: dict[str, PlayerForm]
    name: str = ""
    seed: int = 0
    cards: tuple[str, ...] = ()
    policies: Policies = Policies()
    settle: Literal["steps", "always"] = "steps"
    time: Literal["day", "night"] | None = None
    """Whether it is day or night at the start; neither without it (CR 731.1)."""
    card: tuple[dict[str, Any], ...] = ()
    object: tuple[ObjectForm, ...] = ()
    step: tuple[AnyStep, ...] = ()
    record: dict[str, RecordQuery] = {}
