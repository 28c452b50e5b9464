"""What a tick works on before anything changes: the plan of elementary changes, and the questions asked."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import msgspec

from ecs_magic.changes import Change, Enter, Leave, MergeInto, Vanish
from ecs_magic.components import Gone, Owner, Printed
from ecs_magic.decisions import Answer, Decider, Decision
from ecs_magic.derived import player_of
from ecs_magic.enums import Zone
from ecs_magic.errors import BrokenInvariantError
from ecs_magic.facts import DecisionMade, Fact, Ignored
from ecs_magic.ids import CardId, ObjectId, Seat
from ecs_magic.normalize import normalized
from ecs_magic.requests import Request
from ecs_magic.world import World

X = TypeVar("X", bound=Change)


class Refusal(NamedTuple):
    """By which rule something can't be done, and why."""

    rule: str
    why: str


class UnansweredError(Exception):
    """Internal: a decision found no answer, so the tick stops and nothing has happened."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.ask)
        self.decision = decision


class Plan:
    """The batch of one tick: changes by kind, in the order planned, and the facts they give when applied."""

    def __init__(self) -> None:
        # kind -> changes with the name of the request each came from
        self._changes: dict[type[Change], list[tuple[Change, str]]] = {}
        self.facts: list[Fact] = []
        # (zone, owner, position) -> cards that arrive there, bottom or oldest first; in a zone that all
        # players share it is the owner of the object that leaves, so that what it was stays together
        self.arrivals: dict[tuple[Zone, Seat, str | int], list[CardId]] = {}

    def add(self, change: Change, request: str) -> None:
        """Put a change into the plan."""
        self._changes.setdefault(type(change), []).append((change, request))

    def of(self, kind: type[X]) -> list[X]:
        """Return the planned changes of exactly this kind."""
        return [change for change, _ in self._changes.get(kind, ())]  # type: ignore[misc]

    def kinds(self) -> list[type[Change]]:
        """Return which kinds of change are planned."""
        return [kind for kind, changes in self._changes.items() if changes]

    def items(self) -> list[tuple[Change, str]]:
        """Return every change with its request's name."""
        return [item for changes in self._changes.values() for item in changes]

    def replace(self, kind: type[X], changes: Iterable[tuple[X, str]]) -> None:
        """Put other changes in place of those of a kind."""
        self._changes[kind] = list(changes)

    def with_names(self, kind: type[X]) -> list[tuple[X, str]]:
        """Return the planned changes of a kind with their requests' names."""
        return list(self._changes.get(kind, ()))  # type: ignore[arg-type]

    def emit(self, fact: Fact) -> None:
        """Add a fact of the batch."""
        if len(fact):
            self.facts.append(fact)


