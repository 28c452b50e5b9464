"""Counters on objects and players (CR 122)."""

from ecs_magic.changes import Change, ChangeCounters
from ecs_magic.derived import in_turn_order, is_forbidden
from ecs_magic.facts import CountersAdded, CountersRemoved
from ecs_magic.ids import EntityId, Seat
from ecs_magic.planning import Plan, Planning
from ecs_magic.replacing import replaced_number
from ecs_magic.requests import AddCounters, RemoveCounters, Request
from ecs_magic.ruling import prohibited
from ecs_magic.verbs import set_counters
from ecs_magic.world import World


class CountersSystem:
    """Put counters on things and remove them; a new counter renews its kind's timestamp (CR 613.7c)."""

    requests: tuple[type[Request], ...] = (AddCounters, RemoveCounters)
    applies: tuple[type[Change], ...] = (ChangeCounters,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan how many counters each thing gets or loses."""
        if not isinstance(request, AddCounters | RemoveCounters):
            return
        for entity in in_turn_order(planning.world, request.objects):
            if planning.world.status(entity).phased_out:
                planning.ignore(entity, "702.26b", "it is phased out")
                continue
            present = planning.world.counters(entity).count(request.kind)
            if isinstance(request, AddCounters):
                is_object = planning.world.is_object(entity)
                if is_object and is_forbidden(planning.world, entity, "counters"):
                    planning.ignore(entity, "101.2", "an effect says that no counters can be put on it")
                    continue
                if not is_object and (refusal := prohibited(planning.world, "get counters", _seat(planning, entity))):
                    planning.ignore(entity, *refusal)
                    continue
                number = request.count
                if is_object and number:
                    number = replaced_number(planning, "counters", number, object_=entity, kind=request.kind)
                if number:
                    planning.add(ChangeCounters(entity, request.kind, number))
                elif not request.count:
                    planning.ignore(entity, "107.1b", "it puts no counters")
                continue
            count = present if request.count is None else min(present, request.count)
            if count:
                planning.add(ChangeCounters(entity, request.kind, -count))
            else:
                planning.ignore(entity, "122.1", f"there is no {request.kind} counter to remove")

    def apply(self, world: World, plan: Plan) -> None:
        """Add up what several requests do to one kind on one thing, and never go below none."""
        totals: dict[tuple[int, str], int] = {}
        for change in plan.of(ChangeCounters):
            key = change.entity, change.kind
            totals[key] = totals.get(key, 0) + change.count
        for (entity, kind), count in totals.items():
            present = world.counters(entity).count(kind)
            after = max(0, present + count)
            if after != present:
                set_counters(world, entity, {kind: after}, world.now())
                fact = CountersAdded if after > present else CountersRemoved
                plan.emit(fact(entity, kind, abs(after - present)))


def _seat(planning: Planning, entity: int) -> Seat:
    return Seat(planning.world.player_entities.index(EntityId(entity)))
