"""A host around the library: its own esper world, threads, systems, subscribers, paused decisions, saves."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import esper
import pytest
from random_games import CARDS, actions, carry_out, random_game

import ecs_magic as magic
from ecs_magic.changes import Change
from ecs_magic.components import Component
from ecs_magic.derived import characteristics
from ecs_magic.moves import on_battlefield
from ecs_magic.planning import Plan, Planning
from ecs_magic.systems.transform import TransformSystem
from ecs_magic.world import World


def names(facts: object) -> list[str]:
    """Return the names of facts."""
    assert not isinstance(facts, magic.Pending)
    return [fact.name for fact in facts]  # type: ignore[attr-defined]


# --- a host's own mechanic: bounty -----------------------------------------------------------------------


class PutBounty(magic.Request, frozen=True):
    """Put a price on permanents."""

    objects: object
    count: int = 1


class AddBounty(Change, frozen=True):
    """The price of a permanent rises."""

    permanent: int
    count: int


class Bounty(Component, frozen=True):
    """The price on a permanent."""

    count: int


class BountyPut(magic.Fact, frozen=True):
    """A price was put on a permanent."""

    permanent: int
    count: int


class BountySystem:
    """Put prices on creatures."""

    requests: tuple[type[magic.Request], ...] = (PutBounty,)
    applies: tuple[type[Change], ...] = (AddBounty,)

    def expand(self, planning: Planning, request: magic.Request) -> None:
        """Plan a price for each creature; it is tapped afterwards."""
        assert isinstance(request, PutBounty)
        for one in on_battlefield(planning, request.objects):  # type: ignore[arg-type]
            if "Creature" in characteristics(planning.world, one).types:
                planning.add(AddBounty(one, request.count))
                planning.then(magic.Tap(one))
            else:
                planning.ignore(one, "house rule", "only creatures have a price")

    def apply(self, world: World, plan: Plan) -> None:
        """Raise the prices."""
        for change in plan.of(AddBounty):
            old = world.find(change.permanent, Bounty)
            total = change.count + (0 if old is None else old.count)
            world.set(change.permanent, Bounty(total))
            plan.emit(BountyPut(change.permanent, total))


class SlowTransformSystem(TransformSystem):
    """Transforms nothing but Humans."""

    def expand(self, planning: Planning, request: magic.Request) -> None:
        """Leave everyone else alone."""
        for one in request.objects:  # type: ignore[attr-defined]
            if "Human" not in characteristics(planning.world, one).subtypes:
                planning.ignore(one, "house rule", "only Humans transform here")
                return
        super().expand(planning, request)


WITH_BOUNTY = (*magic.DEFAULT_SYSTEMS, BountySystem())


def price(one: magic.Object) -> int | None:
    """Return the price on a permanent."""
    found = one.game.world.find(one.id, Bounty)
    return None if found is None else found.count


# --- beside a host's own esper ---------------------------------------------------------------------------


class Place:
    """A component of the host."""


class Counting(esper.Processor):
    """A processor of the host that runs a game while the host's world is at work."""

    def __init__(self) -> None:
        self.calls = 0
        self.names: list[str] = []

    def process(self) -> None:
        self.calls += 1
        game = magic.Game()
        bear = game.put("Grizzly Bears", "A")
        self.names += names(game.do(magic.Destroy(bear)))
        assert [entity for entity, _ in esper.get_component(Place)] == [1, 2]


@pytest.fixture
def host_world() -> Iterator[Counting]:
    """Yield the processor of a world of the host's own, in use while the test runs."""
    esper.switch_world("host")
    counting = Counting()
    esper.add_processor(counting)
    for _ in range(2):
        esper.create_entity(Place())
    yield counting
    esper.switch_world("default")
    esper.delete_world("host")


def test_a_hosts_own_world_is_untouched(host_world: Counting) -> None:
    """Games make, change and delete entities without a trace in the host's world, entities, ids and processors."""
    game = random_game(3)
    for action in actions(game, 3, 30):
        carry_out(game, action)
        game.fork().settle()
    assert esper.current_world == "host"
    assert sorted(esper.list_worlds()) == ["default", "host"]
    assert [entity for entity, _ in esper.get_component(Place)] == [1, 2]
    assert esper.create_entity(Place()) == 3
    assert esper.get_processor(Counting) is host_world
    assert game.world.store.esper is not esper


