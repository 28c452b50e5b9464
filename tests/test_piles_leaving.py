"""What becomes of merged and melded permanents that leave the battlefield (CR 730.3, 712.21)."""

from collections.abc import Sequence

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.views import Hidden

HERON, SAVANT, VULPIKEET = "Dreamtail Heron", "Beastcaller Savant", "Vulpikeet"
SCAVENGERS, RATS = "Midnight Scavengers", "Graf Rats"

ZONES = ["graveyard", "hand", "library", "exile"]
PILES = ["over", "under", "melded"]


def pile(scene: Scene, kind: str, owner: str = "A") -> magic.Object:
    """Return a permanent of two cards: merged with the Heron over or under the Savant, or melded."""
    if kind == "melded":
        return scene.meld(SCAVENGERS, RATS, owner)
    return scene.merge(scene.put(HERON, owner, zone="hand"), scene.put(SAVANT, owner), kind)


def card_ids(permanent: magic.Object) -> tuple[int, ...]:
    """Return the ids of the cards that represent a permanent, topmost first."""
    return tuple(card.id for card in permanent.constituents)


def cards_in(scene: Scene, zone: str, owner: str = "A") -> list[int]:
    """Return the ids of the cards in a zone, bottom or oldest first."""
    return [one.card.id for one in scene.game.objects(zone, owner=owner)]


def names_in(scene: Scene, zone: str, owner: str = "A") -> list[str]:
    """Return the names in a zone, bottom or oldest first."""
    return [one.name for one in scene.game.objects(zone, owner=owner)]


def asked(facts: Sequence[magic.Fact], question: str) -> list[dict[str, object]]:
    """Return the records of the decisions of that name."""
    records = [fact.record() for fact in facts if fact.name == "DecisionMade"]
    return [record for record in records if record["ask"] == question]


# --- one permanent, several cards --------------------------------------------------------------------------


@pytest.mark.rule("A28", "B18")
@pytest.mark.parametrize("kind", PILES)
@pytest.mark.parametrize("zone", ZONES)
def test_one_permanent_leaves_and_each_card_arrives(scene: Scene, kind: str, zone: str) -> None:
    """One permanent leaves and each of its cards becomes an object of its own where it goes (CR 730.3, 712.21)."""
    permanent = pile(scene, kind)
    cards = card_ids(permanent)
    facts = scene.do(magic.Move(permanent, zone))
    left = [fact.record() for fact in facts if fact.name == "PermanentLeft"]
    assert left == [{"fact": "PermanentLeft", "permanent": permanent.id, "to": zone, "cause": "move"}]
    put = [fact.record() for fact in facts if fact.name == "CardPut"]
    assert sorted(record["card"] for record in put) == sorted(cards)
    assert {record["from"] for record in put} == {"battlefield"}
    assert not permanent.exists
    new = scene.game.objects()
    assert len({one.id for one in new} | {permanent.id}) == 3
    assert {one.zone for one in new} == {zone}
    assert not any(one.read("merged") or one.read("melded") for one in new)
    assert sorted(cards_in(scene, zone)) == sorted(cards)


@pytest.mark.rule("A28", "B18")
@pytest.mark.parametrize("kind", PILES)
@pytest.mark.parametrize(
    ("request_", "cause", "zone"),
    [
        (magic.Destroy, "destroy", "graveyard"),
        (magic.Sacrifice, "sacrifice", "graveyard"),
        (magic.Exile, "exile", "exile"),
    ],
)
def test_every_way_to_leave_is_one_departure(
    scene: Scene, kind: str, request_: type[magic.Destroy | magic.Sacrifice | magic.Exile], cause: str, zone: str
) -> None:
    """Destroyed, sacrificed or exiled, a pile is one permanent and two cards (CR 730.3, 712.21)."""
    permanent = pile(scene, kind)
    facts = scene.do(request_(permanent))
    (left,) = [fact.record() for fact in facts if fact.name == "PermanentLeft"]
    assert (left["to"], left["cause"]) == (zone, cause)
    assert scene.count(facts, "CardPut") == 2
    assert len(names_in(scene, zone)) == 2


