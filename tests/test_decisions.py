"""Choices that the rules leave to players: who makes them, when, in what form (CR 400.6, 401.4, 404.3, 613.7m)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import SetPowerToughness
from ecs_magic.selectors import Selector


def names(scene: Scene, zone: str, owner: str = "A") -> list[str]:
    """Return the names in a zone of a player, bottom or oldest first."""
    return [one.name for one in scene.game.objects(zone, owner=owner)]


def decisions(facts: list[magic.Fact], ask: str = "") -> list[dict[str, object]]:
    """Return the decisions that were made, of one name if one is given."""
    made = [fact.record() for fact in facts if fact.name == "DecisionMade"]
    return [fact for fact in made if not ask or fact["ask"] == ask]


def setter(scene: Scene, name: str, value: int) -> magic.CardDefinition:
    """Define an enchantment that sets the size of every creature: the youngest one counts."""
    change = {"change": "set_power_toughness", "power": value, "toughness": value}
    effect = {"changes": [change], "affects": {"types": ["Creature"]}}
    return scene.card(
        name=name, type_line="Enchantment", abilities=[{"ability": "static", "name": name, "effect": effect}]
    )


# --- graveyard and library -------------------------------------------------------------------------------


@pytest.mark.rule("D22", "A30")
@pytest.mark.parametrize("reverse", [False, True])
def test_the_owner_orders_what_dies_together(scene: Scene, reverse: bool) -> None:
    """The owner arranges cards that are put into one graveyard at the same time (CR 404.3)."""
    permanents = [scene.put(name, controller="B") for name in ("Grizzly Bears", "Gray Ogre", "Craw Wurm")]
    order = tuple(one.card.id for one in permanents)[:: -1 if reverse else 1]
    scene.answering(graveyard_order=[order])
    facts = scene.do(magic.Destroy(permanents))
    expected = ["Grizzly Bears", "Gray Ogre", "Craw Wurm"][:: -1 if reverse else 1]
    assert names(scene, "graveyard") == expected
    (made,) = decisions(facts)
    assert (made["ask"], made["player"], made["answer"]) == ("graveyard_order", 0, order)
    puts = [fact.record()["card"] for fact in facts if fact.name == "CardPut"]
    assert tuple(puts) == order


@pytest.mark.rule("D22")
def test_each_owner_orders_their_own_graveyard(scene: Scene) -> None:
    """Each player is asked about their own graveyard, and nobody about a single card (CR 404.3)."""
    mine = [scene.put(name, "A") for name in ("Grizzly Bears", "Gray Ogre")]
    theirs = [scene.put(name, "B") for name in ("Grizzly Bears", "Gray Ogre", "Craw Wurm")]
    facts = scene.do(magic.Destroy([*mine, *theirs]))
    assert [(made["player"], len(made["options"])) for made in decisions(facts)] == [(0, 2), (1, 3)]  # type: ignore[arg-type]
    assert decisions(scene.do(magic.Destroy(scene.put("Grizzly Bears")))) == []


@pytest.mark.rule("D19", "A30")
@pytest.mark.parametrize("position", ["top", "bottom", 2])
def test_the_owner_orders_what_goes_into_a_library_together(scene: Scene, position: str | int) -> None:
    """The owner arranges cards put into one place of a library; nobody else sees how (CR 401.4)."""
    scene.put("Forest", zone="library")
    pile = scene.merge("Dreamtail Heron", scene.put("Grizzly Bears", controller="B"))
    by_name = {card.name: card.id for card in pile.constituents}
    order = (by_name["Grizzly Bears"], by_name["Dreamtail Heron"])
    scene.answering(library_order=[order])
    facts = scene.do(magic.Move(pile, "library", position=position))  # type: ignore[arg-type]
    together = [name for name in names(scene, "library") if name != "Forest"]
    assert together == ["Grizzly Bears", "Dreamtail Heron"]
    (made,) = decisions(facts)
    assert (made["ask"], made["player"], made["viewers"]) == ("library_order", 0, (0,))


@pytest.mark.rule("D19")
def test_the_order_of_a_graveyard_is_open(scene: Scene) -> None:
    """The order in a graveyard is seen by everybody, that in a library by its owner alone (CR 401.4, 404.2)."""
    facts = scene.do(magic.Destroy([scene.put("Grizzly Bears"), scene.put("Gray Ogre")]))
    assert [made["viewers"] for made in decisions(facts)] == [None]


@pytest.mark.rule("D19")
def test_different_places_in_a_library_are_ordered_apart(scene: Scene) -> None:
    """Only cards for the same place of one library are put in an order (CR 401.4)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    facts = scene.do(magic.Move(bear, "library"), magic.Move(ogre, "library", position="bottom"))
    assert (decisions(facts), names(scene, "library")) == ([], ["Gray Ogre", "Grizzly Bears"])


