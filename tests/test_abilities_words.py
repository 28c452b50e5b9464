"""Words that abilities are written with: what links them, what they count, what copies bring, how often they act."""

import pytest
from conftest import Scene
from texts import CREATURE, GAIN, activated, does, on, spell, static, triggered

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, Effect, Gain, SetColors, SetPowerToughness
from ecs_magic.policies import Policies

EXILED = {"which": "linked", "zone": "exile", "types": ["Creature"]}
EATER = triggered(
    on("enters"),
    does("move", what={"of": {"which": "other", "types": ["Creature"]}}, to="exile", link=True),
)


def total(of: str) -> dict[str, object]:
    """Return the total of a number over the creature cards exiled with the source."""
    return {"amount": "total", "of": EXILED, "value": of}


def eats(scene: Scene, *prey: str, size: dict[str, object] | None = None) -> magic.Object:
    """Return a 1/1 artifact creature that exiled cards as it entered, and is as big as they are, or as `size` says."""
    grows = {"change": "set_power_toughness", "power": total("power"), "toughness": total("toughness")}
    shape = {**static({**grows, **(size or {})}, which="this"), "condition": EXILED}
    for name in prey:
        scene.put(name)
    scene.put("Runeclaw Bear", zone="exile")
    line = "Artifact Creature — Golem"
    eater = scene.put(
        scene.card(name="Eater", type_line=line, power=1, toughness=1, abilities=[EATER, shape]), zone="hand"
    )
    facts = scene.do(magic.Move(eater, "battlefield"))
    scene.flow()
    return scene.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "PermanentEntered"))


@pytest.mark.rule("D42")
def test_a_linked_ability_sums_over_all_it_exiled(scene: Scene) -> None:
    """An ability about the exiled cards speaks of all that the linked ability exiled, and sums over them (CR 607.3)."""
    eater = eats(scene, "Gray Ogre", "Luminous Broodmoth", "Short Sword")
    assert (eater.power, eater.toughness) == (2 + 3, 2 + 4)


@pytest.mark.rule("D42")
def test_the_last_exiled_card_gives_its_size(scene: Scene) -> None:
    """Of several exiled cards the last is the one that was exiled last (CR 607.2a)."""
    last = {name: {"amount": "value", "of": name, "from": "linked"} for name in ("power", "toughness")}
    eater = eats(scene, "Luminous Broodmoth", "Gray Ogre", size=last)
    newest = scene.game.objects("exile")[-1]
    assert (eater.power, eater.toughness) == (newest.power, newest.toughness)


@pytest.mark.rule("D42")
def test_without_a_linked_card_nothing_is_defined(scene: Scene) -> None:
    """An ability about exiled cards does nothing once none of them is left in exile (CR 607.2a)."""
    eater = eats(scene, "Luminous Broodmoth")
    assert eater.power == 3
    scene.do(magic.Move(scene.game.objects("exile")[-1], "graveyard"))
    assert (eater.power, eater.toughness) == (1, 1)


# --- copies ----------------------------------------------------------------------------------------------


@pytest.mark.rule("D31")
def test_a_copy_keeps_the_ability_that_made_it_one(scene: Scene) -> None:
    """The exception that a copy also has this ability gives it that very one, time and again (CR 707.9a)."""
    shifter = scene.put("Unstable Shapeshifter")
    for name in ("Luminous Broodmoth", "Gray Ogre"):
        scene.do(magic.Move(scene.put(name, zone="hand"), "battlefield"))
        scene.flow()
        assert shifter.name == name
        assert len([one for one in shifter.abilities if one.name.startswith("becomes each newcomer")]) == 1


@pytest.mark.parametrize(
    ("original", "counters"),
    [("Grizzly Bears", {"+1/+1": 1}), ("Teferi, Master of Time", {"loyalty": 4}), ("Short Sword", {})],
)
@pytest.mark.rule("G29")
def test_what_comes_with_a_copy_depends_on_what_it_is(scene: Scene, original: str, counters: dict[str, int]) -> None:
    """Exceptions for a type of copy hold if the copy has that type by its copiable values (CR 707.9f)."""
    scene.put(original)
    spark = scene.cast("Spark Double")
    scene.game.resolve()
    piles = scene.game.world.counters(spark.became[0].id).piles
    assert {pile.kind: pile.count for pile in piles} == counters


