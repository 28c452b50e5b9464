"""Printed cards whose effects meet in the layers: what each one does, and the known puzzles (CR 613)."""

from typing import Any

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import (
    ChangeText,
    LoseAll,
    ModifyPowerToughness,
    SetColors,
    SetPowerToughness,
    SetSubtypes,
    SetTypes,
    SwitchPowerToughness,
)
from ecs_magic.selectors import Selector
from ecs_magic.subtypes import CREATURE_TYPES

TURN = "end of turn"


def size(permanent: magic.Object) -> tuple[int | None, int | None]:
    """Return power and toughness."""
    return permanent.power, permanent.toughness


def keywords(permanent: magic.Object) -> list[str]:
    """Return the names of its keywords."""
    return sorted(permanent.read("keywords"))


def mana(permanent: magic.Object) -> str:
    """Return what its mana abilities could produce."""
    return "".join(permanent.read("produces"))


def enchant(scene: Scene, aura: str, host: magic.Object, owner: str = "A") -> magic.Object:
    """Place an Aura by name and attach it."""
    placed = scene.put(aura, owner)
    scene.do(magic.Attach(placed, host))
    return placed


def cast(scene: Scene, name: str, *targets: magic.Object, owner: str = "A") -> None:
    """Cast a card free and let it resolve."""
    scene.do(magic.Cast(scene.put(name, owner, zone="hand"), targets=list(targets), free=True))
    scene.game.resolve()


def activate(scene: Scene, source: magic.Object, ability: str, pool: str, *targets: magic.Object) -> None:
    """Pay for an ability by name and let it resolve."""
    scene.do(magic.AddMana("A", pool))
    scene.do(magic.Activate(source, ability, targets=list(targets)))
    scene.game.resolve()


def begin(scene: Scene, objects: object, *changes: Any, **options: Any) -> None:
    """Begin an effect of a resolved spell on these objects."""
    scene.do(magic.AddEffect(magic.Effect(changes), objects, **options))  # type: ignore[arg-type]


# --- lords and anthems ------------------------------------------------------------------------------------


@pytest.mark.rule("E38")
@pytest.mark.parametrize(
    ("lord", "type_line", "others", "theirs", "gained"),
    [
        ("Lord of Atlantis", "Creature — Merfolk", (3, 3), (3, 3), ["islandwalk"]),
        ("Goblin King", "Creature — Goblin", (3, 3), (3, 3), ["mountainwalk"]),
        ("Goblin Chieftain", "Creature — Goblin", (3, 3), (2, 2), ["haste"]),
        ("Lord of the Unreal", "Creature — Illusion", (3, 3), (2, 2), ["hexproof"]),
    ],
)
def test_a_lord(
    scene: Scene, lord: str, type_line: str, others: tuple[int, int], theirs: tuple[int, int], gained: list[str]
) -> None:
    """A lord makes others of a type larger and gives them a keyword, of all players or of its controller (CR 611.3)."""
    placed = scene.put(lord)
    mine, theirs_ = (scene.put(scene.card(type_line=type_line, power=2, toughness=2), owner) for owner in "AB")
    assert (size(placed), size(mine), size(theirs_)) == ((2, 2), others, theirs)
    assert keywords(mine) == gained


@pytest.mark.rule("E38")
def test_anthems_for_a_colour_and_for_a_player(scene: Scene) -> None:
    """An anthem looks at colour, at control, or at both (CR 611.3a)."""
    white = [scene.put(scene.card(mana_cost="{W}", power=1, toughness=1), owner) for owner in "AB"]
    for name in ("Crusade", "Glorious Anthem", "Honor of the Pure"):
        scene.put(name)
    assert [size(one) for one in white] == [(4, 4), (2, 2)]


# --- types ------------------------------------------------------------------------------------------------


