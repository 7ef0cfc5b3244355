"""What an agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from ..state import State


@runtime_checkable
class Agent(Protocol):
    """Chooses for one seat in one game.

    An agent belongs to its seat and its game: make a fresh one for each, so that nothing learnt or drawn in
    one game leaks into another.
    """

    def choose(self, state: State) -> int:
        """Return a legal action of the seat to move. The state must not be changed."""
        ...
