"""What continuous effects make of signatures: the result of a layer pass, and records read off it (CR 613).

A plan is never changed once it is made but for records worked out of it, which are always the same; so
forks share it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ecs_magic.abilities import Modification, SetController
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import Counters
from ecs_magic.drafts import Draft
from ecs_magic.features import Signature
from ecs_magic.ids import Seat
from ecs_magic.modify import Amounts, apply_change
from ecs_magic.world import Seen, World

if TYPE_CHECKING:
    import numpy as np

_FEW: Final = 12
"""Up to so many sums are looked at one by one for each signature; more of them are added as arrays."""
_BYTES: Final = 2**18
"""So many bytes of bitsets are unpacked at a time."""

Numbers = Amounts | Callable[[Signature], Amounts]
"""Numbers for power and toughness, or how they are worked out for a signature."""


class Entry(NamedTuple):
    """One modification applied: to these signatures, for this player, with these numbers."""

    mask: int
    change: Modification
    seat: Seat
    amounts: Numbers


class Shape:
    """What the entries that apply to it make of copiable values, before layer 7c adds and 7d switches.

    `kept` holds what the key of the shape names by id.
    """

    __slots__ = ("base", "controller", "forbidden", "kept", "made", "power", "sized", "toughness")

    def __init__(self, draft: Draft, kept: tuple[Any, ...]) -> None:
        self.kept = kept
        self.controller = draft.controller
        self.forbidden = draft.forbidden
        self.sized = draft.is_sized
        self.power = draft.power or 0
        self.toughness = draft.toughness or 0
        self.base = draft.frozen(
            loyalty=0 if "Planeswalker" in draft.types else None, defense=0 if "Battle" in draft.types else None
        )
        # power and toughness -> what is seen then
        self.made: dict[tuple[int, int], Seen] = {}

    def seen(self, power: int, toughness: int, counters: Counters | None = None) -> Seen:
        """Return what is seen of an object of this shape; `counters` are read for loyalty and defense."""
        base = self.base
        if counters is None or (base.loyalty is None and base.defense is None):
            found = self.made.get((power, toughness))
            if found is None:
                found = self.made[power, toughness] = Seen(
                    _sized(base, power, toughness) if self.sized else base, self.controller, self.forbidden
                )
            return found
        loyalty = None if base.loyalty is None else counters.count("loyalty")
        defense = None if base.defense is None else counters.count("defense")
        return Seen(
            _sized(base, power if self.sized else None, toughness if self.sized else None, loyalty, defense),
            self.controller,
            self.forbidden,
        )


Shapes = dict[tuple[Any, ...], Shape]
"""Shapes by the id of the copiable values, the controller, and what applies."""


def _sized(
    base: Characteristics,
    power: int | None,
    toughness: int | None,
    loyalty: int | None = None,
    defense: int | None = None,
) -> Characteristics:
    return Characteristics(
        base.names,
        base.mana_cost,
        base.color_indicator,
        base.colors,
        base.supertypes,
        base.types,
        base.subtypes,
        base.abilities,
        power,
        toughness,
        loyalty,
        defense,
        base.mana_value,
    )


class Record(NamedTuple):
    """What a plan makes of one signature, before counters of each permanent."""

    seen: Seen
    shape: Shape
    power: int
    toughness: int
    switched: bool

    def with_counters(self, own: tuple[int, int], counters: Counters) -> Seen:
        """Return what is seen of a permanent with counters, `own` being what they add (CR 613.4c)."""
        power, toughness = self.power + own[0], self.toughness + own[1]
        if self.switched:
            power, toughness = toughness, power
        return self.shape.seen(power, toughness, counters)


class Plan:
    """What is applied to which signatures, in the order of the layers.

    `carried` is empty, or names what only the plain interpreter carries out; then the plan is nothing more.
    `populated` tells that numbers of permanents matter, `interacts` that dependency was looked for,
    `outward` that objects in other zones may be affected.
    """

    __slots__ = (
        "_added",
        "apart",
        "carried",
        "interacts",
        "log",
        "outward",
        "populated",
        "records",
        "size",
        "sums",
        "switches",
    )

    def __init__(self, size: int, carried: str = "") -> None:
        self.size = size
        self.carried = carried
        self.populated = False
        self.interacts = False
        self.outward = False
        # what is applied before layer 7c, and what in it depends on each object; then sums, for signatures
        # together and for single ones, then switches
        self.log: list[Entry] = []
        self.sums: dict[int, tuple[int, int]] = {}
        self.apart: dict[int, tuple[int, int]] = {}
        self.switches: list[int] = []
        self.records: dict[int, Record] = {}
        # what all sums come to, by signature, once it was worked out for all
        self._added: np.ndarray[Any, np.dtype[np.int64]] | None = None

    def add(self, mask: int, power: int, toughness: int) -> None:
        """Add to power and toughness of these signatures in layer 7c."""
        old = self.sums.get(mask)
        self.sums[mask] = (power, toughness) if old is None else (old[0] + power, old[1] + toughness)

    def add_to(self, at: int, power: int, toughness: int) -> None:
        """Add to power and toughness of one signature in layer 7c."""
        old = self.apart.get(at, (0, 0))
        self.apart[at] = old[0] + power, old[1] + toughness

    def record(self, world: World, object_: int, at: int, signature: Signature, shapes: Shapes) -> Record:
        """Return the record of a signature that this permanent has."""
        shape = self.shape(world, object_, at, signature, shapes)
        power, toughness = self._sum(at)
        power, toughness = shape.power + power, shape.toughness + toughness
        switched = False
        for mask in self.switches:
            switched ^= bool(mask >> at & 1)
        seen = shape.seen(toughness, power) if switched else shape.seen(power, toughness)
        found = self.records[at] = Record(seen, shape, power, toughness, switched)
        return found

    def complete(self) -> None:
        """Have all that is applied at hand."""

    @property
    def touched(self) -> int:
        """The signatures to which anything is applied but sums and switches."""
        self.complete()
        found = 0
        for entry in self.log:
            found |= entry.mask
        return found

    def shape(self, world: World, object_: int, at: int, signature: Signature, shapes: Shapes) -> Shape:
        """Return what a signature comes to, which this permanent has, before layer 7c."""
        self.complete()
        steps: list[tuple[Modification, Seat, Amounts]] = []
        names: list[tuple[int, int, Amounts]] = []
        for mask, change, seat, amounts in self.log:
            if mask >> at & 1:
                numbers = amounts(signature) if callable(amounts) else amounts
                steps.append((change, seat, numbers))
                names.append((id(change), seat if isinstance(change, SetController) else 0, numbers))
        key = id(signature.values), signature.controller, *names
        shape = shapes.get(key)
        if shape is None:
            draft = Draft(world, object_)
            for source, (change, seat, numbers) in enumerate(steps):
                apply_change(draft, change, controller=seat, timestamp=0, source=source, amounts=numbers)
            shape = shapes[key] = Shape(draft, (signature.values, *steps))
        return shape

    def _sum(self, at: int) -> tuple[int, int]:
        if self._added is not None or len(self.sums) > _FEW:
            power, toughness = self.added()[:, at].tolist()
            return power, toughness
        power, toughness = self.apart.get(at, (0, 0))
        for mask, (more_power, more_toughness) in self.sums.items():
            if mask >> at & 1:
                power, toughness = power + more_power, toughness + more_toughness
        return power, toughness

    def added(self) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return what the sums come to: a row of power and one of toughness, of all signatures."""
        import numpy as np

        if self._added is None:
            self.complete()
            width = (self.size + 7) // 8
            packed = np.frombuffer(b"".join(mask.to_bytes(width, "little") for mask in self.sums), dtype=np.uint8)
            packed = packed.reshape(len(self.sums), width)
            # Whole numbers below 2**53 are exact in float64, which has the quick product.
            both = np.array([*self.sums.values()], dtype=np.float64).reshape(-1, 2).T
            some = max(_BYTES // max(len(self.sums), 1), 1)
            blocks = [
                both @ np.unpackbits(packed[:, start : start + some], axis=1, bitorder="little").astype(np.float64)
                for start in range(0, width, some)
            ]
            added = np.concatenate([np.zeros((2, 0)), *blocks], axis=1)[:, : self.size].astype(np.int64)
            for at, (power, toughness) in self.apart.items():
                added[0, at] += power
                added[1, at] += toughness
            self._added = added
        return self._added
