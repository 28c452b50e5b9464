"""What the situation tests share: piles, names of what is in a zone, how often an ability triggered."""

from collections.abc import Sequence

from conftest import Scene

import ecs_magic as magic


def pile(scene: Scene, top: object, *beneath: object) -> magic.Object:
    """Put a pile of cards onto the battlefield, topmost first."""
    first, *others = reversed((top, *beneath))
    host = first if isinstance(first, magic.Object) else scene.put(first)
    for card in others:
        scene.merge(card, host)
    return host


def names(objects: Sequence[magic.Object]) -> list[str]:
    """Return the names of objects, sorted."""
    return sorted(one.name for one in objects)


def zone(scene: Scene, name: str, owner: str | None = None) -> list[str]:
    """Return the names of what is in a zone, sorted."""
    return names(scene.game.objects(name, owner=owner))


def triggers(scene: Scene, facts: Sequence[magic.Fact], source: magic.Object) -> int:
    """How often an ability of an object triggered."""
    return sum(fact.name == "AbilityTriggered" and fact.record()["object"] == source.id for fact in facts)


def mutate(scene: Scene, card: object, onto: magic.Object, where: str, **answers: object) -> Sequence[magic.Fact]:
    """Cast a card for its mutate cost onto a permanent and let everything resolve."""
    held = card if isinstance(card, magic.Object) else scene.put(card, zone="hand")
    scene.answering(mutate=[[where]], **answers)
    scene.do(magic.Cast(held, targets=[onto], how="mutate", free=True))
    return scene.flow()
