"""No dead ends: whoever has to decide can, in very many random positions and under every rule option.

In the core, where it is fast: at every decision there is an option, list, test and sample agree, the invariants hold,
and every game comes to its end.
"""

from __future__ import annotations

import pytest
from regen_golden import other_values
from support.cases import CASES, Case

import snowplay as sp
from snowplay._core.selftest import soak

ALONE = [
    Case(case.game, case.players, {option: value})
    for case in {case.game: case for case in CASES if not case.options}.values()
    for option, value in other_values(case.game).items()
]
NAMES = sp.registered_games()


def soak_states(name: str, states: int) -> int:
    """Visit at least so many decisions of random games, the same number under each set of rules; how many."""
    sets = [case.load() for case in [*CASES, *ALONE] if case.game == name]
    visited = 0
    for game in sets:
        # The games of the soak are those of the playouts: same seed, same choices. So is their length.
        games = seen = 0
        for chunk in sp.playout_chunks(game, states, seed=46, chunk=4):
            assert chunk["decisions"].max() <= game.max_game_length()
            games += len(chunk)
            seen += int(chunk["decisions"].sum())
            if seen >= states / len(sets):
                break
        assert soak(game.core, games, 46) == 0, game
        visited += seen
    return visited


@pytest.mark.parametrize("name", NAMES)
def test_fifty_thousand_states_without_a_dead_end(name: str) -> None:
    assert soak_states(name, 50_000) >= 50_000


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_million_states_without_a_dead_end(name: str) -> None:
    assert soak_states(name, 1_000_000) >= 1_000_000
