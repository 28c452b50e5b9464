"""Cards as data: what is printed on a card or defines a token (CR 108, 111, 200-210, 709-712).

`CardSource` is the form that files use; `define` turns it into a `CardDefinition`, which never changes.
"""

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ecs_magic import mana, typeline
from ecs_magic.abilities import Ability, If, Keyword, May, Triggered, Unmodelled, written
from ecs_magic.characteristics import Characteristics
from ecs_magic.enums import Face, Layout, Zone, in_color_order
from ecs_magic.errors import InputError, within
from ecs_magic.instructions import CastSpell, Condition, Event, Move
from ecs_magic.judging import judge, judge_spelling
from ecs_magic.keywords import CARRIED_OUT, FOR_A_COST, LIFE, OF_THE_HOST
from ecs_magic.selectors import Selector
from ecs_magic.subtypes import BASIC_LAND_TYPES

DEFEATED: Final = Triggered(
    Event("counters removed", kind="defense", reaches=0),
    (Move(Zone.EXILE), If((Condition("made", is_=Selector(token=False)),), (May((CastSpell(transformed=True),)),))),
    "defeated",
)
"""The ability that every Siege has: exile it, then you may cast it transformed for nothing (CR 310.12b)."""


class FaceSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One face, half or token as a file gives it.

    `colors` states the colours outright (tokens); `color_indicator` is the printed one (CR 204).
    `keywords` and texts in `abilities` are keyword abilities written in short. `text_colors` are the
    colours of mana symbols in the rules text, which colour identity counts (CR 903.4).
    """

    type_line: str
    name: str = ""
    mana_cost: str | None = None
    colors: tuple[str, ...] | None = None
    color_indicator: tuple[str, ...] = ()
    power: int | str | None = None
    toughness: int | str | None = None
    loyalty: int | str | None = None
    defense: int | str | None = None
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability | str, ...] = ()
    text_colors: tuple[str, ...] = ()


class MeldSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a meld card says of its pair (CR 712.4-5): the partner and the combined face."""

    partner: str
    result: FaceSource


class CardSource(FaceSource, frozen=True, omit_defaults=True):
    """A card or token as a file gives it: a face, and what else is printed on the same card.

    `back` with `layout` transform (the default) or modal_dfc, `flipped`, `halves` and `meld` exclude
    one another. `scryfall` may hold a pasted Scryfall object in place of everything else.
    """

    layout: Layout | None = None
    back: FaceSource | None = None
    flipped: FaceSource | None = None
    halves: tuple[FaceSource, ...] = ()
    meld: MeldSource | None = None


class Meld(msgspec.Struct, frozen=True, gc=False):
    """The pair a meld card belongs to (CR 712.5)."""

    partner: str
    result: Characteristics
    result_text_colors: tuple[str, ...] = ()


