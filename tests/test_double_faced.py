"""Double-faced cards: which face counts where, how they enter, what can be seen of them (CR 712, 202.3b)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.views import Hidden

ELSEWHERE = ["hand", "library", "graveyard", "exile"]


def modal(scene: Scene, **changes: object) -> magic.CardDefinition:
    """Define a modal 'Elf' {1}{G} 2/2 whose back is a 'Giant' {4}{G}{G} 6/6."""
    giant = {"name": "Giant", "type_line": "Creature — Giant", "mana_cost": "{4}{G}{G}", "power": 6, "toughness": 6}
    elf = {"name": "Elf", "type_line": "Creature — Elf", "mana_cost": "{1}{G}", "power": 2, "toughness": 2}
    return scene.card(**{**elf, "layout": "modal_dfc", "back": giant, **changes})


def entered(old: magic.Object) -> magic.Object:
    """Return the one thing that an object became."""
    (new,) = old.became
    return new


def other_than_id(shown: object) -> dict[str, object]:
    """Return what a view tells of an object, its id aside."""
    return shown.reads  # type: ignore[attr-defined]


# --- which face counts -----------------------------------------------------------------------------------


@pytest.mark.rule("C23")
def test_each_face_has_its_own_characteristics(scene: Scene) -> None:
    """On the battlefield only the face that is up counts, with every characteristic of its own (CR 712.8d-e)."""
    liliana = scene.put("Liliana, Heretical Healer")
    assert (liliana.types, liliana.subtypes, liliana.keywords) == (("Creature",), ("Human", "Cleric"), ("lifelink",))
    assert (liliana.power, liliana.toughness, liliana.loyalty, liliana.mana_cost) == (2, 3, None, "{1}{B}{B}")
    scene.do(magic.Transform(liliana))
    assert (liliana.name, liliana.types) == ("Liliana, Defiant Necromancer", ("Planeswalker",))
    assert (liliana.subtypes, liliana.keywords, liliana.mana_cost) == (("Liliana",), (), None)
    assert (liliana.power, liliana.toughness, liliana.loyalty) == (None, None, 0)


@pytest.mark.rule("C24")
@pytest.mark.parametrize("zone", ELSEWHERE)
@pytest.mark.parametrize(
    ("card", "mana_value", "types"),
    [("Startled Awake", 4, ("Sorcery",)), ("Kessig Prowler", 1, ("Creature",)), ("Westvale Abbey", 0, ("Land",))],
)
def test_elsewhere_the_front_counts(
    scene: Scene, zone: str, card: str, mana_value: int, types: tuple[str, ...]
) -> None:
    """Off the battlefield and stack a double-faced card has its front face's characteristics alone (CR 712.8a)."""
    put = scene.put(card, zone=zone)
    assert (put.name, put.mana_value, put.types, put.read("face")) == (card, mana_value, types, "front")
    with pytest.raises(magic.InputError, match=r"712\.8a"):
        scene.put(card, zone=zone, face="back")


@pytest.mark.rule("C24", "C27")
@pytest.mark.parametrize("zone", ELSEWHERE)
def test_leaving_shows_the_front_again(scene: Scene, zone: str) -> None:
    """A permanent that leaves with its back face up shows its front there, and enters front face up (CR 712.8a)."""
    prowler = scene.put("Kessig Prowler", face="back")
    assert prowler.name == "Sinuous Predator"
    scene.do(magic.Move(prowler, magic.Zone(zone)))
    card = entered(prowler)
    assert (card.name, card.zone, card.power, card.types) == ("Kessig Prowler", zone, 2, ("Creature",))
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD))
    assert (entered(card).name, entered(card).read("face")) == ("Kessig Prowler", "front")


@pytest.mark.rule("C24")
def test_a_creature_back_returns_to_hand_as_a_sorcery(scene: Scene) -> None:
    """Persistent Nightmare returned to its owner's hand is Startled Awake, a sorcery of mana value 4 (CR 712.8a)."""
    nightmare = scene.put("Startled Awake", face="back")
    assert (nightmare.name, nightmare.types) == ("Persistent Nightmare", ("Creature",))
    scene.do(magic.Move(nightmare, magic.Zone.HAND))
    card = entered(nightmare)
    assert (card.name, card.types, card.mana_value) == ("Startled Awake", ("Sorcery",), 4)
    assert (card.power, card.colors) == (None, ("U",))


