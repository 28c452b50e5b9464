"""Abilities and continuous effects as data (CR 112, 113, 604, 611). No ability is code inside a card.

A continuous effect is a `Selector` and the `Modification`s it makes to what is selected. Each
modification belongs to one layer (CR 613.1) and says which features it writes.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Literal

import msgspec

from ecs_magic.enums import Duration, Zone
from ecs_magic.instructions import (
    AddMana,
    Condition,
    Cost,
    Event,
    EventAmount,
    Instruction,
    Number,
    Objects,
    PlainInstruction,
    Reading,
    Target,
    TheX,
    Who,
)
from ecs_magic.keywords import BETWEEN, KEYWORDS
from ecs_magic.selectors import Amount, Feature, Selector, amount_reads, amount_zones

ChosenKind = Literal["color", "creature type", "land type", "name"]
"""What kinds of word are chosen for an object as it enters (CR 614.12a)."""
CHOSEN: Final = "chosen"
"""The word in a static ability that stands for the one chosen."""
Layer = Literal["1a", "1b", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "rules"]


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="change"):
    """What every modification is: a tagged value of one layer."""

    layer: ClassVar[Layer]
    writes: ClassVar[frozenset[Feature]]

    def reads(self) -> frozenset[Feature]:
        """Return the features, beside the selector's, whose change can change what this does."""
        return frozenset()

    def zones(self) -> frozenset[Zone]:
        """Return the zones whose cards this counts."""
        return frozenset()


class SetController(_Change, frozen=True, tag="set_controller"):
    """Layer 2: the controller becomes the effect's controller (CR 613.1b)."""

    layer: ClassVar[Layer] = "2"
    writes: ClassVar[frozenset[Feature]] = frozenset({"controller"})

    def reads(self) -> frozenset[Feature]:
        """Return what decides whose effect it is: who controls its source."""
        return frozenset({"controller"})


class ChangeText(_Change, frozen=True, tag="change_text"):
    """Layer 3: replace one colour word or land or creature type by another in text (CR 612.1-2)."""

    layer: ClassVar[Layer] = "3"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types", "abilities"})
    old: str = ""
    new: str = ""


class SetName(_Change, frozen=True, tag="set_name"):
    """Layer 3: the name becomes this one (CR 612.8)."""

    layer: ClassVar[Layer] = "3"
    writes: ClassVar[frozenset[Feature]] = frozenset({"name"})
    name: str = ""


class SetTypes(_Change, frozen=True, tag="set_types"):
    """Layer 4: the card types become these; subtypes that no longer fit are lost (CR 205.1a).

    `subtypes` and `supertypes`, where given, replace all that there were. A basic land type among them takes
    from the land the abilities its text gave it (CR 305.7).
    """

    layer: ClassVar[Layer] = "4"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types", "abilities"})
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] | None = None
    supertypes: tuple[str, ...] | None = None


class SetSubtypes(_Change, frozen=True, tag="set_subtypes"):
    """Layer 4: the subtypes of the same kind as these are replaced by these (CR 205.1a, 305.7).

    Setting a basic land type takes from a land the abilities its text gave it (CR 305.7).
    """

    layer: ClassVar[Layer] = "4"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types", "abilities"})
    subtypes: tuple[str, ...] = ()


class TakeCreatureTypes(_Change, frozen=True, tag="take_creature_types"):
    """Layer 4: the creature types of the last creature card linked to the source (CR 607.2a), and `also` these."""

    layer: ClassVar[Layer] = "4"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types"})
    also: tuple[str, ...] = ()


class AddTypes(_Change, frozen=True, tag="add_types"):
    """Layer 4: these in addition to the types it has (CR 205.1b)."""

    layer: ClassVar[Layer] = "4"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types"})
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    every_creature_type: bool = False
    every_basic_land_type: bool = False


class RemoveTypes(_Change, frozen=True, tag="remove_types"):
    """Layer 4: these are taken away; subtypes that no longer fit go with them (CR 205.1a)."""

    layer: ClassVar[Layer] = "4"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types"})
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    all_land_types: bool = False
    all_creature_types: bool = False


