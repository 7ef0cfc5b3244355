"""Agents: whoever chooses for a seat, by name with parameters: ``random``, ``ismcts:iterations=2000``."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..validation import did_you_mean, listed
from .acres_plans import PLANS as ACRES_PLANS
from .base import Agent, AgentError, AgentKind
from .greedy import GreedyAgent
from .plan_agent import PlanAgent
from .random_agent import RandomAgent
from .search_agents import KINDS as SEARCH_KINDS
from .search_agents import SearchAgent
from .snowdonia_plans import PLANS as SNOWDONIA_PLANS

__all__ = [
    "AGENTS",
    "Agent",
    "AgentError",
    "AgentKind",
    "GreedyAgent",
    "PlanAgent",
    "RandomAgent",
    "SearchAgent",
    "agents_of",
    "check_agent",
    "make_agent",
]


def _by_name(kinds: Iterable[AgentKind]) -> dict[str, AgentKind]:
    return {kind.name: kind for kind in kinds}


#: name -> kind of agent
AGENTS: dict[str, AgentKind] = _by_name(
    [
        AgentKind("random", RandomAgent, "each legal action with the same chance"),
        AgentKind("greedy", GreedyAgent, "best position after one move, by a rough evaluation", {"samples": int}),
        *SEARCH_KINDS,
        *(plan.kind() for plan in (*ACRES_PLANS, *SNOWDONIA_PLANS)),
    ]
)


def agents_of(game: str) -> list[str]:
    """Return the names of the agents that play a game."""
    return [name for name, kind in AGENTS.items() if kind.game in (None, game)]


def check_agent(text: str, game: str | None = None) -> Callable[[int, int, int], Agent]:
    """Return the maker, called with seed, index and seat, of the agents that a text names.

    Parameters
    ----------
    text : str
        ``NAME`` or ``NAME:parameter=value,...``.
    game : str, optional
        Name of the game it is to play.

    Raises
    ------
    AgentError
        If there is no such agent or parameter, a value is wrong, or it does not play this game.
    """
    name, _, rest = text.strip().partition(":")
    if name not in AGENTS or (game is not None and AGENTS[name].game not in (None, game)):
        known = AGENTS if game is None else agents_of(game)
        other = f" for {game}" if name in AGENTS else ""
        raise AgentError(f"unknown agent {name!r}{other}; there is {listed(sorted(known))}{did_you_mean(name, known)}")
    kind = AGENTS[name]
    parameters = kind.parse(rest)
    kind.make(0, 0, 0, **parameters)  # a value out of range shows now, not in the middle of a run
    return lambda seed, index, seat: kind.make(seed, index, seat, **parameters)


def make_agent(name: str, *, seed: int = 0, index: int = 0, seat: int = 0) -> Agent:
    """Return a fresh agent for one seat of one game.

    Parameters
    ----------
    name : str
        A key of `AGENTS`, with parameters if it has any: ``"ismcts:iterations=2000,playout=heuristic"``.
    seed, index, seat : int
        Master seed, index of the game and seat; the agent's own random numbers depend on these three alone.

    Raises
    ------
    AgentError
        If there is no such agent or parameter, or a value is wrong. It is a `ValueError`, too.
    """
    return check_agent(name)(seed, index, seat)
