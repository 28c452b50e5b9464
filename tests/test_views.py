"""What a player may see (CR 400.2, 406.3, 708.5, 712.6-7): no more in any observation of the game."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.views import Hidden, Shown


def zone(scene: Scene, player: str, key: str) -> tuple[Shown | Hidden, ...]:
    """Return what a player sees of a zone."""
    return scene.game.view(player).zones[key]


def shown(scene: Scene, player: str, object_: magic.Object) -> Shown:
    """Return what a player sees of an object, which must be shown."""
    found = [
        one
        for objects in scene.game.view(player).zones.values()
        for one in objects
        if isinstance(one, Shown) and one.id == object_.id
    ]
    (one,) = found
    return one


@pytest.mark.rule("D01")
@pytest.mark.parametrize("place", ["battlefield", "graveyard", "stack", "exile", "command"])
def test_everybody_sees_public_zones(scene: Scene, place: str) -> None:
    """An object in a public zone is seen by all players alike (CR 400.2)."""
    bear = scene.put("Grizzly Bears", zone=place)
    mine, theirs = (shown(scene, player, bear) for player in "AB")
    assert mine == theirs
    assert (mine.cards, mine.reads["name"], mine.reads["power"], mine.reads["zone"]) == (
        ("Grizzly Bears",),
        "Grizzly Bears",
        2,
        place,
    )


@pytest.mark.rule("D01")
def test_a_hand_is_seen_by_its_owner_alone(scene: Scene) -> None:
    """Other players see how many cards are in a hand, and nothing of them (CR 400.2)."""
    for name in ("Grizzly Bears", "Forest"):
        scene.put(name, "A", zone="hand")
    mine = zone(scene, "A", "hand/A")
    assert [one.cards for one in mine if isinstance(one, Shown)] == [("Grizzly Bears",), ("Forest",)]
    assert zone(scene, "B", "hand/A") == (Hidden(), Hidden())


@pytest.mark.rule("D01", "D19")
@pytest.mark.parametrize("player", ["A", "B"])
def test_nobody_sees_a_library(scene: Scene, player: str) -> None:
    """A library shows how many cards are in it, also to its owner (CR 400.2, 401.2-3)."""
    for name in ("Grizzly Bears", "Forest", "Island"):
        scene.put(name, "A", zone="library")
    assert zone(scene, player, "library/A") == (Hidden(), Hidden(), Hidden())


@pytest.mark.rule("D01", "C54")
def test_hidden_cards_look_the_same_whatever_they_are(scene: Scene) -> None:
    """Two games that differ in hidden cards alone look the same to who may not see them (CR 712.7)."""
    views = []
    for names in (("Grizzly Bears", "Forest"), ("Delver of Secrets", "Graf Rats")):
        other = Scene()
        for name in names:
            other.put(name, "A", zone="hand")
            other.put(name, "A", zone="library")
        hidden = other.put(names[0], "A", face_down="manifest")
        exiled = other.put(names[0], "A")
        other.do(magic.Exile(exiled, face_down=True))
        assert hidden.exists
        views.append(other.game.view("B"))
    assert views[0] == views[1]


@pytest.mark.rule("F05")
def test_the_controller_sees_what_is_face_down(scene: Scene) -> None:
    """The controller of a face-down permanent knows its card; another player sees a nameless 2/2 (CR 708.5)."""
    hidden = scene.put("Delver of Secrets", face_down="morph")
    mine, theirs = shown(scene, "A", hidden), shown(scene, "B", hidden)
    assert (mine.cards, mine.reads["name"], mine.reads["power"]) == (("Delver of Secrets",), "", 2)
    assert (theirs.cards, theirs.reads["name"], theirs.reads["power"], theirs.reads["face_down"]) == ((), "", 2, True)
    for secret in ("color_identity", "double_faced", "constituents", "commander", "merged", "face"):
        assert secret not in theirs.reads


@pytest.mark.rule("F05")
def test_a_new_controller_sees_what_is_face_down(scene: Scene) -> None:
    """Whoever gains control of a face-down permanent may look at it, and the old controller no more (CR 708.5)."""
    hidden = scene.put("Delver of Secrets", face_down="morph")
    scene.do(magic.GainControl(hidden, "B"))
    assert (shown(scene, "B", hidden).cards, shown(scene, "A", hidden).cards) == (("Delver of Secrets",), ())


@pytest.mark.rule("F05")
def test_a_face_down_spell_is_hidden_too(scene: Scene) -> None:
    """A face-down spell shows its card to its controller alone (CR 708.5)."""
    card = scene.put("Grinning Demon", zone="hand")
    scene.do(magic.Move(card, "stack", face_down=magic.FaceDown("morph")))
    (spell,) = card.became
    assert (shown(scene, "A", spell).cards, shown(scene, "B", spell).cards) == (("Grinning Demon",), ())


@pytest.mark.rule("F05")
def test_a_face_down_card_beneath_a_face_up_one_stays_hidden(scene: Scene) -> None:
    """Of a pile with a face-down card beneath others see what is face up, and not which card lies there (CR 708.5)."""
    hidden = scene.put("Grizzly Bears", face_down="manifest")
    secret = hidden.card.id
    pile = scene.merge("Dreamtail Heron", hidden)
    mine, theirs = shown(scene, "A", pile), shown(scene, "B", pile)
    assert mine.cards == ("Dreamtail Heron", "Grizzly Bears")
    assert theirs.cards == ("Dreamtail Heron", "")
    assert secret in mine.reads["constituents"]
    assert secret not in theirs.reads["constituents"]


@pytest.mark.rule("D23")
@pytest.mark.parametrize("player", ["A", "B"])
def test_a_card_exiled_face_down_is_hidden(scene: Scene, player: str) -> None:
    """A card exiled face down can't be looked at unless something allows it; face up, by everybody (CR 406.3)."""
    down, up = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.do(magic.Exile(down, face_down=True))
    scene.do(magic.Exile(up))
    (first, second) = zone(scene, player, "exile")
    assert first == Hidden()
    assert isinstance(second, Shown)
    assert second.cards == ("Gray Ogre",)


