"""Find card definitions by name: the library's own, a user's card files, cards written inline."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ecs_magic.cards import CardDefinition, CardSource, define
from ecs_magic.errors import InputError, UnknownCardError, instead
from ecs_magic.reading import convert
from ecs_magic.typewords import given_subtypes, misspelt_subtypes

if TYPE_CHECKING:
    from pathlib import Path

CARD_FILE_FORMAT: Final = "ecs-magic/cards-1"


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card file: a format line and a list of cards."""

    card: tuple[dict[str, Any], ...]
    format: str = CARD_FILE_FORMAT


def read_card(data: Mapping[str, Any], *, file: str = "", where: str = "card") -> CardDefinition:
    """Return the card that a table of a card file or scenario describes.

    Raises `InputError` with the place and a suggestion for anything malformed.
    """
    try:
        if "scryfall" in data:
            from ecs_magic.scryfall import card_source

            if len(data) > 1:
                raise InputError("scryfall excludes every other key", where=where)
            if not isinstance(data["scryfall"], Mapping):
                raise InputError("scryfall must be a table", where=where)
            return define(card_source(data["scryfall"]))
        return define(convert(data, CardSource, where=where))
    except InputError as error:
        error.file = error.file or file
        if where not in error.where:
            error.where = ".".join(part for part in (where, error.where) if part)
        raise


