"""The same board in another engine, side by side: `phase-python`, a rules engine in Rust, where it is installed.

Both get the same facts, written here. A source of an effect leaves and comes back, each time as a whole
action, after which power and toughness of one permanent or of all are read, as a user of either would do it.
"""

import importlib
import importlib.metadata
import json
import time
from statistics import median
from typing import Any, Final, Protocol

import ecs_magic as magic
from benchmarks.boards import crowd
from benchmarks.measuring import Measured, Shape, in_parts
from ecs_magic.abilities import Effect, ModifyPowerToughness, Static
from ecs_magic.cards import CardSource, define
from ecs_magic.selectors import Selector

NAME: Final = "phase-python"
_SOURCE, _OTHER, _FILLER = "Captain", "Recruit", "Forest"
Sizes = list[tuple[int | None, int | None]]


def is_installed() -> bool:
    """Whether the other engine is there; another distribution has modules of the same name."""
    try:
        importlib.metadata.version(NAME)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def why_not() -> str:
    """Return in a line why nothing is compared, or nothing where it is."""
    if is_installed():
        return ""
    return f'{NAME} is not installed, so nothing is compared with it: pip install -e ".[compare]"'


class Engine(Protocol):
    """A board of creatures, the first so many of which give others of the same player +1/+1."""

    def away(self) -> None:
        """Exile the first source."""

    def back(self) -> None:
        """Put it back onto the battlefield."""

    def one(self) -> tuple[int | None, int | None]:
        """Return power and toughness of the last permanent."""

    def all(self) -> Sizes:
        """Return power and toughness of each permanent that is no source, in the order in which it was built."""


class Ours:
    """The board in this library."""

    def __init__(self, shape: Shape) -> None:
        ability = Static(
            Effect((ModifyPowerToughness(1, 1),), Selector(which="other", controller="you", types=("Creature",)))
        )
        abilities = {_SOURCE: (ability,), _OTHER: ()}
        cards = {
            name: define(
                CardSource(name=name, type_line="Creature — Soldier", power=2, toughness=2, abilities=abilities[name])
            )
            for name in abilities
        }
        self.game = magic.Game()
        ids = crowd(self.game, [cards[name] for name in _names(shape)])
        self.source = magic.Object(self.game, ids[0])
        self.others = [magic.Object(self.game, one) for one in ids[shape.effects :]]

    def away(self) -> None:
        """Exile the first source."""
        self._move("exile")

    def back(self) -> None:
        """Put it back onto the battlefield."""
        self._move("battlefield")

    def _move(self, zone: str) -> None:
        self.game.do(magic.Move(self.source, magic.Zone(zone)))
        self.game.settle()
        (self.source,) = self.source.became

    def one(self) -> tuple[int | None, int | None]:
        """Return power and toughness of the last permanent."""
        return self.others[-1].power, self.others[-1].toughness

    def all(self) -> Sizes:
        """Return power and toughness of each permanent that is no source."""
        return [(one.power, one.toughness) for one in self.others]


