"""Costs: whether a player can pay one, and how (CR 118, 107.5-6, 302.6, 601.2f-h)."""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from ecs_magic import mana
from ecs_magic.changes import ChangeCounters, Leave, SetLifeTotal, SetStatus, SpendMana
from ecs_magic.components import Life, ManaPool
from ecs_magic.derived import player_of
from ecs_magic.enums import COLORS, Zone
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.instructions import Cost
from ecs_magic.meanings import selected
from ecs_magic.objects import is_summoning_sick
from ecs_magic.planning import Planning, Refusal
from ecs_magic.requests import (
    AddCounters,
    ChangeLife,
    Discard,
    Exile,
    Move,
    RemoveCounters,
    Request,
    Sacrifice,
    Tap,
    Untap,
)
from ecs_magic.ruling import prohibited
from ecs_magic.selectors import Selector


def spent(pool: str, cost: str, x: int) -> str | None:
    """Return the mana that pays a cost from a pool, or `None` if it can't be paid (CR 106.4, 107.4, 202.1).

    Coloured symbols are paid first, then hybrid ones, then generic mana: colourless first, then the colour
    of which there is most. A Phyrexian symbol stands for mana here.
    """
    symbols = mana.symbols(cost)
    generic = sum(int(one) for one in symbols if one.isdigit()) + x * symbols.count("X")
    fixed = sorted((one for one in symbols if not one.isdigit() and one not in "XYZ"), key=lambda one: len(_ways(one)))
    return _spent(pool, tuple(fixed), generic)


def _spent(left: str, fixed: tuple[str, ...], generic: int) -> str | None:
    """Return the mana for symbols in this order and so much generic mana; each hybrid is paid as the rest allows."""
    if fixed:
        for way in _ways(fixed[0]):
            if way in left and (rest := _spent(left.replace(way, "", 1), fixed[1:], generic)) is not None:
                return way + rest
        return _spent(left, fixed[1:], generic + 2) if fixed[0].startswith("2/") else None
    paid = ""
    for _ in range(generic):
        if not left:
            return None
        most = max(left, key=lambda one: (one == "C", left.count(one), -(COLORS + "C").index(one)))
        left = left.replace(most, "", 1)
        paid += most
    return paid


def _ways(symbol: str) -> tuple[str, ...]:
    """Return the kinds of mana that pay a symbol; snow mana is any."""
    if symbol == "S":
        return (*COLORS, "C")
    return tuple(part for part in symbol.split("/") if part in (*COLORS, "C"))


def _phyrexian(cost: str) -> dict[str, tuple[str, int]]:
    """Return what is left to pay of a mana cost, and what life is due, by how its first Phyrexian symbol is paid.

    It is empty if there is no such symbol left (CR 107.4f).
    """
    symbols = mana.symbols(cost)
    at = next((index for index, symbol in enumerate(symbols) if symbol.endswith("/P")), None)
    if at is None:
        return {}
    before, after = symbols[:at], symbols[at + 1 :]
    by_mana = (*before, symbols[at].removesuffix("/P"), *after)
    return {"mana": (_written(by_mana), 0), "life": (_written((*before, *after)), 2)}


def _written(symbols: tuple[str, ...]) -> str:
    return "".join(f"{{{symbol}}}" for symbol in symbols)


def _affordable(pool: str, cost: str, x: int, life: int) -> bool:
    """Whether a mana cost can be paid from a pool, with up to so much life for its Phyrexian symbols."""
    ways = _phyrexian(cost)
    if not ways:
        return spent(pool, cost, x) is not None
    return any(due <= life and _affordable(pool, rest, x, life - due) for rest, due in ways.values())


def why_not_pay(planning: Planning, seat: Seat, cost: Cost, source: int, x: int) -> Refusal | None:
    """Return the rule by which a player can't pay a cost of an object's ability or spell, and why, or `None`.

    What the same tick has paid already is not there to pay with again (CR 118.3).
    """
    world, pool = planning.world, _pool(planning, seat)
    if cost.mana and not _affordable(pool, cost.mana, x, _life(planning, seat) - cost.life):
        return Refusal("118.3", f"{cost.mana} is not in the pool, which holds {pool or 'nothing'}")
    turned = {one.value for one in planning.plan.of(SetStatus) if (one.permanent, one.field) == (source, "tapped")}
    if cost.tap and (world.status(source).tapped or True in turned):
        return Refusal("107.5", "it is tapped already")
    if cost.untap and (not world.status(source).tapped or False in turned):
        return Refusal("107.6", "it is untapped already")
    if (cost.tap or cost.untap) and is_summoning_sick(world, source):
        return Refusal("302.6", "its controller has not controlled it since their turn began")
    if cost.life and _life(planning, seat) < cost.life:
        return Refusal("119.4", "the player has not that much life")
    if cost.life and (refusal := prohibited(world, "lose life", seat)):
        return refusal  # CR 119.8
    if len(_hand(planning, seat)) < cost.discard:
        return Refusal("118.3", "the player has not that many cards to discard")
    if not _can_meet(_demands(planning, cost, source, seat)):
        return Refusal("118.3", "there is nothing to pay it with")
    for kind, count in cost.remove_counters.items():
        removed = sum(one.count for one in planning.plan.of(ChangeCounters) if (one.entity, one.kind) == (source, kind))
        if world.counters(source).count(kind) + min(0, removed) < count:
            return Refusal("118.3", f"it has not {count} {kind} counters")
    return None


