"""The tick: a transaction over simultaneous requests, systems in their order, followers, loops, contradictions."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.cardlibrary import read_card
from ecs_magic.changes import Change
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Cease, KeepOne, Survive
from ecs_magic.systems.zone_change import ZoneChangeSystem
from ecs_magic.world import World


class HostError(Exception):
    """What goes wrong in a host's own system."""


class Knock(magic.Request, frozen=True):
    """A host's own request."""

    objects: object


class Mark(Change, frozen=True):
    """A host's own elementary change."""

    permanent: int


class HostSystem:
    """A system that does nothing; those of the tests replace what they need."""

    requests: tuple[type[magic.Request], ...] = ()
    applies: tuple[type[Change], ...] = ()

    def expand(self, planning: Planning, request: magic.Request) -> None:
        """Plan nothing."""

    def apply(self, world: World, plan: Plan) -> None:
        """Do nothing."""


class Failing(HostSystem):
    """Fails once everything else of the tick is done."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error

    def apply(self, world: World, plan: Plan) -> None:
        """Fail."""
        if self.error is not None:
            raise self.error


class Watching(HostSystem):
    """Notes its name, and how many permanents there are, whenever it is called."""

    def __init__(self, name: str, log: list[tuple[str, int]], *applies: type[Change]) -> None:
        self.name = name
        self.log = log
        self.applies = applies

    def apply(self, world: World, plan: Plan) -> None:
        """Take note."""
        self.log.append((self.name, len(world.battlefield())))


class Following(HostSystem):
    """Lets requests follow a knock."""

    requests = (Knock,)

    def __init__(self, *following: magic.Request) -> None:
        self.following = following

    def expand(self, planning: Planning, request: magic.Request) -> None:
        """Let them follow."""
        for one in self.following:
            planning.then(one)


def game_with(*systems: HostSystem, before: bool = False, **options: object) -> magic.Game:
    """Return a game with more systems, after or before its own."""
    whole = (*systems, *magic.DEFAULT_SYSTEMS) if before else (*magic.DEFAULT_SYSTEMS, *systems)
    return magic.Game(systems=whole, **options)  # type: ignore[arg-type]


def state(game: magic.Game) -> tuple[object, ...]:
    """Return all that a tick could have changed."""
    return game.to_dict(), game.position_digest(), list(game.facts()), [one.characteristics for one in game.objects()]


def names(facts: object) -> list[str]:
    """Return the names of facts."""
    assert not isinstance(facts, magic.Pending)
    return [fact.name for fact in facts]  # type: ignore[attr-defined]


def rules(facts: object) -> list[str]:
    """Return the rules of the ignored requests."""
    return [fact.rule for fact in facts if fact.name == "Ignored"]  # type: ignore[attr-defined]


# --- one transaction -------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [HostError("broken"), magic.InputError("not like this"), KeyError(3)])
def test_an_error_in_a_system_undoes_the_whole_tick(error: Exception) -> None:
    """If a system fails, what all others did in the tick is undone: digests, ids, facts and derived values."""
    failing = Failing(HostError())
    failing.error = None
    game = game_with(failing)
    told: list[magic.Fact] = []
    game.subscribe(told.append)
    bears = [game.put("Grizzly Bears", "A") for _ in range(3)]
    lord = game.put("Glorious Anthem", "A")
    game.do(magic.AddCounters(bears[0], "+1/+1"))
    before, heard = state(game), len(told)
    failing.error = error
    with pytest.raises(type(error)):
        game.do(
            magic.Destroy([bears[1], lord]),
            magic.AddCounters(bears[0], "flying"),
            magic.CreateTokenCopy(bears[2], "B", 2),
            magic.BeginTurn("B"),
        )
    assert state(game) == before
    assert len(told) == heard
    failing.error = None
    assert game.do() == []
    assert names(game.do(magic.Destroy(bears[1]))) == ["PermanentLeft", "CardPut"]
    assert game.check() == []


def test_an_error_of_the_second_request_undoes_the_first(scene: Scene) -> None:
    """Requests of one batch happen together or not at all."""
    bear = scene.put("Grizzly Bears")
    before = state(scene.game)
    with pytest.raises(magic.InputError, match="merge with itself"):
        scene.game.do(magic.Tap(bear), magic.Merge(bear, bear))
    assert state(scene.game) == before


def test_a_batch_that_is_refused_leaves_nothing_queued(scene: Scene) -> None:
    """If one request is malformed, those named with it before are not carried out later either."""
    bear = scene.put("Grizzly Bears")
    with pytest.raises(magic.InputError, match="no player"):
        scene.game.do(magic.Tap(bear), magic.SetLife("Nobody", 3))
    assert scene.do() == []
    assert not bear.tapped


def test_an_error_of_who_decides_undoes_the_tick(scene: Scene) -> None:
    """If the decider fails in the middle of a tick, nothing happened."""

    class Confused:
        def choose(self, decision: magic.Decision, tick: int, number: int) -> tuple[int | str, ...]:
            if number == 1:
                raise HostError
            return decision.options

    creatures = [scene.put(name, owner) for owner in "AB" for name in ("Grizzly Bears", "Gray Ogre")]
    scene.game.decider = Confused()
    before = state(scene.game)
    with pytest.raises(HostError):
        scene.game.do(magic.Destroy(creatures))
    assert state(scene.game) == before


def test_last_known_information_survives_what_is_undone(scene: Scene) -> None:
    """What objects last were is known again once the turn that made it forgotten is taken back (CR 608.2h)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Destroy(bear))
    with scene.game.undoable():
        scene.do(magic.BeginTurn("B"))
        with pytest.raises(magic.ObjectGoneError):
            bear.last_known  # noqa: B018 - reading it is what fails
    assert bear.last_known.power == 2


