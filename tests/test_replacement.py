"""Replacement and prevention effects: what applies, in which order, who chooses, how often (CR 614-616)."""

import pytest
from conftest import Scene
from texts import CREATURE, EXILED_INSTEAD, GAIN, Text, does, enters, instead, on, static, triggered

import ecs_magic as magic
from ecs_magic.linking import chosen_for

LIBRARY_INSTEAD = instead(
    "moves", what={}, into="graveyard", to="library", position="bottom", cards=True, name="library instead"
)
CARD_EXILED = instead("moves", what={}, into="graveyard", to="exile", cards=True, player="opponent", name="card exiled")


def creature(scene: Scene, *abilities: Text, **source: object) -> magic.CardDefinition:
    """Return a 2/2 creature card with these abilities."""
    return scene.card(**{"name": "Beast", "power": 2, "toughness": 2, "abilities": abilities, **source})


def entered(scene: Scene, card: object, owner: str = "A", **options: object) -> magic.Object:
    """Put a card onto the battlefield from the hand and return the permanent."""
    held = scene.put(card, owner, zone="hand")
    scene.do(magic.Move(held, "battlefield", **options))  # type: ignore[arg-type]
    (permanent,) = held.became
    return permanent


def zones(object_: magic.Object) -> list[str]:
    """Return the zones of what an object became."""
    return [str(one.zone) for one in object_.became]


# --- what they are ---------------------------------------------------------------------------------------


