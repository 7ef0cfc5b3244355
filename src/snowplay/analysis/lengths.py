"""How long games took, how much there was to decide, how open they were, and why they ended."""

from __future__ import annotations

from collections.abc import Sequence

from ..stats import Interval
from .packages import pl
from .scores import QUANTILES, SPREAD, mean_note
from .source import RunLike, arms_note, chosen, cluster, cluster_note
from .sums import ONE, collect_distributions, collect_sums
from .table import Cell, Column, Table

_ARM = Column("arm", "Arm", "text")
_GAMES = Column("games", "Games", "count")
# Steps to which the moment of the last change of the lead is rounded down: few values to count, exact sums.
_STEPS = 10_000


def game_lengths(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Length of the games, decisions, and, if they were watched, options, changes of the lead and its last moment.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arms : sequence of str, optional
        Names of the arms; by default all that have rows.

    Returns
    -------
    Table
        ``arm``, ``figure``, ``games``, ``mean`` (with interval), ``sd`` and quantiles as in `seat_scores`. The figures
        are the game's length in its own unit, ``decisions`` and, for watched arms, ``options a decision`` (legal
        actions of the decisions with more than one, all games together), ``most options`` (legal actions of a game's
        richest decision), ``lead changes`` and ``decided at`` (percent of a game's decisions after which no other
        seat was alone in the lead).
    """
    shown = chosen(run, arms)
    rows: list[tuple[Cell, ...]] = []
    watched = False
    for arm in shown:
        frame = run.scan(arm.name)
        field, word = arm.game.front.length
        figures = {word: pl.col(field), "decisions": pl.col("decisions")}
        blocks = {}
        if "options" in frame.collect_schema().names():
            watched = True
            blocks["options"] = [pl.col("options"), pl.col("watched")]
            figures["most options"] = pl.col("most_options")
            if arm.game.players > 1:
                # A game without decisions was decided at its start.
                steps = pl.col("led_since").cast(pl.Int64) * _STEPS // pl.max_horizontal("decisions", 1).cast(pl.Int64)
                figures |= {"lead changes": pl.col("lead_changes"), "decided at": steps}
        blocks |= {name: [figure, ONE] for name, figure in figures.items()}
        sums = collect_sums(frame, blocks, cluster(run))
        spread = collect_distributions(frame, figures)
        for name in (
            name
            for name in (word, "decisions", "options", "most options", "lead changes", "decided at")
            if name in blocks
        ):
            unit = 100 / _STEPS if name == "decided at" else 1
            mean = sums[name].ratio().interval()
            mean = Interval(*(unit * figure for figure in mean))
            if name in spread:
                values = spread[name]
                more: list[Cell] = [unit * values.deviation(), *(unit * values.quantile(share) for share in QUANTILES)]
            else:
                more = [None] * len(SPREAD)
            title = {"options": "options a decision", "decided at": "decided at (% of the decisions)"}.get(name, name)
            rows.append((arm.name, title, run.games(arm.name), mean, *more))
    columns = (_ARM, Column("figure", "Figure", "text"), _GAMES, Column("mean", "Mean", "number", 2), *SPREAD)
    notes = [mean_note(run)]
    if watched:
        notes.append(
            "Options a decision: legal actions of all decisions with more than one, divided by their number. "
            "Decided at: share of a game's decisions after which no other seat was alone in the lead."
        )
    return Table("game_lengths", "Length and course", columns, tuple(rows), (*notes, *arms_note(run, shown)))


def end_reasons(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Why games ended; those stopped by a limit are always shown, even if there was none.

    Returns
    -------
    Table
        ``arm``, ``reason``, ``meaning``, ``count``, ``share`` (with interval), most frequent first.
    """
    shown = chosen(run, arms)
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        front = arm.game.front
        frame = run.scan(arm.name)
        seen = collect_distributions(frame, {"reason": pl.col("end_reason")})["reason"]
        counts = {front.limit_reason: 0}
        counts |= {int(reason): int(count) for reason, count in zip(seen.values, seen.counts, strict=True)}
        sums = collect_sums(
            frame, {str(reason): [pl.col("end_reason") == reason, ONE] for reason in counts}, cluster(run)
        )
        for reason, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
            rows.append((arm.name, *front.end_reasons[reason], count, sums[str(reason)].share()))
    columns = (
        _ARM,
        Column("reason", "Reason", "text"),
        Column("meaning", "Meaning", "text"),
        Column("count", "Games", "count"),
        Column("share", "Share", "share", 2),
    )
    notes = (f"95 % intervals of shares: Wilson's. {cluster_note(run)}", *arms_note(run, shown))
    return Table("end_reasons", "Why games ended", columns, tuple(rows), notes)
