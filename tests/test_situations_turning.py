"""Whole situations with permanents that turn over or come back turned, written as scenario files."""

from pathlib import Path

import pytest
from scenarios import played


def test_the_damage_of_turning_to_a_face_spares_its_source(tmp_path: Path) -> None:
    """An ability about turning to a face triggers once and does to the others what it says (CR 701.27e)."""
    played(
        tmp_path,
        """
object = [
  { id = "avacyn", card = "Archangel Avacyn", zone = "battlefield", owner = "A" },
  { id = "mine", card = "Craw Wurm", zone = "battlefield", owner = "A" },
  { id = "theirs", card = "Craw Wurm", zone = "battlefield", owner = "B" },
]
step = [
  { do = "transform", object = "avacyn", expect = [ { triggered = "avacyn", count = 1 } ] },
  { do = "settle" },
  { do = "resolve", expect = [
    { object = "avacyn", is = { name = "Avacyn, the Purifier", power = 6, toughness = 5, damage = 0 } },
    { object = "mine", is = { damage = 3 } },
    { object = "theirs", is = { damage = 3 } },
    { player = "A", life = 20 },
    { player = "B", life = 17 },
  ] },
]
""",
    )


def test_what_keeps_permanents_from_transforming_looks_at_the_face_that_is_up(tmp_path: Path) -> None:
    """Werewolves that are no Humans are kept on their back face; one that is a Human still turns (CR 101.2, 614.17)."""
    played(
        tmp_path,
        """
object = [
  { id = "immerwolf", card = "Immerwolf", zone = "battlefield", owner = "A" },
  { id = "pack", card = "Instigator Gang", zone = "battlefield", owner = "A", face = "back" },
  { id = "gang", card = "Instigator Gang", zone = "battlefield", owner = "A" },
  { id = "free", card = "Instigator Gang", zone = "battlefield", owner = "B", face = "back" },
  { id = "bear", card = "Grizzly Bears", zone = "hand", owner = "B" },
  { id = "cub", card = "Grizzly Bears", zone = "hand", owner = "B" },
]
step = [
  { do = "advance", to = "B's next turn" },
  { do = "cast", object = "bear", player = "B", free = true },
  { do = "cast", object = "cub", player = "B", free = true },
  { do = "resolve", all = true },
  { do = "advance", to = "A's next upkeep", expect = [
    { triggered = "pack", count = 1 },
    { triggered = "gang", count = 0 },
  ] },
  { do = "resolve", all = true, expect = [
    { object = "pack", is = { name = "Wildblood Pack" } },
    { ignored = "transform", object = "pack", rule = "101.2" },
    { object = "free", is = { name = "Instigator Gang" } },
  ] },
  { do = "transform", object = "gang", expect = [ { object = "gang", is = { name = "Wildblood Pack" } } ] },
  { do = "destroy", object = "immerwolf" },
  { do = "transform", object = "pack", expect = [ { object = "pack", is = { name = "Instigator Gang" } } ] },
]
""",
    )


def test_a_back_face_that_is_exiled_instead_of_dying_shows_its_front_there(tmp_path: Path) -> None:
    """What is exiled whenever it would go to a graveyard does not die; in exile its front face counts (CR 712.8a)."""
    played(
        tmp_path,
        """
object = [
  { id = "drifter", card = "Baithook Angler", zone = "battlefield", owner = "A", face = "back" },
  { id = "reaper", card = "Midnight Reaper", zone = "battlefield", owner = "A" },
  { id = "murder", card = "Murder", zone = "hand", owner = "B" },
]
step = [
  { do = "cast", object = "murder", player = "B", targets = "drifter", free = true },
  { do = "resolve", expect = [
    { object = "drifter", exists = false },
    { triggered = "reaper", count = 0 },
    { card = "drifter", is = { zone = "exile", name = "Baithook Angler", power = 2, toughness = 1 } },
    { zone = "graveyard", player = "A", count = 0 },
  ] },
]
""",
    )


