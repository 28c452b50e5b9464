"""Activated abilities that keywords stand for, and those activated only as a sorcery (CR 602.5d, 702.6, 702.167)."""

import pytest
from conftest import Scene
from situations import zone
from texts import GAIN, activated, static

import ecs_magic as magic


def sword(scene: Scene, *keywords: str) -> magic.Object:
    """Put an Equipment that gives +1/+1."""
    grows = static({"change": "modify_power_toughness", "power": 1, "toughness": 1}, which="host")
    return scene.put(
        scene.card(name="Plain Sword", type_line="Artifact — Equipment", keywords=keywords, abilities=[grows])
    )


def thopter(scene: Scene) -> magic.CardDefinition:
    """Return an artifact creature card."""
    return scene.card(name="Thopter", type_line="Artifact Creature — Thopter", power=0, toughness=2)


def refused(scene: Scene, *requests: magic.Request) -> list[str]:
    """Return the rules by which requests are ignored."""
    return scene.ignored(scene.do(*requests))


def test_equip_attaches_to_a_creature_of_its_controller(scene: Scene) -> None:
    """Equip is an activated ability of the Equipment; it targets a creature you control (CR 702.6a)."""
    blade, bear = sword(scene, "Equip {2}"), scene.put("Grizzly Bears")
    other = scene.put("Grizzly Bears", owner="B")
    equip = magic.Activate(blade, "equip {2}", targets=[bear])
    assert refused(scene, equip) == ["118.3"]
    scene.do(magic.AddMana("A", "CC"))
    assert refused(scene, magic.Activate(blade, targets=[other])) == ["115.1"]
    assert refused(scene, equip) == []
    assert (bear.power, blade.attached_to, scene.pool()) == (2, None, "")
    scene.flow()
    assert (bear.power, blade.attached_to) == (3, bear.id)


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("Equip legendary creature {1}", [[], ["115.1"], ["115.1"]]),
        ("Equip Bear {1}", [["115.1"], [], ["115.1"]]),
        ("Equip commander {1}", [["115.1"], ["115.1"], []]),
    ],
)
def test_equip_may_want_a_quality_of_its_target(scene: Scene, words: str, rules: list[list[str]]) -> None:
    """The quality is one of the target alone (CR 702.6c)."""
    legend = scene.put(scene.card(name="Legend", type_line="Legendary Creature — Elf", power=1, toughness=1))
    scout = scene.put(scene.card(name="Scout", type_line="Creature — Elf", power=1, toughness=1), commander=True)
    blade = sword(scene, words)
    for creature, expected in zip((legend, scene.put("Grizzly Bears"), scout), rules, strict=True):
        scene.do(magic.AddMana("A", "C"))
        assert refused(scene, magic.Activate(blade, targets=[creature])) == expected
        scene.flow()


def test_fortify_attaches_to_a_land(scene: Scene) -> None:
    """Fortify is for lands what equip is for creatures (CR 702.67a)."""
    keep = scene.put(scene.card(name="Keep", type_line="Artifact — Fortification", keywords=["Fortify {0}"]))
    land, bear = scene.put("Forest"), scene.put("Grizzly Bears")
    assert refused(scene, magic.Activate(keep, targets=[bear])) == ["115.1"]
    assert refused(scene, magic.Activate(keep, targets=[land])) == []
    scene.flow()
    assert keep.attached_to == land.id


@pytest.mark.parametrize("word", ["EQUIP {0}", "equip"])
def test_what_a_keyword_stands_for_is_given_and_taken_with_it(scene: Scene, word: str) -> None:
    """An Equipment without its keyword can't be activated; the message names what can."""
    blade, bear = sword(scene), scene.put("Grizzly Bears")
    with pytest.raises(magic.InputError, match="can be activated"):
        scene.do(magic.Activate(blade, targets=[bear]))
    scene.rule(static({"change": "gain", "abilities": ["Equip {0}"]}, subtypes=["Equipment"]))
    assert refused(scene, magic.Activate(blade, word, targets=[bear])) == []
    with pytest.raises(magic.InputError, match="unequip") as error:
        scene.do(magic.Activate(blade, "unequip", targets=[bear]))
    assert "equip {0}" in error.value.suggestion


@pytest.mark.parametrize("by", ["keyword", "timing"])
def test_only_as_a_sorcery(scene: Scene, by: str) -> None:
    """It wants its player's main phase and an empty stack, once the game has begun a step (CR 307.5, 602.5d)."""
    bear = scene.put("Grizzly Bears")
    if by == "keyword":
        thing, targets = sword(scene, "Equip {0}"), [bear]
    else:
        thing, targets = (
            scene.put(scene.card(power=1, toughness=1, abilities=[activated({}, GAIN, timing="sorcery")])),
            [],
        )
    act = magic.Activate(thing, targets=targets)
    assert refused(scene, act) == []
    assert refused(scene, act) == ["602.5d"]
    scene.flow()
    for player, step, rules in (
        (None, "upkeep", ["602.5d"]),  # in the first turn, which nothing began
        (None, "precombat main", []),
        ("A", "upkeep", ["602.5d"]),
        ("A", "precombat main", []),
        ("A", "combat damage", ["602.5d"]),
        ("A", "postcombat main", []),
        ("B", "precombat main", ["602.5d"]),
    ):
        if player is not None:
            scene.do(magic.BeginTurn(player))
        scene.do(magic.BeginStep(step))
        assert refused(scene, act) == rules, (player, step)
        scene.flow()


