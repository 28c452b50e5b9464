"""Continuous effects made ready for the fast pass: parts by layer, selections, what must be known of the source.

`Program` decides from an effect's own data whether bitsets can carry it; what they cannot, the plain
interpreter does for the whole board (`Program.carried`).
"""

from collections.abc import Iterator
from typing import Final

from ecs_magic.abilities import (
    AddColors,
    AddTypes,
    DefinePowerToughness,
    Effect,
    Gain,
    Modification,
    ModifyPowerToughness,
    SetController,
    SetPowerToughness,
    Size,
    Static,
    SwitchPowerToughness,
    written,
)
from ecs_magic.alterations import is_carried, prepare
from ecs_magic.features import Features
from ecs_magic.layers import EFFECT_LAYERS
from ecs_magic.selections import NotCarriedError, Selection, only
from ecs_magic.selectors import Count, Value

_STATIC: Final = frozenset({"effect", "name", "defines", "condition", "at_least"})
_EFFECT: Final = frozenset({"changes", "affects"})
_COUNT: Final = frozenset({"of", "times", "plus"})
_VALUE: Final = frozenset({"of", "from_", "kind"})
_GIVING: Final = EFFECT_LAYERS.index("6")
_SIZES: Final = EFFECT_LAYERS.index("7a")


class Part:
    """What one effect does in one layer.

    `sums` is what it adds to power and toughness if it does nothing else; `counts` are the selections of
    its amounts, by power and toughness of each change; `unions` tells that doing it again changes nothing
    whatever was done in between; `gives` that it gives static abilities, which may begin in the same layer.
    """

    __slots__ = ("changes", "controls", "counts", "gives", "layer", "sums", "switches", "unions")

    def __init__(self, layer: int, changes: tuple[Modification, ...], features: Features) -> None:
        self.layer = layer
        self.changes = changes
        self.controls = any(isinstance(change, SetController) for change in changes)
        self.switches = all(isinstance(change, SwitchPowerToughness) for change in changes)
        self.unions = all(_is_union(change) for change in changes)
        self.sums = sum_of(changes)
        self.gives = any(True for change in changes for _ in _granted(change))
        self.counts = {
            id(amount): Selection(amount.of, features) for amount in _amounts(changes) if isinstance(amount, Count)
        }


class Program:
    """One continuous effect made ready. Never changes once it is made.

    `carried` is empty, or names what only the plain interpreter carries out; then nothing else is filled in.
    `alone` tells that its source must be looked at by itself; `status` are the kinds of status and counters
    that it looks at; `outward` that it may reach objects in other zones; `populated` that it counts objects.
    Programs of one `kind` select alike. `moves_control` tells that it may change who controls a permanent.
    """

    __slots__ = (
        "affects",
        "alone",
        "at_least",
        "carried",
        "condition",
        "controls",
        "defines",
        "effect",
        "granted",
        "kind",
        "moves_control",
        "outward",
        "parts",
        "populated",
        "static",
        "status",
    )

    def __init__(self, effect: Effect, static: Static | None, features: Features) -> None:
        self.effect = effect
        self.static = static
        self.carried = ""
        self.defines = static is not None and static.defines
        self.granted = tuple(static for change in effect.changes for static in _granted(change))
        self.controls = any(isinstance(change, SetController) for change in effect.changes)
        self.parts: tuple[Part, ...] = ()
        self.condition: Selection | None = None
        self.at_least = 1 if static is None else static.at_least
        self.alone = self.outward = self.populated = False
        self.status: frozenset[str] = frozenset()
        try:
            self._make_ready(effect, static, features)
        except NotCarriedError as missing:
            self.carried = str(missing)
        gives = any(one.effect.changes for one in self.granted)
        self.moves_control = bool(self.carried) or self.controls or gives

    def _make_ready(self, effect: Effect, static: Static | None, features: Features) -> None:
        only(effect, _EFFECT)
        if static is not None:
            only(static, _STATIC)
        amounts = list(_amounts(effect.changes))
        for change in effect.changes:
            if not is_carried(change):
                raise NotCarriedError(type(change).__name__)
            prepare(change, features)
        for amount in amounts:
            _judge(amount)
        self.affects = Selection(effect.affects, features)
        self.kind = features.kind(effect.affects)
        if static is not None and static.condition is not None:
            self.condition = Selection(static.condition, features)
            if static.condition.zone != "battlefield":
                raise NotCarriedError("a condition on another zone")
        layers = sorted({EFFECT_LAYERS.index(change.layer) for change in effect.changes})
        self.parts = tuple(
            Part(layer, tuple(one for one in effect.changes if one.layer == EFFECT_LAYERS[layer]), features)
            for layer in layers
        )
        if any(test.reads_size for test in self._late(layers)) or any(map(_is_given_late, self.granted)):
            raise NotCarriedError("power or toughness read in layer 7")
        selectors = [effect.affects, *(amount.of for amount in amounts if isinstance(amount, Count))]
        selectors += [] if static is None or static.condition is None else [static.condition]
        values = [amount for amount in amounts if isinstance(amount, Value)]
        adds = len(self.parts) == 1 and self.parts[0].sums is not None and effect.affects.which != "host"
        self.alone = any(test.which != "any" for test in (selectors[1:] if adds else selectors)) or any(
            value.from_ == "source" for value in values
        )
        self.status = frozenset(
            ["tapped" for test in selectors if test.tapped is not None]
            + ["counters" for test in selectors if test.counters]
            + ["counters" for value in values if value.of == "counters"]
        )
        self.outward = effect.affects.zone != "battlefield"
        self.populated = self.condition is not None or any(isinstance(amount, Count) for amount in amounts)

    def _late(self, layers: list[int]) -> Iterator[Selection]:
        """Yield the selections that may be asked for in layer 7, where power and toughness change."""
        if layers and layers[0 if self.condition is None else -1] >= _SIZES:
            yield self.affects
        if layers and layers[-1] >= _SIZES and self.condition is not None:
            yield self.condition
        for part in self.parts:
            yield from part.counts.values()


