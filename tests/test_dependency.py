"""Dependency between continuous effects (CR 613.8), in the classic puzzles and in the small."""

from itertools import permutations

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    Gain,
    LoseAll,
    Modification,
    RemoveTypes,
    SetColors,
    SetSubtypes,
    SetTypes,
    Static,
)
from ecs_magic.selectors import Selector


def static(*changes: dict[str, object], **more: object) -> dict[str, object]:
    """Return a static ability as a card file writes it; `affects` and `condition` are tables."""
    affects = more.pop("affects", {})
    return {"ability": "static", "name": "test", "effect": {"changes": changes, "affects": affects}, **more}


def enchantment(scene: Scene, *abilities: dict[str, object], owner: str = "A", **source: object) -> magic.Object:
    """Place an enchantment with these abilities."""
    usual = {"name": "Rule", "type_line": "Enchantment", "abilities": abilities}
    return scene.put(scene.card(**{**usual, **source}), owner)


def begin(scene: Scene, objects: object, *changes: Modification, affects: Selector | None = None) -> None:
    """Begin an effect of a resolved spell, live where a selector is given."""
    effect = magic.Effect(changes, affects or Selector())
    scene.do(magic.AddEffect(effect, objects, live=affects is not None, player="A"))  # type: ignore[arg-type]


def size(permanent: magic.Object) -> tuple[int | None, int | None]:
    """Return power and toughness."""
    return permanent.power, permanent.toughness


def mana(permanent: magic.Object) -> tuple[str, ...]:
    """Return what its mana abilities could produce."""
    return tuple(permanent.read("produces"))


CONSPIRACY = {
    "name": "Conspiracy",
    "type_line": "Enchantment",
    "mana_cost": "{3}{B}{B}",
    "abilities": [
        static(
            {"change": "set_subtypes", "subtypes": ["Advisor"]}, affects={"controller": "you", "types": ["Creature"]}
        )
    ],
}
"""The shipped card leaves the choice of a type open; here Advisor is chosen."""


# --- the classic puzzles ---------------------------------------------------------------------------------


@pytest.mark.rule("E26")
@pytest.mark.parametrize("order", list(permutations(["Conspiracy", "Opalescence", "Enchanted Evening"])))
def test_a_chain_of_three_dependent_type_changes(scene: Scene, order: tuple[str, ...]) -> None:
    """What makes enchantments comes before what makes creatures of them, and a type for creatures last (CR 613.8b)."""
    placed = {name: scene.put(scene.card(**CONSPIRACY) if name == "Conspiracy" else name) for name in order}
    anthem, swamp = scene.put("Glorious Anthem"), scene.put("Swamp")
    assert (set(swamp.types), set(swamp.subtypes), size(swamp)) == (
        {"Land", "Enchantment", "Creature"},
        {"Swamp", "Advisor"},
        (1, 1),
    )
    assert (placed["Enchanted Evening"].subtypes, size(placed["Enchanted Evening"])) == (("Advisor",), (6, 6))
    assert (anthem.subtypes, size(anthem)) == (("Advisor",), (4, 4))
    assert (placed["Opalescence"].types, size(placed["Opalescence"])) == (("Enchantment",), (None, None))
    assert size(placed["Conspiracy"]) == (6, 6)


@pytest.mark.rule("E26", "E14")
@pytest.mark.parametrize(
    "order",
    [
        ("Humility", "March of the Machines", "Mycosynth Lattice"),
        ("Humility", "Mycosynth Lattice", "March of the Machines"),
    ],
)
def test_what_makes_artifacts_comes_before_what_animates_them(scene: Scene, order: tuple[str, ...]) -> None:
    """An animation of artifacts waits for what makes artifacts; in 7b the younger of two setters wins (CR 613.8)."""
    placed = {name: scene.put(name) for name in order}
    forest, bear = scene.put("Forest"), scene.put("Grizzly Bears")
    assert (set(forest.types), size(forest), forest.abilities) == ({"Land", "Artifact", "Creature"}, (0, 0), ())
    assert [(size(placed[name]), placed[name].abilities) for name in sorted(placed)] == [
        ((4, 4), ()),
        ((4, 4), ()),
        ((6, 6), ()),
    ]
    assert (size(bear), bear.colors) == ((1, 1), ())
    scene.settle()
    assert not forest.exists


