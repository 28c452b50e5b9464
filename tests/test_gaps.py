"""Single clauses of rules, and of what the library promises, that nothing else pins."""

from collections.abc import Callable, Mapping

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import (
    AddTypes,
    Gain,
    LoseAll,
    ModifyPowerToughness,
    SetColors,
    SetPowerToughness,
    SetSubtypes,
    Static,
)
from ecs_magic.components import Controller, Copying, InZone, MeldPair, MergeStack, PartOf
from ecs_magic.facts import Tapped
from ecs_magic.ids import CardId, ConstituentId, EntityId, ObjectId, Seat
from ecs_magic.requests import Tap
from ecs_magic.selectors import Selector
from ecs_magic.trace import TickRecord, Trace

HERON, SAVANT = "Dreamtail Heron", "Beastcaller Savant"
GISELA, BRUNA = "Gisela, the Broken Blade", "Bruna, the Fading Light"


def static(*changes: Mapping[str, object], defines: bool = False, **affects: object) -> dict[str, object]:
    """Return a static ability as a card file writes it."""
    effect = {"changes": changes, "affects": affects}
    return {"ability": "static", "name": "test", "defines": defines, "effect": effect}


def enchantment(scene: Scene, *abilities: dict[str, object]) -> magic.Object:
    """Place an enchantment of A with these abilities."""
    return scene.put(scene.card(name="Rule", type_line="Enchantment", abilities=abilities))


def begin(scene: Scene, objects: object, *changes: object, **options: object) -> None:
    """Begin an effect of a resolved spell on these objects."""
    scene.do(magic.AddEffect(magic.Effect(changes), objects, **options))  # type: ignore[arg-type]


def setter(size: int) -> Gain:
    """Return the gaining of an ability that makes Bears that size."""
    effect = magic.Effect((SetPowerToughness(size, size),), Selector(subtypes=("Bear",)))
    return Gain((Static(effect, "setter"),))


def printed_setter(scene: Scene, size: int) -> magic.CardDefinition:
    """Return a creature with an ability that makes Bears that size."""
    change = {"change": "set_power_toughness", "power": size, "toughness": size}
    return scene.card(power=1, toughness=1, abilities=[static(change, subtypes=["Bear"])])


def two_faced(scene: Scene, name: str = "Front", back: str = "Creature — Werewolf") -> magic.CardDefinition:
    """Return a double-faced card: a 2/2 whose other face is a 4/4, or of another type."""
    other: dict[str, object] = {"name": f"{name}'s Back", "type_line": back}
    if "Creature" in back:
        other |= {"power": 4, "toughness": 4}
    return scene.card(name=name, mana_cost="{2}{R}", power=2, toughness=2, back=other)


def created(scene: Scene, request: magic.Request) -> magic.Object:
    """Create one token and return it."""
    (made,) = (fact for fact in scene.do(request) if fact.name == "TokenCreated")
    return scene.game.object(made.record()["permanent"])


def library(scene: Scene) -> list[CardId]:
    """Return the cards in the library of A, bottom first."""
    return [one.card.id for one in scene.game.objects("library")]


# --- counters and damage ---------------------------------------------------------------------------------


@pytest.mark.rule("H01")
def test_removed_at_once_are_no_more_counters_than_there_are(scene: Scene) -> None:
    """Two instructions at once to remove two of three counters remove three (CR 122.1, 101.3)."""
    staff = scene.put("Chimeric Staff", counters={"charge": 3})
    (fact,) = scene.do(*[magic.RemoveCounters(staff, "charge", 2)] * 2)
    assert (fact.name, fact.record()["count"], staff.counters) == ("CountersRemoved", 3, {})


