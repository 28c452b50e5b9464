"""Activated abilities: which an object has, some of them under a keyword, and what forbids activating one (CR 602)."""

import re
from typing import Final

import msgspec

from ecs_magic.abilities import Ability, Activated, Keyword, Mana, answers_to, is_loyalty, is_mana
from ecs_magic.derived import characteristics, player_of
from ecs_magic.enums import MAIN_PHASES, Face, Zone
from ecs_magic.errors import InputError
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.instructions import Attach, Cost, Move, Target
from ecs_magic.meanings import Meaning
from ecs_magic.planning import Refusal
from ecs_magic.qualities import selector
from ecs_magic.ruling import prohibited
from ecs_magic.selectors import Selector
from ecs_magic.triggering import is_used
from ecs_magic.world import World

_COST: Final = re.compile(r"(.*?)[\s—-]*((?:\{[^{}]*\})+)")
"""What a keyword says, and the cost behind it."""
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six")
_THIS: Final = Selector(which="this")
_LOYALTY: Final = "a loyalty ability"


def stands_for(ability: Ability) -> Mana | Activated | None:
    """Return what is activated of an ability: itself, or what its keyword stands for (CR 702.6a, 702.67a, 702.167a)."""
    if isinstance(ability, Mana | Activated):
        return ability
    if not isinstance(ability, Keyword) or (said := _COST.fullmatch(ability.detail)) is None:
        return None
    words, mana = said[1].lower().split(), said[2]
    match ability.keyword:
        case "equip":
            wanted = selector(words, Selector(types=("Creature",)), strict=True)
        case "fortify":
            wanted = selector(words, Selector(types=("Land",)), strict=True)
        case "craft":
            return _craft(ability.name, words, mana)
        case _:
            return None
    if wanted is None:
        return None
    yours = Target(msgspec.structs.replace(wanted, controller="you"))
    return Activated(Cost(mana), (Attach("target"),), ability.name, targets=(yours,), timing="sorcery")


def _craft(name: str, words: list[str], mana: str) -> Activated | None:
    """Return the ability of craft with one kind of materials, one or so many of them, or more (CR 702.167a-c)."""
    words = [word for word in words if word not in ("with", "an", "a")]
    count = _NUMBERS.index(words.pop(0)) + 1 if words and words[0] in _NUMBERS else 1
    more = words[:2] == ["or", "more"]
    materials = selector(words[2:] if more else words, Selector(), strict=True)
    if materials is None or not words:
        return None
    cost = Cost(mana, exile=_THIS, materials=materials, materials_number=count, more_materials=more)
    back = Move(Zone.BATTLEFIELD, "this", player="owner", face=Face.BACK, linked="lost")
    return Activated(cost, (back,), name, timing="sorcery")


def mana_cost(ability: Mana) -> Cost:
    """Return the cost of a mana ability that is written in short."""
    symbols = ability.cost.replace("{T}", "").replace("{Q}", "")
    return Cost(mana=symbols, tap="{T}" in ability.cost, untap="{Q}" in ability.cost)


def activated(world: World, source: ObjectId, which: int | str | None) -> Mana | Activated:
    """Return an ability of an object by place or name, or its first. Raises `InputError` if it can't be activated."""
    abilities = characteristics(world, source).abilities
    named: list[Ability]
    if which is None:
        named = list(abilities)
    elif isinstance(which, int):
        named = [abilities[which]] if 0 <= which < len(abilities) else []
    else:
        named = [one for one in abilities if answers_to(one, which)]
    for ability in named:
        if (meant := stands_for(ability)) is not None:
            return meant
    if isinstance(which, str) and named:
        what = f"what {named[0].name!r} of object {source} says is not activated"
    else:
        what = f"object {source} has no ability{'' if which is None else f' {which!r}'} that can be activated"
    usable = [f"{at} {one.name}".rstrip() for at, one in enumerate(abilities) if stands_for(one) is not None]
    hint = f"it has {', '.join(usable)}" if usable else "it has none"
    if isinstance(which, str) and named and isinstance(named[0], Keyword):
        hint += "; what a keyword does can be written as an activated ability"
    raise InputError(what, where="ability", suggestion=hint)


def limited_as(ability: Activated) -> str:
    """Return under which name activations of an ability in one turn are limited to one, if they are (CR 606.3)."""
    if is_loyalty(ability):
        return _LOYALTY
    return ability.name if ability.once_each_turn else ""


def why_not_activate(world: World, source: ObjectId, seat: Seat, ability: Mana | Activated) -> Refusal | None:
    """Return the rule by which a player can't activate an ability now, and why, or `None` (CR 602.2, 602.5)."""
    zone = ability.zone if isinstance(ability, Activated) else Zone.BATTLEFIELD
    if world.zone(source) is not zone:
        return Refusal("602.1", f"this ability works in {zone.value}")
    if world.status(source).phased_out:
        return Refusal("702.26b", "it is phased out")
    if player_of(world, source) != seat:
        return Refusal("602.2", "only its controller can activate it")
    values = characteristics(world, source)
    if refusal := prohibited(world, "activate", seat, source, values, mana=is_mana(ability)):
        return refusal
    if isinstance(ability, Activated):
        limited = limited_as(ability)
        loyal = limited == _LOYALTY
        if limited and is_used(world, source, limited, 1 if loyal else values.abilities.count(ability)):
            return Refusal("606.3" if loyal else "602.5b", f"{limited} was activated this turn already")
        if ability.timing == "sorcery" and (now := _no_sorcery_time(world, seat)):
            return Refusal("602.5d", f"it wants its player's main phase and an empty stack, {now}")
        if not Meaning(world, source, seat).hold(ability.if_):
            return Refusal("602.5", "its condition does not hold")
    return None


def _no_sorcery_time(world: World, seat: Seat) -> str:
    """Return why a player can't cast a sorcery now, if so (CR 307.1); before the first step only the stack is asked."""
    clock = world.clock()
    if clock.step and not (clock.active == seat and clock.step in MAIN_PHASES):
        return f"and it is {world.players[clock.active]}'s {clock.step}"
    return "and the stack is not empty" if world.contents(Zone.STACK) else ""
