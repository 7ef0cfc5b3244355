"""What an item (a contract, a train, a card) is worth: three answers to three different questions.

observed
    Mean result of the seats that had the item less that of those that had not. Seats that had it differ in more than
    the item: rich players buy more, long games let everybody take more.
regression
    The same with all items, seat, turn order and agents held fixed in a linear model. What is not in the model, such as
    the length of the game or the player's luck with other things, still stands behind it.
restricted
    The same deals played once more, the item forbidden to a seat: baseline less forbidding arm. The only one that says
    what *having the choice* causes, for these agents, averaged over all games, also those without the occasion.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..items import Item
from ..stats import Interval
from .multiple import benjamini_hochberg, holm, two_sided
from .packages import linalg, pl
from .paired import Difference, differences
from .source import (
    ArmLike,
    RunLike,
    agents_differ,
    arms_note,
    chosen,
    cluster,
    cluster_note,
    has_turn_order,
    one_arm,
    score,
    seat_name,
    won,
)
from .sums import Estimate
from .table import Cell, Column, Table

Result = Literal["score", "win"]
_Array = npt.NDArray[np.float64]

# Games read at once, and worked on at once: multiples of 60, so that no deal of 1 to 5 games is cut.
_READ = 60 * 5_000
_BATCH = 60 * 100
# Multiplications of a piece of a matrix product; OpenBLAS uses threads from 262,144 on.
_PIECE = 200_000

_ITEM = Column("item", "Item", "text")
_WORDS = Column("words", "In words", "text")
_HELD = Column("held", "Had it", "share", 1, "share of the seats that had the item, of those that can have it")
_TESTS = (
    Column("p", "p", "p", help="of no difference, for this item alone"),
    Column("p_holm", "p (Holm)", "p", help="corrected over all items: the chance of any false finding"),
    Column("p_bh", "p (BH)", "p", help="corrected over all items: the share of false findings"),
)
OBSERVED_NOTE = (
    "Observed association: seats that had the item against seats that had not. It is not what the item is worth, since "
    "those seats differ in other things too."
)
REGRESSION_NOTE = (
    "Regression: the difference with all other items, seat, turn order and agents held fixed in a linear model. What "
    "the model does not hold (money, length of the game) still stands behind it: an association, not what it is worth."
)
RESTRICTED_NOTE = (
    "Restricted play: the same deals with the item forbidden to one seat; baseline less forbidding arm, for that seat. "
    "The only one of the three that says what the item causes: what the choice to take it is worth to these agents, "
    "averaged over all games."
)


def observed_worth(run: RunLike, arm: str | None = None, *, seat: int | None = None, result: Result = "score") -> Table:
    """Mean result of seats that had an item less that of seats that had not: an association.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arm : str, optional
        Name of the arm to look at; by default the baseline.
    seat : int, optional
        The seat to look at; by default all that can have the item, each game and seat being one case.
    result : {"score", "win"}
        Points, or 1 for a win and 0 otherwise.

    Returns
    -------
    Table
        ``item``, ``words``, ``held`` (share of the cases), ``with`` and ``without`` (mean results), ``difference``
        (with interval), ``p``, ``p_holm``, ``p_bh``; greatest difference first. Items that all or none had have no
        difference.

    Raises
    ------
    ValueError
        If there is no such arm, seat or result, or the arm has no rows.
    """
    study = _Study(run, one_arm(run, arm), seat, result)
    lines = []
    for j, item in enumerate(study.items):
        value = study.observed[j]
        means = (float(study.mean_with[j]), float(study.mean_without[j]))
        lines.append((item, (float(study.held[j]), *means), value))
    columns = (
        _ITEM,
        _WORDS,
        _HELD,
        _result_column("with", "With it", result),
        _result_column("without", "Without", result),
        _result_column("difference", "Difference", result, signed=True),
        *_TESTS,
    )
    notes = (OBSERVED_NOTE, study.note())
    return Table("observed_worth", f"Observed with and without, {_of(result)}", columns, _ranked(lines), notes)


def regression_worth(
    run: RunLike, arm: str | None = None, *, seat: int | None = None, result: Result = "score"
) -> Table:
    """Ordinary least squares of the result on all items at once, with seat, turn order and agents as controls.

    Standard errors allow for unlike variances and for the dependence of the seats of a game (clustered by game, or by
    deal when deals were played several times). Rows are read twice in batches: memory does not grow with the games.
    Parameters and errors are those of `observed_worth`.

    Returns
    -------
    Table
        ``item``, ``words``, ``held``, ``effect`` (with interval), ``p``, ``p_holm``, ``p_bh``; greatest effect first.
        Items that cannot be told apart from others or from the constant have no effect.
    """
    study = _Study(run, one_arm(run, arm), seat, result)
    lines = [(item, (float(study.held[j]),), study.effects[j]) for j, item in enumerate(study.items)]
    columns = (_ITEM, _WORDS, _HELD, _result_column("effect", "Effect", result, signed=True), *_TESTS)
    notes = (REGRESSION_NOTE, f"R2 = {study.r_squared:.3f}.", study.note())
    return Table("regression_worth", f"Regression on all items, {_of(result)}", columns, _ranked(lines), notes)


def restricted_worth(run: RunLike, *, result: Result = "score") -> Table:
    """What forbidding an item to a seat costs that seat: the paired difference of baseline and forbidding arm.

    Parameters
    ----------
    run : Run
        Rows of an experiment with arms made by ``generate.forbid``.
    result : {"score", "win"}
        Points, or win rate.

    Returns
    -------
    Table
        ``item``, ``words``, ``seat``, ``games``, ``held`` (share of the baseline's games in which the seat had the
        item), ``worth`` (with interval), ``p``, ``p_holm``, ``p_bh``, ``gain`` (of pairing, see
        `snowplay.analysis.paired`); greatest worth first. No rows if no arm forbids an item.
    """
    _check_result(result)
    found = _restricted(run, result)
    base = one_arm(run, None) if found else run.baseline
    lines = [
        (_item_of(base, name), (seat_name(base.game, seat), one.games, held), -one.value)
        for name, (seat, one, held) in found.items()
    ]
    gains = {name: one.gain for name, (_, one, _) in found.items()}
    rows = tuple((*row, gains[str(row[0])]) for row in _ranked(lines))
    columns = (
        _ITEM,
        _WORDS,
        Column("seat", "Seat", "text"),
        Column("games", "Games", "count", help="games compared"),
        Column("held", "Had it", "share", 1, "share of the baseline's games in which the seat had the item"),
        _result_column("worth", "Worth", result, signed=True),
        *_TESTS,
        Column("gain", "Gain of pairing", "number", 1, "(var(A) + var(B)) / var(A - B)"),
    )
    notes = (RESTRICTED_NOTE, _paired_note(run), *arms_note(run, chosen(run)))
    return Table("restricted_worth", f"Restricted play, {_of(result)}", columns, rows, notes)


def item_worth(run: RunLike, *, result: Result = "score") -> Table:
    """The three kinds of worth side by side, for the seat that the experiment forbids items to.

    Without forbidding arms, the two associations of all seats of the baseline.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    result : {"score", "win"}
        Points, or win rate.

    Returns
    -------
    Table
        ``item``, ``words``, ``held``, ``observed``, ``regression``, ``restricted`` (each with interval, empty where
        there is none), ``p_holm`` and ``p_bh``: of restricted play where there is any, else of the regression.
        Ranked by the same.
    """
    _check_result(result)
    base = one_arm(run, None)
    found = _restricted(run, result)
    seats = {seat for seat, _, _ in found.values()}
    study = _Study(run, base, seats.pop() if len(seats) == 1 else None, result)
    lines: list[tuple[Item, tuple[Cell, ...], Estimate]] = []
    for j, item in enumerate(study.items):
        if found and item.name not in found:
            continue
        caused = -found[item.name][1].value if found else None
        cells = (study.observed[j], study.effects[j], caused)
        shown = tuple(None if one is None or math.isnan(one.value) else one.interval() for one in cells)
        lines.append((item, (float(study.held[j]), *shown), caused or study.effects[j]))
    # what is ranked stands in the table already
    rows = tuple((*row[:6], *row[8:]) for row in _ranked(lines))
    columns = (
        _ITEM,
        _WORDS,
        _HELD,
        _result_column("observed", "Observed", result, signed=True),
        _result_column("regression", "Regression", result, signed=True),
        _result_column("restricted", "Restricted play", result, signed=True),
        *_TESTS[1:],
    )
    notes = [OBSERVED_NOTE, REGRESSION_NOTE, RESTRICTED_NOTE, study.note()]
    notes.append(f"p-values: of {'restricted play' if found else 'the regression'}, corrected over the items shown.")
    return Table("item_worth", f"What items are worth, {_of(result)}", columns, rows, tuple(notes))


def had(item: Item, seat: int) -> pl.Expr:
    """Whether a seat had an item, from the columns of a row.

    Raises
    ------
    ValueError
        If the item's test is not known.
    """
    name = item.columns[seat]
    if not name:
        return pl.lit(False)
    column = pl.col(name).cast(pl.Int64)
    if item.test == "bit":
        return (column & (1 << item.number)) != 0
    if item.test == "value":
        return column == item.number
    if item.test == "count":
        return column > item.number
    raise ValueError(f"item {item.name}: test {item.test!r}; there is bit, value, count")


# ---- restricted play ----


def _restricted(run: RunLike, result: Result) -> dict[str, tuple[int, Difference, float]]:
    """Return for each forbidden item the seat, arm less baseline, and how often the seat had it in the baseline."""
    forbidding = [(arm, arm.item, arm.seat) for arm in chosen(run) if arm.item is not None and arm.seat is not None]
    found: dict[str, tuple[int, Difference, float]] = {}
    base = one_arm(run, None) if forbidding else run.baseline
    for arm, name, seat in forbidding:
        figure, item = _figure(seat, result), _item_of(base, name)
        held = 0.0
        if item.columns[seat]:
            held = float(run.scan(base.name).select(had(item, seat).mean()).collect(engine="streaming").item())
        found[name] = (seat, differences(run, arm, base, {"result": (figure, figure)})["result"], held)
    return found


def _item_of(arm: ArmLike, name: str) -> Item:
    return arm.game.front.items()[name]


# ---- associations ----


class _Study:
    """Items against results in one arm, from two passes over its rows.

    Cases are seats in games. The linear model has a constant, the items, and dummies for seat, turn order and agent.
    """

    def __init__(self, run: RunLike, arm: ArmLike, seat: int | None, result: Result) -> None:
        _check_result(result)
        if seat is not None and not 0 <= seat < arm.game.players:
            raise ValueError(f"seat must be 0 to {arm.game.players - 1}, not {seat}")
        if result == "win" and arm.game.players == 1:
            raise ValueError("a solo game has no winner: result must be 'score'")
        self.run, self.arm, self.result = run, arm, result
        self.seats = list(range(arm.game.players)) if seat is None else [seat]
        self.items = [
            item for item in arm.game.front.items().values() if any(item.columns[seat] for seat in self.seats)
        ]
        self._design = _Design(arm, self.seats, self.items, run.experiment.settings.rotate != "none")
        self._first_pass()
        self._second_pass()

    def note(self) -> str:
        """Say what the cases are."""
        whose = "every seat" if len(self.seats) > 1 else seat_name(self.arm.game, self.seats[0])
        return (
            f"{self.arm.name}, {whose} of {self.run.games(self.arm.name):,} games; normal 95 % intervals, robust to "
            f"unlike variances and clustered by {'deal' if cluster(self.run) else 'game'}."
        )

    def _batches(self) -> Iterator[tuple[_Array, _Array, npt.NDArray[np.intp]]]:
        """Yield design (columns, seats, games), results (seats, games) and the first game of every cluster."""
        wanted = [_figure(seat, self.result).cast(pl.Float64).alias(f"y{seat}") for seat in self.seats]
        frame = self.run.scan(self.arm.name).select("deal", *wanted, *self._design.columns())
        for start in range(0, self.run.games(self.arm.name), _READ):
            part = frame.slice(start, _READ).collect()
            for begin in range(0, len(part), _BATCH):
                batch = part.slice(begin, _BATCH)
                y = np.stack([batch[f"y{seat}"].to_numpy() for seat in self.seats])
                deals = batch["deal"].to_numpy()
                first = np.flatnonzero(np.r_[True, deals[1:] != deals[:-1]])
                yield self._design.matrix(batch), y, first

    def _first_pass(self) -> None:
        """Fit the model, and compare with and without each item."""
        q, p = self._design.width, len(self.items)
        items, able = self._design.items, self._design.able
        gram = np.zeros((q + 1, q + 1))  # of the design and, last, the results
        # Of each item, by cluster: result of those that had it, their number, result of all that can have it, and
        # their number; sums of products of two of them.
        products = np.zeros((p, 4, 4))
        sums = np.zeros((p, 4))
        self._clusters = 0
        for x, y, first in self._batches():
            gram += _gram(np.concatenate([x, y[None]]).reshape(q + 1, -1))
            self._clusters += len(first)
            d = x[items]
            figures = np.empty((p, 4, y.shape[1]))
            figures[:, 0] = (d * y).sum(axis=1)
            figures[:, 1] = d.sum(axis=1)
            figures[:, 2] = np.einsum("sp,sn->pn", able, y)
            figures[:, 3] = able.sum(axis=0)[:, None]
            figures = _by_cluster(figures, first)
            products += figures @ figures.transpose(0, 2, 1)
            sums += figures.sum(axis=2)
        xx, xy = gram[:q, :q], gram[:q, q]
        self._cases, self._total, self._squares = float(xx[0, 0]), float(xy[0]), float(gram[q, q])
        self._compare(sums, products)
        self._kept = _independent(xx)
        self._inverse = linalg.inv(xx[np.ix_(self._kept, self._kept)])
        self._beta = self._inverse @ xy[self._kept]

    def _compare(self, sums: _Array, products: _Array) -> None:
        with np.errstate(invalid="ignore", divide="ignore"):
            y_with, n_with, y_able, n_able = sums.T
            n_without = n_able - n_with
            self.held = n_with / n_able
            self.mean_with = y_with / n_with
            self.mean_without = (y_able - y_with) / n_without
            # What a cluster adds to the difference of the means is linear in its four figures.
            weights = np.stack(
                [
                    1 / n_with + 1 / n_without,
                    -self.mean_with / n_with - self.mean_without / n_without,
                    -1 / n_without,
                    self.mean_without / n_without,
                ],
                axis=1,
            )
            spread = np.einsum("pi,pij,pj->p", weights, products, weights)
            error = np.sqrt(np.maximum(spread, 0.0) * self._correction(2, n_able))
            difference = self.mean_with - self.mean_without
        self.observed = [
            Estimate(float(value), float(of)) if math.isfinite(value) else Estimate(math.nan, math.nan)
            for value, of in zip(difference, error, strict=True)
        ]

    def _second_pass(self) -> None:
        """Find the errors of the model from its residuals."""
        k = len(self._kept)
        meat = np.zeros((k, k))
        residuals = 0.0
        for x, y, first in self._batches():
            kept = x[self._kept]
            rest = y - np.einsum("k,ksn->sn", self._beta, kept)
            residuals += float((rest * rest).sum())
            scores = _by_cluster((kept * rest).sum(axis=1), first)
            meat += _gram(scores)
        covariance = self._inverse @ meat @ self._inverse * self._correction(k, self._cases)
        errors = np.sqrt(np.diag(covariance))
        found = {
            int(column): Estimate(float(b), float(e))
            for column, b, e in zip(self._kept, self._beta, errors, strict=True)
        }
        items = range(self._design.items.start, self._design.items.stop)
        self.effects = [found.get(column, Estimate(math.nan, math.nan)) for column in items]
        total = self._squares - self._total**2 / self._cases
        self.r_squared = 1 - residuals / total if total > 0 else math.nan

    def _correction(self, parameters: int, cases: Any) -> Any:
        """Return the usual correction of a clustered variance for few clusters and cases; NaN if there are too few."""
        if self._clusters < 2 or self._cases <= parameters:
            return math.nan
        return self._clusters / (self._clusters - 1) * (cases - 1) / (cases - parameters)


@dataclass(frozen=True)
class _Design:
    """Columns of the linear model: constant, items, seats, places in the turn order, agents."""

    arm: ArmLike
    seats: list[int]
    held: list[Item]
    rotates: bool

    @property
    def items(self) -> slice:
        """Where the items stand."""
        return slice(1, 1 + len(self.held))

    @cached_property
    def able(self) -> _Array:
        """Which seats can have which item, 1 or 0, shape (seats, items)."""
        table = [[float(bool(item.columns[seat])) for item in self.held] for seat in self.seats]
        return np.array(table).reshape(len(self.seats), len(self.held))

    @cached_property
    def width(self) -> int:
        """Number of columns."""
        places = self.arm.game.players - 1 if has_turn_order(self.arm) else 0
        return 1 + len(self.held) + len(self.seats) - 1 + places + len(self._agents)

    def columns(self) -> list[pl.Expr]:
        """Return what has to be read of a row."""
        names = {item.columns[seat] for item in self.held for seat in self.seats} - {""}
        names |= {"rotation"} | ({"start_seat"} if has_turn_order(self.arm) else set())
        return [pl.col(name).cast(pl.Int64) for name in sorted(names)]

    def matrix(self, batch: pl.DataFrame) -> _Array:
        """Return the design, shape (width, seats, rows)."""
        x = np.zeros((self.width, len(self.seats), len(batch)))
        x[0] = 1.0
        for name, column in batch.select(self._tests).to_dict().items():
            j, _, s = name.partition(",")
            x[int(j), int(s), :] = column.to_numpy()
        for place, seat in enumerate(self.seats):
            for number, control in enumerate(self._controls(batch, seat), 1 + len(self.held)):
                x[number, place] = control
        return x

    @cached_property
    def _tests(self) -> list[pl.Expr]:
        """Whether a seat had an item, named after their places in the design."""
        return [
            had(item, seat).alias(f"{j},{s}")
            for j, item in enumerate(self.held, 1)
            for s, seat in enumerate(self.seats)
            if item.columns[seat]
        ]

    @cached_property
    def _agents(self) -> list[str]:
        """Agents that have a dummy; without rotation an agent is its seat and needs none."""
        return list(dict.fromkeys(self.arm.agents))[1:] if self.rotates and agents_differ(self.arm) else []

    def _controls(self, batch: pl.DataFrame, seat: int) -> list[npt.ArrayLike]:
        """Return the dummies of a seat; the first of each kind is what the others are measured from."""
        players = self.arm.game.players
        found: list[npt.ArrayLike] = [float(seat == other) for other in self.seats[1:]]
        if has_turn_order(self.arm):
            place = (seat - batch["start_seat"].to_numpy()) % players
            found += [place == number for number in range(1, players)]
        for agent in self._agents:
            plays = np.array([name == agent for name in self.arm.agents])
            found.append(plays[(seat + batch["rotation"].to_numpy()) % players])
        return found


def _by_cluster(values: _Array, first: npt.NDArray[np.intp]) -> _Array:
    """Return the sums over clusters of games, which follow each other along the last axis."""
    return values if len(first) == values.shape[-1] else np.add.reduceat(values, first, axis=-1)


def _gram(values: _Array) -> _Array:
    """Return ``values @ values.T``, made of small pieces.

    A piece is too small for the linear algebra library to share it out to threads, which on a busy machine wait for
    each other longer than they work.
    """
    rows, columns = values.shape
    piece = max(1, _PIECE // rows**2)
    whole = columns - columns % piece
    pieces = values[:, :whole].reshape(rows, -1, piece)
    rest = values[:, whole:]
    total: _Array = (pieces.transpose(1, 0, 2) @ pieces.transpose(1, 2, 0)).sum(axis=0) + rest @ rest.T
    return total


def _independent(xx: _Array) -> npt.NDArray[np.intp]:
    """Return the columns of a design that do not follow from those before them, by their products X'X."""
    scale = np.sqrt(np.diag(xx))
    kept: list[int] = []
    factor = np.zeros((0, 0))
    for column in np.flatnonzero(scale > 0):
        products = xx[kept, column] / scale[kept] / scale[column]
        along = linalg.solve_triangular(factor, products, lower=True) if kept else products
        rest = 1.0 - float(along @ along)
        if rest < 1e-9:
            continue
        # one more row of the Cholesky factor
        factor = np.block([[factor, np.zeros((len(kept), 1))], [along[None, :], np.array([[math.sqrt(rest)]])]])
        kept.append(int(column))
    return np.array(kept, np.intp)


