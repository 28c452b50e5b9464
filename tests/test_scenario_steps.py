"""Steps of scenario files: each does what its keys say, names what it makes, and leaves the rest alone."""

from pathlib import Path

import pytest
from scenarios import call, failed, held, refused, scenario, step, write

TREASURE = "Treasure"

# --- moving ----------------------------------------------------------------------------------------------


def test_move_makes_a_new_object_of_the_card(tmp_path: Path) -> None:
    """A card that moves to another zone is a new object there; the old one became it (CR 400.7)."""
    text = scenario(
        "bear",
        steps=step(
            "move",
            '{ object = "bear", exists = false, became = ["corpse"] }',
            '{ card = "bear", is = { zone = "graveyard" } }',
            '{ object = "corpse", is = { zone = "graveyard", owner = "A", controller = "" } }',
            object="bear",
            to="graveyard",
            as_="corpse",
        ),
    )
    held(tmp_path, text)


def test_move_onto_the_battlefield_in_a_state(tmp_path: Path) -> None:
    """What moves onto the battlefield enters under the mover's control, tapped, and with counters, as asked."""
    text = scenario(
        "heron",
        steps=step(
            "move",
            '{ object = "stolen", is = { controller = "B", owner = "A", tapped = true, counters = { "+1/+1" = 2 } } }',
            '{ object = "stolen", is = { power = 5, sick = true } }',
            object="heron",
            to="battlefield",
            player="B",
            tapped=True,
            counters={"+1/+1": 2},
            as_="stolen",
        ),
    )
    held(tmp_path, text)


@pytest.mark.parametrize(
    ("position", "order"),
    [
        ("top", ["lowest", "middle", "highest", "bear"]),
        ("bottom", ["bear", "lowest", "middle", "highest"]),
        (2, ["lowest", "middle", "bear", "highest"]),
        (999, ["bear", "lowest", "middle", "highest"]),
    ],
)
def test_move_to_a_place_in_a_library(tmp_path: Path, position: str | int, order: list[str]) -> None:
    """`position` is top, bottom or the place from the top; beyond the last place is the bottom."""
    there = ", ".join(f'"{name}"' for name in order)
    text = scenario(
        "bear",
        "lowest",
        "middle",
        "highest",
        steps=step(
            "move",
            f'{{ zone = "library", player = "A", cards = [{there}] }}',
            object="bear",
            to="library",
            position=position,
        ),
    )
    held(tmp_path, text)


def test_move_with_the_back_face_up(tmp_path: Path) -> None:
    """`face = "back"` puts a double-faced card onto the battlefield transformed (CR 712.14a)."""
    text = scenario(
        "lowest",
        steps=step(
            "move",
            '{ object = "insect", is = { name = "Insectile Aberration", face = "back", transformed = true } }',
            object="lowest",
            to="battlefield",
            face="back",
            as_="insect",
        ),
    )
    held(tmp_path, text)


def test_move_face_down(tmp_path: Path) -> None:
    """`face_down` with a cause puts a card onto the battlefield as that cause says (CR 701.58a)."""
    text = scenario(
        "heron",
        steps=step(
            "move",
            '{ object = "cloaked", is = { name = "", power = 2, toughness = 2, face_down = true } }',
            '{ object = "cloaked", is = { has = ["ward {2}"] } }',
            object="heron",
            to="battlefield",
            face_down={"cause": "cloak"},
            as_="cloaked",
        ),
    )
    held(tmp_path, text)


def test_move_attached(tmp_path: Path) -> None:
    """`attached_to` lets an Aura enter attached to a permanent."""
    text = scenario(
        "bear",
        "cub",
        "leash",
        steps=step("move", object="leash", to="hand")
        + step(
            "move",
            '{ card = "leash", is = { attached_to = "cub" } }',
            object="leash",
            to="battlefield",
            attached_to="cub",
        ),
    )
    held(tmp_path, text)


# --- leaving ---------------------------------------------------------------------------------------------