# --- exile timestamps ------------------------------------------------------------------------------------


@pytest.mark.rule("A31", "B21")
@pytest.mark.parametrize("kind", ["merged", "melded"])
def test_who_exiles_a_permanent_of_several_cards_orders_their_timestamps(scene: Scene, kind: str) -> None:
    """The exiling player, not the owner, says which of the cards was exiled last (CR 712.21b, 730.3b)."""
    if kind == "merged":
        permanent = scene.merge("Dreamtail Heron", scene.put("Grizzly Bears"))
    else:
        permanent = scene.meld("Graf Rats", "Midnight Scavengers")
    order = tuple(card.id for card in permanent.constituents)[::-1]
    scene.answering(exile_timestamps=[order])
    facts = scene.do(magic.Exile(permanent, player="B"))
    (made,) = decisions(facts)
    assert (made["ask"], made["player"], made["answer"]) == ("exile_timestamps", 1, order)
    assert [one.card.id for one in scene.game.objects("exile")] == list(order)


@pytest.mark.rule("B21")
def test_no_order_is_asked_for_one_exiled_card(scene: Scene) -> None:
    """Permanents of one card each are exiled without a question of their exiler (CR 613.7m)."""
    facts = scene.do(magic.Exile([scene.put("Grizzly Bears"), scene.put("Gray Ogre")], player="B"))
    assert decisions(facts, "exile_timestamps") == []


# --- entering together -----------------------------------------------------------------------------------


@pytest.mark.rule("E24")
@pytest.mark.parametrize("last", [3, 4])
def test_a_player_orders_the_timestamps_of_what_enters_together(scene: Scene, last: int) -> None:
    """Of permanents that enter together their controller says which is older (CR 613.7m)."""
    bear = scene.put("Grizzly Bears")
    cards = {value: scene.put(setter(scene, f"Set {value}", value), zone="hand") for value in (3, 4)}
    first = 7 - last
    scene.answering(timestamp_order=[(cards[first].id, cards[last].id)])
    facts = scene.do(magic.Move([cards[3], cards[4]], "battlefield"))
    assert bear.power == last
    (made,) = decisions(facts)
    assert (made["ask"], made["player"]) == ("timestamp_order", 0)


@pytest.mark.rule("E24")
@pytest.mark.parametrize(("active", "power"), [("A", 4), ("B", 3)])
def test_the_active_players_permanents_are_older(scene: Scene, active: str, power: int) -> None:
    """Of what enters together the active player's is older, however it was listed (CR 613.7m)."""
    scene.do(magic.BeginTurn(active))
    bear = scene.put("Grizzly Bears")
    mine = scene.put(setter(scene, "Mine", 3), "A", zone="hand")
    theirs = scene.put(setter(scene, "Theirs", 4), "B", zone="hand")
    facts = scene.do(magic.Move(theirs, "battlefield"), magic.Move(mine, "battlefield"))
    assert bear.power == power
    assert decisions(facts) == []


