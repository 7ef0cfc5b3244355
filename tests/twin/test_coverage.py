"""The page that tells how often everything came up while the engines were compared."""

from __future__ import annotations

import pytest
import rules_coverage

from .runs import ENOUGH, SAMPLED, needed


@pytest.mark.parametrize("game", SAMPLED)
def test_what_is_needed_is_named_once(game: str) -> None:
    names = needed(game)
    assert len(names) == len(set(names)) > 100


def test_the_page_is_current() -> None:
    """docs/rules-coverage.md tells today's files and tests; its hits are those of the last `--play`."""
    page = rules_coverage.PAGE.read_text(encoding="utf-8")
    assert rules_coverage.current() == page, "python tools/rules_coverage.py"


def test_the_page_shows_enough_hits() -> None:
    for game, found in rules_coverage.read()[0].items():
        rare = {name: found.get(name) for name in needed(game) if int(found.get(name, "0")) < ENOUGH}
        assert not rare
