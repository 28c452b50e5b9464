"""Melding and melded permanents (CR 701.42, 712.4-5, 712.8g)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import ModifyPowerToughness

SCAVENGERS, RATS, HOST = "Midnight Scavengers", "Graf Rats", "Chittering Host"
BRUNA, GISELA, BRISELA = "Bruna, the Fading Light", "Gisela, the Broken Blade", "Brisela, Voice of Nightmares"
GARRISON, BATTLEMENTS = "Hanweir Garrison", "Hanweir Battlements"
URZA, STONES = "Urza, Lord Protector", "The Mightstone and Weakstone"
PAIRS = {
    HOST: (SCAVENGERS, RATS),
    "Hanweir, the Writhing Township": (GARRISON, BATTLEMENTS),
    BRISELA: (BRUNA, GISELA),
    "Mishra, Lost to Phyrexia": ("Phyrexian Dragon Engine", "Mishra, Claimed by Gix"),
    "Urza, Planeswalker": (STONES, URZA),
    "Titania, Gaea Incarnate": ("Argoth, Sanctum of Nature", "Titania, Voice of Gaea"),
    "Ragnarok, Divine Deliverance": ("Fang, Fearless l'Cie", "Vanille, Cheerful l'Cie"),
}


def names(permanent: magic.Object) -> list[str]:
    """Return the names printed on the cards that represent a permanent."""
    return [card.name for card in permanent.constituents]


def token_copy(scene: Scene, of: magic.Object, player: str = "A") -> magic.Object:
    """Create a token that is a copy of an object and return it."""
    facts = scene.do(magic.CreateTokenCopy(of, player))
    return scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))


def melded(scene: Scene, facts: list[magic.Fact]) -> magic.Object:
    """Return the permanent that a meld made."""
    return scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "Melded"))


def own_pair(scene: Scene, **result: object) -> tuple[magic.CardDefinition, magic.CardDefinition]:
    """Return a meld pair, Left and Right, with a combined face that `result` changes."""
    face = {"name": "Both", "type_line": "Creature — Wall", "power": 6, "toughness": 6, **result}
    enters = {"ability": "enters", "tapped": True, "counters": {"charge": 3}}
    left = scene.card(name="Left", mana_cost="{1}{W}", abilities=[enters], meld={"partner": "Right", "result": face})
    right = scene.card(name="Right", mana_cost="{2}{W}", meld={"partner": "Left", "result": face})
    return left, right


# --- the cards and the pairs -------------------------------------------------------------------------------


@pytest.mark.rule("B01")
@pytest.mark.parametrize("result", PAIRS)
def test_a_meld_card_names_its_partner_and_the_combined_face(scene: Scene, result: str) -> None:
    """A meld card is double-faced, has an ordinary front, and shares one combined face with its partner (CR 712.4)."""
    one, two = (scene.cards.find(name) for name in PAIRS[result])
    for card, partner in ((one, two), (two, one)):
        assert card.is_double_faced
        assert not card.can_turn_over
        assert card.back is None
        assert card.meld is not None
        assert card.meld.partner == partner.name
        assert card.meld.result.name == result
    assert one.meld is not None
    assert two.meld is not None
    assert one.meld.result == two.meld.result


@pytest.mark.rule("B02")
def test_there_are_seven_meld_pairs(scene: Scene) -> None:
    """The meld pairs are seven, each of two named cards (CR 712.5)."""
    found: dict[str, set[str]] = {}
    for name in scene.cards.names():
        card = scene.cards.find(name)
        if card.meld is not None:
            found.setdefault(card.meld.result.name, set()).add(card.name)
    assert found == {result: set(pair) for result, pair in PAIRS.items()}


@pytest.mark.rule("B14", "B32")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("result", "size", "value", "colors"),
    [
        pytest.param(HOST, (5, 6), 7, (), marks=pytest.mark.rule("B03")),
        pytest.param("Hanweir, the Writhing Township", (7, 4), 3, (), marks=pytest.mark.rule("B04")),
        pytest.param(BRISELA, (9, 10), 11, (), marks=pytest.mark.rule("B05")),
        pytest.param("Mishra, Lost to Phyrexia", (9, 9), 7, ("B", "R"), marks=pytest.mark.rule("B06")),
        pytest.param("Urza, Planeswalker", (None, None), 8, ("W", "U"), marks=pytest.mark.rule("B07")),
        pytest.param("Titania, Gaea Incarnate", (2, 2), 3, ("G",), marks=pytest.mark.rule("B08")),
        pytest.param("Ragnarok, Divine Deliverance", (7, 6), 7, ("B", "G"), marks=pytest.mark.rule("B09")),
    ],
)
def test_each_pair_melds_into_its_combined_face(
    scene: Scene, result: str, size: tuple[int | None, int | None], value: int, colors: tuple[str, ...], turned: bool
) -> None:
    """Two cards of a pair, in either order, become one permanent; its mana value is the sum of theirs (CR 712.5)."""
    for _ in range(2):
        scene.put("Swamp")  # Titania counts the lands of its controller
    one, two = PAIRS[result][::-1] if turned else PAIRS[result]
    permanent = scene.meld(one, two)
    assert (permanent.name, permanent.mana_value, permanent.mana_cost) == (result, value, None)
    assert (permanent.power, permanent.toughness, permanent.colors) == (*size, colors)
    assert permanent.read("melded")
    assert not permanent.read("merged")
    assert names(permanent) == [one, two]
    assert len([one for one in scene.game.objects() if one.zone != "battlefield"]) == 0


@pytest.mark.rule("B07")
def test_a_melded_planeswalker_has_the_loyalty_of_the_combined_face(scene: Scene) -> None:
    """A melded planeswalker enters with the loyalty counters that its combined face prints (CR 306.5b, 712.8g)."""
    urza = scene.meld(URZA, STONES)
    assert urza.types == ("Planeswalker",)
    assert urza.counters == {"loyalty": 7}
    assert urza.loyalty == 7


@pytest.mark.rule("B36")
def test_a_combined_face_has_no_cost_and_only_the_colors_of_its_indicator(scene: Scene) -> None:
    """A combined face has no mana cost, so without a colour indicator it is colourless (CR 202.2, 204.2)."""
    host = scene.meld(SCAVENGERS, RATS)
    mishra = scene.meld(*PAIRS["Mishra, Lost to Phyrexia"])
    assert (host.mana_cost, host.colors, host.read("color_indicator")) == (None, (), ())
    assert (mishra.mana_cost, mishra.colors, mishra.read("color_indicator")) == (None, ("B", "R"), ("B", "R"))


@pytest.mark.rule("L14")
def test_color_identity_ignores_the_combined_face(scene: Scene) -> None:
    """A meld card's colour identity comes from its front face, melded or not (CR 903.4 and a ruling)."""
    left, right = own_pair(scene, color_indicator=["R"], text_colors=["G"])
    one, two = scene.put(left), scene.put(right)
    assert one.read("color_identity") == ("W",)
    both = melded(scene, scene.do(magic.Meld([one, two])))
    assert both.colors == ("R",)
    assert both.read("color_identity") == ("W",)


