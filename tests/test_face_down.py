"""Face-down spells and permanents, and turning them face up (CR 708, 712.15-16, 701.40, 701.58)."""

from typing import Any

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import ModifyPowerToughness
from ecs_magic.selectors import Selector
from ecs_magic.views import Hidden

VERBS = [pytest.param(magic.Transform, id="transform"), pytest.param(magic.Convert, id="convert")]
NOTHING_LISTED = {
    "name": "",
    "mana_cost": "",
    "mana_value": 0,
    "colors": (),
    "color_indicator": (),
    "supertypes": (),
    "types": ("Creature",),
    "subtypes": (),
    "abilities": (),
    "power": 2,
    "toughness": 2,
    "loyalty": None,
    "defense": None,
}
"""A face-down object with no listed characteristics (CR 708.2a)."""


def reads(thing: magic.Object, names: object = NOTHING_LISTED) -> dict[str, object]:
    """Return the readings of these names."""
    return {name: thing.read(name) for name in names}  # type: ignore[attr-defined]


def entered(old: magic.Object) -> magic.Object:
    """Return the one thing that an object became."""
    (new,) = old.became
    return new


def setter(scene: Scene, size: int, **source: object) -> magic.CardDefinition:
    """Define a creature whose static ability makes every other creature `size`/`size`."""
    change = {"change": "set_power_toughness", "power": size, "toughness": size}
    effect = {"changes": [change], "affects": {"which": "other", "types": ["Creature"]}}
    static = {"ability": "static", "name": f"others are {size}/{size}", "effect": effect}
    return scene.card(**{"name": f"Setter {size}", "power": 3, "toughness": 3, "abilities": [static], **source})


def revealed(facts: list[magic.Fact]) -> list[int]:
    """Return the cards that were revealed."""
    return [fact.record()["card"] for fact in facts if fact.name == "Revealed"]


# --- what a face-down object is --------------------------------------------------------------------------


@pytest.mark.rule("F01")
@pytest.mark.parametrize("cause", ["effect", "morph", "megamorph", "manifest", "manifest dread"])
@pytest.mark.parametrize("card", ["Pine Walker", "Giant Growth", "Zoetic Cavern", "Teferi, Master of Time"])
def test_face_down_is_a_plain_creature(scene: Scene, cause: str, card: str) -> None:
    """A face-down permanent with nothing else listed is a nameless, colourless 2/2 creature of no text (CR 708.2a)."""
    thing = scene.put(card, face_down=cause)
    assert reads(thing) == NOTHING_LISTED
    assert thing.read("face_down")


def test_a_card_is_placed_face_down_by_cause_by_values_or_simply_so(scene: Scene) -> None:
    """What may be said of a face-down object in a file may be said in Python; anything else is refused (CR 708.2a)."""
    for said in (True, "effect", magic.FaceDown()):
        assert reads(scene.put("Pine Walker", face_down=said)) == NOTHING_LISTED
    assert not scene.put("Pine Walker", face_down=False).read("face_down")
    wrong: Any = 2
    with pytest.raises(magic.InputError, match="no way to be face down"):
        scene.put("Pine Walker", face_down=wrong)
    with pytest.raises(magic.InputError, match="morph"):
        scene.put("Pine Walker", face_down="morf")


@pytest.mark.rule("F01", "F12")
@pytest.mark.parametrize("cause", ["cloak", "disguise"])
def test_cloak_and_disguise_list_ward(scene: Scene, cause: str) -> None:
    """A cloaked or disguised permanent is a face-down 2/2 creature with ward {2} (CR 701.58a, 702.168a)."""
    thing = scene.put("Pine Walker", face_down=cause)
    assert [ability.name for ability in thing.abilities] == ["ward {2}"]
    assert reads(thing) == {**NOTHING_LISTED, "abilities": thing.abilities}


@pytest.mark.rule("F01")
def test_an_effect_may_list_other_characteristics(scene: Scene) -> None:
    """A face-down permanent has just what the effect lists for it, such as being a Forest land (CR 708.2)."""
    bears = scene.put("Grizzly Bears")
    scene.do(magic.TurnFaceDown(bears, magic.FaceDown(types=("Land",), subtypes=("Forest",))))
    assert (bears.name, bears.types, bears.subtypes) == ("", ("Land",), ("Forest",))
    assert (bears.power, bears.toughness, bears.read("produces")) == (None, None, ("G",))


