"""Type lines: supertypes, card types and subtypes (CR 205)."""

import difflib
from typing import Final, NamedTuple

from ecs_magic.errors import InputError

SUPERTYPES: Final = ("Basic", "Legendary", "Ongoing", "Snow", "World", "Token")
CARD_TYPES: Final = (
    "Artifact",
    "Battle",
    "Creature",
    "Enchantment",
    "Instant",
    "Kindred",
    "Land",
    "Planeswalker",
    "Sorcery",
)
PERMANENT_TYPES: Final = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
"""The types a permanent can have (CR 110.4)."""
_OLD_NAMES: Final = {"Tribal": "Kindred"}
_TWO_WORDS: Final = {("Time", "Lord"): "Time Lord"}


class TypeLine(NamedTuple):
    """The three parts of a type line, each in the order printed."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]

    def __str__(self) -> str:
        left = " ".join(self.supertypes + self.types)
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left


def parse(text: str) -> TypeLine:
    """Read a type line such as ``Legendary Creature — Human Wizard``.

    Raises `InputError` for a word before the dash that is neither a supertype nor a card type.
    """
    left, _, right = text.replace(" - ", "—").replace("\u2013", "—").partition("—")
    supertypes, types = [], []
    for word in left.split():
        name = _OLD_NAMES.get(word.capitalize(), word.capitalize())
        if name in SUPERTYPES:
            if name != "Token":
                supertypes.append(name)
        elif name in CARD_TYPES:
            types.append(name)
        else:
            near = difflib.get_close_matches(name, SUPERTYPES + CARD_TYPES, 1)
            hint = f"did you mean {near[0]}?" if near else f"card types are {', '.join(CARD_TYPES)}"
            raise InputError(f"{word!r} in {text!r} is not a card type or supertype", suggestion=hint)
    if not types:
        raise InputError(f"{text!r} has no card type", suggestion="as in Creature — Bear")
    words = right.split()
    subtypes: list[str] = []
    while words:
        pair = tuple(words[:2])
        size = 2 if pair in _TWO_WORDS else 1
        subtypes.append(" ".join(words[:size]))
        del words[:size]
    return TypeLine(tuple(supertypes), tuple(types), tuple(subtypes))
