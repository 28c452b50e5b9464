"""What holds for every game: tested on random ones (`random_games`), with seeds, so that a failure comes again.

`ECS_MAGIC_PROPERTY_RUNS=20 python -m pytest tests/test_properties.py` plays twenty times as many games.
"""

import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import (
    CARDS,
    MAKERS,
    Action,
    Situation,
    actions,
    carry_out,
    outcome,
    physical_cards,
    play,
    random_action,
    random_game,
)

import ecs_magic as magic
from ecs_magic import requests
from ecs_magic.enums import Zone
from ecs_magic.state_based import state_based_actions
from ecs_magic.verbs import all_effects

RUNS = int(os.environ.get("ECS_MAGIC_PROPERTY_RUNS", "1"))
FEW = settings(max_examples=15 * RUNS, derandomize=True, deadline=None, database=None)


def seeds(first: int, count: int) -> list[int]:
    """Return the seeds of one test, no two tests the same ones."""
    return [first * 10_000 + number for number in range(count * RUNS)]


def whole(game: magic.Game) -> str:
    """Return everything that a save holds, as text."""
    return json.dumps(game.to_dict())


def identity(game: magic.Game) -> tuple[str, str]:
    """Return the digests of position and run."""
    return game.position_digest(), game.digest()


def derived(game: magic.Game) -> list[object]:
    """Return what every object is now: characteristics and controller."""
    return [(one.id, one.characteristics, one.controller) for one in game.objects()]


def tick_by_tick(game: magic.Game, action: Action) -> Iterator[None]:
    """Carry out an action, yielding after every tick."""
    for request in action:
        try:
            game.queue(request)
        except magic.InputError:
            continue
    while True:
        mark = game.mark()
        try:
            game.tick() if action else game.settle()
        except magic.InputError:
            return
        yield
        if game.mark() == mark or not action:
            return


# --- the generator ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_state_based_actions_need_only_what_changed(seed: int) -> None:
    """What state-based actions find by looking at what changed is what they find by looking at everything."""
    game = random_game(seed, decider=magic.Seeded(seed))
    for action in actions(game, seed, 60):
        carry_out(game, action)
        found = state_based_actions(game.world)
        game.world.memory.suspects = None
        assert found == state_based_actions(game.world)
        if not action:
            game.settle()
            assert state_based_actions(game.world) == []


def test_every_kind_of_request_is_made() -> None:
    """The random games make every kind of request that there is."""
    kinds = {value for value in vars(requests).values() if isinstance(value, type)}
    assert {kind for kind in kinds if issubclass(kind, magic.Request)} - {magic.Request} == set(MAKERS)


def test_most_requests_do_something() -> None:
    """A random action mostly changes the game; some are refused, some are ignored by the rules, some ask."""
    refused = changed = ignored = asked = 0
    for seed in range(3):
        game = random_game(seed)
        for action in actions(game, seed, 60):
            before = game.position_digest()
            done = carry_out(game, action)
            refused += isinstance(done, magic.InputError)
            changed += game.position_digest() != before
            names = [] if isinstance(done, magic.InputError | magic.Pending) else [fact.name for fact in done]
            ignored += "Ignored" in names
            asked += "DecisionMade" in names
    assert changed > 90
    assert asked > 10
    assert refused > 10
    assert ignored > 20


# --- soundness -------------------------------------------------------------------------------------------


@given(board=st.integers(0, 1000), choices=st.lists(st.integers(0, 2**32), min_size=1, max_size=25))
@FEW
def test_any_history_leaves_a_sound_game(board: int, choices: list[int]) -> None:
    """After every tick of any history no invariant is broken, and each card that is no token exists once."""
    game = random_game(board, size=10)
    cards = physical_cards(game)
    assert len(cards) == len(set(cards))
    for choice in choices:
        for _ in tick_by_tick(game, random_action(game, Random(choice))):
            assert game.check() == []
            assert physical_cards(game) == cards


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_a_long_game_stays_sound(seed: int) -> None:
    """A long game breaks no invariant; state-based actions always end and leave none to do."""
    game = random_game(seed)
    cards = physical_cards(game)
    for action in actions(game, seed, 100):
        carry_out(game, action)
        assert game.check() == [], action
        assert physical_cards(game) == cards, action
    game.settle()
    assert not game.settle()


