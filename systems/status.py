"""Status: tapping, flipping and phasing (CR 110.5, 701.26, 710, 702.26)."""

import msgspec

from ecs_magic.changes import Change, FlipOver, SetStatus
from ecs_magic.components import AttachedTo, Status
from ecs_magic.facts import Flipped, PhasedIn, PhasedOut, Tapped, Untapped
from ecs_magic.ids import ObjectId
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import attached_to, why_not_flip
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Flip, PhaseIn, PhaseOut, Request, Tap, Untap
from ecs_magic.world import World


class StatusSystem:
    """Change one status value of permanents; each event happens on a change alone (CR 603.2e)."""

    requests: tuple[type[Request], ...] = (Tap, Untap, Flip, PhaseOut, PhaseIn)
    applies: tuple[type[Change], ...] = (SetStatus, FlipOver)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the change where it is one."""
        if not isinstance(request, Tap | Untap | Flip | PhaseOut | PhaseIn):
            return
        world = planning.world
        phasing = isinstance(request, PhaseOut | PhaseIn)
        for permanent in on_battlefield(planning, request.objects, phased_out=phasing):
            status = world.status(permanent)
            match request:
                case Tap() | Untap():
                    tap = isinstance(request, Tap)
                    if status.tapped is tap:
                        state = "tapped" if tap else "untapped"
                        planning.ignore(permanent, "701.26a" if tap else "701.26b", f"it is {state} already")
                    else:
                        planning.add(SetStatus(permanent, "tapped", tap))
                case Flip():
                    rule = why_not_flip(world, permanent)
                    if rule is None:
                        planning.add(FlipOver(permanent))
                    else:
                        why = "it is flipped already" if status.flipped else "no flip card is in it"
                        planning.ignore(permanent, rule, why)
                case PhaseOut() | PhaseIn():
                    out = isinstance(request, PhaseOut)
                    if status.phased_out is out:
                        planning.ignore(permanent, "702.26b", f"it is phased {'out' if out else 'in'} already")
                        continue
                    host = attached_to(world, permanent)
                    if not out and host is not None and world.status(host).phased_out and host not in request.objects:
                        planning.ignore(permanent, "702.26g", "it phases in with what it is attached to")
                        continue
                    for one in (permanent, *self._attached(world, permanent)):
                        planning.add(SetStatus(one, "phased_out", out))

    @staticmethod
    def _attached(world: World, permanent: ObjectId) -> list[ObjectId]:
        """Return what is attached to a permanent, directly or not: it phases along (CR 702.26g)."""
        found: list[ObjectId] = []
        hosts = {permanent}
        grew = True
        while grew:
            grew = False
            for object_ in world.battlefield():
                attached = world.find(object_, AttachedTo)
                if attached is not None and attached.object in hosts and object_ not in hosts:
                    hosts.add(object_)
                    found.append(object_)
                    grew = True
        return found

    def apply(self, world: World, plan: Plan) -> None:
        """Set the status values and tell what became of each permanent."""
        told: dict[tuple[str, bool], dict[ObjectId, None]] = {}
        for change in plan.of(SetStatus):
            status = world.status(change.permanent)
            if getattr(status, change.field) is not change.value:
                changed = msgspec.structs.replace(status, **{change.field: change.value})
                # Nothing is stored where every value is as it was on entering, so that equal positions are equal.
                if changed == Status():
                    world.drop(change.permanent, Status)
                else:
                    world.set(change.permanent, changed)
                told.setdefault((change.field, change.value), {})[change.permanent] = None
        kinds = {
            ("tapped", True): Tapped,
            ("tapped", False): Untapped,
            ("phased_out", True): PhasedOut,
            ("phased_out", False): PhasedIn,
        }
        for key, permanents in told.items():
            plan.emit(kinds[key](tuple(permanents)))
        flipped = dict.fromkeys(change.permanent for change in plan.of(FlipOver))
        for permanent in flipped:
            world.set(permanent, msgspec.structs.replace(world.status(permanent), flipped=True))
        plan.emit(Flipped(tuple(flipped)))