class SetColors(_Change, frozen=True, tag="set_colors"):
    """Layer 5: the colours become these; none is colourless (CR 105.3)."""

    layer: ClassVar[Layer] = "5"
    writes: ClassVar[frozenset[Feature]] = frozenset({"colors"})
    colors: tuple[str, ...] = ()


class AddColors(_Change, frozen=True, tag="add_colors"):
    """Layer 5: these in addition to the colours it has (CR 105.3)."""

    layer: ClassVar[Layer] = "5"
    writes: ClassVar[frozenset[Feature]] = frozenset({"colors"})
    colors: tuple[str, ...] = ()


class Gain(_Change, frozen=True, tag="gain"):
    """Layer 6: it has these abilities as well (CR 613.1f), as on a card: `"Flying, vigilance"` are two.

    What is given defines nothing, so `defines` has no place in it (CR 604.3a).
    With `each` it has them once for each such colour, for which the word "chosen" stands in them.
    """

    layer: ClassVar[Layer] = "6"
    writes: ClassVar[frozenset[Feature]] = frozenset({"abilities"})
    abilities: "tuple[Ability | str, ...]" = ()
    each: Literal["", "color outside identity"] = ""
    """The colours outside the identity of the commanders of the effect's controller; none without one (CR 903.4f)."""


class Lose(_Change, frozen=True, tag="lose"):
    """Layer 6: every ability of these names is lost; with `cannot_have` none can be gained (CR 113.11)."""

    layer: ClassVar[Layer] = "6"
    writes: ClassVar[frozenset[Feature]] = frozenset({"abilities"})
    abilities: tuple[str, ...] = ()
    cannot_have: bool = False


class LoseAll(_Change, frozen=True, tag="lose_all"):
    """Layer 6: it has no abilities; with `except_mana` it keeps its mana abilities."""

    layer: ClassVar[Layer] = "6"
    writes: ClassVar[frozenset[Feature]] = frozenset({"abilities"})
    except_mana: bool = False


Size = Amount | TheX | EventAmount | Reading
"""A number for power or toughness; X, the event's number and a reading are worked out on resolution (CR 611.2d)."""


def _amount(size: Size | None) -> Amount | None:
    """Return a number that is worked out as the layers are applied, `None` for others."""
    return None if isinstance(size, TheX | EventAmount | Reading) else size


class _Sized(_Change, frozen=True):
    """A change of power and toughness by amounts."""

    writes: ClassVar[frozenset[Feature]] = frozenset({"power_toughness"})
    power: Size | None = None
    toughness: Size | None = None

    def reads(self) -> frozenset[Feature]:
        """Return what the amounts read."""
        return amount_reads(_amount(self.power)) | amount_reads(_amount(self.toughness))

    def zones(self) -> frozenset[Zone]:
        """Return the zones that the amounts count in."""
        return frozenset((*amount_zones(_amount(self.power)), *amount_zones(_amount(self.toughness))))


class DefinePowerToughness(_Sized, frozen=True, tag="define_power_toughness"):
    """Layer 7a: a characteristic-defining ability gives power or toughness (CR 208.2a, 613.4a)."""

    layer: ClassVar[Layer] = "7a"


class SetPowerToughness(_Sized, frozen=True, tag="set_power_toughness"):
    """Layer 7b: base power or toughness become these (CR 613.4b)."""

    layer: ClassVar[Layer] = "7b"


class ModifyPowerToughness(_Sized, frozen=True, tag="modify_power_toughness"):
    """Layer 7c: add to power and toughness (CR 613.4c)."""

    layer: ClassVar[Layer] = "7c"
    power: Size = 0
    toughness: Size = 0


class SwitchPowerToughness(_Change, frozen=True, tag="switch_power_toughness"):
    """Layer 7d: power and toughness change places (CR 613.4d)."""

    layer: ClassVar[Layer] = "7d"
    writes: ClassVar[frozenset[Feature]] = frozenset({"power_toughness"})


