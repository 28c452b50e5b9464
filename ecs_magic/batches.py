"""Many runs of one scenario, each with its own seed: serially, in processes, or on any executor.

A run depends on the scenario, the base seed and its number alone, so it does not matter how the batch is
cut, and any run can be played again. One JSON line a run; the first line says what the batch is.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import msgspec

from ecs_magic.cardlibrary import CARD_FILE_FORMAT, CardLibrary
from ecs_magic.components import Life, ManaPool
from ecs_magic.decisions import Decider, First, Seeded
from ecs_magic.documents import read_document
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError, instead
from ecs_magic.facts import fact_kinds
from ecs_magic.game import Game
from ecs_magic.objects import object_of
from ecs_magic.position import Loaded, impossibilities, read_scenario, start
from ecs_magic.proofreading import check_forms, given_names, misreadings
from ecs_magic.readings import READINGS, objects_in, read
from ecs_magic.results import Run, run_steps
from ecs_magic.scenario import RecordQuery

BATCH_FORMAT: Final = "ecs-magic/batch-1"
_CHUNK: Final = 100
_FIXED: Final = frozenset({"run", "seed", "digest", "ticks", "outcome"})

Record = dict[str, Any]


class Batch(msgspec.Struct, frozen=True):
    """What a batch is: the scenario with its card files, the base seed and how decisions are made."""

    scenario: dict[str, Any]
    seed: int = 0
    policy: str = "random"
    format: str = BATCH_FORMAT
    cards: dict[str, Any] = {}
    """Card files by name, as plain data."""
    file: str = ""

    @property
    def digest(self) -> str:
        """A digest of all of it; a batch is resumed only if it is the same."""
        return blake2b(msgspec.json.encode(self), digest_size=16).hexdigest()


def batch_of(path: Path, *, seed: int | None = None, policy: str = "random") -> Batch:
    """Return the batch of a scenario file. Raises `InputError`."""
    data = read_document(path)
    cards = {}
    loaded = read_scenario(data, file=str(path), folder=path.parent)
    for name in loaded.scenario.cards:
        cards[name] = read_document(path.parent / name)
    return Batch(data, loaded.scenario.seed if seed is None else seed, policy, cards=cards, file=path.name)


def seed_of(base: int, run: int) -> int:
    """Return the seed of one run: from the base seed and the run's number, nothing else."""
    return int.from_bytes(blake2b(f"{base}/{run}".encode(), digest_size=8).digest(), "big") >> 1


