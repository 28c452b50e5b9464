"""Read TOML and JSON files into plain data, within bounds, with errors that say what and where."""

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from ecs_magic.errors import InputError

MAXIMUM_BYTES: Final = 8_000_000
"""Files larger than this are refused before they are read."""
MAXIMUM_DEPTH: Final = 100
"""Tables and lists may be nested this deeply."""

_LONG_KEY: Final = re.compile(rf"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{MAXIMUM_DEPTH}}}""")


def read_document(path: Path) -> dict[str, Any]:
    """Read a TOML or JSON file (told by its ending) into a table. Raises `InputError`."""
    name = str(path)
    try:
        if path.is_dir():
            raise InputError("is a folder, not a file", file=name)
        size = path.stat().st_size
        if size > MAXIMUM_BYTES:
            raise InputError(
                f"has {size:,} bytes; at most {MAXIMUM_BYTES:,} are read", file=name, suggestion="split the file"
            )
        with path.open("rb") as file:
            raw = file.read(MAXIMUM_BYTES + 1)
        if len(raw) > MAXIMUM_BYTES:
            raise InputError(f"goes on after {MAXIMUM_BYTES:,} bytes", file=name, suggestion="give a file")
        data = msgspec.json.decode(raw) if path.suffix == ".json" else _toml(raw.decode("utf-8"))
    except InputError:
        raise
    except FileNotFoundError:
        near = _neighbour(path)
        raise InputError("no such file", file=name, suggestion=f"did you mean {near}?" if near else "") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    except UnicodeDecodeError:
        raise InputError("is not text in UTF-8", file=name) from None
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise InputError(f"not valid {kind}: {error}", file=name) from None
    except (RecursionError, ValueError) as error:
        deep = isinstance(error, RecursionError)
        raise InputError("is nested too deeply" if deep else f"cannot be read: {error}", file=name) from None
    if not isinstance(data, dict):
        raise InputError("must be a table", file=name, where="top level")
    _judge_values(data, name)
    return data


def _toml(text: str) -> dict[str, Any]:
    if _LONG_KEY.search(text):  # which the parser would take quadratic time for
        raise RecursionError
    return tomllib.loads(text)


def _judge_values(data: dict[str, Any], file: str) -> None:
    """Refuse what no form has: tables within tables without end, numbers that no computer word holds, dates."""
    level: list[tuple[str, Any]] = [("", data)]
    for _ in range(MAXIMUM_DEPTH):
        deeper: list[tuple[str, Any]] = []
        for where, value in level:
            if isinstance(value, dict):
                deeper += [(f"{where}.{key}" if where else key, inner) for key, inner in value.items()]
            elif isinstance(value, list):
                deeper += [(f"{where}[{index}]", inner) for index, inner in enumerate(value)]
            elif isinstance(value, int | float) and not -(2**63) <= value < 2**63:
                raise InputError(f"{value} is out of range", where=where, file=file)
            elif value is not None and not isinstance(value, str | int | float):
                raise InputError(
                    f"a {type(value).__name__} can't be used", where=where, suggestion="write it as text", file=file
                )
        level = deeper
    if level:
        raise InputError("is nested too deeply", file=file)


def _neighbour(path: Path) -> str:
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return ""
    near = difflib.get_close_matches(path.name, names, 1)
    return near[0] if near else ""
