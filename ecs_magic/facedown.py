"""What face-down objects look like (CR 708.2): values given by whatever made them face down."""

import msgspec

from ecs_magic.abilities import Ability, Keyword
from ecs_magic.characteristics import Characteristics
from ecs_magic.errors import InputError, instead
from ecs_magic.judging import judge

_WARD = Keyword("ward", "{2}")
_ABILITIES: dict[str, tuple[Ability, ...]] = {
    "effect": (),
    "morph": (),
    "megamorph": (),
    "manifest": (),
    "manifest dread": (),
    "disguise": (_WARD,),
    "cloak": (_WARD,),
}


class FaceDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How something is face down: by which cause, and with which characteristics.

    The default is a 2/2 creature without a name, text, subtypes or mana cost (CR 708.2a); disguise and
    cloak give ward {2} (CR 702.168a, 701.58a). `power` and `toughness` of None are no power and toughness.
    """

    cause: str = "effect"
    types: tuple[str, ...] = ("Creature",)
    subtypes: tuple[str, ...] = ()
    power: int | None = 2
    toughness: int | None = 2

    def characteristics(self) -> Characteristics:
        """Return the copiable values of the face-down object (CR 708.2, 613.2b)."""
        return Characteristics(
            types=self.types,
            subtypes=self.subtypes,
            abilities=_ABILITIES[self.cause],
            power=self.power if "Creature" in self.types else None,
            toughness=self.toughness if "Creature" in self.types else None,
        )


def face_down(cause: str = "effect") -> FaceDown:
    """Return the usual face-down values of a cause such as manifest, morph or cloak. Raises `InputError`."""
    return checked(FaceDown(cause))


def down(value: "FaceDown | str | bool | None") -> FaceDown | None:
    """Return how something is face down: said by its values, by a cause, or only that it is. Raises `InputError`."""
    if value is None or isinstance(value, bool):
        return FaceDown() if value else None
    if isinstance(value, str):
        return face_down(value)
    if isinstance(value, FaceDown):
        return checked(value)
    hint = f"name a cause: {', '.join(_ABILITIES)}"
    raise InputError(f"{value!r} is no way to be face down", where="face_down", suggestion=hint)


def checked(value: FaceDown) -> FaceDown:
    """Return `value`, or raise `InputError` if its cause is unknown or its values are malformed."""
    if value.cause not in _ABILITIES:
        raise InputError(f"nothing is turned face down by {value.cause!r}", suggestion=instead(value.cause, _ABILITIES))
    judge(value)
    return value
