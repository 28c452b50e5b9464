"""Day and night: a designation of the game, and the permanents that turn with it (CR 702.145, 731)."""

from ecs_magic.changes import Change, ChangeTime, TurnOver
from ecs_magic.components import DayNight
from ecs_magic.daynight import due_time, due_to_turn, time_of
from ecs_magic.facts import DayNightChanged
from ecs_magic.objects import is_merged
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import FollowDayNight, Request, SetDayNight
from ecs_magic.world import World


class DayNightSystem:
    """Let it become day or night; what has daybound or nightbound transforms as that happens (CR 702.145b, e).

    At any other time such a permanent brings the first day or night, or transforms, right after the tick that
    made it due (CR 702.145c-d, f-g).
    """

    requests: tuple[type[Request], ...] = (SetDayNight, FollowDayNight)
    applies: tuple[type[Change], ...] = (ChangeTime,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the change of the designation, and what transforms with it."""
        world = planning.world
        now = time_of(world)
        time = request.time if isinstance(request, SetDayNight) else due_time(world)
        if time is not None and time == now:
            planning.ignore(None, "731.1", f"it is {time} already")
        elif time is not None:
            planning.add(ChangeTime(time))
        for permanent, turning in due_to_turn(world, time or now):
            renew = not is_merged(world, permanent) or world.policies.merged_transform_timestamp == "new"
            planning.add(TurnOver(permanent, turning, "transform", renew))

    def apply(self, world: World, plan: Plan) -> None:
        """Change the designation."""
        for change in plan.of(ChangeTime):
            was = time_of(world)
            world.set(world.game, DayNight(change.time))
            plan.emit(DayNightChanged(change.time, was or "neither"))
