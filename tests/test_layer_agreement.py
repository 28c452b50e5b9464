"""The fast layer pass gives what the plain interpreter gives, on random boards that change between reads (CR 613)."""

import pytest
from conftest import Scene
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from layer_agreement import differences, played

import ecs_magic as magic
from ecs_magic.abilities import (
    AddTypes,
    ChangeText,
    Gain,
    Lose,
    LoseAll,
    ModifyPowerToughness,
    RemoveTypes,
    SetColors,
    SetPowerToughness,
    Static,
    SwitchPowerToughness,
)
from ecs_magic.layers import Board
from ecs_magic.selectors import Count, Selector, Value


@pytest.mark.rule("E26")
@pytest.mark.parametrize("first", range(0, 900, 90))
def test_the_pass_agrees_with_the_interpreter(first: int) -> None:
    """What is read of each permanent is what applying the layers one effect at a time makes of it (CR 613.1-613.8)."""
    for seed in range(first, first + 90):
        found, _ = played(seed, 1)
        assert found == []


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(1_000_000, 2_000_000), steps=st.integers(0, 4))
def test_the_pass_agrees_after_many_changes(seed: int, steps: int) -> None:
    """It agrees as well after counters, turns, comings, goings, undoing and forking (CR 613.5)."""
    assert played(seed, steps)[0] == []


def test_the_boards_reach_every_clause() -> None:
    """Random boards come upon each test of dependency, loops, and what is decided anew (CR 613.3, 613.6-613.8)."""
    met = set[str]()
    for seed in range(180):
        met |= set(played(seed, 1, telling=True)[1])
    assert {
        "613.3 defines its own",
        "613.6 goes on in a later layer",
        "613.6 goes on without its ability",
        "613.7a a given ability",
        "613.8a existence",
        "613.8a what it applies to",
        "613.8a what it does",
        "613.8b a loop",
        "613.8b after what it depends on",
        "613.8c decided anew",
        "carried by the pass",
        "left to the plain interpreter",
    } <= met


def _rule(scene: Scene, *abilities: Static, types: str = "Enchantment") -> magic.Object:
    import msgspec

    definition = scene.card(name="Rule", type_line=types)
    front = msgspec.structs.replace(definition.front, abilities=abilities)
    return scene.put(msgspec.structs.replace(definition, front=front))


def _static(*changes: object, condition: Selector | None = None, **affects: object) -> Static:
    effect = magic.Effect(changes, Selector(**affects))  # type: ignore[arg-type]
    return Static(effect, "rule", condition=condition)


@pytest.mark.rule("E26")
def test_an_effect_whose_condition_comes_true_in_its_layer_applies_there(scene: Scene) -> None:
    """An effect that another of its layer brings about is applied in that layer, after it (CR 613.8a)."""
    artifact = _static(AddTypes(("Artifact",)), types=("Creature",), condition=Selector(subtypes=("Golem",)))
    _rule(scene, artifact)
    _rule(scene, _static(AddTypes((), ("Golem",)), token=False))
    bear = scene.put("Grizzly Bears")
    assert (bear.types, bear.subtypes) == (("Creature", "Artifact"), ("Bear", "Golem"))
    assert differences(scene.game) == []


@pytest.mark.rule("E26")
def test_an_effect_waits_for_what_ends_its_condition(scene: Scene) -> None:
    """An older effect is not applied if a younger one of its layer takes its condition away (CR 613.8a)."""
    _rule(scene, _static(AddTypes(("Artifact",)), token=False, condition=Selector(subtypes=("Bear",))))
    _rule(scene, _static(RemoveTypes((), ("Bear",)), token=False))
    bear = scene.put("Grizzly Bears")
    assert (bear.types, bear.subtypes) == (("Creature",), ())


def creature(scene: Scene, owner: str = "A") -> magic.Object:
    """Place a 3/3 creature."""
    return scene.put(scene.card(name="Giant", type_line="Creature — Giant", power=3, toughness=3), owner)


def _plan(scene: Scene) -> object:
    signatures = scene.game.world.memory.signatures
    assert signatures is not None
    return signatures.plan


