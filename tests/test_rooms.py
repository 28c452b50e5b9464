"""Rooms: split permanent cards with a shared type line, whose halves are unlocked (CR 709.5)."""

from pathlib import Path

import pytest
from conftest import Scene
from scenarios import played
from texts import GAIN, does, on, spell, static, triggered

import ecs_magic as magic

GROWS = {"change": "modify_power_toughness", "power": 1, "toughness": 1}
OPENED = triggered(on("unlocked", kind="left"), GAIN, name="when you unlock this door")
OPEN = triggered(on("fully unlocked", what={"controller": "you"}), GAIN, GAIN, name="when you fully unlock")
ROOM = [
    {
        "name": "Green Hall",
        "mana_cost": "{1}{G}",
        "type_line": "Enchantment — Room",
        "abilities": [OPENED, static(GROWS, types=["Creature"], controller="you")],
    },
    {
        "name": "Blue Vault",
        "mana_cost": "{2}{U}",
        "type_line": "Enchantment — Room",
        "abilities": [OPEN, static({**GROWS, "power": 0}, types=["Creature"], controller="you")],
    },
]


def room(scene: Scene) -> magic.CardDefinition:
    """Return a Room whose left half gives +1/+1 and whose right half gives +0/+1."""
    return scene.card(name="Green Hall // Blue Vault", type_line="Enchantment — Room", layout="split", halves=ROOM)


def cast(scene: Scene, face: str, mana: str) -> magic.Object:
    """Cast one half of a Room and return the permanent."""
    card = scene.put(room(scene), zone="hand")
    scene.do(magic.AddMana("A", mana))
    facts = scene.do(magic.Cast(card, face=face))
    facts = scene.flow()
    return scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "PermanentEntered"))


def shown(one: magic.Object) -> tuple[object, ...]:
    """Return name, mana cost, mana value, colours and which halves are unlocked."""
    return one.names, one.read("mana_cost"), one.mana_value, one.colors, one.read("unlocked")


@pytest.mark.rule("F24")
def test_a_room_has_what_its_unlocked_halves_have(scene: Scene) -> None:
    """The half that was cast is unlocked; the other has no name, mana cost or text until it is (CR 709.5, 709.5d)."""
    bear = scene.put("Grizzly Bears")
    hall = cast(scene, "front", "CG")
    assert shown(hall) == (("Green Hall",), "{1}{G}", 2, ("G",), ("left",))
    assert (hall.types, hall.subtypes, bear.power, bear.toughness) == (("Enchantment",), ("Room",), 3, 3)
    scene.do(magic.Unlock(hall, half="right", free=True))
    assert shown(hall) == (("Green Hall", "Blue Vault"), "{1}{G}{2}{U}", 5, ("U", "G"), ("left", "right"))
    assert (bear.power, bear.toughness) == (3, 4)
    scene.do(magic.Lock(hall, half="left"))
    assert (shown(hall)[0], bear.power, bear.toughness) == (("Blue Vault",), 2, 3)
    vault = cast(scene, "back", "CCU")
    assert (shown(vault)[0], vault.read("unlocked"), vault.read("face")) == (("Blue Vault",), ("right",), "front")


@pytest.mark.rule("F24")
def test_a_room_that_was_not_cast_has_no_unlocked_half(scene: Scene) -> None:
    """Put onto the battlefield it is an enchantment without a name; its types stay (CR 709.5a, 709.5d)."""
    bear = scene.put("Grizzly Bears")
    card = scene.put(room(scene), zone="graveyard")
    assert shown(card)[:3] == (("Green Hall", "Blue Vault"), "{1}{G}{2}{U}", 5)
    scene.do(magic.Move(card, "battlefield"))
    (hall,) = card.became
    assert shown(hall) == ((), "", 0, (), ())
    assert (hall.types, hall.abilities, bear.power) == (("Enchantment",), (), 2)
    facts = scene.do(magic.Unlock(hall, half="left", free=True))
    assert ([fact.record()["full"] for fact in facts if fact.name == "HalfUnlocked"], bear.power) == ([False], 3)


