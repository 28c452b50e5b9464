"""Merging (CR 730.2, 702.140): what the one permanent is made of, and what it stays."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import ModifyPowerToughness
from ecs_magic.changes import NewCard
from ecs_magic.components import Attacking
from ecs_magic.enums import CardKind, Zone
from ecs_magic.ids import Seat
from ecs_magic.setup import Placement

HERON = "Dreamtail Heron"  # {4}{U} 3/4 blue Elemental Bird with flying
SAVANT = "Beastcaller Savant"  # {1}{G} 1/1 green Elf Shaman Ally with haste and a mana ability
SAVANTS_MANA = "mana ability: any colour, creature spells only"
VULPIKEET = "Vulpikeet"  # {3}{W} 2/3 white Fox Bird with flying


def names(permanent: magic.Object) -> list[str]:
    """Return the names printed on what represents a permanent, topmost first."""
    return [card.name for card in permanent.constituents]


def ability_names(permanent: magic.Object) -> list[str]:
    """Return the names of all abilities, each instance."""
    return [ability.name for ability in permanent.abilities]


def copy_of_spell(scene: Scene, name: str) -> magic.Object:
    """Place a copy of a permanent spell of A on the stack."""
    part = NewCard(scene.cards.find(name), Seat(0), CardKind.SPELL_COPY)
    return scene.game.place(Placement((part,), Zone.STACK))


def pump(scene: Scene, target: magic.Object, amount: int = 1) -> None:
    """Begin an effect that gives one object +amount/+amount until end of turn."""
    effect = magic.Effect((ModifyPowerToughness(power=amount, toughness=amount),))
    scene.do(magic.AddEffect(effect, objects=[target], until="end of turn"))


def two_faced(scene: Scene, name: str = "Front", **source: object) -> magic.CardDefinition:
    """Return a double-faced card: a 2/2 with vigilance whose other face is a 4/4 with menace."""
    face = {"name": name, "mana_cost": "{2}{R}", "power": 2, "toughness": 2, "keywords": ["Vigilance"], **source}
    back = {"name": f"{name}'s Back", "type_line": "Creature — Werewolf", "power": 4, "toughness": 4}
    return scene.card(**face, back={**back, "color_indicator": ["R"], "keywords": ["Menace"]})


# --- one permanent, more constituents ----------------------------------------------------------------------


@pytest.mark.rule("A01")
@pytest.mark.parametrize("zone", ["stack", "hand", "graveyard"])
def test_no_zone_change_merges(scene: Scene, zone: str) -> None:
    """A creature card with mutate that is put onto the battlefield is a permanent of its own (CR 730.1)."""
    savant = scene.put(SAVANT)
    heron = scene.put(HERON, zone=zone)
    facts = scene.do(magic.Move(heron, "battlefield"))
    assert [fact.name for fact in facts] == ["PermanentEntered"]
    assert [names(one) for one in scene.game.objects("battlefield")] == [[SAVANT], [HERON]]
    assert savant.keywords == ("haste",)


@pytest.mark.rule("A02", "A41")
@pytest.mark.parametrize(
    ("where", "base", "expected"),
    [
        pytest.param("under", SAVANT, (SAVANT, 1, 1, ("G",), ("Elf", "Shaman", "Ally"), 2), id="under"),
        pytest.param("over", SAVANT, (HERON, 3, 4, ("U",), ("Elemental", "Bird"), 5), id="over"),
        pytest.param("under", "Blitz Automaton", ("Blitz Automaton", 6, 4, (), ("Construct",), 7), id="under artifact"),
        pytest.param("over", "Blitz Automaton", (HERON, 3, 4, ("U",), ("Elemental", "Bird"), 5), id="over artifact"),
    ],
)
def test_the_topmost_constituent_gives_all_but_abilities(
    scene: Scene, where: str, base: str, expected: tuple[object, ...]
) -> None:
    """A mutated permanent looks like its topmost constituent and has every constituent's abilities (CR 702.140e)."""
    pile = scene.merge(HERON, scene.put(base), where)
    assert names(pile) == ([HERON, base] if where == "over" else [base, HERON])
    assert (pile.name, pile.power, pile.toughness, pile.colors, pile.subtypes, pile.mana_value) == expected
    assert {"flying", "haste"} <= set(pile.keywords)
    if base == SAVANT:
        assert SAVANTS_MANA in ability_names(pile)


@pytest.mark.rule("A09", "A10")
@pytest.mark.parametrize("zone", ["stack", "hand", "graveyard", "exile", "library"])
@pytest.mark.parametrize("where", ["over", "under"])
def test_nothing_enters_and_the_merging_object_is_gone(scene: Scene, zone: str, where: str) -> None:
    """What merges leaves its zone, and the permanent it joins does not enter the battlefield by it (CR 730.2b)."""
    savant = scene.put(SAVANT)
    heron = scene.put(HERON, zone=zone)
    facts = scene.do(magic.Merge(heron, savant, where))
    assert [fact.record() for fact in scene.apart_from_triggers(facts)] == [
        {"fact": "Merged", "permanent": savant.id, "cards": (savant.constituents[where == "under"].id,), "where": where}
    ]
    assert not heron.exists
    assert heron.became == (savant,)
    assert scene.game.objects() == [savant]


@pytest.mark.rule("A10")
@pytest.mark.parametrize("where", ["over", "under"])
def test_enters_with_abilities_do_nothing_on_a_merge(scene: Scene, where: str) -> None:
    """A constituent that says how it enters changes nothing as it merges, because nothing enters (CR 730.2b)."""
    ready = scene.card(power=1, toughness=1, abilities=[{"ability": "enters", "tapped": True, "counters": {"oil": 2}}])
    pile = scene.merge(ready, scene.put(SAVANT), where)
    assert not pile.tapped
    assert pile.counters == {}


