"""The stack: copies of spells and abilities, countering, modes, Sagas."""

from typing import Any

import pytest
from conftest import Scene

import ecs_magic as magic

BOLT = {
    "name": "Spark",
    "type_line": "Instant",
    "mana_cost": "{R}",
    "abilities": [
        {
            "ability": "spell",
            "targets": [{"of": {"types": ["Creature"]}, "player": "any"}],
            "then": [{"do": "damage", "amount": 2, "what": "target", "player": "target"}],
        }
    ],
}


def cast(scene: Scene, card: magic.Object, *targets: object, **more: Any) -> magic.Object:
    """Cast a card free and return the spell."""
    facts = scene.do(magic.Cast(card, targets=list(targets), free=True, **more))
    return scene.game.object(next(fact.record()["spell"] for fact in facts if fact.name == "SpellCast"))


@pytest.mark.rule("G30")
def test_a_copy_of_a_spell_has_its_targets_and_is_not_cast(scene: Scene) -> None:
    """A copy of a spell has the same targets, is not cast, and ceases to exist as it resolves (CR 707.10)."""
    bear = scene.put("Grizzly Bears", "B")
    spell = cast(scene, scene.put(scene.card(**BOLT), zone="hand"), bear)
    facts = scene.do(magic.CopySpell(spell, "B"))
    assert scene.count(facts, "SpellCast") == 0
    copy = scene.game.objects("stack")[-1]
    assert (copy.name, copy.controller, copy.card.kind) == ("Spark", "B", "copy of a spell")
    scene.game.resolve()
    assert [one.name for one in scene.game.objects("stack")] == ["Spark"]
    assert not bear.exists
    facts = scene.game.resolve()
    assert scene.ignored(facts) == ["608.2b"]
    assert [one.name for one in scene.game.objects("graveyard", owner="A")] == ["Spark"]
    assert [one.name for one in scene.game.objects("graveyard", owner="B")] == ["Grizzly Bears"]


def test_the_copy_may_get_new_targets(scene: Scene) -> None:
    """The controller of a copy may choose a new target for it; the original keeps its own (CR 707.10c)."""
    one, two = scene.put("Grizzly Bears", "B"), scene.put("Grizzly Bears", "B")
    spell = cast(scene, scene.put(scene.card(**BOLT), zone="hand"), one)
    scene.answering(new_target=[(int(two.id),)])
    scene.do(magic.CopySpell(spell, "A", retarget=True))
    scene.game.resolve()
    assert (one.exists, two.exists) == (True, False)


@pytest.mark.rule("D36")
def test_a_copy_of_a_permanent_spell_becomes_a_token_that_is_not_created(scene: Scene) -> None:
    """A copy of a creature spell becomes a token as it resolves, and is not created (CR 608.3f, 111.13)."""
    spell = cast(scene, scene.put("Grizzly Bears", zone="hand"))
    scene.do(magic.CopySpell(spell, "A"))
    facts = scene.game.resolve()
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "TokenCreated")) == (1, 0)
    (bear,) = scene.game.objects("battlefield")
    assert (bear.name, bear.read("token")) == ("Grizzly Bears", True)


def test_a_copied_mutating_spell_makes_the_permanent_a_token_on_top(scene: Scene) -> None:
    """A copy of a mutating creature spell merges as a token; on top, it makes the permanent one (CR 730.2d)."""
    bear = scene.put("Grizzly Bears")
    spell = cast(scene, scene.put("Dreamtail Heron", zone="hand"), bear, how="mutate")
    scene.do(magic.CopySpell(spell, "A"))
    scene.game.resolve()
    assert (bear.name, bear.read("token"), len(bear.constituents)) == ("Dreamtail Heron", True, 2)


def test_a_countered_spell_goes_to_its_owners_graveyard(scene: Scene) -> None:
    """A countered spell is put into its owner's graveyard and does nothing (CR 701.6a)."""
    spell = cast(scene, scene.put("Grizzly Bears", zone="hand"))
    facts = scene.do(magic.Counter(spell))
    assert scene.count(facts, "Countered") == 1
    assert [one.name for one in scene.game.objects("graveyard")] == ["Grizzly Bears"]
    assert scene.game.objects("battlefield") == []


def test_modes_are_chosen_on_casting(scene: Scene) -> None:
    """The chosen mode of a modal spell says what it targets and does (CR 700.2a)."""
    modes = [
        {"name": "life", "then": [{"do": "gain_life", "amount": 3}]},
        {"name": "kill", "targets": [{"of": {"types": ["Creature"]}}], "then": [{"do": "destroy", "what": "target"}]},
    ]
    spell = {"ability": "spell", "choose": {"modes": modes, "most": 2}}
    charm = scene.card(name="Charm", type_line="Instant", mana_cost="{W}", abilities=[spell])
    bear = scene.put("Grizzly Bears", "B")
    cast(scene, scene.put(charm, zone="hand"), bear, mode="kill")
    scene.game.resolve()
    assert (bear.exists, scene.game.view("A").life["A"]) == (False, 20)
    cast(scene, scene.put(charm, zone="hand"), mode=["life"])
    scene.game.resolve()
    assert scene.game.view("A").life["A"] == 23
    with pytest.raises(magic.InputError, match="no mode"):
        scene.do(magic.Cast(scene.put(charm, zone="hand"), free=True, mode="fly"))
    with pytest.raises(magic.InputError, match="has no modes"):
        scene.do(magic.Cast(scene.put("Grizzly Bears", zone="hand"), free=True, mode="kill"))
    with pytest.raises(magic.InputError, match="has no modes"):
        scene.do(magic.Activate(scene.put("Llanowar Elves"), mode=[0]))


