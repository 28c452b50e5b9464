"""Readings of many objects at once, as NumPy arrays: for observations, statistics and plots."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ecs_magic.derived import characteristics, controller
from ecs_magic.errors import InputError, instead
from ecs_magic.ids import ObjectId
from ecs_magic.readings import read
from ecs_magic.world import World

if TYPE_CHECKING:
    import numpy as np

_NUMBERS: Final = ("power", "toughness", "loyalty", "defense", "mana_value")
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


def columns(world: World, objects: Sequence[ObjectId], names: Sequence[str]) -> "dict[str, np.ndarray[Any, Any]]":
    """Return one array of shape ``(len(objects),)`` for each name, and ``id`` before all.

    Numbers are masked arrays of int64, masked where an object has none (CR 208.3); ``owner`` and
    ``controller`` are seats, masked where there is no controller (CR 109.4); flags are arrays of bool;
    ``damage`` and ``counters:KIND`` are arrays of int64. Raises `InputError` for any other name.
    """
    import numpy as np

    found: dict[str, np.ndarray[Any, Any]] = {"id": np.array(objects, dtype=np.int64)}
    for name in names:
        if name in _NUMBERS:
            found[name] = _masked([getattr(characteristics(world, one), name) for one in objects])
        elif name in _SEATS:
            found[name] = _masked([_SEATS[name](world, one) for one in objects])
        elif name in _FLAGS:
            found[name] = np.array([read(world, one, name) for one in objects], dtype=np.bool_)
        elif name == "damage":
            found[name] = np.array([read(world, one, name) for one in objects], dtype=np.int64)
        elif name.startswith(COUNTERS):
            kind = name.removeprefix(COUNTERS)
            found[name] = np.array([world.counters(one).count(kind) for one in objects], dtype=np.int64)
        else:
            known = (*_NUMBERS, *_SEATS, *_FLAGS, "damage", f"{COUNTERS}KIND")
            raise InputError(f"{name!r} is no column", where="columns", suggestion=instead(name, known))
    return found


def _masked(values: list[int | None]) -> "np.ndarray[Any, Any]":
    import numpy as np

    absent = [value is None for value in values]
    return np.ma.MaskedArray([value or 0 for value in values], mask=absent, dtype=np.int64)