@pytest.mark.rule("A03")
def test_each_constituent_keeps_what_it_is_and_whose(scene: Scene) -> None:
    """Cards and tokens represent a merged permanent side by side, each with its own owner (CR 730.2)."""
    wurm = scene.token("A")
    scene.merge(scene.put(HERON, "B", zone="hand"), wurm, "over")
    scene.merge(scene.put(VULPIKEET, "A", zone="hand"), wurm, "under")
    assert [(card.name, card.kind, card.owner) for card in wurm.constituents] == [
        (HERON, "card", "B"),
        ("Wurm", "token", "A"),
        (VULPIKEET, "card", "A"),
    ]


@pytest.mark.rule("A03", "G31", "A14")
@pytest.mark.parametrize(("where", "token"), [("over", True), ("under", False)])
def test_a_copy_of_a_spell_merges_as_a_token(scene: Scene, where: str, token: bool) -> None:
    """A copy of a mutating creature spell becomes a token as it merges, and none is created (CR 608.3f, 730.2d)."""
    bears = scene.put("Grizzly Bears")
    facts = scene.do(magic.Merge(copy_of_spell(scene, HERON), bears, where))
    assert {card.name: card.kind for card in bears.constituents} == {HERON: "token", "Grizzly Bears": "card"}
    assert bears.read("token") is token
    assert scene.count(facts, "TokenCreated") == 0
    assert scene.apart_from_triggers(scene.settle()) == []


@pytest.mark.rule("A04")
@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ("over", "over", [VULPIKEET, HERON, SAVANT]),
        ("over", "under", [HERON, SAVANT, VULPIKEET]),
        ("under", "over", [VULPIKEET, SAVANT, HERON]),
        ("under", "under", [SAVANT, HERON, VULPIKEET]),
    ],
)
def test_a_merged_permanent_merges_again(scene: Scene, first: str, second: str, order: list[str]) -> None:
    """A further object joins the same list of constituents, on top or at the bottom (CR 730.2)."""
    savant = scene.put(SAVANT)
    scene.merge(HERON, savant, first)
    scene.merge(VULPIKEET, savant, second)
    assert names(savant) == order
    assert savant.name == order[0]
    assert sorted(savant.keywords) == ["flying", "haste", "mutate {2}{W}", "mutate {3}{U}"]
    assert scene.game.objects() == [savant]


@pytest.mark.rule("A04")
@pytest.mark.parametrize(
    ("where", "order"),
    [("over", [HERON, SAVANT, VULPIKEET, "Goblin Guide"]), ("under", [VULPIKEET, "Goblin Guide", HERON, SAVANT])],
)
def test_merged_permanents_do_not_nest(scene: Scene, where: str, order: list[str]) -> None:
    """A merged object that merges brings each of its constituents to the one list (CR 730.2)."""
    one = scene.merge(HERON, scene.put(SAVANT))
    two = scene.merge(VULPIKEET, scene.put("Goblin Guide"))
    scene.merge(one, two, where)
    assert names(two) == order
    assert two.name == order[0]
    assert ability_names(two).count("haste") == 2


@pytest.mark.rule("A04")
def test_two_objects_merge_in_one_batch(scene: Scene) -> None:
    """Objects told to merge at once with one permanent join it one after another (CR 730.2)."""
    savant = scene.put(SAVANT)
    heron, vulpikeet = scene.put(HERON, zone="stack"), scene.put(VULPIKEET, zone="stack")
    facts = scene.do(magic.Merge(heron, savant, "over"), magic.Merge(vulpikeet, savant, "under"))
    assert scene.count(facts, "Merged") == 2
    assert names(savant) == [HERON, SAVANT, VULPIKEET]


# --- characteristics ---------------------------------------------------------------------------------------


@pytest.mark.rule("A05", "A06")
@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("base", [SAVANT, "Blitz Automaton", "Cloak and Dagger", "Urza's Mine"])
def test_the_topmost_alone_unless_the_effect_says_otherwise(scene: Scene, where: str, base: str) -> None:
    """Without more said, a merged permanent has the topmost constituent's characteristics and no others (CR 730.2a)."""
    alone = scene.put(HERON if where == "over" else base).characteristics
    pile = scene.merge(HERON, scene.put(base), where, abilities="topmost")
    assert pile.characteristics == alone


@pytest.mark.rule("A06", "A41")
@pytest.mark.parametrize("where", ["over", "under"])
def test_what_a_merge_gives_is_said_by_the_effect(scene: Scene, where: str) -> None:
    """The effect that merges says whose abilities count, and changes nothing else by that (CR 730.2a, 702.140e)."""
    topmost = scene.merge(HERON, scene.put(SAVANT), where, abilities="topmost").characteristics
    everything = scene.merge(HERON, scene.put(SAVANT), where, abilities="all").characteristics
    assert len(topmost.abilities) < len(everything.abilities)
    assert everything.abilities[: len(topmost.abilities)] == topmost.abilities
    fields = [field for field in topmost.__struct_fields__ if field != "abilities"]
    assert [getattr(topmost, field) for field in fields] == [getattr(everything, field) for field in fields]


