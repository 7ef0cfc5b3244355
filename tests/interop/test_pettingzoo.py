"""The PettingZoo environment: PettingZoo's own tests, and that it plays the games of the package."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import snowplay as sp

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from snowplay.envs import pettingzoo as envs

TABLES = [("acres", 2), *(("snowdonia", players) for players in range(1, 6))]

# PettingZoo's test asks for bare arrays with the mask in `info`, and knows by name the environments that may do it in
# the older way, which is our default. It tells about each of the two, and that the mask of a seat whose game is over
# has no action in it.
OLDER_WAY = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}p")
def table(request: pytest.FixtureRequest) -> tuple[str, int]:
    return request.param


def test_api_without_any_warning(table: tuple[str, int]) -> None:
    api_test(envs.env(*table, action_mask="info"), num_cycles=400)


@pytest.mark.filterwarnings(*OLDER_WAY)
def test_api_with_the_mask_in_the_observation(table: tuple[str, int]) -> None:
    api_test(envs.env(*table), num_cycles=400)


@pytest.mark.parametrize("action_mask", ["observation", "info"])
def test_seeds(table: tuple[str, int], action_mask: Any) -> None:
    seed_test(lambda: envs.env(*table, action_mask=action_mask), num_cycles=100)


def test_render(table: tuple[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: envs.env(*table, render_mode=render_mode))
    assert len(capsys.readouterr().out.splitlines()) > 50
    shown = envs.env(*table, render_mode="ansi")
    shown.reset(seed=3)
    assert shown.render() == str(sp.load_game(*table).new_initial_state(seed=3))
    silent = envs.raw_env(*table)
    silent.reset(seed=3)
    assert silent.render() is None


def test_games_are_those_of_the_package(table: tuple[str, int]) -> None:
    """Step by step what a State says, through two games of one seed; then any game by its index."""
    game = sp.load_game(*table)
    env = envs.env(game)
    random = np.random.default_rng(5)
    for index in range(2):
        env.reset(seed=8 if index == 0 else None)
        state = game.new_initial_state(8, index=index)
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            assert not truncated and terminated == state.is_terminal()
            seat = int(agent.removeprefix("player_"))
            assert np.array_equal(seen["observation"], state.observation_tensor(seat))
            if terminated:
                assert not seen["action_mask"].any()
                env.step(None)
                continue
            assert seat == state.current_player() and reward == 0
            assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal_actions()
            for other in set(env.agents) - {agent}:
                assert not env.observe(other)["action_mask"].any()
            action = random.choice(state.legal_actions())
            env.step(action)
            state.apply_action(action)
        assert list(total.values()) == state.returns() and not env.agents
    env.reset(options={"index": 41})
    assert env.unwrapped.position == game.new_initial_state(8, index=41)
    env.reset()
    assert env.unwrapped.position == game.new_initial_state(8, index=42)


def test_a_limit_truncates() -> None:
    env = envs.env("acres", max_turns=12)
    env.reset(seed=1)
    random = np.random.default_rng(1)
    flags = []
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            flags.append((terminated, truncated))
            env.step(None)
        else:
            env.step(random.choice(np.flatnonzero(seen["action_mask"])))
    position = env.unwrapped.position
    assert position.is_terminal() and position.end_reason() == position.game.front.limit_reason
    assert flags == [(False, True)] * 2 and not env.agents


def test_without_a_seed_games_differ() -> None:
    first, second = envs.raw_env("acres"), envs.raw_env("acres")
    first.reset()
    second.reset()
    assert first.position.seed != second.position.seed


def test_an_illegal_action_changes_nothing() -> None:
    env = envs.raw_env("snowdonia", 2)
    env.reset(seed=1)
    before = env.position.clone()
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    for action in (illegal, None):
        with pytest.raises(sp.IllegalActionError, match="Legal"):
            env.step(action)
    assert env.position == before and env.agent_selection == f"player_{before.current_player()}"


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="unknown render mode 'rgb_array'; there is ansi, human"):
        envs.env("acres", render_mode="rgb_array")
    with pytest.raises(ValueError, match="action_mask must be one of observation, info"):
        envs.env("acres", action_mask="both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has its players, variant and options"):
        envs.env(sp.load_game("acres"), free_fur=True)
    with pytest.raises(sp.RulesError, match="steel_limit"):
        envs.env("snowdonia", steel_limit=-1)
    with pytest.raises(TypeError, match="seed must be an integer"):
        envs.raw_env("acres").reset(seed="1")  # type: ignore[arg-type]


def test_without_pettingzoo_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "snowplay.envs.pettingzoo")
    with pytest.raises(sp.MissingExtraError, match=r"pip install snowplay\[pettingzoo\]"):
        __import__("snowplay.envs.pettingzoo")
