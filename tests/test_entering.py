"""Entering as a copy (CR 707.5), and what an effect forbids (CR 101.2, 701.28f)."""

import pytest
from conftest import Scene
from situations import zone
from texts import Text, does, enters

import ecs_magic as magic
from ecs_magic.abilities import Effect, Enters, Forbid, Static
from ecs_magic.selectors import Selector


@pytest.mark.rule("G14")
def test_a_permanent_that_enters_as_a_copy_enters_with_what_the_copied_text_says(scene: Scene) -> None:
    """An object that enters as a copy is one as it enters: copied "enters with" abilities apply (CR 707.5)."""
    abilities = [Enters(tapped=True, counters={"fade": 2})]
    beast = scene.put(scene.card(name="Fading Beast", type_line="Creature — Beast", power=4, toughness=4))
    entering = scene.card(name="Slow Beast", type_line="Creature — Beast", power=4, toughness=4, abilities=abilities)
    slow = scene.put(entering, zone="graveyard")
    bear = scene.put("Grizzly Bears", zone="hand")
    scene.do(magic.Move(bear, "battlefield", copy_of=slow))
    (copy,) = bear.became
    assert (copy.name, copy.tapped, copy.counters) == ("Slow Beast", True, {"fade": 2})
    assert copy.constituents[0].name == "Grizzly Bears"
    other = scene.put("Clone", zone="hand")
    scene.do(magic.Move(other, "battlefield", copy_of=beast))
    assert (other.became[0].name, other.became[0].tapped) == ("Fading Beast", False)


@pytest.mark.rule("G14", "B17")
def test_a_clone_enters_as_a_copy_of_a_melded_permanent(scene: Scene) -> None:
    """A single card enters as a copy of the combined face, with mana value 0 (CR 712.8g, 202.3c)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    clone = scene.put("Clone", "B", zone="hand")
    scene.do(magic.Move(clone, "battlefield", copy_of=host))
    (copy,) = clone.became
    assert (copy.name, copy.mana_value, len(copy.constituents)) == ("Chittering Host", 0, 1)
    assert not copy.read("melded")


@pytest.mark.parametrize(("request_type", "rule"), [(magic.Transform, "101.2"), (magic.Convert, "701.28f")])
@pytest.mark.rule("C17")
def test_what_cannot_transform_cannot_convert(scene: Scene, request_type: type[magic.Request], rule: str) -> None:
    """An effect that forbids transforming forbids converting as well, while it lasts (CR 701.28f)."""
    ban = Static(Effect((Forbid(("transform",)),), Selector(subtypes=("Werewolf",))), "Werewolves can't transform")
    wolf = scene.put("Village Ironsmith")
    source = scene.put(scene.card(name="Ban", type_line="Enchantment", abilities=[ban]))
    assert scene.ignored(scene.do(request_type(wolf))) == [rule]
    assert wolf.name == "Village Ironsmith"
    scene.do(magic.Destroy(source))
    scene.do(request_type(wolf))
    assert wolf.name == "Ironfang"


@pytest.mark.rule("E38", "K34")
def test_a_land_that_would_be_a_mountain_asks_for_no_life(scene: Scene) -> None:
    """A land whose text an effect takes is not asked what it asks as it enters, and is untapped (CR 614.12, 305.7)."""
    dual = scene.card(
        name="Dual", type_line="Land — Forest Island", abilities=[enters(tapped=True, unless={"life": 2})]
    )
    slow = scene.card(name="Slow", type_line="Land", abilities=[enters(tapped=True)])
    for moon in (False, True):
        if moon:
            scene.put("Blood Moon")
        for card in (dual, slow):
            held = scene.put(card, zone="hand")
            facts = scene.do(magic.PlayLand(held))
            (land,) = held.became
            assert (land.tapped, scene.life()) == (card is slow and not moon, 18)
            assert scene.count(facts, "DecisionMade") == (1 if card is dual and not moon else 0)


def devouring(scene: Scene, *steps: Text) -> magic.CardDefinition:
    """Return a creature card that does something as it enters, by one ability for each step."""
    return scene.card(
        name="Devourer",
        power=1,
        toughness=1,
        abilities=[enters(name=f"as it enters {step}", then=[step]) for step in steps],
    )


@pytest.mark.rule("I10")
def test_what_enters_at_the_same_time_is_not_chosen(scene: Scene) -> None:
    """What is exiled as something enters is neither that itself nor what enters with it (CR 614.13a)."""
    graveyard = {"of": {"types": ["Creature"], "zone": "graveyard", "owner": "you"}, "choose": 9, "up_to": True}
    card = devouring(scene, does("move", what=graveyard, to="exile"))
    entering, bear, other = (scene.put(one, zone="graveyard") for one in (card, "Grizzly Bears", "Llanowar Elves"))
    facts = scene.do(magic.Move((entering, bear), "battlefield", "A"))
    (question,) = (fact.record() for fact in facts if fact.name == "DecisionMade" and fact.record()["ask"] == "choose")
    assert question["options"] == (other.id, "none")
    assert (zone(scene, "battlefield"), zone(scene, "exile")) == (["Devourer", "Grizzly Bears"], ["Llanowar Elves"])


@pytest.mark.rule("I11")
def test_nothing_is_chosen_twice_to_go_as_something_enters(scene: Scene) -> None:
    """One creature is sacrificed for one of two effects on the same entry (CR 614.13b)."""
    own = {"of": {"types": ["Creature"], "controller": "you"}, "choose": 1, "up_to": True}
    elder = scene.put(devouring(scene, *[does("sacrifice", what=own)] * 2), zone="hand")
    scene.put("Grizzly Bears")
    facts = scene.do(magic.Move((elder,), "battlefield", "A"))
    assert sum(fact.name == "DecisionMade" and fact.record()["ask"] == "choose" for fact in facts) == 1
    assert (zone(scene, "battlefield"), zone(scene, "graveyard")) == (["Devourer"], ["Grizzly Bears"])


@pytest.mark.parametrize(
    "step", [does("move", to="exile"), does("move", to="hand", what={"of": {"zone": "graveyard"}})]
)
def test_nothing_goes_two_ways_as_something_enters(scene: Scene, step: Text) -> None:
    """An instruction about what enters at that time is ignored (CR 400.6)."""
    entering, bear = (scene.put(one, zone="graveyard") for one in (devouring(scene, step), "Grizzly Bears"))
    facts = scene.do(magic.Move((entering, bear), "battlefield", "A"))
    assert zone(scene, "battlefield") == ["Devourer", "Grizzly Bears"]
    assert (zone(scene, "exile"), zone(scene, "hand")) == ([], [])
    assert scene.ignored(facts) == (["400.6"] if step["to"] == "exile" else [])


def test_nothing_goes_twice_as_something_enters(scene: Scene) -> None:
    """Of two instructions to move one object elsewhere at one time the second is ignored (CR 400.6)."""
    going = [enters(name=to, what={"types": ["Creature"]}, then=[does("move", to=to)]) for to in ("exile", "hand")]
    rule, bear = scene.rule(*going), scene.put("Grizzly Bears", zone="hand")
    facts = scene.do(magic.Move((bear,), "battlefield", "A"))
    assert scene.ignored(facts) == ["400.6"]
    assert (zone(scene, "battlefield"), zone(scene, "exile"), rule.exists) == (["Grizzly Bears"], ["Rule"], False)
