"""Tables, servers and moves for the tests of the web table."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx

from snowplay.web.lobby import Lobby
from snowplay.web.messages import SeatRequest
from snowplay.web.seating import seated
from snowplay.web.server import listen, make_server
from snowplay.web.store import Store
from snowplay.web.table import Table, new_table, table_game


def table_of(game: str, *kinds: str, seed: int | None = None, **options: Any) -> Table:
    """A new table, with its first decision waiting."""
    played = table_game(game, len(kinds), None, options)
    entries = seated(played, [SeatRequest(kind) for kind in kinds], [f"hash-of-{seat}" for seat in range(len(kinds))])
    saved = new_table(played, "A" * 12, entries, None)
    if seed is not None:
        saved.seed = seed
    return Table(saved)


def step(table: Table, random: Random, confirm: bool = True) -> None:
    """One decision of whoever is to move, or the confirmation of a complete draft."""
    seat = table.mover()
    assert seat is not None
    if table.agent_to_move() is not None:
        table.agent_moves(table.make_agent(seat).choose(table.state), "")
    elif table.complete:
        table.confirm(seat, table.version(seat))
    else:
        table.choose(seat, table.version(seat), random.choice(table.ahead.legal_actions()), confirm)


class Server:
    """A server in a thread, and a client of it."""

    def __init__(self, path: Path, port: int = 0, **settings: Any) -> None:
        self.lobby = Lobby(Store(path), **settings)
        bound = listen("127.0.0.1", port)
        self.port = bound.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.server = make_server(self.lobby)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [bound]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.client = httpx.Client(base_url=self.url, timeout=30)

    def stop(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join()

    def call(self, method: str, path: str, body: Any = None, token: str | None = None, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        given = {} if body is None else {"json": body}
        return self.client.request(method, path, headers={**headers, **more}, **given)

    def begin(self, game: str, *kinds: str, **options: Any) -> tuple[str, list[str | None]]:
        """The path and the secrets of a new table."""
        seats = [{"kind": kind} for kind in kinds]
        answer = self.call("POST", "/api/tables", {"game": game, "seats": seats, "options": options})
        assert answer.status_code == 201, answer.text
        return f"/api/tables/{answer.json()['id']}", answer.json()["tokens"]


@contextmanager
def serving(path: Path, **settings: Any) -> Iterator[Server]:
    server = Server(path, **settings)
    try:
        yield server
    finally:
        server.stop()
