"""Numbers of many things in one array, and sets of such numbers as the bits of a Python integer."""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np

MANY: Final = 256
"""From so many things on, arrays are quicker than one at a time."""
_NONE: Final = -1


def bitset(flags: "Sequence[int] | np.ndarray[Any, Any]") -> int:
    """Return an integer with bit `n` set where flag `n` is 1 and not 0."""
    if len(flags) < MANY:
        return sum(int(flag) << at for at, flag in enumerate(flags))
    import numpy as np

    packed = np.packbits(np.asarray(flags, dtype=np.uint8), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


def members(bits: int, size: int) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Return whether each of the lowest `size` bits of an integer is set."""
    import numpy as np

    packed = np.frombuffer(bits.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").view(np.bool_)


class Numbered:
    """A column of numbers, four bytes for each entity id; most entities have none.

    Single ones are read and written as in a dictionary, many of them as NumPy arrays.
    """

    __slots__ = ("_column", "_count", "_entities")

    def __init__(self) -> None:
        self._column = array("i")
        self._count = 0
        # the ids of all that have one, while that is known
        self._entities: np.ndarray[Any, np.dtype[np.int64]] | None = None

    def __len__(self) -> int:
        """How many entities have a number."""
        return self._count

    def copy(self) -> "Numbered":
        """Return an independent copy."""
        other = Numbered()
        other._column = self._column[:]
        other._count = self._count
        other._entities = self._entities
        return other

    def get(self, entity: int) -> int | None:
        """Return the number of an entity, if it has one."""
        if entity >= len(self._column):
            return None
        found = self._column[entity]
        return None if found < 0 else found

    def __getitem__(self, entity: int) -> int:
        """Return the number of an entity. Raises `KeyError` where it has none."""
        found = self.get(entity)
        if found is None:
            raise KeyError(entity)
        return found

    def __setitem__(self, entity: int, number: int) -> None:
        """Give an entity a number in place of the one it has."""
        column = self._column
        if entity >= len(column):
            column.extend([_NONE] * max(entity + 1 - len(column), len(column) // 8))
        if column[entity] < 0:
            self._count += 1
            self._entities = None
        column[entity] = number

    def __delitem__(self, entity: int) -> None:
        """Take the number of an entity away, which must have one."""
        self._column[entity] = _NONE
        self._count -= 1
        self._entities = None

    def _view(self) -> "np.ndarray[Any, np.dtype[np.intc]]":
        import numpy as np

        return np.frombuffer(self._column, dtype=np.intc) if self._column else np.full(1, _NONE, dtype=np.intc)

    def entities(self) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return the ids of all entities that have a number, ascending; they can't be written to."""
        import numpy as np

        if self._entities is None:
            self._entities = np.flatnonzero(self._view() >= 0)
            self._entities.flags.writeable = False
        return self._entities

    def numbers(self, entities: "np.ndarray[Any, Any]") -> "np.ndarray[Any, np.dtype[np.int64]]":
        """Return the numbers of many entities, -1 for those that have none."""
        import numpy as np

        column = self._view()
        if entities is self._entities:
            return column.take(entities).astype(np.int64)
        found = column.take(entities, mode="clip").astype(np.int64)
        found[entities >= len(column)] = _NONE
        return found

    def having(self, numbers: Sequence[int]) -> list[int]:
        """Return the entities, ascending, whose number is one of a few."""
        import numpy as np

        found: list[int] = np.flatnonzero(np.isin(self._view(), numbers)).tolist() if numbers else []
        return found

    def one_of_each(self, numbers: int) -> list[int]:
        """Return by number, of so many, an entity that has it; 0 where none has."""
        import numpy as np

        found, entities = np.zeros(numbers, dtype=np.int64), self.entities()
        found[self.numbers(entities)] = entities
        each: list[int] = found.tolist()
        return each

    def from_on(self, number: int) -> list[int]:
        """Return the entities, ascending, that have this number or a higher one."""
        import numpy as np

        found: list[int] = np.flatnonzero(self._view() >= number).tolist()
        return found

    def renumbered(self, numbers: Sequence[int], left: int) -> "Numbered":
        """Return a column in which each number is another one, or none where that is below 0.

        `left` is how many entities then still have one.
        """
        import numpy as np

        other = self.copy()
        column = other._view()
        np.array([*numbers, _NONE], dtype=np.intc).take(column, out=column, mode="wrap")
        other._count = left
        other._entities = self.entities() if left == self._count else None
        return other
