"""The scenarios that are shipped with the package: each holds, and stands for the rows of rules.tsv beside its name."""

import csv
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.cardlibrary import CardLibrary, read_card
from ecs_magic.errors import InputError
from ecs_magic.position import read_scenario
from ecs_magic.results import run_file, run_loaded

SCENARIOS = Path(str(files("ecs_magic"))) / "data" / "scenarios"
ROWS: dict[str, tuple[str, ...]] = {
    "akki-lavarunner-flips.toml": ("F17", "F18"),
    "akki-lavarunner-is-no-legend-yet.toml": ("F18",),
    "altered-ego-through-clone.toml": ("G28",),
    "archipelagore-counts-its-mutations.toml": ("A41",),
    "auras-and-equipment.toml": ("E19", "E20", "E22", "E27", "E28"),
    "avacyn-turns-once.toml": ("C07", "C10", "J11"),
    "brisela-dies-and-the-ban-ends.toml": ("B42",),
    "bruna-and-gisela-at-the-end-step.toml": ("B05", "J05"),
    "cast-clone-of-chittering-host.toml": ("B17", "G14", "I05", "J07"),
    "cast-cytoshape-and-moonmist.toml": ("C21",),
    "cecil-is-cast-and-turns.toml": ("L09", "L12"),
    "cecil-turns-at-half-his-life.toml": ("L12",),
    "chittering-host-dies-watched.toml": ("B19", "J01", "J21", "J22"),
    "civilized-scholar-turns.toml": ("L09", "L13"),
    "clone-cast-beside-wildblood-pack.toml": ("C04", "C18", "C20"),
    "clone-of-adaptive-automaton.toml": ("G17", "G18"),
    "clone-of-an-animated-chimeric-staff.toml": ("G02",),
    "clone-of-chittering-host.toml": ("B14", "B15", "B17", "B46"),
    "clone-of-wildblood-pack.toml": ("C04", "C18", "C19", "C20"),
    "color-identity.toml": ("L09", "L10", "L11", "L12", "L13", "L14", "L16"),
    "commanders.toml": ("B42", "L18", "L19", "L20"),
    "copies-with-exceptions.toml": ("G08", "G24", "G25", "G26", "G27"),
    "counters-and-attachments.toml": ("A13", "B39", "B40", "C48", "H10", "H17"),
    "cytoshape-and-moonmist.toml": ("C02", "C18", "C21"),
    "curse-of-leeches-and-a-siege.toml": ("C25", "C50", "C63"),
    "dauthi-voidwalker-and-piles.toml": ("A35", "A36"),
    "demo.toml": ("A24", "B05", "B15", "B18", "B20"),
    "dimir-doppelganger-eats-flip-cards.toml": ("D31", "G09"),
    "dimir-doppelganger.toml": ("D30", "D31"),
    "dragon-engines-are-switched.toml": ("E08", "E09", "E10"),
    "duplicant-and-rats.toml": ("B22",),
    "duplicant-and-scavengers.toml": ("B22",),
    "effects-in-several-layers.toml": ("E14", "E15", "E16", "E17", "E18", "E33", "E34"),
    "entering-as-a-copy.toml": ("G01", "G02", "G12", "G13", "G14", "G15", "I05", "I07"),
    "essence-of-the-wild-on-entering.toml": ("I17", "I21"),
    "face-down-reaper-dies.toml": ("J15",),
    "face-down.toml": ("F01", "F06", "F08", "G03", "G10", "G11"),
    "faces-in-other-zones.toml": ("C23", "C24", "C27", "C28"),
    "faces-that-stay-down.toml": ("B10", "B44", "B45", "C05", "C06", "C14", "C18", "C40", "C47"),
    "false-demise.toml": ("B25",),
    "fang-and-vanille-meld-and-die.toml": ("B41",),
    "five-kinds-of-ability.toml": ("A39", "A40", "J11", "K18"),
    "flip-card-in-a-pile.toml": ("A22", "F16"),
    "flip-cards.toml": ("F16", "F17", "F18", "F19", "G09"),
    "garrison-goes-before-it-melds.toml": (),
    "gray-ogre-is-ovinized.toml": ("E07", "E13"),
    "gray-ogre.toml": ("E07", "E13"),
    "grinning-demon-as-branchsnap-lorian.toml": ("G10",),
    "grinning-demon-as-wandering-ones.toml": ("G11",),
    "grinning-demon-is-cloned-face-down.toml": ("G03",),
    "heir-of-falkenrath-once-a-turn.toml": ("C48",),
    "honor-of-the-pure.toml": ("E11", "E12", "E39"),
    "huntmaster-turns-and-is-copied.toml": ("C32", "C33", "C34", "C40"),
    "instigator-gang-turns-and-its-clone-does-not.toml": ("C20",),
    "kalitas-looks-at-the-controller.toml": (),
    "kavu-titan-kicked-and-copied.toml": ("D12",),
    "leyline-and-wheel-leyline.toml": ("B27", "B29", "I15", "I18"),
    "leyline-and-wheel-wheel.toml": ("B27", "B29", "I18"),
    "liliana-turns-once.toml": ("J19",),
    "mana-values.toml": ("C31", "C32", "C33", "C34", "C40", "L03", "L04", "L05"),
    "meld-pairs.toml": ("B02", "B03", "B04", "B05", "B06", "B07", "B08", "B09", "B14", "B32", "B36"),
    "melded-permanent-bounced.toml": ("B12", "B18"),
    "melded-permanent-counted.toml": ("B30", "B31", "D24"),
    "melded-permanent-dies.toml": ("B18", "B20", "B41"),
    "melded-permanent-exiled.toml": ("B21",),
    "melded-permanent-flickered.toml": ("B23", "B24", "H14"),
    "melded-permanent-into-library.toml": ("B20",),
    "meteor-crater-and-exotic-orchards.toml": ("K01", "K02", "K06", "K07"),
    "mimic-vat-left.toml": ("B26",),
    "mimic-vat-taken.toml": ("B26",),
    "moritte-copies-an-animated-land.toml": ("G29",),
    "mutated-over-and-under.toml": ("A02", "A04", "A05", "A07", "A10", "A11", "A28", "A30", "A41", "G05"),
    "names-of-tokens.toml": ("N01", "N02"),
    "negative-power.toml": ("K31",),
    "oblivion-ring-gives-back-a-pile.toml": ("A32", "J15"),
    "once-for-each-ability.toml": ("C09", "C11", "C15"),
    "otherworldly-journey.toml": ("B24", "J11"),
    "pairs-meld-by-their-own-abilities.toml": ("B02", "B05", "B15", "J01"),
    "piles-face-down-and-turned-over.toml": ("A17", "A20", "A21", "A23", "A24", "A25", "A26", "A27", "C14"),
    "progenitus-and-rest-in-peace-exile.toml": ("I18", "I20"),
    "progenitus-and-rest-in-peace-library.toml": ("I18", "I20"),
    "quirion-elves-and-voice-of-all.toml": ("D43", "D45", "D46", "G17"),
    "ragnarok-is-tucked-away.toml": ("B20", "B41"),
    "reflecting-pool-and-crumbling-vestige.toml": ("K03", "K05", "K09", "K10", "K12"),
    "replacements-on-tokens-and-newcomers.toml": (),
    "rite-of-replication-on-clone.toml": ("G23",),
    "rite-of-replication-on-werewolf-ransacker.toml": ("C38", "G22"),
    "single-faced-copy-enters-transformed.toml": ("C28", "C29", "C30"),
    "single-faced-copy-of-crystal-fragments.toml": ("C30",),
    "soul-net-goes-with-the-creatures.toml": ("J16",),
    "spell-made-white.toml": ("D08", "D09"),
    "split-cards.toml": ("F21",),
    "students-of-elements-flip.toml": ("J14", "M08"),
    "switched-power-and-toughness.toml": ("E08", "E09", "E10"),
    "token-copy-of-a-back-face.toml": ("C37", "C38", "G22", "G23"),
    "token-in-a-pile.toml": ("A14", "A28"),
    "token-of-graf-rats-melds-nothing.toml": ("B33", "B34", "B35"),
    "token-of-graf-rats.toml": ("B33", "B34", "B35"),
    "two-banisher-priests-die-together.toml": ("D40", "D41"),
    "vesuvan-duplimancy-copies-the-target.toml": ("G05",),
    "village-ironsmith-keeps-its-growth.toml": ("C48", "C49"),
    "village-ironsmith.toml": ("C48", "C49"),
    "walking-corpse-made-white-then-red.toml": ("E11", "E12"),
    "young-wolf-and-its-counters.toml": ("M15",),
    "young-wolf-keeps-its-counter.toml": ("M15",),
}
"""The rows that each shipped scenario pins."""