class CardDefinition(msgspec.Struct, frozen=True, gc=False):
    """All that is printed on one card, or that defines one token. Equal ones are interchangeable.

    `front` holds the normal characteristics; `back` those of the other face, or of the flipped half.
    `identity` is the colour identity without basic land types, `identity_land` what those add
    (CR 903.4, and a ruling on basic land types).
    """

    name: str
    layout: Layout
    front: Characteristics
    back: Characteristics | None = None
    halves: tuple[Characteristics, ...] = ()
    meld: Meld | None = None
    identity: tuple[str, ...] = ()
    identity_land: tuple[str, ...] = ()
    doors: tuple[Characteristics, ...] = ()
    """What a permanent with a shared type line is with neither half unlocked, the left, the right, both (CR 709.5)."""
    is_copy: bool = False
    """Whether this defines a token that is a copy of something (CR 707.2)."""

    def face(self, face: Face) -> Characteristics:
        """Return the printed characteristics of one face; a meld card's own back has none to read."""
        if face is Face.BACK and self.back is not None and self.layout.can_transform:
            return self.back
        return self.front

    @property
    def is_double_faced(self) -> bool:
        """Whether this is a double-faced card or token (CR 712.1), meld cards included."""
        return self.layout.is_double_faced

    @property
    def can_turn_over(self) -> bool:
        """Whether it may transform at all: double-faced and not a meld card (CR 712.9, 712.4c)."""
        return self.layout.can_transform and self.back is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Every name a player may choose for it (CR 201.4, 710.5, 712.19)."""
        found = [*self.front.names]
        if self.back is not None:
            found += self.back.names
        if self.meld is not None:
            found += self.meld.result.names
        return tuple(dict.fromkeys(found))


def _number(value: int | str | None, where: str) -> int | None:
    """Return a printed number; a star counts as 0 until an ability defines it, so 1+* is 1 (CR 208.2, 107.2)."""
    if value is None or isinstance(value, int):
        number = value
    elif "*" in value or value.upper() == "X":
        number = sum(map(int, re.findall("[0-9]+", value)))
    else:
        try:
            number = int(value)
        except ValueError:
            raise InputError(f"{value!r} is not a number", where=where, suggestion="a number or '*'") from None
    if number is not None and not -1_000_000 <= number <= 1_000_000:
        raise InputError(f"{number} is out of range", where=where, suggestion="at most a million")
    return number


def _colors(letters: tuple[str, ...], where: str) -> tuple[str, ...]:
    for letter in letters:
        if letter.upper() not in "WUBRG" or len(letter) != 1:
            raise InputError(f"{letter!r} is not a colour", where=where, suggestion="W, U, B, R or G")
    return in_color_order({letter.upper() for letter in letters})


def characteristics(source: FaceSource) -> Characteristics:
    """Return the printed characteristics that `source` describes (CR 109.3)."""
    where = source.name or source.type_line
    line = typeline.parse(source.type_line)
    cost = None if source.mana_cost in (None, "") else mana.normalized(str(source.mana_cost))
    indicator = _colors(source.color_indicator, where)
    colors = mana.colors(cost) if source.colors is None else _colors(source.colors, where)
    judge_spelling(source.keywords, "keywords")
    judge_spelling(source.abilities)
    abilities: list[Ability] = []
    for key, given in (("keywords", written(source.keywords)), ("abilities", written(source.abilities))):
        with within(key):
            judge(given)
        abilities += given
    if "Siege" in line.subtypes:
        abilities.append(DEFEATED)
    return Characteristics(
        names=(source.name,) if source.name else (),
        mana_cost=cost,
        color_indicator=indicator,
        colors=in_color_order({*colors, *indicator}),
        supertypes=line.supertypes,
        types=line.types,
        subtypes=line.subtypes,
        abilities=tuple(abilities),
        power=_number(source.power, where),
        toughness=_number(source.toughness, where),
        loyalty=_number(source.loyalty, where),
        defense=_number(source.defense, where),
        mana_value=mana.mana_value(cost),
    )


def _identity(source: FaceSource, face: Characteristics) -> set[str]:
    """Return the colours that a face adds to colour identity, basic land types apart (CR 903.4)."""
    return {*mana.colors(face.mana_cost), *face.color_indicator, *_colors(source.text_colors, source.name)}


def _land_identity(face: Characteristics) -> set[str]:
    return {BASIC_LAND_TYPES[name] for name in face.subtypes if name in BASIC_LAND_TYPES}


def _combined(halves: tuple[Characteristics, ...]) -> Characteristics:
    """Return a split card as it is everywhere but on the stack (CR 709.4)."""
    cost = "".join(half.mana_cost or "" for half in halves)

    def union(pick: Callable[[Characteristics], tuple[Any, ...]]) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(value for half in halves for value in pick(half)))

    return Characteristics(
        names=union(lambda half: half.names),
        mana_cost=cost or None,
        colors=in_color_order({color for half in halves for color in half.colors}),
        supertypes=union(lambda half: half.supertypes),
        types=union(lambda half: half.types),
        subtypes=union(lambda half: half.subtypes),
        abilities=tuple(ability for half in halves for ability in half.abilities),
        mana_value=mana.mana_value(cost),
    )


def _doors(halves: tuple[Characteristics, ...], whole: Characteristics) -> tuple[Characteristics, ...]:
    """Return what a split permanent card is by its unlocked halves, if the halves share a type line (CR 709.5)."""
    left, right = halves[0], halves[-1]
    shared = (left.types, left.subtypes) == (right.types, right.subtypes)
    if len(halves) != 2 or not shared or not set(typeline.PERMANENT_TYPES) & set(left.types):
        return ()
    neither = Characteristics(supertypes=left.supertypes, types=left.types, subtypes=left.subtypes)
    return neither, left, right, whole


def _flipped(front: Characteristics, alternative: Characteristics) -> Characteristics:
    """Return a flip card's alternative half: mana cost and colour stay (CR 710.1b-c)."""
    return msgspec.structs.replace(
        alternative,
        mana_cost=front.mana_cost,
        color_indicator=front.color_indicator,
        colors=front.colors,
        mana_value=front.mana_value,
    )