class Theirs:
    """The board in the other engine: decks of these cards, put onto the battlefield by actions for debugging.

    These are the only ones by which its interface for Python builds a position.
    """

    def __init__(self, shape: Shape) -> None:
        phase = importlib.import_module("phase")
        names = _names(shape)
        cards = [_card(_SOURCE, "Other creatures you control get +1/+1."), _card(_OTHER), _card(_FILLER, land=True)]
        faces = {card["name"].lower(): phase.build_oracle_face(card, None) for card in cards}
        engine = phase.Engine.from_json(json.dumps(faces))
        decks = [[*names[seat::2], *[_FILLER] * 60] for seat in (0, 1)]
        game = engine.new_game(player=decks[0], opponent=decks[1], seed=1, first_player=0)
        while game.waiting_for()["type"] == "MulliganDecision":
            keep = next(one for one in game.actions() if "Keep" in json.dumps(one.to_dict()))
            game.apply(game.waiting_for()["data"]["pending"][0]["player"], keep)
        saved = game.state()
        saved["state"]["format_config"]["allow_debug_actions"] = True
        saved["state"]["debug_mode"] = True
        saved["state"]["debug_permitted"] = [0, 1]
        self.game: Any = engine.load_game(saved)
        ids: dict[tuple[int, str], list[int]] = {}
        for key, one in saved["state"]["objects"].items():
            ids.setdefault((one["owner"], one["name"]), []).append(int(key))
        self.ids = [ids[index % 2, name].pop() for index, name in enumerate(names)]
        for one in reversed(self.ids):  # the sources last: with few effects in force each entry costs less
            self._move(one, "Battlefield")
        self.others = self.ids[shape.effects :]

    def _move(self, one: int, zone: str) -> None:
        action = {"type": "MoveToZone", "data": {"object_id": one, "to_zone": zone}}
        self.game.apply(0, {"type": "Debug", "data": action})

    def away(self) -> None:
        """Exile the first source."""
        self._move(self.ids[0], "Exile")

    def back(self) -> None:
        """Put it back onto the battlefield."""
        self._move(self.ids[0], "Battlefield")

    def one(self) -> tuple[int | None, int | None]:
        """Return power and toughness of the last permanent."""
        found = self.game.object(self.others[-1])
        return found["power"], found["toughness"]

    def all(self) -> Sizes:
        """Return power and toughness of each permanent that is no source."""
        found = {one["id"]: (one["power"], one["toughness"]) for one in self.game.battlefield()}
        return [found[one] for one in self.others]


def _names(shape: Shape) -> list[str]:
    return [_SOURCE if index < shape.effects else _OTHER for index in range(shape.objects)]


def _card(name: str, text: str = "", *, land: bool = False) -> dict[str, Any]:
    """Return a card as the other engine reads one."""
    kind, sub = ("Land", "Forest") if land else ("Creature", "Soldier")
    size = {} if land else {"power": "2", "toughness": "2"}
    facts = {
        "name": name,
        "types": [kind],
        "subtypes": [sub],
        "type": f"{kind} — {sub}",
        "text": text,
        "layout": "normal",
    }
    nothing = {"manaValue": 0.0, "convertedManaCost": 0.0, "colors": [], "colorIdentity": [], "legalities": {}}
    supertypes = ["Basic"] if land else []
    return {**facts, **nothing, **size, "supertypes": supertypes, "identifiers": {}}


def story(board: Engine) -> list[Sizes]:
    """Return what is read at first, with a source away, and with it back."""
    found = [board.all()]
    board.away()
    found.append(board.all())
    board.back()
    return [*found, board.all()]


def _seconds(board: Engine, times: int) -> tuple[float, float]:
    """Return the seconds of a change and one read, and of a change and all reads."""
    one, every = [], []
    for _ in range(times):
        for change in (board.away, board.back):
            started = time.perf_counter()
            change()
            board.one()
            done = time.perf_counter()
            board.all()
            one.append(done - started)
            every.append(time.perf_counter() - started)
    return median(one), median(every)


def side_by_side(size: str) -> list[Measured]:
    """Time the same change on the same board in both engines; nothing where the other is not installed."""
    if not is_installed():
        return []
    found = []
    for objects, effects in ((60, 2), (200, 10), (1_000, 100)) if size == "full" else ((60, 2), (200, 10)):
        shape = Shape(objects, effects, 1)
        ours, theirs = Ours(shape), Theirs(shape)
        told = story(ours)
        assert told == story(theirs), f"{NAME} reads another board"
        digest = in_parts(told)
        cases = ("a source out or back, one read", "a source out or back, all read")
        for case, mine, other in zip(cases, _seconds(ours, 10), _seconds(theirs, 5), strict=True):
            bound = "a whole action"
            found.append(Measured(case, str(shape), "s", mine, mine, "change", digest, bound, shape=shape, other=other))
    return found