@pytest.mark.rule("G29")
def test_what_is_a_creature_for_a_turn_is_copied_as_none(scene: Scene) -> None:
    """A copy of a land that is a creature this turn is none: it brings no counters, and no changeling (CR 707.9f)."""
    forest = scene.put("Forest")
    scene.do(magic.AddEffect(magic.Effect((AddTypes(("Creature",)), SetPowerToughness(3, 3))), forest))
    scene.answering(copy=[(forest.id,)])
    moritte = scene.cast("Moritte of the Frost")
    scene.game.resolve()
    (copy,) = moritte.became
    assert (copy.name, copy.types, copy.supertypes) == ("Forest", ("Land",), ("Basic", "Legendary", "Snow"))
    assert (copy.counters, copy.keywords) == ({}, ())
    scene.do(magic.AddEffect(magic.Effect((AddTypes(("Creature",)), SetPowerToughness(3, 3))), copy))
    assert (copy.power, copy.counters, copy.keywords) == (3, {}, ())


@pytest.mark.rule("G28")
def test_counters_of_an_earlier_copy_effect_are_not_put(scene: Scene) -> None:
    """If another copy effect applies after one that brings counters, those are not put (CR 707.9e)."""
    blank = scene.put("Clone", counters={"+1/+1": 1})
    bear = scene.put("Grizzly Bears")
    scene.answering(copy=[(blank.id,), (bear.id,)])
    ego = scene.cast("Altered Ego", x=2)
    scene.game.resolve()
    (copy,) = ego.became
    assert (copy.name, copy.power) == ("Grizzly Bears", 2)


def test_what_may_be_a_copy_and_is_none_enters_plainly(scene: Scene) -> None:
    """Who decides against a copy gets nothing of what the effect brings: the land enters untapped (CR 614.12a)."""
    scene.put("Forest")
    scene.answering(copy=[("none",)])
    facts = scene.do(magic.PlayLand(scene.put("Vesuva", zone="hand")))
    (land,) = (fact.record()["permanent"] for fact in facts if fact.name == "PermanentEntered")
    assert (scene.game.object(land).name, scene.game.object(land).tapped) == ("Vesuva", False)


# --- events ----------------------------------------------------------------------------------------------


@pytest.mark.rule("J01")
def test_one_or_more_at_once_are_one_event(scene: Scene) -> None:
    """An ability about one or more cards triggers once for all that move at the same time (CR 603.2c)."""
    scene.rule(triggered(on("put", what={}, to="graveyard", together=True), GAIN))
    before = scene.life()
    scene.do(magic.Destroy([scene.put("Grizzly Bears"), scene.put("Grizzly Bears")]))
    scene.flow()
    scene.do(magic.Destroy([scene.put("Grizzly Bears")]))
    scene.flow()
    assert scene.life() == before + 2


@pytest.mark.parametrize(("targets", "triggers"), [(("one",), 1), (("one", "two"), 0), (("theirs",), 0)])
def test_an_ability_may_ask_for_the_only_target(scene: Scene, targets: tuple[str, ...], triggers: int) -> None:
    """An ability about the only target of a spell looks at all its targets as it is cast (CR 115.9c)."""
    bears = {name: scene.put("Grizzly Bears", owner) for name, owner in (("one", "A"), ("two", "A"), ("theirs", "B"))}
    scene.rule(
        triggered(
            on("cast", what={}, player="you", only_target={"types": ["Creature"], "controller": "you"}),
            does("add_counters", kind="+1/+1", what="its target"),
        )
    )
    untaps = spell(does("untap", what="target"), targets=[{"of": CREATURE, "count": len(targets)}])
    scene.cast(scene.card(name="Bolt", type_line="Instant", abilities=[untaps]), *(bears[name] for name in targets))
    facts = scene.flow()
    assert scene.count(facts, "CountersAdded") == triggers
    assert bears["one"].power == 2 + triggers