@pytest.mark.rule("E24")
def test_players_are_asked_in_turn_order(scene: Scene) -> None:
    """Each player orders their own permanents, the active player first (CR 101.4, 613.7m)."""
    scene.do(magic.BeginTurn("B"))
    cards = [
        scene.put(setter(scene, f"{owner}{value}", value), owner, zone="hand") for owner in "AB" for value in (3, 4)
    ]
    facts = scene.do(magic.Move(cards, "battlefield"))
    assert [made["player"] for made in decisions(facts, "timestamp_order")] == [1, 0]


# --- state-based choices and contradictions --------------------------------------------------------------


@pytest.mark.rule("M08")
@pytest.mark.parametrize("kept", [0, 1, 2])
def test_the_controller_chooses_which_legend_to_keep(scene: Scene, kept: int) -> None:
    """The player who controls several legends of one name keeps the one they choose (CR 704.5j)."""
    legends = [scene.put("Bosh, Iron Golem", "B") for _ in range(3)]
    scene.answering(legend_rule=[legends[kept].id])
    facts = scene.settle()
    assert [legend.exists for legend in legends] == [place == kept for place in range(3)]
    (made,) = decisions(facts, "legend_rule")
    assert (made["player"], made["options"]) == (1, tuple(legend.id for legend in legends))


@pytest.mark.rule("D05")
@pytest.mark.parametrize("zone", ["graveyard", "hand"])
def test_the_controller_chooses_between_two_destinations(scene: Scene, zone: str) -> None:
    """Told to go to two zones at once, an object goes where its controller says (CR 400.6)."""
    bear = scene.put("Grizzly Bears", "A", controller="B")
    scene.answering(destination=[zone])
    facts = scene.do(magic.Destroy(bear), magic.Move(bear, "hand"))
    (made,) = decisions(facts)
    assert (made["ask"], made["player"], made["options"]) == ("destination", 1, ("graveyard", "hand"))
    assert (scene.count(facts, "PermanentLeft"), [one.zone for one in bear.became]) == (1, [zone])


# --- who answers -----------------------------------------------------------------------------------------


@pytest.mark.rule("D22")
def test_an_open_decision_leaves_the_game_as_it_was(scene: Scene) -> None:
    """Without an answer nothing happened yet; once answered, what was begun goes on (CR 404.3)."""
    scene.game.decider = None
    permanents = [scene.put(name) for name in ("Grizzly Bears", "Gray Ogre")]
    cards = tuple(one.card.id for one in permanents)
    before, mark = scene.game.position_digest(), scene.game.mark()
    pending = scene.game.do(magic.Destroy(permanents))
    assert isinstance(pending, magic.Pending)
    assert (pending.decision.ask, pending.decision.player, pending.decision.options) == ("graveyard_order", 0, cards)
    assert pending.decision.kind == "order"
    assert (scene.game.position_digest(), list(scene.game.facts(mark))) == (before, [])
    assert scene.game.pending == pending
    facts = scene.game.answer(cards[::-1])
    assert not isinstance(facts, magic.Pending)
    assert names(scene, "graveyard") == ["Gray Ogre", "Grizzly Bears"]
    assert scene.game.pending is None


@pytest.mark.rule("D22")
def test_a_wrong_answer_is_refused(scene: Scene) -> None:
    """An answer must hold each thing to be ordered once; after a wrong one the decision still waits (CR 404.3)."""
    scene.game.decider = None
    permanents = [scene.put(name) for name in ("Grizzly Bears", "Gray Ogre")]
    cards = tuple(one.card.id for one in permanents)
    scene.game.do(magic.Destroy(permanents))
    for wrong in (cards[:1], (*cards, cards[0]), (cards[0], cards[0]), (0, 1)):
        with pytest.raises(magic.InputError, match="graveyard_order"):
            scene.game.answer(wrong)
    with pytest.raises(magic.PendingError):
        scene.game.tick()
    scene.game.answer(cards)
    assert names(scene, "graveyard") == ["Grizzly Bears", "Gray Ogre"]
    with pytest.raises(magic.PendingError):
        scene.game.answer(cards)