@pytest.mark.rule("I02")
def test_a_replacement_must_be_there_before(scene: Scene) -> None:
    """What would be exiled instead of dying is in the graveyard if the effect comes later (CR 614.4)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Destroy(bear))
    scene.rule(EXILED_INSTEAD)
    assert zones(bear) == ["graveyard"]


@pytest.mark.rule("I02")
def test_what_never_happens_is_not_replaced(scene: Scene) -> None:
    """An indestructible creature is not destroyed, so nothing is done instead (CR 614.7, 702.12b)."""
    scene.rule(instead("destroyed", what={}, nothing=True, then=[GAIN], name="no destruction"))
    scene.do(magic.Destroy(scene.put(creature(scene, keywords=["Indestructible"]))))
    assert scene.life() == 20
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    assert scene.life() == 21


@pytest.mark.rule("I02")
def test_no_damage_is_not_increased(scene: Scene) -> None:
    """An effect that adds damage finds nothing where no damage would be dealt (CR 614.7a)."""
    scene.rule(instead("player damage", plus=2, name="more damage"))
    scene.do(magic.DealDamage("B", 0))
    assert scene.life("B") == 20
    scene.do(magic.DealDamage("B", 1))
    assert scene.life("B") == 17


@pytest.mark.rule("I03", "I19")
def test_each_effect_applies_once_to_an_event(scene: Scene) -> None:
    """Two doublers of one kind apply once each (CR 614.5)."""
    for _ in range(2):
        scene.rule(instead("counters", what={}, times=2, name="twice"))
    bear = scene.put("Grizzly Bears")
    scene.do(magic.AddCounters(bear, "+1/+1", 1))
    assert bear.counters == {"+1/+1": 4}


@pytest.mark.rule("I04")
def test_a_modified_event_triggers_what_it_is(scene: Scene) -> None:
    """A token doubler makes two enter: both trigger; the replaced event itself never happened (CR 614.6)."""
    scene.rule(instead("tokens", player="you", times=2, name="twice"))
    scene.rule(triggered(on("enters", what=CREATURE), GAIN, name="enters"))
    scene.do(magic.CreateToken(scene.card(name="Cub", type_line="Creature — Bear", power=1, toughness=1), "A"))
    scene.flow()
    assert scene.life() == 22


# --- who chooses -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "zone"), [(0, "exile"), (1, "library")])
@pytest.mark.rule("I15", "I18", "I19", "I20")
def test_the_controller_chooses_among_competing_effects(scene: Scene, first: int, zone: str) -> None:
    """Of two effects on a departure its controller picks one; the other finds nothing then (CR 616.1, 616.1e-f)."""
    rules = [scene.rule(EXILED_INSTEAD, owner="B"), scene.rule(LIBRARY_INSTEAD, owner="B")]
    bear = scene.put("Grizzly Bears")
    scene.answering(replacement=[[rules[first].id]])
    facts = scene.do(magic.Destroy(bear))
    asked = [fact.record() for fact in facts if fact.name == "DecisionMade"]
    assert [(one["ask"], one["player"]) for one in asked] == [("replacement", 0)]
    assert zones(bear) == [zone]


@pytest.mark.parametrize(("first", "zone"), [(0, "exile"), (1, "library")])
@pytest.mark.rule("B27", "B29", "I20")
def test_one_choice_covers_both_cards_of_a_melded_permanent(scene: Scene, first: int, zone: str) -> None:
    """Of two effects on a melded permanent one is picked for both cards: they never part (CR 712.21d)."""
    rules = [scene.rule(CARD_EXILED, owner="B"), scene.rule(LIBRARY_INSTEAD, owner="B")]
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    scene.answering(replacement=[[rules[first].id]])
    facts = scene.do(magic.Destroy(host))
    assert [fact.record()["ask"] for fact in facts if fact.name == "DecisionMade"].count("replacement") == 1
    assert zones(host) == [zone] * 2


@pytest.mark.parametrize(("first", "zone"), [(0, "exile"), (1, "library")])
@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.rule("A33")
def test_one_choice_covers_all_cards_of_a_pile(scene: Scene, first: int, zone: str, where: str) -> None:
    """Of two effects on a merged permanent one is picked for all its cards (CR 730.3d)."""
    rules = [scene.rule(CARD_EXILED, owner="B"), scene.rule(LIBRARY_INSTEAD, owner="B")]
    pile = scene.merge("Dreamtail Heron", scene.put("Beastcaller Savant"), where)
    scene.answering(replacement=[[rules[first].id]])
    scene.do(magic.Destroy(pile))
    assert zones(pile) == [zone] * 2


@pytest.mark.rule("A35", "A36")
@pytest.mark.parametrize("card_on_top", [True, False])
def test_an_effect_about_cards_and_a_pile_with_a_token(scene: Scene, card_on_top: bool) -> None:
    """Of a pile that is no token all goes; of one that is a token the cards alone go the other way (CR 730.3e)."""
    scene.rule(CARD_EXILED, triggered(on("dies", what=CREATURE), GAIN, name="dies"), owner="B")
    pile = scene.merge("Dreamtail Heron", scene.token(), "over" if card_on_top else "under")
    facts = scene.do(magic.Destroy(pile))
    left = [(fact.record()["to"].value) for fact in facts if fact.name == "PermanentLeft"]
    assert left == ["exile" if card_on_top else "graveyard"]
    where = {one.name: str(one.zone) for one in pile.became}
    assert where == {"Dreamtail Heron": "exile", "Wurm": "exile" if card_on_top else "graveyard"}
    scene.flow()
    assert scene.life("B") == (20 if card_on_top else 21)


@pytest.mark.rule("A36")
def test_an_effect_about_cards_does_not_catch_tokens(scene: Scene) -> None:
    """A token that dies is no card put into a graveyard: it dies and triggers (CR 108.2b)."""
    scene.rule(CARD_EXILED, owner="B")
    token = scene.token(abilities=[triggered(on("dies"), GAIN, name="dies")])
    scene.do(magic.Destroy(token))
    scene.flow()
    assert scene.life() == 21


@pytest.mark.rule("I04")
def test_an_effect_about_permanents_catches_tokens(scene: Scene) -> None:
    """A token that is exiled instead does not die (CR 111.6, 614.6)."""
    scene.rule(EXILED_INSTEAD)
    token = scene.token(abilities=[triggered(on("dies"), GAIN, name="dies")])
    scene.do(magic.Destroy(token))
    scene.flow()
    assert scene.life() == 20


@pytest.mark.rule("I15")
def test_an_own_ability_competes_with_others(scene: Scene) -> None:
    """A permanent's own "exile it instead" is no self-replacement: its controller may choose the other (CR 614.15)."""
    own = instead("moves", into="graveyard", to="exile", name="own")
    other = scene.rule(LIBRARY_INSTEAD, owner="B")
    beast = scene.put(creature(scene, own))
    scene.answering(replacement=[[other.id]])
    scene.do(magic.Destroy(beast))
    assert zones(beast) == ["library"]


@pytest.mark.rule("I12")
def test_what_an_effect_says_of_itself_comes_first(scene: Scene) -> None:
    """A spell that counters and exiles replaces part of its own effect before anything else may (CR 614.15, 616.1a)."""
    scene.rule(LIBRARY_INSTEAD)
    hit = scene.cast("Grizzly Bears")
    counter = does("counter", what="target", to="exile")
    text = {"ability": "spell", "then": [counter], "targets": [{"of": {"zone": "stack"}}]}
    scene.cast(scene.card(name="Denial", type_line="Instant", abilities=[text]), hit)
    scene.game.resolve()
    assert zones(hit) == ["exile"]


