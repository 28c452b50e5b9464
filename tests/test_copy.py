"""Copies of permanents, cards and spells (CR 707): what is copied, of which face, and what is not."""

from collections.abc import Callable

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, Gain, ModifyPowerToughness, SetColors, SetName, SetPowerToughness
from ecs_magic.changes import NewCard
from ecs_magic.enums import CardKind
from ecs_magic.setup import Placement

FROG = magic.CopyExceptions(colors=("G",), subtypes=("Frog",), power=1, toughness=1)
"""Except it's a 1/1 green Frog."""
IMAGE = magic.CopyExceptions(add_subtypes=("Illusion",), add_abilities=("a fragile thing",))
"""Except it's an Illusion in addition to its other types and has an ability."""


def entered(old: magic.Object) -> magic.Object:
    """Return the one thing that an object became."""
    (new,) = old.became
    return new


def shown(thing: magic.Object) -> tuple[str, int | None, int | None]:
    """Return name, power and toughness."""
    return thing.name, thing.power, thing.toughness


def names(thing: magic.Object) -> list[str]:
    """Return the names of the abilities, in order."""
    return [ability.name for ability in thing.abilities]


def clone(scene: Scene, of: object, card: str = "Clone", **options: object) -> magic.Object:
    """Place a card, make it a copy and return it."""
    thing = scene.put(card)
    scene.do(magic.BecomeCopy(thing, of, **options))  # type: ignore[arg-type]
    return thing


def token_copy(scene: Scene, of: object, **options: object) -> magic.Object:
    """Create a token that's a copy and return it."""
    facts = scene.do(magic.CreateTokenCopy(of, "A", **options))  # type: ignore[arg-type]
    return scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))


def spell_copy(scene: Scene, card: str, **options: object) -> magic.Object:
    """Place a copy of a spell on the stack."""
    part = NewCard(scene.cards.find(card), scene.game.world.seat("A"), CardKind.SPELL_COPY)
    return scene.game.place(Placement((part,), magic.Zone.STACK, **options))  # type: ignore[arg-type]


def sized(scene: Scene, **source: object) -> magic.CardDefinition:
    """Define a creature whose power and toughness are the number of its controller's Swamps."""
    swamps = {"amount": "count", "of": {"controller": "you", "subtypes": ["Swamp"]}}
    change = {"change": "define_power_toughness", "power": swamps, "toughness": swamps}
    effect = {"changes": [change], "affects": {"which": "this"}}
    static = {"ability": "static", "name": "size: Swamps", "effect": effect, "defines": True}
    usual = {"name": "Mare", "mana_cost": "{5}{B}", "type_line": "Creature — Horse", "keywords": ["Flying"]}
    return scene.card(**{**usual, "power": "*", "toughness": "*", "abilities": [static], **source})


BOTH_WAYS = [pytest.param(clone, id="becomes a copy"), pytest.param(token_copy, id="token copy")]
Copier = Callable[..., magic.Object]


# --- what is copied, and what is not ---------------------------------------------------------------------


@pytest.mark.rule("G01", "G04")
@pytest.mark.parametrize("copy", BOTH_WAYS)
@pytest.mark.parametrize("card", ["Branchsnap Lorian", "Dryad Arbor", "Bosh, Iron Golem"])
def test_a_copy_has_what_is_printed(scene: Scene, copy: Copier, card: str) -> None:
    """A copy has name, cost, colours, types, text, power and toughness of the original (CR 707.2, 707.2a)."""
    original = scene.put(card, "B")
    made = copy(scene, original)
    assert made.characteristics == original.characteristics
    assert (made.controller, made.read("copy"), original.read("copy")) == ("A", True, False)


@pytest.mark.rule("G04")
@pytest.mark.parametrize("copy", BOTH_WAYS)
def test_a_copied_ability_works_once(scene: Scene, copy: Copier) -> None:
    """A copy has each copied ability once, and it works for it as for the original (CR 707.2a)."""
    king = scene.put("Goblin King", "B")
    made = copy(scene, king)
    assert names(made) == ["other Goblins grow and mountainwalk", "mountainwalk"]
    assert (shown(king), shown(made)) == (("Goblin King", 3, 3), ("Goblin King", 3, 3))
    scene.do(magic.Destroy(king))
    assert (shown(made), made.keywords) == (("Goblin King", 2, 2), ())


