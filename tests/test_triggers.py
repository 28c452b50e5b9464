"""Triggered abilities: what they see, when they look, how often they trigger, and what they find (CR 603)."""

import pytest
from conftest import Scene
from texts import CREATURE, EXILED_INSTEAD, GAIN, Text, activated, does, enters, instead, on, static, triggered

import ecs_magic as magic
from ecs_magic.components import Waiting

DIES = triggered(on("dies", what=CREATURE), GAIN, name="creature dies")
CARD_PUT = triggered(on("put", what={}, to="graveyard"), GAIN, name="card put")


def creature(scene: Scene, *abilities: Text, **source: object) -> magic.CardDefinition:
    """Return a 2/2 creature card with these abilities."""
    return scene.card(**{"name": "Beast", "power": 2, "toughness": 2, "abilities": abilities, **source})


def gains(scene: Scene, *requests: magic.Request) -> int:
    """Return how much life A gains from doing something and letting all triggers resolve."""
    before = scene.life()
    scene.do(*requests)
    scene.flow()
    return scene.life() - before


# --- one event, or several -------------------------------------------------------------------------------


@pytest.mark.rule("J01", "J21")
def test_one_event_can_hold_several_occurrences(scene: Scene) -> None:
    """An ability about each creature triggers once for each that dies at once; each counts its own kind (CR 603.2c)."""
    scene.rule(DIES, CARD_PUT)
    bears = [scene.put("Grizzly Bears"), scene.put("Grizzly Bears", "B"), scene.token()]
    assert gains(scene, magic.Destroy(bears)) == 3 + 2


@pytest.mark.parametrize("card_top", [True, False])
@pytest.mark.rule("B19", "J01", "J21", "J22")
def test_a_pile_dies_once_and_puts_each_card(scene: Scene, card_top: bool) -> None:
    """A pile of two cards that dies is one creature that dies and two cards put into a graveyard (CR 730.3, 700.4)."""
    pile = scene.put("Beastcaller Savant")
    scene.merge("Dreamtail Heron", pile, "over" if card_top else "under")
    died, put = scene.rule(DIES), scene.rule(CARD_PUT)
    facts = list(scene.do(magic.Destroy(pile)))
    triggers = [fact.record()["object"] for fact in facts if fact.name == "AbilityTriggered"]
    assert (triggers.count(died.id), triggers.count(put.id)) == (1, 2)


