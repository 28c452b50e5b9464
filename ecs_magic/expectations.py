"""Compare a game with what a scenario expects of it, and say why where it differs."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from ecs_magic.abilities import Ability, answers_to
from ecs_magic.attempts import attempted, refused
from ecs_magic.components import Life, ManaPool, Printed
from ecs_magic.derived import characteristics
from ecs_magic.enums import Zone
from ecs_magic.errors import InputError, ObjectGoneError
from ecs_magic.explain import EXPLAINED, explain
from ecs_magic.facts import AbilityTriggered, DecisionMade, Fact, Ignored
from ecs_magic.game import Game
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.objects import became, last_known, object_of
from ecs_magic.readings import READINGS, objects_in, read
from ecs_magic.running import StepRun
from ecs_magic.scenario import Expectation
from ecs_magic.views import Hidden, view
from ecs_magic.world import World

_AS_SETS: Final = frozenset(
    """
    names colors color_indicator color_identity supertypes types subtypes keywords produces unlocked
    """.split()
)
"""Readings that are compared without regard to order."""
IS: Final = (*READINGS, "has", "lacks")
"""What an expectation's `is` may name."""
_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "object": frozenset(("object", "is_", "exists", "became")),
    "card": frozenset(("card", "is_", "exists")),
    "facts": frozenset(("facts", "count", "where")),
    "ignored": frozenset(("ignored", "rule", "object")),
    "asked": frozenset(("asked", "player", "options")),
    "digest_equals": frozenset(("digest_equals",)),
    "seen_by": frozenset(("seen_by", "zone", "player", "order")),
    "zone": frozenset(("zone", "player", "cards", "count")),
    "player": frozenset(("player", "life", "mana", "hand")),
    "triggered": frozenset(("triggered", "ability", "count")),
    "legal": frozenset(("legal", "of", "rule")),
    "time": frozenset(("time",)),
}
_ORDER: Final = (
    "triggered",
    "legal",
    "facts",
    "ignored",
    "asked",
    "digest_equals",
    "seen_by",
    "zone",
    "card",
    "object",
    "player",
    "time",
)


class Outcome(msgspec.Struct, frozen=True):
    """Whether one expectation held: what was expected, what was the case, and why."""

    step: int
    index: int
    ok: bool
    expected: Any
    actual: Any
    why: str = ""


def kind_of(expectation: Expectation) -> str:
    """Return what an expectation is about. Raises `InputError` if its keys fit nothing."""
    given = {name for name in expectation.__struct_fields__ if getattr(expectation, name) not in (None, {})}
    if expectation.is_ is not None:
        given.add("is_")
    for kind in _ORDER:
        if kind in given:
            extra = sorted(name.rstrip("_") for name in given - _KINDS[kind])
            if extra:
                allowed = ", ".join(sorted(name.rstrip("_") for name in _KINDS[kind]))
                message = f"{extra[0]!r} does not go with {kind!r}"
                raise InputError(message, where="expect", suggestion=f"these keys go together: {allowed}")
            return kind
    raise InputError("it expects nothing", where="expect", suggestion="as in { object = ID, is = { power = 2 } }")


