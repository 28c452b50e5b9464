"""What if: the same position without an object, or with two timestamps exchanged."""

from ecs_magic.components import Status, Timestamped
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError
from ecs_magic.ids import ObjectId
from ecs_magic.world import World


def without(world: World, object_: ObjectId) -> World:
    """Return a world in which a permanent is treated as though it did not exist."""
    if world.zone(object_) is not Zone.BATTLEFIELD:
        raise InputError(f"object {object_} is not on the battlefield", where="without")
    other = world.fork()
    status = other.status(object_)
    other.set(object_, Status(status.tapped, status.flipped, phased_out=True))
    other.memory.clear()
    return other


def swapped(world: World, one: ObjectId, two: ObjectId) -> World:
    """Return a world in which two objects have each other's timestamp (CR 613.7)."""
    other = world.fork()
    first, second = other.get(one, Timestamped), other.get(two, Timestamped)
    other.set(one, second)
    other.set(two, first)
    other.memory.clear()
    return other
