"""Explanations: each step with source and rule, why in this order, and what was not applied (CR 613)."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Scene
from layer_agreement import board

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, Gain, ModifyPowerToughness, SetColors, SetPowerToughness, SetSubtypes
from ecs_magic.explain import EXPLAINED, Explanation, Step
from ecs_magic.reporting import explained
from ecs_magic.selectors import Selector


def steps(of: magic.Object, characteristic: str, layer: str) -> list[Step]:
    """Return the steps of one layer."""
    return [step for step in of.explain(characteristic).steps if step.layer == layer]


def left_out(of: magic.Object, characteristic: str) -> list[tuple[str, str]]:
    """Return rule and reason of what was not applied."""
    return [(one.rule, one.why) for one in of.explain(characteristic).not_applied]


def label(one: magic.Object) -> str:
    """Return how an object is called in an explanation."""
    return f"{one.name} ({one.id})"


def reached(explanation: Explanation) -> dict[str, Any]:
    """Return the values that the steps lead to."""
    found: dict[str, Any] = dict.fromkeys(EXPLAINED)
    for step in explanation.steps:
        found.update({name: new for name, (_, new) in step.changes.items()})
    return found


@pytest.mark.parametrize("seed", range(60))
def test_the_steps_lead_to_the_result(seed: int) -> None:
    """Each step starts where the one before ended, and the last ends at what is read (CR 613.1)."""
    game, _, _ = board(seed)
    for one in game.objects():
        explanation = one.explain()
        found = reached(explanation)
        for name, value in explanation.result.items():
            assert (found[name] or None) == (value or None), (name, str(explanation))
            at = None
            for step in explanation.steps:
                if name in step.changes:
                    old, at_next = step.changes[name]
                    assert at is None or old == at, (name, str(explanation))
                    at = at_next


# --- why in this order ------------------------------------------------------------------------------------


def test_timestamps_name_the_neighbour(scene: Scene) -> None:
    """Of two effects in timestamp order each names the other and its timestamp (CR 613.7)."""
    bear = scene.put("Grizzly Bears")
    for power in (4, 6):
        effect = magic.Effect((SetPowerToughness(power, 1),))
        scene.do(magic.AddEffect(effect, [bear]))
    older, younger = steps(bear, "power", "7b")
    assert older.reason == f"CR 613.7: timestamp, before an effect at {younger.timestamp}"
    assert younger.reason == f"CR 613.7: timestamp, after an effect at {older.timestamp}"
    assert (older.rule, older.changes["power"], younger.changes["power"]) == ("613.4b", (2, 4), (4, 6))


def test_one_effect_is_alone_in_its_layer(scene: Scene) -> None:
    """Where nothing competes the layer alone decides (CR 613.1)."""
    bear = scene.put("Grizzly Bears", counters={"+1/+1": 2})
    (step,) = steps(bear, "power", "7c")
    assert (step.source, step.reason) == ("2 +1/+1 counters", "CR 613.1: alone in its layer")


def test_what_takes_an_ability_names_the_older_effect(scene: Scene) -> None:
    """A dependency by existence names both effects and says that one ends the other (CR 613.8a)."""
    urborg = scene.put("Urborg, Tomb of Yawgmoth")
    moon = scene.put("Blood Moon")
    (step,) = steps(urborg, "subtypes", "4")
    assert step.source == f"{label(moon)}: nonbasics become Mountains"
    assert step.reason.startswith(f"CR 613.8a: before {label(urborg)}, which is older (timestamp 1)")
    assert step.reason.endswith("applying this takes that effect away")


def test_what_is_added_to_a_set_is_named(scene: Scene) -> None:
    """A dependency by what is affected names the objects that come in, and who waited says so (CR 613.8a-b)."""
    march, lattice = scene.put("March of the Machines"), scene.put("Mycosynth Lattice")
    forest = scene.put("Forest")
    first, second = steps(forest, "types", "4")
    assert f"also {label(march)}, {label(forest)}" in first.reason
    assert second.reason == f"CR 613.8b: waited for {label(lattice)}, on which it depended though it is older"


def test_what_goes_out_of_a_set_is_named(scene: Scene) -> None:
    """A dependency by what is affected names the objects that go out (CR 613.8a)."""
    bell, swamp = scene.put("Kormus Bell"), scene.put("Swamp")
    claim = scene.put("Sea's Claim")
    scene.do(magic.Attach(claim, swamp))
    (step,) = steps(swamp, "subtypes", "4")
    assert label(bell) in step.reason
    assert step.reason.endswith(f"no longer {label(swamp)}")


def test_a_loop_is_named(scene: Scene) -> None:
    """Of two effects that each take the other's object away the older is first, and names the loop (CR 613.8b)."""
    bear = scene.put("Grizzly Bears")
    for color in ("U", "R"):
        effect = magic.Effect((SetColors((color,)),), Selector(colors=("G",)))
        scene.do(magic.AddEffect(effect, live=True, player="A"))
    (step,) = steps(bear, "colors", "5")
    assert step.reason == "CR 613.8b: in a loop of dependencies with an effect, so by timestamp"
    assert bear.colors == ("U",)


