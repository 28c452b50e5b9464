"""State-based actions that concern objects (CR 704.5): collected on one board, then done at once (CR 704.3)."""

from collections.abc import Iterable, Iterator
from typing import Final

from ecs_magic.abilities import Keyword, Limit, Triggered
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import (
    AttachedTo,
    Commander,
    CommandOffered,
    Damage,
    Kind,
    Life,
    Lost,
    Overdrawn,
    Timestamped,
)
from ecs_magic.derived import characteristics, effects_at_work, player_of
from ecs_magic.enums import CardKind, Zone
from ecs_magic.explain import explain
from ecs_magic.ids import ObjectId, Seat, Timestamp
from ecs_magic.objects import (
    abilities_at_large,
    attached_to,
    bearer,
    enchanted_player,
    final_chapter,
    is_commander_away,
    is_out_of_place,
    is_present,
    object_of,
    why_not_attach,
)
from ecs_magic.requests import (
    Cease,
    Destroy,
    Detach,
    KeepOne,
    LoseGame,
    Move,
    OfferCommandZone,
    RemoveCounters,
    Request,
    Sacrifice,
    Survive,
)
from ecs_magic.ruling import is_player_protected, prohibited
from ecs_magic.world import World, in_object_order

_RELATED: Final = frozenset({"Legendary", "World", "Role"})
"""What makes permanents rivals of one another (CR 704.5j-k, 704.5z)."""


def state_based_actions(world: World) -> list[Request]:
    """Return all state-based actions that apply now (CR 704.3).

    Only what changed since none applied is looked at, and what is attached to something; of legendary and
    world permanents and Roles all, if one of them changed.
    """
    effects_at_work(world)  # what an effect that began or ended may have changed is suspect as well
    suspects = world.memory.suspects
    found: list[Request] = [*_players(world)]
    ceasing = tuple(_ceasing(world, suspects))
    if ceasing:
        found.append(Cease(ceasing))
    if commanders := _commanders(world):
        found.append(OfferCommandZone(commanders))
    permanents = _permanents(world, suspects)
    marks = {word for _, seen in permanents for word in (*seen.supertypes, *seen.subtypes) if word in _RELATED}
    buried: list[ObjectId] = _roles(world) if "Role" in marks else []
    buried += _worlds(world) if "World" in marks else []
    destroyed: list[ObjectId] = []
    survived: list[ObjectId] = []
    for permanent, seen in permanents:
        if _is_buried(world, permanent, seen):
            buried.append(permanent)
        elif _is_destroyed(world, permanent, seen):
            destroyed.append(permanent)
        elif (damage := world.find(permanent, Damage)) is not None and damage.deathtouch:
            survived.append(permanent)
        if _is_told(world, permanent):
            found.append(Sacrifice((permanent,)))
        found += _counters(world, permanent, seen)
        found += _attachment(world, permanent, seen)
    if buried:
        found.append(Move(tuple(dict.fromkeys(buried)), Zone.GRAVEYARD))
    if destroyed:
        found.append(Destroy(tuple(destroyed)))
    if survived:
        found.append(Survive(tuple(survived)))
    found += _legends(world) if "Legendary" in marks else ()
    if not found:
        world.memory.suspects = set()
    return found


def _permanents(world: World, suspects: set[int] | None) -> list[tuple[ObjectId, Characteristics]]:
    """Return the permanents to look at with their characteristics, in the order in which they entered."""
    there: Iterable[ObjectId] = world.battlefield()
    if suspects is not None:
        attached = world.store.with_component(AttachedTo)
        there = [one for one in in_object_order({*suspects, *attached}) if is_present(world, one)]
    return [(one, characteristics(world, one)) for one in there if not world.status(one).phased_out]


def _players(world: World) -> Iterator[Request]:
    for seat in world.seats:
        entity = world.player_entities[seat]
        if world.find(entity, Lost) is not None or prohibited(world, "lose the game", seat) is not None:
            continue
        if world.get(entity, Life).life <= 0:
            yield LoseGame(seat, "704.5a")
        elif world.find(entity, Overdrawn) is not None:
            yield LoseGame(seat, "704.5b")
        elif world.counters(entity).count("poison") >= 10:
            yield LoseGame(seat, "704.5c")


def _ceasing(world: World, suspects: set[int] | None) -> Iterator[ObjectId]:
    """Yield tokens off the battlefield and copies of spells off the stack (CR 704.5d-e)."""
    if suspects is None:
        kinds = ((card, world.get(card, Kind).kind) for card in world.store.with_component(Kind))
        suspects = {object_of(world, card) for card, kind in kinds if kind is not CardKind.CARD}
    yield from (one for one in in_object_order(suspects) if world.is_object(one) and is_out_of_place(world, one))


def _is_buried(world: World, permanent: ObjectId, seen: Characteristics) -> bool:
    """CR 704.5f, 704.5i, 704.5m, 704.5v-w: put into the graveyard, not destroyed.

    A Siege waits for an ability of its own that has triggered and has not left the stack (CR 704.5v).
    """
    if "Creature" in seen.types and seen.toughness is not None and seen.toughness <= 0:
        return True
    if "Planeswalker" in seen.types and not seen.loyalty:
        return True
    if "Battle" in seen.types and not seen.defense:
        return "Siege" not in seen.subtypes or not _waits_for_trigger(world, permanent)
    if "Aura" not in seen.subtypes:
        return False
    whose = enchanted_player(world, permanent)
    if whose is not None and is_player_protected(world, whose, seen):
        return True  # CR 702.16c
    host = bearer(world, permanent)
    # CR 303.4d: an Aura that is a creature becomes unattached first.
    return host is None or ("Creature" not in seen.types and why_not_attach(world, permanent, host) is not None)


