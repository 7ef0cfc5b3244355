"""Experiments: many games by many rules, from one file into one directory of rows."""

from __future__ import annotations

from .plan import Arm, arms_of
from .results import Run, open_run
from .runner import run
from .spec import Experiment, load_experiment

__all__ = ["Arm", "Experiment", "Run", "arms_of", "load_experiment", "open_run", "run"]
