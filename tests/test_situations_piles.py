"""Whole situations with piles, written as scenario files: marks, commanders, copies, piles that turn over."""

from pathlib import Path

import pytest
from scenarios import held, situation

LIBRARY = '{ id = "deep", card = "Forest", zone = "library", owner = "A" }'
MUTATES = 'do = "cast", player = "A", how = "mutate", free = true'


def placed(id_: str, card: str, zone: str = "battlefield", owner: str = "A", more: str = "") -> str:
    """Return one object of a scenario."""
    return f'{{ id = "{id_}", card = "{card}", zone = "{zone}", owner = "{owner}"{", " + more if more else ""} }}'


def pile(*cards: str, more: str = "") -> str:
    """Return a pile of cards named by their first words, topmost first."""
    parts = ", ".join(f'{{ id = "{card.split()[0].strip(",").lower()}", card = "{card}" {more} }}' for card in cards)
    return f'{{ id = "pile", zone = "battlefield", owner = "A", merged = [ {parts} ] }}'


@pytest.mark.parametrize(("where", "power", "toughness"), [("under", 4, 4), ("over", 4, 5)])
def test_a_monstrous_creature_stays_monstrous_as_another_merges(
    tmp_path: Path, where: str, power: int, toughness: int
) -> None:
    """Being monstrous is a mark on the permanent: merging neither takes it nor lets it be had again (CR 701.37b)."""
    name = 'ability = "becomes monstrous with a counter"'
    size = f"power = {power}, toughness = {toughness}"
    safe = 'has = ["flying", "hexproof", "indestructible"], counters = { "+1/+1" = 1 }'
    held(
        tmp_path,
        situation(
            [placed("lion", "Fleecemane Lion"), placed("heron", "Dreamtail Heron", "hand"), LIBRARY],
            [
                'do = "add_mana", player = "A", mana = "GGGGGWWWWW"',
                f'do = "activate", object = "lion", {name}',
                'do = "resolve", expect = [ { object = "lion", is = { power = 4, toughness = 4, '
                'has = ["hexproof", "indestructible"] } } ]',
                f'{MUTATES}, object = "heron", targets = "lion"',
                f'do = "resolve", all = true, answers = [ {{ ask = "mutate", answer = "{where}" }} ], '
                f'expect = [ {{ object = "lion", is = {{ {size}, {safe} }} }} ]',
                f'do = "activate", object = "lion", {name}',
                f'do = "resolve", expect = [ {{ object = "lion", is = {{ {size}, {safe} }} }} ]',
            ],
        ),
    )


@pytest.mark.parametrize("token", [True, False])
@pytest.mark.parametrize("first", [True, False])
def test_a_pile_with_a_commander_is_moved_as_one(tmp_path: Path, token: bool, first: bool) -> None:
    """A merged permanent with a commander among its cards is a commander, and goes as one (CR 903.3c, 730.3)."""
    otrimi = '{ id = "otrimi", card = "Otrimi, the Ever-Playful", commander = true }'
    other = '{ id = "savant", card = "Beastcaller Savant" }'
    if token:
        other = (
            '{ id = "bat", token = { name = "Bat", type_line = "Creature — Vampire", colors = ["B"], '
            "power = 1, toughness = 1 } }"
        )
    parts = [otrimi, other] if first else [other, otrimi]
    merged = f'{{ id = "pile", zone = "battlefield", owner = "A", merged = [ {", ".join(parts)} ] }}'
    cards = '["otrimi"]' if token else ('["savant", "otrimi"]' if not first else '["otrimi", "savant"]')
    held(
        tmp_path,
        situation(
            [merged, placed("vacuum", "Leadership Vacuum", "hand"), LIBRARY],
            [
                'do = "cast", object = "vacuum", player = "A", targets = "A", free = true',
                'do = "resolve", expect = [ { facts = "PermanentLeft", count = 1 }, { player = "A", hand = 1 } ]',
                'do = "settle", expect = [ { object = "pile", exists = false }, '
                f'{{ zone = "command", player = "A", cards = {cards} }}, {{ zone = "battlefield", count = 0 }} ]',
            ],
        ),
    )


