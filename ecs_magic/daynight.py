"""Day, night and neither, and what is due for it (CR 702.145, 731)."""

from collections.abc import Iterator
from typing import Literal

from ecs_magic.components import DayNight, FaceState, SpellsCast
from ecs_magic.enums import Face
from ecs_magic.ids import ConstituentId, ObjectId
from ecs_magic.objects import turning_constituents, turning_over
from ecs_magic.watching import BOUND, watching
from ecs_magic.world import World

Time = Literal["day", "night"]


def time_of(world: World) -> Time | None:
    """Return whether it is day or night, or `None` while it is neither (CR 731.1)."""
    found = world.find(world.game, DayNight)
    return None if found is None else found.time


def due_time(world: World) -> Time | None:
    """Return what permanents make of neither day nor night: daybound day, else nightbound night (CR 702.145d, g)."""
    if time_of(world) is not None:
        return None
    if any(watching(world, BOUND["day"])):
        return "day"
    return "night" if any(watching(world, BOUND["night"])) else None


def due_to_turn(world: World, time: Time | None) -> Iterator[tuple[ObjectId, tuple[ConstituentId, ...]]]:
    """Yield the permanents that transform as it is day or night, with what turns (CR 702.145b-c, e-f).

    That are those with daybound that are front face up by night, and those with nightbound back face up by day.
    """
    if time is None:
        return
    shown, word = (Face.FRONT, BOUND["day"]) if time == "night" else (Face.BACK, BOUND["night"])
    for permanent, _ in watching(world, word):
        parts = turning_constituents(world, permanent)
        if parts and world.get(parts[0], FaceState).face is shown:
            rule, turning = turning_over(world, permanent, bound=True)
            if rule is None:
                yield permanent, turning


def is_due(world: World) -> bool:
    """Whether a permanent with daybound or nightbound makes something happen at once (CR 702.145c-d, f-g)."""
    return due_time(world) is not None or any(due_to_turn(world, time_of(world)))


def next_time(world: World) -> Time | None:
    """Return what it becomes in the untap step after this turn, by the spells of its player (CR 502.2, 731.2a-b)."""
    count = world.find(world.player_entities[world.clock().active], SpellsCast)
    spells = 0 if count is None else count.this
    now = time_of(world)
    if now == "day" and not spells:
        return "night"
    return "day" if now == "night" and spells >= 2 else None