PLAYED = frozenset({"activate", "add_mana", "advance", "cast", "expect", "play", "resolve", "settle", "turn_up"})
"""Steps that happen in a game: what players do with their cards, and what comes of it. Every other step is the hand of
the author, which does what no card said."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(*rows)) for name, rows in ROWS.items()])
def test_a_shipped_scenario_holds(name: str) -> None:
    """A shipped scenario has a name, says what it expects, and all of that holds."""
    run = run_file(SCENARIOS / name)
    assert run.loaded.scenario.name
    assert run.outcomes
    assert [outcome for outcome in run.outcomes if not outcome.ok] == []


def test_every_shipped_scenario_is_in_the_table() -> None:
    """The table of rows names the files of the folder, no more and no fewer."""
    assert sorted(ROWS) == sorted(path.name for path in SCENARIOS.iterdir())


def examples() -> list[str]:
    """Return the rows that state an example of the rules or of a ruling and have to hold."""
    with (Path(__file__).parent / "rules.tsv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    return [row["id"] for row in rows if row["statement"].startswith("EXAMPLE") and row["priority"] in ("S", "A")]


def steps_of(name: str) -> set[str]:
    """Return which kinds of step a shipped scenario has, those inside others as well."""
    waiting = list(tomllib.loads((SCENARIOS / name).read_text("utf-8"))["step"])
    kinds = set()
    while waiting:
        step = waiting.pop()
        kinds.add(step["do"])
        waiting += step.get("steps", [])
    return kinds


@pytest.mark.parametrize("row", examples())
def test_an_example_is_played_by_its_cards(row: str) -> None:
    """Each example has a shipped scenario in which the cards do all of it themselves: no step puts things right."""
    files = [name for name, rows in ROWS.items() if row in rows]
    by_hand = {name: sorted(steps_of(name) - PLAYED) for name in files}
    assert [] in by_hand.values(), f"{row} is shown by hand alone: {by_hand}"


def test_package_data_takes_in_every_data_file() -> None:
    """What the project file lists as package data matches every file of the data folder."""
    package = Path(str(files("ecs_magic")))
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["ecs_magic"]
    listed = {path for pattern in patterns for path in package.glob(pattern)}
    assert {path for path in (package / "data").rglob("*") if path.is_file()} <= listed


# --- names that may be chosen ----------------------------------------------------------------------------


@pytest.mark.rule("C36")
def test_either_face_of_a_double_faced_card_may_be_named() -> None:
    """Both faces of a double-faced card have a name to choose, each found by it (CR 712.19)."""
    cards = CardLibrary()
    assert cards.find("Delver of Secrets").names == ("Delver of Secrets", "Insectile Aberration")
    assert cards.find("Insectile Aberration").name == "Delver of Secrets"


@pytest.mark.rule("C36")
@pytest.mark.parametrize("half", ["Graf Rats", "Midnight Scavengers"])
def test_the_combined_face_of_a_pair_may_be_named(half: str) -> None:
    """Either card of a meld pair gives its own name and that of the combined face, not its partner's (CR 712.19)."""
    assert CardLibrary().find(half).names == (half, "Chittering Host")


