"""``snowplay serve``: games in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import UsageError

_LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(
    port: Annotated[
        int, typer.Option("--port", "-P", min=0, max=65535, metavar="N", help="Port; 0 takes a free one.")
    ] = 8460,
    host: Annotated[
        str, typer.Option("--host", metavar="A", help="Address to listen on; others than this machine's are not safe.")
    ] = "127.0.0.1",
    allow: Annotated[
        list[str] | None,
        typer.Option(
            "--allow",
            metavar="NAME",
            help="A name by which browsers may call; may be given several times.",
        ),
    ] = None,
    data: Annotated[
        Path, typer.Option("--data", "-d", metavar="FILE", help="Where the tables are kept (SQLite).")
    ] = Path("snowplay-tables.sqlite"),
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, max=64, metavar="N", help="Agents that think at the same time.")
    ] = 2,
    most_tables: Annotated[
        int, typer.Option("--most-tables", min=1, max=100_000, metavar="N", help="Tables that are kept at most.")
    ] = 500,
) -> None:
    """Play in a browser: against agents, at one screen, or two browsers at one table.

    Listens on this machine alone. Every seat has a secret, in the link that opens it; whoever has the link plays the
    seat. Tables are kept in FILE and go on after a restart.
    """
    if host not in _LOCAL and not allow:
        raise UsageError(
            f"--host {host}: name what browsers will call this machine, with --allow NAME; requests for other names "
            "are refused"
        )
    from ..web.guard import LOOPBACK  # brings packages that no other command needs
    from ..web.lobby import Lobby
    from ..web.server import listen
    from ..web.server import serve as run
    from ..web.store import Store

    bound = listen(host, port)
    with bound:
        lobby = Lobby(Store(data), workers, most_tables)
        shown = f"[{host}]" if ":" in host else host
        typer.echo(f"tables at http://{shown}:{bound.getsockname()[1]}/ and in {data}; Ctrl-C ends")
        run(lobby, bound, (*LOOPBACK, *(allow or ())))