@pytest.mark.rule("G01", "G02")
@pytest.mark.parametrize("copy", BOTH_WAYS)
def test_effects_counters_and_status_are_not_copied(scene: Scene, copy: Copier) -> None:
    """Effects of every layer, counters and status of the original are no copiable values (CR 707.2)."""
    original = scene.put("Grizzly Bears", "B", tapped=True, counters={"+1/+1": 1, "flying": 1})
    changes = (
        SetName("Other"),
        AddTypes(("Artifact",), ("Golem",)),
        SetColors(("U",)),
        Gain(("Haste",)),
        SetPowerToughness(7, 7),
        ModifyPowerToughness(1, 1),
    )
    scene.do(magic.AddEffect(magic.Effect(changes), original))
    assert (*shown(original), original.colors, original.keywords) == ("Other", 9, 9, ("U",), ("flying", "haste"))
    made = copy(scene, original)
    assert (*shown(made), made.colors, made.keywords) == ("Grizzly Bears", 2, 2, ("G",), ())
    assert (made.types, made.subtypes) == (("Creature",), ("Bear",))
    assert (made.tapped, made.counters) == (False, {})


@pytest.mark.rule("G02", "G01")
def test_an_animated_artifact_is_copied_as_an_artifact(scene: Scene) -> None:
    """A copy of a Chimeric Staff that is a 5/5 creature is an artifact with the Staff's ability (CR 707.2)."""
    staff = scene.put("Chimeric Staff", "B")
    awake = magic.Effect((AddTypes(("Creature",), ("Construct",)), SetPowerToughness(5, 5)))
    scene.do(magic.AddEffect(awake, staff, until="end of turn"))
    assert (staff.types, staff.power) == (("Artifact", "Creature"), 5)
    made = clone(scene, staff)
    assert (made.name, made.types, made.subtypes) == ("Chimeric Staff", ("Artifact",), ())
    assert (made.power, made.toughness, names(made)) == (None, None, ["X mana: a Construct of that size"])


@pytest.mark.rule("G04")
def test_a_copied_defining_ability_defines_for_the_copy(scene: Scene) -> None:
    """A copied ability that defines power and toughness counts what the copy's player has (CR 707.2a)."""
    original = scene.put(sized(scene), "B")
    for owner, count in (("A", 4), ("B", 1)):
        for _ in range(count):
            scene.put("Swamp", owner)
    made = clone(scene, original)
    assert (shown(original), shown(made)) == (("Mare", 1, 1), ("Mare", 4, 4))
    assert names(made) == ["flying", "size: Swamps"]
    scene.do(magic.Move(made, magic.Zone.HAND))
    card = entered(made)
    assert (*shown(card), card.keywords, card.read("copy")) == ("Clone", 0, 0, (), False)


@pytest.mark.rule("G05")
@pytest.mark.parametrize("change", ["merge", "transform", "copy", "turn down", "leave"])
@pytest.mark.parametrize("copy", BOTH_WAYS)
def test_later_changes_of_the_original_do_not_matter(scene: Scene, copy: Copier, change: str) -> None:
    """Once it is a copy it stays as it is, whatever becomes of the original's copiable values (CR 707.2b)."""
    original = scene.put("Kessig Prowler" if change == "transform" else "Grizzly Bears")
    made = copy(scene, original)
    before = made.characteristics
    match change:
        case "merge":
            scene.merge("Dreamtail Heron", original)
        case "transform":
            scene.do(magic.Transform(original))
        case "copy":
            scene.do(magic.BecomeCopy(original, scene.put("Craw Wurm")))
        case "turn down":
            scene.do(magic.TurnFaceDown(original))
        case "leave":
            scene.do(magic.Exile(original))
    assert made.characteristics == before


@pytest.mark.rule("G05", "G12")
def test_two_permanents_become_copies_of_each_other(scene: Scene) -> None:
    """What becomes a copy at one moment copies the values that the other had before (CR 707.2b)."""
    bears, wurm = scene.put("Grizzly Bears"), scene.put("Craw Wurm")
    scene.do(magic.BecomeCopy(bears, wurm), magic.BecomeCopy(wurm, bears))
    assert (bears.name, wurm.name) == ("Craw Wurm", "Grizzly Bears")


@pytest.mark.rule("G07", "G01")
def test_a_copy_of_a_copy_has_the_copied_values(scene: Scene) -> None:
    """Whatever copies a copy takes the values that it copied (CR 707.3)."""
    first = clone(scene, scene.put("Craw Wurm"))
    assert shown(clone(scene, first)) == ("Craw Wurm", 6, 4)
    assert shown(token_copy(scene, first)) == ("Craw Wurm", 6, 4)


@pytest.mark.rule("G07")
def test_the_status_of_the_copier_stays(scene: Scene) -> None:
    """A permanent that becomes a copy keeps its own status: tapped stays tapped (CR 707.3, 110.5c)."""
    tapped = scene.put("Clone", tapped=True)
    scene.do(magic.BecomeCopy(tapped, scene.put("Grizzly Bears")))
    assert (tapped.name, tapped.tapped) == ("Grizzly Bears", True)


