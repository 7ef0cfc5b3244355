"""Every experiment in examples/ runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from runs import played

import snowplay as sp

FILES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.toml"))
EXAMPLES = [path for path in FILES if "[experiment]" in path.read_text(encoding="utf-8")]  # the others are variants
ARMS = {
    "acres-french-money": 10,
    "acres-halifax": 2 + 27,
    "acres-halifax-search": 2 + 27,
    "acres-options": 28,
    "snowdonia-seats": 4,
    "snowdonia-seats-balanced": 4,
    "snowdonia-seats-search": 2,
    "snowdonia-worth": 1 + 30 + 7 + 2,
    "snowdonia-worth-balanced": 1 + 4 + 2,
    "snowdonia-worth-deep": 1 + 1,
    "snowdonia-worth-search": 1 + 1 + 2,
}


def test_the_examples_are_these() -> None:
    assert {path.stem for path in EXAMPLES} == set(ARMS)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    experiment = sp.load_experiment(path)
    assert experiment.name == path.stem
    random = experiment.settings.agents == ["random"] and experiment.settings.rotate == "none"
    games = 20 if random else 1  # plans and searches take their time
    run = played(tmp_path, experiment.replace(games=games)).run
    assert len(run.arms) == ARMS[path.stem]
    assert run.baseline.game == sp.load_game(run.experiment.game, run.baseline.players)
    deals = [arm.players if arm.rotate == "paired" else 1 for arm in run.arms]
    assert [run.games(arm) for arm in run.arms] == [-(-games // deal) * deal for deal in deals]
