"""The benchmarks compute what is expected, tell how costs grow, and compare like with like."""

import json
import re
import sys
from pathlib import Path

import msgspec
import pytest

import ecs_magic as magic
from benchmarks.__main__ import EXPECTED, key, main
from benchmarks.boards import board, creatures
from benchmarks.events import play
from benchmarks.game_cases import games
from benchmarks.growing import PASS, growing
from benchmarks.interacting import KINDS, WORST, interacting
from benchmarks.layer_cases import layers
from benchmarks.measuring import Measured, Shape, grown, sizes
from benchmarks.peer import Ours, Theirs, is_installed, side_by_side, story, why_not
from benchmarks.tables import layered, readme
from ecs_magic.derived import plan_of
from ecs_magic.layers import Board, finished

README = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
EXPECTATIONS: dict[str, str] = json.loads(EXPECTED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found() -> list[Measured]:
    """Return the layer cases of the small size, without the other engine."""
    return [one for one in layers("small") if one.other is None]


def one_row(case: str, seconds: float, *shape: int) -> Measured:
    """Return a case that took so long on such a board."""
    return Measured(case, "", "s", seconds, seconds, "pass", "", "", shape=Shape(*shape))


def test_every_layer_case_computes_what_is_expected(found: list[Measured]) -> None:
    """The digests of the small size are those that are written down."""
    assert len(found) > 30
    assert {key(one): one.digest for one in found} == {key(one): EXPECTATIONS.get(key(one)) for one in found}


def test_many_games_compute_what_is_expected() -> None:
    """Games that are worked out together have the digests that are written down, by whatever way they are timed."""
    measured = games("small")
    assert len(measured) == 6
    assert {key(one): one.digest for one in measured} == {key(one): EXPECTATIONS.get(key(one)) for one in measured}


def test_the_layer_table_tells_board_cost_bound_memory_and_growth(found: list[Measured]) -> None:
    """Each case has its permanents, effects and kinds; those of the pass its bound; growth is by all three."""
    assert all(one.shape is not None for one in found)
    assert all(
        one.bare and one.bound_ratio for one in found if one.case.startswith(("layers", "dependency", "a board"))
    )
    assert {what for one in found for what in one.growth} == {"objects", "effects", "kinds"}
    assert {one.bytes_each is not None for one in found if one.case == "layers"} == {True}
    costs, growths, _ = layered(found).split("\n\n")
    header = re.split(r" *\| *", costs.splitlines()[0].strip("| "))
    wanted = ["case", "objects", "effects", "kinds", "time", "bare NumPy", "ratio", "an object", "peak memory"]
    assert header == wanted
    assert len(costs.splitlines()) == len(found) + 2
    assert "goal 2.2" in growths


def test_the_readme_has_the_table_that_the_benchmarks_print(found: list[Measured]) -> None:
    """The README's table of the layer pass has the columns and parts that `--readme` prints, the other engine aside."""
    (standing,) = re.findall(r"^\| part of the layer pass.*?\n\n", README + "\n\n", re.DOTALL | re.MULTILINE)
    parts = [line.split("|")[1].strip() for line in readme(found).splitlines()]
    there = [line.split("|")[1].strip() for line in standing.strip().splitlines()]
    assert [part for part in there if part != "a source out or back, all read"][2:] == parts[2:]
    assert standing.splitlines()[0].split() == readme(found).splitlines()[0].split()


def test_growth_is_that_of_the_same_case_on_half_as_much() -> None:
    """Twice the permanents, the effects or the kinds are told apart; effects no two alike double with their kinds."""
    rows = [
        one_row("pass", 1.0, 100, 20, 10),
        one_row("pass", 2.0, 200, 20, 10),
        one_row("pass", 3.0, 100, 40, 10),
        one_row("pass", 4.0, 100, 20, 20),
        one_row("pass", 5.0, 100, 10, 10),
        one_row("other", 9.0, 400, 20, 10),
    ]
    by_shape = {(one.case, str(one.shape)): one.growth for one in grown(rows)}
    assert by_shape == {
        ("pass", "100 permanents, 20 effects of 10 kinds"): {"effects": 0.2},
        ("pass", "200 permanents, 20 effects of 10 kinds"): {"objects": 2.0},
        ("pass", "100 permanents, 40 effects of 10 kinds"): {"effects": 3.0},
        ("pass", "100 permanents, 20 effects"): {"effects": 0.8, "kinds": 4.0},
        ("pass", "100 permanents, 10 effects"): {},
        ("other", "400 permanents, 20 effects of 10 kinds"): {},
    }


def test_a_board_placed_at_once_is_the_board_placed_one_by_one() -> None:
    """Permanents that are placed together make the same position as `put`, and a sound one."""
    game, objects = board(40, 10, 5)
    other = magic.Game(seed=1)
    for index, card in enumerate(creatures(40, 10, 5)):
        other.put(card, "AB"[index % 2])
    assert game.position_digest() == other.position_digest()
    assert sizes(objects) == sizes(other.objects("battlefield"))
    assert game.check() == []


def test_a_growing_board_is_measured_in_a_process_of_its_own() -> None:
    """Its digest is the expected one, and its memory is not that of this process, which holds far more."""
    held = bytearray(1 << 29)
    for one in growing(PASS, (1_000,)):
        assert EXPECTATIONS[key(one)] == one.digest
        assert one.peak == 0 or (1 << 24) < (one.peak or 0) < len(held)


@pytest.mark.parametrize("name", KINDS)
def test_effects_that_are_timed_interact_and_the_pass_carries_them(name: str) -> None:
    """Each way of interacting does interact, in the layer pass, which gives what the plain interpreter gives."""
    game, objects = interacting(8, name)
    plan = plan_of(game.world)
    assert plan.interacts
    assert not plan.carried
    some = [one for one in objects if "Rule" in one.name] + objects[:4]
    drafts = Board(game.world).run()
    assert [one.characteristics for one in some] == [finished(game.world, one.id, drafts[one.id]) for one in some]


def test_interacting_effects_are_timed_by_number_and_way(found: list[Measured]) -> None:
    """Each way of interacting is measured for each number of effects, with its growth, and on a growing board."""
    timed = [one for one in found if one.case.startswith("dependency")]
    shapes = {(one.case, one.shape.effects, *one.growth) for one in timed if one.shape is not None}
    assert shapes == {(f"dependency: {name}", *rest) for name in KINDS for rest in ((25,), (50, "effects"))}
    large = [one for one in found if one.case == f"a board that grows, {WORST}"]
    assert [list(one.growth) for one in large] == [[], ["objects"]]


def calls_of_rounds(permanents: int, observers: int, watchers: int) -> int:
    """Return how many Python functions six deaths call: a cost that no clock disturbs."""

    def calls(rounds: int) -> int:
        count = 0

        def seen(frame: object, event: str, argument: object) -> None:
            nonlocal count
            count += event == "call"

        sys.setprofile(seen)
        try:
            play(permanents, observers, watchers, rounds)
        finally:
            sys.setprofile(None)
        return count

    calls(1)  # what is worked out once in a process
    return calls(12) - calls(6)


def test_events_cost_what_happens_and_not_what_watches() -> None:
    """Observers of something else and other permanents add next to no calls; twice the triggers add twice as many."""
    plain = calls_of_rounds(200, 0, 2)
    assert calls_of_rounds(200, 100, 2) == pytest.approx(plain, rel=0.05)
    assert calls_of_rounds(400, 0, 2) == pytest.approx(plain, rel=0.05)
    assert 1.5 * plain < calls_of_rounds(200, 0, 4) < 2.5 * plain


@pytest.mark.parametrize("case", ["triggers", "reads"])
def test_the_command_checks_digests(
    case: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m benchmarks CASE` ends well when the digests are those expected, and says which are not."""
    monkeypatch.setattr(sys, "argv", ["benchmarks", case, "--json"])
    assert main() == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["wrong"] == []
    assert {one["case"] for one in printed["cases"]} == {case}
    if case == "triggers":
        sizes_of = [one["size"] for one in printed["cases"]]
        assert any(size.startswith("40 permanents") for size in sizes_of)
        assert any("100 observers" in size for size in sizes_of)
        assert all("events a second" in one["bound"] for one in printed["cases"])


def test_a_digest_that_is_not_expected_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case that computes something else ends the command with 1 and its name."""
    wrong = Measured("reads", "of a board", "s", 1.0, 1.0, "read", "0" * 32, "nothing")
    monkeypatch.setattr("benchmarks.__main__.CASES", {"reads": lambda size: [wrong]})
    monkeypatch.setattr(sys, "argv", ["benchmarks", "reads"])
    assert main() == 1
    out, err = capsys.readouterr()
    assert "| reads | of a board | 1 s" in out
    assert "the digest of reads: of a board is not the expected one" in err


# --- beside another engine -------------------------------------------------------------------------------


def test_our_side_of_the_comparison_is_right() -> None:
    """One source fewer takes one off all others of its player, and its return gives it back."""
    shape = Shape(12, 4, 1)
    at_first, away, back = story(Ours(shape))
    assert at_first == back == [(4, 4)] * 8
    assert away == [(3, 3), (4, 4)] * 4
    assert Ours(shape).one() == (4, 4)


@pytest.mark.skipif(not is_installed(), reason=why_not())
def test_both_engines_read_the_same_board() -> None:
    """The other engine makes of the same facts the same sizes: at first, with a source away, and with it back."""
    shape = Shape(20, 4, 1)
    ours, theirs = Ours(shape), Theirs(shape)
    assert story(ours) == story(theirs)
    assert ours.one() == theirs.one()


@pytest.mark.parametrize("installed", [False, True])
def test_without_the_other_engine_a_line_says_so(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed nothing is compared, and the line names the extra that installs it."""
    monkeypatch.setattr("benchmarks.peer.is_installed", lambda: installed)
    if installed:
        assert why_not() == ""
    else:
        assert side_by_side("small") == []
        assert "phase-python is not installed" in why_not()
        assert ".[compare]" in why_not()


def test_both_times_are_printed_side_by_side() -> None:
    """A case with the time of the other engine has both and how many times the one is the other."""
    row = msgspec.structs.replace(one_row("a source out or back, all read", 0.001, 60, 2, 1), other=0.004)
    table = layered([row])
    assert "ecs-magic | phase-python | ratio" in table
    assert "1 ms      | 4 ms         | 4.0 x" in table
    assert "phase-python 4 ms, 4.0 x" in readme([row])
