"""Words in abilities: replaced in text (CR 612.2), or standing for what was chosen for an object (CR 607.2d)."""

from typing import Any, Final

import msgspec

from ecs_magic.abilities import CHOSEN, Ability, Static
from ecs_magic.enums import COLOR_WORDS
from ecs_magic.errors import InputError, instead
from ecs_magic.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES

_LETTERS: Final = {word: letter for letter, word in COLOR_WORDS.items()}


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "color": tuple(COLOR_WORDS.values()),
    "creature type": tuple(sorted(name.replace("_", " ") for name in CREATURE_TYPES)),
    "land type": tuple(BASIC_LAND_TYPES),
    "name": (),
}
"""The kinds of word that can be chosen for an object, and the words; a name is any text."""


def chosen_words(words: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return words chosen for an object, by kind in alphabetical order. Raises `InputError` for one that can't be."""
    for kind, word in words.items():
        if kind not in CHOICES:
            raise InputError(f"{kind!r} is not chosen", where="chosen", suggestion=instead(kind, CHOICES))
        if CHOICES[kind] and word not in CHOICES[kind]:
            raise InputError(f"{word!r} is no {kind}", where=f"chosen.{kind}", suggestion=instead(word, CHOICES[kind]))
    return tuple(sorted(words.items()))


def reworded(ability: Ability, old: str, new: str) -> Ability:
    """Return an ability with one word replaced where it stands for a type or colour (CR 612.2)."""
    found: Ability = _replaced(ability, "", old, new)
    return found


def spoken(ability: Static, words: dict[str, str]) -> Static | None:
    """Return an ability with the chosen word in it, or `None` where no word of the kind was chosen (CR 607.2d)."""
    word = words.get(ability.chosen or "")
    if word is None:
        return None
    found: Static = _replaced(ability, "", CHOSEN, word)
    return found


def with_word(ability: Ability | str, word: str) -> Ability | str:
    """Return an ability, maybe one written in short, with a word in place of "chosen"."""
    found: Ability | str = _replaced(ability, "abilities", CHOSEN, word)
    return found


def _replaced(value: Any, field: str, old: str, new: str) -> Any:
    """Return part of an ability with one word replaced where it stands for a type or colour."""
    if isinstance(value, tuple):
        return tuple(_replaced(one, field, old, new) for one in value)
    if isinstance(value, msgspec.Struct):
        words = {name: _replaced(getattr(value, name), name, old, new) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **words)
    if not isinstance(value, str):
        return value
    if field.endswith("subtypes"):
        return new if value == old else value
    if field.endswith("colors"):
        return _LETTERS.get(new, value) if value == _LETTERS.get(old, old) else value
    if field == "names" and old == CHOSEN:
        # A text change never changes a name (CR 612.2b); a name can be chosen.
        return new if value == old else value
    if field in ("keyword", "detail", "has", "lacks", "abilities"):
        return " ".join(_word(word, old, new) for word in value.split(" "))
    return value


def _word(word: str, old: str, new: str) -> str:
    for ending in ("", "walk"):
        if word.casefold() == f"{old}{ending}".casefold():
            return (new if word[:1].isupper() else new.lower()) + ending
    return word
