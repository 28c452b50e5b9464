"""Requests: what is to happen, in the imperative. They may be ignored; what does happen is a fact.

`objects` takes one object or several: handles of a game, or ids. Requests that are queued together are
simultaneous. Every field is checked before anything changes; what no rule offers raises `InputError`.
"""

import re
from typing import Any, ClassVar, Literal

import msgspec

from ecs_magic.abilities import AnyInstruction, CopyExceptions, Effect
from ecs_magic.components import Delayed
from ecs_magic.enums import Duration, Face, Zone
from ecs_magic.facedown import FaceDown

One = Any
"""An object: a handle of a game, or an id."""
Many = Any
"""One object or several: handles of a game, or ids."""
Definition = Any
"""A `CardDefinition`, or the name by which the game's card library finds a card, or of a token a predefined one."""
Player = int | str
"""A player: a seat, or a name."""


class Request(msgspec.Struct, frozen=True):
    """Base of all requests."""

    name: ClassVar[str] = ""
    """The kind of request as scenario files call it, as in turn_face_up."""

    finds_again: ClassVar[bool] = False
    """Whether it finds what its objects became if they changed zones since it was queued (CR 400.7j)."""

    reads_source: ClassVar[bool] = False
    """Whether a source that is gone is read as it last was (CR 608.2h)."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.name = re.sub(r"(?<!^)([A-Z])", r"_\1", cls.__name__).lower()


class Move(Request, frozen=True):
    """Put objects into a zone (CR 400.6), or onto the battlefield (CR 614.12, 712.14).

    `position` in a library or graveyard is top, bottom or the place from the top, 1 being the top.
    `player` is who does it: it controls what enters, and orders what it exiles (CR 712.21b, 730.3b).
    `face` back puts a card onto the battlefield transformed; `face_down` puts it there, or exiles it,
    face down; `counters` are put on what arrives. With `copy_of`, an object or a
    definition, it enters as a copy (CR 707.5).
    """

    objects: Many
    to: Zone
    player: Player | None = None
    position: Literal["top", "bottom"] | int = "top"
    face: Face | None = None
    face_down: FaceDown | None = None
    tapped: bool = False
    flipped: bool = False
    counters: dict[str, int] = {}
    attached_to: One | None = None
    attacking: bool = False
    copy_of: One | Definition | None = None
    except_: CopyExceptions | None = None
    effect: Effect | None = None
    """A continuous effect that begins as it enters (CR 611.2e)."""
    until: Duration = "game ends"
    linked: Many = ()
    """The objects that are linked to what enters (CR 607.2a)."""


class Destroy(Request, frozen=True):
    """Destroy permanents (CR 701.8)."""

    objects: Many


class Exile(Request, frozen=True):
    """Exile objects (CR 701.13); `player` is who exiles them, their controller unless given."""

    objects: Many
    player: Player | None = None
    face_down: bool = False


class Sacrifice(Request, frozen=True):
    """Sacrifice permanents (CR 701.21): their controllers put them into their owners' graveyards."""

    objects: Many


class Merge(Request, frozen=True):
    """Merge an object with a permanent (CR 730.2), as a resolving mutating creature spell does.

    `abilities` says what the merging effect gives: those of all constituents, as mutate does
    (CR 702.140e), or the characteristics of the topmost alone (CR 730.2a).
    """

    object: One
    onto: One
    where: Literal["over", "under"] = "over"
    abilities: Literal["all", "topmost"] = "all"


class Meld(Request, frozen=True):
    """Meld two cards (CR 701.42): permanents are exiled first, then put onto the battlefield combined.

    With `partner` in place of the second object it is the printed instruction (CR 712.4a): if its player
    owns and controls both it and a permanent of that name, one such permanent is chosen, both are exiled
    and melded.
    """

    finds_again = True
    objects: Many
    partner: str | None = None
    player: Player | None = None
    tapped: bool = False
    attacking: bool = False


class Transform(Request, frozen=True):
    """Transform permanents (CR 701.27).

    `source` and `since` say that an ability of `source`, put onto the stack (or, if delayed, created) at
    the timestamp `since`, gives the instruction; then the guard of CR 701.27f applies.
    """

    objects: Many
    source: One | None = None
    since: int | None = None


class Convert(Request, frozen=True):
    """Convert permanents (CR 701.28); the same as to transform them in all but name."""

    objects: Many
    source: One | None = None
    since: int | None = None


class Flip(Request, frozen=True):
    """Flip permanents (CR 710.4)."""

    objects: Many


class TurnFaceUp(Request, frozen=True):
    """Turn permanents face up (CR 708.7-8)."""

    objects: Many


class Reveal(Request, frozen=True):
    """Reveal objects: their cards are shown to all players (CR 701.20)."""

    objects: Many


class TurnUp(Request, frozen=True):
    """Pay to turn a face-down permanent face up: a special action without the stack (CR 116.2b).

    It costs the morph, megamorph or disguise cost that it would have face up (CR 702.37e, 702.168d), or the mana
    cost of the creature card that was manifested or cloaked (CR 701.40b, 701.58b). `how` says which, by the
    keyword or ``mana cost``, where there are several; `x` is the X of the cost.
    """

    object: One
    player: Player | None = None
    how: str = ""
    x: int | None = None


