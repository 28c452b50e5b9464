"""Continuous effects of resolved spells and abilities: they begin, fix what they affect, and end (CR 611.2)."""

import msgspec

from ecs_magic.abilities import Effect, ModifyPowerToughness, SetController, SetPowerToughness
from ecs_magic.changes import BeginEffect, Change, EndEffect
from ecs_magic.components import CopyEffect, ResolvedEffect
from ecs_magic.derived import player_of
from ecs_magic.errors import InputError
from ecs_magic.facts import EffectBegan, EffectEnded
from ecs_magic.ids import EffectId, EntityId, ObjectId, Seat
from ecs_magic.layers import Board, Instance
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import keeps_its_source
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import AddEffect, GainControl, RemoveEffect, Request
from ecs_magic.verbs import begin_effect, end_effects
from ecs_magic.world import World


def _seat(world: World, request: AddEffect | GainControl) -> Seat:
    """Return whose effect it is: the player's that is named, else whose the source or the first object is."""
    if request.player is not None:
        return Seat(int(request.player))
    about = request.source
    if about is None and isinstance(request, AddEffect) and request.objects:
        about = request.objects[0]
    return Seat(0) if about is None else player_of(world, about)


class EffectSystem:
    """Begin and end continuous effects; the set of affected objects is fixed at the start (CR 611.2c)."""

    requests: tuple[type[Request], ...] = (AddEffect, GainControl, RemoveEffect)
    applies: tuple[type[Change], ...] = (BeginEffect, EndEffect)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the effect with its set."""
        match request:
            case GainControl() | AddEffect() if not keeps_its_source(
                planning.world, request.until, request.source, _seat(planning.world, request)
            ):
                planning.ignore(request.source, "611.2b", "its duration was over before it began")
            case GainControl():
                objects = tuple(on_battlefield(planning, request.objects))
                effect = Effect((SetController(),))
                if objects:
                    seat = _seat(planning.world, request)
                    planning.add(BeginEffect(effect, objects, seat, request.until, request.source))
            case AddEffect():
                for begun in self._begun(planning, request):
                    planning.add(begun)
            case RemoveEffect():
                effect_id = EffectId(EntityId(request.effect))
                world = planning.world
                if world.find(effect_id, ResolvedEffect) is None and world.find(effect_id, CopyEffect) is None:
                    raise InputError(f"{effect_id} is no continuous effect", where="remove_effect")
                planning.add(EndEffect(effect_id))

    @staticmethod
    def _begun(planning: Planning, request: AddEffect) -> list[BeginEffect]:
        """Return the effect that begins: one for each different number that it gives (CR 611.2c-d)."""
        world = planning.world
        seat = _seat(world, request)
        objects: tuple[ObjectId, ...] | None = request.objects
        if objects is None and request.live:
            return [BeginEffect(request.effect, None, seat, request.until, request.source)]
        effect = request.effect
        rules = tuple(change for change in effect.changes if change.layer == "rules")
        if objects is None and rules:
            # CR 611.2c: what changes no characteristics and no controller concerns what appears later, too.
            about = msgspec.structs.replace(effect, changes=rules)
            begun = [BeginEffect(about, None, seat, request.until, request.source)]
            rest = tuple(change for change in effect.changes if change not in rules)
            if rest:
                other = msgspec.structs.replace(effect, changes=rest)
                begun += EffectSystem._begun(planning, msgspec.structs.replace(request, effect=other))
            return begun
        instance = Instance(
            ("effect", 0, "", 0, 0), request.effect, source=request.source, controller=seat, timestamp=0, label=""
        )
        varies = any(
            not isinstance(number, int | None)
            for change in request.effect.changes
            if isinstance(change, SetPowerToughness | ModifyPowerToughness)
            for number in (change.power, change.toughness)
        )
        read = () if request.source is None else (request.source,)
        board = Board(
            world, (*(objects or ()), *read), alone=objects is not None and not varies, counting=request.effect.zones()
        )
        if objects is None or varies:
            board.run()
        if objects is None:
            selected = board.selected(instance, request.effect.affects)
            objects = tuple(ObjectId(EntityId(object_)) for object_ in selected)
        sets: list[tuple[Effect, list[ObjectId]]] = [] if objects else [(request.effect, [])]
        for object_ in objects:
            if world.status(object_).phased_out:
                planning.ignore(object_, "702.26e", "it is phased out")
                continue
            effect = board.with_numbers(instance, object_) if varies else request.effect
            those = next((those for other, those in sets if other == effect), None)
            if those is None:
                sets.append((effect, [object_]))
            else:
                those.append(object_)
        return [BeginEffect(effect, tuple(those), seat, request.until, request.source) for effect, those in sets]

    def apply(self, world: World, plan: Plan) -> None:
        """Let effects begin in the order planned, then let others end."""
        for change in plan.of(BeginEffect):
            plan.emit(EffectBegan(begin_effect(world, change)))
        asked = dict.fromkeys(change.effect for change in plan.of(EndEffect))
        # A copy effect is over already if its object left in the same batch.
        ending = tuple(effect for effect in asked if world.store.exists(effect))
        if ending:
            end_effects(world, ending)
            plan.emit(EffectEnded(ending))
