"""Named policies: what to do where the rules text leaves a question open.

Readings that are fixed, most of them as the alternative would need a different game state: a melded pair inside
a merged permanent is one constituent; a token copy of a melded permanent has the combined face alone
(CR 707.8, 707.8a); a permanent that ends face up through merging gets no new timestamp (CR 613.7f,
730.2e); a merged permanent has one clock for CR 701.27f; an object merged under a permanent that an
earlier copy effect covers adds its abilities to the copied values (CR 730.2a); a face-down constituent under
a face-up one gives only the abilities that its cause lists (CR 708.2); a static ability that an object has
through a copy effect or a merge has the object's timestamp (CR 613.7a, 707.2a); an effect that gives a subtype does
the same to an object that can't take it now, so it depends on nothing that would let it (CR 205.3d, 613.8a).
"""

from typing import Literal

import msgspec


class Policies(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One named choice for each open question. They are part of a scenario and of its digest."""

    lone_meld_card_transformed: Literal["front", "stays"] = "front"
    """A lone meld card told to enter transformed: enters front face up, or stays (CR 712.4c, 712.14a)."""
    back_face_constituent_mana_value: Literal["front", "zero"] = "front"
    """Mana value of a merged permanent whose topmost constituent shows its back (CR 202.3b, 730.2i)."""
    back_face_token_mana_value: Literal["front", "zero"] = "front"
    """Mana value of a double-faced token copy with its back face up (CR 202.3b, 707.8a)."""
    instant_constituent: Literal["others turn", "none turn"] = "others turn"
    """Transforming a pile in which one constituent's other face is an instant or sorcery (CR 712.10)."""
    merged_transform_timestamp: Literal["new", "kept"] = "new"
    """Whether a merged permanent whose constituents transform gets a new timestamp (CR 613.7g, 730.2i)."""
    starting_life: int = 20
    """The starting life total that abilities speak of: 20, or 40 in a Commander game (CR 103.4, 903.7)."""
    basic_land_types_in_identity: Literal["counted", "ignored"] = "counted"
    """Whether basic land types count for colour identity (a ruling against CR 903.4)."""