@pytest.mark.rule("A06", "A41")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_mutated_permanent_has_the_abilities_of_all_it_ever_merged(scene: Scene, where: str) -> None:
    """Mutating onto a pile that was merged otherwise gives the abilities of every constituent (CR 702.140e)."""
    pile = scene.merge(HERON, scene.put(SAVANT), abilities="topmost")
    assert "haste" not in pile.keywords
    scene.merge("Almighty Brushwagg", pile, where)
    assert {"flying", "haste", "trample"} <= set(pile.keywords)


@pytest.mark.rule("A06")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_later_merge_decides_anew_whose_abilities_count(scene: Scene, where: str) -> None:
    """A merging that keeps the topmost's characteristics alone overwrites what an earlier one gave (CR 730.2a)."""
    pile = scene.merge(HERON, scene.put(SAVANT), abilities="all")
    scene.merge("Almighty Brushwagg", pile, where, abilities="topmost")
    assert set(pile.keywords) == ({"trample"} if where == "over" else {"flying", "mutate {3}{U}"})


@pytest.mark.rule("A41")
def test_the_same_ability_on_two_constituents_is_there_twice(scene: Scene) -> None:
    """Two constituents with the same ability give the mutated permanent two instances of it (CR 702.140e)."""
    pile = scene.merge(HERON, scene.put(VULPIKEET))
    assert ability_names(pile).count("flying") == 2
    assert pile.keywords.count("flying") == 1


@pytest.mark.rule("A07")
@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("base", ["Savant", "Wurm"])
def test_a_token_copy_of_a_pile_is_one_token_with_all_its_abilities(scene: Scene, where: str, base: str) -> None:
    """What merging made of a permanent is copied: a token copy has it, as one constituent (CR 707.2, 730.2a)."""
    below = scene.put(SAVANT) if base == "Savant" else scene.token()
    pile = scene.merge(HERON, below, where)
    facts = scene.do(magic.CreateTokenCopy(pile, "B"))
    token = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))
    assert [card.kind for card in token.constituents] == ["token"]
    assert token.read("token")
    assert not token.read("merged")
    assert token.characteristics == pile.characteristics
    size = (3, 4) if where == "over" else {"Savant": (1, 1), "Wurm": (5, 5)}[base]
    assert (token.power, token.toughness) == size
    assert {"flying", "haste" if base == "Savant" else "trample"} <= set(token.keywords)


@pytest.mark.rule("A07")
@pytest.mark.parametrize(("abilities", "haste"), [("all", True), ("topmost", False)])
def test_a_permanent_that_copies_a_pile_takes_what_the_merge_gave(scene: Scene, abilities: str, haste: bool) -> None:
    """A permanent that becomes a copy of a pile gets the abilities that the merge gave, and no more (CR 730.2a)."""
    pile = scene.merge(HERON, scene.put(SAVANT), abilities=abilities)
    clone = scene.put("Clone", "B")
    scene.do(magic.BecomeCopy(clone, pile))
    assert names(clone) == ["Clone"]
    assert (clone.name, clone.power, clone.toughness) == (HERON, 3, 4)
    assert ("haste" in clone.keywords) is haste


@pytest.mark.rule("A07")
def test_a_copy_keeps_what_it_took_when_the_pile_grows(scene: Scene) -> None:
    """A copy has the pile's values of the moment of copying, whatever merges with the pile later (CR 707.2b)."""
    pile = scene.merge(HERON, scene.put(SAVANT))
    clone = scene.put("Clone")
    scene.do(magic.BecomeCopy(clone, pile))
    scene.merge("Almighty Brushwagg", pile)
    assert (clone.name, "trample" in clone.keywords) == (HERON, False)
    assert (pile.name, "trample" in pile.keywords) == ("Almighty Brushwagg", True)


@pytest.mark.rule("A08")
def test_a_newer_copy_effect_covers_the_merge_while_it_lasts(scene: Scene) -> None:
    """A pile that becomes a copy has the copied values alone, then again those of the merge (CR 613.2a, 730.2a)."""
    pile = scene.merge(HERON, scene.put(SAVANT))
    merged = pile.characteristics
    scene.do(magic.BecomeCopy(pile, scene.put("Abbey Griffin"), until="end of turn"))
    assert (pile.name, pile.power, pile.toughness) == ("Abbey Griffin", 2, 2)
    assert pile.keywords == ("flying", "vigilance")
    assert names(pile) == [HERON, SAVANT]
    scene.do(magic.BeginStep("cleanup"))
    assert pile.characteristics == merged


@pytest.mark.rule("A08")
def test_a_newer_topmost_constituent_overwrites_an_older_copy_effect(scene: Scene) -> None:
    """What merges on top of a permanent that is a copy shows itself, not the copied values (CR 613.2a, 730.2a)."""
    savant = scene.put(SAVANT)
    scene.do(magic.BecomeCopy(savant, scene.put("Abbey Griffin"), until="end of turn"))
    scene.merge(HERON, savant)
    covered = savant.characteristics
    assert (savant.name, savant.power, savant.toughness) == (HERON, 3, 4)
    assert {"flying", "haste"} <= set(savant.keywords)
    assert "vigilance" not in savant.keywords
    scene.do(magic.BeginStep("cleanup"))
    assert savant.characteristics == covered


@pytest.mark.rule("A08")
def test_an_object_merged_under_a_copy_adds_its_abilities_to_the_copied_values(scene: Scene) -> None:
    """Under a permanent that is a copy a new constituent gives abilities alone; the top stays copied (CR 730.2a)."""
    savant = scene.put(SAVANT)
    scene.do(magic.BecomeCopy(savant, scene.put("Ancient Crab"), until="end of turn"))
    scene.merge(HERON, savant, "under")
    assert (savant.name, savant.power, savant.toughness) == ("Ancient Crab", 1, 5)
    assert set(savant.keywords) == {"flying", "mutate {3}{U}"}
    scene.do(magic.BeginStep("cleanup"))
    assert (savant.name, savant.power) == (SAVANT, 1)
    assert {"flying", "haste"} <= set(savant.keywords)