# --- the act of melding ------------------------------------------------------------------------------------


@pytest.mark.rule("B32", "B39")
def test_melding_is_two_departures_and_one_entry(scene: Scene) -> None:
    """Two permanents are exiled, then one new untapped permanent enters from exile (CR 701.42a, 712.14c)."""
    one, two = scene.put(SCAVENGERS, tapped=True), scene.put(RATS)
    facts = scene.do(magic.Meld([one, two]))
    told = {"PermanentLeft": 2, "CardPut": 2, "Melded": 1, "PermanentEntered": 1}
    assert {fact.name: scene.count(facts, fact.name) for fact in scene.apart_from_triggers(facts)} == told
    assert {fact.record()["to"] for fact in facts if fact.name == "PermanentLeft"} == {"exile"}
    host = melded(scene, facts)
    entered = next(fact.record() for fact in facts if fact.name == "PermanentEntered")
    assert (entered["permanent"], entered["from"]) == (host.id, "exile")
    assert host not in (one, two)
    assert not one.exists
    assert not two.exists
    assert not host.tapped
    assert scene.game.objects() == [host]
    (exiled,) = one.became
    assert exiled.became == (host,)


@pytest.mark.rule("B49")
@pytest.mark.parametrize("player", ["A", "B"])
def test_a_melded_permanent_enters_under_the_control_of_the_player_who_melds(scene: Scene, player: str) -> None:
    """Whoever follows the instruction controls the melded permanent, whoever owns its cards (CR 110.2, 701.42a)."""
    one, two = scene.put(SCAVENGERS), scene.put(RATS)
    facts = scene.do(magic.Meld([one, two], player=player))
    host = melded(scene, facts)
    assert (host.controller, host.owner) == (player, "A")
    (entered,) = [fact.record() for fact in facts if fact.name == "PermanentEntered"]
    assert entered["controller"] == scene.game.world.seat(player)
    assert not any(host.read(state) for state in ("tapped", "flipped", "face_down", "phased_out"))
    assert host.read("sick") is False  # it has haste
    assert scene.meld(BRUNA, GISELA).read("sick")


