"""Playing one chunk of an arm: which deals, who sits where."""

from __future__ import annotations

from ..batch import Report, Rows
from ..seats import fill_rows
from .plan import Chunk
from .schema import blank

__all__ = ["play_chunk"]


def play_chunk(
    chunk: Chunk, *, threads: int | None, report: Report | None = None, room: tuple[Rows, Rows | None] | None = None
) -> tuple[Rows, Rows | None]:
    """Play the games of a chunk.

    Parameters
    ----------
    chunk : Chunk
    threads : int, optional
        As in `snowplay.playouts`; the rows do not depend on it.
    report : callable, optional
        Called with how many more games are done.
    room : tuple of arrays, optional
        Arrays from an earlier call, to be used again.

    Returns
    -------
    rows : numpy.ndarray, shape (chunk.games,)
        Of ``game.row_dtype``. ``rows["index"]`` is the deal.
    watch : numpy.ndarray or None
        Of `snowplay.seats.WATCH_DTYPE`, if the arm is watched.
    """
    arm = chunk.arm
    if room is None or len(room[0]) < chunk.games or room[0].dtype != arm.game.row_dtype:
        room = blank(arm, chunk.games)
    rows = room[0][: chunk.games]
    watch = None if room[1] is None else room[1][: chunk.games]
    if arm.rotate != "paired":
        fill_rows(
            arm.game,
            rows,
            seed=arm.seed,
            first=chunk.first,
            agents=arm.agents,
            rotation=0 if arm.rotate == "none" else None,
            threads=threads,
            watch=watch,
            report=report,
        )
        return rows, watch
    # All deals of the chunk in one rotation, then in the next: a stretch of the arrays each. Game g is deal
    # g // players in rotation g % players.
    turns, deals = arm.players, chunk.games // arm.players
    for turn in range(turns):
        stretch = slice(turn * deals, (turn + 1) * deals)
        fill_rows(
            arm.game,
            rows[stretch],
            seed=arm.seed,
            first=chunk.first // turns,
            agents=arm.agents,
            rotation=turn,
            threads=threads,
            watch=None if watch is None else watch[stretch],
            report=report,
        )
    return _by_deal(rows, turns), None if watch is None else _by_deal(watch, turns)


def _by_deal(rows: Rows, turns: int) -> Rows:
    """Return rows that come rotation by rotation in the order of the games."""
    ordered: Rows = rows.reshape(turns, -1).T.reshape(-1)
    return ordered
