"""Replacement and prevention effects (CR 614-616): each once an event, in the order of CR 616.1.

They look at the board as it is before the event; those on entering look at the permanent as it would exist
(CR 614.12), with the face it will show and every continuous effect that would apply to it.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from ecs_magic.abilities import Chapter, CopyChoice, Enters, Instead, Keyword
from ecs_magic.carrying import carry_out, chosen_host, followed
from ecs_magic.casting import is_exiled_after
from ecs_magic.changes import Apart, Enter, EnterMelded, Leave, SetStatus
from ecs_magic.characteristics import Characteristics, CopiableValues
from ecs_magic.components import Bound, Commander, Counters, Kind, Owner, Printed, Regenerating
from ecs_magic.copiable import is_its_own, shown_values
from ecs_magic.copies import values_of
from ecs_magic.copying import with_exceptions
from ecs_magic.daynight import time_of
from ecs_magic.derived import characteristics, effects_at_work, is_forbidden, player_of
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.ids import CardId, EntityId, ObjectId, Seat
from ecs_magic.matching import is_token
from ecs_magic.meanings import Meaning, fits, selected
from ecs_magic.moves import plan_leave
from ecs_magic.objects import attachable, why_not_enter
from ecs_magic.paying import pay, why_not_pay
from ecs_magic.planning import Planning
from ecs_magic.replacing import (
    BACK,
    CONTROL,
    COPY,
    REST,
    Effect,
    chosen_effect,
    do_instead,
    is_declined,
    keyed,
    replaced_number,
    replacing,
)
from ecs_magic.requests import Regenerate, RemoveCounters, Shuffle
from ecs_magic.turning import shaped
from ecs_magic.verbs import enter
from ecs_magic.watching import BOUND, awaited, concerns, rulings
from ecs_magic.wording import CHOICES
from ecs_magic.world import World


def replace_events(planning: Planning) -> None:
    """Apply to every planned change the replacement effects on it, until none is left (CR 616.1)."""
    _untaps(planning)
    awaits = not {"replace moves", "replace destroyed"}.isdisjoint(awaited(planning.world))
    ahead = _Ahead(planning.world)
    settled: dict[type[Enter | Leave], list[tuple[Any, str]]] = {Leave: [], Enter: [], EnterMelded: []}
    # What is done instead may plan departures and entries in its turn.
    while any(len(planning.plan.of(kind)) > len(done) for kind, done in settled.items()):
        for kind, done in settled.items():
            waiting = planning.plan.with_names(kind)[len(done) :]
            planning.plan.replace(kind, done)
            found: list[Enter | Leave | None] = [change for change, _ in waiting]
            # CR 616.1: players choose in turn order, whatever was planned first.
            for at, (change, request) in planning.world.in_turn_order(
                [item for item in enumerate(waiting) if awaits or _may_be_replaced(planning.world, item[1][0])],
                lambda item: _chooser(planning.world, item[1][0]),
            ):
                planning.resume(request)
                found[at] = _replaced(planning, change, ahead)
            replaced = [(one, request) for one, (_, request) in zip(found, waiting, strict=True) if one is not None]
            added = planning.plan.with_names(kind)[len(done) :]
            done.extend(replaced)
            planning.plan.replace(kind, [*done, *added])


def _replaced(planning: Planning, change: Enter | Leave, ahead: "_Ahead") -> Enter | Leave | None:
    if isinstance(change, Enter):
        return _entry(planning, change, ahead)
    planning.release((change.object,))
    left = _departure(planning, change)
    if left is not None and planning.going is not None:
        planning.going.add(change.object)
    return left


def _chooser(world: World, change: Enter | Leave) -> Seat:
    """Return who chooses among the effects on a departure or an entry (CR 616.1)."""
    return change.controller if isinstance(change, Enter) else player_of(world, change.object)


# --- going somewhere else --------------------------------------------------------------------------------


def _may_be_replaced(world: World, change: Enter | Leave) -> bool:
    """Whether something may replace an entry or departure though no ability awaits departures."""
    if isinstance(change, Enter):
        return True
    if _commanders(world, change):
        return True
    if is_exiled_after(world, change.object):
        return True
    return world.find(change.object, Counters) is not None or world.find(change.object, Regenerating) is not None


def _departure(planning: Planning, change: Leave) -> Leave | None:
    """Return what becomes of a departure, for a permanent as one and for its cards alike (CR 712.21d, 730.3d)."""
    world, done = planning.world, set(change.applied)
    seat = player_of(world, change.object)
    while True:
        others = sum(not key.startswith(_COMMANDER) for key in done)
        effects = [effect for effect in _departing(world, change, others) if effect.key not in done]
        if not effects:
            return change
        effect = chosen_effect(planning, seat, effects)
        done.add(effect.key)
        if is_declined(planning, effect):
            continue
        with planning.instead(done):
            replaced = _redirected(planning, change, effect)
        if replaced is None:
            return None
        change = replaced


_COMMANDER: Final = "commander/"


def _departing(world: World, change: Leave, others: int) -> Iterator[Effect]:
    """Yield the effects that apply to a departure as it is planned by now, after so many `others` applied."""
    origin = world.zone(change.object)
    if change.cause == "destroy":
        if world.counters(change.object).count("shield"):
            yield Effect("shield", None, "shield counter", REST)
        if world.find(change.object, Regenerating) is not None:
            yield Effect("regeneration", None, "regeneration", REST)
        yield from _of_watchers(world, change, "destroyed", origin)
    if change.to is not Zone.EXILE and is_exiled_after(world, change.object):
        yield Effect("flashback", None, "flashback", REST)
    if origin is Zone.BATTLEFIELD and change.to is Zone.GRAVEYARD and world.counters(change.object).count("finality"):
        yield Effect("finality counter", None, "finality counter", REST)
    if _commanders(world, change):
        # CR 903.9b: it may apply more than once to one event, once more after each other effect.
        yield Effect(f"{_COMMANDER}{others}", None, "commander", REST)
    for key, ability in keyed(change.object, characteristics(world, change.object).abilities):
        if isinstance(ability, Instead) and ability.what.which == "this":
            seat = player_of(world, change.object)
            effect = Effect(key, change.object, ability.name, REST, ability, seat)
            if ability.event == "moves" and _applies(world, change, ability, change.object, seat, origin):
                yield effect
    yield from _of_watchers(world, change, "moves", origin)


def _of_watchers(world: World, change: Leave, event: str, origin: Zone) -> Iterator[Effect]:
    for ruling in rulings(world, f"replace {event}"):
        own = not ruling.is_rule and event == "moves"
        for key, ability in keyed(ruling.key, ruling.abilities):
            if not isinstance(ability, Instead) or (ability.what.which == "this" and own):
                continue
            if _applies(world, change, ability, ruling.source, ruling.seat, origin):
                yield Effect(key, ruling.source, ability.name or event, REST, ability, ruling.seat)


def _applies(world: World, change: Leave, ability: Instead, source: int | None, seat: Seat, origin: Zone) -> bool:
    if ability.from_ is not None and ability.from_ is not origin:
        return False
    if ability.cards:
        if not _covered(world, change, ability):
            return False
    elif ability.into is not None and ability.into is not change.to:
        return False
    if not concerns(world, ability, source, seat, world.owner(change.object)):
        return False
    if not fits(world, change.object, ability.what, source=source, seat=seat, anywhere=True):
        return False
    return Meaning(world, source or 0, seat).hold(ability.if_)


def _covered(world: World, change: Leave, ability: Instead) -> tuple[CardId, ...]:
    """Return the cards and tokens that an effect about cards covers (CR 730.3e).

    All of an object that is no token; of a token the constituents that are cards, where those go by now.
    """
    if not is_token(world, change.object):
        return change.rest if ability.into in (None, change.to) else ()
    ways = [way.cards for way in change.ways if way.to is ability.into] if ability.into else [change.rest]
    return tuple(card for cards in ways for card in cards if world.get(card, Kind).kind is CardKind.CARD)


def _commanders(world: World, change: Leave) -> tuple[CardId, ...]:
    """Return the commanders that would be put into a hand or library, in the order in which their owners choose."""
    ways = [way for way in change.ways if way.to in (Zone.HAND, Zone.LIBRARY)]
    found = [card for way in ways for card in way.cards if world.find(card, Commander) is not None]
    return tuple(world.in_turn_order(found, lambda card: world.get(card, Owner).seat))


def _redirected(planning: Planning, change: Leave, effect: Effect) -> Leave | None:
    world = planning.world
    if effect.key == "shield":
        planning.also(RemoveCounters((change.object,), "shield", 1))
        return None
    if effect.key == "regeneration":
        planning.also(Regenerate((change.object,), used=True))
        return None
    if effect.key in ("finality counter", "flashback"):
        return msgspec.structs.replace(change, to=Zone.EXILE)
    if effect.key.startswith(_COMMANDER):
        cards = tuple(
            card
            for card in _commanders(world, change)
            if planning.ask("command_zone", world.get(card, Owner).seat, ("no", "yes")) == ("yes",)
        )
        if cards and len(change.cards) == 1:
            return msgspec.structs.replace(change, to=Zone.COMMAND, position="top", counters=())
        return _apart(change, cards, Zone.COMMAND)
    ability = effect.ability
    if not isinstance(ability, Instead):
        return change
    replaced: Leave | None = change
    if ability.nothing:
        replaced = None
    elif ability.to is not None and ability.cards and is_token(world, change.object):
        replaced = _apart(change, _covered(world, change, ability), ability.to, ability)
    elif ability.to is not None:
        counters = dict(change.counters) | ability.counters
        replaced = msgspec.structs.replace(
            change, to=ability.to, position=ability.position, counters=tuple(sorted(counters.items()))
        )
    if ability.position == "shuffled":
        # CR 701.24c: also if something else takes the cards another way.
        for owner in dict.fromkeys(world.get(card, Owner).seat for card in change.cards):
            planning.also(Shuffle(owner))
    bound = Bound((change.object,), change.object, player_of(world, change.object))
    meaning = Meaning(world, effect.source or change.object, effect.seat, bound=bound)
    for step in followed(planning, meaning, ability.then):
        carry_out(planning, meaning, step)
    return replaced


def _apart(change: Leave, cards: tuple[CardId, ...], to: Zone, ability: Instead | None = None) -> Leave:
    """Return a departure in which some cards go another way than the rest (CR 730.3e, 903.9c)."""
    position: Literal["top", "bottom", "shuffled"] = "top" if ability is None else ability.position
    counters = () if ability is None else tuple(sorted(ability.counters.items()))
    others = [(way, tuple(card for card in way.cards if card not in cards)) for way in change.apart]
    kept = [msgspec.structs.replace(way, cards=left) for way, left in others if left]
    more = (Apart(cards, to, position, counters),) if cards else ()
    return msgspec.structs.replace(change, apart=(*kept, *more))


# --- entering --------------------------------------------------------------------------------------------


def _printed_may_matter(world: World, change: Enter) -> bool:
    """Whether looking ahead can find anything: a printed number or ability, or effects at work."""
    if effects_at_work(world) or change.copy is not None or change.effect is not None:
        return True
    if any(rulings(world, "replace enters")):
        return True
    if change.face_down is not None:
        return False
    if isinstance(change, EnterMelded) and change.pair is not None:
        definitions = [change.pair]
    else:
        cards = [card for object_ in change.objects for card in world.cards(object_)]
        definitions = [world.get(card, Printed).definition for card in cards] + [new.definition for new in change.new]
    faces = [definition.face(change.face) for definition in definitions]
    return any(
        face.loyalty is not None
        or face.defense is not None
        or "Aura" in face.subtypes
        or any(isinstance(a, Enters | Chapter) for a in face.abilities)
        or any(isinstance(a, Keyword) and a.keyword in BOUND.values() for a in face.abilities)
        for face in faces
    )


def _numbers(seen: Characteristics) -> list[Enters]:
    """Return what a printed loyalty or defense, or being a Saga, stands for (CR 306.5b, 310.4b, 714.3a)."""
    found: list[Enters] = []
    if "Planeswalker" in seen.types and seen.loyalty is not None:
        found.append(Enters(counters={"loyalty": seen.loyalty}, name="loyalty"))
    if "Battle" in seen.types and seen.defense is not None:
        found.append(Enters(counters={"defense": seen.defense}, name="defense"))
    if "Saga" in seen.subtypes and any(isinstance(ability, Chapter) for ability in seen.abilities):
        found.append(Enters(counters={"lore": 1}, name="lore"))
    return found


def _by_night(world: World, seen: Characteristics, change: Enter) -> list[Enters]:
    """Return what daybound says of entering by night, of what a double-faced card represents (CR 702.145b)."""
    bound = any(isinstance(one, Keyword) and one.keyword == BOUND["day"] for one in seen.abilities)
    cards = [card for object_ in change.objects for card in world.cards(object_)]
    if not bound or time_of(world) != "night" or not cards or world.get(cards[0], Kind).kind is not CardKind.CARD:
        return []
    return [Enters(transformed=True, name=BOUND["day"])]


class _Ahead:
    """Boards on which what is about to enter would exist (CR 614.12); equal entries in a row share them."""

    def __init__(self, world: World) -> None:
        self._world = world
        # a few steps of one entry, each with its board and the permanent there
        self._found = deque[tuple[Enter, World, ObjectId]](maxlen=4)

    def look(self, change: Enter) -> tuple[World, ObjectId]:
        """Return the board, to be read only, and the permanent on it."""
        for known, ahead, permanent in self._found:
            if known == change:
                return ahead, permanent
        ahead = self._world.fork()
        (permanent,) = enter(ahead, [change])
        self._found.append((change, ahead, permanent))
        return ahead, permanent


def _entry(planning: Planning, change: Enter, board: _Ahead) -> Enter | None:
    """Return an entry with all that replaces it; after each effect, look again at what applies (CR 616.1f).

    Return `None` for what turns out unable to enter: no effect gets to change that (CR 614.17c-d).
    """
    world = planning.world
    if not _printed_may_matter(world, change):
        return change
    done = set[str]()
    extras: dict[str, int] = {}
    while True:
        ahead, permanent = board.look(change)
        rule = "101.2" if is_forbidden(ahead, permanent, "enter") else _why_not(world, change)
        if rule is not None:
            _stay(planning, change, rule)
            return None
        effects = [effect for effect in _entering(world, ahead, permanent, change) if effect.key not in done]
        if not effects:
            attached = _attached(planning, change, ahead, permanent)
            return None if attached is None else _with_counters(planning, attached, ahead, permanent, extras)
        # Those of the last step change different things about the entry, so their order shows nowhere.
        last = min(effect.step for effect in effects) == REST
        effect = effects[0] if last else chosen_effect(planning, change.controller, effects)
        done.add(effect.key)
        change = _modified(planning, change, effect, extras, ahead, permanent)


def _together(counters: tuple[tuple[str, int], ...], more: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Return counters of both, by kind in alphabetical order."""
    found = dict(counters)
    for kind, count in more.items():
        found[kind] = found.get(kind, 0) + count
    return tuple(sorted((kind, count) for kind, count in found.items() if count))


