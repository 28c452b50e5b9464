"""Day and night, and permanents that turn with them (CR 702.145, 731)."""

from pathlib import Path

import pytest
from conftest import Scene
from scenarios import held, scenario, step
from texts import does, spell

import ecs_magic as magic
from ecs_magic.abilities import Gain, LoseAll

BIRD = "Bird Admirer"


def entered(scene: Scene, card: object) -> magic.Object:
    """Put a card onto the battlefield from the hand and return the permanent."""
    held_ = scene.put(card, zone="hand")
    scene.do(magic.Move(held_, magic.Zone.BATTLEFIELD))
    (permanent,) = held_.became
    return permanent


def casts(scene: Scene, player: str, spells: int) -> None:
    """Let a player cast some spells."""
    for _ in range(spells):
        scene.cast("Grizzly Bears", owner=player)
    scene.flow()


def turn(scene: Scene, player: str, spells: int = 0) -> None:
    """Begin a turn in which its player casts some spells."""
    scene.do(magic.BeginTurn(player))
    casts(scene, player, spells)


# --- the designation -------------------------------------------------------------------------------------


@pytest.mark.rule("C59")
def test_there_is_neither_until_something_brings_it(scene: Scene) -> None:
    """Without day or night the turns change nothing; once there is one, it is always one of both (CR 731.1, 731.2c)."""
    for player in ("B", "A"):
        turn(scene, player)
        assert scene.game.time == "neither"
    facts = scene.do(magic.SetDayNight("night"))
    (fact,) = [fact.record() for fact in facts if fact.name == "DayNightChanged"]
    assert (fact["time"], fact["was"], scene.game.time) == ("night", "neither", "night")
    assert scene.ignored(scene.do(magic.SetDayNight("night"))) == ["731.1"]


@pytest.mark.rule("C59")
@pytest.mark.parametrize(
    ("time", "spells", "then"),
    [
        ("day", 0, "night"),
        ("day", 1, "day"),
        ("day", 2, "day"),
        ("night", 0, "night"),
        ("night", 1, "night"),
        ("night", 2, "day"),
        ("night", 3, "day"),
    ],
)
def test_the_last_turn_decides_in_the_untap_step(scene: Scene, time: str, spells: int, then: str) -> None:
    """No spell of its player in the last turn makes night of day, two make day of night (CR 502.2, 731.2a-b)."""
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.SetDayNight(time))  # type: ignore[arg-type]
    casts(scene, "B", spells)
    casts(scene, "A", 2)  # spells of another player do not count
    assert scene.game.time == time
    scene.do(magic.BeginTurn("A"))
    assert scene.game.time == then


@pytest.mark.rule("C59")
def test_a_fork_and_a_save_keep_the_time(scene: Scene) -> None:
    """Day and night are part of the position: forks and saves have it, and undoing takes it back."""
    before = scene.game.position_digest()
    with scene.game.undoable():
        scene.do(magic.SetDayNight("night"))
        assert scene.game.fork().time == magic.Game.from_dict(scene.game.to_dict()).time == "night"
        assert scene.game.position_digest() != before
    assert scene.game.time == "neither"


# --- daybound and nightbound -----------------------------------------------------------------------------


@pytest.mark.rule("C58")
def test_the_first_daybound_permanent_brings_day(scene: Scene) -> None:
    """With neither day nor night a permanent with daybound makes it day, by whatever it has it (CR 702.145d)."""
    bird = entered(scene, BIRD)
    assert (scene.game.time, bird.name) == ("day", BIRD)


@pytest.mark.rule("C58")
def test_a_position_with_neither_is_settled(scene: Scene) -> None:
    """What is daybound from the start of a position brings day before a player could act (CR 702.145d)."""
    scene.put(BIRD)
    facts = scene.settle()
    assert (scene.game.time, scene.count(facts, "DayNightChanged")) == ("day", 1)
    scene.put(BIRD)
    assert list(scene.settle()) == []


@pytest.mark.rule("C58")
def test_a_nightbound_permanent_brings_night_where_nothing_is_daybound(scene: Scene) -> None:
    """Nightbound makes it night only while no permanent has daybound (CR 702.145g)."""
    bear = scene.put("Grizzly Bears")
    with scene.game.undoable():
        scene.do(magic.AddEffect(magic.Effect((Gain(("nightbound",)),)), bear))
        assert scene.game.time == "night"
    other = scene.put("Gray Ogre")
    scene.do(
        magic.AddEffect(magic.Effect((Gain(("nightbound",)),)), bear),
        magic.AddEffect(magic.Effect((Gain(("daybound",)),)), other),
    )
    assert scene.game.time == "day"


@pytest.mark.rule("C56", "C57")
def test_daybound_and_nightbound_turn_with_the_time(scene: Scene) -> None:
    """As it becomes night what is daybound transforms, as it becomes day what is nightbound (CR 702.145b, e)."""
    bird = entered(scene, BIRD)
    mark = scene.game.mark()
    facts = scene.do(magic.SetDayNight("night"))
    assert (bird.name, scene.count(facts, "Transformed")) == ("Wing Shredder", 1)
    assert len(scene.game.trace.records[mark:]) == 1  # it is one event with nightfall
    facts = scene.do(magic.SetDayNight("day"))
    assert (bird.name, scene.count(facts, "Transformed")) == (BIRD, 1)


