"""What instructions do: until something leaves, linked cards, what is done while turning (CR 607-610)."""

import pytest
from conftest import Scene
from texts import CREATURE, EXILED_INSTEAD, GAIN, Text, activated, does, enters, instead, on, static, triggered

import ecs_magic as magic

HOLD = triggered(
    on("enters"),
    does("move", what="target", to="exile", until_source_leaves=True),
    name="hold",
    targets=[{"of": {"which": "other", "types": ["Creature"]}}],
)


def creature(scene: Scene, *abilities: Text, **source: object) -> magic.CardDefinition:
    """Return a 2/2 creature card with these abilities."""
    return scene.card(**{"name": "Beast", "power": 2, "toughness": 2, "abilities": abilities, **source})


def holding(scene: Scene, target: magic.Object) -> magic.Object:
    """Let a creature of A enter that holds another away, and resolve that; return it."""
    card = scene.put(creature(scene, HOLD, name="Keeper"), zone="hand")
    scene.answering(target=[[target.id]] * 2)
    scene.do(magic.Move(card, "battlefield"))
    scene.settle()
    (keeper,) = card.became
    return keeper


def on_battlefield(scene: Scene) -> list[str]:
    """Return the names of all permanents."""
    return sorted(one.name for one in scene.game.objects("battlefield"))


# --- until something leaves ------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.rule("D40")
def test_what_was_held_comes_back_at_once(scene: Scene, where: str) -> None:
    """Every card of a pile exiled until something leaves comes back right after that, to its owner (CR 610.3)."""
    pile = scene.merge("Dreamtail Heron", scene.put("Beastcaller Savant", "B"), where)
    keeper = holding(scene, pile)
    scene.flow()
    assert on_battlefield(scene) == ["Keeper"]
    facts = scene.do(magic.Destroy(keeper))
    assert scene.count(facts, "PermanentEntered") == 2
    assert on_battlefield(scene) == ["Beastcaller Savant", "Dreamtail Heron"]
    owners = {one.name: one.controller for one in scene.game.objects("battlefield")}
    assert owners == {"Beastcaller Savant": "B", "Dreamtail Heron": "A"}


@pytest.mark.rule("D40")
def test_nothing_is_held_by_what_left_already(scene: Scene) -> None:
    """If the source left before its ability resolves, nothing is exiled (CR 610.3b)."""
    bear = scene.put("Grizzly Bears", "B")
    keeper = holding(scene, bear)
    scene.do(magic.Destroy(keeper))
    assert "610.3b" in scene.ignored(scene.flow())
    assert bear.exists


@pytest.mark.rule("D40")
def test_what_left_exile_meanwhile_does_not_come_back(scene: Scene) -> None:
    """A card that went on from exile is another object, and is not returned (CR 610.3, 400.7)."""
    bear = scene.put("Grizzly Bears", "B")
    keeper = holding(scene, bear)
    scene.flow()
    scene.do(magic.Move(bear.became[0], "graveyard"))
    scene.do(magic.Destroy(keeper))
    assert on_battlefield(scene) == []


@pytest.mark.rule("D41")
def test_two_that_leave_together_give_back_together(scene: Scene) -> None:
    """What two holders gave up at one moment comes back at one moment (CR 610.3d)."""
    scene.rule(triggered(on("enters", what=CREATURE), GAIN, name="enters"))
    bears = [scene.put(creature(scene, name="One"), "B"), scene.put(creature(scene, name="Two"), "B")]
    keepers = []
    for bear in bears:
        keepers.append(holding(scene, bear))
        scene.flow()
    tick = scene.game.world.tick
    facts = scene.do(magic.Destroy(keepers))
    assert scene.game.world.tick == tick + 2
    assert scene.count(facts, "PermanentEntered") == 2


@pytest.mark.rule("D40")
def test_a_held_commander_in_the_command_zone_is_not_held(scene: Scene) -> None:
    """A commander that went from exile to the command zone does not come back with the rest (CR 610.3, 903.9a)."""
    bear = scene.put("Grizzly Bears", "B", commander=True)
    keeper = holding(scene, bear)
    scene.answering(command_zone=[["yes"]])
    scene.flow()
    scene.do(magic.Destroy(keeper))
    assert on_battlefield(scene) == []


# --- linked abilities ------------------------------------------------------------------------------------

