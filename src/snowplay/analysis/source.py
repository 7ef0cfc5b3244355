"""What an analysis asks of a run, and the words its tables have for seats and arms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Protocol

from ..games import Game
from ..validation import did_you_mean
from .packages import pl


class ArmLike(Protocol):
    """One arm of a run: a game with its rules, played many times."""

    @property
    def name(self) -> str:
        """Name of the arm."""

    @property
    def game(self) -> Game:
        """The game with the rules of the arm."""

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays, before rotation."""

    @property
    def seed(self) -> int:
        """Master seed."""

    @property
    def item(self) -> str | None:
        """What a seat may not take in this arm, or None."""

    @property
    def seat(self) -> int | None:
        """That seat."""

    @property
    def sweep_value(self) -> Any:
        """The swept value of this arm, or None."""


class RunLike(Protocol):
    """Rows of an experiment."""

    @property
    def arms(self) -> Sequence[Any]:
        """The arms (`ArmLike`) in order."""

    @property
    def baseline(self) -> Any:
        """The arm the others are compared with."""

    @property
    def experiment(self) -> Any:
        """What was asked, a `snowplay.experiments.spec.Experiment`."""

    def games(self, arm: Any) -> int:
        """Return how many rows of an arm there are."""

    def scan(self, arm: Any) -> pl.LazyFrame:
        """Return the rows of an arm."""


def chosen(run: RunLike, arms: Sequence[str] | None = None) -> list[ArmLike]:
    """Return the arms of these names, by default all; those without rows are left out.

    Raises
    ------
    ValueError
        If an arm is not of the run; the message names those that are.
    """
    by_name: dict[str, ArmLike] = {arm.name: arm for arm in run.arms}
    for name in arms if arms is not None else ():
        if name not in by_name:
            raise ValueError(f"there is no arm {name!r}{did_you_mean(name, by_name)}; there is {', '.join(by_name)}")
    names = list(by_name) if arms is None else arms
    return [by_name[name] for name in names if run.games(name)]


def one_arm(run: RunLike, arm: str | None) -> ArmLike:
    """Return the arm of this name, by default the baseline.

    Raises
    ------
    ValueError
        If there is no such arm, or it has no rows.
    """
    name = run.baseline.name if arm is None else arm
    found = chosen(run, [name])
    if not found:
        raise ValueError(f"arm {name!r} has no rows yet")
    return found[0]


def cluster(run: RunLike) -> str | None:
    """Return the column whose equal values mark games that are not independent, or None.

    With ``rotate = "paired"`` the games of a deal share set-up and chance.
    """
    return "deal" if run.experiment.settings.rotate == "paired" else None


def cluster_note(run: RunLike) -> str:
    """Say what counts as one observation."""
    if cluster(run):
        return "Games of the same deal are one observation (clustered by deal), since they share set-up and chance."
    return "Every game is one observation: all have their own deal."


def seat_name(game: Game, seat: int) -> str:
    """Return what people call a seat: ``British``, or ``seat 0``."""
    names = game.front.side_names
    return names[seat] if names else f"seat {seat}"


def seats_of(arm: ArmLike) -> Iterator[tuple[int, str]]:
    """Return the seats of an arm with their names."""
    return ((seat, seat_name(arm.game, seat)) for seat in range(arm.game.players))


def has_turn_order(arm: ArmLike) -> bool:
    """Whether seats and places in the turn order of the first round are different things."""
    return arm.game.players > 1 and "start_seat" in (arm.game.row_dtype.names or ())


def agents_differ(arm: ArmLike) -> bool:
    """Whether the seats are played by different agents."""
    return len(set(arm.agents)) > 1


def won(seat: int) -> pl.Expr:
    """Whether a seat won, ties broken as the rules say."""
    return pl.col("winner") == seat


def score(seat: int) -> pl.Expr:
    """Points of a seat."""
    return pl.col(f"score_{seat}").cast(pl.Int64)


def top(players: int) -> pl.Expr:
    """Points of the best."""
    return pl.max_horizontal([score(seat) for seat in range(players)])


def margin(players: int) -> pl.Expr:
    """Points of the best less those of the second; 0 if two or more share the top."""
    pairs = combinations([score(seat) for seat in range(players)], 2)
    second = pl.max_horizontal([pl.min_horizontal(pair) for pair in pairs])
    return top(players) - second


def at_place(place: int, players: int, by_seat: Sequence[pl.Expr]) -> pl.Expr:
    """Return the value of the seat that had a place (from 0) in the turn order of the first round."""
    start = pl.col("start_seat").cast(pl.Int64)
    value = by_seat[(place + players - 1) % players].cast(pl.Float64)
    for first in range(players - 1):
        value = pl.when(start == first).then(by_seat[(first + place) % players].cast(pl.Float64)).otherwise(value)
    return value


def of_agent(agent: str, agents: Sequence[str], by_seat: Sequence[pl.Expr]) -> pl.Expr:
    """Return the sum of the values of the seats that an agent played in a game.

    Seat s is played by ``agents[(s + rotation) % players]``.
    """
    players = len(agents)
    parts = []
    for seat, value in enumerate(by_seat):
        rotations = [turn for turn in range(players) if agents[(seat + turn) % players] == agent]
        parts.append(value.cast(pl.Float64) * pl.col("rotation").cast(pl.Int64).is_in(rotations))
    return pl.sum_horizontal(parts)


def arms_note(run: RunLike, shown: Sequence[ArmLike]) -> tuple[str, ...]:
    """Say which arms are missing because they have no rows."""
    names = {arm.name for arm in shown}
    missing = [arm.name for arm in run.arms if arm.name not in names and not run.games(arm.name)]
    return (f"Not played yet: {', '.join(missing)}.",) if missing else ()