@pytest.mark.rule("B40", "H10")
def test_nothing_of_the_two_permanents_carries_over(scene: Scene) -> None:
    """The melded permanent is new: no counters, attachments, damage or effects of the two before it (CR 400.7)."""
    one, two = scene.put(SCAVENGERS, counters={"+1/+1": 2}), scene.put(RATS, counters={"time": 1})
    sword = scene.put("Short Sword")
    effect = magic.Effect((ModifyPowerToughness(power=3, toughness=3),))
    scene.do(
        magic.Attach(sword, one),
        magic.DealDamage(one, 1),
        magic.AddEffect(effect, objects=[one, two]),
        magic.Tap(two),
    )
    host = melded(scene, scene.do(magic.Meld([one, two])))
    assert (host.power, host.toughness) == (5, 6)
    assert host.counters == {}
    assert host.read("damage") == 0
    assert sword.read("attached_to") is None
    assert scene.count(scene.settle(), "Detached") == 1


@pytest.mark.rule("B38", "I05")
def test_only_the_combined_face_says_how_a_melded_permanent_enters(scene: Scene) -> None:
    """Enters-with abilities of the combined face apply, those of the front faces do not (CR 614.12, 712.8g)."""
    left, right = own_pair(scene, abilities=[{"ability": "enters", "counters": {"+1/+1": 2}}])
    both = melded(scene, scene.do(magic.Meld([scene.put(left), scene.put(right)])))
    assert both.counters == {"+1/+1": 2}
    assert not both.tapped
    assert (both.power, both.toughness) == (8, 8)


@pytest.mark.rule("B33", "B34")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param("Grizzly Bears", id="no meld card"),
        pytest.param(GISELA, id="card of another pair"),
        pytest.param(SCAVENGERS, id="the same card twice"),
        pytest.param("Archangel Avacyn", id="double-faced but no meld card"),
    ],
)
def test_cards_that_are_no_pair_stay_in_exile(scene: Scene, other: str) -> None:
    """Only the two cards of one pair meld; others stay in the zone they are in, after the exile (CR 701.42b-c)."""
    one, two = scene.put(SCAVENGERS), scene.put(other)
    facts = scene.do(magic.Meld([one, two]))
    assert set(scene.ignored(facts)) == {"701.42c"}
    assert scene.count(facts, "PermanentLeft") == 2
    assert scene.count(facts, "PermanentEntered") == scene.count(facts, "Melded") == 0
    assert [found.name for found in scene.game.objects()] == [SCAVENGERS, other]
    assert {found.zone for found in scene.game.objects()} == {"exile"}


@pytest.mark.rule("B34")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile"])
def test_cards_off_the_battlefield_that_can_not_meld_stay(scene: Scene, zone: str) -> None:
    """Cards told to meld that are no pair stay in their zone (CR 701.42c)."""
    one, two = scene.put(SCAVENGERS, zone=zone), scene.put(GISELA, zone=zone)
    facts = scene.do(magic.Meld([one, two]))
    assert [(fact.name, fact.record()["object"]) for fact in facts] == [("Ignored", one.id), ("Ignored", two.id)]
    assert (one.zone, two.zone) == (zone, zone)


