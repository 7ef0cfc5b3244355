"""One move ahead, by a rough evaluation of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..generator import Stream
from .base import AgentError

if TYPE_CHECKING:
    from ..state import State

#: Purpose of an agent's own stream, beyond those of the games: plus the seat.
STREAM_AGENT = 96


class GreedyAgent:
    """Takes the action after which the position looks best for its seat.

    A position is judged by `State.estimate`: points, and little more. What the seat cannot know (a hidden hand, the
    cards to be drawn) is redrawn for every look. Equal actions are drawn among.

    Parameters
    ----------
    seed, index, seat : int
        Master seed, index of the game and seat: all its random numbers depend on these three.
    samples : int
        Looks at each action; their mean counts.
    """

    def __init__(self, seed: int = 0, index: int = 0, seat: int = 0, *, samples: int = 1) -> None:
        if samples < 1:
            raise AgentError(f"greedy: samples must be at least 1, not {samples}")
        self._stream = Stream(seed, index, STREAM_AGENT + seat)
        self._samples = samples

    def choose(self, state: State) -> int:
        """Return a legal action."""
        seat = state.current_player()
        best: list[int] = []
        best_value = -1.0
        for action in state.legal_actions():
            value = sum(self._look(state, seat, action) for _ in range(self._samples))
            if value > best_value:
                best, best_value = [], value
            if value == best_value:
                best.append(action)
        return best[self._stream.below(len(best))]

    def _look(self, state: State, seat: int, action: int) -> float:
        # hidden cards and the generator are made anew: the copy must not know what the game will draw
        copy = state.resample_from_infostate(seat, self._stream.next64())
        copy.apply_action(action)
        if copy.is_terminal() and len(copy.returns()) > 1:
            return float(copy.returns()[seat] > 0)
        return copy.estimate()[seat]  # the solo game has no winner, only points
