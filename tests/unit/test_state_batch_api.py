"""Batches of states: arguments, illegal actions, the caller's own arrays, single entries, copies."""

from __future__ import annotations

import copy
import pickle
import time
from typing import Any

import numpy as np
import pytest

import snowplay as sp
from snowplay.state_batch import FORFEITED, SKIP

GAME = sp.load_game("snowdonia", players=3)
ACRES = sp.load_game("acres")


def snapshot(batch: sp.StateBatch) -> list[bytes]:
    names = ("data", "legal_mask", "observation", "current_player", "over", "rewards", "terminated", "scores", "games")
    return [getattr(batch, name).tobytes() for name in names]


def play(batch: sp.StateBatch, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.sample_actions())


@pytest.mark.parametrize("game", [GAME, ACRES], ids=lambda game: game.name)
def test_illegal_entries_are_named_and_nothing_is_stepped(game: sp.Game) -> None:
    batch = sp.StateBatch(game, 8, 1)
    play(batch, 5)
    before = snapshot(batch)
    actions = batch.sample_actions(seed=1)
    good = actions.copy()
    actions[2] = int(np.flatnonzero(batch.legal_mask[2] == 0)[0])
    actions[5] = game.num_distinct_actions()
    actions[6] = -7
    with pytest.raises(sp.IllegalActionsError, match="3 entries of 8") as caught:
        batch.step(actions)
    assert caught.value.indices == [2, 5, 6]
    assert caught.value.actions == actions[[2, 5, 6]].tolist()
    assert "entry 2: seat" in str(caught.value)
    assert snapshot(batch) == before
    batch.step(good)  # and so it can go on
    assert snapshot(batch) != before


def test_errors_of_a_batch_survive_pickling_as_text() -> None:
    error = sp.IllegalActionsError("words", indices=[1], actions=[7])
    assert str(pickle.loads(pickle.dumps(error))) == "words"


def test_many_illegal_entries_are_listed_by_number() -> None:
    batch = sp.StateBatch(GAME, 300, 1)
    with pytest.raises(sp.IllegalActionsError, match="297 more") as caught:
        batch.step(np.full(300, 10**9))
    assert caught.value.indices == list(range(300))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_can_forfeit(threads: int) -> None:
    n = 2 * 128
    batch = sp.StateBatch(ACRES, n, 1, illegal="forfeit", threads=threads)
    actions = batch.sample_actions()
    actions[3] = 575 if not batch.legal_mask[3, 575] else 574
    seat = int(batch.current_player[3])
    before = batch.data[3].tobytes()
    assert batch.step(actions) == 1
    assert np.flatnonzero(batch.terminated).tolist() == [3] and batch.over[3] and not batch.truncated.any()
    assert batch.rewards[3, seat] == -1.0 and batch.rewards[3, 1 - seat] == 1.0
    assert batch.end_reason[3] == FORFEITED and batch.current_player[3] == -4
    assert (np.delete(batch.current_player, 3) >= 0).all()
    assert batch.data[3].tobytes() == before
    # over: there is nothing to forfeit any more
    with pytest.raises(sp.IllegalActionsError, match="entry 3: its game is over") as caught:
        batch.step(batch.sample_actions(seed=1) * 0)
    assert caught.value.indices == [3]


def test_a_forfeit_shares_the_gain() -> None:
    batch = sp.StateBatch(GAME, 2, 1, illegal="forfeit", autoreset="same_step")
    seat = int(batch.current_player[0])
    first = batch.state(0)
    assert batch.step([447, SKIP]) == 1
    assert batch.rewards[0, seat] == GAME.min_utility() and batch.rewards[0].sum() == 0
    assert batch.scores[0].tolist() == first.scores()
    assert batch.state(0) == GAME.new_initial_state(1, index=2**32)


def test_an_entry_can_be_passed_over() -> None:
    batch = sp.StateBatch(GAME, 3, 1)
    play(batch, 3)
    before = [batch.data[1].tobytes(), batch.observation[1].tobytes()]
    actions = batch.sample_actions()
    actions[1] = SKIP
    batch.step(actions)
    assert [batch.data[1].tobytes(), batch.observation[1].tobytes()] == before


@pytest.mark.parametrize("autoreset", ["off", "next_step", "same_step"])
@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_that_runs_is_passed_over_if_so_told(autoreset: str, threads: int) -> None:
    batch = sp.StateBatch(GAME, 300, 1, illegal="forfeit", autoreset=autoreset, threads=threads)
    skipped = np.full(300, SKIP)
    actions = batch.sample_actions()
    actions[1] = SKIP
    assert batch.step(actions, may_skip=False) == 1
    assert batch.end_reason[1] == FORFEITED and batch.terminated.nonzero()[0].tolist() == [1]
    assert batch.games[1] == (autoreset == "same_step")
    if autoreset == "next_step":  # entry 1 is dealt anew, the others forfeit
        assert batch.step(skipped, may_skip=False) == 299
        assert batch.games[:3].tolist() == [0, 1, 0] and batch.over[:3].tolist() == [True, False, True]
    before = snapshot(batch)
    batch.step(skipped)
    assert snapshot(batch) == before


