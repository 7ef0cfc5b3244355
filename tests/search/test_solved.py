"""Searches beside exact values, on a Snowdonia that is small enough to look at every position."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from support.exact import ExactSolver, child, position

import snowplay as sp
from snowplay import State
from snowplay.neural import NetworkSearch
from snowplay.search import Search, SearchOptions

TINY = Path(__file__).resolve().parents[2] / "examples" / "snowdonia-tiny.toml"


@cache
def solver() -> ExactSolver:
    return ExactSolver()


@cache
def decisions(count: int) -> list[State]:
    """Positions for two, met in random play, in which one move is worth more than another."""
    game = sp.load_game("snowdonia", players=2, variant=TINY)
    found: dict[bytes, State] = {}
    rng = np.random.default_rng(1)
    for index in range(10_000):
        state = game.new_initial_state(1, index=index, explicit_chance=True)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=chances)))
                continue
            if len(set(worths(state).values())) > 1:
                found.setdefault(position(state), state.clone())
            state.apply_action(int(rng.choice(state.legal_actions())))
        if len(found) >= count:
            return list(found.values())[:count]
    raise AssertionError(f"{len(found)} positions")


def worths(state: State) -> dict[int, float]:
    """What every legal move is worth to the seat to move, -1 to 1."""
    seat = state.current_player()
    return {action: solver().value(child(state, action))[seat] for action in state.legal_actions()}


@pytest.mark.parametrize(
    "options",
    [SearchOptions(iterations=1000, margin=0.0), SearchOptions(iterations=1000, margin=0.0, puct=1.0)],
    ids=["ucb", "puct"],
)
def test_a_search_finds_a_best_move(options: SearchOptions) -> None:
    """Also where what is best for the one to move needs the others to be at their best."""
    wrong = []
    for number, state in enumerate(decisions(150)):
        found = Search(state.game, state.current_player(), options).search(state, seed=number)
        best = max(worths(state).values())
        if worths(state)[found.action] < best - 1e-9:
            wrong.append((number, found.action, worths(state)))
    assert wrong == []


def test_a_network_search_finds_a_best_move() -> None:
    """The network knows nothing: what is good is learnt from the ends of games inside the tree."""

    def evaluate(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros(masks.shape, np.float32), np.full((len(masks), 2), 0.5)

    options = SearchOptions(iterations=2000, margin=0.0, puct=1.0)
    wrong = []
    for number, state in enumerate(decisions(60)):
        search = NetworkSearch(state.game, state.current_player(), options, evaluate=evaluate, batch=4)
        found = search.search(state, seed=number)
        if worths(state)[found.action] < max(worths(state).values()) - 1e-9:
            wrong.append((number, found.action, worths(state)))
    assert wrong == []
