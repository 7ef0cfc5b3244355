"""Search: what to play next, and why.

`Search` drives trees of the compiled core (information set Monte Carlo tree search, one algorithm for every game). A
budget of iterations gives the same move and the same statistics whatever the number of threads: the trees are searched
independently, each with its own random numbers, and are added up in their order.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ._core.search import FIRST_NODES, NODE_BYTES, PLAYOUTS, SearchTree
from .batch import default_threads, real, whole
from .errors import SnowplayError

if TYPE_CHECKING:
    from .games import Game
    from .state import State

__all__ = ["NODE_BYTES", "MoveStats", "Search", "SearchError", "SearchOptions", "SearchResult"]

# A portion takes some 20 ms, so that a time limit and Ctrl-C are met well within a second.
_PORTION_SECONDS = 0.02
_FIRST_PORTION = 16
_FIRST_STREAM = 1 << 63  # tree k draws from the streams of game index 2^63 + k, which no batch of games reaches


class SearchError(SnowplayError, ValueError):
    """A search was asked for something that does not fit."""


@dataclass(frozen=True)
class SearchOptions:
    """How to search.

    Parameters
    ----------
    iterations : int, optional
        Iterations in all, shared out evenly among the trees. None: until `seconds` are over.
    seconds : float, optional
        Stop after this time; the result then depends on the machine.
    exploration : float
        Factor of the square root in UCB1; rewards are 0 to 1.
    playout : str
        ``"random"``, ``"heuristic"`` (moves drawn by the game's rough weights) or ``"mast"`` (usually the move that did
        best in the playouts so far).
    cutoff : int
        Decisions of a playout before the game's evaluation takes its place; -1: play to the end.
    bias : float
        Progressive bias: weight of the rough weights in the selection, fading with the visits.
    puct : float
        Above 0: choose moves by PUCT with this factor instead of by UCB1. Unlikely moves are not tried before the
        likely ones disappoint, which takes a small budget deeper; `exploration` and `bias` then mean nothing.
    margin : float
        Part of the reward that is the margin of points, 0 to 1; the rest is the win.
    greed : float
        MAST's chance of the best-known move, 0 to 1.
    trees : int
        Independent trees over which the iterations are split. More trees use more threads, and each sees less.
    threads : int, optional
        Threads at most; by default one a tree, as far as there are processors. Does not change the result.
    memory : int
        Bytes of all trees together at most. A full tree does not grow, the search goes on: see `SearchResult.full`.
    reuse : bool
        Search on in the part of the last tree that the moves since led to, if the caller tells them.
    flat : bool
        Flat Monte Carlo: try the moves in turn, without a tree below them.
    cheat : bool
        Look at what is hidden. An upper bound to compare with, not an opponent.
    """

    iterations: int | None = 1000
    seconds: float | None = None
    exploration: float = 0.7
    playout: str = "random"
    cutoff: int = -1
    bias: float = 0.0
    puct: float = 0.0
    margin: float = 0.1
    greed: float = 0.8
    trees: int = 1
    threads: int | None = None
    memory: int = 1 << 30
    reuse: bool = False
    flat: bool = False
    cheat: bool = False

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise SearchError("a search needs iterations or seconds")
        if self.iterations is not None:
            whole("iterations", self.iterations, 1, 2**32 - 1)
        if self.seconds is not None and not 0 < real("seconds", self.seconds) < math.inf:
            raise SearchError(f"seconds must be more than 0, not {self.seconds}")
        if self.playout not in PLAYOUTS:
            raise SearchError(f"playout must be one of {', '.join(PLAYOUTS)}, not {self.playout!r}")
        for name, low, high in (
            ("exploration", 0, 100),
            ("bias", 0, 1000),
            ("puct", 0, 1000),
            ("margin", 0, 1),
            ("greed", 0, 1),
        ):
            value = real(name, getattr(self, name))
            if not low <= value <= high:
                raise SearchError(f"{name} must be {low} to {high}, not {value}")
        whole("cutoff", self.cutoff, -1, 1_000_000)
        whole("trees", self.trees, 1, 1024)
        if self.iterations is not None and self.iterations < self.trees:
            raise SearchError(f"iterations must be at least the {self.trees} trees, not {self.iterations}")
        if self.threads is not None:
            whole("threads", self.threads, 1, 1024)
        least = FIRST_NODES * NODE_BYTES * self.trees
        if whole("memory", self.memory, 0, 2**63 - 1) < least:
            raise SearchError(f"memory must be at least {least:,} bytes for {self.trees} trees, not {self.memory:,}")


class MoveStats(NamedTuple):
    """What a search found out about one move.

    Attributes
    ----------
    action : int
    visits : int
        Iterations that began with it; with `reuse` also those of the searches whose tree was kept.
    available : int
        Iterations in which it was legal, counted likewise.
    value : float
        Mean reward of the searching seat over the visits, 0 to 1.
    error : float
        Standard error of the mean reward of this search alone; NaN below two visits.
    prior : float
        Rough weight of the move before any search, 0 if neither bias nor puct asked for it.
    """

    action: int
    visits: int
    available: int
    value: float
    error: float
    prior: float


@dataclass(frozen=True)
class SearchResult:
    """The outcome of one search.

    Attributes
    ----------
    action : int
        The move with the most visits; among equals the one with the higher value, then the lower id.
    moves : tuple of MoveStats
        Every legal move, most visited first.
    line : tuple of (int, int)
        Seat and action of the most visited moves from here on, as the first tree that favours the move sees them.
    iterations, applied, nodes : int
        Iterations, actions applied in them, nodes of all trees at the end.
    full : bool
        Whether a tree was as large as it may be and did not grow any more.
    depth : float
        Mean number of moves an iteration made inside the tree.
    seconds : float
        Time it took.
    interrupted : bool
        Whether Ctrl-C cut it short.
    """

    seat: int
    action: int
    moves: tuple[MoveStats, ...]
    line: tuple[tuple[int, int], ...]
    iterations: int
    applied: int
    nodes: int
    full: bool
    depth: float
    seconds: float
    interrupted: bool = False

    @property
    def best(self) -> MoveStats:
        """What was found out about the move taken."""
        return self.moves[0]

    def explain(self, state: State, most: int = 5) -> str:
        """Say in words what the search thinks of the position it began with."""
        lines = [
            f"{self.iterations:,} iterations, {self.nodes:,} nodes, {self.depth:.1f} moves deep on average"
            + (", no room for more nodes" if self.full else "")
            + (", interrupted" if self.interrupted else "")
        ]
        visits = max(1, sum(move.visits for move in self.moves))
        for move in self.moves[:most]:
            error = "" if math.isnan(move.error) else f" ± {1.96 * move.error:.3f}"
            lines.append(f"{move.visits / visits:6.1%}  {move.value:.3f}{error}  {state.action_to_string(move.action)}")
        if len(self.moves) > most:
            lines.append(f"and {len(self.moves) - most} more")
        if len(self.line) > 1:
            describe = state.get_game().front.describe
            words = [f"{seat}: {describe(action)}" for seat, action in self.line]
            seat, first = self.line[0]
            words[0] = f"{seat}: {state.action_to_string(first)}"  # the later moves are not made in this state
            lines.append("expected: " + "; ".join(words))
        return "\n".join(lines)


@dataclass
class Search:
    """Searches the positions of one seat in one game. A pickle of it has no trees.

    Parameters
    ----------
    game : Game
    seat : int
    options : SearchOptions
    """

    game: Game
    seat: int
    options: SearchOptions = field(default_factory=SearchOptions)

    def __post_init__(self) -> None:
        settings = self._tree_settings()
        self._trees = [SearchTree(self.game.core, self.seat, **settings) for _ in range(self.options.trees)]
        self._used = False
        self._busy = threading.Lock()
        self._runner: Runner | None = None
        self._hurried = False

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Game, int, SearchOptions]]:
        return (Search, (self.game, self.seat, self.options))  # its trees stay behind

    def _tree_settings(self) -> dict[str, Any]:
        o = self.options
        return {
            "nodes": min((1 << 31) - 1, o.memory // (NODE_BYTES * o.trees)),
            "exploration": o.exploration,
            "bias": o.bias,
            "puct": o.puct,
            "margin": o.margin,
            "greed": o.greed,
            "playout": o.playout,
            "cutoff": o.cutoff,
            "flat": o.flat,
            "cheat": o.cheat,
        }

    def search(
        self, state: State, seed: int = 0, *, since: Sequence[tuple[int, int]] | None = None, answer: bool = True
    ) -> SearchResult:
        """Search a position.

        Parameters
        ----------
        state : State
            The seat of this search is to move. It is not changed.
        seed : int
            All random numbers of the search depend on it alone.
        since : sequence of (int, int), optional
            Seat and action of every move since the position of the last search, for option `reuse`.
        answer : bool
            On Ctrl-C return the best move so far; else let `KeyboardInterrupt` through.

        Raises
        ------
        SearchError
            If the seat is not to move, or this search runs in another thread right now.
        """
        if not self._busy.acquire(blocking=False):
            raise SearchError("this search is running in another thread: make one for each thread")
        try:
            return self._search(state, seed, since, answer)
        finally:
            self._busy.release()

    def progress(self) -> float:
        """Return the part of its budget that the search running in another thread has spent, 0 to 1; 0 without one."""
        runner = self._runner
        return 0.0 if runner is None else runner.spent()

    def hurry(self) -> None:
        """Have the search that runs in another thread answer now, with what it has found so far.

        Without one it holds for the next search: that may be about to begin.
        """
        self._hurried = True
        runner = self._runner
        if runner is not None:
            runner.hurry()

    def _search(self, state: State, seed: int, since: Sequence[tuple[int, int]] | None, answer: bool) -> SearchResult:
        if state.current_player() != self.seat:
            raise SearchError(f"seat {self.seat} is not to move")
        start = time.perf_counter()
        keep = False
        if self.options.reuse and self._used and since is not None:
            known = [tree.follow(since) for tree in self._trees]
            keep = all(known)
        for number, tree in enumerate(self._trees):
            tree.begin(state, seed, _FIRST_STREAM + number, keep)
        self._used = True
        interrupted = self._run(start, answer)
        return self._result(time.perf_counter() - start, interrupted)

    def _run(self, start: float, answer: bool) -> bool:
        """Spend the budget; returns whether Ctrl-C ended it."""
        runner = self._runner = Runner(self._trees, self.options, start)
        if self._hurried:
            runner.hurry()
        threads = min(len(self._trees), self.options.threads or default_threads())
        try:
            if threads == 1:
                runner.work()
            else:
                runner.share(threads)
        except KeyboardInterrupt:
            runner.stop.set()
            if not answer or not any(tree.iterations for tree in self._trees):
                raise
            return True
        finally:
            self._runner = None
            self._hurried = False
        return False

    def _result(self, seconds: float, interrupted: bool) -> SearchResult:
        merged: dict[int, list[float]] = {}
        for tree in self._trees:
            for action, visits, available, value, total, squares, counted, prior in tree.moves():
                entry = merged.setdefault(action, [0, 0, 0.0, 0.0, 0.0, 0, prior])
                for place, more in enumerate((visits, available, value * visits, total, squares, counted)):
                    entry[place] += more
        moves = sorted(
            (_move_stats(action, entry) for action, entry in merged.items()),
            key=lambda move: (-move.visits, -move.value, move.action),
        )
        action = moves[0].action
        favours = [tree for tree in self._trees if max(tree.moves(), key=lambda move: move[1])[0] == action]
        line = (favours or self._trees)[0].line(action)
        iterations = sum(tree.iterations for tree in self._trees)
        return SearchResult(
            seat=self.seat,
            action=action,
            moves=tuple(moves),
            line=tuple((seat, move) for seat, move, _ in line),
            iterations=iterations,
            applied=sum(tree.applied for tree in self._trees),
            nodes=sum(tree.nodes for tree in self._trees),
            full=any(tree.full for tree in self._trees),
            depth=sum(tree.mean_depth * tree.iterations for tree in self._trees) / max(1, iterations),
            seconds=seconds,
            interrupted=interrupted,
        )


def _move_stats(action: int, entry: Sequence[float]) -> MoveStats:
    visits, available, value, total, squares, counted, prior = entry
    error = math.nan
    if counted > 1:
        error = math.sqrt(max(0.0, squares - total * total / counted) / (counted - 1) / counted)
    return MoveStats(action, int(visits), int(available), value / visits if visits else 0.0, error, prior)


class Runner:
    """Spends a budget on trees in portions, on one thread or several."""

    def __init__(self, trees: Sequence[SearchTree], options: SearchOptions, start: float) -> None:
        self.stop = threading.Event()
        self._lock = threading.Lock()
        self._start = start
        self._trees = trees
        self._options = options
        self.until = math.inf if options.seconds is None else start + options.seconds
        each, more = divmod(options.iterations, len(trees)) if options.iterations else (2**62, 0)
        # the trees that wait for a thread, with the iterations they may still make and the size of a portion
        self._waiting = [(tree, each + (number < more), _FIRST_PORTION) for number, tree in enumerate(trees)]
        self._faults: list[BaseException] = []

    def spent(self) -> float:
        """Return the part of the budget that is spent, 0 to 1."""
        seconds, iterations = self._options.seconds, self._options.iterations
        time_spent = 0.0 if seconds is None else (time.perf_counter() - self._start) / seconds
        made = 0.0 if iterations is None else sum(tree.iterations for tree in self._trees) / iterations
        return min(1.0, max(time_spent, made))

    def hurry(self) -> None:
        """Stop as if the time were over."""
        self.until = -math.inf

    def work(self) -> None:
        """Take trees and search them until nothing is left to do."""
        while not self.stop.is_set():
            with self._lock:
                if not self._waiting:
                    return
                tree, left, portion = self._waiting.pop(0)
            now = time.perf_counter()
            if left <= 0 or (now >= self.until and tree.iterations):
                continue
            portion = min(portion, left)
            tree.run(portion)
            took = time.perf_counter() - now
            larger = portion * 2 if took < _PORTION_SECONDS / 2 else portion
            smaller = max(1, portion // 2) if took > 2 * _PORTION_SECONDS else larger
            with self._lock:
                self._waiting.append((tree, left - portion, smaller))

    def share(self, threads: int) -> None:
        """Have several threads work; the caller waits and can be interrupted."""

        def work() -> None:
            try:
                self.work()
            except BaseException as fault:
                self._faults.append(fault)
                self.stop.set()

        workers = [threading.Thread(target=work) for _ in range(threads)]
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                while worker.is_alive():
                    worker.join(0.05)
        finally:
            self.stop.set()
            for worker in workers:
                if worker.ident is not None:
                    worker.join()
        if self._faults:
            raise self._faults[0]
