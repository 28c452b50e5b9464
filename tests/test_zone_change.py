"""Zones and zone changes: identity, owners, order, status, phasing, last known information (CR 108-110, 400-406)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, Gain, ModifyPowerToughness, RemoveTypes, SetColors
from ecs_magic.changes import NewCard
from ecs_magic.enums import CardKind
from ecs_magic.setup import Placement

ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")


def names(scene: Scene, zone: str, owner: str = "A") -> list[str]:
    """Return the names in a zone of a player, bottom or oldest first."""
    return [one.name for one in scene.game.objects(zone, owner=owner)]


def spell_copy(scene: Scene, card: str, owner: str = "A") -> magic.Object:
    """Place a copy of a spell on the stack."""
    seat = scene.game.world.seat(owner)
    part = NewCard(scene.cards.find(card), seat, CardKind.SPELL_COPY)
    return scene.game.place(Placement((part,), magic.Zone.STACK))


def facts_of(facts: list[magic.Fact], name: str) -> list[dict[str, object]]:
    """Return the facts of a name as tables."""
    return [fact.record() for fact in facts if fact.name == name]


# --- zones -----------------------------------------------------------------------------------------------


@pytest.mark.rule("D01")
def test_two_zones_are_hidden_and_five_public() -> None:
    """Library and hand are hidden; battlefield, graveyard, stack, exile and command are public (CR 400.1-2)."""
    assert {zone.value for zone in magic.Zone} == set(ZONES)
    assert {zone.value for zone in magic.Zone if not zone.is_public} == {"library", "hand"}
    assert {zone.value for zone in magic.Zone if not zone.is_shared} == {"library", "hand", "graveyard"}


@pytest.mark.rule("D02", "D25")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard"])
def test_a_stolen_permanent_goes_to_its_owners_zone(scene: Scene, zone: str) -> None:
    """Whoever controls it or moves it, an object goes to its owner's library, graveyard or hand (CR 400.3)."""
    bear = scene.put("Grizzly Bears", "B", controller="A")
    scene.do(magic.Move(bear, zone, player="A"))
    assert (names(scene, zone, "A"), names(scene, zone, "B")) == ([], ["Grizzly Bears"])


@pytest.mark.rule("D02")
def test_each_constituent_goes_to_its_own_owner(scene: Scene) -> None:
    """Cards of two owners in one permanent part to two graveyards (CR 400.3, 730.3)."""
    pile = scene.merge(scene.put("Dreamtail Heron", "B", zone="hand"), scene.put("Grizzly Bears"))
    facts = scene.do(magic.Destroy(pile))
    assert (names(scene, "graveyard", "A"), names(scene, "graveyard", "B")) == (["Grizzly Bears"], ["Dreamtail Heron"])
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut")) == (1, 2)


@pytest.mark.rule("D03")
@pytest.mark.parametrize("face", ["front", "back"])
def test_the_face_that_would_be_up_decides_whether_a_card_enters(scene: Scene, face: str) -> None:
    """A sorcery with a creature on its back stays put, and enters transformed (CR 400.4a, 712.14a)."""
    card = scene.put("Startled Awake", zone="graveyard")
    facts = scene.do(magic.Move(card, "battlefield", face=magic.Face(face)))
    if face == "front":
        assert (scene.ignored(facts), card.zone) == (["400.4a"], "graveyard")
    else:
        assert [one.name for one in card.became] == ["Persistent Nightmare"]


@pytest.mark.rule("D03")
def test_an_instant_never_enters(scene: Scene) -> None:
    """An instant told to enter the battlefield remains where it is, the same object (CR 400.4a)."""
    card = scene.put("Giant Growth", zone="hand")
    facts = scene.do(magic.Move(card, "battlefield"))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert (scene.ignored(facts), card.exists, card.zone) == (["400.4a"], True, "hand")