IMPRINT = activated({}, does("move", what="target", to="exile", link=True), name="imprint", targets=[{"of": CREATURE}])
LINKED_POWER = {"amount": "reading", "of": "power", "what": "linked"}


@pytest.mark.rule("D42")
def test_linked_abilities_know_what_their_partner_exiled(scene: Scene) -> None:
    """An ability about the exiled card looks at what its partner exiled; of several it adds up (CR 607.2a, 607.3)."""
    use = activated({}, does("gain_life", amount=LINKED_POWER), name="use")
    vat = scene.rule(IMPRINT, use)
    scene.do(magic.Exile(scene.put(creature(scene, power=9))))
    for expected in (22, 26):
        scene.do(magic.Activate(vat, "imprint", targets=[scene.put("Grizzly Bears")]))
        scene.flow()
        scene.do(magic.Activate(vat, "use"))
        scene.flow()
        assert scene.life() == expected


@pytest.mark.rule("D42")
def test_all_cards_of_a_pile_are_linked(scene: Scene) -> None:
    """Of a pile that was exiled every card is the exiled card: what is done to it is done to each (CR 730.3c)."""
    back = activated({}, does("move", what="linked", to="battlefield", player="owner"), name="back")
    vat = scene.rule(IMPRINT, back)
    pile = scene.merge("Dreamtail Heron", scene.put("Beastcaller Savant"))
    scene.do(magic.Activate(vat, "imprint", targets=[pile]))
    scene.flow()
    scene.do(magic.Activate(vat, "back"))
    scene.flow()
    assert on_battlefield(scene) == ["Beastcaller Savant", "Dreamtail Heron", "Rule"]


@pytest.mark.rule("D42", "G19")
def test_another_object_with_the_same_abilities_has_links_of_its_own(scene: Scene) -> None:
    """What one object's ability exiled is nothing to the same ability of another, or of a copy (CR 607.1, 707.7)."""
    back = activated({}, does("move", what="linked", to="hand"), name="back")
    vat = scene.rule(IMPRINT, back)
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Activate(vat, "imprint", targets=[bear]))
    scene.flow()
    scene.do(magic.CreateTokenCopy(vat, "A"))
    copy = scene.game.objects("battlefield")[-1]
    scene.do(magic.Activate(copy, "back"))
    scene.flow()
    assert bear.became[0].zone == "exile"
    scene.do(magic.Activate(vat, "back"))
    scene.flow()
    assert bear.became[0].became[0].zone == "hand"


@pytest.mark.rule("N04")
def test_nothing_exiled_makes_no_token(scene: Scene) -> None:
    """A token copy of the exiled card is not created while no card is exiled (CR 111.12)."""
    vat = scene.rule(IMPRINT, activated({}, does("create_token_copy", of="linked"), name="make"))
    scene.do(magic.Activate(vat, "make"))
    assert scene.count(scene.flow(), "TokenCreated") == 0
    scene.do(magic.Activate(vat, "imprint", targets=[scene.put("Grizzly Bears")]))
    scene.flow()
    scene.do(magic.Activate(vat, "make"))
    assert scene.count(scene.flow(), "TokenCreated") == 1


@pytest.mark.rule("C52")
def test_abilities_on_two_faces_are_linked(scene: Scene) -> None:
    """What the front face's ability exiled, the back face's ability finds: it is one object (CR 607.1b)."""
    back = {
        "name": "Back",
        "type_line": "Artifact",
        "abilities": [activated({}, does("move", what="linked", to="hand"), name="back")],
    }
    vat = scene.put(scene.card(name="Front", type_line="Artifact", abilities=[IMPRINT], back=back))
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Activate(vat, "imprint", targets=[bear]))
    scene.flow()
    scene.do(magic.Transform(vat))
    scene.do(magic.Activate(vat, "back"))
    scene.flow()
    assert bear.became[0].became[0].zone == "hand"


