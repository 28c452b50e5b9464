"""The cases of the layer pass: sizes, kinds, growth, dependency, small changes, memory."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Final

import msgspec

import ecs_magic as magic
from benchmarks.boards import board
from benchmarks.growing import DEPENDENCY, DIFFERENT, PASS, growing
from benchmarks.interacting import KINDS, MIX, WORST, interacting
from benchmarks.measuring import Measured, Shape, best, fewest, grown, in_parts, masked_additions, sizes
from benchmarks.peer import side_by_side
from ecs_magic.components import Timestamped
from ecs_magic.derived import characteristics, plan_of

_MANY: Final = 10_000
"""So many objects are read a few times only."""
_OBJECTS: Final = (1_000, 2_000)
_ALL_OBJECTS: Final = (*_OBJECTS, 10_000, 20_000, 100_000, 200_000, 500_000, 1_000_000)


def layers(size: str) -> list[Measured]:
    """Time the layer pass: after an effect changed, all read, all looked at anew, by objects, effects and kinds."""
    shapes = [(60, 2, 2), (200, 10, 10), (1_000, 30, 30), (1_000, 500, 30), (1_000, 1_000, 30)]
    shapes += [(1_000, 1_000, 100), (1_000, 1_000, 200)]  # even numbers: each kind is one player's
    if size == "full":
        shapes += [(1_000, 125, 30), (1_000, 250, 30)]
        shapes += [(1_000, 1_000, 250), (1_000, 1_000, 500), (1_000, 1_000, 1_000)]
        shapes += [(10_000, 1_000, 30), (100_000, 1_000, 30)]
    found = passes([Shape(*shape) for shape in sorted(shapes)]) + dependency(size)
    for kind in (PASS, DEPENDENCY, DIFFERENT):
        found += growing(kind, _ALL_OBJECTS if size == "full" else _OBJECTS)
    found += traffic(size) + touches(size) + signature_memory(size) + side_by_side(size)
    return grown(found)


def _touched(game: magic.Game, source: magic.Object) -> None:
    """Let a source have a new timestamp, so that the effects have changed."""
    game.world.set(source.id, Timestamped(game.world.now()))


def _memory(shape: Shape) -> float:
    """Return the bytes that a permanent takes with all that was worked out of it, cards and definitions too."""
    gc.collect()
    tracemalloc.start()
    game, objects = board(shape.objects, shape.effects, shape.kinds)
    for one in objects:
        characteristics(game.world, one.id)
    gc.collect()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return used / shape.objects


class _Board:
    """A board on which a source has a new timestamp each time, so that the effects have changed."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.game, self.objects = board(shape.objects, shape.effects, shape.kinds)
        self.ids = [one.id for one in self.objects]
        self.digest = in_parts(sizes(self.objects))

    def plan(self) -> None:
        _again(self.game, self.objects[0])

    def read(self) -> None:
        self.plan()
        for one in self.ids:
            characteristics(self.game.world, one)

    def look(self) -> None:
        self.game.world.memory.clear()
        self.plan()


def passes(shapes: Sequence[Shape]) -> list[Measured]:
    """Time a pass after an effect changed: the plan alone, with all permanents read, with all looked at anew."""
    found = []
    boards = [_Board(shape) for shape in shapes]
    works: list[tuple[Callable[[], object], int]] = []
    for one in boards:
        few = one.shape.objects >= _MANY
        works += [(one.plan, 30), (one.read, 5 if few else 20), (one.look, 3)]
        works.append((masked_additions(one.shape.objects, one.shape.kinds), 10))
    seconds = iter(fewest(works))
    for one in boards:
        three, bare = [next(seconds) for _ in range(3)], next(seconds)
        assert in_parts(sizes(one.objects)) == one.digest
        each = _memory(one.shape)
        for case, value in zip(("layers", "layers and all read", "layers and all looked at anew"), three, strict=True):
            per = value / one.shape.objects
            row = Measured(case, str(one.shape), "s", value, per, "permanent", one.digest, "the pass", value / bare)
            found.append(msgspec.structs.replace(row, shape=one.shape, bare=bare, bytes_each=each))
    return found


