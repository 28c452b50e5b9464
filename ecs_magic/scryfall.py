"""Read a pasted Scryfall object as a card source. Unknown rules text becomes unmodelled abilities."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ecs_magic import mana
from ecs_magic.abilities import Ability, keywords
from ecs_magic.cards import CardSource, FaceSource, MeldSource
from ecs_magic.enums import Layout, in_color_order
from ecs_magic.errors import InputError
from ecs_magic.reading import convert

_LAYOUTS: Final = {
    "transform": Layout.TRANSFORM,
    "modal_dfc": Layout.MODAL_DFC,
    "double_faced_token": Layout.TRANSFORM,
    "flip": Layout.FLIP,
    "split": Layout.SPLIT,
}
_REMINDER: Final = re.compile(r"\([^()]*\)")


class ScryfallFace(msgspec.Struct, frozen=True):
    """What is read of a face of a Scryfall object, and of which type it must be; other keys may be there."""

    name: str | None = None
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    color_indicator: tuple[str, ...] | None = None
    power: str | int | None = None
    toughness: str | int | None = None
    loyalty: str | int | None = None
    defense: str | int | None = None
    keywords: tuple[str, ...] | None = None


class ScryfallObject(ScryfallFace, frozen=True):
    """What is read of a Scryfall object."""

    layout: str | None = None
    card_faces: tuple[ScryfallFace, ...] | None = None
    meld_partner: str | None = None
    meld_result: ScryfallFace | None = None


def _abilities(text: str) -> tuple[Ability, ...]:
    """Return one ability for each paragraph, or for each keyword of a paragraph of keywords only."""
    found: list[Ability] = []
    for paragraph in _REMINDER.sub("", text).splitlines():
        if not (line := paragraph.strip()):
            continue
        found += keywords(line)
    return tuple(found)


def _face(data: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    text = str(data.get("oracle_text") or "")
    symbols = set(re.findall(r"\{([^{}]*)\}", _REMINDER.sub("", text)))
    return {
        "name": str(data.get("name") or ""),
        "mana_cost": data.get("mana_cost") or None,
        "type_line": str(data.get("type_line") or whole.get("type_line") or ""),
        "color_indicator": tuple(data.get("color_indicator") or ()),
        "power": data.get("power"),
        "toughness": data.get("toughness"),
        "loyalty": data.get("loyalty"),
        "defense": data.get("defense"),
        "abilities": _abilities(text),
        "text_colors": in_color_order({letter for symbol in symbols for letter in symbol}),
    }


def card_source(data: Mapping[str, Any]) -> CardSource:
    """Return the card that a Scryfall object describes.

    Raises `InputError` if the object lacks what its layout needs. A meld card must bring its combined
    face as ``meld_result`` (the Scryfall object of the result) and ``meld_partner`` (a name), because
    a Scryfall object names its parts only by address.
    """
    convert(data, ScryfallObject, where="scryfall")
    name = str(data.get("name") or "")
    if not name:
        raise InputError("a Scryfall object needs a name", where="scryfall")
    layout = str(data.get("layout") or "normal")
    faces = [_face(face, data) for face in data.get("card_faces") or ()]
    if layout == "meld":
        result, partner = data.get("meld_result"), data.get("meld_partner")
        if not isinstance(result, Mapping) or not partner:
            raise InputError(
                f"the Scryfall object of the meld card {name!r} does not hold its combined face",
                where="scryfall",
                suggestion="add meld_partner = name and meld_result = the Scryfall object of the result",
            )
        melded = FaceSource(**_face(result, result))
        return CardSource(**_face(data, data), meld=MeldSource(str(partner), melded))
    if layout in _LAYOUTS:
        if len(faces) < 2:
            raise InputError(f"{name!r} of layout {layout} needs two card_faces", where="scryfall")
        first, second = faces[0], FaceSource(**faces[1])
        kind = _LAYOUTS[layout]
        if kind is Layout.FLIP:
            return CardSource(**{**first, "mana_cost": data.get("mana_cost") or first["mana_cost"]}, flipped=second)
        if kind is Layout.SPLIT:
            return CardSource(**first, halves=tuple(FaceSource(**face) for face in faces))
        return CardSource(**first, layout=kind, back=second)
    if not faces:
        return CardSource(**_face(data, data))
    # CR 903.4e: what it may be as a spell alone, as an Adventure is, counts for its colour identity.
    first, *others = faces
    counted = {color for other in others for color in (*mana.colors(other["mana_cost"]), *other["text_colors"])}
    return CardSource(**{**first, "text_colors": in_color_order({*first["text_colors"], *counted})})
