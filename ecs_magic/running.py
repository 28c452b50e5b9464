"""Run the steps of a scenario: turn each into requests, answer its questions, name what it makes."""

from collections.abc import Iterable, Sequence

import msgspec

from ecs_magic.cards import CardDefinition
from ecs_magic.decisions import Answer, Decider, Decision, First, Pending
from ecs_magic.enums import TURN_STEPS, TURN_WORDS
from ecs_magic.errors import InputError, UnknownCardError, instead
from ecs_magic.facedown import FaceDown, checked
from ecs_magic.facts import (
    AbilityPut,
    CardPut,
    EffectBegan,
    Facts,
    PermanentEntered,
    SpellCast,
    StepSkipped,
    TokenPut,
)
from ecs_magic.game import Game
from ecs_magic.ids import ObjectId, Seat
from ecs_magic.naming import Names
from ecs_magic.position import token_definition
from ecs_magic.requests import (
    Activate,
    AddCounters,
    AddEffect,
    AddMana,
    Attach,
    Attack,
    BecomeCopy,
    BeginStep,
    BeginTurn,
    Cast,
    Convert,
    CreateToken,
    CreateTokenCopy,
    DealDamage,
    Destroy,
    Detach,
    Draw,
    Exile,
    Flip,
    GainControl,
    Lock,
    Meld,
    Merge,
    Mill,
    Move,
    PhaseIn,
    PhaseOut,
    PlayLand,
    RemoveCounters,
    RemoveEffect,
    Request,
    Reveal,
    Sacrifice,
    SetDayNight,
    SetLife,
    Shuffle,
    Tap,
    Transform,
    TurnFaceDown,
    TurnFaceUp,
    TurnUp,
    Unlock,
    Untap,
)
from ecs_magic.scenario import (
    ActivateStep,
    AddCountersStep,
    AddEffectStep,
    AddManaStep,
    AdvanceStep,
    AnswerForm,
    AnyStep,
    AttachStep,
    AttackStep,
    BecomeCopyStep,
    CastStep,
    ConvertStep,
    CreateTokenCopyStep,
    CreateTokenStep,
    DealDamageStep,
    DestroyStep,
    DetachStep,
    DrawStep,
    ExileStep,
    ExpectStep,
    FlipStep,
    GainControlStep,
    LockStep,
    MeldStep,
    MergeStep,
    MillStep,
    MoveStep,
    OnObjects,
    PhaseInStep,
    PhaseOutStep,
    PlayStep,
    RemoveCountersStep,
    RemoveEffectStep,
    ResolveStep,
    RevealStep,
    SacrificeStep,
    SetDayNightStep,
    SetLifeStep,
    SettleStep,
    ShuffleStep,
    TapStep,
    TogetherStep,
    TransformStep,
    TurnFaceDownStep,
    TurnFaceUpStep,
    TurnUpStep,
    UnlockStep,
    UntapStep,
)
from ecs_magic.trace import TickRecord
from ecs_magic.untapping import phasing, untapping

_SIMPLE: dict[type[OnObjects], type[Request]] = {
    DestroyStep: Destroy,
    SacrificeStep: Sacrifice,
    FlipStep: Flip,
    TurnFaceUpStep: TurnFaceUp,
    RevealStep: Reveal,
    DetachStep: Detach,
    TapStep: Tap,
    UntapStep: Untap,
    PhaseOutStep: PhaseOut,
    PhaseInStep: PhaseIn,
}


