"""Interval estimates that go with every reported figure: plain numpy, no scipy."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

#: Two-sided 95 % quantile of the normal distribution.
Z95 = 1.959963984540054


class Interval(NamedTuple):
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def as_dict(self) -> dict[str, float | None]:
        """Return the three figures by name for JSON; those that do not exist are None."""
        return {name: value if math.isfinite(value) else None for name, value in self._asdict().items()}


def wilson(successes: float, trials: float, z: float = Z95) -> Interval:
    """Wilson score interval of a proportion.

    Unlike the usual plus-minus interval it stays inside [0, 1] and is not empty when nothing or everything
    succeeded.

    Parameters
    ----------
    successes : float
        How often it happened, 0 to `trials`.
    trials : float
        How often it was tried, or as how many independent trials it counts. With 0 the estimate is NaN and the
        interval is [0, 1].
    z : float
        Normal quantile; the default gives 95 %.

    Raises
    ------
    ValueError
        If `successes` is negative or greater than `trials`.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must be 0 to {trials} (the trials), not {successes}")
    if trials == 0:
        return Interval(math.nan, 0.0, 1.0)
    share = successes / trials
    z2 = z * z / trials
    centre = (share + z2 / 2) / (1 + z2)
    half = z * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials)) / (1 + z2)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(share, low, high)


def mean_interval(count: int, total: float, squares: float, z: float = Z95) -> Interval:
    """Mean with its normal 95 % interval, from running sums.

    Parameters
    ----------
    count : int
        How many values. With 0 everything is NaN; with 1 the interval has no length to show and is NaN.
    total, squares : float
        Sum of the values and of their squares.
    """
    if count == 0:
        return Interval(math.nan, math.nan, math.nan)
    mean = total / count
    if count == 1:
        return Interval(mean, math.nan, math.nan)
    variance = max(0.0, (squares - total * mean) / (count - 1))
    half = z * math.sqrt(variance / count)
    return Interval(mean, mean - half, mean + half)


def deviation(count: int, total: float, squares: float) -> float:
    """Sample standard deviation from running sums; NaN for fewer than two values."""
    if count < 2:
        return math.nan
    return math.sqrt(max(0.0, (squares - total * (total / count)) / (count - 1)))


class Histogram:
    """Counts of small non-negative integers, fed in batches; exact quantiles at the cost of one array."""

    def __init__(self) -> None:
        self._counts: npt.NDArray[np.int64] = np.zeros(0, np.int64)

    def add(self, values: npt.NDArray[np.integer]) -> None:
        """Count the values of one batch."""
        counts = np.bincount(values, minlength=len(self._counts))
        counts[: len(self._counts)] += self._counts
        self._counts = counts

    @property
    def count(self) -> int:
        """How many values were added."""
        return int(self._counts.sum())

    def counts(self) -> dict[int, int]:
        """Return how often each value was added, those never added left out."""
        return {int(value): int(self._counts[value]) for value in np.flatnonzero(self._counts)}

    def quantile(self, share: float) -> int:
        """Return the smallest value that at least `share` (0 to 1) of all values do not exceed; 0 if empty."""
        if self.count == 0:
            return 0
        return int(np.searchsorted(np.cumsum(self._counts), max(1, math.ceil(share * self.count))))

    def total(self) -> int:
        """Return the sum of all values."""
        return int((self._counts * np.arange(len(self._counts), dtype=np.int64)).sum())

    def interval(self) -> Interval:
        """Mean of the values with its 95 % interval."""
        values = np.arange(len(self._counts), dtype=np.int64)
        total = int((self._counts * values).sum())
        squares = int((self._counts * values * values).sum())
        return mean_interval(self.count, total, squares)
