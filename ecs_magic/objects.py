"""Questions about objects: characteristics, and predicates that name the rule. Nothing here writes."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ecs_magic.abilities import Ability, Chapter, Keyword
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import (
    AttachedTo,
    ControlledSince,
    Delayed,
    FaceState,
    Gone,
    InZone,
    Kind,
    LastTurned,
    Lost,
    MeldPair,
    MergeStack,
    Owner,
    Paired,
    PartOf,
    Printed,
    StackAbility,
    Status,
    TurnBegan,
    Unlocked,
    Waiting,
)
from ecs_magic.copiable import copiable_values
from ecs_magic.derived import characteristics, controller, effects_at_work, is_forbidden
from ecs_magic.enums import OF_A_SOURCE, CardKind, Duration, Face, Zone
from ecs_magic.errors import ObjectGoneError
from ecs_magic.ids import ConstituentId, EntityId, ObjectId, Seat
from ecs_magic.matching import is_commander, is_face_down
from ecs_magic.qualities import holds, is_from
from ecs_magic.world import World

# --- faces and constituents ------------------------------------------------------------------------------


def is_melded(world: World, object_: int) -> bool:
    """Whether the permanent is a melded one: exactly one meld pair represents it (CR 712.4a)."""
    parts = world.constituents(object_)
    return len(parts) == 1 and world.find(parts[0], MeldPair) is not None


def is_merged(world: World, object_: int) -> bool:
    """Whether more than one constituent represents the object (CR 730.2)."""
    return len(world.constituents(object_)) > 1


def is_double_faced_constituent(world: World, constituent: int) -> bool:
    """Whether a constituent is a double-faced card or token, meld cards included (CR 712.1)."""
    return world.get(constituent, Printed).definition.is_double_faced


def is_double_faced(world: World, object_: int) -> bool:
    """Whether the object itself is double-faced; a merged permanent never is (CR 730.2i)."""
    parts = world.constituents(object_)
    return len(parts) == 1 and is_double_faced_constituent(world, parts[0])


def is_transformed(world: World, object_: int) -> bool:
    """Whether this is a transformed permanent: double-faced, back face up, one card (CR 701.27g)."""
    parts = world.constituents(object_)
    return (
        world.zone(object_) is Zone.BATTLEFIELD
        and len(parts) == 1
        and world.get(parts[0], Printed).definition.can_turn_over
        and world.get(parts[0], FaceState).face is Face.BACK
        and not is_face_down(world, object_)
    )


def doors_of(world: World, object_: int) -> tuple[Characteristics, ...]:
    """Return what a permanent with a shared type line is with none, the left, the right and both halves (CR 709.5)."""
    return copiable_values(world, object_).doors


def unlocked(world: World, object_: int) -> tuple[str, ...]:
    """Return which halves of a permanent have their unlocked designation (CR 709.5c)."""
    found = world.find(object_, Unlocked)
    return () if found is None else ("left",) * found.left + ("right",) * found.right


def is_commander_away(world: World, object_: int) -> bool:
    """Whether it is a commander in a graveyard or in exile (CR 903.9a)."""
    return world.zone(object_) in (Zone.GRAVEYARD, Zone.EXILE) and is_commander(world, object_)


def is_summoning_sick(world: World, object_: int) -> bool:
    """Whether a creature came under its controller's control since their last turn began (CR 302.6)."""
    since = world.find(object_, ControlledSince)
    if since is None or "Creature" not in characteristics(world, object_).types:
        return False
    if any(isinstance(held, Keyword) and held.keyword == "haste" for held in characteristics(world, object_).abilities):
        return False
    began = world.get(world.player_entities[since.seat], TurnBegan).timestamp
    return since.timestamp > began


def _turns(world: World, constituent: int) -> bool:
    return world.get(constituent, Printed).definition.can_turn_over


def _other_face_is_a_spell(world: World, constituent: int) -> bool:
    definition = world.get(constituent, Printed).definition
    types = definition.face(world.get(constituent, FaceState).face.other).types
    return "Instant" in types or "Sorcery" in types


def turning_constituents(world: World, permanent: int) -> tuple[ConstituentId, ...]:
    """Return the constituents that turn over when the permanent transforms (CR 712.9-10, 730.2i)."""
    turning = [part for part in world.constituents(permanent) if _turns(world, part)]
    free = tuple(part for part in turning if not _other_face_is_a_spell(world, part))
    if len(free) < len(turning) and world.policies.instant_constituent == "none turn":
        return ()
    return free


