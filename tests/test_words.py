"""Names and words that people write, in Python and in files: what they mean, and what a misspelt one is told."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from conftest import Scene
from scenarios import HEAD, PLAYERS, call, held, refused, scenario, step, write

import ecs_magic as magic
from ecs_magic.abilities import CopyExceptions, Forbid, Gain, Keyword, Lose, LoseAll, keyword
from ecs_magic.cardlibrary import read_card
from ecs_magic.decisions import ASKS
from ecs_magic.errors import InputError
from ecs_magic.expectations import IS
from ecs_magic.facts import fact_kinds
from ecs_magic.instructions import Who, Word
from ecs_magic.keywords import KEYWORDS
from ecs_magic.readings import READINGS
from ecs_magic.selectors import Selector

CARD_FILE = 'format = "ecs-magic/cards-1"\n[[card]]\nname = "Mine"\ntype_line = "Creature — Bear"\npower = 7\n'


# --- Python ----------------------------------------------------------------------------------------------


def test_a_card_is_found_by_its_id_and_by_its_name(tmp_path: Path) -> None:
    """`game.card` gives the physical card of an id or of a scenario's name, wherever it is by now."""
    game = magic.load(write(tmp_path, scenario("bear", "host")))
    assert game.card("ratcard").name == "Graf Rats"
    bear = game.named("bear")
    (put,) = (fact for fact in game.do(magic.Destroy(bear)) if fact.name == "CardPut")  # type: ignore[union-attr]
    card = game.card(put.record()["card"])
    assert card == game.card("bear") == game.card(card)
    assert card.object.zone == "graveyard"


def test_a_game_is_told_of_card_files(tmp_path: Path) -> None:
    """A card that nobody defined is refused with how a card file is added, after a save was read as well."""
    game = magic.Game()
    with pytest.raises(magic.UnknownCardError, match=r"game\.cards\.add_file"):
        game.put("Zzyzx", "A")
    game.cards.add_file(write(tmp_path, CARD_FILE, "mine.toml"))
    game.put("Mine", "A")
    later = magic.Game.from_dict(game.to_dict(), cards=game.cards)
    assert [later.put("Mine", "A").name, later.objects()[0].name] == ["Mine", "Mine"]


@pytest.mark.parametrize(("thing", "said"), [("baer", "did you mean 'bear'"), (10**6, "no card"), (None, "no object")])
def test_what_is_no_card_is_refused(tmp_path: Path, thing: int, said: str) -> None:
    """`game.card` refuses a name that nobody gave, and an id that is no card's."""
    game = magic.load(write(tmp_path, scenario("bear")))
    with pytest.raises(magic.InputError, match=said):
        game.card(thing)


def test_the_id_of_an_object_is_no_cards(scene: Scene) -> None:
    """The id of an object is refused where a card is asked for, with where its cards are found."""
    bear = scene.put("Grizzly Bears")
    with pytest.raises(magic.InputError, match="constituents"):
        scene.game.card(bear.id)


def test_options_are_handles_and_answer() -> None:
    """The options of a waiting decision can be read as handles, and handles, ids and words answer it."""
    game = magic.Game(decider=None)
    dying = [game.put(name, "A") for name in ("Grizzly Bears", "Gray Ogre")]
    assert game.options == ()
    game.do(magic.Destroy(dying))
    assert [option.name for option in game.options] == ["Grizzly Bears", "Gray Ogre"]  # type: ignore[union-attr]
    with pytest.raises(magic.PendingError, match=r"order of .*Gray Ogre"):
        game.do(magic.SetLife("A", 1))
    with pytest.raises(magic.InputError, match=r"graveyard_order waits for A.*Grizzly Bears"):
        game.answer("hand")
    game.answer(game.options[::-1])
    assert [one.name for one in game.objects("graveyard")] == ["Gray Ogre", "Grizzly Bears"]


def test_a_scenarios_names_answer(tmp_path: Path) -> None:
    """In a game of a scenario file its names answer a decision; options that are objects are objects."""
    game = magic.load(write(tmp_path, scenario("wanderer", more=TWIN)))
    game.decider = None
    game.settle()
    assert [option.zone for option in game.options] == ["battlefield"] * 2  # type: ignore[union-attr]
    game.answer("twin")
    assert [one.card for one in game.objects("battlefield")] == [game.card("twin")]