def test_playing_a_land_is_not_its_entering(scene: Scene) -> None:
    """An ability about playing a land ignores lands that are put onto the battlefield otherwise (CR 305.4)."""
    city = scene.put("City of Traitors")
    scene.do(magic.Move(scene.put("Forest", zone="hand"), "battlefield"))
    scene.flow()
    assert city.exists
    scene.do(magic.PlayLand(scene.put("Forest", zone="hand")))
    scene.flow()
    assert not city.exists


@pytest.mark.rule("J15")
def test_what_enters_with_the_event_does_not_look_back_at_it(scene: Scene) -> None:
    """An ability that looks back is one that there was before the event; one that came with it is late (CR 603.10)."""
    fang = scene.put("Fang, Fearless l'Cie", zone="graveyard")
    bear = scene.put("Grizzly Bears", zone="graveyard")
    facts = [*scene.do(magic.Move([fang, bear], "battlefield")), *scene.settle()]
    assert scene.count(facts, "AbilityTriggered") == 0


def test_a_board_that_nothing_looked_back_at_is_not_asked_for(scene: Scene) -> None:
    """What waits for losing control and enters as control is lost is too late, for the next it is not (CR 603.10)."""
    jealous = scene.card(power=1, toughness=1, abilities=[triggered(on("control lost", player="you", what={}), GAIN)])
    late, stolen, again = scene.put(jealous, zone="hand"), scene.put("Grizzly Bears"), scene.put("Grizzly Bears")
    facts = scene.do(magic.Move(late, "battlefield"), magic.GainControl(stolen, "B"))
    assert scene.count(facts, "AbilityTriggered") == 0
    assert scene.count(scene.do(magic.GainControl(again, "B")), "AbilityTriggered") == 1


def test_what_is_given_while_other_effects_are_at_work_is_waited_for(scene: Scene) -> None:
    """An ability that an effect gives triggers, whichever effects were at work before it (CR 603.2, 613.1f)."""
    scene.put("Glorious Anthem")
    first, second = scene.put("Grizzly Bears"), scene.put("Grizzly Bears")
    scene.do(magic.Destroy(first))
    scene.flow()
    gives = {"change": "gain", "abilities": [triggered(on("dies"), GAIN, name="farewell")]}
    scene.rule(static(gives, types=["Creature"]))
    scene.do(magic.Destroy(second))
    scene.flow()
    assert scene.life() == 21


# --- numbers, selectors, limits --------------------------------------------------------------------------


def test_x_of_an_effect_is_fixed_on_resolution(scene: Scene) -> None:
    """A number that the ability knows as it resolves stays, whatever the X of the permanent is (CR 107.3m, 611.2d)."""
    grows = does(
        "affect",
        what="this",
        effect={"changes": [{"change": "modify_power_toughness", "power": {"amount": "x"}, "toughness": 0}]},
    )
    beast = scene.put(scene.card(power=1, toughness=1, abilities=[activated({"mana": "{X}"}, grows, name="grow")]))
    scene.do(magic.AddMana("A", "CCC"))
    scene.do(magic.Activate(beast, "grow", x=3))
    scene.flow()
    assert beast.power == 4


@pytest.mark.parametrize(("starting", "face"), [(20, "Cecil, Dark Knight"), (40, "Cecil, Redeemed Paladin")])
def test_half_the_starting_life_total_depends_on_the_game(starting: int, face: str) -> None:
    """The starting life total that abilities speak of is that of the game: 20, in Commander 40 (CR 103.4, 903.7)."""
    game = magic.Game(policies=Policies(starting_life=starting))
    cecil = game.put("Cecil, Dark Knight", "A")
    game.do(magic.DealDamage("B", 3, cecil))
    game.run_until_idle()
    assert cecil.name == face


