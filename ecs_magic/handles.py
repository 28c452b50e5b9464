"""Handles: objects and cards of a game, for Python. A handle knows its game and its id, and stores nothing."""

from typing import TYPE_CHECKING, Any

from ecs_magic.abilities import Ability
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import Kind, Owner, Printed, StackAbility
from ecs_magic.decisions import Answer, Decision, Option
from ecs_magic.derived import characteristics, controller
from ecs_magic.errors import InputError, ObjectGoneError, instead
from ecs_magic.ids import CardId, EntityId, ObjectId
from ecs_magic.normalize import ids
from ecs_magic.objects import became, last_known, object_of, owner_of_card
from ecs_magic.readings import READINGS, read
from ecs_magic.world import World

if TYPE_CHECKING:
    from ecs_magic.explain import Explanation
    from ecs_magic.game import Game


class Card:
    """A physical card, token or copy of a spell. It lives through zones; its objects come and go."""

    __slots__ = ("game", "id")

    def __init__(self, game: "Game", card: CardId) -> None:
        self.game = game
        self.id = card

    def __repr__(self) -> str:
        return f"<Card {self.id} {self.name!r}>" if self.exists else f"<Card {self.id}, ceased to exist>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and other.id == self.id and other.game is self.game

    def __hash__(self) -> int:
        return hash((id(self.game), self.id))

    @property
    def exists(self) -> bool:
        """Whether the card still exists; a token may have ceased to (CR 111.7)."""
        return self.game.world.find(self.id, Printed) is not None

    @property
    def name(self) -> str:
        """The name printed on it."""
        return self.game.world.get(self.id, Printed).definition.name

    @property
    def kind(self) -> str:
        """Card, token, or copy of a spell."""
        return self.game.world.get(self.id, Kind).kind.value

    @property
    def owner(self) -> str:
        """The name of its owner (CR 108.3)."""
        return self.game.world.players[owner_of_card(self.game.world, self.id)]

    @property
    def object(self) -> "Object":
        """The object that it represents now, alone or with others."""
        return Object(self.game, object_of(self.game.world, self.id))


