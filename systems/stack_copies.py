"""Copies of spells and abilities on the stack, and countering them (CR 707.10, 701.6)."""

from ecs_magic.changes import Change, LeaveStack, MarkCountered, NewCard, PutCopy
from ecs_magic.components import CastAs, Chosen, ChosenX, Controller, FaceState, InZone, Sacrificed, StackAbility
from ecs_magic.copies import token_copy
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.facts import Countered, SpellCopied, Targeted
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.meanings import Meaning
from ecs_magic.moves import plan_leave
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import CopySpell, Counter, Request
from ecs_magic.targeting import Targets, legal, targets_wanted, tell
from ecs_magic.verbs import create_card, new_objects, put_ability, put_in, set_face
from ecs_magic.world import World


class StackCopySystem:
    """Copy spells and abilities with all choices made for them; a copy is not cast or activated (CR 707.10)."""

    requests: tuple[type[Request], ...] = (CopySpell, Counter)
    applies: tuple[type[Change], ...] = (PutCopy, MarkCountered)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the copies, or the countering."""
        world = planning.world
        for entry in request.objects if isinstance(request, CopySpell | Counter) else ():
            if world.zone(entry) is not Zone.STACK:
                planning.ignore(entry, "112.1", "it is not on the stack")
            elif isinstance(request, CopySpell):
                self._copy(planning, entry, request)
            elif isinstance(request, Counter):
                planning.add(MarkCountered(entry))
                if world.find(entry, StackAbility) is not None:
                    planning.add(LeaveStack(entry))
                else:
                    plan_leave(planning, entry, request.to, "counter")

    @staticmethod
    def _copy(planning: Planning, entry: ObjectId, request: CopySpell) -> None:
        world, seat = planning.world, Seat(int(request.player))
        chosen = world.find(entry, Chosen)
        targets: Targets = () if chosen is None else chosen.targets
        if request.retarget and any(targets):
            targets = _retargeted(planning, entry, seat, targets)
        found = world.find(entry, ChosenX), world.find(entry, CastAs), world.find(entry, Sacrificed)
        kept: tuple[ChosenX | CastAs | Sacrificed, ...] = tuple(one for one in found if one is not None)
        held = world.find(entry, StackAbility)
        if held is not None:
            copied = StackAbility(held.ability, held.source, seat, held.since, held.bound)
            planning.add(PutCopy(entry, seat, targets, copied, kept=kept))
            return
        definition, face = token_copy(world, entry, request.except_)
        down = world.get(world.constituents(entry)[0], FaceState).face_down
        new = NewCard(definition, seat, CardKind.SPELL_COPY)
        planning.add(PutCopy(entry, seat, targets, new, Face.FRONT if down else face, down, kept=kept))

    def apply(self, world: World, plan: Plan) -> None:
        """Put the copies on the stack above what is there."""
        for change in plan.of(PutCopy):
            entry = self._put(world, change)
            if change.targets:
                world.set(entry, Chosen(change.targets))
            world.set(entry, *change.kept)
            plan.emit(SpellCopied(entry, change.of, change.player))
            for one in tell(world, change.targets):
                plan.emit(Targeted(one, entry, change.player))
        for countered in plan.of(MarkCountered):
            plan.emit(Countered(countered.entry))

    @staticmethod
    def _put(world: World, change: PutCopy) -> ObjectId:
        if isinstance(change.new, StackAbility):
            return put_ability(world, change.new, None)
        card = create_card(world, change.new)
        set_face(world, card, change.face, change.face_down)
        (entry,) = new_objects(world, (card,), Zone.STACK, (change.player,))
        world.set(entry, Controller(change.player))
        put_in(world, Zone.STACK, world.get(entry, InZone).seat, (entry,))
        return entry


def _retargeted(planning: Planning, entry: ObjectId, seat: Seat, targets: Targets) -> Targets:
    """Let a player choose each target anew, or keep it (CR 707.10c, 115.7d)."""
    old = Meaning.of(planning.world, entry)
    meaning = Meaning(planning.world, old.source, seat, entity=entry, bound=old.bound, x=old.x)
    found: list[tuple[int, ...]] = []
    for target, ones in zip(targets_wanted(planning.world, entry), targets, strict=False):
        chosen: list[int] = []
        for one in ones:
            # CR 115.3: one thing is no target twice of the same word.
            others = [other for other in legal(meaning, target) if other not in (*ones, *chosen)]
            (picked,) = planning.ask("new_target", seat, (one, *others))
            chosen.append(int(picked))
        found.append(tuple(chosen))
    return tuple(found)
