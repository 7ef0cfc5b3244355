"""Listening: sockets, and uvicorn around the application."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from contextlib import suppress

from ..errors import SnowplayError
from .app import make_app
from .guard import LOOPBACK
from .lobby import Lobby
from .packages import uvicorn

_CONNECTIONS = 1000  # at most; each open page has one that waits for news


class ListenError(SnowplayError, ValueError):
    """The address cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises
    ------
    ListenError
        If the name is not known or the port is in use.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ListenError(f"{host}: {error.strerror}") from None
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(128)
    except OSError as error:
        bound.close()
        raise ListenError(f"{host}, port {port}: {error.strerror}; choose another with --port") from None
    return bound


class _Server(uvicorn.Server):
    """Lets those go who wait for news, before it closes their connections."""

    lobby: Lobby

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.lobby.part()
        await super().shutdown(sockets)


def make_server(lobby: Lobby, hosts: Iterable[str] = LOOPBACK) -> uvicorn.Server:
    """Return a server of the tables; ``run(sockets=[...])`` runs it, and closes the lobby at its end."""
    config = uvicorn.Config(
        make_app(lobby, hosts),
        http="h11",
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config)
    server.lobby = lobby
    return server


def serve(lobby: Lobby, bound: socket.socket, hosts: Iterable[str] = LOOPBACK) -> None:
    """Serve until Ctrl-C."""
    with suppress(KeyboardInterrupt):  # raised again by uvicorn when all is closed
        make_server(lobby, hosts).run(sockets=[bound])