class Object:
    """An object of a game (CR 109.1): one incarnation, gone for good once it changes zones (CR 400.7).

    Every reading is right at the moment it is made (CR 613.5). Reading one that is gone raises
    `ObjectGoneError`; `last_known` reads it as it last was, `became` finds what it turned into.
    """

    __slots__ = ("_board", "game", "id")

    def __init__(self, game: "Game", object_: ObjectId, board: World | None = None) -> None:
        self.game = game
        self.id = object_
        self._board = board

    def __repr__(self) -> str:
        if not self.exists and self._board is None:
            return f"<Object {self.id}, gone>"
        held = self._world.find(self.id, StackAbility)
        name = self.name if held is None else f"ability {held.ability.name}".rstrip()
        return f"<Object {self.id} {name!r} {self.zone}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Object) and other.id == self.id and other.game is self.game

    def __hash__(self) -> int:
        return hash((id(self.game), self.id))

    @property
    def _world(self) -> World:
        if self._board is not None:
            return self._board
        world = self.game.world
        if not world.is_object(self.id):
            after = ", ".join(map(repr, self.became))
            raise ObjectGoneError(
                f"object {self.id} does not exist any more",
                suggestion=f"read .last_known; it became {after}" if after else "read .last_known",
            )
        return world

    @property
    def exists(self) -> bool:
        """Whether it is still the object it was."""
        return self.game.world.is_object(self.id)

    @property
    def became(self) -> "tuple[Object, ...]":
        """What it turned into when it changed zones (CR 400.7); empty while it exists."""
        return tuple(Object(self.game, after) for after in became(self.game.world, self.id))

    @property
    def last_known(self) -> "Object":
        """The object as it last existed (CR 608.2h), or as it is. Raises `ObjectGoneError` once released."""
        return Object(self.game, self.id, last_known(self.game.world, self.id))

    @property
    def card(self) -> Card:
        """The topmost card that represents it."""
        return self.constituents[0]

    @property
    def constituents(self) -> tuple[Card, ...]:
        """Every card that represents it, topmost first; both cards of a meld pair (CR 730.2, 712.4a)."""
        return tuple(Card(self.game, card) for card in self._world.cards(self.id))

    @property
    def characteristics(self) -> Characteristics:
        """All its characteristics as one value (CR 109.3)."""
        return characteristics(self._world, self.id)

    @property
    def name(self) -> str:
        """Its name, or an empty text."""
        return self.characteristics.name

    @property
    def names(self) -> tuple[str, ...]:
        """Its names: two for a split card off the stack (CR 709.4)."""
        return self.characteristics.names

    @property
    def mana_cost(self) -> str | None:
        """Its mana cost, or `None`."""
        return self.characteristics.mana_cost

    @property
    def mana_value(self) -> int:
        """Its mana value (CR 202.3)."""
        return self.characteristics.mana_value

    @property
    def colors(self) -> tuple[str, ...]:
        """Its colours as letters in the order WUBRG."""
        return self.characteristics.colors

    @property
    def supertypes(self) -> tuple[str, ...]:
        """Its supertypes (CR 205.4)."""
        return self.characteristics.supertypes

    @property
    def types(self) -> tuple[str, ...]:
        """Its card types (CR 205.2)."""
        return self.characteristics.types

    @property
    def subtypes(self) -> tuple[str, ...]:
        """Its subtypes (CR 205.3)."""
        return self.characteristics.subtypes

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """Its abilities."""
        return self.characteristics.abilities

    @property
    def keywords(self) -> tuple[str, ...]:
        """The names of its keyword abilities, each once."""
        found: tuple[str, ...] = read(self._world, self.id, "keywords")
        return found

    @property
    def power(self) -> int | None:
        """Its power, or `None` where there is none (CR 208.3)."""
        return self.characteristics.power

    @property
    def toughness(self) -> int | None:
        """Its toughness, or `None` where there is none."""
        return self.characteristics.toughness

    @property
    def loyalty(self) -> int | None:
        """Its loyalty (CR 306.5)."""
        return self.characteristics.loyalty

    @property
    def zone(self) -> str:
        """The zone it is in."""
        return self._world.zone(self.id).value

    @property
    def owner(self) -> str:
        """The name of its owner."""
        return self._world.players[self._world.owner(self.id)]

    @property
    def controller(self) -> str | None:
        """The name of its controller; `None` off the battlefield and stack (CR 109.4)."""
        seat = controller(self._world, self.id)
        return None if seat is None else self._world.players[seat]

    @property
    def tapped(self) -> bool:
        """Whether it is tapped."""
        return self._world.status(self.id).tapped

    @property
    def counters(self) -> dict[str, int]:
        """How many counters of each kind are on it."""
        found: dict[str, int] = read(self._world, self.id, "counters")
        return found

    def read(self, name: str) -> Any:
        """Return any reading by the name that scenario files use, such as ``melded``. Raises `InputError`."""
        if name not in READINGS:
            raise InputError(f"{name!r} can't be read", where="read", suggestion=instead(name, READINGS))
        return read(self._world, self.id, name)

    def __getattr__(self, name: str) -> Any:
        """Return any reading that has no property of its own, such as ``bear.melded``."""
        if name in READINGS:
            return self.read(name)
        hint = "" if name.startswith("_") else f"; {instead(name, READINGS)}"
        raise AttributeError(f"'Object' has no attribute {name!r}{hint}", name=name, obj=self)

    def explain(self, characteristic: str | None = None) -> "Explanation":
        """Say why it is what it is: the steps with source, timestamp, sublayer, rule and reason (CR 613)."""
        from ecs_magic.explain import explain

        return explain(self._world, self.id, characteristic)


# --- decisions -------------------------------------------------------------------------------------------


def options(game: "Game", decision: Decision) -> "tuple[Card | Object | str, ...]":
    """Return the options of a decision as handles and words, to be read and to answer with."""

    def thing(entity: int) -> Card | Object:
        is_card = game.world.find(entity, Owner) is not None
        return Card(game, CardId(EntityId(entity))) if is_card else Object(game, ObjectId(EntityId(entity)))

    return tuple(one if isinstance(one, str) else thing(one) for one in decision.options)


def waits(game: "Game", decision: Decision) -> str:
    """Return what waits for an answer, in words."""
    form = "an order" if decision.kind == "order" else "one"
    return f"{decision.ask} waits for {game.world.players[decision.player]}: {form} of {list(options(game, decision))}"


def checked_answer(game: "Game", decision: Decision, answer: Any) -> Answer:
    """Return an answer of handles, ids, words or a scenario's names as a decision takes it. Raises `InputError`."""

    def option(given: Any) -> Option:
        found: Option = getattr(given, "id", given)
        if isinstance(found, str) and found not in decision.options:
            named = (one for one in decision.options if isinstance(one, int) and game.names.means(found, one))
            return next(named, found)
        return found

    try:
        return decision.checked([option(one) for one in ids(answer)])
    except InputError:
        raise InputError(f"{answer!r} does not answer it", suggestion=waits(game, decision)) from None