@pytest.mark.parametrize(
    ("last", "size", "kind"), [("Graf Rats", (2, 1), "Rat"), ("Midnight Scavengers", (3, 3), "Rogue")]
)
@pytest.mark.rule("B22", "D42")
def test_the_last_exiled_card_of_a_melded_permanent_is_chosen(
    scene: Scene, last: str, size: tuple[int, int], kind: str
) -> None:
    """Who exiles a melded permanent orders its cards; what looks at the last creature card takes that (CR 712.21b)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers", "B")
    parts = sorted(host.constituents, key=lambda card: card.name == last)
    held = scene.put("Duplicant", zone="hand")
    scene.do(magic.Move(held, "battlefield"))
    (duplicant,) = held.became
    scene.settle()
    assert (duplicant.power, duplicant.toughness) == (2, 4)
    scene.answering(exile_timestamps=[[card.id for card in parts]], target=[[host.id]])
    facts = scene.flow()
    asked = [
        fact.record() for fact in facts if fact.name == "DecisionMade" and fact.record()["ask"] == "exile_timestamps"
    ]
    assert [one["player"] for one in asked] == [0]
    assert (duplicant.power, duplicant.toughness) == size
    assert {"Shapeshifter", kind} <= set(duplicant.subtypes)
    for card in host.became:
        scene.do(magic.Move(card, "graveyard"))
    assert (duplicant.power, duplicant.toughness, duplicant.subtypes) == (2, 4, ("Shapeshifter",))


@pytest.mark.rule("D42")
def test_a_card_of_another_type_is_not_the_last_creature_card(scene: Scene) -> None:
    """What looks at the last creature card passes over a later card that is none (CR 607.2a)."""
    own = {
        "ability": "static",
        "condition": {"which": "linked", "zone": "exile", "types": ["Creature"]},
        "effect": {
            "affects": {"which": "this"},
            "changes": [
                {"change": "modify_power_toughness", "power": {"amount": "value", "of": "power", "from": "linked"}}
            ],
        },
    }
    taker = scene.put(
        creature(
            scene,
            activated({}, does("move", what="target", to="exile", link=True), name="take", targets=[{"of": {}}]),
            own,
        )
    )
    assert taker.power == 2
    for thing, power in (("Grizzly Bears", 4), ("Forest", 4)):
        scene.do(magic.Activate(taker, "take", targets=[scene.put(thing)]))
        scene.flow()
        assert taker.power == power


# --- while it turns --------------------------------------------------------------------------------------


@pytest.mark.rule("F09", "I01")
def test_counters_come_as_it_is_turned_face_up(scene: Scene) -> None:
    """A 0/0 that gets counters as it is turned face up has them as it turns: no check sees it without (CR 708.11)."""
    own = {
        "ability": "as_turned",
        "event": "turned face up",
        "then": [does("add_counters", kind="+1/+1", count=5)],
        "name": "five counters",
    }
    hydra = scene.put(creature(scene, own, name="Hydra", power=0, toughness=0), face_down="morph")
    facts = [fact.name for fact in scene.do(magic.TurnFaceUp(hydra))]
    assert {"CountersAdded", "TurnedFaceUp"} <= set(facts)
    scene.settle()
    assert (hydra.exists, hydra.power, hydra.counters) == (True, 5, {"+1/+1": 5})


@pytest.mark.rule("F09")
def test_what_turns_up_as_a_copy_triggers_as_that(scene: Scene) -> None:
    """What becomes a copy as it is turned face up has the copied ability about being turned face up (CR 708.11)."""
    model = scene.put(creature(scene, triggered(on("turned face up"), GAIN, name="up"), name="Model"), "B")
    own = {
        "ability": "as_turned",
        "event": "turned face up",
        "then": [does("become_copy", of={"of": {**CREATURE, "which": "other"}, "choose": 1})],
        "name": "copy",
    }
    shifter = scene.put(creature(scene, own, name="Shifter", power=0, toughness=0), face_down="morph")
    scene.do(magic.TurnFaceUp(shifter))
    scene.flow()
    assert (shifter.name, scene.life(), model.exists) == ("Model", 21, True)


@pytest.mark.rule("C50", "I01")
@pytest.mark.parametrize("verb", [magic.Transform, magic.Convert])
def test_the_face_that_it_turns_to_says_what_is_done(scene: Scene, verb: type[magic.Request]) -> None:
    """An ability of the back face about its transforming applies while it transforms, before triggers (CR 712.20)."""
    own = {
        "ability": "as_turned",
        "event": "transforms",
        "then": [does("add_counters", kind="charge", count=2)],
        "name": "charge",
    }
    back = {"name": "Back", "type_line": "Artifact", "abilities": [own]}
    two = scene.put(scene.card(name="Front", type_line="Artifact", back=back))
    seen = [{"number": {"amount": "reading", "of": "counters", "what": "it"}, "at_least": 2}]
    scene.rule(triggered(on("transforms", what={}), GAIN, name="charged", if_=seen))
    scene.do(verb(two))
    assert two.counters == {"charge": 2}
    scene.flow()
    assert scene.life() == 21
    scene.do(verb(two))
    assert (two.name, two.counters) == ("Front", {"charge": 2})


# --- entering with an effect -----------------------------------------------------------------------------


@pytest.mark.rule("E36", "E37", "E25")
def test_an_effect_of_what_put_it_there_applies_as_it_enters(scene: Scene) -> None:
    """What is put onto the battlefield as an enchantment enters as one, and its own effects are older (CR 611.2e)."""
    scene.rule(triggered(on("enters", what={"types": ["Enchantment"]}), GAIN, name="enchantment enters"))
    scene.rule(enters(what={"types": ["Enchantment"]}, tapped=True))
    effect = {"changes": [{"change": "add_types", "types": ["Enchantment"]}, {"change": "set_colors", "colors": ["B"]}]}
    bring = does("put_with", what={"of": {"zone": "graveyard"}}, effect=effect)
    own = static({"change": "set_colors", "colors": ["W"]}, which="this")
    card = scene.put(creature(scene, own), zone="graveyard")
    scene.do(magic.Activate(scene.rule(activated({}, bring, name="bring")), "bring"))
    scene.flow()
    (beast,) = card.became
    assert (scene.life(), beast.types, beast.tapped) == (21, ("Creature", "Enchantment"), True)
    assert beast.colors == ("B",)


# --- counters --------------------------------------------------------------------------------------------


@pytest.mark.rule("H13")
def test_a_counter_moves_only_where_both_halves_work(scene: Scene) -> None:
    """Counters are moved to another object that can have them, and else stay where they are (CR 122.5)."""
    own = activated({}, does("move_counters", to="target"), name="pass", targets=[{"of": CREATURE}])
    source = scene.put(creature(scene, own), counters={"+1/+1": 1, "flying": 1})
    immune = scene.put(creature(scene, static({"change": "forbid", "actions": ["counters"]}, which="this")))
    for target in (immune, source):
        scene.do(magic.Activate(source, "pass", targets=[target]))
        facts = scene.flow()
        assert scene.count(facts, "CountersAdded") + scene.count(facts, "CountersRemoved") == 0
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Activate(source, "pass", targets=[bear]))
    scene.flow()
    assert (source.counters, bear.counters) == ({}, {"+1/+1": 1, "flying": 1})


@pytest.mark.rule("H15")
def test_the_third_counter_is_put_when_the_count_crosses_three(scene: Scene) -> None:
    """An ability about the third counter triggers as fewer become three or more, and not again (CR 122.7)."""
    beast = scene.put(creature(scene, triggered(on("counters put", kind="charge", reaches=3), GAIN, name="third")))
    for count, life in ((1, 20), (4, 21), (1, 21)):
        scene.do(magic.AddCounters(beast, "charge", count))
        scene.flow()
        assert scene.life() == life
    scene.do(magic.RemoveCounters(beast, "charge", 4))
    scene.do(magic.AddCounters(beast, "charge", 1))
    scene.flow()
    assert (beast.counters, scene.life()) == ({"charge": 3}, 22)


@pytest.mark.rule("G28")
def test_counters_of_another_ability_to_copy_are_not_placed(scene: Scene) -> None:
    """What enters as a copy of a copier that is a copy has not that one's own way of entering (CR 707.9e)."""
    scene.put(creature(scene, name="Model"))
    plain = scene.put(
        scene.card(name="Clone", power=0, toughness=0, abilities=[enters(copy_of={"of": CREATURE})]), zone="hand"
    )
    scene.do(magic.Move(plain, "battlefield"))
    extra = enters(copy_of={"of": CREATURE, "optional": False}, counters={"+1/+1": 3})
    ego = scene.put(scene.card(name="Ego", power=0, toughness=0, abilities=[extra]), zone="hand")
    scene.answering(copy=[[plain.became[0].id]])
    scene.do(magic.Move(ego, "battlefield"))
    (copy,) = ego.became
    assert (copy.name, copy.counters) == ("Model", {"+1/+1": 3})
    third = scene.put(
        scene.card(name="Clone", power=0, toughness=0, abilities=[enters(copy_of={"of": CREATURE})]), zone="hand"
    )
    scene.answering(copy=[[copy.id]])
    scene.do(magic.Move(third, "battlefield"))
    assert (third.became[0].name, third.became[0].counters) == ("Model", {})