class Forbid(_Change, frozen=True, tag="forbid"):
    """After the layers: these can't be done to it (CR 101.2, 613.11), such as transform."""

    layer: ClassVar[Layer] = "rules"
    writes: ClassVar[frozenset[Feature]] = frozenset()
    actions: tuple[Literal["transform", "counters", "enter", "untap"], ...] = ()
    """Transforming; having counters put on it; entering, of what would exist so (CR 614.17d); untapping in the
    untap step of its controller (CR 502.3)."""


class Rule(_Change, frozen=True, tag="rule"):
    """After the layers: these hold as rules of the game for as long as the effect lasts (CR 611.2c, 613.11).

    They are what a static ability could say, of a resolved spell or ability: they concern also what appears
    later. Where the effect is on certain objects, each of these is their "this".
    """

    layer: ClassVar[Layer] = "rules"
    writes: ClassVar[frozenset[Feature]] = frozenset()
    rules: "tuple[Enters | Instead | Prohibits | PlayerHas, ...]" = ()


Modification = (
    SetController
    | ChangeText
    | SetName
    | SetTypes
    | SetSubtypes
    | TakeCreatureTypes
    | AddTypes
    | RemoveTypes
    | SetColors
    | AddColors
    | Gain
    | Lose
    | LoseAll
    | DefinePowerToughness
    | SetPowerToughness
    | ModifyPowerToughness
    | SwitchPowerToughness
    | Forbid
    | Rule
)


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A continuous effect: what it affects and what it makes of it (CR 611.1)."""

    changes: tuple[Modification, ...]
    affects: Selector = Selector()
    """What it affects: every permanent, unless said; `{ which = "this" }` is the source alone. Not asked where an
    instruction says which objects the effect is on."""

    def zones(self) -> frozenset[Zone]:
        """Return the zones whose cards it counts, itself or by abilities that it gives."""
        found = frozenset[Zone]().union(*(change.zones() for change in self.changes))
        given = [one for change in self.changes if isinstance(change, Gain) for one in change.abilities]
        return found.union(*(one.zones() for one in given if isinstance(one, Static)))


class _Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="ability"):
    """What every ability is: a tagged value."""


class Keyword(_Ability, frozen=True, tag="keyword"):
    """A keyword ability (CR 702): `keyword` in lower case, `detail` what follows it, as in ward {2}."""

    keyword: str
    detail: str = ""

    @property
    def name(self) -> str:
        """The ability as one writes it: protection from red."""
        return f"{self.keyword} {self.detail}".strip()


class Static(_Ability, frozen=True, tag="static"):
    """A static ability that makes a continuous effect (CR 604.1, 611.3).

    `defines` marks a characteristic-defining ability (CR 604.3): it is applied first in its layer and
    works in every zone. `condition`, where given, must select at least `at_least` objects. With `chosen`, the
    word "chosen" in it stands for the word of that kind that was chosen for its object; where none was, the
    ability does nothing (CR 607.2d).
    """

    effect: Effect
    name: str = ""
    defines: bool = False
    condition: Selector | None = None
    at_least: int = 1
    chosen: ChosenKind | None = None

    def zones(self) -> frozenset[Zone]:
        """Return the zones whose cards it counts."""
        return self.effect.zones().union(() if self.condition is None else self.condition.zones)


class Mana(_Ability, frozen=True, tag="mana"):
    """A mana ability that adds one mana of one of these types (CR 605.1a)."""

    produces: tuple[str, ...]
    cost: str = "{T}"

    @property
    def name(self) -> str:
        """The ability as one names it."""
        return f"mana {''.join(self.produces)}"


# --- instructions that hold effects, abilities or instructions -------------------------------------------


class CopyExceptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a copy has differently; part of its copiable values (CR 707.9a-b).

    Plain fields replace, `add_…` and `remove_…` change. `keep` names characteristics that are not copied
    but stay as they were (CR 707.9c). An added subtype is added only if the copy has a card type that it
    goes with (CR 205.3d).
    """

    name: str | None = None
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    add_colors: tuple[str, ...] = ()
    types: tuple[str, ...] | None = None
    add_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] | None = None
    add_subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] | None = None
    add_supertypes: tuple[str, ...] = ()
    remove_supertypes: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    add_abilities: "tuple[Ability | str, ...]" = ()
    remove_abilities: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    this_ability: bool = False
    """Whether the copy also has the ability that made it one (CR 707.9a)."""


