"""Counters on permanents, cards and players (CR 122)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import (
    AddTypes,
    Gain,
    Limit,
    LoseAll,
    ModifyPowerToughness,
    SetPowerToughness,
    SwitchPowerToughness,
)

KEYWORDS = [
    "flying",
    "first strike",
    "double strike",
    "deathtouch",
    "decayed",
    "exalted",
    "haste",
    "hexproof",
    "indestructible",
    "lifelink",
    "menace",
    "reach",
    "shadow",
    "trample",
    "vigilance",
]
SEVEN_DREAMS = {"ability": "limit", "kind": "dream", "most": 7}
"""It can't have more than seven dream counters."""


def entered(old: magic.Object) -> magic.Object:
    """Return the one thing that an object became."""
    (new,) = old.became
    return new


def put_on(facts: list[magic.Fact]) -> list[tuple[int, str, int]]:
    """Return on what counters were put, of which kind, and how many."""
    return [tuple(fact.record()[key] for key in ("object", "kind", "count")) for fact in facts if "Added" in fact.name]


# --- what counters do ------------------------------------------------------------------------------------


@pytest.mark.rule("H01")
@pytest.mark.parametrize(
    ("counters", "size"),
    [
        ({"+1/+1": 3}, (5, 5)),
        ({"-1/-1": 1}, (1, 1)),
        ({"+2/+0": 2}, (6, 2)),
        ({"-0/-2": 1}, (2, 0)),
        ({"+1/+1": 2, "+1/+2": 1}, (5, 6)),
        ({"charge": 4}, (2, 2)),
    ],
)
def test_counters_change_power_and_toughness(scene: Scene, counters: dict[str, int], size: tuple[int, int]) -> None:
    """Each +X/+Y counter adds to power and toughness, each -X/-Y counter takes from them (CR 122.1a)."""
    bears = scene.put("Grizzly Bears", counters=counters)
    assert (bears.power, bears.toughness) == size


@pytest.mark.rule("H01")
def test_counters_add_in_layer_7c(scene: Scene) -> None:
    """Counters add to a size that was set later than them, and before power and toughness switch (CR 613.4c)."""
    bears = scene.put("Grizzly Bears", counters={"+1/+1": 1, "+2/+0": 1})
    scene.do(magic.AddEffect(magic.Effect((SetPowerToughness(0, 5),)), bears))
    assert (bears.power, bears.toughness) == (3, 6)
    scene.do(magic.AddEffect(magic.Effect((SwitchPowerToughness(),)), bears))
    assert (bears.power, bears.toughness) == (6, 3)


@pytest.mark.rule("H01")
def test_counters_on_what_is_no_creature(scene: Scene) -> None:
    """On a noncreature permanent +1/+1 counters do nothing until it is a creature (CR 122.1a, 208.3)."""
    staff = scene.put("Chimeric Staff", counters={"+1/+1": 2})
    assert (staff.power, staff.toughness) == (None, None)
    scene.do(magic.AddEffect(magic.Effect((AddTypes(("Creature",)), SetPowerToughness(5, 5))), staff))
    assert (staff.power, staff.toughness) == (7, 7)


@pytest.mark.rule("H01")
@pytest.mark.parametrize("zone", ["exile", "graveyard", "hand"])
def test_counters_on_a_creature_card(scene: Scene, zone: str) -> None:
    """A +1/+1 counter on a creature card that is not on the battlefield counts there too (CR 122.1a)."""
    card = scene.put("Grizzly Bears", zone=zone)
    scene.do(magic.AddCounters(card, "+1/+1", 2))
    assert (card.power, card.toughness) == (4, 4)


@pytest.mark.rule("H01")
def test_counters_are_no_objects(scene: Scene) -> None:
    """Counters are markers: putting them on something makes no object (CR 122.1)."""
    bears = scene.put("Grizzly Bears")
    before = scene.game.objects()
    facts = scene.do(magic.AddCounters(bears, "+1/+1", 5))
    assert scene.game.objects() == before
    assert [fact.name for fact in facts] == ["CountersAdded"]


