"""The plan of one game out of a pass over many."""

from ecs_magic.plans import Plan
from ecs_magic.wordpass import Pass


class RowPlan(Plan):
    """A plan that is read off a pass over many games when the first record of it is asked for."""

    __slots__ = ("_at", "_pass")

    def __init__(self, whole: Pass, at: int) -> None:
        row = whole.board.rows[at]
        super().__init__(len(row.signatures.population))
        self.populated = row.force.populated
        self.outward = row.force.outward
        self._pass: Pass | None = whole
        self._at = at

    def complete(self) -> None:
        """Read off the pass what it applies to this game."""
        whole = self._pass
        if whole is not None:
            plain = Plan(self.size)
            whole.fill(self._at, plain)
            # Forks share a plan: another thread may do the same just now.
            self.log, self.sums, self.switches = plain.log, plain.sums, plain.switches
            self._pass = None