@pytest.mark.rule("B19", "J21", "J22")
def test_a_melded_permanent_dies_once_and_puts_two_cards(scene: Scene) -> None:
    """A melded permanent that dies is one creature that dies and two cards put into a graveyard (CR 712.21)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    died, put = scene.rule(DIES), scene.rule(CARD_PUT)
    facts = list(scene.do(magic.Destroy(host)))
    triggers = [fact.record()["object"] for fact in facts if fact.name == "AbilityTriggered"]
    assert (triggers.count(died.id), triggers.count(put.id)) == (1, 2)


@pytest.mark.rule("J22")
def test_a_countered_or_exiled_creature_does_not_die(scene: Scene) -> None:
    """Dying is going to a graveyard from the battlefield, and nothing else (CR 700.4)."""
    scene.rule(DIES)
    bear, held = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", zone="hand")
    assert gains(scene, magic.Exile(bear), magic.Discard(held, "A")) == 0


@pytest.mark.rule("J02")
def test_becoming_tapped_is_a_change(scene: Scene) -> None:
    """What enters tapped, or is told to tap while tapped, does not become tapped (CR 603.2e)."""
    scene.rule(triggered(on("tapped", what={}), GAIN, name="becomes tapped"))
    slow = scene.put(creature(scene, enters(tapped=True)), zone="hand")
    assert gains(scene, magic.Move(slow, "battlefield")) == 0
    (beast,) = slow.became
    assert beast.tapped
    assert gains(scene, magic.Tap(beast)) == 0
    scene.do(magic.Untap(beast))
    assert gains(scene, magic.Tap(beast)) == 1


@pytest.mark.rule("J02")
def test_becoming_untapped_is_a_change(scene: Scene) -> None:
    """An untapped permanent that is untapped does not become untapped (CR 603.2e)."""
    scene.rule(triggered(on("untapped", what={}), GAIN, name="becomes untapped"))
    bear = scene.put("Grizzly Bears", tapped=True)
    assert gains(scene, magic.Untap(bear)) == 1
    assert gains(scene, magic.Untap(bear)) == 0


@pytest.mark.rule("J03", "I04")
def test_what_was_replaced_triggers_nothing(scene: Scene) -> None:
    """A creature that is exiled instead of dying does not die; what happens instead may trigger (CR 603.2g, 614.6)."""
    scene.rule(DIES, CARD_PUT, EXILED_INSTEAD)
    exiled = scene.rule(triggered(on("leaves", what=CREATURE, to="exile"), GAIN, name="exiled"))
    bear = scene.put("Grizzly Bears")
    facts = scene.do(magic.Destroy(bear))
    assert [fact.record()["object"] for fact in facts if fact.name == "AbilityTriggered"] == [exiled.id]


@pytest.mark.rule("J03", "I25")
def test_prevented_damage_triggers_nothing(scene: Scene) -> None:
    """Damage that is prevented is not dealt: nothing triggers on it, and what takes its place happens (CR 615.6)."""
    scene.rule(
        instead("damage", what=CREATURE, nothing=True, then=[does("gain_life", amount=10)], name="prevent"),
        triggered(on("damaged", what=CREATURE), GAIN, name="damaged"),
    )
    bear = scene.put("Grizzly Bears")
    assert gains(scene, magic.DealDamage(bear, 3)) == 10
    assert (bear.exists, bear.read("damage")) == (True, 0)


@pytest.mark.rule("J03")
def test_a_draw_that_was_replaced_triggers_nothing(scene: Scene) -> None:
    """A card that is not drawn triggers no ability about drawing (CR 603.2g)."""
    scene.put("Grizzly Bears", zone="library")
    scene.rule(
        instead("draws", player="you", nothing=True, then=[does("gain_life", amount=10)], name="no draw"),
        triggered(on("draws", player="you"), GAIN, name="draws"),
    )
    assert gains(scene, magic.Draw("A", 1)) == 10


# --- onto the stack --------------------------------------------------------------------------------------


@pytest.mark.rule("J04")
def test_the_active_players_triggers_go_on_the_stack_first(scene: Scene) -> None:
    """The active player's triggers go on the stack first and so resolve last (CR 603.3b, 101.4)."""
    theirs, mine = scene.rule(DIES, owner="B"), scene.rule(DIES)
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    scene.settle()
    assert scene.stack() == [mine, theirs]
    scene.flow()
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    scene.settle()
    assert scene.stack() == [theirs, mine]


@pytest.mark.rule("J04")
def test_each_player_orders_their_own_triggers(scene: Scene) -> None:
    """A player puts triggers that are waiting on the stack in any order (CR 603.3b)."""
    first, second = scene.rule(DIES), scene.rule(DIES)
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    waiting = scene.game.world.get(scene.game.world.game, Waiting).triggers
    scene.answering(trigger_order=[list(reversed(waiting))])
    scene.settle()
    assert scene.stack() == [second, first]


@pytest.mark.rule("J04", "M01")
def test_state_based_actions_come_before_triggers_go_on_the_stack(scene: Scene) -> None:
    """A creature that dies of the same damage is gone before the first trigger goes on the stack (CR 603.3b, 704.3)."""
    dying = scene.put(creature(scene, triggered(on("damaged"), GAIN, name="damaged")))
    scene.rule(DIES)
    scene.do(magic.DealDamage(dying, 3))
    facts = [fact.name for fact in scene.settle()]
    assert facts.index("PermanentLeft") < facts.index("AbilityPut")
    assert facts.count("AbilityPut") == 2


