"""Card files: what is written in another shape or word than a form has is refused, saying what to write instead."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from conftest import Scene
from scenarios import call, refused, scenario, step, write

import ecs_magic as magic
from ecs_magic.cardlibrary import read_card
from ecs_magic.errors import instead


def parsed(ability: str) -> list[Any]:
    """Return one ability as a file holds it."""
    return list(tomllib.loads(f"abilities = [ {ability} ]")["abilities"])


TRIGGERED = 'ability = "triggered"\nwhen = { event = "enters" }\n'
TURNS = 'then = [ { do = "transform" } ]\n'


def card_refused(folder: Path, ability: str) -> str:
    """Return the line with which a card with such an ability is refused."""
    head = '[[card]]\nname = "Mine"\ntype_line = "Creature — Bird"\npower = 1\ntoughness = 1\n[[card.abilities]]\n'
    return refused(folder, scenario("bear", more=head + ability))


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        (TRIGGERED + 'then = { do = "transform" }\n', "then: expected a list, got a table (as in [ … ])"),
        (TRIGGERED + 'then = [ "transform" ]\n', 'expected a table, got text (as in { do = "transform" })'),
        (TRIGGERED + 'then = [ "turn it" ]\n', 'as in { do = "…" }, do being one of'),
        (
            TRIGGERED + 'then = [ { do = "draw", count = "2" } ]\n',
            "count: expected a whole number or a table, got text",
        ),
        (TRIGGERED + 'then = [ { do = "add_counters", counter = "+1/+1" } ]\n', "The keys are count, kind"),
        (TRIGGERED + TURNS + 'targets = [ { of = { types = "Land" } } ]\n', '(as in [ "Land" ])'),
        (TURNS + 'when = { event = "enters" }\n', "the key 'ability' is missing (ability is one of keyword, static"),
        ('ability = "triggered"\n' + TURNS, "the key 'when' is missing"),
        ('ability = "activated"\ncost = "{T}"\n' + TURNS, "with some of the keys add_counters, discard"),
        ('ability = "activated"\ncost = { mana = "1T" }\n' + TURNS, "'1T' is not a mana cost"),
        ('ability = "instead"\nevent = "life gained"\nplus = 1\n', "did you mean 'gains life'?"),
        ('ability = "triggered"\nwhen = { event = "step", step = "end step" }\n' + TURNS, "did you mean 'end'?"),
    ],
)
def test_the_shape_of_an_ability_is_told(tmp_path: Path, ability: str, said: str) -> None:
    """A list, table, number, key or word that an ability lacks or has wrong is told as the file would write it."""
    line = card_refused(tmp_path, ability)
    assert said in line
    assert "card[2" not in line  # the place is counted in the file's own tables
    assert "abilities[0]" in line or "mana cost" in line


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("gains_life", ["life gained", "life lost"], "life gained"),
        ("back_face", ["back", "flipped"], "back"),
        ("cost", ["mana_cost", "colors"], "mana_cost"),
        ("flipt", ["back", "flipped"], "flipped"),
    ],
)
def test_the_nearest_word_has_the_same_parts(word: str, known: list[str], said: str) -> None:
    """Where spelling finds nothing near, the word with the same parts in any order is the nearest."""
    assert instead(word, known) == f"did you mean {said!r}?"


def test_a_word_like_none_is_answered_with_all() -> None:
    """Where nothing is near, all words are listed."""
    assert instead("pump", ["gain", "lose"]) == "one of gain, lose"


@pytest.mark.rule("K35")
def test_a_keyword_without_its_cost_can_not_be_paid(scene: Scene) -> None:
    """A way to cast whose cost is not written has no cost, which is unpayable, and not a cost of nothing (CR 118.6)."""
    form = {"name": "Lump", "mana_cost": "{1}{G}", "type_line": "Creature — Beast", "power": 1, "toughness": 1}
    bear = scene.put("Grizzly Bears")
    bare, full = (
        scene.put(read_card({**form, "keywords": [mutate]}), zone="hand") for mutate in ("mutate", "mutate {G}")
    )
    scene.do(magic.AddMana("A", "G"))
    (ignored,) = scene.do(magic.Cast(bare, targets=bear, how="mutate"))
    assert (ignored.name, ignored.rule) == ("Ignored", "118.6")
    assert "SpellCast" in [fact.name for fact in scene.do(magic.Cast(full, targets=bear, how="mutate"))]


DRAWER = {
    "name": "Reader",
    "type_line": "Artifact",
    "abilities": [
        "flying",
        {"ability": "activated", "name": "read", "cost": {"tap": True}, "then": [{"do": "draw"}]},
    ],
}


def test_an_ability_that_is_not_named_is_the_first_that_can_be_activated(scene: Scene) -> None:
    """Without a name or place the first activated ability is meant, whatever stands before it."""
    reader = scene.put(read_card(DRAWER))
    facts = scene.do(magic.Activate(reader))
    assert [fact.ability for fact in facts if fact.name == "AbilityActivated"] == ["read"]
    with pytest.raises(magic.InputError, match=r"no ability 0 that can be activated \(it has 1 read\)"):
        scene.do(magic.Activate(reader, 0))
    with pytest.raises(magic.InputError, match="no ability that can be activated"):
        scene.do(magic.Activate(scene.put("Grizzly Bears")))


def test_what_was_ignored_is_told_with_its_reason(tmp_path: Path) -> None:
    """A run tells of each ignored instruction, up to five, by step, object, reason and rule."""
    steps = step("transform", object="bear") * 6 + step("resolve")
    done = call("run", write(tmp_path, scenario("bear", steps=steps)))
    told_lines = done.stdout.splitlines()[:-1]
    assert done.exit_code == 0
    assert len(told_lines) == 6
    assert told_lines[0].startswith("step 1: transform of bear is ignored: ")
    assert "(CR 701.27c)" in told_lines[0]
    assert told_lines[-1] == "and 2 more that the rules ignored (see --trace)"
    alone = call("run", write(tmp_path, scenario("bear", steps=step("resolve"))))
    assert "step 1: resolve is ignored: the stack is empty (CR 608.1)" in alone.stdout


def test_facts_are_told_in_sentences(tmp_path: Path) -> None:
    """No fact of the library's own is told by its type and fields: drawing, shuffling, turns, effects that end."""
    effect = {"changes": [{"change": "modify_power_toughness", "power": 1, "toughness": 1}]}
    steps = (
        step("add_effect", object="bear", effect=effect, until="end of turn")
        + step("draw", player="A", count=2)
        + step("shuffle", player="A")
        + step("advance", to="next turn")
        + step("settle")
    )
    lines = call("run", "--trace", write(tmp_path, scenario("bear", "highest", steps=steps))).stdout.splitlines()
    assert [line for line in lines if re.match(r"    [A-Z]\w+: ", line)] == []
    for sentence in (
        "A draws highest",
        "A can't draw from an empty library",
        "A's library is shuffled",
        "B's turn begins",
    ):
        assert f"    {sentence}" in lines
    assert [line for line in lines if line.startswith("    A loses the game (CR 704.5b")]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda one: magic.Meld(one, one), r"partner: .* write Meld\(\(one, other\)\)"),
        (lambda one: magic.Cast(one, how=one), "how: expected text"),
        (lambda one: magic.Cast(one, mode=1.5), "mode"),
        (lambda one: magic.Move(one, "hand", tapped=one), "tapped: expected true or false"),
        (lambda one: magic.Move(one, "battlefield", counters=3), "counters: expected a table"),
        (lambda one: magic.CreateTokenCopy(one, "A", except_=3), "except_: expected a table"),
        (lambda one: magic.AddMana("A", one), "mana: expected text"),
        (lambda one: magic.Transform(one, since=one), "since: expected a whole number"),
        (lambda one: magic.DealDamage(one, 1, source=one.game.world.player_entities[0]), "a player is the source"),
    ],
)
def test_fields_of_requests_are_of_their_types(scene: Scene, make: Any, said: str) -> None:
    """A request with a value of another type than the field has is refused at once, and the game can go on."""
    bear = scene.put("Grizzly Bears")
    before = scene.game.digest()
    with pytest.raises(magic.InputError, match=said):
        scene.game.do(make(bear))
    assert scene.game.digest() == before


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ('"Mutat {1}{G}{G}"', "'Mutat {1}{G}{G}' is no keyword (did you mean 'mutate'?)"),
        ('"kickr—{2}"', "did you mean 'kicker'?"),
        ('"toxik 2"', "did you mean 'toxic'?"),
        ('"wardd—{2}, Pay 2 life."', "did you mean 'ward'?"),
        ('"Flying vigilance"', "nothing stands behind flying, as 'vigilance' does"),
        ('"mutate 2"', "'mutate 2' has no cost in braces (write mutate {2})"),
        ('"protection from blak"', "'blak' in 'protection from blak' is no colour (did you mean 'black'?)"),
        ('"mutate {1}{G}{K}"', "{K} in 'mutate {1}{G}{K}' is not a mana symbol"),
        ('"ward {2"', "'ward {2' lacks a brace"),
        ('{ ability = "keyword", keyword = "Mutate" }', "'Mutate' is no keyword (did you mean 'mutate'?)"),
        (
            '{ ability = "keyword", keyword = "mutate", detail = "{G}{K}" }',
            "{K} in 'mutate {G}{K}' is not a mana symbol",
        ),
        ('{ ability = "static", effect = { affects = { has = ["Flyng"] }, changes = [] } }', "did you mean 'flying'?"),
        (
            '{ ability = "static", effect = { affects = { lacks = ["Flyng"] }, changes = [] } }',
            "did you mean 'flying'?",
        ),
    ],
)
def test_a_keyword_is_read_over_with_its_cost(ability: str, said: str) -> None:
    """A keyword is refused if its word is nearly one, also before a cost, or if its cost has no such symbol."""
    with pytest.raises(magic.InputError) as refusal:
        read_card({"name": "Mine", "type_line": "Creature — Beast", "abilities": parsed(ability)})
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "Protect",
        "Clash",
        "Protection from black",
        "protection from Goblins",
        "Hexproof",
        "Toxic 2",
        "echo {Q}{T}{E}",
        "Level up {2/W}",
        "reconfigure {X}",
        "Tap 2 of {them} now",
        "Juggle {2}",
        "Ward—{2}, Pay 2 life.",
        "Flashback—{1}{U}, Pay 3 life.",
        "Escape—{3}{R}{R}, Exile five other cards from your graveyard.",
    ],
)
def test_other_symbols_and_texts_are_let_through(text: str) -> None:
    """What costs hold beside mana, and texts that are not nearly a keyword, are read (CR 107.5-6, 107.14)."""
    assert read_card({"name": "Mine", "type_line": "Artifact", "abilities": [text]}).front.abilities