TWIN = '[[object]]\nid = "twin"\ncard = "Wanderer"\nzone = "battlefield"\nowner = "A"\n'


def test_tokens_and_cards_by_name(scene: Scene) -> None:
    """A predefined token (CR 111.10), and a card that a token, a permanent or an arrival copies, go by their names."""
    bear = scene.put("Grizzly Bears")
    card = scene.put("Grizzly Bears", zone="hand")
    scene.do(
        magic.CreateToken("Treasure", "A"),
        magic.CreateTokenCopy("Delver of Secrets", "A"),
        magic.BecomeCopy(bear, "Gray Ogre"),
        magic.Move(card, "battlefield", copy_of="Dreamtail Heron"),  # type: ignore[arg-type]
    )
    names = sorted(one.name for one in scene.game.objects("battlefield"))
    assert names == ["Delver of Secrets", "Dreamtail Heron", "Gray Ogre", "Treasure Token"]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda one: magic.CreateToken("Tresure", "A"), "did you mean 'Treasure'"),
        (lambda one: magic.CreateToken({"name": "X"}, "A"), "no token"),
        (lambda one: magic.CreateTokenCopy("Grizly Bears", "A"), "Grizzly Bears"),
        (lambda one: magic.BecomeCopy(one, "Grizly Bears"), "Grizzly Bears"),
        (lambda one: magic.BecomeCopy(one, "Gray Ogre", until="end of trun"), "did you mean 'end of turn'"),
        (lambda one: magic.BeginStep("upkep"), "did you mean 'upkeep'"),
        (lambda one: magic.BeginStep("foo"), "one of untap, upkeep"),
        (lambda one: magic.BeginStep(""), "no step"),
        (lambda one: magic.Move(one, "feild"), "one of battlefield, stack"),
        (lambda one: magic.Transform(one.card), "card.object"),
        (lambda one: magic.TurnFaceDown(one, "manifets"), "did you mean 'manifest'"),
        (lambda one: magic.AddCounters(one, "+1+1"), "122.1a"),
        (lambda one: magic.Move(one, "graveyrd"), "did you mean 'graveyard'"),
        (lambda one: magic.Move(one, "library", position="botom"), "did you mean 'bottom'"),
        (lambda one: magic.Move(one, "library", position=None), "whole number"),
        (lambda one: magic.Merge(one, one, "undr"), "did you mean 'under'"),
        (lambda one: magic.Merge(one, one, abilities="topmst"), "did you mean 'topmost'"),
        (lambda one: magic.AddEffect(magic.Effect((Forbid(("transfrom",)),))), "did you mean 'transform'"),
        (lambda one: magic.AddEffect(magic.Effect((Gain(("Flyng",)),))), "did you mean 'flying'"),
        (lambda one: magic.AddEffect(magic.Effect((Lose(("Flyng",)),))), "did you mean 'flying'"),
        (lambda one: magic.AddEffect(magic.Effect((), Selector(which="othr"))), "did you mean 'other'"),
        (lambda one: magic.BecomeCopy(one, "Gray Ogre", except_=magic.CopyExceptions(power="2")), "expected"),
    ],
)
def test_words_of_requests_are_checked(scene: Scene, make: Callable[[object], magic.Request], said: str) -> None:
    """A word of a request that means nothing is refused with the nearest that does, and nothing happens."""
    bear = scene.put("Grizzly Bears")
    before = scene.game.position_digest()
    with pytest.raises(magic.InputError, match=said):
        scene.game.do(make(bear))
    assert scene.game.position_digest() == before


@pytest.mark.parametrize(("word", "step"), [("Combat", "beginning of combat"), ("end step", "end"), ("main", None)])
def test_steps_go_by_the_words_people_use(scene: Scene, word: str, step: str | None) -> None:
    """Steps and phases of a turn may be named as people call them (CR 500.1); the clock has one name for each."""
    scene.do(magic.BeginStep(word))
    assert scene.game.world.clock().step == (step or "precombat main")


