"""Selectors and amounts as data: which objects an effect affects, and how much (CR 611, 613).

A value here can say what it reads; that decides where dependency has to be looked for (CR 613.8).
"""

from typing import Final, Literal

import msgspec

from ecs_magic.enums import Zone

Feature = Literal[
    "controller", "name", "types", "colors", "abilities", "power_toughness", "mana_value", "status", "existence"
]
"""What an effect can read or write. Layers 2 to 7 write the first six; the rest never change in them."""


class Selector(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A test of objects; every field that is given must hold.

    Words such as "you" and "other" are read from the source of the effect and its controller (CR 109.5).
    Lists named `not_…` must not match at all, plain lists must match wholly, lists named `any_…` in part.
    """

    which: Literal["any", "this", "other", "host", "pair", "linked"] = "any"
    """`this` is the source, `other` all but the source, `host` what the source is attached to, `pair` the source
    and the creature it is paired with (CR 702.95), `linked` the cards linked to the source (CR 607.2a)."""
    controller: Literal["any", "you", "opponent"] = "any"
    owner: Literal["any", "you", "opponent"] = "any"
    zone: Literal["battlefield", "graveyard", "hand", "library", "exile", "stack", "command", "any"] = "battlefield"
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    any_types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    not_supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    any_subtypes: tuple[str, ...] = ()
    not_subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    not_colors: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    has_abilities: bool | None = None
    """Whether it has any ability at all (CR 113.12)."""
    counters: tuple[str, ...] = ()
    min_counters: int | None = None
    """How many counters there must be at least, of `counter_kind` if that is given."""
    max_counters: int | None = None
    counter_kind: str = ""
    token: bool | None = None
    tapped: bool | None = None
    face_down: bool | None = None
    attached: bool | None = None
    paired: bool | None = None
    attacking: bool | None = None
    enchanted: bool | None = None
    """Whether an Aura is attached to it (CR 303.4b)."""
    equipped: bool | None = None
    """Whether an Equipment is attached to it (CR 301.5d)."""
    marked: tuple[str, ...] = ()
    """Designations such as renowned, and what was paid for the spell that it was, such as kicked (CR 400.7d)."""
    commander: bool | None = None
    min_colors: int | None = None
    """How many colours at least: 2 is multicoloured (CR 105.2b)."""
    max_colors: int | None = None
    """How many colours at most: 0 is colourless (CR 105.2c)."""
    min_mana_value: int | None = None
    max_mana_value: int | None = None
    min_power: int | None = None
    max_power: int | None = None
    min_toughness: int | None = None
    max_toughness: int | None = None
    base_power: int | None = None
    """Its power after layer 7b, without what modifies it (CR 208.4b)."""
    base_toughness: int | None = None

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones that it looks into."""
        return tuple(Zone) if self.zone == "any" else (Zone(self.zone),)

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change what this selects."""
        found: set[Feature] = set()
        if self.controller != "any":
            found.add("controller")
        if self.names:
            found.add("name")
        if (
            self.types
            or self.any_types
            or self.not_types
            or self.supertypes
            or self.not_supertypes
            or self.subtypes
            or self.any_subtypes
            or self.not_subtypes
        ):
            found.add("types")
        if self.colors or self.not_colors or self.min_colors is not None or self.max_colors is not None:
            found.add("colors")
        if self.has or self.lacks or self.has_abilities is not None:
            found.add("abilities")
        sizes = (self.min_power, self.max_power, self.min_toughness, self.max_toughness)
        if any(one is not None for one in (*sizes, self.base_power, self.base_toughness)):
            found |= {"power_toughness", "types"}
        return frozenset(found)


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="amount", tag="count"):
    """How many objects `of` selects, or how many different things they have among them; times `times`, plus `plus`.

    With `what` it counts card types, colours, basic land types or names, each once.
    """

    of: Selector
    times: int = 1
    plus: int = 0
    what: Literal["objects", "card types", "colors", "basic land types", "names"] = "objects"

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change the number."""
        return self.of.reads() | _COUNTED[self.what]


_COUNTED: Final[dict[str, frozenset[Feature]]] = {
    "objects": frozenset(),
    "card types": frozenset({"types"}),
    "colors": frozenset({"colors"}),
    "basic land types": frozenset({"types"}),
    "names": frozenset({"name"}),
}


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="amount", tag="value"):
    """A number read off the affected object (`each`), the effect's source, or what belongs to that.

    `host` is what the source is attached to, `linked` the last creature card linked to it (CR 607.2a).
    """

    of: Literal["mana_value", "power", "toughness", "counters", "x"]
    from_: Literal["each", "source", "host", "linked"] = msgspec.field(default="each", name="from")
    kind: str = ""
    """For `counters`: the kind of counter; all kinds unless given."""
    times: int = 1
    plus: int = 0

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change the number."""
        return frozenset({"power_toughness", "types"} if self.of in ("power", "toughness") else ())


class Total(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="amount", tag="total"):
    """The sum of one number of all objects that `of` selects, times `times`, plus `plus`."""

    of: Selector
    value: Literal["mana_value", "power", "toughness"]
    times: int = 1
    plus: int = 0

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change the number."""
        return self.of.reads() | Value(self.value).reads()


class Devotion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="amount", tag="devotion"):
    """The devotion of the effect's controller to these colours: mana symbols among permanents (CR 700.5)."""

    colors: tuple[str, ...]
    times: int = 1
    plus: int = 0

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change the number: mana costs never change after layer 1."""
        return frozenset({"controller"})


Amount = int | Count | Value | Total | Devotion


def amount_reads(amount: Amount | None) -> frozenset[Feature]:
    """Return the features whose change can change `amount`."""
    return frozenset() if amount is None or isinstance(amount, int) else amount.reads()


def amount_zones(amount: Amount | None) -> tuple[Zone, ...]:
    """Return the zones that `amount` counts in."""
    if isinstance(amount, Value):
        return (Zone.EXILE,) if amount.from_ == "linked" else ()
    return amount.of.zones if isinstance(amount, Count | Total) else ()