def test_destroy_several_at_once(tmp_path: Path) -> None:
    """One destroy step takes all its objects in one batch; each owner orders the own cards (CR 404.3)."""
    text = scenario(
        "bear",
        "cub",
        "ogre",
        steps=step(
            "destroy",
            '{ zone = "graveyard", player = "A", cards = ["cub", "bear"] }',
            '{ zone = "graveyard", player = "B", cards = ["ogre"] }',
            '{ facts = "PermanentLeft", count = 3 }',
            '{ asked = "graveyard_order", player = "A", options = ["bear", "cub"] }',
            objects=["bear", "cub", "ogre"],
            answers=[{"ask": "graveyard_order", "player": "A", "answer": ["cub", "bear"]}],
        ),
    )
    held(tmp_path, text)


def test_exile_with_a_player_who_orders(tmp_path: Path) -> None:
    """Whoever exiles a pile orders the timestamps of its cards, not their owner (CR 730.3b)."""
    text = scenario(
        "pile",
        steps=step(
            "exile",
            '{ asked = "exile_timestamps", player = "B" }',
            '{ zone = "exile", cards = ["wurm", "top"] }',
            object="pile",
            player="B",
            answers=[{"ask": "exile_timestamps", "player": "B", "answer": ["wurm", "top"]}],
        ),
    )
    held(tmp_path, text)


def test_exile_face_down(tmp_path: Path) -> None:
    """A card exiled face down has no characteristics (CR 406.3a)."""
    text = scenario(
        "bear",
        steps=step(
            "exile",
            '{ card = "bear", is = { zone = "exile", face_down = true, name = "", types = [] } }',
            object="bear",
            face_down=True,
        ),
    )
    held(tmp_path, text)


def test_sacrifice_goes_to_the_owner(tmp_path: Path) -> None:
    """A sacrificed permanent goes to its owner's graveyard, whoever controlled it (CR 701.21a)."""
    text = scenario(
        "bear",
        steps=step("gain_control", object="bear", player="B")
        + step("sacrifice", '{ zone = "graveyard", player = "A", cards = ["bear"] }', object="bear"),
    )
    held(tmp_path, text)


# --- more than one card or face --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "name", "parts"),
    [("over", "Dreamtail Heron", ["heron", "bear"]), ("under", "Grizzly Bears", ["bear", "heron"])],
)
def test_merge_over_or_under(tmp_path: Path, where: str, name: str, parts: list[str]) -> None:
    """`where` says whether the merging object becomes the topmost constituent; the permanent stays the same."""
    listed = ", ".join(f'"{part}"' for part in parts)
    text = scenario(
        "bear",
        "heron",
        steps=step(
            "merge",
            f'{{ object = "bear", exists = true, is = {{ name = "{name}", merged = true }} }}',
            f'{{ object = "bear", is = {{ constituents = [{listed}] }} }}',
            '{ card = "heron", is = { zone = "battlefield", has = ["flying"] } }',
            '{ facts = "PermanentEntered", count = 0 }',
            object="heron",
            onto="bear",
            where=where,
        ),
    )
    held(tmp_path, text)


def test_merge_with_the_abilities_of_the_topmost_alone(tmp_path: Path) -> None:
    """`abilities = "topmost"` leaves out what lies below (CR 730.2a)."""
    text = scenario(
        "bear",
        "heron",
        steps=step(
            "merge",
            '{ object = "bear", is = { lacks = ["flying"] } }',
            object="heron",
            onto="bear",
            where="under",
            abilities="topmost",
        ),
    )
    held(tmp_path, text)


def test_meld_names_the_melded_permanent(tmp_path: Path) -> None:
    """Melding exiles two cards and puts them onto the battlefield as one permanent, which `as` names."""
    text = scenario(
        "rats",
        "scavengers",
        steps=step(
            "meld",
            '{ object = "host", is = { name = "Chittering Host", melded = true } }',
            '{ object = "host", is = { constituents = ["rats", "scavengers"] } }',
            '{ object = "rats", exists = false }',
            '{ facts = "Melded", where = { permanent = "host", cards = ["rats", "scavengers"] } }',
            objects=["rats", "scavengers"],
            tapped=True,
            as_="host",
        ),
    )
    result = held(tmp_path, text)
    assert result["objects"][0]["tapped"] is True