def _why_not(world: World, change: Enter) -> str | None:
    """Return the rule by which an object can't enter with the face that it would show (CR 400.4a, 712.13a)."""
    if len(change.objects) != 1 or change.face is Face.FRONT:
        return None
    return why_not_enter(world, change.objects[0], face=change.face, face_down=change.face_down is not None)


def _stay(planning: Planning, change: Enter, rule: str) -> None:
    """Let what can't enter stay where it is; a spell goes to the graveyard (CR 608.3e, 712.13a)."""
    planning.release(change.goes)
    for object_ in change.objects or (None,):
        planning.ignore(object_, rule, "it can't enter the battlefield")
        if object_ is not None and planning.world.zone(object_) is Zone.STACK:
            plan_leave(planning, object_, Zone.GRAVEYARD, "resolve", by=change.controller)


def _attached(planning: Planning, change: Enter, ahead: World, permanent: ObjectId) -> Enter | None:
    """Return the entry of an Aura with what its controller chose that it enchants (CR 303.4f).

    Return `None` where it can enchant nothing: it stays where it is, and a token is not created (CR 303.4g).
    """
    if change.attached_to is not None or "Aura" not in characteristics(ahead, permanent).subtypes:
        return change
    hosts = attachable(ahead, permanent)
    if not hosts:
        _stay(planning, change, "303.4g")
        return None
    return msgspec.structs.replace(change, attached_to=chosen_host(planning, change.controller, hosts))


