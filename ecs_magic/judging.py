"""What is wrong in abilities as data: words that mean nothing, numbers out of range, targets that nobody chose."""

import difflib
import re
from typing import Any, Final

import msgspec

from ecs_magic.abilities import (
    CHOSEN,
    Ability,
    Activated,
    BecomeCopy,
    Chapter,
    CopyChoice,
    CopyExceptions,
    Effect,
    Gain,
    Instead,
    Keyword,
    Limit,
    Lose,
    Mode,
    PlayerHas,
    PutWith,
    Reflex,
    Rule,
    Spell,
    Static,
    Triggered,
    Unmodelled,
    keyword,
    keywords,
)
from ecs_magic.askable import AWAITED, REPLACED, judge_asked
from ecs_magic.enums import COLOR_WORDS, COLORS, OF_A_SOURCE, Zone
from ecs_magic.errors import InputError, instead, within
from ecs_magic.instructions import AddCounters, Cost, Event, RemoveCounters
from ecs_magic.keywords import BARE, BETWEEN, FOR_A_COST, KEYWORDS
from ecs_magic.mana import symbols
from ecs_magic.selectors import Selector
from ecs_magic.typeline import CARD_TYPES, SUPERTYPES


def misspelt(text: str) -> str | None:
    """Return the keyword that was meant by a few words that are none but are nearly one, else `None`.

    A cost or number may follow them.
    """
    words = _SHORT.fullmatch(text.strip())
    if words is None or words[1].lower() in _NOT_MEANT or not isinstance(keyword(text), Unmodelled):
        return None
    near = difflib.get_close_matches(words[1].lower(), sorted(KEYWORDS), 1, 0.8)
    return near[0] if near else None


_SHORT: Final = re.compile(r"((?:[^\W\d_]|[ -])*[^\W\d_])(?:[\s—-]*(?:\d+|(?:\{[^{}]*\})+))?")
"""A few words, and a number or symbols behind them."""
_NOT_MEANT: Final = frozenset({"void", "triple", "clash", "planeswalk", "firebend", "protect", "solve"})
"""Ability words and keyword actions that are nearly keyword abilities (CR 207.2c, 701)."""


def judge_spelling(abilities: "tuple[Ability | str, ...]", field: str = "abilities") -> None:
    """Raise `InputError` for an ability written in short that is nearly a keyword."""
    for text in abilities:
        for part in BETWEEN.split(text) if isinstance(text, str) else ():
            if (meant := misspelt(part)) is not None:
                raise InputError(f"{part!r} is no keyword", where=field, suggestion=f"did you mean {meant!r}?")


def _judge_names(names: tuple[str, ...], field: str) -> None:
    """Raise `InputError` for names of abilities: one that is nearly a keyword, or several keywords in one."""
    judge_spelling(names, field)
    for name in names:
        if len(keywords(name)) > 1:
            hint = "write " + ", ".join(f'"{part}"' for part in BETWEEN.split(name))
            raise InputError(f"{name!r} is the name of no ability", where=field, suggestion=hint)


def _judge_keyword(ability: Keyword) -> None:
    """Raise `InputError` for a word that is nearly a keyword, or a cost in which something is no symbol (CR 107)."""
    lower = ability.keyword.lower()
    if ability.keyword not in KEYWORDS and (meant := lower if lower in KEYWORDS else misspelt(lower)) is not None:
        raise InputError(f"{ability.keyword!r} is no keyword", where="keyword", suggestion=f"did you mean {meant!r}?")
    if ability.detail and ability.keyword in BARE:
        hint = "write each ability as a text of its own"
        raise InputError(f"nothing stands behind {ability.keyword}, as {ability.detail!r} does", suggestion=hint)
    if ability.detail.isdigit() and ability.keyword in FOR_A_COST:
        hint = f"write {ability.keyword} {{{ability.detail}}}"
        raise InputError(f"{ability.name!r} has no cost in braces", suggestion=hint)
    color = ability.detail.removeprefix("from ").lower()
    if ability.keyword in ("protection", "hexproof") and color not in COLOR_WORDS.values():
        for meant in difflib.get_close_matches(color, COLOR_WORDS.values(), 1, 0.8):
            raise InputError(f"{color!r} in {ability.name!r} is no colour", suggestion=f"did you mean {meant!r}?")
    if ability.detail.count("{") != ability.detail.count("}"):
        raise InputError(f"{ability.name!r} lacks a brace", suggestion="write symbols in braces, as in {1}{G}")
    for symbol in _SYMBOL.findall(ability.detail):
        if symbol not in _OF_COSTS:
            try:
                symbols(symbol)
            except InputError as error:
                raise InputError(
                    f"{symbol} in {ability.name!r} is not a mana symbol", suggestion=error.suggestion
                ) from None


