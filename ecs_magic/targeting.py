"""Targets: what they may be, who chooses them, and whether they still are legal (CR 115, 601.2c, 608.2b)."""

import re
from collections.abc import Callable

from ecs_magic.abilities import Ability, Activated, Keyword, Spell, Triggered
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import CastAs, StackAbility
from ecs_magic.derived import characteristics, player_of
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError
from ecs_magic.ids import EntityId, ObjectId, Seat
from ecs_magic.instructions import Target
from ecs_magic.meanings import Meaning, fits
from ecs_magic.modal import with_modes
from ecs_magic.objects import is_protected
from ecs_magic.planning import Planning, Refusal
from ecs_magic.qualities import is_from, selector
from ecs_magic.ruling import abilities_of_player
from ecs_magic.selectors import Selector
from ecs_magic.typeline import CARD_TYPES
from ecs_magic.world import World

Targets = tuple[tuple[int, ...], ...]
"""What was chosen for each "target" in its order; players by their entities."""

MUTATE_TARGET = Target(Selector(types=("Creature",), not_subtypes=("Human",), owner="you"))
"""What a mutating creature spell targets (CR 702.140a)."""


def enchant_target(detail: str) -> Target:
    """Return what an Aura spell with "enchant" and these words targets (CR 303.4a, 702.5)."""
    words = detail.casefold()
    if words in ("player", "opponent"):
        return Target(player="any" if words == "player" else "opponent")
    controller = "you" if "you control" in words else "opponent" if "opponent" in words else "any"
    options = re.split(r",? or |, ", words.removesuffix("you control").removesuffix("an opponent controls").strip())
    if len(options) > 1:
        named = [tuple(name for name in CARD_TYPES if name.casefold() in option.split()) for option in options]
        # Of options by subtype all permanents may be targets; being attached to one shows what else is asked.
        types = tuple(name for one in named for name in one) if all(named) else ()
        return Target(Selector(any_types=types, controller=controller))  # type: ignore[arg-type]
    return Target(selector(options[0].split(), Selector(controller=controller), strict=False))  # type: ignore[arg-type]


def wanted_by(values: Characteristics, how: str, modes: tuple[int, ...] = ()) -> tuple[Target, ...]:
    """Return the targets of a spell with these values that is cast in this way (CR 115.1a-b, 702.140a)."""
    if how == "mutate":
        return (MUTATE_TARGET,)
    if "Aura" in values.subtypes:
        details = [one.detail for one in values.abilities if isinstance(one, Keyword) and one.keyword == "enchant"]
        return tuple(enchant_target(detail) for detail in details[:1])
    return next((with_modes(one, modes).targets for one in values.abilities if isinstance(one, Spell)), ())


def targets_wanted(world: World, entry: int) -> tuple[Target, ...]:
    """Return the targets that a spell or ability on the stack has."""
    held = world.find(entry, StackAbility)
    if held is not None:
        return held.ability.targets if isinstance(held.ability, Triggered | Activated) else ()
    cast = world.find(entry, CastAs)
    values = characteristics(world, entry)
    return wanted_by(values, "") if cast is None else wanted_by(values, cast.how, cast.modes)


def slots(meaning: Meaning, wanted: tuple[Target, ...]) -> tuple[tuple[Target, int], ...]:
    """Return each "target" with the number of things it takes at most."""
    return tuple(
        (one, one.count if one.any_number is None else max(0, meaning.number(one.any_number))) for one in wanted
    )


def legal(meaning: Meaning, target: Target) -> tuple[int, ...]:
    """Return everything that one "target" may be now: objects in their zone's order, then players."""
    world = meaning.world
    found: list[int] = []
    if target.of is not None:
        there = [
            one
            for zone in target.of.zones
            for seat in (world.seats[:1] if zone.is_shared else world.seats)
            for one in world.contents(zone, seat)
        ]
        found += [one for one in there if one != meaning.entity and why_not_target(meaning, target, one) is None]
    if target.player:
        found += [one for one in world.player_entities if why_not_target(meaning, target, one) is None]
    return tuple(found)


