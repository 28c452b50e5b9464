"""Every form of expectation: one that holds, and one that fails and says expected, actual and why."""

from pathlib import Path
from typing import Any

import pytest
from scenarios import failed, held, refused, scenario, step

DRAWER = """
[[object]]
id = "drawer"
card = "Drawer"
zone = "battlefield"
owner = "A"
[[card]]
name = "Drawer"
type_line = "Creature — Bear"
power = 1
toughness = 1
abilities = [ { ability = "triggered", name = "on tapping", when = { event = "tapped" }, then = [ { do = "draw" } ] } ]
"""
TAP = step("tap", objects=["bear"])
IDS = ("bear", "delver", "insect", "hidden", "pile", "host", "duke", "leash", "dead", "lowest", "highest", "heron")
COUNTERS = step("add_counters", object="bear", kind="+1/+1", count=2)


def run_both(folder: Path, text: str, holds: str, fails: str, do: str = "", **keys: object) -> dict[str, Any]:
    """Run a step with each of two expectations; the first holds. Return the outcome of the second, which fails."""
    held(folder, text + step(do or "expect", holds, **keys))
    found = failed(folder, text + step(do or "expect", holds, fails, **keys))
    (outcome,) = found
    assert outcome["index"] == 1
    assert outcome["expected"]
    assert outcome["why"]
    return outcome


READINGS = [
    ("pile", "name", '"Dreamtail Heron"', '"Wurm"', "Dreamtail Heron"),
    ("hidden", "name", '""', '"Delver of Secrets"', ""),
    ("pile", "names", '["Dreamtail Heron"]', '["Dreamtail Heron", "Wurm"]', ["Dreamtail Heron"]),
    ("delver", "mana_cost", '"{U}"', '"{1}{U}"', "{U}"),
    ("hidden", "mana_cost", '""', '"{U}"', ""),
    ("host", "mana_value", "7", "0", 7),
    ("pile", "colors", '["U"]', '["U", "G"]', ["U"]),
    ("pile", "color_indicator", "[]", '["U"]', []),
    ("insect", "color_identity", '["U"]', "[]", ["U"]),
    ("bear", "supertypes", "[]", '["Legendary"]', []),
    ("bear", "types", '["Creature"]', '["Artifact"]', ["Creature"]),
    ("bear", "subtypes", '["Bear"]', '["Bear", "Cat"]', ["Bear"]),
    ("insect", "keywords", '["Flying"]', '["flying", "haste"]', ["flying"]),
    ("insect", "has", '["flying"]', '["flying", "haste"]', ["flying"]),
    ("insect", "lacks", '["haste"]', '["flying"]', ["flying"]),
    ("insect", "abilities", "1", "2", 1),
    ("insect", "power", "3", "1", 3),
    ("insect", "toughness", "2", '""', 2),
    ("bear", "loyalty", '""', "0", ""),
    ("bear", "defense", '""', "3", ""),
    ("bear", "zone", '"battlefield"', '"graveyard"', "battlefield"),
    ("bear", "owner", '"A"', '"B"', "A"),
    ("bear", "controller", '"A"', '"B"', "A"),
    ("bear", "tapped", "true", "false", True),
    ("duke", "flipped", "false", "true", False),
    ("hidden", "face_down", "true", "false", True),
    ("insect", "face", '"back"', '"front"', "back"),
    ("pile", "token", "false", "true", False),
    ("bear", "copy", "false", "true", False),
    ("insect", "transformed", "true", "false", True),
    ("delver", "double_faced", "true", "false", True),
    ("pile", "merged", "true", "false", True),
    ("host", "melded", "true", "false", True),
    ("bear", "commander", "false", "true", False),
    ("bear", "counters", '{ "+1/+1" = 2 }', '{ "+1/+1" = 1 }', {"+1/+1": 2}),
    ("delver", "counters", "{}", '{ "+1/+1" = 1 }', {}),
    ("bear", "damage", "0", "1", 0),
    ("bear", "sick", "false", "true", False),
    ("bear", "phased_out", "false", "true", False),
    ("leash", "attached_to", '"bear"', '"delver"', "bear"),
    ("pile", "constituents", '["top", "wurm"]', '["wurm", "top"]', ["top", "wurm"]),
    ("bear", "produces", "[]", '["G"]', []),
    ("bear", "x", "0", "1", 0),
    ("bear", "unlocked", "[]", '["left"]', []),
]


@pytest.mark.parametrize(("object_", "reading", "right", "wrong", "actual"), READINGS)
def test_a_reading_of_an_object(
    tmp_path: Path, object_: str, reading: str, right: str, wrong: str, actual: object
) -> None:
    """`is` compares what it names; where it differs the outcome holds the actual value, and why."""
    text = scenario(*IDS, steps=COUNTERS)
    outcome = run_both(
        tmp_path,
        text,
        f'{{ object = "{object_}", is = {{ {reading} = {right} }} }}',
        f'{{ object = "{object_}", is = {{ {reading} = {wrong} }} }}',
        "tap",
        object="bear",
    )
    assert outcome["actual"]["is"] == {reading: actual}