@pytest.mark.rule("A08")
def test_an_object_merged_under_a_covered_pile_brings_back_no_older_abilities(scene: Scene) -> None:
    """A pile that is a copy and merges once more has the copied values and the newcomer's abilities (CR 730.2a)."""
    pile = scene.merge(HERON, scene.put(SAVANT))
    scene.do(magic.BecomeCopy(pile, scene.put("Ancient Crab"), until="end of turn"))
    scene.merge("Almighty Brushwagg", pile, "under")
    assert (pile.name, pile.keywords) == ("Ancient Crab", ("trample",))
    scene.do(magic.BeginStep("cleanup"))
    assert pile.name == HERON
    assert {"flying", "haste", "trample"} <= set(pile.keywords)


@pytest.mark.rule("A08")
def test_merges_and_copy_effects_apply_in_the_order_of_their_timestamps(scene: Scene) -> None:
    """Of a merge, a copy effect and another merge the last one on top decides (CR 613.2a, 730.2a)."""
    pile = scene.merge(HERON, scene.put(SAVANT))
    scene.do(magic.BecomeCopy(pile, scene.put("Abbey Griffin")))
    scene.merge("Almighty Brushwagg", pile)
    assert (pile.name, pile.power) == ("Almighty Brushwagg", 1)
    assert {"trample", "flying", "haste"} <= set(pile.keywords)
    scene.do(magic.BecomeCopy(pile, scene.put("Ancient Crab")))
    assert (pile.name, pile.keywords) == ("Ancient Crab", ())


@pytest.mark.rule("A05")
@pytest.mark.parametrize(("policy", "value"), [("front", 3), ("zero", 0)])
def test_the_mana_value_of_a_back_face_on_top_is_a_policy(policy: str, value: int) -> None:
    """With a back face topmost, the front face's cost counts or, read strictly, none does (CR 202.3b, 730.2i)."""
    scene = Scene()
    scene.game = magic.Game(policies=magic.Policies(back_face_constituent_mana_value=policy))  # type: ignore[arg-type]
    card = two_faced(scene)
    on_top = scene.merge(HERON, scene.put(card, face="back"), "under")
    beneath = scene.merge(HERON, scene.put(card, face="back"), "over")
    assert (on_top.name, on_top.mana_value) == ("Front's Back", value)
    assert (beneath.name, beneath.mana_value) == (HERON, 5)


# --- the same permanent as before --------------------------------------------------------------------------


@pytest.mark.rule("A11")
@pytest.mark.parametrize("where", ["over", "under"])
def test_the_permanent_stays_the_same_object(scene: Scene, where: str) -> None:
    """A merged permanent is the object it was: whatever pointed at it or was attached to it still is (CR 730.2c)."""
    savant = scene.put(SAVANT)
    sword = scene.put("Short Sword")
    aura = scene.put("Minimus Containment", "B")
    scene.do(magic.Attach(sword, savant), magic.Attach(aura, savant))
    facts = scene.do(magic.Merge(scene.put(HERON, zone="stack"), savant, where))
    assert savant.exists
    assert savant.became == ()
    assert scene.count(facts, "Detached") == 0
    assert sword.read("attached_to") == aura.read("attached_to") == savant.id
    assert savant.constituents[0].object == savant.constituents[1].object == savant


@pytest.mark.rule("A12", "A10")
@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("sick", [True, False])
def test_time_under_control_is_that_of_the_permanent(scene: Scene, sick: bool, where: str) -> None:
    """Merging neither makes a creature summoning sick nor cures one that is (CR 302.6, 730.2c)."""
    bears = scene.put("Grizzly Bears", sick=sick)
    facts = scene.do(magic.Merge(scene.put(HERON, zone="stack"), bears, where))
    assert bears.read("sick") is sick
    assert scene.count(facts, "PermanentEntered") == 0
    scene.do(magic.BeginTurn("A"))
    assert not bears.read("sick")


@pytest.mark.rule("A13", "H17")
@pytest.mark.parametrize(("where", "size"), [("over", (7, 8)), ("under", (5, 5))])
def test_counters_and_effects_go_on_applying(scene: Scene, where: str, size: tuple[int, int]) -> None:
    """Counters on the permanent and effects that affected it apply to what it now is (CR 730.2c, 613.4c)."""
    savant = scene.put(SAVANT, counters={"+1/+1": 1, "time": 2})
    for _ in range(3):
        pump(scene, savant)
    scene.merge(HERON, savant, where)
    assert savant.counters == {"+1/+1": 1, "time": 2}
    assert (savant.power, savant.toughness) == size
    scene.do(magic.BeginStep("cleanup"))
    assert (savant.power, savant.toughness) == (size[0] - 3, size[1] - 3)


@pytest.mark.rule("A13")
@pytest.mark.parametrize("where", ["over", "under"])
def test_status_damage_combat_and_control_stay(scene: Scene, where: str) -> None:
    """A merge leaves a permanent tapped, damaged, attacking and under the same control (CR 730.2c)."""
    definition = scene.card(power=2, toughness=9)
    facts = scene.do(magic.CreateToken(definition, "A", tapped=True, attacking=True))
    creature = scene.game.object(facts[0].record()["permanent"])
    scene.do(magic.DealDamage(creature, 3), magic.GainControl(creature, "B"))
    scene.merge(HERON, creature, where)
    assert creature.tapped
    assert creature.read("damage") == 3
    assert creature.controller == "B"
    assert scene.game.world.find(creature.id, Attacking) is not None


