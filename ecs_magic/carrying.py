"""Carry out instructions: each becomes requests about the objects and players that its words mean now (CR 608.2c)."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ecs_magic import instructions as say
from ecs_magic.abilities import (
    Affect,
    AnyInstruction,
    BecomeCopy,
    CopyExceptions,
    CopySpell,
    CreateToken,
    CreateTokenCopy,
    Delay,
    Effect,
    If,
    May,
    Modification,
    ModifyPowerToughness,
    PutWith,
    Reflex,
    SetPowerToughness,
    Triggered,
)
from ecs_magic.cards import CardSource, define
from ecs_magic.changes import ChooseWord, Hold, TriggerNow
from ecs_magic.components import Bound, Delayed, StackAbility
from ecs_magic.copies import token_copy
from ecs_magic.derived import is_forbidden, player_of
from ecs_magic.enums import Face, Zone
from ecs_magic.errors import InputError
from ecs_magic.facedown import face_down
from ecs_magic.ids import EntityId, ObjectId, Seat, Timestamp
from ecs_magic.meanings import Meaning
from ecs_magic.objects import attachable, why_not_attach
from ecs_magic.paying import choose, pay, staying, why_not_pay
from ecs_magic.planning import Planning
from ecs_magic.producing import mana_types
from ecs_magic.requests import (
    AddCounters,
    AddEffect,
    AddMana,
    Attach,
    Cast,
    ChangeLife,
    Convert,
    Counter,
    DealDamage,
    DelayTrigger,
    Designate,
    Destroy,
    Detach,
    Discard,
    Draw,
    Exile,
    Flip,
    GainControl,
    Lock,
    LoseGame,
    Meld,
    Mill,
    Move,
    Pair,
    PhaseOut,
    Regenerate,
    RemoveCounters,
    Request,
    Reveal,
    Sacrifice,
    SetDayNight,
    Shuffle,
    SkipStep,
    Tap,
    Transform,
    TurnFaceDown,
    TurnFaceUp,
    Unlock,
    Untap,
)
from ecs_magic.requests import BecomeCopy as BecomeCopyRequest
from ecs_magic.requests import CopySpell as CopySpellRequest
from ecs_magic.requests import CreateToken as CreateTokenRequest
from ecs_magic.selectors import Value
from ecs_magic.wording import CHOICES
from ecs_magic.world import World

_ON_OBJECTS: Final[dict[type[say.OnObjects], type[Request]]] = {
    say.Destroy: Destroy,
    say.Flip: Flip,
    say.TurnFaceUp: TurnFaceUp,
    say.TurnFaceDown: TurnFaceDown,
    say.Reveal: Reveal,
    say.Tap: Tap,
    say.Untap: Untap,
    say.PhaseOut: PhaseOut,
    say.Detach: Detach,
    say.Regenerate: Regenerate,
}
"""Instructions about objects and nothing else, and the requests that they are."""


def objects(planning: Planning, meaning: Meaning, what: say.Objects) -> tuple[ObjectId, ...]:
    """Return the objects that an instruction is about, chosen now if it says so."""
    if not isinstance(what, say.Those):
        return meaning.objects(what)
    found = staying(planning, meaning.those(what))  # CR 614.13a-b
    if what.choose is None:
        return found
    chosen: list[ObjectId] = []
    for seat in meaning.players(what.by):
        options = found
        if what.by not in ("you", "target") or what.controller == what.by:
            options = tuple(one for one in found if player_of(planning.world, one) == seat)
        chosen += choose(planning, "choose", seat, options, what.choose, up_to=what.up_to)
    return tuple(dict.fromkeys(chosen))


def followed(planning: Planning, meaning: Meaning, steps: tuple[AnyInstruction, ...]) -> Iterator[AnyInstruction]:
    """Yield what is done of instructions that are followed in one go: what the conditions and players say."""
    for step in steps:
        if isinstance(step, If):
            yield from followed(planning, meaning, step.then if meaning.hold(step.when) else step.otherwise)
        elif isinstance(step, May):
            yield from followed(planning, meaning, decided(planning, meaning, step))
        else:
            yield step


def decided(planning: Planning, meaning: Meaning, step: May) -> tuple[AnyInstruction, ...]:
    """Ask whether a player does what they may, and let them pay for it (CR 608.2d, 118.12)."""
    source = ObjectId(EntityId(meaning.source))
    for seat in meaning.players(step.player):
        x = meaning.chosen_x()
        if step.cost is not None and why_not_pay(planning, seat, step.cost, source, x) is not None:
            continue
        if planning.ask("may", seat, ("yes", "no")) == ("yes",):
            if step.cost is not None:
                pay(planning, seat, step.cost, source, x)
            return step.then
    return step.otherwise


def carry_out(planning: Planning, meaning: Meaning, step: AnyInstruction) -> None:
    """Plan what one instruction does; about nothing it does nothing, and what can't be done is ignored (CR 101.3)."""
    for request in _requests(planning, meaning, step):
        if getattr(request, "objects", None) == ():
            continue
        try:
            planning.also(request)
        except InputError as impossible:
            planning.ignore(meaning.source, "101.3", impossible.message, request=request.name)


