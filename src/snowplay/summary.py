"""What many games were like: means, intervals, shares.

Fed in batches, so memory does not grow with the number of games.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .front import Activity
from .games import Game
from .stats import Histogram, Interval, deviation, mean_interval, wilson

_NOBODY = 255
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class _Sums:
    """Running sums of one figure per seat (or other small group)."""

    def __init__(self, groups: int) -> None:
        self.total = np.zeros(groups, np.int64)
        self.squares = np.zeros(groups, np.int64)
        self.count = 0

    def add(self, values: npt.NDArray[Any]) -> None:
        """Add an array (games, groups)."""
        wide = values.astype(np.int64)
        self.total += wide.sum(axis=0)
        self.squares += (wide * wide).sum(axis=0)
        self.count += len(wide)

    def interval(self, group: int) -> Interval:
        """Return the mean and its 95 % interval."""
        return mean_interval(self.count, int(self.total[group]), int(self.squares[group]))

    def deviation(self, group: int) -> float:
        """Return the standard deviation."""
        return deviation(self.count, int(self.total[group]), int(self.squares[group]))


class Summary:
    """Statistics over rows of one game.

    Parameters
    ----------
    game : Game
        The game the rows are of.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        n = game.players
        self.games = 0
        self.score = _Sums(n)
        self.parts = {part: _Sums(n) for part in game.front.score_parts}
        self.activities = [(activity, _Sums(n)) for activity in game.front.activities]
        self.turn_score = _Sums(n)
        self.wins = np.zeros(n, np.int64)
        self.turn_wins = np.zeros(n, np.int64)
        self.shared = np.zeros(n, np.int64)
        self.ties = 0
        self.length_field, self.length_word = game.front.length
        self.length = Histogram()
        #: whether seats and places in turn order are different things
        self.has_turn_order = n > 1 and "start_seat" in (game.row_dtype.names or ())
        self.decisions = Histogram()
        self.margin = Histogram()
        self.reasons = Histogram()

    def add(self, rows: npt.NDArray[np.void]) -> None:
        """Count a batch of rows."""
        n = self.game.players
        if not len(rows):
            return
        scores = rows["score"][:, :n].astype(np.int64)
        self.games += len(rows)
        self.score.add(scores)
        for part, sums in self.parts.items():
            sums.add(rows[part][:, :n])
        for activity, sums in self.activities:
            sums.add(_activity(rows, activity, n))
        self.length.add(rows[self.length_field])
        self.decisions.add(rows["decisions"])
        self.reasons.add(rows["end_reason"])
        if n == 1:
            return
        won = rows["winner"][:, None] == np.arange(n)
        self.wins += won.sum(axis=0)
        if self.has_turn_order:
            # Seats in the turn order of the first round.
            order = (rows["start_seat"].astype(np.int64)[:, None] + np.arange(n)) % n
            self.turn_score.add(np.take_along_axis(scores, order, axis=1))
            self.turn_wins += np.take_along_axis(won, order, axis=1).sum(axis=0)
        top = scores == scores.max(axis=1, keepdims=True)
        tied = top.sum(axis=1) > 1
        self.ties += int(tied.sum())
        self.shared += top[tied].sum(axis=0)
        ranked = np.sort(scores, axis=1)
        self.margin.add(ranked[:, -1] - ranked[:, -2])

    def win(self, seat: int) -> Interval:
        """Share of the games a seat won, ties broken as the rules say."""
        return wilson(int(self.wins[seat]), self.games)

    def turn_win(self, place: int) -> Interval:
        """Share of the games won by who was at this place of the first round's turn order."""
        return wilson(int(self.turn_wins[place]), self.games)

    def end_reasons(self) -> list[tuple[str, str, int]]:
        """Short name, sentence and count of each end reason that occurred, most frequent first.

        Games stopped by a limit are always reported, even if there was none.
        """
        counts = {self.game.front.limit_reason: 0, **self.reasons.counts()}
        found = [(*self.game.front.end_reasons[reason], count) for reason, count in counts.items()]
        return sorted(found, key=lambda entry: -entry[2])

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; figures that do not exist are None."""
        n = self.game.players
        seats = []
        for seat in range(n):
            entry: dict[str, Any] = {
                "seat": seat,
                "score": {**self.score.interval(seat).as_dict(), "sd": _number(self.score.deviation(seat))},
                "score_by_source": {part: sums.interval(seat).as_dict() for part, sums in self.parts.items()},
                "activities": {activity.label: sums.interval(seat).as_dict() for activity, sums in self.activities},
            }
            if n > 1:
                entry["wins"] = {"count": int(self.wins[seat]), **self.win(seat).as_dict()}
                entry["shared_top_score"] = {
                    "count": int(self.shared[seat]),
                    **wilson(int(self.shared[seat]), self.games).as_dict(),
                }
            seats.append(entry)
        result: dict[str, Any] = {
            "games": self.games,
            "seats": seats,
            self.length_field: _spread(self.length),
            "decisions": _spread(self.decisions),
            "end_reasons": [
                {"reason": name, "meaning": words, "count": count, **wilson(count, self.games).as_dict()}
                for name, words, count in self.end_reasons()
            ],
        }
        if self.has_turn_order:
            result["turn_order"] = [
                {
                    "place": place + 1,
                    "score": self.turn_score.interval(place).as_dict(),
                    "wins": {"count": int(self.turn_wins[place]), **self.turn_win(place).as_dict()},
                }
                for place in range(n)
            ]
        if n > 1:
            result["tied_games"] = {"count": self.ties, **wilson(self.ties, self.games).as_dict()}
            result["margin"] = _spread(self.margin)
        return result


def _activity(rows: npt.NDArray[np.void], activity: Activity, seats: int) -> npt.NDArray[Any]:
    values: npt.NDArray[Any] = rows[activity.field][:, :seats]
    if activity.entry is not None:
        values = values[:, :, activity.entry]
    if activity.count == "bits":
        values = np.bitwise_count(values)
    return values != 0 if activity.count == "any" else values


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _spread(histogram: Histogram) -> dict[str, Any]:
    return {
        "mean": histogram.interval().as_dict(),
        "min": histogram.quantile(0.0),
        "max": histogram.quantile(1.0),
        "quantiles": {f"{share:g}": histogram.quantile(share) for share in _QUANTILES},
    }
