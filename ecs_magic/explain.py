"""Explanations: why an object is what it is, layer by layer (CR 613), as a table."""

from typing import Any, Final

import msgspec

from ecs_magic.abilities import Layer, Unmodelled
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import FaceState, Kind, MeldPair, Printed
from ecs_magic.copiable import layer_1a
from ecs_magic.derived import characteristics
from ecs_magic.drafts import Draft
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.errors import InputError, instead
from ecs_magic.layers import Board, Instance
from ecs_magic.matching import is_face_down
from ecs_magic.readings import READINGS, read
from ecs_magic.world import World

EXPLAINED: Final = (
    "name",
    "mana_cost",
    "mana_value",
    "colors",
    "supertypes",
    "types",
    "subtypes",
    "abilities",
    "power",
    "toughness",
    "loyalty",
    "defense",
    "controller",
)
"""The readings that have a layer table."""

_RULES: Final[dict[str, str]] = {
    "2": "613.1b",
    "3": "613.1c",
    "4": "613.1d",
    "5": "613.1e",
    "6": "613.1f",
    "7a": "613.4a",
    "7b": "613.4b",
    "7c": "613.4c",
    "7d": "613.4d",
    "rules": "613.11",
}


class Step(msgspec.Struct, frozen=True):
    """One step of a derivation: what changed which value, in which sublayer, from which source, by which rule.

    `timestamp` is `None` for the printed values. `reason` says why it was applied at this place in the order.
    """

    layer: str
    source: str
    timestamp: int | None
    rule: str
    reason: str
    changes: dict[str, tuple[Any, Any]]


class Explanation(msgspec.Struct, frozen=True):
    """The steps that lead to an object's characteristics, and what they are in the end."""

    object: int
    name: str
    characteristic: str | None
    steps: tuple[Step, ...]
    result: dict[str, Any]
    assuming: str = ""
    """What was changed before asking: an object left out, two timestamps exchanged."""
    unmodelled: tuple[str, ...] = ()
    """Abilities of the object that are not carried out, so that the result leaves them out of account."""

    def __str__(self) -> str:
        lines = [f"{self.name or 'a nameless object'} (object {self.object})"]
        lines += [f"  assuming {self.assuming}"] if self.assuming else []
        for step in self.steps:
            changed = "; ".join(f"{key}: {_text(after)}" for key, (_, after) in step.changes.items())
            at = "" if step.timestamp is None else f" at {step.timestamp}"
            lines.append(f"  {step.layer:<3} CR {step.rule:<8} {step.source}{at}: {changed} [{step.reason}]")
        lines.append("  = " + ", ".join(f"{key} {_text(value)}" for key, value in self.result.items()))
        lines += [f"  not carried out: {'; '.join(self.unmodelled)}"] if self.unmodelled else []
        return "\n".join(lines)


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)


def _values(world: World, values: Characteristics, seat: int | None) -> dict[str, Any]:
    return {
        "name": values.name,
        "mana_cost": values.mana_cost,
        "mana_value": values.mana_value,
        "colors": list(values.colors),
        "supertypes": list(values.supertypes),
        "types": list(values.types),
        "subtypes": list(values.subtypes),
        "abilities": [ability.name for ability in values.abilities],
        "power": values.power,
        "toughness": values.toughness,
        "loyalty": values.loyalty,
        "defense": values.defense,
        "controller": None if seat is None else world.players[seat],
    }


class _Notes:
    """Collects the steps of layers 2 to 7 that changed one object."""

    def __init__(self, world: World, object_: int) -> None:
        self.world = world
        self.object = object_
        self.steps: list[Step] = []
        self.board: Board | None = None

    def applied(
        self, layer: Layer, instance: Instance, affected: tuple[int, ...], before: dict[int, Draft], reason: str
    ) -> None:
        """Note one application if it affected the object."""
        if self.object not in affected or self.board is None:
            return
        old, new = before[self.object], self.board.drafts[self.object]
        changes = _difference(
            _values(self.world, old.frozen(), old.controller), _values(self.world, new.frozen(), new.controller)
        )
        source = label(self.world, instance.source) if instance.source is not None else "an effect"
        if instance.key[0] == "counter":
            source = instance.label
        elif instance.label:
            source = f"{source}: {instance.label}"
        self.steps.append(Step(layer, source, instance.timestamp, _RULES[layer], reason, changes))


