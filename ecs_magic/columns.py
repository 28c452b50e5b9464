"""Readings of many objects at once, as NumPy arrays: for observations, statistics and plots."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ecs_magic.derived import characteristics, controller
from ecs_magic.errors import InputError, instead
from ecs_magic.numbered import MANY
from ecs_magic.readings import read
from ecs_magic.sizes import sizes
from ecs_magic.world import World

if TYPE_CHECKING:
    import numpy as np

_NUMBERS: Final = ("power", "toughness", "loyalty", "defense", "mana_value")
_SIZES: Final = frozenset({"power", "toughness"})
_FLAGS: Final = (
    "tapped",
    "flipped",
    "phased_out",
    "face_down",
    "token",
    "copy",
    "transformed",
    "double_faced",
    "merged",
    "melded",
    "commander",
    "sick",
)
_SEATS: Final[dict[str, Callable[[World, int], int | None]]] = {
    "owner": lambda world, one: world.owner(one),
    "controller": controller,
}
COUNTERS: Final = "counters:"
"""A column of this beginning holds how many counters of a kind there are, as in ``counters:+1/+1``."""


def columns(
    world: World, objects: "np.ndarray[Any, np.dtype[np.int64]]", names: Sequence[str]
) -> "dict[str, np.ndarray[Any, Any]]":
    """Return one array of the shape of `objects` for each name, and ``id`` before all.

    Numbers are masked arrays of int64, masked where an object has none (CR 208.3); ``owner`` and
    ``controller`` are seats, masked where there is no controller (CR 109.4); flags are arrays of bool;
    ``damage`` and ``counters:KIND`` are arrays of int64. Raises `InputError` for any other name.
    """
    import numpy as np

    found: dict[str, np.ndarray[Any, Any]] = {"id": objects}
    together = sizes(world, objects) if len(objects) >= MANY and not _SIZES.isdisjoint(names) else None
    for name in names:
        if together is not None and name in _SIZES:
            column = together.power if name == "power" else together.toughness
            found[name] = np.ma.MaskedArray(column, mask=~together.sized)
        else:
            found[name] = _one_by_one(world, objects.tolist(), name)
    return found


def _one_by_one(world: World, ids: Sequence[int], name: str) -> "np.ndarray[Any, Any]":
    import numpy as np

    if name in _NUMBERS:
        return _masked([getattr(characteristics(world, one), name) for one in ids])
    if name in _SEATS:
        return _masked([_SEATS[name](world, one) for one in ids])
    if name in _FLAGS:
        return np.array([read(world, one, name) for one in ids], dtype=np.bool_)
    if name == "damage":
        return np.array([read(world, one, name) for one in ids], dtype=np.int64)
    if name.startswith(COUNTERS):
        kind = name.removeprefix(COUNTERS)
        return np.array([world.counters(one).count(kind) for one in ids], dtype=np.int64)
    known = (*_NUMBERS, *_SEATS, *_FLAGS, "damage", f"{COUNTERS}KIND")
    raise InputError(f"{name!r} is no column", where="columns", suggestion=instead(name, known))


def _masked(values: list[int | None]) -> "np.ndarray[Any, Any]":
    import numpy as np

    absent = [value is None for value in values]
    return np.ma.MaskedArray([value or 0 for value in values], mask=absent, dtype=np.int64)