@pytest.mark.rule("H02")
@pytest.mark.parametrize("keyword", KEYWORDS)
@pytest.mark.parametrize("zone", ["battlefield", "exile"])
def test_keyword_counters_give_the_keyword(scene: Scene, keyword: str, zone: str) -> None:
    """A permanent or card with a keyword counter has that keyword, however many there are (CR 122.1b)."""
    bears = scene.put("Grizzly Bears", zone=zone, counters={keyword: 2})
    assert bears.keywords == (keyword,)
    scene.do(magic.RemoveCounters(bears, keyword))
    assert bears.keywords == (keyword,)
    scene.do(magic.RemoveCounters(bears, keyword))
    assert bears.keywords == ()


@pytest.mark.rule("H02")
@pytest.mark.parametrize("kind", ["hexproof from black", "trample over planeswalkers"])
def test_counters_give_variants_of_keywords(scene: Scene, kind: str) -> None:
    """A counter may be of a variant of a keyword, and gives just that variant (CR 122.1b)."""
    bears = scene.put("Grizzly Bears", counters={kind: 1})
    assert bears.keywords == (kind,)


@pytest.mark.rule("H02")
@pytest.mark.parametrize("kind", ["charge", "protection", "flash", "ward", "fly"])
def test_other_counters_give_nothing(scene: Scene, kind: str) -> None:
    """A counter of another name gives no ability, even if a keyword has that name (CR 122.1b)."""
    bears = scene.put("Grizzly Bears", counters={kind: 1})
    assert (bears.keywords, bears.counters) == ((), {kind: 1})


@pytest.mark.rule("H02")
@pytest.mark.parametrize(("counter_first", "keywords"), [(True, ()), (False, ("flying",))])
def test_keyword_counters_are_in_layer_6(scene: Scene, counter_first: bool, keywords: tuple[str, ...]) -> None:
    """Losing all abilities takes what an older keyword counter gave, not what a newer one gives (CR 613.1f, 613.7c)."""
    bears = scene.put("Grizzly Bears")
    requests = [magic.AddCounters(bears, "flying"), magic.AddEffect(magic.Effect((LoseAll(),)), bears)]
    for request in requests if counter_first else reversed(requests):
        scene.do(request)
    assert bears.keywords == keywords


@pytest.mark.rule("H09")
def test_hone_counters_on_equipment(scene: Scene) -> None:
    """Each hone counter on an Equipment gives the creature it is attached to +1/+0; elsewhere none does (CR 122.1j)."""
    sword, aura = scene.put("Short Sword", counters={"hone": 2}), scene.put("Rune of Flight", counters={"hone": 1})
    bears = scene.put("Grizzly Bears", counters={"hone": 1})
    scene.do(magic.Attach(aura, bears))
    assert bears.power == 2
    scene.do(magic.Attach(sword, bears))
    assert (bears.power, bears.toughness) == (5, 3)
    scene.do(magic.AddCounters(sword, "hone"))
    assert (bears.power, bears.toughness) == (6, 3)
    scene.do(magic.Detach(sword))
    assert (bears.power, bears.toughness) == (2, 2)


# --- loyalty, defense, poison ----------------------------------------------------------------------------


@pytest.mark.rule("H05")
@pytest.mark.parametrize(
    ("card", "face", "loyalty"),
    [
        ("Teferi, Master of Time", "front", 3),
        ("Jace, Vryn's Prodigy", "back", 5),
        ("Jace, Vryn's Prodigy", "front", None),
    ],
)
def test_a_planeswalker_enters_with_its_loyalty(scene: Scene, card: str, face: str, loyalty: int | None) -> None:
    """A planeswalker face enters with its printed number of loyalty counters: they are its loyalty (CR 306.5b-c)."""
    old = scene.put(card, zone="exile")
    scene.do(magic.Move(old, magic.Zone.BATTLEFIELD, face=magic.Face(face)))
    new = entered(old)
    assert (new.loyalty, new.counters) == (loyalty, {} if loyalty is None else {"loyalty": loyalty})
    scene.do(magic.AddCounters(new, "loyalty", 2))
    assert new.loyalty == (None if loyalty is None else loyalty + 2)


