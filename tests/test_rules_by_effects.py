"""What resolved spells and abilities make a rule of the game, and what concerns players (CR 611.2c, 613.10-11)."""

import pytest
from conftest import Scene
from texts import CREATURE, EXILED_INSTEAD, does, enters, instead, spell, static

import ecs_magic as magic
from ecs_magic.abilities import Forbid, Instead, LoseAll, ModifyPowerToughness, Rule
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
