"""Whole situations with piles: from casting for mutate to what every card of a pile does as it leaves."""

import pytest
from conftest import Scene
from situations import mutate, names, pile, triggers, zone
from texts import CREATURE, does, on, spell, triggered

import ecs_magic as magic

MUTATIONS = {"amount": "reading", "of": "mutations"}


# --- mutating --------------------------------------------------------------------------------------------


@pytest.mark.rule("B24")
def test_a_card_with_mutate_may_be_cast_as_a_creature(scene: Scene) -> None:
    """A creature cast for its mana cost merges with nothing, and nothing mutates (CR 702.140a)."""
    savant = scene.put("Beastcaller Savant")
    scene.put("Forest", zone="library")
    scene.do(magic.AddMana("A", "UUUUU"))
    scene.cast("Dreamtail Heron", how="")
    facts = scene.flow()
    assert zone(scene, "battlefield") == ["Beastcaller Savant", "Dreamtail Heron"]
    assert (len(savant.constituents), scene.count(facts, "AbilityTriggered"), zone(scene, "hand")) == (1, 0, [])


@pytest.mark.parametrize("where", ["over", "under"])
def test_the_times_it_mutated_belong_to_the_permanent(scene: Scene, where: str) -> None:
    """How often a permanent mutated counts every mutation of it, this one too, whatever is on top (CR 702.140d)."""
    drain = triggered(
        on("mutates"),
        does("lose_life", player="opponents", amount=MUTATIONS),
        does("gain_life", amount=MUTATIONS),
        name="drain",
    )
    leech = scene.card(
        name="Leech", mana_cost="{3}{B}", power=3, toughness=3, keywords=["Mutate {2}{B}"], abilities=[drain]
    )
    savant = scene.put("Beastcaller Savant")
    scene.put("Forest", zone="library")
    mutate(scene, "Dreamtail Heron", savant, where)
    facts = mutate(scene, leech, savant, where)
    assert triggers(scene, facts, savant) == 2
    assert (scene.life(), scene.life("B")) == (22, 18)
    assert savant.name == ("Leech" if where == "over" else "Beastcaller Savant")


@pytest.mark.parametrize("third", ["over", "under"])
@pytest.mark.parametrize("second", ["over", "under"])
@pytest.mark.parametrize("first", ["over", "under"])
def test_all_constituents_trigger_at_each_mutation(scene: Scene, first: str, second: str, third: str) -> None:
    """Every constituent's ability triggers each time, wherever it is in the pile (CR 702.140d-e)."""
    lurker = scene.put("Boneyard Lurker")
    fox, bear, staff = (scene.put(card, zone="graveyard") for card in ("Vulpikeet", "Grizzly Bears", "Chimeric Staff"))
    mutate(scene, "Majestic Auricorn", lurker, first, target=[[fox.id]])
    assert (scene.life(), lurker.counters, zone(scene, "hand")) == (24, {}, ["Vulpikeet"])
    (held,) = fox.became
    mutate(scene, held, lurker, second, target=[[bear.id]])
    assert (scene.life(), lurker.counters, zone(scene, "hand")) == (28, {"+1/+1": 1}, ["Grizzly Bears"])
    mutate(scene, "Majestic Auricorn", lurker, third, target=[[staff.id]])
    assert (scene.life(), lurker.counters, zone(scene, "graveyard")) == (36, {"+1/+1": 2}, [])
    top = {"over": "Majestic Auricorn", "under": "Vulpikeet" if second == "over" else ""}[third]
    top = top or ("Majestic Auricorn" if first == "over" else "Boneyard Lurker")
    size = (4, 5) if top == "Vulpikeet" else (6, 6)
    assert (lurker.name, lurker.power, lurker.toughness) == (top, *size)


@pytest.mark.parametrize("where", ["over", "under"])
def test_a_spell_that_is_cast_from_the_graveyard_to_mutate(scene: Scene, where: str) -> None:
    """What may be cast from a graveyard in one way only merges from there, and is not cast otherwise (CR 601.3)."""
    savant, god = scene.put("Beastcaller Savant"), scene.put("Brokkos, Apex of Forever", zone="graveyard")
    scene.do(magic.AddMana("A", "GGGGUU"))
    assert scene.ignored(scene.do(magic.Cast(god))) == ["601.3"]
    scene.answering(mutate=[[where]])
    scene.cast(god, savant, how="mutate")
    scene.flow()
    assert (len(savant.constituents), zone(scene, "graveyard")) == (2, [])
    assert savant.name == ("Brokkos, Apex of Forever" if where == "over" else "Beastcaller Savant")


