"""What each modification does to features: the one place that a new modification needs for the fast pass.

Each is made ready once as a list of `Step`s; what is missing here is carried by the plain interpreter alone.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    DefinePowerToughness,
    Forbid,
    Gain,
    Lose,
    LoseAll,
    Modification,
    ModifyPowerToughness,
    RemoveTypes,
    Rule,
    SetColors,
    SetController,
    SetName,
    SetPowerToughness,
    SetSubtypes,
    SetTypes,
    SwitchPowerToughness,
    answers_to,
    is_mana,
    written,
)
from ecs_magic.features import Features
from ecs_magic.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, LAND_TYPES, card_types_of


class Step(NamedTuple):
    """One change of one feature on what an effect affects.

    `put` gives it, else it is taken. Where `where` is given it happens only to what has one of those
    features, or with `unless` to what has none of them.
    """

    feature: int
    put: bool
    where: tuple[int, ...] | None = None
    unless: bool = False


Steps = list[Step]


def steps_of(change: Modification, features: Features) -> Steps:
    """Return what a modification does to the features that are looked at; not for `SetController`."""
    return _ALTERATIONS[type(change)](change, features)


def is_carried(change: Modification) -> bool:
    """Whether bitsets can carry the modification; text changes, for one, they cannot (CR 612)."""
    return type(change) in _ALTERATIONS and not (isinstance(change, Gain) and change.each)


def prepare(change: Modification, features: Features) -> None:
    """Let what a modification itself looks at have features: card types, what is barred, a land's text."""
    if isinstance(change, Lose) and change.cannot_have:
        for name in change.abilities:
            features.need("barred", name)
    if isinstance(change, SetSubtypes | SetTypes):
        features.need("types", "Land")
    if isinstance(change, Lose | LoseAll | SetSubtypes):
        return
    if isinstance(change, Gain):
        for ability in written(change.abilities):
            features.number(ability)


def _list(features: Features, kind: str, *, put: Iterable[str] = (), cut: Iterable[str] | None = ()) -> Steps:
    """Give and take values of a list; with `cut` None every other value is taken."""
    given = frozenset(put)
    taken = None if cut is None else frozenset(cut)
    return [
        Step(index, value in given)
        for value, index in features.of_kind(kind)
        if value in given or taken is None or value in taken
    ]


def _fitting(features: Features, given: Iterable[str], lost: frozenset[str] | None = frozenset()) -> Steps:
    """Take the subtypes that go with none of the card types that are left (CR 205.1a).

    Those that can be are the subtypes given, those that go with a type that is `lost` (`None` is any type),
    and what never went with any.
    """
    looked_at = {*given, *features.misfits}
    steps = []
    for value, index in tuple(features.of_kind("subtypes")):
        homes = card_types_of(value)
        if lost is None or value in looked_at or not lost.isdisjoint(homes):
            steps.append(Step(index, False, tuple(features.need("types", home) for home in homes), True))
    return steps


def _set_types(change: SetTypes, features: Features) -> Steps:
    gone = [value for value, _ in features.of_kind("types") if value not in ("Instant", "Sorcery")]
    steps = _list(features, "types", put=change.types, cut=gone)
    if change.subtypes is not None:
        steps += _list(features, "subtypes", put=change.subtypes, cut=None)
    if change.supertypes is not None:
        steps += _list(features, "supertypes", put=change.supertypes, cut=None)
    return steps + _without_text(features, change.subtypes or ()) + _fitting(features, (), None)


def _without_text(features: Features, subtypes: tuple[str, ...]) -> Steps:
    """Take the abilities of its text from a land that is set to basic land types (CR 305.7)."""
    if not any(name in BASIC_LAND_TYPES for name in subtypes):
        return []
    # In layer 4 all abilities are still those of the text.
    land = (features.need("types", "Land"),)
    return [Step(index, False, land) for _, index in features.of_kind("ability")]


def _set_subtypes(change: SetSubtypes, features: Features) -> Steps:
    homes = {home for name in change.subtypes for home in card_types_of(name)}
    gone = [value for value, _ in features.of_kind("subtypes") if homes & set(card_types_of(value))]
    steps = _list(features, "subtypes", put=change.subtypes, cut=gone)
    return steps + _without_text(features, change.subtypes) + _fitting(features, change.subtypes)


def _add_types(change: AddTypes, features: Features) -> Steps:
    subtypes = set(change.subtypes)
    if change.every_basic_land_type:
        subtypes |= set(BASIC_LAND_TYPES)
    if change.every_creature_type:
        subtypes |= {name.replace("_", " ") for name in CREATURE_TYPES}
    steps = _list(features, "types", put=change.types) + _list(features, "supertypes", put=change.supertypes)
    return steps + _list(features, "subtypes", put=subtypes) + _fitting(features, subtypes)


def _remove_types(change: RemoveTypes, features: Features) -> Steps:
    gone = {*change.subtypes, *(LAND_TYPES if change.all_land_types else ())}
    gone |= {name.replace("_", " ") for name in CREATURE_TYPES} if change.all_creature_types else set()
    steps = _list(features, "types", cut=change.types) + _list(features, "supertypes", cut=change.supertypes)
    return steps + _list(features, "subtypes", cut=gone) + _fitting(features, (), frozenset(change.types))


def _gain(change: Gain, features: Features) -> Steps:
    steps = []
    for ability in written(change.abilities):
        index = features.index.get(("ability", features.number(ability)))
        if index is not None:
            barred = tuple(at for name, at in features.of_kind("barred") if answers_to(ability, name))
            steps.append(Step(index, True, barred, True))
    return steps


def _lose(change: Lose, features: Features) -> Steps:
    steps = [Step(features.need("barred", name), True) for name in change.abilities] if change.cannot_have else []
    return steps + [
        Step(index, False)
        for number, index in features.of_kind("ability")
        if any(answers_to(features.ability(number), name) for name in change.abilities)
    ]


def _lose_all(change: LoseAll, features: Features) -> Steps:
    return [
        Step(index, False)
        for number, index in features.of_kind("ability")
        if not (change.except_mana and is_mana(features.ability(number)))
    ]


def _nothing(change: Modification, features: Features) -> Steps:
    """Change no feature: power and toughness are read off records, and nobody reads what is forbidden or a rule."""
    del change, features
    return []


_ALTERATIONS: Final[dict[type, Callable[[Any, Features], Steps]]] = {
    SetController: _nothing,
    SetName: lambda change, features: _list(features, "names", put=(change.name,), cut=None),
    SetTypes: _set_types,
    SetSubtypes: _set_subtypes,
    AddTypes: _add_types,
    RemoveTypes: _remove_types,
    SetColors: lambda change, features: _list(features, "colors", put=change.colors, cut=None),
    AddColors: lambda change, features: _list(features, "colors", put=change.colors),
    Gain: _gain,
    Lose: _lose,
    LoseAll: _lose_all,
    DefinePowerToughness: _nothing,
    SetPowerToughness: _nothing,
    ModifyPowerToughness: _nothing,
    SwitchPowerToughness: _nothing,
    Forbid: _nothing,
    Rule: _nothing,
}
