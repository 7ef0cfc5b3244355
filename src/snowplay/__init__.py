"""Fast simulation of board games: playouts, statistics, search and play.

>>> import snowplay as sp
>>> game = sp.load_game("snowdonia", players=3)
>>> state = game.new_initial_state(seed=7)
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> state.outcome().reason in ("player_track", "event_track")
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__
from .agents import Agent, RandomAgent, make_agent
from .batch import PlayoutsInterrupted, playout_chunks, playouts
from .errors import (
    GameOverError,
    IllegalActionError,
    IllegalActionsError,
    MissingExtraError,
    NotationError,
    RecordError,
    RulesError,
    RunError,
    RunFailedError,
    SeatError,
    SnowplayError,
    UnknownGameError,
)
from .games import Game, ObsSlice, load_game, registered_games
from .records import (
    Record,
    Recorder,
    Verification,
    read_record,
    record_game,
    replay,
    verify,
    write_record,
)
from .row_table import RowTable, row_table
from .state import Outcome, State
from .state_batch import StateBatch

if TYPE_CHECKING:
    from .experiments import Experiment, Run, load_experiment, open_run, run

# Experiments need packages that the rest does not, and time to import: they come when they are asked for.
_LATER = ("Experiment", "Run", "load_experiment", "open_run", "run")

__all__ = [
    "Agent",
    "Experiment",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "IllegalActionsError",
    "MissingExtraError",
    "NotationError",
    "ObsSlice",
    "Outcome",
    "PlayoutsInterrupted",
    "RandomAgent",
    "Record",
    "RecordError",
    "Recorder",
    "RowTable",
    "RulesError",
    "Run",
    "RunError",
    "RunFailedError",
    "SeatError",
    "SnowplayError",
    "State",
    "StateBatch",
    "UnknownGameError",
    "Verification",
    "__version__",
    "load_experiment",
    "load_game",
    "make_agent",
    "open_run",
    "playout_chunks",
    "playouts",
    "read_record",
    "record_game",
    "registered_games",
    "replay",
    "row_table",
    "run",
    "verify",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(".experiments", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