@pytest.mark.rule("J05")
def test_a_condition_is_checked_twice(scene: Scene) -> None:
    """An ability with an "if" triggers only if it holds, and does nothing if it no longer does (CR 603.4)."""
    rich = [{"number": {"amount": "count", "of": {"types": ["Artifact"]}}, "at_least": 1}]
    scene.rule(triggered(on("dies", what=CREATURE), GAIN, name="with an artifact", if_=rich))
    assert gains(scene, magic.Destroy(scene.put("Grizzly Bears"))) == 0
    staff = scene.put("Chimeric Staff")
    assert gains(scene, magic.Destroy(scene.put("Grizzly Bears"))) == 1
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    scene.settle()
    scene.do(magic.Exile(staff))
    assert "603.4" in scene.ignored(scene.flow())
    assert scene.life() == 21


@pytest.mark.rule("J14")
def test_a_state_trigger_waits_for_itself(scene: Scene) -> None:
    """A state trigger does not trigger again until it has left the stack; then it may (CR 603.8)."""
    none = [{"of": {"types": ["Artifact"]}, "at_most": 0}]
    rule = scene.rule(triggered(on("state"), GAIN, name="no artifacts", if_=none))
    scene.settle()
    assert len(scene.game.objects("stack")) == 1
    scene.settle()
    assert len(scene.game.objects("stack")) == 1
    scene.game.resolve()
    assert (scene.life(), len(scene.game.objects("stack"))) == (21, 1)
    scene.put("Chimeric Staff")
    scene.flow()
    assert (scene.life(), rule.exists) == (21, True)


@pytest.mark.rule("J19")
def test_an_ability_on_the_stack_is_independent_of_its_source(scene: Scene) -> None:
    """An ability on the stack goes on when its source is gone or has lost it (CR 113.7a)."""
    beast = scene.put(creature(scene, triggered(on("tapped"), does("gain_life", amount=3), name="tapped")))
    scene.do(magic.Tap(beast))
    scene.settle()
    scene.do(magic.Exile(beast))
    scene.flow()
    assert scene.life() == 23


@pytest.mark.rule("J19")
def test_a_source_that_is_gone_is_read_as_it_last_was(scene: Scene) -> None:
    """An ability that asks for its source's power uses what that was as it left (CR 113.7a, 608.2h)."""
    power = {"amount": "reading", "of": "power"}
    beast = scene.put(creature(scene, triggered(on("tapped"), does("gain_life", amount=power), name="tapped")))
    scene.do(magic.Tap(beast))
    scene.settle()
    scene.do(magic.AddCounters(beast, "+1/+1", 3))
    scene.do(magic.Exile(beast))
    scene.flow()
    assert scene.life() == 25


# --- entering --------------------------------------------------------------------------------------------


@pytest.mark.rule("J07")
def test_newcomers_see_one_another_enter(scene: Scene) -> None:
    """What enters together triggers on itself and on each other (CR 603.6a)."""
    watcher = creature(scene, triggered(on("enters", what=CREATURE), GAIN, name="enters"))
    one, two = scene.put(watcher, zone="hand"), scene.put(watcher, zone="hand")
    assert gains(scene, magic.Move([one, two], "battlefield")) == 4


@pytest.mark.rule("J08")
def test_effects_already_apply_as_something_enters(scene: Scene) -> None:
    """Where all lands are creatures, a land that enters is a creature that enters (CR 603.6b)."""
    scene.rule(triggered(on("enters", what=CREATURE), GAIN, name="enters"))
    scene.rule(static({"change": "add_types", "types": ["Creature"]}, types=["Land"]))
    land = scene.put("Forest", zone="hand")
    assert gains(scene, magic.Move(land, "battlefield")) == 1


@pytest.mark.rule("J08")
def test_a_newcomer_without_abilities_does_not_trigger(scene: Scene) -> None:
    """Where creatures lose all abilities, a creature's own enters ability is not there to trigger (CR 603.6b)."""
    beast = creature(scene, triggered(on("enters"), GAIN, name="enters"))
    assert gains(scene, magic.Move(scene.put(beast, zone="hand"), "battlefield")) == 1
    scene.rule(static({"change": "lose_all"}, types=["Creature"]))
    assert gains(scene, magic.Move(scene.put(beast, zone="hand"), "battlefield")) == 0