@pytest.mark.rule("E26", "K34")
@pytest.mark.parametrize("moon_first", [False, True])
def test_a_type_for_each_land_waits_for_what_takes_its_ability(scene: Scene, moon_first: bool) -> None:
    """An effect from a land's text depends on what takes that text by setting its type (CR 613.8a, 305.7)."""
    if moon_first:
        scene.put("Blood Moon")
    tomb, vista, plains = scene.put("Urborg, Tomb of Yawgmoth"), scene.put("Canopy Vista"), scene.put("Plains")
    if not moon_first:
        assert set(plains.subtypes) == {"Plains", "Swamp"}
        scene.put("Blood Moon")
    for land in (tomb, vista):
        assert (land.subtypes, mana(land)) == (("Mountain",), ("R",))
    assert (plains.subtypes, mana(plains)) == (("Plains",), ("W",))


@pytest.mark.rule("E26", "E14")
@pytest.mark.parametrize("order", list(permutations(["Life and Limb", "Humility", "Yavimaya"])))
def test_forests_that_live_wait_for_what_makes_forests(scene: Scene, order: tuple[str, ...]) -> None:
    """Every land is made a Forest first and then a creature, and loses its abilities after that (CR 613.8a)."""
    cradle = scene.card(
        name="Yavimaya",
        type_line="Legendary Land",
        abilities=[static({"change": "add_types", "subtypes": ["Forest"]}, affects={"types": ["Land"]})],
    )
    placed = {name: scene.put(cradle if name == "Yavimaya" else name) for name in order}
    island = scene.put("Island", "B")
    for land in (placed["Yavimaya"], island):
        assert (set(land.types), land.colors, size(land), land.abilities) == (
            {"Land", "Creature"},
            ("G",),
            (1, 1),
            (),
        )
        assert {"Forest", "Saproling"} <= set(land.subtypes)


@pytest.mark.rule("E26")
def test_a_swamp_made_an_island_is_not_animated(scene: Scene) -> None:
    """What animates Swamps waits for what makes Swamps and for what later makes one an Island (CR 613.8a-b)."""
    scene.put("Urborg, Tomb of Yawgmoth")
    scene.put("Kormus Bell")
    swamp, plains = scene.put("Swamp"), scene.put("Plains")
    assert (size(swamp), size(plains), swamp.colors) == ((1, 1), (1, 1), ("B",))
    begin(scene, swamp, SetSubtypes(("Island",)))
    assert (swamp.types, swamp.subtypes, size(swamp), mana(swamp)) == (("Land",), ("Island",), (None, None), ("U",))
    assert (set(plains.types), size(plains), plains.colors) == ({"Land", "Creature"}, (1, 1), ("B",))


@pytest.mark.rule("E26", "E49")
def test_what_takes_an_ability_comes_before_what_that_ability_does(scene: Scene) -> None:
    """A creature that gives and forbids flying, stripped by a later Aura, does neither (CR 613.8a)."""
    archetype = scene.put("Archetype of Imagination")
    mine, theirs = scene.put("Grizzly Bears"), scene.put("Abbey Griffin", "B")
    assert ("flying" in mine.keywords, "flying" in theirs.keywords) == (True, False)
    lignify = scene.put("Lignify")
    scene.do(magic.Attach(lignify, archetype))
    assert (size(archetype), archetype.subtypes, archetype.abilities) == ((0, 4), ("Treefolk",), ())
    assert ("flying" in mine.keywords, "flying" in theirs.keywords) == (False, True)


