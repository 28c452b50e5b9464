"""Events: how fast things happen that trigger and replace, on small boards and on large ones that hardly care."""

import time

import ecs_magic as magic
from benchmarks.measuring import Measured
from ecs_magic.cardlibrary import read_card
from ecs_magic.cards import CardDefinition

_ROUNDS = 30


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


def _play(permanents: int, observers: int) -> Measured:
    """Let bears die one by one under two watchers that care and a doubler, among others that do not."""
    game = magic.Game(seed=1)
    bears = [game.put("Grizzly Bears", "A") for _ in range(permanents - observers - 3)]
    for _ in range(2):
        game.put(_watcher("Mourner", "dies", "Bear"), "A")
    for number in range(observers):
        game.put(_watcher(f"Idler {number % 10}", "tapped", "Goblin"), "B")
    game.put(_doubler(), "A")
    game.settle()
    seconds = 0.0
    facts = 0
    for bear in bears[:_ROUNDS]:
        begun = time.perf_counter()
        game.do(magic.Destroy(bear))
        told = game.run_until_idle()
        seconds += time.perf_counter() - begun
        facts += len(told)  # type: ignore[arg-type]
    assert game.view("A").life["A"] == 20 + 4 * _ROUNDS
    each = seconds / (2 * _ROUNDS)
    what = f"{permanents:,} permanents, {observers} observers of something else"
    return Measured("triggers", what, "s", seconds, each, "trigger", game.digest(), "seven ticks a trigger")


def triggers(size: str) -> list[Measured]:
    """Two triggers and two replacements an event: the cost grows with what happens, not with what watches."""
    large = (10_000, 100) if size == "full" else (2_000, 100)
    return [_play(40, 0), _play(*large)]
