"""Tokens: what they are made of, how they are called, where they can be (CR 111)."""

import pytest
from conftest import Scene
from texts import enters

import ecs_magic as magic
from ecs_magic.world import World

PREDEFINED = {
    "Treasure": (("Artifact",), ("Treasure",), (), None),
    "Food": (("Artifact",), ("Food",), (), None),
    "Gold": (("Artifact",), ("Gold",), (), None),
    "Walker": (("Creature",), ("Zombie",), ("B",), 2),
    "Shard": (("Enchantment",), ("Shard",), (), None),
    "Clue": (("Artifact",), ("Clue",), (), None),
    "Blood": (("Artifact",), ("Blood",), (), None),
    "Powerstone": (("Artifact",), ("Powerstone",), (), None),
    "Incubator": (("Artifact",), ("Incubator",), (), None),
    "Map": (("Artifact",), ("Map",), (), None),
    "Junk": (("Artifact",), ("Junk",), (), None),
    "Lander": (("Artifact",), ("Lander",), (), None),
    "Mutagen": (("Artifact",), ("Mutagen",), (), None),
    "Vibranium": (("Artifact",), ("Vibranium",), (), None),
    "Heartwood": (("Artifact",), ("Heartwood",), ("R", "G"), None),
}
"""Predefined tokens with card types, subtypes, colours and power (CR 111.10)."""
ROLES = ["Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero"]


def create(scene: Scene, token: object, player: str = "A", **options: object) -> list[magic.Object]:
    """Create tokens and return them."""
    facts = scene.do(magic.CreateToken(token, player, **options))  # type: ignore[arg-type]
    return [scene.game.object(fact.record()["permanent"]) for fact in facts if fact.name == "TokenCreated"]


def saproling(scene: Scene) -> magic.CardDefinition:
    """Define the 1/1 green Saproling that Jade Mage creates, without a name of its own."""
    return scene.card(name="", type_line="Creature — Saproling", colors=["G"], power=1, toughness=1)


def entered(old: magic.Object) -> magic.Object:
    """Return the one thing that an object became."""
    (new,) = old.became
    return new


# --- creating --------------------------------------------------------------------------------------------


@pytest.mark.rule("N01")
def test_a_token_has_what_the_effect_gave_it(scene: Scene) -> None:
    """A token has no characteristics that its creation did not define: no cost, text or supertypes (CR 111.3)."""
    (token,) = create(scene, saproling(scene))
    assert (token.types, token.subtypes, token.colors) == (("Creature",), ("Saproling",), ("G",))
    assert (token.power, token.toughness, token.mana_cost, token.mana_value) == (1, 1, None, 0)
    assert (token.supertypes, token.abilities, token.read("color_indicator")) == ((), (), ())
    assert (token.read("token"), token.read("copy"), token.card.kind) == (True, False, "token")


@pytest.mark.rule("N01")
def test_what_defines_a_token_is_copied(scene: Scene) -> None:
    """The values that define a token are its copiable values, as printed ones are a card's (CR 111.3)."""
    (token,) = create(scene, saproling(scene), counters={"+1/+1": 1})
    clone = scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, token))
    assert (clone.name, clone.power, clone.colors) == ("Saproling Token", 1, ("G",))
    assert (clone.read("token"), clone.counters) == (False, {})


@pytest.mark.rule("N02")
@pytest.mark.parametrize(
    ("type_line", "name"),
    [
        ("Creature — Dwarf Berserker", "Dwarf Berserker Token"),
        ("Creature — Saproling", "Saproling Token"),
        ("Artifact Creature — Phyrexian Golem", "Phyrexian Golem Token"),
    ],
)
def test_a_token_is_named_by_its_subtypes(scene: Scene, type_line: str, name: str) -> None:
    """A token that is given no name is named by its subtypes and the word Token (CR 111.4)."""
    tokens = create(scene, scene.card(name="", type_line=type_line, power=2, toughness=1), count=2)
    assert [token.name for token in tokens] == [name] * 2
    assert " ".join(tokens[0].subtypes) == name.removesuffix(" Token")


