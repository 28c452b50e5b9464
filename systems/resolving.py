"""Resolving the stack: instructions one after another, then what becomes of the spell (CR 608)."""

import msgspec

from ecs_magic.abilities import AnyInstruction, If, May, Spell, Triggered
from ecs_magic.carrying import carry_out, decided
from ecs_magic.changes import Begin, BeginDelayed, Change, EndResolving, LeaveStack, Note
from ecs_magic.components import (
    CastAs,
    Chosen,
    ChosenX,
    Kind,
    Resolving,
    Sacrificed,
    StackAbility,
)
from ecs_magic.copiable import copiable_values
from ecs_magic.derived import characteristics, player_of
from ecs_magic.enums import CardKind, Zone
from ecs_magic.errors import InputError
from ecs_magic.facts import CardPut, DecisionMade, Ignored, PermanentEntered, Resolved, Revealed, TokenPut
from ecs_magic.ids import ObjectId, Timestamp
from ecs_magic.instructions import Move as MoveInstruction
from ecs_magic.linking import link
from ecs_magic.meanings import Meaning
from ecs_magic.modal import with_modes
from ecs_magic.moves import plan_leave
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import DelayTrigger, Merge, Move, Perform, Request, Resolve
from ecs_magic.targeting import Targets, still_legal, targets_wanted
from ecs_magic.typeline import PERMANENT_TYPES
from ecs_magic.verbs import remove_ability
from ecs_magic.world import World


