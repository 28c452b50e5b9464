"""Shipped cards that do by their own abilities what situations with them need."""

import pytest
from conftest import Scene
from texts import static

import ecs_magic as magic


def equipped(scene: Scene, commander: object = None) -> tuple[magic.Object, magic.Object]:
    """Put a creature with Commander's Plate onto the table, and a commander into the command zone."""
    if commander is not None:
        scene.put(commander, zone="command", commander=True)
    bear, plate = scene.put("Grizzly Bears"), scene.put("Commander's Plate")
    scene.do(magic.Attach(plate, bear))
    return bear, plate


def protections(permanent: magic.Object) -> list[str]:
    """Return from which colours something is protected."""
    return [one.removeprefix("protection from ") for one in permanent.keywords if one.startswith("protection")]


# --- colour identity -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("commander", "expected"),
    [
        (None, []),
        ("Bruna, the Fading Light", ["blue", "black", "red", "green"]),
        ("Otrimi, the Ever-Playful", ["white", "red"]),
        ("Esika, God of the Tree", []),
    ],
)
def test_protection_from_colours_outside_the_identity(scene: Scene, commander: str | None, expected: list[str]) -> None:
    """Without a commander the identity is undefined, and nothing is outside it; the bonus is had (CR 903.4f)."""
    bear, _ = equipped(scene, commander)
    assert (protections(bear), bear.power) == (expected, 5)


def test_a_colourless_commander_leaves_every_colour_outside(scene: Scene) -> None:
    """A commander without colours has an identity of none (CR 903.4)."""
    bear, _ = equipped(scene, scene.card(name="Golem", type_line="Legendary Artifact Creature — Golem", power=1))
    assert protections(bear) == ["white", "blue", "black", "red", "green"]


def test_it_is_the_identity_of_who_controls_the_equipment(scene: Scene) -> None:
    """The commanders are those of the player who controls the effect's source (CR 109.5)."""
    scene.put("Wort, the Raidmother", "B", zone="graveyard", commander=True)
    bear, plate = equipped(scene, "Bruna, the Fading Light")
    scene.do(magic.GainControl(plate, "B"))
    assert protections(bear) == ["white", "blue", "black"]
    murder, swords = scene.put("Murder", zone="hand"), scene.put("Act of Treason", zone="hand")
    assert scene.ignored(scene.do(magic.Cast(murder, targets=[bear], free=True))) == ["702.16b"]
    assert scene.ignored(scene.do(magic.Cast(swords, targets=[bear], free=True))) == []


@pytest.mark.rule("L18")
def test_a_melded_commander_keeps_its_identity(scene: Scene) -> None:
    """The identity is that of the card, also while it is half of a melded permanent (CR 903.3c, 903.4)."""
    bear, _ = equipped(scene)
    pair = [scene.put("Bruna, the Fading Light", commander=True), scene.put("Gisela, the Broken Blade")]
    scene.do(magic.Meld(pair))
    assert protections(bear) == ["blue", "black", "red", "green"]


# --- mana ------------------------------------------------------------------------------------------------


@pytest.mark.rule("K04", "K06")
def test_a_stone_that_copies_lands_under_a_chosen_colour(scene: Scene) -> None:
    """What lands could produce is what they would make of it; colourless mana is no colour (CR 106.7)."""
    stone, hall = scene.put("Fellwar Stone"), scene.put("Hall of Gemstone")
    island, cavern = scene.put("Island", "B"), scene.put("Zoetic Cavern", "B")
    assert stone.read("produces") == ("U",)
    for color, letter, player in (("red", "R", "B"), ("green", "G", "A")):
        scene.answering(color=[[color]])
        scene.do(magic.BeginTurn(player))
        scene.do(magic.BeginStep("upkeep"))
        facts = scene.flow()
        asked = [fact.record() for fact in facts if fact.name == "DecisionMade" and fact.record()["ask"] == "color"]
        assert [one["player"] for one in asked] == ["AB".index(player)]
        assert [one.read("produces") for one in (stone, island, cavern)] == [(letter,), (letter,), ("C",)]
    scene.do(magic.Activate(island, 0))
    assert scene.pool("B") == "G"
    scene.do(magic.Destroy(hall))
    assert stone.read("produces") == ("U",)


