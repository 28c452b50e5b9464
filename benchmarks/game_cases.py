"""Many small games worked out together: all of them changed, with what they have in common kept and made."""

import gc
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from statistics import median

import ecs_magic as magic
from benchmarks.boards import lord, make
from benchmarks.measuring import Measured, best, sizes
from ecs_magic.components import Timestamped
from ecs_magic.derived import characteristics, signed
from ecs_magic.manygames import ManyGames
from ecs_magic.pooled import Pool
from ecs_magic.trace import combined
from ecs_magic.wordpass import Boards, Pass

_PERMANENTS = 40
_EFFECTS = 10


def _positions(count: int) -> list[magic.Game]:
    """Return games of 40 permanents with 10 lords of 30 kinds among them, read once."""
    plain = [make(f"Bear {kind}", 2 + kind % 3) for kind in range(30)]
    lords = [make(f"Lord {kind}", 2, lord(kind)) for kind in range(30)]
    games = []
    for number in range(count):
        chance, game = Random(f"games/{number}"), magic.Game()  # noqa: S311 - the same boards each time
        for index in range(_PERMANENTS):
            game.put(chance.choice(lords if index < _EFFECTS else plain), chance.choice("AB"))
        _read(game)
        games.append(game)
    return games


def _read(*games: magic.Game) -> None:
    for game in games:
        for one in game.world.battlefield():
            characteristics(game.world, one)


def _change(games: list[magic.Game]) -> None:
    """Let the first source of each game have a new timestamp, so that its effects have changed."""
    for game in games:
        game.world.set(game.world.battlefield()[0], Timestamped(game.world.now()))


def _timed(games: list[magic.Game], work: Callable[[], object]) -> float:
    """Return the seconds of some work after all games changed."""
    _change(games)
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def games(size: str) -> list[Measured]:
    """Refresh many games of 40 permanents and 10 effects at once, all of them changed; and one at a time."""
    count = 10_000 if size == "full" else 200
    return _together(count, 1) + _together(count, min(count, 100))


def _together(count: int, several: int) -> list[Measured]:
    prepared = _positions(several)
    forks = [prepared[number % several].fork() for number in range(count)]
    table = magic.many_games(forks)
    table.refresh()
    refresh = median(_timed(forks, table.refresh) for _ in range(3))
    digest = combined([table.power.tolist(), table.toughness.tolist()])
    assert combined([[_sizes(game) for game in forks]]) == combined([list(_by_game(table))])
    some = forks[:500]
    alone = _timed(some, lambda: _read(*some)) / len(some)
    pool = Pool(2)
    rows = [pool.read(signatures) for game in forks if (signatures := signed(game.world)) is not None]
    board = Boards(pool, rows)
    kept, built = best(lambda: Pass(board), 9), best(lambda: Pass(Boards(pool, rows)), 5)
    size = f"{count:,}, forks of {several}"
    found = []
    for case, seconds, bound in (
        ("tables kept", kept, "a few words for each effect and game"),
        ("tables built", built, "gathering the effects of each game, and the words of each feature"),
        (
            "a write to each, and refresh",
            refresh,
            f"signing and a row a game; one by one, read: {alone * 1e6:,.0f} µs each",
        ),
    ):
        speed = f"{count / seconds:,.0f} games a second; {bound}"
        found.append(Measured(f"many games: {case}", size, "s", seconds, seconds / count, "game", digest, speed))
    return found


def _sizes(game: magic.Game) -> list[tuple[int | None, int | None]]:
    return sizes(game.objects("battlefield"))


def _by_game(table: ManyGames) -> Iterator[list[tuple[int | None, int | None]]]:
    power, toughness, offsets = table.power.tolist(), table.toughness.tolist(), table.offsets.tolist()
    for start, end in pairwise(offsets):
        yield list(zip(power[start:end], toughness[start:end], strict=True))
