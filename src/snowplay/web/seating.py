"""Who may sit at a web table: humans, and agents within limits, so that no table takes the machine from the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..agents import AGENTS, Agent, check_agent
from ..games import Game
from .messages import SeatRequest
from .problems import TableError
from .store import SavedSeat

HUMAN = "human"
#: The most that an agent at a web table may be given.
AGENT_LIMITS: dict[str, float] = {
    "iterations": 1_000_000,
    "seconds": 60.0,
    "trees": 16,
    "threads": 16,
    "memory": 1 << 28,
    "samples": 1_000,
}
_ITERATIONS = 1_000  # what a search gets that is told neither iterations nor seconds

Maker = Callable[[int, int], Agent]


def agent_maker(text: str, game: str, seat: int) -> Maker:
    """Return the maker, called with seed and index, of the agent that a text names.

    Raises
    ------
    AgentError
        If there is no such agent for this game, or a parameter is wrong.
    TableError
        If it cannot play this seat, or asks for more than a web table gives.
    """
    check_agent(text, game)
    name, _, rest = text.strip().partition(":")
    kind = AGENTS[name]
    if kind.seat not in (None, seat):
        raise TableError(422, f"{name} plays seat {kind.seat} only, not seat {seat}")
    parameters = kind.parse(rest)
    for parameter, value in parameters.items():
        if parameter in AGENT_LIMITS and value > AGENT_LIMITS[parameter]:
            most = AGENT_LIMITS[parameter]
            raise TableError(422, f"{name}: {parameter} is {value}; at a web table at most {most:g}")
    parameters = {**_defaults(kind.parameters, parameters), **parameters}
    kind.make(0, 0, seat, **parameters)  # what is given may not go with the limits
    return lambda seed, index: kind.make(seed, index, seat, **parameters)


def _defaults(known: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Return the limits that hold without being asked for: no search takes longer, none takes all the memory."""
    defaults: dict[str, Any] = {name: AGENT_LIMITS[name] for name in ("memory", "seconds") if name in known}
    if "iterations" in known and "seconds" not in given:
        defaults["iterations"] = _ITERATIONS
    if "memory" in defaults:
        defaults["memory"] = int(defaults["memory"])
    return defaults


def seat_names(game: Game) -> list[str]:
    """Return what the seats of a game are called."""
    return [*game.front.side_names] or [f"Seat {seat}" for seat in range(game.players)]


def seated(game: Game, seats: Sequence[SeatRequest], hashes: Sequence[str]) -> list[SavedSeat]:
    """Return who sits where; `hashes` are those of the secrets, one for each seat.

    Raises
    ------
    TableError
        If the seats do not fit the game; the message names the seat.
    AgentError
        If an agent is not known or set wrongly.
    """
    if len(seats) != game.players:
        raise TableError(422, f"{game.players} players need {game.players} seats, not {len(seats)}")
    if not any(seat.kind.strip() == HUMAN for seat in seats):
        raise TableError(422, "at least one seat must be human; agents among themselves play with snowplay match")
    saved = []
    for number, (seat, called) in enumerate(zip(seats, seat_names(game), strict=True)):
        kind, name = seat.kind.strip(), " ".join(seat.name.split())
        if not name.isprintable():
            raise TableError(422, f"seat {number}: a name is made of characters that can be shown")
        if kind != HUMAN:
            agent_maker(kind, game.name, number)
        saved.append(SavedSeat(kind, name or called, hashes[number] if kind == HUMAN else None))
    return saved