@pytest.mark.rule("E31")
@pytest.mark.parametrize("until", ["source leaves", "you lose the source"])
@pytest.mark.parametrize(
    "make",
    [
        lambda bear, until: magic.GainControl(bear, "B", until=until),
        lambda bear, until: magic.AddEffect(magic.Effect((LoseAll(),)), bear, until=until),
        lambda bear, until: magic.BecomeCopy(bear, "Craw Wurm", until),
    ],
)
def test_what_lasts_by_a_source_has_one(
    scene: Scene, make: Callable[[magic.Object, str], magic.Request], until: str
) -> None:
    """For as long as something holds of no source at all nothing would ever begin (CR 611.2b)."""
    with pytest.raises(InputError, match="speaks of a source, and there is none"):
        scene.do(make(scene.put("Grizzly Bears"), until))


@pytest.mark.rule("E31")
@pytest.mark.parametrize(
    "instruction",
    [
        {"do": "become_copy", "of": "target", "until": "source leaves"},
        {"do": "put_with", "effect": {"changes": [{"change": "lose_all"}]}, "until": "source leaves"},
    ],
)
def test_instructions_that_keep_no_source(scene: Scene, instruction: dict[str, Any]) -> None:
    """A copy effect, and one that begins as its object enters, last by no source: the card is refused."""
    spell = {"ability": "spell", "targets": [{"of": {"types": ["Creature"]}}], "then": [instruction]}
    with pytest.raises(InputError, match="it has no source to last 'source leaves' by"):
        scene.card(type_line="Sorcery", power=None, toughness=None, abilities=[spell])


def test_policies_are_checked() -> None:
    """A policy that names no choice is refused with the choices there are."""
    policies = magic.Policies(instant_constituent="non turn")  # type: ignore[arg-type]
    with pytest.raises(magic.InputError, match=r"instant_constituent.*'none turn'"):
        magic.Game(policies=policies)


def test_what_is_no_decider_or_card_is_refused_at_once() -> None:
    """What can't decide is refused as a decider, and what is no card by a library, before it is used."""
    with pytest.raises(magic.InputError, match="First"):
        magic.Game(decider="first")  # type: ignore[arg-type]
    with pytest.raises(magic.InputError, match="add_file"):
        magic.CardLibrary(["mine.toml"])  # type: ignore[list-item]
    with pytest.raises(magic.InputError, match="add_file"):
        magic.Game(cards=["mine.toml"])  # type: ignore[arg-type]
    with pytest.raises(magic.InputError, match=r"Game\.settle"):
        magic.explore(magic.Game(), "settle")  # type: ignore[arg-type]


def test_a_token_is_placed_by_its_name(scene: Scene) -> None:
    """A token of a position is the predefined one of that name (CR 111.10), or else one with the values of a card."""
    treasure, bear = (scene.put(name, token=True) for name in ("Treasure", "Grizzly Bears"))
    assert [(one.name, one.read("token")) for one in (treasure, bear)] == [
        ("Treasure Token", True),
        ("Grizzly Bears", True),
    ]


@pytest.mark.parametrize("read", ["read", "explain", "columns"])
def test_a_misspelt_reading_is_told(scene: Scene, read: str) -> None:
    """A reading that does not exist is refused with the nearest that does."""
    bear = scene.put("Grizzly Bears")
    with pytest.raises(magic.InputError, match="did you mean 'power'"):
        getattr(scene.game if read == "columns" else bear, read)("powr")


def test_every_reading_is_an_attribute(scene: Scene) -> None:
    """What a scenario's expectation may read of an object is an attribute of its handle; a misspelt one is told."""
    bear = scene.put("Grizzly Bears", counters={"+1/+1": 1})
    assert [name for name in READINGS if not hasattr(bear, name)] == []
    assert bear.damage == bear.read("damage") == 0
    assert (bear.melded, bear.merged, bear.token, bear.face_down) == (False, False, False, False)
    with pytest.raises(AttributeError, match="did you mean 'melded'"):
        _ = bear.meldd
    assert not hasattr(bear, "_private")


