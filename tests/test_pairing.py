"""Pairing by soulbond (CR 702.95)."""

import pytest
from conftest import Scene

import ecs_magic as magic


def paired(scene: Scene, **answers: object) -> tuple[magic.Object, magic.Object]:
    """Cast a creature with soulbond beside another and pair them."""
    hound = scene.put("Banehound")
    scene.do(magic.Cast(scene.put("Pathbreaker Wurm", zone="hand"), free=True))
    scene.game.run_until_idle()
    wurm = next(one for one in scene.game.objects("battlefield") if one.name == "Pathbreaker Wurm")
    return wurm, hound


def test_soulbond_pairs_as_it_enters(scene: Scene) -> None:
    """As it enters, a creature with soulbond may be paired with another unpaired creature of yours (CR 702.95a)."""
    wurm, hound = paired(scene)
    assert [("trample" in one.keywords) for one in (wurm, hound)] == [True, True]


def test_soulbond_pairs_with_a_newcomer_unless_it_is_paired(scene: Scene) -> None:
    """It may be paired with a creature that enters later, but with one creature alone (CR 702.95a-b)."""
    wurm = scene.put("Pathbreaker Wurm")
    for name in ("Banehound", "Grizzly Bears"):
        scene.do(magic.Move(scene.put(name, zone="hand"), "battlefield"))
        scene.game.run_until_idle()
    hound, bear = scene.game.objects("battlefield")[1:]
    assert [("trample" in one.keywords) for one in (wurm, hound, bear)] == [True, True, False]
    assert scene.ignored(scene.do(magic.Pair([wurm, bear]))) == ["702.95b"]


@pytest.mark.parametrize("where", ["over", "under"])
@pytest.mark.parametrize("which", [0, 1])
def test_merging_leaves_a_pair_together(scene: Scene, where: str, which: int) -> None:
    """A creature stays paired as another card merges with it, over or under (CR 702.95e, 730.2c)."""
    both = paired(scene)
    scene.merge("Dreamtail Heron", both[which], where)
    assert [("trample" in one.keywords) for one in both] == [True, True]


def test_a_pair_ends_with_either_creature(scene: Scene) -> None:
    """Creatures become unpaired as one leaves, changes sides or is no creature any more, and stay so (CR 702.95e)."""
    wurm, hound = paired(scene)
    scene.do(magic.GainControl(hound, "B", "end of turn"))
    assert [("trample" in one.keywords) for one in (wurm, hound)] == [False, False]
    scene.do(magic.BeginStep("cleanup"))
    assert (hound.controller, "trample" in wurm.keywords) == ("A", False)