@pytest.mark.parametrize("key", ["keywords", "abilities"])
def test_a_line_of_keywords_is_several_abilities(key: str) -> None:
    """Keywords may be written as a card prints them; what holds more than keywords stays one text."""
    card = read_card({"name": "Mine", "type_line": "Artifact", key: ["Flying, ward {2}", "Flying, then draw."]})
    assert [ability.name for ability in card.front.abilities] == ["flying", "ward {2}", "Flying, then draw."]
    with pytest.raises(magic.InputError, match="did you mean 'mutate'"):
        read_card({"name": "Mine", "type_line": "Artifact", key: ["Flying, mutat {2}"]})


def test_a_wrong_word_in_an_ability_is_told_with_its_place() -> None:
    """The place of a word leads through the ability to the list it stands in."""
    ability = (
        '{ ability = "triggered", when = { event = "dies" }, targets = [ { of = { any_types = ["Artefact"] } } ] }'
    )
    with pytest.raises(magic.InputError, match=r"card\.abilities\[0\]\.targets\[0\]\.of\.any_types\[0\]: 'Artefact'"):
        read_card({"name": "Mine", "type_line": "Artifact", "abilities": parsed(ability)})


@pytest.mark.parametrize(
    ("ability", "place", "said"),
    [
        (
            '{ ability = "activated", cost = {}, then = [ { do = "tap", what = "target" } ] }',
            "then[0].what",
            "no 'target' is chosen for it (give the ability `targets`)",
        ),
        (
            '{ ability = "triggered", when = { event = "dies" }, targets = [ { player = "any" } ], then = ['
            ' { do = "may", then = [ { do = "damage", amount = 1, player = "target 2" } ] } ] }',
            "then[0].then[0].player",
            "no 'target 2' is chosen for it (it has 1)",
        ),
        (
            '{ ability = "spell", choose = { modes = [ { name = "one",'
            ' then = [ { do = "tap", what = "target" } ] } ] } }',
            "choose.modes[0].then[0].what",
            "no 'target' is chosen for it",
        ),
        (
            '{ ability = "activated", cost = {}, then = [ { do = "draw" }, { do = "reflex",'
            ' targets = [ { of = {} } ], then = [ { do = "tap", what = "target 2" } ] } ] }',
            "then[1].then[0].what",
            "no 'target 2' is chosen for it (it has 1)",
        ),
        (
            '{ ability = "activated", cost = { remove_counters = { "+1+1" = 1 } }, then = [] }',
            "cost.remove_counters",
            "'+1+1' is no kind of counter",
        ),
        (
            '{ ability = "activated", cost = {}, then = [ { do = "add_counters", kind = "+1/+l" } ] }',
            "then[0].kind",
            "'+1/+l' is no kind of counter",
        ),
        (
            '{ ability = "static", effect = { affects = { counters = ["1/1"] }, changes = [] } }',
            "effect.affects",
            "'1/1' is no kind of counter",
        ),
    ],
)
def test_targets_that_nobody_chooses_and_counters_of_no_kind_are_refused(ability: str, place: str, said: str) -> None:
    """What an ability speaks of is chosen for it (CR 115.1); counters with signs and numbers are as +1/+1 (122.1a)."""
    with pytest.raises(magic.InputError) as refusal:
        read_card({"name": "Mine", "type_line": "Sorcery", "abilities": parsed(ability)})
    assert f"abilities[0].{place}" in refusal.value.where
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    "ability",
    [
        '{ ability = "spell", targets = [ { of = {} } ], then = [ { do = "delay",'
        ' when = { event = "step", step = "end" }, then = [ { do = "sacrifice", what = "target" } ] } ] }',
        '{ ability = "spell", then = [ { do = "draw" }, { do = "reflex",'
        ' targets = [ { of = {} } ], then = [ { do = "tap", what = "target" } ] } ] }',
    ],
)
def test_targets_are_known_to_what_comes_of_the_ability(ability: str) -> None:
    """A delayed ability speaks of those of what set it up; a reflexive one chooses its own (CR 603.7, 603.12)."""
    assert read_card({"name": "Mine", "type_line": "Sorcery", "abilities": parsed(ability)}).front.abilities


