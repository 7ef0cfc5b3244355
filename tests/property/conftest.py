"""Hypothesis, the same examples in every run: a failure seen once is seen again."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("snowplay", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("snowplay")