@pytest.mark.rule("N02")
def test_a_named_token_has_just_that_name(scene: Scene) -> None:
    """A token with a name of its own, as Boo, a legendary Hamster, does not get that of its subtypes (CR 111.4)."""
    hamster = scene.card(
        name="Boo",
        type_line="Legendary Creature — Hamster",
        colors=["R"],
        power=1,
        toughness=1,
        keywords=["Trample", "Haste"],
    )
    (boo,) = create(scene, hamster)
    assert (boo.names, boo.subtypes, boo.supertypes) == (("Boo",), ("Hamster",), ("Legendary",))
    assert boo.keywords == ("trample", "haste")


@pytest.mark.rule("N02")
@pytest.mark.parametrize("from_", ["permanent", "card"])
def test_a_token_copy_has_the_name_of_the_original(scene: Scene, from_: str) -> None:
    """A token that's a copy has the name it copies, without the word Token (CR 111.4, 707.2)."""
    card = scene.cards.find("Doomed Dissenter")
    facts = scene.do(magic.CreateTokenCopy(card if from_ == "card" else scene.put(card), "A"))
    token = scene.game.object(facts[0].record()["permanent"])
    assert (token.name, token.subtypes, token.card.name) == ("Doomed Dissenter", ("Human",), "Doomed Dissenter")


@pytest.mark.rule("N02", "G03")
def test_a_token_copy_of_a_nameless_creature_is_nameless(scene: Scene) -> None:
    """A token copy of a face-down creature has no name, for its name is copied and not left out (CR 111.4, 708.2)."""
    facts = scene.do(magic.CreateTokenCopy(scene.put("Craw Wurm", face_down="manifest"), "A"))
    token = scene.game.object(facts[0].record()["permanent"])
    assert (token.name, token.names, token.power) == ("", (), 2)


@pytest.mark.rule("N01")
def test_who_creates_a_token_owns_and_controls_it(scene: Scene) -> None:
    """A token's owner and controller is the player who created it; it may enter tapped (CR 111.2)."""
    facts = scene.do(magic.CreateToken(saproling(scene), "B", count=2, tapped=True))
    assert [fact.name for fact in facts] == ["PermanentEntered"] * 2 + ["TokenCreated"] * 2
    tokens = scene.game.objects("battlefield")
    assert [(token.owner, token.controller, token.tapped) for token in tokens] == [("B", "B", True)] * 2


@pytest.mark.rule("N03")
@pytest.mark.parametrize("type_line", ["Instant", "Sorcery", "Kindred Instant — Goblin"])
def test_no_token_is_an_instant_or_sorcery(scene: Scene, type_line: str) -> None:
    """A token that would be an instant or sorcery is not created (CR 111.5)."""
    facts = scene.do(magic.CreateToken(scene.card(name="Spell", type_line=type_line), "A"))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert (scene.ignored(facts), scene.game.objects("battlefield")) == (["111.5"], [])


@pytest.mark.rule("N03")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile", "stack", "defined"])
@pytest.mark.parametrize("card", ["Giant Growth", "Startled Awake", "Fire // Ice"])
def test_no_token_copies_an_instant_or_sorcery(scene: Scene, card: str, zone: str) -> None:
    """A token that would be a copy of an instant or sorcery card is not created (CR 111.5)."""
    of = scene.cards.find(card)
    facts = scene.do(magic.CreateTokenCopy(of if zone == "defined" else scene.put(of, zone=zone), "A"))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert (scene.ignored(facts), scene.game.objects("battlefield")) == (["111.5"], [])


@pytest.mark.rule("N03", "C38")
def test_a_token_copies_the_creature_back_of_a_sorcery(scene: Scene) -> None:
    """A permanent with a sorcery front and its back face up can be copied: the token enters so (CR 707.8a, 111.5)."""
    facts = scene.do(magic.CreateTokenCopy(scene.put("Startled Awake", face="back"), "A"))
    token = scene.game.object(facts[0].record()["permanent"])
    assert (token.name, token.types, token.read("face")) == ("Persistent Nightmare", ("Creature",), "back")
    assert scene.ignored(scene.do(magic.Transform(token))) == ["701.27d"]


# --- predefined tokens -----------------------------------------------------------------------------------


