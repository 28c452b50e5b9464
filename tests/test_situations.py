"""Whole situations with copies, face-down and flipped permanents, commanders and replacement effects."""

import pytest
from conftest import Scene
from situations import names, zone
from texts import CREATURE, GAIN, does, enters, instead, on, spell, static, triggered

import ecs_magic as magic

# --- entering, and entering as a copy --------------------------------------------------------------------


def test_clone_of_a_creature_with_an_upkeep_ability(scene: Scene) -> None:
    """A copy has the copied triggered ability; its card is itself again in the graveyard (CR 707.2, 400.7)."""
    demon = scene.put("Bloodgift Demon")
    for _ in range(2):
        scene.put("Forest", zone="library")
    held = scene.put("Clone", zone="hand")
    scene.answering(copy=[[demon.id]])
    scene.cast(held)
    scene.flow()
    (clone,) = [one for one in scene.game.objects("battlefield") if one != demon]
    scene.do(magic.BeginTurn("A"))
    facts = [*scene.do(magic.BeginStep("upkeep")), *scene.flow()]
    assert (scene.count(facts, "AbilityTriggered"), scene.life()) == (2, 18)
    scene.do(magic.Sacrifice(clone))
    (card,) = scene.game.objects("graveyard")
    assert (card.name, card.power, card.mana_value) == ("Clone", 0, 4)


@pytest.mark.parametrize(("keyword", "kind"), [("persist", "-1/-1"), ("undying", "+1/+1")])
def test_a_copy_that_returns_chooses_anew(scene: Scene, keyword: str, kind: str) -> None:
    """A copy that comes back from the graveyard is a new object with a new choice of what to copy (CR 400.7)."""
    first = scene.put(scene.card(name="First", power=2, toughness=2, keywords=[keyword]))
    second = scene.put(scene.card(name="Second", power=3, toughness=3))
    scene.answering(copy=[[first.id], [second.id]])
    image = scene.cast("Phantasmal Image")
    scene.flow()
    (image,) = [one for one in scene.game.objects("battlefield") if one not in (first, second)]
    assert (image.name, "Illusion" in image.subtypes) == ("First", True)
    scene.do(magic.Destroy(image))
    scene.flow()
    (back,) = [one for one in scene.game.objects("battlefield") if one not in (first, second)]
    assert (back.name, back.counters) == ("Second", {kind: 1})


def test_a_copy_that_is_targeted_is_sacrificed(scene: Scene) -> None:
    """An ability that a copy has besides triggers on its becoming a target, and the spell then fizzles (CR 608.2b)."""
    bear = scene.put("Grizzly Bears")
    scene.cast("Phantasmal Image")
    scene.flow()
    (image,) = [one for one in scene.game.objects("battlefield") if one != bear]
    scene.cast("Cloudshift", image)
    facts = scene.flow()
    assert (image.exists, zone(scene, "graveyard")) == (False, ["Cloudshift", "Phantasmal Image"])
    assert "608.2b" in scene.ignored(facts)


def test_blinking_a_copy_chooses_anew(scene: Scene) -> None:
    """A blinked copy triggers for entering, for leaving, and for entering as what it copies now (CR 400.7, 603.6)."""
    gain = [
        triggered(on("enters"), does("gain_life", amount=2), name="in"),
        triggered(on("leaves"), does("gain_life", amount=2), name="out"),
    ]
    bird = scene.put(scene.card(name="Bird", power=2, toughness=3, abilities=gain), "B")
    imps = triggered(
        on("enters"), does("create_token", type_line="Creature — Imp", power=1, toughness=1, count=3), name="imps"
    )
    chief = scene.put(scene.card(name="Chief", power=2, toughness=2, abilities=[imps]), "B")
    scene.answering(copy=[[bird.id], [chief.id]])
    scene.cast("Clone")
    scene.flow()
    (clone,) = scene.game.objects("battlefield", controller="A")
    scene.cast("Cloudshift", clone)
    scene.flow()
    assert scene.life() == 24
    assert names(scene.game.objects("battlefield", controller="A")) == ["Chief", "Imp Token", "Imp Token", "Imp Token"]


