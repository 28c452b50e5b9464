"""The fast layer pass: layers 2 to 7 over signatures, one group of equal effects at a time (CR 613).

It gives what the plain interpreter gives. Effects are groups: those of one static ability on all permanents
of one signature. Where what one of a layer writes is nothing that another reads, each is applied once in
the order of timestamps; where it is, `Interplay` finds the order.
"""

from collections.abc import Sequence
from typing import Final

from ecs_magic.abilities import (
    DefinePowerToughness,
    Gain,
    Modification,
    ModifyPowerToughness,
    SetPowerToughness,
    Size,
    Static,
    answers_to,
    written,
)
from ecs_magic.features import Signature
from ecs_magic.gathering import gathered, given
from ecs_magic.ids import Seat
from ecs_magic.interplay import Interplay
from ecs_magic.layers import EFFECT_LAYERS
from ecs_magic.plans import Entry, Numbers, Plan
from ecs_magic.programs import Part, Program
from ecs_magic.selections import Place
from ecs_magic.selectors import Count, Value
from ecs_magic.signatures import Signatures
from ecs_magic.works import Ground, Order, Work

_CONTROL: Final = EFFECT_LAYERS.index("2")
_SWITCHING: Final = EFFECT_LAYERS.index("7d")


def make_plan(signatures: Signatures) -> Plan:
    """Return what all effects in force make of the signatures.

    The plan's `carried` names what the pass cannot carry, if anything: the choice between it and the plain
    interpreter is made here, from the programs of the effects in force.
    """
    programs = _programs(signatures)
    missing = next((program.carried for program in programs if program.carried), "")
    if missing:
        return Plan(len(signatures.population), missing)
    layers = sorted({part.layer for program in programs for part in program.parts})
    return _LayerPass(signatures).run(layers)


def closer_look(signatures: Signatures) -> frozenset[str]:
    """Return what effects in force look at that is part of a signature only then."""
    found: set[str] = set()
    for program in _programs(signatures):
        if not program.carried:
            found |= program.status
            found |= {"each"} if program.granted else set()
    return frozenset(found)


def _programs(signatures: Signatures) -> list[Program]:
    """Return the programs in force, and those of abilities that they may give."""
    found = list(dict.fromkeys(signatures.programs()))
    for program in found:
        if program.granted:
            found += [one for one in map(signatures.program, program.granted) if one not in found]
    return found


class _Sum:
    """What the effects of one player's permanents that select alike add, and to what."""

    __slots__ = ("every", "power", "toughness")

    def __init__(self, every: int) -> None:
        self.every = every
        self.power = self.toughness = 0