@pytest.mark.parametrize("seed", seeds(2, 2))
def test_what_is_refused_changes_nothing(seed: int) -> None:
    """A batch that is refused leaves everything as it was, with nothing queued and no id or timestamp used up."""
    game = random_game(seed)
    refused = 0
    for action in actions(game, seed, 50, odd=0.3):
        before = whole(game)
        if isinstance(carry_out(game, action), magic.InputError):
            refused += 1
            assert whole(game) == before, action
            assert not game.tick()
    assert refused


@pytest.mark.parametrize("seed", seeds(3, 2))
def test_reading_changes_nothing(seed: int) -> None:
    """A game that is looked at from all sides between any two actions goes on like one that is not."""
    game = random_game(seed)
    unseen = game.fork()
    chance = Random(seed)
    for action in actions(game, seed, 40):
        results = [outcome(carry_out(one, action)) for one in (game, unseen)]
        assert results[0] == results[1]
        for one in game.objects():
            chance.random() < 0.1 and (one.characteristics, one.controller, one.explain())
        game.objects(controller=0)
        game.view(0)
        whole(game)
    assert identity(game) == identity(unseen)


@pytest.mark.parametrize("seed", seeds(4, 3))
def test_what_is_remembered_is_what_is_derived_anew(seed: int) -> None:
    """What a game says of its objects is what one without any memory of derived values says of them."""
    game = random_game(seed, size=14)
    for number, action in enumerate(actions(game, seed, 40)):
        carry_out(game, action)
        now = derived(game)
        if number % 4 == 0:
            assert now == derived(magic.Game.from_dict(game.to_dict())), action


# --- forks, undoing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(5, 3))
def test_a_fork_goes_on_like_the_original(seed: int) -> None:
    """A fork has the digests of the original, and both answer every further action with the same facts."""
    game = random_game(seed)
    play(game, seed, 15)
    fork = game.fork()
    assert identity(fork) == identity(game)
    for action in actions(game, seed + 1, 30):
        here, there = carry_out(game, action), carry_out(fork, action)
        assert outcome(here) == outcome(there), action
    assert identity(fork) == identity(game)
    assert whole(fork) == whole(game)
    assert derived(fork) == derived(game)


@pytest.mark.parametrize("seed", seeds(6, 3))
def test_forks_leave_each_other_alone(seed: int) -> None:
    """Whatever is done to a fork, or to the original, the other one stays and goes on as if it were alone."""
    game = random_game(seed)
    play(game, seed, 10)
    before, values = whole(game), derived(game)
    fork, witness = game.fork(), game.fork()
    play(fork, seed + 1, 20)
    assert (whole(game), derived(game)) == (before, values)
    play(game, seed + 2, 20)
    assert (whole(witness), derived(witness)) == (before, values)
    play(witness, seed + 2, 20)
    assert whole(witness) == whole(game)


@pytest.mark.parametrize("seed", seeds(7, 3))
def test_pop_takes_back_all_of_a_push(seed: int) -> None:
    """After `pop` all is as before `push`: both digests, every id, timestamp and last known board, and what follows."""
    game = random_game(seed)
    twin = game.fork()
    for number, action in enumerate(actions(twin, seed, 40)):
        if number % 2:
            before, values = whole(game), derived(game)
            try:
                game.push(*action)
            except magic.InputError:
                assert whole(game) == before
            else:
                game.pop()
            assert whole(game) == before, action
            assert derived(game) == values, action
        assert outcome(carry_out(game, action)) == outcome(carry_out(twin, action))
    assert identity(game) == identity(twin)


@pytest.mark.parametrize("seed", seeds(8, 3))
def test_undoable_takes_back_a_whole_history(seed: int) -> None:
    """What is done in an `undoable` block, turns, refusals, nested pushes and errors too, is taken back at its end."""
    game = random_game(seed)
    play(game, seed, 10)
    before, values = whole(game), derived(game)
    with game.undoable():
        play(game, seed + 1, 20)
        with game.undoable():
            play(game, seed + 2, 5)
        game.push(magic.BeginTurn("A"))
        play(game, seed + 3, 5)
    assert (whole(game), derived(game)) == (before, values)
    with pytest.raises(ZeroDivisionError), game.undoable():  # noqa: PT012 - what is done in the block is taken back
        play(game, seed + 4, 5)
        raise ZeroDivisionError
    assert (whole(game), derived(game)) == (before, values)
    assert game.check() == []


# --- replays, saves --------------------------------------------------------------------------------------


