"""Snowdonia: nothing is made or lost. Counted here from the named fields, apart from the engine's own check."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import games

from snowplay import Game

GAMES = {name: game for name, game in games().items() if game.name == "snowdonia"}
# SN-08: two cards are only there with three players or more.
CARDS = range(1, 31)
LARGE_GAMES = (28, 29)
PICKS = st.lists(st.integers(0, 2**31), max_size=400)
IRON, STONE, COAL, EVENT = range(4)


def ones(word: object) -> int:
    return int(word).bit_count()  # type: ignore[call-overload]


def cubes(state: np.ndarray) -> list[int]:
    """Iron, stone, coal and event cubes, wherever they are (SN-11, SN-50)."""
    return [
        int(state["bag"][IRON]) + int(state["yard"][IRON]) + int(state["iron"].sum()),
        int(state["bag"][STONE]) + int(state["yard"][STONE]) + int(state["stone"].sum()),
        int(state["bag"][COAL]) + int(state["yard"][COAL]) + int(state["coal"].sum() + state["train_coal"].sum()),
        int(state["bag"][EVENT]) + ones(state["event_cubes"]) + int(state["events"]),
    ]


def cards(state: np.ndarray) -> list[int]:
    """Every contract, wherever it is (SN-08)."""
    piles = [*state["contracts"], state["deck"], state["discard"]]
    held = [card + 1 for pile in piles for card in range(32) if int(pile) >> card & 1]
    loose = [*state["office"], *state["drawn"]]
    return sorted(held + [int(card) for card in loose if card])


def trains(state: np.ndarray) -> list[int]:
    """Every train, in the shed or with a seat."""
    shed = [train for train in range(16) if int(state["shed"]) >> train & 1]
    return sorted(shed + [int(train) for train in state["train"] if train])


def check_position(game: Game, state: np.ndarray) -> None:
    n = game.num_players()
    assert cards(state) == [card for card in CARDS if n > 2 or card not in LARGE_GAMES]
    assert all(trains(state).count(train) == 1 for train in trains(state))
    markers = [
        int(state["markers"][seat]) + ones(state["track_markers"][seat]) + ones(state["station_markers"][seat])
        for seat in range(n)
    ]
    assert len(set(markers)) == 1
    owned = [int(word) for word in state["station_markers"]]
    assert sum(owned) == int(state["spaces_taken"]) == int(np.bitwise_or.reduce(state["station_markers"]))
    assert sum(int(word) for word in state["track_markers"]) & ~int(state["tracks_laid"]) == 0
    waiting = [0] * 5
    for place in range(30):
        if int(state["occupied"]) >> place & 1:
            waiting[int(state["occupant"][place])] += 1
    for seat in range(n):
        at_work = waiting[seat] + int(state["surveyors_waiting"][seat]) + int(state["labourers"][seat])
        assert at_work <= 2 + (int(state["hired"]) >> seat & 1)
    assert not any(state[name][n:].any() for name in ("iron", "stone", "coal", "steel", "rubble", "markers", "train"))
    assert (state["cell_rubble"] <= 15).all()
    steel = game.options["steel_limit"]
    assert not steel or int(state["steel"].sum()) <= steel


def check_step(before: np.ndarray, after: np.ndarray) -> None:
    """What only ever grows, shrinks or stays."""
    if before["rubble_cells"]:  # the route is laid out
        assert (after["cell_rubble"] <= before["cell_rubble"]).all()
        lying = int(before["cell_rubble"].sum()) - int(after["cell_rubble"].sum())
        assert int(after["rubble"].sum()) - int(before["rubble"].sum()) <= lying
        assert int(after["rubble_cells"]) & ~int(before["rubble_cells"]) == 0
    for name in ("tracks_laid", "spaces_taken", "spaces_closed", "stations_closed"):
        assert int(before[name]) & ~int(after[name]) == 0
    for name in ("rounds", "surveyor", "actions", "events_fired", "overlay", "trains_open"):
        assert (after[name] >= before[name]).all()
    assert (after["markers"] <= before["markers"]).all()


@pytest.mark.parametrize("name", GAMES)
@given(picks=PICKS, seed=st.integers(0, 2**64 - 1), explicit=st.booleans())
def test_nothing_is_made_or_lost(name: str, picks: list[int], seed: int, explicit: bool) -> None:
    game = GAMES[name]
    state = game.new_initial_state(seed, explicit_chance=explicit)
    before = state.data()
    there = cubes(before)
    for pick in picks:
        legal = state.legal_actions()
        if not legal:
            break
        state.apply_action(legal[pick % len(legal)])
        now = state.data()
        check_position(game, now)
        check_step(before, now)
        assert cubes(now) == there
        before = now