def _requests(planning: Planning, meaning: Meaning, step: AnyInstruction) -> Iterator[Request]:
    match step:
        case say.Transform() | say.Convert():
            turn = Transform if isinstance(step, say.Transform) else Convert
            since = None if meaning.resolving is None else int(meaning.resolving.started)
            for object_ in objects(planning, meaning, step.what):
                own = object_ == meaning.source
                yield turn((object_,), object_ if own else None, since if own else None)
        case CopySpell():
            for seat in meaning.players(step.player):
                for _ in range(max(0, meaning.number(step.count))):
                    yield CopySpellRequest(objects(planning, meaning, step.what), seat, step.retarget, step.except_)
        case say.OnObjects():
            yield _ON_OBJECTS[type(step)](objects(planning, meaning, step.what))
        case say.Counter():
            yield Counter(objects(planning, meaning, step.what), step.to)
        case say.Move():
            yield from _move(planning, meaning, step)
        case say.Sacrifice():
            yield from _sacrifice(planning, meaning, step)
        case say.Meld():
            for object_ in meaning.objects("this"):
                yield Meld((object_,), step.partner, meaning.seat, step.tapped, step.attacking)
        case say.AddCounters() | say.RemoveCounters() | say.MoveCounters() | say.Mark():
            yield from _on_counters(planning, meaning, step)
        case say.GainControl():
            whose = meaning.players(step.player)
            found = objects(planning, meaning, step.what)
            if whose and found:
                source = meaning.source if planning.world.is_object(meaning.source) else None
                yield GainControl(found, whose[0], step.until, source)
        case say.Choose():
            for seat in meaning.players(step.player)[:1]:
                (word,) = planning.ask(step.kind, seat, CHOICES[step.kind])
                for permanent in meaning.objects("this"):
                    planning.add(ChooseWord(permanent, step.kind, str(word)))
        case say.CastSpell():
            face = Face.BACK if step.transformed else None
            for seat in meaning.players(step.player):
                for object_ in objects(planning, meaning, step.what):
                    yield Cast(object_, seat, face=face, free=True, allowed=True)
        case say.Pair():
            yield Pair((*objects(planning, meaning, step.what), *objects(planning, meaning, step.to)))
        case say.Attach():
            for object_ in objects(planning, meaning, step.what):
                hosts = attach_options(planning, meaning, step, object_)
                if hosts:
                    yield Attach(object_, chosen_host(planning, meaning.seat, hosts))
        case say.SetDayNight():
            yield SetDayNight(step.time)
        case say.Unlock():
            for object_ in objects(planning, meaning, step.what):
                yield Unlock(object_, meaning.seat, step.half, free=True)
        case say.Lock():
            for object_ in objects(planning, meaning, step.what):
                yield Lock(object_, meaning.seat, step.half)
        case Reflex():
            _reflect(planning, meaning, step)
        case Affect() | PutWith() | CreateToken() | CreateTokenCopy() | BecomeCopy() | Delay():
            yield from _making(planning, meaning, step)
        case _:
            yield from _on_players(planning, meaning, step)


