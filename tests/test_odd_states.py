"""Spells and abilities in odd states: what left, phased out, was copied, waits for a choice, is taken back."""

import pytest
from conftest import Scene
from situations import pile, triggers, zone
from texts import CREATURE, GAIN, activated, does, instead, on, spell, triggered

import ecs_magic as magic
from ecs_magic.requests import LoseGame

DIES = triggered(on("dies", what=CREATURE), GAIN, name="creature dies")


# --- odd states ------------------------------------------------------------------------------------------


def test_a_phased_out_watcher_sees_nothing(scene: Scene) -> None:
    """What is phased out triggers on nothing and replaces nothing (CR 702.26b)."""
    watcher = scene.rule(DIES, instead("moves", what=CREATURE, into="graveyard", to="exile", name="exile"))
    scene.do(magic.PhaseOut(watcher))
    facts = [*scene.do(magic.Destroy(scene.put("Grizzly Bears"))), *scene.flow()]
    assert (triggers(scene, facts, watcher), zone(scene, "graveyard")) == (0, ["Grizzly Bears"])


def test_a_target_that_phased_out_is_illegal(scene: Scene) -> None:
    """A spell whose only target is phased out as it resolves does nothing (CR 702.26b, 608.2b)."""
    bear = scene.put("Grizzly Bears")
    scene.cast("Cloudshift", bear)
    scene.do(magic.PhaseOut(bear))
    assert "608.2b" in scene.ignored(scene.flow())
    assert bear.exists


def test_a_target_that_left_and_came_back_is_illegal(scene: Scene) -> None:
    """A creature that was blinked in response is a new object and no target of the spell (CR 400.7, 608.2b)."""
    bear = scene.put("Grizzly Bears")
    kill = spell(does("destroy", what="target"), targets=[{"of": CREATURE}])
    scene.cast(scene.card(name="Kill", type_line="Instant", abilities=[kill]), bear, owner="B")
    scene.cast("Cloudshift", bear)
    scene.flow()
    assert zone(scene, "battlefield") == ["Grizzly Bears"]


def test_a_target_that_turned_face_down_is_judged_as_it_is(scene: Scene) -> None:
    """Whether a target is legal is asked again as the spell resolves, on what it is by then (CR 608.2b)."""
    elf = scene.put("Beastcaller Savant")
    kill = spell(does("destroy", what="target"), targets=[{"of": {"subtypes": ["Elf"]}}])
    scene.cast(scene.card(name="Kill", type_line="Instant", abilities=[kill]), elf, owner="B")
    scene.do(magic.TurnFaceDown(elf))
    assert "608.2b" in scene.ignored(scene.flow())
    assert elf.exists


def test_a_token_source_that_is_gone_is_known(scene: Scene) -> None:
    """An ability of a token that ceased to exist goes on, with the token's power as it last was (CR 113.7a, 608.2h)."""
    throw = activated(
        {"sacrifice": {"which": "this"}},
        does("damage", amount={"amount": "reading", "of": "power"}, player="target"),
        name="throw",
        targets=[{"player": "any"}],
    )
    token = scene.token(abilities=[throw])
    scene.do(magic.Activate(token, "throw", targets=[scene.game.world.player_entities[1]]))
    scene.flow()
    assert scene.life("B") == 15


def test_a_copied_ability_of_what_is_gone(scene: Scene) -> None:
    """A copy of an ability whose source is gone reads the source as it last was, too (CR 707.10, 608.2h)."""
    beast = scene.put(
        scene.card(
            name="Beast",
            power=3,
            toughness=3,
            abilities=[
                triggered(
                    on("dies"),
                    does("gain_life", amount={"amount": "reading", "of": "power", "what": "it"}),
                    name="dies",
                )
            ],
        )
    )
    scene.do(magic.Destroy(beast))
    scene.settle()
    (ability,) = scene.game.objects("stack")
    scene.do(magic.CopySpell(ability, "B"))
    scene.flow()
    assert (scene.life(), scene.life("B")) == (23, 23)


def test_push_and_pop_around_a_resolution(scene: Scene) -> None:
    """Undoing a resolution brings back the stack, the board and what waits, whatever happened in it (CR 608)."""
    scene.rule(DIES)
    host = pile(scene, "Young Wolf", "Brokkos, Apex of Forever")
    kill = spell(does("destroy", what="target"), does("draw"), targets=[{"of": CREATURE}])
    scene.put("Forest", zone="library")
    scene.cast(scene.card(name="Kill", type_line="Instant", abilities=[kill]), host)
    before, position = scene.game.digest(), scene.game.position_digest()
    ended: set[str] = set()
    for _ in range(3):
        with scene.game.undoable():
            scene.flow()
            ended.add(scene.game.position_digest())
            assert len(zone(scene, "battlefield")) == 3
        assert (scene.game.digest(), scene.game.position_digest()) == (before, position)
    assert len(ended) == 1


