"""Events: how fast things happen that trigger and replace, on small boards and on large ones that hardly care."""

import time
from collections.abc import Sequence
from typing import Final

import ecs_magic as magic
from benchmarks.boards import crowd
from benchmarks.measuring import Measured
from ecs_magic.cardlibrary import read_card
from ecs_magic.cards import CardDefinition
from ecs_magic.facts import Fact

ROUNDS: Final = 30


def _watcher(name: str, event: str, subtype: str) -> CardDefinition:
    """Return a creature that gains its controller a life whenever something of a subtype does something."""
    when = {"event": event, "what": {"which": "other", "subtypes": [subtype]}}
    ability = {"ability": "triggered", "name": "life", "when": when, "then": [{"do": "gain_life", "amount": 1}]}
    return read_card(
        {"name": name, "type_line": "Creature — Cleric", "power": 1, "toughness": 1, "abilities": [ability]}
    )


def _doubler() -> CardDefinition:
    ability = {"ability": "instead", "event": "gains life", "player": "you", "times": 2}
    return read_card({"name": "Doubler", "type_line": "Enchantment", "abilities": [ability]})


def play(permanents: int, observers: int, watchers: int = 2, rounds: int = ROUNDS) -> Measured:
    """Let bears die one by one under watchers that care and a doubler, among observers of something else."""
    game = magic.Game(seed=1)
    bear = game.cards.find("Grizzly Bears")
    bears = [magic.Object(game, one) for one in crowd(game, [bear] * (permanents - observers - watchers - 1))]
    for _ in range(watchers):
        game.put(_watcher("Mourner", "dies", "Bear"), "A")
    for number in range(observers):
        game.put(_watcher(f"Idler {number % 10}", "tapped", "Goblin"), "B")
    game.put(_doubler(), "A")
    game.settle()
    each = []
    events = 0
    for one in bears[:rounds]:
        begun = time.perf_counter()
        events += len(_happening(game.do(magic.Destroy(one)))) + len(_happening(game.run_until_idle()))
        each.append(time.perf_counter() - begun)
    assert game.view("A").life["A"] == 20 + 2 * watchers * rounds
    what = f"{permanents:,} permanents, {watchers} triggers an event, {observers} observers of something else"
    usual = min(each)  # every round does the same
    bound = f"seven ticks a trigger; {events / rounds / usual:,.0f} events a second"
    return Measured("triggers", what, "s", sum(each), usual / watchers, "trigger", game.digest(), bound)


def _happening(facts: Sequence[Fact] | magic.Pending) -> Sequence[Fact]:
    assert not isinstance(facts, magic.Pending)
    return facts


def triggers(size: str) -> list[Measured]:
    """Time triggers and replacements: the cost grows with what happens, not with what watches."""
    large = 10_000 if size == "full" else 2_000
    return [play(40, 0), play(40, 0, 4), play(large, 0), play(large, 50), play(large, 100)]
