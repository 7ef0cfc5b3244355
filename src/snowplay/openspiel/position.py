"""A position with what its seats know of the past: what a state of OpenSpiel has inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..state import State

__all__ = ["Event", "Position"]

_HIDDEN = "?"


class Event(NamedTuple):
    """An action or a chance outcome, and the only seat that saw it; None if all did."""

    words: str
    seer: int | None


class Position:
    """A position, dealt when it is first looked at.

    OpenSpiel makes a copy by dealing a new game and putting the copied attributes into it. That new deal must cost
    nothing and, where deals are numbered, take no number.

    Parameters
    ----------
    deal : callable
        Returns a new game with explicit chance.
    sampled : bool
        Draw every chance event at once, by the generators of the state.
    """

    __slots__ = ("_deal", "_state", "events", "sampled")

    def __init__(self, deal: Callable[[], State], sampled: bool) -> None:
        self._deal: Callable[[], State] | None = deal
        self._state: State | None = None
        self.sampled = sampled
        self.events: list[Event] = []

    @classmethod
    def of(cls, state: State, sampled: bool, events: list[Event]) -> Position:
        """Return a position that is dealt already; the state and the list are its own from now on."""
        position = cls.__new__(cls)
        position._deal, position._state = None, state
        position.sampled, position.events = sampled, events
        return position

    @property
    def state(self) -> State:
        """The state, only to be changed by `apply`."""
        if self._state is None:
            assert self._deal is not None
            self._state, self._deal = self._deal(), None
            self._settle()
        return self._state

    def apply(self, action: int) -> None:
        """Play an action or a chance outcome, and what chance draws after it if chance is sampled."""
        state = self.state
        seer = state.who_sees_draw() if state.is_chance_node() else None
        words = state.action_to_notation(action)
        state.apply_action(action)
        self.events.append(Event(words, seer))
        self._settle()

    def _settle(self) -> None:
        state = self.state
        while self.sampled and state.is_chance_node():
            outcome = state.draw()
            self.events.append(Event(state.action_to_notation(outcome), state.who_sees_draw()))
            state.apply_action(outcome)

    def history(self, seat: int) -> str:
        """Return all that happened as one seat saw it: everything but the cards that others drew."""
        return "; ".join(words if seer in (None, seat) else _HIDDEN for words, seer in self.events)

    def resampled(self, seat: int, seed: int) -> Position:
        """Return another world that the seat cannot tell from this one; what it did not see is forgotten."""
        known = [event if event.seer in (None, seat) else Event(_HIDDEN, event.seer) for event in self.events]
        return self.of(self.state.resample_from_infostate(seat, seed), self.sampled, known)

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        # A copy draws what this one draws, as OpenSpiel's tests ask of sampled chance.
        return self.of(self.state.clone(), self.sampled, self.events.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Position.of, (self.state, self.sampled, self.events))
