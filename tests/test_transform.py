"""Transforming and converting permanents (CR 701.27, 701.28, 712.9, 712.10, 712.18)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import Effect, Forbid, ModifyPowerToughness

VERBS = [pytest.param(magic.Transform, id="transform"), pytest.param(magic.Convert, id="convert")]
SECTION = {magic.Transform: "701.27", magic.Convert: "701.28"}


def two_faces(scene: Scene, **changes: object) -> magic.CardDefinition:
    """Define a 2/2 'Day' whose back is a 4/4 'Night'; `back` changes that face."""
    back = {"name": "Night", "type_line": "Creature — Thing", "power": 4, "toughness": 4, **changes.pop("back", {})}
    return scene.card(**{"name": "Day", "power": 2, "toughness": 2, "back": back, **changes})


def setter(size: int, **source: object) -> dict[str, object]:
    """Return a permanent whose static ability makes every other creature `size`/`size`."""
    change = {"change": "set_power_toughness", "power": size, "toughness": size}
    effect = {"changes": [change], "affects": {"which": "other", "types": ["Creature"]}}
    return {"abilities": [{"ability": "static", "name": f"others are {size}/{size}", "effect": effect}], **source}


def stronger(name: str) -> dict[str, object]:
    """Return a static ability that gives +1/+1 to all creatures of a name."""
    change = {"change": "modify_power_toughness", "power": 1, "toughness": 1}
    return {"abilities": [{"ability": "static", "effect": {"changes": [change], "affects": {"names": [name]}}}]}


def shown(thing: magic.Object) -> tuple[str, int | None, int | None]:
    """Return name, power and toughness."""
    return thing.name, thing.power, thing.toughness


# --- what turning over does ------------------------------------------------------------------------------


@pytest.mark.rule("C01", "C13", "C15")
@pytest.mark.parametrize("verb", VERBS)
def test_transforming_turns_the_other_face_up(scene: Scene, verb: type[magic.Request]) -> None:
    """Each transforming or converting puts the other face up, and the permanent stays the same object (CR 701.27a)."""
    thing = scene.put(two_faces(scene))
    seen = [(shown(thing), thing.read("face"), thing.read("transformed"))]
    for _ in range(2):
        facts = scene.do(verb(thing))
        assert [fact.name for fact in facts] == ["Transformed"]
        assert facts[0].record()["permanent"] == thing.id
        seen.append((shown(thing), thing.read("face"), thing.read("transformed")))
    day, night = (("Day", 2, 2), "front", False), (("Night", 4, 4), "back", True)
    assert seen == [day, night, day]


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("verb", "word"), [(magic.Transform, "transform"), (magic.Convert, "convert")])
def test_the_fact_says_transformed_or_converted(scene: Scene, verb: type[magic.Request], word: str) -> None:
    """Converting is transforming in all but name, and the fact keeps the name that was used (CR 701.28a)."""
    thing = scene.put(two_faces(scene))
    (fact,) = scene.do(verb(thing))
    assert (fact.name, fact.record()["verb"]) == ("Transformed", word)


@pytest.mark.rule("C01", "C48")
@pytest.mark.parametrize("verb", VERBS)
def test_everything_but_the_face_stays(scene: Scene, verb: type[magic.Request]) -> None:
    """A permanent that turns over keeps its status, damage, counters, attachments and controller (CR 712.18)."""
    thing = scene.put(two_faces(scene), tapped=True, counters={"+1/+1": 1, "charge": 3}, controller="B")
    sword = scene.put("Short Sword")
    scene.do(magic.Attach(sword, thing))
    scene.do(magic.DealDamage(thing, 1))
    before = {name: thing.read(name) for name in ("tapped", "damage", "counters", "controller", "owner", "zone")}
    scene.do(verb(thing))
    assert {name: thing.read(name) for name in before} == before
    assert (before["tapped"], before["damage"], before["controller"]) == (True, 1, "B")
    assert sword.read("attached_to") == thing.id
    assert shown(thing) == ("Night", 6, 6)


@pytest.mark.rule("C48")
@pytest.mark.parametrize("sick", [True, False])
def test_time_under_control_stays(scene: Scene, sick: bool) -> None:
    """Turning over neither starts anew nor ends the time that a creature has been under control (CR 712.18, 302.6)."""
    thing = scene.put(two_faces(scene), sick=sick)
    scene.do(magic.Transform(thing))
    assert thing.read("sick") is sick


@pytest.mark.rule("C48", "C49")
@pytest.mark.parametrize("verb", VERBS)
def test_an_effect_goes_on_applying(scene: Scene, verb: type[magic.Request]) -> None:
    """Village Ironsmith with +2/+2 until end of turn turns into an Ironfang that still has it (CR 712.18)."""
    smith = scene.put("Village Ironsmith")
    grow = magic.Effect((ModifyPowerToughness(2, 2),))
    scene.do(magic.AddEffect(grow, smith, until="end of turn"))
    assert shown(smith) == ("Village Ironsmith", 3, 3)
    scene.do(verb(smith))
    assert shown(smith) == ("Ironfang", 5, 3)
    scene.do(magic.BeginStep("cleanup"))
    assert shown(smith) == ("Ironfang", 3, 1)


@pytest.mark.rule("C48", "H17")
def test_counters_count_for_the_new_face(scene: Scene) -> None:
    """Counters stay on a permanent that turns over and change the face that is now up (CR 712.18, 122.1a)."""
    thing = scene.put(two_faces(scene), counters={"+1/+1": 2})
    assert shown(thing) == ("Day", 4, 4)
    scene.do(magic.Transform(thing))
    assert (*shown(thing), thing.counters) == ("Night", 6, 6, {"+1/+1": 2})


@pytest.mark.rule("C01", "C27", "C28")
def test_a_permanent_that_entered_turned_turns_to_its_front(scene: Scene) -> None:
    """How a permanent entered does not matter to transforming it, and it stays tapped (CR 712.9, 712.18)."""
    card = scene.put("Ojer Axonil, Deepest Might", zone="graveyard")
    facts = scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face=magic.Face.BACK, tapped=True))
    assert scene.count(facts, "Transformed") == 0
    (temple,) = card.became
    assert (temple.name, temple.types, temple.tapped) == ("Temple of Power", ("Land",), True)
    facts = scene.do(magic.Transform(temple))
    assert scene.count(facts, "Transformed") == 1
    assert (*shown(temple), temple.tapped) == ("Ojer Axonil, Deepest Might", 4, 4, True)


@pytest.mark.rule("C02", "C18")
@pytest.mark.parametrize(
    ("card", "came_from", "back"),
    [("Kessig Prowler", "graveyard", "Sinuous Predator"), ("Westvale Abbey", "hand", "Ormendahl, Profane Prince")],
)
def test_every_double_faced_permanent_transforms(scene: Scene, card: str, came_from: str, back: str) -> None:
    """A creature put back from the graveyard and a land that was played both turn over when told (CR 712.9)."""
    old = scene.put(card, zone=came_from)
    scene.do(magic.Move(old, magic.Zone.BATTLEFIELD))
    (new,) = old.became
    assert new.name == card
    scene.do(magic.Transform(new))
    assert new.name == back


@pytest.mark.rule("C02", "C18")
@pytest.mark.parametrize("verb", VERBS)
def test_modal_cards_transform(scene: Scene, verb: type[magic.Request]) -> None:
    """A modal double-faced card is not a meld card, so it can transform and convert (CR 712.9)."""
    esika = scene.put("Esika, God of the Tree")
    facts = scene.do(verb(esika))
    assert scene.count(facts, "Transformed") == 1
    assert (esika.name, esika.types) == ("The Prismatic Bridge", ("Enchantment",))
    assert esika.read("transformed")


@pytest.mark.rule("C02", "C18")
def test_double_faced_tokens_transform(scene: Scene) -> None:
    """A token with two faces transforms as a card does (CR 701.27a, 712.9)."""
    token = scene.put(two_faces(scene), token=True)
    scene.do(magic.Transform(token))
    assert (*shown(token), token.read("token")) == ("Night", 4, 4, True)


@pytest.mark.rule("C01")
def test_several_permanents_turn_at_once(scene: Scene) -> None:
    """One instruction turns each permanent that it names by itself, to whichever face was down (CR 701.27a)."""
    front, back = scene.put(two_faces(scene)), scene.put(two_faces(scene), face="back")
    single = scene.put("Grizzly Bears")
    facts = scene.do(magic.Transform([front, single, back]))
    turned = [fact.record()["permanent"] for fact in facts if fact.name == "Transformed"]
    assert turned == [front.id, back.id]
    assert scene.ignored(facts) == ["701.27c"]
    assert (front.name, back.name) == ("Night", "Day")


@pytest.mark.rule("C51")
@pytest.mark.parametrize("verb", VERBS)
def test_turning_over_gives_a_new_timestamp(scene: Scene, verb: type[magic.Request]) -> None:
    """Each time a double-faced permanent turns over its static abilities move to the end of the order (CR 613.7g)."""
    back = {"name": "Night Setter", "type_line": "Enchantment", **setter(1)}
    turning = scene.put(scene.card(name="Day Setter", type_line="Enchantment", back=back, **setter(1)))
    scene.put(scene.card(name="Newer Setter", type_line="Enchantment", **setter(5)))
    bears = scene.put("Grizzly Bears")
    assert bears.power == 5
    scene.do(verb(turning))
    assert bears.power == 1


# --- what cannot turn over -------------------------------------------------------------------------------


@pytest.mark.rule("C02", "C04", "C16", "C19")
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("what", ["card", "token", "flip card", "land creature"])
def test_a_single_faced_permanent_does_not_transform(scene: Scene, verb: type[magic.Request], what: str) -> None:
    """Told to transform a permanent without a double-faced card or token, nothing happens (CR 701.27c, 701.28c)."""
    thing = {
        "card": lambda: scene.put("Grizzly Bears"),
        "token": scene.token,
        "flip card": lambda: scene.put("Akki Lavarunner"),
        "land creature": lambda: scene.put("Dryad Arbor"),
    }[what]()
    before = thing.characteristics
    facts = scene.do(verb(thing))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert scene.ignored(facts) == [f"{SECTION[verb]}c"]
    assert thing.characteristics == before


@pytest.mark.rule("C04")
def test_a_permanent_that_cannot_transform_keeps_its_timestamp(scene: Scene) -> None:
    """A permanent that is told to transform in vain does not get a new timestamp (CR 701.27c, 613.7g)."""
    older = scene.put(scene.card(name="Older Setter", type_line="Enchantment", **setter(1)))
    scene.put(scene.card(name="Newer Setter", type_line="Enchantment", **setter(5)))
    bears = scene.put("Grizzly Bears")
    scene.do(magic.Transform(older))
    assert bears.power == 5


@pytest.mark.rule("C18", "C19")
@pytest.mark.parametrize("verb", VERBS)
def test_a_meld_card_does_not_transform(scene: Scene, verb: type[magic.Request]) -> None:
    """Although it is double-faced, a lone meld card is never transformed or converted (CR 712.4c)."""
    rats = scene.put("Graf Rats")
    assert rats.read("double_faced")
    facts = scene.do(verb(rats))
    assert (scene.ignored(facts), scene.count(facts, "Transformed")) == (["712.4c"], 0)
    assert (rats.name, rats.read("face")) == ("Graf Rats", "front")


@pytest.mark.rule("C02", "C19")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile", "library", "stack"])
def test_a_card_off_the_battlefield_does_not_transform(scene: Scene, zone: str) -> None:
    """Only a permanent transforms: a double-faced card elsewhere stays as it is (CR 701.27a)."""
    card = scene.put(two_faces(scene), zone=zone)
    facts = scene.do(magic.Transform(card))
    assert [fact.name for fact in facts] == ["Ignored"]
    assert scene.ignored(facts) == ["701.27a"]
    assert (card.name, card.zone) == ("Day", zone)


@pytest.mark.rule("C05", "C06", "C16")
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("token", [False, True], ids=["card", "token"])
@pytest.mark.parametrize("type_line", ["Instant", "Sorcery", "Kindred Instant — Goblin"])
def test_nothing_transforms_into_a_spell_face(
    scene: Scene, verb: type[magic.Request], token: bool, type_line: str
) -> None:
    """A permanent whose other face is an instant or sorcery face does not turn over (CR 701.27d, 701.28d, 712.10)."""
    back = {"name": "Spell", "type_line": type_line}
    thing = scene.put(scene.card(name="Front", power=2, toughness=2, back=back), token=token)
    facts = scene.do(verb(thing))
    assert (scene.ignored(facts), scene.count(facts, "Transformed")) == ([f"{SECTION[verb]}d"], 0)
    assert (thing.name, thing.read("face")) == ("Front", "front")


@pytest.mark.rule("C05")
def test_a_siege_with_a_sorcery_back_stays(scene: Scene) -> None:
    """Invasion of Kylem on the battlefield can't transform: its other face is a sorcery (CR 701.27d)."""
    siege = scene.put("Invasion of Kylem")
    assert scene.ignored(scene.do(magic.Transform(siege))) == ["701.27d"]
    assert (siege.name, siege.types) == ("Invasion of Kylem", ("Battle",))


