"""Layers 1 to 7 of continuous effects, timestamps, durations and fixed sets (CR 611-613, 205, 208, 604)."""

from itertools import permutations

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    ChangeText,
    Gain,
    Lose,
    LoseAll,
    Modification,
    ModifyPowerToughness,
    RemoveTypes,
    SetColors,
    SetName,
    SetPowerToughness,
    SetSubtypes,
    SetTypes,
    Static,
    SwitchPowerToughness,
)
from ecs_magic.selectors import Count, Selector, Value

TURN = "end of turn"


def static(*changes: dict[str, object], defines: bool = False, **affects: object) -> dict[str, object]:
    """Return a static ability as a card file writes it."""
    return {
        "ability": "static",
        "name": "test",
        "defines": defines,
        "effect": {"changes": list(changes), "affects": affects},
    }


def pump(power: int, toughness: int) -> dict[str, object]:
    """Return a change of layer 7c as a card file writes it."""
    return {"change": "modify_power_toughness", "power": power, "toughness": toughness}


def base(power: int, toughness: int) -> dict[str, object]:
    """Return a change of layer 7b as a card file writes it."""
    return {"change": "set_power_toughness", "power": power, "toughness": toughness}


def enchantment(scene: Scene, *abilities: dict[str, object], **source: object) -> magic.Object:
    """Place an enchantment of A with these abilities."""
    return scene.put(scene.card(**{"name": "Rule", "type_line": "Enchantment", "abilities": abilities, **source}))


def creature(scene: Scene, power: int = 2, toughness: int = 2, owner: str = "A", **source: object) -> magic.Object:
    """Place a plain creature."""
    usual = {"name": "Bear", "type_line": "Creature — Bear", "power": power, "toughness": toughness}
    return scene.put(scene.card(**{**usual, **source}), owner)


def begin(scene: Scene, objects: object, *changes: Modification, until: str = "game ends", **options: object) -> int:
    """Begin an effect of a resolved spell on these objects and return it."""
    request = magic.AddEffect(magic.Effect(changes), objects, until=until, **options)  # type: ignore[arg-type]
    facts = scene.do(request)
    (began,) = [fact for fact in facts if fact.name == "EffectBegan"]
    return int(began.record()["effect"])


def next_turn(scene: Scene, player: str = "A") -> None:
    """End the turn and begin another."""
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.BeginTurn(player))


def size(permanent: magic.Object) -> tuple[int | None, int | None]:
    """Return power and toughness."""
    return permanent.power, permanent.toughness


def mana(permanent: magic.Object) -> tuple[str, ...]:
    """Return what its mana abilities could produce."""
    return tuple(permanent.read("produces"))


# --- the order of the layers -----------------------------------------------------------------------------


@pytest.mark.rule("E01", "E06")
def test_each_layer_sees_what_the_layers_before_it_made(scene: Scene) -> None:
    """Control, text, type, colour, ability and size follow one another, however late each began (CR 613.1)."""
    bear = creature(scene, owner="B")
    enchantment(scene, static(pump(1, 0), has=["reach"]))
    enchantment(scene, static({"change": "gain", "abilities": ["Reach"]}, colors=["R"]))
    enchantment(scene, static({"change": "set_colors", "colors": ["R"]}, subtypes=["Elf"]))
    enchantment(scene, static({"change": "set_subtypes", "subtypes": ["Elf"]}, controller="you", subtypes=["Goat"]))
    begin(scene, bear, ChangeText("Bear", "Goat"))
    assert (bear.subtypes, bear.colors, bear.keywords, bear.power) == (("Goat",), (), (), 2)
    scene.do(magic.GainControl(bear, "A"))
    assert (bear.subtypes, bear.colors, bear.keywords, bear.power) == (("Elf",), ("R",), ("reach",), 3)


@pytest.mark.rule("E03")
def test_face_down_values_cover_a_copy_effect(scene: Scene) -> None:
    """A face-down permanent that became a copy stays a nameless 2/2; face up it is the copy (CR 613.2b)."""
    bear = scene.put("Craw Wurm", face_down="morph")
    scene.do(magic.BecomeCopy(bear, scene.put("Chameleon Colossus"), until=TURN))
    assert (bear.name, size(bear), bear.keywords) == ("", (2, 2), ())
    scene.do(magic.TurnFaceUp(bear))
    assert (bear.name, size(bear)) == ("Chameleon Colossus", (4, 4))


@pytest.mark.rule("E02", "E04")
def test_copying_reads_the_values_after_layer_1_alone(scene: Scene) -> None:
    """Effects of layers 2 to 7 and counters are in no copy; copy effects and merging are (CR 613.2c)."""
    host = scene.merge("Dreamtail Heron", creature(scene, keywords=["Haste"]))
    begin(scene, host, SetColors(("R",)), AddTypes(subtypes=("Elf",)), Gain(("Reach",)), SetPowerToughness(9, 9))
    scene.do(magic.AddCounters(host, "+1/+1"))
    assert (host.colors, size(host)) == (("R",), (10, 10))
    other = creature(scene)
    scene.do(magic.BecomeCopy(other, host))
    assert (other.name, other.colors, other.subtypes, size(other)) == (
        "Dreamtail Heron",
        ("U",),
        ("Elemental", "Bird"),
        (3, 4),
    )
    assert {"flying", "haste"} <= set(other.keywords)
    assert "reach" not in other.keywords


# --- layer 7 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E07")
@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_sublayers_of_layer_7_come_in_their_order(scene: Scene, order: tuple[int, ...]) -> None:
    """Defining, setting, modifying, switching: in whichever order they began (CR 613.4)."""
    star = creature(
        scene,
        abilities=[
            static({"change": "define_power_toughness", "power": 7, "toughness": 7}, which="this", defines=True)
        ],
    )
    changes: list[Modification] = [
        SetPowerToughness(1, None),
        ModifyPowerToughness(2, 0),
        ModifyPowerToughness(0, -3),
        SwitchPowerToughness(),
    ]
    for index in order:
        begin(scene, star, changes[index])
    assert size(star) == (4, 3)


@pytest.mark.rule("E08")
def test_what_modifies_applies_before_an_older_switch(scene: Scene) -> None:
    """A 1/3 with +0/+1 that is switched is 4/1; with +5/+0 on top it is 4/6 (CR 613.4d)."""
    thing = creature(scene, 1, 3)
    begin(scene, thing, ModifyPowerToughness(0, 1))
    begin(scene, thing, SwitchPowerToughness())
    assert size(thing) == (4, 1)
    begin(scene, thing, ModifyPowerToughness(5, 0))
    assert size(thing) == (4, 6)


@pytest.mark.rule("E09")
def test_a_bonus_that_ends_before_the_switch_is_gone_from_it(scene: Scene) -> None:
    """A switched 1/3 whose +0/+1 ended is 3/1 (CR 613.4d)."""
    thing = creature(scene, 1, 3)
    bonus = begin(scene, thing, ModifyPowerToughness(0, 1))
    begin(scene, thing, SwitchPowerToughness())
    scene.do(magic.RemoveEffect(bonus))
    assert size(thing) == (3, 1)


@pytest.mark.rule("E10")
def test_two_switches_cancel(scene: Scene) -> None:
    """A 1/3 with +0/+1 that is switched twice is 1/4 (CR 613.4d)."""
    thing = creature(scene, 1, 3)
    for change in (ModifyPowerToughness(0, 1), SwitchPowerToughness(), SwitchPowerToughness()):
        begin(scene, thing, change)
    assert size(thing) == (1, 4)


@pytest.mark.rule("E13")
def test_setting_a_size_leaves_what_modifies_it(scene: Scene) -> None:
    """A 2/2 with a counter, +4/+4 and +0/+2 that becomes 0/1 is 5/8 (CR 613.5)."""
    ogre = scene.put("Gray Ogre")
    seen = [size(ogre)]
    scene.do(magic.AddCounters(ogre, "+1/+1"))
    seen.append(size(ogre))
    begin(scene, ogre, ModifyPowerToughness(4, 4), until=TURN)
    seen.append(size(ogre))
    enchantment(scene, static(pump(0, 2), types=["Creature"], controller="you"))
    seen.append(size(ogre))
    begin(scene, ogre, SetPowerToughness(0, 1), until=TURN)
    assert [*seen, size(ogre)] == [(2, 2), (3, 3), (7, 7), (7, 9), (5, 8)]


