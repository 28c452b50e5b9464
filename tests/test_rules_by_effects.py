"""What resolved spells and abilities make a rule of the game, and what concerns players (CR 611.2c, 613.10-11)."""

import pytest
from conftest import Scene
from texts import CREATURE, EXILED_INSTEAD, does, enters, instead, spell, static

import ecs_magic as magic
from ecs_magic.abilities import Forbid, Instead, LoseAll, ModifyPowerToughness, PlayerHas, Rule
from ecs_magic.selectors import Selector

PREVENT = [
    instead("damage", what={}, by=CREATURE, nothing=True, name="no damage"),
    instead("player damage", by=CREATURE, nothing=True, name="no damage"),
]
"""All damage that creatures would deal is prevented."""


def entered(scene: Scene, card: object, owner: str = "A") -> magic.Object:
    """Put a card onto the battlefield from the hand and return the permanent."""
    held = scene.put(card, owner, zone="hand")
    scene.do(magic.Move(held, magic.Zone.BATTLEFIELD))
    (permanent,) = held.became
    return permanent


def ruled(scene: Scene, *rules: object, **options: object) -> None:
    """Cast an instant by which these rules hold this turn, and let it resolve."""
    effect = {"changes": [{"change": "rule", "rules": list(rules)}]}
    scene.cast(scene.card(type_line="Instant", abilities=[spell(does("affect", effect=effect, **options))]))
    scene.flow()


@pytest.mark.rule("E35")
def test_a_prevention_of_this_turn_covers_newcomers(scene: Scene) -> None:
    """Damage that creatures would deal this turn is prevented also of those that appear later (CR 611.2c)."""
    old, rock = scene.put("Grizzly Bears"), scene.put("Short Sword")
    ruled(scene, *PREVENT)
    new = entered(scene, "Gray Ogre")
    for source in (old, new):
        scene.do(magic.DealDamage([old, "B"], 1, source))
    assert (old.read("damage"), scene.life("B")) == (0, 20)
    scene.do(magic.DealDamage("B", 1, rock), magic.DealDamage("B", 1))
    assert scene.life("B") == 18
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.DealDamage("B", 1, new))
    assert scene.life("B") == 17


@pytest.mark.rule("E35")
def test_each_part_of_an_effect_has_its_own_set(scene: Scene) -> None:
    """Creatures get +1/+1 as it begins, and those that appear later can't transform either (CR 611.2c)."""
    old = scene.put("Delver of Secrets")
    changes = (ModifyPowerToughness(1, 1), Forbid(("transform",)))
    scene.do(magic.AddEffect(magic.Effect(changes, Selector(types=("Creature",))), until="end of turn"))
    new = entered(scene, "Delver of Secrets")
    assert (old.power, new.power) == (2, 1)
    facts = scene.do(magic.Transform([old, new]))
    assert scene.ignored(facts) == ["101.2", "101.2"]
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.Transform([old, new]))
    assert (old.name, new.name, new.power) == ("Insectile Aberration", "Insectile Aberration", 3)


@pytest.mark.rule("D11")
def test_prevention_of_a_spells_damage_goes_on_for_its_permanent(scene: Scene) -> None:
    """What prevents the damage of a permanent spell prevents that of the permanent it becomes (CR 400.7c)."""
    spell_, other = scene.cast("Grizzly Bears"), scene.put("Gray Ogre")
    rule = Rule((Instead("player damage", by=Selector(which="this"), nothing=True),))
    scene.do(magic.AddEffect(magic.Effect((rule,)), spell_))
    scene.flow()
    (bear,) = spell_.became
    scene.do(magic.DealDamage("B", 2, bear), magic.DealDamage("B", 1, other))
    assert scene.life("B") == 19
    # It is no ability, so it can't be lost; a new object is another one.
    scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), bear))
    scene.do(magic.DealDamage("B", 2, bear))
    assert scene.life("B") == 19
    scene.do(magic.DealDamage("B", 2, entered(scene, "Grizzly Bears")))
    assert scene.life("B") == 17


@pytest.mark.rule("I25")
def test_a_rule_of_this_turn_replaces_departures_and_entries(scene: Scene) -> None:
    """What a resolved spell makes a rule replaces as a static ability does: where things go, how they enter."""
    ruled(scene, EXILED_INSTEAD, enters(what=CREATURE, tapped=True))
    bear = entered(scene, "Grizzly Bears")
    assert bear.tapped
    scene.do(magic.Destroy(bear))
    assert bear.became[0].zone == "exile"


