"""Mana costs: symbols, mana value and colours (CR 107.4, 202)."""

import re
from typing import Final

from ecs_magic.enums import in_color_order
from ecs_magic.errors import InputError

_SYMBOL: Final = re.compile(r"\{([^{}]*)\}")
_VALID: Final = re.compile(r"\d{1,4}|[XYZ]|[WUBRGCS]|[WUBRGC2]/[WUBRGC]|[WUBRGC]/P|[WUBRG]/[WUBRG]/P|H[WUBRG]")


def symbols(cost: str) -> tuple[str, ...]:
    """Split a mana cost such as ``{2}{W/U}`` into its symbols without braces.

    Raises `InputError` if the text is not a sequence of mana symbols (CR 107.4).
    """
    found = tuple(symbol.upper() for symbol in _SYMBOL.findall(cost))
    if _SYMBOL.sub("", cost).strip():
        raise InputError(f"{cost!r} is not a mana cost", suggestion="write symbols in braces, as in {1}{G}")
    for symbol in found:
        if not _VALID.fullmatch(symbol):
            raise InputError(f"{{{symbol}}} in {cost!r} is not a mana symbol", suggestion="see CR 107.4")
    return found


def is_cost(text: str) -> bool:
    """Whether a text is one symbol or more and nothing else: a cost that mana pays."""
    return bool(text) and not _SYMBOL.sub("", text)


def normalized(cost: str) -> str:
    """Return the cost in capital letters without spaces between symbols."""
    return "".join(f"{{{symbol}}}" for symbol in symbols(cost))


def _symbol_value(symbol: str, x: int) -> int:
    if symbol.isdigit():
        return int(symbol)
    if symbol in ("X", "Y", "Z"):
        return x if symbol == "X" else 0
    # CR 202.3f: the larger part of a hybrid; CR 202.3g: a Phyrexian symbol is 1.
    return max(int(part) if part.isdigit() else 1 for part in symbol.split("/"))


def mana_value(cost: str | None, x: int = 0) -> int:
    """Return the mana value of `cost` (CR 202.3); no cost is 0; `x` counts on the stack alone."""
    return sum(_symbol_value(symbol, x) for symbol in symbols(cost)) if cost else 0


def x_count(cost: str | None) -> int:
    """How many {X} symbols the cost has."""
    return symbols(cost).count("X") if cost else 0


def devotion(cost: str | None, to: tuple[str, ...]) -> int:
    """How many mana symbols of the cost are of one of these colours, each counted once (CR 700.5)."""
    return sum(any(color in symbol for color in to) for symbol in symbols(cost)) if cost else 0


def colors(cost: str | None) -> tuple[str, ...]:
    """Return the colours of the symbols in `cost` (CR 105.2, 202.2), in the order WUBRG."""
    return in_color_order({letter for symbol in symbols(cost) for letter in symbol}) if cost else ()