@pytest.mark.rule("H05")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "stack"])
def test_loyalty_off_the_battlefield_is_printed(scene: Scene, zone: str) -> None:
    """A planeswalker card that is not on the battlefield has its printed loyalty (CR 306.5a)."""
    assert scene.put("Teferi, Master of Time", zone=zone).loyalty == 3


@pytest.mark.rule("H05")
def test_transforming_into_a_planeswalker_gives_no_loyalty(scene: Scene) -> None:
    """A creature that transforms into a planeswalker gets no loyalty counters, and is put away (CR 306.5b, 704.5i)."""
    jace = scene.put("Jace, Vryn's Prodigy")
    scene.do(magic.Transform(jace))
    assert (jace.name, jace.loyalty, jace.counters) == ("Jace, Telepath Unbound", 0, {})
    scene.settle()
    assert (entered(jace).name, entered(jace).zone) == ("Jace, Vryn's Prodigy", "graveyard")


@pytest.mark.rule("H05", "H17")
def test_loyalty_counters_stay_on_the_other_face(scene: Scene) -> None:
    """Loyalty counters are no loyalty of a creature face, and count again for the planeswalker face (CR 122.1e)."""
    jace = scene.put("Jace, Vryn's Prodigy", face="back", counters={"loyalty": 4})
    scene.do(magic.Transform(jace))
    assert (jace.types, jace.loyalty, jace.counters) == (("Creature",), None, {"loyalty": 4})
    scene.do(magic.Transform(jace))
    assert jace.loyalty == 4


@pytest.mark.rule("H05")
def test_damage_takes_loyalty(scene: Scene) -> None:
    """Damage to a planeswalker removes that many loyalty counters; at none it goes to the graveyard (CR 306.8-9)."""
    teferi = scene.put("Teferi, Master of Time")
    facts = scene.do(magic.DealDamage(teferi, 2))
    assert (teferi.loyalty, scene.count(facts, "CountersRemoved")) == (1, 1)
    scene.do(magic.DealDamage(teferi, 2))
    scene.settle()
    assert entered(teferi).zone == "graveyard"


@pytest.mark.rule("H06")
@pytest.mark.parametrize(("count", "lost"), [(9, False), (10, True), (11, True)])
def test_ten_poison_counters_lose(scene: Scene, count: int, lost: bool) -> None:
    """A player with ten or more poison counters loses the game as a state-based action (CR 122.1f, 704.5c)."""
    scene.do(magic.AddCounters("B", "poison", count))
    facts = [fact.record() for fact in scene.settle()]
    assert facts == ([{"fact": "PlayerLost", "player": 1, "rule": "704.5c"}] if lost else [])


@pytest.mark.rule("H07")
def test_a_battle_enters_with_its_defense(scene: Scene) -> None:
    """A battle enters with its printed number of defense counters, and damage takes them (CR 310.4b-c, 122.1g)."""
    card = scene.put("Invasion of Belenon", zone="hand")
    assert card.read("defense") == 5
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD))
    siege = entered(card)
    assert (siege.read("defense"), siege.counters) == (5, {"defense": 5})
    scene.do(magic.DealDamage(siege, 2))
    assert (siege.read("defense"), siege.read("damage")) == (3, 0)
    scene.do(magic.Transform(siege))
    assert (siege.name, siege.read("defense"), siege.counters) == ("Belenon War Anthem", None, {"defense": 3})


# --- zone changes, putting on and taking off -------------------------------------------------------------


@pytest.mark.rule("H10")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile"])
def test_counters_cease_on_a_zone_change(scene: Scene, zone: str) -> None:
    """Counters are not kept when an object changes zones, and nothing removed them (CR 122.2)."""
    bears = scene.put("Grizzly Bears", counters={"+1/+1": 2, "charge": 1})
    facts = scene.do(magic.Move(bears, magic.Zone(zone)))
    assert (scene.count(facts, "CountersRemoved"), entered(bears).counters) == (0, {})
    scene.do(magic.Move(entered(bears), magic.Zone.BATTLEFIELD))
    again = entered(entered(bears))
    assert (again.counters, again.power) == ({}, 2)