@pytest.mark.rule("D04")
def test_the_order_of_piles_is_part_of_the_state(scene: Scene) -> None:
    """The order of library, graveyard and stack survives undo, fork and save (CR 400.5)."""
    cards = ["Forest", "Island", "Swamp", "Plains", "Mountain"]
    spells = ["Giant Growth", "Murder", "Regress"]
    for zone in ("library", "graveyard"):
        for name in cards:
            scene.put(name, zone=zone)
    for name in spells:
        scene.put(name, zone="stack")
    with scene.game.undoable():
        scene.do(magic.Shuffle("A"), magic.Exile(scene.game.objects("graveyard")[2]))
        scene.do(magic.Move(scene.game.objects("stack")[0], "graveyard"))
        assert names(scene, "graveyard") != cards
    saved = magic.Game.from_dict(scene.game.to_dict())
    for game in (scene.game, scene.game.fork(), saved):
        assert [one.name for one in game.objects("library")] == cards
        assert [one.name for one in game.objects("graveyard")] == cards
        assert [one.name for one in game.objects("stack")] == spells


@pytest.mark.rule("D05")
def test_an_object_goes_one_way(scene: Scene) -> None:
    """Two instructions at once to destroy one permanent are one departure (CR 400.6)."""
    bear = scene.put("Grizzly Bears")
    facts = scene.do(magic.Destroy(bear), magic.Destroy(bear), magic.Sacrifice(bear))
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut"), len(bear.became)) == (1, 1, 1)


# --- a new object (CR 400.7) -----------------------------------------------------------------------------


@pytest.mark.rule("D07", "D21")
def test_a_card_that_comes_back_is_a_new_object(scene: Scene) -> None:
    """A permanent exiled and returned has no counters, damage, status, effects or controller of before (CR 400.7)."""
    bear = scene.put("Grizzly Bears", "B", controller="A", tapped=True)
    growth = magic.Effect((ModifyPowerToughness(3, 3), SetColors(("R",))))
    scene.do(magic.AddCounters(bear, "+1/+1"), magic.DealDamage(bear, 1), magic.AddEffect(growth, bear))
    assert (bear.power, bear.colors) == (6, ("R",))
    card = bear.card
    scene.do(magic.Exile(bear))
    (exiled,) = bear.became
    facts = scene.do(magic.Move(exiled, "battlefield", player="B"))
    (back,) = exiled.became
    assert len({bear.id, exiled.id, back.id}) == 3
    assert back.card == card
    assert (back.power, back.colors, back.counters, back.read("damage"), back.tapped) == (2, ("G",), {}, 0, False)
    assert (back.controller, back.read("sick")) == ("B", True)
    assert scene.count(facts, "PermanentEntered") == 1


@pytest.mark.rule("D07")
def test_what_is_gone_is_not_read(scene: Scene) -> None:
    """An object that changed zones exists no more; what it became is another object (CR 400.7)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Destroy(bear))
    (dead,) = scene.game.became(bear)
    assert (bear.exists, dead.exists, dead.zone, dead.became) == (False, True, "graveyard", ())
    with pytest.raises(magic.ObjectGoneError, match=str(dead.id)):
        _ = bear.power
    with pytest.raises(magic.ObjectGoneError):
        scene.game.do(magic.Tap(bear))


@pytest.mark.rule("D07")
def test_attachments_do_not_find_what_their_host_became(scene: Scene) -> None:
    """An Equipment on a creature that leaves and returns at once is attached to nothing (CR 400.7)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    scene.do(magic.Attach(sword, bear))
    scene.do(magic.Exile(bear))
    scene.do(magic.Move(bear.became, "battlefield"))
    (back,) = bear.became[0].became
    assert (back.power, sword.read("attached_to")) == (2, None)


@pytest.mark.rule("K16")
def test_x_of_a_permanent_is_0(scene: Scene) -> None:
    """A permanent's own X is 0 though its spell had one, and its mana value counts X as 0 (CR 107.3m)."""
    spell = scene.put("Endless One", zone="stack", x=4)
    assert (spell.read("x"), spell.mana_value) == (4, 4)
    scene.do(magic.Move(spell, "battlefield"))
    assert (spell.became[0].read("x"), spell.became[0].mana_value) == (0, 0)


@pytest.mark.rule("D16")
@pytest.mark.parametrize("to", ["graveyard", "exile", "hand", "library"])
def test_what_an_effect_moved_it_can_find(scene: Scene, to: str) -> None:
    """What an object became can be found and acted on, all of it for a permanent of several cards (CR 400.7j)."""
    pile = scene.merge("Dreamtail Heron", scene.put("Grizzly Bears"))
    cards = set(pile.constituents)
    scene.do(magic.Move(pile, to))
    assert {one.card for one in pile.became} == cards
    scene.do(magic.Move(pile.became, "battlefield"))
    back = [after for one in pile.became for after in one.became]
    assert sorted((one.name, one.read("merged")) for one in back) == [
        ("Dreamtail Heron", False),
        ("Grizzly Bears", False),
    ]