@pytest.mark.rule("E44", "E26")
def test_a_defined_size_counts_what_its_own_type_change_made(scene: Scene) -> None:
    """Lands made of creatures in layer 4 are counted by a size that is defined in layer 7a (CR 613.1)."""
    ashaya = scene.put("Ashaya, Soul of the Wild")
    bear, token = scene.put("Grizzly Bears"), scene.token()
    for _ in range(5):
        scene.put("Forest")
    assert size(ashaya) == (7, 7)
    assert (set(bear.types), "Forest" in bear.subtypes, mana(bear)) == ({"Creature", "Land"}, True, ("G",))
    assert token.types == ("Creature",)


# --- the three tests of CR 613.8a, each alone ------------------------------------------------------------


@pytest.mark.rule("E26")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_dependent_effects_end_alike_in_every_order(scene: Scene, order: tuple[int, ...]) -> None:
    """What an effect applies to is decided after all that would change it, in each of six orders (CR 613.8a)."""
    rules = [
        static({"change": "add_types", "types": ["Artifact"]}, affects={"types": ["Creature"]}),
        static({"change": "add_types", "subtypes": ["Golem"]}, affects={"types": ["Artifact", "Creature"]}),
        static({"change": "add_types", "supertypes": ["Snow"]}, affects={"subtypes": ["Golem"]}),
    ]
    for index in order:
        enchantment(scene, rules[index])
    scene.put("Juggernaut")
    bear = scene.put("Grizzly Bears")
    assert (set(bear.types), bear.subtypes, bear.supertypes) == (
        {"Creature", "Artifact"},
        ("Bear", "Golem"),
        ("Snow",),
    )


@pytest.mark.rule("E26")
def test_an_effect_may_come_to_depend_on_another_on_the_way(scene: Scene) -> None:
    """What a later effect would change is looked at again once an earlier one has been applied (CR 613.8c)."""
    enchantment(scene, static({"change": "add_types", "types": ["Artifact"]}, affects={"types": ["Creature"]}))
    enchantment(scene, static({"change": "add_types", "supertypes": ["Snow"]}, affects={"subtypes": ["Golem"]}))
    enchantment(
        scene, static({"change": "add_types", "subtypes": ["Golem"]}, affects={"types": ["Artifact", "Creature"]})
    )
    assert scene.put("Grizzly Bears").supertypes == ("Snow",)


@pytest.mark.rule("E26")
def test_independent_effects_keep_their_timestamps(scene: Scene) -> None:
    """Effects that change nothing of one another's are applied by timestamp (CR 613.7, 613.8a)."""
    bear = scene.put("Grizzly Bears")
    enchantment(scene, static({"change": "set_colors", "colors": ["R"]}, affects={"types": ["Creature"]}))
    enchantment(scene, static({"change": "set_colors", "colors": ["U"]}, affects={"types": ["Creature"]}))
    begin(scene, bear, AddColors(("W",)))
    assert bear.colors == ("W", "U")
    reasons = [step.reason for step in bear.explain("colors").steps if step.layer == "5"]
    assert all(reason.startswith("CR 613.7: timestamp") for reason in reasons)


@pytest.mark.rule("E26")
def test_an_explanation_says_who_waited(scene: Scene) -> None:
    """An effect that is applied before an older one is explained by the dependency (CR 613.8)."""
    scene.put("Opalescence")
    scene.put("Enchanted Evening")
    swamp = scene.put("Swamp")
    steps = [step for step in swamp.explain("types").steps if step.layer == "4"]
    assert [step.source.split(" (")[0] for step in steps] == ["Enchanted Evening", "Opalescence"]
    assert steps[0].reason.startswith("CR 613.8")