def test_a_pending_choice_in_the_middle_of_a_resolution(scene: Scene) -> None:
    """A resolution that waits for a choice may be forked, and goes on from there (CR 608.2d)."""
    choice = does("may", then=[does("gain_life", amount=3)], otherwise=[does("lose_life", amount=3)])
    scene.game.decider = None
    held = scene.put(
        scene.card(
            name="Choice", type_line="Sorcery", abilities=[spell(does("gain_life", amount=1), choice, does("draw"))]
        ),
        zone="hand",
    )
    scene.put("Forest", zone="library")
    scene.do(magic.Cast(held, free=True))
    pending = scene.game.resolve()
    assert isinstance(pending, magic.Pending)
    assert (pending.decision.ask, scene.life()) == ("may", 21)
    with pytest.raises(magic.PendingError):
        scene.game.to_dict()
    digests = []
    for game in (scene.game.fork(), scene.game):
        with pytest.raises(magic.PendingError):
            game.push(magic.AddMana("A", "G"))
        assert not isinstance(game.answer("no"), magic.Pending)
        game.run_until_idle()
        digests.append((game.position_digest(), game.view("A").life["A"], len(game.objects("hand"))))
    assert digests == [digests[0]] * 2
    assert digests[0][1:] == (18, 1)


def test_a_spell_that_counters_the_ability_of_what_it_targets(scene: Scene) -> None:
    """A countered ability is gone; its source stays as it is (CR 701.6a)."""
    beast = scene.put(
        scene.card(name="Beast", power=1, toughness=1, abilities=[activated({"tap": True}, GAIN, name="gain")])
    )
    scene.do(magic.Activate(beast, "gain"))
    (ability,) = scene.game.objects("stack")
    stifle = spell(does("counter", what="target"), targets=[{"of": {"zone": "stack"}}])
    scene.cast(scene.card(name="Stifle", type_line="Instant", abilities=[stifle]), ability)
    scene.flow()
    assert (scene.life(), beast.exists, beast.tapped, scene.game.objects("stack")) == (20, True, True, [])


def test_x_is_0_and_nothing_is_targeted(scene: Scene) -> None:
    """A spell that targets X things with X = 0 has no target and resolves all the same (CR 608.2b)."""
    scene.put("Grizzly Bears")
    tap = spell(
        does("tap", what="target"), GAIN, targets=[{"of": CREATURE, "up_to": True, "any_number": {"amount": "x"}}]
    )
    scene.cast(scene.card(name="Tap", type_line="Sorcery", mana_cost="{X}{U}", abilities=[tap]), x=0)
    facts = scene.flow()
    assert (scene.life(), scene.ignored(facts)) == (21, [])


def test_watcher_and_watched_leave_together_and_one_returns(scene: Scene) -> None:
    """A creature that leaves with the one it watches triggers, and finds what that became (CR 603.10a)."""
    back = triggered(
        on("dies", what={"which": "other", "types": ["Creature"]}),
        does("move", what="it", to="battlefield"),
        name="back",
    )
    one, two = (scene.put(scene.card(name=name, power=1, toughness=1, abilities=[back])) for name in ("One", "Two"))
    scene.do(magic.Destroy([one, two]))
    scene.flow()
    assert zone(scene, "battlefield") == ["One", "Two"]


def test_two_players_lose_at_once_once_each(scene: Scene) -> None:
    """A player who loses for two reasons loses once (CR 104.3)."""
    lose = LoseGame("A", "104.3e")
    assert scene.count(scene.do(lose, lose), "PlayerLost") == 1
    assert scene.count(scene.do(lose), "PlayerLost") == 0


def test_a_counter_spell_on_itself_is_impossible(scene: Scene) -> None:
    """A spell is no legal target of itself (CR 115.5)."""
    stifle = spell(does("counter", what="target"), targets=[{"of": {"zone": "stack"}}])
    held = scene.put(scene.card(name="Stifle", type_line="Instant", abilities=[stifle]), zone="hand")
    assert scene.ignored(scene.do(magic.Cast(held, free=True))) == ["601.2c"]