def test_the_wrong_moment_is_told(scene: Scene) -> None:
    """What is activated only as a sorcery tells which moment it is instead (CR 602.5d)."""
    bear = scene.put("Grizzly Bears")
    act = magic.Activate(sword(scene, "Equip {0}"), targets=[bear])
    scene.do(act)
    assert scene.do(act)[-1].why.endswith("and the stack is not empty")
    scene.flow()
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.BeginStep("upkeep"))
    assert scene.do(act)[-1].why.endswith("and it is B's upkeep")


def test_what_is_there_and_not_activated_is_told(scene: Scene) -> None:
    """A keyword of which nothing is carried out is not said to be missing."""
    blade = sword(scene, "Equip creature with flying {1}")
    with pytest.raises(magic.InputError, match=r"what 'equip creature with flying .1.' of object") as error:
        scene.do(magic.Activate(blade, "equip"))
    assert error.value.suggestion == "it has none; what a keyword does can be written as an activated ability"


def locket(scene: Scene, words: str = "Craft with artifact {1}") -> magic.CardDefinition:
    """Return an artifact card with craft whose back face grows with the cards exiled for it."""
    grows = static(
        {"change": "set_power_toughness", "power": {"amount": "count", "of": {"which": "linked", "zone": "exile"}}},
        which="this",
    )
    back = {"name": "Open Locket", "type_line": "Artifact Creature — Golem", "power": 0, "toughness": 9}
    return scene.card(
        name="Locket", type_line="Artifact", keywords=[words], back=back | {"abilities": [grows], "colors": []}
    )


@pytest.mark.rule("C62")
@pytest.mark.parametrize("from_", ["battlefield", "graveyard"])
def test_craft_returns_the_card_transformed(scene: Scene, from_: str) -> None:
    """It is exiled with its materials as a cost and comes back under its owner's control (CR 702.167a-b)."""
    crafted = scene.put(locket(scene), owner="B", controller="A")
    scene.do(magic.AddMana("A", "CC"))
    scene.put("Grizzly Bears", zone="graveyard")
    scene.put(thopter(scene), owner="B", zone="graveyard")
    assert refused(scene, magic.Activate(crafted)) == ["118.3"]
    scene.put(thopter(scene), zone=from_)
    assert refused(scene, magic.Activate(crafted)) == []
    assert (zone(scene, "exile", "A"), zone(scene, "exile", "B")) == (["Thopter"], ["Locket"])
    scene.flow()
    (golem,) = (one for one in scene.game.objects("battlefield") if one.name == "Open Locket")
    assert (golem.controller, golem.power, zone(scene, "exile", "B")) == ("B", 1, [])


@pytest.mark.rule("C62")
def test_craft_with_several_materials(scene: Scene) -> None:
    """No permanent is material for itself, and none twice; the new permanent remembers all (CR 702.167c)."""
    crafted = scene.put(locket(scene, "Craft with two artifacts {0}"))
    scene.put(thopter(scene))
    assert refused(scene, magic.Activate(crafted)) == ["118.3"]
    scene.put(thopter(scene), zone="graveyard")
    assert refused(scene, magic.Activate(crafted)) == []
    scene.flow()
    assert [(one.name, one.power) for one in scene.game.objects("battlefield")] == [("Open Locket", 2)]


@pytest.mark.rule("C62")
@pytest.mark.parametrize(
    ("words", "answers", "exiled"),
    [
        ("Craft with one or more {0}", [], 3),
        ("Craft with one or more {0}", [1, "none"], 1),
        ("Craft with two or more artifacts {0}", [], 2),
        ("Craft with an artifact {0}", [0, 1], 1),
    ],
)
def test_craft_with_as_many_materials_as_one_likes(
    scene: Scene, words: str, answers: list[int | str], exiled: int
) -> None:
    """The player goes on until they stop, or nothing is left, but not with what takes one (CR 702.167a)."""
    crafted = scene.put(locket(scene, words))
    cards = [scene.put(one, zone="graveyard") for one in (thopter(scene), thopter(scene), "Grizzly Bears")]
    scene.answering(cost=[[cards[one].id if isinstance(one, int) else one] for one in answers])
    scene.do(magic.Activate(crafted))
    assert len(zone(scene, "exile")) == exiled + 1
    if answers:
        assert not cards[int(answers[0])].exists


@pytest.mark.rule("C62")
def test_a_single_faced_card_crafted_stays_in_exile(scene: Scene) -> None:
    """What has no back face can't enter transformed (CR 701.27, 712.14a)."""
    scene.rule(static({"change": "gain", "abilities": ["Craft with artifact {0}"]}, types=["Creature"]))
    bear = scene.put("Grizzly Bears")
    scene.put(thopter(scene), zone="graveyard")
    assert refused(scene, magic.Activate(bear)) == []
    scene.flow()
    assert sorted(zone(scene, "exile")) == ["Grizzly Bears", "Thopter"]
