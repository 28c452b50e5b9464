"""Phasing: what phases out by itself, what along with something else, and what phasing takes away (CR 702.26)."""

from pathlib import Path

import pytest
from conftest import Scene
from scenarios import call, scenario, step, write
from texts import static

import ecs_magic as magic
from ecs_magic.changes import NewCard
from ecs_magic.components import Attacking
from ecs_magic.enums import CardKind, Zone
from ecs_magic.setup import Placement


def armed(scene: Scene) -> tuple[magic.Object, magic.Object]:
    """Return a creature and an Equipment that is attached to it."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    scene.do(magic.Attach(sword, bear))
    return bear, sword


def out(*objects: magic.Object) -> list[bool]:
    """Return which of these are phased out."""
    return [one.read("phased_out") for one in objects]


@pytest.mark.rule("D48")
def test_what_phased_out_by_itself_does_not_come_back_along(scene: Scene) -> None:
    """An Equipment that phased out by itself does not phase in along with its host (CR 702.26g, i)."""
    bear, sword = armed(scene)
    scene.do(magic.PhaseOut(sword))
    scene.do(magic.PhaseOut(bear))
    scene.do(magic.PhaseIn(bear))
    assert out(bear, sword) == [False, True]
    assert bear.power == 2
    scene.do(magic.PhaseIn(sword))
    assert (out(bear, sword), bear.power) == ([False, False], 3)


@pytest.mark.rule("D48")
def test_what_phased_out_by_itself_comes_back_by_itself(scene: Scene) -> None:
    """An Equipment that phased out by itself phases in by itself, also while its host is phased out (CR 702.26i)."""
    bear, sword = armed(scene)
    scene.do(magic.PhaseOut(sword))
    scene.do(magic.PhaseOut(bear))
    assert scene.ignored(scene.do(magic.PhaseIn(sword))) == []
    assert out(bear, sword) == [True, False]


@pytest.mark.rule("D48")
@pytest.mark.parametrize("apart", [False, True])
def test_out_in_both_ways_at_once_is_along(scene: Scene, apart: bool) -> None:
    """What would phase out by itself and along with its host at once phases out along with it (CR 702.26h)."""
    bear, sword = armed(scene)
    scene.do(*([magic.PhaseOut(sword), magic.PhaseOut(bear)] if apart else [magic.PhaseOut([sword, bear])]))
    assert scene.ignored(scene.do(magic.PhaseIn(sword))) == ["702.26g"]
    scene.do(magic.PhaseIn(bear))
    assert out(bear, sword) == [False, False]


@pytest.mark.rule("D48")
def test_along_with_what_came_along(scene: Scene) -> None:
    """What is attached to an attachment goes and comes along with it alone (CR 702.26g)."""
    bear, sword = armed(scene)
    rune = scene.put("Rune of Flight")
    scene.do(magic.Attach(rune, sword))
    scene.do(magic.PhaseOut(sword))
    assert out(bear, sword, rune) == [False, True, True]
    scene.do(magic.PhaseOut(bear))
    scene.do(magic.PhaseIn(bear))
    assert out(bear, sword, rune) == [False, True, True]
    scene.do(magic.PhaseIn(sword))
    assert out(bear, sword, rune) == [False, False, False]


@pytest.mark.rule("D48")
def test_phasing_in_without_a_host(scene: Scene) -> None:
    """An Equipment whose host left while it was phased out phases in unattached, which no fact tells (CR 702.26i-j)."""
    bear, sword = armed(scene)
    scene.do(magic.PhaseOut(sword))
    scene.do(magic.Destroy(bear))
    facts = scene.do(magic.PhaseIn(sword))
    assert [fact.name for fact in facts] == ["PhasedIn"]
    assert sword.read("attached_to") is None
    assert scene.settle() == []


@pytest.mark.rule("D48")
def test_phasing_out_removes_from_combat(scene: Scene) -> None:
    """A creature that phases out is removed from combat, and is not attacking when it is back (CR 506.4, 702.26b)."""
    world = scene.game.world
    card = NewCard(scene.cards.find("Grizzly Bears"), world.seat("A"), CardKind.CARD)
    bear = scene.game.place(Placement((card,), Zone.BATTLEFIELD, attacking=True))
    assert world.find(bear.id, Attacking) is not None
    scene.do(magic.Tap(bear))
    assert world.find(bear.id, Attacking) is not None
    scene.do(magic.PhaseOut(bear))
    assert world.find(bear.id, Attacking) is None
    scene.do(magic.PhaseIn(bear))
    assert (world.find(bear.id, Attacking), bear.tapped) == (None, True)


@pytest.mark.rule("D48")
def test_a_position_with_a_phased_out_host(scene: Scene) -> None:
    """In a position what is phased out and attached to what is phased out phased out along with it (CR 702.26g)."""
    world = scene.game.world

    def placed(name: str, host: magic.Object | None) -> magic.Object:
        card = NewCard(scene.cards.find(name), world.seat("A"), CardKind.CARD)
        attached = None if host is None else host.id
        return scene.game.place(Placement((card,), Zone.BATTLEFIELD, phased_out=True, attached_to=attached))

    bear = placed("Grizzly Bears", None)
    sword = placed("Short Sword", bear)
    assert scene.ignored(scene.do(magic.PhaseIn(sword))) == ["702.26g"]
    scene.do(magic.PhaseIn(bear))
    assert out(bear, sword) == [False, False]


@pytest.mark.rule("D47")
def test_tokens_and_piles_stay_what_they_are(scene: Scene) -> None:
    """A token pile phases out and in as one object with its counters; nothing enters or leaves (CR 702.26d)."""
    pile = scene.merge("Dreamtail Heron", scene.token(), "under")
    scene.do(magic.AddCounters(pile, "+1/+1"))
    facts = [*scene.do(magic.PhaseOut(pile)), *scene.settle(), *scene.do(magic.PhaseIn(pile)), *scene.settle()]
    assert [fact.name for fact in scene.apart_from_triggers(facts)] == ["PhasedOut", "PhasedIn"]
    assert (pile.read("token"), len(pile.constituents), pile.power) == (True, 2, 6)


@pytest.mark.rule("E19")
@pytest.mark.parametrize("alone", [True, False])
def test_what_is_attached_counts_again_after_phasing(scene: Scene, alone: bool) -> None:
    """An Aura's bonus is back at once; what was until end of turn ended meanwhile (CR 702.26d, 702.26f-g)."""
    bear, aura = scene.put("Grizzly Bears"), scene.put("Lignify")
    scene.do(magic.Attach(aura, bear))
    bonus = magic.abilities.ModifyPowerToughness(3, 3)
    scene.do(magic.AddEffect(magic.Effect((bonus,)), bear, until="end of turn"))
    assert (bear.power, bear.toughness) == (3, 7)
    scene.do(magic.PhaseOut(aura if alone else bear))
    if alone:
        assert (bear.power, bear.toughness) == (5, 5)
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.PhaseIn(aura if alone else bear))
    assert (bear.power, bear.toughness, aura.read("attached_to")) == (0, 4, bear.id)


