"""How a card may be cast: the ways, their costs and targets, and what forbids it (CR 601.2-3, 702)."""

import re
from typing import Final

import msgspec

from ecs_magic import mana
from ecs_magic.abilities import Ability, Castable, CopyExceptions, Keyword
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import Characteristics, CopiableValues
from ecs_magic.components import CastAs, Commander, Kind, Printed, TimesCast
from ecs_magic.copying import with_exceptions
from ecs_magic.derived import characteristics
from ecs_magic.enums import CardKind, Face, Layout, Zone
from ecs_magic.errors import InputError, instead
from ecs_magic.facedown import FaceDown, face_down
from ecs_magic.ids import Seat
from ecs_magic.instructions import Cost
from ecs_magic.keywords import KEYWORDS
from ecs_magic.planning import Refusal
from ecs_magic.requests import Cast
from ecs_magic.ruling import prohibited
from ecs_magic.unmasking import MORPHS
from ecs_magic.world import World

_FACE_DOWN_COST: Final = "{3}"
_BY_KEYWORD: Final = {
    "mutate": Zone.HAND,
    "flashback": Zone.GRAVEYARD,
    "disturb": Zone.GRAVEYARD,
    "evoke": Zone.HAND,
    "overload": Zone.HAND,
    "escape": Zone.GRAVEYARD,
}
"""Alternative costs that a keyword gives, and the zone that the keyword itself allows (CR 118.9, 702)."""
_ON_LEAVE: Final = (Zone.LIBRARY, Zone.EXILE, Zone.GRAVEYARD)
"""Zones from which a card is cast only where something lets a player (CR 601.3)."""
_BY_THE_BACK: Final = ("disturb", "more than meets the eye")
"""Ways of casting a card with its back face up (CR 702.146a, 702.162a)."""
_WORDS: Final = {
    "transformed": "disturb",
    "converted": "more than meets the eye",
    "morph": "face_down",
    "disguise": "face_down",
}
"""Other words for some ways."""
_OTHER_WAYS: Final = (
    *("prowl", "madness", "miracle", "dash", "awaken", "surge", "emerge", "spectacle", "cleave", "blitz"),
    *("freerunning", "impending", "mayhem", "web-slinging", "harmonize", "warp", "sneak", "foretell"),
)
"""Keywords that allow another cost too; what else comes with them is for the card's own abilities to say."""


class Way(msgspec.Struct, frozen=True):
    """A way in which a spell may be cast: what it costs, and what it would look like (CR 601.3e)."""

    how: str
    cost: Cost
    values: Characteristics
    face: Face = Face.FRONT
    face_down: FaceDown | None = None
    paid: tuple[str, ...] = ()
    has_x: bool = False
    shape: CopiableValues | None = None
    """The values that the spell has as it is cast so, and its permanent after it (CR 718.3b)."""


def why_not_cast(world: World, card: int, seat: Seat, request: Cast) -> "Way | Refusal":
    """Return the way in which an object is cast, or the rule that forbids it and why."""
    zone = world.zone(card)
    if zone in (Zone.BATTLEFIELD, Zone.STACK):
        return Refusal("601.2a", f"a card is cast from another zone, and it is in {zone.value}")
    if world.get(world.cards(card)[0], Kind).kind is not CardKind.CARD:
        return Refusal("601.2a", "only a card is cast")
    definition = world.get(world.cards(card)[0], Printed).definition
    way = _way(definition, request, characteristics(world, card).abilities, zone)
    if not isinstance(way, Way):
        return way
    values = way.values
    if "Land" in values.types and way.face_down is None:
        return Refusal("305.9", "a land is played, not cast")
    by_itself = _allowed(way, zone, values)
    if not by_itself and (_BY_KEYWORD.get(way.how) is Zone.GRAVEYARD or (zone in _ON_LEAVE and not request.free)):
        return Refusal(
            "601.3", f"nothing lets a player cast it from {zone.value}" + (f" for {way.how}" if way.how else "")
        )
    if world.owner(card) != seat and (zone is Zone.HAND or not request.free):
        return Refusal("601.3", f"it is in another player's {zone.value}")
    if zone is Zone.COMMAND:
        if world.find(world.cards(card)[0], Commander) is None:
            return Refusal("601.3", "only a commander is cast from the command zone")
        times = world.find(world.cards(card)[0], TimesCast)
        tax = 0 if times is None else 2 * times.count  # CR 903.8
        way = msgspec.structs.replace(way, cost=Cost(mana=f"{way.cost.mana}{{{tax}}}" if tax else way.cost.mana))
    return prohibited(world, "cast", seat, card, values) or way


def _allowed(way: Way, zone: Zone, values: Characteristics) -> bool:
    """Whether the way itself, or an ability of the card, lets it be cast from a zone (CR 601.3)."""
    if _BY_KEYWORD.get(way.how) is zone:
        return True
    return any(
        isinstance(ability, Castable) and ability.zone == zone and ability.how in ("", way.how)
        for ability in values.abilities
    )


def is_exiled_after(world: World, entry: int) -> bool:
    """Whether a spell was cast so that it is exiled in place of going anywhere else from the stack (CR 702.34a)."""
    cast = world.find(entry, CastAs)
    if cast is None or world.zone(entry) is not Zone.STACK:
        return False
    return cast.how == "flashback" or any(
        isinstance(ability, Castable) and ability.exile and (ability.zone, ability.how) == (cast.from_, cast.how)
        for ability in characteristics(world, entry).abilities
    )


