"""The systems, in the order in which they apply their parts of a tick's plan.

Each has one topic of the rules, keeps no state and imports no other. A host may pass a tuple of its own.
"""

if __name__ == "systems":
    raise ImportError("these systems are ecs_magic.systems; import that, not the folder of the source tree")

from typing import Final

from ecs_magic.schedule import System
from ecs_magic.systems.attachments import AttachmentSystem
from ecs_magic.systems.casting import CastingSystem
from ecs_magic.systems.clock import ClockSystem
from ecs_magic.systems.combat import CombatSystem
from ecs_magic.systems.copy import CopySystem
from ecs_magic.systems.counters import CountersSystem
from ecs_magic.systems.day_night import DayNightSystem
from ecs_magic.systems.designations import DesignationSystem
from ecs_magic.systems.effects import EffectSystem
from ecs_magic.systems.face_down import FaceDownSystem
from ecs_magic.systems.holding import HoldingSystem
from ecs_magic.systems.layers import LayerSystem
from ecs_magic.systems.library import LibrarySystem
from ecs_magic.systems.meld import MeldSystem
from ecs_magic.systems.merge import MergeSystem
from ecs_magic.systems.pairing import PairingSystem
from ecs_magic.systems.players import PlayerSystem
from ecs_magic.systems.regeneration import RegenerationSystem
from ecs_magic.systems.resolving import ResolvingSystem
from ecs_magic.systems.rooms import RoomSystem
from ecs_magic.systems.stack_copies import StackCopySystem
from ecs_magic.systems.static_copies import StaticCopySystem
from ecs_magic.systems.status import StatusSystem
from ecs_magic.systems.tokens import TokenSystem
from ecs_magic.systems.transform import TransformSystem
from ecs_magic.systems.triggers import TriggerSystem
from ecs_magic.systems.zone_change import ZoneChangeSystem

DEFAULT_SYSTEMS: Final[tuple[System, ...]] = (
    LibrarySystem(),
    ZoneChangeSystem(),
    TokenSystem(),
    MergeSystem(),
    MeldSystem(),
    TransformSystem(),
    FaceDownSystem(),
    RegenerationSystem(),
    StatusSystem(),
    CombatSystem(),
    CopySystem(),
    CountersSystem(),
    AttachmentSystem(),
    PlayerSystem(),
    EffectSystem(),
    DesignationSystem(),
    RoomSystem(),
    PairingSystem(),
    DayNightSystem(),
    ClockSystem(),
    HoldingSystem(),
    CastingSystem(),
    StackCopySystem(),
    ResolvingSystem(),
    StaticCopySystem(),
    LayerSystem(),
    TriggerSystem(),
)