@pytest.mark.rule("D47")
def test_its_own_effects_are_read_while_it_is_phased_out(scene: Scene) -> None:
    """An effect on a permanent goes on while that is phased out; phasing changes nobody's control (CR 702.26d, f)."""
    bear = scene.put("Grizzly Bears")
    scene.rule(static({"change": "modify_power_toughness", "power": 1, "toughness": 1}, types=["Creature"]))
    bonus = magic.abilities.ModifyPowerToughness(3, 3)
    scene.do(magic.AddEffect(magic.Effect((bonus,)), bear))
    scene.do(magic.GainControl(bear, "B", until="end of turn"))
    scene.do(magic.PhaseOut(bear))
    assert (bear.power, bear.controller) == (5, "B")
    assert (bear.explain("power").result["power"], bear.explain("controller").result["controller"]) == (5, "B")
    scene.do(magic.BeginStep("cleanup"))
    assert (bear.power, bear.controller) == (5, "A")


# --- the untap step --------------------------------------------------------------------------------------


def held(folder: Path, objects: dict[str, str], *steps: str, more: str = "") -> None:
    """Run a file with these objects on the battlefield, A's unless they say otherwise; all that it expects holds."""
    places = "".join(
        f'[[object]]\nid = "{name}"\nzone = "battlefield"\n{said}\n' + ("" if "owner" in said else 'owner = "A"\n')
        for name, said in objects.items()
    )
    ran = call("run", write(folder, scenario(more=more + places, steps="".join(steps))))
    assert ran.exit_code == 0, ran.stdout + ran.stderr


