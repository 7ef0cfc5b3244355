"""Runs of experiments in memory, with rows of real games or made up ones, for tests of the analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from snowplay.experiments.plan import Arm, Chunk, arms_of, baseline_of
from snowplay.experiments.play import play_chunk
from snowplay.experiments.schema import Encoder
from snowplay.experiments.spec import Experiment, load_experiment


@dataclass
class MemoryRun:
    """What the analysis asks of a run, over DataFrames."""

    experiment: Experiment
    arms: tuple[Arm, ...]
    frames: dict[str, pl.DataFrame] = field(default_factory=dict)

    @property
    def baseline(self) -> Arm:
        return baseline_of(self.experiment, self.arms)

    def games(self, arm: str) -> int:
        return len(self.frames[arm]) if arm in self.frames else 0

    def scan(self, arm: str) -> pl.LazyFrame:
        return self.frames[arm].lazy()


def plan(document: Mapping[str, Any], **settings: Any) -> MemoryRun:
    """A run without rows; `settings` go into the table [experiment]."""
    head = {"name": "test", "games": 1, **document.get("experiment", {}), **settings}
    experiment = load_experiment({**document, "experiment": head})
    return MemoryRun(experiment, arms_of(experiment))


def played(document: Mapping[str, Any], **settings: Any) -> MemoryRun:
    """A run whose games were played."""
    run = plan(document, **settings)
    run.frames = {arm.name: play(arm) for arm in run.arms}
    return run


def play(arm: Arm) -> pl.DataFrame:
    """Play all games of an arm; the frame is read from the bytes of a file of rows."""
    chunk = Chunk(arm, 0, 0, arm.games)
    rows, watch = play_chunk(chunk, threads=1)
    return pl.read_parquet(Encoder().encode(chunk, rows, watch).to_pybytes())