def recorded(game: magic.Game, seed: int, count: int) -> list[tuple[Action, list[tuple[int | str, ...]]]]:
    """Play, and return each action with the answers that its decisions got."""
    found = []
    for action in actions(game, seed, count):
        done = carry_out(game, action)
        facts = [] if isinstance(done, magic.InputError) else done
        found.append((action, [fact.answer for fact in facts if fact.name == "DecisionMade"]))  # type: ignore[union-attr]
    return found


DECIDERS: dict[str, Callable[[int], object]] = {"seeded": magic.Seeded, "first": lambda seed: magic.First()}


@pytest.mark.parametrize("decider", DECIDERS)
@pytest.mark.parametrize("seed", seeds(9, 2))
def test_a_run_played_again_is_the_same(seed: int, decider: str) -> None:
    """The same actions from the same position give the same run digest, decisions included."""
    made = random_game(seed, decider=DECIDERS[decider](seed))
    again = made.fork()
    for action in play(made, seed, 40):
        carry_out(again, action)
    assert identity(again) == identity(made)


@pytest.mark.parametrize("decider", DECIDERS)
@pytest.mark.parametrize("seed", seeds(10, 2))
def test_recorded_answers_give_the_same_run(seed: int, decider: str) -> None:
    """A run whose decisions are answered one by one, as they were recorded, has the digest of the one recorded."""
    made = random_game(seed, decider=DECIDERS[decider](seed))
    again = made.fork()
    again.decider = None
    for action, answers in recorded(made, seed, 40):
        before, waiting = again.position_digest(), list(answers)
        done = carry_out(again, action)
        while isinstance(done, magic.Pending):
            if len(action) == 1 and len(waiting) == len(answers) and not isinstance(action[0], magic.Resolve):
                assert again.position_digest() == before
            decision = done.decision
            try:
                done = again.answer(waiting.pop(0) if waiting else decision.answers()[0])
            except magic.InputError as refused:
                done = refused
        assert not waiting
    assert identity(again) == identity(made)


@pytest.mark.parametrize("seed", seeds(11, 3))
def test_a_saved_game_goes_on(seed: int) -> None:
    """A game that went through JSON has the same digests and values, saves the same again, and goes on equally."""
    game = random_game(seed)
    for part in range(3):
        play(game, seed + part, 10)
        loaded = magic.Game.from_dict(json.loads(json.dumps(game.to_dict())), decider=game.decider, cards=CARDS)
        assert identity(loaded) == identity(game)
        assert loaded.check() == []
        assert whole(loaded) == whole(game)
        assert derived(loaded) == derived(game)
        for action in actions(game, seed + 100 + part, 15):
            assert outcome(carry_out(game, action)) == outcome(carry_out(loaded, action)), action
        assert identity(loaded) == identity(game)


@pytest.mark.parametrize("seed", seeds(12, 2))
def test_what_objects_were_is_saved(seed: int) -> None:
    """Last known information of objects that are gone reads the same in a loaded game."""
    game = random_game(seed)
    gone = {int(one.id) for one in game.objects()}
    play(game, seed, 25)
    loaded = magic.Game.from_dict(json.loads(whole(game)))
    known = 0
    for one in sorted(gone):
        try:
            was = game.object(one).last_known
        except magic.ObjectGoneError:
            with pytest.raises(magic.ObjectGoneError):
                loaded.object(one).last_known  # noqa: B018 - reading it is what fails
            continue
        known += not game.object(one).exists
        assert loaded.object(one).last_known.characteristics == was.characteristics
    assert known or game.world.clock().turn


# --- order -----------------------------------------------------------------------------------------------


def unrelated(game: magic.Game, chance: Random) -> list[magic.Request]:
    """Return requests about different things, none of which gives anything a timestamp."""
    at = Situation(game, chance, odd=0)
    permanents = chance.sample(at.permanents, len(at.permanents))
    attached = {int(one) for one in permanents if game.object(one).read("attached_to") is not None}
    hosts = {int(game.object(one).read("attached_to")) for one in attached}
    free = [one for one in permanents if one not in attached | hosts]
    counted = [one for one in free if game.object(one).counters]
    kinds = (magic.Tap, magic.Untap, magic.Flip, magic.PhaseOut, magic.PhaseIn)
    found: list[magic.Request] = [
        magic.RemoveCounters(counted.pop(), next(iter(game.object(counted[-1]).counters)))
        for _ in range(min(2, len(counted) - 1))
    ]
    used = {one for request in found for one in [request.objects]}  # type: ignore[attr-defined]
    rest = [one for one in free if one not in used]
    found += [kind(rest.pop()) for kind in kinds if rest]
    found += [magic.DealDamage(rest.pop(), 1) for _ in range(2) if rest]
    found += [magic.Detach(one) for one in sorted(attached)[:2]]
    found += [magic.RemoveEffect(effect) for effect in all_effects(game.world)[:1]]
    return [*found, magic.SetLife("A", 7), magic.AddMana("A", "G"), magic.AddMana("B", "U"), magic.Shuffle("B")]


