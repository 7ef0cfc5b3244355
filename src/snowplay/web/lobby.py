"""All tables: who may sit down at one, who waits for news, and the agents, which think in threads."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from ..agents import Agent, SearchAgent
from ..errors import RecordError, RulesError
from ..games import Game, registered_games
from ..records import loads
from ..rules import game_options, player_numbers
from ..state import State
from ..validation import did_you_mean, listed
from .messages import Created, Hint, HintMove, SeatRequest, Thinking
from .problems import TableError
from .seating import HUMAN, seated
from .store import SavedSeat, Store
from .table import Table, moves_of_record, new_table, table_game

HINT_SECONDS = 1.5
_UNKNOWN = "there is no such table, or the secret of the seat is wrong"
_HINT_MOVES = 5
_MakeGame = Callable[[], tuple[Game, list[tuple[int, str]] | None]]


@dataclass
class Job:
    """An agent that chooses its move in a thread."""

    seat: int
    agent: Agent
    state: State
    started: float | None = None
    cancelled: bool = False

    def run(self) -> int:
        """Return the agent's action; called in a thread."""
        self.started = time.monotonic()
        return -1 if self.cancelled else self.agent.choose(self.state)

    def hurry(self) -> None:
        """Have it answer soon, if it searches; also while it waits for its turn."""
        if isinstance(self.agent, SearchAgent):
            self.agent.hurry()

    def cancel(self) -> None:
        """Nobody wants its answer any more."""
        self.cancelled = True
        self.hurry()

    def thought(self) -> str:
        """Return what it thought, if it is an agent that can tell."""
        if isinstance(self.agent, SearchAgent) and self.agent.last is not None:
            return self.agent.last.explain(self.state)
        return ""


@dataclass
class Seated:
    """A table in memory."""

    table: Table
    news: asyncio.Event = field(default_factory=asyncio.Event)
    job: Job | None = None
    task: asyncio.Task[None] | None = None
    hinting: set[int] = field(default_factory=set)

    def tell(self) -> None:
        """Wake everybody who waits for news."""
        self.news.set()
        self.news = asyncio.Event()


