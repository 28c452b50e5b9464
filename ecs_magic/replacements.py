"""Replacement effects on entering the battlefield (CR 614.1c-d, 614.12), in the order of CR 616.1.

They look at the permanent as it would exist there: with the face it will show, and with every continuous
effect that would apply to it.
"""

import msgspec

from ecs_magic.abilities import Ability, Enters
from ecs_magic.changes import Enter, EnterMelded
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import Printed
from ecs_magic.copiable import copiable_values
from ecs_magic.derived import characteristics, effects_at_work
from ecs_magic.planning import Planning
from ecs_magic.verbs import enter
from ecs_magic.world import World


def _printed_may_matter(world: World, change: Enter) -> bool:
    """Whether looking ahead can find anything: a printed number or ability, or effects at work."""
    if effects_at_work(world) or change.copy is not None:
        return True
    if change.face_down is not None:
        return False
    if isinstance(change, EnterMelded) and change.pair is not None:
        definitions = [change.pair]
    else:
        cards = [card for object_ in change.objects for card in world.cards(object_)]
        definitions = [world.get(card, Printed).definition for card in cards] + [new.definition for new in change.new]
    faces = [definition.face(change.face) for definition in definitions]
    return any(
        face.loyalty is not None or face.defense is not None or any(isinstance(a, Enters) for a in face.abilities)
        for face in faces
    )


def _numbers(seen: Characteristics) -> list[Ability]:
    """Return the abilities that a printed loyalty or defense stands for (CR 306.5b, 310.4b)."""
    found: list[Ability] = []
    if "Planeswalker" in seen.types and seen.loyalty is not None:
        found.append(Enters(counters={"loyalty": seen.loyalty}, name="loyalty"))
    if "Battle" in seen.types and seen.defense is not None:
        found.append(Enters(counters={"defense": seen.defense}, name="defense"))
    return found


def replace_entries(planning: Planning) -> None:
    """Apply to every planned entry the replacement effects on it, each once (CR 614.5, 616.1).

    All that this version knows change different things about the entry, so their order shows nowhere.
    """
    world = planning.world
    for kind in (Enter, EnterMelded):
        replaced: list[tuple[Enter, str]] = []
        for change, request in planning.plan.with_names(kind):
            changed = change
            if _printed_may_matter(world, change):
                changed = _replaced(change, _entering_abilities(world, change))
            replaced.append((changed, request))
        planning.plan.replace(kind, replaced)


def _entering_abilities(world: World, change: Enter) -> list[Enters]:
    ahead = world.fork()
    (permanent,) = enter(ahead, [change])
    seen = characteristics(ahead, permanent)
    # On the battlefield loyalty and defense are counters; the printed numbers are the copiable ones.
    printed = copiable_values(ahead, permanent).shown(flipped=change.flipped)
    as_printed = msgspec.structs.replace(seen, loyalty=printed.loyalty, defense=printed.defense)
    return [ability for ability in (*seen.abilities, *_numbers(as_printed)) if isinstance(ability, Enters)]


def _replaced(change: Enter, abilities: list[Enters]) -> Enter:
    counters = dict(change.counters)
    for ability in abilities:
        for kind, count in ability.counters.items():
            counters[kind] = counters.get(kind, 0) + count
    tapped = change.tapped or any(ability.tapped for ability in abilities)
    return msgspec.structs.replace(change, tapped=tapped, counters=tuple(sorted(counters.items())))
