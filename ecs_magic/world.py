"""The world: entities of one game, its counters and policies, and what has been derived and not yet outdated.

All writes pass through `set`, `drop`, `replace`, `create` and `delete`: the one setter. Reading never writes
anything but memory of derived values. Nothing here decides a rule.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import Characteristics, CopiableValues
from ecs_magic.components import (
    AttachedTo,
    Attacking,
    CastAs,
    Chose,
    Chosen,
    ChosenX,
    Clock,
    CommandOffered,
    Component,
    Contents,
    ControlledSince,
    Controller,
    Copying,
    Counters,
    Damage,
    DayNight,
    Delayed,
    FaceState,
    Gone,
    HeldUntil,
    InForce,
    InZone,
    Kind,
    LastTurned,
    Life,
    Linked,
    Lost,
    ManaPool,
    Marked,
    MeldPair,
    MergeStack,
    Overdrawn,
    Owner,
    Paired,
    PartOf,
    Printed,
    Regenerating,
    ResolvedEffect,
    Resolving,
    Sacrificed,
    Skipping,
    SpellsCast,
    StackAbility,
    Status,
    TimesCast,
    Timestamped,
    TurnBegan,
    Unlocked,
    Used,
    Waiting,
)
from ecs_magic.enums import Zone
from ecs_magic.errors import BrokenInvariantError, InputError
from ecs_magic.ids import CardId, ConstituentId, EffectId, EntityId, ObjectId, Seat, Timestamp
from ecs_magic.policies import Policies
from ecs_magic.store import Store

if TYPE_CHECKING:
    from ecs_magic.alike import Alike
    from ecs_magic.signatures import Signatures

C = TypeVar("C", bound=Component)
T = TypeVar("T")

_ANY_SEAT: Final = Seat(0)

_STRUCTURE: Final = frozenset({Printed, Kind, FaceState, MergeStack, MeldPair, Copying, Status, Unlocked, InZone, Gone})
"""What copiable values are made of; a write may also bring or take static abilities."""
_OBJECT: Final = frozenset(
    {Counters, Controller, Timestamped, ChosenX, AttachedTo, Damage, Attacking, Marked, Paired, Linked, Chose, CastAs}
)
"""What else characteristics, or effects that look at an object, can read."""
_NOTHING: Final = frozenset(
    {PartOf, Owner, ControlledSince, LastTurned, CommandOffered, Life, Lost, Overdrawn, ManaPool, TurnBegan, Clock}
    | {StackAbility, Chosen, Sacrificed, Resolving, Waiting, Delayed, TimesCast, SpellsCast, Used}
    | {Regenerating, HeldUntil, Skipping, DayNight}
)
"""What no characteristic depends on."""


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What is derived of one object: characteristics, who controls it after layer 2, what can't be done to it."""

    characteristics: Characteristics
    controller: Seat | None
    forbidden: frozenset[str] = frozenset()