@pytest.mark.rule("A13")
def test_lethal_damage_is_measured_against_the_new_toughness(scene: Scene) -> None:
    """Damage marked before a merge kills the permanent once its new topmost can't take it (CR 730.2c, 704.5g)."""
    crab = scene.put("Ancient Crab")
    scene.do(magic.DealDamage(crab, 4))
    assert scene.settle() == []
    scene.merge(SAVANT, crab)
    facts = scene.settle()
    assert (scene.count(facts, "PermanentLeft"), scene.count(facts, "CardPut")) == (1, 2)


@pytest.mark.rule("A42")
@pytest.mark.parametrize(("where", "size"), [("over", (5, 6)), ("under", (4, 4))])
def test_an_effect_on_the_merging_spell_affects_the_permanent(scene: Scene, where: str, size: tuple[int, int]) -> None:
    """What modified a mutating creature spell goes on to modify the permanent it merges with (CR 702.140f)."""
    bears = scene.put("Grizzly Bears")
    heron = scene.put(HERON, zone="stack")
    pump(scene, heron, 2)
    scene.do(magic.Merge(heron, bears, where))
    assert (bears.power, bears.toughness) == size
    scene.do(magic.BeginStep("cleanup"))
    assert (bears.power, bears.toughness) == (size[0] - 2, size[1] - 2)


@pytest.mark.rule("A11", "A13")
def test_a_merge_can_be_taken_back(scene: Scene) -> None:
    """Taking a merge back restores both objects, the same ones as before it (CR 730.2c)."""
    savant, heron = scene.put(SAVANT, tapped=True), scene.put(HERON, zone="hand")
    before = scene.game.position_digest()
    scene.game.push(magic.Merge(heron, savant))
    assert not heron.exists
    scene.game.pop()
    assert scene.game.position_digest() == before
    assert (names(savant), savant.keywords, heron.zone) == ([SAVANT], ("haste",), "hand")


# --- tokens ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A14")
@pytest.mark.parametrize(("where", "token"), [("under", True), ("over", False)])
def test_a_pile_is_a_token_exactly_if_its_topmost_is(scene: Scene, where: str, token: bool) -> None:
    """A merged permanent with a token among its constituents is a token if the token is on top (CR 730.2d)."""
    wurm = scene.token()
    scene.do(magic.Tap(wurm), magic.AddCounters(wurm, "time"))
    scene.merge(HERON, wurm, where)
    assert wurm.read("token") is token
    assert (wurm.name, wurm.power, wurm.toughness) == (("Wurm", 5, 5) if token else (HERON, 3, 4))
    assert wurm.colors == (("G",) if token else ("U",))
    assert {"trample", "flying"} <= set(wurm.keywords)
    assert wurm.tapped
    assert wurm.counters == {"time": 1}


@pytest.mark.rule("A14")
def test_whether_a_pile_is_a_token_follows_each_merge(scene: Scene) -> None:
    """Every further constituent on top decides anew whether the permanent is a token (CR 730.2d)."""
    pile = scene.put(SAVANT)
    seen = []
    for incoming, where in [("wurm", "under"), ("wurm", "over"), (HERON, "under"), (VULPIKEET, "over")]:
        scene.merge(scene.token() if incoming == "wurm" else incoming, pile, where)
        seen.append(pile.read("token"))
    assert seen == [False, True, True, False]
    assert [card.kind for card in pile.constituents] == ["card", "token", "card", "token", "card"]


@pytest.mark.rule("A14", "M04")
def test_a_token_that_left_the_battlefield_does_not_merge(scene: Scene) -> None:
    """A token in another zone can't come back by merging (CR 111.8)."""
    wurm, savant = scene.token(), scene.put(SAVANT)
    scene.do(magic.Exile(wurm))
    (exiled,) = wurm.became
    facts = scene.do(magic.Merge(exiled, savant))
    assert scene.ignored(facts) == ["111.8"]
    assert (names(savant), exiled.zone) == ([SAVANT], "exile")


# --- face down ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A15", "A16", "A10")
def test_a_face_up_object_on_top_makes_the_permanent_face_up_without_turning_it(scene: Scene) -> None:
    """The topmost decides whether a pile is face up, and becoming so by merging is no turning up (CR 730.2e)."""
    flock = scene.put("Monastery Flock", face_down="morph")
    facts = scene.do(magic.Merge(scene.put(HERON, zone="stack"), flock, "over"))
    assert [fact.name for fact in scene.apart_from_triggers(facts)] == ["Merged"]
    assert not flock.read("face_down")
    assert (flock.name, flock.power, flock.toughness, flock.mana_value) == (HERON, 3, 4, 5)


@pytest.mark.rule("A15", "A17")
def test_an_object_under_a_face_down_permanent_leaves_it_face_down(scene: Scene) -> None:
    """Under a face-down permanent nothing shows of what merges, which itself stays face up (CR 730.2e, 613.2b)."""
    flock = scene.put("Monastery Flock", face_down="morph")
    before = flock.characteristics
    facts = scene.do(magic.Merge(scene.put(HERON, zone="stack"), flock, "under"))
    assert [fact.name for fact in facts] == ["Merged"]
    assert flock.read("face_down")
    assert flock.characteristics == before
    assert (flock.name, flock.power, flock.toughness, flock.abilities) == ("", 2, 2, ())
    flock_card = flock.card
    shown = [fact.record()["card"] for fact in scene.do(magic.Destroy(flock)) if fact.name == "Revealed"]
    assert shown == [flock_card.id]