class ResolvingSystem:
    """Resolve the top of the stack; each instruction is a tick of its own (CR 608.2c).

    Targets are looked at again first; without a legal one nothing happens (CR 608.2b), but a mutating
    creature spell goes on as an ordinary one (CR 702.140b).
    """

    requests: tuple[type[Request], ...] = (Resolve, Perform, DelayTrigger)
    applies: tuple[type[Change], ...] = (Begin, Note, LeaveStack, EndResolving, BeginDelayed)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the beginning of a resolution, its next instruction, or its end."""
        match request:
            case Resolve():
                stack = planning.world.contents(Zone.STACK)
                if not stack:
                    planning.ignore(None, "608.1", "the stack is empty")
                elif {Begin, EndResolving} & set(planning.plan.kinds()):
                    planning.ignore(stack[-1], "608.1", "one spell or ability resolves at a time")
                else:
                    self._begin(planning, stack[-1])
            case Perform():
                self._perform(planning, request.steps)
            case DelayTrigger():
                planning.add(BeginDelayed(request.delayed))

    # --- beginning ---------------------------------------------------------------------------------------

    def _begin(self, planning: Planning, entry: ObjectId) -> None:
        world = planning.world
        meaning = Meaning.of(world, entry)
        held = world.find(entry, StackAbility)
        cast = world.find(entry, CastAs)
        wanted = targets_wanted(world, entry)
        # A delayed trigger knows the targets of what created it, and has none of its own.
        targets = still_legal(meaning, wanted) if wanted else meaning.targets
        mutating = cast is not None and cast.how == "mutate"
        if wanted and any(meaning.targets) and not any(targets) and not mutating:
            planning.ignore(entry, "608.2b", "none of its targets is legal any more")
            self._end(planning, entry, fizzled=True)
            return
        if held is not None and isinstance(held.ability, Triggered) and not meaning.hold(held.ability.if_):
            planning.ignore(entry, "603.4", "its condition does not hold any more")
            self._end(planning, entry, fizzled=True)
            return
        lost = world.find(entry, Sacrificed)
        x = world.find(entry, ChosenX)
        planning.add(
            Begin(
                Resolving(
                    entry,
                    ObjectId(meaning.source),  # type: ignore[arg-type]
                    meaning.seat,
                    world.tick,
                    Timestamp(0) if held is None else held.since,
                    meaning.bound,
                    targets,
                    None if x is None else x.x,
                    lost=() if lost is None else lost.objects,
                )
            )
        )
        planning.then(Perform(_steps(world, entry)))

    # --- going on ----------------------------------------------------------------------------------------

    def _perform(self, planning: Planning, steps: tuple[AnyInstruction, ...]) -> None:
        world = planning.world
        if world.find(world.game, Resolving) is None:
            raise InputError("nothing is resolving", where="perform", suggestion="use Resolve")
        meaning = Meaning.resolving_now(world)
        while steps and isinstance(steps[0], If):
            first = steps[0]
            steps = (first.then if meaning.hold(first.when) else first.otherwise) + steps[1:]
        if not steps:
            resolving = world.get(world.game, Resolving)
            self._end(planning, resolving.entity)
            return
        step, rest = steps[0], steps[1:]
        if isinstance(step, May):
            planning.then(Perform(decided(planning, meaning, step) + rest))
            return
        carry_out(planning, meaning, step)
        link = isinstance(step, MoveInstruction) and step.link and world.is_object(meaning.source)
        planning.add(Note(ObjectId(meaning.source) if link else None))  # type: ignore[arg-type]
        planning.then(Perform(rest))

    # --- ending ------------------------------------------------------------------------------------------

    def _end(self, planning: Planning, entry: ObjectId, *, fizzled: bool = False) -> None:
        """Plan what becomes of the spell or ability (CR 608.2m-n, 608.3)."""
        world = planning.world
        planning.add(EndResolving(entry))
        if not world.is_object(entry) or world.zone(entry) is not Zone.STACK:
            return  # an instruction of its own moved it
        if world.find(entry, StackAbility) is not None:
            planning.add(LeaveStack(entry))
            return
        seat = player_of(world, entry)
        if not fizzled and not set(PERMANENT_TYPES).isdisjoint(characteristics(world, entry).types):
            self._become_permanent(planning, entry)
            return
        plan_leave(planning, entry, Zone.GRAVEYARD, "resolve", by=seat)

    @staticmethod
    def _become_permanent(planning: Planning, entry: ObjectId) -> None:
        world = planning.world
        seat, cast = player_of(world, entry), world.find(entry, CastAs)
        resolving = world.find(world.game, Resolving)
        targets = () if resolving is None or resolving.entity != entry else resolving.targets
        first = next((one for ones in targets for one in ones), None)
        if cast is not None and cast.how == "mutate" and first is not None:
            (where,) = planning.ask("mutate", seat, ("over", "under"))
            planning.also(Merge(entry, first, str(where)))  # type: ignore[arg-type]
            return
        host = None
        if "Aura" in characteristics(world, entry).subtypes:
            there = first is not None and (world.is_object(first) or first in world.player_entities)
            host = first if there else None
        planning.also(Move((entry,), Zone.BATTLEFIELD, seat, attached_to=host))

    def apply(self, world: World, plan: Plan) -> None:
        """Begin, note, end resolutions; create delayed triggers."""
        for begun in plan.of(Begin):
            world.set(world.game, begun.resolving)
            if begun.resolving.targets != _targets(world, begun.resolving.entity):
                world.set(begun.resolving.entity, Chosen(begun.resolving.targets))
        for note in plan.of(Note):
            self._note(world, plan, note)
        for delayed in plan.of(BeginDelayed):
            world.create(delayed.delayed)
        for left in plan.of(LeaveStack):
            remove_ability(world, left.entry)
        for ended in plan.of(EndResolving):
            world.drop(world.game, Resolving)
            plan.emit(Resolved(ended.entry))

    @staticmethod
    def _note(world: World, plan: Plan, note: Note) -> None:
        made: list[ObjectId] = []
        done = False
        for fact in plan.facts:
            done = done or not isinstance(fact, Ignored | DecisionMade | Revealed)
            if isinstance(fact, PermanentEntered):
                made += fact.permanents
            elif isinstance(fact, CardPut | TokenPut):
                made += fact.objects
        resolving = world.get(world.game, Resolving)
        kept = tuple(made) or resolving.made
        world.set(world.game, msgspec.structs.replace(resolving, made=kept, done=done))
        if note.link is not None and made and world.is_object(note.link):
            link(world, note.link, tuple(made))


def _targets(world: World, entry: int) -> Targets:
    found = world.find(entry, Chosen)
    return () if found is None else found.targets


def _steps(world: World, entry: ObjectId) -> tuple[AnyInstruction, ...]:
    """Return the instructions of a spell or ability."""
    held = world.find(entry, StackAbility)
    if held is not None:
        return getattr(held.ability, "then", ())
    if world.get(world.cards(entry)[0], Kind).kind is CardKind.ABILITY:
        return ()
    cast = world.find(entry, CastAs)
    modes = () if cast is None else cast.modes
    spells = [ability for ability in copiable_values(world, entry).normal.abilities if isinstance(ability, Spell)]
    return tuple(step for spell in spells for step in with_modes(spell, modes).then)
