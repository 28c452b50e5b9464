"""The words of continuous effects: what selectors look at, what amounts count, words chosen for an object (CR 613)."""

from typing import Any

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    ChangeText,
    Forbid,
    Gain,
    LoseAll,
    Modification,
    ModifyPowerToughness,
    RemoveTypes,
    SetColors,
    SetPowerToughness,
    SetTypes,
)
from ecs_magic.errors import InputError
from ecs_magic.selectors import Amount, Count, Devotion, Selector, Total, Value


def static(*changes: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a static ability as a card file writes it; `affects` and `condition` are tables."""
    affects = more.pop("affects", {})
    return {"ability": "static", "name": "test", "effect": {"changes": changes, "affects": affects}, **more}


def rule(scene: Scene, *abilities: dict[str, Any], chosen: dict[str, str] | None = None) -> magic.Object:
    """Place an enchantment of A with these abilities."""
    return scene.put(scene.card(name="Rule", type_line="Enchantment", abilities=abilities), chosen=chosen)


def creature(scene: Scene, power: int = 2, toughness: int = 2, owner: str = "A", **source: Any) -> magic.Object:
    """Place a plain creature."""
    usual = {"name": "Bear", "type_line": "Creature — Bear", "power": power, "toughness": toughness}
    return scene.put(scene.card(**{**usual, **source}), owner)


def begin(scene: Scene, objects: object, *changes: Modification, **options: object) -> None:
    """Begin an effect of a resolved spell on these objects."""
    scene.do(magic.AddEffect(magic.Effect(changes), objects, **options))  # type: ignore[arg-type]


def live(scene: Scene, affects: Selector, *changes: Modification) -> None:
    """Begin an effect of A that looks at every moment for what it affects."""
    scene.do(magic.AddEffect(magic.Effect(changes, affects), live=True, player="A"))


def size(permanent: magic.Object) -> tuple[int | None, int | None]:
    """Return power and toughness."""
    return permanent.power, permanent.toughness


def pumped(scene: Scene, test: Selector, one: magic.Object) -> bool:
    """Whether an effect of A with this selector affects the object."""
    before = one.power
    live(scene, test, ModifyPowerToughness(1, 0))
    return one.power != before


# --- selectors --------------------------------------------------------------------------------------------


@pytest.mark.rule("L07")
@pytest.mark.parametrize(
    ("colors", "test", "selected"),
    [
        (("W", "U"), Selector(min_colors=2), True),
        (("W",), Selector(min_colors=2), False),
        (("W",), Selector(min_colors=1, max_colors=1), True),
        (("W", "U"), Selector(max_colors=1), False),
        ((), Selector(max_colors=0), True),
        (("W",), Selector(max_colors=0), False),
    ],
)
def test_how_many_colours_it_has(scene: Scene, colors: tuple[str, ...], test: Selector, selected: bool) -> None:
    """Multicoloured is two colours or more, monocoloured one, colourless none (CR 105.2)."""
    bear = creature(scene, color_indicator=list(colors))
    assert pumped(scene, test, bear) is selected


@pytest.mark.rule("L07")
def test_a_colour_given_in_layer_5_counts_for_how_many_there_are(scene: Scene) -> None:
    """Whether something is multicoloured depends, within layer 5, on what gives it a colour (CR 613.8a)."""
    bear = creature(scene, color_indicator=["W"])
    live(scene, Selector(min_colors=2), SetColors(("R",)))
    begin(scene, [bear], AddColors(("U",)))
    assert bear.colors == ("R",)


@pytest.mark.rule("E50")
@pytest.mark.parametrize(
    ("source", "change", "expected"),
    [
        ({}, None, (4, 4)),
        ({"keywords": ["Cycling {2}"]}, None, (2, 2)),
        ({"keywords": ["Haste"]}, LoseAll(), (4, 4)),
        ({}, Gain(("trample",)), (2, 2)),
        ({}, SetColors(("R",)), (4, 4)),
        ({}, Forbid(("transform",)), (4, 4)),
    ],
)
def test_having_no_abilities(
    scene: Scene, source: dict[str, Any], change: Modification | None, expected: tuple[int, int]
) -> None:
    """An ability is had whoever gave it; a colour, or what can't be done to it, is none (CR 113.12)."""
    scene.put("Muraganda Petroglyphs")
    bear = creature(scene, **source)
    if change is not None:
        begin(scene, [bear], change)
    assert size(bear) == expected


@pytest.mark.rule("E50", "E44")
def test_a_defining_ability_and_a_mana_ability_are_abilities(scene: Scene) -> None:
    """What defines a size is an ability; so is the mana ability of a basic land (CR 305.6, 604.3)."""
    scene.put("Muraganda Petroglyphs")
    goyf = scene.put("Tarmogoyf")
    forest = scene.put("Forest")
    begin(scene, [forest], AddTypes(("Creature",)), SetPowerToughness(3, 3))
    hidden = scene.put("Pine Walker", face_down="morph")
    assert (size(goyf), size(forest), size(hidden)) == ((0, 1), (3, 3), (4, 4))


@pytest.mark.rule("E47")
def test_base_power_leaves_out_counters_and_bonuses(scene: Scene) -> None:
    """An effect that asks for base power looks at power after layer 7b alone (CR 208.4b)."""
    bear = creature(scene)
    scene.do(magic.AddCounters([bear], "+1/+1", 3))
    small = creature(scene, 1, 1)
    begin(scene, [small], ModifyPowerToughness(1, 1))
    live(scene, Selector(base_power=2), ModifyPowerToughness(0, 5))
    assert (size(bear), size(small)) == ((5, 10), (2, 2))
    begin(scene, [small], SetPowerToughness(2, 1))
    assert size(small) == (3, 7)
    assert pumped(scene, Selector(base_toughness=1), small)


@pytest.mark.parametrize(("test", "selected"), [(Selector(min_toughness=3), True), (Selector(max_toughness=2), False)])
def test_toughness_may_be_asked_for(scene: Scene, test: Selector, selected: bool) -> None:
    """A selector looks at toughness as it is so far in the layers (CR 613.9)."""
    bear = creature(scene)
    begin(scene, [bear], SetPowerToughness(1, 3))
    assert pumped(scene, test, bear) is selected


def test_attacking_enchanted_equipped(scene: Scene) -> None:
    """Effects may look at who attacks, and at whether an Aura or an Equipment is attached (CR 303.4b, 301.5d)."""
    one, two = creature(scene), creature(scene)
    live(scene, Selector(attacking=True), ModifyPowerToughness(1, 0))
    live(scene, Selector(enchanted=True), ModifyPowerToughness(10, 0))
    live(scene, Selector(equipped=True), ModifyPowerToughness(100, 0))
    live(scene, Selector(types=("Creature",), equipped=False), ModifyPowerToughness(1000, 0))
    aura = scene.put(scene.card(name="A", type_line="Enchantment — Aura", keywords=["Enchant creature"]))
    blade = scene.put(scene.card(name="B", type_line="Artifact — Equipment"))
    scene.do(magic.Attach(aura, one), magic.Attach(blade, two))
    assert (one.power, two.power) == (1012, 102)
    token = scene.token()
    scene.do(magic.CreateTokenCopy(token, "A", attacking=True))
    assert sorted(wurm.power or 0 for wurm in scene.game.objects() if wurm.name == "Wurm") == [1005, 1006]


@pytest.mark.rule("E44", "E11")
@pytest.mark.parametrize("zone", ["hand", "library", "graveyard", "exile", "command"])
def test_an_effect_on_cards_everywhere(scene: Scene, zone: str) -> None:
    """An effect may say that it affects cards that are not on the battlefield; others do not (CR 611.3a)."""
    card = scene.put("Grizzly Bears", zone=zone)
    scene.put("Painter's Servant", chosen={"color": "blue"})
    scene.put("Crusade")
    assert (card.colors, card.power) == (("U", "G"), 2)


def test_your_cards_are_those_you_own_and_your_spells_those_you_control(scene: Scene) -> None:
    """Off battlefield and stack "you control" can't be said of a card: its owner is meant (CR 108.4a)."""
    scene.put("Conspiracy", chosen={"creature type": "Elf"})
    mine, theirs = scene.put("Grizzly Bears", zone="hand"), scene.put("Grizzly Bears", "B", zone="hand")
    spell = scene.put("Grizzly Bears", "B", zone="stack", controller="A")
    assert (mine.subtypes, theirs.subtypes, spell.subtypes) == (("Elf",), ("Bear",), ("Elf",))


# --- amounts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("E44", "E11")
def test_what_is_counted_elsewhere_is_counted_as_effects_make_it(scene: Scene) -> None:
    """Cards in another zone are counted with what effects on the battlefield make of them (CR 613.1)."""
    blue = Selector(zone="graveyard", colors=("U",))
    bear = creature(scene)
    live(scene, Selector(which="any", types=("Creature",), names=("Bear",)), ModifyPowerToughness(Count(blue), 0))
    scene.put("Grizzly Bears", zone="graveyard")
    assert size(bear) == (2, 2)
    scene.put("Painter's Servant", chosen={"color": "blue"})
    assert size(bear) == (3, 2)


@pytest.mark.rule("E44", "E11")
def test_card_types_are_counted_once_each(scene: Scene) -> None:
    """A size counted in card types counts each type once, over all graveyards, in every zone (CR 604.3)."""
    goyf, dead = scene.put("Tarmogoyf"), scene.put("Tarmogoyf", "B", zone="graveyard")
    assert size(goyf) == (1, 2)
    scene.put("Dryad Arbor", zone="graveyard")
    scene.put("Forest", "B", zone="graveyard")
    scene.put("Giant Growth", "B", zone="graveyard")
    assert (size(goyf), size(dead)) == ((3, 4), (3, 4))


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (Count(Selector(controller="you", types=("Land",)), what="basic land types"), 3),
        (Count(Selector(controller="you", types=("Land",)), what="names"), 3),
        (Count(Selector(controller="you"), what="colors"), 1),
        (Count(Selector(controller="you", types=("Land",)), times=2, plus=1), 9),
        (Total(Selector(types=("Creature",)), "power", plus=-1), 1),
        (Total(Selector(types=("Creature",)), "mana_value"), 2),
        (Value("toughness", times=3), 6),
        (Value("mana_value", plus=5), 7),
    ],
)
def test_amounts(scene: Scene, amount: Amount, expected: int) -> None:
    """Amounts count objects or what they have among them, add up numbers, or read one (CR 107.3, 107.2)."""
    for name in ("Forest", "Forest", "Canopy Vista", "Island"):
        scene.put(name)
    bear = scene.put("Grizzly Bears")
    begin(scene, [bear], ModifyPowerToughness(amount, 0))
    assert bear.power == 2 + expected


