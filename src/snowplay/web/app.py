"""The ASGI application: routes, decoding and checking of requests, pages."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

import msgspec

from ..errors import SnowplayError
from ..records import Record, dumps
from ..validation import did_you_mean
from . import openapi
from .guard import LOOPBACK, Guard
from .lobby import Lobby
from .messages import BODY_LIMIT, RECORD_LIMIT, WAIT_LIMIT, LoadTable, Problem
from .operations import OPERATIONS, Call, Operation
from .packages import HTTPException, Request, Response, Route, Starlette
from .problems import TableError

# The files of the pages, by name: nothing else is ever read because of a request.
_TYPES = {"css": "text/css", "html": "text/html", "js": "text/javascript", "svg": "image/svg+xml"}
_PAGES = {"/": "index.html", "/table": "table.html"}
_STATIC = ("style.css", "common.js", "index.js", "table.js", "icon.svg")
_ID = re.compile(r"[A-Za-z0-9_-]{12}")
_DIGITS = re.compile(r"[0-9]{1,6}")


def make_app(lobby: Lobby, hosts: Iterable[str] = LOOPBACK) -> Guard:
    """Return the application.

    Parameters
    ----------
    lobby : Lobby
        Its tables; closed when the application shuts down.
    hosts : iterable of str
        Names by which it may be called; see `Guard`.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        yield
        lobby.close()

    paths: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = operation
    routes = [_route(lobby, path, by_method) for path, by_method in paths.items()]
    routes += [_file(path, name) for path, name in _PAGES.items()]
    routes += [_file(f"/static/{name}", name) for name in _STATIC]
    routes += [
        _fixed("/openapi.json", "application/json", lambda: msgspec.json.encode(openapi.document())),
        _fixed("/api", "text/html", lambda: openapi.page().encode()),
    ]
    handlers: dict[Any, Any] = {HTTPException: _http_problem, Exception: _fault}
    return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), hosts)


def _json(content: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def _problem(error: TableError) -> Response:
    response = _json(Problem(str(error), error.rule), error.status)
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


async def _http_problem(request: Request, error: Exception) -> Response:
    """Answer to a path or method that there is not."""
    assert isinstance(error, HTTPException)
    words = f"{request.method} {request.url.path[:80]}: {error.detail}; the API is described at /api"
    response = _json(Problem(words), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    """Answer when something is wrong here; the details stay here, too."""
    del request, error
    return _json(Problem("something went wrong in the server; it is told on the server's terminal"), 500)


def _file(path: str, name: str) -> Route:
    kind = _TYPES[name.rpartition(".")[2]]
    return _fixed(path, kind, lambda: (files(__package__) / "static" / name).read_bytes())


def _fixed(path: str, kind: str, content: Any) -> Route:
    async def endpoint(request: Request) -> Response:
        del request
        return Response(content(), media_type=kind)

    return Route(path, endpoint, methods=["GET"])


def _route(lobby: Lobby, path: str, by_method: Mapping[str, Operation]) -> Route:
    async def endpoint(request: Request) -> Response:
        operation = by_method["GET" if request.method == "HEAD" else request.method]
        try:
            call = await _call(lobby, operation, request)
            answer = await operation.run(call)
        except TableError as error:
            return _problem(error)
        except SnowplayError as error:
            return _problem(TableError(422, str(error)))
        except sqlite3.Error as error:
            words = f"the server cannot use its file of tables ({error}): what you asked for is not kept; try again"
            return _problem(TableError(503, words))
        if isinstance(answer, Record):  # one move a line, as in files
            return Response(dumps(answer), media_type="application/json")
        return _json(answer, operation.status)

    return Route(path, endpoint, methods=list(by_method))


async def _call(lobby: Lobby, operation: Operation, request: Request) -> Call:
    """Check a request: the secret first, then the rest."""
    call = Call(lobby)
    if operation.at_table:
        call.secret = _secret(request)
        call.entry, call.seat = await lobby.find(_table_id(request), call.secret)
    if "{number}" in operation.path:
        call.number = _number("number", request.path_params["number"], 999_999)
    known = {parameter.name for parameter in operation.query}
    for name in request.query_params:
        if name not in known:
            raise TableError(400, f"there is no parameter {name[:40]!r} here{did_you_mean(name, known)}")
    for parameter in operation.query:
        call.query[parameter.name] = _parameter(request, parameter.name, parameter.type, parameter.default)
    if operation.body is not None:
        call.body = await _body(request, operation.body)
        if call.entry is not None and not lobby.is_open(call.entry):  # a body may take its time
            call.entry, call.seat = await lobby.find(call.entry.table.id, call.secret)
    return call


def _table_id(request: Request) -> str:
    table_id: str = request.path_params["id"]
    if not _ID.fullmatch(table_id):
        raise TableError(400, "the id of a table has 12 characters: letters, digits, - and _")
    return table_id


def _secret(request: Request) -> str:
    words = request.headers.getlist("authorization")
    scheme, _, secret = words[0].partition(" ") if len(words) == 1 else ("", "", "")
    if scheme.lower() != "bearer" or not secret:
        raise TableError(401, "the secret of a seat is missing: send Authorization: Bearer SECRET")
    return secret.strip()


def _number(name: str, text: str, most: int) -> int:
    if not _DIGITS.fullmatch(text) or int(text) > most:
        raise TableError(400, f"{name} must be a whole number from 0 to {most}, not {text[:40]!r}")
    return int(text)


def _parameter(request: Request, name: str, kind: type, default: Any) -> Any:
    given = request.query_params.getlist(name)
    if not given:
        return default
    if len(given) > 1:
        raise TableError(400, f"{name} is given {len(given)} times; once is enough")
    if kind is int:
        return _number(name, given[0], WAIT_LIMIT)
    if len(given[0]) > 40:
        raise TableError(400, f"{name} is longer than 40 characters")
    return given[0]


async def _body(request: Request, kind: type[msgspec.Struct]) -> Any:
    """Read, limit and decode the body."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise TableError(415, f"the body must be JSON, with Content-Type: application/json, not {content_type[:60]!r}")
    limit = RECORD_LIMIT + BODY_LIMIT if kind is LoadTable else BODY_LIMIT
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise TableError(413, f"the body is longer than {limit:,} bytes")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except msgspec.DecodeError as error:
        raise TableError(400, f"the body is not what it should be: {error}") from None
    except (UnicodeDecodeError, RecursionError) as error:
        raise TableError(400, f"the body is not JSON: {error}") from None