def test_a_defining_ability_comes_first(scene: Scene) -> None:
    """What an object defines of itself is applied first in its layer, and says so (CR 613.3)."""
    changeling = scene.put(scene.card(keywords=["Changeling"]))
    (step,) = steps(changeling, "subtypes", "4")
    assert step.reason.startswith("CR 613.3")


def test_what_goes_on_without_its_ability(scene: Scene) -> None:
    """A part in a later layer says where the effect began, and where its ability was lost (CR 613.6)."""
    march, humility = scene.put("March of the Machines"), scene.put("Humility")
    lattice = scene.put("Mycosynth Lattice")
    found = {step.source.split(":")[0]: step.reason for step in steps(lattice, "power", "7b")}
    assert (
        f"goes on with what it began with in layer 4, though its ability was lost in layer 6 to {label(humility)}"
        in (found[label(march)])
    )


# --- what was not applied ---------------------------------------------------------------------------------


def test_an_ability_that_was_lost_before(scene: Scene) -> None:
    """An effect whose ability went before it began is listed with where and by what (CR 613.6)."""
    humility, goblin = scene.put("Humility"), scene.put("Goblin Chieftain")
    scene.put("Goblin King")
    assert left_out(goblin, "power") == [
        ("613.6", f"its ability was lost in layer 6 to {label(humility)}, before it began to apply")
    ]
    assert left_out(goblin, "colors") == []


def test_a_fixed_set(scene: Scene) -> None:
    """An effect of a spell does not reach what came later (CR 611.2c)."""
    scene.put("Grizzly Bears")
    effect = magic.Effect((ModifyPowerToughness(1, 1),), Selector(types=("Creature",)))
    scene.do(magic.AddEffect(effect, player="A"))
    late = scene.put("Grizzly Bears")
    assert left_out(late, "power") == [("611.2c", "what it affects was fixed as it began, without this")]


def test_a_set_that_an_effect_began_with(scene: Scene) -> None:
    """What an effect did not apply to in its first layer it does not apply to later (CR 613.6)."""
    march = scene.put("March of the Machines")
    myr = scene.put(scene.card(type_line="Artifact Creature — Myr", power=1, toughness=1))
    assert left_out(myr, "power") == []
    effect = magic.Effect((ModifyPowerToughness(1, 0), SetColors(("R",))), Selector(colors=("G",)))
    scene.do(magic.AddEffect(effect, live=True, player="A"))
    bear = scene.put("Grizzly Bears")
    assert march.exists
    assert (bear.colors, bear.power) == (("R",), 3)
    assert left_out(bear, "power") == []


def test_what_became_eligible_too_late(scene: Scene) -> None:
    """What fits an effect only after it began is told so (CR 613.6)."""
    effect = magic.Effect((SetColors(("R",)), ModifyPowerToughness(1, 0)), Selector(base_power=5))
    scene.do(magic.AddEffect(effect, live=True, player="A"))
    bear = scene.put("Grizzly Bears")
    scene.do(magic.AddEffect(magic.Effect((SetPowerToughness(5, 5),)), [bear]))
    assert (bear.colors, bear.power) == (("G",), 5)
    ((rule, why),) = left_out(bear, "power")
    assert rule == "613.6"
    assert "as it began in layer 5" in why


def test_what_became_eligible_too_late_in_one_layer(scene: Scene) -> None:
    """The oldest of a chain, which waits for nothing while there is nothing to wait for, says when it came (CR 613.7).

    It would apply only after the second, and the second applies to nothing before the third.
    """
    for old, new in (("Forest", "Plains"), ("Swamp", "Forest"), ("Island", "Swamp")):
        effect = magic.Effect((AddTypes((), (new,)),), Selector(subtypes=(old,)))
        scene.do(magic.AddEffect(effect, live=True, player="A"))
    island = scene.put("Island")
    assert island.subtypes == ("Island", "Swamp", "Forest")
    assert left_out(island, "subtypes") == [("613.7", "it was applied in layer 4 when it did not apply to this yet")]


