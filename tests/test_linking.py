"""Linked abilities: a pair that an object is given is linked to nothing that it had before (CR 607)."""

from pathlib import Path

import pytest
from conftest import Scene
from scenarios import played
from texts import activated, does, enters, static

import ecs_magic as magic

TAKES = {
    "then": [does("move", what="target", to="exile", link=True)],
    "targets": [{"of": {"zone": "graveyard"}}],
}
TAKEN = static(
    {"change": "modify_power_toughness", "power": {"amount": "count", "of": {"which": "linked", "zone": "exile"}}},
    which="this",
)


def eater(scene: Scene, name: str) -> magic.CardDefinition:
    """Return a creature card that exiles cards, and is that much stronger."""
    takes = {"ability": "activated", "cost": {}, "name": f"takes as {name}", **TAKES}
    return scene.card(name=name, power=0, toughness=1, abilities=[takes, TAKEN])


def eats(scene: Scene, eating: magic.Object) -> None:
    """Let a creature exile a card."""
    scene.do(magic.Activate(eating, targets=[scene.put("Forest", zone="graveyard")]))
    scene.flow()


@pytest.mark.rule("D42", "D43")
def test_a_copied_pair_is_linked_to_itself_alone(scene: Scene) -> None:
    """Cards exiled by its own ability are not those of a pair that it copies, nor the other way (CR 607.5)."""
    first, second = scene.put(eater(scene, "One")), scene.put(eater(scene, "Two"))
    eats(scene, first)
    eats(scene, second)
    eats(scene, second)
    assert (first.power, second.power) == (1, 2)
    scene.do(magic.BecomeCopy(first, second, until="end of turn"))
    assert (first.name, first.power) == ("Two", 0)
    eats(scene, first)
    assert (first.power, second.power) == (1, 2)
    scene.do(magic.BecomeCopy(first, second))
    assert first.power == 0
    scene.do(magic.BeginStep("cleanup"))
    # What it was until end of turn was older, and is over.
    assert (first.name, first.power) == ("Two", 0)


@pytest.mark.rule("D42")
def test_what_a_pair_took_is_there_when_the_copy_ends(scene: Scene) -> None:
    """A permanent that was a copy for a turn has its own pair again, linked as before (CR 607.1)."""
    first, second = scene.put(eater(scene, "One")), scene.put(eater(scene, "Two"))
    eats(scene, first)
    eats(scene, first)
    scene.do(magic.BecomeCopy(first, second, until="end of turn"))
    eats(scene, first)
    assert first.power == 1
    scene.do(magic.BeginStep("cleanup"))
    assert (first.name, first.power) == ("One", 2)


@pytest.mark.rule("D42")
def test_turning_over_keeps_what_is_linked(scene: Scene) -> None:
    """Abilities on both faces of a double-faced permanent are linked, also while it is a pile (CR 607.1b)."""
    takes = {"ability": "activated", "cost": {}, "name": "takes", **TAKES}
    back = {"name": "Night", "type_line": "Creature — Thing", "power": 3, "toughness": 3, "abilities": [TAKEN]}
    thing = scene.put(scene.card(name="Day", power=1, toughness=1, abilities=[takes], back=back))
    eats(scene, thing)
    scene.do(magic.Transform(thing))
    assert thing.power == 4
    scene.merge("Dreamtail Heron", thing, "under")
    assert thing.power == 4


@pytest.mark.rule("D42")
def test_a_shape_of_its_own_keeps_what_is_linked(scene: Scene) -> None:
    """A shape that it chose as it was turned face up is no copy of anything: its pair is the same (CR 607.1)."""
    takes = {"ability": "activated", "cost": {}, "name": "takes", **TAKES}
    shaped = {"ability": "as_turned", "event": "turned face up", "shapes": {"large": {"power": 5}}}
    clay = scene.put(scene.card(name="Clay", power=0, toughness=1, abilities=[takes, TAKEN, shaped]))
    eats(scene, clay)
    scene.do(magic.TurnFaceDown(clay))
    assert clay.power == 2
    scene.do(magic.TurnFaceUp(clay))
    assert clay.power == 6