class Affect(Instruction, frozen=True, tag="affect"):
    """A continuous effect begins (CR 611.2): on `what`, or on what its selector selects now (CR 611.2c)."""

    effect: Effect
    what: Objects | None = None
    until: Duration = "end of turn"


class CreateToken(Instruction, frozen=True, kw_only=True, tag="create_token"):
    """Create tokens (CR 111.2) with the characteristics written here."""

    type_line: str
    name: str = ""
    colors: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    abilities: "tuple[Ability | str, ...]" = ()
    count: Number = 1
    player: Who = "you"
    tapped: bool = False
    attacking: bool = False
    counters: dict[str, int] = msgspec.field(default_factory=dict)


class CreateTokenCopy(Instruction, frozen=True, tag="create_token_copy"):
    """Create tokens that are copies (CR 707.2), of an object as it is or last was."""

    of: Objects = "target"
    count: Number = 1
    player: Who = "you"
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")
    tapped: bool = False


class BecomeCopy(Instruction, frozen=True, tag="become_copy"):
    """Objects become copies (CR 707.4)."""

    of: Objects
    what: Objects = "this"
    until: Duration = "game ends"
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")


class CopySpell(Instruction, frozen=True, tag="copy_spell"):
    """Put copies of spells or abilities on the stack (CR 707.10); with `retarget` new targets may be chosen."""

    what: Objects = "target"
    count: Number = 1
    player: Who = "you"
    retarget: bool = True
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")


class PutWith(Instruction, frozen=True, tag="put_with"):
    """Put objects onto the battlefield; an effect of the same spell or ability applies as they enter (CR 611.2e)."""

    effect: Effect
    what: Objects = "target"
    player: Who = "you"
    tapped: bool = False
    until: Duration = "game ends"


class May(Instruction, frozen=True, tag="may"):
    """A player may do this, and pay `cost` for it if there is one; else `otherwise` is done (CR 608.2d)."""

    then: "tuple[AnyInstruction, ...]"
    cost: Cost | None = None
    player: Who = "you"
    otherwise: "tuple[AnyInstruction, ...]" = ()


class If(Instruction, frozen=True, tag="if"):
    """Do this if the conditions hold as it is carried out, else `otherwise`."""

    when: tuple[Condition, ...]
    then: "tuple[AnyInstruction, ...]"
    otherwise: "tuple[AnyInstruction, ...]" = ()


class Delay(Instruction, frozen=True, tag="delay"):
    """A delayed triggered ability (CR 603.7) about the objects that `it` and the targets are now."""

    when: Event
    then: "tuple[AnyInstruction, ...]"
    it: Objects | None = None
    """What its `it` will be; what the instructions before it made or moved, unless said."""
    lasting: bool = False
    """Whether it stays after it triggered, until the turn ends."""


class Reflex(Instruction, frozen=True, tag="reflex"):
    """A triggered ability "when you do" (CR 603.12): it triggers now if the last instruction did anything.

    Its `it` are the objects that the last instruction made or moved; its targets are chosen as it is put on
    the stack.
    """

    then: "tuple[AnyInstruction, ...]"
    targets: tuple[Target, ...] = ()


AnyInstruction = (
    PlainInstruction
    | CopySpell
    | Affect
    | PutWith
    | CreateToken
    | CreateTokenCopy
    | BecomeCopy
    | May
    | If
    | Delay
    | Reflex
)
"""An instruction of any kind."""


# --- abilities that act -----------------------------------------------------------------------------------