@pytest.mark.rule("H10")
def test_a_melded_permanent_has_no_old_counters(scene: Scene) -> None:
    """Two permanents with counters that meld become one without: the counters ceased to exist (CR 122.2, 701.42a)."""
    rats, scavengers = (scene.put(card, counters={"+1/+1": 2}) for card in ("Graf Rats", "Midnight Scavengers"))
    facts = scene.do(magic.Meld([rats, scavengers]))
    host = scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "Melded"))
    assert (host.counters, host.power, scene.count(facts, "CountersRemoved")) == ({}, 5, 0)


@pytest.mark.rule("H11")
@pytest.mark.parametrize(
    ("plus", "minus", "left"), [(3, 2, {"+1/+1": 1}), (1, 1, {}), (1, 3, {"-1/-1": 2}), (2, 0, {"+1/+1": 2})]
)
def test_opposite_counters_go_in_pairs(scene: Scene, plus: int, minus: int, left: dict[str, int]) -> None:
    """As many +1/+1 as -1/-1 counters are removed as a state-based action (CR 122.3, 704.5q)."""
    wurm = scene.put("Craw Wurm", counters={"+1/+1": plus, "-1/-1": minus})
    size = wurm.power
    facts = scene.settle()
    assert (wurm.counters, wurm.power) == (left, size)
    removed = {fact.record()["kind"]: fact.record()["count"] for fact in facts if fact.name == "CountersRemoved"}
    assert removed == ({"+1/+1": min(plus, minus), "-1/-1": min(plus, minus)} if minus else {})


@pytest.mark.rule("H11")
def test_other_opposites_stay(scene: Scene) -> None:
    """Only +1/+1 and -1/-1 counters cancel each other out (CR 122.3)."""
    wurm = scene.put("Craw Wurm", counters={"+2/+2": 1, "-2/-2": 1, "-1/-1": 1})
    assert scene.settle() == []
    assert wurm.counters == {"+2/+2": 1, "-1/-1": 1, "-2/-2": 1}


@pytest.mark.rule("H12")
def test_more_counters_than_it_can_have_are_removed(scene: Scene) -> None:
    """All above the number that a permanent can have of a kind go as a state-based action (CR 122.4, 704.5r)."""
    dreamer = scene.put(scene.card(abilities=[SEVEN_DREAMS], power=4, toughness=1))
    scene.do(magic.AddCounters(dreamer, "dream", 9), magic.AddCounters(dreamer, "charge", 9))
    assert dreamer.counters == {"charge": 9, "dream": 9}
    facts = scene.settle()
    assert dreamer.counters == {"charge": 9, "dream": 7}
    assert [fact.record()["count"] for fact in facts if fact.name == "CountersRemoved"] == [2]


@pytest.mark.rule("H12")
def test_a_limit_counts_while_the_permanent_has_it(scene: Scene) -> None:
    """Without the ability there is no limit; the least of several counts, however it came (CR 122.4)."""
    dreamer = scene.put(scene.card(abilities=[SEVEN_DREAMS], power=4, toughness=1), counters={"dream": 9})
    effect = scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), dreamer))[0].record()["effect"]
    assert scene.settle() == []
    assert dreamer.counters == {"dream": 9}
    scene.do(magic.RemoveEffect(effect))
    scene.settle()
    assert dreamer.counters == {"dream": 7}
    scene.do(magic.AddEffect(magic.Effect((Gain((Limit("dream", 2), Limit("dream", 8))),)), dreamer))
    scene.settle()
    assert dreamer.counters == {"dream": 2}


@pytest.mark.rule("H14")
@pytest.mark.parametrize(
    ("card", "counters"),
    [
        ("Grizzly Bears", {"+1/+1": 1}),
        ("Skyshroud Behemoth", {"fade": 2}),
        ("Teferi, Master of Time", {"loyalty": 3}),
        ("Invasion of Belenon", {"defense": 5}),
    ],
)
def test_entering_with_counters_is_putting_them_on(scene: Scene, card: str, counters: dict[str, int]) -> None:
    """Counters that a permanent enters with, by its own text or by an effect, are put on it (CR 122.6)."""
    old = scene.put(card, zone="exile")
    extra = counters if card == "Grizzly Bears" else {}
    facts = scene.do(magic.Move(old, magic.Zone.BATTLEFIELD, counters=extra))
    new = entered(old)
    assert new.counters == counters
    assert put_on(facts) == [(new.id, kind, count) for kind, count in counters.items()]