# --- commanders ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["hand", "library"])
@pytest.mark.rule("B28", "B43", "I24", "L21")
def test_only_the_commander_of_a_melded_permanent_goes_to_the_command_zone(scene: Scene, to: str) -> None:
    """Of a melded permanent bound for hand or library its owner may send the commander alone (CR 903.9b-c)."""
    bruna = scene.put("Bruna, the Fading Light", commander=True)
    gisela = scene.put("Gisela, the Broken Blade")
    facts = scene.do(magic.Meld([bruna, gisela]))
    brisela = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "Melded"))
    scene.answering(command_zone=[["yes"]])
    facts = scene.do(magic.Move(brisela, to))
    where = {one.name: str(one.zone) for one in brisela.became}
    assert where == {"Bruna, the Fading Light": "command", "Gisela, the Broken Blade": to}
    assert scene.count(facts, "PermanentLeft") == 1


@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("to", ["hand", "library"])
@pytest.mark.rule("I24", "L21")
def test_only_the_commander_of_a_pile_goes_to_the_command_zone(scene: Scene, to: str, where: str) -> None:
    """Of a pile bound for hand or library the commander card alone may go to the command zone (CR 903.9c)."""
    pile = scene.put("Beastcaller Savant", commander=True)
    scene.merge("Dreamtail Heron", pile, where)
    scene.answering(command_zone=[["yes"]])
    scene.do(magic.Move(pile, to))
    assert {one.name: str(one.zone) for one in pile.became} == {"Beastcaller Savant": "command", "Dreamtail Heron": to}


@pytest.mark.rule("I24")
def test_the_commander_replacement_may_apply_again(scene: Scene) -> None:
    """A commander bound for the library by another replacement may be sent to the command zone then (CR 903.9b)."""
    hand = instead("moves", what={}, into="hand", to="library", name="library")
    rule = scene.rule(hand)
    bear = scene.put("Grizzly Bears", commander=True)
    scene.answering(replacement=[["commander"]], command_zone=[["no"], ["yes"]])
    scene.do(magic.Move(bear, "hand"))
    assert (zones(bear), rule.exists) == (["command"], True)


@pytest.mark.parametrize(("answers", "there"), [("yn", "Bears"), ("ny", "Heron"), ("yy", "both")])
@pytest.mark.parametrize("active", ["A", "B"])
@pytest.mark.parametrize("owner", ["A", "B"])
@pytest.mark.rule("L21")
def test_each_commander_of_a_pile_is_asked_about(
    scene: Scene, owner: str, active: str, answers: str, there: str
) -> None:
    """Of two commanders in one pile each owner decides about each, in turn order, and each goes alone (CR 903.9c)."""
    pile = scene.put("Grizzly Bears", owner, commander=True)
    scene.merge(scene.put("Dreamtail Heron", zone="hand", commander=True), pile, "under")
    scene.do(magic.BeginTurn(active))
    words = {"y": ("yes",), "n": ("no",)}
    heron_first = (owner, active) == ("B", "A")
    scene.answering(command_zone=[words[one] for one in (answers[::-1] if heron_first else answers)])
    facts = scene.do(magic.Move(pile, "hand"))
    asked = [fact.record()["player"] for fact in facts if fact.name == "DecisionMade"]
    assert asked == ([0, 0] if owner == "A" else [0, 1] if active == "A" else [1, 0])
    gone = {"Bears": ["Grizzly Bears"], "Heron": ["Dreamtail Heron"], "both": ["Dreamtail Heron", "Grizzly Bears"]}
    assert sorted(one.name for one in scene.game.objects("command")) == gone[there]
    assert len(scene.game.objects("hand")) == 2 - len(gone[there])


@pytest.mark.parametrize(("answer", "zone"), [("yes", "command"), ("no", "library")])
@pytest.mark.rule("L21", "A36")
def test_a_commander_that_leaves_a_token_pile_on_its_own_way_is_asked_about(
    scene: Scene, answer: str, zone: str
) -> None:
    """A commander beneath a token, bound for the library by an effect on cards, may go to the command zone (903.9b)."""
    token = scene.token()
    scene.merge(scene.put("Dreamtail Heron", zone="hand", commander=True), token, "under")
    wheel = instead("moves", what={}, cards=True, into="graveyard", to="library", position="bottom", name="wheel")
    scene.rule(wheel)
    scene.answering(command_zone=[(answer,)])
    scene.do(magic.Destroy(token))
    assert {one.name: str(one.zone) for one in token.became} == {"Wurm": "graveyard", "Dreamtail Heron": zone}


