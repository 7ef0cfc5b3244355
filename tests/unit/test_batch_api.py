"""Batches: the same rows however they are cut, interruption, errors, statistics."""

from __future__ import annotations

import _thread
import math
import os
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import snowplay as sp
from snowplay import Game, PlayoutsInterrupted, batch
from snowplay._core import selftest
from snowplay._core.playout import run
from snowplay.generator import Stream
from snowplay.stats import Histogram, deviation, mean_interval, wilson
from snowplay.summary import Summary


@pytest.fixture(scope="module")
def game() -> Game:
    return sp.load_game("snowdonia", players=3)


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_threads_do_not_show_in_the_rows(game: Game, threads: int) -> None:
    rows = sp.playouts(game, 1300, seed=4, threads=threads)
    assert np.array_equal(rows, sp.playouts(game, 1300, seed=4, threads=5))
    assert np.array_equal(rows["index"], np.arange(1300))


def test_a_run_can_be_cut_anywhere(game: Game) -> None:
    whole = sp.playouts(game, 900, seed=6)
    parts = [sp.playouts(game, n, seed=6, first=first) for first, n in ((0, 1), (1, 700), (701, 199))]
    assert np.array_equal(np.concatenate(parts), whole)
    chunks = [rows.copy() for rows in sp.playout_chunks(game, 900, seed=6, chunk=250)]
    assert [len(rows) for rows in chunks] == [250, 250, 250, 150]
    assert np.array_equal(np.concatenate(chunks), whole)