@pytest.mark.rule("B33", "B35")
def test_a_token_copy_of_a_partner_does_not_meld(scene: Scene) -> None:
    """A card and a token copy of its partner are exiled and not melded; the token ceases to exist (CR 701.42b-c)."""
    scavengers, rats = scene.put(SCAVENGERS), scene.put(RATS, "B")
    token = token_copy(scene, rats)
    assert token.name == RATS
    facts = scene.do(magic.Meld([scavengers], partner=RATS))
    assert set(scene.ignored(facts)) == {"701.42c"}
    assert [(found.name, found.zone) for found in scene.game.objects(owner="A")] == [
        (SCAVENGERS, "exile"),
        (RATS, "exile"),
    ]
    facts = scene.settle()
    assert [fact.name for fact in facts] == ["CeasedToExist"]
    assert [(found.name, found.zone) for found in scene.game.objects(owner="A")] == [(SCAVENGERS, "exile")]


@pytest.mark.rule("B33")
def test_a_token_with_a_meld_cards_text_does_not_meld(scene: Scene) -> None:
    """A token is no card, so it never melds, even if all that defines it is a meld card's (CR 701.42b, 108.2b)."""
    scavengers, token = scene.put(SCAVENGERS), scene.put(RATS, token=True)
    facts = scene.do(magic.Meld([scavengers, token]))
    assert set(scene.ignored(facts)) == {"701.42c"}
    assert scene.count(facts, "Melded") == 0


@pytest.mark.rule("B33", "B34")
def test_a_copy_that_is_another_card_does_not_meld(scene: Scene) -> None:
    """A Clone that is a copy of the partner has its name, so it is exiled, and is no card of the pair (CR 701.42b)."""
    gisela, clone = scene.put(GISELA), scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, scene.put(BRUNA, "B")))
    facts = scene.do(magic.Meld([gisela], partner=BRUNA))
    assert set(scene.ignored(facts)) == {"701.42c"}
    assert sorted(found.name for found in scene.game.objects("exile")) == ["Clone", GISELA]


@pytest.mark.rule("B37")
@pytest.mark.parametrize("case", ["opponent's", "only owned", "only controlled", "first one not controlled", "none"])
def test_the_instruction_wants_both_owned_and_controlled(scene: Scene, case: str) -> None:
    """Unless its player owns and controls both, the printed instruction does nothing at all (CR 712.4a)."""
    gisela = scene.put(GISELA, controller="B" if case == "first one not controlled" else "A")
    if case != "none":
        owner = "B" if case in ("opponent's", "only controlled") else "A"
        controller = "B" if case in ("opponent's", "only owned") else "A"
        scene.put(BRUNA, owner, controller=controller)
    before = scene.game.position_digest()
    facts = scene.do(magic.Meld([gisela], partner=BRUNA, player="A"))
    assert scene.ignored(facts) == ["712.4a"]
    assert len(facts) == 1
    assert scene.game.position_digest() == before


@pytest.mark.rule("B37")
def test_one_of_several_partners_is_chosen(scene: Scene) -> None:
    """With several permanents of the partner's name its player exiles the one they choose (CR 712.4a, a ruling)."""
    gisela = scene.put(GISELA)
    brunas = [scene.put(BRUNA) for _ in range(3)]
    scene.put(BRUNA, "B")
    scene.answering(meld_partner=[(brunas[1].id,)])
    facts = scene.do(magic.Meld([gisela], partner=BRUNA))
    (asked,) = [fact.record() for fact in facts if fact.name == "DecisionMade"]
    assert asked["options"] == tuple(bruna.id for bruna in brunas)
    assert [bruna.exists for bruna in brunas] == [True, False, True]
    assert scene.count(facts, "PermanentLeft") == 2
    assert names(melded(scene, facts)) == [GISELA, BRUNA]


@pytest.mark.rule("B33", "B34", "B37")
def test_a_card_merged_with_a_partner_stays_in_exile(scene: Scene) -> None:
    """If a partner was merged with another card, the pair melds and that card stays exiled (CR 730.3c, 701.42b-c)."""
    gisela, bruna = scene.put(GISELA), scene.put(BRUNA)
    scene.merge("Dreamtail Heron", bruna, "under")
    facts = scene.do(magic.Meld([gisela], partner=BRUNA))
    assert set(scene.ignored(facts)) == {"701.42c"}
    assert names(melded(scene, facts)) == [GISELA, BRUNA]
    assert [found.name for found in scene.game.objects("exile")] == ["Dreamtail Heron"]