def test_a_negative_of_a_count(scene: Scene) -> None:
    """A number may be taken away as often as something is counted (CR 613.4c)."""
    bear = creature(scene, 5, 5)
    dead = Count(Selector(zone="graveyard"), times=-1)
    live(scene, Selector(types=("Creature",)), ModifyPowerToughness(dead, dead))
    scene.put("Forest", zone="graveyard")
    scene.put("Forest", "B", zone="graveyard")
    assert size(bear) == (3, 3)


@pytest.mark.rule("E19")
def test_a_number_of_what_the_source_is_attached_to(scene: Scene) -> None:
    """An Aura's effect may read a number off what it is attached to (CR 613.4c)."""
    number = {"amount": "value", "of": "toughness", "from": "host"}
    aura = scene.card(
        name="Mirror",
        type_line="Enchantment — Aura",
        keywords=["Enchant creature"],
        abilities=[static({"change": "modify_power_toughness", "power": number}, affects={"which": "host"})],
    )
    bear = creature(scene, 1, 4)
    scene.do(magic.Attach(scene.put(aura), bear))
    assert size(bear) == (5, 4)


@pytest.mark.rule("K18")
def test_a_number_by_x_is_that_of_the_spell(scene: Scene) -> None:
    """X in an effect of a permanent is the X of the spell that it was (CR 107.3m)."""
    hydra = scene.card(
        name="Hydra",
        type_line="Creature — Hydra",
        mana_cost="{X}{G}",
        power=0,
        toughness=1,
        abilities=[
            static(
                {"change": "modify_power_toughness", "power": {"amount": "value", "of": "x", "from": "source"}},
                affects={"which": "this"},
            )
        ],
    )
    assert scene.put(hydra, x=3).power == 3
    assert scene.put(hydra).power == 0


