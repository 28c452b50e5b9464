"""Gather what is at work: static abilities, effects of resolved spells, and counters, as works (CR 611, 613.7)."""

from ecs_magic.abilities import Static
from ecs_magic.selections import Place
from ecs_magic.signatures import Signatures, Source
from ecs_magic.works import Order, Work


def gathered(signatures: Signatures) -> list[Work]:
    """Return the works of all effects in force."""
    return [*_statics(signatures), *_resolved(signatures), *_counters(signatures)]


def given(signatures: Signatures, at: int, ability: Static, by: Order, number: int) -> Work:
    """Return the work of a static ability that an effect gave, `number` abilities of its before (CR 613.7a)."""
    features = signatures.features
    object_, stamp = next(iter(signatures.members[at].items()))
    timestamp, _, key = by
    program = signatures.program(ability)
    return Work(
        program,
        _place(signatures, at, object_),
        ((max(stamp, timestamp), timestamp, ("static", object_, "granted", key[1], number)),),
        source=object_,
        at=at,
        held=features.index["ability", features.number(ability)],
        fixed=1 << at if program.defines else None,
    )


def _place(signatures: Signatures, at: int, object_: int | None) -> Place:
    """Return from where a permanent of a signature looks; `object_` where it matters which one."""
    host = None if object_ is None else signatures.hosts.get(object_)
    on = None if host is None else signatures.of.get(host)
    seat = signatures.features.signatures[at].controller
    return Place(seat, 1 << at, 0 if on is None else 1 << on)


def _statics(signatures: Signatures) -> list[Work]:
    features = signatures.features
    works = []
    for at, sources in signatures.sources.items():
        members = signatures.members[at]
        if not members:
            continue
        alone = features.signatures[at].alone or None
        orders = signatures.orders.get(at)
        if orders is None:
            orders = signatures.orders[at] = _orders(sources, members)
        for source, order in zip(sources, orders, strict=True):
            works.append(
                Work(
                    source.program,
                    _place(signatures, at, alone),
                    order,
                    source=alone,
                    at=at,
                    held=source.feature,
                    fixed=1 << at if source.program.defines else None,
                )
            )
    return works


def _orders(sources: tuple[Source, ...], members: dict[int, int]) -> tuple[tuple[Order, ...], ...]:
    """Return for each static ability of a signature the order in which its permanents' effects apply (CR 613.7)."""
    return tuple(
        tuple(
            sorted((stamp, 0, ("static", object_, "printed", 0, source.position)) for object_, stamp in members.items())
        )
        for source in sources
    )


def _resolved(signatures: Signatures) -> list[Work]:
    works = []
    for effect, component in signatures.effects:
        source = component.source
        at = None if source is None else signatures.of.get(source)
        host = None if source is None else signatures.hosts.get(source)
        on = None if host is None else signatures.of.get(host)
        works.append(
            Work(
                signatures.program(component.effect),
                Place(component.controller, 0 if at is None else 1 << at, 0 if on is None else 1 << on),
                ((component.timestamp, 0, ("effect", effect, "", 0, 0)),),
                source=source,
                fixed=None if component.objects is None else signatures.fixed.get(effect, 0),
            )
        )
    return works


def _counters(signatures: Signatures) -> list[Work]:
    """Return what counters do beside adding to the size of what they are on (CR 122.1b, 122.1j)."""
    works = []
    for object_, boosts in signatures.boosts.items():
        at = signatures.of[object_]
        for index, pile, program in boosts:
            itself = program.effect.affects.which == "this"
            works.append(
                Work(
                    program,
                    _place(signatures, at, object_),
                    ((pile.timestamp, 0, ("counter", object_, pile.kind, index, 0)),),
                    source=object_,
                    fixed=1 << at if itself else None,
                )
            )
    return works