@pytest.mark.rule("F01")
def test_turning_down_takes_types_and_supertypes(scene: Scene) -> None:
    """A legendary artifact creature turned face down is only a creature, without supertype or subtype (CR 708.2a)."""
    golem = scene.put("Bosh, Iron Golem")
    facts = scene.do(magic.TurnFaceDown(golem))
    assert [fact.name for fact in facts] == ["TurnedFaceDown"]
    assert reads(golem) == NOTHING_LISTED


@pytest.mark.rule("F01")
def test_the_hidden_mana_value_does_not_count(scene: Scene) -> None:
    """A face-down creature has mana value 0, whatever its card's is (CR 708.2a, 202.3a)."""
    walker, down = scene.put("Terastodon"), scene.put("Terastodon", face_down="manifest")
    small = magic.Effect((ModifyPowerToughness(1, 1),), Selector(max_mana_value=2))
    scene.do(magic.AddEffect(small))
    assert (walker.mana_value, walker.power, down.mana_value, down.power) == (8, 9, 0, 3)


@pytest.mark.rule("F01", "F11", "H01")
def test_counters_add_to_a_face_down_creature(scene: Scene) -> None:
    """An instant card face down with two +1/+1 counters is a nameless 4/4 creature (CR 701.40a, 122.1a)."""
    card = scene.put("Giant Growth", zone="library")
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face_down=magic.FaceDown("manifest")))
    down = entered(card)
    scene.do(magic.AddCounters(down, "+1/+1", 2))
    assert (down.name, down.types, down.power, down.toughness) == ("", ("Creature",), 4, 4)


@pytest.mark.rule("F01")
def test_face_down_is_a_status_without_a_source(scene: Scene) -> None:
    """What turned creatures face down may leave: they stay face-down 2/2 creatures (CR 110.5, 708.2)."""
    ixidron, bears = scene.put("Ixidron"), scene.put("Craw Wurm")
    scene.do(magic.TurnFaceDown(bears))
    scene.do(magic.Destroy(ixidron))
    assert reads(bears) == NOTHING_LISTED


@pytest.mark.rule("F02")
def test_face_down_permanents_are_not_turned_down_again(scene: Scene) -> None:
    """An effect that would turn a face-down permanent face down does nothing, whatever it lists (CR 708.2b)."""
    thing = scene.put("Pine Walker", face_down="cloak")
    facts = scene.do(magic.TurnFaceDown(thing, magic.FaceDown(types=("Land",), subtypes=("Forest",))))
    assert (scene.ignored(facts), scene.count(facts, "TurnedFaceDown")) == (["708.2b"], 0)
    assert (thing.types, thing.subtypes, thing.keywords) == (("Creature",), (), ("ward {2}",))


# --- entering face down ----------------------------------------------------------------------------------


@pytest.mark.rule("F03")
@pytest.mark.parametrize(
    ("card", "usual"),
    [
        ("Skyshroud Behemoth", (True, {"fade": 2})),
        ("Thing in the Ice", (False, {"ice": 4})),
        ("Teferi, Master of Time", (False, {"loyalty": 3})),
    ],
)
def test_own_entering_abilities_do_not_apply_face_down(
    scene: Scene, card: str, usual: tuple[bool, dict[str, int]]
) -> None:
    """What enters face down is turned down before: nothing of its own entering applies (CR 708.3)."""
    plain, hidden = scene.put(card, zone="hand"), scene.put(card, "B", zone="hand")
    scene.do(magic.Move(plain, magic.Zone.BATTLEFIELD))
    facts = scene.do(magic.Move(hidden, magic.Zone.BATTLEFIELD, face_down=magic.FaceDown("manifest")))
    assert (entered(plain).tapped, entered(plain).counters) == usual
    assert (entered(hidden).tapped, entered(hidden).counters) == (False, {})
    assert [fact.name for fact in facts] == ["PermanentEntered"]
    assert reads(entered(hidden)) == NOTHING_LISTED