@pytest.mark.rule("A15")
@pytest.mark.parametrize(("where", "down"), [("over", True), ("under", False)])
def test_a_face_down_object_decides_the_status_only_on_top(scene: Scene, where: str, down: bool) -> None:
    """A face-down object merging on top makes the pile face down; underneath it changes no status (CR 730.2e)."""
    savant = scene.put(SAVANT)
    facts = scene.do(magic.Merge(scene.put("Pine Walker", zone="stack", face_down="morph"), savant, where))
    assert [fact.name for fact in facts] == ["Merged"]
    assert savant.read("face_down") is down
    assert (savant.name, savant.power) == (("", 2) if down else (SAVANT, 1))


@pytest.mark.rule("A15", "A41")
def test_a_face_down_constituent_underneath_gives_nothing_of_what_it_hides(scene: Scene) -> None:
    """A face-down constituent below has only what its being face down lists, so no printed ability (CR 708.2)."""
    flock = scene.put("Monastery Flock", face_down="morph")
    walker = scene.put("Pine Walker", zone="stack", face_down="disguise")
    scene.merge(walker, flock, "under")
    scene.merge(SAVANT, flock, "over")
    assert flock.keywords == ("haste", "ward {2}")
    scene.merge(HERON, flock, "under")
    assert flock.keywords == ("haste", "ward {2}", "mutate {3}{U}", "flying")


@pytest.mark.rule("A18", "A19")
def test_turning_a_pile_turns_every_constituent(scene: Scene) -> None:
    """A pile turned face down or up turns each constituent that is not so yet, in one event (CR 730.2f)."""
    flock = scene.put("Monastery Flock")
    scene.merge(HERON, flock)
    up = flock.characteristics
    cards = {card.id for card in flock.constituents}
    facts = scene.do(magic.TurnFaceDown(flock))
    assert [fact.record() for fact in facts] == [{"fact": "TurnedFaceDown", "permanent": flock.id}]
    assert flock.read("face_down")
    assert (flock.name, flock.power, flock.toughness, flock.abilities) == ("", 2, 2, ())
    with scene.game.undoable():
        facts = scene.do(magic.Destroy(flock))
        assert {fact.record()["card"] for fact in facts if fact.name == "Revealed"} == cards
    facts = scene.do(magic.TurnFaceUp(flock))
    assert [fact.record() for fact in facts] == [{"fact": "TurnedFaceUp", "permanent": flock.id}]
    assert flock.characteristics == up
    assert scene.count(scene.do(magic.Destroy(flock)), "Revealed") == 0


@pytest.mark.rule("A18")
def test_a_constituent_that_is_face_down_already_stays_as_it_is(scene: Scene) -> None:
    """Turning a pile face down leaves a face-down constituent with what its own cause gave it (CR 730.2f)."""
    flock = scene.put("Monastery Flock", face_down="disguise")
    scene.merge(HERON, flock, "over")
    assert "ward {2}" in flock.keywords
    scene.do(magic.TurnFaceDown(flock))
    assert flock.keywords == ()
    scene.merge(SAVANT, flock, "over")
    assert flock.keywords == ("haste", "ward {2}")


@pytest.mark.rule("A19", "A17")
def test_a_pile_whose_lower_constituent_was_face_up_turns_up_whole(scene: Scene) -> None:
    """Turning up a face-down pile with a face-up constituent below gives the top and all abilities (CR 730.2f)."""
    flock = scene.put("Monastery Flock", face_down="morph")
    scene.merge(SAVANT, flock, "under")
    facts = scene.do(magic.TurnFaceUp(flock))
    assert scene.count(facts, "TurnedFaceUp") == 1
    assert (flock.name, flock.power, flock.toughness) == ("Monastery Flock", 0, 5)
    assert {"defender", "flying", "haste"} <= set(flock.keywords)


@pytest.mark.rule("A20", "A21")
@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("spell", ["Murder", "Never // Return"])
def test_a_pile_with_an_instant_or_sorcery_card_is_revealed_and_stays_face_down(
    scene: Scene, where: str, spell: str
) -> None:
    """A face-down pile that holds an instant or sorcery card is shown and not turned face up (CR 730.2g)."""
    flock = scene.put("Monastery Flock", face_down="morph")
    hidden = scene.put(spell, face_down="manifest")
    card = hidden.card
    scene.merge(hidden, flock, where)
    before = scene.game.position_digest()
    facts = scene.do(magic.TurnFaceUp(flock))
    assert scene.ignored(facts) == ["730.2g"]
    assert scene.count(facts, "TurnedFaceUp") == 0
    assert card.id in {fact.record()["card"] for fact in facts if fact.name == "Revealed"}
    assert flock.read("face_down")
    assert (flock.name, flock.power, flock.toughness) == ("", 2, 2)
    assert scene.game.position_digest() == before


@pytest.mark.rule("A26", "A27")
@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("kind", ["nonmodal", "modal", "melded"])
def test_a_face_up_pile_with_a_double_faced_constituent_is_not_turned_face_down(
    scene: Scene, kind: str, where: str
) -> None:
    """Told to turn face down, a face-up pile with a double-faced constituent does not change at all (CR 730.2j)."""
    if kind == "melded":
        permanent = scene.meld("Graf Rats", "Midnight Scavengers")
    else:
        permanent = scene.put(two_faced(scene) if kind == "nonmodal" else "Akoum Warrior")
    scene.merge(HERON, permanent, where)
    seen, before = permanent.characteristics, scene.game.position_digest()
    facts = scene.do(magic.TurnFaceDown(permanent))
    assert scene.ignored(facts) == ["730.2j"]
    assert scene.count(facts, "TurnedFaceDown") == 0
    assert permanent.characteristics == seen
    assert scene.game.position_digest() == before