class _LayerPass:
    """One pass: the ground as it is so far, the works, and the plan that is being made."""

    def __init__(self, signatures: Signatures) -> None:
        self.signatures = signatures
        self.plan = Plan(len(signatures.population))
        self.works = gathered(signatures)
        self.ground = Ground(signatures)
        # features that works are held by, as bits by index
        self._held = 0
        # (signature, source) -> how many abilities the source gave it
        self._given: dict[tuple[int, int], int] = {}
        # what selects, with the controller -> what is added in the layer that is gone through
        self._sums: dict[tuple[int, Seat], _Sum] = {}
        for work in self.works:
            self._note(work)

    def _note(self, work: Work) -> None:
        program = work.program
        self.plan.populated = self.plan.populated or program.populated
        self.plan.outward = self.plan.outward or program.outward
        if work.held >= 0:
            self._held |= 1 << work.held

    def run(self, layers: Sequence[int]) -> Plan:
        """Go through these layers in their order (CR 613.1)."""
        for layer in layers:
            works = [(work, part) for work in self.works for part in work.program.parts if part.layer == layer]
            if works:
                self._run_layer(layer, works)
            if works and layer == _CONTROL:
                for work in self.works:
                    self.ground.aim(work)
        return self.plan

    def _run_layer(self, layer: int, works: list[tuple[Work, Part]]) -> None:
        ground = self.ground
        self._sums = {}
        reads = writes = 0
        for _, part in works:
            if part.sums is None:
                writes |= ground.deed(part).writes
        if writes:
            for work, part in works:
                reads |= ground.reads(work, part)
        several = len(works) > 1 or len(works[0][0].orders) > 1
        if (reads & writes and several) or any(part.gives for _, part in works):
            self.plan.interacts = True
            Interplay(ground, layer, self._apply).run(self._split([work for work, _ in works]))
            return
        works = [(work, part) for work, part in works if ground.exists(work)]
        once = all(part.unions for _, part in works)
        ordered: list[tuple[bool, Order, Work, Part]] = []
        for work, part in works:
            if part.sums is not None:
                self._add(work, part.sums)
            elif once or work.program.defines or layer == _SWITCHING:
                ordered.append((not work.program.defines, work.orders[0], work, part))
            else:
                ordered += [(not work.program.defines, order, work, part) for order in work.orders]
        for one in self._sums.values():
            self.plan.add(one.every, one.power, one.toughness)
        if len(ordered) > 1:
            ordered.sort(key=_by_order)
        for _, order, work, part in ordered:
            self._apply(work, part, order)

    def _split(self, works: list[Work]) -> list[Work]:
        """Take works apart whose effects begin one by one and go on in later layers (CR 613.6)."""
        found: list[Work] = []
        for work in works:
            if len(work.orders) == 1 or len(work.program.parts) == 1:
                found.append(work)
                continue
            parts = work.split()
            at = self.works.index(work)
            self.works[at : at + 1] = parts
            found += parts
        return found

    def _add(self, work: Work, sums: tuple[int, int]) -> None:
        """Add what all of a group add, each for what it affects."""
        count, (power, toughness) = len(work.orders), sums
        program = work.program
        which = program.affects.selector.which
        single = work.held < 0 or program.alone or work.fixed is not None or work.begun is not None
        if single or which not in ("any", "other", "this"):
            every = self.ground.selected(work)
        elif which == "this":
            every, count = self.ground.selected(work), 1  # each adds to its own source alone
        else:
            key = program.kind, work.place.seat
            shared = self._sums.get(key)
            if shared is None:
                every = program.affects.of(self.ground.bits, self.ground.features, Place(work.place.seat))
                shared = self._sums[key] = _Sum(every)
            every = shared.every
            shared.power += count * power
            shared.toughness += count * toughness
            if which == "other" and every & work.place.source:
                # Each leaves its own source out: all of them get one less.
                self.plan.add_to(work.at, -power, -toughness)
            count = 0
        if count:
            self.plan.add(every, count * power, count * toughness)
        if len(program.parts) > 1:
            work.begun = every

    def _apply(self, work: Work, part: Part, order: Order) -> tuple[set[int], list[Work]]:
        """Apply one effect in one layer; return the features that changed, at least on the way, and new works."""
        ground, plan = self.ground, self.plan
        if part.layer == _CONTROL:
            ground.aim(work)
        mask, seat = ground.selected(work), work.place.seat
        if part.switches:
            if len(work.orders) * len(part.changes) % 2:
                plan.switches.append(mask)
        else:
            for change in part.changes:
                plan.log.append(Entry(mask, change, seat, self._numbers(work, part, change)))
        new = self._give(part, order, mask) if work.program.granted else []
        before = ground.act(part, mask, seat)
        if len(work.program.parts) > 1:
            work.begun = mask
        for feature, gone in ground.cut.items():
            if self._held >> feature & 1:
                self._lose(feature, gone)
        changed, ground.cut = {*before, *ground.cut}, {}
        for one in new:
            self._note(one)
        self.works += new
        return changed, new

    def _lose(self, feature: int, gone: int) -> None:
        """Let abilities be lost from these signatures, whatever is gained later or in the same go."""
        for work in self.works:
            if work.held == feature and gone >> work.at & 1:
                work.lost = True

    def _give(self, part: Part, order: Order, mask: int) -> list[Work]:
        """Return the works of static abilities that an effect gives, with timestamps of their own (CR 613.7a)."""
        signatures, features = self.signatures, self.ground.features
        new: list[Work] = []
        for change in part.changes:
            for ability in written(change.abilities) if isinstance(change, Gain) else ():
                there = mask & signatures.live
                for name, index in features.of_kind("barred"):
                    if answers_to(ability, name):
                        there &= ~self.ground.bits[index]
                while there:
                    low = there & -there
                    there ^= low
                    at = low.bit_length() - 1
                    number = self._given[at, order[2][1]] = self._given.get((at, order[2][1]), -1) + 1
                    if isinstance(ability, Static):
                        new.append(given(signatures, at, ability, order, number))
                        self.ground.aim(new[-1])
        return new

    def _numbers(self, work: Work, part: Part, change: Modification) -> Numbers:
        """Return the numbers of a change, or how they are worked out for each signature (CR 613.4)."""
        if not isinstance(change, DefinePowerToughness | SetPowerToughness | ModifyPowerToughness):
            return None, None
        # CR 107.1b: what is added is never a negative number that was read; what is set may be.
        low = 0 if isinstance(change, ModifyPowerToughness) else None
        power = self._number(work, part, change.power, low)
        toughness = self._number(work, part, change.toughness, low)
        if isinstance(power, Value) or isinstance(toughness, Value):
            return lambda one: (_read_off(one, power, low), _read_off(one, toughness, low))
        return power, toughness

    def _number(self, work: Work, part: Part, amount: Size | None, low: int | None) -> int | Value | None:
        """Return a number; one that is read off each affected object stays as it is."""
        if isinstance(amount, Count):
            counted = part.counts[id(amount)].of(self.ground.bits, self.ground.features, work.place)
            return self.signatures.total(counted) * amount.times + amount.plus
        if isinstance(amount, Value) and amount.from_ == "source":
            at = None if work.source is None else self.signatures.of.get(work.source)
            return 0 if at is None else _read_off(self.ground.features.signatures[at], amount, low)
        return amount if isinstance(amount, int | Value) else None  # the others it never carries


def _read_off(signature: Signature, amount: int | Value | None, low: int | None) -> int | None:
    if not isinstance(amount, Value):
        return amount
    if amount.of == "counters":
        return signature.counted(amount.kind)
    number = signature.values.mana_value
    return number if low is None else max(low, number)


def _by_order(one: tuple[bool, Order, Work, Part]) -> tuple[bool, Order]:
    return one[:2]