@pytest.mark.rule("F04")
def test_a_face_down_spell_becomes_a_face_down_permanent(scene: Scene) -> None:
    """A spell cast face down is a 2/2 creature spell of mana value 0, and its permanent is face down (CR 708.4)."""
    card = scene.put("Pine Walker", zone="hand")
    scene.do(magic.Move(card, magic.Zone.STACK, face_down=magic.FaceDown("morph")))
    spell = entered(card)
    assert (spell.zone, reads(spell)) == ("stack", NOTHING_LISTED)
    facts = scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    assert reads(entered(spell)) == NOTHING_LISTED
    assert (entered(spell).read("face_down"), revealed(facts)) == (True, [])


@pytest.mark.rule("F04")
def test_ward_of_a_disguised_spell_goes_on(scene: Scene) -> None:
    """A spell cast face down by disguise has ward {2}, as has the permanent it becomes (CR 702.168a, 708.4)."""
    spell = scene.put("Pine Walker", zone="stack", face_down="disguise")
    assert spell.keywords == ("ward {2}",)
    scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    assert entered(spell).keywords == ("ward {2}",)


# --- who may look ----------------------------------------------------------------------------------------


@pytest.mark.rule("F05")
@pytest.mark.parametrize("zone", ["battlefield", "stack"])
def test_only_the_controller_looks(scene: Scene, zone: str) -> None:
    """A player may look at face-down spells and permanents they control, and at no others (CR 708.5)."""
    scene.put("Pine Walker", "A", zone=zone, controller="B", face_down="morph")
    (own,) = scene.game.view("B").zones[zone]
    (others,) = scene.game.view("A").zones[zone]
    assert own.cards == ("Pine Walker",)
    assert others.cards == ()
    assert "Pine Walker" not in repr(scene.game.view("A"))
    assert others.reads["power"] == 2


@pytest.mark.rule("F05")
def test_whoever_gains_control_looks(scene: Scene) -> None:
    """Looking at a face-down permanent goes with its control, not with its owner (CR 708.5)."""
    down = scene.put("Pine Walker", face_down="morph")
    scene.do(magic.GainControl(down, "B"))
    assert scene.game.view("A").zones["battlefield"][0].cards == ()
    assert scene.game.view("B").zones["battlefield"][0].cards == ("Pine Walker",)


@pytest.mark.rule("F05")
@pytest.mark.parametrize("player", ["A", "B"])
def test_nobody_looks_at_cards_exiled_face_down(scene: Scene, player: str) -> None:
    """A card exiled face down is hidden from every player, and has no characteristics (CR 708.5, 406.3a)."""
    card = scene.put("Pine Walker", zone="graveyard")
    scene.do(magic.Exile(card, face_down=True))
    exiled = entered(card)
    assert scene.game.view(player).zones["exile"] == (Hidden(),)
    assert (exiled.name, exiled.types, exiled.power) == ("", (), None)


# --- turning face up -------------------------------------------------------------------------------------


@pytest.mark.rule("F06", "E23")
def test_turning_up_gives_back_the_normal_values(scene: Scene) -> None:
    """Turned face up a permanent shows its card, nothing enters, and what applied to it goes on (CR 708.8)."""
    walker = scene.put("Pine Walker", face_down="morph", tapped=True, counters={"+1/+1": 1})
    scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(3, 0),)), walker))
    assert (walker.power, walker.toughness) == (6, 3)
    facts = scene.do(magic.TurnFaceUp(walker))
    assert [fact.name for fact in scene.apart_from_triggers(facts)] == ["TurnedFaceUp"]
    assert (walker.name, walker.power, walker.toughness) == ("Pine Walker", 9, 6)
    assert (walker.tapped, walker.counters, walker.read("face_down")) == (True, {"+1/+1": 1}, False)
    assert (walker.mana_value, walker.colors) == (5, ("G",))


@pytest.mark.rule("F06")
@pytest.mark.parametrize("card", ["Skyshroud Behemoth", "Thing in the Ice"])
def test_turning_up_is_no_entering(scene: Scene, card: str) -> None:
    """A permanent turned face up has entered already: what it would enter with it does not get (CR 708.8)."""
    thing = scene.put(card, face_down="manifest")
    scene.do(magic.TurnFaceUp(thing))
    assert (thing.name, thing.tapped, thing.counters) == (card, False, {})


