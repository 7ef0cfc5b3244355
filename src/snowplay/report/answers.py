"""The sections that answer what an experiment asks: arms compared, worth of items, a sweep, a sequential test."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ..analysis import plots
from ..analysis.multiple import holm
from ..analysis.paired import are_paired, compare_games, compare_seats
from ..analysis.sweeps import sweep_slopes, sweep_values
from ..analysis.table import Cell, Column, Table
from ..analysis.worth import item_worth, restricted_worth
from ..experiments.plan import Chunk
from ..experiments.stopping import StopTest
from ..stats import Interval
from . import findings
from .model import Finding, Section

if TYPE_CHECKING:
    from ..experiments import Arm, Run

#: A section and what it found.
Part = tuple[Section, list[Finding]]
#: Makes a finding of a row of a table and its corrected p-value.
Teller = Callable[[dict[str, Any], float | None], Finding]

_CORRECTION = "Holm"
# p-value of the test of a line below which the slope alone is not the story.
_NOT_A_LINE = 0.01


def compared_arms(run: Run) -> list[Arm]:
    """Return the arms that are compared with the baseline one by one: neither of a sweep nor forbidding an item."""
    return [
        arm
        for arm in run.arms
        if arm.item is None and arm.sweep_value is None and arm.name != run.baseline.name and run.games(arm)
    ]


def swept_arms(run: Run) -> list[Arm]:
    """Return the arms of a sweep of rules; arms of unlike numbers of players are no sweep."""
    arms = [arm for arm in run.arms if arm.sweep_value is not None and run.games(arm)]
    return arms if len({arm.players for arm in arms}) == 1 and len(arms) > 1 else []


# ---- arms ----


def comparison(run: Run) -> Part | None:
    """Arms against the baseline."""
    arms = compared_arms(run)
    if not arms:
        return None
    names = [arm.name for arm in arms]
    base = run.baseline
    seats, games = compare_seats(run, names), compare_games(run, names)
    told: list[Finding] = []
    shown: list[Any] = []
    with_wins = [row for row in seats.records() if row["win"] is not None]
    if with_wins:
        whose = "Win rates"
        if base.players == 2:
            # Of two players one wins what the other loses: one of them tells all.
            whose = f"Win rate of {' '.join(findings.seat_words(str(with_wins[0]['seat']))[:1])}"
            with_wins = [row for row in with_wins if row["seat"] == with_wins[0]["seat"]]
        told += tell(
            with_wins,
            "p",
            lambda row, p: findings.wins(f"With {row['arm']}", row["seat"], row["win"], _sample(run, row), p),
            "win",
            f"comparisons with {base.name} show a clear difference of win rates",
        )
        shown += [
            plots.intervals(
                _by_size(seats, with_wins, "win"),
                label="arm",
                values=["win"],
                group="seat" if base.players > 2 else None,
                reference=0,
                key="compare_wins",
                title=f"{whose} compared with {base.name}, 95 % intervals",
            ),
            _selected(seats, ("arm", "seat", "games", "win", "p", "p_holm", "gain"), "wins", "Wins"),
        ]
    told += tell(
        seats.records(),
        "score_p",
        lambda row, p: findings.points(f"With {row['arm']}", row["seat"], row["score"], _sample(run, row), p),
        "score",
        f"comparisons with {base.name} show a clear difference of points",
    )
    shown += [
        plots.intervals(
            _by_size(seats, seats.records(), "score"),
            label="arm",
            values=["score"],
            group="seat",
            reference=0,
            key="compare_points",
            title=f"Points compared with {base.name}, 95 % intervals",
        ),
        _selected(
            seats,
            ("arm", "seat", "games", "score", "score_p", "score_p_holm", "score_gain"),
            "points",
            "Points",
            notes=not with_wins,
        ),
        games,
    ]
    text = (
        "Filled marks: the interval does not hold zero. The sentences at the top allow for the number of comparisons; "
        "single intervals do not.",
    )
    return Section("comparison", f"Compared with {base.name}", text, tuple(shown)), told


def _by_size(table: Table, records: Sequence[dict[str, Cell]], key: str) -> Table:
    """Return the rows of a table that are among the records, arms with the greatest value of the first seat first."""
    size: dict[str, float] = {}
    for row in records:
        cell = row[key]
        size.setdefault(str(row["arm"]), -cell.value if isinstance(cell, Interval) else math.inf)
    kept = {(row["arm"], row["seat"]) for row in records}
    chosen = [row for row in table.rows if (row[0], row[1]) in kept]
    # Seats keep their order, so that they keep their colours.
    seats = list(dict.fromkeys(row[1] for row in chosen))
    chosen.sort(key=lambda row: (size[str(row[0])], str(row[0]), seats.index(row[1])))
    return Table(table.key, table.title, table.columns, tuple(chosen))


def _selected(table: Table, keys: Sequence[str], suffix: str, title: str, notes: bool = True) -> Table:
    """Return some of the columns of a table."""
    columns = tuple(column for column in table.columns if column.key in keys)
    rows = tuple(tuple(row[column.key] for column in columns) for row in table.records())
    return Table(
        f"{table.key}_{suffix}", f"{table.title}: {title.lower()}", columns, rows, table.notes if notes else ()
    )


def _sample(run: Run, row: dict[str, Any]) -> str:
    paired = are_paired(run.arm(row["arm"]), run.baseline)
    return findings.count(row["games"], "paired game") if paired else f"{findings.count(row['games'])} each, not paired"


def tell(rows: Sequence[dict[str, Any]], p_key: str, teller: Teller, value: str, what: str) -> list[Finding]:
    """Tell a family of comparisons: one by one if they are few, else how many are clear and which are the largest.

    Parameters
    ----------
    rows : sequence of mappings
        Rows of a table.
    p_key, value : str
        Columns with the p-value before correction and with the estimate.
    teller : callable
        Makes the sentence of a row.
    what : str
        Ends the sentence ``7 of 26 ...``.
    """
    adjusted = holm([math.nan if row[p_key] is None else row[p_key] for row in rows])
    # One question alone needs no correction.
    told = [(row, teller(row, p if len(rows) > 1 else None)) for row, p in zip(rows, adjusted, strict=True)]
    if len(told) <= findings.TOLD:
        return [finding for _, finding in told]
    clear = [(row, finding) for row, finding in told if finding.certainty == "clear"]
    clear.sort(key=lambda pair: -abs(pair[0][value].value))
    largest = [finding for _, finding in clear[: findings.TOLD]]
    if clear:
        return [findings.many(what, len(clear), len(told), _CORRECTION), *largest]
    return [findings.many(what, 0, len(told), _CORRECTION)]


# ---- items ----


def worths(run: Run) -> Part | None:
    """What items are worth, in three meanings."""
    arms = [arm for arm in run.arms if arm.item is not None and run.games(arm)]
    if not arms:
        return None
    told: list[Finding] = []
    shown: list[Any] = []
    details: list[Table] = []
    for result in ("score", "win") if run.baseline.players > 1 else ("score",):
        unit = "points" if result == "score" else "percentage points"
        table = item_worth(run, result=result)
        restricted = restricted_worth(run, result=result)
        ranked = _in_words(table, f"worth_{result}")
        shown += [
            plots.intervals(
                ranked,
                label="words",
                values=["observed", "regression", "restricted"],
                reference=0,
                shared=False,
                title=f"{table.title}: three kinds, each on its own scale, ranked by restricted play",
            ),
            ranked,
        ]
        details.append(_in_words(restricted, f"restricted_{result}"))
        rows = [row for row in restricted.records() if row["worth"] is not None]
        what = f"items have a clear worth in {'points' if result == 'score' else 'wins'} (restricted play)"
        told += tell(rows, "p", partial(_worth_finding, unit), "worth", what)
    text = (
        "Three kinds of worth, which need not agree. Observed: how seats that had the item did better than those that "
        "had not. Regression: the same with the other items held fixed. Both are associations. Restricted play: the "
        "same deals with the item forbidden; only this tells what the item causes.",
    )
    return Section("worth", "What items are worth", text, (*shown, *details)), told


def _worth_finding(unit: str, row: dict[str, Any], p: float | None) -> Finding:
    sample = findings.count(row["games"], "paired game")
    return findings.worth(row["words"], row["seat"], row["worth"], unit, sample, p)


def _in_words(table: Table, key: str) -> Table:
    """Return a table of items with their words alone; these hold the name."""
    place = [column.key for column in table.columns].index("item")
    columns = tuple(column for column in table.columns if column.key != "item")
    rows = tuple((*row[:place], *row[place + 1 :]) for row in table.rows)
    return Table(key, table.title, columns, rows, table.notes)


# ---- a sweep ----


def sweep(run: Run) -> Part | None:
    """Results over a swept value."""
    arms = swept_arms(run)
    if not arms:
        return None
    values = [arm.sweep_value for arm in arms]
    settings = run.experiment.generate.sweep
    name = (settings.option or settings.figure) if settings else "value"
    table, slopes = sweep_values(run), sweep_slopes(run)
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    told = _slope_findings(run, arms, name, slopes) if len(slopes) else []
    shown = [
        _sweep_plot(table, slopes, name, key, figure, numbers)
        for key, figure in (("win", "win rate (pp)"), ("score", "points"))
        if any(cell is not None for cell in table.column(key))
    ]
    text = (f"Results at {len(values)} values of {name}" + (", with the fitted lines." if len(slopes) else "."),)
    return Section("sweep", f"Sweep of {name}", text, (*shown, table, *([slopes] if len(slopes) else []))), told


def _sweep_plot(table: Table, slopes: Table, name: str, key: str, figure: str, numbers: bool) -> plots.Plot:
    title = f"{'Win rate' if key == 'win' else 'Points'} over {name}, 95 % intervals"
    if not numbers:
        return plots.intervals(table, label="value", values=[key], group="seat", key=f"sweep_{key}", title=title)
    records = table.records()
    column = next(column for column in table.columns if column.key == key)
    columns = (Column("x", name, "number"), Column("seat", "Seat", "text"), column)
    rows = tuple((float(str(row["value"])), row["seat"], row[key]) for row in records)
    lines = []
    scale = 0.01 if key == "win" else 1.0  # slopes of shares are in percentage points
    for seat in dict.fromkeys(row["seat"] for row in records):
        slope = next((r["slope"] for r in slopes.records() if (r["figure"], r["seat"]) == (figure, seat)), None)
        points = [(x, y.value) for x, of, y in rows if of == seat and isinstance(y, Interval)]
        if isinstance(slope, Interval) and points:
            # A line of least squares goes through the means.
            steepness = scale * slope.value
            lines.append((fmean(y for _, y in points) - steepness * fmean(x for x, _ in points), steepness))
    drawn = Table("sweep", table.title, columns, rows)
    return plots.curve(drawn, x="x", y=key, group="seat", lines=lines, key=f"sweep_{key}", title=title)


def _slope_findings(run: Run, arms: Sequence[Arm], name: str, slopes: Table) -> list[Finding]:
    span = max(arm.sweep_value for arm in arms) - min(arm.sweep_value for arm in arms)
    paired = all(are_paired(arm, arms[0]) for arm in arms)
    told = []
    seats_of_wins = 0
    for row in slopes.records():
        slope, p_line = row["slope"], row["p_line"]
        if not isinstance(slope, Interval):
            continue
        seat = " ".join(findings.seat_words(str(row["seat"]))[:1]) if row["seat"] else ""
        wins = row["figure"] == "win rate (pp)"
        seats_of_wins += wins
        if wins and arms[0].players == 2 and seats_of_wins > 1:
            continue  # of two players one wins what the other loses
        what = {"win rate (pp)": f"the win rate of {seat}", "points": f"the score of {seat}"}.get(
            str(row["figure"]), "the length of a game"
        )
        unit = {"win rate (pp)": "percentage points", "points": "points"}.get(str(row["figure"]), str(row["figure"]))
        each = findings.count(int(str(row["games"])), "paired game" if paired else "game")
        sample = f"{row['values']} values, {each} each"
        bent = isinstance(p_line, float) and p_line < _NOT_A_LINE
        note = "A straight line does not fit well: look at the values." if bent else ""
        told.append(findings.slope(name, what, unit, slope, span, sample, note))
    return told


# ---- a sequential test ----


def sequential(run: Run) -> Part | None:
    """The way of the test that may have stopped the run."""
    stop = run.experiment.stop
    if stop is None:
        return None
    test = StopTest(run.experiment, run.arms)

    def is_safe(chunk: Chunk) -> bool:
        return chunk.index < len(run.files(chunk.arm))

    test.advance(is_safe, lambda chunk: run.files(chunk.arm)[chunk.index])
    pairs = run.baseline.rotate == "paired"
    noun = "deal" if pairs else "game" if stop.agents else "paired game"
    seen = test.gsprt.path[-1][0] if test.gsprt.path else 0
    if stop.arms:
        first, second = stop.arms
    else:
        first, second = (f"agent {number} ({run.baseline.agents[number]})" for number in stop.agents)
    lower, upper = test.gsprt.lower, test.gsprt.upper
    rows: list[tuple[Cell, ...]] = [(look, count, llr) for look, (count, llr) in enumerate(test.gsprt.path, start=1)]
    table = Table(
        "sequential",
        "Looks at the data",
        (
            Column("look", "Look", "count"),
            Column("seen", f"{noun.capitalize()}s", "count"),
            Column("llr", "Log-likelihood ratio", "number", 3),
        ),
        tuple(rows),
        (
            f"Generalised sequential probability ratio test of the difference of win rates, {first} less {second}: "
            f"H0 {100 * stop.h0:g} against H1 {100 * stop.h1:g} percentage points, alpha = {stop.alpha:g}, "
            f"beta = {stop.beta:g}, bounds {lower:.3f} and {upper:.3f}.",
            "Other intervals of this report are made as if the number of games had been fixed beforehand; a test that "
            "stops early makes estimates a little too large.",
        ),
    )
    names = (f"H0: {100 * stop.h0:g} percentage points", f"H1: {100 * stop.h1:g} percentage points")
    shown: tuple[Any, ...] = (table,)
    if rows:
        title = f"Sequential test, {first} against {second}"
        shown = (plots.path(table, x="seen", y="llr", bounds=(lower, upper), bound_names=names, title=title), table)
    told = [findings.verdict(test.result["verdict"], first, second, stop.h0, stop.h1, findings.count(seen, noun))]
    return Section("sequential", "Sequential test", (), shown), told
