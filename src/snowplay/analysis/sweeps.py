"""A swept figure: results at every value, the slope of a line through them, and whether a line will do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .multiple import two_sided
from .packages import linalg, pl
from .paired import are_paired, join_arms
from .source import ArmLike, RunLike, arms_note, chosen, cluster, cluster_note, score, seats_of, won
from .sums import ONE, Estimate, collect_sums, wald_p
from .table import Cell, Column, Table

_Vector = npt.NDArray[np.float64]


def swept(run: RunLike) -> list[ArmLike]:
    """Return the arms of a sweep that have rows, in the order of the experiment."""
    return [arm for arm in chosen(run) if arm.sweep_value is not None]


def sweep_values(run: RunLike) -> Table:
    """Win rate, points and length at every value of a sweep.

    Returns
    -------
    Table
        ``value`` (as text), ``arm``, ``seat``, ``games``, ``win`` (share with interval; empty in solo games),
        ``score`` (mean with interval), ``length`` (mean with interval).
    """
    arms = swept(run)
    rows: list[tuple[Cell, ...]] = []
    for arm in arms:
        blocks = {f"score{seat}": [score(seat), ONE] for seat, _ in seats_of(arm)}
        blocks["length"] = [pl.col(arm.game.front.length[0]), ONE]
        if arm.game.players > 1:
            blocks |= {f"win{seat}": [won(seat), ONE] for seat, _ in seats_of(arm)}
        sums = collect_sums(run.scan(arm.name), blocks, cluster(run))
        for seat, name in seats_of(arm):
            win = sums[f"win{seat}"].share() if arm.game.players > 1 else None
            means = (sums[f"score{seat}"].ratio().interval(), sums["length"].ratio().interval())
            rows.append((str(arm.sweep_value), arm.name, name, run.games(arm.name), win, *means))
    word = arms[0].game.front.length[1] if arms else "Length"
    columns = (
        Column("value", "Value", "text"),
        Column("arm", "Arm", "text"),
        Column("seat", "Seat", "text"),
        Column("games", "Games", "count"),
        Column("win", "Wins", "share", 2),
        Column("score", "Points", "number", 2),
        Column("length", word.capitalize(), "number", 2, "mean length of a game"),
    )
    note = f"95 % intervals: Wilson's for win rates, normal for means. {cluster_note(run)}"
    return Table("sweep_values", "Results by value", columns, tuple(rows), (note, *arms_note(run, arms)))


def sweep_slopes(run: RunLike) -> Table:
    """Change of win rate, points and length for each unit of the swept value.

    Paired arms are fitted within each deal (the mean over all common deals of the slope in that deal), arms that are
    not paired by least squares on the arms' means, weighted by one in their variance.

    Returns
    -------
    Table
        ``figure``, ``seat`` (empty for what belongs to the game), ``values`` (how many), ``games`` (common games of an
        arm), ``slope`` (with interval; shares in percentage points), ``p`` (of slope 0), ``p_line`` (of the hypothesis
        that the means lie on a line; empty with two values). No rows if a value is not a number or there are fewer
        than two.
    """
    arms = swept(run)
    values = [arm.sweep_value for arm in arms]
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    rows: list[tuple[Cell, ...]] = []
    if numbers and len(set(values)) > 1:
        x = np.array(values, np.float64)
        paired = all(are_paired(arm, arms[0]) for arm in arms)
        figures = _figures(arms)
        means = _paired_means(run, arms, figures) if paired else _separate_means(run, arms, figures)
        for (name, seat), (games, mean, covariance) in means.items():
            slope, p_line = fit_line(x, mean, covariance, weighted=not paired)
            scale = 100 if name == "win rate (pp)" else 1
            slope = Estimate(scale * slope.value, scale * slope.error)
            p = two_sided(slope.value, slope.error)
            rows.append((name, seat, len(arms), games, slope.interval(), p, p_line))
        how = "slope within each deal, averaged over the deals" if paired else "weighted least squares on the means"
        notes = [f"Slope for each unit of the value, normal 95 % interval: {how}. {cluster_note(run)}"]
        notes.append(
            "p (line): Wald's test of the means against a straight line; when it is small, one slope does not tell the "
            "story and the table of values does."
        )
    else:
        notes = ["A slope needs two values or more, all of them numbers."]
    columns = (
        Column("figure", "Figure", "text"),
        Column("seat", "Seat", "text"),
        Column("values", "Values", "count"),
        Column("games", "Games", "count", help="games of an arm that were used"),
        Column("slope", "Slope", "number", 3, "change for each unit of the value", signed=True),
        Column("p", "p", "p", help="of no slope"),
        Column("p_line", "p (line)", "p", help="of the hypothesis that the means lie on a line"),
    )
    return Table("sweep_slopes", "Slopes", columns, tuple(rows), (*notes, *arms_note(run, arms)))


def fit_line(x: _Vector, means: _Vector, covariance: _Vector, weighted: bool) -> tuple[Estimate, float]:
    """Fit a line to means whose covariance matrix is known.

    Parameters
    ----------
    x, means : numpy.ndarray, shape (k,)
        Values and the means there.
    covariance : numpy.ndarray, shape (k, k)
        Of the means.
    weighted : bool
        Weigh each mean by one in its variance instead of alike.

    Returns
    -------
    Estimate
        The slope.
    float
        p-value of the test that the means lie on a line (Wald's, k - 2 degrees of freedom); NaN with two values.
    """
    variances = np.diag(covariance)
    weights = 1 / variances if weighted and (variances > 0).all() else np.ones(len(x))
    centred = x - np.average(x, weights=weights)
    contrast = weights * centred / (weights * centred**2).sum()
    slope = Estimate(float(contrast @ means), math.sqrt(max(0.0, float(contrast @ covariance @ contrast))))
    # combinations of the means that are 0 whenever the means lie on a line
    off_line = linalg.null_space(np.vstack([np.ones(len(x)), centred / np.abs(centred).max()])).T
    p_line = wald_p(off_line @ means, off_line @ covariance @ off_line.T) if len(off_line) else math.nan
    return slope, p_line


_Means = dict[tuple[str, str], tuple[int, _Vector, _Vector]]


def _figures(arms: Sequence[ArmLike]) -> dict[tuple[str, str], list[pl.Expr]]:
    """Return for each figure and seat its expression in every arm, for the seats that all arms have."""
    players = min(arm.game.players for arm in arms)
    seats = [(seat, name) for seat, name in seats_of(arms[0]) if seat < players]
    found: dict[tuple[str, str], list[pl.Expr]] = {}
    if players > 1:
        found |= {("win rate (pp)", name): [won(seat)] * len(arms) for seat, name in seats}
    found |= {("points", name): [score(seat)] * len(arms) for seat, name in seats}
    found[arms[0].game.front.length[1], ""] = [pl.col(arm.game.front.length[0]) for arm in arms]
    return found


def _paired_means(run: RunLike, arms: Sequence[ArmLike], figures: dict[tuple[str, str], list[pl.Expr]]) -> _Means:
    """Means less that of the first arm, game by game: the slope is the same, and equal arms differ by exactly 0."""
    keys = {key: str(number) for number, key in enumerate(figures)}
    by_arm = [{keys[key]: figure[k].cast(pl.Int64) for key, figure in figures.items()} for k in range(len(arms))]
    blocks = {
        name: [*(pl.col(f"{name}:{k}") - pl.col(f"{name}:0") for k in range(len(arms))), ONE] for name in keys.values()
    }
    sums = collect_sums(join_arms(run, arms, by_arm), blocks, cluster(run))
    return {key: (int(sums[name].total[-1]), *sums[name].means(len(arms))) for key, name in keys.items()}


def _separate_means(run: RunLike, arms: Sequence[ArmLike], figures: dict[tuple[str, str], list[pl.Expr]]) -> _Means:
    keys = {key: str(number) for number, key in enumerate(figures)}
    found = []
    for k, arm in enumerate(arms):
        blocks = {keys[key]: [figure[k], ONE] for key, figure in figures.items()}
        found.append(collect_sums(run.scan(arm.name), blocks, cluster(run)))
    result = {}
    for key, name in keys.items():
        estimates = [sums[name].ratio() for sums in found]
        games = int(min(sums[name].total[1] for sums in found))
        means = np.array([estimate.value for estimate in estimates])
        result[key] = (games, means, np.diag([estimate.error**2 for estimate in estimates]))
    return result