@pytest.mark.rule("F06", "H05")
def test_a_planeswalker_turned_up_has_no_loyalty(scene: Scene) -> None:
    """A planeswalker turned face up gets no loyalty counters and is put into the graveyard (CR 708.8, 704.5i)."""
    teferi = scene.put("Teferi, Master of Time", zone="hand")
    scene.do(magic.Move(teferi, magic.Zone.BATTLEFIELD, face_down=magic.FaceDown("manifest")))
    down = entered(teferi)
    scene.do(magic.TurnFaceUp(down))
    assert (down.name, down.loyalty) == ("Teferi, Master of Time", 0)
    scene.settle()
    assert entered(down).zone == "graveyard"


@pytest.mark.rule("F06")
def test_a_face_up_permanent_is_not_turned_up(scene: Scene) -> None:
    """Told to turn a face-up permanent face up, nothing is turned face up (CR 708.8)."""
    bears = scene.put("Grizzly Bears")
    facts = scene.do(magic.TurnFaceUp(bears))
    assert (scene.ignored(facts), scene.count(facts, "TurnedFaceUp")) == (["708.8"], 0)


@pytest.mark.rule("E23", "F06")
@pytest.mark.parametrize("turn", ["up", "down and up"])
def test_turning_gives_a_new_timestamp(scene: Scene, turn: str) -> None:
    """A permanent gets a new timestamp when it turns face up or face down (CR 613.7f)."""
    older = scene.put(setter(scene, 1), face_down="manifest" if turn == "up" else None)
    scene.put(setter(scene, 5))
    bears = scene.put("Grizzly Bears")
    assert bears.power == 5
    if turn == "down and up":
        scene.do(magic.TurnFaceDown(older))
        assert bears.power == 5
    scene.do(magic.TurnFaceUp(older))
    assert bears.power == 1


@pytest.mark.rule("F11")
@pytest.mark.parametrize("card", ["Giant Growth", "Act of Treason"])
def test_a_manifested_spell_card_is_shown_and_stays_down(scene: Scene, card: str) -> None:
    """A face-down instant or sorcery card that would turn face up is revealed and stays face down (CR 701.40g)."""
    down = scene.put(card, face_down="manifest")
    facts = scene.do(magic.TurnFaceUp(down))
    assert (scene.ignored(facts), scene.count(facts, "TurnedFaceUp")) == (["701.40g"], 0)
    assert revealed(facts) == [down.card.id]
    assert reads(down) == NOTHING_LISTED


# --- leaving ---------------------------------------------------------------------------------------------


@pytest.mark.rule("F07")
@pytest.mark.parametrize("start", ["battlefield", "stack"])
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile"])
def test_a_face_down_object_is_revealed_as_it_leaves(scene: Scene, start: str, zone: str) -> None:
    """A face-down permanent, or spell that does not resolve, is revealed as it moves (CR 708.9)."""
    down = scene.put("Pine Walker", zone=start, face_down="morph")
    card = down.card.id
    facts = scene.do(magic.Move(down, magic.Zone(zone)))
    assert revealed(facts) == [card]
    assert (entered(down).name, entered(down).zone, entered(down).read("face_down")) == ("Pine Walker", zone, False)


@pytest.mark.rule("F07")
def test_a_face_up_permanent_is_not_revealed(scene: Scene) -> None:
    """Nothing is revealed of a face-up permanent that leaves (CR 708.9)."""
    assert revealed(scene.do(magic.Destroy(scene.put("Pine Walker")))) == []


@pytest.mark.rule("F07", "A29")
def test_face_down_constituents_are_revealed(scene: Scene) -> None:
    """Of a merged permanent that leaves, each face-down constituent is revealed, and no other (CR 708.9)."""
    down = scene.put("Pine Walker", face_down="morph")
    hidden = down.card.id
    pile = scene.merge("Dreamtail Heron", down)
    facts = scene.do(magic.Destroy(pile))
    assert revealed(facts) == [hidden]
    assert sorted(one.name for one in pile.became) == ["Dreamtail Heron", "Pine Walker"]


