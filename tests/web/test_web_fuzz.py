"""The API under random requests, made from its own description."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import CHECKS
from web_tables import Server, serving

from snowplay.web import openapi

_SKIPPED = {
    # A body that fits the schema may still ask for what is impossible: a game that there is not, an illegal move.
    "positive_data_acceptance",
}
_server: list[Server] = []


@pytest.fixture(scope="module", autouse=True)
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("fuzz") / "tables.sqlite"
    with serving(path, most_tables=40) as running:
        _server.append(running)
        yield running
    _server.clear()


schema = schemathesis.openapi.from_dict(openapi.document())
_checks = [check for name, check in ((c.__name__, c) for c in CHECKS.get_all()) if name not in _SKIPPED]
_ID = re.compile(r"[A-Za-z0-9_-]{12}")
_tables = itertools.count()


@schema.parametrize()
@hypothesis.settings(
    max_examples=5, deadline=None, suppress_health_check=list(hypothesis.HealthCheck), derandomize=True
)
def test_every_answer_is_as_described(case: schemathesis.Case) -> None:
    running = _server[0]
    if _ID.fullmatch(str(case.path_parameters.get("id", ""))) and next(_tables) % 3:
        # most requests about a table are about one that there is
        path, (token, _) = _table(running)
        case.path_parameters["id"] = path.rpartition("/")[2]
        case.headers["Authorization"] = f"Bearer {token}"
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    response = case.call(base_url=running.url)
    case.validate_response(response, checks=_checks)


_open: list[tuple[str, list[str | None]]] = []


def _table(running: Server) -> tuple[str, list[str | None]]:
    """A table of snowdonia, or another when the fuzzer has deleted it."""
    if not _open or running.call("GET", _open[0][0], token=_open[0][1][0]).status_code != 200:
        _open[:] = [running.begin("snowdonia", "human", "human")]
    return _open[0]
