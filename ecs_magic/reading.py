"""Read files and check them against a form, with errors that say what, where and what to do instead."""

import difflib
import re
import tomllib
import types
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from ecs_magic.errors import InputError

MAXIMUM_BYTES: Final = 8_000_000
"""Files larger than this are refused before they are read."""
MAXIMUM_DEPTH: Final = 100
"""Tables and lists may be nested this deeply."""

T = TypeVar("T")

_PATH: Final = re.compile(r" - at `([^`]*)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]*)`")
_ENUM: Final = re.compile(r"Invalid (?:enum )?value '([^']*)'")
_LONG_KEY: Final = re.compile(rf"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{MAXIMUM_DEPTH}}}""")


def read_document(path: Path) -> dict[str, Any]:
    """Read a TOML or JSON file (told by its ending) into a table. Raises `InputError`."""
    name = path.name or str(path)
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


def convert(data: Any, form: type[T], *, where: str, file: str = "") -> T:
    """Check plain data against a form and return it as that. Raises `InputError` with place and suggestion."""
    try:
        return msgspec.convert(data, form, strict=True)
    except msgspec.ValidationError as error:
        raise _explained(str(error), data, form, where, file) from None
    except RecursionError:
        raise InputError("is nested too deeply", where=where, file=file) from None


def _explained(message: str, data: Any, form: Any, where: str, file: str) -> InputError:
    path = ""
    if found := _PATH.search(message):
        path = found.group(1).removeprefix("$").lstrip(".")
        message = message[: found.start()]
    suggestion = ""
    if unknown := _UNKNOWN.match(message):
        word = unknown.group(1)
        allowed = sorted(_fields(form, _steps(path), data))
        near = difflib.get_close_matches(word, allowed, 1, 0.6)
        message = f"unknown key {word!r}"
        suggestion = f"did you mean {near[0]!r}?" if near else (f"keys are {', '.join(allowed)}" if allowed else "")
    elif wrong := _ENUM.match(message):
        message = f"{wrong.group(1)!r} is unknown here"
        allowed = _choices(form, _steps(path), data)
        near = difflib.get_close_matches(wrong.group(1), allowed, 1)
        suggestion = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(allowed)}"
    if "..." in path or "[...]" in path:
        path = path.replace("[...]", "[…]")
    place = ".".join(part for part in (where, path) if part).replace(".[", "[")
    return InputError(message[:1].lower() + message[1:], where=place, suggestion=suggestion, file=file)


def _steps(path: str) -> list[str]:
    return [step for step in re.split(r"[.\[\]]+", path) if step]


def _fields(form: Any, steps: list[str], data: Any) -> set[str]:
    """Return the keys allowed at the end of `steps`, over all structs a union there could mean."""
    forms, data = _at(form, steps, data)
    tag = None
    if isinstance(data, Mapping):
        tag = next((data[key] for key in ("do", "ability", "change", "amount") if key in data), None)
    tagged = [struct for struct in forms if struct.__struct_config__.tag == tag]
    return {field.encode_name for struct in tagged or forms for field in msgspec.structs.fields(struct)}


def _choices(form: Any, steps: list[str], data: Any) -> list[str]:
    """Return the words allowed at the end of `steps`: tags of a union, or members of an enumeration."""
    forms, _ = _at(form, steps[:-1], data)
    found: list[str] = []
    for struct in forms:
        if struct.__struct_config__.tag_field == steps[-1]:
            found.append(str(struct.__struct_config__.tag))
        found += [
            word
            for field in msgspec.structs.fields(struct)
            if field.encode_name == steps[-1]
            for word in _words(field.type)
        ]
    return list(dict.fromkeys(found))


def _words(form: Any) -> list[str]:
    if isinstance(form, type) and issubclass(form, Enum):
        return [str(member.value) for member in form]
    if get_origin(form) is Literal:
        return [str(word) for word in get_args(form)]
    return [word for argument in get_args(form) for word in _words(argument)]


def _at(form: Any, steps: list[str], data: Any) -> tuple[list[Any], Any]:
    """Return the structs that could stand at the end of `steps`, and the data there if that can be found."""
    forms = _structs(form)
    for step in steps:
        if step == "..." or step.isdigit():
            data = data[int(step)] if step.isdigit() and isinstance(data, list) and int(step) < len(data) else None
            continue
        data = data.get(step) if isinstance(data, Mapping) else None
        forms = [
            inner
            for struct in forms
            for field in msgspec.structs.fields(struct)
            if field.encode_name == step
            for inner in _structs(field.type)
        ]
    return forms, data


def _structs(form: Any) -> list[Any]:
    """Return the struct types reachable in a type without passing through another struct."""
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        return [form]
    if get_origin(form) in (Union, types.UnionType, tuple, list, dict) or get_args(form):
        return [struct for argument in get_args(form) for struct in _structs(argument)]
    return []