def test_a_missing_key_is_told_with_the_words_of_its_own_form(tmp_path: Path) -> None:
    """Words that another form has under the same key are not suggested."""
    line = card_refused(tmp_path, TRIGGERED + 'then = [ { do = "draw", count = { amount = "count" } } ]\n')
    assert "count: the key 'of' is missing" in line
    assert "mana_value" not in line
    line = card_refused(tmp_path, TRIGGERED + 'then = [ { do = "draw", count = { amount = "reading" } } ]\n')
    assert "(of is one of power, toughness, mana_value" in line


def test_two_cards_of_one_file_have_two_names(tmp_path: Path) -> None:
    """A second card of the same name in one file is refused; one of another file's name replaces it."""
    bear = '[[card]]\nname = "{}"\ntype_line = "Creature — Bear"\npower = 3\ntoughness = 3\n'
    head = 'format = "ecs-magic/cards-1"\n'
    path = write(tmp_path, head + bear.format("Twice") + bear.format("Once") + bear.format("twice"), name="mine.toml")
    assert (
        "card[2]: the file has a card named 'twice' already (give each card its own name)" in call("check", path).stderr
    )
    assert "the file has a card named 'Twice' already" in refused(
        tmp_path, scenario("bear", more=bear.format("Twice") * 2)
    )
    own = write(tmp_path, head + bear.format("Grizzly Bears"), name="own.toml")
    assert call("check", own).exit_code == 0