class AnsweringDecider:
    """Answers from the step's list by question and player, and asks another decider for the rest."""

    def __init__(self, names: Names, then: Decider) -> None:
        self._names = names
        self._then = then
        self._waiting: list[AnswerForm] = []
        # answers that a step gave to questions of later ones
        self._later: list[AnswerForm] = []

    def later(self, form: AnswerForm) -> None:
        """Take an answer to a question that a later step will ask."""
        self._later.append(form)

    def begin(self, answers: Iterable[AnswerForm]) -> None:
        """Take the answers of the next step. Raises `InputError` for an unknown player."""
        self._waiting = list(answers)
        for form in self._waiting:
            if form.player is not None:
                self._names.world.seat(form.player)

    @property
    def unused(self) -> tuple[AnswerForm, ...]:
        """The answers that nobody asked for."""
        return tuple(self._waiting)

    def choose(self, decision: Decision, tick: int, number: int) -> Answer | None:
        """Return the step's next answer to this question of this player."""
        for form in (*self._waiting, *self._later):
            player = None if form.player is None else self._names.world.seat(form.player)
            if form.ask == decision.ask and player in (None, decision.player):
                forms = self._waiting if form in self._waiting else self._later
                given = (form.answer,) if isinstance(form.answer, str) else form.answer
                if decision.kind == "one" and len(given) > 1:
                    # A list answers a question that is asked once for each thing.
                    forms[forms.index(form)] = msgspec.structs.replace(form, answer=given[1:])
                    given = given[:1]
                else:
                    forms.remove(form)
                chosen = [self._option(name, decision) for name in given]
                try:
                    return decision.checked(chosen)
                except InputError:
                    how = "give all of them in an order" if decision.kind == "order" else "give one of them"
                    raise InputError(
                        f"{', '.join(given) or 'nothing'} does not answer {decision.ask}",
                        where="answers",
                        suggestion=f"options are {self._shown(decision)}; {how}",
                    ) from None
        return self._then.choose(decision, tick, number)

    def _shown(self, decision: Decision) -> str:
        return ", ".join(one if isinstance(one, str) else self._names.label(one) for one in decision.options)

    def _option(self, name: str, decision: Decision) -> int | str:
        for option in decision.options:
            if option == name or (isinstance(option, int) and self._names.means(name, option)):
                return option
        raise InputError(
            f"{name!r} is no option of {decision.ask}",
            where="answers",
            suggestion=f"options are {self._shown(decision)}",
        )


class StepRun:
    """What one step did: its facts, the ticks they came from, what it made, and the answers nobody asked for."""

    __slots__ = ("facts", "made", "number", "ticks", "unused")

    def __init__(
        self, number: int, ticks: Sequence[TickRecord], made: tuple[int, ...], unused: tuple[AnswerForm, ...]
    ) -> None:
        self.number = number
        self.ticks = tuple(ticks)
        self.facts = Facts(fact for record in ticks for fact in record.facts)
        self.made = made
        self.unused = unused


