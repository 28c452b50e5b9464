"""Selectors and amounts as data: which objects an effect affects, and how much (CR 611, 613).

A value here can say what it reads; that decides where dependency has to be looked for (CR 613.8).
"""

from typing import Literal

import msgspec

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
    zone: Literal["battlefield", "graveyard", "hand", "library", "exile", "stack", "command"] = "battlefield"
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
    counters: tuple[str, ...] = ()
    token: bool | None = None
    tapped: bool | None = None
    face_down: bool | None = None
    attached: bool | None = None
    paired: bool | None = None
    min_mana_value: int | None = None
    max_mana_value: int | None = None
    min_power: int | None = None
    max_power: int | None = None

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
        if self.colors or self.not_colors:
            found.add("colors")
        if self.has or self.lacks:
            found.add("abilities")
        if self.min_power is not None or self.max_power is not None:
            found.add("power_toughness")
        return frozenset(found)


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="amount", tag="count"):
    """How many objects `of` selects, times `times`, plus `plus`."""

    of: Selector
    times: int = 1
    plus: int = 0

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change the number."""
        return self.of.reads()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="amount", tag="value"):
    """A number read off the affected object (`each`) or the effect's source (`source`)."""

    of: Literal["mana_value", "power", "toughness", "counters"]
    from_: Literal["each", "source"] = msgspec.field(default="each", name="from")
    kind: str = ""
    """For `counters`: the kind of counter; all kinds unless given."""

    def reads(self) -> frozenset[Feature]:
        """Return the features whose change can change the number."""
        return frozenset({"power_toughness"} if self.of in ("power", "toughness") else ())


Amount = int | Count | Value


def amount_reads(amount: Amount | None) -> frozenset[Feature]:
    """Return the features whose change can change `amount`."""
    return frozenset() if amount is None or isinstance(amount, int) else amount.reads()