@pytest.mark.rule("H14", "B24")
def test_each_returned_card_gets_its_counter(scene: Scene) -> None:
    """Both cards of an exiled melded permanent return with a +1/+1 counter each, two being put on (CR 122.6)."""
    host = scene.meld("Graf Rats", "Midnight Scavengers")
    scene.do(magic.Exile(host))
    cards = host.became
    facts = scene.do(magic.Move(cards, magic.Zone.BATTLEFIELD, counters={"+1/+1": 1}))
    back = [entered(card) for card in cards]
    assert sorted((one.name, one.power) for one in back) == [("Graf Rats", 3), ("Midnight Scavengers", 4)]
    assert sorted(put_on(facts)) == sorted((one.id, "+1/+1", 1) for one in back)


@pytest.mark.rule("H14")
def test_a_token_created_with_counters(scene: Scene) -> None:
    """A token that is created with counters has them put on it as it enters (CR 122.6)."""
    facts = scene.do(magic.CreateToken(scene.cards.token("Incubator"), "A", count=2, counters={"+1/+1": 3}))
    tokens = [fact.record()["permanent"] for fact in facts if fact.name == "TokenCreated"]
    assert put_on(facts) == [(token, "+1/+1", 3) for token in tokens]
    assert len(tokens) == 2


@pytest.mark.rule("H16")
def test_counters_of_what_left_are_known(scene: Scene) -> None:
    """How many counters of each kind an object had that left the battlefield is last known (CR 122.8, 608.2h)."""
    bears = scene.put("Grizzly Bears", counters={"+1/+1": 2, "charge": 1})
    scene.do(magic.Destroy(bears))
    assert bears.last_known.counters == {"+1/+1": 2, "charge": 1}


@pytest.mark.rule("H16", "H17")
@pytest.mark.parametrize("where", ["over", "under"])
def test_a_merged_permanent_has_one_pool_of_counters(scene: Scene, where: str) -> None:
    """Counters stay through merging and belong to the one permanent, also in what is last known of it (CR 730.2c)."""
    bears = scene.put("Grizzly Bears", counters={"+1/+1": 2, "flying": 1})
    pile = scene.merge("Gray Ogre", bears, where)
    assert (pile.counters, pile.keywords) == ({"+1/+1": 2, "flying": 1}, ("flying",))
    assert (pile.power, pile.toughness) == (4, 4)
    scene.do(magic.Destroy(pile))
    assert pile.last_known.counters == {"+1/+1": 2, "flying": 1}
    assert [one.counters for one in pile.became] == [{}, {}]


@pytest.mark.rule("H17")
@pytest.mark.parametrize("change", ["turn down", "copy", "flip"])
def test_counters_stay_on_a_changing_permanent(scene: Scene, change: str) -> None:
    """Counters stay on a permanent whatever it is, and apply to what it is now (CR 122.1a, 613.4c)."""
    akki = scene.put("Akki Lavarunner", counters={"+1/+1": 1})
    match change:
        case "turn down":
            scene.do(magic.TurnFaceDown(akki))
        case "copy":
            scene.do(magic.BecomeCopy(akki, scene.put("Gray Ogre")))
        case "flip":
            scene.do(magic.Flip(akki))
    assert (akki.counters, akki.power, akki.toughness) == ({"+1/+1": 1}, 3, 3)


@pytest.mark.rule("H01", "H14")
def test_counters_put_on_at_once_add_up(scene: Scene) -> None:
    """Counters that several instructions of one moment put on are all there, and one event tells of them (CR 122.6)."""
    bears = scene.put("Grizzly Bears")
    facts = scene.do(magic.AddCounters(bears, "+1/+1", 2), magic.AddCounters(bears, "+1/+1"))
    assert (bears.counters, put_on(facts)) == ({"+1/+1": 3}, [(bears.id, "+1/+1", 3)])


