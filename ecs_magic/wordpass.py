"""The layer pass of many games at once: a feature is one word a game, a group of effects one step for all (CR 613).

It does for each game what `layerpass` does for one, where no effect waits for another: a lane of equal effects is
applied to all games that have it, those of one game in their order. What it cannot carry is told by `alone`.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from ecs_magic.abilities import (
    DefinePowerToughness,
    Modification,
    ModifyPowerToughness,
    SetPowerToughness,
    Size,
    SwitchPowerToughness,
)
from ecs_magic.alterations import Step, steps_of
from ecs_magic.layers import EFFECT_LAYERS
from ecs_magic.plans import Entry, Plan
from ecs_magic.pooled import Lane, Numbers, Pool, Row, Words
from ecs_magic.programs import Part
from ecs_magic.selections import Place
from ecs_magic.selectors import Count

_NONE: Final = np.uint64(0)
_ALL: Final = ~_NONE
_SIZES: Final = EFFECT_LAYERS.index("7a")

Ints = np.ndarray[Any, np.dtype[np.int64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


class _Vocabulary:
    """The features of a pool, for selections over words: all bits of a word are the whole."""

    whole = _ALL

    def __init__(self, pool: Pool) -> None:
        self.answering = pool.features.answering


class _Step(NamedTuple):
    """Works of one lane that are carried out together, at most one a game; those games, and the sources' words."""

    lane: Lane
    part: Part
    works: Ints
    games: "Ints | slice"
    source: Words


class Applied(NamedTuple):
    """What a step did: the games, the signatures it applied to, and its numbers where those are no constants."""

    step: _Step
    mask: Words
    numbers: "tuple[tuple[Any, Any], ...]"