def _with_counters(planning: Planning, change: Enter, ahead: World, permanent: ObjectId, more: dict[str, int]) -> Enter:
    """Return an entry with as many counters as effects on putting counters make of them (CR 614.16, 614.17d).

    `more` are those that a copy effect brings.
    """
    planned = _together(change.counters, more)
    if not planned:
        return change
    counters: tuple[tuple[str, int], ...] = ()
    if not is_forbidden(ahead, permanent, "counters"):
        counters = tuple(
            (kind, replaced_number(planning, "counters", count, object_=permanent, kind=kind, board=ahead))
            for kind, count in planned
        )
    return msgspec.structs.replace(change, counters=tuple(one for one in counters if one[1]))


def _entering(world: World, ahead: World, permanent: ObjectId, change: Enter) -> Iterator[Effect]:
    """Yield the effects that apply to an entry: its own abilities as it would exist, and those of permanents.

    `ahead` is the board on which it would exist.
    """
    seen = characteristics(ahead, permanent)
    # On the battlefield loyalty and defense are counters; the printed numbers are the copiable ones.
    printed = shown_values(ahead, permanent)
    as_printed = msgspec.structs.replace(seen, loyalty=printed.loyalty, defense=printed.defense)
    seat = player_of(ahead, permanent)
    for key, ability in keyed(None, (*seen.abilities, *_numbers(as_printed), *_by_night(world, seen, change))):
        if isinstance(ability, Enters) and ability.what.which == "this":
            yield Effect(key, None, ability.name, _step(ability), ability, seat)
    for ruling in rulings(world, "replace enters"):
        source, whose = ruling.source, ruling.seat
        for key, ability in keyed(ruling.key, ruling.abilities):
            if isinstance(ability, Enters) and fits(ahead, permanent, ability.what, source=source, seat=whose):
                yield Effect(key, source, ability.name, _step(ability), ability, whose)


