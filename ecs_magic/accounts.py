"""The account of one object in the layers: what was applied to it and why there, and what was not and why not."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from ecs_magic.abilities import AddTypes, Effect, Gain, Layer, SetSubtypes, answers_to, written
from ecs_magic.components import ResolvedEffect
from ecs_magic.derived import characteristics
from ecs_magic.drafts import Draft, Held
from ecs_magic.errors import ObjectGoneError
from ecs_magic.layers import Board, Instance, Key
from ecs_magic.objects import last_known
from ecs_magic.reasons import Dependence, Reason
from ecs_magic.selectors import Feature, Selector
from ecs_magic.subtypes import fits
from ecs_magic.world import World

_EVERYTHING: Final = Selector()


_WHILE: Final = {
    "source leaves": "while the source stays",
    "you lose the source": "while its player controls the source",
}


class Labels:
    """How objects and effects are called: by name, and by what a scenario calls them or else their number."""

    def __init__(self, world: World, names: Mapping[int, str] | None = None) -> None:
        self.world = world
        self._names = names or {}

    def of(self, object_: int) -> str:
        """Return how an object is called."""
        known = self._names.get(object_, str(object_))
        if self.world.is_object(object_):
            return f"{characteristics(self.world, object_).name or 'a nameless object'} ({known})"
        try:
            left = characteristics(last_known(self.world, object_), object_).name
        except ObjectGoneError:
            left = ""
        return f"{left or 'an object'}, which left ({known})"

    def all(self, objects: Iterable[int]) -> str:
        """Return how some objects are called, the first four of many."""
        found = list(objects)
        more = f" and {len(found) - 4} more" if len(found) > 4 else ""
        return ", ".join(map(self.of, found[:4])) + more

    def source(self, instance: Instance) -> str:
        """Return where an effect comes from, in short."""
        kind, entity = instance.key[0], instance.key[1]
        if kind == "counter":
            return instance.label
        if kind == "effect" and entity in self._names:
            return f"effect {self._names[entity]!r}"
        return "an effect" if instance.source is None else self.of(instance.source)

    def whole(self, instance: Instance) -> str:
        """Return where an effect comes from, which ability or effect it is, and how long it lasts."""
        kind, entity = instance.key[0], instance.key[1]
        if kind != "effect":
            named = kind == "static" and instance.label
            return f"{self.source(instance)}: {instance.label}" if named else self.source(instance)
        parts = [self.source(instance)]
        if entity in self._names and instance.source is not None:
            parts.append(f"of {self.of(instance.source)}")
        component = self.world.find(entity, ResolvedEffect)
        if component is not None and component.until != "game ends":
            parts.append(_WHILE.get(component.until, f"until {component.until}"))
        return " ".join(parts)


class Applied(NamedTuple):
    """One application of an effect to the object."""

    layer: Layer
    instance: Instance
    reason: Reason
    old: Draft
    new: Draft
    began: Layer | None
    """The earlier layer in which it began to apply, if this is not the first (CR 613.6)."""
    lost: tuple[Layer, Instance] | None
    """Where its ability was lost before, and to what."""


class Left(NamedTuple):
    """An effect that was not applied to the object, and why."""

    instance: Instance
    rule: str
    why: str
    features: frozenset[Feature]


class Account:
    """Told by a board of all that is applied; keeps what concerns one object."""

    def __init__(self, world: World, object_: int, labels: Labels, absent: Collection[int] = ()) -> None:
        self.world = world
        self.object = object_
        # objects that are phased out because they are to be thought away
        self.absent = absent
        self.labels = labels
        self.applied_to_it: list[Applied] = []
        self._board: Board | None = None
        # static abilities that were on something at any time, by the key of their effect
        self._statics: dict[Key, tuple[int, Held]] = {}
        # effect -> the layer in which it began to apply, and why then
        self._began: dict[Key, tuple[Layer, Instance, Reason]] = {}
        # effect of an ability that is gone -> the layer in which it went, and to what
        self._lost: dict[Key, tuple[Layer, Instance]] = {}

    def run(self, board: Board) -> None:
        """Run a board made with this as its recorder."""
        self._board = board
        for object_, draft in board.drafts.items():
            self._meet(object_, draft)
        board.run()

    def _meet(self, object_: int, draft: Draft) -> set[Key]:
        """Take note of the static abilities on a draft and return the keys of their effects."""
        found = set()
        for held in draft.abilities:
            if held.static is not None:
                key: Key = ("static", object_, *held.origin)
                self._statics.setdefault(key, (object_, held))
                found.add(key)
        return found

    def applied(
        self, layer: Layer, instance: Instance, affected: tuple[int, ...], before: dict[int, Draft], reason: Reason
    ) -> None:
        """Take note of one application: what abilities went with it, and what it did to the object."""
        if self._board is None:
            return
        began = self._began.setdefault(instance.key, (layer, instance, reason))[0]
        lost = self._lost.get(instance.key)
        for object_ in affected:
            old, new = self._meet(object_, before[object_]), self._meet(object_, self._board.drafts[object_])
            for key in sorted(old - new):
                self._lost[key] = layer, instance
            for key in new - old:
                self._lost.pop(key, None)
        if self.object in affected:
            new_draft = self._board.drafts[self.object].copy()
            earlier = None if began == layer else began
            self.applied_to_it.append(
                Applied(layer, instance, reason, before[self.object], new_draft, earlier, lost if earlier else None)
            )

    def left_out(self) -> Iterator[Left]:
        """Yield the effects that would be thought to affect the object and were not applied to it, with the reason."""
        board = self._board
        if board is None:
            return
        if self.object in board.drafts:
            yield from self._without_ability(board)
            yield from self._not_in_its_set(board)
        yield from self._phased_out()

    def _without_ability(self, board: Board) -> Iterator[Left]:
        for key, (source, held) in self._statics.items():
            static = held.static
            if static is None or key in self._began:
                continue
            instance = self._instance(key, source, held, static.effect, static.name)
            if static.chosen is not None and board.with_chosen(source, static) is None:
                yield _left(instance, "607.2d", f"no {static.chosen} was chosen for its object")
            elif key in self._lost:
                if self._would_select(board, instance):
                    layer, by = self._lost[key]
                    yield _left(
                        instance,
                        "613.6",
                        f"its ability was lost in layer {layer} to {self.labels.source(by)}, before it began to apply",
                    )
            elif static.condition is not None and self._would_select(board, instance):
                yield _left(instance, "611.3a", "its condition does not hold")

    def _not_in_its_set(self, board: Board) -> Iterator[Left]:
        for key, (layer, instance, reason) in self._began.items():
            if key[0] == "counter" or self.object in board.begun[key] or not self._would_select(board, instance):
                continue
            if instance.fixed is None and reason.loop:
                others = ", ".join(self.labels.source(other) for other in reason.loop)
                why = f"in a loop of dependencies with {others} it came by timestamp, when it did not apply to this"
                yield _left(instance, "613.8b", why)
            elif instance.fixed is None and len({change.layer for change in instance.effect.changes}) == 1:
                yield _left(instance, "613.7", f"it was applied in layer {layer} when it did not apply to this yet")
            elif instance.fixed is None:
                why = f"it did not apply to this as it began in layer {layer}, and goes on with the set it had then"
                yield _left(instance, "613.6", why)
            elif instance.effect.affects != _EVERYTHING:
                yield _left(instance, "611.2c", "what it affects was fixed as it began, without this")

    def _phased_out(self) -> Iterator[Left]:
        for source in self.world.battlefield():
            if source == self.object or source in self.absent or not self.world.status(source).phased_out:
                continue
            draft = Draft(self.world, source)
            for held in draft.abilities:
                static = held.static
                if static is not None:
                    key: Key = ("static", source, *held.origin)
                    instance = self._instance(key, source, held, static.effect, static.name)
                    if self._board is not None and self._would_select(self._board, instance):
                        yield _left(instance, "702.26d", "its source is phased out")

    def _instance(self, key: Key, source: int, held: Held, effect: Effect, name: str) -> Instance:
        draft = Draft(self.world, source)
        return Instance(
            key,
            effect,
            source=source,
            controller=self.world.owner(source) if draft.controller is None else draft.controller,
            timestamp=max(draft.timestamp, held.timestamp),
            label=name,
        )

    def _would_select(self, board: Board, instance: Instance) -> bool:
        """Whether the effect's selector selects the object as it is in the end."""
        return self.object in board.selected(instance, instance.effect.affects)

    # --- in words ----------------------------------------------------------------------------------------

    def why(self, index: int) -> str:
        """Return why one application came at its place in the order, in words."""
        one = self.applied_to_it[index]
        same = [other for other in self.applied_to_it if other.layer == one.layer]
        parts = [self._order(one, same)]
        if one.began is not None:
            gone = ""
            if one.lost is not None:
                layer, by = one.lost
                gone = f", though its ability was lost in layer {layer} to {self.labels.source(by)}"
            parts.append(f"CR 613.6: goes on with what it began with in layer {one.began}{gone}")
        return "; ".join(parts)

    def unchanged(self, index: int) -> str:
        """Return why one application made no difference, in words."""
        one = self.applied_to_it[index]
        for change in one.instance.effect.changes:
            if isinstance(change, Gain) and one.layer == change.layer:
                given = written(change.abilities)
                barred = sorted(name for name in one.new.barred if any(answers_to(ability, name) for ability in given))
                if barred:
                    return f"it can't have {', '.join(barred)} (CR 113.11)"
            if isinstance(change, AddTypes | SetSubtypes) and one.layer == change.layer:
                odd = [name for name in change.subtypes if not fits(name, one.new.types)]
                if odd:
                    return f"{', '.join(odd)} goes with no card type that it has (CR 205.3d)"
        return "it was so already"

    def _order(self, one: Applied, same: list[Applied]) -> str:
        reason, labels = one.reason, self.labels
        if reason.rule == "613.3":
            return "CR 613.3: it defines this itself, so it comes first in its layer"
        if reason.older is not None:
            older = reason.older
            return (
                f"CR 613.8a: before {labels.source(older)}, which is older (timestamp {older.timestamp}) but depends "
                f"on it: {self._dependence(reason.dependence)}"
            )
        if reason.loop:
            others = ", ".join(labels.source(other) for other in reason.loop)
            return f"CR 613.8b: in a loop of dependencies with {others}, so by timestamp"
        if reason.waited:
            others = ", ".join(labels.source(other) for other in reason.waited)
            return f"CR 613.8b: waited for {others}, on which it depended though it is older"
        at = same.index(one)
        if at and same[at - 1].instance.order < one.instance.order:
            earlier = same[at - 1].instance
            return f"CR 613.7: timestamp, after {labels.source(earlier)} at {earlier.timestamp}"
        if at + 1 < len(same):
            later = same[at + 1].instance
            return f"CR 613.7: timestamp, before {labels.source(later)} at {later.timestamp}"
        return "CR 613.1: alone in its layer"

    def _dependence(self, dependence: Dependence | None) -> str:
        if dependence is None:
            return "through others that depend on it"
        if dependence.clause == "existence":
            return "applying this takes that effect away"
        if dependence.clause != "what it applies to":
            return f"applying this changes {'its text' if dependence.clause == 'text' else 'what that does'}"
        parts = [f"also {self.labels.all(dependence.more)}"] if dependence.more else []
        parts += [f"no longer {self.labels.all(dependence.fewer)}"] if dependence.fewer else []
        return f"applying this changes what that applies to: {'; '.join(parts)}"


def _left(instance: Instance, rule: str, why: str) -> Left:
    return Left(instance, rule, why, frozenset(one for change in instance.effect.changes for one in change.writes))