def dependency(size: str) -> list[Measured]:
    """Time a pass in which effects of layer 4 interact (CR 613.8), exactly."""
    found = []
    works: list[tuple[Callable[[], object], int]] = []
    for name in KINDS:
        for count in (25, 50, 100, 200) if size == "full" else (25, 50):
            game, objects = interacting(count, name)
            digest = in_parts((one.types, one.subtypes) for one in objects)
            shape = Shape(1_000, count, min(count, len(MIX)) if name == WORST else count)
            works += [(partial(_again, game, objects[-1]), 10), (masked_additions(shape.objects, count), 10)]
            bound = "trials of one effect on another"
            row = Measured(f"dependency: {name}", str(shape), "s", 0.0, 0.0, "effect", digest, bound, shape=shape)
            found.append(row)
    seconds = fewest(works)
    return [
        msgspec.structs.replace(row, value=value, per=value / row.shape.effects, bound_ratio=value / bare, bare=bare)
        for row, value, bare in zip(found, seconds[::2], seconds[1::2], strict=True)
        if row.shape is not None
    ]


def _again(game: magic.Game, source: magic.Object) -> None:
    _touched(game, source)
    assert not plan_of(game.world).carried


# --- small changes ---------------------------------------------------------------------------------------


def _out_and_back(game: magic.Game, one: magic.Object, other: magic.Object) -> float:
    """Return the seconds of exiling a permanent, reading another, taking it back and reading again."""
    started = time.perf_counter()
    game.push(magic.Exile(one))
    assert other.power is not None
    game.pop()
    assert other.power is not None
    return time.perf_counter() - started


def traffic(size: str) -> list[Measured]:
    """One permanent of 2,000 under 200 effects leaves and comes back: whole ticks, taken back."""
    del size
    shape = Shape(2_000, 200, 30)
    game, objects = board(shape.objects, shape.effects, shape.kinds)
    game.do(magic.Tap(objects[500]))  # so that it is a game that goes on
    digest = in_parts(sizes(objects))
    found = []
    for name, one in (("a creature", objects[-1]), ("a source", objects[0])):
        seconds = median(_out_and_back(game, one, objects[1_000]) for _ in range(15))
        case = f"{name} out and back"
        found.append(Measured(case, str(shape), "s", seconds, seconds, "tick", digest, "the tick", shape=shape))
    assert in_parts(sizes(objects)) == digest
    return found


def touches(size: str) -> list[Measured]:
    """Time a write to one of 1,000 permanents under 100 effects and a read of it, and a read alone."""
    del size
    shape = Shape(1_000, 100, 30)
    game, objects = board(shape.objects, shape.effects, shape.kinds)
    world, one = game.world, objects[-1].id
    digest = in_parts(sizes(objects))
    turned = msgspec.structs.replace(world.status(one), tapped=True)

    def changed() -> None:
        world.set(one, turned)
        characteristics(world, one)

    changed()
    seconds = best(changed, 300)
    unchanged = best(lambda: [characteristics(world, one) for _ in range(1_000)], 5) / 1_000
    return [
        _read("a write to one, and a read of it", shape, seconds, digest, "signing it again"),
        _read("a read, nothing changed", shape, unchanged, digest, "a look-up"),
    ]


def _read(case: str, shape: Shape, seconds: float, digest: str, bound: str) -> Measured:
    return Measured(case, str(shape), "s", seconds, seconds, "read", digest, bound, shape=shape)


def signature_memory(size: str) -> list[Measured]:
    """Memory of the signatures and what is remembered of permanents under effects."""
    shape = Shape(100_000 if size == "full" else 2_000, 100, 30)
    objects = board(shape.objects, shape.effects, shape.kinds)[1]
    gc.collect()
    tracemalloc.start()
    digest = in_parts(sizes(objects))
    gc.collect()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    each = used / shape.objects
    return [
        Measured(
            "signatures and what was read",
            str(shape),
            "B",
            float(used),
            each,
            "permanent",
            digest,
            "two dictionary entries each",
            shape=shape,
            bytes_each=each,
        )
    ]