@pytest.mark.rule("I25")
def test_a_rule_about_certain_objects(scene: Scene) -> None:
    """An effect on one object is about that one: it is exiled if it would die this turn, and no other (CR 614.1a)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    rule = Rule((Instead("moves", into=magic.Zone.GRAVEYARD, to=magic.Zone.EXILE),))
    scene.do(magic.AddEffect(magic.Effect((rule,)), bear, until="end of turn"))
    scene.do(magic.Destroy([bear, ogre]))
    assert [one.became[0].zone for one in (bear, ogre)] == ["exile", "graveyard"]


def test_a_spell_may_prohibit_for_a_turn(scene: Scene) -> None:
    """Opponents can't cast spells this turn; then they can again (CR 101.2, 613.11)."""
    ruled(scene, {"ability": "prohibits", "action": "cast", "what": {"zone": "any"}, "player": "opponent"})
    card, own = scene.put("Grizzly Bears", "B", zone="hand"), scene.put("Grizzly Bears", zone="hand")
    assert scene.ignored(scene.do(magic.Cast(card, free=True))) == ["101.2"]
    scene.do(magic.Cast(own, free=True))
    scene.do(magic.BeginStep("cleanup"))
    assert scene.ignored(scene.do(magic.Cast(card, free=True))) == []


@pytest.mark.parametrize(
    "ability",
    [
        static({"change": "rule", "rules": PREVENT}),
        spell(does("affect", effect={"changes": [{"change": "rule", "rules": [instead("mana", times=2)]}]})),
    ],
)
def test_what_is_no_rule_of_a_resolved_effect_is_refused(scene: Scene, ability: object) -> None:
    """A static ability states what it replaces by itself, and what replaces mana is an ability."""
    with pytest.raises(magic.InputError, match=r"a static ability|only an ability"):
        scene.card(abilities=[ability])


# --- what players can't do, and what they have -----------------------------------------------------------


def prohibits(action: str, player: str = "opponent") -> dict[str, object]:
    """Return a static ability by which players can't do something."""
    return {"ability": "prohibits", "action": action, "player": player, "name": f"no {action}"}


def has(*abilities: str, player: str = "you") -> dict[str, object]:
    """Return a static ability by which players have abilities."""
    return {"ability": "player_has", "abilities": list(abilities), "player": player}


def shot(**source: object) -> dict[str, object]:
    """Return a red instant that deals 3 damage to any one target, player or creature."""
    aims = [{"of": CREATURE, "player": "any"}]
    then = does("damage", amount=3, what="target", player="target")
    return {
        "name": "Shot",
        "type_line": "Instant",
        "mana_cost": "{R}",
        "abilities": [spell(then, targets=aims)],
        **source,
    }


@pytest.mark.rule("E29")
def test_players_who_can_not_gain_or_lose_life(scene: Scene) -> None:
    """Who can't gain life gains none and whose life can't go down loses none, by damage neither (CR 119.7-8)."""
    scene.rule(prohibits("gain life"), prohibits("lose life", "you"))
    link = scene.put(scene.card(power=2, toughness=2, keywords=["Lifelink"]), "B")
    scene.do(magic.SetLife("B", 15))
    assert scene.ignored(scene.do(magic.SetLife("B", 16))) == ["101.2"]
    facts = scene.do(magic.DealDamage("A", 2, link))
    assert (scene.life(), scene.life("B")) == (20, 15)
    assert (scene.count(facts, "PlayerDamaged"), scene.count(facts, "LifeChanged")) == (1, 0)
    assert scene.ignored(scene.do(magic.SetLife("A", 19))) == ["101.2"]
    scene.do(magic.SetLife("A", 25), magic.DealDamage("B", 5))
    assert (scene.life(), scene.life("B")) == (25, 10)


@pytest.mark.rule("E29")
def test_who_can_not_lose_life_can_not_pay_it(scene: Scene) -> None:
    """A cost of life can't be paid by a player who can't lose any (CR 119.8)."""
    paying = {"ability": "activated", "cost": {"life": 1}, "then": [does("draw")], "name": "pay"}
    altar = scene.rule(paying)
    assert scene.count(scene.do(magic.Activate(altar, "pay")), "AbilityActivated") == 1
    scene.rule(prohibits("lose life", "any"))
    facts = scene.do(magic.Activate(altar, "pay"))
    assert (scene.ignored(facts), scene.count(facts, "AbilityActivated"), scene.life()) == (["101.2"], 0, 19)


@pytest.mark.rule("E29")
def test_who_can_not_lose_the_game_goes_on(scene: Scene) -> None:
    """At 0 life the game goes on for a player who can't lose it, until that ends (CR 104.3b, 101.2)."""
    angel = scene.rule(prohibits("lose the game", "you"))
    scene.do(magic.SetLife("A", 0), magic.AddCounters("A", "poison", 10))
    assert scene.settle() == []
    scene.do(magic.Destroy(angel))
    assert scene.count(scene.settle(), "PlayerLost") == 1