# --- several causes, limits ------------------------------------------------------------------------------


@pytest.mark.rule("M14")
def test_one_replacement_covers_several_causes_of_one_loss(scene: Scene) -> None:
    """A creature with lethal damage of two kinds is destroyed once: one shield of regeneration saves it (CR 704.7)."""
    bear = scene.put("Grizzly Bears")
    viper = scene.put(creature(scene, keywords=["Deathtouch"]))
    scene.do(magic.Regenerate(bear))
    scene.do(magic.DealDamage(bear, 2), magic.DealDamage(bear, 1, viper))
    scene.settle()
    assert bear.exists
    scene.do(magic.Destroy(bear))
    assert not bear.exists


@pytest.mark.rule("D06")
def test_a_loss_and_a_death_at_once(scene: Scene) -> None:
    """A creature that is exiled to replace a loss and dies at once goes one way; its controller picks (CR 400.6)."""
    angel = scene.put("Grizzly Bears")
    scene.answering(destination=[["exile"]])
    scene.do(magic.Destroy(angel), magic.Exile(angel))
    assert [str(one.zone) for one in angel.became] == ["exile"]


@pytest.mark.rule("H18")
def test_once_each_turn_follows_the_object_through_its_faces(scene: Scene) -> None:
    """A permanent that used an ability of once each turn has used it though it turned and turned back (CR 602.5b)."""
    own = activated({}, does("transform"), name="turn", once_each_turn=True)
    back = {"name": "Back", "type_line": "Creature — Vampire", "power": 3, "toughness": 3}
    heir = scene.put(creature(scene, own, name="Heir", back=back))
    scene.do(magic.Activate(heir, "turn"))
    scene.flow()
    scene.do(magic.Transform(heir))
    assert scene.ignored(scene.do(magic.Activate(heir, "turn"))) == ["602.5b"]
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.Activate(heir, "turn"))
    scene.flow()
    assert heir.name == "Back"


