"""Rooms: unlocking and locking halves of permanents with a shared type line (CR 709.5)."""

from ecs_magic.changes import Change, SetUnlocked
from ecs_magic.components import Unlocked
from ecs_magic.derived import player_of
from ecs_magic.facts import HalfLocked, HalfUnlocked
from ecs_magic.ids import EntityId, ObjectId, Seat
from ecs_magic.instructions import Cost
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import doors_of, unlocked
from ecs_magic.paying import pay, why_not_pay
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Lock, Request, Unlock
from ecs_magic.world import World

_HALVES = ("left", "right")


class RoomSystem:
    """Give and take the unlocked designations; unlocking for its cost is a special action (CR 709.5e-g)."""

    requests: tuple[type[Request], ...] = (Unlock, Lock)
    applies: tuple[type[Change], ...] = (SetUnlocked,)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan which half gets or loses its designation, and let it be paid for."""
        if not isinstance(request, Unlock | Lock):
            return
        world, opens = planning.world, isinstance(request, Unlock)
        for permanent in on_battlefield(planning, (ObjectId(EntityId(int(request.object))),)):
            seat = player_of(world, permanent) if request.player is None else Seat(int(request.player))
            doors, open_ = doors_of(world, permanent), unlocked(world, permanent)
            options = tuple(
                half for half in _HALVES if doors and (half in open_) is not opens and request.half in ("", half)
            )
            if not options:
                why = "it has no such half that is " + ("locked" if opens else "unlocked")
                planning.ignore(permanent, "709.5f" if opens else "709.5g", why)
                continue
            (half,) = planning.ask("half", seat, options)
            if isinstance(request, Unlock) and not request.free:
                if player_of(world, permanent) != seat:
                    planning.ignore(permanent, "709.5e", "only its controller unlocks it for its cost")
                    continue
                cost = doors[1 + _HALVES.index(str(half))].mana_cost
                if cost is None:
                    planning.ignore(permanent, "118.6", "that half has no mana cost")
                    continue
                if (refusal := why_not_pay(planning, seat, Cost(mana=cost), permanent, 0)) is not None:
                    planning.ignore(permanent, *refusal)
                    continue
                pay(planning, seat, Cost(mana=cost), permanent, 0)
            planning.add(SetUnlocked(permanent, str(half), opens, seat))

    def apply(self, world: World, plan: Plan) -> None:
        """Write the designations and tell of each that changed."""
        for change in plan.of(SetUnlocked):
            old = world.find(change.permanent, Unlocked) or Unlocked()
            left = change.unlocked if change.half == "left" else old.left
            right = change.unlocked if change.half == "right" else old.right
            new = Unlocked(left, right)
            if new == old:
                continue
            world.set(change.permanent, new)
            if change.unlocked:
                plan.emit(HalfUnlocked(change.permanent, change.half, change.player, full=left and right))
            else:
                plan.emit(HalfLocked(change.permanent, change.half))
