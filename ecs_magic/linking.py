"""What an object's linked abilities chose or put somewhere, each pair of them for itself (CR 607)."""

from ecs_magic.components import Chose, CopyEffect, Copying, Linked
from ecs_magic.ids import ObjectId
from ecs_magic.world import World


def _keeper(world: World, object_: int) -> int:
    """Return what remembers for the pairs that an object has now: the copy effect that they are from, or itself.

    So nothing else is linked to a pair that came with a copy effect, nor to its own while it is a copy (CR 607.5).
    """
    copying = world.find(object_, Copying)
    if copying is None:
        return object_
    of_others = [one for one in copying.effects if world.get(one, CopyEffect).source != object_]
    return max(of_others, key=lambda one: world.get(one, CopyEffect).timestamp, default=object_)


def linker(world: World, keeper: int) -> int:
    """Return the object for which something remembers what is linked to it."""
    copy = world.find(keeper, CopyEffect)
    return keeper if copy is None else copy.object


def linked_to(world: World, object_: int) -> tuple[ObjectId, ...]:
    """Return what is linked to an object, oldest first (CR 607.2a)."""
    found = world.find(_keeper(world, object_), Linked)
    return () if found is None else found.objects


def chosen_for(world: World, object_: int) -> dict[str, str]:
    """Return the words chosen for an object, by kind; one that was not chosen is undefined (CR 607.2d, 607.5a)."""
    found = world.find(_keeper(world, object_), Chose)
    return {} if found is None else dict(found.words)


def link(world: World, object_: int, more: tuple[ObjectId, ...]) -> None:
    """Link more objects to an object."""
    world.set(_keeper(world, object_), Linked((*linked_to(world, object_), *more)))


def choose_for(world: World, object_: int, words: dict[str, str]) -> None:
    """Choose words for an object, in place of earlier ones of their kinds."""
    world.set(_keeper(world, object_), Chose(tuple(sorted((chosen_for(world, object_) | words).items()))))