class Boards:
    """The rows of some games as arrays. Never changes but for what is worked out of it.

    `alone` tells which games need a layer pass of their own, because one of their effects may wait for another.
    """

    def __init__(self, pool: Pool, rows: list[Row]) -> None:
        pool.settle()
        self.pool = pool
        self.rows = rows
        self.count = len(rows)
        self.shape = np.array([row.shape for row in rows], dtype=np.int64)
        deep = max((len(row.slices) for row in rows), default=0)
        self.slices = np.array(
            [[*row.slices, *[0] * (deep - len(row.slices))] for row in rows], dtype=np.uint64
        ).T.reshape(deep, self.count)
        # Forks share what is in force: each is made an array once, and taken for every game that has it.
        forces = {id(row.force): row.force for row in rows}
        numbers = {key: number for number, key in enumerate(forces)}
        sizes = np.array([len(force.works) for force in forces.values()], dtype=np.int64)
        works = [work for force in forces.values() for work in force.works]
        columns = list(zip(*works, strict=True)) if works else [()] * 5
        force = np.array([numbers[id(row.force)] for row in rows], dtype=np.int64)
        lengths = sizes[force]
        taken = _ragged((np.cumsum(sizes) - sizes)[force], lengths)
        self.game = np.repeat(np.arange(self.count), lengths)
        self.lane = np.array(columns[0], dtype=np.int64)[taken]
        self.source, self.host, self.fixed = (np.array(column, dtype=np.uint64)[taken] for column in columns[1:4])
        self.effects = np.array(columns[4], dtype=np.int64)[taken]
        starts = np.cumsum(lengths) - lengths
        turns = np.array([len(row.turns) for row in rows], dtype=np.int64)
        local = np.array([turn for row in rows for turn in row.turns], dtype=np.int64)
        # the works in the order of their single effects, game by game; and whether each is the first of its work
        self.turns = local + np.repeat(starts, turns)
        self.first = np.zeros(len(self.turns), dtype=np.bool_)
        self.first[np.unique(self.turns, return_index=True)[1]] = True
        self._words: dict[int, Words] = {}
        self._script: tuple[int, list[tuple[int, list[_Step]]], Flags] | None = None
        self._sizes: tuple[Numbers, Numbers] | None = None

    def word(self, feature: int) -> Words:
        """Return which signatures of each game have a feature before any effect."""
        found = self._words.get(feature)
        if found is None:
            found = self._words[feature] = self.pool.words(feature)[self.shape]
        return found

    @property
    def sizes(self) -> tuple[Numbers, Numbers]:
        """The copiable power and toughness of each signature of each game."""
        if self._sizes is None:
            power, toughness = self.pool.sizes()
            self._sizes = power[self.shape], toughness[self.shape]
        return self._sizes

    @property
    def script(self) -> list[tuple[int, list[_Step]]]:
        """What is carried out in each layer, in this order."""
        return self._made()[1]

    @property
    def alone(self) -> Flags:
        """Which games need a layer pass of their own."""
        return self._made()[2]

    def _made(self) -> tuple[int, list[tuple[int, list[_Step]]], Flags]:
        version = self.pool.features.version
        if self._script is None or self._script[0] != version:
            alone = np.zeros(self.count, dtype=np.bool_)
            present = [int(number) for number in np.unique(self.lane)]
            layers = sorted({part.layer for number in present for part in self.pool.lanes[number].program.parts})
            script = []
            for layer in layers:
                parts = {
                    number: part
                    for number in present
                    for part in self.pool.lanes[number].program.parts
                    if part.layer == layer
                }
                self._look_for_interplay(parts, alone)
                script.append((layer, [*self._in_order(parts), *self._sums(parts)]))
            self._script = self.pool.features.version, script, alone
        return self._script

    def _look_for_interplay(self, parts: dict[int, Part], alone: Flags) -> None:
        """Note the games in which an effect of a layer may change what another, or itself again, looks at."""
        lanes = self.pool.lanes
        writes = {number: _writes(part, self.pool) for number, part in parts.items() if part.sums is None}
        writes = {number: bits for number, bits in writes.items() if bits}
        if not writes:
            return
        reads = {number: _reads(lanes[number], self.pool) for number in parts}
        several = np.zeros(self.count, dtype=np.int64)
        having: dict[int, Flags] = {}
        for number in parts:
            works = self.lane == number
            having[number] = np.zeros(self.count, dtype=np.bool_)
            having[number][self.game[works]] = True
            np.add.at(several, self.game[works], self.effects[works])
        for writer, written in writes.items():
            for reader, read in reads.items():
                if written & read:
                    alone |= having[writer] & having[reader] & (several > 1)

    def _in_order(self, parts: dict[int, Part]) -> Iterator[_Step]:
        """Yield the steps of a layer whose order counts: the first of each game, then the second, and so on."""
        ordered = {number: part for number, part in parts.items() if part.sums is None}
        if not ordered:
            return
        chosen = np.zeros(len(self.pool.lanes), dtype=np.bool_)
        later = np.zeros(len(self.pool.lanes), dtype=np.bool_)
        for number in ordered:
            chosen[number] = True
            later[number] = not self.pool.lanes[number].program.defines
        lanes = self.lane[self.turns]
        # What defines its own object does so once.
        works = self.turns[chosen[lanes] & (self.first | later[lanes])]
        # Game by game those that define come first (CR 613.3); the others stay in their order.
        works = works[np.lexsort((later[self.lane[works]], self.game[works]))]
        yield from self._steps(ordered, works, _places(self.game[works]))

    def _sums(self, parts: dict[int, Part]) -> Iterator[_Step]:
        """Yield the steps that only add to power and toughness; their order does not count."""
        adding = {number: part for number, part in parts.items() if part.sums is not None}
        if not adding:
            return
        works = np.flatnonzero(np.isin(self.lane, list(adding)))
        works = works[np.lexsort((self.game[works], self.lane[works]))]
        yield from self._steps(adding, works, _places(self.lane[works] * self.count + self.game[works]))

    def _steps(self, parts: dict[int, Part], works: Ints, places: Ints) -> Iterator[_Step]:
        """Yield one step for the works of each place and lane."""
        order = np.lexsort((self.game[works], self.lane[works], places))
        works, places = works[order], places[order]
        lanes = self.lane[works]
        bounds = np.flatnonzero((np.diff(lanes, prepend=-1) != 0) | (np.diff(places, prepend=-1) != 0))
        for start, end in zip(bounds, [*bounds[1:], len(works)], strict=True):
            lane, part, taken = self.pool.lanes[lanes[start]], parts[int(lanes[start])], works[start:end]
            games: Ints | slice = self.game[taken]
            if len(taken) == self.count:
                games = slice(None)
            yield _Step(lane, part, taken, games, self.source[taken])


