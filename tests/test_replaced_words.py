"""What replacement effects say of each event: it is asked, or refused as the card is read (CR 614.1a, 616.1)."""

import pytest
from conftest import Scene
from texts import GAIN, instead, on, triggered

import ecs_magic as magic

BEAR = {"name": "Bear", "type_line": "Creature — Bear", "colors": ["G"], "power": 2, "toughness": 2}


def tokens(scene: Scene, **source: object) -> int:
    """Create one token and return how many there are of its name."""
    token = scene.card(**{**BEAR, **source})
    scene.do(magic.CreateToken(token, "A"))
    return sum(one.name == token.name for one in scene.game.objects("battlefield"))


def test_tokens_are_replaced_by_what_they_would_be(scene: Scene) -> None:
    """An effect on creature tokens looks at the token as it would exist, and at whose it would be (CR 614.1a)."""
    scene.rule(instead("tokens", what={"types": ["Creature"], "colors": ["G"]}, player="you", times=2, name="twice"))
    assert tokens(scene) == 2
    assert tokens(scene, name="Gold", type_line="Artifact — Gold", colors=["G"], power=None, toughness=None) == 1
    assert tokens(scene, name="Cat", colors=["W"]) == 1
    facts = scene.do(magic.CreateToken(scene.card(**{**BEAR, "name": "Other"}), "B"))
    assert scene.count(facts, "TokenCreated") == 1


def test_an_effect_on_tokens_is_about_any_unless_it_says_which(scene: Scene) -> None:
    """A token to be created is never the permanent that has the ability."""
    scene.rule(instead("tokens", plus=1, name="one more"))
    assert tokens(scene) == 2


@pytest.mark.parametrize(("what", "tapped"), [({"subtypes": ["Bear"]}, True), ({"subtypes": ["Elf"]}, False)])
def test_untapping_is_replaced(scene: Scene, what: dict[str, object], tapped: bool) -> None:
    """What would untap and is told to do something else stays tapped (CR 614.1a, 614.6)."""
    bear = scene.put("Grizzly Bears", tapped=True)
    scene.rule(instead("untaps", what=what, nothing=True, then=[GAIN], name="no untapping"))
    facts = scene.do(magic.Untap(bear))
    assert (bear.tapped, scene.life(), scene.count(facts, "Untapped")) == (tapped, 20 + tapped, not tapped)


@pytest.mark.parametrize(("first", "counters"), [("stun counter", {}), ("no untapping", {"stun": 1})])
def test_its_controller_orders_a_stun_counter_and_an_effect(scene: Scene, first: str, counters: dict[str, int]) -> None:
    """Of a stun counter and an effect on untapping, its controller chooses which is applied (CR 122.1d, 616.1)."""
    bear = scene.put("Grizzly Bears", "B", tapped=True, counters={"stun": 1})
    rule = scene.rule(instead("untaps", what={}, nothing=True, name="no untapping"))
    scene.answering(replacement=[[first if first.startswith("stun") else rule.id]])
    facts = scene.do(magic.Untap(bear))
    assert [fact.record()["player"] for fact in facts if fact.name == "DecisionMade"] == [1]
    assert (bear.tapped, bear.counters) == (True, counters)


@pytest.mark.parametrize(
    ("event", "fields", "word"),
    [
        ("draws", {"what": {"controller": "you"}}, "what"),
        ("gains life", {"what": {"types": ["Creature"]}}, "what"),
        ("player damage", {"what": {"which": "other"}}, "what"),
        ("damage", {"to": "exile"}, "to"),
        ("tokens", {"kind": "+1/+1"}, "kind"),
        ("moves", {"times": 2}, "times"),
        ("destroyed", {"by": {}}, "by"),
        ("moves", {"from_": "graveyard", "kind": "x"}, "kind"),
        ("draws", {"from_": "library"}, "from"),
        ("untaps", {"plus": 1}, "plus"),
        ("counters", {"counters": {"stun": 1}}, "counters"),
        ("mana", {"what": {}, "nothing": True}, "nothing"),
        ("mana", {"what": {}, "then": [GAIN]}, "then"),
    ],
)
def test_what_nothing_asks_of_an_event_is_refused(
    scene: Scene, event: str, fields: dict[str, object], word: str
) -> None:
    """A word that would change nothing about the event is bad input, with the words that it takes."""
    with pytest.raises(magic.InputError, match=f"'{word}' says nothing of the event '{event}'") as refused:
        scene.card(abilities=[instead(event, name="instead", **fields)])
    assert "player" in (refused.value.suggestion or "")