def turning_over(
    world: World,
    permanent: int,
    *,
    verb: str = "transform",
    source: int | None = None,
    since: int | None = None,
    bound: bool = False,
) -> tuple[str | None, tuple[ConstituentId, ...]]:
    """Return the rule by which an instruction to transform or convert does nothing, or `None`, and what turns.

    `source` and `since` are those of an ability that gives the instruction (CR 701.27f, 701.28e); `bound` tells
    that it is daybound or nightbound.
    """
    section = "701.27" if verb == "transform" else "701.28"
    if world.zone(permanent) is not Zone.BATTLEFIELD:
        return f"{section}a", ()
    if world.status(permanent).phased_out:
        return "702.26b", ()
    if is_face_down(world, permanent):
        return "712.15a", ()
    turning = turning_constituents(world, permanent)
    if not turning:
        parts = world.constituents(permanent)
        if any(_turns(world, part) for part in parts):
            return f"{section}d", ()
        meld = any(is_double_faced_constituent(world, part) for part in parts)
        return ("712.4c" if meld else f"{section}c"), ()
    if is_forbidden(world, permanent, "transform"):
        return ("101.2" if verb == "transform" else "701.28f"), ()
    keywords = {one.keyword for one in characteristics(world, permanent).abilities if isinstance(one, Keyword)}
    if not bound and not keywords.isdisjoint(("daybound", "nightbound")):
        return ("702.145b" if "daybound" in keywords else "702.145e"), ()
    turned = world.find(permanent, LastTurned)
    if source == permanent and since is not None and turned is not None and turned.timestamp > since:
        return (f"{section}f" if verb == "transform" else f"{section}e"), ()
    return None, turning


def turning_over_each(
    world: World, permanents: Sequence[int], *, verb: str, source: int | None, since: int | None
) -> Iterator[tuple[str | None, tuple[ConstituentId, ...]]]:
    """Yield for each permanent what `turning_over` says; what is made alike is asked about once."""
    known: dict[tuple[int, ...], str | None] = {}
    alone = effects_at_work(world)
    for permanent in permanents:
        parts = world.constituents(permanent)
        shape = None if alone or permanent == source else _shape(world, permanent)
        if shape is None or shape not in known:
            rule, turning = turning_over(world, permanent, verb=verb, source=source, since=since)
            if shape is not None:
                known[shape] = rule
        else:
            rule = known[shape]
            turning = parts if rule is None else ()
        yield rule, turning


def _shape(world: World, object_: int) -> tuple[int, ...] | None:
    """Return what tells how an object of one constituent is made and where it is, of few different values."""
    held = world.store.held(object_) or {}
    parts = held[MergeStack].constituents
    if len(parts) > 1:
        return None
    part = world.store.held(parts[0]) or {}
    return id(part[Printed].definition), id(part[FaceState]), id(held[InZone]), id(held.get(Status))


def why_not_turn_face_down(world: World, permanent: int) -> str | None:
    """Return the rule by which the permanent can't be turned face down, or `None`."""
    if is_face_down(world, permanent):
        return "708.2b"
    parts = world.constituents(permanent)
    if any(is_double_faced_constituent(world, part) for part in parts):
        return "712.16" if len(parts) == 1 else "730.2j"
    return None


def why_not_turn_face_up(world: World, permanent: int) -> str | None:
    """Return the rule by which the permanent can't be turned face up, or `None`."""
    if not is_face_down(world, permanent):
        return "708.8"
    parts = world.constituents(permanent)
    for part in parts:
        definition = world.get(part, Printed).definition
        if {"Instant", "Sorcery"} & set(definition.front.types):
            return "730.2g" if len(parts) > 1 else "701.40g"
    return None


def why_not_flip(world: World, permanent: int) -> str | None:
    """Return the rule by which flipping does nothing, or `None`."""
    if world.status(permanent).flipped:
        return "710.4"
    if copiable_values(world, permanent).flipped is not None or is_face_down(world, permanent):
        return None
    return None if any(_is_flip(world, part) for part in world.constituents(permanent)) else "710.4"


def _is_flip(world: World, constituent: int) -> bool:
    return world.get(constituent, Printed).definition.layout.value == "flip"


