"""State-based actions: what is checked, all at once, until nothing is left to do (CR 704)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, ChangeText, Gain, ModifyPowerToughness, SetPowerToughness, SetTypes
from ecs_magic.changes import NewCard
from ecs_magic.enums import CardKind
from ecs_magic.setup import Placement


def creature(scene: Scene, power: int = 1, toughness: int = 1, owner: str = "A", **source: object) -> magic.Object:
    """Place a creature."""
    return scene.put(scene.card(**{"name": "Raider", "power": power, "toughness": toughness, **source}), owner)


def aura(scene: Scene, host: magic.Object, enchant: str = "creature", **source: object) -> magic.Object:
    """Place an Aura of A on something."""
    usual = {"name": "Aura", "type_line": "Enchantment — Aura", "keywords": [f"Enchant {enchant}"]}
    placed = scene.put(scene.card(**{**usual, **source}))
    scene.do(magic.Attach(placed, host))
    assert placed.read("attached_to") == host.id
    return placed


def begin(scene: Scene, object_: magic.Object, *changes: object) -> int:
    """Begin an effect on something and return it."""
    facts = scene.do(magic.AddEffect(magic.Effect(changes), object_))  # type: ignore[arg-type]
    return next(int(fact.record()["effect"]) for fact in facts if fact.name == "EffectBegan")


def causes(facts: list[magic.Fact]) -> dict[str, int]:
    """Return how many permanents left by each cause."""
    found: dict[str, int] = {}
    for fact in facts:
        if fact.name == "PermanentLeft":
            cause = str(fact.record()["cause"])
            found[cause] = found.get(cause, 0) + 1
    return found


# --- the check itself ------------------------------------------------------------------------------------


@pytest.mark.rule("M01")
def test_all_that_apply_are_done_at_once(scene: Scene) -> None:
    """A lord and the follower it kept alive do not die together: the follower follows by the next check (CR 704.3)."""
    lord, follower = scene.put("Goblin King"), creature(scene, type_line="Creature — Goblin")
    victim = creature(scene)
    scene.do(magic.DealDamage([lord, victim], 2), magic.DealDamage(follower, 1))
    mark = scene.game.mark()
    scene.settle()
    deaths = [
        {fact.record()["permanent"] for fact in tick if fact.name == "PermanentLeft"} for tick in _ticks(scene, mark)
    ]
    assert deaths == [{lord.id, victim.id}, {follower.id}]


def _ticks(scene: Scene, mark: int) -> list[list[magic.Fact]]:
    """Return the facts since a mark, tick by tick."""
    return [[single for fact in record.facts for single in fact.each()] for record in scene.game.trace.records[mark:]]


@pytest.mark.rule("M01")
def test_each_kind_is_done_at_once_with_the_others(scene: Scene) -> None:
    """A creature, a planeswalker, an Aura, a legend, a token and counters are settled in one event (CR 704.3)."""
    weak, walker = creature(scene, 1, 0), scene.put("Teferi, Master of Time", counters={"loyalty": 1})
    loose = scene.put("Control Magic")
    legends = [scene.put("Bosh, Iron Golem") for _ in range(2)]
    both = creature(scene, 3, 3)
    scene.do(magic.AddCounters(both, "+1/+1"), magic.AddCounters(both, "-1/-1"))
    token = scene.token()
    scene.do(magic.RemoveCounters(walker, "loyalty", 1), magic.Destroy(token))
    mark = scene.game.mark()
    facts = scene.settle()
    assert len(_ticks(scene, mark)) == 1
    gone = {fact.record()["permanent"] for fact in facts if fact.name == "PermanentLeft"}
    assert gone == {weak.id, walker.id, loose.id, legends[1].id}
    assert (scene.count(facts, "CeasedToExist"), both.counters) == (1, {})


@pytest.mark.rule("M01")
def test_nothing_to_do_is_nothing(scene: Scene) -> None:
    """On a board in order a check does nothing and tells nothing (CR 704.3)."""
    scene.put("Grizzly Bears", "A", tapped=True)
    aura(scene, scene.put("Bosh, Iron Golem"))
    scene.put("Bosh, Iron Golem", "B")
    before = scene.game.position_digest()
    assert (scene.settle(), scene.game.position_digest()) == ([], before)


@pytest.mark.rule("M02")
def test_nothing_is_checked_in_between(scene: Scene) -> None:
    """A creature whose toughness is 0 only while something resolves lives (CR 704.4)."""
    hand = [scene.put("Forest", zone="hand") for _ in range(2)]
    for _ in range(7):
        scene.put("Island", zone="library")
    maro = scene.put("Maro")
    scene.do(magic.Move(hand, "graveyard"))
    assert (maro.toughness, maro.exists) == (0, True)
    scene.do(magic.Draw("A", 7))
    assert (scene.settle(), maro.toughness) == ([], 7)


# --- players ---------------------------------------------------------------------------------------------


@pytest.mark.rule("M01")
@pytest.mark.parametrize(("life", "lost"), [(1, []), (0, ["704.5a"]), (-3, ["704.5a"])])
def test_a_player_without_life_loses(scene: Scene, life: int, lost: list[str]) -> None:
    """A player with 0 or less life loses, once (CR 704.5a)."""
    scene.do(magic.SetLife("B", life))
    facts = scene.settle()
    assert [(fact.record()["player"], fact.record()["rule"]) for fact in facts] == [(1, rule) for rule in lost]
    assert scene.settle() == []


# --- tokens and copies -----------------------------------------------------------------------------------


@pytest.mark.rule("M03")
@pytest.mark.parametrize("zone", ["graveyard", "exile", "hand", "library"])
def test_a_token_off_the_battlefield_ceases_to_exist(scene: Scene, zone: str) -> None:
    """A token goes to the zone it was to go to, and ceases to exist at the next check (CR 704.5d, 111.7)."""
    token = scene.token()
    scene.do(magic.Move(token, zone))
    (there,) = token.became
    card = there.card
    assert (there.zone, card.exists) == (zone, True)
    facts = scene.settle()
    assert [fact.name for fact in facts] == ["CeasedToExist"]
    assert (there.exists, card.exists, scene.game.objects(zone)) == (False, False, [])


@pytest.mark.rule("M03")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_token_in_a_pile_ceases_to_exist_apart(scene: Scene, where: str) -> None:
    """The token of a merged permanent that died ceases to exist, the card stays in the graveyard (CR 704.5d)."""
    token = scene.token()
    pile = scene.merge("Dreamtail Heron", token, where)
    assert scene.apart_from_triggers(scene.settle()) == []
    scene.do(magic.Destroy(pile))
    assert {one.name for one in scene.game.objects("graveyard")} == {"Dreamtail Heron", "Wurm"}
    scene.settle()
    assert [one.name for one in scene.game.objects("graveyard")] == ["Dreamtail Heron"]


@pytest.mark.rule("M04")
@pytest.mark.parametrize("to", ["battlefield", "hand", "exile"])
def test_a_token_that_left_moves_no_more(scene: Scene, to: str) -> None:
    """A token that left the battlefield neither comes back nor goes elsewhere (CR 111.8)."""
    token = scene.token()
    scene.do(magic.Destroy(token))
    (dead,) = token.became
    facts = scene.do(magic.Move(dead, to))
    assert (scene.ignored(facts), dead.zone) == (["111.8"], "graveyard")


@pytest.mark.rule("M04")
def test_a_flickered_token_copy_does_not_bring_its_original_back(scene: Scene) -> None:
    """A token copy that was exiled stays away, and so does the card it copied (CR 111.8)."""
    bear = scene.put("Grizzly Bears")
    facts = scene.do(magic.CreateTokenCopy(bear, "A"))
    token = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"))
    scene.do(magic.Destroy(bear))
    scene.do(magic.Exile(token))
    facts = scene.do(magic.Move(token.became, "battlefield"))
    assert scene.ignored(facts) == ["111.8"]
    scene.settle()
    assert (scene.game.objects("battlefield"), [one.zone for one in bear.became]) == ([], ["graveyard"])


@pytest.mark.rule("M05")
@pytest.mark.parametrize("zone", ["graveyard", "exile", "hand"])
def test_a_copy_of_a_spell_off_the_stack_ceases_to_exist(scene: Scene, zone: str) -> None:
    """A copy of a spell lives on the stack alone (CR 704.5e)."""
    part = NewCard(scene.cards.find("Murder"), scene.game.world.seat("A"), CardKind.SPELL_COPY)
    copy = scene.game.place(Placement((part,), magic.Zone.STACK))
    assert scene.settle() == []
    scene.do(magic.Move(copy, zone))
    assert [fact.name for fact in scene.settle()] == ["CeasedToExist"]
    assert scene.game.objects(zone) == []


# --- creatures and planeswalkers -------------------------------------------------------------------------


@pytest.mark.rule("M06")
@pytest.mark.parametrize("toughness", [0, -2])
@pytest.mark.parametrize("keywords", [[], ["Indestructible"]])
def test_a_creature_without_toughness_is_not_destroyed(scene: Scene, toughness: int, keywords: list[str]) -> None:
    """A creature of toughness 0 or less is put into its owner's graveyard, indestructible or not (CR 704.5f)."""
    weak = creature(scene, 3, 2, keywords=keywords)
    begin(scene, weak, ModifyPowerToughness(0, toughness - 2))
    assert causes(scene.settle()) == {"move": 1}
    assert weak.became[0].zone == "graveyard"