def test_a_mutating_spell_is_cast_with_a_target_and_put_over_or_under_later(scene: Scene) -> None:
    """The creature is a target as the spell is cast; over or under is asked as it resolves (CR 702.140a, c)."""
    savant = scene.put("Beastcaller Savant")
    held = scene.put("Dreamtail Heron", zone="hand")
    facts = scene.do(magic.Cast(held, targets=[savant], how="mutate", free=True))
    assert (scene.count(facts, "Targeted"), scene.count(facts, "DecisionMade")) == (1, 0)
    asked = [fact.record()["ask"] for fact in scene.game.resolve() if fact.name == "DecisionMade"]
    assert asked == ["mutate"]


def test_a_mutating_spell_targets_what_its_owner_owns(scene: Scene) -> None:
    """A mutating spell targets a non-Human creature of the same owner, whoever controls it (CR 702.140a)."""
    human = scene.put("Elite Vanguard")
    stolen, lent = scene.put("Grizzly Bears", "B"), scene.put("Grizzly Bears")
    scene.do(magic.GainControl(stolen, "A"), magic.GainControl(lent, "B"))
    for one, rules in ((human, ["115.1"]), (stolen, ["115.1"]), (lent, [])):
        held = scene.put("Dreamtail Heron", zone="hand")
        assert scene.ignored(scene.do(magic.Cast(held, targets=[one], how="mutate", free=True))) == rules


# --- piles that leave ------------------------------------------------------------------------------------


@pytest.mark.parametrize("top", ["Dreamtail Heron", "Beastcaller Savant"])
def test_a_pile_that_was_exiled_until_returns_in_parts(scene: Scene, top: str) -> None:
    """A linked ability that returns what was exiled returns every card of a pile, each alone (CR 607.2a, 730.3c)."""
    beneath = {"Dreamtail Heron", "Beastcaller Savant"} - {top}
    host = pile(scene, top, *beneath)
    ring = scene.cast("Oblivion Ring", owner="B")
    scene.answering(target=[[host.id]])
    scene.flow()
    assert zone(scene, "exile") == ["Beastcaller Savant", "Dreamtail Heron"]
    (ring,) = ring.became
    scene.do(magic.Destroy(ring))
    scene.flow()
    there = {one.name: one for one in scene.game.objects("battlefield")}
    assert sorted(there) == ["Beastcaller Savant", "Dreamtail Heron"]
    assert {one.controller for one in there.values()} == {"A"}
    assert [there[name].power for name in sorted(there)] == [1, 3]


@pytest.mark.parametrize("top", ["Dreamtail Heron", "Beastcaller Savant"])
def test_a_pile_returns_in_parts_at_the_end_step(scene: Scene, top: str) -> None:
    """A delayed ability returns all cards that a pile became in exile (CR 603.7c, 730.3c)."""
    beneath = {"Dreamtail Heron", "Beastcaller Savant"} - {top}
    host = pile(scene, top, *beneath)
    scene.cast("Eerie Interlude", host)
    scene.flow()
    assert (zone(scene, "battlefield"), len(scene.game.objects("exile"))) == ([], 2)
    scene.do(magic.BeginStep("end"))
    scene.flow()
    assert zone(scene, "battlefield") == ["Beastcaller Savant", "Dreamtail Heron"]
    assert zone(scene, "exile") == []


@pytest.mark.parametrize("top", ["Majestic Auricorn", "Almighty Brushwagg"])
def test_one_trigger_returns_every_card_of_a_pile_with_a_counter(scene: Scene, top: str) -> None:
    """An ability that triggers on a pile's death does to each of its cards what it says of it (CR 730.3c)."""
    beneath = {"Majestic Auricorn", "Almighty Brushwagg"} - {top}
    moth = scene.put("Luminous Broodmoth")
    host = pile(scene, top, *beneath)
    facts = [*scene.do(magic.Destroy(host)), *scene.flow()]
    assert triggers(scene, facts, moth) == 1
    back = [one for one in scene.game.objects("battlefield") if one != moth]
    assert (names(back), [one.counters for one in back]) == (sorted((top, *beneath)), [{"flying": 1}] * 2)


@pytest.mark.parametrize("top", ["Young Wolf", "Brokkos, Apex of Forever"])
def test_undying_returns_every_card_of_a_pile(scene: Scene, top: str) -> None:
    """Undying of one constituent returns all cards of the pile, each with a +1/+1 counter (CR 702.93a, 730.3c)."""
    beneath = {"Young Wolf", "Brokkos, Apex of Forever"} - {top}
    host = pile(scene, top, *beneath)
    scene.do(magic.Destroy(host))
    scene.flow()
    back = scene.game.objects("battlefield")
    assert (names(back), [one.counters for one in back]) == (sorted((top, *beneath)), [{"+1/+1": 1}] * 2)


