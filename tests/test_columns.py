"""Readings of many objects as arrays."""

from typing import Any

import numpy as np
import pytest
from conftest import Scene
from layer_agreement import differences

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, ModifyPowerToughness, SetPowerToughness, Static, SwitchPowerToughness
from ecs_magic.cards import CardDefinition, CardSource, define
from ecs_magic.selectors import Selector


def test_columns_hold_what_each_object_reads(scene: Scene) -> None:
    """An array has one place for each object, in the order in which objects are listed; what is absent is masked."""
    scene.put("Glorious Anthem")
    bear, forest = scene.put("Grizzly Bears", "B", counters={"+1/+1": 2}, tapped=True), scene.put("Forest")
    angel = scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade")
    found = scene.game.columns("power", "tapped", "melded", "controller", "counters:+1/+1")
    assert found["id"].tolist() == [one.id for one in scene.game.objects("battlefield")]
    at = {one: index for index, one in enumerate(found["id"].tolist())}
    assert found["power"][[at[bear.id], at[angel.id]]].tolist() == [4, 10]
    assert found["power"].mask[at[forest.id]]
    assert found["tapped"][at[bear.id]]
    assert found["controller"].tolist() == [0, 1, 0, 0]
    assert found["counters:+1/+1"].tolist() == [0, 2, 0, 0]
    assert found["melded"].dtype == np.bool_


def test_cards_outside_the_battlefield_have_no_controller(scene: Scene) -> None:
    """The controller of a card in a hand is masked (CR 109.4)."""
    scene.put("Grizzly Bears", zone="hand")
    found = scene.game.columns("controller", "owner", zone="hand")
    assert found["controller"].mask.tolist() == [True]
    assert found["owner"].tolist() == [0]


def test_an_unknown_column_is_an_error(scene: Scene) -> None:
    """A name that is no column is refused with the names there are."""
    with pytest.raises(magic.InputError, match="toughness"):
        scene.game.columns("tougness")


def _rule(*changes: Any, **affects: Any) -> CardDefinition:
    ability = Static(magic.Effect(changes, Selector(**affects)))
    return define(CardSource(name="Rule", type_line="Enchantment", abilities=(ability,)))


@pytest.mark.rule("E26")
@pytest.mark.parametrize("kinds", [7, 300])
def test_the_sizes_of_many_are_those_of_each(scene: Scene, kinds: int) -> None:
    """Columns of hundreds of permanents, of few kinds or all different, hold what each reads by itself (CR 613.4)."""
    sizes = {"power": 1, "toughness": 9}
    kin = [scene.card(name=f"Bear {kind}", type_line="Creature — Bear", **sizes) for kind in range(kinds)]
    lord = Static(magic.Effect((ModifyPowerToughness(1, 0),), Selector(which="other", types=("Creature",))))
    heads = [
        define(CardSource(name=name, type_line="Creature — Elf", power=2, toughness=3, abilities=(lord,)))
        for name in ("Head", "Chief")
    ]
    permanents = [scene.put(card) for card in ("Glorious Anthem", "Forest", heads[0])]
    assert permanents[-1].power == 3
    permanents += [scene.put(kin[index % kinds], "AB"[index % 2]) for index in range(300)]
    permanents += [scene.put(card) for card in (heads[0], heads[1], kin[-1], kin[-1])]
    scene.do(magic.AddCounters(permanents[6], "+2/+0"), magic.AddCounters(permanents[0], "charge"))
    scene.do(magic.AddEffect(magic.Effect((SetPowerToughness(9, 9),)), [permanents[-1]]))
    for rule in (
        _rule(SwitchPowerToughness(), names=("Bear 3", "Bear 5")),
        _rule(SwitchPowerToughness(), names=("Bear 5", "Bear 6")),
        _rule(SetPowerToughness(7, 7), AddTypes((), ("Elf",)), names=("Bear 1", "Bear 2")),
        _rule(AddTypes(("Creature",)), SetPowerToughness(3, 5), types=("Land",)),
    ):
        permanents.append(scene.put(rule))
    scene.do(magic.PhaseOut(permanents[4]))
    found = scene.game.columns("power", "toughness")
    assert found["id"].tolist() == [one.id for one in permanents]
    assert found["power"].tolist() == [one.power for one in permanents]
    assert found["toughness"].tolist() == [one.toughness for one in permanents]
    assert len(set(found["power"].tolist())) > 5
    assert differences(scene.game) == []