@pytest.mark.rule("M06")
@pytest.mark.parametrize(("damage", "dies"), [(2, False), (3, True), (7, True)])
def test_lethal_damage_destroys(scene: Scene, damage: int, dies: bool) -> None:
    """Damage of at least its toughness destroys a creature, unless it is indestructible (CR 704.5g)."""
    plain, solid = creature(scene, 1, 3), creature(scene, 1, 3, keywords=["Indestructible"])
    scene.do(magic.DealDamage([plain, solid], damage))
    assert causes(scene.settle()) == ({"destroy": 1} if dies else {})
    assert (plain.exists, solid.exists, solid.read("damage")) == (not dies, True, damage)


@pytest.mark.rule("M06")
def test_damage_that_becomes_lethal_later(scene: Scene) -> None:
    """Damage stays marked until the cleanup step, and counts against the toughness of each moment (CR 704.5g)."""
    bear = creature(scene, 2, 4)
    scene.do(magic.DealDamage(bear, 3))
    assert scene.settle() == []
    with scene.game.undoable():
        begin(scene, bear, SetPowerToughness(1, 1))
        assert causes(scene.settle()) == {"destroy": 1}
    scene.do(magic.BeginStep("cleanup"))
    begin(scene, bear, SetPowerToughness(1, 1))
    assert (scene.settle(), bear.read("damage")) == ([], 0)