@pytest.mark.rule("E21")
def test_a_counter_taken_away_renews_nothing(scene: Scene) -> None:
    """Of two keyword counters that are older than a loss of all abilities, the one left stays older (CR 613.7c)."""
    bear = scene.put("Grizzly Bears", counters={"flying": 2})
    begin(scene, bear, LoseAll())
    scene.do(magic.RemoveCounters(bear, "flying", 1))
    assert (bear.counters, bear.keywords) == ({"flying": 1}, ())


@pytest.mark.rule("H14")
def test_a_card_is_exiled_with_counters(scene: Scene) -> None:
    """Counters that an instruction puts on what it exiles are on the exiled card (CR 122.6)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Move(bear, magic.Zone.EXILE, counters={"time": 3}))
    assert bear.became[0].counters == {"time": 3}


@pytest.mark.rule("M06")
def test_damage_adds_up(scene: Scene) -> None:
    """Damage stays marked and adds up: a 2/2 that is dealt 1 twice is destroyed (CR 120.6, 704.5g)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.DealDamage(bear, 1))
    assert scene.settle() == []
    scene.do(magic.DealDamage(bear, 1))
    assert bear.read("damage") == 2
    assert scene.count(scene.settle(), "PermanentLeft") == 1


# --- turning ---------------------------------------------------------------------------------------------


@pytest.mark.rule("E23")
def test_turning_face_down_renews_the_timestamp(scene: Scene) -> None:
    """What was given to a permanent counts from when it turns face down, if that is later (CR 613.7f)."""
    bear, first, second = (scene.put(name) for name in ("Grizzly Bears", "Craw Wurm", "Gray Ogre"))
    begin(scene, first, setter(1))
    begin(scene, second, setter(5))
    assert bear.power == 5
    scene.do(magic.TurnFaceDown(first))
    assert bear.power == 1


@pytest.mark.rule("C01")
def test_told_twice_at_once_a_permanent_turns_once(scene: Scene) -> None:
    """Two instructions at once to transform a permanent turn it over once (CR 701.27a)."""
    prowler = scene.put("Kessig Prowler")
    facts = scene.do(magic.Transform(prowler), magic.Transform(prowler))
    assert (scene.count(facts, "Transformed"), prowler.name) == (1, "Sinuous Predator")


@pytest.mark.rule("C51")
@pytest.mark.parametrize(("policy", "size"), [("new", 1), ("kept", 5)])
def test_the_timestamp_of_a_pile_that_transforms_is_a_policy(policy: str, size: int) -> None:
    """A merged permanent whose constituents transform gets a new timestamp, or keeps the old (CR 613.7g, 730.2i)."""
    scene = Scene()
    scene.game = magic.Game(policies=magic.Policies(merged_transform_timestamp=policy))  # type: ignore[arg-type]
    bear, pile = scene.put("Grizzly Bears"), scene.put(two_faced(scene))
    scene.merge(printed_setter(scene, 1), pile)
    scene.put(printed_setter(scene, 5))
    assert bear.power == 5
    assert scene.count(scene.do(magic.Transform(pile)), "Transformed") == 1
    assert bear.power == size


@pytest.mark.rule("C06")
@pytest.mark.parametrize(("policy", "name"), [("others turn", "Front's Back"), ("none turn", "Front")])
def test_a_pile_with_an_instant_to_turn_to_is_a_policy(policy: str, name: str) -> None:
    """Where one constituent's other face is an instant, the others turn over, or none does (CR 712.10, 730.2i)."""
    scene = Scene()
    scene.game = magic.Game(policies=magic.Policies(instant_constituent=policy))  # type: ignore[arg-type]
    pile = scene.merge(two_faced(scene), scene.put(two_faced(scene, "Below", back="Instant")))
    facts = scene.do(magic.Transform(pile))
    assert (pile.name, scene.ignored(facts)) == (name, [] if policy == "others turn" else ["701.27d"])


# --- merging, melding ------------------------------------------------------------------------------------


