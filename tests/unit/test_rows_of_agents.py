"""Rows of games that agents play, and what watching a game tells."""

from __future__ import annotations

import numpy as np
import pytest

import snowplay as sp
import snowplay.agents as agents_module
from snowplay.agents import AgentKind, RandomAgent
from snowplay.seats import WATCH_DTYPE, fill_rows

GAMES = [("acres", 2, {}), ("acres", 2, {"auto_forced": False}), ("snowdonia", 1, {}), ("snowdonia", 3, {})]
GAMES += [("snowdonia", 5, {"auto_forced": False})]
N = 25


class Chooser(RandomAgent):
    """Random play under another name, so that it goes through Python."""


@pytest.fixture
def chooser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents_module, "AGENTS", {**agents_module.AGENTS, "chooser": AgentKind("chooser", Chooser, "")})


@pytest.mark.usefixtures("chooser")
@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_python_and_core_write_the_same_rows(name: str, players: int, options: dict[str, object]) -> None:
    game = sp.load_game(name, players, **options)
    wanted = sp.playouts(game, N, seed=3, first=10)
    for agents in (["random"] * players, ["chooser"] * players):
        watches = []
        for watched in (False, True):
            rows, watch = np.zeros(N, game.row_dtype), np.zeros(N, WATCH_DTYPE)
            fill_rows(game, rows, seed=3, first=10, agents=agents, watch=watch if watched else None)
            assert rows.tobytes() == wanted.tobytes(), (agents, watched)
            watches.append(watch)
        if agents[0] == "random":
            from_core = watches[1]
        else:
            assert watches[1].tobytes() == from_core.tobytes()
            assert not watches[0]["options"].any()


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_what_is_watched_is_what_a_slow_look_finds(name: str, players: int, options: dict[str, object]) -> None:
    game = sp.load_game(name, players, **options)
    rows, watch = np.zeros(5, game.row_dtype), np.zeros(5, WATCH_DTYPE)
    fill_rows(game, rows, seed=8, first=0, agents=["random"] * players, watch=watch)
    for index, seen in enumerate(watch):
        state = game.new_initial_state(8, index=index)
        choosers = [RandomAgent(8, index, seat) for seat in range(players)]
        counts, leaders = [], []
        moves = 0
        seat = None
        while True:
            if state.is_terminal() or state.current_player() != seat:
                seat = None if state.is_terminal() else state.current_player()
                scores = state.scores()
                if players > 1 and scores.count(max(scores)) == 1:
                    leaders.append((scores.index(max(scores)), moves))
            if state.is_terminal():
                break
            counts.append(len(state.legal_actions()))
            state.apply_action(choosers[state.current_player()].choose(state))
            moves += 1
        taken = [leader for n, leader in enumerate(leaders) if n == 0 or leader[0] != leaders[n - 1][0]]
        chosen = [n for n in counts if n > 1]
        assert seen["watched"] == len(chosen)
        assert seen["options"] == sum(chosen)
        assert seen["most_options"] == max(chosen)
        assert seen["lead_changes"] == max(0, len(taken) - 1)
        assert seen["led_since"] == (taken[-1][1] if taken else 0)
        assert rows["decisions"][index] == moves


@pytest.mark.usefixtures("chooser")
def test_agents_are_turned_by_the_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def remember(name: str, *, seed: int, index: int, seat: int) -> RandomAgent:
        made.append((index, seat, name))
        return RandomAgent(seed, index, seat)

    monkeypatch.setattr("snowplay.seats.make_agent", remember)
    game = sp.load_game("snowdonia", 3)
    rows = np.zeros(2, game.row_dtype)
    for rotation, first_names in ((1, "bca"), (None, "cab")):
        made.clear()
        fill_rows(game, rows, seed=0, first=5, agents=["a", "b", "c"], rotation=rotation, threads=1)
        assert [name for index, _, name in made if index == 5] == list(first_names)
        assert [name for index, _, name in made if index == 6] == list("bca" if rotation else "abc")


def test_wrong_agents_are_told() -> None:
    game = sp.load_game("acres")
    rows = np.zeros(1, game.row_dtype)
    with pytest.raises(ValueError, match="1 agents for 2 players"):
        fill_rows(game, rows, seed=0, first=0, agents=["random"])
    with pytest.raises(ValueError, match="unknown agent 'genius'"):
        fill_rows(game, rows, seed=0, first=0, agents=["random", "genius"])


@pytest.mark.usefixtures("chooser")
def test_an_illegal_choice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chooser, "choose", lambda *_: 0)
    game = sp.load_game("acres")
    rows = np.zeros(1, game.row_dtype)
    with pytest.raises(sp.IllegalActionError):
        fill_rows(game, rows, seed=0, first=0, agents=["chooser", "chooser"])
