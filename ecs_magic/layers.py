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
    SetSubtypes,
    Size,
    Static,
    TakeCreatureTypes,
)
from ecs_magic.amounts import counted
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import AttachedTo, ChosenX, CounterPile, Counters, ResolvedEffect
from ecs_magic.drafts import Draft, Held
from ecs_magic.enums import COLOR_WORDS, Zone
from ecs_magic.grouping import groups_of_alike
from ecs_magic.identity import colors_outside
from ecs_magic.ids import Seat
from ecs_magic.instructions import EventAmount, Reading, TheX
from ecs_magic.linking import chosen_for, linked_to
from ecs_magic.mana import x_count
from ecs_magic.matching import Matcher
from ecs_magic.modify import Amounts, apply_change
from ecs_magic.reasons import BY_ITSELF, BY_TIMESTAMP, Dependence, Reason
from ecs_magic.selectors import Feature, Selector, Value
from ecs_magic.subtypes import card_types_of
from ecs_magic.wording import spoken, with_word
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
_ONE: Final = (None,)
"""What stands for itself alone."""
_EQUIPPED: Final = Selector(which="host", types=("Creature",))
_PT_COUNTER: Final = re.compile(r"([+-]\d+)/([+-]\d+)")

Key = tuple[str, int, str, int, int]
Footprint = tuple[tuple[int, ...], tuple[object, ...], tuple[Modification, ...]]
"""What an effect applies to, what it does to each, and its text."""


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
        self, layer: Layer, instance: Instance, affected: tuple[int, ...], before: dict[int, Draft], reason: Reason
    ) -> None:
        """Take note that `instance` was applied to `affected`; `before` holds their drafts before it."""


