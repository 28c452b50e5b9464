"""Abilities and continuous effects as data (CR 112, 113, 604, 611). No ability is code inside a card.

A continuous effect is a `Selector` and the `Modification`s it makes to what is selected. Each
modification belongs to one layer (CR 613.1) and says which features it writes.
"""

import difflib
from typing import Any, ClassVar, Final, Literal

import msgspec

from ecs_magic.enums import COLORS
from ecs_magic.errors import InputError, instead
from ecs_magic.selectors import Amount, Feature, Selector, amount_reads
from ecs_magic.typeline import CARD_TYPES, SUPERTYPES

KEYWORDS: Final = frozenset(
    """
    deathtouch|defender|double strike|enchant|equip|first strike|flash|flying|haste|hexproof|indestructible
    intimidate|landwalk|lifelink|protection|reach|shroud|trample|vigilance|ward|banding|rampage
    cumulative upkeep|flanking|phasing|buyback|shadow|cycling|echo|horsemanship|fading|kicker|flashback
    madness|fear|morph|amplify|provoke|storm|affinity|entwine|modular|sunburst|bushido|soulshift|splice
    offering|ninjutsu|epic|convoke|dredge|transmute|bloodthirst|haunt|replicate|forecast|graft|recover
    ripple|split second|suspend|vanishing|absorb|aura swap|delve|fortify|frenzy|gravestorm|poisonous
    transfigure|champion|changeling|evoke|hideaway|prowl|reinforce|conspire|persist|wither|retrace|devour
    exalted|unearth|cascade|annihilator|level up|rebound|totem armor|umbra armor|infect|battle cry
    living weapon|undying|miracle|soulbond|overload|scavenge|unleash|cipher|evolve|extort|fuse|bestow
    tribute|dethrone|outlast|prowess|dash|exploit|menace|renown|awaken|devoid|ingest|myriad|surge|skulk
    emerge|escalate|melee|crew|fabricate|partner|undaunted|improvise|aftermath|embalm|eternalize|afflict
    ascend|assist|jump-start|mentor|afterlife|riot|spectacle|escape|companion|mutate|encore|boast|foretell
    demonstrate|daybound|nightbound|disturb|decayed|cleave|training|compleated|reconfigure|blitz|casualty
    enlist|read ahead|ravenous|squad|space sculptor|visit|prototype|living metal|more than meets the eye
    for mirrodin!|toxic|backup|bargain|craft|disguise|solved|plot|saddle|spree|freerunning|gift|offspring
    impending|exhaust|max speed|start your engines!|harmonize|mobilize|job select|tiered|station|warp
    megamorph|plainswalk|islandwalk|swampwalk|mountainwalk|forestwalk|unblockable
    hidden agenda|double agenda|∞|mayhem|web-slinging|firebending|sneak|increment|paradigm|plainscycling
    islandcycling|swampcycling|mountaincycling|forestcycling|landcycling|basic landcycling|slivercycling
    wizardcycling|commander ninjutsu|partner with|choose a background|friends forever|doctor's companion
    """.replace("\n", "|")
    .replace("    ", "")
    .split("|")
) - {""}
"""Words that begin a keyword ability (CR 702), in lower case."""

Layer = Literal["1a", "1b", "2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "rules"]


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="change"):
    """What every modification is: a tagged value of one layer."""

    layer: ClassVar[Layer]
    writes: ClassVar[frozenset[Feature]]

    def reads(self) -> frozenset[Feature]:
        """Return the features, beside the selector's, whose change can change what this does."""
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

    `subtypes` and `supertypes`, where given, replace all that there were.
    """

    layer: ClassVar[Layer] = "4"
    writes: ClassVar[frozenset[Feature]] = frozenset({"types"})
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
    """Layer 6: it has these abilities as well (CR 613.1f)."""

    layer: ClassVar[Layer] = "6"
    writes: ClassVar[frozenset[Feature]] = frozenset({"abilities"})
    abilities: "tuple[Ability | str, ...]" = ()


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


class DefinePowerToughness(_Change, frozen=True, tag="define_power_toughness"):
    """Layer 7a: a characteristic-defining ability gives power or toughness (CR 208.2a, 613.4a)."""

    layer: ClassVar[Layer] = "7a"
    writes: ClassVar[frozenset[Feature]] = frozenset({"power_toughness"})
    power: Amount | None = None
    toughness: Amount | None = None

    def reads(self) -> frozenset[Feature]:
        """Return what the amounts read."""
        return amount_reads(self.power) | amount_reads(self.toughness)


class SetPowerToughness(_Change, frozen=True, tag="set_power_toughness"):
    """Layer 7b: base power or toughness become these (CR 613.4b)."""

    layer: ClassVar[Layer] = "7b"
    writes: ClassVar[frozenset[Feature]] = frozenset({"power_toughness"})
    power: Amount | None = None
    toughness: Amount | None = None

    def reads(self) -> frozenset[Feature]:
        """Return what the amounts read."""
        return amount_reads(self.power) | amount_reads(self.toughness)


class ModifyPowerToughness(_Change, frozen=True, tag="modify_power_toughness"):
    """Layer 7c: add to power and toughness (CR 613.4c)."""

    layer: ClassVar[Layer] = "7c"
    writes: ClassVar[frozenset[Feature]] = frozenset({"power_toughness"})
    power: Amount = 0
    toughness: Amount = 0

    def reads(self) -> frozenset[Feature]:
        """Return what the amounts read."""
        return amount_reads(self.power) | amount_reads(self.toughness)


class SwitchPowerToughness(_Change, frozen=True, tag="switch_power_toughness"):
    """Layer 7d: power and toughness change places (CR 613.4d)."""

    layer: ClassVar[Layer] = "7d"
    writes: ClassVar[frozenset[Feature]] = frozenset({"power_toughness"})


class Forbid(_Change, frozen=True, tag="forbid"):
    """After the layers: these can't be done to it (CR 101.2, 613.11), such as transform."""

    layer: ClassVar[Layer] = "rules"
    writes: ClassVar[frozenset[Feature]] = frozenset()
    actions: tuple[Literal["transform"], ...] = ()


