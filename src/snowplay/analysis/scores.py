"""Points: by seat, agent and source, how they spread, and by how much games were won."""

from __future__ import annotations

from collections.abc import Sequence

from .packages import pl
from .source import RunLike, arms_note, chosen, cluster, cluster_note, margin, score, seats_of
from .sums import ONE, collect_distributions, collect_sums
from .table import Cell, Column, Table

_ARM = Column("arm", "Arm", "text")
_SEAT = Column("seat", "Seat", "text")
_GAMES = Column("games", "Games", "count")
_MEAN = Column("mean", "Mean", "number", 2, "mean over all games")
#: Shares of games shown as quantiles, and their columns.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SPREAD = (
    Column("sd", "SD", "number", 2, "standard deviation from game to game"),
    *(
        Column(
            f"q{100 * share:02.0f}", f"{100 * share:.0f} %", "number", 1, f"{share:.0%} of the games are not above it"
        )
        for share in QUANTILES
    ),
)


def mean_note(run: RunLike) -> str:
    """Say how the intervals of means were made."""
    return f"95 % intervals of means: normal. {cluster_note(run)}"


def seat_scores(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Points of every seat of every arm.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arms : sequence of str, optional
        Names of the arms; by default all that have rows.

    Returns
    -------
    Table
        ``arm``, ``seat``, ``games``, ``mean`` (with interval), ``sd`` and the quantiles ``q05``, ``q25``, ``q50``,
        ``q75``, ``q95``: the smallest number of points that this share of the games does not exceed.
    """
    shown = chosen(run, arms)
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        figures = {str(seat): score(seat) for seat, _ in seats_of(arm)}
        frame = run.scan(arm.name)
        sums = collect_sums(frame, {key: [figure, ONE] for key, figure in figures.items()}, cluster(run))
        spread = collect_distributions(frame, figures)
        for seat, name in seats_of(arm):
            values = spread[str(seat)]
            mean = sums[str(seat)].ratio().interval()
            quantiles = (values.quantile(share) for share in QUANTILES)
            rows.append((arm.name, name, run.games(arm.name), mean, values.deviation(), *quantiles))
    columns = (_ARM, _SEAT, _GAMES, _MEAN, *SPREAD)
    return Table("seat_scores", "Points by seat", columns, tuple(rows), (mean_note(run), *arms_note(run, shown)))


def score_distribution(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """How often each number of points occurred, for plots.

    Returns
    -------
    Table
        ``arm``, ``seat``, ``score``, ``count``, ``share`` (of the games of the arm).
    """
    shown = chosen(run, arms)
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        found = collect_distributions(run.scan(arm.name), {str(seat): score(seat) for seat, _ in seats_of(arm)})
        for seat, name in seats_of(arm):
            values = found[str(seat)]
            games = int(values.counts.sum())
            pairs = zip(values.values.tolist(), values.counts.tolist(), strict=True)
            rows += [(arm.name, name, int(points), count, count / games) for points, count in pairs]
    columns = (
        _ARM,
        _SEAT,
        Column("score", "Points", "count"),
        Column("count", "Games", "count"),
        Column("share", "Share", "share", 2),
    )
    return Table("score_distribution", "Points of all games", columns, tuple(rows), arms_note(run, shown))


def margins(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """By how many points the best was ahead of the second; 0 for a shared top score.

    Returns
    -------
    Table
        ``arm``, ``games``, ``mean`` (with interval), ``sd`` and quantiles as in `seat_scores`. Solo games are left
        out.
    """
    shown = [arm for arm in chosen(run, arms) if arm.game.players > 1]
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        frame, ahead = run.scan(arm.name), margin(arm.game.players)
        mean = collect_sums(frame, {"margin": [ahead, ONE]}, cluster(run))["margin"].ratio().interval()
        values = collect_distributions(frame, {"margin": ahead})["margin"]
        quantiles = (values.quantile(share) for share in QUANTILES)
        rows.append((arm.name, run.games(arm.name), mean, values.deviation(), *quantiles))
    columns = (_ARM, _GAMES, _MEAN, *SPREAD)
    notes = ("Points of the best less points of the second, winner or not.", mean_note(run), *arms_note(run, shown))
    return Table("margins", "Margin between the first two", columns, tuple(rows), notes)


def score_sources(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Where the points came from; the sources add up to the points.

    Returns
    -------
    Table
        ``arm``, ``seat``, ``source``, ``mean`` (points a game, with interval), ``share`` (of all points of the seat;
        sources may cost points, so it can be below 0 or above 1).
    """
    shown = chosen(run, arms)
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        parts = arm.game.front.score_parts
        blocks = {
            f"{part}{seat}": [pl.col(f"{part}_{seat}").cast(pl.Int64), ONE]
            for seat, _ in seats_of(arm)
            for part in parts
        }
        sums = collect_sums(run.scan(arm.name), blocks, cluster(run))
        for seat, name in seats_of(arm):
            points = float(sum(sums[f"{part}{seat}"].total[0] for part in parts))
            for part in parts:
                found = sums[f"{part}{seat}"]
                share = float(found.total[0]) / points if points else None
                rows.append((arm.name, name, part.replace("_", " "), found.ratio().interval(), share))
    columns = (
        _ARM,
        _SEAT,
        Column("source", "Source", "text"),
        Column("mean", "Points a game", "number", 2),
        Column("share", "Share of the points", "share", 1),
    )
    return Table("score_sources", "Points by source", columns, tuple(rows), (mean_note(run), *arms_note(run, shown)))