def test_no_games_are_no_rows(game: Game) -> None:
    rows = sp.playouts(game, 0)
    assert rows.shape == (0,) and rows.dtype == game.row_dtype
    assert list(sp.playout_chunks(game, 0)) == []


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"n": -1}, ValueError, "n must be at least 0, not -1"),
        ({"n": 2.0}, TypeError, "n must be an integer, not 2.0"),
        ({"n": True}, TypeError, "n must be an integer"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"seed": 2**64}, ValueError, "seed must be at most"),
        ({"threads": 0}, ValueError, "threads must be at least 1"),
        ({"first": -1}, ValueError, "first must be at least 0"),
        ({"policy": "best"}, ValueError, "unknown policy 'best'; there is random"),
    ],
)
def test_wrong_arguments(game: Game, wrong: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        sp.playouts(game, **{"n": 1, **wrong})


def test_other_threads_run_while_games_are_played(game: Game) -> None:
    count = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal count
        while not stop.wait(0.001):
            count += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    rows = np.zeros(20_000, game.row_dtype)

    def ticks() -> int:
        before = count
        run(game.core, rows, 0, 0)
        return count - before

    free = any(ticks() >= 5 for _ in range(5))  # a busy machine may leave the ticker no processor once
    stop.set()
    ticker.join()
    assert free, "the GIL was held"


def interrupt_soon(seconds: float) -> None:
    def interrupt() -> None:
        time.sleep(seconds)
        if os.name == "posix":
            os.kill(os.getpid(), signal.SIGINT)
        else:
            _thread.interrupt_main()

    threading.Thread(target=interrupt).start()


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_hands_over_the_finished_games(game: Game, threads: int) -> None:
    interrupt_soon(0.3)
    start = time.perf_counter()
    with pytest.raises(PlayoutsInterrupted) as caught:
        sp.playouts(game, 2_000_000, seed=8, threads=threads)
    assert time.perf_counter() - start < 1.3
    done = caught.value.done
    assert 0 < done < 2_000_000
    assert len(caught.value.rows) == done
    assert f"interrupted after {done:,} games" in str(caught.value)
    some = min(done, 2000)
    assert np.array_equal(caught.value.rows[:some], sp.playouts(game, some, seed=8))
    assert (caught.value.rows["rounds"] > 0).all(), "a row that was not played"
    assert threading.active_count() < 4


def test_a_fault_in_a_thread_reaches_the_caller(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise MemoryError("no room")

    monkeypatch.setattr(batch, "run", broken)
    with pytest.raises(MemoryError, match="no room"):
        sp.playouts(game, 5000, threads=2)


def test_every_field_of_a_row_is_explained(game: Game) -> None:
    names = [field.name for field in game.row_fields()]
    assert sorted(names) == sorted(name for name in game.row_dtype.names or () if name != "spare")
    rows = sp.playouts(game, 50)
    for field in game.row_fields():
        shape = rows[field.name].shape[1:]
        assert len(shape) == len(field.axes)
        for size, labels in zip(shape, field.axes, strict=True):
            assert len(labels) <= size
        assert field.meaning


def test_a_row_is_the_game_move_by_move(game: Game) -> None:
    rows = sp.playouts(game, 5, seed=12)
    for index, row in enumerate(rows):
        agents = [sp.RandomAgent(12, index, seat) for seat in range(3)]
        state = game.new_initial_state(12, index=index)
        decisions = 0
        while not state.is_terminal():
            state.apply_action(agents[state.current_player()].choose(state))
            decisions += 1
        outcome = state.outcome()
        assert outcome is not None
        assert state.scores() == row["score"][:3].tolist()
        assert (decisions, outcome.winner) == (row["decisions"], row["winner"])
        for part in game.front.score_parts:
            assert [parts[part] for parts in state.score_parts()] == row[part][:3].tolist()


# ---- statistics ----


def test_summary_agrees_with_plain_numpy(game: Game) -> None:
    rows = sp.playouts(game, 3000, seed=2)
    summary = Summary(game)
    for start in range(0, 3000, 700):
        summary.add(rows[start : start + 700])
    scores = rows["score"][:, :3].astype(float)
    for seat in range(3):
        interval = summary.score.interval(seat)
        assert interval.value == pytest.approx(scores[:, seat].mean())
        half = 1.96 * scores[:, seat].std(ddof=1) / math.sqrt(3000)
        assert interval.half_width == pytest.approx(half, rel=1e-4)
        assert summary.score.deviation(seat) == pytest.approx(scores[:, seat].std(ddof=1))
        assert summary.wins[seat] == (rows["winner"] == seat).sum()
        turn = (seat - rows["start_seat"].astype(int)) % 3
        for place in range(3):
            assert ((rows["winner"] == seat) & (turn == place)).sum() <= summary.turn_wins[place]
    assert summary.wins.sum() == summary.turn_wins.sum() == summary.games == 3000
    assert summary.ties == (rows["tied"] > 1).sum()
    first = scores[np.arange(3000), rows["start_seat"]]
    assert summary.turn_score.interval(0).value == pytest.approx(first.mean())
    for share in (0.05, 0.5, 0.95):
        expected = np.quantile(rows["decisions"], share, method="inverted_cdf")
        assert summary.decisions.quantile(share) == expected
    assert sum(count for *_, count in summary.end_reasons()) == 3000
    activities = {activity.label: sums for activity, sums in summary.activities}
    taken = np.bitwise_count(rows["contracts_taken"][:, 1])
    assert activities["Contracts taken"].interval(1).value == pytest.approx(taken.mean())
    assert activities["Owns a train at the end"].interval(2).value == pytest.approx(
        (rows["train_owned"][:, 2] > 0).mean()
    )


def test_wilson_against_published_values() -> None:
    """Newcombe (1998), table I."""
    for successes, trials, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        interval = wilson(successes, trials)
        assert interval.low == pytest.approx(low, abs=5e-5)
        assert interval.high == pytest.approx(high, abs=5e-5)
    assert (wilson(20, 20).high, wilson(0, 5).low) == (1.0, 0.0)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    with pytest.raises(ValueError, match="0 to 3"):
        wilson(4, 3)


def test_means_of_few_values() -> None:
    assert math.isnan(mean_interval(0, 0, 0).value)
    assert mean_interval(1, 7, 49).value == 7
    assert math.isnan(mean_interval(1, 7, 49).low)
    assert mean_interval(3, 6, 14) == pytest.approx((2, 2 - 1.1316, 2 + 1.1316), abs=1e-4)
    assert deviation(3, 6, 14) == 1
    assert math.isnan(deviation(1, 7, 49))


def test_an_empty_histogram() -> None:
    histogram = Histogram()
    assert (histogram.count, histogram.total(), histogram.quantile(0.5), histogram.counts()) == (0, 0, 0, {})
    histogram.add(np.array([3, 1, 3], np.uint8))
    histogram.add(np.array([9], np.uint32))
    assert histogram.counts() == {1: 1, 3: 2, 9: 1}
    assert (histogram.quantile(0), histogram.quantile(0.5), histogram.quantile(1)) == (1, 3, 9)


def test_the_generator_in_python_is_the_cores() -> None:
    for seed, index, purpose in ((0, 0, 0), (7, 3, 4), (2**64 - 1, 2**63, 8)):
        stream = Stream(seed, index, purpose)
        assert [stream.next64() for _ in range(50)] == selftest.next64(seed, index, purpose, 50).tolist()
        stream = Stream(seed, index, purpose)
        assert [stream.below(10) for _ in range(50)] == selftest.below(seed, index, purpose, 10, 50).tolist()
