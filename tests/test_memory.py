"""Derived values that are remembered never outlive what they were derived from (CR 613.5)."""

from typing import Any

import pytest
from conftest import Scene
from random_games import actions, carry_out, play, random_game

import ecs_magic as magic
from ecs_magic.abilities import Effect, ModifyPowerToughness, SetPowerToughness, Static
from ecs_magic.cards import CardSource, define
from ecs_magic.components import FaceState, MergeStack
from ecs_magic.derived import characteristics, controller
from ecs_magic.enums import Face
from ecs_magic.grouping import groups_of_alike
from ecs_magic.layers import Board, finished
from ecs_magic.selectors import Selector
from ecs_magic.watching import awaited


def as_the_layers_say(scene: Scene, one: magic.Object) -> object:
    """Return an object's characteristics as the interpreter makes them from nothing."""
    world = scene.game.world
    return finished(world, one.id, Board(world, (one.id,)).run()[one.id])


def test_undoing_much_keeps_static_abilities_at_work(scene: Scene) -> None:
    """After a large batch is taken back, static abilities apply as before."""
    anthem = scene.put("Glorious Anthem")
    bears = [scene.put("Grizzly Bears") for _ in range(80)]
    assert bears[5].power == 3
    with scene.game.undoable():
        scene.do(magic.Destroy([*bears, anthem]))
    assert [bear.power for bear in bears] == [3] * 80


def test_a_loaded_game_has_its_static_abilities_at_work(scene: Scene) -> None:
    """What a save holds applies in the game that is made of it."""
    scene.put("Glorious Anthem")
    bear = scene.put("Grizzly Bears")
    loaded = magic.Game.from_dict(scene.game.to_dict())
    assert loaded.object(bear.id).power == 3


def test_what_is_read_at_once_is_what_the_layers_make(scene: Scene) -> None:
    """The short way for objects that no effect touches gives what the layers give, for every kind of object."""
    names = ("Grizzly Bears", "Forest", "Glorious Anthem", "Dreamtail Heron", "Urza, Lord Protector", "Dryad Arbor")
    zones = ("battlefield", "hand", "graveyard", "exile", "library", "stack")
    for zone in zones:
        for name in names:
            one = scene.put(name, zone=zone)
            assert one.characteristics == as_the_layers_say(scene, one), (name, zone)


def test_a_phased_out_source_changes_nothing_by_being_read(scene: Scene) -> None:
    """Reading a phased-out permanent does not let its static ability apply (CR 702.26b)."""
    bear, anthem = scene.put("Grizzly Bears"), scene.put("Glorious Anthem")
    assert bear.power == 3
    scene.do(magic.PhaseOut(anthem))
    assert anthem.name == "Glorious Anthem"
    assert bear.power == 2
    scene.do(magic.PhaseIn(anthem))
    assert bear.power == 3


@pytest.mark.parametrize("seed", range(25))
def test_permanents_worked_out_together_are_as_each_by_itself(seed: int) -> None:
    """On random boards every permanent reads as the plain interpreter makes it, one object at a time."""
    game = random_game(seed, size=30, statics=5)
    for _ in play(game, seed, 12):
        pass
    board = Board(game.world)
    drafts = board.run()
    for one in game.objects("battlefield"):
        if one.id in drafts:
            assert one.characteristics == finished(game.world, one.id, drafts[one.id])
            assert one.controller == game.world.players[drafts[one.id].controller or 0]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_is_what_a_loaded_game_finds(seed: int) -> None:
    """Read between all writes, a game says of every object, and waits for, what the same game from its save does."""

    def reading(game: magic.Game) -> object:
        world = game.world
        objects = world.store.with_component(MergeStack)
        return awaited(world), [(characteristics(world, one), controller(world, one)) for one in objects]

    game = random_game(seed)
    for action in actions(game, seed, 12):
        carry_out(game, action)
        assert reading(game) == reading(magic.Game.from_dict(game.to_dict()))


def test_alike_permanents_are_worked_out_once(scene: Scene) -> None:
    """Equal tokens under an effect are one group; what makes them unlike takes them out of it."""
    scene.put("Glorious Anthem")
    tokens = [scene.token() for _ in range(5)]
    world = scene.game.world
    assert len(groups_of_alike(world, world.battlefield(), ())) == 2
    scene.do(magic.Tap(tokens[0]), magic.AddCounters(tokens[1], "+1/+1"))
    scene.do(magic.AddEffect(Effect((SetPowerToughness(1, 1),)), [tokens[2]]))
    assert len(groups_of_alike(world, world.battlefield(), ())) == 5
    assert [token.power for token in tokens] == [6, 7, 2, 6, 6]


def test_a_write_to_a_card_is_seen_in_its_object(scene: Scene) -> None:
    """What a host's system writes to a card through the one setter shows in what is derived of the object."""
    prowler = scene.put("Kessig Prowler")
    assert prowler.name == "Kessig Prowler"
    scene.game.world.set(prowler.card.id, FaceState(Face.BACK))
    assert prowler.name == "Sinuous Predator"


@pytest.mark.parametrize("closer", [{"tapped": True}, {"counters": ("charge",)}])
def test_what_comes_to_be_looked_at_closely_is_told_apart(scene: Scene, closer: dict[str, Any]) -> None:
    """Once an effect looks at what is tapped or has counters, permanents that were alike no longer are (CR 613.5)."""
    scene.put("Glorious Anthem")
    plain, marked = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", tapped=True, counters={"charge": 1})
    assert [plain.power, marked.power] == [3, 3]
    effect = magic.Effect((ModifyPowerToughness(2, 0),), Selector(types=("Creature",), **closer))
    rule = scene.put(define(CardSource(name="Rule", type_line="Enchantment", abilities=(Static(effect),))))
    assert [plain.power, marked.power] == [3, 5]
    scene.do(magic.Exile(rule))
    assert [plain.power, marked.power] == [3, 3]
