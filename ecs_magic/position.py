"""Turn the position of a scenario into a game, and list every impossibility in it."""

import re
from pathlib import Path
from typing import Any, Final

import msgspec

from ecs_magic.abilities import CopyExceptions
from ecs_magic.cardlibrary import CARD_FILE_FORMAT, CardLibrary
from ecs_magic.cards import CardDefinition, define, named_token
from ecs_magic.changes import NewCard
from ecs_magic.copies import excepted, token_copy
from ecs_magic.decisions import Decider, First
from ecs_magic.documents import read_document
from ecs_magic.enums import CardKind, Face, Zone
from ecs_magic.errors import InputError, UnknownCardError
from ecs_magic.facedown import down
from ecs_magic.game import Game
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.linking import choose_for
from ecs_magic.naming import Names
from ecs_magic.reading import convert
from ecs_magic.requests import BecomeCopy, SetDayNight, SetLife
from ecs_magic.scenario import SCENARIO_FORMAT, ObjectForm, PartForm, Scenario, Token
from ecs_magic.setup import Placement

_STEP: Final = re.compile(r"^step\[(\d+)\]\.?")
"""How a place in a step begins, counted as plain data is; messages count steps from 1."""


class Loaded(msgspec.Struct, frozen=True):
    """A scenario read from a file, with the cards it may use."""

    scenario: Scenario
    cards: CardLibrary
    file: str


def load_scenario(path: Path) -> Loaded:
    """Read a scenario file and the card files it names. Raises `InputError`."""
    return read_scenario(read_document(path), file=str(path), folder=path.parent)


def read_scenario(data: dict[str, Any], *, file: str = "", folder: Path | None = None) -> Loaded:
    """Check a scenario given as plain data. Card files are looked up in `folder`. Raises `InputError`."""
    if data.get("format") == CARD_FILE_FORMAT:
        hint = "check it, or name it in a scenario, as in cards = [ FILE ]"
        raise InputError("this is a card file", file=file, where="format", suggestion=hint)
    if data.get("format") != SCENARIO_FORMAT:
        raise InputError(
            f"format is {data.get('format')!r}" if "format" in data else "has no format",
            file=file,
            where="format",
            suggestion=f'write format = "{SCENARIO_FORMAT}"',
        )
    try:
        scenario = convert(data, Scenario, where="", file=file)
    except InputError as error:
        error.where = _STEP.sub(lambda found: f"step {int(found.group(1)) + 1}: ", error.where).removesuffix(": ")
        raise
    try:
        cards = CardLibrary()
        for index, name in enumerate(scenario.cards):
            card_file = _card_file(name, folder, index)
            try:
                cards.add_file(card_file)
            except InputError as error:
                if error.file == str(card_file) and not card_file.is_file():
                    error.file, error.where, error.message = file, f"cards[{index}]", f"{name}: {error.message}"
                raise
        for problem in cards.added(scenario.card):
            raise problem
    except InputError as error:
        error.file = error.file or file
        raise
    return Loaded(scenario, cards, file)


def _card_file(name: str, folder: Path | None, index: int) -> Path:
    """Return the path of a card file: beside the scenario or below, and nowhere else."""
    where = f"cards[{index}]"
    if folder is None:
        raise InputError("card files need a scenario file to be found from", where=where)
    try:
        path = folder / name
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{name!r} is no path: {error}", where=where) from None
    if not inside:
        raise InputError(
            f"{name!r} is outside the scenario's folder", where=where, suggestion="put it beside the scenario"
        )
    return path


def start(loaded: Loaded, decider: Decider | None = None) -> Game:
    """Return a game at the position of a scenario, before its first step. Raises `InputError` if it is impossible."""
    begun, problems = _set_up(loaded, decider, gather=False)
    if problems:
        raise problems[0]
    return begun