@pytest.mark.rule("C05")
def test_a_sorcery_front_face_keeps_the_back_up(scene: Scene) -> None:
    """A permanent with its back face up can't turn to a front face that is a sorcery (CR 701.27d)."""
    nightmare = scene.put("Startled Awake", face="back")
    assert scene.ignored(scene.do(magic.Transform(nightmare))) == ["701.27d"]
    assert shown(nightmare) == ("Persistent Nightmare", 1, 1)


# --- transforming and copies -----------------------------------------------------------------------------


@pytest.mark.rule("C20", "C02", "G20")
@pytest.mark.parametrize("verb", VERBS)
def test_a_copy_of_a_back_face_does_not_transform(scene: Scene, verb: type[magic.Request]) -> None:
    """Clone as a copy of Wildblood Pack is not double-faced: mana value 0, and it can't turn over (CR 712.9)."""
    pack, clone = scene.put("Instigator Gang", face="back"), scene.put("Clone", "B")
    scene.do(magic.BecomeCopy(clone, pack))
    assert (*shown(clone), clone.mana_value) == ("Wildblood Pack", 5, 5, 0)
    assert not clone.read("double_faced")
    facts = scene.do(verb(clone))
    assert scene.ignored(facts) == [f"{SECTION[verb]}c"]
    assert (clone.name, clone.read("transformed")) == ("Wildblood Pack", False)


