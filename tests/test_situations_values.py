"""Whole situations with what copies bring, counters that move and mana that lands make, written as scenario files."""

from pathlib import Path

import pytest
from scenarios import played

# --- entering as something ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "is_"),
    [
        ("Grizzly Bears", 'power = 4, toughness = 4, counters = { "+1/+1" = 2 }'),
        ("Teferi, Master of Time", "counters = { loyalty = 8 }, supertypes = []"),
    ],
)
def test_counters_that_come_with_a_copy_are_doubled(tmp_path: Path, card: str, is_: str) -> None:
    """Counters with which a copy enters are counters that are put on it (CR 614.16)."""
    played(
        tmp_path,
        f"""
object = [
  {{ id = "season", card = "Doubling Season", zone = "battlefield", owner = "A" }},
  {{ id = "model", card = "{card}", zone = "battlefield", owner = "A" }},
  {{ id = "spark", card = "Spark Double", zone = "hand", owner = "A" }},
]
step = [
  {{ do = "cast", object = "spark", player = "A", free = true }},
  {{ do = "resolve", as = "one", expect = [ {{ object = "one", is = {{ {is_} }} }} ] }},
]
""",
    )


def test_a_copy_paid_for_with_life_comes_and_goes(tmp_path: Path) -> None:
    """A Phyrexian symbol is paid with 2 life; a copy that is blinked triggers as what it was and as what it is now."""
    played(
        tmp_path,
        """
object = [
  { id = "bird", card = "Aven Riftwatcher", zone = "battlefield", owner = "B" },
  { id = "chief", card = "Siege-Gang Commander", zone = "battlefield", owner = "B" },
  { id = "metamorph", card = "Phyrexian Metamorph", zone = "hand", owner = "A" },
  { id = "shift", card = "Cloudshift", zone = "hand", owner = "A" },
]
step = [
  { do = "add_mana", player = "A", mana = "CCC" },
  { do = "cast", object = "metamorph", player = "A", expect = [ { player = "A", life = 18, mana = "" } ] },
  { do = "resolve", as = "one", answers = [ { ask = "copy", answer = "bird" } ], expect = [
    { object = "one", is = { name = "Aven Riftwatcher", types = ["Artifact", "Creature"], power = 2 } },
  ] },
  { do = "resolve", all = true, expect = [ { player = "A", life = 20 } ] },
  { do = "cast", object = "shift", player = "A", targets = "one", free = true },
  { do = "resolve", all = true, answers = [ { ask = "copy", answer = "chief" } ], expect = [
    { player = "A", life = 22 },
    { card = "metamorph", is = { name = "Siege-Gang Commander", types = ["Artifact", "Creature"] } },
    { zone = "battlefield", player = "A", count = 4 },
  ] },
]
""",
    )


@pytest.mark.parametrize(
    ("shape", "is_"),
    [
        ("three", 'power = 3, toughness = 3, lacks = ["flying"]'),
        ("flyer", 'power = 2, toughness = 2, has = ["flying"]'),
        ("wall", 'power = 1, toughness = 6, has = ["defender"], subtypes = ["Shapeshifter", "Wall"]'),
    ],
)
def test_the_shape_that_was_chosen_is_copied(tmp_path: Path, shape: str, is_: str) -> None:
    """What a permanent chose to be as it entered is copiable; one that enters as a copy chooses anew (CR 707.2)."""
    played(
        tmp_path,
        f"""
object = [
  {{ id = "clay", card = "Primal Clay", zone = "hand", owner = "A" }},
  {{ id = "clone", card = "Clone", zone = "hand", owner = "A" }},
  {{ id = "bear", card = "Grizzly Bears", zone = "battlefield", owner = "A" }},
]
step = [
  {{ do = "cast", object = "clay", player = "A", free = true }},
  {{ do = "resolve", as = "one", answers = [ {{ ask = "shape", answer = "{shape}" }} ], expect = [
    {{ object = "one", is = {{ {is_}, copy = false, name = "Primal Clay" }} }},
  ] }},
  {{ do = "become_copy", object = "bear", of = "one", until = "end of turn", expect = [
    {{ object = "bear", is = {{ {is_}, copy = true }} }},
  ] }},
  {{ do = "cast", object = "clone", player = "A", free = true }},
  {{ do = "resolve", as = "two", answers = [
    {{ ask = "copy", answer = "one" }}, {{ ask = "shape", answer = "three" }} ], expect = [
    {{ object = "two", is = {{ power = 3, toughness = 3, copy = true }} }},
  ] }},
  {{ do = "move", object = "one", to = "hand", expect = [
    {{ card = "clay", is = {{ power = 0, toughness = 0, zone = "hand" }} }},
  ] }},
]
""",
    )


