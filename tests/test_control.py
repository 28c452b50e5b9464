"""Who controls what, since when, and what that means for tapping and attacking (CR 110.2, 302.6, 613.1b, 701.26)."""

import pytest
from conftest import Scene

import ecs_magic as magic
from ecs_magic.abilities import AddTypes, Gain, SetController, SetPowerToughness, SetTypes
from ecs_magic.selectors import Selector


def sick(permanent: magic.Object) -> bool:
    """Return whether it has not been under its controller's control since their turn began."""
    return bool(permanent.read("sick"))


def begin(scene: Scene, objects: object, *changes: object, until: str = "game ends", **options: object) -> int:
    """Begin an effect and return it."""
    request = magic.AddEffect(magic.Effect(changes), objects, until=until, **options)  # type: ignore[arg-type]
    return next(int(fact.record()["effect"]) for fact in scene.do(request) if fact.name == "EffectBegan")


def changes(facts: list[magic.Fact]) -> list[tuple[object, object]]:
    """Return each change of control as permanent and new controller."""
    told = [fact.record() for fact in facts if fact.name == "ControlChanged"]
    return [(fact["permanent"], fact["to"]) for fact in told]


# --- gaining control -------------------------------------------------------------------------------------


@pytest.mark.rule("D25", "E30")
def test_gaining_control_is_told_once(scene: Scene) -> None:
    """Control without a duration lasts; gaining what one controls already changes nothing (CR 611.2a)."""
    bear = scene.put("Grizzly Bears", "B")
    assert changes(scene.do(magic.GainControl(bear, "A"))) == [(bear.id, 0)]
    assert changes(scene.do(magic.GainControl(bear, "A"))) == []
    scene.do(magic.BeginStep("cleanup"))
    scene.do(magic.BeginTurn("B"))
    assert (bear.controller, bear.owner) == ("A", "B")


@pytest.mark.rule("E16")
def test_an_end_of_control_that_was_taken_back_is_told_again(scene: Scene) -> None:
    """Control that ends, is taken back and ends once more goes to the owner both times (CR 302.6, 613.1b)."""
    bear = scene.put("Grizzly Bears", "B")
    effect = begin(scene, bear, SetController(), player="A")
    scene.do(magic.Tap(bear))
    for _ in range(2):
        facts = scene.game.push(magic.RemoveEffect(effect))
        assert not isinstance(facts, magic.Pending)
        assert changes(list(facts)) == [(bear.id, 1)]
        scene.game.pop()


@pytest.mark.rule("E16")
def test_control_and_haste_until_end_of_turn(scene: Scene) -> None:
    """A creature taken, untapped and given haste until end of turn is not bound; after that it is back (CR 613.6)."""
    bear = scene.put("Grizzly Bears", "B", tapped=True)
    effect = magic.Effect((SetController(), Gain(("Haste",))))
    facts = scene.do(magic.AddEffect(effect, bear, player="A", until="end of turn"), magic.Untap(bear))
    assert changes(facts) == [(bear.id, 0)]
    assert (bear.controller, bear.keywords, bear.tapped, sick(bear)) == ("A", ("haste",), False, False)
    facts = scene.do(magic.BeginStep("cleanup"))
    assert changes(facts) == [(bear.id, 1)]
    assert (bear.controller, bear.keywords, sick(bear)) == ("B", (), True)


@pytest.mark.rule("E19")
def test_the_latest_of_two_control_effects_counts(scene: Scene) -> None:
    """Of several control effects the youngest counts; when it ends the next one does (CR 613.7)."""
    bear = scene.put("Grizzly Bears", "B")
    aura = scene.put("Control Magic", "A")
    scene.do(magic.Attach(aura, bear))
    assert bear.controller == "A"
    effect = next(
        fact.record()["effect"] for fact in scene.do(magic.GainControl(bear, "B")) if fact.name == "EffectBegan"
    )
    assert bear.controller == "B"
    assert changes(scene.do(magic.RemoveEffect(effect))) == [(bear.id, 0)]
    assert changes(scene.do(magic.Destroy(aura))) == [(bear.id, 1)]


@pytest.mark.rule("E06", "E38")
def test_control_is_settled_before_what_looks_at_it(scene: Scene) -> None:
    """What affects a player's creatures affects those that layer 2 gives them (CR 613.1b)."""
    scene.put("Glorious Anthem", "A")
    bear = scene.put("Grizzly Bears", "B")
    scene.do(magic.Attach(scene.put("Control Magic", "A"), bear))
    assert (bear.controller, bear.power) == ("A", 3)