@pytest.mark.rule("E26")
@pytest.mark.parametrize("chosen_first", [True, False])
def test_conspiracy_waits_for_what_makes_creatures(scene: Scene, chosen_first: bool) -> None:
    """A type for all creatures waits for what makes creatures, whatever the timestamps (CR 613.8a)."""
    names = ["Conspiracy", "Opalescence", "Enchanted Evening"]
    for name in names if chosen_first else reversed(names):
        scene.put(name, chosen={"creature type": "Advisor"} if name == "Conspiracy" else None)
    anthem, swamp = scene.put("Glorious Anthem"), scene.put("Swamp")
    assert (size(swamp), swamp.subtypes) == ((1, 1), ("Swamp", "Advisor"))
    assert (size(anthem), anthem.subtypes) == ((4, 4), ("Advisor",))


def test_arcane_adaptation_adds_a_type(scene: Scene) -> None:
    """A type in addition leaves the others, on the battlefield and elsewhere (CR 205.1b)."""
    scene.put("Arcane Adaptation", chosen={"creature type": "Elf"})
    bear, card = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", zone="library")
    assert (bear.subtypes, card.subtypes) == (("Bear", "Elf"), ("Bear", "Elf"))


@pytest.mark.parametrize("zone", ["battlefield", "hand"])
def test_maskwood_nexus_gives_every_creature_type(scene: Scene, zone: str) -> None:
    """Every creature type is a list of types in layer 4, so that lords see it (CR 205.3m, 613.1d)."""
    scene.put("Maskwood Nexus")
    scene.put("Goblin King")
    bear = scene.put("Grizzly Bears", zone=zone)
    assert len(bear.subtypes) == len(CREATURE_TYPES)
    assert size(bear) == ((3, 3) if zone == "battlefield" else (2, 2))


def test_natures_revolt(scene: Scene) -> None:
    """Lands that are creatures too keep their land types and abilities (CR 205.1b)."""
    scene.put("Nature's Revolt")
    forest = scene.put("Forest")
    assert (size(forest), forest.types, mana(forest)) == ((2, 2), ("Land", "Creature"), "G")


@pytest.mark.rule("K34")
@pytest.mark.parametrize("aura", ["Sea's Claim", "Spreading Seas"])
def test_an_aura_that_makes_an_island(scene: Scene, aura: str) -> None:
    """A land that becomes an Island loses its other land types and the abilities of its text (CR 305.7)."""
    urborg, vista, forest = (scene.put(name) for name in ("Urborg, Tomb of Yawgmoth", "Canopy Vista", "Forest"))
    enchant(scene, aura, vista)
    assert (vista.subtypes, mana(vista), forest.subtypes) == (("Island",), "U", ("Forest", "Swamp"))
    enchant(scene, aura, urborg)
    assert (urborg.subtypes, mana(urborg), forest.subtypes) == (("Island",), "U", ("Forest",))


@pytest.mark.rule("K34", "E42")
def test_song_of_the_dryads(scene: Scene) -> None:
    """A permanent that becomes a Forest land has the mana ability of a Forest and none of its text (CR 305.7)."""
    angel = scene.put(scene.card(type_line="Creature — Angel", power=4, toughness=4, keywords=["Flying"]))
    enchant(scene, "Song of the Dryads", angel)
    assert (angel.types, angel.subtypes, angel.colors, mana(angel)) == (("Land",), ("Forest",), (), "G")
    assert (size(angel), keywords(angel)) == ((None, None), [])


@pytest.mark.rule("E42")
def test_darksteel_mutation(scene: Scene) -> None:
    """An effect that gives an ability while it takes all others leaves the one it gives (CR 613.1f)."""
    walker = scene.put(
        scene.card(type_line="Legendary Enchantment Creature — God", power=5, toughness=5, keywords=["Haste"])
    )
    enchant(scene, "Darksteel Mutation", walker)
    assert (walker.supertypes, walker.types, walker.subtypes) == (
        ("Legendary",),
        ("Artifact", "Creature"),
        ("Insect",),
    )
    assert (size(walker), keywords(walker)) == ((0, 1), ["indestructible"])