# --- creatures -------------------------------------------------------------------------------------------


@pytest.mark.rule("E42")
def test_a_land_that_wakes_keeps_its_mana(scene: Scene) -> None:
    """A land that becomes a creature and is still a land keeps its abilities, beside those it gets (CR 205.1b)."""
    pool = scene.put("Spawning Pool")
    scene.do(magic.AddMana("A", "BBB"))
    scene.do(magic.Activate(pool, "wakes as a regenerating black Skeleton"))
    scene.flow()
    assert (pool.types, pool.subtypes, pool.colors, pool.power) == (("Land", "Creature"), ("Skeleton",), ("B",), 1)
    assert pool.read("produces") == ("B",)
    scene.do(magic.Activate(pool, "regenerates"))
    scene.flow()
    scene.do(magic.Destroy(pool))
    assert (pool.exists, pool.tapped) == (True, True)
    scene.do(magic.BeginStep("cleanup"))
    assert (pool.types, pool.colors, pool.power, len(pool.abilities)) == (("Land",), (), None, 3)


@pytest.mark.rule("E14")
def test_a_creature_that_an_equipment_makes_a_sliver_has_what_slivers_have(scene: Scene) -> None:
    """A type given in layer 4 counts for an ability that is given in layer 6 (CR 613.1d, 613.1f)."""
    scene.put("Tempered Sliver")
    token = scene.token()
    every = {"change": "add_types", "every_creature_type": True}
    text = static({"change": "modify_power_toughness", "power": 3, "toughness": 0}, every, which="host")
    helm = scene.put(scene.card(name="Helm", type_line="Artifact — Equipment", abilities=[text]))
    hit = magic.DealDamage("B", 2, source=token, combat=True)
    scene.do(hit)
    scene.flow()
    assert token.counters == {}
    scene.do(magic.Attach(helm, token))
    scene.do(hit)
    scene.flow()
    assert token.counters == {"+1/+1": 1}


@pytest.mark.rule("C48")
def test_a_spirit_that_turns_into_an_aura_seizes_a_creature(scene: Scene) -> None:
    """A creature that turns into an Aura keeps its counters, and what it enchants changes sides (CR 712.18, 613.1b)."""
    seizer, wurm = scene.put("Soul Seizer", counters={"+1/+1": 1}), scene.put("Craw Wurm", "B")
    scene.do(magic.DealDamage("B", 2, source=seizer, combat=True))
    scene.flow()
    assert (seizer.name, seizer.types, seizer.counters) == ("Ghastly Haunting", ("Enchantment",), {"+1/+1": 1})
    assert (wurm.controller, wurm.power, wurm.toughness) == ("A", 6, 4)
    scene.do(magic.Destroy(seizer))
    assert (wurm.controller, [one.name for one in scene.game.objects("graveyard")]) == ("B", ["Soul Seizer"])


@pytest.mark.rule("C48")
def test_an_equipment_that_turns_into_a_demon_lets_go(scene: Scene) -> None:
    """An Equipment that turns into a creature is unattached, by itself or as a state-based action (CR 301.5c)."""
    for first in (True, False):
        elbrus, bear = scene.put("Elbrus, the Binding Blade"), scene.put("Grizzly Bears")
        scene.do(magic.Attach(elbrus, bear))
        assert bear.power == 3
        if first:
            scene.do(magic.Detach(elbrus))
        scene.do(magic.Transform(elbrus))
        scene.settle()
        assert (elbrus.power, elbrus.toughness, elbrus.read("attached_to"), bear.power) == (13, 13, None, 2)
        scene.do(magic.Exile(elbrus))