# ---- words and tables ----


def _check_result(result: str) -> None:
    if result not in ("score", "win"):
        raise ValueError(f"result must be 'score' or 'win', not {result!r}")


def _figure(seat: int, result: Result) -> pl.Expr:
    return score(seat) if result == "score" else won(seat).cast(pl.Int64)


def _of(result: Result) -> str:
    return "points" if result == "score" else "wins"


def _result_column(key: str, title: str, result: Result, signed: bool = False) -> Column:
    return Column(key, title, "number" if result == "score" else "share", 2, f"in {_of(result)}", signed)


def _paired_note(run: RunLike) -> str:
    return f"Differences are taken game by game on the same deals; normal 95 % interval. {cluster_note(run)}"


def _ranked(lines: Sequence[tuple[Item, tuple[Cell, ...], Estimate]]) -> tuple[tuple[Cell, ...], ...]:
    """Return rows item, words, cells, interval, p, p (Holm), p (BH), greatest estimate first and none at the end."""
    p_values = [two_sided(one.value, one.error) for _, _, one in lines]
    tests = list(zip(p_values, holm(p_values), benjamini_hochberg(p_values), strict=True))
    order = sorted(range(len(lines)), key=lambda j: (math.isnan(lines[j][2].value), -lines[j][2].value))
    rows: list[tuple[Cell, ...]] = []
    for j in order:
        item, cells, one = lines[j]
        value: Interval | None = None if math.isnan(one.value) else one.interval()
        rows.append((item.name, item.words, *cells, value, *(None if math.isnan(p) else p for p in tests[j])))
    return tuple(rows)
