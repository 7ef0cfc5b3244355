"""A Snowdonia that is small enough is solved: by our own look at every position, and by OpenSpiel's algorithms."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.exact import ExactSolver, position

pytest.importorskip("pyspiel")

import pyspiel

from snowplay.openspiel import registered_names

TINY = Path(__file__).resolve().parents[2] / "examples" / "snowdonia-tiny.toml"


def tiny(players: int) -> Any:
    assert "snowplay_snowdonia" in registered_names()
    return pyspiel.load_game("snowplay_snowdonia", {"players": players, "variant": str(TINY)})


def searched(state: Any) -> float:
    """Return the value for seat 0 by OpenSpiel's search of the whole tree below a state."""
    from open_spiel.python.algorithms.minimax import expectiminimax

    value, _ = expectiminimax(state, 1000, lambda _: 0.0, 0)
    return float(value)


def test_for_two_expectiminimax_agrees() -> None:
    """After each pair of first placings; whoever starts loses, as a tie goes to the other, unless one of them errs."""
    root = tiny(players=2).new_initial_state()
    solver = ExactSolver()
    assert solver.value(root.position.state) == (0.0, 0.0)  # who starts is drawn, and seats are alike
    assert len(solver.values) == 7873
    for start in range(2):
        state = root.child(start)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[-1])
        firsts = [state.child(action) for action in state.legal_actions()]
        placings = [first.child(action) for first in firsts for action in first.legal_actions()]
        values = [solver.value(placing.position.state) for placing in placings]
        assert all(first == -second for first, second in values)
        assert solver.value(state.position.state)[start] == -1
        assert len(set(values)) > 1  # there is something to decide
        assert [searched(placing) for placing in placings] == pytest.approx([value[0] for value in values])


def test_alone_expectiminimax_agrees_through_chance() -> None:
    """An iron cube drawn first gives a third round: the best score is 4 or 7, and 5.5 on the average."""
    state = tiny(players=1).new_initial_state()
    solver = ExactSolver()
    assert solver.value(state.position.state) == (5.5,)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    values = []
    for action in state.legal_actions()[-3:]:
        placed = state.child(action)
        for _ in range(3):  # three new contracts; the cube is drawn after them
            placed.apply_action(placed.legal_actions()[0])
        assert placed.is_chance_node() and len(placed.chance_outcomes()) == 2
        values.append(solver.value(placed.position.state)[0])
        assert searched(placed) == pytest.approx(values[-1])
    assert max(values) == 5.5 > min(values)


def test_all_states_are_those_of_the_exact_solver() -> None:
    """OpenSpiel finds the same positions, and the value of its states is that of ours."""
    from open_spiel.python.algorithms.get_all_states import get_all_states

    game = tiny(players=1)
    solver = ExactSolver()
    solver.value(game.new_initial_state().position.state)
    states = get_all_states(
        game,
        include_chance_states=True,
        to_string=lambda state: position(state.position.state),
        stop_if_encountered=True,
    )
    assert set(states) == set(solver.values) and len(states) == 863


@pytest.mark.slow
def test_alone_value_iteration_agrees_on_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    # What solves simultaneous moves needs a large package, is imported all the same, and has nothing to do here.
    monkeypatch.setitem(sys.modules, "open_spiel.python.algorithms.lp_solver", ModuleType("lp_solver"))
    from open_spiel.python.algorithms.get_all_states import get_all_states
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = tiny(players=1)
    values = value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    solver = ExactSolver()
    for text, state in get_all_states(game, to_string=str, stop_if_encountered=True).items():
        assert values[text] == pytest.approx(solver.value(state.position.state)[0])
    assert len(values) > len(solver.values)  # the text also tells apart what only counts