@pytest.mark.rule("J10", "I01")
def test_entering_with_counters_is_no_trigger(scene: Scene) -> None:
    """A creature that enters with counters has them at once: state-based actions never see it without (CR 603.6d)."""
    hydra = scene.card(name="Hydra", power=0, toughness=0, abilities=[enters(counters={"+1/+1": 2})])
    (beast,) = self_moved(scene, hydra)
    assert (beast.counters, beast.toughness) == ({"+1/+1": 2}, 2)
    assert scene.game.objects("stack") == []


def self_moved(scene: Scene, card: object, to: str = "battlefield", **options: object) -> tuple[magic.Object, ...]:
    """Move a card from A's hand and let everything happen; return what it became."""
    held = scene.put(card, zone="hand")
    scene.do(magic.Move(held, to, **options))  # type: ignore[arg-type]
    scene.settle()
    return held.became


@pytest.mark.rule("G16")
def test_a_copy_that_enters_has_the_copied_enters_ability(scene: Scene) -> None:
    """What enters as a copy triggers by the copied ability about entering (CR 707.5)."""
    scene.put(creature(scene, triggered(on("enters"), GAIN, name="enters")))
    clone = enters(copy_of={"of": CREATURE})
    scene.cast(scene.card(name="Double", power=0, toughness=0, abilities=[clone]))
    scene.flow()
    assert scene.life() == 21


# --- leaving: looking back -------------------------------------------------------------------------------


@pytest.mark.rule("J15", "J16")
def test_what_leaves_together_sees_one_another_leave(scene: Scene) -> None:
    """An artifact that is destroyed with two creatures triggers for both, as it was there just before (CR 603.10a)."""
    watcher = scene.put(scene.card(name="Bell", type_line="Artifact", abilities=[DIES]))
    bears = [scene.put("Grizzly Bears"), scene.put("Grizzly Bears", "B")]
    assert gains(scene, magic.Destroy([watcher, *bears])) == 2


@pytest.mark.rule("J15")
def test_what_left_is_judged_as_it_was(scene: Scene) -> None:
    """A land that was a creature died as a creature, though its card is none (CR 603.10a)."""
    scene.rule(DIES)
    land = scene.put("Forest")
    scene.do(magic.AddEffect(magic.Effect((magic.abilities.AddTypes(("Creature",)),)), land))
    scene.do(magic.AddCounters(land, "+1/+1", 1))
    assert gains(scene, magic.Destroy(land)) == 1


@pytest.mark.rule("J15")
def test_an_ability_that_was_lost_before_it_left_does_not_trigger(scene: Scene) -> None:
    """A creature without abilities has no dies ability as it dies (CR 603.10a)."""
    scene.rule(static({"change": "lose_all"}, types=["Creature"]))
    assert gains(scene, magic.Destroy(scene.put(creature(scene, triggered(on("dies"), GAIN, name="dies"))))) == 0


@pytest.mark.rule("J15")
def test_a_face_down_creature_has_no_dies_ability(scene: Scene) -> None:
    """Looking back, a face-down creature had none of its card's abilities (CR 603.10a, 708.2)."""
    own = triggered(on("dies"), GAIN, name="dies")
    down = scene.put(creature(scene, own), face_down="manifest")
    assert gains(scene, magic.Destroy(down)) == 0
    assert gains(scene, magic.Destroy(scene.put(creature(scene, own)))) == 1


@pytest.mark.rule("J15")
def test_a_sacrifice_is_looked_back_at(scene: Scene) -> None:
    """What is sacrificed triggers its own ability about sacrificing a creature (CR 603.10a)."""
    watcher = scene.put(creature(scene, triggered(on("sacrificed", what=CREATURE, player="you"), GAIN, name="sac")))
    other = scene.put("Grizzly Bears")
    assert gains(scene, magic.Sacrifice([watcher, other])) == 2


@pytest.mark.rule("J15")
def test_a_manifested_creature_does_not_see_its_sacrifice(scene: Scene) -> None:
    """A face-down creature with an ability about sacrifices has none of it as it is sacrificed (CR 603.10a, 708.2)."""
    own = triggered(on("sacrificed", what=CREATURE, player="you"), GAIN, name="sac")
    assert gains(scene, magic.Sacrifice(scene.put(creature(scene, own), face_down="manifest"))) == 0


