"""Cards made up for tests: between them every kind of instruction, event, condition, cost and replacement."""

from typing import Any

import ecs_magic as magic
from ecs_magic.cardlibrary import read_card

_ANY = {"which": "any", "types": ["Creature"]}
_OTHER = {"which": "other", "types": ["Creature"]}


def _triggered(event: str, *then: dict[str, Any], name: str = "", **more: Any) -> dict[str, Any]:
    when = {"event": event, **more.pop("when", {})}
    return {"ability": "triggered", "name": name or event, "when": when, "then": list(then), **more}


def _activated(cost: dict[str, Any], *then: dict[str, Any], name: str, **more: Any) -> dict[str, Any]:
    return {"ability": "activated", "name": name, "cost": cost, "then": list(then), **more}


def _spell(*then: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"ability": "spell", "then": list(then), **more}


def _creature(name: str, *abilities: dict[str, Any], **more: Any) -> dict[str, Any]:
    usual = {"type_line": "Creature — Wizard", "mana_cost": "{1}{U}", "power": 2, "toughness": 2}
    return {"name": name, **usual, "abilities": list(abilities), **more}


def _other(name: str, line: str, *abilities: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "type_line": line, "mana_cost": "{1}{W}", "abilities": list(abilities), **more}


_TARGET = [{"of": _ANY}]
_TOKEN = {
    "do": "create_token",
    "name": "Imp",
    "type_line": "Creature — Imp",
    "power": 1,
    "toughness": 1,
    "colors": ["B"],
}
_BACK = {"name": "Turned Over", "type_line": "Creature — Horror", "power": 4, "toughness": 4, "color_indicator": ["B"]}