@pytest.mark.rule("C36")
def test_the_combined_face_may_be_looked_at_at_any_time() -> None:
    """What the combined face says can be read of the definition of either card, melded or not (CR 712.19)."""
    meld = CardLibrary().find("Vanille, Cheerful l'Cie").meld
    assert meld is not None
    assert meld.partner == "Fang, Fearless l'Cie"
    assert (meld.result.name, meld.result.power, meld.result.toughness) == ("Ragnarok, Divine Deliverance", 7, 6)


@pytest.mark.rule("F20")
def test_the_flipped_name_may_be_named() -> None:
    """The alternative name of a flip card may be chosen as well as its normal one (CR 710.5)."""
    assert CardLibrary().find("Akki Lavarunner").names == ("Akki Lavarunner", "Tok-Tok, Volcano Born")


@pytest.mark.rule("F21")
def test_each_half_of_a_split_card_may_be_named() -> None:
    """A split card has the names of its halves; the two together are no name (CR 709.4a, 201.4)."""
    assert CardLibrary().find("Fire // Ice").names == ("Fire", "Ice")


@pytest.mark.rule("C36")
def test_a_card_without_another_face_has_one_name() -> None:
    """A single-faced card gives one name to choose."""
    assert read_card({"name": "Lone Wolf", "type_line": "Creature — Wolf", "power": 2, "toughness": 2}).names == (
        "Lone Wolf",
    )


@pytest.mark.rule("C36", "B16")
def test_what_may_be_named_is_more_than_what_an_object_is_called(scene: Scene) -> None:
    """A permanent has only the name of the face that is up, whatever names may be chosen for its card (CR 712.8)."""
    delver = scene.put("Delver of Secrets", face="back")
    assert delver.name == "Insectile Aberration"
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    assert host.name == "Chittering Host"
    assert [card.name for card in host.constituents] == ["Graf Rats", "Midnight Scavengers"]