@pytest.mark.rule("M06")
def test_a_noncreature_does_not_die_of_damage(scene: Scene) -> None:
    """Damage marked on what is no creature now destroys nothing (CR 704.5g)."""
    bear = creature(scene, 2, 2)
    scene.do(magic.DealDamage(bear, 5))
    begin(scene, bear, SetTypes(("Artifact",)))
    assert (scene.settle(), bear.read("damage")) == ([], 5)


@pytest.mark.rule("M06")
def test_deathtouch_makes_any_damage_deadly(scene: Scene) -> None:
    """A creature dealt damage by a source with deathtouch is destroyed, by however little (CR 704.5h)."""
    snake = creature(scene, 1, 1, keywords=["Deathtouch"])
    big, other = creature(scene, 9, 9), creature(scene, 9, 9)
    scene.do(magic.DealDamage(big, 1, source=snake), magic.DealDamage(other, 1))
    assert causes(scene.settle()) == {"destroy": 1}
    assert (big.exists, other.exists) == (False, True)


@pytest.mark.rule("M06")
def test_deathtouch_counts_for_one_check(scene: Scene) -> None:
    """Damage by deathtouch that a creature survived counts no more at the next check (CR 704.5h)."""
    snake = creature(scene, 1, 1, keywords=["Deathtouch"])
    solid = creature(scene, 9, 9)
    shield = begin(scene, solid, Gain(("Indestructible",)))
    scene.do(magic.DealDamage(solid, 1, source=snake))
    assert [fact.name for fact in scene.settle() if fact.name != "Ignored"] == []
    scene.do(magic.RemoveEffect(shield))
    assert (scene.settle(), solid.exists, solid.read("damage")) == ([], True, 1)