@pytest.mark.rule("E51")
def test_devotion_counts_symbols_of_a_colour_once_each(scene: Scene) -> None:
    """Devotion counts mana symbols of a colour, hybrid ones too, among your permanents' costs (CR 700.5)."""
    bear = scene.put("Grizzly Bears")
    scene.put(scene.card(mana_cost="{1}{G/W}{G}{G/P}"))
    scene.put(scene.card(mana_cost="{G}{G}"), "B")
    begin(scene, [bear], ModifyPowerToughness(Devotion(("G",)), Devotion(("W", "G"))))
    assert size(bear) == (6, 6)


@pytest.mark.rule("E51", "C32")
def test_a_melded_permanent_has_no_symbols_for_devotion(scene: Scene) -> None:
    """A melded permanent and a back face have no mana cost, so no symbols for devotion (CR 700.5, 712.8)."""
    bear = scene.put(scene.card(power=1, toughness=1))
    live(scene, Selector(names=("Thing",)), ModifyPowerToughness(Devotion(("B",)), 0))
    scene.put("Graf Rats")
    scene.put("Midnight Scavengers")
    assert bear.power == 3
    scene.meld("Graf Rats", "Midnight Scavengers")
    assert bear.power == 3


@pytest.mark.rule("E44")
def test_a_size_counts_what_others_define_of_themselves(scene: Scene) -> None:
    """Among effects of defining abilities one waits for those whose result it reads (CR 613.8a, 604.3)."""
    total = {"amount": "total", "of": {"zone": "exile", "owner": "you"}, "value": "toughness"}
    ghoul = scene.put(
        scene.card(
            name="Ghoul",
            type_line="Creature — Zombie",
            mana_cost="{B}{B}{B}",
            power="*",
            toughness="*",
            abilities=[
                static(
                    {"change": "define_power_toughness", "power": {**total, "value": "power"}, "toughness": total},
                    affects={"which": "this"},
                    defines=True,
                )
            ],
        )
    )
    card = scene.put("Tymaret, Chosen from Death", zone="exile")
    scene.put(scene.card(type_line="Creature — Giant", power=6, toughness=5), zone="exile")
    scene.put(scene.card(type_line="Artifact", mana_cost="{B}"))
    assert (size(card), size(ghoul)) == ((2, 4), (8, 9))


