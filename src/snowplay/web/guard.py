"""Who may call, and what every answer carries: an ASGI layer around the application.

A page of a foreign site must not reach the tables through the browser of somebody who plays: neither directly (its
requests carry a foreign ``Origin``) nor by a name that it makes lead to this machine (they carry a foreign ``Host``).
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec

from .messages import Problem
from .packages import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_EVERYWHERE = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]


def host_name(authority: str) -> str:
    """Return the name in a ``Host`` header or an origin without its scheme; empty if there is none."""
    try:
        return (urlsplit(f"//{authority}").hostname or "") if "@" not in authority else ""
    except ValueError:
        return ""


class Guard:
    """Lets through what comes from this server's own pages or from programs, and refuses the rest.

    Parameters
    ----------
    app : ASGI application
    hosts : iterable of str
        Names by which this server may be called.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                more = [entry for entry in _EVERYWHERE if entry[0] not in given]
                if b"cache-control" not in given:
                    more.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        refusal = self._refusal(scope)
        if not refusal:
            await self.app(scope, receive, send_guarded)
            return
        body = msgspec.json.encode(Problem(refusal))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send_guarded({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _refusal(self, scope: Scope) -> str:
        """Return why a request is refused; empty if it is not."""
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value.decode("latin-1"))
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or host_name(hosts[0]).lower() not in self.hosts:
            shown = ", ".join(sorted(self.hosts))
            return f"this server does not answer to the name in the Host header; it answers to {shown}"
        origins = headers.get(b"origin", [])
        if any(origin not in (f"http://{hosts[0]}", f"https://{hosts[0]}") for origin in origins):
            return "this request comes from a page of another site (its Origin header says so)"
        site, mode = (headers.get(name, [""])[0] for name in (b"sec-fetch-site", b"sec-fetch-mode"))
        if site in ("cross-site", "same-site") and (mode != "navigate" or scope["method"] != "GET"):
            return "this request comes from a page of another site (its Sec-Fetch-Site header says so)"
        return ""
