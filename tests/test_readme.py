"""The README is true: its example runs, its demonstration is the real one, its card file loads."""

import contextlib
import io
import re
import tomllib
from pathlib import Path

from click.testing import CliRunner

import ecs_magic as magic
from ecs_magic.cardlibrary import CardLibrary
from ecs_magic.cli import main
from ecs_magic.enums import Zone

README = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def test_the_demonstration_in_the_readme_is_what_the_command_prints() -> None:
    """The text block under Run is the output of `ecs-magic demo`."""
    result = CliRunner().invoke(main, ["demo"])
    assert result.exit_code == 0
    assert blocks("text")[0] == result.output


def test_the_trace_in_the_readme_is_what_the_command_prints() -> None:
    """The second text block is the trace of a shipped scenario in which two replacement effects compete."""
    result = CliRunner().invoke(main, ["run", "--example", "leyline-and-wheel-leyline", "--trace"])
    assert result.exit_code == 0
    assert blocks("text")[1] == result.output


def test_the_example_of_the_readme_runs() -> None:
    """The Python block runs as it stands, in about twenty lines, and prints what the rules say."""
    (example,) = blocks("python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    lines = printed.getvalue().splitlines()
    assert lines[0] == "Delver of Secrets 1 ('mutate {3}{U}', 'flying') ['Delver of Secrets', 'Dreamtail Heron']"
    assert lines[-2:] == ["True 5", "730.2j a double-faced card or token is in it"]
    assert len(example.strip().splitlines()) <= 25


def test_the_card_file_of_the_readme_loads() -> None:
    """The TOML block is a card file that loads, with its one text reported as unmodelled."""
    (document,) = blocks("toml")
    cards = CardLibrary()
    cards.add_document(tomllib.loads(document))
    definition = cards.find("Watcher of the Pass")
    assert [ability.name for ability in definition.front.abilities][1] == "other Soldiers get +1/+1"
    assert definition.back is not None


def test_the_card_of_the_readme_acts() -> None:
    """The two acting abilities of the README's card do what the rules say."""
    game = magic.Game()
    game.cards.add_document(tomllib.loads(blocks("toml")[0]))
    watcher = game.put("Watcher of the Pass", owner="A")
    bear = game.put("Grizzly Bears", owner="A", zone="hand")
    game.do(magic.Move(bear, Zone.BATTLEFIELD))
    game.settle()
    assert [fact.life for fact in game.resolve() if fact.name == "LifeChanged"] == [21]
    game.do(magic.AddMana("A", "W"))
    game.do(magic.Activate(watcher, "promote"))
    game.resolve()
    assert (watcher.name, watcher.tapped) == ("Keeper of the Gate", True)


def test_the_two_commands_are_one_line_each() -> None:
    """Under Run and under Test stands one command each, of one line."""
    commands = blocks("sh")
    assert len(commands) == 2
    assert all(len(command.strip().splitlines()) == 1 for command in commands)