@pytest.mark.rule("A28")
def test_a_pile_on_a_melded_permanent_leaves_as_three_cards(scene: Scene) -> None:
    """Both cards of a melded pair inside a merged permanent go with the others (CR 712.21, 730.3)."""
    permanent = pile(scene, "melded")
    scene.merge(HERON, permanent)
    facts = scene.do(magic.Destroy(permanent))
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut")) == (1, 3)
    assert sorted(names_in(scene, "graveyard")) == [HERON, RATS, SCAVENGERS]


@pytest.mark.rule("B30", "B31")
@pytest.mark.parametrize("kind", PILES)
def test_what_moved_is_counted_as_objects_or_as_cards(scene: Scene, kind: str) -> None:
    """Two permanents that leave, one of two cards, are two objects that moved and three cards (CR 712.21e)."""
    permanent, bears = pile(scene, kind), scene.put("Grizzly Bears")
    facts = scene.do(magic.Destroy([permanent, bears]))
    assert scene.count(facts, "PermanentLeft") == 2
    assert scene.count(facts, "CardPut") == 3


@pytest.mark.rule("A28")
def test_an_ability_of_any_constituent_may_keep_the_whole_permanent(scene: Scene) -> None:
    """Destroying a pile that is indestructible by a constituent beneath moves none of its cards (CR 702.12b)."""
    gods = scene.card(power=1, toughness=1, keywords=["Indestructible"])
    permanent = scene.merge(HERON, scene.put(gods))
    assert scene.ignored(scene.do(magic.Destroy(permanent))) == ["702.12b"]
    assert len(permanent.constituents) == 2
    assert scene.game.objects() == [permanent]


@pytest.mark.rule("A28", "B18")
@pytest.mark.parametrize("kind", PILES)
def test_a_departure_can_be_taken_back(scene: Scene, kind: str) -> None:
    """Taking back a departure restores the very permanent, and it can leave again (CR 730.3, 712.21)."""
    permanent = pile(scene, kind)
    seen, before = permanent.characteristics, scene.game.position_digest()
    for _ in range(2):
        facts = scene.game.push(magic.Move(permanent, "hand"))
        assert not isinstance(facts, magic.Pending)
        assert (scene.count(facts, "PermanentLeft"), len(names_in(scene, "hand"))) == (1, 2)
        scene.game.pop()
        assert scene.game.position_digest() == before
        assert permanent.characteristics == seen
    scene.do(magic.Move(permanent, "hand"))
    assert len(names_in(scene, "hand")) == 2


@pytest.mark.rule("A28", "B18")
@pytest.mark.parametrize("kind", PILES)
def test_the_permanent_is_remembered_as_it_was(scene: Scene, kind: str) -> None:
    """Last known information is that of the one permanent, with all that represented it (CR 608.2h)."""
    permanent = pile(scene, kind)
    seen, cards = permanent.characteristics, card_ids(permanent)
    scene.do(magic.Destroy(permanent))
    assert permanent.last_known.characteristics == seen
    assert card_ids(permanent.last_known) == cards
    assert permanent.last_known.read("melded") is (kind == "melded")
    with pytest.raises(magic.ObjectGoneError):
        permanent.name  # noqa: B018 - reading is what fails


# --- where the constituents go, and as what ------------------------------------------------------------------


@pytest.mark.rule("A29")
@pytest.mark.parametrize("zone", ZONES)
def test_each_card_goes_to_its_own_owners_zone(scene: Scene, zone: str) -> None:
    """Every constituent goes to the zone of its own owner, whoever controlled the permanent (CR 400.3, 730.3)."""
    permanent = scene.put(SAVANT, "A")
    scene.merge(scene.put(HERON, "B", zone="hand"), permanent)
    scene.do(magic.GainControl(permanent, "B"))
    facts = scene.do(magic.Move(permanent, zone))
    assert names_in(scene, zone, "A") == [SAVANT]
    assert names_in(scene, zone, "B") == [HERON]
    put = {fact.record()["object"]: fact.record()["player"] for fact in facts if fact.name == "CardPut"}
    seats = {"A": 0, "B": 1}
    assert {scene.game.object(one).id: seats[scene.game.object(one).owner] for one in put} == put