def _step(ability: Enters) -> int:
    """Return the step of CR 616.1 in which an effect on entering is applied."""
    if ability.control:
        return CONTROL
    if ability.copy_of is not None or ability.copy_of_source:
        return COPY
    return BACK if ability.transformed else REST


def _modified(
    planning: Planning, change: Enter, effect: Effect, extras: dict[str, int], ahead: World, permanent: ObjectId
) -> Enter:
    """Return an entry with one effect applied; `extras` are the counters that a copy effect brings (CR 707.9e).

    `ahead` is the board on which the permanent would exist without it.
    """
    world, ability = planning.world, effect.ability
    if not isinstance(ability, Enters):
        return change
    about = effect.source if effect.source is not None else next(iter(change.objects), 0)
    seat = effect.seat if effect.source is not None else change.controller
    # CR 107.3j, 107.3m: an ability that something enters with by a copy or another effect has no X of the spell.
    mine = effect.source is None and bool(change.objects) and (change.copy is None or change.shaped)
    own = mine and is_its_own(world, about, ability)
    meaning = Meaning(world, about, seat, x=None if own else 0)
    if not meaning.hold(ability.if_):
        return change
    if ability.copy_of is not None:
        copy = _copied(planning, change, ability.copy_of, meaning, extras)
        if copy is None:
            return change  # what else it says is about the copy
        change = msgspec.structs.replace(change, copy=copy, copy_until=ability.copy_of.until, shaped=False)
    if ability.unless is not None:
        source = ObjectId(about)  # type: ignore[arg-type]
        able = why_not_pay(planning, seat, ability.unless, source, 0) is None
        if able and planning.ask("may", seat, ("yes", "no")) == ("yes",):
            pay(planning, seat, ability.unless, source, 0)
            return change
    counters = _together(
        change.counters, {kind: max(0, meaning.number(number)) for kind, number in ability.counters.items()}
    )
    changed = msgspec.structs.replace(change, tapped=change.tapped or ability.tapped, counters=counters)
    if ability.control:
        other = seat if ability.control == "you" else next((one for one in world.apnap() if one != seat), seat)
        changed = msgspec.structs.replace(changed, controller=other)
    if ability.transformed and _turns(world, change):
        changed = msgspec.structs.replace(changed, face=Face.BACK)
    for kind, options in ability.choose.items():
        words = options or CHOICES.get(kind, ())
        if words:
            (word,) = planning.ask(kind, seat, words)
            changed = msgspec.structs.replace(changed, chose=(*changed.chose, (kind, str(word))))
    if ability.choose_object is not None:
        there = selected(world, ability.choose_object, source=meaning.source, seat=meaning.seat)
        if there:
            (one,) = planning.ask("choose", seat, there)
            changed = msgspec.structs.replace(changed, linked=(ObjectId(EntityId(int(one))),))
    if ability.copy_of_source:
        extras.clear()
        changed = msgspec.structs.replace(changed, copy=values_of(world, about), copy_until="game ends", shaped=False)
    if ability.shapes:
        values = shaped(planning, seat, ability.shapes, values_of(ahead, permanent))
        changed = msgspec.structs.replace(changed, copy=values, shaped=changed.copy is None)
    for step in followed(planning, meaning, ability.then):
        carry_out(planning, meaning, step)
    return changed