@pytest.mark.rule("A36", "I20")
def test_what_a_token_pile_s_cards_become_bound_for_is_replaced_in_turn(scene: Scene) -> None:
    """Where an effect on cards sends those of a token pile, the next effect on cards finds them (CR 616.1f, 730.3e)."""
    scene.rule(
        instead("moves", what={}, cards=True, into="graveyard", to="library", name="wheel"),
        instead("moves", what={}, cards=True, into="library", to="exile", counters={"stash": 1}, name="net"),
    )
    pile = scene.merge("Dreamtail Heron", scene.token(), "under")
    scene.do(magic.Destroy(pile))
    assert {one.name: (str(one.zone), one.counters) for one in pile.became} == {
        "Wurm": ("graveyard", {}),
        "Dreamtail Heron": ("exile", {"stash": 1}),
    }


@pytest.mark.parametrize("to", ["hand", "library"])
@pytest.mark.rule("L21")
def test_a_commander_sent_to_the_command_zone_goes_nowhere_else(scene: Scene, to: str) -> None:
    """A commander that is its whole permanent leaves for the command zone; nothing else finds it then (CR 616.1f)."""
    scene.rule(instead("moves", what={}, into=to, to="exile", then=[GAIN], name="exile"))
    bear = scene.put("Grizzly Bears", commander=True)
    scene.answering(replacement=[("commander",)], command_zone=[("yes",)])
    facts = scene.do(magic.Move(bear, to))
    left = [fact.record()["to"].value for fact in facts if fact.name == "PermanentLeft"]
    assert (left, zones(bear), scene.life()) == (["command"], ["command"], 20)


@pytest.mark.parametrize("active", ["A", "B", "C"])
@pytest.mark.parametrize("event", ["destroy", "untap", "enter", "two ways", "exile", "damage", "counters"])
@pytest.mark.rule("I20")
def test_players_choose_about_one_event_in_turn_order(event: str, active: str) -> None:
    """What players choose about an event at the same time they choose in turn order, whatever comes first (616.1)."""
    scene = Scene()
    scene.game = magic.Game(players=("A", "B", "C"), cards=scene.cards)
    twice = [instead("untaps", what={}, nothing=True, then=then, name="untaps") for then in ([], [GAIN])]
    more = [instead(word, what={}, **field) for word in ("damage", "counters") for field in ({"times": 2}, {"plus": 1})]
    scene.rule(EXILED_INSTEAD, LIBRARY_INSTEAD, *twice, *more)
    bears = [scene.put("Grizzly Bears", owner, tapped=True) for owner in "CAB"]
    held = [scene.put("Clone", owner, zone="hand") for owner in "CAB"]
    for bear in bears if event == "exile" else []:
        scene.merge(scene.put("Dreamtail Heron", bear.owner, zone="hand"), bear)
    scene.do(magic.BeginTurn(active))
    done = {
        "destroy": [magic.Destroy(bears)],
        "untap": [magic.Untap(bears)],
        "enter": [magic.Move(held, "battlefield")],  # type: ignore[arg-type]
        "two ways": [magic.Exile(bears), magic.Move(bears, "hand")],  # type: ignore[arg-type]
        "exile": [magic.Exile(bears)],
        "damage": [magic.DealDamage(bears, 1)],
        "counters": [magic.AddCounters(bears, "+1/+1")],
    }
    facts = scene.do(*done[event])
    asked = [fact.record()["player"] for fact in facts if fact.name == "DecisionMade"]
    assert asked == {"A": [0, 1, 2], "B": [1, 2, 0], "C": [2, 0, 1]}[active]


# --- destruction, damage, untapping ----------------------------------------------------------------------


@pytest.mark.rule("H03")
def test_shield_counters_prevent_one_by_one(scene: Scene) -> None:
    """However many shield counters there are, one goes for each destruction and each damage (CR 122.1c)."""
    bear = scene.put("Grizzly Bears", counters={"shield": 3})
    scene.do(magic.Destroy(bear))
    assert (bear.counters, bear.exists) == ({"shield": 2}, True)
    scene.do(magic.DealDamage(bear, 5))
    assert (bear.counters, bear.read("damage")) == ({"shield": 1}, 0)
    scene.do(magic.Sacrifice(bear))
    assert not bear.exists


@pytest.mark.rule("H03")
def test_shield_counters_do_not_help_against_a_lack_of_toughness(scene: Scene) -> None:
    """A creature without toughness is not destroyed, so no shield counter is removed instead (CR 122.1c, 704.5f)."""
    bear = scene.put("Grizzly Bears", counters={"shield": 1, "-1/-1": 2})
    scene.settle()
    assert not bear.exists


