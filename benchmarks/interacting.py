"""Effects that interact (CR 613.8): what one does tells whether or to what another applies."""

from collections.abc import Callable
from typing import Final

import ecs_magic as magic
from benchmarks.boards import board
from ecs_magic.abilities import AddTypes, Effect, SetSubtypes, Static
from ecs_magic.cards import CardSource, define
from ecs_magic.selectors import Selector


def _chain(number: int, count: int, *, back: bool) -> Effect:
    """Return one of a chain of effects, each of which needs what another gives."""
    step = count - 1 - number if back else number
    wanted = Selector(types=("Creature",)) if step == 0 else Selector(subtypes=(f"Link{step - 1}",))
    return Effect((AddTypes((), (f"Link{step}",)),), wanted)


def _loop(number: int, count: int) -> Effect:
    """Return one of a pair of effects that need each other."""
    del count
    pair, other = divmod(number, 2)
    gives, needs = (f"Pair{pair}a", f"Pair{pair}b") if other else (f"Pair{pair}b", f"Pair{pair}a")
    return Effect((AddTypes((), (gives,)),), Selector(types=("Creature",), not_subtypes=(needs,)))


MIX: Final = (
    Effect((SetSubtypes(("Mountain",)),), Selector(types=("Land",), not_supertypes=("Basic",))),
    Effect((AddTypes((), ("Swamp",)),), Selector(types=("Land",))),
    Effect((AddTypes((), every_basic_land_type=True),), Selector(types=("Land",), controller="you")),
    Effect((AddTypes(("Creature", "Land"), ("Forest", "Saproling")),), Selector(any_subtypes=("Forest", "Saproling"))),
)
"""Four kinds that set land types, add to them, or look at them: each may depend on each."""


def _mix(number: int, count: int) -> Effect:
    """Return an effect that sets, adds to or looks at land types."""
    del count
    return MIX[number % len(MIX)]


WORST: Final = "a mix of land types"
KINDS: Final[dict[str, Callable[[int, int], Effect]]] = {
    "a chain in order": lambda number, count: _chain(number, count, back=False),
    "a chain in reverse": lambda number, count: _chain(number, count, back=True),
    "loops of two": _loop,
    WORST: _mix,
}
"""By name, how the effects interact: the effect of this number among so many."""


def interacting(count: int, name: str) -> tuple[magic.Game, list[magic.Object]]:
    """Return a game of 1,000 permanents with so many static abilities that interact, half of them on lands."""
    game, objects = board(1_000 - count)
    for number in range(count):
        ability = Static(KINDS[name](number, count), f"rule {number}")
        line = "Land" if number % 2 else "Enchantment"
        source = CardSource(name=f"Rule {number}", type_line=line, abilities=(ability,))
        objects.append(game.put(define(source), "AB"[number % 2]))
    return game, objects
