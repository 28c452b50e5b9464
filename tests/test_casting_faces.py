"""Casting by another face or face down: what the spell is and becomes (CR 702.146, 708.4, 712.11, 903.8)."""

import pytest
from conftest import Scene
from situations import zone
from texts import instead, static

import ecs_magic as magic


def ghost(scene: Scene) -> magic.CardDefinition:
    """Return a creature card with disturb whose back face is an Aura that goes to exile in place of a graveyard."""
    exiled = instead("moves") | {"into": "graveyard", "to": "exile", "name": "exiled"}
    grows = static({"change": "modify_power_toughness", "power": 1, "toughness": 1}, which="host")
    back = {
        "name": "Ghostly Grip",
        "type_line": "Enchantment — Aura",
        "color_indicator": ["W"],
        "keywords": ["Enchant creature"],
        "abilities": [exiled, grows],
    }
    return scene.card(name="Ghost", mana_cost="{W}", power=1, toughness=1, keywords=["Disturb {1}{W}"], back=back)


@pytest.mark.rule("C26", "C60")
@pytest.mark.parametrize("end", ["dies", "countered"])
def test_a_spell_cast_for_disturb_is_its_back_face(scene: Scene, end: str) -> None:
    """Spell and permanent have the back face up; the mana value is the front's (CR 702.146a-b, 712.8c)."""
    card = scene.put("Chaplain of Alms", zone="graveyard")
    scene.do(magic.AddMana("A", "WCCC"))
    scene.do(magic.Cast(card, how="disturb"))
    (cast,) = scene.game.objects("stack")
    assert (cast.name, cast.subtypes, cast.colors, cast.mana_value) == (
        "Chapel Shieldgeist",
        ("Spirit", "Cleric"),
        ("W",),
        1,
    )
    if end == "countered":
        scene.do(magic.Counter(cast))
    else:
        scene.flow()
        (spirit,) = scene.game.objects("battlefield")
        assert (spirit.name, spirit.power, "flying" in spirit.keywords) == ("Chapel Shieldgeist", 2, True)
        scene.do(magic.Destroy(spirit))
    assert (zone(scene, "exile"), zone(scene, "graveyard")) == (["Chaplain of Alms"], [])


@pytest.mark.rule("C60")
def test_an_aura_cast_for_disturb_has_a_target(scene: Scene) -> None:
    """An Aura spell needs a legal target; without one on resolution its own words exile it (CR 303.4a, 608.3b)."""
    card = scene.put(ghost(scene), zone="graveyard")
    scene.do(magic.AddMana("A", "WC"))
    assert scene.ignored(scene.do(magic.Cast(card, how="disturb"))) == ["601.2c"]
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Cast(card, how="disturb", targets=[bear]))
    scene.do(magic.Destroy(bear))
    scene.flow()
    assert (zone(scene, "exile"), zone(scene, "graveyard")) == (["Ghost"], ["Grizzly Bears"])


@pytest.mark.rule("C60")
def test_an_aura_cast_for_disturb_enters_attached(scene: Scene) -> None:
    """It enters with its back face up, attached to its target, and is exiled when that leaves (CR 303.4a, 704.5m)."""
    card, bear = scene.put(ghost(scene), zone="graveyard"), scene.put("Grizzly Bears")
    scene.do(magic.AddMana("A", "WC"))
    scene.do(magic.Cast(card, how="disturb", targets=[bear]))
    scene.flow()
    assert (bear.power, zone(scene, "battlefield")) == (3, ["Ghostly Grip", "Grizzly Bears"])
    scene.do(magic.Destroy(bear))
    scene.flow()
    assert (zone(scene, "exile"), zone(scene, "graveyard")) == (["Ghost"], ["Grizzly Bears"])


@pytest.mark.rule("F13")
def test_a_land_cast_face_down_is_no_land_play(scene: Scene) -> None:
    """A land card with morph that is cast face down is a creature spell, and turned up not played (CR 708.4, 305.1)."""
    city, cavern = scene.put("City of Traitors"), scene.put("Zoetic Cavern", zone="hand")
    scene.do(magic.AddMana("A", "CCC"))
    scene.do(magic.Cast(cavern, how="face_down"))
    assert [one.types for one in scene.game.objects("stack")] == [("Creature",)]
    scene.flow()
    (down,) = (one for one in scene.game.objects("battlefield") if one != city)
    assert (down.power, city.exists) == (2, True)
    scene.do(magic.TurnFaceUp(down))
    scene.flow()
    assert (down.name, down.types, city.exists) == ("Zoetic Cavern", ("Land",), True)
    scene.do(magic.PlayLand(scene.put("Forest", zone="hand")))
    scene.flow()
    assert not city.exists


@pytest.mark.rule("F01")
def test_a_card_that_is_face_down_as_a_land_turns_up(scene: Scene) -> None:
    """A card with morph may be turned up whatever effect made it face down, and as what (CR 702.37e, 708.7)."""
    card = scene.put("Monastery Flock", zone="graveyard")
    forest = magic.FaceDown(types=("Land",), subtypes=("Forest",), power=None, toughness=None)
    scene.do(magic.Move(card, "battlefield", face_down=forest))
    (down,) = card.became
    assert (down.types, down.subtypes, down.power, down.read("produces")) == (("Land",), ("Forest",), None, ("G",))
    scene.do(magic.TurnFaceUp(down))
    assert (down.name, down.power) == ("Monastery Flock", 0)


