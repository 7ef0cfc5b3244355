"""Games with an agent in every seat, into rows."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._core.playout import WATCH_DTYPE, RowMaker, run, run_watched
from .agents import make_agent
from .batch import SLICE, Report, Rows, default_threads, share_rows, silent, whole

if TYPE_CHECKING:
    from .games import Game

__all__ = ["WATCH_DTYPE", "Clock", "clocked", "fill_rows"]


@dataclass
class Clock:
    """Time that agents took for their moves, and how many they were; random play in the core is not counted."""

    seconds: dict[str, float] = field(default_factory=dict)
    moves: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def add(self, agent: str, seconds: float, moves: int) -> None:
        """Count the moves of one agent in one game."""
        with self._lock:
            self.seconds[agent] = self.seconds.get(agent, 0.0) + seconds
            self.moves[agent] = self.moves.get(agent, 0) + moves


# Exchanged as a whole: a game that walks through it while a clock comes or goes misses none.
_clocks: tuple[Clock, ...] = ()
_clocks_lock = threading.Lock()


@contextmanager
def clocked() -> Iterator[Clock]:
    """Measure the agents of all games that this process plays in the ``with`` block."""
    global _clocks
    clock = Clock()
    with _clocks_lock:
        _clocks = (*_clocks, clock)
    try:
        yield clock
    finally:
        with _clocks_lock:
            _clocks = tuple(other for other in _clocks if other is not clock)


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
    seconds, moves = [0.0] * len(agents), [0] * len(agents)
    told = [inform for inform in (getattr(player, "inform_action", None) for player in players) if inform]
    while not state.is_terminal():
        seat = state.current_player()
        start = time.perf_counter()
        action = players[seat].choose(state)
        seconds[seat] += time.perf_counter() - start
        moves[seat] += 1
        for inform in told:
            inform(state, seat, action)
        row.apply(state, action)
    for clock in _clocks:
        for agent, took, made in zip(agents, seconds, moves, strict=True):
            if made:
                clock.add(agent, took, made)
    row.finish(state, index, rows, at, watch)
