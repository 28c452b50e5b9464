"""Whether something could be done: tried on a fork of the game, which stays as it is (CR 601.2, 602.2, 115)."""

from typing import Any

from ecs_magic.decisions import First
from ecs_magic.errors import InputError
from ecs_magic.facts import Ignored
from ecs_magic.game import Game
from ecs_magic.reading import convert
from ecs_magic.running import Runner
from ecs_magic.scenario import ActivateStep, AnyStep, CastStep

_KEYS = {"cast": ("cast", "object"), "activate": ("activate", "object")}


def attempted(form: Any) -> CastStep | ActivateStep:
    """Return the step that `legal` asks about.

    It is written as a step, ``{ do = "cast", object = ID, … }``, or in short ``{ cast = ID, … }``,
    ``{ activate = ID, ability = …, … }``, ``{ target = ID, of = SPELL, … }``. Raises `InputError`.
    """
    if not isinstance(form, dict):
        raise InputError("say what would be legal", where="of", suggestion='as in of = { cast = "lion", player = "B" }')
    table = dict(form)
    if "target" in table:
        table["targets"] = table.pop("target")
        table["cast"] = table.pop("of", table.get("cast"))
    for short, (tag, key) in _KEYS.items():
        if short in table:
            table = {"do": tag, key: table.pop(short), **table}
    step: AnyStep = convert(table, AnyStep, where="of")  # type: ignore[arg-type]
    if not isinstance(step, CastStep | ActivateStep):
        raise InputError("only casting and activating may be asked about", where="of", suggestion="cast or activate")
    return step


def refused(game: Game, step: CastStep | ActivateStep) -> Ignored | None:
    """Return why the rules would ignore a step now, or `None` if it could be done."""
    fork = game.fork()
    runner = Runner(fork, then=First())
    since = fork.mark()
    fork.do(*runner.requests(step))
    name = "cast" if isinstance(step, CastStep) else "activate"
    return next((fact for fact in fork.facts(since) if isinstance(fact, Ignored) and fact.request == name), None)
