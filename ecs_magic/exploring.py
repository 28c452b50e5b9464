"""Every outcome over every decision: forks at each choice, equal positions merged by digest."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import factorial
from typing import Any, Final

import msgspec

from ecs_magic.decisions import Answer, Decision
from ecs_magic.errors import InputError
from ecs_magic.game import Game
from ecs_magic.normalize import normalized
from ecs_magic.position import Loaded, start
from ecs_magic.proofreading import check_forms
from ecs_magic.requests import Request
from ecs_magic.results import card_places, object_record
from ecs_magic.running import Runner
from ecs_magic.scenario import CastStep, ExpectStep
from ecs_magic.trace import combined

LIMIT: Final = 10_000
"""So many ways to play one action are tried, all in all, unless said otherwise."""

Action = Callable[[Game], None]


class Choice(msgspec.Struct, frozen=True):
    """One decision on the way to an outcome: in words, with names in place of ids."""

    step: int
    ask: str
    player: str
    answer: tuple[str, ...]


class Ending(msgspec.Struct, frozen=True):
    """A distinct final position: in how many ways it is reached, and the shortest list of choices that leads there.

    `stuck` says why the steps could not be done to the end, where they could not.
    """

    game: Game
    digest: str
    ways: int
    choices: tuple[Choice, ...]
    stuck: str = ""


class Exploration(msgspec.Struct, frozen=True):
    """What exploring found: the distinct endings, most ways first, and whether every way was tried."""

    endings: tuple[Ending, ...]
    tried: int
    complete: bool


def number_of_answers(decision: Decision) -> int:
    """Return how many answers a decision has."""
    return factorial(len(decision.options)) if decision.kind == "order" else len(decision.options)


def answer(decision: Decision, number: int) -> Answer:
    """Return one of the possible answers by its number, 0 being the default."""
    if decision.kind == "one":
        return (decision.options[number],)
    left, chosen = list(decision.options), []
    for size in range(len(left), 0, -1):
        place, number = divmod(number, factorial(size - 1))
        chosen.append(left.pop(place))
    return tuple(chosen)


class _Following:
    """Follows a list of numbers of answers, then takes the first of each; notes what it was asked."""

    def __init__(self, path: Sequence[int], game: Game, step: int) -> None:
        self._path = path
        self._game = game
        self._step = step
        self.asked: list[tuple[Decision, int]] = []
        self.choices: list[Choice] = []

    def choose(self, decision: Decision, tick: int, number: int) -> Answer:  # noqa: ARG002 - the protocol's signature
        """Return the next answer of the path."""
        at = len(self.asked)
        chosen = self._path[at] if at < len(self._path) else 0
        self.asked.append((decision, chosen))
        given, names = answer(decision, chosen), self._game.names
        player = self._game.world.players[decision.player]
        self.choices.append(Choice(self._step, decision.ask, player, tuple(map(names.worded, given))))
        return given


class _State:
    """A position on the way, with how it was reached, and what scenario steps noted."""

    __slots__ = ("choices", "game", "stamps", "stuck", "ways")

    def __init__(self, game: Game, stamps: dict[str | int, int]) -> None:
        self.game = game
        self.stamps = stamps
        self.ways = 1
        self.choices: tuple[Choice, ...] = ()
        self.stuck = ""


class _Explorer:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.tried = 0
        self.complete = True

    def outcomes(self, state: _State, step: int, play: Callable[[_State, _Following], None]) -> Iterator[_State]:
        """Yield the state after an action, for every way to answer what it asks."""
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            if self.tried >= self.limit:
                self.complete = False
                return
            path = waiting.pop()
            self.tried += 1
            after = _State(state.game.fork(), dict(state.stamps))
            after.ways, after.choices = state.ways, state.choices
            following = _Following(path, after.game, step)
            try:
                play(after, following)
            except InputError as error:
                after.stuck = after.game.names.told(str(error))
            after.choices += tuple(following.choices)
            for at in range(len(following.asked) - 1, len(path) - 1, -1):
                before = tuple(chosen for _, chosen in following.asked[:at])
                others = range(number_of_answers(following.asked[at][0]) - 1, 0, -1)
                waiting += [(*before, other) for other in others]
            yield after


def _merged(states: Iterator[_State], into: dict[str, _State]) -> None:
    """Put states of equal positions together: their ways add up, the shortest choices stay."""
    for state in states:
        key = f"{_key(state.game)}/{state.stuck}"
        other = into.get(key)
        if other is None:
            into[key] = state
        else:
            other.ways += state.ways
            if len(state.choices) < len(other.choices):
                other.choices = state.choices


def _key(game: Game) -> str:
    """Return the digest of a position together with what the names of a scenario stand for in it."""
    labels = game.names.meanings()
    return combined([game.position_digest(), labels]) if labels else game.position_digest()


def explore(
    game: Game,
    *actions: Request | Action,
    limit: int = LIMIT,
    progress: Callable[[int, int], None] | None = None,
) -> Exploration:
    """Return every outcome of doing `actions` one after another on forks of a game, over every decision.

    An action is a request, or a function that is given a game to act on; without any, the game runs until it
    is idle. The game itself stays as it is. `limit` is how many ways are tried at most.
    """
    doing: list[Action] = [_doing(game, action) for action in actions] or [_run]

    def player(action: Action) -> Callable[[_State, _Following], None]:
        def play(state: _State, following: _Following) -> None:
            state.game.decider = following
            action(state.game)

        return play

    return _explore(game, {at: player(action) for at, action in enumerate(doing, 1)}, limit, progress)


def _doing(game: Game, action: Request | Action) -> Action:
    if isinstance(action, Request):
        # With ids in place of handles, which belong to the game that is explored.
        request = normalized(game.world, action, cards=game.cards)
        return lambda game: _do(game, request)
    if not callable(action):
        hint = "give requests, or functions of a game such as Game.settle"
        raise InputError(f"{action!r} is no action", where="explore", suggestion=hint)
    return action


def _do(game: Game, request: Request) -> None:
    game.do(request)


def _run(game: Game) -> None:
    game.run_until_idle()


def explore_scenario(
    loaded: Loaded, *, limit: int = LIMIT, progress: Callable[[int, int], None] | None = None
) -> Exploration:
    """Return every outcome of a scenario's steps over every decision, whatever answers the file gives.

    Raises `InputError` for a file that could never be run.
    """
    check_forms(loaded)
    scenario = loaded.scenario

    def player(number: int) -> Callable[[_State, _Following], None]:
        step = msgspec.structs.replace(scenario.step[number - 1], answers=(), expect=())
        if isinstance(step, CastStep):
            step = msgspec.structs.replace(step, where=None)

        def play(state: _State, following: _Following) -> None:
            runner = Runner(state.game, settle_always=scenario.settle == "always", then=following)
            runner.stamps = state.stamps
            runner.run(number, step)

        return play

    numbers = [number for number, step in enumerate(scenario.step, 1) if not isinstance(step, ExpectStep)]
    return _explore(start(loaded), {number: player(number) for number in numbers}, limit, progress)


def _explore(
    game: Game,
    plays: Mapping[int, Callable[[_State, _Following], None]],
    limit: int,
    progress: Callable[[int, int], None] | None,
) -> Exploration:
    explorer = _Explorer(limit)
    states = [_State(game, {})]
    ended: dict[str, _State] = {}
    for number, play in plays.items():
        after: dict[str, _State] = {}
        for at, state in enumerate(states):
            if state.stuck:
                ended[f"{number}/{at}"] = state
                continue
            _merged(explorer.outcomes(state, number, play), after)
            if progress is not None:
                progress(number, explorer.tried)
        states = list(after.values())
    found = [*states, *ended.values()]
    found.sort(key=lambda state: (-state.ways, len(state.choices)))
    endings = tuple(
        Ending(state.game, state.game.position_digest(), state.ways, state.choices, state.stuck) for state in found
    )
    return Exploration(endings, explorer.tried, explorer.complete)


# --- as data ---------------------------------------------------------------------------------------------


def summary(game: Game) -> dict[str, Any]:
    """Return a position in short: what differs between two endings shows here."""
    world, names = game.world, game.names
    found: dict[str, Any] = {}
    for place in card_places(world, names):
        found[f"card {place['card']}"] = place["zone"]
    for permanent in game.objects(zone="battlefield"):
        record = object_record(world, names, permanent.id)
        found[f"permanent {record['object']}"] = _short(record)
    for name in world.players:
        found[f"life of {name}"] = game.view(name).life[name]
        for zone in ("graveyard", "library", "hand"):
            listed = [names.label(one.id) for one in game.objects(zone=zone, owner=name)]
            found[f"{zone} of {name}"] = ", ".join(listed) or "empty"
    found["exile"] = ", ".join(names.label(one.id) for one in game.objects(zone="exile")) or "empty"
    return found


def _short(record: dict[str, Any]) -> str:
    size = "" if record["power"] is None else f" {record['power']}/{record['toughness']}"
    marks = [name for name in ("tapped", "face_down", "transformed", "merged", "melded", "token") if record[name]]
    counters = [f"{count} {kind}" for kind, count in record["counters"].items()]
    more = ", ".join([*marks, *counters])
    return f"{record['name']}{size} of {record['controller']}" + (f" ({more})" if more else "")


def exploration_data(found: Exploration) -> dict[str, Any]:
    """Return an exploration as the data that `explore --json` prints."""
    summaries = [summary(ending.game) for ending in found.endings]
    return {
        "format": "ecs-magic/exploration-1",
        "complete": found.complete,
        "tried": found.tried,
        "outcomes": [
            {
                "digest": ending.digest,
                "ways": ending.ways,
                "choices": [msgspec.to_builtins(choice) for choice in ending.choices],
                "stuck": ending.stuck,
                "differs": differing(summaries, index),
                "cards": card_places(ending.game.world, ending.game.names),
            }
            for index, ending in enumerate(found.endings)
        ],
    }


def differing(summaries: Sequence[dict[str, Any]], index: int) -> dict[str, Any]:
    """Return what of one summary is not the same in all of them."""
    keys = dict.fromkeys(key for one in summaries for key in one)
    common = {key for key in keys if all(one.get(key) == summaries[0].get(key) for one in summaries)}
    return {key: summaries[index].get(key, "-") for key in keys if key not in common}
