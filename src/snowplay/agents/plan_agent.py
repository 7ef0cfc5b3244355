"""What scripted agents share: one seat, one reading of the position a decision, ties drawn from a stream of their own.

A plan reads a position as the bytes of the core's state (`State.raw`), by the offsets of the documented fields: it asks
for a few numbers of it at each decision, and numpy's records would take longer than the plan thinks.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..generator import Stream
from .base import AgentError, AgentKind
from .greedy import STREAM_AGENT

if TYPE_CHECKING:
    from ..games import Game
    from ..state import State


class PlanAgent(ABC):
    """Follows a plan of plain rules.

    Parameters
    ----------
    seed, index, seat : int
        Master seed, index of the game and seat: equal choices are drawn among by these three alone.

    Raises
    ------
    AgentError
        From `choose`, if the plan is for another game or for another seat than the one to move.
    """

    #: Name in `AGENTS`, the plan in a line, the game it is for, and the only seat it plays, if there is only one.
    name: ClassVar[str]
    about: ClassVar[str]
    plays: ClassVar[str]
    only_seat: ClassVar[int | None] = None

    def __init__(self, seed: int = 0, index: int = 0, seat: int = 0) -> None:
        self._stream = Stream(seed, index, STREAM_AGENT + seat)
        self._game: Game | None = None

    def __getstate__(self) -> dict[str, Any]:
        # What is learnt of a game is looked up again where the agent arrives; nothing else is kept between moves.
        return {"_stream": self._stream, "_game": None}

    @classmethod
    def kind(cls) -> AgentKind:
        """Return the entry of `AGENTS`."""
        return AgentKind(cls.name, cls, cls.about, game=cls.plays, seat=cls.only_seat)

    def choose(self, state: State) -> int:
        """Return a legal action."""
        if state.game is not self._game:
            self._meet(state.game)
        seat = state.current_player()
        if self.only_seat is not None and seat != self.only_seat:
            raise AgentError(f"{self.name} plays seat {self.only_seat} only, and seat {seat} is to move")
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        return self._decide(state.raw(), seat, actions)

    def _meet(self, game: Game) -> None:
        if game.name != self.plays:
            raise AgentError(f"{self.name} plays {self.plays}, not {game.name}")
        self._learn(game)
        self._game = game

    @abstractmethod
    def _learn(self, game: Game) -> None:
        """Look up the figures of a game."""

    @abstractmethod
    def _decide(self, raw: bytes, seat: int, actions: Sequence[int]) -> int:
        """Return one of at least two legal actions."""

    def _best(self, actions: Sequence[int], worth: Callable[[int], float]) -> int:
        """Return the action that is worth most, drawn from the stream among equals."""
        values = [worth(action) for action in actions]
        most = max(values)
        if values.count(most) == 1:
            return actions[values.index(most)]
        best = [action for action, value in zip(actions, values, strict=True) if value == most]
        return best[self._stream.below(len(best))]


def word_reader(dtype: np.dtype[np.void], until: str) -> tuple[struct.Struct, dict[str, int]]:
    """Return what unpacks the 64-bit words before a field of a state, and the place of each field among them."""
    fields = dtype.fields
    assert fields is not None
    end = fields[until][1]
    places = {name: entry[1] // 8 for name, entry in fields.items() if entry[1] < end}
    return struct.Struct(f"<{end // 8}Q"), places


def offsets(dtype: np.dtype[np.void]) -> dict[str, int]:
    """Return the byte at which each field of a state begins."""
    fields = dtype.fields
    assert fields is not None
    return {name: entry[1] for name, entry in fields.items()}