def test_a_copy_of_a_copy_has_only_its_own_counter(scene: Scene) -> None:
    """A copy's added counter is no copiable value, and the copy effect that put it is not copied (CR 707.3)."""
    double = scene.card(
        name="Double",
        power=0,
        toughness=0,
        mana_cost="{3}{U}",
        abilities=[enters(copy_of={"of": {"types": ["Creature"], "controller": "you"}}, counters={"+1/+1": 1})],
    )
    bear = scene.put("Grizzly Bears")
    scene.answering(copy=[[bear.id]])
    scene.cast(double)
    scene.flow()
    (first,) = [one for one in scene.game.objects("battlefield") if one != bear]
    scene.answering(copy=[[first.id]])
    scene.cast(double)
    scene.flow()
    assert sorted((one.name, one.power, tuple(one.counters.items())) for one in scene.game.objects("battlefield")) == [
        ("Grizzly Bears", 2, ()),
        ("Grizzly Bears", 3, (("+1/+1", 1),)),
        ("Grizzly Bears", 3, (("+1/+1", 1),)),
    ]


@pytest.mark.parametrize(("what", "size"), [("bear", 5), ("x", 3), ("none", None)])
def test_x_of_a_spell_that_enters_as_a_copy(scene: Scene, what: str, size: int | None) -> None:
    """X of a copied ability is 0 for the copy; the X of its own spell counts in its own ability (CR 107.3m)."""
    ego = scene.card(
        name="Ego",
        power=0,
        toughness=0,
        mana_cost="{X}{2}{G}{U}",
        abilities=[enters(copy_of={"of": CREATURE}, counters={"+1/+1": {"amount": "x"}})],
    )
    bear, one = scene.put("Grizzly Bears"), scene.put("Endless One", counters={"+1/+1": 1})
    scene.answering(copy=[[{"bear": bear.id, "x": one.id, "none": "none"}[what]]])
    scene.cast(ego, x=3)
    scene.flow()
    found = [new for new in scene.game.objects("battlefield") if new not in (bear, one)]
    assert [new.power for new in found] == ([] if size is None else [size])


def test_counting_itself_before_it_moves(scene: Scene) -> None:
    """What enters with counters for cards in graveyards counts itself, as it is still there (CR 614.12)."""
    fungus = scene.put("Undergrowth Scavenger", zone="graveyard")
    scene.do(magic.Move(fungus, "battlefield"))
    scene.settle()
    (fungus,) = fungus.became
    assert fungus.power == 1


def test_manifested_cards_have_no_abilities_as_they_enter(scene: Scene) -> None:
    """What enters face down neither enters tapped, nor with counters, nor triggers (CR 708.3, 701.40a)."""
    tapped = scene.card(
        name="Slow", type_line="Land", abilities=[enters(tapped=True), triggered(on("enters"), GAIN, name="in")]
    )
    hydra = scene.card(name="Hydra", power=0, toughness=0, abilities=[enters(counters={"+1/+1": 2})])
    scene.rule(triggered(on("enters", what={"types": ["Land"]}), GAIN, name="landfall"))
    for card in (tapped, hydra):
        held = scene.put(card, zone="library")
        scene.do(magic.Move(held, "battlefield", face_down=magic.FaceDown(cause="manifest")))
        scene.flow()
        (down,) = held.became
        assert (down.tapped, down.counters, down.power, down.name, scene.life()) == (False, {}, 2, "", 20)


# --- face down, flipped ----------------------------------------------------------------------------------