@pytest.mark.parametrize(
    ("victim", "is_"),
    [
        ("bird", 'name = "Aven Riftwatcher", power = 2, toughness = 3, counters = {}'),
        ("clay", 'name = "Primal Clay", power = 3, toughness = 3'),
    ],
)
def test_an_attacker_takes_the_shape_of_what_it_exiles(tmp_path: Path, victim: str, is_: str) -> None:
    """A copy of what was exiled has its copiable values, no counters but the shape that it chose (CR 707.2)."""
    played(
        tmp_path,
        f"""
object = [
  {{ id = "bird", card = "Aven Riftwatcher", zone = "battlefield", owner = "B", counters = {{ "+1/+1" = 1 }} }},
  {{ id = "claycard", card = "Primal Clay", zone = "hand", owner = "B" }},
  {{ id = "thief", card = "Identity Thief", zone = "battlefield", owner = "A" }},
]
step = [
  {{ do = "move", object = "claycard", to = "battlefield", as = "clay", answers = [
    {{ ask = "shape", answer = "three" }} ] }},
  {{ do = "attack", object = "thief", player = "B", answers = [ {{ ask = "target", answer = "{victim}" }} ] }},
  {{ do = "resolve", answers = [ {{ ask = "may", answer = "yes" }} ], expect = [
    {{ object = "thief", is = {{ {is_} }} }},
    {{ zone = "exile", count = 1 }},
  ] }},
  {{ do = "advance", to = "cleanup", expect = [ {{ object = "thief", is = {{ name = "Identity Thief" }} }} ] }},
]
""",
    )


# --- counters ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("barred", [True, False])
def test_counters_of_what_left_are_kept_and_handed_on(tmp_path: Path, barred: bool) -> None:
    """Counters pass by last known information, and stay where they are if they can't be put (CR 122.5, 122.8)."""
    both = '{ flying = 1, "-1/-1" = 1 }'
    kept, got = (both, "{}") if barred else ("{}", both)
    forbids = 'effect = { changes = [ { change = "forbid", actions = ["counters"] } ] }'
    bar = f'{{ do = "add_effect", object = "cub", {forbids} }},'
    played(
        tmp_path,
        f"""
object = [
  {{ id = "ozolith", card = "The Ozolith", zone = "battlefield", owner = "A" }},
  {{ id = "bear", card = "Grizzly Bears", zone = "battlefield", owner = "A", counters = {both} }},
  {{ id = "cub", card = "Grizzly Bears", zone = "battlefield", owner = "A" }},
]
step = [
  {{ do = "move", object = "bear", to = "hand" }},
  {{ do = "settle" }},
  {{ do = "resolve", expect = [ {{ object = "ozolith", is = {{ counters = {both} }} }} ] }},
  {bar if barred else ""}
  {{ do = "advance", to = "next combat" }},
  {{ do = "resolve", answers = [ {{ ask = "may", answer = "yes" }} ], expect = [
    {{ object = "ozolith", is = {{ counters = {kept} }} }},
    {{ object = "cub", is = {{ counters = {got} }} }},
  ] }},
]
""",
    )


# --- mana --------------------------------------------------------------------------------------------------


def test_a_land_keeps_its_subtypes_where_its_other_types_go(tmp_path: Path) -> None:
    """A land that becomes a land alone keeps its land types, by which others count it (CR 205.1a)."""
    played(
        tmp_path,
        """
object = [
  { id = "mine", card = "Urza's Mine", zone = "battlefield", owner = "A" },
  { id = "tower", card = "Urza's Tower", zone = "battlefield", owner = "A" },
  { id = "plant", card = "Urza's Power Plant", zone = "battlefield", owner = "A" },
  { id = "moon", card = "Imprisoned in the Moon", zone = "battlefield", owner = "B", attached_to = "mine" },
]
step = [
  { do = "activate", object = "mine", expect = [ { player = "A", mana = "C" }, { zone = "stack", count = 0 } ] },
  { do = "activate", object = "tower", expect = [ { player = "A", mana = "CCCC" } ] },
  { do = "activate", object = "plant", expect = [ { player = "A", mana = "CCCCCC" }, { zone = "stack", count = 0 } ] },
]
""",
    )


