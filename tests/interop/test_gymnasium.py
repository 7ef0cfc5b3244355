"""Gymnasium environments: the library's own checks, the vectorized environment against single ones, opponents."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import snowplay as sp
from snowplay.envs.gymnasium import ENVIRONMENTS, SnowplayEnv, SnowplayVectorEnv

N = 3
# Short games, so that many end: few turns, and a limit that truncates.
SHORT = {"game": "acres", "max_turns": 12}
SETTINGS: dict[str, dict[str, Any]] = {
    "acres": SHORT,
    "acres-second": {**SHORT, "seat": 1},
    "acres-agent": {**SHORT, "opponents": "french_raider"},
    "snowdonia-1": {"game": "snowdonia", "players": 1},
    "snowdonia-2": {"game": "snowdonia", "players": 2, "dtype": "uint8"},
    "snowdonia-5-rotate": {"game": "snowdonia", "players": 5, "seat": "rotate"},
    "snowdonia-3-mixed": {"game": "snowdonia", "players": 3, "seat": "rotate", "opponents": ["random", "greedy"]},
}


def same(a: Any, b: Any) -> None:
    """Two observations or infos are equal in values, shapes and kinds."""
    assert type(a) is type(b)
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            same(a[key], b[key])
    elif isinstance(a, np.ndarray) and a.dtype == object:
        assert a.shape == b.shape and b.dtype == object
        for x, y in zip(a, b, strict=True):
            same(x, y)
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype and np.array_equal(a, b)
    else:
        assert a == b


def random_actions(observation: dict[str, np.ndarray], random: np.random.Generator, illegal: float) -> np.ndarray:
    """A legal action each, 0 where there is none, and now and then an illegal one."""
    actions = []
    for mask in observation["action_mask"]:
        wanted = 0 if mask.any() and random.random() < illegal else 1
        choice = np.flatnonzero(mask == wanted)
        actions.append(random.choice(choice) if mask.any() else 0)
    return np.array(actions)


@pytest.mark.parametrize("name", ENVIRONMENTS)
@pytest.mark.parametrize(
    "kwargs", [{}, {"dtype": "uint8", "seat": 1}, {"seat": "rotate", "opponents": "greedy"}], ids=str
)
def test_gymnasium_finds_nothing_wrong(name: str, kwargs: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, **kwargs).unwrapped)


@pytest.mark.parametrize("players", range(1, 6))
def test_gymnasium_finds_nothing_wrong_with_any_number_of_players(players: int) -> None:
    check_env(gymnasium.make("snowplay/Snowdonia-v0", players=players).unwrapped)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("setting", SETTINGS)
def test_many_games_are_single_games(setting: str, mode: AutoresetMode) -> None:
    """Observations, rewards, flags and infos are those of gymnasium's own vectorization."""
    kwargs = SETTINGS[setting]
    ours = SnowplayVectorEnv(num_envs=N, autoreset_mode=mode, **kwargs)
    theirs = SyncVectorEnv([lambda: SnowplayEnv(**kwargs)] * N, autoreset_mode=mode)
    for name in ("single_observation_space", "single_action_space", "observation_space", "action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert ours.metadata["autoreset_mode"] is mode
    random = np.random.default_rng(7)
    observation, info = ours.reset(seed=11)
    other, other_info = theirs.reset(seed=11)
    same(observation, other)
    same(info, other_info)
    ended = 0
    for _ in range(60):
        actions = random_actions(observation, random, 0.03)
        observation, *results = ours.step(actions)
        other, *other_results = theirs.step(actions)
        assert observation in ours.observation_space
        same(observation, other)
        for a, b in zip(results, other_results, strict=True):
            same(a, b)
        over = results[1] | results[2]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            observation, _ = ours.reset(options={"reset_mask": over})
            same(observation, theirs.reset(options={"reset_mask": over})[0])
    assert ended > 0


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_registered_environments_come_singly_and_in_numbers(name: str) -> None:
    vector = gymnasium.make_vec(name, num_envs=4, autoreset_mode="SameStep", players=2)
    assert isinstance(vector.unwrapped, SnowplayVectorEnv)
    assert vector.spec is not None and vector.spec.id == name
    recorded = RecordEpisodeStatistics(vector)
    observation, _ = recorded.reset(seed=3)
    random = np.random.default_rng(1)
    for _ in range(30):
        observation, _, terminated, truncated, info = recorded.step(random_actions(observation, random, 0.2))
        over = terminated | truncated
        assert ("episode" in info) == over.any()
    assert recorded.episode_count > 0
    single = gymnasium.make(name, players=2)
    assert single.reset(seed=3)[0] in single.observation_space


def test_a_module_name_before_the_id_is_enough() -> None:
    code = "import gymnasium; gymnasium.make('snowplay.envs.gymnasium:snowplay/Acres-v0').reset()"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)


