"""The one query for what is derived of objects: characteristics, controller, what is forbidden (CR 613).

What was worked out is remembered in the world until a write may have changed it.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from ecs_magic.abilities import Ability, Effect, Static
from ecs_magic.alike import Alike
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import ChosenX, Controller, Counters, InZone
from ecs_magic.copiable import shown_values, sole_definitions
from ecs_magic.drafts import static_of
from ecs_magic.enums import Zone
from ecs_magic.ids import Seat
from ecs_magic.layerpass import closer_look, make_plan
from ecs_magic.layers import Board, finished
from ecs_magic.numbered import MANY
from ecs_magic.plans import Plan
from ecs_magic.signatures import Signatures
from ecs_magic.world import Seen, World

X = TypeVar("X", bound=int)


def characteristics(world: World, object_: int) -> Characteristics:
    """Return the characteristics of an object now (CR 109.3, 613.1): the one query for them."""
    return _seen(world, object_).characteristics


def controller(world: World, object_: int) -> Seat | None:
    """Return who controls an object after layer 2; `None` off the battlefield and stack (CR 109.4)."""
    if effects_at_work(world):
        return _seen(world, object_).controller
    base = world.find(object_, Controller)
    return None if base is None else base.seat


def is_forbidden(world: World, object_: int, action: str) -> bool:
    """Whether a continuous effect says that this can't be done to the object (CR 101.2)."""
    return effects_at_work(world) and action in _seen(world, object_).forbidden


def player_of(world: World, object_: int) -> Seat:
    """Return the controller, or the owner of an object that has none (CR 108.4a)."""
    found = controller(world, object_)
    return world.owner(object_) if found is None else found


def in_turn_order(world: World, affected: Iterable[X]) -> list[X]:
    """Return objects and players in the order in which what happens to them is chosen about (CR 101.4, 616.1)."""
    seats: dict[int, Seat] = {entity: Seat(index) for index, entity in enumerate(world.player_entities)}
    return world.in_turn_order(affected, lambda one: seats[one] if one in seats else player_of(world, one))


def _seen(world: World, object_: int) -> Seen:
    memory = world.memory
    if memory.pending or memory.recheck:
        _look_for_effects(world)
    found = memory.seen.get(object_)
    if found is not None:
        return found
    if memory.live and (found := _under_effects(world, object_)) is not None:
        return found
    # No effect is at work but counters and the object's own, or none of others reaches it: it needs no look at them.
    if not memory.live and (values := _as_copiable(world, object_)) is not None:
        base = world.find(object_, Controller)
        found = Seen(values, None if base is None else base.seat)
    elif _defines_by_others(world, object_) and not world.status(object_).phased_out:
        # Nothing tells when what it counts changes: look at everything, and remember nothing.
        draft = Board(world, (object_,)).run()[object_]
        return Seen(finished(world, object_, draft), draft.controller, draft.forbidden)
    else:
        found = _by_itself(world, object_)
    memory.seen[object_] = found
    return found


def _under_effects(world: World, object_: int) -> Seen | None:
    """Return what effects at work make of an object, read off the plan of the layer pass where it carries them.

    `None` is the answer for what is phased out: nothing affects it (CR 702.26b).
    """
    memory = world.memory
    signatures = memory.signatures
    plan = None if signatures is None else signatures.plan
    if signatures is None or plan is None:
        signatures, plan = _planned(world)
    at = signatures.of.get(object_)
    if at is None and world.status(object_).phased_out:
        return None
    found = memory.passing.get(object_) if memory.passing else None
    if found is not None:
        return found
    if not plan.carried:
        if at is not None:
            record = plan.records.get(at)
            if record is None:
                signature = signatures.features.signatures[at]
                record = plan.record(world, object_, at, signature, signatures.shapes)
            own = signatures.own.get(object_)
            found = record.seen if own is None else record.with_counters(own, world.counters(object_))
            memory.seen[object_] = found
            return found
        if not (plan.outward or object_ in signatures.chosen or _defines_by_others(world, object_)):
            found = memory.seen[object_] = _by_itself(world, object_)
            return found
    elsewhere = () if world.zone(object_) is Zone.BATTLEFIELD else (object_,)
    board = Board(world, elsewhere, grouped=True)
    for one, draft in board.run().items():
        seen = Seen(finished(world, one, draft), draft.controller, draft.forbidden)
        memory.passing.update(dict.fromkeys(board.groups.get(one, (one,)), seen))
    return memory.passing[object_]


def _by_itself(world: World, object_: int) -> Seen:
    draft = Board(world, (object_,), alone=True).run()[object_]
    return Seen(finished(world, object_, draft), draft.controller, draft.forbidden)


def plan_of(world: World) -> Plan:
    """Return what effects at work make of the permanents now; it is made if there is none that is still right."""
    if world.memory.pending or world.memory.recheck:
        _look_for_effects(world)
    return _planned(world)[1]


def signed(world: World) -> Signatures | None:
    """Return the signatures of the permanents, brought up to date; `None` where no effect is at work."""
    return world.memory.signatures if effects_at_work(world) else None


def sign_anew(world: World, closer: frozenset[str]) -> Signatures:
    """Return new signatures of the permanents, which tell apart what effects look at that closely."""
    signatures = world.memory.signatures = Signatures(world, closer)
    world.memory.owned = True
    return signatures


