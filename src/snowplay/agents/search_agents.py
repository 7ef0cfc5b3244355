"""Agents that search: ISMCTS, its cheating upper bound, and flat Monte Carlo as a control."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ..generator import Stream
from ..search import Search, SearchOptions, SearchResult
from .base import Agent, AgentError, AgentKind
from .greedy import STREAM_AGENT

if TYPE_CHECKING:
    from ..state import State

#: What may be set by name; ``seconds`` alone means no limit of iterations.
_PARAMETERS: dict[str, type] = {
    "iterations": int,
    "seconds": float,
    "exploration": float,
    "playout": str,
    "cutoff": int,
    "bias": float,
    "puct": float,
    "margin": float,
    "greed": float,
    "trees": int,
    "threads": int,
    "memory": int,
    "reuse": bool,
}
#: Those of them that shape the search; the others are its budget.
_SHAPE = {"exploration", "playout", "cutoff", "bias", "puct", "greed", "flat"}


class SearchAgent:
    """Takes the move that a search visits most.

    Parameters
    ----------
    seed, index, seat : int
        Master seed, index of the game and seat: with a budget of iterations its moves depend on these three alone.
    answer : bool
        On Ctrl-C play the best move so far instead of stopping.
    parameters
        As in `SearchOptions`. With none of those that shape the search the game's own settings hold, the best that are
        known (`Front.search`).

    Attributes
    ----------
    last : SearchResult or None
        What the last search found; None before one, and after a decision with a single legal action.
    """

    def __init__(
        self, seed: int = 0, index: int = 0, seat: int = 0, *, answer: bool = False, **parameters: Any
    ) -> None:
        if "seconds" in parameters:
            parameters = {"iterations": None, **parameters}
        try:
            self.options = self._asked = SearchOptions(**parameters)
        except ValueError as error:
            raise AgentError(str(error)) from None
        self._tuned = not _SHAPE & set(parameters)
        self.answer = answer
        self.last: SearchResult | None = None
        self._stream = Stream(seed, index, STREAM_AGENT + seat)
        self._search: Search | None = None
        self._since: list[tuple[int, int]] = []
        self._hurried = False

    def inform_action(self, state: State, seat: int, action: int) -> None:
        """Hear of a move before it is made, the own ones too: with option ``reuse`` the tree follows it."""
        if self.options.reuse:
            self._since.append((seat, action))

    def __getstate__(self) -> dict[str, Any]:
        # Trees stay behind: the next move is searched afresh.
        return {**self.__dict__, "_search": None, "_hurried": False}

    def progress(self) -> float:
        """Return the part of its budget spent on the move that another thread is choosing, 0 to 1."""
        return 0.0 if self._search is None else self._search.progress()

    def hurry(self) -> None:
        """Have the move that another thread is choosing now; what has been found so far decides.

        While none is being chosen it holds for the next one: the thread may be about to begin.
        """
        self._hurried = True
        if self._search is not None:
            self._search.hurry()

    def choose(self, state: State) -> int:
        """Return a legal action."""
        try:
            return self._choose(state)
        finally:
            self._hurried = False

    def _choose(self, state: State) -> int:
        seat = state.current_player()
        actions = state.legal_actions()
        if len(actions) == 1:  # nothing to find out, and the budget may be a minute
            self.last = None
            return actions[0]
        if self._search is None or self._search.seat != seat or self._search.game != state.game:
            self.options = replace(self._asked, **(state.game.front.search if self._tuned else {}))
            self._search = Search(state.game, seat, self.options)
        if self._hurried:
            self._search.hurry()
        self.last = self._search.search(state, self._stream.next64(), since=self._since or None, answer=self.answer)
        self._since = []
        return self.last.action


def _maker(**fixed: Any) -> Any:
    def make(seed: int, index: int, seat: int, **parameters: Any) -> Agent:
        return SearchAgent(seed, index, seat, **{**fixed, **parameters})

    return make


_FLAT = {name: _PARAMETERS[name] for name in ("iterations", "seconds", "playout", "cutoff", "margin", "greed")}
_KNOWN = {field.name for field in fields(SearchOptions)}
if not set(_PARAMETERS) <= _KNOWN:
    raise AssertionError("parameters that the search does not have")

KINDS = [
    AgentKind("ismcts", _maker(), "information set Monte Carlo tree search", _PARAMETERS),
    AgentKind("flat", _maker(flat=True), "flat Monte Carlo: playouts of every move in turn, no tree", _FLAT),
    AgentKind(
        "cheating-ismcts",
        _maker(cheat=True),
        "the same search looking at what is hidden: an upper bound, no opponent",
        _PARAMETERS,
    ),
]
