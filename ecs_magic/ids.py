"""Names for the integers that identify things. All entities of one world share one sequence."""

from typing import NewType

EntityId = NewType("EntityId", int)
"""Any entity of a world."""

CardId = NewType("CardId", EntityId)
"""A card entity: a physical card, token or copy of a spell. It lives through zones."""

ConstituentId = NewType("ConstituentId", EntityId)
"""What a permanent is made of: a card entity, or the meld pair of two card entities."""

ObjectId = NewType("ObjectId", EntityId)
"""An object entity (CR 109.1): one incarnation; a zone change makes a new one (CR 400.7)."""

EffectId = NewType("EffectId", EntityId)
"""A continuous effect of a resolved spell or ability (CR 611.2)."""

Seat = NewType("Seat", int)
"""A player, as the index in turn order."""

Timestamp = NewType("Timestamp", int)
"""A counter of the world (CR 613.7); never a clock."""
