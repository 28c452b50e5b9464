"""Costs and casting: the tap and untap symbols, X, mana, and spells that mutate, enter or fizzle (CR 107, 118, 601)."""

from typing import Any

import pytest
from conftest import Scene

import ecs_magic as magic


def tapper(scene: Scene, *, untap: bool = False, **more: Any) -> magic.Object:
    """Put a creature that gains a life by {T} or {Q}."""
    cost = {"untap": True} if untap else {"tap": True}
    ability = {"ability": "activated", "name": "use", "cost": cost, "then": [{"do": "gain_life", "amount": 1}]}
    options = {key: more.pop(key) for key in ("sick", "tapped") if key in more}
    return scene.put(
        scene.card(**{"name": "User", "power": 1, "toughness": 1, "abilities": [ability], **more}), **options
    )


def used(scene: Scene, thing: magic.Object) -> list[str]:
    """Use the ability; return the rules by which that was ignored."""
    return scene.ignored(scene.do(magic.Activate(thing, "use")))


def cast(scene: Scene, card: magic.Object, *targets: object, **more: Any) -> magic.Object:
    """Cast a card, free unless an X or `free` says otherwise, and return the spell."""
    return scene.cast(card, *targets, **{"free": not more.get("x"), **more})


# --- the tap and untap symbols ---------------------------------------------------------------------------


@pytest.mark.rule("K23", "K24")
def test_the_tap_symbol_taps_and_a_tapped_permanent_cannot_pay(scene: Scene) -> None:
    """{T} in a cost taps the permanent; one that is tapped already can't pay it (CR 107.5)."""
    creature = tapper(scene)
    assert used(scene, creature) == []
    assert creature.tapped
    assert used(scene, creature) == ["107.5"]
    assert len(scene.game.objects("stack")) == 1


@pytest.mark.rule("K26")
def test_the_untap_symbol_untaps_and_an_untapped_permanent_cannot_pay(scene: Scene) -> None:
    """{Q} in a cost untaps the permanent; one that is untapped can't pay it (CR 107.6)."""
    creature = tapper(scene, untap=True)
    assert used(scene, creature) == ["107.6"]
    scene.do(magic.Tap(creature))
    assert used(scene, creature) == []
    assert not creature.tapped


@pytest.mark.rule("K25", "K27", "K28")
@pytest.mark.parametrize("untap", [False, True])
def test_a_creature_needs_time_under_control(scene: Scene, untap: bool) -> None:
    """A creature that came since its controller's turn began uses neither {T} nor {Q}; haste or no creature does."""
    sick = tapper(scene, untap=untap, sick=True, tapped=untap)
    assert used(scene, sick) == ["302.6"]
    hasty = tapper(scene, untap=untap, sick=True, tapped=untap, keywords=["haste"])
    assert used(scene, hasty) == []
    thing = tapper(scene, untap=untap, sick=True, tapped=untap, type_line="Artifact")
    assert used(scene, thing) == []
    scene.do(magic.BeginTurn("B"))
    assert used(scene, sick) == ["302.6"]
    scene.do(magic.BeginTurn("A"))
    assert used(scene, sick) == []


@pytest.mark.rule("A12", "K29")
def test_merging_does_not_begin_the_time_anew(scene: Scene) -> None:
    """What merges with a creature may use {T} at once, if the creature could (CR 302.6, 730.2c)."""
    old, new = scene.put("Grizzly Bears"), scene.put("Grizzly Bears", sick=True)
    abilities = tapper(scene)
    card = scene.card(name="User", power=1, toughness=1, abilities=list(abilities.abilities))
    for onto, rules in ((old, []), (new, ["302.6"])):
        scene.merge(card, onto)
        assert used(scene, onto) == rules


# --- X ---------------------------------------------------------------------------------------------------


HYDRA = {
    "name": "Hydra",
    "mana_cost": "{X}{X}{G}",
    "power": 1,
    "toughness": 1,
    "abilities": [
        {"ability": "enters", "counters": {"+1/+1": {"amount": "x"}}},
        {"ability": "triggered", "when": {"event": "enters"}, "then": [{"do": "gain_life", "amount": {"amount": "x"}}]},
        {
            "ability": "activated",
            "name": "grow",
            "cost": {"mana": "{1}"},
            "then": [{"do": "gain_life", "amount": {"amount": "x", "times": 100}}],
        },
    ],
}


