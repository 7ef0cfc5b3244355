"""Networks in the search: whatever judges positions from arrays can be its prior and its evaluation.

The core goes down the tree a batch of times and hands out the positions it came to; a callable judges them all at once,
and the core goes on. No library of networks is needed here: the callable gets and returns numpy arrays.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .agents.greedy import STREAM_AGENT
from .batch import whole
from .generator import Stream
from .search import Runner, Search, SearchError, SearchOptions, SearchResult

if TYPE_CHECKING:
    from .games import Game
    from .state import State

__all__ = ["Evaluate", "EvaluateError", "NetworkAgent", "NetworkSearch"]

#: ``evaluate(observations, masks) -> (logits, values)``, see `NetworkSearch`.
Evaluate = Callable[
    [npt.NDArray[np.float32], npt.NDArray[np.uint8]], tuple[npt.NDArray[np.floating], npt.NDArray[np.floating]]
]

_MOST_BATCH = 65536


class EvaluateError(SearchError):
    """A callable that judges positions returned what cannot be a judgement."""


@dataclass
class NetworkSearch(Search):
    """Searches the positions of one seat by PUCT, with priors and values from a callable.

    With n positions, D numbers in an observation, A actions in the table (``game.num_distinct_actions()``) and P
    players, ``evaluate(observations, masks)`` gets

    - observations, float32 of shape (n, D): each as the seat to move there sees it (`State.observation_tensor`),
    - masks, uint8 of shape (n, A): 1 for the legal actions of that seat,

    both to be read, not kept (the next batch overwrites them), and returns

    - logits, shape (n, A): the softmax over the legal actions is the prior; numbers of other actions are not looked at,
    - values, shape (n, P): expected reward of every seat, 0 to 1 (the win, and in part `margin` the lead in points),
      beginning with the seat to move and going on clockwise, as observations do.

    What is hidden from the searching seat is drawn anew before every position; `evaluate` sees no more than the seats
    of that draw do. The same seed, options and batch give the same result if `evaluate` gives the same numbers.

    Parameters
    ----------
    game : Game
    seat : int
    options : SearchOptions
        `iterations`, `seconds`, `puct` (above 0), `margin` (of games that end within the tree), `memory`, `reuse` and
        `cheat` count; there is one tree, and no playouts.
    evaluate : callable
    batch : int
        Positions judged at once. Larger batches make better use of the network, and each walk of a batch knows nothing
        of what the others find: a batch should be small beside the iterations.

    Raises
    ------
    SearchError
        If an option does not fit.
    EvaluateError
        From `search`, if the arrays that `evaluate` returns have another shape, a logit of a legal action is not
        finite or a value not 0 to 1.
    """

    options: SearchOptions = field(default_factory=lambda: SearchOptions(puct=1.0))
    evaluate: Evaluate = field(kw_only=True)
    batch: int = field(default=32, kw_only=True)

    def __post_init__(self) -> None:
        o = self.options
        if o.puct <= 0:
            raise SearchError("a search with a network chooses by PUCT: puct must be more than 0")
        if o.trees != 1 or o.flat:
            raise SearchError("a search with a network has one tree and is not flat")
        whole("batch", self.batch, 1, _MOST_BATCH)
        super().__post_init__()
        self._observations = np.zeros((self.batch, *self.game.observation_tensor_shape()), np.float32)
        self._masks = np.zeros((self.batch, self.game.num_distinct_actions()), np.uint8)

    def __reduce__(self) -> tuple[Callable[..., Search], tuple[Game, int, SearchOptions]]:
        make = partial(NetworkSearch, evaluate=self.evaluate, batch=self.batch)
        return (make, (self.game, self.seat, self.options))

    def _tree_settings(self) -> dict[str, Any]:
        return {**super()._tree_settings(), "batch": self.batch}

    def _run(self, start: float, answer: bool) -> bool:
        tree, o = self._trees[0], self.options
        runner = self._runner = Runner(self._trees, o, start)  # its clock only, which `hurry` may put forward
        try:
            while o.iterations is None or tree.iterations < o.iterations:
                if tree.iterations and time.perf_counter() >= runner.until:
                    break
                walks = self.batch if o.iterations is None else min(self.batch, o.iterations - tree.iterations)
                self._judge(tree.collect(walks, self._observations, self._masks))
        except KeyboardInterrupt:
            if not answer or not tree.iterations:
                raise
            return True
        finally:
            self._runner = None
            tree.abandon()
        return False

    def _judge(self, leaves: int) -> None:
        """Have the positions judged that the tree has handed out."""
        if leaves == 0:
            return
        logits, values = _arrays(self.evaluate(self._observations[:leaves], self._masks[:leaves]))
        try:
            self._trees[0].settle(logits, values)
        except ValueError as error:
            raise EvaluateError(f"evaluate returned no judgement: {error}") from None


def _arrays(judgement: Any) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """Logits and values as the core takes them."""
    try:
        logits, values = judgement
        return np.ascontiguousarray(logits, np.float32), np.ascontiguousarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise EvaluateError(f"evaluate must return two arrays, logits and values: {error}") from None


class NetworkAgent:
    """Plays by what a callable says of a position, at once or after a search.

    Parameters
    ----------
    evaluate : callable
        As in `NetworkSearch`.
    options : SearchOptions, optional
        How to search. None: no search; the legal move with the greatest logit is played, the lowest id among equals.
    batch : int
        Positions judged at once in a search.
    seed, index, seat : int
        Master seed, index of the game and seat: the agent's random numbers depend on these three alone.

    Attributes
    ----------
    last : SearchResult or None
        What the last search found; None before one, and after a decision without.
    """

    def __init__(
        self,
        evaluate: Evaluate,
        options: SearchOptions | None = None,
        *,
        batch: int = 32,
        seed: int = 0,
        index: int = 0,
        seat: int = 0,
    ) -> None:
        self.evaluate = evaluate
        self.options = options
        self.batch = batch
        self.last: SearchResult | None = None
        self._stream = Stream(seed, index, STREAM_AGENT + seat)
        self._search: NetworkSearch | None = None
        self._since: list[tuple[int, int]] = []

    def inform_action(self, state: State, seat: int, action: int) -> None:
        """Hear of a move before it is made, the own ones too: with option ``reuse`` the tree follows it."""
        if self.options is not None and self.options.reuse:
            self._since.append((seat, action))

    def progress(self) -> float:
        """Return the part of its budget spent on the move that another thread is choosing, 0 to 1."""
        return 0.0 if self._search is None else self._search.progress()

    def hurry(self) -> None:
        """Have the move that another thread is choosing now; what has been found so far decides."""
        if self._search is not None:
            self._search.hurry()

    def choose(self, state: State) -> int:
        """Return a legal action.

        Raises
        ------
        EvaluateError
            As in `NetworkSearch`; without a search of the logits alone.
        """
        self.last = None
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if self.options is None:
            mask = state.legal_actions_mask()
            logits, _ = _arrays(self.evaluate(state.observation_tensor()[None], mask[None]))
            if logits.shape != (1, len(mask)):
                raise EvaluateError(f"logits must have the shape (1, {len(mask)}), not {logits.shape}")
            if not np.isfinite(logits[0, actions]).all():
                raise EvaluateError("the logits of legal actions must be finite")
            return actions[int(logits[0, actions].argmax())]
        seat = state.current_player()
        if self._search is None or self._search.seat != seat or self._search.game != state.game:
            self._search = NetworkSearch(state.game, seat, self.options, evaluate=self.evaluate, batch=self.batch)
        self.last = self._search.search(state, self._stream.next64(), since=self._since or None)
        self._since = []
        return self.last.action
