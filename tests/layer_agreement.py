"""Does the fast layer pass agree with the plain interpreter? Random boards of real permanents, changed between reads.

`python tests/layer_agreement.py --boards 100000 -j 2` plays that many boards and prints how many of them
reached each clause of CR 613.8 and its neighbours; the first board that differs is printed by its seed.
With `--together` the boards are worked out many at once, as `magic.many_games` does.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import ecs_magic as magic
from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    DefinePowerToughness,
    Forbid,
    Gain,
    Layer,
    Lose,
    LoseAll,
    Modification,
    ModifyPowerToughness,
    RemoveTypes,
    SetColors,
    SetController,
    SetName,
    SetPowerToughness,
    SetSubtypes,
    SetTypes,
    Static,
    SwitchPowerToughness,
    answers_to,
)
from ecs_magic.alike import Alike
from ecs_magic.cardlibrary import read_card
from ecs_magic.cards import CardDefinition
from ecs_magic.changes import NewCard
from ecs_magic.derived import characteristics, controller, is_forbidden
from ecs_magic.drafts import Draft
from ecs_magic.enums import CardKind, Zone
from ecs_magic.layers import Board, Instance, Key, finished
from ecs_magic.manygames import ManyGames
from ecs_magic.reasons import Reason
from ecs_magic.selectors import Amount, Count, Selector, Value
from ecs_magic.setup import Placement
from ecs_magic.world import World

COLORS = ("W", "U", "B", "R", "G")
TYPES = ("Artifact", "Creature", "Enchantment", "Land")
SUBTYPES = ("Bear", "Golem", "Forest", "Island", "Swamp", "Aura", "Equipment")
KEYWORDS = ("Flying", "Trample", "Haste", "Protection from red", "Protection from blue")
COUNTERS = ("+1/+1", "-1/-1", "flying", "loyalty", "hone", "+2/+0", "charge")
KINDS = tuple(
    """
    counter counter tap enter leave effect effect end attach copy phase undo fork control detach uncounter reappear
    """.split()
)
"""What can happen to a board between two reads."""


# --- effects ---------------------------------------------------------------------------------------------


def _selector(chance: Random, *, source: bool = True) -> Selector:
    """Return a test of a few characteristics, now and then of what the source is."""
    fields: dict[str, Any] = {}
    if source and chance.random() < 0.3:
        fields["which"] = chance.choice(("other", "other", "this", "host"))
    if chance.random() < 0.3:
        fields["controller"] = chance.choice(("you", "opponent"))
    if chance.random() < 0.06:
        fields["owner"] = chance.choice(("you", "opponent"))
    choices: list[Callable[[], tuple[str, Any]]] = [
        lambda: ("types", (chance.choice(TYPES),)),
        lambda: ("types", ("Creature",)),
        lambda: ("any_types", tuple(chance.sample(TYPES, 2))),
        lambda: ("not_types", (chance.choice(TYPES),)),
        lambda: ("subtypes", (chance.choice(SUBTYPES),)),
        lambda: ("any_subtypes", tuple(chance.sample(SUBTYPES, 2))),
        lambda: ("not_subtypes", (chance.choice(SUBTYPES),)),
        lambda: ("supertypes", ("Legendary",)),
        lambda: ("not_supertypes", ("Basic",)),
        lambda: ("colors", (chance.choice(COLORS),)),
        lambda: ("not_colors", (chance.choice(COLORS),)),
        lambda: ("has", (chance.choice(("flying", "trample", "protection", "protection from red", "rule")),)),
        lambda: ("lacks", (chance.choice(("flying", "haste", "rule")),)),
        lambda: ("names", (chance.choice(("Card 0", "Card 1", "Renamed")),)),
        lambda: ("min_mana_value", chance.randrange(1, 4)),
        lambda: ("max_mana_value", chance.randrange(1, 4)),
        lambda: ("min_power", chance.randrange(-1, 4)),
        lambda: ("tapped", chance.random() < 0.5),
        lambda: ("token", chance.random() < 0.5),
        lambda: ("face_down", chance.random() < 0.5),
        lambda: ("attached", chance.random() < 0.5),
        lambda: ("counters", (chance.choice(("+1/+1", "charge")),)),
        lambda: ("zone", "any"),
        lambda: ("has_abilities", chance.random() < 0.5),
        lambda: ("min_colors", chance.randrange(1, 3)),
    ]
    for _ in range(chance.choice((0, 1, 1, 1, 2))):
        weights = [4] * 14 + [1] * (len(choices) - 14)
        name, value = chance.choices(choices, weights)[0]()
        fields[name] = value
    return Selector(**fields)


def _amount(chance: Random) -> Amount:
    """Return a number: fixed, a count, or read off an object."""
    draw = chance.random()
    if draw < 0.6:
        return chance.randrange(-1, 5)
    if draw < 0.85:
        return Count(_selector(chance), times=chance.choice((1, 1, 2)), plus=chance.choice((0, 0, 1)))
    if draw < 0.97:
        of = chance.choice(("mana_value", "counters"))
        return Value(of, chance.choice(("each", "source")), chance.choice(("", "+1/+1")))  # type: ignore[arg-type]
    return Value(chance.choice(("power", "toughness")), chance.choice(("each", "source")))  # type: ignore[arg-type]


def _change(chance: Random, depth: int) -> Modification:
    """Return one modification; `depth` is how deep abilities may be given that give abilities."""
    layer = chance.choice(("4", "4", "4", "4", "5", "6", "6", "6", "7", "7", "7", "other"))
    pick = chance.choice
    if layer == "4":
        return pick(
            (
                AddTypes((pick(TYPES),)),
                AddTypes((pick(TYPES),), (pick(SUBTYPES),)),
                AddTypes((), (pick(SUBTYPES),)),
                AddTypes(supertypes=("Legendary",), every_basic_land_type=pick((False, True))),
                AddTypes(every_creature_type=True),
                SetTypes((pick(TYPES),), subtypes=pick((None, (), (pick(SUBTYPES),)))),
                SetSubtypes((pick(("Forest", "Island", "Swamp")),)),
                SetSubtypes((pick(SUBTYPES),)),
                RemoveTypes((pick(TYPES),)),
                RemoveTypes((), (pick(SUBTYPES),), all_land_types=pick((False, True))),
            )
        )
    if layer == "5":
        return pick((SetColors(()), SetColors((pick(COLORS),)), AddColors((pick(COLORS),))))
    if layer == "6":
        given: Any = pick(KEYWORDS)
        if depth and chance.random() < 0.25:
            given = _static(chance, depth - 1)
        lost = pick(("flying", "protection", "protection from red", "rule", "haste"))
        return pick(
            (
                Gain((given,)),
                Gain((given, pick(KEYWORDS))),
                Lose((lost,), cannot_have=pick((False, True))),
                LoseAll(except_mana=pick((False, False, True))),
            )
        )
    if layer == "7":
        return pick(
            (
                SetPowerToughness(_amount(chance), pick((None, _amount(chance)))),
                ModifyPowerToughness(_amount(chance), _amount(chance)),
                ModifyPowerToughness(pick((1, 2, -1)), pick((1, 0, 2))),
                SwitchPowerToughness(),
            )
        )
    return pick((SetController(), SetName("Renamed"), Forbid(("transform",)), AddTypes(("Artifact",))))


def _effect(chance: Random, depth: int = 1) -> magic.Effect:
    changes = tuple(_change(chance, depth) for _ in range(chance.choice((1, 1, 1, 2, 2, 3))))
    return magic.Effect(changes, _selector(chance))


def _static(chance: Random, depth: int = 1) -> Static:
    """Return a static ability; now and then one that defines, or that has a condition."""
    if depth and chance.random() < 0.08:  # what is given defines nothing (CR 604.3a)
        change = chance.choice(
            (
                DefinePowerToughness(Count(_selector(chance, source=False)), _amount(chance)),
                AddTypes(every_creature_type=True),
                SetColors(()),
                AddTypes((chance.choice(TYPES),)),
            )
        )
        return Static(magic.Effect((change,), Selector(which="this")), "defining", defines=True)
    condition = _selector(chance) if chance.random() < 0.12 else None
    return Static(
        _effect(chance, depth), chance.choice(("rule", "", "law")), condition=condition, at_least=chance.choice((1, 2))
    )


# --- boards ----------------------------------------------------------------------------------------------


def _cards(chance: Random) -> list[CardDefinition]:
    """Return a few cards, some with static abilities, some double-faced."""
    found = []
    for number in range(chance.randint(3, 8)):
        types = " ".join(chance.sample(TYPES, chance.choice((1, 1, 2))))
        subtypes = " ".join(chance.sample(SUBTYPES, chance.choice((0, 1, 1, 2))))
        source: dict[str, Any] = {
            "name": f"Card {number}",
            "type_line": f"{types} — {subtypes}" if subtypes else types,
            "mana_cost": chance.choice(("{1}", "{G}{U}", "{3}{R}", "{B}")),
            "keywords": chance.sample(KEYWORDS, chance.choice((0, 0, 1, 2))),
            "power": chance.randrange(4),
            "toughness": chance.randrange(1, 5),
        }
        if "Land" in types:
            del source["mana_cost"]
        definition = read_card({key: value for key, value in source.items() if _belongs(key, types)})
        abilities = tuple(_static(chance) for _ in range(chance.choice((0, 1, 1, 1, 2))))
        front = magic_replace(definition.front, abilities=definition.front.abilities + abilities)
        definition = magic_replace(definition, front=front)
        found.append(definition)
    return found


def magic_replace(value: Any, **fields: Any) -> Any:
    """Return a frozen value with some fields replaced."""
    import msgspec

    return msgspec.structs.replace(value, **fields)


def _belongs(key: str, types: str) -> bool:
    return key not in ("power", "toughness") or "Creature" in types


def board(seed: int) -> tuple[magic.Game, list[CardDefinition], Random]:
    """Return a random board, what it was made of, and the chance that goes on with it."""
    chance = Random(f"layers/{seed}")
    game = magic.Game(seed=seed)
    if seed % 2:
        game.world.memory.alike = Alike()  # as large boards have it
    cards = _cards(chance)
    lands = [read_card({"name": name, "type_line": f"Basic Land — {name}"}) for name in ("Forest", "Island")]
    for _ in range(chance.randint(2, 9)):
        _put(game, chance, chance.choice([*cards, *cards, *lands]))
    for _ in range(chance.choice((0, 0, 1, 2))):
        parts = tuple(NewCard(chance.choice(cards), game.world.seat("A"), CardKind.CARD) for _ in range(2))
        if not any("Land" in part.definition.front.types for part in parts):
            game.place(Placement(parts, Zone.BATTLEFIELD, together="merged", all_abilities=chance.random() < 0.7))
    return game, cards, chance


def _put(game: magic.Game, chance: Random, card: CardDefinition) -> magic.Object:
    owner = chance.choice("AB")
    down = "morph" if chance.random() < 0.08 else None
    counters = {chance.choice(COUNTERS): chance.randint(1, 2)} if chance.random() < 0.2 else {}
    return game.put(
        card,
        owner,
        token=chance.random() < 0.15,
        tapped=chance.random() < 0.2,
        controller=chance.choice((None, None, None, "A", "B")),
        face_down=down,
        counters=counters,
    )


def change(game: magic.Game, cards: list[CardDefinition], chance: Random) -> magic.Game:
    """Change one thing on a board, as a game would; return the game to go on with."""
    world = game.world
    there = game.objects("battlefield")
    one = chance.choice(there) if there else None
    two = chance.choice(there) if there else None
    kind = chance.choice(KINDS)
    if kind == "enter" or one is None or two is None:
        _put(game, chance, chance.choice(cards))
    elif kind == "counter":
        game.do(magic.AddCounters(one, chance.choice(COUNTERS)))
    elif kind == "uncounter":
        game.do(magic.RemoveCounters(one, chance.choice(COUNTERS)))
    elif kind == "tap":
        game.do(magic.Untap(one) if world.status(one.id).tapped else magic.Tap(one))
    elif kind == "leave":
        game.do(magic.Exile(one))
    elif kind == "effect":
        objects = chance.choice((None, [one], [one, two] if one != two else [one]))
        source = chance.choice((None, two))
        game.do(
            magic.AddEffect(
                _effect(chance), objects, live=objects is None and chance.random() < 0.6, player="A", source=source
            )
        )
    elif kind == "end" and world.in_force():
        game.do(magic.RemoveEffect(int(chance.choice(world.in_force()))))
    elif kind == "attach" and one != two:
        game.do(magic.Attach(one, two))
    elif kind == "detach":
        game.do(magic.Detach(one))
    elif kind == "copy" and one != two:
        game.do(magic.BecomeCopy(one, two))
    elif kind == "phase":
        game.do(magic.PhaseOut(one))
    elif kind == "reappear" and (out := [each for each in there if world.status(each.id).phased_out]):
        game.do(magic.PhaseIn(out))
    elif kind == "control":
        game.do(magic.GainControl(one, chance.choice("AB")))
    elif kind == "undo":
        game.push(magic.AddCounters(one, "+1/+1"), magic.Exile(two))
        differences(game)
        game.pop()
    elif kind == "fork":
        other = game.fork()
        _put(other, chance, chance.choice(cards))
        assert not differences(other)
        return chance.choice((game, other))
    return game


# --- agreement -------------------------------------------------------------------------------------------


class Telling(Board):
    """The plain interpreter, which notes what it came upon."""

    def __init__(self, world: World) -> None:
        self.met: Counter[str] = Counter()
        self._seen_needs: dict[Key, set[Key]] = {}
        super().__init__(world)

    def _apply(self, instance: Instance, layer: Layer, reason: Reason) -> None:
        if reason.rule == "613.8b":
            self.met["613.8b a loop"] += 1
        elif reason.rule == "613.8a":
            self.met["613.8b after what it depends on"] += 1
        if instance.defines:
            self.met["613.3 defines its own"] += 1
        if instance.key in self.begun:
            self.met["613.6 goes on in a later layer"] += 1
            if instance.source in self.drafts and instance.key[0] == "static":
                held = [one.origin for one in self.drafts[instance.source].abilities]
                if instance.key[2:] not in held:
                    self.met["613.6 goes on without its ability"] += 1
        if instance.given:
            self.met["613.7a a given ability"] += 1
        super()._apply(instance, layer, reason)

    def _dependencies(self, waiting: list[Instance], layer: Layer) -> dict[Key, set[Key]]:
        needs = super()._dependencies(waiting, layer)
        for one, those in needs.items():
            if one in self._seen_needs and {key for key in self._seen_needs[one] if key in needs} != those:
                self.met["613.8c decided anew"] += 1
        self._seen_needs = needs
        before = {one.key: self._footprint(one, layer) for one in waiting}
        by_key = {one.key: one for one in waiting}
        kept = self.drafts
        for one, those in needs.items():
            for key in those:
                first = by_key[key]
                affected = self._affected(first)
                self.drafts = {**kept, **{object_: kept[object_].copy() for object_ in affected}}
                self._held = None
                self._act(first, layer, affected)
                present = self._gather(layer)
                if one not in present:
                    self.met["613.8a existence"] += 1
                else:
                    after = self._footprint(present[one], layer)
                    self.met["613.8a what it applies to" if after[0] != before[one][0] else "613.8a what it does"] += 1
                self.drafts, self._held = kept, None
        return needs


def differences(game: magic.Game, board: Board | None = None) -> list[str]:
    """Return in words where the one query and the plain interpreter differ on a board."""
    world = game.world
    drafts: dict[int, Draft] = (Board(world) if board is None else board).run()
    found = []
    for object_, draft in drafts.items():
        wanted = finished(world, object_, draft)
        seen = characteristics(world, object_)
        if seen != wanted:
            fields = [name for name in wanted.__struct_fields__ if getattr(seen, name) != getattr(wanted, name)]
            found += [f"{object_}: {name} {getattr(seen, name)} is not {getattr(wanted, name)}" for name in fields]
        if controller(world, object_) != draft.controller:
            found.append(f"{object_}: controller {controller(world, object_)} is not {draft.controller}")
        if is_forbidden(world, object_, "transform") is not ("transform" in draft.forbidden):
            found.append(f"{object_}: forbidden")
    return found


def played(seed: int, steps: int = 3, *, telling: bool = False) -> tuple[list[str], Counter[str]]:
    """Return the differences on one board and on what becomes of it, and what it came upon."""
    game, cards, chance = board(seed)
    met: Counter[str] = Counter()
    for step in range(steps + 1):
        plain = Telling(game.world) if telling else Board(game.world)
        found = differences(game, plain)
        if isinstance(plain, Telling):
            met += plain.met
        signatures = game.world.memory.signatures
        if signatures is not None and signatures.plan is not None:
            met["carried by the pass" if not signatures.plan.carried else "left to the plain interpreter"] += 1
        if found:
            return [f"seed {seed}, step {step}: {one}" for one in found], met
        if step < steps:
            game = change(game, cards, chance)
    return [], met


def _many(seeds: range) -> tuple[list[str], Counter[str]]:
    met: Counter[str] = Counter()
    for seed in seeds:
        found, one = played(seed, telling=True)
        met += Counter(dict.fromkeys(one, 1))
        if found:
            return found, met
    return [], met


# --- many games at once ----------------------------------------------------------------------------------

FLAGS = (
    ("types", "Creature"),
    ("subtypes", "Bear"),
    ("supertypes", "Legendary"),
    ("colors", "R"),
    ("keywords", "flying"),
    ("keywords", "protection"),
    ("names", "Renamed"),
)


def together(seeds: range, steps: int = 3) -> tuple[list[str], Counter[str]]:
    """Return the differences on boards that are worked out together, some changed in between, and what was met.

    Each is held against the plain interpreter, and against the same game worked out by itself.
    """
    boards = [board(seed) for seed in seeds]
    table = magic.many_games(one[0] for one in boards)
    met: Counter[str] = Counter()
    for step in range(steps + 1):
        table.refresh()
        for seed, (game, _, _), alone in zip(seeds, boards, table.alone.tolist(), strict=True):
            met["worked out alone" if alone else "worked out together"] += 1
            world = game.fork().world
            world.memory.clear()
            itself = {one: (characteristics(world, one), controller(world, one)) for one in world.battlefield()}
            found = differences(game)
            for one, seen in itself.items():
                if (characteristics(game.world, one), controller(game.world, one)) != seen:
                    found.append(f"{one}: it is not what it is in a game by itself")
            if found:
                return [f"seed {seed} of {seeds}, step {step}: {one}" for one in found], met
        if wrong := _wrong_columns(table):
            return [f"{seeds}, step {step}: {one}" for one in wrong], met
        for game, cards, chance in boards:
            if chance.random() < 0.6:
                change(game, cards, chance)
    return [], met


def _wrong_columns(table: ManyGames) -> list[str]:
    """Return in words where the columns are not what is read of each permanent."""
    objects = [one for game in table.games for one in game.objects("battlefield")]
    wanted: dict[str, list[Any]] = {
        "permanents": [one.id for one in objects],
        "power": [one.power for one in objects],
        "toughness": [one.toughness for one in objects],
    }
    found = [name for name, values in wanted.items() if getattr(table, name).tolist() != values]
    for kind, value in FLAGS:
        having = [
            any(answers_to(ability, value) for ability in one.abilities)
            if kind == "keywords"
            else value in getattr(one, kind)
            for one in objects
        ]
        if table.flags(kind, value).tolist() != having:
            found.append(f"{kind} {value}")
    return found


def _many_together(seeds: range) -> tuple[list[str], Counter[str]]:
    met: Counter[str] = Counter()
    for first in range(seeds.start, seeds.stop, 50):
        found, one = together(range(first, min(first + 50, seeds.stop)))
        met += one
        if found:
            return found, met
    return [], met


def _chunks(boards: int, start: int) -> Iterator[range]:
    for first in range(start, start + boards, 250):
        yield range(first, min(first + 250, start + boards))


def main() -> int:
    """Play boards; return 1 if one differs."""
    parser = argparse.ArgumentParser(prog="python tests/layer_agreement.py", description=__doc__)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--together", action="store_true", help="work many boards out at once")
    parser.add_argument("-j", type=int, default=1, help="how many processes")
    arguments = parser.parse_args()
    met: Counter[str] = Counter()
    wrong: list[str] = []
    done = 0
    play = _many_together if arguments.together else _many
    with ProcessPoolExecutor(arguments.j) as executor:
        for found, one in executor.map(play, _chunks(arguments.boards, arguments.start)):
            met += one
            wrong += found
            done += 250
            if sys.stderr.isatty() or not done % 5_000 or wrong:
                print(f"{min(done, arguments.boards):,} of {arguments.boards:,} boards", file=sys.stderr)
            if wrong:
                break
    for line in wrong:
        print(line)
    for what, count in sorted(met.items()):
        print(f"{count:>9,} boards: {what}")
    print("the first board that differs is above" if wrong else f"{arguments.boards:,} boards, no difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