_SYMBOL: Final = re.compile(r"\{[^{}]*\}")
_OF_COSTS: Final = ("{T}", "{Q}", "{E}")
"""What may stand in a cost beside mana: tapping, untapping, energy (CR 107.5-6, 107.14)."""


_WORDS: Final = (
    ("supertypes", SUPERTYPES),
    ("subtypes", ()),
    ("types", CARD_TYPES),
    ("colors", tuple(COLORS)),
    ("produces", (*COLORS, "C")),
)
"""Endings of the names of fields, and the words that such a field may hold; none is any word."""
_LARGEST: Final = 1_000_000
_OF_PLAYERS: Final = ("hexproof", "shroud", "protection")
"""Keyword abilities that players may have."""


def judge(value: Any, field: str = "", *, chosen: bool = False) -> None:
    """Raise `InputError` for a number out of range, or a word that is no type or colour, anywhere in data.

    `chosen` tells that the word "chosen" means something here.
    """
    if isinstance(value, msgspec.Struct):
        chosen = chosen or (isinstance(value, Static) and value.chosen is not None)
        for name in value.__struct_fields__:
            with within(name.rstrip("_")):
                judge(getattr(value, name), name, chosen=chosen)
        _judge_form(value)
    elif isinstance(value, tuple):
        for index, one in enumerate(value):
            with within(f"[{index}]"):
                judge(one, field, chosen=chosen)
    elif isinstance(value, dict):
        for key, one in value.items():
            with within(key):
                judge(one, field, chosen=chosen)
                if field.endswith("counters"):
                    counter_kind(key)
    elif isinstance(value, int):
        low = 0 if field == "counters" else -_LARGEST
        if not low <= value <= _LARGEST:
            raise InputError(f"{value} is out of range", suggestion=f"from {low} to {_LARGEST:,}")
    elif isinstance(value, str):
        if value == CHOSEN and field.endswith(("types", "colors", "names")):
            if not chosen:
                raise InputError("nothing is chosen for this ability", suggestion="give the static ability `chosen`")
            return
        words = next((words for ending, words in _WORDS if field.endswith(ending)), ())
        if words and value not in words:
            hint = instead(value.capitalize(), words)
            raise InputError(f"{value!r} is none of the {field}", suggestion=hint)


def _judge_static(ability: Static) -> None:
    """Raise `InputError` for a static ability that says a rule by an effect, or that can't define (CR 604.3a)."""
    if any(isinstance(change, Rule) for change in ability.effect.changes):
        raise InputError("a static ability says a rule by itself", where="changes", suggestion="write it beside")
    if ability.defines and ability.condition is not None:
        said = "what depends on a condition defines nothing (CR 604.3a)"
        raise InputError(said, where="defines", suggestion=_SETS)
    if ability.defines and ability.effect.affects not in (Selector(), Selector(which="this")):
        hint = 'affects = { which = "this" }'
        raise InputError("what defines is about its own object (CR 604.3a)", where="affects", suggestion=hint)


_SETS: Final = "leave out `defines`; set_power_toughness sets a size"


