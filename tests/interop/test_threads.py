"""Many threads at once: a Game is shared, a State belongs to one thread, playouts and searches run side by side."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import snowplay as sp
from snowplay.search import Search, SearchError, SearchOptions

THREADS = 8


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Let the interpreter change threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(params=[("acres", 2), ("snowdonia", 4)], ids=str)
def game(request: pytest.FixtureRequest) -> sp.Game:
    return sp.load_game(*request.param)


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """Run ``work(0)`` to ``work(THREADS - 1)``, all of which begin at the same moment."""
    start = threading.Barrier(THREADS)

    def begin(number: int) -> Any:
        start.wait(30)
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def played(game: sp.Game, index: int) -> tuple[Any, ...]:
    """Play a game with much of the API on the way, and return all that came of it."""
    state = game.new_initial_state(5, index=index)
    agent = sp.make_agent("random", seed=5, index=index)
    trail = []
    while not state.is_terminal():
        action = agent.choose(state)
        if len(trail) % 20 == 0:
            copy = game.state_from_bytes(state.to_bytes())
            assert copy == state and hash(copy) == hash(state)
            seen = state.observation_tensor(state.current_player())
            world = state.resample_from_infostate(state.current_player(), index)
            assert np.array_equal(world.observation_tensor(state.current_player()), seen)
            with pytest.raises(sp.IllegalActionError):
                state.apply_action(next(a for a in range(10_000) if not state.is_legal(a)))
        trail.append(action)
        state.apply_action(action)
    assert state.check() == 0
    return state.raw(), trail, state.outcome(), str(state)


def test_games_side_by_side(game: sp.Game) -> None:
    assert at_once(lambda number: played(game, number)) == [played(game, number) for number in range(THREADS)]


def test_one_state_is_read_by_all(game: sp.Game) -> None:
    state = game.new_initial_state(3)
    for _ in range(30):
        state.apply_action(state.legal_actions()[0])

    def read(number: int) -> Any:
        del number
        for _ in range(20):
            found = (
                state.legal_actions(),
                state.observation_tensor(0).tobytes(),
                state.scores(),
                str(state),
                state.clone() == state,
                state.to_bytes(),
            )
        return found

    assert len({repr(found) for found in at_once(read)}) == 1


def test_playouts_side_by_side(game: sp.Game) -> None:
    rows = at_once(lambda number: sp.playouts(game, 200, seed=number % 2, threads=2))
    for number in range(THREADS):
        assert np.array_equal(rows[number], sp.playouts(game, 200, seed=number % 2, threads=1))


def test_searches_side_by_side(game: sp.Game) -> None:
    state = game.new_initial_state(4)

    def search(number: int) -> Any:
        search = Search(game, state.current_player(), SearchOptions(iterations=100, trees=2))
        return search.search(state, number % 2).moves

    found = at_once(search)
    assert all(moves == found[number % 2] for number, moves in enumerate(found))


def test_a_search_belongs_to_one_thread_at_a_time(game: sp.Game) -> None:
    """The others are told so; nothing is mixed up."""
    state = game.new_initial_state(4)
    search = Search(game, state.current_player(), SearchOptions(iterations=800))
    alone = Search(game, state.current_player(), SearchOptions(iterations=800)).search(state, 1).moves

    def intrude(number: int) -> Any:
        del number
        try:
            return search.search(state, 1).moves
        except SearchError as error:
            return str(error)

    found = at_once(intrude)
    assert all(one == alone or "running in another thread" in one for one in found) and alone in found