@pytest.mark.rule("B33")
def test_a_card_melds_once_in_a_batch(scene: Scene) -> None:
    """A card told to meld with two partners at once melds with one, and the other stays exiled (CR 701.42c)."""
    rats, one, two = scene.put(RATS), scene.put(SCAVENGERS), scene.put(SCAVENGERS)
    facts = scene.do(magic.Meld([rats, one]), magic.Meld([rats, two]))
    assert scene.count(facts, "Melded") == 1
    assert [found.name for found in scene.game.objects("exile")] == [SCAVENGERS]


@pytest.mark.rule("B02", "B33")
def test_melding_takes_two_objects(scene: Scene) -> None:
    """Melding one object, or three, is nothing that the rules offer (CR 701.42a)."""
    rats, others = scene.put(RATS), [scene.put(SCAVENGERS), scene.put(SCAVENGERS)]
    with pytest.raises(magic.InputError, match="two objects"):
        scene.game.do(magic.Meld([rats]))
    with pytest.raises(magic.InputError, match="two objects"):
        scene.game.do(magic.Meld([rats, *others]))
    assert len(scene.game.objects("battlefield")) == 3


@pytest.mark.rule("B39")
def test_cards_that_were_melded_meld_again(scene: Scene) -> None:
    """Once apart, the two cards are ordinary new objects, which meld like any others (CR 400.7, 712.21)."""
    host = scene.meld(SCAVENGERS, RATS)
    scene.do(magic.Exile(host))
    scene.do(magic.Move(host.became, "battlefield"))
    back = scene.game.objects("battlefield")
    assert sorted(one.name for one in back) == [RATS, SCAVENGERS]
    again = melded(scene, scene.do(magic.Meld(back)))
    assert (again.name, again.mana_value) == (HOST, 7)
    assert again != host
    assert scene.game.objects() == [again]


# --- a melded permanent ------------------------------------------------------------------------------------


@pytest.mark.rule("B13")
def test_a_melded_permanent_has_only_the_combined_face(scene: Scene) -> None:
    """No name, type, ability, colour or size of either front face is left while melded (CR 712.8g)."""
    town = scene.meld(GARRISON, BATTLEMENTS)
    result = scene.cards.find(GARRISON).meld
    assert result is not None
    assert (town.types, town.subtypes) == (("Creature",), ("Eldrazi", "Ooze"))
    assert town.abilities == result.result.abilities
    assert town.read("produces") == ()
    brisela = scene.meld(BRUNA, GISELA)
    assert brisela.keywords == ("flying", "first strike", "vigilance", "lifelink")
    assert (brisela.names, brisela.colors) == ((BRISELA,), ())


@pytest.mark.rule("B44", "C14")
def test_a_melded_permanent_is_no_transformed_permanent(scene: Scene) -> None:
    """Though both back faces are up, a melded permanent is double-faced and not transformed (CR 701.27g)."""
    host = scene.meld(SCAVENGERS, RATS)
    assert host.read("double_faced")
    assert not host.read("transformed")


@pytest.mark.rule("B10", "C18")
@pytest.mark.parametrize("request_", [magic.Transform, magic.Convert])
@pytest.mark.parametrize("case", ["melded", "lone"])
def test_meld_cards_never_transform(scene: Scene, case: str, request_: type[magic.Transform | magic.Convert]) -> None:
    """An instruction to transform or convert a meld card, melded or alone, is ignored (CR 712.4c)."""
    permanent = scene.meld(SCAVENGERS, RATS) if case == "melded" else scene.put(RATS)
    before = scene.game.position_digest()
    facts = scene.do(request_(permanent))
    assert scene.ignored(facts) == ["712.4c"]
    assert len(facts) == 1
    assert scene.game.position_digest() == before


@pytest.mark.rule("B45")
@pytest.mark.parametrize("case", ["melded", "lone"])
def test_a_melded_permanent_is_not_turned_face_down(scene: Scene, case: str) -> None:
    """Told to turn face down, a meld card, melded or alone, changes in nothing (CR 712.16)."""
    permanent = scene.meld(SCAVENGERS, RATS) if case == "melded" else scene.put(RATS)
    seen, before = permanent.characteristics, scene.game.position_digest()
    facts = scene.do(magic.TurnFaceDown(permanent))
    assert scene.ignored(facts) == ["712.16"]
    assert len(facts) == 1
    assert permanent.characteristics == seen
    assert scene.game.position_digest() == before