# --- chosen words -----------------------------------------------------------------------------------------


def test_a_chosen_word_is_read_by_all_the_abilities_of_its_object(scene: Scene) -> None:
    """Linked abilities speak of the word that was chosen for their object (CR 607.2d)."""
    automaton = scene.put("Adaptive Automaton", chosen={"creature type": "Bear"})
    bear, elk = scene.put("Grizzly Bears"), creature(scene, type_line="Creature — Elk")
    assert set(automaton.subtypes) == {"Construct", "Bear"}
    assert (size(automaton), size(bear), size(elk)) == ((2, 2), (3, 3), (2, 2))


@pytest.mark.rule("G17", "G18")
def test_a_copy_does_not_have_the_choice_of_the_original(scene: Scene) -> None:
    """What was chosen for the original is not copied; without a choice the ability does nothing (CR 707.6)."""
    automaton = scene.put("Adaptive Automaton", chosen={"creature type": "Bear"})
    bear, clone = scene.put("Grizzly Bears"), creature(scene)
    scene.do(magic.BecomeCopy([clone], automaton))
    assert clone.subtypes == ("Construct",)
    assert size(bear) == (3, 3)


@pytest.mark.rule("G18", "I09")
def test_a_creature_type_is_chosen_as_it_enters(scene: Scene) -> None:
    """The choice is made as it enters, so that it is there at once (CR 614.12a)."""
    scene.answering(**{"creature type": [("Elk",)]})
    facts = scene.do(magic.Move([scene.put("Adaptive Automaton", zone="hand")], "battlefield"))
    assert scene.count(facts, "PermanentEntered") == 1
    (automaton,) = [one for one in scene.game.objects("battlefield") if one.name == "Adaptive Automaton"]
    assert set(automaton.subtypes) == {"Construct", "Elk"}


