"""Turning the table: the same position with every seat moved on. Only for games whose seats are alike.

**A new game joins here** if its rules do not tell the seats apart.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

# state, number of players, by how many seats -> the turned state
Rotation = Callable[[np.ndarray, int, int], np.ndarray]

_BY_SEAT = (
    *("station_markers", "track_markers", "contracts", "surveyors_waiting", "labourers", "markers", "actions"),
    *("iron", "stone", "coal", "steel", "rubble", "train", "surveyor"),
)
_SEATS = ("seat", "start_player", "start_seat", "first_player")
_SEAT_BITS = ("hired", "hire_asked")


def _snowdonia(state: np.ndarray, players: int, by: int) -> np.ndarray:
    turned = state.copy()
    seats = np.arange(players)
    for name in _BY_SEAT:
        turned[name][(seats + by) % players] = state[name][:players]
    for name in _SEATS:
        turned[name] = (int(state[name]) + by) % players
    for name in _SEAT_BITS:
        turned[name] = sum(1 << (seat + by) % players for seat in range(players) if int(state[name]) >> seat & 1)
    for place, seat in enumerate(state["occupant"]):
        if int(state["occupied"]) >> place & 1:
            turned["occupant"][place] = (int(seat) + by) % players
    return turned


ROTATIONS: dict[str, Rotation] = {"snowdonia": _snowdonia}
