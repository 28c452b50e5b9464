"""Words about damage and attacking: who dealt it, to whom, who attacks, and what lasts for the combat."""

import pytest
from conftest import Scene
from texts import CREATURE, GAIN, Text, does, on, static, triggered

import ecs_magic as magic
from ecs_magic.components import Attacking


def creature(scene: Scene, *abilities: object, **source: object) -> magic.Object:
    """Place a 2/2 creature with these abilities."""
    return scene.put(scene.card(**{"name": "Beast", "power": 2, "toughness": 2, "abilities": abilities, **source}))


def gains(scene: Scene, *requests: magic.Request) -> int:
    """Return how much life A gains from doing something and letting all triggers resolve."""
    before = scene.life()
    scene.do(*requests)
    scene.flow()
    return scene.life() - before


@pytest.mark.parametrize(
    ("when", "gained"),
    [
        (on("deals damage"), (1, 1, 1)),
        (on("deals damage", player="opponent"), (0, 1, 0)),
        (on("damages player"), (0, 1, 1)),
        (on("damages player", player="you"), (0, 0, 1)),
        (on("deals damage", cause="combat"), (0, 0, 0)),
    ],
)
def test_a_source_sees_whom_it_damages(scene: Scene, when: Text, gained: tuple[int, int, int]) -> None:
    """An ability about dealing damage triggers by whom it is dealt to: anything, a player, an opponent (CR 120.1)."""
    beast, bear = creature(scene, triggered(when, GAIN)), scene.put("Grizzly Bears", "B")
    before = scene.life()
    assert gains(scene, magic.DealDamage(bear, 1, beast)) == gained[0]
    assert gains(scene, magic.DealDamage("B", 1, beast)) == gained[1]
    assert gains(scene, magic.DealDamage("A", 1, beast)) + 1 == gained[2]
    assert gains(scene, magic.DealDamage("B", 1, bear)) == 0
    assert scene.life() == before + sum(gained) - 1


def test_combat_damage_is_told_from_other_damage(scene: Scene) -> None:
    """An ability about combat damage looks at combat damage alone (CR 510.2)."""
    beast = creature(scene, triggered(on("damages player", cause="combat"), GAIN))
    assert gains(scene, magic.DealDamage("B", 1, beast)) == 0
    assert gains(scene, magic.DealDamage("B", 1, beast, combat=True)) == 1


def test_lifelink_gives_as_much_life_as_damage_is_dealt(scene: Scene) -> None:
    """Damage from a source with lifelink gives its controller that much life, whatever it is dealt to (CR 702.15b)."""
    beast = creature(scene, keywords=["lifelink"])
    bear = scene.put("Grizzly Bears", "B")
    scene.do(magic.DealDamage("B", 3, beast), magic.DealDamage(bear, 2, beast), magic.DealDamage("B", 4, bear))
    assert (scene.life("A"), scene.life("B")) == (25, 13)


def test_prevented_damage_gives_no_life_and_triggers_nothing(scene: Scene) -> None:
    """What is not dealt has no results: no life from lifelink, no trigger (CR 615.5, 120.3f)."""
    beast = creature(scene, triggered(on("deals damage"), GAIN), keywords=["lifelink"])
    bear = scene.put("Grizzly Bears", "B", counters={"shield": 1})
    assert gains(scene, magic.DealDamage(bear, 2, beast)) == 0


# --- attacking --------------------------------------------------------------------------------------------


def test_attackers_are_tapped_unless_vigilant(scene: Scene) -> None:
    """Creatures are tapped as they are declared as attackers; those with vigilance are not (CR 508.1f, 702.20b)."""
    bear, vigilant = scene.put("Grizzly Bears"), creature(scene, keywords=["vigilance"])
    scene.do(magic.Attack([bear, vigilant]))
    assert (bear.tapped, vigilant.tapped) == (True, False)


@pytest.mark.parametrize(
    ("options", "source", "rule"),
    [
        ({"tapped": True}, {}, "508.1a"),
        ({"sick": True}, {}, "302.6"),
        ({}, {"keywords": ["defender"]}, "702.3b"),
        ({}, {"type_line": "Artifact", "power": None, "toughness": None}, "508.1a"),
    ],
)
def test_what_cannot_attack(scene: Scene, options: dict[str, object], source: dict[str, object], rule: str) -> None:
    """Only untapped creatures that are not new and have no defender are declared as attackers (CR 508.1a)."""
    card = scene.card(**{"name": "Beast", "power": 2, "toughness": 2, **source})
    beast = scene.put(card, **options)
    facts = scene.do(magic.Attack(beast))
    assert scene.ignored(facts) == [rule]
    assert scene.count(facts, "Attacked") == 0


def test_each_attacker_triggers_and_attacking_triggers_once(scene: Scene) -> None:
    """An ability about a creature attacking triggers for each, one about a player attacking once (CR 508.3)."""
    scene.rule(triggered(on("player attacks", player="you"), does("gain_life", amount=10)))
    scene.rule(triggered(on("attacks", what=CREATURE), GAIN))
    bears = [scene.put("Grizzly Bears"), scene.put("Grizzly Bears")]
    assert gains(scene, magic.Attack(bears)) == 10 + 2


def test_an_effect_on_attackers_ends_with_the_combat(scene: Scene) -> None:
    """Attacking creatures are so until combat ends; effects look at that at every moment (CR 511.3, 611.3a)."""
    scene.rule(static({"change": "modify_power_toughness", "power": 3}, types=["Creature"], attacking=True))
    bears = [scene.put("Grizzly Bears") for _ in range(3)]
    scene.do(magic.BeginStep("declare attackers"))
    scene.do(magic.Attack(bears[:2]))
    assert [bear.power for bear in bears] == [5, 5, 2]
    scene.do(magic.BeginStep("end of combat"))
    assert bears[0].power == 5
    scene.do(magic.BeginStep("postcombat main"))
    assert [bear.power for bear in bears] == [2, 2, 2]
    assert scene.game.world.find(bears[0].id, Attacking) is None


def test_renown_comes_once(scene: Scene) -> None:
    """Combat damage to a player makes a creature renowned with counters, the first time alone (CR 702.112a)."""
    chaser = scene.put("Goblin Glory Chaser")
    assert "menace" not in chaser.keywords
    for _ in range(2):
        scene.do(magic.DealDamage("B", 1, chaser, combat=True))
        scene.flow()
        assert (chaser.power, "menace" in chaser.keywords) == (2, True)
