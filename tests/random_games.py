"""Random games: boards of the shipped cards, and random requests, likely and odd ones, for them.

A game of `random_game(seed)` and the actions of `actions(game, seed)` depend on their seed and on the game
alone. An action is a batch of simultaneous requests, or no request at all: then state-based actions are done.
Requests name objects by id, so that an action can be carried out on a fork, a loaded game or in another process.

`python tests/random_games.py --requests 100000` looks for faults for longer than the tests do.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar, get_args

from ability_cards import ABILITY_CARDS

import ecs_magic as magic
from ecs_magic import abilities as ab
from ecs_magic.abilities import CopyExceptions
from ecs_magic.activating import stands_for
from ecs_magic.alike import Alike
from ecs_magic.cards import meld_pair
from ecs_magic.changes import NewCard
from ecs_magic.components import Bound, Delayed, MergeStack
from ecs_magic.derived import characteristics
from ecs_magic.enums import CardKind, Duration, Face, Layout, Zone
from ecs_magic.facedown import FaceDown, face_down
from ecs_magic.facts import Facts
from ecs_magic.ids import EntityId, ObjectId, Seat, Timestamp
from ecs_magic.instructions import Destroy, Event
from ecs_magic.requests import (
    Cease,
    DelayTrigger,
    FollowDayNight,
    KeepOne,
    LoseGame,
    OfferCommandZone,
    Perform,
    PutTriggers,
    ResolveManaTriggers,
    SkipStep,
    Survive,
    TriggerStates,
)
from ecs_magic.selectors import Count, Selector, Value
from ecs_magic.setup import Placement
from ecs_magic.verbs import all_effects

T = TypeVar("T")
Action = tuple[magic.Request, ...]

CARDS = magic.CardLibrary()
ZONES = tuple(zone.value for zone in Zone)
DURATIONS = get_args(Duration)
COUNTERS = ("+1/+1", "-1/-1", "flying", "loyalty", "poison", "charge", "indestructible", "-0/-1")
CAUSES = ("effect", "morph", "manifest", "disguise", "cloak")
STEPS = ("upkeep", "draw", "combat", "end", "cleanup")


def _all_cards() -> tuple[magic.CardDefinition, ...]:
    found: dict[str, magic.CardDefinition] = {}
    for name in CARDS.names():
        definition = CARDS.find(name)
        found.setdefault(definition.name, definition)
    return tuple(found.values())


ALL_CARDS = _all_cards()
TOKENS = tuple(map(CARDS.token, ("Treasure", "Incubator", "Royal", "Walker", "Food")))


def _has(definition: magic.CardDefinition, *kinds: type) -> bool:
    faces = (definition.front, definition.back)
    return any(isinstance(ability, kinds) for face in faces if face is not None for ability in face.abilities)


def _is_spell(definition: magic.CardDefinition) -> bool:
    return bool({"Instant", "Sorcery"} & set(definition.front.types))


def _mutates(definition: magic.CardDefinition) -> bool:
    return any(isinstance(one, ab.Keyword) and one.keyword == "mutate" for one in definition.front.abilities)


POOLS: dict[str, tuple[magic.CardDefinition, ...]] = {
    "meld": tuple(card for card in ALL_CARDS if card.layout is Layout.MELD),
    "turning": tuple(card for card in ALL_CARDS if card.can_turn_over and not _is_spell(card)),
    "flip": tuple(card for card in ALL_CARDS if card.layout is Layout.FLIP),
    "mutate": tuple(filter(_mutates, ALL_CARDS)),
    "static": tuple(card for card in ALL_CARDS if _has(card, ab.Static)),
    "entering": tuple(card for card in ALL_CARDS if _has(card, ab.Enters) or card.front.loyalty or card.front.defense),
    "attachment": tuple(card for card in ALL_CARDS if {"Aura", "Equipment"} & set(card.front.subtypes)),
    "spell": tuple(filter(_is_spell, ALL_CARDS)),
    "any": tuple(card for card in ALL_CARDS if not _is_spell(card)),
    "acting": tuple(card for card in ABILITY_CARDS if not _is_spell(card)),
    "acting spell": tuple(filter(_is_spell, ABILITY_CARDS)),
}
PAIRS = tuple(
    (one, two)
    for index, one in enumerate(POOLS["meld"])
    for two in POOLS["meld"][index + 1 :]
    if meld_pair(one, two) is not None
)


# --- boards ----------------------------------------------------------------------------------------------


def random_game(seed: int, *, size: int = 22, statics: int = 3, acting: int = 8, decider: object = None) -> magic.Game:
    """Return a game at a random position of about `size` objects, at most `statics` cards with static abilities."""
    chance = Random(f"board/{seed}")
    players = ("A", "B", "C")[: chance.choice((2, 2, 3))]
    answers = magic.Seeded(seed) if decider is None else decider
    game = magic.Game(players, seed=seed, cards=CARDS, decider=answers)  # type: ignore[arg-type]
    if seed % 2:
        game.world.memory.alike = Alike()  # as large boards have it
    for _ in range(size):
        pool = chance.choice(("meld", "turning", "turning", "flip", "mutate", "entering", "attachment", "any", "any"))
        choices = [card for card in POOLS[pool] if not _has(card, ab.Static)]
        _place(game, chance, chance.choice(choices or POOLS[pool]))
    for _ in range(chance.randint(0, statics)):
        game.put(chance.choice([card for card in POOLS["static"] if not _is_spell(card)]), chance.choice(players))
    for _ in range(chance.randint(0, acting)):
        _place(game, chance, chance.choice(POOLS["acting"]))
    one, two = chance.choice(PAIRS)
    for card in (one, two):
        game.put(card, "A")
    for player in players:
        for _ in range(5):
            game.put(chance.choice(ALL_CARDS), player, zone="library")
        for _ in range(3 if acting else 0):
            game.put(chance.choice(ABILITY_CARDS), player, zone="hand")
        game.put(chance.choice(POOLS["spell"]), player, zone=chance.choice(("hand", "graveyard", "stack")))
    _place_together(game, chance)
    return game


def _place(game: magic.Game, chance: Random, card: magic.CardDefinition) -> None:
    """Place one card, in a random state that the rules allow."""
    owner = chance.choice(game.world.seats)
    zone = Zone(chance.choice(("battlefield", "battlefield", "battlefield", *ZONES)))
    if zone is not Zone.BATTLEFIELD:
        game.put(card, owner, zone=zone, x=chance.choice((None, 2)) if zone is Zone.STACK else None)
        return
    down = FaceDown(chance.choice(CAUSES)) if chance.random() < 0.15 else None
    back = down is None and card.can_turn_over and chance.random() < 0.4
    if back and {"Instant", "Sorcery"} & set(card.face(Face.BACK).types):
        back = False
    kind = CardKind.TOKEN if chance.random() < 0.15 else CardKind.CARD
    game.place(
        Placement(
            (NewCard(card, owner, kind, commander=chance.random() < 0.05),),
            zone,
            controller=chance.choice((None, None, None, chance.choice(game.world.seats))),
            tapped=chance.random() < 0.2,
            face=Face.BACK if back else Face.FRONT,
            face_down=down,
            flipped=down is None and card.layout is Layout.FLIP and chance.random() < 0.4,
            phased_out=chance.random() < 0.08,
            sick=chance.random() < 0.3,
            counters={chance.choice(COUNTERS): chance.randint(1, 3)} if chance.random() < 0.2 else {},
        )
    )


def _place_together(game: magic.Game, chance: Random) -> None:
    """Place a merged and a melded permanent ready-made."""
    owner = chance.choice(game.world.seats)
    below = chance.choice(POOLS["turning"])
    token = NewCard(chance.choice(TOKENS), owner)
    parts = [NewCard(chance.choice(POOLS["mutate"]), owner, CardKind.CARD), NewCard(below, owner, CardKind.CARD), token]
    chance.shuffle(parts)
    every = chance.random() < 0.7
    game.place(Placement(tuple(parts), Zone.BATTLEFIELD, together="merged", all_abilities=every))
    pair = chance.choice(PAIRS)
    both = tuple(NewCard(card, owner, CardKind.CARD) for card in pair)
    game.place(Placement(both, Zone.BATTLEFIELD, together="melded"))


# --- requests --------------------------------------------------------------------------------------------


class Situation:
    """What there is to choose from at one moment of a game, and the chance by which it is chosen.

    `odd` is how often a choice falls outside what makes sense: the wrong zone, something gone, a player.
    """

    def __init__(self, game: magic.Game, chance: Random, odd: float = 0.08) -> None:
        world = game.world
        self.game = game
        self.chance = chance
        self.odd = odd
        self.by_zone = {zone: [int(one.id) for one in game.objects(zone)] for zone in ZONES}
        self.permanents = self.by_zone["battlefield"]
        self.elsewhere = [one for zone in ZONES[1:] for one in self.by_zone[zone]]
        self.objects = self.permanents + self.elsewhere
        self.seats = world.seats

    def likely(self, share: float) -> bool:
        """Whether it happens, `share` of the time."""
        return self.chance.random() < share

    def pick(self, things: "list[T] | tuple[T, ...]") -> T:
        """Return one of several things."""
        return things[self.chance.randrange(len(things))]

    def seat(self) -> int | str:
        """Return a player, by seat or by name."""
        seat = self.pick(self.seats)
        return self.game.world.players[seat] if self.likely(0.3) else int(seat)

    def anything(self) -> int:
        """Return an id: of any object, or of none at all."""
        if self.likely(self.odd):
            return self.chance.randrange(1, self.game.world.store.next_id + 3)
        return self.pick(self.objects) if self.objects else 1

    def permanent(self) -> int:
        """Return a permanent, most of the time."""
        if not self.permanents or self.likely(self.odd):
            return self.anything()
        return self.pick(self.permanents)

    def off_board(self) -> int:
        """Return an object that is no permanent, most of the time."""
        if not self.elsewhere or self.likely(self.odd):
            return self.anything()
        return self.pick(self.elsewhere)

    def several(self, one: Callable[[], int]) -> list[int]:
        """Return one to four things, rarely a lot of them or one twice."""
        return [one() for _ in range(self.pick((1, 1, 1, 2, 2, 3, 4)))]

    def permanents_(self) -> list[int]:
        """Return some permanents."""
        return self.several(self.permanent)

    def counters(self) -> dict[str, int]:
        """Return counters to enter with: mostly none."""
        return {self.pick(COUNTERS): self.chance.randint(0, 3)} if self.likely(0.2) else {}

    def source(self) -> int | None:
        """Return a source, or none."""
        return self.permanent() if self.likely(0.4) else None

    def card(self) -> magic.CardDefinition:
        """Return the definition of a card."""
        return self.pick(POOLS[self.pick(("turning", "flip", "meld", "mutate", "any"))])

    def of(self) -> "int | magic.CardDefinition":
        """Return what is copied: a permanent, another object, or a card."""
        return self.card() if self.likely(0.2) else self.permanent() if self.likely(0.8) else self.anything()

    def exceptions(self) -> CopyExceptions | None:
        """Return what a copy has differently: mostly nothing."""
        return None if self.likely(0.6) else self.pick(EXCEPTIONS)

    def face_down(self) -> FaceDown:
        """Return how something is face down."""
        return face_down(self.pick(CAUSES))


EXCEPTIONS = (
    CopyExceptions(name="Nobody", add_supertypes=("Legendary",)),
    CopyExceptions(remove_supertypes=("Legendary",), add_abilities=("haste",)),
    CopyExceptions(power=7, toughness=7, types=("Creature",)),
    CopyExceptions(colors=("G",), subtypes=("Frog",), add_types=("Artifact",)),
    CopyExceptions(keep=("name", "colors"), mana_cost="{2}{U}"),
    CopyExceptions(add_subtypes=("Wizard",), add_colors=("U",), remove_abilities=("flying",)),
)

CHANGES: tuple[ab.Modification, ...] = (
    ab.SetController(),
    ab.ChangeText("Forest", "Island"),
    ab.SetName("Somebody"),
    ab.SetTypes(("Creature",), ("Bear",)),
    ab.SetSubtypes(("Mountain",)),
    ab.SetSubtypes(("Wizard",)),
    ab.AddTypes(("Creature",), every_creature_type=True),
    ab.AddTypes(("Land",), ("Swamp",), ("Snow",)),
    ab.RemoveTypes(("Artifact",), supertypes=("Legendary",)),
    ab.SetColors(("R",)),
    ab.AddColors(("B",)),
    ab.Gain(("flying", "ward {2}")),
    ab.Gain((ab.Mana(("G",)),)),
    ab.Lose(("flying",), cannot_have=True),
    ab.LoseAll(),
    ab.LoseAll(except_mana=True),
    ab.SetPowerToughness(1, 1),
    ab.SetPowerToughness(Value("mana_value"), Count(Selector(types=("Creature",)))),
    ab.ModifyPowerToughness(2, -1),
    ab.ModifyPowerToughness(Count(Selector(zone="graveyard")), 0),
    ab.SwitchPowerToughness(),
    ab.Forbid(("transform",)),
    ab.Rule((ab.Instead("damage", by=Selector(types=("Creature",)), nothing=True, name="no damage"),)),
    ab.Rule((ab.Instead("moves", into=Zone.GRAVEYARD, to=Zone.EXILE), ab.Enters(what=Selector(), tapped=True))),
)

SELECTORS = (
    Selector(types=("Creature",)),
    Selector(controller="you"),
    Selector(controller="opponent", not_types=("Land",)),
    Selector(which="other", types=("Creature",), controller="you"),
    Selector(which="this"),
    Selector(which="host"),
    Selector(token=True),
    Selector(face_down=True),
    Selector(min_power=3),
    Selector(has=("flying",)),
    Selector(colors=("W",), tapped=False),
)


def _move(at: Situation) -> magic.Request:
    onto = at.likely(0.5)
    to = "battlefield" if onto else at.pick(ZONES)
    objects = at.several(at.off_board if onto else at.anything)
    positions: tuple[str | int, ...] = ("top", "top", "bottom", 1, 2, 40)
    return magic.Move(
        objects,
        to,  # type: ignore[arg-type]
        at.seat() if at.likely(0.3) else None,
        at.pick(positions),  # type: ignore[arg-type]
        at.pick((None, None, Face.FRONT, Face.BACK)),
        at.face_down() if at.likely(0.12) else None,
        tapped=at.likely(0.2),
        flipped=at.likely(0.1),
        counters=at.counters(),
        attached_to=at.permanent() if at.likely(0.15) else None,
        attacking=at.likely(0.05),
        copy_of=at.of() if onto and at.likely(0.15) else None,
        except_=at.exceptions(),
    )


def _merge(at: Situation) -> magic.Request:
    incoming = at.off_board() if at.likely(0.8) else at.permanent()
    return magic.Merge(incoming, at.permanent(), at.pick(("over", "under")), at.pick(("all", "all", "topmost")))


def _meld(at: Situation) -> magic.Request:
    names = {card.name for card in POOLS["meld"]}
    cards = [one for one in at.objects if at.game.object(one).constituents[0].name in names]
    if len(cards) < 2 or at.likely(2 * at.odd):
        return magic.Meld(at.several(at.anything), player=at.seat() if at.likely(0.3) else None)
    first = at.pick(cards)
    own = at.game.object(first).constituents[0].name
    partners = {two.name if one.name == own else one.name for one, two in PAIRS if own in (one.name, two.name)}
    right = [one for one in cards if at.game.object(one).constituents[0].name in partners]
    if at.likely(0.3) and partners:
        return magic.Meld(first, partner=min(partners))
    second = at.pick(right) if right and at.likely(0.8) else at.pick(cards)
    return magic.Meld([first, second], tapped=at.likely(0.2), attacking=at.likely(0.1))


def _add_effect(at: Situation) -> magic.Request:
    changes = tuple(at.pick(CHANGES) for _ in range(at.pick((1, 1, 2))))
    objects = at.permanents_() if at.likely(0.6) else None
    return magic.AddEffect(
        magic.Effect(changes, at.pick(SELECTORS)),
        objects,
        at.seat() if at.likely(0.4) else None,
        at.pick(DURATIONS),  # type: ignore[arg-type]
        at.source(),
        live=objects is None and at.likely(0.4),
    )


def _remove_effect(at: Situation) -> magic.Request:
    effects = [int(effect) for effect in all_effects(at.game.world)]
    return magic.RemoveEffect(at.pick(effects) if effects and not at.likely(at.odd) else at.anything())


def _counted(at: Situation) -> "list[int | str]":
    if at.likely(0.15):
        return [at.game.world.players[at.pick(at.seats)]]
    return [*at.permanents_()]


def _token(at: Situation) -> magic.Request:
    token = at.pick(TOKENS) if at.likely(0.6) else at.card()
    face = Face.BACK if token.can_turn_over and at.likely(0.4) else None
    return magic.CreateToken(token, at.seat(), at.pick((1, 1, 2, 0)), at.likely(0.2), face, at.counters())


def _attach(at: Situation) -> magic.Request:
    fitting = [one for one in at.permanents if {"Aura", "Equipment"} & set(at.game.object(one).subtypes)]
    return magic.Attach(at.pick(fitting) if fitting and at.likely(0.8) else at.permanent(), at.permanent())


def _cast(at: Situation) -> magic.Request:
    """Cast something, mostly a card in hand and free, in a way that it may have."""
    hand = at.by_zone["hand"]
    return magic.Cast(
        at.pick(hand) if hand and at.likely(0.8) else at.anything(),
        at.seat() if at.likely(0.1) else None,
        [at.anything() for _ in range(at.pick((0, 0, 0, 0, 1, 2)))],
        at.pick((None, None, 2)),
        at.pick(("", "", "", "mutate", "face_down", "disturb", "kicked", "sneakily")),
        free=at.likely(0.8),
    )


def _activate(at: Situation) -> magic.Request:
    """Activate an ability that something has, mostly free."""
    world = at.game.world
    able = [
        (one, index)
        for one in at.permanents
        if not world.status(one).phased_out
        for index, ability in enumerate(characteristics(world, one).abilities)
        if stands_for(ability) is not None
    ]
    if not able or at.likely(at.odd):
        return magic.Activate(at.permanent(), at.pick((0, 1, 9, "Level up")), free=at.likely(0.7))
    return magic.Activate(*at.pick(able), free=at.likely(0.6))


def _delay(at: Situation) -> magic.Request:
    """Delay the destruction of something to the next end step."""
    when = Event("step", step="end")
    ability = ab.Triggered(when, (Destroy("it"),), "delayed")
    permanent = ObjectId(EntityId(at.permanent()))
    return DelayTrigger(Delayed(ability, permanent, Seat(0), Bound((permanent,)), Timestamp(0)))


MAKERS: dict[type[magic.Request], tuple[int, Callable[[Situation], magic.Request]]] = {
    magic.Move: (24, _move),
    magic.Destroy: (5, lambda at: magic.Destroy(at.permanents_())),
    magic.Exile: (
        5,
        lambda at: magic.Exile(at.several(at.anything), at.seat() if at.likely(0.4) else None, at.likely(0.2)),
    ),
    magic.Sacrifice: (2, lambda at: magic.Sacrifice(at.permanents_())),
    magic.Merge: (8, _merge),
    magic.Meld: (7, _meld),
    magic.Transform: (6, lambda at: magic.Transform(at.permanents_(), at.source(), at.pick((None, None, 0, 10, 60)))),
    magic.Convert: (2, lambda at: magic.Convert(at.permanents_())),
    magic.Flip: (3, lambda at: magic.Flip(at.permanents_())),
    magic.TurnFaceUp: (4, lambda at: magic.TurnFaceUp(at.permanents_())),
    magic.Reveal: (1, lambda at: magic.Reveal(at.several(at.anything))),
    magic.TurnUp: (
        3,
        lambda at: magic.TurnUp(at.permanent(), None, at.pick(("", "", "mana cost")), at.pick((None, 1))),
    ),
    magic.TurnFaceDown: (4, lambda at: magic.TurnFaceDown(at.permanents_(), at.face_down())),
    magic.CreateToken: (3, _token),
    magic.CreateTokenCopy: (
        5,
        lambda at: magic.CreateTokenCopy(at.of(), at.seat(), at.pick((1, 1, 2)), at.exceptions()),
    ),
    magic.BecomeCopy: (
        6,
        lambda at: magic.BecomeCopy(at.permanents_(), at.of(), at.pick(DURATIONS), at.exceptions()),  # type: ignore[arg-type]
    ),
    magic.AddCounters: (4, lambda at: magic.AddCounters(_counted(at), at.pick(COUNTERS), at.pick((1, 1, 2, 3, 0)))),
    magic.RemoveCounters: (
        3,
        lambda at: magic.RemoveCounters(_counted(at), at.pick(COUNTERS), at.pick((1, 2, None))),
    ),
    magic.Attach: (5, _attach),
    magic.Detach: (2, lambda at: magic.Detach(at.permanents_())),
    magic.Tap: (2, lambda at: magic.Tap(at.permanents_())),
    magic.Untap: (2, lambda at: magic.Untap(at.permanents_())),
    magic.GainControl: (
        4,
        lambda at: magic.GainControl(at.permanents_(), at.seat(), at.pick(DURATIONS), at.source()),  # type: ignore[arg-type]
    ),
    magic.PhaseOut: (3, lambda at: magic.PhaseOut(at.permanents_())),
    magic.PhaseIn: (4, lambda at: magic.PhaseIn(at.permanents_())),
    magic.Regenerate: (3, lambda at: magic.Regenerate(at.permanents_(), at.pick((False, False, True)))),
    magic.DealDamage: (4, lambda at: magic.DealDamage(_counted(at), at.pick((0, 1, 2, 5)), at.source())),
    magic.Attack: (2, lambda at: magic.Attack(at.permanents_())),
    magic.AddEffect: (5, _add_effect),
    magic.RemoveEffect: (4, _remove_effect),
    magic.Draw: (3, lambda at: magic.Draw(at.seat(), at.pick((0, 1, 1, 2, 9)))),
    magic.Mill: (2, lambda at: magic.Mill(at.seat(), at.pick((0, 1, 2, 9)))),
    magic.Shuffle: (2, lambda at: magic.Shuffle(at.seat())),
    magic.SetLife: (1, lambda at: magic.SetLife(at.seat(), at.pick((-3, 0, 7, 20)))),
    magic.AddMana: (1, lambda at: magic.AddMana(at.seat(), at.pick(("{G}", "{C}{U}", "WW", "{Q}")))),
    magic.Unlock: (1, lambda at: magic.Unlock(at.permanent(), None, at.pick(("", "left")), at.pick((True, False)))),  # type: ignore[arg-type]
    magic.Lock: (1, lambda at: magic.Lock(at.permanent())),
    magic.SetDayNight: (2, lambda at: magic.SetDayNight(at.pick(("day", "night")))),  # type: ignore[arg-type]
    FollowDayNight: (1, lambda at: FollowDayNight()),
    magic.BeginTurn: (3, lambda at: magic.BeginTurn(at.seat())),
    magic.BeginStep: (3, lambda at: magic.BeginStep(at.pick(STEPS))),
    magic.Cast: (8, _cast),
    magic.Activate: (8, _activate),
    magic.Pair: (1, lambda at: magic.Pair([at.permanent(), at.permanent()])),
    magic.PlayLand: (2, lambda at: magic.PlayLand(at.anything(), at.seat() if at.likely(0.3) else None)),
    magic.CopySpell: (2, lambda at: magic.CopySpell(at.several(at.off_board), at.seat(), at.likely(0.5))),
    magic.Counter: (1, lambda at: magic.Counter(at.several(at.off_board))),
    magic.Resolve: (8, lambda at: magic.Resolve()),
    magic.ChangeLife: (1, lambda at: magic.ChangeLife(at.seat(), at.pick((-2, 0, 3)))),
    magic.Discard: (1, lambda at: magic.Discard(at.several(at.anything), at.seat())),
    magic.Designate: (1, lambda at: magic.Designate(at.permanents_(), "monstrous")),
    DelayTrigger: (1, _delay),
    # what follows by itself, asked for by a host
    Perform: (1, lambda at: Perform(())),
    ResolveManaTriggers: (1, lambda at: ResolveManaTriggers()),
    PutTriggers: (2, lambda at: PutTriggers()),
    TriggerStates: (1, lambda at: TriggerStates()),
    # what state-based actions ask for, asked for by a host
    Cease: (1, lambda at: Cease(at.several(at.anything))),
    KeepOne: (1, lambda at: KeepOne(at.permanents_(), at.seat())),
    OfferCommandZone: (1, lambda at: OfferCommandZone(at.several(at.anything))),
    Survive: (1, lambda at: Survive(at.permanents_())),
    SkipStep: (1, lambda at: SkipStep(at.seat(), at.pick(STEPS))),
    LoseGame: (1, lambda at: LoseGame(at.seat(), "704.5a")),
}
"""How each kind of request is made, and how often."""

_KINDS = tuple(MAKERS)
_WEIGHTS = tuple(weight for weight, _ in MAKERS.values())
_MANY = 45
"""From this many permanents on, a game is cleared of some, so that it stays quick."""


def random_request(at: Situation) -> magic.Request:
    """Return a random request."""
    (kind,) = at.chance.choices(_KINDS, _WEIGHTS)
    return MAKERS[kind][1](at)


def random_action(game: magic.Game, chance: Random, *, odd: float = 0.08) -> Action:
    """Return a batch of random requests, mostly one; or none: state-based actions."""
    at = Situation(game, chance, odd)
    if len(at.permanents) > _MANY:
        return (magic.Exile(at.permanents[::2]),)
    if at.likely(0.08):
        return ()
    return tuple(random_request(at) for _ in range(at.pick((1, 1, 1, 1, 2, 3, 5))))


def carry_out(game: magic.Game, action: Action) -> "Facts | magic.Pending | magic.InputError":
    """Carry out one action; return its facts, or why it was refused."""
    try:
        return game.do(*action) if action else game.settle()
    except magic.InputError as refused:
        return refused


def actions(game: magic.Game, seed: int, count: int, *, odd: float = 0.08) -> Iterator[Action]:
    """Yield random actions for a game, each chosen once the one before was carried out by the caller."""
    chance = Random(f"actions/{seed}")
    for _ in range(count):
        yield random_action(game, chance, odd=odd)


def play(game: magic.Game, seed: int, count: int, *, odd: float = 0.08) -> list[Action]:
    """Carry out random actions on a game and return them."""
    done = []
    for action in actions(game, seed, count, odd=odd):
        carry_out(game, action)
        done.append(action)
    return done


# --- what must hold --------------------------------------------------------------------------------------


def physical_cards(game: magic.Game) -> list[int]:
    """Return the ids of all cards that are no tokens or copies, each as often as an object is represented by it."""
    world = game.world
    found: list[int] = []
    for object_ in world.store.with_component(MergeStack):
        found += [int(card.id) for card in game.object(object_).constituents if card.kind == "card"]
    return sorted(found)


def outcome(done: "Facts | magic.Pending | magic.InputError") -> str:
    """Return what an action came to, as a text that two games can be compared by."""
    return str(done) if isinstance(done, magic.InputError) else repr(done)


def long_run(seed: int, requests: int) -> int:
    """Play random games until so many requests were made; print each fault. Return how many there were."""
    faults = made = 0
    begun = time.perf_counter()
    number = 0
    while made < requests:
        game_seed = seed * 1_000_003 + number
        number += 1
        game = random_game(game_seed)
        cards, position = physical_cards(game), game.position_digest()
        for index, action in enumerate(actions(game, game_seed, 120)):
            made += max(1, len(action))
            digest, before = game.digest(), position
            try:
                done = carry_out(game, action)
                broken, position = game.check(), game.position_digest()
                if physical_cards(game) != cards:
                    broken.append("cards were lost or doubled")
                if isinstance(done, magic.InputError) and position != before:
                    broken.append(f"it was refused and changed something: {done}")
                if isinstance(done, magic.InputError) and not action:
                    broken.append(f"state-based actions were refused: {done}")
                for one in game.objects("battlefield"):
                    one.characteristics  # noqa: B018 - reading must not fail
            except Exception as error:
                broken = [repr(error)]
            if broken:
                faults += 1
                print(f"seed {game_seed}, action {index}, digest {digest}: {broken}\n   {action}", flush=True)
                break
    print(f"{made} requests, {number} games, {faults} faults, {time.perf_counter() - begun:.0f} s")
    return faults


def main() -> int:
    """Look for faults; return 1 if there were any."""
    parser = argparse.ArgumentParser(prog="python tests/random_games.py", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000, help="how many to make")
    parser.add_argument("--seed", type=int, default=0, help="where to begin")
    arguments = parser.parse_args()
    return 1 if long_run(arguments.seed, arguments.requests) else 0


if __name__ == "__main__":
    sys.exit(main())
