"""Abilities as a card file writes them, in few words, for the tests of what abilities do."""

from typing import Any

Text = dict[str, Any]
"""An ability, event, instruction, condition or target as plain data."""


def _fields(fields: Text) -> Text:
    """Return the fields under the names of a card file: `if_` is `if`."""
    return {name.rstrip("_"): value for name, value in fields.items()}


def does(word: str, **fields: Any) -> Text:
    """Return an instruction."""
    return {"do": word, **_fields(fields)}


def on(event: str, **fields: Any) -> Text:
    """Return an event that an ability waits for."""
    return {"event": event, **_fields(fields)}


def triggered(when: Text | list[Text], *then: Text, **fields: Any) -> Text:
    """Return a triggered ability."""
    return {"ability": "triggered", "when": when, "then": list(then), **_fields(fields)}


def activated(cost: Text, *then: Text, **fields: Any) -> Text:
    """Return an activated ability."""
    return {"ability": "activated", "cost": cost, "then": list(then), **_fields(fields)}


def spell(*then: Text, **fields: Any) -> Text:
    """Return the spell ability of an instant or sorcery."""
    return {"ability": "spell", "then": list(then), **_fields(fields)}


def enters(**fields: Any) -> Text:
    """Return a replacement effect on entering."""
    return {"ability": "enters", **_fields(fields)}


def instead(event: str, **fields: Any) -> Text:
    """Return a replacement effect on something else."""
    return {"ability": "instead", "event": event, **_fields(fields)}


def static(*changes: Text, **affects: Any) -> Text:
    """Return a static ability that changes what its selector selects."""
    effect = {"changes": list(changes), "affects": affects}
    return {"ability": "static", "name": "static", "effect": effect}


GAIN = does("gain_life", amount=1)
"""You gain 1 life: what an ability does whose triggers are counted."""
EXILED_INSTEAD = instead("moves", what={}, into="graveyard", to="exile", name="exile instead")
"""A permanent or card that would go to a graveyard is exiled."""
CREATURE = {"types": ["Creature"]}