@pytest.mark.rule("J15")
def test_a_card_that_leaves_a_graveyard_is_looked_back_at(scene: Scene) -> None:
    """A card in a graveyard that leaves it triggers its own ability about leaving it (CR 603.10a)."""
    own = triggered(on("leaves graveyard"), GAIN, name="leaves graveyard", zone="graveyard")
    card = scene.put(creature(scene, own), zone="graveyard")
    assert gains(scene, magic.Exile(card)) == 1


@pytest.mark.rule("J15")
def test_a_permanent_returned_to_hand_is_looked_back_at(scene: Scene) -> None:
    """What is returned to a hand triggers its own ability about being returned (CR 603.10a)."""
    own = triggered(on("leaves", what=CREATURE, to="hand"), GAIN, name="returned")
    watcher, other = scene.put(creature(scene, own)), scene.put("Grizzly Bears")
    assert gains(scene, magic.Move([watcher, other], "hand")) == 2


@pytest.mark.rule("J17")
def test_phasing_out_is_looked_back_at(scene: Scene) -> None:
    """A permanent that phases out triggers its own ability about phasing out (CR 603.10b)."""
    watcher = scene.put(creature(scene, triggered(on("phased out", what=CREATURE), GAIN, name="phases out")))
    other = scene.put("Grizzly Bears")
    assert gains(scene, magic.PhaseOut([watcher, other])) == 2


@pytest.mark.rule("J17")
def test_unattaching_is_looked_back_at(scene: Scene) -> None:
    """An Equipment that leaves becomes unattached and triggers its own ability about that (CR 603.10c)."""
    bear = scene.put("Grizzly Bears")
    own = triggered(on("detached"), GAIN, name="unattached")
    sword = scene.card(name="Sword", type_line="Artifact — Equipment", abilities=[own])
    assert gains(scene, magic.Detach(attached(scene, sword, bear))) == 1
    assert gains(scene, magic.Destroy(attached(scene, sword, bear))) == 1
    left = attached(scene, sword, bear)
    assert gains(scene, magic.Destroy(bear)) == 1
    assert left.read("attached_to") is None


def attached(scene: Scene, card: object, host: magic.Object) -> magic.Object:
    """Place something and attach it."""
    placed = scene.put(card)
    scene.do(magic.Attach(placed, host))
    return placed


@pytest.mark.rule("J17")
def test_losing_control_is_looked_back_at(scene: Scene) -> None:
    """Who loses control of a permanent had its ability about that, though it is another's now (CR 603.10d)."""
    own = triggered(on("control lost", player="you"), GAIN, name="control lost")
    watcher = scene.put(creature(scene, own))
    assert gains(scene, magic.GainControl(watcher, "B")) == 1
    assert scene.life("B") == 20


@pytest.mark.rule("J09")
def test_from_anywhere_is_no_leaving(scene: Scene) -> None:
    """An ability about a card put into a graveyard from anywhere does not look back: it works there (CR 603.6c)."""
    own = triggered(on("put", to="graveyard"), GAIN, name="from anywhere", zone="graveyard")
    card = creature(scene, own)
    assert gains(scene, magic.Destroy(scene.put(card))) == 1
    assert gains(scene, magic.Discard(scene.put(card, zone="hand"), "A")) == 1
    scene.rule(static({"change": "lose_all"}, types=["Creature"]))
    assert gains(scene, magic.Destroy(scene.put(card))) == 1


@pytest.mark.rule("J09")
def test_an_observer_that_left_does_not_see_cards_put(scene: Scene) -> None:
    """An ability about cards from anywhere of what leaves with them does not trigger (CR 603.6c, 603.10)."""
    watcher = scene.put(creature(scene, CARD_PUT))
    assert gains(scene, magic.Destroy([watcher, scene.put("Grizzly Bears")])) == 0


# --- what is found ---------------------------------------------------------------------------------------

RETURN = does("move", what="it", to="battlefield", player="owner")


