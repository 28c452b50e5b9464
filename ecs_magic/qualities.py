"""What words of a keyword ability say of an object: colours, types, what it is not (CR 702.5a, 702.11d, 702.16a)."""

from collections.abc import Iterable
from typing import Final

import msgspec

from ecs_magic.characteristics import Characteristics
from ecs_magic.enums import COLOR_WORDS
from ecs_magic.selectors import Selector
from ecs_magic.subtypes import SUBTYPES
from ecs_magic.typeline import CARD_TYPES, SUPERTYPES

_FIELDS: Final[dict[str, tuple[str, str]]] = {
    name.casefold(): (field, value)
    for field, names in (
        ("subtypes", {name: name for name in sorted(SUBTYPES)}),
        ("types", {name: name for name in CARD_TYPES}),
        ("supertypes", {name: name for name in SUPERTYPES}),
        ("colors", {word: letter for letter, word in COLOR_WORDS.items()}),
    )
    for name, value in names.items()
}
"""Each word in lower case, with the field of a selector that asks for it and what stands there."""
_PLURALS: Final = (("s", ""), ("ies", "y"), ("ves", "f"))


def known(word: str) -> str | None:
    """Return the type, supertype, subtype or colour in lower case that a word names, in the plural too, or `None`."""
    forms = [word, *(word.removesuffix(end) + one for end, one in _PLURALS if word.endswith(end))]
    return next((form for form in forms if form in _FIELDS), None)


def _denied(word: str) -> str | None:
    """Return what a word such as ``nonland`` denies, or `None`."""
    return known(word.removeprefix("non").removeprefix("-")) if word.startswith("non") else None


def selector(words: Iterable[str], of: Selector, *, strict: bool) -> Selector | None:
    """Return a selector that asks for what words say besides.

    Where one says nothing known, return `None` if it is `strict`; else that word asks for nothing.
    """
    for word in map(str.casefold, words):
        name, denied = known(word), _denied(word)
        if word == "commander":
            of = msgspec.structs.replace(of, commander=True)
        elif name is not None or denied is not None:
            field, value = _FIELDS[str(name or denied)]
            field = field if name is not None else f"not_{field}"
            of = msgspec.structs.replace(of, **{field: tuple(dict.fromkeys((*getattr(of, field), value)))})
        elif strict:
            return None
    return of


def holds(word: str, of: Characteristics) -> bool | None:
    """Return whether an object is what a word says, or `None` for a word that says nothing known."""
    word = word.casefold()
    if word in _COUNTS:
        return len(of.colors) in _COUNTS[word]
    if (name := known(word)) is not None:
        return name in _words(of)
    denied = _denied(word)
    return None if denied is None else denied not in _words(of)


_COUNTS: Final = {"colorless": (0,), "monocolored": (1,), "multicolored": (2, 3, 4, 5)}
"""How many colours something has, by the word (CR 105.2)."""


def _words(of: Characteristics) -> set[str]:
    colors = (COLOR_WORDS[color] for color in of.colors)
    return {name.casefold() for name in (*of.types, *of.supertypes, *of.subtypes, *colors)}


def is_from(detail: str, source: Characteristics) -> bool:
    """Whether what stands behind protection or hexproof, as in ``from black``, is about a source (CR 702.16a).

    One whose words say nothing known is about none.
    """
    for quality in detail.casefold().removeprefix("from ").replace(", from ", " and from ").split(" and from "):
        if quality == "everything" or (quality in ("each color", "all colors") and source.colors):
            return True
        words = quality.split()
        if words and all(holds(word, source) for word in words):
            return True
    return False
