"""Bad input: one clear line with file, place, what was expected and a suggestion; nothing applied or written."""

from pathlib import Path

import pytest
from scenarios import HEAD, PLAYERS, call, refused, scenario, step, write

OBJECT_KEYS = "id card zone owner counters face_down merged x timestamp damage".split()
STEP_KEYS = "object objects to onto count kind of player amount answers as expect until".split()
ODD = ["1e999", "-5", "99999999999999999999", '""', "[]", "{}", "true", "1.5", '"x"', "2030-01-01", "[[[[[]]]]]"]


BEAR = {"id": '"a"', "card": '"Grizzly Bears"', "zone": '"hand"', "owner": '"A"'}


def table(**keys: str | None) -> str:
    """Return the table of a bear in a hand, with other keys or without some."""
    lines = {**BEAR, **keys}
    return "[[object]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('form = "x"', ("format", "has no format", "ecs-magic/scenario-1")),
        ('format = "ecs-magic/scenario-2"', ("format", "scenario-2", "ecs-magic/scenario-1")),
        (HEAD + PLAYERS + "[[objekt]]", ("unknown key 'objekt'", "object")),
        (HEAD + PLAYERS + table(taped="true"), ("object[0]", "'taped'", "'tapped'")),
        (HEAD + PLAYERS + table(card='"Grizly Bears"'), ("object[0]", "Grizly Bears", "Grizzly Bears")),
        (HEAD + PLAYERS + table(owner='"C"'), ("object[0]", "'C'", "A, B")),
        (HEAD + PLAYERS + table(zone='"hnad"'), ("zone", "hnad", "hand")),
        (HEAD + PLAYERS + table(card=None), ("object[0]", "nothing", "card")),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, wanted: tuple[str, ...]) -> None:
    """An unknown key, card, player or zone is named with its place and the nearest that exists."""
    line = refused(tmp_path, text)
    assert [one for one in wanted if one not in line] == []


STRANGERS = '[ { card = "Graf Rats" }, { card = "Grizzly Bears" } ]'


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (table(id='"bear"'), "taken"),
        (table(card=None, zone='"battlefield"', melded=STRANGERS), "no meld pair"),
        (table(zone='"battlefield"', counters='{ "+1/+1" = -2 }'), "-2"),
        (table(zone='"battlefield"', face='"back"'), "back face"),
        (table(zone='"battlefield"', card='"Bolt of Nothing"'), "400.4a"),
        (table(tapped="true"), "tapped"),
        (table(x="3"), "107.3"),
        (table(zone='"battlefield"', phased_out="true", attacking="true"), "506.4"),
        (table(zone='"battlefield"', copy_of='"Crow Wurm"'), "did you mean Craw Wurm"),
        ('[players." "]\n', "players"),
        (table(zone='"battlefield"', attached_to='"nobody"'), "nobody"),
    ],
)
def test_an_impossible_position_is_refused(tmp_path: Path, more: str, said: str) -> None:
    """A card in two places, strangers melded, negative counters, a missing face: refused with place and rule."""
    assert said in refused(tmp_path, scenario("bear", more=more))
    checked = call("check", write(tmp_path, scenario("bear", more=more), "again.toml"))
    assert checked.exit_code == 2
    assert said in checked.stderr


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (step("merge", object="bear", onto="bear"), "itself"),
        (step("tap", object="baer"), "did you mean 'bear'"),
        (step("add_counters", object="bear", kind="+1/+1", count=-1), "-1 is out of range"),
        (step("add_counters", object="bear", kind="+1/+1", count=10**9), "out of range"),
        (step("destroy", objects=["host"]) + step("tap", object="host"), "it became"),
        (step("meld", objects=["bear"]), "two objects"),
        (step("move", object="bear", to="battlefield"), "already"),
        (step("tapp", object="bear"), "tapp"),
        (step("cast", object="bear", where="over"), 'how = "mutate"'),
        (step("cast", object="heron", how="mutat"), "did you mean 'mutate'"),
        (step("cast", object="heron", free=True, x=2), "has no X"),
        (step("activate", object="lion", free=True, x=2), "has no X"),
        (step("unlock", object="bear", half="middle"), "one of left, right"),
        (step("together", steps=[]), "no step"),
        (step("add_effect", object="bear", effect={"changes": []}), "it changes nothing"),
        (step("tap", '{ object = "bear", is = { power = "2" } }', object="bear"), "no whole number"),
        (step("tap", '{ object = "bear", is = { toughness = true } }', object="bear"), "no whole number"),
        (step("tap", '{ object = "bear", is = { tapped = 1 } }', object="bear"), "as in tapped = true"),
        (step("tap", '{ object = "bear", is = { constituents = 1 } }', object="bear"), "[] for none"),
        (step("tap", '{ object = "bear", is = { powr = 2 } }', object="bear"), "did you mean 'power'"),
        (step("tap", '{ facts = "Taped" }', object="bear"), "Tapped"),
        (step("destroy", objects=["host"], answers=[{"ask": "graveyard_order", "answer": ["bear", "host"]}]), "option"),
    ],
)
def test_a_step_that_no_rule_offers_is_refused(tmp_path: Path, steps: str, said: str) -> None:
    """A step on nothing, on itself or on what died, with a number out of range or a wrong answer, is bad input."""
    lion = table(id='"lion"', card='"Fleecemane Lion"', zone='"battlefield"')
    assert said in refused(tmp_path, scenario("bear", "host", "heron", more=lion, steps=steps))


