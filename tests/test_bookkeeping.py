"""What is kept between ticks and must be brought back: marks, derived values, frozen boards, digests, saves."""

import json

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import ModifyPowerToughness
from ecs_magic.enums import Face
from ecs_magic.selectors import Selector
from ecs_magic.verbs import set_face


def banner(scene: Scene) -> magic.CardDefinition:
    """Return an enchantment that gives creatures +1/+1."""
    change = {"change": "modify_power_toughness", "power": 1, "toughness": 1}
    effect = {"affects": {"types": ["Creature"]}, "changes": [change]}
    return scene.card(
        name="Banner", type_line="Enchantment", abilities=[{"ability": "static", "name": "banner", "effect": effect}]
    )


# --- marks -----------------------------------------------------------------------------------------------


def test_pushes_in_an_undoable_block_are_taken_back_with_it(scene: Scene) -> None:
    """An `undoable` block takes back every `push` in it that was not popped; none is left to pop."""
    bear = scene.put("Grizzly Bears")
    before = scene.game.position_digest(), scene.game.digest()
    with scene.game.undoable():
        scene.game.push(magic.Tap(bear))
        scene.game.push(magic.AddCounters(bear, "+1/+1"))
    assert (scene.game.position_digest(), scene.game.digest(), bear.power, bear.tapped) == (*before, 2, False)
    with pytest.raises(magic.InputError):
        scene.game.pop()


def test_a_tick_taken_back_leaves_no_board(scene: Scene) -> None:
    """What left a hidden zone has no last known information, though a tick of that number once had (CR 608.2h)."""
    bear, card = scene.put("Grizzly Bears"), scene.put("Gray Ogre", zone="library")
    with scene.game.undoable():
        scene.do(magic.Destroy(bear))
        assert bear.last_known.power == 2
    scene.do(magic.Draw("A"))
    with pytest.raises(magic.ObjectGoneError):
        _ = card.last_known


def test_a_shuffle_taken_back_comes_out_the_same(scene: Scene) -> None:
    """A shuffle that was taken back uses up no chance: the next one gives the same order."""
    for name in ("Forest", "Island", "Swamp", "Plains", "Mountain", "Gray Ogre", "Grizzly Bears"):
        scene.put(name, zone="library")
    with scene.game.undoable():
        scene.do(magic.Shuffle("A"))
        once = scene.game.objects("library")
    scene.do(magic.Shuffle("A"))
    assert scene.game.objects("library") == once
    scene.do(magic.Shuffle("A"))
    assert scene.game.objects("library") != once


def test_last_known_information_comes_back_and_along(scene: Scene) -> None:
    """Last known information that a turn let go comes back with it, and a fork has it as well (CR 608.2h)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Destroy(bear))
    with scene.game.undoable():
        scene.do(magic.BeginTurn("B"))
        with pytest.raises(magic.ObjectGoneError):
            _ = bear.last_known
    assert bear.last_known.power == 2
    other = scene.game.fork()
    scene.do(magic.BeginTurn("B"))
    assert other.object(bear.id).last_known.power == 2


def test_a_face_that_was_turned_back_shows(scene: Scene) -> None:
    """Going back to a mark brings back what a permanent is, also where nothing but a card of it was written."""
    delver = scene.put("Delver of Secrets")
    world = scene.game.world
    mark = world.mark()
    set_face(world, delver.card.id, Face.BACK, None)
    assert delver.power == 3
    world.rewind(mark)
    assert delver.power == 1


# --- derived values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["+1/+1", "flying"])
def test_a_counter_shows_at_once(scene: Scene, kind: str) -> None:
    """Counters change what was read before, with no continuous effect and with one at work (CR 613.4c, 122.1b)."""
    for effect in (False, True):
        if effect:
            scene.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(0, 0),), Selector(types=("Creature",)))))
        bear = scene.put("Grizzly Bears")
        assert (bear.power, bear.keywords) == (2, ())
        scene.do(magic.AddCounters(bear, kind))
        assert (bear.power, bear.keywords) == ((3, ()) if kind == "+1/+1" else (2, ("flying",)))


def test_a_loaded_game_derives_anew(scene: Scene) -> None:
    """A loaded game finds its static abilities among its permanents (CR 604.1), whatever was known before."""
    bear = scene.put("Grizzly Bears")
    scene.put(banner(scene))
    loaded = magic.Game.from_dict(json.loads(json.dumps(scene.game.to_dict())))
    assert (bear.power, loaded.object(bear.id).power) == (3, 3)


def test_a_loaded_board_derives_anew(scene: Scene) -> None:
    """Last known information of a loaded game counts the static abilities that were there (CR 608.2h)."""
    bear = scene.put("Grizzly Bears")
    scene.put(banner(scene))
    scene.do(magic.Destroy(bear))
    loaded = magic.Game.from_dict(json.loads(json.dumps(scene.game.to_dict())))
    assert loaded.object(bear.id).last_known.power == 3


# --- digests of positions --------------------------------------------------------------------------------


def test_since_when_is_a_rank(scene: Scene) -> None:
    """How many timestamps were used up before a creature came does not show in the digest of a position."""
    digests = set()
    for detour in (0, 2):
        game = magic.Game(cards=scene.cards)
        anthem = game.put("Grizzly Bears", "A")
        for _ in range(detour):
            game.do(magic.AddEffect(magic.Effect((ModifyPowerToughness(1, 1),)), anthem, until="end of turn"))
        game.do(magic.BeginStep("cleanup"))
        game.put("Gray Ogre", "A", sick=True)
        digests.add(game.position_digest())
    assert len(digests) == 1


def test_whose_it_was_as_it_phased_out_is_part_of_the_position() -> None:
    """A phased-out permanent changes hands as it phases in, if an effect on it ended meanwhile (CR 702.26f)."""
    told = {}
    for players in ("BA", "AB"):
        scene = Scene()
        bear = scene.put("Grizzly Bears")
        for player in players:
            scene.do(magic.GainControl(bear, player, until="end of turn"))
        scene.do(magic.PhaseOut(bear))
        scene.do(magic.BeginStep("cleanup"))
        digest = scene.game.position_digest()
        told[digest] = scene.count(scene.do(magic.PhaseIn(bear)), "ControlChanged")
    assert sorted(told.values()) == [0, 1]


@pytest.mark.parametrize("zone", ["hand", "graveyard", "library"])
def test_whose_zone_it_is_is_part_of_the_position(zone: str) -> None:
    """Equal cards in the zone of one player or of another are different positions (CR 400.1)."""
    digests = set()
    for owner in "AB":
        game = magic.Game()
        game.put("Grizzly Bears", owner, zone=zone)
        digests.add(game.position_digest())
    assert len(digests) == 2


# --- libraries -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("request_", "zone"), [(magic.Draw, "hand"), (magic.Mill, "graveyard")])
def test_cards_come_off_the_top(scene: Scene, request_: type[magic.Draw | magic.Mill], zone: str) -> None:
    """Drawing and milling take the topmost cards, the top first, also twice at once (CR 121.1, 121.2, 701.17a)."""
    cards = [scene.put(name, zone="library").card for name in ("Forest", "Gray Ogre", "Grizzly Bears", "Island")]
    facts = scene.do(request_("A", 1), request_("A", 2))
    assert [one.card for one in scene.game.objects("library")] == cards[:1]
    moved = [scene.game.card(fact.record()["card"]) for fact in facts if fact.name == "CardPut"]
    assert moved == cards[:0:-1]
    assert [one.card for one in scene.game.objects(zone)] == cards[:0:-1]