def test_last_known_information_of_a_board_with_attachments(scene: Scene) -> None:
    """What an object was is read from the board as it was, whatever was attached or detached since (CR 608.2h)."""
    bear, ogre, wall = (scene.put(name) for name in ("Grizzly Bears", "Gray Ogre", "Craw Wurm"))
    sword, other, anthem = scene.put("Short Sword"), scene.put("Short Sword"), scene.put("Glorious Anthem")
    scene.do(magic.Attach(sword, bear))
    scene.do(magic.Destroy([bear, anthem]))
    scene.do(magic.Attach(other, wall), magic.Detach(sword))
    scene.do(magic.CreateToken(scene.cards.token("Royal"), "A"))
    scene.do(magic.Attach(scene.game.objects("battlefield")[-1], ogre))
    assert (bear.last_known.power, bear.last_known.toughness) == (4, 4)
    assert anthem.last_known.name == "Glorious Anthem"


# --- systems in their order ------------------------------------------------------------------------------


def test_systems_apply_in_the_order_given() -> None:
    """Systems are called in the order of the tuple, each on the board as those before it left it."""
    log: list[tuple[str, int]] = []
    whole = (Watching("first", log), *magic.DEFAULT_SYSTEMS, Watching("last", log))
    game = magic.Game(systems=whole)
    bear = game.put("Grizzly Bears", "A")
    game.do(magic.Destroy(bear), magic.CreateToken(game.cards.find("Gray Ogre"), "A", 3))
    assert log == [("first", 1), ("last", 3)]


def test_a_system_is_called_for_its_own_changes() -> None:
    """A system that applies some kinds of change is called in the ticks that plan one, no others."""
    log: list[tuple[str, int]] = []

    class Knocking(Watching):
        requests = (Knock,)

        def expand(self, planning: Planning, request: magic.Request) -> None:
            planning.add(Mark(request.objects[0]))  # type: ignore[attr-defined]

    game = game_with(Knocking("mine", log, Mark))
    bear = game.put("Grizzly Bears", "A")
    game.do(magic.Tap(bear))
    assert log == []
    game.do(Knock(bear))
    assert log == [("mine", 1)]


def test_a_change_of_what_leaves_is_not_made() -> None:
    """A host's change of a permanent that leaves in the same batch is ignored, as the library's own are (CR 400.7)."""
    log: list[tuple[str, int]] = []

    class Knocking(Watching):
        requests = (Knock,)

        def expand(self, planning: Planning, request: magic.Request) -> None:
            planning.add(Mark(request.objects[0]))  # type: ignore[attr-defined]

    game = game_with(Knocking("mine", log, Mark))
    bear = game.put("Grizzly Bears", "A")
    facts = game.do(Knock(bear), magic.Destroy(bear))
    assert rules(facts) == ["400.7"]
    assert log == []


# --- followers -------------------------------------------------------------------------------------------