def test_its_own_turning_face_up_triggers(scene: Scene) -> None:
    """An ability about turning face up triggers on its own object turning up, but not while that is down (CR 708.8)."""
    walker, other = (
        scene.put("Pine Walker", face_down="manifest", tapped=True),
        scene.put("Grizzly Bears", face_down="manifest", tapped=True),
    )
    scene.do(magic.TurnFaceUp(other))
    scene.flow()
    assert other.tapped
    scene.do(magic.TurnFaceUp(walker))
    scene.flow()
    assert (walker.power, walker.tapped) == (5, False)


@pytest.mark.parametrize("card", ["Midnight Reaper", "Ashcloud Phoenix"])
def test_a_face_down_creature_dies_without_its_ability(scene: Scene, card: str) -> None:
    """A creature that dies face down had no ability as it died (CR 603.10a, 708.2)."""
    hidden = scene.put(card, face_down="manifest")
    facts = [*scene.do(magic.Destroy(hidden)), *scene.flow()]
    assert (scene.count(facts, "AbilityTriggered"), zone(scene, "graveyard"), scene.life()) == (0, [card], 20)


def test_a_face_down_creature_sacrificed_draws_nothing(scene: Scene) -> None:
    """A creature that is sacrificed face down does not see it (CR 603.10a)."""
    hidden = scene.put("Smothering Abomination", face_down="manifest")
    facts = [*scene.do(magic.Sacrifice(hidden)), *scene.flow()]
    assert scene.count(facts, "AbilityTriggered") == 0


def test_a_granted_dies_ability_works_face_down(scene: Scene) -> None:
    """An ability that an effect gives to a face-down creature triggers; the card comes back face up (CR 603.10a)."""
    back = triggered(
        on("dies"),
        does(
            "delay",
            when=on("step", step="end"),
            it="it",
            then=[does("move", what="it", to="battlefield", player="opponents")],
        ),
        name="whispers",
    )
    scene.rule(static({"change": "gain", "abilities": [back]}, types=["Creature"]))
    hidden = scene.put("Terastodon", face_down="manifest")
    scene.do(magic.Destroy(hidden))
    scene.flow()
    assert zone(scene, "graveyard") == ["Terastodon"]
    scene.do(magic.BeginStep("end"))
    scene.flow()
    (found,) = [one for one in scene.game.objects("battlefield") if one.name == "Terastodon"]
    assert (found.controller, found.power) == ("B", 9)


def test_the_power_of_a_face_down_creature_that_was_exiled(scene: Scene) -> None:
    """An effect that asks for the power of what it exiled uses what that was, a 2/2 (CR 608.2h, 708.9)."""
    power = {"amount": "reading", "of": "power", "what": "target"}
    swords = spell(
        does("move", what="target", to="exile"),
        does("gain_life", amount=power, player="controller"),
        targets=[{"of": CREATURE}],
    )
    hidden = scene.put("Terastodon", "B", face_down="manifest")
    scene.cast(scene.card(name="Swords", type_line="Instant", abilities=[swords]), hidden)
    scene.flow()
    assert (scene.life("B"), zone(scene, "exile")) == (22, ["Terastodon"])


def test_a_flip_lets_the_other_flip_too(scene: Scene) -> None:
    """A state trigger that flips one gives the other what it waits for; one of two legendary ones stays (CR 603.8)."""
    first, second = scene.put("Student of Elements"), scene.put("Student of Elements")
    scene.do(magic.AddEffect(magic.Effect((magic.abilities.Gain(("flying",)),)), first, until="end of turn"))
    facts = scene.flow()
    assert scene.count(facts, "Flipped") == 2
    assert zone(scene, "battlefield") == ["Tobita, Master of Winds"]
    assert zone(scene, "graveyard") == ["Student of Elements"]
    assert first.exists is not second.exists