def test_a_second_thread_is_refused_until_the_batch_is_given_back() -> None:
    batch = sp.StateBatch(GAME, 2, 1)
    asks = [
        lambda: batch.step(actions),
        batch.sample_actions,
        batch.reset,
        batch.clone,
        lambda: batch.state(0),
        lambda: batch.set_state(0, state),
    ]
    actions, state = batch.sample_actions(), batch.state(0)
    with batch._core:
        for ask in asks:
            with pytest.raises(RuntimeError, match="in use by another thread"):
                ask()
    for ask in asks:
        with pytest.raises(sp.IllegalActionsError):
            batch.step([9999, 9999])  # whatever it raises, it gives the batch back
        ask()


def test_an_interrupted_step_waits_for_its_threads() -> None:
    batch = sp.StateBatch(GAME, 512, 1, threads=2)
    done = []

    def work(first: int, last: int) -> int:
        if first == 0:
            raise KeyboardInterrupt
        time.sleep(0.1)
        done.append((first, last))
        return 0

    with pytest.raises(KeyboardInterrupt):
        batch._share(work)
    assert done == [(256, 512)]


def test_any_action_resets_in_the_next_step() -> None:
    batch = sp.StateBatch(GAME, 3, 1, autoreset="next_step", illegal="forfeit")
    batch.step([447, SKIP, SKIP])
    assert batch.over.tolist() == [True, False, False]
    actions = batch.sample_actions()
    assert actions[0] == 0 and batch.legal_mask[1, actions[1]]
    batch.step(actions)
    assert batch.games.tolist() == [1, 0, 0] and not batch.over.any()


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0, 0], ValueError),
        (0, ValueError),
        ([[0, 0, 0]], ValueError),
        ([0.0, 0.0, 0.0], TypeError),
        ([True, True, True], TypeError),
        (None, ValueError),
    ],
)
def test_what_is_no_row_of_integers_is_refused(actions: Any, error: type[Exception]) -> None:
    batch = sp.StateBatch(GAME, 3, 1)
    with pytest.raises(error, match="actions must"):
        batch.step(actions)


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.int64, np.uint64])
def test_integers_of_any_kind_do(dtype: type) -> None:
    a, b = (sp.StateBatch(ACRES, 4, 2) for _ in range(2))
    a.step(a.sample_actions(seed=5))
    b.step(b.sample_actions(seed=5).astype(dtype) if dtype != np.uint8 else b.sample_actions(seed=5).tolist())
    assert snapshot(a) == snapshot(b)


def test_numbers_that_do_not_fit_are_refused() -> None:
    """None of them becomes a `SKIP`."""
    batch = sp.StateBatch(GAME, 2, 1, illegal="forfeit")
    before = snapshot(batch)
    with pytest.raises(ValueError, match=r"less than 2\*\*63, not 18446744073709551615"):
        batch.step(np.array([2**64 - 1, 0], np.uint64))
    assert snapshot(batch) == before


def test_strided_actions_do() -> None:
    a, b = (sp.StateBatch(ACRES, 4, 2) for _ in range(2))
    wide = np.zeros((4, 2), np.int64)
    wide[:, 0] = a.sample_actions(seed=5)
    a.step(wide[:, 0])
    b.step(wide[:, 0].copy())
    assert snapshot(a) == snapshot(b)


def test_outputs_go_into_the_callers_arrays() -> None:
    n, size = 5, GAME.observation_tensor_shape()[0]
    out = {
        "observation": np.full((n, size), 7, np.uint8),
        "legal_mask": np.full((n, GAME.num_distinct_actions()), 7, np.uint8),
        "rewards": np.full((n, 3), 7.0),
        "terminated": np.ones(n, bool),
    }
    given = sp.StateBatch(GAME, n, 3, dtype="uint8", out=out)
    own = sp.StateBatch(GAME, n, 3, dtype="uint8")
    for _ in range(20):
        for batch in (given, own):
            batch.step(batch.sample_actions())
        for name, array in out.items():
            assert getattr(given, name) is array
            assert np.array_equal(array, getattr(own, name))


def bad_outputs() -> dict[str, Any]:
    size = GAME.observation_tensor_shape()[0]
    frozen = np.zeros((2, 3))
    frozen.flags.writeable = False
    one = np.zeros((2, 2 * size), np.float32)
    return {
        "is it float64": {"observation": np.zeros((2, size))},
        "is it of shape": {"observation": np.zeros((3, size), np.float32)},
        "not C-contiguous": {"observation": one[:, ::2]},
        "not writable": {"rewards": frozen},
        "no output 'rewardz'": {"rewardz": np.zeros((2, 3))},
        "no output 'final_observation'": {"final_observation": np.zeros((2, size), np.float32)},
        "not list": {"rewards": [[0.0] * 3] * 2},
        "share memory": dict.fromkeys(("terminated", "truncated"), np.zeros(2, bool)),
    }