@pytest.mark.rule("D18")
def test_exiling_an_exiled_card_makes_a_new_object(scene: Scene) -> None:
    """A card exiled from exile stays in that zone and is a new object, exiled just now (CR 400.8, 406.7)."""
    first, other = scene.put("Grizzly Bears", zone="exile"), scene.put("Gray Ogre", zone="exile")
    scene.do(magic.Exile(first))
    (again,) = first.became
    assert (first.exists, again.zone, again.card) == (False, "exile", first.last_known.card)
    assert scene.game.objects("exile") == [other, again]


# --- libraries and graveyards ----------------------------------------------------------------------------


@pytest.mark.rule("D20")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("top", ["Forest", "Island", "Grizzly Bears"]),
        ("bottom", ["Grizzly Bears", "Forest", "Island"]),
        (1, ["Forest", "Island", "Grizzly Bears"]),
        (2, ["Forest", "Grizzly Bears", "Island"]),
        (3, ["Grizzly Bears", "Forest", "Island"]),
        (7, ["Grizzly Bears", "Forest", "Island"]),
    ],
)
def test_a_place_in_a_library(scene: Scene, position: str | int, expected: list[str]) -> None:
    """The Nth place is counted from the top, and is the bottom of a library of fewer cards (CR 401.7)."""
    for name in ("Forest", "Island"):
        scene.put(name, zone="library")
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Move(bear, "library", position=position))  # type: ignore[arg-type]
    assert names(scene, "library") == expected


@pytest.mark.rule("D20", "D19")
def test_a_pile_put_beneath_the_top_two(scene: Scene) -> None:
    """Both cards of a permanent put third from the top go there, side by side (CR 401.4, 401.7)."""
    for name in ("Forest", "Island", "Swamp"):
        scene.put(name, zone="library")
    pile = scene.merge("Dreamtail Heron", scene.put("Grizzly Bears"))
    scene.do(magic.Move(pile, "library", position=3))
    assert set(names(scene, "library")[1:3]) == {"Dreamtail Heron", "Grizzly Bears"}
    assert [names(scene, "library")[place] for place in (0, 3, 4)] == ["Forest", "Island", "Swamp"]


@pytest.mark.rule("D22")
def test_a_card_goes_on_top_of_the_graveyard(scene: Scene) -> None:
    """What is destroyed, sacrificed or discarded lies above what was there (CR 404.1)."""
    for name in ("Forest", "Island"):
        scene.put(name, zone="graveyard")
    scene.do(magic.Destroy(scene.put("Grizzly Bears")))
    scene.do(magic.Sacrifice(scene.put("Gray Ogre")))
    scene.do(magic.Move(scene.put("Swamp", zone="hand"), "graveyard"))
    assert names(scene, "graveyard") == ["Forest", "Island", "Grizzly Bears", "Gray Ogre", "Swamp"]


@pytest.mark.rule("D04")
def test_milling_and_drawing_take_the_top(scene: Scene) -> None:
    """Cards are drawn and milled from the top down (CR 121.1, 701.17)."""
    for name in ("Forest", "Island", "Swamp", "Plains"):
        scene.put(name, zone="library")
    facts = scene.do(magic.Draw("A"))
    assert (names(scene, "hand"), scene.count(facts, "CardDrawn")) == (["Plains"], 1)
    scene.do(magic.Mill("A", 2))
    assert (sorted(names(scene, "graveyard")), names(scene, "library")) == (["Island", "Swamp"], ["Forest"])


# --- exile -----------------------------------------------------------------------------------------------