@pytest.mark.rule("D48", "A02")
@pytest.mark.parametrize("which", ["onto", "object"])
def test_nothing_merges_with_what_is_phased_out(scene: Scene, which: str) -> None:
    """A phased-out permanent is merged with nothing, and nothing with it (CR 702.26b)."""
    savant, bear = scene.put(SAVANT), scene.put("Grizzly Bears")
    scene.do(magic.PhaseOut(savant))
    pair = (bear, savant) if which == "onto" else (savant, bear)
    facts = scene.do(magic.Merge(*pair, "over"))
    assert (scene.ignored(facts), len(savant.constituents), len(bear.constituents)) == (["702.26b"], 1, 1)


@pytest.mark.rule("D25", "A03")
def test_a_pile_has_the_owner_of_its_topmost_card(scene: Scene) -> None:
    """Asked for one owner, a merged permanent names that of its topmost constituent (CR 108.3, 730.2)."""
    pile = scene.merge(scene.put(HERON, "B", zone="hand"), scene.put(SAVANT))
    assert (pile.owner, pile.controller) == ("B", "A")
    scene.merge("Vulpikeet", pile)
    assert pile.owner == "A"


@pytest.mark.rule("G20", "B46")
def test_a_token_copy_of_a_pile_has_one_face(scene: Scene) -> None:
    """A merged permanent is not double-faced, so a token copy of one with such a card on top is not (CR 707.8)."""
    pile = scene.merge(two_faced(scene), scene.put(SAVANT))
    token = created(scene, magic.CreateTokenCopy(pile, "A"))
    assert (token.name, "haste" in token.keywords, token.read("double_faced")) == ("Front", True, False)
    assert scene.ignored(scene.do(magic.Transform(token))) == ["701.27c"]


@pytest.mark.rule("B34")
def test_a_card_merged_on_top_of_a_partner_stays_in_exile(scene: Scene) -> None:
    """However the cards of a merged partner lie, those of the pair meld and the other stays exiled (CR 701.42c)."""
    gisela, pile = scene.put(GISELA), scene.merge(HERON, scene.put(BRUNA))
    facts = scene.do(magic.Meld([gisela, pile]))
    assert (scene.count(facts, "Melded"), scene.ignored(facts)) == (1, ["701.42c"])
    assert [one.name for one in scene.game.objects("exile")] == [HERON]


# --- copies ----------------------------------------------------------------------------------------------


@pytest.mark.rule("G03", "C37")
def test_a_token_copy_of_a_face_down_double_faced_card(scene: Scene) -> None:
    """A token copy of a double-faced card that is face down is a 2/2 without name and other face (CR 707.2, 708.2)."""
    token = created(scene, magic.CreateTokenCopy(scene.put("Kessig Prowler", face_down="manifest"), "A"))
    assert (token.name, token.power, token.read("double_faced"), token.read("face_down")) == ("", 2, False, False)


@pytest.mark.rule("G25", "G21")
@pytest.mark.parametrize(("card", "faces"), [("Grizzly Bears", 1), ("Kessig Prowler", 2)])
def test_a_token_copy_of_a_card_by_name_has_the_exceptions(scene: Scene, card: str, faces: int) -> None:
    """A token copy of a card as defined, except it's a 1/1 green Frog, is one on each face (CR 707.8a, 707.9b)."""
    frog = magic.CopyExceptions(colors=("G",), subtypes=("Frog",), power=1, toughness=1)
    token = created(scene, magic.CreateTokenCopy(scene.cards.find(card), "A", except_=frog))
    for _ in range(faces):
        assert (token.subtypes, token.colors, token.power, token.toughness) == (("Frog",), ("G",), 1, 1)
        scene.do(magic.Transform(token))


