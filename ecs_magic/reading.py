"""Check plain data against a form, with errors that say what, where and what to do instead."""

import json
import re
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from ecs_magic.errors import InputError, instead

T = TypeVar("T")

_PATH: Final = re.compile(r" - at `([^`]*)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `([^`]*)`")
_MISSING: Final = re.compile(r"Object missing required field `([^`]*)`")
_SHAPE: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_SHAPES: Final = {
    "array": "a list",
    "object": "a table",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
_TAGS: Final = ("do", "ability", "change", "amount")
"""The keys that tell which form a table has."""
_ENUM: Final = re.compile(r"Invalid (?:enum )?value '([^']*)'")


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
        message = f"unknown key {word!r}"
        suggestion = instead(word, allowed)
        if suggestion.startswith("did") and len(allowed) <= 8:
            suggestion += f" The keys are {', '.join(allowed)}"
    elif missing := _MISSING.match(message):
        word = missing.group(1)
        message = f"the key {word!r} is missing"
        words = _choices(form, [*_steps(path), word], data)
        suggestion = f"{word} is one of {', '.join(words)}" if words else ""
    elif shape := _SHAPE.match(message):
        wanted, got = (_shaped(words) for words in shape.groups())
        message = f"expected {wanted}, got {got}"
        suggestion = _example(shape.group(1), form, _steps(path), data)
    elif wrong := _ENUM.match(message):
        message = f"{wrong.group(1)!r} is unknown here"
        allowed = _choices(form, _steps(path), data)
        suggestion = instead(wrong.group(1), allowed)
    if "..." in path or "[...]" in path:
        path = path.replace("[...]", "[…]")
    place = ".".join(part for part in (where, path) if part).replace(".[", "[")
    return InputError(message[:1].lower() + message[1:], where=place, suggestion=suggestion, file=file)


def _shaped(words: str) -> str:
    """Return shapes of values in the words of a file."""
    return " or ".join(_SHAPES.get(word, word) for word in words.split(" | ") if word != "null" or words == "null")


def _example(wanted: str, form: Any, steps: list[str], data: Any) -> str:
    """Return how a value of the wanted shape is written."""
    forms, found = _at(form, steps, data)
    if "array" in wanted.split(" | "):
        return f"as in [ {json.dumps(found, ensure_ascii=False)} ]" if isinstance(found, str | int) else "as in [ … ]"
    if "object" not in wanted.split(" | "):
        return ""
    tags = {str(struct.__struct_config__.tag): struct.__struct_config__.tag_field for struct in forms}
    key = next((key for key in tags.values() if key is not None), None)
    if key is None:
        keys = sorted({field.encode_name for struct in forms for field in msgspec.structs.fields(struct)})
        return f"as in {{ … }} with some of the keys {', '.join(keys)}" if keys else ""
    if isinstance(found, str) and found in tags:
        return f'as in {{ {key} = "{found}" }}'
    return f'as in {{ {key} = "…" }}, {key} being one of {", ".join(tags)}'


def _steps(path: str) -> list[str]:
    return [step for step in re.split(r"[.\[\]]+", path) if step]


def _fields(form: Any, steps: list[str], data: Any) -> set[str]:
    """Return the keys allowed at the end of `steps`, over all structs a union there could mean."""
    return {field.encode_name for struct in _tagged(form, steps, data) for field in msgspec.structs.fields(struct)}


def _tagged(form: Any, steps: list[str], data: Any) -> list[Any]:
    """Return the structs that could stand at the end of `steps`: the one that the data's tag tells, if it does."""
    forms, data = _at(form, steps, data)
    tag = None
    if isinstance(data, Mapping):
        tag = next((data[key] for key in _TAGS if key in data), None)
    return [struct for struct in forms if struct.__struct_config__.tag == tag] or forms


def _choices(form: Any, steps: list[str], data: Any) -> list[str]:
    """Return the words allowed at the end of `steps`: tags of a union, or members of an enumeration."""
    while steps[-1:] and (steps[-1].isdigit() or steps[-1] == "..."):  # one of a list of words
        steps = steps[:-1]
    found: list[str] = []
    for struct in _tagged(form, steps[:-1], data):
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