@given(seed=st.integers(0, 1000), chance=st.randoms(use_true_random=False))
@FEW
def test_unrelated_requests_of_a_batch_commute(seed: int, chance: Random) -> None:
    """Requests about different things, none of which gives a timestamp, come to the same in any order in a batch."""
    game = random_game(seed)
    play(game, seed, 5)
    batch = unrelated(game, Random(seed))
    mixed = list(batch)
    chance.shuffle(mixed)
    one, other = game.fork(), game.fork()
    one.do(*batch)
    other.do(*mixed)
    assert one.position_digest() == other.position_digest()
    assert one.position_digest() != game.position_digest()


def places(game: magic.Game) -> list[tuple[int, str, str]]:
    """Return which cards are in which zone of which player, in no particular order."""
    return sorted((int(card.id), one.zone, card.owner) for one in game.objects() for card in one.constituents)


@given(
    seed=st.integers(0, 1000),
    zone=st.sampled_from([zone.value for zone in Zone]),
    picks=st.lists(st.integers(0, 200), min_size=1, max_size=30, unique=True),
)
@FEW
def test_a_mass_move_puts_cards_where_single_moves_do(seed: int, zone: str, picks: list[int]) -> None:
    """Many objects moved at once end in the zones in which they end when they are moved one after another."""
    game = random_game(seed, acting=0)
    play(game, seed, 5)
    world = game.world
    every = [one.id for one in game.objects() if zone != "battlefield" or world.zone(one.id) != "battlefield"]
    moving = list(dict.fromkeys(every[pick % len(every)] for pick in picks))
    mass, single = game.fork(), game.fork()
    mass.do(magic.Move(moving, zone))  # type: ignore[arg-type]
    for one in moving:
        single.do(magic.Move(one, zone))  # type: ignore[arg-type]
    assert places(mass) == places(single)
    assert mass.check() == []


# --- independence ----------------------------------------------------------------------------------------


def digests_of(seed: int, count: int = 40) -> tuple[str, str]:
    """Play a random game from its seed alone and return its digests."""
    game = random_game(seed)
    play(game, seed, count)
    return identity(game)


def test_interleaved_games_do_not_meet() -> None:
    """Games that take turns in one process come to what each comes to alone."""
    numbers = seeds(13, 3)
    alone = [digests_of(seed) for seed in numbers]
    games = [random_game(seed) for seed in numbers]
    chances = [actions(game, seed, 40) for game, seed in zip(games, numbers, strict=True)]
    for together in zip(*chances, strict=True):
        for game, action in zip(games, together, strict=True):
            carry_out(game, action)
    assert [identity(game) for game in games] == alone


def test_games_in_threads_do_not_meet() -> None:
    """Games that run in four threads at once come to what each comes to alone."""
    numbers = seeds(14, 4)
    alone = [digests_of(seed) for seed in numbers]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(digests_of, numbers)) == alone


def test_the_process_is_left_alone() -> None:
    """A game uses no global source of chance and leaves the garbage collector as it was."""
    random.seed(5)
    state, collecting = random.getstate(), gc.isenabled()
    game = random_game(15)
    play(game, 15, 30)
    game.do(magic.CreateToken(CARDS.token("Treasure"), "A", 3000))
    assert random.getstate() == state
    assert gc.isenabled() is collecting


def test_the_hash_seed_does_not_show() -> None:
    """Digests are the same in every process, whatever seed Python hashes texts with."""
    numbers = seeds(15, 2)
    code = f"import test_properties as t\nfor seed in {numbers}: print(*t.digests_of(seed))"
    here = "".join(f"{position} {run}\n" for position, run in map(digests_of, numbers))
    for hash_seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout == here
