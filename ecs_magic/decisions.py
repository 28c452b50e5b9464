"""Decisions: the choices that rules leave to players, and who answers them."""

import random
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final, Literal, Protocol

import msgspec

from ecs_magic.errors import InputError
from ecs_magic.ids import Seat

Option = int | str
"""An entity id, or a word."""
Answer = tuple[Option, ...]
"""The chosen option alone, or all options in the chosen order."""


ASKS: Final = {
    "choose": "which objects an instruction is about (CR 608.2d)",
    "color": "which colour is chosen (CR 614.12a)",
    "command_zone": "whether a commander goes to the command zone (CR 903.9a-b)",
    "copy": "what a permanent enters as a copy of, or none (CR 707.5)",
    "cost": "what is sacrificed, exiled or returned as a cost (CR 601.2h)",
    "creature type": "which creature type is chosen (CR 614.12a)",
    "destination": "where what would go to several zones at once goes (CR 400.6)",
    "discard": "which card is discarded (CR 701.9b)",
    "enchant": "what an Aura that was not cast enchants (CR 303.4f)",
    "exile_timestamps": "in which order a pile's or melded permanent's cards are exiled (CR 712.21b, 730.3b)",
    "graveyard_order": "in which order cards go into a graveyard, bottom first (CR 404.3, 712.21a, 730.3a)",
    "half": "which half of a permanent is unlocked or locked (CR 709.5f-g)",
    "land type": "which basic land type is chosen (CR 614.12a)",
    "legend_rule": "which of several legendary permanents of one name is kept (CR 704.5j)",
    "library_order": "in which order cards go into a library, bottom first (CR 401.4, 712.21a, 730.3a)",
    "mana": "which type of mana is added (CR 106.1b)",
    "may": "whether something that may be done is done: yes or no (CR 608.2d)",
    "meld_partner": "which permanent is melded with (CR 712.4a)",
    "mutate": "over or under: where a mutating creature spell merges (CR 702.140c)",
    "mode": "a mode of a modal spell or ability, or done where fewer may be chosen (CR 700.2)",
    "name": "which of the names offered is chosen (CR 201.4, 614.12a)",
    "new_target": "a new target of a copy, the first being the old one (CR 707.10c)",
    "phyrexian": "what pays a Phyrexian mana symbol: mana or life (CR 107.4f, 601.2b)",
    "replacement": "which of several replacement effects applies next (CR 616.1)",
    "shape": "which of several shapes a permanent enters or turns up in (CR 208.2b, 614.1c, 707.2)",
    "target": "a target, or none where that may be (CR 601.2c)",
    "timestamp_order": "in which order permanents that enter together get their timestamps (CR 613.7m)",
    "trigger_order": "in which order triggered abilities go on the stack, the last on top (CR 603.3b)",
    "turn_up": "for which cost a face-down permanent is turned face up (CR 701.40c)",
}
"""What players are asked, by the name that answers and expectations use."""


class Decision(msgspec.Struct, frozen=True):
    """A choice put to a player.

    `kind` says what an answer is: `one` of the options, or all of them in an `order`. `seen_by` holds the
    seats that may see the answer; `None` is everybody.
    """

    ask: str
    player: Seat
    options: tuple[Option, ...]
    kind: Literal["one", "order"] = "one"
    seen_by: tuple[Seat, ...] | None = None

    def answers(self) -> "list[Answer]":
        """Return every possible answer, the default first."""
        if self.kind == "one":
            return [(option,) for option in self.options]
        return list(permutations(self.options))

    def checked(self, answer: "Sequence[Option] | Option") -> Answer:
        """Return `answer` in its usual form, or raise `InputError` if it answers something else."""
        given: Answer = tuple(answer) if isinstance(answer, Sequence) and not isinstance(answer, str) else (answer,)
        right = (
            sorted(map(str, given)) == sorted(map(str, self.options))
            if self.kind == "order"
            else (len(given) == 1 and given[0] in self.options)
        )
        if not right:
            form = "all of them in an order" if self.kind == "order" else "one of them"
            raise InputError(
                f"{given!r} does not answer {self.ask}",
                suggestion=f"the options are {self.options!r}; give {form}",
            )
        return given


class Pending(msgspec.Struct, frozen=True):
    """What a tick returns when nobody answered a decision; the game is as it was before.

    `decision.options` are ids and words; `game.options` are the same as handles, which show their names.
    """

    decision: Decision


class Decider(Protocol):
    """Answers decisions; `None` leaves one unanswered. `tick` and `number` say which one it is."""

    def choose(self, decision: Decision, tick: int, number: int) -> Answer | None:
        """Return an answer to `decision`, the `number`-th of this `tick`."""
        ...


class First:
    """Takes the first option, and leaves orders as they are."""

    def choose(self, decision: Decision, tick: int, number: int) -> Answer:  # noqa: ARG002 - the protocol's signature
        """Return the default answer."""
        return decision.options if decision.kind == "order" else decision.options[:1]


class Seeded:
    """Chooses by chance, from a seed and the decision's place alone: a fork or replay chooses the same."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, decision: Decision, tick: int, number: int) -> Answer:
        """Return a random answer."""
        chance = random.Random(f"{self.seed}/{tick}/{number}")  # noqa: S311 - a game's chance, not a secret
        if decision.kind == "order":
            return tuple(chance.sample(decision.options, len(decision.options)))
        return (decision.options[chance.randrange(len(decision.options))],)


class Scripted:
    """Gives prepared answers by the name of the question, each list in its order; then asks another."""

    def __init__(self, answers: Mapping[str, Sequence[Answer]], then: Decider | None = None) -> None:
        self._answers = {ask: list(given) for ask, given in answers.items()}
        self._then = then

    def choose(self, decision: Decision, tick: int, number: int) -> Answer | None:
        """Return the next prepared answer to this question."""
        if waiting := self._answers.get(decision.ask):
            return decision.checked(waiting.pop(0))
        return None if self._then is None else self._then.choose(decision, tick, number)