class Planning:
    """One tick being planned on the board as it is: expansion, replacement, decisions.

    Systems read `world`, add changes, and ask; they change nothing.
    """

    def __init__(
        self,
        world: World,
        decider: Decider,
        answers: list[Answer],
        expand: "Callable[[Planning, Request], None] | None" = None,
    ) -> None:
        self.world = world
        self.plan = Plan()
        self._expand = expand
        self.followers: list[Request] = []
        self._decider = decider
        # every answer of this tick in its order: those given before the tick was begun again, then new ones
        self._answers = answers
        self._asked = 0
        self._request = ""
        self.going: set[int] | None = None
        """What goes somewhere in this tick, once that is settled; nothing of it can be sent elsewhere."""
        self.applied: frozenset[str] = frozenset()
        """The replacement effects that made of an event what is being planned (CR 614.5)."""

    def begin(self, request: Request) -> None:
        """Note which request is being expanded."""
        self._request = request.name

    def resume(self, request: str) -> None:
        """Note for which request, by its name, planning goes on."""
        self._request = request

    @contextmanager
    def instead(self, applied: Iterable[str]) -> Iterator[None]:
        """Note, while what these replacement effects say is planned, that they applied to it (CR 614.5)."""
        outer = self.applied
        self.applied = outer.union(applied)
        try:
            yield
        finally:
            self.applied = outer

    def release(self, objects: Iterable[int]) -> None:
        """Note that these go nowhere after all, or that where they go is being replaced."""
        if self.going is not None:
            self.going.difference_update(objects)

    def add(self, change: Change) -> None:
        """Plan a change for the request being expanded."""
        self.plan.add(change, self._request)

    def ignore(self, object_: int | None, rule: str, why: str, *, request: str = "") -> None:
        """Record that the rules ignore the instruction."""
        self.plan.facts.append(Ignored(request or self._request, object_, rule, why))

    def also(self, request: Request) -> None:
        """Let another request be part of this tick: it is expanded now. Raises `InputError`."""
        if self._expand is None:
            raise BrokenInvariantError("nothing expands requests here")
        outer = self._request
        try:
            self._expand(self, normalized(self.world, request, gone_is_fine=True))
        finally:
            self._request = outer

    def then(self, request: Request) -> None:
        """Let another request follow in a tick of its own, right after this one. Raises `InputError`.

        Its objects may be gone by then.
        """
        self.followers.append(normalized(self.world, request, gone_is_fine=True))

    def ask(
        self,
        ask: str,
        player: Seat,
        options: tuple[int | str, ...],
        *,
        order: bool = False,
        seen_by: tuple[Seat, ...] | None = None,
    ) -> Answer:
        """Put a choice to a player and return the answer; a choice of one thing is not asked."""
        if len(options) <= 1:
            return options
        decision = Decision(ask, player, options, "order" if order else "one", seen_by)
        if self._asked < len(self._answers):
            answer = decision.checked(self._answers[self._asked])
        else:
            chosen = self._decider.choose(decision, self.world.tick, self._asked)
            if chosen is None:
                raise UnansweredError(decision)
            answer = decision.checked(chosen)
            self._answers.append(answer)
        self._asked += 1
        self.plan.facts.append(DecisionMade(ask, player, options, answer, seen_by))
        return answer

    # --- one batch out of many changes -------------------------------------------------------------------

    def reconcile(self) -> None:
        """Make one batch of what was planned: no object goes two ways, none changes while it goes."""
        going = self.going = self._one_way()
        if not going and not any(issubclass(kind, Enter | MergeInto | Vanish) for kind in self.plan.kinds()):
            return
        for kind in sorted(self.plan.kinds(), key=lambda kind: not issubclass(kind, Enter | MergeInto | Vanish)):
            kept: list[tuple[Change, str]] = []
            for change, request in self.plan.with_names(kind):
                twice = [object_ for object_ in change.goes if object_ in going]
                if twice:
                    self.ignore(twice[0], "400.6", "it already goes somewhere else", request=request)
                    continue
                if change.subject in going:
                    self.ignore(change.subject, "400.7", "it leaves at the same time", request=request)
                    continue
                going |= set(change.goes)
                kept.append((change, request))
            self.plan.replace(kind, kept)

    def _one_way(self) -> set[int]:
        """Let each leaving object leave once; its controller chooses between destinations (CR 400.6)."""
        ways: dict[int, list[tuple[Leave, str]]] = {}
        for change, request in self.plan.with_names(Leave):
            ways.setdefault(change.object, []).append((change, request))
        kept = []
        several = [object_ for object_, changes in ways.items() if len(changes) > 1]
        chosen: dict[int, int | str] = {}
        for object_ in self.world.in_turn_order(several, lambda one: player_of(self.world, one)):
            zones = tuple(dict.fromkeys(change.to.value for change, _ in ways[object_]))
            (chosen[object_],) = self.ask("destination", player_of(self.world, object_), zones)
        for object_, changes in ways.items():
            kept += [item for item in changes if len(changes) == 1 or item[0].to == chosen[object_]][:1]
        self.plan.replace(Leave, kept)
        return set(ways)

    def arrange(self) -> None:
        """Let players order what arrives at once (CR 404.3, 401.4, 712.21a-b, 730.3a-b, 613.7m)."""
        going = [
            (change, way) for change in self.plan.of(Leave) for way in (change.ways if change.apart else (change,))
        ]
        # CR 712.21b, 730.3b: whoever exiles it, and not its owner, orders the timestamps.
        exiled = [item for item in going if item[1].to is Zone.EXILE and len(item[1].cards) > 1]
        ordered = {
            way.cards: _cards(self.ask("exile_timestamps", change.by, way.cards, order=True))
            for change, way in self.world.in_turn_order(exiled, lambda item: item[0].by)
        }
        for change, way in going:
            whose = self.world.owner(change.object) if way.to.is_shared else None
            for card in ordered.get(way.cards, way.cards):
                owner = self.world.get(card, Owner).seat if whose is None else whose
                self.plan.arrivals.setdefault((way.to, owner, way.position), []).append(card)
        # CR 101.4, 613.7m: the active player's objects come first, and the active player chooses first.
        turn = {seat: index for index, seat in enumerate(self.world.apnap())}
        # CR 701.24g: what is shuffled in comes before what has its place there.
        places = sorted(self.plan.arrivals, key=lambda place: (turn[place[1]], place[2] != "shuffled"))
        self.plan.arrivals = {place: self.plan.arrivals[place] for place in places}
        for (zone, owner, position), cards_there in self.plan.arrivals.items():
            if zone in (Zone.GRAVEYARD, Zone.LIBRARY) and position != "shuffled":
                hidden = (owner,) if zone is Zone.LIBRARY else None
                answer = self.ask(f"{zone.value}_order", owner, tuple(cards_there), order=True, seen_by=hidden)
                cards_there[:] = _cards(answer)
        self._arrange_entries()

    def _arrange_entries(self) -> None:
        """Order simultaneous entries by player in turn order, each player's as they choose (CR 613.7m)."""
        kinds = [kind for kind in self.plan.kinds() if issubclass(kind, Enter)]
        entries = [change for kind in kinds for change in self.plan.of(kind)]
        if len(entries) < 2:
            return
        rank: dict[int, int] = {}
        for seat in self.world.apnap():
            own = [entry.objects[0] for entry in entries if entry.controller == seat and entry.objects]
            printed = {id(self.world.get(self.world.cards(object_)[0], Printed).definition) for object_ in own}
            if len(printed) > 1:
                own = [ObjectId(object_) for object_ in self.ask("timestamp_order", seat, tuple(own), order=True)]  # type: ignore[arg-type]
            rank |= {object_: len(rank) + index for index, object_ in enumerate(own)}
        turn = {seat: index for index, seat in enumerate(self.world.apnap())}
        for kind in kinds:
            items = self.plan.with_names(kind)
            items.sort(key=lambda item: (turn[item[0].controller], rank.get(next(iter(item[0].objects), 0), -1)))
            self.plan.replace(kind, items)


