"""Colour, mana value, names, colour identity, commanders, and the mana that permanents could produce."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, Gain, LoseAll, Mana, SetColors, SetSubtypes
from ecs_magic.cardlibrary import read_card


def plain(scene: Scene, cost: str | None = None, **source: object) -> magic.CardDefinition:
    """Define a creature card with a mana cost."""
    return scene.card(power=1, toughness=1, mana_cost=cost, **source)


def identity(scene: Scene, card: object) -> str:
    """Return a card's colour identity as letters."""
    return "".join(scene.put(card, zone="hand").read("color_identity"))


def produces(permanent: magic.Object) -> str:
    """Return the types of mana it could produce as letters."""
    return "".join(permanent.read("produces"))


# --- colour and mana value -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "colors"),
    [
        pytest.param("{2}{G}", ("G",), marks=pytest.mark.rule("L01")),
        pytest.param("{G}{W}{B}{U}{R}", ("W", "U", "B", "R", "G"), marks=pytest.mark.rule("L01")),
        pytest.param("{7}", (), marks=pytest.mark.rule("L01")),
        pytest.param("{X}{C}{S}", (), marks=pytest.mark.rule("L01")),
        pytest.param(None, (), marks=pytest.mark.rule("L01")),
        pytest.param("{W/U}", ("W", "U"), marks=pytest.mark.rule("L02")),
        pytest.param("{2/B}{2/B}", ("B",), marks=pytest.mark.rule("L02")),
        pytest.param("{R/P}", ("R",), marks=pytest.mark.rule("L02")),
        pytest.param("{G/U/P}", ("U", "G"), marks=pytest.mark.rule("L02")),
        pytest.param("{C/W}", ("W",), marks=pytest.mark.rule("L02")),
    ],
)
def test_colour_comes_from_the_mana_cost(scene: Scene, cost: str | None, colors: tuple[str, ...]) -> None:
    """An object has every colour of the symbols in its mana cost, hybrid and Phyrexian ones too (CR 202.2)."""
    assert scene.put(plain(scene, cost)).colors == colors


@pytest.mark.rule("L01")
def test_a_colour_indicator_gives_colour_without_a_cost(scene: Scene) -> None:
    """A colour indicator makes a card without a mana cost a colour (CR 202.2, 204.2)."""
    arbor = scene.put("Dryad Arbor")
    assert (arbor.mana_cost, arbor.colors, arbor.mana_value) == (None, ("G",), 0)


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        pytest.param("{1}{W/U}{W/U}", 3, marks=pytest.mark.rule("L04", "L05")),
        pytest.param("{2/B}{2/B}{2/B}", 6, marks=pytest.mark.rule("L04", "L05")),
        pytest.param("{1}{W/P}{W/P}", 3, marks=pytest.mark.rule("L04", "L05")),
        pytest.param("{X}{X}{2}{G}", 3, marks=pytest.mark.rule("L04")),
        pytest.param("{12}{C}{S}", 14, marks=pytest.mark.rule("L04")),
        pytest.param("{G/U/P}", 1, marks=pytest.mark.rule("L04")),
        pytest.param(None, 0, marks=pytest.mark.rule("L03")),
    ],
)
@pytest.mark.parametrize("zone", ["battlefield", "hand", "graveyard"])
def test_mana_value_counts_symbols(scene: Scene, cost: str | None, value: int, zone: str) -> None:
    """A hybrid symbol counts its larger half, a Phyrexian one 1, X off the stack 0, no cost 0 (CR 202.3)."""
    assert scene.put(plain(scene, cost), zone=zone).mana_value == value


@pytest.mark.rule("L04", "K17")
@pytest.mark.parametrize(("cost", "value"), [("{X}{G}", 6), ("{X}{X}{G}", 11)])
def test_x_counts_on_the_stack(scene: Scene, cost: str, value: int) -> None:
    """On the stack X counts as the number chosen for it, as often as it stands in the cost (CR 202.3e)."""
    spell = scene.put(plain(scene, cost), zone="stack", x=5)
    assert spell.mana_value == value
    scene.do(magic.Move(spell, "battlefield"))
    assert spell.became[0].mana_value == 1