@pytest.mark.rule("E07")
@pytest.mark.parametrize("counters", [1, 2])
def test_counters_and_bonuses_add_to_a_set_size(scene: Scene, counters: int) -> None:
    """Something set to 0/4 with bonuses of +3/+3 in all is 3/7, whoever gives them (CR 613.4c)."""
    wall = creature(scene, 5, 5)
    enchantment(scene, static(pump(3 - counters, 3 - counters), types=["Creature"]))
    scene.do(magic.AddCounters(wall, "+1/+1", counters))
    begin(scene, wall, SetPowerToughness(0, 4))
    assert size(wall) == (3, 7)


@pytest.mark.rule("E07")
def test_bonuses_by_colour_count_before_the_switch(scene: Scene) -> None:
    """A 4/2 with +1/+1 for each of its two colours and -4/-0 in all is 2/4 before a switch, so 4/2 (CR 613.4d)."""
    mimic = scene.put("Battlegate Mimic")
    aura = scene.put(
        scene.card(
            name="Favour",
            type_line="Enchantment — Aura",
            abilities=[static(pump(1, 1), which="host", colors=[color]) for color in "RW"],
        )
    )
    scene.do(magic.Attach(aura, mimic))
    for change in (
        SetPowerToughness(4, 2),
        ModifyPowerToughness(-2, 0),
        SwitchPowerToughness(),
        ModifyPowerToughness(-2, 0),
    ):
        begin(scene, mimic, change, until=TURN)
    assert size(mimic) == (4, 2)


@pytest.mark.rule("K31")
def test_a_negative_power_counts_in_what_comes_after(scene: Scene) -> None:
    """A 3/4 with -5/-0 is -2/4, and +3/+0 makes its power 1 (CR 107.1b)."""
    thing = creature(scene, 3, 4)
    begin(scene, thing, ModifyPowerToughness(-5, 0))
    assert size(thing) == (-2, 4)
    begin(scene, thing, ModifyPowerToughness(3, 0))
    assert size(thing) == (1, 4)


@pytest.mark.rule("K31")
def test_a_negative_number_gives_no_bonus(scene: Scene) -> None:
    """+X/+X with X a power below 0 gives +0/+0: an effect's result is never negative (CR 107.1b)."""
    colossus = scene.put("Chameleon Colossus")
    begin(scene, colossus, ModifyPowerToughness(-6, 0))
    begin(scene, colossus, ModifyPowerToughness(Value("power"), Value("power")))
    assert size(colossus) == (-2, 4)


@pytest.mark.rule("E46", "E48")
def test_a_noncreature_has_no_size_but_what_modifies_it_waits(scene: Scene) -> None:
    """A noncreature permanent has no power; an effect and counters on it count once it is a creature (CR 208.3a)."""
    tank = scene.put(scene.card(name="Tank", type_line="Artifact — Vehicle", power=3, toughness=4))
    scene.do(magic.AddCounters(tank, "+1/+1"))
    begin(scene, tank, ModifyPowerToughness(1, 1), until=TURN)
    assert size(tank) == (None, None)
    crewed = begin(scene, tank, AddTypes(("Creature",)), until=TURN)
    assert size(tank) == (5, 6)
    scene.do(magic.RemoveEffect(crewed))
    assert size(tank) == (None, None)
    assert tank.counters == {"+1/+1": 1}


@pytest.mark.rule("E46", "E48")
@pytest.mark.parametrize("reading", ["amount", "count"])
def test_the_power_of_a_noncreature_counts_as_nothing(scene: Scene, reading: str) -> None:
    """Where a number is needed, the power that a noncreature permanent lacks is 0 (CR 208.3, 107.2)."""
    amounts = {
        "amount": {"amount": "value", "of": "power", "from": "source"},
        "count": {"amount": "count", "of": {"types": ["Artifact"], "min_power": 1}, "times": 3},
    }
    bonus = {"change": "modify_power_toughness", "power": amounts[reading], "toughness": 0}
    tank = scene.put(
        scene.card(
            name="Tank",
            type_line="Artifact — Vehicle",
            power=3,
            toughness=4,
            abilities=[static(bonus, subtypes=["Bear"])],
        )
    )
    bear = creature(scene)
    assert size(bear) == (2, 2)
    begin(scene, tank, AddTypes(("Creature",)), until=TURN)
    assert (size(tank), size(bear)) == ((3, 4), (5, 2))


@pytest.mark.rule("E48")
def test_a_creature_without_a_printed_size_is_0_0(scene: Scene) -> None:
    """A creature with no value for its power and toughness has 0 for each (CR 208.5)."""
    land = scene.put("Forest")
    begin(scene, land, AddTypes(("Creature",)))
    assert size(land) == (0, 0)


# --- layer 2: see test_control ---------------------------------------------------------------------------


# --- layer 3 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E40", "K34")
def test_a_land_word_changed_in_text_changes_type_and_mana(scene: Scene) -> None:
    """A Forest whose text says Island makes blue mana; its name stays (CR 612.1-2, 305.6)."""
    forest = scene.put("Forest")
    begin(scene, forest, ChangeText("Forest", "Island"))
    assert (forest.name, forest.subtypes, mana(forest)) == ("Forest", ("Island",), ("U",))


@pytest.mark.rule("E40")
def test_a_creature_word_in_a_name_stays(scene: Scene) -> None:
    """Text-changing changes words used as types, never those of a name (CR 612.2)."""
    goblin = scene.put("Goblin King")
    begin(scene, goblin, ChangeText("Goblin", "Merfolk"))
    assert (goblin.name, goblin.subtypes) == ("Goblin King", ("Merfolk",))


@pytest.mark.rule("E40")
def test_type_words_of_rules_text_change(scene: Scene) -> None:
    """A lord of Goblins whose text says Merfolk is a lord of Merfolk (CR 612.1)."""
    king, fish = scene.put("Goblin King"), creature(scene, type_line="Creature — Merfolk")
    goblin = creature(scene, type_line="Creature — Goblin")
    begin(scene, king, ChangeText("Goblin", "Merfolk"))
    assert (size(fish), size(goblin)) == ((3, 3), (2, 2))
    assert fish.keywords == ("mountainwalk",)
    begin(scene, king, ChangeText("Mountain", "Island"))
    assert fish.keywords == ("islandwalk",)


@pytest.mark.rule("E40")
def test_colour_words_of_rules_text_change(scene: Scene) -> None:
    """Protection from black whose text says red is protection from red (CR 612.2)."""
    colossus = scene.put("Chameleon Colossus")
    begin(scene, colossus, ChangeText("black", "red"))
    assert "protection" in colossus.keywords or "protection from red" in colossus.keywords
    assert [ability.name for ability in colossus.abilities if ability.name.startswith("protection")] == [
        "protection from red"
    ]


@pytest.mark.rule("E40")
def test_granted_abilities_keep_their_words(scene: Scene) -> None:
    """Text-changing changes the object's own text and no ability that an effect gives it (CR 612.3)."""
    bear = creature(scene, keywords=["Protection from black"])
    begin(scene, bear, Gain(("Protection from black",)))
    begin(scene, bear, ChangeText("black", "red"))
    assert [ability.name for ability in bear.abilities] == ["protection from red", "protection from black"]


@pytest.mark.rule("E41")
def test_a_set_name_replaces_all_names(scene: Scene) -> None:
    """An effect that sets a name leaves that name alone, and in time for what looks at names (CR 612.8)."""
    enchantment(scene, static(pump(1, 1), names=["Runeclaw Bear"]))
    bear = scene.put("Grizzly Bears")
    assert size(bear) == (2, 2)
    begin(scene, bear, SetName("Runeclaw Bear"))
    assert (bear.names, size(bear)) == (("Runeclaw Bear",), (3, 3))


