"""What a seat sees: an observation of named slices, and resampling of what it cannot see."""

from __future__ import annotations

from random import Random

import numpy as np
from hidden import HIDDEN
from support.walk import frozen, some_states, walk

from snowplay import Game, State

WORLDS = 40


def test_obs_spec_covers_the_tensor(game: Game) -> None:
    spec = game.obs_spec()
    assert len({part.name for part in spec}) == len(spec)
    assert all(part.meaning for part in spec)
    assert [part.start for part in spec] == [0, *(part.stop for part in spec[:-1])]
    assert all(part.start < part.stop for part in spec)
    assert (spec[-1].stop,) == game.observation_tensor_shape()


def test_observations_are_small_finite_numbers(game: Game) -> None:
    """Written whole: the array comes uninitialised, so two looks at one position must give the same."""
    for state in walk(game.new_initial_state(41, explicit_chance=True), 41):
        for seat in range(game.num_players()):
            seen = state.observation_tensor(seat)
            assert seen.dtype == np.float32 and seen.shape == game.observation_tensor_shape()
            assert np.isfinite(seen).all() and np.abs(seen).max() <= 16
            np.empty_like(seen).fill(np.nan)  # likely the memory the next one gets
            assert np.array_equal(state.observation_tensor(seat), seen)
        mover = max(0, state.current_player())
        assert np.array_equal(state.observation_tensor(), state.observation_tensor(mover))


def test_every_slice_says_something(game: Game) -> None:
    """Over some games, nothing but the slices of seats and options not in use is always 0."""
    total = np.zeros(game.observation_tensor_shape())
    for seed in range(6):
        for state in walk(game.new_initial_state(seed, explicit_chance=True), seed):
            for seat in range(game.num_players()):
                total += state.observation_tensor(seat)
    silent = [part.name for part in game.obs_spec() if not total[part.start : part.stop].any()]
    unused = [f"player{seat}_" for seat in range(game.num_players(), game.core.max_players)]
    silent = [name for name in silent if not name.startswith(tuple(unused))]
    assert len(silent) <= len(game.obs_spec()) // 5, silent


def test_resampling_keeps_what_the_seat_sees(game: Game) -> None:
    for number, state in enumerate(some_states(game.new_initial_state(42), 42)):
        before = frozen(state)
        for seat in range(game.num_players()):
            world = state.resample_from_infostate(seat, number)
            assert world.check() == 0
            assert world.current_player() == state.current_player()
            assert np.array_equal(world.observation_tensor(seat), state.observation_tensor(seat))
            assert world.observation_string(seat) == state.observation_string(seat)
            if state.current_player() == seat:
                assert world.legal_actions() == state.legal_actions()
        assert frozen(state) == before


def test_what_is_hidden_is_redrawn_and_nothing_else(game: Game) -> None:
    """As many different worlds as there should be, and the true one as seldom as chance would have it."""
    different = true = 0
    expected_different = expected_true = variance = 0.0
    for state in some_states(game.new_initial_state(44), 44, every=20):
        for seat in range(game.num_players()):
            if state.current_player() not in (seat, -4) and game.name in HIDDEN:
                continue  # hands with which the enemy could not be where he is are no worlds
            n = HIDDEN[game.name].count(state.data(), seat) if game.name in HIDDEN else 1
            worlds = [state.resample_from_infostate(seat, seed).raw() for seed in range(WORLDS)]
            different += len(set(worlds))
            true += worlds.count(state.raw())
            expected_different += n * (1 - (1 - 1 / n) ** WORLDS)
            expected_true += WORLDS / n
            variance += WORLDS / n * (1 - 1 / n)
    assert abs(different - expected_different) <= 0.05 * expected_different
    assert abs(true - expected_true) <= 1 + 5 * variance**0.5


def same_for_the_seat(state: State, world: State, seat: int) -> None:
    """Nothing that a seat gets tells these two apart."""
    assert np.array_equal(world.observation_tensor(seat), state.observation_tensor(seat))
    assert world.observation_string(seat) == state.observation_string(seat)
    assert world.information_state_string(seat) == state.information_state_string(seat)
    assert world.current_player() == state.current_player()
    assert world.scores() == state.scores() and world.waiting_for() == state.waiting_for()
    if state.current_player() == seat:
        assert world.legal_actions() == state.legal_actions()
        assert np.array_equal(world.legal_actions_mask(), state.legal_actions_mask())


def test_what_a_seat_cannot_see_changes_nothing_it_gets(game: Game) -> None:
    """The worlds are made here, not by the engine. A hand that could not finish the action under way is refused."""
    if game.name not in HIDDEN:
        return
    random = Random(45)
    tried = moved = 0
    for state in some_states(game.new_initial_state(45), 45, every=10):
        for seat in range(game.num_players()):
            world = state.clone()
            tried += 1
            try:
                world.load_raw(HIDDEN[game.name].rearrange(state.data(), seat, random).tobytes())
            except ValueError:
                assert state.current_player() not in (seat, -1)
                continue
            moved += world.raw() != state.raw()
            same_for_the_seat(state, world, seat)
    assert moved > tried // 2


def test_resampling_depends_on_its_seed_alone(game: Game) -> None:
    state = game.new_initial_state(43)
    worlds = [state.resample_from_infostate(0, seed) for seed in (1, 1, 2)]
    assert frozen(worlds[0]) == frozen(worlds[1])
    assert worlds[0].rng_raw() != worlds[2].rng_raw() != state.rng_raw(), "the future must be drawn anew"
