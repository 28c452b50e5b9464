"""Whole situations with copies, face-down and flipped permanents and with mana, written as scenario files."""

from pathlib import Path

from scenarios import played

# --- face down and face up -------------------------------------------------------------------------------


def test_counters_that_it_gets_as_it_turns_up_are_there_in_time(tmp_path: Path) -> None:
    """What gets counters as it is turned face up is never seen without them (CR 614.1e, 708.11)."""
    played(
        tmp_path,
        """
settle = "always"
object = [ { id = "hydra", card = "Hooded Hydra", zone = "battlefield", owner = "A", face_down = { cause = "morph" } } ]
step = [
  { do = "turn_face_up", object = "hydra", expect = [
    { object = "hydra", is = { power = 5, toughness = 5, counters = { "+1/+1" = 5 } } },
  ] },
]
""",
    )


SHAPESHIFTER = """
object = [
  { id = "brine", card = "Brine Elemental", zone = "battlefield", owner = "B" },
  { id = "bear", card = "Grizzly Bears", zone = "battlefield", owner = "A" },
  { id = "shape", card = "Vesuvan Shapeshifter", zone = "battlefield", owner = "A", face_down = { cause = "morph" } },
]
"""


def test_a_copy_made_as_it_turns_up_triggers_on_that(tmp_path: Path) -> None:
    """It is the copy as it turns up, so the copied ability about turning up triggers; a step is skipped (CR 500.11)."""
    played(
        tmp_path,
        SHAPESHIFTER
        + """
step = [
  { do = "turn_face_up", object = "shape", answers = [
    { ask = "may", answer = "yes" }, { ask = "choose", answer = "brine" } ], expect = [
    { object = "shape", is = { name = "Brine Elemental", power = 5, toughness = 4, copy = true, face_down = false } },
    { triggered = "shape", count = 1 },
  ] },
  { do = "settle" },
  { do = "resolve" },
  { do = "advance", to = "B's next turn", expect = [
    { facts = "StepSkipped", count = 1, where = { player = "B", step = "untap" } },
    { facts = "StepStarted", count = 0, where = { step = "untap" } },
  ] },
  { do = "advance", to = "next upkeep", expect = [ { facts = "StepStarted", where = { step = "upkeep" } } ] },
  { do = "advance", to = "A's next turn", expect = [ { facts = "StepSkipped", count = 0 } ] },
  { do = "advance", to = "B's next turn", expect = [ { facts = "StepSkipped", count = 0 } ] },
]
""",
    )


def test_what_lasts_until_it_turns_face_down_ends_then(tmp_path: Path) -> None:
    """A copy effect until it is turned face down ends then, and may be made anew as it turns up (CR 611.2a)."""
    played(
        tmp_path,
        SHAPESHIFTER
        + """
step = [
  { do = "turn_face_up", object = "shape", answers = [
    { ask = "may", answer = "yes" }, { ask = "choose", answer = "brine" } ] },
  { do = "settle" },
  { do = "resolve", all = true },
  { do = "turn_face_down", object = "bear" },
  { do = "expect", expect = [ { object = "shape", is = { name = "Brine Elemental" } } ] },
  { do = "turn_face_up", object = "bear" },
  { do = "advance", to = "A's next upkeep" },
  { do = "resolve", answers = [ { ask = "may", answer = "yes" } ], expect = [
    { object = "shape", is = { name = "", power = 2, toughness = 2, copy = false, face_down = true } },
    { facts = "EffectEnded", count = 1 },
  ] },
  { do = "turn_face_up", object = "shape", answers = [
    { ask = "may", answer = "yes" }, { ask = "choose", answer = "bear" } ], expect = [
    { object = "shape", is = { name = "Grizzly Bears", power = 2 } },
    { triggered = "shape", count = 0 },
  ] },
]
""",
    )


def test_a_copy_chosen_on_entering_may_end_as_it_turns_face_down(tmp_path: Path) -> None:
    """What enters as a copy until it is turned face down is itself again as it turns up and copies nothing."""
    played(
        tmp_path,
        """
object = [
  { id = "bear", card = "Grizzly Bears", zone = "battlefield", owner = "A" },
  { id = "shape", card = "Vesuvan Shapeshifter", zone = "hand", owner = "A" },
]
step = [
  { do = "cast", object = "shape", player = "A", free = true },
  { do = "resolve", as = "one", answers = [ { ask = "copy", answer = "bear" } ], expect = [
    { object = "one", is = { name = "Grizzly Bears", copy = true } },
  ] },
  { do = "turn_face_down", object = "one" },
  { do = "turn_face_up", object = "one", answers = [ { ask = "may", answer = "no" } ], expect = [
    { object = "one", is = { name = "Vesuvan Shapeshifter", power = 0, copy = false } },
  ] },
]
""",
    )


