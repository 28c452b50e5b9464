"""What replacement effects on every kind of event share, and the numbers that they replace (CR 614.5, 615, 616.1)."""

from collections.abc import Iterable, Iterator
from itertools import chain, count

import msgspec

from ecs_magic.abilities import Ability, Instead
from ecs_magic.carrying import carry_out, followed
from ecs_magic.components import Bound
from ecs_magic.derived import player_of
from ecs_magic.ids import Seat
from ecs_magic.meanings import Meaning, fits
from ecs_magic.planning import Planning
from ecs_magic.selectors import Selector
from ecs_magic.watching import concerns, rulings
from ecs_magic.world import World

CONTROL, COPY, BACK, REST = range(4)
"""The steps of CR 616.1b-e: of effects that apply, those of the earliest step come first.

Self-replacement effects (CR 616.1a, 614.15) have no step: an instruction says at once what it does instead.
"""


class Effect(msgspec.Struct, frozen=True):
    """A replacement effect that applies to an event: of which source, what it is called, what it makes of the event."""

    key: str
    source: int | None
    name: str
    step: int
    ability: Ability | None = None
    seat: Seat = Seat(0)


def keyed(source: int | str | None, abilities: Iterable[Ability]) -> Iterator[tuple[str, Ability]]:
    """Yield abilities with what tells each from others, equal ones of the same object too."""
    seen: dict[bytes, int] = {}
    for ability in abilities:
        encoded = msgspec.json.encode(ability)
        seen[encoded] = seen.get(encoded, 0) + 1
        yield f"{source}/{seen[encoded]}/{encoded.decode()}", ability


def chosen_effect(planning: Planning, seat: Seat, effects: list[Effect]) -> Effect:
    """Return which of several effects applies next: of the earliest step, as the player chooses (CR 616.1)."""
    first = min(effect.step for effect in effects)
    those = [effect for effect in effects if effect.step == first]
    if len(those) == 1:
        return those[0]
    options = _labels(those)
    (option,) = planning.ask("replacement", seat, tuple(dict.fromkeys(options)))
    return those[options.index(option)]


def _labels(effects: list[Effect]) -> list[int | str]:
    """Return what each effect is called in a choice: by its source, where that has one alone, else by its name.

    A name that several have is numbered; abilities that say the same of one source share it, as their order is none.
    """
    sources = [effect.source for effect in effects]
    labels: list[int | str] = []
    for at, effect in enumerate(effects):
        equal = (
            label
            for one, label in zip(effects[:at], labels, strict=True)
            if one.source == effect.source and one.ability == effect.ability is not None
        )
        if effect.source is not None and sources.count(effect.source) == 1:
            labels.append(effect.source)
        elif (label := next(equal, None)) is not None:
            labels.append(label)
        else:
            numbered = (f"{effect.name} {number}" for number in count(2))
            labels.append(next(name for name in chain((effect.name,), numbered) if name not in labels))
    return labels


def is_declined(planning: Planning, effect: Effect) -> bool:
    """Whether the effect's controller decides not to apply one that "may" be applied."""
    optional = isinstance(effect.ability, Instead) and effect.ability.optional
    return optional and planning.ask("may", effect.seat, ("yes", "no")) != ("yes",)


# --- numbers ---------------------------------------------------------------------------------------------


def replaced_number(
    planning: Planning,
    event: str,
    amount: int,
    *,
    object_: int | None = None,
    player: Seat | None = None,
    kind: str = "",
    board: World | None = None,
    by: tuple[World, int] | None = None,
) -> int:
    """Return a number of an event after what replaces or prevents it (CR 614.1a, 615.1): 0 is nothing.

    `object_` or `player` is what it happens to; who is affected chooses the order (CR 616.1). `board` is that
    on which the object is looked at; `by` the source of damage with the board on which it is read.
    """
    world, done = planning.world, set(planning.applied)
    board = board or world
    seat = player if player is not None else player_of(board, object_) if object_ is not None else Seat(0)
    while amount > 0:
        found = replacing(world, event, seat, board=board, object_=object_, kind=kind, by=by)
        effects = [effect for effect in found if effect.key not in done]
        if not effects:
            return amount
        effect = chosen_effect(planning, seat, effects)
        done.add(effect.key)
        ability = effect.ability
        if isinstance(ability, Instead) and not is_declined(planning, effect):
            do_instead(planning, effect, Bound((), None, seat, amount), done)
            amount = 0 if ability.nothing else max(0, amount * ability.times + ability.plus)
    return 0


def do_instead(planning: Planning, effect: Effect, bound: Bound, done: Iterable[str]) -> None:
    """Carry out what an effect says is done as well, as made of the event by these effects (CR 614.5)."""
    meaning = Meaning(planning.world, effect.source or 0, effect.seat, bound=bound)
    with planning.instead(done):
        for step in followed(planning, meaning, effect.ability.then if isinstance(effect.ability, Instead) else ()):
            carry_out(planning, meaning, step)


def replacing(
    world: World,
    event: str,
    seat: Seat,
    *,
    object_: int | None,
    board: World,
    kind: str = "",
    by: tuple[World, int] | None = None,
) -> Iterator[Effect]:
    """Yield the effects of abilities and rules that apply to an event other than a departure or an entry.

    It happens to this player or to an object that the player controls, read on `board`.
    """
    for ruling in rulings(world, f"replace {event}"):
        source, whose = ruling.source, ruling.seat
        for key, ability in keyed(ruling.key, ruling.abilities):
            if not isinstance(ability, Instead) or (ability.kind and ability.kind != kind):
                continue
            if not concerns(world, ability, source, whose, seat):
                continue
            what = _of_token(ability.what) if event == "tokens" else ability.what
            if object_ is not None and not fits(board, object_, what, source=source, seat=whose, anywhere=True):
                continue
            if ability.by is not None and not _is_by(by, ability.by, source, whose):
                continue
            if Meaning(world, source or 0, whose).hold(ability.if_):
                yield Effect(key, source, ability.name or event, REST, ability, whose)


def _of_token(test: Selector) -> Selector:
    """Return a test of a token to be created, which is never what the ability is of: unless said, it is any."""
    return msgspec.structs.replace(test, which="any") if test.which == "this" else test


def _is_by(by: tuple[World, int] | None, test: Selector, source: int | None, seat: Seat) -> bool:
    """Whether damage comes from a source that a selector selects."""
    return by is not None and fits(by[0], by[1], test, source=source, seat=seat, anywhere=True)
