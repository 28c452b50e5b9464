"""A game: a world, a queue of requests, an ordered schedule of systems, a decider and a trace."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ecs_magic.cardlibrary import CardLibrary
from ecs_magic.cards import CardDefinition
from ecs_magic.changes import NewCard
from ecs_magic.check import broken_invariants
from ecs_magic.decisions import Answer, Decider, First, Option, Pending
from ecs_magic.derived import controller as controller_of
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.errors import InputError, LoopError, NotYetError, PendingError, WorldBusyError
from ecs_magic.facedown import FaceDown, face_down
from ecs_magic.facts import Fact, Facts
from ecs_magic.handles import Object
from ecs_magic.ids import EntityId, ObjectId
from ecs_magic.naming import Names
from ecs_magic.normalize import ids, normalized
from ecs_magic.policies import Policies
from ecs_magic.positions import position_digest
from ecs_magic.requests import Request
from ecs_magic.saves import load_world, save_world
from ecs_magic.schedule import Schedule, System
from ecs_magic.setup import Placement, place
from ecs_magic.state_based import state_based_actions
from ecs_magic.systems import DEFAULT_SYSTEMS
from ecs_magic.trace import Trace
from ecs_magic.views import PlayerView, view
from ecs_magic.world import World, in_object_order


class Game:
    """One game, independent of every other: in one process, in many threads, beside a host's own esper.

    Args:
        players: their names in turn order.
        seed: for whatever is left to chance, and only that.
        decider: answers decisions; `None` lets `tick` return `Pending` and wait for `answer`.
        systems: the systems in their order.
        policies: what to do where the rules are open.
        cards: where card names are looked up; games may share one.

    """

    def __init__(
        self,
        players: Sequence[str] = ("A", "B"),
        *,
        seed: int = 0,
        decider: Decider | None = First(),  # noqa: B008 - it has no state
        systems: Sequence[System] = DEFAULT_SYSTEMS,
        policies: Policies | None = None,
        cards: CardLibrary | None = None,
    ) -> None:
        self._begin(World(players, seed=seed, policies=policies), Trace(), Schedule(systems), decider, cards)

    def _begin(
        self, world: World, trace: Trace, schedule: Schedule, decider: Decider | None, cards: CardLibrary | None
    ) -> None:
        self.world = world
        self.trace = trace
        self.decider = decider
        self.names = Names(world)
        self.cards = CardLibrary() if cards is None else cards
        self._schedule = schedule
        # batches of simultaneous requests: those that follow others first, the host's last
        self._queue: list[tuple[Request, ...]] = []
        self._open: list[Request] = []
        # the unanswered decision, the answers given to its tick so far, and what goes on with the next
        self._pending: Pending | None = None
        self._answers: list[Answer] = []
        self._resume: Callable[[], Facts | Pending] = self.tick
        # world marks and trace lengths of `push`, oldest first
        self._marks: list[tuple[tuple[int, int, int, int, int], int]] = []
        self._subscribers: list[Callable[[Fact], None]] = []
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<Game {' v '.join(self.world.players)} tick {self.world.tick} {self.position_digest()[:8]}>"

    # --- setting up --------------------------------------------------------------------------------------

    def put(
        self,
        card: str | CardDefinition,
        owner: int | str,
        *,
        zone: Zone | str = Zone.BATTLEFIELD,
        token: bool = False,
        controller: int | str | None = None,
        tapped: bool = False,
        face: Face | str = Face.FRONT,
        face_down: FaceDown | str | None = None,
        flipped: bool = False,
        sick: bool = False,
        counters: dict[str, int] | None = None,
        commander: bool = False,
        x: int | None = None,
    ) -> Object:
        """Place a card by hand as part of the position; nothing enters and nothing is a fact.

        Raises `InputError` for an unknown card or a position that no rule allows.
        """
        definition = card if isinstance(card, CardDefinition) else self.cards.find(card)
        part = NewCard(
            definition, self.world.seat(owner), CardKind.TOKEN if token else CardKind.CARD, commander=commander
        )
        down = _face_down(face_down)
        return self.place(
            Placement(
                (part,),
                Zone(zone),
                controller=None if controller is None else self.world.seat(controller),
                tapped=tapped,
                face=Face(face),
                face_down=down,
                flipped=flipped,
                sick=sick,
                counters=counters or {},
                x=x,
            )
        )

    def place(self, placement: Placement) -> Object:
        """Place an object by hand as part of the position. Raises `InputError`; then nothing was placed."""
        with self._at_work():
            mark = self.world.mark()
            try:
                object_ = place(self.world, placement)
            except BaseException:
                self.world.rewind(mark)
                raise
            self._commit()
        return Object(self, object_)

    # --- doing -------------------------------------------------------------------------------------------

    def queue(self, request: Request) -> None:
        """Queue a request; what is queued between two ticks is simultaneous. Raises `InputError`."""
        self._open.append(normalized(self.world, request))

    def tick(self) -> Facts | Pending:
        """Run one tick over the oldest batch of the queue; return its facts, one by one.

        Returns `Pending` if a decision found no answer; the game is then as before.
        """
        if self._pending is not None:
            waiting = self._pending.decision
            raise PendingError(
                f"{waiting.ask} waits for {self.world.players[waiting.player]}; call answer() with {waiting.options!r}"
            )
        return self._tick()

    def do(self, *requests: Request) -> Facts | Pending:
        """Queue requests as one batch, run it and what follows from it, and return the facts."""
        for request in requests:
            self.queue(request)
        return self._run_queue()

    def _run_queue(self) -> Facts | Pending:
        facts = Facts()
        while self._queue or self._open:
            found = self._tick()
            if isinstance(found, Pending):
                self._resume = self._run_queue
                return found
            facts += found
        return facts

    def _tick(self) -> Facts | Pending:
        with self._at_work():
            if self._open:
                self._queue.append(tuple(self._open))
                self._open = []
            if not self._queue:
                return Facts()
            batch = self._queue.pop(0)
            decider: Decider = _Nobody() if self.decider is None else self.decider
            try:
                outcome = self._schedule.run(self.world, batch, decider, self._answers)
            finally:
                answers, self._answers = self._answers, []
            if isinstance(outcome, Pending):
                self._queue.insert(0, batch)
                self._answers = answers
                self._pending = outcome
                self._resume = self.tick
                return outcome
            record, followers = outcome
            if followers:
                self._queue.insert(0, tuple(normalized(self.world, one, gone_is_fine=True) for one in followers))
            self.trace.add(record)
            self._commit()
            facts = Facts(record.facts)
            for subscriber in self._subscribers:
                for fact in facts:
                    subscriber(fact)
        return facts

    def answer(self, answer: Sequence[Option] | Option) -> Facts | Pending:
        """Answer the decision that is waiting and go on with what it interrupted. Raises `InputError`."""
        if self._pending is None:
            raise PendingError("no decision is waiting")
        given = [getattr(one, "id", one) for one in ids(answer)]
        self._answers.append(self._pending.decision.checked(given))
        self._pending = None
        return self._resume()

    @property
    def pending(self) -> Pending | None:
        """The decision that is waiting, if any."""
        return self._pending

    def settle(self, limit: int = 10_000) -> Facts | Pending:
        """Run the queue and then state-based actions until none applies (CR 704.3); return the facts.

        Raises `LoopError` with the last facts if that never ends (CR 104.4b).
        """
        facts = Facts()
        for _ in range(limit):
            found = self._run_queue()
            if isinstance(found, Pending):
                self._resume = self.settle
                return found
            facts += found
            actions = state_based_actions(self.world)
            if not actions:
                return facts
            self._open += [normalized(self.world, action) for action in actions]
        last = ", ".join(fact.name for fact in facts.grouped[-5:])
        raise LoopError(f"state-based actions did not end in {limit} rounds (CR 104.4b); the last facts: {last}")

    def run_until_idle(self, limit: int = 10_000) -> Facts | Pending:
        """Run until nothing is queued and no state-based action applies. Raises `LoopError`."""
        return self.settle(limit)

    def resolve(self) -> Facts | Pending:
        """Resolve the top of the stack. Not yet: raises `NotYetError`."""
        raise NotYetError("the stack does not resolve yet", where="resolve", suggestion="move its objects by requests")

    # --- undoing, forking --------------------------------------------------------------------------------

    def push(self, *requests: Request) -> Facts | Pending:
        """Do requests so that `pop` can take them back."""
        self._marks.append((self.world.mark(), len(self.trace.records)))
        try:
            return self.do(*requests)
        except BaseException:
            self.pop()
            raise

    def pop(self) -> None:
        """Take back everything since the last `push`. Raises `InputError` if there was none."""
        if not self._marks:
            raise InputError("there is nothing to take back", where="pop")
        mark, length = self._marks.pop()
        self.world.rewind(mark)
        self.trace.cut(length)
        self._queue, self._open, self._pending, self._answers = [], [], None, []

    @contextmanager
    def undoable(self) -> Iterator["Game"]:
        """Take back at the end of the `with` block whatever was done in it."""
        depth = len(self._marks)
        self.push()
        try:
            yield self
        finally:
            while len(self._marks) > depth:
                self.pop()

    def fork(self) -> "Game":
        """Return an independent game in the same state; it shares values, never state. Subscribers stay here."""
        other = Game.__new__(Game)
        other._begin(self.world.fork(), self.trace.fork(), self._schedule, self.decider, self.cards)
        other._queue = list(self._queue)
        other._open = list(self._open)
        other.names = self.names.copy(other.world)
        other._pending = self._pending
        other._answers = list(self._answers)
        return other

    def _commit(self) -> None:
        if not self._marks:
            self.world.forget_journal()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            raise WorldBusyError("the game is at work: it was entered from a callback or from another thread")
        try:
            yield
        finally:
            self._lock.release()

    # --- reading -----------------------------------------------------------------------------------------

    def object(self, object_: int) -> Object:
        """Return a handle for an id, such as a fact carries."""
        return Object(self, ObjectId(EntityId(object_)))

    def named(self, name: str) -> Object:
        """Return the object that a scenario calls by this name; a card's name is the object it is now."""
        found = self.names.incarnation(name)
        return Object(self, self.names.now(name)[0] if found is None else found)

    def objects(
        self, zone: Zone | str | None = None, *, controller: int | str | None = None, owner: int | str | None = None
    ) -> list[Object]:
        """Return the objects that fit, by zone and in it bottom or oldest first."""
        zones = tuple(Zone) if zone is None else (Zone(zone),)
        world = self.world
        found: list[ObjectId] = []
        for one in zones:
            for seat in world.seats[:1] if one.is_shared else world.seats:
                contents = world.contents(one, seat)
                found += in_object_order(contents) if one is Zone.BATTLEFIELD else contents
        if owner is not None:
            found = [one for one in found if world.owner(one) == world.seat(owner)]
        if controller is not None:
            found = [one for one in found if controller_of(world, one) == world.seat(controller)]
        return [Object(self, one) for one in found]

    def facts(self, since: int = 0) -> Iterator[Fact]:
        """Yield the facts since a mark, one by one; those of this game object, not of what it was forked from."""
        return self.trace.facts(since)

    def mark(self) -> int:
        """Return a mark for `facts`: everything after now."""
        return len(self.trace.records)

    def subscribe(self, function: Callable[[Fact], None]) -> None:
        """Call `function` with each fact once its tick is done. It must not enter the game again."""
        self._subscribers.append(function)

    def view(self, player: int | str) -> PlayerView:
        """Return what a player may see, and nothing else (CR 400.2, 708.5, 712.6)."""
        return view(self.world, self.world.seat(player))

    def digest(self) -> str:
        """Return the digest of the run: of every request, fact, ignored request and decision so far."""
        return self.trace.digest().hex()

    def position_digest(self) -> str:
        """Return the digest of the position: equal for equal positions, however reached."""
        return position_digest(self.world)

    def check(self) -> list[str]:
        """Return every broken invariant in words; an empty list is a sound game."""
        return broken_invariants(self.world)

    def became(self, thing: Any) -> tuple[Object, ...]:
        """Return what an object turned into (CR 400.7)."""
        return Object(self, ObjectId(EntityId(getattr(thing, "id", thing)))).became

    def release(self) -> None:
        """Give up last known information (CR 608.2h) before the turn ends, to save memory."""
        self.world.boards.clear()

    # --- saving ------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the game as plain data that JSON can hold. Raises `PendingError` while something waits."""
        if self._pending is not None or self._queue or self._open:
            raise PendingError("requests are waiting; run or answer them before saving")
        return save_world(self.world, self.trace.digest())

    @classmethod
    def from_dict(
        cls,
        data: dict[str, Any],
        *,
        decider: Decider | None = First(),  # noqa: B008 - it has no state
        systems: Sequence[System] = DEFAULT_SYSTEMS,
        cards: CardLibrary | None = None,
    ) -> "Game":
        """Return the game of a save: the same position, and a digest that goes on. Raises `InputError`."""
        world, digest = load_world(data)
        game = cls.__new__(cls)
        game._begin(world, Trace(digest), Schedule(systems), decider, cards)
        return game


class _Nobody:
    """Answers nothing."""

    def choose(self, decision: Any, tick: int, number: int) -> None:
        """Leave the decision unanswered."""


def _face_down(value: FaceDown | str | None) -> FaceDown | None:
    return face_down(value) if isinstance(value, str) else value