def _turns(world: World, change: Enter) -> bool:
    cards = [card for object_ in change.objects for card in world.cards(object_)]
    definitions = [world.get(card, Printed).definition for card in cards] + [new.definition for new in change.new]
    return len(definitions) == 1 and definitions[0].can_turn_over


def _copied(
    planning: Planning, change: Enter, choice: CopyChoice, meaning: Meaning, extras: dict[str, int]
) -> CopiableValues | None:
    """Return the copiable values of what a player lets something enter as a copy of, or `None`.

    The counters that come with the copy are put into `extras`, in place of any of an earlier copy effect.
    """
    world = planning.world
    options: tuple[int | str, ...] = selected(world, choice.of, source=meaning.source, seat=meaning.seat)
    if not options:
        return None
    if choice.optional:
        options = (*options, "none")
    (chosen,) = planning.ask("copy", meaning.seat, options)
    if not isinstance(chosen, int):
        return None
    extras.clear()
    card = world.cards(change.objects[0])[0] if change.objects else None
    definition = world.get(card, Printed).definition if card is not None else change.new[0].definition
    old = definition.face(change.face)
    values = with_exceptions(values_of(world, chosen), choice.except_, old)
    for case in choice.cases:
        if set(case.types) <= set(values.normal.types):
            values = with_exceptions(values, case.except_, old)
            for kind, number in case.counters.items():
                extras[kind] = extras.get(kind, 0) + max(0, meaning.number(number))
    return values


