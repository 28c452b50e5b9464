"""Many games worked out together give what each gives by itself (CR 613)."""

import pytest
from conftest import Scene
from layer_agreement import differences, together

import ecs_magic as magic
from ecs_magic.abilities import (
    AddTypes,
    Gain,
    LoseAll,
    Modification,
    ModifyPowerToughness,
    SetController,
    SetPowerToughness,
    Static,
    SwitchPowerToughness,
)
from ecs_magic.selectors import Count, Selector


def _effect(*changes: Modification, **affects: object) -> magic.Effect:
    return magic.Effect(changes, Selector(**affects))  # type: ignore[arg-type]


def _rule(scene: Scene, *changes: Modification, **affects: object) -> magic.CardDefinition:
    return scene.card(name="Rule", type_line="Enchantment", abilities=(Static(_effect(*changes, **affects), "rule"),))


@pytest.mark.rule("E26")
@pytest.mark.parametrize("first", range(0, 300, 50))
def test_games_together_are_what_each_is_by_itself(first: int) -> None:
    """Each permanent of many boards, changed in between, is what the plain interpreter makes of it alone."""
    found, met = together(range(first, first + 50), 1)
    assert found == []
    assert met["worked out together"] > 10


def test_neighbours_change_nothing(scene: Scene) -> None:
    """What is read of a game does not depend on which games stand beside it, nor on their order."""
    bear = scene.put("Grizzly Bears", "A")
    games = [scene.game.fork() for _ in range(4)]
    games[1].put("Glorious Anthem", "A")
    games[2].put("Glorious Anthem", "B")
    games[3].do(magic.AddCounters(bear.id, "+1/+1"))
    powers = {}
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1,), (2, 0)):
        table = magic.many_games(games[number] for number in order)
        for at, number in enumerate(order):
            powers.setdefault(number, set()).add(int(table.power[table.offsets[at]]))
    assert powers == {0: {2}, 1: {3}, 2: {2}, 3: {3}}


def test_digests_stay(scene: Scene) -> None:
    """Looking at games together leaves no trace in them."""
    scene.put("Grizzly Bears", "A")
    scene.put("Glorious Anthem", "A")
    before = scene.game.digest(), scene.game.position_digest(), scene.game.to_dict()
    magic.many_games([scene.game]).refresh()
    assert (scene.game.digest(), scene.game.position_digest(), scene.game.to_dict()) == before


