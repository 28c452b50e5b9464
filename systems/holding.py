"""What is moved until something else leaves the battlefield (CR 610.3)."""

from ecs_magic.changes import Change, EndHold, Hold
from ecs_magic.components import HeldUntil
from ecs_magic.enums import Zone
from ecs_magic.objects import became
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Request
from ecs_magic.world import World


class HoldingSystem:
    """Note what is held, every card of it, as long as it is in exile; and forget it as it goes back."""

    requests: tuple[type[Request], ...] = ()
    applies: tuple[type[Change], ...] = (Hold, EndHold)

    def expand(self, planning: Planning, request: Request) -> None:
        """Take no requests: an instruction plans the holding, and the source's departure its end."""

    def apply(self, world: World, plan: Plan) -> None:
        """Begin and end what is planned."""
        for ended in plan.of(EndHold):
            world.delete(ended.held)
        for begun in plan.of(Hold):
            gone = (one for one in begun.objects if not world.is_object(one))
            now = tuple(after for one in gone for after in became(world, one) if world.zone(after) is Zone.EXILE)
            if now:
                world.create(HeldUntil(begun.source, now, begun.zone))