def test_files_that_are_no_scenarios(tmp_path: Path) -> None:
    """A folder, a missing file, broken TOML or JSON, deep nesting and a huge file are each refused with a reason."""
    write(tmp_path, "x = [", "broken.toml")
    write(tmp_path, "{", "broken.json")
    write(tmp_path, HEAD + "x = " + "[" * 5_000 + "]" * 5_000, "deep.toml")
    write(tmp_path, "[" * 100_000 + "]" * 100_000, "deep.json")
    (tmp_path / "latin.toml").write_bytes(b"x = '\xff'")
    with (tmp_path / "huge.toml").open("wb") as file:
        file.truncate(100_000_000)
    reasons = {
        ".": "folder",
        "mising.toml": "no such file",
        "broken.toml": "TOML",
        "broken.json": "JSON",
        "deep.toml": "deep",
        "deep.json": "deep",
        "latin.toml": "UTF-8",
        "huge.toml": "100,000,000 bytes",
    }
    for name, reason in reasons.items():
        done = call("run", tmp_path / name)
        assert done.exit_code == 2, name
        assert reason in done.stderr, (name, done.stderr)
        assert len(done.stderr.splitlines()) == 1


def test_card_files_are_found_beside_the_scenario_alone(tmp_path: Path) -> None:
    """A scenario reaches no file but the card files it names, and those only in its own folder or below."""
    write(tmp_path, "secret", "secret.toml")
    inner = tmp_path / "inner"
    inner.mkdir()
    text = f'{HEAD}cards = ["../secret.toml"]\n{PLAYERS}'
    done = call("run", write(inner, text))
    assert done.exit_code == 2
    assert "outside" in done.stderr


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize(
    "key", ["id", "card", "zone", "owner", "counters", "face_down", "merged", "x", "timestamp", "damage"]
)
def test_odd_values_in_objects_are_never_our_fault(tmp_path: Path, key: str, value: str) -> None:
    """Whatever stands in a key of an object, the run ends with 0, 1 or 2, and without a traceback."""
    keys = {"id": '"odd"', "card": '"Grizzly Bears"', "zone": '"battlefield"', "owner": '"A"', key: value}
    lines = "\n".join(f"{name} = {one}" for name, one in keys.items())
    done = call("run", write(tmp_path, scenario("bear", more=f"[[object]]\n{lines}")))
    assert done.exit_code in (0, 1, 2), done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize(
    "key",
    ["object", "objects", "to", "onto", "count", "kind", "of", "player", "amount", "answers", "as", "expect", "until"],
)
@pytest.mark.parametrize("do", ["move", "create_token_copy", "add_counters", "deal_damage", "become_copy", "attach"])
def test_odd_values_in_steps_are_never_our_fault(tmp_path: Path, do: str, key: str, value: str) -> None:
    """Whatever stands in a key of a step, the run ends with 0, 1 or 2, and without a traceback."""
    keys = {"do": f'"{do}"', key: value}
    lines = "\n".join(f"{name} = {one}" for name, one in keys.items())
    done = call("run", write(tmp_path, scenario("bear", steps=f"[[step]]\n{lines}")))
    assert done.exit_code in (0, 1, 2), done.output
    assert "Traceback" not in done.output


