"""Characteristics of objects (CR 109.3) and the values that copying reads (CR 707.2)."""

from collections.abc import Callable

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
    """What a copy takes (CR 707.2): the values, those to use while flipped (CR 707.3, 710.2), those behind doors.

    `doors` are the values with neither half unlocked, the left, the right, and both; `normal` is the last
    (CR 709.5).
    """

    normal: Characteristics
    flipped: Characteristics | None = None
    doors: tuple[Characteristics, ...] = ()

    def shown(self, *, flipped: bool, unlocked: int = 0) -> Characteristics:
        """Return the values that a permanent with this status and these halves unlocked shows (CR 707.3, 709.5)."""
        if self.doors:
            return self.doors[unlocked]
        return self.flipped if flipped and self.flipped is not None else self.normal

    def each(self, change: Callable[[Characteristics], Characteristics]) -> "CopiableValues":
        """Return the values with a change made to each of them."""
        doors = tuple(map(change, self.doors))
        normal = doors[-1] if doors else change(self.normal)
        return CopiableValues(normal, None if self.flipped is None else change(self.flipped), doors)

    def copied(self) -> "CopiableValues":
        """Return the values as a copy has them (CR 202.3b-c)."""
        return self.each(Characteristics.copied)


NOTHING = Characteristics()
"""An object without characteristics, such as a card exiled face down (CR 406.3a)."""
