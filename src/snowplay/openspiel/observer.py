"""What a seat sees, for OpenSpiel: a tensor in named pieces, and text."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..games import Game

if TYPE_CHECKING:
    from .game import SnowplayState

__all__ = ["SnowplayObserver", "mark_of"]


def mark_of(data: bytes) -> str:
    """Return 16 hex digits that stand for some bytes."""
    return blake2b(data, digest_size=8).hexdigest()


class SnowplayObserver:
    """Observer of one kind of observation; see ``open_spiel.python.observation``.

    Without perfect recall it is what the seat sees now, as tensor and as text. With perfect recall it is all that
    happened as the seat saw it (cards that others drew are a ``?``), after a mark of what it sees now; there is no
    tensor, as a history has no fixed size. Searches look nodes up by this text: it is short and quickly made.

    Parameters
    ----------
    game : Game
        The game of the package.
    perfect_recall : bool
        Whether the observation holds the past.
    params : mapping, optional
        OpenSpiel's parameters of observations; there are none.

    Attributes
    ----------
    tensor : numpy.ndarray of float32, or None
        The whole observation.
    dict : dict
        Its pieces by name, as views of `tensor`: the slices of ``Game.obs_spec``.

    Raises
    ------
    ValueError
        If there are parameters.
    """

    def __init__(self, game: Game, perfect_recall: bool, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"observations of {game.name} have no parameters, not {', '.join(params)}")
        self._perfect_recall = perfect_recall
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not perfect_recall:
            self.tensor = np.zeros(game.observation_tensor_shape(), np.float32)
            self.dict = {part.name: self.tensor[part.start : part.stop] for part in game.obs_spec()}

    def set_from(self, state: SnowplayState, player: int) -> None:
        """Write what a seat sees into `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = state.position.state.observation_tensor(player)

    def string_from(self, state: SnowplayState, player: int) -> str:
        """Return what a seat sees, or knows, as text."""
        position = state.position
        if not self._perfect_recall:
            return position.state.observation_string(player)
        # The mark is for worlds that were drawn anew: what the other seats hold there is not in their history.
        mark = mark_of(position.state.observation_tensor(player).tobytes())
        return f"Seat {player} knows\nView: {mark}\nHistory: {position.history(player)}"
