"""Readings of many objects as arrays."""

import numpy as np
import pytest
from conftest import Scene

import ecs_magic as magic


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
