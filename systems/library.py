"""Libraries: drawing, milling and shuffling (CR 121, 701.17, 701.24)."""

from ecs_magic.changes import Change, Leave, Order, Overdraw
from ecs_magic.components import Contents, Overdrawn
from ecs_magic.enums import Zone
from ecs_magic.facts import CardDrawn, DrewFromEmpty, Shuffled
from ecs_magic.ids import Seat
from ecs_magic.moves import plan_leave
from ecs_magic.planning import Plan, Planning
from ecs_magic.replacing import replaced_number
from ecs_magic.requests import Discard, Draw, Mill, Request, Shuffle
from ecs_magic.verbs import next_shuffle
from ecs_magic.watching import awaited
from ecs_magic.world import World


class LibrarySystem:
    """Move cards off the top of libraries, and put libraries into a random order.

    Chance comes from the world's seed and a count of the shuffles, never from a clock or a global source.
    """

    requests: tuple[type[Request], ...] = (Draw, Mill, Shuffle, Discard)
    applies: tuple[type[Change], ...] = (Order, Overdraw)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan which cards move, or the new order."""
        if isinstance(request, Discard):
            for object_ in request.objects:
                plan_leave(planning, object_, Zone.GRAVEYARD, "discard", by=Seat(int(request.player)))
            return
        if not isinstance(request, Draw | Mill | Shuffle):
            return
        world, seat = planning.world, Seat(int(request.player))
        library = world.contents(Zone.LIBRARY, seat)
        if isinstance(request, Shuffle):
            order = list(library)
            next_shuffle(world, len(planning.plan.of(Order))).shuffle(order)
            planning.add(Order(seat, tuple(order)))
            return
        # Several drawings and millings of one batch follow one another (CR 121.2).
        taken = {change.object for change in planning.plan.of(Leave) if change.cause in ("draw", "mill")}
        count = request.count
        if isinstance(request, Draw) and "replace draws" in awaited(world):
            # CR 121.2, 614.11: each card drawn is an event of its own.
            count = sum(replaced_number(planning, "draws", 1, player=seat) for _ in range(count))
        top = [object_ for object_ in reversed(library) if object_ not in taken][:count]
        to, cause = (Zone.HAND, "draw") if isinstance(request, Draw) else (Zone.GRAVEYARD, "mill")
        for object_ in top:
            plan_leave(planning, object_, to, cause, by=seat)
        if isinstance(request, Draw):
            cards = tuple(card for object_ in top for card in world.cards(object_))
            if cards:
                planning.plan.facts.append(CardDrawn(cards, seat))
            if len(top) < count:
                planning.plan.facts.append(DrewFromEmpty(seat))
                planning.add(Overdraw(seat))

    def apply(self, world: World, plan: Plan) -> None:
        """Give libraries their new order, and mark who drew from an empty one."""
        for overdraw in plan.of(Overdraw):
            world.set(world.player_entities[overdraw.player], Overdrawn())
        for change in plan.of(Order):
            world.chance += 1
            world.set(world.zones[Zone.LIBRARY, change.player], Contents(change.objects))
            plan.emit(Shuffled(change.player))