def test_games_run_inside_a_processor_of_the_host(host_world: Counting) -> None:
    """A processor of the host may run a game while its own world is at work."""
    esper.process()
    esper.process()
    assert host_world.calls == 2
    assert host_world.names == ["PermanentLeft", "CardPut"] * 2


def test_the_host_switching_worlds_does_not_reach_a_game(host_world: Counting) -> None:
    """A game goes on the same while the host switches, clears and deletes worlds of its own."""
    game = magic.Game()
    bear = game.put("Grizzly Bears", "A")
    esper.switch_world("other")
    esper.create_entity(Place())
    esper.clear_database()
    game.do(magic.AddCounters(bear, "+1/+1"))
    esper.switch_world("host")
    esper.delete_world("other")
    assert (bear.power, game.check()) == (3, [])


def test_two_games_in_two_threads() -> None:
    """Two games whose ticks are made to alternate in two threads come to what each comes to alone."""

    def played(seed: int, wait: Callable[[], object]) -> tuple[str, str]:
        game = random_game(seed)
        for action in actions(game, seed, 25):
            wait()
            carry_out(game, action)
        return game.position_digest(), game.digest()

    alone = [played(seed, lambda: None) for seed in (5, 6)]
    barrier = threading.Barrier(2, timeout=60)
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(played, (5, 6), (barrier.wait, barrier.wait))) == alone


# --- systems of the host ---------------------------------------------------------------------------------


def test_a_host_adds_a_system() -> None:
    """A request, change, component and fact of the host's own are carried out as the library's are."""
    game = magic.Game(systems=WITH_BOUNTY)
    bear, forest = game.put("Grizzly Bears", "A"), game.put("Forest", "A")
    facts = game.do(PutBounty([bear, forest], 3))
    assert names(facts) == ["Ignored", "BountyPut", "Tapped"]
    assert [fact.record()["rule"] for fact in facts if fact.name == "Ignored"] == ["house rule"]  # type: ignore[union-attr]
    assert (price(bear), price(forest), bear.tapped) == (3, None, True)
    game.do(PutBounty(bear), PutBounty(bear))
    assert price(bear) == 5
    assert game.check() == []


def test_what_a_host_adds_is_part_of_the_game() -> None:
    """A host's own state is undone, forked, told apart by digests, and gone with its object."""
    game = magic.Game(systems=WITH_BOUNTY)
    bear = game.put("Grizzly Bears", "A")
    before = game.position_digest(), game.digest()
    with game.undoable():
        game.do(PutBounty(bear, 2))
        assert game.position_digest() != before[0]
        assert game.digest() != before[1]
    assert (game.position_digest(), game.digest(), price(bear)) == (*before, None)
    fork = game.fork()
    fork.do(PutBounty(fork.object(bear.id), 4))
    assert (price(fork.object(bear.id)), price(bear)) == (4, None)
    game.do(PutBounty(bear), magic.Destroy(bear))
    assert price(bear.became[0]) is None


def test_what_a_host_adds_is_saved() -> None:
    """A save holds a host's own components, and is read by who knows them; anyone else is told what is missing."""
    game = magic.Game(systems=WITH_BOUNTY)
    bear = game.put("Grizzly Bears", "A")
    game.do(PutBounty(bear, 2))
    data = json.loads(json.dumps(game.to_dict()))
    with pytest.raises(magic.InputError, match="Bounty"):
        magic.Game.from_dict(data)
    loaded = magic.Game.from_dict(data, systems=WITH_BOUNTY, components=(Bounty,))
    assert loaded.position_digest() == game.position_digest()
    loaded.do(PutBounty(bear.id))
    assert price(loaded.object(bear.id)) == 3


