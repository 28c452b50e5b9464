"""Flip cards, whose other half takes over on the battlefield (CR 710), and split cards (CR 709)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import ModifyPowerToughness
from ecs_magic.selectors import Selector

ELSEWHERE = ["hand", "library", "graveyard", "exile", "stack"]


def entered(old: magic.Object) -> magic.Object:
    """Return the one thing that an object became."""
    (new,) = old.became
    return new


def shown(thing: magic.Object) -> tuple[str, int | None, int | None]:
    """Return name, power and toughness."""
    return thing.name, thing.power, thing.toughness


# --- flipping --------------------------------------------------------------------------------------------


@pytest.mark.rule("F16")
def test_flipping_puts_the_alternative_half_in_place(scene: Scene) -> None:
    """A flipped permanent has its alternative name, type line, text, power and toughness instead (CR 710.2)."""
    akki = scene.put("Akki Lavarunner")
    assert (*shown(akki), akki.keywords) == ("Akki Lavarunner", 1, 1, ("haste",))
    facts = scene.do(magic.Flip(akki))
    assert [(fact.name, fact.record()["permanent"]) for fact in facts] == [("Flipped", akki.id)]
    assert (*shown(akki), akki.keywords) == ("Tok-Tok, Volcano Born", 2, 2, ("protection from red",))
    assert (akki.supertypes, akki.subtypes) == (("Legendary",), ("Goblin", "Shaman"))
    assert akki.read("flipped")


@pytest.mark.rule("F16")
def test_a_flipped_creature_may_be_no_creature(scene: Scene) -> None:
    """An alternative half without power and toughness has none, and its static ability is at work (CR 710.2)."""
    homura, bears = scene.put("Homura, Human Ascendant"), scene.put("Grizzly Bears")
    scene.do(magic.Flip(homura))
    assert (homura.types, homura.power, homura.toughness) == (("Enchantment",), None, None)
    assert (*shown(bears), bears.keywords) == ("Grizzly Bears", 4, 4, ("flying",))


@pytest.mark.rule("F16", "F18")
@pytest.mark.parametrize("zone", ELSEWHERE)
def test_elsewhere_a_flip_card_is_its_normal_half(scene: Scene, zone: str) -> None:
    """In every zone but the battlefield a flip card has its normal characteristics alone (CR 710.2)."""
    card = scene.put("Akki Lavarunner", zone=zone)
    assert (*shown(card), card.supertypes) == ("Akki Lavarunner", 1, 1, ())
    with pytest.raises(magic.InputError):
        scene.put("Akki Lavarunner", zone=zone, flipped=True)


@pytest.mark.rule("F18")
def test_legendary_creatures_include_the_flipped_one(scene: Scene) -> None:
    """An effect on legendary creatures misses Akki Lavarunner and affects Tok-Tok, Volcano Born (CR 710.2)."""
    akki = scene.put("Akki Lavarunner")
    legends = magic.Effect((ModifyPowerToughness(2, 2),), Selector(types=("Creature",), supertypes=("Legendary",)))
    scene.do(magic.AddEffect(legends, live=True))
    assert shown(akki) == ("Akki Lavarunner", 1, 1)
    scene.do(magic.Flip(akki))
    assert shown(akki) == ("Tok-Tok, Volcano Born", 4, 4)


@pytest.mark.rule("F17")
@pytest.mark.parametrize(
    ("card", "cost", "colors", "value"),
    [("Akki Lavarunner", "{3}{R}", ("R",), 4), ("Sasaya, Orochi Ascendant", "{1}{G}{G}", ("G",), 3)],
)
def test_colour_and_mana_cost_stay(scene: Scene, card: str, cost: str, colors: tuple[str, ...], value: int) -> None:
    """Flipping changes neither colour nor mana cost (CR 710.1c)."""
    thing = scene.put(card)
    scene.do(magic.Flip(thing))
    assert thing.name != card
    assert (thing.mana_cost, thing.colors, thing.mana_value) == (cost, colors, value)


@pytest.mark.rule("F17")
def test_what_applies_goes_on(scene: Scene) -> None:
    """A permanent that flips is the same object, with its counters, status and the effects on it (CR 710.1c)."""
    akki = scene.put("Akki Lavarunner", tapped=True, counters={"+1/+1": 1})
    scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(3, 0),)), akki))
    scene.do(magic.DealDamage(akki, 1))
    scene.do(magic.Flip(akki))
    assert (*shown(akki), akki.tapped) == ("Tok-Tok, Volcano Born", 6, 3, True)
    assert (akki.counters, akki.read("damage")) == ({"+1/+1": 1}, 1)


@pytest.mark.rule("F19")
def test_flipping_is_one_way(scene: Scene) -> None:
    """A flipped permanent never becomes unflipped: told to flip again, nothing happens (CR 710.4)."""
    akki = scene.put("Akki Lavarunner", flipped=True)
    facts = scene.do(magic.Flip(akki))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert scene.ignored(facts) == ["710.4"]
    assert akki.name == "Tok-Tok, Volcano Born"


@pytest.mark.rule("F19")
@pytest.mark.parametrize("card", ["Grizzly Bears", "Kessig Prowler", "Graf Rats"])
def test_other_permanents_do_not_flip(scene: Scene, card: str) -> None:
    """Only a permanent with an alternative half flips (CR 710.2, 710.4)."""
    thing = scene.put(card)
    before = thing.characteristics
    assert scene.ignored(scene.do(magic.Flip(thing))) == ["710.4"]
    assert (thing.characteristics, thing.read("flipped")) == (before, False)


@pytest.mark.rule("F19")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile"])
def test_leaving_forgets_the_flip(scene: Scene, zone: str) -> None:
    """A flipped permanent that leaves is unflipped there and when it comes back (CR 710.4, 110.5)."""
    akki = scene.put("Akki Lavarunner")
    scene.do(magic.Flip(akki))
    scene.do(magic.Move(akki, magic.Zone(zone)))
    card = entered(akki)
    assert (card.name, card.supertypes) == ("Akki Lavarunner", ())
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD))
    assert (entered(card).name, entered(card).read("flipped")) == ("Akki Lavarunner", False)
    assert akki.last_known.name == "Tok-Tok, Volcano Born"


@pytest.mark.rule("F16")
def test_a_flip_card_may_enter_flipped(scene: Scene) -> None:
    """An effect may return a flip card to the battlefield flipped; nothing flips then (CR 710.2, 110.5b)."""
    card = scene.put("Homura, Human Ascendant", zone="graveyard")
    facts = scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, flipped=True))
    assert [fact.name for fact in facts] == ["PermanentEntered"]
    assert (entered(card).name, entered(card).types) == ("Homura's Essence", ("Enchantment",))


@pytest.mark.rule("F20")
def test_the_alternative_name_can_be_chosen(scene: Scene) -> None:
    """Naming a card, a player may choose the alternative name of a flip card (CR 710.5)."""
    names = ("Akki Lavarunner", "Tok-Tok, Volcano Born")
    assert scene.cards.find(names[0]).names == names
    assert scene.cards.find(names[1]) == scene.cards.find(names[0])


# --- flipping and copying --------------------------------------------------------------------------------


@pytest.mark.rule("G07", "F16")
def test_a_copy_of_a_flip_card_flips(scene: Scene) -> None:
    """A copy of a flip card has both halves, and flipped it shows the alternative one (CR 707.3, 710.2)."""
    clone = scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, scene.put("Bushi Tenderfoot", "B")))
    facts = scene.do(magic.Flip(clone))
    assert scene.count(facts, "Flipped") == 1
    assert (*shown(clone), clone.mana_cost) == ("Kenzo the Hardhearted", 3, 4, "{W}")


@pytest.mark.rule("G07", "G01")
@pytest.mark.parametrize("copier", ["becomes", "token"])
def test_the_flip_is_not_copied(scene: Scene, copier: str) -> None:
    """Status is not copied: a copy of a flipped permanent shows the normal half, and can flip (CR 707.2, 707.3)."""
    kenzo = scene.put("Bushi Tenderfoot", "B", flipped=True)
    assert kenzo.name == "Kenzo the Hardhearted"
    if copier == "becomes":
        copy = scene.put("Clone")
        scene.do(magic.BecomeCopy(copy, kenzo))
    else:
        facts = scene.do(magic.CreateTokenCopy(kenzo, "A"))
        copy = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))
    assert (*shown(copy), copy.read("flipped")) == ("Bushi Tenderfoot", 1, 1, False)
    scene.do(magic.Flip(copy))
    assert shown(copy) == ("Kenzo the Hardhearted", 3, 4)


@pytest.mark.rule("G07", "F16")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "stack", "defined"])
@pytest.mark.parametrize("copier", ["becomes", "token"])
def test_a_copy_of_a_flip_card_elsewhere_flips(scene: Scene, zone: str, copier: str) -> None:
    """A copy of a flip card that is no permanent has both halves as well (CR 707.2, 710.1b)."""
    card = scene.cards.find("Jushi Apprentice")
    original = card if zone == "defined" else scene.put(card, "B", zone=zone)
    if copier == "becomes":
        copy = scene.put("Dimir Doppelganger")
        scene.do(magic.BecomeCopy(copy, original))
    else:
        facts = scene.do(magic.CreateTokenCopy(original, "A"))
        copy = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))
    assert shown(copy) == ("Jushi Apprentice", 1, 2)
    scene.do(magic.Flip(copy))
    assert shown(copy) == ("Tomoya the Revealer", 2, 3)


@pytest.mark.rule("G09")
def test_a_flipped_permanent_shows_the_copied_alternative_half(scene: Scene) -> None:
    """Tomoya, flipped, as a copy of an unflipped Nezumi Shortfang is Stabwhisker the Odious (CR 707.3)."""
    tomoya = scene.put("Jushi Apprentice", flipped=True)
    scene.do(magic.BecomeCopy(tomoya, scene.put("Nezumi Shortfang")))
    assert (*shown(tomoya), tomoya.supertypes) == ("Stabwhisker the Odious", 3, 3, ("Legendary",))
    assert (tomoya.colors, tomoya.mana_value) == (("B",), 2)


@pytest.mark.rule("F19", "G07")
def test_flipped_stays_where_it_means_nothing(scene: Scene) -> None:
    """A flipped permanent stays flipped as a copy of a card without halves, and it counts again later (CR 110.5c)."""
    doppelganger = scene.put("Dimir Doppelganger")
    keep = magic.CopyExceptions(add_abilities=("copies a dead creature",))
    scene.do(magic.BecomeCopy(doppelganger, scene.put("Jushi Apprentice", "B"), except_=keep))
    scene.do(magic.Flip(doppelganger))
    assert doppelganger.name == "Tomoya the Revealer"
    scene.do(magic.BecomeCopy(doppelganger, scene.put("Runeclaw Bear", "B"), except_=keep))
    assert (*shown(doppelganger), doppelganger.read("flipped")) == ("Runeclaw Bear", 2, 2, True)
    scene.do(magic.BecomeCopy(doppelganger, scene.put("Nezumi Shortfang", "B", zone="exile"), except_=keep))
    assert doppelganger.name == "Stabwhisker the Odious"
    assert doppelganger.abilities[-1].name == "copies a dead creature"


@pytest.mark.rule("F19", "G07")
def test_a_flipped_copy_ends(scene: Scene) -> None:
    """A copy that flipped stays flipped when the copying ends, which its own card does not show (CR 110.5c)."""
    bears = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(bears, scene.put("Bushi Tenderfoot"), until="end of turn"))
    scene.do(magic.Flip(bears))
    assert bears.name == "Kenzo the Hardhearted"
    scene.do(magic.BeginStep("cleanup"))
    assert (*shown(bears), bears.read("flipped")) == ("Grizzly Bears", 2, 2, True)


# --- split cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("F21", "F22")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile"])
def test_a_split_card_is_both_halves_off_the_stack(scene: Scene, zone: str) -> None:
    """Off the stack Assault // Battery has two names, both colours and mana value 5 (CR 709.4)."""
    card = scene.put("Assault // Battery", zone=zone)
    assert card.names == ("Assault", "Battery")
    assert (card.colors, card.mana_value, card.types) == (("R", "G"), 5, ("Sorcery",))