@pytest.mark.rule("E02", "G12")
def test_a_copy_effect_that_ends_leaves_an_older_one(scene: Scene) -> None:
    """A copy for good that becomes another copy until end of turn is the first copy again (CR 613.2a, 611.2a)."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(bear, scene.put("Craw Wurm")))
    scene.do(magic.BecomeCopy(bear, scene.put("Gray Ogre"), until="end of turn"))
    assert bear.name == "Gray Ogre"
    scene.do(magic.BeginStep("cleanup"))
    assert (bear.name, bear.read("copy")) == ("Craw Wurm", True)


# --- layers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E06")
def test_control_comes_before_text(scene: Scene) -> None:
    """Text of what its player controls is changed after a later effect gave that player control (CR 613.1b-c)."""
    bear = scene.put("Grizzly Bears", "B")
    enchantment(scene, static({"change": "change_text", "old": "Bear", "new": "Goat"}, controller="you"))
    assert bear.subtypes == ("Bear",)
    scene.do(magic.GainControl(bear, "A"))
    assert bear.subtypes == ("Goat",)


@pytest.mark.rule("E26")
@pytest.mark.parametrize("lands", [("Mountain", "Island"), ("Mountain", "Island", "Forest")])
def test_what_depends_on_a_loop_waits_for_it(scene: Scene, lands: tuple[str, ...]) -> None:
    """An older effect that depends on effects which depend on each other in a ring comes after them (CR 613.8b)."""
    enchantment(scene, static({"change": "add_types", "types": ["Artifact"]}, subtypes=["Swamp"]))
    for one, other in zip(lands, (*lands[1:], lands[0]), strict=True):
        enchantment(scene, static({"change": "set_subtypes", "subtypes": [other, "Swamp"]}, subtypes=[one]))
    for land in [scene.put(name) for name in lands]:
        assert "Swamp" in land.subtypes
        assert land.types == ("Land", "Artifact")


@pytest.mark.rule("E38")
@pytest.mark.parametrize("zone", ["graveyard", "hand", "exile", "stack"])
def test_a_static_ability_off_the_battlefield_does_nothing(scene: Scene, zone: str) -> None:
    """A lord that is no permanent affects nothing, even while somebody looks at it (CR 611.3b, 113.6)."""
    scene.put("Glorious Anthem")
    goblin, king = scene.put("Goblin Guide"), scene.put("Goblin King", zone=zone)
    assert (king.power, goblin.power, goblin.keywords) == (2, 3, ("haste",))


@pytest.mark.rule("E44")
def test_graveyards_of_all_players_count(scene: Scene) -> None:
    """A size defined by creature cards in all graveyards counts every player's (CR 604.3)."""
    number = {"amount": "count", "of": {"zone": "graveyard", "types": ["Creature"]}}
    change = {"change": "define_power_toughness", "power": number, "toughness": number}
    lhurgoyf = scene.put(scene.card(power="*", toughness="*", abilities=[static(change, which="this", defines=True)]))
    for owner in "ABB":
        scene.put("Grizzly Bears", owner, zone="graveyard")
    assert (lhurgoyf.power, lhurgoyf.toughness) == (3, 3)


@pytest.mark.rule("K34")
def test_what_is_no_land_takes_no_land_type(scene: Scene) -> None:
    """A creature that is no land, told to be a Forest, is none and keeps its abilities (CR 205.3d, 305.7)."""
    bear = scene.put(scene.card(type_line="Creature — Bear", power=2, toughness=2, keywords=["Flying"]))
    begin(scene, bear, SetSubtypes(("Forest",)))
    assert (bear.subtypes, bear.keywords, bear.read("produces")) == (("Bear",), ("flying",), ())


@pytest.mark.rule("E46")
def test_a_vehicle_card_has_its_printed_size(scene: Scene) -> None:
    """A noncreature card with a printed power has it off the battlefield, and as a permanent not (CR 208.3)."""
    tank = scene.card(name="Tank", type_line="Artifact — Vehicle", power=3, toughness=4)
    card, permanent = scene.put(tank, zone="graveyard"), scene.put(tank)
    assert ((card.power, card.toughness), (permanent.power, permanent.toughness)) == ((3, 4), (None, None))


