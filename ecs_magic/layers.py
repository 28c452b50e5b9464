"""The plain interpreter of continuous effects: layers 2 to 7 straight from the text of CR 613.

One object at a time, one effect at a time: gather what is at work in a layer, choose the next by
characteristic-defining first, then dependency (CR 613.8, decided by trial), then timestamp; apply it; look
again. It is what `explain` shows. Anything faster has to agree with it.
"""

import re
from collections.abc import Iterable
from typing import Final, Protocol

import msgspec

from ecs_magic.abilities import (
    DefinePowerToughness,
    Effect,
    Gain,
    Layer,
    Modification,
    ModifyPowerToughness,
    SetController,
    SetPowerToughness,
    Static,
    answers_to,
)
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import AttachedTo, ChosenX, Counters, FaceState, Kind, ResolvedEffect
from ecs_magic.drafts import Draft, Held
from ecs_magic.enums import CardKind, Zone
from ecs_magic.ids import Seat
from ecs_magic.mana import x_count
from ecs_magic.modify import Amounts, apply_change
from ecs_magic.selectors import Amount, Count, Feature, Selector
from ecs_magic.world import World

EFFECT_LAYERS: Final[tuple[Layer, ...]] = ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d", "rules")
KEYWORD_COUNTERS: Final = frozenset(
    [
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "decayed",
        "exalted",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shadow",
        "trample",
        "vigilance",
    ]
)
"""Kinds of counter that give the keyword of their name (CR 122.1b)."""
_VARIANTS: Final = ("hexproof from ", "trample over ")
"""How the names of variants of those keywords begin (CR 122.1b)."""
_PT_COUNTER: Final = re.compile(r"([+-]\d+)/([+-]\d+)")

Key = tuple[str, int, str, int, int]


class Instance:
    """One continuous effect at work: from a static ability, a resolved effect or counters."""

    __slots__ = (
        "condition",
        "controller",
        "defines",
        "effect",
        "fixed",
        "given",
        "key",
        "label",
        "source",
        "timestamp",
    )

    def __init__(
        self,
        key: Key,
        effect: Effect,
        *,
        source: int | None,
        controller: Seat,
        timestamp: int,
        label: str,
        fixed: tuple[int, ...] | None = None,
        defines: bool = False,
        given: int = 0,
        condition: Selector | None = None,
    ) -> None:
        self.key = key
        self.effect = effect
        self.source = source
        self.controller = controller
        self.timestamp = timestamp
        self.label = label
        self.fixed = fixed
        self.defines = defines
        self.given = given
        self.condition = condition

    @property
    def order(self) -> tuple[int, int, Key]:
        """Sort key: timestamp, then when its ability was given (CR 613.7a), then a defined order."""
        return self.timestamp, self.given, self.key

    def changes(self, layer: Layer) -> tuple[Modification, ...]:
        """Return the part of the effect that belongs to `layer`."""
        return tuple(change for change in self.effect.changes if change.layer == layer)


class Recorder(Protocol):
    """Told of every application, for explanations."""

    def applied(
        self, layer: Layer, instance: Instance, affected: tuple[int, ...], before: dict[int, Draft], reason: str
    ) -> None:
        """Take note that `instance` was applied to `affected`; `before` holds their drafts before it."""


def matches(world: World, drafts: dict[int, Draft], instance: Instance, test: Selector, object_: int) -> bool:
    """Whether `object_`, as its draft is now, is one that `test` selects for `instance`."""
    draft = drafts[object_]
    if draft.zone != test.zone:
        return False
    if test.which == "this" and object_ != instance.source:
        return False
    if test.which == "other" and object_ == instance.source:
        return False
    if test.which == "host":
        attached = world.find(instance.source, AttachedTo) if instance.source is not None else None
        if attached is None or attached.object != object_:
            return False
    if test.controller != "any":
        controller = world.owner(object_) if draft.controller is None else draft.controller
        if (controller == instance.controller) is not (test.controller == "you"):
            return False
    if test.owner != "any" and (world.owner(object_) == instance.controller) is not (test.owner == "you"):
        return False
    return _matches_values(draft, test) and _matches_state(world, test, object_)