@pytest.mark.rule("H04")
def test_a_stun_counter_is_removed_in_place_of_untapping(scene: Scene) -> None:
    """Each time it would untap, one stun counter goes instead (CR 122.1d)."""
    bear = scene.put("Grizzly Bears", tapped=True, counters={"stun": 2})
    scene.rule(triggered(on("untapped", what={}), GAIN, name="untapped"))
    for left in ({"stun": 1}, {}):
        scene.do(magic.Untap(bear))
        assert (bear.tapped, bear.counters) == (True, left)
    scene.do(magic.Untap(bear))
    scene.flow()
    assert (bear.tapped, scene.life()) == (False, 21)


@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.rule("H08")
def test_a_finality_counter_exiles_all_cards(scene: Scene, where: str) -> None:
    """A pile with a finality counter that would die is exiled with all its cards (CR 122.1h, 730.3d)."""
    scene.rule(triggered(on("dies", what=CREATURE), GAIN, name="dies"))
    pile = scene.merge("Dreamtail Heron", scene.put("Beastcaller Savant", counters={"finality": 2}), where)
    scene.do(magic.Destroy(pile))
    scene.flow()
    assert (zones(pile), scene.life()) == (["exile", "exile"], 20)


@pytest.mark.rule("H08")
def test_a_finality_counter_is_about_the_graveyard_alone(scene: Scene) -> None:
    """A permanent with a finality counter returns to the hand like any other (CR 122.1h)."""
    bear = scene.put("Grizzly Bears", counters={"finality": 1})
    scene.do(magic.Move(bear, "hand"))
    assert zones(bear) == ["hand"]


@pytest.mark.rule("I25")
def test_prevention_and_doubling_of_damage_are_ordered(scene: Scene) -> None:
    """Who is dealt damage chooses between preventing 2 of it and doubling it first (CR 615.1, 616.1)."""
    double = scene.rule(instead("player damage", times=2, name="double"), owner="B")
    prevent = scene.rule(instead("player damage", plus=-2, name="prevent"), owner="B")
    scene.answering(replacement=[[double.id], [prevent.id]])
    scene.do(magic.DealDamage("A", 3))
    assert scene.life() == 16
    scene.do(magic.DealDamage("A", 3))
    assert scene.life() == 14


@pytest.mark.rule("I26")
@pytest.mark.parametrize("melded", [True, False])
def test_a_regenerated_permanent_stays_the_same_object(scene: Scene, melded: bool) -> None:
    """A shield of regeneration replaces one destruction: tapped, without damage, the same object whole (CR 701.19a)."""
    if melded:
        beast = scene.meld("Graf Rats", "Midnight Scavengers")
    else:
        beast = scene.merge("Dreamtail Heron", scene.put("Beastcaller Savant"))
    parts = [one.id for one in beast.constituents]
    scene.do(magic.DealDamage(beast, 1), magic.Regenerate(beast))
    scene.do(magic.Destroy(beast))
    assert (beast.exists, beast.tapped, beast.read("damage")) == (True, True, 0)
    assert [one.id for one in beast.constituents] == parts
    scene.do(magic.Destroy(beast))
    assert not beast.exists


@pytest.mark.rule("I26")
def test_regeneration_lasts_until_the_turn_ends(scene: Scene) -> None:
    """A shield of regeneration that was not used is gone after the turn, and does not stop a sacrifice (CR 701.19a)."""
    bear, other = scene.put("Grizzly Bears"), scene.put("Grizzly Bears")
    scene.do(magic.Regenerate([bear, other]))
    scene.do(magic.Sacrifice(other))
    assert not other.exists
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.Destroy(bear))
    assert not bear.exists


@pytest.mark.rule("I23")
def test_a_replacement_of_what_replaced(scene: Scene) -> None:
    """Life that becomes a draw that becomes a returned card (CR 616.2)."""
    scene.put("Forest", zone="library")
    card = scene.put("Grizzly Bears", zone="graveyard")
    back = does("move", what={"of": {"zone": "graveyard", "owner": "you"}, "choose": 1}, to="hand")
    scene.rule(instead("gains life", player="you", nothing=True, then=[does("draw")], name="draw instead"))
    scene.rule(instead("draws", player="you", nothing=True, then=[back], name="return instead"))
    scene.do(magic.ChangeLife("A", 1))
    assert (scene.life(), zones(card), len(scene.game.objects("library"))) == (20, ["hand"], 1)


# --- entering --------------------------------------------------------------------------------------------


@pytest.mark.rule("I01", "I08")
def test_an_effect_on_all_permanents_does_not_apply_to_its_own_source(scene: Scene) -> None:
    """What makes permanents enter tapped enters untapped itself, and others tapped (CR 614.12)."""
    orb = scene.card(name="Orb", type_line="Artifact", abilities=[enters(tapped=True, what={})])
    assert not entered(scene, orb).tapped
    assert entered(scene, "Grizzly Bears").tapped


