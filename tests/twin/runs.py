"""The series of games that the tests play, and what they came across.

A series is played once by every process that runs tests: what asks for the games of one game stands in one file, and
files go to processes whole. ``SNOWPLAY_TWIN_GAMES`` sets the games for each number of players; the coverage table asks
for `FULL` of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from . import acres_games, acres_needed, snowdonia_games
from .harness import Job, Played, play_shared, total

FULL = 2000
GAMES = int(os.environ.get("SNOWPLAY_TWIN_GAMES", str(FULL)))
# Hits below which the coverage table fails.
ENOUGH = 50
TOO_FEW = f"counted in {FULL} games and more (SNOWPLAY_TWIN_GAMES is {GAMES})"
RULE_IDS = Path(__file__).resolve().parents[1] / "rules" / "rule_ids.txt"


@cache
def snowdonia(players: int) -> Played:
    """All options and variants, half of the games at random."""
    return total(play_shared(snowdonia_games.sampled(players, GAMES)))


def _acres_steered() -> list[Job]:
    return [
        Job(setup, policy, seed, seed % 10 == 0)
        for number, setup, policy in acres_games.steered()
        for seed in range(number)
    ]


SAMPLED: dict[str, list[Callable[[], Played]]] = {
    "acres": [acres_games.sampled],
    "snowdonia": [partial(snowdonia, players) for players in range(1, 6)],
}
STEERED: dict[str, Callable[[], list[Job]]] = {"acres": _acres_steered, "snowdonia": snowdonia_games.steered}
NEEDED: dict[str, Callable[[list[str]], list[str]]] = {
    "acres": acres_needed.needed,
    "snowdonia": snowdonia_games.needed,
}


@cache
def steered(game: str) -> Played:
    """The games that look for what is rare."""
    return total(play_shared(STEERED[game]()))


@cache
def played(game: str) -> Played:
    """All games that count for the coverage table."""
    return total([*(series() for series in SAMPLED[game]), steered(game)])


def hits(game: str) -> Counter[str]:
    """How often the games came across everything that is counted."""
    return played(game).hits


def rare(game: str) -> dict[str, int]:
    """What came up too seldom, and how often it did."""
    found = hits(game)
    return {name: found[name] for name in needed(game) if found[name] < ENOUGH}


def rule_ids() -> list[str]:
    """The rule IDs of all games."""
    lines = RULE_IDS.read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def needed(game: str) -> list[str]:
    """What the games have to come across."""
    return NEEDED[game](rule_ids())