def attach_options(
    planning: Planning, meaning: Meaning, step: say.Attach, object_: ObjectId, board: World | None = None
) -> tuple[EntityId, ...]:
    """Return what an instruction may attach an object to; on `board`, if given, the object is as it will be."""
    if step.to is None:
        return attachable(board or planning.world, object_)
    hosts = objects(planning, meaning, step.to)[:1]
    return hosts if board is None else tuple(one for one in hosts if why_not_attach(board, object_, one) is None)


def chosen_host(planning: Planning, seat: Seat, hosts: tuple[EntityId, ...]) -> ObjectId:
    """Return which of the permanents and players that may be enchanted a player chooses (CR 303.4f)."""
    (host,) = planning.ask("enchant", seat, hosts)
    return ObjectId(EntityId(int(host)))


def _move(planning: Planning, meaning: Meaning, step: say.Move) -> Iterator[Request]:
    world = planning.world
    found = objects(planning, meaning, step.what)
    if step.until_source_leaves:
        source = ObjectId(EntityId(meaning.source))
        if not world.is_object(source) or world.zone(source) is not Zone.BATTLEFIELD:
            planning.ignore(source, "610.3b", "it left already, so nothing is moved until it does")
            return
        for zone in dict.fromkeys(world.zone(one) for one in found):
            planning.add(Hold(source, tuple(one for one in found if world.zone(one) is zone), zone))
    if step.to is Zone.EXILE and not step.counters:
        yield Exile(found, meaning.seat, face_down=bool(step.face_down))
        return
    hosts = () if step.attach_to is None else objects(planning, meaning, step.attach_to)
    linked = () if step.linked is None else objects(planning, meaning, step.linked)
    for object_ in found:
        seats = (world.owner(object_),) if step.player == "owner" else meaning.players(step.player)
        seat = seats[0] if seats else meaning.seat
        yield Move(
            (object_,),
            step.to,
            seat if step.to in (Zone.BATTLEFIELD, Zone.EXILE) else None,
            step.position if isinstance(step.position, str) else meaning.number(step.position),
            step.face,
            face_down(step.face_down) if step.face_down else None,
            step.tapped,
            step.flipped,
            counters=step.counters,
            attached_to=hosts[0] if hosts else None,
            linked=tuple(one for one in linked if one not in found),
        )


def _sacrifice(planning: Planning, meaning: Meaning, step: say.Sacrifice) -> Iterator[Request]:
    """Sacrifice what its player controls; nobody sacrifices what another controls (CR 701.21a)."""
    what = step.what
    if isinstance(what, say.Those) and what.choose is not None:
        what = msgspec.structs.replace(what, by=step.player, controller=step.player)
    found = objects(planning, meaning, what)
    seats = meaning.players(step.player)
    yield Sacrifice(tuple(one for one in found if player_of(planning.world, one) in seats))


def _on_counters(
    planning: Planning,
    meaning: Meaning,
    step: say.AddCounters | say.RemoveCounters | say.MoveCounters | say.Mark,
) -> Iterator[Request]:
    world = planning.world
    match step:
        case say.AddCounters() if step.player is not None:
            entities = tuple(world.player_entities[seat] for seat in meaning.players(step.player))
            yield AddCounters(entities, step.kind, max(0, meaning.number(step.count)))
        case say.AddCounters():
            for object_ in objects(planning, meaning, step.what):
                yield AddCounters((object_,), step.kind, max(0, meaning.number(step.count, object_)))
        case say.RemoveCounters():
            for object_ in objects(planning, meaning, step.what):
                count = None if step.count is None else max(0, meaning.number(step.count, object_))
                yield RemoveCounters((object_,), step.kind, count)
        case say.MoveCounters():
            hosts = objects(planning, meaning, step.to)
            # CR 122.5: nothing moves onto the object itself, or onto what can't have counters.
            barred = not hosts or is_forbidden(world, hosts[0], "counters")
            for board, one in () if barred else meaning.last(step.from_):
                for pile in board.counters(one).piles if one != hosts[0] else ():
                    yield AddCounters((hosts[0],), pile.kind, pile.count)
                    if board is world:
                        yield RemoveCounters((ObjectId(EntityId(one)),), pile.kind, pile.count)
        case say.Mark():
            yield Designate(objects(planning, meaning, step.what), step.mark)


