"""Costs: whether a player can pay one, and how (CR 118, 107.5-6, 302.6, 601.2f-h)."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

from ecs_magic import mana
from ecs_magic.changes import SpendMana
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
from ecs_magic.selectors import Selector
from ecs_magic.world import World


def spent(pool: str, cost: str, x: int) -> str | None:
    """Return the mana that pays a cost from a pool, or `None` if it can't be paid (CR 106.4, 107.4, 202.1).

    Coloured symbols are paid first, then hybrid ones, then generic mana: colourless first, then the colour
    of which there is most. Phyrexian symbols are paid with mana here.
    """
    left = list(pool)
    paid: list[str] = []
    symbols = mana.symbols(cost)
    generic = sum(int(one) for one in symbols if one.isdigit()) + x * symbols.count("X")
    fixed = sorted((one for one in symbols if not one.isdigit() and one not in "XYZ"), key=lambda one: len(_ways(one)))
    for symbol in fixed:
        way = next((one for one in _ways(symbol) if one in left), None)
        if way is None and symbol.startswith("2/"):
            generic += 2
            continue
        if way is None:
            return None
        left.remove(way)
        paid.append(way)
    for _ in range(generic):
        if not left:
            return None
        most = max(left, key=lambda one: (one == "C", left.count(one), -(COLORS + "C").index(one)))
        left.remove(most)
        paid.append(most)
    return "".join(paid)


def _ways(symbol: str) -> tuple[str, ...]:
    """Return the kinds of mana that pay a symbol; snow mana is any."""
    if symbol == "S":
        return (*COLORS, "C")
    return tuple(part for part in symbol.split("/") if part in (*COLORS, "C"))


def why_not_pay(world: World, seat: Seat, cost: Cost, source: int, x: int) -> Refusal | None:
    """Return the rule by which a player can't pay a cost of an object's ability or spell, and why, or `None`."""
    pool = world.get(world.player_entities[seat], ManaPool).mana
    if cost.mana and spent(pool, cost.mana, x) is None:
        return Refusal("118.3", f"{cost.mana} is not in the pool, which holds {pool or 'nothing'}")
    if cost.tap and world.status(source).tapped:
        return Refusal("107.5", "it is tapped already")
    if cost.untap and not world.status(source).tapped:
        return Refusal("107.6", "it is untapped already")
    if (cost.tap or cost.untap) and is_summoning_sick(world, source):
        return Refusal("302.6", "its controller has not controlled it since their turn began")
    if cost.life and world.get(world.player_entities[seat], Life).life < cost.life:
        return Refusal("119.4", "the player has not that much life")
    if len(world.contents(Zone.HAND, seat)) < cost.discard:
        return Refusal("118.3", "the player has not that many cards to discard")
    if not _can_meet(_demands(world, cost, source, seat)):
        return Refusal("118.3", "there is nothing to pay it with")
    for kind, count in cost.remove_counters.items():
        if world.counters(source).count(kind) < count:
            return Refusal("118.3", f"it has not {count} {kind} counters")
    return None


def _payable(world: World, test: Selector, source: int, seat: Seat) -> tuple[ObjectId, ...]:
    found = selected(world, test, source=source, seat=seat)
    return tuple(one for one in found if player_of(world, one) == seat)


def pay(planning: Planning, seat: Seat, cost: Cost, source: ObjectId, x: int) -> tuple[ObjectId, ...]:
    """Plan the payment of a cost that can be paid; return what is sacrificed or exiled for it."""
    world = planning.world
    lost: list[ObjectId] = []
    if cost.mana:
        used = spent(world.get(world.player_entities[seat], ManaPool).mana, cost.mana, x)
        if used:
            planning.add(SpendMana(seat, used))
    if cost.tap:
        planning.also(Tap((source,)))
    if cost.untap:
        planning.also(Untap((source,)))
    if cost.life:
        planning.also(ChangeLife(seat, -cost.life))
    demands = _demands(world, cost, source, seat)
    for index, demand in enumerate(demands):
        others = demands[index + 1 :]
        for number in [1] * demand.number if others else [demand.number]:
            taken = tuple(lost)
            options = tuple(one for one in demand.options if one not in lost and _can_meet(others, (*taken, one)))
            for chosen in choose(planning, "cost", seat, options, number):
                lost.append(chosen)
                planning.also(demand.request(chosen))
    if cost.discard:
        hand = world.contents(Zone.HAND, seat)
        planning.also(Discard(tuple(choose(planning, "discard", seat, hand, cost.discard)), seat))
    for kind, count in cost.remove_counters.items():
        planning.also(RemoveCounters((source,), kind, count))
    for kind, count in cost.add_counters.items():
        if count:  # CR 606.4: a loyalty cost may be zero
            planning.also(AddCounters((source,), kind, count))
    return tuple(lost)


class _Demand(NamedTuple):
    """What a cost wants given up: by which request, out of what, and how many."""

    request: Callable[[Any], Request]
    options: tuple[ObjectId, ...]
    number: int


def _demands(world: World, cost: Cost, source: int, seat: Seat) -> list[_Demand]:
    parts: tuple[tuple[Callable[[Any], Request], Selector | None, int], ...] = (
        (lambda one: Sacrifice((one,)), cost.sacrifice, cost.sacrifices),
        (lambda one: Exile((one,)), cost.exile, 1),
        (lambda one: Move((one,), Zone.HAND), cost.return_, 1),
    )
    return [
        _Demand(request, _payable(world, test, source, seat), number)
        for request, test, number in parts
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
