"""Modes: which are chosen as a spell or ability is announced, and what it then does (CR 700.2)."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from ecs_magic.abilities import Activated, Modal, Spell, Triggered
from ecs_magic.errors import InputError
from ecs_magic.ids import Seat
from ecs_magic.planning import Planning

A = TypeVar("A", Spell, Triggered, Activated)


def modal_of(ability: object) -> Modal | None:
    """Return the choice of modes that an ability has."""
    return ability.choose if isinstance(ability, Spell | Triggered | Activated) else None


def chosen_modes(planning: Planning, seat: Seat, modal: Modal, given: Sequence[int | str]) -> tuple[int, ...]:
    """Return the places of the modes that a player chooses; `given` names some or all of them.

    They are done in their printed order. Raises `InputError` for a mode that is not there.
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
        left = [name for place, name in enumerate(names) if modal.repeat or place not in found]
        options = (*left, "done") if len(found) >= modal.least else tuple(left)
        (one,) = planning.ask("mode", seat, options)
        if one == "done":
            break
        found.append(names.index(str(one)))
    return tuple(sorted(found))


def with_modes(ability: A, modes: Sequence[int]) -> A:
    """Return an ability that does what its chosen modes say."""
    if ability.choose is None:
        return ability
    chosen = [ability.choose.modes[place] for place in modes]
    return msgspec.structs.replace(
        ability,
        then=tuple(step for mode in chosen for step in mode.then),
        targets=tuple(target for mode in chosen for target in mode.targets),
        choose=None,
    )