def test_a_condition_that_does_not_hold(scene: Scene) -> None:
    """An effect whose condition does not hold is listed (CR 611.3a)."""
    scene.put("Starfield of Nyx")
    anthem = scene.put("Glorious Anthem")
    assert left_out(anthem, "types") == [("611.3a", "its condition does not hold")]


def test_nothing_was_chosen(scene: Scene) -> None:
    """An effect that speaks of a chosen word that was never chosen is listed (CR 607.2d)."""
    scene.put("Painter's Servant")
    bear = scene.put("Grizzly Bears")
    assert left_out(bear, "colors") == [("607.2d", "no color was chosen for its object")]


def test_nothing_was_chosen_and_the_ability_is_gone(scene: Scene) -> None:
    """Losing its ability in layer 6 would not have kept it from beginning in layer 5 (CR 607.2d, 613.6)."""
    scene.put("Humility")
    scene.put("Painter's Servant")
    assert left_out(scene.put("Grizzly Bears"), "colors") == [("607.2d", "no color was chosen for its object")]


def test_what_a_loop_left_out(scene: Scene) -> None:
    """An effect that would have waited, were it not for a loop, says with what it is in one (CR 613.8b)."""
    scene.put("Life and Limb")
    conspiracy = scene.put("Conspiracy", chosen={"creature type": "Saproling"})
    scene.put("Forest")
    bear = scene.put("Grizzly Bears")
    assert (bear.types, bear.subtypes) == (("Creature",), ("Saproling",))
    ((rule, why),) = left_out(bear, "types")
    assert rule == "613.8b"
    assert f"in a loop of dependencies with {label(conspiracy)}" in why


# --- what made no difference ------------------------------------------------------------------------------


def idle(of: magic.Object, characteristic: str) -> list[str]:
    """Return what steps say that changed nothing."""
    return [text for step in of.explain(characteristic).steps for what, text in step.told() if what == "no change"]


def test_what_it_can_not_have(scene: Scene) -> None:
    """Of an ability that something can't have a later gain and counter tell so (CR 113.11)."""
    scene.put("Archetype of Imagination")
    bear = scene.put("Grizzly Bears", "B", counters={"flying": 1})
    scene.do(magic.AddEffect(magic.Effect((Gain(("Flying",)), SetColors(("R",)))), bear))
    told = "it can't have flying (CR 113.11)"
    assert idle(bear, "abilities") == ["it was so already", told, told]
    assert idle(bear, "colors") == []


@pytest.mark.parametrize("change", [AddTypes(subtypes=("Elf",)), SetSubtypes(("Elf",))])
def test_a_subtype_that_does_not_fit(scene: Scene, change: AddTypes | SetSubtypes) -> None:
    """What can't take a subtype, for lack of its card type, tells so (CR 205.3d)."""
    forest = scene.put("Forest")
    scene.do(magic.AddEffect(magic.Effect((change,)), forest))
    assert forest.subtypes == ("Forest",)
    assert idle(forest, "subtypes") == ["Elf goes with no card type that it has (CR 205.3d)"]


def test_what_came_to_the_same_is_told(scene: Scene) -> None:
    """An Aura that gives its host to who has it is there in the table of its controller (CR 613.1b)."""
    bear, aura = scene.put("Grizzly Bears"), scene.put("Control Magic")
    scene.do(magic.Attach(aura, bear))
    assert idle(bear, "controller") == ["it was so already"]
    assert idle(bear, "power") == idle(bear, "mana_value") == []


def test_a_phased_out_source_and_a_phased_out_object(scene: Scene) -> None:
    """What is phased out affects nothing, and nothing affects it (CR 702.26d)."""
    bear, anthem = scene.put("Grizzly Bears"), scene.put("Glorious Anthem")
    scene.do(magic.PhaseOut([anthem]))
    assert left_out(bear, "power") == [("702.26d", "its source is phased out")]
    scene.do(magic.PhaseIn([anthem]))
    scene.do(magic.PhaseOut([bear]))
    assert left_out(bear, "power") == [("702.26d", "it is phased out")]
    assert bear.explain("power").result == {"power": 2}
    assert [step.layer for step in bear.explain("power").steps] == ["1a"]


# --- where it starts and ends -----------------------------------------------------------------------------


@pytest.mark.rule("L04")
def test_the_mana_value_of_each_kind_of_object(scene: Scene) -> None:
    """The mana value says which rule gives it: the sum of two faces, the front's, the cost's (CR 202.3)."""
    brisela = scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade")
    back = scene.put("Delver of Secrets", face="back")
    bear = scene.put("Grizzly Bears")
    found = [one.explain("mana_value").steps[0].rule for one in (brisela, back, bear)]
    assert found == ["202.3c", "202.3b", "202.3"]
    clone = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy([clone], brisela))
    (_, copied) = clone.explain("mana_value").steps
    assert (copied.rule, copied.changes) == ("202.3", {"mana_value": (2, 0)})


