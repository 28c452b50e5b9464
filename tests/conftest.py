"""Fixtures, and the rule table: `python -m pytest --rules` shows which tests pin which row of rules.tsv."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from layer_agreement import differences

import ecs_magic as magic
from ecs_magic.components import Life, ManaPool, StackAbility

RULES = Path(__file__).with_name("rules.tsv")


def rule_rows() -> dict[str, dict[str, str]]:
    """Return the rows of the checklist by id."""
    with RULES.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="print the rule table: row, number, tests that pin it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rows = rule_rows()
    pinned: dict[str, list[str]] = {row: [] for row in rows}
    for item in items:
        for mark in item.iter_markers("rule"):
            for row in mark.args:
                if row not in rows:
                    raise pytest.UsageError(f"{item.nodeid} names {row}, which is no row of rules.tsv")
                pinned[row].append(item.nodeid)
    config.stash[PINNED] = pinned
    if config.getoption("--rules"):
        config.stash[ALL_ITEMS] = list(items)
        items.clear()


PINNED = pytest.StashKey[dict[str, list[str]]]()
ALL_ITEMS = pytest.StashKey[list[pytest.Item]]()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if session.config.getoption("--rules") and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--rules"):
        return
    rows = rule_rows()
    pinned = config.stash[PINNED]
    terminalreporter.section("rules")
    for row, tests in pinned.items():
        facts = rows[row]
        names = ", ".join(dict.fromkeys(test.split("::", 1)[-1].split("[")[0] for test in tests)) or "-"
        terminalreporter.write_line(f"{row}\t{facts['priority']}\t{facts['rule']}\t{names}")
    for priority in "SAB":
        of_it = [row for row in rows if rows[row]["priority"] == priority]
        done = [row for row in of_it if pinned[row]]
        terminalreporter.write_line(f"priority {priority}: {len(done)} of {len(of_it)} rows pinned")


class Scene:
    """A game of A and B with shortcuts, for tests that read like the situation they state."""

    def __init__(self) -> None:
        self.cards = magic.CardLibrary()
        self.game = magic.Game(seed=1, cards=self.cards)

    def card(self, **source: object) -> magic.CardDefinition:
        """Define a card from the keys of a card file."""
        from ecs_magic.cardlibrary import read_card

        return read_card({"name": "Thing", "type_line": "Creature — Thing", **source})

    def put(self, card: object, owner: str = "A", **options: object) -> magic.Object:
        """Place a card by name or definition."""
        return self.game.put(card, owner, **options)  # type: ignore[arg-type]

    def token(self, owner: str = "A", **source: object) -> magic.Object:
        """Place a token; a 5/5 green Wurm with trample unless said otherwise."""
        usual = {
            "name": "Wurm",
            "type_line": "Creature — Wurm",
            "colors": ["G"],
            "power": 5,
            "toughness": 5,
            "keywords": ["Trample"],
        }
        return self.put(self.card(**{**usual, **source}), owner, token=True)

    def do(self, *requests: magic.Request) -> Sequence[magic.Fact]:
        """Do requests as one batch; every decision takes its first option. Check the world."""
        assert differences(self.game) == []
        facts = self.game.do(*requests)
        assert not isinstance(facts, magic.Pending)
        assert self.game.check() == []
        return facts

    def settle(self) -> Sequence[magic.Fact]:
        """Do state-based actions until none applies."""
        facts = self.game.settle()
        assert not isinstance(facts, magic.Pending)
        assert self.game.check() == []
        return facts

    def flow(self) -> Sequence[magic.Fact]:
        """Settle and resolve until the stack is empty."""
        facts = self.game.run_until_idle()
        assert not isinstance(facts, magic.Pending)
        assert self.game.check() == []
        return facts

    def rule(self, *abilities: object, owner: str = "A", **source: object) -> magic.Object:
        """Place an enchantment with these abilities."""
        usual = {"name": "Rule", "type_line": "Enchantment", "abilities": abilities}
        return self.put(self.card(**{**usual, **source}), owner)

    def cast(self, card: object, *targets: object, owner: str = "A", **options: object) -> magic.Object:
        """Cast a card, from the hand unless it is an object, and return the spell.

        It costs nothing unless `how` or an `x` says so; then there is mana for that X.
        """
        held = card if isinstance(card, magic.Object) else self.put(card, owner, zone="hand")
        if options.get("x"):
            self.do(magic.AddMana(owner, "WUBRG" * 9))
        free = "how" not in options and not options.get("x")
        facts = self.do(magic.Cast(held, targets=list(targets), **{"free": free, **options}))  # type: ignore[arg-type]
        return self.game.object(next(fact.record()["spell"] for fact in facts if fact.name == "SpellCast"))

    def stack(self) -> list[magic.Object]:
        """Return the sources of the abilities on the stack, bottom first."""
        held = [self.game.world.get(entry.id, StackAbility) for entry in self.game.objects("stack")]
        return [self.game.object(one.source) for one in held]

    def life(self, player: str = "A") -> int:
        """Return a player's life total."""
        return self.game.world.get(self.game.world.player_entities[self.game.world.seat(player)], Life).life

    def pool(self, player: str = "A") -> str:
        """Return a player's unspent mana."""
        return self.game.world.get(self.game.world.player_entities[self.game.world.seat(player)], ManaPool).mana

    def answering(self, **answers: object) -> None:
        """Prepare answers by the name of the question: one list of options for each time it is asked."""
        self.game.decider = magic.Scripted(answers, magic.First())  # type: ignore[arg-type]

    def merge(self, top_or_under: object, onto: magic.Object, where: str = "over", **options: object) -> magic.Object:
        """Merge a card (put into hand first, unless it is an object) with a permanent and return that."""
        incoming = top_or_under if isinstance(top_or_under, magic.Object) else self.put(top_or_under, zone="hand")
        self.do(magic.Merge(incoming, onto, where, **options))  # type: ignore[arg-type]
        return onto

    def meld(self, one: str, two: str, owner: str = "A") -> magic.Object:
        """Meld two cards from the battlefield and return the melded permanent."""
        first, second = self.put(one, owner), self.put(two, owner)
        facts = self.do(magic.Meld([first, second]))
        return self.game.object(next(fact.record()["permanent"] for fact in facts if fact.name == "Melded"))

    @staticmethod
    def count(facts: Sequence[magic.Fact], name: str) -> int:
        """How many facts of that name there are."""
        return sum(fact.name == name for fact in facts)

    @staticmethod
    def apart_from_triggers(facts: Sequence[magic.Fact]) -> list[magic.Fact]:
        """Return the facts that are not about abilities triggering and being put on the stack."""
        return [fact for fact in facts if fact.name not in ("AbilityTriggered", "AbilityPut")]

    @staticmethod
    def ignored(facts: Sequence[magic.Fact]) -> list[str]:
        """Return the rules of the ignored requests."""
        return [fact.record()["rule"] for fact in facts if fact.name == "Ignored"]


@pytest.fixture
def scene() -> Iterator[Scene]:
    """Yield a scene; at its end the world is sound, and the interpreter of layers reads it as the query does."""
    made = Scene()
    yield made
    assert made.game.check() == []
    assert differences(made.game) == []
