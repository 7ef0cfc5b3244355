"""A long run of differential games by hand, from the folder `tests`: `python -m twin.long_run GAME --games 100000`.

The games continue those of the test suite: the same set-ups and policies, numbers from `--first` on. Progress is told
after every `CHUNK` games; a difference is printed with its shrunk script and counted, and the run goes on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from snowplay.batch import default_threads

from . import acres_games, snowdonia_games
from .harness import DifferenceError, Job, Played, jobs, play_jobs

CHUNK = 200


def _acres(first: int, games: int) -> list[Job]:
    return jobs(acres_games.setups(), acres_games.POLICIES, games, first=first, full_every=20)


def _snowdonia(first: int, games: int) -> list[Job]:
    """A fifth of the games for each number of players."""
    return [
        job
        for players in range(1, 6)
        for job in jobs(
            snowdonia_games.setups(players),
            snowdonia_games.many_policies(),
            len(range(players - 1, games, 5)),
            first=players * 1_000_000 + first,
            full_every=20,
        )
    ]


PLAN: dict[str, Callable[[int, int], list[Job]]] = {"acres": _acres, "snowdonia": _snowdonia}


def _chunk(games: list[Job]) -> tuple[Played, list[str]]:
    """Play games one by one; a difference does not keep the others from being played."""
    played = Played()
    differences = []
    for job in games:
        try:
            played += play_jobs([job])
        except DifferenceError as error:
            differences.append(str(error))
    return played, differences


def _results(plan: list[Job], workers: int) -> Iterator[tuple[Played, list[str]]]:
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(_chunk, [plan[start : start + CHUNK] for start in range(0, len(plan), CHUNK)])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m twin.long_run", description=__doc__, allow_abbrev=False)
    parser.add_argument("game", choices=PLAN)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--workers", type=int, default=default_threads(), help="processes")
    asked = parser.parse_args()
    start = time.perf_counter()
    total = Played()
    found = 0
    for played, differences in _results(PLAN[asked.game](asked.first, asked.games), asked.workers):
        total += played
        found += len(differences)
        for text in differences:
            print(f"\n{text}\n")
        done = total.games + found
        seconds = time.perf_counter() - start
        line = f"{asked.game}: {done:,} games, {total.steps:,} steps, {found} differences, {seconds:.0f} s"
        print(line, flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