@pytest.mark.rule("E33")
def test_control_of_all_is_control_of_those_there_are(scene: Scene) -> None:
    """Control of all creatures is gained of those on the battlefield at that moment (CR 611.2c)."""
    bear = scene.put("Grizzly Bears", "B")
    effect = magic.Effect((SetController(),), Selector(types=("Creature",)))
    scene.do(magic.AddEffect(effect, player="A"))
    late = scene.put("Gray Ogre", "B")
    assert (bear.controller, late.controller) == ("A", "B")


@pytest.mark.rule("D07", "E30")
def test_a_stolen_creature_that_comes_back_is_its_owners(scene: Scene) -> None:
    """Control for good is of that object: bounced and put out again it is its owner's (CR 400.7)."""
    bear = scene.put("Grizzly Bears", "B")
    scene.do(magic.GainControl(bear, "A"))
    facts = scene.do(magic.Move(bear, "hand"))
    assert [one.owner for one in scene.game.objects("hand")] == ["B"]
    assert scene.count(facts, "EffectEnded") == 1
    scene.do(magic.Move(bear.became, "battlefield"))
    assert bear.became[0].became[0].controller == "B"


@pytest.mark.rule("E30")
def test_control_while_something_stays(scene: Scene) -> None:
    """Control while a permanent stays ends as it leaves; the Equipment stays attached (CR 611.2b, 301.5d)."""
    thief, bear = scene.put("Master Thief", "A"), scene.put("Grizzly Bears", "A")
    shield = scene.put(
        scene.card(
            name="Shield",
            type_line="Artifact — Equipment",
            abilities=[
                {
                    "ability": "static",
                    "effect": {
                        "changes": [{"change": "modify_power_toughness", "power": 0, "toughness": 3}],
                        "affects": {"which": "host"},
                    },
                }
            ],
        ),
        "B",
    )
    scene.do(magic.GainControl(shield, "A", until="source leaves", source=thief))
    scene.do(magic.Attach(shield, bear))
    assert (shield.controller, bear.toughness) == ("A", 5)
    facts = scene.do(magic.Destroy(thief))
    assert changes(facts) == [(shield.id, 1)]
    assert (shield.controller, shield.read("attached_to"), bear.toughness) == ("B", bear.id, 5)
    assert scene.settle() == []


KEPT = "you lose the source"


@pytest.mark.rule("E31")
def test_control_for_as_long_as_you_control_something_ends_with_that(scene: Scene) -> None:
    """Who loses the Thief loses what it took, and getting it back gives nothing back (CR 611.2b)."""
    thief, sword = scene.put("Master Thief"), scene.put("Short Sword", "B")
    scene.do(magic.GainControl(sword, "A", until=KEPT, source=thief))
    assert sword.controller == "A"
    facts = scene.do(magic.GainControl(thief, "B", until="end of turn"))
    assert (sword.controller, scene.count(facts, "EffectEnded")) == ("B", 1)
    scene.do(magic.BeginStep("cleanup"))
    assert (thief.controller, sword.controller) == ("A", "B")


@pytest.mark.rule("E31")
def test_what_is_kept_by_what_is_kept_goes_back_at_once(scene: Scene) -> None:
    """With the first source all go that hang on one another, in whatever order they began (CR 611.2b)."""
    first, second, sword = scene.put("Master Thief"), scene.put("Master Thief", "B"), scene.put("Short Sword", "B")
    scene.do(magic.GainControl(second, "A", until="end of turn"))
    scene.do(magic.GainControl(sword, "A", until=KEPT, source=second))
    scene.do(magic.GainControl(second, "A", until=KEPT, source=first))
    scene.do(magic.BeginStep("cleanup"))
    assert (second.controller, sword.controller) == ("A", "A")
    facts = scene.do(magic.Destroy(first))
    assert (second.controller, sword.controller, scene.count(facts, "EffectEnded")) == ("B", "B", 2)


@pytest.mark.rule("E31", "E32")
@pytest.mark.parametrize("keeper", ["B", None])
def test_control_of_what_another_player_has_does_not_begin(scene: Scene, keeper: str | None) -> None:
    """If the Thief is another player's, or gone, as its ability resolves nothing changes hands (CR 611.2b)."""
    thief, sword = scene.put("Master Thief", zone="hand"), scene.put("Short Sword", "B")
    scene.do(magic.Move(thief, "battlefield"))
    thief = thief.became[0]
    scene.game.settle()
    scene.do(magic.Destroy(thief) if keeper is None else magic.GainControl(thief, keeper))
    facts = scene.game.resolve()
    assert (sword.controller, scene.count(facts, "EffectBegan")) == ("B", 0)