def test_every_reading_has_its_case() -> None:
    """Each name that `is` may hold stands among the cases above."""
    from ecs_magic.expectations import IS

    assert {case[1] for case in READINGS} == set(IS)


def test_only_what_is_named_is_compared(tmp_path: Path) -> None:
    """An expectation of several readings fails for those that differ, and shows all that it names."""
    text = scenario("insect", "banner")
    (outcome,) = failed(tmp_path, text + step("expect", '{ object = "insect", is = { power = 4, toughness = 2 } }'))
    assert outcome["actual"]["is"] == {"power": 4, "toughness": 3}
    assert "613.4c" in outcome["why"]


@pytest.mark.parametrize(
    ("holds", "fails", "actual", "why"),
    [
        (
            '{ object = "host", exists = false, became = ["ratcard", "scavcard"] }',
            '{ object = "host", became = ["ratcard"] }',
            {"exists": False, "became": ["ratcard", "scavcard"]},
            "",
        ),
        ('{ object = "host", exists = false }', '{ object = "host", exists = true }', {"exists": False}, "ratcard"),
        ('{ object = "bear", exists = true }', '{ object = "bear", exists = false }', {"exists": True}, "battlefield"),
        ('{ object = "bear", exists = true }', '{ object = "host", is = { power = 5 } }', {"exists": False}, "left"),
        (
            '{ card = "ratcard", is = { zone = "graveyard", name = "Graf Rats" } }',
            '{ card = "ratcard", is = { zone = "battlefield" } }',
            {"is": {"zone": "graveyard"}},
            "CardPut (2)",
        ),
        ('{ card = "ratcard", exists = true }', '{ card = "ratcard", exists = false }', {"exists": True}, "graveyard"),
        (
            '{ zone = "graveyard", player = "A", cards = ["dead", "scavcard", "ratcard"] }',
            '{ zone = "graveyard", player = "A", cards = ["dead", "ratcard", "scavcard"] }',
            ["dead", "scavcard", "ratcard"],
            "bottom",
        ),
        ('{ zone = "graveyard", count = 3 }', '{ zone = "graveyard", count = 4 }', 3, "ratcard"),
        (
            '{ player = "A", life = 20, hand = 0, mana = "" }',
            '{ player = "A", life = 20, mana = "G" }',
            {"life": 20, "mana": ""},
            "PermanentLeft (1)",
        ),
        (
            '{ facts = "CardPut", count = 2, where = { to = "graveyard" } }',
            '{ facts = "CardPut", where = { card = "bear" } }',
            0,
            "CardPut (2)",
        ),
        (
            '{ asked = "graveyard_order", player = "A", options = ["scavcard", "ratcard"] }',
            '{ asked = "graveyard_order", player = "B" }',
            [
                {
                    "ask": "graveyard_order",
                    "player": "A",
                    "options": ["ratcard", "scavcard"],
                    "answer": ["scavcard", "ratcard"],
                }
            ],
            "other questions",
        ),
        (
            '{ asked = "graveyard_order" }',
            '{ asked = "graveyard_order", options = ["ratcard"] }',
            None,
            "other questions",
        ),
        (
            '{ seen_by = "B", zone = "library", order = false }',
            '{ seen_by = "B", zone = "graveyard", order = false }',
            True,
            "public zones",
        ),
    ],
)
def test_what_a_departure_leads_to(tmp_path: Path, holds: str, fails: str, actual: object, why: str) -> None:
    """Objects and what they became, cards, zones, players, facts, questions and what is seen can all be expected."""
    answers = [{"ask": "graveyard_order", "player": "A", "answer": ["scavcard", "ratcard"]}]
    outcome = run_both(
        tmp_path, scenario("bear", "host", "dead", "lowest"), holds, fails, "destroy", objects=["host"], answers=answers
    )
    assert actual is None or outcome["actual"] == actual
    assert why in outcome["why"]


@pytest.mark.parametrize(
    "fails",
    [
        '{ ignored = "transform", rule = "701.27a" }',
        '{ ignored = "convert" }',
        '{ ignored = "transform", object = "delver" }',
    ],
)
def test_what_is_ignored(tmp_path: Path, fails: str) -> None:
    """An ignored instruction goes by request, rule (or the rule above it) and object."""
    for holds in ('rule = "701.27c"', 'rule = "701.27", object = "bear"'):
        text = scenario("bear", "delver")
        outcome = run_both(tmp_path, text, f'{{ ignored = "transform", {holds} }}', fails, "transform", object="bear")
        assert outcome["actual"] == [{"request": "transform", "rule": "701.27c", "object": "bear"}]
        assert outcome["why"] == "other instructions were ignored"


