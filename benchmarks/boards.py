"""The boards that cases are measured on."""

import gc
from collections.abc import Sequence
from itertools import islice

import msgspec

import ecs_magic as magic
from benchmarks.measuring import MANY
from ecs_magic.abilities import Effect, ModifyPowerToughness, Static
from ecs_magic.cards import CardDefinition, CardSource, define
from ecs_magic.changes import Enter, NewCard
from ecs_magic.components import ControlledSince, Timestamped
from ecs_magic.enums import CardKind
from ecs_magic.ids import ObjectId, Seat, Timestamp
from ecs_magic.selectors import Selector
from ecs_magic.verbs import enter


def make(name: str, power: int, *abilities: Static, back: bool = False) -> CardDefinition:
    """Return a creature; with `back` one that turns over."""
    source = CardSource(
        name=name, type_line="Creature — Bear", mana_cost="{1}{G}", power=power, toughness=power, abilities=abilities
    )
    if back:
        other = CardSource(name=f"{name} Turned", type_line="Creature — Bear", power=power + 1, toughness=power + 1)
        source = msgspec.structs.replace(source, back=other)
    return define(source)


def lord(number: int) -> Static:
    """Return an ability that strengthens others of the same controller."""
    test = Selector(which="other", controller="you", types=("Creature",), min_mana_value=number % 3)
    return Static(Effect((ModifyPowerToughness(1, 1),), test), name=f"lord {number}")


def crowd(game: magic.Game, definitions: Sequence[CardDefinition]) -> list[ObjectId]:
    """Place many cards on the battlefield, owned in turn; the same position as by `Game.put`, one by one.

    What a zone holds is written once for many, and the journal of each go is given up. Cyclic garbage is not
    looked for meanwhile.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _crowd(game, definitions)
    finally:
        if collecting:
            gc.enable()


def _crowd(game: magic.Game, definitions: Sequence[CardDefinition]) -> list[ObjectId]:
    world = game.world
    waiting = iter([(definition, Seat(index % 2)) for index, definition in enumerate(definitions)])
    found: list[ObjectId] = []
    while some := list(islice(waiting, MANY)):
        entered = enter(world, [Enter((), seat, (NewCard(one, seat, CardKind.CARD),)) for one, seat in some])
        for permanent, (_, seat) in zip(entered, some, strict=True):
            alone = Timestamped(world.get(permanent, Timestamped).timestamp)
            world.set(permanent, ControlledSince(seat, Timestamp(0)), alone)
        world.forget_journal()
        found += entered
    return found


def board(permanents: int, sources: int = 0, kinds: int = 1) -> tuple[magic.Game, list[magic.Object]]:
    """Return a game with this many double-faced creatures, and as many sources of these kinds among them."""
    game = magic.Game(seed=1)
    return game, [magic.Object(game, one) for one in crowd(game, creatures(permanents, sources, kinds))]


def creatures(permanents: int, sources: int = 0, kinds: int = 1) -> list[CardDefinition]:
    """Return the cards of a board: first the sources, then creatures of thirty kinds."""
    plain = [make(f"Bear {kind}", 2 + kind % 3, back=True) for kind in range(30)]
    lords = [make(f"Lord {kind}", 2, lord(kind)) for kind in range(kinds)]
    return [lords[index % kinds] if index < sources else plain[index % 30] for index in range(permanents)]