@pytest.mark.rule("E33")
def test_an_effect_goes_on_for_those_that_stay(scene: Scene) -> None:
    """An effect on two creatures of which one leaves goes on for the other (CR 611.2c)."""
    one, other = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    begin(scene, [one, other], ModifyPowerToughness(3, 3))
    assert scene.count(scene.do(magic.Exile(one)), "EffectEnded") == 0
    assert other.power == 5
    assert scene.count(scene.do(magic.Exile(other)), "EffectEnded") == 1


@pytest.mark.rule("D08")
def test_an_effect_on_a_spell_and_others_goes_on_for_all(scene: Scene) -> None:
    """When a spell that an effect changes with others becomes a permanent, the others stay changed (CR 400.7a)."""
    spell, bear = scene.put("Gray Ogre", zone="stack"), scene.put("Grizzly Bears")
    begin(scene, [bear, spell], SetColors(("U",)))
    scene.do(magic.Move(spell, magic.Zone.BATTLEFIELD))
    assert (bear.colors, spell.became[0].colors) == (("U",), ("U",))


# --- entering, attaching, zones --------------------------------------------------------------------------


@pytest.mark.rule("I05")
def test_an_ability_given_to_creatures_says_how_they_enter(scene: Scene) -> None:
    """What effects will give the permanent counts as it enters, such as to enter with a counter (CR 614.12)."""
    enters = {"ability": "enters", "counters": {"+1/+1": 1}}
    enchantment(scene, static({"change": "gain", "abilities": [enters]}, types=["Creature"]))
    bear, ring = scene.put("Grizzly Bears", zone="hand"), scene.put("Chimeric Staff", zone="hand")
    scene.do(magic.Move([bear, ring], magic.Zone.BATTLEFIELD))
    assert [one.became[0].counters for one in (bear, ring)] == [{"+1/+1": 1}, {}]


@pytest.mark.rule("I03", "H14")
def test_counters_from_several_sources_add_up_on_entering(scene: Scene) -> None:
    """Counters of one kind by own abilities and by the effect that puts it there are all put on (CR 614.5, 122.6)."""
    enters = {"ability": "enters", "counters": {"charge": 2}}
    card = scene.put(scene.card(type_line="Artifact", abilities=[enters, enters]), zone="hand")
    scene.do(magic.Move(card, magic.Zone.BATTLEFIELD, counters={"charge": 1}))
    assert card.became[0].counters == {"charge": 5}


@pytest.mark.rule("M10")
def test_an_aura_that_is_a_creature_is_attached_to_nothing(scene: Scene) -> None:
    """An Aura that is also a creature can't be attached to anything (CR 303.4d)."""
    aura, bear = scene.put("Control Magic"), scene.put("Grizzly Bears", "B")
    begin(scene, aura, AddTypes(("Creature",)), SetPowerToughness(3, 3))
    assert scene.ignored(scene.do(magic.Attach(aura, bear))) == ["303.4d"]
    assert (aura.read("attached_to"), bear.controller) == (None, "B")


@pytest.mark.rule("D27")
def test_who_puts_a_card_on_the_stack_controls_it(scene: Scene) -> None:
    """A spell is controlled by the player who put it on the stack, whoever owns the card (CR 112.2)."""
    card = scene.put("Grizzly Bears", "B", zone="hand")
    scene.do(magic.Move(card, magic.Zone.STACK, player="A"))
    assert (card.became[0].controller, card.became[0].owner) == ("A", "B")