def _is_told(world: World, permanent: ObjectId) -> bool:
    """CR 704.5s: a Saga whose last chapter has been told is sacrificed, once its chapter is off the stack."""
    last = final_chapter(world, permanent)
    if not last or world.counters(permanent).count("lore") < last:
        return False
    return not _waits_for_trigger(world, permanent)


def _waits_for_trigger(world: World, permanent: ObjectId) -> bool:
    """Whether a triggered ability of the permanent waits to be put on the stack or is on it."""
    return any(one.source == permanent and isinstance(one.ability, Triggered) for one in abilities_at_large(world))


def _is_destroyed(world: World, permanent: ObjectId, seen: Characteristics) -> bool:
    """CR 704.5g-h: lethal damage, or any from a source with deathtouch."""
    damage = world.find(permanent, Damage)
    if damage is None or "Creature" not in seen.types or seen.toughness is None:
        return False
    if any(isinstance(ability, Keyword) and ability.keyword == "indestructible" for ability in seen.abilities):
        return False
    return damage.marked >= seen.toughness or damage.deathtouch


def _counters(world: World, permanent: ObjectId, seen: Characteristics) -> Iterator[Request]:
    """CR 704.5q-r: +1/+1 and -1/-1 counters go in pairs, and so do those above the number that it can have."""
    counters = world.counters(permanent)
    if not counters.piles:
        return
    pairs = min(counters.count("+1/+1"), counters.count("-1/-1"))
    if pairs:
        yield RemoveCounters((permanent,), "+1/+1", pairs)
        yield RemoveCounters((permanent,), "-1/-1", pairs)
    limits: dict[str, int] = {}
    for ability in seen.abilities:
        if isinstance(ability, Limit):
            limits[ability.kind] = min(ability.most, limits.get(ability.kind, ability.most))
    for kind, most in limits.items():
        if (excess := counters.count(kind) - most) > 0:
            yield RemoveCounters((permanent,), kind, excess)


def _attachment(world: World, permanent: ObjectId, seen: Characteristics) -> Iterator[Request]:
    """CR 704.5n, 704.5p: Equipment on what it can't equip, creatures, and what is no attachment come off."""
    if world.find(permanent, AttachedTo) is None:
        return
    host = attached_to(world, permanent)
    is_creature = "Creature" in seen.types or "Battle" in seen.types
    if "Aura" in seen.subtypes and not is_creature:
        return
    if is_creature or host is None or why_not_attach(world, permanent, host) is not None:
        yield Detach((permanent,))


def _roles(world: World) -> list[ObjectId]:
    """CR 704.5z: of several Roles of one controller on a permanent, all but the newest are buried."""
    groups: dict[tuple[ObjectId, Seat], list[ObjectId]] = {}
    for permanent in world.battlefield():
        host = attached_to(world, permanent)
        if host is None or world.status(permanent).phased_out:
            continue
        if "Role" in characteristics(world, permanent).subtypes:
            groups.setdefault((host, player_of(world, permanent)), []).append(permanent)
    older: list[ObjectId] = []
    for roles in groups.values():
        older += sorted(roles, key=lambda role: world.get(role, Timestamped).timestamp)[:-1]
    return older


def _worlds(world: World) -> list[ObjectId]:
    """CR 704.5k: of permanents that are world, all but the one that is so for the shortest time are buried."""
    found = [one for one in world.battlefield() if not world.status(one).phased_out]
    found = [one for one in found if "World" in characteristics(world, one).supertypes]
    if len(found) < 2:
        return []
    since = {one: _world_since(world, one) for one in found}
    latest = max(since.values())
    newest = [one for one in found if since[one] == latest]
    return [one for one in found if len(newest) > 1 or one not in newest]


def _world_since(world: World, permanent: ObjectId) -> int:
    """Return the timestamp since which a permanent is world; those that entered together have the same."""
    stamp = world.get(permanent, Timestamped)
    since = stamp.timestamp if stamp.together is None else stamp.together
    for step in explain(world, permanent, "supertypes").steps[1:]:
        before, after = step.changes["supertypes"]
        if "World" in after and "World" not in before and step.timestamp is not None:
            since = max(since, Timestamp(step.timestamp))
    return since


def _commanders(world: World) -> tuple[ObjectId, ...]:
    """CR 903.9a: commanders that came into a graveyard or exile, the active player's first; each is offered once."""
    found = [object_of(world, card) for card in world.store.with_component(Commander)]
    found = [one for one in found if is_commander_away(world, one) and world.find(one, CommandOffered) is None]
    return tuple(world.in_turn_order(found, world.owner))


def _legends(world: World) -> Iterator[KeepOne]:
    """CR 704.5j: of legendary permanents of one name under one controller, one is kept."""
    groups: dict[tuple[Seat, str], list[ObjectId]] = {}
    for permanent in world.battlefield():
        if world.status(permanent).phased_out:
            continue
        seen = characteristics(world, permanent)
        if "Legendary" in seen.supertypes and seen.name:
            groups.setdefault((player_of(world, permanent), seen.name), []).append(permanent)
    for (seat, _), permanents in groups.items():
        if len(permanents) > 1:
            yield KeepOne(tuple(permanents), seat)
