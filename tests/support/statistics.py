"""Chi-square tests in plain Python, so that the tests need no statistics package."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

# All seeds are fixed, so a test passes always or never. With thousands of comparisons in the suite a true
# engine fails one of them with a chance below one in a hundred when the seeds are first chosen.
RARE = 1e-6


def chi_square_p(statistic: float, freedom: int) -> float:
    """Chance of a chi-square of this size or more (Wilson and Hilferty's approximation)."""
    if freedom < 1:
        return 1.0
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2))


def fit_p(counts: Mapping[Hashable, int], expected: Mapping[Hashable, float]) -> float:
    """How well counts fit probabilities; 0 if something happened that has none."""
    if set(counts) - set(expected):
        return 0.0
    n = sum(counts.values())
    statistic = sum((counts.get(key, 0) - n * p) ** 2 / (n * p) for key, p in expected.items())
    return chi_square_p(statistic, len(expected) - 1)


def same_p(one: Iterable[Hashable], other: Iterable[Hashable], least: int = 10) -> float:
    """Chance that two samples of one distribution differ this much; values seen less often are pooled."""
    counts = [Counter(one), Counter(other)]
    both = counts[0] + counts[1]
    pool = [key for key, n in both.items() if n < least]
    table = [[count[key] for key in both if both[key] >= least] + [sum(count[key] for key in pool)] for count in counts]
    total = sum(map(sum, table))
    columns = [column for column in zip(*table, strict=True) if sum(column)]
    statistic = 0.0
    for column in columns:
        for row, seen in enumerate(column):
            expected = sum(column) * sum(table[row]) / total
            statistic += (seen - expected) ** 2 / expected
    return chi_square_p(statistic, len(columns) - 1)
