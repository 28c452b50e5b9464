"""A game: a world, a queue of requests, an ordered schedule of systems, a decider and a trace."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from ecs_magic.cardlibrary import CardLibrary
from ecs_magic.cards import CardDefinition
from ecs_magic.changes import NewCard
from ecs_magic.check import broken_invariants
from ecs_magic.components import Component, Owner, Waiting
from ecs_magic.daynight import is_due, time_of
from ecs_magic.decisions import Answer, Decider, First, Option, Pending
from ecs_magic.derived import controller as controller_of
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.errors import InputError, LoopError, PendingError, WorldBusyError
from ecs_magic.facedown import FaceDown, down
from ecs_magic.facts import Fact, Facts
from ecs_magic.handles import Card, Object, checked_answer, options, waits
from ecs_magic.ids import CardId, EntityId, ObjectId
from ecs_magic.naming import Names
from ecs_magic.normalize import entity_id, member, normalized
from ecs_magic.policies import Policies
from ecs_magic.positions import position_digest
from ecs_magic.reading import convert
from ecs_magic.requests import FollowDayNight, PutTriggers, Request, Resolve, ResolveManaTriggers, TriggerStates
from ecs_magic.saves import load_world, save_world
from ecs_magic.schedule import Schedule, System
from ecs_magic.setup import Placement, place
from ecs_magic.state_based import state_based_actions
from ecs_magic.systems import DEFAULT_SYSTEMS
from ecs_magic.trace import Trace
from ecs_magic.triggering import mana_triggers, state_triggers
from ecs_magic.views import PlayerView, view
from ecs_magic.watching import refresh
from ecs_magic.world import Mark, World, in_object_order

if TYPE_CHECKING:
    import numpy as np

_LIMIT: Final = 10_000
"""So many ticks that follow from one another, or rounds of state-based actions, are a loop unless said otherwise."""


class _Waiting(NamedTuple):
    """What a game has still to do: immutable, so that marks and forks may hold it."""

    queue: tuple[tuple[Request, ...], ...]
    open: tuple[Request, ...]
    pending: Pending | None
    answers: tuple[Answer, ...]
    resume: "Callable[[Game], Facts | Pending]"
    told: Facts


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
        if decider is not None and not callable(getattr(decider, "choose", None)):
            raise InputError(f"{decider!r} can't choose", where="decider", suggestion="as in First(), or None to wait")
        if cards is not None and not isinstance(cards, CardLibrary):
            hint = "to use a card file, write game.cards.add_file(path)"
            raise InputError(f"{cards!r} is no CardLibrary", where="cards", suggestion=hint)
        chosen = convert(msgspec.to_builtins(policies or Policies()), Policies, where="policies")
        self._begin(World(players, seed=seed, policies=chosen), Trace(), Schedule(systems), decider, cards)

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
        # the unanswered decision, the answers given to its tick so far, what goes on with the next, and the
        # facts of what is going on
        self._pending: Pending | None = None
        self._answers: list[Answer] = []
        self._resume: Callable[[Game], Facts | Pending] = Game._run_queue
        self._told = Facts()
        # for each `push`, oldest first: the mark of the world, the length of the trace, and what was waiting
        self._marks: list[tuple[Mark, int, _Waiting]] = []
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
        face_down: FaceDown | str | bool | None = None,
        flipped: bool = False,
        sick: bool = False,
        counters: dict[str, int] | None = None,
        commander: bool = False,
        x: int | None = None,
        chosen: dict[str, str] | None = None,
    ) -> Object:
        """Place a card by hand as part of the position; nothing enters and nothing is a fact.

        Raises `InputError` for an unknown card or a position that no rule allows.
        """
        definition = card if isinstance(card, CardDefinition) else self.cards.named(card, token=token)
        part = NewCard(
            definition, self.world.seat(owner), CardKind.TOKEN if token else CardKind.CARD, commander=commander
        )
        return self.place(
            Placement(
                (part,),
                member(Zone, zone, "zone"),
                controller=None if controller is None else self.world.seat(controller),
                tapped=tapped,
                face=member(Face, face, "face"),
                face_down=down(face_down),
                flipped=flipped,
                sick=sick,
                counters=counters or {},
                x=x,
                chosen=chosen or {},
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
        with self._at_work():
            self._open.append(normalized(self.world, request, self.cards))

    def tick(self) -> Facts | Pending:
        """Run one tick over the oldest batch of the queue; return its facts, one by one.

        Returns `Pending` if a decision found no answer; the game is then as before.
        """
        with self._at_work():
            return self._go(Game._one_tick)

    def do(self, *requests: Request) -> Facts | Pending:
        """Queue requests as one batch, run it and what follows from it, and return the facts.

        Raises `InputError` for what no rule offers, and `LoopError` if requests follow without end.
        """
        with self._at_work():
            return self._do(requests)

    def _do(self, requests: Sequence[Request]) -> Facts | Pending:
        self._refuse_while_pending()
        self._open += [normalized(self.world, request, self.cards) for request in requests]
        return self._go(Game._run_queue)

    def _refuse_while_pending(self) -> None:
        if self._pending is not None:
            raise PendingError(f"{waits(self, self._pending.decision)}; call answer()")

    def _go(self, on: "Callable[[Game], Facts | Pending]") -> Facts | Pending:
        """Begin what a decision may interrupt; `answer` goes on with it, and returns the facts of all of it."""
        self._refuse_while_pending()
        self._resume, self._told = on, Facts()
        return on(self)

    def _one_tick(self) -> Facts | Pending:
        return self._tick() or self._told

    def _run_queue(self) -> Facts | Pending:
        ticks = 0
        while self._queue or self._open:
            if ticks == _LIMIT:
                raise self._loop("requests that follow from one another", ticks)
            if (pending := self._tick()) is not None:
                return pending
            ticks += 1
        return self._told

    def _tick(self) -> Pending | None:
        """Run one tick and add its facts to those of what is going on, or return the decision that stopped it."""
        if self._open:
            self._queue.append(tuple(self._open))
            self._open = []
        if not self._queue:
            return None
        batch = self._queue.pop(0)
        decider: Decider = _Nobody() if self.decider is None else self.decider
        answers, self._answers = self._answers, []
        outcome = self._schedule.run(self.world, batch, decider, answers)
        if isinstance(outcome, Pending):
            self._queue.insert(0, batch)
            self._answers = answers
            self._pending = outcome
            return outcome
        record, followers = outcome
        if mana_triggers(self.world):
            followers.insert(0, ResolveManaTriggers())
        if is_due(self.world):
            followers.insert(0, FollowDayNight())
        if followers:
            self._queue.insert(0, tuple(followers))
        self.trace.add(record)
        self._commit()
        facts = Facts(record.facts)
        self._told += facts
        for subscriber in self._subscribers:
            for fact in facts:
                subscriber(fact)
        return None

    def answer(self, answer: Sequence[Option] | Option) -> Facts | Pending:
        """Answer the decision that is waiting and go on with what it interrupted; return the facts of all of that.

        Raises `InputError` for what is no answer; the decision still waits then.
        """
        with self._at_work():
            if self._pending is None:
                raise PendingError("no decision is waiting")
            self._answers.append(checked_answer(self, self._pending.decision, answer))
            self._pending = None
            return self._resume(self)

    @property
    def options(self) -> "tuple[Card | Object | str, ...]":
        """The options of the decision that is waiting, to be read and to answer with; none while nothing waits."""
        return () if self._pending is None else options(self, self._pending.decision)

    @property
    def time(self) -> str:
        """Day, night or neither (CR 731.1)."""
        return time_of(self.world) or "neither"

    @property
    def pending(self) -> Pending | None:
        """The decision that is waiting, if any."""
        return self._pending

    def settle(self, limit: int = _LIMIT) -> Facts | Pending:
        """Run the queue, then what happens before a player gets priority; return the facts (CR 704.3, 117.5).

        State-based actions are done until none applies, and then triggered abilities are put on the stack,
        until nothing changes. Raises `LoopError` with the last facts if that never ends (CR 104.4b).
        """
        with self._at_work():
            return self._go(partial(Game._settle, limit=limit))

    def _settle(self, limit: int) -> Facts | Pending:
        rounds = 0
        while True:
            found = self._run_queue()
            if isinstance(found, Pending) or not (due := self._due()):
                return found
            if rounds == limit:
                raise self._loop("state-based actions and triggers", rounds)
            self._open += [normalized(self.world, request) for request in due]
            rounds += 1

    def _due(self) -> Sequence[Request]:
        """Return what has to be done before a player gets priority (CR 117.5)."""
        if is_due(self.world):
            return (FollowDayNight(),)
        actions = state_based_actions(self.world)
        if actions:
            return actions
        if any(state_triggers(self.world)):
            return (TriggerStates(),)
        return (PutTriggers(),) if self.world.find(self.world.game, Waiting) is not None else ()

    def _loop(self, what: str, limit: int) -> LoopError:
        last = ", ".join(fact.name for fact in self._told.grouped[-5:])
        return LoopError(f"{what} did not end in {limit} rounds (CR 104.4b); the last facts: {last}")

    def run_until_idle(self, limit: int = _LIMIT) -> Facts | Pending:
        """Settle and resolve until the stack is empty and nothing waits; return the facts. Raises `LoopError`."""
        with self._at_work():
            return self._go(partial(Game._run_until_idle, limit=limit))

    def _run_until_idle(self, limit: int) -> Facts | Pending:
        rounds = 0
        while True:
            found = self._settle(limit)
            if isinstance(found, Pending) or not self.world.contents(Zone.STACK):
                return found
            if rounds == limit:
                raise self._loop("spells and abilities", rounds)
            self._open.append(Resolve())
            rounds += 1

    def resolve(self) -> Facts | Pending:
        """Resolve the top of the stack, then settle; return the facts (CR 608, 117.3b, 704.3)."""
        with self._at_work():
            self._refuse_while_pending()
            self._open.append(Resolve())
            return self._go(partial(Game._settle, limit=_LIMIT))

    # --- undoing, forking --------------------------------------------------------------------------------

    def push(self, *requests: Request) -> Facts | Pending:
        """Do requests so that `pop` can take them back."""
        with self._at_work():
            self._mark()
            try:
                return self._do(requests)
            except BaseException:
                self._rewind()
                raise

    def pop(self) -> None:
        """Take back everything since the last `push`. Raises `InputError` if there was none."""
        with self._at_work():
            if not self._marks:
                raise InputError("there is nothing to take back", where="pop")
            self._rewind()

    def _mark(self) -> None:
        self._marks.append((self.world.mark(), len(self.trace.records), self._waiting()))

    def _rewind(self) -> None:
        mark, length, waiting = self._marks.pop()
        self.world.rewind(mark)
        self.trace.cut(length)
        self._wait(waiting)

    def _waiting(self) -> _Waiting:
        return _Waiting(
            tuple(self._queue), tuple(self._open), self._pending, tuple(self._answers), self._resume, self._told
        )

    def _wait(self, waiting: _Waiting) -> None:
        self._queue, self._open = list(waiting.queue), list(waiting.open)
        self._pending, self._answers = waiting.pending, list(waiting.answers)
        self._resume, self._told = waiting.resume, waiting.told

    @contextmanager
    def undoable(self) -> Iterator["Game"]:
        """Take back at the end of the `with` block whatever was done in it."""
        depth = len(self._marks)
        with self._at_work():
            self._mark()
        try:
            yield self
        finally:
            while len(self._marks) > depth:
                self.pop()

    def fork(self) -> "Game":
        """Return an independent game in the same state; it shares values, never state. Subscribers stay here."""
        refresh(self.world)
        other = Game.__new__(Game)
        other._begin(self.world.fork(), self.trace.fork(), self._schedule, self.decider, self.cards)
        other._wait(self._waiting())
        other.names = self.names.copy(other.world)
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

    def card(self, card: int | str | Card) -> Card:
        """Return a physical card by the id that a fact carries, or by the name that a scenario gives it.

        Raises `InputError` for what is no card, such as the id of an object or of a card that ceased to exist.
        """
        if isinstance(card, str):
            return Card(self, self.names.card(card))
        found = entity_id(card)
        if self.world.find(found, Owner) is None:
            hint = "an object's cards are its constituents" if self.world.is_object(found) else "facts name cards"
            raise InputError(f"{found} is no card", where="card", suggestion=hint)
        return Card(self, CardId(EntityId(found)))

    def objects(
        self, zone: Zone | str | None = None, *, controller: int | str | None = None, owner: int | str | None = None
    ) -> list[Object]:
        """Return the objects that fit, by zone and in it bottom or oldest first."""
        zones = tuple(Zone) if zone is None else (member(Zone, zone, "zone"),)
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

    def columns(self, *names: str, zone: Zone | str = Zone.BATTLEFIELD) -> "dict[str, np.ndarray[Any, Any]]":
        """Return readings of all objects in a zone as NumPy arrays by name, and their ids; see `columns.columns`."""
        import numpy as np

        from ecs_magic.columns import columns
        from ecs_magic.sizes import permanents

        if member(Zone, zone, "zone") is Zone.BATTLEFIELD:
            return columns(self.world, permanents(self.world), names)
        return columns(self.world, np.array([one.id for one in self.objects(zone)], dtype=np.int64), names)

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
        self.world.forget_boards()

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
        components: Sequence[type[Component]] = (),
    ) -> "Game":
        """Return the game of a save: the same position, and a digest that goes on. Raises `InputError`.

        What a save does not hold is given anew: the decider (also `None`), and `cards` with the files added to it.
        A host that adds systems with components of their own gives both.
        """
        world, digest = load_world(data, components)
        game = cls.__new__(cls)
        game._begin(world, Trace(digest), Schedule(systems), decider, cards)
        return game


class _Nobody:
    """Answers nothing."""

    def choose(self, decision: Any, tick: int, number: int) -> None:
        """Leave the decision unanswered."""
