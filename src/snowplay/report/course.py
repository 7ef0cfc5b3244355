"""The sections that describe the games: who won, points and their sources, how long games took and why they ended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..analysis import plots
from ..analysis.lengths import end_reasons, game_lengths
from ..analysis.rates import agent_rates, seat_rates, start_advantage, ties, turn_order_rates
from ..analysis.scores import QUANTILES, margins, score_distribution, score_sources, seat_scores
from ..analysis.source import agents_differ, has_turn_order
from ..analysis.table import Cell, Column, Table
from ..stats import Interval
from . import findings
from .answers import Part
from .model import Finding, Section

if TYPE_CHECKING:
    from ..experiments import Arm, Run

# Arms whose points by source and end reasons are shown one beside the other; of more, only the baseline's.
_DETAILED = 8
# Bars of a histogram.
_BINS = 60
_QUANTILES = [f"q{100 * share:02.0f}" for share in QUANTILES]


def described_arms(run: Run) -> list[Arm]:
    """Return the arms that are described: all with games but those that forbid an item."""
    return [arm for arm in run.arms if run.games(arm) and (arm.item is None or arm.name == run.baseline.name)]


def _names(run: Run, most: int | None = None) -> list[str]:
    names = [arm.name for arm in described_arms(run)]
    return [run.baseline.name] if most is not None and len(names) > most else names


def _fair(arms: Sequence[Arm]) -> float | None:
    """Return an equal share of the wins, if it is the same in all arms."""
    numbers = {arm.players for arm in arms}
    return 1 / numbers.pop() if len(numbers) == 1 else None


# ---- wins ----


def wins(run: Run) -> Part | None:
    """Win rates of seats, ties."""
    arms = [arm for arm in described_arms(run) if arm.players > 1]
    if not arms:
        return None
    names = [arm.name for arm in arms]
    rates = seat_rates(run, names)
    one = len(arms) == 1
    plot = plots.intervals(
        rates,
        label="seat" if one else "arm",
        values=["win"],
        group=None if one else "seat",
        reference=_fair(arms),
        title="Wins by seat, 95 % intervals" + ("; line: an equal share" if _fair(arms) else ""),
    )
    told = []
    base = [row for row in rates.records() if row["arm"] == run.baseline.name]
    if base and not has_turn_order(run.baseline) and not agents_differ(run.baseline):
        # The seats are sides; of two, one tells all.
        for row in base[:1] if len(base) == 2 else base:
            sample = f"{findings.count(int(str(row['games'])))} of arm {row['arm']}"
            told.append(findings.share_of_wins(str(row["seat"]), _interval(row["win"]), 1 / len(base), sample))
    parts: list[Any] = [plot, rates]
    advantage = start_advantage(run, names)
    if not any(map(has_turn_order, arms)) and len(advantage):
        parts.append(advantage)
    return Section("wins", "Wins by seat", (), (*parts, ties(run, names))), told


def agents(run: Run) -> Part | None:
    """Win rates of agents."""
    arms = [arm for arm in described_arms(run) if arm.players > 1 and agents_differ(arm)]
    if not arms:
        return None
    rates = agent_rates(run, [arm.name for arm in arms])
    plot = plots.intervals(
        rates, label="arm", values=["win"], group="agent", reference=_fair(arms), title="Wins by agent, 95 % intervals"
    )
    told = []
    for row in rates.records():
        if row["arm"] == run.baseline.name or len(arms) == 1:
            sample = f"{findings.count(int(str(row['played'])), 'seat')} played in arm {row['arm']}"
            told.append(
                findings.share_of_wins(f"agent {row['agent']}", _interval(row["win"]), float(str(row["fair"])), sample)
            )
    return Section("agents", "Wins by agent", (), (plot, rates)), told


def start(run: Run) -> Part | None:
    """Whether it pays to begin, in games that draw who does."""
    arms = [arm for arm in described_arms(run) if has_turn_order(arm)]
    if not arms:
        return None
    names = [arm.name for arm in arms]
    rates, advantage = turn_order_rates(run, names), start_advantage(run, names)
    one = len(arms) == 1
    places = Table(
        rates.key,
        rates.title,
        rates.columns,
        tuple((row[0], f"place {row[1]}", *row[2:]) for row in rates.rows),
    )
    plot = plots.intervals(
        places,
        label="place" if one else "arm",
        values=["win"],
        group=None if one else "place",
        reference=_fair(arms),
        title="Wins by place in the turn order of the first round, 95 % intervals",
    )
    told = []
    for row in advantage.records():
        if row["arm"] == run.baseline.name or len(advantage) <= findings.TOLD:
            share = _interval(row["win"])
            found = findings.share_of_wins(
                "place 1", share, float(str(row["fair"])), f"{row['games']:,} games of arm {row['arm']}"
            )
            told.append(Finding(found.certainty, found.text.replace("Place 1", "Who begins", 1)))
    return Section("start", "Who begins", (), (plot, rates, advantage)), told


# ---- points ----


def scores(run: Run) -> Part:
    """Points, how they spread and where they come from."""
    names = _names(run)
    few = _names(run, _DETAILED)
    points = seat_scores(run, names)
    one = len(names) == 1
    spread = plots.boxes(
        points,
        label="seat" if one else "arm",
        quantiles=_QUANTILES,
        mean="mean",
        group=None if one else "seat",
        title="Points: 5, 25, 50, 75 and 95 % of the games are not above",
    )
    histogram = _histogram(score_distribution(run, [run.baseline.name]), run.baseline.name)
    sources = score_sources(run, few)
    stacked = plots.stacked(
        _wide(sources, ("arm", "seat"), "source", "mean", Column("", "", "number", 2)),
        label="label",
        parts=[f"part{k}" for k in range(len(dict.fromkeys(sources.column("source"))))],
        axis="points a game",
        key="sources",
        title="Where points come from",
    )
    parts: list[plots.Plot | Table] = [spread, histogram, points, stacked, sources]
    if run.baseline.players > 1:
        parts.append(margins(run, names))
    text = () if few == names else (f"Points by source: only of {run.baseline.name}.",)
    told = [
        findings.score(str(row["arm"]), str(row["seat"]), _interval(row["mean"]), *_nine_of_ten(row))
        for row in points.records()
        if row["arm"] == run.baseline.name and run.baseline.players == 1
    ]
    return Section("scores", "Points", text, tuple(parts)), told


def _nine_of_ten(row: dict[str, Any]) -> tuple[float, float]:
    return row["q05"], row["q95"]


def _histogram(table: Table, arm: str) -> plots.Plot:
    """Draw the distribution of points by seat; many values are put together in ranges."""
    seats = list(dict.fromkeys(map(str, table.column("seat"))))
    values = [int(str(value)) for value in table.column("score")]
    width = max(1, math.ceil((max(values) - min(values) + 1) / _BINS))
    low = min(values) // width * width
    shares = {seat: [0.0] * ((max(values) - low) // width + 1) for seat in seats}
    for row in table.records():
        shares[str(row["seat"])][(int(str(row["score"])) - low) // width] += float(str(row["share"]))
    rows = tuple(
        (low + width * k + (width - 1) / 2, *(shares[seat][k] for seat in seats)) for k in range(len(shares[seats[0]]))
    )
    across = "Points" if width == 1 else f"Points, in ranges of {width}"
    columns = (Column("x", across, "number"), *(Column(f"seat{k}", seat, "share") for k, seat in enumerate(seats)))
    table = Table("histogram", f"Points of {arm}", columns, rows)
    return plots.histogram(table, x="x", series=[column.key for column in columns[1:]])


def _wide(table: Table, labels: Sequence[str], across: str, value: str, kind: Column) -> Table:
    """Turn one row a part into one row a whole; labels that are always the same are left out."""
    records = table.records()
    parts = list(dict.fromkeys(str(row[across]) for row in records))
    kept = [label for label in labels if len(set(table.column(label))) > 1] or list(labels[-1:])
    cells: dict[str, dict[str, Cell]] = {}
    for row in records:
        cells.setdefault(", ".join(str(row[label]) for label in kept), {})[str(row[across])] = row[value]
    columns = (
        Column("label", "", "text"),
        *(Column(f"part{k}", part, kind.kind, kind.digits) for k, part in enumerate(parts)),
    )
    rows = tuple((label, *(found.get(part) for part in parts)) for label, found in cells.items())
    return Table(table.key, table.title, columns, rows)


# ---- length ----


def course(run: Run) -> Part:
    """Length, decisions, leads, end reasons."""
    names = _names(run)
    figures, reasons = game_lengths(run, names), end_reasons(run, names)
    word = run.baseline.game.front.length[1]
    spread = Table(
        "length_spread",
        figures.title,
        figures.columns,
        tuple(row for row in figures.rows if row[1] == word),
    )
    ended = _wide(reasons, ("arm",), "reason", "share", Column("", "", "share", 1))
    shown: list[Any] = [
        plots.boxes(
            spread,
            label="arm",
            quantiles=_QUANTILES,
            mean="mean",
            unit=word,
            title=f"Length of a game in {word}: 5, 25, 50, 75 and 95 % of the games are not above",
        ),
        figures,
        plots.stacked(
            ended,
            label="label",
            parts=[column.key for column in ended.columns[1:]],
            axis="% of games",
            key="ends",
            title="How games ended",
        ),
        reasons,
    ]
    told = []
    for row in figures.records():
        if row["figure"] == word and (row["arm"] == run.baseline.name or len(_players(run)) > 1):
            told.append(findings.length(str(row["arm"]), word, _interval(row["mean"]), *_nine_of_ten(row)))
    return Section("course", "Length and end", (), tuple(shown)), told


def limits(run: Run) -> list[Finding]:
    """Warn of arms in which games were stopped by a limit before their rules ended them."""
    told = []
    for row in end_reasons(run, _names(run)).records():
        front = run.arm(str(row["arm"])).game.front
        name, words = front.end_reasons[front.limit_reason]
        if row["reason"] == name and row["count"]:
            told.append((str(row["arm"]), _interval(row["share"]), words))
    if len(told) <= 1:
        return [findings.limited(arm, share, words) for arm, share, words in told]
    worst = max(told, key=lambda entry: entry[1].value)
    return [findings.limited_in_many(len(told), *worst)]


def _players(run: Run) -> set[int]:
    return {arm.players for arm in described_arms(run)}


def _interval(cell: object) -> Interval:
    if not isinstance(cell, Interval):
        raise TypeError(f"an interval is wanted, not {cell!r}")
    return cell