@pytest.mark.rule("C04", "C20")
def test_the_original_transforms_and_the_copy_does_not(scene: Scene) -> None:
    """Of a front face and a single-faced copy of it, both told to transform, only the original does (CR 701.27c)."""
    original, clone = scene.put("Lambholt Pacifist"), scene.put("Clone", "B")
    scene.do(magic.BecomeCopy(clone, original))
    facts = scene.do(magic.Transform(original), magic.Transform(clone))
    assert scene.count(facts, "Transformed") == 1
    assert shown(original) == ("Lambholt Butcher", 4, 4)
    assert shown(clone) == ("Lambholt Pacifist", 3, 3)


@pytest.mark.rule("C21", "G07")
@pytest.mark.parametrize("verb", VERBS)
def test_a_double_faced_card_turns_under_a_copy_effect(scene: Scene, verb: type[magic.Request]) -> None:
    """Kruin Outlaw as Elite Vanguard turns over unseen, and shows its back when the copying ends (CR 712.9)."""
    outlaw, vanguard = scene.put("Kruin Outlaw"), scene.put("Elite Vanguard")
    scene.do(magic.BecomeCopy(outlaw, vanguard, until="end of turn"))
    facts = scene.do(verb(outlaw))
    assert scene.count(facts, "Transformed") == 1
    assert (*shown(outlaw), outlaw.read("face")) == ("Elite Vanguard", 2, 1, "back")
    scene.do(magic.BeginStep("cleanup"))
    assert (*shown(outlaw), outlaw.mana_value) == ("Terror of Kruin Pass", 3, 3, 3)