def test_a_shuffle_depends_on_the_seed_and_on_the_shuffles_before(scene: Scene) -> None:
    """A library is shuffled alike in a fork, and otherwise by another seed or another time (CR 701.24)."""
    for name in ("Forest", "Island", "Swamp", "Plains") * 4:
        scene.put(name, zone="library")
    other = magic.Game.from_dict({**scene.game.to_dict(), "seed": 2})
    fork, before = scene.game.fork(), library(scene)
    orders = []
    for game in (scene.game, fork, other):
        game.do(magic.Shuffle("A"))
        orders.append([one.card.id for one in game.objects("library")])
    assert sorted(orders[0]) == sorted(before)
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]
    places = [before.index(card) for card in orders[0]]
    scene.do(magic.Shuffle("A"))
    assert [orders[0].index(card) for card in library(scene)] != places


# --- decisions, undoing, saving --------------------------------------------------------------------------


class Stubborn:
    """Answers every question with a word that nobody offered."""

    def choose(self, decision: magic.Decision, tick: int, number: int) -> tuple[int | str, ...]:
        """Return no option."""
        return ("nothing",)


@pytest.mark.rule("D22")
def test_a_decider_that_answers_something_else_is_refused(scene: Scene) -> None:
    """An answer that is none of the options is an error, whoever gives it, and nothing happens (CR 404.3)."""
    permanents = [scene.put("Grizzly Bears"), scene.put("Gray Ogre")]
    scene.game.decider, before = Stubborn(), scene.game.position_digest()
    with pytest.raises(magic.InputError, match="graveyard_order"):
        scene.game.do(magic.Destroy(permanents))
    assert scene.game.position_digest() == before


def half_answered(scene: Scene) -> tuple[magic.Game, tuple[int, ...]]:
    """Return a game that waits for the second of two decisions of a tick, and the options of that."""
    permanents = [scene.put(name, owner) for owner in "AB" for name in ("Grizzly Bears", "Gray Ogre")]
    scene.game.decider = None
    first = scene.game.do(magic.Destroy(permanents))
    assert isinstance(first, magic.Pending)
    second = scene.game.answer(first.decision.options)
    assert isinstance(second, magic.Pending)
    return scene.game, second.decision.options  # type: ignore[return-value]


@pytest.mark.rule("D22")
@pytest.mark.parametrize("kind", ["fork", "undo"])
def test_what_waits_and_was_answered_is_kept(scene: Scene, kind: str) -> None:
    """A fork, and a game taken back, wait for the same decision and know the answers before it (CR 404.3)."""
    game, options = half_answered(scene)
    if kind == "fork":
        game = game.fork()
    else:
        with game.undoable():
            game.answer(options)
    assert game.pending is not None
    assert game.pending.decision.options == options
    assert not isinstance(game.answer(options[::-1]), magic.Pending)
    names = [one.name for one in game.objects("graveyard")]
    assert names == ["Grizzly Bears", "Gray Ogre", "Gray Ogre", "Grizzly Bears"]


@pytest.mark.parametrize("kind", ["fork", "undo"])
def test_what_is_queued_is_kept(scene: Scene, kind: str) -> None:
    """What was queued and not yet run is so in a fork, and again once later ticks are taken back."""
    bear, game = scene.put("Grizzly Bears"), scene.game
    game.queue(magic.Tap(bear))
    if kind == "fork":
        game = game.fork()
    else:
        with game.undoable():
            game.tick()
    assert not game.object(bear.id).tapped
    game.tick()
    assert game.object(bear.id).tapped


def test_a_game_that_waits_is_not_saved(scene: Scene) -> None:
    """A game with a request in its queue, or with a decision that waits, is not saved."""
    game, _ = half_answered(scene)
    with pytest.raises(magic.PendingError):
        game.to_dict()
    other = magic.Game()
    other.queue(magic.SetLife("A", 3))
    with pytest.raises(magic.PendingError):
        other.to_dict()


