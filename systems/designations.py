"""Designations such as monstrous (CR 701.37b, 702.112b), and words chosen for a permanent (CR 607.2d)."""

from ecs_magic.changes import AddMark, Change, ChooseWord
from ecs_magic.components import Marked
from ecs_magic.facts import Designated
from ecs_magic.linking import choose_for
from ecs_magic.moves import on_battlefield
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Designate, Request
from ecs_magic.world import World


class DesignationSystem:
    """Give designations; they are neither abilities nor copiable, and stay through merging and turning over."""

    requests: tuple[type[Request], ...] = (Designate,)
    applies: tuple[type[Change], ...] = (AddMark, ChooseWord)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the designation of each permanent."""
        if isinstance(request, Designate):
            for permanent in on_battlefield(planning, request.objects):
                planning.add(AddMark(permanent, request.mark))

    def apply(self, world: World, plan: Plan) -> None:
        """Note the words chosen, and mark what is not marked so already."""
        for chosen in plan.of(ChooseWord):
            choose_for(world, chosen.permanent, {chosen.kind: chosen.word})
        for change in plan.of(AddMark):
            old = world.find(change.permanent, Marked)
            marks = () if old is None else old.marks
            if change.mark not in marks:
                world.set(change.permanent, Marked(tuple(sorted((*marks, change.mark)))))
                plan.emit(Designated(change.permanent, change.mark))