def _matches_values(draft: Draft, test: Selector) -> bool:
    power, held = (draft.power or 0) if draft.is_sized else 0, draft.abilities
    return (
        (not test.names or any(name in draft.names for name in test.names))
        and all(name in draft.types for name in test.types)
        and (not test.any_types or any(name in draft.types for name in test.any_types))
        and not any(name in draft.types for name in test.not_types)
        and all(name in draft.supertypes for name in test.supertypes)
        and not any(name in draft.supertypes for name in test.not_supertypes)
        and all(name in draft.subtypes for name in test.subtypes)
        and (not test.any_subtypes or any(name in draft.subtypes for name in test.any_subtypes))
        and not any(name in draft.subtypes for name in test.not_subtypes)
        and all(color in draft.colors for color in test.colors)
        and not any(color in draft.colors for color in test.not_colors)
        and all(any(answers_to(ability.ability, name) for ability in held) for name in test.has)
        and not any(answers_to(ability.ability, name) for ability in held for name in test.lacks)
        and (test.min_mana_value is None or draft.mana_value >= test.min_mana_value)
        and (test.max_mana_value is None or draft.mana_value <= test.max_mana_value)
        and (test.min_power is None or power >= test.min_power)
        and (test.max_power is None or power <= test.max_power)
    )


def _matches_state(world: World, test: Selector, object_: int) -> bool:
    if test.tapped is not None and world.status(object_).tapped is not test.tapped:
        return False
    if test.token is not None and is_token(world, object_) is not test.token:
        return False
    if test.face_down is not None and is_face_down(world, object_) is not test.face_down:
        return False
    if test.attached is not None and (world.find(object_, AttachedTo) is not None) is not test.attached:
        return False
    return all(world.counters(object_).count(kind) > 0 for kind in test.counters)


def is_token(world: World, object_: int) -> bool:
    """Whether the object is a token: whether its topmost constituent is one (CR 111.1, 730.2d)."""
    return world.get(world.cards_of(world.constituents(object_)[0])[0], Kind).kind is CardKind.TOKEN


def is_face_down(world: World, object_: int) -> bool:
    """Whether the object is face down: whether its topmost constituent is (CR 110.5, 730.2e)."""
    return world.get(world.constituents(object_)[0], FaceState).face_down is not None