def test_followers_have_a_tick_of_their_own() -> None:
    """Requests that follow another are one batch, in the tick right after it, before all that waits."""
    following = Following()
    game = game_with(following)
    bear, ogre = game.put("Grizzly Bears", "A"), game.put("Gray Ogre", "A")
    following.following = (magic.Tap(bear), magic.Tap(ogre))
    game.queue(Knock(bear))
    assert names(game.tick()) == []
    game.queue(magic.Untap([bear, ogre]))
    assert names(game.tick()) == ["Tapped", "Tapped"]
    assert names(game.tick()) == ["Untapped", "Untapped"]
    requests = [[type(one) for one in record.requests] for record in game.trace.records]
    assert requests == [[Knock], [magic.Tap, magic.Tap], [magic.Untap]]
    assert [record.tick for record in game.trace.records] == [1, 2, 3]


def test_a_follower_sees_the_new_board() -> None:
    """What follows is planned on the board that the request before left (CR 701.42a: exile first, then meld)."""
    game = magic.Game()
    two = [game.put(name, "A") for name in ("Graf Rats", "Midnight Scavengers")]
    game.queue(magic.Meld(two))
    assert names(game.tick()) == ["PermanentLeft", "PermanentLeft", "CardPut", "CardPut"]
    assert [one.zone for one in game.objects()] == ["exile", "exile"]
    assert names(game.tick())[:2] == ["PermanentEntered", "Melded"]


def test_a_malformed_follower_undoes_the_tick_that_wanted_it() -> None:
    """A request that can't follow stops its tick, not the one after; nothing happened and nothing is queued."""
    game = game_with(Following(magic.SetLife("Nobody", 1)))
    bear = game.put("Grizzly Bears", "A")
    before = state(game)
    with pytest.raises(magic.InputError, match="no player"):
        game.do(magic.Tap(bear), Knock(bear))
    assert state(game) == before
    assert game.do() == []


# --- loops -----------------------------------------------------------------------------------------------


class Undying(ZoneChangeSystem):
    """Brings a creature that can't live for each one that dies."""

    def expand(self, planning: Planning, request: magic.Request) -> None:
        """Do as usual, and let a token follow."""
        super().expand(planning, request)
        if isinstance(request, magic.Move):
            planning.then(magic.CreateToken(doomed(), "A"))


def doomed() -> magic.CardDefinition:
    """Return the definition of a 0/0 creature."""
    return read_card({"name": "Wisp", "type_line": "Creature — Spirit", "power": 0, "toughness": 0})


def endless() -> magic.Game:
    """Return a game whose state-based actions never end."""
    systems = tuple(Undying() if isinstance(one, ZoneChangeSystem) else one for one in magic.DEFAULT_SYSTEMS)
    game = magic.Game(systems=systems)
    game.do(magic.CreateToken(doomed(), "A"))
    return game


@pytest.mark.parametrize("way", ["settle", "run_until_idle"])
def test_state_based_actions_without_end_are_an_error(way: str) -> None:
    """State-based actions that never end raise `LoopError` with the last facts; the game is sound (CR 104.4b)."""
    game = endless()
    with pytest.raises(magic.LoopError, match=r"20 rounds.*TokenCreated"):
        getattr(game, way)(limit=20)
    assert game.check() == []
    assert names(game.do(magic.SetLife("A", 3))) == ["LifeChanged"]


def test_a_loop_can_be_taken_back() -> None:
    """What a loop did until it was stopped can be undone as a whole."""
    game = endless()
    before = state(game)
    with pytest.raises(magic.LoopError), game.undoable():
        game.settle(limit=5)
    assert state(game) == before


def test_the_limit_is_never_too_low_for_what_ends() -> None:
    """State-based actions that end within the limit raise nothing."""
    game = magic.Game()
    game.put("Grizzly Bears", "A", counters={"-1/-1": 2, "+1/+1": 1})
    game.put("Grizzly Bears", "A", counters={"-1/-1": 2})
    assert "PermanentLeft" in names(game.settle(limit=1))
    assert game.settle(limit=0) == []


