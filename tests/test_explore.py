"""Exploring: every outcome over every decision, equal positions merged, with the shortest way to each."""

import json
from pathlib import Path

import pytest
from conftest import Scene
from scenarios import call

import ecs_magic as magic
from ecs_magic.decisions import Decision
from ecs_magic.exploring import answer, number_of_answers

SCENARIO = """
format = "ecs-magic/scenario-1"
[players.A]
[players.B]
[[object]]
id = "bruna"
card = "Bruna, the Fading Light"
zone = "battlefield"
owner = "A"
[[object]]
id = "gisela"
card = "Gisela, the Broken Blade"
zone = "battlefield"
owner = "A"
[[step]]
do = "meld"
objects = ["bruna", "gisela"]
as = "brisela"
[[step]]
do = "destroy"
objects = ["brisela"]
answers = [ { ask = "graveyard_order", answer = ["gisela", "bruna"] } ]
"""


def test_every_answer_has_a_number() -> None:
    """The numbers of a decision's answers run over each of them once, the default first."""
    for kind in ("one", "order"):
        decision = Decision("graveyard_order", 0, (5, 6, 7), kind)  # type: ignore[arg-type]
        answers = [answer(decision, number) for number in range(number_of_answers(decision))]
        assert sorted(answers) == sorted(decision.answers())
        assert answers[0] == decision.answers()[0]


@pytest.mark.rule("B20")
def test_both_orders_of_a_melded_permanent_are_found(scene: Scene) -> None:
    """The owner of a dying melded permanent may put its cards in either order: two outcomes (CR 712.21a)."""
    brisela = scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade")
    before = scene.game.digest()
    found = magic.explore(scene.game, magic.Destroy(brisela))
    assert (len(found.endings), found.tried, found.complete) == (2, 2, True)
    tops = {ending.game.objects("graveyard")[-1].name for ending in found.endings}
    assert tops == {"Bruna, the Fading Light", "Gisela, the Broken Blade"}
    assert scene.game.digest() == before


def test_equal_positions_are_one_outcome(scene: Scene) -> None:
    """Two ways to the same position are one outcome that is reached in two ways."""
    one, two = scene.put("Grizzly Bears"), scene.put("Grizzly Bears")
    found = magic.explore(scene.game, magic.Destroy([one, two]))
    (ending,) = found.endings
    assert (ending.ways, found.tried) == (2, 2)


def test_the_limit_is_told(scene: Scene) -> None:
    """Exploring stops at its limit and says that it did not try everything."""
    names = ("Grizzly Bears", "Runeclaw Bear", "Almighty Brushwagg")
    found = magic.explore(scene.game, magic.Destroy([scene.put(name) for name in names]), limit=4)
    assert (found.tried, found.complete) == (4, False)
    assert len(found.endings) == 4


def test_a_function_may_be_explored(scene: Scene) -> None:
    """An action may be any function of a game; what follows is explored from each of its outcomes."""
    one, two = scene.put("Grizzly Bears"), scene.put("Runeclaw Bear")

    def bury(game: magic.Game) -> None:
        game.do(magic.Destroy([one.id, two.id]))

    found = magic.explore(scene.game, bury, magic.AddCounters("A", "poison"))
    assert len(found.endings) == 2
    assert all(len(ending.choices) == 1 for ending in found.endings)


def test_the_command_shows_what_differs(tmp_path: Path) -> None:
    """`explore` tells every outcome of a file, also over what the file answers, with choices and differences."""
    file = tmp_path / "story.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    done = call("explore", file, "--json")
    assert done.exit_code == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["complete"] is True
    assert [one["choices"][0]["answer"] for one in data["outcomes"]] == [["bruna", "gisela"], ["gisela", "bruna"]]
    assert [one["differs"] for one in data["outcomes"]] == [
        {"graveyard of A": "bruna, gisela"},
        {"graveyard of A": "gisela, bruna"},
    ]
    shown = call("explore", file).stdout
    assert shown.startswith("2 outcomes, 3 ways tried\n")
    assert "step 2: A answers graveyard_order: gisela, bruna" in shown


def test_steps_are_counted_as_the_file_counts_them(tmp_path: Path) -> None:
    """A step that only looks counts too, though there is nothing in it to explore."""
    file = tmp_path / "story.toml"
    file.write_text(SCENARIO.replace("[[step]]", '[[step]]\ndo = "expect"\n[[step]]', 1), encoding="utf-8")
    data = json.loads(call("explore", file, "--json").stdout)
    assert [one["choices"][0]["step"] for one in data["outcomes"]] == [3, 3]


def test_a_way_that_gets_stuck_is_an_outcome(tmp_path: Path) -> None:
    """Where an answer makes a later step impossible, the outcome says why."""
    file = tmp_path / "story.toml"
    two = """
[[object]]
id = "one"
card = "Archangel Avacyn"
zone = "battlefield"
owner = "A"
[[object]]
id = "two"
token_copy_of = "one"
zone = "battlefield"
owner = "A"
[[step]]
do = "settle"
[[step]]
do = "settle"
[[step]]
do = "tap"
object = "two"
"""
    file.write_text(SCENARIO.partition("[[object]]")[0] + two, encoding="utf-8")
    data = json.loads(call("explore", file, "--json").stdout)
    assert sorted(bool(one["stuck"]) for one in data["outcomes"]) == [False, True]
