"""The command line: run, check and explain scenarios, and play batches of them.

Exit status 0: all held. 1: an expectation failed, or outcomes differ. 2: bad input. 3: a fault of ours.
"""

import json
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from importlib.resources import files
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from ecs_magic.errors import BrokenInvariantError, EcsMagicError, InputError

F = TypeVar("F", bound=Callable[..., Any])
OK, FAILED, BAD_INPUT, FAULT = 0, 1, 2, 3


def _write(text: str, stream: IO[str] | None = None) -> None:
    click.echo(text, file=stream)


def _refuse(error: InputError, *, as_json: bool = False) -> int:
    """Tell what is wrong with the input and return the exit status."""
    if as_json:
        from ecs_magic.results import error_data

        _write(json.dumps(error_data(error), ensure_ascii=False))
    _write(f"error: {error}", sys.stderr)
    return BAD_INPUT


def _guarded(function: F) -> F:
    """Turn errors into one message and an exit status."""

    @wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> None:
        as_json = bool(kwargs.get("as_json"))
        try:
            status = function(*args, **kwargs)
        except InputError as error:
            sys.exit(_refuse(error, as_json=as_json))
        except BrokenInvariantError as error:
            _write(f"fault: {error}", sys.stderr)
            sys.exit(FAULT)
        except EcsMagicError as error:
            _write(f"error: {error}", sys.stderr)
            sys.exit(BAD_INPUT)
        except (BrokenPipeError, KeyboardInterrupt, click.exceptions.ClickException, click.exceptions.Exit):
            raise
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            _write(
                f"fault: {type(error).__name__}: {error} (in {last.name}); please report it with the file that was run",
                sys.stderr,
            )
            sys.exit(FAULT)
        sys.exit(status or OK)

    return guarded  # type: ignore[return-value]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ecs-magic")
def main() -> None:
    """Rules kernel for Magic objects that are more than one card or more than one face.

    Start with `ecs-magic demo`, then `ecs-magic new FILE` and `ecs-magic run FILE`.

    Exit status: 0 all held, 1 an expectation failed or outcomes differ, 2 bad input, 3 a fault of ours.
    """


@main.command()
@_guarded
def demo() -> None:
    """Tell a short story of melding, copying, merging, transforming and leaving."""
    from ecs_magic.demo import story

    for line in story(files("ecs_magic").joinpath("data", "scenarios", "demo.toml").read_text("utf-8")):
        _write(line)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--example", metavar="NAME", help="Write this shipped example instead (`run --example list` lists them).")
@_guarded
def new(file: Path, example: str | None) -> None:
    """Write a commented template of a scenario to FILE."""
    from ecs_magic.examples import example_text
    from ecs_magic.schemas import TEMPLATE

    text = TEMPLATE if example is None else example_text(example)
    if file.exists():
        raise InputError("exists already", file=str(file), suggestion="choose another name")
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(file)) from None
    _write(f"wrote {file}; run it with: ecs-magic run {file}")


@main.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@_guarded
def check(paths: tuple[Path, ...]) -> int:
    """Validate scenario files and card files.

    Lists every impossibility of a position and every misnamed thing; where there is none, tries the steps.
    """
    from ecs_magic.batches import problems_of

    bad = 0
    for path in paths:
        problems = problems_of(path)
        for problem in problems:
            _write(f"error: {problem}", sys.stderr)
        bad += bool(problems)
        if not problems:
            _write(f"{path}: ok")
    return BAD_INPUT if bad else OK


@main.command()
@click.argument("which", type=click.Choice(["scenario", "card"]), default="scenario")
@_guarded
def schema(which: str) -> None:
    """Print the JSON Schema of scenario files or of cards."""
    from ecs_magic.schemas import schema as json_schema

    _write(json.dumps(json_schema(which), indent=2, ensure_ascii=False))


