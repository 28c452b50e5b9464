"""What the command line prints: reports of runs, layer tables, batches with their progress."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from ecs_magic.batches import (
    Prepared,
    Record,
    batch,
    batch_of,
    header_line,
    outcomes,
    process_executor,
    read_batch,
    record_line,
)
from ecs_magic.components import Printed
from ecs_magic.errors import InputError
from ecs_magic.expectations import Outcome
from ecs_magic.explain import Explanation, explain
from ecs_magic.facts import Ignored
from ecs_magic.game import Game
from ecs_magic.ids import ObjectId
from ecs_magic.objects import object_of
from ecs_magic.position import Loaded, load_scenario
from ecs_magic.results import Run, result_data, run_loaded, unmodelled_abilities
from ecs_magic.telling import told
from ecs_magic.whatif import swapped
from ecs_magic.whatif import without as world_without
from ecs_magic.world import World

_SHOWN: Final = 5
"""So many instructions that were ignored are told without a trace."""


def report(run: Run, *, trace: bool = False) -> Iterator[str]:
    """Yield the lines that tell how a scenario went."""
    world, names = run.game.world, run.game.names
    title = run.loaded.scenario.name or run.loaded.file
    held = sum(outcome.ok for outcome in run.outcomes)
    if trace:
        for done, step in zip(run.steps, run.loaded.scenario.step, strict=False):
            yield f"step {done.number}: {step.name or step.__struct_config__.tag}"
            for fact in done.facts:
                if (sentence := told(world, names, fact)) is not None:
                    yield f"    {sentence}"
    for outcome in run.outcomes:
        if not outcome.ok:
            yield from _failure(outcome)
    unknown = unmodelled_abilities(run.game)
    if unknown and trace:
        listed = ", ".join(f"{one['card']}: {one['ability']}" for one in unknown)
        yield f"not carried out (unmodelled abilities): {listed}"
    ignored = [(done.number, fact) for done in run.steps for fact in done.facts if isinstance(fact, Ignored)]
    if not trace:
        for number, fact in ignored[:_SHOWN]:
            yield f"step {number}: {told(world, names, fact)}"
        if len(ignored) > _SHOWN:
            yield f"and {len(ignored) - _SHOWN} more that the rules ignored (see --trace)"
    if unknown and not trace:
        yield f"not carried out: {len(unknown)} abilities that this version does not model (see --trace)"
    state = "ok" if run.ok else "FAILED"
    yield f"{state}: {title}: {held} of {len(run.outcomes)} expectations held; digest {run.game.digest()}"


def _failure(outcome: Outcome) -> Iterator[str]:
    yield f"step {outcome.step}: expect[{outcome.index}]:"
    yield f"    expected {json.dumps(outcome.expected, ensure_ascii=False)}"
    yield f"    actual   {json.dumps(msgspec.to_builtins(outcome.actual), ensure_ascii=False)}"
    if outcome.why:
        yield "    why      " + outcome.why.replace("\n", "\n             ")


def explained(
    path: Path,
    name: str,
    characteristic: str | None,
    *,
    at: str | None,
    without: Sequence[str] = (),
    swap: str | None,
) -> Explanation:
    """Run a scenario to a step and explain an object of it, perhaps in a changed world. Raises `InputError`."""
    loaded = load_scenario(path)
    try:
        game = run_loaded(loaded, until=None if at is None else _step_number(loaded, at)).game
        object_ = _existing(game, name, "OBJECT")
        absent = [_existing(game, one, "--without") for one in without]
        world = _changed(game, absent, swap)
        found = explain(world, object_, characteristic, names=game.names.by_id(), absent=absent)
        changed = [f"no {one}" for one in without] + ([f"timestamps of {swap} exchanged"] if swap else [])
        return msgspec.structs.replace(found, assuming=" and ".join(changed))
    except InputError as error:
        error.file = error.file or loaded.file
        raise


def _step_number(loaded: Loaded, at: str) -> int:
    steps = loaded.scenario.step
    named = [number for number, step in enumerate(steps, 1) if step.name == at]
    if named:
        return named[-1]
    if at.isascii() and at.isdigit() and len(at) < 10 and int(at) <= len(steps):
        return int(at)
    raise InputError(
        f"there is no step {at}",
        where="--at",
        suggestion=f"a step's name, or a number up to {len(steps)}; 0 is the position before the first",
    )


def _existing(game: Game, name: str, where: str) -> ObjectId:
    """Return the object of that name, or what its card is now in a shared zone. Raises `InputError` if it is gone."""
    try:
        found = game.named(name).id
    except InputError as error:
        error.where = error.where or where
        raise
    if game.world.is_object(found):
        return found
    after = f"it became {', '.join(game.names.label(one.id) for one in game.became(found)) or 'nothing'}"
    card = game.names.cards.get(name)
    if card is not None and game.world.find(card, Printed) is not None:
        now = object_of(game.world, card)
        if game.world.zone(now).is_shared:
            return now
        after = f"its card is in the {game.world.zone(now).value}"
    raise InputError(f"{name!r} is gone: {after}", where=where, suggestion="use --at STEP")


def _changed(game: Game, absent: Sequence[ObjectId], swap: str | None) -> World:
    """Return the world of a game as it is, without some objects, or with two timestamps exchanged."""
    world = game.world
    for object_ in absent:
        world = world_without(world, object_)
    if swap is not None:
        one, comma, two = swap.partition(",")
        if not comma:
            raise InputError(f"{swap!r} is not two names", where="--swap", suggestion="as in --swap moon,urborg")
        first, second = (_existing(game, name.strip(), "--swap") for name in (one, two))
        world = swapped(world, first, second)
    return world


def print_explanation(explanation: Explanation) -> None:
    """Print the layer table: a table in a terminal, plain lines elsewhere."""
    if not sys.stdout.isatty():
        sys.stdout.write(f"{explanation}\n")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"{explanation.name or 'a nameless object'} (object {explanation.object})")
    for column in ("layer", "rule", "source", "timestamp", "change", "why here"):
        table.add_column(column)
    for step in explanation.steps:
        changed = "\n".join(f"{key}: {change}" for key, change in step.told())
        at = "" if step.timestamp is None else str(step.timestamp)
        table.add_row(step.layer, step.rule, step.source, at, changed, step.reason)
    console = Console()
    console.print(table)
    console.print(", ".join(f"{key} {value}" for key, value in explanation.result.items()))
    for one in explanation.not_applied:
        console.print(f"not applied: {one.source} (timestamp {one.timestamp}): {one.why} (CR {one.rule})")
    if explanation.assuming:
        console.print(f"assuming {explanation.assuming}")
    if explanation.unmodelled:
        console.print(f"not carried out: {'; '.join(explanation.unmodelled)}")


def play_batch(path: Path, runs: int, seed: int | None, jobs: int, policy: str, out: Path, *, resume: bool) -> bool:
    """Play a batch into a file and print its outcomes; return whether the expectations of every run held."""
    spec = batch_of(path, seed=seed, policy=policy)
    try:
        Prepared(spec)
    except InputError as error:
        error.file = str(path) if error.file == spec.file else error.file
        raise
    records: list[Record] = []
    if out.suffix == ".parquet":
        raise InputError("records are JSON lines", file=str(out), where="-o", suggestion="name it records.jsonl")
    if out.exists():
        if not resume:
            raise InputError("exists already", file=str(out), where="-o", suggestion="give --resume to go on with it")
        old, records, length = read_batch(out)
        if old.digest != spec.digest:
            raise InputError(
                "holds another batch (scenario, seed or policy differ)", file=str(out), suggestion="choose another OUT"
            )
    done = {record["run"] for record in records}
    missing = [run for run in range(runs) if run not in done]
    if not out.exists():
        # The first run is played before anything is written.
        records = list(batch(spec, missing[:1]))
        missing = missing[1:]
        try:
            out.write_bytes(header_line(spec) + b"".join(map(record_line, records)))
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", file=str(out)) from None
    else:
        with out.open("r+b") as file:
            file.truncate(length)
    executor = process_executor(jobs) if jobs > 1 and missing else None
    try:
        with out.open("ab") as file:
            for record in _progress(batch(spec, missing, executor=executor), len(missing)):
                file.write(record_line(record))
                records.append(record)
    finally:
        if executor is not None:
            executor.shutdown(cancel_futures=True)
    records = sorted((record for record in records if record["run"] < runs), key=lambda record: record["run"])
    found = outcomes(records)
    sys.stdout.write(f"{len(records)} runs, {len(found)} distinct outcomes, in {out}\n")
    for values, count, first in found[:20]:
        shown = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
        sys.stdout.write(f"{count:>8} x  {shown}  (first: run {first})\n")
    if len(found) > 20:
        sys.stdout.write(f"          and {len(found) - 20} more\n")
    return all(record["outcome"] == "held" for record in records)


def _progress(records: Iterator[Record], total: int) -> Iterator[Record]:
    """Show a progress bar on a terminal's standard error."""
    if not sys.stderr.isatty():
        yield from records
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(records, "playing", total=total, console=Console(stderr=True))