@pytest.mark.rule("M07")
def test_a_planeswalker_without_loyalty_goes(scene: Scene) -> None:
    """A planeswalker with loyalty 0 is put into its owner's graveyard (CR 704.5i)."""
    walker = scene.put("Teferi, Master of Time", "B", controller="A")
    assert (walker.loyalty, scene.settle()) == (3, [])
    scene.do(magic.DealDamage(walker, 3))
    assert (walker.loyalty, causes(scene.settle())) == (0, {"move": 1})
    assert [one.owner for one in scene.game.objects("graveyard")] == ["B"]


@pytest.mark.rule("M07")
def test_loyalty_counts_while_a_planeswalker_face_is_up(scene: Scene) -> None:
    """A creature that turned into a planeswalker without loyalty counters goes; as a creature it stayed (CR 704.5i)."""
    jace = scene.put("Jace, Vryn's Prodigy")
    assert scene.settle() == []
    scene.do(magic.Transform(jace))
    assert (jace.types, jace.loyalty) == (("Planeswalker",), 0)
    assert causes(scene.settle()) == {"move": 1}


@pytest.mark.rule("M07")
def test_a_planeswalker_that_is_a_creature_too(scene: Scene) -> None:
    """A planeswalker creature goes by loyalty or by damage, whichever comes first (CR 704.5g, 704.5i)."""
    walker = scene.put("Teferi, Master of Time")
    begin(scene, walker, AddTypes(("Creature",)), SetPowerToughness(2, 2))
    scene.do(magic.DealDamage(walker, 2))
    assert (walker.loyalty, walker.read("damage"), causes(scene.settle())) == (1, 2, {"destroy": 1})


@pytest.mark.rule("M15")
def test_last_known_counters_are_those_before_the_check(scene: Scene) -> None:
    """A 1/1 with a +1/+1 and three -1/-1 counters dies with its +1/+1 counter still on it (CR 704.8)."""
    wolf = scene.put("Young Wolf", counters={"+1/+1": 1})
    scene.do(magic.AddCounters(wolf, "-1/-1", 3))
    facts = scene.settle()
    assert causes(facts) == {"move": 1}
    assert wolf.last_known.counters == {"+1/+1": 1, "-1/-1": 3}
    assert scene.count(facts, "CountersRemoved") == 0


@pytest.mark.rule("M01")
@pytest.mark.parametrize(("plus", "minus", "left"), [(3, 2, {"+1/+1": 1}), (1, 1, {}), (1, 3, {"-1/-1": 2})])
def test_counters_of_both_signs_go_in_pairs(scene: Scene, plus: int, minus: int, left: dict[str, int]) -> None:
    """As many +1/+1 as -1/-1 counters are removed as there are of the fewer (CR 704.5q)."""
    big = creature(scene, 5, 5)
    scene.do(magic.AddCounters(big, "+1/+1", plus), magic.AddCounters(big, "-1/-1", minus))
    size = big.power
    scene.settle()
    assert (big.counters, big.power) == (left, size)


# --- legends ---------------------------------------------------------------------------------------------


@pytest.mark.rule("M08")
def test_legends_of_one_name_and_controller(scene: Scene) -> None:
    """Of legendary permanents of one name that a player controls one stays; other names and players do not count."""
    kept = [scene.put("Bosh, Iron Golem", "A"), scene.put("Bosh, Iron Golem", "B"), scene.put("Wort, the Raidmother")]
    extra = scene.put("Bosh, Iron Golem", "B", controller="A")
    assert causes(scene.settle()) == {"legend rule": 1}
    assert ([one.exists for one in kept], extra.exists) == ([True] * 3, False)
    assert [one.owner for one in scene.game.objects("graveyard")] == ["B"]


@pytest.mark.rule("M08")
def test_the_legend_rule_does_not_destroy(scene: Scene) -> None:
    """An indestructible legend that is not kept goes all the same (CR 704.5j)."""
    source = {"name": "Twin", "type_line": "Legendary Creature — God", "keywords": ["Indestructible"]}
    twins = [creature(scene, **source) for _ in range(2)]
    assert causes(scene.settle()) == {"legend rule": 1}
    assert [twin.exists for twin in twins] == [True, False]


@pytest.mark.rule("M08")
def test_control_brings_the_legend_rule_about(scene: Scene) -> None:
    """A stolen legend counts for its new controller (CR 704.5j)."""
    mine, theirs = scene.put("Bosh, Iron Golem", "A"), scene.put("Bosh, Iron Golem", "B")
    assert scene.settle() == []
    scene.do(magic.GainControl(theirs, "A"))
    scene.answering(legend_rule=[theirs.id])
    assert causes(scene.settle()) == {"legend rule": 1}
    assert (mine.exists, theirs.exists) == (False, True)


