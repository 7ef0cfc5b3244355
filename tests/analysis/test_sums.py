"""Sums and the estimates made of them: against scipy and statsmodels, and by how often intervals hold the truth."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
import scipy.stats
import statsmodels.api as sm
from support.intervals import held

from snowplay.analysis.sums import ONE, Sums, collect_distributions, collect_sums, wald_p
from snowplay.stats import Histogram, mean_interval, wilson

RNG = np.random.default_rng(1)
DEAL = np.repeat(np.arange(150), RNG.integers(1, 4, 150))  # clusters of 1 to 3 games
X = RNG.normal(5, 2, len(DEAL)) + RNG.normal(0, 2, 150)[DEAL]
W = RNG.integers(1, 5, len(DEAL))
FRAME = pl.LazyFrame({"deal": DEAL, "x": X, "w": W, "hit": (X > 6)})


def sums_of(*figures: np.ndarray) -> Sums:
    """Sums of figures that are given by cluster."""
    table = np.stack(figures, axis=1).astype(float)
    return Sums(len(table), table.sum(axis=0), table.T @ table)


def test_mean_of_independent_games() -> None:
    found = collect_sums(FRAME, {"x": [pl.col("x"), ONE]})["x"].ratio().interval()
    assert found == pytest.approx(mean_interval(len(X), X.sum(), (X**2).sum()))


def test_mean_of_clustered_games() -> None:
    found = collect_sums(FRAME, {"x": [pl.col("x"), ONE]}, "deal")["x"].ratio()
    model = sm.OLS(X, np.ones(len(X))).fit(cov_type="cluster", cov_kwds={"groups": DEAL})
    assert found.value == pytest.approx(model.params[0])
    assert found.error == pytest.approx(model.bse[0])
    assert found.error > 1.2 * collect_sums(FRAME, {"x": [pl.col("x"), ONE]})["x"].ratio().error


def test_ratio_of_sums() -> None:
    found = collect_sums(FRAME, {"x": [pl.col("x"), pl.col("w")]}, "deal")["x"].ratio()
    # weighted least squares on a constant estimates the same ratio
    model = sm.WLS(X / W, np.ones(len(X)), weights=W).fit(cov_type="cluster", cov_kwds={"groups": DEAL})
    assert found.value == pytest.approx(model.params[0])
    assert found.error == pytest.approx(model.bse[0])


def test_blocks_do_not_disturb_each_other() -> None:
    both = collect_sums(FRAME, {"a": [pl.col("x"), ONE], "b": [pl.col("w"), pl.col("x"), ONE]}, "deal")
    assert both["a"].cross == pytest.approx(both["b"].cross[1:, 1:])
    assert both["b"].total == pytest.approx([W.sum(), X.sum(), len(X)])
    assert both["b"].clusters == 150


def test_covariance_of_means() -> None:
    y = RNG.multivariate_normal([1, 2, 3], [[2, 1, 0], [1, 3, 1], [0, 1, 1]], 500)
    means, covariance = sums_of(*y.T, np.ones(500)).means(3)
    assert means == pytest.approx(y.mean(axis=0))
    assert covariance == pytest.approx(np.cov(y.T) / 500)


def test_share_of_independent_games_is_wilson() -> None:
    found = collect_sums(FRAME, {"hit": [pl.col("hit"), ONE]})["hit"].share()
    assert found == wilson(int((X > 6).sum()), len(X))


def test_share_of_clusters_counts_as_many_games_as_it_tells() -> None:
    sums = collect_sums(FRAME, {"hit": [pl.col("hit"), ONE]}, "deal")["hit"]
    model = sm.OLS((X > 6).astype(float), np.ones(len(X))).fit(cov_type="cluster", cov_kwds={"groups": DEAL})
    share = (X > 6).mean()
    n = share * (1 - share) / model.bse[0] ** 2
    assert n < 0.9 * len(X)
    assert sums.share() == pytest.approx(wilson(share * n, n))


def test_shares_without_spread_keep_an_interval() -> None:
    ones = sums_of(np.full(40, 2), np.full(40, 2))
    assert ones.share() == wilson(40, 40)
    # each deal of two won exactly once: nothing varies, but 40 deals do not prove one half
    assert sums_of(np.full(40, 1), np.full(40, 2)).share() == wilson(20, 40)


def test_too_little_to_tell() -> None:
    nothing = sums_of(np.zeros(3), np.zeros(3))
    assert math.isnan(nothing.ratio().value)
    assert nothing.share()[1:] == (0, 1)
    one = sums_of(np.array([1.0]), np.array([1.0]))
    assert (one.ratio().value, math.isnan(one.ratio().error)) == (1.0, True)


@pytest.mark.parametrize("correlation", [-0.8, 0.0, 0.8])
@pytest.mark.parametrize("share", [0.1, 0.5])
def test_intervals_of_clustered_shares_hold_the_truth(share: float, correlation: float) -> None:
    """Deals of two games whose results depend on each other, towards either side."""
    rng = np.random.default_rng(7)
    trials, deals = 2000, 300
    z = rng.normal(size=(trials, deals, 2))
    z[..., 1] = correlation * z[..., 0] + math.sqrt(1 - correlation**2) * z[..., 1]
    wins = (z < scipy.stats.norm.ppf(share)).sum(axis=2)
    twos = np.full(deals, 2)
    found = [sums_of(won, twos).share() for won in wins]
    held(trials, sum(low <= share <= high for _, low, high in found))


@pytest.mark.parametrize("spread", [0.0, 3.0])
def test_intervals_of_clustered_means_hold_the_truth(spread: float) -> None:
    rng = np.random.default_rng(8)
    trials, deals = 2000, 300
    x = rng.exponential(2, size=(trials, deals, 2)) + rng.normal(0, 1, size=(trials, deals, 1)) * spread
    twos = np.full(deals, 2)
    found = [sums_of(values, twos).ratio().interval() for values in x.sum(axis=2)]
    held(trials, sum(low <= 2 <= high for _, low, high in found))


def test_wald() -> None:
    values, covariance = np.array([0.5, -1.0]), np.array([[1.0, 0.3], [0.3, 0.5]])
    statistic = values @ np.linalg.inv(covariance) @ values
    assert wald_p(values, covariance) == pytest.approx(scipy.stats.chi2.sf(statistic, 2))
    # what does not vary is no test: the third value is the sum of the others
    fit = np.array([[1, 0], [0, 1], [1, 1]])
    assert wald_p(fit @ values, fit @ covariance @ fit.T) == pytest.approx(scipy.stats.chi2.sf(statistic, 2))
    assert math.isnan(wald_p(np.zeros(2), np.zeros((2, 2))))
    assert math.isnan(wald_p(np.zeros(2), np.full((2, 2), math.nan)))


def test_quantiles_and_deviation() -> None:
    values = RNG.integers(0, 30, 400)
    found = collect_distributions(pl.LazyFrame({"v": values}), {"v": pl.col("v"), "twice": 2 * pl.col("v")})
    histogram = Histogram()
    histogram.add(values)
    for share in (0, 0.05, 0.25, 0.5, 0.95, 1):
        assert found["v"].quantile(share) == histogram.quantile(share)
        assert found["twice"].quantile(share) == 2 * histogram.quantile(share)
    assert found["v"].deviation() == pytest.approx(values.std(ddof=1))
    nothing = collect_distributions(pl.LazyFrame({"v": [0]}).filter(pl.col("v") > 0), {"v": pl.col("v")})["v"]
    assert math.isnan(nothing.quantile(0.5)) and math.isnan(nothing.deviation())
