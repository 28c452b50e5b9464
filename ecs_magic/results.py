"""Run whole scenarios and report on them, for people and as data."""

from pathlib import Path
from typing import Any, Final

import msgspec

from ecs_magic.cards import unmodelled
from ecs_magic.components import Kind, Owner, Printed
from ecs_magic.decisions import Decider
from ecs_magic.enums import CardKind, Zone
from ecs_magic.errors import BrokenInvariantError, InputError
from ecs_magic.expectations import Judge, Outcome
from ecs_magic.facts import DecisionMade, Fact, Ignored
from ecs_magic.game import Game
from ecs_magic.naming import Names
from ecs_magic.objects import object_of, owner_of_card
from ecs_magic.position import Loaded, load_scenario, start
from ecs_magic.proofreading import check_forms
from ecs_magic.readings import READINGS, read
from ecs_magic.running import Runner, StepRun
from ecs_magic.scenario import AnswerForm
from ecs_magic.world import World

RESULT_FORMAT: Final = "ecs-magic/result-1"


class Run(msgspec.Struct):
    """A scenario that was run: the game at its end, what each step did, and which expectations held."""

    loaded: Loaded
    game: Game
    steps: list[StepRun]
    outcomes: list[Outcome]

    @property
    def ok(self) -> bool:
        """Whether every expectation held."""
        return all(outcome.ok for outcome in self.outcomes)


def run_steps(loaded: Loaded, game: Game, *, then: Decider | None = None, until: int | None = None) -> Run:
    """Run the steps of a scenario on a game at its position, up to step number `until`."""
    scenario = loaded.scenario
    runner = Runner(game, settle_always=scenario.settle == "always", then=then)
    judge = Judge(game)
    compared = any(one.digest_equals is not None for step in scenario.step for one in step.expect)
    run = Run(loaded, game, [], [])
    if compared:
        judge.digests[0] = game.position_digest()
    try:
        for number, step in enumerate(scenario.step[:until], 1):
            done = runner.run(number, step)
            run.steps.append(done)
            if compared:
                judge.digests[number] = game.position_digest()
                if step.name:
                    judge.digests[step.name] = judge.digests[number]
            run.outcomes += [judge.judge(done, index, one) for index, one in enumerate(step.expect)]
            answers = [_unasked(game.world, done, len(step.expect) + at, one) for at, one in enumerate(done.unused)]
            run.outcomes += answers
    except InputError as error:
        error.file = error.file or loaded.file
        raise
    broken = game.check()
    if broken:
        raise BrokenInvariantError(
            f"{loaded.file}: {'; '.join(broken)}; digest {game.digest()}; run the same file to reproduce it"
        )
    return run


def _unasked(world: World, run: StepRun, index: int, answer: AnswerForm) -> Outcome:
    made = [fact for fact in run.facts if isinstance(fact, DecisionMade)]
    asked = [fact.ask for fact in made]
    whom = [f"{fact.ask} of {world.players[fact.player]}" for fact in made]
    return Outcome(
        run.number,
        index,
        ok=False,
        expected={"asked": answer.ask, "player": answer.player},
        actual=asked,
        why=f"nobody asked for this answer to {answer.ask}; the step asked {', '.join(whom) or 'nothing'}"
        " (where one option is left, nobody is asked)",
    )


def run_loaded(loaded: Loaded, *, then: Decider | None = None, until: int | None = None) -> Run:
    """Set up and run a scenario. Raises `InputError`."""
    check_forms(loaded)
    return run_steps(loaded, start(loaded), then=then, until=until)


def run_file(path: Path, *, until: int | None = None) -> Run:
    """Read and run a scenario file. Raises `InputError`."""
    return run_loaded(load_scenario(path), until=until)


# --- as data ---------------------------------------------------------------------------------------------


def fact_record(world: World, names: Names, fact: Fact, step: int) -> dict[str, Any]:
    """Return a fact as a table with names for ids and players, where there are names."""
    table: dict[str, Any] = {"step": step}
    for key, value in fact.record().items():
        table[key] = _named(world, names, key, value)
    return table