@pytest.mark.rule("L03")
def test_a_back_face_has_the_mana_value_of_the_front(scene: Scene) -> None:
    """The back of a double-faced permanent has no cost but its front's mana value; a copy of it has 0 (CR 202.3b)."""
    gang = scene.put("Instigator Gang")
    scene.do(magic.Transform(gang))
    assert (gang.name, gang.mana_cost, gang.mana_value) == ("Wildblood Pack", None, 4)
    copier = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(copier, gang))
    assert (copier.name, copier.mana_value) == ("Wildblood Pack", 0)


@pytest.mark.rule("L03")
def test_a_modal_back_face_has_its_own_mana_value(scene: Scene) -> None:
    """The back of a modal double-faced card counts its own mana cost, or none (CR 202.3b)."""
    teeth = scene.put("Akoum Warrior", face="back")
    esika = scene.put("Esika, God of the Tree", face="back")
    assert (teeth.name, teeth.mana_value) == ("Akoum Teeth", 0)
    assert (esika.name, esika.mana_value) == ("The Prismatic Bridge", 5)


@pytest.mark.rule("L03")
def test_a_melded_permanent_has_the_sum_of_both_fronts(scene: Scene) -> None:
    """A melded permanent without a mana cost has the mana values of both front faces added up (CR 202.3c)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    assert (host.mana_cost, host.mana_value) == (None, 7)


@pytest.mark.rule("L06")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "command"])
def test_a_split_card_off_the_stack_is_both_halves(scene: Scene, zone: str) -> None:
    """Off the stack a split card has both names, the colours of both and the sum of both costs (CR 202.3d, 709.4)."""
    card = scene.put("Fire // Ice", zone=zone)
    assert (card.names, card.colors, card.mana_value, card.mana_cost) == (
        ("Fire", "Ice"),
        ("U", "R"),
        4,
        "{1}{R}{1}{U}",
    )


@pytest.mark.rule("L06")
@pytest.mark.parametrize(("face", "name", "color"), [("front", "Fire", "R"), ("back", "Ice", "U")])
def test_a_split_spell_is_the_half_that_was_cast(scene: Scene, face: str, name: str, color: str) -> None:
    """On the stack only the chosen half counts (CR 202.3d, 709.4)."""
    card = scene.put("Fire // Ice", zone="hand")
    scene.do(magic.Move(card, "stack", face=magic.Face(face)))
    (spell,) = card.became
    assert (spell.names, spell.colors, spell.mana_value) == ((name,), (color,), 2)


# --- names -----------------------------------------------------------------------------------------------


@pytest.mark.rule("L08")
def test_nameless_legends_share_no_name(scene: Scene) -> None:
    """Objects without a name never have the same name: two face-down legends both stay (CR 201.2b)."""
    hidden = [scene.put("Grizzly Bears", face_down="manifest") for _ in range(2)]
    scene.do(magic.AddEffect(magic.Effect((AddTypes(supertypes=("Legendary",)),)), hidden))
    assert [(one.names, one.supertypes) for one in hidden] == [((), ("Legendary",))] * 2
    assert scene.settle() == []


@pytest.mark.rule("L08")
def test_an_effect_by_name_finds_no_nameless_object(scene: Scene) -> None:
    """What looks for a name finds objects that have it now, under whatever card, and no face-down one (CR 201.2)."""
    effect = {"changes": [{"change": "gain", "abilities": ["Haste"]}], "affects": {"names": ["Grizzly Bears"]}}
    scene.put(scene.card(name="Herald", type_line="Enchantment", abilities=[{"ability": "static", "effect": effect}]))
    bear, hidden = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", face_down="manifest")
    copier = scene.put("Gray Ogre")
    assert (bear.keywords, hidden.keywords, copier.keywords) == (("haste",), (), ())
    scene.do(magic.BecomeCopy(copier, bear), magic.BecomeCopy(bear, copier))
    assert (bear.keywords, copier.keywords) == ((), ("haste",))


# --- colour identity -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("Grizzly Bears", "G", marks=pytest.mark.rule("L09")),
        pytest.param("Juggernaut", "", marks=pytest.mark.rule("L09")),
        pytest.param("Dryad Arbor", "G", marks=pytest.mark.rule("L09")),
        pytest.param("Raging Ravine", "RG", marks=pytest.mark.rule("L09")),
        pytest.param("Jegantha, the Wellspring", "WUBRG", marks=pytest.mark.rule("L09")),
        pytest.param("Bosh, Iron Golem", "R", marks=pytest.mark.rule("L09", "L16")),
        pytest.param("Wort, the Raidmother", "RG", marks=pytest.mark.rule("L09")),
        pytest.param("Cecil, Dark Knight", "WB", marks=pytest.mark.rule("L10", "L12")),
        pytest.param("Civilized Scholar", "UR", marks=pytest.mark.rule("L10", "L13")),
        pytest.param("Elbrus, the Binding Blade", "B", marks=pytest.mark.rule("L10")),
        pytest.param("Westvale Abbey", "B", marks=pytest.mark.rule("L10")),
        pytest.param("Akoum Warrior", "R", marks=pytest.mark.rule("L10")),
        pytest.param("Esika, God of the Tree", "WUBRG", marks=pytest.mark.rule("L10")),
        pytest.param("Madblind Mountain", "R", marks=pytest.mark.rule("L11")),
        pytest.param("Canopy Vista", "WG", marks=pytest.mark.rule("L11")),
        pytest.param("Fire // Ice", "UR", marks=pytest.mark.rule("L09")),
        pytest.param("Phyrexian Dragon Engine", "R", marks=pytest.mark.rule("L14")),
        pytest.param("The Mightstone and Weakstone", "", marks=pytest.mark.rule("L14")),
        pytest.param("Hanweir Battlements", "R", marks=pytest.mark.rule("L14")),
    ],
)
def test_colour_identity(scene: Scene, name: str, expected: str) -> None:
    """Costs, text symbols and indicators count, of both faces, but of a meld card the front alone (CR 903.4)."""
    assert identity(scene, name) == expected


@pytest.mark.rule("L15")
def test_reminder_text_is_left_out_of_colour_identity(scene: Scene) -> None:
    """Symbols in reminder text count for nothing, those beside it count (CR 903.4c)."""
    pasted = {
        "name": "Tithe",
        "layout": "normal",
        "type_line": "Enchantment",
        "mana_cost": "{1}",
        "oracle_text": "Extort (You may pay {W/B}.)\n{2}{G}: Draw a card.",
        "keywords": ["Extort"],
    }
    assert identity(scene, read_card({"scryfall": pasted})) == "G"


@pytest.mark.rule("L15")
def test_other_characteristics_of_a_card_count_for_colour_identity(scene: Scene) -> None:
    """The costs of what a card is only as a spell count as well (CR 903.4e)."""
    faces = [
        {"name": "Knight", "type_line": "Creature — Human Knight", "mana_cost": "{W}", "power": "1", "toughness": "1"},
        {"name": "Errand", "type_line": "Sorcery — Adventure", "mana_cost": "{1}{B}", "oracle_text": "{R}."},
    ]
    pasted = {"name": "Knight // Errand", "layout": "adventure", "card_faces": faces}
    assert identity(scene, read_card({"scryfall": pasted})) == "WBR"


@pytest.mark.rule("L11")
def test_basic_land_types_of_a_back_face_count(scene: Scene) -> None:
    """Basic land types on either face count for colour identity; a policy leaves them out (a ruling on CR 903.4d)."""
    source = {
        "name": "Front",
        "type_line": "Creature — Elf",
        "mana_cost": "{W}",
        "power": 1,
        "toughness": 1,
        "back": {"name": "Back", "type_line": "Land — Swamp Forest"},
    }
    assert identity(scene, scene.card(**source)) == "WBG"
    game = magic.Game(policies=magic.Policies(basic_land_types_in_identity="ignored"))
    assert game.put(scene.card(**source), "A", zone="hand").read("color_identity") == ("W",)


@pytest.mark.rule("L09")
@pytest.mark.parametrize("zone", ["hand", "battlefield", "graveyard", "command"])
def test_nothing_in_the_game_changes_colour_identity(scene: Scene, zone: str) -> None:
    """Colour identity is that of the card: effects, copying and face-down status leave it (CR 903.4a)."""
    bear = scene.put("Grizzly Bears", zone=zone)
    scene.do(magic.AddEffect(magic.Effect((SetColors(("R",)), LoseAll())), bear))
    if zone == "battlefield":
        scene.do(magic.BecomeCopy(bear, scene.put("Bosh, Iron Golem")))
        scene.do(magic.TurnFaceDown(bear))
    assert bear.read("color_identity") == ("G",)


@pytest.mark.rule("L14")
def test_a_melded_permanent_keeps_the_identity_of_its_cards(scene: Scene) -> None:
    """Nothing of the combined face is part of either meld card's identity (CR 903.4d, 712.4b)."""
    mishra = scene.meld("Mishra, Claimed by Gix", "Phyrexian Dragon Engine")
    assert mishra.colors == ("B", "R")
    scene.do(magic.Move(mishra, "hand"))
    assert {one.name: one.read("color_identity") for one in mishra.became} == {
        "Mishra, Claimed by Gix": ("B", "R"),
        "Phyrexian Dragon Engine": ("R",),
    }


