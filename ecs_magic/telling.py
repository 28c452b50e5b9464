"""Tell facts in words, for people who read a run in a terminal."""

from typing import Any, Final

from ecs_magic.facts import Fact, Ignored
from ecs_magic.naming import Names
from ecs_magic.results import fact_record
from ecs_magic.world import World

_SENTENCES: Final = {
    "PermanentLeft": "{permanent} leaves the battlefield ({cause})",
    "CardPut": "the card {card} is put into {player}'s {to}",
    "TokenPut": "the token {token} is put into {player}'s {to}",
    "PermanentEntered": "{permanent} enters the battlefield under {controller}'s control",
    "TokenCreated": "{permanent} is a new token",
    "CeasedToExist": "the token {token} ceases to exist",
    "Merged": "{cards} merges {where} {permanent}",
    "Melded": "{cards} are melded into {permanent}",
    "Transformed": "{permanent} {verb}s",
    "Flipped": "{permanent} flips",
    "TurnedFaceUp": "{permanent} is turned face up",
    "TurnedFaceDown": "{permanent} is turned face down",
    "Revealed": "{card} is revealed",
    "BecameCopy": "{permanent} becomes a copy",
    "CountersAdded": "{object} gets {count} {kind} counter(s)",
    "CountersRemoved": "{object} loses {count} {kind} counter(s)",
    "Attached": "{object} is attached to {to}",
    "Detached": "{object} is unattached from {from}",
    "Tapped": "{permanent} becomes tapped",
    "Untapped": "{permanent} becomes untapped",
    "PhasedOut": "{permanent} phases out",
    "PhasedIn": "{permanent} phases in",
    "ControlChanged": "{permanent} comes under another player's control",
    "DamageDealt": "{permanent} is dealt {amount} damage",
    "PlayerDamaged": "{player} is dealt {amount} damage",
    "Attacked": "{permanent} attacks",
    "LifeChanged": "{player} has {life} life",
    "SpellCast": "{player} casts {spell}",
    "SpellCopied": "{player} copies {object}",
    "LandPlayed": "{player} plays {permanent}",
    "AbilityActivated": "{player} activates {ability} of {object}",
    "AbilityTriggered": "{ability} of {object} triggers",
    "AbilityPut": "{entry} is put on the stack",
    "Targeted": "{object} is a target of {by}",
    "Resolved": "{entry} has resolved",
    "CardDrawn": "{player} draws {card}",
    "DrewFromEmpty": "{player} can't draw from an empty library",
    "Shuffled": "{player}'s library is shuffled",
    "PlayerLost": "{player} loses the game (CR {rule})",
    "TurnStarted": "{player}'s turn begins",
    "Countered": "{entry} is countered",
    "HalfLocked": "the {half} half of {permanent} is locked",
    "HalfUnlocked": "the {half} half of {permanent} is unlocked",
    "DayNightChanged": "it becomes {time}",
    "ManaAdded": "{player} gets the mana {mana}",
    "ManaSpent": "{player} pays {mana}",
    "TappedForMana": "{permanent} was tapped for {mana}",
    "BecamePaired": "{permanent} and {other} are paired",
    "Designated": "{permanent} becomes {mark}",
    "Ignored": "{request} of {object} is ignored: {why} (CR {rule})",
    "Ignored alone": "{request} is ignored: {why} (CR {rule})",
    "DecisionMade": "{player} answers {ask}: {answer}",
}
_QUIET: Final = frozenset(("EffectBegan", "EffectEnded", "StepStarted"))


def told(world: World, names: Names, fact: Fact) -> str | None:
    """Return a fact as a sentence, or `None` for one that only programs care about."""
    if fact.name in _QUIET:
        return None
    record = fact_record(world, names, fact, 0)
    values = {key: _words(value) for key, value in record.items()}
    name = "Ignored alone" if isinstance(fact, Ignored) and fact.object is None else fact.name
    sentence = _SENTENCES.get(name)
    if sentence is None:  # a fact of the host's own
        rest = ", ".join(f"{key} {value}" for key, value in values.items() if key not in ("fact", "step"))
        return f"{fact.name}: {rest}"
    return names.told(sentence.format(**values))


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "nothing" if value is None else str(value)
