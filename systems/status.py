"""Status: tapping, flipping and phasing (CR 110.5, 701.26, 710, 702.26)."""

import msgspec

from ecs_magic.changes import Change, FlipOver, SetStatus
from ecs_magic.components import AttachedTo, Attacking, Status
from ecs_magic.facts import Flipped, PhasedIn, PhasedOut, Tapped, Untapped
from ecs_magic.ids import ObjectId
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import attached_to, enchanted_player, why_not_flip
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
                    if not out and status.indirectly and attached_to(world, permanent) not in (None, *request.objects):
                        planning.ignore(permanent, "702.26g", "it phases in with what it is attached to")
                        continue
                    planning.add(SetStatus(permanent, "phased_out", out))
                    for one in self._along(world, permanent, out=out):
                        planning.add(SetStatus(one, "phased_out", out, indirectly=True))

    @staticmethod
    def _along(world: World, permanent: ObjectId, *, out: bool) -> list[ObjectId]:
        """Return what phases along with a permanent: what is attached to it, and to that (CR 702.26g).

        What phased out by itself before neither goes along again nor comes back along.
        """
        found: list[ObjectId] = []
        hosts = {permanent}
        grew = True
        while grew:
            grew = False
            for object_ in world.battlefield():
                attached = world.find(object_, AttachedTo)
                if attached is None or attached.object not in hosts or object_ in hosts:
                    continue
                status = world.status(object_)
                if not status.phased_out if out else status.indirectly:
                    hosts.add(object_)
                    found.append(object_)
                    grew = True
        return found

    @staticmethod
    def _phased(world: World, permanent: ObjectId, *, out: bool) -> None:
        """Remove what phases out from combat (CR 506.4); unattach what lost its host meanwhile (CR 702.26i)."""
        if out:
            world.drop(permanent, Attacking)
        elif (
            world.find(permanent, AttachedTo) is not None
            and attached_to(world, permanent) is None
            and enchanted_player(world, permanent) is None
        ):
            world.drop(permanent, AttachedTo)

    def apply(self, world: World, plan: Plan) -> None:
        """Set the status values and tell what became of each permanent."""
        told: dict[tuple[str, bool], dict[ObjectId, None]] = {}
        # CR 702.26h: what would phase out both by itself and along with its host phases out along with it.
        along = {change.permanent for change in plan.of(SetStatus) if change.indirectly and change.value}
        for change in plan.of(SetStatus):
            status = world.status(change.permanent)
            if getattr(status, change.field) is not change.value:
                changed = msgspec.structs.replace(status, **{change.field: change.value})
                if change.field == "phased_out":
                    changed = msgspec.structs.replace(changed, indirectly=change.permanent in along)
                    self._phased(world, change.permanent, out=change.value)
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