class Mode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One mode of a modal spell or ability (CR 700.2)."""

    name: str
    then: tuple[AnyInstruction, ...]
    targets: tuple[Target, ...] = ()


class Modal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The choice of modes (CR 700.2a): from `least` to `most` of them, each once unless they may repeat."""

    modes: tuple[Mode, ...]
    least: int = 1
    most: int = 1
    repeat: bool = False


class Triggered(_Ability, frozen=True, tag="triggered"):
    """A triggered ability (CR 603). `if_` is an intervening "if" (CR 603.4); `zone` where it works."""

    when: Event | tuple[Event, ...]
    then: tuple[AnyInstruction, ...] = ()
    name: str = ""
    if_: tuple[Condition, ...] = msgspec.field(default=(), name="if")
    targets: tuple[Target, ...] = ()
    choose: Modal | None = None
    once_each_turn: bool = False
    zone: Literal["battlefield", "stack", "graveyard", "hand", "exile", "command", "library", "any"] = "battlefield"


class Activated(_Ability, frozen=True, tag="activated"):
    """An activated ability (CR 602). It is a mana ability if it has no target and adds mana (CR 605.1a).

    With `timing` "sorcery" it is activated only as a sorcery (CR 602.5d).
    """

    cost: Cost
    then: tuple[AnyInstruction, ...] = ()
    name: str = ""
    if_: tuple[Condition, ...] = msgspec.field(default=(), name="if")
    targets: tuple[Target, ...] = ()
    choose: Modal | None = None
    once_each_turn: bool = False
    timing: Literal["", "sorcery"] = ""
    zone: Zone = Zone.BATTLEFIELD


class Spell(_Ability, frozen=True, tag="spell"):
    """The spell ability of an instant or sorcery (CR 113.3a)."""

    then: tuple[AnyInstruction, ...] = ()
    name: str = ""
    targets: tuple[Target, ...] = ()
    choose: Modal | None = None


class Chapter(_Ability, frozen=True, tag="chapter"):
    """A chapter ability of a Saga (CR 714.2b): it triggers as lore counters reach one of the `numbers`."""

    numbers: tuple[int, ...]
    then: tuple[AnyInstruction, ...]
    name: str = "chapter"
    targets: tuple[Target, ...] = ()


class AsTurned(_Ability, frozen=True, tag="as_turned"):
    """A replacement effect on its object's own turning: `then` is done while it turns (CR 614.1e, 708.11, 712.20).

    It is asked of the object as it would be once it has turned.
    """

    event: Literal["turned face up", "transforms"]
    then: tuple[AnyInstruction, ...] = ()
    name: str = "as it turns"
    optional: bool = False
    if_: tuple[Condition, ...] = msgspec.field(default=(), name="if")
    shapes: dict[str, CopyExceptions] = {}
    """What it may be, by name, one of which is chosen as it turns: part of its copiable values (CR 208.2b, 707.2)."""


class CopyCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What else holds of a copy that has these card types by its copiable values (CR 707.9f).

    Counters are put on it only if no other copy effect applies after this one (CR 707.9e).
    """

    types: tuple[str, ...] = ()
    counters: dict[str, Number] = {}
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")


class CopyChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What something may enter as a copy of (CR 707.5)."""

    of: Selector
    except_: CopyExceptions | None = msgspec.field(default=None, name="except")
    optional: bool = True
    cases: tuple[CopyCase, ...] = ()
    until: Duration = "game ends"


class Enters(_Ability, frozen=True, tag="enters"):
    """A replacement effect on entering (CR 614.1c-d), of the object itself or of others that `what` selects.

    Tapped, with counters, with the back face up, as a copy, in one of several shapes; `unless` a cost is paid,
    none of it, nor if there is no copy of anything where there may be one. `source`
    asks which object gives the effect; an object may be judged as it would exist (CR 614.12).
    """

    tapped: bool = False
    counters: dict[str, Number] = {}
    name: str = "enters"
    what: Selector = Selector(which="this")
    copy_of: CopyChoice | None = None
    copy_of_source: bool = False
    """Whether it enters as a copy of the source of the effect."""
    transformed: bool = False
    control: Literal["", "you", "opponent"] = ""
    unless: Cost | None = None
    if_: tuple[Condition, ...] = msgspec.field(default=(), name="if")
    choose: dict[str, tuple[str, ...]] = {}
    """Kinds of word chosen as it enters, with the options; without options any word of the kind, but no name."""
    choose_object: Selector | None = None
    """What an object chosen as it enters may be; it is linked to it (CR 607.2d)."""
    shapes: dict[str, CopyExceptions] = {}
    """What it may be, by name, one of which is chosen as it enters: part of its copiable values (CR 707.2)."""
    then: tuple[AnyInstruction, ...] = ()
    """What is done as it enters."""