def test_followers_without_end_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that follow from one another for ever raise `LoopError`."""
    monkeypatch.setattr("ecs_magic.game._LIMIT", 50)
    following = Following()
    game = game_with(following)
    bear = game.put("Grizzly Bears", "A")
    following.following = (Knock(bear.id),)
    with pytest.raises(magic.LoopError, match="50 rounds"):
        game.do(Knock(bear))
    assert game.check() == []


@pytest.mark.parametrize("others", [(), ("Midnight Scavengers",)])
def test_melding_what_is_phased_out_ends(scene: Scene, others: tuple[str, ...]) -> None:
    """A phased-out permanent is not exiled to be melded, and nothing waits for it (CR 702.26b)."""
    rats = scene.put("Graf Rats")
    two = [rats, *(scene.put(name) for name in others)]
    if len(two) == 1:
        two.append(scene.put("Midnight Scavengers", zone="exile"))
    scene.do(magic.PhaseOut(rats))
    facts = scene.do(magic.Meld(two))
    assert "702.26b" in scene.ignored(facts)
    assert scene.count(facts, "Melded") == 0
    assert rats.exists
    assert two[1].zone == "exile" if two[1].exists else [one.zone for one in two[1].became] == ["exile"]


def test_a_meld_goes_on_without_what_is_gone(scene: Scene) -> None:
    """Two melds at once of one card with two others: it is exiled once, and melds with the first (CR 701.42)."""
    rats, one, two = scene.put("Graf Rats"), scene.put("Midnight Scavengers"), scene.put("Midnight Scavengers")
    facts = scene.do(magic.Meld([rats, one]), magic.Meld([rats, two]))
    assert scene.count(facts, "PermanentLeft") == 3
    assert scene.count(facts, "Melded") == 1
    assert [one.zone for one in two.became] == ["exile"]


# --- contradictions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", ["hand", "library", "exile"])
def test_contradictory_moves_are_one(scene: Scene, chosen: str) -> None:
    """An object that three requests of a batch send to three zones goes to the one that is chosen (CR 400.6)."""
    bear = scene.put("Grizzly Bears")
    scene.answering(destination=[chosen])
    facts = scene.do(magic.Move(bear, "hand"), magic.Move(bear, "library"), magic.Exile(bear))
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut")) == (1, 1)
    assert [one.zone for one in bear.became] == [chosen]


def test_entering_twice_is_once(scene: Scene) -> None:
    """A card that two requests of a batch put onto the battlefield enters once, as the first says (CR 400.6)."""
    card = scene.put("Grizzly Bears", zone="hand")
    facts = scene.do(magic.Move(card, "battlefield", "B"), magic.Move(card, "battlefield", "A", tapped=True))
    assert scene.count(facts, "PermanentEntered") == 1
    assert scene.ignored(facts) == ["400.6"]
    (permanent,) = scene.game.objects("battlefield")
    assert (permanent.controller, permanent.tapped) == ("B", False)


def test_leaving_wins_over_entering_and_merging(scene: Scene) -> None:
    """A card that is exiled in the same batch neither enters nor merges (CR 400.6)."""
    bear, card = scene.put("Grizzly Bears"), scene.put("Dreamtail Heron", zone="hand")
    facts = scene.do(magic.Merge(card, bear), magic.Move(card, "battlefield"), magic.Exile(card))
    assert scene.ignored(facts) == ["400.6", "400.6"]
    assert [one.zone for one in card.became] == ["exile"]
    assert not bear.read("merged")


def test_two_permanents_do_not_merge_with_each_other(scene: Scene) -> None:
    """Of two mergings at once, each of the one with the other, the first alone happens (CR 730.2)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    facts = scene.do(magic.Merge(bear, ogre), magic.Merge(ogre, bear))
    assert scene.ignored(facts) == ["400.7"]
    assert [card.name for card in ogre.constituents] == ["Grizzly Bears", "Gray Ogre"]


def test_merging_with_what_merges(scene: Scene) -> None:
    """Mergings of one batch happen one after another: a pile that merges brings what merged with it (CR 730.2)."""
    bear, ogre, wurm = (scene.put(name) for name in ("Grizzly Bears", "Gray Ogre", "Craw Wurm"))
    scene.do(magic.Merge(bear, ogre), magic.Merge(ogre, wurm))
    assert [card.name for card in wurm.constituents] == ["Grizzly Bears", "Gray Ogre", "Craw Wurm"]


