"""Requests as the tick takes them: ids for handles, seats for names, every field checked (nothing half-done)."""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from ecs_magic.abilities import Effect
from ecs_magic.cardlibrary import CardLibrary
from ecs_magic.cards import CardDefinition
from ecs_magic.components import CopyEffect, MergeStack, Owner, ResolvedEffect
from ecs_magic.enums import OF_A_SOURCE, TURN_STEPS, TURN_WORDS, Duration, Face, Zone
from ecs_magic.errors import InputError, ObjectGoneError, instead
from ecs_magic.facedown import FaceDown, checked, face_down
from ecs_magic.judging import counter_kind, judge
from ecs_magic.objects import became
from ecs_magic.reading import convert
from ecs_magic.requests import Attach, Counter, DealDamage, Draw, Mill, Move, Request
from ecs_magic.world import World

MAXIMUM: Final = 1_000_000
"""The largest number that a request may carry."""
_DURATIONS: Final = Duration.__args__  # type: ignore[attr-defined]


def ids(things: Any) -> list[Any]:
    """Return one or several things as a list."""
    if isinstance(things, str | bytes) or not isinstance(things, Iterable):
        return [things]
    return list(things)


def entity_id(thing: Any) -> int:
    """Return the id that a handle or number stands for. Raises `InputError`."""
    found = getattr(thing, "id", thing)
    if isinstance(found, bool) or not isinstance(found, int):
        raise InputError(f"{thing!r} is no object", suggestion="give a handle such as game.put returns, or an id")
    return found


def existing(world: World, thing: Any) -> int:
    """Return the id of an object that exists. Raises `ObjectGoneError` saying what it became."""
    found = entity_id(thing)
    game = getattr(thing, "game", None)
    if game is not None and game.world is not world:
        raise InputError(
            f"{thing!r} is of another game", suggestion=f"in a fork, name it as fork.object({found}) or by its id"
        )
    held = world.store.held(found) or {}
    if Owner in held:
        raise InputError(f"{thing!r} is a card", suggestion="give the object that it is now, such as card.object")
    if MergeStack not in held:
        after = became(world, found)
        hint = f"it became {', '.join(map(str, after))}" if after else "name an object that exists"
        raise ObjectGoneError(f"object {found} does not exist any more", suggestion=hint)
    return found


def normalized(
    world: World, request: Request, cards: CardLibrary | None = None, *, gone_is_fine: bool = False
) -> Request:
    """Return `request` with ids, seats and definitions, checked against the world.

    `cards` is where names of cards and tokens are looked up; without it there are none.
    With `gone_is_fine` objects may be gone: it follows another request, whose objects it finds again.
    """
    if not isinstance(request, Request):
        raise InputError(f"{request!r} is no request", suggestion="as in Transform(bear)")
    changes: dict[str, Any] = {}
    players = getattr(request, "kind", None) is not None or isinstance(request, DealDamage)

    def one(thing: Any) -> int:
        if players and isinstance(thing, str):
            return int(world.player_entities[world.seat(thing)])
        if players and thing in world.player_entities:
            return entity_id(thing)
        return entity_id(thing) if gone_is_fine else existing(world, thing)

    try:
        for field in request.__struct_fields__:
            value = getattr(request, field)
            fresh = _field(world, request, field, value, one, cards)
            if fresh is not value:
                changes[field] = fresh
        _judge(request)
    except InputError as error:
        error.where = ": ".join(part for part in (request.name, error.where) if part)
        raise
    return msgspec.structs.replace(request, **changes) if changes else request


