"""JSON Schemas of the files, and the template of a new scenario."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from ecs_magic.cards import CardSource
from ecs_magic.decisions import ASKS
from ecs_magic.expectations import IS
from ecs_magic.facts import fact_kinds
from ecs_magic.requests import request_names
from ecs_magic.scenario import Scenario
from ecs_magic.scryfall import ScryfallObject

TEMPLATE: Final = """\
# A scenario: a position, steps, and what is expected. Run it with: ecs-magic run FILE
format = "ecs-magic/scenario-1"
name = "A pile is transformed"

[players.A]            # the order of the tables is the turn order
[players.B]

[[object]]             # what is there at the start; the order is the order of timestamps
id = "delver"          # names the object, and the card that represents it
card = "Delver of Secrets"
zone = "battlefield"   # battlefield, hand, library, graveyard, exile, stack or command
owner = "A"
counters = { "+1/+1" = 1 }

[[object]]
id = "heron"
card = "Dreamtail Heron"
zone = "hand"
owner = "A"

[[step]]
do = "merge"           # see `ecs-magic schema scenario` for every step
object = "heron"
onto = "delver"
where = "under"        # or "over"
expect = [
  { object = "delver", is = { name = "Delver of Secrets", power = 2, has = ["flying"] } },
  { facts = "PermanentEntered", count = 0 },
]

[[step]]
do = "transform"
object = "delver"
expect = [ { object = "delver", is = { name = "Insectile Aberration", power = 4 } } ]

# In a batch each column of the record is one query:
# [record]
# power = { object = "delver", is = "power" }
"""


def schema(which: str) -> dict[str, Any]:
    """Return the JSON Schema of ``scenario`` or ``card``, with every word that names a question, fact or reading."""
    forms = (Scenario, CardSource, ScryfallObject)
    (whole, card, scryfall), parts = msgspec.json.schema_components(forms, ref_template="#/$defs/{name}")
    pasted = {
        "title": "Pasted card",
        "type": "object",
        "description": "A pasted Scryfall object in place of everything else.",
        "properties": {"scryfall": scryfall},
        "required": ["scryfall"],
        "additionalProperties": False,
    }
    parts["Card"] = {"title": "Card", "anyOf": [card, pasted]}
    found: dict[str, Any] = {"$ref": "#/$defs/Card"} if which == "card" else whole
    parts["Scenario"]["properties"]["card"]["items"] = {"$ref": "#/$defs/Card"}
    asks = [f"{ask}: {what}" for ask, what in ASKS.items()]
    _explain(parts["AnswerForm"]["properties"]["ask"], f"What is asked. {'; '.join(asks)}.", ASKS)
    said = parts["Expectation"]["properties"]
    _explain(said["asked"], "A decision that the step put to a player.", ASKS)
    _explain(said["facts"], "Facts that the step emitted, by their name.", fact_kinds())
    _explain(said["ignored"], "An instruction that the rules ignored, by the request's name.", request_names())
    _explain(said["is"], "Readings and the values that they must have; only what is named is compared.", ())
    said["is"]["anyOf"][0] |= {"propertyNames": {"enum": list(IS)}}
    _explain(parts["RecordQuery"]["properties"]["is"], "A reading, or of a player life, mana or hand.", ())
    return {**found, "$defs": {name: parts[name] for name in sorted(_reached(found, parts))}}


def _reached(found: Any, parts: dict[str, Any]) -> set[str]:
    """Return the names of the parts that a schema refers to, in its parts too."""
    names: set[str] = set()
    waiting = [found]
    while waiting:
        match waiting.pop():
            case {"$ref": str(place), **rest}:
                name = place.rpartition("/")[2]
                waiting += [*rest.values(), *([] if name in names else [parts[name]])]
                names.add(name)
            case dict(table):
                waiting += table.values()
            case list(items):
                waiting += items
    return names


def _explain(part: dict[str, Any], description: str, words: Iterable[str]) -> None:
    """Give a part of a schema its description, and the words that it may be in place of any text."""
    part["description"] = description
    if listed := list(words):
        for form in part.get("anyOf", [part]):
            if form.get("type") == "string":
                form["enum"] = listed
