"""Set up a position: objects placed by hand before the game, through the same door as all others."""

import msgspec

from ecs_magic.cards import CardDefinition, meld_pair
from ecs_magic.changes import Enter, EnterMelded, NewCard
from ecs_magic.components import ChosenX, ControlledSince, Controller, Damage, Merge, Timestamped
from ecs_magic.copiable import copiable_values
from ecs_magic.enums import Face, Layout, Zone
from ecs_magic.errors import InputError
from ecs_magic.facedown import FaceDown
from ecs_magic.ids import ConstituentId, ObjectId, Seat, Timestamp
from ecs_magic.judging import counter_kind
from ecs_magic.linking import choose_for
from ecs_magic.normalize import number
from ecs_magic.verbs import create_card, enter, new_objects, put_in, represent, set_counters, set_face
from ecs_magic.wording import chosen_words
from ecs_magic.world import World


class Placement(msgspec.Struct, frozen=True):
    """An object that is to be placed, and in which state."""

    parts: tuple[NewCard, ...]
    zone: Zone
    together: str = ""
    """What several parts are: `merged` (topmost first) or `melded`."""
    all_abilities: bool = True
    controller: Seat | None = None
    tapped: bool = False
    flipped: bool = False
    phased_out: bool = False
    face: Face = Face.FRONT
    face_down: FaceDown | None = None
    below: tuple[tuple[Face, FaceDown | None], ...] = ()
    """For a merged permanent: face and face-down values of each constituent under the topmost."""
    sick: bool = False
    counters: dict[str, int] = {}
    damage: int = 0
    attached_to: ObjectId | None = None
    attacking: bool = False
    x: int | None = None
    chosen: dict[str, str] = {}
    """Words chosen for it, by kind (CR 614.12a)."""
    timestamp: int | None = None


def place(world: World, placement: Placement) -> ObjectId:
    """Place one object and return it. Raises `InputError` for a position that no rule allows."""
    placement = _judge(placement)
    _judge_host(world, placement)
    owner = placement.parts[0].owner
    controller = owner if placement.controller is None else placement.controller
    if placement.zone is Zone.BATTLEFIELD:
        return _permanent(world, placement, controller)
    card = create_card(world, placement.parts[0])
    set_face(world, card, placement.face, placement.face_down)
    (object_,) = new_objects(world, (card,), placement.zone, (owner,))
    put_in(world, placement.zone, owner, (object_,))
    if placement.zone is Zone.STACK:
        world.set(object_, Controller(controller))
    return _finish(world, object_, placement, dict(placement.counters))


def _judge(placement: Placement) -> Placement:
    """Return the placement with the kinds of its counters as they are called, if it can be."""
    definition = placement.parts[0].definition
    on_board = placement.zone in (Zone.BATTLEFIELD, Zone.STACK)
    faces = ((placement.face, placement.face_down), *placement.below)
    for part, (face, down) in zip(placement.parts, faces, strict=False):
        _judge_face(part.definition, placement, face, down)
    if placement.face_down is not None and placement.together == "melded":
        raise InputError("a melded permanent is never face down", where="face_down", suggestion="CR 712.16")
    if placement.face_down is not None and placement.zone in (Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD):
        raise InputError(
            f"nothing is face down in a {placement.zone.value}",
            where="face_down",
            suggestion="only permanents, spells and exiled cards (CR 406.3, 708.2)",
        )
    if len(placement.parts) > 1 and placement.zone is not Zone.BATTLEFIELD:
        raise InputError(
            "only a permanent is represented by several cards", where="zone", suggestion="CR 730.2, 712.4a"
        )
    if placement.flipped and not any(part.definition.layout is Layout.FLIP for part in placement.parts):
        raise InputError(f"{definition.name} is no flip card", where="flipped", suggestion="CR 710.1")
    if placement.zone is not Zone.BATTLEFIELD:
        wrong = [
            name
            for name in ("tapped", "flipped", "phased_out", "sick", "damage", "attached_to", "attacking")
            if getattr(placement, name)
        ]
        if wrong:
            raise InputError(f"only a permanent can be {wrong[0]}", where=wrong[0], suggestion="CR 110.5d")
    if placement.phased_out and placement.attacking:
        raise InputError("what is phased out does not attack", where="attacking", suggestion="CR 506.4, 702.26b")
    if placement.x is not None and not on_board:
        raise InputError("only permanents and spells have an X", where="x", suggestion="CR 107.3")
    if placement.controller is not None and not on_board:
        raise InputError("only permanents and spells have a controller", where="controller", suggestion="CR 109.4")
    number("damage", placement.damage)
    if placement.x is not None:
        number("x", placement.x)
    if placement.timestamp is not None:
        number("timestamp", placement.timestamp, low=1)
    counters = {counter_kind(kind): number("counters", count) for kind, count in placement.counters.items()}
    return msgspec.structs.replace(placement, counters=counters)


