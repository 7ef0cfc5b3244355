"""One pass over rows that may be many: sums and sums of products, and the estimates that follow from them.

An estimate is a ratio of two sums over games, R = sum(x) / sum(w); a mean is the case w = 1. Its variance is that of
the linearised ratio over independent clusters g (a game, or a deal that was played several times)::

    var(R) = G / (G - 1) * sum_g (x_g - R w_g)^2 / sum(w)^2

With a game to a cluster and w = 1 that is the usual s^2 / n.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..stats import Z95, Interval, wilson
from .packages import linalg, pl, special

_Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sums:
    """Sums over clusters of a block of figures.

    Attributes
    ----------
    clusters : int
        Number of clusters G: games, or deals.
    total : numpy.ndarray, shape (p,)
        Sum of each figure.
    cross : numpy.ndarray, shape (p, p)
        Sum over clusters of the products of two figures' sums within the cluster.
    """

    clusters: int
    total: _Vector
    cross: npt.NDArray[np.float64]

    def ratio(self, x: int = 0, w: int = 1) -> Estimate:
        """Return the sum of figure `x` over the sum of figure `w` with its standard error."""
        weight = float(self.total[w])
        if weight == 0:
            return Estimate(math.nan, math.nan)
        value = float(self.total[x]) / weight
        squares = self.cross[x, x] - 2 * value * self.cross[x, w] + value * value * self.cross[w, w]
        return Estimate(value, self._error(float(squares), weight))

    def means(self, count: int) -> tuple[_Vector, npt.NDArray[np.float64]]:
        """Return the means of all figures but the last, and the covariance matrix of the means.

        The last figure is the weight; `count` says how many figures stand before it.
        """
        weight = self.total[count]
        means = self.total[:count] / weight
        # x_g - m w_g, all products of two
        fit = np.hstack([np.eye(count), -means[:, None]])
        covariance = fit @ self.cross[: count + 1, : count + 1] @ fit.T / weight**2
        return means, covariance * (self.clusters / (self.clusters - 1) if self.clusters > 1 else math.nan)

    def share(self, x: int = 0, w: int = 1) -> Interval:
        """Return a share of 0 to 1: Wilson's interval for the number of games that would tell as much.

        Independent games count as they are. Clusters that tell less or more than as many independent games count
        for less or more: n is divided by the design effect var(R) / (R (1 - R) / n).
        """
        n = float(self.total[w])
        if n == self.clusters == self.cross[w, w]:
            return wilson(int(self.total[x]), int(n))
        estimate = self.ratio(x, w)
        spread = estimate.value * (1 - estimate.value)
        if math.isnan(estimate.value) or math.isnan(estimate.error):
            return Interval(estimate.value, 0.0, 1.0)
        # Without any spread between clusters each of them counts once, which is the safe side.
        effective = spread / estimate.error**2 if estimate.error > 0 else float(self.clusters)
        return wilson(estimate.value * effective, effective)._replace(value=estimate.value)

    def _error(self, squares: float, weight: float) -> float:
        if self.clusters < 2:
            return math.nan
        return math.sqrt(max(0.0, squares) * self.clusters / (self.clusters - 1)) / abs(weight)


@dataclass(frozen=True)
class Estimate:
    """An estimate and its standard error; both NaN if there is no data."""

    value: float
    error: float

    def interval(self, z: float = Z95) -> Interval:
        """Return the normal interval; the default gives 95 %."""
        return Interval(self.value, self.value - z * self.error, self.value + z * self.error)

    def __sub__(self, other: Estimate) -> Estimate:
        """Return the difference of independent estimates."""
        return Estimate(self.value - other.value, math.hypot(self.error, other.error))

    def __neg__(self) -> Estimate:
        return Estimate(-self.value, self.error)


ONE = pl.lit(1)


def collect_sums(
    frame: pl.LazyFrame, blocks: Mapping[str, Sequence[pl.Expr]], cluster: str | None = None
) -> dict[str, Sums]:
    """Add up blocks of figures over all rows in one pass.

    Parameters
    ----------
    frame : polars.LazyFrame
        One row a game.
    blocks : mapping of str to sequences of expressions
        Figures whose products are wanted together. A figure of a block is a number in every row, not null.
    cluster : str, optional
        Column whose equal values mark rows of one cluster; by default every row is one.
    """
    figures = {f"{name}:{i}": figure for name, block in blocks.items() for i, figure in enumerate(block)}
    keys = [] if cluster is None else [pl.col(cluster)]
    summed = frame.select(*keys, *(figure.cast(pl.Float64).alias(name) for name, figure in figures.items()))
    if cluster is not None:
        summed = summed.group_by(cluster).agg(pl.col(list(figures)).sum())
    wanted = [pl.len().alias("clusters")]
    for name, block in blocks.items():
        columns = [pl.col(f"{name}:{i}") for i in range(len(block))]
        for i, one in enumerate(columns):
            wanted.append(one.sum().alias(f"{name}:{i}"))
            wanted += [(one * columns[j]).sum().alias(f"{name}:{i}:{j}") for j in range(i, len(columns))]
    found = summed.select(wanted).collect(engine="streaming").row(0, named=True)
    result = {}
    for name, block in blocks.items():
        p = len(block)
        total = np.array([found[f"{name}:{i}"] for i in range(p)], np.float64)
        cross = np.array([[found[f"{name}:{min(i, j)}:{max(i, j)}"] for j in range(p)] for i in range(p)], np.float64)
        result[name] = Sums(int(found["clusters"]), total, cross)
    return result


@dataclass(frozen=True)
class Distribution:
    """How often each value occurred.

    Attributes
    ----------
    values : numpy.ndarray, shape (k,)
        The values, ascending.
    counts : numpy.ndarray, shape (k,)
        How often each of them occurred.
    """

    values: _Vector
    counts: npt.NDArray[np.int64]

    def quantile(self, share: float) -> float:
        """Return the smallest value that at least `share` (0 to 1) of all do not exceed; NaN if there is none."""
        if not len(self.counts):
            return math.nan
        seen = np.cumsum(self.counts)
        return float(self.values[np.searchsorted(seen, max(1, math.ceil(share * int(seen[-1]))))])

    def deviation(self) -> float:
        """Return the sample standard deviation; NaN for fewer than two values."""
        n = int(self.counts.sum())
        if n < 2:
            return math.nan
        mean = float(self.values @ self.counts) / n
        return math.sqrt(float((self.values - mean) ** 2 @ self.counts) / (n - 1))


def collect_distributions(frame: pl.LazyFrame, figures: Mapping[str, pl.Expr]) -> dict[str, Distribution]:
    """Count the values of each figure; for figures of few different values, such as points."""
    counted = [
        frame.select(figure.cast(pl.Float64).alias("value")).group_by("value").len("count").sort("value")
        for figure in figures.values()
    ]
    found = pl.collect_all(counted, engine="streaming")
    return {
        name: Distribution(table["value"].to_numpy(), table["count"].cast(pl.Int64).to_numpy())
        for name, table in zip(figures, found, strict=True)
    }


def wald_p(values: _Vector, covariance: npt.NDArray[np.float64]) -> float:
    """Return the p-value of "all values are 0" for estimates with this covariance matrix.

    Combinations of values that do not vary carry no test and are left out. NaN if nothing varies or is unknown.
    """
    if not np.isfinite(covariance).all():
        return math.nan
    spread, vectors = linalg.eigh(covariance)
    kept = spread > 1e-12 * max(float(spread.max(initial=0.0)), 1e-300)
    if not kept.any():
        return math.nan
    along = vectors[:, kept].T @ values
    return float(special.chdtrc(int(kept.sum()), float((along**2 / spread[kept]).sum())))
