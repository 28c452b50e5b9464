"""Read a scenario over before it runs: expectations that could never be compared, names that nobody gave."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from ecs_magic.attempts import attempted
from ecs_magic.decisions import ASKS
from ecs_magic.enums import Face, Zone
from ecs_magic.errors import InputError, UnknownCardError, instead
from ecs_magic.expectations import IS, kind_of
from ecs_magic.facts import fact_kinds, singular
from ecs_magic.judging import misspelt
from ecs_magic.position import Loaded
from ecs_magic.requests import request_names
from ecs_magic.scenario import (
    AddEffectStep,
    AnyStep,
    BecomeCopyStep,
    Expectation,
    GainControlStep,
    Scenario,
    Step,
    TogetherStep,
)
from ecs_magic.typeline import CARD_TYPES, SUPERTYPES
from ecs_magic.typewords import given_subtypes, misspelt_subtypes

_NAMING = ("object", "objects", "onto", "attached_to", "source", "of", "copy_of", "effect")
"""The keys of steps that hold names of objects or effects."""
_WORDS: Final[Mapping[str, Collection[str]]] = {
    "zone": [zone.value for zone in Zone],
    "face": [face.value for face in Face],
    "types": CARD_TYPES,
    "supertypes": SUPERTYPES,
    **dict.fromkeys(("colors", "color_indicator", "color_identity"), "WUBRG"),
    "produces": "WUBRGC",
}
"""Readings that are always one of a few words, or some of them."""
_FLAGS: Final = frozenset(
    """
    tapped flipped phased_out face_down token copy transformed double_faced merged melded commander sick
    """.split()
)
"""Readings that are true or false."""
_NUMBERS: Final = frozenset("mana_value power toughness loyalty defense damage x".split())
"""Readings that are numbers, or "" where there is none."""


def check_forms(loaded: Loaded) -> None:
    """Raise `InputError` for the first step or expectation that could never be run or compared."""
    for problem in misreadings(loaded):
        raise problem


def misreadings(loaded: Loaded) -> Iterator[InputError]:
    """Yield an `InputError` for each step or expectation that could never be run or compared, in their order."""
    scenario = loaded.scenario
    given = {*given_subtypes(scenario.object), *given_subtypes(scenario.step)}
    yield from loaded.cards.misspelt(given, file=loaded.file)
    given |= loaded.cards.subtypes()
    for place, form in enumerate(scenario.object):
        yield from _located(loaded, f"object[{place}]", misspelt_subtypes(form, given))
    objects, effects = set(_placed(scenario)), set[str]()
    numbers: list[str | int] = [0]
    for number, step in enumerate(scenario.step, 1):
        inner = step.steps if isinstance(step, TogetherStep) else ()
        here = f"step {number} ({step.__struct_config__.tag})"
        for at, one in ((here, step), *((f"{here}: steps[{index}]", one) for index, one in enumerate(inner))):
            yield from _located(loaded, at, _misnamed(loaded, one, objects, effects, numbers))
        yield from _located(loaded, here, misspelt_subtypes(step, given))
        made = effects if isinstance(step, AddEffectStep | BecomeCopyStep | GainControlStep) else objects
        made.update(_made(step))
        numbers += [number, step.name] if step.name else [number]
        for index, expectation in enumerate(step.expect):
            problems = (*_malformed(expectation), *_unexpectable(loaded, expectation, objects | effects, numbers))
            yield from _located(loaded, f"step {number}: expect[{index}]", problems[:1])


def given_names(scenario: Scenario) -> set[str]:
    """Return every name that a scenario gives, by `id` or by `as`."""
    return {*_placed(scenario), *(name for step in scenario.step for name in _made(step))}


def _placed(scenario: Scenario) -> Iterator[str]:
    for form in scenario.object:
        yield from (form.id, *(part.id for part in (*form.merged, *form.melded) if part.id))


def _made(step: Step) -> Iterable[str]:
    names = (step.as_,) if isinstance(step.as_, str) else step.as_
    return [name for name in names if name]


def _located(loaded: Loaded, where: str, problems: Iterable[InputError]) -> Iterator[InputError]:
    for problem in problems:
        problem.file = loaded.file
        problem.where = ": ".join(part for part in (where, problem.where) if part)
        yield problem


# --- steps -----------------------------------------------------------------------------------------------


def _misnamed(
    loaded: Loaded, step: AnyStep, objects: set[str], effects: set[str], numbers: Iterable[str | int]
) -> Iterator[InputError]:
    """Yield what a step says of names that do not exist by then."""
    players = loaded.scenario.players
    for key in _NAMING:
        value = getattr(step, key, None)
        for name in (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ():
            if key in ("of", "copy_of"):
                yield from _uncopied(loaded, key, name, objects)
            else:
                known, what = (effects, "effect") if key == "effect" else (objects | effects, "object")
                yield from _unknown(what, name, known | {*players} if key == "attached_to" else known, key)
    if step.__struct_config__.tag == "attach":
        yield from _unknown("object", str(getattr(step, "to", "")), objects | {*players}, "to")
    if isinstance(player := getattr(step, "player", None), str):
        yield from _unknown("player", player, players, "player")
    if (since := getattr(step, "since", None)) is not None and since not in numbers:
        yield InputError(f"no step {since!r} was done before", where="since", suggestion=_before(numbers))
    for at, form in enumerate(step.answers):
        if form.ask not in ASKS:
            hint = instead(form.ask, ASKS)
            yield InputError(f"no question is named {form.ask!r}", where=f"answers[{at}].ask", suggestion=hint)
        if form.player is not None:
            yield from _unknown("player", form.player, players, f"answers[{at}].player")


def _uncopied(loaded: Loaded, key: str, name: str, objects: set[str]) -> Iterator[InputError]:
    """Yield an error for what is neither an object nor a card, with the nearest card or object."""
    if name in objects:
        return
    try:
        loaded.cards.find(name)
    except UnknownCardError as error:
        near = instead(name, sorted(objects))
        hint = near if near.startswith("did") else error.suggestion
        yield InputError(f"there is no object or card named {name!r}", where=key, suggestion=hint)


def _unknown(what: str, name: str, known: Iterable[str], where: str) -> Iterator[InputError]:
    names = sorted(set(known))
    if name not in names:
        hint = instead(name, names) or "none has a name yet"
        yield InputError(f"there is no {what} named {name!r}", where=where, suggestion=hint)


def _before(numbers: Iterable[str | int]) -> str:
    return f"one of {', '.join(map(str, numbers))}"


# --- expectations ----------------------------------------------------------------------------------------


def _malformed(expectation: Expectation) -> Iterator[InputError]:
    """Yield why an expectation could never be compared."""
    try:
        kind = kind_of(expectation)
    except InputError as error:
        yield error
        return
    if kind == "legal":
        try:
            attempted(expectation.of)
        except InputError as error:
            yield error
    for name in expectation.is_ or {}:
        if name not in IS:
            yield InputError(f"{name!r} can't be read of an object", where="is", suggestion=instead(name, IS))
    for key in ("has", "lacks", "keywords"):
        wanted = (expectation.is_ or {}).get(key, ())
        for word in [wanted] if isinstance(wanted, str) else wanted if isinstance(wanted, list) else ():
            if isinstance(word, str) and (meant := misspelt(word)) is not None:
                yield InputError(f"{word!r} is no keyword", where=f"is.{key}", suggestion=f"did you mean {meant!r}?")
    said = (expectation.is_, expectation.exists, expectation.became)
    if kind in ("object", "card") and said == (None, None, None):
        yield InputError(f"it expects nothing of the {kind}", suggestion="add is, exists or became")
    for what, word, words in (
        ("facts", expectation.facts, fact_kinds()),
        ("ignored", expectation.ignored, request_names()),
        ("asked", expectation.asked, ASKS),
    ):
        if word is not None and word not in words:
            one = {"facts": "fact", "ignored": "request", "asked": "question"}[what]
            yield InputError(f"no {one} is named {word!r}", where=what, suggestion=instead(word, words))
    if expectation.facts is not None and expectation.facts in fact_kinds():
        fact = fact_kinds()[expectation.facts]
        keys = [singular(one) if one in fact.rows else one.rstrip("_") for one in fact.__struct_fields__]
        for key in expectation.where:
            if key not in keys:
                yield InputError(f"{fact.__name__} has no {key!r}", where="where", suggestion=instead(key, keys))


def _unexpectable(
    loaded: Loaded, expectation: Expectation, names: set[str], numbers: Iterable[str | int]
) -> Iterator[InputError]:
    """Yield what an expectation says of names that do not exist by then, and of values that no object can have."""
    for key, value in (expectation.is_ or {}).items():
        yield from _unfit(key, value, loaded.scenario.players)
    for key, value in (
        ("object", expectation.object),
        ("triggered", expectation.triggered),
        ("card", expectation.card),
        ("became", expectation.became),
        ("cards", expectation.cards),
    ):
        for name in (value,) if isinstance(value, str) else value or ():
            yield from _unknown("card" if key.startswith("card") else "object", name, names, key)
    for key, player in (("player", expectation.player), ("seen_by", expectation.seen_by)):
        if player is not None:
            yield from _unknown("player", player, loaded.scenario.players, key)
    if expectation.digest_equals is not None and expectation.digest_equals not in numbers:
        message = f"no step {expectation.digest_equals!r} was done before"
        yield InputError(message, where="digest_equals", suggestion=_before(numbers))


def _unfit(key: str, value: Any, players: Collection[str]) -> Iterator[InputError]:
    """Yield why a reading can never be a word, or hold it; "" stands for what is not there."""
    if key in _FLAGS and not isinstance(value, bool):
        yield InputError(f"{value!r} is neither true nor false", where=f"is.{key}", suggestion=f"as in {key} = true")
    if key in _NUMBERS and value != "" and (not isinstance(value, int) or isinstance(value, bool)):
        hint = f'as in {key} = 2, or "" for none'
        yield InputError(f"{value!r} is no whole number", where=f"is.{key}", suggestion=hint)
    words = players if key in ("owner", "controller") else _WORDS.get(key, ())
    for word in value if isinstance(value, list) else [value]:
        if words and isinstance(word, str) and word and word.casefold() not in map(str.casefold, words):
            yield InputError(f"{word!r} is unknown here", where=f"is.{key}", suggestion=instead(word, words))
