"""The sequential test of an experiment: after which chunk the answer is clear.

It sees the chunks in order, each when it is there for all arms. So where it stops depends on the games alone, not on
threads, engine or interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..analysis.sequential import Gsprt
from ..export import pyarrow_modules
from .plan import Arm, Chunk, baseline_of
from .spec import Experiment

__all__ = ["StopTest"]


class StopTest:
    """The test of the table [stop].

    For each game the outcome is the win (1 or 0) of the first arm or agent less that of the second: -1, 0 or 1. With
    ``rotate = "paired"`` the two games of a deal count together, from -2 to 2.

    Parameters
    ----------
    experiment : Experiment
        With a table [stop].
    arms : sequence of Arm
        All arms.
    """

    def __init__(self, experiment: Experiment, arms: Sequence[Arm]) -> None:
        stop = experiment.stop
        if stop is None:
            raise ValueError("the experiment has no table [stop]")
        pyarrow_modules()  # if they are missing that is told before the first game
        self._stop = stop
        self._arms = arms
        self._tested = [arm for name in stop.arms for arm in arms if arm.name == name] or [
            baseline_of(experiment, arms)
        ]
        self._test = Gsprt(stop.h0, stop.h1, stop.alpha, stop.beta)
        self._chunks = 0
        self._games = 0

    @property
    def gsprt(self) -> Gsprt:
        """The test itself, with its bounds and its way so far."""
        return self._test

    @property
    def decided(self) -> bool:
        """Whether the answer is clear."""
        return self._test.verdict is not None

    @property
    def result(self) -> dict[str, Any]:
        """What the manifest says of the test."""
        return {
            "test": self._stop.test,
            "verdict": self._test.verdict,
            "llr": self._test.llr,
            "chunks": self._chunks,
            "games": self._games,
        }

    def advance(self, is_safe: Callable[[Chunk], bool], path_of: Callable[[Chunk], Path]) -> None:
        """Look at the chunks that follow those already seen, as far as all arms have them or the answer is clear."""
        while not self.decided:
            row = [_chunk(arm, self._chunks) for arm in self._arms if self._chunks < arm.chunks]
            if not row or not all(map(is_safe, row)):
                return
            if self._chunks < self._tested[0].chunks:  # arms of unlike players may have unlike numbers of chunks
                self._add([path_of(_chunk(arm, self._chunks)) for arm in self._tested])
            self._chunks += 1

    def _add(self, paths: Sequence[Path]) -> None:
        stop = self._stop
        if stop.arms:
            first, second = (_won(path, stop.seat, arm) for path, arm in zip(paths, self._tested, strict=True))
        else:
            first, second = (_won(paths[0], agent, self._tested[0]) for agent in stop.agents)
        outcome = first - second
        self._games += len(outcome)
        if self._tested[0].rotate == "paired":
            counts = np.bincount(outcome.reshape(-1, 2).sum(axis=1) + 2, minlength=5)
        else:
            counts = np.bincount(outcome + 1, minlength=3)
        self._test.add(counts.tolist())


def _chunk(arm: Arm, index: int) -> Chunk:
    first = index * arm.chunk
    return Chunk(arm, index, first, min(arm.chunk, arm.games - first))


def _won(path: Path, agent: int, arm: Arm) -> npt.NDArray[np.int64]:
    """Return for each game of a chunk whether an agent won; agent k plays seat k where seats do not change."""
    table = pyarrow_modules()[1].ParquetFile(path).read(columns=["winner", "rotation"])
    winner, rotation = (table[name].to_numpy().astype(np.int64) for name in ("winner", "rotation"))
    won: npt.NDArray[np.bool_] = (winner < arm.players) & ((winner + rotation) % arm.players == agent)
    return won.astype(np.int64)
