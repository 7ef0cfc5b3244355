"""The options of A Few Acres of Snow: what each changes, which contradict each other, and the hash of the rules."""

from __future__ import annotations

import re

import pytest
from acres_tables import changed, kinds, load, nested, places, refusal, tables

from snowplay._core.acres.game import SYMBOL_NAMES
from snowplay.acres.cards import BRITISH, FRENCH, SIDES, kind_number
from snowplay.acres.options import CONTRADICTIONS, ONLINE_CODES
from snowplay.acres.schema import LOCATIONS
from snowplay.rules import game_options, load_rules, parse_option_text

# --- options ------------------------------------------------------------------------------------------------


def test_the_26_online_options_by_number() -> None:
    options = {option.name: option for option in game_options("acres")}
    assert sorted(ONLINE_CODES.values()) == list(range(26))
    for name, code in {
        "reshuffle_costs": 0,
        "louisbourg_fortified": 1,
        "fewer_british_infantry": 4,
        "quebec_fortified": 10,
        "natives_in_sieges": 15,
        "british_siege_delay": 16,
        "governor_keeps_starting": 18,
        "no_governor": 19,
        "french_bateaux": 21,
        "first_edition_bateaux": 22,
        "late_reshuffle": 25,
    }.items():
        assert ONLINE_CODES[name] == code
    for name in ONLINE_CODES:
        assert (options[name].kind, options[name].default) == ("bool", False)
        assert "AC-82" in options[name].rules
    others = {
        "ships_in_siege",
        "fort_st_john",
        "leader_besieges",
        "victim_choices",
        "max_turns",
        "forbid",
        "auto_forced",
    }
    assert set(options) == {*ONLINE_CODES, *others}


_DATA_OPTIONS: dict[str, set[str]] = {
    "louisbourg_fortified": {"start_forts", "start_fort_discs"},
    "quebec_fortified": {"start_forts", "start_fort_discs"},
    "duquesne_wins": {"settle_wins", "siege_wins"},
    "fewer_british_infantry": {"start_pile"},
    "british_bateaux_in_deck": {"start_pile", "start_deck"},
    "natives_in_sieges": {"symbols", "kind_strength"},
    "no_governor": {"start_pile"},
    "french_bateaux": {"start_pile"},
    "first_edition_bateaux": {"start_deck"},
    "first_edition_raid_range": {"raid_range"},
}


@pytest.mark.parametrize("name", ONLINE_CODES)
def test_an_online_option_changes_its_figures_and_nothing_else(name: str) -> None:
    t = tables(**{name: True})
    assert changed(t) == _DATA_OPTIONS.get(name, {name})
    if name not in _DATA_OPTIONS:
        assert t[name] == 1


def test_options_that_change_figures() -> None:
    t = tables(louisbourg_fortified=True, quebec_fortified=True)
    assert (places(t["start_forts"]), t["start_fort_discs"]) == ({"louisbourg", "quebec"}, 10)
    assert places(tables(duquesne_wins=True)["siege_wins"][FRENCH]) == {"boston", "new_york", "fort_duquesne"}
    t = tables(fewer_british_infantry=True)
    assert kinds(t, BRITISH, t["start_pile"][BRITISH]).count("regular_infantry") == 3
    t = tables(british_bateaux_in_deck=True)
    assert kinds(t, BRITISH, t["start_deck"][BRITISH])[-1] == "bateaux"
    for option, zone in (("french_bateaux", "start_pile"), ("first_edition_bateaux", "start_deck")):
        t = tables(**{option: True})
        assert kinds(t, FRENCH, t[zone][FRENCH])[-1] == "bateaux"
    t = tables(no_governor=True)
    for side in SIDES:
        assert "governor" not in kinds(t, side, t["start_deck"][side] | t["start_pile"][side])
    t, military = tables(natives_in_sieges=True), SYMBOL_NAMES["MILITARY"]
    assert [kinds(t, side, t["symbols"][military][side]).count("neutral_natives") for side in SIDES] == [5, 5]
    assert t["kind_strength"][FRENCH][kind_number("native_americans")] == 1
    assert tables(first_edition_raid_range=True)["raid_range"] == 1
    assert tables({"optional": {"siege_delay_vp": 30}}, british_siege_delay=True)["siege_delay_vp"] == 30


def test_other_options() -> None:
    t = tables(ships_in_siege="online")
    assert places(tables()["siege_ports"]) - places(t["siege_ports"]) == {"fort_beausejour", "trois_rivieres"}
    assert changed(t) == {"siege_ports"}
    t = tables(fort_st_john="graph")
    assert changed(t) == {"connections"}
    for side in SIDES:
        leads = t["connections"][side][SYMBOL_NAMES["BATEAUX"]][LOCATIONS.index("fort_st_john")]
        assert places(leads) == {"montreal", "trois_rivieres", "ticonderoga"}
    t = tables(leader_besieges=False)
    assert changed(t) == {"leader_besieges", "symbols"}
    for side in SIDES:
        assert "military_leader" not in kinds(t, side, t["symbols"][SYMBOL_NAMES["MILITARY"]][side])
        assert t["kind_strength"][side][kind_number("military_leader")] == 1
    assert changed(tables(victim_choices="automatic")) == {"automatic_victim"}
    assert (tables(max_turns=60000)["max_turns"], tables(auto_forced=False)["auto_forced"]) == (60000, 0)