def test_a_game_is_what_the_state_says() -> None:
    """Masks, views and results of the learner, with agents on the other seats, played beside single states."""
    env = SnowplayEnv("snowdonia", 3, seat=1, opponents=["random", "greedy"])
    observation, _ = env.reset(seed=5)
    state = env.game.new_initial_state(5)
    agents = {0: sp.make_agent("random", seed=5, seat=0), 2: sp.make_agent("greedy", seed=5, seat=2)}
    random = np.random.default_rng(2)
    while True:
        while not state.is_terminal() and state.current_player() != 1:
            state.apply_action(agents[state.current_player()].choose(state))
        assert np.array_equal(observation["observation"], state.observation_tensor(1))
        assert np.array_equal(observation["action_mask"], state.legal_actions_mask())
        assert np.array_equal(env.action_masks(), observation["action_mask"])
        if state.is_terminal():
            break
        action = random.choice(np.flatnonzero(observation["action_mask"]))
        state.apply_action(int(action))
        observation, reward, terminated, truncated, info = env.step(action)
    outcome = state.outcome()
    assert outcome is not None
    assert terminated and not truncated and reward == outcome.returns[1]
    assert tuple(info["scores"]) == outcome.scores and info["end_reason"] == outcome.reason


def test_a_limit_truncates() -> None:
    env = SnowplayEnv(**SHORT)
    observation, _ = env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
    assert truncated and not terminated and abs(reward) == 1
    assert info["end_reason"] == env.game.front.end_reasons[env.game.front.limit_reason][0]


def test_an_illegal_action_forfeits_or_raises() -> None:
    env = SnowplayEnv(**SHORT)
    observation, _ = env.reset(seed=1)
    bad = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(bad)
    assert (reward, terminated, truncated, info["end_reason"]) == (-1.0, True, False, "forfeit")
    assert not after["action_mask"].any()
    strict = SnowplayEnv(**SHORT, illegal="raise")
    observation, _ = strict.reset(seed=1)
    with pytest.raises(sp.IllegalActionsError):
        strict.step(bad)
    strict.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_the_learner_takes_every_seat_in_turn() -> None:
    env = SnowplayEnv("snowdonia", 3, seat="rotate")
    seats = []
    for k in range(4):
        env.reset(seed=1 if k == 0 else None)
        seats.append(int(env.learner.batch.current_player[0]))
    assert seats == [0, 2, 1, 0]


def test_seeds_and_their_absence() -> None:
    one, two = SnowplayVectorEnv(num_envs=2, **SHORT), SnowplayVectorEnv(num_envs=2, **SHORT)
    same(one.reset(seed=[8, 9])[0], two.reset(seed=8)[0])
    same(one.reset()[0], two.reset()[0])  # the second games of these seeds
    fresh = [SnowplayEnv(**SHORT).reset()[0]["observation"].tobytes() for _ in range(5)]
    assert len(set(fresh)) > 1
    states = SnowplayVectorEnv(num_envs=3, **SHORT)
    states.reset(seed=[4, None, 4])
    assert states.learner.batch.data[0] == states.learner.batch.data[2] != states.learner.batch.data[1]


def test_arrays_are_fresh_unless_that_is_not_wanted() -> None:
    fresh, shared = (SnowplayVectorEnv(num_envs=2, copy=own, **SHORT) for own in (True, False))
    a, _ = fresh.reset(seed=1)
    b, _ = shared.reset(seed=1)
    before = a["observation"].copy()
    c = fresh.step(np.array([np.flatnonzero(m)[0] for m in a["action_mask"]]))[0]
    d = shared.step(np.array([np.flatnonzero(m)[0] for m in b["action_mask"]]))[0]
    assert np.array_equal(a["observation"], before) and a["observation"] is not c["observation"]
    assert b["observation"] is d["observation"]
    assert np.array_equal(fresh.action_masks(), c["action_mask"])