def test_the_same_target_twice_for_one_word_is_refused(scene: Scene) -> None:
    """One word "target" for two creatures means two different ones (CR 115.3)."""
    bear = scene.put("Grizzly Bears")
    tap = spell(does("tap", what="target"), targets=[{"of": CREATURE, "count": 2}])
    held = scene.put(scene.card(name="Tap", type_line="Sorcery", abilities=[tap]), zone="hand")
    scene.put("Grizzly Bears")
    assert scene.ignored(scene.do(magic.Cast(held, targets=[bear, bear], free=True))) == ["115.3"]


def test_shroud_and_hexproof_given_in_response(scene: Scene) -> None:
    """A creature that got hexproof is a legal target of its controller's spells alone (CR 702.11b)."""
    for owner, kept in (("B", True), ("A", False)):
        bear = scene.put("Grizzly Bears")
        kill = spell(does("destroy", what="target"), targets=[{"of": CREATURE}])
        scene.cast(scene.card(name="Kill", type_line="Instant", abilities=[kill]), bear, owner=owner)
        scene.do(magic.AddEffect(magic.Effect((magic.abilities.Gain(("hexproof",)),)), bear, until="end of turn"))
        scene.flow()
        assert bear.exists is kept


def test_a_mutating_spell_whose_target_left_is_a_creature(scene: Scene) -> None:
    """A mutating spell without its target enters as a creature, with no mutation (CR 702.140b, 608.3b)."""
    savant = scene.put("Beastcaller Savant")
    held = scene.put("Dreamtail Heron", zone="hand")
    scene.do(magic.Cast(held, targets=[savant], how="mutate", free=True))
    scene.do(magic.Destroy(savant))
    facts = scene.flow()
    assert (zone(scene, "battlefield"), scene.count(facts, "Merged"), scene.count(facts, "PermanentEntered")) == (
        ["Dreamtail Heron"],
        0,
        1,
    )


def test_the_target_of_a_mutating_spell_changes_hands(scene: Scene) -> None:
    """A creature that its owner's opponent took is still a legal target: what counts is who owns it (CR 702.140a)."""
    savant = scene.put("Beastcaller Savant")
    held = scene.put("Dreamtail Heron", zone="hand")
    scene.do(magic.Cast(held, targets=[savant], how="mutate", free=True))
    scene.do(magic.GainControl(savant, "B"))
    facts = scene.flow()
    assert (scene.count(facts, "Merged"), savant.controller, savant.name) == (1, "B", "Dreamtail Heron")


def test_a_copy_does_not_get_one_thing_twice_as_a_target(scene: Scene) -> None:
    """New targets of one word are different from each other, as the old ones were (CR 115.3, 707.10c)."""
    one, two, three = (scene.put("Grizzly Bears") for _ in range(3))
    tap = spell(does("tap", what="target"), targets=[{"of": CREATURE, "count": 2}])
    cast = scene.cast(scene.card(name="Tap", type_line="Sorcery", abilities=[tap]), one, two)
    asked = [
        fact.record() for fact in scene.do(magic.CopySpell(cast, "A", retarget=True)) if fact.name == "DecisionMade"
    ]
    assert [sorted(fact["options"]) for fact in asked] == [[one.id, three.id], [two.id, three.id]]


@pytest.mark.parametrize("before", [True, False])
def test_the_damage_of_what_is_gone_is_deadly_if_it_was(scene: Scene, before: bool) -> None:
    """A source with deathtouch that left before it deals damage deals it as it last was (CR 702.2e, 608.2h)."""
    cost = {"sacrifice": {"which": "this"}} if before else {}
    then = [does("damage", amount=1, what="target")]
    throw = activated(cost, *([] if before else [does("sacrifice")]), *then, name="throw", targets=[{"of": CREATURE}])
    viper = scene.put(scene.card(name="Viper", power=1, toughness=1, keywords=["deathtouch"], abilities=[throw]))
    wurm = scene.token()
    scene.do(magic.Activate(viper, "throw", targets=[wurm]))
    scene.flow()
    assert (viper.exists, wurm.exists) == (False, False)


