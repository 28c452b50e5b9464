"""Deliberate one-line breakages of the library, each with the test that catches it.

`python tests/breakages.py` makes each in a copy of the source, runs the named test there and shows that it
fails; a breakage that no test notices is an error. `tests/breakages.toml` is the list.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("breakages.toml")


class Breakage(NamedTuple):
    """One line of one file replaced, and the test that must fail then."""

    rule: str
    file: str
    old: str
    new: str
    test: str


def breakages() -> list[Breakage]:
    """Return the list of breakages."""
    data = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [Breakage(**entry) for entry in data["breakage"]]


def is_caught(breakage: Breakage) -> bool:
    """Return whether the named test fails in a copy of the source with the breakage in it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("ecs_magic", "systems", "tests", "benchmarks"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", copy)
        shutil.copy(ROOT / "README.md", copy)
        target = copy / breakage.file
        target.write_text(target.read_text(encoding="utf-8").replace(breakage.old, breakage.new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", breakage.test]
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        return done.returncode == 1


def main() -> int:
    """Try every breakage; return 1 if one is not caught."""
    parser = argparse.ArgumentParser(prog="python tests/breakages.py", description=__doc__)
    parser.add_argument("-j", type=int, default=2, help="how many at once")
    arguments = parser.parse_args()
    found = breakages()
    with ThreadPoolExecutor(arguments.j) as executor:
        caught = list(executor.map(is_caught, found))
    for breakage, seen in zip(found, caught, strict=True):
        print(f"{'caught' if seen else 'MISSED'}  {breakage.rule:<10} {breakage.file}: {breakage.test}")
    print(f"{sum(caught)} of {len(found)} breakages caught")
    return 0 if all(caught) else 1


if __name__ == "__main__":
    sys.exit(main())