@pytest.mark.rule("F24")
def test_unlocking_costs_the_mana_of_that_half(scene: Scene) -> None:
    """As a special action its controller pays the mana cost of a locked half (CR 709.5e, 116.2)."""
    hall = cast(scene, "front", "CG")
    assert scene.ignored(scene.do(magic.Unlock(hall))) == ["118.3"]
    scene.do(magic.AddMana("A", "CCU"), magic.AddMana("B", "CCU"))
    assert scene.ignored(scene.do(magic.Unlock(hall, "B"))) == ["709.5e"]
    facts = scene.do(magic.Unlock(hall))
    assert (scene.pool(), scene.stack(), hall.read("unlocked")) == ("", [], ("left", "right"))
    assert [fact.record()["full"] for fact in facts if fact.name == "HalfUnlocked"] == [True]
    assert scene.ignored(scene.do(magic.Unlock(hall, free=True))) == ["709.5f"]
    assert scene.ignored(scene.do(magic.Lock(scene.put("Grizzly Bears")))) == ["709.5g"]


@pytest.mark.rule("F24")
def test_triggers_on_unlocking(scene: Scene) -> None:
    """A half triggers as it is unlocked, on entering or later; both unlocked is another event (CR 709.5h-i)."""
    hall = cast(scene, "front", "CG")
    assert scene.life() == 21
    scene.do(magic.Unlock(hall, half="right", free=True))
    scene.flow()
    assert scene.life() == 23
    scene.do(magic.Lock(hall, half="left"))
    scene.do(magic.Unlock(hall, half="left", free=True))
    scene.flow()
    assert scene.life() == 26


@pytest.mark.rule("F24")
def test_a_copy_of_a_room_has_both_halves_and_its_own_designations(scene: Scene) -> None:
    """Both halves are copied; which are unlocked is not, and stays with a permanent that becomes a copy (CR 709.5)."""
    hall = cast(scene, "front", "CG")
    facts = scene.do(magic.CreateTokenCopy(hall, "A"))
    token = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))
    assert shown(token) == ((), "", 0, (), ())
    scene.do(magic.Unlock(token, half="right", free=True))
    assert shown(token)[0] == ("Blue Vault",)
    other = scene.put("Glorious Anthem")
    scene.do(magic.BecomeCopy(other, hall))
    assert shown(other)[0] == ()
    scene.do(magic.BecomeCopy(hall, scene.put("Runeclaw Bear")))
    assert (hall.name, hall.read("unlocked")) == ("Runeclaw Bear", ("left",))


@pytest.mark.rule("F24")
def test_an_effect_unlocks_and_locks_a_half_of_choice(scene: Scene) -> None:
    """An instruction unlocks a locked half that its player chooses, without its cost (CR 709.5f-g)."""
    halls = [scene.put(room(scene)) for _ in range(2)]
    key = scene.card(
        name="Key", type_line="Sorcery", abilities=[spell(does("unlock", what={"of": {"subtypes": ["Room"]}}))]
    )
    scene.answering(half=[["right"], ["left"]])
    scene.cast(key)
    scene.flow()
    assert [one.read("unlocked") for one in halls] == [("right",), ("left",)]
    bolt = scene.card(
        name="Bolt", type_line="Sorcery", abilities=[spell(does("lock", what={"of": {"subtypes": ["Room"]}}))]
    )
    scene.cast(bolt)
    scene.flow()
    assert [one.read("unlocked") for one in halls] == [(), ()]


