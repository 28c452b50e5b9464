"""JSON Schemas of the files, and the template of a new scenario."""

import re
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from ecs_magic.abilities import Ability, AnyInstruction, Modification, Size
from ecs_magic.cards import CardSource
from ecs_magic.decisions import ASKS
from ecs_magic.expectations import IS
from ecs_magic.facts import fact_kinds
from ecs_magic.fielddocs import classes, field_texts, type_text
from ecs_magic.instructions import Number, Who, Word
from ecs_magic.requests import request_names
from ecs_magic.scenario import AnyStep, Scenario
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

_UNIONS: Final = {
    "Ability": Ability,
    "AnyInstruction": AnyInstruction,
    "AnyStep": AnyStep,
    "Modification": Modification,
    "Number": Number,
    "Size": Size,
}
"""Choices of forms that many keys share; a schema says each once."""
_NAMED: Final = {"Word": Word, "Who": Who}
"""Lists of words that many keys share."""
_INSTRUCTIONS: Final = "ecs_magic.instructions"


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
    for one in classes(*forms):
        for key, text in field_texts(one).items():
            parts[one.cls.__name__]["properties"][key]["description"] = text
    parts |= _share(parts)
    _refer(parts)
    for name, words in _NAMED.items():
        text = type_text(_INSTRUCTIONS, name)
        parts[name] = {"title": name, "description": text, "enum": list(get_args(words))}
    _as_in_files(parts)
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


def _share(parts: dict[str, Any]) -> dict[str, Any]:
    """Let each choice of forms that has a name refer to it, and return these by name."""
    names = {
        frozenset(str(form.__struct_config__.tag) for form in get_args(forms) if form is not int): name
        for name, forms in _UNIONS.items()
    }
    shared = dict[str, Any]()

    def walk(part: Any) -> None:
        for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            walk(one)
        if isinstance(part, dict) and "discriminator" in part:
            name = names.get(frozenset(part["discriminator"]["mapping"]))
            if name is not None:
                shared[name] = {"title": name} | {key: part.pop(key) for key in ("anyOf", "discriminator")}
                part["$ref"] = f"#/$defs/{name}"

    walk(parts)
    return shared


def _refer(part: Any) -> None:
    """Let each list of words that has a name refer to it, so that what the words mean stands in one place."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for one in inner:
        _refer(one)
    if isinstance(part, dict) and isinstance(listed := part.get("enum"), list):
        for name, words in _NAMED.items():
            if set(listed) == set(get_args(words)):
                del part["enum"]
                part["$ref"] = f"#/$defs/{name}"


def _as_in_files(parts: dict[str, Any]) -> None:
    """Let descriptions call keys what files call them: `if`, where Python has to say `if_`."""
    for part in parts.values():
        for one in (part, *part.get("properties", {}).values()):
            if "description" in one:
                one["description"] = re.sub(r"`(\w+)_`", r"`\1`", one["description"])


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