@pytest.mark.rule("F07", "A29")
def test_a_face_down_permanent_is_shown_as_it_leaves(scene: Scene) -> None:
    """A face-down permanent that leaves the battlefield is shown to all, each card of a pile too (CR 708.9)."""
    hidden = scene.put("Grizzly Bears", face_down="manifest")
    pile = scene.merge("Dreamtail Heron", scene.put("Gray Ogre", face_down="manifest"), "under")
    scene.do(magic.TurnFaceUp(pile))
    scene.do(magic.TurnFaceDown(pile))
    secret = {card.id for one in (hidden, pile) for card in one.constituents}
    facts = scene.do(magic.Move([hidden, pile], "hand"))
    assert {fact.record()["card"] for fact in facts if fact.name == "Revealed"} == secret


@pytest.mark.rule("C53")
def test_who_sees_a_double_faced_card_sees_both_faces(scene: Scene) -> None:
    """A player who may look at a double-faced card knows the whole card, whichever face is up (CR 712.6)."""
    delver = scene.put("Delver of Secrets")
    scene.do(magic.Transform(delver))
    seen = shown(scene, "B", delver)
    assert (seen.cards, seen.reads["name"], seen.reads["double_faced"]) == (
        ("Delver of Secrets",),
        "Insectile Aberration",
        True,
    )


@pytest.mark.rule("D01")
def test_a_view_tells_life_mana_and_order(scene: Scene) -> None:
    """Life totals, mana pools and the order of graveyards are open (CR 404.2)."""
    scene.do(magic.SetLife("B", 7), magic.AddMana("A", "{R}{R}"))
    for name in ("Forest", "Island"):
        scene.put(name, "B", zone="graveyard")
    for player in "AB":
        view = scene.game.view(player)
        assert (view.player, view.life, view.mana) == (player, {"A": 20, "B": 7}, {"A": "RR", "B": ""})
        assert [one.cards for one in view.zones["graveyard/B"] if isinstance(one, Shown)] == [("Forest",), ("Island",)]


@pytest.mark.rule("D19")
def test_who_may_see_an_ordering_is_in_the_decision(scene: Scene) -> None:
    """The order of cards put into a library together is its owner's to see, that of a graveyard all's (CR 401.4)."""
    scene.game.decider = None
    pile = scene.merge("Dreamtail Heron", scene.put("Grizzly Bears", "A"))
    pending = scene.game.do(magic.Move(pile, "library"))
    assert isinstance(pending, magic.Pending)
    assert pending.decision.seen_by == (0,)
    scene.game.answer(pending.decision.options)
    scene.game.do(magic.Draw("A", 2))
    pending = scene.game.do(magic.Move(scene.game.objects("hand"), "graveyard"))
    assert isinstance(pending, magic.Pending)
    assert pending.decision.seen_by is None
    scene.game.answer(pending.decision.options)


@pytest.mark.rule("E11")
def test_reading_changes_nothing(scene: Scene) -> None:
    """Looking at a game leaves position and digest as they are, and a second look is the same (CR 613.5)."""
    scene.put("Opalescence")
    scene.put("Enchanted Evening")
    scene.put("Swamp", "B")
    scene.put("Maro", zone="graveyard")
    before = (scene.game.position_digest(), scene.game.digest())
    first = scene.game.view("A")
    assert scene.game.view("A") == first
    assert (scene.game.position_digest(), scene.game.digest()) == before