# --- layer 4 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E42")
def test_setting_the_card_type_takes_orphaned_subtypes_and_leaves_what_is_on_it(scene: Scene) -> None:
    """Types are replaced and their subtypes with them; counters, damage and effects stay (CR 205.1a)."""
    golem = creature(scene, 2, 3, type_line="Artifact Creature — Golem Equipment")
    scene.do(magic.AddCounters(golem, "charge", 2), magic.DealDamage(golem, 1))
    begin(scene, golem, ModifyPowerToughness(1, 0))
    begin(scene, golem, SetTypes(("Enchantment",)))
    assert (golem.types, golem.subtypes, size(golem)) == (("Enchantment",), (), (None, None))
    assert (golem.counters, golem.read("damage")) == ({"charge": 2}, 1)
    begin(scene, golem, SetTypes(("Creature",)))
    assert (golem.types, golem.subtypes, size(golem)) == (("Creature",), (), (3, 3))


@pytest.mark.rule("E42")
def test_a_clue_made_an_elk_is_no_clue(scene: Scene) -> None:
    """A subtype leaves with the only card type it goes with (CR 205.1a)."""
    clue = scene.put(scene.cards.token("Clue"), token=True)
    begin(
        scene,
        clue,
        SetTypes(("Creature",)),
        SetSubtypes(("Elk",)),
        SetColors(("G",)),
        LoseAll(),
        SetPowerToughness(3, 3),
    )
    assert (clue.types, clue.subtypes, clue.colors, size(clue)) == (("Creature",), ("Elk",), ("G",), (3, 3))
    assert clue.abilities == ()


@pytest.mark.rule("E42")
def test_animating_adds_and_strips_nothing(scene: Scene) -> None:
    """A land that becomes a creature and is still a land keeps its types and its mana ability (CR 205.1b)."""
    pool = scene.put("Spawning Pool")
    changes = (AddTypes(("Creature",), ("Skeleton",)), SetColors(("B",)), SetPowerToughness(1, 1))
    begin(scene, pool, *changes, until=TURN)
    assert (pool.types, pool.subtypes, size(pool), mana(pool)) == (
        ("Land", "Creature"),
        ("Skeleton",),
        (1, 1),
        ("B",),
    )


@pytest.mark.rule("E42")
def test_an_instant_stays_an_instant(scene: Scene) -> None:
    """An instant or sorcery whose card type is set keeps that type (CR 205.1a)."""
    spell = scene.put("Giant Growth", zone="stack")
    begin(scene, spell, SetTypes(("Artifact",)))
    assert set(spell.types) == {"Instant", "Artifact"}


@pytest.mark.rule("E42")
def test_set_subtypes_replace_their_own_kind_alone(scene: Scene) -> None:
    """Setting creature types leaves land types alone, and the other way round (CR 205.1a)."""
    arbor = scene.put("Dryad Arbor")
    begin(scene, arbor, SetSubtypes(("Frog",)))
    assert set(arbor.subtypes) == {"Forest", "Frog"}
    begin(scene, arbor, SetSubtypes(("Swamp",)))
    assert (set(arbor.subtypes), arbor.types, mana(arbor)) == ({"Swamp", "Frog"}, ("Land", "Creature"), ("B",))


@pytest.mark.rule("E43")
def test_supertypes_stay_when_types_change(scene: Scene) -> None:
    """Types and supertypes change independently of each other (CR 205.4b)."""
    tomb = scene.put("Urborg, Tomb of Yawgmoth")
    begin(scene, tomb, SetTypes(("Creature",)), SetSubtypes(("Elk",)))
    assert (tomb.supertypes, tomb.types, tomb.subtypes) == (("Legendary",), ("Creature",), ("Elk",))
    begin(scene, tomb, AddTypes(supertypes=("Snow",)))
    begin(scene, tomb, RemoveTypes(supertypes=("Legendary",)))
    assert (tomb.supertypes, tomb.types, tomb.subtypes) == (("Snow",), ("Creature",), ("Elk",))


@pytest.mark.rule("K34")
def test_setting_a_basic_land_type_takes_the_text(scene: Scene) -> None:
    """A land set to a basic type has that type's mana ability and none of its own; supertypes stay (CR 305.7)."""
    tomb = scene.put("Svogthos, the Restless Tomb")
    legend = scene.put("Urborg, Tomb of Yawgmoth")
    scene.put("Blood Moon")
    for land in (tomb, legend):
        assert (land.subtypes, mana(land), len(land.abilities)) == (("Mountain",), ("R",), 1)
    assert legend.supertypes == ("Legendary",)


@pytest.mark.rule("K34")
def test_a_basic_type_in_addition_keeps_the_text(scene: Scene) -> None:
    """A land that gains a basic type in addition keeps its text and gains the mana ability, once (CR 305.6, 305.7)."""
    citadel, swamp = scene.put("Darksteel Citadel"), scene.put("Swamp")
    for _ in range(2):
        enchantment(scene, static({"change": "add_types", "subtypes": ["Swamp"]}, types=["Land"]))
    assert (citadel.subtypes, mana(citadel), citadel.keywords) == (("Swamp",), ("B", "C"), ("indestructible",))
    assert (swamp.subtypes, [ability.name for ability in swamp.abilities]) == (("Swamp",), ["mana B"])


@pytest.mark.rule("K34")
def test_a_land_creature_under_a_land_type_setter(scene: Scene) -> None:
    """Setting land types touches neither card types nor creature types nor colour (CR 305.7)."""
    arbor = scene.put("Dryad Arbor")
    scene.put("Blood Moon")
    assert (arbor.types, set(arbor.subtypes), arbor.colors) == (("Land", "Creature"), {"Mountain", "Dryad"}, ("G",))
    assert (size(arbor), mana(arbor)) == ((1, 1), ("R",))


@pytest.mark.rule("K34")
def test_a_basic_land_without_abilities_makes_no_mana(scene: Scene) -> None:
    """Losing all abilities takes the mana ability of a basic land type too (CR 305.6, 613.1f)."""
    forest = scene.put("Forest")
    begin(scene, forest, LoseAll())
    assert (forest.subtypes, mana(forest), forest.abilities) == (("Forest",), (), ())


@pytest.mark.rule("K34")
def test_abilities_of_a_copy_effect_go_under_a_land_type_setter(scene: Scene) -> None:
    """A land type setter takes the abilities that a copy effect gave, as it takes printed ones (CR 305.7)."""
    vesuva = scene.put("Vesuva")
    scene.do(magic.BecomeCopy(vesuva, scene.put("Urborg, Tomb of Yawgmoth", "B")))
    plains = scene.put("Plains")
    assert set(plains.subtypes) == {"Plains", "Swamp"}
    scene.put("Blood Moon")
    assert (vesuva.name, vesuva.subtypes, mana(vesuva)) == ("Urborg, Tomb of Yawgmoth", ("Mountain",), ("R",))
    assert plains.subtypes == ("Plains",)


@pytest.mark.rule("K34")
@pytest.mark.parametrize("first", ["Magus of the Moon", "Chromatic Lantern"])
def test_granted_abilities_stay_under_a_land_type_setter(scene: Scene, first: str) -> None:
    """A land type setter leaves what another effect gives the land (CR 305.7)."""
    vista = scene.put("Canopy Vista")
    for name in (first, *({"Magus of the Moon", "Chromatic Lantern"} - {first})):
        scene.put(name)
    assert vista.subtypes == ("Mountain",)
    assert [ability.name for ability in vista.abilities] == ["mana R", "mana WUBRG"]


@pytest.mark.rule("E38", "K34")
def test_a_land_enters_as_the_effects_at_work_make_it(scene: Scene) -> None:
    """A land whose text a static effect takes enters without it, so untapped (CR 611.3c, 614.12, 305.7)."""
    card = scene.put("Grasslands", zone="hand")
    other = scene.put("Grasslands", zone="hand")
    scene.do(magic.Move(other, "battlefield"))
    assert other.became[0].tapped
    scene.put("Blood Moon")
    scene.do(magic.Move(card, "battlefield"))
    assert (card.became[0].tapped, card.became[0].subtypes) == (False, ("Mountain",))


