"""Explanations: why an object is what it is, layer by layer (CR 613), as a table."""

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from ecs_magic.abilities import Unmodelled
from ecs_magic.accounts import Account, Labels
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import ChosenX, Controller, FaceState, Kind, MeldPair, Printed, Timestamped
from ecs_magic.copiable import layer_1a, shown
from ecs_magic.derived import characteristics
from ecs_magic.drafts import Draft
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.errors import InputError, instead
from ecs_magic.layers import Board
from ecs_magic.matching import is_face_down
from ecs_magic.readings import READINGS, read
from ecs_magic.selectors import Feature
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


_FEATURES: Final[dict[str, Feature]] = {
    "name": "name",
    "colors": "colors",
    "supertypes": "types",
    "types": "types",
    "subtypes": "types",
    "abilities": "abilities",
    "power": "power_toughness",
    "toughness": "power_toughness",
    "controller": "controller",
}
"""What an effect has to write in order to change each characteristic."""


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
    unchanged: str = ""
    """Why an effect that could change what was asked for changed nothing."""

    def told(self) -> list[tuple[str, str]]:
        """Return the changes as text: the values alone where it starts from nothing, else from what to what."""
        start = self.timestamp is None and self.layer in ("", "1a")
        return [
            (key, _text(new) if start and not old else f"{_text(old)} → {_text(new)}")
            for key, (old, new) in self.changes.items()
        ] or [("no change", self.unchanged or "it was so already")]


class NotApplied(msgspec.Struct, frozen=True):
    """An effect that one might expect to have been applied, and the rule and reason why it was not."""

    source: str
    timestamp: int
    rule: str
    why: str


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
    not_applied: tuple[NotApplied, ...] = ()
    """Effects that might be expected here and were not applied."""

    def __str__(self) -> str:
        lines = [f"{self.name or 'a nameless object'} (object {self.object})"]
        lines += [f"  assuming {self.assuming}"] if self.assuming else []
        for step in self.steps:
            at = "" if step.timestamp is None else f", timestamp {step.timestamp}"
            lines.append(f"  {step.layer:<5} CR {step.rule:<7} {step.source}{at}")
            lines += [f"        {key}: {change}" for key, change in step.told()]
            lines.append(f"        ({step.reason})")
        lines.append("  = " + ", ".join(f"{key} {_text(value)}" for key, value in self.result.items()))
        for one in self.not_applied:
            lines.append(f"  not applied: {one.source}, timestamp {one.timestamp}")
            lines.append(f"        (CR {one.rule}: {one.why})")
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


