"""Whose move it is and what is legal: list, mask, test and sample agree at every step."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from support.walk import walk

from snowplay import Game, State
from snowplay._core.selftest import soak


def position_is_consistent(state: State, game: Game) -> None:
    legal = state.legal_actions()
    mask = state.legal_actions_mask()
    assert mask.dtype == np.uint8 and mask.shape == (game.num_distinct_actions(),)
    assert all(type(action) is int for action in legal)
    assert legal == sorted(set(legal))
    ids = range(-2, max(game.num_distinct_actions(), game.max_chance_outcomes()) + 2)
    assert [a for a in ids if state.is_legal(a)] == legal
    player = state.current_player()
    assert state.is_terminal() == (player == -4)
    assert state.is_chance_node() == (player == -1)
    if player >= 0:
        assert player < game.num_players()
        assert len(legal) >= (2 if game.options.get("auto_forced") else 1)
        assert legal[-1] < game.num_distinct_actions()
        assert np.flatnonzero(mask).tolist() == legal
        assert state.chance_outcomes() == []
    else:
        assert not mask.any()
        assert legal == [outcome for outcome, _ in state.chance_outcomes()]
        assert bool(legal) == state.is_chance_node()


def test_list_mask_and_test_agree(game: Game, explicit: bool) -> None:
    for seed in range(2):
        for state in walk(game.new_initial_state(seed, explicit_chance=explicit), seed):
            position_is_consistent(state, game)


def test_sample_agrees_with_the_list(game: Game) -> None:
    """In the core, where the sample is: list, test, sample and invariants at every decision of many games."""
    assert soak(game.core, 100, 5) == 0


def test_chance_probabilities_are_exact_and_add_up(game: Game) -> None:
    seen = 0
    for state in walk(game.new_initial_state(3, explicit_chance=True), 3):
        outcomes = state.chance_outcomes()
        fractions = [Fraction(p).limit_denominator(10_000) for _, p in outcomes]
        assert [float(fraction) for fraction in fractions] == [p for _, p in outcomes]
        assert all(fraction > 0 for fraction in fractions)
        if state.is_chance_node():
            seen += 1
            assert sum(fractions) == 1
            assert all(outcome < game.max_chance_outcomes() for outcome, _ in outcomes)
    assert seen > 10


def test_sampled_play_never_stops_at_chance(game: Game) -> None:
    assert all(not state.is_chance_node() for state in walk(game.new_initial_state(4), 4))


def test_words_and_notation_lead_back_to_the_action(game: Game) -> None:
    for state in walk(game.new_initial_state(6, explicit_chance=True), 6):
        player = state.current_player()
        words = [state.action_to_string(action) for action in state.legal_actions()]
        assert len(set(words)) == len(words)
        for action, word in zip(state.legal_actions(), words, strict=True):
            assert state.action_to_string(player, action) == word
            assert state.string_to_action(word) == action
            assert state.string_to_action(state.action_to_notation(action)) == action
