"""Turns and steps: what begins and ends with them (CR 500-514). The host decides when."""

from ecs_magic.changes import Change, MoveClock, SkipNext
from ecs_magic.components import (
    Attacking,
    Clock,
    CopyEffect,
    Damage,
    Delayed,
    ManaPool,
    Regenerating,
    ResolvedEffect,
    Skipping,
    SpellsCast,
    TurnBegan,
)
from ecs_magic.daynight import next_time
from ecs_magic.derived import controller
from ecs_magic.enums import AFTER_COMBAT
from ecs_magic.facts import EffectEnded, StepSkipped, StepStarted, TurnStarted
from ecs_magic.ids import EffectId, ObjectId, Seat
from ecs_magic.objects import final_chapter, ticks_to_keep
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import AddCounters, BeginStep, BeginTurn, Request, SetDayNight, SkipStep
from ecs_magic.verbs import all_effects, end_effects
from ecs_magic.world import World


class ClockSystem:
    """Begin turns and steps.

    The cleanup step removes damage and ends "until end of turn" at once (CR 514.2); mana pools empty
    as a step ends (CR 106.4); a player's new turn ends what lasted
    until it (CR 611.2a). What is skipped does not begin (CR 500.11).
    """

    requests: tuple[type[Request], ...] = (BeginTurn, BeginStep, SkipStep)
    applies: tuple[type[Change], ...] = (MoveClock, SkipNext)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan where the clock goes."""
        world = planning.world
        clock = world.clock()
        if isinstance(request, BeginTurn):
            active = Seat(int(request.player))
            skipped = "untap" in _skipping(world, active)
            planning.add(MoveClock(clock.turn + 1, active, "untap", new_turn=True, skipped=skipped))
            if not skipped and (time := next_time(world)) is not None:
                planning.also(SetDayNight(time))
        elif isinstance(request, SkipStep):
            planning.add(SkipNext(Seat(int(request.player)), request.step))
        elif isinstance(request, BeginStep):
            skipped = request.step in _skipping(world, clock.active)
            planning.add(MoveClock(clock.turn, clock.active, request.step, skipped=skipped))
            if request.step == "precombat main" and not skipped:
                for saga in _sagas(planning.world):
                    planning.also(AddCounters((saga,), "lore"))  # CR 714.3b, 505.4

    def apply(self, world: World, plan: Plan) -> None:
        """Move the clock and end what ends there."""
        for change in plan.of(MoveClock):
            world.set(world.game, Clock(change.turn, change.active, change.step))
            if change.new_turn or change.step in AFTER_COMBAT:
                for attacker in world.store.with_component(Attacking):
                    world.drop(attacker, Attacking)  # CR 511.3
            for entity in world.player_entities:
                if world.get(entity, ManaPool).mana:
                    world.set(entity, ManaPool())
            if change.new_turn:
                for entity in world.player_entities:
                    if (count := world.find(entity, SpellsCast)) is not None:
                        world.set(entity, SpellsCast(0, count.this))
                world.set(world.player_entities[change.active], TurnBegan(world.now()))
                # Last known information is kept until the turn ends, and for abilities that go on longer.
                world.forget_boards(before=world.tick, but=ticks_to_keep(world))
                self._end(world, plan, "your next turn", change.active)
                plan.emit(TurnStarted(change.active, change.turn))
            if change.skipped:
                self._skip(world, plan, change)
                continue
            plan.emit(StepStarted(change.step))
            if change.step == "cleanup":
                for permanent in world.store.with_component(Damage):
                    world.drop(permanent, Damage)
                for permanent in world.store.with_component(Regenerating):
                    world.drop(permanent, Regenerating)
                self._end(world, plan, "end of turn", None)
                for delayed in world.store.with_component(Delayed):
                    if world.get(delayed, Delayed).lasting:
                        world.delete(delayed)  # CR 603.7c: it lasted until the turn ends

        for skip in plan.of(SkipNext):
            world.set(world.player_entities[skip.player], Skipping((*_skipping(world, skip.player), skip.step)))

    @staticmethod
    def _skip(world: World, plan: Plan, change: MoveClock) -> None:
        """Tell that the step is skipped; it is not the next one any more."""
        left = list(_skipping(world, change.active))
        if change.step in left:
            left.remove(change.step)
        entity = world.player_entities[change.active]
        if left:
            world.set(entity, Skipping(tuple(left)))
        else:
            world.drop(entity, Skipping)
        plan.emit(StepSkipped(change.active, change.step))

    @staticmethod
    def _end(world: World, plan: Plan, until: str, seat: Seat | None) -> None:
        ending: list[EffectId] = []
        for effect in all_effects(world):
            component = world.find(effect, ResolvedEffect) or world.get(effect, CopyEffect)
            if component.until == until and (seat is None or component.controller == seat):
                ending.append(effect)
        if ending:
            end_effects(world, ending)
            plan.emit(EffectEnded(tuple(ending)))


def _skipping(world: World, seat: Seat) -> tuple[str, ...]:
    """Return the steps that a player is yet to skip."""
    skipping = world.find(world.player_entities[seat], Skipping)
    return () if skipping is None else skipping.steps


def _sagas(world: World) -> list[ObjectId]:
    """Return the Sagas with chapters that the active player controls (CR 714.3b)."""
    active = world.clock().active
    there = [one for one in world.battlefield() if not world.status(one).phased_out]
    return [one for one in there if final_chapter(world, one) and controller(world, one) == active]