def test_an_ability_on_the_stack_is_shown_by_its_name(scene: Scene) -> None:
    """The handle of an ability on the stack, which has no name of its own (CR 113.7a), shows which ability it is."""
    form = {"ability": "activated", "name": "read", "cost": {"tap": True}, "then": [{"do": "draw"}]}
    scene.do(magic.Activate(scene.put(read_card({"name": "Reader", "type_line": "Artifact", "abilities": [form]}))))
    (ability,) = scene.game.objects("stack")
    assert "'ability read' stack" in repr(ability)
    assert ability.name == ""


def test_card_files_are_added_by_path_or_text(tmp_path: Path) -> None:
    """A library takes a card file as a `Path` or as text."""
    path = write(tmp_path, CARD_FILE, "mine.toml")
    for given in (path, str(path)):
        cards = magic.CardLibrary()
        cards.add_file(given)
        assert cards.find("Mine").front.power == 7


# --- keywords --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "word", "detail"),
    [
        ("Hidden agenda", "hidden agenda", ""),
        ("Double agenda", "double agenda", ""),
        ("Mayhem {1}{B}", "mayhem", "{1}{B}"),
        ("Web-slinging {2}{W}", "web-slinging", "{2}{W}"),
        ("Firebending 2", "firebending", "2"),
        ("Sneak {1}{U}", "sneak", "{1}{U}"),
        ("Increment", "increment", ""),
        ("Paradigm", "paradigm", ""),
        ("Basic landcycling {1}", "basic landcycling", "{1}"),
        ("Artifact landcycling {2}", "artifact landcycling", "{2}"),
        ("Commander ninjutsu {U}{B}", "commander ninjutsu", "{U}{B}"),
        ("Partner with Gray Ogre", "partner with", "Gray Ogre"),
    ],
)
def test_keywords_of_the_newest_rules(text: str, word: str, detail: str) -> None:
    """Keyword abilities of the rules in force, with their variants, are known as such (CR 702)."""
    assert keyword(text) == Keyword(word, detail)
    assert word in KEYWORDS


@pytest.mark.parametrize("key", ["keywords", "abilities"])
def test_a_misspelt_keyword_is_told(tmp_path: Path, key: str) -> None:
    """A word of a card that is nearly a keyword is refused with the one that was meant."""
    card = f'[[card]]\nname = "Odd"\ntype_line = "Creature — Bear"\n{key} = ["Trample", "Flyng"]\n'
    assert "did you mean 'flying'" in refused(tmp_path, HEAD + PLAYERS + card)


def test_a_line_of_keywords_is_several_wherever_abilities_are_written(scene: Scene) -> None:
    """What an effect or an exception of a copy gives is written as on a card; each keyword is an ability."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.do(magic.AddEffect(magic.Effect((Gain(("Flying, lifelink", "Haste")),)), bear))
    scene.do(magic.BecomeCopy(ogre, "Craw Wurm", except_=CopyExceptions(add_abilities=("Reach; trample",))))
    assert (set(bear.keywords), len(bear.abilities)) == ({"flying", "lifelink", "haste"}, 3)
    assert (set(ogre.keywords), len(ogre.abilities)) == ({"reach", "trample"}, 2)


@pytest.mark.parametrize(
    "effect",
    [
        magic.Effect((Lose(("flying, lifelink",)),)),
        magic.Effect((LoseAll(),), Selector(has=("flying, lifelink",))),
        magic.Effect((LoseAll(),), Selector(lacks=("flying, lifelink",))),
    ],
)
def test_an_ability_is_named_alone(scene: Scene, effect: magic.Effect) -> None:
    """Two keywords are the name of no ability: nothing would ever answer to it."""
    with pytest.raises(InputError, match='write "flying", "lifelink"'):
        scene.do(magic.AddEffect(effect, live=True, player="A"))


def test_an_exception_removes_abilities_by_name_alone(scene: Scene) -> None:
    """So it is with what a copy does not have."""
    bear = scene.put("Grizzly Bears")
    with pytest.raises(InputError, match="is the name of no ability"):
        scene.do(magic.BecomeCopy(bear, "Banehound", except_=CopyExceptions(remove_abilities=("Lifelink, haste",))))


_SIZED = {"change": "define_power_toughness", "power": {"amount": "count", "of": {"subtypes": ["Swamp"]}}}
_DEFINING: dict[str, Any] = {"ability": "static", "defines": True, "effect": {"changes": [_SIZED]}}
_GIVEN = {"change": "gain", "abilities": [_DEFINING]}


@pytest.mark.rule("E05")
@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ({"ability": "static", "effect": {"changes": [_GIVEN]}}, "what an effect gives defines nothing"),
        (_DEFINING | {"condition": {"subtypes": ["Swamp"]}}, "what depends on a condition defines nothing"),
        (_DEFINING | {"effect": {"changes": [_SIZED], "affects": {"which": "other"}}}, "is about its own object"),
    ],
)
def test_what_cannot_define_is_told(scene: Scene, ability: dict[str, Any], said: str) -> None:
    """A defining ability is its own object's, printed or copied, and without condition (CR 604.3a)."""
    scene.card(abilities=[_DEFINING])
    with pytest.raises(InputError, match=f"{said}.*604.3a"):
        scene.card(abilities=[ability])


