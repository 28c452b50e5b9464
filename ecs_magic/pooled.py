"""What games that are refreshed together have in common: kinds of permanents, and effects made ready once.

A pool belongs to one table of games and to nothing else. It only grows, and what is in it does not depend on
which games brought it.
"""

from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from ecs_magic.abilities import (
    Ability,
    DefinePowerToughness,
    Modification,
    ModifyPowerToughness,
    SetPowerToughness,
)
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import CounterPile
from ecs_magic.features import Features, Signature
from ecs_magic.gathering import gathered
from ecs_magic.ids import Seat, Timestamp
from ecs_magic.programs import Program
from ecs_magic.selectors import Count
from ecs_magic.signatures import Signatures
from ecs_magic.works import Work

WIDTH: Final = 64
"""So many signatures a game may have to be carried: the bits of one word."""
CROWD: Final = 512
"""So many permanents a game may have to be carried."""
_LARGE: Final = 1024
"""A number as large as this is left to the layer pass of its game, so that no sum leaves 32 bits."""

Words = np.ndarray[Any, np.dtype[np.uint64]]
"""One word a game: bit `n` is that of the game's signature `n`."""
Numbers = np.ndarray[Any, np.dtype[np.int32]]


class Lane(NamedTuple):
    """One continuous effect for one player, wherever it is: works of it are carried out for all games at once.

    `held` is the feature that its ability is or -1; `fixed` tells that what it affects is a fixed set.
    """

    program: Program
    seat: Seat
    held: int
    fixed: bool


class Force(NamedTuple):
    """The effects in force in a game, which forks of one position have in common.

    `apart` is empty, or says why the game is left to a layer pass of its own. `works` are lane, source, host,
    fixed set (words) and number of equal effects; `ordered` those whose order may count; `closer` is what they
    look at that is part of a signature only then.
    """

    apart: str
    works: tuple[tuple[int, int, int, int, int], ...] = ()
    ordered: tuple[int, ...] = ()
    closer: frozenset[str] = frozenset()
    populated: bool = False
    outward: bool = False


_APART: Final = Force("")


class Row(NamedTuple):
    """What one game brings: read off its signatures, which had this version then.

    `turns` are the works whose order may count, in the order of their single effects.
    """

    signatures: Signatures
    version: int
    force: Force
    shape: int = 0
    slices: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()

    @property
    def apart(self) -> str:
        """Why the game is left to a layer pass of its own, or an empty text."""
        return self.force.apart


