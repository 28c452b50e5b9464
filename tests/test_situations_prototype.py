"""Whole situations with prototyped spells, and with copies of spells that show a back face, as scenario files."""

from pathlib import Path

import pytest
from scenarios import played

SMALL = 'power = 3, toughness = 2, colors = ["R"], mana_value = 3'
CAST = """
object = [
  { id = "automaton", card = "Blitz Automaton", zone = "hand", owner = "A" },
  { id = "heron", card = "Dreamtail Heron", zone = "hand", owner = "A" },
  { id = "clone", card = "Clone", zone = "hand", owner = "B" },
  { id = "humility", card = "Humility", zone = "hand", owner = "B" },
]
step = [
  { do = "add_mana", player = "A", mana = "RCC" },
  { do = "cast", object = "automaton", player = "A", how = "prototype", as = "spell", expect = [
    { object = "spell", is = { SMALL, copy = false } },
    { player = "A", mana = "" },
  ] },
  { do = "resolve", as = "one", expect = [ { object = "one", is = { SMALL, copy = false, has = ["haste"] } } ] },
""".replace("SMALL", SMALL)


@pytest.mark.rule("F26")
def test_a_prototyped_permanent_is_copied_as_it_is(tmp_path: Path) -> None:
    """Cost, colour and size of a prototyped permanent are copiable; its card elsewhere has its own (CR 718.3-4)."""
    played(
        tmp_path,
        CAST
        + """
  { do = "cast", object = "clone", player = "B", free = true },
  { do = "resolve", as = "two", expect = [ { object = "two", is = { SMALL, copy = true } } ] },
  { do = "create_token_copy", of = "one", player = "A", as = "three", expect = [
    { object = "three", is = { SMALL, copy = true } },
  ] },
  { do = "destroy", object = "one", expect = [
    { card = "automaton", is = { power = 6, toughness = 4, colors = [], mana_value = 7 } },
  ] },
]
""".replace("SMALL", SMALL),
    )


@pytest.mark.rule("F26")
def test_a_prototyped_permanent_without_abilities_keeps_its_size(tmp_path: Path) -> None:
    """What takes all abilities takes none of the values of a prototyped permanent (CR 718.3b, 613.1f)."""
    played(
        tmp_path,
        CAST
        + """
  { do = "move", object = "humility", to = "battlefield", as = "all", expect = [
    { object = "one", is = { power = 1, toughness = 1, colors = ["R"], mana_value = 3, lacks = ["haste"] } },
  ] },
  { do = "destroy", object = "all", expect = [ { object = "one", is = { SMALL, has = ["haste"] } } ] },
]
""".replace("SMALL", SMALL),
    )


@pytest.mark.parametrize(
    ("where", "is_"),
    [("under", SMALL), ("over", 'power = 3, toughness = 4, colors = ["U"], mana_value = 5')],
)
def test_a_pile_shows_the_values_of_its_topmost_prototype(tmp_path: Path, where: str, is_: str) -> None:
    """Merged under a prototyped permanent a card leaves its values; merged over it, it gives its own (CR 730.2a)."""
    played(
        tmp_path,
        CAST
        + f"""
  {{ do = "merge", object = "heron", onto = "one", where = "{where}", expect = [
    {{ object = "one", is = {{ {is_}, has = ["haste", "flying"], copy = false }} }},
  ] }},
]
""",
    )


def test_what_has_no_prototype_is_not_cast_so(tmp_path: Path) -> None:
    """Only a card with prototype is cast prototyped (CR 702.160a)."""
    played(
        tmp_path,
        """
object = [ { id = "bear", card = "Grizzly Bears", zone = "hand", owner = "A" } ]
step = [ { do = "cast", object = "bear", player = "A", how = "prototype", expect = [
  { ignored = "cast", rule = "702.160a" },
] } ]
""",
    )


@pytest.mark.parametrize(
    ("card", "zone", "how", "is_"),
    [
        ("Akoum Warrior", "hand", "free = true", 'name = "Akoum Warrior", power = 4, face = "front"'),
        ("Alrund, God of the Cosmos", "hand", 'face = "back", free = true', 'name = "Hakka, Whispering Raven"'),
        ("Baithook Angler", "graveyard", 'how = "disturb"', 'name = "Hook-Haunt Drifter", has = ["flying"]'),
    ],
)
def test_the_copy_of_a_spell_shows_its_face(tmp_path: Path, card: str, zone: str, how: str, is_: str) -> None:
    """A copy of a permanent spell becomes a token with the face up that the spell had, as excepted (CR 707.10g)."""
    played(
        tmp_path,
        f"""
object = [
  {{ id = "card", card = "{card}", zone = "{zone}", owner = "A" }},
  {{ id = "major", card = "Double Major", zone = "hand", owner = "A" }},
]
step = [
  {{ do = "add_mana", player = "A", mana = "UU" }},
  {{ do = "cast", object = "card", player = "A", {how}, as = "spell" }},
  {{ do = "cast", object = "major", player = "A", targets = "spell", free = true }},
  {{ do = "resolve" }},
  {{ do = "resolve", as = "token", expect = [
    {{ object = "token", is = {{ {is_}, token = true, supertypes = [] }} }},
  ] }},
  {{ do = "resolve", as = "one", expect = [ {{ object = "one", is = {{ {is_}, token = false }} }} ] }},
]
[[card]]
name = "Alrund, God of the Cosmos"
mana_cost = "{{3}}{{U}}{{U}}"
type_line = "Legendary Creature — God"
power = 1
toughness = 1
layout = "modal_dfc"
[card.back]
name = "Hakka, Whispering Raven"
mana_cost = "{{1}}{{U}}"
type_line = "Legendary Creature — Bird"
power = 2
toughness = 3
""",
    )
