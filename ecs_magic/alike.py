"""Which permanents are alike in all that is stored of them: a column of numbers, kept up to date at writes.

What there is nothing out of the ordinary about is as others that show the same face of the same card for the
same player. So a large board is told apart by looking numbers up, not permanents.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ecs_magic.components import (
    AttachedTo,
    Controller,
    Copying,
    Counters,
    FaceState,
    InZone,
    Kind,
    MeldPair,
    MergeStack,
    Owner,
    Printed,
    Status,
    Unlocked,
)
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.ids import Seat
from ecs_magic.numbered import Numbered

OTHERS: Final = 0
"""The number of all permanents that are not told by what is printed on them."""
_EXTRAORDINARY: Final = frozenset({Copying, Counters, AttachedTo, Unlocked})

Held = Mapping[type, Any]


Likeness = tuple[int, bool, Seat, Seat, bool, bool]
"""What permanents have in common: the id of what is printed (the world keeps it), whether the back face is up,
controller, owner, whether they are tokens, and whether they are tapped."""


def likeness(entities: Mapping[int, Held], held: Held) -> Likeness | None:
    """Return what tells a permanent with these components; `None` where it takes more to tell."""
    parts = held[MergeStack].constituents
    part = entities[parts[0]]
    state = part[FaceState]
    if len(parts) > 1 or MeldPair in part or state.face_down is not None or not _EXTRAORDINARY.isdisjoint(held):
        return None
    status = held.get(Status)
    if status is not None and (status.flipped or status.phased_out or status.indirectly):
        return None
    return (
        id(part[Printed].definition),
        state.face is Face.BACK,
        held[Controller].seat,
        part[Owner].seat,
        part[Kind].kind is CardKind.TOKEN,
        status is not None and status.tapped,
    )


class Alike:
    """The permanents of one world by what tells them; each of them has a number, and nothing else has one.

    All this is so after `refresh`; until then it is as it was for what was touched.
    """

    __slots__ = ("_examples", "_numbers", "_touched", "counts", "likenesses", "of")

    def __init__(self) -> None:
        # permanent -> its number
        self.of = Numbered()
        self._touched: set[int] = set()
        self._numbers: dict[Likeness | None, int] = {None: OTHERS}
        # by number: what those of it have in common, how many there are, and the last one that came to have it
        self.likenesses: list[Likeness | None] = [None]
        self.counts = [0]
        self._examples = [0]

    def copy(self) -> "Alike":
        """Return an independent copy."""
        other = Alike.__new__(Alike)
        other.of = self.of.copy()
        other._touched = self._touched.copy()
        other._numbers = self._numbers.copy()
        other.likenesses = self.likenesses.copy()
        other.counts = self.counts.copy()
        other._examples = self._examples.copy()
        return other

    def touch(self, objects: Iterable[int]) -> None:
        """Note that objects were written to."""
        self._touched.update(objects)

    @property
    def is_outdated(self) -> bool:
        """Whether more objects were written to than have numbers."""
        return len(self._touched) > len(self.of)

    def refresh(self, entities: Mapping[int, Held]) -> None:
        """Look again at the objects that were written to."""
        of, numbers, counts = self.of, self._numbers, self.counts
        waiting, self._touched = sorted(self._touched), set()
        for object_ in waiting:
            held = entities.get(object_)
            old, number = of.get(object_), None
            if held is not None and MergeStack in held and held[InZone].zone is Zone.BATTLEFIELD:
                found = likeness(entities, held)
                number = numbers.get(found)
                if number is None:
                    number = numbers[found] = len(counts)
                    self.likenesses.append(found)
                    counts.append(0)
                    self._examples.append(object_)
            if number == old:
                continue
            if old is not None:
                counts[old] -= 1
            if number is None:
                del of[object_]
            else:
                counts[number] += 1
                self._examples[number] = object_
                of[object_] = number

    def example(self, number: int) -> int:
        """Return a permanent of a number that some have."""
        found = self._examples[number]
        if self.of.get(found) != number:
            # Where one is gone, those of other numbers may be: one look at all finds every one.
            self._examples = self.of.one_of_each(len(self.counts))
            found = self._examples[number]
        return found
