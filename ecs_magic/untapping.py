"""The untap step: what phases in and out and what untaps in it (CR 502)."""

from collections.abc import Sequence

from ecs_magic.abilities import Keyword
from ecs_magic.derived import characteristics, controller, is_forbidden
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.requests import PhaseIn, PhaseOut, Request, Untap
from ecs_magic.world import World


def phasing(world: World, seat: Seat) -> Sequence[Request]:
    """Return what phases in and out at once in a player's untap step (CR 502.1, 702.26a).

    What phased out with its host phases in with that alone (CR 702.26g).
    """
    mine = _controlled(world, seat)
    back = [one for one in mine if world.status(one).phased_out and not world.status(one).indirectly]
    out = [one for one in mine if not world.status(one).phased_out and _has_phasing(world, one)]
    found: list[Request] = [PhaseIn(back)] if back else []
    return [*found, PhaseOut(out)] if out else found


def untapping(world: World, seat: Seat) -> Sequence[Request]:
    """Return what untaps in a player's untap step: all that no effect keeps tapped (CR 502.3)."""
    mine = [one for one in _controlled(world, seat) if world.status(one).tapped and not world.status(one).phased_out]
    found = [one for one in mine if not is_forbidden(world, one, "untap")]
    return [Untap(found)] if found else []


def _controlled(world: World, seat: Seat) -> list[ObjectId]:
    return [one for one in world.battlefield() if controller(world, one) == seat]


def _has_phasing(world: World, object_: int) -> bool:
    abilities = characteristics(world, object_).abilities
    return any(isinstance(ability, Keyword) and ability.keyword == "phasing" for ability in abilities)