@pytest.mark.rule("G12", "G13")
def test_copying_another_thing_is_no_entering(scene: Scene) -> None:
    """A permanent that copies something else enters and leaves nothing, and other effects go on (CR 707.4)."""
    shapeshifter = scene.put("Unstable Shapeshifter", counters={"+1/+1": 1})
    growth = magic.Effect((ModifyPowerToughness(3, 3),))
    scene.do(magic.AddEffect(growth, shapeshifter, until="end of turn"))
    for card, size in (("Grizzly Bears", 2), ("Wall of Omens", 0)):
        facts = scene.do(magic.BecomeCopy(shapeshifter, scene.put(card)))
        assert [fact.name for fact in facts] == ["BecameCopy", "EffectBegan"]
        assert (shapeshifter.name, shapeshifter.power) == (card, size + 4)
    scene.do(magic.BeginStep("cleanup"))
    assert shown(shapeshifter) == ("Wall of Omens", 1, 5)


@pytest.mark.rule("G12")
def test_a_copy_ends_with_its_duration(scene: Scene) -> None:
    """When a copy effect ends the permanent, still the same object, has its own values again (CR 707.4, 611.2a)."""
    bears = scene.put("Grizzly Bears", counters={"+1/+1": 1})
    scene.do(magic.BecomeCopy(bears, scene.put("Craw Wurm"), until="end of turn"))
    assert shown(bears) == ("Craw Wurm", 7, 5)
    facts = scene.do(magic.BeginStep("cleanup"))
    assert scene.count(facts, "EffectEnded") == 1
    assert (*shown(bears), bears.read("copy")) == ("Grizzly Bears", 3, 3, False)


# --- entering as a copy ----------------------------------------------------------------------------------


@pytest.mark.rule("G14", "H14")
@pytest.mark.parametrize(
    ("card", "tapped", "counters"),
    [
        ("Skyshroud Behemoth", True, {"fade": 2}),
        ("Teferi, Master of Time", False, {"loyalty": 3}),
        ("Invasion of Belenon", False, {"defense": 5}),
    ],
)
def test_a_token_copy_enters_as_the_copy(scene: Scene, card: str, tapped: bool, counters: dict[str, int]) -> None:
    """A token that's a copy is one as it enters, so what the original would enter with applies to it (CR 707.5)."""
    original = scene.put(card, "B", counters={"charge": 7})
    made = token_copy(scene, original)
    assert (made.name, made.tapped, made.counters) == (card, tapped, counters)


@pytest.mark.rule("G14")
def test_only_the_face_that_enters_is_asked(scene: Scene) -> None:
    """A token copy that enters back face up gets nothing that the front would enter with (CR 707.5, 707.8a)."""
    thing = scene.put("Thing in the Ice")
    assert token_copy(scene, thing).counters == {"ice": 4}
    scene.do(magic.Transform(thing))
    assert (token_copy(scene, thing).name, token_copy(scene, thing).counters) == ("Awoken Horror", {})


# --- face-down originals and copiers ---------------------------------------------------------------------


@pytest.mark.rule("G03", "F01")
@pytest.mark.parametrize("copy", BOTH_WAYS)
@pytest.mark.parametrize("card", ["Grinning Demon", "Terastodon"])
def test_a_copy_of_a_face_down_creature_is_face_up(scene: Scene, copy: Copier, card: str) -> None:
    """A copy of a face-down creature is a face-up, nameless, colourless 2/2 without abilities (CR 707.2, 708.2)."""
    made = copy(scene, scene.put(card, face_down="morph"))
    for one in (made, clone(scene, made)):
        assert (*shown(one), one.types, one.subtypes, one.colors) == ("", 2, 2, ("Creature",), (), ())
        assert (one.abilities, one.mana_cost, one.mana_value, one.read("face_down")) == ((), None, 0, False)
        assert scene.ignored(scene.do(magic.TurnFaceUp(one))) == ["708.8"]


@pytest.mark.rule("F08", "G10", "G11", "E03")
@pytest.mark.parametrize(
    ("card", "keywords"), [("Branchsnap Lorian", ("trample", "morph {G}")), ("Wandering Ones", ())]
)
def test_a_face_down_copy_stays_a_plain_creature(scene: Scene, card: str, keywords: tuple[str, ...]) -> None:
    """A face-down permanent that becomes a copy shows what it copied once it is turned up (CR 707.3, 708.10)."""
    demon, original = scene.put("Grinning Demon", face_down="morph"), scene.put(card)
    scene.do(magic.BecomeCopy(demon, original))
    assert (*shown(demon), demon.colors, demon.abilities) == ("", 2, 2, (), ())
    facts = scene.do(magic.TurnFaceUp(demon))
    assert scene.count(facts, "TurnedFaceUp") == 1
    assert (*shown(demon), demon.keywords) == (card, original.power, original.toughness, keywords)


