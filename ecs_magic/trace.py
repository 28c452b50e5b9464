"""The trace of a game: what was asked, what happened, what was chosen; its digest is the run's identity."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from ecs_magic.facts import Fact
from ecs_magic.requests import Request

_ENCODER = msgspec.msgpack.Encoder(order="deterministic")
_START = bytes(16)


class TickRecord(msgspec.Struct, frozen=True):
    """One tick: its number, the requests it took, and the facts it gave, decisions and ignored ones too."""

    tick: int
    requests: tuple[Request, ...]
    facts: tuple[Fact, ...]


def _encode(record: TickRecord) -> bytes:
    """Return a record as bytes that do not depend on how facts were grouped."""
    requests = [(request.name, request) for request in record.requests]
    singles = [(single.name, single) for fact in record.facts for single in fact.each()]
    return _ENCODER.encode((record.tick, requests, singles))


class Trace:
    """The records of one game since it began or was forked or loaded, with the digest of all before them."""

    __slots__ = ("_before", "_digest", "_hashed", "records")

    def __init__(self, before: bytes = _START) -> None:
        self.records: list[TickRecord] = []
        # Digest of what came before `records`, and of that with the first `_hashed` records.
        self._before = before
        self._digest = before
        self._hashed = 0

    def add(self, record: TickRecord) -> None:
        """Append one tick."""
        self.records.append(record)

    def cut(self, length: int) -> None:
        """Forget every record after the first `length`."""
        del self.records[length:]
        if self._hashed > length:
            self._digest, self._hashed = self._before, 0

    def digest(self) -> bytes:
        """Return the digest of the whole run up to now: 16 bytes."""
        for record in self.records[self._hashed :]:
            self._digest = blake2b(self._digest + _encode(record), digest_size=16).digest()
        self._hashed = len(self.records)
        return self._digest

    def fork(self) -> "Trace":
        """Return a trace that goes on from here, with no records of its own yet."""
        return Trace(self.digest())

    def facts(self, since: int = 0) -> Iterator[Fact]:
        """Yield the facts of the records from number `since` on, one by one."""
        for record in self.records[since:]:
            for fact in record.facts:
                yield from fact.each()


def encoded(value: Any) -> bytes:
    """Return a value as bytes that are the same for equal values, in any process."""
    return _ENCODER.encode(value)


def combined(parts: Iterable[Any]) -> str:
    """Return the digest of plain values, as 32 hexadecimal digits."""
    return blake2b(_ENCODER.encode(list(parts)), digest_size=16).hexdigest()