@pytest.mark.parametrize(
    ("event", "fields", "word"),
    [
        ("draws", {"what": {"types": ["Creature"]}}, "what"),
        ("life gained", {"cause": "combat"}, "cause"),
        ("mutates", {"from_": "hand"}, "from"),
        ("dies", {"into": {"types": ["Land"]}}, "into"),
        ("dies", {"cast_from": "hand"}, "cast_from"),
        ("turn", {"step": "upkeep"}, "step"),
        ("tapped", {"kind": "G"}, "kind"),
        ("enters", {"reaches": 2}, "reaches"),
        ("day or night", {"player": "you"}, "player"),
        ("state", {"player": "you"}, "player"),
        ("activated", {"only_target": {}}, "only_target"),
    ],
)
def test_what_no_trigger_asks_of_an_event_is_refused(
    scene: Scene, event: str, fields: dict[str, object], word: str
) -> None:
    """An ability that could never trigger, or would trigger on more than it says, is bad input."""
    with pytest.raises(magic.InputError, match=f"'{word}' says nothing of the event '{event}'"):
        scene.card(abilities=[triggered(on(event, **fields), GAIN, name="never")])


@pytest.mark.parametrize(
    ("event", "field", "wrong", "meant"),
    [
        ("unlocked", "kind", "lft", "left"),
        ("day or night", "kind", "nihgt", "night"),
        ("damages player", "cause", "combt", "combat"),
    ],
)
def test_a_misspelt_kind_of_event_is_refused(scene: Scene, event: str, field: str, wrong: str, meant: str) -> None:
    """Words that an event can't have are refused with those it can."""
    with pytest.raises(magic.InputError) as refused:
        scene.card(abilities=[triggered(on(event, **{field: wrong}), GAIN, name="never")])
    assert meant in (refused.value.suggestion or "")


def test_of_what_befalls_players_any_object_may_be_said(scene: Scene) -> None:
    """A selector that selects anything says nothing wrong of a draw."""
    scene.rule(
        triggered(on("draws", what={}), GAIN, name="draws"), instead("gains life", what={}, times=2, name="twice")
    )
    scene.put("Forest", zone="library")
    scene.do(magic.Draw("A", 1))
    scene.flow()
    assert scene.life() == 22


@pytest.mark.parametrize(("player", "life"), [("you", 21), ("opponent", 20)])
@pytest.mark.parametrize("event", ["phased out", "detached", "detached as it leaves"])
def test_what_is_looked_back_at_has_a_player(scene: Scene, event: str, player: str, life: int) -> None:
    """Whose event it is that something phases out or becomes unattached is who controlled it (CR 603.10b-c)."""
    bear = scene.put("Grizzly Bears")
    word, what = event.removesuffix(" as it leaves"), {"subtypes": ["Equipment" if "detached" in event else "Bear"]}
    blade = scene.put(scene.card(type_line="Artifact — Equipment"))
    scene.do(magic.Attach(blade, bear))
    scene.rule(triggered(on(word, what=what, player=player), GAIN, name="sees it"))
    request = magic.Detach(blade) if event == "detached" else magic.Destroy(bear)
    scene.do(magic.PhaseOut(bear) if event == "phased out" else request)
    scene.flow()
    assert scene.life() == life


def test_replaced_mana_has_conditions_and_a_player(scene: Scene) -> None:
    """Mana that a permanent is tapped for is replaced only while the effect's conditions hold (CR 106.12b)."""
    forest = scene.put("Forest")
    need = {"of": {"subtypes": ["Bear"], "controller": "you"}}
    scene.rule(instead("mana", what={"types": ["Land"]}, player="you", times=2, if_=[need], name="twice"))
    scene.rule(instead("mana", what={"types": ["Land"]}, player="host", times=3, name="host"), owner="B")
    scene.do(magic.Activate(forest, 0))
    assert scene.pool() == "G"
    scene.put("Grizzly Bears")
    scene.do(magic.Untap(forest))
    scene.do(magic.Activate(forest, 0))
    assert scene.pool() == "GGG"


def test_two_effects_of_one_source_can_be_told_apart(scene: Scene) -> None:
    """Of two effects of one permanent the affected player chooses, also where they have one name (CR 616.1)."""
    scene.rule(instead("player damage", times=2), instead("player damage", plus=1))
    scene.answering(replacement=[["player damage"], ["player damage 2"]])
    scene.do(magic.DealDamage("A", 3))
    assert scene.life() == 13
    scene.do(magic.DealDamage("A", 3))
    assert scene.life() == 5


def test_equal_effects_of_one_source_are_no_choice(scene: Scene) -> None:
    """The order of two effects that say the same shows nowhere, so that nobody is asked (CR 616.1)."""
    scene.rule(instead("player damage", times=2), instead("player damage", times=2))
    facts = scene.do(magic.DealDamage("A", 2))
    assert (scene.life(), scene.count(facts, "DecisionMade")) == (12, 0)
