"""The pictures of boards in docs/images, which `tools/make_docs.py` writes.

That of A Few Acres of Snow is a position of a game recorded online, that of Snowdonia comes from a fixed sequence of
legal moves: both change only with the rules or the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import snowplay as sp
from snowplay import boards
from snowplay.acres.record_format import read_online_record
from snowplay.acres.record_replay import play_online_record

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"
_RECORD = ROOT / "tests" / "records" / "acres" / "y01.json"
_RECORD_MOVE = 466
_SEED, _MOVES = 3, 64


def pictures() -> Iterator[tuple[Path, str]]:
    """Yield file and content of each picture."""
    yield FOLDER / "acres.svg", _acres() + "\n"
    yield FOLDER / "snowdonia.svg", _snowdonia() + "\n"


def _acres() -> str:
    """Return the board as the side to move sees it: a siege is on, and the enemy's hand is hidden."""
    state = play_online_record(read_online_record(_RECORD))[_RECORD_MOVE].after
    return state.to_svg(observer=max(0, state.current_player()), legal=True)


def _snowdonia() -> str:
    """Return the board after a while, with the last move marked."""
    state = sp.load_game("snowdonia", players=4).new_initial_state(_SEED)
    things: list[str] = []
    for number in range(_MOVES):
        legal = state.legal_actions()
        action = legal[number * 7 % len(legal)]
        things = boards.last_move(state, action)
        state.apply_action(action)
    return state.to_svg(highlight=things, legal=True)