@pytest.mark.rule("D23")
def test_cards_are_exiled_face_up_by_default(scene: Scene) -> None:
    """An exiled card is face up and has its characteristics unless it is exiled face down (CR 406.3)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.do(magic.Exile(bear), magic.Exile(ogre, face_down=True))
    assert (bear.became[0].name, bear.became[0].read("face_down")) == ("Grizzly Bears", False)
    hidden = ogre.became[0]
    assert hidden.read("face_down")
    assert (hidden.names, hidden.types, hidden.colors, hidden.power, hidden.mana_value, hidden.abilities) == (
        (),
        (),
        (),
        None,
        0,
        (),
    )


@pytest.mark.rule("D32")
def test_face_down_in_exile_is_no_status_to_keep(scene: Scene) -> None:
    """A card exiled face down enters the battlefield face up, untapped and unflipped (CR 110.5d, 110.5b)."""
    ogre = scene.put("Gray Ogre", tapped=True)
    scene.do(magic.Exile(ogre, face_down=True))
    scene.do(magic.Move(ogre.became, "battlefield"))
    (back,) = ogre.became[0].became
    assert (back.name, back.read("face_down"), back.tapped) == ("Gray Ogre", False, False)


@pytest.mark.rule("D32")
@pytest.mark.parametrize("option", ["tapped", "flipped", "sick"])
def test_only_permanents_have_status(scene: Scene, option: str) -> None:
    """A card in another zone can be neither tapped nor flipped (CR 110.5d)."""
    with pytest.raises(magic.InputError):
        scene.put("Bushi Tenderfoot", zone="hand", **{option: True})
    facts = scene.do(magic.Tap(scene.put("Forest", zone="hand")))
    assert scene.ignored(facts) == ["110.1"]


# --- cards and tokens, owners and controllers ------------------------------------------------------------


@pytest.mark.rule("D24")
def test_a_token_is_no_card_wherever_it_is(scene: Scene) -> None:
    """A token that dies is put into the graveyard as a token, and no card was put there (CR 108.2b, 111.6)."""
    token, bear = scene.token(), scene.put("Grizzly Bears")
    facts = scene.do(magic.Destroy([token, bear]))
    assert [fact["card"] for fact in facts_of(facts, "CardPut")] == [bear.became[0].card.id]
    assert scene.count(facts, "TokenPut") == 1
    (dead,) = token.became
    assert (dead.zone, dead.read("token"), dead.card.kind) == ("graveyard", True, "token")


@pytest.mark.rule("D25")
def test_a_tokens_owner_is_who_created_it(scene: Scene) -> None:
    """The player who creates a token owns and controls it; control may change, ownership never (CR 111.2)."""
    facts = scene.do(magic.CreateToken(scene.cards.token("Treasure"), "B"))
    (made,) = facts_of(facts, "TokenCreated")
    token = scene.game.object(made["permanent"])  # type: ignore[arg-type]
    assert (token.owner, token.controller) == ("B", "B")
    scene.do(magic.GainControl(token, "A"))
    assert (token.owner, token.controller, token.card.owner) == ("B", "A", "B")


@pytest.mark.rule("D25")
def test_a_permanent_enters_under_the_control_of_who_puts_it(scene: Scene) -> None:
    """Whoever puts a card onto the battlefield controls it, owner or not (CR 110.2a)."""
    card = scene.put("Grizzly Bears", "B", zone="graveyard")
    facts = scene.do(magic.Move(card, "battlefield", player="A"))
    assert (card.became[0].owner, card.became[0].controller) == ("B", "A")
    assert [fact["controller"] for fact in facts_of(facts, "PermanentEntered")] == [0]


@pytest.mark.rule("D27")
@pytest.mark.parametrize("zone", ZONES)
def test_only_permanents_and_spells_have_a_controller(scene: Scene, zone: str) -> None:
    """An object in another zone has no controller (CR 109.4)."""
    bear = scene.put("Grizzly Bears", "B", zone=zone)
    assert bear.controller == ("B" if zone in ("battlefield", "stack") else None)


@pytest.mark.rule("D27")
def test_without_a_controller_the_owner_counts(scene: Scene) -> None:
    """Where a card without a controller is asked for one, its owner answers (CR 108.4a)."""
    card = scene.put("Grizzly Bears", "B", zone="graveyard")
    scene.do(magic.Move(card, "battlefield"))
    assert card.became[0].controller == "B"


@pytest.mark.rule("D26", "D29")
def test_the_list_of_characteristics(scene: Scene) -> None:
    """Status, face, owner, controller, counters and attachments are no characteristics (CR 109.3, 110.5a)."""
    first = scene.put("Grizzly Bears")
    second = scene.put("Grizzly Bears", "B", controller="A", tapped=True, sick=True, counters={"charge": 2})
    aura = scene.put(scene.card(name="Aura", type_line="Enchantment — Aura", keywords=["Enchant creature"]))
    scene.do(magic.Attach(aura, second), magic.DealDamage(second, 1))
    assert (aura.read("attached_to"), second.read("damage")) == (second.id, 1)
    assert first.characteristics == second.characteristics
    fields = set(first.characteristics.__struct_fields__)
    assert fields == {
        "names",
        "mana_cost",
        "color_indicator",
        "colors",
        "supertypes",
        "types",
        "subtypes",
        "abilities",
        "power",
        "toughness",
        "loyalty",
        "defense",
        "mana_value",
    }


@pytest.mark.rule("D28", "D21")
def test_a_permanent_without_types_is_still_one(scene: Scene) -> None:
    """A permanent that lost all its types stays on the battlefield and can be destroyed (CR 110.4c)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.AddEffect(magic.Effect((RemoveTypes(("Creature",)),)), bear))
    assert (bear.types, bear.zone, scene.settle()) == ((), "battlefield", [])
    scene.do(magic.Tap(bear))
    assert bear.tapped
    scene.do(magic.Destroy(bear))
    assert bear.became[0].zone == "graveyard"


