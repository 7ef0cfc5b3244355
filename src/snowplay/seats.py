"""Games with an agent in every seat, into rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._core.playout import WATCH_DTYPE, RowMaker, run, run_watched
from .agents import make_agent
from .batch import SLICE, Report, Rows, default_threads, share_rows, silent, whole

if TYPE_CHECKING:
    from .games import Game

__all__ = ["WATCH_DTYPE", "fill_rows"]


def fill_rows(
    game: Game,
    rows: Rows,
    *,
    seed: int,
    first: int,
    agents: Sequence[str],
    rotation: int | None = 0,
    threads: int | None = None,
    watch: Rows | None = None,
    report: Report | None = None,
) -> None:
    """Play games first, first + 1, ... of a master seed into rows, with an agent for every seat.

    Parameters
    ----------
    game : Game
    rows : numpy.ndarray
        Contiguous vector of ``game.row_dtype``; filled in place, one game a row.
    seed, first : int
        Master seed and index of the game in the first row.
    agents : sequence of str
        Names for `make_agent`, one for each seat. If all are ``"random"`` the games are those of `playouts`.
    rotation : int, optional
        Seat s is played by ``agents[(s + rotation) % players]``; None: the game's index is its rotation.
    threads : int, optional
        As in `playouts`.
    watch : numpy.ndarray, optional
        Vector of `WATCH_DTYPE` as long as the rows: what the course of each game was like.
    report : callable, optional
        Called with how many more games are done.

    Raises
    ------
    ValueError
        If the number of agents is not that of the players, or an agent is not known.
    PlayoutsInterrupted
        On Ctrl-C.
    """
    if len(agents) != game.players:
        raise ValueError(f"{len(agents)} agents for {game.players} players")

    def play_random(begin: int, end: int) -> None:
        if watch is None:
            run(game.core, rows[begin:end], seed, first + begin)
        else:
            run_watched(game.core, rows[begin:end], watch[begin:end], seed, first + begin)

    def play_agents(begin: int, end: int) -> None:
        for at in range(begin, end):
            turned = (first + at if rotation is None else rotation) % game.players
            _play(game, [*agents[turned:], *agents[:turned]], seed, first + at, rows, at, watch)

    all_random = all(agent == "random" for agent in agents)
    share_rows(
        rows,
        play_random if all_random else play_agents,
        default_threads() if threads is None else whole("threads", threads, 1, 4096),
        report or silent,
        SLICE if all_random else 1,
    )


def _play(game: Game, agents: Sequence[str], seed: int, index: int, rows: Rows, at: int, watch: Rows | None) -> None:
    """Play one game with fresh agents and write its row."""
    players = [make_agent(name, seed=seed, index=index, seat=seat) for seat, name in enumerate(agents)]
    state = game.new_initial_state(seed, index=index)
    row = RowMaker(game.core, watch is not None)
    while not state.is_terminal():
        row.apply(state, players[state.current_player()].choose(state))
    row.finish(state, index, rows, at, watch)
