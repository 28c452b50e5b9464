"""Selectors made ready for bitsets: which signatures a selector selects, as a few ANDs of features."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ecs_magic.features import Features
from ecs_magic.ids import Seat
from ecs_magic.selectors import Selector

_CARRIED: Final = frozenset(
    """
    which controller owner zone names types any_types not_types supertypes not_supertypes subtypes any_subtypes
    not_subtypes colors not_colors has lacks counters token tapped face_down attached min_mana_value
    max_mana_value min_power max_power
    """.split()
)


_STANDING: Final = frozenset({"any", "this", "other", "host"})


class NotCarriedError(Exception):
    """Something that only the plain interpreter carries out. Never leaves the choice between the two."""


def only(value: msgspec.Struct, carried: frozenset[str]) -> None:
    """Raise `NotCarriedError` if a value says anything in a field that is not among those `carried`."""
    names, defaults = value.__struct_fields__, value.__struct_defaults__
    without = len(names) - len(defaults)
    for at, name in enumerate(names):
        if name not in carried and (at < without or getattr(value, name) != defaults[at - without]):
            raise NotCarriedError(f"{type(value).__name__}.{name}")


class Place:
    """From where an effect looks: its controller, and the bits of its source and of what that is attached to."""

    __slots__ = ("host", "seat", "source")

    def __init__(self, seat: Seat, source: int = 0, host: int = 0) -> None:
        self.seat = seat
        self.source = source
        self.host = host


class Selection:
    """A selector over features. Raises `NotCarriedError` where bitsets cannot tell what it selects."""

    __slots__ = ("_all", "_any", "_has", "_lacks", "_none", "_powers", "_seats", "selector")

    def __init__(self, selector: Selector, features: Features) -> None:
        only(selector, _CARRIED)
        if selector.which not in _STANDING:
            raise NotCarriedError(f"Selector.which {selector.which}")
        need = features.need
        self.selector = selector
        self._all = [need(kind, value) for kind, value in _wanted(selector)]
        self._none = [need(kind, value) for kind, value in _unwanted(selector)]
        self._any = [
            [need(kind, value) for value in values]
            for kind, values in (
                ("names", selector.names),
                ("types", selector.any_types),
                ("subtypes", selector.any_subtypes),
            )
            if values
        ]
        self._has, self._lacks = selector.has, selector.lacks
        for name in (*self._has, *self._lacks):
            if name.casefold().startswith("mana "):
                # Basic land types give and take such abilities (CR 305.6).
                raise NotCarriedError(f"has {name}")
            features.answering(name)
        # a range of power, whether 0 is in it, and what makes a creature (CR 208.3)
        self._powers: tuple[int, bool, int] | None = None
        if self.reads_size:
            least, most = selector.min_power, selector.max_power
            zero = (least is None or least <= 0) and (most is None or most >= 0)
            self._powers = need("power", (least, most)), zero, need("types", "Creature")
        self._seats = [need("owner", seat) for seat in range(features.seats)] if selector.owner != "any" else []

    @property
    def reads_size(self) -> bool:
        """Whether it looks at power, which the pass knows before layer 7 alone."""
        return self.selector.min_power is not None or self.selector.max_power is not None

    def reads(self, features: Features) -> int:
        """Return the features, as bits by index, whose change can change what it selects."""
        found = 0
        for index in self._all:
            found |= 1 << index
        for index in self._none:
            found |= 1 << index
        for group in (*self._any, *map(features.answering, (*self._has, *self._lacks))):
            for index in group:
                found |= 1 << index
        if self._powers is not None:
            found |= 1 << self._powers[2]
        if self.selector.controller != "any":
            found |= (1 << features.seats) - 1
        return found

    def of(self, bits: Sequence[int], features: Features, place: Place) -> int:
        """Return the signatures that it selects as things stand in `bits`."""
        selector = self.selector
        if selector.zone not in ("battlefield", "any"):
            return 0
        found = features.whole
        if selector.controller != "any":
            mine = bits[place.seat]
            found &= mine if selector.controller == "you" else ~mine
        for index in self._all:
            found &= bits[index]
        for index in self._none:
            found &= ~bits[index]
        if self._any or self._has or self._lacks:
            for group in (*self._any, *map(features.answering, self._has)):
                found &= _either(bits, group)
            for group in filter(None, map(features.answering, self._lacks)):
                found &= ~_either(bits, group)
        if self._powers is not None:
            power, zero, creature = self._powers
            sized = bits[creature]
            found &= (bits[power] & sized) | (~sized if zero else 0)
        if selector.owner != "any":
            mine = bits[self._seats[place.seat]]
            found &= mine if selector.owner == "you" else ~mine
        if selector.which != "any":
            if selector.which == "other":
                found &= ~place.source
            else:
                found &= place.source if selector.which == "this" else place.host
        return found


def _either(bits: Sequence[int], group: Sequence[int]) -> int:
    found = 0
    for index in group:
        found |= bits[index]
    return found


def _wanted(selector: Selector) -> list[tuple[str, Any]]:
    """Return the features that must be there."""
    found: list[tuple[str, Any]] = []
    for kind, values in (
        ("types", selector.types),
        ("supertypes", selector.supertypes),
        ("subtypes", selector.subtypes),
        ("colors", selector.colors),
        ("counter", selector.counters),
    ):
        found += [(kind, value) for value in values]
    found += [(kind, True) for kind in ("token", "tapped", "face_down", "attached") if getattr(selector, kind)]
    if selector.min_mana_value is not None or selector.max_mana_value is not None:
        found.append(("mana_value", (selector.min_mana_value, selector.max_mana_value)))
    return found


def _unwanted(selector: Selector) -> list[tuple[str, Any]]:
    """Return the features that must not be there."""
    found: list[tuple[str, Any]] = []
    for kind, values in (
        ("types", selector.not_types),
        ("supertypes", selector.not_supertypes),
        ("subtypes", selector.not_subtypes),
        ("colors", selector.not_colors),
    ):
        found += [(kind, value) for value in values]
    return found + [
        (kind, True) for kind in ("token", "tapped", "face_down", "attached") if getattr(selector, kind) is False
    ]
