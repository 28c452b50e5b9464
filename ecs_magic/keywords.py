"""The keyword abilities by name (CR 702), and what this library does about each."""

import re
from typing import Final

BETWEEN: Final = re.compile(r"[,;]\s+")
"""What stands between the keywords of one line."""


def _listed(words: str) -> frozenset[str]:
    return frozenset(word.strip() for word in re.split(r"[|\n]", words) if word.strip())


KEYWORDS: Final = _listed(
    """
    deathtouch|defender|double strike|enchant|equip|first strike|flash|flying|haste|hexproof|indestructible
    intimidate|landwalk|lifelink|protection|reach|shroud|trample|vigilance|ward|banding|rampage
    cumulative upkeep|flanking|phasing|buyback|shadow|cycling|echo|horsemanship|fading|kicker|flashback
    madness|fear|morph|amplify|provoke|storm|affinity|entwine|modular|sunburst|bushido|soulshift|splice
    offering|ninjutsu|epic|convoke|dredge|transmute|bloodthirst|haunt|replicate|forecast|graft|recover
    ripple|split second|suspend|vanishing|absorb|aura swap|delve|fortify|frenzy|gravestorm|poisonous
    transfigure|champion|changeling|evoke|hideaway|prowl|reinforce|conspire|persist|wither|retrace|devour
    exalted|unearth|cascade|annihilator|level up|rebound|totem armor|umbra armor|infect|battle cry
    living weapon|undying|miracle|soulbond|overload|scavenge|unleash|cipher|evolve|extort|fuse|bestow
    tribute|dethrone|outlast|prowess|dash|exploit|menace|renown|awaken|devoid|ingest|myriad|surge|skulk
    emerge|escalate|melee|crew|fabricate|partner|undaunted|improvise|aftermath|embalm|eternalize|afflict
    ascend|assist|jump-start|mentor|afterlife|riot|spectacle|escape|companion|mutate|encore|boast|foretell
    demonstrate|daybound|nightbound|disturb|decayed|cleave|training|compleated|reconfigure|blitz|casualty
    enlist|read ahead|ravenous|squad|space sculptor|visit|prototype|living metal|more than meets the eye
    for mirrodin!|toxic|backup|bargain|craft|disguise|solved|plot|saddle|spree|freerunning|gift|offspring
    impending|exhaust|max speed|start your engines!|harmonize|mobilize|job select|tiered|station|warp
    megamorph|plainswalk|islandwalk|swampwalk|mountainwalk|forestwalk|unblockable
    hidden agenda|double agenda|∞|mayhem|web-slinging|firebending|sneak|increment|paradigm|plainscycling
    islandcycling|swampcycling|mountaincycling|forestcycling|landcycling|basic landcycling|slivercycling
    artifact landcycling|wizardcycling|commander ninjutsu|partner with|choose a background|friends forever
    doctor's companion
    """
)
"""Words that begin a keyword ability (CR 702), in lower case."""

CARRIED_OUT: Final = _listed(
    """
    changeling|craft|daybound|nightbound|deathtouch|devoid|disguise|disturb|enchant|equip|evoke|flashback|fortify|haste
    hexproof|indestructible|infect|kicker|lifelink|megamorph|more than meets the eye|morph|mutate|persist|prototype
    phasing|protection|renown|shroud|soulbond|undying|ward|wither
    """
)
"""Keywords that do something by themselves here."""

OF_THE_HOST: Final = _listed(
    """
    flying|reach|trample|vigilance|defender|first strike|double strike|menace|intimidate|fear|shadow|skulk|horsemanship
    landwalk|plainswalk|islandwalk|swampwalk|mountainwalk|forestwalk|unblockable|flash|companion|partner|partner with
    choose a background|friends forever|doctor's companion|hidden agenda|double agenda
    """
)
"""Keywords about combat, timing and decks, which the host reads."""

BARE: Final = _listed(
    """
    deathtouch|defender|double strike|first strike|flash|flying|haste|indestructible|intimidate|lifelink|reach|shroud
    vigilance|menace|prowess|infect|wither|persist|undying|changeling|daybound|nightbound|soulbond|devoid|unblockable
    fear|shadow|phasing
    """
)
"""Keywords that are whole by themselves."""

FOR_A_COST: Final = _listed(
    """
    mutate|equip|fortify|ward|kicker|flashback|morph|megamorph|disguise|disturb|evoke|overload|escape|cycling|unearth
    more than meets the eye|dash|bestow|embalm|eternalize
    """
)
"""Keywords behind which a cost stands."""
LIFE: Final = re.compile(r"pay (\d+) life", re.IGNORECASE)
"""A cost of life, as behind ward."""