@pytest.mark.parametrize("opponents", ["random", "french_raider"])
@pytest.mark.parametrize("mode", AutoresetMode)
def test_no_array_that_was_handed_out_changes(mode: AutoresetMode, opponents: str) -> None:
    """Arrays of steps and resets, masked ones too, are what they were when they came."""
    env = SnowplayVectorEnv(num_envs=N, autoreset_mode=mode, opponents=opponents, **SHORT)
    random = np.random.default_rng(4)
    observation, _ = env.reset(seed=2)
    kept: list[tuple[Any, Any]] = []
    ended = 0
    for step in range(40):
        observation, *results = env.step(random_actions(observation, random, 0.05))
        kept.append(((observation, *results), copy.deepcopy((observation, *results))))
        over = results[1] | results[2]
        ended += int(over.sum())
        if step % 7 == 6 or (mode is AutoresetMode.DISABLED and over.any()):
            mask = over if over.any() else np.array([True, False, True])
            observation, _ = env.reset(options={"reset_mask": mask})
            kept.append(((observation,), (copy.deepcopy(observation),)))
    assert ended > 0
    for handed, was in kept:
        for a, b in zip(handed, was, strict=True):
            same(a, b)


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_alike(how: Callable[[Any], Any]) -> None:
    """Its views are of its own arrays, not of those at the time of the copy."""
    env = SnowplayVectorEnv(num_envs=4, opponents="random", **SHORT)
    observation, _ = env.reset(seed=1)
    twin = how(env)
    rewarded = 0
    for _ in range(60):
        actions = observation["action_mask"].argmax(1)
        observation, rewards, *_ = env.step(actions)
        seen, own, *_ = twin.step(actions)
        assert np.array_equal(own, rewards)
        assert all(np.array_equal(seen[name], observation[name]) for name in seen)
        rewarded += np.count_nonzero(rewards)
    assert rewarded


def test_minus_one_is_no_way_to_pass() -> None:
    env = SnowplayEnv(**SHORT)
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(-1)
    assert (reward, terminated, info["end_reason"]) == (-1.0, True, "forfeit")
    vector = SnowplayVectorEnv(num_envs=2, **SHORT)
    observation, _ = vector.reset(seed=1)
    good = int(np.flatnonzero(observation["action_mask"][1])[0])
    assert vector.step(np.array([-1, good]))[2].tolist() == [True, False]
    observation, *_ = vector.step(np.array([-1, -1]))  # the first is dealt anew, whatever the action
    assert vector.learner.batch.games.tolist() == [1, 0] and vector.learner.batch.over.tolist() == [False, True]
    assert observation["action_mask"][0].any()
    strict = SnowplayVectorEnv(num_envs=2, illegal="raise", **SHORT)
    observation, _ = strict.reset(seed=1)
    with pytest.raises(sp.IllegalActionsError, match=r"entry 0: there is no action -1") as caught:
        strict.step(np.array([-1, good]))
    assert (caught.value.indices, caught.value.actions) == ([0], [-1])


def test_the_board_can_be_read() -> None:
    env = SnowplayEnv("acres", seat=1, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None and text.startswith("Seat 1 looks")
    assert SnowplayEnv("acres").render() is None
    vector = SnowplayVectorEnv("acres", 2, render_mode="ansi")
    vector.reset(seed=1)
    boards = vector.render()
    assert boards is not None and boards[0].startswith("Seat 0 looks") and len(boards) == 2
    assert SnowplayVectorEnv("acres", 2).render() is None


def test_calls_in_the_wrong_order_are_refused() -> None:
    env, vector = SnowplayEnv(**SHORT), SnowplayVectorEnv(num_envs=2, autoreset_mode="Disabled", **SHORT)
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        vector.step(np.zeros(2, int))
    observation, _ = env.reset(seed=1)
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    with pytest.raises(ResetNeeded):
        env.step(0)
    observation, _ = vector.reset(seed=1)
    bad = np.array([np.flatnonzero(mask == 0)[0] for mask in observation["action_mask"]])
    vector.step(bad)
    with pytest.raises(ResetNeeded, match=r"games \[0, 1\] are over"):
        vector.step(bad)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"seat": 2}, "seat must be at most 1"),
        ({"seat": "any"}, "seat must be a number or"),
        ({"opponents": ["random", "random"]}, "2 opponents for 1 other seats"),
        ({"opponents": "randum"}, "unknown agent 'randum'"),
        ({"render_mode": "human"}, "render_mode must be ansi"),
        ({"game": sp.load_game("acres"), "players": 2}, "loaded already"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SnowplayEnv(**{"game": "acres", **wrong})


@pytest.mark.parametrize("mask", [[True, False], np.ones(3, bool), np.ones(2, int), np.zeros(2, bool)], ids=str)
def test_a_reset_mask_must_fit(mask: Any) -> None:
    vector = SnowplayVectorEnv("acres", 2, autoreset_mode="Disabled")
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="reset_mask must be"):
        vector.reset(options={"reset_mask": mask})
