"""Transforming and converting: one shared implementation (CR 701.27, 701.28, 712.9-10, 712.18)."""

from ecs_magic.changes import Change, TurnOver
from ecs_magic.components import FaceState, LastTurned, Timestamped
from ecs_magic.facts import Transformed
from ecs_magic.ids import ObjectId
from ecs_magic.objects import is_merged, turning_over
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Convert, Request, Transform
from ecs_magic.verbs import set_face
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
        for permanent in request.objects:
            rule, turning = turning_over(world, permanent, verb=verb, source=request.source, since=request.since)
            if rule is not None:
                planning.ignore(permanent, rule, _WHY_RULE.get(rule) or _WHY[rule[-1]])
                continue
            renew = not is_merged(world, permanent) or world.policies.merged_transform_timestamp == "new"
            planning.add(TurnOver(permanent, turning, verb, renew))

    def apply(self, world: World, plan: Plan) -> None:
        """Turn the constituents; what several requests of one batch turn, turns once."""
        turned: dict[ObjectId, str] = {}
        for change in plan.of(TurnOver):
            if change.permanent in turned:
                continue
            for part in change.constituents:
                state = world.get(part, FaceState)
                set_face(world, part, state.face.other, state.face_down)
            now = world.now()
            renewed = (Timestamped(now),) if change.renew else ()
            world.set(change.permanent, LastTurned(now), *renewed)
            turned[change.permanent] = change.verb
        for verb in dict.fromkeys(turned.values()):
            plan.emit(Transformed(tuple(one for one, said in turned.items() if said == verb), verb))