def _judge_form(value: msgspec.Struct) -> None:
    """Raise `InputError` for what the form of its fields does not tell about a value."""
    match value:
        case Cost():
            symbols(value.mana)
        case Keyword():
            _judge_keyword(value)
        case Effect() if not value.changes:
            raise InputError("it changes nothing", where="changes", suggestion='as in [ { change = "lose_all" } ]')
        case Gain():
            judge_spelling(value.abilities)
            if any(isinstance(one, Static) and one.defines for one in value.abilities):
                said = "what an effect gives defines nothing (CR 604.3a)"
                raise InputError(said, where="abilities", suggestion=_SETS)
        case Static():
            _judge_static(value)
        case BecomeCopy() | CopyChoice() | PutWith() if value.until in OF_A_SOURCE:
            hint = "say another duration"
            raise InputError(f"it has no source to last {value.until!r} by", where="until", suggestion=hint)
        case Lose():
            _judge_names(value.abilities, "abilities")
        case CopyExceptions():
            judge_spelling(value.add_abilities, "add_abilities")
            _judge_names(value.remove_abilities, "remove_abilities")
        case Selector():
            _judge_names(value.has, "has")
            _judge_names(value.lacks, "lacks")
            for kind in value.counters:
                counter_kind(kind)
        case AddCounters() | RemoveCounters() | Limit():
            if value.kind is not None:
                counter_kind(value.kind)
        case Triggered() | Activated() | Spell() | Chapter() | Mode():
            with within("then"):
                _judge_spoken_of(value.then, len(value.targets))
        case Reflex() if value.targets:
            with within("then"):
                _judge_spoken_of(value.then, len(value.targets))
        case Event():
            judge_asked(value, AWAITED)
        case Instead():
            judge_asked(value, REPLACED)
            if value.position == "shuffled" and value.to is not Zone.LIBRARY:
                raise InputError(
                    "only into a library are cards shuffled", where="position", suggestion='to = "library"'
                )
        case PlayerHas():
            judge_spelling(value.abilities)
            for text in value.abilities:
                if text.split(" ")[0].lower() not in _OF_PLAYERS:
                    raise InputError(f"players never have {text!r}", where="abilities", suggestion="as in hexproof")
        case Rule() if any(isinstance(one, Instead) and one.event == "mana" for one in value.rules):
            raise InputError("only an ability replaces mana", where="rules", suggestion="give it by a gain")


def counter_kind(kind: Any) -> str:
    """Return a kind of counter as it is called. Raises `InputError`."""
    if not isinstance(kind, str) or not kind.strip() or len(kind) > 60:
        raise InputError(f"{kind!r} is no kind of counter", where="kind", suggestion='as in "+1/+1" or "loyalty"')
    if _NUMBERS.fullmatch(kind) and not _POWER_TOUGHNESS.fullmatch(kind.strip()):
        raise InputError(f"{kind!r} is no kind of counter", where="kind", suggestion='as in "+1/+1" (CR 122.1a)')
    return kind.strip().lower()


_NUMBERS: Final = re.compile(r"[-+/\s\d]*\d[-+/\s\d]*|\s*[-+]\s*\d.*")
_POWER_TOUGHNESS: Final = re.compile(r"[+-]\d+/[+-]\d+")


def _judge_spoken_of(value: Any, targets: int) -> None:
    """Raise `InputError` if instructions speak of a target that is never chosen (CR 115.1)."""
    if isinstance(value, str) and (found := _TARGET.fullmatch(value)) is not None:
        if int(found[1] or 1) > targets:
            hint = "give the ability `targets`" if not targets else f"it has {targets}"
            raise InputError(f"no {value!r} is chosen for it", suggestion=hint)
    elif isinstance(value, tuple):
        for index, one in enumerate(value):
            with within(f"[{index}]"):
                _judge_spoken_of(one, targets)
    elif isinstance(value, Reflex) and value.targets:
        return
    elif isinstance(value, msgspec.Struct) and not isinstance(value, Triggered | Activated | Spell | Chapter):
        for name in value.__struct_fields__:
            with within(name.rstrip("_")):
                _judge_spoken_of(getattr(value, name), targets)


_TARGET: Final = re.compile(r"target(?: (\d))?")
