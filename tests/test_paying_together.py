"""Costs paid in one tick: nothing pays for two things (CR 118.3), and what was unlocked is in a save."""

import pytest
from conftest import Scene
from test_rooms import room
from texts import GAIN, activated, enters

import ecs_magic as magic
from ecs_magic import components

COSTS = [
    {"mana": "{1}"},
    {"life": 11},
    {"sacrifice": {"subtypes": ["Bear"]}},
    {"exile": {"subtypes": ["Bear"]}},
    {"return": {"subtypes": ["Bear"]}},
    {"discard": 1},
]


@pytest.mark.rule("K35")
@pytest.mark.parametrize("cost", COSTS, ids=lambda cost: next(iter(cost)))
def test_nothing_pays_for_two_abilities_at_once(scene: Scene, cost: dict[str, object]) -> None:
    """Of two abilities activated together, each payable alone, the second finds nothing to be paid with (CR 118.3)."""
    card = scene.card(type_line="Artifact", abilities=[activated(cost, GAIN, name="gain")])
    one, two = scene.put(card), scene.put(card)
    scene.put("Grizzly Bears")
    scene.put("Forest", zone="hand")
    scene.do(magic.AddMana("A", "C"))
    facts = scene.do(magic.Activate(one, 0), magic.Activate(two, 0))
    assert (scene.count(facts, "AbilityActivated"), len(scene.ignored(facts))) == (1, 1)


@pytest.mark.rule("K35")
@pytest.mark.parametrize("cost", [{"tap": True}, {"remove_counters": {"charge": 1}}], ids=["tap", "remove_counters"])
def test_no_permanent_pays_twice_with_itself(scene: Scene, cost: dict[str, object]) -> None:
    """It taps for one of its abilities, and its last counter is removed for one (CR 118.3, 107.5)."""
    card = scene.card(
        type_line="Artifact", abilities=[activated(cost, GAIN, name="a"), activated(cost, GAIN, name="b")]
    )
    one = scene.put(card, counters={"charge": 1})
    facts = scene.do(magic.Activate(one, 0), magic.Activate(one, 1))
    assert (scene.count(facts, "AbilityActivated"), len(scene.ignored(facts))) == (1, 1)


@pytest.mark.rule("K35")
@pytest.mark.parametrize("cost", [{"life": 11}, {"mana": "{1}"}], ids=["life", "mana"])
def test_what_enters_together_is_paid_for_once(scene: Scene, cost: dict[str, object]) -> None:
    """Two lands enter tapped unless their player pays; there is enough for one (CR 118.3, 614.12a)."""
    card = scene.card(type_line="Land", abilities=[enters(tapped=True, unless=cost)])
    lands = [scene.put(card, zone="hand") for _ in range(2)]
    scene.do(magic.AddMana("A", "C"))
    scene.do(magic.Move(lands, "battlefield"))
    assert sorted(land.became[0].tapped for land in lands) == [False, True]


@pytest.mark.rule("F24")
def test_halves_unlocked_together_are_paid_for_once(scene: Scene) -> None:
    """With mana for one half, unlocking two of them unlocks one (CR 118.3, 709.5e)."""
    halls = [scene.put(room(scene)) for _ in range(2)]
    scene.do(magic.AddMana("A", "CG"))
    facts = scene.do(*(magic.Unlock(hall, half="left") for hall in halls))
    assert ([hall.read("unlocked") for hall in halls], scene.ignored(facts)) == ([("left",), ()], ["118.3"])


@pytest.mark.rule("F24")
def test_a_save_keeps_what_is_unlocked(scene: Scene) -> None:
    """A saved Room has the halves that it had, and so has its last known information (CR 709.5c)."""
    hall, gone = scene.put(room(scene)), scene.put(room(scene))
    scene.do(magic.Unlock(hall, half="right", free=True), magic.Unlock(gone, half="left", free=True))
    scene.do(magic.Destroy(gone))
    loaded = magic.Game.from_dict(scene.game.to_dict())
    assert (loaded.object(hall.id).names, loaded.object(gone.id).last_known.names) == (("Blue Vault",), ("Green Hall",))
    assert loaded.position_digest() == scene.game.position_digest()


def test_saves_know_every_component() -> None:
    """Each kind of component is in the list that saves are read by."""
    kinds = [
        one for one in vars(components).values() if isinstance(one, type) and issubclass(one, components.Component)
    ]
    assert {*kinds} - {components.Component} == {*components.COMPONENTS}