@pytest.mark.rule("E42")
def test_enchanted_land_that_stays_a_land_keeps_its_land_types(scene: Scene) -> None:
    """Setting the card type to one it has keeps the subtypes that go with it (CR 205.1a)."""
    mine = scene.put("Urza's Mine")
    moon = scene.put("Imprisoned in the Moon")
    scene.do(magic.Attach(moon, mine))
    assert (mine.types, mine.subtypes, mana(mine)) == (("Land",), ("Urza's", "Mine"), ("C",))


# --- layer 5 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("L07")
def test_setting_colours_replaces_and_adding_keeps(scene: Scene) -> None:
    """A colour replaces all others unless it comes in addition to them (CR 105.3)."""
    bear = scene.put("Grizzly Bears")
    begin(scene, bear, AddColors(("W",)))
    assert bear.colors == ("W", "G")
    begin(scene, bear, SetColors(("R",)))
    assert bear.colors == ("R",)
    begin(scene, bear, SetColors())
    assert bear.colors == ()


@pytest.mark.rule("E12", "E11")
def test_a_change_of_colour_shows_at_once_in_what_looks_at_colour(scene: Scene) -> None:
    """A black 2/2 made white gets the bonus for white creatures, and loses it when made red (CR 613.5)."""
    scene.put("Honor of the Pure")
    rat = scene.put(scene.card(name="Rat", type_line="Creature — Rat", mana_cost="{B}", power=2, toughness=2))
    seen = [size(rat)]
    begin(scene, rat, SetColors(("W",)))
    seen.append(size(rat))
    begin(scene, rat, SetColors(("R",)))
    assert [*seen, size(rat)] == [(2, 2), (3, 3), (2, 2)]


@pytest.mark.rule("E28")
@pytest.mark.parametrize("first", ["colour", "bonus"])
def test_a_bonus_for_a_colour_counts_the_colour_an_aura_gives(scene: Scene, first: str) -> None:
    """A creature that an Aura makes white gets the bonus for white creatures in either order (CR 613.9)."""
    bear = creature(scene)
    rules = {
        "bonus": static(pump(1, 1), types=["Creature"], colors=["W"]),
        "colour": static({"change": "set_colors", "colors": ["W"]}, which="host"),
    }
    for name in (first, *({"bonus", "colour"} - {first})):
        rule = enchantment(scene, rules[name], name=name, type_line="Enchantment — Aura")
        if name == "colour":
            scene.do(magic.Attach(rule, bear))
    assert (bear.colors, size(bear)) == (("W",), (3, 3))


# --- layer 6 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E27", "E49")
@pytest.mark.parametrize(("last", "flies"), [("gain", True), ("lose", False)])
def test_the_latest_of_gaining_and_losing_wins(scene: Scene, last: str, flies: bool) -> None:
    """Of two Auras that give and take flying the later counts: neither depends on the other (CR 613.9)."""
    bear = creature(scene)
    for change in ("gain", "lose") if last == "lose" else ("lose", "gain"):
        aura = enchantment(
            scene,
            static({"change": change, "abilities": ["flying"]}, which="host"),
            type_line="Enchantment — Aura",
            name=change,
        )
        scene.do(magic.Attach(aura, bear))
    assert ("flying" in bear.keywords) is flies


@pytest.mark.rule("E49")
def test_losing_takes_every_instance(scene: Scene) -> None:
    """An effect that removes an ability removes each instance of it (CR 113.10b)."""
    bear = creature(scene, keywords=["Flying", "Haste"])
    begin(scene, bear, Gain(("Flying", "Flying")))
    assert [ability.name for ability in bear.abilities].count("flying") == 3
    begin(scene, bear, Lose(("flying",)))
    assert bear.keywords == ("haste",)


@pytest.mark.rule("E49")
@pytest.mark.parametrize("how", ["effect before", "effect after", "counter"])
def test_what_cannot_be_had_is_had_by_no_means(scene: Scene, how: str) -> None:
    """An ability that something can't have is not gained later either, by effect or counter (CR 113.11)."""
    bear = creature(scene, owner="B")
    if how == "effect before":
        begin(scene, bear, Gain(("Flying", "Reach")))
    scene.put("Archetype of Imagination")
    if how == "effect after":
        begin(scene, bear, Gain(("Flying", "Reach")))
    if how == "counter":
        scene.do(magic.AddCounters(bear, "flying"))
        scene.do(magic.AddCounters(bear, "reach"))
    assert bear.keywords == ("reach",)


@pytest.mark.rule("E49")
def test_abilities_given_after_all_were_taken_stay(scene: Scene) -> None:
    """Under an older loss of all abilities a creature has what later effects give it (CR 613.1f, 613.7)."""
    bear = creature(scene)
    scene.do(magic.AddCounters(bear, "+1/+1", 2))
    scene.put("Humility")
    enchantment(scene, static({"change": "add_types", "subtypes": ["Angel"]}, types=["Creature"], controller="you"))
    enchantment(scene, static(pump(1, 1), types=["Creature"], controller="you"))
    enchantment(scene, static({"change": "gain", "abilities": ["Flying"]}, types=["Creature"], controller="you"))
    assert (bear.subtypes, size(bear), bear.keywords) == (("Bear", "Angel"), (4, 4), ("flying",))


@pytest.mark.rule("E06")
def test_an_ability_given_by_type_counts_types_given_by_effect(scene: Scene) -> None:
    """Something made every creature type has what is given to one of them: type comes before ability (CR 613.1)."""
    enchantment(scene, static({"change": "gain", "abilities": ["Haste"]}, subtypes=["Sliver"], controller="you"))
    bear, axe = creature(scene), enchantment(scene, name="Axe", type_line="Artifact — Equipment")
    begin(scene, bear, AddTypes(every_creature_type=True))
    assert {"Bear", "Sliver", "Time Lord"} <= set(bear.subtypes)
    assert (bear.keywords, axe.keywords) == (("haste",), ())


@pytest.mark.rule("E05", "E44")
def test_granted_changeling_gives_no_types(scene: Scene) -> None:
    """Changeling defines types where it is printed or a token is made with it, not where it is given (CR 604.3a)."""
    colossus = scene.put("Chameleon Colossus")
    token = scene.token(name="Shape", type_line="Creature — Shapeshifter", keywords=["Changeling"])
    bear = creature(scene)
    begin(scene, bear, Gain(("Changeling",)))
    assert "Sliver" in colossus.subtypes
    assert "Sliver" in token.subtypes
    assert (bear.keywords, bear.subtypes) == (("changeling",), ("Bear",))


# --- characteristic-defining abilities -------------------------------------------------------------------


@pytest.mark.rule("E44")
@pytest.mark.parametrize("zone", ["battlefield", "hand", "graveyard", "exile", "library", "stack", "command"])
def test_defining_abilities_work_in_every_zone(scene: Scene, zone: str) -> None:
    """A size defined by the hand, and every creature type, hold wherever the card is (CR 604.3, 208.2a)."""
    for _ in range(2):
        scene.put("Forest", zone="hand")
    maro, colossus = scene.put("Maro", zone=zone), scene.put("Chameleon Colossus", zone=zone)
    held = 4 if zone == "hand" else 2
    assert size(maro) == (held, held)
    assert {"Shapeshifter", "Sliver"} <= set(colossus.subtypes)


@pytest.mark.rule("E44", "E11")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile", "stack"])
def test_a_defined_size_follows_what_it_counts_in_every_zone(scene: Scene, zone: str) -> None:
    """A size defined by lands follows the lands at once, also off the battlefield (CR 604.3, 613.5)."""
    ashaya = scene.put("Ashaya, Soul of the Wild", zone=zone)
    assert size(ashaya) == (0, 0)
    land = scene.put("Forest")
    assert size(ashaya) == (1, 1)
    begin(scene, land, SetTypes(("Artifact",)))
    assert size(ashaya) == (0, 0)


