"""Features: what continuous effects look at, each as one bitset over signatures (CR 613.8a).

A bitset is a Python integer; bit `n` is set if the permanents of signature `n` have the feature. Only what
some effect looks at has a feature, so what nobody asks for costs nothing.
"""

from array import array
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ecs_magic.abilities import Ability, answers_to
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import CounterPile
from ecs_magic.ids import Seat
from ecs_magic.numbered import MANY, bitset
from ecs_magic.selectors import Selector
from ecs_magic.subtypes import card_types_of, fits

if TYPE_CHECKING:
    import numpy as np

Feature = tuple[str, Any]
"""What kind of thing is looked at, and which: ``("types", "Creature")``, ``("controller", 0)``."""

_LISTED: Final = ("names", "types", "supertypes", "subtypes", "colors")


class Signature:
    """What all permanents have in common that no continuous effect can tell apart.

    `effects` are the resolved effects whose fixed set they are in; `alone` is the permanent that must be
    looked at by itself, or 0; `abilities` are the numbers of its printed abilities.
    """

    __slots__ = (
        "abilities",
        "alone",
        "attached",
        "controller",
        "counters",
        "effects",
        "face_down",
        "owner",
        "tapped",
        "token",
        "values",
    )

    def __init__(
        self,
        values: Characteristics,
        controller: Seat,
        owner: Seat,
        *,
        token: bool,
        face_down: bool,
        tapped: bool,
        attached: bool,
        counters: tuple[CounterPile, ...],
        effects: tuple[int, ...],
        alone: int,
        abilities: tuple[int, ...],
    ) -> None:
        self.values = values
        self.controller = controller
        self.owner = owner
        self.token = token
        self.face_down = face_down
        self.tapped = tapped
        self.attached = attached
        self.counters = counters
        self.effects = effects
        self.alone = alone
        self.abilities = abilities

    @property
    def look(self) -> Hashable:
        """What tells the features that it has: all but its fixed sets and which permanent is alone."""
        return (
            id(self.values),
            self.controller,
            self.owner,
            self.token,
            self.face_down,
            self.tapped,
            self.attached,
            self.counters,
        )

    def shows(self, kind: str, value: Any) -> bool:
        """Whether it has a feature before any effect applies."""
        if kind in _LISTED:
            return value in getattr(self.values, kind)
        if kind == "ability":
            return value in self.abilities
        if kind in ("controller", "owner", "token", "face_down", "tapped", "attached"):
            return bool(getattr(self, kind) == value)
        if kind == "counter":
            return any(pile.kind == value for pile in self.counters)
        if kind == "mana_value":
            return _within(self.values.mana_value, *value)
        if kind == "power":
            return _within(self.values.power or 0, *value)
        return False

    def counted(self, kind: str) -> int:
        """How many counters of a kind, or of all kinds, are on it."""
        return sum(pile.count for pile in self.counters if kind in ("", pile.kind))


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