@pytest.mark.rule("E26")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_loop_falls_back_to_timestamps(scene: Scene, order: tuple[int, int]) -> None:
    """Effects that depend on each other are applied by timestamp (CR 613.8b)."""
    rules = [
        static({"change": "set_subtypes", "subtypes": ["Island"]}, affects={"subtypes": ["Mountain"]}),
        static({"change": "set_subtypes", "subtypes": ["Mountain"]}, affects={"subtypes": ["Island"]}),
    ]
    for index in order:
        enchantment(scene, rules[index])
    mountain, island = scene.put("Mountain"), scene.put("Island")
    expected = ("Mountain",) if order == (0, 1) else ("Island",)
    assert (mountain.subtypes, island.subtypes) == (expected, expected)


@pytest.mark.rule("E26")
def test_an_effect_that_waits_for_a_loop_comes_after_it(scene: Scene) -> None:
    """An older effect that depends on a loop waits until the loop has been applied (CR 613.8b)."""
    enchantment(scene, static({"change": "add_types", "types": ["Artifact"]}, affects={"subtypes": ["Swamp"]}))
    for one, other in (("Mountain", "Island"), ("Island", "Mountain")):
        changes = {"change": "set_subtypes", "subtypes": [other, "Swamp"]}
        enchantment(scene, static(changes, affects={"subtypes": [one]}))
    mountain = scene.put("Mountain")
    assert (set(mountain.subtypes), set(mountain.types)) == ({"Mountain", "Swamp"}, {"Land", "Artifact"})


@pytest.mark.rule("E26")
def test_the_order_is_looked_at_anew_after_each_effect(scene: Scene) -> None:
    """An effect that only another effect brings into being is ordered when it is there (CR 613.8c)."""
    bear = scene.put("Grizzly Bears")
    lent = static({"change": "gain", "abilities": ["Haste"]}, affects={"subtypes": ["Bear"]})
    enchantment(scene, static({"change": "lose_all"}, affects={"subtypes": ["Bear"]}), name="Old")
    lender = enchantment(scene, static({"change": "gain", "abilities": [lent]}, affects={"names": ["Lent"]}))
    enchantment(scene, name="Lent")
    assert bear.keywords == ("haste",)
    scene.do(magic.Destroy(lender))
    assert bear.keywords == ()


@pytest.mark.rule("E26")
@pytest.mark.parametrize("setter_first", [False, True])
def test_an_effect_under_a_condition_waits_for_what_ends_the_condition(scene: Scene, setter_first: bool) -> None:
    """Whether there is an effect at all can depend on another effect of its layer (CR 613.8a)."""

    def animated() -> magic.Object:
        rule = static(
            {"change": "add_types", "types": ["Creature"]},
            affects={"which": "this"},
            condition={"types": ["Artifact"]},
        )
        return enchantment(scene, rule, name="Statue")

    statue = None if setter_first else animated()
    artifact = scene.put("Short Sword")
    begin(scene, artifact, SetTypes(("Land",)))
    statue = statue or animated()
    assert statue.types == ("Enchantment",)
    scene.put("Short Sword")
    assert set(statue.types) == {"Enchantment", "Creature"}


@pytest.mark.rule("E26")
@pytest.mark.parametrize("first", ["thief", "source"])
def test_who_gains_control_waits_for_who_controls_the_aura(scene: Scene, first: str) -> None:
    """A control Aura gives its host to whoever controls the Aura after all that depends not on it (CR 613.8a)."""
    bear, magic_aura = scene.put("Grizzly Bears", "B"), scene.put("Control Magic", "A")
    scene.do(magic.Attach(magic_aura, bear))
    assert bear.controller == "A"
    if first == "thief":
        scene.do(magic.GainControl(magic_aura, "B"))
    else:
        steal = static({"change": "set_controller"}, affects={"which": "host"})
        steal_aura = enchantment(scene, steal, owner="B", type_line="Enchantment — Aura", name="Steal")
        scene.do(magic.Attach(steal_aura, magic_aura))
    assert (magic_aura.controller, bear.controller) == ("B", "B")