@pytest.mark.rule("B42", "L20")
@pytest.mark.parametrize("commander", [SCAVENGERS, RATS, None])
def test_a_melded_permanent_with_a_commander_card_is_that_commander(scene: Scene, commander: str | None) -> None:
    """A melded permanent is a commander if either of its cards is one (CR 903.3b)."""
    one, two = (scene.put(name, commander=name == commander) for name in (SCAVENGERS, RATS))
    host = melded(scene, scene.do(magic.Meld([one, two])))
    assert host.read("commander") is (commander is not None)
    scene.do(magic.Exile(host))
    assert {found.name: found.read("commander") for found in scene.game.objects("exile")} == {
        SCAVENGERS: commander == SCAVENGERS,
        RATS: commander == RATS,
    }


@pytest.mark.rule("B15", "B17", "B46", "G20")
def test_a_copy_of_a_melded_permanent_has_mana_value_0(scene: Scene) -> None:
    """A Clone of a melded permanent is one card with the combined face and mana value 0 (CR 202.3c, 712.8g)."""
    host, clone = scene.meld(SCAVENGERS, RATS), scene.put("Clone", "B")
    scene.do(magic.BecomeCopy(clone, host))
    assert names(clone) == ["Clone"]
    assert (clone.name, clone.power, clone.toughness, clone.mana_value) == (HOST, 5, 6, 0)
    assert (clone.subtypes, clone.colors, clone.abilities) == (host.subtypes, (), host.abilities)
    assert not clone.read("melded")
    assert not clone.read("double_faced")
    assert host.mana_value == 7


@pytest.mark.rule("B15", "B46")
@pytest.mark.parametrize(("one", "two", "value"), [(SCAVENGERS, RATS, 7), (BRUNA, GISELA, 11), (URZA, STONES, 8)])
def test_a_token_copy_of_a_melded_permanent_has_the_combined_face_alone(
    scene: Scene, one: str, two: str, value: int
) -> None:
    """A token copy of a melded permanent is single-faced, with mana value 0, and does not turn (CR 707.8, 202.3c)."""
    original = scene.meld(one, two)
    token = token_copy(scene, original, "B")
    assert (token.name, token.abilities) == (original.name, original.abilities)
    assert (original.mana_value, token.mana_value) == (value, 0)
    assert len(token.constituents) == 1
    assert not token.read("melded")
    assert not token.read("double_faced")
    assert scene.ignored(scene.do(magic.Transform(token))) == ["701.27c"]
    assert token.loyalty == original.loyalty


@pytest.mark.rule("B15")
def test_a_melded_permanent_that_copies_another_has_mana_value_0(scene: Scene) -> None:
    """A melded permanent that becomes a copy of another melded one has mana value 0 while it is (CR 202.3c)."""
    host, brisela = scene.meld(SCAVENGERS, RATS), scene.meld(BRUNA, GISELA)
    scene.do(magic.BecomeCopy(host, brisela, until="end of turn"))
    assert (host.name, host.mana_value, brisela.mana_value) == (BRISELA, 0, 11)
    assert host.read("melded")
    scene.do(magic.BeginStep("cleanup"))
    assert (host.name, host.mana_value) == (HOST, 7)


@pytest.mark.rule("B15")
def test_a_copy_of_a_copy_of_a_melded_permanent_has_mana_value_0(scene: Scene) -> None:
    """Copying a copy of a melded permanent gives mana value 0 as well (CR 202.3c, 707.3)."""
    host, clone = scene.meld(SCAVENGERS, RATS), scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, host))
    token = token_copy(scene, clone)
    assert (token.name, token.mana_value) == (HOST, 0)


@pytest.mark.rule("B14", "B32")
def test_a_saved_and_a_forked_game_keep_both_cards(scene: Scene) -> None:
    """A melded permanent has the mana value of both cards in every copy of the game's state (CR 202.3c)."""
    urza = scene.meld(URZA, STONES)
    loaded = magic.Game.from_dict(scene.game.to_dict())
    for game in (scene.game, scene.game.fork(), loaded, loaded.fork()):
        same = game.object(urza.id)
        assert (same.name, same.mana_value, same.loyalty) == ("Urza, Planeswalker", 8, 7)
        assert names(same) == [URZA, STONES]
        game.do(magic.Exile(same))
        assert sorted(one.name for one in game.objects("exile")) == [STONES, URZA]