@pytest.mark.rule("H01")
@pytest.mark.parametrize(("count", "removed", "left"), [(1, 1, {"charge": 2}), (5, 3, {}), (None, 3, {})])
def test_no_more_counters_are_removed_than_there_are(
    scene: Scene, count: int | None, removed: int, left: dict[str, int]
) -> None:
    """Removing counters takes as many as there are, at most (CR 122.1, 101.3)."""
    staff = scene.put("Chimeric Staff", counters={"charge": 3})
    (fact,) = scene.do(magic.RemoveCounters(staff, "charge", count))
    assert (fact.name, fact.record()["count"], staff.counters) == ("CountersRemoved", removed, left)
    if not left:
        assert scene.ignored(scene.do(magic.RemoveCounters(staff, "charge"))) == ["122.1"]


@pytest.mark.rule("H14")
def test_putting_on_no_counters_is_nothing(scene: Scene) -> None:
    """An instruction to put no counters on something puts none on it: there is no such event (CR 122.6)."""
    bears = scene.put("Grizzly Bears")
    facts = scene.do(magic.AddCounters(bears, "+1/+1", 0), magic.AddEffect(magic.Effect((ModifyPowerToughness(1, 1),))))
    assert (put_on(facts), bears.counters, bears.power) == ([], {}, 3)


# --- levels ----------------------------------------------------------------------------------------------


def level(low: int, high: int | None, size: tuple[int, int], *abilities: str) -> dict[str, object]:
    """Return what a level symbol stands for: base power and toughness, and abilities, for some level counters."""
    condition = {"which": "this", "min_counters": low, "counter_kind": "level"}
    changes: list[dict[str, object]] = [{"change": "gain", "abilities": abilities}] if abilities else []
    changes.append({"change": "set_power_toughness", "power": size[0], "toughness": size[1]})
    return {
        "ability": "static",
        "name": f"level {low}",
        "effect": {"affects": {"which": "this"}, "changes": changes},
        "condition": condition if high is None else {**condition, "max_counters": high},
    }


@pytest.mark.rule("F25")
@pytest.mark.parametrize(
    ("counters", "size", "keywords"),
    [
        (0, (1, 1), ()),
        (1, (2, 3), ("flying", "reach")),
        (3, (2, 3), ("flying", "reach")),
        (4, (5, 5), ("first strike", "flying")),
        (9, (5, 5), ("first strike", "flying")),
    ],
)
def test_levels_give_size_and_abilities(
    scene: Scene, counters: int, size: tuple[int, int], keywords: tuple[str, ...]
) -> None:
    """A level symbol gives base power and toughness and abilities by the number of level counters (CR 711.2a-b)."""
    up = {"ability": "activated", "name": "Level up", "cost": {}, "then": [{"do": "add_counters", "kind": "level"}]}
    levels = [up, level(1, 3, (2, 3), "flying", "reach"), level(4, None, (5, 5), "flying", "first strike")]
    knight = scene.put(scene.card(power=1, toughness=1, abilities=levels))
    for _ in range(counters):
        scene.do(magic.Activate(knight, "Level up"))
        scene.game.resolve()
    scene.do(magic.AddCounters(knight, "charge", 5))
    assert ((knight.power, knight.toughness), tuple(sorted(knight.keywords))) == (size, keywords)
    scene.do(magic.AddCounters(knight, "+1/+1", 1))
    assert knight.power == size[0] + 1
    # CR 711.6: elsewhere it is what the uppermost box says.
    scene.do(magic.Move(knight, magic.Zone.GRAVEYARD))
    assert (entered(knight).power, entered(knight).toughness) == (1, 1)


@pytest.mark.rule("F25")
def test_a_level_sets_size_by_its_timestamp(scene: Scene) -> None:
    """The size of a level is set in layer 7b with the timestamp of the leveler: a later one covers it (CR 613.7a)."""
    knight = scene.put(scene.card(power=1, toughness=1, abilities=[level(1, None, (5, 5))]))
    scene.do(magic.AddEffect(magic.Effect((SetPowerToughness(0, 2),)), knight, until="end of turn"))
    scene.do(magic.AddCounters(knight, "level", 2))
    assert (knight.power, knight.toughness) == (0, 2)
    scene.do(magic.BeginStep("cleanup"))
    assert (knight.power, knight.toughness) == (5, 5)
    scene.do(magic.AddEffect(magic.Effect((LoseAll(),)), knight))
    assert (knight.power, knight.toughness) == (1, 1)
