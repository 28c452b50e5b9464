"""JSON Schemas of the files, and the template of a new scenario."""

from typing import Any, Final

import msgspec

from ecs_magic.cards import CardSource
from ecs_magic.scenario import Scenario

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
    """Return the JSON Schema of ``scenario`` or ``card``."""
    return msgspec.json.schema(Scenario if which == "scenario" else CardSource)