@pytest.mark.rule("F08", "E03")
def test_face_down_covers_a_copy_effect_until_it_ends(scene: Scene) -> None:
    """A face-down creature that is a copy until end of turn is a 2/2, and the copy if turned up (CR 613.2)."""
    early, late = (scene.put("Pine Walker", face_down="morph") for _ in range(2))
    wurm = scene.put("Craw Wurm")
    scene.do(magic.BecomeCopy([early, late], wurm, until="end of turn"))
    assert (shown(early), shown(late)) == (("", 2, 2), ("", 2, 2))
    scene.do(magic.TurnFaceUp(early))
    assert shown(early) == ("Craw Wurm", 6, 4)
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.TurnFaceUp(late))
    assert (shown(early), shown(late)) == (("Pine Walker", 5, 5), ("Pine Walker", 5, 5))


@pytest.mark.rule("F08", "F01")
def test_a_copy_turned_down_is_plain(scene: Scene) -> None:
    """A copy that is turned face down is a plain 2/2, and the copy again when it is turned up (CR 708.2a, 708.8)."""
    made = clone(scene, scene.put("Craw Wurm"))
    scene.do(magic.TurnFaceDown(made))
    assert shown(made) == ("", 2, 2)
    scene.do(magic.TurnFaceUp(made))
    assert shown(made) == ("Craw Wurm", 6, 4)


# --- double-faced originals ------------------------------------------------------------------------------


@pytest.mark.rule("C33", "G20")
@pytest.mark.parametrize(
    ("card", "face", "name", "mana_value"),
    [
        ("Huntmaster of the Fells", "front", "Huntmaster of the Fells", 4),
        ("Huntmaster of the Fells", "back", "Ravager of the Fells", 0),
        ("Thing in the Ice", "back", "Awoken Horror", 0),
        ("Esika, God of the Tree", "front", "Esika, God of the Tree", 3),
        ("Esika, God of the Tree", "back", "The Prismatic Bridge", 5),
    ],
)
def test_the_face_that_is_up_is_copied(scene: Scene, card: str, face: str, name: str, mana_value: int) -> None:
    """A copy has the face that is up, and its mana value is that of the copied mana cost (CR 707.8, 202.3b)."""
    made = clone(scene, scene.put(card, "B", face=face))
    assert (made.name, made.mana_value, made.read("double_faced")) == (name, mana_value, False)


@pytest.mark.rule("C33", "G20", "G24")
@pytest.mark.parametrize(
    ("card", "name", "size", "subtypes"),
    [
        ("Thing in the Ice", "Awoken Horror", (7, 8), ("Kraken", "Horror", "Illusion")),
        ("Huntmaster of the Fells", "Ravager of the Fells", (4, 4), ("Werewolf", "Illusion")),
    ],
)
def test_exceptions_add_to_a_copied_back_face(
    scene: Scene, card: str, name: str, size: tuple[int, int], subtypes: tuple[str, ...]
) -> None:
    """A copy of a back face, except that it is also an Illusion with an ability, is that face with both (CR 707.9a)."""
    made = clone(scene, scene.put(card, "B", face="back"), "Phantasmal Image", except_=IMAGE)
    assert (*shown(made), made.subtypes, made.mana_value) == (name, *size, subtypes, 0)
    assert names(made)[-1] == "a fragile thing"
    assert scene.ignored(scene.do(magic.Transform(made))) == ["701.27c"]


@pytest.mark.rule("C34", "C31")
def test_a_double_faced_copy_of_a_back_face_has_no_mana_value(scene: Scene) -> None:
    """Insectile Aberration, of mana value 1, becomes a copy of Ravager of the Fells: mana value 0 (CR 202.3b)."""
    aberration = scene.put("Delver of Secrets", face="back")
    assert (aberration.name, aberration.mana_value) == ("Insectile Aberration", 1)
    ravager = scene.put("Huntmaster of the Fells", face="back")
    scene.do(magic.BecomeCopy(aberration, ravager, until="end of turn"))
    assert (aberration.name, aberration.mana_value) == ("Ravager of the Fells", 0)
    scene.do(magic.Transform(aberration))
    assert (aberration.name, aberration.mana_value, aberration.read("face")) == ("Ravager of the Fells", 0, "front")
    scene.do(magic.BeginStep("cleanup"))
    assert (aberration.name, aberration.mana_value) == ("Delver of Secrets", 1)


@pytest.mark.rule("G20", "C24")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile"])
def test_a_card_elsewhere_is_copied_with_its_front(scene: Scene, zone: str) -> None:
    """A permanent that becomes a copy of a double-faced card elsewhere copies its front face (CR 712.8a, 707.8)."""
    made = clone(scene, scene.put("Kessig Prowler", "B", zone=zone), "Dimir Doppelganger")
    assert (*shown(made), made.mana_value) == ("Kessig Prowler", 2, 1, 1)


