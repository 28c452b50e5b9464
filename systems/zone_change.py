"""Zone changes: moving, destroying, exiling, sacrificing; one departure, and a move for each card."""

from collections.abc import Sequence

from ecs_magic.abilities import Keyword
from ecs_magic.changes import Change, Enter, Leave, NoteOffer, Vanish
from ecs_magic.characteristics import CopiableValues
from ecs_magic.components import CommandOffered, Controller, FaceState, InZone, Kind, MeldPair, Printed
from ecs_magic.copies import values_of
from ecs_magic.copying import with_exceptions
from ecs_magic.derived import characteristics, player_of
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.errors import InputError
from ecs_magic.facedown import FaceDown
from ecs_magic.facts import CardPut, CeasedToExist, Fact, PermanentLeft, Revealed, TokenPut
from ecs_magic.ids import CardId, EntityId, ObjectId, Seat
from ecs_magic.moves import enter_and_tell, on_battlefield, plan_leave
from ecs_magic.objects import is_commander_away, is_out_of_place, owner_of_card, why_not_enter
from ecs_magic.planning import Plan, Planning
from ecs_magic.requests import Cease, Destroy, Exile, KeepOne, Move, OfferCommandZone, Request, Sacrifice
from ecs_magic.verbs import gone, new_objects, put_in, set_counters, set_faces, take_out
from ecs_magic.world import World

_EXILED_FACE_DOWN = FaceDown()