@pytest.mark.rule("D22", "E24")
def test_several_decisions_of_one_tick_are_asked_one_by_one(scene: Scene) -> None:
    """Each decision of what happens at once waits for its own answer; nothing happens before the last (CR 101.4)."""
    scene.game.decider = None
    for owner in "AB":
        for name in ("Grizzly Bears", "Gray Ogre"):
            scene.put(name, owner)
    before = scene.game.position_digest()
    asked = scene.game.do(magic.Destroy(scene.game.objects("battlefield")))
    players = []
    while isinstance(asked, magic.Pending):
        assert scene.game.position_digest() == before
        players.append(asked.decision.player)
        asked = scene.game.answer(asked.decision.options)
    assert players == [0, 1]
    assert [fact.name for fact in asked].count("PermanentLeft") == 4


@pytest.mark.rule("M08")
def test_state_based_actions_go_on_after_an_answer(scene: Scene) -> None:
    """A choice within state-based actions is answered, and then they go on to their end (CR 704.3)."""
    scene.game.decider = None
    legends = [scene.put("Bosh, Iron Golem") for _ in range(2)]
    sword = scene.put("Short Sword")
    scene.game.do(magic.Attach(sword, legends[0]))
    asked = scene.game.settle()
    assert isinstance(asked, magic.Pending)
    facts = scene.game.answer(legends[1])
    assert not isinstance(facts, magic.Pending)
    assert [fact.name for fact in facts if fact.name in ("PermanentLeft", "Detached")] == ["PermanentLeft", "Detached"]
    assert legends[1].exists


@pytest.mark.rule("D22")
def test_prepared_and_seeded_answers(scene: Scene) -> None:
    """The same seed gives the same choices in a fork; prepared answers are used up in their order (CR 404.3)."""
    for seed in range(4):
        scene.game.decider = magic.Seeded(seed)
        permanents = [scene.put(name) for name in ("Grizzly Bears", "Gray Ogre", "Craw Wurm")]
        other = scene.game.fork()
        scene.do(magic.Destroy(permanents))
        other.do(magic.Destroy([other.object(one.id) for one in permanents]))
        assert [one.name for one in other.objects("graveyard")] == names(scene, "graveyard")
        assert other.digest() == scene.game.digest()


@pytest.mark.rule("D22")
def test_the_default_leaves_orders_as_they_are(scene: Scene) -> None:
    """Decided by nobody in particular, what leaves together lies in the order in which it was named (CR 404.3)."""
    permanents = [scene.put(name) for name in ("Craw Wurm", "Grizzly Bears", "Gray Ogre")]
    scene.do(magic.Destroy(permanents))
    assert names(scene, "graveyard") == ["Craw Wurm", "Grizzly Bears", "Gray Ogre"]


@pytest.mark.rule("E24")
def test_equal_cards_need_no_order(scene: Scene) -> None:
    """Cards that nothing tells apart are put in an order without a question (CR 613.7m)."""
    cards = [scene.put("Grizzly Bears", zone="hand") for _ in range(3)]
    assert decisions(scene.do(magic.Move(cards, "battlefield"))) == []


@pytest.mark.rule("E24", "E33")
def test_simultaneous_effects_are_ordered_as_they_were_asked_for(scene: Scene) -> None:
    """Effects that begin in one batch have timestamps in the order of the requests (CR 613.7b)."""
    bear = scene.put("Grizzly Bears")
    effects = [magic.Effect((SetPowerToughness(value, value),), Selector()) for value in (3, 4)]
    scene.do(*(magic.AddEffect(effect, bear) for effect in effects))
    assert bear.power == 4
    scene.do(*(magic.AddEffect(effect, bear) for effect in effects[::-1]))
    assert bear.power == 3
