"""Attaching and unattaching (CR 701.3, 301.5, 303.4)."""

from ecs_magic.changes import AttachTo, Change
from ecs_magic.components import AttachedTo
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError
from ecs_magic.facts import Attached, Detached, Ignored
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import bearer, why_not_attach
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Attach, Detach, Request
from ecs_magic.verbs import renew_timestamp
from ecs_magic.world import World


class AttachmentSystem:
    """Attach permanents to others; what becomes attached gets a new timestamp (CR 613.7e)."""

    requests: tuple[type[Request], ...] = (Attach, Detach)
    applies: tuple[type[Change], ...] = (AttachTo,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan what is attached to what."""
        world = planning.world
        if isinstance(request, Attach):
            if request.object == request.to:
                raise InputError(f"object {request.to} can't be attached to itself", where="attach")
            if not on_battlefield(planning, (request.object,)):
                return
            player = request.to in world.player_entities
            if not player and world.zone(request.to) is not Zone.BATTLEFIELD:
                raise InputError(f"object {request.to} is not a permanent", where="attach")
            if not player and not on_battlefield(planning, (request.to,)):
                return
            if bearer(world, request.object) == request.to:
                planning.ignore(request.object, "701.3b", "it is attached to that already")
            elif (rule := why_not_attach(world, request.object, request.to)) is not None:
                planning.ignore(request.object, rule, "it can't be attached to that")
            else:
                planning.add(AttachTo(request.object, request.to))
        elif isinstance(request, Detach):
            for object_ in on_battlefield(planning, request.objects):
                if world.find(object_, AttachedTo) is None:
                    planning.ignore(object_, "701.3d", "it is not attached to anything")
                else:
                    planning.add(AttachTo(object_, None))

    def apply(self, world: World, plan: Plan) -> None:
        """Attach and unattach in the order planned."""
        for change in plan.of(AttachTo):
            gone = change.to is not None and not world.is_object(change.to)
            if gone and change.to not in world.player_entities:
                plan.emit(Ignored("attach", change.permanent, "701.3b", "what it was to be attached to left"))
                continue
            old = world.find(change.permanent, AttachedTo)
            if change.to is None:
                world.drop(change.permanent, AttachedTo)
            else:
                world.set(change.permanent, AttachedTo(change.to))
                renew_timestamp(world, change.permanent)
            if old is not None:
                plan.emit(Detached(change.permanent, old.object))
            if change.to is not None:
                plan.emit(Attached(change.permanent, change.to))