def test_reading_after_a_refresh_needs_no_pass(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permanents of refreshed games are read off the common pass, those of their forks as well."""
    bear = scene.put("Grizzly Bears", "A")
    scene.put("Glorious Anthem", "A")
    games = [scene.game.fork() for _ in range(3)]
    for game in games:
        game.do(magic.AddEffect(_effect(ModifyPowerToughness(1, 1)), [bear.id], player="A"))
    magic.many_games(games).refresh()
    monkeypatch.setattr("ecs_magic.derived.make_plan", None)
    assert [magic.Object(game, bear.id).power for game in (*games, games[0].fork())] == [4, 4, 4, 4]


def test_forks_with_an_effect_of_their_own_differ(scene: Scene) -> None:
    """An effect that began in one of several forks is at work in that one alone."""
    bear = scene.put("Grizzly Bears", "A")
    scene.put("Glorious Anthem", "A")
    assert bear.power == 3
    games = [scene.game.fork() for _ in range(3)]
    effect = _effect(ModifyPowerToughness(1, 1), types=("Creature",))
    games[1].do(magic.AddEffect(effect, player="A", live=True))
    table = magic.many_games(games)
    assert table.power.tolist() == [3, None, 4, None, 3, None]


def test_only_games_that_changed_are_worked_out(scene: Scene) -> None:
    """A game to which nothing was done keeps its plan; columns follow games that grow and shrink."""
    bear = scene.put("Grizzly Bears", "A")
    scene.put("Glorious Anthem", "A")
    games = [scene.game.fork() for _ in range(3)]
    games[0].put("Grizzly Bears", "A")
    table = magic.many_games(games)
    assert table.power.tolist() == [3, None, 3, 3, None, 3, None]
    plan = games[2].world.memory.signatures.plan  # type: ignore[union-attr]
    games[0].do(magic.Exile(bear.id))
    games[1].put("Glorious Anthem", "A")
    assert table.power.tolist() == [3, None, 3, 3, None, 3, None]
    table.refresh()
    assert table.power.tolist() == [None, 3, 4, None, None, 3, None]
    assert table.offsets.tolist() == [0, 2, 5, 7]
    assert games[2].world.memory.signatures.plan is plan  # type: ignore[union-attr]


def test_what_was_read_in_between_is_seen(scene: Scene) -> None:
    """A change that somebody read by itself before the next refresh is in the columns as well."""
    scene.put("Glorious Anthem", "A")
    bear = scene.put("Grizzly Bears", "A")
    table = magic.many_games([scene.game])
    assert table.power.tolist() == [None, 3]
    scene.do(magic.AddCounters(bear, "+1/+1"))
    assert bear.power == 4
    table.refresh()
    assert table.power.tolist() == [None, 4]


def test_setters_are_applied_in_the_order_of_each_game(scene: Scene) -> None:
    """Of two effects that set power and toughness the younger one holds, whichever that is in a game (CR 613.7)."""
    bear = scene.put("Grizzly Bears", "A")
    one, two = (_rule(scene, SetPowerToughness(number, number), types=("Creature",)) for number in (1, 5))
    games = [scene.game.fork() for _ in range(3)]
    games[2].do(magic.AddEffect(_effect(SetPowerToughness(7, 7)), [bear.id], player="A"))
    for game, cards in zip(games, ((one, two), (two, one), (one,)), strict=True):
        for card in cards:
            game.put(card, "A")
    table = magic.many_games(games)
    table.refresh()
    assert not table.alone.any()
    assert table.power.tolist() == [5, None, None, 1, None, None, 1, None]
    assert [magic.Object(game, bear.id).power for game in games] == [5, 1, 1]
    assert [differences(game) for game in games] == [[], [], []]


def test_counts_and_switches_are_those_of_each_game(scene: Scene) -> None:
    """A number counts permanents of its own game; counters are added before a switch (CR 613.4c-d)."""
    bear = scene.put("Grizzly Bears", "A")
    scene.put(_rule(scene, SetPowerToughness(Count(Selector(types=("Creature",))), 9), types=("Creature",)))
    games = [scene.game.fork() for _ in range(3)]
    games[1].put("Grizzly Bears", "B")
    for game in games[1:]:
        game.do(magic.AddCounters(bear.id, "+1/+1"))
    games[2].do(magic.AddEffect(_effect(SwitchPowerToughness()), [bear.id], player="A"))
    table = magic.many_games(games)
    table.refresh()
    assert not table.alone.any()
    assert list(zip(table.power[table.offsets[:-1]], table.toughness[table.offsets[:-1]], strict=True)) == [
        (1, 9),
        (3, 10),
        (10, 2),
    ]


def test_lords_leave_themselves_out(scene: Scene) -> None:
    """Each of several equal lords strengthens the others and not itself; lost abilities do nothing (CR 604.1)."""
    ability = Static(_effect(ModifyPowerToughness(1, 1), which="other", types=("Creature",)), "lord")
    lord = scene.card(name="Lord", type_line="Creature — Bear", power=1, toughness=1, abilities=(ability,))
    for _ in range(3):
        scene.put(lord, "A")
    game = scene.game.fork()
    game.do(magic.AddEffect(_effect(LoseAll()), [game.objects("battlefield")[0]], player="A"))
    table = magic.many_games([scene.game, game])
    table.refresh()
    assert table.power.tolist() == [3, 3, 3, 3, 2, 2]
    assert table.flags("keywords", "lord").tolist() == [True, True, True, False, True, True]


def test_what_the_common_pass_does_not_carry_is_worked_out_alone(scene: Scene) -> None:
    """Games whose effects wait for one another or move control are done by themselves, with the same results."""
    bear = scene.put("Grizzly Bears", "A")
    games = [scene.game.fork() for _ in range(3)]
    games[0].put(_rule(scene, AddTypes(("Artifact",)), types=("Creature",)), "A")
    games[0].put(_rule(scene, Gain(("Flying",)), types=("Artifact",)), "A")
    games[1].put(_rule(scene, AddTypes(("Artifact",)), types=("Creature",)), "A")
    games[1].put(_rule(scene, AddTypes(("Creature",)), types=("Enchantment",)), "A")
    games[2].do(magic.AddEffect(_effect(SetController()), [bear.id], player="B"))
    table = magic.many_games(games)
    table.refresh()
    assert table.alone.tolist() == [False, True, True]
    flying = table.flags("keywords", "flying")
    assert [bool(flying[at]) for at in table.offsets[:-1]] == [True, False, False]
    assert [len(differences(game)) for game in games] == [0, 0, 0]
    assert magic.Object(games[2], bear.id).controller == "B"


def test_games_of_many_kinds_are_worked_out_alone(scene: Scene) -> None:
    """A game with more kinds of permanents than a word has bits is carried by its own pass."""
    scene.put("Glorious Anthem", "A")
    for number in range(64):
        scene.put(scene.card(name=f"Bear {number}", type_line="Creature — Bear", power=1, toughness=1), "A")
    other = magic.Game()
    other.put("Glorious Anthem", "B")
    other.put("Grizzly Bears", "B")
    table = magic.many_games([scene.game, other])
    table.refresh()
    assert table.alone.tolist() == [True, False]
    assert table.power.tolist() == [None, *[2] * 64, None, 3]


def test_unknown_flags_are_refused(scene: Scene) -> None:
    """What there are no flags for is named with the nearest word."""
    table = magic.many_games([scene.game])
    with pytest.raises(magic.InputError, match="subtypes"):
        table.flags("subtype", "Bear")
    with pytest.raises(magic.InputError, match="mana ability"):
        table.flags("keywords", "mana G")
    assert magic.many_games([]).power.tolist() == []
