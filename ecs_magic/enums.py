"""The closed sets of words that the rules use: zones, faces, kinds of card, layouts."""

from enum import StrEnum
from typing import Final, Literal, get_args


class Zone(StrEnum):
    """A zone (CR 400.1). The order of the members is the order in which zones are listed."""

    BATTLEFIELD = "battlefield"
    STACK = "stack"
    HAND = "hand"
    LIBRARY = "library"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"

    @property
    def is_public(self) -> bool:
        """Whether every player sees the faces of objects in this zone (CR 400.2)."""
        return self not in (Zone.HAND, Zone.LIBRARY)

    @property
    def is_shared(self) -> bool:
        """Whether the zone is one for all players rather than one for each (CR 400.1)."""
        return self in (Zone.BATTLEFIELD, Zone.STACK, Zone.EXILE, Zone.COMMAND)


class Face(StrEnum):
    """Which face of a double-faced card or token is up (CR 712). Not a status (CR 110.5)."""

    FRONT = "front"
    BACK = "back"

    @property
    def other(self) -> "Face":
        """The face that is not up."""
        return Face.BACK if self is Face.FRONT else Face.FRONT


class CardKind(StrEnum):
    """What a card entity physically is: only the first is a card to the rules (CR 108.2)."""

    CARD = "card"
    TOKEN = "token"
    SPELL_COPY = "copy of a spell"
    ABILITY = "ability"
    """What stands for an ability on the stack, which no card represents (CR 113.7a)."""


class Layout(StrEnum):
    """How the faces of a card are laid out."""

    NORMAL = "normal"
    TRANSFORM = "transform"
    MODAL_DFC = "modal_dfc"
    MELD = "meld"
    FLIP = "flip"
    SPLIT = "split"

    @property
    def is_double_faced(self) -> bool:
        """Whether the card has two faces on two sides (CR 712.1; meld cards are the third kind)."""
        return self in (Layout.TRANSFORM, Layout.MODAL_DFC, Layout.MELD)

    @property
    def can_transform(self) -> bool:
        """Whether a card or token of this layout can transform or convert (CR 712.4c, 712.9)."""
        return self in (Layout.TRANSFORM, Layout.MODAL_DFC)


COLORS: Final = "WUBRG"
"""The five colours in their customary order (CR 105.1)."""
COLOR_WORDS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
"""What the colours are called in rules text (CR 105.1)."""

TurnStep = Literal[
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "cleanup",
]
TURN_STEPS: Final[tuple[str, ...]] = get_args(TurnStep)
"""The steps and phases of a turn in order (CR 500.1), as the clock names them."""
MAIN_PHASES: Final = ("precombat main", "postcombat main")
"""The phases in which sorceries are cast (CR 307.1, 505)."""
AFTER_COMBAT: Final = ("postcombat main", "end", "cleanup")
"""Steps and phases that come after combat (CR 511.3)."""
TURN_WORDS: Final = {"main": "precombat main", "combat": "beginning of combat", "end of turn": "cleanup"}
"""Other words for some of them."""

Duration = Literal[
    "end of turn", "your next turn", "source leaves", "you lose the source", "turned face down", "game ends"
]
"""How long a continuous effect lasts (CR 611.2a-b); without a stated one, until the game ends.

Until you lose the source is for as long as you control it. Until it is turned face down lasts what is about one
permanent.
"""

OF_A_SOURCE: Final = ("source leaves", "you lose the source")
"""Those of an effect that lasts for as long as something holds of its source (CR 611.2b)."""


def in_color_order(colors: "frozenset[str] | set[str] | tuple[str, ...]") -> tuple[str, ...]:
    """Return `colors` as letters in the order W, U, B, R, G, each once."""
    return tuple(color for color in COLORS if color in colors)