def test_x_is_chosen_only_where_there_is_one(scene: Scene) -> None:
    """A number for X is refused where no cost and no word of the spell or ability speaks of X (CR 107.3)."""
    bear, elves = scene.put("Grizzly Bears", zone="hand"), scene.put("Llanowar Elves")
    for request in (magic.Cast(bear, x=2, free=True), magic.Activate(elves, x=1)):
        with pytest.raises(magic.InputError, match="has no X"):
            scene.do(request)
    scene.do(magic.Cast(bear, x=0, free=True))
    assert scene.game.resolve() is not None


def test_a_mode_without_legal_targets_is_not_offered(scene: Scene) -> None:
    """It can't be chosen; without any other the spell is not cast and a trigger is removed (CR 700.2a-b)."""
    kill = {"name": "kill", "targets": [{"of": {"types": ["Creature"]}}], "then": [{"do": "destroy", "what": "target"}]}
    life = {"name": "life", "then": [{"do": "gain_life", "amount": 1}]}

    def card(*modes: object, **more: object) -> magic.Object:
        return scene.put(
            scene.card(name="Charm", **more, abilities=[{**ability, "choose": {"modes": modes}}]), zone="hand"
        )

    ability: dict[str, object] = {"ability": "spell"}
    spell = {"type_line": "Instant", "mana_cost": "{0}"}
    scene.do(magic.Cast(card(kill, life, **spell)))
    scene.flow()
    assert scene.life() == 21
    assert scene.ignored(scene.do(magic.Cast(card(kill, **spell)))) == ["700.2a"]
    ability = {"ability": "triggered", "when": {"event": "enters"}}
    for modes, life_total in (((kill, life), 22), ((kill,), 22)):
        scene.do(magic.Move((card(*modes, type_line="Enchantment"),), "battlefield", "A"))
        scene.flow()
        assert (scene.life(), scene.stack()) == (life_total, [])
    ability = {"ability": "activated", "cost": {}}
    gun = card(kill, type_line="Artifact")
    scene.do(magic.Move((gun,), "battlefield", "A"))
    assert scene.ignored(scene.do(magic.Activate(gun.became[0]))) == ["700.2a"]


@pytest.mark.parametrize("repeat", [False, True])
def test_each_mode_has_its_own_targets(scene: Scene, repeat: bool) -> None:
    """Where more than one mode is chosen, each does what it says to the targets that were chosen for it (CR 700.2c)."""
    creature = [{"of": {"types": ["Creature"]}}]
    again = {
        "do": "delay",
        "when": {"event": "turn"},
        "then": [{"do": "sacrifice", "what": "target", "player": "owner"}],
    }
    modes = [
        {"name": "tap", "targets": creature, "then": [{"do": "tap", "what": "target"}]},
        {"name": "none", "then": [{"do": "gain_life", "amount": 1}]},
        {
            "name": "mark",
            "targets": creature,
            "then": [{"do": "if", "when": [{"what": "target", "is": {"tapped": False}}], "then": [again]}],
        },
        {
            "name": "hurt",
            "targets": [{"player": "any"}],
            "then": [{"do": "lose_life", "amount": 2, "player": "target"}],
        },
    ]
    spell = {"ability": "spell", "choose": {"modes": modes, "most": 4, "repeat": repeat}}
    charm = scene.card(name="Charm", type_line="Instant", mana_cost="{0}", abilities=[spell])
    one, two = scene.put("Grizzly Bears"), scene.put("Grizzly Bears")
    names = ["tap", "none", "mark", "hurt"]
    chosen: list[object] = [one, two, "B"]
    if repeat:
        names, chosen = ["tap", "tap", "hurt"], [one, two, "B"]
    cast(scene, scene.put(charm, zone="hand"), *chosen, mode=names)
    scene.flow()
    assert (one.tapped, two.tapped, scene.life("B")) == (True, repeat, 18)
    scene.do(magic.BeginTurn("B"))
    scene.flow()
    assert (one.exists, two.exists) == (True, repeat)