# --- commanders ------------------------------------------------------------------------------------------


@pytest.mark.rule("L18")
def test_being_a_commander_belongs_to_the_card(scene: Scene) -> None:
    """A commander is one in every zone, face down and as a copy; a copy of it is none (CR 903.3)."""
    bosh = scene.put("Bosh, Iron Golem", commander=True, zone="command")
    copier = scene.put("Grizzly Bears")
    scene.do(magic.Move(bosh, "battlefield"))
    (golem,) = bosh.became
    scene.do(magic.BecomeCopy(copier, golem))
    assert golem.read("commander") is True
    assert copier.read("commander") is False
    scene.do(magic.TurnFaceDown(golem))
    assert golem.read("commander") is True
    for zone in ("hand", "graveyard", "exile", "library"):
        scene.do(magic.Move(golem, zone))
        (golem,) = golem.became
        assert (golem.zone, golem.read("commander")) == (zone, True)


@pytest.mark.rule("L19")
def test_a_commander_under_other_values(scene: Scene) -> None:
    """A face-down commander and one that became a copy are commanders; a copy of one is not (CR 903.3)."""
    down, copying = (scene.put(name, commander=True) for name in ("Bosh, Iron Golem", "Wort, the Raidmother"))
    body = scene.put("Body Double")
    scene.do(magic.TurnFaceDown(down), magic.BecomeCopy(copying, scene.put("Craw Wurm"), until="end of turn"))
    scene.do(magic.BecomeCopy(body, scene.put("Maro", zone="graveyard", commander=True)))
    assert (down.name, copying.name, body.name) == ("", "Craw Wurm", "Maro")
    assert [one.read("commander") for one in (down, copying, body)] == [True, True, False]


