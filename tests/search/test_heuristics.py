"""What search and heuristic players think of moves and positions: weights, habits, evaluation, heuristic playouts."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from support.walk import some_states

import snowplay as sp
from snowplay._core.acres.game import HABIT_NAMES, NETWORK_DTYPE, load_network
from snowplay._core.learn import features, positions
from snowplay.acres.habits import HABITS, Habits, read_habits, write_habits
from snowplay.agents.search_agents import SearchAgent

GAMES = [("acres", 2), *(("snowdonia", players) for players in range(1, 6))]
TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))


# ---- weights and estimates ----


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_legal_action_has_a_positive_weight(name: str, players: int) -> None:
    for seed in range(3):
        for state in some_states(sp.load_game(name, players).new_initial_state(seed), seed, every=3):
            weights = state.action_weights()
            assert len(weights) == len(state.legal_actions())
            assert all(math.isfinite(weight) and weight > 0 for weight in weights)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_estimates_are_chances(players: int) -> None:
    name = "acres" if players == 2 else "snowdonia"
    for state in some_states(sp.load_game(name, players).new_initial_state(2), 2, every=5):
        chances = state.estimate()
        assert sum(chances) == pytest.approx(1)
        assert all(0 < chance < 1 for chance in chances)


def test_the_estimate_of_acres_tells_winners() -> None:
    """Better than a coin by far: the mean loss of its chances over positions it was not learnt from."""
    game = sp.load_game("acres")
    won = []
    for seed in range(60):
        players = [SearchAgent(seed, 0, seat, iterations=10) for seat in (0, 1)]
        state = game.new_initial_state(seed)
        chances = []
        while not state.is_terminal():
            chances.append(state.estimate()[0])
            state.apply_action(players[state.current_player()].choose(state))
        british = state.returns()[0] > 0
        won.append(-math.log(chances[len(chances) // 2] if british else 1 - chances[len(chances) // 2]))
    assert np.mean(won) < 0.6 < math.log(2)


# ---- heuristic playouts ----


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_heuristic_playouts_repeat(name: str, players: int) -> None:
    game = sp.load_game(name, players)
    rows = sp.playouts(game, 60, seed=5, policy="heuristic", threads=1)
    assert (sp.playouts(game, 60, seed=5, policy="heuristic", threads=3) == rows).all()
    later = sp.playouts(game, 20, seed=5, first=40, policy="heuristic", threads=1)
    assert (later == rows[40:]).all()
    assert (sp.playouts(game, 60, seed=5, threads=1) != rows).any()


def test_heuristic_acres_is_decided_by_sieges() -> None:
    rows = sp.playouts(sp.load_game("acres"), 400, seed=1, policy="heuristic", threads=1)
    assert (rows["end_reason"] == 1).mean() > 0.2  # a capital: 0.2 % at random
    assert 0.3 < (rows["winner"] == 0).mean() < 0.9


# ---- habits and what is learnt ----


def test_habits_read_back() -> None:
    again = read_habits(write_habits(HABITS))
    for side, habits in HABITS.items():
        assert {**again[side].settle} == pytest.approx({**habits.settle}, rel=1e-3)
        assert again[side].draft.keys() == habits.draft.keys()
        for name in HABIT_NAMES:
            assert getattr(again[side], name.lower()) == pytest.approx(getattr(habits, name.lower()), rel=1e-3)


def test_wrong_habits_are_named() -> None:
    with pytest.raises(ValueError, match=r"british: there is no habit 'settel'"):
        read_habits("[british.settel]\nboston = 1.0")
    with pytest.raises(ValueError, match=r"french\.keep: there is no 'bostn'"):
        read_habits("[french.keep]\nbostn = 1.0")


def test_a_network_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=f"{NETWORK_DTYPE.itemsize} bytes, got 3"):
        load_network(b"abc")


def test_snowdonia_has_no_features() -> None:
    game = sp.load_game("snowdonia", 2)
    with pytest.raises(ValueError, match="snowdonia"):
        positions(game.core, 1, 0, 1)
    with pytest.raises(ValueError, match="snowdonia"):
        features(game.new_initial_state(1))


def test_positions_are_a_function_of_their_arguments() -> None:
    core = sp.load_game("acres").core
    x, y = positions(core, 3, 10, 6, per_game=5)
    assert x.shape[0] == y.shape[0] == 30
    again, _ = positions(core, 3, 12, 4, per_game=5)
    assert (again == x[10:]).all()
    assert np.isfinite(x).all()
    assert set(y.ravel()) == {-1.0, 1.0}


@pytest.mark.usefixtures("tool")
def test_tuning_repeats() -> None:
    import tune_habits

    start = {0: Habits(), 1: HABITS[1]}
    found = tune_habits.tune(dict(start), steps=12, seed=4, games=60)
    assert found == tune_habits.tune(dict(start), steps=12, seed=4, games=60)
    assert found[1] != start[1]
    assert found[0] == start[0]  # not its turn


@pytest.mark.usefixtures("tool")
def test_learning_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import train_evaluation

    out = tmp_path / "e.npy"
    asked = ["train", "--games", "720", "--search-games", "0", "--epochs", "2", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", asked)
    train_evaluation.main()
    assert np.load(out).dtype == NETWORK_DTYPE
    x, y = train_evaluation.heuristic_positions(720, 9)
    net = train_evaluation.train([(x, y)], None, 20, 1)
    mean = y.mean()
    assert net.loss(x, y) < 0.95 * -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))


# ---- agents ----


def test_a_search_agent_uses_what_is_best_for_its_game() -> None:
    state = sp.load_game("acres").new_initial_state(1)
    plain, asked = SearchAgent(iterations=20), SearchAgent(iterations=20, cutoff=3)
    for agent in (plain, asked):
        agent.choose(state)
    assert (plain.options.cutoff, plain.options.puct) == (0, 0.4)
    assert (asked.options.cutoff, asked.options.puct) == (3, 0.0)
    plain.choose(sp.load_game("snowdonia", 2).new_initial_state(1))
    assert (plain.options.cutoff, plain.options.puct) == (10, 0.0)


def test_an_agent_reuses_its_tree_when_it_hears_of_moves() -> None:
    game = sp.load_game("snowdonia", 2)
    totals = []
    for reuse in (False, True):
        agent = SearchAgent(1, 0, 0, iterations=200, reuse=reuse)
        state = game.new_initial_state(3)
        while not state.is_terminal() and len(totals) < 40:
            seat = state.current_player()
            action = agent.choose(state) if seat == 0 else state.legal_actions()[0]
            if seat == 0 and agent.last is not None:
                totals.append(sum(move.visits for move in agent.last.moves))
            agent.inform_action(state, seat, action)
            state.apply_action(action)
        assert (max(totals) > 200) == reuse
        totals.clear()


def test_one_legal_action_is_not_searched() -> None:
    game = sp.load_game("acres", auto_forced=False)
    for state in some_states(game.new_initial_state(1), 1):
        if not state.is_terminal() and len(state.legal_actions()) == 1:
            agent = SearchAgent(seat=state.current_player(), iterations=10)
            assert agent.choose(state) == state.legal_actions()[0]
            assert agent.last is None
            return
    pytest.fail("no forced decision")


@pytest.mark.parametrize("name", ["acres", "snowdonia"])
def test_heuristic_playouts_know_every_option(name: str) -> None:
    """Each switch the other way round: what it brings has a weight, and hardly a game is stopped by the limit."""
    defaults = sp.load_game(name, 2).options
    for option, value in defaults.items():
        if isinstance(value, bool):
            game = sp.load_game(name, 2, **{option: not value})
            rows = sp.playouts(game, 150, seed=3, policy="heuristic")
            assert (rows["end_reason"] == game.front.limit_reason).mean() < 0.1, option