def why_not_attach(world: World, object_: int, host: int) -> str | None:
    """Return the rule by which something can't be attached to a permanent or player, or `None`.

    Of an enchant ability the card types, subtypes and controller are judged; other words hold.
    """
    seen = characteristics(world, object_)
    if host in world.player_entities:
        return _why_not_enchant(world, object_, seen, Seat(world.player_entities.index(host)))
    on = characteristics(world, host)
    if "Aura" in seen.subtypes:
        if "Creature" in seen.types:
            return "303.4d"
        enchants = [held.detail for held in seen.abilities if isinstance(held, Keyword) and held.keyword == "enchant"]
        same = controller(world, object_) == controller(world, host)
        if not all(_fits_words(detail, on, same_controller=same) for detail in enchants):
            return "303.4j"
    elif "Equipment" in seen.subtypes:
        if "Creature" in seen.types:
            return "301.5c"
        if "Creature" not in on.types:
            return "301.5"
    elif "Fortification" in seen.subtypes:
        if "Creature" in seen.types or "Land" not in on.types:
            return "301.6"
    else:
        return "701.3b"
    return "702.16c" if is_protected(on.abilities, seen) else None


def _why_not_enchant(world: World, object_: int, seen: Characteristics, seat: Seat) -> str | None:
    """Return the rule by which something can't be attached to a player, or `None` (CR 303.4a, 702.5)."""
    if "Aura" not in seen.subtypes or "Creature" in seen.types:
        return "701.3b" if "Aura" not in seen.subtypes else "303.4d"
    enchants = [held.detail for held in seen.abilities if isinstance(held, Keyword) and held.keyword == "enchant"]
    words = {word for detail in enchants for word in detail.casefold().split()}
    fine = "player" in words or ("opponent" in words and seat != controller(world, object_))
    return None if fine and world.find(world.player_entities[seat], Lost) is None else "303.4j"


def attachable(world: World, object_: int) -> tuple[EntityId, ...]:
    """Return the permanents, and after them the players, that something can be attached to (CR 303.4f)."""
    there = (one for one in world.battlefield() if one != object_ and not world.status(one).phased_out)
    return tuple(one for one in (*there, *world.player_entities) if why_not_attach(world, object_, one) is None)


def is_protected(abilities: Iterable[Ability], source: Characteristics) -> bool:
    """Whether these abilities of an object or player are protection from a source (CR 702.16)."""
    return any(
        isinstance(held, Keyword) and held.keyword == "protection" and is_from(held.detail, source)
        for held in abilities
    )


def _fits_words(text: str, on: Characteristics, *, same_controller: bool) -> bool:
    """Whether a permanent is what words such as ``creature or land you control`` say."""
    wanted = text.casefold().removesuffix("you control").removesuffix("an opponent controls")
    if ("you control" in text and not same_controller) or ("opponent controls" in text and same_controller):
        return False
    options = [option.split() for option in re.split(r",? or |, ", wanted)]
    return any(
        all(holds(word, on) is not False for word in option)
        for option in options
        if not {"player", "opponent"} & set(option)
    )


def why_not_enter(world: World, object_: int, *, face: Face, face_down: bool) -> str | None:
    """Return the rule by which an object told to enter the battlefield stays where it is, or `None`.

    The face that would be up is judged, not the one that is (CR 400.4a, 712.14a-b).
    """
    if world.find(object_, StackAbility) is not None:
        return "113.1"
    card = world.cards(object_)[0]
    if world.get(card, Kind).kind is CardKind.TOKEN and world.zone(object_) is not Zone.STACK:
        return "111.8"
    if face_down:
        return None
    definition = world.get(card, Printed).definition
    if face is Face.BACK and not definition.can_turn_over:
        stays = world.policies.lone_meld_card_transformed == "stays"
        if not definition.is_double_faced or stays:
            return "712.14a"
        face = Face.FRONT
    types = definition.face(face).types
    if "Instant" in types or "Sorcery" in types:
        return "712.14b" if definition.layout.value == "modal_dfc" and face is Face.FRONT else "400.4a"
    return None


# --- pairs, chapters, abilities -------------------------------------------------------------------------------


def why_not_pair(world: World, both: Sequence[int]) -> str | None:
    """Return the rule by which these can't be paired, or `None` (CR 702.95b-c)."""
    if len(set(both)) != 2 or any(world.find(one, Paired) is not None for one in both):
        return "702.95b"
    one, two = both
    return None if _may_stay_paired(world, one, two) else "702.95b"


def _may_stay_paired(world: World, one: int, two: int) -> bool:
    """Whether two permanents are creatures of one player on the battlefield (CR 702.95e)."""
    if not (is_present(world, one) and is_present(world, two)):
        return False
    creatures = all("Creature" in characteristics(world, each).types for each in (one, two))
    return creatures and controller(world, one) == controller(world, two)


def parted(world: World) -> list[ObjectId]:
    """Return the creatures that become unpaired: that or whose partner left, changed sides or is no creature."""
    pairs = [(one, world.get(one, Paired).partner) for one in world.store.with_component(Paired)]
    return [ObjectId(EntityId(one)) for one, two in pairs if not _may_stay_paired(world, one, two)]


