"""Copies of a position: clone, bytes and pickle give the same position, which then lives its own life."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest
from support.cases import games
from support.walk import frozen, play_on, some_states, walk

from snowplay import Game, RecordError, State

COPIES: dict[str, Callable[[State], State]] = {
    "clone": lambda state: state.clone(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "bytes": lambda state: state.get_game().state_from_bytes(state.to_bytes()),
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_is_equal_and_independent(game: Game, explicit: bool, name: str) -> None:
    for number, state in enumerate(some_states(game.new_initial_state(11, explicit_chance=explicit), 11)):
        before = frozen(state)
        twin = COPIES[name](state)
        assert twin == state and hash(twin) == hash(state)
        assert frozen(twin) == before
        assert type(twin) is State
        assert (twin.explicit, twin.seed, twin.index) == (state.explicit, state.seed, state.index)
        assert twin.get_game() == game
        moves = play_on(twin, number)
        assert frozen(state) == before
        assert play_on(state, number) == moves


def test_equal_positions_are_equal_however_reached(game: Game) -> None:
    """The same moves and chance outcomes, once explicit and once drawn, give equal states and hashes."""
    for sampled, explicit in zip(*(_stops(game, mode) for mode in (False, True)), strict=True):
        assert sampled == explicit
        assert hash(sampled) == hash(explicit)


def _stops(game: Game, explicit: bool) -> list[State]:
    """All positions of one game in which a seat has to decide, and the end."""
    state = game.new_initial_state(12, index=3, explicit_chance=explicit)
    stops = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.draw())
        else:
            stops.append(state.clone())
            state.apply_action(state.legal_actions()[len(stops) % len(state.legal_actions())])
    return [*stops, state]


def test_different_positions_differ_in_hash_too(game: Game) -> None:
    states = [state.clone() for state in walk(game.new_initial_state(13, explicit_chance=True), 13)]
    assert len({state.raw() for state in states}) == len(set(states)) == len({hash(state) for state in states})
    assert states[0] != states[1]
    assert states[0] != "a state"


def test_positions_of_different_rules_are_not_equal(game: Game) -> None:
    for other in games().values():
        mine, theirs = game.new_initial_state(0, explicit_chance=True), other.new_initial_state(0, explicit_chance=True)
        assert (mine == theirs) == (game == other)


def test_bytes_of_another_game_are_refused(game: Game) -> None:
    for other in games().values():
        if other != game:
            with pytest.raises(RecordError, match=other.rules_hash):
                game.state_from_bytes(other.new_initial_state(0).to_bytes())


def test_a_game_travels_by_pickle(game: Game) -> None:
    twin = pickle.loads(pickle.dumps(game))
    assert twin == game and hash(twin) == hash(game) and twin.rules_hash == game.rules_hash
    assert twin.options == game.options and twin.players == game.players and repr(twin) == repr(game)
    assert twin.new_initial_state(3) == game.new_initial_state(3)


def test_a_batch_of_states_is_an_array_of_named_fields(game: Game) -> None:
    import numpy as np

    states = list(some_states(game.new_initial_state(14), 14))
    batch = np.frombuffer(b"".join(state.raw() for state in states), game.dtype)
    assert len(batch) == len(states)
    for record, state in zip(batch, states, strict=True):
        assert record.tobytes() == state.raw() == state.data().tobytes()
    data = states[0].data()
    before = states[0].raw()
    data[data.dtype.names[0]] = 1
    assert states[0].raw() == before, "data() must be a copy"