class Prepared:
    """A batch that is ready to run: the position is set up once, and every run begins as a fork of it."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.loaded = _load(batch)
        check_forms(self.loaded)
        self._start = start(self.loaded)
        self._decider = _decider(batch.policy)
        self._queries = dict(self.loaded.scenario.record)
        check_record(self.loaded)

    def play(self, run: int) -> Run:
        """Play one run and return it whole."""
        game = self._start.fork()
        game.world.seed = seed_of(self.batch.seed, run)
        return run_steps(self.loaded, game, then=self._decider(game.world.seed))

    def record(self, run: int) -> Record:
        """Play one run and return its record."""
        played = self.play(run)
        game = played.game
        columns = {name: _query(played, query) for name, query in self._queries.items()}
        found: Record = {
            "run": run,
            "seed": game.world.seed,
            "digest": game.digest(),
            "ticks": game.world.tick,
            "outcome": "held" if played.ok else "failed",
        }
        if not columns:
            found["position"] = game.position_digest()
        return found | columns


def _load(batch: Batch) -> Loaded:
    scenario = {key: value for key, value in batch.scenario.items() if key != "cards"}
    loaded = read_scenario(scenario, file=batch.file)
    for name in batch.scenario.get("cards", ()):
        loaded.cards.add_document(batch.cards[name], file=name)
    return loaded


def _decider(policy: str) -> Callable[[int], Decider]:
    """Return what makes the decider of a run from its seed. Raises `InputError`."""
    if policy == "first":
        return lambda seed: First()  # noqa: ARG005 - the first option needs no seed
    if policy == "random":
        return Seeded
    module, _, name = policy.partition(":")
    try:
        factory: Callable[[int], Decider] = getattr(importlib.import_module(module), name)
        made: Any = factory(0)
    except Exception as error:  # the module is the user's
        raise InputError(
            f"no policy {policy!r}: {error}", where="policy", suggestion="first, random, or module:function"
        ) from error
    if not callable(getattr(made, "choose", None)):
        raise InputError(
            f"{policy!r} made {made!r}, which can't choose",
            where="policy",
            suggestion="it takes a run's seed and returns an object with choose(decision, tick, number)",
        )
    return factory


def problems_of(path: Path) -> list[InputError]:
    """Return everything that is wrong with a scenario file or card file.

    Where nothing shows without a run, the steps are tried, and the first that can't be done is the one problem.
    Whether expectations hold is no part of it.
    """
    try:
        data = read_document(path)
        if data.get("format") == CARD_FILE_FORMAT:
            return CardLibrary().problems(data, file=str(path))
        loaded = read_scenario(data, file=str(path), folder=path.parent)
        problems = [*impossibilities(loaded), *misreadings(loaded)]
        check_record(loaded)
        if not problems:
            run_steps(loaded, start(loaded))
    except InputError as error:
        return [error]
    return problems


def check_record(loaded: Loaded) -> None:
    """Raise `InputError` for a column of the record that could never be filled."""
    scenario = loaded.scenario
    names = given_names(scenario)
    for column, query in scenario.record.items():
        try:
            _judge_query(column, query)
            for what, name, known in (
                ("object", query.object, names),
                ("card", query.card, names),
                ("player", query.player, set(scenario.players)),
                ("fact", query.facts, set(fact_kinds())),
            ):
                if name is not None and name not in known:
                    hint = instead(name, sorted(known))
                    raise InputError(f"there is no {what} {name!r}", where=f"record.{column}", suggestion=hint)
        except InputError as error:
            error.file = loaded.file
            raise


def _judge_query(name: str, query: RecordQuery) -> None:
    about = [key for key in ("object", "card", "zone", "facts") if getattr(query, key) is not None]
    about = about or (["player"] if query.player is not None else [])
    if len(about) != 1:
        raise InputError(
            "it asks for nothing, or for too much",
            where=f"record.{name}",
            suggestion="one of object, card, zone, facts, player",
        )
    if about[0] in ("object", "card") and (query.is_ is None or query.is_ not in READINGS):
        hint = instead(query.is_ or "", READINGS)
        raise InputError(f"is = {query.is_!r} can't be read", where=f"record.{name}", suggestion=hint)
    if about[0] == "zone" and query.cards is query.count:
        raise InputError("say cards = true or count = true", where=f"record.{name}")
    if about[0] == "player" and query.is_ not in ("life", "mana", "hand"):
        raise InputError("is = life, mana or hand", where=f"record.{name}")


def _query(run: Run, query: RecordQuery) -> Any:
    game, names = run.game, run.game.names
    world = game.world
    if query.facts is not None:
        return sum(fact.name == query.facts for done in run.steps for fact in done.facts)
    if query.zone is not None:
        zone = Zone(query.zone)
        objects = objects_in(world, zone, query.player)
        cards = [card for one in objects for card in world.cards(one)]
        if query.count:
            return len(objects) if zone is Zone.BATTLEFIELD else len(cards)
        return [names.label(card) for card in cards]
    if query.object is not None or query.card is not None:
        return _reading(game, query)
    seat = world.seat(str(query.player))
    entity = world.player_entities[seat]
    if query.is_ == "life":
        return world.get(entity, Life).life
    return world.get(entity, ManaPool).mana if query.is_ == "mana" else len(world.contents(Zone.HAND, seat))


def _reading(game: Game, query: RecordQuery) -> Any:
    """Return a reading, or `None` if there is nothing of that name at the end of this run."""
    world, names = game.world, game.names
    name = str(query.object if query.object is not None else query.card)
    if name not in names.all():
        return None
    if names.objects.get(name) == ():
        return None
    found = names.incarnation(name) if query.object is not None else None
    if found is None:
        card = names.card(name)
        if not world.store.exists(card):
            return None
        found = object_of(world, card)
    if not world.is_object(found):
        return None
    value = read(world, found, str(query.is_))
    if query.is_ == "abilities":
        return [ability.name for ability in value]
    if query.is_ in ("constituents", "attached_to"):
        return [names.label(one) for one in value] if isinstance(value, tuple) else value and names.label(value)
    return msgspec.to_builtins(value)


# --- running many ----------------------------------------------------------------------------------------


def _records(batch: Batch, runs: Sequence[int]) -> list[Record]:
    """Play some runs in a worker; picklable, and prepared anew for each chunk."""
    prepared = Prepared(batch)
    return [prepared.record(run) for run in runs]


def batch(spec: Batch | Path | str, runs: int | Iterable[int], *, executor: Executor | None = None) -> Iterator[Record]:
    """Yield the record of each run, in the order of their numbers.

    Args:
        spec: a batch, or the path of a scenario file.
        runs: how many, from number 0; or which numbers.
        executor: plays chunks of runs, for example in processes; `None` plays them here.

    Raises:
        InputError: for a malformed scenario, before anything runs.

    """
    whole = spec if isinstance(spec, Batch) else batch_of(Path(spec))
    numbers = list(range(runs)) if isinstance(runs, int) else list(runs)
    if executor is None:
        prepared = Prepared(whole)
        for run in numbers:
            yield prepared.record(run)
        return
    Prepared(whole)
    chunks = [numbers[at : at + _CHUNK] for at in range(0, len(numbers), _CHUNK)]
    for records in executor.map(_records, [whole] * len(chunks), chunks):
        yield from records


def process_executor(workers: int) -> ProcessPoolExecutor:
    """Return an executor of freshly started processes, which share no state with this one."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