@pytest.mark.rule("D08")
def test_a_spell_of_which_control_was_gained(scene: Scene) -> None:
    """Who controls a permanent spell controls the permanent it becomes, and the effect goes on (CR 110.2b, 400.7a)."""
    spell = scene.put("Grizzly Bears", "B", zone="stack")
    begin(scene, spell, SetController(), player="A")
    assert spell.controller == "A"
    scene.do(magic.Move(spell, "battlefield"))
    assert (spell.became[0].controller, spell.became[0].owner) == ("A", "B")


@pytest.mark.rule("D47")
def test_phasing_changes_nobodys_control(scene: Scene) -> None:
    """A stolen creature phases out and in under the same control, and is not bound anew (CR 702.26d)."""
    bear, aura = scene.put("Grizzly Bears", "B"), scene.put("Control Magic", "A")
    scene.do(magic.Attach(aura, bear))
    scene.do(magic.BeginTurn("A"))
    facts = scene.do(magic.PhaseOut(bear)) + scene.do(magic.PhaseIn(bear))
    assert (changes(facts), bear.controller, sick(bear)) == ([], "A", False)


# --- summoning sickness ----------------------------------------------------------------------------------


@pytest.mark.rule("K29")
def test_a_creature_is_bound_until_its_controllers_turn_begins(scene: Scene) -> None:
    """A creature is free once its controller's turn began with it there; an opponent's does not count (CR 302.6)."""
    card = scene.put("Grizzly Bears", "A", zone="hand")
    scene.do(magic.BeginTurn("A"))
    scene.do(magic.Move(card, "battlefield"))
    (bear,) = card.became
    seen = [sick(bear)]
    for player in "BA":
        scene.do(magic.BeginTurn(player))
        seen.append(sick(bear))
    assert seen == [True, True, False]


@pytest.mark.rule("K29")
def test_a_step_is_no_turn(scene: Scene) -> None:
    """Another beginning phase in the same turn does not free a creature (CR 302.6)."""
    scene.do(magic.BeginTurn("A"))
    bear = scene.put("Grizzly Bears", sick=True)
    for step in ("untap", "upkeep", "draw"):
        scene.do(magic.BeginStep(step))
    assert sick(bear)


@pytest.mark.rule("K29")
def test_a_change_of_control_binds_anew(scene: Scene) -> None:
    """A creature taken is bound; back under its owner it is bound until that player's next turn begins (CR 302.6)."""
    bear = scene.put("Grizzly Bears", "B")
    scene.do(magic.BeginTurn("B"))
    scene.do(magic.BeginTurn("A"))
    assert not sick(bear)
    scene.do(magic.GainControl(bear, "A", until="end of turn"))
    seen = [sick(bear)]
    scene.do(magic.BeginStep("cleanup"))
    seen.append(sick(bear))
    scene.do(magic.BeginTurn("B"))
    assert ([*seen, sick(bear)], bear.controller) == ([True, True, False], "B")


@pytest.mark.rule("K29")
def test_an_exchange_of_control_binds_both(scene: Scene) -> None:
    """Two creatures that change sides at once are both bound (CR 302.6)."""
    mine, theirs = scene.put("Grizzly Bears", "A"), scene.put("Gray Ogre", "B")
    facts = scene.do(magic.GainControl(mine, "B"), magic.GainControl(theirs, "A"))
    assert sorted(changes(facts)) == [(mine.id, 1), (theirs.id, 0)]  # type: ignore[type-var]
    assert (sick(mine), sick(theirs)) == (True, True)


@pytest.mark.rule("K29")
@pytest.mark.parametrize("bound", [False, True])
@pytest.mark.parametrize("what", ["merge over", "merge under", "phase", "transform", "copy", "face down"])
def test_what_keeps_the_object_keeps_the_clock(scene: Scene, what: str, bound: bool) -> None:
    """Merging, phasing, turning over and copying neither bind a creature nor free it (CR 302.6, 702.26d, 730.2c)."""
    card = "Delver of Secrets" if what == "transform" else "Grizzly Bears"
    bear = scene.put(card, sick=bound)
    if what.startswith("merge"):
        facts = scene.do(
            magic.Merge(scene.put("Dreamtail Heron", zone="hand"), bear, what.removeprefix("merge "))  # type: ignore[arg-type]
        )
        assert scene.count(facts, "PermanentEntered") == 0
    elif what == "phase":
        scene.do(magic.PhaseOut(bear))
        scene.do(magic.PhaseIn(bear))
    elif what == "transform":
        scene.do(magic.Transform(bear))
    elif what == "copy":
        scene.do(magic.BecomeCopy(bear, scene.put("Gray Ogre")))
    else:
        scene.do(magic.TurnFaceDown(bear))
        scene.do(magic.TurnFaceUp(bear))
    assert sick(bear) is bound