def test_meld_with_a_partner_by_name(tmp_path: Path) -> None:
    """With `partner` it is the printed instruction: a permanent of that name is found and melded (CR 712.4a)."""
    text = scenario(
        "rats",
        "scavengers",
        steps=step(
            "meld",
            '{ object = "host", is = { name = "Chittering Host" } }',
            object="rats",
            partner="Midnight Scavengers",
            as_="host",
        ),
    )
    held(tmp_path, text)


def test_an_ignored_step_is_no_error_and_makes_nothing(tmp_path: Path) -> None:
    """Melding strangers is ignored; the name for what it would have made stands for nothing (CR 701.42c)."""
    text = scenario(
        "rats",
        "bear",
        steps=step(
            "meld",
            '{ ignored = "meld" }',
            '{ object = "host", exists = false }',
            '{ facts = "Melded", count = 0 }',
            objects=["rats", "bear"],
            as_="host",
        ),
    )
    held(tmp_path, text)


def test_a_name_for_nothing_cannot_be_used(tmp_path: Path) -> None:
    """A step on a thing that was never made is refused and says why."""
    text = scenario(
        "rats", "bear", steps=step("meld", objects=["rats", "bear"], as_="host") + step("tap", object="host")
    )
    assert "step 2 (tap): 'host' never was (the step that was to make it made nothing)" in refused(tmp_path, text)


@pytest.mark.parametrize("verb", ["transform", "convert"])
def test_transform_and_convert_turn_over(tmp_path: Path, verb: str) -> None:
    """Both verbs turn a double-faced permanent over, and the fact says which it was (CR 701.28a)."""
    text = scenario(
        "delver",
        steps=step(
            verb,
            '{ object = "delver", is = { name = "Insectile Aberration", face = "back", transformed = true } }',
            f'{{ facts = "Transformed", where = {{ permanent = "delver", verb = "{verb}" }} }}',
            object="delver",
        ),
    )
    held(tmp_path, text)


@pytest.mark.parametrize("since", ["before", 1])
def test_transform_by_an_ability_from_before(tmp_path: Path, since: str | int) -> None:
    """`source` and `since` make it an ability's instruction: ignored if it turned since then (CR 701.27f)."""
    text = scenario(
        "delver",
        steps=step("expect", name="before")
        + step("transform", object="delver")
        + step(
            "transform",
            '{ ignored = "transform", rule = "701.27f", object = "delver" }',
            '{ object = "delver", is = { face = "back" } }',
            object="delver",
            source="delver",
            since=since,
        ),
    )
    held(tmp_path, text)


def test_flip(tmp_path: Path) -> None:
    """Flipping shows the alternative half; it is a status, and mana cost and colours stay (CR 710.1b-c)."""
    text = scenario(
        "duke",
        steps=step(
            "flip",
            '{ object = "duke", is = { name = "Hexed Frog", flipped = true, power = 2, colors = ["U"] } }',
            object="duke",
        ),
    )
    held(tmp_path, text)


def test_turn_face_up(tmp_path: Path) -> None:
    """A face-down double-faced permanent turns up with its front face (CR 712.15a)."""
    text = scenario(
        "hidden",
        steps=step(
            "turn_face_up",
            '{ object = "hidden", is = { name = "Delver of Secrets", face_down = false, face = "front" } }',
            object="hidden",
        ),
    )
    held(tmp_path, text)


def test_turn_up_and_reveal(tmp_path: Path) -> None:
    """A manifested creature card is shown, then turned up for its mana cost, by its controller (CR 116.2b)."""
    text = scenario(
        "hidden",
        steps=step("reveal", '{ facts = "Revealed", count = 1 }', object="hidden")
        + step("add_mana", '{ player = "A", mana = "U" }', player="A", mana="U")
        + step("turn_up", '{ ignored = "turn_up", rule = "116.2b" }', object="hidden", player="B")
        + step(
            "turn_up",
            '{ object = "hidden", is = { name = "Delver of Secrets", face_down = false } }',
            '{ player = "A", mana = "" }',
            object="hidden",
            how="mana cost",
        ),
    )
    held(tmp_path, text)


