"""Tables between two requests: deleted meanwhile, not written, hurried before their agent begins."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from web_tables import Server, serving

import snowplay as sp
from snowplay.agents import SearchAgent
from snowplay.web import lobby as lobbies
from snowplay.web.lobby import Job, Lobby, Seated
from snowplay.web.messages import Created, SeatRequest
from snowplay.web.problems import TableError
from snowplay.web.store import SavedTable, Store
from snowplay.web.table import Table

Play = Callable[[Lobby], Coroutine[Any, Any, None]]


def run(path: Path, play: Play) -> None:
    """Have a lobby of its own for what `play` does."""

    async def whole() -> None:
        lobby = Lobby(Store(path / "tables.sqlite"))
        try:
            await play(lobby)
        finally:
            lobby.close()

    asyncio.run(whole())


async def begin(lobby: Lobby, *kinds: str) -> tuple[str, str]:
    """A new table and the secret of its first seat."""
    created: Created = await lobby.create("snowdonia", [SeatRequest(kind) for kind in kinds], {})
    assert created.tokens[0] is not None
    return created.id, created.tokens[0]


class FullDisk:
    """Makes the next so many saves of a store fail."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 0
        self._save = store.save
        monkeypatch.setattr(store, "save", self.save)

    def save(self, table: SavedTable) -> None:
        if self.left:
            self.left -= 1
            raise sqlite3.OperationalError("database or disk is full")
        self._save(table)


async def agents_rest(entry: Seated) -> None:
    if entry.task is not None:
        await asyncio.wait_for(entry.task, 20)


def test_a_deleted_table_stays_deleted(tmp_path: Path) -> None:
    """A change that was on its way when it was deleted."""

    async def play(lobby: Lobby) -> None:
        table_id, token = await begin(lobby, "human", "human")
        entry, seat = await lobby.find(table_id, token)
        lobby.delete(entry, seat)
        with pytest.raises(TableError, match="no such table") as refused:
            lobby.changed(entry)
        assert refused.value.status == 401 and lobby.store.count() == 0

    run(tmp_path, play)


def test_a_table_deleted_while_its_agent_fails_stays_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(lobby: Lobby) -> None:
        table_id, token = await begin(lobby, "human", "human")
        entry, seat = await lobby.find(table_id, token)

        class Failing:
            def choose(self, state: object) -> int:
                asyncio.run_coroutine_threadsafe(delete(), loop).result(10)
                raise RuntimeError("no idea")

        async def delete() -> None:
            lobby.delete(entry, seat)

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(entry.table, "agent_to_move", entry.table.mover)
        monkeypatch.setattr(entry.table, "make_agent", lambda seat: Failing())
        lobby.changed(entry)
        await agents_rest(entry)
        assert lobby.store.count() == 0

    run(tmp_path, play)


def test_a_table_deleted_while_it_is_read_stays_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(lobby: Lobby) -> None:
        table_id, token = await begin(lobby, "human", "human")
        lobby._seated.clear()  # as after a restart

        class Slow(Table):
            def __init__(self, saved: SavedTable) -> None:
                super().__init__(saved)
                lobby.store.delete(table_id)

        monkeypatch.setattr(lobbies, "Table", Slow)
        with pytest.raises(TableError, match="no such table"):
            await lobby.find(table_id, token)
        assert not lobby._seated and lobby.store.count() == 0

    run(tmp_path, play)


def test_a_table_changed_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(lobby: Lobby) -> None:
        table_id, token = await begin(lobby, "human", "human")
        lobby._seated.clear()
        readings = []

        class Slow(Table):
            def __init__(self, saved: SavedTable) -> None:
                super().__init__(saved)
                readings.append(saved.stamp)
                if len(readings) == 1:
                    other = lobby.store.load(table_id)
                    assert other is not None
                    other.stamp = 7
                    lobby.store.save(other)

        monkeypatch.setattr(lobbies, "Table", Slow)
        entry, _ = await lobby.find(table_id, token)
        assert readings == [0, 7] and entry.table.saved().stamp == 7

    run(tmp_path, play)


def test_a_change_that_cannot_be_written_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        disk = FullDisk(server.lobby.store, monkeypatch)
        path, tokens = server.begin("snowdonia", "human", "human")
        view = server.call("GET", path, token=tokens[0]).json()
        mover = tokens[view["to_move"]]
        view = server.call("GET", path, token=mover).json()
        body = {"version": view["version"], "action": view["moves"][0]["action"], "confirm": True}
        disk.left = 1
        refused = server.call("POST", f"{path}/choose", body, mover)
        assert refused.status_code == 503
        assert "database or disk is full" in refused.json()["error"] and "try again" in refused.json()["error"]
        assert server.call("GET", path, token=mover).json() == view
        done = server.call("POST", f"{path}/choose", body, mover)
        assert done.status_code == 200 and done.json()["version"] != view["version"]


