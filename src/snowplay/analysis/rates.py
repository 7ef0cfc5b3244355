"""How often who won: by seat, by agent, by place in the turn order."""

from __future__ import annotations

from collections.abc import Sequence

from ..stats import Interval
from .packages import pl, special
from .source import (
    ArmLike,
    RunLike,
    agents_differ,
    arms_note,
    at_place,
    chosen,
    cluster,
    cluster_note,
    has_turn_order,
    of_agent,
    score,
    seats_of,
    top,
    won,
)
from .sums import ONE, Sums, collect_sums, wald_p
from .table import Cell, Column, Table

_ARM = Column("arm", "Arm", "text")
_GAMES = Column("games", "Games", "count", help="games that were counted")
_WIN = Column("win", "Wins", "share", 2, "share of the games won, ties broken as the rules say")
_SCORE = Column("score", "Points", "number", 2, "mean points at the end")


def _share_note(run: RunLike) -> str:
    """Say how the intervals of shares were made."""
    if cluster(run):
        return (
            "95 % intervals of shares: Wilson's, for the number of games divided by the design effect. "
            + cluster_note(run)
        )
    return "95 % intervals of shares: Wilson's. " + cluster_note(run)


def seat_rates(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Win rate of every seat of every arm, with ties beside it.

    Parameters
    ----------
    run : Run
        Rows of an experiment.
    arms : sequence of str, optional
        Names of the arms; by default all that have rows.

    Returns
    -------
    Table
        ``arm``, ``seat``, ``games``, ``wins`` (count), ``win`` (share with interval), ``shared`` (share of games in
        which the seat shared the top score), ``broken`` (share of games the seat won by the tie-break). Solo games
        have no winner and are left out.
    """
    shown = [arm for arm in chosen(run, arms) if arm.game.players > 1]
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        tied = pl.col("tied") > 1
        best = top(arm.game.players)
        blocks = {}
        for seat, _ in seats_of(arm):
            blocks[f"win{seat}"] = [won(seat), ONE]
            blocks[f"shared{seat}"] = [tied & (score(seat) == best), ONE]
            blocks[f"broken{seat}"] = [tied & won(seat), ONE]
        sums = collect_sums(run.scan(arm.name), blocks, cluster(run))
        for seat, name in seats_of(arm):
            wins = sums[f"win{seat}"]
            cells = (sums[f"{kind}{seat}"].share() for kind in ("win", "shared", "broken"))
            rows.append((arm.name, name, int(wins.total[1]), int(wins.total[0]), *cells))
    columns = (
        _ARM,
        Column("seat", "Seat", "text"),
        _GAMES,
        Column("wins", "Won", "count", help="games won"),
        _WIN,
        Column("shared", "Shares the top", "share", 2, "share of the games in which the seat shared the top score"),
        Column("broken", "Wins by tie-break", "share", 2, "share of the games won although the top score was shared"),
    )
    return Table("seat_rates", "Wins by seat", columns, tuple(rows), (_share_note(run), *arms_note(run, shown)))


def ties(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Share of games in which two or more seats shared the top score.

    Returns
    -------
    Table
        ``arm``, ``games``, ``tied`` (count), ``share`` (with interval). Solo games are left out.
    """
    shown = [arm for arm in chosen(run, arms) if arm.game.players > 1]
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        tied = collect_sums(run.scan(arm.name), {"tied": [pl.col("tied") > 1, ONE]}, cluster(run))["tied"]
        rows.append((arm.name, int(tied.total[1]), int(tied.total[0]), tied.share()))
    columns = (
        _ARM,
        _GAMES,
        Column("tied", "Tied", "count", help="games whose top score was shared"),
        Column("share", "Share tied", "share", 2, "share of the games whose top score was shared"),
    )
    notes = ("A shared top score has a winner by the tie-break of the rules.", _share_note(run))
    return Table("ties", "Shared top scores", columns, tuple(rows), (*notes, *arms_note(run, shown)))


def agent_rates(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Win rate and points of every agent, over the seats it played.

    With rotation every agent plays every seat as often, so that the seats' own advantages cancel out; without, an
    agent's rate holds its seat's advantage too, and the notes say so.

    Returns
    -------
    Table
        ``arm``, ``agent``, ``games``, ``played`` (seats played, all games together), ``win`` (share of them won, with
        interval), ``fair`` (one in the number of players), ``score`` (mean points with interval). Arms whose seats
        are all played by the same agent are left out.
    """
    shown = [arm for arm in chosen(run, arms) if arm.game.players > 1 and agents_differ(arm)]
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        seats = range(arm.game.players)
        blocks: dict[str, list[pl.Expr]] = {}
        names = list(dict.fromkeys(arm.agents))
        for agent in names:
            played = pl.lit(arm.agents.count(agent))
            blocks[f"win:{agent}"] = [of_agent(agent, arm.agents, [won(seat) for seat in seats]), played]
            blocks[f"score:{agent}"] = [of_agent(agent, arm.agents, [score(seat) for seat in seats]), played]
        sums = collect_sums(run.scan(arm.name), blocks, cluster(run))
        games = run.games(arm.name)
        for agent in names:
            wins = sums[f"win:{agent}"]
            points = sums[f"score:{agent}"].ratio().interval()
            rows.append((arm.name, agent, games, int(wins.total[1]), wins.share(), 1 / len(seats), points))
    columns = (
        _ARM,
        Column("agent", "Agent", "text"),
        _GAMES,
        Column("played", "Seats played", "count", help="seats it played, all games together"),
        Column("win", "Wins", "share", 2, "share of the seats it played that won"),
        Column("fair", "Equal share", "share", 2, "what it would win if all were equal"),
        _SCORE,
    )
    notes = [_share_note(run), "Points: normal 95 % interval."]
    if run.experiment.settings.rotate == "none":
        notes.append("The agents kept their seats: advantages of agent and seat cannot be told apart.")
    return Table("agent_rates", "Wins by agent", columns, tuple(rows), (*notes, *arms_note(run, shown)))


def turn_order_rates(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Win rate and points by place in the turn order of the first round.

    Returns
    -------
    Table
        ``arm``, ``place`` (from 1), ``games``, ``win`` (share with interval), ``score`` (mean with interval). Only
        games that draw their start seat have such rows.
    """
    shown = [arm for arm in chosen(run, arms) if has_turn_order(arm)]
    rows: list[tuple[Cell, ...]] = []
    for arm in shown:
        players = arm.game.players
        blocks = {}
        for place in range(players):
            blocks[f"win{place}"] = [at_place(place, players, [won(seat) for seat in range(players)]), ONE]
            blocks[f"score{place}"] = [at_place(place, players, [score(seat) for seat in range(players)]), ONE]
        sums = collect_sums(run.scan(arm.name), blocks, cluster(run))
        for place in range(players):
            points = sums[f"score{place}"].ratio().interval()
            rows.append((arm.name, place + 1, run.games(arm.name), sums[f"win{place}"].share(), points))
    columns = (_ARM, Column("place", "Place in turn order", "count", help="1 began the first round"), _GAMES)
    notes = (_share_note(run), "Points: normal 95 % interval.", *arms_note(run, shown))
    return Table("turn_order", "Wins by turn order", (*columns, _WIN, _SCORE), tuple(rows), notes)


def start_advantage(run: RunLike, arms: Sequence[str] | None = None) -> Table:
    """Test whether who begins wins more often than an equal share.

    Where the start seat is drawn, places in the first round's turn order are compared; elsewhere the seats. Only arms
    of equal agents tell this, or arms whose agents rotate; others are left out.

    Returns
    -------
    Table
        ``arm``, ``games``, ``who``, ``win`` (share with interval), ``fair`` (one in the number of players),
        ``advantage`` (difference with interval), ``p`` (of "all places win alike"), ``points`` (of who begins, less the
        mean of the others in the same game, with interval).
    """
    rows: list[tuple[Cell, ...]] = []
    shown: list[ArmLike] = []
    for arm in chosen(run, arms):
        players = arm.game.players
        if players < 2 or (agents_differ(arm) and run.experiment.settings.rotate == "none"):
            continue
        shown.append(arm)
        wins, ahead = [won(seat) for seat in range(players)], [_ahead(seat, players) for seat in range(players)]
        places, lead = wins, ahead[0]
        if has_turn_order(arm):
            places, lead = [at_place(place, players, wins) for place in range(players)], at_place(0, players, ahead)
        found = collect_sums(run.scan(arm.name), {"win": [*places, ONE], "points": [lead, ONE]}, cluster(run))
        sums, points = found["win"], found["points"].ratio().interval()
        fair = 1 / players
        first = sums.share(0, players)
        excess = Interval(first.value - fair, first.low - fair, first.high - fair)
        who = "who begins" if has_turn_order(arm) else next(name for _, name in seats_of(arm))
        rows.append((arm.name, run.games(arm.name), who, first, fair, excess, _equal_p(sums, players), points))
    columns = (
        _ARM,
        _GAMES,
        Column("who", "Who", "text"),
        _WIN,
        Column("fair", "Equal share", "share", 2, "what it would win if all places were equal"),
        Column("advantage", "Advantage", "share", 2, "difference to the equal share", signed=True),
        Column("p", "p", "p", help="of the hypothesis that all places win alike"),
        Column(
            "points", "Points more", "number", 2, "its points less the mean of the others', game by game", signed=True
        ),
    )
    test = "Wald's test with the covariance of deals" if cluster(run) else "Pearson's chi-square test"
    notes = (_share_note(run), f"p: {test} over all places.", "Points: normal 95 % interval.", *arms_note(run, shown))
    return Table("start_advantage", "Advantage of beginning", columns, tuple(rows), notes)


def _ahead(seat: int, players: int) -> pl.Expr:
    """Points of a seat less the mean of the others."""
    return score(seat) - pl.sum_horizontal([score(other) for other in range(players) if other != seat]) / (players - 1)


def _equal_p(sums: Sums, players: int) -> float:
    """Test equal win rates of all places; the last figure counts games."""
    if sums.clusters == sums.total[players]:
        expected = sums.total[players] / players
        statistic = float((((sums.total[:players] - expected) ** 2) / expected).sum())
        return float(special.chdtrc(players - 1, statistic))
    means, covariance = sums.means(players)
    return wald_p(means[:-1] - 1 / players, covariance[:-1, :-1])