class ZoneChangeSystem:
    """Move objects between zones (CR 400, 712.21, 730.3), and let tokens cease to exist (CR 111.7).

    An object that leaves is one departure however many cards represent it; each card becomes a new
    object in its own owner's zone (CR 400.3, 400.7).
    """

    requests: tuple[type[Request], ...] = (Move, Destroy, Exile, Sacrifice, KeepOne, OfferCommandZone, Cease)
    applies: tuple[type[Change], ...] = (Leave, Enter, NoteOffer, Vanish)

    def expand(self, planning: Planning, request: Request) -> None:
        """Plan one departure or entry for each object."""
        match request:
            case Move():
                self._move(planning, request)
            case Destroy():
                self._destroy(planning, request.objects)
            case Exile():
                for object_ in request.objects:
                    by = player_of(planning.world, object_) if request.player is None else Seat(int(request.player))
                    down = _EXILED_FACE_DOWN if request.face_down else None
                    plan_leave(planning, object_, Zone.EXILE, "exile", by=by, face_down=down)
            case Sacrifice():
                for object_ in on_battlefield(planning, request.objects):
                    plan_leave(planning, object_, Zone.GRAVEYARD, "sacrifice")
            case KeepOne():
                legends = tuple(on_battlefield(planning, request.objects))
                kept = planning.ask("legend_rule", Seat(int(request.player)), legends)
                for object_ in legends:
                    if object_ not in kept:
                        plan_leave(planning, object_, Zone.GRAVEYARD, "legend rule")
            case OfferCommandZone():
                for object_ in request.objects:
                    owner = planning.world.owner(object_)
                    if not is_commander_away(planning.world, object_):
                        planning.ignore(object_, "903.9a", "it is no commander in a graveyard or in exile")
                    elif planning.ask("command_zone", owner, ("no", "yes")) == ("yes",):
                        plan_leave(planning, object_, Zone.COMMAND, "command zone", by=owner)
                    else:
                        planning.add(NoteOffer(object_))
            case Cease():
                for object_ in request.objects:
                    if is_out_of_place(planning.world, object_):
                        planning.add(Vanish(object_))
                    else:
                        planning.ignore(object_, "704.5d", "only a token or copy out of its zone ceases to exist")

    def _destroy(self, planning: Planning, objects: Sequence[ObjectId]) -> None:
        for object_ in on_battlefield(planning, objects):
            abilities = characteristics(planning.world, object_).abilities
            if any(isinstance(ability, Keyword) and ability.keyword == "indestructible" for ability in abilities):
                planning.ignore(object_, "702.12b", "it is indestructible")
            else:
                plan_leave(planning, object_, Zone.GRAVEYARD, "destroy")

    def _move(self, planning: Planning, request: Move) -> None:
        world = planning.world
        for object_ in request.objects:
            by = player_of(world, object_) if request.player is None else Seat(int(request.player))
            if request.to is Zone.BATTLEFIELD:
                if world.zone(object_) is Zone.BATTLEFIELD:
                    raise InputError(
                        f"object {object_} is on the battlefield already",
                        where="move",
                        suggestion="exile it first, then move what it became",
                    )
                self._put_onto_battlefield(planning, object_, request, by)
                continue
            plan_leave(
                planning,
                object_,
                request.to,
                "move",
                by=by,
                position=request.position,
                face=request.face or Face.FRONT,
                face_down=request.face_down,
                counters=tuple(sorted(request.counters.items())),
            )

    def _put_onto_battlefield(self, planning: Planning, object_: ObjectId, request: Move, by: Seat) -> None:
        world = planning.world
        card = world.cards(object_)[0]
        face, down = request.face, request.face_down
        if world.zone(object_) is Zone.STACK:
            # CR 712.13: a resolving spell keeps the face, and the face-down status, that it had.
            state = world.get(card, FaceState)
            face, down = face or state.face, down or state.face_down
        face = face or Face.FRONT
        definition = world.get(card, Printed).definition
        cast = world.zone(object_) is Zone.STACK and world.get(card, Kind).kind is CardKind.CARD
        half = ("right" if face is Face.BACK else "left") if definition.doors and cast and down is None else ""
        face = Face.FRONT if half else face
        rule = why_not_enter(world, object_, face=face, face_down=down is not None)
        if rule == "400.4a" and face is Face.BACK and world.zone(object_) is Zone.STACK:
            plan_leave(planning, object_, Zone.GRAVEYARD, "move", by=by)  # CR 712.13a
            return
        if rule is not None:
            planning.ignore(object_, rule, "it stays where it is")
            return
        if not definition.can_turn_over:
            face = Face.FRONT  # a lone meld card told to enter transformed (a policy)
        attached = None if request.attached_to is None else ObjectId(EntityId(int(request.attached_to)))
        planning.add(
            Enter(
                (object_,),
                by,
                face=Face.FRONT if down is not None else face,
                face_down=down,
                tapped=request.tapped,
                flipped=request.flipped,
                counters=tuple(sorted(request.counters.items())),
                attached_to=attached,
                attacking=request.attacking,
                unlocked=half,
                copy=self._copied(world, card, face, request),
                effect=request.effect,
                until=request.until,
                linked=tuple(ObjectId(EntityId(int(one))) for one in request.linked),
            )
        )

    @staticmethod
    def _copied(world: World, card: CardId, face: Face, request: Move) -> CopiableValues | None:
        """Return the values that a card enters with as a copy, if it does (CR 707.5, 707.9)."""
        if request.copy_of is None:
            return None
        own = world.get(card, Printed).definition.face(face)
        return with_exceptions(values_of(world, request.copy_of), request.except_, own)

    def apply(self, world: World, plan: Plan) -> None:
        """Carry out departures, then entries, then what ceases to exist."""
        self._leave(world, plan)
        enter_and_tell(world, plan, plan.of(Enter))
        for offer in plan.of(NoteOffer):
            world.set(offer.object, CommandOffered())
        ceased = [vanished.object for vanished in plan.of(Vanish)]
        take_out(world, ceased)
        tokens = tuple(card for object_ in ceased for card in world.cards(object_))
        gone(world, ceased, [()] * len(ceased))
        for card in tokens:
            world.delete(card)
        plan.emit(CeasedToExist(tokens))

    def _leave(self, world: World, plan: Plan) -> None:
        leaving = plan.of(Leave)
        if not leaving:
            return
        departures: dict[tuple[Zone, str], list[ObjectId]] = {}
        origin: dict[CardId, Leave] = {}
        revealed: list[CardId] = []
        froms: dict[CardId, Zone] = {}
        for change in leaving:
            zone = world.zone(change.object)
            if zone is Zone.BATTLEFIELD:
                departures.setdefault((change.to, change.cause), []).append(change.object)
            for card in change.cards:
                origin[card] = change
                froms[card] = zone
                down = world.get(card, FaceState).face_down is not None
                if down and zone in (Zone.BATTLEFIELD, Zone.STACK) and change.to is not Zone.BATTLEFIELD:
                    revealed.append(card)
        take_out(world, [change.object for change in leaving])
        for change in leaving:
            for part in world.constituents(change.object):
                if world.find(part, MeldPair) is not None:
                    world.delete(part)
        became = self._arrive(world, plan, origin)
        left = [change.object for change in leaving]
        cards = [tuple(became[card] for card in change.cards) for change in leaving]
        gone(world, left, cards, [change.to for change in leaving])
        for (to, cause), permanents_ in departures.items():
            plan.emit(PermanentLeft(tuple(permanents_), to, cause))
        plan.emit(Revealed(tuple(revealed)))
        plan.facts += _puts(world, became, froms)

    def _arrive(self, world: World, plan: Plan, origin: dict[CardId, Leave]) -> dict[CardId, ObjectId]:
        """Make the new objects, zone by zone in the order decided (CR 400.7, 404.3, 712.21a)."""
        became: dict[CardId, ObjectId] = {}
        for (zone, owner, position), cards in plan.arrivals.items():
            # An order chosen in a library shows in nothing else (CR 401.4, 712.21a, 730.3a).
            arriving = _as_they_left(cards, origin) if zone is Zone.LIBRARY else cards
            shown: dict[tuple[Face, FaceDown | None], list[CardId]] = {}
            for card in arriving:
                change = origin[card]
                face = change.face if zone is Zone.STACK else Face.FRONT
                shown.setdefault((face, change.face_down), []).append(card)
            for (face, face_down), alike in shown.items():
                set_faces(world, alike, face, face_down)
            owners = [owner_of_card(world, card) for card in arriving] if zone.is_shared else [owner] * len(arriving)
            became |= zip(arriving, new_objects(world, arriving, zone, owners), strict=True)
            for card in arriving:
                change = origin[card]
                if zone is Zone.STACK:
                    world.set(became[card], Controller(change.by))
                counters = change.way(card).counters if change.apart else change.counters
                if counters:
                    set_counters(world, became[card], dict(counters), world.now())
            put_in(world, zone, owner, tuple(became[card] for card in cards), position)
        return became


def _as_they_left(cards: Sequence[CardId], origin: dict[CardId, Leave]) -> list[CardId]:
    arriving = set(cards)
    return [card for card in origin if card in arriving]


def _puts(world: World, became: dict[CardId, ObjectId], froms: dict[CardId, Zone]) -> list[Fact]:
    """Return the facts that cards and tokens were put into zones, by zone and owner."""
    put: dict[tuple[Zone, Seat, type[CardPut | TokenPut]], list[tuple[CardId, ObjectId, Zone]]] = {}
    for card, object_ in became.items():
        place = world.get(object_, InZone)
        kind = CardPut if world.get(card, Kind).kind is CardKind.CARD else TokenPut
        put.setdefault((place.zone, place.seat, kind), []).append((card, object_, froms[card]))
    facts: list[Fact] = []
    for (zone, owner, kind), rows in put.items():
        cards, objects, left = zip(*rows, strict=True)
        facts.append(kind(cards, objects, left, zone, owner))
    return facts