@pytest.mark.rule("A29")
@pytest.mark.parametrize("zone", ZONES)
def test_constituents_show_their_front_or_normal_characteristics(scene: Scene, zone: str) -> None:
    """Off the battlefield each card has its front face or unflipped half, as if never merged (CR 712.8a, 710.2)."""
    permanent = scene.put("Akki Lavarunner")
    scene.merge("Heir of Falkenrath", permanent)
    scene.do(magic.Flip(permanent), magic.Transform(permanent))
    assert permanent.name == "Heir to the Night"
    assert "protection from red" in permanent.keywords
    scene.do(magic.Move(permanent, zone))
    assert {one.name: one.characteristics for one in scene.game.objects(zone)} == {
        name: scene.cards.find(name).front for name in ("Akki Lavarunner", "Heir of Falkenrath")
    }


@pytest.mark.rule("A29", "B12")
@pytest.mark.parametrize("zone", ZONES)
def test_the_cards_of_a_melded_permanent_show_their_front_faces(scene: Scene, zone: str) -> None:
    """Each card of a melded permanent that left has its own front face's characteristics (CR 712.8a, 712.21)."""
    scene.do(magic.Move(pile(scene, "melded"), zone))
    assert {one.name: one.characteristics for one in scene.game.objects(zone)} == {
        name: scene.cards.find(name).front for name in (SCAVENGERS, RATS)
    }


@pytest.mark.rule("B41")
def test_fang_and_vanille_part_in_the_graveyard(scene: Scene) -> None:
    """Ragnarok that dies is one permanent, and both of its cards lie in the graveyard, fronts up (CR 712.21)."""
    fang, vanille = "Fang, Fearless l'Cie", "Vanille, Cheerful l'Cie"
    ragnarok = scene.meld(fang, vanille)
    scene.answering(graveyard_order=[card_ids(ragnarok)[::-1]])
    facts = scene.do(magic.Destroy(ragnarok))
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut")) == (1, 2)
    assert [(one.name, one.mana_value) for one in scene.game.objects("graveyard")] == [(vanille, 4), (fang, 3)]


@pytest.mark.rule("A29")
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("where", ["over", "under"])
def test_face_down_constituents_are_revealed_as_they_leave(scene: Scene, where: str, zone: str) -> None:
    """Each face-down constituent is revealed as it leaves, whether the permanent was face down or not (CR 708.9)."""
    permanent = scene.put("Monastery Flock", face_down="morph")
    flock = permanent.card
    scene.merge(HERON, permanent, where)
    facts = scene.do(magic.Move(permanent, zone))
    assert [fact.record()["card"] for fact in facts if fact.name == "Revealed"] == [flock.id]
    assert not any(one.read("face_down") for one in scene.game.objects())
    assert sorted(names_in(scene, zone)) == [HERON, "Monastery Flock"]


@pytest.mark.rule("A28", "D07")
@pytest.mark.parametrize("kind", PILES)
def test_nothing_of_the_permanent_stays_with_its_cards(scene: Scene, kind: str) -> None:
    """Status, counters and faces end with the permanent; its cards come back as new ordinary objects (CR 400.7)."""
    permanent = pile(scene, kind)
    scene.do(magic.Tap(permanent), magic.AddCounters(permanent, "+1/+1", 2))
    scene.do(magic.Exile(permanent))
    scene.do(magic.Move(permanent.became, "battlefield"))
    for one in scene.game.objects("battlefield"):
        assert one.characteristics == scene.cards.find(one.name).front
        assert (one.tapped, one.counters, len(one.constituents)) == (False, {}, 1)


# --- tokens among the constituents ---------------------------------------------------------------------------


@pytest.mark.rule("A28", "M03", "A14")
@pytest.mark.parametrize(("where", "token"), [("under", True), ("over", False)])
@pytest.mark.parametrize("zone", ZONES)
def test_a_token_constituent_goes_along_and_ceases_to_exist(scene: Scene, where: str, token: bool, zone: str) -> None:
    """One permanent leaves, token or not; its card stays where it went and its token part ceases (CR 111.7, 730.3)."""
    wurm = scene.token()
    scene.merge(HERON, wurm, where)
    facts = scene.do(magic.Move(wurm, zone))
    counts = [scene.count(facts, name) for name in ("PermanentLeft", "CardPut", "TokenPut")]
    assert counts == [1, 1, 1]
    assert wurm.last_known.read("token") is token
    assert len(scene.game.objects(zone)) == 2
    facts = scene.apart_from_triggers(scene.settle())
    assert [fact.name for fact in facts] == ["CeasedToExist"]
    assert [(one.name, one.zone) for one in scene.game.objects() if one.zone != "stack"] == [(HERON, zone)]