@pytest.mark.rule("E50")
def test_a_creature_without_abilities_is_one_that_gained_none(scene: Scene) -> None:
    """An effect on creatures without abilities leaves those out that gained one; colours are none (CR 113.12)."""
    bear, red = scene.put("Runeclaw Bear"), scene.put("Runeclaw Bear")
    scene.rule(
        static(
            {"change": "modify_power_toughness", "power": 2, "toughness": 2}, types=["Creature"], has_abilities=False
        )
    )
    assert (bear.power, red.power) == (4, 4)
    flying, painted = Effect((Gain(("flying",)),)), Effect((SetColors(("R",)),))
    scene.do(magic.AddEffect(flying, [bear], "A"), magic.AddEffect(painted, [red], "A"))
    assert (bear.power, red.power) == (2, 4)


def test_a_pile_with_a_commander_is_a_commander(scene: Scene) -> None:
    """A merged permanent with a commander among its cards is that commander, over or under (CR 903.3c-d)."""
    bear = scene.put("Llanowar Elves")
    scene.rule(static({"change": "modify_power_toughness", "power": 5}, commander=True))
    assert bear.power == 1
    brokkos = scene.put("Brokkos, Apex of Forever", zone="hand", commander=True)
    scene.do(magic.Merge(brokkos, bear, "under"))
    assert bear.power == 6


@pytest.mark.rule("H18")
def test_one_loyalty_ability_each_turn(scene: Scene) -> None:
    """Loyalty abilities are activated once a turn in all, and paid with counters that are there (CR 606.3, 606.6)."""
    plus = activated({"add_counters": {"loyalty": 1}}, GAIN, name="plus")
    minus = activated({"remove_counters": {"loyalty": 5}}, GAIN, name="minus")
    walker = scene.put(scene.card(type_line="Planeswalker — Jace", loyalty=3, abilities=[plus, minus]))
    assert scene.ignored(scene.do(magic.Activate(walker, "minus"))) == ["118.3"]
    scene.do(magic.Activate(walker, "plus"))
    assert walker.loyalty == 4
    assert scene.ignored(scene.do(magic.Activate(walker, "plus"))) == ["606.3"]
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.Activate(walker, "plus"))
    assert walker.loyalty == 5


def test_a_card_may_return_flipped(scene: Scene) -> None:
    """A flip card put onto the battlefield flipped shows its alternative characteristics (CR 710.1c)."""
    homura = scene.put("Homura, Human Ascendant")
    scene.do(magic.Destroy(homura))
    facts = scene.flow()
    (back,) = (fact.record()["permanent"] for fact in facts if fact.name == "PermanentEntered")
    assert scene.game.object(back).name == "Homura's Essence"


def test_what_was_paid_for_a_spell_is_known_of_its_permanent(scene: Scene) -> None:
    """A permanent may ask whether the spell that it was got kicked; a copy of it was not (CR 400.7d, 707.2)."""
    scene.do(magic.AddMana("A", "GGCCC"))
    titan = scene.cast("Kavu Titan", how="kicked")
    scene.flow()
    (kicked,) = titan.became
    assert (kicked.power, kicked.keywords) == (5, ("kicker {2}{G}", "trample"))
    clone = scene.cast("Clone")
    scene.flow()
    (copy,) = clone.became
    assert (copy.name, copy.power, copy.keywords) == ("Kavu Titan", 2, ("kicker {2}{G}",))


@pytest.mark.parametrize("zone", ["battlefield", "exile", "hand"])
def test_what_a_spell_moves_from_a_graveyard_is_read_as_it_was_there(scene: Scene, zone: str) -> None:
    """A number of what left a zone is read as it last was there, wherever it went (CR 608.2h)."""
    loses = does("lose_life", amount={"amount": "reading", "of": "mana_value", "what": "target"})
    digs = spell(does("move", what="target", to=zone), loses, targets=[{"of": {"zone": "graveyard", **CREATURE}}])
    dead = scene.put("Delver of Secrets", zone="graveyard")
    scene.cast(scene.card(name="Dig", type_line="Sorcery", abilities=[digs]), dead)
    scene.flow()
    assert scene.life() == 19