@pytest.mark.rule("C64")
def test_a_saga_that_turns_over_keeps_its_counters_and_stays(scene: Scene) -> None:
    """Lore counters stay on what turns over; it is sacrificed for them only while it is a Saga (CR 714.4, 704.5s)."""
    chapters = [{"ability": "chapter", "numbers": [1, 2], "then": [{"do": "gain_life", "amount": 1}], "name": "I, II"}]
    beast = {"name": "Beast of the Tale", "type_line": "Creature — Beast", "power": 3, "toughness": 3}
    saga = scene.put(scene.card(name="Tale", type_line="Enchantment — Saga", abilities=chapters, back=beast))
    scene.do(magic.AddCounters(saga, "lore"), magic.Transform(saga))
    scene.do(magic.AddCounters(saga, "lore", 2))
    scene.flow()
    assert (saga.name, saga.counters, scene.life()) == ("Beast of the Tale", {"lore": 3}, 20)
    scene.do(magic.Transform(saga))
    scene.flow()
    assert (saga.exists, [one.name for one in saga.became]) == (False, ["Tale"])


def test_a_saga_tells_its_chapters_and_goes(scene: Scene) -> None:
    """A Saga enters with a lore counter, gets one each turn, and is sacrificed after its last chapter (CR 714.3)."""
    chapters = [
        {"ability": "chapter", "numbers": [1, 2], "then": [{"do": "gain_life", "amount": 1}], "name": "I, II"},
        {"ability": "chapter", "numbers": [3], "then": [{"do": "gain_life", "amount": 10}], "name": "III"},
    ]
    saga = scene.card(name="Tale", type_line="Enchantment — Saga", mana_cost="{W}", abilities=chapters)
    cast(scene, scene.put(saga, zone="hand"))
    scene.game.run_until_idle()
    (told,) = scene.game.objects("battlefield")
    assert (told.counters, scene.game.view("A").life["A"]) == ({"lore": 1}, 21)
    scene.do(magic.BeginStep("precombat main"))
    scene.game.run_until_idle()
    assert (told.counters, scene.game.view("A").life["A"]) == ({"lore": 2}, 22)
    scene.do(magic.BeginStep("precombat main"))
    scene.settle()
    assert told.exists
    scene.game.run_until_idle()
    assert (told.exists, scene.game.view("A").life["A"]) == (False, 32)


def test_a_land_is_played_and_not_cast(scene: Scene) -> None:
    """A land is played without the stack; it can't be cast, and nothing else can be played (CR 305.1, 305.9)."""
    forest, bear = scene.put("Forest", zone="hand"), scene.put("Grizzly Bears", zone="hand")
    assert scene.ignored(scene.do(magic.Cast(forest, free=True))) == ["305.9"]
    facts = scene.do(magic.PlayLand(forest))
    assert (scene.count(facts, "LandPlayed"), scene.count(facts, "PermanentEntered")) == (1, 1)
    assert scene.ignored(scene.do(magic.PlayLand(bear))) == ["305.1"]


def test_a_modal_card_is_played_as_the_land_on_its_back(scene: Scene) -> None:
    """A modal double-faced card with a land on its back may be played with that face up, from hand (CR 712.12)."""
    back = {"name": "Teeth", "type_line": "Land", "abilities": [{"ability": "enters", "tapped": True}]}
    card = scene.card(name="Warrior", mana_cost="{5}{R}", power=4, toughness=5, layout="modal_dfc", back=back)
    one, two = scene.put(card, zone="hand"), scene.put(card, zone="graveyard")
    scene.do(magic.PlayLand(one, face="back"))
    (land,) = one.became
    assert (land.name, land.tapped, land.types) == ("Teeth", True, ("Land",))
    assert scene.ignored(scene.do(magic.PlayLand(two, face="back"))) == ["305.1"]


def test_a_mandatory_loop_is_reported(scene: Scene) -> None:
    """Two abilities that trigger each other for ever are a loop, and the last facts are told (CR 104.4b)."""
    for player, other in (("you", "opponent"), ("opponent", "you")):
        when = {"event": "life gained", "player": player}
        gain = {"do": "gain_life", "amount": 1, "player": "opponents" if other == "opponent" else "you"}
        echo = {"ability": "triggered", "name": "echo", "when": when, "then": [gain]}
        scene.put(scene.card(name=f"Echo {player}", type_line="Enchantment", abilities=[echo]))
    scene.do(magic.ChangeLife("A", 1))
    with pytest.raises(magic.LoopError, match=r"104.4b.*LifeChanged"):
        scene.game.run_until_idle(limit=40)
    assert scene.game.check() == []


@pytest.mark.rule("G30")
def test_a_spell_may_be_copied_as_it_leaves_the_stack(scene: Scene) -> None:
    """A copy made in the moment in which the spell is countered is a copy of the spell as it was (CR 707.10)."""
    bear = scene.put("Grizzly Bears", "B")
    spell = cast(scene, scene.put(scene.card(**BOLT), zone="hand"), bear)
    scene.do(magic.Counter([spell]), magic.CopySpell(spell, "B"))
    (copy,) = scene.game.objects("stack")
    assert (copy.name, copy.controller) == ("Spark", "B")
    scene.game.resolve()
    assert not bear.exists