def impossibilities(loaded: Loaded) -> list[InputError]:
    """Return everything that is impossible in the position, in the order of the file."""
    try:
        return _set_up(loaded, None, gather=True)[1]
    except InputError as error:
        return [error]


def _set_up(loaded: Loaded, decider: Decider | None, *, gather: bool) -> tuple[Game, list[InputError]]:
    scenario = loaded.scenario
    if not scenario.players:
        raise InputError("a game needs a player", file=loaded.file, where="players", suggestion="as in [players.A]")
    try:
        game = Game(
            tuple(scenario.players),
            seed=scenario.seed,
            decider=decider or First(),
            policies=scenario.policies,
            cards=loaded.cards,
        )
    except InputError as error:
        error.file = loaded.file
        raise
    problems: list[InputError] = []
    for player, form in scenario.players.items():
        if form.life != 20:
            try:
                game.do(SetLife(player, form.life))
            except InputError as error:
                error.file, error.where = loaded.file, f"players.{player}.life"
                problems.append(error)
    if scenario.time is not None:
        game.do(SetDayNight(scenario.time))
    for index, form_ in enumerate(scenario.object):
        try:
            _place(game, game.names, form_)
        except InputError as error:
            error.file = loaded.file
            error.where = ".".join(part for part in (f"object[{index}] {form_.id!r}", error.where) if part)
            problems.append(error)
            if not gather:
                break
    return game, problems


def _place(game: Game, names: Names, form: ObjectForm) -> None:
    given = [name for name in ("card", "token", "token_copy_of", "merged", "melded") if getattr(form, name)]
    if len(given) != 1:
        found = " and ".join(given) or "nothing"
        raise InputError(f"it is {found}", suggestion="give one of card, token, token_copy_of, merged, melded")
    ids = [form.id, *(part.id for part in (*form.merged, *form.melded) if part.id)]
    for one in ids:
        if one in names.all():
            raise InputError(f"the id {one!r} is taken", where="id", suggestion="each card is in one place")
        if one in game.world.players:
            raise InputError(f"{one!r} is a player", where="id", suggestion="name the object otherwise")
        if not one:
            raise InputError("the id is empty", where="id")
    if len(set(ids)) != len(ids):
        raise InputError("two of its ids are the same", where="id")
    owner = game.world.seat(form.owner)
    parts = form.merged or form.melded
    if parts and len(parts) < 2:
        raise InputError("it takes two or more", where=given[0])
    if parts:
        news = tuple(_part(game, names, part, owner, f"{given[0]}[{at}]") for at, part in enumerate(parts))
    else:
        whole = PartForm(card=form.card, token=form.token, token_copy_of=form.token_copy_of, commander=form.commander)
        news = (_part(game, names, whole, owner, given[0]),)
        if form.kind == "copy":
            news = (msgspec.structs.replace(news[0], kind=CardKind.SPELL_COPY),)
            if form.zone is not Zone.STACK:
                raise InputError("a copy of a spell is on the stack", where="kind", suggestion="CR 707.10a")
    placed = game.place(_placement(game, names, form, news, given[0]))
    names.objects[form.id] = (placed.id,)
    if parts:
        for part, card in zip(parts, placed.constituents, strict=True):
            if part.id:
                names.add_card(part.id, card.id)
    else:
        names.add_card(form.id, placed.card.id)
    if form.copy_of is not None:
        of = _copied(game, names, form.copy_of)
        if game.world.zone(placed.id) is not Zone.BATTLEFIELD:
            raise InputError("only a permanent becomes a copy here", where="copy_of")
        game.do(BecomeCopy(placed, of))
        if form.chosen:
            choose_for(game.world, placed.id, form.chosen)  # it was chosen for what it is, a copy