@pytest.mark.rule("J06", "D13")
def test_a_trigger_finds_the_card_where_it_went(scene: Scene) -> None:
    """An ability about dying finds the card in the graveyard, and does not once it went on from there (CR 603.6)."""
    scene.rule(triggered(on("dies", what=CREATURE), RETURN, name="return"))
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Destroy(bear))
    scene.flow()
    (card,) = bear.became
    assert card.became[0].zone == "battlefield"
    other = scene.put("Grizzly Bears")
    scene.do(magic.Destroy(other))
    scene.settle()
    (card,) = other.became
    scene.do(magic.Exile(card))
    scene.do(magic.Move(card.became[0], "graveyard"))
    scene.flow()
    assert card.became[0].became[0].zone == "graveyard"


@pytest.mark.rule("J06")
def test_a_trigger_does_not_find_a_card_in_a_hidden_zone(scene: Scene) -> None:
    """A card that was returned to hand is not found there by an ability about leaving (CR 603.6, 400.7e)."""
    scene.rule(triggered(on("leaves", what=CREATURE), RETURN, name="return"))
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Move(bear, "hand"))
    scene.flow()
    assert bear.became[0].zone == "hand"


@pytest.mark.rule("D14", "B25")
def test_an_aura_that_returns_what_it_enchanted(scene: Scene) -> None:
    """An Aura's ability about what it enchanted dying finds every card of it, under its own controller (CR 603.6e)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers", "B")
    back = does("move", what="it", to="battlefield", player="you")
    own = triggered(on("dies", what={"which": "host"}), back, name="false death")
    aura = scene.card(name="Aura", type_line="Enchantment — Aura", keywords=["Enchant creature"], abilities=[own])
    attached(scene, aura, host)
    scene.do(magic.Destroy(host))
    scene.flow()
    there = {one.name: (one.controller, one.owner) for one in scene.game.objects("battlefield")}
    assert there == {"Graf Rats": ("A", "B"), "Midnight Scavengers": ("A", "B")}


@pytest.mark.rule("D14")
def test_an_aura_finds_itself_after_state_based_actions(scene: Scene) -> None:
    """An Aura's ability about its host leaving finds the Aura card in the graveyard it went to later (CR 400.7f)."""
    bear = scene.put("Grizzly Bears")
    own = triggered(on("dies", what={"which": "host"}), does("move", what="this", to="hand"), name="to hand")
    card = scene.card(name="Aura", type_line="Enchantment — Aura", keywords=["Enchant creature"], abilities=[own])
    aura = attached(scene, card, bear)
    scene.do(magic.Destroy(bear))
    scene.flow()
    (buried,) = aura.became
    assert buried.became[0].zone == "hand"


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.rule("B26")
def test_both_cards_of_a_melded_permanent_or_neither(scene: Scene, answer: str) -> None:
    """An ability that may exile what died asks once and exiles both cards or none (CR 712.21c)."""
    may = does("may", then=[does("move", what="it", to="exile", link=True)])
    vat = scene.rule(triggered(on("dies", what={"types": ["Creature"], "token": False}), may, name="imprint"))
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    scene.do(magic.Destroy(host))
    scene.answering(may=[[answer]])
    asked = [fact.record()["ask"] for fact in scene.flow() if fact.name == "DecisionMade"]
    assert asked.count("may") == 1
    assert [one.zone for card in host.became for one in (*card.became, card) if one.exists] == [
        "exile" if answer == "yes" else "graveyard"
    ] * 2
    assert vat.exists


@pytest.mark.rule("J23")
def test_this_object_stays_this_object(scene: Scene) -> None:
    """An ability that speaks of this creature means the object, also once it is no creature (CR 700.7)."""
    beast = scene.put(creature(scene, triggered(on("tapped"), does("add_counters", kind="+1/+1"), name="grow")))
    scene.do(magic.Tap(beast))
    scene.settle()
    scene.do(magic.AddEffect(magic.Effect((magic.abilities.SetTypes(("Artifact",)),)), beast))
    scene.flow()
    assert (beast.types, beast.counters) == (("Artifact",), {"+1/+1": 1})


# --- turning over ----------------------------------------------------------------------------------------