class Memory:
    """Derived values that are still right. Never part of a save."""

    __slots__ = (
        "alike",
        "copiable",
        "granted",
        "heard",
        "holders",
        "live",
        "moved",
        "owned",
        "passing",
        "pending",
        "plain",
        "recheck",
        "rescan",
        "rewatch",
        "seen",
        "signatures",
        "silent",
        "suspects",
        "unwatched",
        "waiting",
        "watchers",
        "words",
    )

    def __init__(self) -> None:
        # object -> its copiable values, status not applied
        self.copiable: dict[int, CopiableValues] = {}
        # object -> what was derived of it, until it or what effects do changes; and until anything changes
        self.seen: dict[int, Seen] = {}
        self.passing: dict[int, Seen] = {}
        # permanents whose copiable abilities include static ones, while there are no signatures
        self.holders: set[int] = set()
        # id of a definition (the world keeps it) -> whether no ability on it makes a continuous effect
        self.plain: dict[int, bool] = {}
        # objects that were written to since `holders` or the signatures were brought up to date
        self.pending: set[int] = set()
        # whether any continuous effect is at work, and whether that must be looked at anew
        self.live = False
        self.recheck = True
        # whether everything must be found anew among all permanents
        self.rescan = False
        # objects that changed since state-based actions last found nothing; `None` is all of them
        self.suspects: set[int] | None = None
        # object -> the events that its copiable abilities wait for, where there are any; and the other way round
        self.watchers: dict[int, frozenset[str]] = {}
        self.waiting: dict[str, set[int]] = {}
        # what is awaited by abilities that effects do not give; `None` is not known
        self.heard: frozenset[str] | None = None
        # the events that abilities given by effects in force wait for; `None` is not known
        self.granted: frozenset[str] | None = None
        # objects whose structure changed since `watchers` was brought up to date
        self.unwatched: set[int] = set()
        # whether all objects must be looked at for `watchers`
        self.rewatch = False
        # id of a definition -> whether no ability on it waits for anything
        self.silent: dict[int, bool] = {}
        # id of a face of a definition, and zone -> what its abilities wait for there
        self.words: dict[tuple[int, str], frozenset[str]] = {}
        # which permanents are alike, once the battlefield is large; right but for what is pending
        self.alike: Alike | None = None
        # the signatures of the permanents, once effects are at work; whether no fork reads them as well
        self.signatures: Signatures | None = None
        self.owned = True
        # whether effects may have changed who controls a permanent when that was last looked at
        self.moved = True

    def fork(self) -> "Memory":
        """Return a copy; the values in it are shared and never change, the signatures until one is written to."""
        other = Memory()
        other.copiable = dict(self.copiable)
        other.seen = dict(self.seen)
        other.passing = dict(self.passing)
        other.holders = set(self.holders)
        other.plain = self.plain.copy()
        other.pending = set(self.pending)
        other.live = self.live
        other.recheck = self.recheck
        other.rescan = self.rescan
        other.suspects = None if self.suspects is None else set(self.suspects)
        other.watchers = dict(self.watchers)
        other.waiting = {word: set(objects) for word, objects in self.waiting.items()}
        other.granted = self.granted
        other.unwatched = set(self.unwatched)
        other.rewatch = self.rewatch
        other.silent = self.silent.copy()
        other.words = self.words.copy()
        other.heard = self.heard
        other.alike = None if self.alike is None else self.alike.copy()
        other.signatures = self.signatures
        other.owned = self.owned = False
        other.moved = self.moved
        return other

    def forget_seen(self) -> None:
        """Forget what was derived of all objects; any of them may have changed."""
        self.seen.clear()
        self.suspects = None

    def clear(self) -> None:
        """Forget everything."""
        self.copiable.clear()
        self.forget_seen()
        self.passing.clear()
        self.holders.clear()
        self.pending.clear()
        self.watchers.clear()
        self.waiting.clear()
        self.granted = self.heard = None
        self.unwatched.clear()
        self.rewatch = True
        self.recheck = True
        self.rescan = True
        self.live = True
        self.alike = None
        self.signatures = None
        self.moved = True

    def touch_many(self, objects: Iterable[int], *, structure: bool) -> None:
        """Forget what was derived of many objects that were written to; `structure` is what they are made of."""
        touched = objects if isinstance(objects, set) else set(objects)
        for known in (self.seen, self.copiable) if structure else (self.seen,):
            for object_ in touched if len(touched) < len(known) else known.keys() & touched:
                known.pop(object_, None)
        if structure:
            self.unwatched |= touched
        self.pending |= touched
        if self.suspects is not None:
            self.suspects |= touched
        self.forget_passing()

    def touch(self, object_: int) -> None:
        """Forget what was derived of an object that was written to."""
        self.seen.pop(object_, None)
        self.pending.add(object_)
        if self.suspects is not None:
            self.suspects.add(object_)
        self.forget_passing()

    def forget_passing(self) -> None:
        """Forget what was derived of objects of which nothing tells when it changes."""
        if self.passing:
            self.passing.clear()
            self.suspects = None


