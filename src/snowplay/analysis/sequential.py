"""A sequential test that stops as soon as the data suffice: the generalised SPRT of counts of differences.

The mean difference of two arms or agents is tested, H0: mean = h0 against H1: mean = h1. Nothing is assumed about the
frequencies of the outcomes but their mean; under each hypothesis they are the most likely ones with that mean.

References
----------
A. Wald, Sequential Analysis (1947). M. Van den Bergh, "A practical introduction to the GSPRT" (2020), as used by the
test framework of the chess program Stockfish.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from .packages import optimize

#: Differences of the outcomes: loss, draw, win of a game ...
TRINOMIAL = (-1.0, 0.0, 1.0)
#: ... and mean difference of the two games of a deal that was played with exchanged seats.
PENTANOMIAL = (-1.0, -0.5, 0.0, 0.5, 1.0)
# Stands for a count of 0, so that an outcome never seen stays possible.
_UNSEEN = 1e-3

_Counts = npt.NDArray[np.float64]


class Gsprt:
    """Generalised sequential probability ratio test.

    Parameters
    ----------
    h0, h1 : float
        Mean difference under the hypotheses, ``-1 < h0 < h1 < 1``: chance to do better less chance to do worse.
    alpha : float
        Greatest chance to accept H1 although H0 holds.
    beta : float
        Greatest chance to accept H0 although H1 holds.

    Attributes
    ----------
    lower, upper : float
        Bounds of the log-likelihood ratio, log(beta / (1 - alpha)) and log((1 - beta) / alpha).
    path : list of (int, float)
        After each `add`: how many outcomes were counted, and the log-likelihood ratio.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Examples
    --------
    >>> from snowplay.analysis import Gsprt
    >>> test = Gsprt(0.0, 0.1)
    >>> test.add([300, 200, 500])
    >>> test.verdict, round(test.llr, 2)
    ('H1', 18.85)
    """

    def __init__(self, h0: float, h1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not -1 < h0 < h1 < 1:
            raise ValueError(f"h0 and h1 must be in this order between -1 and 1, not {h0:g} and {h1:g}")
        if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
            raise ValueError(f"alpha and beta must be above 0 and below 1 together, not {alpha:g} and {beta:g}")
        self.h0, self.h1, self.alpha, self.beta = float(h0), float(h1), float(alpha), float(beta)
        self.lower = math.log(beta / (1 - alpha))
        self.upper = math.log((1 - beta) / alpha)
        self.path: list[tuple[int, float]] = []
        self._counts: npt.NDArray[np.int64] | None = None
        self._llr = 0.0
        self._verdict: Literal["H0", "H1"] | None = None

    def add(self, counts: Sequence[int]) -> None:
        """Count outcomes and look at the bounds.

        Parameters
        ----------
        counts : sequence of int, length 3 or 5
            How often each difference of `TRINOMIAL` or `PENTANOMIAL` occurred, from worst to best. All calls of a
            test have the same length.

        Raises
        ------
        ValueError
            If a count is negative or their number is wrong.
        """
        new = np.asarray(counts, np.int64)
        lengths = (3, 5) if self._counts is None else (len(self._counts),)
        if new.ndim != 1 or len(new) not in lengths or (new < 0).any():
            wanted = " or ".join(map(str, lengths))
            raise ValueError(f"counts must be {wanted} numbers that are not negative, not {list(counts)}")
        self._counts = new if self._counts is None else self._counts + new
        if self._counts.any():
            self._llr = log_likelihood_ratio(self.counts, self.h0, self.h1)
        self.path.append((int(self._counts.sum()), self._llr))
        # What was decided stays: the bounds hold for the first crossing.
        if self._verdict is None and self._llr >= self.upper:
            self._verdict = "H1"
        elif self._verdict is None and self._llr <= self.lower:
            self._verdict = "H0"

    @property
    def counts(self) -> list[int]:
        """Outcomes counted so far, from worst to best; empty before the first."""
        return [] if self._counts is None else [int(count) for count in self._counts]

    @property
    def llr(self) -> float:
        """Log-likelihood ratio of H1 to H0; 0 before the first outcome."""
        return self._llr

    @property
    def verdict(self) -> Literal["H0", "H1"] | None:
        """The hypothesis whose bound was reached first, or None if none was."""
        return self._verdict


def log_likelihood_ratio(counts: Sequence[int], h0: float, h1: float) -> float:
    """Return the log-likelihood ratio of mean difference `h1` to `h0`, each with its most likely frequencies.

    Parameters
    ----------
    counts : sequence of int, length 3 or 5
        As for `Gsprt.add`.
    h0, h1 : float
        Between -1 and 1.
    """
    values = np.array(TRINOMIAL if len(counts) == 3 else PENTANOMIAL)
    seen = np.maximum(np.asarray(counts, np.float64), _UNSEEN)
    # Most likely frequencies with mean h are p / (1 + theta (d - h)): the observed p cancel.
    return float(seen @ (_log_weights(seen, values - h0) - _log_weights(seen, values - h1)))


def normal_log_likelihood_ratio(counts: Sequence[int], h0: float, h1: float) -> float:
    """Return the normal approximation n (h1 - h0) (2 mean - h0 - h1) / (2 variance).

    Close to `log_likelihood_ratio` when h0 and h1 are near the mean, and quicker. Parameters are the same.
    """
    values = np.array(TRINOMIAL if len(counts) == 3 else PENTANOMIAL)
    seen = np.maximum(np.asarray(counts, np.float64), _UNSEEN)
    n = seen.sum()
    mean = values @ seen / n
    variance = values**2 @ seen / n - mean**2
    return float(n * (h1 - h0) * (2 * mean - h0 - h1) / (2 * variance))


def count_differences(differences: npt.ArrayLike, pairs: bool = False) -> list[int]:
    """Count differences for `Gsprt.add`.

    Parameters
    ----------
    differences : array_like
        One result less the other, each from 0 (lost) to 1 (won): values of `TRINOMIAL`.
    pairs : bool
        The differences are means over the two games of a deal: values of `PENTANOMIAL`.

    Raises
    ------
    ValueError
        If there is another value.
    """
    wanted = PENTANOMIAL if pairs else TRINOMIAL
    values = np.asarray(differences, np.float64)
    counts = [int((values == value).sum()) for value in wanted]
    if sum(counts) != values.size:
        other = values[~np.isin(values, wanted)][0]
        raise ValueError(f"differences must be {', '.join(f'{value:g}' for value in wanted)}, not {other:g}")
    return counts


def _log_weights(seen: _Counts, away: _Counts) -> _Counts:
    """Return log(1 + theta d) for the theta that makes the mean of d / (1 + theta d) zero."""
    # Between the poles the sum falls from +inf to -inf; every outcome has a weight, so there are poles on both sides.
    low, high = -1 / away[-1], -1 / away[0]
    near = 1e-13 * (high - low)
    theta = optimize.brentq(lambda t: float((seen * away / (1 + t * away)).sum()), low + near, high - near, xtol=1e-14)
    weights: _Counts = np.log1p(theta * away)
    return weights
