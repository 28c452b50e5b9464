"""Batches: a run depends on the scenario, the seed and its number alone, however the batch is cut."""

import json
from pathlib import Path

from scenarios import call, scenario, step, write

import ecs_magic as magic

RECORD = '[record]\nyard = { zone = "graveyard", player = "A", cards = true }\nlife = { player = "A", is = "life" }\n'


def board(folder: Path) -> Path:
    """Write a scenario whose one decision has two answers."""
    return write(folder, scenario("host", "bear", steps=step("destroy", objects=["host"]), more=RECORD))


def test_records_are_the_same_however_the_batch_is_cut(tmp_path: Path) -> None:
    """Runs in processes, here, all at once or one by one give the same records."""
    path = board(tmp_path)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert call("batch", path, "-n", 8, "-o", one).exit_code == 0
    assert call("batch", path, "-n", 8, "-j", 2, "-o", two).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    records = [json.loads(line) for line in one.read_text("utf-8").splitlines()[1:]]
    assert list(magic.batch(path, 8)) == records
    assert list(magic.batch(path, [5])) == [records[5]]


def test_distinct_outcomes_are_summed_up(tmp_path: Path) -> None:
    """The summary counts the distinct outcomes; here the two orders of a graveyard."""
    done = call("batch", board(tmp_path), "-n", 30, "-o", tmp_path / "out.jsonl")
    assert "30 runs, 2 distinct outcomes" in done.stdout
    first = call("batch", board(tmp_path), "-n", 30, "--policy", "first", "-o", tmp_path / "first.jsonl")
    assert "30 runs, 1 distinct outcomes" in first.stdout


def test_a_batch_that_was_cut_short_is_resumed(tmp_path: Path) -> None:
    """With --resume a file that ends within a line goes on to the same bytes; without it nothing is overwritten."""
    path, out = board(tmp_path), tmp_path / "out.jsonl"
    call("batch", path, "-n", 12, "-o", out)
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) * 2 // 3])
    assert call("batch", path, "-n", 12, "-o", out).exit_code == 2
    assert call("batch", path, "-n", 12, "-o", out, "--resume").exit_code == 0
    assert out.read_bytes() == whole
    assert call("batch", path, "-n", 12, "--seed", 9, "-o", out, "--resume").exit_code == 2
    assert out.read_bytes() == whole


def test_a_run_is_played_again(tmp_path: Path) -> None:
    """`replay` plays one run with the recorded digest; a run that is not there is bad input."""
    path, out = board(tmp_path), tmp_path / "out.jsonl"
    call("batch", path, "-n", 5, "-o", out)
    digest = json.loads(out.read_text("utf-8").splitlines()[4])["digest"]
    again = call("replay", out, "--run", 3, "--json")
    assert again.exit_code == 0
    assert json.loads(again.stdout)["digest"] == digest
    assert call("replay", out, "--run", 7).exit_code == 2
    assert call("replay", path, "--run", 0).exit_code == 2


def test_bad_batches_write_nothing(tmp_path: Path) -> None:
    """A malformed scenario, an unknown policy or a bad query is refused before anything is written."""
    out = tmp_path / "out.jsonl"
    bad = write(tmp_path, scenario("bear", more='[record]\nx = { object = "bear" }\n'), "bad.toml")
    for arguments in ((bad,), (board(tmp_path), "--policy", "nowhere:nobody"), (tmp_path / "none.toml",)):
        done = call("batch", *arguments, "-n", 3, "-o", out)
        assert done.exit_code == 2, done.output
        assert not out.exists()
