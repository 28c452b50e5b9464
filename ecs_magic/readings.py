"""What can be read of an object by name: for expectations, records, views and handles."""

from collections.abc import Callable
from typing import Any, Final

from ecs_magic.abilities import Keyword
from ecs_magic.components import ChosenX, Damage, FaceState, InZone, Printed
from ecs_magic.copiable import is_copying
from ecs_magic.derived import characteristics, controller, player_of
from ecs_magic.enums import Zone
from ecs_magic.identity import color_identity
from ecs_magic.ids import ObjectId
from ecs_magic.matching import is_commander, is_face_down, is_token
from ecs_magic.objects import (
    bearer,
    is_double_faced,
    is_melded,
    is_merged,
    is_summoning_sick,
    is_transformed,
    unlocked,
)
from ecs_magic.producing import could_produce
from ecs_magic.world import World

Reading = Callable[[World, int], Any]


def _keywords(world: World, object_: int) -> tuple[str, ...]:
    abilities = characteristics(world, object_).abilities
    return tuple(dict.fromkeys(ability.name for ability in abilities if isinstance(ability, Keyword)))


def _x(world: World, object_: int) -> int:
    """X of a spell; a permanent's own X is 0 (CR 107.3m)."""
    chosen = world.find(object_, ChosenX)
    return chosen.x if chosen is not None and world.get(object_, InZone).zone == "stack" else 0


def _damage(world: World, object_: int) -> int:
    damage = world.find(object_, Damage)
    return 0 if damage is None else damage.marked


def _identity(world: World, object_: int) -> tuple[str, ...]:
    return color_identity(world, world.cards(object_)[0])


def _copying(world: World, object_: int) -> bool:
    """Whether the object is a copy now: a copy effect applies to it, or it is a token made as a copy."""
    if is_copying(world, object_):
        return True
    return world.get(world.constituents(object_)[0], Printed).definition.is_copy


def _player(world: World, seat: int | None) -> str | None:
    return None if seat is None else world.players[seat]


READINGS: Final[dict[str, Reading]] = {
    "name": lambda world, one: characteristics(world, one).name,
    "names": lambda world, one: characteristics(world, one).names,
    "mana_cost": lambda world, one: characteristics(world, one).mana_cost or "",
    "mana_value": lambda world, one: characteristics(world, one).mana_value,
    "colors": lambda world, one: characteristics(world, one).colors,
    "color_indicator": lambda world, one: characteristics(world, one).color_indicator,
    "color_identity": _identity,
    "supertypes": lambda world, one: characteristics(world, one).supertypes,
    "types": lambda world, one: characteristics(world, one).types,
    "subtypes": lambda world, one: characteristics(world, one).subtypes,
    "keywords": _keywords,
    "abilities": lambda world, one: characteristics(world, one).abilities,
    "power": lambda world, one: characteristics(world, one).power,
    "toughness": lambda world, one: characteristics(world, one).toughness,
    "loyalty": lambda world, one: characteristics(world, one).loyalty,
    "defense": lambda world, one: characteristics(world, one).defense,
    "zone": lambda world, one: world.zone(one).value,
    "owner": lambda world, one: _player(world, world.owner(one)),
    "controller": lambda world, one: _player(world, controller(world, one)),
    "tapped": lambda world, one: world.status(one).tapped,
    "flipped": lambda world, one: world.status(one).flipped,
    "phased_out": lambda world, one: world.status(one).phased_out,
    "face_down": is_face_down,
    "face": lambda world, one: world.get(world.constituents(one)[0], FaceState).face.value,
    "token": is_token,
    "copy": _copying,
    "transformed": is_transformed,
    "double_faced": is_double_faced,
    "merged": is_merged,
    "melded": is_melded,
    "commander": is_commander,
    "counters": lambda world, one: {pile.kind: pile.count for pile in world.counters(one).piles},
    "damage": _damage,
    "sick": is_summoning_sick,
    "attached_to": bearer,
    "constituents": lambda world, one: world.cards(one),
    "produces": could_produce,
    "x": _x,
    "unlocked": unlocked,
}
"""Every name that an expectation's `is` may use (`has` and `lacks` aside), and how it is read."""


def objects_in(world: World, zone: Zone, player: str | None = None) -> list[ObjectId]:
    """Return what is in a zone, bottom or oldest first; where zones are shared what that player controls or owns.

    Only permanents and spells have a controller (CR 109.4).
    """
    if zone.is_shared:
        seat = None if player is None else world.seat(player)
        return [one for one in world.contents(zone) if seat in (None, player_of(world, one))]
    seats = world.seats if player is None else (world.seat(player),)
    return [one for seat in seats for one in world.contents(zone, seat)]


def read(world: World, object_: int, name: str) -> Any:
    """Return one reading of an object. Raises `KeyError` for an unknown name."""
    return READINGS[name](world, object_)
