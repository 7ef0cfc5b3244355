"""A batch in which one seat is the learner's and agents play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..agents import Agent, check_agent
from ..batch import whole
from ..games import Game
from ..state_batch import SKIP, StateBatch

__all__ = ["Learner"]

_RANDOM = "random"
# Games in a row that agents may play to the end before the learner is asked.
_MOST_DEALS = 64


class Learner:
    """Many games, each stepped from one decision of the learner to the next.

    Opponents called ``"random"`` play in the core; others are asked one by one from Python.

    Parameters
    ----------
    game : Game
    n : int
        Games side by side.
    seat : int or "rotate"
        The learner's seat; ``"rotate"``: another one in every game, and in every entry.
    opponents : str or sequence of str
        Names for `make_agent`: one for all other seats, or one for each, in the order of the seats (with ``"rotate"``:
        clockwise from the learner).
    autoreset, illegal, dtype, threads
        As for `StateBatch`.

    Attributes
    ----------
    batch : StateBatch
        Its observations, masks and results are the learner's; `rewards`, `terminated` and `truncated` are here, new
        arrays after every `step` and `reset`.
    rewards : ndarray of float64, shape (n,)
        The learner's utility where the last step ended a game, else 0.
    terminated, truncated : ndarray of bool, shape (n,)
        Whether it ended one.

    Raises
    ------
    TypeError, ValueError
        If an argument is not of the kind described; `AgentError`, a ValueError, about an opponent.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seat: int | str,
        opponents: str | Sequence[str],
        autoreset: str,
        illegal: str,
        dtype: str,
        threads: int | None = 1,
    ) -> None:
        if seat == "rotate":
            self.role, rotate = 0, True
        elif isinstance(seat, str):
            raise ValueError(f'seat must be a number or "rotate", not {seat!r}')
        else:
            self.role, rotate = whole("seat", seat, 0, game.players - 1), False
        others = [role for role in range(game.players) if role != self.role]
        names = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(others):
            raise ValueError(f"{len(names)} opponents for {len(others)} other seats")
        self._makers = {
            role: check_agent(name, game.name) for role, name in zip(others, names, strict=True) if name != _RANDOM
        }
        self._agents: dict[tuple[int, int], tuple[int, Agent]] = {}  # (entry, role) -> (index of its game, agent)
        self.batch = StateBatch(
            game,
            n,
            autoreset=autoreset,
            observe=self.role,
            dtype=dtype,
            random_seats=[role for role in others if role not in self._makers],
            rotate=rotate,
            illegal=illegal,
            threads=threads,
        )
        self._own_rewards = self.batch.rewards[:, self.role]  # a view; of a role that keeps its seat
        self.rewards = np.zeros(n)
        self.terminated = np.zeros(n, bool)
        self.truncated = np.zeros(n, bool)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._own_rewards = self.batch.rewards[:, self.role]  # a copy of the batch has arrays of its own

    def reset(self, seed: Sequence[int] | None = None, mask: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal new games, as `StateBatch.reset`, up to the learner's first decision."""
        chosen = np.ones(self.batch.n, bool) if mask is None else mask
        self._agents = {key: agent for key, agent in self._agents.items() if not chosen[key[0]]}
        self.batch.reset(seed, mask)
        # those that were handed out keep what they say
        self.rewards, self.terminated, self.truncated = (
            array.copy() for array in (self.rewards, self.terminated, self.truncated)
        )
        for _ in range(_MOST_DEALS):
            self._agents_play()
            ended = self.batch.over & chosen
            if not ended.any():
                break
            self.batch.reset(mask=ended)
        else:
            raise ValueError("games with these rules and opponents end before the learner has to decide")
        self.rewards[chosen] = 0.0
        self.terminated[chosen] = False
        self.truncated[chosen] = False

    def step(self, actions: npt.ArrayLike) -> int:
        """Play the learner's actions and what the others do up to his next decision.

        As `StateBatch.step`, but no game that runs or waits for the next step can be passed over: in one that runs -1
        is an illegal action as any other.
        """
        batch = self.batch
        if not batch.rotate:
            ended = batch.step(actions, may_skip=False)
            self.rewards = self._own_rewards.copy()
        else:
            seats = batch.seats_of(self.role)
            ended = batch.step(actions, may_skip=False)
            self.rewards = batch.rewards[np.arange(batch.n), seats]
        self.terminated = batch.terminated.copy()
        self.truncated = batch.truncated.copy()
        return ended + self._agents_play() if self._makers else ended

    def _agents_play(self) -> int:
        """Have agents decide until every game is over or waits for the learner; returns how many games have ended."""
        batch = self.batch
        ended = 0
        while self._makers:
            seats = batch.seats_of(self.role)
            waiting = np.flatnonzero((batch.current_player >= 0) & (batch.current_player != seats))
            if len(waiting) == 0:
                break
            actions = np.full(batch.n, SKIP)
            for entry in waiting.tolist():
                actions[entry] = self._choose(entry, int(batch.current_player[entry]))
            ended += batch.step(actions)
            self.rewards[waiting] += batch.rewards[waiting, seats[waiting]]
            self.terminated[waiting] |= batch.terminated[waiting]
            self.truncated[waiting] |= batch.truncated[waiting]
        return ended

    def _choose(self, entry: int, seat: int) -> int:
        state = self.batch.state(entry)
        role = (seat + int(self.batch.rotations[entry])) % self.batch.game.players
        index, agent = self._agents.get((entry, role), (-1, None))
        if agent is None or index != state.index:
            agent = self._makers[role](state.seed, state.index, seat)
            self._agents[entry, role] = state.index, agent
        return agent.choose(state)
