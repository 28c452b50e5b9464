"""Sieges that are defeated, and spells cast while something resolves (CR 310.12b, 608.2g)."""

import pytest
from conftest import Scene
from situations import zone
from texts import activated, does, spell, static

import ecs_magic as magic


@pytest.mark.rule("C63")
@pytest.mark.parametrize("how", ["damage", "removed"])
def test_a_siege_that_is_defeated_is_cast_transformed(scene: Scene, how: str) -> None:
    """Once its last defense counter is removed a Siege is exiled and may be cast by its back face (CR 310.12b)."""
    siege = scene.put("Invasion of Dominaria", "B")
    scene.do(magic.GainControl(siege, "A"))
    scene.do(magic.DealDamage(siege, 4))
    scene.flow()
    assert siege.exists
    scene.do(magic.DealDamage(siege, 1) if how == "damage" else magic.RemoveCounters(siege, "defense", 1))
    scene.settle()
    assert siege.exists
    scene.game.resolve()
    (cast,) = scene.game.objects("stack")
    assert (cast.name, cast.types, cast.mana_value) == ("Serra Faithkeeper", ("Creature",), 3)
    scene.flow()
    (angel,) = scene.game.objects("battlefield")
    assert (angel.name, angel.controller, angel.read("owner"), angel.read("face")) == (
        "Serra Faithkeeper",
        "A",
        "B",
        "back",
    )


@pytest.mark.rule("C63")
def test_a_siege_whose_controller_declines_stays_in_exile(scene: Scene) -> None:
    """Casting it is left to its controller (CR 310.12b)."""
    siege = scene.put("Invasion of Dominaria")
    scene.answering(may=[["no"]])
    scene.do(magic.RemoveCounters(siege, "defense", 5))
    scene.flow()
    assert zone(scene, "exile") == ["Invasion of Dominaria"]


@pytest.mark.rule("C63")
def test_the_back_face_of_a_siege_may_be_a_sorcery(scene: Scene) -> None:
    """What is cast is a spell of the back face, whatever kind it is (CR 310.12b, 712.11c)."""
    siege = scene.put("Invasion of Kylem")
    scene.do(magic.RemoveCounters(siege, "defense", 5))
    scene.settle()
    scene.game.resolve()
    assert [one.types for one in scene.game.objects("stack")] == [("Sorcery",)]
    scene.flow()
    assert zone(scene, "graveyard") == ["Invasion of Kylem"]


@pytest.mark.rule("C63")
def test_a_token_copy_of_a_siege_is_exiled_and_no_more(scene: Scene) -> None:
    """A token can't be cast: it is exiled, nobody is asked, and it ceases to exist (CR 310.12b, 111.8)."""
    siege = scene.put("Invasion of Belenon")
    scene.do(magic.CreateTokenCopy(siege, "A"))
    token = scene.game.objects("battlefield")[-1]
    scene.do(magic.RemoveCounters(token, "defense", 5))
    facts = scene.flow()
    assert [fact.record()["to"].value for fact in facts if fact.name == "TokenPut"] == ["exile"]
    assert (scene.count(facts, "CeasedToExist"), scene.ignored(facts)) == (1, [])
    assert not any(fact.record()["ask"] == "may" for fact in facts if fact.name == "DecisionMade")


@pytest.mark.rule("C63")
def test_what_copies_a_siege_is_exiled_and_has_no_back_face_to_be_cast_by(scene: Scene) -> None:
    """A single-faced card that was a copy of a Siege stays in exile (CR 310.12b, 712.11b)."""
    siege, bear = scene.put("Invasion of Dominaria"), scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(bear, siege))
    scene.do(magic.AddCounters(bear, "defense", 1))
    scene.do(magic.RemoveCounters(bear, "defense", 1))
    facts = scene.flow()
    assert (zone(scene, "exile"), scene.ignored(facts)) == (["Grizzly Bears"], ["712.11b"])


@pytest.mark.rule("F12")
@pytest.mark.parametrize(
    ("card", "there", "power"), [("Giant Growth", "graveyard", 9), ("Grizzly Bears", "battlefield", 6)]
)
def test_what_is_done_if_it_cannot_be_turned_up(scene: Scene, card: str, there: str, power: int) -> None:
    """An instant that is revealed was not turned up: what is to be done if you can't is done (CR 701.58g, 608.2g)."""
    wurm, held = scene.put("Craw Wurm"), scene.put(card, zone="library")
    scene.do(magic.Move(held, "battlefield", face_down=magic.FaceDown(cause="cloak")))
    (down,) = held.became
    instead = does("if", when=[{"done": False}], then=[does("move", to="exile"), does("may", then=[does("cast")])])
    turn = activated({}, does("turn_face_up"), instead, name="turn")
    scene.rule(static({"change": "gain", "abilities": [turn]}, face_down=True))
    scene.do(magic.Activate(down, "turn"))
    scene.flow()
    assert (card in zone(scene, there), wurm.power, zone(scene, "exile")) == (True, power, [])


@pytest.mark.parametrize(
    ("card", "rules", "there"), [("Grizzly Bears", [], "battlefield"), ("Forest", ["305.9"], "graveyard")]
)
def test_a_card_of_another_player_may_be_cast_as_a_spell_resolves(
    scene: Scene, card: str, rules: list[str], there: str
) -> None:
    """Who may cast a card while something resolves controls the spell; a land is not cast (CR 608.2g, 305.9)."""
    held = scene.put(card, "B", zone="graveyard")
    text = spell(does("cast", what="target"), targets=[{"of": {"zone": "graveyard"}}])
    scene.cast(scene.card(name="Wake", type_line="Sorcery", abilities=[text]), held)
    facts = scene.flow()
    assert scene.ignored(facts) == rules
    assert card in zone(scene, there, "B")
    assert [one.controller for one in scene.game.objects("battlefield")] == (["A"] if not rules else [])