def _on_players(planning: Planning, meaning: Meaning, step: AnyInstruction) -> Iterator[Request]:
    """Yield what instructions about players mean for each of them."""
    if isinstance(step, say.Damage):
        yield from _damage(planning, meaning, step)
        return
    seats = meaning.players(step.player)  # type: ignore[union-attr, arg-type]
    for seat in seats:
        match step:
            case say.GainLife():
                yield ChangeLife(seat, max(0, meaning.number(step.amount)))
            case say.LoseLife():
                yield ChangeLife(seat, -max(0, meaning.number(step.amount)))
            case say.Draw():
                yield Draw(seat, max(0, meaning.number(step.count)))
            case say.Mill():
                yield Mill(seat, max(0, meaning.number(step.count)))
            case say.Discard():
                hand = planning.world.contents(Zone.HAND, seat)
                count = len(hand) if step.count is None else max(0, meaning.number(step.count))
                yield Discard(tuple(choose(planning, "discard", seat, hand, count)), seat)
            case say.Shuffle():
                yield Shuffle(seat)
            case say.AddMana():
                yield from _mana(planning, meaning, step, seat)
            case say.LoseGame():
                yield LoseGame(seat, "104.3e")
            case say.Skip():
                yield SkipStep(seat, step.step)


def _mana(planning: Planning, meaning: Meaning, step: say.AddMana, seat: Seat) -> Iterator[Request]:
    """Yield the mana that is added; of no defined type, none is (CR 106.5)."""
    if mana := made_mana(planning, meaning, step, seat):
        yield AddMana(seat, mana)


def made_mana(planning: Planning, meaning: Meaning, step: say.AddMana, seat: Seat) -> str:
    """Return the mana that an instruction adds, the types of choice asked for; of no defined type, none."""
    count = max(0, meaning.number(step.count))
    if step.mana:
        return step.mana.replace("{", "").replace("}", "") * count
    types = mana_types(meaning, step)
    return "".join(str(planning.ask("mana", seat, types)[0]) for _ in range(count if types else 0))


def _damage(planning: Planning, meaning: Meaning, step: say.Damage) -> Iterator[Request]:
    world = planning.world
    # CR 608.2h: what is gone by now deals damage as it last was.
    source = next((ObjectId(EntityId(one)) for _, one in meaning.last(step.source)), None)
    found: list[int] = list(objects(planning, meaning, step.what)) if step.what is not None else []
    if step.player is not None:
        found += [world.player_entities[seat] for seat in meaning.players(step.player)]
    for one in found:
        amount = meaning.number(step.amount, one)
        if amount > 0:
            yield DealDamage((one,), amount, source)


