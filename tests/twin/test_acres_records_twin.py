"""The games recorded online, played by the compiled engine and its twin beside each other.

The replay in `snowplay.acres.record_replay` turns a record into moves of the compiled engine and compares it with the
record; here its moves and draws are taken down and then played by both engines, everything compared at every step.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from snowplay import State, load_game
from snowplay.acres.record_format import OnlineRecord, read_online_record
from snowplay.acres.record_replay import DEPARTURES, _Replay

from .harness import Pair, Setup

RECORDS = Path(__file__).resolve().parents[1] / "records" / "acres"
# Decisions and draws of each game.
STEPS = {"y01": 1922, "y02": 856, "y04": 1546, "y05": 821, "y07": 765, "y08": 417}
UNDO = "undo refill"


class Noted:
    """A state that takes down what is played; the replay uses it like the state itself."""

    def __init__(self, state: State, moves: list[str], undone: list[bytes]) -> None:
        self.state, self.moves, self.undone = state, moves, undone

    def apply_action(self, action: int) -> None:
        move = self.state.action_to_notation(action)
        self.state.apply_action(action)
        self.moves.append(move)

    def clone(self) -> Noted:
        return Noted(self.state.clone(), list(self.moves), list(self.undone))

    def load_raw(self, data: bytes) -> None:
        """The site did not refill a hand (AC-12), and the replay takes the cards back."""
        self.state.load_raw(data)
        self.moves.append(UNDO)
        self.undone.append(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def noted(record: OnlineRecord, options: dict[str, Any], variant: dict[str, Any] | None) -> Noted:
    """What the replay plays."""
    replay = _Replay(record, load_game("acres", 2, variant=variant, **options))
    replay.state = Noted(replay.state, [], [])  # type: ignore[assignment]
    replay.run()
    return replay.state  # type: ignore[return-value]


def play_beside(record: OnlineRecord, options: dict[str, Any], variant: dict[str, Any] | None = None) -> Pair:
    """Play a recorded game with both engines."""
    played = noted(record, options, variant)
    pair = Pair(Setup("acres", 2, options, variant))
    undone = iter(played.undone)
    for move in played.moves:
        if move == UNDO:
            pair.state.load_raw(next(undone))
            _put_cards_back(pair)
            continue
        _, possible = pair.compare(True)
        assert move in possible
        pair.apply(move)
    pair.compare(True)
    assert pair.state.raw() == played.state.raw()
    return pair


def _put_cards_back(pair: Pair) -> None:
    """Give the twin the hands and decks of the other engine: the site's refill is not the rules'."""
    view = pair._view(pair.state)
    for name, side in zip(("british", "french"), pair.twin.table.sides, strict=True):  # type: ignore[attr-defined]
        side.hand, side.deck, side.discard = (list(view[name][zone]) for zone in ("hand", "deck", "discard"))


def options_of(record: OnlineRecord) -> dict[str, Any]:
    return {**record.options(), "auto_forced": False}


@pytest.mark.parametrize("name", STEPS)
def test_a_recorded_game_is_the_same_for_both_engines(name: str) -> None:
    record = read_online_record(RECORDS / f"{name}.json")
    pair = play_beside(record, options_of(record))
    assert len(pair.moves) == STEPS[name]
    assert pair.over() == (record.result.end != "resignation")


@pytest.mark.parametrize("departure", DEPARTURES, ids=lambda departure: departure.rule)
def test_a_recorded_game_by_the_rules_of_the_site(departure: Any) -> None:
    record = read_online_record(RECORDS / "y05.json")
    options = {**options_of(record), **departure.options}
    assert len(play_beside(record, options, dict(departure.variant) or None).moves) == STEPS["y05"]