@pytest.mark.parametrize(("one", "other", "why"), CONTRADICTIONS)
def test_contradictions_name_both_options_and_the_reason(one: str, other: str, why: str) -> None:
    error = refusal(None, **{one: True, other: True})
    assert str(error).startswith(f"option: {one}: ")
    assert other in str(error)
    assert why in error.allowed
    load(None, **{one: True})
    load(None, **{other: True})
    assert other in str(refusal({"options": {one: True, other: True}}))


def test_all_options_that_go_together() -> None:
    left_out = {other for _, other, _ in CONTRADICTIONS}
    assert left_out == {"french_bateaux", "late_reshuffle", "no_governor"}
    rules = load(None, **{name: name not in left_out for name in ONLINE_CODES})
    assert sum(rules.options[name] for name in ONLINE_CODES) == 23


def test_options_that_do_not_fit_a_variant() -> None:
    variant = nested("board.locations.louisbourg.start", "neutral")
    assert refusal(variant, louisbourg_fortified=True).path == "louisbourg_fortified"
    assert refusal({"pieces": {"fortifications": 1}}, louisbourg_fortified=True, quebec_fortified=True).path == (
        "pieces.fortifications"
    )
    variant = nested("empire_cards.british.rangers.abilities", ["vulnerable"])
    load(variant)
    error = refusal(variant, victim_choices="automatic")
    assert error.path == "empire_cards.british.rangers.abilities"
    french = {kind: {"set_aside": True, "starting_deck": 0} for kind in load().data.empire_cards.french}
    assert refusal({"empire_cards": {"french": french}}, french_extra_card=True).path == "french_extra_card"


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("free_fur", 1, "true or false"),
        ("max_turns", 0, "from 1 to 60000"),
        ("max_turns", 60001, "from 1 to 60000"),
        ("ships_in_siege", "none", "'all', 'online'"),
        ("fort_st_john", "grph", "did you mean 'graph'"),
        ("victim_choices", True, "'player', 'automatic'"),
        ("freefur", True, "did you mean 'free_fur'"),
    ],
)
def test_a_wrong_option_is_named(name: str, value: object, allowed: str) -> None:
    error = refusal(None, **{name: value})
    assert error.path == name
    assert allowed in error.allowed
    assert str(error).startswith("option")


def test_options_written_as_text() -> None:
    assert parse_option_text("acres", "free_fur", "yes") is True
    assert parse_option_text("acres", "max_turns", "300") == 300
    assert parse_option_text("acres", "fort_st_john", "graph") == "graph"


# --- the hash -----------------------------------------------------------------------------------------------


def test_the_hash_stands_for_options_and_figures() -> None:
    rules = [load(), load_rules("snowdonia", 2), load(max_turns=999)]
    rules += [load(None, **{name: True}) for name in ONLINE_CODES]
    rules += [load(ships_in_siege="online"), load(fort_st_john="graph"), load(victim_choices="automatic")]
    rules += [
        load(nested(path, value))
        for path, value in (
            ("board.locations.halifax.vp", 3),
            ("board.locations.halifax.name", "Chebucto"),
            ("board.edges.boston-deerfield.way", "road"),
            ("location_cards.british.albany.icons", ["fur"]),
            ("empire_cards.french.priest.cost", 3),
        )
    ]
    hashes = [entry.hash for entry in rules]
    assert len(set(hashes)) == len(hashes)
    assert all(re.fullmatch("[0-9a-f]{16}", digits) for digits in hashes)


def test_the_hash_leaves_out_where_figures_come_from() -> None:
    variant = {
        "sources": {"letter": "a letter"},
        "board": {"confidence": "two-sources", "locations": {"boston": {"source": ["letter"], "note": "a note"}}},
        "location_cards": {"british": {"boston": {"confidence": {"icons": "inferred"}}}},
    }
    rules = load(variant)
    assert rules.hash == load().hash
    assert rules.data.board.locations["boston"].note == "a note"
    assert rules.changes == ()
    same = {"board": {"locations": {"boston": {"vp": 2}}}, "options": {"free_fur": False}}
    assert load(same).hash == load().hash


def test_the_order_of_keys_does_not_matter() -> None:
    one = {"board": {"locations": {"boston": {"vp": 3}, "albany": {"vp": 5}}}, "money": {"french": 6}}
    two = {"money": {"french": 6}, "board": {"locations": {"albany": {"vp": 5}, "boston": {"vp": 3}}}}
    assert (load(one).hash, load(one).tables) == (load(two).hash, load(two).tables)
    assert load(one).hash != load().hash
