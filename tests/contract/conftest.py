"""Runs every test of this folder over the cases of `support/cases.py`."""

from __future__ import annotations

import pytest
from support.cases import CASES, Case, games

from snowplay import Game


@pytest.fixture(params=CASES, ids=str, scope="session")
def case(request: pytest.FixtureRequest) -> Case:
    """One set of rules."""
    return request.param


@pytest.fixture(scope="session")
def game(case: Case) -> Game:
    """Its game."""
    return games()[str(case)]


@pytest.fixture(params=[False, True], ids=["sampled", "explicit"])
def explicit(request: pytest.FixtureRequest) -> bool:
    """Whether chance is explicit."""
    return request.param