@pytest.mark.rule("M08")
def test_temporary_copies_of_a_legend(scene: Scene) -> None:
    """Of three creatures that are copies of one legend this turn one is kept, and is itself later (CR 704.5j)."""
    bosh = scene.put("Bosh, Iron Golem", "B")
    bears = [scene.put("Grizzly Bears") for _ in range(3)]
    scene.do(magic.BecomeCopy(bears, bosh, until="end of turn"))
    assert causes(scene.settle()) == {"legend rule": 2}
    scene.do(magic.BeginStep("cleanup"))
    assert [bear.name for bear in bears if bear.exists] == ["Grizzly Bears"]


@pytest.mark.rule("M08")
def test_the_legend_rule_looks_at_the_top_and_the_face_that_is_up(scene: Scene) -> None:
    """A pile counts by its topmost card, a double-faced permanent by the face that is up (CR 704.5j, 730.2a)."""
    hidden = scene.merge("Dreamtail Heron", scene.put("Bosh, Iron Golem"))
    scene.put("Bosh, Iron Golem")
    abbeys = [scene.put("Westvale Abbey") for _ in range(2)]
    assert (hidden.name, scene.apart_from_triggers(scene.settle())) == ("Dreamtail Heron", [])
    scene.do(magic.Transform(abbeys))
    assert causes(scene.settle()) == {"legend rule": 1}
    assert [one.exists for one in abbeys] == [True, False]


