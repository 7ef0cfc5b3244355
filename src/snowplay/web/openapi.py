"""The API's description: an OpenAPI 3.1 document, and a page that shows it without any program."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

import msgspec

from .._version import __version__
from .messages import WAIT_LIMIT, Problem
from .operations import OPERATIONS, Operation

MEANINGS = {
    200: "Done.",
    201: "It is there.",
    400: "The request is malformed; the message says where.",
    401: "There is no such table, or the secret of the seat is missing or wrong.",
    403: "The request comes from a foreign page or was sent to a foreign name.",
    404: "There is nothing of that number.",
    409: "It does not fit the table as it is now, for instance because it has moved on.",
    413: "The body is too long.",
    415: "The body is not JSON by its Content-Type.",
    422: "It is well formed but not possible: the message says what would be.",
    429: "Too much at a time: of tables, or of hints for a seat.",
    503: "The server cannot use its file of tables, for instance because the disk is full; nothing was kept.",
}
_REFERENCE = "#/components/schemas/{name}"


def statuses(operation: Operation) -> list[int]:
    """Return every status that an operation can answer with."""
    refusals = {400, 403, *operation.refusals}
    if operation.at_table:
        refusals |= {401, 409, 503}
    if operation.body is not None:
        refusals |= {413, 415, 503}
    return [operation.status, *sorted(refusals)]


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if operation.at_table:
        schema: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}
        found.append({"name": "id", "in": "path", "required": True, "description": "The table.", "schema": schema})
    if "{number}" in operation.path:
        schema = {"type": "integer", "minimum": 0, "maximum": 999_999}
        found.append(
            {"name": "number", "in": "path", "required": True, "description": "The move, from 0.", "schema": schema}
        )
    for parameter in operation.query:
        schema = {"type": "string", "maxLength": 40}
        if parameter.type is int:
            schema = {"type": "integer", "minimum": 0, "maximum": WAIT_LIMIT}
        entry = {"name": parameter.name, "in": "query", "description": parameter.help}
        found.append({**entry, "schema": {**schema, "default": parameter.default}})
    return found


def _tuples(schema: Any) -> None:
    """Describe tuples as lists of a fixed length: not every program that reads schemas knows ``prefixItems``."""
    if isinstance(schema, dict):
        if "prefixItems" in schema:
            schema["items"] = {"anyOf": schema.pop("prefixItems")}
        for entry in schema.values():
            _tuples(entry)
    elif isinstance(schema, list):
        for entry in schema:
            _tuples(entry)


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    answers = [operation.answer for operation in OPERATIONS]
    bodies = [operation.body for operation in OPERATIONS if operation.body is not None]
    types = [*answers, *bodies, Problem]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    for schema in components.values():
        _tuples(schema)
    schema_of = dict(zip(map(str, types), schemas, strict=True))
    problem = {"application/json": {"schema": schema_of[str(Problem)]}}
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        responses: dict[str, Any] = {}
        for status in statuses(operation):
            content = problem
            if status == operation.status:
                content = {"application/json": {"schema": schema_of[str(operation.answer)]}}
            responses[str(status)] = {"description": MEANINGS[status], "content": content}
        entry: dict[str, Any] = {
            "operationId": operation.name,
            "summary": operation.summary,
            "responses": responses,
        }
        if operation.body is not None:
            body = {"application/json": {"schema": schema_of[str(operation.body)]}}
            entry["requestBody"] = {"required": True, "content": body}
        if parameters := _parameters(operation):
            entry["parameters"] = parameters
        if operation.at_table:
            entry["security"] = [{"seat": []}]
        paths.setdefault(operation.path, {})[operation.method.lower()] = entry
    security = {"type": "http", "scheme": "bearer", "description": "The secret of a seat."}
    return {
        "openapi": "3.1.0",
        "info": {"title": "snowplay", "version": __version__, "description": "Tables of board games."},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"seat": security}},
    }


def _fields(schema: dict[str, Any]) -> str:
    """Return the fields of a struct as the rows of a table."""
    required = schema.get("required", ())
    rows = []
    for name, entry in schema.get("properties", {}).items():
        words = escape(entry.get("description", ""))
        must = "" if name in required or "default" not in entry else ", may be missing"
        rows.append(f"<tr><td><code>{escape(name)}</code><td>{_kind(entry)}{must}<td>{words}")
    return "\n".join(rows)


def _kind(schema: dict[str, Any]) -> str:
    """Say in words what a schema allows."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_kind(entry) for entry in schema["anyOf"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(schema['items'])}" if schema.get("items") else "list"
    return escape(str(kind))


@cache
def page() -> str:
    """Return the description as a page."""
    described = document()
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>snowplay: the API</title>",
        '<meta name=viewport content="width=device-width"><link rel=stylesheet href=/static/style.css>',
        "<body class=api><main><h1>The API</h1>",
        "<p>Everything the pages do goes through these operations; programs may use them, too. Bodies and answers ",
        "are JSON. A table's operations need the secret of a seat as <code>Authorization: Bearer SECRET</code>, and ",
        "answer with what that seat may see. The description for programs: <a href=/openapi.json>openapi.json</a>.</p>",
    ]
    for operation in OPERATIONS:
        parts.append(f"<h2><code>{operation.method} {escape(operation.path)}</code></h2>")
        parts.append(f"<p>{escape(operation.summary)}</p><ul>")
        entry = described["paths"][operation.path][operation.method.lower()]
        for parameter in entry.get("parameters", ()):
            parts.append(f"<li><code>{parameter['name']}</code>: {escape(parameter['description'])}")
        if operation.body is not None:
            name = operation.body.__name__
            parts.append(f'<li>takes <a href="#{name}">{name}</a>')
        success = entry["responses"][str(operation.status)]["content"]["application/json"]["schema"]
        refused = ", ".join(map(str, statuses(operation)[1:]))
        parts.append(f"<li>{operation.status}: {_kind(success)}<li>refused with {refused}</ul>")
    parts.append("<h2>Statuses</h2><ul>")
    parts += [f"<li>{status}: {escape(words)}" for status, words in MEANINGS.items()]
    parts.append("</ul>")
    for name, schema in described["components"]["schemas"].items():
        # a description from a docstring is for the package's readers; its first paragraph is for all
        words = escape(schema.get("description", "").partition("\n\n")[0])
        head = f'<h3 id="{name}">{name}</h3><p>{words}</p>'
        parts.append(f"{head}<table><tr><th>field<th>type<th>meaning{_fields(schema)}</table>")
    return "\n".join(parts) + "</main></html>\n"
