"""The value of every position of a game that is small enough, by looking at all of them.

Written for the tests alone: plain recursion over explicit chance, every seat for itself (max^n), with a memory.
"""

from __future__ import annotations

import numpy as np

from snowplay import State

# Fields of a state that only count what happened, for statistics: play goes on alike without them.
COUNTERS = {"snowdonia": ("actions", "start_seat", "events_fired")}


class ExactSolver:
    """Solves one game.

    Attributes
    ----------
    values : dict
        Return of each seat if all play well, by position (its bytes without counters).
    """

    def __init__(self) -> None:
        self.values: dict[bytes, tuple[float, ...]] = {}

    def value(self, state: State) -> tuple[float, ...]:
        """Return what each seat gets from a position on; of equally good actions the first is played."""
        key = position(state)
        if key not in self.values:
            self.values[key] = self._look(state)
        return self.values[key]

    def _look(self, state: State) -> tuple[float, ...]:
        if state.is_terminal():
            return tuple(state.returns())
        if state.is_chance_node():
            worlds = [(chance, self.value(child(state, outcome))) for outcome, chance in state.chance_outcomes()]
            return tuple(sum(chance * value[seat] for chance, value in worlds) for seat in range(len(worlds[0][1])))
        seat = state.current_player()
        return max(
            (self.value(child(state, action)) for action in state.legal_actions()), key=lambda value: value[seat]
        )


def position(state: State) -> bytes:
    """Return what tells positions apart that may go on differently."""
    record = np.frombuffer(state.raw(), state.game.dtype).copy()
    for name in COUNTERS[state.game.name]:
        record[name] = 0
    return record.tobytes()


def child(state: State, action: int) -> State:
    """Return the position after an action or a chance outcome."""
    copy: State = state.clone()
    copy.apply_action(action)
    return copy
