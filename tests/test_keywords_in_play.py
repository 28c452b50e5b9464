"""Keyword abilities that are done by the kernel: ward, evoke, infect, wither (CR 702.21, 702.74, 702.80, 702.90)."""

import pytest
from conftest import Scene
from situations import zone
from texts import CREATURE, activated, does, spell

import ecs_magic as magic
from ecs_magic.cards import unmodelled


def bolt(scene: Scene, owner: str = "B") -> magic.Object:
    """Return an instant card in hand that deals 3 damage to a creature."""
    abilities = [spell(does("damage", amount=3, what="target"), targets=[{"of": CREATURE}])]
    card = scene.card(name="Bolt", type_line="Instant", mana_cost="{0}", abilities=abilities)
    return scene.put(card, owner, zone="hand")


@pytest.mark.parametrize(("ward", "mana"), [("Ward {2}", "CC"), ("Ward—Pay 3 life", "")])
@pytest.mark.parametrize("pays", ["yes", "no"])
def test_ward_counters_what_is_not_paid_for(scene: Scene, ward: str, mana: str, pays: str) -> None:
    """A spell of an opponent that targets it is countered unless that player pays (CR 702.21a)."""
    beast = scene.put(scene.card(name="Beast", power=2, toughness=2, keywords=[ward]))
    if mana:
        scene.do(magic.AddMana("B", mana))
    scene.answering(may=[[pays]])
    scene.do(magic.Cast(bolt(scene), "B", targets=[beast]))
    scene.flow()
    assert beast.exists is (pays == "no")
    assert zone(scene, "graveyard", "B") == ["Bolt"]
    assert scene.life("B") == (17 if pays == "yes" and not mana else 20)


def test_ward_counters_abilities_as_well(scene: Scene) -> None:
    """Without the mana nothing is asked; the ability is countered; one of its controller is not (CR 702.21a)."""
    beast = scene.put(scene.card(name="Beast", power=2, toughness=2, keywords=["Ward {2}"]))
    shot = activated({}, does("damage", amount=1, what="target"), name="shot", targets=[{"of": CREATURE}])
    theirs, mine = (scene.put(scene.card(name="Gun", type_line="Artifact", abilities=[shot]), one) for one in "BA")
    scene.do(magic.Activate(theirs, targets=[beast]))
    scene.flow()
    assert (beast.damage, scene.stack()) == (0, [])
    scene.do(magic.Activate(mine, targets=[beast]))
    scene.flow()
    assert beast.damage == 1


def test_ward_of_a_cloaked_permanent(scene: Scene) -> None:
    """What is cloaked has ward {2} as any other (CR 701.58a)."""
    hidden = scene.put("Grizzly Bears", face_down="cloak")
    scene.do(magic.Cast(bolt(scene), "B", targets=[hidden]))
    scene.flow()
    assert hidden.exists


@pytest.mark.parametrize("keyword", ["Infect", "Wither"])
def test_damage_as_counters(scene: Scene, keyword: str) -> None:
    """It puts -1/-1 counters on creatures; infect gives players poison counters and takes no life (CR 120.3)."""
    source = scene.put(scene.card(name="Rot", power=2, toughness=2, keywords=[keyword, "Lifelink", "Deathtouch"]))
    big, sturdy = (
        scene.put(scene.card(name="Wall", power=0, toughness=9, keywords=more)) for more in ([], ["Indestructible"])
    )
    facts = scene.do(magic.DealDamage((big, sturdy, "B"), 2, source=source))
    assert scene.count(facts, "DamageDealt") == 2
    assert (sturdy.counters, sturdy.damage, sturdy.toughness) == ({"-1/-1": 2}, 0, 7)
    world = scene.game.world
    poison = world.counters(world.player_entities[1]).count("poison")
    assert (poison, scene.life("B"), scene.life("A")) == ((2, 20, 26) if keyword == "Infect" else (0, 18, 26))
    scene.settle()
    assert not big.exists


@pytest.mark.parametrize("how", ["", "evoke"])
def test_what_was_evoked_is_sacrificed(scene: Scene, how: str) -> None:
    """Only what was cast for its evoke cost is, as a trigger resolves (CR 702.74a)."""
    card = scene.card(name="Spark", mana_cost="{1}", power=1, toughness=1, keywords=["Evoke {0}"])
    scene.do(magic.AddMana("A", "C"))
    scene.do(magic.Cast(scene.put(card, zone="hand"), how=how))
    scene.flow()
    assert zone(scene, "battlefield") == ([] if how else ["Spark"])


@pytest.mark.parametrize(
    "keyword", ["Flashback—Sacrifice a creature.", "Kicker—Discard a card.", "Mutate—{1}, Pay 2 life."]
)
def test_a_cost_that_is_more_than_mana_is_not_paid_by_mana(scene: Scene, keyword: str) -> None:
    """A cost in words is read as one, and casting for it is refused (CR 118.9, 702.33a)."""
    card = scene.card(name="Odd", mana_cost="{0}", power=1, toughness=1, keywords=[keyword])
    how = keyword.partition("—")[0].lower()
    held = scene.put(card, zone="graveyard" if how == "flashback" else "hand")
    assert scene.ignored(scene.do(magic.Cast(held, how="kicked" if how == "kicker" else how))) in (
        ["601.2b"],
        ["702.33a"],
    )
    (named,) = held.keywords
    assert named.startswith(f"{how} ")
    assert not named.endswith(".")