@pytest.mark.rule("F24")
@pytest.mark.parametrize(("who", "life"), [("A", (21, 20)), ("B", (20, 21))])
def test_who_unlocks_is_whose_event_it_is(scene: Scene, who: str, life: tuple[int, int]) -> None:
    """An ability on a player unlocking a half looks at who does it, not at whose permanent it is (CR 709.5h)."""
    hall = scene.put(room(scene))
    for owner in ("A", "B"):
        scene.rule(triggered(on("unlocked", what={}, player="you"), GAIN, name="you unlock"), owner=owner)
    scene.do(magic.Unlock(hall, who, half="right", free=True))
    scene.flow()
    assert (scene.life("A"), scene.life("B")) == life


@pytest.mark.rule("F24")
@pytest.mark.parametrize("top", ["Dreamtail Heron", "a Room"])
def test_a_room_beneath_gives_what_is_unlocked(scene: Scene, top: str) -> None:
    """In a pile the text of a locked half is no ability of the permanent, wherever the Room lies (CR 709.5, 730.2a)."""
    bear = scene.put("Grizzly Bears")
    hall = scene.put(room(scene))
    scene.do(magic.Unlock(hall, half="left", free=True))
    plain = ({"name": "East", "type_line": "Enchantment — Room"}, {"name": "West", "type_line": "Enchantment — Room"})
    empty = scene.card(name="East // West", type_line="Enchantment — Room", layout="split", halves=plain)
    scene.merge(empty if top == "a Room" else top, hall)
    named = [one.name for one in hall.abilities]
    assert ("when you unlock this door" in named, "when you fully unlock" in named) == (True, False)
    assert (bear.power, bear.toughness) == (3, 3)
    if top == "a Room":
        scene.do(magic.Unlock(hall, half="right", free=True))
        assert (bear.power, bear.toughness, hall.names) == (3, 4, ("East", "West"))
        scene.do(magic.Lock(hall, half="left"))
        assert (bear.power, bear.toughness, hall.names) == (2, 3, ("West",))


@pytest.mark.rule("F24")
def test_a_copied_room_spell_enters_locked(scene: Scene) -> None:
    """A copy of a Room spell was not cast, so the token has neither half unlocked (CR 709.5b, 709.5d, 707.10)."""
    card = scene.put(room(scene), zone="hand")
    scene.do(magic.AddMana("A", "CG"))
    scene.do(magic.Cast(card))
    scene.do(magic.CopySpell(scene.game.objects("stack")[0], "A"))
    assert [one.names for one in scene.game.objects("stack")] == [("Green Hall",)] * 2
    scene.flow()
    rooms = [one for one in scene.game.objects("battlefield") if "Room" in one.subtypes]
    assert sorted((one.token, *shown(one)) for one in rooms) == [
        (False, ("Green Hall",), "{1}{G}", 2, ("G",), ("left",)),
        (True, (), "", 0, (), ()),
    ]


def test_rooms_in_a_scenario(tmp_path: Path) -> None:
    """A Room is a card with two halves of one type line; steps unlock and lock it (CR 709.5)."""
    played(
        tmp_path,
        """
        card = [ { name = "Hall // Vault", type_line = "Enchantment — Room", layout = "split", halves = [
          { name = "Hall", mana_cost = "{G}", type_line = "Enchantment — Room" },
          { name = "Vault", mana_cost = "{U}", type_line = "Enchantment — Room" },
        ] } ]
        object = [ { id = "room", card = "Hall // Vault", zone = "hand", owner = "A" } ]
        step = [
          { do = "add_mana", player = "A", mana = "GU" },
          { do = "cast", object = "room", face = "back" },
          { do = "resolve", as = "vault", expect = [
            { object = "vault", is = { name = "Vault", unlocked = ["right"] } } ] },
          { do = "unlock", object = "vault", player = "A", expect = [
            { object = "vault", is = { unlocked = ["left", "right"] } }, { facts = "HalfUnlocked", count = 1 },
            { player = "A", mana = "" } ] },
          { do = "lock", object = "vault", half = "right", expect = [ { object = "vault", is = { name = "Hall" } } ] },
        ]
        """,
    )