def test_a_card_file_is_not_run(tmp_path: Path) -> None:
    """A card file in place of a scenario is told as what it is."""
    path = write(tmp_path, 'format = "ecs-magic/cards-1"\n[[card]]\nname = "K"\ntype_line = "Artifact"\n')
    assert "format: this is a card file (check it, or name it in a scenario" in call("run", path).stderr


@pytest.mark.parametrize("which", ["card", "scenario"])
def test_the_schema_says_each_choice_of_forms_once(which: str) -> None:
    """Instructions, abilities, changes and amounts are defined once and referred to from wherever they may stand."""
    found: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict) and "discriminator" in part:
            found.append(str(sorted(part["discriminator"]["mapping"])))
        for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            walk(one)

    schema = json.loads(call("schema", which).stdout)
    walk(schema)
    assert len(found) == len(set(found))
    assert schema["$defs"]["Triggered"]["properties"]["then"]["items"] == {"$ref": "#/$defs/AnyInstruction"}


def test_the_schema_of_cards_holds_what_cards_use_alone() -> None:
    """`schema card` defines what a card can hold, and every definition that it refers to."""
    text = call("schema", "card").stdout
    parts = json.loads(text)["$defs"]
    assert "Triggered" in parts
    assert not [name for name in parts if name.endswith("Step")]
    referred = {place.split('"')[0] for place in text.split("#/$defs/")[1:]}
    assert referred == set(parts)


def test_new_writes_an_example(tmp_path: Path) -> None:
    """`new --example` writes a shipped scenario to look at and to change; it runs."""
    path = tmp_path / "mine.toml"
    assert call("new", path, "--example", "flip-cards").exit_code == 0
    assert call("run", path).stdout.splitlines()[-1].startswith("ok: ")
    wrong = call("new", tmp_path / "other.toml", "--example", "flip-crads")
    assert wrong.exit_code == 2
    assert "did you mean 'flip-cards'" in wrong.stderr
    assert not (tmp_path / "other.toml").exists()
