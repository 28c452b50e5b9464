"""The signatures of the permanents of one world, kept up to date at writes (CR 613).

Permanents that no effect can tell apart share a signature; what continuous effects make of it is worked out
once. Only permanents that were written to are signed again.
"""

from collections.abc import Iterable, KeysView
from typing import Any, NamedTuple

from ecs_magic.abilities import Effect, Static
from ecs_magic.alike import OTHERS, Likeness, likeness
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import (
    AttachedTo,
    Controller,
    CounterPile,
    Counters,
    FaceState,
    InZone,
    Kind,
    MeldPair,
    MergeStack,
    Owner,
    ResolvedEffect,
    Status,
    Timestamped,
)
from ecs_magic.copiable import shown_values
from ecs_magic.drafts import static_of
from ecs_magic.enums import CardKind, Zone
from ecs_magic.errors import BrokenInvariantError
from ecs_magic.features import Features, Signature
from ecs_magic.ids import Seat
from ecs_magic.layers import effect_of_counters
from ecs_magic.numbered import Numbered, bitset
from ecs_magic.plans import Plan, Shapes
from ecs_magic.programs import Program, sum_of
from ecs_magic.world import World

_SPARE = 256
"""So many signatures that nothing has may be kept before all permanents are signed anew."""


class Source(NamedTuple):
    """A static ability of a signature: its place among the abilities, the feature that it is, and its program."""

    position: int
    feature: int
    program: Program


class Boost(NamedTuple):
    """What counters of one kind on a permanent make, beside a sum: their place, and the program."""

    position: int
    pile: CounterPile
    program: Program


class _Text(NamedTuple):
    """What copiable values mean for signing: the values (so that their id stays their own), and their abilities."""

    values: Characteristics
    numbers: tuple[int, ...]
    sources: tuple[Source, ...]


