"""Every workload under pytest-benchmark: `pytest bench`.

Times are shown and never asserted; answers are. For ratios measured in one run see report.py (`make bench`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from workloads import Workload, all_workloads

WORKLOADS = all_workloads()


@pytest.mark.parametrize("work", WORKLOADS, ids=[work.key for work in WORKLOADS])
def test_speed(work: Workload, benchmark: BenchmarkFixture) -> None:
    answers: list[object] = []

    def once(run: Callable[[], object]) -> None:
        answers.append(run())

    benchmark.extra_info |= {"unit": work.unit, "units per round": work.count}
    pedantic = cast(Callable[..., object], benchmark.pedantic)  # it has no types
    pedantic(once, setup=lambda: ((work.prepare(),), {}), rounds=5, warmup_rounds=1)
    assert len(answers) == 6
    for answer in answers:
        work.check(answer)
    if benchmark.stats is not None:  # None under --benchmark-disable
        benchmark.extra_info["ns per unit, least"] = 1e9 * benchmark.stats.stats.min / work.count
