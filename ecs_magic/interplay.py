"""The order of effects that interact in one layer: dependency, decided by trial, and loops (CR 613.8).

What a trial showed is kept until something is applied that it looked at.
"""

from collections.abc import Callable, Iterable

from ecs_magic.programs import Part
from ecs_magic.works import Ground, Order, Work

Footprint = tuple[int, int] | None
"""What an effect would apply to, and for whom, as things stand; `None` if there would be no such effect."""


class _Turn:
    """A work of this layer: which of its equal effects are still to be applied, and what is known of it."""

    __slots__ = (
        "bit",
        "changes",
        "cut",
        "foot",
        "needed",
        "needs",
        "next",
        "part",
        "reads",
        "stale",
        "touches",
        "tried",
        "work",
    )

    def __init__(self, work: Work, part: Part, ground: Ground, place: int) -> None:
        self.work = work
        self.part = part
        self.bit = 1 << place
        # index in `work.orders` of the next one
        self.next = 0
        self.reads = ground.reads(work, part)
        deed = ground.deed(part)
        # what its trial looks at and writes
        self.touches = self.reads | deed.writes | deed.looks
        self.foot: Footprint = None
        self.stale = True
        # what a trial of it changes: feature -> bits after, and the features as bits by index; None if unknown
        self.tried: dict[int, int] | None = None
        self.changes = 0
        self.cut: dict[int, int] = {}
        # turns that this one depends on, and those that depend on it, as bits by their place
        self.needs = 0
        self.needed = 0

    @property
    def order(self) -> Order:
        """The order of the next one to be applied."""
        return self.work.orders[self.next]

    @property
    def left(self) -> int:
        """How many are still to be applied."""
        return len(self.work.orders) - self.next


