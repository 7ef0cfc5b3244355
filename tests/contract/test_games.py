"""Whole games: valid at every step, bounded in length and returns, a function of seed and index alone."""

from __future__ import annotations

import pytest
from support.walk import play_on, some_states, walk

from snowplay import Game, Outcome

DIFFERENT = 30  # seeds compared with one another
OPENING = 20  # decisions after which two games are not alike by chance any more


def opening(game: Game, seed: int, index: int = 0) -> bytes:
    """Positions of the first decisions of a game; the choices depend on what is legal, not on the seed."""
    state = game.new_initial_state(seed, index=index)
    positions = []
    while not state.is_terminal() and len(positions) < OPENING:
        legal = state.legal_actions()
        state.apply_action(legal[len(positions) * 7 % len(legal)])
        positions.append(state.raw())
    return b"".join(positions)


def test_sides_have_a_name_each_or_none(game: Game) -> None:
    assert len(game.front.side_names) in (0, game.num_players())


def test_every_position_is_valid_and_bounded(game: Game, explicit: bool) -> None:
    decisions = 0
    for state in walk(game.new_initial_state(1, explicit_chance=explicit), 1):
        assert state.check() == 0
        scores = state.scores()
        assert len(scores) == game.num_players()
        assert [sum(parts.values()) for parts in state.score_parts()] == scores
        decisions += state.current_player() >= 0
        if not state.is_terminal():
            assert state.outcome() is None
            assert state.end_reason() == 0
            assert state.returns() == [0.0] * game.num_players()
    assert 0 < decisions <= game.max_game_length()


@pytest.mark.parametrize("seed", range(8))
def test_the_end_is_told(game: Game, seed: int) -> None:
    state = game.new_initial_state(seed)
    play_on(state, seed)
    outcome = state.outcome()
    assert isinstance(outcome, Outcome)
    assert state.end_reason() > 0 and outcome.reason and outcome.explanation
    assert list(outcome.scores) == state.scores()
    assert list(outcome.returns) == state.returns()
    assert all(game.min_utility() <= value <= game.max_utility() for value in outcome.returns)
    if game.num_players() > 1:
        assert sum(outcome.returns) == pytest.approx(0)
        best = [seat for seat, value in enumerate(outcome.returns) if value == max(outcome.returns)]
        assert [outcome.winner] == (best if len(best) == 1 else [None])
        top = [seat for seat, points in enumerate(outcome.scores) if points == max(outcome.scores)]
        assert list(outcome.tied) == (top if len(top) > 1 else [])


def test_same_seed_same_game(game: Game, explicit: bool) -> None:
    one, other = (play_on(game.new_initial_state(9, index=4, explicit_chance=explicit), 2) for _ in range(2))
    assert one == other


def test_another_seed_another_game(game: Game) -> None:
    assert len({opening(game, seed) for seed in range(DIFFERENT)}) == DIFFERENT


def test_another_index_another_game(game: Game) -> None:
    games = {opening(game, seed, index) for seed in range(2) for index in range(DIFFERENT)}
    assert len(games) == 2 * DIFFERENT


def test_the_largest_seed_and_index(game: Game) -> None:
    last = 2**64 - 1
    assert opening(game, last, last) != opening(game, 0)


def test_without_a_seed_a_fresh_one_is_drawn_and_told(game: Game) -> None:
    states = [game.new_initial_state() for _ in range(3)]
    assert len({state.seed for state in states}) == 3
    assert [game.new_initial_state(state.seed) for state in states] == states


def test_text_of_positions(game: Game) -> None:
    seats = range(game.num_players())
    for state in some_states(game.new_initial_state(5), 5, every=4):
        board = str(state)
        assert board.strip() and max(map(len, board.splitlines())) <= 120
        assert all(state.observation_string(seat) for seat in seats)
        assert state.is_terminal() or state.waiting_for()
