"""What else gives copiable values: static copy effects, shapes chosen as a permanent enters or turns up (CR 613.2a)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import LoseAll
from ecs_magic.facedown import FaceDown


def entered_as(scene: Scene, card: object) -> magic.Object:
    """Put a card onto the battlefield from the hand and return the permanent."""
    held = scene.put(card, zone="hand")
    scene.do(magic.Move(held, magic.Zone.BATTLEFIELD))
    (permanent,) = held.became
    return permanent


def become(scene: Scene, of: magic.Object) -> magic.Object:
    """Return a permanent that became a copy."""
    thing = scene.put("Clone")
    scene.do(magic.BecomeCopy(thing, of))
    return thing


def alter(scene: Scene, host: magic.Object, model: magic.Object) -> magic.Object:
    """Let an Aura make its host a copy of a creature, and return the Aura."""
    scene.answering(choose=[(model.id,)])
    aura = scene.cast("Metamorphic Alteration", host)
    scene.game.resolve()
    assert scene.game.check() == []
    return aura.became[0]


# --- static copy effects ---------------------------------------------------------------------------------


@pytest.mark.rule("G06")
def test_a_static_copy_effect_fixes_its_values_as_it_starts(scene: Scene) -> None:
    """What a static ability makes a copy has the values of that moment, whatever becomes of the model (CR 707.2c)."""
    host, model = scene.put("Gray Ogre"), scene.put("Grizzly Bears")
    alter(scene, host, model)
    assert (host.name, host.toughness) == ("Grizzly Bears", 2)
    scene.do(magic.BecomeCopy(model, scene.put("Craw Wurm")))
    assert (model.name, host.name) == ("Craw Wurm", "Grizzly Bears")
    scene.do(magic.Destroy(model))
    assert host.name == "Grizzly Bears"
    (step,) = [step for step in host.explain("name").steps if step.rule == "707.2c"]
    assert (step.layer, "Metamorphic Alteration" in step.source) == ("1a", True)


@pytest.mark.rule("G06")
def test_a_static_copy_effect_on_another_host_looks_anew(scene: Scene) -> None:
    """On a new host it starts anew, with what the model is by then; the old host is what it was (CR 707.2c)."""
    host, other, model = scene.put("Gray Ogre"), scene.put("Craw Wurm"), scene.put("Grizzly Bears")
    aura = alter(scene, host, model)
    scene.do(magic.BecomeCopy(model, scene.put("Runeclaw Bear")))
    facts = scene.do(magic.Attach(aura, other))
    assert (host.name, other.name) == ("Gray Ogre", "Runeclaw Bear")
    assert (scene.count(facts, "BecameCopy"), scene.count(facts, "EffectEnded")) == (1, 1)
    scene.do(magic.Destroy(aura))
    assert other.name == "Craw Wurm"


@pytest.mark.rule("G06")
def test_a_static_copy_effect_has_the_timestamp_of_its_source(scene: Scene) -> None:
    """It is ordered by the timestamp of the Aura: later copies cover it, and it covers earlier ones (CR 613.7a)."""
    host, model = scene.put("Gray Ogre"), scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(host, scene.put("Craw Wurm"), until="end of turn"))
    alter(scene, host, model)
    assert host.name == "Grizzly Bears"
    scene.do(magic.BecomeCopy(host, scene.put("Runeclaw Bear"), until="end of turn"))
    assert host.name == "Runeclaw Bear"
    scene.do(magic.BeginStep("cleanup"))
    assert host.name == "Grizzly Bears"


@pytest.mark.rule("G06")
def test_a_static_copy_effect_comes_before_what_takes_its_ability(scene: Scene) -> None:
    """An Aura without abilities goes on: layer 1 is applied before layer 6 takes the ability (CR 613.6)."""
    host, model = scene.put("Gray Ogre"), scene.put("Grizzly Bears")
    aura = alter(scene, host, model)
    scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), aura))
    assert (aura.abilities, host.name) == ((), "Grizzly Bears")
    scene.do(magic.BecomeCopy(aura, scene.put("Short Sword"), until="end of turn"))
    assert host.name == "Gray Ogre"


@pytest.mark.rule("G06")
def test_a_static_copy_effect_phases_with_its_host(scene: Scene) -> None:
    """What phases out with its Aura phases in as the copy that it was; an Aura out by itself does nothing."""
    host, model = scene.put("Gray Ogre"), scene.put("Grizzly Bears")
    aura = alter(scene, host, model)
    scene.do(magic.Destroy(model))
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.PhaseOut(host))
    scene.do(magic.PhaseIn(host))
    assert (host.name, aura.read("attached_to")) == ("Grizzly Bears", host.id)
    scene.do(magic.PhaseOut(aura))
    assert host.name == "Gray Ogre"


# --- shapes chosen as it enters or turns up ---------------------------------------------------------------


@pytest.mark.rule("E45")
@pytest.mark.parametrize(
    ("shape", "size", "subtypes", "keywords"),
    [
        ("three", (3, 3), ("Shapeshifter",), ()),
        ("flyer", (2, 2), ("Shapeshifter",), ("flying",)),
        ("wall", (1, 6), ("Shapeshifter", "Wall"), ("defender",)),
    ],
)
def test_a_shape_chosen_as_it_enters_is_copiable(
    scene: Scene, shape: str, size: tuple[int, int], subtypes: tuple[str, ...], keywords: tuple[str, ...]
) -> None:
    """A shape chosen as it enters is copiable: what becomes a copy has it and chooses nothing (CR 208.2b)."""
    scene.answering(shape=[(shape,)])
    clay = entered_as(scene, "Primal Clay")
    for one in (clay, become(scene, clay)):
        assert ((one.power, one.toughness), one.subtypes, one.keywords) == (size, subtypes, keywords)
    chosen = next(step for step in clay.explain("power").steps if step.rule == "208.2b")
    assert chosen.layer == "1a"
    scene.do(magic.AddCounters(clay, "+1/+1", 1))
    assert clay.power == size[0] + 1


@pytest.mark.rule("E45")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile", "library", "stack"])
def test_a_card_with_shapes_is_0_0_elsewhere(scene: Scene, zone: str) -> None:
    """Where no shape has been chosen, and off the battlefield, power and toughness are 0 (CR 208.2b)."""
    scene.answering(shape=[("three",)])
    clay = entered_as(scene, "Primal Clay")
    scene.do(magic.Move(clay, zone if zone != "stack" else "hand"))  # type: ignore[arg-type]
    (card,) = clay.became
    if zone == "stack":
        card = scene.cast(card)
    assert (card.power, card.toughness, card.subtypes) == (0, 0, ("Shapeshifter",))
    assert clay.last_known.power == 3


@pytest.mark.rule("E45")
def test_a_copy_on_entering_chooses_a_shape_of_its_own(scene: Scene) -> None:
    """What enters as a copy has the ability that lets it choose, and chooses after it copied the shape (CR 707.5)."""
    scene.answering(shape=[("wall",), ("flyer",)], copy=[("none",)])
    wall = entered_as(scene, "Primal Clay")
    scene.answering(shape=[("flyer",)], copy=[(wall.id,)])
    copy = entered_as(scene, "Clone")
    assert (copy.name, copy.power, copy.subtypes) == ("Primal Clay", 2, ("Shapeshifter", "Wall"))
    assert copy.keywords == ("defender", "flying")


@pytest.mark.rule("E45")
def test_a_shape_chosen_as_it_turns_up(scene: Scene) -> None:
    """A shape may be chosen as the permanent is turned face up, each time anew; face down it has none (CR 208.2b)."""
    shapes = {"tall": {"power": 1, "toughness": 5}, "wide": {"power": 5, "toughness": 1, "add_colors": ["R"]}}
    turning = {"ability": "as_turned", "event": "turned face up", "shapes": shapes}
    entity = scene.put(scene.card(mana_cost="{U}", power=0, toughness=0, abilities=[turning]), face_down="morph")
    assert (entity.power, entity.toughness) == (2, 2)
    scene.answering(shape=[("wide",), ("tall",)])
    facts = scene.do(magic.TurnFaceUp(entity))
    assert (entity.power, entity.toughness, entity.colors) == (5, 1, ("U", "R"))
    assert scene.count(facts, "BecameCopy") == 0
    copy = become(scene, entity)
    assert (copy.power, copy.toughness) == (5, 1)
    scene.do(magic.TurnFaceDown(entity))
    assert (entity.power, entity.toughness) == (2, 2)
    scene.do(magic.TurnFaceUp(entity))
    assert (entity.power, entity.toughness) == (1, 5)
    assert (copy.power, copy.toughness) == (5, 1)


@pytest.mark.rule("E45")
def test_what_enters_face_down_chooses_no_shape(scene: Scene) -> None:
    """An ability on entering is hidden as the permanent enters face down: it is 2/2, and 0/0 turned up (CR 708.3)."""
    card = scene.put("Primal Clay", zone="hand")
    facts = scene.do(magic.Move(card, "battlefield", face_down=FaceDown("manifest")))  # type: ignore[arg-type]
    (clay,) = card.became
    assert (clay.power, scene.count(facts, "DecisionMade")) == (2, 0)
    scene.do(magic.TurnFaceUp(clay))
    assert (clay.power, clay.toughness) == (0, 0)
