"""Agents against each other: who beats whom, and one number for each of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..stats import Z95, Interval, wilson
from .rates import agent_rates
from .source import RunLike, chosen
from .table import Cell, Column, Table

#: Rating points of a factor e in strength: 400 for a factor of 10.
ELO = 400 / math.log(10)
# A win more for either side of every pairing that was played, in parts of a game: a perfect score would have no rating.
_PRIOR = 0.5


class Meeting(NamedTuple):
    """Two agents that played each other.

    Attributes
    ----------
    first, second : str
        The agents.
    seats : tuple of int
        How many seats each of them played in a game.
    wins : tuple of float
        Games that each of them won.
    """

    first: str
    second: str
    seats: tuple[int, int]
    wins: tuple[float, float]

    @property
    def games(self) -> float:
        """Games played."""
        return sum(self.wins)


def meetings(run: RunLike) -> list[Meeting]:
    """Return the games of every arm in which just two agents met."""
    found = []
    won: dict[tuple[Any, ...], float] = {}
    for arm_name, agent, _, played, win, *_ in agent_rates(run).rows:
        assert isinstance(win, Interval)
        assert isinstance(played, int)
        won[arm_name, agent] = win.value * played
    for arm in chosen(run):
        names = list(dict.fromkeys(arm.agents))
        if len(names) == 2:
            seats = (arm.agents.count(names[0]), arm.agents.count(names[1]))
            wins = (float(round(won[arm.name, names[0]])), float(round(won[arm.name, names[1]])))
            found.append(Meeting(names[0], names[1], seats, wins))
    return found


def agents_of(found: Sequence[Meeting]) -> list[str]:
    """Return all agents in the order in which they first appear."""
    return list(dict.fromkeys(name for meeting in found for name in (meeting.first, meeting.second)))


def pair_table(run: RunLike) -> Table:
    """Who beats whom: for every two agents the games the first of them won.

    Returns
    -------
    Table
        ``first``, ``second``, ``games``, ``wins``, ``win`` (share with interval), ``fair`` (what the first would win if
        they were equal). In games of more than two, one of the first meets several of the second.
    """
    together: dict[tuple[str, str, int, int], list[float]] = {}
    for meeting in meetings(run):
        first, second, seats, wins = meeting
        if (second, first, seats[1], seats[0]) in together:
            first, second, seats, wins = second, first, (seats[1], seats[0]), (wins[1], wins[0])
        entry = together.setdefault((first, second, *seats), [0.0, 0.0])
        entry[0] += wins[0]
        entry[1] += wins[1]
    rows: list[tuple[Cell, ...]] = []
    for (first, second, one, other), counts in together.items():
        games = round(sum(counts))
        rows.append((first, second, games, round(counts[0]), wilson(round(counts[0]), games), one / (one + other)))
    columns = (
        Column("first", "Agent", "text"),
        Column("second", "against", "text"),
        Column("games", "Games", "count"),
        Column("wins", "Won", "count", help="games the agent won"),
        Column("win", "Wins", "share", 1, "share of the games the agent won, ties broken as the rules say"),
        Column("fair", "If equal", "share", 1, "what it would win if both were equal"),
    )
    notes = (
        "95 % intervals: Wilson's, every game counted for itself; with rotation, games of a deal are more alike than "
        "that, which makes the intervals too wide rather than too narrow.",
    )
    return Table("pairs", "Agents against each other", columns, tuple(rows), notes)


def rating_table(run: RunLike) -> Table:
    """One number for each agent: Bradley and Terry's model on the scale of Elo.

    An agent of strength s wins with chance s over the sum of the strengths of all seats; the rating is 400 times the
    decimal logarithm of s, and the mean of all agents is 0. Two agents 100 points apart win 64 to 36.

    Returns
    -------
    Table
        ``agent``, ``games``, ``rating`` (with interval), best first.
    """
    found = meetings(run)
    names = agents_of(found)
    strength, covariance = fit(found, names)
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names):
        error = Z95 * math.sqrt(max(0.0, covariance[place, place])) * ELO
        value = float(strength[place]) * ELO
        games = round(sum(meeting.games for meeting in found if name in meeting[:2]))
        rows.append((name, games, Interval(value, value - error, value + error)))
    order = np.argsort(-strength, kind="stable")
    rows = [rows[place] for place in order]
    columns = (
        Column("agent", "Agent", "text"),
        Column("games", "Games", "count"),
        Column("rating", "Rating", "number", 0, "400 points are odds of 10 to 1; the mean of all agents is 0"),
    )
    notes = (
        "Bradley-Terry by maximum likelihood with half a win added for either side of every pairing; normal 95 % "
        "intervals. A rating holds for these opponents only.",
    )
    return Table("ratings", "Ratings", columns, tuple(rows), notes)


def fit(
    found: Sequence[Meeting], names: Sequence[str], steps: int = 100
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Fit log strengths, their mean 0, by Newton's method; returns them and their covariance matrix."""
    number = {name: place for place, name in enumerate(names)}
    size = len(names)
    if size == 0:
        return np.zeros(0), np.zeros((0, 0))
    theta: npt.NDArray[np.float64] = np.zeros(size)
    information = np.eye(size)
    for _ in range(steps):
        gradient = np.zeros(size)
        information = np.zeros((size, size))
        for meeting in found:
            i, j = number[meeting.first], number[meeting.second]
            odds = math.log(meeting.seats[0] / meeting.seats[1]) + theta[i] - theta[j]
            p = 1 / (1 + math.exp(-odds))
            games = meeting.games + 2 * _PRIOR
            slope = meeting.wins[0] + _PRIOR - games * p
            gradient[i] += slope
            gradient[j] -= slope
            weight = games * p * (1 - p)
            information[i, i] += weight
            information[j, j] += weight
            information[i, j] -= weight
            information[j, i] -= weight
        step = np.linalg.pinv(information) @ gradient
        theta += np.clip(step, -2, 2)  # a full step can overshoot where scores are one-sided
        theta -= theta.mean()
        if np.abs(step).max() < 1e-10:
            break
    covariance = np.linalg.pinv(information).astype(np.float64)
    return theta, covariance