def werewolf(scene: Scene, *back: Text) -> magic.CardDefinition:
    """Return a 2/2 Human Werewolf whose back face is a 4/4 Werewolf with these abilities."""
    other = {
        "name": "Back", "type_line": "Creature — Werewolf", "color_indicator": ["R"], "power": 4, "toughness": 4,
        "abilities": back,
    }  # fmt: skip
    return scene.card(
        name="Front", type_line="Creature — Human Werewolf", mana_cost="{2}{R}", power=2, toughness=2, back=other
    )


@pytest.mark.rule("C07", "C08")
def test_transforming_into_something_is_asked_right_after(scene: Scene) -> None:
    """An ability on its back face about transforming into it triggers as it turns to that face alone (CR 701.27e)."""
    card = werewolf(scene, triggered(on("transforms", into={"names": ["Back"]}), GAIN, name="into back"))
    wolf = scene.put(card)
    assert gains(scene, magic.Transform(wolf)) == 1
    assert gains(scene, magic.Transform(wolf)) == 0
    assert gains(scene, magic.Convert(wolf)) == 1


@pytest.mark.rule("C07", "C08")
def test_what_it_transforms_into_is_judged_after_all_effects(scene: Scene) -> None:
    """Under an effect that makes all creatures artifacts, it transforms into an artifact (CR 701.27e)."""
    scene.rule(triggered(on("transforms", what={}, into={"types": ["Artifact"]}), GAIN, name="into artifact"))
    wolf = scene.put(werewolf(scene))
    assert gains(scene, magic.Transform(wolf)) == 0
    scene.rule(static({"change": "add_types", "types": ["Artifact"]}, types=["Creature"]))
    assert gains(scene, magic.Transform(wolf)) == 1


@pytest.mark.rule("C08")
def test_what_does_not_turn_transforms_into_nothing(scene: Scene) -> None:
    """A permanent that was that already and is told in vain to transform does not transform into it (CR 701.27e)."""
    scene.rule(triggered(on("transforms", what={}, into={"types": ["Creature"]}), GAIN, name="into creature"))
    assert gains(scene, magic.Transform(scene.put("Grizzly Bears"))) == 0
    wolf = scene.put(werewolf(scene), zone="hand")
    assert gains(scene, magic.Move(wolf, "battlefield", face="back")) == 0


# --- later -----------------------------------------------------------------------------------------------


def at_end(*then: Text, **fields: object) -> Text:
    """Return an instruction that sets up a delayed trigger for the next end step."""
    return does("delay", when=on("step", step="end"), then=list(then), **fields)


@pytest.mark.rule("J11", "J13")
def test_a_delayed_trigger_follows_the_object(scene: Scene) -> None:
    """What is to be exiled at the end is exiled, whatever it looks like by then, once (CR 603.7b-c)."""
    bring = activated({}, at_end(does("move", what="it", to="exile"), it="target"), name="mark", targets=[{"of": {}}])
    source = scene.rule(bring)
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Activate(source, "mark", targets=[bear]))
    scene.flow()
    scene.do(magic.AddEffect(magic.Effect((magic.abilities.SetTypes(("Artifact",)),)), bear))
    scene.do(magic.BeginStep("end"))
    facts = scene.flow()
    assert (bear.became[0].zone, scene.count(facts, "AbilityPut")) == ("exile", 1)
    scene.do(magic.BeginStep("end"))
    assert scene.count(scene.flow(), "AbilityPut") == 0


@pytest.mark.rule("J11")
def test_a_delayed_trigger_does_not_follow_to_a_new_object(scene: Scene) -> None:
    """What left and came back in the meantime is another object and stays (CR 603.7c, 400.7)."""
    bring = activated({}, at_end(does("move", what="it", to="exile"), it="target"), name="mark", targets=[{"of": {}}])
    source = scene.rule(bring)
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Activate(source, "mark", targets=[bear]))
    scene.flow()
    scene.do(magic.Exile(bear))
    scene.do(magic.Move(bear.became[0], "battlefield"))
    (again,) = bear.became[0].became
    scene.do(magic.BeginStep("end"))
    scene.flow()
    assert again.zone == "battlefield"