@pytest.mark.rule("N05")
@pytest.mark.parametrize("name", PREDEFINED)
def test_predefined_tokens(scene: Scene, name: str) -> None:
    """A predefined token has the characteristics that the rules list for its name (CR 111.10)."""
    types, subtypes, colors, power = PREDEFINED[name]
    (token,) = create(scene, scene.cards.token(name))
    assert (token.types, token.subtypes, token.colors, token.power) == (types, subtypes, colors, power)
    assert (token.supertypes, token.mana_cost, bool(token.abilities)) == ((), None, name != "Walker")
    assert token.name == ("Walker" if name == "Walker" else f"{name} Token")


@pytest.mark.rule("N05")
def test_vibranium_and_heartwood(scene: Scene) -> None:
    """Vibranium is indestructible and colourless; Heartwood is red and green and adds either colour (CR 111.10w-x)."""
    (vibranium,), (heartwood,) = (create(scene, scene.cards.token(name)) for name in ("Vibranium", "Heartwood"))
    assert (vibranium.keywords, vibranium.colors) == (("indestructible",), ())
    assert scene.ignored(scene.do(magic.Destroy(vibranium))) == ["702.12b"]
    assert (heartwood.colors, heartwood.read("produces")) == (("R", "G"), ("R", "G"))


@pytest.mark.rule("N05")
@pytest.mark.parametrize("name", ROLES)
def test_role_tokens(scene: Scene, name: str) -> None:
    """A Role token is a colourless Aura Role enchantment of that name, with enchant creature (CR 111.10j-r)."""
    scene.put("Grizzly Bears")
    (role,) = create(scene, scene.cards.token(name))
    assert (role.name, role.types, role.subtypes, role.colors) == (name, ("Enchantment",), ("Aura", "Role"), ())
    assert "enchant creature" in role.keywords


@pytest.mark.rule("N05")
@pytest.mark.parametrize(("name", "size"), [("Cursed", (1, 1)), ("Monster", (7, 5)), ("Royal", (7, 5))])
def test_roles_change_their_creature(scene: Scene, name: str, size: tuple[int, int]) -> None:
    """A Role on a creature changes it as its definition says, such as to base 1/1 or by +1/+1 (CR 111.10j-m)."""
    wurm = scene.put("Craw Wurm")
    (role,) = create(scene, scene.cards.token(name))
    scene.do(magic.Attach(role, wurm))
    assert (wurm.power, wurm.toughness) == size


# --- leaving ---------------------------------------------------------------------------------------------


@pytest.mark.rule("N01", "G30")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile"])
def test_a_token_that_left_ceases_to_exist(scene: Scene, zone: str) -> None:
    """A token that left is in the other zone until state-based actions are done, and never moves again (CR 111.7-8)."""
    (token,) = create(scene, saproling(scene))
    facts = scene.do(magic.Move(token, magic.Zone(zone)))
    there = entered(token)
    assert (scene.count(facts, "CardPut"), scene.count(facts, "TokenPut"), there.zone) == (0, 1, zone)
    for back in (magic.Zone.BATTLEFIELD, magic.Zone.COMMAND):
        facts = scene.do(magic.Move(there, back))
        assert (scene.ignored(facts), there.zone) == (["111.8"], zone)
    assert [fact.name for fact in scene.settle()] == ["CeasedToExist"]
    assert (there.exists, there.became, scene.game.objects()) == (False, (), [])


def test_equal_tokens_that_enter_together_are_looked_at_once(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many equal tokens need one look at the board on which they would exist; each enters as it says (CR 614.12)."""
    scene.put("Glorious Anthem")
    forks: list[World] = []
    fork = World.fork

    def counted(world: World) -> World:
        forks.append(world)
        return fork(world)

    monkeypatch.setattr(World, "fork", counted)
    slow = scene.card(name="Slow", power=1, toughness=1, abilities=[enters(tapped=True)])
    facts = scene.do(magic.CreateToken(slow, "A", 40), magic.CreateToken(slow, "B", 2))
    tokens = [one for one in scene.game.objects("battlefield") if one.name == "Slow"]
    assert [(one.tapped, one.power) for one in tokens] == [(True, 2)] * 40 + [(True, 1)] * 2
    assert (len(tokens), len(forks) < 10) == (42, True), facts
