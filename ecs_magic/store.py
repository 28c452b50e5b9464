"""The one file that owns esper: entities and components of one world, with a journal of every write.

esper keeps its state in module globals, so each store binds esper's functions to globals of its own:
games and threads never meet, and a host's esper is left alone. `Store.esper` is that private module.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import esper

from ecs_magic.components import Component
from ecs_magic.ids import EntityId

C = TypeVar("C", bound=Component)

_FUNCTIONS = tuple((name, value) for name, value in vars(esper).items() if isinstance(value, FunctionType))
_OTHERS = {
    name: value for name, value in vars(esper).items() if not isinstance(value, FunctionType) and name != "__spec__"
}


class _Ids:
    """The next entity id; esper draws from it as from its own counter."""

    def __init__(self, following: int) -> None:
        self.following = following

    def __next__(self) -> int:
        value = self.following
        self.following = value + 1
        return value


class _Members(dict[type, set[int]]):
    """Which entities have a component of each type: esper's own index, found when it is first asked for.

    Most types are never asked for, and those cost nothing; one that was is kept up to date at every write.
    """

    __slots__ = ("_entities",)

    def __init__(self, entities: Mapping[int, Mapping[type, Any]]) -> None:
        self._entities = entities

    def __missing__(self, kind: type) -> set[int]:
        found = self[kind] = {entity for entity, components in self._entities.items() if kind in components}
        return found

    def get(self, kind: type, default: Any = None) -> Any:
        """Return the entities that have a component of this type."""
        del default
        return self[kind]

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, type)

    def change(self, entity: int, new: Mapping[type, Any] | None) -> None:
        """Keep up to date what is known: an entity has these components now, or is gone."""
        for kind, held in self.items():
            if new is not None and kind in new:
                held.add(entity)
            else:
                held.discard(entity)

    def fork(self, entities: Mapping[int, Mapping[type, Any]]) -> "_Members":
        """Return an index of entities that are the same; what is quickly copied is."""
        other = _Members(entities)
        for kind, held in self.items():
            if len(held) <= _FEW:
                other[kind] = set(held)
        return other


_FEW = 16
"""A fork copies sets of so few members; others it finds anew if it is asked for them."""


def _private_esper(entities: dict[int, Any], members: _Members, ids: _Ids) -> ModuleType:
    """Return a module of esper's functions whose globals, and so whose state, are its own."""
    module = ModuleType("esper")
    space = module.__dict__
    space.update(_OTHERS)
    space.update(
        _current_world="default",
        current_world="default",
        _entity_count=ids,
        _components=members,
        _entities=entities,
        _dead_entities=set(),
        _get_component_cache={},
        _get_components_cache={},
        _processors=[],
        _processors_dict={},
        _cache_dirty=True,
        event_registry={},
        process_times={},
    )
    space["_context_map"] = {}
    for name, function in _FUNCTIONS:
        space[name] = FunctionType(function.__code__, space, name, function.__defaults__, function.__closure__)
    return module