@pytest.mark.rule("A32", "M04")
def test_of_a_pile_with_a_token_the_card_alone_returns(scene: Scene) -> None:
    """Told to return what a pile became, the card returns and the token can't move again (CR 111.8, 730.3c)."""
    wurm = scene.token()
    scene.merge(HERON, wurm)
    scene.do(magic.Exile(wurm))
    assert len(wurm.became) == 2
    facts = scene.do(magic.Move(wurm.became, "battlefield"))
    assert scene.ignored(facts) == ["111.8"]
    assert [one.name for one in scene.game.objects("battlefield")] == [HERON]


# --- who orders them -----------------------------------------------------------------------------------------


@pytest.mark.rule("A30", "B20", "D22")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", PILES)
def test_the_owner_orders_the_cards_in_the_graveyard(scene: Scene, kind: str, turned: bool) -> None:
    """The owner, not the controller, arranges the cards of a pile in the graveyard, openly (CR 404.3, 730.3a)."""
    scene.put("Grizzly Bears", zone="graveyard")
    permanent = pile(scene, kind)
    scene.do(magic.GainControl(permanent, "B"))
    order = card_ids(permanent)[::-1] if turned else card_ids(permanent)
    scene.answering(graveyard_order=[order])
    facts = scene.do(magic.Destroy(permanent))
    (decision,) = asked(facts, "graveyard_order")
    assert (decision["player"], decision["viewers"]) == (0, None)
    assert sorted(decision["options"]) == sorted(order)  # type: ignore[call-overload]
    assert cards_in(scene, "graveyard")[1:] == list(order)


@pytest.mark.rule("A30", "B20", "D19")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("position", ["top", "bottom", 3])
@pytest.mark.parametrize("kind", PILES)
def test_the_owner_orders_the_cards_in_the_library(scene: Scene, kind: str, position: str | int, turned: bool) -> None:
    """The cards of a pile put into a library lie together where told, in an order of their owner's (CR 401.4)."""
    for name in ("Plains", "Island", "Swamp", "Mountain"):
        scene.put(name, zone="library")
    permanent = pile(scene, kind)
    order = card_ids(permanent)[::-1] if turned else card_ids(permanent)
    scene.answering(library_order=[order])
    facts = scene.do(magic.Move(permanent, "library", player="B", position=position))  # type: ignore[arg-type]
    (decision,) = asked(facts, "library_order")
    assert decision["player"] == 0
    below = {"top": 4, "bottom": 0, 3: 2}[position]
    assert cards_in(scene, "library")[below : below + 2] == list(order)
    others = [name for name in names_in(scene, "library") if name in ("Plains", "Island", "Swamp", "Mountain")]
    assert others == ["Plains", "Island", "Swamp", "Mountain"]
    assert len(scene.game.objects("library")) == 6


@pytest.mark.rule("A30", "B20", "D19")
@pytest.mark.parametrize("kind", PILES)
def test_the_order_in_a_library_is_not_shown(scene: Scene, kind: str) -> None:
    """Whichever order the owner chooses in a library, no other player is told anything that differs (CR 730.3a)."""
    permanent = pile(scene, kind)
    cards = card_ids(permanent)
    told, ends = [], []
    for order in (cards, cards[::-1]):
        game = scene.game.fork()
        game.decider = magic.Scripted({"library_order": [order]})
        facts = game.do(magic.Move(permanent.id, "library"))
        assert not isinstance(facts, magic.Pending)
        (decision,) = [fact for fact in facts if fact.name == "DecisionMade"]
        assert decision.seen_by == (0,)
        told.append([fact.record() for fact in facts if fact.seen_by is None])
        ends.append([one.card.id for one in game.objects("library")])
        assert game.view("B").zones["library/A"] == (Hidden(), Hidden())
        assert game.view("A").zones["library/A"] == (Hidden(), Hidden())
    assert ends == [list(cards), list(cards[::-1])]
    assert told[0] == told[1]