def test_the_mana_value_of_both_halves_bars_a_target(tmp_path: Path) -> None:
    """What may destroy a permanent of mana value 3 or less may not target a melded one of 3 and 5 (CR 712.8g)."""
    played(
        tmp_path,
        """
object = [
  { id = "urza", zone = "battlefield", owner = "A", melded = [
    { id = "lord", card = "Urza, Lord Protector" }, { id = "stones", card = "The Mightstone and Weakstone" } ] },
  { id = "eliminate", card = "Eliminate", zone = "hand", owner = "B" },
]
step = [
  { do = "expect", expect = [
    { object = "urza", is = { mana_value = 8 } },
    { legal = false, of = { cast = "eliminate", targets = "urza", free = true }, rule = "115.1" },
  ] },
]
""",
    )


def test_melding_bars_cheap_spells(tmp_path: Path) -> None:
    """At the end step the two meld; then opponents cast no spell of mana value 3 or less (CR 101.2, 701.42a)."""
    played(
        tmp_path,
        """
object = [
  { id = "bruna", card = "Bruna, the Fading Light", zone = "battlefield", owner = "A" },
  { id = "gisela", card = "Gisela, the Broken Blade", zone = "battlefield", owner = "A" },
  { id = "there", card = "Silvercoat Lion", zone = "battlefield", owner = "B" },
  { id = "held", card = "Silvercoat Lion", zone = "hand", owner = "B" },
  { id = "mine", card = "Silvercoat Lion", zone = "hand", owner = "A" },
]
step = [
  { do = "advance", to = "next end step" },
  { do = "resolve", as = "brisela", expect = [
    { object = "brisela", is = { name = "Brisela, Voice of Nightmares", power = 9, toughness = 10 } },
    { zone = "battlefield", player = "A", count = 1 },
    { object = "there", exists = true },
    { legal = false, of = { cast = "held", free = true }, rule = "101.2" },
    { legal = true, of = { cast = "mine", free = true } },
  ] },
]
""",
    )


# --- Sagas on the back -----------------------------------------------------------------------------------


def test_a_saga_that_returns_by_its_last_chapter_is_not_sacrificed(tmp_path: Path) -> None:
    """A card that was exiled and returned turned is a new Saga; its last chapter brings it back (CR 714.4)."""
    hand = "".join(f'  {{ id = "h{at}", card = "Forest", zone = "hand", owner = "A" }},\n' for at in range(7))
    deck = "".join(f'  {{ id = "d{at}", card = "Forest", zone = "library", owner = "A" }},\n' for at in range(9))
    played(
        tmp_path,
        f"""
object = [
  {{ id = "jin", card = "Jin-Gitaxias", zone = "battlefield", owner = "A", counters = {{ "+1/+1" = 1 }} }},
  {{ id = "memnite", card = "Memnite", zone = "battlefield", owner = "B" }},
  {{ id = "other", card = "Memnite", zone = "battlefield", owner = "B" }},
{hand}{deck}]
"""
        """
step = [
  { do = "add_mana", player = "A", mana = "UCCC" },
  { do = "activate", object = "jin", ability = "seven cards held: leaves and comes back turned" },
  { do = "resolve", as = "saga", expect = [
    { object = "jin", exists = false },
    { object = "saga", is = { name = "The Great Synthesis", counters = { lore = 1 }, face = "back" } },
  ] },
  { do = "resolve", all = true, expect = [ { player = "A", hand = 14 } ] },
  { do = "advance", to = "A's next draw" },
  { do = "draw", player = "A" },
  { do = "advance", to = "next precombat main" },
  { do = "resolve", all = true, expect = [
    { player = "A", hand = 15 },
    { player = "B", hand = 2 },
    { zone = "battlefield", count = 1 },
  ] },
  { do = "advance", to = "A's next draw" },
  { do = "draw", player = "A" },
  { do = "advance", to = "next precombat main", expect = [ { object = "saga", exists = true } ] },
  { do = "resolve", as = "back", expect = [
    { object = "saga", exists = false },
    { object = "back", is = { name = "Jin-Gitaxias", power = 5, toughness = 5, counters = {} } },
    { player = "A", hand = 16 },
  ] },
]
""",
    )