@pytest.mark.rule("I05", "I16")
def test_control_on_entering_comes_first(scene: Scene) -> None:
    """Under whose control it enters decides before what else applies to it (CR 616.1b)."""
    scene.rule(enters(what={"types": ["Creature"], "controller": "you"}, counters={"+1/+1": 1}), owner="B")
    scene.rule(enters(what={"types": ["Creature"], "controller": "you"}, tapped=True))
    scene.rule(enters(what={"types": ["Creature"]}, control="opponent"))
    beast = entered(scene, "Grizzly Bears")
    assert (beast.controller, beast.counters, beast.tapped) == ("B", {"+1/+1": 1}, False)


@pytest.mark.rule("I17", "I19", "I21")
def test_a_copy_on_entering_comes_before_the_rest(scene: Scene) -> None:
    """What makes it enter as a copy is applied first; its own "enters tapped" is gone then (CR 616.1c, 616.1f)."""
    wild = enters(what={"types": ["Creature"], "controller": "you"}, copy_of_source=True)
    scene.put(creature(scene, wild, name="Essence", power=6, toughness=6))
    beast = entered(scene, creature(scene, enters(tapped=True, counters={"+1/+1": 1})))
    assert (beast.name, beast.tapped, beast.counters) == ("Essence", False, {})


@pytest.mark.rule("C22", "I17")
def test_the_back_face_comes_after_control_and_copy_and_before_the_rest(scene: Scene) -> None:
    """What makes it enter with its back face up is applied before what looks at the face that is up (CR 616.1d)."""
    back = {"name": "Back", "type_line": "Artifact Creature — Golem", "power": 4, "toughness": 4}
    card = scene.card(name="Front", power=1, toughness=1, abilities=[enters(transformed=True)], back=back)
    scene.rule(enters(what={"types": ["Artifact"]}, tapped=True))
    golem = entered(scene, card)
    assert (golem.name, golem.tapped) == ("Back", True)


@pytest.mark.rule("C22")
def test_a_copy_is_taken_before_the_back_face(scene: Scene) -> None:
    """A double-faced card that enters as a copy no longer has its own ability to enter turned (CR 616.1c-d)."""
    wild = enters(what={"types": ["Creature"], "controller": "you"}, copy_of_source=True)
    scene.put(creature(scene, wild, name="Essence", power=6, toughness=6))
    back = {"name": "Back", "type_line": "Creature — Golem", "power": 4, "toughness": 4}
    card = scene.card(name="Front", power=1, toughness=1, abilities=[enters(transformed=True)], back=back)
    golem = entered(scene, card)
    assert (golem.name, golem.read("face")) == ("Essence", "front")


@pytest.mark.rule("C44")
def test_a_copy_that_must_enter_turned_to_a_spell_face_goes_to_the_graveyard(scene: Scene) -> None:
    """A double-faced card with a sorcery back that is told to enter turned does not enter (CR 712.13a)."""
    card = scene.card(name="Front", type_line="Enchantment", back={"name": "Back", "type_line": "Sorcery"})
    scene.rule(enters(what={"controller": "you"}, transformed=True))
    spell = scene.cast(card)
    scene.game.resolve()
    assert zones(spell) == ["graveyard"]


@pytest.mark.rule("I05", "I07")
def test_two_tokens_at_once_both_enter_as_copies(scene: Scene) -> None:
    """An effect that makes creatures enter as copies of its source applies to each of two tokens (CR 614.12)."""
    wild = enters(what={"types": ["Creature"], "controller": "you"}, copy_of_source=True)
    essence = scene.put(creature(scene, wild, name="Essence", power=6, toughness=6))
    scene.do(magic.CreateToken(scene.card(name="Cub", power=1, toughness=1), "A", 2))
    assert [one.name for one in scene.game.objects("battlefield")] == ["Essence"] * 3
    scene.do(magic.Destroy(essence))
    assert entered(scene, "Grizzly Bears").name == "Essence"


@pytest.mark.rule("I05")
def test_lands_that_would_be_mountains_enter_as_such(scene: Scene) -> None:
    """Where nonbasic lands are Mountains, one that enters tapped by its own text enters untapped (CR 614.12, 305.7)."""
    land = scene.card(
        name="Crossroads",
        type_line="Land",
        abilities=[enters(tapped=True), triggered(on("enters"), GAIN, name="enters")],
    )
    assert entered(scene, land).tapped
    scene.flow()
    assert scene.life() == 21
    scene.put("Blood Moon")
    assert not entered(scene, land).tapped
    scene.flow()
    assert scene.life() == 21


