"""Turning permanents face up and face down (CR 708, 730.2e-g, 730.2j, 712.15-16)."""

from ecs_magic.changes import Change, FaceDownTurn, FaceUp, Reveal
from ecs_magic.components import ChosenX, CopyEffect, FaceState, ResolvedEffect
from ecs_magic.derived import player_of
from ecs_magic.enums import Face
from ecs_magic.facts import EffectEnded, Revealed, TurnedFaceDown, TurnedFaceUp
from ecs_magic.ids import EntityId, ObjectId, Seat
from ecs_magic.moves import on_battlefield
from ecs_magic.objects import why_not_turn_face_down, why_not_turn_face_up
from ecs_magic.paying import pay, why_not_pay
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import AddCounters, Request, TurnFaceDown, TurnFaceUp, TurnUp
from ecs_magic.requests import Reveal as RevealRequest
from ecs_magic.unmasking import unmaskings
from ecs_magic.verbs import all_effects, end_effects, renew_timestamp, set_face
from ecs_magic.world import World


class FaceDownSystem:
    """Turn permanents face up or face down: every constituent that is not yet so (CR 730.2f)."""

    requests: tuple[type[Request], ...] = (TurnFaceUp, TurnUp, TurnFaceDown, RevealRequest)
    applies: tuple[type[Change], ...] = (FaceUp, FaceDownTurn, Reveal)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan the turning, or the revealing of what can't be turned up (CR 730.2g, 701.40g)."""
        world = planning.world
        if isinstance(request, RevealRequest):
            planning.add(Reveal(tuple(card for one in request.objects for card in world.cards(one))))
        elif isinstance(request, TurnUp):
            self._pay_for(planning, request)
        elif isinstance(request, TurnFaceUp):
            for permanent in on_battlefield(planning, request.objects):
                parts = world.constituents(permanent)
                down = tuple(part for part in parts if world.get(part, FaceState).face_down is not None)
                rule = why_not_turn_face_up(world, permanent)
                if rule is None:
                    planning.add(FaceUp(permanent, down))
                    continue
                if rule in ("730.2g", "701.40g"):
                    planning.add(Reveal(tuple(card for part in down for card in world.cards_of(part))))
                    planning.ignore(permanent, rule, "an instant or sorcery card is in it: it is revealed and stays")
                else:
                    planning.ignore(permanent, rule, "it is face up")
        elif isinstance(request, TurnFaceDown):
            for permanent in on_battlefield(planning, request.objects):
                rule = why_not_turn_face_down(world, permanent)
                if rule is not None:
                    why = "it is face down" if rule == "708.2b" else "a double-faced card or token is in it"
                    planning.ignore(permanent, rule, why)
                    continue
                parts = world.constituents(permanent)
                up = tuple(part for part in parts if world.get(part, FaceState).face_down is None)
                planning.add(FaceDownTurn(permanent, up, request.face_down))

    @staticmethod
    def _pay_for(planning: Planning, request: TurnUp) -> None:
        """Plan the special action, or say why it can't be taken (CR 116.2b)."""
        world = planning.world
        for permanent in on_battlefield(planning, (ObjectId(EntityId(int(request.object))),)):
            seat = player_of(world, permanent) if request.player is None else Seat(int(request.player))
            if player_of(world, permanent) != seat:
                planning.ignore(permanent, "116.2b", "only its controller turns it up")
                return
            if (rule := why_not_turn_face_up(world, permanent)) is not None:
                planning.ignore(permanent, rule, "it can't be turned face up")
                return
            ways = {one.how: one.cost for one in unmaskings(world, permanent) if request.how in ("", one.how)}
            if not ways:
                named = request.how or "morph, disguise or mana cost"
                planning.ignore(permanent, "702.37e", f"it has no {named} to be turned up for")
                return
            how = str(planning.ask("turn_up", seat, tuple(ways))[0])
            x = request.x or 0
            if (refusal := why_not_pay(planning, seat, ways[how], permanent, x)) is not None:
                planning.ignore(permanent, *refusal)
                return
            pay(planning, seat, ways[how], permanent, x)
            down = (part for part in world.constituents(permanent) if world.get(part, FaceState).face_down is not None)
            planning.add(FaceUp(permanent, tuple(down), x if "{X}" in ways[how].mana else None))
            if how == "megamorph":
                planning.also(AddCounters((permanent,), "+1/+1"))  # CR 702.37b

    def apply(self, world: World, plan: Plan) -> None:
        """Turn the constituents and renew the timestamps (CR 613.7f)."""
        for up in plan.of(FaceUp):
            for part in up.constituents:
                set_face(world, part, Face.FRONT, None)  # CR 712.15a
            if up.x is not None:
                world.set(up.permanent, ChosenX(up.x))
            else:
                world.drop(up.permanent, ChosenX)
            renew_timestamp(world, up.permanent)
        for down in plan.of(FaceDownTurn):
            for part in down.constituents:
                set_face(world, part, world.get(part, FaceState).face, down.face_down)
            renew_timestamp(world, down.permanent)
        self._end(world, plan, {down.permanent for down in plan.of(FaceDownTurn)})
        plan.emit(TurnedFaceUp(tuple(change.permanent for change in plan.of(FaceUp))))
        plan.emit(TurnedFaceDown(tuple(change.permanent for change in plan.of(FaceDownTurn))))
        plan.emit(Revealed(tuple(card for change in plan.of(Reveal) for card in change.cards)))

    @staticmethod
    def _end(world: World, plan: Plan, permanents: set[ObjectId]) -> None:
        """End what lasted until one of these was turned face down (CR 611.2a)."""
        ending = []
        for effect in all_effects(world) if permanents else ():
            copy, resolved = world.find(effect, CopyEffect), world.find(effect, ResolvedEffect)
            about = (copy.object,) if copy is not None else resolved.objects if resolved is not None else None
            until = copy.until if copy is not None else resolved.until if resolved is not None else ""
            if until == "turned face down" and not permanents.isdisjoint(about or ()):
                ending.append(effect)
        if ending:
            end_effects(world, ending)
            plan.emit(EffectEnded(tuple(ending)))
