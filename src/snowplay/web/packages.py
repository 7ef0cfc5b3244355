"""The optional packages of the web table, with an error that says how to get them."""

from __future__ import annotations

from ..errors import MissingExtraError

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
except ImportError:
    raise MissingExtraError("the web table", "web") from None

__all__ = [
    "ASGIApp",
    "HTTPException",
    "Message",
    "Receive",
    "Request",
    "Response",
    "Route",
    "Scope",
    "Send",
    "Starlette",
    "uvicorn",
]
