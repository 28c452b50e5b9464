"""Names of a scenario: which object, card or effect each one means now."""

import re
from collections.abc import Iterable

from ecs_magic.components import Gone, InZone, Printed, StackAbility
from ecs_magic.errors import InputError, ObjectGoneError, instead
from ecs_magic.ids import CardId, EntityId, ObjectId
from ecs_magic.objects import became, object_of
from ecs_magic.world import World


class Names:
    """What names mean. A name may stand for an object, for the card that represents it, or for both.

    As an object it stands for the one incarnation; when that is gone and the name is a card's too, steps
    take the object that the card represents now.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.objects: dict[str, tuple[ObjectId, ...]] = {}
        self.cards: dict[str, CardId] = {}
        self.effects: dict[str, int] = {}

    def copy(self, world: World) -> "Names":
        """Return the same names for another world that was forked from this one."""
        other = Names(world)
        other.objects = dict(self.objects)
        other.cards = dict(self.cards)
        other.effects = dict(self.effects)
        return other

    def all(self) -> set[str]:
        """Return every name in use."""
        return {*self.objects, *self.cards, *self.effects}

    def add_object(self, name: str, objects: Iterable[int]) -> None:
        """Let a name stand for objects that were just made; for a single new one also for its card."""
        found = tuple(ObjectId(EntityId(one)) for one in objects)
        self.objects[name] = found
        if len(found) == 1 and self.world.is_object(found[0]):
            cards = self.world.cards(found[0])
            if len(cards) == 1 and cards[0] not in self.cards.values():
                self.cards.setdefault(name, cards[0])

    def add_card(self, name: str, card: CardId) -> None:
        """Let a name stand for a card."""
        self.cards[name] = card

    def by_id(self) -> dict[int, str]:
        """Return the name of each object and effect that has one of its own."""
        found = {objects[0]: name for name, objects in self.objects.items() if len(objects) == 1}
        return {**{int(one): name for one, name in found.items()}, **{one: name for name, one in self.effects.items()}}

    def unknown(self, name: str, what: str = "object") -> InputError:
        """Return the error for a name that means nothing."""
        names = sorted((set(self.effects) if what == "effect" else self.all()) - {name})
        return InputError(
            f"there is no {what} named {name!r}", suggestion=instead(name, names) or "none has a name yet"
        )

    def card(self, name: str) -> CardId:
        """Return the card of that name. Raises `InputError`."""
        if name in self.cards:
            return self.cards[name]
        objects = self.objects.get(name, ())
        if len(objects) == 1 and self.world.is_object(objects[0]):
            return self.world.cards(objects[0])[0]
        raise self.unknown(name, "card")

    def incarnation(self, name: str) -> ObjectId | None:
        """Return the one object that a name stood for when it was given; `None` for a name of a card alone."""
        objects = self.objects.get(name)
        if objects is None:
            if name not in self.cards:
                raise self.unknown(name)
            return None
        if not objects:
            raise self._never(name)
        if len(objects) != 1:
            raise InputError(f"{name!r} names {len(objects)} objects", suggestion="name them one by one: as = [ … ]")
        return objects[0]

    def now(self, name: str) -> tuple[ObjectId, ...]:
        """Return the existing objects that a step means by a name. Raises `InputError`, `ObjectGoneError`."""
        world = self.world
        objects = self.objects.get(name, ())
        here = tuple(one for one in objects if world.is_object(one))
        if here:
            return here
        if name in self.cards:
            card = self.cards[name]
            if world.find(card, Printed) is not None:
                return (object_of(world, card),)
            raise ObjectGoneError(f"{name!r} ceased to exist", suggestion="a token can't come back (CR 111.8)")
        if name not in self.objects:
            raise self.unknown(name)
        if not objects:
            raise self._never(name)
        after = [self.label(one) for old in objects for one in became(world, old)]
        hint = f"it became {', '.join(after)}" if after else "it ceased to exist"
        raise ObjectGoneError(f"{name!r} does not exist any more", suggestion=hint)

    @staticmethod
    def _never(name: str) -> ObjectGoneError:
        return ObjectGoneError(f"{name!r} never was", suggestion="the step that was to make it made nothing")

    def told(self, text: str) -> str:
        """Return a message with names in place of the ids of objects."""
        return re.sub(r"\bobject (\d+)\b", lambda found: repr(self.label(int(found.group(1)))), text)

    def means(self, name: str, entity: int) -> bool:
        """Whether a name can stand for this object, card, effect or player, or for the ability of an object."""
        held = self.world.find(entity, StackAbility)
        if held is not None and entity not in self.objects.get(name, ()):
            return self._stands_for_ability(name, held)
        if name in self.world.players and self.world.player_entities[self.world.seat(name)] == entity:
            return True
        if self.cards.get(name) == entity or entity in self.objects.get(name, ()) or self.effects.get(name) == entity:
            return True
        card = self.cards.get(name)
        return card is not None and self.world.find(card, Printed) is not None and object_of(self.world, card) == entity

    def _stands_for_ability(self, name: str, held: StackAbility) -> bool:
        """Whether a name is that of an ability's source, with or without the ability's own."""
        source, _, ability = name.partition(": ")
        after = became(self.world, held.source)
        is_source = any(self.means(source, one) for one in (held.source, *after))
        return is_source and (not ability or ability.casefold() == held.ability.name.casefold())

    def worded(self, option: int | str) -> str:
        """Return an option of a decision in words."""
        return option if isinstance(option, str) else self.label(option)

    def meanings(self) -> dict[str, list[str]]:
        """Return where each named thing is now, in terms that do not depend on ids."""
        found = {name: [self._place(one) for one in objects] for name, objects in self.objects.items()}
        for name, card in self.cards.items():
            if self.world.find(card, Printed) is not None:
                found[f"card {name}"] = [self._place(object_of(self.world, card))]
        return found

    def _place(self, object_: int) -> str:
        if not self.world.is_object(object_):
            return "gone"
        place = self.world.get(object_, InZone)
        return f"{place.zone.value}/{place.seat}/{self.world.contents(place.zone, place.seat).index(object_)}"

    def label(self, entity: int) -> str:
        """Return a name for an id: as a card, as an object, as the ability of one, as a player; or the number."""
        held = self.world.find(entity, StackAbility)
        if held is not None and (entity,) not in self.objects.values():
            source = self.label(held.source)
            return f"{source}: {held.ability.name}" if held.ability.name else source
        if entity in self.world.player_entities:
            return self.world.players[list(self.world.player_entities).index(EntityId(entity))]
        for name, card in self.cards.items():
            if card == entity:
                return name
        for name, objects in self.objects.items():
            if objects == (entity,) and self.world.is_object(entity):
                return name
        for name in self.cards:
            if self.means(name, entity):
                return name
        for name, objects in self.objects.items():
            if objects == (entity,):
                return name
        gone = self.world.find(entity, Gone)
        if gone is not None and gone.card is not None and gone.card in self.cards.values():
            return self.label(gone.card)
        return next((name for name, effect in self.effects.items() if effect == entity), str(entity))
