"""Saved games: a world and its run digest as plain data, with a version, and back."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from ecs_magic.cards import CardDefinition
from ecs_magic.components import COMPONENTS, Component, Gone, Printed
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError
from ecs_magic.ids import EntityId, Seat
from ecs_magic.policies import Policies
from ecs_magic.world import World

FORMAT: Final = "ecs-magic/save-1"


class SavedEntity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entity; a card's definition is a number in the save's table of definitions."""

    id: int
    components: dict[str, Any]
    definition: int | None = None


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved world. `boards` hold the last known information that is still kept, by tick."""

    format: str
    players: tuple[str, ...]
    seed: int
    policies: Policies
    timestamp: int
    tick: int
    chance: int
    next_id: int
    digest: str
    definitions: tuple[CardDefinition, ...]
    entities: tuple[SavedEntity, ...]
    boards: dict[str, tuple[SavedEntity, ...]] = {}


def save_world(world: World, digest: bytes) -> dict[str, Any]:
    """Return a world as plain data that JSON can hold."""
    definitions: dict[int, CardDefinition] = {}
    numbers: dict[int, int] = {}

    def saved(one: World) -> tuple[SavedEntity, ...]:
        found = []
        for entity in one.store.entities():
            components: dict[str, Any] = {}
            number = None
            for component in one.store.components(entity):
                if isinstance(component, Printed):
                    key = id(component.definition)
                    number = numbers.setdefault(key, len(numbers))
                    definitions[key] = component.definition
                else:
                    components[type(component).__name__] = msgspec.to_builtins(component)
            found.append(SavedEntity(entity, components, number))
        return tuple(found)

    entities = saved(world)
    needed = {world.get(entity, Gone).tick for entity in world.store.with_component(Gone)}
    boards = {str(tick): saved(board) for tick, board in world.boards.items() if tick in needed}
    save = Save(
        format=FORMAT,
        players=world.players,
        seed=world.seed,
        policies=world.policies,
        timestamp=world.timestamp,
        tick=world.tick,
        chance=world.chance,
        next_id=world.store.next_id,
        digest=digest.hex(),
        definitions=tuple(definitions.values()),
        entities=entities,
        boards=boards,
    )
    data: dict[str, Any] = msgspec.to_builtins(save)
    return data


def load_world(data: Any, components: Iterable[type[Component]] = ()) -> tuple[World, bytes]:
    """Return the world of a save and its run digest. Raises `InputError` for anything else.

    `components` are a host's own that the save may hold.
    """
    kinds = {kind.__name__: kind for kind in (*COMPONENTS, *components)}
    version = data.get("format") if isinstance(data, dict) else None
    if version != FORMAT:
        raise InputError(f"{version!r} is no save that this version reads", suggestion=f"it reads {FORMAT}")
    try:
        save = msgspec.convert(data, Save, strict=True)
        world = World(save.players, seed=save.seed, policies=save.policies)
        _fill(world, save, save.entities, kinds)
        for tick, entities in save.boards.items():
            board = World(save.players, seed=save.seed, policies=save.policies)
            _fill(board, save, entities, kinds)
            world.boards[int(tick)] = board
        return world, bytes.fromhex(save.digest)
    except (msgspec.ValidationError, KeyError, IndexError, ValueError) as error:
        raise InputError(f"the save is damaged: {error}") from None


def _fill(world: World, save: Save, entities: tuple[SavedEntity, ...], kinds: Mapping[str, type[Component]]) -> None:
    for entity in list(world.store.entities()):
        world.delete(entity)
    for saved in entities:
        unknown = saved.components.keys() - kinds.keys()
        if unknown:
            raise ValueError(f"nobody knows its component {min(unknown)}; a host gives from_dict its own components")
        components: list[Component] = [
            msgspec.convert(value, kinds[name], strict=True) for name, value in saved.components.items()
        ]
        if saved.definition is not None:
            components.append(Printed(world.interned(save.definitions[saved.definition])))
        world.store.restore(saved.id, components, save.next_id)
    world.timestamp, world.tick, world.chance = save.timestamp, save.tick, save.chance
    world.memory.clear()
    world.forget_journal()
    if not world.store.exists(world.game):
        raise ValueError("it has no game entity")
    for (zone, seat), entity_id in world.zones.items():
        if not world.store.exists(entity_id):
            raise ValueError(f"it lacks {Zone(zone).value} of player {Seat(seat)} (entity {EntityId(entity_id)})")
