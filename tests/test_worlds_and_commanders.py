"""State-based actions on world permanents, battles and commanders (CR 704.5k, 704.5v-w, 903.9a)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import AddTypes


def world_card(scene: Scene, name: str = "Plane", **source: object) -> magic.CardDefinition:
    """Return a world enchantment."""
    return scene.card(**{"name": name, "type_line": "World Enchantment", **source})


def there(scene: Scene, zone: str = "battlefield") -> list[str]:
    """Return the names of what is in a zone, bottom or oldest first."""
    return [one.name for one in scene.game.objects(zone)]


# --- worlds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M09")
def test_the_newest_world_stays(scene: Scene) -> None:
    """Of world permanents, of whatever names and controllers, only the newest stays; none is destroyed (CR 704.5k)."""
    for name, owner in (("One", "A"), ("Two", "B"), ("Three", "A")):
        scene.put(world_card(scene, name, keywords=["Indestructible"]), owner)
    scene.put("Grizzly Bears")
    facts = scene.settle()
    assert there(scene) == ["Three", "Grizzly Bears"]
    assert {fact.record()["cause"] for fact in facts if fact.name == "PermanentLeft"} == {"move"}


@pytest.mark.rule("M09")
def test_worlds_that_came_together_go_together(scene: Scene) -> None:
    """Of world permanents that entered at the same moment none is the newest: all go (CR 704.5k)."""
    scene.put(world_card(scene, "Old"))
    cards = [scene.put(world_card(scene, name), zone="hand") for name in ("One", "Two")]
    scene.do(magic.Move(cards, "battlefield"))  # type: ignore[arg-type]
    scene.settle()
    assert there(scene) == []


@pytest.mark.rule("M09")
def test_a_tie_of_older_worlds_does_not_matter(scene: Scene) -> None:
    """Only a tie for the newest counts: one that entered later than two others stays (CR 704.5k)."""
    cards = [scene.put(world_card(scene, name), zone="hand") for name in ("One", "Two", "Three")]
    scene.do(magic.Move(cards[:2], "battlefield"))  # type: ignore[arg-type]
    scene.do(magic.Move(cards[2], "battlefield"))  # type: ignore[arg-type]
    scene.settle()
    assert there(scene) == ["Three"]


@pytest.mark.rule("M09")
def test_what_became_world_later_is_newer(scene: Scene) -> None:
    """How long a permanent has been world counts, not how long it has been there (CR 704.5k)."""
    bear = scene.put("Grizzly Bears")
    scene.put(world_card(scene))
    scene.do(magic.AddEffect(magic.Effect((AddTypes(supertypes=("World",)),)), bear))
    scene.settle()
    assert there(scene) == ["Grizzly Bears"]


@pytest.mark.rule("M09")
def test_a_copy_of_a_world_is_newer(scene: Scene) -> None:
    """What became a copy of a world permanent is world since then (CR 704.5k, 707.2)."""
    bear, plane = scene.put("Grizzly Bears"), scene.put(world_card(scene))
    scene.do(magic.BecomeCopy(bear, plane))
    scene.settle()
    assert scene.game.objects("battlefield") == [bear]


@pytest.mark.rule("M09")
def test_a_phased_out_world_does_not_count(scene: Scene) -> None:
    """A phased-out world permanent neither goes nor makes others go (CR 702.26b, 704.5k)."""
    first, second = scene.put(world_card(scene, "One")), scene.put(world_card(scene, "Two"))
    scene.do(magic.PhaseOut(second))
    assert scene.settle() == []
    scene.do(magic.PhaseIn(second))
    scene.settle()
    assert (first.exists, second.exists) == (False, True)


def test_entering_together_is_part_of_the_position() -> None:
    """Two positions that differ in whether permanents entered together differ, and only while both are there."""

    def entered(*batches: tuple[int, ...], gone: int | None = None) -> str:
        scene = Scene()
        cards = [scene.put(world_card(scene, str(number)), zone="hand") for number in range(2)]
        for batch in batches:
            scene.do(magic.Move([cards[number] for number in batch], "battlefield"))  # type: ignore[arg-type]
        if gone is not None:
            scene.do(magic.Move(cards[gone].became, "hand"))  # type: ignore[arg-type]
        return scene.game.position_digest()

    assert entered((0,), (1,)) != entered((0, 1))
    assert entered((0,), (1,), gone=0) == entered((0, 1), gone=0)


# --- battles ---------------------------------------------------------------------------------------------


@pytest.mark.rule("M11")
@pytest.mark.parametrize("kind", ["Battle — Siege", "Battle"])
def test_a_battle_without_defense_goes(scene: Scene, kind: str) -> None:
    """A battle whose last defense counter is gone is put into its owner's graveyard (CR 704.5v-w).

    A Siege too, where it has lost the ability that would exile it.
    """
    battle = scene.put(scene.card(name="Invasion", type_line=kind, defense=2, keywords=["Indestructible"]))
    scene.do(magic.AddEffect(magic.Effect((magic.abilities.LoseAll(),)), battle))
    scene.do(magic.DealDamage(battle, 1))
    assert scene.settle() == []
    scene.do(magic.DealDamage(battle, 1))
    scene.settle()
    assert there(scene, "graveyard") == ["Invasion"]


@pytest.mark.rule("M11")
@pytest.mark.parametrize(("kind", "stays"), [("Battle — Siege", True), ("Battle", False)])
def test_a_siege_waits_for_its_own_trigger(scene: Scene, kind: str, stays: bool) -> None:
    """A Siege stays while an ability of it that triggered is not off the stack; another battle goes (CR 704.5v-w)."""
    when = {"event": "counters removed", "kind": "defense"}
    trigger = {"ability": "triggered", "when": when, "then": [{"do": "draw"}]}
    battle = scene.put(scene.card(name="Invasion", type_line=kind, defense=1, abilities=[trigger]))
    scene.put("Grizzly Bears", zone="library")
    scene.do(magic.DealDamage(battle, 1))
    scene.settle()
    assert len(scene.game.objects("stack")) == (2 if stays else 1)
    assert battle.exists is stays
    scene.flow()
    assert there(scene, "exile" if stays else "graveyard") == ["Invasion"]
    assert there(scene, "hand") == ["Grizzly Bears"]


@pytest.mark.rule("M11")
def test_defense_counts_while_a_battle_is_up(scene: Scene) -> None:
    """A permanent that is no battle needs no defense counters (CR 704.5v)."""
    back = {"name": "Guardian", "type_line": "Creature — Angel", "power": 4, "toughness": 4}
    battle = scene.put(scene.card(name="Invasion", type_line="Battle — Siege", defense=2, back=back))
    scene.do(magic.Transform(battle))
    scene.do(magic.RemoveCounters(battle, "defense", 2))
    assert scene.settle() == []
    scene.do(magic.Transform(battle))
    scene.settle()
    assert there(scene, "graveyard") == ["Invasion"]


# --- commanders ------------------------------------------------------------------------------------------


@pytest.mark.rule("M13")
@pytest.mark.parametrize("zone", ["graveyard", "exile"])
@pytest.mark.parametrize(("answer", "where"), [("yes", "command"), ("no", None)])
def test_a_commander_may_go_to_the_command_zone(scene: Scene, zone: str, answer: str, where: str | None) -> None:
    """The owner of a commander that came into a graveyard or exile may put it into the command zone (CR 903.9a)."""
    commander = scene.put("Grizzly Bears", "B", commander=True)
    scene.put("Gray Ogre", "B", zone="graveyard")
    scene.answering(command_zone=[(answer,)])
    scene.do(magic.Move(commander, zone))  # type: ignore[arg-type]
    facts = scene.settle()
    (asked,) = (fact.record() for fact in facts if fact.name == "DecisionMade")
    assert (asked["ask"], asked["player"]) == ("command_zone", scene.game.world.seat("B"))
    assert [one.name for one in scene.game.objects(where or zone) if one.read("commander")] == ["Grizzly Bears"]


@pytest.mark.rule("M13")
def test_a_commander_is_offered_once_in_each_place(scene: Scene) -> None:
    """A commander left where it is is not asked about again, until it comes into such a zone anew (CR 903.9a)."""
    scene.answering(command_zone=[("no",), ("no",)])
    commander = scene.put("Grizzly Bears", commander=True)
    scene.do(magic.Destroy(commander))
    assert scene.count(scene.settle(), "DecisionMade") == 1
    assert scene.settle() == []
    scene.do(magic.Exile(commander.became))
    assert scene.count(scene.settle(), "DecisionMade") == 1
    assert there(scene, "exile") == ["Grizzly Bears"]


@pytest.mark.rule("M13", "A34")
@pytest.mark.parametrize("where", ["over", "under"])
def test_only_the_commander_of_a_pile_goes(scene: Scene, where: str) -> None:
    """Of a pile that died the commander card may go to the command zone; the other card stays (CR 903.9a)."""
    commander = scene.put("Dreamtail Heron", zone="hand", commander=True)
    pile = scene.merge(commander, scene.put("Grizzly Bears"), where)
    scene.answering(command_zone=[("yes",)])
    scene.do(magic.Destroy(pile))
    assert sorted(there(scene, "graveyard")) == ["Dreamtail Heron", "Grizzly Bears"]
    scene.settle()
    assert (there(scene, "graveyard"), there(scene, "command")) == (["Grizzly Bears"], ["Dreamtail Heron"])


@pytest.mark.rule("M13")
def test_the_active_player_is_asked_first(scene: Scene) -> None:
    """Owners of commanders are asked at once, beginning with the active player (CR 101.4, 903.9a)."""
    commanders = [scene.put("Grizzly Bears", owner, commander=True) for owner in "AB"]
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.Destroy(commanders))
    facts = scene.settle()
    assert [fact.record()["player"] for fact in facts if fact.name == "DecisionMade"] == [1, 0]


@pytest.mark.rule("M13")
def test_a_commander_in_hand_or_library_is_not_offered(scene: Scene) -> None:
    """Only graveyards and exile are looked at (CR 903.9a)."""
    for zone in ("hand", "library", "command", "battlefield"):
        scene.put("Grizzly Bears", zone=zone, commander=True)
    scene.put("Gray Ogre", zone="graveyard")
    assert scene.settle() == []
