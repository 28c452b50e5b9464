"""The tick: expand, replace, plan, apply, emit (one transaction), over an ordered tuple of systems."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

from ecs_magic.changes import Change, Enter, Leave
from ecs_magic.decisions import Answer, Decider, Pending
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError
from ecs_magic.moves import return_held
from ecs_magic.planning import Plan, Planning, UnansweredError, still_there
from ecs_magic.replacements import replace_events
from ecs_magic.requests import Request
from ecs_magic.trace import TickRecord
from ecs_magic.triggering import looks_back
from ecs_magic.turning import do_while_turning
from ecs_magic.world import World

_RETURNED_FROM: Final = (Zone.GRAVEYARD, Zone.EXILE)
"""Zones from which what enters the battlefield is read as it last was there (CR 608.2h)."""
_MANY: Final = 2_000
"""From this many objects on, the cyclic garbage collector is held off for the tick."""


class System(Protocol):
    """One topic of the rules: which requests it expands, and which changes it applies.

    A system keeps no state. `expand` reads the board as it is and plans; `apply` carries out its part of
    the plan as one batch and emits the facts. It is called in ticks that plan one of its changes; a system
    that applies none is called in every tick.
    """

    @property
    def requests(self) -> tuple[type[Request], ...]:
        """The kinds of request that it expands."""
        ...

    @property
    def applies(self) -> tuple[type[Change], ...]:
        """The kinds of change that it applies."""
        ...

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the elementary changes that a request means now."""
        ...

    def apply(self, world: World, plan: Plan) -> None:
        """Carry out the planned changes of its kinds and emit the facts."""
        ...


class Schedule:
    """The systems in their order. Raises `InputError` if two claim the same request or change."""

    def __init__(self, systems: Sequence[System]) -> None:
        self.systems = tuple(systems)
        self._expanders: dict[type[Request], System] = {}
        appliers: dict[type[Change], System] = {}
        for system in self.systems:
            for request in system.requests:
                self._claim(self._expanders, request, system)
            for change in system.applies:
                self._claim(appliers, change, system)
        self._applied = frozenset(appliers)

    @staticmethod
    def _claim(claims: "dict[type, System]", kind: type, system: System) -> None:
        other = claims.setdefault(kind, system)
        if other is not system:
            raise InputError(
                f"{type(other).__name__} and {type(system).__name__} both claim {kind.__name__}",
                where="systems",
                suggestion="let one of them do it",
            )

    def run(
        self, world: World, requests: Sequence[Request], decider: Decider, answers: list[Answer]
    ) -> "tuple[TickRecord, list[Request]] | Pending":
        """Run one tick over requests that are simultaneous.

        `answers` are those given to its decisions before; every new one is added. Returns the record of the
        tick and the requests that follow it, or `Pending` with the world as before.
        """
        with _collector_held(sum(_size(request) for request in requests) >= _MANY):
            return self._run(world, requests, decider, answers)

    def _run(
        self, world: World, requests: Sequence[Request], decider: Decider, answers: list[Answer]
    ) -> "tuple[TickRecord, list[Request]] | Pending":
        mark = world.mark()
        world.tick += 1
        try:
            planning = Planning(world, decider, answers, self._expand)
            for request in requests:
                self._expand(planning, request)
            planning.reconcile()
            do_while_turning(planning)
            replace_events(planning)
            planning.arrange()
            return_held(planning)
            self._apply(world, planning.plan)
        except UnansweredError as unanswered:
            world.rewind(mark)
            return Pending(unanswered.decision)
        except BaseException:
            world.rewind(mark)
            raise
        record = TickRecord(world.tick, tuple(requests), tuple(planning.plan.facts))
        return record, planning.followers

    def _expand(self, planning: Planning, request: Request) -> None:
        planning.begin(request)
        system = self._expander(request)
        if (present := still_there(planning, request)) is not None:
            system.expand(planning, present)

    def _expander(self, request: Request) -> System:
        system = self._expanders.get(type(request))
        if system is None:
            raise InputError(f"no system of this game takes {request.name}", suggestion="add its system")
        return system

    def _apply(self, world: World, plan: Plan) -> None:
        for kind in plan.kinds():
            if kind not in self._applied:
                raise InputError(f"no system of this game applies {kind.__name__}", suggestion="add its system")
        if _is_read_later(world, plan) or looks_back(world):
            world.boards[world.tick] = world.frozen()
        planned = frozenset(plan.kinds())
        for system in self.systems:
            if not system.applies or not planned.isdisjoint(system.applies):
                system.apply(world, plan)


def _is_read_later(world: World, plan: Plan) -> bool:
    """Whether something leaves a zone in which it may be read as it last was there (CR 608.2h)."""
    if any(world.zone(change.object).is_public for change in plan.of(Leave)):
        return True
    return any(world.zone(one) in _RETURNED_FROM for entry in plan.of(Enter) for one in entry.objects)


def _size(request: Request) -> int:
    """Return how many objects a request is about."""
    objects = getattr(request, "objects", None)
    count = getattr(request, "count", None)
    return len(objects) if isinstance(objects, tuple) else count if isinstance(count, int) else 1


@contextmanager
def _collector_held(hold: bool) -> Iterator[None]:
    """Hold the cyclic garbage collector off; the host's setting comes back."""
    enabled = hold and gc.isenabled()
    if enabled:
        gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