@pytest.mark.rule("D29")
def test_permanents_enter_in_the_usual_status(scene: Scene) -> None:
    """A permanent enters untapped, unflipped, face up and phased in, unless told otherwise (CR 110.5b)."""
    card, other = scene.put("Bushi Tenderfoot", zone="hand"), scene.put("Bushi Tenderfoot", zone="hand")
    scene.do(magic.Move(card, "battlefield"), magic.Move(other, "battlefield", tapped=True, flipped=True))
    status = ("tapped", "flipped", "face_down", "phased_out")
    assert [card.became[0].read(one) for one in status] == [False, False, False, False]
    assert [other.became[0].read(one) for one in status] == [True, True, False, False]


@pytest.mark.rule("D29")
def test_the_face_that_is_up_is_no_status(scene: Scene) -> None:
    """Turning a double-faced permanent over changes none of the four status values (CR 110.5)."""
    elf = scene.put("Delver of Secrets", tapped=True)
    scene.do(magic.Transform(elf))
    assert [elf.read(one) for one in ("tapped", "flipped", "face_down", "phased_out")] == [True, False, False, False]
    assert elf.read("face") == "back"


@pytest.mark.rule("D30")
def test_a_status_stays_where_it_does_not_matter(scene: Scene) -> None:
    """A flipped permanent that becomes a copy of an ordinary card stays flipped; it shows again later (CR 110.5c)."""
    bushi = scene.put("Bushi Tenderfoot", flipped=True, tapped=True)
    effect = next(
        fact.record()["effect"]
        for fact in scene.do(magic.BecomeCopy(bushi, scene.put("Grizzly Bears")))
        if fact.name == "BecameCopy"
    )
    assert (bushi.name, bushi.read("flipped"), bushi.tapped) == ("Grizzly Bears", True, True)
    scene.do(magic.RemoveEffect(effect))
    assert (bushi.name, bushi.read("flipped")) == ("Kenzo the Hardhearted", True)


@pytest.mark.rule("D31")
def test_a_flipped_copier_shows_the_flipped_half_of_the_next_flip_card(scene: Scene) -> None:
    """Flipped as a copy of a flip card, then a Bear, then another flip card: the latter's other half (CR 110.5c)."""
    copier = scene.put("Dimir Doppelganger")
    own = next(ability for ability in copier.abilities)

    def become(name: str) -> None:
        card = scene.put(name, zone="graveyard")
        scene.do(magic.BecomeCopy(copier, card, except_=magic.CopyExceptions(add_abilities=(own,))))

    become("Jushi Apprentice")
    assert copier.name == "Jushi Apprentice"
    scene.do(magic.Flip(copier))
    assert (copier.name, own in copier.abilities) == ("Tomoya the Revealer", True)
    become("Runeclaw Bear")
    assert (copier.name, copier.read("flipped"), copier.abilities) == ("Runeclaw Bear", True, (own,))
    become("Nezumi Shortfang")
    assert (copier.name, own in copier.abilities) == ("Stabwhisker the Odious", True)


# --- spells that become permanents -----------------------------------------------------------------------


