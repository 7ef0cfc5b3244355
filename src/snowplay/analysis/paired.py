"""Arms against the baseline, game by game: the same deals under other rules.

With common random numbers game i of both arms has the same set-up and draws from the same streams. The difference of
the two results is taken in every game, and its mean has the variance var(A - B) / n instead of
(var(A) + var(B)) / n.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .multiple import holm, two_sided
from .packages import pl
from .source import ArmLike, RunLike, arms_note, chosen, cluster, cluster_note, margin, one_arm, score, seats_of, won
from .sums import ONE, Estimate, collect_sums
from .table import Cell, Column, Table

_KEYS = ("deal", "rotation")
GAIN = Column(
    "gain", "Gain of pairing", "number", 1, "as many games as this, times as many, would be needed without pairing"
)
P = Column("p", "p", "p", help="of no difference, for this line alone")
P_HOLM = Column("p_holm", "p (Holm)", "p", help="of no difference, corrected over the lines asked together")


@dataclass(frozen=True)
class Difference:
    """A figure in two arms.

    Attributes
    ----------
    games : int
        Games compared; of the smaller arm if they are not paired.
    value : Estimate
        Mean of the arm less mean of the baseline.
    arm, base : Estimate
        The two means.
    gain : float
        (var(A) + var(B)) / var(A - B): how many times as many games an unpaired comparison needs; infinite if the
        arms never differ, NaN if they are not paired.
    """

    games: int
    value: Estimate
    arm: Estimate
    base: Estimate
    gain: float


def are_paired(one: ArmLike, other: ArmLike) -> bool:
    """Whether games of the same index have the same deal in both arms."""
    return one.seed == other.seed and one.game.players == other.game.players


def join_arms(run: RunLike, arms: Sequence[ArmLike], figures: Sequence[Mapping[str, pl.Expr]]) -> pl.LazyFrame:
    """Return figures of several arms side by side, for the games that all of them have.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arms : sequence of arms
        The arms, which must be paired.
    figures : sequence of mappings
        For each arm its figures; figure ``x`` of arm number k becomes the column ``x:k``.
    """
    frames = [
        run.scan(arm.name).select(*_KEYS, *(figure.alias(f"{name}:{k}") for name, figure in wanted.items()))
        for k, (arm, wanted) in enumerate(zip(arms, figures, strict=True))
    ]
    joined = frames[0]
    for frame in frames[1:]:
        joined = joined.join(frame, on=list(_KEYS))
    return joined


def differences(
    run: RunLike, arm: ArmLike, base: ArmLike, figures: Mapping[str, tuple[pl.Expr, pl.Expr]]
) -> dict[str, Difference]:
    """Return the difference of an arm to the baseline in each figure.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arm, base : arms
        What is compared.
    figures : mapping
        For each name the figure of a game in the arm and in the baseline.
    """
    of_arm = {name: pair[0] for name, pair in figures.items()}
    of_base = {name: pair[1] for name, pair in figures.items()}
    found = {}
    if not are_paired(arm, base):
        one = collect_sums(run.scan(arm.name), {name: [figure, ONE] for name, figure in of_arm.items()}, cluster(run))
        two = collect_sums(run.scan(base.name), {name: [figure, ONE] for name, figure in of_base.items()}, cluster(run))
        for name in figures:
            games = int(min(one[name].total[1], two[name].total[1]))
            a, b = one[name].ratio(), two[name].ratio()
            found[name] = Difference(games, a - b, a, b, math.nan)
        return found
    blocks = {}
    for name in figures:
        a_value, b_value = (pl.col(f"{name}:{k}").cast(pl.Float64) for k in (0, 1))
        blocks[name] = [a_value - b_value, a_value, b_value, ONE]
    for name, sums in collect_sums(join_arms(run, (arm, base), (of_arm, of_base)), blocks, cluster(run)).items():
        value, a, b = (sums.ratio(i, 3) for i in range(3))
        apart = a.error**2 + b.error**2
        gain = apart / value.error**2 if value.error > 0 else (math.nan if math.isnan(value.error) else math.inf)
        found[name] = Difference(int(sums.total[3]), value, a, b, gain)
    return found


def compare_seats(run: RunLike, arms: Sequence[str] | None = None, baseline: str | None = None) -> Table:
    """Win rate and points of every seat against the baseline.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arms : sequence of str, optional
        Names of the arms to compare; by default all that have rows.
    baseline : str, optional
        Name of the arm to compare with; by default that of the experiment.

    Returns
    -------
    Table
        ``arm``, ``seat``, ``games``, ``win`` (difference of win rates with interval), ``p``, ``p_holm``, ``gain``,
        ``score`` (difference of mean points with interval), ``score_p``, ``score_p_holm``, ``score_gain``. p-values
        are corrected over the arms, for each seat apart. Seats that the baseline does not have are left out.
    """
    base, compared = _compared(run, arms, baseline)
    found: list[tuple[str, str, Difference | None, Difference]] = []
    for arm in compared:
        seats = [(seat, name) for seat, name in seats_of(arm) if seat < base.game.players]
        figures = {f"score{seat}": (score(seat), score(seat)) for seat, _ in seats}
        if min(arm.game.players, base.game.players) > 1:
            figures |= {f"win{seat}": (won(seat), won(seat)) for seat, _ in seats}
        result = differences(run, arm, base, figures)
        found += [(arm.name, name, result.get(f"win{seat}"), result[f"score{seat}"]) for seat, name in seats]
    wins = _tested([seat for _, seat, _, _ in found], [win for _, _, win, _ in found])
    points = _tested([seat for _, seat, _, _ in found], [score for _, _, _, score in found])
    rows = tuple(
        (arm, seat, points_of.games, *win_cells, *score_cells)
        for (arm, seat, _, points_of), win_cells, score_cells in zip(found, wins, points, strict=True)
    )
    columns = (
        Column("arm", "Arm", "text"),
        Column("seat", "Seat", "text"),
        Column("games", "Games", "count", help="games compared"),
        Column("win", "Wins more", "share", 2, "difference of the win rates", signed=True),
        P,
        P_HOLM,
        GAIN,
        Column("score", "Points more", "number", 2, "difference of the mean points", signed=True),
        Column("score_p", "p of the points", "p", help=P.help),
        Column("score_p_holm", "p of the points (Holm)", "p", help=P_HOLM.help),
        Column("score_gain", "Gain of pairing, points", "number", 1, GAIN.help),
    )
    notes = (*_notes(run, base, compared), "p (Holm): corrected over the arms, for each seat apart.")
    return Table("compare_seats", f"Seats compared with {base.name}", columns, rows, notes)


def compare_games(run: RunLike, arms: Sequence[str] | None = None, baseline: str | None = None) -> Table:
    """Length, margin, ties and games stopped by a limit against the baseline.

    Returns
    -------
    Table
        ``arm``, ``figure``, ``games``, ``base`` (mean of the baseline), ``difference`` (with interval), ``p``,
        ``p_holm`` (corrected over the arms, for each figure apart), ``gain``. Shares of games are in percent.
    """
    base, compared = _compared(run, arms, baseline)
    found: list[tuple[str, str, Difference]] = []
    for arm in compared:
        pairs = {name: (figure, figure) for name, figure in _game_figures(arm).items()}
        many = _margin_figures(arm), _margin_figures(base)
        pairs |= {name: (many[0][name], many[1][name]) for name in many[0] if name in many[1]}
        columns = [run.scan(one.name).collect_schema().names() for one in (arm, base)]
        if "lead_changes" in columns[0] and "lead_changes" in columns[1]:
            pairs["lead changes"] = (pl.col("lead_changes"), pl.col("lead_changes"))
        found += [(arm.name, name, result) for name, result in differences(run, arm, base, pairs).items()]
    cells = _tested([name for _, name, _ in found], [result for _, _, result in found])
    rows = tuple(
        (arm, name, result.games, result.base.value, *more)
        for (arm, name, result), more in zip(found, cells, strict=True)
    )
    shown = (
        Column("arm", "Arm", "text"),
        Column("figure", "Figure", "text"),
        Column("games", "Games", "count", help="games compared"),
        Column("base", base.name, "number", 2, "mean of the baseline"),
        Column("difference", "Difference", "number", 2, "mean of the arm less that of the baseline", signed=True),
        P,
        P_HOLM,
        GAIN,
    )
    notes = (*_notes(run, base, compared), "p (Holm): corrected over the arms, for each figure apart.")
    return Table("compare_games", f"Games compared with {base.name}", shown, rows, notes)


def _game_figures(arm: ArmLike) -> dict[str, pl.Expr]:
    field, word = arm.game.front.length
    return {
        word: pl.col(field),
        "decisions": pl.col("decisions"),
        "stopped by the limit (%)": 100 * (pl.col("end_reason") == arm.game.front.limit_reason).cast(pl.Int64),
    }


def _margin_figures(arm: ArmLike) -> dict[str, pl.Expr]:
    if arm.game.players == 1:
        return {}
    return {"margin": margin(arm.game.players), "shared top score (%)": 100 * (pl.col("tied") > 1).cast(pl.Int64)}


def _compared(run: RunLike, arms: Sequence[str] | None, baseline: str | None) -> tuple[ArmLike, list[ArmLike]]:
    base = one_arm(run, baseline)
    return base, [arm for arm in chosen(run, arms) if arm.name != base.name]


def _tested(groups: Sequence[str], found: Sequence[Difference | None]) -> list[tuple[Cell, Cell, Cell, Cell]]:
    """Return difference, p, p corrected within the group, and gain of each line."""
    p_values = [math.nan if one is None else two_sided(one.value.value, one.value.error) for one in found]
    corrected = [math.nan] * len(found)
    for group in dict.fromkeys(groups):
        lines = [line for line, name in enumerate(groups) if name == group]
        for line, value in zip(lines, holm([p_values[line] for line in lines]), strict=True):
            corrected[line] = value
    return [
        (None, None, None, None) if one is None else (one.value.interval(), p, adjusted, one.gain)
        for one, p, adjusted in zip(found, p_values, corrected, strict=True)
    ]


def _notes(run: RunLike, base: ArmLike, compared: Sequence[ArmLike]) -> tuple[str, ...]:
    notes = []
    if any(are_paired(arm, base) for arm in compared):
        notes.append(
            "Paired comparison: differences are taken game by game on the same deals; normal 95 % interval of their "
            f"mean. {cluster_note(run)}"
        )
        notes.append(
            "Gain of pairing X: without common deals X times as many games would be needed for this precision."
        )
    apart = [arm.name for arm in compared if not are_paired(arm, base)]
    if apart:
        notes.append(
            f"Not paired with {base.name} (other seed or number of players), compared as independent samples: "
            f"{', '.join(apart)}."
        )
    return (*notes, *arms_note(run, [base, *compared]))
