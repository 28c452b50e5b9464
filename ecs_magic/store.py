"""The one file that owns esper: entities and components of one world, with a journal of every write.

esper keeps its state in module globals, so each store binds esper's functions to globals of its own:
games and threads never meet, and a host's esper is left alone. `Store.esper` is that private module.
"""

from collections.abc import Iterable, Iterator, Mapping
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


def _private_esper(entities: dict[int, Any], members: dict[type, set[int]], ids: _Ids) -> ModuleType:
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
        self._bind({}, {}, 1)

    def _bind(self, entities: dict[int, Any], members: dict[type, set[int]], following: int) -> None:
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
        return sorted(self._members.get(kind, ()))

    def set(self, entity: int, *components: Component) -> None:
        """Give the entity these components in place of those it has of the same types."""
        old = self._entities[entity]
        self._put(entity, old, {**old, **{type(component): component for component in components}})

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
        members = self._members
        if new is None:
            del self._entities[entity]
        else:
            self._entities[entity] = new
            for kind in new:
                if old is None or kind not in old:
                    held = members.get(kind)
                    if held is None:
                        members[kind] = {entity}
                    else:
                        held.add(entity)
        for kind in old or ():
            if new is None or kind not in new:
                members[kind].discard(entity)
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
        members = {kind: set(held) for kind, held in self._members.items()}
        other._bind(dict(self._entities), members, self._ids.following)
        return other

    def frozen(self) -> "Store":
        """Return a view of the entities as they are now, for reading last known information."""
        other = _FrozenStore.__new__(_FrozenStore)
        other._entities = dict(self._entities)
        other._members = {}
        other._ids = _Ids(self._ids.following)
        other.esper = self.esper
        other._space = {}
        other.journal = []
        return other


class _FrozenStore(Store):
    """A store that is only read. It looks for members when it is asked, since most are never asked."""

    __slots__ = ()

    def with_component(self, kind: type[Component]) -> list[int]:
        """Return the ids of all entities that have this component, in ascending order."""
        return sorted(entity for entity, components in self._entities.items() if kind in components)