def test_a_counter_leaves_the_plan_and_what_is_known_of_others(scene: Scene) -> None:
    """What one counter adds on its permanent changes nothing of the others, and no pass is made again (CR 613.4c)."""
    scene.put("Glorious Anthem")
    bears = [scene.put("Grizzly Bears") for _ in range(3)]
    assert [bear.power for bear in bears] == [3, 3, 3]
    plan, known = _plan(scene), scene.game.world.memory.seen[bears[1].id]
    scene.do(magic.AddCounters(bears[0], "+1/+1"))
    assert [bear.power for bear in bears] == [4, 3, 3]
    assert _plan(scene) is plan
    assert scene.game.world.memory.seen[bears[1].id] is known


def test_one_more_of_a_kind_needs_no_new_pass(scene: Scene) -> None:
    """A creature like others comes and goes without a new pass; a source of an effect does not (CR 613.5)."""
    scene.put("Glorious Anthem")
    bears = [scene.put("Grizzly Bears") for _ in range(2)]
    assert bears[0].power == 3
    plan = _plan(scene)
    assert scene.put("Grizzly Bears").power == 3
    scene.do(magic.Exile(bears[1]))
    assert bears[0].power == 3
    assert _plan(scene) is plan
    other = scene.put("Glorious Anthem")
    assert bears[0].power == 4
    assert _plan(scene) is not plan
    scene.do(magic.Exile(other))
    assert bears[0].power == 3


def test_a_count_follows_every_coming_and_going(scene: Scene) -> None:
    """A number that counts creatures is another one as soon as there is one more of a kind (CR 613.5, 611.3a)."""
    _rule(scene, _static(SetPowerToughness(Count(Selector(types=("Creature",))), 9), types=("Creature",)))
    bears = [scene.put("Grizzly Bears") for _ in range(2)]
    assert bears[0].power == 2
    bears.append(scene.put("Grizzly Bears"))
    assert bears[0].power == 3
    scene.do(magic.Exile(bears[1]))
    assert bears[0].power == 2


@pytest.mark.rule("E49")
def test_what_cannot_have_an_ability_does_not_count_as_having_it(scene: Scene) -> None:
    """An ability that can't be had is not gained later, and nothing that looks for it finds it (CR 113.11)."""
    _rule(scene, _static(Lose(("flying",), cannot_have=True), types=("Creature",)))
    _rule(scene, _static(Gain(("Flying",)), types=("Creature",)))
    _rule(scene, _static(ModifyPowerToughness(3, 3), has=("flying",)))
    bear = scene.put("Grizzly Bears")
    assert (bear.power, bear.keywords) == (2, ())


def test_forks_share_a_plan_and_go_their_own_ways(scene: Scene) -> None:
    """A fork reads the plan of its origin; what is done in one is not seen in the other (CR 613.5)."""
    scene.put("Glorious Anthem")
    bear = scene.put("Grizzly Bears")
    assert bear.power == 3
    other = scene.game.fork()
    assert other.object(bear.id).power == 3
    other.put("Glorious Anthem", "A")
    assert (other.object(bear.id).power, bear.power) == (4, 3)
    scene.do(magic.AddCounters(bear, "+1/+1"))
    assert (other.object(bear.id).power, bear.power) == (4, 4)
    assert differences(other) == differences(scene.game) == []


def test_sums_of_effects_that_select_alike_and_of_others(scene: Scene) -> None:
    """Effects of one player that select the same add up; those that select otherwise add to what they select."""
    for change, affects in (
        (ModifyPowerToughness(1, 1), {"types": ("Creature",)}),
        (ModifyPowerToughness(2, 0), {"types": ("Creature",)}),
        (ModifyPowerToughness(0, 5), {"subtypes": ("Giant",)}),
    ):
        _rule(scene, _static(change, **affects))
    bear, giant = scene.put("Grizzly Bears"), creature(scene)
    assert [(one.power, one.toughness) for one in (bear, giant)] == [(5, 3), (6, 9)]