class Features:
    """The features that effects of one world look at, and which signatures have them before any effect.

    The first ones are the controllers, one for each seat.
    """

    __slots__ = (
        "_abilities",
        "_answering",
        "_bits",
        "_folded",
        "_kinds",
        "_look_of",
        "_looking",
        "_looks",
        "_numbers",
        "_of_kind",
        "_shown",
        "_whole",
        "index",
        "misfits",
        "names",
        "seats",
        "signatures",
        "version",
    )

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.signatures: list[Signature] = []
        # feature -> its index in `bits` and `names`
        self.index: dict[Feature, int] = {}
        self.names: list[Feature] = []
        # one bitset for each feature, over so many of the signatures; the others wait
        self._bits: list[int] = []
        self._folded = 0
        # a signature of each look; their numbers; the look of each signature; the features of a look by index
        self._looks: list[Signature] = []
        self._looking: dict[Hashable, int] = {}
        self._look_of = array("i")
        self._shown: list[int] = []
        self._whole = 0
        # another number whenever what a modification does to features may be another
        self.version = 0
        # subtypes that some signature has without a card type they go with (CR 205.3d)
        self.misfits: set[str] = set()
        # kind -> (value, index) of its features
        self._of_kind: dict[str, list[tuple[Any, int]]] = {}
        # abilities by number; the number of an ability, by value where it has a hash, else by id
        self._abilities: list[Ability] = []
        self._numbers: dict[Hashable, int] = {}
        # what selects, in bytes -> its number
        self._kinds: dict[bytes, int] = {}
        # name that is asked for -> indices of abilities that answer to it
        self._answering: dict[str, list[int]] = {}
        for seat in range(seats):
            self.need("controller", seat)

    def copy(self) -> "Features":
        """Return an independent copy."""
        other = Features.__new__(Features)
        other.seats = self.seats
        other.signatures = self.signatures.copy()
        other.index = self.index.copy()
        other.names = self.names.copy()
        other.version = self.version
        other.misfits = self.misfits.copy()
        other._bits = self._bits.copy()
        other._folded = self._folded
        other._looks = self._looks.copy()
        other._looking = self._looking.copy()
        other._look_of = self._look_of[:]
        other._shown = self._shown.copy()
        other._whole = self._whole
        other._of_kind = {kind: values.copy() for kind, values in self._of_kind.items()}
        other._abilities = self._abilities.copy()
        other._numbers = self._numbers.copy()
        other._kinds = self._kinds.copy()
        other._answering = {name: indices.copy() for name, indices in self._answering.items()}
        return other

    def need(self, kind: str, value: Any) -> int:
        """Return the index of a feature; from now on it is looked at."""
        feature = kind, value
        found = self.index.get(feature)
        if found is not None:
            return found
        found = self.index[feature] = len(self.bits)
        self.names.append(feature)
        for at, look in enumerate(self._looks):
            self._shown[at] |= look.shows(kind, value) << found
        self._bits.append(self._having(found, 0))
        self._of_kind.setdefault(kind, []).append((value, found))
        self.version += 1
        if kind == "subtypes":
            for home in card_types_of(value):
                self.need("types", home)
            for look in self._looks:
                self._judge(look, value)
        return found

    def _judge(self, signature: Signature, subtype: str) -> None:
        """Note a subtype that is printed on what has none of the card types it goes with."""
        if subtype in signature.values.subtypes and not fits(subtype, signature.values.types):
            if subtype not in self.misfits:
                self.version += 1
            self.misfits.add(subtype)

    def of_kind(self, kind: str) -> Iterable[tuple[Any, int]]:
        """Return value and index of each feature of a kind."""
        return self._of_kind.get(kind, ())

    def number(self, ability: Ability) -> int:
        """Return the number of an ability; equal abilities have the same."""
        key: Hashable = ability
        try:
            found = self._numbers.get(key)
        except TypeError:
            key = id(ability)
            found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._abilities)
            self._abilities.append(ability)
            for name in self._answering:
                if answers_to(ability, name):
                    self._answering[name].append(self.need("ability", found))
        return found

    def kind(self, selector: Selector) -> int:
        """Return the number of what selects; those that say the same have the same, in tuples or in lists."""
        return self._kinds.setdefault(msgspec.msgpack.encode(selector), len(self._kinds))

    def ability(self, number: int) -> Ability:
        """Return the ability of this number."""
        return self._abilities[number]

    def answering(self, name: str) -> list[int]:
        """Return the indices of all abilities that answer to a name, those that are still to come as well."""
        found = self._answering.get(name)
        if found is None:
            found = self._answering[name] = []
            for number, ability in enumerate(self._abilities):
                if answers_to(ability, name):
                    found.append(self.need("ability", number))
        return found

    def add(self, signature: Signature) -> int:
        """Take a new signature and return its number."""
        at = len(self.signatures)
        self.signatures.append(signature)
        key = signature.look
        look = self._looking.get(key)
        if look is None:
            look = self._looking[key] = len(self._looks)
            self._looks.append(signature)
            self._shown.append(self._showing(signature))
        self._look_of.append(look)
        return at

    def looks(self) -> "np.ndarray[Any, Any]":
        """Return a number for each signature, the same for those that have the same features whatever is looked at."""
        import numpy as np

        return np.array(self._look_of, dtype=np.intc)

    def _showing(self, signature: Signature) -> int:
        """Return the features that a signature has, as bits by index."""
        shown = 0
        for kind, values in self._of_kind.items():
            if kind == "ability":
                for number in signature.abilities:
                    index = self.index.get(("ability", number))
                    if index is not None:
                        shown |= 1 << index
                continue
            for value, index in values:
                if signature.shows(kind, value):
                    shown |= 1 << index
                    if kind == "subtypes":
                        self._judge(signature, value)
        return shown

    @property
    def bits(self) -> list[int]:
        """One bitset for each feature."""
        start, end = self._folded, len(self.signatures)
        if start == end:
            return self._bits
        self._folded = end
        if end - start >= MANY:
            for index, old in enumerate(self._bits):
                self._bits[index] = old | self._having(index, start) << start
            return self._bits
        for at in range(start, end):
            shown, bit = self._shown[self._look_of[at]], 1 << at
            while shown:
                low = shown & -shown
                shown ^= low
                self._bits[low.bit_length() - 1] |= bit
        return self._bits

    def _having(self, index: int, start: int) -> int:
        """Return which signatures from `start` on have a feature, as bits from there on."""
        having = [shown >> index & 1 for shown in self._shown]
        if 1 not in having:
            return 0
        looks = self._look_of[start:]
        if len(looks) < MANY:
            return bitset([having[look] for look in looks])
        import numpy as np

        return bitset(np.array(having, dtype=np.uint8).take(np.frombuffer(looks, dtype=np.intc)))

    @property
    def whole(self) -> int:
        """All signatures, those that no permanent has now as well."""
        if self._whole.bit_length() != len(self.signatures):
            self._whole = (1 << len(self.signatures)) - 1
        return self._whole

    @property
    def controllers(self) -> int:
        """The features that are controllers, as bits by index."""
        return (1 << self.seats) - 1