def test_turn_face_down_with_what_its_cause_lists(tmp_path: Path) -> None:
    """Turned face down, a permanent has the characteristics that the cause lists, and no others (CR 708.2a)."""
    text = scenario(
        "bear",
        steps=step(
            "turn_face_down",
            '{ object = "bear", is = { name = "", subtypes = ["Cyberman"], colors = [] } }',
            '{ object = "bear", is = { types = ["Artifact", "Creature"], power = 2 } }',
            object="bear",
            face_down={"types": ["Artifact", "Creature"], "subtypes": ["Cyberman"]},
        ),
    )
    held(tmp_path, text)


# --- tokens and copies -----------------------------------------------------------------------------------


def test_create_tokens_names_each(tmp_path: Path) -> None:
    """A list in `as` names what the step makes one by one, in order."""
    text = scenario(
        steps=step(
            "create_token",
            '{ object = "first", is = { token = true, copy = false, tapped = true, subtypes = ["Treasure"] } }',
            '{ object = "second", is = { counters = { charge = 1 }, controller = "B", owner = "B" } }',
            '{ facts = "TokenCreated", count = 2 }',
            token=TREASURE,
            player="B",
            count=2,
            tapped=True,
            counters={"charge": 1},
            as_=["first", "second"],
        )
    )
    held(tmp_path, text)


def test_one_name_for_several_tokens(tmp_path: Path) -> None:
    """A single name may stand for all that a step makes; a later step acts on them all."""
    text = scenario(
        steps=step("create_token", token=TREASURE, player="A", count=3, as_="hoard")
        + step("tap", '{ facts = "Tapped", count = 3 }', object="hoard")
    )
    held(tmp_path, text)


def test_a_written_out_token_is_named_by_its_subtypes(tmp_path: Path) -> None:
    """A token without a name is named by its subtypes and the word Token (CR 111.4)."""
    text = scenario(
        steps=step(
            "create_token",
            '{ object = "goblin", is = { name = "Goblin Scout Token", power = 1, colors = ["R"], mana_value = 0 } }',
            token={"type_line": "Creature — Goblin Scout", "colors": ["R"], "power": 1, "toughness": 1},
            player="A",
            as_="goblin",
        )
    )
    held(tmp_path, text)


def test_create_token_copy_of_an_object_or_a_card(tmp_path: Path) -> None:
    """`of` is an object of the scenario or the name of any card; `except` changes what is copied (CR 707.9)."""
    text = scenario(
        "bear",
        steps=step(
            "create_token_copy",
            '{ object = "twin", is = { name = "Grizzly Bears", token = true, copy = true, power = 4 } }',
            '{ object = "twin", is = { controller = "B", types = ["Artifact", "Creature"], mana_value = 2 } }',
            of="bear",
            player="B",
            except_={"power": 4, "add_types": ["Artifact"]},
            as_="twin",
        )
        + step(
            "create_token_copy",
            '{ object = "other", is = { name = "Delver of Secrets", double_faced = true } }',
            of="Delver of Secrets",
            player="A",
            as_="other",
        ),
    )
    held(tmp_path, text)


def test_become_copy_until_end_of_turn(tmp_path: Path) -> None:
    """A copy effect with a duration ends in the cleanup step; `as` names the effect, not an object."""
    text = scenario(
        "bear",
        "delver",
        steps=step(
            "become_copy",
            '{ object = "bear", is = { name = "Delver of Secrets", copy = true } }',
            object="bear",
            of="delver",
            until="end of turn",
            as_="mimicry",
        )
        + step(
            "advance",
            '{ object = "bear", is = { name = "Grizzly Bears", copy = false } }',
            '{ facts = "EffectEnded", where = { effect = "mimicry" } }',
            to="cleanup",
        ),
    )
    held(tmp_path, text)


def test_remove_effect_by_its_name(tmp_path: Path) -> None:
    """`remove_effect` ends the effect that `as` named."""
    text = scenario(
        "bear",
        "delver",
        steps=step("become_copy", object="bear", of="delver", as_="mimicry")
        + step("remove_effect", '{ object = "bear", is = { name = "Grizzly Bears" } }', effect="mimicry"),
    )
    held(tmp_path, text)


# --- counters, attachments, statuses, control ------------------------------------------------------------