def test_a_table_that_cannot_be_written_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        disk = FullDisk(server.lobby.store, monkeypatch)
        disk.left = 1
        body = {"game": "snowdonia", "seats": [{"kind": "human"}, {"kind": "human"}]}
        assert server.call("POST", "/api/tables", body).status_code == 503
        assert server.lobby.store.count() == 0
        assert server.call("POST", "/api/tables", body).status_code == 201


def test_who_waits_for_news_sees_the_table_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        disk = FullDisk(server.lobby.store, monkeypatch)
        path, tokens = server.begin("snowdonia", "human", "human")
        view = server.call("GET", path, token=tokens[0]).json()
        waits, moves = (tokens[1 - view["to_move"]], tokens[view["to_move"]])
        before = server.call("GET", path, token=waits).json()
        got = _while_waiting(server, path, waits, before["version"], lambda: _fail(server, path, moves, disk))
        assert got == before


def _fail(server: Server, path: str, token: str | None, disk: FullDisk) -> None:
    view = server.call("GET", path, token=token).json()
    disk.left = 1
    body = {"version": view["version"], "action": view["moves"][0]["action"], "confirm": True}
    assert server.call("POST", f"{path}/choose", body, token).status_code == 503


def _while_waiting(server: Server, path: str, token: str | None, version: str, act: Callable[[], None]) -> Any:
    """The answer to one who waits for news while something is done."""
    got: list[Any] = []
    asked = threading.Event()
    real = server.lobby.is_open

    def is_open(entry: Seated) -> bool:
        asked.set()
        return real(entry)

    server.lobby.is_open = is_open  # type: ignore[method-assign]
    query = f"{path}?version={version}&wait=20"
    thread = threading.Thread(target=lambda: got.append(server.call("GET", query, token=token)))
    thread.start()
    assert asked.wait(10)
    act()
    thread.join(20)
    assert got[0].status_code == 200, got[0].text
    return got[0].json()


async def with_an_agent_to_move(lobby: Lobby) -> tuple[str, str, Seated, int]:
    """Return id, token, entry and the human's seat of a table whose agent has not been told that it is its turn."""
    table_id, token = await begin(lobby, "human", "random")
    entry, seat = await lobby.find(table_id, token)
    await agents_rest(entry)
    table = entry.table
    table.choose(seat, table.version(seat), table.ahead.legal_actions()[0], confirm=True)
    assert table.agent_to_move() is not None
    return table_id, token, entry, seat


def test_an_agent_whose_move_cannot_be_written_can_try_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(lobby: Lobby) -> None:
        disk = FullDisk(lobby.store, monkeypatch)
        table_id, _, entry, seat = await with_an_agent_to_move(lobby)
        table = entry.table
        lobby.changed(entry)
        disk.left = 1
        await agents_rest(entry)
        assert "could not be kept on the server: database or disk is full" in table.trouble
        table.retry()
        lobby.changed(entry)
        await agents_rest(entry)
        stored = lobby.store.load(table_id)
        assert not table.trouble and table.mover() == seat and stored == table.saved()

    run(tmp_path, play)


def test_a_request_lets_agents_go_on_that_stand_still(tmp_path: Path) -> None:
    async def play(lobby: Lobby) -> None:
        table_id, token, entry, seat = await with_an_agent_to_move(lobby)
        table = entry.table
        again, _ = await lobby.find(table_id, token)
        assert again is entry
        await agents_rest(entry)
        assert table.mover() == seat

    run(tmp_path, play)


@pytest.mark.parametrize("ask", [Job.hurry, Job.cancel])
def test_an_agent_is_hurried_and_stopped_while_it_waits_for_its_turn(ask: Callable[[Job], None]) -> None:
    """Or just after its turn has come and before it searches."""
    state = sp.load_game("snowdonia", 2).new_initial_state(3)
    agent = SearchAgent(1, 0, state.current_player(), iterations=100_000, seconds=60.0)
    waiting = Job(state.current_player(), agent, state)
    ask(waiting)
    action = waiting.run()
    if waiting.cancelled:
        assert action == -1
        action = agent.choose(state)  # the job had looked at `cancelled` already
    assert agent.last is not None and state.is_legal(action)
    assert agent.last.iterations < 100_000
