"""The cases of the layer pass: sizes, kinds, growth, dependency, small changes, memory of signatures."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Sequence
from statistics import median

import msgspec
import numpy as np

import ecs_magic as magic
from benchmarks.measuring import Measured, best, board, sizes
from ecs_magic.abilities import AddTypes, Effect, SetSubtypes, Static
from ecs_magic.cards import CardSource, define
from ecs_magic.components import Timestamped
from ecs_magic.derived import characteristics, plan_of
from ecs_magic.selectors import Selector
from ecs_magic.trace import combined


def bare_numpy(permanents: int, updates: int) -> float:
    """Return the seconds that NumPy needs for as many masked additions: the bound of a pass over all permanents."""
    power = np.zeros(permanents, dtype=np.int32)
    masks = [np.arange(permanents) % 3 >= update % 3 for update in range(updates)]
    return best(lambda: [np.add(power, mask, out=power) for mask in masks], 5)


def _touched(game: magic.Game, source: magic.Object) -> None:
    """Let a source have a new timestamp, so that the effects have changed."""
    game.world.set(source.id, Timestamped(game.world.now()))


def _carrier(games: Sequence[magic.Game]) -> str:
    left = sum(bool(plan_of(game.world).carried) for game in games)
    return f"the pass; {left} of {len(games)} boards left to the plain interpreter"


def _passes(permanents: int, sources: int, kinds: int) -> list[Measured]:
    """Time a pass after an effect changed: the plan alone, and with all permanents read."""
    game, objects = board(permanents, sources, kinds)
    digest = combined([sizes(objects)])
    times = 30 if permanents < 10_000 else 5
    ids = [one.id for one in objects]

    def plan() -> None:
        _touched(game, objects[0])
        plan_of(game.world)

    def read() -> None:
        plan()
        for one in ids:
            characteristics(game.world, one)

    bound = bare_numpy(permanents, min(sources, kinds))
    size = f"{permanents} permanents, {sources} sources" + ("" if kinds in (sources, 1) else f" of {kinds} kinds")
    found = []
    for case, work in (("layers", plan), ("layers and all read", read)):
        seconds = best(work, times)
        bound_by = _carrier([game])
        found.append(
            Measured(case, size, "s", seconds, seconds / permanents, "permanent", digest, bound_by, seconds / bound)
        )
    assert combined([sizes(objects)]) == digest
    return found


def layers(size: str) -> list[Measured]:
    """Time the layer pass after an effect changed, by objects, sources and kinds."""
    shapes = [(60, 2, 2), (200, 10, 10), (1_000, 30, 30), (1_000, 1_000, 30), (1_000, 1_000, 1_000)]
    if size == "full":
        shapes += [(2_000, 1_000, 30), (2_000, 2_000, 30), (1_000, 500, 500), (10_000, 1_000, 30)]
        shapes += [(100_000, 1_000, 30)]
    found = [one for shape in shapes for one in _passes(*shape)]
    found += dependency(size) + traffic(size) + touches(size) + signature_memory(size)
    return found


# --- dependency ------------------------------------------------------------------------------------------


def _chain(number: int, count: int, *, back: bool) -> Effect:
    """Return one of a chain of effects, each of which needs what another gives."""
    step = count - 1 - number if back else number
    wanted = Selector(types=("Creature",)) if step == 0 else Selector(subtypes=(f"Link{step - 1}",))
    return Effect((AddTypes((), (f"Link{step}",)),), wanted)


def _loop(number: int, count: int) -> Effect:
    """Return one of a pair of effects that need each other."""
    del count
    pair, other = divmod(number, 2)
    gives, needs = (f"Pair{pair}a", f"Pair{pair}b") if other else (f"Pair{pair}b", f"Pair{pair}a")
    return Effect((AddTypes((), (gives,)),), Selector(types=("Creature",), not_subtypes=(needs,)))


_MIX = (
    Effect((SetSubtypes(("Mountain",)),), Selector(types=("Land",), not_supertypes=("Basic",))),
    Effect((AddTypes((), ("Swamp",)),), Selector(types=("Land",))),
    Effect((AddTypes((), every_basic_land_type=True),), Selector(types=("Land",), controller="you")),
    Effect((AddTypes(("Creature", "Land"), ("Forest", "Saproling")),), Selector(any_subtypes=("Forest", "Saproling"))),
)


def _mix(number: int, count: int) -> Effect:
    """Return an effect that sets, adds to or looks at land types."""
    del count
    return _MIX[number % len(_MIX)]


def _interacting(count: int, effect: Callable[[int, int], Effect]) -> tuple[magic.Game, list[magic.Object]]:
    """Return a game of 1,000 permanents with so many static abilities that interact, half of them on lands."""
    game, objects = board(1_000 - count)
    for number in range(count):
        ability = Static(effect(number, count), f"rule {number}")
        line = "Land" if number % 2 else "Enchantment"
        source = CardSource(name=f"Rule {number}", type_line=line, abilities=(ability,))
        objects.append(game.put(define(source), "AB"[number % 2]))
    return game, objects


def dependency(size: str) -> list[Measured]:
    """Time a pass in which effects of layer 4 interact (CR 613.8), exactly."""
    kinds: dict[str, Callable[[int, int], Effect]] = {
        "a chain in order": lambda number, count: _chain(number, count, back=False),
        "a chain in reverse": lambda number, count: _chain(number, count, back=True),
        "loops of two": _loop,
        "a mix of land types": _mix,
    }
    found = []
    for count in (100, 200) if size == "full" else (100,):
        for name, effect in kinds.items():
            game, objects = _interacting(count, effect)
            digest = combined([[(one.types, one.subtypes) for one in objects]])

            def anew(game: magic.Game = game) -> None:
                game.world.memory.clear()
                plan_of(game.world)

            def again(game: magic.Game = game, one: magic.Object = objects[-1]) -> None:
                _touched(game, one)
                plan_of(game.world)

            cold, seconds = best(anew, 3), best(again, 5)
            bound = f"trials of one effect on another; {cold * 1e3:.3g} ms with all signed anew; {_carrier([game])}"
            found.append(
                Measured(
                    "dependency", f"{count} effects, {name}", "s", seconds, seconds / count, "effect", digest, bound
                )
            )
    return found


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
    game, objects = board(2_000, 200, 30)
    digest = combined([sizes(objects)])
    found = []
    for name, one in (("a creature", objects[-1]), ("a source", objects[0])):
        seconds = median(_out_and_back(game, one, objects[1_000]) for _ in range(15))
        found.append(
            Measured("out and back", f"{name} of 2,000 under 200", "s", seconds, seconds, "tick", digest, "the tick")
        )
    assert combined([sizes(objects)]) == digest
    return found


def touches(size: str) -> list[Measured]:
    """Time a write to one of 1,000 permanents under 100 effects and a read of it, and a read alone."""
    del size
    game, objects = board(1_000, 100, 30)
    world, one = game.world, objects[-1].id
    digest = combined([sizes(objects)])
    turned = msgspec.structs.replace(world.status(one), tapped=True)

    def changed() -> None:
        world.set(one, turned)
        characteristics(world, one)

    changed()
    seconds = best(changed, 300)
    unchanged = best(lambda: [characteristics(world, one) for _ in range(1_000)], 5) / 1_000
    return [
        Measured("read", "after a write to that object", "s", seconds, seconds, "read", digest, "signing it again"),
        Measured("read", "nothing changed", "s", unchanged, unchanged, "read", digest, "a look-up"),
    ]


def signature_memory(size: str) -> list[Measured]:
    """Memory of the signatures and what is remembered of permanents under effects."""
    count = 100_000 if size == "full" else 2_000
    objects = board(count, 100, 30)[1]
    gc.collect()
    tracemalloc.start()
    digest = combined([sizes(objects)])
    gc.collect()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    bound = "two dictionary entries each"
    return [Measured("memory of signatures", f"{count:,}", "B", float(used), used / count, "permanent", digest, bound)]
