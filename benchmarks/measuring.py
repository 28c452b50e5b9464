"""What one case measured."""

import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

import ecs_magic as magic
from ecs_magic.abilities import Effect, ModifyPowerToughness, Static
from ecs_magic.cards import CardDefinition, CardSource, define
from ecs_magic.selectors import Selector


class Measured(msgspec.Struct, frozen=True):
    """One case at one size: seconds (or bytes) for the whole and for each thing, and the digest computed."""

    case: str
    size: str
    unit: str
    value: float
    per: float
    of: str
    digest: str
    bound: str
    bound_ratio: float | None = None


def make(name: str, power: int, *abilities: Static, back: bool = False) -> CardDefinition:
    """Return a creature; with `back` one that turns over."""
    source = CardSource(
        name=name, type_line="Creature — Bear", mana_cost="{1}{G}", power=power, toughness=power, abilities=abilities
    )
    if back:
        other = CardSource(name=f"{name} Turned", type_line="Creature — Bear", power=power + 1, toughness=power + 1)
        source = msgspec.structs.replace(source, back=other)
    return define(source)


def lord(number: int) -> Static:
    """Return an ability that strengthens others of the same controller."""
    test = Selector(which="other", controller="you", types=("Creature",), min_mana_value=number % 3)
    return Static(Effect((ModifyPowerToughness(1, 1),), test), name=f"lord {number}")


def board(permanents: int, sources: int = 0, kinds: int = 1) -> tuple[magic.Game, list[magic.Object]]:
    """Return a game with this many double-faced creatures, and as many sources of these kinds among them."""
    game = magic.Game(seed=1)
    plain = [make(f"Bear {kind}", 2 + kind % 3, back=True) for kind in range(30)]
    lords = [make(f"Lord {kind}", 2, lord(kind)) for kind in range(kinds)]
    objects = []
    for index in range(permanents):
        definition = lords[index % kinds] if index < sources else plain[index % 30]
        objects.append(game.put(definition, "AB"[index % 2]))
    return game, objects


def best(work: Callable[[], object], times: int) -> float:
    """Return the median seconds of several runs of `work`."""
    found = []
    for _ in range(times):
        before = time.perf_counter()
        work()
        found.append(time.perf_counter() - before)
    return median(found)


def sizes(objects: Sequence[magic.Object]) -> list[tuple[int | None, int | None]]:
    """Return power and toughness of each."""
    return [(one.power, one.toughness) for one in objects]
