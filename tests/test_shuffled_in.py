"""Cards that are shuffled into a library instead of going elsewhere (CR 701.24)."""

import pytest
from conftest import Scene
from texts import Text, instead

import ecs_magic as magic
from ecs_magic.errors import InputError

SHUFFLED_IN = instead("moves", into="graveyard", to="library", position="shuffled", name="shuffled in")
LANDS = ("Forest", "Island", "Swamp", "Plains", "Mountain")


def at_risk(scene: Scene, ability: Text = SHUFFLED_IN, owner: str = "A", **options: object) -> magic.Object:
    """Put a creature with an ability onto a battlefield beside a library of five lands."""
    for name in LANDS:
        scene.put(name, owner, zone="library")
    return scene.put(scene.card(name="Colossus", power=11, toughness=11, abilities=[ability]), owner, **options)


def library(game: magic.Game, owner: str = "A") -> tuple[str, ...]:
    """Return the names of the cards in a library, bottom first."""
    return tuple(one.card.name for one in game.objects("library", owner=owner))


def afterwards(scene: Scene, *requests: magic.Request) -> list[magic.Game]:
    """Return the games that come of requests under sixty seeds."""
    games = [magic.Game.from_dict({**scene.game.to_dict(), "seed": seed}) for seed in range(60)]
    for game in games:
        game.do(*requests)
    return games


@pytest.mark.rule("I20")
def test_what_is_shuffled_in_is_anywhere_in_the_library(scene: Scene) -> None:
    """A card shuffled into a library is at no place that anyone knows, and nor is any other there (CR 701.24a)."""
    colossus = at_risk(scene)
    found = [library(game) for game in afterwards(scene, magic.Destroy(colossus.id))]
    assert {sorted(one) == sorted((*LANDS, "Colossus")) for one in found} == {True}
    assert {one.index("Colossus") for one in found} == set(range(6))
    assert {one.index("Forest") for one in found} == set(range(6))


def test_two_libraries_are_shuffled_apart(scene: Scene) -> None:
    """What is shuffled into one library tells nothing of what is shuffled into another at once (CR 701.24a)."""
    both = [at_risk(scene, owner=owner).id for owner in ("A", "B")]
    games = afterwards(scene, magic.Destroy(both))
    places = {tuple(library(game, owner).index("Colossus") for owner in ("A", "B")) for game in games}
    assert len(places) > 6


def test_libraries_shuffled_at_once_are_in_orders_of_their_own(scene: Scene) -> None:
    """The order of one library tells nothing of that of another that is shuffled at the same time (CR 701.24a)."""
    for owner in ("A", "B"):
        at_risk(scene, owner=owner)
    games = afterwards(scene, magic.Shuffle("A"), magic.Shuffle("B"))
    assert sum(library(game) == library(game, "B") for game in games) < 6


@pytest.mark.rule("I20")
def test_a_library_is_shuffled_once_for_each_effect(scene: Scene) -> None:
    """Two effects that shuffle a library at once have shuffled it twice (CR 701.24f)."""
    colossus, second = at_risk(scene), scene.put(scene.card(name="Second", power=1, abilities=[SHUFFLED_IN]))
    facts = scene.do(magic.Destroy([colossus, second]))
    assert scene.count(facts, "Shuffled") == 2
    assert scene.count(facts, "CardPut") == 2


def test_nobody_orders_what_is_shuffled_in(scene: Scene) -> None:
    """The owner of several cards that are shuffled in at once is not asked for their order (CR 401.4, 701.24a)."""
    pile = scene.merge("Gray Ogre", at_risk(scene))
    facts = scene.do(magic.Destroy(pile))
    assert scene.count(facts, "DecisionMade") == 0
    assert sorted(library(scene.game)) == sorted((*LANDS, "Colossus", "Gray Ogre"))


@pytest.mark.parametrize(("position", "place"), [("top", -1), ("bottom", 0), (2, -2)])
def test_what_goes_to_a_place_meanwhile_is_at_that_place(scene: Scene, position: str | int, place: int) -> None:
    """What is put at a place in a library while it is shuffled is there, and the rest is random (CR 701.24g)."""
    colossus, ogre = at_risk(scene), scene.put("Gray Ogre")
    put = magic.Move(ogre.id, "library", position=position)  # type: ignore[arg-type]
    found = [library(game) for game in afterwards(scene, put, magic.Destroy(colossus.id))]
    assert {one[place] for one in found} == {"Gray Ogre"}
    assert {one.index("Colossus") for one in found} == set(range(7)) - {place % 7}


def test_a_library_is_shuffled_though_nothing_comes(scene: Scene) -> None:
    """A commander that goes to the command zone instead leaves its library shuffled all the same (CR 701.24c)."""
    colossus = at_risk(scene, commander=True)
    before = library(scene.game)
    scene.answering(command_zone=[["yes"]])
    facts = scene.do(magic.Destroy(colossus))
    assert [one.zone for one in colossus.became] == ["command"]
    assert scene.count(facts, "Shuffled") == 1
    assert library(scene.game) != before
    assert sorted(library(scene.game)) == sorted(before)


def test_each_owner_of_a_pile_shuffles(scene: Scene) -> None:
    """The cards of a merged permanent are shuffled into the libraries of their owners (CR 730.3, 701.24)."""
    pile = scene.merge(scene.put("Gray Ogre", "B", zone="hand"), at_risk(scene))
    facts = scene.do(magic.Destroy(pile))
    assert [fact.record()["player"] for fact in facts if fact.name == "Shuffled"] == [1, 0]
    assert sorted(library(scene.game)) == sorted((*LANDS, "Colossus"))


def test_only_a_library_is_shuffled(scene: Scene) -> None:
    """A card can't tell that something is shuffled into exile."""
    with pytest.raises(InputError, match="only into a library"):
        at_risk(scene, {**SHUFFLED_IN, "to": "exile"})
