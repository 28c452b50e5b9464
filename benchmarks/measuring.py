"""What one case measured, and how."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from statistics import median
from typing import Any, Final

import msgspec
import numpy as np

import ecs_magic as magic
from ecs_magic.trace import combined

MANY: Final = 10_000
"""So many things are done or digested in one go, where all at once would take memory."""

_IN_A_ROW: Final = 3


class Shape(msgspec.Struct, frozen=True):
    """How large a board is: its permanents, the effects in force, and how many of those are no two alike."""

    objects: int
    effects: int
    kinds: int

    def __str__(self) -> str:
        alike = " all alike" if self.kinds == 1 else f" of {self.kinds:,} kinds"
        kinds = "" if self.kinds == self.effects else alike
        return f"{self.objects:,} permanents, {self.effects:,} effects{kinds}"

    def halves(self) -> "dict[str, Shape]":
        """Return by name the shapes of which this one is the double in one way."""
        found = {"objects": Shape(self.objects // 2, self.effects, self.kinds)}
        if self.kinds == self.effects:
            found["effects"] = Shape(self.objects, self.effects // 2, self.kinds // 2)
        else:
            found["effects"] = Shape(self.objects, self.effects // 2, self.kinds)
        found["kinds"] = Shape(self.objects, self.effects, self.kinds // 2)
        return found


class Measured(msgspec.Struct, frozen=True):
    """One case at one size: seconds (or bytes) for the whole and for each thing, and the digest computed."""

    case: str
    size: str
    unit: str
    value: float
    per: float
    of: str
    digest: str
    bound: str
    bound_ratio: float | None = None
    shape: Shape | None = None
    bare: float | None = None
    """The seconds that bare NumPy needs for as many masked additions over all objects."""
    bytes_each: float | None = None
    other: float | None = None
    """The seconds that another engine needs for the same."""
    growth: dict[str, float] = {}
    """By what is twice as much (objects, effects, kinds): how many times the value of half of it."""
    peak: int | None = None
    """The most memory that the process of this case had, in bytes."""


def grown(found: Sequence[Measured]) -> list[Measured]:
    """Return the cases with their growth, wherever the same case was measured on half as much."""
    values = {(one.case, one.shape): one.value for one in found if one.shape is not None}

    def growth(one: Measured) -> dict[str, float]:
        halves = {} if one.shape is None else one.shape.halves()
        return {name: one.value / values[one.case, half] for name, half in halves.items() if (one.case, half) in values}

    return [msgspec.structs.replace(one, growth=growth(one)) for one in found]


def timed(work: Callable[[], object], times: int) -> list[float]:
    """Return the seconds of each of several runs of `work`."""
    found = []
    for _ in range(times):
        before = time.perf_counter()
        work()
        found.append(time.perf_counter() - before)
    return found


def best(work: Callable[[], object], times: int) -> float:
    """Return the median seconds of several runs of `work`."""
    return median(timed(work, times))


def least(work: Callable[[], object], times: int) -> float:
    """Return the fewest seconds of several runs of `work`: what grows is told best by these."""
    return min(timed(work, times))


def sizes(objects: Sequence[magic.Object]) -> list[tuple[int | None, int | None]]:
    """Return power and toughness of each."""
    return [(one.power, one.toughness) for one in objects]


def in_parts(values: Iterable[Any]) -> str:
    """Return the digest of many values without having them all at once."""
    waiting = iter(values)
    parts = []
    while some := list(islice(waiting, MANY)):
        parts.append(combined(some))
    return combined(parts)


def fewest(works: Sequence[tuple[Callable[[], object], int]]) -> list[float]:
    """Return the fewest seconds of each of several works, each done about so many times.

    They are done in turn, so that noise meets all alike, and some times in a row, so that none begins cold.
    """
    found = [math.inf] * len(works)
    for turn in range(0, max(times for _, times in works), _IN_A_ROW):
        for at, (work, times) in enumerate(works):
            if turn < times:
                found[at] = min(found[at], *timed(work, _IN_A_ROW))
    return found


def masked_additions(permanents: int, updates: int) -> Callable[[], object]:
    """Return as many masked additions in bare NumPy: the bound of a pass over all permanents."""
    power = np.zeros(permanents, dtype=np.int32)
    masks = [np.arange(permanents) % 3 >= update % 3 for update in range(updates)]
    return lambda: [np.add(power, mask, out=power) for mask in masks]
