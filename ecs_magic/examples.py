"""The example scenarios that are shipped with the library."""

import tomllib
from importlib.resources import files

from ecs_magic.errors import InputError, instead
from ecs_magic.position import Loaded, read_scenario


def examples() -> dict[str, str]:
    """Return what each example is about, by its name, in alphabetical order."""
    return {name: load_example(name).scenario.name for name in _names()}


def _names() -> list[str]:
    folder = files("ecs_magic").joinpath("data", "scenarios")
    return sorted(one.name.removesuffix(".toml") for one in folder.iterdir() if one.name.endswith(".toml"))


def example_text(name: str) -> str:
    """Return the file of an example by its name. Raises `InputError` with the nearest name."""
    if name not in _names():
        raise InputError(f"there is no example {name!r}", where="--example", suggestion=instead(name, _names()))
    return files("ecs_magic").joinpath("data", "scenarios", f"{name}.toml").read_text("utf-8")


def load_example(name: str) -> Loaded:
    """Read an example by its name. Raises `InputError` with the nearest name."""
    return read_scenario(tomllib.loads(example_text(name)), file=f"{name}.toml")
