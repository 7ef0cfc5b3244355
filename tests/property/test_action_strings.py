"""Any string of numbers is a game: number k picks legal action k modulo how many there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import games

from snowplay import State

GAMES = games()
# Chance is as wild as the players here: outcomes are picked, however unlikely, not drawn.
STRINGS = st.lists(st.integers(0, 2**31), max_size=400)


def play(state: State, picks: list[int]) -> None:
    """Play the string; at every position the engine must be at one with itself."""
    for pick in picks:
        assert state.check() == 0
        legal = state.legal_actions()
        if not legal:
            assert state.is_terminal()
            return
        assert legal == sorted(set(legal))
        action = legal[pick % len(legal)]
        assert state.is_legal(action)
        state.apply_action(action)
    assert state.check() == 0


@pytest.mark.parametrize("name", GAMES)
@given(picks=STRINGS, seed=st.integers(0, 2**64 - 1), explicit=st.booleans())
def test_any_string_is_a_game(name: str, picks: list[int], seed: int, explicit: bool) -> None:
    play(GAMES[name].new_initial_state(seed, explicit_chance=explicit), picks)


@pytest.mark.parametrize("name", GAMES)
@given(pick=st.integers(0, 2**31), step=st.integers(0, 2**31), seed=st.integers(0, 2**64 - 1), explicit=st.booleans())
def test_any_rule_of_choosing_ends_the_game(name: str, pick: int, step: int, seed: int, explicit: bool) -> None:
    """Always the first, always the last, every other one: one-sided play ends, too, and within the bound."""
    game = GAMES[name]
    state = game.new_initial_state(seed, explicit_chance=explicit)
    decisions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        decisions += state.current_player() >= 0
        assert decisions <= game.max_game_length()
        state.apply_action(legal[pick % len(legal)])
        pick += step
    assert state.check() == 0
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())


@given(picks=STRINGS, name=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**64 - 1))
def test_a_string_replays(picks: list[int], name: str, seed: int) -> None:
    one, other = (GAMES[name].new_initial_state(seed) for _ in range(2))
    play(one, picks)
    play(other, picks)
    assert one == other and one.rng_raw() == other.rng_raw()
