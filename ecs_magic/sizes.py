"""Power and toughness of many permanents at once, read off the plan of the layer pass (CR 613.4)."""

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ecs_magic.derived import characteristics, plan_of, signed
from ecs_magic.numbered import MANY, members
from ecs_magic.plans import Plan
from ecs_magic.signatures import Signatures
from ecs_magic.world import World

if TYPE_CHECKING:
    import numpy as np

    Ints = np.ndarray[Any, np.dtype[np.int64]]
    Flags = np.ndarray[Any, np.dtype[np.bool_]]

_SOME: Final = 4_096
"""Among so many permanents one of each kind is looked for first."""


class Sizes(NamedTuple):
    """Power and toughness, and whether there are any: arrays of one shape."""

    power: "Ints"
    toughness: "Ints"
    sized: "Flags"


def permanents(world: World) -> "Ints":
    """Return the ids of all permanents, phased-out ones too, in the order in which they came to be."""
    import numpy as np

    there = world.battlefield()
    signatures = signed(world) if len(there) >= MANY else None
    if signatures is not None and len(signatures.of) == len(there):
        return signatures.of.entities()
    return np.array(sorted(there), dtype=np.int64)


def sizes(world: World, objects: "Ints") -> Sizes | None:
    """Return the sizes of objects, permanents by ids ascending; `None` where effects do not tell them all at once."""
    import numpy as np

    if signed(world) is None:
        return None
    plan = plan_of(world)
    signatures = world.memory.signatures
    if signatures is None or plan.carried:
        return None
    numbers = signatures.of.numbers(objects)
    there = numbers >= 0
    if not there.any():
        return None
    everywhere = bool(there.all())
    which, whom = (numbers, objects) if everywhere else (numbers[there], objects[there])
    someone = np.zeros(plan.size, dtype=np.int64)
    someone[which[:_SOME]] = whom[:_SOME]
    if not someone[members(signatures.live, plan.size)].all():
        someone[which] = whom
    of, switched = _by_signature(world, signatures, plan, someone)
    power, toughness = of.power.take(which), of.toughness.take(which)
    if signatures.own:
        having = np.fromiter(signatures.own, np.int64, len(signatures.own))
        added = np.array(list(signatures.own.values()), dtype=np.int64)
        places = np.searchsorted(whom, having).clip(max=len(whom) - 1)
        ours = whom[places] == having
        power[places[ours]] += added[ours, 0]
        toughness[places[ours]] += added[ours, 1]
    if switched.any():
        turned = switched[which]
        power, toughness = np.where(turned, toughness, power), np.where(turned, power, toughness)
    found = Sizes(power, toughness, of.sized.take(which))
    return found if everywhere else _with_others(world, objects, there, found)


def _with_others(world: World, objects: "Ints", there: "Flags", found: Sizes) -> Sizes:
    """Return the sizes with those of phased-out permanents, which nothing affects, read one by one."""
    import numpy as np

    power, toughness = np.zeros((2, len(objects)), dtype=np.int64)
    whole = Sizes(power, toughness, np.zeros(len(objects), dtype=np.bool_))
    for column, known in zip(whole, found, strict=True):
        column[there] = known
    for at in np.flatnonzero(~there).tolist():
        seen = characteristics(world, int(objects[at]))
        whole.power[at], whole.toughness[at] = seen.power or 0, seen.toughness or 0
        whole.sized[at] = seen.power is not None
    return whole


def _by_signature(world: World, signatures: Signatures, plan: Plan, someone: "Ints") -> tuple[Sizes, "Flags"]:
    """Return the sizes by signature before switches, and which are switched; `someone` has each, or 0 has it."""
    import numpy as np

    features, shapes = signatures.features, signatures.shapes
    power, toughness = np.zeros((2, plan.size), dtype=np.int64)
    sized, switched = np.zeros((2, plan.size), dtype=np.bool_)
    single = np.flatnonzero(someone)
    if len(single) >= MANY:
        # What nothing but sums and switches apply to is as another that looks alike, and what they add.
        alike = single
        if plan.touched:
            touched = members(plan.touched, plan.size)
            alike, single = single[~touched[single]], single[touched[single]]
        else:
            single = single[:0]
        looks = features.looks()
        one_of_each = np.full(looks.max() + 1, -1, dtype=np.int64)
        one_of_each[looks[alike]] = alike
        bases = np.zeros((3, len(one_of_each)), dtype=np.int64)
        for look, at in enumerate(one_of_each.tolist()):
            if at >= 0:
                shape = plan.shape(world, int(someone[at]), at, features.signatures[at], shapes)
                bases[:, look] = shape.power, shape.toughness, shape.sized
        more_power, more_toughness = plan.added()
        power, toughness = bases[0].take(looks) + more_power, bases[1].take(looks) + more_toughness
        sized = bases[2].take(looks) > 0
        for mask in plan.switches:
            switched ^= members(mask, plan.size)
    for at in single.tolist():
        record = plan.records.get(at) or plan.record(world, int(someone[at]), at, features.signatures[at], shapes)
        power[at], toughness[at], sized[at] = record.power, record.toughness, record.shape.sized
        switched[at] = record.switched
    return Sizes(power, toughness, sized), switched
