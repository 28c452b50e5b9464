"""Transforming and converting: one shared implementation (CR 701.27, 701.28, 712.9-10, 712.18)."""

from ecs_magic.changes import Change, TurnOver
from ecs_magic.components import LastTurned, Timestamped
from ecs_magic.facts import Transformed
from ecs_magic.ids import ObjectId
from ecs_magic.objects import is_merged, turning_over_each
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Convert, Request, Transform
from ecs_magic.verbs import turn_over
from ecs_magic.world import World

_WHY = {
    "a": "it is not on the battlefield",
    "c": "no double-faced card or token represents it",
    "d": "its other face is an instant or sorcery",
    "e": "it turned since that ability of its own was put onto the stack",
    "f": "it turned since that ability of its own was put onto the stack",
}
_WHY_RULE = {
    "101.2": "an effect says that it can't transform",
    "702.26b": "it is phased out",
    "702.145b": "it transforms by its daybound ability alone",
    "702.145e": "it transforms by its nightbound ability alone",
    "701.28f": "an effect says that it can't transform, so it can't convert",
    "712.4c": "meld cards never transform",
    "712.15a": "it is face down",
}


class TransformSystem:
    """Turn permanents over so that their other face is up.

    Why a permanent may not turn is decided before, in the plan (`turning_over`), on the board as it
    was. The permanent stays the same object and gets a new timestamp (CR 613.7g).
    """

    requests: tuple[type[Request], ...] = (Transform, Convert)
    applies: tuple[type[Change], ...] = (TurnOver,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan for each permanent which of its constituents turn (CR 730.2i)."""
        if not isinstance(request, Transform | Convert):
            return
        world, verb = planning.world, request.name
        found = turning_over_each(world, request.objects, verb=verb, source=request.source, since=request.since)
        for permanent, (rule, turning) in zip(request.objects, found, strict=True):
            if rule is not None:
                planning.ignore(permanent, rule, _WHY_RULE.get(rule) or _WHY[rule[-1]])
                continue
            renew = not is_merged(world, permanent) or world.policies.merged_transform_timestamp == "new"
            planning.add(TurnOver(permanent, turning, verb, renew))

    def apply(self, world: World, plan: Plan) -> None:
        """Turn the constituents; what several requests of one batch turn, turns once."""
        turning: dict[ObjectId, TurnOver] = {}
        for change in plan.of(TurnOver):
            turning.setdefault(change.permanent, change)
        turn_over(world, [part for change in turning.values() for part in change.constituents])
        stamps = [world.now() for _ in turning]
        world.set_many(list(turning), [LastTurned(stamp) for stamp in stamps])
        renewed = {one: stamp for (one, change), stamp in zip(turning.items(), stamps, strict=True) if change.renew}
        world.set_many(list(renewed), [Timestamped(stamp) for stamp in renewed.values()])
        for verb in dict.fromkeys(change.verb for change in turning.values()):
            plan.emit(Transformed(tuple(one for one, change in turning.items() if change.verb == verb), verb))