def test_a_host_replaces_a_system() -> None:
    """A system that takes the place of another decides for its requests, in this game and its forks alone."""
    slow = tuple(SlowTransformSystem() if isinstance(one, TransformSystem) else one for one in magic.DEFAULT_SYSTEMS)
    game, usual = magic.Game(systems=slow), magic.Game()
    for one in (game, game.fork()):
        delver, prowler = one.put("Delver of Secrets", "A"), one.put("Kessig Prowler", "A")
        assert names(one.do(magic.Transform(delver))) == ["Transformed"]
        assert names(one.do(magic.Transform(prowler))) == ["Ignored"]
    assert names(usual.do(magic.Transform(usual.put("Kessig Prowler", "A")))) == ["Transformed"]


def test_two_systems_never_claim_the_same() -> None:
    """A schedule in which two systems take one request, or apply one change, is refused and names both."""

    class OtherBountySystem(BountySystem):
        applies: tuple[type[Change], ...] = ()

    class AppliesAsWell(BountySystem):
        requests: tuple[type[magic.Request], ...] = ()

    for other in (OtherBountySystem(), AppliesAsWell()):
        with pytest.raises(magic.InputError, match=f"BountySystem and {type(other).__name__}"):
            magic.Game(systems=(*WITH_BOUNTY, other))
    with pytest.raises(magic.InputError, match="both claim Transform"):
        magic.Game(systems=(*magic.DEFAULT_SYSTEMS, SlowTransformSystem()))


def test_a_request_without_a_system_is_refused() -> None:
    """A request, or a change, that no system of the game takes is an error; nothing happens."""
    game = magic.Game()
    bear = game.put("Grizzly Bears", "A")
    before = game.position_digest()
    with pytest.raises(magic.InputError, match="put_bounty"):
        game.do(magic.Tap(bear), PutBounty(bear))

    class ExpandsOnly(BountySystem):
        applies: tuple[type[Change], ...] = ()

    half = magic.Game(systems=(*magic.DEFAULT_SYSTEMS, ExpandsOnly()))
    cub = half.put("Grizzly Bears", "A")
    with pytest.raises(magic.InputError, match="AddBounty"):
        half.do(PutBounty(cub))
    assert game.position_digest() == before == half.position_digest()


# --- subscribers -----------------------------------------------------------------------------------------


def test_subscribers_are_told_of_each_fact_once() -> None:
    """Each subscriber is told of every fact once, in order, when its tick is done, and of nothing that is refused."""
    game = magic.Game()
    told: list[tuple[str, int]] = []
    game.subscribe(lambda fact: told.append((fact.name, len(game.objects("graveyard")))))
    other: list[magic.Fact] = []
    game.subscribe(other.append)
    bears = [game.put("Grizzly Bears", "A") for _ in range(2)]
    facts = game.do(magic.Destroy(bears))
    with pytest.raises(magic.InputError):
        game.do(magic.Tap(bears[0]))
    assert told == [(name, 2) for name in names(facts)]
    assert other == list(facts)  # type: ignore[arg-type]
    game.fork().do(magic.SetLife("A", 3))
    assert len(other) == len(told)


def test_a_subscriber_may_look_and_fork() -> None:
    """While it is told of a fact a subscriber may read the game, and try things out on a fork."""
    game = magic.Game()
    bear = game.put("Grizzly Bears", "A")
    seen: list[tuple[object, ...]] = []

    def look(fact: magic.Fact) -> None:
        fork = game.fork()
        seen.append((bear.power, names(fork.do(magic.Destroy(fork.object(bear.id)))), game.check()))

    game.subscribe(look)
    game.do(magic.AddCounters(bear, "+1/+1"))
    assert seen == [(3, ["PermanentLeft", "CardPut"], [])]
    assert bear.exists


WAYS_IN: dict[str, Callable[[magic.Game], object]] = {
    "do": lambda game: game.do(magic.SetLife("A", 1)),
    "queue": lambda game: game.queue(magic.SetLife("A", 1)),
    "tick": lambda game: game.tick(),
    "settle": lambda game: game.settle(),
    "run_until_idle": lambda game: game.run_until_idle(),
    "push": lambda game: game.push(magic.SetLife("A", 1)),
    "pop": lambda game: game.pop(),
    "undoable": lambda game: game.undoable().__enter__(),
    "answer": lambda game: game.answer("hand"),
    "put": lambda game: game.put("Grizzly Bears", "A"),
}
"""Every way to change a game."""