@pytest.mark.rule("C12", "C21")
def test_a_copy_with_its_back_up_is_a_transformed_permanent(scene: Scene) -> None:
    """Whether a permanent is transformed is asked of its card's faces, also under a copy effect (CR 701.27g)."""
    outlaw, vanguard = scene.put("Kruin Outlaw", face="back"), scene.put("Elite Vanguard")
    scene.do(magic.BecomeCopy(outlaw, vanguard))
    assert (outlaw.name, outlaw.read("transformed"), vanguard.read("transformed")) == ("Elite Vanguard", True, False)


# --- turning over is not turning face up or down ---------------------------------------------------------


@pytest.mark.rule("C03", "C16", "F15")
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("face", ["front", "back"])
def test_turning_over_is_not_turning_face_up_or_down(scene: Scene, verb: type[magic.Request], face: str) -> None:
    """Nothing is turned face up or face down when a permanent transforms or converts (CR 701.27b, 701.28b)."""
    thing = scene.put(two_faces(scene), face=face)
    facts = scene.do(verb(thing))
    assert {fact.name for fact in facts} == {"Transformed"}
    assert not thing.read("face_down")


@pytest.mark.rule("C03", "F15")
def test_a_back_face_is_not_face_down(scene: Scene) -> None:
    """A permanent with its back face up is face up: turning it face up does nothing to it (CR 701.27b, 708.8)."""
    thing = scene.put(two_faces(scene), face="back")
    facts = scene.do(magic.TurnFaceUp(thing))
    assert (scene.ignored(facts), scene.count(facts, "TurnedFaceUp")) == (["708.8"], 0)
    assert (thing.name, thing.read("face_down")) == ("Night", False)


