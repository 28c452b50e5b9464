"""Many games in one process on one set of columns: what effects make of their permanents is one pass (CR 613).

Each game stays a game of its own. Nothing that is read of it depends on which others are in the table.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from ecs_magic.abilities import answers_to
from ecs_magic.derived import characteristics, sign_anew, signed
from ecs_magic.errors import InputError, instead
from ecs_magic.game import Game
from ecs_magic.pooled import WIDTH, Force, Pool, Row
from ecs_magic.rowplans import RowPlan
from ecs_magic.signatures import Signatures
from ecs_magic.wordpass import Boards, Flags, Ints, Pass
from ecs_magic.world import World

_KINDS: Final = ("names", "types", "supertypes", "subtypes", "colors", "keywords")
_SPARE: Final = 4_096
"""So many things more than four times what games have may be remembered before all is read anew."""


_WAITING: Final = Force("effects that wait for one another")


class Columns(NamedTuple):
    """What is known of the permanents of some games, one after another; `offsets` are where each game starts."""

    offsets: Ints
    permanents: Ints
    power: Ints
    toughness: Ints
    sized: Flags


class ManyGames:
    """A table of games whose permanents are worked out together, ten thousand small boards in one pass (CR 613).

    `refresh` looks at what was done to the games since it was last called, and works out anew what continuous
    effects make of those that changed. From then on reading one of their permanents, as in `permanent.power`,
    needs no layer pass. Columns hold one number for each permanent, of phased-out ones as well, game after game
    in the order in which permanents entered: those of game `n` are ``[offsets[n] : offsets[n + 1]]``.

    Games whose effects wait for one another (CR 613.8), change who controls what, give abilities that make
    effects or read numbers off objects, and games of more than 64 kinds of permanents or 512 permanents, are worked
    out one by one; `alone` tells which. Results are the same.

    A table may only be used while no other thread plays its games.

    >>> import ecs_magic as magic
    >>> start = magic.Game()
    >>> bear = start.put("Grizzly Bears", "A")
    >>> games = [start.fork() for _ in range(3)]
    >>> _ = games[1].put("Glorious Anthem", "A")
    >>> table = magic.many_games(games)
    >>> table.refresh()
    >>> table.power.tolist(), table.offsets.tolist()
    ([2, 3, None, 2], [0, 1, 3, 4])
    >>> table.flags("types", "Creature").tolist()
    [True, True, False, True]
    """

    def __init__(self, games: Iterable[Game]) -> None:
        self.games = tuple(games)
        self._seats = max((len(game.world.seats) for game in self.games), default=1)
        self._begin()

    def _begin(self) -> None:
        self._pool = Pool(self._seats)
        self._most = 0
        self._creature = self._pool.features.need("types", "Creature")
        self._rows: list[Row | None] = [None] * len(self.games)
        self._columns: Columns | None = None
        # the last pass over all games that are not alone, those games, and the version of the features then
        self._whole: tuple[Pass, list[int], int] | None = None

    # --- bringing up to date -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Work out anew what continuous effects make of the permanents of all games that changed."""
        with _without_collection():
            if self._most and len(self._pool) > self._most:
                self._begin()
            changed = self._read()
            if not self._most:
                self._most = 4 * len(self._pool) + _SPARE
            if changed or self._columns is None:
                fresh = self._work_out(changed)
                self._columns = fresh if len(changed) == len(self.games) else self._spliced(changed, fresh)

    def _read(self) -> list[int]:
        """Read the games that changed, and return their numbers and those of games without a row."""
        changed = []
        for number, game in enumerate(self.games):
            signatures = signed(game.world)
            row = self._rows[number]
            if signatures is None:
                self._rows[number] = None
            elif row is None or row.signatures is not signatures or row.version != signatures.version:
                self._rows[number] = row = self._row(game.world, signatures)
            elif not row.apart and signatures.plan is not None:
                continue
            changed.append(number)
        return changed

    def _row(self, world: World, signatures: Signatures) -> Row:
        if len(signatures.population) > WIDTH >= len(signatures.of):
            signatures = sign_anew(world, signatures.closer)  # many of them are no longer in use
        row = self._pool.read(signatures)
        if not row.apart and row.force.closer != signatures.closer:
            row = self._pool.read(sign_anew(world, row.force.closer))
        return row

    def _work_out(self, changed: list[int]) -> Columns:
        """Return the columns of some games; plans are made for them."""
        games = [number for number in changed if (row := self._rows[number]) is not None and not row.apart]
        rows: list[Any] = [self._rows[number] for number in games]
        whole = Pass(Boards(self._pool, rows))
        alone = whole.board.alone
        for at, row in enumerate(rows):
            if alone[at]:
                self._rows[games[at]] = row._replace(force=_WAITING)
            elif row.signatures.plan is None:
                row.signatures.plan = RowPlan(whole, at)
        self._whole = (whole, games, self._pool.features.version) if len(changed) == len(self.games) else None
        worlds = [self.games[number].world for number in changed]
        boards = [world.battlefield() for world in worlds]
        lengths = list(map(len, boards))
        offsets = np.concatenate([[0], np.cumsum(np.array(lengths, dtype=np.int64))])
        permanents = np.fromiter(chain.from_iterable(boards), np.int64, sum(lengths))
        places = np.full(len(self.games), -1, dtype=np.int64)
        places[[number for at, number in enumerate(games) if not alone[at]]] = np.flatnonzero(~alone)
        power, toughness, sized = self._sizes(whole, places[changed], worlds, permanents, offsets)
        return Columns(offsets, permanents, power, toughness, sized)

    def _sizes(
        self, whole: Pass, rows: Ints, worlds: list[World], permanents: Ints, offsets: Ints
    ) -> tuple[Ints, Ints, Flags]:
        """Return power, toughness and whether there are any, read off a pass where its row says where."""
        slots, own = _slots(worlds, rows.tolist(), permanents, offsets)
        row = np.repeat(rows, np.diff(offsets))
        there = slots >= 0
        game, slot = row[there], slots[there]
        power, toughness = np.zeros((2, len(slots)), dtype=np.int64)
        sized = np.zeros(len(slots), dtype=np.bool_)
        power[there], toughness[there] = whole.power[game, slot], whole.toughness[game, slot]
        if own:
            added = np.array(own, dtype=np.int64)
            power[added[:, 0]] += added[:, 1]
            toughness[added[:, 0]] += added[:, 2]
        if whole.switched.any():
            switched = np.zeros(len(slots), dtype=np.bool_)
            switched[there] = whole.bits(whole.switched)[game, slot]
            power, toughness = np.where(switched, toughness, power), np.where(switched, power, toughness)
        sized[there] = whole.bits(whole.word(self._creature))[game, slot]
        every = np.repeat(np.arange(len(worlds)), np.diff(offsets))
        for at in np.flatnonzero(~there).tolist():
            seen = characteristics(worlds[every[at]], int(permanents[at]))
            power[at], toughness[at], sized[at] = seen.power or 0, seen.toughness or 0, seen.power is not None
        return power, toughness, sized

    def _spliced(self, changed: list[int], fresh: Columns) -> Columns:
        """Return the columns with those of some games replaced."""
        old = self._columns
        if old is None:
            raise AssertionError("some games were never read")
        lengths = np.diff(old.offsets)
        lengths[changed] = np.diff(fresh.offsets)
        offsets = np.concatenate([[0], np.cumsum(lengths)])
        return Columns(offsets, *(_splice(changed, old, fresh, place) for place in range(1, len(old))))

    # --- columns -----------------------------------------------------------------------------------------

    @property
    def _known(self) -> Columns:
        if self._columns is None:
            self.refresh()
        if self._columns is None:
            raise AssertionError("a refresh leaves columns")
        return self._columns

    @property
    def offsets(self) -> Ints:
        """Where the permanents of each game start in the columns, and where the last ones end."""
        return self._known.offsets

    @property
    def permanents(self) -> Ints:
        """The ids of all permanents."""
        return self._known.permanents

    @property
    def power(self) -> "np.ma.MaskedArray[Any, Any]":
        """The power of all permanents, masked where there is none (CR 208.3)."""
        known = self._known
        return np.ma.MaskedArray(known.power, mask=~known.sized)

    @property
    def toughness(self) -> "np.ma.MaskedArray[Any, Any]":
        """The toughness of all permanents, masked where there is none."""
        known = self._known
        return np.ma.MaskedArray(known.toughness, mask=~known.sized)

    @property
    def alone(self) -> Flags:
        """Which games were worked out one by one: something there is carried by no common pass."""
        self._known  # noqa: B018 - reads the games
        return np.array([row is None or bool(row.apart) for row in self._rows], dtype=np.bool_)

    def flags(self, kind: str, value: str) -> Flags:
        """Return which permanents have a value of ``types``, ``subtypes``, ``colors``, ``keywords`` and the like.

        The games are brought up to date first. A keyword may be named without its detail, as in ``protection``.
        Raises `InputError` for another kind, and for a mana ability as keyword.
        """
        if kind not in _KINDS:
            raise InputError(f"there are no flags for {kind!r}", where="flags", suggestion=instead(kind, _KINDS))
        if kind == "keywords" and value.casefold().startswith("mana "):
            raise InputError(f"{value!r} is a mana ability", where="flags", suggestion="name a keyword")
        self.refresh()
        known, features = self._known, self._pool.features
        looked_at = features.answering(value) if kind == "keywords" else [features.need(kind, value)]
        whole, games = self._over_all()
        rows = np.full(len(self.games), -1, dtype=np.int64)
        rows[games] = np.arange(len(games))
        words = np.zeros(len(games), dtype=np.uint64)
        for feature in looked_at:
            words |= whole.word(feature)
        worlds = [game.world for game in self.games]
        rows[self.alone] = -1
        slots, _ = _slots(worlds, rows.tolist(), known.permanents, known.offsets)
        there = slots >= 0
        found = np.zeros(len(slots), dtype=np.bool_)
        found[there] = whole.bits(words)[np.repeat(rows, np.diff(known.offsets))[there], slots[there]]
        every = np.repeat(np.arange(len(worlds)), np.diff(known.offsets))
        for at in np.flatnonzero(~there).tolist():
            found[at] = _has(worlds[every[at]], int(known.permanents[at]), kind, value)
        return found

    def _over_all(self) -> tuple[Pass, list[int]]:
        """Return a pass over all games that are not alone, with all features that are looked at by now."""
        version = self._pool.features.version
        if self._whole is None or self._whole[2] != version:
            if self._whole is None:
                games = [number for number, row in enumerate(self._rows) if row is not None and not row.apart]
                board = Boards(self._pool, [row for row in self._rows if row is not None and not row.apart])
            else:
                games, board = self._whole[1], self._whole[0].board
            self._whole = Pass(board), games, version
        return self._whole[0], self._whole[1]


