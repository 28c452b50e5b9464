"""What abilities can say of each event that they replace or wait for; anything else would never be asked."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from ecs_magic.errors import InputError, instead
from ecs_magic.selectors import Selector

Fields = Mapping[str, frozenset[str]]
"""The names of the fields that may be given, by event."""

_REPLACING: Final = frozenset({"event", "player", "nothing", "then", "optional", "name", "if_"})
_NUMBER: Final = frozenset({"times", "plus"})
_WAY: Final = frozenset({"what", "cards", "from_", "into", "to", "position", "counters"})
REPLACED: Final[Fields] = {
    "moves": _REPLACING | _WAY,
    "destroyed": _REPLACING | _WAY,
    "untaps": _REPLACING | {"what"},
    "damage": _REPLACING | _NUMBER | {"what", "by"},
    "player damage": _REPLACING | _NUMBER | {"by"},
    "draws": _REPLACING | _NUMBER,
    "gains life": _REPLACING | _NUMBER,
    "counters": _REPLACING | _NUMBER | {"what", "kind"},
    "tokens": _REPLACING | _NUMBER | {"what"},
    "mana": frozenset(
        {"event", "player", "name", "if_", "what", "kind", "produces", "produces_chosen", "colored", "times"}
    ),
}
"""What a replacement effect says of each event (CR 614.1a)."""

_WAITING: Final = frozenset({"event", "player", "together"})
_OBJECT: Final = _WAITING | {"what"}
_TURNED: Final = _OBJECT | {"into"}
_LEFT: Final = _OBJECT | {"from_", "to", "cause"}
_MOVED: Final = _OBJECT | {"from_", "to"}
_COUNTERS: Final = _OBJECT | {"kind", "reaches"}
AWAITED: Final[Fields] = {
    "enters": _MOVED | {"cast_from"},
    **dict.fromkeys(("leaves", "dies", "sacrificed"), _LEFT),
    "leaves graveyard": _OBJECT,
    **dict.fromkeys(("put", "token put"), _MOVED),
    **dict.fromkeys(("mutates", "transforms", "turned face up", "turned face down", "flips"), _TURNED),
    **dict.fromkeys(("melds", "tapped", "untapped", "phased out", "phased in", "attached", "detached"), _OBJECT),
    **dict.fromkeys(("counters put", "counters removed"), _COUNTERS),
    **dict.fromkeys(("control changes", "control lost", "attacks", "activated", "targeted", "created"), _OBJECT),
    **dict.fromkeys(("damaged", "deals damage", "damages player"), _OBJECT | {"cause"}),
    "player damaged": _WAITING | {"cause"},
    **dict.fromkeys(("player attacks", "life gained", "life lost", "draws", "turn"), _WAITING),
    "cast": _OBJECT | {"from_", "cast_from", "only_target"},
    "land played": _OBJECT | {"from_"},
    "tapped for mana": _OBJECT | {"kind"},
    "mana added": _WAITING | {"kind"},
    "step": _WAITING | {"step"},
    "day or night": frozenset({"event", "together", "kind"}),
    "unlocked": _OBJECT | {"kind"},
    "fully unlocked": _OBJECT,
    "state": frozenset({"event"}),
}
"""What an ability that waits for an event says of it (CR 603.2)."""
_KINDS: Final = {"day or night": ("day", "night"), "unlocked": ("left", "right")}


def judge_asked(value: Any, fields: Fields) -> None:
    """Raise `InputError` for what `value` says of its event that is never asked of it.

    Of what befalls a player or the game it may say that it is about any object.
    """
    asked, silent = fields[value.event], type(value)(value.event)
    for field in msgspec.structs.fields(type(value)):
        given = getattr(value, field.name)
        if field.name in asked or given == getattr(silent, field.name):
            continue
        if field.name == "what" and given == Selector():
            continue
        words = sorted(one.removesuffix("_") for one in asked)
        raise InputError(
            f"{field.encode_name!r} says nothing of the event {value.event!r}",
            where=field.encode_name,
            suggestion=f"it takes {', '.join(words)}",
        )
    kinds = _KINDS.get(value.event, ())
    if kinds and value.kind and value.kind not in kinds:
        raise InputError(f"{value.kind!r} is no kind of it", where="kind", suggestion=instead(value.kind, kinds))
    if "cause" in asked and "damage" in value.event and value.cause not in ("", "combat"):
        raise InputError(f"{value.cause!r} is no cause of damage", where="cause", suggestion="it is combat, or none")