class Store:
    """Entities and their components.

    The dictionary of an entity is never changed in place but replaced, so forks share it, and the journal
    is the list of the old ones.
    """

    __slots__ = ("_entities", "_ids", "_members", "_space", "esper", "journal")

    def __init__(self) -> None:
        entities: dict[int, Any] = {}
        self._bind(entities, _Members(entities), 1)

    def _bind(self, entities: dict[int, Any], members: _Members, following: int) -> None:
        # entity -> {component type: component}
        self._entities: dict[int, dict[type[Component], Any]] = entities
        # component type -> entities that have it
        self._members = members
        self._ids = _Ids(following)
        self.esper = _private_esper(entities, members, self._ids)
        self._space = self.esper.__dict__
        # (entity, its dictionary before, or None if it did not exist), oldest first
        self.journal: list[tuple[int, dict[type[Component], Any] | None]] = []

    @property
    def next_id(self) -> int:
        """The id that the next entity will have."""
        return self._ids.following

    def create(self, *components: Component) -> EntityId:
        """Make an entity with these components and return its id."""
        entity = next(self._ids)
        self._put(entity, None, {type(component): component for component in components})
        return EntityId(entity)

    def restore(self, entity: int, components: Iterable[Component], following: int) -> None:
        """Put back an entity of a saved world under its old id."""
        self._put(entity, None, {type(component): component for component in components})
        self._ids.following = following

    def find(self, entity: int, kind: type[C]) -> C | None:
        """Return the entity's component of this type, or `None`."""
        components = self._entities.get(entity)
        return None if components is None else components.get(kind)

    def get(self, entity: int, kind: type[C]) -> C:
        """Return the entity's component of this type, which must be there."""
        component: C = self._entities[entity][kind]
        return component

    def held(self, entity: int) -> Mapping[type[Component], Any] | None:
        """Return all components of an entity by type, to be read alone; `None` where there is no such entity."""
        return self._entities.get(entity)

    @property
    def held_by(self) -> Mapping[int, Mapping[type[Component], Any]]:
        """All components of every entity by type, to be read alone."""
        return self._entities

    def exists(self, entity: int) -> bool:
        """Whether there is such an entity."""
        return entity in self._entities

    def components(self, entity: int) -> tuple[Component, ...]:
        """Return all components of an entity."""
        return tuple(self._entities[entity].values())

    def entities(self) -> Iterator[int]:
        """Return all entity ids in ascending order."""
        return iter(sorted(self._entities))

    def with_component(self, kind: type[Component]) -> list[int]:
        """Return the ids of all entities that have this component, in ascending order."""
        return sorted(self._members[kind])

    def set(self, entity: int, *components: Component) -> None:
        """Give the entity these components in place of those it has of the same types."""
        old = self._entities[entity]
        self._put(entity, old, {**old, **{type(component): component for component in components}})

    def set_many(self, entities: Sequence[int], *columns: Iterable[Component]) -> None:
        """Give each entity its component of every column in place of the one it has of that type."""
        held, journal, change = self._entities, self.journal, self._members.change
        for entity, *components in zip(entities, *columns, strict=True):
            old = held[entity]
            new = old.copy()
            for component in components:
                new[type(component)] = component
            journal.append((entity, old))
            held[entity] = new
            if len(new) != len(old):
                change(entity, new)
        self._space["_cache_dirty"] = True

    def create_many(self, *columns: Sequence[Component]) -> range:
        """Make an entity of each row of components and return their ids."""
        held, journal, change, first = self._entities, self.journal, self._members.change, self._ids.following
        kinds = [type(column[0]) for column in columns if column]
        for entity, components in enumerate(zip(*columns, strict=True), first):
            new = held[entity] = dict(zip(kinds, components, strict=True))
            journal.append((entity, None))
            change(entity, new)
        self._ids.following = following = first + len(columns[0])
        self._space["_cache_dirty"] = True
        return range(first, following)

    def replace_many(self, entities: Sequence[int], components: Sequence[Component]) -> None:
        """Give each entity its one component and no others."""
        held, journal, change = self._entities, self.journal, self._members.change
        for entity, component in zip(entities, components, strict=True):
            old = held[entity]
            new = held[entity] = {type(component): component}
            journal.append((entity, old))
            change(entity, new)
        self._space["_cache_dirty"] = True

    def drop(self, entity: int, kind: type[Component]) -> None:
        """Take a component away, if the entity has it."""
        old = self._entities[entity]
        if kind in old:
            self._put(entity, old, {other: value for other, value in old.items() if other is not kind})

    def replace(self, entity: int, *components: Component) -> None:
        """Give the entity these components and no others."""
        self._put(entity, self._entities[entity], {type(component): component for component in components})

    def delete(self, entity: int) -> None:
        """Remove the entity."""
        self._put(entity, self._entities[entity], None)

    def _put(self, entity: int, old: dict[type[Component], Any] | None, new: dict[type[Component], Any] | None) -> None:
        self.journal.append((entity, old))
        self._place(entity, old, new)

    def _place(
        self, entity: int, old: dict[type[Component], Any] | None, new: dict[type[Component], Any] | None
    ) -> None:
        if new is None:
            del self._entities[entity]
        else:
            self._entities[entity] = new
        if old is None or new is None or old.keys() != new.keys():
            self._members.change(entity, new)
        self._space["_cache_dirty"] = True

    def rewind(self, mark: int, following: int) -> list[int]:
        """Undo every write after `mark` in the journal; return the entities touched."""
        touched = []
        while len(self.journal) > mark:
            entity, old = self.journal.pop()
            self._place(entity, self._entities.get(entity), old)
            touched.append(entity)
        self._ids.following = following
        return touched

    def fork(self) -> "Store":
        """Return an independent store with the same entities; components are shared, being values."""
        other = Store.__new__(Store)
        entities = dict(self._entities)
        other._bind(entities, self._members.fork(entities), self._ids.following)
        return other

    def frozen(self) -> "Store":
        """Return a view of the entities as they are now, for reading last known information."""
        other = Store.__new__(Store)
        other._entities = dict(self._entities)
        other._members = _Members(other._entities)
        other._ids = _Ids(self._ids.following)
        other.esper = self.esper
        other._space = {}
        other.journal = []
        return other