@pytest.mark.rule("E11")
def test_a_defined_size_in_a_graveyard_follows_the_hand(scene: Scene) -> None:
    """What was read before a change is never read again after it (CR 613.5)."""
    maro = scene.put("Maro", zone="graveyard")
    assert size(maro) == (0, 0)
    scene.put("Forest", zone="library")
    scene.do(magic.Draw("A"))
    assert size(maro) == (1, 1)


@pytest.mark.rule("E44")
def test_counting_cards_elsewhere_counts_what_they_define(scene: Scene) -> None:
    """A count of creature types in a graveyard counts a card that defines itself as every type (CR 604.3)."""
    count = {"amount": "count", "of": {"zone": "graveyard", "subtypes": ["Goblin"]}}
    king = creature(
        scene,
        abilities=[
            static({"change": "define_power_toughness", "power": count, "toughness": 4}, which="this", defines=True)
        ],
    )
    scene.put("Goblin King", zone="graveyard")
    scene.put("Chameleon Colossus", zone="graveyard")
    scene.put("Grizzly Bears", zone="graveyard")
    assert size(king) == (2, 4)


@pytest.mark.rule("E05")
def test_defining_abilities_are_applied_first(scene: Scene) -> None:
    """A card that defines its colour is changed by an effect older than it all the same (CR 613.3)."""
    enchantment(scene, static({"change": "add_colors", "colors": ["B"]}, types=["Creature"]))
    define = static({"change": "set_colors", "colors": ["G"]}, which="this", defines=True)
    late = creature(scene, abilities=[define], mana_cost="{R}")
    devoid = creature(scene, keywords=["Devoid"], mana_cost="{R}")
    assert (late.colors, devoid.colors) == (("B", "G"), ("B",))


@pytest.mark.rule("E05", "E07")
@pytest.mark.parametrize("late", [False, True])
def test_setting_overrides_defining_in_either_order(scene: Scene, late: bool) -> None:
    """A set size overrides a defined one whichever is older (CR 613.4a-b)."""
    for _ in range(3):
        scene.put("Forest", zone="hand")
    if late:
        scene.put("Humility")
    maro = scene.put("Maro")
    if not late:
        assert size(maro) == (3, 3)
        scene.put("Humility")
    assert size(maro) == (1, 1)


# --- effects over several layers (CR 613.6) --------------------------------------------------------------


@pytest.mark.rule("E15", "E14")
def test_a_colour_and_a_bonus_of_one_effect(scene: Scene) -> None:
    """The parts of one effect apply each in its layer: white in 5, so that white counts, the bonus in 7c (CR 613.6)."""
    scene.put("Honor of the Pure")
    bear = scene.put("Grizzly Bears")
    begin(scene, bear, ModifyPowerToughness(1, 1), SetColors(("W",)), until=TURN)
    assert (bear.colors, size(bear)) == (("W",), (4, 4))
    steps = [step.layer for step in bear.explain().steps if step.layer in ("5", "7c")]
    assert steps == ["5", "7c", "7c"]


@pytest.mark.rule("E17", "E14")
def test_what_an_effect_began_with_it_goes_on_with(scene: Scene) -> None:
    """Noncreature artifacts made 2/2 artifact creatures are set to 2/2 though by then they are creatures (CR 613.6)."""
    scene.do(
        magic.AddEffect(
            magic.Effect(
                (AddTypes(("Creature",)), SetPowerToughness(2, 2)),
                Selector(types=("Artifact",), not_types=("Creature",)),
            ),
            live=True,
        )
    )
    bell = scene.put("Kormus Bell")
    golem = creature(scene, 5, 5, type_line="Artifact Creature — Golem")
    assert (size(bell), size(golem)) == ((2, 2), (5, 5))


@pytest.mark.rule("E18")
def test_an_ability_gained_on_the_way_sets_the_size_later(scene: Scene) -> None:
    """A land made 3/3 with +1/+1 is 4/4, with a size of ten dead creatures 11/11, made 3/3 again 4/4 (CR 613.6)."""
    tomb = scene.put("Svogthos, the Restless Tomb")
    for _ in range(10):
        scene.put("Grizzly Bears", zone="graveyard")
    animate = (AddTypes(("Creature",)), SetPowerToughness(3, 3))
    begin(scene, tomb, *animate, until=TURN)
    begin(scene, tomb, ModifyPowerToughness(1, 1), until=TURN)
    seen = [size(tomb)]
    dead = Count(Selector(zone="graveyard", owner="you", types=("Creature",)))
    own = Static(magic.Effect((SetPowerToughness(dead, dead),), Selector(which="this")))
    begin(scene, tomb, AddTypes(("Creature",), ("Plant", "Zombie")), SetColors(("B", "G")), Gain((own,)), until=TURN)
    seen.append(size(tomb))
    scene.put("Gray Ogre", zone="graveyard")
    seen.append(size(tomb))
    begin(scene, tomb, *animate, until=TURN)
    assert [*seen, size(tomb)] == [(4, 4), (11, 11), (12, 12), (4, 4)]


@pytest.mark.rule("E14")
@pytest.mark.parametrize("loss", ["own loss", "resolved effect"])
def test_an_effect_goes_on_though_its_ability_is_lost_midway(scene: Scene, loss: str) -> None:
    """A land type given in layer 4 stays though layer 6 takes the ability that gives it (CR 613.6)."""
    tomb, plains = scene.put("Urborg, Tomb of Yawgmoth"), scene.put("Plains")
    if loss == "own loss":
        scene.put("Blood Sun")
        assert mana(tomb) == ("B",)
    else:
        begin(scene, tomb, AddTypes(("Creature",)), SetPowerToughness(3, 3), until=TURN)
        begin(scene, tomb, LoseAll(), SetPowerToughness(0, 1), until=TURN)
        assert (size(tomb), tomb.abilities) == ((0, 1), ())
    assert (tomb.subtypes, set(plains.subtypes)) == (("Swamp",), {"Plains", "Swamp"})


@pytest.mark.rule("E14")
def test_lands_keep_types_of_a_dryad_that_lost_its_abilities(scene: Scene) -> None:
    """An enchantment creature made a plain Elk still gives lands their types: that began in layer 4 (CR 613.6)."""
    dryad, land = scene.put("Dryad of the Ilysian Grove"), scene.put("Darksteel Citadel")
    begin(scene, dryad, SetTypes(("Creature",)), SetSubtypes(("Elk",)), LoseAll(), SetPowerToughness(3, 3))
    assert (dryad.subtypes, dryad.abilities, size(dryad)) == (("Elk",), (), (3, 3))
    assert mana(land) == ("W", "U", "B", "R", "G", "C")


@pytest.mark.rule("E14")
def test_mana_abilities_stay_where_all_others_go(scene: Scene) -> None:
    """Types given in layer 4 stay and with them their mana; other abilities of lands are gone in layer 6 (CR 613.6)."""
    citadel, tomb = scene.put("Darksteel Citadel"), scene.put("Urborg, Tomb of Yawgmoth")
    scene.put("Blood Sun")
    scene.put("Stormtide Leviathan", "B")
    assert (set(citadel.subtypes), citadel.keywords, mana(citadel)) == ({"Swamp", "Island"}, (), ("U", "B", "C"))
    assert (set(tomb.subtypes), mana(tomb)) == ({"Swamp", "Island"}, ("U", "B"))


@pytest.mark.rule("E14")
@pytest.mark.parametrize("moon_first", [False, True])
def test_a_land_stripped_by_name_still_gives_its_type_to_others(scene: Scene, moon_first: bool) -> None:
    """An effect that takes land types (4) and abilities (6) of one land leaves what that land began (CR 613.6)."""
    moon = static(
        {"change": "remove_types", "all_land_types": True},
        {"change": "lose_all"},
        {"change": "gain", "abilities": [{"ability": "mana", "produces": list("WUBRG")}]},
        controller="opponent",
        names=["Urborg, Tomb of Yawgmoth"],
    )
    if moon_first:
        enchantment(scene, moon)
    tomb = scene.put("Urborg, Tomb of Yawgmoth", "B")
    if not moon_first:
        enchantment(scene, moon)
    plains = scene.put("Plains", "A")
    assert set(plains.subtypes) == {"Plains", "Swamp"}
    assert [ability.name for ability in tomb.abilities] == ["mana WUBRG"]