@pytest.mark.rule("D36", "M05")
def test_a_copy_of_a_permanent_spell_becomes_a_token_that_was_not_created(scene: Scene) -> None:
    """A copy of a spell that enters is a token from then on, but no token was created (CR 608.3f, 111.13)."""
    copy = spell_copy(scene, "Grizzly Bears")
    assert copy.read("token") is False
    facts = scene.do(magic.Move(copy, "battlefield"))
    (token,) = copy.became
    assert (token.read("token"), token.card.kind) == (True, "token")
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "TokenCreated")) == (1, 0)
    assert scene.settle() == []


# --- last known information ------------------------------------------------------------------------------


@pytest.mark.rule("D38")
def test_last_known_information_is_of_the_last_moment(scene: Scene) -> None:
    """What left is read as it last was: layers, counters, status, controller and constituents (CR 608.2h)."""
    scene.put("Crusade")
    bear = scene.put("Grizzly Bears", "B", controller="A", tapped=True, counters={"+1/+1": 2})
    effect = magic.Effect((SetColors(("W",)), Gain(("Flying",)), AddTypes(("Artifact",))))
    scene.do(magic.AddEffect(effect, bear))
    pile = scene.merge("Dreamtail Heron", bear, "under")
    now = {name: pile.read(name) for name in ("name", "power", "colors", "keywords", "counters", "controller")}
    scene.do(magic.Exile(pile))
    scene.do(magic.BeginStep("end"))
    last = pile.last_known
    assert {name: last.read(name) for name in now} == now
    assert (last.power, last.tapped, len(last.constituents), last.zone) == (5, True, 2, "battlefield")


@pytest.mark.rule("D38")
def test_last_known_information_of_a_spell(scene: Scene) -> None:
    """A spell that left the stack is read as it was there, X and effects on it included (CR 608.2h)."""
    spell = scene.put("Endless One", zone="stack", x=4)
    scene.do(magic.AddEffect(magic.Effect((SetColors(("R",)),)), spell))
    scene.do(magic.Move(spell, "graveyard"))
    assert (spell.became[0].mana_value, spell.became[0].colors) == (0, ())
    assert (spell.last_known.mana_value, spell.last_known.colors, spell.last_known.zone) == (4, ("R",), "stack")


@pytest.mark.rule("D38")
def test_last_known_information_of_what_left_together(scene: Scene) -> None:
    """A lord and its follower that leave together were each as large as before (CR 608.2h)."""
    king = scene.put("Goblin King")
    goblin = scene.put(scene.card(name="Raider", type_line="Creature — Goblin", power=1, toughness=1))
    scene.do(magic.Destroy([king, goblin]))
    assert (goblin.last_known.power, goblin.became[0].power) == (2, 1)


