"""Auras that enter without a target, and Auras on players (CR 303.4, 712.20)."""

import pytest
from conftest import Scene
from situations import zone
from test_layer_cards import enchant
from texts import enters

import ecs_magic as magic


def seats(scene: Scene) -> tuple[int, ...]:
    """Return the entities of the players."""
    return scene.game.world.player_entities


# --- entering --------------------------------------------------------------------------------------------


def test_who_puts_an_aura_onto_the_battlefield_chooses_what_it_enchants(scene: Scene) -> None:
    """An Aura that is not cast is attached to what its controller chooses as it enters, with no target (CR 303.4f)."""
    bear, wurm = scene.put("Grizzly Bears"), scene.put("Craw Wurm", "B")
    magic_ = enchant(scene, "Control Magic", bear)
    (card,) = scene.do(magic.Exile(magic_)) and magic_.became
    scene.answering(enchant=[[wurm.id]])
    facts = scene.do(magic.Move(card, "battlefield"))
    assert [fact.record()["options"] for fact in facts if fact.name == "DecisionMade"] == [(bear.id, wurm.id)]
    scene.settle()
    assert (wurm.controller, card.became[0].read("attached_to")) == ("A", wurm.id)


@pytest.mark.parametrize("where", ["graveyard", "hand"])
def test_an_aura_with_nothing_to_enchant_stays_where_it_is(scene: Scene, where: str) -> None:
    """An Aura that could enchant nothing does not leave its zone; a token of it is not created (CR 303.4g)."""
    card = scene.put("Lignify", zone=where)
    scene.put("Forest")
    assert scene.ignored(scene.do(magic.Move(card, "battlefield"))) == ["303.4g"]
    assert scene.ignored(scene.do(magic.CreateTokenCopy("Lignify", "A"))) == ["303.4g"]
    assert (zone(scene, where), zone(scene, "battlefield")) == (["Lignify"], ["Forest"])


def test_what_enters_as_a_copy_of_an_aura_chooses_what_it_enchants(scene: Scene) -> None:
    """What would be an Aura on the battlefield is asked for a host; it is no Aura on the stack (CR 303.4f, 614.12)."""
    bear, wurm = scene.put("Grizzly Bears"), scene.put("Craw Wurm", "B")
    aura = enchant(scene, "Lignify", bear)
    scene.answering(copy=[[aura.id]], enchant=[[wurm.id]])
    copier = scene.card(
        name="Copier",
        type_line="Enchantment",
        mana_cost="{2}",
        abilities=[enters(copy_of={"of": {"any_types": ["Enchantment"]}})],
    )
    scene.cast(copier)
    scene.flow()
    assert (wurm.subtypes, wurm.power) == (("Treefolk",), 0)


def test_an_aura_that_enters_face_down_enchants_nothing(scene: Scene) -> None:
    """A face-down permanent is no Aura, whatever its card is (CR 708.2a)."""
    card = scene.put("Lignify", zone="library")
    facts = scene.do(magic.Move(card, "battlefield", face_down=magic.FaceDown(cause="manifest")))
    (down,) = card.became
    assert (down.power, scene.ignored(facts)) == (2, [])


def test_the_face_that_enters_says_what_is_enchanted(scene: Scene) -> None:
    """A card put onto the battlefield transformed is the Aura that its back face is (CR 712.14a, 303.4f)."""
    wurm = scene.put("Craw Wurm", "B")
    card = scene.put("Soul Seizer", zone="graveyard")
    scene.do(magic.Move(card, "battlefield", face="back"))
    assert (card.became[0].name, wurm.controller) == ("Ghastly Haunting", "A")


# --- players ---------------------------------------------------------------------------------------------


@pytest.mark.rule("C50")
def test_what_turns_into_an_aura_is_attached_while_it_turns(scene: Scene) -> None:
    """A creature that turns into an Aura on a player is attached at once and does not die (CR 712.20, 704.5m)."""
    curse = scene.put("Curse of Leeches", face="back")
    scene.answering(enchant=[[seats(scene)[1]]])
    facts = scene.do(magic.SetDayNight("day"))
    assert [fact.record()["options"] for fact in facts if fact.name == "DecisionMade"] == [seats(scene)]
    scene.settle()
    assert (curse.name, curse.exists, curse.read("attached_to")) == ("Curse of Leeches", True, seats(scene)[1])
    scene.do(magic.SetDayNight("night"))
    scene.settle()
    assert (curse.name, curse.read("attached_to")) == ("Leeching Lurker", None)


def test_the_upkeep_of_the_enchanted_player(scene: Scene) -> None:
    """An ability about the enchanted player's upkeep triggers in no other (CR 303.4e, 603.2)."""
    scene.cast("Curse of Leeches", "B")
    scene.flow()
    for player, times, lives in (("A", 0, (20, 20)), ("B", 1, (21, 19))):
        scene.do(magic.BeginTurn(player))
        facts = scene.do(magic.BeginStep("upkeep"))
        scene.flow()
        assert scene.count(facts, "AbilityTriggered") == times
        assert (scene.life("A"), scene.life("B")) == lives
        scene.cast("Grizzly Bears", owner=player)  # it stays day
        scene.flow()


@pytest.mark.parametrize(("words", "who", "rule"), [("player", "A", []), ("opponent", "A", ["303.4j"])])
def test_which_players_an_aura_may_be_moved_to(scene: Scene, words: str, who: str, rule: list[str]) -> None:
    """An Aura on a player may be attached to another that it could enchant, and to no permanent (CR 303.4j, 702.5)."""
    bear = scene.put("Grizzly Bears")
    card = scene.card(name="Curse", type_line="Enchantment — Aura", mana_cost="{B}", keywords=[f"Enchant {words}"])
    scene.cast(card, "B")
    scene.flow()
    (curse,) = (one for one in scene.game.objects("battlefield") if one.name == "Curse")
    assert scene.ignored(scene.do(magic.Attach(curse, bear))) == ["303.4j"]
    assert scene.ignored(scene.do(magic.Attach(curse, who))) == rule
    assert curse.read("attached_to") == seats(scene)[0 if not rule else 1]


def test_an_aura_goes_when_its_player_is_no_opponent_any_more(scene: Scene) -> None:
    """An Aura that could not enchant its player any more is put into the graveyard (CR 704.5m)."""
    card = scene.card(name="Curse", type_line="Enchantment — Aura", mana_cost="{B}", keywords=["Enchant opponent"])
    scene.cast(card, "B")
    scene.flow()
    (curse,) = scene.game.objects("battlefield")
    scene.do(magic.GainControl(curse, "B"))
    scene.settle()
    assert zone(scene, "graveyard") == ["Curse"]


def test_a_card_that_does_not_enchant_players_is_kept_from_them(scene: Scene) -> None:
    """Neither an Equipment nor an Aura on creatures is attached to a player (CR 301.5, 303.4j)."""
    bear = scene.put("Grizzly Bears")
    aura, sword = enchant(scene, "Lignify", bear), scene.put("Short Sword")
    assert scene.ignored(scene.do(magic.Attach(aura, "B"))) == ["303.4j"]
    assert scene.ignored(scene.do(magic.Attach(sword, "B"))) == ["701.3b"]