@pytest.mark.rule("E42")
@pytest.mark.parametrize(
    ("aura", "types", "expected"),
    [("Lignify", ("Artifact", "Creature"), (0, 4)), ("Kenrith's Transformation", ("Creature",), (3, 3))],
)
def test_an_aura_that_sets_a_creature_type_or_all_types(
    scene: Scene, aura: str, types: tuple[str, ...], expected: tuple[int, int]
) -> None:
    """Becoming a creature type replaces creature types alone; becoming a creature replaces card types (CR 205.1a)."""
    myr = scene.put(scene.card(type_line="Artifact Creature — Myr", power=1, toughness=1, keywords=["Haste"]))
    enchant(scene, aura, myr)
    assert (myr.types, size(myr), keywords(myr)) == (types, expected, [])


@pytest.mark.rule("E14")
def test_alpine_moon_takes_the_types_of_one_land(scene: Scene) -> None:
    """A land whose ability began to apply in layer 4 gives its type though it loses it in layer 6 (CR 613.6)."""
    urborg, mine = scene.put("Urborg, Tomb of Yawgmoth", "B"), scene.put("Forest")
    scene.put("Alpine Moon", chosen={"name": "Urborg, Tomb of Yawgmoth"})
    assert (mine.subtypes, mana(mine)) == (("Forest", "Swamp"), "BG")
    assert [ability.name for ability in urborg.abilities] == ["mana WUBRG"]


@pytest.mark.rule("E26")
def test_yavimaya_makes_the_forests_that_live(scene: Scene) -> None:
    """What makes Forests comes before what animates them, and the abilities go after both (CR 613.8a, 613.6)."""
    for name in ("Life and Limb", "Humility", "Yavimaya, Cradle of Growth"):
        scene.put(name)
    island = scene.put("Island", "B")
    assert (size(island), island.colors, list(island.abilities)) == ((1, 1), ("G",), [])
    assert island.subtypes == ("Island", "Forest", "Saproling")


# --- colours ----------------------------------------------------------------------------------------------


@pytest.mark.rule("F01")
@pytest.mark.parametrize("zone", ["battlefield", "stack", "graveyard", "hand"])
def test_painters_servant_colours_everything(scene: Scene, zone: str) -> None:
    """A colour in addition is given to permanents, spells and cards everywhere (CR 105.3)."""
    scene.put("Painter's Servant", chosen={"color": "green"})
    assert scene.put(scene.card(mana_cost="{1}{B}"), zone=zone).colors == ("B", "G")


@pytest.mark.rule("F01", "E03")
@pytest.mark.parametrize("first", [True, False])
def test_effects_on_a_face_down_creature(scene: Scene, first: bool) -> None:
    """Later layers apply to the values that a face-down permanent has, in whatever order they came (CR 613.2b)."""
    if first:
        scene.put("Mycosynth Lattice")
    flock = scene.put("Monastery Flock", face_down="morph")
    if not first:
        scene.put("Mycosynth Lattice")
    assert (size(flock), flock.colors, flock.types) == ((2, 2), (), ("Creature", "Artifact"))
    scene.put("Painter's Servant", chosen={"color": "green"})
    assert (flock.name, flock.subtypes, flock.colors) == ("", (), ("G",))


@pytest.mark.parametrize("zone", ["battlefield", "graveyard"])
def test_mycosynth_lattice_takes_colours_everywhere(scene: Scene, zone: str) -> None:
    """All cards are colourless; only permanents are artifacts too (CR 613.1d-e)."""
    bear = scene.put("Grizzly Bears", zone=zone)
    scene.put("Mycosynth Lattice")
    types = ("Creature", "Artifact") if zone == "battlefield" else ("Creature",)
    assert (bear.colors, bear.types) == ((), types)


# --- abilities --------------------------------------------------------------------------------------------


def test_dress_down_takes_what_a_lord_gives_after_it_came(scene: Scene) -> None:
    """A lord that lost its ability gives nothing; base power and toughness stay (CR 613.1f)."""
    scene.put("Dress Down")
    king = scene.put("Goblin King")
    goblin = scene.put(scene.card(type_line="Creature — Goblin", power=2, toughness=2, keywords=["Haste"]))
    assert (size(king), size(goblin), keywords(goblin)) == ((2, 2), (2, 2), [])