@pytest.mark.rule("C41")
@pytest.mark.parametrize("face", ["front", "back"])
def test_a_modal_commander_is_cast_by_either_face(scene: Scene, face: str) -> None:
    """Either face may be cast from the command zone, the tax added to its own cost (CR 712.11b, 903.8)."""
    card = scene.put("Esika, God of the Tree", zone="command", commander=True)
    for tax in (0, 2):
        scene.do(magic.AddMana("A", "WUBRGGG" + "C" * tax))
        before = len(scene.pool())
        scene.do(magic.Cast(card, face=face))
        assert before - len(scene.pool()) == (3 if face == "front" else 5) + tax
        scene.flow()
        (god,) = scene.game.objects("battlefield")
        assert god.name == ("Esika, God of the Tree" if face == "front" else "The Prismatic Bridge")
        scene.answering(command_zone=[["yes"]])
        scene.do(magic.Destroy(god))
        scene.flow()
        (card,) = scene.game.objects("command")
        assert card.name == "Esika, God of the Tree"


@pytest.mark.rule("C61")
def test_a_spell_cast_converted_has_its_back_face_up(scene: Scene) -> None:
    """It is cast for the other cost from wherever it may be cast, and enters with that face up (CR 702.162a)."""
    back = {"name": "Wagon", "type_line": "Artifact — Vehicle", "colors": ["R"], "power": 5, "toughness": 5}
    robot = scene.card(
        name="Robot",
        mana_cost="{6}",
        type_line="Artifact Creature — Robot",
        power=3,
        toughness=3,
        keywords=["More Than Meets the Eye {2}"],
        back=back,
    )
    buried, held = scene.put(robot, zone="graveyard"), scene.put(robot, zone="hand")
    scene.do(magic.AddMana("A", "CC"))
    assert scene.ignored(scene.do(magic.Cast(buried, how="more than meets the eye"))) == ["601.3"]
    scene.do(magic.Cast(held, how="converted"))
    (cast,) = scene.game.objects("stack")
    assert (cast.name, cast.colors, cast.mana_value, scene.pool()) == ("Wagon", ("R",), 6, "")
    scene.flow()
    (wagon,) = scene.game.objects("battlefield")
    assert (wagon.name, wagon.types) == ("Wagon", ("Artifact",))
    scene.do(magic.Convert(wagon))
    assert (wagon.name, wagon.power) == ("Robot", 3)


@pytest.mark.rule("C60", "C61")
@pytest.mark.parametrize("how", ["disturb", "more than meets the eye"])
def test_what_has_one_face_is_not_cast_with_its_back_up(scene: Scene, how: str) -> None:
    """An ability to cast it transformed is of no use to a card without another face (CR 712.11a)."""
    card = scene.put(scene.card(power=1, toughness=1, keywords=[f"{how} {{0}}"]), zone="hand")
    assert scene.ignored(scene.do(magic.Cast(card, how=how))) == ["712.11a"]


@pytest.mark.parametrize("keyword", ["ward", "equip", "cycling", "ninjutsu"])
def test_not_every_cost_is_one_to_cast_it_for(scene: Scene, keyword: str) -> None:
    """Only an alternative cost stands in for the mana cost (CR 118.9)."""
    card = scene.put(scene.card(mana_cost="{9}", power=1, toughness=1, keywords=[f"{keyword} {{0}}"]), zone="hand")
    assert scene.ignored(scene.do(magic.Cast(card, how=keyword))) == ["601.2b"]


FROM_THE_GRAVE = {"disturb": "Galedrifter", "flashback": "Esper Origins"}


@pytest.mark.parametrize("how", [*FROM_THE_GRAVE, "again"])
@pytest.mark.parametrize("free", [False, True])
def test_a_way_out_of_the_graveyard_is_no_way_out_of_the_hand(scene: Scene, how: str, free: bool) -> None:
    """An ability to cast a card from its graveyard works there alone (CR 702.34a, 702.146a)."""
    again = {"ability": "castable", "zone": "graveyard", "how": "again", "cost": "{1}"}
    revenant = scene.card(name="Revenant", mana_cost="{B}", power=2, toughness=1, abilities=[again])
    held = scene.put(FROM_THE_GRAVE.get(how, revenant), zone="hand")
    dead = scene.put(FROM_THE_GRAVE.get(how, revenant), zone="graveyard")
    scene.do(magic.AddMana("A", "UUUUGGGG"))
    refused = scene.ignored(scene.do(magic.Cast(held, how=how, free=free)))
    assert refused == ["601.2b" if how == "again" else "601.3"]
    assert scene.ignored(scene.do(magic.Cast(dead, how=how))) == []


@pytest.mark.parametrize("zone_", ["graveyard", "command"])
def test_an_ability_of_a_card_lets_its_owner_alone_cast_it(scene: Scene, zone_: str) -> None:
    """Your graveyard is meant, and a commander that you own (CR 702.146a, 903.8)."""
    card = scene.put("Galedrifter", zone=zone_, commander=True)
    how = "disturb" if zone_ == "graveyard" else ""
    for player in ("B", "A"):
        scene.do(magic.AddMana(player, "UUUUU"))
    assert scene.ignored(scene.do(magic.Cast(card, "B", how=how))) == ["601.3"]
    assert scene.ignored(scene.do(magic.Cast(card, "A", how=how))) == []
