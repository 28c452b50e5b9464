"""Creating tokens, also as copies (CR 111, 707.2, 707.8a)."""

import msgspec

from ecs_magic.cards import CardDefinition
from ecs_magic.changes import Change, Enter, NewCard
from ecs_magic.characteristics import Characteristics, CopiableValues
from ecs_magic.components import FaceState, Printed
from ecs_magic.copiable import copiable_values, values_by_face
from ecs_magic.copying import CopyExceptions, with_exceptions
from ecs_magic.enums import Face, Layout, Zone
from ecs_magic.ids import Seat
from ecs_magic.layers import is_face_down
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import CreateToken, CreateTokenCopy, Request
from ecs_magic.world import World

_NOTHING = Characteristics()


class TokenSystem:
    """Create tokens: each enters through the one door, which the zone change system applies."""

    requests: tuple[type[Request], ...] = (CreateToken, CreateTokenCopy)
    applies: tuple[type[Change], ...] = ()

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the entry of each token; an instant or sorcery is not created (CR 111.5)."""
        if not isinstance(request, CreateToken | CreateTokenCopy):
            return
        face = Face.FRONT
        if isinstance(request, CreateToken):
            definition, face = request.token, request.face or face
        elif isinstance(request.of, CardDefinition):
            definition = excepted(request.of, request.except_)
        else:
            definition, face = token_copy(planning.world, request.of, request.except_)
        types = definition.face(face).types
        if "Instant" in types or "Sorcery" in types:
            planning.ignore(None, "111.5", "a token can't be an instant or sorcery")
            return
        seat = Seat(int(request.player))
        for _ in range(request.count):
            planning.add(
                Enter(
                    (),
                    seat,
                    (NewCard(definition, seat),),
                    face=face,
                    tapped=request.tapped,
                    counters=tuple(sorted(request.counters.items())),
                    attacking=request.attacking,
                )
            )

    def apply(self, world: World, plan: Plan) -> None:
        """Do nothing: entries are applied at the one door."""


def _definition(front: CopiableValues, back: CopiableValues | None, layout: Layout) -> CardDefinition:
    """Return the definition of a token that has these copiable values on its faces."""
    if back is not None:
        value = front.normal.mana_value if layout is Layout.TRANSFORM else back.normal.mana_value
        reverse = msgspec.structs.replace(back.normal, mana_value=value)
        return CardDefinition(front.normal.name, layout, front.normal, reverse)
    if front.flipped is not None:
        return CardDefinition(front.normal.name, Layout.FLIP, front.normal, front.flipped)
    return CardDefinition(front.normal.name, Layout.NORMAL, front.normal)


def excepted(definition: CardDefinition, exceptions: CopyExceptions | None) -> CardDefinition:
    """Return a card's definition as a token copy of the card has it (CR 707.8a, 707.9)."""

    def values(face: Characteristics, flipped: Characteristics | None = None) -> CopiableValues:
        return with_exceptions(CopiableValues(face, flipped).copied(), exceptions, _NOTHING)

    if definition.can_turn_over and definition.back is not None:
        return _definition(values(definition.front), values(definition.back), definition.layout)
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
                with_exceptions(front.copied(), exceptions, _NOTHING),
                with_exceptions(back.copied(), exceptions, _NOTHING),
                printed.layout,
            ),
            face,
        )
    values = with_exceptions(copiable_values(world, of).copied(), exceptions, _NOTHING)
    return _definition(values, None, Layout.NORMAL), Face.FRONT
