"""A board that grows, in a process of its own: `python -m benchmarks.growing {pass,dependency,different} SIZE...`.

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
from ecs_magic.abilities import Effect, Gain, ModifyPowerToughness, Static
from ecs_magic.cards import CardDefinition, CardSource, define
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import Timestamped
from ecs_magic.derived import characteristics, plan_of, sign_anew
from ecs_magic.ids import ObjectId
from ecs_magic.selectors import Selector

PASS: Final = "pass"
DEPENDENCY: Final = "dependency"
DIFFERENT: Final = "different"
_CASES: Final = {
    PASS: "a board that grows",
    DEPENDENCY: f"a board that grows, {WORST}",
    DIFFERENT: "a board that grows, all different",
}
_EFFECTS: Final = {PASS: (1_000, 30), DEPENDENCY: (100, len(MIX)), DIFFERENT: (1_000, 30)}
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


def _hive() -> CardDefinition:
    """Return an enchantment that gives Slivers, of which there are none, an ability that makes effects.

    While it is there, each permanent is told apart from all others: any of them may come to have one of its own.
    """
    given = Static(Effect((ModifyPowerToughness(1, 1),), Selector(which="other", subtypes=("Sliver",))), "hive mind")
    ability = Static(Effect((Gain((given,)),), Selector(subtypes=("Sliver",))), "hive")
    return define(CardSource(name="Hive", type_line="Enchantment", abilities=(ability,)))


def _measure(kind: str, sizes: list[int]) -> list[Measured]:
    effects, kinds = _EFFECTS[kind]
    start = resident()[0]
    if kind == DEPENDENCY:
        game, objects = interacting(effects, WORST)
        ids, cards = [one.id for one in objects], creatures(sizes[-1])
        source = ids[-1]
    else:
        game, cards = magic.Game(seed=1), creatures(sizes[-1], effects, kinds)
        if kind == DIFFERENT:
            cards[effects - 1] = _hive()
        ids = crowd(game, cards[:effects])
        source = ids[0]
    found = []
    for size in sizes:
        ids += crowd(game, cards[len(ids) : size])
        found += _measure_one(game, ids, source, kind, Shape(size, effects, kinds), start)
    return found


def _measure_one(
    game: magic.Game, ids: list[ObjectId], source: ObjectId, kind: str, shape: Shape, start: int
) -> list[Measured]:
    world, case, large = game.world, _CASES[kind], shape.objects >= _LARGE

    def plan() -> None:
        world.set(source, Timestamped(world.now()))
        assert not plan_of(world).carried

    def columns() -> None:
        plan()
        game.columns("power", "toughness")

    def read() -> None:
        plan()
        for one in ids:
            characteristics(world, one)

    def sign() -> None:
        sign_anew(world, frozenset())
        columns()

    def look() -> None:
        world.memory.clear()
        plan()

    plan()
    gc.collect()
    found = [(case, least(plan, 20)), (f"{case}, in columns", least(columns, 20))]
    if kind != DIFFERENT:
        found.append((f"{case}, all read", least(read, 3 if large else 20)))
    if kind == PASS:
        found.append((f"{case}, all signed anew, in columns", least(sign, 20)))
        found.append((f"{case}, all looked at anew", least(look, 1 if large else 5)))
    now, peak = resident()
    each = (now - start) / shape.objects if now and large else None
    bare = least(masked_additions(shape.objects, shape.effects if kind == DEPENDENCY else shape.kinds), 5)
    table = game.columns("power", "toughness")
    digest = in_parts(zip(table["power"].tolist(), table["toughness"].tolist(), strict=True))
    if kind != DIFFERENT:
        assert digest == in_parts((one.power, one.toughness) for one in (characteristics(world, one) for one in ids))
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
    parser.add_argument("kind", choices=list(_CASES))
    parser.add_argument("sizes", nargs="+", type=int)
    arguments = parser.parse_args()
    sys.stdout.buffer.write(msgspec.json.encode(_measure(arguments.kind, arguments.sizes)))


if __name__ == "__main__":
    main()