def test_counters_by_kind_or_table(tmp_path: Path) -> None:
    """Counters are given as one kind and count or as a table; removing stops at none."""
    text = scenario(
        "bear",
        steps=step("add_counters", '{ object = "bear", is = { power = 4 } }', object="bear", kind="+1/+1", count=2)
        + step("add_counters", object="bear", counters={"stun": 1, "Flying": 1})
        + step(
            "remove_counters",
            '{ object = "bear", is = { counters = { "+1/+1" = 0, stun = 1, flying = 1 }, has = ["flying"] } }',
            '{ facts = "CountersRemoved", count = 1, where = { object = "bear", kind = "+1/+1", count = 2 } }',
            object="bear",
            kind="+1/+1",
            count=5,
        ),
    )
    held(tmp_path, text)


def test_counters_on_a_player(tmp_path: Path) -> None:
    """Players have counters too; ten poison counters lose the game when state-based actions are done (CR 704.5c)."""
    text = scenario(
        steps=step("add_counters", player="B", kind="poison", count=10)
        + step("settle", '{ facts = "PlayerLost", where = { player = "B", rule = "704.5c" } }')
    )
    held(tmp_path, text)


def test_attach_and_detach(tmp_path: Path) -> None:
    """An attached Aura goes to another permanent; detached it is attached to nothing."""
    text = scenario(
        "bear",
        "cub",
        "leash",
        steps=step("attach", '{ object = "leash", is = { attached_to = "cub" } }', object="leash", to="cub")
        + step("detach", '{ object = "leash", is = { attached_to = "" } }', object="leash"),
    )
    held(tmp_path, text)


def test_tap_and_untap(tmp_path: Path) -> None:
    """Tapping a tapped permanent is no event; untapping it is one."""
    text = scenario(
        "bear",
        steps=step("tap", '{ object = "bear", is = { tapped = true } }', object="bear")
        + step("tap", '{ facts = "Tapped", count = 0 }', objects=["bear"])
        + step("untap", '{ object = "bear", is = { tapped = false } }', object="bear"),
    )
    held(tmp_path, text)


def test_gain_control_ends_with_the_turn(tmp_path: Path) -> None:
    """Control gained until end of turn goes back in the cleanup step, and the new controller's creature is sick."""
    text = scenario(
        "bear",
        steps=step(
            "gain_control",
            '{ object = "bear", is = { controller = "B", owner = "A", sick = true } }',
            object="bear",
            player="B",
            until="end of turn",
        )
        + step("advance", '{ object = "bear", is = { controller = "A" } }', to="cleanup"),
    )
    held(tmp_path, text)


def test_phasing(tmp_path: Path) -> None:
    """A permanent phases out and in without leaving the battlefield (CR 702.26d)."""
    text = scenario(
        "bear",
        steps=step("phase_out", '{ object = "bear", exists = true, is = { phased_out = true } }', object="bear")
        + step("phase_in", '{ object = "bear", is = { phased_out = false } }', object="bear"),
    )
    held(tmp_path, text)


# --- damage, life, mana, cards ---------------------------------------------------------------------------


def test_damage_waits_for_state_based_actions(tmp_path: Path) -> None:
    """A step does just what it says: lethal damage kills when the scenario settles."""
    text = scenario(
        "bear",
        steps=step("deal_damage", '{ object = "bear", exists = true, is = { damage = 2 } }', object="bear", amount=2)
        + step("settle", '{ object = "bear", exists = false, became = ["bear"] }'),
    )
    held(tmp_path, text)


def test_settle_always_after_each_step(tmp_path: Path) -> None:
    """With `settle = "always"` state-based actions follow every step, as facts of that step."""
    text = scenario(
        "bear",
        top='settle = "always"',
        steps=step(
            "deal_damage",
            '{ object = "bear", exists = false }',
            '{ facts = "PermanentLeft", count = 1 }',
            object="bear",
            amount=2,
        ),
    )
    held(tmp_path, text)


