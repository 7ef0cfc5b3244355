"""A batch does in every entry what single states do: masks, views, results, resets, seats that play by themselves."""

from __future__ import annotations

import numpy as np

import snowplay as sp
from snowplay import Game, StateBatch

N = 3
EVERY = 7  # positions that are looked at all round: these, and those about the end of a game
SEED = 31


def index_of(entry: int, k: int) -> int:
    return k * 2**32 + entry


def entry_is_state(batch: StateBatch, i: int, state: sp.State) -> None:
    """The outputs of an entry are what the state says; observe="all"."""
    assert batch.data[i].tobytes() == state.raw()
    assert batch.current_player[i] == state.current_player()
    assert batch.over[i] == state.is_terminal()
    assert np.array_equal(batch.legal_mask[i], state.legal_actions_mask())
    for seat in range(batch.game.players):
        assert np.array_equal(batch.observation[i, seat], state.observation_tensor(seat))
    ended = bool(batch.terminated[i] or batch.truncated[i])
    assert ended == state.is_terminal()
    assert batch.rewards[i].tolist() == state.returns()
    if ended:
        assert batch.scores[i].tolist() == state.scores()
        assert batch.end_reason[i] == state.end_reason()
        assert batch.truncated[i] == (state.end_reason() == batch.game.front.limit_reason)


def test_entries_are_single_states(game: Game) -> None:
    batch = StateBatch(game, N, SEED, observe="all")
    states = [game.new_initial_state(SEED, index=i) for i in range(N)]
    step = 0
    while not batch.over.all():
        actions = batch.sample_actions(seed=step)
        for state, action in zip(states, actions.tolist(), strict=True):
            assert (action == -1) == state.is_terminal()
            if action != -1:
                state.apply_action(action)
        ended = sum(state.is_terminal() and action != -1 for state, action in zip(states, actions, strict=True))
        assert batch.step(actions) == ended
        step += 1
        for i, state in enumerate(states):
            if ended or (step + i) % EVERY == 0:
                entry_is_state(batch, i, state)
            else:
                assert batch.data[i].tobytes() == state.raw()
    batch.reset()
    assert batch.games.tolist() == [1] * N
    for i in range(N):
        entry_is_state(batch, i, game.new_initial_state(SEED, index=index_of(i, 1)))
        assert batch.state(i).index == index_of(i, 1)


def test_random_actions_make_the_games_of_playouts(game: Game) -> None:
    rows = sp.playouts(game, 20, seed=SEED)
    batch = StateBatch(game, 20, SEED, observe="none")
    moves = np.zeros(20, int)
    while not batch.over.all():
        actions = batch.sample_actions()
        moves += actions >= 0
        batch.step(actions)
    assert np.array_equal(batch.scores, rows["score"][:, : game.players])
    assert np.array_equal(batch.end_reason, rows["end_reason"])
    assert np.array_equal(moves, rows["decisions"])


def test_resets_by_itself_deal_what_reset_deals(game: Game) -> None:
    """The three modes of autoreset meet the same positions, views and results."""
    off = StateBatch(game, N, SEED)
    after = StateBatch(game, N, SEED, autoreset="next_step")
    same = StateBatch(game, N, SEED, autoreset="same_step")
    seen = step = 0
    while seen <= N:
        step += 1
        actions = off.sample_actions()
        after_actions, same_actions = after.sample_actions(), same.sample_actions()
        assert np.array_equal(after_actions, actions) and np.array_equal(same_actions, actions)
        ended = off.step(actions)
        assert after.step(actions) == same.step(actions) == ended
        if not ended and step % EVERY:
            continue
        assert not same.over.any()
        for name in ("rewards", "terminated", "truncated", "scores", "end_reason"):
            assert np.array_equal(getattr(off, name), getattr(after, name))
            assert np.array_equal(getattr(off, name), getattr(same, name))
        assert np.array_equal(off.observation, after.observation) and np.array_equal(off.data, after.data)
        over = off.over.copy()
        assert over.sum() == ended and np.array_equal(after.over, over)
        if ended:
            seen += ended
            assert np.array_equal(off.observation[over], same.final_observation[over])
            assert not off.legal_mask[over].any()
            off.reset(mask=over)
            assert after.step(np.where(over, 0, -1)) == 0
            assert not after.rewards[over].any() and not after.terminated[over].any()
        assert np.array_equal(off.data, same.data)
        assert np.array_equal(off.observation, same.observation)
        assert np.array_equal(off.legal_mask, same.legal_mask)
    assert np.array_equal(off.games, same.games) and np.array_equal(off.games, after.games)


def test_seats_that_play_by_themselves_play_as_random_agents(game: Game) -> None:
    players = game.players
    if players == 1:
        return
    roles = [role for role in range(players) if role != 1]
    batch = StateBatch(game, N, SEED, random_seats=roles, rotate=True, observe=1)
    for k in range(2):
        seats = [(1 - i - k) % players for i in range(N)]
        assert batch.seats_of(1).tolist() == seats
        states = [game.new_initial_state(SEED, index=index_of(i, k)) for i in range(N)]
        agents = [[sp.RandomAgent(SEED, index_of(i, k), seat) for seat in range(players)] for i in range(N)]
        while not batch.over.all():
            actions = batch.sample_actions()
            for i, state in enumerate(states):
                while not state.is_terminal() and state.current_player() != seats[i]:
                    state.apply_action(agents[i][state.current_player()].choose(state))
                assert batch.data[i].tobytes() == state.raw()
                if state.is_terminal():
                    assert np.array_equal(batch.observation[i], state.observation_tensor(seats[i]))
                if not state.is_terminal():
                    assert agents[i][seats[i]].choose(state) == actions[i]
                    state.apply_action(int(actions[i]))
            batch.step(actions)
        batch.reset()


def test_threads_change_nothing(game: Game) -> None:
    batches = [StateBatch(game, 3 * 128, 5, threads=threads, autoreset="same_step") for threads in (1, 3)]
    for _ in range(30):
        for batch in batches:
            batch.step(batch.sample_actions())
    one, three = batches
    for name in ("data", "observation", "legal_mask", "current_player", "rewards", "scores"):
        assert np.array_equal(getattr(one, name), getattr(three, name)), name


def test_bytes_are_the_numbers_before_they_are_scaled(game: Game) -> None:
    """Each cell of an observation has one scale, whatever the position; a signed number is 128 more."""
    signed = np.zeros(game.observation_tensor_shape(), bool)
    for part in game.obs_spec():
        signed[part.start : part.stop] = part.name.endswith("_siege_strength")
    floats = StateBatch(game, 16, 3, autoreset="same_step")
    numbers = StateBatch(game, 16, 3, autoreset="same_step", dtype="uint8")
    low, high = np.full(signed.shape, np.inf), np.zeros(signed.shape)
    for _ in range(80):
        actions = floats.sample_actions()
        floats.step(actions)
        numbers.step(actions)
        view, cells = floats.observation, numbers.observation
        assert np.array_equal(view[:, ~signed] == 0, cells[:, ~signed] == 0)
        assert np.allclose(view[:, signed], (cells[:, signed].astype(float) - 128) / 10)
        scale = np.divide(view, cells, where=(cells > 0) & (cells < 255), out=np.full(view.shape, np.nan))
        low, high = np.fmin(low, np.nanmin(scale, 0, initial=np.inf)), np.fmax(high, np.nanmax(scale, 0, initial=0))
    used = (high > 0) & ~signed
    assert used.sum() > 100
    assert np.allclose(low[used], high[used], rtol=1e-5)
