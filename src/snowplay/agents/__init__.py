"""Agents: whoever chooses for a seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .base import Agent
from .random_agent import RandomAgent

__all__ = ["AGENTS", "Agent", "RandomAgent", "make_agent"]

#: name -> maker(seed, index, seat)
AGENTS: Mapping[str, Callable[[int, int, int], Agent]] = {"random": RandomAgent}


def make_agent(name: str, *, seed: int = 0, index: int = 0, seat: int = 0) -> Agent:
    """Return a fresh agent for one seat of one game.

    Parameters
    ----------
    name : str
        A key of `AGENTS`.
    seed, index, seat : int
        Master seed, index of the game and seat; the agent's own random numbers depend on these three alone.

    Raises
    ------
    ValueError
        If there is no such agent.
    """
    if name not in AGENTS:
        raise ValueError(f"unknown agent {name!r}; there is {', '.join(sorted(AGENTS))}")
    return AGENTS[name](seed, index, seat)
