"""Many questions asked of the same data: p-values and intervals that allow for it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .packages import special

_Values = Sequence[float] | npt.NDArray[np.float64]


def holm(p_values: _Values) -> list[float]:
    """Adjust p-values by Holm's step-down method.

    Rejecting what is below alpha then makes one false finding or more with a chance of at most alpha, whatever the
    dependence between the tests.

    Parameters
    ----------
    p_values : sequence of float, length n
        Each 0 to 1; NaN where there was no test, which does not count.

    Returns
    -------
    list of float, length n
        Adjusted p-values in the same order, NaN where there was no test.

    Raises
    ------
    ValueError
        If a p-value is not between 0 and 1.
    """
    p, order = _sorted(p_values)
    adjusted = np.maximum.accumulate(p * np.arange(len(p), 0, -1))
    return _back(adjusted, order, len(p_values))


def benjamini_hochberg(p_values: _Values) -> list[float]:
    """Adjust p-values by Benjamini and Hochberg's step-up method.

    Of what is below alpha, a share of at most alpha is false in the mean, for independent or positively dependent
    tests. Parameters, return value and errors are those of `holm`.
    """
    p, order = _sorted(p_values)
    adjusted = np.minimum.accumulate((p * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1]
    return _back(adjusted, order, len(p_values))


def simultaneous_z(intervals: int, level: float = 0.95) -> float:
    """Return the normal quantile with which `intervals` intervals all hold their value with chance `level`.

    Bonferroni's bound: no assumption about how the intervals depend on each other. With one interval it is the usual
    1.96.

    Raises
    ------
    ValueError
        If `intervals` is below 1 or `level` is not between 0 and 1.
    """
    if intervals < 1:
        raise ValueError(f"intervals must be at least 1, not {intervals}")
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    return float(special.ndtri(1 - (1 - level) / (2 * intervals)))


def two_sided(value: float, error: float) -> float:
    """Return the two-sided p-value of a normal estimate against 0.

    Parameters
    ----------
    value, error : float
        The estimate and its standard error. Without error only 0 agrees with 0; NaN gives NaN.
    """
    if math.isnan(value) or math.isnan(error):
        return math.nan
    if error == 0:
        return 1.0 if value == 0 else 0.0
    return math.erfc(abs(value / error) / math.sqrt(2))


def _sorted(p_values: _Values) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]:
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")[: int(np.count_nonzero(~np.isnan(p)))]
    if len(order) and not (p[order[0]] >= 0 and p[order[-1]] <= 1):
        raise ValueError(f"p-values must be 0 to 1, not {p[order[0]]:g} to {p[order[-1]]:g}")
    return p[order], order


def _back(adjusted: npt.NDArray[np.float64], order: npt.NDArray[np.intp], n: int) -> list[float]:
    result = np.full(n, np.nan)
    result[order] = np.minimum(adjusted, 1.0)
    return [float(value) for value in result]
