"""Subtypes by the card type they belong to (CR 205.3), and which of them a given type line may keep."""

from typing import Final

ARTIFACT_TYPES: Final = frozenset(
    """
    Attraction Blood Bobblehead Book Clue Contraption Equipment Food Fortification Gold Heartwood
    Incubator Infinity Junk Lander Map Mutagen Powerstone Spacecraft Stone Treasure Vehicle
    Vibranium
    """.split()
)
"""Artifact types (CR 205.3g)."""

ENCHANTMENT_TYPES: Final = frozenset(
    """
    Aura Background Cartouche Case Class Curse Plan Role Room Rune Saga Shard Shrine
    """.split()
)
"""Enchantment types (CR 205.3h)."""

LAND_TYPES: Final = frozenset(
    """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp
    Tower Town Urza's
    """.split()
)
"""Land types (CR 205.3i)."""

BASIC_LAND_TYPES: Final = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""The basic land types and the mana each one's intrinsic ability adds (CR 305.6)."""

PLANESWALKER_TYPES: Final = frozenset(
    """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon Daretti
    Davriel Dellian Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk Gideon
    Grist Guff Huatli Jace Jared Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth Liliana Lolth Lukka
    Minsc Mordenkainen Nahiri Narset Niko Nissa Nixilis Oko Quintorius Ral Rowan Saheeli Samut
    Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo Tezzeret Tibalt Tyvar Ugin Urza Venser
    Vivien Vraska Vronos Will Windgrace Wrenn Xenagos Yanggu Yanling Zariel
    """.split()
)
"""Planeswalker types (CR 205.3j)."""

SPELL_TYPES: Final = frozenset(
    """
    Adventure Arcane Lesson Omen Trap
    """.split()
)
"""Spell types (CR 205.3k)."""

BATTLE_TYPES: Final = frozenset({"Siege"})
"""Battle types (CR 205.3q)."""

CREATURE_TYPES: Final = frozenset(
    """
    Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin
    Assembly-Worker Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat
    Bear Beast Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar Bringer Brushwagg C'tan
    Camarid Camel Capybara Caribou Carrier Cat Centaur Child Chimera Citizen Cleric Clown Cockatrice
    Construct Coward Coyote Crab Crocodile Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon
    Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drix Drone Druid
    Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie
    Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gargoyle Germ Giant Giraffe Gith Glimmer
    Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster
    Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena
    Illusion Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu
    Kirin Kithkin Knight Kobold Kor Kraken Lamia Lammasu Leech Lemur Leviathan Lhurgoyf Licid Lizard
    Llama Lobster Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger
    Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic Nautilus Necron Nephilim
    Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe
    Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot
    Pincher Pirate Plant Platypus Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit
    Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand
    Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade
    Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail Snake Soldier
    Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid
    Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle Tetravite Thalakos Thopter Thrull
    Tiefling Time_Lord Toy Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Utrom
    Vampire Varmint Vedalken Villain Volver Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale
    Wizard Wolf Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
    """.split()
)
"""Creature types (CR 205.3m); the one of two words is written with an underscore."""


_HOMES: Final = (
    (ARTIFACT_TYPES, ("Artifact",)),
    (ENCHANTMENT_TYPES, ("Enchantment",)),
    (LAND_TYPES, ("Land",)),
    (PLANESWALKER_TYPES, ("Planeswalker",)),
    (SPELL_TYPES, ("Instant", "Sorcery")),
    (BATTLE_TYPES, ("Battle",)),
    (CREATURE_TYPES, ("Creature", "Kindred")),
)
SUBTYPES: Final = frozenset(subtype.replace("_", " ") for subtypes, _ in _HOMES for subtype in subtypes)
"""Every subtype of the lists, as it is printed (CR 205.3)."""


def card_types_of(subtype: str) -> tuple[str, ...]:
    """Return the card types that `subtype` is correlated with (CR 205.3d).

    A subtype of no list (a new set, a made-up card) goes with creatures, kindreds and planeswalkers.
    """
    homes = tuple(home for subtypes, types in _HOMES if subtype.replace(" ", "_") in subtypes for home in types)
    return homes or ("Creature", "Kindred", "Planeswalker")


def fits(subtype: str, types: tuple[str, ...]) -> bool:
    """Whether an object with these card `types` can have `subtype` (CR 205.1a, 205.3d)."""
    return any(home in types for home in card_types_of(subtype))