class Signatures:
    """Which permanent has which signature, and all that the layer pass needs to know of them.

    `plan` is what continuous effects make of the signatures, as long as that is right. `closer` is what
    effects in force look at beside what is always part of a signature: ``tapped``, ``counters``, or
    ``each`` permanent by itself. `version` is another number whenever anything was signed again.
    """

    __slots__ = (
        "_anchors",
        "_counting",
        "_hosting",
        "_keys",
        "_membership",
        "_ordinary",
        "_programs",
        "_texts",
        "boosts",
        "closer",
        "deeds",
        "effects",
        "features",
        "fixed",
        "hosts",
        "live",
        "members",
        "of",
        "orders",
        "own",
        "plan",
        "population",
        "shapes",
        "slices",
        "sources",
        "version",
    )

    def __init__(self, world: World, closer: frozenset[str] = frozenset()) -> None:
        self.closer = closer
        self.features = Features(len(world.seats))
        # permanent -> the number of its signature
        self.of = Numbered()
        self._keys: dict[tuple[Any, ...], int] = {}
        # what ordinary permanents have in common -> their signature, or -1 where each has its own
        self._ordinary: dict[Likeness, int] = {}
        # how many permanents have each signature; bit `k` of all those numbers as a bitset; those above 0
        self.population: list[int] = []
        self.slices: list[int] = []
        self.live = 0
        # whether each change of those numbers is counted in bitsets; else all are in the end
        self._counting = False
        # signature with static abilities, or of one permanent -> its permanents and their timestamps
        self.members: dict[int, dict[int, int]] = {}
        self.sources: dict[int, tuple[Source, ...]] = {}
        # signature -> in which order the effects of each of its static abilities apply, once that was asked for
        self.orders: dict[int, tuple[Any, ...]] = {}
        # permanent with counters -> what they add to power and toughness, and what else they do
        self.own: dict[int, tuple[int, int]] = {}
        self.boosts: dict[int, tuple[Boost, ...]] = {}
        # attached permanent -> what it is attached to; that -> how many are attached to it
        self.hosts: dict[int, int] = {}
        self._hosting: dict[int, int] = {}
        # resolved effects in force; the objects in fixed sets -> whose; those effects -> signatures
        self.effects: list[tuple[int, ResolvedEffect]] = []
        self._membership: dict[int, tuple[int, ...]] = {}
        self.fixed: dict[int, int] = {}
        self._anchors: frozenset[int] = frozenset()
        # id of values, of a static ability or of an effect -> what was made of it, and the thing itself
        self._texts: dict[int, _Text] = {}
        self._programs: dict[int, tuple[Static | Effect, Program]] = {}
        # id of a part of a program -> what it does to features
        self.deeds: dict[int, Any] = {}
        self.version = 0
        self.plan: Plan | None = None
        self.shapes: Shapes = {}
        self._look_at_effects(world)
        self._sign_all(world, self._sign_alike(world))
        self._count_all()

    def copy(self) -> "Signatures":
        """Return an independent copy; what never changes is shared."""
        other = Signatures.__new__(Signatures)
        for slot in Signatures.__slots__:
            value = getattr(self, slot)
            setattr(other, slot, value.copy() if isinstance(value, dict | list | Features | Numbered) else value)
        other.members = {at: members.copy() for at, members in self.members.items()}
        return other

    @property
    def at_work(self) -> bool:
        """Whether any continuous effect may be at work."""
        return bool(self.effects or self.boosts) or any(self.population[at] for at in self.sources)

    @property
    def is_crowded(self) -> bool:
        """Whether so many signatures are out of use that signing anew is better."""
        return len(self.population) > 4 * len(self.of) + _SPARE

    @property
    def moves_control(self) -> bool:
        """Whether an effect in force may change who controls a permanent (CR 613.1b)."""
        return any(program.moves_control for program in self.programs())

    @property
    def chosen(self) -> KeysView[int]:
        """The objects, in whatever zone, that are in the fixed set of a resolved effect (CR 611.2c)."""
        return self._membership.keys()

    def programs(self) -> Iterable[Program]:
        """Yield the programs of all effects in force, not those of abilities that one of them gives."""
        for at, sources in self.sources.items():
            if self.population[at]:
                for source in sources:
                    yield source.program
        for boosts in self.boosts.values():
            for boost in boosts:
                yield boost.program
        for _, component in self.effects:
            yield self.program(component.effect)

    def program(self, effect: Effect | Static) -> Program:
        """Return the program of an effect or of a static ability; made once."""
        found = self._programs.get(id(effect))
        if found is None:
            static = effect if isinstance(effect, Static) else None
            of = effect.effect if isinstance(effect, Static) else effect
            program = Program(of, static, self.features)
            found = self._programs[id(effect)] = (effect, program)
            for granted in program.granted:
                self.program(granted)
                self.features.need("ability", self.features.number(granted))
        return found[1]

    # --- keeping up to date ------------------------------------------------------------------------------

    def sync(self, world: World, touched: Iterable[int], *, effects: bool) -> None:
        """Sign what was written to again; `effects` tells that resolved effects began, changed or ended."""
        self.version += 1
        waiting = dict.fromkeys(sorted(touched))
        if effects:
            waiting |= dict.fromkeys(self._look_at_effects(world))
        self._sign_all(world, waiting)

    def look(self, world: World, closer: frozenset[str]) -> None:
        """Tell apart what effects look at that closely, and no more: ``tapped`` and ``counters``."""
        changed, self.closer = closer ^ self.closer, closer
        again: list[int] = []
        if "tapped" in changed:
            self._ordinary.clear()
            again += world.store.with_component(Status)
        if "counters" in changed:
            again += self.own
        self.sync(world, again, effects=False)

    def _sign_all(self, world: World, objects: Iterable[int]) -> None:
        waiting = list(objects)
        while waiting:
            # Signing what is attached can make it and its host, old and new, be looked at by themselves.
            again: dict[int, None] = {}
            for object_ in waiting:
                again |= dict.fromkeys(self._sign(world, object_))
            waiting = list(again)

    def _sign_alike(self, world: World) -> list[int]:
        """Sign the permanents of a large board that are alike together; return those to be signed one by one."""
        alike = world.memory.alike
        if alike is None or "each" in self.closer:
            return list(world.battlefield())
        alike.refresh(world.store.held_by)
        if len(alike.of) != len(world.battlefield()):
            raise BrokenInvariantError(f"{len(alike.of)} of {len(world.battlefield())} permanents are told apart")
        there = [number for number, count in enumerate(alike.counts) if count and number != OTHERS]
        texts = {number: self._text(shown_values(world, alike.example(number))) for number in there}
        # Those with static abilities come last, so that one comparison finds them.
        groups = [[number for number in there if bool(texts[number].sources) is makes] for makes in (False, True)]
        signed, first = [-1] * len(alike.counts), 0
        for group in groups:
            first = len(self.population)
            for number in group:
                common = alike.likenesses[number]
                at = signed[number] = -1 if common is None else self._of(common, texts[number])
                if at >= 0:
                    self.population[at] += alike.counts[number]
        self.of = alike.of.renumbered(signed, sum(self.population))
        for object_ in self.of.from_on(first):
            self.members[self.of[object_]][object_] = int(world.get(object_, Timestamped).timestamp)
        left = [number for number, at in enumerate(signed) if at < 0 and alike.counts[number]]
        return [*alike.of.having(left), *sorted({*self._membership, *self._anchors})]

    def _count_all(self) -> None:
        """Count the permanents of each signature in bitsets."""
        most = max(self.population, default=0)
        self.slices = [
            bitset([number >> place & 1 for number in self.population]) for place in range(most.bit_length())
        ]
        self.live = bitset([number > 0 for number in self.population])
        self._counting = True

    def _look_at_effects(self, world: World) -> list[int]:
        """Bring up to date which resolved effects there are; return the objects that must be signed again."""
        found = [(effect, world.find(effect, ResolvedEffect)) for effect in world.in_force()]
        effects = [(int(effect), component) for effect, component in found if component is not None]
        if effects == self.effects:
            return []
        self.plan = None
        self.effects = effects
        membership: dict[int, tuple[int, ...]] = {}
        anchors = set()
        for effect, component in effects:
            for object_ in component.objects or ():
                membership[object_] = (*membership.get(object_, ()), effect)
            if component.source is not None and self.program(component.effect).alone:
                anchors.add(int(component.source))
        changed = [
            one for one in {**self._membership, **membership} if self._membership.get(one) != membership.get(one)
        ]
        changed += sorted(anchors ^ self._anchors)
        self._membership, self._anchors = membership, frozenset(anchors)
        return changed

    def _sign(self, world: World, object_: int) -> list[int]:
        """Sign one object; return others that must be signed again, what it is and was attached to."""
        held = world.store.held(object_)
        place = None if held is None else held.get(InZone)
        again: list[int] = []
        if held is None or place is None or place.zone is not Zone.BATTLEFIELD or MergeStack not in held:
            host = None
        else:
            attached = held.get(AttachedTo)
            host = None if attached is None else int(attached.object)
        if host is not None or object_ in self.hosts:
            again = self._attach(object_, host)
        if held is None or place is None or place.zone is not Zone.BATTLEFIELD or MergeStack not in held:
            self._move(object_, None, 0)
            return again
        stamped = held.get(Timestamped)
        timestamp = 0 if stamped is None else int(stamped.timestamp)
        common = self._likeness(world, object_, held)
        if common is not None:
            at = self._ordinary.get(common)
            if at is None:
                at = self._of(common, self._text(shown_values(world, object_)))
            if at >= 0:
                self._move(object_, at, timestamp)
                return again
        status = held.get(Status)
        if status is not None and status.phased_out:
            self._move(object_, None, 0)
            return again
        values = shown_values(world, object_)
        text = self._text(values)
        counters = held.get(Counters)
        piles: tuple[CounterPile, ...] = () if counters is None else counters.piles
        if piles or object_ in self.own:
            self._count(object_, piles, equipment="Equipment" in values.subtypes)
        self._move(object_, self._signature(world, object_, held, text, piles), timestamp)
        return again

    def _likeness(self, world: World, object_: int, held: Any) -> Likeness | None:
        """Return what a permanent has in common with others, if that is all there is to it."""
        if "each" in self.closer or object_ in self._membership or object_ in self._anchors:
            return None
        if object_ in self.hosts or object_ in self._hosting or object_ in self.own or object_ in self.boosts:
            return None
        alike = world.memory.alike
        return likeness(world.store.held_by, held) if alike is None else alike.likenesses[alike.of[object_]]

    def _of(self, common: Likeness, text: _Text) -> int:
        """Return the signature of all permanents that have this in common; -1 where each has its own."""
        at = -1
        if not any(source.program.alone for source in text.sources):
            _, _, controller, owner, token, tapped = common
            at = self._numbered(text, controller, owner, token=token, tapped=tapped and "tapped" in self.closer)
        self._ordinary[common] = at
        return at

    def _text(self, values: Characteristics) -> _Text:
        """Return what copiable values mean for signing."""
        found = self._texts.get(id(values))
        if found is not None:
            return found
        number = self.features.number
        numbers = tuple(number(ability) for ability in values.abilities)
        sources = []
        for index, ability in enumerate(values.abilities):
            static = static_of(ability)
            if static is not None:
                feature = self.features.need("ability", numbers[index])
                sources.append(Source(index, feature, self.program(static)))
        text = self._texts[id(values)] = _Text(values, numbers, tuple(sources))
        return text

    def _signature(self, world: World, object_: int, held: Any, text: _Text, piles: tuple[CounterPile, ...]) -> int:
        """Return the number of the signature that a permanent has now."""
        top = held[MergeStack].constituents[0]
        of_top = world.store.held(top) or {}
        pair = of_top.get(MeldPair)
        of_card = of_top if pair is None else world.store.held(pair.cards[0]) or {}
        attached = object_ in self.hosts
        alone = (
            attached
            or object_ in self._hosting
            or object_ in self._anchors
            or object_ in self.boosts
            or "each" in self.closer
            or any(source.program.alone for source in text.sources)
        )
        status = held.get(Status)
        controller, owner = held[Controller].seat, of_card[Owner].seat
        token = of_card[Kind].kind is CardKind.TOKEN
        face_down = of_top[FaceState].face_down is not None
        tapped = "tapped" in self.closer and status is not None and status.tapped
        seen = piles if "counters" in self.closer else ()
        effects = self._membership.get(object_, ())
        return self._numbered(
            text,
            controller,
            owner,
            token=token,
            face_down=face_down,
            tapped=tapped,
            attached=attached,
            counters=seen,
            effects=effects,
            alone=object_ if alone else 0,
        )

    def _numbered(
        self,
        text: _Text,
        controller: Seat,
        owner: Seat,
        *,
        token: bool,
        tapped: bool,
        face_down: bool = False,
        attached: bool = False,
        counters: tuple[CounterPile, ...] = (),
        effects: tuple[int, ...] = (),
        alone: int = 0,
    ) -> int:
        """Return the number of the signature of which all this is true."""
        key = (id(text.values), controller, owner, token, face_down, tapped, attached, counters, effects, alone)
        found = self._keys.get(key)
        if found is None:
            signature = Signature(
                text.values,
                controller,
                owner,
                token=token,
                face_down=face_down,
                tapped=tapped,
                attached=attached,
                counters=counters,
                effects=effects,
                alone=alone,
                abilities=text.numbers,
            )
            found = self._keys[key] = self._new(signature, text)
        return found

    def _new(self, signature: Signature, text: _Text) -> int:
        at = self.features.add(signature)
        self.population.append(0)
        for effect in signature.effects:
            self.fixed[effect] = self.fixed.get(effect, 0) | 1 << at
        if text.sources:
            self.sources[at] = text.sources
        if text.sources or signature.alone:
            self.members[at] = {}
        self.plan = None
        return at

    def _count(self, object_: int, piles: tuple[CounterPile, ...], *, equipment: bool) -> None:
        """Note what counters on a permanent do: a sum for itself, and what else."""
        power = toughness = 0
        boosts = []
        for index, pile in enumerate(piles):
            effect = effect_of_counters(pile, equipment=equipment)
            if effect is None:
                continue
            sums = sum_of(effect.changes) if effect.affects.which == "this" else None
            if sums is None:
                boosts.append(Boost(index, pile, Program(effect, None, self.features)))
            else:
                power, toughness = power + sums[0], toughness + sums[1]
        if piles:
            self.own[object_] = power, toughness
        else:
            self.own.pop(object_, None)
        if boosts or object_ in self.boosts:
            self.plan = None
            self.boosts.pop(object_, None)
            if boosts:
                self.boosts[object_] = tuple(boosts)

    def _attach(self, object_: int, host: int | None) -> list[int]:
        """Note what an object is attached to; return the hosts, old and new, if that changed."""
        old = self.hosts.get(object_)
        if old == host:
            return []
        self.plan = None
        if old is not None:
            del self.hosts[object_]
            self._hosting[old] -= 1
            if not self._hosting[old]:
                del self._hosting[old]
        if host is not None:
            self.hosts[object_] = host
            self._hosting[host] = self._hosting.get(host, 0) + 1
        return [one for one in (old, host) if one is not None]

    def _move(self, object_: int, new: int | None, timestamp: int) -> None:
        """Let an object have this signature and no other."""
        old = self.of.get(object_)
        if old != new:
            if old is not None:
                self._bump(old, -1)
                if old in self.members:
                    del self.members[old][object_]
                    self.orders.pop(old, None)
                del self.of[object_]
            if new is not None:
                self.of[object_] = new
                self._bump(new, 1)
        if new is None:
            self.own.pop(object_, None)
            if self.boosts.pop(object_, None) is not None:
                self.plan = None
        elif new in self.members and self.members[new].get(object_) != timestamp:
            self.members[new][object_] = timestamp
            self.orders.pop(new, None)
            if new in self.sources:
                self.plan = None

    def _bump(self, at: int, by: int) -> None:
        """Count one permanent more or less of a signature; the plan goes if that can change what effects do."""
        old = self.population[at]
        new = self.population[at] = old + by
        if not self._counting:
            return
        bit = 1 << at
        changed = old ^ new
        while changed:
            place = (changed & -changed).bit_length() - 1
            changed &= changed - 1
            while place >= len(self.slices):
                self.slices.append(0)
            self.slices[place] ^= bit
        if not old or not new:
            self.live ^= bit
        plan = self.plan
        if plan is not None and (
            at in self.sources or plan.populated or (plan.interacts and not (old and new)) or "each" in self.closer
        ):
            self.plan = None

    def total(self, selected: int) -> int:
        """Return how many permanents have one of these signatures."""
        return sum((selected & bits).bit_count() << place for place, bits in enumerate(self.slices))