@pytest.mark.rule("E14")
def test_a_lord_without_abilities_gives_no_bonus(scene: Scene) -> None:
    """A bonus of layer 7c whose ability is gone in layer 6 never begins (CR 613.6)."""
    king, goblin = scene.put("Goblin King"), creature(scene, type_line="Creature — Goblin")
    assert (size(goblin), goblin.keywords) == ((3, 3), ("mountainwalk",))
    scene.put("Humility")
    assert (size(king), size(goblin), goblin.keywords) == ((1, 1), (1, 1), ())


@pytest.mark.rule("E14")
@pytest.mark.parametrize(
    ("order", "natural", "animated"),
    [
        (("Mycosynth Lattice", "March of the Machines", "Humility"), 1, None),
        (("Humility", "Mycosynth Lattice", "March of the Machines"), 1, "mana value"),
    ],
)
def test_stripped_of_their_abilities_two_setters_go_on_by_timestamp(
    scene: Scene, order: tuple[str, ...], natural: int, animated: str | None
) -> None:
    """What began in layer 6 or 4 goes on in 7b, there in timestamp order, though all abilities are gone (CR 613.6)."""
    placed = {name: scene.put(name) for name in order}
    bear, land = scene.put("Grizzly Bears"), scene.put("Forest")
    assert (size(bear), bear.colors) == ((natural, natural), ())
    for name, value in (("Humility", 4), ("March of the Machines", 4), ("Mycosynth Lattice", 6)):
        sized = value if animated else 1
        assert (size(placed[name]), placed[name].abilities) == ((sized, sized), ())
    assert size(land) == ((0, 0) if animated else (1, 1))


@pytest.mark.rule("E14")
@pytest.mark.parametrize(("first", "expected"), [("Opalescence", 1), ("Humility", 4)])
def test_two_enchantments_that_set_sizes(scene: Scene, first: str, expected: int) -> None:
    """An enchantment made a creature loses the ability it has itself begun with; the later setter wins (CR 613.6-7)."""
    for name in (first, *({"Opalescence", "Humility"} - {first})):
        scene.put(name)
    bear = scene.put("Grizzly Bears")
    scene.do(magic.AddCounters(bear, "+1/+1", 2))
    (humility,) = [one for one in scene.game.objects("battlefield") if one.name == "Humility"]
    (opal,) = [one for one in scene.game.objects("battlefield") if one.name == "Opalescence"]
    assert (size(humility), humility.abilities) == ((expected, expected), ())
    assert (size(bear), opal.types, size(opal)) == ((3, 3), ("Enchantment",), (None, None))


@pytest.mark.rule("E14")
@pytest.mark.parametrize("late", [True, False])
def test_a_condition_that_held_in_an_earlier_layer(scene: Scene, late: bool) -> None:
    """Enchantments animated by a count of five are stripped in layer 6, so their bonuses never begin (CR 613.6)."""
    if not late:
        humility = scene.put("Humility")
    scene.put("Starfield of Nyx")
    if late:
        humility = scene.put("Humility")
    crusades = [scene.put("Crusade") for _ in range(4)]
    master, big = scene.put("Master of the Feast"), creature(scene, 15, 15)
    sizes = {"humility": 1, "master": 1, "crusade": 1} if late else {"humility": 4, "master": 3, "crusade": 2}
    assert size(humility) == (sizes["humility"],) * 2
    assert size(master) == (sizes["master"],) * 2
    assert {size(one) for one in crusades} == {(sizes["crusade"],) * 2}
    assert size(big) == (1, 1)
    assert all(not one.abilities for one in (humility, master, big, *crusades))


@pytest.mark.rule("E06", "E38")
def test_animated_enchantments_get_what_creatures_get(scene: Scene) -> None:
    """What is given to creatures reaches what layer 4 made creatures, by resolved effects too (CR 613.1)."""
    scene.put("Opalescence")
    anthem = scene.put("Glorious Anthem")
    crusade = scene.put("Crusade")
    request = magic.Effect((Gain(("Flying",)), ModifyPowerToughness(1, 1)), Selector(types=("Creature",)))
    scene.do(magic.AddEffect(request, until=TURN, player="A"))
    assert (size(anthem), anthem.keywords) == ((6, 6), ("flying",))
    assert (size(crusade), crusade.keywords) == ((5, 5), ("flying",))


# --- timestamps (CR 613.7) -------------------------------------------------------------------------------


@pytest.mark.rule("E19")
def test_a_static_ability_is_as_old_as_its_object(scene: Scene) -> None:
    """Of two static abilities that set a size, the one on the younger object counts (CR 613.7a, 613.7d)."""
    bear = creature(scene)
    first = enchantment(scene, static(base(3, 3), types=["Creature"]), name="First")
    enchantment(scene, static(base(4, 4), types=["Creature"]), name="Second")
    assert size(bear) == (4, 4)
    scene.do(magic.Exile(first))
    scene.do(magic.Move(first.became, "battlefield"))
    assert size(bear) == (3, 3)


@pytest.mark.rule("E19")
def test_a_resolved_effect_is_as_old_as_its_beginning(scene: Scene) -> None:
    """A resolved effect counts from when it began, against static abilities too (CR 613.7b)."""
    bear = creature(scene)
    begin(scene, bear, SetPowerToughness(5, 5))
    enchantment(scene, static(base(4, 4), types=["Creature"]))
    assert size(bear) == (4, 4)
    begin(scene, bear, SetPowerToughness(6, 6))
    assert size(bear) == (6, 6)


@pytest.mark.rule("E19")
def test_a_granted_static_ability_is_as_old_as_the_grant(scene: Scene) -> None:
    """A static ability given to an older object is as young as the effect that gave it (CR 613.7a)."""
    old, bear = creature(scene, type_line="Creature — Elf"), creature(scene)
    enchantment(scene, static(base(4, 4), subtypes=["Bear"]))
    grant = Static(magic.Effect((SetPowerToughness(6, 6),), Selector(subtypes=("Bear",))))
    begin(scene, old, Gain((grant,)))
    assert size(bear) == (6, 6)
    enchantment(scene, static(base(7, 7), subtypes=["Bear"]))
    assert size(bear) == (7, 7)


@pytest.mark.rule("E20")
def test_a_granted_ability_stays_younger_when_its_object_is_attached_anew(scene: Scene) -> None:
    """Abilities of one Equipment renew their timestamps together and keep their order (CR 613.7a)."""
    hammer, rune = scene.put("Colossus Hammer"), scene.put("Rune of Flight")
    bear, other = creature(scene), creature(scene)
    scene.do(magic.Attach(hammer, bear))
    assert (size(bear), bear.keywords) == ((12, 12), ())
    scene.do(magic.Attach(rune, hammer))
    assert bear.keywords == ("flying",)
    scene.do(magic.Attach(hammer, other))
    assert (size(other), other.keywords, bear.keywords) == ((12, 12), ("flying",), ())


@pytest.mark.rule("E21")
def test_another_counter_renews_all_of_its_kind(scene: Scene) -> None:
    """A keyword counter counts from when the last of its kind was put there (CR 613.7c)."""
    bear = creature(scene)
    scene.do(magic.AddCounters(bear, "flying"))
    begin(scene, bear, Lose(("flying",)))
    assert bear.keywords == ()
    scene.do(magic.AddCounters(bear, "flying"))
    assert bear.keywords == ("flying",)


@pytest.mark.rule("E22")
def test_attaching_renews_the_timestamp(scene: Scene) -> None:
    """An Aura attached anew is younger than what came since (CR 613.7e)."""
    bear, other = creature(scene), creature(scene)
    aura = enchantment(scene, static(base(0, 4), which="host"), type_line="Enchantment — Aura", name="Aura")
    scene.do(magic.Attach(aura, other))
    enchantment(scene, static(base(1, 1), types=["Creature"]))
    assert (size(bear), size(other)) == ((1, 1), (1, 1))
    scene.do(magic.Attach(aura, bear))
    assert (size(bear), size(other)) == ((0, 4), (1, 1))