@pytest.mark.rule("C56")
def test_the_turns_turn_them_over(scene: Scene) -> None:
    """The untap step of the turn after one without spells brings night and turns them at once (CR 731.2a)."""
    bird = entered(scene, BIRD)
    turn(scene, "B")
    assert (scene.game.time, bird.name) == ("night", "Wing Shredder")
    turn(scene, "A", 2)
    turn(scene, "B")
    assert (scene.game.time, bird.name) == ("day", BIRD)


@pytest.mark.rule("C56")
def test_by_night_it_enters_transformed(scene: Scene) -> None:
    """By night a double-faced card with daybound enters with its back face up: it never transforms (CR 702.145b)."""
    scene.do(magic.SetDayNight("night"))
    held_ = scene.put(BIRD, zone="hand")
    facts = scene.do(magic.Move(held_, "battlefield"))  # type: ignore[arg-type]
    assert held_.became[0].name == "Wing Shredder"
    assert scene.count(facts, "Transformed") == 0
    # A token is no card: it enters as it is, and transforms at once (CR 702.145c).
    facts = scene.do(magic.CreateToken(scene.cards.find(BIRD), "A"))
    assert (scene.game.objects("battlefield")[-1].name, scene.count(facts, "Transformed")) == ("Wing Shredder", 1)


@pytest.mark.rule("C56")
@pytest.mark.parametrize(("time", "rule"), [("day", "702.145b"), ("night", "702.145e")])
@pytest.mark.parametrize("verb", [magic.Transform, magic.Convert])
def test_nothing_else_transforms_them(scene: Scene, time: str, rule: str, verb: type) -> None:
    """What has daybound or nightbound transforms by that alone (CR 702.145b, e)."""
    bird = entered(scene, BIRD)
    scene.do(magic.SetDayNight(time) if time == "night" else magic.BeginStep("upkeep"))  # type: ignore[arg-type]
    assert scene.ignored(scene.do(verb(bird))) == [rule]
    scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), bird))
    assert scene.ignored(scene.do(verb(bird))) == []


@pytest.mark.rule("C57")
def test_what_comes_to_be_daybound_by_night_transforms_at_once(scene: Scene) -> None:
    """What lost daybound as night fell transforms as soon as it has it again: no state-based action (CR 702.145c)."""
    bird = entered(scene, BIRD)
    effect = scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), bird))[0].record()["effect"]
    scene.do(magic.SetDayNight("night"))
    assert bird.name == BIRD
    facts = scene.do(magic.RemoveEffect(effect))
    assert (bird.name, scene.count(facts, "Transformed")) == ("Wing Shredder", 1)


@pytest.mark.rule("C57")
@pytest.mark.parametrize("how", ["phased out", "face down"])
def test_what_is_away_turns_as_it_comes_back(scene: Scene, how: str) -> None:
    """What is phased out or face down as night falls transforms once it is there again (CR 702.145c)."""
    bird = entered(scene, BIRD) if how == "phased out" else scene.put(BIRD, face_down="manifest")
    if how == "phased out":
        scene.do(magic.PhaseOut(bird))
    scene.do(magic.SetDayNight("night"))
    scene.do(magic.PhaseIn(bird) if how == "phased out" else magic.TurnFaceUp(bird))
    assert bird.name == "Wing Shredder"


@pytest.mark.rule("C56")
def test_a_pile_turns_its_double_faced_card(scene: Scene) -> None:
    """A merged permanent with daybound from a card beneath turns that card as night falls (CR 730.2i)."""
    pile = scene.merge("Dreamtail Heron", entered(scene, BIRD))
    assert "daybound" in pile.keywords
    scene.do(magic.SetDayNight("night"))
    assert (pile.name, "nightbound" in pile.keywords) == ("Dreamtail Heron", True)
    scene.do(magic.SetDayNight("day"))
    assert "daybound" in pile.keywords


@pytest.mark.rule("C59")
def test_abilities_about_day_and_night(scene: Scene) -> None:
    """An ability sees day become night and night day, and not the first of them; a spell may bring it (CR 731.1a)."""
    entered(scene, "Brimstone Vandal")
    scene.flow()
    assert (scene.game.time, scene.life("B")) == ("day", 20)
    entered(scene, "Brimstone Vandal")
    eclipse = scene.card(type_line="Sorcery", abilities=[spell(does("set_day_night", time="night"))])
    scene.cast(eclipse)
    scene.flow()
    assert (scene.game.time, scene.life("B")) == ("night", 18)


def test_a_scenario_begins_by_night(tmp_path: Path) -> None:
    """A scenario may begin by day or night, change it, and expect it; the clock counts spells (CR 731.2)."""
    steps = step("advance", '{ time = "night" }', to="next turn") + step(
        "set_day_night", '{ time = "day" }', '{ facts = "DayNightChanged", count = 1 }', time="day"
    )
    held(tmp_path, scenario("bear", top='time = "night"', steps=steps))