def test_words_that_are_nearly_no_keyword_are_unmodelled(scene: Scene) -> None:
    """A text that is no keyword, nor nearly one, is an ability that is carried and not carried out."""
    bear = scene.put(scene.card(power=1, toughness=1, keywords=["Juggling"], abilities=["Whenever it flys, draw."]))
    assert bear.keywords == ()
    assert len(bear.abilities) == 2


# --- files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expectation", "said"),
    [
        ('{ ignored = "transfrom" }', "'transform'"),
        ('{ ignored = "foo" }', "add_counters"),
        ('{ facts = "PermanentEnterd" }', "'PermanentEntered'"),
        ('{ facts = "CardPut", where = { crad = "bear" } }', "'card'"),
        ('{ asked = "graveyard_oder" }', "'graveyard_order'"),
        ('{ object = "bear", is = { powr = 1 } }', "'power'"),
        ('{ object = "bear", is = { has = ["flyng"] } }', "'flying'"),
        ('{ object = "bear", is = { lacks = "flyng" } }', "'flying'"),
        ('{ object = "bear", is = { zone = "battelfield" } }', "is.zone: 'battelfield' is unknown here"),
        ('{ object = "bear", is = { face = "bakc" } }', "'back'"),
        ('{ object = "bear", is = { types = ["Creture"] } }', "'Creature'"),
        ('{ object = "bear", is = { supertypes = "Legendery" } }', "'Legendary'"),
        ('{ object = "bear", is = { colors = ["Green"] } }', "one of W, U, B, R, G"),
        ('{ object = "bear", is = { produces = ["X"] } }', "one of W, U, B, R, G, C"),
        ('{ object = "bear", is = { controller = "C" } }', "one of A, B"),
        ('{ object = "baer", exists = true }', "'bear'"),
        ('{ object = "bear", became = ["baer"] }', "'bear'"),
        ('{ card = "baer", is = { power = 1 } }', "'bear'"),
        ('{ zone = "hand", player = "C", count = 0 }', "A, B"),
        ('{ zone = "hand", player = "A", cards = ["baer"] }', "'bear'"),
        ('{ seen_by = "C", zone = "library", order = true }', "A, B"),
        ("{ digest_equals = 5 }", "no step 5"),
    ],
)
def test_words_of_expectations_are_checked_before_anything_runs(tmp_path: Path, expectation: str, said: str) -> None:
    """A misspelt fact, request, question, reading or name in an expectation is bad input, by `run` and by `check`."""
    text = scenario(
        "bear", steps=step("tap", object="bear") + step("expect", '{ player = "A", life = 20 }', expectation)
    )
    line = refused(tmp_path, text)
    assert "step 2: expect[1]" in line
    assert said in line
    assert call("check", tmp_path / "board.toml").stderr == line + "\n"