def explored(path: Path, limit: int, *, as_json: bool) -> Iterator[str]:
    """Yield the report of every outcome of a scenario, with progress on a terminal. Raises `InputError`."""
    import json

    from rich.console import Console

    from ecs_magic.exploring import differing, exploration_data, explore_scenario, summary
    from ecs_magic.position import load_scenario

    loaded = load_scenario(path)
    console = Console(stderr=True)
    with console.status("exploring") as status:
        steps = len(loaded.scenario.step)
        found = explore_scenario(
            loaded,
            limit=limit,
            progress=lambda step, tried: status.update(f"step {step} of {steps}: {tried:,} ways tried"),
        )
    if as_json:
        yield json.dumps(exploration_data(found), ensure_ascii=False)
        return
    more = "" if found.complete else f"; stopped at the limit of {limit:,}, there may be more"
    yield f"{len(found.endings)} outcomes, {found.tried:,} ways tried{more}"
    summaries = [summary(ending.game) for ending in found.endings]
    for index, ending in enumerate(found.endings):
        yield f"outcome {index + 1}: reached in {ending.ways} ways; position {ending.digest[:8]}"
        for choice in ending.choices:
            yield f"    step {choice.step}: {choice.player} answers {choice.ask}: {', '.join(choice.answer)}"
        if ending.stuck:
            yield f"    stuck: {ending.stuck}"
        for key, value in differing(summaries, index).items():
            yield f"    {key}: {value}"


def replay_run(out: Path, number: int, *, as_json: bool) -> tuple[bool, list[str]]:
    """Play one run of a batch again; return whether its digest is the recorded one and it held, and what to print."""
    spec, records, _ = read_batch(out)
    recorded = next((record for record in records if record["run"] == number), None)
    if recorded is None:
        raise InputError(
            f"there is no run {number}", file=str(out), where="--run", suggestion=f"it has {len(records)} runs"
        )
    run = Prepared(spec).play(number)
    same = run.game.digest() == recorded["digest"]
    lines = [json.dumps(result_data(run), ensure_ascii=False)] if as_json else list(report(run, trace=True))
    if not same:
        sys.stderr.write(f"the digest differs from the recorded one, {recorded['digest']}: please report it\n")
    return same and run.ok, lines
