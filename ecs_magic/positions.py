"""The digest of a position: equal for equal positions, however they were reached.

Ids and timestamps are replaced by places and ranks: what counts is which zone slot a card is in and which
of two timestamps is older, not how many things existed before.
"""

from typing import Any

import msgspec

from ecs_magic.components import (
    AttachedTo,
    Chosen,
    ChosenX,
    Component,
    Contents,
    ControlledSince,
    CopyEffect,
    Copying,
    Counters,
    Delayed,
    HeldUntil,
    InForce,
    InZone,
    LastTurned,
    Linked,
    MeldPair,
    MergeStack,
    Paired,
    PartOf,
    Printed,
    ResolvedEffect,
    Resolving,
    Sacrificed,
    StackAbility,
    Timestamped,
    TurnBegan,
    Waiting,
)
from ecs_magic.enums import Zone
from ecs_magic.ids import EntityId
from ecs_magic.objects import abilities_at_large
from ecs_magic.trace import combined, encoded
from ecs_magic.verbs import all_effects
from ecs_magic.world import World


def position_digest(world: World) -> str:
    """Return the digest of the position, as 32 hexadecimal digits."""
    labels = _labels(world)
    ranks = _ranks(world)
    encoder = _Encoder(world, labels, ranks)
    parts: list[Any] = [list(world.players), msgspec.to_builtins(world.policies)]
    parts += [encoder.entity(entity) for entity in (*world.player_entities, world.game)]
    seen: set[int] = set()
    for (zone, seat), entity in world.zones.items():
        if entity not in seen:
            seen.add(entity)
            parts.append([zone.value, seat, [labels[o] for o in world.get(entity, Contents).objects]])
    ordered = sorted((label, entity) for entity, label in labels.items())
    parts += [[label, encoder.entity(entity)] for label, entity in ordered]
    return combined(parts)


def _labels(world: World) -> dict[int, str]:
    """Return a name for each entity that depends on its place alone."""
    labels: dict[int, str] = {}
    seen: set[int] = set()
    for (zone, seat), entity in world.zones.items():
        if entity in seen:
            continue
        seen.add(entity)
        objects = list(world.get(entity, Contents).objects)
        if zone is Zone.BATTLEFIELD or zone is Zone.EXILE:
            objects.sort(key=lambda one: world.get(one, Timestamped).timestamp)
        for index, object_ in enumerate(objects):
            label = f"{zone.value}/{seat}/{index:07}"
            labels[object_] = label
            for place, part in enumerate(world.constituents(object_)):
                labels[part] = f"{label}/{place}"
                for half, card in enumerate(world.cards_of(part)):
                    labels.setdefault(card, f"{label}/{place}/{half}")
    waiting = world.find(world.game, Waiting)
    for index, trigger in enumerate(waiting.triggers if waiting else ()):
        labels[trigger] = f"trigger/{index:07}"
    for index, later in enumerate(sorted(world.store.with_component(Delayed))):
        labels[later] = f"delayed/{index:07}"
    for index, held in enumerate(sorted(world.store.with_component(HeldUntil))):
        labels[held] = f"held/{index:07}"
    for index, effect in enumerate(all_effects(world)):
        labels[effect] = f"effect/{index:07}"
    return labels


def _ranks(world: World) -> dict[int, int]:
    """Return the rank of every timestamp in use."""
    used: set[int] = {0}
    store = world.store
    used |= {store.get(entity, Timestamped).timestamp for entity in store.with_component(Timestamped)}
    used |= {store.get(entity, ControlledSince).timestamp for entity in store.with_component(ControlledSince)}
    used |= {store.get(entity, LastTurned).timestamp for entity in store.with_component(LastTurned)}
    used |= {store.get(entity, TurnBegan).timestamp for entity in store.with_component(TurnBegan)}
    used |= {held.since for held in abilities_at_large(world)}
    used |= {store.get(entity, Delayed).since for entity in store.with_component(Delayed)}
    resolving = world.find(world.game, Resolving)
    used |= {resolving.started} if resolving is not None else set()
    for effect in all_effects(world):
        component = world.find(effect, ResolvedEffect) or world.get(effect, CopyEffect)
        used.add(component.timestamp)
    for entity in world.store.with_component(Counters):
        used |= {pile.timestamp for pile in world.get(entity, Counters).piles}
    for entity in world.store.with_component(MergeStack):
        used |= {merge.timestamp for merge in world.get(entity, MergeStack).merges}
    return {timestamp: rank for rank, timestamp in enumerate(sorted(used))}