# --- files -----------------------------------------------------------------------------------------------


def header_line(spec: Batch) -> bytes:
    """Return the first line of a batch file."""
    return msgspec.json.encode({"digest": spec.digest, **msgspec.to_builtins(spec)}) + b"\n"


def record_line(record: Record) -> bytes:
    """Return one record as a line."""
    return msgspec.json.encode(record) + b"\n"


def read_batch(path: Path) -> tuple[Batch, list[Record], int]:
    """Return the batch of a file, its whole records, and the length of the whole part. Raises `InputError`."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
        head = msgspec.json.decode(lines[0])
        digest = head.pop("digest", None)
        spec = msgspec.convert(head, Batch)
        if spec.format != BATCH_FORMAT:
            raise InputError(f"format {spec.format!r} is not {BATCH_FORMAT}", file=str(path))
        if spec.digest != digest:
            raise InputError("its first line was changed", file=str(path), suggestion="play the batch again")
    except (OSError, IndexError, AttributeError, msgspec.DecodeError, msgspec.ValidationError):
        raise InputError("is no batch file", file=str(path), suggestion="give the OUT of `ecs-magic batch`") from None
    records: list[Record] = []
    length = len(lines[0])
    for line in lines[1:]:
        try:
            record = msgspec.json.decode(line)
        except msgspec.DecodeError:
            break
        if not line.endswith(b"\n") or not isinstance(record, dict) or not set(record) >= _FIXED:
            break
        records.append(record)
        length += len(line)
    return spec, records, length


def outcomes(records: Iterable[Record]) -> list[tuple[dict[str, Any], int, int]]:
    """Return the distinct outcomes with how often each came and the first run that had it, most often first.

    Two runs have the same outcome if every column of `[record]`, or without columns the position, is the same.
    """
    fixed = _FIXED - {"outcome"}
    counted: dict[str, tuple[dict[str, Any], int, int]] = {}
    for record in records:
        values = {key: value for key, value in record.items() if key not in fixed}
        key = msgspec.json.encode(values).decode()
        seen = counted.get(key)
        counted[key] = (values, 1, record["run"]) if seen is None else (values, seen[1] + 1, seen[2])
    return sorted(counted.values(), key=lambda outcome: (-outcome[1], outcome[2]))