class Interplay:
    """The effects of one layer that interact, applied one after another.

    `apply` applies one effect and returns the features that changed and works that it brought.
    """

    __slots__ = ("_apply", "_ground", "_layer", "_refooted", "_turns")

    def __init__(
        self, ground: Ground, layer: int, apply: Callable[[Work, Part, Order], tuple[set[int], list[Work]]]
    ) -> None:
        self._ground = ground
        self._layer = layer
        self._apply = apply
        self._turns: list[_Turn] = []
        # turns whose footprint was taken anew since dependencies were looked for, as bits
        self._refooted = 0

    def run(self, works: Iterable[Work]) -> None:
        """Apply all effects of works in this layer."""
        self._add(works)
        while waiting := self._waiting():
            turn = self._choose(waiting)
            order = turn.order
            turn.next += 1
            changed, new = self._apply(turn.work, turn.part, order)
            self._forget(changed)
            self._add(new)

    def _add(self, works: Iterable[Work]) -> None:
        for work in works:
            part = next((part for part in work.program.parts if part.layer == self._layer), None)
            if part is not None:
                self._turns.append(_Turn(work, part, self._ground, len(self._turns)))

    def _look(self, turn: _Turn) -> Footprint:
        """Return the footprint of a turn as things stand in the ground."""
        ground, work = self._ground, turn.work
        if turn.reads & ground.features.controllers:
            ground.aim(work)
        if not ground.exists(work):
            return None
        return ground.selected(work) & ground.signatures.live, int(work.place.seat) if turn.part.controls else 0

    def _waiting(self) -> list[_Turn]:
        """Return the turns that may be next: those that define first (CR 613.3)."""
        found = []
        for turn in self._turns:
            if turn.left:
                if turn.stale:
                    turn.foot, turn.stale = self._look(turn), False
                    self._refooted |= turn.bit
                if turn.foot is not None:
                    found.append(turn)
        return [turn for turn in found if turn.work.program.defines] or found

    def _choose(self, waiting: list[_Turn]) -> _Turn:
        """Return the oldest one that depends on none, but for those that depend on it (CR 613.8a-b)."""
        oldest = min(waiting, key=_by_order)
        reads = writes = 0
        for turn in waiting:
            reads |= turn.reads
            writes |= self._ground.deed(turn.part).writes
        if (len(waiting) == 1 and oldest.left == 1) or not reads & writes:
            return oldest
        self._find_dependencies(waiting)
        present = 0
        for turn in waiting:
            present |= turn.bit
        if not oldest.needs & present:
            return oldest
        return min(_free(waiting, present), key=_by_order)

    def _find_dependencies(self, waiting: list[_Turn]) -> None:
        """Try those that were not tried since what they look at changed, and see whom that changes (CR 613.8a)."""
        for first in waiting:
            if first.tried is None:
                self._try(first)
                self._compare(first, waiting)
            elif self._refooted:
                self._compare(first, [turn for turn in waiting if self._refooted & turn.bit])
        self._refooted = 0

    def _try(self, turn: _Turn) -> None:
        ground = self._ground
        if turn.reads & ground.features.controllers:
            ground.aim(turn.work)
        before = ground.act(turn.part, ground.selected(turn.work), turn.work.place.seat)
        turn.tried = {feature: ground.bits[feature] for feature in before}
        turn.changes, turn.cut, ground.cut = 0, ground.cut, {}
        for feature in turn.cut:
            turn.changes |= 1 << feature
        for feature, old in before.items():
            turn.changes |= 1 << feature
            ground.bits[feature] = old

    def _compare(self, first: _Turn, others: list[_Turn]) -> None:
        """Note which of the others would be another with `first` applied."""
        changes, bits, defines = first.changes, self._ground.bits, first.work.program.defines
        kept: dict[int, int] = {}
        for turn in others:
            differs = False
            meets = turn.reads & changes
            if not meets and not first.needed & turn.bit:
                continue
            if meets and turn.work.program.defines is defines:
                if not kept:
                    self._ground.cut = first.cut
                    for feature, value in (first.tried or {}).items():
                        kept[feature], bits[feature] = bits[feature], value
                differs = self._look(turn) != turn.foot
            if differs:
                turn.needs |= first.bit
                first.needed |= turn.bit
            else:
                turn.needs &= ~first.bit
                first.needed &= ~turn.bit
        self._ground.cut = {}
        for feature, value in kept.items():
            bits[feature] = value

    def _forget(self, features: set[int]) -> None:
        """Forget what was found by looking at what changed: it is decided anew (CR 613.8c)."""
        changed = 0
        for feature in features:
            changed |= 1 << feature
        for turn in self._turns:
            if turn.touches & changed:
                turn.tried = None
                turn.stale = turn.stale or bool(turn.reads & changed)


def _by_order(turn: _Turn) -> Order:
    return turn.order


def _free(waiting: list[_Turn], present: int) -> list[_Turn]:
    """Return all that depend on none but those that depend on them: the knots that need no other (CR 613.8b).

    First depth first along who is needed by whom; then, last finished first, along who needs whom: each
    such walk is one knot.
    """
    turns = {turn.bit: turn for turn in waiting}
    finished: list[_Turn] = []
    unseen = present
    for start in waiting:
        stack = [start] if unseen & start.bit else []
        unseen &= ~start.bit
        while stack:
            following = stack[-1].needed & unseen
            if following:
                low = following & -following
                unseen ^= low
                stack.append(turns[low])
            else:
                finished.append(stack.pop())
    free: list[_Turn] = []
    left = present
    for start in reversed(finished):
        if not left & start.bit:
            continue
        left ^= start.bit
        stack, members, knot, needs = [start], [start], start.bit, 0
        while stack:
            turn = stack.pop()
            needs |= turn.needs & present
            following = turn.needs & left
            left &= ~following
            while following:
                low = following & -following
                following ^= low
                knot |= low
                members.append(turns[low])
                stack.append(turns[low])
        if not needs & ~knot:
            free += members
    return free
