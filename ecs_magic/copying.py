"""Exceptions to copying as data (CR 707.9), and how they change copied values."""

import msgspec

from ecs_magic import mana
from ecs_magic.abilities import Ability, CopyExceptions, DefinePowerToughness, Keyword, Static, written
from ecs_magic.characteristics import Characteristics, CopiableValues
from ecs_magic.enums import in_color_order
from ecs_magic.errors import InputError
from ecs_magic.subtypes import fits


def _defined_by(ability: Ability) -> frozenset[str]:
    """Return which characteristics a characteristic-defining ability defines (CR 604.3)."""
    if isinstance(ability, Static) and ability.defines:
        found: set[str] = set()
        for change in ability.effect.changes:
            if isinstance(change, DefinePowerToughness):
                found |= {"power"} if change.power is not None else set()
                found |= {"toughness"} if change.toughness is not None else set()
            elif change.layer == "4":
                found.add("subtypes")
            elif change.layer == "5":
                found.add("colors")
        return frozenset(found)
    if isinstance(ability, Keyword) and ability.keyword == "changeling":
        return frozenset({"subtypes"})
    if isinstance(ability, Keyword) and ability.keyword == "devoid":
        return frozenset({"colors"})
    return frozenset()


def _excepted(values: Characteristics, old: Characteristics, exceptions: CopyExceptions) -> Characteristics:
    kept = {field: getattr(old, field) for field in _kept_fields(exceptions)}
    values = msgspec.structs.replace(values, **kept) if kept else values
    supplied = set(kept)
    given = ("colors", "types", "subtypes", "power", "toughness")
    supplied |= {field for field in given if getattr(exceptions, field) is not None}
    # CR 707.9d: a characteristic that is supplied loses the copied ability that defines it.
    abilities = tuple(
        ability for ability in values.abilities if not (_defined_by(ability) & supplied) or "abilities" in kept
    )
    abilities += written(exceptions.add_abilities)
    removed = {name.casefold() for name in exceptions.remove_abilities}
    abilities = tuple(ability for ability in abilities if ability.name.casefold() not in removed)
    types = tuple(dict.fromkeys((*(exceptions.types or values.types), *exceptions.add_types)))
    subtypes = values.subtypes if exceptions.subtypes is None else exceptions.subtypes
    subtypes = tuple(dict.fromkeys((*subtypes, *exceptions.add_subtypes)))
    supertypes = values.supertypes if exceptions.supertypes is None else exceptions.supertypes
    supertypes = tuple(dict.fromkeys((*supertypes, *exceptions.add_supertypes)))
    cost = values.mana_cost if exceptions.mana_cost is None else mana.normalized(exceptions.mana_cost)
    colors = values.colors
    if exceptions.mana_cost is not None:
        colors = in_color_order({*mana.colors(cost), *values.color_indicator})
    colors = exceptions.colors if exceptions.colors is not None else colors
    return msgspec.structs.replace(
        values,
        names=values.names if exceptions.name is None else (exceptions.name,),
        mana_cost=cost,
        mana_value=mana.mana_value(cost),
        colors=in_color_order({*colors, *exceptions.add_colors}),
        color_indicator=() if "colors" in supplied and "color_indicator" not in kept else values.color_indicator,
        supertypes=tuple(name for name in supertypes if name not in exceptions.remove_supertypes),
        types=types,
        subtypes=tuple(name for name in subtypes if fits(name, types)),
        abilities=abilities,
        power=values.power if exceptions.power is None else exceptions.power,
        toughness=values.toughness if exceptions.toughness is None else exceptions.toughness,
        loyalty=values.loyalty if exceptions.loyalty is None else exceptions.loyalty,
    )


def _kept_fields(exceptions: CopyExceptions) -> tuple[str, ...]:
    fields = {"name": ("names",), "colors": ("colors", "color_indicator")}
    wrong = [name for name in exceptions.keep if name not in fields and name not in Characteristics.__struct_fields__]
    if wrong:
        raise InputError(f"{wrong[0]!r} can't be kept", where="except.keep", suggestion="name a characteristic")
    return tuple(field for name in exceptions.keep for field in fields.get(name, (name,)))


def with_exceptions(values: CopiableValues, exceptions: CopyExceptions | None, old: Characteristics) -> CopiableValues:
    """Return copied values with the exceptions of the copy effect; `old` is what the copier was (CR 707.9)."""
    if exceptions is None:
        return values
    return values.each(lambda one: _excepted(one, old, exceptions))
