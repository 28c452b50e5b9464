"""ecs-magic: a rules kernel for Magic objects that are more than one card or more than one face.

>>> import ecs_magic as magic
>>> game = magic.Game(players=("A", "B"), seed=7)
>>> bear = game.put("Grizzly Bears", owner="A")
>>> bear.power, bear.types, bear.zone
(2, ('Creature',), 'battlefield')
"""

from typing import Final

from ecs_magic.abilities import Ability, CopyExceptions, Effect
from ecs_magic.cardlibrary import CardLibrary
from ecs_magic.cards import CardDefinition
from ecs_magic.decisions import Decision, First, Pending, Scripted, Seeded
from ecs_magic.entry import batch, explore, load
from ecs_magic.enums import Face, Zone
from ecs_magic.errors import (
    BrokenInvariantError,
    EcsMagicError,
    InputError,
    LoopError,
    ObjectGoneError,
    PendingError,
    UnknownCardError,
    WorldBusyError,
)
from ecs_magic.facedown import FaceDown
from ecs_magic.facts import Fact, Ignored
from ecs_magic.game import Game
from ecs_magic.handles import Card, Object
from ecs_magic.policies import Policies
from ecs_magic.requests import (
    Activate,
    AddCounters,
    AddEffect,
    AddMana,
    Attach,
    Attack,
    BecomeCopy,
    BeginStep,
    BeginTurn,
    Cast,
    ChangeLife,
    Convert,
    CopySpell,
    Counter,
    CreateToken,
    CreateTokenCopy,
    DealDamage,
    Designate,
    Destroy,
    Detach,
    Discard,
    Draw,
    Exile,
    Flip,
    GainControl,
    Meld,
    Merge,
    Mill,
    Move,
    Pair,
    PhaseIn,
    PhaseOut,
    PlayLand,
    Regenerate,
    RemoveCounters,
    RemoveEffect,
    Request,
    Resolve,
    Reveal,
    Sacrifice,
    SetLife,
    Shuffle,
    Tap,
    Transform,
    TurnFaceDown,
    TurnFaceUp,
    TurnUp,
    Untap,
)
from ecs_magic.systems import DEFAULT_SYSTEMS

CR_EDITION: Final = "2026-09-25"
"""The edition of the Comprehensive Rules in force here."""

__all__ = [
    "CR_EDITION",
    "DEFAULT_SYSTEMS",
    "Ability",
    "Activate",
    "AddCounters",
    "AddEffect",
    "AddMana",
    "Attach",
    "Attack",
    "BecomeCopy",
    "BeginStep",
    "BeginTurn",
    "BrokenInvariantError",
    "Card",
    "CardDefinition",
    "CardLibrary",
    "Cast",
    "ChangeLife",
    "Convert",
    "CopyExceptions",
    "CopySpell",
    "Counter",
    "CreateToken",
    "CreateTokenCopy",
    "DealDamage",
    "Decision",
    "Designate",
    "Destroy",
    "Detach",
    "Discard",
    "Draw",
    "EcsMagicError",
    "Effect",
    "Exile",
    "Face",
    "FaceDown",
    "Fact",
    "First",
    "Flip",
    "GainControl",
    "Game",
    "Ignored",
    "InputError",
    "LoopError",
    "Meld",
    "Merge",
    "Mill",
    "Move",
    "Object",
    "ObjectGoneError",
    "Pair",
    "Pending",
    "PendingError",
    "PhaseIn",
    "PhaseOut",
    "PlayLand",
    "Policies",
    "Regenerate",
    "RemoveCounters",
    "RemoveEffect",
    "Request",
    "Resolve",
    "Reveal",
    "Sacrifice",
    "Scripted",
    "Seeded",
    "SetLife",
    "Shuffle",
    "Tap",
    "Transform",
    "TurnFaceDown",
    "TurnFaceUp",
    "TurnUp",
    "UnknownCardError",
    "Untap",
    "WorldBusyError",
    "Zone",
    "batch",
    "explore",
    "load",
]
