"""Games as Gymnasium environments: one learner against agents, single or many side by side.

Importing this module registers ``snowplay/Snowdonia-v0`` and ``snowplay/Acres-v0``; so does
``gymnasium.make("snowplay.envs.gymnasium:snowplay/Snowdonia-v0")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ..batch import whole
from ..errors import MissingExtraError
from ..games import Game, load_game
from ..state_batch import FORFEITED
from .learner import Learner

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise MissingExtraError("the Gymnasium environments", "gym") from None

__all__ = ["ENVIRONMENTS", "SnowplayEnv", "SnowplayVectorEnv"]

Observation = dict[str, npt.NDArray[Any]]
Info = dict[str, Any]

#: Registered id -> name of the game.
ENVIRONMENTS = {"snowplay/Snowdonia-v0": "snowdonia", "snowplay/Acres-v0": "acres"}

RENDER_MODES = ["ansi"]
_AUTORESETS = {
    AutoresetMode.DISABLED: "off",
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
}
# What the fields of a state could hold, with the scales of an observation; play stays near 0 to 1.
_LOW, _HIGH = -13.0, 4096.0
_SEEDS = 2**63


def _load(game: str | Game, players: int | None, variant: str | Path | Mapping[str, Any] | None, options: Any) -> Game:
    if not isinstance(game, Game):
        return load_game(game, players, variant=variant, **options)
    if players is not None or variant is not None or options:
        raise ValueError("players, variant and options belong to a game's name; this game is loaded already")
    return game


def _observation_space(game: Game, dtype: str) -> gymnasium.Space[Observation]:
    shape = game.observation_tensor_shape()
    view = spaces.Box(0, 255, shape, np.uint8) if dtype == "uint8" else spaces.Box(_LOW, _HIGH, shape, np.float32)
    both: dict[str, gymnasium.Space[Any]] = {
        "observation": view,
        "action_mask": spaces.MultiBinary(game.num_distinct_actions()),
    }
    return cast("gymnasium.Space[Observation]", spaces.Dict(both))


def _reasons(game: Game) -> dict[int, str]:
    """Short names of the reasons why a game ended, by their numbers."""
    return {FORFEITED: "forfeit"} | {number: name for number, (name, _) in game.front.end_reasons.items()}


class SnowplayEnv(gymnasium.Env[Observation, np.int64]):
    """A game with one learner; other seats are played by agents.

    An observation is a dict: ``"observation"``, the learner's view, and ``"action_mask"``, int8 over the action table,
    as ``env.action_space.sample(mask)`` takes it; at the end of a game it is all 0. The reward is the learner's utility
    at the end, 0 before. A game that a limit stops is truncated, any other terminated. ``info`` is empty before the
    end; then it holds ``"scores"`` (points by seat) and ``"end_reason"``.

    After ``reset(seed=s)`` the k-th game, counting the resets, is the game of index ``k * 2**32`` of seed s.

    Parameters
    ----------
    game : str or Game
        Name of a game, or one that is loaded already; then `players`, `variant` and options are part of it.
    players : int, optional
        Number of players, as for `load_game`.
    seat : int or "rotate"
        The learner's seat; ``"rotate"``: seat ``-k % players`` in the k-th game.
    opponents : str or sequence of str
        Names for `make_agent`: one for all other seats, or one for each.
    illegal : str
        An illegal action ends the game with the least utility (``"forfeit"``, `end_reason` says so), or raises
        `IllegalActionsError` (``"raise"``).
    dtype : str
        ``"float32"`` or ``"uint8"``, see `StateBatch`.
    render_mode : str, optional
        ``"ansi"``: `render` returns the board as the learner sees it.
    variant, **options
        As for `load_game`.

    Raises
    ------
    MissingExtraError
        On import, without the extra ``gym``.
    TypeError, ValueError
        If an argument is not of the kind described.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as gymnasium has it

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: str | Sequence[str] = "random",
        illegal: str = "forfeit",
        dtype: str = "float32",
        render_mode: str | None = None,
        variant: str | Path | Mapping[str, Any] | None = None,
        **options: object,
    ) -> None:
        self.game = _load(game, players, variant, options)
        self.render_mode = _render_mode(render_mode)
        self.learner = Learner(
            self.game, 1, seat=seat, opponents=opponents, autoreset="off", illegal=illegal, dtype=dtype
        )
        self.observation_space = _observation_space(self.game, dtype)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._reasons = _reasons(self.game)
        self._dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal a game: of a seed, or the next one of the last seed; `options` has no meaning here."""
        super().reset(seed=seed)
        if seed is None and not self._dealt:
            seed = int(self.np_random.integers(_SEEDS))
        self.learner.reset(None if seed is None else [seed])
        self._dealt = True
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Play an action, and what the others do up to the learner's next decision."""
        learner, batch = self.learner, self.learner.batch
        if not self._dealt or batch.over[0]:
            raise ResetNeeded("there is no game under way: call reset() first")
        learner.step((action,))
        info: Info = {}
        if batch.over[0]:
            info = {"scores": batch.scores[0].copy(), "end_reason": self._reasons[int(batch.end_reason[0])]}
        terminated, truncated = bool(learner.terminated[0]), bool(learner.truncated[0])
        return self._observation(), float(learner.rewards[0]), terminated, truncated, info

    def _observation(self) -> Observation:
        batch = self.learner.batch
        return {
            "observation": batch.observation[0].copy(),
            "action_mask": batch.legal_mask[0].view(np.int8).copy(),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the mask of legal actions as bool, shape (A,), for trainers that ask the environment."""
        mask: npt.NDArray[np.bool_] = self.learner.batch.legal_mask[0].astype(bool)
        return mask

    def render(self) -> str | None:
        """Return the board as the learner sees it, if the render mode is ``"ansi"``."""
        if self.render_mode is None:
            return None
        batch = self.learner.batch
        return batch.state(0).observation_string(int(batch.seats_of(self.learner.role)[0]))


class SnowplayVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games of `SnowplayEnv` side by side, stepped in the core.

    Observations, rewards and infos are what `gymnasium.vector.SyncVectorEnv` over as many `SnowplayEnv` gives, for
    every mode of `autoreset_mode`: with SAME_STEP, the last observation and info of an ended game are in
    ``infos["final_obs"]`` and ``infos["final_info"]``. With DISABLED, ``reset(options={"reset_mask": mask})`` deals the
    ended games anew; `step` refuses to go on before.

    Parameters
    ----------
    num_envs : int
        Games side by side.
    game, players, seat, opponents, illegal, dtype, variant, **options
        As for `SnowplayEnv`. With ``seat="rotate"`` every entry begins in seat 0 and changes with each of its games.
    autoreset_mode : AutoresetMode or str
    copy : bool
        Return fresh arrays of observations. False: the arrays are overwritten by the next step, which is faster.
    threads : int, optional
        As for `StateBatch`.
    render_mode : str, optional
        ``"ansi"``: `render` returns the boards as the learner sees them.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of the kind described.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: str | Sequence[str] = "random",
        illegal: str = "forfeit",
        dtype: str = "float32",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = 1,
        render_mode: str | None = None,
        variant: str | Path | Mapping[str, Any] | None = None,
        **options: object,
    ) -> None:
        self.game = _load(game, players, variant, options)
        self.num_envs = whole("num_envs", num_envs, 1, 2**24)
        self.render_mode = _render_mode(render_mode)
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1, "autoreset_mode": mode}
        self.learner = Learner(
            self.game,
            self.num_envs,
            seat=seat,
            opponents=opponents,
            autoreset=_AUTORESETS[mode],
            illegal=illegal,
            dtype=dtype,
            threads=threads,
        )
        self.copy = copy
        self.single_observation_space = _observation_space(self.game, dtype)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._disabled = mode is AutoresetMode.DISABLED
        self._dealt = False
        batch = self.learner.batch
        self._mask = batch.legal_mask.view(np.int8)
        self._reasons = _reasons(self.game)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._mask = self.learner.batch.legal_mask.view(np.int8)  # a copy of the batch has arrays of its own

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Deal games.

        Parameters
        ----------
        seed : int or sequence of int, optional
            As in Gymnasium: ``seed + i`` for game i, or a seed for each. Without it every entry goes on to its next
            game.
        options : dict, optional
            ``{"reset_mask": mask}``: deal these entries only; bool, shape (num_envs,), at least one True.
        """
        mask = seeds = None
        if options is not None and "reset_mask" in options:
            mask = options["reset_mask"]
            if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(f"reset_mask must be a numpy array of bool and shape ({self.num_envs},), not {mask!r}")
            if not mask.any():
                raise ValueError("reset_mask must be True somewhere")
        super().reset(seed=seed if isinstance(seed, int) else None)
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + i for i in range(self.num_envs)]
        if seed is None and not self._dealt:
            seed = [None] * self.num_envs
        if seed is not None:
            seeds = [int(self.np_random.integers(_SEEDS)) if one is None else one for one in seed]
        self.learner.reset(seeds, mask if self._dealt else None)
        self._dealt = True
        return self._observations(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Play an action in every game, and what the others do up to the learner's next decision."""
        if not self._dealt:
            raise ResetNeeded("there is no game under way: call reset() first")
        learner = self.learner
        if self._disabled and learner.batch.over.any():
            raise ResetNeeded(f"games {np.flatnonzero(learner.batch.over).tolist()} are over: reset them by reset_mask")
        info = self._ended(learner.terminated | learner.truncated) if learner.step(actions) else {}
        return self._observations(), learner.rewards, learner.terminated, learner.truncated, info

    def _observations(self) -> Observation:
        view, mask = self.learner.batch.observation, self._mask
        if self.copy:
            view, mask = view.copy(), mask.copy()
        return {"observation": view, "action_mask": mask}

    def _ended(self, ended: npt.NDArray[np.bool_]) -> Info:
        """Infos of the games that the last step has ended."""
        batch, n = self.learner.batch, self.num_envs
        entries = ended.nonzero()[0]
        scores = np.zeros_like(batch.scores)
        scores[entries] = batch.scores[entries]
        reasons = np.empty(n, object)
        reasons[entries] = [self._reasons[number] for number in batch.end_reason[entries].tolist()]
        info = {"scores": scores, "_scores": ended, "end_reason": reasons, "_end_reason": ended.copy()}
        if not self._same_step:
            return info
        views = np.empty(n, object)
        masks = np.zeros((len(entries), batch.legal_mask.shape[1]), np.int8)
        for i, view, mask in zip(entries, batch.final_observation[entries], masks, strict=True):
            views[i] = {"observation": view, "action_mask": mask}
        return {"final_obs": views, "_final_obs": ended.copy(), "final_info": info, "_final_info": ended.copy()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the masks of legal actions as bool, shape (num_envs, A), for trainers that ask the environment."""
        return self.learner.batch.legal_mask.astype(bool)

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as the learner sees them, if the render mode is ``"ansi"``."""
        if self.render_mode is None:
            return None
        batch = self.learner.batch
        seats = batch.seats_of(self.learner.role)
        return tuple(batch.state(i).observation_string(int(seats[i])) for i in range(self.num_envs))


def _render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


for _id, _game in ENVIRONMENTS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point=f"{__name__}:SnowplayEnv",
            vector_entry_point=f"{__name__}:SnowplayVectorEnv",
            kwargs={"game": _game},
        )