# --- commanders ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("token", [True, False])
def test_a_commander_in_a_pile_that_died_may_go_home(scene: Scene, token: bool, where: str) -> None:
    """After the pile died, its commander card alone may go to the command zone (CR 903.9a, 704.6d)."""
    host = scene.token() if token else scene.put("Beastcaller Savant")
    held = scene.put("Otrimi, the Ever-Playful", zone="hand", commander=True)
    scene.merge(held, host, where)
    scene.answering(command_zone=[["yes"]])
    scene.do(magic.Destroy(host))
    scene.flow()
    assert zone(scene, "command") == ["Otrimi, the Ever-Playful"]
    assert zone(scene, "graveyard") == ([] if token else ["Beastcaller Savant"])


@pytest.mark.parametrize("to", ["hand", "graveyard"])
def test_the_commander_of_a_melded_permanent(scene: Scene, to: str) -> None:
    """One card of a melded permanent is a commander: it alone goes to the command zone (CR 903.9a-c)."""
    one = scene.put("Bruna, the Fading Light", commander=True)
    two = scene.put("Gisela, the Broken Blade")
    facts = scene.do(magic.Meld([one, two]))
    host = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "Melded"))
    scene.answering(command_zone=[["yes"]])
    facts = scene.do(magic.Destroy(host) if to == "graveyard" else magic.Move(host, "hand"))
    assert scene.count(facts, "PermanentLeft") == 1
    scene.flow()
    assert (zone(scene, "command"), zone(scene, to)) == (["Bruna, the Fading Light"], ["Gisela, the Broken Blade"])


def test_a_copy_of_a_commander_is_none(scene: Scene) -> None:
    """A commander that the legend rule puts into the graveyard may go to the command zone; a copy not (CR 903.3)."""
    real = scene.put("Bruna, the Fading Light", commander=True)
    facts = scene.do(magic.CreateTokenCopy(real, "A"))
    copy = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "PermanentEntered"))
    assert not copy.read("commander")
    scene.answering(legend_rule=[[copy.id]], command_zone=[["yes"]])
    scene.flow()
    assert (real.exists, copy.exists, zone(scene, "command")) == (False, True, ["Bruna, the Fading Light"])


# --- replacement -----------------------------------------------------------------------------------------


def test_an_effect_on_what_an_opponent_controls_looks_at_control(scene: Scene) -> None:
    """What replaces the death of opponents' creatures asks who controls them, not who owns them (CR 109.5)."""
    token = does("create_token", type_line="Creature — Zombie", power=2, toughness=2)
    scene.rule(
        instead(
            "moves",
            what={"types": ["Creature"], "controller": "opponent", "token": False},
            from_="battlefield",
            into="graveyard",
            to="exile",
            then=[token],
            name="kalitas",
        ),
        owner="B",
    )
    mine, stolen = scene.put("Grizzly Bears"), scene.put("Elite Vanguard")
    scene.do(magic.GainControl(stolen, "B"))
    scene.do(magic.Destroy([mine, stolen]))
    assert (zone(scene, "exile"), zone(scene, "graveyard", "A")) == (["Grizzly Bears"], ["Elite Vanguard"])
    assert [one.name for one in scene.game.objects("battlefield", controller="B")].count("Zombie Token") == 1


def test_a_delayed_exile_does_not_find_a_new_object(scene: Scene) -> None:
    """What was blinked before a delayed ability would exile it is a new object, and stays (CR 603.7c, 400.7)."""
    bear = scene.put("Grizzly Bears")
    later = spell(
        does("delay", when=on("step", step="end"), it="target", then=[does("move", what="it", to="exile")]),
        targets=[{"of": CREATURE}],
    )
    scene.cast(scene.card(name="Later", type_line="Sorcery", abilities=[later]), bear)
    scene.flow()
    scene.cast("Cloudshift", bear)
    scene.flow()
    scene.do(magic.BeginStep("end"))
    scene.flow()
    assert (zone(scene, "battlefield"), zone(scene, "exile")) == (["Grizzly Bears"], [])


