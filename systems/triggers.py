"""Triggered abilities, after everything else of a tick: what happened is looked at once (CR 603.2)."""

from ecs_magic.changes import Change
from ecs_magic.components import Delayed
from ecs_magic.occurrences import events_of, occurrences
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Request
from ecs_magic.triggering import awaited_events, delayed, is_for_all, let_trigger, triggered
from ecs_magic.world import World


class TriggerSystem:
    """Let abilities trigger on the facts of the tick; they wait to be put on the stack (CR 603.3).

    Continuous effects have been brought up to date before, so a newcomer's own abilities, and what became
    of its types, count (CR 603.6a); what left is looked at as it was (CR 603.10a).
    """

    requests: tuple[type[Request], ...] = ()
    applies: tuple[type[Change], ...] = ()

    def expand(self, planning: Planning, request: Request) -> None:
        """Take no requests."""

    def apply(self, world: World, plan: Plan) -> None:
        """Find what triggers on the facts so far."""
        words = awaited_events(world)
        if not words:
            return
        together: set[tuple[int, str]] = set()
        happened = [fact for fact in plan.facts if not words.isdisjoint(events_of(fact))]
        for fact in happened:
            for occurrence in occurrences(world, fact, words):
                if occurrence.event in words:
                    for held in triggered(world, occurrence):
                        if is_for_all(held, occurrence.event):
                            if (held.source, held.ability.name) in together:
                                continue
                            together.add((held.source, held.ability.name))
                        let_trigger(world, plan, held)
                    for entity, held in delayed(world, occurrence):
                        waiting = world.get(entity, Delayed)
                        let_trigger(world, plan, held, waiting.targets, waiting.x)
                        if not waiting.lasting:
                            world.delete(entity)
