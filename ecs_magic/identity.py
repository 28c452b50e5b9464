"""Colour identity of cards, and of a player's commanders (CR 903.4)."""

from ecs_magic.components import Commander, Owner, Printed
from ecs_magic.enums import COLORS, in_color_order
from ecs_magic.ids import Seat
from ecs_magic.world import World


def color_identity(world: World, card: int) -> tuple[str, ...]:
    """Return the colour identity of a card (CR 903.4): both faces, but a meld card's front alone."""
    definition = world.get(card, Printed).definition
    counted = world.policies.basic_land_types_in_identity == "counted"
    return in_color_order({*definition.identity, *(definition.identity_land if counted else ())})


def colors_outside(world: World, seat: Seat) -> tuple[str, ...]:
    """Return the colours outside the identity of a player's commanders; without one it is undefined (CR 903.4f)."""
    cards = [card for card in world.store.with_component(Commander) if world.get(card, Owner).seat == seat]
    inside = {color for card in cards for color in color_identity(world, card)}
    return tuple(color for color in COLORS if color not in inside) if cards else ()
