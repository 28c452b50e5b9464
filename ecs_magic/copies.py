"""What a copy of something is: the values a permanent takes, the definition of a token (CR 707.2, 707.8a)."""

import msgspec

from ecs_magic.abilities import CopyExceptions
from ecs_magic.cards import CardDefinition
from ecs_magic.characteristics import NOTHING, Characteristics, CopiableValues
from ecs_magic.components import FaceState, Printed
from ecs_magic.copiable import copiable_values, values_by_face
from ecs_magic.copying import with_exceptions
from ecs_magic.enums import Face, Layout, Zone
from ecs_magic.matching import is_face_down
from ecs_magic.world import World


def values_of(world: World, of: "int | CardDefinition") -> CopiableValues:
    """Return the values that a permanent becoming a copy takes: of the face that is up (CR 707.2, 707.8)."""
    if isinstance(of, CardDefinition):
        return CopiableValues(of.front, of.back if of.layout is Layout.FLIP else None, of.doors).copied()
    return copiable_values(world, of).copied()


def _definition(front: CopiableValues, back: CopiableValues | None, layout: Layout) -> CardDefinition:
    """Return the definition of a token that has these copiable values on its faces."""
    if back is not None:
        value = front.normal.mana_value if layout is Layout.TRANSFORM else back.normal.mana_value
        reverse = msgspec.structs.replace(back.normal, mana_value=value)
        return CardDefinition(front.normal.name, layout, front.normal, reverse, is_copy=True)
    if front.flipped is not None:
        return CardDefinition(front.normal.name, Layout.FLIP, front.normal, front.flipped, is_copy=True)
    if front.doors:
        halves = front.doors[1:3]
        name = front.normal.name
        return CardDefinition(name, Layout.SPLIT, front.normal, halves=halves, doors=front.doors, is_copy=True)
    return CardDefinition(front.normal.name, Layout.NORMAL, front.normal, is_copy=True)


def excepted(definition: CardDefinition, exceptions: CopyExceptions | None) -> CardDefinition:
    """Return a card's definition as a token copy of the card has it (CR 707.8a, 707.9)."""

    def values(face: Characteristics, flipped: Characteristics | None = None) -> CopiableValues:
        return with_exceptions(CopiableValues(face, flipped).copied(), exceptions, NOTHING)

    if definition.can_turn_over and definition.back is not None:
        return _definition(values(definition.front), values(definition.back), definition.layout)
    if definition.doors:
        whole = CopiableValues(definition.front, None, definition.doors)
        return _definition(with_exceptions(whole.copied(), exceptions, NOTHING), None, Layout.NORMAL)
    flipped = definition.back if definition.layout is Layout.FLIP else None
    return _definition(values(definition.front, flipped), None, Layout.NORMAL)


def token_copy(world: World, of: int, exceptions: CopyExceptions | None) -> tuple[CardDefinition, Face]:
    """Return the definition of a token that is a copy of an object, and its face that is up (CR 707.8a).

    A copy of a double-faced object has both faces, each with the copiable values of the original's;
    of a melded, merged or face-down one only what it shows (CR 707.2, 707.8).
    """
    constituents = world.constituents(of)
    printed = world.get(constituents[0], Printed).definition
    if len(constituents) == 1 and printed.can_turn_over and not is_face_down(world, of):
        front, back = values_by_face(world, of)
        if world.zone(of) in (Zone.BATTLEFIELD, Zone.STACK):
            face = world.get(constituents[0], FaceState).face
        else:
            face = Face.FRONT
            front, back = CopiableValues(printed.front), CopiableValues(printed.face(Face.BACK))
        return (
            _definition(
                with_exceptions(front.copied(), exceptions, NOTHING),
                with_exceptions(back.copied(), exceptions, NOTHING),
                printed.layout,
            ),
            face,
        )
    if printed.doors and world.zone(of) is Zone.STACK and not is_face_down(world, of):
        # CR 709.5b: both halves are there, though the spell is one of them.
        return excepted(printed, exceptions), world.get(constituents[0], FaceState).face
    values = with_exceptions(copiable_values(world, of).copied(), exceptions, NOTHING)
    return _definition(values, None, Layout.NORMAL), Face.FRONT
