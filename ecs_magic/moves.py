"""Planning departures and telling of entries: what several systems need for zone changes."""

from collections.abc import Sequence

from ecs_magic.changes import EndHold, Enter, Leave
from ecs_magic.components import HeldUntil, StackAbility
from ecs_magic.derived import player_of
from ecs_magic.enums import Face, Zone
from ecs_magic.facedown import FaceDown
from ecs_magic.facts import CountersAdded, EffectBegan, HalfUnlocked, PermanentEntered, TokenCreated
from ecs_magic.ids import EntityId, ObjectId, Seat
from ecs_magic.matching import is_token
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Move
from ecs_magic.verbs import enter
from ecs_magic.world import World


def plan_leave(
    planning: Planning,
    object_: ObjectId,
    to: Zone,
    cause: str,
    *,
    by: Seat | None = None,
    position: str | int = "top",
    face: Face = Face.FRONT,
    face_down: FaceDown | None = None,
    counters: tuple[tuple[str, int], ...] = (),
) -> None:
    """Plan that an object leaves its zone; a token outside the battlefield stays (CR 111.8)."""
    world = planning.world
    zone = world.zone(object_)
    if zone not in (Zone.BATTLEFIELD, Zone.STACK) and is_token(world, object_):
        planning.ignore(object_, "111.8", "a token that left the battlefield can't move again")
        return
    if world.status(object_).phased_out:
        planning.ignore(object_, "702.26b", "it is phased out")
        return
    if world.find(object_, StackAbility) is not None:
        planning.ignore(object_, "113.1", "an ability on the stack is no card that could go anywhere")
        return
    if planning.going is not None:
        if object_ in planning.going:
            planning.ignore(object_, "400.6", "it already goes somewhere else")
            return
        planning.going.add(object_)
    planning.add(
        Leave(
            object_,
            world.cards(object_),
            to,
            player_of(world, object_) if by is None else by,
            cause,
            position,  # type: ignore[arg-type]
            face,
            face_down,
            counters,
            applied=planning.applied,
        )
    )


def on_battlefield(planning: Planning, objects: Sequence[ObjectId], *, phased_out: bool = False) -> list[ObjectId]:
    """Return those of `objects` that are on the battlefield; for others nothing happens (CR 110.1).

    Phased-out permanents are among them only for what is about phasing (CR 702.26b).
    """
    world = planning.world
    found = []
    for object_ in objects:
        if world.zone(object_) is not Zone.BATTLEFIELD:
            planning.ignore(object_, "110.1", "it is not on the battlefield")
        elif world.status(object_).phased_out and not phased_out:
            planning.ignore(object_, "702.26b", "it is phased out")
        else:
            found.append(object_)
    return found


def return_held(planning: Planning) -> None:
    """Plan that what was moved until something leaves goes back right after that left, all at once (CR 610.3)."""
    world = planning.world
    holding = world.store.with_component(HeldUntil)
    if not holding:
        return
    leaving = {change.object for change in planning.plan.of(Leave)}
    for entity in holding:
        held = world.get(entity, HeldUntil)
        if held.source not in leaving:
            continue
        planning.add(EndHold(EntityId(entity)))
        for object_ in held.objects:
            if world.is_object(object_):
                planning.then(Move((object_,), held.zone, world.owner(object_)))


def enter_and_tell(world: World, plan: Plan, entries: Sequence[Enter]) -> list[ObjectId]:
    """Let permanents enter and tell it: the zone each came from, its controller, whether it was created.

    The counters that they entered with were put on them (CR 122.6).
    """
    froms = tuple(world.zone(entry.objects[0]).value if entry.objects else "" for entry in entries)
    known = set(world.in_force())
    permanents = enter(world, entries)
    plan.emit(PermanentEntered(tuple(permanents), froms, tuple(entry.controller for entry in entries)))
    plan.emit(TokenCreated(tuple(one for one, entry in zip(permanents, entries, strict=True) if entry.new)))
    for permanent, entry in zip(permanents, entries, strict=True):
        if entry.unlocked:
            plan.emit(HalfUnlocked(permanent, entry.unlocked, entry.controller, full=False))
    for effect in world.in_force():
        if effect not in known:
            plan.emit(EffectBegan(effect))
    for permanent in permanents:
        for pile in world.counters(permanent).piles:
            plan.emit(CountersAdded(permanent, pile.kind, pile.count))
    return permanents
