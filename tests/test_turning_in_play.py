"""Whole situations with double-faced and melded cards: their abilities, spells and what they forbid."""

from conftest import Scene
from situations import zone
from texts import activated, does, enters

import ecs_magic as magic

# --- turning over ----------------------------------------------------------------------------------------


def test_huntmaster_enters_turns_and_turns_back(scene: Scene) -> None:
    """Abilities about entering and about turning into a face trigger once for each such event (CR 701.27e)."""
    held = scene.put("Huntmaster of the Fells", zone="hand")
    scene.cast(held)
    scene.flow()
    assert scene.life() == 22
    for spells in (0, 2):
        scene.do(magic.BeginTurn("A"))
        for _ in range(spells):
            scene.cast("Grizzly Bears")
        scene.flow()
        scene.do(magic.BeginTurn("B"))
        scene.do(magic.BeginStep("upkeep"))
        scene.flow()
    assert (scene.life(), scene.life("B")) == (24, 18)
    assert zone(scene, "battlefield").count("Wolf Token") == 2


def test_an_ability_that_is_used_once_each_turn_stays_used_when_it_turns(scene: Scene) -> None:
    """A permanent that turned over and back is the same object: the limit still counts (CR 602.5b, 712.18)."""
    heir = scene.put("Heir of Falkenrath")
    for _ in range(2):
        scene.put("Forest", zone="hand")
    name = heir.abilities[0].name
    scene.do(magic.Activate(heir, name))
    scene.flow()
    assert heir.read("face") == "back"
    scene.do(magic.Transform(heir))
    assert scene.ignored(scene.do(magic.Activate(heir, name))) == ["602.5b"]


def test_a_copied_trigger_does_not_turn_it_back(scene: Scene) -> None:
    """The copy of a trigger turns the permanent; the original is ignored (CR 701.27f)."""
    delver = scene.put("Delver of Secrets")
    scene.put("Cloudshift", zone="library")
    scene.do(magic.BeginTurn("A"))
    scene.do(magic.BeginStep("upkeep"))
    scene.settle()
    (ability,) = scene.game.objects("stack")
    scene.do(magic.CopySpell(ability, "A"))
    assert "701.27f" in scene.ignored(scene.flow())
    assert delver.read("face") == "back"


def test_a_later_trigger_turns_it_back(scene: Scene) -> None:
    """An ability that was put on the stack after the permanent transformed transforms it again (CR 701.27f)."""
    turner = scene.put(
        scene.card(
            name="Turner",
            power=1,
            toughness=1,
            layout="transform",
            abilities=[activated({}, does("transform"), name="turn")],
            back={
                "name": "Turned",
                "type_line": "Creature — Thing",
                "power": 2,
                "toughness": 2,
                "abilities": [activated({}, does("transform"), name="turn")],
            },
        )
    )
    for face in ("back", "front"):
        scene.do(magic.Activate(turner, "turn"))
        scene.flow()
        assert turner.read("face") == face


def test_two_deaths_at_once_turn_her_once(scene: Scene) -> None:
    """The second trigger can't find the object that the first exiled and returned (CR 400.7, 603.6)."""
    scene.put("Liliana, Heretical Healer")
    bears = [scene.put("Grizzly Bears"), scene.put("Grizzly Bears")]
    scene.do(magic.Destroy(bears))
    scene.flow()
    assert zone(scene, "battlefield").count("Zombie Token") == 1


def test_a_spell_cast_with_flashback_that_moves_itself_is_not_held_in_exile(scene: Scene) -> None:
    """A card that its own spell put onto the battlefield is not exiled by flashback (CR 608.2n, 712.14a)."""
    origins = scene.put("Esper Origins", zone="graveyard")
    scene.do(magic.AddMana("A", "GGGG"))
    scene.cast(origins, how="flashback")
    scene.game.resolve()
    (saga,) = scene.game.objects("battlefield")
    assert (saga.read("face"), saga.counters, zone(scene, "exile")) == ("back", {"finality": 1, "lore": 1}, [])


# --- melding ---------------------------------------------------------------------------------------------


def test_a_meld_ability_whose_partner_left_in_response(scene: Scene) -> None:
    """The condition of a meld ability is looked at as it resolves; what paid for it stays paid (CR 701.42, 608.2c)."""
    land, garrison = scene.put("Hanweir Battlements"), scene.put("Hanweir Garrison")
    scene.do(magic.AddMana("A", "RRRRR"))
    name = land.abilities[-1].name
    scene.do(magic.Activate(land, name))
    scene.do(magic.Move(garrison, "hand"))
    scene.flow()
    assert (land.exists, land.tapped, zone(scene, "exile")) == (True, True, [])


def test_a_melded_permanent_enters_as_others_say(scene: Scene) -> None:
    """A melded permanent enters by the one door: effects on entering apply to it (CR 614.12, 712.14c)."""
    scene.rule(enters(what={"types": ["Creature"], "controller": "opponent"}, tapped=True), owner="B")
    assert scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade").tapped


def test_a_ban_ends_with_its_source(scene: Scene) -> None:
    """What keeps players from casting spells does so until its source leaves (CR 611.3b)."""
    host = scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade")
    held = scene.put("Grizzly Bears", "B", zone="hand")
    assert scene.ignored(scene.do(magic.Cast(held, free=True))) == ["101.2"]
    scene.do(magic.Destroy(host))
    assert scene.ignored(scene.do(magic.Cast(held, free=True))) == []


def test_the_mana_value_of_both_cards_counts_for_a_target(scene: Scene) -> None:
    """A melded permanent's mana value is that of both front faces, also for what may target it (CR 202.3c)."""
    host = scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade")
    kill = scene.put("Eliminate", zone="hand")
    assert scene.ignored(scene.do(magic.Cast(kill, targets=[host], free=True))) == ["115.1"]
    hidden = scene.put("Terastodon", face_down="manifest")
    assert scene.ignored(scene.do(magic.Cast(kill, targets=[hidden], free=True))) == []