def test_a_creature_that_is_a_saga_goes_and_comes_back(tmp_path: Path) -> None:
    """A Saga creature stays while its last chapter is on the stack, which then exiles and returns it (CR 714.4)."""
    played(
        tmp_path,
        """
object = [ { id = "clive", card = "Clive, Ifrit's Dominant", zone = "battlefield", owner = "A" } ]
step = [
  { do = "add_mana", player = "A", mana = "RRRRRR" },
  { do = "activate", object = "clive", ability = "leaves and comes back turned, sorcery speed" },
  { do = "resolve", as = "ifrit", expect = [
    { object = "clive", exists = false },
    { object = "ifrit", is = { name = "Ifrit, Warden of Inferno", power = 9, toughness = 9, counters = { lore = 1 } } },
  ] },
  { do = "resolve", all = true },
  { do = "advance", to = "A's next main" },
  { do = "resolve", expect = [ { player = "A", mana = "RRRR" }, { object = "ifrit", exists = true } ] },
  { do = "advance", to = "A's next main", expect = [
    { object = "ifrit", is = { counters = { lore = 3 }, types = ["Enchantment", "Creature"] } },
  ] },
  { do = "resolve", as = "again", expect = [
    { object = "ifrit", exists = false },
    { object = "again", is = { name = "Clive, Ifrit's Dominant", power = 5, toughness = 5, counters = {} } },
  ] },
  { do = "settle", expect = [ { object = "again", exists = true } ] },
]
""",
    )


# --- arrivals from a graveyard ---------------------------------------------------------------------------

GRIST = '{ id = "grist", card = "Grist, Voracious Larva", zone = "battlefield", owner = "A" }'


@pytest.mark.parametrize("pays", [True, False])
def test_what_enters_from_a_graveyard_may_be_paid_for(tmp_path: Path, pays: bool) -> None:
    """Its own return triggers as well; it is exiled and returned turned only for the mana (CR 603.4, 712.14a)."""
    after = '"Grist, the Plague Swarm", loyalty = 3' if pays else '"Grist, Voracious Larva"'
    played(
        tmp_path,
        f"""
object = [ {{ id = "grist", card = "Grist, Voracious Larva", zone = "graveyard", owner = "A" }} ]
step = [
  {{ do = "add_mana", player = "A", mana = "{"G" if pays else "R"}" }},
  {{ do = "move", object = "grist", to = "battlefield", as = "one" }},
  {{ do = "settle" }},
  {{ do = "resolve", expect = [
    {{ object = "one", exists = {str(not pays).lower()} }},
    {{ card = "grist", is = {{ name = {after} }} }},
    {{ player = "A", mana = "{"" if pays else "R"}" }},
  ] }},
]
""",
    )


@pytest.mark.parametrize(
    ("card", "steps", "count"),
    [
        ("Bloodghast", '{ do = "move", object = "card", to = "battlefield" }', 1),
        ("Bloodghast", '{ do = "cast", object = "card", player = "A", free = true }, { do = "resolve" }', 1),
        ("Dryad Arbor", '{ do = "move", object = "card", to = "battlefield" }', 1),
        ("Short Sword", '{ do = "cast", object = "card", player = "A", free = true }, { do = "resolve" }', 0),
        (
            "Bloodghast",
            '{ do = "move", object = "card", to = "hand" }, '
            '{ do = "cast", object = "card", player = "A", free = true }, { do = "resolve" }',
            0,
        ),
    ],
)
def test_which_arrivals_are_from_a_graveyard(tmp_path: Path, card: str, steps: str, count: int) -> None:
    """A creature counts that was put from there or cast from there; others and those from a hand do not (CR 400.7d)."""
    played(
        tmp_path,
        f"""
object = [ {GRIST}, {{ id = "card", card = "{card}", zone = "graveyard", owner = "A" }} ]
step = [ {steps[:-2]}, expect = [ {{ triggered = "grist", count = {count} }} ] }} ]
""",
    )
