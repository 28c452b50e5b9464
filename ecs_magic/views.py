"""What a player may see of a game (CR 400.2, 708.5, 712.6-7): the same for every hidden card."""

from typing import Any

import msgspec

from ecs_magic.components import FaceState, Life, ManaPool, Printed
from ecs_magic.derived import controller
from ecs_magic.enums import Zone
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.matching import is_face_down
from ecs_magic.readings import READINGS, read
from ecs_magic.world import World


class Hidden(msgspec.Struct, frozen=True):
    """An object that the player may not look at: nothing of it but that it is there."""


class Shown(msgspec.Struct, frozen=True):
    """An object that the player may look at; `cards` are the names printed on what represents it.

    A face-down permanent of another player shows what every face-down permanent shows, and no cards; a
    face-down card beneath others shows as an empty name, and as `None` among the constituents.
    """

    id: int
    reads: dict[str, Any]
    cards: tuple[str, ...] = ()


class PlayerView(msgspec.Struct, frozen=True):
    """All that one player may see.

    `zones` maps a zone (of each player, where zones are not shared: ``hand/A``) to its objects, bottom or
    oldest first. The order of a library is not shown to anybody.
    """

    player: str
    life: dict[str, int]
    mana: dict[str, str]
    zones: dict[str, tuple[Shown | Hidden, ...]]


_SECRET = frozenset({"constituents", "color_identity", "face", "merged", "double_faced", "token", "commander"})
"""Readings that would tell face-down permanents apart (CR 708.6 asks that others can't tell more)."""


def view(world: World, seat: Seat) -> PlayerView:
    """Return what the player in `seat` may see."""
    zones: dict[str, tuple[Shown | Hidden, ...]] = {}
    for zone in Zone:
        for owner in world.seats[:1] if zone.is_shared else world.seats:
            key = zone.value if zone.is_shared else f"{zone.value}/{world.players[owner]}"
            zones[key] = tuple(_seen(world, object_, zone, owner, seat) for object_ in world.contents(zone, owner))
    return PlayerView(
        world.players[seat],
        {name: world.get(entity, Life).life for name, entity in zip(world.players, world.player_entities, strict=True)},
        {
            name: world.get(entity, ManaPool).mana
            for name, entity in zip(world.players, world.player_entities, strict=True)
        },
        zones,
    )


def _seen(world: World, object_: ObjectId, zone: Zone, owner: Seat, seat: Seat) -> Shown | Hidden:
    if zone is Zone.LIBRARY or (zone is Zone.HAND and owner != seat):
        return Hidden()
    down = is_face_down(world, object_)
    if down and zone not in (Zone.BATTLEFIELD, Zone.STACK):
        return Hidden()
    names = [name for name in READINGS if name != "abilities"]
    if down and controller(world, object_) != seat:
        return Shown(object_, {name: _plain(read(world, object_, name)) for name in names if name not in _SECRET})
    cards = world.cards(object_)
    mine = controller(world, object_) == seat
    hidden = {card for card in cards if world.get(card, FaceState).face_down is not None and not mine}
    reads = {name: _plain(read(world, object_, name)) for name in names}
    reads["constituents"] = tuple(None if card in hidden else card for card in cards)
    return Shown(object_, reads, tuple("" if card in hidden else _printed_name(world, card) for card in cards))


def _printed_name(world: World, card: int) -> str:
    return world.get(card, Printed).definition.name


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)