def still_there(planning: Planning, request: Request) -> Request | None:
    """Return a request without what went since it was queued (CR 400.7), or `None` if nothing of it is left.

    A request that finds what its objects became (CR 400.7j) is left as it is.
    """
    if request.finds_again:
        return request
    world = planning.world
    kept: dict[str, object] = {}
    for field in ("objects", "object", "onto", "to", "of", "copy_of", "attached_to", "source"):
        value = getattr(request, field, None)
        if field == "objects" and isinstance(value, tuple):
            there = tuple(one for one in value if _is_there(world, one))
            for one in value if len(there) < len(value) else ():
                if one not in there:
                    planning.ignore(one, "400.7", "it is gone")
            if not there:
                return None
            kept |= {"objects": there} if len(there) < len(value) else {}
        elif isinstance(value, int) and not _is_there(world, value):
            if field != "source":
                planning.ignore(value, "400.7", "it is gone")
                return None
            gone = world.find(value, Gone)
            if not request.reads_source or gone is None or gone.tick not in world.boards:
                kept["source"] = None
    return msgspec.structs.replace(request, **kept) if kept else request


def _is_there(world: World, entity: int) -> bool:
    return world.is_object(entity) or entity in world.player_entities


def _cards(answer: Answer) -> tuple[CardId, ...]:
    if not all(isinstance(card, int) for card in answer):
        raise BrokenInvariantError(f"cards were to be ordered, but the answer is {answer!r}")
    return answer  # type: ignore[return-value]