def test_an_effect_does_not_replace_what_it_made_of_an_event(scene: Scene) -> None:
    """A replacement effect has one chance at an event and at whatever took its place (CR 614.5)."""
    for _ in range(3):
        scene.put("Forest", zone="library")
    scene.rule(instead("draws", player="you", nothing=True, then=[does("draw"), GAIN], name="draws"))
    scene.do(magic.Draw("A", 1))
    assert (scene.life(), len(scene.game.objects("hand"))) == (21, 1)
    to_you = does("damage", amount={"amount": "event"}, player="you")
    scene.rule(instead("player damage", player="you", nothing=True, then=[to_you, GAIN], name="damage"))
    scene.do(magic.DealDamage("A", 3))
    assert scene.life() == 19
    scene.rule(instead("moves", what=CREATURE, into="graveyard", nothing=True, then=[does("destroy", what="it"), GAIN]))
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    assert (scene.life(), zone(scene, "graveyard")) == (20, ["Grizzly Bears"])


def test_two_effects_replace_each_others_result_once(scene: Scene) -> None:
    """Two effects that each turn one event into the other's end after each applied once (CR 614.5, 616.1)."""
    for _ in range(3):
        scene.put("Forest", zone="library")
    scene.rule(instead("draws", player="you", nothing=True, then=[does("gain_life", amount=1)], name="life for a card"))
    scene.rule(instead("gains life", player="you", nothing=True, then=[does("draw")], name="card for life"))
    scene.do(magic.Draw("A", 1))
    assert (scene.life(), len(scene.game.objects("hand"))) == (20, 1)


@pytest.mark.parametrize("word", ["target", "opponents", "each player"])
def test_a_player_sacrifices_what_that_player_controls(scene: Scene, word: str) -> None:
    """Who is told to sacrifice a creature chooses among the creatures under that player's control (CR 701.21a)."""
    mine, theirs = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", "B")
    one = does("sacrifice", player=word, what={"of": CREATURE, "choose": 1})
    targets = [{"player": "opponent"}] if word == "target" else []
    scene.cast(scene.card(name="Edict", type_line="Sorcery", abilities=[spell(one, targets=targets)]))
    scene.flow()
    assert (mine.exists, theirs.exists) == (word != "each player", False)


def flashback(scene: Scene) -> magic.Object:
    """Cast a sorcery with flashback from A's graveyard."""
    card = {"name": "Flash", "type_line": "Sorcery", "mana_cost": "{R}", "keywords": ["Flashback {R}"]}
    held = scene.put(scene.card(**card, abilities=[spell(GAIN)]), zone="graveyard")
    return scene.cast(held, how="flashback", free=True)


@pytest.mark.parametrize("to", ["counter", "hand", "library", "graveyard", "resolve"])
def test_a_spell_with_flashback_is_exiled_wherever_it_would_go(scene: Scene, to: str) -> None:
    """A card cast with flashback is exiled in place of going anywhere else from the stack (CR 702.34a)."""
    cast = flashback(scene)
    if to == "resolve":
        scene.flow()
    else:
        scene.do(magic.Counter(cast) if to == "counter" else magic.Move(cast, to))
    assert zone(scene, "exile") == ["Flash"]
    (card,) = scene.game.objects("exile")
    scene.do(magic.Move(card, "hand"))
    assert zone(scene, "hand") == ["Flash"]


def test_a_card_that_may_be_cast_once_from_the_graveyard_is_exiled(scene: Scene) -> None:
    """An ability that lets a card be cast from a graveyard may say that it is exiled from the stack (CR 614.1a)."""
    again = {"ability": "castable", "zone": "graveyard", "how": "again", "cost": "{R}", "exile": True}
    card = scene.card(name="Again", type_line="Sorcery", mana_cost="{R}", abilities=[again, spell(GAIN)])
    scene.cast(scene.put(card, zone="graveyard"), how="again", free=True)
    scene.cast(scene.put(card, zone="hand"))
    scene.flow()
    assert (zone(scene, "exile"), zone(scene, "graveyard")) == (["Again"], ["Again"])


def test_a_copied_ability_knows_what_was_sacrificed(scene: Scene) -> None:
    """A copy of an ability knows what was paid for the original (CR 707.10)."""
    power = {"amount": "reading", "of": "power", "what": "lost"}
    altar = scene.rule(activated({"sacrifice": CREATURE}, does("gain_life", amount=power), name="altar"))
    scene.put("Grizzly Bears")
    scene.do(magic.Activate(altar, "altar"))
    (ability,) = scene.game.objects("stack")
    scene.do(magic.CopySpell(ability, "B"))
    scene.flow()
    assert (scene.life(), scene.life("B")) == (22, 22)