def test_players_who_can_not_get_counters(scene: Scene) -> None:
    """Counters can't be put on players who can't get any (CR 101.2)."""
    scene.rule(prohibits("get counters"))
    facts = scene.do(magic.AddCounters("B", "poison", 3), magic.AddCounters("A", "energy", 1))
    assert scene.ignored(facts) == ["101.2"]
    assert scene.count(facts, "CountersAdded") == 1


def test_players_who_can_not_play_lands(scene: Scene) -> None:
    """A land of the kind that can't be played is not, and others are (CR 101.2, 305.1)."""
    scene.rule({**prohibits("play land", "any"), "what": {"zone": "any", "not_supertypes": ["Basic"]}})
    facts = [scene.do(magic.PlayLand(scene.put(name, zone="hand"))) for name in ("Vesuva", "Forest")]
    assert [scene.ignored(one) for one in facts] == [["101.2"], []]


@pytest.mark.rule("E29")
@pytest.mark.parametrize(
    ("ability", "own", "rule"),
    [
        ("hexproof", True, "702.11b"),
        ("shroud", False, "702.18a"),
        ("protection from red", False, "702.16b"),
        ("protection from everything", False, "702.16b"),
        ("protection from instants", False, "702.16b"),
    ],
)
def test_what_a_player_has_keeps_spells_off(scene: Scene, ability: str, own: bool, rule: str) -> None:
    """A player with hexproof, shroud or protection is no legal target as a permanent with it is none (CR 613.10)."""
    scene.rule(has(ability))
    facts = scene.do(magic.Cast(scene.put(scene.card(**shot()), "B", zone="hand"), targets=["A"], free=True))
    assert scene.ignored(facts) == [rule]
    facts = scene.do(magic.Cast(scene.put(scene.card(**shot()), zone="hand"), targets=["A"], free=True))
    assert scene.ignored(facts) == ([] if own else [rule])
    scene.cast(scene.card(**shot()), "B")
    scene.flow()
    assert scene.life("B") == 17


@pytest.mark.rule("E29")
def test_a_player_who_came_to_have_hexproof_is_no_target_any_more(scene: Scene) -> None:
    """Targets are judged again on resolution, and players among them (CR 608.2b); who has nothing is asked for."""
    scene.cast(scene.card(**shot()), "A", owner="B")
    scene.rule(has("hexproof", player="opponent"), owner="B")
    scene.flow()
    assert scene.life() == 20
    spell_ = scene.cast(
        scene.card(**shot(abilities=[spell(does("damage", amount=3, player="target"), targets=[{"player": "any"}])])),
        owner="B",
    )
    scene.flow()
    assert (spell_.exists, scene.life("B")) == (False, 17)


@pytest.mark.rule("E29")
def test_protection_of_a_player_prevents_and_takes_auras_off(scene: Scene) -> None:
    """Damage of what a player has protection from is prevented; an Aura of that quality goes (CR 702.16c, e)."""
    curse = scene.card(type_line="Enchantment — Aura", mana_cost="{R}", keywords=["Enchant player"])
    scene.cast(curse, "A", owner="B")
    scene.flow()
    (aura,) = [one for one in scene.game.objects("battlefield") if "Aura" in one.subtypes]
    effect = magic.Effect((Rule((PlayerHas(("protection from red",)),)),))
    scene.do(magic.AddEffect(effect, player="A", until="end of turn"))
    red, green = scene.put(scene.card(mana_cost="{R}")), scene.put("Grizzly Bears")
    facts = scene.do(magic.DealDamage("A", 1, red), magic.DealDamage("A", 2, green))
    assert (scene.life(), scene.ignored(facts)) == (18, ["702.16e"])
    scene.settle()
    assert not aura.exists


@pytest.mark.rule("E29")
def test_protection_of_a_permanent_prevents_damage(scene: Scene) -> None:
    """Damage to a permanent with protection from its source is prevented (CR 702.16e)."""
    knight = scene.put(scene.card(power=2, toughness=2, keywords=["Protection from red"]))
    red, green = scene.put(scene.card(mana_cost="{R}")), scene.put("Grizzly Bears")
    scene.do(magic.DealDamage(knight, 1, red), magic.DealDamage(knight, 1, green))
    assert knight.read("damage") == 1


def test_what_no_player_has_is_refused(scene: Scene) -> None:
    """Players have hexproof, shroud and protection alone."""
    with pytest.raises(magic.InputError, match="players never have"):
        scene.card(abilities=[has("flying")])