@pytest.mark.rule("H18")
def test_loyalty_counters_are_paid_in_full(scene: Scene) -> None:
    """An ability that costs more loyalty counters than there are is not activated (CR 606.6)."""
    minus = activated({"remove_counters": {"loyalty": 3}}, GAIN, name="minus", once_each_turn=True)
    walker = scene.card(name="Walker", type_line="Planeswalker — Test", loyalty=2, abilities=[minus])
    placed = scene.put(walker, counters={"loyalty": 2})
    assert scene.ignored(scene.do(magic.Activate(placed, "minus"))) == ["118.3"]
    scene.do(magic.AddCounters(placed, "loyalty"))
    scene.do(magic.Activate(placed, "minus"))
    assert placed.counters == {}


def test_activating_can_be_forbidden(scene: Scene) -> None:
    """Where abilities of artifacts can't be activated, mana abilities may be excepted (CR 101.2, 602.5)."""
    ban = {"ability": "prohibits", "action": "activate", "what": {"types": ["Artifact"]}, "except_mana": True}
    scene.rule(ban)
    abilities = [activated({}, GAIN, name="use"), activated({}, does("add_mana", mana="C"), name="mana")]
    rock = scene.put(scene.card(name="Rock", type_line="Artifact", abilities=abilities))
    assert scene.ignored(scene.do(magic.Activate(rock, "use"))) == ["101.2"]
    scene.do(magic.Activate(rock, "mana"))
    assert scene.pool() == "C"


@pytest.mark.rule("I04")
def test_what_is_held_and_replaced_is_not_held(scene: Scene) -> None:
    """A creature that goes elsewhere in place of exile is not returned when the holder leaves (CR 610.3, 614.6)."""
    scene.rule(instead("moves", what=CREATURE, into="exile", to="hand", name="hand instead"), EXILED_INSTEAD)
    bear = scene.put("Grizzly Bears", "B")
    keeper = holding(scene, bear)
    scene.flow()
    assert bear.became[0].zone == "hand"
    scene.do(magic.Destroy(keeper))
    assert on_battlefield(scene) == ["Rule"]