@pytest.mark.parametrize("onto", ["frog1", "frog2"])
def test_a_trigger_copies_what_the_mutating_spell_targets(tmp_path: Path, onto: str) -> None:
    """Of two tokens made alike one is a pile; what a spell targets is copied as it is, the other stays (CR 730.2c)."""
    frog = (
        'token = { name = "Old Croak", type_line = "Legendary Creature — Frog", colors = ["G"], '
        'power = 1, toughness = 1, keywords = ["reach"] }'
    )
    heron = 'name = "Dreamtail Heron", power = 3, has = ["flying", "reach"]'
    copied = heron if onto == "frog1" else 'name = "Old Croak", power = 1, has = ["reach"], lacks = ["flying"]'
    held(
        tmp_path,
        situation(
            [
                f'{{ id = "frog1", zone = "battlefield", owner = "A", {frog} }}',
                '{ id = "frog2", zone = "battlefield", owner = "A", token_copy_of = "frog1" }',
                placed("duplimancy", "Vesuvan Duplimancy"),
                placed("heron", "Dreamtail Heron", "hand"),
                placed("fox", "Vulpikeet", "hand"),
            ],
            [
                'do = "merge", object = "heron", onto = "frog1", where = "over"',
                f'{MUTATES}, object = "fox", targets = "{onto}", '
                'expect = [ { triggered = "duplimancy", count = 1 } ]',
                f'do = "resolve", as = "copy", expect = [ {{ object = "copy", is = {{ {copied}, token = true, '
                f'supertypes = [] }} }}, {{ object = "frog1", is = {{ {heron}, merged = true }} }} ]',
                'do = "resolve", all = true, answers = [ { ask = "mutate", answer = "under" } ], expect = [ '
                '{ object = "frog1", is = { name = "Dreamtail Heron", merged = true } }, '
                f'{{ object = "{onto}", is = {{ merged = true, has = ["flying", "reach"] }} }} ]',
            ],
        ),
    )


def test_two_of_its_own_transform_triggers_turn_a_pile_once(tmp_path: Path) -> None:
    """A permanent turns all its double-faced cards at once and has one clock for it (CR 701.27f, 730.2i)."""
    turns = (
        'abilities = [ { ability = "triggered", name = "turn", when = { event = "step", step = "upkeep" }, '
        'then = [ { do = "transform" } ] } ]'
    )
    cards = "".join(
        f'[[card]]\nname = "Day {kind}"\nmana_cost = "{{1}}{{G}}"\ntype_line = "Creature — {kind}"\npower = {size}\n'
        f"toughness = {size}\n{turns}\n"
        f'back = {{ name = "Night {kind}", type_line = "Creature — {kind}", color_indicator = ["G"], power = 5, '
        f'toughness = 5, keywords = ["{word}"] }}\n'
        for kind, size, word in (("Wolf", 1, "trample"), ("Fox", 2, "haste"))
    )
    held(
        tmp_path,
        situation(
            [
                '{ id = "pile", zone = "battlefield", owner = "A", '
                'merged = [ { id = "wolf", card = "Day Wolf" }, { id = "fox", card = "Day Fox" } ] }'
            ],
            [
                'do = "advance", to = "next upkeep", expect = [ { triggered = "pile", count = 2 } ]',
                'do = "resolve", expect = [ { object = "pile", is = { name = "Night Wolf", '
                'has = ["trample", "haste"] } } ]',
                'do = "resolve", expect = [ { ignored = "transform", rule = "701.27f", object = "pile" }, '
                '{ object = "pile", is = { name = "Night Wolf", has = ["trample", "haste"] } } ]',
            ],
            cards,
        ),
    )


