"""Meld: two exiled cards become one permanent (CR 701.42, 712.4)."""

from itertools import combinations

import msgspec

from ecs_magic.cards import CardDefinition, meld_pair
from ecs_magic.changes import Change, EnterMelded
from ecs_magic.components import Kind, Printed
from ecs_magic.derived import characteristics, controller, player_of
from ecs_magic.enums import CardKind, Zone
from ecs_magic.errors import InputError
from ecs_magic.facts import Melded
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.moves import enter_and_tell, on_battlefield, plan_leave
from ecs_magic.objects import became
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Meld, Request
from ecs_magic.world import World


class MeldSystem:
    """Put the two cards of a pair onto the battlefield combined, as one new object (CR 701.42a, 712.14c).

    Permanents are exiled first, in a tick of its own; what then cannot be melded stays where it is
    (CR 701.42b-c). Only the printed instruction asks for owning and controlling both (CR 712.4a).
    """

    requests: tuple[type[Request], ...] = (Meld,)
    applies: tuple[type[Change], ...] = (EnterMelded,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the exile of permanents, or the joint entry of two exiled cards."""
        if not isinstance(request, Meld):
            return
        world = planning.world
        objects: tuple[ObjectId, ...] = request.objects
        first = objects[0]
        player = player_of(world, first) if request.player is None else Seat(int(request.player))
        if request.partner is not None:
            chosen = self._partner(planning, first, request.partner, player)
            if chosen is None:
                return
            objects = (first, chosen)
        if len(objects) != 2:
            raise InputError("two objects are melded", where="meld", suggestion="name the two cards of a pair")
        there = [one for one in objects if world.is_object(one) and world.zone(one) is Zone.BATTLEFIELD]
        if there:
            leaving = on_battlefield(planning, there)
            for object_ in leaving:
                plan_leave(planning, object_, Zone.EXILE, "exile", by=player)
            if leaving:
                planning.then(msgspec.structs.replace(request, objects=objects, partner=None, player=player))
            return
        # What was exiled is found as what it became (CR 400.7j).
        found = [object_ for one in objects for object_ in (became(world, one) or (one,))]
        self._meld(planning, [object_ for object_ in found if world.is_object(object_)], request, player)

    def _partner(self, planning: Planning, first: ObjectId, name: str, player: Seat) -> ObjectId | None:
        """Choose one permanent of that name that the player owns and controls (CR 712.4a and a ruling)."""
        world = planning.world

        def theirs(object_: ObjectId) -> bool:
            return world.owner(object_) == player and controller(world, object_) == player

        named = tuple(
            object_
            for object_ in world.battlefield()
            if object_ != first and name in characteristics(world, object_).names and theirs(object_)
        )
        if world.zone(first) is not Zone.BATTLEFIELD or not theirs(first) or not named:
            planning.ignore(first, "712.4a", "its player does not own and control both")
            return None
        (chosen,) = planning.ask("meld_partner", player, named)
        return next(object_ for object_ in named if object_ == chosen)

    def _meld(self, planning: Planning, objects: list[ObjectId], request: Meld, player: Seat) -> None:
        """Plan the entry of the two that are a pair; any others stay where they are (CR 701.42b-c)."""
        world = planning.world
        two = next((two for two in combinations(objects, 2) if _pair(world, two) is not None), None)
        if two is None:
            for one in objects or (None,):
                planning.ignore(one, "701.42c", "they are not the two cards of a meld pair")
            return
        for object_ in objects:
            if object_ not in two:
                planning.ignore(object_, "701.42c", "it is not one of the two cards of a meld pair")
        planning.add(
            EnterMelded(two, player, tapped=request.tapped, attacking=request.attacking, pair=_pair(world, two))
        )

    def apply(self, world: World, plan: Plan) -> None:
        """Let the melded permanents enter."""
        for permanent in enter_and_tell(world, plan, plan.of(EnterMelded)):
            plan.emit(Melded(permanent, world.cards(permanent)))


def _pair(world: World, objects: tuple[ObjectId, ObjectId]) -> CardDefinition | None:
    """Return the combined face of objects that are two cards of one pair; tokens are no cards (CR 701.42b)."""
    cards = [card for object_ in objects for card in world.cards(object_)]
    if len(cards) != 2 or any(world.get(card, Kind).kind is not CardKind.CARD for card in cards):
        return None
    one, two = (world.get(card, Printed).definition for card in cards)
    return meld_pair(one, two)