@pytest.mark.rule("C39")
@pytest.mark.parametrize("zone", ["stack", *ELSEWHERE])
def test_a_meld_card_has_its_front_face(scene: Scene, zone: str) -> None:
    """A meld card on the stack, as in other zones, has the characteristics of its front face alone (CR 712.8b)."""
    rats = scene.put("Graf Rats", zone=zone)
    assert (rats.name, rats.mana_value, rats.power, rats.toughness) == ("Graf Rats", 2, 2, 1)
    with pytest.raises(magic.InputError):
        scene.put("Graf Rats", zone=zone, face="back")


@pytest.mark.rule("C35")
@pytest.mark.parametrize(
    ("card", "front", "back"),
    [
        ("Huntmaster of the Fells", ("R", "G"), ("R", "G")),
        ("Cecil, Dark Knight", ("B",), ("W",)),
        ("Grist, Voracious Larva", ("G",), ("B", "G")),
        ("Kessig Prowler", ("G",), ()),
    ],
)
def test_a_colour_indicator_colours_a_back_face(
    scene: Scene, card: str, front: tuple[str, ...], back: tuple[str, ...]
) -> None:
    """A face without a mana cost has the colours of its colour indicator, and none without one (CR 202.2e, 204.2)."""
    thing = scene.put(card)
    assert (thing.colors, thing.read("color_indicator")) == (front, ())
    scene.do(magic.Transform(thing))
    assert (thing.colors, thing.read("color_indicator"), thing.mana_cost) == (back, back, None)


# --- mana value ------------------------------------------------------------------------------------------


@pytest.mark.rule("C31", "C32")
def test_a_back_face_has_the_mana_value_of_the_front(scene: Scene) -> None:
    """Huntmaster of the Fells has mana value 4, and still 4 as Ravager of the Fells (CR 202.3b)."""
    huntmaster = scene.put("Huntmaster of the Fells")
    assert (huntmaster.mana_value, huntmaster.mana_cost) == (4, "{2}{R}{G}")
    scene.do(magic.Transform(huntmaster))
    assert (huntmaster.name, huntmaster.mana_value, huntmaster.mana_cost) == ("Ravager of the Fells", 4, None)


@pytest.mark.rule("C31", "C40")
def test_only_nonmodal_backs_borrow_the_mana_value(scene: Scene) -> None:
    """Turned over, a nonmodal permanent of {2}{G} stays at 3 and a modal one goes from 2 to 6 (CR 202.3b, 712.8f)."""
    back = {"name": "Wolf", "type_line": "Creature — Wolf", "power": 3, "toughness": 3}
    nonmodal = scene.put(scene.card(name="Man", mana_cost="{2}{G}", power=1, toughness=1, back=back))
    other = scene.put(modal(scene))
    assert (nonmodal.mana_value, other.mana_value) == (3, 2)
    scene.do(magic.Transform([nonmodal, other]))
    assert (nonmodal.mana_value, other.mana_value) == (3, 6)


@pytest.mark.rule("C31")
def test_a_printed_cost_on_a_nonmodal_back_does_not_count(scene: Scene) -> None:
    """The mana value of a nonmodal back face is the front's, even with a mana cost of its own (CR 202.3b)."""
    back = {"name": "Wolf", "type_line": "Creature — Wolf", "mana_cost": "{7}", "power": 3, "toughness": 3}
    thing = scene.put(scene.card(mana_cost="{2}{G}", power=1, toughness=1, back=back), face="back")
    assert (thing.mana_cost, thing.mana_value) == ("{7}", 3)


@pytest.mark.rule("C40", "C24")
@pytest.mark.parametrize(
    ("zone", "face", "name", "mana_value"),
    [
        ("hand", "front", "Esika, God of the Tree", 3),
        ("graveyard", "front", "Esika, God of the Tree", 3),
        ("stack", "front", "Esika, God of the Tree", 3),
        ("battlefield", "front", "Esika, God of the Tree", 3),
        ("stack", "back", "The Prismatic Bridge", 5),
        ("battlefield", "back", "The Prismatic Bridge", 5),
    ],
)
def test_a_modal_card_has_the_mana_value_of_the_face_up(
    scene: Scene, zone: str, face: str, name: str, mana_value: int
) -> None:
    """A modal card on the stack or battlefield is only the face that is up, elsewhere its front (CR 712.8a, 712.8f)."""
    esika = scene.put("Esika, God of the Tree", zone=zone, face=face)
    assert (esika.name, esika.mana_value) == (name, mana_value)
    assert esika.types == (("Creature",) if face == "front" else ("Enchantment",))
    assert esika.colors == (("G",) if face == "front" else ("W", "U", "B", "R", "G"))