def test_values_of_expectations_go_by_any_case_and_may_be_absent(tmp_path: Path) -> None:
    """A value that can be had is compared, however it is written; "" stands for what is not there."""
    holds = '{ card = "bear", is = { types = ["creature"], zone = "Battlefield", loyalty = "", colors = "g" } }'
    held(tmp_path, scenario("bear", steps=step("expect", holds, '{ card = "bear", is = { supertypes = "" } }')))


def test_a_misspelt_question_is_refused(tmp_path: Path) -> None:
    """An answer to a question that is never asked of anybody is bad input, with the nearest question."""
    answers = [{"ask": "graveyard order", "answer": "bear"}]
    line = refused(tmp_path, scenario("bear", steps=step("destroy", object="bear", answers=answers)))
    assert "step 1 (destroy): answers[0].ask: no question is named 'graveyard order'" in line
    assert "did you mean 'graveyard_order'" in line


def test_check_names_everything_that_is_misnamed(tmp_path: Path) -> None:
    """`check` lists every misnamed object, effect, card, player and step of the steps, in the order of the file."""
    steps = (
        step("tap", object="baer")
        + step("destroy", objects=["bear", "houst"])
        + step("attach", object="bear", to="host2")
        + step("create_token_copy", of="Gray Oger", player="A")
        + step("become_copy", object="bear", of="hosst")
        + step("remove_effect", effect="growth")
        + step("draw", player="C")
        + step("transform", object="bear", source="bear", since=12)
        + step("create_token_copy", of="bear", player="A", as_="copy")
        + '[[step]]\ndo = "together"\nsteps = [ { do = "tap", object = "copy" }, { do = "untap", object = "kopy" } ]\n'
    )
    done = call("check", write(tmp_path, scenario("bear", "host", steps=steps)))
    assert done.exit_code == 2
    wanted = [
        ("step 1 (tap): object", "'bear'"),
        ("step 2 (destroy): objects", "'host'"),
        ("step 3 (attach): to", "'host'"),
        ("step 4 (create_token_copy): of", "Gray Ogre"),
        ("step 5 (become_copy): of", "'host'"),
        ("step 6 (remove_effect): effect", "none has a name yet"),
        ("step 7 (draw): player", "A, B"),
        ("step 8 (transform): since", "no step 12"),
        ("step 10 (together): steps[1]: object", "'copy'"),
    ]
    lines = done.stderr.splitlines()
    assert len(lines) == len(wanted)
    assert [
        one for line, (place, hint) in zip(lines, wanted, strict=True) for one in (place, hint) if one not in line
    ] == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (step("advance", to="next upkep"), "did you mean 'next upkeep'"),
        (step("add_mana", player="A", mana="Q"), "{Q}"),
        (step("merge", object="bear", onto="bear"), "itself"),
        (step("destroy", objects=["host"]) + step("tap", object="host"), "it became"),
    ],
)
def test_check_tries_the_steps(tmp_path: Path, wrong: str, said: str) -> None:
    """Where nothing else is wrong `check` tries the steps, and names the first that can't be done."""
    fails = step("expect", '{ object = "bear", is = { power = 9 } }')
    assert call("check", write(tmp_path, scenario("bear", "host", steps=fails))).exit_code == 0
    done = call("check", write(tmp_path, scenario("bear", "host", steps=fails + wrong)))
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_check_reads_card_files(tmp_path: Path) -> None:
    """`check` reads card files as well, and names every card that can't be read."""
    good = write(tmp_path, CARD_FILE, "good.toml")
    assert call("check", good).stdout == f"{good}: ok\n"
    bad = (
        CARD_FILE + '[[card]]\nname = "B"\ntype_line = "Craeture"\n[[card]]\nname = "C"\ntype_line = "Land"\npowr = 1\n'
    )
    done = call("check", write(tmp_path, bad, "bad.toml"))
    assert done.exit_code == 2
    assert [line.split(": ")[2].split(".")[0] for line in done.stderr.splitlines()] == ["card[1]", "card[2]"]