def test_both_parts_of_an_effect_hit_a_target_that_changed_zone_by_itself(scene: Scene) -> None:
    """A spell does to the legal target what it says, though another target is illegal by now (CR 608.2b)."""
    bears = [scene.put("Grizzly Bears"), scene.put("Grizzly Bears")]
    bolt = spell(
        does("damage", what="target", amount=1),
        does("damage", what="target 2", amount=5),
        does("gain_life", amount=2),
        targets=[{"of": CREATURE}, {"of": CREATURE}],
    )
    scene.cast(scene.card(name="Bolts", type_line="Instant", abilities=[bolt]), *bears)
    scene.do(magic.Move(bears[1], "hand"))
    facts = scene.flow()
    assert (bears[0].read("damage"), scene.life(), zone(scene, "hand")) == (1, 22, ["Grizzly Bears"])
    assert scene.count(facts, "DamageDealt") == 1


def test_a_kicked_creature_enters_bigger_and_its_clone_does_not(scene: Scene) -> None:
    """Whether a spell was kicked is known to the permanent it becomes, and to no copy of that (CR 707.2, 614.1c)."""
    kavu = scene.card(
        name="Kavu",
        mana_cost="{1}{G}",
        power=2,
        toughness=2,
        keywords=["Kicker {2}{G}"],
        abilities=[enters(counters={"+1/+1": 3}, if_=[{"how": "kicked"}])],
    )
    scene.do(magic.AddMana("A", "GGGGG"))
    spell_ = scene.cast(kavu, how="kicked")
    scene.do(magic.CopySpell(spell_, "A"))
    scene.flow()
    assert [one.power for one in scene.game.objects("battlefield")] == [5, 5]
    scene.cast("Clone")
    scene.flow()
    assert sorted(one.power for one in scene.game.objects("battlefield")) == [2, 5, 5]


def test_two_tokens_enter_as_copies_that_go_on_without_the_original(scene: Scene) -> None:
    """What entered as a copy of the source stays one, and gives the same effect (CR 614.12, 707.5)."""
    essence = scene.put("Essence of the Wild")
    scene.do(magic.CreateToken(scene.card(name="Bear", power=2, toughness=2), "A", 2))
    assert [one.power for one in scene.game.objects("battlefield")] == [6, 6, 6]
    scene.do(magic.Destroy(essence))
    scene.do(magic.CreateToken(scene.card(name="Bear", power=2, toughness=2), "A", 1))
    assert [one.power for one in scene.game.objects("battlefield")] == [6, 6, 6]


def test_counters_go_on_when_another_effect_takes_the_last(scene: Scene) -> None:
    """A check inside a trigger is not made when something else removes the last counter (CR 603.2)."""
    thing = scene.put("Thing in the Ice", counters={"ice": 1})
    scene.do(magic.RemoveCounters(thing, "ice"))
    scene.flow()
    assert thing.read("face") == "front"
    scene.cast("Cloudshift", thing)
    facts = scene.flow()
    assert scene.count(facts, "Transformed") == 1


def test_the_legend_rule_on_copies_for_a_turn(scene: Scene) -> None:
    """Of three creatures that are copies of a legendary one, their controller keeps one (CR 704.5j)."""
    legend = scene.put("Bruna, the Fading Light", "B")
    bears = [scene.put("Grizzly Bears") for _ in range(3)]
    scene.do(magic.BecomeCopy(bears, legend, "end of turn"))
    scene.flow()
    assert len(scene.game.objects("battlefield", controller="A")) == 1


def test_counters_of_both_kinds_cancel(scene: Scene) -> None:
    """+1/+1 and -1/-1 counters are removed in pairs as a state-based action (CR 704.5q)."""
    one = scene.put("Grizzly Bears", counters={"+1/+1": 3, "-1/-1": 2})
    two = scene.put("Grizzly Bears", counters={"+1/+1": 1, "-1/-1": 1})
    scene.settle()
    assert (one.counters, two.counters) == ({"+1/+1": 1}, {})


