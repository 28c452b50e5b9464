"""The cases. Each builds a position, times one thing, and returns a digest of what it computed."""

import gc
import subprocess
import sys
import tempfile
import time
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

import ecs_magic as magic
from benchmarks.boards import board
from benchmarks.events import triggers
from benchmarks.game_cases import games
from benchmarks.layer_cases import layers
from benchmarks.measuring import Measured, best
from ecs_magic.batches import Batch, Prepared
from ecs_magic.requests import Request
from ecs_magic.trace import combined

Case = Callable[[str], list[Measured]]
SIZES: Final = ("small", "full")


def reads(size: str) -> list[Measured]:
    """Read a characteristic: nothing changed, and after one counter on that object."""
    del size
    game, objects = board(60)
    one = objects[7]
    unchanged = best(lambda: [one.power for _ in range(1_000)], 5) / 1_000

    def changed() -> None:
        game.do(magic.AddCounters(one, "+1/+1"))
        assert one.power is not None

    counter = best(changed, 200)
    return [
        Measured("reads", "unchanged", "s", unchanged, unchanged, "read", combined([one.toughness]), "two look-ups"),
        Measured(
            "reads", "a counter by a tick, then read", "s", counter, counter, "tick", combined([one.power]), "the tick"
        ),
    ]


def _mass(case: str, count: int, request: Callable[[list[magic.Object]], Request], bound: str) -> list[Measured]:
    game, objects = board(count)
    before = game.position_digest()
    started = time.perf_counter()
    facts = game.push(request(objects))
    seconds = time.perf_counter() - started
    assert not isinstance(facts, magic.Pending)
    digest = combined([game.digest(), game.position_digest(), len(facts)])
    started = time.perf_counter()
    game.pop()
    undone = time.perf_counter() - started
    assert game.position_digest() == before
    size = f"{count:,} permanents"
    return [
        Measured(case, size, "s", seconds, seconds / count, "permanent", digest, bound),
        Measured(f"undo {case}", size, "s", undone, undone / count, "permanent", before, "one dictionary an entity"),
    ]


def transform(size: str) -> list[Measured]:
    """Many permanents transform at once."""
    count = 100_000 if size == "full" else 2_000
    return _mass("transform", count, magic.Transform, "two component writes a permanent")


def destroy(size: str) -> list[Measured]:
    """Many permanents are destroyed at once, each card to its owner."""
    count = 100_000 if size == "full" else 2_000
    return _mass("destroy", count, magic.Destroy, "a new object, four writes and two facts a permanent")


def merge(size: str) -> list[Measured]:
    """Many creature cards merge with permanents in one batch."""
    count = 10_000 if size == "full" else 500
    game, objects = board(count)
    heron = game.cards.find("Dreamtail Heron")
    hand = [game.put(heron, "AB"[index % 2], zone="hand") for index in range(count)]
    started = time.perf_counter()
    game.do(*(magic.Merge(card, onto) for card, onto in zip(hand, objects, strict=True)))
    seconds = time.perf_counter() - started
    bound = "an end, a new stack and a fact a merge"
    return [
        Measured("merge", f"{count:,}", "s", seconds, seconds / count, "merge", game.position_digest(), bound),
    ]


def meld(size: str) -> list[Measured]:
    """Many pairs of exiled cards meld in one batch."""
    count = 2_000 if size == "full" else 200
    game = magic.Game()
    names = ("Graf Rats", "Midnight Scavengers")
    pairs = [[game.put(name, "A", zone="exile") for name in names] for _ in range(count)]
    started = time.perf_counter()
    game.do(*(magic.Meld(pair) for pair in pairs))
    seconds = time.perf_counter() - started
    bound = "a new permanent with three components more, and two ends, a meld"
    return [Measured("meld", f"{count:,}", "s", seconds, seconds / count, "meld", game.position_digest(), bound)]


def tick(size: str) -> list[Measured]:
    """One tick with one transform on 40 permanents under 10 effects, then a read."""
    del size
    found = []
    for sources in (0, 10):
        game, objects = board(40, sources, 10 if sources else 1)
        one = objects[-1]

        def turn(game: magic.Game = game, one: magic.Object = one) -> None:
            game.do(magic.Transform(one))
            assert one.power is not None

        seconds = best(turn, 100)
        bound = "the tick" if not sources else "the tick, and a layer pass"
        digest = game.position_digest()
        found.append(
            Measured("tick", f"40 permanents, {sources} effects", "s", seconds, seconds, "tick", digest, bound)
        )
    return found


def fork(size: str) -> list[Measured]:
    """Fork a game of 60 permanents and do one thing in it; undo one small action."""
    del size
    game, objects = board(60)
    one = objects[3]
    forked = best(game.fork, 100)
    first = best(lambda: game.fork().do(magic.Tap(one.id)), 100)

    def undone() -> float:
        game.push(magic.AddCounters(one, "+1/+1"))
        started = time.perf_counter()
        game.pop()
        return time.perf_counter() - started

    undo = median(undone() for _ in range(100))
    digest = game.position_digest()
    return [
        Measured("fork", "60 permanents", "s", forked, forked, "fork", digest, "copying the dictionary of entities"),
        Measured("fork", "with one tick", "s", first, first, "fork", digest, "the tick"),
        Measured("undo", "one counter", "s", undo, undo, "undo", digest, "one dictionary put back"),
    ]


STORY: Final = Path(__file__).with_name("story.toml")


def batch(size: str) -> list[Measured]:
    """Play a headless batch of a story of melding, transforming and merging, on one core."""
    runs = 2_000 if size == "full" else 100
    prepared = Prepared(Batch(tomllib.loads(STORY.read_text("utf-8")), file=STORY.name))
    started = time.perf_counter()
    records = [prepared.record(run) for run in range(runs)]
    seconds = time.perf_counter() - started
    digest = combined([record["digest"] for record in records])
    bound = "the ticks of the story"
    return [Measured("batch", f"{runs:,} games", "s", seconds, seconds / runs, "game", digest, bound)]


def memory(size: str) -> list[Measured]:
    """Memory of real permanents: card, object and components."""
    count = 100_000 if size == "full" else 2_000
    gc.collect()
    tracemalloc.start()
    game, objects = board(count)
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del objects
    digest = combined([len(game.world.battlefield())])
    return [
        Measured("memory", f"{count:,}", "B", float(used), used / count, "permanent", digest, "two dictionaries each")
    ]


def imports(size: str) -> list[Measured]:
    """Import the library in a fresh interpreter, less starting the interpreter."""
    times = 7 if size == "full" else 3
    folder = tempfile.gettempdir()

    def seconds(code: str) -> float:
        return best(lambda: subprocess.run([sys.executable, "-P", "-c", code], check=True, cwd=folder), times)  # noqa: S603

    whole = seconds("import ecs_magic") - seconds("pass")
    array = seconds("import numpy") - seconds("pass")
    return [
        Measured(
            "import", "ecs_magic", "s", whole, whole, "import", "", "NumPy, msgspec and esper", whole / max(array, 1e-6)
        )
    ]


CASES: Final[dict[str, Case]] = {
    "layers": layers,
    "games": games,
    "reads": reads,
    "tick": tick,
    "fork": fork,
    "transform": transform,
    "destroy": destroy,
    "merge": merge,
    "meld": meld,
    "triggers": triggers,
    "batch": batch,
    "memory": memory,
    "import": imports,
}