def _making(
    planning: Planning, meaning: Meaning, step: Affect | PutWith | CreateToken | CreateTokenCopy | BecomeCopy | Delay
) -> Iterator[Request]:
    """Yield what makes effects, tokens and delayed triggers."""
    world = planning.world
    match step:
        case PutWith():
            for object_ in objects(planning, meaning, step.what):
                seats = (world.owner(object_),) if step.player == "owner" else meaning.players(step.player)
                seat = seats[0] if seats else meaning.seat
                yield Move((object_,), Zone.BATTLEFIELD, seat, tapped=step.tapped, effect=step.effect, until=step.until)
        case Affect():
            found = None if step.what is None else objects(planning, meaning, step.what)
            source = meaning.source if world.is_object(meaning.source) else None
            if found is None or found:
                yield AddEffect(_with_numbers(meaning, step.effect), found, meaning.seat, step.until, source)
        case CreateToken():
            source_form = CardSource(
                step.type_line,
                step.name,
                colors=step.colors,
                power=step.power,
                toughness=step.toughness,
                abilities=step.abilities,
            )
            for seat in meaning.players(step.player):
                count = max(0, meaning.number(step.count))
                yield CreateTokenRequest(
                    define(source_form), seat, count, step.tapped, None, step.counters, step.attacking
                )
        case CreateTokenCopy():
            for board, one in _originals(planning, meaning, step.of):
                definition, face = token_copy(board, one, _exceptions(meaning, step.except_))
                for seat in meaning.players(step.player):
                    count = max(0, meaning.number(step.count))
                    yield CreateTokenRequest(definition, seat, count, step.tapped, face)
        case BecomeCopy():
            models = objects(planning, meaning, step.of)
            if models:
                found = objects(planning, meaning, step.what)
                yield BecomeCopyRequest(found, models[0], step.until, _exceptions(meaning, step.except_))
        case Delay():
            yield DelayTrigger(_delayed(planning, meaning, step))


def _with_numbers(meaning: Meaning, effect: Effect) -> Effect:
    """Return an effect with the numbers that only the resolving ability knows, such as X (CR 611.2d).

    Its source, which may be gone by now, is read as it last was (CR 608.2h); what is added is never a negative
    number that was read (CR 107.1b).
    """
    changes: list[Modification] = []
    for change in effect.changes:
        if isinstance(change, SetPowerToughness | ModifyPowerToughness):
            low = 0 if isinstance(change, ModifyPowerToughness) else None
            sizes = {
                name: meaning.number(size, low=low)
                for name in ("power", "toughness")
                if isinstance(size := getattr(change, name), say.TheX | say.EventAmount | say.Reading | Value)
                and not (isinstance(size, Value) and size.from_ == "each")
            }
            changes.append(msgspec.structs.replace(change, **sizes))
        else:
            changes.append(change)
    return msgspec.structs.replace(effect, changes=tuple(changes))


def _exceptions(meaning: Meaning, exceptions: CopyExceptions | None) -> CopyExceptions | None:
    """Return the exceptions of a copy effect with the ability that makes the copy, where they speak of it."""
    if exceptions is None or not exceptions.this_ability or meaning.entity is None:
        return exceptions
    held = meaning.world.find(meaning.entity, StackAbility)
    more = () if held is None else (held.ability,)
    return msgspec.structs.replace(exceptions, add_abilities=exceptions.add_abilities + more, this_ability=False)


def _originals(planning: Planning, meaning: Meaning, of: say.Objects) -> list[tuple[Any, int]]:
    """Return what tokens become copies of, as it is or last was (CR 608.2h)."""
    if isinstance(of, say.Those):
        return [(planning.world, one) for one in objects(planning, meaning, of)]
    return list(meaning.last(of))


def _reflect(planning: Planning, meaning: Meaning, step: Reflex) -> None:
    """Let a reflexive ability trigger if what it speaks of was done (CR 603.12)."""
    now = meaning.resolving
    if now is None or not now.done:
        planning.ignore(None, "603.12", "what it waits for was not done")
        return
    ability = Triggered((), step.then, "reflexive", targets=step.targets)
    since = Timestamp(planning.world.timestamp)
    planning.add(TriggerNow(StackAbility(ability, now.source, meaning.seat, since, Bound(now.made)), meaning.x))


def _delayed(planning: Planning, meaning: Meaning, step: Delay) -> Delayed:
    made = meaning.resolving.made if meaning.resolving is not None else ()
    about = objects(planning, meaning, step.it) if step.it is not None else made or meaning.objects("it")
    return Delayed(
        Triggered(step.when, step.then, "delayed"),
        ObjectId(EntityId(meaning.source)),
        meaning.seat,
        Bound(about),
        Timestamp(planning.world.timestamp),
        meaning.targets,
        meaning.chosen_x(),
        step.lasting,
    )