def test_as_names_what_the_step_made_and_not_what_followed(tmp_path: Path) -> None:
    """With `settle = "always"`, `as` stands for what the step itself made, whatever dies of it."""
    frail = 'token = { name = "Frail", type_line = "Creature — Bird", power = 0, toughness = 0 }'
    text = scenario(
        "banner",
        top='settle = "always"',
        more=f'[[object]]\nid = "frail"\n{frail}\nzone = "battlefield"\nowner = "A"\n',
        steps=step(
            "move",
            '{ object = "gone", is = { name = "Banner", zone = "hand" } }',
            '{ object = "frail", exists = false }',
            object="banner",
            to="hand",
            as_="gone",
        ),
    )
    held(tmp_path, text)


def test_damage_to_a_player_by_a_source(tmp_path: Path) -> None:
    """Damage to a player lowers the life total."""
    text = scenario(
        "bear", steps=step("deal_damage", '{ player = "B", life = 17 }', player="B", amount=3, source="bear")
    )
    held(tmp_path, text)


def test_deathtouch_of_the_source(tmp_path: Path) -> None:
    """Any damage from a source with deathtouch is lethal (CR 704.5h)."""
    snake = 'token = { type_line = "Creature — Snake", power = 1, toughness = 1, keywords = ["Deathtouch"] }'
    text = scenario(
        "pile",
        more=f'[[object]]\nid = "snake"\n{snake}\nzone = "battlefield"\nowner = "B"\n',
        steps=step("deal_damage", object="pile", amount=1, source="snake")
        + step("settle", '{ object = "pile", exists = false }'),
    )
    held(tmp_path, text)


def test_an_effect_chooses_its_objects_once_or_all_the_time(tmp_path: Path) -> None:
    """An effect's selector fixes the objects when it begins, unless it is live (CR 611.2c)."""
    effect = {
        "affects": {"types": ["Creature"], "controller": "you"},
        "changes": [{"change": "modify_power_toughness", "power": 1}],
    }
    text = scenario(
        "bear",
        steps=step("add_effect", '{ object = "bear", is = { power = 3 } }', effect=effect, player="A")
        + step("add_effect", effect=effect, player="A", live=True, until="end of turn", as_="song")
        + step(
            "create_token_copy",
            '{ object = "late", is = { power = 3 } }',
            '{ object = "bear", is = { power = 4 } }',
            of="bear",
            player="A",
            as_="late",
        )
        + step("remove_effect", '{ object = "late", is = { power = 2 } }', effect="song"),
    )
    held(tmp_path, text)


def test_an_effect_on_named_objects(tmp_path: Path) -> None:
    """An effect with objects changes those alone, in its layers."""
    changes = [
        {"change": "add_types", "types": ["Artifact"]},
        {"change": "set_colors", "colors": ["U"]},
        {"change": "gain", "abilities": ["flying"]},
        {"change": "set_power_toughness", "power": 5, "toughness": 4},
    ]
    text = scenario(
        "bear",
        "cub",
        steps=step(
            "add_effect",
            '{ object = "bear", is = { types = ["Creature", "Artifact"], colors = ["U"], has = "flying", power = 5 } }',
            '{ object = "cub", is = { types = ["Creature"], colors = ["G"], lacks = ["flying"], toughness = 2 } }',
            object="bear",
            effect={"changes": changes},
        ),
    )
    held(tmp_path, text)


def test_draw_and_mill_from_the_top(tmp_path: Path) -> None:
    """Drawing and milling take the top card, which is the last of the library's list."""
    text = scenario(
        "lowest",
        "middle",
        "highest",
        steps=step("draw", '{ zone = "hand", player = "A", cards = ["highest"] }', player="A")
        + step("mill", '{ zone = "graveyard", player = "A", cards = ["middle"] }', player="A", count=1)
        + step("draw", '{ facts = "DrewFromEmpty", count = 1 }', player="A", count=2),
    )
    held(tmp_path, text)


def test_shuffle_depends_on_the_seed_alone(tmp_path: Path) -> None:
    """The same seed shuffles alike, and some other seed does not."""
    orders = set()
    for seed in (1, 1, 2, 3, 4, 5):
        text = scenario("lowest", "middle", "highest", "heron", top=f"seed = {seed}", steps=step("shuffle", player="A"))
        done = call("run", "--json", write(tmp_path, text))
        orders.add(done.stdout)
        if seed == 1:
            assert len(orders) == 1
    assert len(orders) > 1


