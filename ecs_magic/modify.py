"""Carry out one modification of a continuous effect on one draft (CR 613.1b-g, 613.4)."""

from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    ChangeText,
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
    answers_to,
    is_mana,
    written,
)
from ecs_magic.drafts import Draft, Held
from ecs_magic.enums import in_color_order
from ecs_magic.ids import Seat
from ecs_magic.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, LAND_TYPES, card_types_of, fits
from ecs_magic.wording import reworded

Amounts = tuple[int | None, int | None]


def apply_change(
    draft: Draft, change: Modification, *, controller: Seat, timestamp: int, source: int, amounts: Amounts
) -> None:
    """Let `change` act on `draft`.

    `controller` is the effect's, `timestamp` the effect's, `source` what names the effect, and `amounts`
    are the numbers for power and toughness, already worked out.
    """
    match change:
        case SetController():
            draft.controller = controller
        case SetName():
            draft.names = (change.name,)
        case ChangeText():
            _change_text(draft, change)
        case SetTypes() | SetSubtypes() | AddTypes() | RemoveTypes():
            _change_types(draft, change)
        case SetColors():
            draft.colors = in_color_order(change.colors)
        case AddColors():
            draft.colors = in_color_order({*draft.colors, *change.colors})
        case Gain() | Lose() | LoseAll():
            _change_abilities(draft, change, timestamp, source)
        case DefinePowerToughness() | SetPowerToughness():
            draft.power = draft.power if amounts[0] is None else amounts[0]
            draft.toughness = draft.toughness if amounts[1] is None else amounts[1]
        case Forbid():
            draft.forbidden |= frozenset(change.actions)
        case Rule():
            pass  # it is about the game, not about the object
        case ModifyPowerToughness():
            draft.power = (draft.power or 0) + (amounts[0] or 0)
            draft.toughness = (draft.toughness or 0) + (amounts[1] or 0)
        case _:
            draft.power, draft.toughness = draft.toughness, draft.power


def _change_text(draft: Draft, change: ChangeText) -> None:
    draft.subtypes = tuple(change.new if name == change.old else name for name in draft.subtypes)
    # CR 612.3: what an effect gave is not part of the text.
    draft.abilities = [
        Held(reworded(held.ability, change.old, change.new), held.timestamp, held.origin)
        if held.origin[0] == "printed"
        else held
        for held in draft.abilities
    ]
    draft.refresh_land_mana()


def _change_types(draft: Draft, change: SetTypes | SetSubtypes | AddTypes | RemoveTypes) -> None:
    match change:
        case SetTypes():
            kept = tuple(name for name in draft.types if name in ("Instant", "Sorcery"))
            draft.types = tuple(dict.fromkeys((*kept, *change.types)))
            draft.subtypes = draft.subtypes if change.subtypes is None else change.subtypes
            draft.supertypes = draft.supertypes if change.supertypes is None else change.supertypes
            _lose_text(draft, change.subtypes or ())
        case SetSubtypes():
            homes = {home for name in change.subtypes for home in card_types_of(name)}
            others = tuple(name for name in draft.subtypes if not homes & set(card_types_of(name)))
            draft.subtypes = others + change.subtypes
            _lose_text(draft, change.subtypes)
        case AddTypes():
            draft.types = tuple(dict.fromkeys((*draft.types, *change.types)))
            draft.supertypes = tuple(dict.fromkeys((*draft.supertypes, *change.supertypes)))
            more: tuple[str, ...] = change.subtypes
            if change.every_basic_land_type:
                more += tuple(BASIC_LAND_TYPES)
            if change.every_creature_type:
                more += tuple(name.replace("_", " ") for name in sorted(CREATURE_TYPES))
            draft.subtypes = tuple(dict.fromkeys((*draft.subtypes, *more)))
        case RemoveTypes():
            draft.types = tuple(name for name in draft.types if name not in change.types)
            draft.supertypes = tuple(name for name in draft.supertypes if name not in change.supertypes)
            gone = {*change.subtypes, *(LAND_TYPES if change.all_land_types else ())}
            gone |= CREATURE_TYPES if change.all_creature_types else frozenset()
            draft.subtypes = tuple(name for name in draft.subtypes if name.replace(" ", "_") not in gone)
    # CR 205.1a: subtypes leave with the card type that they go with.
    draft.subtypes = tuple(name for name in draft.subtypes if fits(name, draft.types))
    draft.refresh_land_mana()


def _lose_text(draft: Draft, subtypes: tuple[str, ...]) -> None:
    """Take the abilities of its text from a land whose subtypes are set to basic land types (CR 305.7)."""
    if "Land" in draft.types and any(name in BASIC_LAND_TYPES for name in subtypes):
        draft.abilities = [held for held in draft.abilities if held.origin[0] != "printed"]


def _change_abilities(draft: Draft, change: Gain | Lose | LoseAll, timestamp: int, source: int) -> None:
    match change:
        case Gain():
            for ability in written(change.abilities):
                if not any(answers_to(ability, name) for name in draft.barred):
                    taken = sum(held.origin[:2] == ("granted", source) for held in draft.abilities)
                    draft.abilities.append(Held(ability, timestamp, ("granted", source, taken)))
        case Lose():
            if change.cannot_have:
                draft.barred |= frozenset(change.abilities)
            draft.abilities = [
                held for held in draft.abilities if not any(answers_to(held.ability, name) for name in change.abilities)
            ]
        case LoseAll():
            draft.abilities = [held for held in draft.abilities if change.except_mana and is_mana(held.ability)]