@pytest.mark.rule("J20")
def test_an_ability_about_its_own_entering_works_as_it_enters(scene: Scene) -> None:
    """A count for entering is made before it enters: the card in the graveyard still counts (CR 113.6h, 614.12a)."""
    number = {"amount": "count", "of": {"types": ["Creature"], "zone": "graveyard"}}
    scavenger = creature(scene, enters(counters={"+1/+1": number}), power=0, toughness=0)
    card = scene.put(scavenger, zone="graveyard")
    scene.do(magic.Move(card, "battlefield"))
    assert card.became[0].counters == {"+1/+1": 1}


@pytest.mark.rule("J20", "I14")
def test_what_can_not_have_counters_enters_without(scene: Scene) -> None:
    """Counters are not put on what can't have any, as it enters or later (CR 113.6i, 614.17d)."""
    rule = scene.rule(static({"change": "forbid", "actions": ["counters"]}, types=["Creature"]))
    scene.rule(enters(what=CREATURE, counters={"+1/+1": 1}))
    beast = entered(scene, creature(scene, enters(counters={"+1/+1": 2})))
    assert beast.counters == {}
    assert scene.ignored(scene.do(magic.AddCounters(beast, "flying"))) == ["101.2"]
    scene.do(magic.Destroy(rule))
    scene.do(magic.AddCounters(beast, "flying"))
    assert beast.counters == {"flying": 1}


@pytest.mark.rule("J20")
def test_a_creature_that_can_not_have_counters_keeps_them_off_itself(scene: Scene) -> None:
    """An ability that forbids counters on its own object works as that enters (CR 113.6i)."""
    own = static({"change": "forbid", "actions": ["counters"]}, which="this")
    scene.rule(enters(what=CREATURE, counters={"+1/+1": 1}))
    assert entered(scene, creature(scene, own)).counters == {}


@pytest.mark.rule("I14")
def test_what_can_not_enter_stays(scene: Scene) -> None:
    """Where creatures can't enter, one stays where it is, and a token is not created (CR 614.17d)."""
    scene.rule(static({"change": "forbid", "actions": ["enter"]}, types=["Creature"]))
    held = scene.put("Grizzly Bears", zone="hand")
    assert scene.ignored(scene.do(magic.Move(held, "battlefield"))) == ["101.2"]
    assert held.zone == "hand"
    facts = scene.do(magic.CreateToken(scene.card(name="Cub", power=1, toughness=1), "A"))
    assert scene.count(facts, "PermanentEntered") == 0


@pytest.mark.rule("D34", "D35", "I14")
def test_a_spell_that_can_not_enter_goes_to_the_graveyard(scene: Scene) -> None:
    """A creature spell that would become a permanent which can't enter goes to the graveyard (CR 608.3e)."""
    scene.rule(static({"change": "forbid", "actions": ["enter"]}, types=["Land"]))
    scene.put(scene.card(name="Arbor", type_line="Land Creature — Forest Dryad", power=1, toughness=1))
    clone = scene.card(name="Double", power=0, toughness=0, abilities=[enters(copy_of={"of": CREATURE})])
    spell = scene.cast(clone)
    scene.game.resolve()
    assert zones(spell) == ["graveyard"]


@pytest.mark.rule("I14")
def test_what_can_not_happen_is_not_replaced(scene: Scene) -> None:
    """Where creatures can't enter, an effect does not get to change how they do (CR 614.17c)."""
    scene.rule(static({"change": "forbid", "actions": ["enter"]}, types=["Creature"]))
    spent = enters(what=CREATURE, unless={"life": 2}, tapped=True)
    scene.rule(spent)
    held = scene.put("Grizzly Bears", zone="hand")
    scene.do(magic.Move(held, "battlefield"))
    assert (held.zone, scene.life()) == ("hand", 20)


# --- words chosen on entering ----------------------------------------------------------------------------

COLOR = enters(choose={"color": ["white", "blue", "black", "red", "green"]}, name="choose a colour")


def chose(object_: magic.Object) -> dict[str, str]:
    """Return the words chosen for an object, by kind."""
    return chosen_for(object_.game.world, object_.id)


@pytest.mark.rule("I06", "I09")
def test_a_word_is_chosen_before_it_enters(scene: Scene) -> None:
    """A colour to be chosen as something enters is chosen by its controller, for a token copy anew (CR 614.12a)."""
    scene.answering(color=[["red"], ["green"]])
    voice = entered(scene, creature(scene, COLOR, name="Voice"))
    assert chose(voice) == {"color": "red"}
    facts = scene.do(magic.CreateTokenCopy(voice, "B"))
    names = [fact.name for fact in facts]
    assert names.index("DecisionMade") < names.index("PermanentEntered")
    assert chose(scene.game.objects("battlefield")[-1]) == {"color": "green"}