@pytest.mark.parametrize("count", [2, 3])
def test_every_card_of_an_exiled_pile_is_marked(tmp_path: Path, count: int) -> None:
    """What exiles a pile with a counter puts one on each card, which are counted one by one (CR 122.6, 730.3)."""
    cards = ("Dreamtail Heron", "Beastcaller Savant", "Almighty Brushwagg")[:count]
    held(
        tmp_path,
        situation(
            [pile(*cards), placed("etrata", "Etrata, the Silencer", owner="B")],
            [
                'do = "deal_damage", player = "A", amount = 3, source = "etrata", combat = true, '
                'expect = [ { triggered = "etrata", count = 1 } ]',
                'do = "settle"',
                f'do = "resolve", expect = [ {{ card = "{cards[-1].split()[0].lower()}", is = {{ zone = "exile", '
                f'counters = {{ hit = 1 }} }} }}, {{ facts = "PlayerLost", count = {int(count == 3)} }}, '
                '{ card = "etrata", is = { zone = "library" } } ]',
            ],
        ),
    )


def test_a_pile_that_died_is_one_creature_that_died_this_turn(tmp_path: Path) -> None:
    """How many creatures died this turn counts permanents as they were on the battlefield (CR 700.4, 730.3)."""
    held(
        tmp_path,
        situation(
            [
                placed("kuon", "Kuon, Ogre Ascendant"),
                pile("Dreamtail Heron", "Beastcaller Savant"),
                placed("bear", "Grizzly Bears"),
                placed("staff", "Chimeric Staff", owner="B"),
                placed("gone", "Grizzly Bears", owner="B"),
                placed("held", "Grizzly Bears", "hand"),
                placed("last", "Grizzly Bears", owner="B"),
                placed("again", "Grizzly Bears", owner="B"),
            ],
            [
                'do = "destroy", objects = ["pile", "bear", "staff"]',
                'do = "exile", objects = ["gone"]',
                'do = "move", object = "held", to = "graveyard"',
                'do = "advance", to = "next end step", expect = [ { triggered = "kuon", count = 0 } ]',
                'do = "destroy", objects = ["last"]',
                'do = "advance", to = "B\'s next turn"',
                'do = "destroy", objects = ["again"]',
                'do = "advance", to = "next end step", expect = [ { triggered = "kuon", count = 0 } ]',
            ],
        ),
    )
    held(
        tmp_path,
        situation(
            [
                placed("kuon", "Kuon, Ogre Ascendant"),
                pile("Dreamtail Heron", "Beastcaller Savant"),
                placed("bear", "Grizzly Bears", owner="B"),
                '{ id = "imp", zone = "battlefield", owner = "B", '
                'token = { name = "Imp", type_line = "Creature — Imp", power = 1, toughness = 1 } }',
            ],
            [
                'do = "destroy", objects = ["pile", "bear", "imp"]',
                'do = "move", objects = ["bear"], to = "battlefield"',
                'do = "settle"',
                'do = "advance", to = "next end step", expect = [ { triggered = "kuon", count = 1 } ]',
                'do = "resolve", expect = [ { object = "kuon", is = { name = "Kuon\'s Essence", flipped = true } } ]',
            ],
        ),
    )


def test_deaths_of_the_turn_before_do_not_count(tmp_path: Path) -> None:
    """What died in an earlier turn did not die this turn, though abilities that wait still know it (CR 603.7)."""
    held(
        tmp_path,
        situation(
            [
                placed("kuon", "Kuon, Ogre Ascendant"),
                placed("whispers", "Endless Whispers"),
                *(placed(one, "Grizzly Bears") for one in ("bear", "cub", "pup")),
            ],
            [
                'do = "advance", to = "next end step", expect = [ { triggered = "kuon", count = 0 } ]',
                'do = "destroy", objects = ["bear", "cub", "pup"]',
                'do = "settle"',
                'do = "advance", to = "B\'s next end step", expect = [ { triggered = "kuon", count = 0 } ]',
            ],
        ),
    )