def test_life_and_mana(tmp_path: Path) -> None:
    """Life is set and mana added; the pool empties as the step ends (CR 106.4)."""
    text = scenario(
        steps=step("set_life", '{ player = "A", life = -3 }', player="A", life=-3)
        + step("add_mana", '{ player = "A", mana = "UUG" }', player="A", mana="{G}{U}{U}")
        + step("add_mana", '{ player = "A", mana = "{U}{U}{R}{G}" }', player="A", mana="R")
        + step("advance", '{ player = "A", mana = "" }', to="next upkeep")
    )
    held(tmp_path, text)


# --- the clock, batches ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "turns", "last"),
    [
        ("cleanup", 0, "cleanup"),
        ("next end step", 0, "end"),
        ("next turn", 1, "untap"),
        ("A's next turn", 2, "untap"),
        ("B's next turn", 1, "untap"),
        ("next upkeep", 0, "upkeep"),
    ],
)
def test_advance_to_a_moment(tmp_path: Path, to: str, turns: int, last: str) -> None:
    """The clock goes to the next moment of that name, through every turn between."""
    text = scenario(
        steps=step(
            "advance",
            f'{{ facts = "TurnStarted", count = {turns} }}',
            f'{{ facts = "StepStarted", where = {{ step = "{last}" }} }}',
            to=to,
        )
    )
    held(tmp_path, text)


def test_next_end_step_when_this_one_has_begun(tmp_path: Path) -> None:
    """In the end step, the next end step is the following turn's."""
    text = scenario(
        steps=step("advance", to="next end step")
        + step("advance", '{ facts = "TurnStarted", count = 1, where = { player = "B" } }', to="next end step")
    )
    held(tmp_path, text)


def test_together_is_one_batch(tmp_path: Path) -> None:
    """Steps inside `together` see the board as it was: two creatures change places at once."""
    text = scenario(
        "bear",
        "ogre",
        steps=step(
            "together",
            '{ object = "bear", is = { controller = "B" } }',
            '{ object = "ogre", is = { controller = "A" } }',
            steps=[
                {"do": "gain_control", "object": "bear", "player": "B"},
                {"do": "gain_control", "object": "ogre", "player": "A"},
            ],
        ),
    )
    result = held(tmp_path, text)
    assert len({fact["tick"] for fact in result["facts"]}) == 1


def test_together_what_leaves_does_nothing_else(tmp_path: Path) -> None:
    """In one batch an object that leaves is not changed as well (CR 400.7)."""
    text = scenario(
        "bear",
        steps=step(
            "together",
            '{ ignored = "add_counters", object = "bear" }',
            '{ card = "bear", is = { zone = "exile", counters = {} } }',
            steps=[
                {"do": "exile", "object": "bear"},
                {"do": "add_counters", "object": "bear", "kind": "+1/+1"},
            ],
        ),
    )
    held(tmp_path, text)


def test_names_in_together_stand_on_the_whole(tmp_path: Path) -> None:
    """`as` on a batch names everything that the batch made."""
    text = scenario(
        steps=step(
            "together",
            '{ object = "gold", is = { subtypes = ["Treasure"] } }',
            '{ object = "meal", is = { subtypes = ["Food"] } }',
            steps=[
                {"do": "create_token", "token": "Treasure", "player": "A"},
                {"do": "create_token", "token": "Food", "player": "A"},
            ],
            as_=["gold", "meal"],
        )
    )
    held(tmp_path, text)


# --- names and answers -----------------------------------------------------------------------------------


def test_a_step_takes_a_card_where_its_name_says_it_is_now(tmp_path: Path) -> None:
    """A name whose object is gone stands for the object that its card represents now."""
    text = scenario(
        "bear",
        steps=step("destroy", object="bear")
        + step("move", object="bear", to="battlefield")
        + step(
            "tap", '{ card = "bear", is = { tapped = true } }', '{ object = "bear", exists = false }', object="bear"
        ),
    )
    held(tmp_path, text)


def test_a_permanent_of_two_cards_is_gone_by_its_own_name(tmp_path: Path) -> None:
    """A melded permanent that left has no one successor: a step on it is refused and names what it became."""
    text = scenario("host", steps=step("destroy", object="host") + step("tap", object="host"))
    said = refused(tmp_path, text)
    assert "'host' does not exist any more (it became" in said
    assert "ratcard" in said
    assert "scavcard" in said


