"""What is written beneath the fields of the data classes and beneath named types, for the schemas to say it."""

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec


def classes(*types: object) -> Iterator[msgspec.inspect.StructType]:
    """Yield every data class that some types hold, each once."""
    seen = set[type]()
    waiting: list[object] = list(msgspec.inspect.multi_type_info(types))
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType() as found if found.cls not in seen:
                seen.add(found.cls)
                waiting += [field.type for field in found.fields]
                yield found
            case msgspec.inspect.UnionType(types=inner):
                waiting += inner
            case msgspec.inspect.DictType(value_type=inner) | msgspec.inspect.VarTupleType(item_type=inner):
                waiting.append(inner)


def field_texts(found: msgspec.inspect.StructType) -> dict[str, str]:
    """Return what is written beneath the fields of a class and of its bases, by their names in files."""
    written: dict[str, str] = {}
    for base in reversed(found.cls.__mro__):
        if base.__module__.startswith("ecs_magic."):
            written |= _texts(base.__module__).get(base.__name__, {})
    return {field.encode_name: written[field.name] for field in found.fields if field.name in written}


def type_text(module: str, name: str) -> str:
    """Return what is written beneath a named type of a module."""
    return _texts(module)[""][name]


@cache
def _texts(module: str) -> dict[str, dict[str, str]]:
    """Return the texts beneath the names of a module: by class, and by nothing those of the module itself."""
    tree = ast.parse(Path(str(sys.modules[module].__file__)).read_text("utf-8"))
    bodies = {"": tree.body} | {one.name: one.body for one in tree.body if isinstance(one, ast.ClassDef)}
    return {name: dict(_beneath(body)) for name, body in bodies.items()}


def _beneath(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for one, after in pairwise(body):
        match one, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, inspect.cleandoc(text)