@pytest.mark.rule("D38")
def test_released_information_is_refused(scene: Scene) -> None:
    """Last known information ends with the turn, or when the host gives it up; then reading it is an error."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.do(magic.Destroy(bear))
    assert bear.last_known.power == 2
    scene.do(magic.BeginTurn("B"))
    with pytest.raises(magic.ObjectGoneError, match="released"):
        _ = bear.last_known.power
    scene.do(magic.Destroy(ogre))
    scene.game.release()
    with pytest.raises(magic.ObjectGoneError, match="released"):
        _ = ogre.last_known.power


@pytest.mark.rule("D39")
def test_an_effect_follows_an_object_through_its_changes(scene: Scene) -> None:
    """An object that transformed, became a copy or merged is still the object an effect follows (CR 608.2k)."""
    one, two, three = (scene.put("Delver of Secrets"), scene.put("Gray Ogre"), scene.put("Grizzly Bears"))
    scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(1, 0),)), [one, two, three]))
    scene.do(magic.Transform(one), magic.BecomeCopy(two, scene.put("Craw Wurm")))
    scene.merge("Dreamtail Heron", three)
    assert [(one.name, one.power), (two.name, two.power), (three.name, three.power)] == [
        ("Insectile Aberration", 4),
        ("Craw Wurm", 7),
        ("Dreamtail Heron", 4),
    ]
    scene.do(magic.Tap([one, two, three]))
    assert all(permanent.tapped for permanent in (one, two, three))


# --- phasing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("D47")
def test_phasing_is_no_zone_change(scene: Scene) -> None:
    """A permanent that phases out and in is the same object with counters, damage and cards (CR 702.26d)."""
    pile = scene.merge("Dreamtail Heron", scene.token())
    scene.do(magic.AddCounters(pile, "+1/+1", 2), magic.Tap(pile))
    facts = scene.do(magic.PhaseOut(pile))
    assert [fact.name for fact in facts] == ["PhasedOut"]
    assert (pile.exists, pile.zone, pile.read("phased_out")) == (True, "battlefield", True)
    assert scene.apart_from_triggers(scene.settle()) == []
    facts = scene.do(magic.PhaseIn(pile))
    assert [fact.name for fact in facts] == ["PhasedIn"]
    assert (pile.name, pile.counters, pile.tapped, len(pile.constituents)) == (
        "Dreamtail Heron",
        {"+1/+1": 2},
        True,
        2,
    )


@pytest.mark.rule("D47")
@pytest.mark.parametrize(
    "request_",
    [
        magic.Destroy,
        magic.Exile,
        magic.Sacrifice,
        magic.Tap,
        magic.Transform,
        magic.TurnFaceDown,
        magic.Detach,
        lambda one: magic.Move(one, "hand"),
        lambda one: magic.AddCounters(one, "+1/+1"),
        lambda one: magic.DealDamage(one, 1),
        lambda one: magic.GainControl(one, "B"),
        lambda one: magic.BecomeCopy(one, one),
    ],
)
def test_nothing_happens_to_what_is_phased_out(scene: Scene, request_: object) -> None:
    """A phased-out permanent is treated as though it were not there (CR 702.26b)."""
    elf = scene.put("Delver of Secrets")
    scene.do(magic.PhaseOut(elf))
    before = scene.game.position_digest()
    facts = scene.do(request_(elf))  # type: ignore[operator]
    assert (scene.ignored(facts), len(facts)) == (["702.26b"], 1)
    assert scene.game.position_digest() == before


@pytest.mark.rule("D47")
def test_what_is_phased_out_affects_nothing(scene: Scene) -> None:
    """The static abilities of a phased-out permanent do nothing, and it is not counted (CR 702.26b)."""
    king = scene.put("Goblin King")
    goblin = scene.put(scene.card(name="Raider", type_line="Creature — Goblin", power=1, toughness=1))
    ashaya = scene.put("Ashaya, Soul of the Wild", "B")
    land = scene.put("Forest", "B")
    assert (goblin.power, ashaya.power) == (2, 2)
    scene.do(magic.PhaseOut([king, land]))
    assert (goblin.power, ashaya.power) == (1, 1)
    scene.do(magic.PhaseIn([king, land]))
    assert (goblin.power, ashaya.power) == (2, 2)


@pytest.mark.rule("D48")
def test_attachments_phase_with_their_host(scene: Scene) -> None:
    """What is attached phases out with its host, does not come back alone, and comes back attached (CR 702.26g)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    rune = scene.put("Rune of Flight")
    scene.do(magic.Attach(sword, bear))
    scene.do(magic.Attach(rune, sword))
    scene.do(magic.PhaseOut(bear))
    assert [one.read("phased_out") for one in (bear, sword, rune)] == [True, True, True]
    assert scene.settle() == []
    facts = scene.do(magic.PhaseIn(sword))
    assert (scene.ignored(facts), sword.read("phased_out")) == (["702.26g"], True)
    facts = scene.do(magic.PhaseIn(bear))
    assert [one.read("phased_out") for one in (bear, sword, rune)] == [False, False, False]
    assert (bear.power, bear.keywords, scene.count(facts, "Attached")) == (3, ("flying",), 0)


@pytest.mark.rule("D48")
def test_an_attachment_phases_out_alone(scene: Scene) -> None:
    """An Equipment that phases out itself leaves its host behind and comes back attached to it (CR 702.26i)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    scene.do(magic.Attach(sword, bear))
    scene.do(magic.PhaseOut(sword))
    assert (bear.read("phased_out"), bear.power) == (False, 2)
    scene.do(magic.PhaseIn(sword))
    assert bear.power == 3


@pytest.mark.rule("D49")
def test_new_effects_miss_what_is_phased_out(scene: Scene) -> None:
    """A resolved effect for all creatures, or for this one, leaves out a phased-out one (CR 702.26e)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.do(magic.PhaseOut(bear))
    scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(1, 1),)), player="A"))
    facts = scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(1, 1),)), bear, player="A"))
    assert (scene.ignored(facts), scene.count(facts, "EffectBegan")) == (["702.26e"], 0)
    scene.do(magic.PhaseIn(bear))
    assert (bear.power, ogre.power) == (2, 3)


