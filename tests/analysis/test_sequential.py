"""The sequential test: its ratio against a general optimiser, its errors by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from snowplay.analysis import Gsprt, count_differences
from snowplay.analysis.sequential import PENTANOMIAL, TRINOMIAL, log_likelihood_ratio, normal_log_likelihood_ratio


def most_likely(counts: list[int], mean: float) -> float:
    """Greatest log-likelihood of the counts among frequencies with this mean difference."""
    values = np.array(TRINOMIAL if len(counts) == 3 else PENTANOMIAL)
    n = np.array(counts, float)
    found = scipy.optimize.minimize(
        lambda p: -(n @ np.log(p)) / n.sum(),
        np.full(len(n), 1 / len(n)),
        jac=lambda p: -n / p / n.sum(),
        bounds=[(1e-9, 1)] * len(n),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones_like(p)},
            {"type": "eq", "fun": lambda p: p @ values - mean, "jac": lambda p: values},
        ],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert found.success
    return float(-found.fun * n.sum())


@pytest.mark.parametrize(
    ("counts", "h0", "h1"),
    [
        ([300, 200, 500], 0.0, 0.1),
        ([40, 10, 30], -0.3, 0.2),
        ([1, 2, 3], 0.0, 0.5),
        ([5, 20, 50, 22, 8], 0.0, 0.05),
        ([100, 3, 7, 200, 40], -0.1, 0.4),
    ],
)
def test_ratio_of_the_most_likely_frequencies(counts: list[int], h0: float, h1: float) -> None:
    wanted = most_likely(counts, h1) - most_likely(counts, h0)
    assert log_likelihood_ratio(counts, h0, h1) == pytest.approx(wanted, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("counts", [[3000, 4000, 3100], [510, 2000, 5000, 2100, 500]])
def test_normal_approximation_is_close_near_the_mean(counts: list[int]) -> None:
    exact = log_likelihood_ratio(counts, 0.0, 0.02)
    assert normal_log_likelihood_ratio(counts, 0.0, 0.02) == pytest.approx(exact, rel=0.02)
    values = np.array(TRINOMIAL if len(counts) == 3 else PENTANOMIAL)
    sample = np.repeat(values, counts)
    formula = len(sample) * 0.02 * (2 * sample.mean() - 0.02) / (2 * sample.var())
    assert normal_log_likelihood_ratio(counts, 0.0, 0.02) == pytest.approx(formula)


@pytest.mark.parametrize("counts", [[0, 0, 50], [50, 0, 0], [0, 50, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 10_000_000]])
def test_outcomes_that_were_never_seen(counts: list[int]) -> None:
    ratio = log_likelihood_ratio(counts, -0.1, 0.2)
    assert math.isfinite(ratio)
    mean = np.repeat(TRINOMIAL if len(counts) == 3 else PENTANOMIAL, counts).mean()
    assert (ratio > 0) == (mean > 0.05)


def test_ratio_is_odd() -> None:
    one = log_likelihood_ratio([30, 20, 10, 60, 50], -0.1, 0.3)
    assert log_likelihood_ratio([50, 60, 10, 20, 30], -0.3, 0.1) == pytest.approx(-one)


def test_bounds_verdict_and_path() -> None:
    test = Gsprt(0.0, 0.2, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert (test.llr, test.verdict, test.counts, test.path) == (0.0, None, [], [])
    test.add([0, 0, 0])
    assert (test.llr, test.verdict) == (0.0, None)
    test.add([3, 4, 5])
    assert test.verdict is None
    test.add([10, 20, 60])
    assert test.verdict == "H1" and test.llr >= test.upper
    assert test.counts == [13, 24, 65]
    assert test.llr == log_likelihood_ratio([13, 24, 65], 0.0, 0.2)
    test.add([500, 0, 0])
    assert test.verdict == "H1"  # decided when the bound was reached
    assert test.llr < test.lower
    assert [games for games, _ in test.path] == [0, 12, 102, 602]
    assert test.path[-1][1] == test.llr


def test_what_cannot_be_tested() -> None:
    for h0, h1 in ((0.1, 0.1), (0.2, 0.1), (-1, 0), (0, 1)):
        with pytest.raises(ValueError, match="h0 and h1 must be in this order"):
            Gsprt(h0, h1)
    for alpha, beta in ((0, 0.05), (0.05, 1), (0.6, 0.5)):
        with pytest.raises(ValueError, match="alpha and beta"):
            Gsprt(0, 0.1, alpha, beta)
    test = Gsprt(0, 0.1)
    for counts in ([1, 2], [1, 2, 3, 4], [1, -1, 2], [[1, 2, 3]]):
        with pytest.raises(ValueError, match="counts must be 3 or 5 numbers"):
            test.add(counts)
    test.add([1, 2, 3])
    with pytest.raises(ValueError, match="counts must be 3 numbers"):
        test.add([1, 2, 3, 4, 5])


def test_counting_differences() -> None:
    assert count_differences([1, 0, -1, 1, 1]) == [1, 1, 3]
    assert count_differences(np.array([0.5, 0, -1, 1, 0.5]), pairs=True) == [1, 0, 1, 2, 1]
    with pytest.raises(ValueError, match=r"differences must be -1, 0, 1, not 0\.5"):
        count_differences([0, 0.5])


def rejected(rng: np.random.Generator, frequencies: list[float], h1: float, runs: int, batch: int) -> tuple[int, float]:
    """How often H1 was accepted, and the mean number of outcomes until the end."""
    accepted, used = 0, 0
    for _ in range(runs):
        test = Gsprt(0.0, h1, alpha=0.05, beta=0.1)
        while test.verdict is None:
            test.add(rng.multinomial(batch, frequencies).tolist())
        accepted += test.verdict == "H1"
        used += test.path[-1][0]
    return accepted, used / runs


@pytest.mark.parametrize(
    ("under_h0", "under_h1"),
    [
        ([0.3, 0.4, 0.3], [0.2, 0.4, 0.4]),
        ([0.1, 0.2, 0.4, 0.2, 0.1], [0.05, 0.15, 0.35, 0.25, 0.2]),
    ],
)
def test_error_rates_are_those_asked_for(under_h0: list[float], under_h1: list[float]) -> None:
    """Looking every few games, so that a bound is hardly overshot: then the error rates are near alpha and beta."""
    runs, h1 = 700, 0.2
    rng = np.random.default_rng(3)
    values = np.array(TRINOMIAL if len(under_h0) == 3 else PENTANOMIAL)
    assert (values @ under_h0, values @ under_h1) == pytest.approx((0, h1))
    false_alarms, used = rejected(rng, under_h0, h1, runs, 4)
    missed = runs - rejected(rng, under_h1, h1, runs, 4)[0]
    # At most alpha and beta, up to the chance of the simulation (1 in 1,000) and the approximation of small samples,
    # for which there is room of one percent; and not far below, or games would be wasted.
    for errors, rate in ((false_alarms, 0.05), (missed, 0.1)):
        low, high = scipy.stats.binom.ppf(0.001, runs, 0.3 * rate), scipy.stats.binom.ppf(0.999, runs, rate + 0.01)
        assert low <= errors <= high, f"{errors} errors of {runs} at {rate}"
    # A test of fixed size with the same error rates needs (z_alpha + z_beta)^2 variance / h1^2 outcomes.
    fixed = (scipy.stats.norm.isf(0.05) + scipy.stats.norm.isf(0.1)) ** 2 * (values**2 @ under_h0) / h1**2
    assert used < 0.8 * fixed