def test_a_copied_trigger_has_no_x_of_the_spell(scene: Scene) -> None:
    """X of a triggered ability that something has by a copy effect is 0, whatever its spell's X was (CR 107.3j)."""
    gain = triggered(on("enters"), does("gain_life", amount={"amount": "x"}), name="gain")
    ego = scene.card(
        name="Ego", power=1, toughness=1, mana_cost="{X}", abilities=[enters(copy_of={"of": CREATURE}), gain]
    )
    model = scene.put(scene.card(name="Model", power=1, toughness=1, abilities=[gain]))
    for answer, life in ((model.id, 20), ("none", 23)):
        scene.answering(copy=[[answer]])
        scene.cast(ego, x=3)
        scene.flow()
        assert scene.life() == life


def test_a_copy_that_makes_token_copies_of_itself(scene: Scene) -> None:
    """An ability with "if it isn't a token" that tokens copy does not trigger for these (CR 707.9a, 603.4)."""
    of_this, no_token = does("create_token_copy", of="this"), [{"is": {"token": False}}]
    breed = triggered(on("step", step="upkeep", player="you"), of_this, name="breed", if_=no_token)
    choice = {"of": {"types": ["Creature"], "controller": "opponent"}, "except": {"add_abilities": [breed]}}
    mimic = scene.card(name="Mimic", power=0, toughness=0, mana_cost="{4}", abilities=[enters(copy_of=choice)])
    scene.put("Grizzly Bears", "B")
    for _ in range(2):
        scene.cast(mimic)
        scene.flow()
    for number in (4, 6):
        scene.do(magic.BeginTurn("A"))
        facts = [*scene.do(magic.BeginStep("upkeep")), *scene.flow()]
        assert scene.count(facts, "AbilityTriggered") == 2
        assert len(scene.game.objects("battlefield", controller="A")) == number


def test_what_was_cast_from_a_graveyard_is_known_as_it_enters(scene: Scene) -> None:
    """A permanent may be asked from where the spell was cast that it was (CR 400.7d)."""
    scene.rule(triggered(on("enters", what=CREATURE), GAIN, name="crawls", if_=[{"what": "it", "from": "graveyard"}]))
    castable = {"ability": "castable", "zone": "graveyard"}
    card = scene.card(name="Crawler", mana_cost="{B}", power=2, toughness=1, abilities=[castable])
    for place, life in (("graveyard", 21), ("hand", 21)):
        scene.cast(scene.put(card, zone=place))
        scene.flow()
        assert scene.life() == life


def test_what_was_not_exiled_yet_is_never_given_back(scene: Scene) -> None:
    """If the permanent leaves before its exiling ability resolves, the exiled card stays there (CR 603.6, 607.2a)."""
    scene.put("Grizzly Bears")
    spell_ = scene.cast("Oblivion Ring", owner="B")
    scene.game.resolve()
    scene.settle()
    scene.do(magic.Destroy(*spell_.became))
    scene.flow()
    assert zone(scene, "exile") == ["Grizzly Bears"]


def test_a_controller_at_the_time_controls_the_trigger(scene: Scene) -> None:
    """Who controlled a creature as it died controls its ability; a later change of control changes none (CR 603.3a)."""
    beast = scene.card(name="Beast", power=1, toughness=1, abilities=[triggered(on("dies"), GAIN, name="dies")])
    one = scene.put(beast)
    scene.do(magic.GainControl(one, "B"))
    scene.do(magic.Destroy(one))
    scene.flow()
    assert (scene.life(), scene.life("B")) == (20, 21)
    two = scene.put(scene.card(name="Tapper", abilities=[triggered(on("tapped"), GAIN, name="tapped")], toughness=1))
    scene.do(magic.Tap(two))
    scene.settle()
    scene.do(magic.GainControl(two, "B"))
    scene.flow()
    assert (scene.life(), scene.life("B")) == (21, 21)