@pytest.mark.rule("C37", "C38", "G22")
@pytest.mark.parametrize("face", ["front", "back"])
@pytest.mark.parametrize(
    ("card", "front", "back"),
    [
        ("Afflicted Deserter", ("Afflicted Deserter", 3, 2), ("Werewolf Ransacker", 5, 4)),
        ("Kessig Prowler", ("Kessig Prowler", 2, 1), ("Sinuous Predator", 4, 4)),
    ],
)
def test_a_token_copy_has_both_faces(
    scene: Scene, card: str, face: str, front: tuple[str, int, int], back: tuple[str, int, int]
) -> None:
    """A token copy of a double-faced permanent has both faces, and the same one up as it enters (CR 707.8a)."""
    original = scene.put(card, "B", face=face)
    facts = scene.do(magic.CreateTokenCopy(original, "A"))
    assert [fact.name for fact in facts] == ["PermanentEntered", "TokenCreated"]
    token = scene.game.object(facts[0].record()["permanent"])
    up, other = (front, back) if face == "front" else (back, front)
    assert (shown(token), token.read("face"), token.read("double_faced")) == (up, face, True)
    facts = scene.do(magic.Transform(token))
    assert (scene.count(facts, "Transformed"), shown(token)) == (1, other)
    assert (shown(original), original.read("face")) == (up, face)
    scene.do(magic.Transform(token))
    assert shown(token) == up


@pytest.mark.rule("C38", "C31")
@pytest.mark.parametrize("face", ["front", "back"])
@pytest.mark.parametrize(("policy", "back_value"), [("front", 1), ("zero", 0)])
def test_the_mana_value_of_a_token_with_its_back_up(scene: Scene, face: str, policy: str, back_value: int) -> None:
    """A token copy's back has its front's mana value, or 0 under the strict policy (CR 202.3b, 707.8a)."""
    policies = magic.Policies(back_face_token_mana_value=policy)  # type: ignore[arg-type]
    scene.game = magic.Game(seed=1, cards=scene.cards, policies=policies)
    original = scene.put("Kessig Prowler", face=face)
    token = token_copy(scene, original)
    values = {token.read("face"): token.mana_value}
    scene.do(magic.Transform([token, original]))
    values[token.read("face")] = token.mana_value
    assert values == {"front": 1, "back": back_value}
    assert original.mana_value == 1


@pytest.mark.rule("C37")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "defined"])
def test_a_token_copy_of_a_card_elsewhere_has_both_faces(scene: Scene, zone: str) -> None:
    """A token copy of a double-faced card elsewhere has both faces and enters front face up (CR 707.8a)."""
    card = scene.cards.find("Kessig Prowler")
    token = token_copy(scene, card if zone == "defined" else scene.put(card, "B", zone=zone))
    assert (*shown(token), token.mana_value, token.read("double_faced")) == ("Kessig Prowler", 2, 1, 1, True)
    scene.do(magic.Transform(token))
    assert shown(token) == ("Sinuous Predator", 4, 4)


@pytest.mark.rule("C37", "C02")
def test_a_double_faced_token_is_no_card(scene: Scene) -> None:
    """A token copy of a double-faced permanent is double-faced and transforms, but it is not a card (CR 108.2b)."""
    original = scene.put("Kessig Prowler")
    token = token_copy(scene, original)
    double = [one.card.kind for one in scene.game.objects("battlefield") if one.read("double_faced")]
    assert double == ["card", "token"]
    scene.do(magic.Transform(token))
    assert (token.name, token.read("token")) == ("Sinuous Predator", True)


@pytest.mark.rule("C40", "C37")
@pytest.mark.parametrize("face", ["front", "back"])
def test_a_token_copy_of_a_modal_permanent(scene: Scene, face: str) -> None:
    """A token copy of a modal permanent has the same face up, and each face its own mana value (CR 707.8a, 712.8f)."""
    token = token_copy(scene, scene.put("Akoum Warrior", "B", face=face))
    front = ("Akoum Warrior", ("Creature",), ("Minotaur", "Warrior"), ("R",), 6, ("trample",), False)
    back = ("Akoum Teeth", ("Land",), (), (), 0, (), True)
    seen = (token.name, token.types, token.subtypes, token.colors, token.mana_value, token.keywords, token.tapped)
    assert seen == (front if face == "front" else back)
    scene.do(magic.Transform(token))
    seen = (token.name, token.types, token.subtypes, token.colors, token.mana_value, token.keywords)
    assert seen == (back if face == "front" else front)[:6]


@pytest.mark.rule("G21", "G24")
def test_exceptions_change_both_faces_of_a_token(scene: Scene) -> None:
    """A double-faced token copy, except it's a 1/1 green Frog, is that on either face (CR 707.8a, 707.9b)."""
    drifter = scene.put("Baithook Angler", "B", face="back")
    token = token_copy(scene, drifter, except_=FROG)
    assert (*shown(token), token.colors, token.subtypes) == ("Hook-Haunt Drifter", 1, 1, ("G",), ("Frog",))
    assert (token.read("face"), token.read("double_faced")) == ("back", True)
    assert names(token) == ["flying", "goes to exile rather than a graveyard"]
    scene.do(magic.Transform(token))
    assert (*shown(token), token.colors, token.subtypes) == ("Baithook Angler", 1, 1, ("G",), ("Frog",))


