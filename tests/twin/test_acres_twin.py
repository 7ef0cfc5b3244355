"""The compiled A Few Acres of Snow and its plain twin play alike, move by move.

``SNOWPLAY_TWIN_GAMES`` sets the number of games.
"""

from __future__ import annotations

from typing import Any

import pytest

import snowplay as sp
from snowplay.records import record_game

from . import acres
from .acres_games import CHOICES, CONTRADICTIONS, GAMES, SWITCHES, VARIANTS, sampled, setups
from .harness import DifferenceError, Policy, Setup, jobs, play_jobs, replay
from .runs import FULL, TOO_FEW, rare


def test_both_engines_play_alike() -> None:
    played = sampled()
    assert played.games == GAMES
    assert played.hits["AC-72"] == GAMES, "every game came to its end"


@pytest.mark.skipif(GAMES < FULL, reason=TOO_FEW)
def test_everything_came_up() -> None:
    """Every rule, card, option and end often enough while the engines were compared."""
    assert rare("acres") == {}


def test_every_option_is_sampled() -> None:
    defaults = sp.load_game("acres").options
    chosen = [{**defaults, **setup.options} for setup in setups()]
    for name, value in defaults.items():
        if name == "max_turns":
            continue
        assert name in SWITCHES or name in CHOICES or name == "forbid"
        values = [options[name] for options in chosen]
        assert {repr(value)} < {repr(other) for other in values}, name
    assert {setup.label for setup in setups()} > VARIANTS.keys()
    for pair in CONTRADICTIONS:
        with pytest.raises(sp.RulesError):
            sp.load_game("acres", **dict.fromkeys(pair, True))


def test_records_replay_through_both() -> None:
    setup = Setup("acres", 2, {"max_turns": 100})
    for seed in range(5):
        record = record_game(setup.fast(), seed, ["random"] * 2)
        pair = replay(setup, [move for _, move in record.moves])
        assert pair.over()
        assert pair.twin.scores() == record.scores


# --- what once differed, or was unclear -------------------------------------------------------------------

_EVERY = {"auto_forced": False}
_HOLD = "card:gaspe card:louisbourg card:montreal card:quebec card:trader "


def _deck(side: str, gone: str, **cards: int) -> dict[str, Any]:
    """A starting deck without some of its Location cards and with other numbers of Empire cards."""
    return {
        "location_cards": {side: {name: {"starting_deck": False} for name in gone.split()}},
        "empire_cards": {side: {name: {"starting_deck": number} for name, number in cards.items()}},
    }


SCRIPTS: dict[str, tuple[Setup, str]] = {
    # AC-40, AC-42: a ship symbol is a military symbol at a port, as two recorded games show.
    "a ship opens a siege": (
        Setup("acres", 2, _EVERY),
        "card:boston card:new_haven card:norfolk card:philadelphia card:st_marys "
        + _HOLD
        + "besiege:port_royal card:boston card:new_haven card:norfolk withdraw:british end",
    ),
    # AC-13: the cards of an ambush lie in the discard pile before the victim answers.
    "an ambush without a target": (
        Setup("acres", 2, _EVERY, {"empire_cards": {"british": {"rangers": {"starting_deck": 1}}}}),
        "card:boston card:new_haven card:norfolk card:philadelphia card:rangers " + _HOLD + "ambush card:rangers end",
    ),
    # AC-82 `reshuffle_costs`: cards given for a shuffle come straight back, so they are given once in a refill; a
    # small deck without money would go on for ever.
    "cards are given for one shuffle of a refill": (
        Setup(
            *("acres", 2, {"reshuffle_costs": True, **_EVERY}),
            {**_deck("british", "st_marys pemaquid"), "money": {"british": 0}},
        ),
        "card:boston card:new_haven card:new_york card:norfolk card:philadelphia "
        + _HOLD
        + "discard card:norfolk stop end card:boston card:new_haven card:norfolk card:new_haven card:boston pass end",
    ),
    # AC-82 `first_edition_home_support`: with nothing to draw and nothing to shuffle it cannot be played; it would
    # shuffle and draw itself.
    "no Home Support without any card": (
        Setup(
            *("acres", 2, {"first_edition_home_support": True, **_EVERY}),
            _deck("french", "tadoussac trois_rivieres port_royal gaspe", trader=0, home_support=1),
        ),
        "card:boston card:new_haven card:norfolk card:philadelphia card:st_marys "
        "card:louisbourg card:montreal card:quebec card:starting_infantry card:home_support "
        "pass end discard card:quebec stop home_support card:quebec card:home_support",
    ),
    # AC-82 `governor_loses_location`: the card of a place that is not the own one costs nothing, besieged or not.
    "the Governor returns the card of a place under the own siege": (
        Setup(
            *("acres", 2, {"governor_loses_location": True, **_EVERY}),
            {
                "empire_cards": {"french": {"governor": {"starting_deck": 1}}},
                "location_cards": {"french": {"pemaquid": {"starting_deck": True}}},
            },
        ),
        "card:boston card:new_haven card:norfolk card:philadelphia card:st_marys "
        "card:port_royal card:louisbourg card:starting_infantry card:governor card:pemaquid "
        "pass end besiege:pemaquid card:port_royal card:louisbourg card:starting_infantry end "
        "card:gaspe card:quebec card:trader pass pass end governor card:pemaquid card:trader",
    ),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_play_alike(name: str) -> None:
    setup, script = SCRIPTS[name]
    moves = script.split()
    assert replay(setup, moves).moves == moves


def test_a_wrong_twin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup("acres", 2, {"max_turns": 60}, VARIANTS["raiders"])
    monkeypatch.setattr(acres.raid, "cost_of", lambda table, kind: 0)
    with pytest.raises(DifferenceError, match="money"):
        play_jobs(jobs([setup], [Policy("raids", {"raid": 99, "ambush": 99})], 20))