def test_what_selects_may_be_said_in_lists(scene: Scene) -> None:
    """An effect of a host that names card types in a list does what one with a tuple does, and adds up with it."""
    bear = scene.put("Grizzly Bears")
    for types in (["Creature"], ("Creature",)):
        _rule(scene, _static(ModifyPowerToughness(1, 1), types=types))
    assert (bear.power, differences(scene.game)) == (4, [])
    signatures = scene.game.world.memory.signatures
    assert signatures is not None
    assert len({program.kind for program in signatures.programs()}) == 1


def test_equal_sources_that_leave_themselves_out_share_a_signature(scene: Scene) -> None:
    """Each of three equal creatures that strengthen the others gets what the two others give (CR 109.5)."""
    lord = scene.card(
        name="Lord",
        type_line="Creature — Bear",
        power=2,
        toughness=2,
        abilities=[
            {
                "ability": "static",
                "name": "lord",
                "effect": {
                    "changes": [{"change": "modify_power_toughness", "power": 1, "toughness": 1}],
                    "affects": {"which": "other", "types": ["Creature"]},
                },
            }
        ],
    )
    lords = [scene.put(lord) for _ in range(3)]
    bear = scene.put("Grizzly Bears")
    assert [one.power for one in (*lords, bear)] == [4, 4, 4, 5]
    signatures = scene.game.world.memory.signatures
    assert signatures is not None
    assert len(signatures.population) == 2


@pytest.mark.parametrize(
    ("effect", "name"),
    [
        (magic.Effect((ChangeText("Forest", "Island"),)), "ChangeText"),
        (magic.Effect((ModifyPowerToughness(Value("power"), 0),)), "the power of an object"),
        (magic.Effect((ModifyPowerToughness(1, 0),), Selector(min_power=3)), "power or toughness read in layer 7"),
    ],
)
def test_what_the_pass_does_not_carry_is_left_to_the_interpreter(scene: Scene, effect: magic.Effect, name: str) -> None:
    """Text changes and sizes read in layer 7 are named as such, and read right (CR 612, 613.4)."""
    bear = scene.put("Grizzly Bears")
    _rule(scene, Static(effect))
    assert bear.types == ("Creature",)
    assert getattr(_plan(scene), "carried", None) == name
    assert differences(scene.game) == []


@pytest.mark.rule("E14")
def test_an_effect_that_begins_in_layer_7_sees_power_as_it_is_there(scene: Scene) -> None:
    """An ability given in layer 6, or whose condition comes true there, looks at power in layer 7 (CR 613.6)."""
    changes = ModifyPowerToughness(1, 1), SetColors(())
    small = Selector(types=("Creature",), max_power=3)
    _rule(scene, _static(SetPowerToughness(4, 4), subtypes=("Bear",)))
    given = Static(magic.Effect(changes, small), "rule")
    _rule(scene, _static(Gain((given,)), names=("Giant",)))
    bear, giant = scene.put("Grizzly Bears"), creature(scene)
    assert [(one.power, one.colors) for one in (bear, giant)] == [(4, ("G",)), (4, ())]
    assert differences(scene.game) == []


@pytest.mark.rule("E14")
def test_an_effect_whose_condition_comes_true_in_layer_6_sees_power_as_it_is_then(scene: Scene) -> None:
    """What it affects is chosen in the first layer in which its condition holds, by the power there (CR 613.6)."""
    _rule(scene, _static(SetPowerToughness(4, 4), subtypes=("Bear",)))
    _rule(scene, _static(Gain(("Flying",)), types=("Creature",)))
    changes = ModifyPowerToughness(1, 1), SetColors(())
    small = {"types": ("Creature",), "max_power": 3}
    _rule(scene, _static(*changes, condition=Selector(has=("flying",)), **small))
    bear, giant = scene.put("Grizzly Bears"), creature(scene)
    assert [one.power for one in (bear, giant)] == [4, 4]
    assert differences(scene.game) == []


