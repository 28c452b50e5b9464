"""Ways in that load more of the library when they are first used: scenario files, batches, exploration."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ecs_magic.game import Game

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ecs_magic.batches import Batch
    from ecs_magic.exploring import Exploration
    from ecs_magic.manygames import ManyGames
    from ecs_magic.requests import Request


def load(path: "str | Path") -> Game:
    """Return a game at the position of a scenario file, before its first step; `game.named(id)` finds objects.

    Raises `InputError` with file, place and suggestion.
    """
    from pathlib import Path

    from ecs_magic.position import load_scenario, start

    return start(load_scenario(Path(path)))


def batch(
    spec: "Batch | Path | str", runs: int | Iterable[int], *, executor: "Executor | None" = None
) -> "Iterator[dict[str, Any]]":
    """Yield the record of each run of a scenario, in the order of their numbers; see `ecs_magic.batches.batch`."""
    from ecs_magic.batches import batch as play

    return play(spec, runs, executor=executor)


def explore(game: Game, *actions: "Request | Callable[[Game], None]", limit: int = 10_000) -> "Exploration":
    """Find every outcome of doing `actions` on forks of a game, over every decision.

    See `ecs_magic.exploring.explore`; the game itself stays as it is.
    """
    from ecs_magic.exploring import explore as find

    return find(game, *actions, limit=limit)


def many_games(games: Iterable[Game]) -> "ManyGames":
    """Return a table of games whose permanents are worked out together; see `ecs_magic.manygames.ManyGames`."""
    from ecs_magic.manygames import ManyGames

    return ManyGames(games)
