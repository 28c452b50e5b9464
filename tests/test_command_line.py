"""The command line: what each command prints, writes and returns."""

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from scenarios import call, held, scenario, step, write

KEYS = [
    "format",
    "scenario",
    "ok",
    "digest",
    "expectations",
    "facts",
    "decisions",
    "ignored",
    "unmodelled",
    "objects",
    "cards",
]


def test_a_result_as_json_has_the_agreed_form(tmp_path: Path) -> None:
    """`run --json` prints one object with the digest, expectations, facts with step, tick and seq, and places."""
    steps = step("destroy", '{ object = "host", exists = false }', objects=["host"]) + step("transform", object="bear")
    result = held(tmp_path, scenario("bear", "host", steps=steps))
    assert [key for key in KEYS if key not in result] == []
    assert result["format"] == "ecs-magic/result-1"
    assert {"step", "tick", "seq", "fact"} <= set(result["facts"][0])
    assert result["decisions"][0]["ask"] == "graveyard_order"
    assert result["ignored"][0]["rule"] == "701.27c"
    assert {card["card"]: card["zone"] for card in result["cards"]}["ratcard"] == "graveyard"


def test_a_failed_expectation_says_expected_actual_and_why(tmp_path: Path) -> None:
    """A failed expectation is printed with what was expected, what is, and the layers that made it; exit status 1."""
    text = scenario("bear", "banner", steps=step("expect", '{ object = "bear", is = { power = 2 } }'))
    done = call("run", write(tmp_path, text))
    assert done.exit_code == 1
    for wanted in ('"power": 2', '"power": 3', "banner", "613.4c", "FAILED"):
        assert wanted in done.stdout


def test_exit_statuses_of_the_real_command(tmp_path: Path) -> None:
    """The installed command returns 0, 1 and 2, and writes errors to standard error alone."""
    good = write(
        tmp_path, scenario("bear", steps=step("expect", '{ object = "bear", is = { power = 2 } }')), "good.toml"
    )
    bad = write(tmp_path, scenario("bear", steps=step("expect", '{ object = "bear", is = { power = 9 } }')), "bad.toml")
    command = [sys.executable, "-c", "from ecs_magic.cli import main; main()", "run"]
    found = [subprocess.run([*command, str(path)], capture_output=True, check=False) for path in (good, bad, tmp_path)]
    assert [one.returncode for one in found] == [0, 1, 2]
    assert [bool(one.stderr) for one in found] == [False, False, True]


def test_new_writes_a_template_that_runs(tmp_path: Path) -> None:
    """`new` writes a scenario that holds, and never overwrites a file."""
    path = tmp_path / "mine.toml"
    assert call("new", path).exit_code == 0
    assert call("run", path).exit_code == 0
    before = path.read_bytes()
    assert call("new", path).exit_code == 2
    assert path.read_bytes() == before


def test_check_lists_every_impossibility(tmp_path: Path) -> None:
    """`check` names each impossible object of a position, not only the first."""
    more = "".join(
        f'[[object]]\nid = "o{index}"\ncard = "Bolt of Nothing"\nzone = "battlefield"\nowner = "A"\n'
        for index in range(3)
    )
    done = call("check", write(tmp_path, scenario("bear", more=more)))
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 3


@pytest.mark.parametrize("which", ["scenario", "card"])
def test_schema_is_json(which: str) -> None:
    """`schema` prints a JSON Schema."""
    schema = json.loads(call("schema", which).stdout)
    assert schema["$defs"]
    assert msgspec.json.encode(schema)


def test_explain_shows_the_layers(tmp_path: Path) -> None:
    """`explain` gives the table as text, JSON and one page that loads nothing, at any step, and what-if."""
    steps = step("add_counters", object="bear", kind="+1/+1", count=2)
    path = write(tmp_path, scenario("bear", "banner", steps=steps))
    text = call("explain", path, "bear", "power").stdout
    assert "power: 2 → 3" in text
    assert text.rstrip().splitlines()[-1] == "  = power 5"
    data = json.loads(call("explain", path, "bear", "power", "--at", "0", "--json").stdout)
    assert data["result"] == {"power": 3}
    assert [one["layer"] for one in data["steps"]] == ["1a", "7c"]
    page = tmp_path / "page.html"
    assert call("explain", path, "bear", "--html", page).exit_code == 0
    assert "CR 613.4c" in page.read_text("utf-8")
    assert "http" not in page.read_text("utf-8")
    what_if = call("explain", path, "bear", "power", "--without", "banner").stdout
    assert "assuming no banner" in what_if
    assert (
        "assuming no banner and no bear"
        in call("explain", path, "bear", "--without", "banner", "--without", "bear").stdout
    )
    assert "= power 4" in what_if
    assert "phased out" not in what_if  # what is thought away has not phased out
    assert call("explain", path, "bear", "power", "--swap", "bear,banner").exit_code == 0
    assert call("explain", path, "bear", "colour").exit_code == 2


def test_explain_finds_what_a_card_became(tmp_path: Path) -> None:
    """A name explains the permanent that its card became, as steps take it; a spell that is gone is called by name.

    What is in no shared zone is refused, with where its card is.
    """
    objects = "".join(
        f'[[object]]\nid = "{name}"\ncard = "{card}"\nzone = "hand"\nowner = "A"\n'
        for name, card in (("cub", "Grizzly Bears"), ("growth", "Giant Growth"))
    )
    steps = (
        step("add_mana", player="A", mana="GGG")
        + step("cast", object="cub")
        + step("resolve")
        + step("cast", object="growth", targets="cub")
        + step("resolve", name="grown")
        + step("destroy", object="cub")
    )
    path = write(tmp_path, scenario(more=objects, steps=steps))
    text = call("explain", path, "cub", "power", "--at", "grown").stdout
    assert text.splitlines()[-1] == "  = power 5"
    assert re.search(r"Giant Growth, which left \(\d+\) until end of turn", text)
    gone = call("explain", path, "cub", "power")
    assert gone.exit_code == 2
    assert gone.stderr.rstrip().endswith("'cub' is gone: its card is in the graveyard (use --at STEP)")


def test_help_teaches() -> None:
    """Help names every command and the exit statuses."""
    text = call("--help").stdout
    for word in ("demo", "new", "check", "schema", "run", "explain", "explore", "batch", "replay", "Exit status"):
        assert word in text


def test_the_module_is_the_command_line(tmp_path: Path) -> None:
    """`python -m ecs_magic` does what the command does, with its exit status."""
    file = write(tmp_path, scenario("bear", steps=step("transform", object="bear")))
    command = [sys.executable, "-m", "ecs_magic", "run", str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, "ok:" in done.stdout) == (0, True)