def test_x_on_the_stack_and_numbers_of_counters(scene: Scene) -> None:
    """X counts on the stack; loyalty on the battlefield is a number of counters (CR 202.3e, 306.5c)."""
    spell = scene.put(scene.card(mana_cost="{X}{G}"), zone="stack", x=3)
    assert [step.rule for step in spell.explain("mana_value").steps] == ["202.3", "202.3e"]
    walker = scene.put(scene.card(type_line="Planeswalker — Jace", loyalty=3), counters={"loyalty": 5})
    assert walker.explain("loyalty").steps[-1].changes == {"loyalty": (3, 5)}
    assert walker.explain("loyalty").steps[-1].rule == "306.5c"


def test_a_vehicle_has_no_power_and_says_so(scene: Scene) -> None:
    """The printed power of what is no creature ends at none (CR 208.3)."""
    vehicle = scene.put(scene.card(type_line="Artifact — Vehicle", power=3, toughness=3))
    assert [step.rule for step in vehicle.explain("power").steps] == ["613.1", "208.3"]


def test_control_starts_with_who_put_it_there(scene: Scene) -> None:
    """Layer 2 starts from the player who put it onto the battlefield (CR 110.2)."""
    bear = scene.put("Grizzly Bears", "B")
    aura = scene.put("Control Magic")
    scene.do(magic.Attach(aura, bear))
    first, second = bear.explain("controller").steps
    assert (first.rule, first.changes) == ("110.2", {"controller": (None, "B")})
    assert (second.rule, second.changes) == ("613.1b", {"controller": ("B", "A")})
    card = scene.put("Forest", zone="hand")
    assert [step.rule for step in card.explain("controller").steps] == ["109.4"]


# --- by name, without, and on a page ----------------------------------------------------------------------

POSITION = """
format = "ecs-magic/scenario-1"
players = { A = {}, B = {} }
[[object]]
id = "urborg"
card = "Urborg, Tomb of Yawgmoth"
zone = "battlefield"
owner = "A"
[[object]]
id = "moon"
card = "Blood Moon"
zone = "battlefield"
owner = "B"
[[object]]
id = "plains"
card = "Plains"
zone = "battlefield"
owner = "A"
[[step]]
do = "add_effect"
objects = ["plains"]
effect = { changes = [ { change = "set_colors", colors = ["R"] } ] }
until = "end of turn"
source = "moon"
as = "dye"
"""


def ask(path: Path, name: str, characteristic: str, **options: Any) -> Explanation:
    """Explain an object of the position."""
    path.write_text(POSITION, "utf-8")
    return explained(path, name, characteristic, **{"at": None, "swap": None, **options})


def test_effects_and_objects_have_the_names_of_the_scenario(tmp_path: Path) -> None:
    """An effect is called as the scenario calls it, with its source and how long it lasts."""
    path = tmp_path / "moon.toml"
    assert ask(path, "plains", "colors").steps[-1].source == ("effect 'dye' of Blood Moon (moon) until end of turn")
    assert ask(path, "plains", "subtypes").not_applied[0].source.startswith("Urborg, Tomb of Yawgmoth (urborg)")


def test_without_some_objects(tmp_path: Path) -> None:
    """The same position without one object, or without several, has other values."""
    path = tmp_path / "moon.toml"
    assert ask(path, "plains", "subtypes", without=("moon",)).result == {"subtypes": ["Plains", "Swamp"]}
    both = ask(path, "plains", "subtypes", without=("moon", "urborg"))
    assert (both.result, both.assuming) == ({"subtypes": ["Plains"]}, "no moon and no urborg")


def test_the_page_and_the_data_say_what_was_not_applied(tmp_path: Path) -> None:
    """The page and the JSON list what was left out, and the page loads nothing."""
    from click.testing import CliRunner

    from ecs_magic.cli import main

    path, out = tmp_path / "moon.toml", tmp_path / "page.html"
    path.write_text(POSITION, "utf-8")
    assert CliRunner().invoke(main, ["explain", str(path), "plains", "subtypes", "--html", str(out)]).exit_code == 0
    text = out.read_text("utf-8")
    assert "What was not applied" in text
    assert "Blood Moon (moon)" in text
    assert "http" not in text
    data = json.loads(CliRunner().invoke(main, ["explain", str(path), "plains", "subtypes", "--json"]).output)
    assert [one["rule"] for one in data["not_applied"]] == ["613.6"]