def _difference(old: dict[str, Any], new: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {key: (old[key], value) for key, value in new.items() if value != old[key]}


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


def _layer_1(world: World, object_: int, labels: Labels) -> list[Step]:
    stages = layer_1a(world, object_)
    values = shown(world, object_, stages[0][3])
    steps = [_printed_step(world, object_, stages[0][4][0], values)]
    for timestamp, rule, source, after, parts in stages[1:]:
        later = shown(world, object_, after)
        change = _difference(_values(world, values, None), _values(world, later, None))
        if rule == "730.2a":
            what = "merged: " + ", ".join(world.get(part, Printed).definition.name for part in parts)
        elif rule == "208.2b":
            what = "the shape chosen for it"
        else:
            what = "a copy effect" if source is None else f"a copy effect of {labels.of(source)}"
        steps.append(Step("1a", what, timestamp, rule, "CR 613.2a, 613.7: timestamp within layer 1a", change))
        values = later
    if is_face_down(world, object_):
        down = world.get(world.constituents(object_)[0], FaceState).face_down
        hidden = Characteristics() if down is None else down.characteristics()
        change = _difference(_values(world, values, None), _values(world, hidden, None))
        cause = "" if down is None else down.cause
        steps.append(Step("1b", f"face down ({cause})", None, "613.2b", "CR 613.2: 1b comes after 1a", change))
        values = hidden
    draft = Draft(world, object_)
    change = _difference(_values(world, values, None), {"abilities": [held.ability.name for held in draft.abilities]})
    if change:
        steps.append(Step("", "basic land types", None, "305.6", "a land of such a type has its mana ability", change))
    return steps


def _layers(world: World, object_: int, account: Account, labels: Labels, characteristic: str | None) -> list[Step]:
    """Return the steps of layers 2 to 7 and after; one that could change what is asked for tells why it did not."""
    # A phased-out permanent is treated as though it did not exist: nothing else reaches it (CR 702.26d).
    away = world.status(object_).phased_out
    account.run(Board(world, (object_,), account, alone=away))
    steps = []
    for index, one in enumerate(account.applied_to_it):
        old = _values(world, one.old.frozen(), one.old.controller)
        new = _values(world, one.new.frozen(), one.new.controller)
        whole = labels.whole(one.instance)
        rule, why, change = _RULES[one.layer], account.why(index), _difference(old, new)
        here = [made for made in one.instance.effect.changes if made.layer == one.layer]
        could = characteristic is None or any(_FEATURES.get(characteristic) in made.writes for made in here)
        unchanged = account.unchanged(index) if could and not change else ""
        steps.append(Step(one.layer, whole, one.instance.timestamp, rule, why, change, unchanged))
    return steps


def _first_controller(world: World, object_: int) -> Step:
    """Return who controls the object before layer 2 (CR 109.4, 110.2, 112.2)."""
    base = world.find(object_, Controller)
    if base is None:
        return Step("", "no controller", None, "109.4", "only what is on the battlefield or stack has one", {})
    name = world.players[base.seat]
    rule = "112.2" if world.zone(object_) is Zone.STACK else "110.2"
    why = "who put it there; layer 2 starts from that"
    return Step("", f"under the control of {name}", None, rule, why, {"controller": (None, name)})


def _value_rule(world: World, object_: int) -> tuple[str, str]:
    """Return the rule and reason of the mana value that an object starts from (CR 202.3)."""
    constituent = world.constituents(object_)[0]
    on_board = world.zone(object_) in (Zone.BATTLEFIELD, Zone.STACK)
    if world.find(constituent, MeldPair) is not None:
        return "202.3c", "the sum of the mana values of its two front faces"
    definition = world.get(constituent, Printed).definition
    face = world.get(constituent, FaceState).face
    if on_board and definition.can_turn_over and face is Face.BACK and definition.face(face).mana_cost is None:
        copied = definition.face(face).mana_value == 0 and world.get(constituent, Kind).kind is not CardKind.CARD
        return "202.3b", "no mana cost" if copied else "that of the mana cost of its front face"
    return "202.3", "that of its mana cost; without a mana cost 0"


def _last(world: World, object_: int, steps: list[Step], result: dict[str, Any]) -> list[Step]:
    """Return the steps after the layers: numbers of counters, X, and sizes that only creatures have."""
    reached: dict[str, Any] = {}
    for step in steps:
        reached.update({name: new for name, (_, new) in step.changes.items()})
    chosen = world.find(object_, ChosenX)
    ends = (
        ("mana_value", f"X = {0 if chosen is None else chosen.x}", "202.3e", "on the stack X is the number chosen"),
        ("loyalty", "its loyalty counters", "306.5c", "on the battlefield loyalty is their number"),
        ("defense", "its defense counters", "310.4c", "on the battlefield defense is their number"),
        ("power", "its types", "208.3", "only creatures have power"),
        ("toughness", "its types", "208.3", "only creatures have toughness"),
    )
    found = []
    for name, source, rule, why in ends:
        now = reached.get(name, 0 if name == "mana_value" else None)
        if now != result[name]:
            sizeless = rule == "208.3" and result[name] is not None
            said = ("208.5", f"a creature without {name} has 0") if sizeless else (rule, why)
            found.append(Step("", source, None, *said, {name: (now, result[name])}))
    return found


def explain(
    world: World,
    object_: int,
    characteristic: str | None = None,
    *,
    names: Mapping[int, str] | None = None,
    absent: Collection[int] = (),
) -> Explanation:
    """Return how an object's characteristics, or one of them, come about.

    `names` are what objects and effects are called in place of their numbers, `absent` the objects that this
    world is made to be without. Raises `InputError` for an unknown characteristic.
    """
    if characteristic is not None and characteristic not in EXPLAINED:
        hint = instead(characteristic, EXPLAINED)
        known = characteristic in READINGS
        raise InputError(
            f"{characteristic!r} is {'no characteristic and has no layers' if known else 'unknown'}",
            where="explain",
            suggestion=hint,
        )
    labels = Labels(world, names)
    account = Account(world, object_, labels, absent)
    first = _layer_1(world, object_, labels)
    steps = [*first, _first_controller(world, object_), *_layers(world, object_, account, labels, characteristic)]
    result = {name: _reading(world, object_, name) for name in EXPLAINED}
    steps += _last(world, object_, steps, result)
    if characteristic is not None:
        start = len(first) if characteristic == "controller" else 0
        steps = [_only(step, characteristic) for step in steps[start : start + 1]] + [
            _only(step, characteristic) if step.changes else step
            for step in steps[start + 1 :]
            if characteristic in step.changes or step.unchanged
        ]
        result = {characteristic: result[characteristic]}
    if characteristic == "mana_value":
        rule, why = _value_rule(world, object_)
        steps = [
            msgspec.structs.replace(step, rule="202.3", reason=_COPIED) if step.rule in ("707.2", "707.2c") else step
            for step in steps
        ]
        steps[0] = msgspec.structs.replace(steps[0], rule=rule, reason=why)
    seen = characteristics(world, object_)
    return Explanation(
        object_,
        seen.name,
        characteristic,
        tuple(steps),
        result,
        unmodelled=tuple(dict.fromkeys(one.name for one in seen.abilities if isinstance(one, Unmodelled))),
        not_applied=_not_applied(world, object_, characteristic, account, labels),
    )


def _not_applied(
    world: World, object_: int, characteristic: str | None, account: Account, labels: Labels
) -> tuple[NotApplied, ...]:
    """Return the effects that were not applied, of those that could change the characteristic."""
    if world.status(object_).phased_out:
        stamp = world.get(object_, Timestamped).timestamp
        return (NotApplied("every effect of others", stamp, "702.26d", "it is phased out"),)
    found = sorted(account.left_out(), key=lambda one: one.instance.order)
    wanted = None if characteristic is None else _FEATURES.get(characteristic)
    return tuple(
        NotApplied(labels.whole(one.instance), one.instance.timestamp, one.rule, one.why)
        for one in found
        if characteristic is None or wanted in one.features
    )


_COPIED: Final = "a copy has the mana value of the copied mana cost; without one 0 (CR 202.3b-c)"
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