def _judge_face(definition: CardDefinition, placement: Placement, face: Face, down: FaceDown | None) -> None:
    on_board = placement.zone in (Zone.BATTLEFIELD, Zone.STACK)
    if face is Face.BACK:
        if not definition.can_turn_over:
            raise InputError(f"{definition.name} has no back face to show", where="face", suggestion="CR 712.9")
        if not on_board:
            raise InputError(
                "a card shows its front face there",
                where="face",
                suggestion="only on the battlefield or stack (CR 712.8a)",
            )
    if down is None and placement.zone is Zone.BATTLEFIELD and placement.together != "melded":
        types = definition.face(face).types
        if "Instant" in types or "Sorcery" in types:
            raise InputError(
                f"{definition.name} is no permanent card",
                where="zone",
                suggestion="an instant or sorcery never enters (CR 400.4a)",
            )


def _judge_host(world: World, placement: Placement) -> None:
    host = placement.attached_to
    if host is not None and host not in world.player_entities and world.zone(host) is not Zone.BATTLEFIELD:
        raise InputError(
            f"it can't be attached to a card in {world.zone(host).value}",
            where="attached_to",
            suggestion="name a permanent (CR 301.5, 303.4)",
        )


def _permanent(world: World, placement: Placement, controller: Seat) -> ObjectId:
    (permanent,) = enter(world, [_entry(placement, controller)])
    if placement.together == "merged":
        cards = world.cards(permanent) + tuple(create_card(world, part) for part in placement.parts[1:])
        below = len(cards) - 1
        merge = Merge(world.now(), over=True, all_abilities=placement.all_abilities, size=below)
        represent(world, permanent, tuple(ConstituentId(card) for card in cards), (merge,))
        for card, (face, down) in zip(cards[1:], placement.below, strict=False):
            set_face(world, card, face, down)
    since = world.get(permanent, Timestamped).timestamp if placement.sick else Timestamp(0)
    world.set(permanent, ControlledSince(controller, since))
    if placement.phased_out:
        host = placement.attached_to
        along = host is not None and world.status(host).phased_out
        world.set(permanent, msgspec.structs.replace(world.status(permanent), phased_out=True, indirectly=along))
    if placement.damage:
        world.set(permanent, Damage(placement.damage))
    counters = dict(placement.counters)
    values = copiable_values(world, permanent).normal
    if values.loyalty is not None:
        counters.setdefault("loyalty", values.loyalty)
    if values.defense is not None:
        counters.setdefault("defense", values.defense)
    return _finish(world, permanent, placement, counters)


def _entry(placement: Placement, controller: Seat) -> Enter:
    """Return how the first card, or both of a meld pair, come to be on the battlefield."""
    parts = placement.parts
    if placement.together == "melded":
        pair = meld_pair(parts[0].definition, parts[1].definition) if len(parts) == 2 else None
        if pair is None:
            names = " and ".join(part.definition.name for part in parts)
            raise InputError(f"{names} are no meld pair", where="melded", suggestion="see the pairs of CR 712.5")
        entry: Enter = EnterMelded((), controller, parts, pair=pair)
    else:
        entry = Enter((), controller, parts[:1], face=placement.face, face_down=placement.face_down)
    return msgspec.structs.replace(
        entry,
        tapped=placement.tapped,
        flipped=placement.flipped,
        attached_to=placement.attached_to,
        attacking=placement.attacking,
    )


def _finish(world: World, object_: ObjectId, placement: Placement, counters: dict[str, int]) -> ObjectId:
    if counters:
        set_counters(world, object_, counters, world.now())
    if placement.x is not None:
        world.set(object_, ChosenX(placement.x))
    if placement.chosen:
        choose_for(world, object_, dict(chosen_words(placement.chosen)))
    if placement.timestamp is not None:
        world.set(object_, Timestamped(Timestamp(placement.timestamp)))
        world.timestamp = max(world.timestamp, placement.timestamp)
    return object_