class Judge:
    """Compares expectations with one game after each step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.world = game.world
        self.names = game.names
        # position digests after each step, by number and name
        self.digests: dict[str | int, str] = {}

    def judge(self, run: StepRun, index: int, expectation: Expectation) -> Outcome:
        """Return whether one expectation of a step holds."""
        compare: dict[str, Callable[[StepRun, Expectation], tuple[bool, Any, str]]] = {
            "object": self._object,
            "card": self._card,
            "facts": self._facts,
            "ignored": self._ignored,
            "asked": self._asked,
            "digest_equals": self._digest,
            "seen_by": self._seen,
            "zone": self._zone,
            "player": self._player,
            "triggered": self._triggered,
            "legal": self._legal,
            "time": self._time,
        }
        try:
            ok, actual, why = compare[kind_of(expectation)](run, expectation)
        except InputError as error:
            error.where = ": ".join(part for part in (f"step {run.number}: expect[{index}]", error.where) if part)
            raise
        plain = msgspec.to_builtins(expectation)
        return Outcome(run.number, index, ok, plain, actual, "" if ok else why)

    def _time(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        del run
        return self.game.time == expectation.time, self.game.time, f"it is {self.game.time}"

    # --- objects and cards -------------------------------------------------------------------------------

    def _object(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        name = str(expectation.object)
        nothing = "the step that was to make it made nothing" if self.names.objects.get(name) == () else ""
        found = None if nothing else self.names.incarnation(name)
        if found is None and not nothing:
            card = self.names.card(name)
            if self.world.find(card, Printed) is None:
                nothing = "it ceased to exist"
            else:
                found = object_of(self.world, card)
        if found is None:
            held = expectation.exists is not True and not expectation.is_ and not expectation.became
            return held, {"exists": False}, nothing
        exists = self.world.is_object(found)
        actual: dict[str, Any] = {"exists": exists}
        ok = expectation.exists is None or expectation.exists is exists
        why = [] if ok else [self._gone(found)]
        if expectation.became is not None:
            after = tuple(self._latest(one) for one in became(self.world, found))
            same = self._same(expectation.became, after)
            actual["became"] = [self.names.label(one) for one in after]
            ok = ok and same and not exists
            why += [] if same and not exists else [self._gone(found)]
        if expectation.is_ is not None:
            if not exists:
                return False, actual, self._gone(found)
            held, values, reasons = self._is(found, expectation.is_, run)
            ok, why = ok and held, [*why, *reasons]
            actual["is"] = values
        return ok, actual, "; ".join(part for part in why if part)

    def _latest(self, object_: ObjectId) -> ObjectId:
        """Return what an object is by now, if it is still one thing: names stand for cards, wherever they are."""
        while not self.world.is_object(object_) and len(after := became(self.world, object_)) == 1:
            object_ = after[0]
        return object_

    def _same(self, names: tuple[str, ...], entities: tuple[ObjectId, ...]) -> bool:
        """Whether these names stand for these objects, each for one of them, in any order."""
        left = list(entities)
        for name in names:
            self._known(name)
            found = next((entity for entity in left if self.names.means(name, entity)), None)
            if found is None:
                return False
            left.remove(found)
        return not left

    def _known(self, name: Any, what: str = "object") -> str:
        """Return a name that is in use. Raises `InputError`."""
        if not isinstance(name, str):
            raise InputError(f"{name!r} is not a name", where="expect")
        if name not in self.names.all():
            raise self.names.unknown(name, what)
        return name

    def _gone(self, object_: int) -> str:
        if self.world.is_object(object_):
            return f"it is in {self.world.zone(object_).value}"
        after = [self.names.label(one) for one in became(self.world, object_)]
        return f"it left and became {', '.join(after)}; write card = … to read that" if after else "it ceased to exist"

    def _card(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        card = self.names.card(str(expectation.card))
        exists = self.world.find(card, Printed) is not None
        if expectation.exists is not None and expectation.exists is not exists:
            where = object_of(self.world, card) if exists else None
            return False, {"exists": exists}, "it ceased to exist" if where is None else self._gone(where)
        if expectation.is_ is None:
            return True, {"exists": exists}, ""
        if not exists:
            return False, {"exists": False}, "it ceased to exist"
        ok, values, why = self._is(object_of(self.world, card), expectation.is_, run)
        return ok, {"is": values}, "; ".join(why)

    def _is(self, object_: ObjectId, wanted: Mapping[str, Any], run: StepRun) -> tuple[bool, dict[str, Any], list[str]]:
        ok, actual, why = True, dict[str, Any](), list[str]()
        for name, value in wanted.items():
            held, found = self._reading(object_, name, value)
            actual[name] = found
            if not held:
                ok = False
                why += self._why(object_, name, run)
        return ok, actual, list(dict.fromkeys(why))

    def _reading(self, object_: ObjectId, name: str, wanted: Any) -> tuple[bool, Any]:
        if name in ("has", "lacks"):
            abilities = characteristics(self.world, object_).abilities
            names = _listed(name, wanted)
            held = [any(answers_to(ability, str(one)) for ability in abilities) for one in names]
            shown = [ability.name for ability in abilities]
            return (all(held) if name == "has" else not any(held)), shown
        found = read(self.world, object_, name)
        if name == "abilities":
            if isinstance(wanted, int) and not isinstance(wanted, bool):
                return len(found) == wanted, len(found)
            shown = [ability.name for ability in found]
            return sorted(map(_fold, shown)) == sorted(map(_fold, _listed(name, wanted))), shown
        if name == "counters":
            if not isinstance(wanted, Mapping):
                raise InputError("counters are a table of kinds and numbers", where="expect.is.counters")
            return all(found.get(str(kind).lower(), 0) == n for kind, n in wanted.items()) and (
                bool(wanted) or not found
            ), found
        if name in ("attached_to", "constituents"):
            return self._ids(found, _listed(name, wanted))
        if name in _AS_SETS:
            return sorted(map(_fold, _listed(name, wanted))) == sorted(map(_fold, found)), list(found)
        if found is None:
            return wanted == "", ""
        if isinstance(found, str) and isinstance(wanted, str):
            return _fold(found) == _fold(wanted), found
        return type(found) is type(wanted) and found == wanted, found

    def _ids(self, found: Any, wanted: list[Any]) -> tuple[bool, Any]:
        entities = [] if found is None else list(found) if isinstance(found, tuple) else [found]
        names = [name if name in self.world.players else self._known(name) for name in wanted]
        labels = [self.names.label(entity) for entity in entities]
        ok = len(entities) == len(names) and all(
            self.names.means(name, entity) for name, entity in zip(names, entities, strict=True)
        )
        return ok, labels if isinstance(found, tuple) else "".join(labels)

    def _why(self, object_: ObjectId, name: str, run: StepRun) -> list[str]:
        ignored = [fact for fact in run.facts if isinstance(fact, Ignored)]
        parts = [f"{fact.request} was ignored by CR {fact.rule}: {fact.why}" for fact in ignored]
        if name in EXPLAINED:
            parts.append(str(explain(self.world, object_, name)))
        elif name in ("has", "lacks", "keywords"):
            parts.append(str(explain(self.world, object_, "abilities")))
        return parts or [_told(run.facts)]

    # --- what happened -----------------------------------------------------------------------------------

    def _facts(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        named = [fact for fact in run.facts if fact.name == expectation.facts]
        fitting = [
            fact for fact in named if all(self._fits(fact, key, want) for key, want in expectation.where.items())
        ]
        number = len(fitting)
        ok = number > 0 if expectation.count is None else number == expectation.count
        return ok, number, _told(run.facts)

    def _fits(self, fact: Fact, key: str, wanted: Any) -> bool:
        record = fact.record()
        return self._is_value(record[key], wanted)

    def _is_value(self, value: Any, wanted: Any) -> bool:
        """Whether a value of a fact is the one wanted; names stand for ids and players, also in lists."""
        if isinstance(value, tuple) and isinstance(wanted, list):
            return len(value) == len(wanted) and all(map(self._is_value, value, wanted))
        if isinstance(wanted, str) and isinstance(value, int) and not isinstance(value, bool):
            if wanted in self.world.players:
                return value == self.world.seat(wanted)
            return self.names.means(self._known(wanted), value)
        return bool(value == wanted)

    def _ignored(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        found = [fact for fact in run.facts if isinstance(fact, Ignored)]
        shown = [
            {"request": f.request, "rule": f.rule, "object": None if f.object is None else self.names.label(f.object)}
            for f in found
        ]
        if expectation.object is not None:
            self._known(expectation.object)
        ok = any(
            fact.request == expectation.ignored
            and (expectation.rule is None or _is_rule(expectation.rule, fact.rule))
            and (
                expectation.object is None
                or (fact.object is not None and self.names.means(expectation.object, fact.object))
            )
            for fact in found
        )
        return ok, shown, "nothing was ignored" if not found else "other instructions were ignored"

    def _asked(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        made = [fact for fact in run.facts if isinstance(fact, DecisionMade)]
        seat = None if expectation.player is None else self.world.seat(expectation.player)
        shown = [
            {
                "ask": fact.ask,
                "player": self.world.players[fact.player],
                "options": [self._option(one) for one in fact.options],
                "answer": [self._option(one) for one in fact.answer],
            }
            for fact in made
        ]

        def same(fact: DecisionMade) -> bool:
            if expectation.options is None:
                return True
            left = list(fact.options)
            for name in expectation.options:
                found = [one for one in left if name == one or (isinstance(one, int) and self.names.means(name, one))]
                if not found:
                    return False
                left.remove(found[0])
            return not left

        ok = any(fact.ask == expectation.asked and seat in (None, fact.player) and same(fact) for fact in made)
        return ok, shown, "nobody was asked anything" if not made else "other questions were asked"

    def _option(self, option: int | str) -> str:
        return option if isinstance(option, str) else self.names.label(option)

    def _triggered(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        """Count how often abilities of an object triggered in the step; without a count, at least once."""
        name = self._known(expectation.triggered)
        told = [fact for fact in run.facts if isinstance(fact, AbilityTriggered)]
        shown = [f"{self.names.label(fact.object)}: {fact.ability}" for fact in told]
        found = [fact for fact in told if self._is_of(name, fact.object)]
        if isinstance(expectation.ability, str):
            found = [fact for fact in found if fact.ability.casefold() == expectation.ability.casefold()]
        elif expectation.ability is not None:
            names = [ability.name for ability in self._abilities_of(name)]
            wanted = names[expectation.ability] if 0 <= expectation.ability < len(names) else None
            found = [fact for fact in found if fact.ability == wanted]
        number = len(found)
        ok = number > 0 if expectation.count is None else number == expectation.count
        return ok, number, f"triggered were {', '.join(shown) or 'none'}"

    def _abilities_of(self, name: str) -> tuple[Ability, ...]:
        there = self.names.objects.get(name, ()) or (object_of(self.world, self.names.card(name)),)
        board = last_known(self.world, there[0])
        return characteristics(board, there[0]).abilities

    def _is_of(self, name: str, object_: int) -> bool:
        """Whether a name is that of an object, as it was, or of a card that represented it."""
        if self.names.means(name, object_):
            return True
        card = self.names.cards.get(name)
        try:
            return card is not None and card in last_known(self.world, object_).cards(object_)
        except ObjectGoneError:
            return False

    def _legal(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:  # noqa: ARG002 - one signature
        """Try something on a fork; it is legal if the rules do not ignore it."""
        refusal = refused(self.game, attempted(expectation.of))
        legal = refusal is None
        ok = legal is expectation.legal
        if refusal is not None and expectation.rule is not None:
            ok = ok and _is_rule(expectation.rule, refusal.rule)
        actual = {"legal": legal} if refusal is None else {"legal": legal, "rule": refusal.rule}
        return ok, actual, "nothing forbids it" if refusal is None else self.names.told(refusal.why)

    # --- zones, players, positions -----------------------------------------------------------------------

    def _zone(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:  # noqa: ARG002 - one signature
        zone = Zone(str(expectation.zone))
        objects = objects_in(self.world, zone, expectation.player)
        cards = [card for one in objects for card in self.world.cards(one)]
        labels = [self.names.label(card) for card in cards]
        if expectation.cards is None:
            if expectation.count is None:
                raise InputError("say cards or count", where="expect.zone")
            number = len(objects) if zone is Zone.BATTLEFIELD else len(cards)
            return number == expectation.count, number, f"there are {', '.join(labels) or 'none'}"
        for name in expectation.cards:
            self._known(name, "card")
        ok = self._lists(expectation.cards, objects)
        return ok, labels, "listed from the bottom (oldest) to the top (newest)"

    def _lists(self, names: tuple[str, ...], objects: list[ObjectId]) -> bool:
        """Whether names list these objects; a permanent of several cards goes by its own name or by theirs."""
        read_so_far = {0}  # how many names, in each way there is to read them
        for object_ in objects:
            cards = self.world.cards(object_)
            by_cards = {
                at + len(cards)
                for at in read_so_far
                if len(names) - at >= len(cards) and all(map(self.names.means, names[at:], cards))
            }
            rest = [at for at in read_so_far if at < len(names)]
            by_name = {at + 1 for at in rest if object_ in self.names.objects.get(names[at], ())}
            read_so_far = by_cards | by_name
        return len(names) in read_so_far

    def _player(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        seat = self.world.seat(str(expectation.player))
        entity = self.world.player_entities[seat]
        actual: dict[str, Any] = {}
        wanted: dict[str, Any] = {}
        if expectation.life is not None:
            actual["life"], wanted["life"] = self.world.get(entity, Life).life, expectation.life
        if expectation.mana is not None:
            actual["mana"], wanted["mana"] = self.world.get(entity, ManaPool).mana, _pool(expectation.mana)
        if expectation.hand is not None:
            actual["hand"], wanted["hand"] = len(self.world.contents(Zone.HAND, seat)), expectation.hand
        if not wanted:
            raise InputError("it expects nothing of the player", where="expect", suggestion="life, mana or hand")
        return actual == wanted, actual, _told(run.facts)

    def _digest(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:
        which = "" if expectation.digest_equals is None else expectation.digest_equals
        now = self.digests[run.number]
        return now == self.digests[which], now, f"after step {which} it was {self.digests[which]}"

    def _seen(self, run: StepRun, expectation: Expectation) -> tuple[bool, Any, str]:  # noqa: ARG002 - one signature
        if expectation.zone is None or expectation.order is None:
            raise InputError("say zone and order", where="expect.seen_by")
        seat = self.world.seat(str(expectation.seen_by))
        order = _order_seen(self.world, Zone(expectation.zone), seat, expectation.player)
        return order is expectation.order, order, "public zones and one's own hand are seen in order"


def _told(facts: Iterable[Fact]) -> str:
    """Return which facts there were, and how many of each."""
    counted: dict[str, int] = {}
    for fact in facts:
        counted[fact.name] = counted.get(fact.name, 0) + 1
    return f"the facts of the step were {', '.join(f'{name} ({n})' for name, n in counted.items()) or 'none'}"


def _order_seen(world: World, zone: Zone, seat: Seat, player: str | None) -> bool:
    shown = view(world, seat).zones
    owners = world.players if player is None else (world.players[world.seat(player)],)
    keys = [zone.value] if zone.is_shared else [f"{zone.value}/{owner}" for owner in owners]
    return zone is not Zone.LIBRARY and not any(isinstance(one, Hidden) for key in keys for one in shown[key])


def _is_rule(wanted: str, rule: str) -> bool:
    """Whether a rule is the one wanted, or one of its subrules: 701.27 takes in 701.27c."""
    return rule == wanted or (rule.removeprefix(wanted).isalpha() and wanted[-1:].isdigit())


def _fold(value: Any) -> str:
    return str(value).casefold().replace("\u2019", "'")


def _listed(name: str, wanted: Any) -> list[Any]:
    """Return what a reading of several values is compared with; "" is none. Raises `InputError`."""
    if isinstance(wanted, str):
        return [wanted] if wanted else []
    if not isinstance(wanted, list):
        raise InputError(
            f"{wanted!r} is no list", where=f"expect.is.{name}", suggestion=f'as in {name} = ["…"], or [] for none'
        )
    return wanted


def _pool(mana: str) -> str:
    symbols = mana.replace("{", "").replace("}", "").upper()
    wrong = [symbol for symbol in symbols if symbol not in "WUBRGC"]
    if wrong:
        raise InputError(f"{wrong[0]!r} is no mana", where="expect.mana", suggestion="W, U, B, R, G or C")
    return "".join(sorted(symbols, key="WUBRGC".index))