BEAR = 'card = "Grizzly Bears"'


@pytest.mark.rule("D47", "D48")
def test_the_untap_step_phases_in_and_untaps(tmp_path: Path) -> None:
    """What phased out comes back in its controller's untap step with what is attached, and untaps (CR 502.1, 502.3)."""
    held(
        tmp_path,
        {"bear": f"{BEAR}\ntapped = true", "sword": 'card = "Short Sword"\nattached_to = "bear"'},
        step("phase_out", '{ object = "sword", is = { phased_out = true } }', object="bear"),
        step("advance", '{ object = "bear", is = { phased_out = true, tapped = true } }', to="B's next turn"),
        step("advance", '{ object = "bear", is = { phased_out = false, tapped = false, power = 3 } }', to="next turn"),
    )


def test_a_permanent_with_phasing_comes_and_goes(tmp_path: Path) -> None:
    """A permanent with phasing phases out in one untap step of its controller and in with the next (CR 702.26a)."""
    wisp = '[[card]]\nname = "Wisp"\ntype_line = "Creature"\npower = 1\ntoughness = 1\nkeywords = ["Phasing"]\n'
    held(
        tmp_path,
        {"wisp": 'card = "Wisp"'},
        *(
            step("advance", f'{{ object = "wisp", is = {{ phased_out = {told} }} }}', to="next turn")
            for told in ("false", "true", "true", "false")
        ),
        more=wisp,
    )


def test_what_keeps_permanents_tapped(tmp_path: Path) -> None:
    """A permanent stays tapped by an effect that says so and by a stun counter, which goes (CR 122.1d, 502.3)."""
    expected = (
        '{ object = "free", is = { tapped = false } }',
        '{ object = "held", is = { tapped = true } }',
        '{ object = "stunned", is = { tapped = true, counters = {} } }',
        '{ object = "other", is = { tapped = true } }',
    )
    held(
        tmp_path,
        {
            "free": f"{BEAR}\ntapped = true",
            "held": f"{BEAR}\ntapped = true",
            "stunned": f"{BEAR}\ntapped = true\ncounters = {{ stun = 1 }}",
            "other": f'{BEAR}\ntapped = true\ncontroller = "B"',
            "aura": 'card = "Tamiyo\'s Compleation"\nattached_to = "held"',
        },
        step("advance", '{ object = "other", is = { tapped = false } }', to="next turn"),
        step("tap", object="other"),
        step("advance", *expected, to="next turn"),
    )


def test_a_skipped_untap_step_untaps_nothing(tmp_path: Path) -> None:
    """In an untap step that is skipped nothing phases in or untaps; in the next it does (CR 500.11)."""
    held(
        tmp_path,
        {
            "bear": f'{BEAR}\nowner = "B"\ntapped = true',
            "off": f'{BEAR}\nowner = "B"\nphased_out = true',
            "brine": 'card = "Brine Elemental"\nface_down = true',
        },
        step("turn_face_up", object="brine"),
        step("settle"),
        step("resolve"),
        step("advance", '{ object = "bear", is = { tapped = true } }', to="next turn"),
        step("expect", '{ object = "off", is = { phased_out = true } }'),
        step("advance", '{ object = "bear", is = { tapped = false } }', to="B's next turn"),
        step("expect", '{ object = "off", is = { phased_out = false } }'),
    )
