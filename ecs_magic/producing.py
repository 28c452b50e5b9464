"""Mana: which types are added, what replaces them, what a permanent could produce (CR 106.5, 106.7, 106.12)."""

from collections.abc import Iterable, Iterator

from ecs_magic.abilities import Ability, Activated, Chapter, Instead, Mana, Spell, Triggered, adding_mana, is_mana
from ecs_magic.derived import characteristics, player_of
from ecs_magic.enums import COLOR_WORDS, COLORS, in_color_order
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.instructions import AddMana
from ecs_magic.linking import chosen_for
from ecs_magic.meanings import Meaning, fits, selected
from ecs_magic.planning import Planning
from ecs_magic.watching import concerns, watching
from ecs_magic.world import World

_LETTERS = {word: letter for letter, word in COLOR_WORDS.items()}


def _in_order(types: Iterable[str]) -> tuple[str, ...]:
    found = frozenset(types)
    return (*in_color_order(found), *(("C",) if "C" in found else ()))


def mana_types(meaning: Meaning, step: AddMana, path: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Return the types of which an instruction to add mana adds one of choice; without any it adds none (CR 106.5).

    `path` are the permanents whose production is being worked out, so that none is asked for its own.
    """
    world, source = meaning.world, meaning.source
    types = set(step.produces)
    if step.among is not None:
        for object_ in selected(world, step.among, source=source, seat=meaning.seat):
            types.update(characteristics(world, object_).colors)
    if step.could is not None:
        for object_ in selected(world, step.could, source=source, seat=meaning.seat):
            types.update(could_produce(world, object_, path))
    if step.produced:
        types.update(meaning.bound.mana)
    if step.chosen and world.is_object(source):
        word = chosen_for(world, source).get(step.chosen)
        types.update({_LETTERS.get(word, word)} if word is not None else set())
    return _in_order(types - {"C"} if step.colors else types)


def could_produce(world: World, object_: int, path: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Return the types of mana that any ability of a permanent would make if it resolved now (CR 106.7).

    Costs do not count; replacement effects do, in every order. What depends on what other permanents could
    produce is followed to its end, without going in circles.
    """
    if object_ in path:
        return ()
    seat = player_of(world, object_)
    meaning = Meaning(world, object_, seat, x=0)
    types: set[str] = set()
    for ability in characteristics(world, object_).abilities:
        for kind, tapped in _made_by(meaning, ability, (*path, object_)):
            replacing = list(replacing_mana(world, object_, seat)) if tapped else []
            types.update(_outcomes(world, kind, replacing))
    return _in_order(types)


def _made_by(meaning: Meaning, ability: Ability, path: tuple[int, ...]) -> Iterator[tuple[str, bool]]:
    """Yield the types of mana that an ability makes, and whether tapping is part of its cost."""
    if isinstance(ability, Mana):
        yield from ((kind, "{T}" in ability.cost) for kind in ability.produces)
    elif isinstance(ability, Activated | Triggered | Chapter | Spell):
        tapped = isinstance(ability, Activated) and ability.cost.tap and is_mana(ability)
        for step in adding_mana(ability.then):
            kinds = tuple(step.mana.replace("{", "").replace("}", "")) or mana_types(meaning, step, path)
            yield from ((kind, tapped) for kind in kinds)


def replacing_mana(world: World, permanent: int, seat: Seat) -> Iterator[tuple[ObjectId, Instead]]:
    """Yield the effects that replace the mana for which a permanent is tapped, with their sources (CR 106.12b)."""
    for source, abilities in watching(world, "replace mana"):
        whose = player_of(world, source)
        for ability in abilities:
            if not isinstance(ability, Instead) or not concerns(world, ability, source, whose, seat):
                continue
            if not fits(world, permanent, ability.what, source=source, seat=whose):
                continue
            if Meaning(world, source, whose).hold(ability.if_):
                yield source, ability


def _types(world: World, source: int, ability: Instead) -> tuple[str, ...]:
    """Return the types that an effect makes of mana: one of choice; none leaves the type as it is."""
    chosen = chosen_for(world, source).get(ability.produces_chosen) if ability.produces_chosen else None
    return _in_order({*ability.produces, *({_LETTERS.get(chosen, chosen)} if chosen is not None else set())})


def _applies(ability: Instead, mana: str) -> bool:
    if ability.colored and not set(mana) & set(COLORS):
        return False
    return not ability.kind or ability.kind in mana


def _outcomes(world: World, kind: str, replacing: list[tuple[ObjectId, Instead]]) -> set[str]:
    """Return what a type of mana may become, with the effects applied in every order, each once."""
    found: set[str] = set()
    for one in replacing:
        source, ability = one
        if _applies(ability, kind):
            rest = [other for other in replacing if other is not one]
            for after in _types(world, source, ability) or (kind,):
                found |= _outcomes(world, after, rest)
    return found or {kind}


def replaced_mana(planning: Planning, permanent: ObjectId, seat: Seat, mana: str) -> str:
    """Return the mana that a permanent tapped for mana makes after what replaces it (CR 106.12b, 616.1)."""
    world = planning.world
    left = list(replacing_mana(world, permanent, seat))
    while applicable := [one for one in left if _applies(one[1], mana)]:
        (first,) = planning.ask("replacement", seat, tuple(dict.fromkeys(source for source, _ in applicable)))
        source, ability = next(one for one in applicable if one[0] == first)
        left.remove((source, ability))
        if types := _types(world, source, ability):
            (kind,) = planning.ask("mana", seat, types)
            mana = "".join(str(kind) if not ability.colored or one in COLORS else one for one in mana)
        mana = mana * ability.times
    return mana