class Pool:
    """Kinds of permanents, shapes of boards, and lanes, each with a number; and all features looked at.

    The signatures of `features` are the kinds: signatures of games without what tells objects of one game
    apart. A shape is a list of kinds: those of the signatures of a game.
    """

    def __init__(self, seats: int) -> None:
        self.features = Features(seats)
        self.lanes: list[Lane] = []
        # a shape a row: kinds, and 0 beyond; kind 0 is that of nothing
        self.shapes = np.zeros((0, WIDTH), dtype=np.int32)
        self.width = 1
        self._fresh: list[list[int]] = []
        self._shapes: dict[tuple[int, ...], int] = {}
        self._kinds: dict[tuple[Any, ...], int] = {}
        # kinds with a printed number that is too large
        self._large: set[int] = set()
        # by id, with the thing itself so that its id stays its own
        self._values: dict[int, tuple[Characteristics, Characteristics]] = {}
        self._kind_of: dict[int, tuple[Signature, int]] = {}
        self._lane_of: dict[tuple[int, Seat, int, bool], tuple[Program, Any, int]] = {}
        # the last signature and their number -> a list of signatures that forks have in common, its shape, its number
        self._lists: dict[tuple[int, int], tuple[list[Signature], int, int]] = {}
        self._listed = 0
        # the number of such a list, and how many there are of each source -> the effects in force
        self._forces: dict[tuple[int, ...], Force] = {}
        # by value
        self._same_abilities: dict[Any, Ability] = {}
        self._same_values: dict[bytes, Characteristics] = {}
        self._programs: dict[bytes, tuple[Program, str]] = {}
        self._lanes: dict[tuple[int, Seat, int, bool], int] = {}
        self._apart: list[str] = []
        self._kind(Signature(Characteristics(), Seat(-1), Seat(-1), **_NOTHING))

    def __len__(self) -> int:
        """How many things it remembers."""
        return len(self._kind_of) + self._listed + len(self._forces) + len(self._lane_of)

    # --- reading a game ----------------------------------------------------------------------------------

    def read(self, signatures: Signatures) -> Row:
        """Return what a game with these signatures brings."""
        version = signatures.version
        if len(signatures.population) > WIDTH:
            return Row(signatures, version, _APART._replace(apart=f"more than {WIDTH} signatures"))
        if len(signatures.of) > CROWD:
            return Row(signatures, version, _APART._replace(apart=f"more than {CROWD} permanents"))
        shape, listed = self._shape(signatures.features.signatures)
        if shape < 0:
            return Row(signatures, version, _APART._replace(apart="a very large number"))
        common = not (signatures.effects or signatures.boosts or signatures.hosts)
        key = listed, *[len(signatures.members[at]) for at in signatures.sources]
        force = self._forces.get(key) if common else None
        works: list[Work] = []
        if force is None:
            works = gathered(signatures)
            force = self._force(works, signatures.features)
            if common:
                self._forces[key] = force
        turns: tuple[int, ...] = ()
        if force.ordered and not force.apart:
            works = works or gathered(signatures)
            turns = tuple(at for _, at in sorted((order, at) for at in force.ordered for order in works[at].orders))
        return Row(signatures, version, force, shape, tuple(signatures.slices), turns)

    def _force(self, works: list[Work], features: Features) -> Force:
        """Return the works of a game as words."""
        found: list[tuple[int, int, int, int, int]] = []
        ordered: list[int] = []
        closer: set[str] = set()
        populated = outward = False
        for work in works:
            number = self._lane(work, features)
            if self._apart[number]:
                return _APART._replace(apart=self._apart[number])
            program = self.lanes[number].program
            closer |= program.status
            populated = populated or program.populated
            outward = outward or program.outward
            if len(program.parts) != 1 or program.parts[0].sums is None:
                ordered.append(len(found))
            place = work.place
            found.append((number, place.source, place.host, work.fixed or 0, len(work.orders)))
        return Force("", tuple(found), tuple(ordered), frozenset(closer), populated, outward)

    def _lane(self, work: Work, features: Features) -> int:
        """Return the number of a work's lane."""
        seat, fixed = work.place.seat, work.fixed is not None
        ability = None if work.held < 0 else features.ability(features.names[work.held][1])
        key = id(work.program), seat, id(ability), fixed
        found = self._lane_of.get(key)
        if found is None:
            program, apart = self._program(work.program)
            held = -1 if ability is None else self.features.need("ability", self._number(ability))
            place = id(program), seat, held, fixed
            number = self._lanes.get(place)
            if number is None:
                number = self._lanes[place] = len(self.lanes)
                self.lanes.append(Lane(program, seat, held, fixed))
                self._apart.append(apart)
            found = self._lane_of[key] = work.program, ability, number
        return found[2]

    def _program(self, program: Program) -> tuple[Program, str]:
        """Return the one program of an effect's value, and why it is left to a layer pass if it is."""
        value = program.effect if program.static is None else program.static
        key = msgspec.msgpack.encode((type(value).__name__, value))
        found = self._programs.get(key)
        if found is None:
            own = Program(program.effect, program.static, self.features)
            found = self._programs[key] = own, _apart(own)
        return found

    def _shape(self, signatures: list[Signature]) -> tuple[int, int]:
        """Return the shape of a game with these signatures, -1 where numbers are too large, and their list's number."""
        # Forks have the same signatures until they bring one of their own.
        key = id(signatures[-1]) if signatures else 0, len(signatures)
        known = self._lists.get(key)
        if known is None or known[0] != signatures:
            kinds = tuple(self._kind(one) for one in signatures)
            found = -1 if not self._large.isdisjoint(kinds) else self._shapes.get(kinds)
            if found is None:
                found = self._shapes[kinds] = len(self._shapes)
                self._fresh.append([*kinds, *[0] * (WIDTH - len(kinds))])
                self.width = max(self.width, len(kinds))
            known = self._lists[key] = signatures.copy(), found, self._listed
            self._listed += 1
        return known[1], known[2]

    def _kind(self, signature: Signature) -> int:
        known = self._kind_of.get(id(signature))
        if known is not None:
            return known[1]
        values = self._one_of(signature.values)
        piles = tuple((pile.kind, pile.count) for pile in signature.counters)
        facts = signature.token, signature.face_down, signature.tapped, signature.attached
        key = id(values), signature.controller, signature.owner, *facts, piles
        found = self._kinds.get(key)
        if found is None:
            found = self._kinds[key] = self.features.add(
                Signature(
                    values,
                    signature.controller,
                    signature.owner,
                    token=signature.token,
                    face_down=signature.face_down,
                    tapped=signature.tapped,
                    attached=signature.attached,
                    counters=tuple(CounterPile(kind, count, Timestamp(0)) for kind, count in piles),
                    effects=(),
                    alone=0,
                    abilities=tuple(map(self._number, values.abilities)),
                )
            )
            if max(abs(values.power or 0), abs(values.toughness or 0)) >= _LARGE:
                self._large.add(found)
        self._kind_of[id(signature)] = signature, found
        return found

    def _number(self, ability: Ability) -> int:
        """Return the number of an ability; equal ones have the same, whichever game they are from."""
        try:
            return self.features.number(self._same_abilities.setdefault(ability, ability))
        except TypeError:  # it has no hash
            key = type(ability).__name__, msgspec.msgpack.encode(ability)
            return self.features.number(self._same_abilities.setdefault(key, ability))

    def _one_of(self, values: Characteristics) -> Characteristics:
        """Return the one object of these copiable values."""
        known = self._values.get(id(values))
        if known is None:
            one = self._same_values.setdefault(msgspec.msgpack.encode(values), values)
            known = self._values[id(values)] = values, one
        return known[1]

    # --- as arrays ---------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let shapes that were read since be part of `shapes`."""
        if self._fresh:
            self.shapes = np.concatenate([self.shapes, np.array(self._fresh, dtype=np.int32)])
            self._fresh = []

    def words(self, feature: int) -> Words:
        """Return for each shape which of its signatures have a feature before any effect."""
        count = len(self.features.signatures)
        packed = self.features.bits[feature].to_bytes((count + 7) // 8, "little")
        having = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=count, bitorder="little")
        return packed_words(having[self.shapes])

    def sizes(self) -> tuple[Numbers, Numbers]:
        """Return the copiable power and toughness of each signature of each shape, 0 where there is none."""
        values = [one.values for one in self.features.signatures]
        power = np.array([one.power or 0 for one in values], dtype=np.int32)
        toughness = np.array([one.toughness or 0 for one in values], dtype=np.int32)
        shapes = self.shapes[:, : self.width]
        return power[shapes], toughness[shapes]