def test_a_loaded_game_draws_and_numbers_on_as_the_saved_one(scene: Scene) -> None:
    """After loading, chance and ids go on where they were, also if what had the last id is over."""
    for name in ("Grizzly Bears", "Gray Ogre", "Clone", "Forest", "Island", "Dreamtail Heron"):
        scene.put(name, zone="library")
    scene.do(magic.Shuffle("A"))
    begin(scene, scene.put("Gray Ogre"), ModifyPowerToughness(1, 1), until="end of turn")
    scene.do(magic.BeginStep("cleanup"))
    loaded = magic.Game.from_dict(scene.game.to_dict())
    for game in (scene.game, loaded):
        game.do(magic.Shuffle("A"))
    assert [one.name for one in loaded.objects("library")] == [one.name for one in scene.game.objects("library")]
    assert loaded.put("Grizzly Bears", "A").id == scene.game.put("Grizzly Bears", "A").id


def test_a_save_holds_the_policies_and_its_format() -> None:
    """A loaded game has the policies of the saved one; a save of another format is refused."""
    policies = magic.Policies(lone_meld_card_transformed="stays")
    data = magic.Game(policies=policies).to_dict()
    assert magic.Game.from_dict(data).world.policies == policies
    with pytest.raises(magic.InputError, match="no save"):
        magic.Game.from_dict({**data, "format": "ecs-magic/save-0"})


# --- facts and digests -----------------------------------------------------------------------------------


def test_facts_are_read_one_by_one(scene: Scene) -> None:
    """Facts read from a mark on come singly, whatever came to be at once."""
    permanents, mark = [scene.put("Grizzly Bears") for _ in range(3)], scene.game.mark()
    scene.do(magic.Tap(permanents))
    assert [fact.record()["permanent"] for fact in scene.game.facts(mark)] == [one.id for one in permanents]


def run_digest(*records: TickRecord) -> bytes:
    """Return the digest of a run of these ticks."""
    trace = Trace()
    for record in records:
        trace.add(record)
    return trace.digest()


def test_the_run_digest_is_of_requests_and_single_facts() -> None:
    """The digest of a run tells requests, facts and their order apart, and not how facts were grouped."""
    one, other = ObjectId(EntityId(1)), ObjectId(EntityId(2))
    tap = (Tap((one, other)),)
    told = run_digest(TickRecord(1, tap, (Tapped((one, other)),)))
    assert told == run_digest(TickRecord(1, tap, (Tapped((one,)), Tapped((other,)))))
    others = [
        run_digest(TickRecord(1, tap, (Tapped((other, one)),))),
        run_digest(TickRecord(1, tap, ())),
        run_digest(TickRecord(1, (Tap((one,)),), (Tapped((one, other)),))),
        run_digest(TickRecord(2, tap, (Tapped((one, other)),))),
        run_digest(TickRecord(1, (), ()), TickRecord(1, tap, (Tapped((one, other)),))),
    ]
    assert len({told, *others}) == 6


def test_a_run_that_was_taken_back_is_not_in_the_digest(scene: Scene) -> None:
    """A digest that was read in the meantime does not change what it is after everything is taken back."""
    bear = scene.put("Grizzly Bears")
    scene.do(magic.Tap(bear))
    before = scene.game.digest()
    with scene.game.undoable():
        scene.do(magic.Untap(bear))
        assert scene.game.digest() != before
    assert scene.game.digest() == before
    scene.do(magic.Untap(bear))
    assert scene.game.digest() != before


Difference = Callable[[Scene, magic.Object], object]
DIFFERENCES: dict[str, Difference] = {
    "nothing": lambda scene, bear: None,
    "one counter": lambda scene, bear: scene.do(magic.AddCounters(bear, "+1/+1", 1)),
    "two counters": lambda scene, bear: scene.do(magic.AddCounters(bear, "+1/+1", 2)),
    "life": lambda scene, bear: scene.do(magic.SetLife("B", 3)),
    "time under control": lambda scene, bear: scene.do(magic.GainControl(bear, "B"), magic.GainControl(bear, "A")),
    "merged with all": lambda scene, bear: scene.merge("Gray Ogre", bear),
    "merged with the top": lambda scene, bear: scene.merge("Gray Ogre", bear, abilities="topmost"),
    "a copy": lambda scene, bear: scene.do(magic.BecomeCopy(bear, scene.cards.find("Grizzly Bears"))),
    "an effect": lambda scene, bear: begin(scene, bear, ModifyPowerToughness(1, 1)),
}


