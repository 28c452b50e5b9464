"""Face-down permanents turned up for a cost, a special action, and what is asked of them as they are revealed."""

import pytest
from conftest import Scene
from texts import does, spell, triggered

import ecs_magic as magic
from ecs_magic.abilities import Gain, Lose, SetTypes
from ecs_magic.selectors import Selector


def masked(scene: Scene, cause: str = "morph", mana: str = "", **source: object) -> magic.Object:
    """Place a face-down creature of A, and give A mana."""
    usual = {"name": "Masked", "mana_cost": "{4}{G}", "power": 5, "toughness": 5}
    permanent = scene.put(scene.card(**{**usual, **source}), face_down=cause)
    if mana:
        scene.do(magic.AddMana("A", mana))
    return permanent


@pytest.mark.rule("F13", "F14")
@pytest.mark.parametrize(("keyword", "counters"), [("Morph", {}), ("Megamorph", {"+1/+1": 1}), ("Disguise", {})])
def test_a_face_down_spell_for_3_turns_up_for_its_cost(scene: Scene, keyword: str, counters: dict[str, int]) -> None:
    """A card with such a keyword is cast face down for {3}, and turned up for the cost of it (CR 702.37c, e).

    That takes no stack: it happens at once, under a spell that waits (CR 116.2b).
    """
    card = scene.put(
        scene.card(mana_cost="{4}{G}", power=5, toughness=5, keywords=[f"{keyword} {{1}}{{G}}"]), zone="hand"
    )
    scene.do(magic.AddMana("A", "CCCCG"))
    spell_ = scene.cast(card, how="face_down")
    assert (scene.pool(), spell_.name, spell_.power) == ("GC", "", 2)
    scene.flow()
    (hidden,) = spell_.became
    waiting = scene.cast("Grizzly Bears", owner="B")
    facts = scene.do(magic.TurnUp(hidden))
    assert (hidden.face_down, hidden.power, hidden.counters) == (False, 5 + len(counters), counters)
    assert (scene.pool(), scene.count(facts, "TurnedFaceUp")) == ("", 1)
    assert [one.id for one in scene.game.objects("stack")] == [waiting.id]


@pytest.mark.rule("F13")
def test_what_has_not_enough_mana_or_no_cost_stays_down(scene: Scene) -> None:
    """Without the mana nothing happens; without a morph cost face up it can't be turned up this way (CR 702.37e)."""
    poor, plain = masked(scene, keywords=["Morph {1}{G}"]), masked(scene)
    facts = scene.do(magic.TurnUp(poor))
    assert (scene.ignored(facts), poor.face_down) == (["118.3"], True)
    scene.do(magic.AddMana("A", "GGGGGGGG"))
    facts = scene.do(magic.TurnUp(plain))
    assert (scene.ignored(facts), plain.face_down, scene.pool()) == (["702.37e"], True, "GGGGGGGG")
    assert scene.ignored(scene.do(magic.TurnUp(poor, player="B"))) == ["116.2b"]
    scene.do(magic.TurnUp(poor))
    assert scene.ignored(scene.do(magic.TurnUp(poor))) == ["708.8"]


@pytest.mark.rule("F13")
def test_the_cost_is_that_which_it_would_have_face_up(scene: Scene) -> None:
    """Effects on what it would be face up count: it may have lost morph, or have gained it (CR 702.37e)."""
    effect = magic.Effect((Lose(("morph",)),), Selector(types=("Creature",), colors=("G",)))
    scene.do(magic.AddEffect(effect, player="A", live=True))
    green = masked(scene, keywords=["Morph {G}"], mana="GGGG")
    assert scene.ignored(scene.do(magic.TurnUp(green))) == ["702.37e"]
    gift = magic.Effect((Gain(("morph {R}",)),), Selector(types=("Artifact",)))
    scene.do(magic.AddEffect(gift, player="A", live=True))
    golem = masked(scene, type_line="Artifact Creature — Golem", mana_cost="{5}", mana="R")
    scene.do(magic.TurnUp(golem))
    assert (golem.face_down, scene.pool()) == (False, "GGGG")