@pytest.mark.rule("E44")
@pytest.mark.parametrize(("name", "expected"), [("Tarmogoyf", (-2, 1)), ("Nightmare", (-2, 0))])
def test_a_defined_size_that_is_lost_is_what_is_printed_beside_it(
    scene: Scene, name: str, expected: tuple[int, int]
) -> None:
    """Without its defining ability a star is 0, with what is printed beside it (CR 208.2a, 613.4a)."""
    scene.put("Forest", zone="graveyard")
    scene.put("Swamp")
    creature = scene.put(name)
    assert size(creature) == ((1, 2) if name == "Tarmogoyf" else (1, 1))
    enchant(scene, "Mystic Subdual", creature)
    assert size(creature) == expected


@pytest.mark.rule("E14")
def test_ovinize_on_a_land_that_lives(scene: Scene) -> None:
    """An effect of layer 4 goes on though its ability is lost in layer 6 (CR 613.6)."""
    urborg, forest = scene.put("Urborg, Tomb of Yawgmoth"), scene.put("Forest")
    begin(scene, [urborg], SetPowerToughness(3, 3), until=TURN)
    scene.put("Nature's Revolt")
    cast(scene, "Ovinize", urborg)
    assert (size(urborg), list(urborg.abilities), "Swamp" in urborg.subtypes) == ((0, 1), [], True)
    assert "Swamp" in forest.subtypes


def test_sudden_spoiling_is_a_set_of_one_players_creatures(scene: Scene) -> None:
    """An effect on all creatures of a player affects those there were as it began (CR 611.2c)."""
    bear = scene.put(scene.card(power=3, toughness=3, keywords=["Flying"]), "B")
    effect = magic.Effect((LoseAll(), SetPowerToughness(0, 2)), Selector(controller="opponent", types=("Creature",)))
    scene.do(magic.AddEffect(effect, player="A", until=TURN))
    late = scene.put(scene.card(power=3, toughness=3), "B")
    assert (size(bear), keywords(bear), size(late)) == ((0, 2), [], (3, 3))


@pytest.mark.rule("E49")
def test_archetype_of_imagination(scene: Scene) -> None:
    """What can't have an ability does not gain it, in whatever order the effects came (CR 113.11)."""
    mine, theirs = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", "B")
    scene.put("Archetype of Imagination")
    scene.put("Archetype of Imagination", "B")
    assert (keywords(mine), keywords(theirs)) == ([], [])


@pytest.mark.rule("E26")
def test_lignify_on_the_archetype(scene: Scene) -> None:
    """What takes the ability comes first, since the ability's effects depend on it (CR 613.8a)."""
    archetype = scene.put("Archetype of Imagination")
    theirs = scene.put(scene.card(keywords=["Flying"]), "B")
    assert keywords(theirs) == []
    enchant(scene, "Lignify", archetype)
    assert (keywords(theirs), size(archetype)) == (["flying"], (0, 4))


# --- power and toughness ----------------------------------------------------------------------------------


def test_sorceress_queen(scene: Scene) -> None:
    """Setting a size overrides what is printed; counters still count (CR 613.4b-c)."""
    queen, bear = scene.put("Sorceress Queen"), scene.put("Grizzly Bears", counters={"+1/+1": 1})
    scene.do(magic.Activate(queen, "another creature is 0/2 this turn", targets=[bear]))
    scene.game.resolve()
    assert size(bear) == (1, 3)


@pytest.mark.rule("E07")
def test_twisted_image_switches_last(scene: Scene) -> None:
    """A later bonus applies before an older switch (CR 613.4d)."""
    bear = scene.put(scene.card(power=1, toughness=3))
    scene.put("Forest", zone="library")
    cast(scene, "Twisted Image", bear)
    cast(scene, "Giant Growth", bear)
    assert size(bear) == (6, 4)


