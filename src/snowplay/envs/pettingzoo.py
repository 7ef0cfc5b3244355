"""A game as a PettingZoo environment (AEC: one agent after the other), chance included."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..batch import whole
from ..errors import MissingExtraError
from ..games import Game, load_game
from ..state import State

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise MissingExtraError("the PettingZoo environment", "pettingzoo") from None

__all__ = ["SnowplayAEC", "env", "raw_env"]

Observation = dict[str, npt.NDArray[Any]] | npt.NDArray[np.float32]

RENDER_MODES = ("ansi", "human")
ACTION_MASKS = ("observation", "info")
# Numbers are scaled to be about 1, but a variant may stretch them.
_LIMIT = float(np.finfo(np.float32).max)


def env(
    game: str | Game,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    action_mask: Literal["observation", "info"] = "observation",
    variant: str | Path | Mapping[str, Any] | None = None,
    **options: object,
) -> OrderEnforcingWrapper:
    """Return a game as a PettingZoo environment that also refuses calls in the wrong order.

    Parameters
    ----------
    game : str or Game
        Name of a game, or one that is loaded already; then `players`, `variant` and options are part of it.
    players : int, optional
        Number of players, as for `snowplay.load_game`.
    render_mode : {"ansi", "human"}, optional
        ``render()`` returns the board as text, or prints it after each step.
    action_mask : {"observation", "info"}
        Where the mask of legal actions is: with ``"observation"`` an observation is a dict of ``"observation"`` and
        ``"action_mask"``; with ``"info"`` it is the bare array, and ``info["action_mask"]`` has the mask.
    variant, **options
        As for `snowplay.load_game`.

    Returns
    -------
    OrderEnforcingWrapper
        Around a `SnowplayAEC`.

    Raises
    ------
    RulesError
        If the number of players, an option or an entry of the variant is impossible.
    ValueError
        If a mode is unknown, or a loaded game is given with players, variant or options of its own.

    Examples
    --------
    >>> from snowplay.envs import pettingzoo
    >>> table = pettingzoo.env("snowdonia", players=3)
    >>> table.reset(seed=7)
    >>> for agent in table.agent_iter():
    ...     observation, reward, terminated, truncated, info = table.last()
    ...     over = terminated or truncated
    ...     table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
    """
    raw = raw_env(game, players, render_mode=render_mode, action_mask=action_mask, variant=variant, **options)
    return OrderEnforcingWrapper(raw)


def raw_env(
    game: str | Game,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    action_mask: Literal["observation", "info"] = "observation",
    variant: str | Path | Mapping[str, Any] | None = None,
    **options: object,
) -> SnowplayAEC:
    """Return the environment of `env` without the wrapper."""
    if not isinstance(game, Game):
        game = load_game(game, players, variant=variant, **options)
    elif players is not None or variant is not None or options:
        raise ValueError(f"{game!r} has its players, variant and options: give them to load_game")
    return SnowplayAEC(game, render_mode=render_mode, action_mask=action_mask)


class SnowplayAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One table of a game: agents ``player_0`` to ``player_{n-1}`` are the seats.

    Chance is drawn by the environment. Rewards are 0 until the game ends; then every seat gets its return. A game that
    the limit on endless ones stopped is truncated, any other terminated. An illegal action raises `IllegalActionError`
    and changes nothing.

    Parameters
    ----------
    game : Game
        What is played.
    render_mode : {"ansi", "human"}, optional
        As for `env`.
    action_mask : {"observation", "info"}
        As for `env`.

    Attributes
    ----------
    game : Game
        What is played.
    position : State
        The present state; not to be changed. There is none before the first `reset`.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        action_mask: Literal["observation", "info"] = "observation",
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"unknown render mode {render_mode!r}; there is {', '.join(RENDER_MODES)}")
        if action_mask not in ACTION_MASKS:
            raise ValueError(f"action_mask must be one of {', '.join(ACTION_MASKS)}, not {action_mask!r}")
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"snowplay_{game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._mask_in_info = action_mask == "info"
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self._action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._seed: int | None = None
        self._index = 0

    def _action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.game.num_distinct_actions())

    def _observation_space(self) -> spaces.Space[Any]:
        view = spaces.Box(-_LIMIT, _LIMIT, self.game.observation_tensor_shape(), np.float32)
        if self._mask_in_info:
            return view
        mask = spaces.Box(0, 1, (self.game.num_distinct_actions(),), np.int8)
        return spaces.Dict({"observation": view, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the whole action table."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Parameters
        ----------
        seed : int, optional
            Master seed, 0 to 2**64 - 1: game 0 of that seed is dealt. Without it the next game of the seed that was
            given last, or of a fresh one if none ever was.
        options : dict, optional
            ``options["index"]`` deals game `index` of the seed instead. Other entries are ignored.
        """
        if seed is not None:
            self._seed, self._index = whole("seed", seed, 0, 2**64 - 1), 0
        if self._seed is None:
            self._seed = secrets.randbits(64)
        index = (options or {}).get("index", self._index)
        self.position: State = self.game.new_initial_state(self._seed, index=index)
        self._index = index + 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._pass_on()
        if self.render_mode == "human":
            self.render()

    def _pass_on(self) -> None:
        """Give the turn to the seat that has to decide; at the end the dead agents step in the order of seats."""
        if self._mask_in_info:
            for agent, info in self.infos.items():
                info["action_mask"] = self._mask(agent)
        if not self.position.is_terminal():
            self.agent_selection = self.possible_agents[self.position.current_player()]
            return
        stopped = self.position.end_reason() == self.game.front.limit_reason
        self.terminations = dict.fromkeys(self.agents, not stopped)
        self.truncations = dict.fromkeys(self.agents, stopped)
        self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
        self.agent_selection = self.agents[0]

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        """Return the legal actions of an agent: none unless it is its turn."""
        if self.position.current_player() != self._seats[agent]:
            return np.zeros(self.game.num_distinct_actions(), np.int8)
        return self.position.legal_actions_mask().view(np.int8)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now; ``game.obs_spec()`` names the slices of the array.

        The mask has no action in it unless it is the agent's turn.
        """
        view = self.position.observation_tensor(self._seats[agent])
        return view if self._mask_in_info else {"observation": view, "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is; None for one that has finished.

        Raises
        ------
        IllegalActionError
            If the action is not legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position.apply_action(action)  # type: ignore[arg-type]  # it says what is wrong with None
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._pass_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the board as text, all that is hidden included, or print it; None without a render mode."""
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "human":
            print(self.position)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