@pytest.mark.rule("G21")
def test_copy_effects_are_copied_on_both_faces(scene: Scene) -> None:
    """A token copy of a double-faced card under a copy effect is double-faced, with that effect on both (CR 707.8a)."""
    outlaw, vanguard = scene.put("Kruin Outlaw"), scene.put("Elite Vanguard")
    scene.do(magic.BecomeCopy(outlaw, vanguard, until="end of turn"))
    token = token_copy(scene, outlaw)
    scene.do(magic.BeginStep("cleanup"))
    assert (outlaw.name, *shown(token), token.read("double_faced")) == ("Kruin Outlaw", "Elite Vanguard", 2, 1, True)
    facts = scene.do(magic.Transform(token))
    assert (scene.count(facts, "Transformed"), shown(token)) == (1, ("Elite Vanguard", 2, 1))


@pytest.mark.rule("G23", "G21")
@pytest.mark.parametrize("how", ["token copy of a copy", "token that becomes a copy"])
def test_a_token_that_only_copies_is_not_double_faced(scene: Scene, how: str) -> None:
    """A token made with one face is not double-faced, though it copies a double-faced permanent (CR 707.8a)."""
    prowler = scene.put("Kessig Prowler", face="back")
    if how == "token copy of a copy":
        token = token_copy(scene, clone(scene, prowler))
    else:
        token = token_copy(scene, scene.put("Clone"))
        scene.do(magic.BecomeCopy(token, prowler))
    assert (*shown(token), token.mana_value, token.read("double_faced")) == ("Sinuous Predator", 4, 4, 0, False)
    assert scene.ignored(scene.do(magic.Transform(token))) == ["701.27c"]


@pytest.mark.rule("G22", "C38")
def test_a_token_copy_of_a_double_faced_token(scene: Scene) -> None:
    """A token copy of a double-faced token has both its faces, and the one that is up (CR 707.8a)."""
    first = token_copy(scene, scene.put("Kessig Prowler"))
    scene.do(magic.Transform(first))
    second = token_copy(scene, first)
    assert (second.name, second.mana_value) == ("Sinuous Predator", 1)
    scene.do(magic.Transform(second))
    assert (*shown(second), second.mana_value) == ("Kessig Prowler", 2, 1, 1)


@pytest.mark.rule("G30", "G23")
def test_a_token_copy_never_brings_its_model_back(scene: Scene) -> None:
    """A token copy that is exiled and told to return stays and ceases to exist; no card moves for it (CR 111.8)."""
    model = scene.put("Craw Wurm", zone="exile")
    token = token_copy(scene, model)
    scene.do(magic.Exile(token))
    gone = entered(token)
    facts = scene.do(magic.Move(gone, magic.Zone.BATTLEFIELD))
    assert scene.ignored(facts) == ["111.8"]
    assert scene.game.objects("battlefield") == []
    assert scene.count(scene.settle(), "CeasedToExist") == 1
    assert (gone.exists, model.exists, model.zone) == (False, True, "exile")


# --- exceptions ------------------------------------------------------------------------------------------


@pytest.mark.rule("G24", "G25")
@pytest.mark.parametrize("copy", BOTH_WAYS)
def test_exceptions_are_copiable(scene: Scene, copy: Copier) -> None:
    """What a copy has by exception is part of its copiable values and passes on to its copies (CR 707.9a-b)."""
    golem = scene.put("Bosh, Iron Golem", "B")
    but = magic.CopyExceptions(
        name="Bosh's Shade",
        power=1,
        toughness=1,
        add_subtypes=("Nightmare",),
        remove_supertypes=("Legendary",),
        add_abilities=("Haste",),
        remove_abilities=("trample",),
    )
    first = copy(scene, golem, except_=but)
    second = clone(scene, first)
    for one in (first, second):
        assert (*shown(one), one.supertypes, one.subtypes) == ("Bosh's Shade", 1, 1, (), ("Golem", "Nightmare"))
        assert names(one) == ["throws an artifact for its mana value", "haste"]
        assert (one.types, one.mana_value) == (("Artifact", "Creature"), 8)


@pytest.mark.rule("G25")
@pytest.mark.parametrize(("exception", "left"), [(None, 1), (("Legendary",), 2)])
def test_a_copy_that_is_not_legendary_may_stay(scene: Scene, exception: tuple[str, ...] | None, left: int) -> None:
    """The legend rule takes one of a legend and its copy, unless that isn't legendary (CR 707.9b, 704.5j)."""
    golem = scene.put("Bosh, Iron Golem")
    but = None if exception is None else magic.CopyExceptions(remove_supertypes=exception)
    token_copy(scene, golem, except_=but)
    scene.settle()
    assert [one.name for one in scene.game.objects("battlefield")] == ["Bosh, Iron Golem"] * left