@pytest.mark.rule("E07")
def test_battlegate_mimic_twice_weakened_and_switched(scene: Scene) -> None:
    """Bonuses older and younger than a switch all apply before it (CR 613.4c-d)."""
    mimic = scene.put("Battlegate Mimic")
    spell = scene.put(scene.card(type_line="Sorcery", mana_cost="{R}{W}"), zone="hand")
    scene.do(magic.Cast(spell, free=True))
    scene.settle()
    scene.game.resolve()
    assert (size(mimic), keywords(mimic)) == ((4, 2), ["first strike"])
    for change in (
        ModifyPowerToughness(2, 2),
        ModifyPowerToughness(-2, 0),
        SwitchPowerToughness(),
        ModifyPowerToughness(-2, 0),
    ):
        begin(scene, [mimic], change)
    assert size(mimic) == (4, 2)


@pytest.mark.rule("E30")
def test_figure_of_destiny_grows_for_good(scene: Scene) -> None:
    """An effect without duration lasts until the object leaves (CR 611.2a, 400.7)."""
    figure = scene.put("Figure of Destiny")
    activate(scene, figure, "level three: a Warrior grows to 8/8", "RRRRRR")
    assert size(figure) == (1, 1)
    activate(scene, figure, "level one: Spirit of base 2/2", "R")
    activate(scene, figure, "level two: a Spirit grows to 4/4", "RRR")
    assert (size(figure), figure.subtypes) == ((4, 4), ("Kithkin", "Spirit", "Warrior"))
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.BeginTurn("B"))
    assert size(figure) == (4, 4)
    activate(scene, figure, "level three: a Warrior grows to 8/8", "RRRRRR")
    assert (size(figure), keywords(figure)) == ((8, 8), ["first strike", "flying"])


@pytest.mark.rule("E18")
def test_svogthos_sets_its_size_by_what_it_was_given(scene: Scene) -> None:
    """An ability gained from an effect sets the size as late as that effect (CR 613.7a, 604.3a)."""
    land = scene.put("Svogthos, the Restless Tomb")
    for _ in range(3):
        scene.put("Grizzly Bears", zone="graveyard")
    activate(scene, land, "wakes as a Plant Zombie of corpses", "BBBBG")
    assert (size(land), land.types, land.colors) == ((3, 3), ("Land", "Creature"), ("B", "G"))
    begin(scene, [land], SetPowerToughness(1, 1))
    assert size(land) == (1, 1)


# --- text, control, copies, targets -----------------------------------------------------------------------


@pytest.mark.rule("E40")
def test_mind_bend_changes_land_and_colour_words(scene: Scene) -> None:
    """A text change reaches types and rules text and stays for good (CR 612.1-2, 611.2a)."""
    swamp, crusade = scene.put("Swamp"), scene.put("Crusade")
    black = scene.put(scene.card(mana_cost="{B}", power=1, toughness=1))
    begin(scene, [swamp], ChangeText("Swamp", "Plains"))
    begin(scene, [crusade], ChangeText("white", "black"))
    scene.do(magic.BeginStep("cleanup"))
    assert (swamp.subtypes, mana(swamp), swamp.name, size(black)) == (("Plains",), "W", "Swamp", (2, 2))


def test_control_magic_gives_the_creature_to_who_controls_the_aura(scene: Scene) -> None:
    """A control effect of an Aura is its controller's, whoever that is (CR 613.1b, 109.5)."""
    bear = scene.put("Grizzly Bears", "B")
    magic_ = enchant(scene, "Control Magic", bear)
    assert bear.controller == "A"
    scene.do(magic.GainControl([magic_], "B"))
    assert bear.controller == "B"


@pytest.mark.rule("G12")
def test_mirrorweave_copies_onto_all_others_this_turn(scene: Scene) -> None:
    """Copies of a creature until end of turn keep counters and effects, and end (CR 707.4)."""
    bear, wurm = scene.put("Grizzly Bears", counters={"+1/+1": 1}), scene.token("B")
    cast(scene, "Mirrorweave", bear)
    assert (wurm.name, size(wurm), size(bear)) == ("Grizzly Bears", (2, 2), (3, 3))
    scene.do(magic.BeginStep("cleanup"))
    assert (wurm.name, size(wurm)) == ("Wurm", (5, 5))


