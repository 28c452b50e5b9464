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
)
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import ChosenX, CounterPile, Counters, ResolvedEffect
from ecs_magic.drafts import Draft, Held
from ecs_magic.enums import Zone
from ecs_magic.grouping import groups_of_alike
from ecs_magic.ids import Seat
from ecs_magic.mana import x_count
from ecs_magic.matching import Matcher
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
_ITSELF: Final = Selector(which="this")
_EQUIPPED: Final = Selector(which="host", types=("Creature",))
_BY_TIMESTAMP: Final = "CR 613.7: timestamp"
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


def effect_of_counters(pile: CounterPile, *, equipment: bool) -> Effect | None:
    """Return the continuous effect that counters on an object, maybe an Equipment, make (CR 122.1a-b, 122.1j)."""
    if size := _PT_COUNTER.fullmatch(pile.kind):
        return Effect((ModifyPowerToughness(int(size[1]) * pile.count, int(size[2]) * pile.count),), _ITSELF)
    if pile.kind in KEYWORD_COUNTERS or pile.kind.startswith(_VARIANTS):
        return Effect((Gain((pile.kind,)),), _ITSELF)
    if pile.kind == "hone" and equipment:
        return Effect((ModifyPowerToughness(pile.count, 0),), _EQUIPPED)
    return None


class Recorder(Protocol):
    """Told of every application, for explanations."""

    def applied(
        self, layer: Layer, instance: Instance, affected: tuple[int, ...], before: dict[int, Draft], reason: str
    ) -> None:
        """Take note that `instance` was applied to `affected`; `before` holds their drafts before it."""


class Board:
    """The interpreter at work on one world: the drafts, and what each effect began to apply to (CR 613.6).

    `alone` leaves every other permanent out. `grouped` works out one of each group of permanents that no
    effect can tell apart; what it finds holds for the whole group.
    """

    def __init__(
        self,
        world: World,
        extra: Iterable[int] = (),
        recorder: Recorder | None = None,
        *,
        alone: bool = False,
        grouped: bool = False,
    ) -> None:
        self.world = world
        self.recorder = recorder
        ids: dict[int, None] = {}
        if not alone:
            ids = {object_: None for object_ in world.battlefield() if not world.status(object_).phased_out}
        extra = tuple(extra)
        # a permanent for each group of alike ones -> that group; no group is a group of one
        self.groups: dict[int, list[int]] = groups_of_alike(world, ids, extra) if grouped else {}
        if grouped:
            ids = dict.fromkeys(self.groups)
        ids |= dict.fromkeys(extra)
        self.drafts = {object_: Draft(world, object_) for object_ in ids}
        # selector -> what tests it; the selector is kept so that its id stays its own
        self._matchers: dict[int, tuple[Selector, Matcher]] = {}
        self.begun: dict[Key, tuple[int, ...]] = {}
        self._instances: dict[Key, Instance] = {}
        # other zones that were counted in
        self._there: dict[Zone, dict[int, Draft]] = {}
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
            effect = effect_of_counters(pile, equipment="Equipment" in self.drafts[object_].subtypes)
            if effect is None:
                continue
            found.append(
                Instance(
                    ("counter", object_, pile.kind, index, 0),
                    effect,
                    source=object_,
                    controller=self.drafts[object_].controller or Seat(0),
                    timestamp=pile.timestamp,
                    label=f"{pile.count} {pile.kind} counter{'s' if pile.count > 1 else ''}",
                    fixed=(object_,) if effect.affects.which == "this" else None,
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

    def selected(self, instance: Instance, test: Selector, drafts: dict[int, Draft] | None = None) -> tuple[int, ...]:
        """Return the objects that a test selects for an effect as things stand now."""
        found = self._matchers.get(id(test))
        if found is None:
            found = self._matchers[id(test)] = (test, Matcher(test))
        selects, source, controller = found[1].selects, instance.source, instance.controller
        return tuple(
            object_
            for object_, draft in (self.drafts if drafts is None else drafts).items()
            if selects(self.world, draft, object_, source=source, controller=controller)
        )

    def _affected(self, instance: Instance) -> tuple[int, ...]:
        if instance.fixed is not None:
            # Of a group that an effect is fixed on, the one that stands for it is among the fixed ones.
            return tuple(object_ for object_ in instance.fixed if object_ in self.drafts)
        begun = self.begun.get(instance.key)
        return self.selected(instance, instance.effect.affects) if begun is None else begun

    def _run_layer(self, layer: Layer) -> None:
        done: set[Key] = set()
        waiting = list(self._gather(layer).values())
        if waiting and not self._may_interact(waiting, layer) and not self._may_begin(waiting, layer):
            # None changes what another reads, and none brings or takes an effect: one look is enough.
            for instance in sorted(waiting, key=lambda one: (not one.defines, one.order)):
                self._apply(instance, layer, _BY_TIMESTAMP)
            return
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
            found = self.selected(instance, test)
            return sum(len(self.groups.get(object_, ("itself",))) for object_ in found)
        return len(self.selected(instance, test, self._drafts_in(Zone(test.zone))))

    def _drafts_in(self, zone: Zone) -> dict[int, Draft]:
        """Return the drafts of a zone with what its cards define of themselves, but for their size (CR 604.3)."""
        if zone not in self._there:
            there = Board(self.world, _elsewhere(self.world, zone), alone=True)
            for layer in EFFECT_LAYERS[: EFFECT_LAYERS.index("7a")]:
                there._run_layer(layer)
            self._there[zone] = there.drafts
        return self._there[zone]

    # --- dependency (CR 613.8) ---------------------------------------------------------------------------

    def _next(self, waiting: list[Instance], layer: Layer) -> tuple[Instance, str]:
        """Return which effect is applied next, and why it and not an older one."""
        ordered = sorted(waiting, key=lambda instance: instance.order)
        if len(ordered) == 1 or not self._may_interact(ordered, layer):
            return ordered[0], _BY_TIMESTAMP
        needs = self._dependencies(ordered, layer)
        reach = {instance.key: _reachable(instance.key, needs) for instance in ordered}
        for instance in ordered:
            # CR 613.8b: everything it waits for, directly or not, waits for it as well: a loop.
            if all(instance.key in reach[other] for other in reach[instance.key]):
                if instance is ordered[0]:
                    looped = bool(reach[instance.key])
                    return instance, "CR 613.8b: a loop, so timestamp" if looped else _BY_TIMESTAMP
                return instance, f"CR 613.8a: before {ordered[0].label or 'an older effect'}, which depends on it"
        return ordered[0], "CR 613.8b: a loop, so timestamp"

    def _may_begin(self, waiting: list[Instance], layer: Layer) -> bool:
        """Whether what is applied can bring about the condition of an effect that is not there yet."""
        writes = {feature for one in waiting for change in one.changes(layer) for feature in change.writes}
        return any(
            layer in layers and static.condition is not None and not writes.isdisjoint(static.condition.reads())
            for _, _, static, layers in self._held or ()
        )

    @staticmethod
    def _may_interact(waiting: list[Instance], layer: Layer) -> bool:
        """Whether order can matter: what one writes another reads, or abilities come and go."""
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
        return "abilities" in writes or not writes.isdisjoint(reads)

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