def _field(
    world: World, request: Request, field: str, value: Any, one: Callable[[Any], int], cards: CardLibrary | None
) -> Any:
    match field:
        case "objects":
            if value is None:
                return None
            found = tuple(dict.fromkeys(one(thing) for thing in ids(value)))
            if not found:
                raise InputError("no objects are named", where=field)
            return found
        case "to" if isinstance(request, Attach) and (isinstance(value, str) or value in world.player_entities):
            return _target(world, value)
        case "object" | "onto" | "to" if not isinstance(request, Move | Counter):
            return one(value)
        case "of" | "copy_of" if isinstance(value, str):
            return _library(cards, field, value).find(value)
        case "of" | "copy_of":
            return value if value is None or isinstance(value, CardDefinition) else one(value)
        case "attached_to":
            return None if value is None else _target(world, value)
        case "partner" if not isinstance(value, str | None):
            hint = "a name is meant; to meld two objects write Meld((one, other))"
            raise InputError(f"{value!r} is no name", where=field, suggestion=hint)
        case "source":
            if value in world.player_entities:
                raise InputError("a player is the source of nothing", where=field, suggestion="name an object")
            return None if value is None else one(value)
        case "player":
            return None if value is None else int(world.seat(value))
        case "to":
            return member(Zone, value, field)
        case "face":
            return None if value is None else member(Face, value, field)
        case "face_down" if isinstance(value, FaceDown):
            checked(value)
        case "face_down" if isinstance(value, str):
            return face_down(value)
        case "face_down" if value is True and isinstance(request, Move):
            return FaceDown()
        case "mode":
            return convert(ids(value), tuple[int | str, ...], where=field)
        case "targets":
            return tuple(_target(world, thing) for thing in ids(value))
        case "x" | "count" | "amount" if value is not None:
            return number(field, value)
        case "by":
            return number(field, value, low=-MAXIMUM)
        case "life":
            return number(field, value, low=-MAXIMUM)
        case "position":
            return _position(field, value)
        case "counters":
            _formed(request, field, value)
            return {counter_kind(kind): number(field, count) for kind, count in value.items()}
        case "kind":
            return counter_kind(value)
        case "where" if value not in ("over", "under"):
            raise InputError(
                f"{value!r} is no place to merge", where=field, suggestion=instead(value, ("over", "under"))
            )
        case "abilities" if value not in ("all", "topmost"):
            hint = instead(value, ("all", "topmost"))
            raise InputError(f"{value!r} is not what a merge gives", where=field, suggestion=hint)
        case "until" if value not in _DURATIONS:
            raise InputError(f"{value!r} is no duration", where=field, suggestion=instead(value, _DURATIONS))
        case "effect" if not isinstance(value, Effect) and not isinstance(request, Move):
            return _effect(world, value)
        case "effect" | "except_" if value is not None:
            _formed(request, field, value)
            judge(convert(msgspec.to_builtins(value), type(value), where=field))
        case "step":
            return turn_step(value)
        case "token" if isinstance(value, str):
            return _library(cards, field, value).token(value)
        case "token" if not isinstance(value, CardDefinition):
            raise InputError(
                f"{value!r} is no token", where=field, suggestion="a predefined one's name, or a definition"
            )
        case _:
            _formed(request, field, value)
    return value


def _position(field: str, value: Any) -> str | int:
    if not isinstance(value, str):
        return number(field, value, low=1)
    if value not in ("top", "bottom"):
        hint = f"{instead(value, ('top', 'bottom'))}; or a place from the top, 1 being the top"
        raise InputError(f"{value!r} is no place", where=field, suggestion=hint)
    return value


def _formed(request: Request, field: str, value: Any) -> None:
    """Raise `InputError` for a value of another type than the request's own class gives the field."""
    form = type(request).__annotations__.get(field, Any)
    if value is not None and type(value) is not form and not isinstance(form, str):
        convert(value, form, where=field)


def _library(cards: CardLibrary | None, field: str, name: str) -> CardLibrary:
    if cards is None:
        raise InputError(f"{name!r} can't be looked up here", where=field, suggestion="give a CardDefinition")
    return cards


def turn_step(word: Any) -> str:
    """Return a step or phase of the turn as the clock names it. Raises `InputError`."""
    plain = " ".join(str(word).casefold().split()).removesuffix(" step").removesuffix(" phase")
    step = TURN_WORDS.get(plain, plain)
    if step not in TURN_STEPS:
        raise InputError(f"{word!r} is no step of a turn", where="step", suggestion=instead(step, TURN_STEPS))
    return step


def _target(world: World, thing: Any) -> int:
    """Return the object or player that is a target; players go by name. Raises `InputError`."""
    if isinstance(thing, str):
        return int(world.player_entities[world.seat(thing)])
    return entity_id(thing) if thing in world.player_entities else existing(world, thing)


def _effect(world: World, value: Any) -> int:
    found = entity_id(value)
    if world.find(found, ResolvedEffect) is None and world.find(found, CopyEffect) is None:
        raise ObjectGoneError(f"{found} is no continuous effect, or it ended", where="effect")
    return found


def member(kind: type[Zone] | type[Face], value: Any, field: str) -> Any:
    """Return a zone or face by name. Raises `InputError`."""
    try:
        return kind(value)
    except ValueError:
        hint = instead(value, [member.value for member in kind])
        raise InputError(f"{value!r} is no {kind.__name__.lower()}", where=field, suggestion=hint) from None


def number(field: str, value: Any, *, low: int = 0) -> int:
    """Return a whole number in range. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{value!r} is not a whole number", where=field)
    if not low <= value <= MAXIMUM:
        raise InputError(f"{value} is out of range", where=field, suggestion=f"from {low} to {MAXIMUM:,}")
    return value


def _judge(request: Request) -> None:
    """Refuse what is malformed as a whole."""
    if isinstance(request, Draw | Mill):
        number("count", request.count)
    until = getattr(request, "until", "")
    if until in OF_A_SOURCE and getattr(request, "source", None) is None:
        has = "source" in request.__struct_fields__
        hint = "name a `source`" if has else "it keeps none; say another duration"
        raise InputError(f"{until!r} speaks of a source, and there is none", where="until", suggestion=hint)