# --- on the stack, and entering --------------------------------------------------------------------------


@pytest.mark.rule("C25", "C27")
def test_a_spell_has_its_front_face_up_by_default(scene: Scene) -> None:
    """A double-faced card is put on the stack front face up, and enters so when it resolves (CR 712.11, 712.13)."""
    card = scene.put("Kessig Prowler", zone="hand")
    scene.do(magic.Move(card, magic.Zone.STACK))
    spell = entered(card)
    assert (spell.zone, spell.name, spell.read("face")) == ("stack", "Kessig Prowler", "front")
    scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    assert (entered(spell).name, entered(spell).read("face")) == ("Kessig Prowler", "front")


@pytest.mark.rule("C25", "C26", "C27")
def test_a_spell_cast_transformed_has_its_back_face_up(scene: Scene) -> None:
    """Cast transformed, a spell has its back's characteristics and its front's mana value (CR 712.8c, 712.11a)."""
    card = scene.put("Baithook Angler", zone="graveyard")
    scene.do(magic.Move(card, magic.Zone.STACK, face=magic.Face.BACK))
    spell = entered(card)
    assert (spell.name, spell.subtypes, spell.keywords) == ("Hook-Haunt Drifter", ("Spirit",), ("flying",))
    assert (spell.power, spell.toughness, spell.mana_cost, spell.mana_value) == (1, 2, None, 2)
    facts = scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    drifter = entered(spell)
    assert (drifter.name, drifter.read("face"), drifter.mana_value) == ("Hook-Haunt Drifter", "back", 2)
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "Transformed")) == (1, 0)


@pytest.mark.rule("C27")
def test_a_countered_spell_cast_transformed_shows_its_front(scene: Scene) -> None:
    """A spell with its back face up that is put into a graveyard shows its front face there (CR 712.8a)."""
    spell = scene.put("Village Ironsmith", zone="stack", face="back")
    scene.do(magic.Move(spell, magic.Zone.GRAVEYARD))
    assert (entered(spell).name, entered(spell).zone) == ("Village Ironsmith", "graveyard")


@pytest.mark.rule("C27", "C42")
@pytest.mark.parametrize(("face", "name", "tapped"), [("front", "Akoum Warrior", False), ("back", "Akoum Teeth", True)])
def test_a_modal_card_enters_with_the_face_chosen(scene: Scene, face: str, name: str, tapped: bool) -> None:
    """A modal card enters with the face that was chosen, and only that face's own entering matters (CR 712.12-13)."""
    card = scene.put("Akoum Warrior", zone="hand")
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face=magic.Face(face)))
    new = entered(card)
    assert (new.name, new.tapped) == (name, tapped)
    assert new.types == (("Creature",) if face == "front" else ("Land",))


@pytest.mark.rule("C28")
@pytest.mark.parametrize("zone", ELSEWHERE)
def test_entering_transformed_is_no_transforming(scene: Scene, zone: str) -> None:
    """Put onto the battlefield transformed, a card enters with its back face up and doesn't transform (CR 712.14a)."""
    card = scene.put("Kessig Prowler", zone=zone)
    facts = scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "Transformed")) == (1, 0)
    assert (entered(card).name, entered(card).read("transformed")) == ("Sinuous Predator", True)


@pytest.mark.rule("C27", "C28")
def test_entering_transformed_is_forgotten(scene: Scene) -> None:
    """A card that once entered transformed, put there plainly later, enters front face up (CR 712.14, 400.7)."""
    card = scene.put("Kessig Prowler", zone="exile")
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    first = entered(card)
    scene.do(magic.Exile(first))
    again = entered(first)
    scene.do(magic.Move(again, magic.Zone.BATTLEFIELD))
    assert (first.last_known.name, entered(again).name) == ("Sinuous Predator", "Kessig Prowler")