@pytest.mark.parametrize("why", bad_outputs())
def test_arrays_that_do_not_fit_are_refused(why: str) -> None:
    with pytest.raises((TypeError, ValueError), match=why.removeprefix("is it ")):
        sp.StateBatch(GAME, 2, out=bad_outputs()[why])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"n": 0}, "n must be at least 1"),
        ({"autoreset": "sometimes"}, "autoreset must be one of off, next_step, same_step"),
        ({"observe": "me"}, "observe must be one of"),
        ({"observe": 3}, "observe must be at most 2"),
        ({"dtype": "float64"}, "dtype must be one of"),
        ({"illegal": "ignore"}, "illegal must be one of"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"random_seats": [0, 1, 2]}, "must leave a seat"),
        ({"random_seats": [3]}, "random_seats must be at most 2"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"seed": [1]}, "1 seeds for 2 entries"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sp.StateBatch(GAME, **{"n": 2, **wrong})


def test_a_seed_must_be_whole() -> None:
    with pytest.raises(TypeError, match="seed must be an integer or a sequence of 2"):
        sp.StateBatch(GAME, 2, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mask must be bool"):
        sp.StateBatch(GAME, 2).reset(mask=np.ones(2))  # type: ignore[arg-type]


def test_entry_i_depends_on_its_seed_and_number_alone() -> None:
    small, large = sp.StateBatch(GAME, 2, 9), sp.StateBatch(GAME, 50, 9)
    play(small, 30)
    play(large, 30)
    assert np.array_equal(small.data, large.data[:2])
    each = sp.StateBatch(GAME, 3, [4, 5, 4])
    assert each.state(0) == each.state(2) == sp.StateBatch(GAME, 1, 4).state(0)
    assert each.state(1) == GAME.new_initial_state(5)


def test_reset_with_a_seed_begins_anew() -> None:
    batch = sp.StateBatch(GAME, 3, 1)
    first = snapshot(batch)
    play(batch, 10)
    batch.reset(mask=np.array([True, False, False]))
    assert batch.games.tolist() == [1, 0, 0]
    batch.reset(seed=1)
    assert snapshot(batch) == first


def test_states_come_out_and_go_in() -> None:
    batch = sp.StateBatch(ACRES, 4, 1)
    play(batch, 40)
    state = batch.state(2)
    assert (state.seed, state.index) == (1, 2)
    batch.set_state(0, state)
    assert batch.data[0] == batch.data[2]
    assert np.array_equal(batch.legal_mask[0], batch.legal_mask[2])
    for _ in range(30):  # generators go along
        actions = batch.sample_actions()
        assert actions[0] == actions[2]
        batch.step(actions)
    assert batch.data[0] == batch.data[2]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    batch.set_state(1, state)
    assert batch.over[1] and batch.rewards[1].tolist() == state.returns()


def test_a_state_put_in_is_played_on_by_random_seats() -> None:
    batch = sp.StateBatch(GAME, 1, 1, random_seats=[1, 2])
    state = GAME.new_initial_state(8)
    while state.current_player() == 0:
        state.apply_action(state.legal_actions()[0])
    batch.set_state(0, state)
    assert batch.current_player[0] == 0


def test_states_that_do_not_fit_are_refused() -> None:
    batch = sp.StateBatch(GAME, 1, autoreset="same_step")
    with pytest.raises(ValueError, match="the state is of"):
        batch.set_state(0, ACRES.new_initial_state(1))
    with pytest.raises(ValueError, match="explicit chance"):
        batch.set_state(0, GAME.new_initial_state(1, explicit_chance=True))
    over = GAME.new_initial_state(1)
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    with pytest.raises(ValueError, match="no entry holds a game that is over"):
        batch.set_state(0, over)


@pytest.mark.parametrize(
    "how", [sp.StateBatch.clone, copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
def test_copies_go_on_alike_and_apart(how: Any) -> None:
    batch = sp.StateBatch(
        GAME, 4, 2, autoreset="same_step", observe=0, random_seats=[1], rotate=True, illegal="forfeit"
    )
    play(batch, 100)
    twin = how(batch)
    before = snapshot(batch)
    assert snapshot(twin) == before and repr(twin) == repr(batch) and len(twin) == 4
    play(twin, 100)
    assert snapshot(batch) == before
    play(batch, 100)
    assert snapshot(batch) == snapshot(twin)


def test_views_are_read_only() -> None:
    batch = sp.StateBatch(GAME, 2)
    for array in (batch.data, batch.games):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]


def test_random_actions_of_a_seed_are_repeatable_and_legal() -> None:
    batch = sp.StateBatch(ACRES, 100, 2)
    play(batch, 10)
    first = batch.sample_actions(seed=3)
    assert np.array_equal(batch.sample_actions(seed=3), first)
    assert not np.array_equal(batch.sample_actions(seed=4), first)
    assert batch.legal_mask[np.arange(100), first].all()
    out = np.zeros(100, np.int64)
    assert batch.sample_actions(seed=3, out=out) is out and np.array_equal(out, first)
    with pytest.raises(ValueError, match="out must be"):
        batch.sample_actions(out=np.zeros(99, np.int64))