def _planned(world: World) -> tuple[Signatures, Plan]:
    """Return the signatures of the permanents and a plan that is right."""
    memory = world.memory
    signatures = memory.signatures or Signatures(world)
    if signatures.plan is None:
        closer = closer_look(signatures)
        if "each" in closer ^ signatures.closer:
            signatures = sign_anew(world, closer)
        elif not memory.owned:
            # Making a plan may bring new features, and a fork goes on with the old ones.
            signatures = signatures.copy()
            memory.owned = True
        if closer != signatures.closer:
            signatures.look(world, closer)
        signatures.plan = make_plan(signatures)
        memory.signatures = signatures
    return signatures, signatures.plan


def _defines_by_others(world: World, object_: int) -> bool:
    """Whether an ability of the object may define its values by what else there is (CR 604.3)."""
    values = shown_values(world, object_)
    return any(isinstance(ability, Static) and ability.defines for ability in values.abilities)


def _as_copiable(world: World, object_: int) -> Characteristics | None:
    """Return the copiable values of an object that layers 2 to 7 leave as they are, else `None`.

    That is a creature without counters, and a card that is no land, off the battlefield; a test holds
    this against the layers.
    """
    values = shown_values(world, object_)
    if world.find(object_, Counters) is not None or world.find(object_, ChosenX) is not None:
        return None
    if "Land" in values.types or "Creature" not in values.types or values.power is None or values.toughness is None:
        return None
    if values.loyalty is not None or values.defense is not None or any(map(_makes_effect, values.abilities)):
        return None
    return values


def _makes_effect(ability: Ability) -> bool:
    return static_of(ability) is not None


def effects_at_work(world: World) -> bool:
    """Whether any continuous effect of a static ability or resolved spell is at work (CR 611)."""
    if world.memory.pending or world.memory.recheck:
        _look_for_effects(world)
    return world.memory.live


def control_may_differ(world: World) -> bool:
    """Whether effects may have changed who controls a permanent since this was last asked (CR 613.1b)."""
    memory = world.memory
    moves = effects_at_work(world) and (memory.signatures is None or memory.signatures.moves_control)
    found = moves or memory.moved
    memory.moved = moves
    return found


def effects_in_force(world: World) -> list[Effect]:
    """Return what continuous effects at work do, each kind once (CR 611)."""
    if not effects_at_work(world):
        return []
    signatures = world.memory.signatures or Signatures(world)
    return [program.effect for program in dict.fromkeys(signatures.programs())]


def _look_for_effects(world: World) -> None:
    """Bring up to date whether any continuous effect is at work; forget what it may have changed."""
    memory = world.memory
    _look_for_alike(world)
    signatures = memory.signatures
    if signatures is not None:
        if signatures.is_crowded or len(memory.pending) > len(signatures.of):
            memory.rescan = True
        if not memory.rescan:
            if not memory.owned:
                signatures = memory.signatures = signatures.copy()
                memory.owned = True
            signatures.sync(world, memory.pending, effects=memory.recheck)
        elif memory.live:
            signatures = memory.signatures = Signatures(world, signatures.closer)
            memory.owned = True
        if not memory.rescan or memory.live:
            memory.pending.clear()
            memory.recheck = memory.rescan = False
            memory.live = signatures.at_work
            if signatures.plan is None:
                memory.forget_seen()
                memory.granted = None
            return
        memory.signatures = None
    if memory.rescan:
        # Where there is one, all are signed; which others there are need not be known.
        memory.holders = set(islice(_sources(world, world.battlefield()), 1))
        memory.rescan = False
    else:
        memory.holders.difference_update(memory.pending)
        memory.holders.update(_sources(world, memory.pending))
    memory.pending.clear()
    memory.recheck = False
    live = bool(memory.holders or world.in_force())
    if live or memory.live:
        memory.forget_seen()
        memory.granted = None
    memory.live = live
    if live:
        memory.holders.clear()
        memory.signatures = Signatures(world)
        memory.owned = True


def _look_for_alike(world: World) -> None:
    """Note whose likeness may be another, on a battlefield that is large or was; look at them if there are effects."""
    memory = world.memory
    if memory.alike is None:
        if len(world.battlefield()) < MANY:
            return
        memory.alike = Alike()
        memory.alike.touch(world.battlefield())
    else:
        memory.alike.touch(memory.pending)
    if memory.signatures is not None or memory.alike.is_outdated:
        memory.alike.refresh(world.store.held_by)


def _sources(world: World, objects: Iterable[int]) -> Iterator[int]:
    """Yield those that are permanents whose own abilities or counters make continuous effects."""
    plain = world.memory.plain
    for object_, held, definition in sole_definitions(world, objects):
        if held is None or InZone not in held or held[InZone].zone is not Zone.BATTLEFIELD:
            continue
        if Counters in held and held[Counters].count("hone"):
            yield object_
            continue
        if definition is not None:
            # What has no such ability on any face needs no look at which face is up.
            known = plain.get(id(definition))
            if known is None:
                known = plain[id(definition)] = _is_plain(definition)
            if known:
                continue
        if any(map(_makes_effect, shown_values(world, object_).abilities)):
            yield object_


def _is_plain(definition: CardDefinition) -> bool:
    faces = (definition.front, definition.back, *definition.halves)
    return not any(_makes_effect(ability) for face in faces if face is not None for ability in face.abilities)