@pytest.mark.rule("D49")
def test_effects_end_while_their_object_is_phased_out(scene: Scene) -> None:
    """An effect that ended meanwhile is over as its object phases in; one that goes on applies again (CR 702.26f)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(3, 3),)), bear, until="end of turn"))
    scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(1, 1),)), bear))
    scene.do(magic.PhaseOut(bear))
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.PhaseIn(bear))
    assert bear.power == 3


@pytest.mark.rule("D49")
def test_control_for_as_long_as_something_is_there_ends_as_it_phases_out(scene: Scene) -> None:
    """An effect that follows its source ends when that phases out, and does not begin again (CR 702.26f)."""
    thief, sword = scene.put("Master Thief"), scene.put("Short Sword", "B")
    scene.do(magic.GainControl(sword, "A", until="source leaves", source=thief))
    assert sword.controller == "A"
    facts = scene.do(magic.PhaseOut(thief))
    assert (sword.controller, scene.count(facts, "EffectEnded")) == ("B", 1)
    scene.do(magic.PhaseIn(thief))
    assert sword.controller == "B"


# --- facts, batches, ticks -------------------------------------------------------------------------------


@pytest.mark.rule("D05")
def test_requests_of_one_batch_see_the_same_board(scene: Scene) -> None:
    """What happens at once is decided on the board as it was: two swaps of control, two copies (CR 400.6)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre", "B")
    scene.do(magic.BecomeCopy(bear, ogre), magic.BecomeCopy(ogre, bear))
    assert (bear.name, ogre.name) == ("Gray Ogre", "Grizzly Bears")


@pytest.mark.rule("D05")
def test_what_leaves_does_not_change_on_the_way(scene: Scene) -> None:
    """A change to an object that leaves at the same time does nothing, and its last moment is as before (CR 400.7)."""
    bear = scene.put("Grizzly Bears")
    facts = scene.do(magic.Destroy(bear), magic.AddCounters(bear, "+1/+1"), magic.Tap(bear))
    assert "Tapped" not in {fact.name for fact in facts}
    assert (bear.last_known.tapped, bear.became[0].counters) == (False, {})


@pytest.mark.rule("D07")
def test_one_departure_tells_each_card(scene: Scene) -> None:
    """A permanent of three cards that dies is one departure and three cards, each named once (CR 730.3)."""
    pile = scene.merge("Sea-Dasher Octopus", scene.merge("Dreamtail Heron", scene.put("Grizzly Bears")))
    cards = {card.id for card in pile.constituents}
    facts = scene.do(magic.Destroy(pile))
    (left,) = facts_of(facts, "PermanentLeft")
    assert (left["permanent"], left["to"], left["cause"]) == (pile.id, "graveyard", "destroy")
    puts = facts_of(facts, "CardPut")
    assert {fact["card"] for fact in puts} == cards
    assert {fact["from"] for fact in puts} == {"battlefield"}
    assert {fact["object"] for fact in puts} == {one.id for one in pile.became}


@pytest.mark.rule("D07")
def test_facts_are_kept_and_told(scene: Scene) -> None:
    """Facts can be read later from a mark on, and each subscriber is told of each once."""
    told: list[magic.Fact] = []
    scene.game.subscribe(told.append)
    bear = scene.put("Grizzly Bears")
    mark = scene.game.mark()
    done = scene.do(magic.Tap(bear)) + scene.do(magic.Untap(bear), magic.AddCounters(bear, "charge"))
    assert sorted(fact.name for fact in done) == ["CountersAdded", "Tapped", "Untapped"]
    assert (list(scene.game.facts(mark)), told) == (done, done)


@pytest.mark.rule("D21")
def test_a_permanent_on_the_battlefield_does_not_enter_it(scene: Scene) -> None:
    """A permanent told to enter the battlefield is refused before anything changes (CR 403.4)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre", zone="hand")
    before = scene.game.position_digest()
    with pytest.raises(magic.InputError, match="on the battlefield already"):
        scene.game.do(magic.Move(ogre, "battlefield"), magic.Move(bear, "battlefield"))
    assert (scene.game.position_digest(), ogre.zone) == (before, "hand")