@pytest.mark.rule("E26", "E05")
def test_nothing_depends_between_a_defining_ability_and_another(scene: Scene) -> None:
    """An effect that defines a characteristic comes first even where the other would change it (CR 613.3, 613.8a)."""
    define = {
        "ability": "static",
        "name": "every type",
        "defines": True,
        "effect": {"changes": [{"change": "add_types", "every_creature_type": True}], "affects": {"which": "this"}},
    }
    enchantment(scene, static({"change": "set_subtypes", "subtypes": ["Goat"]}, affects={"subtypes": ["Elf"]}))
    shape = scene.put(scene.card(name="Shape", power=1, toughness=1, abilities=[define]))
    assert shape.subtypes == ("Goat",)


@pytest.mark.rule("E26")
def test_no_dependency_between_layers(scene: Scene) -> None:
    """An effect of layer 4 does not wait for one of layer 6 that would take its ability (CR 613.8a)."""
    tomb, plains = scene.put("Urborg, Tomb of Yawgmoth"), scene.put("Plains")
    begin(scene, tomb, LoseAll())
    assert (tomb.abilities, set(plains.subtypes)) == ((), {"Plains", "Swamp"})


@pytest.mark.rule("E26", "E07")
def test_dependency_within_layer_7(scene: Scene) -> None:
    """A bonus for the strong counts after the bonus that makes them strong, whichever is older (CR 613.8a)."""
    big = {"change": "modify_power_toughness", "power": 0, "toughness": 5}
    enchantment(scene, static(big, affects={"types": ["Creature"], "min_power": 4}))
    enchantment(
        scene, static({"change": "modify_power_toughness", "power": 2, "toughness": 0}, affects={"types": ["Creature"]})
    )
    assert size(scene.put("Grizzly Bears")) == (4, 7)


@pytest.mark.rule("E26", "E41")
def test_dependency_within_layer_3_by_name(scene: Scene) -> None:
    """A name for things of another name waits for what gives them that name (CR 613.8a)."""
    enchantment(scene, static({"change": "set_name", "name": "Third"}, affects={"names": ["Second"]}))
    enchantment(scene, static({"change": "set_name", "name": "Second"}, affects={"names": ["First"]}))
    assert scene.put(scene.card(name="First")).name == "Third"


@pytest.mark.rule("E26", "L07")
def test_dependency_within_layer_5(scene: Scene) -> None:
    """A colour for things of one colour waits for what gives them that colour (CR 613.8a)."""
    enchantment(scene, static({"change": "add_colors", "colors": ["W"]}, affects={"colors": ["B"]}))
    bear = scene.put("Grizzly Bears")
    begin(scene, bear, SetColors(("B",)))
    assert bear.colors == ("W", "B")


@pytest.mark.rule("E26", "E33")
def test_a_fixed_set_depends_on_nothing(scene: Scene) -> None:
    """An effect whose set was fixed on resolution is applied by timestamp though its set no longer fits (CR 611.2c)."""
    bear = scene.put("Grizzly Bears")
    effect = magic.Effect((AddTypes(("Artifact",)),), Selector(subtypes=("Bear",)))
    scene.do(magic.AddEffect(effect, player="A"))
    begin(scene, bear, SetSubtypes(("Frog",)))
    begin(scene, bear, RemoveTypes(("Enchantment",)))
    assert (set(bear.types), bear.subtypes) == ({"Creature", "Artifact"}, ("Frog",))


@pytest.mark.rule("E26")
def test_unrelated_permanents_do_not_change_the_order(scene: Scene) -> None:
    """Whatever else is on the battlefield, the order of effects is decided by what they do (CR 613.8)."""
    scene.put("Opalescence")
    for _ in range(3):
        scene.put("Crusade")
        scene.put("Grizzly Bears")
    scene.put("Enchanted Evening")
    lent = Static(magic.Effect((Gain(("Reach",)),), Selector(types=("Land", "Creature"))))
    begin(scene, scene.put("Short Sword"), Gain((lent,)))
    swamp = scene.put("Swamp")
    assert (set(swamp.types), swamp.keywords) == ({"Land", "Enchantment", "Creature"}, ("reach",))