@main.command()
@click.argument("paths", metavar="FILE...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each file.")
@click.option("--trace", is_flag=True, help="Print every fact in words.")
@click.option("--example", "shown", metavar="NAME", multiple=True, help="Run a shipped example; `list` lists them.")
@_guarded
def run(paths: tuple[Path, ...], *, as_json: bool, trace: bool, shown: tuple[str, ...]) -> int:
    """Run scenarios; print each failed expectation with expected, actual and why.

    Steps are counted from 1, expectations and whatever else stands in brackets from 0.
    """
    from ecs_magic.examples import examples, load_example
    from ecs_magic.position import load_scenario
    from ecs_magic.reporting import report
    from ecs_magic.results import result_data, run_loaded

    if "list" in shown:
        for name, title in examples().items():
            _write(f"{name:<40} {title}")
        return OK
    if not paths and not shown:
        raise InputError("no file is named", suggestion="give FILE, or --example NAME; --example list lists them")
    status = OK
    loading = [*((load_example, name) for name in shown), *((load_scenario, path) for path in paths)]
    for load, which in loading:
        try:
            result = run_loaded(load(which))  # type: ignore[operator]
        except InputError as error:
            status = _refuse(error, as_json=as_json)
            continue
        status = status if result.ok else status or FAILED
        if as_json:
            _write(json.dumps(result_data(result), ensure_ascii=False))
        else:
            for line in report(result, trace=trace):
                _write(line)
    return status


@main.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("object_name", metavar="OBJECT")
@click.argument("characteristic", required=False)
@click.option("--at", metavar="STEP", help="After this step (number or name), 0 being the position; else at the end.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", type=click.Path(path_type=Path), metavar="OUT", help="Write one self-contained page.")
@click.option("--without", metavar="ID", multiple=True, help="As if this permanent did not exist; may be repeated.")
@click.option("--swap", metavar="ID,ID", help="With the timestamps of two objects exchanged.")
@_guarded
def explain(
    path: Path,
    object_name: str,
    characteristic: str | None,
    *,
    at: str | None,
    as_json: bool,
    html: Path | None,
    without: tuple[str, ...],
    swap: str | None,
) -> None:
    """Show the layer table: why OBJECT, or one CHARACTERISTIC of it, is what it is."""
    from ecs_magic.reporting import explained

    explanation = explained(path, object_name, characteristic, at=at, without=without, swap=swap)
    if html is not None:
        from ecs_magic.pages import page

        try:
            html.write_text(page(explanation), "utf-8")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", file=str(html)) from None
        _write(f"wrote {html}")
    elif as_json:
        import msgspec

        _write(json.dumps(msgspec.to_builtins(explanation), ensure_ascii=False))
    else:
        from ecs_magic.reporting import print_explanation

        print_explanation(explanation)


@main.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--limit", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many ways are tried at most."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_guarded
def explore(path: Path, *, limit: int, as_json: bool) -> None:
    """Find every outcome of FILE's steps over every decision, also over those that FILE answers.

    Equal positions are one outcome; of each, what differs from the others, and the shortest list of choices
    that leads there.
    """
    from ecs_magic.reporting import explored

    for line in explored(path, limit, as_json=as_json):
        _write(line)


@main.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("-n", "runs", type=click.IntRange(1, 10_000_000), required=True, help="How many runs.")
@click.option(
    "--seed",
    type=click.IntRange(-(2**63), 2**63 - 1),
    help="Base seed; the scenario's unless given. Run K's seed follows from it and K.",
)
@click.option("-j", "jobs", type=click.IntRange(min=1, max=256), default=1, show_default=True, help="Processes.")
@click.option(
    "--policy",
    default="random",
    show_default=True,
    help="Who decides: first, random, or module:function, which takes a run's seed and returns a decider.",
)
@click.option("-o", "out", type=click.Path(path_type=Path), required=True, help="Records, one JSON line a run.")
@click.option("--resume", is_flag=True, help="Go on with OUT where it ends.")
@_guarded
def batch(path: Path, *, runs: int, seed: int | None, jobs: int, policy: str, out: Path, resume: bool) -> int:
    """Play FILE many times, write one record a run to OUT, and sum up the distinct outcomes."""
    from ecs_magic.reporting import play_batch

    _see_current_folder()
    return OK if play_batch(path, runs, seed, jobs, policy, out, resume=resume) else FAILED


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--run", "number", type=click.IntRange(min=0), required=True, help="Which run of the batch.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_guarded
def replay(out: Path, *, number: int, as_json: bool) -> int:
    """Play one run of a batch again; its digest must be the recorded one."""
    from ecs_magic.reporting import replay_run

    _see_current_folder()
    same, lines = replay_run(out, number, as_json=as_json)
    for line in lines:
        _write(line)
    return OK if same else FAILED


def _see_current_folder() -> None:
    """Let a policy's module be found in the current folder, as `python -m` does."""
    if "" not in sys.path:
        sys.path.insert(0, "")