@pytest.mark.rule("G24")
def test_an_ability_kept_by_a_copy_is_copied(scene: Scene) -> None:
    """Clone of an Unstable Shapeshifter that copied Quirion Elves has the Shapeshifter's ability too (CR 707.9a)."""
    own = "becomes each newcomer, keeping this"
    shapeshifter, elves = scene.put("Unstable Shapeshifter"), scene.put("Quirion Elves")
    scene.do(magic.BecomeCopy(shapeshifter, elves, except_=magic.CopyExceptions(add_abilities=(own,))))
    made = clone(scene, shapeshifter)
    assert (made.name, names(made)) == ("Quirion Elves", [*names(elves), own])


@pytest.mark.rule("G25")
def test_an_added_type_is_copied(scene: Scene) -> None:
    """Copy Artifact as Juggernaut is an artifact enchantment creature, and a copy of it is too (CR 707.9b)."""
    but = magic.CopyExceptions(add_types=("Enchantment",))
    first = clone(scene, scene.put("Juggernaut", "B"), "Copy Artifact", except_=but)
    for one in (first, clone(scene, first)):
        assert (one.name, set(one.types)) == ("Juggernaut", {"Artifact", "Creature", "Enchantment"})


@pytest.mark.rule("G08", "G26")
def test_a_colour_that_is_not_copied_stays(scene: Scene) -> None:
    """Vesuvan Doppelganger as Runeclaw Bear stays blue, and a Clone of it is a blue bear too (CR 707.3)."""
    but = magic.CopyExceptions(keep=("colors",), add_abilities=("your upkeep: may change",))
    first = clone(scene, scene.put("Runeclaw Bear"), "Vesuvan Doppelganger", except_=but)
    for one in (first, clone(scene, first)):
        assert (*shown(one), one.colors) == ("Runeclaw Bear", 2, 2, ("U",))
        assert (names(one), one.mana_cost) == (["your upkeep: may change"], "{1}{G}")


@pytest.mark.rule("G26", "G27")
def test_an_original_colour_replaces_a_colour_indicator(scene: Scene) -> None:
    """A copy that keeps its own colour takes no colour indicator from the original (CR 707.9c-d)."""
    arbor = scene.put("Dryad Arbor")
    kept = clone(scene, arbor, except_=magic.CopyExceptions(keep=("colors",)))
    given = clone(scene, arbor, except_=magic.CopyExceptions(colors=("R",)))
    assert (kept.colors, kept.read("color_indicator")) == (("U",), ())
    assert (given.colors, given.read("color_indicator")) == (("R",), ())


@pytest.mark.rule("G27")
@pytest.mark.parametrize("copy", BOTH_WAYS)
def test_a_given_size_replaces_a_defining_ability(scene: Scene, copy: Copier) -> None:
    """A copy that is 7/7 by exception does not have the ability that defines power and toughness (CR 707.9d)."""
    scene.put("Swamp")
    made = copy(scene, scene.put(sized(scene), "B"), except_=magic.CopyExceptions(power=7, toughness=7))
    assert (*shown(made), names(made)) == ("Mare", 7, 7, ["flying"])


@pytest.mark.rule("G27")
def test_added_types_leave_changeling(scene: Scene) -> None:
    """A copy that is a Shapeshifter Rogue in addition to its other types keeps a copied changeling (CR 707.9d)."""
    but = magic.CopyExceptions(add_subtypes=("Shapeshifter", "Rogue"))
    mimic = clone(scene, scene.put("Chameleon Colossus"), "Glasspool Mimic", except_=but)
    assert "changeling" in mimic.keywords
    assert {"Shapeshifter", "Rogue", "Goblin", "Zombie"} <= set(mimic.subtypes)


@pytest.mark.rule("G27")
def test_given_subtypes_drop_changeling(scene: Scene) -> None:
    """A copy whose subtypes are given outright does not have a copied changeling (CR 707.9d)."""
    frog = clone(scene, scene.put("Chameleon Colossus"), except_=FROG)
    assert (frog.subtypes, "changeling" in frog.keywords) == (("Frog",), False)


@pytest.mark.rule("G25", "G02")
@pytest.mark.parametrize(
    ("card", "types", "subtypes"),
    [
        ("Chimeric Staff", {"Artifact"}, set()),
        ("Cloak and Dagger", {"Kindred", "Artifact"}, {"Rogue", "Equipment", "Illusion"}),
    ],
)
def test_an_added_subtype_needs_its_card_type(scene: Scene, card: str, types: set[str], subtypes: set[str]) -> None:
    """An added creature type is only had with a card type that it goes with, such as kindred (CR 205.3d, 707.9b)."""
    thing = scene.put(card, "B")
    scene.do(magic.AddEffect(magic.Effect((AddTypes(("Creature",)), SetPowerToughness(3, 3))), thing))
    assert thing.power == 3
    image = clone(scene, thing, "Phantasmal Image", except_=IMAGE)
    assert (set(image.types), set(image.subtypes)) == (types, subtypes)
    assert (image.power, names(image)[-1]) == (None, "a fragile thing")


