"""Write scenario files and run them through the command line, for tests of the files and of the commands."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from ecs_magic.cli import main

HEAD = 'format = "ecs-magic/scenario-1"\n'
PLAYERS = "[players.A]\n[players.B]\n"

CARDS = """
[[card]]
name = "Bolt of Nothing"
mana_cost = "{R}"
type_line = "Instant"

[[card]]
name = "Banner"
mana_cost = "{2}{W}"
type_line = "Enchantment"
[[card.abilities]]
ability = "static"
name = "banner"
[card.abilities.effect]
affects = { types = ["Creature"], controller = "you" }
changes = [ { change = "modify_power_toughness", power = 1, toughness = 1 } ]

[[card]]
name = "Leash"
mana_cost = "{1}{U}"
type_line = "Enchantment — Aura"
keywords = ["Enchant creature"]

[[card]]
name = "Wanderer"
mana_cost = "{2}{G}"
type_line = "Legendary Planeswalker — Wanderer"
loyalty = 4

[[card]]
name = "Hexed Duke"
mana_cost = "{X}{U}"
type_line = "Creature — Human"
power = 1
toughness = 1
flipped = { name = "Hexed Frog", type_line = "Creature — Frog", power = 2, toughness = 1 }
"""
"""Cards of the scenario's own."""

OBJECTS = {
    "bear": 'card = "Grizzly Bears"\nzone = "battlefield"\nowner = "A"',
    "cub": 'card = "Grizzly Bears"\nzone = "battlefield"\nowner = "A"',
    "ogre": 'card = "Grizzly Bears"\nzone = "battlefield"\nowner = "B"',
    "delver": 'card = "Delver of Secrets"\nzone = "battlefield"\nowner = "A"',
    "insect": 'card = "Delver of Secrets"\nzone = "battlefield"\nowner = "A"\nface = "back"',
    "hidden": 'card = "Delver of Secrets"\nzone = "battlefield"\nowner = "A"\nface_down = { cause = "manifest" }',
    "heron": 'card = "Dreamtail Heron"\nzone = "hand"\nowner = "A"',
    "rats": 'card = "Graf Rats"\nzone = "battlefield"\nowner = "A"',
    "scavengers": 'card = "Midnight Scavengers"\nzone = "battlefield"\nowner = "A"',
    "treasure": 'token = "Treasure"\nzone = "battlefield"\nowner = "A"',
    "banner": 'card = "Banner"\nzone = "battlefield"\nowner = "A"',
    "leash": 'card = "Leash"\nzone = "battlefield"\nowner = "A"\nattached_to = "bear"',
    "wanderer": 'card = "Wanderer"\nzone = "battlefield"\nowner = "A"',
    "duke": 'card = "Hexed Duke"\nzone = "battlefield"\nowner = "A"',
    "bolt": 'card = "Bolt of Nothing"\nzone = "stack"\nowner = "B"',
    "dead": 'card = "Grizzly Bears"\nzone = "graveyard"\nowner = "A"',
    "lowest": 'card = "Delver of Secrets"\nzone = "library"\nowner = "A"',
    "middle": 'card = "Dreamtail Heron"\nzone = "library"\nowner = "A"',
    "highest": 'card = "Grizzly Bears"\nzone = "library"\nowner = "A"',
    "pile": (
        'zone = "battlefield"\nowner = "A"\nmerged = [ { id = "top", card = "Dreamtail Heron" }, { id = "wurm", '
        'token = { name = "Wurm", type_line = "Creature — Wurm", colors = ["G"], power = 5, toughness = 5 } } ]'
    ),
    "host": (
        'zone = "battlefield"\nowner = "A"\n'
        'melded = [ { id = "ratcard", card = "Graf Rats" }, { id = "scavcard", card = "Midnight Scavengers" } ]'
    ),
}
"""Objects by their ids, ready to be placed."""


def scenario(*ids: str, steps: str = "", top: str = "", more: str = "") -> str:
    """Return a scenario with these objects in this order; `more` comes before the steps."""
    tables = "".join(f'[[object]]\nid = "{id_}"\n{OBJECTS[id_]}\n' for id_ in ids)
    return f"{HEAD}{top}\n{PLAYERS}{CARDS}{tables}{more}\n{steps}"


def step(do: str, *expect: str, **keys: object) -> str:
    """Return one step; values are written as JSON, which is TOML too for words, numbers and lists of them."""
    lines = [f"{key.rstrip('_')} = {_toml(value)}" for key, value in keys.items()]
    return "\n".join(["[[step]]", f'do = "{do}"', *lines, f"expect = [ {', '.join(expect)} ]", ""])


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def call(*arguments: object) -> Result:
    """Call the command line in this process."""
    return CliRunner().invoke(main, [str(one) for one in arguments])


def write(folder: Path, text: str, name: str = "board.toml") -> Path:
    """Write a scenario file and return its path."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def run(folder: Path, text: str) -> Result:
    """Run a scenario written into a folder; print its result as JSON."""
    return call("run", "--json", write(folder, text))


def held(folder: Path, text: str) -> dict[str, Any]:
    """Run a scenario all of whose expectations hold, at least one, and return its result."""
    done = run(folder, text)
    assert done.exit_code == 0, done.output
    result: dict[str, Any] = json.loads(done.stdout)
    assert result["expectations"]
    return result


def failed(folder: Path, text: str) -> list[dict[str, Any]]:
    """Run a scenario of which something fails, and return the expectations that failed."""
    done = run(folder, text)
    assert done.exit_code == 1, done.output
    return [one for one in json.loads(done.stdout)["expectations"] if not one["ok"]]


def refused(folder: Path, text: str, name: str = "board.toml") -> str:
    """Run a file that is bad input: exit status 2, one line on stderr, nothing else. Return that line."""
    path = write(folder, text, name)
    done = call("run", path)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {path}")
    return line


def played(folder: Path, text: str) -> dict[str, Any]:
    """Run objects, steps and cards written as TOML, in this order, with two players; all of it holds."""
    return held(folder, f"{HEAD}{text}{PLAYERS}")


def situation(objects: Sequence[str], steps: Sequence[str], more: str = "") -> str:
    """Return a scenario of objects and steps, each written as the inside of an inline table or as a whole one."""
    lists = (("object", objects), ("step", steps))
    tables = "".join(
        f"{key} = [\n" + "".join(f"  {one if one.startswith('{') else f'{{ {one} }}'},\n" for one in ones) + "]\n"
        for key, ones in lists
    )
    return f"{HEAD}{tables}{PLAYERS}{more}"