@pytest.mark.rule("A30")
def test_cards_of_several_owners_are_ordered_by_each(scene: Scene) -> None:
    """Each owner orders what arrives in their own graveyard, the active player choosing first (CR 404.3, 101.4)."""
    permanents = [pile(scene, "over", "B"), pile(scene, "over", "A")]
    scene.do(magic.BeginTurn("A"))
    facts = scene.do(magic.Destroy(permanents))
    assert [record["player"] for record in asked(facts, "graveyard_order")] == [0, 1]


@pytest.mark.rule("A31", "B21")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize("kind", PILES)
def test_whoever_exiles_a_pile_orders_the_timestamps(scene: Scene, kind: str, player: str, turned: bool) -> None:
    """The player who exiles a pile sets the relative timestamps of its cards (CR 712.21b, 730.3b)."""
    permanent = pile(scene, kind)
    order = card_ids(permanent)[::-1] if turned else card_ids(permanent)
    scene.answering(exile_timestamps=[order])
    facts = scene.do(magic.Exile(permanent, player=player))
    (decision,) = asked(facts, "exile_timestamps")
    assert decision["player"] == scene.game.world.seat(player)
    assert len(asked(facts, "timestamp_order")) == 0
    assert cards_in(scene, "exile") == list(order)
    assert [fact.record()["card"] for fact in facts if fact.name == "CardPut"] == list(order)


@pytest.mark.rule("A31")
def test_a_move_to_exile_is_ordered_by_who_does_it(scene: Scene) -> None:
    """A pile that a player's effect moves to exile is ordered by that player (CR 730.3b)."""
    permanent = pile(scene, "over")
    facts = scene.do(magic.Move(permanent, "exile", player="B"))
    assert [record["player"] for record in asked(facts, "exile_timestamps")] == [1]


@pytest.mark.rule("A31", "E24")
def test_cards_of_several_owners_take_the_order_of_who_exiles_them(scene: Scene) -> None:
    """In exile the chosen order holds across the owners of a pile's cards, not turn order (CR 730.3b, 613.7m)."""
    permanent = scene.put(SAVANT, "A")
    scene.merge(scene.put(HERON, "B", zone="hand"), permanent)
    scene.merge(scene.put(VULPIKEET, "A", zone="hand"), permanent)
    vulpikeet, heron, savant = card_ids(permanent)
    for order in ((savant, heron, vulpikeet), (heron, savant, vulpikeet), (vulpikeet, savant, heron)):
        with scene.game.undoable():
            scene.answering(exile_timestamps=[order])
            facts = scene.do(magic.Exile(permanent))
            exiled = sorted(scene.game.objects("exile"), key=lambda one: one.id)
            assert tuple(one.card.id for one in exiled) == order
            owners = {fact.record()["card"]: fact.record()["player"] for fact in facts if fact.name == "CardPut"}
            assert owners == {savant: 0, heron: 1, vulpikeet: 0}


@pytest.mark.rule("E24")
def test_permanents_exiled_at_once_take_timestamps_in_turn_order(scene: Scene) -> None:
    """Of objects exiled together the active player's come first, each pile in its chosen order (CR 613.7m)."""
    other, own = pile(scene, "over", "B"), pile(scene, "over", "A")
    scene.do(magic.BeginTurn("A"))
    scene.answering(exile_timestamps=[card_ids(other)[::-1], card_ids(own)])
    expected = [*card_ids(own), *card_ids(other)[::-1]]
    scene.do(magic.Exile([other, own], player="A"))
    exiled = sorted(scene.game.objects("exile"), key=lambda one: one.id)
    assert [one.card.id for one in exiled] == expected


# --- finding what it became ----------------------------------------------------------------------------------