def _is_given_late(static: Static) -> bool:
    """Whether an ability that is given in layer 6 begins to apply in layer 7, to what has a power (CR 613.6)."""
    affects, layers = static.effect.affects, [EFFECT_LAYERS.index(change.layer) for change in static.effect.changes]
    first = min((layer for layer in layers if layer >= _GIVING), default=0)
    return first >= _SIZES and (affects.min_power is not None or affects.max_power is not None)


def _granted(change: Modification) -> Iterator[Static]:
    """Yield the static abilities that a change gives; a keyword that is given makes no effect."""
    if isinstance(change, Gain):
        for ability in written(change.abilities):
            if isinstance(ability, Static):
                yield ability


def _amounts(changes: tuple[Modification, ...]) -> Iterator[Size]:
    """Yield the numbers of changes that are not fixed."""
    for change in changes:
        if isinstance(change, DefinePowerToughness | SetPowerToughness | ModifyPowerToughness):
            for amount in (change.power, change.toughness):
                if amount is not None and not isinstance(amount, int):
                    yield amount


def _judge(amount: Size) -> None:
    """Raise `NotCarriedError` for a number that the pass cannot work out for each signature."""
    if isinstance(amount, Count):
        only(amount, _COUNT)
        if amount.of.zone != "battlefield":
            raise NotCarriedError("a count in another zone")
    elif isinstance(amount, Value):
        only(amount, _VALUE)
        if amount.from_ in ("host", "linked"):
            raise NotCarriedError(f"a number from {amount.from_}")
        if amount.of not in ("mana_value", "counters"):
            raise NotCarriedError(f"the {amount.of} of an object")
    else:
        raise NotCarriedError(type(amount).__name__)


def _is_union(change: Modification) -> bool:
    return isinstance(change, AddColors) or (isinstance(change, AddTypes) and _adds_no_subtype(change))


def _adds_no_subtype(change: AddTypes) -> bool:
    return not (change.subtypes or change.every_basic_land_type or change.every_creature_type)


def sum_of(changes: tuple[Modification, ...]) -> tuple[int, int] | None:
    """Return what changes add to power and toughness in all, if that is all they do and the numbers are fixed."""
    power = toughness = 0
    for change in changes:
        if not isinstance(change, ModifyPowerToughness) or not isinstance(change.power, int):
            return None
        if not isinstance(change.toughness, int):
            return None
        power, toughness = power + change.power, toughness + change.toughness
    return power, toughness