@pytest.mark.rule("F21", "F22")
@pytest.mark.parametrize(
    ("face", "name", "colors", "mana_value"), [("front", "Assault", ("R",), 1), ("back", "Battery", ("G",), 4)]
)
def test_a_split_spell_is_the_half_that_was_cast(
    scene: Scene, face: str, name: str, colors: tuple[str, ...], mana_value: int
) -> None:
    """On the stack a split card is only the half that was cast; in the graveyard it is both again (CR 709.3-4)."""
    card = scene.put("Assault // Battery", zone="hand")
    scene.do(magic.Move(card, magic.Zone.STACK, face=magic.Face(face)))
    spell = entered(card)
    assert (spell.names, spell.colors, spell.mana_value) == ((name,), colors, mana_value)
    scene.do(magic.Move(spell, magic.Zone.GRAVEYARD))
    assert (entered(spell).names, entered(spell).mana_value) == (("Assault", "Battery"), 5)


@pytest.mark.rule("F21", "F23")
def test_the_combined_cost_has_every_symbol(scene: Scene) -> None:
    """The mana cost of Fire // Ice holds the symbols of both halves, so {1} twice (CR 709.4b)."""
    card = scene.put("Fire // Ice", zone="hand")
    assert (card.mana_cost or "").count("{1}") == 2
    assert (card.mana_value, card.colors) == (4, ("U", "R"))
    assert len(card.abilities) == 2


@pytest.mark.rule("F21")
def test_a_split_card_of_two_types_has_both(scene: Scene) -> None:
    """Types and abilities of both halves count for a split card off the stack, a common one once (CR 709.4c)."""
    card = scene.put("Claim // Fame", zone="graveyard")
    both = scene.put("Consign // Oblivion", zone="graveyard")
    assert (card.types, both.types) == (("Sorcery",), ("Instant", "Sorcery"))
