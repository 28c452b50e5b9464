"""Casting spells, activating abilities, putting triggered abilities on the stack (CR 601, 602, 603.3)."""

import msgspec

from ecs_magic.abilities import Activated, Mana, Triggered, is_mana
from ecs_magic.activating import activated, limited_as, mana_cost, why_not_activate
from ecs_magic.carrying import carry_out, followed, made_mana
from ecs_magic.casting import Way, refuse_x, why_not_cast, why_not_play
from ecs_magic.changes import Announce, Change, Copy, Forget, PutAbility, TapForMana, TellLand, TriggerNow, UseOnce
from ecs_magic.components import (
    Bound,
    CastAs,
    Chosen,
    ChosenX,
    Sacrificed,
    SpellsCast,
    StackAbility,
    TimesCast,
    Waiting,
)
from ecs_magic.derived import player_of
from ecs_magic.enums import Face, Zone
from ecs_magic.facts import AbilityActivated, AbilityPut, LandPlayed, ManaAdded, SpellCast, TappedForMana, Targeted
from ecs_magic.ids import EntityId, ObjectId, Seat, Timestamp
from ecs_magic.instructions import AddMana as AddManaInstruction
from ecs_magic.instructions import Cost
from ecs_magic.meanings import Meaning
from ecs_magic.modal import chosen_modes, modal_of, refuse_modes, with_modes
from ecs_magic.moves import plan_leave
from ecs_magic.objects import became
from ecs_magic.paying import pay, why_not_pay
from ecs_magic.planning import Plan, Planning, Refusal
from ecs_magic.producing import replaced_mana
from ecs_magic.requests import (
    Activate,
    AddMana,
    Cast,
    Move,
    PlayLand,
    PutTriggers,
    Request,
    ResolveManaTriggers,
    TriggerStates,
)
from ecs_magic.targeting import Targets, able, chosen, tell, wanted_by
from ecs_magic.triggering import let_trigger, mana_triggers, state_triggers
from ecs_magic.verbs import begin_copy, put_ability, stop_waiting, use_once
from ecs_magic.world import World


