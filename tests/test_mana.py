"""Mana: what abilities make, could make, and what triggers on and replaces it (CR 106, 605)."""

from typing import Any

import pytest
from conftest import Scene

import ecs_magic as magic


def source(scene: Scene, name: str, *abilities: dict[str, Any], owner: str = "A", **more: Any) -> magic.Object:
    """Put an artifact or land with abilities onto the battlefield."""
    return scene.put(scene.card(**{"name": name, "type_line": "Land", "abilities": list(abilities), **more}), owner)


def taps(**what: Any) -> dict[str, Any]:
    """Return an ability that is activated by tapping and adds mana."""
    return {"ability": "activated", "name": "mana", "cost": {"tap": True}, "then": [{"do": "add_mana", **what}]}


def pool(scene: Scene, player: str = "A") -> str:
    """Return the mana that a player has."""
    return scene.game.view(player).mana[player]


def watcher(event: str, *then: dict[str, Any], **when: Any) -> dict[str, Any]:
    """Return a triggered ability."""
    return {"ability": "triggered", "name": event, "when": {"event": event, "what": {}, **when}, "then": list(then)}


CRATER = taps(among={"controller": "you"})
ORCHARD = taps(could={"controller": "opponent", "types": ["Land"]}, colors=True)
POOL = taps(could={"controller": "you", "types": ["Land"]})


@pytest.mark.rule("K01", "K02")
def test_without_a_defined_type_no_mana_is_made(scene: Scene) -> None:
    """A land that makes a colour among permanents makes nothing while none has a colour (CR 106.5)."""
    crater = source(scene, "Crater", CRATER)
    facts = scene.do(magic.Activate(crater, "mana"))
    assert (scene.ignored(facts), pool(scene), crater.tapped) == (["106.5"], "", True)
    scene.do(magic.Untap(crater))
    scene.put("Grizzly Bears")
    scene.do(magic.Activate(crater, "mana"))
    assert pool(scene) == "G"


@pytest.mark.rule("K03", "K05")
def test_what_could_be_produced_asks_neither_cost_nor_condition(scene: Scene) -> None:
    """A tapped land still could produce its types, so another land may make them (CR 106.7)."""
    scene.put("Forest", tapped=True)
    copier = source(scene, "Copier", POOL)
    assert copier.read("produces") == ("G",)
    scene.do(magic.Activate(copier, "mana"))
    assert pool(scene) == "G"


@pytest.mark.rule("K03", "K06")
def test_any_ability_counts_also_a_triggered_one(scene: Scene) -> None:
    """A permanent could produce what a triggered ability of it would make (CR 106.7)."""
    enters = {
        "ability": "triggered",
        "when": {"event": "enters"},
        "then": [{"do": "add_mana", "produces": list("WUBRG")}],
    }
    vestige = source(scene, "Vestige", enters, {"ability": "mana", "produces": ["C"]})
    assert set(vestige.read("produces")) == set("WUBRGC")
    nothing = source(scene, "Nothing", CRATER, type_line="Artifact")
    assert nothing.read("produces") == ()


@pytest.mark.rule("K07")
def test_lands_that_look_at_each_other_end_somewhere(scene: Scene) -> None:
    """Lands that look at each other's mana could make what some land has of its own, and else nothing (CR 106.7)."""
    mine, theirs = source(scene, "Orchard", ORCHARD), source(scene, "Orchard", ORCHARD, owner="B")
    assert (mine.read("produces"), theirs.read("produces")) == ((), ())
    scene.put("Forest")
    assert (mine.read("produces"), theirs.read("produces")) == (("G",), ("G",))


@pytest.mark.rule("K04")
def test_replacements_count_in_every_order(scene: Scene) -> None:
    """What replaces the mana of a permanent counts for what it could produce, in every order (CR 106.7)."""
    island = scene.put("Island", "B")
    stone = source(scene, "Stone", ORCHARD, type_line="Artifact")
    assert stone.read("produces") == ("U",)
    red = {"ability": "instead", "event": "mana", "what": {"types": ["Land"]}, "produces": ["R"], "colored": True}
    source(scene, "Red Hall", red, type_line="Enchantment")
    assert (island.read("produces"), stone.read("produces")) == (("R",), ("R",))
    green = {"ability": "instead", "event": "mana", "what": {"types": ["Land"]}, "produces": ["G"], "kind": "R"}
    source(scene, "Green Hall", green, type_line="Enchantment")
    assert island.read("produces") == ("G",)
    white = {"ability": "instead", "event": "mana", "what": {"types": ["Land"]}, "produces": ["W"], "kind": "U"}
    source(scene, "White Hall", white, type_line="Enchantment")
    assert island.read("produces") == ("G",)
    wastes = source(scene, "Wastes", {"ability": "mana", "produces": ["C"]}, owner="B")
    assert (wastes.read("produces"), stone.read("produces")) == (("C",), ("G",))