@pytest.mark.rule("E23")
def test_turning_face_up_or_down_renews_the_timestamp(scene: Scene) -> None:
    """A permanent turned face up counts from then, not from when it entered (CR 613.7f)."""
    bear = creature(scene)
    ruler = scene.put(
        scene.card(name="P", power=1, toughness=1, abilities=[static(base(5, 5), subtypes=["Bear"])]),
        face_down="manifest",
    )
    enchantment(scene, static(base(4, 4), subtypes=["Bear"]))
    assert size(bear) == (4, 4)
    scene.do(magic.TurnFaceUp(ruler))
    assert size(bear) == (5, 5)


@pytest.mark.rule("E23")
def test_transforming_renews_the_timestamp(scene: Scene) -> None:
    """A double-faced permanent that transforms counts from then (CR 613.7g)."""
    bear = creature(scene)
    rule = static(base(5, 5), subtypes=["Bear"])
    face = {"type_line": "Enchantment", "abilities": [rule]}
    ruler = scene.put(scene.card(name="P", **face, back={"name": "P'", **face}))
    enchantment(scene, static(base(4, 4), subtypes=["Bear"]))
    assert size(bear) == (4, 4)
    scene.do(magic.Transform(ruler))
    assert size(bear) == (5, 5)


# --- several grants --------------------------------------------------------------------------------------


@pytest.mark.rule("E38")
def test_two_abilities_of_one_source_may_each_grant_an_ability(scene: Scene) -> None:
    """Static abilities given by different abilities of one object all work (CR 611.3a)."""

    def lend(power: int, toughness: int) -> dict[str, object]:
        lent = static(pump(power, toughness), which="this")
        return static({"change": "gain", "abilities": [lent]}, subtypes=["Bear"])

    enchantment(scene, lend(1, 0), lend(0, 3))
    assert size(creature(scene)) == (3, 5)


@pytest.mark.rule("E38")
def test_two_changes_of_one_effect_may_each_grant_an_ability(scene: Scene) -> None:
    """Static abilities given by different parts of one effect all work (CR 611.3a)."""
    lent = [
        {"change": "gain", "abilities": [static(pump(power, toughness), which="this")]}
        for power, toughness in ((1, 0), (0, 3))
    ]
    enchantment(scene, static(*lent, subtypes=["Bear"]))
    assert size(creature(scene)) == (3, 5)


# --- durations and fixed sets (CR 611.2) -----------------------------------------------------------------


@pytest.mark.rule("E30")
def test_an_effect_without_a_duration_lasts(scene: Scene) -> None:
    """Without a stated duration an effect lasts until the game ends; until end of turn, to the cleanup (CR 611.2a)."""
    figure, mimic = scene.put("Figure of Destiny"), scene.put("Battlegate Mimic")
    begin(scene, figure, AddTypes(subtypes=("Spirit",)), SetPowerToughness(4, 4))
    begin(scene, mimic, SetPowerToughness(4, 2), until=TURN)
    assert (size(figure), size(mimic)) == ((4, 4), (4, 2))
    next_turn(scene)
    assert (size(figure), size(mimic)) == ((4, 4), (2, 1))
    scene.do(magic.Exile(figure))
    scene.do(magic.Move(figure.became, "battlefield"))
    (back,) = figure.became[0].became
    assert (size(back), "Spirit" in back.subtypes) == ((1, 1), False)


@pytest.mark.rule("E30")
def test_until_your_next_turn_ends_as_that_turn_begins(scene: Scene) -> None:
    """An effect until a player's next turn goes on through an opponent's turn (CR 611.2a)."""
    bear = creature(scene)
    begin(scene, bear, ModifyPowerToughness(1, 1), until="your next turn")
    next_turn(scene, "B")
    assert size(bear) == (3, 3)
    next_turn(scene, "A")
    assert size(bear) == (2, 2)


@pytest.mark.rule("E30")
def test_an_effect_that_is_over_is_a_fact(scene: Scene) -> None:
    """The cleanup step ends what lasts until end of turn, all at once (CR 514.2)."""
    bear = creature(scene)
    effects = [begin(scene, bear, ModifyPowerToughness(1, 1), until=TURN) for _ in range(2)]
    facts = scene.do(magic.BeginStep("cleanup"))
    assert [fact.record()["effect"] for fact in facts if fact.name == "EffectEnded"] == effects
    assert scene.count(scene.do(magic.BeginStep("cleanup")), "EffectEnded") == 0


@pytest.mark.rule("E31", "E32")
def test_an_effect_that_is_over_before_it_begins_does_nothing(scene: Scene) -> None:
    """Control for as long as something stays does not change hands if that has left already (CR 611.2b)."""
    thief, ring = scene.put("Master Thief"), scene.put("Short Sword", "B")
    scene.do(magic.Destroy(thief))
    facts = scene.do(magic.GainControl(ring, "A", until="source leaves", source=thief.became[0]))
    assert scene.count(facts, "ControlChanged") == 0
    assert ring.controller == "B"
    assert scene.count(facts, "EffectBegan") == 0


@pytest.mark.rule("E33", "E34")
def test_the_set_of_a_resolved_effect_is_fixed(scene: Scene) -> None:
    """A bonus for all white creatures is for those of that moment, whatever colour they take later (CR 611.2c)."""
    white = creature(scene, mana_cost="{W}")
    green = creature(scene, mana_cost="{G}")
    effect = magic.Effect((ModifyPowerToughness(1, 1),), Selector(types=("Creature",), colors=("W",)))
    scene.do(magic.AddEffect(effect, until=TURN, player="A"))
    late = creature(scene, mana_cost="{W}")
    begin(scene, white, SetColors(("G",)))
    begin(scene, green, SetColors(("W",)))
    assert (size(white), size(green), size(late)) == ((3, 3), (2, 2), (2, 2))
    scene.merge(scene.card(name="Top", power=1, toughness=5, mana_cost="{U}"), white)
    assert (white.name, size(white)) == ("Top", (2, 6))


@pytest.mark.rule("E33")
def test_lands_that_come_later_are_not_animated(scene: Scene) -> None:
    """A resolved effect that animates lands leaves alone a land played later (CR 611.2c)."""
    old = scene.put("Forest")
    effect = magic.Effect((AddTypes(("Creature",)), SetPowerToughness(1, 1)), Selector(types=("Land",)))
    scene.do(magic.AddEffect(effect, until=TURN, player="A"))
    late = scene.put("Forest", zone="hand")
    scene.do(magic.Move(late, "battlefield"))
    assert (size(old), size(late.became[0])) == ((1, 1), (None, None))


@pytest.mark.rule("E33")
def test_effects_stay_with_a_creature_that_merges(scene: Scene) -> None:
    """Three bonuses on a 1/1 stay with it when a 2/2 merges on top: 5/5 (CR 611.2c, 730.2c)."""
    savant = scene.put("Beastcaller Savant")
    for _ in range(3):
        begin(scene, savant, ModifyPowerToughness(1, 1), until=TURN)
    assert size(savant) == (4, 4)
    scene.merge("Sea-Dasher Octopus", savant)
    assert (savant.name, size(savant)) == ("Sea-Dasher Octopus", (5, 5))


@pytest.mark.rule("E33")
@pytest.mark.parametrize(
    "amount", [Value("power"), Value("mana_value"), Count(Selector(subtypes=("Bear",)), 2), Count(Selector(), 2)]
)
def test_a_number_of_a_resolved_effect_is_worked_out_once(scene: Scene, amount: Value | Count) -> None:
    """X of a resolved effect is what it was on resolution, whatever happens later (CR 611.2d)."""
    bear = creature(scene, mana_cost="{2}")
    begin(scene, bear, ModifyPowerToughness(amount, 0), until=TURN)
    assert size(bear) == (4, 2)
    begin(scene, bear, SetPowerToughness(5, 5))
    creature(scene)
    scene.do(magic.BecomeCopy(bear, scene.put("Craw Wurm")))
    assert size(bear) == (7, 5)