@pytest.mark.parametrize("top", ["Mortus Strider", "Brokkos, Apex of Forever"])
def test_a_dies_ability_of_a_constituent_finds_all_cards(scene: Scene, top: str) -> None:
    """An ability of a pile that returns it to hand finds every card in the graveyard (CR 400.7e, 730.3c)."""
    beneath = {"Mortus Strider", "Brokkos, Apex of Forever"} - {top}
    scene.do(magic.Destroy(pile(scene, top, *beneath)))
    scene.flow()
    assert zone(scene, "hand") == sorted((top, *beneath))


def test_a_pile_goes_from_the_graveyard_under_the_library(scene: Scene) -> None:
    """One trigger puts both cards of a pile on the bottom of the library, in the owner's order (CR 730.3a, 730.3c)."""
    cauldron = scene.put("The Cauldron of Eternity")
    scene.put("Forest", zone="library")
    host = pile(scene, "Brokkos, Apex of Forever", "Grizzly Bears")
    facts = [*scene.do(magic.Destroy(host)), *scene.flow()]
    assert triggers(scene, facts, cauldron) == 1
    assert [one.card.name for one in scene.game.objects("library")][-1] == "Forest"
    assert [fact.record()["ask"] for fact in facts if fact.name == "DecisionMade"][-1] == "library_order"


@pytest.mark.parametrize("top", ["Dreamtail Heron", "Beastcaller Savant"])
def test_one_token_copies_the_pile_that_died(scene: Scene, top: str) -> None:
    """A token that copies a pile which died is one copy of the whole pile; all its cards are exiled (CR 730.3c)."""
    beneath = {"Dreamtail Heron", "Beastcaller Savant"} - {top}
    scene.put("Nightmare Shepherd")
    scene.do(magic.Destroy(pile(scene, top, *beneath)))
    scene.flow()
    (token,) = [one for one in scene.game.objects("battlefield") if one.read("token")]
    assert (token.name, token.power, token.toughness) == (top, 1, 1)
    assert "Nightmare" in token.subtypes
    assert {"haste", "flying"} <= set(token.keywords)
    assert zone(scene, "exile") == sorted((top, *beneath))


def test_a_pile_with_a_token_on_top_is_no_nontoken_creature(scene: Scene) -> None:
    """What a nontoken creature's death triggers does not trigger on a pile that is a token (CR 603.10a, 730.2d)."""
    vat, wurm = scene.put("Mimic Vat"), scene.token()
    scene.merge("Dreamtail Heron", wurm, "under")
    facts = [*scene.do(magic.Destroy(wurm)), *scene.flow()]
    assert triggers(scene, facts, vat) == 0
    assert zone(scene, "graveyard") == ["Dreamtail Heron"]


def test_every_card_of_a_pile_is_exiled_with_a_counter(scene: Scene) -> None:
    """An instruction that exiles a pile with a counter puts one on each of its cards (CR 122.6, 730.3)."""
    host = pile(scene, "Grizzly Bears", "Beastcaller Savant", "Almighty Brushwagg")
    mark = spell(
        does("move", what="target", to="exile", counters={"hit": 1}),
        does(
            "if",
            when=[{"of": {"zone": "exile", "owner": "opponent", "counters": ["hit"]}, "at_least": 3}],
            then=[does("lose_game", player="opponents")],
        ),
        targets=[{"of": CREATURE}],
    )
    scene.cast(scene.card(name="Silence", type_line="Sorcery", abilities=[mark]), host, owner="B")
    facts = scene.flow()
    assert [one.counters for one in scene.game.objects("exile")] == [{"hit": 1}] * 3
    assert scene.count(facts, "PlayerLost") == 1


@pytest.mark.parametrize("target", ["plain", "pile"])
def test_a_mutating_spell_aimed_at_one_of_two_equal_tokens(scene: Scene, target: str) -> None:
    """What copies the lone target of a mutating spell copies that permanent and touches no other (CR 707.2)."""
    frog = {"name": "Old Croak", "type_line": "Legendary Creature — Frog", "keywords": ["reach"]}
    plain, host = scene.token(**frog), scene.token(**frog)
    scene.merge("Dreamtail Heron", host)
    scene.put("Vesuvan Duplimancy")
    aim, other = (plain, host) if target == "plain" else (host, plain)
    before = (other.name, other.supertypes, other.keywords)
    held = scene.put("Sea-Dasher Octopus", zone="hand")
    scene.do(magic.Cast(held, targets=[aim], how="mutate", free=True))
    scene.settle()
    scene.game.resolve()
    (copy,) = [one for one in scene.game.objects("battlefield") if one.token and one not in (plain, host)]
    assert (copy.name, copy.supertypes) == ("Old Croak" if target == "plain" else "Dreamtail Heron", ())
    assert {"reach"} | ({"flying"} if target == "pile" else set()) <= set(copy.keywords)
    scene.flow()
    assert (other.name, other.supertypes, other.keywords) == before
    assert aim.name == "Sea-Dasher Octopus"
