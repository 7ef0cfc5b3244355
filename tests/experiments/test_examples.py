"""Every experiment in examples/ runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import played

import snowplay as sp

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.toml"))
ARMS = {"acres-french-money": 10, "acres-options": 28, "snowdonia-seats": 4, "snowdonia-worth": 1 + 30 + 7}


def test_the_examples_are_these() -> None:
    assert {path.stem for path in EXAMPLES} == set(ARMS)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    experiment = sp.load_experiment(path)
    assert experiment.name == path.stem
    run = played(tmp_path, experiment.replace(games=20)).run
    assert len(run.arms) == ARMS[path.stem]
    standard = sp.load_game(run.experiment.game, 2 if path.stem == "snowdonia-seats" else None)
    assert run.baseline.game == standard
    assert all(run.games(arm) == 20 for arm in run.arms)