@pytest.mark.parametrize("keyword", ["Ward—{2}, Pay 2 life.", "Ward—Discard a card.", "Morph—{2}, Discard a card."])
def test_a_keyword_with_a_cost_that_is_not_carried_out_is_reported(scene: Scene, keyword: str) -> None:
    """It does nothing, and stands among what is not carried out."""
    beast = scene.card(name="Beast", power=2, toughness=2, keywords=[keyword])
    assert len(unmodelled(beast)) == 1
    shot = activated({}, does("tap", what="target"), targets=[{"of": CREATURE}])
    gun = scene.put(scene.card(name="Gun", type_line="Artifact", abilities=[shot]), "B")
    hidden = keyword.startswith("Morph")
    target = scene.put(beast, face_down="morph" if hidden else None)
    scene.do(magic.Activate(gun, targets=[target]))
    scene.flow()
    assert target.tapped
    if hidden:
        assert scene.ignored(scene.do(magic.TurnUp(target))) != []


def test_keywords_that_nobody_carries_out_are_reported(scene: Scene) -> None:
    """A keyword that is neither done here nor read by the host is unmodelled as other texts are."""
    words = ["Flying", "Ward {1}", "Cycling {2}", "Split second", "Turn it upside down.", "Equip Bear {1}"]
    assert unmodelled(scene.card(keywords=words)) == ("cycling {2}", "split second", "Turn it upside down.")


@pytest.mark.parametrize(
    ("words", "colors", "line", "held"),
    [
        ("from multicolored", "WU", "Creature — Elf", True),
        ("from multicolored", "W", "Creature — Elf", False),
        ("from monocolored", "W", "Creature — Elf", True),
        ("from colorless", "", "Creature — Elf", True),
        ("from Elves", "G", "Creature — Elf Warrior", True),
        ("from Goblins", "G", "Creature — Elf", False),
        ("from sorceries", "R", "Sorcery", True),
        ("from legendary creatures", "G", "Creature — Elf", False),
        ("from legendary creatures", "G", "Legendary Creature — Elf", True),
        ("from black and from red", "R", "Creature — Elf", True),
        ("from each color", "R", "Creature — Elf", True),
        ("from each color", "", "Creature — Elf", False),
        ("from everything", "", "Creature — Elf", True),
        ("from nonsense", "G", "Creature — Elf", False),
        ("", "G", "Creature — Elf", False),
    ],
)
def test_qualities_of_protection_and_hexproof(scene: Scene, words: str, colors: str, line: str, held: bool) -> None:
    """They are about sources with the quality that is named (CR 702.11d, 702.16a-b)."""
    ability = {"targets": [{"of": CREATURE}]}
    for keyword, rule in (("protection", "702.16b"), ("hexproof", "702.11d")):
        bear = scene.put(scene.card(name="Bear", power=2, toughness=2, keywords=[f"{keyword} {words}"]))
        taps = does("tap", what="target")
        made = {"name": "Source", "type_line": line, "colors": list(colors), "mana_cost": "{0}"}
        if "Creature" in line:
            source = scene.card(**made, power=1, toughness=1, abilities=[activated({}, taps, **ability)])
            facts = scene.do(magic.Activate(scene.put(source, "B"), targets=[bear]))
        else:
            source = scene.card(**made, abilities=[spell(taps, **ability)])
            facts = scene.do(magic.Cast(scene.put(source, "B", zone="hand"), "B", targets=[bear]))
        whole = keyword == "hexproof" and not words
        assert scene.ignored(facts) == ([rule] if held else ["702.11b"] if whole else [])


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        ("nonland permanent", [True, False, True]),
        ("creature", [True, False, False]),
        ("creature or land", [True, True, False]),
        ("nonblack creature", [True, False, False]),
        ("green creature you control", [True, False, False]),
        ("Bear", [True, False, False]),
        ("nonbasic land", [False, False, False]),
        ("land or Equipment", [False, True, True]),
    ],
)
def test_what_an_aura_enchants(scene: Scene, words: str, fits: list[bool]) -> None:
    """Types, colours and what is denied of them are asked of its target and of its host (CR 303.4a, 702.5a)."""
    sword = scene.card(name="Sword", type_line="Artifact — Equipment", mana_cost="{1}")
    for host, expected in zip(("Grizzly Bears", "Forest", sword), fits, strict=True):
        there = scene.put(host)
        aura = scene.card(name="Aura", type_line="Enchantment — Aura", mana_cost="{0}", keywords=[f"Enchant {words}"])
        facts = scene.do(magic.Cast(scene.put(aura, zone="hand"), targets=[there]))
        scene.flow()
        assert any(one.attached_to == there.id for one in scene.game.objects("battlefield")) is expected, there
        assert scene.ignored(facts) == ([] if expected or "Equipment" in words else ["115.1"])


def test_an_aura_is_attached_to_what_it_may_enchant(scene: Scene) -> None:
    """What its words deny of a permanent keeps it from being attached to that (CR 303.4j, 702.5a)."""
    bear, land = scene.put("Grizzly Bears"), scene.put("Forest")
    aura = scene.card(name="Aura", type_line="Enchantment — Aura", keywords=["Enchant nonland permanent"])
    placed = scene.put(aura)
    scene.do(magic.Attach(placed, bear))
    assert scene.ignored(scene.do(magic.Attach(placed, land))) == ["303.4j"]
    assert placed.attached_to == bear.id
