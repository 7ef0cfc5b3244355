"""Seats are alike: turning the table turns play and observations and changes nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from rotations import ROTATIONS
from support.cases import CASES, Case, games
from support.walk import choose

from snowplay import Game, State
from snowplay.items import join_item, split_item

TURNED = [case for case in CASES if case.game in ROTATIONS and case.players > 1]


@pytest.mark.parametrize("case", TURNED, ids=str)
def test_a_turned_table_plays_alike(case: Case) -> None:
    game, rotate = games()[str(case)], ROTATIONS[case.game]
    for by in range(1, case.players):
        state = game.new_initial_state(by, explicit_chance=True)
        random = Random(by)
        while state.is_chance_node():
            state.apply_action(choose(state, random))
        turned = turned_game(case, by).new_initial_state(by, explicit_chance=True)
        turned.load_raw(rotate(state.data(), case.players, by).tobytes())
        while not state.is_terminal():
            if not state.is_chance_node():
                assert turned.data().tobytes() == rotate(state.data(), case.players, by).tobytes()
                assert turned.current_player() == (state.current_player() + by) % case.players
                same_view(game, state, turned, by)
            assert turned.legal_actions() == state.legal_actions()
            assert turned.chance_outcomes() == state.chance_outcomes()
            action = choose(state, random)
            state.apply_action(action)
            turned.apply_action(action)
        assert turned.is_terminal()
        assert np.roll(state.scores(), by).tolist() == turned.scores()
        assert np.roll(state.returns(), by).tolist() == turned.returns()


def turned_game(case: Case, by: int) -> Game:
    """The case's game, with what it keeps from single seats kept from those that they were turned to."""
    entries = [split_item(entry) for entry in case.options.get("forbid", [])]
    forbid = [join_item(name, seat if seat is None else (seat + by) % case.players) for name, seat in entries]
    return case.load(forbid=forbid)


def same_view(game: Game, state: State, turned: State, by: int) -> None:
    """Every seat sees what the seat it was turned to sees."""
    for seat in range(game.num_players()):
        seen = state.observation_tensor(seat)
        other = turned.observation_tensor((seat + by) % game.num_players())
        if not np.array_equal(seen, other):
            names = [
                part.name
                for part in game.obs_spec()
                if not np.array_equal(seen[part.start : part.stop], other[part.start : part.stop])
            ]
            raise AssertionError(f"seat {seat} turned by {by} sees other {', '.join(names)}")


@pytest.mark.parametrize("case", TURNED, ids=str)
def test_seats_see_different_things(case: Case) -> None:
    state = games()[str(case)].new_initial_state(1)
    views = {state.observation_tensor(seat).tobytes() for seat in range(case.players)}
    assert len(views) == case.players