@pytest.mark.rule("F15", "C03")
def test_counting_face_down_creatures_ignores_back_faces(scene: Scene) -> None:
    """Ixidron counts face-down creatures, so a creature with its back face up is not one of them (CR 701.27b)."""
    ixidron = scene.put("Ixidron")
    scene.put(two_faces(scene), face="back")
    scene.put("Pine Walker", face_down="morph")
    assert (ixidron.power, ixidron.toughness) == (1, 1)


# --- a permanent's own abilities turn it once ------------------------------------------------------------


@pytest.mark.rule("C09", "C11", "C15", "C16")
@pytest.mark.parametrize("second", VERBS)
@pytest.mark.parametrize("first", VERBS)
def test_an_own_ability_does_not_turn_it_again(
    scene: Scene, first: type[magic.Request], second: type[magic.Request]
) -> None:
    """An ability does not turn its permanent if that turned since the ability was put on the stack (CR 701.27f)."""
    thing = scene.put(two_faces(scene))
    since = scene.game.world.timestamp
    scene.do(first(thing, source=thing, since=since))
    facts = scene.do(second(thing, source=thing, since=since))
    assert scene.ignored(facts) == ["701.27f" if second is magic.Transform else "701.28e"]
    assert scene.count(facts, "Transformed") == 0
    assert thing.name == "Night"