def _slots(
    worlds: Sequence[World], rows: Sequence[int], permanents: Ints, offsets: Ints
) -> tuple[Ints, list[tuple[int, int, int]]]:
    """Return the signature of each permanent of some games, and what its own counters add to some of them.

    It is -1 for what is phased out and in games without a row.
    """
    slots = np.full(len(permanents), -1, dtype=np.int64)
    own: list[tuple[int, int, int]] = []
    for world, row, (start, end) in zip(worlds, rows, pairwise(offsets.tolist()), strict=True):
        signatures = world.memory.signatures
        if row < 0 or signatures is None:
            continue
        slots[start:end] = signatures.of.numbers(permanents[start:end])
        if signatures.own:
            added = signatures.own
            own += [(start + at, *added[one]) for at, one in enumerate(world.battlefield()) if one in added]
    return slots, own


def _has(world: World, object_: int, kind: str, value: str) -> bool:
    seen = characteristics(world, object_)
    if kind == "keywords":
        return any(answers_to(ability, value) for ability in seen.abilities)
    return value in getattr(seen, kind)


def _splice(changed: list[int], old: Columns, fresh: Columns, column: int) -> Any:
    """Return one column with the part of each game in `changed` replaced."""
    before, after, pieces, end = old[column], fresh[column], [], 0
    for at, number in enumerate(changed):
        pieces += [before[end : old.offsets[number]], after[fresh.offsets[at] : fresh.offsets[at + 1]]]
        end = old.offsets[number + 1]
    return np.concatenate([*pieces, before[end:]])


@contextmanager
def _without_collection() -> Iterator[None]:
    """Hold the cyclic garbage collector off while many things are made; the host's setting comes back."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