@pytest.mark.rule("C28", "C29")
def test_the_entering_face_is_judged(scene: Scene) -> None:
    """A card with a sorcery front and a permanent back enters transformed; plainly it stays (CR 712.14a, 400.4a)."""
    origins = scene.put("Esper Origins", zone="exile")
    plainly = scene.do(magic.Move(origins, magic.Zone.BATTLEFIELD))
    assert (scene.ignored(plainly), origins.zone) == (["400.4a"], "exile")
    scene.do(magic.Move(origins, magic.Zone.BATTLEFIELD, face=magic.Face.BACK, counters={"finality": 1}))
    saga = entered(origins)
    assert (saga.name, saga.zone, saga.counters) == ("Summon: Esper Maduin", "battlefield", {"finality": 1, "lore": 1})


@pytest.mark.rule("C29")
@pytest.mark.parametrize("card", ["Grizzly Bears", "Act of Treason", "Akki Lavarunner", "Forest"])
@pytest.mark.parametrize("zone", ELSEWHERE)
def test_a_single_faced_card_does_not_enter_transformed(scene: Scene, card: str, zone: str) -> None:
    """A card that is not double-faced, told to enter transformed, stays in its zone (CR 712.14a)."""
    put = scene.put(card, zone=zone)
    facts = scene.do(magic.Move(put, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert scene.ignored(facts) == ["712.14a"]
    assert (put.exists, put.zone) == (True, zone)


@pytest.mark.rule("C30", "C29")
@pytest.mark.parametrize(
    ("copier", "original"),
    [("Clever Impersonator", "Crystal Fragments"), ("Clever Impersonator", "Jace, Vryn's Prodigy")],
)
def test_a_copy_of_a_double_faced_card_stays_in_exile(scene: Scene, copier: str, original: str) -> None:
    """A single-faced copy that its copied ability exiles, to return it transformed, stays in exile (CR 712.14a)."""
    model, copy = scene.put(original, "B"), scene.put(copier)
    scene.do(magic.BecomeCopy(copy, model))
    assert copy.name == original
    scene.do(magic.Exile(copy))
    exiled = entered(copy)
    facts = scene.do(magic.Move(exiled, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    assert scene.ignored(facts) == ["712.14a"]
    assert (exiled.exists, exiled.name, exiled.zone) == (True, copier, "exile")


@pytest.mark.rule("C43")
@pytest.mark.parametrize("card", ["Invasion of Kylem", "instant back"])
def test_a_spell_that_would_enter_as_a_spell_face_goes_to_the_graveyard(scene: Scene, card: str) -> None:
    """A spell made to enter transformed whose back is an instant or sorcery goes to the graveyard (CR 712.13a)."""
    back = {"name": "Spell", "type_line": "Instant"}
    definition = scene.card(name="Front", power=1, toughness=1, back=back) if card == "instant back" else card
    spell = scene.put(definition, zone="stack", controller="B")
    facts = scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    assert scene.count(facts, "PermanentEntered") == 0
    assert [fact.record()["to"] for fact in facts if fact.name == "CardPut"] == ["graveyard"]
    assert (entered(spell).zone, entered(spell).owner) == ("graveyard", "A")
    assert scene.game.objects("battlefield") == []


@pytest.mark.rule("C45")
@pytest.mark.parametrize("zone", ELSEWHERE)
@pytest.mark.parametrize("type_line", ["Instant", "Sorcery"])
def test_a_modal_card_with_a_spell_front_stays(scene: Scene, zone: str, type_line: str) -> None:
    """A modal card whose front is no permanent card, told to enter the battlefield, stays where it is (CR 712.14b)."""
    back = {"name": "Field", "type_line": "Land"}
    card = scene.put(scene.card(name="Spell", type_line=type_line, layout="modal_dfc", back=back), zone=zone)
    facts = scene.do(magic.Move(card, magic.Zone.BATTLEFIELD))
    assert (scene.ignored(facts), scene.count(facts, "PermanentEntered")) == (["712.14b"], 0)
    assert (card.exists, card.zone) == (True, zone)


# --- names, and who may see what -------------------------------------------------------------------------


@pytest.mark.rule("C36")
@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("Kessig Prowler", ("Kessig Prowler", "Sinuous Predator")),
        ("Esika, God of the Tree", ("Esika, God of the Tree", "The Prismatic Bridge")),
        ("Graf Rats", ("Graf Rats", "Chittering Host")),
        ("Grizzly Bears", ("Grizzly Bears",)),
    ],
)
def test_either_name_can_be_chosen(scene: Scene, card: str, names: tuple[str, ...]) -> None:
    """The name of either face of a double-faced card can be chosen, and a pair's combined name (CR 712.19)."""
    assert scene.cards.find(card).names == names


@pytest.mark.rule("C36", "C23")
def test_a_permanent_has_the_name_of_one_face(scene: Scene) -> None:
    """A double-faced permanent has the one name of the face that is up, never both (CR 712.8d-e, 712.19)."""
    prowler = scene.put("Kessig Prowler")
    assert prowler.names == ("Kessig Prowler",)
    scene.do(magic.Transform(prowler))
    assert prowler.names == ("Sinuous Predator",)


@pytest.mark.rule("C53")
@pytest.mark.parametrize("player", ["A", "B"])
def test_both_sides_of_a_visible_card_may_be_looked_at(scene: Scene, player: str) -> None:
    """Whoever may look at one side of a double-faced card may look at the other (CR 712.6)."""
    scene.put("Kessig Prowler", face="back")
    (shown,) = scene.game.view(player).zones["battlefield"]
    assert shown.reads["name"] == "Sinuous Predator"
    assert shown.cards == ("Kessig Prowler",)


@pytest.mark.rule("C54")
def test_double_faced_cards_are_hidden_like_others(scene: Scene) -> None:
    """In a hand or library, or exiled face down, a double-faced card looks like any other (CR 712.7, 712.17)."""
    for card in ("Kessig Prowler", "Graf Rats", "Esika, God of the Tree", "Grizzly Bears"):
        scene.put(card, zone="hand")
        scene.put(card, zone="library")
        scene.do(magic.Exile(scene.put(card, zone="graveyard"), face_down=True))
    zones = scene.game.view("B").zones
    for zone in ("hand/A", "library/A", "exile"):
        assert zones[zone] == (Hidden(),) * 4
    assert "Prowler" not in repr(scene.game.view("B"))


@pytest.mark.rule("C54")
def test_face_down_double_faced_permanents_look_like_others(scene: Scene) -> None:
    """A double-faced card face down on the battlefield can't be told from another by an opponent (CR 712.15)."""
    for card in ("Kessig Prowler", "Graf Rats", "Esika, God of the Tree", "Grizzly Bears"):
        scene.put(card, face_down="manifest")
    shown = scene.game.view("B").zones["battlefield"]
    assert [one.cards for one in shown] == [()] * 4
    assert all(other_than_id(one) == other_than_id(shown[3]) for one in shown)
    assert scene.game.view("A").zones["battlefield"][0].cards == ("Kessig Prowler",)


# --- Incubator tokens ------------------------------------------------------------------------------------


@pytest.mark.rule("C55", "C48", "N05")
def test_an_incubator_token_transforms_into_a_creature(scene: Scene) -> None:
    """An Incubator turns into a 0/0 Phyrexian artifact creature without its front's ability (CR 111.10i)."""
    facts = scene.do(magic.CreateToken(scene.cards.token("Incubator"), "A", counters={"+1/+1": 3}))
    token = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))
    assert (token.types, token.subtypes, token.colors) == (("Artifact",), ("Incubator",), ())
    assert (token.power, token.toughness, len(token.abilities), token.read("double_faced")) == (None, None, 1, True)
    scene.do(magic.Transform(token))
    assert (token.name, token.types, token.subtypes) == ("Phyrexian Token", ("Artifact", "Creature"), ("Phyrexian",))
    assert (token.power, token.toughness, token.abilities, token.counters) == (3, 3, (), {"+1/+1": 3})
    assert (token.mana_value, token.colors) == (0, ())


@pytest.mark.rule("C55")
def test_an_incubator_without_counters_dies_as_a_creature(scene: Scene) -> None:
    """Turned over without counters an Incubator is a 0/0 creature, and a state-based action buries it (CR 111.10i)."""
    token = scene.put(scene.cards.token("Incubator"), token=True)
    scene.do(magic.Transform(token))
    facts = scene.settle()
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CeasedToExist")) == (1, 1)
    assert not token.exists
