"""Merging with permanents (CR 730.2, 702.140c)."""

from ecs_magic.changes import Change, MergeInto
from ecs_magic.components import Kind, Merge, MergeStack, StackAbility
from ecs_magic.enums import CardKind, Zone
from ecs_magic.errors import InputError
from ecs_magic.facts import Merged
from ecs_magic.matching import is_token
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Merge as MergeRequest
from ecs_magic.requests import Request
from ecs_magic.verbs import carry_effects, gone, represent, take_out
from ecs_magic.world import World


class MergeSystem:
    """Put an object on top of or under a permanent, which stays the same object (CR 730.2-730.2c).

    Nothing enters. A copy of a spell becomes a token as it merges (CR 608.3f). What the merge gives, the
    abilities of all constituents or the topmost one's characteristics alone, is data of the request.
    """

    requests: tuple[type[Request], ...] = (MergeRequest,)
    applies: tuple[type[Change], ...] = (MergeInto,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the merging of one object with one permanent."""
        if not isinstance(request, MergeRequest):
            return
        world, object_, onto = planning.world, request.object, request.onto
        if object_ == onto:
            raise InputError(
                f"object {onto} can't merge with itself", where="merge", suggestion="name another object (CR 730.2)"
            )
        if world.zone(onto) is not Zone.BATTLEFIELD:
            raise InputError(
                f"object {onto} is not a permanent", where="merge", suggestion="merge onto a permanent (CR 730.2)"
            )
        if world.status(onto).phased_out or world.status(object_).phased_out:
            planning.ignore(onto, "702.26b", "it is phased out")
            return
        if world.zone(object_) not in (Zone.BATTLEFIELD, Zone.STACK) and is_token(world, object_):
            planning.ignore(object_, "111.8", "a token that left the battlefield can't come back")
            return
        if world.find(object_, StackAbility) is not None:
            planning.ignore(object_, "113.1", "an ability on the stack can't merge")
            return
        planning.add(MergeInto(object_, onto, request.where == "over", request.abilities == "all"))

    def apply(self, world: World, plan: Plan) -> None:
        """Carry out the mergings one after another."""
        take_out(world, [change.object for change in plan.of(MergeInto)])
        for change in plan.of(MergeInto):
            incoming, permanent = change.object, change.onto
            parts = world.constituents(incoming)
            cards = world.cards(incoming)
            for card in cards:
                if world.get(card, Kind).kind is CardKind.SPELL_COPY:
                    world.set(card, Kind(CardKind.TOKEN))
            stack = world.get(permanent, MergeStack)
            merge = Merge(world.now(), change.over, change.all_abilities, len(parts))
            order = parts + stack.constituents if change.over else stack.constituents + parts
            represent(world, permanent, order, (*stack.merges, merge))
            carry_effects(world, incoming, permanent)
            gone(world, (incoming,), ((permanent,),))
            plan.emit(Merged(permanent, cards, "over" if change.over else "under"))