@pytest.mark.parametrize("way", WAYS_IN)
def test_a_subscriber_does_not_enter_the_game(way: str) -> None:
    """A game that is changed from a subscriber raises `WorldBusyError`, and what was asked does not happen later."""
    game = magic.Game()
    bear = game.put("Grizzly Bears", "A")
    plain = game.fork()
    refused: list[bool] = []

    def enter(fact: magic.Fact) -> None:
        with pytest.raises(magic.WorldBusyError):
            WAYS_IN[way](game)
        refused.append(True)

    game.subscribe(enter)
    game.push()
    game.do(magic.Destroy(bear))
    plain.do(magic.Destroy(plain.object(bear.id)))
    game.do()
    assert len(refused) == 2
    assert game.position_digest() == plain.position_digest()
    game.pop()
    assert bear.exists


@pytest.mark.parametrize("way", WAYS_IN)
def test_a_second_thread_does_not_enter_the_game(way: str) -> None:
    """A game that is at work in one thread raises `WorldBusyError` in another, and goes on untouched."""
    arrived, go_on = threading.Event(), threading.Event()

    class Slow:
        def choose(self, decision: magic.Decision, tick: int, number: int) -> tuple[int | str, ...]:
            arrived.set()
            assert go_on.wait(60)
            return decision.options

    game = magic.Game(decider=Slow())
    creatures = [game.put(name, "A") for name in ("Grizzly Bears", "Gray Ogre")]
    game.push()
    with ThreadPoolExecutor(1) as thread:
        working = thread.submit(game.do, magic.Destroy(creatures))
        assert arrived.wait(60)
        try:
            with pytest.raises(magic.WorldBusyError):
                WAYS_IN[way](game)
        finally:
            go_on.set()
        facts = working.result(60)
    assert names(facts) == ["DecisionMade", "PermanentLeft", "PermanentLeft", "CardPut", "CardPut"]
    assert names(game.do()) == []
    assert names(game.do(magic.SetLife("A", 1))) == ["LifeChanged"]


# --- paused decisions ------------------------------------------------------------------------------------


@pytest.fixture
def paused() -> magic.Game:
    """Return a game whose decisions wait: two creatures of each player are about to die."""
    game = magic.Game(decider=None)
    for owner in "AB":
        for name in ("Grizzly Bears", "Gray Ogre"):
            game.put(name, owner)
    return game


def test_a_paused_tick_changes_nothing(paused: magic.Game) -> None:
    """Until it is answered a decision leaves the game as it was: digests, facts, and what objects are."""
    before = paused.to_dict(), paused.position_digest(), paused.digest()
    told: list[magic.Fact] = []
    paused.subscribe(told.append)
    pending = paused.do(magic.Destroy(paused.objects("battlefield")))
    assert isinstance(pending, magic.Pending)
    assert (paused.position_digest(), paused.digest(), paused.mark(), told) == (*before[1:], 0, [])
    first = pending.decision.options
    again = paused.answer(first[::-1])
    assert isinstance(again, magic.Pending)
    assert (paused.position_digest(), paused.digest(), paused.mark(), told) == (*before[1:], 0, [])
    facts = paused.answer(again.decision.options)
    assert names(facts).count("PermanentLeft") == 4
    assert told == list(facts)  # type: ignore[arg-type]
    assert [one.card.id for one in paused.objects("graveyard", owner="A")] == list(first[::-1])


def test_a_wrong_answer_changes_nothing(paused: magic.Game) -> None:
    """A wrong answer raises `InputError`; the decision waits on, and the right answer is taken as if it came first."""
    twin = paused.fork()
    asked = [game.do(magic.Destroy(game.objects("battlefield"))) for game in (paused, twin)]
    assert isinstance(asked[0], magic.Pending)
    assert asked[0] == asked[1]
    options = asked[0].decision.options
    for wrong in (options[:1], (*options, options[0]), ("hand",), (10**9,), ()):
        with pytest.raises(magic.InputError):
            paused.answer(wrong)
        assert paused.pending == asked[0]
    for game in (paused, twin):
        again = game.answer(options)
        assert isinstance(again, magic.Pending)
        game.answer(again.decision.options)
    assert paused.digest() == twin.digest()