def define(source: CardSource) -> CardDefinition:
    """Return the definition of the card or token that `source` describes.

    Raises `InputError` for a malformed value or parts that exclude one another.
    """
    front = characteristics(source)
    extras = [name for name in ("back", "flipped", "halves", "meld") if getattr(source, name)]
    if len(extras) > 1:
        raise InputError(f"a card has only one of {' and '.join(extras)}", where=source.name)
    natural = {"back": Layout.TRANSFORM, "flipped": Layout.FLIP, "halves": Layout.SPLIT, "meld": Layout.MELD}
    layout = source.layout or (natural[extras[0]] if extras else Layout.NORMAL)
    expected = {
        Layout.NORMAL: [],
        Layout.TRANSFORM: ["back"],
        Layout.MODAL_DFC: ["back"],
        Layout.FLIP: ["flipped"],
        Layout.SPLIT: ["halves"],
        Layout.MELD: ["meld"],
    }[layout]
    if extras != expected:
        need = f"needs {expected[0]}" if expected else f"has no {' or '.join(extras)}"
        raise InputError(f"a card of layout {layout.value} {need}", where=source.name)
    identity = _identity(source, front)
    lands = _land_identity(front)
    back: Characteristics | None = None
    halves: tuple[Characteristics, ...] = ()
    doors: tuple[Characteristics, ...] = ()
    meld: Meld | None = None
    if source.back is not None:
        back = characteristics(source.back)
        identity |= _identity(source.back, back)
        lands |= _land_identity(back)
        if layout is Layout.TRANSFORM:
            back = msgspec.structs.replace(back, mana_value=front.mana_value)
    elif source.flipped is not None:
        alternative = characteristics(source.flipped)
        identity |= _identity(source.flipped, alternative)
        back = _flipped(front, alternative)
    elif source.halves:
        halves = tuple(characteristics(half) for half in source.halves)
        for half_source, half in zip(source.halves, halves, strict=True):
            identity |= _identity(half_source, half)
        front = _combined(halves)
        doors = _doors(halves, front)
    elif source.meld is not None:
        meld = Meld(source.meld.partner, characteristics(source.meld.result), source.meld.result.text_colors)
    return CardDefinition(
        name=front.name or source.name,
        layout=layout,
        front=front,
        back=back,
        halves=halves,
        doors=doors,
        meld=meld,
        identity=in_color_order(identity),
        identity_land=in_color_order(lands),
    )


def named_token(definition: CardDefinition) -> CardDefinition:
    """Return a token's definition; one without a name is named by its subtypes and the word Token (CR 111.4)."""
    if definition.front.names:
        return definition
    name = " ".join((*definition.front.subtypes, "Token"))
    return msgspec.structs.replace(
        definition, name=name, front=msgspec.structs.replace(definition.front, names=(name,))
    )


def _is_carried_out(ability: Keyword) -> bool:
    """Whether a keyword ability does something here or is the host's, also with the cost that stands behind it."""
    name, detail = ability.keyword, ability.detail
    if name in FOR_A_COST and detail and not mana.is_cost(detail):
        # Words may stand before the cost of these.
        worded = name in ("equip", "fortify", "craft") and detail.endswith("}")
        return worded or (name == "ward" and LIFE.fullmatch(detail) is not None)
    return name in CARRIED_OUT or name in OF_THE_HOST


def unmodelled(definition: CardDefinition) -> tuple[str, ...]:
    """Return the names of the abilities that are carried but not carried out, over all faces."""
    faces = [definition.front, definition.back, *definition.halves]
    if definition.meld is not None:
        faces.append(definition.meld.result)
    return tuple(
        dict.fromkeys(
            ability.name
            for face in faces
            if face is not None
            for ability in face.abilities
            if isinstance(ability, Unmodelled) or (isinstance(ability, Keyword) and not _is_carried_out(ability))
        )
    )


def meld_pair(one: CardDefinition, two: CardDefinition) -> CardDefinition | None:
    """Return the combined face of two cards if they are the two cards of one pair (CR 701.42b, 712.5).

    Its mana value is the sum of those of the front faces (CR 202.3c).
    """
    if one.meld is None or two.meld is None:
        return None
    if one.meld.partner != two.name or two.meld.partner != one.name or one.meld.result != two.meld.result:
        return None
    face = msgspec.structs.replace(one.meld.result, mana_value=one.front.mana_value + two.front.mana_value)
    return CardDefinition(name=face.name, layout=Layout.MELD, front=face)
