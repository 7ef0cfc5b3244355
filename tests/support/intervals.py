"""Whether intervals hold the truth as often as they say."""

from __future__ import annotations

import scipy.stats


def held(trials: int, hits: int) -> None:
    """Check that a 95 % interval held the truth in about 95 % of many trials."""
    # two-sided chance of a correct interval to fail here: 1 in 10,000
    low, high = scipy.stats.binom.interval(0.9999, trials, 0.95)
    assert low <= hits <= high, f"{hits} of {trials}"