@pytest.mark.rule("F13")
@pytest.mark.parametrize("cause", ["manifest", "manifest dread", "cloak"])
def test_a_manifested_creature_card_turns_up_for_its_mana_cost(scene: Scene, cause: str) -> None:
    """A manifested or cloaked permanent turns up for the mana cost of a creature card (CR 701.40b, 701.58b)."""
    creature = masked(scene, cause, mana="CCCCG")
    land = masked(scene, cause, type_line="Land", mana_cost=None, power=None, toughness=None)
    relic = masked(scene, cause, type_line="Artifact", mana_cost="{1}", power=None, toughness=None)
    for one in (land, relic):
        assert scene.ignored(scene.do(magic.TurnUp(one))) == ["702.37e"]
    scene.do(magic.TurnUp(creature))
    assert (creature.face_down, scene.pool()) == (False, "")


@pytest.mark.rule("F13")
def test_a_manifested_card_with_morph_has_two_ways(scene: Scene) -> None:
    """A manifested card with morph is turned up for either cost (CR 701.40c)."""
    for how, left in (("", "GCC"), ("morph", "GCC"), ("mana cost", "G")):
        permanent = masked(scene, "manifest", mana_cost="{3}{G}", keywords=["Megamorph {1}{G}", "Morph {1}{G}"])
        scene.do(magic.AddMana("A", "GGCCC"))
        scene.answering(turn_up=[("morph",)])
        facts = scene.do(magic.TurnUp(permanent, how=how))
        assert (permanent.counters, scene.pool()) == ({}, left)
        assert scene.count(facts, "DecisionMade") == (0 if how else 1)
        scene.do(magic.BeginStep("upkeep"))


@pytest.mark.rule("F13", "K21")
def test_x_of_a_morph_cost_counts_for_its_abilities(scene: Scene) -> None:
    """X is chosen as the special action is taken; abilities of the permanent use it (CR 107.3d, 702.37f)."""
    turned = triggered({"event": "turned face up"}, does("gain_life", amount={"amount": "x"}), name="gain X")
    growing = {"ability": "as_turned", "event": "turned face up"}
    grows = {**growing, "then": [does("add_counters", kind="+1/+1", count={"amount": "x"})]}
    permanent = masked(scene, keywords=["Morph {X}{G}"], abilities=[turned, grows], mana="GCCCC")
    scene.do(magic.TurnUp(permanent, x=3))
    assert (permanent.counters, scene.pool()) == ({"+1/+1": 3}, "C")
    scene.flow()
    assert scene.life() == 23
    # Turned down and up again by an effect, there is no X.
    scene.do(magic.TurnFaceDown(permanent))
    scene.do(magic.TurnFaceUp(permanent))
    scene.flow()
    assert (permanent.counters, scene.life()) == ({"+1/+1": 3}, 23)


@pytest.mark.rule("F13")
def test_a_face_down_pile_turns_up_for_the_cost_of_any_card(scene: Scene) -> None:
    """A merged permanent would have the keywords of all its cards face up, and so their costs (CR 702.140e)."""
    permanent = masked(scene, keywords=["Morph {G}"], mana="G")
    scene.do(magic.TurnFaceUp(permanent))
    pile = scene.merge("Dreamtail Heron", permanent)
    scene.do(magic.TurnFaceDown(pile))
    assert pile.face_down
    scene.do(magic.TurnUp(pile))
    assert (pile.name, pile.face_down, scene.pool()) == ("Dreamtail Heron", False, "")


@pytest.mark.rule("F10")
def test_a_revealed_card_is_judged_without_effects(scene: Scene) -> None:
    """What a spell asks of a revealed face-down permanent is asked of its card: effects do not count (CR 708.12)."""
    asks = does(
        "if", when=[{"what": "target", "card": {"types": ["Creature"]}}], then=[does("turn_face_up", what="target")]
    )
    break_open = scene.card(
        name="Look", type_line="Instant", abilities=[spell(does("reveal", what="target"), asks, targets=[{"of": {}}])]
    )
    creature = masked(scene, "manifest")
    relic = masked(scene, "manifest", type_line="Artifact", power=None, toughness=None)
    assert "Creature" in relic.types  # as it lies there
    scene.do(magic.AddEffect(magic.Effect((SetTypes(("Artifact",)),)), creature))
    for one, up in ((creature, True), (relic, False)):
        scene.cast(break_open, one)
        facts = scene.game.resolve()
        assert scene.count(facts, "Revealed") == 1
        assert one.face_down is not up