@pytest.mark.rule("C09")
def test_a_later_activation_turns_it_again(scene: Scene) -> None:
    """An ability put on the stack after the permanent turned over turns it, whichever face is up (CR 701.27f)."""
    thing = scene.put(two_faces(scene))
    scene.do(magic.Transform(thing, source=thing, since=scene.game.world.timestamp))
    facts = scene.do(magic.Transform(thing, source=thing, since=scene.game.world.timestamp))
    assert scene.count(facts, "Transformed") == 1
    assert thing.name == "Day"


@pytest.mark.rule("C09", "C11")
def test_another_effect_that_turned_it_counts(scene: Scene) -> None:
    """Whatever turned the permanent over meanwhile, its own older ability then does nothing (CR 701.27f)."""
    thing = scene.put(two_faces(scene))
    since = scene.game.world.timestamp
    scene.do(magic.Transform(thing))
    scene.do(magic.Transform(thing))
    assert thing.name == "Day"
    facts = scene.do(magic.Transform(thing, source=thing, since=since))
    assert (scene.ignored(facts), thing.name) == (["701.27f"], "Day")


@pytest.mark.rule("C11")
@pytest.mark.parametrize("verb", VERBS)
def test_abilities_of_other_objects_turn_it_again(scene: Scene, verb: type[magic.Request]) -> None:
    """The guard binds the permanent's own abilities: those of another object turn it each time (CR 701.27f)."""
    thing, other = scene.put(two_faces(scene)), scene.put("Grizzly Bears")
    since = scene.game.world.timestamp
    names = []
    for _ in range(2):
        scene.do(verb(thing, source=other, since=since))
        names.append(thing.name)
    assert names == ["Night", "Day"]


@pytest.mark.rule("C11")
def test_an_own_ability_turns_others_each_time(scene: Scene) -> None:
    """An ability that turns another permanent over is not held back because its source turned (CR 701.27f)."""
    thing, other = scene.put(two_faces(scene)), scene.put(two_faces(scene))
    since = scene.game.world.timestamp
    scene.do(magic.Transform(thing))
    facts = scene.do(magic.Transform([thing, other], source=thing, since=since))
    assert scene.ignored(facts) == ["701.27f"]
    assert (thing.name, other.name) == ("Night", "Night")


@pytest.mark.rule("C11")
def test_the_rest_of_the_instruction_is_followed(scene: Scene) -> None:
    """An ability that may not turn its permanent again still does everything else it says (CR 701.27f)."""
    thing = scene.put(two_faces(scene))
    since = scene.game.world.timestamp
    scene.do(magic.Transform(thing))
    facts = scene.do(magic.Transform(thing, source=thing, since=since), magic.AddCounters(thing, "+1/+1"))
    assert (scene.ignored(facts), scene.count(facts, "CountersAdded")) == (["701.27f"], 1)
    assert shown(thing) == ("Night", 5, 5)


@pytest.mark.rule("C10")
@pytest.mark.parametrize(("turned", "expected"), [("before", "Day"), ("after", "Night")])
def test_a_delayed_ability_looks_back_to_its_creation(scene: Scene, turned: str, expected: str) -> None:
    """A delayed ability of a permanent turns it unless it turned since the delayed one was created (CR 701.27f)."""
    thing = scene.put(two_faces(scene))
    if turned == "before":
        scene.do(magic.Transform(thing))
    created = scene.game.world.timestamp
    if turned == "after":
        scene.do(magic.Transform(thing))
    scene.do(magic.Transform(thing, source=thing, since=created))
    assert thing.name == expected


@pytest.mark.rule("C09", "C04")
def test_a_vain_attempt_is_no_turning(scene: Scene) -> None:
    """An attempt that did nothing is no transforming: an older own ability still turns the permanent (CR 701.27f)."""
    thing = scene.put(two_faces(scene), face_down="manifest")
    since = scene.game.world.timestamp
    assert scene.ignored(scene.do(magic.Transform(thing))) == ["712.15a"]
    scene.do(magic.TurnFaceUp(thing))
    scene.do(magic.Transform(thing, source=thing, since=since))
    assert thing.name == "Night"


