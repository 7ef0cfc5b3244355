"""The agent that takes each legal action with the same chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..generator import STREAM_SEAT, Stream

if TYPE_CHECKING:
    from ..state import State


class RandomAgent:
    """Takes each legal action with the same chance.

    With the seed and index the game was dealt from, it makes the very choices of the compiled policy
    ``"random"``: a game played by it in every seat is game `index` of ``playouts(game, ..., seed=seed)``.

    Parameters
    ----------
    seed, index, seat : int
        Master seed, index of the game and seat. Agents that differ in any of them draw unrelated numbers.
    """

    def __init__(self, seed: int = 0, index: int = 0, seat: int = 0) -> None:
        self._stream = Stream(seed, index, STREAM_SEAT + seat)

    def choose(self, state: State) -> int:
        """Return a legal action."""
        actions = state.legal_actions()
        return actions[self._stream.below(len(actions))]
