"""Layers, last of all: what continuous effects make of the new board (CR 613), where something is kept of it."""

from ecs_magic.changes import Change, SetStatus
from ecs_magic.components import ControlledSince, CopyEffect, Paired, ResolvedEffect
from ecs_magic.derived import control_may_differ, controller
from ecs_magic.facts import ControlChanged, EffectEnded
from ecs_magic.ids import EffectId
from ecs_magic.objects import keeps_its_source, parted
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Request
from ecs_magic.verbs import all_effects, end_effects
from ecs_magic.world import World


class LayerSystem:
    """End effects that have nothing left to do, then note who controls what since when (CR 302.6, 613.1b).

    Characteristics themselves are stored nowhere; they are derived when they are read (CR 613.5).
    """

    requests: tuple[type[Request], ...] = ()
    applies: tuple[type[Change], ...] = ()

    def expand(self, planning: Planning, request: Request) -> None:
        """Take no requests."""

    def apply(self, world: World, plan: Plan) -> None:
        """Bring up to date what is kept of derived values."""
        # CR 611.2b: with one effect may go who controls the source of another.
        while ending := tuple(effect for effect in all_effects(world) if _is_over(world, effect)):
            end_effects(world, ending)
            plan.emit(EffectEnded(ending))
        for creature in parted(world):
            world.drop(creature, Paired)
        # CR 702.26f: an effect on its controller may have ended while it was phased out.
        back = any(change.field == "phased_out" and not change.value for change in plan.of(SetStatus))
        if not (control_may_differ(world) or back):
            return
        for permanent in world.battlefield():
            if world.status(permanent).phased_out:
                continue  # CR 702.26d: phasing changes nobody's control
            since = world.get(permanent, ControlledSince)
            now = controller(world, permanent)
            if now is not None and now != since.seat:
                world.set(permanent, ControlledSince(now, world.now()))
                plan.emit(ControlChanged(permanent, now))


def _is_over(world: World, effect: EffectId) -> bool:
    """Whether what an effect lasts "for as long as" is over, or all its objects left (CR 611.2b-c)."""
    component = world.find(effect, ResolvedEffect) or world.get(effect, CopyEffect)
    if not keeps_its_source(world, component.until, component.source, component.controller):
        return True
    if isinstance(component, ResolvedEffect) and component.objects is not None:
        return not any(world.is_object(object_) for object_ in component.objects)
    return False
