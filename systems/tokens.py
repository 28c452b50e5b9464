"""Creating tokens, also as copies (CR 111, 707.2, 707.8a)."""

from ecs_magic.cards import CardDefinition, named_token
from ecs_magic.changes import Change, Enter, NewCard
from ecs_magic.copies import excepted, token_copy
from ecs_magic.enums import Face
from ecs_magic.ids import Seat
from ecs_magic.planning import Plan, Planning
from ecs_magic.replacing import replaced_number
from ecs_magic.requests import CreateToken, CreateTokenCopy, Request
from ecs_magic.verbs import enter
from ecs_magic.watching import rulings
from ecs_magic.world import World


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
            definition, face = named_token(request.token), request.face or face
        elif isinstance(request.of, CardDefinition):
            definition = excepted(request.of, request.except_)
        else:
            definition, face = token_copy(planning.world, request.of, request.except_)
        types = definition.face(face).types
        if "Instant" in types or "Sorcery" in types:
            planning.ignore(None, "111.5", "a token can't be an instant or sorcery")
            return
        seat = Seat(int(request.player))
        entry = Enter(
            (),
            seat,
            (NewCard(definition, seat),),
            face=face,
            tapped=request.tapped,
            counters=tuple(sorted(request.counters.items())),
            attacking=request.attacking,
        )
        for _ in range(self._number(planning, entry, request.count)):
            planning.add(entry)

    @staticmethod
    def _number(planning: Planning, entry: Enter, count: int) -> int:
        """Return how many tokens are created after what replaces that, which looks at one as it would exist."""
        if not any(rulings(planning.world, "replace tokens")):
            return count
        ahead = planning.world.fork()
        (token,) = enter(ahead, [entry])
        return replaced_number(planning, "tokens", count, player=entry.controller, object_=token, board=ahead)

    def apply(self, world: World, plan: Plan) -> None:
        """Do nothing: entries are applied at the one door."""