def _ragged(starts: Ints, lengths: Ints) -> Ints:
    """Return the numbers from each start on, as many as each length says, one after another."""
    ends = np.cumsum(lengths)
    return np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1] if len(ends) else 0)


def _places(groups: Ints) -> Ints:
    """Return of each its place in the run of equal ones."""
    at = np.arange(len(groups))
    starts = np.diff(groups, prepend=-1) != 0
    return at - np.maximum.accumulate(np.where(starts, at, 0))


def _writes(part: Part, pool: Pool) -> int:
    found = 0
    for step in _alterations(part, pool):
        found |= 1 << step.feature
    return found


def _reads(lane: Lane, pool: Pool) -> int:
    """Return the features, as bits by index, whose change can change whether, on what or how an effect acts."""
    found = 0 if lane.held < 0 else 1 << lane.held
    if not lane.fixed:
        found |= lane.program.affects.reads(pool.features)
    if lane.program.condition is not None:
        found |= lane.program.condition.reads(pool.features)
    return found


def _alterations(part: Part, pool: Pool) -> list[Step]:
    return [step for change in part.changes for step in steps_of(change, pool.features)]


class Pass:
    """One pass over a board: the features as they are in the end, and power and toughness of each signature."""

    def __init__(self, board: Boards) -> None:
        self.board = board
        self.applied: list[Applied] = []
        self.power, self.toughness = (numbers.copy() for numbers in board.sizes)
        # signatures whose power and toughness are switched
        self.switched = np.zeros(board.count, dtype=np.uint64)
        self._vocabulary: Any = _Vocabulary(board.pool)
        self._now: dict[int, Words] = {}
        # feature -> signatures that it was taken from, given back since or not
        self._cut: dict[int, Words] = {}
        # works that go on in later layers: whether they began, and what they apply to (CR 613.6)
        self._began = np.zeros(len(board.source), dtype=np.bool_)
        self._begun = np.zeros(len(board.source), dtype=np.uint64)
        # sums -> how often they are added, as words by the bits of that number
        self._added: dict[tuple[int, int], list[Words]] = {}
        # for each game, once one was asked for, where its entries start; and these: what was applied, and where
        self._entries: tuple[Ints, Ints, Ints] | None = None
        for _, steps in board.script:
            there = [self._exists(step) for step in steps]
            for step, exists in zip(steps, there, strict=True):
                self._apply(step, exists)
        for (power, toughness), slices in self._added.items():
            times = self._numbers(slices)
            self.power += times * np.int32(power)
            self.toughness += times * np.int32(toughness)

    def word(self, feature: int) -> Words:
        """Return which signatures of each game have a feature after what was applied so far."""
        found = self._now.get(feature)
        return self.board.word(feature) if found is None else found

    def __getitem__(self, feature: int) -> Words:
        return self.word(feature)

    def _exists(self, step: _Step) -> "Flags | None":
        """Return in which games there are such effects now; `None` is all (CR 604.2, 613.6)."""
        lane, works, games = step.lane, step.works, step.games
        condition = lane.program.condition
        if lane.held < 0 and condition is None:
            return None
        found: Any = True
        if lane.held >= 0:
            held = self.word(lane.held)[games]
            if lane.held in self._cut:
                held = held & ~self._cut[lane.held][games]
            found = (held & step.source) != _NONE
        if condition is not None:
            selected = condition.of(self._seen(games), self._vocabulary, self._place(step))
            found = found & (self._total(selected, games) >= lane.program.at_least)
        if len(lane.program.parts) > 1:
            found = found | self._began[works]
        every: Flags = found
        return every

    def _apply(self, step: _Step, exists: "Flags | None") -> None:
        """Let one step act on features or on sizes."""
        program, works = step.lane.program, step.works
        mask = self._selected(step, self._place(step))
        if exists is not None:
            mask = mask * exists
        if len(program.parts) > 1:
            self._begun[works] = mask
            self._began[works] |= True if exists is None else exists
        if step.part.sums is not None:
            self._add(step, step.part.sums, mask, exists)
        elif step.part.layer < _SIZES:
            self._alter(step.part, mask, step.games)
            self.applied.append(Applied(step, mask, ((None, None),) * len(step.part.changes)))
        else:
            numbers = tuple(self._change(step, change, mask) for change in step.part.changes)
            self.applied.append(Applied(step, mask, numbers))

    def _selected(self, step: _Step, place: Place) -> Words:
        """Return what a step applies to where there are such effects (CR 611.2c, 613.6)."""
        lane, works = step.lane, step.works
        if lane.fixed:
            selected: Any = self.board.fixed[works]
        else:
            selected = lane.program.affects.of(self._seen(step.games), self._vocabulary, place)
        if len(lane.program.parts) > 1:
            selected = np.where(self._began[works], self._begun[works], selected)
        return np.broadcast_to(np.asarray(selected, dtype=np.uint64), works.shape)

    def _alter(self, part: Part, mask: Words, games: "Ints | slice") -> None:
        """Let a part act on features."""
        for feature, put, where, unless in _alterations(part, self.board.pool):
            old = self.word(feature)[games]
            on = mask
            if where is not None:
                either = np.zeros(len(mask), dtype=np.uint64)
                for index in where:
                    either |= self.word(index)[games]
                on = on & (~either if unless else either)
            self._write(self._now, feature, old | on if put else old & ~on, games)
            if not put:
                cut = self._cut.get(feature)
                gone = old & on
                self._write(self._cut, feature, gone if cut is None else cut[games] | gone, games)

    def _write(self, words: dict[int, Words], feature: int, new: Words, games: "Ints | slice") -> None:
        if isinstance(games, slice):
            words[feature] = new
            return
        found = words.get(feature)
        if found is None:
            start = self.board.word(feature) if words is self._now else np.zeros(self.board.count, dtype=np.uint64)
            found = words[feature] = start.copy()
        found[games] = new

    # --- power and toughness -----------------------------------------------------------------------------

    def _add(self, step: _Step, sums: tuple[int, int], mask: Words, exists: "Flags | None") -> None:
        """Add what all of a group add; of "other" each leaves its own source out."""
        program, works = step.lane.program, step.works
        shared = step.lane.held >= 0 and not program.alone
        which = program.affects.selector.which if shared else "any"
        times = self.board.effects[works]
        if which == "this":
            times = np.ones_like(times)  # each adds to its own source alone
        self._count(step, sums, mask, times)
        if which == "other" and times.max() > 1:
            nowhere: Any = _NONE
            sources = self._selected(step, Place(step.lane.seat, nowhere)) & step.source
            self._count(step, sums, sources if exists is None else sources * exists, times - 1)

    def _count(self, step: _Step, sums: tuple[int, int], mask: Words, times: Ints) -> None:
        """Let sums be added so many times more to these signatures: bits of numbers, with carry."""
        self.applied.append(Applied(step, mask, ((times, None),)))
        slices = self._added.setdefault(sums, [])
        for bit in range(int(times.max()).bit_length()):
            place, carry = bit, mask * (times >> bit & 1).astype(np.uint64)
            while carry.any():
                while place >= len(slices):
                    slices.append(np.zeros(self.board.count, dtype=np.uint64))
                old = slices[place][step.games]
                added, carry = old ^ carry, old & carry
                slices[place][step.games] = added
                place += 1

    def _change(self, step: _Step, change: Modification, mask: Words) -> tuple[Any, Any]:
        """Carry out a modification of layer 7; return its numbers."""
        games = step.games
        if isinstance(change, SwitchPowerToughness):
            self.switched[games] ^= mask
            return None, None
        if not isinstance(change, DefinePowerToughness | SetPowerToughness | ModifyPowerToughness):
            return None, None
        on = self.bits(mask)
        power, toughness = self._number(step, change.power), self._number(step, change.toughness)
        for size, number in ((self.power, power), (self.toughness, toughness)):
            if number is None:
                continue
            each = np.asarray(number, dtype=np.int32).reshape(-1, 1)
            if isinstance(change, ModifyPowerToughness):
                size[games] += on * each
            else:
                size[games] = np.where(on, each, size[games])
        return power, toughness

    def _number(self, step: _Step, amount: Size | None) -> "int | Ints | None":
        if not isinstance(amount, Count):
            return amount if isinstance(amount, int) else None
        selection = step.part.counts[id(amount)]
        counted = selection.of(self._seen(step.games), self._vocabulary, self._place(step))
        return self._total(counted, step.games) * amount.times + amount.plus

    # --- words -------------------------------------------------------------------------------------------

    def _seen(self, games: "Ints | slice") -> Any:
        return self if isinstance(games, slice) else _Some(self, games)

    def _place(self, step: _Step) -> Place:
        source: Any = step.source
        host: Any = self.board.host[step.works]
        return Place(step.lane.seat, source, host)

    def _total(self, selected: Any, games: "Ints | slice") -> Ints:
        """Return how many permanents of each game have one of these signatures."""
        found = np.zeros(self.board.count, dtype=np.int64)[games]
        for place, bits in enumerate(self.board.slices):
            found += np.bitwise_count(np.asarray(selected, dtype=np.uint64) & bits[games]).astype(np.int64) << place
        return found

    def bits(self, words: Words) -> Flags:
        """Return words as flags of each signature."""
        width = self.board.pool.width
        octets = words.astype("<u8").view(np.uint8).reshape(len(words), 8)[:, : (width + 7) // 8]
        return np.unpackbits(octets, axis=1, count=width, bitorder="little").view(np.bool_)

    def _numbers(self, slices: list[Words]) -> Numbers:
        """Return the numbers whose bits these are."""
        found = np.zeros(self.power.shape, dtype=np.int32)
        for place, words in enumerate(slices):
            found += self.bits(words) * np.int32(1 << place)
        return found

    # --- one game of it ----------------------------------------------------------------------------------

    def fill(self, at: int, plan: Plan) -> None:
        """Let a plan be what was applied to the game of row `at`."""
        starts, applied, places = self._entries or self._sorted()
        for one, place in zip(
            applied[starts[at] : starts[at + 1]].tolist(), places[starts[at] : starts[at + 1]].tolist(), strict=True
        ):
            step, masks, numbers = self.applied[one]
            part, mask = step.part, int(masks[place])
            if part.sums is not None:
                times = int(numbers[0][0][place])
                plan.add(mask, times * part.sums[0], times * part.sums[1])
            elif part.switches:
                plan.switches += [mask] * len(part.changes)
            else:
                for change, (power, toughness) in zip(part.changes, numbers, strict=True):
                    plan.log.append(Entry(mask, change, step.lane.seat, (_one(power, place), _one(toughness, place))))

    def _sorted(self) -> tuple[Ints, Ints, Ints]:
        every = np.arange(self.board.count)
        games = [every[one.step.games] for one in self.applied]
        lengths = [len(one) for one in games]
        flat = np.concatenate([*games, every[:0]])
        order = np.argsort(flat, kind="stable")
        applied = np.repeat(np.arange(len(games)), lengths)[order]
        places = np.concatenate([*map(np.arange, lengths), every[:0]])[order]
        self._entries = np.searchsorted(flat[order], np.arange(self.board.count + 1)), applied, places
        return self._entries


def _one(number: "int | Ints | None", place: int) -> int | None:
    return number if number is None or isinstance(number, int) else int(number[place])


class _Some:
    """Some of the games of a pass."""

    def __init__(self, whole: Pass, games: Ints) -> None:
        self._whole = whole
        self._games = games

    def __getitem__(self, feature: int) -> Words:
        return self._whole.word(feature)[self._games]
