"""Modes: which are chosen as a spell or ability is announced, and what it then does (CR 700.2)."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from ecs_magic.abilities import Activated, AnyInstruction, Modal, Reflex, Spell, Triggered
from ecs_magic.errors import InputError
from ecs_magic.ids import Seat
from ecs_magic.instructions import Target
from ecs_magic.planning import Planning, Refusal

A = TypeVar("A", Spell, Triggered, Activated)


def modal_of(ability: object) -> Modal | None:
    """Return the choice of modes that an ability has."""
    return ability.choose if isinstance(ability, Spell | Triggered | Activated) else None


def chosen_modes(
    planning: Planning, seat: Seat, modal: Modal, given: Sequence[int | str], able: Callable[[Target], bool]
) -> tuple[int, ...] | Refusal:
    """Return the places of the modes that a player chooses; `given` names some or all of them.

    One with a target for which nothing is `able` is not offered (CR 700.2a). They are done in their printed order.
    Raises `InputError` for a mode that is not there.
    """
    names = [mode.name for mode in modal.modes]
    found: list[int] = []
    for one in given:
        place = names.index(one) if isinstance(one, str) and one in names else one
        if not isinstance(place, int) or not 0 <= place < len(names) or (place in found and not modal.repeat):
            raise InputError(f"{one!r} is no mode", where="mode", suggestion=f"modes are {', '.join(names)}")
        found.append(place)
    if len(found) > modal.most:
        raise InputError(f"{len(found)} modes are too many", where="mode", suggestion=f"at most {modal.most}")
    while len(found) < (modal.most if not given else modal.least):
        left = [
            mode.name
            for place, mode in enumerate(modal.modes)
            if (modal.repeat or place not in found) and all(map(able, mode.targets))
        ]
        if not left and len(found) < modal.least:
            return Refusal("700.2a", "not enough of its modes have legal targets")
        options = (*left, "done") if len(found) >= modal.least else tuple(left)
        (one,) = planning.ask("mode", seat, options)
        if one == "done":
            break
        found.append(names.index(str(one)))
    return tuple(sorted(found))


def refuse_modes(given: Sequence[int | str]) -> None:
    """Raise `InputError` if modes are given for what has none (CR 700.2)."""
    if given:
        raise InputError("it has no modes", where="mode", suggestion="leave mode out")


def with_modes(ability: A, modes: Sequence[int]) -> A:
    """Return an ability that does what its chosen modes say."""
    if ability.choose is None:
        return ability
    then: list[AnyInstruction] = []
    targets: list[Target] = []
    for place in modes:
        mode = ability.choose.modes[place]
        then += _counted_on(mode.then, len(targets))
        targets += mode.targets
    return msgspec.structs.replace(ability, then=tuple(then), targets=tuple(targets), choose=None)


def _counted_on(value: Any, before: int) -> Any:
    """Return instructions whose targets are counted after those of the modes before (CR 700.2c)."""
    if isinstance(value, str) and (found := _TARGET.fullmatch(value)) is not None and before:
        return f"target {int(found[1] or 1) + before}"
    if isinstance(value, tuple):
        return tuple(_counted_on(one, before) for one in value)
    if isinstance(value, Reflex) and value.targets:
        return value  # it chooses its own
    if isinstance(value, msgspec.Struct):
        parts = {name: _counted_on(getattr(value, name), before) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **parts)
    return value


_TARGET: Final = re.compile(r"target(?: (\d+))?")