def final_chapter(world: World, object_: int) -> int:
    """Return the number of a Saga's final chapter (CR 714.2d); 0 for what has no chapters."""
    seen = characteristics(world, object_)
    if "Saga" not in seen.subtypes:
        return 0
    return max((max(one.numbers) for one in seen.abilities if isinstance(one, Chapter)), default=0)


def abilities_at_large(world: World) -> list[StackAbility]:
    """Return the abilities that wait to be put on the stack or are on it (CR 113.7a)."""
    waiting = world.find(world.game, Waiting)
    there = (*(waiting.triggers if waiting else ()), *world.contents(Zone.STACK))
    return [held for one in there if (held := world.find(one, StackAbility)) is not None]


def ticks_to_keep(world: World) -> frozenset[int]:
    """Return the ticks whose last known information abilities that are not over may still read (CR 608.2h)."""
    later = [world.get(entity, Delayed) for entity in world.store.with_component(Delayed)]
    spoken: set[int | None] = set()
    held: list[StackAbility | Delayed] = [*abilities_at_large(world), *later]
    for ability in held:
        spoken |= {ability.source, ability.bound.was, *ability.bound.now}
    spoken |= {one for delayed in later for ones in delayed.targets for one in ones}
    gone = [world.find(one, Gone) for one in spoken if one is not None]
    return frozenset(one.tick for one in gone if one is not None)


# --- identity over time ----------------------------------------------------------------------------------


def object_of(world: World, card: int) -> ObjectId:
    """Return the object that a card represents now."""
    return world.get(card, PartOf).object


def owner_of_card(world: World, card: int) -> Seat:
    """Return the owner of a card entity."""
    return world.get(card, Owner).seat


def is_out_of_place(world: World, object_: int) -> bool:
    """Whether it is a token off the battlefield or a copy of a spell off the stack (CR 704.5d-e)."""
    kind = world.get(world.cards(object_)[0], Kind).kind
    if kind is CardKind.CARD:
        return False
    return world.zone(object_) is not (Zone.BATTLEFIELD if kind is CardKind.TOKEN else Zone.STACK)


def became(world: World, object_: int) -> tuple[ObjectId, ...]:
    """Return the objects that an object turned into when it changed zones (CR 400.7); none while it exists."""
    gone = world.find(object_, Gone)
    return () if gone is None else gone.became


def last_known(world: World, object_: int) -> World:
    """Return the board on which the object's last known information is read (CR 608.2h).

    For an object that exists it is the world itself. Raises `ObjectGoneError` once the host released it.
    """
    gone = world.find(object_, Gone)
    if gone is None:
        if not world.is_object(object_):
            raise ObjectGoneError(f"there is no object {object_}")
        return world
    if gone.tick not in world.boards:
        raise ObjectGoneError(
            f"the last known information of object {object_} was released, or it left no public zone",
            suggestion="read it before the turn ends",
        )
    return world.boards[gone.tick]


def is_present(world: World, object_: int | None) -> bool:
    """Whether something is on the battlefield and phased in: what is not, nothing can see (CR 702.26b)."""
    if object_ is None or not world.is_object(object_):
        return False
    return world.zone(object_) is Zone.BATTLEFIELD and not world.status(object_).phased_out


def keeps_its_source(world: World, until: Duration, source: int | None, seat: Seat) -> bool:
    """Whether an effect has what it lasts "for as long as": its source, under that player's control (CR 611.2b)."""
    if until not in OF_A_SOURCE:
        return True
    if source is None or not is_present(world, source):
        return False
    return until == "source leaves" or controller(world, source) == seat


def enchanted_player(world: World, object_: int) -> Seat | None:
    """Return the player that an Aura enchants, if it enchants one (CR 303.4e)."""
    attached = world.find(object_, AttachedTo)
    if attached is None or attached.object not in world.player_entities:
        return None
    return Seat(world.player_entities.index(attached.object))


def bearer(world: World, object_: int) -> EntityId | None:
    """Return the permanent or player that the object is attached to, if that is still there."""
    attached = world.find(object_, AttachedTo)
    there = attached is not None and _is_there(world, attached.object)
    return attached.object if attached is not None and there else None


def _is_there(world: World, one: int) -> bool:
    return world.is_object(one) or one in world.player_entities


def attached_to(world: World, object_: int) -> ObjectId | None:
    """Return what the object is attached to, if that is still there."""
    attached = world.find(object_, AttachedTo)
    if attached is None or not world.is_object(attached.object):
        return None
    return attached.object
