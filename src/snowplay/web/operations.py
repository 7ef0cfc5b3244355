"""The HTTP interface: every operation with what it takes, gives and refuses, and what it does.

The routes and the API's description are both made from `OPERATIONS`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ..agents import AGENTS, agents_of
from ..games import load_game, registered_games
from ..records import Record
from ..rules import game_options, player_numbers
from .lobby import Lobby, Seated
from .messages import (
    WAIT_LIMIT,
    AgentInfo,
    Choice,
    Created,
    Done,
    Explanation,
    GameInfo,
    Hint,
    LoadTable,
    NewTable,
    OptionInfo,
    Step,
    Thinking,
    View,
)
from .problems import TableError
from .view import view_of


@dataclass
class Call:
    """One request, checked: the body decoded, the seat's secret found right."""

    lobby: Lobby
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)
    number: int = 0
    entry: Seated | None = None
    seat: int = 0
    secret: str = ""

    @property
    def at(self) -> Seated:
        """The table."""
        assert self.entry is not None
        return self.entry

    def view(self) -> View:
        """Return what the seat sees now."""
        return view_of(self.at.table, self.seat)


Answer = msgspec.Struct | list[GameInfo]


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query."""

    name: str
    type: Any
    default: Any
    help: str


@dataclass(frozen=True)
class Operation:
    """One operation of the API.

    Parameters
    ----------
    method, path, name, summary : str
        A path with ``{id}`` is that of a table and needs the secret of a seat; ``{number}`` is a move.
    run : callable
    answer : type
        What it returns, with status `status`.
    body : type, optional
        What it takes.
    refusals : tuple of int
        Statuses beyond those that every operation of its sort has.
    """

    method: str
    path: str
    name: str
    summary: str
    run: Callable[[Call], Awaitable[Answer]]
    answer: Any
    body: type[msgspec.Struct] | None = None
    status: int = 200
    query: tuple[Parameter, ...] = ()
    refusals: tuple[int, ...] = ()

    @property
    def at_table(self) -> bool:
        """Whether it is about a table."""
        return "{id}" in self.path


# --- what they do -------------------------------------------------------------------------------------------


def game_info(name: str) -> GameInfo:
    """Return what can be chosen for a game."""
    front = load_game(name).front
    options = [
        OptionInfo(o.name, o.kind, o.default, o.allowed, o.help, list(o.rules), list(o.choices), o.low, o.high)
        for o in game_options(name)
        if o.name != "auto_forced"
    ]
    agents = [
        AgentInfo(key, AGENTS[key].help, {n: t.__name__ for n, t in AGENTS[key].parameters.items()}, AGENTS[key].seat)
        for key in agents_of(name)
    ]
    return GameInfo(name, front.title, list(player_numbers(name)), list(front.side_names), options, agents)


async def _games(call: Call) -> Answer:
    del call
    return await asyncio.to_thread(lambda: [game_info(name) for name in registered_games()])


async def _create(call: Call) -> Answer:
    body: NewTable = call.body
    return await call.lobby.create(body.game, body.seats, body.options)


async def _load(call: Call) -> Answer:
    body: LoadTable = call.body
    return await call.lobby.load(body.record, body.seats)


async def _view(call: Call) -> Answer:
    entry, version, wait = call.at, call.query["version"], call.query["wait"]
    if version and wait:
        until = asyncio.get_running_loop().time() + wait
        while version == entry.table.version(call.seat) and call.lobby.is_open(entry) and not call.lobby.closing:
            left = until - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(entry.news.wait(), left)
            except TimeoutError:
                break
    if not call.lobby.is_open(entry):
        try:
            call.entry, call.seat = await call.lobby.find(entry.table.id, call.secret)
        except TableError as error:
            raise TableError(401, "this table has been deleted") if error.status == 401 else error from None
    return call.view()


async def _choose(call: Call) -> Answer:
    body: Choice = call.body
    call.at.table.choose(call.seat, body.version, body.action, body.confirm)
    return _changed(call)


async def _confirm(call: Call) -> Answer:
    body: Step = call.body
    call.at.table.confirm(call.seat, body.version)
    return _changed(call)


async def _back(call: Call) -> Answer:
    body: Step = call.body
    call.at.table.back(call.seat, body.version)
    return _changed(call)


async def _retry(call: Call) -> Answer:
    call.at.table.retry()
    return _changed(call)


def _changed(call: Call) -> View:
    call.lobby.changed(call.at)
    return call.view()


async def _thinking(call: Call) -> Answer:
    return call.lobby.thinking(call.at)


async def _hurry(call: Call) -> Answer:
    if call.at.job is not None:
        call.at.job.hurry()
    return call.lobby.thinking(call.at)


async def _hint(call: Call) -> Answer:
    return await call.lobby.hint(call.at, call.seat)


async def _explain(call: Call) -> Answer:
    return Explanation(call.number, call.at.table.explanation(call.number))


async def _record(call: Call) -> Answer:
    return call.at.table.record()


async def _delete(call: Call) -> Answer:
    call.lobby.delete(call.at, call.seat)
    return Done()


_TABLE = "/api/tables/{id}"
_VERSION = Parameter("version", str, "", "The version of the view that the client has.")
_WAIT = Parameter("wait", int, 0, f"Seconds to wait for another version than that, 0 to {WAIT_LIMIT}.")

OPERATIONS = (
    Operation("GET", "/api/games", "games", "What can be played, by which rules and by whom.", _games, list[GameInfo]),
    Operation(
        "POST",
        "/api/tables",
        "create",
        "Set up a new game.",
        _create,
        Created,
        NewTable,
        status=201,
        refusals=(422, 429),
    ),
    Operation(
        "POST",
        "/api/records",
        "load",
        "Set up a game from a record; chance after its last move is drawn anew.",
        _load,
        Created,
        LoadTable,
        status=201,
        refusals=(422, 429),
    ),
    Operation("GET", _TABLE, "view", "What the seat sees.", _view, View, query=(_VERSION, _WAIT)),
    Operation("DELETE", _TABLE, "delete", "Forget the table; the first human's seat may.", _delete, Done),
    Operation(
        "POST", f"{_TABLE}/choose", "choose", "Add a decision to the draft.", _choose, View, Choice, refusals=(422,)
    ),
    Operation("POST", f"{_TABLE}/confirm", "confirm", "Make the draft final.", _confirm, View, Step),
    Operation(
        "POST",
        f"{_TABLE}/back",
        "back",
        "Take the last decision back: of the draft or, if nothing was shown since, the last one that was final.",
        _back,
        View,
        Step,
    ),
    Operation("POST", f"{_TABLE}/retry", "retry", "Let an agent that failed try again.", _retry, View),
    Operation("GET", f"{_TABLE}/thinking", "thinking", "How far the agent to move is.", _thinking, Thinking),
    Operation("POST", f"{_TABLE}/hurry", "hurry", "Have the agent that searches answer now.", _hurry, Thinking),
    Operation(
        "POST", f"{_TABLE}/hint", "hint", "What a short search would do in your place.", _hint, Hint, refusals=(429,)
    ),
    Operation(
        "GET",
        f"{_TABLE}/thoughts/{{number}}",
        "explain",
        "What an agent that searches thought of its move.",
        _explain,
        Explanation,
        refusals=(404,),
    ),
    Operation(
        "GET",
        f"{_TABLE}/record",
        "record",
        "The record: with the seed when the game is over; in a game with hidden cards only then.",
        _record,
        Record,
    ),
)