def test_lands_of_one_name_multiply_their_mana(tmp_path: Path) -> None:
    """Flipped it is a green enchantment; each land gives one more of what it made for each namesake (CR 106.12a)."""
    played(
        tmp_path,
        """
object = [
  { id = "sasaya", card = "Sasaya, Orochi Ascendant", zone = "battlefield", owner = "A" },
  { id = "one", card = "Forest", zone = "battlefield", owner = "A" },
  { id = "two", card = "Forest", zone = "battlefield", owner = "A" },
  { id = "three", card = "Forest", zone = "battlefield", owner = "A" },
  { id = "theirs", card = "Forest", zone = "battlefield", owner = "B" },
  { id = "island", card = "Island", zone = "battlefield", owner = "A" },
]
step = [
  { do = "flip", object = "sasaya", expect = [
    { object = "sasaya", is = { name = "Sasaya's Essence", types = ["Enchantment"], colors = ["G"], mana_value = 3 } },
  ] },
  { do = "activate", object = "one" },
  { do = "activate", object = "two" },
  { do = "activate", object = "three", expect = [ { player = "A", mana = "GGGGGGGGG" } ] },
  { do = "activate", object = "island", expect = [ { player = "A", mana = "UGGGGGGGGG" } ] },
  { do = "activate", object = "theirs", player = "B", expect = [ { player = "B", mana = "G" } ] },
]
""",
    )


def test_a_loyalty_ability_that_adds_mana_is_no_mana_ability(tmp_path: Path) -> None:
    """A loyalty ability uses the stack, whatever it adds (CR 605.1a)."""
    played(
        tmp_path,
        """
object = [ { id = "walker", card = "Spark Keeper", zone = "battlefield", owner = "A" } ]
step = [
  { do = "activate", object = "walker", ability = "sparks", expect = [
    { player = "A", mana = "" },
    { zone = "stack", count = 1 },
  ] },
  { do = "resolve", expect = [ { player = "A", mana = "RR" } ] },
]
[[card]]
name = "Spark Keeper"
mana_cost = "{2}{R}"
type_line = "Legendary Planeswalker — Keeper"
loyalty = 3
[[card.abilities]]
ability = "activated"
name = "sparks"
cost = { add_counters = { loyalty = 1 } }
then = [ { do = "add_mana", mana = "{R}{R}" } ]
""",
    )


@pytest.mark.parametrize(("answer", "life", "mana"), [("life", 18, "U"), ("mana", 20, "")])
def test_who_can_pay_either_way_is_asked(tmp_path: Path, answer: str, life: int, mana: str) -> None:
    """A Phyrexian symbol is paid with its colour or with 2 life, as the player chooses (CR 107.4f, 601.2b)."""
    played(
        tmp_path,
        f"""
object = [ {{ id = "metamorph", card = "Phyrexian Metamorph", zone = "hand", owner = "A" }} ]
step = [
  {{ do = "add_mana", player = "A", mana = "UCCC" }},
  {{ do = "cast", object = "metamorph", player = "A", answers = [
    {{ ask = "phyrexian", answer = "{answer}" }} ], expect = [ {{ player = "A", life = {life}, mana = "{mana}" }} ] }},
]
""",
    )


def test_life_that_is_not_there_pays_no_phyrexian_symbol(tmp_path: Path) -> None:
    """Nobody pays more life than they have (CR 119.4)."""
    played(
        tmp_path,
        """
object = [ { id = "metamorph", card = "Phyrexian Metamorph", zone = "hand", owner = "A" } ]
step = [
  { do = "set_life", player = "A", life = 1 },
  { do = "add_mana", player = "A", mana = "CCC" },
  { do = "cast", object = "metamorph", player = "A", expect = [ { ignored = "cast", rule = "118.3" } ] },
]
""",
    )