# --- flip cards --------------------------------------------------------------------------------------------


@pytest.mark.rule("A22")
def test_a_flipped_pile_shows_the_flip_cards_other_half_on_top(scene: Scene) -> None:
    """A flip card on top of a flipped pile shows its alternative characteristics (CR 730.2h, 710.2)."""
    pile = scene.merge(HERON, scene.put("Akki Lavarunner"), "under")
    assert {"haste", "flying"} <= set(pile.keywords)
    facts = scene.do(magic.Flip(pile))
    assert scene.count(facts, "Flipped") == 1
    assert (pile.name, pile.supertypes, pile.colors) == ("Tok-Tok, Volcano Born", ("Legendary",), ("R",))
    assert (pile.power, pile.toughness, pile.mana_value) == (2, 2, 4)
    assert {"flying", "protection from red"} <= set(pile.keywords)
    assert "haste" not in pile.keywords


@pytest.mark.rule("A22")
def test_a_flipped_pile_has_the_abilities_of_the_other_half_beneath(scene: Scene) -> None:
    """A flip card beneath gives a flipped pile its alternative half's abilities, nothing else of it (CR 730.2h)."""
    pile = scene.merge(HERON, scene.put("Akki Lavarunner"), "over")
    scene.do(magic.Flip(pile))
    assert (pile.name, pile.supertypes, pile.colors) == (HERON, (), ("U",))
    assert (pile.power, pile.toughness, pile.mana_value) == (3, 4, 5)
    assert {"flying", "protection from red"} <= set(pile.keywords)
    assert "red damage to players: one more" in ability_names(pile)
    assert "haste" not in pile.keywords


@pytest.mark.rule("A22", "A13")
def test_a_flip_card_that_joins_a_flipped_pile_uses_its_other_half(scene: Scene) -> None:
    """Flipped is a status of the permanent, so it counts for a flip card that merges later (CR 730.2h, 110.5)."""
    pile = scene.put("Bushi Tenderfoot", flipped=True)
    scene.merge("Akki Lavarunner", pile, "over")
    assert (pile.name, pile.power) == ("Tok-Tok, Volcano Born", 2)
    assert {"protection from red", "double strike"} <= set(pile.keywords)
    scene.merge(HERON, pile, "over")
    assert pile.name == HERON
    assert {"protection from red", "double strike", "flying"} <= set(pile.keywords)


# --- double-faced constituents -----------------------------------------------------------------------------


@pytest.mark.rule("A23", "C14")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_merged_permanent_is_neither_double_faced_nor_transformed(scene: Scene, where: str) -> None:
    """Double-faced constituents, back faces up as well, make no pile a double-faced permanent (CR 730.2i, 701.27g)."""
    pile = scene.put(two_faced(scene), face="back")
    assert pile.read("double_faced")
    assert pile.read("transformed")
    scene.merge(HERON, pile, where)
    assert not pile.read("double_faced")
    assert not pile.read("transformed")
    scene.merge(two_faced(scene, "Another"), pile)
    scene.do(magic.Transform(pile))
    assert pile.name == "Another's Back"
    assert not pile.read("double_faced")
    assert not pile.read("transformed")


@pytest.mark.rule("A24", "A25")
@pytest.mark.parametrize("request_", [magic.Transform, magic.Convert])
def test_transforming_a_pile_turns_every_double_faced_constituent(
    scene: Scene, request_: type[magic.Transform | magic.Convert]
) -> None:
    """Each double-faced constituent turns over and the others stay; the permanent stays the same (CR 730.2i)."""
    pile = scene.put(two_faced(scene, "Lower", keywords=["Reach"]))
    scene.merge(HERON, pile, "over")
    scene.merge(two_faced(scene, "Upper"), pile, "over")
    scene.do(magic.AddCounters(pile, "+1/+1"))
    assert set(pile.keywords) == {"vigilance", "reach", "flying", "mutate {3}{U}"}
    facts = scene.do(request_(pile))
    assert scene.count(facts, "Transformed") == 1
    assert pile.exists
    assert (pile.name, pile.power, pile.toughness) == ("Upper's Back", 5, 5)
    assert ability_names(pile).count("menace") == 2
    assert set(pile.keywords) == {"menace", "flying", "mutate {3}{U}"}
    scene.do(request_(pile))
    assert (pile.name, pile.power) == ("Upper", 3)
    assert set(pile.keywords) == {"vigilance", "reach", "flying", "mutate {3}{U}"}


@pytest.mark.rule("A24", "A25")
def test_constituents_that_show_different_faces_each_turn_over(scene: Scene) -> None:
    """Transforming a pile gives each double-faced constituent its other face, whichever is up (CR 730.2i)."""
    pile = scene.put(two_faced(scene, "Lower", keywords=["Reach"]), face="back")
    scene.merge(two_faced(scene, "Upper"), pile, "over")
    assert set(pile.keywords) == {"vigilance", "menace"}
    scene.do(magic.Transform(pile))
    assert pile.name == "Upper's Back"
    assert set(pile.keywords) == {"menace", "reach"}


