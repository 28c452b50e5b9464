"""Permanents that are alike are told by one number, kept at writes; large boards are signed by it (CR 613)."""

import pytest
from conftest import Scene
from layer_agreement import board, change, differences

import ecs_magic as magic
import ecs_magic.alike
from ecs_magic.abilities import AddTypes, Gain, ModifyPowerToughness, SetPowerToughness, Static
from ecs_magic.alike import OTHERS, Alike
from ecs_magic.cards import CardDefinition, CardSource, define
from ecs_magic.derived import sign_anew, signed
from ecs_magic.numbered import MANY, Numbered
from ecs_magic.selectors import Selector
from ecs_magic.signatures import Signatures
from ecs_magic.world import World


def _anew(world: World) -> Alike:
    found = Alike()
    found.touch(world.battlefield())
    found.refresh(world.store.held_by)
    return found


def _told(alike: Alike, permanents: tuple[int, ...]) -> list[object]:
    return [alike.likenesses[alike.of[one]] for one in permanents]


def _parts(signatures: Signatures, permanents: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return which permanents share a signature."""
    found: dict[int | None, list[int]] = {}
    for one in permanents:
        found.setdefault(signatures.of.get(one), []).append(one)
    return {tuple(ones) for ones in found.values()}


def _facts(signatures: Signatures, permanents: tuple[int, ...]) -> list[object]:
    """Return what is kept of each permanent, whatever numbers signatures have."""
    found: list[object] = []
    for one in permanents:
        at = signatures.of.get(one)
        members = None if at is None else signatures.members.get(at)
        count = None if at is None else signatures.population[at]
        live = None if at is None else signatures.live >> at & 1
        found.append((count, live, members and members[one], signatures.own.get(one), signatures.hosts.get(one)))
    return found


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_numbers_follow_every_write(first: int) -> None:
    """After anything that happens to a board the numbers tell the same as those made from nothing."""
    for seed in range(first, first + 30):
        game, cards, chance = board(seed)
        game.world.memory.alike = _anew(game.world)
        for _ in range(6):
            game = change(game, cards, chance)
            signed(game.world)
            permanents, kept = game.world.battlefield(), game.world.memory.alike
            assert kept is not None
            kept.refresh(game.world.store.held_by)
            assert (len(kept.of), sum(kept.counts)) == (len(permanents), len(permanents))
            assert _told(kept, permanents) == _told(_anew(game.world), permanents)
            numbers = [kept.of[one] for one in permanents]
            assert kept.counts == [numbers.count(number) for number in range(len(kept.counts))]
            assert all(kept.of[kept.example(number)] == number for number in numbers)


@pytest.mark.parametrize("closer", [frozenset(), frozenset({"tapped"}), frozenset({"counters"}), frozenset({"each"})])
def test_signing_by_numbers_is_signing_each(closer: frozenset[str]) -> None:
    """Permanents signed together have what they have when they are signed one by one (CR 613)."""
    for seed in range(200):
        game, cards, chance = board(seed)
        game = change(change(game, cards, chance), cards, chance)
        world = game.world
        if signed(world) is None:
            continue
        permanents = world.battlefield()
        world.memory.alike = None
        single = Signatures(world, closer)
        world.memory.alike = _anew(world)
        many = Signatures(world, closer)
        assert _parts(many, permanents) == _parts(single, permanents)
        assert _facts(many, permanents) == _facts(single, permanents)
        assert (len(many.of), many.at_work) == (len(single.of), single.at_work)


def _rule(*changes: object, **affects: object) -> CardDefinition:
    ability = Static(magic.Effect(changes, Selector(**affects)))  # type: ignore[arg-type]
    return define(CardSource(name="Rule", type_line="Enchantment", abilities=(ability,)))


def test_a_large_board_under_its_first_effect(scene: Scene) -> None:
    """On a board of hundreds each permanent, ordinary or not, reads under a first effect as it should (CR 613.5)."""
    bears = [scene.put("Grizzly Bears", "AB"[at % 2]) for at in range(MANY)]
    scene.put("Grizzly Bears", tapped=True)
    scene.put("Grizzly Bears", counters={"+1/+1": 2})
    scene.put("Grizzly Bears", face_down=magic.FaceDown())
    scene.do(magic.PhaseOut(bears[3]))
    scene.do(magic.BecomeCopy(scene.put("Forest"), bears[4]))
    alike = scene.game.world.memory.alike
    scene.do(magic.Attach(scene.put("Colossus Hammer"), bears[5]))
    assert signed(scene.game.world) is not None
    assert alike is scene.game.world.memory.alike is not None
    scene.put("Opalescence")
    scene.put(_rule(ModifyPowerToughness(1, 1), which="other", types=("Creature",)))
    scene.do(magic.Destroy(bears[6:9]))
    assert differences(scene.game) == []
    assert [bears[at].power for at in (0, 3, 5)] == [3, 2, 13]


def test_signing_anew_looks_at_no_ordinary_permanent(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Effects that come to tell permanents apart otherwise need no second look at each of a large board."""
    for _ in range(MANY):
        scene.put("Grizzly Bears")
    scene.put("Glorious Anthem")
    counted = scene.put("Grizzly Bears", counters={"+1/+1": 1})
    world = scene.game.world
    assert counted.power == 4
    monkeypatch.setattr(ecs_magic.alike, "likeness", None)
    calls: list[int] = []
    sign = Signatures._sign

    def noted(self: Signatures, world: World, object_: int) -> list[int]:
        calls.append(object_)
        return sign(self, world, object_)

    monkeypatch.setattr(Signatures, "_sign", noted)
    signatures = sign_anew(world, frozenset())
    assert calls == [counted.id]
    assert sum(signatures.population) == len(signatures.of) == len(world.battlefield())
    assert counted.power == 4


def test_one_look_finds_an_example_of_every_kind(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where those that came last of many kinds are gone, the board is not looked through for each kind."""
    cards = [scene.card(name=f"Card {at}", type_line="Creature", power=at, toughness=1) for at in range(9)]
    ones = [scene.put(card) for card in cards * (MANY // 8)]
    assert signed(scene.game.world) is None
    scene.do(magic.Exile(ones[-9:]))
    looks: list[int] = []
    find = Numbered.one_of_each

    def noted(self: Numbered, numbers: int) -> list[int]:
        looks.append(numbers)
        return find(self, numbers)

    monkeypatch.setattr(Numbered, "one_of_each", noted)
    monkeypatch.setattr(Numbered, "having", lambda self, numbers: pytest.fail("each is looked for") if numbers else [])
    scene.put("Glorious Anthem")
    assert [one.power for one in ones[:9]] == list(range(1, 10))
    assert len(looks) == 1


def test_forks_of_a_large_board_go_their_own_ways(scene: Scene) -> None:
    """What is alike in a fork does not reach its origin, and taking back brings back what was alike."""
    bears = [scene.put("Grizzly Bears") for _ in range(MANY)]
    signed(scene.game.world)
    scene.do(magic.Tap(bears[11:14]))
    signed(scene.game.world)
    other = scene.game.fork()
    other.do(magic.Tap(other.objects("battlefield")[:5]))
    other.do(magic.Exile(other.objects("battlefield")[5:7]))
    with scene.game.undoable():
        scene.do(magic.Exile(bears[:9]))
        scene.put("Glorious Anthem")
        assert bears[10].power == 3
    signed(scene.game.world)
    signed(other.world)
    for game, gone in ((scene.game, 0), (other, 2)):
        kept, permanents = game.world.memory.alike, game.world.battlefield()
        assert kept is not None
        kept.refresh(game.world.store.held_by)
        assert len(permanents) == MANY - gone
        assert _told(kept, permanents) == _told(_anew(game.world), permanents)


def test_tapped_permanents_are_told_apart_once_that_is_looked_at(scene: Scene) -> None:
    """What is tapped shares a signature with what is not until an effect looks at it, and again after (CR 613.5)."""
    scene.put("Glorious Anthem")
    bears = [scene.put("Grizzly Bears", tapped=tapped) for tapped in (False, True)]
    assert [bear.power for bear in bears] == [3, 3]
    rule = scene.put(_rule(ModifyPowerToughness(2, 0), types=("Creature",), tapped=True))
    bears.append(scene.put("Grizzly Bears", tapped=True))
    assert [bear.power for bear in bears] == [3, 5, 5]
    scene.do(magic.Tap(bears[0]), magic.Untap(bears[1]))
    assert [bear.power for bear in bears] == [5, 3, 5]
    scene.do(magic.Exile(rule))
    assert [bear.power for bear in bears] == [3, 3, 3]


def test_without_effects_what_was_touched_is_looked_at_before_it_is_too_much(scene: Scene) -> None:
    """A large board on which no effect is at work does not remember what comes and goes without end."""
    for _ in range(MANY):
        scene.put("Grizzly Bears")
    for _ in range(MANY):
        scene.do(magic.Exile(scene.game.objects("battlefield")[0]))
        scene.put("Grizzly Bears")
        assert signed(scene.game.world) is None
        kept = scene.game.world.memory.alike
        assert kept is not None
        assert not kept.is_outdated


def test_what_takes_more_to_tell_has_a_number_too(scene: Scene) -> None:
    """A pile, a melded permanent and one with counters are others, which are signed one by one (CR 712.4, 730.2)."""
    plain = scene.put("Grizzly Bears")
    melded = scene.meld("Bruna, the Fading Light", "Gisela, the Broken Blade")
    counted = scene.put("Grizzly Bears", counters={"charge": 1})
    turned = scene.put("Grizzly Bears", tapped=True)
    found = _anew(scene.game.world).of
    assert [found[one.id] == OTHERS for one in (plain, melded, counted, turned)] == [False, True, True, False]
    assert found[plain.id] != found[turned.id]


def test_given_abilities_tell_each_apart_on_a_large_board(scene: Scene) -> None:
    """Where an effect gives abilities that make effects, each permanent is looked at by itself, and no longer after."""
    bears = [scene.put("Grizzly Bears") for _ in range(MANY)]
    given = Static(magic.Effect((SetPowerToughness(0, 1),), Selector(which="this")), "small")
    hive = scene.put(_rule(AddTypes((), ("Sliver",)), Gain((given,)), names=("Grizzly Bears",)))
    assert (bears[0].power, bears[-1].toughness) == (0, 1)
    scene.do(magic.Exile(hive))
    assert bears[0].power == 2
    scene.put("Glorious Anthem")
    assert differences(scene.game) == []
