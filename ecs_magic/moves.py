"""Planning departures and telling of entries: what several systems need for zone changes."""

from collections.abc import Sequence

from ecs_magic.changes import Leave
from ecs_magic.enums import Face, Zone
from ecs_magic.facedown import FaceDown
from ecs_magic.facts import PermanentEntered, TokenCreated
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.layers import is_token
from ecs_magic.objects import player_of
from ecs_magic.planning import Plan, Planning


def plan_leave(
    planning: Planning,
    object_: ObjectId,
    to: Zone,
    cause: str,
    *,
    by: Seat | None = None,
    position: str | int = "top",
    face: Face = Face.FRONT,
    face_down: FaceDown | None = None,
    counters: tuple[tuple[str, int], ...] = (),
) -> None:
    """Plan that an object leaves its zone; a token outside the battlefield stays (CR 111.8)."""
    world = planning.world
    zone = world.zone(object_)
    if zone not in (Zone.BATTLEFIELD, Zone.STACK) and is_token(world, object_):
        planning.ignore(object_, "111.8", "a token that left the battlefield can't move again")
        return
    planning.add(
        Leave(
            object_,
            world.cards(object_),
            to,
            player_of(world, object_) if by is None else by,
            cause,
            position,  # type: ignore[arg-type]
            face,
            face_down,
            counters,
        )
    )


def on_battlefield(planning: Planning, objects: Sequence[ObjectId]) -> list[ObjectId]:
    """Return those of `objects` that are on the battlefield; for others nothing happens (CR 110.1)."""
    found = []
    for object_ in objects:
        if planning.world.zone(object_) is Zone.BATTLEFIELD:
            found.append(object_)
        else:
            planning.ignore(object_, "110.1", "it is not on the battlefield")
    return found


def emit_entries(plan: Plan, entered: Sequence[tuple[ObjectId, str, Seat, bool]]) -> None:
    """Tell that permanents entered: each with the zone it came from, its controller, whether it was created."""
    if not entered:
        return
    permanents, froms, controllers, created = zip(*entered, strict=True)
    plan.emit(PermanentEntered(permanents, froms, controllers))
    plan.emit(TokenCreated(tuple(one for one, new in zip(permanents, created, strict=True) if new)))