@pytest.mark.rule("E42")
def test_neurok_transmuter_adds_and_takes_a_type(scene: Scene) -> None:
    """Being no artifact any more is losing the type; the creature stays one and turns blue (CR 205.1a)."""
    transmuter = scene.put("Neurok Transmuter")
    bear = scene.put("Grizzly Bears")
    activate(scene, transmuter, "creature counts as artifact this turn", "U", bear)
    assert bear.types == ("Creature", "Artifact")
    activate(scene, transmuter, "artifact creature turns blue nonartifact", "U", bear)
    assert (bear.types, bear.colors) == (("Creature",), ("U",))


@pytest.mark.rule("E26", "E14")
def test_everything_an_artifact_and_alive_and_plain(scene: Scene) -> None:
    """Of two setters that began before they were lost, the younger one's size is had (CR 613.6, 613.7)."""
    for name in ("Humility", "March of the Machines", "Mycosynth Lattice"):
        scene.put(name)
    land, bear = scene.put("Forest"), scene.put("Grizzly Bears")
    sizes = {one.name: size(one) for one in scene.game.objects("battlefield")}
    assert sizes == {
        "Humility": (4, 4),
        "March of the Machines": (4, 4),
        "Mycosynth Lattice": (6, 6),
        "Forest": (0, 0),
        "Grizzly Bears": (1, 1),
    }
    assert list(land.abilities) == list(bear.abilities) == []


@pytest.mark.rule("E14", "E19")
def test_a_frog_stays_a_land(scene: Scene) -> None:
    """Becoming a Frog replaces creature types and no card types (CR 205.1a)."""
    scene.put("Nature's Revolt")
    forest = scene.put("Forest")
    cast(scene, "Turn to Frog", forest)
    assert (forest.types, forest.subtypes, forest.colors) == (("Land", "Creature"), ("Forest", "Frog"), ("U",))
    assert (size(forest), list(forest.abilities)) == ((1, 1), [])


@pytest.mark.rule("E15", "E14")
def test_a_bell_that_waits_for_types_of_lands(scene: Scene) -> None:
    """What animates Swamps waits for all that makes or unmakes Swamps (CR 613.8a)."""
    scene.put("Urborg, Tomb of Yawgmoth")
    scene.put("Kormus Bell")
    swamp, forest = scene.put("Swamp"), scene.put("Forest")
    begin(scene, [swamp], SetSubtypes(("Island",)))
    assert (size(forest), forest.colors) == ((1, 1), ("B",))
    assert (size(swamp), swamp.subtypes) == ((None, None), ("Island",))


@pytest.mark.rule("E42")
def test_a_stripped_dryad_gives_types_in_layer_4(scene: Scene) -> None:
    """An effect of layer 4 of what becomes a plain Elk goes on (CR 613.6)."""
    dryad, island = scene.put("Dryad of the Ilysian Grove"), scene.put("Island")
    begin(scene, [dryad], LoseAll(), SetTypes(("Creature",), ("Elk",)), SetColors(("G",)), SetPowerToughness(3, 3))
    assert (size(dryad), list(dryad.abilities), len(island.subtypes)) == ((3, 3), [], 5)


@pytest.mark.rule("E49")
def test_two_sources_each_take_all_and_give_the_same_ability(scene: Scene) -> None:
    """What the younger gives is a new ability; the equal one that the older gave is gone (CR 613.7a, 613.1f)."""
    law = {
        "ability": "static",
        "name": "grows",
        "effect": {
            "changes": [{"change": "modify_power_toughness", "power": 0, "toughness": 1}],
            "affects": {"types": ["Creature"]},
        },
    }
    changes = [{"change": "lose_all"}, {"change": "gain", "abilities": [law]}]
    giver = scene.card(
        type_line="Enchantment",
        abilities=[{"ability": "static", "effect": {"changes": changes, "affects": {"subtypes": ["Golem"]}}}],
    )
    golem = scene.put(scene.card(type_line="Creature — Golem", power=1, toughness=1))
    for _ in range(2):
        scene.put(giver)
    assert (golem.toughness, len(golem.abilities)) == (2, 1)