_NOTHING: Final[dict[str, Any]] = {
    "token": False,
    "face_down": False,
    "tapped": False,
    "attached": False,
    "counters": (),
    "effects": (),
    "alone": 0,
    "abilities": (),
}


def packed_words(bits: np.ndarray[Any, Any]) -> Words:
    """Return rows of 64 bits as words."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    return packed.view("<u8").reshape(bits.shape[:-1]).astype(np.uint64)


def _apart(program: Program) -> str:
    """Return why an effect is left to the layer pass of its game; decided from the effect's own data."""
    if program.carried:
        return program.carried
    if program.granted:
        return "abilities given that make effects"
    if program.controls:
        return "control changed"
    numbers = [number for change in program.effect.changes for number in _numbers(change)]
    if not all(isinstance(number, int | Count) for number in numbers):
        return "a number read off an object"
    if any(abs(number) >= _LARGE for number in _constants(numbers)):
        return "a very large number"
    return ""


def _numbers(change: Modification) -> list[Any]:
    if isinstance(change, DefinePowerToughness | SetPowerToughness | ModifyPowerToughness):
        return [number for number in (change.power, change.toughness) if number is not None]
    return []


def _constants(numbers: list[Any]) -> list[int]:
    found = []
    for number in numbers:
        found += [number.times, number.plus] if isinstance(number, Count) else [number]
    return found