def _pool(planning: Planning, seat: Seat) -> str:
    """Return the mana of a player that this tick has not spent yet."""
    left = planning.world.get(planning.world.player_entities[seat], ManaPool).mana
    for spending in planning.plan.of(SpendMana):
        for symbol in spending.mana if spending.player == seat else "":
            left = left.replace(symbol, "", 1)
    return left


def _life(planning: Planning, seat: Seat) -> int:
    """Return the life of a player without what this tick takes of it."""
    lost = sum(min(0, change.by) for change in planning.plan.of(SetLifeTotal) if change.player == seat)
    return planning.world.get(planning.world.player_entities[seat], Life).life + lost


def staying(planning: Planning, objects: Iterable[ObjectId]) -> tuple[ObjectId, ...]:
    """Return those objects that this tick does not take away."""
    going = {change.object for change in planning.plan.of(Leave)}.union(planning.going or ())
    return tuple(one for one in objects if one not in going)


def _hand(planning: Planning, seat: Seat) -> tuple[ObjectId, ...]:
    return staying(planning, planning.world.contents(Zone.HAND, seat))


def _payable(planning: Planning, test: Selector, source: int, seat: Seat) -> tuple[ObjectId, ...]:
    world = planning.world
    found = staying(planning, selected(world, test, source=source, seat=seat))
    return tuple(one for one in found if player_of(world, one) == seat)


def pay(planning: Planning, seat: Seat, cost: Cost, source: ObjectId, x: int) -> tuple[ObjectId, ...]:
    """Plan the payment of a cost that can be paid; return what is sacrificed or exiled for it."""
    lost: list[ObjectId] = []
    life = cost.life
    if cost.mana:
        pool, left = _pool(planning, seat), cost.mana
        while ways := _phyrexian(left):
            able = {
                way: (rest, due)
                for way, (rest, due) in ways.items()
                if due <= (spare := _life(planning, seat) - life) and _affordable(pool, rest, x, spare - due)
            }
            (way,) = planning.ask("phyrexian", seat, tuple(able))
            left, due = able[str(way)]
            life += due
        if used := spent(pool, left, x):
            planning.add(SpendMana(seat, used))
    if cost.tap:
        planning.also(Tap((source,)))
    if cost.untap:
        planning.also(Untap((source,)))
    if life:
        planning.also(ChangeLife(seat, -life))
    demands = _demands(planning, cost, source, seat)
    for index, demand in enumerate(demands):
        others = demands[index + 1 :]
        for number in [1] * demand.number if others else [demand.number]:
            taken = tuple(lost)
            options = tuple(one for one in demand.options if one not in lost and _can_meet(others, (*taken, one)))
            for chosen in choose(planning, "cost", seat, options, number):
                lost.append(chosen)
                planning.also(demand.request(chosen))
        while demand.more:
            options = tuple(one for one in demand.options if one not in lost and _can_meet(others, (*lost, one)))
            more = choose(planning, "cost", seat, options, 1, up_to=True)
            if not more:
                break
            lost += more
            planning.also(demand.request(more[0]))
    if cost.discard:
        hand = choose(planning, "discard", seat, _hand(planning, seat), cost.discard)
        planning.also(Discard(tuple(hand), seat))
    for kind, count in cost.remove_counters.items():
        planning.also(RemoveCounters((source,), kind, count))
    for kind, count in cost.add_counters.items():
        if count:  # CR 606.4: a loyalty cost may be zero
            planning.also(AddCounters((source,), kind, count))
    return tuple(lost)


class _Demand(NamedTuple):
    """What a cost wants given up: by which request, out of what, how many, and whether more may be."""

    request: Callable[[Any], Request]
    options: tuple[ObjectId, ...]
    number: int
    more: bool


def _demands(planning: Planning, cost: Cost, source: int, seat: Seat) -> list[_Demand]:
    parts: tuple[tuple[Callable[[Any], Request], Selector | None, int, tuple[str, ...]], ...] = (
        (lambda one: Sacrifice((one,)), cost.sacrifice, cost.sacrifices, ()),
        (lambda one: Exile((one,)), cost.exile, 1, ()),
        (lambda one: Exile((one,)), cost.materials, cost.materials_number, ("battlefield", "graveyard")),
        (lambda one: Move((one,), Zone.HAND), cost.return_, 1, ()),
    )
    return [
        _Demand(
            request,
            tuple(
                one
                for zone in zones or (test.zone,)
                for one in _payable(planning, msgspec.structs.replace(test, zone=zone), source, seat)
            ),
            number,
            cost.more_materials and test is cost.materials,
        )
        for request, test, number, zones in parts
        if test is not None
    ]


def _can_meet(demands: list[_Demand], taken: tuple[ObjectId, ...] = ()) -> bool:
    """Whether all demands can be met at once without what is taken: no object pays twice (CR 118.3)."""
    return all(
        len({one for demand in some for one in demand.options} - set(taken)) >= sum(demand.number for demand in some)
        for size in range(1, len(demands) + 1)
        for some in combinations(demands, size)
    )


def choose(
    planning: Planning, ask: str, seat: Seat, options: tuple[int, ...], count: int, *, up_to: bool = False
) -> list[ObjectId]:
    """Let a player choose some of the options, one after another; with `up_to` they may stop."""
    left, chosen = list(options), list[ObjectId]()
    while left and len(chosen) < count:
        if not up_to and len(left) == count - len(chosen):
            return [*chosen, *left]  # type: ignore[list-item]
        (one,) = planning.ask(ask, seat, (*left, "none") if up_to else tuple(left))
        if one == "none":
            break
        left.remove(one)  # type: ignore[arg-type]
        chosen.append(one)  # type: ignore[arg-type]
    return chosen