@pytest.mark.rule("A24", "B10")
def test_meld_cards_in_a_pile_never_turn_over(scene: Scene) -> None:
    """A melded pair among the constituents stays as it is when the others turn (CR 712.4c, 730.2i)."""
    pile = scene.meld("Graf Rats", "Midnight Scavengers")
    scene.merge(HERON, pile, "over")
    assert scene.ignored(scene.do(magic.Transform(pile))) == ["712.4c"]
    scene.merge(two_faced(scene), pile, "under")
    assert scene.count(scene.do(magic.Transform(pile)), "Transformed") == 1
    assert {"flying", "haste", "menace"} <= set(pile.keywords)
    assert "vigilance" not in pile.keywords
    assert names(pile) == [HERON, "Graf Rats", "Midnight Scavengers", "Front"]


@pytest.mark.rule("A24")
def test_a_pile_of_single_faced_constituents_does_not_transform(scene: Scene) -> None:
    """A merged permanent without a double-faced constituent ignores the instruction to transform (CR 701.27c)."""
    pile = scene.merge(HERON, scene.put(SAVANT))
    before = scene.game.position_digest()
    assert scene.ignored(scene.do(magic.Transform(pile))) == ["701.27c"]
    assert scene.game.position_digest() == before


@pytest.mark.rule("A02", "B13")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_melded_pair_is_one_constituent_of_a_pile(scene: Scene, where: str) -> None:
    """A melded permanent that merges shows, and gives the abilities of, its combined face (CR 712.8g, 730.2)."""
    pile = scene.meld("Graf Rats", "Midnight Scavengers")
    scene.merge(HERON, pile, where)
    assert len(pile.constituents) == 3
    assert pile.read("merged")
    assert not pile.read("melded")
    expected = (HERON, 3, 5) if where == "over" else ("Chittering Host", 5, 7)
    assert (pile.name, pile.power, pile.mana_value) == expected
    assert {"flying", "haste", "menace"} <= set(pile.keywords)
    assert "your combat: melds with the Scavengers" not in ability_names(pile)


# --- what happens at once, and what nobody may ask -----------------------------------------------------------


@pytest.mark.rule("A09", "A11")
@pytest.mark.parametrize("merge_first", [True, False])
def test_what_leaves_at_the_same_time_does_not_merge(scene: Scene, merge_first: bool) -> None:
    """An object that goes to another zone in the same batch merges with nothing (CR 400.6)."""
    savant, heron = scene.put(SAVANT), scene.put(HERON, zone="stack")
    requests = [magic.Merge(heron, savant), magic.Move(heron, "graveyard")]
    facts = scene.do(*(requests if merge_first else requests[::-1]))
    assert scene.ignored(facts) == ["400.6"]
    assert names(savant) == [SAVANT]
    assert [one.name for one in scene.game.objects("graveyard")] == [HERON]


@pytest.mark.rule("A09")
def test_nothing_merges_with_a_permanent_that_leaves(scene: Scene) -> None:
    """An object told to merge with a permanent that leaves in the same batch stays where it is (CR 400.7)."""
    savant, heron = scene.put(SAVANT), scene.put(HERON, zone="stack")
    facts = scene.do(magic.Merge(heron, savant), magic.Destroy(savant))
    assert scene.ignored(facts) == ["400.7"]
    assert heron.zone == "stack"
    assert scene.count(facts, "CardPut") == 1


@pytest.mark.rule("A09")
@pytest.mark.parametrize("other", ["merge", "enter"])
def test_an_object_goes_one_way_only(scene: Scene, other: str) -> None:
    """An object told to merge and to go elsewhere as well in the same batch does one of them (CR 400.6)."""
    savant, bears, heron = scene.put(SAVANT), scene.put("Grizzly Bears"), scene.put(HERON, zone="stack")
    second = magic.Merge(heron, bears) if other == "merge" else magic.Move(heron, "battlefield")
    facts = scene.do(magic.Merge(heron, savant), second)
    assert scene.ignored(facts) == ["400.6"]
    assert [names(one) for one in scene.game.objects()] == [[HERON, SAVANT], ["Grizzly Bears"]]


@pytest.mark.rule("A09")
def test_a_permanent_that_merges_away_changes_no_more(scene: Scene) -> None:
    """A permanent that becomes part of another one in the same batch is not tapped, marked or joined (CR 400.7)."""
    savant, bears, heron = scene.put(SAVANT), scene.put("Grizzly Bears"), scene.put(HERON, zone="stack")
    facts = scene.do(
        magic.Tap(savant), magic.AddCounters(savant, "time"), magic.Merge(savant, bears), magic.Merge(heron, savant)
    )
    assert scene.ignored(facts) == ["400.7", "400.7", "400.7"]
    assert (scene.count(facts, "Tapped"), scene.count(facts, "CountersAdded"), scene.count(facts, "Merged")) == (
        0,
        0,
        1,
    )
    assert names(bears) == [SAVANT, "Grizzly Bears"]
    assert heron.zone == "stack"


@pytest.mark.rule("A02")
@pytest.mark.parametrize("onto", ["itself", "card in hand"])
def test_only_another_permanent_can_be_merged_with(scene: Scene, onto: str) -> None:
    """An object merges with a permanent other than itself; any other request is refused whole (CR 730.2)."""
    savant, heron = scene.put(SAVANT), scene.put(HERON, zone="hand")
    before = scene.game.position_digest()
    request = magic.Merge(savant, savant) if onto == "itself" else magic.Merge(savant, heron)
    with pytest.raises(magic.InputError, match=r"730\.2|itself"):
        scene.game.do(request)
    assert scene.game.position_digest() == before