@pytest.mark.parametrize("way", ["do", "tick", "settle", "run_until_idle", "push", "save"])
def test_nothing_else_is_done_while_a_decision_waits(paused: magic.Game, way: str) -> None:
    """Whatever would run the game, or save it, is refused while a decision waits, and is not done afterwards."""
    pending = paused.do(magic.Destroy(paused.objects("battlefield")))
    with pytest.raises(magic.PendingError):
        paused.to_dict() if way == "save" else WAYS_IN[way](paused)
    while isinstance(pending, magic.Pending):
        pending = paused.answer(pending.decision.options)
    assert "LifeChanged" not in names(pending)
    with pytest.raises(magic.PendingError):
        paused.answer((1,))


def test_a_paused_game_is_forked_with_its_decision(paused: magic.Game) -> None:
    """A fork of a paused game waits for the same answer, and each goes its own way with its own answers."""
    paused.do(magic.Destroy(paused.objects("battlefield")))
    fork = paused.fork()
    assert fork.pending == paused.pending
    for game, step in ((paused, 1), (fork, -1)):
        while isinstance(pending := game.pending, magic.Pending):
            game.answer(pending.decision.options[::step])
    graves = [[one.name for one in game.objects("graveyard", owner="A")] for game in (paused, fork)]
    assert graves[0] == graves[1][::-1] == ["Grizzly Bears", "Gray Ogre"]


def test_a_fork_goes_on_with_what_the_decision_interrupted() -> None:
    """Answered in a fork, a decision within state-based actions goes on with them, in the fork (CR 704.3)."""
    game = magic.Game(decider=None)
    two = [game.put("Bosh, Iron Golem", "A") for _ in range(2)]
    sword = game.put("Short Sword", "A")
    game.do(magic.Attach(sword, two[0]))
    game.settle()
    fork = game.fork()
    facts = fork.answer(two[1].id)
    assert [name for name in names(facts) if name != "DecisionMade"] == ["PermanentLeft", "CardPut", "Detached"]
    assert (game.pending is None, two[0].exists, fork.object(two[0].id).exists) == (False, True, False)


def test_undoing_brings_back_a_waiting_decision(paused: magic.Game) -> None:
    """What was answered in an `undoable` block waits again after it, and so does what was queued before it."""
    pending = paused.do(magic.Destroy(paused.objects("battlefield")))
    paused.queue(magic.SetLife("A", 7))
    with paused.undoable():
        while isinstance(asked := paused.pending, magic.Pending):
            paused.answer(asked.decision.options)
        assert len(paused.objects("graveyard")) == 4
    assert paused.pending == pending
    while isinstance(asked := paused.pending, magic.Pending):
        facts = paused.answer(asked.decision.options)
    assert names(facts)[-1] == "LifeChanged"


def test_undoing_keeps_what_was_queued_before() -> None:
    """A request that was queued before a `push` is still queued after its `pop`, and one after it is not."""
    game = magic.Game()
    bear = game.put("Grizzly Bears", "A")
    game.queue(magic.Tap(bear))
    with game.undoable():
        game.queue(magic.SetLife("A", 3))
        assert names(game.do()) == ["Tapped", "LifeChanged"] or bear.tapped
    assert not bear.tapped
    assert names(game.do()) == ["Tapped"]


def test_answers_of_host_and_decider_are_kept_apart(paused: magic.Game) -> None:
    """A decider that leaves some decisions open answers its own, and the host's answer goes to the open one."""

    class OnlyForA:
        def __init__(self) -> None:
            self.asked = 0

        def choose(self, decision: magic.Decision, tick: int, number: int) -> tuple[int | str, ...] | None:
            self.asked += decision.player == 0
            return decision.options[::-1] if decision.player == 0 else None

    decider = OnlyForA()
    paused.decider = decider
    pending = paused.do(magic.Destroy(paused.objects("battlefield")))
    assert isinstance(pending, magic.Pending)
    assert pending.decision.player == 1
    paused.answer(pending.decision.options)
    assert decider.asked == 1
    assert [one.name for one in paused.objects("graveyard", owner="A")] == ["Gray Ogre", "Grizzly Bears"]
    assert [one.name for one in paused.objects("graveyard", owner="B")] == ["Grizzly Bears", "Gray Ogre"]