@pytest.mark.rule("L20")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_merged_permanent_with_a_commander_is_that_commander(scene: Scene, where: str) -> None:
    """A pile with a commander card anywhere in it is a commander; apart, the card alone is (CR 903.3c)."""
    pile = scene.put("Grizzly Bears")
    scene.merge(scene.put("Brokkos, Apex of Forever", commander=True, zone="hand"), pile, where)
    assert pile.read("commander") is True
    scene.do(magic.Destroy(pile))
    assert {one.name: one.read("commander") for one in pile.became} == {
        "Brokkos, Apex of Forever": True,
        "Grizzly Bears": False,
    }


@pytest.mark.rule("L20")
def test_a_melded_permanent_with_a_commander_is_that_commander(scene: Scene) -> None:
    """A melded permanent with a commander card in it is a commander (CR 903.3b)."""
    first = scene.put("Bruna, the Fading Light", commander=True)
    second = scene.put("Gisela, the Broken Blade")
    scene.do(magic.Meld([first, second]))
    (brisela,) = scene.game.objects("battlefield")
    assert (brisela.name, brisela.read("commander")) == ("Brisela, Voice of Nightmares", True)


# --- mana that could be produced -------------------------------------------------------------------------


@pytest.mark.rule("K03")
@pytest.mark.parametrize(
    ("name", "expected"),
    [("Forest", "G"), ("Raging Ravine", "RG"), ("Chromatic Lantern", "WUBRG"), ("Canopy Vista", "WG")],
)
def test_what_a_permanent_could_produce(scene: Scene, name: str, expected: str) -> None:
    """A permanent could produce every type of mana that some mana ability of it adds (CR 106.7)."""
    assert produces(scene.put(name)) == expected