def _difference(old: dict[str, Any], new: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {key: (old[key], value) for key, value in new.items() if value != old[key]}


def label(world: World, object_: int) -> str:
    """Return how an object is called in an explanation: its name and id."""
    if not world.is_object(object_):
        return f"an object that left ({object_})"
    name = characteristics(world, object_).name or "a nameless object"
    return f"{name} ({object_})"


def _printed_step(world: World, object_: int, constituent: int, values: Characteristics) -> Step:
    """Return the first step: what the object starts from (CR 613.1), and the rule that says so."""
    definition = world.get(constituent, Printed).definition
    on_board = world.zone(object_) in (Zone.BATTLEFIELD, Zone.STACK)
    if world.find(constituent, MeldPair) is not None:
        halves = [world.get(card, Printed).definition.name for card in world.cards_of(constituent)]
        source, rule = f"the combined face of {' and '.join(halves)}", "712.8g"
    else:
        face = world.get(constituent, FaceState).face
        double = definition.is_double_faced and on_board
        rule = ("712.8d" if face is Face.FRONT else "712.8e") if double else "613.1"
        source = f"printed on {definition.name}" + (f", {face.value} face" if double else "")
        if world.get(constituent, Kind).kind is CardKind.TOKEN:
            what = "the token copy" if definition.is_copy else "the token"
            source = f"{what} {definition.name}" + (f", {face.value} face" if double else "")
            rule = "707.2" if definition.is_copy else "111.3"
    empty = _values(world, Characteristics(), None)
    return Step("1a", source, None, rule, "the values it starts from", _difference(empty, _values(world, values, None)))


def _layer_1(world: World, object_: int) -> list[Step]:
    flipped = world.status(object_).flipped
    stages = layer_1a(world, object_)
    values = stages[0][3].shown(flipped=flipped)
    steps = [_printed_step(world, object_, stages[0][4][0], values)]
    for timestamp, rule, source, after, parts in stages[1:]:
        shown = after.shown(flipped=flipped)
        change = _difference(_values(world, values, None), _values(world, shown, None))
        if rule == "730.2a":
            what = "merged: " + ", ".join(world.get(part, Printed).definition.name for part in parts)
        else:
            what = "a copy effect" if source is None else f"a copy effect of {label(world, source)}"
        steps.append(Step("1a", what, timestamp, rule, "CR 613.2a: timestamp within layer 1a", change))
        values = shown
    if is_face_down(world, object_):
        down = world.get(world.constituents(object_)[0], FaceState).face_down
        shown = Characteristics() if down is None else down.characteristics()
        change = _difference(_values(world, values, None), _values(world, shown, None))
        cause = "" if down is None else down.cause
        steps.append(Step("1b", f"face down ({cause})", None, "613.2b", "CR 613.2: 1b comes after 1a", change))
    return steps


def explain(world: World, object_: int, characteristic: str | None = None) -> Explanation:
    """Return how an object's characteristics, or one of them, come about.

    Raises `InputError` for an unknown characteristic.
    """
    if characteristic is not None and characteristic not in EXPLAINED:
        hint = instead(characteristic, EXPLAINED)
        known = characteristic in READINGS
        raise InputError(
            f"{characteristic!r} is {'no characteristic and has no layers' if known else 'unknown'}",
            where="explain",
            suggestion=hint,
        )
    notes = _Notes(world, object_)
    board = Board(world, (object_,), notes)
    notes.board = board
    board.run()
    steps = [*_layer_1(world, object_), *notes.steps]
    if characteristic is not None:
        steps = [_only(step, characteristic) for step in steps[:1]] + [
            _only(step, characteristic) for step in steps[1:] if characteristic in step.changes
        ]
    names = (characteristic,) if characteristic is not None else EXPLAINED
    values = {name: _reading(world, object_, name) for name in names}
    seen = characteristics(world, object_)
    left_out = tuple(dict.fromkeys(one.name for one in seen.abilities if isinstance(one, Unmodelled)))
    return Explanation(object_, seen.name, characteristic, tuple(steps), values, unmodelled=left_out)


_MAY_BE_ABSENT: Final = frozenset(("mana_cost", "power", "toughness", "loyalty", "defense", "controller"))


def _only(step: Step, characteristic: str) -> Step:
    """Return a step with what it does to one characteristic alone; the first step shows it in any case."""
    nothing: Any = None if characteristic in _MAY_BE_ABSENT else 0 if characteristic == "mana_value" else []
    return msgspec.structs.replace(step, changes={characteristic: step.changes.get(characteristic, (nothing, nothing))})


def _reading(world: World, object_: int, name: str) -> Any:
    value = read(world, object_, name)
    if name == "abilities":
        return [ability.name for ability in value]
    return list(value) if isinstance(value, tuple) else value