@pytest.mark.rule("J12")
def test_a_delayed_trigger_about_what_left_already_never_triggers(scene: Scene) -> None:
    """A delayed ability about something leaving that was set up after it left does not trigger (CR 603.7a)."""
    later = does("delay", when=on("leaves"), then=[GAIN], it="this")
    beast = scene.put(creature(scene, activated({}, later, name="watch")))
    scene.do(magic.Activate(beast, "watch"))
    scene.do(magic.Destroy(beast))
    scene.flow()
    assert scene.life() == 20
    other = scene.put(creature(scene, activated({}, later, name="watch")))
    scene.do(magic.Activate(other, "watch"))
    scene.flow()
    scene.do(magic.Destroy(other))
    scene.flow()
    assert scene.life() == 21


@pytest.mark.rule("K22")
def test_a_delayed_trigger_uses_the_x_of_what_made_it(scene: Scene) -> None:
    """A delayed ability without an X of its own uses the one of the ability that set it up (CR 107.3n)."""
    source = scene.rule(activated({"mana": "{X}"}, at_end(does("gain_life", amount={"amount": "x"})), name="later"))
    scene.do(magic.AddMana("A", "CCC"))
    scene.do(magic.Activate(source, "later", x=3))
    scene.flow()
    scene.do(magic.BeginStep("end"))
    scene.flow()
    assert scene.life() == 23


@pytest.mark.rule("J11")
def test_a_delayed_trigger_that_lasts_triggers_each_time(scene: Scene) -> None:
    """One with a duration triggers each time until the turn ends, one without only once (CR 603.7b)."""

    def later(**fields: object) -> Text:
        return does("delay", when=on("dies", what=CREATURE), then=[GAIN], **fields)

    source = scene.rule(activated({}, later(lasting=True), later(), name="watch"))
    scene.do(magic.Activate(source, "watch"))
    scene.flow()
    assert gains(scene, magic.Destroy([scene.put("Grizzly Bears"), scene.put("Grizzly Bears")])) == 3
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.BeginTurn("B"))
    assert gains(scene, magic.Destroy(scene.put("Grizzly Bears"))) == 0


@pytest.mark.rule("J18")
def test_a_reflexive_trigger_looks_at_what_was_just_done(scene: Scene) -> None:
    """An ability that triggers "when you do" goes on the stack after the resolution, if it was done (CR 603.12)."""
    own = activated(
        {},
        does("sacrifice", what={"of": {"types": ["Creature"], "controller": "you"}, "choose": 1}),
        does("reflex", then=[does("damage", amount=3, player="opponents")]),
        name="offer",
    )
    source = scene.rule(own)
    scene.put("Grizzly Bears")
    scene.do(magic.Activate(source, "offer"))
    scene.game.resolve()
    assert (scene.life("B"), len(scene.game.objects("stack"))) == (20, 1)
    scene.flow()
    assert scene.life("B") == 17
    scene.do(magic.Activate(source, "offer"))
    scene.flow()
    assert scene.life("B") == 17


# --- mutating --------------------------------------------------------------------------------------------


@pytest.mark.rule("A40")
def test_mutating_triggers_the_abilities_of_all_constituents(scene: Scene) -> None:
    """Each merge by a mutating spell triggers what the permanent has after it, the newcomer's as well (CR 702.140d)."""
    mutant = creature(scene, triggered(on("mutates"), GAIN, name="mutates"), keywords=["Mutate {1}"])
    pile = scene.put("Grizzly Bears")
    for expected in (1, 2, 3):
        scene.do(magic.AddMana("A", "G"))
        before = scene.life()
        scene.cast(mutant, pile, how="mutate")
        scene.flow()
        assert scene.life() - before == expected


@pytest.mark.rule("A40")
def test_another_merge_is_no_mutating(scene: Scene) -> None:
    """A creature spell that is not cast for its mutate cost enters, and nothing mutates (CR 702.140a, d)."""
    mutant = creature(scene, triggered(on("mutates", what={}), GAIN, name="mutates"), keywords=["Mutate {1}"])
    scene.put("Grizzly Bears")
    scene.cast(mutant)
    scene.flow()
    assert (scene.life(), len(scene.game.objects("battlefield"))) == (20, 2)