def test_places_keep_the_folder_and_count_as_the_result_does(tmp_path: Path) -> None:
    """A message names the file as it was given, steps from 1, and what stands in brackets from 0."""
    text = scenario(
        "bear", steps=step("tap", object="bear") + step("tap", '{ object = "bear", iz = 1 }', object="bear")
    )
    assert refused(tmp_path, text).startswith(f"error: {tmp_path}/board.toml: step 2: expect[0]: unknown key 'iz'")


def test_a_missing_card_file_is_told_where_it_is_named(tmp_path: Path) -> None:
    """A card file that is not there is told with the scenario and the place in it that name it."""
    write(tmp_path, CARD_FILE, "mine.toml")
    line = refused(tmp_path, f'{HEAD}cards = ["mine.toml", "mien.toml"]\n{PLAYERS}')
    assert line.startswith(f"error: {tmp_path}/board.toml: cards[1]: mien.toml: no such file")
    assert "mine.toml" in line
    write(tmp_path, CARD_FILE + "powr = 1", "wrong.toml")
    named = write(tmp_path, f'{HEAD}cards = ["wrong.toml"]\n{PLAYERS}')
    assert call("run", named).stderr.startswith(f"error: {tmp_path}/wrong.toml: card[0]")


def test_the_schemas_list_the_words() -> None:
    """The schemas hold the names of questions, facts and readings, and the pasted card beside the written one."""
    parts = json.loads(call("schema").stdout)["$defs"]
    asked = parts["AnswerForm"]["properties"]["ask"]
    assert asked["enum"] == list(ASKS)
    assert ASKS["legend_rule"] in asked["description"]
    said = parts["Expectation"]["properties"]
    assert said["facts"]["anyOf"][0]["enum"] == list(fact_kinds())
    assert "turn_face_up" in said["ignored"]["anyOf"][0]["enum"]
    assert said["is"]["anyOf"][0]["propertyNames"]["enum"] == list(IS)
    for schema in (json.loads(call("schema", "card").stdout), {"$defs": parts}):
        written, pasted = schema["$defs"]["Card"]["anyOf"]
        assert written["$ref"].endswith("/CardSource")
        assert pasted["required"] == ["scryfall"]


def test_the_schemas_say_what_keys_and_words_mean() -> None:
    """What is written beneath a key's definition stands in the schema, also of a base; shared words stand once."""
    for which in ("card", "scenario"):
        text = call("schema", which).stdout
        parts = json.loads(text)["$defs"]
        assert parts["Selector"]["properties"]["has_abilities"]["description"].startswith("Whether it has any ability")
        assert parts["Event"]["properties"]["event"]["description"].startswith("What happens.")
        assert parts["Delay"]["properties"]["it"]["anyOf"][0] == {"$ref": "#/$defs/Word"}
        assert parts["Destroy"]["properties"]["what"]["anyOf"][0] == {"$ref": "#/$defs/Word"}
        assert parts["Draw"]["properties"]["player"] == {"$ref": "#/$defs/Who", "default": "you"}
        for name, words in (("Word", Word), ("Who", Who)):
            assert parts[name]["enum"] == list(get_args(words))
            assert "`target`" in parts[name]["description"]
    assert "CR 400.7" in parts["Expectation"]["properties"]["object"]["description"]
    assert "first" in parts["AnswerForm"]["properties"]["answer"]["description"]


def test_the_schemas_call_keys_what_files_call_them() -> None:
    """No description names a key that Python has to write with an underscore at its end."""
    for which in ("card", "scenario"):
        text = call("schema", which).stdout
        assert "`if`" in text
        assert not re.findall(r"`\w+_`", text)


def test_an_example_runs_by_name() -> None:
    """`run --example` runs an example that is shipped, lists them all, and suggests one for an unknown name."""
    done = call("run", "--example", "flip-cards")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].startswith("ok: Flip cards")
    listed = [line.split()[0] for line in call("run", "--example", "list").stdout.splitlines()]
    assert {"demo", "flip-cards"} <= set(listed)
    assert listed == sorted(listed)
    wrong = call("run", "--example", "flip-crads")
    assert wrong.exit_code == 2
    assert "did you mean 'flip-cards'" in wrong.stderr
    nothing = call("run")
    assert nothing.exit_code == 2
    assert "--example" in nothing.stderr