# --- a meld card alone -------------------------------------------------------------------------------------


@pytest.mark.rule("B12", "B16", "C39")
@pytest.mark.parametrize("zone", ["battlefield", "stack", "hand", "graveyard", "exile", "library", "command"])
def test_a_lone_meld_card_has_its_front_face_alone(scene: Scene, zone: str) -> None:
    """Unmelded, a meld card has its front's characteristics and nothing else, in every zone (CR 712.8a-b, 712.8d)."""
    rats = scene.put(RATS, zone=zone)
    front = scene.cards.find(RATS).front
    assert rats.characteristics == front
    assert (rats.name, rats.mana_value, rats.colors, rats.power) == (RATS, 2, ("B",), 2)
    assert rats.read("face") == "front"


@pytest.mark.rule("B16")
def test_a_token_copy_of_a_lone_meld_card_has_no_half_of_a_face(scene: Scene) -> None:
    """What reads a meld card's back outside a melded permanent finds nothing: its copy has one face (CR 712.4b)."""
    rats = scene.put(RATS)
    token = token_copy(scene, rats)
    assert token.characteristics == rats.characteristics
    assert not token.read("double_faced")


@pytest.mark.rule("B11", "B16")
@pytest.mark.parametrize("zone", ["battlefield", "stack"])
def test_a_lone_meld_card_is_never_placed_with_its_back_up(scene: Scene, zone: str) -> None:
    """No position shows the half back face of a meld card by itself (CR 712.4b-c)."""
    with pytest.raises(magic.InputError, match="back face"):
        scene.put(RATS, zone=zone, face="back")


@pytest.mark.rule("B11")
@pytest.mark.parametrize(("policy", "zone"), [("front", "battlefield"), ("stays", "exile")])
def test_a_lone_meld_card_told_to_enter_transformed(policy: str, zone: str) -> None:
    """A lone meld card never enters back face up: by a policy it enters front face up or stays (CR 712.4c)."""
    scene = Scene()
    scene.game = magic.Game(policies=magic.Policies(lone_meld_card_transformed=policy))  # type: ignore[arg-type]
    rats = scene.put(RATS, zone="exile")
    facts = scene.do(magic.Move(rats, "battlefield", face=magic.Face.BACK))
    (found,) = scene.game.objects()
    assert found.zone == zone
    assert found.characteristics == scene.cards.find(RATS).front
    assert scene.ignored(facts) == ([] if policy == "front" else ["712.14a"])


@pytest.mark.rule("B12")
def test_a_meld_card_that_was_face_down_comes_back_with_its_front_face(scene: Scene) -> None:
    """A face-down meld card that is exiled and returned is face up, front face up and unmelded (CR 712.14-15)."""
    rats = scene.put(RATS, face_down="manifest")
    assert (rats.name, rats.power, rats.toughness) == ("", 2, 2)
    scene.do(magic.Exile(rats))
    scene.do(magic.Move(rats.became, "battlefield"))
    (back,) = scene.game.objects("battlefield")
    assert (back.name, back.power, back.toughness) == (RATS, 2, 1)
    assert not back.read("face_down")
    assert not back.read("melded")


@pytest.mark.rule("B48")
def test_cards_of_different_owners_that_are_melded_part_again(scene: Scene) -> None:
    """An effect may meld cards of different owners; each card then leaves to its own owner's zone (CR 108.3, 400.3)."""
    host = melded(scene, scene.do(magic.Meld([scene.put(SCAVENGERS, "A"), scene.put(RATS, "B")])))
    assert {card.name: card.owner for card in host.constituents} == {SCAVENGERS: "A", RATS: "B"}
    scene.do(magic.Destroy(host))
    assert [(found.name, found.owner) for found in scene.game.objects("graveyard", owner="A")] == [(SCAVENGERS, "A")]
    assert [(found.name, found.owner) for found in scene.game.objects("graveyard", owner="B")] == [(RATS, "B")]