class Lobby:
    """The tables of one server.

    Parameters
    ----------
    store : Store
        Where they are kept.
    workers : int
        Agents and hints that think at the same time; others wait.
    most_tables : int
        Tables at most.
    """

    def __init__(self, store: Store, workers: int = 2, most_tables: int = 500) -> None:
        self.store = store
        self.most_tables = most_tables
        self._pool = ThreadPoolExecutor(workers, "snowplay-agent")
        self._seated: dict[str, Seated] = {}
        self._creating = 0
        self.closing = False

    # ---- tables ----

    async def create(
        self, name: str, seats: Sequence[SeatRequest], options: dict[str, bool | int | str | list[int | str]]
    ) -> Created:
        """Set up a new game."""
        if name not in registered_games():
            there = registered_games()
            raise TableError(422, f"there is no game {name!r}; there is {listed(there)}{did_you_mean(name, there)}")
        if "auto_forced" in options:
            raise TableError(422, "auto_forced cannot be set: a table plays decisions with a single option itself")
        numbers = player_numbers(name)
        if len(seats) not in numbers:
            range_of = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"
            raise TableError(422, f"{name} has {range_of} players, not {len(seats)}")
        known = {option.name for option in game_options(name)}
        for option in options:
            if option not in known:
                raise TableError(422, f"{name} has no option {option!r}{did_you_mean(option, known)}")
        return await self._open(seats, lambda: (table_game(name, len(seats), None, options), None))

    async def load(self, text: str, seats: Sequence[SeatRequest]) -> Created:
        """Set up a game from a record; it goes on where the record ends."""

        def read() -> tuple[Game, list[tuple[int, str]]]:
            return moves_of_record(loads(text))

        return await self._open(seats, read)

    async def _open(self, seats: Sequence[SeatRequest], make: _MakeGame) -> Created:
        if self.store.count() + self._creating >= self.most_tables:
            raise TableError(
                429, f"this server keeps {self.most_tables} tables and has no room for another: delete one first"
            )
        tokens = [secrets.token_urlsafe(24) if seat.kind.strip() == HUMAN else None for seat in seats]
        table_id = secrets.token_urlsafe(9)

        def build() -> Table:
            game, moves = make()
            entries = seated(game, seats, [_hash(token or "") for token in tokens])
            return Table(new_table(game, table_id, entries, moves))

        self._creating += 1
        try:
            table = await asyncio.to_thread(build)
        finally:
            self._creating -= 1
        self.store.save(table.saved())
        entry = self._seated[table_id] = Seated(table)
        self._drive(entry)
        return Created(table_id, tokens)

    async def find(self, table_id: str, token: str) -> tuple[Seated, int]:
        """Return a table and the seat that a secret opens.

        Raises
        ------
        TableError
            If there is no such table or the secret is wrong, and nobody learns which; or if the table cannot be played
            by the rules of this program.
        """
        while (entry := self._seated.get(table_id)) is None:
            saved = self.store.load(table_id)
            if saved is None:
                raise TableError(401, _UNKNOWN)
            _seat_of(saved.seats, token)
            try:
                table = await asyncio.to_thread(Table, saved)
            except (RecordError, RulesError) as error:
                words = f"this table cannot be played on with this version of snowplay: {error}"
                raise TableError(409, words) from None
            # while it was read another request may have been faster, or has changed or deleted the table
            if table_id not in self._seated and self.store.load(table_id) == saved:
                self._seated[table_id] = Seated(table)
        seat = _seat_of(entry.table.seats, token)
        self._drive(entry)
        return entry, seat

    def changed(self, entry: Seated) -> None:
        """Keep a table that has changed, tell everybody, and let its agents think.

        Raises
        ------
        TableError
            If it has been deleted meanwhile.
        sqlite3.Error
            If it cannot be written; whoever asks for it next finds it as it was written last.
        """
        if not self.is_open(entry):
            raise TableError(401, _UNKNOWN)
        if entry.job is not None and entry.job.seat != entry.table.agent_to_move():
            entry.job.cancel()
        try:
            self.store.save(entry.table.saved())
        except sqlite3.Error:
            self._forget(entry)
            raise
        entry.tell()
        self._drive(entry)

    def delete(self, entry: Seated, seat: int) -> None:
        """Forget a table; only the first human at it may ask for this."""
        first = next(number for number in range(len(entry.table.seats)) if entry.table.is_human(number))
        if seat != first:
            raise TableError(409, f"only {entry.table.seats[first].name} may delete this table")
        self.store.delete(entry.table.id)
        self._forget(entry)

    def _forget(self, entry: Seated) -> None:
        """Let a table go from memory."""
        if entry.job is not None:
            entry.job.cancel()
        self._seated.pop(entry.table.id, None)
        entry.tell()

    def is_open(self, entry: Seated) -> bool:
        """Return whether a table is still the one in memory: not deleted, nor dropped because it could not be kept."""
        return self._seated.get(entry.table.id) is entry

    def part(self) -> None:
        """Let everybody go who waits for news: the server is about to close."""
        self.closing = True
        for entry in self._seated.values():
            entry.tell()

    def close(self) -> None:
        """Stop all agents and close the file."""
        for entry in self._seated.values():
            if entry.task is not None:
                entry.task.cancel()
            if entry.job is not None:
                entry.job.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    # ---- agents ----

    def _drive(self, entry: Seated) -> None:
        """Have the agents of a table move until a human has to."""
        if (entry.task is None or entry.task.done()) and entry.table.agent_to_move() is not None:
            entry.task = asyncio.create_task(self._agents(entry))

    async def _agents(self, entry: Seated) -> None:
        table = entry.table
        while (seat := table.agent_to_move()) is not None and self.is_open(entry):
            job = entry.job = Job(seat, table.make_agent(seat), table.state.clone())
            try:
                action = await asyncio.get_running_loop().run_in_executor(self._pool, job.run)
                if job.cancelled:
                    continue
                table.agent_moves(action, job.thought())
            except Exception as error:
                traceback.print_exc(file=sys.stderr)
                if job.cancelled:
                    continue
                table.agent_fails(f"{table.seats[seat].kind} cannot move: {error}")
            finally:
                entry.job = None
            try:
                self.store.save(table.saved())
            except sqlite3.Error as error:
                traceback.print_exc(file=sys.stderr)
                table.agent_fails(f"the move of {table.seats[seat].kind} could not be kept on the server: {error}")
            entry.tell()

    def thinking(self, entry: Seated) -> Thinking:
        """Return how far the agent of a table is."""
        job = entry.job
        if job is None:
            return Thinking(None, False, 0.0, 0.0)
        share = job.agent.progress() if isinstance(job.agent, SearchAgent) else 0.0
        seconds = 0.0 if job.started is None else time.monotonic() - job.started
        return Thinking(job.seat, job.started is None, round(seconds, 2), round(share, 3))

    async def hint(self, entry: Seated, seat: int) -> Hint:
        """Return what a search would do in the place of a seat, which has to be the one to move."""
        table = entry.table
        if table.over or seat != table.mover() or table.complete:
            raise TableError(409, "there is nothing for you to choose now")
        if seat in entry.hinting:
            raise TableError(429, "a hint for this seat is on its way")
        version, state = table.version(seat), table.ahead.clone()
        # A fresh seed: the hint must not depend on what the seat cannot know.
        helper = SearchAgent(secrets.randbits(64), 0, seat, seconds=HINT_SECONDS, memory=1 << 28)
        entry.hinting.add(seat)
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, helper.choose, state)
        finally:
            entry.hinting.discard(seat)
        result = helper.last
        assert result is not None
        visits = max(1, sum(move.visits for move in result.moves))
        moves = [
            HintMove(move.action, state.action_to_string(move.action), move.visits / visits, move.value)
            for move in result.moves[:_HINT_MOVES]
        ]
        return Hint(version, moves, result.explain(state, _HINT_MOVES))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _seat_of(seats: Sequence[SavedSeat], token: str) -> int:
    """Return the seat that a secret opens."""
    given = _hash(token)
    for number, seat in enumerate(seats):
        if seat.token_hash is not None and hmac.compare_digest(seat.token_hash, given):
            return number
    raise TableError(401, _UNKNOWN)
