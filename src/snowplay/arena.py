"""Matches: which experiment lets agents meet, every one every other or every one some opponents."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any

from .agents import AGENTS, AgentError, check_agent
from .games import Game

__all__ = ["match_experiment", "split_agents"]

# Games of a chunk: agents that search take seconds for a game, and what a chunk holds is lost by an interruption.
_CHUNK = 20


def split_agents(text: str) -> list[str]:
    """Split ``A,B:x=1,y=2,C`` into agents: what has a ``=`` and no ``:`` before it belongs to the agent before."""
    agents: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        is_parameter = "=" in part and not re.match(r"[^=]*:", part)
        if is_parameter and agents:
            agents[-1] += f",{part}"
        elif part:
            agents.append(part)
    return agents


def match_experiment(
    game: Game,
    agents: Sequence[str],
    games: int,
    *,
    against: Sequence[str] = (),
    seed: int = 0,
    variant: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the experiment in which every two agents play each other, or each of them some opponents.

    With two players every deal is played twice, seats exchanged. An agent that plays one side only meets those that
    can play the other; then nobody changes seats, and every possible seating is an arm. With more players one of
    the first agent meets a table of the second, in all rotations, and the other way round; with opponents given, one
    agent meets a table of each opponent and nothing else is played.

    Parameters
    ----------
    game : Game
    agents : sequence of str
        Two or more different agents, as `make_agent` takes them; with opponents one or more.
    games : int
        Games for each arm; with rotation rounded up to whole deals.
    against : sequence of str
        Opponents: the agents meet these and not each other.
    seed : int
        Master seed; all arms are played on the same deals.

    Raises
    ------
    AgentError
        If there are fewer than two agents (with opponents: one), one is given twice, one is not known or nobody can
        meet.
    """
    if game.players < 2:
        raise AgentError("a match needs two players or more")
    if len(agents) < (1 if against else 2):
        raise AgentError("a match needs two agents or more")
    for group in (agents, against):
        for agent in group:
            check_agent(agent, game.name)
            if group.count(agent) > 1:
                raise AgentError(f"agent {agent!r} is given twice")
    pairs = [pair for pair in product(agents, against) if pair[0] != pair[1]] if against else [*combinations(agents, 2)]
    # two who are in both lists meet once, not once a list: the same games again would count as new ones
    met = [pair for number, pair in enumerate(pairs) if pair[::-1] not in pairs[:number]]
    both_ways = [order for pair in met for order in (pair, pair[::-1])] if against else [*permutations(agents, 2)]
    sided = any(_seat(agent) is not None for agent in (*agents, *against))
    if sided:
        tables = [[first, second] for first, second in both_ways if _fits(first, 0) and _fits(second, 1)]
        if not tables:
            raise AgentError("all of these agents play the same side: nobody can meet")
    elif game.players == 2:
        tables = [list(pair) for pair in met]
    else:
        tables = [[first] + [second] * (game.players - 1) for first, second in (pairs if against else both_ways)]
    if not tables:
        raise AgentError("an agent does not play against itself: nobody can meet")
    per_deal = 1 if sided else game.players
    options = {name: value for name, value in game.options.items() if value != game.defaults[name]}
    settings: dict[str, Any] = {
        "game": game.name,
        "players": game.players,
        "games": -(-games // per_deal) * per_deal,
        "seed": seed,
        "chunk": _CHUNK * per_deal,
        "rotate": "none" if sided else "paired",
        "options": options,
        "variant": dict(variant or {}),
        "agents": tables[0],
    }
    arms = [{"name": _arm_name(number, table), "agents": table} for number, table in enumerate(tables, start=1)]
    mark = hashlib.sha256(repr((settings, arms)).encode()).hexdigest()[:8]
    title = " - ".join(agents) + (" against " + " - ".join(against) if against else "")
    return {"experiment": {"name": f"match-{game.name}-{mark}", "title": title, **settings}, "arm": arms}


def _seat(agent: str) -> int | None:
    return AGENTS[agent.partition(":")[0].strip()].seat


def _fits(agent: str, seat: int) -> bool:
    return _seat(agent) in (None, seat)


def _arm_name(number: int, table: Sequence[str]) -> str:
    """Return a name that a folder can have and people can guess."""
    words = "-".join(dict.fromkeys(agent.partition(":")[0] for agent in table))
    return f"{number:02d}-{words}"[:80]
