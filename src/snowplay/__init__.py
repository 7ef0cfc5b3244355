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

from ._version import __version__
from .agents import Agent, RandomAgent, make_agent
from .batch import PlayoutsInterrupted, playout_chunks, playouts
from .errors import (
    GameOverError,
    IllegalActionError,
    MissingExtraError,
    NotationError,
    RecordError,
    RulesError,
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
from .state import Outcome, State

__all__ = [
    "Agent",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "MissingExtraError",
    "NotationError",
    "ObsSlice",
    "Outcome",
    "PlayoutsInterrupted",
    "RandomAgent",
    "Record",
    "RecordError",
    "Recorder",
    "RulesError",
    "SeatError",
    "SnowplayError",
    "State",
    "UnknownGameError",
    "Verification",
    "__version__",
    "load_game",
    "make_agent",
    "playout_chunks",
    "playouts",
    "read_record",
    "record_game",
    "registered_games",
    "replay",
    "verify",
    "write_record",
]