FORMS: tuple[dict[str, Any], ...] = (
    _creature("Mourner", _triggered("dies", {"do": "draw"}, when={"what": _OTHER})),
    _creature(
        "Grim Counter",
        _triggered(
            "put", {"do": "lose_life", "amount": 1, "player": "each player"}, when={"to": "graveyard", "what": {}}
        ),
    ),
    _creature(
        "Greeter",
        _triggered(
            "enters",
            {"do": "gain_life", "amount": {"amount": "reading", "of": "power", "what": "it"}},
            when={"what": _OTHER, "player": "you"},
        ),
    ),
    _creature(
        "Leaver",
        _triggered("leaves", _TOKEN, {"do": "sacrifice", "what": {"of": _ANY, "choose": 1}, "player": "opponents"}),
    ),
    _creature(
        "Returner",
        _triggered(
            "dies", {"do": "move", "what": "it", "to": "battlefield", "player": "owner", "counters": {"finality": 1}}
        ),
    ),
    _creature(
        "Wolf Wife",
        _activated({"tap": True}, {"do": "transform"}, name="turn"),
        back={
            **_BACK,
            "abilities": [
                _triggered(
                    "transforms",
                    {"do": "damage", "amount": 1, "what": {"of": _ANY}, "player": "opponents"},
                    when={"into": {"names": ["Turned Over"]}},
                )
            ],
        },
    ),
    _creature(
        "Otter",
        _triggered(
            "mutates", {"do": "add_counters", "kind": "+1/+1", "count": {"amount": "reading", "of": "mutations"}}
        ),
        keywords=["mutate {1}{U}", "flying"],
    ),
    _creature("Undead", keywords=["undying"]),
    _creature(
        "Stunner",
        _triggered(
            "enters",
            {"do": "tap", "what": "target"},
            {"do": "add_counters", "kind": "stun", "what": "target"},
            targets=_TARGET,
        ),
    ),
    _creature(
        "Monster",
        _activated(
            {"mana": "{2}"},
            {
                "do": "if",
                "when": [{"is": {"counters": ["+1/+1"]}, "negate": True}],
                "then": [{"do": "add_counters", "kind": "+1/+1"}, {"do": "mark", "mark": "monstrous"}],
            },
            name="grow",
            once_each_turn=True,
        ),
    ),
    _creature(
        "Chooser",
        _triggered(
            "tapped",
            {"do": "may", "then": [{"do": "draw"}, {"do": "discard"}], "otherwise": [{"do": "mill", "count": 2}]},
        ),
    ),
    _creature(
        "Flinger",
        _activated(
            {"sacrifice": _ANY},
            {"do": "damage", "amount": {"amount": "reading", "of": "power", "what": "lost"}, "player": "target"},
            name="fling",
            targets=[{"player": "any"}],
        ),
    ),
    _creature(
        "Mirror",
        {"ability": "enters", "copy_of": {"of": _ANY, "except": {"add_types": ["Artifact"]}}},
        power=0,
        toughness=1,
    ),
    _creature(
        "Hydra",
        {"ability": "enters", "counters": {"+1/+1": {"amount": "x"}}},
        _triggered("enters", {"do": "draw", "count": {"amount": "x"}}),
        mana_cost="{X}{G}",
        power=0,
        toughness=0,
    ),
    _creature(
        "Slowpoke", {"ability": "enters", "what": {"types": ["Creature"], "controller": "opponent"}, "tapped": True}
    ),
    _creature(
        "Flicker",
        _activated(
            {"mana": "{1}", "tap": True},
            {"do": "move", "what": "target", "to": "exile", "link": True},
            {
                "do": "delay",
                "when": {"event": "step", "step": "end"},
                "then": [{"do": "move", "what": "it", "to": "battlefield", "player": "owner"}],
            },
            name="blink",
            targets=_TARGET,
        ),
    ),
    _creature(
        "Doom",
        _triggered(
            "step", {"do": "destroy", "what": {"of": _OTHER, "choose": 1, "by": "opponents"}}, when={"step": "upkeep"}
        ),
    ),
    _creature(
        "Copycat",
        _triggered(
            "cast",
            {"do": "copy_spell", "what": "it"},
            when={"what": {"which": "other", "types": ["Instant"]}, "player": "you"},
        ),
    ),
    _creature(
        "Thief",
        _triggered(
            "enters",
            {"do": "gain_control", "what": "target", "until": "you lose the source"},
            targets=[{"of": {"which": "other", "types": ["Creature"]}, "up_to": True}],
        ),
    ),
    _creature(
        "Turner",
        _activated(
            {"life": 2}, {"do": "become_copy", "of": "target", "until": "end of turn"}, name="shift", targets=_TARGET
        ),
    ),
    _creature(
        "State", _triggered("state", {"do": "sacrifice", "what": "this"}, **{"if": [{"is": {"counters": ["-1/-1"]}}]})
    ),
    _creature(
        "Reciter",
        _triggered(
            "dies",
            {"do": "choose", "kind": "color"},
            {"do": "may", "then": [{"do": "cast", "what": "target"}]},
            targets=[{"of": {"zone": "graveyard", "any_types": ["Instant", "Creature"]}, "up_to": True}],
        ),
        _triggered("enters", {"do": "choose", "kind": "creature type", "player": "each player"}),
    ),
    _creature("Phaser", _activated({"mana": "{1}"}, {"do": "phase_out"}, name="phase")),
    _creature(
        "Eater",
        _triggered(
            "counters put",
            {"do": "affect", "what": "this", "effect": {"changes": [{"change": "gain", "abilities": ["flying"]}]}},
            when={"kind": "+1/+1"},
        ),
    ),
    _creature(
        "Giver",
        {
            "ability": "static",
            "effect": {
                "affects": {"which": "other", "types": ["Creature"], "controller": "you"},
                "changes": [{"change": "gain", "abilities": [_triggered("dies", {"do": "draw"}, name="granted")]}],
            },
        },
    ),
    _other(
        "Void Line",
        "Enchantment",
        {
            "ability": "instead",
            "event": "moves",
            "what": {},
            "cards": True,
            "player": "opponent",
            "into": "graveyard",
            "to": "exile",
        },
    ),
    _other(
        "Sun Wheel",
        "Enchantment",
        {
            "ability": "instead",
            "event": "moves",
            "what": {},
            "into": "graveyard",
            "to": "library",
            "position": "bottom",
        },
    ),
    _creature(
        "Hard to Bury",
        {
            "ability": "instead",
            "event": "moves",
            "into": "graveyard",
            "to": "library",
            "position": "shuffled",
            "then": [{"do": "reveal"}],
        },
    ),
    _other("Life Doubler", "Enchantment", {"ability": "instead", "event": "gains life", "player": "you", "times": 2}),
    _other("Life Adder", "Enchantment", {"ability": "instead", "event": "gains life", "player": "you", "plus": 1}),
    _other(
        "Shelter",
        "Enchantment",
        {
            "ability": "instead",
            "event": "damage",
            "what": {"types": ["Creature"], "controller": "you"},
            "nothing": True,
            "optional": True,
            "then": [{"do": "gain_life", "amount": {"amount": "event"}}],
        },
    ),
    _other(
        "Season",
        "Enchantment",
        {"ability": "instead", "event": "counters", "what": {"controller": "you"}, "times": 2},
        {"ability": "instead", "event": "tokens", "player": "you", "times": 2},
    ),
    _other(
        "Silence",
        "Enchantment",
        {"ability": "prohibits", "action": "cast", "what": {"max_mana_value": 1}, "player": "opponent"},
    ),
    _other(
        "Ring",
        "Enchantment",
        _triggered(
            "enters",
            {"do": "move", "what": "target", "to": "exile", "link": True},
            name="takes",
            targets=[{"of": {"which": "other", "not_types": ["Land"]}}],
        ),
        _triggered(
            "leaves", {"do": "move", "what": "linked", "to": "battlefield", "player": "owner"}, name="gives back"
        ),
    ),
    _other(
        "Tale",
        "Enchantment — Saga",
        {"ability": "chapter", "numbers": [1, 2], "then": [_TOKEN]},
        {"ability": "chapter", "numbers": [3], "then": [{"do": "damage", "amount": 3, "player": "opponents"}]},
    ),
    _other(
        "Chains",
        "Enchantment — Aura",
        _triggered("leaves", {"do": "destroy", "what": "host"}),
        keywords=["enchant creature"],
    ),
    _other(
        "Blade",
        "Artifact — Equipment",
        _activated(
            {"mana": "{1}"},
            {"do": "attach", "to": "target"},
            name="equip",
            targets=[{"of": {"types": ["Creature"], "controller": "you"}}],
        ),
        keywords=["Equip Bear {0}"],
    ),
    _creature(
        "Devourer",
        {
            "ability": "enters",
            "then": [
                {"do": "sacrifice", "what": {"of": {**_ANY, "controller": "you"}, "choose": 2, "up_to": True}},
                {"do": "move", "what": {"of": {"zone": "graveyard"}, "choose": 2, "up_to": True}, "to": "exile"},
            ],
        },
    ),
    _creature("Warded", {"ability": "keyword", "keyword": "ward", "detail": "{1}"}, keywords=["Infect", "Evoke {0}"]),
    _other(
        "Whirl",
        "Enchantment",
        {
            "ability": "enters",
            "what": {"types": ["Creature"]},
            "then": [{"do": "move", "what": "this", "to": "hand"}, {"do": "tap", "what": {"of": _ANY, "choose": 1}}],
        },
    ),
    _other("Locket", "Artifact", keywords=["Craft with two creatures {1}"], back=_BACK),
    _other(
        "Spring",
        "Land",
        {"ability": "enters", "tapped": True, "unless": {"life": 2}},
        _activated({"tap": True}, {"do": "add_mana", "produces": ["G", "U"]}, name="mana"),
        mana_cost=None,
    ),
    _other(
        "Bolt",
        "Instant",
        _spell(
            {"do": "damage", "amount": 2, "what": "target", "player": "target"}, targets=[{"of": _ANY, "player": "any"}]
        ),
    ),
    _other(
        "Charm",
        "Instant",
        _spell(
            choose={
                "least": 1,
                "most": 2,
                "modes": [
                    {"name": "life", "then": [{"do": "gain_life", "amount": 3}]},
                    {"name": "bounce", "targets": _TARGET, "then": [{"do": "move", "what": "target", "to": "hand"}]},
                    {
                        "name": "counter",
                        "targets": [{"of": {"zone": "stack"}}],
                        "then": [{"do": "counter", "what": "target"}],
                    },
                ],
            }
        ),
    ),
    _other(
        "Shrink",
        "Sorcery",
        _spell(
            {
                "do": "affect",
                "what": {"of": _ANY},
                "effect": {"changes": [{"change": "modify_power_toughness", "power": -1, "toughness": -1}]},
            },
            {"do": "shuffle"},
        ),
        {"ability": "castable", "zone": "graveyard", "how": "again", "cost": "{1}"},
    ),
    _other(
        "Forgery",
        "Sorcery",
        _spell(
            {"do": "create_token_copy", "of": "target", "count": 2, "except": {"power": 1, "toughness": 1}},
            targets=_TARGET,
        ),
    ),
)
"""The cards as card files write them."""

ABILITY_CARDS: tuple[magic.CardDefinition, ...] = tuple(read_card(form) for form in FORMS)
"""The cards."""
