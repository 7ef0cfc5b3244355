"""Batches of playouts: seeds, threads, progress, interruption.

The compiled core plays a slice of games without the GIL; this module cuts a run into slices and hands them to
threads. Game i of a run depends on the game's rules, the master seed and i alone, so neither the number of
threads nor the size of a slice shows in the rows.
"""

from __future__ import annotations

import operator
import os
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._core.playout import POLICIES, run

if TYPE_CHECKING:
    from .games import Game

__all__ = [
    "PlayoutsInterrupted",
    "Report",
    "Rows",
    "bar",
    "default_threads",
    "playout_chunks",
    "playouts",
    "share_rows",
    "silent",
    "whole",
]

Rows = npt.NDArray[np.void]
Report = Callable[[int], None]

# A slice takes a thread some 10 ms: long enough that handing it out costs nothing, short enough that Ctrl-C
# and the progress bar feel immediate.
SLICE = 500
_WAIT_SECONDS = 0.1
_MAX_SEED = 2**64 - 1


class PlayoutsInterrupted(KeyboardInterrupt):
    """Ctrl-C during a batch of playouts.

    Attributes
    ----------
    done : int
        Games that were finished.
    rows : numpy.ndarray
        Their rows: the first `done` games of the batch.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.done = len(rows)
        super().__init__(f"interrupted after {self.done:,} games")


def playouts(
    game: Game,
    n: int,
    *,
    seed: int = 0,
    policy: str = "random",
    threads: int | None = None,
    progress: bool = False,
    first: int = 0,
) -> Rows:
    """Play games to their end and return one row a game.

    Parameters
    ----------
    game : Game
        What to play.
    n : int
        Number of games.
    seed : int
        Master seed, 0 to 2**64 - 1. Seed 0 is a seed like any other.
    policy : str
        Who chooses: ``"random"`` takes each legal action with the same chance.
    threads : int, optional
        Threads to play on; by default one for each processor this process may use. The rows do not depend on
        it.
    progress : bool
        Show a progress bar on standard error, if that is a terminal.
    first : int
        Index of the first game. Rows ``first`` to ``first + n - 1`` of any run with this seed are the same
        games.

    Returns
    -------
    numpy.ndarray, shape (n,)
        Structured array of dtype ``game.row_dtype``, sorted by ``index``; ``game.row_fields()`` tells what
        each field means.

    Raises
    ------
    TypeError, ValueError
        If a number is not an integer or is out of range, or the policy is unknown.
    PlayoutsInterrupted
        On Ctrl-C, within a fraction of a second. A `KeyboardInterrupt` that holds the finished rows.

    Examples
    --------
    >>> import snowplay as sp
    >>> rows = sp.playouts(sp.load_game("snowdonia", players=3), 100, seed=7)
    >>> rows["score"][:, :3].shape
    (100, 3)
    """
    plan = _Plan(game, n, seed, policy, threads, first)
    rows = np.zeros(plan.n, game.row_dtype)
    with bar(plan.n, "games") if progress else nullcontext(silent) as report:
        plan.fill(rows, 0, report)
    return rows


def playout_chunks(
    game: Game,
    n: int,
    *,
    seed: int = 0,
    policy: str = "random",
    threads: int | None = None,
    progress: bool = False,
    first: int = 0,
    chunk: int = 50_000,
) -> Generator[Rows, None, None]:
    """Play the games of `playouts` and yield their rows chunk by chunk, so that memory stays flat.

    Parameters are those of `playouts`; `chunk` is the number of rows in every chunk but the last. The array
    of a chunk is used again for the next one: keep a copy of what you want to keep.
    """
    plan = _Plan(game, n, seed, policy, threads, first)
    if chunk < 1:
        raise ValueError(f"chunk must be at least 1, not {chunk}")
    buffer = np.zeros(min(chunk, plan.n), game.row_dtype)
    with bar(plan.n, "games") if progress else nullcontext(silent) as report:
        for start in range(0, plan.n, chunk):
            rows = buffer[: min(chunk, plan.n - start)]
            plan.fill(rows, start, report)
            yield rows


def default_threads() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def bar(total: int, unit: str) -> AbstractContextManager[Report]:
    """Return a progress bar on standard error as a context.

    The context yields a function to call with how many more are done. Off a terminal nothing is shown.
    """
    if not sys.stderr.isatty():
        return nullcontext(silent)
    from ._progress import ProgressBar  # rich is slow to import, and few runs show a bar

    return ProgressBar(total, unit)


def silent(done: int) -> None:
    """Tell nobody."""
    del done


class _Plan:
    """A checked run: what to play, from where, on how many threads."""

    def __init__(self, game: Game, n: int, seed: int, policy: str, threads: int | None, first: int) -> None:
        self.core = game.core
        self.n = whole("n", n, 0, 2**48)
        self.seed = whole("seed", seed, 0, _MAX_SEED)
        self.first = whole("first", first, 0, _MAX_SEED - self.n)
        if policy not in POLICIES:
            raise ValueError(f"unknown policy {policy!r}; there is {', '.join(POLICIES)}")
        self.policy: int = POLICIES[policy]
        self.threads = default_threads() if threads is None else whole("threads", threads, 1, 4096)

    def fill(self, rows: Rows, start: int, report: Report) -> None:
        """Play game `start` of the run and its successors into the rows, one each."""

        def play(begin: int, end: int) -> None:
            run(self.core, rows[begin:end], self.seed, self.first + start + begin, self.policy)

        share_rows(rows, play, self.threads, report)


def share_rows(rows: Rows, play: Callable[[int, int], None], threads: int, report: Report, slice_: int = SLICE) -> None:
    """Have ``play(begin, end)`` fill all rows, slice by slice, on some threads."""
    n = len(rows)
    size = max(1, min(slice_, -(-n // (4 * threads))))
    starts = iter(range(0, n, size))
    finished = np.zeros(-(-n // size), bool)
    lock = threading.Lock()
    stop = threading.Event()
    faults: list[BaseException] = []

    def work() -> None:
        try:
            while not stop.is_set():
                with lock:
                    begin = next(starts, None)
                if begin is None:
                    return
                play(begin, min(n, begin + size))
                finished[begin // size] = True
        except BaseException as fault:
            faults.append(fault)
            stop.set()

    workers = [threading.Thread(target=work) for _ in range(min(threads, len(finished)))]
    told = 0
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            while worker.is_alive():
                worker.join(_WAIT_SECONDS)
                done = min(n, int(finished.sum()) * size)
                report(done - told)
                told = done
    except KeyboardInterrupt:
        stop.set()
        _join(workers)
        prefix = len(finished) if finished.all() else int(finished.argmin())
        raise PlayoutsInterrupted(rows[: prefix * size]) from None
    finally:
        stop.set()
        _join(workers)
    if faults:
        raise faults[0]


def _join(workers: list[threading.Thread]) -> None:
    for worker in workers:
        if worker.ident is not None:
            worker.join()


def real(name: str, value: Any) -> float:
    """Return the value as a float; TypeError if it is not a real number (bool does not count as one)."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    return float(value)


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return the value as an int, or say what is wrong with it.

    Raises
    ------
    TypeError
        If it is not an integer (bool does not count as one).
    ValueError
        If it is not in `low` to `high`.
    """
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {value!r}") from None
    if not low <= number <= high:
        limit = f"at least {low}" if number < low else f"at most {high}"
        raise ValueError(f"{name} must be {limit}, not {number}")
    return number
