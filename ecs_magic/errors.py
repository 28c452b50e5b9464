"""The errors that this library raises. What the rules ignore is a fact, never one of these.

Places are counted as in the JSON result: steps from 1, written ``step 3``; what stands in brackets from 0,
as in ``expect[0]`` or ``object[0]``.
"""

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class EcsMagicError(Exception):
    """Base of all errors of this library."""


class InputError(EcsMagicError, ValueError):
    """Something was asked that no rule offers, or a value is malformed. Nothing was changed.

    `where` is the place (file and key, or request and field), `suggestion` what to do instead.
    """

    def __init__(self, message: str, *, where: str = "", suggestion: str = "", file: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.suggestion = suggestion
        self.file = file

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.where) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.suggestion})" if self.suggestion else text


class UnknownCardError(InputError, LookupError):
    """No card of that name is known."""


class ObjectGoneError(InputError, LookupError):
    """The object is no longer where it was: it became other objects (CR 400.7) or ceased to exist."""


class WorldBusyError(EcsMagicError, RuntimeError):
    """The world was entered while it was at work, from a callback or from a second thread."""


class LoopError(EcsMagicError, RuntimeError):
    """The game would go on for ever (CR 104.4b) or the limit of steps was reached."""


class BrokenInvariantError(EcsMagicError, AssertionError):
    """Our fault: the state breaks one of its invariants. The message says how to reproduce it."""


class PendingError(EcsMagicError, RuntimeError):
    """A choice is waiting for an answer; answer it before going on."""


def instead(word: object, known: Iterable[str], *, cutoff: float = 0.65) -> str:
    """Return what to write in place of an unknown word: the known one nearest to it, or one of all."""
    words = [one for one in known if one]
    near = difflib.get_close_matches(str(word), words, 1, cutoff) or _of_the_same_parts(str(word), words, cutoff)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"one of {', '.join(words)}" if words else ""


def _of_the_same_parts(word: str, words: list[str], cutoff: float) -> list[str]:
    """Return the known word that is nearest when the order of parts is left aside, or that has or is a part of it."""
    parts = {one: sorted(re.split(r"[\s_-]+", one.casefold())) for one in (*words, word)}
    sharing = [one for one in words if set(parts[one]) <= set(parts[word]) or set(parts[word]) <= set(parts[one])]
    if len(sharing) == 1:
        return sharing
    joined = {" ".join(parts[one]): one for one in words}
    near = difflib.get_close_matches(" ".join(parts[word]), list(joined), 1, cutoff)
    return [joined[one] for one in near]


@contextmanager
def within(part: str) -> Iterator[None]:
    """Put a key or an index before the place of an error."""
    try:
        yield
    except InputError as error:
        error.where = ".".join(one for one in (part, error.where) if one).replace(".[", "[")
        raise