# --- untapping --------------------------------------------------------------------------------------------


def _untaps(planning: Planning) -> None:
    """Let permanents that would untap do so after what replaces it: stun counters and abilities (CR 122.1d, 614.1a)."""
    items = planning.plan.with_names(SetStatus)
    untapping = [at for at, (change, _) in enumerate(items) if change.field == "tapped" and not change.value]
    turn = planning.world.in_turn_order(untapping, lambda at: player_of(planning.world, items[at][0].permanent))
    stays = {at for at in turn if not _untaps_still(planning, items[at][0].permanent, items[at][1])}
    if stays:
        planning.plan.replace(SetStatus, [item for at, item in enumerate(items) if at not in stays])


_STUN: Final = Effect("stun", None, "stun counter", REST)


def _untaps_still(planning: Planning, permanent: ObjectId, request: str) -> bool:
    world, done = planning.world, set[str]()
    seat = player_of(world, permanent)
    planning.resume(request)
    while True:
        effects = [_STUN] if world.counters(permanent).count("stun") else []
        effects += replacing(world, "untaps", seat, board=world, object_=permanent)
        effects = [effect for effect in effects if effect.key not in done]
        if not effects:
            return True
        effect = chosen_effect(planning, seat, effects)
        done.add(effect.key)
        if effect is _STUN:
            planning.also(RemoveCounters((permanent,), "stun", 1))
            return False
        if is_declined(planning, effect) or not isinstance(effect.ability, Instead):
            continue
        do_instead(planning, effect, Bound((permanent,), None, seat), done)
        if effect.ability.nothing:
            return False
