"""The compiled Snowdonia and its plain twin play alike, move by move; `twin.runs` sets how many games."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

import snowplay as sp
from snowplay.records import record_game

from . import snowdonia
from .harness import DifferenceError, Policy, Setup, play, replay
from .runs import FULL, GAMES, TOO_FEW, rare
from .runs import snowdonia as sampled
from .snowdonia_games import POLICIES, setups
from .snowdonia_variants import random_setup

PLAYERS = range(1, 6)


@pytest.mark.parametrize("players", PLAYERS)
def test_both_engines_play_alike(players: int) -> None:
    played = sampled(players)
    assert played.games == GAMES
    assert played.hits["SN-62"] == GAMES, "every game came to its end"


@pytest.mark.skipif(GAMES < FULL, reason=TOO_FEW)
def test_everything_came_up() -> None:
    """Every rule, card, option and end often enough while the engines were compared."""
    assert rare("snowdonia") == {}


@pytest.mark.parametrize("players", PLAYERS)
def test_every_option_is_sampled(players: int) -> None:
    sampled = [setup.fast().options for setup in setups(players)]
    for name, value in sampled[0].items():
        values = [options[name] for options in sampled]
        others = [other for other in values if other != value]
        assert others, name
        if isinstance(value, bool):
            assert {True, False} == set(values)
    assert {setup.label for setup in setups(players) if setup.variant}


@pytest.mark.parametrize("start", range(0, 100, 25))
def test_edited_data_files_play_alike(start: int) -> None:
    """Tables that are filled in wrongly show with figures that no box has."""
    for number in range(start, start + 25):
        random = Random(f"variant {number}")
        setup = random_setup(random)
        for game in range(2):
            play(setup, random.choice(POLICIES), number, full=game == 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_recorded_games_replay_through_both(players: int) -> None:
    setup = Setup("snowdonia", players)
    for seed in range(10):
        record = record_game(setup.fast(), seed, ["random"] * players)
        pair = replay(setup, [move for _, move in record.moves])
        assert pair.over()
        assert pair.twin.scores() == record.scores
        assert [who for who, _ in record.moves].count(-1) > 20


# --- what once differed, or was unclear -------------------------------------------------------------------

# SN-88: with an empty deck there is nothing to choose. SN-37: cards without rubble before Waterfall open it
# only by one reading while a card below it has rubble. SN-36: such a card is laid before those below it.
_NO_CARDS = {"contracts": {str(n): {"in_deck": False} for n in range(1, 31) if n not in (5, 8, 16)}}
_DEAL = "track:4 track:5 track:6"
SCRIPTS: dict[str, tuple[Setup, str]] = {
    "contract 5 without a deck": (
        Setup("snowdonia", 2, {"auto_forced": False}, _NO_CARDS),
        "start:0 " + "track:0 " * 3 + "track:1 " * 5 + "track:2 " * 4 + "train:7 card:5 card:8 card:16 "
        "place:F1 place:G place:G place:G office:5 "
        + "cube:iron " * 6
        + "place:F1 place:G place:G place:G use:5 office:8",
    ),
    "clear track before Waterfall": (
        Setup("snowdonia", 3, {"extra_track_cards": True, "stations_open": "route", "auto_forced": False}),
        "start:0 track:0 track:0 track:4 " + "track:1 " * 5 + "track:2 " * 4 + "track:5 train:7 card:5 card:8 card:16 "
        "back:sun place:A1 place:G place:G place:E1 place:G place:G take:0,3,0",
    ),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_play_alike(name: str) -> None:
    setup, script = SCRIPTS[name]
    replay(setup, script.split())


# --- the harness itself -----------------------------------------------------------------------------------


def _too_much_rubble(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin whose excavations take a cube too many."""
    right = snowdonia.actions.take_rubble

    def wrong(table: Any, player: Any, cell: Any, amount: int) -> None:
        right(table, player, cell, amount)
        player.rubble += 1

    monkeypatch.setattr(snowdonia.actions, "take_rubble", wrong)


def test_a_difference_is_found_and_its_script_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup("snowdonia", 2)
    with monkeypatch.context() as broken:
        _too_much_rubble(broken)
        with pytest.raises(DifferenceError) as found:
            play(setup, Policy("random"), 3)
        text = str(found.value)
        assert "rubble" in text
        assert "seed 3" in text
        script = text.split('script = "')[1].split('"')[0].split()
        with pytest.raises(DifferenceError):
            replay(setup, script)
    replay(setup, script)
    assert len(script) < 40


def test_wrong_chances_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snowdonia.twin, "share", lambda part, whole: snowdonia.table.share(part + 1, whole + 1))
    with pytest.raises(DifferenceError, match="chances"):
        play(Setup("snowdonia", 3), Policy("random"), 1, full=False, shrinking=0.5)


def test_a_wrong_winner_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = snowdonia.score.outcome

    def wrong(table: Any) -> dict[str, object]:
        return right(table) | {"winner": -7}

    monkeypatch.setattr(snowdonia.score, "outcome", wrong)
    with pytest.raises(DifferenceError, match="winner"):
        play(Setup("snowdonia", 2), Policy("random"), 1, full=False, shrinking=0.5)


def test_differences_survive_the_way_between_processes() -> None:
    error = DifferenceError({"view.token": (0, 1)}, 7)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.what, copy.step, str(copy)) == (error.what, error.step, str(error))


def test_the_game_is_the_one_under_test() -> None:
    assert Setup("snowdonia", 4).fast() == sp.load_game("snowdonia", 4)