@pytest.mark.rule("E33")
def test_one_effect_may_give_each_its_own_number(scene: Scene) -> None:
    """An effect that gives each creature its own number works each out once, and ends for all (CR 611.2c-d)."""
    bear, ogre, wall = creature(scene, 2, 2), creature(scene, 3, 3), creature(scene, 0, 4)
    double = magic.Effect((ModifyPowerToughness(Value("power"), 0),), Selector(types=("Creature",)))
    scene.do(magic.AddEffect(double, until=TURN, player="A"))
    scene.do(magic.AddCounters([bear, ogre, wall], "+1/+1"))
    assert (size(bear), size(ogre), size(wall)) == ((5, 3), (7, 4), (1, 5))
    scene.do(magic.BeginStep("cleanup"))
    assert (size(bear), size(ogre), size(wall)) == ((3, 3), (4, 4), (1, 5))


@pytest.mark.rule("E14", "E44")
def test_a_card_in_a_graveyard_that_lost_its_abilities(scene: Scene) -> None:
    """Cards in graveyards can lose the ability that defines their size; types they defined in layer 4 stay (613.6)."""
    scene.put("Forest", zone="hand")
    maro, colossus = scene.put("Maro", zone="graveyard"), scene.put("Chameleon Colossus", zone="graveyard")
    held = scene.put("Maro", zone="hand")
    assert (size(maro), size(held)) == ((2, 2), (2, 2))
    scene.put("Yixlid Jailer")
    assert (size(maro), maro.abilities, size(held)) == ((0, 0), (), (2, 2))
    assert (colossus.abilities, "Goblin" in colossus.subtypes) == ((), True)


@pytest.mark.rule("E38")
def test_a_condition_may_count_cards_in_another_zone(scene: Scene) -> None:
    """A static ability under a condition about a graveyard works exactly while that holds (CR 611.3a-b)."""
    bonus = static(pump(2, 2), which="this")
    condition = {"zone": "graveyard", "owner": "you"}
    bear = creature(scene, abilities=[{**bonus, "condition": condition, "at_least": 2}])
    cards = [scene.put("Forest", zone="graveyard")]
    assert size(bear) == (2, 2)
    cards.append(scene.put("Forest", zone="graveyard"))
    scene.put("Forest", "B", zone="graveyard")
    assert size(bear) == (4, 4)
    scene.do(magic.Exile(cards[0]))
    assert size(bear) == (2, 2)


@pytest.mark.rule("E38")
def test_a_static_effect_is_live(scene: Scene) -> None:
    """A static ability affects whatever fits at each moment, and ends with its source (CR 611.3a-b)."""
    crusade, bear = scene.put("Crusade"), creature(scene)
    assert size(bear) == (2, 2)
    begin(scene, bear, SetColors(("W",)))
    assert size(bear) == (3, 3)
    scene.do(magic.Destroy(crusade))
    assert size(bear) == (2, 2)


@pytest.mark.rule("E38", "E39")
def test_a_creature_enters_with_the_bonus_on_it(scene: Scene) -> None:
    """A white 0/0 that enters under a bonus for white creatures is a 1/1 and lives (CR 611.3c)."""
    scene.put("Crusade")
    frail = scene.put(scene.card(name="Frail", mana_cost="{W}", power=0, toughness=0), zone="hand")
    seen: list[tuple[int | None, int | None]] = []
    scene.game.subscribe(
        lambda fact: (
            seen.append(size(scene.game.object(fact.record()["permanent"])))
            if fact.name == "PermanentEntered"
            else None
        )
    )
    scene.do(magic.Move(frail, "battlefield"))
    assert seen == [(1, 1)]
    assert scene.settle() == []


# --- effects on spells carry on --------------------------------------------------------------------------


@pytest.mark.rule("D08", "D09")
def test_an_effect_on_a_spell_stays_with_the_permanent(scene: Scene) -> None:
    """A black creature spell made white until end of turn is a white creature until then (CR 400.7a, 112.4)."""
    spell = scene.put(
        scene.card(name="Rat", type_line="Creature — Rat", mana_cost="{B}", power=2, toughness=2), zone="stack"
    )
    begin(scene, spell, SetColors(("W",)), until=TURN)
    assert spell.colors == ("W",)
    scene.do(magic.Move(spell, "battlefield"))
    (rat,) = spell.became
    assert rat.colors == ("W",)
    next_turn(scene)
    assert rat.colors == ("B",)


@pytest.mark.rule("D08")
@pytest.mark.parametrize("where", ["over", "under"])
def test_an_effect_on_a_spell_stays_with_what_it_merges_with(scene: Scene, where: str) -> None:
    """A spell made blue for good makes blue the permanent it merges with (CR 702.140f)."""
    host = scene.put("Grizzly Bears")
    spell = scene.put(scene.card(name="Rat", mana_cost="{B}", power=2, toughness=2), zone="stack")
    begin(scene, spell, SetColors(("U",)))
    scene.merge(spell, host, where)
    assert host.colors == ("U",)


# --- flip cards ------------------------------------------------------------------------------------------


@pytest.mark.rule("E38")
def test_a_flip_card_returned_flipped_works_by_its_other_half(scene: Scene) -> None:
    """A flip card that enters flipped has the other half's type and its static ability (CR 710.1c, 710.2)."""
    card = scene.put("Homura, Human Ascendant", zone="graveyard")
    bear, other, anthem = creature(scene), creature(scene, owner="B"), scene.put("Crusade")
    scene.do(magic.Move(card, "battlefield", flipped=True))
    (essence,) = card.became
    assert (essence.name, essence.types, size(essence)) == ("Homura's Essence", ("Enchantment",), (None, None))
    assert (essence.colors, essence.mana_value, essence.supertypes) == (("R",), 6, ("Legendary",))
    assert (size(bear), bear.keywords, size(other), anthem.keywords) == ((4, 4), ("flying",), (2, 2), ())
    scene.do(magic.Destroy(essence))
    assert (essence.became[0].name, size(essence.became[0]), size(bear)) == (
        "Homura, Human Ascendant",
        (4, 4),
        (2, 2),
    )


# --- two animations over each other ----------------------------------------------------------------------


@pytest.mark.rule("E14", "E19")
def test_a_creature_land_made_a_frog_and_animated_again(scene: Scene) -> None:
    """The later effect's loss and size count this turn; next turn a new animation is untouched (CR 613.7b)."""
    ravine = scene.put("Raging Ravine")
    animate = (
        AddTypes(("Creature",), ("Elemental",)),
        SetColors(("R", "G")),
        Gain(("Trample",)),
        SetPowerToughness(3, 3),
    )
    frog = (SetSubtypes(("Frog",)), SetColors(("U",)), LoseAll(), SetPowerToughness(1, 1))
    begin(scene, ravine, *animate, until=TURN)
    begin(scene, ravine, *frog, until=TURN)
    assert (size(ravine), ravine.colors, ravine.subtypes) == ((1, 1), ("U",), ("Frog",))
    assert (set(ravine.types), ravine.abilities) == ({"Land", "Creature"}, ())
    next_turn(scene)
    assert (size(ravine), mana(ravine)) == ((None, None), ("R", "G"))
    begin(scene, ravine, *animate, until=TURN)
    scene.do(magic.AddCounters(ravine, "+1/+1"))
    assert (size(ravine), ravine.colors, ravine.keywords) == ((4, 4), ("R", "G"), ("trample",))


@pytest.mark.rule("E14")
def test_an_aura_that_takes_all_abilities_of_a_pile(scene: Scene) -> None:
    """A pile that lost all abilities has none of a card merged under it meanwhile; they come back later (CR 613.1f)."""
    pile = scene.merge("Majestic Auricorn", scene.put("Almighty Brushwagg"))
    subdual = enchantment(
        scene, static({"change": "lose_all"}, pump(-2, 0), which="host"), type_line="Enchantment — Aura", name="Aura"
    )
    scene.do(magic.Attach(subdual, pile))
    scene.merge("Dreamtail Heron", pile, "under")
    assert (size(pile), pile.abilities) == ((2, 4), ())
    scene.do(magic.Destroy(subdual))
    assert size(pile) == (4, 4)
    assert {"vigilance", "trample", "flying"} <= set(pile.keywords)
