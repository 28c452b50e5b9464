"""`python -m benchmarks`: run the cases, check their digests, print a table or JSON."""

import argparse
import datetime
import json
import platform
import sys
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.cases import CASES, SIZES
from benchmarks.measuring import Measured
from benchmarks.peer import why_not
from benchmarks.tables import general, layered, readme

EXPECTED = Path(__file__).with_name("expected.json")


def main() -> int:
    """Run the chosen cases; return 1 if a digest is not the expected one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("only", nargs="*", choices=[[], *CASES], help="cases to run; all unless given")
    parser.add_argument("--only", dest="more", action="append", default=[], choices=list(CASES), help="one case")
    parser.add_argument("--size", choices=SIZES, default="small")
    parser.add_argument("--readme", action="store_true", help="print the README's table of the layer pass alone")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--write-expected", action="store_true", help="take what was computed as expected")
    arguments = parser.parse_args()
    names = ["layers"] if arguments.readme else [*arguments.only, *arguments.more] or list(CASES)
    expected: dict[str, str] = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
    found: list[Measured] = []
    for name in names:
        if sys.stderr.isatty():
            print(f"{name} …", file=sys.stderr)
        found += CASES[name](arguments.size)
    if arguments.write_expected:
        expected |= {key(one): one.digest for one in found if one.digest}
        EXPECTED.write_text(json.dumps(dict(sorted(expected.items())), indent=1) + "\n", "utf-8")
    wrong = [key(one) for one in found if one.digest and expected.get(key(one)) != one.digest]
    if arguments.json:
        data: dict[str, Any] = {**machine(), "cases": msgspec.to_builtins(found), "wrong": wrong}
        print(json.dumps(data, ensure_ascii=False))
    elif arguments.readme:
        print(readme(found))
    else:
        print(table_of(found))
        facts = machine()
        print(f"\n{facts['date']}, {facts['machine']}, Python {facts['python']}")
    if "layers" in names and (note := why_not()):
        print(note, file=sys.stderr if arguments.json or arguments.readme else sys.stdout)
    for one in wrong:
        print(f"the digest of {one} is not the expected one", file=sys.stderr)
    return 1 if wrong else 0


def key(one: Measured) -> str:
    """Return the name under which a case's digest is expected."""
    return f"{one.case}: {one.size}"


def machine() -> dict[str, str]:
    """Return when and on what this ran."""
    return {
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {platform.system()}",
        "python": platform.python_version(),
    }


def table_of(found: list[Measured]) -> str:
    """Return the tables of what was measured: cases of the layer pass have one of their own."""
    other = [one for one in found if one.shape is None]
    shaped = [one for one in found if one.shape is not None]
    return "\n\n".join([*([layered(shaped)] if shaped else []), *([general(other)] if other else [])])


if __name__ == "__main__":
    sys.exit(main())