def test_a_token_that_ceased_is_gone(tmp_path: Path) -> None:
    """A token that ceased to exist is nowhere, as object and as card (CR 111.7)."""
    text = scenario(
        "pile",
        steps=step("destroy", object="pile")
        + step(
            "settle",
            '{ card = "wurm", exists = false }',
            '{ object = "wurm", exists = false }',
            '{ object = "top", exists = true, is = { zone = "graveyard" } }',
        ),
    )
    held(tmp_path, text)


def test_an_answer_takes_a_name_or_a_word(tmp_path: Path) -> None:
    """Where two effects move one object, its controller is asked and answers with a word."""
    text = scenario(
        "bear",
        steps=step(
            "together",
            '{ card = "bear", is = { zone = "exile" } }',
            steps=[{"do": "destroy", "object": "bear"}, {"do": "exile", "object": "bear"}],
            answers=[{"ask": "destination", "answer": "exile"}],
        ),
    )
    held(tmp_path, text)


def test_answers_are_used_one_by_one(tmp_path: Path) -> None:
    """Two answers to the same question go to its first and second asking, by player."""
    more = "".join(
        f'[[object]]\nid = "{name}"\ncard = "Grizzly Bears"\nzone = "battlefield"\nowner = "{owner}"\n'
        for name, owner in (("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B"))
    )
    text = scenario(
        more=more,
        steps=step(
            "destroy",
            '{ zone = "graveyard", player = "A", cards = ["a2", "a1"] }',
            '{ zone = "graveyard", player = "B", cards = ["b2", "b1"] }',
            objects=["a1", "a2", "b1", "b2"],
            answers=[
                {"ask": "graveyard_order", "player": "B", "answer": ["b2", "b1"]},
                {"ask": "graveyard_order", "player": "A", "answer": ["a2", "a1"]},
            ],
        ),
    )
    held(tmp_path, text)


def test_an_answer_nobody_asked_for_fails_the_step(tmp_path: Path) -> None:
    """An answer that no question took is a failed expectation: exit status 1."""
    text = scenario(
        "bear",
        steps=step("tap", object="bear", answers=[{"ask": "graveyard_order", "answer": ["bear"]}]),
    )
    (outcome,) = failed(tmp_path, text)
    assert outcome["expected"]["asked"] == "graveyard_order"
    assert "nobody asked" in outcome["why"]


def test_an_answer_of_the_wrong_player_is_told_whom_the_step_asked(tmp_path: Path) -> None:
    """The question was asked, but of another player."""
    answers = [{"ask": "graveyard_order", "player": "B", "answer": ["cub", "bear"]}]
    (outcome,) = failed(
        tmp_path, scenario("bear", "cub", steps=step("destroy", objects=["bear", "cub"], answers=answers))
    )
    assert "the step asked graveyard_order of A" in outcome["why"]


def test_a_target_that_is_neither_object_nor_player_is_refused(tmp_path: Path) -> None:
    """The players are among the names that could have been meant."""
    text = scenario("bear", steps=step("cast", object="bear", targets=["C"]))
    said = refused(tmp_path, text)
    assert "targets: there is no object or player named 'C' (one of A, B, bear)" in said


def test_no_object_is_named_like_a_player(tmp_path: Path) -> None:
    """A target or host of that name could be either."""
    assert "'B' is a player (name the object otherwise)" in refused(
        tmp_path, scenario("bear").replace('id = "bear"', 'id = "B"')
    )


def test_an_object_is_placed_as_a_copy_of_a_card(tmp_path: Path) -> None:
    """What a permanent is a copy of stands before it, or is a card by name (CR 707.2)."""
    clone = '[[object]]\nid = "clone"\ncard = "Clone"\nzone = "battlefield"\nowner = "A"\ncopy_of = "Craw Wurm"\n'
    looks = '{ object = "clone", is = { name = "Craw Wurm", power = 6, copy = true } }'
    held(tmp_path, scenario("bear", more=clone, steps=step("expect", looks)))
