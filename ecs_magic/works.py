"""Groups of equal effects at work, and the ground they work on: features as they are at one moment of a pass."""

from typing import Any, NamedTuple

from ecs_magic.alterations import Step, steps_of
from ecs_magic.ids import Seat
from ecs_magic.programs import Part, Program
from ecs_magic.selections import Place
from ecs_magic.signatures import Signatures

Order = tuple[int, int, tuple[Any, ...]]
"""Timestamp, when the ability was given (CR 613.7a), and what tells equal ones apart, as in the plain interpreter."""


class Work:
    """One continuous effect, or equal ones of all permanents of a signature, in the order of `orders`.

    `at` is the signature of the source or -1, `held` the feature that its ability is or -1, `fixed` the
    signatures of a fixed set, `begun` what it began to apply to in an earlier layer (CR 613.6), and `lost`
    tells that its ability was lost, if another like it was gained since or not.
    """

    __slots__ = ("at", "begun", "fixed", "held", "lost", "orders", "place", "program", "source")

    def __init__(
        self,
        program: Program,
        place: Place,
        orders: tuple[Order, ...],
        *,
        source: int | None,
        at: int = -1,
        held: int = -1,
        fixed: int | None = None,
    ) -> None:
        self.program = program
        self.place = place
        self.orders = orders
        self.source = source
        self.at = at
        self.held = held
        self.fixed = fixed
        self.begun: int | None = None
        self.lost = False

    def split(self) -> "list[Work]":
        """Return one work for each of the equal effects."""
        works = []
        for order in self.orders:
            work = Work(
                self.program, self.place, (order,), source=order[2][1], at=self.at, held=self.held, fixed=self.fixed
            )
            work.begun, work.lost = self.begun, self.lost
            works.append(work)
        return works


class Deed(NamedTuple):
    """What a part does to features: the steps, which features they write, and which they look at."""

    version: int
    part: Part
    steps: tuple[Step, ...]
    writes: int
    looks: int


class Ground:
    """The features at one moment, and what effects would do on them.

    `cut` are features that the last act took from some signatures, with those, given back since or not: an
    ability that is lost and gained in one go is another one.
    """

    __slots__ = ("bits", "cut", "features", "signatures")

    def __init__(self, signatures: Signatures) -> None:
        self.signatures = signatures
        self.features = signatures.features
        self.bits = signatures.features.bits.copy()
        self.cut: dict[int, int] = {}

    def exists(self, work: Work) -> bool:
        """Whether there is such an effect now: its ability, and its condition (CR 604.2, 613.6)."""
        if work.begun is not None:
            return True
        if work.held >= 0 and (work.lost or not self.bits[work.held] & work.place.source):
            return False
        if work.held in self.cut and self.cut[work.held] & work.place.source:
            return False
        condition = work.program.condition
        if condition is None:
            return True
        selected = condition.of(self.bits, self.features, work.place)
        return self.signatures.total(selected) >= work.program.at_least

    def selected(self, work: Work) -> int:
        """Return what it applies to now (CR 611.2c, 613.6)."""
        if work.begun is not None:
            return work.begun
        if work.fixed is not None:
            return work.fixed
        return work.program.affects.of(self.bits, self.features, work.place)

    def aim(self, work: Work) -> None:
        """Let a static ability's effect be that of whoever controls the source now (CR 109.5)."""
        if work.held >= 0:
            work.place.seat = self.seat(work.at)

    def seat(self, at: int) -> Seat:
        """Return who controls permanents of a signature now."""
        return Seat(next(seat for seat in range(self.features.seats) if self.bits[seat] >> at & 1))

    def reads(self, work: Work, part: Part) -> int:
        """Return the features, as bits by index, whose change can change whether, on what or how it acts."""
        if work.begun is not None:
            return self.features.controllers if part.controls and work.held >= 0 else 0
        program = work.program
        found = 0 if work.held < 0 else 1 << work.held
        if work.fixed is None:
            found |= program.affects.reads(self.features)
        if program.condition is not None:
            found |= program.condition.reads(self.features)
        if part.controls and work.held >= 0:
            found |= self.features.controllers
        return found

    def deed(self, part: Part) -> Deed:
        """Return what a part does to the features that are looked at."""
        deeds = self.signatures.deeds
        found = deeds.get(id(part))
        version = self.features.version
        if found is None or found.version != version or found.part is not part:
            steps = tuple(step for change in part.changes for step in steps_of(change, self.features))
            writes = looks = 0
            for step in steps:
                writes |= 1 << step.feature
                for index in step.where or ():
                    looks |= 1 << index
            if part.controls:
                writes |= self.features.controllers
            found = deeds[id(part)] = Deed(version, part, steps, writes, looks)
        return found

    def act(self, part: Part, mask: int, seat: Seat) -> dict[int, int]:
        """Let a part act on these signatures; return the features that changed, as they were before."""
        bits = self.bits
        before: dict[int, int] = {}
        self.cut = {}
        if part.controls:
            for other in range(self.features.seats):
                old = bits[other]
                new = old | mask if other == seat else old & ~mask
                if new != old:
                    before[other] = old
                    bits[other] = new
            return before
        for feature, put, where, unless in self.deed(part).steps:
            old = bits[feature]
            on = mask
            if where is not None:
                either = 0
                for index in where:
                    either |= bits[index]
                on &= ~either if unless else either
            new = old | on if put else old & ~on
            if new != old:
                if not put:
                    self.cut[feature] = self.cut.get(feature, 0) | (old ^ new)
                before.setdefault(feature, old)
                bits[feature] = new
        return {feature: old for feature, old in before.items() if bits[feature] != old} if before else before
