"""Whatever is given as an action is played if it is legal and refused with the state untouched if not."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import games
from support.walk import frozen, walk

from snowplay import Game, IllegalActionError, State

GAMES = games()
ANYTHING = st.one_of(
    st.integers(),
    st.integers(-1000, 1000),
    st.floats(),
    st.text(),
    st.binary(),
    st.none(),
    st.booleans(),
    st.lists(st.integers()),
    st.tuples(st.integers()),
)


def throw(state: State, action: Any) -> bool:
    """Play it or see it refused; whether it was played."""
    legal = state.is_legal(action)
    assert legal == (type(action) is int and action in state.legal_actions())
    before = frozen(state)
    try:
        state.apply_action(action)
    except IllegalActionError:
        assert not legal
        assert frozen(state) == before
    else:
        assert legal
    assert state.check() == 0
    return legal


@given(name=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32), skip=st.integers(0, 200), action=ANYTHING)
def test_anything_at_any_position(name: str, seed: int, skip: int, action: Any) -> None:
    for number, state in enumerate(walk(GAMES[name].new_initial_state(seed, explicit_chance=bool(seed % 2)), seed)):
        if number == skip or state.is_terminal():
            throw(state, action)
            break


def throw_many(game: Game, throws: int, seed: int) -> int:
    """Random ids, beyond both ends of the table too, at game after game; how many games ended."""
    random = Random(seed)
    low, high = -8, game.num_distinct_actions() + 8
    ended = 0
    state = game.new_initial_state(seed)
    for _ in range(throws):
        if throw(state, random.randrange(low, high)) and state.is_terminal():
            throw(state, random.randrange(low, high))
            ended += 1
            state = game.new_initial_state(seed, index=ended, explicit_chance=ended % 2 == 1)
    return ended


@pytest.mark.parametrize("name", GAMES)
def test_fifty_thousand_random_ids(name: str) -> None:
    """50,000 in all."""
    throw_many(GAMES[name], 50_000 // len(GAMES), 61)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_millions_of_random_ids(name: str) -> None:
    """Millions in all, and so many each that games come to their end, also where every forced move has to be hit."""
    assert throw_many(GAMES[name], 400_000, 62) > 0