class TurnFaceDown(Request, frozen=True):
    """Turn permanents face down (CR 708.2), with the characteristics that `face_down` lists."""

    objects: Many
    face_down: FaceDown = FaceDown()


class CreateToken(Request, frozen=True):
    """Create tokens (CR 111.2), defined or predefined and named as in Treasure (CR 111.10)."""

    token: Definition
    player: Player
    count: int = 1
    tapped: bool = False
    face: Face | None = None
    counters: dict[str, int] = {}
    attacking: bool = False


class CreateTokenCopy(Request, frozen=True):
    """Create tokens that are copies of an object (CR 707.2, 707.8a), or of a card named or defined."""

    of: One | Definition
    player: Player
    count: int = 1
    except_: CopyExceptions | None = None
    tapped: bool = False
    counters: dict[str, int] = {}
    attacking: bool = False


class BecomeCopy(Request, frozen=True):
    """Make permanents copies of an object (CR 707.4), or of a card named or defined."""

    objects: Many
    of: One | Definition
    until: Duration = "game ends"
    except_: CopyExceptions | None = None


class AddCounters(Request, frozen=True):
    """Put counters on an object or player (CR 122.6)."""

    objects: Many
    kind: str
    count: int = 1


class RemoveCounters(Request, frozen=True):
    """Remove counters; as many as there are, up to `count`, or all of the kind."""

    objects: Many
    kind: str
    count: int | None = 1


class Attach(Request, frozen=True):
    """Attach an Aura, Equipment or Fortification (CR 701.3); an Aura also to a player."""

    object: One
    to: One


class Detach(Request, frozen=True):
    """Unattach permanents (CR 701.3d)."""

    objects: Many


class Tap(Request, frozen=True):
    """Tap permanents (CR 701.26a)."""

    objects: Many


class Untap(Request, frozen=True):
    """Untap permanents (CR 701.26b)."""

    objects: Many


class GainControl(Request, frozen=True):
    """Let a player gain control of permanents: a continuous effect of layer 2 (CR 613.1b)."""

    objects: Many
    player: Player
    until: Duration = "game ends"
    source: One | None = None


class PhaseOut(Request, frozen=True):
    """Phase permanents out, and what is attached to them with them (CR 702.26)."""

    objects: Many


class PhaseIn(Request, frozen=True):
    """Phase permanents in, and what phased out with them (CR 702.26)."""

    objects: Many


class DealDamage(Request, frozen=True):
    """Deal damage to permanents or players (CR 120.3); `combat` marks combat damage (CR 510.2)."""

    reads_source = True
    objects: Many
    amount: int
    source: One | None = None
    combat: bool = False


class Attack(Request, frozen=True):
    """Declare creatures as attackers (CR 508.1); they attack `player`, else the next player in turn order."""

    objects: Many
    player: Player | None = None


class AddEffect(Request, frozen=True):
    """Begin a continuous effect of a resolved spell or ability (CR 611.2).

    `objects` fixes what it affects (CR 611.2c). Without them the effect's selector chooses that set now,
    unless `live`: then it chooses at every moment, as a static ability's effect does.
    """

    effect: Effect
    objects: Many | None = None
    player: Player | None = None
    until: Duration = "game ends"
    source: One | None = None
    live: bool = False


class RemoveEffect(Request, frozen=True):
    """End a continuous effect or copy effect."""

    effect: int


class Draw(Request, frozen=True):
    """Draw cards one by one (CR 121)."""

    player: Player
    count: int = 1


class Mill(Request, frozen=True):
    """Put cards from the top of a library into the graveyard (CR 701.17)."""

    player: Player
    count: int = 1


class Shuffle(Request, frozen=True):
    """Shuffle a library (CR 701.24)."""

    player: Player


class SetLife(Request, frozen=True):
    """Set a life total (CR 119.5)."""

    player: Player
    life: int


class AddMana(Request, frozen=True):
    """Add mana to a player's pool (CR 106.4)."""

    player: Player
    mana: str


class Cease(Request, frozen=True):
    """Let tokens and copies outside their zones cease to exist (CR 704.5d-e)."""

    objects: Many


class KeepOne(Request, frozen=True):
    """Let a player keep one of these permanents and put the others into graveyards (CR 704.5j)."""

    objects: Many
    player: Player


class OfferCommandZone(Request, frozen=True):
    """Let the owners of commanders put them into the command zone (CR 903.9a)."""

    objects: Many


class Survive(Request, frozen=True):
    """Let damage by deathtouch count no more: state-based actions were checked since (CR 704.5h)."""

    objects: Many


class LoseGame(Request, frozen=True):
    """Let a player lose the game (CR 704.5a-c)."""

    player: Player
    rule: str


class SkipStep(Request, frozen=True):
    """Let a player skip their next step or phase of that name (CR 500.11)."""

    player: Player
    step: str


