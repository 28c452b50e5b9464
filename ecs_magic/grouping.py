"""Groups of permanents that no continuous effect can tell apart: what is alike is worked out once (CR 613)."""

from collections.abc import Iterable

from ecs_magic.abilities import Effect, Gain, written
from ecs_magic.components import (
    AttachedTo,
    Attacking,
    CastAs,
    Commander,
    Controller,
    Counters,
    Marked,
    PartOf,
    ResolvedEffect,
)
from ecs_magic.copiable import shown_values
from ecs_magic.drafts import static_of
from ecs_magic.matching import is_face_down, is_token
from ecs_magic.world import World


def groups_of_alike(world: World, permanents: Iterable[int], extra: tuple[int, ...]) -> dict[int, list[int]]:
    """Return groups of permanents that no continuous effect can tell apart, by the first of each.

    Alike are permanents with the same copiable values, owner, controller, status, kind and counters, attacking
    or not, that the same fixed effects affect. A permanent is by itself if it is or may become the source of an effect,
    if it is attached or something is attached to it, if it has a designation or is a commander, or if it is
    asked for in `extra`.
    """
    effects = [component for effect in world.in_force() if (component := world.find(effect, ResolvedEffect))]
    single = {*extra, *(one.source for one in effects if one.source is not None)}
    member: dict[int, tuple[int, ...]] = {}
    for number, effect in enumerate(effects):
        for affected in effect.objects or ():
            member[affected] = (*member.get(affected, ()), number)
    grants = any(_grants_effects(effect.effect) for effect in effects)
    whole = list(permanents)
    for attachment in world.store.with_component(AttachedTo):
        single |= {attachment, world.get(attachment, AttachedTo).object}
    attacking = set(world.store.with_component(Attacking))
    single.update(world.store.with_component(Marked))
    single.update(one for one in world.store.with_component(CastAs) if world.get(one, CastAs).paid)
    single.update(world.get(card, PartOf).object for card in world.store.with_component(Commander))
    groups: dict[int, list[int]] = {}
    first: dict[tuple[object, ...], int] = {}
    # what is printed on it -> whether it makes effects
    sources: dict[int, bool] = {}
    for object_ in whole:
        status = world.status(object_)
        values = shown_values(world, object_)
        makes = sources.get(id(values))
        if makes is None:
            statics = [static for ability in values.abilities if (static := static_of(ability)) is not None]
            grants = grants or any(_grants_effects(static.effect) for static in statics)
            makes = sources[id(values)] = bool(statics)
        if makes or object_ in single:
            groups[object_] = [object_]
            continue
        counters = world.find(object_, Counters)
        controller = world.find(object_, Controller)
        key = (
            id(values),
            None if controller is None else controller.seat,
            world.owner(object_),
            status.tapped,
            object_ in attacking,
            is_token(world, object_),
            is_face_down(world, object_),
            world.find(object_, Attacking) is not None,
            None if counters is None else counters.piles,
            member.get(object_, ()),
        )
        groups.setdefault(first.setdefault(key, object_), []).append(object_)
    return {object_: [object_] for object_ in whole} if grants else groups


def _grants_effects(effect: Effect) -> bool:
    """Whether an effect gives abilities that make effects of their own."""
    return any(
        static_of(ability) is not None
        for change in effect.changes
        if isinstance(change, Gain)
        for ability in written(change.abilities)
    )