class _Encoder:
    """Turns components into plain values with labels for ids and ranks for timestamps."""

    def __init__(self, world: World, labels: dict[int, str], ranks: dict[int, int]) -> None:
        self.world = world
        self.labels = labels
        self.ranks = ranks
        # how permanents that entered together are told: the rank of the oldest that is still there, if it is not alone
        self.together: dict[int | None, int] = {}
        entered: dict[int | None, list[int]] = {None: []}
        for permanent in world.battlefield():
            stamp = world.get(permanent, Timestamped)
            entered.setdefault(stamp.together, []).append(ranks[stamp.timestamp])
        self.together = {at: min(found) for at, found in entered.items() if at is not None and len(found) > 1}

    def entity(self, entity: int) -> list[Any]:
        """Return the components of an entity, by name."""
        components = sorted(self.world.store.components(entity), key=lambda one: type(one).__name__)
        return [[type(one).__name__, self.component(one)] for one in components]

    def _label(self, entity: int | None) -> str | None:
        return None if entity is None else self.labels.get(entity, "gone")

    def _targets(self, targets: tuple[tuple[int, ...], ...]) -> list[list[str | None]]:
        players = {entity: f"player/{seat}" for seat, entity in enumerate(self.world.player_entities)}
        return [[players.get(EntityId(one), self._label(one)) for one in ones] for ones in targets]

    def _ability(self, component: StackAbility | Delayed | Resolving) -> list[Any]:
        """Return what waits, is on the stack or resolves; the tick in which something began is no part of it."""
        bound = component.bound
        found: list[Any] = [
            self._label(component.source),
            component.controller,
            [self._label(one) for one in bound.now],
            self._label(bound.was),
            bound.player,
            bound.amount,
            bound.aura,
            *([bound.mana] if bound.mana else []),
            *([self._label(bound.by)] if bound.by is not None else []),
        ]
        if isinstance(component, Resolving):
            made = [self._label(one) for one in (*component.made, *component.lost)]
            extra = [self._label(component.entity), self._targets(component.targets), component.x, made]
            return [*found, *extra, component.done, self.ranks[component.started]]
        found.append(encoded(component.ability))
        if isinstance(component, Delayed):
            since = self.ranks[component.since]
            return [*found, since, self._targets(component.targets), component.x, component.lasting]
        return [*found, component.delayed, self.ranks[component.since]]

    def component(self, component: Component) -> Any:
        """Return one component as plain values."""
        ranks = self.ranks
        match component:
            case MergeStack():
                merges = [[ranks[m.timestamp], m.over, m.all_abilities, m.size] for m in component.merges]
                return [[self._label(part) for part in component.constituents], merges]
            case Timestamped() if component.together in self.together:
                return [ranks[component.timestamp], self.together[component.together]]
            case Timestamped() | LastTurned() | TurnBegan():
                return ranks[component.timestamp]
            case ControlledSince():
                return [component.seat, ranks[component.timestamp]]
            case Counters():
                return [[pile.kind, pile.count, ranks[pile.timestamp]] for pile in component.piles]
            case Paired():
                return self._label(component.partner)
            case PartOf() | AttachedTo():
                return self._label(component.object)
            case MeldPair():
                return [self._label(card) for card in component.cards]
            case Copying():
                return [self._label(effect) for effect in component.effects]
            case InForce():
                return [self._label(effect) for effect in component.effects]
            case InZone() | ChosenX():
                return msgspec.to_builtins(component)
            case CopyEffect():
                return [
                    self._label(component.object),
                    msgspec.to_builtins(component.values),
                    ranks[component.timestamp],
                    component.until,
                    component.controller,
                    self._label(component.source),
                    component.rule,
                ]
            case ResolvedEffect():
                objects = component.objects
                return [
                    msgspec.to_builtins(component.effect),
                    ranks[component.timestamp],
                    component.until,
                    component.controller,
                    None if objects is None else sorted(str(self._label(one)) for one in objects),
                    self._label(component.source),
                ]
            case Printed():
                return encoded(component.definition)
            case Linked() | Sacrificed():
                return [self._label(one) for one in component.objects]
            case HeldUntil():
                objects = component.objects
                return [self._label(component.source), [self._label(one) for one in objects], component.zone.value]
            case Waiting():
                return [self._label(one) for one in component.triggers]
            case Chosen():
                return self._targets(component.targets)
            case StackAbility() | Delayed() | Resolving():
                return self._ability(component)
            case _:
                return msgspec.to_builtins(component)