# --- "transformed permanent" -----------------------------------------------------------------------------


@pytest.mark.rule("C12", "C13")
@pytest.mark.parametrize(
    ("zone", "face", "transformed"),
    [
        ("battlefield", "back", True),
        ("battlefield", "front", False),
        ("stack", "back", False),
        ("hand", "front", False),
    ],
)
def test_transformed_is_asked_of_a_permanents_face_now(scene: Scene, zone: str, face: str, transformed: bool) -> None:
    """A transformed permanent is a double-faced one on the battlefield with its back face up (CR 701.27g)."""
    thing = scene.put(two_faces(scene), zone=zone, face=face)
    assert thing.read("transformed") is transformed


@pytest.mark.rule("C12", "C28")
def test_entering_turned_makes_a_transformed_permanent(scene: Scene) -> None:
    """A permanent that entered with its back face up is transformed though it never transformed (CR 701.27g)."""
    card = scene.put(two_faces(scene), zone="exile")
    facts = scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, face=magic.Face.BACK))
    assert scene.count(facts, "Transformed") == 0
    assert card.became[0].read("transformed")


@pytest.mark.rule("C14")
def test_melded_and_merged_permanents_are_never_transformed(scene: Scene) -> None:
    """What is represented by several cards is no transformed permanent, whatever faces are up (CR 701.27g)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    assert (host.name, host.read("melded"), host.read("transformed")) == ("Chittering Host", True, False)
    pile = scene.merge(scene.put("Young Wolf", zone="hand"), scene.put(two_faces(scene), face="back"), where="under")
    assert (pile.name, pile.read("merged"), pile.read("transformed")) == ("Night", True, False)


# --- many at once ----------------------------------------------------------------------------------------


@pytest.mark.rule("C01", "C04")
def test_many_that_turn_at_once_are_each_asked_and_read_anew(scene: Scene) -> None:
    """Of many permanents each that can turn does, whatever the others can, and shows its other face (CR 701.27)."""
    day = two_faces(scene)
    things = [scene.put(day, "AB"[number % 2]) for number in range(4)]
    ogre, away, down = scene.put("Gray Ogre"), scene.put(day), scene.put(day, face_down="morph")
    scene.do(magic.PhaseOut(away))
    assert [shown(one) for one in things] == [("Day", 2, 2)] * 4
    facts = scene.do(magic.Transform([*things, ogre, away, down]))
    assert [shown(one) for one in things] == [("Night", 4, 4)] * 4
    assert scene.ignored(facts) == ["701.27c", "702.26b", "712.15a"]
    scene.put(scene.card(name="Moon", type_line="Enchantment", **stronger("Night")))
    scene.do(magic.Transform([things[0], things[2]]))
    assert [shown(one) for one in things] == [("Day", 2, 2), ("Night", 5, 5)] * 2
    scene.do(magic.Transform(things))
    assert [shown(one) for one in things] == [("Night", 5, 5), ("Day", 2, 2)] * 2


@pytest.mark.rule("C09", "C11", "C17")
def test_what_alone_of_many_may_not_turn_is_found(scene: Scene) -> None:
    """Of many made alike one is held by an effect, or by the guard of its own ability (CR 101.2, 701.27f)."""
    day = two_faces(scene)
    first, second, third = (scene.put(day) for _ in range(3))
    facts = scene.do(magic.Transform([first, second], source=first, since=0))
    facts += scene.do(magic.Transform([third, first], source=first, since=0))
    assert ([one.name for one in (first, second, third)], scene.ignored(facts)) == (["Night"] * 3, ["701.27f"])
    scene.do(magic.AddEffect(Effect((Forbid(("transform",)),)), [second]))
    facts = scene.do(magic.Transform([first, second, third]))
    assert ([one.name for one in (first, second, third)], scene.ignored(facts)) == (["Day", "Night", "Day"], ["101.2"])
