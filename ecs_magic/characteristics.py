"""Characteristics of objects (CR 109.3) and the values that copying reads (CR 707.2)."""

import msgspec

from ecs_magic import mana
from ecs_magic.abilities import Ability


class Characteristics(msgspec.Struct, frozen=True, gc=False):
    """The characteristics of one object at one moment.

    `colors` are in the order WUBRG; types and subtypes in the order they were printed or gained.
    `mana_value` is a number of its own because a back face and a melded permanent have one without
    a mana cost (CR 202.3b-c). An object without a name has no `names`; power and toughness are `None`
    where there are none (CR 208.3).
    """

    names: tuple[str, ...] = ()
    mana_cost: str | None = None
    color_indicator: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    mana_value: int = 0

    @property
    def name(self) -> str:
        """The name, two of a split card joined, or an empty text for a nameless object."""
        return " // ".join(self.names)

    def copied(self) -> "Characteristics":
        """Return the values as a copy has them: the mana value is that of the cost (CR 202.3b-c)."""
        value = mana.mana_value(self.mana_cost)
        return self if value == self.mana_value else msgspec.structs.replace(self, mana_value=value)


class CopiableValues(msgspec.Struct, frozen=True, gc=False):
    """What a copy takes (CR 707.2): the values, and those to use while flipped (CR 707.3, 710.2)."""

    normal: Characteristics
    flipped: Characteristics | None = None

    def shown(self, *, flipped: bool) -> Characteristics:
        """Return the values that a permanent with this status shows (CR 707.3)."""
        return self.flipped if flipped and self.flipped is not None else self.normal

    def copied(self) -> "CopiableValues":
        """Return the values as a copy has them (CR 202.3b-c)."""
        return CopiableValues(self.normal.copied(), None if self.flipped is None else self.flipped.copied())


NOTHING = Characteristics()
"""An object without characteristics, such as a card exiled face down (CR 406.3a)."""