@pytest.mark.rule("F07")
def test_it_is_last_known_face_down(scene: Scene) -> None:
    """A face-down creature that died is remembered as it last was: a nameless 2/2 (CR 608.2h, 708.2)."""
    down = scene.put("Craw Wurm", face_down="manifest")
    scene.do(magic.Destroy(down))
    assert (down.last_known.name, down.last_known.power) == ("", 2)


# --- double-faced cards ----------------------------------------------------------------------------------


@pytest.mark.rule("C46")
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("card", ["Kessig Prowler", "Esika, God of the Tree"])
def test_a_face_down_double_faced_permanent_does_not_transform(
    scene: Scene, verb: type[magic.Request], card: str
) -> None:
    """While face down a double-faced permanent can't transform or convert; it turns up front face up (CR 712.15a)."""
    down = scene.put(card, face_down="manifest")
    facts = scene.do(verb(down))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert scene.ignored(facts) == ["712.15a"]
    assert reads(down) == NOTHING_LISTED
    scene.do(magic.TurnFaceUp(down))
    assert (down.name, down.read("face"), down.read("transformed")) == (card, "front", False)


@pytest.mark.rule("C46", "C27")
def test_face_down_goes_before_transformed(scene: Scene) -> None:
    """A double-faced card that enters face down is turned up with its front face up (CR 712.15a)."""
    card = scene.put("Kessig Prowler", zone="exile")
    down = magic.FaceDown("manifest")
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face=magic.Face.BACK, face_down=down))
    assert (entered(card).name, entered(card).read("transformed")) == ("", False)
    scene.do(magic.TurnFaceUp(entered(card)))
    assert entered(card).name == "Kessig Prowler"


@pytest.mark.rule("C47", "F15")
@pytest.mark.parametrize("face", ["front", "back"])
@pytest.mark.parametrize("token", [False, True], ids=["card", "token"])
@pytest.mark.parametrize("card", ["Kessig Prowler", "Esika, God of the Tree"])
def test_a_double_faced_permanent_is_not_turned_down(scene: Scene, card: str, token: bool, face: str) -> None:
    """A double-faced permanent can't be turned face down, and the attempt changes nothing of it (CR 712.16)."""
    thing = scene.put(card, face=face, token=token)
    before = thing.characteristics
    facts = scene.do(magic.TurnFaceDown(thing))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert scene.ignored(facts) == ["712.16"]
    assert (thing.characteristics, thing.read("face_down"), thing.read("face")) == (before, False, face)
    clone = scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, thing))
    assert clone.name == thing.name


@pytest.mark.rule("C47")
def test_meld_cards_and_melded_permanents_are_not_turned_down(scene: Scene) -> None:
    """A lone meld card is double-faced, and a melded permanent is too: neither is turned face down (CR 712.16)."""
    rats, host = scene.put("Graf Rats"), scene.meld("Graf Rats", "Midnight Scavengers")
    facts = scene.do(magic.TurnFaceDown([rats, host]))
    assert scene.ignored(facts) == ["712.16", "712.16"]
    assert (rats.name, host.name, host.power) == ("Graf Rats", "Chittering Host", 5)


@pytest.mark.rule("C47")
def test_a_vain_attempt_gives_no_timestamp(scene: Scene) -> None:
    """A double-faced permanent that is not turned face down keeps its timestamp (CR 712.16, 613.7f)."""
    back = {"name": "Back", "type_line": "Creature — Thing", "power": 1, "toughness": 1}
    older = scene.put(setter(scene, 1, back=back))
    scene.put(setter(scene, 5))
    bears = scene.put("Grizzly Bears")
    scene.do(magic.TurnFaceDown(older))
    assert bears.power == 5


@pytest.mark.rule("C47")
def test_a_single_faced_copy_of_a_double_faced_card_is_turned_down(scene: Scene) -> None:
    """What decides is the permanent's own card: a single-faced copy can be turned face down (CR 712.16)."""
    clone = scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, scene.put("Kessig Prowler")))
    facts = scene.do(magic.TurnFaceDown(clone))
    assert scene.count(facts, "TurnedFaceDown") == 1
    assert reads(clone) == NOTHING_LISTED