@pytest.mark.rule("A32", "B23")
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", PILES)
def test_what_a_pile_became_is_all_of_its_cards(scene: Scene, kind: str, zone: str) -> None:
    """An effect that finds what a pile became finds every one of the new objects (CR 400.7, 712.21c, 730.3c)."""
    permanent = pile(scene, kind)
    cards = card_ids(permanent)
    assert permanent.became == ()
    scene.do(magic.Move(permanent, zone))
    assert sorted(one.card.id for one in permanent.became) == sorted(cards)
    assert sorted(one.id for one in permanent.became) == sorted(one.id for one in scene.game.objects(zone))


@pytest.mark.rule("A32", "B23", "B24")
@pytest.mark.parametrize("kind", PILES)
def test_what_is_done_to_that_card_is_done_to_each(scene: Scene, kind: str) -> None:
    """Exiled and returned with a +1/+1 counter, a pile comes back as two permanents with one each (CR 712.21c)."""
    permanent = pile(scene, kind)
    names = sorted(card.name for card in permanent.constituents)
    scene.do(magic.Exile(permanent))
    facts = scene.do(magic.Move(permanent.became, "battlefield", counters={"+1/+1": 1}))
    assert scene.count(facts, "PermanentEntered") == 2
    back = scene.game.objects("battlefield")
    assert sorted(one.name for one in back) == names
    for one in back:
        front = scene.cards.find(one.name).front
        assert one.counters == {"+1/+1": 1}
        assert (one.power, one.toughness) == (front.power + 1, front.toughness + 1)  # type: ignore[operator]
        assert one.abilities == front.abilities
        assert one.read("face") == "front"
    assert scene.game.objects("exile") == []


@pytest.mark.rule("A32", "B23")
@pytest.mark.parametrize("kind", PILES)
def test_each_card_returns_under_the_control_of_who_returns_it(scene: Scene, kind: str) -> None:
    """All that a dead pile became comes back under the control of the player who returns it (CR 712.21c, 730.3c)."""
    permanent = pile(scene, kind)
    scene.do(magic.Destroy(permanent))
    scene.do(magic.Move(permanent.became, "battlefield", player="B"))
    assert [(one.controller, one.owner) for one in scene.game.objects("battlefield")] == [("B", "A"), ("B", "A")]


@pytest.mark.rule("A32", "B23")
@pytest.mark.parametrize("kind", PILES)
def test_the_cards_of_a_pile_move_on_as_two(scene: Scene, kind: str) -> None:
    """What is told to go on from the graveyard is each of the cards, and no permanent leaves then (CR 730.3c)."""
    permanent = pile(scene, kind)
    scene.do(magic.Destroy(permanent))
    facts = scene.do(magic.Move(permanent.became, "library", position="bottom"))
    assert scene.count(facts, "PermanentLeft") == 0
    assert scene.count(facts, "CardPut") == 2
    assert len(names_in(scene, "library")) == 2
    assert [len(one.became) for one in permanent.became] == [1, 1]


# --- at once -------------------------------------------------------------------------------------------------


@pytest.mark.rule("A28")
@pytest.mark.parametrize("zone", ["exile", "graveyard"])
@pytest.mark.parametrize("kind", PILES)
def test_a_pile_told_to_go_two_ways_goes_one_whole(scene: Scene, kind: str, zone: str) -> None:
    """Destroyed and exiled at once, a pile goes to one of the zones with all of its cards (CR 400.6)."""
    permanent = pile(scene, kind)
    scene.answering(destination=[(zone,)])
    facts = scene.do(magic.Destroy(permanent), magic.Exile(permanent))
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut")) == (1, 2)
    assert {one.zone for one in scene.game.objects()} == {zone}


@pytest.mark.rule("A28", "H10")
@pytest.mark.parametrize("kind", PILES)
def test_nothing_is_put_on_a_permanent_that_leaves(scene: Scene, kind: str) -> None:
    """Counters told to be put on a permanent in the batch in which it leaves are put nowhere (CR 400.7)."""
    permanent = pile(scene, kind)
    facts = scene.do(magic.Destroy(permanent), magic.AddCounters(permanent, "+1/+1"), magic.Tap(permanent))
    assert scene.ignored(facts) == ["400.7", "400.7"]
    assert scene.count(facts, "CountersAdded") == scene.count(facts, "Tapped") == 0
    assert all(one.counters == {} for one in scene.game.objects())