def test_switches_come_after_counters(scene: Scene) -> None:
    """A counter is added before power and toughness change places, whenever it was put there (CR 613.4c-d)."""
    _rule(scene, _static(SwitchPowerToughness(), types=("Creature",)))
    _rule(scene, _static(SetPowerToughness(1, 5), Gain(("Flying",)), types=("Creature",)))
    bear = scene.put("Grizzly Bears")
    assert (bear.power, bear.toughness) == (5, 1)
    scene.do(magic.AddCounters(bear, "+2/+0"))
    assert (bear.power, bear.toughness, bear.keywords) == (5, 3, ("flying",))


def test_a_given_ability_of_a_stolen_permanent_is_its_controllers(scene: Scene) -> None:
    """A static ability given to a permanent means whoever controls it after layer 2 by "you" (CR 109.5, 613.1b)."""
    lent = _static(ModifyPowerToughness(1, 1), controller="you", types=("Creature",))
    _rule(scene, _static(Gain((lent,)), names=("Grizzly Bears",)))
    bear, mine, theirs = scene.put("Grizzly Bears"), creature(scene), creature(scene, "B")
    assert (mine.power, theirs.power) == (4, 3)
    scene.do(magic.GainControl(bear, "B"))
    assert (mine.power, theirs.power, differences(scene.game)) == (3, 4, [])


@pytest.mark.rule("E20")
def test_a_given_ability_is_no_older_than_what_gave_it(scene: Scene) -> None:
    """A new ability of an old permanent has the later timestamp of the two, on either way (CR 613.7a)."""
    bear, giant = scene.put("Grizzly Bears"), creature(scene)
    _rule(scene, _static(SetPowerToughness(1, 1), names=("Giant",)))
    assert (giant.power, giant.toughness) == (1, 1)
    lent = _static(SetPowerToughness(5, 4), names=("Giant",))
    _rule(scene, _static(Gain((lent,)), names=("Grizzly Bears",)))
    assert (giant.power, giant.toughness, bear.abilities) == (5, 4, (lent,))
    assert differences(scene.game) == []


@pytest.mark.rule("E27")
def test_an_effect_comes_to_depend_on_one_that_did_nothing_for_it_before(scene: Scene) -> None:
    """After the first is applied it is decided anew whether the second waits for the third (CR 613.8c)."""
    giant = creature(scene)
    _rule(scene, _static(AddTypes((), ("Elf",)), names=("Giant",)))
    _rule(scene, _static(AddTypes((), ("Goblin",)), subtypes=("Elf", "Bear")))
    _rule(scene, _static(AddTypes((), ("Bear",)), names=("Giant",)))
    assert {"Elf", "Bear", "Goblin"} <= set(giant.subtypes)
    assert differences(scene.game) == []


@pytest.mark.rule("E49")
def test_an_ability_lost_and_given_in_one_go_is_another_one(scene: Scene) -> None:
    """What takes all abilities and gives one ends the effect of an equal one that was there (CR 613.7a)."""
    turned = Static(magic.Effect((SwitchPowerToughness(),), Selector(which="this")), "turned")
    giant = creature(scene)
    for _ in range(2):
        _rule(scene, _static(LoseAll(), Gain((turned,)), SetPowerToughness(1, 4), types=("Creature",)))
    assert (giant.power, giant.toughness, giant.abilities) == (4, 1, (turned,))


@pytest.mark.rule("E26")
def test_an_effect_waits_for_what_puts_another_ability_in_the_place_of_its_own(scene: Scene) -> None:
    """A given ability depends on what takes it away, though one just like it is given in the same go (CR 613.8a)."""
    lent = _static(Gain(("Haste",)), names=("Giant",))
    scene.put("Grizzly Bears")
    giant = creature(scene)
    for _ in range(2):
        _rule(scene, _static(LoseAll(), Gain((lent,)), names=("Grizzly Bears",)))
    assert giant.keywords == ("haste",)


def test_a_card_that_is_looked_at_elsewhere_affects_nothing(scene: Scene) -> None:
    """A static ability of a card in a hand does nothing while that card's characteristics are worked out (CR 113.6)."""
    bear, anthem = scene.put("Grizzly Bears"), scene.put("Glorious Anthem", zone="hand")
    drafts = Board(scene.game.world, (anthem.id,)).run()
    assert (drafts[bear.id].power, bear.power) == (2, 2)
