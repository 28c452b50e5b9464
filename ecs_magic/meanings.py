"""What the words of an ability mean as it is announced or carried out: objects, players, numbers, conditions.

Objects are read as they are; one that is gone is read as it last was (CR 608.2h), and found again only where
the rules let an ability find what it became (CR 400.7).
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from ecs_magic.amounts import counted
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import (
    AttachedTo,
    Bound,
    CastAs,
    Chosen,
    ChosenX,
    Component,
    Damage,
    DayNight,
    Gone,
    Life,
    MergeStack,
    Printed,
    Resolving,
    SpellsCast,
    StackAbility,
    TurnBegan,
)
from ecs_magic.derived import characteristics, controller, player_of
from ecs_magic.drafts import Draft, Held, words_of_kind
from ecs_magic.enums import Zone
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.instructions import (
    Alike,
    Condition,
    Departures,
    EventAmount,
    Hand,
    LifeTotal,
    Number,
    Objects,
    Spells,
    TheX,
    Those,
    Who,
    Word,
)
from ecs_magic.linking import linked_to
from ecs_magic.matching import Matcher
from ecs_magic.selectors import Count, Devotion, Selector, Total, Value
from ecs_magic.world import World

K = TypeVar("K", bound=Component)


def shown(world: World, object_: int, values: Characteristics | None = None) -> Draft:
    """Return an object as selectors look at it, with its characteristics after all layers, or with others."""
    draft = Draft(world, object_)
    values = characteristics(world, object_) if values is None else values
    for name in ("names", "mana_cost", "colors", "supertypes", "types", "subtypes", "power", "toughness", "mana_value"):
        setattr(draft, name, getattr(values, name))
    draft.controller = controller(world, object_)
    draft.abilities = [Held(ability, 0, ("printed", 0, index)) for index, ability in enumerate(values.abilities)]
    return draft


def fits(
    world: World,
    object_: int,
    test: Selector,
    *,
    source: int | None,
    seat: Seat,
    anywhere: bool = False,
    values: Characteristics | None = None,
) -> bool:
    """Whether a selector selects an object, for an ability of this source and controller.

    `anywhere` leaves the selector's zone out: the event says where the object is or was. `values` are
    characteristics to judge in place of its own.
    """
    if anywhere:
        test = msgspec.structs.replace(test, zone=world.zone(object_).value)
    elif test.zone not in ("any", world.zone(object_)) or world.status(object_).phased_out:
        return False
    return Matcher(test).selects(world, shown(world, object_, values), object_, source=source, controller=seat)


def selected(world: World, test: Selector, *, source: int | None, seat: Seat) -> tuple[ObjectId, ...]:
    """Return the objects that a selector selects now, in the order of their zone."""
    there = [
        one
        for zone in test.zones
        for whose in (world.seats[:1] if zone.is_shared else world.seats)
        for one in world.contents(zone, whose)
    ]
    return tuple(one for one in there if fits(world, one, test, source=source, seat=seat))


class Meaning:
    """What the words of one spell or ability mean now.

    `entity` is the spell or ability on the stack; without one, the meaning is that of an announcement.
    """

    __slots__ = ("bound", "entity", "resolving", "seat", "source", "targets", "world", "x")

    def __init__(
        self,
        world: World,
        source: int,
        seat: Seat,
        *,
        entity: int | None = None,
        bound: Bound = Bound(),  # noqa: B008 - it is a frozen value
        targets: tuple[tuple[int, ...], ...] = (),
        resolving: Resolving | None = None,
        x: int | None = None,
    ) -> None:
        self.world = world
        self.source = source
        self.seat = seat
        self.entity = entity
        self.bound = bound
        self.targets = targets
        self.resolving = resolving
        self.x = x

    @classmethod
    def of(cls, world: World, entity: int) -> "Meaning":
        """Return the meaning of a spell or ability on the stack, or of one that waits to be put there."""
        held = world.find(entity, StackAbility)
        chosen = world.find(entity, Chosen)
        x = world.find(entity, ChosenX)
        return cls(
            world,
            entity if held is None else held.source,
            player_of(world, entity) if held is None else held.controller,
            entity=entity,
            bound=Bound() if held is None else held.bound,
            targets=() if chosen is None else chosen.targets,
            x=None if x is None else x.x,
        )

    @classmethod
    def resolving_now(cls, world: World) -> "Meaning":
        """Return the meaning of what is resolving now (CR 608.2)."""
        now = world.get(world.game, Resolving)
        return cls(
            world,
            now.source,
            now.controller,
            entity=now.entity,
            bound=now.bound,
            targets=now.targets,
            resolving=now,
            x=now.x,
        )

    # --- objects -----------------------------------------------------------------------------------------

    def objects(self, what: Objects) -> tuple[ObjectId, ...]:
        """Return the objects that a word means, as they are now; a choice among `Those` has been made before."""
        if isinstance(what, Those):
            return self.those(what)
        return tuple(dict.fromkeys(now for one in self.named(what) for now in self._now(one)))

    def those(self, what: Those) -> tuple[ObjectId, ...]:
        """Return all objects that are selected, before any of them are chosen."""
        found = selected(self.world, what.of, source=self.source, seat=self.seat)
        if what.controller is None:
            return found
        seats = self.players(what.controller)
        return tuple(one for one in found if player_of(self.world, one) in seats)

    def named(self, word: Word) -> tuple[int, ...]:
        """Return the objects that a word was given to mean; they may be gone by now."""
        match word:
            case "this":
                return (self.source,)
            case "it":
                return self.bound.now or ((self.source,) if self.bound.was is None else ())
            case "made":
                return self.resolving.made if self.resolving else ()
            case "top":
                return self.world.contents(Zone.LIBRARY, self.seat)[-1:]
            case "its target":
                found = [self._read_component(entry, Chosen) for entry in self.bound.now]
                aims = dict.fromkeys(one for held in found if held for ones in held.targets for one in ones)
                return tuple(one for one in aims if one not in self.world.player_entities)
            case "by":
                return () if self.bound.by is None else (self.bound.by,)
            case "lost":
                return self.resolving.lost if self.resolving else ()
            case "linked":
                board = self.board(self.source)
                return () if board is None else linked_to(board, self.source)
            case "host":
                host = self._read_component(self.source, AttachedTo)
                return () if host is None else (host.object,)
            case _:
                index = 0 if word == "target" else int(word.removeprefix("target ")) - 1
                chosen = self.targets[index] if index < len(self.targets) else ()
                return tuple(one for one in chosen if one not in self.world.player_entities)

    def _now(self, one: int) -> tuple[ObjectId, ...]:
        """Return what is left of an object: itself, or what it became where it may be found (CR 400.7)."""
        world = self.world
        if world.is_object(one):
            return (one,)  # type: ignore[return-value]
        gone = world.find(one, Gone)
        since = None if self.resolving is None else self.resolving.since
        if self.resolving is not None and one in self.resolving.lost:
            since = 0  # CR 400.7j: what the cost moved is found where that put it
        if one == self.source and self.bound.aura and gone is not None:
            return tuple(now for now in gone.became if world.is_object(now) and world.zone(now) is Zone.GRAVEYARD)
        if one == self.bound.was and self.bound.now:
            return tuple(now for after in self.bound.now for now in self._now(after))
        if gone is None or since is None or gone.tick < since:
            return ()
        return tuple(now for after in gone.became for now in self._now(after))

    def _read_component(self, one: int, kind: type[K]) -> K | None:
        board = self.board(one)
        return None if board is None else board.find(one, kind)

    def board(self, one: int) -> World | None:
        """Return the board on which an object is read: the world, or the last on which it was (CR 608.2h)."""
        if self.world.is_object(one):
            return self.world
        gone = self.world.find(one, Gone)
        return self.world.boards.get(gone.tick) if gone is not None else None

    def last(self, word: Word) -> tuple[tuple[World, int], ...]:
        """Return what a word means with the board to read it on; what left is read as it last was."""
        if word == "it" and self.bound.was is not None:
            ones: Iterable[int] = (self.bound.was,)
        else:
            ones = self.named(word)
        found = ((self.board(one), one) for one in ones)
        return tuple((board, one) for board, one in found if board is not None)

    # --- players -----------------------------------------------------------------------------------------

    def players(self, who: Who) -> tuple[Seat, ...]:
        """Return the players that a word means, in turn order from the active player (CR 101.4)."""
        world = self.world
        match who:
            case "you":
                return (self.seat,)
            case "opponents":
                return tuple(seat for seat in world.apnap() if seat != self.seat)
            case "each player":
                return world.apnap()
            case "that player":
                return () if self.bound.player is None else (self.bound.player,)
            case "controller" | "owner":
                word: Word = "it" if self.bound.now or self.bound.was is not None else "target"
                read = World.owner if who == "owner" else player_of
                return tuple(dict.fromkeys(read(board, one) for board, one in self.last(word)))
            case _:
                index = 0 if who == "target" else int(who.removeprefix("target ")) - 1
                chosen = self.targets[index] if index < len(self.targets) else ()
                return tuple(Seat(world.player_entities.index(one)) for one in chosen if one in world.player_entities)

    # --- numbers and conditions --------------------------------------------------------------------------

    def number(self, number: Number, each: int | None = None, *, low: int | None = None) -> int:
        """Return a number as it is now; one that can't be worked out is 0 (CR 107.2).

        One that is read off an object counts as `low` at least, if that is given (CR 107.1b).
        """
        if isinstance(number, int):
            return number
        if isinstance(number, Count | Value | Total | Devotion):
            return counted(number, _Reading(self, each), self.world, low)
        if isinstance(number, Alike):
            return self._alike(number) * number.times + number.plus
        if isinstance(number, Departures):
            return self._departures(number) * number.times + number.plus
        if isinstance(number, TheX):
            return self.chosen_x() * number.times + number.plus
        if isinstance(number, EventAmount):
            return self.bound.amount * number.times
        if isinstance(number, Spells):
            casts = [
                self._spells(seat, number.turn) for seat in self.world.seats if number.by != "you" or seat == self.seat
            ]
            return max(casts) if number.by == "most" else sum(casts)
        if isinstance(number, Hand):
            held = sum(len(self.world.contents(Zone.HAND, seat)) for seat in self.players(number.player))
            return held * number.times + number.plus
        if isinstance(number, LifeTotal):
            lives = [
                self.world.get(self.world.player_entities[seat], Life).life for seat in self.players(number.player)
            ]
            start = len(lives) * self.world.policies.starting_life if number.above_start else 0
            return sum(lives) * number.times - start
        read = [_read(board, one, number.of, number.kind) for board, one in self.last(number.what)]
        return (sum(read) if low is None else max(low, sum(read))) * number.times + number.plus

    def _alike(self, alike: Alike) -> int:
        """Return how many others share something with what is meant, each counted once."""
        models = {one: words_of_kind(characteristics(board, one), alike.share) for board, one in self.last(alike.what)}
        wanted = {word for words in models.values() for word in words}
        found = selected(self.world, alike.of, source=self.source, seat=self.seat)
        return sum(
            one not in models and not wanted.isdisjoint(words_of_kind(characteristics(self.world, one), alike.share))
            for one in found
        )

    def _departures(self, departures: Departures) -> int:
        """Return how many permanents left the battlefield this turn, as they last were (CR 608.2h)."""
        world, test = self.world, departures.of
        began = world.find(world.player_entities[world.clock().active], TurnBegan)
        since = 0 if began is None else began.timestamp
        count = 0
        for one in sorted(world.store.with_component(Gone)):
            gone = world.get(one, Gone)
            board = world.boards.get(gone.tick)
            if board is None or board.timestamp < since or board.zone(one) is not Zone.BATTLEFIELD:
                continue
            if departures.to not in (None, gone.to):
                continue
            count += fits(board, one, test, source=self.source, seat=self.seat, anywhere=True)
        return count

    def _spells(self, seat: Seat, turn: str) -> int:
        count = self.world.find(self.world.player_entities[seat], SpellsCast)
        return 0 if count is None else count.this if turn == "this" else count.last

    def chosen_x(self) -> int:
        """Return X: the one announced, or that of the spell which the source was (CR 107.3a, 107.3m)."""
        if self.x is not None:
            return self.x
        board = self.board(self.source)
        chosen = None if board is None else board.find(self.source, ChosenX)
        return 0 if chosen is None else chosen.x

    def hold(self, conditions: Iterable[Condition]) -> bool:
        """Whether all conditions hold now."""
        return all(self._holds(condition) is not condition.negate for condition in conditions)

    def _holds(self, condition: Condition) -> bool:
        world, seat, source = self.world, self.seat, self.source
        if condition.is_ is not None:
            test = condition.is_
            there = self.objects(condition.what)
            if not any(fits(world, one, test, source=source, seat=seat, anywhere=True) for one in there):
                return False
        if condition.was is not None:
            test = condition.was
            before = self.last(condition.what)
            if not any(fits(board, one, test, source=source, seat=seat, anywhere=True) for board, one in before):
                return False
        if condition.card is not None and not self._is_card(condition):
            return False
        if condition.owned is not None:
            before = self.last(condition.what)
            if any((board.owner(one) == seat) is not condition.owned for board, one in before):
                return False
        number = condition.number
        if condition.of is not None:
            number = Count(condition.of)
        if number is not None:
            value = self.number(number)
            low = condition.at_least if condition.at_least is not None or condition.at_most is not None else 1
            if (low is not None and value < low) or (condition.at_most is not None and value > condition.at_most):
                return False
        if condition.done is not None and (self.resolving is not None and self.resolving.done) is not condition.done:
            return False
        if condition.how is not None or condition.from_ is not None:
            cast = self._cast(condition.what)
            if cast is None or condition.from_ not in (None, cast.from_):
                return False
            if condition.how is not None and condition.how != cast.how and condition.how not in cast.paid:
                return False
        if condition.time is not None:
            found = world.find(world.game, DayNight)
            if condition.time != ("neither" if found is None else found.time):
                return False
        return condition.your_turn is None or (world.clock().active == seat) is condition.your_turn

    def _is_card(self, condition: Condition) -> bool:
        """Whether what a condition is about is what it says by its card alone, front face up (CR 708.12)."""
        if condition.card is None:
            return False
        for board, one in self.last(condition.what):
            front = board.get(board.cards(one)[0], Printed).definition.front
            if fits(board, one, condition.card, source=self.source, seat=self.seat, anywhere=True, values=front):
                return True
        return False

    def _cast(self, what: Word) -> CastAs | None:
        for board, one in self.last(what):
            found = board.find(one, CastAs)
            if found is not None:
                return found
        return None


class _Reading:
    """Reads amounts for an instruction, about `each` object or player in turn where it is about some."""

    __slots__ = ("each", "meaning")

    def __init__(self, meaning: Meaning, each: int | None) -> None:
        self.meaning = meaning
        self.each = each

    def found(self, test: Selector) -> Iterable[tuple[int, int]]:
        """Return the objects that a test selects now."""
        meaning = self.meaning
        return ((one, 1) for one in selected(meaning.world, test, source=meaning.source, seat=meaning.seat))

    def read_from(self, value: Value) -> tuple[World, int] | None:
        """Return the object that a value is read off, as it is or last was (CR 608.2h)."""
        meaning = self.meaning
        match value.from_:
            case "each" if self.each is not None:
                return meaning.world, self.each
            case "host":
                return next(iter(meaning.last("host")), None)
            case "linked":
                found = (one for one in reversed(meaning.last("linked")) if "Creature" in self.draft(*one).types)
                return next(found, None)
            case _:
                return next(iter(meaning.last("this")), None)

    def draft(self, board: World, object_: int) -> Draft:
        """Return an object's characteristics after all layers."""
        return shown(board, object_)


def _read(board: World, one: int, of: str, kind: str) -> int:
    """Return one number of an object on a board."""
    if one in board.player_entities:
        return 0
    match of:
        case "power" | "toughness" | "mana_value":
            return getattr(characteristics(board, one), of) or 0
        case "colors":
            return len(characteristics(board, one).colors)
        case "mutations":
            return sum(merge.all_abilities for merge in board.get(one, MergeStack).merges)
        case "damage":
            damage = board.find(one, Damage)
            return 0 if damage is None else damage.marked
        case _:
            counters = board.counters(one)
            return counters.count(kind) if kind else sum(pile.count for pile in counters.piles)