# --- what an author writes -------------------------------------------------------------------------------


def held(tables: str, *expectations: str, step: str = 'do = "expect"') -> list[bool]:
    """Return which expectations hold after one step at a position written as TOML."""
    text = f'format = "ecs-magic/scenario-1"\n[players.A]\n[players.B]\n{tables}\n[[step]]\n{step}\nexpect = ['
    loaded = read_scenario(tomllib.loads(text + ", ".join(expectations) + "]"), file="here.toml")
    return [outcome.ok for outcome in run_loaded(loaded).outcomes]


BEAR = '[[object]]\nid = "bear"\ncard = "Runeclaw Bear"\nzone = "battlefield"\nowner = "A"\n'
PILE = """[[object]]
id = "pile"
zone = "battlefield"
owner = "A"
merged = [ { id = "heron", card = "Dreamtail Heron" }, { id = "ogre", card = "Gray Ogre" } ]
"""


@pytest.mark.parametrize(
    ("to", "step", "turn"),
    [
        ("next end step", "end", 0),
        ("untap", "untap", 0),
        ("A's next upkeep", "upkeep", 0),
        ("B's next end step", "end", 1),
        ("the beginning of the next end step", "end", 0),
        ("next turn", "untap", 1),
        ("A's next turn", "untap", 2),
        ("next main phase", "precombat main", 0),
    ],
)
def test_the_clock_moves_from_before_the_first_step(to: str, step: str, turn: int) -> None:
    """A scenario begins in the first player's turn before its first step; every step of that turn is to come."""
    loaded = read_scenario(
        {"format": "ecs-magic/scenario-1", "players": {"A": {}, "B": {}}, "step": [{"do": "advance", "to": to}]},
        file="here.toml",
    )
    clock = run_loaded(loaded).game.world.clock()
    assert (clock.step, clock.turn) == (step, turn)


def test_a_step_that_is_over_comes_again_in_the_next_turn() -> None:
    """The next end step, seen from an end step, is that of the next turn; between them the cleanup step passes."""
    advance = {"do": "advance", "to": "next end step"}
    run = run_loaded(
        read_scenario(
            {"format": "ecs-magic/scenario-1", "players": {"A": {}, "B": {}}, "step": [advance, advance]},
            file="here.toml",
        )
    )
    assert [fact.record()["step"] for fact in run.steps[1].facts if fact.name == "StepStarted"] == [
        "cleanup",
        "untap",
        "end",
    ]


@pytest.mark.rule("D27")
def test_the_battlefield_of_a_player_is_what_that_player_controls() -> None:
    """Asked for one player, the battlefield shows what they control and exile what they own (CR 109.4)."""
    exiled = '[[object]]\nid = "gone"\ncard = "Gray Ogre"\nzone = "exile"\nowner = "A"\n'
    assert held(
        BEAR + 'controller = "B"\n' + exiled,
        '{ zone = "battlefield", player = "B", cards = ["bear"] }',
        '{ zone = "battlefield", player = "A", count = 0 }',
        '{ zone = "exile", player = "A", cards = ["gone"] }',
    ) == [True, True, True]


def test_a_pile_is_listed_by_its_name_or_by_all_its_cards() -> None:
    """In a list of a zone a merged permanent stands as one name, or as the names of its cards, not as some of them."""
    assert held(
        BEAR + PILE,
        '{ zone = "battlefield", cards = ["bear", "pile"] }',
        '{ zone = "battlefield", cards = ["bear", "heron", "ogre"] }',
        '{ zone = "battlefield", cards = ["bear", "heron"] }',
        '{ zone = "battlefield", cards = ["bear", "pile", "ogre"] }',
        '{ zone = "battlefield", cards = ["bear"] }',
    ) == [True, True, False, False, False]


def test_a_rule_takes_in_its_subrules() -> None:
    """An ignored instruction is found by its subrule or by the rule that this belongs to, and by no other."""
    assert held(
        BEAR,
        '{ ignored = "transform", rule = "701.27c" }',
        '{ ignored = "transform", rule = "701.27" }',
        '{ ignored = "transform", rule = "701.2" }',
        '{ ignored = "transform", rule = "701.27a" }',
        step='do = "transform"\nobject = "bear"',
    ) == [True, True, False, False]


