"""What turning a face-down permanent face up costs, as a special action (CR 116.2b, 702.37e, 702.168d, 701.40b)."""

from typing import Final, NamedTuple

from ecs_magic.abilities import Keyword
from ecs_magic.changes import FaceUp
from ecs_magic.components import FaceState, Printed
from ecs_magic.derived import characteristics
from ecs_magic.ids import ObjectId
from ecs_magic.instructions import Cost
from ecs_magic.mana import is_cost
from ecs_magic.turning import turned
from ecs_magic.world import World

MORPHS: Final = ("morph", "megamorph", "disguise")
"""Keywords whose cost turns a permanent face up."""
_BY_MANA_COST: Final = ("manifest", "manifest dread", "cloak")


class Unmasking(NamedTuple):
    """One way to turn a permanent face up: by a keyword or for its mana cost."""

    how: str
    cost: Cost


def unmaskings(world: World, permanent: ObjectId) -> list[Unmasking]:
    """Return the ways in which a face-down permanent may be turned up for a cost.

    Keywords are those that it would have face up, with every continuous effect (CR 702.37e).
    """
    parts = world.constituents(permanent)
    down = tuple(part for part in parts if world.get(part, FaceState).face_down is not None)
    ahead = turned(world, FaceUp(permanent, down))
    found = [
        Unmasking(ability.keyword, Cost(mana=ability.detail))
        for ability in characteristics(ahead, permanent).abilities
        if isinstance(ability, Keyword) and ability.keyword in MORPHS and is_cost(ability.detail)
    ]
    state, front = world.get(parts[0], FaceState), world.get(parts[0], Printed).definition.front
    by_cost = state.face_down is not None and state.face_down.cause in _BY_MANA_COST
    if by_cost and "Creature" in front.types and front.mana_cost is not None:
        found.append(Unmasking("mana cost", Cost(mana=front.mana_cost)))
    return found