class Board:
    """The interpreter at work on one world: the drafts, and what each effect began to apply to (CR 613.6)."""

    def __init__(
        self, world: World, extra: Iterable[int] = (), recorder: Recorder | None = None, *, alone: bool = False
    ) -> None:
        self.world = world
        self.recorder = recorder
        ids: dict[int, None] = {}
        if not alone:
            ids = {object_: None for object_ in world.battlefield() if not world.status(object_).phased_out}
        ids |= dict.fromkeys(extra)
        self.drafts = {object_: Draft(world, object_) for object_ in ids}
        self.begun: dict[Key, tuple[int, ...]] = {}
        self._instances: dict[Key, Instance] = {}
        # the static abilities on the drafts with the layers of their effects; None when they may have changed
        self._held: list[tuple[int, Held, Static, frozenset[Layer]]] | None = None
        self._resolved = [
            instance for instance in (self._of_resolved(effect) for effect in world.in_force()) if instance is not None
        ]
        self._resolved += [instance for object_ in ids for instance in self._of_counters(object_)]

    def run(self) -> dict[int, Draft]:
        """Apply every layer in its order (CR 613.1) and return the drafts."""
        for layer in EFFECT_LAYERS:
            self._run_layer(layer)
        return self.drafts

    def _of_resolved(self, effect: int) -> Instance | None:
        component = self.world.find(effect, ResolvedEffect)
        if component is None:
            return None
        return Instance(
            ("effect", effect, "", 0, 0),
            component.effect,
            source=component.source,
            controller=component.controller,
            timestamp=component.timestamp,
            label="effect",
            fixed=component.objects,
        )

    def _of_counters(self, object_: int) -> list[Instance]:
        found = []
        counters = self.world.find(object_, Counters)
        for index, pile in enumerate(() if counters is None else counters.piles):
            change: Modification
            if size := _PT_COUNTER.fullmatch(pile.kind):
                change = ModifyPowerToughness(int(size[1]) * pile.count, int(size[2]) * pile.count)
            elif pile.kind in KEYWORD_COUNTERS or pile.kind.startswith(_VARIANTS):
                change = Gain((pile.kind,))
            else:
                continue
            found.append(
                Instance(
                    ("counter", object_, pile.kind, index, 0),
                    Effect((change,)),
                    source=object_,
                    controller=self.drafts[object_].controller or Seat(0),
                    timestamp=pile.timestamp,
                    label=f"{pile.count} {pile.kind} counter{'s' if pile.count > 1 else ''}",
                    fixed=(object_,),
                )
            )
        return found

    def _gather(self, layer: Layer) -> dict[Key, Instance]:
        """Return the effects that have something to do in `layer` as things stand now."""
        found = {instance.key: instance for instance in self._resolved if instance.changes(layer)}
        if self._held is None:
            self._held = self._find_statics()
        for object_, held, static, layers in self._held:
            if layer not in layers:
                continue
            draft = self.drafts[object_]
            key = ("static", object_, *held.origin)
            instance = Instance(
                key,
                static.effect,
                source=object_,
                controller=self.world.owner(object_) if draft.controller is None else draft.controller,
                timestamp=max(draft.timestamp, held.timestamp),
                label=static.name,
                fixed=(object_,) if static.defines else None,
                defines=static.defines,
                given=held.timestamp,
                condition=static.condition,
            )
            if (
                static.condition is None
                or key in self.begun
                or self._holds(instance, static.condition, static.at_least)
            ):
                found[key] = instance
        # CR 613.6: what began to apply in an earlier layer goes on, its ability lost or not.
        for key in self.begun:
            instance = self._instances[key]
            if key not in found and instance.changes(layer):
                found[key] = instance
        return found

    def _find_statics(self) -> list[tuple[int, Held, Static, frozenset[Layer]]]:
        """Return the static abilities that work: on the battlefield, or anywhere if they define (CR 604.3)."""
        found = []
        for object_, draft in self.drafts.items():
            for held in draft.abilities:
                static = held.static
                if static is not None and (static.defines or draft.zone is Zone.BATTLEFIELD):
                    found.append((object_, held, static, frozenset(change.layer for change in static.effect.changes)))
        return found

    def _holds(self, instance: Instance, condition: Selector, at_least: int) -> bool:
        return self._count(instance, condition) >= at_least

    def _selected(self, instance: Instance, test: Selector) -> tuple[int, ...]:
        return tuple(object_ for object_ in self.drafts if matches(self.world, self.drafts, instance, test, object_))

    def _affected(self, instance: Instance) -> tuple[int, ...]:
        if instance.fixed is not None:
            return tuple(object_ for object_ in instance.fixed if object_ in self.drafts)
        begun = self.begun.get(instance.key)
        return self._selected(instance, instance.effect.affects) if begun is None else begun

    def _run_layer(self, layer: Layer) -> None:
        done: set[Key] = set()
        while True:
            waiting = [instance for key, instance in self._gather(layer).items() if key not in done]
            if not waiting:
                return
            defining = [instance for instance in waiting if instance.defines]
            chosen, reason = self._next(defining or waiting, layer)
            self._apply(chosen, layer, reason)
            done.add(chosen.key)

    def _apply(self, instance: Instance, layer: Layer, reason: str) -> None:
        affected = self._affected(instance)
        before = {}
        if self.recorder is not None:
            before = {object_: self.drafts[object_].copy() for object_ in affected}
        self._act(instance, layer, affected)
        self.begun[instance.key] = affected
        self._instances[instance.key] = instance
        if self.recorder is not None:
            self.recorder.applied(layer, instance, affected, before, reason)

    def _act(self, instance: Instance, layer: Layer, affected: tuple[int, ...]) -> None:
        for change in instance.changes(layer):
            # What an effect does is worked out for all before any of them changes.
            amounts = {object_: self._amounts(instance, change, object_) for object_ in affected}
            if "abilities" in change.writes:
                self._held = None
            for object_ in affected:
                apply_change(
                    self.drafts[object_],
                    change,
                    controller=instance.controller,
                    timestamp=instance.timestamp,
                    source=instance.key[1],
                    amounts=amounts[object_],
                )

    def with_numbers(self, instance: Instance, object_: int) -> Effect:
        """Return the effect with each number that it gives to an object worked out now (CR 611.2d)."""
        changes: list[Modification] = []
        for change in instance.effect.changes:
            if isinstance(change, SetPowerToughness | ModifyPowerToughness):
                power, toughness = self._amounts(instance, change, object_)
                changes.append(msgspec.structs.replace(change, power=power, toughness=toughness))
            else:
                changes.append(change)
        return msgspec.structs.replace(instance.effect, changes=tuple(changes))

    def _amounts(self, instance: Instance, change: Modification, object_: int) -> Amounts:
        if not isinstance(change, DefinePowerToughness | SetPowerToughness | ModifyPowerToughness):
            return None, None
        # CR 107.1b: what is added is never a negative number that was read; what is set may be.
        low = 0 if isinstance(change, ModifyPowerToughness) else None
        return (
            self._amount(instance, change.power, object_, low),
            self._amount(instance, change.toughness, object_, low),
        )

    def _amount(self, instance: Instance, amount: Amount | None, object_: int, low: int | None) -> int | None:
        if amount is None or isinstance(amount, int):
            return amount
        if isinstance(amount, Count):
            return self._count(instance, amount.of) * amount.times + amount.plus
        read = object_ if amount.from_ == "each" else instance.source
        if read is None or read not in self.drafts:
            return 0
        draft = self.drafts[read]
        if amount.of == "counters":
            piles = self.world.counters(read).piles
            return sum(pile.count for pile in piles if amount.kind in ("", pile.kind))
        number: int | None = getattr(draft, amount.of)
        if number is None or (amount.of in ("power", "toughness") and not draft.is_sized):
            return 0
        return number if low is None else max(low, number)

    def _count(self, instance: Instance, test: Selector) -> int:
        if test.zone == "battlefield":
            return len(self._selected(instance, test))
        # What cards elsewhere define of themselves counts (CR 604.3), but for power and toughness.
        there = Board(self.world, _elsewhere(self.world, Zone(test.zone)), alone=True)
        for layer in EFFECT_LAYERS[: EFFECT_LAYERS.index("7a")]:
            there._run_layer(layer)
        return sum(matches(self.world, there.drafts, instance, test, object_) for object_ in there.drafts)

    # --- dependency (CR 613.8) ---------------------------------------------------------------------------

    def _next(self, waiting: list[Instance], layer: Layer) -> tuple[Instance, str]:
        """Return which effect is applied next, and why it and not an older one."""
        ordered = sorted(waiting, key=lambda instance: instance.order)
        if len(ordered) == 1 or not self._may_interact(ordered, layer):
            return ordered[0], "CR 613.7: timestamp"
        needs = self._dependencies(ordered, layer)
        reach = {instance.key: _reachable(instance.key, needs) for instance in ordered}
        for instance in ordered:
            # CR 613.8b: everything it waits for, directly or not, waits for it as well: a loop.
            if all(instance.key in reach[other] for other in reach[instance.key]):
                if instance is ordered[0]:
                    looped = bool(reach[instance.key])
                    return instance, "CR 613.8b: a loop, so timestamp" if looped else "CR 613.7: timestamp"
                return instance, f"CR 613.8: {ordered[0].label or 'an older effect'} depends on it"
        return ordered[0], "CR 613.8b: a loop, so timestamp"

    @staticmethod
    def _may_interact(waiting: list[Instance], layer: Layer) -> bool:
        writes: set[Feature] = {
            feature for one in waiting for change in one.changes(layer) for feature in change.writes
        }
        reads: set[Feature] = set()
        for instance in waiting:
            if instance.key[0] == "static":
                reads.add("abilities")
            reads |= instance.effect.affects.reads() if instance.fixed is None else frozenset()
            reads |= frozenset() if instance.condition is None else instance.condition.reads()
            for change in instance.changes(layer):
                reads |= change.reads()
        return bool(writes & reads)

    def _dependencies(self, waiting: list[Instance], layer: Layer) -> dict[Key, set[Key]]:
        """Return, by trial application, which effects each one depends on (CR 613.8a)."""
        before = {instance.key: self._footprint(instance, layer) for instance in waiting}
        needs: dict[Key, set[Key]] = {instance.key: set() for instance in waiting}
        kept = self.drafts
        for first in waiting:
            affected = self._affected(first)
            self.drafts = {**kept, **{object_: kept[object_].copy() for object_ in affected}}
            self._held = None
            self._act(first, layer, affected)
            present = self._gather(layer)
            for other in waiting:
                if other is first or other.defines is not first.defines:
                    continue
                after = self._footprint(present[other.key], layer) if other.key in present else None
                if after != before[other.key]:
                    needs[other.key].add(first.key)
            self.drafts, self._held = kept, None
        return needs

    def _footprint(self, instance: Instance, layer: Layer) -> tuple[tuple[int, ...], tuple[object, ...]]:
        """Return what an effect would apply to and do now: two of the three tests of CR 613.8a."""
        affected = self._affected(instance)
        does = tuple(
            instance.controller if isinstance(change, SetController) else self._amounts(instance, change, object_)
            for change in instance.changes(layer)
            for object_ in affected
        )
        return affected, does


def _reachable(start: Key, needs: dict[Key, set[Key]]) -> set[Key]:
    found: set[Key] = set()
    stack = list(needs[start])
    while stack:
        key = stack.pop()
        if key not in found:
            found.add(key)
            stack += needs[key]
    return found


def _elsewhere(world: World, zone: Zone) -> list[int]:
    seats = world.seats[:1] if zone.is_shared else world.seats
    return [object_ for seat in seats for object_ in world.contents(zone, seat)]


def finished(world: World, object_: int, draft: Draft) -> Characteristics:
    """Return the characteristics of a draft that went through all layers."""
    x = world.find(object_, ChosenX)
    on_stack = draft.zone is Zone.STACK and x is not None
    counters = world.counters(object_)
    return draft.frozen(
        x=x.x * x_count(draft.mana_cost) if on_stack and x is not None else 0,
        loyalty=counters.count("loyalty") if "Planeswalker" in draft.types else None,
        defense=counters.count("defense") if "Battle" in draft.types else None,
    )