def test_creatures_turned_down_as_another_enters_die_without_their_abilities(tmp_path: Path) -> None:
    """As it enters it turns the others down; it counts them, and what dies has no ability then (CR 603.10a, 708.2a)."""
    played(
        tmp_path,
        """
object = [
  { id = "reaper", card = "Midnight Reaper", zone = "battlefield", owner = "A" },
  { id = "imp", zone = "battlefield", owner = "B", token = { type_line = "Creature — Imp", power = 1, toughness = 1 } },
  { id = "delver", card = "Delver of Secrets", zone = "battlefield", owner = "B" },
  { id = "ixidron", card = "Ixidron", zone = "hand", owner = "A" },
  { id = "bolt", card = "Lightning Bolt", zone = "hand", owner = "B" },
]
step = [
  { do = "cast", object = "ixidron", player = "A", free = true },
  { do = "resolve", as = "one", expect = [
    { object = "one", is = { power = 1, toughness = 1, face_down = false } },
    { object = "reaper", is = { name = "", power = 2, face_down = true } },
    { object = "imp", is = { name = "Imp Token", face_down = false } },
    { ignored = "turn_face_down", object = "delver", rule = "712.16" },
  ] },
  { do = "cast", object = "bolt", player = "B", targets = "reaper", free = true },
  { do = "resolve" },
  { do = "settle", expect = [
    { object = "reaper", exists = false },
    { object = "one", exists = false },
    { facts = "AbilityTriggered", count = 0 },
    { player = "A", life = 20, hand = 0 },
  ] },
]
""",
    )


def test_manifested_cards_do_nothing_of_their_own_on_entering(tmp_path: Path) -> None:
    """What is manifested is an untapped 2/2 creature, whatever it is: no God asleep, no Aura attached (CR 701.40a)."""
    played(
        tmp_path,
        """
settle = "always"
object = [
  { id = "cove", card = "Tranquil Cove", zone = "library", owner = "A" },
  { id = "giant", card = "Doomwake Giant", zone = "library", owner = "A" },
  { id = "god", card = "Sleeping God", zone = "library", owner = "A" },
  { id = "forest", card = "Forest", zone = "library", owner = "A" },
  { id = "aura", card = "Control Magic", zone = "library", owner = "A" },
  { id = "swarm", card = "Scute Swarm", zone = "battlefield", owner = "A" },
  { id = "wurm", card = "Craw Wurm", zone = "battlefield", owner = "B" },
]
step = [
  { do = "move", objects = ["cove", "giant", "god", "forest", "aura"], to = "battlefield", face_down = true, as = [
    "c", "g", "s", "f", "a" ], expect = [
    { facts = "AbilityTriggered", count = 0 },
    { object = "c", is = { name = "", power = 2, toughness = 2, tapped = false, types = ["Creature"] } },
    { object = "g", is = { name = "", power = 2, toughness = 2, types = ["Creature"] } },
    { object = "s", is = { name = "", power = 2, toughness = 2, types = ["Creature"], supertypes = [] } },
    { object = "f", is = { name = "", power = 2, toughness = 2, types = ["Creature"], abilities = 0 } },
    { object = "a", is = { name = "", power = 2, toughness = 2, types = ["Creature"], subtypes = [] } },
    { object = "wurm", is = { controller = "B", power = 6, toughness = 4 } },
    { player = "A", life = 20 },
  ] },
  { do = "turn_face_up", object = "s", expect = [ { object = "s", is = { types = ["Enchantment"] } } ] },
]
[[card]]
name = "Sleeping God"
mana_cost = "{2}{W}{W}"
type_line = "Legendary Enchantment Creature — God"
power = 5
toughness = 6
[[card.abilities]]
ability = "static"
name = "sleeps"
effect = { affects = { which = "this" }, changes = [ { change = "remove_types", types = ["Creature"] } ] }
""",
    )