class Runner:
    """Runs steps on one game, one after another."""

    def __init__(self, game: Game, *, settle_always: bool = False, then: Decider | None = None) -> None:
        self.game = game
        self.names = game.names
        self._always = settle_always
        self._decider = AnsweringDecider(game.names, then or First())
        game.decider = self._decider
        # timestamps after each step, by number and name, for the guard of CR 701.27f
        self.stamps: dict[str | int, int] = {}

    def run(self, number: int, step: AnyStep) -> StepRun:
        """Run one step. Raises `InputError` for what no rule offers; then the game is as before the step."""
        since = self.game.mark()
        try:
            self._decider.begin(step.answers)
            self._judge_names(step)
            made = self._made(step, self._facts(step))
            self._name(step, made)
            if self._always and not isinstance(step, ExpectStep):
                self._done(self.game.settle())
        except InputError as error:
            tag = step.__struct_config__.tag
            error.where = ": ".join(part for part in (f"step {number} ({tag})", error.where) if part)
            error.message, error.suggestion = self.names.told(error.message), self.names.told(error.suggestion)
            raise
        self.stamps[number] = self.game.world.timestamp
        if step.name:
            self.stamps[step.name] = self.game.world.timestamp
        return StepRun(number, self.game.trace.records[since:], made, self._decider.unused)

    def _facts(self, step: AnyStep) -> Facts:
        match step:
            case ExpectStep():
                return Facts()
            case SettleStep():
                return self._done(self.game.settle())
            case ResolveStep():
                return self._done(self.game.run_until_idle() if step.all else self.game.resolve())
            case AdvanceStep():
                return self._advance(step.to) + self._done(self.game.settle())
            case CastStep() | PlayStep() | ActivateStep() | TurnUpStep() | UnlockStep() | AttackStep():
                return self._done(self.game.do(*self.requests(step))) + self._done(self.game.settle())
            case TogetherStep():
                if not step.steps:
                    raise InputError(
                        "it holds no step", where="steps", suggestion='as in [ { do = "tap", object = "…" } ]'
                    )
                for inner in step.steps:
                    if isinstance(inner, TogetherStep | ExpectStep | SettleStep | AdvanceStep | ResolveStep):
                        raise InputError("this can't be part of a batch", where="together")
                    if inner.as_ or inner.expect or inner.answers:
                        raise InputError(
                            "answers, as and expect belong to the whole batch",
                            where="together",
                            suggestion="write them on the together step",
                        )
                return self._done(self.game.do(*(one for inner in step.steps for one in self.requests(inner))))
            case _:
                return self._done(self.game.do(*self.requests(step)))

    @staticmethod
    def _done(outcome: Facts | Pending) -> Facts:
        if isinstance(outcome, Pending):
            raise InputError(
                f"{outcome.decision.ask} is not answered", where="answers", suggestion="add an answer to the step"
            )
        return outcome

    # --- requests ----------------------------------------------------------------------------------------

    def _objects(self, step: OnObjects) -> list[ObjectId]:
        named = [*((step.object,) if step.object is not None else ()), *step.objects]
        if not named:
            raise InputError("no object is named", where="objects", suggestion='as in objects = ["bear"]')
        return [object_ for name in named for object_ in self.names.now(name)]

    def _one(self, name: str, where: str) -> ObjectId:
        found = self.names.now(name)
        if len(found) != 1:
            raise InputError(f"{name!r} names {len(found)} objects; one is needed", where=where)
        return found[0]

    def _maybe(self, name: str | None, where: str) -> ObjectId | None:
        return None if name is None else self._one(name, where)

    def _host(self, name: str, where: str) -> ObjectId:
        """Return the permanent or player that something is to be attached to."""
        world = self.game.world
        return ObjectId(world.player_entities[world.seat(name)]) if name in world.players else self._one(name, where)

    def _targets(self, step: OnObjects, player: str | None) -> list[object]:
        """Return objects, or the player, that a step is about."""
        if player is not None:
            if step.object is not None or step.objects:
                raise InputError("name objects or a player, not both", where="player")
            return [self.game.world.player_entities[self.game.world.seat(player)]]
        return list(self._objects(step))

    def _counted(self, step: AddCountersStep | RemoveCountersStep) -> list[tuple[str, int]]:
        if (step.kind is None) is (not step.counters):
            raise InputError("give kind (and count) or counters", where="counters")
        return list(step.counters.items()) if step.kind is None else [(step.kind, step.count)]

    def _copied(self, of: str) -> ObjectId | CardDefinition:
        if of in self.names.all():
            return self._one(of, "of")
        try:
            return self.game.cards.find(of)
        except UnknownCardError as error:
            unknown = self.names.unknown(of, "object or card")
            raise InputError(unknown.message, where="of", suggestion=error.suggestion or unknown.suggestion) from None

    def _chosen(self, targets: str | tuple[str, ...]) -> list[object]:
        """Return targets by their names: objects, or players."""
        names = (targets,) if isinstance(targets, str) else targets
        players = self.game.world.players
        known = {*players, *self.names.all()}
        for name in names:
            if name not in known:
                hint = instead(name, sorted(known))
                raise InputError(f"there is no object or player named {name!r}", where="targets", suggestion=hint)
        return [name if name in players else self._one(name, "targets") for name in names]

    def _since(self, since: str | int | None) -> int | None:
        if since is None:
            return None
        if since not in self.stamps:
            raise InputError(f"no step {since!r} was done before", where="since")
        return self.stamps[since]

    def requests(self, step: AnyStep) -> Sequence[Request]:
        """Return what a step asks of the game."""
        if isinstance(step, OnObjects) and type(step) in _SIMPLE:
            return [_SIMPLE[type(step)](self._objects(step))]
        match step:
            case MoveStep():
                return [self._move(step)]
            case ExileStep():
                return [Exile(self._objects(step), step.player, step.face_down)]
            case MergeStep():
                object_, onto = self._one(step.object, "object"), self._one(step.onto, "onto")
                return [Merge(object_, onto, step.where, step.abilities)]
            case MeldStep():
                return [Meld(self._objects(step), step.partner, step.player, step.tapped, step.attacking)]
            case TransformStep():
                source = self._maybe(step.source, "source")
                return [Transform(self._objects(step), source, self._since(step.since))]
            case ConvertStep():
                source = self._maybe(step.source, "source")
                return [Convert(self._objects(step), source, self._since(step.since))]
            case TurnFaceDownStep():
                return [TurnFaceDown(self._objects(step), checked(step.face_down))]
            case CreateTokenStep():
                token = token_definition(self.game.cards, step.token)
                counters, attacking = step.counters, step.attacking
                return [CreateToken(token, step.player, step.count, step.tapped, step.face, counters, attacking)]
            case CreateTokenCopyStep():
                of, counters, attacking = self._copied(step.of), step.counters, step.attacking
                return [CreateTokenCopy(of, step.player, step.count, step.except_, step.tapped, counters, attacking)]
            case BecomeCopyStep():
                return [BecomeCopy(self._objects(step), self._copied(step.of), step.until, step.except_)]
            case AddCountersStep():
                targets = self._targets(step, step.player)
                return [AddCounters(targets, kind, count) for kind, count in self._counted(step)]
            case RemoveCountersStep():
                targets = self._targets(step, step.player)
                return [RemoveCounters(targets, kind, count) for kind, count in self._counted(step)]
            case AttachStep():
                return [Attach(self._one(step.object, "object"), self._host(step.to, "to"))]
            case GainControlStep():
                source = self._maybe(step.source, "source")
                return [GainControl(self._objects(step), step.player, step.until, source)]
            case DealDamageStep():
                source = self._maybe(step.source, "source")
                return [DealDamage(self._targets(step, step.player), step.amount, source, step.combat)]
            case AttackStep():
                return [Attack(self._objects(step), step.player)]
            case AddEffectStep():
                source = self._maybe(step.source, "source")
                objects = self._objects(step) if step.object is not None or step.objects else None
                return [AddEffect(step.effect, objects, step.player, step.until, source, step.live)]
            case RemoveEffectStep():
                return [RemoveEffect(self._effect(step.effect))]
            case DrawStep():
                return [Draw(step.player, step.count)]
            case MillStep():
                return [Mill(step.player, step.count)]
            case ShuffleStep():
                return [Shuffle(step.player)]
            case SetLifeStep():
                return [SetLife(step.player, step.life)]
            case AddManaStep():
                return [AddMana(step.player, step.mana)]
            case CastStep():
                object_, targets = self._one(step.object, "object"), self._chosen(step.targets)
                self._mutate(step)
                return [Cast(object_, step.player, targets, step.x, step.how, step.face, step.free, step.mode)]
            case PlayStep():
                return [PlayLand(self._one(step.object, "object"), step.player, step.face)]
            case SetDayNightStep():
                return [SetDayNight(step.time)]
            case UnlockStep() | LockStep():
                return [_unlocking(self._one(step.object, "object"), step)]
            case TurnUpStep():
                return [TurnUp(self._one(step.object, "object"), step.player, step.how, step.x)]
            case ActivateStep():
                object_, targets = self._one(step.object, "object"), self._chosen(step.targets)
                return [Activate(object_, step.ability, step.player, targets, step.x, step.free, step.mode)]
            case _:
                raise InputError("this step is no request")

    def _mutate(self, step: CastStep) -> None:
        """Keep whether a mutating spell goes over or under for when that is asked (CR 702.140c)."""
        if step.where is None:
            return
        if step.how != "mutate":
            hint = 'write how = "mutate" (CR 702.140)'
            raise InputError("only a mutating spell goes over or under", where="where", suggestion=hint)
        self._decider.later(AnswerForm("mutate", step.where))

    def _effect(self, name: str) -> int:
        if name not in self.names.effects:
            raise self.names.unknown(name, "effect")
        return self.names.effects[name]

    def _move(self, step: MoveStep) -> Move:
        down = step.face_down if isinstance(step.face_down, FaceDown) else FaceDown() if step.face_down else None
        return Move(
            self._objects(step),
            step.to,
            step.player,
            step.position,
            step.face,
            None if down is None else checked(down),
            step.tapped,
            step.flipped,
            step.counters,
            None if step.attached_to is None else self._host(step.attached_to, "attached_to"),
            step.attacking,
            None if step.copy_of is None else self._copied(step.copy_of),
            step.except_,
        )

    # --- the clock ---------------------------------------------------------------------------------------

    def _advance(self, to: str) -> Facts:
        """Move the clock to a moment, through every turn between (CR 500)."""
        players = self.game.world.players
        wanted = " ".join(to.casefold().split()).removeprefix("the ").removeprefix("beginning of ").removeprefix("the ")
        whose = next((at for at, player in enumerate(players) if wanted.startswith(f"{player.casefold()}'s ")), None)
        if whose is not None:
            wanted = wanted.removeprefix(f"{players[whose].casefold()}'s ")
        if wanted in ("cleanup", "end of turn") and whose is None:
            return self._begin_step("cleanup")
        name = wanted.removeprefix("next ").removesuffix(" step").removesuffix(" phase").strip()
        name = TURN_WORDS.get(name, name)
        if name not in (*TURN_STEPS, "turn"):
            moments = ("cleanup", "next turn", f"{players[0]}'s next turn", *(f"next {step}" for step in TURN_STEPS))
            raise InputError(f"{to!r} is no moment", where="to", suggestion=instead(to, moments))
        facts = Facts()
        if name == "turn" or not self._to_come(name, whose):
            facts += self._next_turn()
            while whose not in (None, self.game.world.clock().active):
                facts += self._next_turn()
        return facts if name in ("turn", self.game.world.clock().step) else facts + self._begin_step(name)

    def _to_come(self, step: str, whose: int | None) -> bool:
        """Whether a step is still to come in this turn, if it is that player's; before the first step all are."""
        clock = self.game.world.clock()
        passed = TURN_STEPS.index(clock.step) if clock.step in TURN_STEPS else -1
        return TURN_STEPS.index(step) > passed and whose in (None, clock.active)

    def _begin_step(self, step: str) -> Facts:
        return self._done(self.game.do(BeginStep(step)))

    def _next_turn(self) -> Facts:
        facts = Facts() if self.game.world.clock().step == "cleanup" else self._begin_step("cleanup")
        following = Seat((self.game.world.clock().active + 1) % len(self.game.world.players))
        began = self._done(self.game.do(BeginTurn(following)))
        facts += began
        if not any(isinstance(fact, StepSkipped) for fact in began):
            for happening in (phasing, untapping):
                if requests := happening(self.game.world, following):
                    facts += self._done(self.game.do(*requests))
        return facts

    # --- what a step makes -------------------------------------------------------------------------------

    @staticmethod
    def _made(step: AnyStep, facts: Facts) -> tuple[int, ...]:
        """Return what `as` names: permanents that entered, else effects, else what arrived in zones."""
        found: list[int] = []
        if isinstance(step, BecomeCopyStep | GainControlStep | AddEffectStep):
            return tuple(fact.effect for fact in facts if isinstance(fact, EffectBegan))
        if isinstance(step, CastStep):
            return tuple(fact.spell for fact in facts if isinstance(fact, SpellCast))
        if isinstance(step, ActivateStep):
            return tuple(fact.entry for fact in facts if isinstance(fact, AbilityPut))[:1]
        for fact in facts:
            if isinstance(fact, PermanentEntered):
                found += fact.permanents
        if not found and not isinstance(step, MeldStep):
            for fact in facts:
                if isinstance(fact, CardPut | TokenPut):
                    found += fact.objects
        return tuple(found)

    def _judge_names(self, step: AnyStep) -> None:
        names = (step.as_,) if isinstance(step.as_, str) else step.as_
        for index, name in enumerate(names):
            if name in self.names.all() or name in names[:index]:
                raise InputError(f"the name {name!r} is taken", where="as", suggestion="choose another")
            if not name and step.as_:
                raise InputError("a name is empty", where="as")

    def _name(self, step: AnyStep, made: tuple[int, ...]) -> None:
        if not step.as_:
            return
        names = (step.as_,) if isinstance(step.as_, str) else step.as_
        if isinstance(step, BecomeCopyStep | GainControlStep | AddEffectStep):
            self.names.effects.update(zip(names, made, strict=False))
            return
        if not made:
            for name in names:
                self.names.add_object(name, ())
        elif len(names) == 1:
            self.names.add_object(names[0], made)
        elif len(names) == len(made):
            for name, one in zip(names, made, strict=True):
                self.names.add_object(name, (one,))
        else:
            raise InputError(f"the step made {len(made)} objects and as names {len(names)}", where="as")


def _unlocking(permanent: ObjectId, step: UnlockStep | LockStep) -> Unlock | Lock:
    if isinstance(step, UnlockStep):
        return Unlock(permanent, step.player, step.half, step.free)
    return Lock(permanent, step.player, step.half)
