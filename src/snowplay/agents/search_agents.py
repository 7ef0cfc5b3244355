"""Agents that search: ISMCTS, its cheating upper bound, and flat Monte Carlo as a control."""

from __future__ import annotations

from dataclasses import fields
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
    "margin": float,
    "greed": float,
    "trees": int,
    "threads": int,
    "memory": int,
}


class SearchAgent:
    """Takes the move that a search visits most.

    Parameters
    ----------
    seed, index, seat : int
        Master seed, index of the game and seat: with a budget of iterations its moves depend on these three alone.
    answer : bool
        On Ctrl-C play the best move so far instead of stopping.
    parameters
        As in `SearchOptions`.

    Attributes
    ----------
    last : SearchResult or None
        What the last search found.
    """

    def __init__(
        self, seed: int = 0, index: int = 0, seat: int = 0, *, answer: bool = False, **parameters: Any
    ) -> None:
        if "seconds" in parameters:
            parameters = {"iterations": None, **parameters}
        try:
            self.options = SearchOptions(**parameters)
        except ValueError as error:
            raise AgentError(str(error)) from None
        self.answer = answer
        self.last: SearchResult | None = None
        self._stream = Stream(seed, index, STREAM_AGENT + seat)
        self._search: Search | None = None

    def choose(self, state: State) -> int:
        """Return a legal action."""
        seat = state.current_player()
        if self._search is None or self._search.seat != seat or self._search.game != state.game:
            self._search = Search(state.game, seat, self.options)
        self.last = self._search.search(state, self._stream.next64(), answer=self.answer)
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