@pytest.mark.rule("C38")
def test_a_token_copy_in_the_position_shows_the_face_that_it_copies() -> None:
    """A token placed as a copy of a permanent that shows its back face shows that face, unless told (CR 707.8a)."""
    delver = '[[object]]\nid = "delver"\ncard = "Delver of Secrets"\nface = "back"\nzone = "battlefield"\nowner = "A"\n'
    token = '[[object]]\nid = "{0}"\ntoken_copy_of = "delver"\nzone = "battlefield"\nowner = "A"\n'
    assert held(
        delver + token.format("same") + token.format("front") + 'face = "front"\n',
        '{ object = "same", is = { name = "Insectile Aberration", face = "back", transformed = true } }',
        '{ object = "front", is = { name = "Delver of Secrets", face = "front" } }',
    ) == [True, True]


def test_what_a_permanent_became_is_found_wherever_it_is_now() -> None:
    """Names of cards stand for what a permanent became, also after these moved on."""
    step = 'do = "{0}"\n{1}\n'
    destroyed = step.format("destroy", 'objects = ["pile"]') + "[[step]]\n"
    assert held(
        PILE,
        '{ object = "pile", exists = false, became = ["ogre", "heron"] }',
        '{ object = "pile", became = ["ogre"] }',
        '{ object = "pile", became = ["ogre", "ogre"] }',
        step=destroyed + step.format("exile", 'object = "heron"'),
    ) == [True, False, False]


@pytest.mark.parametrize(
    ("there", "back"),
    [
        ('do = "tap"\nobject = "bear"', 'do = "untap"\nobject = "bear"'),
        ('do = "phase_out"\nobject = "bear"', 'do = "phase_in"\nobject = "bear"'),
        (
            'do = "add_counters"\nobject = "bear"\nkind = "+1/+1"',
            'do = "remove_counters"\nobject = "bear"\nkind = "+1/+1"',
        ),
    ],
)
def test_there_and_back_is_the_same_position(there: str, back: str) -> None:
    """A position that is reached again has the digest it had, from the very first one on (number 0)."""
    assert held(
        BEAR,
        "{ digest_equals = 0 }",
        "{ digest_equals = 1 }",
        step=f"{there}\n[[step]]\n{back}",
    ) == [True, False]


def test_a_draw_from_an_empty_library_loses_the_game() -> None:
    """Who drew from an empty library loses the next time state-based actions are done (CR 704.5b), once."""
    assert held(
        "",
        '{ facts = "PlayerLost", count = 1, where = { player = "B", rule = "704.5b" } }',
        step='do = "draw"\nplayer = "B"\n[[step]]\ndo = "settle"',
    ) == [True]
    assert held(
        "",
        '{ facts = "PlayerLost", count = 0 }',
        step='do = "draw"\nplayer = "B"\ncount = 0\n[[step]]\ndo = "settle"',
    ) == [True]


def test_a_name_may_be_written_with_either_apostrophe() -> None:
    """Cards are found, and names compared, with the straight and the curly apostrophe alike."""
    fang = '[[object]]\nid = "fang"\ncard = "Fang, Fearless l\u2019Cie"\nzone = "battlefield"\nowner = "A"\n'
    assert held(
        fang,
        '{ object = "fang", is = { name = "Fang, Fearless l\u2019Cie" } }',
        '{ object = "fang", is = { name = "Fang, Fearless l\'Cie" } }',
    ) == [True, True]


def test_a_host_is_listed_before_what_is_attached_to_it() -> None:
    """An object that names one listed after it is refused, with the key and what to do instead."""
    sword = '[[object]]\nid = "sword"\ncard = "Short Sword"\nzone = "battlefield"\nowner = "A"\nattached_to = "bear"\n'
    with pytest.raises(InputError) as raised:
        held(sword + BEAR, '{ object = "sword", exists = true }')
    assert raised.value.where == "object[0] 'sword'.attached_to"
    assert "before" in raised.value.suggestion
    assert held(BEAR + sword, '{ object = "sword", is = { attached_to = "bear" } }') == [True]


def test_a_column_counts_what_a_player_controls(tmp_path: Path) -> None:
    """A column of a batch counts permanents by their controller, a pile as one, as an expectation does."""
    query = 'n = { zone = "battlefield", player = "B", count = true }'
    text = f'format = "ecs-magic/scenario-1"\n[players.A]\n[players.B]\n{PILE}controller = "B"\n[record]\n{query}\n'
    file = tmp_path / "counted.toml"
    file.write_text(text, encoding="utf-8")
    assert [record["n"] for record in magic.batch(file, 1)] == [1]
