"""What is done as a permanent turns face up or transforms (CR 614.1e, 708.11, 712.20)."""

from ecs_magic.abilities import AsTurned, CopyExceptions
from ecs_magic.carrying import attach_options, carry_out, chosen_host, followed
from ecs_magic.changes import AttachTo, Copy, FaceUp, TurnOver
from ecs_magic.characteristics import CopiableValues
from ecs_magic.components import FaceState
from ecs_magic.copies import values_of
from ecs_magic.copying import with_exceptions
from ecs_magic.derived import characteristics, player_of
from ecs_magic.enums import Face
from ecs_magic.ids import Seat
from ecs_magic.instructions import Attach
from ecs_magic.meanings import Meaning
from ecs_magic.planning import Planning
from ecs_magic.verbs import set_face
from ecs_magic.watching import AS_TURNED, awaited
from ecs_magic.world import World


def do_while_turning(planning: Planning) -> None:
    """Plan what permanents that turn in this tick say is done meanwhile; they are looked at as they would be then."""
    turning: list[FaceUp | TurnOver] = [*planning.plan.of(FaceUp), *planning.plan.of(TurnOver)]
    if not turning or AS_TURNED not in awaited(planning.world):
        return
    world = planning.world
    for change in turning:
        if AS_TURNED not in world.memory.watchers.get(change.permanent, ()):
            continue
        ahead = turned(world, change)
        event = "turned face up" if isinstance(change, FaceUp) else "transforms"
        seat = player_of(ahead, change.permanent)
        # CR 702.37f: X is that of the cost paid to turn it up; of what it was as a spell it is none any more.
        meaning = Meaning(world, change.permanent, seat, x=change.x or 0 if isinstance(change, FaceUp) else None)
        for ability in characteristics(ahead, change.permanent).abilities:
            if not isinstance(ability, AsTurned) or ability.event != event or not meaning.hold(ability.if_):
                continue
            if ability.optional and planning.ask("may", seat, ("yes", "no")) != ("yes",):
                continue
            for step in followed(planning, meaning, ability.then):
                if isinstance(step, Attach):
                    # CR 712.20: it is attached while it turns, as what it turns into.
                    if hosts := attach_options(planning, meaning, step, change.permanent, ahead):
                        planning.add(AttachTo(change.permanent, chosen_host(planning, seat, hosts)))
                else:
                    carry_out(planning, meaning, step)
            if ability.shapes:
                values = shaped(planning, seat, ability.shapes, values_of(ahead, change.permanent))
                planning.add(Copy(change.permanent, values, "game ends", seat, change.permanent, "208.2b"))


def shaped(planning: Planning, seat: Seat, shapes: dict[str, CopyExceptions], values: CopiableValues) -> CopiableValues:
    """Return the copiable values of an object in the shape that a player chooses for it (CR 208.2b, 707.2)."""
    (name,) = planning.ask("shape", seat, tuple(shapes))
    return with_exceptions(values, shapes[str(name)], values.normal)


def turned(world: World, change: FaceUp | TurnOver) -> World:
    """Return the board with the permanent turned."""
    ahead = world.fork()
    for part in change.constituents:
        state = world.get(part, FaceState)
        if isinstance(change, FaceUp):
            set_face(ahead, part, Face.FRONT, None)
        else:
            set_face(ahead, part, state.face.other, state.face_down)
    return ahead