@pytest.mark.parametrize("kind", ["activated", "triggered"])
def test_equal_abilities_of_a_pile_may_each_be_used_once(scene: Scene, kind: str) -> None:
    """Each of two equal abilities that work once each turn works once, not both together (CR 602.5b, 603.2h)."""
    use = activated({}, GAIN, name="use", once_each_turn=True)
    if kind == "triggered":
        use = triggered(on("tapped"), GAIN, name="use", once_each_turn=True)
    card = scene.card(name="User", power=1, toughness=1, abilities=[use])
    host = pile(scene, card, card)
    for _ in range(3):
        if kind == "activated":
            scene.do(magic.Activate(host, "use"))
        else:
            scene.do(magic.Tap(host))
            scene.do(magic.Untap(host))
        scene.flow()
    assert scene.life() == 22


def test_what_was_cast_so_dies_as_others_do(scene: Scene) -> None:
    """That a card is exiled in place of leaving the stack elsewhere is over once it is a permanent (CR 702.34a)."""
    again = {"ability": "castable", "zone": "graveyard", "how": "again", "cost": "{R}", "exile": True}
    card = scene.card(name="Again", mana_cost="{R}", power=1, toughness=1, abilities=[again])
    scene.cast(scene.put(card, zone="graveyard"), how="again", free=True)
    scene.flow()
    (beast,) = scene.game.objects("battlefield")
    scene.do(magic.Destroy(beast))
    assert zone(scene, "graveyard") == ["Again"]


def test_a_delayed_ability_reads_what_left_in_an_earlier_turn(scene: Scene) -> None:
    """An ability of a later turn uses what its source last was, though that left turns ago (CR 608.2h, 603.7)."""
    power = {"amount": "reading", "of": "power"}
    later = does("delay", when=on("step", step="upkeep"), then=[does("gain_life", amount=power)])
    beast = scene.put(scene.card(name="Beast", power=4, toughness=4, abilities=[triggered(on("dies"), later)]))
    scene.do(magic.Destroy(beast))
    scene.flow()
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.BeginStep("upkeep"))
    scene.flow()
    assert scene.life() == 24


def test_a_stack_that_is_saved_resolves_the_same(scene: Scene) -> None:
    """A copied trigger about a pile that died goes on alike in the game, a fork and a saved game (CR 608.2h)."""
    back = does("delay", when=on("step", step="end"), it="it", then=[does("move", what="it", to="battlefield")])
    gain = does("gain_life", amount={"amount": "reading", "of": "power", "what": "it"})
    scene.rule(triggered(on("dies", what=CREATURE), gain, back, name="returns"))
    host = pile(scene, "Grizzly Bears", "Beastcaller Savant")
    scene.do(magic.AddCounters(host, "+1/+1", 2))
    scene.do(magic.Destroy(host))
    scene.settle()
    (ability,) = scene.game.objects("stack")
    scene.do(magic.CopySpell(ability, "B"))
    ends = set()
    for game in (scene.game.fork(), magic.Game.from_dict(scene.game.to_dict()), scene.game):
        game.run_until_idle()
        for one in (magic.Game.from_dict(game.to_dict()), game):
            one.do(magic.BeginStep("end"))
            one.run_until_idle()
            ends.add((one.position_digest(), *one.view("A").life.values(), len(one.objects("battlefield"))))
    assert [end[1:] for end in ends] == [(24, 24, 3)]


def test_one_object_pays_one_part_of_a_cost(scene: Scene) -> None:
    """A creature that is sacrificed for a cost does not pay another part of it, too (CR 118.3)."""
    both = {"sacrifice": CREATURE, "return": {"types": ["Creature"], "subtypes": ["Bear"]}}
    rule = scene.rule(activated(both, GAIN, name="both"))
    scene.put("Grizzly Bears")
    assert scene.ignored(scene.do(magic.Activate(rule, "both"))) == ["118.3"]
    scene.put("Elite Vanguard")
    assert scene.ignored(scene.do(magic.Activate(rule, "both"))) == []
    assert (zone(scene, "graveyard"), zone(scene, "hand")) == (["Elite Vanguard"], ["Grizzly Bears"])


def test_what_is_gone_gives_its_controller_life(scene: Scene) -> None:
    """Damage of a source with lifelink that is gone gives life to who controlled it last (CR 702.15b, 608.2h)."""
    shot = does("damage", amount=3, player="opponents")
    throw = activated({"sacrifice": {"which": "this"}}, shot, name="throw")
    priest = scene.put(scene.card(name="Priest", power=1, toughness=1, keywords=["lifelink"], abilities=[throw]))
    scene.do(magic.Activate(priest, "throw"))
    scene.flow()
    assert (scene.life(), scene.life("B")) == (23, 17)