class Board:
    """The interpreter at work on one world: the drafts, and what each effect began to apply to (CR 613.6).

    `alone` leaves every other permanent out. `grouped` works out one of each group of permanents that no
    effect can tell apart; what it finds holds for the whole group. `counting` are zones to take in because
    something counts there that is not at work yet.
    """

    def __init__(
        self,
        world: World,
        extra: Iterable[int] = (),
        recorder: Recorder | None = None,
        *,
        alone: bool = False,
        grouped: bool = False,
        counting: Iterable[Zone] = (),
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
        # static abilities with the words chosen for their objects in them
        self._spoken: dict[tuple[int, int], tuple[Static, Static | None]] = {}
        # the static abilities on the drafts with the layers of their effects; None when they may have changed
        self._held: list[tuple[int, Held, Static, frozenset[Layer]]] | None = None
        self._resolved = [
            instance for instance in (self._of_resolved(effect) for effect in world.in_force()) if instance is not None
        ]
        self._bring_in_what_is_counted(set(counting))
        self._resolved += [instance for object_ in ids for instance in self._of_counters(object_)]

    def run(self) -> dict[int, Draft]:
        """Apply every layer in its order (CR 613.1) and return the drafts."""
        for layer in EFFECT_LAYERS:
            self._run_layer(layer)
            if layer == "7b":
                for draft in self.drafts.values():
                    draft.base = draft.power, draft.toughness
        return self.drafts

    def _bring_in_what_is_counted(self, wanted: set[Zone]) -> None:
        """Take in the objects of the other zones that an effect counts in: effects may change them too."""
        wanted.update(zone for instance in self._resolved for zone in instance.effect.zones())
        there: set[Zone] = {Zone.BATTLEFIELD}
        fresh = list(self.drafts.values())
        while fresh or wanted - there:
            held = [held for draft in fresh for held in draft.abilities]
            wanted.update(zone for one in held if one.static is not None for zone in one.static.zones())
            fresh = []
            for zone in sorted(wanted - there):
                there.add(zone)
                for object_ in _elsewhere(self.world, zone):
                    if object_ not in self.drafts:
                        fresh.append(self.drafts.setdefault(object_, Draft(self.world, object_)))

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
                if static is not None and static.chosen is not None:
                    static = self.with_chosen(object_, static)
                if static is not None and (static.defines or draft.zone is Zone.BATTLEFIELD):
                    found.append((object_, held, static, frozenset(change.layer for change in static.effect.changes)))
        return found

    def with_chosen(self, object_: int, static: Static) -> Static | None:
        """Return a static ability with the word chosen for its object, `None` without one (CR 607.2d)."""
        key = object_, id(static)
        if key not in self._spoken:
            self._spoken[key] = static, spoken(static, chosen_for(self.world, object_))
        return self._spoken[key][1]

    def _holds(self, instance: Instance, condition: Selector, at_least: int) -> bool:
        return self._count(instance, condition) >= at_least

    def selected(self, instance: Instance, test: Selector) -> tuple[int, ...]:
        """Return the objects that a test selects for an effect as things stand now."""
        found = self._matchers.get(id(test))
        if found is None:
            found = self._matchers[id(test)] = (test, Matcher(test))
        selects, source, controller = found[1].selects, instance.source, instance.controller
        return tuple(
            object_
            for object_, draft in self.drafts.items()
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
                self._apply(instance, layer, BY_ITSELF if instance.defines else BY_TIMESTAMP)
            return
        waited: dict[Key, list[Instance]] = {}
        while True:
            waiting = [instance for key, instance in self._gather(layer).items() if key not in done]
            if not waiting:
                return
            defining = [instance for instance in waiting if instance.defines]
            chosen, reason = self._next(defining or waiting, layer)
            if reason.older is not None:
                waited.setdefault(reason.older.key, []).append(chosen)
            self._apply(chosen, layer, reason._replace(waited=tuple(waited.get(chosen.key, ()))))
            done.add(chosen.key)

    def _apply(self, instance: Instance, layer: Layer, reason: Reason) -> None:
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
        for planned in instance.changes(layer):
            change = self._spelt_out(instance, planned)
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

    def _spelt_out(self, instance: Instance, change: Modification) -> Modification:
        """Return a modification with the words that it takes from elsewhere."""
        if isinstance(change, TakeCreatureTypes):
            return self._taken(instance, change)
        if isinstance(change, Gain) and change.each:
            words = [COLOR_WORDS[color] for color in colors_outside(self.world, instance.controller)]
            given = tuple(with_word(ability, word) for word in words for ability in change.abilities)
            return msgspec.structs.replace(change, abilities=given, each="")
        return change

    def _taken(self, instance: Instance, change: TakeCreatureTypes) -> SetSubtypes:
        last = self.last_linked(instance)
        names = () if last is None else (self.drafts.get(last) or Draft(self.world, last)).subtypes
        words = tuple(name for name in names if "Creature" in card_types_of(name))
        return SetSubtypes(tuple(dict.fromkeys((*words, *change.also))))

    def last_linked(self, instance: Instance) -> int | None:
        """Return the last creature card that is linked to an effect's source, if one is there (CR 607.2a)."""
        linked = () if instance.source is None else linked_to(self.world, instance.source)
        there = [one for one in linked if self.world.is_object(one)]
        drafts = ((one, self.drafts.get(one) or Draft(self.world, one)) for one in reversed(there))
        return next((one for one, draft in drafts if "Creature" in draft.types), None)

    def found(self, instance: Instance, test: Selector) -> list[tuple[int, int]]:
        """Return what a test selects as things stand now, and how many objects each stands for."""
        return [(one, len(self.groups.get(one, _ONE))) for one in self.selected(instance, test)]

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

    def _amount(self, instance: Instance, amount: Size | None, object_: int, low: int | None) -> int | None:
        if amount is None or isinstance(amount, int):
            return amount
        if isinstance(amount, TheX | EventAmount | Reading):
            return 0  # nothing resolved that knew it (CR 107.2)
        return counted(amount, _AtWork(self, instance, object_), self.world, low)

    def _count(self, instance: Instance, test: Selector) -> int:
        return sum(alike for _, alike in self.found(instance, test))

    # --- dependency (CR 613.8) ---------------------------------------------------------------------------

    def _next(self, waiting: list[Instance], layer: Layer) -> tuple[Instance, Reason]:
        """Return which effect is applied next, and why it and not an older one."""
        ordered = sorted(waiting, key=lambda instance: instance.order)
        plainly = BY_ITSELF if ordered[0].defines else BY_TIMESTAMP
        if len(ordered) == 1 or not self._may_interact(ordered, layer):
            return ordered[0], plainly
        needs = self._dependencies(ordered, layer)
        reach = {instance.key: _reachable(instance.key, needs) for instance in ordered}
        # CR 613.8b: everything it waits for, directly or not, waits for it as well: a loop. There is always one.
        chosen = next(one for one in ordered if all(one.key in reach[other] for other in reach[one.key]))
        loop = tuple(one for one in ordered if one.key in reach[chosen.key] and one is not chosen)
        older = [one for one in ordered[: ordered.index(chosen)] if chosen.key in reach[one.key]]
        if loop:
            return chosen, Reason("613.8b", loop=loop)
        if not older:
            return chosen, plainly
        dependence = self._dependence(older[0], chosen, layer) if chosen.key in needs[older[0].key] else None
        return chosen, Reason("613.8a", older[0], dependence)

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
        for first in waiting:
            others = [one for one in waiting if one is not first and one.defines is first.defines]
            for key, after in self._if_applied(first, layer, others).items():
                if after != before[key]:
                    needs[key].add(first.key)
        return needs

    def _if_applied(self, first: Instance, layer: Layer, others: list[Instance]) -> dict[Key, Footprint | None]:
        """Return what others would apply to and do if one effect were applied now; `None` for one that is gone."""
        affected = self._affected(first)
        kept = self.drafts
        self.drafts = {**kept, **{object_: kept[object_].copy() for object_ in affected}}
        self._held = None
        self._act(first, layer, affected)
        there = self._gather(layer)
        found = {one.key: self._footprint(there[one.key], layer) if one.key in there else None for one in others}
        self.drafts, self._held = kept, None
        return found

    def _dependence(self, dependent: Instance, on: Instance, layer: Layer) -> Dependence:
        """Return in which way one effect depends on another that it does depend on (CR 613.8a)."""
        before = self._footprint(dependent, layer)
        after = self._if_applied(on, layer, [dependent])[dependent.key]
        if after is None:
            return Dependence("existence")
        if after[2] != before[2]:
            return Dependence("text")
        more = tuple(one for one in after[0] if one not in before[0])
        fewer = tuple(one for one in before[0] if one not in after[0])
        return Dependence("what it applies to", more, fewer) if more or fewer else Dependence("what it does")

    def _footprint(self, instance: Instance, layer: Layer) -> Footprint:
        """Return what an effect would apply to and do now, and its text: three of the tests of CR 613.8a."""
        affected = self._affected(instance)
        does = tuple(
            instance.controller if isinstance(change, SetController) else self._amounts(instance, change, object_)
            for change in instance.changes(layer)
            for object_ in affected
        )
        return affected, does, instance.changes(layer)


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


class _AtWork:
    """Reads amounts for one object that an effect applies to, as the drafts are at this moment."""

    __slots__ = ("board", "instance", "object")

    def __init__(self, board: Board, instance: Instance, object_: int) -> None:
        self.board = board
        self.instance = instance
        self.object = object_

    def found(self, test: Selector) -> Iterable[tuple[int, int]]:
        """Return the objects that a test selects, and how many alike each stands for."""
        return self.board.found(self.instance, test)

    def read_from(self, value: Value) -> tuple[World, int] | None:
        """Return the object that a value is read off, if it is there."""
        world, source = self.board.world, self.instance.source
        read = self.object if value.from_ == "each" else source
        if value.from_ == "linked":
            read = self.board.last_linked(self.instance)
            return None if read is None else (world, read)
        if value.from_ == "host" and read is not None:
            attached = world.find(read, AttachedTo)
            read = None if attached is None else attached.object
        return (world, read) if read in self.board.drafts else None

    def draft(self, board: World, object_: int) -> Draft:
        """Return an object's characteristics so far."""
        return self.board.drafts.get(object_) or Draft(board, object_)


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
