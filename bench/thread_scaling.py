"""Whether Python code that steps states goes faster on two threads than on one.

Where Python has the interpreter lock it cannot: only one thread at a time runs Python. On free-threaded Python each
thread plays games of its own of one shared Game. One thread and two do the same work in turn; the fastest run of each
is reported, because other programs can only make a run slower. A bare loop without snowplay tells what the machine has
to give at the moment; processor time and waits (a thread had to wait for another) hardly depend on its load.

    python bench/thread_scaling.py --games 200 --repeat 15
"""

from __future__ import annotations

import argparse
import resource
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import snowplay as sp

SEED = 11


class Run(NamedTuple):
    """What one run took: seconds, processor seconds, and how often a thread waited."""

    wall: float
    processor: float
    waits: int


def play(game: sp.Game, first: int, games: int) -> None:
    """Play random games one action at a time, as a user's own loop does."""
    for index in range(first, first + games):
        state = game.new_initial_state(SEED, index=index)
        agent = sp.make_agent("random", seed=SEED, index=index)
        while not state.is_terminal():
            state.apply_action(agent.choose(state))


def count(first: int, games: int) -> None:
    """Take about as long as games of A Few Acres of Snow do, without snowplay."""
    del first
    total = 0
    for number in range(20_000 * games):
        total += number & 7


def timed(work: Callable[[int, int], None], games: int, threads: int) -> Run:
    """Share the games out evenly over the threads."""
    each = games // threads
    workers = [threading.Thread(target=work, args=(number * each, each)) for number in range(threads)]
    waits = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
    wall, processor = time.perf_counter(), time.process_time()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    return Run(wall, processor, resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw - waits)


def main() -> None:
    parser = argparse.ArgumentParser(description="State stepping from Python on one thread and on two.")
    parser.add_argument("--games", type=int, default=200, help="games of each run, an even number")
    parser.add_argument("--repeat", type=int, default=15)
    arguments = parser.parse_args()
    lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"Python {sys.version.split()[0]}, interpreter lock {'on' if lock else 'off'}, seed {SEED}")
    works: dict[str, Callable[[int, int], None]] = {"bare loop": count}
    works |= {name: partial(play, sp.load_game(name)) for name in sp.registered_games()}
    for name, work in works.items():
        runs: dict[int, list[Run]] = {1: [], 2: []}
        for _ in range(arguments.repeat):
            for threads, found in runs.items():
                found.append(timed(work, arguments.games, threads))
        one, two = (Run(*map(min, zip(*found, strict=True))) for found in runs.values())
        print(
            f"{name}: {arguments.games / one.wall:.0f} a second on one thread, {one.wall / two.wall:.2f} times as many "
            f"on two; processor time {two.processor / one.processor:.2f} times, waits {one.waits} and {two.waits}"
        )


if __name__ == "__main__":
    main()