@pytest.mark.rule("K10", "I19")
def test_tapping_for_mana_is_replaced_as_the_ability_resolves(scene: Scene) -> None:
    """Mana for which a permanent is tapped is replaced: by one effect its type, by another its amount (CR 106.12b)."""
    forest = scene.put("Forest")
    red = {"ability": "instead", "event": "mana", "what": {"types": ["Land"]}, "produces": ["R"]}
    twice = {"ability": "instead", "event": "mana", "what": {"controller": "you"}, "times": 2}
    source(scene, "Red Hall", red, type_line="Enchantment")
    source(scene, "Mirror", twice, type_line="Enchantment")
    facts = scene.do(magic.Activate(forest, 0))
    assert pool(scene) == "RR"
    assert [fact.record()["mana"] for fact in facts if fact.name == "TappedForMana"] == ["RR"]


@pytest.mark.rule("K08", "K09")
def test_tapped_for_mana_is_a_mana_ability_with_the_tap_symbol(scene: Scene) -> None:
    """Something triggers on tapping for mana only if such an ability made mana, and of its type (CR 106.12-106.12a)."""
    any_mana = watcher("tapped for mana", {"do": "gain_life", "amount": 1})
    green = watcher("tapped for mana", {"do": "gain_life", "amount": 10}, kind="G")
    source(scene, "Watch", any_mana, green, type_line="Enchantment")
    free = {"ability": "activated", "name": "free", "cost": {}, "then": [{"do": "add_mana", "mana": "G"}]}
    mixed = source(scene, "Mixed", free, taps(mana="C"), CRATER | {"name": "colour"})
    scene.do(magic.Activate(mixed, "free"))
    scene.do(magic.Tap(mixed))
    scene.do(magic.Untap(mixed))
    scene.do(magic.Activate(mixed, "colour"))
    scene.game.run_until_idle()
    assert scene.game.view("A").life["A"] == 20
    scene.do(magic.Untap(mixed))
    scene.do(magic.Activate(mixed, "mana"))
    scene.game.run_until_idle()
    assert scene.game.view("A").life["A"] == 21
    scene.do(magic.Activate(scene.put("Forest"), 0))
    scene.game.run_until_idle()
    assert scene.game.view("A").life["A"] == 32


@pytest.mark.rule("K11", "K13", "K14")
def test_a_mana_ability_needs_no_stack(scene: Scene) -> None:
    """An ability that adds mana resolves at once unless it has a target; then it uses the stack (CR 605.1a, 605.3b)."""
    lotus = source(scene, "Lotus", taps(mana="WWW"), type_line="Artifact")
    scene.do(magic.Activate(lotus, "mana"))
    assert (pool(scene), scene.game.objects("stack")) == ("WWW", [])
    aimed = {**taps(mana="B"), "targets": [{"player": "any"}], "name": "aimed"}
    other = source(scene, "Aimed", aimed, type_line="Artifact")
    scene.do(magic.Activate(other, "aimed", targets=["A"]))
    assert (pool(scene), len(scene.game.objects("stack"))) == ("WWW", 1)
    none = source(scene, "Empty", {**taps(mana="C", count={"amount": "count", "of": {"names": ["No Such Card"]}})})
    scene.do(magic.Activate(none, "mana"))
    assert (pool(scene), len(scene.game.objects("stack"))) == ("WWW", 1)


@pytest.mark.rule("K12")
def test_a_triggered_mana_ability_resolves_at_once(scene: Scene) -> None:
    """An ability that triggers on tapping for mana and adds mana does so at once, without the stack (CR 605.4a)."""
    forest = scene.put("Forest")
    source(scene, "Growth", watcher("tapped for mana", {"do": "add_mana", "mana": "G"}), type_line="Enchantment")
    scene.do(magic.Activate(forest, 0))
    assert (pool(scene), scene.game.objects("stack")) == ("GG", [])
    assert scene.settle() == []


@pytest.mark.rule("K32")
def test_a_negative_power_makes_no_mana(scene: Scene) -> None:
    """Mana equal to a negative power is none (CR 107.1b)."""
    made = {"do": "add_mana", "mana": "G", "count": {"amount": "reading", "of": "power"}}
    joiner = {"ability": "activated", "name": "mana", "cost": {}, "then": [made]}
    creature = scene.put(scene.card(name="Joiner", power=1, toughness=2, abilities=[joiner]))
    scene.do(magic.Activate(creature, "mana"))
    assert pool(scene) == "G"
    scene.do(magic.AddCounters(creature, "-1/-1", 2))
    facts = scene.do(magic.Activate(creature, "mana"))
    assert (pool(scene), scene.ignored(facts)) == ("G", ["106.5"])