@pytest.mark.rule("K15", "K16", "K18", "D12")
def test_a_permanent_knows_the_x_of_its_spell_as_it_enters_only(scene: Scene) -> None:
    """Its enters replacement and trigger use the X that was chosen; its own X is 0 otherwise (CR 107.3m, 400.7d)."""
    held = scene.put(scene.card(**HYDRA), zone="hand")
    scene.do(magic.AddMana("A", "GGGGGGG"))
    scene.do(magic.Cast(held, x=3))
    (spell,) = held.became
    assert (spell.mana_value, spell.read("x"), scene.game.view("A").mana["A"]) == (7, 3, "")
    scene.game.run_until_idle()
    (hydra,) = scene.game.objects("battlefield")
    assert (hydra.power, hydra.mana_value, hydra.read("x"), scene.game.view("A").life["A"]) == (4, 1, 0, 23)
    scene.do(magic.Activate(hydra, "grow", free=True))
    scene.game.run_until_idle()
    assert scene.game.view("A").life["A"] == 23


@pytest.mark.rule("K18")
def test_x_is_0_without_the_cost(scene: Scene) -> None:
    """X is 0 for a card that enters without being cast, and for a spell cast without its cost (CR 107.3b, 107.3f)."""
    scene.do(magic.Move(scene.put(scene.card(**HYDRA), zone="hand"), "battlefield"))
    scene.game.run_until_idle()
    cast(scene, scene.put(scene.card(**HYDRA), zone="hand"))
    scene.game.run_until_idle()
    assert [one.power for one in scene.game.objects("battlefield")] == [1, 1]
    assert scene.game.view("A").life["A"] == 20
    again = scene.put(scene.card(**HYDRA), zone="hand")
    assert scene.ignored(scene.do(magic.Cast(again, x=3, free=True))) == ["107.3b"]


@pytest.mark.rule("K19")
def test_a_permanent_that_got_the_ability_has_no_x(scene: Scene) -> None:
    """A copy of a permanent enters without the X of the spell that the original was (CR 107.3j)."""
    cast(scene, scene.put(scene.card(**HYDRA), zone="hand"), x=3)
    scene.game.run_until_idle()
    (hydra,) = scene.game.objects("battlefield")
    scene.do(magic.CreateTokenCopy(hydra, "A"))
    scene.game.run_until_idle()
    copy = scene.game.objects("battlefield")[-1]
    assert (copy.power, scene.game.view("A").life["A"]) == (1, 23)


@pytest.mark.rule("K20")
def test_x_of_an_activation_is_its_own(scene: Scene) -> None:
    """The X of an activation cost is independent of any other X of the object (CR 107.3k)."""
    shot = {
        "ability": "activated",
        "name": "use",
        "cost": {"mana": "{X}"},
        "then": [{"do": "gain_life", "amount": {"amount": "x"}}],
    }
    card = scene.card(**{**HYDRA, "abilities": [HYDRA["abilities"][0], shot]})  # type: ignore[index]
    cast(scene, scene.put(card, zone="hand"), x=3)
    scene.game.run_until_idle()
    (hydra,) = scene.game.objects("battlefield")
    held = len(scene.game.view("A").mana["A"])
    scene.do(magic.Activate(hydra, "use", x=2))
    assert len(scene.game.view("A").mana["A"]) == held - 2
    scene.game.run_until_idle()
    assert (hydra.power, scene.game.view("A").life["A"]) == (4, 22)


# --- mana ------------------------------------------------------------------------------------------------


@pytest.mark.rule("K35")
def test_a_cost_is_paid_in_full_or_not_at_all(scene: Scene) -> None:
    """Without all of its mana a spell is not cast, and nothing of its cost is paid (CR 118.3, 601.2h)."""
    bear = scene.put("Grizzly Bears", zone="hand")
    scene.do(magic.AddMana("A", "GR"))
    fire = scene.card(
        name="Fire", mana_cost="{R}{R}", type_line="Instant", abilities=[{"ability": "spell", "then": []}]
    )
    assert scene.ignored(scene.do(magic.Cast(scene.put(fire, zone="hand")))) == ["118.3"]
    assert scene.game.view("A").mana["A"] == "RG"
    cast(scene, bear, free=False)
    assert scene.game.view("A").mana["A"] == ""


@pytest.mark.rule("K35")
def test_no_mana_cost_cannot_be_paid(scene: Scene) -> None:
    """A card without a mana cost is not cast for it, but may be cast without paying (CR 118.6)."""
    card = scene.put(
        scene.card(name="Vision", type_line="Sorcery", abilities=[{"ability": "spell", "then": []}]), zone="hand"
    )
    assert scene.ignored(scene.do(magic.Cast(card))) == ["118.6"]
    assert cast(scene, card).zone == "stack"