def test_a_reason_is_given_once(tmp_path: Path) -> None:
    """Where several readings differ for one reason, it is given once: what was ignored, or what happened."""
    fails = '{ object = "bear", is = { zone = "exile", power = 9, toughness = 9, tapped = true } }'
    (ignored,) = failed(tmp_path, scenario("bear", steps=step("transform", fails, object="bear")))
    assert ignored["why"].count("was ignored") == 1
    assert ignored["why"].count("= toughness") == 1
    (nothing,) = failed(tmp_path, scenario("bear", steps=step("expect", fails)))
    assert nothing["why"].count("the facts of the step") == 1


@pytest.mark.parametrize(
    ("holds", "fails", "actual"),
    [
        ("count = 1", "count = 2", 1),
        ('ability = "on tapping", count = 1', 'ability = "on untapping"', 0),
        ("ability = 0", "ability = 1", 0),
    ],
)
def test_what_triggered(tmp_path: Path, holds: str, fails: str, actual: int) -> None:
    """A triggered ability goes by its object, by name or place among its abilities, and by how often it triggered."""
    text = scenario("bear", more=DRAWER)
    outcome = run_both(
        tmp_path,
        text,
        f'{{ triggered = "drawer", {holds} }}',
        f'{{ triggered = "drawer", {fails} }}',
        "tap",
        object="drawer",
    )
    assert outcome["actual"] == actual
    assert "drawer: on tapping" in outcome["why"]


def test_what_is_legal(tmp_path: Path) -> None:
    """Whether something could be cast is tried without doing it; what forbids it goes by its rule."""
    text = scenario("bear", "heron")
    of = 'of = { do = "cast", object = "heron", player = "A" }'
    result = held(tmp_path, text + step("expect", f"{{ legal = false, {of} }}"))
    rule = failed(tmp_path, text + step("expect", f"{{ legal = true, {of} }}"))[0]["actual"]["rule"]
    assert result["digest"] == held(tmp_path, text + step("expect", '{ player = "A", hand = 1 }'))["digest"]
    outcome = run_both(
        tmp_path, text, f'{{ legal = false, rule = "{rule}", {of} }}', f'{{ legal = false, rule = "999.9", {of} }}'
    )
    assert outcome["actual"] == {"legal": False, "rule": rule}


@pytest.mark.parametrize(("before", "other"), [("0", "1"), ('"start"', "1")])
def test_a_digest_equals_that_after_another_step(tmp_path: Path, before: str, other: str) -> None:
    """The digest of a position equals that after a step, by number (0 being the start) or name, and no other."""
    text = scenario("bear", steps=(step("expect", name="start") if '"' in before else "") + step("tap", object="bear"))
    other = "2" if '"' in before else other
    outcome = run_both(
        tmp_path, text, f"{{ digest_equals = {before} }}", f"{{ digest_equals = {other} }}", "untap", object="bear"
    )
    assert outcome["why"].startswith(f"after step {other} it was ")


def test_an_answer_that_nobody_asked_for(tmp_path: Path) -> None:
    """An answer to a question that was not put fails the step, and says what was asked."""
    answers = [{"ask": "legend_rule", "answer": "bear"}]
    (outcome,) = failed(tmp_path, scenario("bear") + step("tap", object="bear", answers=answers))
    assert outcome["expected"] == {"asked": "legend_rule", "player": None}
    assert "legend_rule" in outcome["why"]


@pytest.mark.parametrize(
    "expectation",
    [
        "{}",
        "{ count = 1 }",
        '{ object = "bear" }',
        '{ card = "bear" }',
        '{ player = "A" }',
        '{ zone = "hand" }',
        '{ object = "bear", count = 1 }',
        '{ card = "bear", became = ["bear"] }',
        '{ seen_by = "A", zone = "hand" }',
        '{ player = "A", mana = "Q" }',
        '{ object = "bear", is = { counters = 3 } }',
        '{ object = "bear", is = { types = 3 } }',
    ],
)
def test_what_could_never_be_compared_is_refused(tmp_path: Path, expectation: str) -> None:
    """An expectation of nothing, or of what its subject does not have, is bad input."""
    assert "expect[0]" in refused(tmp_path, scenario("bear") + step("expect", expectation))


@pytest.mark.parametrize(
    ("expectation", "said"),
    [
        (
            '{ object = "bear", ability = 0 }',
            "'ability' does not go with 'object' (these keys go together: became, exists",
        ),
        (
            '{ zone = "hand", order = true }',
            "'order' does not go with 'zone' (these keys go together: cards, count, player",
        ),
        ('{ triggered = "draws" }', "there is no object named 'draws'"),
        ('{ legal = true, of = { csat = "bear" } }', "of: the key 'do' is missing (do is one of"),
        ('{ legal = true, of = { cast = "bear", hwo = "mutate" } }', "of: unknown key 'hwo' (did you mean 'how'?"),
    ],
)
def test_an_expectation_of_nothing_known_is_refused(tmp_path: Path, expectation: str, said: str) -> None:
    """Keys that do not go together, and steps that could not be asked about, are refused with the keys that do."""
    assert said in refused(tmp_path, scenario("bear") + step("expect", expectation))