LORD = """[[card]]
name = "Lord"
type_line = "Creature — LINE"
power = 1
toughness = 1
abilities = [ { ability = "static", effect = { affects = { FIELD = ["WORD"] }, changes = [ CHANGE ] } } ]
"""
GROWS = '{ change = "modify_power_toughness", power = 1 }'
BLIP = {"card": None, "zone": '"battlefield"', "token": '{ type_line = "Artifact — Blip" }'}
FIELDS = ["subtypes", "any_subtypes", "not_subtypes"]


def lord(word: str, field: str = "subtypes", line: str = "Human", change: str = GROWS) -> str:
    """Return a card whose ability asks for a subtype."""
    return LORD.replace("LINE", line).replace("FIELD", field).replace("WORD", word).replace("CHANGE", change)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("command", ["run", "check", "explore"])
def test_a_selector_of_a_misspelt_subtype_is_refused(tmp_path: Path, field: str, command: str) -> None:
    """A subtype that is in no list and on no card would select nothing, so it is named with the nearest (CR 205.3)."""
    done = call(command, write(tmp_path, scenario("bear", more=lord("Solider", field))))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"card Lord: {field}: no subtype is named 'Solider' (did you mean 'Soldier'?)" in done.stderr


@pytest.mark.parametrize(
    ("more", "steps"),
    [
        (lord("Time Lord"), ""),
        (lord("Wolfkin", line="Wolfkin"), ""),
        (lord("Wolfkin", change='{ change = "add_types", subtypes = ["Wolfkin"] }'), ""),
        (lord("Blip") + table(**BLIP), ""),
        (lord("Blip"), step("create_token", token={"type_line": "Artifact — Blip"}, player="A")),
    ],
)
def test_a_subtype_of_the_files_own_is_known(tmp_path: Path, more: str, steps: str) -> None:
    """A made-up subtype is fine where a card, a token or an effect of the file has or gives it."""
    done = call("run", write(tmp_path, scenario("bear", more=more, steps=steps)))
    assert done.exit_code == 0, done.stderr


def test_a_misspelt_subtype_is_found_wherever_it_is_asked_for(tmp_path: Path) -> None:
    """In a card file alone, in one beside the scenario, in a token and in the effect of a step."""
    effect = {"affects": {"subtypes": ["Goblim"]}, "changes": [{"change": "modify_power_toughness", "power": 1}]}
    said = "no subtype is named 'Goblim' (did you mean 'Goblin'?)"
    assert said in refused(tmp_path, scenario("bear", steps=step("add_effect", effect=effect)))
    static = {"ability": "static", "effect": effect}
    token = {"name": "T", "type_line": "Artifact", "abilities": [static]}
    assert said in refused(tmp_path, scenario("bear", steps=step("create_token", token=token, player="A")))
    cards = write(tmp_path, 'format = "ecs-magic/cards-1"\n' + lord("Goblim"), "mine.toml")
    done = call("check", cards)
    assert (done.exit_code, said in done.stderr) == (2, True)
    assert said in refused(tmp_path, scenario("bear", top='cards = ["mine.toml"]'))
