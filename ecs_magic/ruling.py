"""Effects on players and on the rules of the game (CR 613.10-11): what players can't do, and what they have."""

from ecs_magic.abilities import Keyword, PlayerHas, Prohibits, keyword
from ecs_magic.characteristics import Characteristics
from ecs_magic.ids import Seat
from ecs_magic.meanings import fits
from ecs_magic.objects import is_protected
from ecs_magic.planning import Refusal
from ecs_magic.watching import PLAYER_HAS, rulings
from ecs_magic.world import World


def prohibited(
    world: World,
    action: str,
    seat: Seat,
    card: int | None = None,
    values: Characteristics | None = None,
    *,
    mana: bool = False,
) -> Refusal | None:
    """Return what keeps a player from an action, about an object with these values if it is about one (CR 101.2).

    `mana` tells that it is activating a mana ability.
    """
    for ruling in rulings(world, f"forbid {action}"):
        source, whose = ruling.source, ruling.seat
        for ability in ruling.abilities:
            if not isinstance(ability, Prohibits) or (mana and ability.except_mana):
                continue
            if ability.player != "any" and (whose == seat) is not (ability.player == "you"):
                continue
            about = card is None or fits(
                world, card, ability.what, source=source, seat=whose, anywhere=True, values=values
            )
            if about:
                of = "" if source is None else f" of object {source}"
                return Refusal("101.2", f"{ability.name or 'an effect'}{of} forbids it")
    return None


def abilities_of_player(world: World, seat: Seat) -> tuple[Keyword, ...]:
    """Return the keyword abilities that a player has (CR 613.10), in the order in which what gives them came."""
    found: list[Keyword] = []
    for ruling in rulings(world, PLAYER_HAS):
        for ability in ruling.abilities:
            if isinstance(ability, PlayerHas) and (
                ability.player == "any" or (ruling.seat == seat) is (ability.player == "you")
            ):
                found += [one for one in map(keyword, ability.abilities) if isinstance(one, Keyword)]
    return tuple(found)


def is_player_protected(world: World, seat: Seat, source: Characteristics) -> bool:
    """Whether a player has protection from a source with these characteristics (CR 702.16)."""
    return is_protected(abilities_of_player(world, seat), source)
