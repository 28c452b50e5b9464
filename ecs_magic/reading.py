"""Read files and check them against a form, with errors that say what, where and what to do instead."""

import difflib
import re
import tomllib
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeVar, Union, get_args, get_origin

import msgspec

from ecs_magic.errors import InputError

MAXIMUM_BYTES: Final = 8_000_000
"""Files larger than this are refused before they are read."""

T = TypeVar("T")

_PATH: Final = re.compile(r" - at `([^`]*)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]*)`")
_ENUM: Final = re.compile(r"Invalid (?:enum )?value '([^']*)'")


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
        raw = path.read_bytes()
        data = msgspec.json.decode(raw) if path.suffix == ".json" else tomllib.loads(raw.decode("utf-8"))
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
    return data


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
    elif _ENUM.match(message):
        suggestion = "see `ecs-magic schema` for the values"
    if "..." in path or "[...]" in path:
        path = path.replace("[...]", "[…]")
    place = ".".join(part for part in (where, path) if part).replace(".[", "[")
    return InputError(message[:1].lower() + message[1:], where=place, suggestion=suggestion, file=file)


def _steps(path: str) -> list[str]:
    return [step for step in re.split(r"[.\[\]]+", path) if step]


def _fields(form: Any, steps: list[str], data: Any) -> set[str]:
    """Return the keys allowed at the end of `steps`, over all structs a union there could mean."""
    forms = _structs(form)
    for step in steps:
        index = step == "..." or step.isdigit()
        data = None if index or not isinstance(data, Mapping) else data.get(step)
        if index:
            continue
        inner: list[Any] = []
        for struct in forms:
            for field in msgspec.structs.fields(struct):
                if field.encode_name == step:
                    inner += _structs(field.type)
        forms = inner
    tag = None
    if isinstance(data, Mapping):
        tag = next((data[key] for key in ("do", "ability", "change", "amount") if key in data), None)
    tagged = [struct for struct in forms if struct.__struct_config__.tag == tag]
    return {field.encode_name for struct in tagged or forms for field in msgspec.structs.fields(struct)}


def _structs(form: Any) -> list[Any]:
    """Return the struct types reachable in a type without passing through another struct."""
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        return [form]
    if get_origin(form) in (Union, types.UnionType, tuple, list, dict) or get_args(form):
        return [struct for argument in get_args(form) for struct in _structs(argument)]
    return []
