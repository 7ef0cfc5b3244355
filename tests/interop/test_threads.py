"""Many threads at once: a Game is shared, a State and a StateBatch belong to one thread, all drivers run side by side.

On free-threaded Python the threads really run at the same moment; what these tests ask is the same on every Python.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import snowplay as sp
from snowplay.search import Search, SearchError, SearchOptions
from snowplay.seats import clocked, fill_rows

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


def test_games_are_loaded_side_by_side(game: sp.Game) -> None:
    """What loading shares (data files, schemas) is shared whole."""
    loaded = at_once(lambda _: sp.load_game(game.name, game.players))
    assert all(one == game and one.core.table_data == game.core.table_data for one in loaded)


def batch_played(game: sp.Game, number: int) -> bytes:
    """Step a batch of its own, and return all that its outputs said."""
    batch = sp.StateBatch(game, 300, seed=number, autoreset="same_step", threads=1 + number % 2)
    seen = b""
    for _ in range(25):
        batch.step(batch.sample_actions())
        seen += batch.observation[::50].tobytes() + batch.legal_mask[::50].tobytes() + batch.rewards.tobytes()
    return seen + batch.data.tobytes()


def test_batches_side_by_side(game: sp.Game) -> None:
    assert at_once(lambda number: batch_played(game, number)) == [batch_played(game, k) for k in range(THREADS)]


AGENTS = {
    "acres": ["halifax_hammer", "ismcts:iterations=8,cutoff=0"],
    "snowdonia": ["balanced", "greedy", "ismcts:iterations=8,cutoff=0", "flat:iterations=8,cutoff=0"],
}


def test_agents_side_by_side(game: sp.Game) -> None:
    """Agents of all kinds play games of one Game; they share figures of its tables."""

    def rows(number: int) -> bytes:
        found = np.zeros(1, game.row_dtype)
        fill_rows(game, found, seed=number % 2, first=0, agents=AGENTS[game.name], threads=1)
        return found.tobytes()

    assert at_once(rows) == [rows(0), rows(1)] * (THREADS // 2)


def test_a_state_that_two_threads_move_stays_whole(game: sp.Game) -> None:
    """Who forgets that a state belongs to one thread gets a mixed-up game, but a game: moves are asked about and made
    as one, and nobody sees half a move."""
    for index in range(6):
        state = game.new_initial_state(6, index=index)

        def move(number: int, state: sp.State = state) -> int:
            moved = 0
            while legal := state.legal_actions():
                action = legal[(number + moved) % len(legal)]
                if state.is_legal(action):
                    with suppress(sp.IllegalActionError):
                        state.apply_action(action)
                        moved += 1
                seat = number % game.players
                assert state.check() == 0
                assert state.clone().check() == 0
                world = state.resample_from_infostate(seat, number)
                assert world.is_terminal() or world.legal_actions()
                assert np.isfinite(state.observation_tensor(seat)).all()
                assert state.legal_actions_mask().sum() < 1000
            return moved

        assert sum(at_once(move)) > 20
        assert state.is_terminal()
        assert state.check() == 0


def test_an_action_that_has_become_legal_meanwhile(game: sp.Game) -> None:
    """Another thread moved between the refusal and its words: there is no rule to cite."""
    state = game.new_initial_state(6)
    for _ in range(60):
        for action in state.legal_actions():
            with pytest.raises(sp.IllegalActionError, match="another thread moved"):
                state._illegal(action)
        state.apply_action(state.legal_actions()[-1])


def test_a_batch_belongs_to_one_thread_at_a_time(game: sp.Game) -> None:
    """The others are told so; the batch goes on as if they had not asked."""
    batch = sp.StateBatch(game, 300, seed=8, autoreset="same_step")
    actions = batch.sample_actions(seed=1)

    def step(number: int) -> int:
        del number
        done = 0
        while done < 30:
            try:
                batch.step(batch.sample_actions(seed=1))
                done += 1
            except sp.IllegalActionsError:
                done += 1  # another thread stepped between the sample and the step
            except RuntimeError as error:
                told.add(str(error))
            with suppress(RuntimeError):
                assert batch.state(7).check() == 0
        return done

    told: set[str] = set()
    at_once(step)
    assert told <= {"this batch is in use by another thread: make one for each thread"}
    assert all(batch.state(i).check() == 0 for i in range(batch.n))
    batch.reset(seed=8)
    assert np.array_equal(batch.sample_actions(seed=1), actions)


def test_clocks_side_by_side(game: sp.Game) -> None:
    """A clock counts every game of its time, whatever clocks come and go beside it."""
    agents = ["greedy:samples=1"] + ["random"] * (game.players - 1)

    def play(number: int) -> int:
        with clocked() as clock:
            fill_rows(game, np.zeros(1, game.row_dtype), seed=number, first=0, agents=agents, threads=1)
        return clock.moves[agents[0]]

    alone = [play(number) for number in range(THREADS)]
    with clocked() as clock:
        found = at_once(lambda number: [play(number) for _ in range(4)])
    assert all(min(counted) >= alone[number] for number, counted in enumerate(found))
    assert clock.moves[agents[0]] == 4 * sum(alone)


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