def able(meaning: Meaning) -> Callable[[Target], bool]:
    """Return what tells of a "target" whether enough things may be it now."""
    return lambda target: (
        target.up_to or all(len(legal(meaning, one)) >= most for one, most in slots(meaning, (target,)))
    )


def why_not_target(meaning: Meaning, target: Target, one: int) -> str | None:
    """Return the rule by which something can't be a target, or `None`."""
    world = meaning.world
    if one in world.player_entities:
        whose = Seat(world.player_entities.index(EntityId(one)))
        if target.player != "any" and (target.player != "opponent" or whose == meaning.seat):
            return "115.4"
        return _why_not_with(meaning, abilities_of_player(world, whose), whose)
    if target.of is None or not world.is_object(one):
        return "115.1"
    if not fits(world, one, target.of, source=meaning.source, seat=meaning.seat):
        return "115.1"
    if world.zone(one) is not Zone.BATTLEFIELD:
        return None
    return _why_not_with(meaning, characteristics(world, one).abilities, player_of(world, one))


def _why_not_with(meaning: Meaning, abilities: tuple[Ability, ...], whose: Seat) -> str | None:
    """Return the rule by which something with these abilities, or of this player, can't be a target, or `None`."""
    keywords = [ability.keyword for ability in abilities if isinstance(ability, Keyword)]
    if "shroud" in keywords:
        return "702.18a"
    board = meaning.board(meaning.source)
    source = None if board is None else characteristics(board, meaning.source)
    for one in abilities:
        if isinstance(one, Keyword) and one.keyword == "hexproof" and whose != meaning.seat:
            if not one.detail:
                return "702.11b"
            if source is not None and is_from(one.detail, source):
                return "702.11d"
    return "702.16b" if source is not None and is_protected(abilities, source) else None


def chosen(
    planning: Planning, meaning: Meaning, wanted: tuple[Target, ...], given: tuple[int, ...]
) -> Targets | Refusal:
    """Return the targets, asking for what was not given; or why there are not enough.

    Raises `InputError` if more are given than the spell or ability has.
    """
    left = list(given)
    found: list[tuple[int, ...]] = []
    for target, most in slots(meaning, wanted):
        mine: list[int] = []
        while left and len(mine) < most:
            rule = "115.3" if left[0] in mine else why_not_target(meaning, target, left[0])
            if rule is not None and (target.up_to or mine) and len(wanted) > 1:
                break
            if rule is not None:
                return Refusal(rule, f"object {left[0]} is no legal target")
            mine.append(left.pop(0))
        options = [one for one in legal(meaning, target) if one not in mine]
        while len(mine) < most and options and not (given and target.up_to):
            if not target.up_to and len(options) < most - len(mine):
                return Refusal("601.2c", "there are not enough legal targets")
            (one,) = planning.ask("target", meaning.seat, (*options, "none") if target.up_to else tuple(options))
            if one == "none":
                break
            options.remove(one)  # type: ignore[arg-type]
            mine.append(one)  # type: ignore[arg-type]
        if len(mine) < most and not target.up_to:
            return Refusal("601.2c", "there are not enough legal targets")
        found.append(tuple(mine))
    if left:
        hint = f"it takes {len(given) - len(left) or 'none'}"
        raise InputError(f"object {left[0]} is one target too many", where="targets", suggestion=hint)
    return tuple(found)


def still_legal(meaning: Meaning, wanted: tuple[Target, ...]) -> Targets:
    """Return the targets without those that became illegal (CR 608.2b)."""
    return tuple(
        tuple(one for one in ones if why_not_target(meaning, target, one) is None)
        for target, ones in zip(wanted, meaning.targets, strict=False)
    )


def tell(world: World, targets: Targets) -> tuple[ObjectId, ...]:
    """Return the objects among targets, each once."""
    found = dict.fromkeys(one for ones in targets for one in ones if one not in world.player_entities)
    return tuple(found)  # type: ignore[arg-type]