class Instead(_Ability, frozen=True, tag="instead"):
    """A replacement or prevention effect on something other than entering (CR 614.1a, 615.1).

    `what` judges the object just before the event; `cards` says that it speaks of cards, not of permanents
    (CR 730.3e). A number becomes it `times` `times` plus `plus`; a zone becomes `to`; `then` is done as well.
    """

    event: Literal[
        "moves", "destroyed", "untaps", "damage", "player damage", "draws", "gains life", "counters", "tokens", "mana"
    ]
    what: Selector = Selector(which="this")
    """Which object it must happen to; unless given, the one that has the ability, of `tokens` any. Not given for
    `draws`, `gains life` and `player damage`, which happen to a player."""
    by: Selector | None = None
    """What the source of the damage must be."""
    player: Literal["any", "you", "opponent", "host"] = "any"
    """Whose graveyard or library it would go to, or which player it happens to; `host` is the enchanted one."""
    cards: bool = False
    from_: Zone | None = msgspec.field(default=None, name="from")
    into: Zone | None = None
    to: Zone | None = None
    position: Literal["top", "bottom", "shuffled"] = "top"
    """Where in a library: on top, on the bottom, or anywhere, as the library is shuffled (CR 701.24)."""
    counters: dict[str, int] = {}
    kind: str = ""
    """The kind of counter, or the type of mana, that the event must be about."""
    produces: tuple[str, ...] = ()
    """For mana for which a permanent is tapped: the type that all of it becomes, by choice (CR 106.12b)."""
    produces_chosen: str = ""
    """The same by the word chosen for the source."""
    colored: bool = False
    """Whether coloured mana alone is replaced."""
    times: int = 1
    plus: int = 0
    nothing: bool = False
    """Whether the event does not happen."""
    then: tuple[AnyInstruction, ...] = ()
    optional: bool = False
    name: str = ""
    if_: tuple[Condition, ...] = msgspec.field(default=(), name="if")


class Prohibits(_Ability, frozen=True, tag="prohibits"):
    """A static ability by which players can't do something (CR 101.2, 613.11).

    They can't cast, play as a land, or activate abilities of, what is selected; gain or lose life; get counters;
    lose the game.
    """

    action: Literal["cast", "play land", "activate", "gain life", "lose life", "get counters", "lose the game"] = "cast"
    except_mana: bool = False
    """Whether mana abilities may be activated all the same."""
    what: Selector = Selector()
    player: Literal["any", "you", "opponent"] = "any"
    name: str = ""


class PlayerHas(_Ability, frozen=True, tag="player_has"):
    """A static ability by which players have hexproof, shroud or protection (CR 613.10, 702.11c, 702.16, 702.18a)."""

    abilities: tuple[str, ...]
    player: Literal["any", "you", "opponent"] = "you"
    name: str = ""


class CopyHost(_Ability, frozen=True, tag="copy_host"):
    """A static ability: what its object is attached to is a copy of the object linked to it (CR 607.2d, 707.2c).

    The values are those that the linked object has as the effect starts to apply.
    """

    except_: CopyExceptions | None = msgspec.field(default=None, name="except")
    name: str = "copy host"


class Limit(_Ability, frozen=True, tag="limit"):
    """Its object can't have more than so many counters of a kind; any more are removed (CR 122.4, 704.5r)."""

    kind: str
    most: int
    name: str = "limit"