def _copied(game: Game, names: Names, of: str) -> ObjectId | CardDefinition:
    """Return what an object is a copy of: an object listed before, or a card. Raises `InputError`."""
    if of in names.all():
        return _listed(names, of, "copy_of")
    try:
        return game.cards.find(of)
    except UnknownCardError as error:
        unknown = names.unknown(of, "object or card")
        near = (one for one in (error.suggestion, unknown.suggestion) if one.startswith("did"))
        hint = next(near, "list an object before those that name it, or name a card")
        raise InputError(unknown.message, where="copy_of", suggestion=hint) from None


def _listed(names: Names, name: str, where: str) -> ObjectId:
    """Return an object that was listed before. Raises `InputError`."""
    try:
        return names.now(name)[0]
    except InputError as error:
        error.where, error.suggestion = where, f"{error.suggestion}; list an object before those that name it"
        raise


def _placement(game: Game, names: Names, form: ObjectForm, news: tuple[NewCard, ...], what: str) -> Placement:
    attached: ObjectId | None = None
    if form.attached_to in game.world.players:
        attached = ObjectId(game.world.player_entities[game.world.seat(form.attached_to)])
    elif form.attached_to is not None:
        attached = _listed(names, form.attached_to, "attached_to")
    parts = form.merged or form.melded
    commander = parts and form.commander
    if commander:
        raise InputError("say which card is the commander", where="commander", suggestion=f"inside {what}")
    faces = tuple((part.face, down(part.face_down)) for part in form.merged)
    for at, part in enumerate(form.melded):
        if part.face is not Face.FRONT or part.face_down:
            raise InputError("a card of a melded permanent shows no face of its own", where=f"melded[{at}]")
    top = faces[0] if faces else (_face_of_copied(game, names, form.token_copy_of), down(form.face_down))
    face = form.face or top[0]
    return Placement(
        news,
        form.zone,
        together="merged" if form.merged else "melded" if form.melded else "",
        all_abilities=form.abilities == "all",
        controller=None if form.controller is None else game.world.seat(form.controller),
        tapped=form.tapped,
        flipped=form.flipped,
        phased_out=form.phased_out,
        face=face,
        face_down=down(form.face_down) or top[1],
        below=faces[1:],
        sick=form.sick,
        counters=form.counters,
        damage=form.damage,
        attached_to=attached,
        attacking=form.attacking,
        x=form.x,
        chosen=form.chosen,
        timestamp=form.timestamp,
    )


def _part(game: Game, names: Names, part: PartForm, owner: Seat, where: str) -> NewCard:
    given = [name for name in ("card", "token", "token_copy_of") if getattr(part, name)]
    if len(given) != 1:
        raise InputError(f"it is {' and '.join(given) or 'nothing'}", where=where, suggestion="a card or a token")
    if part.commander and part.card is None:
        raise InputError("a commander is a card", where="commander", suggestion="CR 903.3")
    try:
        if part.card is not None:
            return NewCard(game.cards.find(part.card), owner, CardKind.CARD, commander=part.commander)
        if part.token is not None:
            return NewCard(token_definition(game.cards, part.token), owner)
        return NewCard(_copy_definition(game, names, str(part.token_copy_of), None), owner)
    except InputError as error:
        error.where = ".".join(piece for piece in (where, error.where) if piece)
        raise


def token_definition(cards: CardLibrary, token: Token) -> CardDefinition:
    """Return the definition of a token by name or written out; a nameless one is named by CR 111.4."""
    return cards.token(token) if isinstance(token, str) else named_token(define(token))


def _face_of_copied(game: Game, names: Names, of: str | None) -> Face:
    """Return the face that a token copy shows: that of the object it copies (CR 707.8a)."""
    if of is None or of not in names.all():
        return Face.FRONT
    return token_copy(game.world, names.now(of)[0], None)[1]


def _copy_definition(game: Game, names: Names, of: str, exceptions: CopyExceptions | None) -> CardDefinition:
    if of in names.all():
        return token_copy(game.world, names.now(of)[0], exceptions)[0]
    return excepted(game.cards.find(of), exceptions)