@pytest.mark.rule("M08")
def test_melded_legends_go_by_the_combined_name(scene: Scene) -> None:
    """Two melded permanents of one legendary combined face cannot both stay, and both cards of one go (CR 704.5j)."""
    pairs = [scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade") for _ in range(2)]
    scene.put("Bruna, the Fading Light")
    facts = scene.settle()
    assert (causes(facts), scene.count(facts, "CardPut")) == ({"legend rule": 1}, 2)
    assert [one.exists for one in pairs] == [True, False]


@pytest.mark.rule("M08", "M01")
def test_a_kept_legend_may_die_in_the_same_event(scene: Scene) -> None:
    """The legend rule and a toughness of 0 apply at once, so the one that is kept may be the dying one (CR 704.3)."""
    legends = [scene.put("Bosh, Iron Golem") for _ in range(2)]
    begin(scene, legends[0], SetPowerToughness(1, 0))
    scene.settle()
    assert [one.exists for one in legends] == [False, False]


# --- attachments -----------------------------------------------------------------------------------------


@pytest.mark.rule("M10")
@pytest.mark.parametrize("how", ["leaves", "never"])
def test_an_aura_on_nothing_goes(scene: Scene, how: str) -> None:
    """An Aura whose host left, or that never had one, is put into its owner's graveyard (CR 704.5m)."""
    if how == "leaves":
        bear = scene.put("Grizzly Bears")
        loose = aura(scene, bear)
        scene.do(magic.Exile(bear))
    else:
        loose = scene.put("Control Magic")
    assert causes(scene.settle()) == {"move": 1}
    assert loose.became[0].zone == "graveyard"


@pytest.mark.rule("M10")
@pytest.mark.parametrize(
    ("enchant", "stays"),
    [
        ("creature", False),
        ("permanent", True),
        ("artifact", True),
        ("creature or artifact", True),
        ("creature, land, or planeswalker", False),
        ("artifact creature", False),
        ("Equipment", False),
    ],
)
def test_an_aura_on_what_it_cannot_enchant_goes(scene: Scene, enchant: str, stays: bool) -> None:
    """An Aura falls off what its enchant ability does not name any more (CR 704.5m, 303.4c)."""
    golem = creature(scene, type_line="Artifact Creature — Golem Equipment")
    placed = aura(scene, golem, enchant)
    assert scene.settle() == []
    begin(scene, golem, SetTypes(("Artifact",), subtypes=()))
    scene.settle()
    assert (placed.exists, golem.exists) == (stays, True)


@pytest.mark.rule("M10")
def test_an_aura_for_your_own_creatures(scene: Scene) -> None:
    """An Aura that enchants creatures of its controller goes when its host changes sides (CR 704.5m)."""
    bear = scene.put("Grizzly Bears")
    placed = aura(scene, bear, "creature you control")
    assert scene.settle() == []
    scene.do(magic.GainControl(bear, "B"))
    scene.settle()
    assert (placed.exists, bear.exists) == (False, True)


@pytest.mark.rule("M10")
def test_protection_from_a_colour_takes_attachments_off(scene: Scene) -> None:
    """Auras of the colour go, Equipment of the colour falls off; other colours stay (CR 702.16c-d, 704.5m-n)."""
    bear = scene.put("Grizzly Bears")
    blue = aura(scene, bear, mana_cost="{U}")
    white = aura(scene, bear, mana_cost="{W}")
    sword = scene.put(scene.card(name="Blade", type_line="Artifact — Equipment", mana_cost="{U}"))
    scene.do(magic.Attach(sword, bear))
    begin(scene, bear, Gain(("Protection from blue",)))
    scene.settle()
    assert (blue.exists, white.read("attached_to"), sword.exists, sword.read("attached_to")) == (
        False,
        bear.id,
        True,
        None,
    )


@pytest.mark.rule("M10")
def test_an_equipment_falls_off_what_is_no_creature(scene: Scene) -> None:
    """An Equipment on a permanent that is no creature becomes unattached and stays (CR 704.5n)."""
    land, sword = scene.put("Raging Ravine"), scene.put("Short Sword")
    animation = begin(scene, land, AddTypes(("Creature",)), SetPowerToughness(3, 3))
    scene.do(magic.Attach(sword, land))
    assert (land.power, scene.settle()) == (4, [])
    scene.do(magic.RemoveEffect(animation))
    facts = scene.settle()
    assert ([fact.name for fact in facts], sword.exists, sword.read("attached_to")) == (["Detached"], True, None)


@pytest.mark.rule("M10")
def test_an_equipment_whose_host_died_stays(scene: Scene) -> None:
    """An Equipment outlives the creature it was on (CR 704.5n)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    scene.do(magic.Attach(sword, bear))
    scene.do(magic.Destroy(bear))
    scene.settle()
    assert (sword.exists, sword.read("attached_to"), scene.settle()) == (True, None, [])


@pytest.mark.rule("M10")
@pytest.mark.parametrize("kind", ["Equipment", "Fortification"])
def test_fortifications_are_for_lands_and_equipment_for_creatures(scene: Scene, kind: str) -> None:
    """An attachment stays on what its kind is for and goes on nothing else (CR 301.5, 301.6)."""
    thing = scene.put(scene.card(name="Thing", type_line=f"Artifact — {kind}"))
    hosts = {"Equipment": scene.put("Grizzly Bears"), "Fortification": scene.put("Forest")}
    (wrong,) = (host for name, host in hosts.items() if name != kind)
    scene.do(magic.Attach(thing, hosts[kind]))
    assert scene.settle() == []
    facts = scene.do(magic.Attach(thing, wrong))
    assert (len(scene.ignored(facts)), thing.read("attached_to")) == (1, hosts[kind].id)


@pytest.mark.rule("M10")
def test_a_creature_comes_off_what_it_is_attached_to(scene: Scene) -> None:
    """An Equipment that becomes a creature becomes unattached (CR 704.5p, 301.5c)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    scene.do(magic.Attach(sword, bear))
    begin(scene, sword, AddTypes(("Creature",)), SetPowerToughness(1, 1))
    facts = scene.settle()
    assert ([fact.name for fact in facts], sword.exists, bear.power) == (["Detached"], True, 2)
    assert scene.ignored(scene.do(magic.Attach(sword, bear))) == ["301.5c"]


@pytest.mark.rule("M10")
def test_an_aura_that_becomes_a_creature_comes_off_and_goes(scene: Scene) -> None:
    """An Aura that is also a creature becomes unattached and is then put into the graveyard (CR 303.4d)."""
    placed = aura(scene, scene.put("Grizzly Bears"))
    begin(scene, placed, AddTypes(("Creature",)), SetPowerToughness(4, 4))
    facts = scene.settle()
    assert [fact.name for fact in facts if fact.name in ("Detached", "PermanentLeft")] == ["Detached", "PermanentLeft"]
    assert placed.became[0].zone == "graveyard"


@pytest.mark.rule("M10")
def test_what_is_no_attachment_any_more_comes_off(scene: Scene) -> None:
    """A permanent that is neither Aura, Equipment nor Fortification becomes unattached and stays (CR 704.5p)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    scene.do(magic.Attach(sword, bear))
    begin(scene, sword, SetTypes(("Land",)))
    assert [fact.name for fact in scene.settle()] == ["Detached"]
    assert scene.ignored(scene.do(magic.Attach(sword, bear))) == ["701.3b"]


@pytest.mark.rule("M10")
def test_attachments_are_checked_again_after_transforming(scene: Scene) -> None:
    """An Aura for creatures goes when its host turns into something else (CR 704.5m)."""
    jace = scene.put("Jace, Vryn's Prodigy")
    placed = aura(scene, jace)
    scene.do(magic.AddCounters(jace, "loyalty", 5))
    scene.do(magic.Transform(jace))
    scene.settle()
    assert (jace.types, jace.exists, placed.exists) == (("Planeswalker",), True, False)


@pytest.mark.rule("M10")
def test_attachments_are_checked_again_after_merging(scene: Scene) -> None:
    """Attachments stay on a creature that merges, and go if its new top is none (CR 704.5m-n, 730.2c)."""
    bear, sword = scene.put("Grizzly Bears"), scene.put("Short Sword")
    placed = aura(scene, bear)
    scene.do(magic.Attach(sword, bear))
    scene.merge("Dreamtail Heron", bear)
    assert (scene.apart_from_triggers(scene.settle()), placed.read("attached_to"), bear.power) == ([], bear.id, 4)
    scene.merge(scene.card(name="Idol", type_line="Artifact"), bear)
    scene.settle()
    assert (placed.exists, sword.read("attached_to")) == (False, None)


@pytest.mark.rule("M10")
def test_an_illegal_host_is_refused(scene: Scene) -> None:
    """An Aura told to go where it can't stays where it is (CR 303.4j, 701.3b)."""
    bear, forest = scene.put("Grizzly Bears"), scene.put("Forest")
    placed = aura(scene, bear)
    facts = scene.do(magic.Attach(placed, forest))
    assert (scene.ignored(facts), placed.read("attached_to")) == (["303.4j"], bear.id)


@pytest.mark.rule("M12")
def test_one_role_of_each_controller_stays(scene: Scene) -> None:
    """Of several Roles of one player on a permanent only the newest stays; each player's count apart (CR 704.5z)."""
    bear, other = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    roles = {
        name: scene.put(scene.cards.token(name), owner, token=True)
        for name, owner in (("Royal", "A"), ("Cursed", "A"), ("Wicked", "B"))
    }
    scene.do(magic.Attach(roles["Royal"], other), magic.Attach(roles["Cursed"], bear))
    scene.do(magic.Attach(roles["Wicked"], bear))
    assert scene.settle() == []
    scene.do(magic.Attach(roles["Royal"], bear))
    assert causes(scene.settle()) == {"move": 1}
    assert {name: role.exists for name, role in roles.items()} == {"Royal": True, "Cursed": False, "Wicked": True}


@pytest.mark.rule("M01", "M10")
def test_an_aura_goes_in_the_check_after_its_hosts(scene: Scene) -> None:
    """An Aura whose host goes in one check is on nothing at the next, and goes then (CR 704.3, 704.5m)."""
    frail = creature(scene, 0, 1)
    placed = aura(scene, frail)
    begin(scene, frail, SetPowerToughness(0, 0))
    mark = scene.game.mark()
    scene.settle()
    gone = [
        {fact.record()["permanent"] for fact in tick if fact.name == "PermanentLeft"} for tick in _ticks(scene, mark)
    ]
    assert gone == [{frail.id}, {placed.id}]


@pytest.mark.rule("M10", "E40")
def test_an_enchant_word_changed_in_text(scene: Scene) -> None:
    """An Aura whose text names another type of land falls off its host (CR 612.2, 704.5m)."""
    placed = aura(scene, scene.put("Forest"), "Forest")
    assert scene.settle() == []
    begin(scene, placed, ChangeText("Forest", "Island"))
    scene.settle()
    assert not placed.exists
