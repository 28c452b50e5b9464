"""Subtypes that data asks for and gives: one that is in no list and on no card is misspelt (CR 205.3)."""

import difflib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec

from ecs_magic.abilities import CHOSEN
from ecs_magic.errors import InputError
from ecs_magic.selectors import Selector
from ecs_magic.subtypes import SUBTYPES
from ecs_magic.typeline import parse

_ASKING: Final = ("subtypes", "any_subtypes", "not_subtypes")
"""The fields of a selector that hold subtypes."""


def given_subtypes(value: Any) -> Iterator[str]:
    """Yield every subtype that anything in data has, or is given by an effect."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if name == "type_line" and isinstance(inner, str):
                with suppress(InputError):  # it is refused where it is read
                    yield from parse(inner).subtypes
            elif name.endswith("subtypes") and not isinstance(value, Selector):
                yield from inner or ()
            else:
                yield from given_subtypes(inner)
    else:
        for one in _parts(value):
            yield from given_subtypes(one)


def misspelt_subtypes(value: Any, given: Iterable[str]) -> Iterator[InputError]:
    """Yield an `InputError` for each subtype that a selector asks for and that nothing can have."""
    known = {*SUBTYPES, CHOSEN, *given}
    for field, word in _asked(value):
        if word not in known:
            near = difflib.get_close_matches(word, sorted(known), 1, 0.65)
            hint = f"did you mean {near[0]!r}?" if near else "give it to a card or token in the same file"
            yield InputError(f"no subtype is named {word!r}", where=field, suggestion=hint)


def _asked(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Selector):
        for field in _ASKING:
            yield from ((field, word) for word in getattr(value, field))
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _asked(getattr(value, name))
    else:
        for one in _parts(value):
            yield from _asked(one)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, tuple | list) else ()