@pytest.mark.parametrize(
    ("pool", "cost", "left"),
    [
        ("WUBRG", "{2}{G}", "WU"),
        ("CCG", "{2}{G}", ""),
        ("GG", "{W/G}{G}", ""),
        ("UUU", "{2/W}{U}", ""),
        ("RG", "{G/P}", "R"),
        ("WU", "{W/U}{W/B}", ""),
    ],
)
def test_which_mana_is_spent(scene: Scene, pool: str, cost: str, left: str) -> None:
    """Coloured symbols are paid with their colours first; generic mana takes what is most plentiful (CR 107.4)."""
    card = scene.card(name="Thing", mana_cost=cost, type_line="Artifact")
    scene.do(magic.AddMana("A", pool))
    cast(scene, scene.put(card, zone="hand"), free=False)
    spent = scene.game.view("A").mana["A"]
    assert len(spent) == len(left)


# --- casting ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A37")
def test_a_mutating_spell_targets_a_creature_of_its_owner(scene: Scene) -> None:
    """Cast for mutate, a spell targets a non-Human creature with the same owner, whoever controls it (CR 702.140a)."""
    heron = scene.put("Dreamtail Heron", zone="hand")
    human = scene.put("Elite Vanguard")
    borrowed = scene.put("Grizzly Bears", "B", controller="A")
    lent = scene.put("Grizzly Bears", "A", controller="B")
    for target in (human, borrowed):
        assert scene.ignored(scene.do(magic.Cast(heron, targets=target, how="mutate", free=True))) == ["115.1"]
    scene.do(magic.AddMana("A", "UUUU"))
    spell = cast(scene, heron, lent, how="mutate", free=False)
    assert scene.game.view("A").mana["A"] == ""
    scene.game.resolve()
    assert (spell.became, lent.read("merged"), lent.controller) == ((lent,), True, "B")


@pytest.mark.rule("A38", "D37")
def test_a_mutating_spell_without_its_target_is_a_creature_spell(scene: Scene) -> None:
    """If its target is illegal, a mutating creature spell resolves as a creature spell and enters (CR 702.140b)."""
    bear = scene.put("Grizzly Bears")
    cast(scene, scene.put("Dreamtail Heron", zone="hand"), bear, how="mutate")
    scene.do(magic.Exile(bear))
    facts = scene.game.resolve()
    assert (scene.count(facts, "PermanentEntered"), scene.count(facts, "Merged")) == (1, 0)
    assert scene.count(facts, "AbilityTriggered") == 0


@pytest.mark.rule("D37")
def test_a_spell_does_nothing_without_a_legal_target(scene: Scene) -> None:
    """A spell all of whose targets changed zones does not resolve; with one left it acts on that one (CR 608.2b)."""
    spell = {
        "ability": "spell",
        "targets": [{"of": {}, "count": 2}],
        "then": [{"do": "tap", "what": "target"}, {"do": "draw"}],
    }
    card = scene.card(name="Freeze", type_line="Instant", mana_cost="{U}", abilities=[spell])
    one, two = scene.put("Grizzly Bears"), scene.put("Grizzly Bears")
    scene.put("Forest", zone="library")
    cast(scene, scene.put(card, zone="hand"), one, two)
    scene.do(magic.Exile(one))
    scene.game.resolve()
    assert (two.tapped, len(scene.game.objects("hand"))) == (True, 1)
    cast(scene, scene.put(card, zone="hand"), two, scene.put("Runeclaw Bear"))
    scene.do(magic.Exile(scene.game.objects("battlefield")))
    facts = scene.game.resolve()
    assert (scene.ignored(facts), len(scene.game.objects("hand"))) == (["608.2b"], 1)
    assert [one.name for one in scene.game.objects("graveyard")] == ["Freeze", "Freeze"]


@pytest.mark.rule("D33")
def test_a_permanent_spell_enters_under_its_controllers_control(scene: Scene) -> None:
    """A resolving permanent spell becomes a permanent under its controller's control (CR 608.3a)."""
    spell = cast(scene, scene.put("Grizzly Bears", "B", zone="exile"), player="A")
    facts = scene.game.resolve()
    (bear,) = spell.became
    assert (bear.zone, bear.controller, bear.owner) == ("battlefield", "A", "B")
    assert scene.count(facts, "PermanentEntered") == 1


def test_an_aura_spell_enters_attached_to_its_target(scene: Scene) -> None:
    """An Aura spell enters attached to what it targeted; without it, it goes to the graveyard (CR 608.3b)."""
    bear = scene.put("Grizzly Bears", "B")
    aura = scene.card(name="Veil", type_line="Enchantment — Aura", mana_cost="{U}", keywords=["enchant creature"])
    cast(scene, scene.put(aura, zone="hand"), bear)
    scene.game.resolve()
    (veil,) = [one for one in scene.game.objects("battlefield") if one.name == "Veil"]
    assert veil.read("attached_to") == bear.id
    spell = cast(scene, scene.put(aura, zone="hand"), bear)
    scene.do(magic.Exile(bear))
    scene.game.resolve()
    assert [one.zone for one in spell.became] == ["graveyard"]