@pytest.mark.parametrize("kind", ["Tap", "PhaseOut", "TurnFaceDown", "Transform", "BecomeCopy", "AddCounters"])
def test_nothing_else_happens_to_what_leaves(scene: Scene, kind: str) -> None:
    """What else a batch does to a permanent that leaves is ignored; it is told so (CR 400.7)."""
    one = scene.put("Delver of Secrets" if kind == "Transform" else "Grizzly Bears")
    ogre = scene.put("Gray Ogre")
    more = {"BecomeCopy": (ogre,), "AddCounters": ("+1/+1",)}.get(kind, ())
    facts = scene.do(getattr(magic, kind)(one, *more), magic.Destroy(one))
    assert [fact.name for fact in facts] == ["Ignored", "PermanentLeft", "CardPut"]
    assert scene.ignored(facts) == ["400.7"]


def test_nothing_is_attached_to_what_leaves(scene: Scene) -> None:
    """A permanent does not become attached to one that leaves in the same batch (CR 701.3b)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    facts = scene.do(magic.Attach(sword, bear), magic.Destroy(bear))
    assert scene.ignored(facts) == ["701.3b"]
    assert scene.count(facts, "Attached") == 0
    assert sword.read("attached_to") is None


def test_an_effect_that_ends_twice_ends_once(scene: Scene) -> None:
    """A copy effect that is removed as its object leaves is over, and no error (CR 400.7)."""
    bear, ogre = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    facts = scene.do(magic.BecomeCopy(bear, ogre))
    effect = next(fact.effect for fact in facts if fact.name == "EffectBegan")  # type: ignore[attr-defined]
    with scene.game.undoable():
        assert scene.count(scene.do(magic.RemoveEffect(effect), magic.RemoveEffect(effect)), "EffectEnded") == 1
        assert bear.name == "Grizzly Bears"
    scene.do(magic.RemoveEffect(effect), magic.Destroy(bear))
    assert [one.name for one in bear.became] == ["Grizzly Bears"]


@pytest.mark.parametrize("order", [("draw", "mill"), ("mill", "draw"), ("draw", "draw"), ("mill", "mill")])
def test_draws_and_mills_of_a_batch_follow_one_another(scene: Scene, order: tuple[str, str]) -> None:
    """Drawing and milling at once takes different cards, in the order of the requests (CR 121.2, 701.17a)."""
    for name in ("Forest", "Island", "Swamp"):
        scene.put(name, zone="library")
    kinds = {"draw": magic.Draw("A"), "mill": magic.Mill("A")}
    facts = scene.do(*(kinds[one] for one in order))
    went = {"draw": "hand", "mill": "graveyard"}
    assert [one.name for one in scene.game.objects("library")] == ["Forest"]
    assert [one.name for zone in sorted({went[one] for one in order}) for one in scene.game.objects(zone)] == (
        ["Swamp", "Island"] if order != ("draw", "mill") else ["Island", "Swamp"]
    )
    assert scene.count(facts, "CardDrawn") == order.count("draw")


# --- what state-based actions ask for, asked for at the wrong time ---------------------------------------


def test_only_what_is_out_of_place_ceases(scene: Scene) -> None:
    """Cards never cease to exist, nor does a token on the battlefield or a copy on the stack (CR 704.5d-e)."""
    card, token = scene.put("Grizzly Bears", zone="graveyard"), scene.token()
    facts = scene.do(Cease([card, token]))
    assert scene.ignored(facts) == ["704.5d", "704.5d"]
    assert (card.exists, token.exists) == (True, True)
    scene.do(magic.Move(token, "hand"))
    (there,) = token.became
    facts = scene.do(Cease(there), Cease(there), magic.AddCounters(there, "charge"))
    assert scene.count(facts, "CeasedToExist") == 1
    assert not there.exists


def test_only_permanents_are_buried_by_the_legend_rule(scene: Scene) -> None:
    """Keeping one of several permanents does nothing to cards elsewhere (CR 704.5j)."""
    legends = [scene.put("Bosh, Iron Golem", zone=zone) for zone in ("battlefield", "hand", "battlefield")]
    facts = scene.do(KeepOne(legends, "A"))
    assert [one.exists for one in legends] == [True, True, False]
    assert scene.ignored(facts) == ["110.1"]


def test_surviving_without_damage_is_nothing(scene: Scene) -> None:
    """A creature without damage has nothing to survive (CR 704.5h)."""
    assert scene.do(Survive(scene.put("Grizzly Bears"))) == []