def test_words_that_cannot_be_chosen_are_told(scene: Scene) -> None:
    """A word is of its kind, and a kind is one of those that are chosen."""
    with pytest.raises(InputError, match="'Bar' is no creature type"):
        scene.put("Conspiracy", chosen={"creature type": "Bar"})
    with pytest.raises(InputError, match="'colour' is not chosen"):
        scene.put("Conspiracy", chosen={"colour": "blue"})
    with pytest.raises(InputError, match="nothing is chosen"):
        scene.card(abilities=[static({"change": "add_colors", "colors": ["chosen"]})])


# --- text, types, and what is not affected ----------------------------------------------------------------


@pytest.mark.rule("K34")
@pytest.mark.parametrize("together", [True, False])
def test_becoming_a_basic_land_type_by_a_type_setter_takes_the_text(scene: Scene, together: bool) -> None:
    """A permanent that is made a land of a basic land type has that type's mana ability alone (CR 305.7)."""
    bear = creature(scene, keywords=["Trample"])
    change = SetTypes(("Land",), ("Forest",)) if together else SetTypes(("Land",))
    begin(scene, [bear], change)
    assert ("trample" in bear.read("keywords")) is not together
    assert tuple(bear.read("produces")) == (("G",) if together else ())


@pytest.mark.rule("E40")
def test_a_text_change_counts_for_what_the_changed_effect_affects(scene: Scene) -> None:
    """A changed word of a static ability changes what its effect affects in later layers (CR 612.1, 613.1c)."""
    king = scene.put("Goblin King")
    elf, goblin = creature(scene, type_line="Creature — Elf"), creature(scene, type_line="Creature — Goblin")
    begin(scene, [king], ChangeText("Goblin", "Elf"), ChangeText("Mountain", "Swamp"))
    assert (size(elf), size(goblin), king.subtypes, king.name) == ((3, 3), (2, 2), ("Elf",), "Goblin King")
    assert tuple(elf.read("keywords")) == ("swampwalk",)


@pytest.mark.rule("E42")
def test_losing_all_creature_types(scene: Scene) -> None:
    """Losing all creature types takes those of one word or two, and no others (CR 205.3m)."""
    arbor = scene.put("Dryad Arbor")
    lord = creature(scene, type_line="Creature — Time Lord Wizard")
    begin(scene, [arbor, lord], RemoveTypes(all_creature_types=True))
    assert (arbor.subtypes, lord.subtypes, lord.types) == (("Forest",), (), ("Creature",))


@pytest.mark.rule("E29")
def test_what_can_be_done_is_settled_after_all_characteristics(scene: Scene) -> None:
    """An effect on the rules of the game looks at objects after layer 7 (CR 613.11)."""
    pack = scene.put("Afflicted Deserter")
    live(scene, Selector(min_power=5), Forbid(("transform",)))
    scene.do(magic.AddCounters([pack], "+1/+1", 2))
    scene.do(magic.Transform([pack]))
    assert pack.name == "Afflicted Deserter"
    scene.do(magic.RemoveCounters([pack], "+1/+1", 1))
    scene.do(magic.Transform([pack]))
    assert pack.name == "Werewolf Ransacker"


@pytest.mark.rule("D47")
def test_no_effect_reaches_what_is_phased_out(scene: Scene) -> None:
    """A phased-out permanent is affected by nothing, affects nothing and is not counted (CR 702.26d)."""
    bear, anthem = creature(scene), scene.put("Glorious Anthem")
    live(scene, Selector(names=("Bear",)), ModifyPowerToughness(0, Count(Selector(types=("Creature",)))))
    other = scene.put("Grizzly Bears")
    assert size(bear) == (3, 5)
    scene.do(magic.PhaseOut([other]))
    assert (size(bear), size(other)) == ((3, 4), (2, 2))
    scene.do(magic.PhaseOut([anthem]))
    assert size(bear) == (2, 3)


@pytest.mark.rule("E33")
def test_a_number_counted_in_a_graveyard_is_fixed_as_the_effect_begins(scene: Scene) -> None:
    """A number of a resolved effect is worked out once, also where it counts cards elsewhere (CR 611.2d)."""
    bear = creature(scene)
    scene.put("Grizzly Bears", zone="graveyard")
    begin(scene, [bear], ModifyPowerToughness(Count(Selector(zone="graveyard")), 0))
    scene.put("Grizzly Bears", zone="graveyard")
    assert size(bear) == (3, 2)