_SEATS: Final = frozenset(("player", "controller"))
_IDS: Final = frozenset(
    (
        *("permanent", "object", "objects", "card", "cards", "token", "effect", "spell", "entry", "by", "other"),
        *("to", "from", "options", "answer"),
    )
)


def _named(world: World, names: Names, key: str, value: Any) -> Any:
    if key in _SEATS and isinstance(value, int):
        return world.players[value]
    if key in _IDS and isinstance(value, int) and not isinstance(value, bool):
        return names.label(value)
    if isinstance(value, tuple):
        return [_named(world, names, key, one) for one in value]
    return msgspec.to_builtins(value)


def object_record(world: World, names: Names, object_: int) -> dict[str, Any]:
    """Return everything that can be read of an object, by name."""
    table: dict[str, Any] = {"object": names.label(object_)}
    for name in READINGS:
        value = read(world, object_, name)
        if name == "abilities":
            value = [ability.name for ability in value]
        elif name in ("constituents", "attached_to"):
            value = [names.label(one) for one in value] if isinstance(value, tuple) else value and names.label(value)
        table[name] = msgspec.to_builtins(value)
    return table


def card_places(world: World, names: Names) -> list[dict[str, Any]]:
    """Return where each card is, in the order of their ids."""
    found = []
    for card in world.store.with_component(Owner):
        if world.get(card, Kind).kind is CardKind.ABILITY:
            continue
        object_ = object_of(world, card)
        found.append(
            {
                "card": names.label(card),
                "name": world.get(card, Printed).definition.name,
                "kind": world.get(card, Kind).kind.value,
                "owner": world.players[owner_of_card(world, card)],
                "zone": world.zone(object_).value,
                "object": names.label(object_),
            }
        )
    return found


def unmodelled_abilities(game: Game) -> list[dict[str, str]]:
    """Return the abilities of cards in the game that this version carries but does not carry out."""
    world = game.world
    found: dict[tuple[str, str], None] = {}
    for card in world.store.with_component(Printed):
        definition = world.get(card, Printed).definition
        for ability in unmodelled(definition):
            found[definition.name, ability] = None
    return [{"card": card, "ability": ability} for card, ability in found]


def result_data(run: Run) -> dict[str, Any]:
    """Return a run as the data that `run --json` prints."""
    world, names = run.game.world, run.game.names
    facts, decisions, ignored = [], [], []
    seq = 0
    numbered = [
        (done.number, record.tick, fact) for done in run.steps for record in done.ticks for fact in record.facts
    ]
    for step, tick, grouped in numbered:
        for fact in grouped.each():
            seq += 1
            table = fact_record(world, names, fact, step)
            if isinstance(fact, DecisionMade):
                del table["fact"], table["viewers"]
                decisions.append(table)
            elif isinstance(fact, Ignored):
                del table["fact"]
                ignored.append(table)
            else:
                facts.append({"step": step, "tick": tick, "seq": seq, **table})
    objects = [one.id for zone in (Zone.BATTLEFIELD, Zone.STACK) for one in run.game.objects(zone)]
    return {
        "format": RESULT_FORMAT,
        "scenario": run.loaded.scenario.name or run.loaded.file,
        "file": run.loaded.file,
        "ok": run.ok,
        "digest": run.game.digest(),
        "position": run.game.position_digest(),
        "expectations": [msgspec.to_builtins(outcome) for outcome in run.outcomes],
        "facts": facts,
        "decisions": decisions,
        "ignored": ignored,
        "unmodelled": unmodelled_abilities(run.game),
        "objects": [object_record(world, names, object_) for object_ in objects],
        "cards": card_places(world, names),
    }


def error_data(error: InputError) -> dict[str, Any]:
    """Return bad input as the data that `--json` prints."""
    return {
        "format": RESULT_FORMAT,
        "error": {
            "file": error.file,
            "where": error.where,
            "message": error.message,
            "suggestion": error.suggestion,
        },
    }