class Mark(NamedTuple):
    """A point in the history of a world: the length of the journal, and all that is no entity."""

    journal: int
    next_id: int
    timestamp: int
    tick: int
    chance: int
    boards: "dict[int, World]"
    moved: bool


class World:
    """The state of one game."""

    __slots__ = (
        "boards",
        "chance",
        "definitions",
        "game",
        "memory",
        "places",
        "player_entities",
        "players",
        "policies",
        "seats",
        "seed",
        "store",
        "tick",
        "timestamp",
        "zones",
    )

    def __init__(self, players: Sequence[str], *, seed: int = 0, policies: Policies | None = None) -> None:
        if not players:
            raise InputError("a game needs a player", where="players")
        if len(set(players)) != len(players):
            raise InputError("two players have the same name", where="players")
        if not all(map(str.strip, players)):
            raise InputError("a player's name is empty", where="players")
        self.store = Store()
        self.memory = Memory()
        self.players = tuple(players)
        # all seats in turn order
        self.seats = tuple(Seat(index) for index in range(len(self.players)))
        self.policies = policies or Policies()
        self.seed = seed
        self.timestamp = 0
        self.tick = 0
        self.chance = 0
        # the id or the value in bytes of a definition -> it, the one definition of that value in this world
        self.definitions: dict[int | bytes, CardDefinition] = {}
        # tick -> the world as it was before that tick, for last known information
        self.boards: dict[int, World] = {}
        self.game = self.store.create(InForce(), Clock(0, Seat(0), ""))
        self.player_entities = tuple(
            self.store.create(Life(20), ManaPool(), TurnBegan(Timestamp(0))) for _ in self.players
        )
        # the component that says where an object is, one for all that are there
        self.places = {(zone, seat): InZone(zone, seat) for zone in Zone for seat in self.seats}
        # (zone, seat) -> zone entity; shared zones have the same entity for every seat
        self.zones: dict[tuple[Zone, Seat], EntityId] = {}
        for zone in Zone:
            shared = self.store.create(Contents()) if zone.is_shared else None
            for seat in self.seats:
                self.zones[zone, seat] = shared if shared is not None else self.store.create(Contents())

    # --- reading ---------------------------------------------------------------------------------------

    def seat(self, player: "int | str") -> Seat:
        """Return the seat of a player by name or seat. Raises `InputError`."""
        if isinstance(player, str) and player in self.players:
            return Seat(self.players.index(player))
        if isinstance(player, int) and not isinstance(player, bool) and 0 <= player < len(self.players):
            return Seat(player)
        raise InputError(f"there is no player {player!r}", suggestion=f"players are {', '.join(self.players)}")

    def find(self, entity: int, kind: type[C]) -> C | None:
        """Return the entity's component of this type, or `None`."""
        return self.store.find(entity, kind)

    def get(self, entity: int, kind: type[C]) -> C:
        """Return the entity's component of this type, which must be there."""
        return self.store.get(entity, kind)

    def is_object(self, entity: int) -> bool:
        """Whether this is an object that still exists."""
        return self.store.find(entity, MergeStack) is not None

    def constituents(self, object_: int) -> tuple[ConstituentId, ...]:
        """Return what represents an object, topmost first (CR 730.2)."""
        return self.store.get(object_, MergeStack).constituents

    def cards_of(self, constituent: int) -> tuple[CardId, ...]:
        """Return the card entities of a constituent: itself, or the two of a meld pair."""
        pair = self.store.find(constituent, MeldPair)
        return (CardId(EntityId(constituent)),) if pair is None else pair.cards

    def cards(self, object_: int) -> tuple[CardId, ...]:
        """Return all card entities that represent an object, topmost first."""
        return tuple(card for part in self.constituents(object_) for card in self.cards_of(part))

    def zone(self, object_: int) -> Zone:
        """Return the zone an object is in."""
        return self.store.get(object_, InZone).zone

    def owner(self, object_: int) -> Seat:
        """Return the owner of an object: of its topmost card.

        Only cards and tokens have owners by the rules (CR 108.3, 111.2). Of the cards of one pile the topmost
        gives it its owner as it gives it its name (CR 730.2a), for as long as it is on top; as the pile leaves,
        each card goes to its own owner's zone (CR 400.3, 730.3).
        """
        return self.store.get(self.cards_of(self.constituents(object_)[0])[0], Owner).seat

    def status(self, object_: int) -> Status:
        """Return the status of a permanent; the default where there is none (CR 110.5b)."""
        return self.store.find(object_, Status) or _DEFAULT_STATUS

    def counters(self, entity: int) -> Counters:
        """Return the counters on an object or player."""
        return self.store.find(entity, Counters) or _NO_COUNTERS

    def contents(self, zone: Zone, seat: Seat = _ANY_SEAT) -> tuple[ObjectId, ...]:
        """Return the objects in a zone, bottom or oldest first; a shared zone is the same for every seat."""
        return self.store.get(self.zones[zone, seat], Contents).objects

    def battlefield(self) -> tuple[ObjectId, ...]:
        """Return all permanents, phased-out ones too, in the order in which they entered."""
        return self.contents(Zone.BATTLEFIELD)

    def clock(self) -> Clock:
        """Return whose turn it is."""
        return self.store.get(self.game, Clock)

    def in_force(self) -> tuple[EffectId, ...]:
        """Return the continuous effects of resolved spells and abilities, oldest first."""
        return self.store.get(self.game, InForce).effects

    def apnap(self) -> tuple[Seat, ...]:
        """Return the seats from the active player on in turn order (CR 101.4)."""
        active = self.clock().active
        return self.seats[active:] + self.seats[:active]

    def in_turn_order(self, things: Iterable[T], whose: Callable[[T], Seat]) -> list[T]:
        """Return things in the order in which players choose about them, each player's as they were (CR 101.4)."""
        found = list(things)
        if len(found) > 1:
            turn = self.apnap()
            found.sort(key=lambda one: turn.index(whose(one)))
        return found

    # --- writing: the one setter -------------------------------------------------------------------------

    def create(self, *components: Component) -> EntityId:
        """Make an entity."""
        entity = self.store.create(*components)
        for component in components:
            self._touch(entity, type(component))
        return entity

    def set(self, entity: int, *components: Component) -> None:
        """Give an entity components in place of those of the same types."""
        self.store.set(entity, *components)
        for component in components:
            self._touch(entity, type(component))

    def create_many(self, *columns: Sequence[Component]) -> list[EntityId]:
        """Make an entity of each row of components; those of one column are of one type."""
        made = self.store.create_many(*columns)
        self._touch_many(made, _kinds(columns))
        return [EntityId(entity) for entity in made]

    def replace_many(self, entities: Sequence[int], components: Sequence[Component]) -> None:
        """Give each entity its one component and no others."""
        self.store.replace_many(entities, components)
        self._touch_many(entities, frozenset({MergeStack}))

    def set_many(self, entities: Sequence[int], *columns: Sequence[Component]) -> None:
        """Give many entities a component of each column; those of one column are of one type."""
        self.store.set_many(entities, *columns)
        self._touch_many(entities, _kinds(columns))

    def _touch_many(self, entities: Sequence[int], kinds: frozenset[type[Component]]) -> None:
        if not kinds.isdisjoint(_STRUCTURE):
            parts = (self.store.find(entity, PartOf) for entity in entities)
            touched = (entity if part is None else part.object for entity, part in zip(entities, parts, strict=True))
            self.memory.touch_many(touched, structure=True)
        elif not kinds.isdisjoint(_OBJECT):
            self.memory.touch_many(entities, structure=False)
        elif not kinds <= _NOTHING:
            raise BrokenInvariantError(f"{kinds} are not written to many entities at once")

    def drop(self, entity: int, kind: type[Component]) -> None:
        """Take a component away, if it is there."""
        self.store.drop(entity, kind)
        self._touch(entity, kind)

    def replace(self, entity: int, *components: Component) -> None:
        """Give an entity these components and no others."""
        self.store.replace(entity, *components)
        self._touch(entity, MergeStack)

    def delete(self, entity: int) -> None:
        """Remove an entity."""
        self.store.delete(entity)
        self._touch(entity, MergeStack)

    def _touch(self, entity: int, kind: type[Component]) -> None:
        if kind in _NOTHING:
            return
        memory = self.memory
        if kind in _STRUCTURE:
            part = self.store.find(entity, PartOf)
            target = entity if part is None else part.object
            memory.copiable.pop(target, None)
            memory.unwatched.add(target)
            memory.touch(target)
        elif kind in _OBJECT:
            memory.touch(entity)
        elif kind is InForce or kind is ResolvedEffect:
            memory.recheck = True
            memory.forget_passing()
        else:
            memory.forget_passing()

    def suspect(self, entity: int) -> None:
        """Let state-based actions look at an object again: something that held them off is over."""
        if self.memory.suspects is not None:
            self.memory.suspects.add(entity)

    def interned(self, definition: CardDefinition) -> CardDefinition:
        """Return the one definition of this value in the world, so that equal cards are seen to be equal."""
        found = self.definitions.get(id(definition))
        if found is None:
            found = self.definitions.setdefault(msgspec.msgpack.encode(definition), definition)
            self.definitions[id(found)] = found
        return found

    def now(self) -> Timestamp:
        """Return a new timestamp, later than all before (CR 613.7)."""
        self.timestamp += 1
        return Timestamp(self.timestamp)

    # --- transactions, forks -----------------------------------------------------------------------------

    def mark(self) -> Mark:
        """Return a point to which `rewind` can go back."""
        counters = self.timestamp, self.tick, self.chance
        return Mark(len(self.store.journal), self.store.next_id, *counters, self.boards, self.memory.moved)

    def rewind(self, mark: Mark) -> None:
        """Go back to a mark: entities, counters, boards and derived values are as they were."""
        length, following, self.timestamp, self.tick, self.chance, self.boards, self.memory.moved = mark
        touched = self.store.rewind(length, following)
        for tick in [tick for tick in self.boards if tick > self.tick]:
            del self.boards[tick]
        memory = self.memory
        memory.recheck = True
        memory.suspects = None
        targets = set(touched)
        for entity in touched:
            part = self.store.find(entity, PartOf)
            if part is not None:
                targets.add(part.object)
        memory.touch_many(targets, structure=True)

    def forget_boards(self, *, before: int | None = None, but: frozenset[int] = frozenset()) -> None:
        """Give up last known information, or that of ticks before one and not among `but`.

        `rewind` brings back what a mark needs.
        """
        if before is None:
            self.boards = {}
        else:
            self.boards = {tick: board for tick, board in self.boards.items() if tick >= before or tick in but}

    def forget_journal(self) -> None:
        """Give up the way back."""
        self.store.journal.clear()

    def fork(self) -> "World":
        """Return an independent world in the same state."""
        return self._copy(self.store.fork(), dict(self.boards))

    def frozen(self) -> "World":
        """Return the world as it is now, for reading only."""
        return self._copy(self.store.frozen(), {})

    def _copy(self, store: Store, boards: "dict[int, World]") -> "World":
        other = World.__new__(World)
        other.store = store
        other.memory = self.memory.fork()
        other.players = self.players
        other.seats = self.seats
        other.policies = self.policies
        other.seed = self.seed
        other.timestamp = self.timestamp
        other.tick = self.tick
        other.chance = self.chance
        other.boards = boards
        other.definitions = dict(self.definitions)
        other.game = self.game
        other.player_entities = self.player_entities
        other.places = self.places
        other.zones = self.zones
        return other


def _kinds(columns: Iterable[Sequence[Component]]) -> frozenset[type[Component]]:
    return frozenset(type(column[0]) for column in columns if column)


_DEFAULT_STATUS = Status()
_NO_COUNTERS = Counters(())


def in_object_order(objects: Iterable[int]) -> list[ObjectId]:
    """Return object ids in the order in which the objects came to be; the one place that sorts them."""
    return [ObjectId(EntityId(object_)) for object_ in sorted(objects)]