@pytest.mark.rule("K29")
def test_a_zone_change_binds_anew(scene: Scene) -> None:
    """A creature that leaves and returns is bound again (CR 302.6, 400.7)."""
    bear = scene.put("Grizzly Bears")
    assert not sick(bear)
    scene.do(magic.Exile(bear))
    scene.do(magic.Move(bear.became, "battlefield"))
    assert sick(bear.became[0].became[0])


@pytest.mark.rule("K28")
@pytest.mark.parametrize("new", [False, True])
def test_a_land_that_becomes_a_creature_is_bound_by_when_it_came(scene: Scene, new: bool) -> None:
    """What counts is since when it was controlled, whatever it was then (CR 302.6)."""
    land = scene.put("Raging Ravine", sick=new)
    assert not sick(land)
    animation = begin(scene, land, AddTypes(("Creature",)), SetPowerToughness(3, 3), until="end of turn")
    assert sick(land) is new
    scene.do(magic.RemoveEffect(animation))
    assert not sick(land)


@pytest.mark.rule("K28")
def test_what_stops_being_a_creature_is_free(scene: Scene) -> None:
    """A new creature that is no creature any more is not bound; becoming one again it is (CR 302.6)."""
    bear = scene.put("Grizzly Bears", sick=True)
    assert sick(bear)
    ended = begin(scene, bear, SetTypes(("Artifact",)))
    assert not sick(bear)
    scene.do(magic.RemoveEffect(ended))
    assert sick(bear)


@pytest.mark.rule("K28")
def test_haste_frees(scene: Scene) -> None:
    """A creature with haste is not bound, nor one with a haste counter (CR 302.6, 702.10)."""
    bear = scene.put("Grizzly Bears", sick=True)
    scene.do(magic.AddCounters(bear, "haste"))
    assert not sick(bear)
    scene.do(magic.RemoveCounters(bear, "haste"))
    assert sick(bear)


@pytest.mark.rule("K29")
def test_control_by_a_static_ability_starts_the_clock(scene: Scene) -> None:
    """A creature taken by an Aura is bound from then on, and from the Aura's end for its old controller (CR 302.6)."""
    bear, aura = scene.put("Grizzly Bears", "B"), scene.put("Control Magic", "A")
    scene.do(magic.Attach(aura, bear))
    assert (bear.controller, sick(bear)) == ("A", True)
    scene.do(magic.BeginTurn("A"))
    assert not sick(bear)
    scene.do(magic.Destroy(aura))
    assert (bear.controller, sick(bear)) == ("B", True)


# --- tapping ---------------------------------------------------------------------------------------------


@pytest.mark.rule("K30")
@pytest.mark.parametrize(
    ("tapped", "request_", "rule"), [(True, magic.Tap, "701.26a"), (False, magic.Untap, "701.26b")]
)
def test_only_the_untapped_tap_and_only_the_tapped_untap(
    scene: Scene, tapped: bool, request_: type[magic.Tap] | type[magic.Untap], rule: str
) -> None:
    """Tapping a tapped permanent, or untapping an untapped one, does nothing and is no event (CR 701.26)."""
    bear, other = scene.put("Grizzly Bears", tapped=tapped), scene.put("Gray Ogre", tapped=not tapped)
    facts = scene.do(request_([bear, other]))
    assert scene.ignored(facts) == [rule]
    (done,) = (fact for fact in facts if fact.name != "Ignored")
    assert (done.name, done.record()["permanent"]) == ("Tapped" if request_ is magic.Tap else "Untapped", other.id)
    assert (bear.tapped, other.tapped) == (tapped, tapped)


@pytest.mark.rule("K30")
def test_tapped_twice_at_once_is_tapped_once(scene: Scene) -> None:
    """Two instructions at once to tap one permanent are one event (CR 701.26a)."""
    bear = scene.put("Grizzly Bears")
    assert scene.count(scene.do(magic.Tap(bear), magic.Tap(bear)), "Tapped") == 1