class CardLibrary:
    """Card and token definitions by name. Own definitions come before the ones that are shipped.

    A library belongs to the games that are given it; definitions never change, so games may share one.
    """

    def __init__(self, definitions: Iterable[CardDefinition] = ()) -> None:
        self._own: dict[str, CardDefinition] = {}
        # Shipped cards by folded name (and by either face's name), defined when first asked for.
        self._shipped: dict[str, CardSource] | None = None
        self._tokens: dict[str, CardSource] | None = None
        for definition in definitions:
            self.add(definition)

    def add(self, definition: CardDefinition) -> None:
        """Make a definition known under its name; the newest of a name wins. Raises `InputError`."""
        if not isinstance(definition, CardDefinition):
            raise InputError(f"{definition!r} is no card", suggestion="give a CardDefinition, or add_file a path")
        self._own[_key(definition.name)] = definition
        for name in definition.names:
            self._own.setdefault(_key(name), definition)

    def add_file(self, path: "Path | str") -> None:
        """Make every card of a card file (TOML or JSON) known. Raises `InputError`."""
        from pathlib import Path

        from ecs_magic.documents import read_document

        self.add_document(read_document(Path(path)), file=str(path))

    def add_document(self, data: Mapping[str, Any], *, file: str = "") -> None:
        """Make every card of a card file, given as plain data, known. Raises `InputError`."""
        for problem in self._added(data, file):
            raise problem

    def problems(self, data: Mapping[str, Any], *, file: str = "") -> list[InputError]:
        """Make the cards of a card file known, and return what is wrong with each of the others.

        Where they all can be read, it is what they ask for and no card has.
        """
        try:
            return list(self._added(data, file)) or list(self.misspelt(file=file))
        except InputError as error:
            return [error]

    def misspelt(self, given: Iterable[str] = (), *, file: str = "") -> Iterator[InputError]:
        """Yield an error for each subtype that a card asks for and that none of the library and none `given` is."""
        given = {*given, *self.subtypes()}
        for definition in {id(one): one for one in self._own.values()}.values():
            for problem in misspelt_subtypes(definition, given):
                problem.file, problem.where = file, f"card {definition.name}: {problem.where}"
                yield problem

    def _added(self, data: Mapping[str, Any], file: str) -> Iterator[InputError]:
        """Make one card after the other known, and yield an error for each that can't be read."""
        document = convert(data, CardFile, where="", file=file)
        if document.format != CARD_FILE_FORMAT:
            raise InputError(
                f"format {document.format!r} is not a card file's",
                file=file,
                where="format",
                suggestion=f'write format = "{CARD_FILE_FORMAT}"',
            )
        yield from self.added(document.card, file)

    def added(self, sources: Iterable[Mapping[str, Any]], file: str = "") -> Iterator[InputError]:
        """Make one card of a file after the other known; yield an error for each that is malformed or there twice."""
        seen = set[str]()
        for index, source in enumerate(sources):
            where = f"card[{index}]"
            try:
                definition = read_card(source, file=file, where=where)
            except InputError as error:
                yield error
                continue
            key = _key(definition.name)
            if key in seen:
                message = f"the file has a card named {definition.name!r} already"
                yield InputError(message, file=file, where=where, suggestion="give each card its own name")
            seen.add(key)
            self.add(definition)

    def subtypes(self) -> frozenset[str]:
        """Return the subtypes that cards added so far have or give."""
        return frozenset(given_subtypes(list(self._own.values())))

    def find(self, name: str) -> CardDefinition:
        """Return the card of that name, or of the face of that name.

        Raises `UnknownCardError` with the nearest names.
        """
        key = _key(name)
        if (definition := self._own.get(key)) is not None:
            return definition
        if self._shipped is None:
            self._shipped = _sources("cards.jsonl")
        if (source := self._shipped.get(key)) is None:
            raise self._unknown(name)
        definition = define(source)
        for known in (key, *map(_key, (definition.name, *definition.names))):
            self._own.setdefault(known, definition)
        return definition

    def token(self, name: str) -> CardDefinition:
        """Return the predefined token of that name, the word Token aside (CR 111.10). Raises `UnknownCardError`."""
        if self._tokens is None:
            self._tokens = _sources("tokens.jsonl")
        key = _key(name)
        if (source := self._tokens.get(key) or self._tokens.get(f"{key} token")) is None:
            names = dict.fromkeys(known.removesuffix(" token").title() for known in self._tokens)
            hint = f"{instead(key.title(), names)} or write the token out: {{ name, type_line, … }}"
            raise UnknownCardError(f"no predefined token is named {name!r}", suggestion=hint)
        return define(source)

    def named(self, name: str, *, token: bool) -> CardDefinition:
        """Return the card of that name; for a token the predefined one, if there is one. Raises `UnknownCardError`."""
        if token:
            with suppress(UnknownCardError):
                return self.token(name)
        return self.find(name)

    def names(self) -> tuple[str, ...]:
        """Return every name a card can be found by, in alphabetical order."""
        if self._shipped is None:
            self._shipped = _sources("cards.jsonl")
        return tuple(sorted({*self._own, *self._shipped}))

    def _unknown(self, name: str) -> UnknownCardError:
        near = difflib.get_close_matches(_key(name), self.names(), 3, 0.6)
        titles = [self.find(key).name for key in near]
        hint = (
            f"did you mean {' or '.join(dict.fromkeys(titles))}?"
            if titles
            else "define it with [[card]] or in a card file; in Python game.cards.add_file(path)"
        )
        return UnknownCardError(f"no card is named {name!r}", suggestion=hint)


def _key(name: str) -> str:
    """Return what a name is found by: in lower case, with plain apostrophes."""
    return name.casefold().replace("\u2019", "'")


def _sources(resource: str) -> dict[str, CardSource]:
    """Return the shipped sources of a data file by every name they can be found by."""
    from importlib.resources import files

    data = files("ecs_magic").joinpath("data", resource).read_bytes()
    found: dict[str, CardSource] = {}
    for source in msgspec.json.Decoder(CardSource).decode_lines(data):
        faces = [source.name, *(face.name for face in (source.back, source.flipped) if face is not None)]
        faces += [half.name for half in source.halves]
        if source.back is not None or source.flipped is not None:
            faces.append(" // ".join(faces[:2]))
        for name in faces:
            found.setdefault(_key(name), source)
    return found
