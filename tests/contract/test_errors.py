"""Every error of the checked API is the promised one, says what is allowed, and changes nothing."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.walk import frozen, play_on, some_states

import snowplay as sp
from snowplay import Game, GameOverError, IllegalActionError, RulesError, SeatError, State

NO_ACTIONS: list[Any] = [
    *(-1, -2, 2**15, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 2**70, -(2**31), -(2**70)),
    *(0.0, 1.5, float("nan"), 1j, None, "", "0", b"0", True, False, [], (), {}, object()),
    *(np.float64(1.0), np.bool_(True), np.array([1, 2]), np.array([1]), np.array([]), np.str_("1")),
]


def refused(state: State, action: Any) -> IllegalActionError:
    """Play it, see it refused and the state untouched."""
    before = frozen(state)
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(action)
    assert frozen(state) == before
    error = caught.value
    assert error.player == state.current_player()
    assert error.legal_actions == state.legal_actions()
    assert str(error)
    return error


def test_what_is_no_action_is_refused(game: Game, explicit: bool) -> None:
    for state in some_states(game.new_initial_state(51, explicit_chance=explicit), 51, every=40):
        for action in (*NO_ACTIONS, game.num_distinct_actions()):
            assert not state.is_legal(action)
            refused(state, action)


def test_every_illegal_id_is_refused_with_reason_and_rule(game: Game) -> None:
    for state in some_states(game.new_initial_state(52), 52, every=30):
        if state.is_terminal():
            continue
        legal = set(state.legal_actions())
        for action in set(range(game.num_distinct_actions())) - legal:
            error = refused(state, action)
            assert error.action == action
            assert error.rule, f"no rule: {error}"
            assert error.rule in str(error)
            assert state.action_to_string(min(legal)) in str(error)


def test_every_impossible_outcome_is_refused(game: Game) -> None:
    for state in some_states(game.new_initial_state(53, explicit_chance=True), 53, every=5):
        if state.is_chance_node():
            possible = set(state.legal_actions())
            for outcome in set(range(game.max_chance_outcomes())) - possible:
                refused(state, outcome)


def test_a_legal_action_may_be_any_integer_type(game: Game) -> None:
    for kind in (np.int64, np.int32, np.uint16, np.array):
        state, plain = game.new_initial_state(54), game.new_initial_state(54)
        action = state.legal_actions()[0]
        assert state.is_legal(kind(action))
        state.apply_action(kind(action))
        plain.apply_action(action)
        assert state == plain


def test_a_finished_game_takes_no_action(game: Game) -> None:
    state = game.new_initial_state(55)
    play_on(state, 55)
    for action in range(game.num_distinct_actions()):
        assert isinstance(refused(state, action), GameOverError)
    assert state.legal_actions() == []


def test_wrong_seats(game: Game) -> None:
    state = game.new_initial_state(56)
    before = frozen(state)
    calls: list[Callable[[Any], object]] = [
        state.observation_tensor,
        state.observation_string,
        state.information_state_string,
        lambda seat: state.resample_from_infostate(seat, 0),
    ]
    for call in calls:
        for seat in (-1, -4, game.num_players(), 99, 2**70, "0", 0.0, True):
            with pytest.raises(SeatError, match="seats are 0"):
                call(seat)
    assert frozen(state) == before


def test_wrong_texts(game: Game) -> None:
    state = game.new_initial_state(57)
    before = frozen(state)
    for text in ("", "no such thing", "pass:1", "1", "-1", "\n"):
        with pytest.raises(IllegalActionError, match="Legal"):
            state.string_to_action(text)
    for action in NO_ACTIONS:
        with pytest.raises(IllegalActionError):
            state.action_to_string(action)
    assert frozen(state) == before


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, "7", True])
def test_wrong_seeds(game: Game, seed: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="seed"):
        game.new_initial_state(seed)
    with pytest.raises((TypeError, ValueError), match="seed"):
        sp.playouts(game, 1, seed=seed)


@pytest.mark.parametrize(
    "wrong",
    [{"n": -1}, {"n": 1.5}, {"threads": 0}, {"first": -1}, {"first": 2**64}, {"policy": "best"}],
    ids=str,
)
def test_wrong_playouts(game: Game, wrong: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError), match=next(iter(wrong))):
        sp.playouts(game, **{"n": 1, **wrong})


@pytest.mark.parametrize("name", sp.registered_games())
@pytest.mark.parametrize("players", [-1, 0, 99, 2.0, "2", True])
def test_wrong_number_of_players(name: str, players: Any) -> None:
    with pytest.raises(RulesError, match="players"):
        sp.load_game(name, players)


@pytest.mark.parametrize("name", sp.registered_games())
def test_wrong_options(name: str) -> None:
    with pytest.raises(RulesError, match="no_such_option"):
        sp.load_game(name, no_such_option=1)
    for option in sp.rules.game_options(name):
        for value in (None, -1, 1.5, "no such value", [], [0.5], object()):
            if value == option.default:  # nothing at all may be forbidden
                continue
            with pytest.raises(RulesError, match=option.name):
                sp.load_game(name, **{option.name: value})


def test_unknown_game() -> None:
    with pytest.raises(sp.UnknownGameError, match="snowdonia"):
        sp.load_game("no such game")


def test_errors_travel_between_processes(game: Game) -> None:
    error = refused(game.new_initial_state(58), game.num_distinct_actions())
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error) and str(twin) == str(error)
    assert (twin.action, twin.player, twin.rule) == (error.action, error.player, error.rule)
    assert twin.legal_actions == error.legal_actions
