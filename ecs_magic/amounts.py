"""What an amount comes to: one evaluator for continuous effects and for instructions (CR 107.2, 107.3, 208.5).

Whoever asks says where things are found and read: the layers on their drafts, an instruction on the board.
"""

from collections.abc import Iterable
from typing import Final, Protocol

from ecs_magic.components import ChosenX
from ecs_magic.drafts import Draft, words_of_kind
from ecs_magic.mana import devotion
from ecs_magic.selectors import Count, Devotion, Selector, Total, Value
from ecs_magic.world import World

Counted = Count | Value | Total | Devotion
"""Amounts that are counted or read off objects."""
_YOURS: Final = Selector(controller="you")


class Reader(Protocol):
    """Where amounts are read."""

    def found(self, test: Selector) -> Iterable[tuple[int, int]]:
        """Return the objects that a test selects, and how many alike each stands for."""

    def read_from(self, value: Value) -> tuple[World, int] | None:
        """Return the object that a value is read off with the board to read it on, `None` if there is none."""

    def draft(self, board: World, object_: int) -> Draft:
        """Return an object's characteristics."""


def counted(amount: Counted, reader: Reader, board: World, low: int | None = None) -> int:
    """Return what an amount comes to; what can't be worked out is 0 (CR 107.2).

    A number that is read off an object counts as `low` at least, if that is given (CR 107.1b). `board` is
    where the objects that are counted are.
    """
    number = _number(amount, reader, board)
    if isinstance(amount, Value) and low is not None:
        number = max(low, number)
    return number * amount.times + amount.plus


def _number(amount: Counted, reader: Reader, board: World) -> int:
    match amount:
        case Value():
            read = reader.read_from(amount)
            return 0 if read is None else _value(amount, reader, *read)
        case Count(what="objects"):
            return sum(alike for _, alike in reader.found(amount.of))
        case Count():
            drafts = (reader.draft(board, one) for one, _ in reader.found(amount.of))
            return len({word for draft in drafts for word in words_of_kind(draft, amount.what)})
        case Total():
            found = reader.found(amount.of)
            return sum(size(reader.draft(board, one), amount.value) * alike for one, alike in found)
        case Devotion():
            found = reader.found(_YOURS)
            return sum(devotion(reader.draft(board, one).mana_cost, amount.colors) * alike for one, alike in found)


def _value(amount: Value, reader: Reader, board: World, object_: int) -> int:
    if amount.of == "counters":
        piles = board.counters(object_).piles
        return sum(pile.count for pile in piles if amount.kind in ("", pile.kind))
    if object_ in board.player_entities:
        return 0
    if amount.of == "x":
        chosen = board.find(object_, ChosenX)
        return 0 if chosen is None else chosen.x
    return size(reader.draft(board, object_), amount.of)


def size(draft: Draft, of: str) -> int:
    """Return a number of an object; a size that is not there is 0 (CR 208.5)."""
    if of in ("power", "toughness") and not draft.is_sized:
        return 0
    number: int | None = getattr(draft, of)
    return number or 0