def test_different_positions_have_different_digests() -> None:
    """The digest of a position tells numbers of counters, life, mergings, copies and effects apart."""
    digests: dict[str, str] = {}
    for name, difference in DIFFERENCES.items():
        scene = Scene()
        difference(scene, scene.put("Grizzly Bears"))
        digests[name] = scene.game.position_digest()
    assert len(set(digests.values())) == len(digests), digests


def test_a_position_has_one_digest_however_it_was_reached() -> None:
    """Effects that are over, and ids and timestamps that they used up, do not show in the digest of a position."""
    digests = set()
    for detour in (False, True):
        scene = Scene()
        bear = scene.put("Grizzly Bears")
        if detour:
            begin(scene, bear, ModifyPowerToughness(1, 1), until="end of turn")
            scene.do(magic.BeginStep("cleanup"))
        else:
            scene.do(magic.BeginStep("cleanup"))
        ogre = scene.put("Gray Ogre")
        scene.do(magic.AddCounters(ogre, "flying"))
        begin(scene, [bear, ogre], ModifyPowerToughness(2, 2))
        digests.add(scene.game.position_digest())
    assert len(digests) == 1


# --- the check of the world ------------------------------------------------------------------------------


def _twice(scene: Scene) -> None:
    one, other = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.game.world.set(other.id, MergeStack((ConstituentId(one.card.id),)))


def _part_of_another(scene: Scene) -> None:
    one, other = scene.put("Grizzly Bears"), scene.put("Gray Ogre")
    scene.game.world.set(one.card.id, PartOf(other.id))


def _in_another_zone(scene: Scene) -> None:
    scene.game.world.set(scene.put("Grizzly Bears").id, InZone(magic.Zone.GRAVEYARD, Seat(0)))


def _merged_without_merging(scene: Scene) -> None:
    pile = scene.merge(HERON, scene.put(SAVANT))
    scene.game.world.set(pile.id, MergeStack(scene.game.world.constituents(pile.id)))


def _merged_in_exile(scene: Scene) -> None:
    pile = scene.merge(HERON, scene.put(SAVANT))
    scene.game.world.set(pile.id, InZone(magic.Zone.EXILE, Seat(0)))


def _without_controller(scene: Scene) -> None:
    scene.game.world.drop(scene.put("Grizzly Bears").id, Controller)


def _pair_elsewhere(scene: Scene) -> None:
    scene.meld(GISELA, BRUNA)
    (pair,) = scene.game.world.store.with_component(MeldPair)
    scene.game.world.set(pair, PartOf(scene.put("Grizzly Bears").id))


def _forgotten_copy(scene: Scene) -> None:
    bear = scene.put("Grizzly Bears")
    scene.do(magic.BecomeCopy(bear, scene.put("Gray Ogre")))
    scene.game.world.drop(bear.id, Copying)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (_twice, "is in 2 places"),
        (_part_of_another, "is part of"),
        (_in_another_zone, "says it is in graveyard"),
        (_merged_without_merging, "mergings for another number"),
        (_merged_in_exile, "is merged outside the battlefield"),
        (_without_controller, "lacks a controller"),
        (_pair_elsewhere, "represents nothing"),
        (_forgotten_copy, "is not known to object"),
    ],
)
def test_a_broken_world_is_told(harm: Callable[[Scene], None], told: str) -> None:
    """The check of a world names what can't be, where an object and its parts, zone or effects disagree."""
    scene = Scene()
    harm(scene)
    assert any(told in line for line in scene.game.check()), scene.game.check()
