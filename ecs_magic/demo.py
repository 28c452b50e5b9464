"""The demonstration: a scenario told in words, with two characteristics explained."""

import tomllib
from collections.abc import Iterator

from ecs_magic.errors import BrokenInvariantError
from ecs_magic.explain import explain
from ecs_magic.position import read_scenario, start
from ecs_magic.results import run_steps
from ecs_magic.telling import told


def story(text: str) -> Iterator[str]:
    """Yield the lines of the story of a scenario: what is done, what happens, and where it ends."""
    loaded = read_scenario(tomllib.loads(text), file="demo.toml")
    yield loaded.scenario.name
    game = start(loaded)
    run = run_steps(loaded, game)
    for done, step in zip(run.steps, loaded.scenario.step, strict=True):
        yield ""
        yield f"{done.number}. {step.name}"
        for fact in done.facts:
            if (sentence := told(game.world, game.names, fact)) is not None:
                yield f"   {sentence}"
    if not run.ok:
        raise BrokenInvariantError(f"the story went wrong: {[one for one in run.outcomes if not one.ok]}")
    yield ""
    yield f"In the end ({len(run.outcomes)} expectations held):"
    for zone in ("battlefield", "graveyard", "exile"):
        for one in game.objects(zone):
            cards = ", ".join(card.name for card in one.constituents)
            yield f"   {zone}: {one.name} ({cards}), owned by {one.owner}"
    yield ""
    yield "Why?"
    for name, characteristic in (("pile", "power"), ("copy", "mana_value")):
        yield from str(explain(game.world, game.named(name).id, characteristic)).splitlines()
