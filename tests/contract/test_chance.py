"""Chance: drawn by the engine or played as explicit outcomes, the distribution and the rules are the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from support.statistics import RARE, fit_p, same_p
from support.walk import choose, walk

from snowplay import Game, State

DEALS = 600
DRAWS = 3000


def test_draw_follows_the_probabilities(game: Game) -> None:
    """The engine's own draw at the chance events of a game, each kind of event once or twice."""
    kinds: Counter[tuple[int, ...]] = Counter()
    for state in walk(game.new_initial_state(31, explicit_chance=True), 31):
        outcomes = state.chance_outcomes()
        if not outcomes:
            continue
        kind = (outcomes[0][0] // 8, len(outcomes))
        kinds[kind] += 1
        if kinds[kind] > 2:
            continue
        counts: Counter[int] = Counter()
        sampler = state.clone()
        for index in range(DRAWS):
            sampler.reseed(77, index)
            counts[sampler.draw()] += 1
        assert fit_p(counts, dict(outcomes)) > RARE
    assert kinds


def test_draw_changes_no_position(game: Game) -> None:
    start = game.new_initial_state(32, explicit_chance=True)
    state = next(state for state in walk(start, 32) if state.is_chance_node())
    before = state.raw()
    state.draw()
    assert state.raw() == before


def test_drawn_outcomes_make_the_sampled_game(game: Game) -> None:
    """Explicit play with the engine's own draws meets, decision by decision, what sampled play meets."""
    sampled = game.new_initial_state(33, index=2)
    explicit = game.new_initial_state(33, index=2, explicit_chance=True)
    random = Random(33)
    while not sampled.is_terminal():
        while explicit.is_chance_node():
            explicit.apply_action(explicit.draw())
        assert explicit.raw() == sampled.raw()
        action = choose(sampled, random)
        for state in (sampled, explicit):
            state.apply_action(action)
    while explicit.is_chance_node():
        explicit.apply_action(explicit.draw())
    assert explicit.raw() == sampled.raw()


@pytest.mark.parametrize("decisions", [0, 15])
def test_both_modes_deal_alike(game: Game, decisions: int) -> None:
    """Positions after the deal, and some random moves later: no byte of them is distributed differently."""
    one = np.array([list(_after(game, seed, decisions, False).raw()) for seed in range(DEALS)])
    other = np.array([list(_after(game, DEALS + seed, decisions, True).raw()) for seed in range(DEALS)])
    for byte in range(one.shape[1]):
        assert same_p(one[:, byte].tolist(), other[:, byte].tolist()) > RARE, _field(game, byte)


def _after(game: Game, seed: int, decisions: int, explicit: bool) -> State:
    """A position some decisions into a game whose explicit chance is drawn here, by the told probabilities."""
    random = Random(seed)
    state = game.new_initial_state(seed, explicit_chance=explicit)
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        decisions -= not state.is_chance_node()
        state.apply_action(choose(state, random))
    return state


def _field(game: Game, byte: int) -> str:
    """Name of the state's field that a byte lies in."""
    fields = game.dtype.fields
    assert fields is not None
    return next(name for name, (kind, offset, *_) in fields.items() if offset <= byte < offset + kind.itemsize)