Modification = (
    SetController
    | ChangeText
    | SetName
    | SetTypes
    | SetSubtypes
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
)


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A continuous effect: what it affects and what it makes of it (CR 611.1)."""

    changes: tuple[Modification, ...]
    affects: Selector = Selector()


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
    works in every zone. `condition`, where given, must select at least `at_least` objects.
    """

    effect: Effect
    name: str = ""
    defines: bool = False
    condition: Selector | None = None
    at_least: int = 1


class Mana(_Ability, frozen=True, tag="mana"):
    """A mana ability that adds one mana of one of these types (CR 605.1a)."""

    produces: tuple[str, ...]
    cost: str = "{T}"

    @property
    def name(self) -> str:
        """The ability as one names it."""
        return f"mana {''.join(self.produces)}"


class Enters(_Ability, frozen=True, tag="enters"):
    """A replacement effect on the object's own entering (CR 614.1c-d): tapped, or with counters."""

    tapped: bool = False
    counters: dict[str, int] = {}
    name: str = "enters"


class Unmodelled(_Ability, frozen=True, tag="unmodelled"):
    """An ability that this version carries, copies, counts and removes, but does not carry out.

    `name` says in a few words which one it is. Loading reports it. `mana` marks a mana ability (CR 605.1a).
    """

    name: str
    mana: bool = False


Ability = Keyword | Static | Mana | Enters | Unmodelled


def is_mana(ability: Ability) -> bool:
    """Whether this is a mana ability (CR 605.1a), carried out by this version or not."""
    return isinstance(ability, Mana) or (isinstance(ability, Unmodelled) and ability.mana)


def keyword(text: str) -> "Keyword | Unmodelled":
    """Read one keyword ability such as ``Flying`` or ``ward {2}``; any other text is unmodelled."""
    words = " ".join(text.split())
    lowered = words.lower()
    parts = lowered.split(" ")
    for size in (5, 3, 2, 1):
        head = " ".join(parts[:size])
        if head in KEYWORDS and (len(parts) <= size or _details(head, parts[size:])):
            return Keyword(head, " ".join(words.split(" ")[size:]).strip("—- "))
    return Unmodelled(words)


def misspelt(text: str) -> str | None:
    """Return the keyword that was meant by a few words that are none but are nearly one, else `None`."""
    if not isinstance(keyword(text), Unmodelled) or not text.replace(" ", "").isalpha():
        return None
    near = difflib.get_close_matches(text.strip().lower(), sorted(KEYWORDS), 1, 0.8)
    return near[0] if near else None


def judge_spelling(abilities: "tuple[Ability | str, ...]", field: str = "abilities") -> None:
    """Raise `InputError` for an ability written in short that is nearly a keyword."""
    for text in abilities:
        if isinstance(text, str) and (meant := misspelt(text)) is not None:
            raise InputError(f"{text!r} is no keyword", where=field, suggestion=f"did you mean {meant!r}?")


def _details(head: str, rest: list[str]) -> bool:
    """Whether `rest` can be the detail of a keyword: a cost, a number, or a few words."""
    return len(rest) <= 6 and not head.endswith("walk") and not any(word.endswith((".", ":")) for word in rest)


_WORDS: Final = (
    ("supertypes", SUPERTYPES),
    ("subtypes", ()),
    ("types", CARD_TYPES),
    ("colors", tuple(COLORS)),
    ("produces", (*COLORS, "C")),
)
"""Endings of the names of fields, and the words that such a field may hold; none is any word."""
_LARGEST: Final = 1_000_000


def judge(value: Any, field: str = "") -> None:
    """Raise `InputError` for a number out of range, or a word that is no type or colour, anywhere in data."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            judge(getattr(value, name), name)
        if isinstance(value, Gain | Lose):
            judge_spelling(value.abilities)
    elif isinstance(value, tuple):
        for one in value:
            judge(one, field)
    elif isinstance(value, dict):
        for one in value.values():
            judge(one, field)
    elif isinstance(value, int):
        low = 0 if field == "counters" else -_LARGEST
        if not low <= value <= _LARGEST:
            raise InputError(f"{value} is out of range", where=field, suggestion=f"from {low} to {_LARGEST:,}")
    elif isinstance(value, str):
        words = next((words for ending, words in _WORDS if field.endswith(ending)), ())
        if words and value not in words:
            hint = instead(value.capitalize(), words)
            raise InputError(f"{value!r} is none of the {field}", where=field, suggestion=hint)


def plain(ability: "Ability | str") -> Ability:
    """Return an ability written in short (a keyword's text) as the value it stands for."""
    return keyword(ability) if isinstance(ability, str) else ability


def answers_to(ability: Ability, name: str) -> bool:
    """Whether one may call `ability` by `name`: its whole name, or the keyword without its detail."""
    wanted = name.casefold()
    return ability.name.casefold() == wanted or (isinstance(ability, Keyword) and ability.keyword == wanted)