def test_an_answer_returns_the_facts_of_the_whole() -> None:
    """The facts that `answer` returns in the end are those that `do` would have returned, earlier ticks too."""
    asked, unasked = magic.Game(decider=None), magic.Game()
    results = []
    for game in (asked, unasked):
        legends = [game.put("Bosh, Iron Golem", "A") for _ in range(2)]
        game.do(magic.AddCounters(legends[0], "charge"), magic.DealDamage(game.put("Grizzly Bears", "A"), 2))
        for one in legends:
            game.queue(magic.Tap(one))
        facts = game.settle()
        while isinstance(facts, magic.Pending):
            facts = game.answer(facts.decision.answers()[0])
        results.append(facts)
    assert list(results[0]) == list(results[1])
    assert names(results[0])[:2] == ["Tapped", "Tapped"]
    assert asked.digest() == unasked.digest()


# --- saves and processes ---------------------------------------------------------------------------------

CONTINUE = """
import json, sys
import ecs_magic as magic
from random_games import actions, carry_out
game = magic.Game.from_dict(json.load(sys.stdin), decider=magic.Seeded(8))
for action in actions(game, 80, 25):
    carry_out(game, action)
print(game.position_digest(), game.digest(), json.dumps(game.check()))
"""


def in_another_process(code: str, text: str) -> list[str]:
    """Run code in a fresh process and return the words it prints."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent), "PYTHONHASHSEED": "random"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_saved_game_goes_on_in_another_process() -> None:
    """A game that is saved in the middle and goes on in another process has the digests of one that never was."""
    game = random_game(8)
    for action in actions(game, 8, 25):
        carry_out(game, action)
    saved = json.dumps(game.to_dict())
    for action in actions(game, 80, 25):
        carry_out(game, action)
    assert in_another_process(CONTINUE, saved) == [game.position_digest(), game.digest(), "[]"]


@pytest.mark.parametrize("damage", ["format", "entities", "component", "zone"])
def test_a_damaged_save_is_refused(damage: str) -> None:
    """Anything that is no whole save of a version known raises `InputError`."""
    game = magic.Game()
    game.put("Grizzly Bears", "A")
    data: dict[str, Any] = json.loads(json.dumps(game.to_dict()))
    match damage:
        case "format":
            data["format"] = "ecs-magic/save-99"
        case "entities":
            data["entities"] = "none"
        case "component":
            data["entities"][-1]["components"]["MergeStack"] = {"constituents": "x"}
        case "zone":
            del data["entities"][5]
    with pytest.raises(magic.InputError):
        magic.Game.from_dict(data)


# --- one library of cards for all ------------------------------------------------------------------------


def test_games_share_a_library() -> None:
    """Games given one library find the same definitions, also cards added later, and share nothing else."""
    library = magic.CardLibrary()
    one, two = magic.Game(cards=library), magic.Game(cards=library)
    bears = [game.put("Grizzly Bears", "A") for game in (one, two)]
    one.do(magic.AddCounters(bears[0], "+1/+1"))
    assert [bear.power for bear in bears] == [3, 2]
    library.add(magic.CardDefinition("Mine", library.find("Forest").layout, library.find("Gray Ogre").front))
    assert [game.put("Mine", "A").power for game in (one, two)] == [2, 2]
    with pytest.raises(magic.UnknownCardError):
        magic.Game().put("Mine", "A")


def test_threads_share_a_library() -> None:
    """Games in four threads that look up cards in one fresh library at once come to the same."""
    library = magic.CardLibrary()
    barrier = threading.Barrier(4, timeout=60)

    def found(number: int) -> str:
        game = magic.Game(cards=library)
        barrier.wait()
        for name in ("Grizzly Bears", "Delver of Secrets", "Glorious Anthem", "Graf Rats"):
            game.put(name, "A")
        return game.position_digest()

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(found, range(4)))) == 1
    assert CARDS.find("Delver of Secrets") == library.find("Delver of Secrets")