# --- copies of spells ------------------------------------------------------------------------------------


@pytest.mark.rule("G30")
def test_a_copy_of_a_spell_is_a_spell_without_a_card(scene: Scene) -> None:
    """A copy of a spell is on the stack with no card, and stays there as long as nothing moves it (CR 707.10)."""
    copy = spell_copy(scene, "Giant Growth")
    assert (copy.name, copy.zone, copy.controller) == ("Giant Growth", "stack", "A")
    assert (copy.card.kind, copy.read("token")) == ("copy of a spell", False)
    assert scene.settle() == []
    assert copy.exists


@pytest.mark.rule("G30")
@pytest.mark.parametrize("zone", ["graveyard", "exile", "hand", "library"])
def test_a_copy_of_a_spell_ceases_off_the_stack(scene: Scene, zone: str) -> None:
    """A copy of a spell in any zone but the stack ceases to exist as a state-based action (CR 707.10a, 704.5e)."""
    copy = spell_copy(scene, "Giant Growth")
    facts = scene.do(magic.Move(copy, magic.Zone(zone)))
    assert (scene.count(facts, "CardPut"), scene.count(facts, "TokenPut")) == (0, 1)
    there = entered(copy)
    assert there.zone == zone
    assert [fact.name for fact in scene.settle()] == ["CeasedToExist"]
    assert (there.exists, there.became) == (False, ())


@pytest.mark.rule("G30", "D36")
def test_a_copy_of_a_permanent_spell_becomes_a_token(scene: Scene) -> None:
    """A copy of a permanent spell resolves into a token, which was not created (CR 608.3f, 111.13)."""
    spell = spell_copy(scene, "Grizzly Bears")
    facts = scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "TokenCreated")) == (1, 0)
    assert (*shown(entered(spell)), entered(spell).read("token")) == ("Grizzly Bears", 2, 2, True)
    scene.settle()
    assert entered(spell).exists


@pytest.mark.rule("G32", "D36")
@pytest.mark.parametrize("face", ["front", "back"])
def test_a_copy_of_a_double_faced_spell(scene: Scene, face: str) -> None:
    """A copy of a double-faced spell has both faces, and so has the token that it becomes (CR 707.10g)."""
    spell = spell_copy(scene, "Baithook Angler", face=magic.Face(face))
    sides = {"front": "Baithook Angler", "back": "Hook-Haunt Drifter"}
    assert (spell.name, spell.read("double_faced")) == (sides[face], True)
    facts = scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    token = entered(spell)
    assert (token.name, token.read("face"), token.read("token")) == (sides[face], face, True)
    assert scene.count(facts, "TokenCreated") == 0
    scene.do(magic.Transform(token))
    assert token.name == sides["back" if face == "front" else "front"]


@pytest.mark.rule("C43", "G32")
def test_a_copied_spell_with_a_sorcery_back_does_not_enter_turned(scene: Scene) -> None:
    """A copied spell with a sorcery back, made to enter transformed, goes to the graveyard (CR 712.13a)."""
    spell = spell_copy(scene, "Invasion of Kylem")
    facts = scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "TokenPut")) == (0, 1)
    assert entered(spell).zone == "graveyard"
    assert scene.count(scene.settle(), "CeasedToExist") == 1


@pytest.mark.rule("G31")
@pytest.mark.parametrize(("where", "token"), [("over", True), ("under", False)])
def test_a_copied_mutating_spell_merges_as_a_token(scene: Scene, where: str, token: bool) -> None:
    """A copy of a mutating creature spell merges as a token, and leaving it ceases to exist (CR 608.3f, 730.2)."""
    bears, spell = scene.put("Grizzly Bears"), spell_copy(scene, "Dreamtail Heron")
    facts = scene.do(magic.Merge(spell, bears, where))  # type: ignore[arg-type]
    assert (scene.count(facts, "Merged"), scene.count(facts, "PermanentEntered")) == (1, 0)
    assert (bears.read("token"), "flying" in bears.keywords) == (token, True)
    assert sorted(card.kind for card in bears.constituents) == ["card", "token"]
    facts = scene.do(magic.Destroy(bears))
    assert (scene.count(facts, "CardPut"), scene.count(facts, "TokenPut")) == (1, 1)
    scene.settle()
    assert [one.name for one in scene.game.objects("graveyard")] == ["Grizzly Bears"]
