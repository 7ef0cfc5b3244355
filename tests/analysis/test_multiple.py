"""Corrections for many tests, against statsmodels."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.multitest import multipletests

from snowplay.analysis import benjamini_hochberg, holm, simultaneous_z
from snowplay.analysis.multiple import two_sided


@pytest.mark.parametrize(("ours", "theirs"), [(holm, "holm"), (benjamini_hochberg, "fdr_bh")])
@pytest.mark.parametrize("n", [1, 2, 7, 60])
def test_adjusted_p_values(ours, theirs: str, n: int) -> None:
    rng = np.random.default_rng(n)
    for _ in range(4):
        p = rng.random(n) ** 3
        p[rng.random(n) < 0.2] = p[0]  # equal ones
        assert ours(p) == pytest.approx(list(multipletests(p, method=theirs)[1]), rel=1e-12)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_what_was_not_tested_does_not_count(adjust) -> None:
    with_gaps = adjust([math.nan, 0.01, math.nan, 0.2])
    assert [with_gaps[1], with_gaps[3]] == adjust([0.01, 0.2])
    assert math.isnan(with_gaps[0]) and math.isnan(with_gaps[2])
    assert adjust([]) == []
    with pytest.raises(ValueError, match=r"p-values must be 0 to 1, not 0\.5 to 1\.5"):
        adjust([0.5, 1.5])
    with pytest.raises(ValueError, match="p-values must be 0 to 1"):
        adjust([-0.5, 0.5])


def test_simultaneous_quantile() -> None:
    for intervals in (1, 5, 38):
        assert simultaneous_z(intervals) == pytest.approx(scipy.stats.norm.ppf(1 - 0.025 / intervals))
    with pytest.raises(ValueError, match="at least 1"):
        simultaneous_z(0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        simultaneous_z(2, 95)


def test_two_sided_p() -> None:
    assert two_sided(-1.3, 0.5) == pytest.approx(2 * scipy.stats.norm.sf(2.6))
    assert (two_sided(0.0, 0.0), two_sided(0.1, 0.0)) == (1.0, 0.0)
    assert math.isnan(two_sided(math.nan, 1.0)) and math.isnan(two_sided(1.0, math.nan))