class Castable(_Ability, frozen=True, tag="castable"):
    """The card may be cast from a zone, perhaps in one way only (CR 601.3)."""

    zone: Zone
    how: str = ""
    cost: str | None = None
    exile: bool = False
    """Whether it is exiled when it would leave the stack, as with flashback (CR 702.34a)."""
    name: str = "castable"


class Unmodelled(_Ability, frozen=True, tag="unmodelled"):
    """An ability that this version carries, copies, counts and removes, but does not carry out.

    `name` says in a few words which one it is. Loading reports it. `mana` marks a mana ability (CR 605.1a).
    """

    name: str
    mana: bool = False


Ability = (
    Keyword
    | Static
    | Mana
    | Enters
    | Instead
    | Triggered
    | Activated
    | Spell
    | Chapter
    | AsTurned
    | Prohibits
    | PlayerHas
    | CopyHost
    | Limit
    | Castable
    | Unmodelled
)


def adding_mana(steps: Iterable[AnyInstruction]) -> Iterator[AddMana]:
    """Yield the instructions that add mana, also those that depend on a condition or a choice (CR 605.1a)."""
    for step in steps:
        if isinstance(step, AddMana):
            yield step
        elif isinstance(step, May | If):
            yield from adding_mana((*step.then, *step.otherwise))


def is_loyalty(ability: Activated) -> bool:
    """Whether this is a loyalty ability: whether loyalty counters are its cost (CR 606.1)."""
    return "loyalty" in ability.cost.add_counters or "loyalty" in ability.cost.remove_counters


def is_mana(ability: Ability) -> bool:
    """Whether this is a mana ability (CR 605.1a-b), carried out by this version or not."""
    if isinstance(ability, Activated):
        return not ability.targets and not is_loyalty(ability) and any(adding_mana(ability.then))
    if isinstance(ability, Triggered):
        events = ability.when if isinstance(ability.when, tuple) else (ability.when,)
        from_mana = all(event.event in ("tapped for mana", "mana added") for event in events)
        return from_mana and not ability.targets and any(adding_mana(ability.then))
    return isinstance(ability, Mana) or (isinstance(ability, Unmodelled) and ability.mana)


def keyword(text: str) -> "Keyword | Unmodelled":
    """Read one keyword ability such as ``Flying`` or ``ward {2}``; any other text is unmodelled."""
    words = " ".join(text.split())
    head, dash, cost = words.partition("—")
    if dash and head.strip().lower() in KEYWORDS:  # as in Ward—Pay 3 life.
        return Keyword(head.strip().lower(), cost.strip().removesuffix("."))
    lowered = words.lower()
    parts = lowered.split(" ")
    for size in (5, 3, 2, 1):
        head = " ".join(parts[:size])
        if head in KEYWORDS and (len(parts) <= size or _details(head, parts[size:])):
            return Keyword(head, " ".join(words.split(" ")[size:]).strip("—- "))
    return Unmodelled(words)


def keywords(text: str) -> "tuple[Keyword | Unmodelled, ...]":
    """Read a line of keyword abilities such as ``Flying, vigilance``; any other text is one ability."""
    parts = tuple(map(keyword, BETWEEN.split(text)))
    return parts if all(isinstance(part, Keyword) for part in parts) else (keyword(text),)


def _details(head: str, rest: list[str]) -> bool:
    """Whether `rest` can be the detail of a keyword: a cost, a number, or a few words."""
    return len(rest) <= 6 and not head.endswith("walk") and not any(word.endswith((".", ":")) for word in rest)


def written(abilities: "Iterable[Ability | str]") -> "tuple[Ability, ...]":
    """Return abilities of which some are written in short, a line of keywords at a time."""
    found: list[Ability] = []
    for ability in abilities:
        found += keywords(ability) if isinstance(ability, str) else (ability,)
    return tuple(found)


def answers_to(ability: Ability, name: str) -> bool:
    """Whether one may call `ability` by `name`: its whole name, or the keyword without its detail."""
    wanted = name.casefold()
    return ability.name.casefold() == wanted or (isinstance(ability, Keyword) and ability.keyword == wanted)
