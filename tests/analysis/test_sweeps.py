"""Sweeps: slopes against fits within deals and against statsmodels, and the test of the line by simulation."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from support.intervals import held
from support.runs import MemoryRun, played

from snowplay import analysis
from snowplay.analysis.sweeps import fit_line
from snowplay.stats import Z95, wilson

VALUES = [20, 25, 40, 60]


@cache
def turns(pairing: bool = True, rotate: str = "none") -> MemoryRun:
    document = {
        "experiment": {"game": "acres", "pairing": pairing, "rotate": rotate},
        "generate": {"sweep": {"option": "max_turns", "values": VALUES}},
    }
    return played(document, games=300)


def by_value(run: MemoryRun, column: str) -> np.ndarray:
    """A column in every arm, shape (games, values)."""
    return np.stack([run.frames[arm.name][column].to_numpy().astype(float) for arm in run.arms], axis=1)


def slopes_in_deals(y: np.ndarray) -> np.ndarray:
    """Slope of an ordinary fit within each row."""
    return np.array([scipy.stats.linregress(VALUES, row).slope for row in y])


def test_values() -> None:
    run = turns()
    rows = analysis.sweep_values(run).records()
    assert [row["value"] for row in rows] == [str(value) for value in VALUES for _ in range(2)]
    for number, row in enumerate(rows):
        arm, seat = run.arms[number // 2], number % 2
        frame = run.frames[arm.name]
        assert (row["arm"], row["seat"], row["games"]) == (arm.name, ("British", "French")[seat], 300)
        assert row["win"] == wilson(int((frame["winner"] == seat).sum()), 300)
        assert row["score"].value == pytest.approx(frame[f"score_{seat}"].mean())
        assert row["length"].value == pytest.approx(frame["turns"].mean())


def test_slopes_within_deals() -> None:
    run = turns()
    rows = {(row["figure"], row["seat"]): row for row in analysis.sweep_slopes(run).records()}
    wanted = {
        ("points", "French"): by_value(run, "score_1"),
        ("player-turns", ""): by_value(run, "turns"),
        ("win rate (pp)", "British"): 100.0 * (by_value(run, "winner") == 0),
    }
    for key, y in wanted.items():
        slopes = slopes_in_deals(y)
        row = rows[key]
        assert row["slope"].value == pytest.approx(slopes.mean())
        assert row["slope"].half_width == pytest.approx(Z95 * slopes.std(ddof=1) / math.sqrt(300))
        # the same as one fit with an effect of every deal
        deals = np.repeat(np.eye(300), len(VALUES), axis=0)
        x = np.column_stack([np.tile(VALUES, 300), deals])
        fit = np.linalg.solve(x.T @ x, x.T @ y.reshape(-1))
        assert row["slope"].value == pytest.approx(fit[0])
        assert row["p"] == pytest.approx(
            2 * scipy.stats.norm.sf(abs(row["slope"].value) * Z95 / row["slope"].half_width)
        )
        # Wald's test of the combinations that vanish on a line
        off = scipy.linalg.null_space(np.vstack([np.ones(4), VALUES]))
        away, spread = off.T @ y.mean(axis=0), off.T @ np.cov(y.T) @ off / 300
        if np.linalg.matrix_rank(spread) == 2:
            assert row["p_line"] == pytest.approx(
                scipy.stats.chi2.sf(away @ np.linalg.solve(spread, away), 2), abs=1e-9
            )
        assert (row["values"], row["games"]) == (4, 300)


def test_deals_played_twice_are_one_observation() -> None:
    run = turns(rotate="paired")
    row = next(
        row for row in analysis.sweep_slopes(run).records() if row["seat"] == "French" and row["figure"] == "points"
    )
    slopes = slopes_in_deals(by_value(run, "score_1"))
    deals = run.frames[run.arms[0].name]["deal"].to_numpy()
    model = sm.OLS(slopes, np.ones(300)).fit(cov_type="cluster", cov_kwds={"groups": deals})
    assert row["slope"].value == pytest.approx(model.params[0])
    assert row["slope"].half_width == pytest.approx(Z95 * model.bse[0])


def test_slopes_of_independent_arms() -> None:
    run = turns(pairing=False)
    table = analysis.sweep_slopes(run)
    row = next(row for row in table.records() if (row["figure"], row["seat"]) == ("points", "British"))
    y = by_value(run, "score_0")
    variances = y.var(axis=0, ddof=1) / 300
    model = sm.WLS(y.mean(axis=0), sm.add_constant(np.array(VALUES, float)), weights=1 / variances)
    fitted = model.fit(cov_type="fixed scale")
    assert row["slope"].value == pytest.approx(fitted.params[1])
    assert row["slope"].half_width == pytest.approx(Z95 * fitted.bse[1])
    statistic = (fitted.resid**2 / variances).sum()
    assert row["p_line"] == pytest.approx(scipy.stats.chi2.sf(statistic, 2))
    assert "weighted least squares" in table.notes[0]


@pytest.mark.parametrize("weighted", [False, True])
def test_slopes_and_lines_by_simulation(weighted: bool) -> None:
    """Means on a line: intervals hold the slope, and the test of the line errs as often as it says."""
    rng = np.random.default_rng(2)
    x = np.array([3.0, 4, 6, 7, 12])
    root = np.diag([1, 1, 2, 3, 1.0]) if weighted else np.tril(rng.normal(0, 1, (5, 5))) + np.eye(5)
    covariance = root @ root.T
    trials = 1500
    found = [fit_line(x, 2 + 0.3 * x + root @ rng.normal(size=5), covariance, weighted) for _ in range(trials)]
    held(trials, sum(slope.interval().low <= 0.3 <= slope.interval().high for slope, _ in found))
    assert scipy.stats.kstest([p for _, p in found], "uniform").pvalue > 0.001
    bent = [fit_line(x, 0.3 * (x - 7) ** 2 + root @ rng.normal(size=5), covariance, weighted)[1] for _ in range(200)]
    assert np.mean(np.array(bent) < 0.05) > 0.6


def test_two_values_make_a_line() -> None:
    document = {"experiment": {"game": "acres"}, "generate": {"sweep": {"option": "max_turns", "values": [20, 30]}}}
    run = played(document, games=50)
    for row in analysis.sweep_slopes(run).records():
        assert row["p_line"] is None or math.isnan(row["p_line"])
    one = analysis.sweep_slopes(run).records()[2]
    other = analysis.compare_seats(run).records()[0]["score"]
    assert one["slope"].value * 10 == pytest.approx(other.value)
    assert one["slope"].half_width * 10 == pytest.approx(other.half_width)


def test_values_that_are_no_numbers_have_no_slope() -> None:
    for option, values in (("free_fur", [False, True]), ("fort_st_john", ["cards", "graph"])):
        document = {"experiment": {"game": "acres"}, "generate": {"sweep": {"option": option, "values": values}}}
        run = played(document, games=10)
        assert len(analysis.sweep_values(run)) == 4
        assert len(analysis.sweep_slopes(run)) == 0
        assert "all of them numbers" in analysis.sweep_slopes(run).notes[0]


def test_no_sweep() -> None:
    run = played({"experiment": {"game": "acres"}}, games=4)
    assert len(analysis.sweep_values(run)) == len(analysis.sweep_slopes(run)) == 0


def test_numbers_of_players() -> None:
    run = played({"experiment": {"game": "snowdonia"}, "generate": {"players": [2, 3, 4]}}, games=60)
    rows = analysis.sweep_slopes(run).records()
    assert [(row["figure"], row["seat"]) for row in rows] == [
        *(("win rate (pp)", "seat 0"), ("win rate (pp)", "seat 1"), ("points", "seat 0"), ("points", "seat 1")),
        ("rounds", ""),
    ]
    assert len(analysis.sweep_values(run)) == 2 + 3 + 4