@pytest.mark.rule("K03")
def test_abilities_from_effects_count_for_what_could_be_produced(scene: Scene) -> None:
    """Abilities that effects give or take count, on an animated or type-changed land as on any other (CR 106.7)."""
    land = scene.put("Darksteel Citadel")
    scene.do(magic.AddEffect(magic.Effect((Gain((Mana(("G",)), Mana(("C", "W")))),)), land))
    assert produces(land) == "WGC"
    scene.do(magic.AddEffect(magic.Effect((SetSubtypes(("Swamp",)),)), land))
    assert produces(land) == "WBGC"


@pytest.mark.rule("K05")
def test_costs_do_not_matter_for_what_could_be_produced(scene: Scene) -> None:
    """A tapped land, or a creature that came this turn, could produce what it could untapped (CR 106.7)."""
    forest, elf = scene.put("Forest", tapped=True), scene.put("Llanowar Elves", sick=True)
    assert (produces(forest), produces(elf)) == ("G", "G")


@pytest.mark.rule("K06")
def test_without_a_mana_ability_no_type_could_be_produced(scene: Scene) -> None:
    """A permanent that would add no mana could produce no type of it (CR 106.7)."""
    bear, elf = scene.put("Grizzly Bears"), scene.put("Llanowar Elves")
    scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), elf))
    assert (produces(bear), produces(elf)) == ("", "")


@pytest.mark.rule("K03")
def test_a_merged_permanent_could_produce_what_any_of_its_cards_could(scene: Scene) -> None:
    """The mana ability of a card merged under counts for the permanent (CR 106.7, 702.140e)."""
    pile = scene.merge("Dreamtail Heron", scene.put("Llanowar Elves"))
    assert (pile.name, produces(pile)) == ("Dreamtail Heron", "G")


@pytest.mark.rule("K36")
@pytest.mark.parametrize("clock", [magic.BeginStep("combat"), magic.BeginTurn("B")])
def test_mana_pools_empty_as_a_step_ends(scene: Scene, clock: magic.Request) -> None:
    """Unspent mana is lost as the step or phase ends, every player's (CR 106.4)."""
    scene.do(magic.AddMana("A", "{G}{W}"), magic.AddMana("B", "{C}{R}"), magic.AddMana("A", "{G}"))
    assert scene.game.view("A").mana == {"A": "WGG", "B": "RC"}
    scene.do(clock)
    assert scene.game.view("A").mana == {"A": "", "B": ""}
