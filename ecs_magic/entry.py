"""Ways in that load more of the library when they are first used: scenario files, batches, exploration."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ecs_magic.errors import NotYetError
from ecs_magic.game import Game

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ecs_magic.batches import Batch


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


def explore(game: Game, **options: Any) -> None:  # noqa: ARG001 - the interface of what is to come
    """Find every outcome over every decision. Not yet: raises `NotYetError`."""
    raise NotYetError("this version does not explore yet", where="explore", suggestion="play a batch")