class Cast(Request, frozen=True):
    """Cast a spell (CR 601.2): put it on the stack with its targets and X, and pay its cost from the mana pool.

    `how` names an alternative: mutate, disturb (or transformed), flashback, face_down, kicked. `face` is the
    face of a modal card or half of a split card. `free` casts it without its mana cost, X being 0 (CR 107.3b, 118.9).
    `mode` are modes by name or place (CR 700.2).
    With `allowed` an effect lets it be cast from where it is, and transformed (CR 608.2g, 712.11c).
    Targets that are not given are asked for. What the rules forbid is ignored, and nothing is paid.
    """

    object: One
    player: Player | None = None
    targets: Many = ()
    x: int | None = None
    how: str = ""
    face: Face | None = None
    free: bool = False
    mode: Many = ()
    allowed: bool = False


class PlayLand(Request, frozen=True):
    """Play a land (CR 305.1): a special action that puts it onto the battlefield; `face` is that of a modal card.

    How many lands a turn may see is the host's to count.
    """

    object: One
    player: Player | None = None
    face: Face | None = None


class Activate(Request, frozen=True):
    """Activate an ability of an object (CR 602.2), by its name or its place among all abilities, from 0.

    Without either it is the first that can be activated.

    A mana ability resolves at once (CR 605.3b).
    """

    object: One
    ability: int | str | None = None
    player: Player | None = None
    targets: Many = ()
    x: int | None = None
    free: bool = False
    mode: Many = ()


class CopySpell(Request, frozen=True):
    """Put a copy of a spell or ability on the stack (CR 707.10), with the same choices; it is not cast.

    With `retarget` its controller may choose new targets (CR 707.10c).
    """

    objects: Many
    player: Player
    retarget: bool = False
    except_: CopyExceptions | None = None


class Counter(Request, frozen=True):
    """Counter spells and abilities on the stack (CR 701.6): spells go to their owners' graveyards, or to `to`."""

    objects: Many
    to: Zone = Zone.GRAVEYARD


class Regenerate(Request, frozen=True):
    """Let permanents regenerate when they would be destroyed this turn, or now if a shield is `used` (CR 701.19)."""

    objects: Many
    used: bool = False


class PutTriggers(Request, frozen=True):
    """Put the triggered abilities that wait on the stack, in turn order from the active player (CR 603.3b)."""


class ResolveManaTriggers(Request, frozen=True):
    """Let the triggered mana abilities that wait resolve, without the stack (CR 605.4a)."""


class TriggerStates(Request, frozen=True):
    """Let state triggers trigger whose condition holds (CR 603.8)."""


class Resolve(Request, frozen=True):
    """Resolve the top of the stack (CR 608.1)."""


class Perform(Request, frozen=True):
    """Carry out the next instruction of what is resolving, then the others (CR 608.2c)."""

    steps: tuple[AnyInstruction, ...]


class ChangeLife(Request, frozen=True):
    """Let a player gain or lose life (CR 119.3)."""

    player: Player
    by: int


class Discard(Request, frozen=True):
    """Let a player discard cards (CR 701.9)."""

    objects: Many
    player: Player


class Designate(Request, frozen=True):
    """Give permanents a designation such as monstrous (CR 701.37b)."""

    objects: Many
    mark: str


class Pair(Request, frozen=True):
    """Pair two creatures, as soulbond does (CR 702.95)."""

    objects: Many


class DelayTrigger(Request, frozen=True):
    """Create a delayed triggered ability (CR 603.7)."""

    delayed: Delayed


class SetDayNight(Request, frozen=True):
    """Let it become day or night (CR 731.1)."""

    time: Literal["day", "night"]


class Unlock(Request, frozen=True):
    """Unlock half of a permanent with a shared type line (CR 709.5e-f).

    It is the special action, for the mana cost of that half, or `free` by an instruction. Without `half` the
    player chooses.
    """

    object: One
    player: Player | None = None
    half: Literal["", "left", "right"] = ""
    free: bool = False


class Lock(Request, frozen=True):
    """Lock an unlocked half of a permanent with a shared type line (CR 709.5g)."""

    object: One
    player: Player | None = None
    half: Literal["", "left", "right"] = ""


class FollowDayNight(Request, frozen=True):
    """Let permanents with daybound and nightbound do what is due at once (CR 702.145c-d, f-g)."""


class BeginTurn(Request, frozen=True):
    """Begin a player's turn, with the check of day and night by the turn that ends (CR 500.1, 731.2).

    What phases and untaps in its untap step is requested after it: `ecs_magic.untapping` says what that is (CR 502).
    """

    player: Player


class BeginStep(Request, frozen=True):
    """Begin a step or phase of the turn, as in upkeep, combat or end (CR 500.1).

    The cleanup step ends what lasts until end of turn (CR 514.2).
    """

    step: str


def request_names() -> tuple[str, ...]:
    """Return the names of all kinds of request as scenario files use them; a host's own among them."""
    return tuple(sorted(kind.name for kind in Request.__subclasses__()))
