"""An amount comes to the same in an instruction as in a static effect (CR 107.2, 107.3, 608.2h)."""

from typing import Any

import pytest
from conftest import Scene
from texts import CREATURE, activated, does, on, static, triggered

import ecs_magic as magic
from ecs_magic.components import Linked

MINE = {"controller": "you", "types": ["Land"]}


def board(scene: Scene) -> magic.Object:
    """Put lands, an Aura's host and cards in exile onto the table; return the host."""
    for name in ("Forest", "Forest", "Canopy Vista", "Island"):
        scene.put(name)
    scene.put(scene.card(name="Rock", type_line="Artifact", mana_cost="{1}{W}{W}"))
    return scene.put(scene.card(name="Host", mana_cost="{2}{G/W}", power=3, toughness=4), counters={"charge": 2}, x=5)


@pytest.mark.rule("E51")
@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ({"amount": "count", "of": MINE, "times": 2, "plus": 1}, 9),
        ({"amount": "count", "of": MINE, "what": "basic land types"}, 3),
        ({"amount": "count", "of": MINE, "what": "names", "times": -1, "plus": 7}, 4),
        ({"amount": "count", "of": {"controller": "you"}, "what": "colors"}, 3),
        ({"amount": "count", "of": {"zone": "exile"}, "what": "card types"}, 2),
        ({"amount": "total", "of": CREATURE, "value": "power", "plus": 2}, 5),
        ({"amount": "total", "of": CREATURE, "value": "mana_value", "times": 2}, 6),
        ({"amount": "devotion", "colors": ["W"]}, 3),
        ({"amount": "devotion", "colors": ["G", "W"], "times": 2, "plus": -1}, 5),
        ({"amount": "value", "of": "power", "from": "host", "times": 2, "plus": 1}, 7),
        ({"amount": "value", "of": "toughness", "from": "host", "times": -1, "plus": 6}, 2),
        ({"amount": "value", "of": "counters", "from": "host"}, 2),
        ({"amount": "value", "of": "x", "from": "host"}, 5),
        ({"amount": "value", "of": "power", "from": "linked"}, 6),
        ({"amount": "value", "of": "mana_value", "from": "linked", "times": 2}, 12),
        ({"amount": "value", "of": "counters", "from": "linked"}, 1),
        ({"amount": "value", "of": "x", "from": "linked"}, 0),
        ({"amount": "value", "of": "mana_value", "from": "source"}, 1),
    ],
)
def test_an_amount_is_the_same_in_an_instruction_and_in_an_effect(
    scene: Scene, amount: dict[str, Any], expected: int
) -> None:
    """What is counted, read and reckoned comes to the same number either way."""
    host = board(scene)
    bonus = static({"change": "modify_power_toughness", "toughness": amount}, names=["Bear"])
    gain = triggered(on("tapped", what={}), does("gain_life", amount=amount), name="gain")
    aura = scene.put(
        scene.card(
            name="Aura",
            type_line="Enchantment — Aura",
            mana_cost="{B}",
            keywords=["Enchant creature"],
            abilities=[bonus, gain],
        )
    )
    scene.do(magic.Attach(aura, host))
    linked = [scene.put("Forest", zone="exile"), scene.put("Craw Wurm", zone="exile", counters={"void": 1})]
    scene.game.world.set(aura.id, Linked(tuple(one.id for one in (linked[1], linked[0]))))
    bear = scene.put(scene.card(name="Bear", power=0, toughness=10), "B")
    scene.do(magic.Tap(host))
    scene.flow()
    assert (bear.toughness, scene.life()) == (10 + expected, 20 + expected)


@pytest.mark.parametrize(
    "number",
    [{"amount": "value", "of": "power", "from": "source"}, {"amount": "reading", "of": "power", "what": "this"}],
)
@pytest.mark.parametrize(("counters", "expected"), [({"+1/+1": 2}, 6), ({"-1/-1": 3}, 2)])
def test_a_bonus_by_what_the_source_was(
    scene: Scene, number: dict[str, Any], counters: dict[str, int], expected: int
) -> None:
    """A source that left is read as it last was; a negative number that is added is 0 (CR 608.2h, 107.1b)."""
    bonus = {"changes": [{"change": "modify_power_toughness", "power": number}]}
    inspire = activated(
        {"mana": ""}, does("affect", what="target", effect=bonus), name="go", targets=[{"of": CREATURE}]
    )
    source = scene.put(
        scene.card(name="Source", power=2, toughness=9, abilities=[inspire]),
        counters=counters,
    )
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Activate(source, "go", targets=[bear]))
    scene.do(magic.Destroy(source))
    scene.flow()
    assert bear.power == expected