class CastingSystem:
    """Announce spells and abilities: targets, X, costs; a mana ability resolves at once (CR 605.3b).

    What can't be announced in full is ignored, and nothing of it is paid (CR 601.2, 733.1).
    """

    requests: tuple[type[Request], ...] = (Cast, PlayLand, Activate, PutTriggers, ResolveManaTriggers, TriggerStates)
    applies: tuple[type[Change], ...] = (Announce, PutAbility, Forget, UseOnce, TapForMana, TriggerNow, TellLand)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the announcement."""
        match request:
            case Cast():
                self._cast(planning, request)
            case PlayLand():
                self._play(planning, request)
            case Activate():
                self._activate(planning, request)
            case PutTriggers():
                self._put_triggers(planning)
            case ResolveManaTriggers():
                self._resolve_mana_triggers(planning)
            case TriggerStates():
                for held in state_triggers(planning.world):
                    planning.add(TriggerNow(held))

    # --- spells ------------------------------------------------------------------------------------------

    def _cast(self, planning: Planning, request: Cast) -> None:
        world, card = planning.world, ObjectId(EntityId(int(request.object)))
        seat = world.owner(card) if request.player is None else Seat(int(request.player))
        way = why_not_cast(world, card, seat, request)
        if not isinstance(way, Way):
            planning.ignore(card, *way)
            return
        refuse_x(request.x, way.cost, way.values)
        if request.free and request.x and way.has_x:
            planning.ignore(card, "107.3b", "without its cost being paid X is 0")
            return
        x = request.x if request.x is not None else (0 if way.has_x else None)
        meaning = Meaning(world, card, seat, entity=card, x=x)
        modal = next((one for ability in way.values.abilities if (one := modal_of(ability)) is not None), None)
        if modal is None:
            refuse_modes(request.mode)
        modes = () if modal is None else chosen_modes(planning, seat, modal, request.mode, able(meaning))
        if isinstance(modes, Refusal):
            planning.ignore(card, *modes)
            return
        targets = chosen(planning, meaning, wanted_by(way.values, way.how, modes), request.targets)
        if isinstance(targets, Refusal):
            planning.ignore(card, *targets)
            return
        cost = Cost() if request.free else way.cost
        refusal = why_not_pay(planning, seat, cost, card, x or 0)
        if refusal is not None:
            planning.ignore(card, *refusal)
            return
        lost = pay(planning, seat, cost, card, x or 0)
        origin = world.zone(card)
        plan_leave(planning, card, Zone.STACK, "cast", by=seat, face=way.face, face_down=way.face_down)
        planning.add(Announce(card, seat, CastAs(way.how, origin, way.paid, modes), targets, x, lost, way.shape))

    def _play(self, planning: Planning, request: PlayLand) -> None:
        world, card = planning.world, ObjectId(EntityId(int(request.object)))
        seat = world.owner(card) if request.player is None else Seat(int(request.player))
        refusal = why_not_play(world, card, seat, request.face or Face.FRONT)
        if refusal is not None:
            planning.ignore(card, *refusal)
            return
        planning.add(TellLand(card, seat, world.zone(card)))
        planning.also(Move((card,), Zone.BATTLEFIELD, seat, face=request.face))

    # --- abilities ---------------------------------------------------------------------------------------

    def _activate(self, planning: Planning, request: Activate) -> None:
        world, source = planning.world, ObjectId(EntityId(int(request.object)))
        seat = player_of(world, source) if request.player is None else Seat(int(request.player))
        ability = activated(world, source, request.ability)
        cost = mana_cost(ability) if isinstance(ability, Mana) else ability.cost
        if refusal := why_not_activate(world, source, seat, ability):
            planning.ignore(source, *refusal)
            return
        refuse_x(request.x, ability)
        x = request.x or 0
        meaning = Meaning(world, source, seat, x=x)
        if isinstance(ability, Activated) and ability.choose is not None:
            modes = chosen_modes(planning, seat, ability.choose, request.mode, able(meaning))
            if isinstance(modes, Refusal):
                planning.ignore(source, *modes)
                return
            ability = with_modes(ability, modes)
        else:
            refuse_modes(request.mode)
        wanted = () if isinstance(ability, Mana) else ability.targets
        targets = chosen(planning, meaning, wanted, request.targets)
        if isinstance(targets, Refusal):
            planning.ignore(source, *targets)
            return
        cost = Cost() if request.free else cost
        if (refusal := why_not_pay(planning, seat, cost, source, x)) is not None:
            planning.ignore(source, *refusal)
            return
        lost = pay(planning, seat, cost, source, x)
        if isinstance(ability, Activated) and (limited := limited_as(ability)):
            planning.add(UseOnce(source, limited))
        if is_mana(ability):
            self._make_mana(planning, meaning, source, seat, ability)
            return
        held = StackAbility(ability, source, seat, Timestamp(world.timestamp), Bound())
        planning.add(PutAbility(held, None, targets, x, lost))

    @staticmethod
    def _make_mana(
        planning: Planning, meaning: Meaning, source: ObjectId, seat: Seat, ability: Mana | Activated
    ) -> None:
        """Let a mana ability resolve at once (CR 605.3b)."""
        tapped = "{T}" in ability.cost if isinstance(ability, Mana) else ability.cost.tap
        made = ""
        if isinstance(ability, Mana):
            made = str(planning.ask("mana", seat, ability.produces)[0])
        else:
            for step in followed(planning, meaning, ability.then):
                if isinstance(step, AddManaInstruction):
                    made += made_mana(planning, meaning, step, seat)
                else:
                    carry_out(planning, meaning, step)
        if tapped and made:
            made = replaced_mana(planning, source, seat, made)
        if made:
            planning.also(AddMana(seat, made))
        else:
            planning.ignore(source, "106.5", "no type of mana is defined", request="add_mana")
        if tapped:
            planning.add(TapForMana(source, seat))

    # --- triggers ----------------------------------------------------------------------------------------

    def _put_triggers(self, planning: Planning) -> None:
        world = planning.world
        waiting = world.find(world.game, Waiting)
        if PutAbility in planning.plan.kinds():
            planning.ignore(None, "603.3", "they are being put on the stack")
            return
        for seat in world.apnap():
            mine = [one for one in (waiting.triggers if waiting else ()) if _held(world, one).controller == seat]
            kinds = {(_held(world, one).source, _held(world, one).ability.name) for one in mine}
            if len(kinds) > 1:
                # CR 603.3b: in any order; the last is on top.
                mine = [EntityId(int(one)) for one in planning.ask("trigger_order", seat, tuple(mine), order=True)]
            for entity in mine:
                self._put(planning, entity)

    @staticmethod
    def _resolve_mana_triggers(planning: Planning) -> None:
        """Let triggered mana abilities resolve at once (CR 605.4a)."""
        world = planning.world
        for entity in mana_triggers(world):
            held = _held(world, entity)
            meaning = Meaning(world, held.source, held.controller, bound=held.bound, x=0)
            steps = held.ability.then if isinstance(held.ability, Triggered) else ()
            for step in followed(planning, meaning, steps):
                carry_out(planning, meaning, step)
            planning.add(Forget(entity))

    @staticmethod
    def _put(planning: Planning, entity: EntityId) -> None:
        world = planning.world
        held = _held(world, entity)
        known, chosen_x = world.find(entity, Chosen), world.find(entity, ChosenX)
        x = 0 if chosen_x is None else chosen_x.x
        if known is not None:
            planning.add(PutAbility(held, entity, known.targets, x))
            return
        ability = held.ability
        meaning = Meaning(world, held.source, held.controller, bound=held.bound, x=x)
        modes: tuple[int, ...] | Refusal = ()
        if isinstance(ability, Triggered) and ability.choose is not None:
            modes = chosen_modes(planning, held.controller, ability.choose, (), able(meaning))
            if not isinstance(modes, Refusal):
                ability = with_modes(ability, modes)
                held = msgspec.structs.replace(held, ability=ability)
        wanted = ability.targets if isinstance(ability, Triggered) else ()
        targets = modes if isinstance(modes, Refusal) else chosen(planning, meaning, wanted, ())
        if isinstance(targets, Refusal):
            # CR 603.3d: without a legal choice it is removed from the stack.
            planning.ignore(held.source, "603.3d", f"{held.ability.name or 'the ability'} has no legal target")
            planning.add(Forget(entity))
            return
        planning.add(PutAbility(held, entity, targets, x))

    # --- applying ----------------------------------------------------------------------------------------

    def apply(self, world: World, plan: Plan) -> None:
        """Note what was announced about spells, and put abilities on the stack in their order."""
        for announced in plan.of(Announce):
            (spell,) = became(world, announced.spell)
            world.set(spell, announced.cast)
            if announced.shape is not None:
                begin_copy(world, Copy(spell, announced.shape, "game ends", announced.player, spell))
            if announced.cast.from_ is Zone.COMMAND:
                (card,) = world.cards(spell)
                old = world.find(card, TimesCast)
                world.set(card, TimesCast(1 if old is None else old.count + 1))
            if announced.targets:
                world.set(spell, Chosen(announced.targets))
            if announced.x is not None:
                world.set(spell, ChosenX(announced.x))
            if announced.lost:
                world.set(spell, Sacrificed(announced.lost))
            player = world.player_entities[announced.player]
            count = world.find(player, SpellsCast) or SpellsCast()
            world.set(player, SpellsCast(count.this + 1, count.last))
            plan.emit(SpellCast(spell, announced.player, announced.cast.from_))
            _tell_targets(world, plan, announced.targets, spell, announced.player)
        for land in plan.of(TellLand):
            for permanent in became(world, land.card):
                plan.emit(LandPlayed(permanent, land.player, land.from_))
        for put in plan.of(PutAbility):
            if put.entity is not None:
                stop_waiting(world, put.entity)
            entry = put_ability(world, put.held, put.entity)
            if put.targets:
                world.set(entry, Chosen(put.targets))
            if put.x is not None:
                world.set(entry, ChosenX(put.x))
            if put.lost:
                world.set(entry, Sacrificed(put.lost))
            name, seat = put.held.ability.name, put.held.controller
            if not isinstance(put.held.ability, Triggered):
                plan.emit(AbilityActivated(put.held.source, name, seat))
            plan.emit(AbilityPut(entry, put.held.source, name, seat))
            if not put.held.delayed:
                _tell_targets(world, plan, put.targets, entry, seat)
        for forgotten in plan.of(Forget):
            stop_waiting(world, forgotten.entity)
            world.suspect(_held(world, forgotten.entity).source)
            world.delete(forgotten.entity)
        for used in plan.of(UseOnce):
            use_once(world, used.source, used.ability)
        for now in plan.of(TriggerNow):
            let_trigger(world, plan, now.held, x=now.x)
        for tapped in plan.of(TapForMana):
            added = [fact for fact in plan.facts if isinstance(fact, ManaAdded) and fact.player == tapped.player]
            mana = "".join(fact.mana for fact in added)
            if mana:
                plan.emit(TappedForMana(tapped.source, tapped.player, mana))  # CR 106.12a


def _tell_targets(world: World, plan: Plan, targets: Targets, by: ObjectId, seat: Seat) -> None:
    for one in tell(world, targets):
        plan.emit(Targeted(one, by, seat))


def _held(world: World, entity: int) -> StackAbility:
    return world.get(entity, StackAbility)
