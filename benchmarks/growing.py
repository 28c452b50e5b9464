"""A board that grows, in a process of its own: `python -m benchmarks.growing {pass,dependency} SIZE...`.

So the memory of the largest board is that of the process, and no other case leaves anything in its way.
"""

import argparse
import gc
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

import ecs_magic as magic
from benchmarks.boards import creatures, crowd
from benchmarks.interacting import MIX, WORST, interacting
from benchmarks.measuring import Measured, Shape, in_parts, least, masked_additions
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import Timestamped
from ecs_magic.derived import characteristics, plan_of
from ecs_magic.ids import ObjectId

PASS: Final = "pass"
DEPENDENCY: Final = "dependency"
_EFFECTS: Final = {PASS: (1_000, 30), DEPENDENCY: (100, len(MIX))}
_LARGE: Final = 50_000
"""So many objects tell how much memory each takes; they are read a few times only."""


def growing(kind: str, sizes: tuple[int, ...]) -> list[Measured]:
    """Return what a board that grows to each of these sizes costs, measured in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growing", kind, *map(str, sizes)]
    done = subprocess.run(  # noqa: S603 - this very module
        command, check=True, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE
    )
    return msgspec.json.decode(done.stdout, type=list[Measured])


def resident() -> tuple[int, int]:
    """Return the bytes of memory that this process has, and the most it had; zeros where that is not told.

    The most that `resource` tells may be that of the process which started this one.
    """
    status = Path("/proc/self/status")
    lines = status.read_text("ascii").splitlines() if status.exists() else []
    values = {line.split()[0]: int(line.split()[1]) * 1_024 for line in lines if line.startswith("Vm")}
    return values.get("VmRSS:", 0), values.get("VmHWM:", 0)


def _measure(kind: str, sizes: list[int]) -> list[Measured]:
    effects, kinds = _EFFECTS[kind]
    start = resident()[0]
    if kind == PASS:
        game, cards = magic.Game(seed=1), creatures(sizes[-1], effects, kinds)
        ids = crowd(game, cards[:effects])
        source, case = ids[0], "a board that grows"
    else:
        game, objects = interacting(effects, WORST)
        ids, cards = [one.id for one in objects], creatures(sizes[-1])
        source, case = ids[-1], f"a board that grows, {WORST}"
    found = []
    updates = kinds if kind == PASS else effects
    for size in sizes:
        ids += crowd(game, cards[len(ids) : size])
        found += _measure_one(game, ids, source, case, Shape(size, effects, kinds), updates, start)
    return found


def _measure_one(
    game: magic.Game, ids: list[ObjectId], source: ObjectId, case: str, shape: Shape, updates: int, start: int
) -> list[Measured]:
    world = game.world

    def plan() -> None:
        world.set(source, Timestamped(world.now()))
        assert not plan_of(world).carried

    def read() -> None:
        plan()
        for one in ids:
            characteristics(world, one)

    plan()
    gc.collect()
    found = [(case, least(plan, 20)), (f"{case}, all read", least(read, 20 if shape.objects < _LARGE else 3))]
    now, peak = resident()
    each = (now - start) / shape.objects if now and shape.objects >= _LARGE else None
    bare = least(masked_additions(shape.objects, updates), 5)
    digest = in_parts(_told(characteristics(world, one)) for one in ids)
    return [
        Measured(
            name,
            str(shape),
            "s",
            seconds,
            seconds / shape.objects,
            "permanent",
            digest,
            "the pass",
            seconds / bare,
            shape,
            bare,
            each,
            peak=peak,
        )
        for name, seconds in found
    ]


def _told(one: Characteristics) -> Any:
    return one.power, one.toughness, one.types, one.subtypes


def main() -> None:
    """Measure, and print what was found as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growing", description=__doc__)
    parser.add_argument("kind", choices=[PASS, DEPENDENCY])
    parser.add_argument("sizes", nargs="+", type=int)
    arguments = parser.parse_args()
    sys.stdout.buffer.write(msgspec.json.encode(_measure(arguments.kind, arguments.sizes)))


if __name__ == "__main__":
    main()