def _way(definition: CardDefinition, request: Cast, abilities: tuple[Ability, ...], zone: Zone) -> "Way | Refusal":
    how = _WORDS.get(request.how, request.how)
    face = request.face or Face.FRONT
    values = definition.halves[0 if face is Face.FRONT else 1] if definition.halves else definition.face(face)
    turned = request.allowed and definition.can_turn_over
    if face is Face.BACK and not definition.halves and definition.layout is not Layout.MODAL_DFC and not turned:
        return Refusal("712.11b", "only a modal double-faced card is cast with its back face up")
    if how in ("", "normal"):
        if values.mana_cost is None and not request.free:
            return Refusal("118.6", "it has no mana cost")
        return _spell("", values.mana_cost or "", values, face)
    if how == "face_down":
        cause = next((one.keyword for one in abilities if isinstance(one, Keyword) and one.keyword in MORPHS), None)
        if cause is None:
            return Refusal("702.37c", "it has no ability to be cast face down")
        down = face_down(cause)
        return Way("face_down", Cost(mana=_FACE_DOWN_COST), down.characteristics(), face_down=down)
    if how.startswith("kicked"):
        kicker = _detail(values.abilities, "kicker")
        if kicker is None or not mana.is_cost(kicker):
            return Refusal("702.33a", "it has no kicker that mana pays" if kicker else "it has no kicker")
        return _spell("", (values.mana_cost or "") + kicker, values, face, ("kicked",))
    if how == "free":
        return _spell("free", "", values, face)
    if how == "prototype":
        return _prototype(values)
    known = how in _BY_KEYWORD or how in _BY_THE_BACK or how in _OTHER_WAYS
    cost = _detail(values.abilities, how) if known else None
    if cost is None:
        given = (one for one in values.abilities if isinstance(one, Castable) and (one.zone, one.how) == (zone, how))
        cost = next((one.cost for one in given), None)
    if cost is None:
        _judge_way(how, values)
        return Refusal("601.2b", f"it has no {how}")
    if not cost:
        return Refusal("118.6", f"its {how} has no cost")
    if not mana.is_cost(cost):
        return Refusal("601.2b", f"its {how} costs more than mana: {cost}")
    if how in _BY_THE_BACK:
        if not definition.can_turn_over:
            return Refusal("712.11a", "it has no other face to be cast with")
        return _spell(how, cost, definition.face(Face.BACK), Face.BACK)
    return _spell(how, cost, values, face)


def _judge_way(how: str, values: Characteristics) -> None:
    """Raise `InputError` for a way of casting that neither a keyword nor an ability of the card names."""
    own = [ability.how for ability in values.abilities if isinstance(ability, Castable)]
    ways = (*_WORDS, *_BY_KEYWORD, *_BY_THE_BACK, *_OTHER_WAYS, "kicked", "prototype", "free", *own)
    if how not in ways and how not in KEYWORDS:
        raise InputError(f"no way to cast is named {how!r}", where="how", suggestion=instead(how, dict.fromkeys(ways)))


def _prototype(values: Characteristics) -> "Way | Refusal":
    """Return the way in which a prototyped spell is cast: with another cost, colour and size (CR 702.160a, 718.3)."""
    found = _PROTOTYPE.fullmatch(_detail(values.abilities, "prototype") or "")
    if found is None:
        return Refusal("702.160a", "it has no prototype")
    cost, power, toughness = found.groups()
    exceptions = CopyExceptions(mana_cost=cost, power=int(power), toughness=int(toughness))
    shape = with_exceptions(CopiableValues(values), exceptions, values)
    return Way("prototype", Cost(mana=cost), shape.normal, has_x="{X}" in cost, shape=shape)


_PROTOTYPE: Final = re.compile(r"(\S+)[\s—-]+(\d+)/(\d+)")


def _detail(abilities: tuple[Ability, ...], keyword: str) -> str | None:
    """Return the cost that stands with a keyword."""
    return next((one.detail for one in abilities if isinstance(one, Keyword) and one.keyword == keyword), None)


def _spell(how: str, cost: str, values: Characteristics, face: Face, paid: tuple[str, ...] = ()) -> Way:
    return Way(how, Cost(mana=cost), values, face, paid=paid, has_x="{X}" in cost)


def refuse_x(given: int | None, *said: msgspec.Struct) -> None:
    """Raise `InputError` if X is chosen where none of what is `said` speaks of it (CR 107.3)."""
    if given and not any(_X.search(msgspec.json.encode(one)) for one in said):
        raise InputError("it has no X", where="x", suggestion="leave x out")


_X: Final = re.compile(rb'\bX\b|"x"')


def why_not_play(world: World, card: int, seat: Seat, face: Face) -> Refusal | None:
    """Return the rule by which a player can't play a card as a land, and why, or `None` (CR 305, 712.12)."""
    zone = world.zone(card)
    definition = world.get(world.cards(card)[0], Printed).definition
    if world.get(world.cards(card)[0], Kind).kind is not CardKind.CARD:
        return Refusal("305.1", "only a card is played")
    if face is Face.BACK and definition.layout is not Layout.MODAL_DFC:
        return Refusal("712.12", "only a modal double-faced card is played with its back face up")
    values = definition.face(face)
    if "Land" not in values.types:
        return Refusal("305.1", "it is no land")
    if world.owner(card) != seat and zone is Zone.HAND:
        return Refusal("305.1", "it is in another player's hand")
    if zone is not Zone.HAND and not any(
        isinstance(ability, Castable) and ability.zone is zone for ability in values.abilities
    ):
        return Refusal("305.1", f"nothing lets a player play it from {zone.value}")
    return prohibited(world, "play land", seat, card, values)