@pytest.mark.rule("G17", "G18")
def test_a_choice_is_not_copied(scene: Scene) -> None:
    """What enters as a copy makes its own choice (CR 707.6)."""
    scene.answering(color=[["red"], ["green"]])
    voice = entered(scene, creature(scene, COLOR, name="Voice"))
    clone = scene.card(name="Double", power=0, toughness=0, abilities=[enters(copy_of={"of": CREATURE})])
    double = entered(scene, clone)
    assert (double.name, chose(double), chose(voice)) == ("Voice", {"color": "green"}, {"color": "red"})


@pytest.mark.rule("D45")
def test_what_became_a_copy_later_has_no_chosen_word(scene: Scene) -> None:
    """A permanent that becomes a copy of one with a chosen colour has none: that part does nothing (CR 607.5a)."""
    own = static({"change": "gain", "abilities": ["protection from chosen"]}, which="this") | {"chosen": "color"}
    scene.answering(color=[["red"]])
    voice = entered(scene, creature(scene, COLOR, own, name="Voice"))
    assert voice.keywords == ("protection from red",)
    bear = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(bear, voice))
    assert (bear.name, bear.keywords) == ("Voice", ())


@pytest.mark.rule("I22")
def test_doubled_tokens_choose_each_for_itself(scene: Scene) -> None:
    """How many tokens there are is decided first; then each makes its choice (CR 616.1g)."""
    scene.rule(instead("tokens", player="you", times=2, name="twice"))
    scene.answering(color=[["red"], ["green"]])
    scene.do(magic.CreateToken(creature(scene, COLOR, name="Voice"), "A"))
    assert [chose(one) for one in scene.game.objects("battlefield")[1:]] == [{"color": "red"}, {"color": "green"}]


# --- more of them ----------------------------------------------------------------------------------------


@pytest.mark.rule("I13")
def test_a_doubler_counts_for_counters_of_another_replacement(scene: Scene) -> None:
    """Counters that a replacement effect puts on something entering are doubled as well (CR 614.16)."""
    scene.rule(instead("counters", what={}, times=2, name="twice"))
    scene.rule(enters(what=CREATURE, counters={"+1/+1": 1}))
    assert entered(scene, "Grizzly Bears").counters == {"+1/+1": 2}
    assert entered(scene, creature(scene, enters(counters={"charge": 3}))).counters == {"+1/+1": 2, "charge": 6}


@pytest.mark.rule("I25")
def test_static_prevention_covers_newcomers(scene: Scene) -> None:
    """Damage to creatures is prevented for those that appear later as well (CR 615.1)."""
    scene.rule(instead("damage", what=CREATURE, nothing=True, name="prevent"))
    bear = entered(scene, "Grizzly Bears")
    scene.do(magic.DealDamage(bear, 5))
    assert bear.read("damage") == 0
    scene.rule(static({"change": "lose_all"}, types=["Enchantment"]))
    scene.do(magic.DealDamage(bear, 1))
    assert bear.read("damage") == 1


# --- what else is done -----------------------------------------------------------------------------------

MAY_GAIN = does(
    "may",
    then=[does("if", when=[{"of": {"subtypes": ["Bear"], "controller": "you"}}], then=[GAIN, GAIN], otherwise=[GAIN])],
)
"""You may gain 1 life; 2 if you control a Bear."""


@pytest.mark.parametrize(("answer", "bears", "life"), [("no", 1, 20), ("yes", 0, 21), ("yes", 1, 22)])
@pytest.mark.parametrize("event", ["destroyed", "damage", "transforms"])
def test_what_is_done_instead_has_conditions_and_choices(
    scene: Scene, event: str, answer: str, bears: int, life: int
) -> None:
    """Within one event too, conditions are looked at and players choose as instructions say (CR 608.2c-d, 614.1)."""
    for _ in range(bears):
        scene.put("Grizzly Bears")
    beast = scene.put("Gray Ogre", "B")
    scene.answering(may=[[answer]])
    if event == "transforms":
        turned = {"ability": "as_turned", "event": "transforms", "then": [MAY_GAIN]}
        back = {"name": "Night", "type_line": "Creature — Thing", "power": 4, "toughness": 4, "abilities": [turned]}
        scene.do(magic.Transform(scene.put(creature(scene, back=back))))
    else:
        scene.rule(instead(event, what={}, nothing=True, then=[MAY_GAIN], name="instead"))
        scene.do(magic.Destroy(beast) if event == "destroyed" else magic.DealDamage(beast, 1))
    assert scene.life() == life