@pytest.mark.rule("D45", "D46")
def test_a_word_chosen_for_a_copy_is_not_that_of_the_next(scene: Scene) -> None:
    """A word chosen for one copied ability is undefined for the ability of a later copy (CR 607.5a)."""
    chooses = enters(choose={"color": ["red", "blue"]}, name="choose a colour")
    own = static({"change": "gain", "abilities": ["protection from chosen"]}, which="this") | {"chosen": "color"}
    makes = activated({}, does("add_mana", chosen="color"))
    voice = scene.put(scene.card(name="Voice", power=1, toughness=1, abilities=[chooses, own]))
    elves = scene.put(scene.card(name="Elves", power=1, toughness=1, abilities=[chooses, makes]))
    double = scene.card(name="Double", power=0, toughness=0, abilities=[enters(copy_of={"of": {"names": ["Voice"]}})])
    scene.answering(color=[["blue"]])
    card = scene.put(double, zone="hand")
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD))
    (copy,) = card.became
    assert (copy.name, copy.keywords, voice.keywords) == ("Voice", ("protection from blue",), ())
    scene.do(magic.BecomeCopy(copy, elves, until="end of turn"))
    assert (copy.name, copy.read("produces")) == ("Elves", ())
    scene.do(magic.Activate(copy))
    assert scene.pool() == ""
    scene.do(magic.BeginStep("cleanup"))
    assert copy.keywords == ("protection from blue",)


@pytest.mark.rule("D43")
def test_a_spell_that_is_a_copy_chooses_for_what_it_becomes(scene: Scene) -> None:
    """What is chosen as it enters is chosen for the pair that it enters with (CR 607.2d, 614.12a)."""
    chooses = enters(choose={"color": ["red", "blue"]}, name="choose a colour")
    own = static({"change": "gain", "abilities": ["protection from chosen"]}, which="this") | {"chosen": "color"}
    spell_ = scene.cast(scene.card(name="Voice", power=1, toughness=1, mana_cost="{W}", abilities=[chooses, own]))
    scene.answering(color=[["blue"]])
    scene.do(magic.CopySpell(spell_, "A", except_=magic.abilities.CopyExceptions(power=4)))
    scene.flow()
    assert sorted((one.power, one.keywords) for one in scene.game.objects("battlefield")) == [
        (1, ("protection from red",)),
        (4, ("protection from blue",)),
    ]


@pytest.mark.rule("D43")
def test_words_of_a_listed_copy(tmp_path: Path) -> None:
    """In a position the words chosen for something that is a copy are those of the copied abilities."""
    text = """
    object = [
      { id = "voice", card = "Voice of All", zone = "battlefield", owner = "A", chosen = { color = "red" } },
      { id = "c", card = "Clone", zone = "battlefield", owner = "A", copy_of = "voice", chosen = { color = "blue" } },
    ]
    step = [ { do = "expect", expect = [ { object = "c", is = { has = ["protection from blue"] } } ] } ]
    """
    played(tmp_path, text)


@pytest.mark.rule("D43")
def test_a_copy_chooses_another_word(scene: Scene) -> None:
    """A later choice of a copy takes the place of the one before, for it alone (CR 607.2d, 607.5)."""
    own = static({"change": "gain", "abilities": ["protection from chosen"]}, which="this") | {"chosen": "color"}
    names = activated({}, does("choose", kind="color"))
    voice = scene.put(scene.card(name="Voice", power=1, toughness=1, abilities=[names, own]), chosen={"color": "red"})
    bear = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(bear, voice))
    for word in ("blue", "black"):
        scene.answering(color=[[word]])
        scene.do(magic.Activate(bear))
        scene.flow()
        assert (bear.keywords, voice.keywords) == ((f"protection from {word}",), ("protection from red",))
