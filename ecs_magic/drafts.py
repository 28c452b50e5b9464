"""An object's characteristics while layers 2 to 7 are being applied to them (CR 613)."""

from typing import Final

from ecs_magic.abilities import Ability, Keyword, Mana, Static
from ecs_magic.abilities import AddTypes as AddTypesChange
from ecs_magic.abilities import Effect as EffectData
from ecs_magic.abilities import SetColors as SetColorsChange
from ecs_magic.characteristics import Characteristics
from ecs_magic.components import Controller, InZone, Timestamped
from ecs_magic.copiable import shown_values
from ecs_magic.enums import Zone
from ecs_magic.ids import Seat
from ecs_magic.selectors import Selector
from ecs_magic.subtypes import BASIC_LAND_TYPES, card_types_of
from ecs_magic.world import World

Origin = tuple[str, int, int]
"""Where an ability on a draft comes from: how, by which source or effect, which one of those."""

_THIS: Final = Selector(which="this")
_DEFINING_KEYWORDS: Final = {
    "changeling": Static(EffectData((AddTypesChange(every_creature_type=True),), _THIS), "changeling", defines=True),
    "devoid": Static(EffectData((SetColorsChange(()),), _THIS), "devoid", defines=True),
}
"""Keyword abilities that are characteristic-defining (CR 702.73a, 702.114a)."""


def words_of_kind(shown: "Draft | Characteristics", what: str) -> tuple[str, ...]:
    """Return the words of one kind that an object has, such as its card types."""
    match what:
        case "card types":
            return shown.types
        case "colors":
            return shown.colors
        case "names":
            return shown.names
        case "creature types":
            return tuple(name for name in shown.subtypes if "Creature" in card_types_of(name))
        case _:
            return tuple(name for name in shown.subtypes if name in BASIC_LAND_TYPES)


def static_of(ability: Ability) -> Static | None:
    """Return the static ability that a printed ability is or stands for, if it makes a continuous effect."""
    if isinstance(ability, Static):
        return ability
    return _DEFINING_KEYWORDS.get(ability.keyword) if isinstance(ability, Keyword) else None


class Held:
    """An ability on a draft, with the timestamp of what gave it and where it comes from (CR 613.7a)."""

    __slots__ = ("ability", "origin", "timestamp")

    def __init__(self, ability: Ability, timestamp: int, origin: Origin) -> None:
        self.ability = ability
        self.timestamp = timestamp
        self.origin = origin

    @property
    def static(self) -> Static | None:
        """The static ability that this is or stands for, if it makes a continuous effect."""
        if isinstance(self.ability, Keyword) and self.origin[0] != "printed":
            return None
        return static_of(self.ability)


class Draft:
    """What one object's characteristics are so far. Starts from copiable values (CR 613.1)."""

    __slots__ = (
        "abilities",
        "barred",
        "base",
        "colors",
        "controller",
        "defense",
        "forbidden",
        "indicator",
        "loyalty",
        "mana_cost",
        "mana_value",
        "names",
        "power",
        "subtypes",
        "supertypes",
        "timestamp",
        "toughness",
        "types",
        "zone",
    )

    def __init__(self, world: World, object_: int) -> None:
        values = shown_values(world, object_)
        self.zone = world.get(object_, InZone).zone
        stamped = world.find(object_, Timestamped)
        self.timestamp = 0 if stamped is None else int(stamped.timestamp)
        controller = world.find(object_, Controller)
        self.controller: Seat | None = None if controller is None else controller.seat
        self.names = values.names
        self.mana_cost = values.mana_cost
        self.mana_value = values.mana_value
        self.indicator = values.color_indicator
        self.colors = values.colors
        self.supertypes = values.supertypes
        self.types = values.types
        self.subtypes = values.subtypes
        self.power = values.power
        self.toughness = values.toughness
        self.loyalty = values.loyalty
        self.defense = values.defense
        self.abilities: list[Held] = [
            Held(ability, 0, ("printed", 0, index)) for index, ability in enumerate(values.abilities)
        ]
        # power and toughness after layer 7b, once they are known (CR 208.4b)
        self.base: tuple[int | None, int | None] | None = None
        # names of abilities it can't have (CR 113.11)
        self.barred: frozenset[str] = frozenset()
        # what can't be done to it (CR 613.11)
        self.forbidden: frozenset[str] = frozenset()
        if "Land" in self.types:
            self.refresh_land_mana()

    def copy(self) -> "Draft":
        """Return an independent draft with the same values."""
        other = Draft.__new__(Draft)
        for slot in Draft.__slots__:
            setattr(other, slot, getattr(self, slot))
        other.abilities = list(self.abilities)
        return other

    @property
    def is_sized(self) -> bool:
        """Whether it has power and toughness: a creature, or printed with them off the battlefield (CR 208.3)."""
        return "Creature" in self.types or (self.zone is not Zone.BATTLEFIELD and self.power is not None)

    @property
    def base_power(self) -> int | None:
        """Its power without what modifies it: as it is so far, up to layer 7b (CR 208.4b)."""
        return self.power if self.base is None else self.base[0]

    @property
    def base_toughness(self) -> int | None:
        """Its toughness without what modifies it: as it is so far, up to layer 7b (CR 208.4b)."""
        return self.toughness if self.base is None else self.base[1]

    def refresh_land_mana(self) -> None:
        """Give a land the mana abilities of its basic land types, and take those of types it lost (CR 305.6)."""
        wanted = [name for name in self.subtypes if name in BASIC_LAND_TYPES] if "Land" in self.types else []
        kept = [held for held in self.abilities if held.origin[0] != "land type"]
        lands = [Held(Mana((BASIC_LAND_TYPES[name],)), 0, ("land type", 0, index)) for index, name in enumerate(wanted)]
        self.abilities = kept + lands

    def frozen(self, *, x: int = 0, loyalty: int | None = None, defense: int | None = None) -> Characteristics:
        """Return the characteristics as a value.

        A permanent that is not a creature has no power or toughness (CR 208.3); on the battlefield loyalty
        and defense are numbers of counters (CR 306.5c, 310.4c); `x` adds to a spell's mana value (CR 202.3e).
        """
        permanent = self.zone is Zone.BATTLEFIELD
        sized = self.is_sized
        return Characteristics(
            names=self.names,
            mana_cost=self.mana_cost,
            color_indicator=self.indicator,
            colors=self.colors,
            supertypes=self.supertypes,
            types=self.types,
            subtypes=self.subtypes,
            abilities=tuple(held.ability for held in self.abilities),
            power=(self.power or 0) if sized else None,
            toughness=(self.toughness or 0) if sized else None,
            loyalty=loyalty if permanent else self.loyalty,
            defense=defense if permanent else self.defense,
            mana_value=self.mana_value + x,
        )
