"""The server over HTTP: who may call, limits, errors, agents, news, restarts."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_tables import Server, serving

from snowplay.records import loads, verify
from snowplay.web.messages import BODY_LIMIT, RECORD_LIMIT


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as running:
        yield running


def until_human(server: Server, path: str, token: str | None) -> dict[str, Any]:
    """The view when no agent is to move."""
    for _ in range(200):
        view: dict[str, Any] = server.call("GET", path, token=token).json()
        if view["to_move"] is None or view["seats"][view["to_move"]]["kind"] == "human":
            return view
        server.call("GET", f"{path}?version={view['version']}&wait=5", token=token)
    raise AssertionError("an agent does not move")


def test_pages_and_what_every_answer_carries(server: Server) -> None:
    for page in ("/", "/table", "/api", "/static/table.js", "/static/style.css", "/openapi.json", "/api/games"):
        answer = server.call("GET", page)
        assert answer.status_code == 200 and answer.content
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        if answer.headers["content-type"].startswith("text/html"):
            assert "style=" not in answer.text and "onclick" not in answer.text
            assert "<script>" not in answer.text and "//" not in answer.text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "localhost.evil.example"},
        {"Host": "127.0.0.1@evil.example"},
        {"Host": "[::1"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ],
    ids=str,
)
def test_foreign_pages_and_names_are_refused(server: Server, headers: dict[str, str]) -> None:
    for method, path in (("GET", "/api/games"), ("POST", "/api/tables"), ("GET", "/")):
        answer = server.call(method, path, **headers)
        assert answer.status_code == 403 and answer.json()["error"]
        assert "access-control-allow-origin" not in answer.headers


def test_own_pages_and_links_from_elsewhere_are_not_refused(server: Server) -> None:
    own = {"Origin": server.url, "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.call("GET", "/api/games", **own).status_code == 200
    assert server.call("GET", "/table", **link).status_code == 200
    assert server.call("GET", "/api/games", Host=f"127.0.0.1:{server.port}").status_code == 200
    assert server.call("POST", "/api/tables", **link).status_code == 403


def test_secrets_open_their_seat_alone(server: Server) -> None:
    path, tokens = server.begin("snowdonia", "human", "random", "human")
    other, others = server.begin("snowdonia", "human", "random")
    assert tokens[1] is None and len({*tokens, *others}) == 4
    for seat in (0, 2):
        assert server.call("GET", path, token=tokens[seat]).json()["seat"] == seat
    for token in (None, "", "x", others[0]):
        answer = server.call("GET", path, token=token)
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer"
    unknown = server.call("GET", "/api/tables/AAAAAAAAAAAA", token=tokens[0])
    assert unknown.status_code == 401 and unknown.json() == server.call("GET", other, token="x").json()
    for bad in ("..%2F..%2Fetc", "AAAA", "A" * 500, "%00" * 12):
        assert server.call("GET", f"/api/tables/{bad}", token="x").status_code in (400, 404)


def test_bad_input_gets_a_clear_message(server: Server) -> None:
    seats = [{"kind": "human"}, {"kind": "random"}]

    def create(**fields: Any) -> tuple[int, str]:
        answer = server.call("POST", "/api/tables", {"game": "acres", "seats": seats, **fields})
        return answer.status_code, answer.json()["error"]

    for fields, status, words in [
        ({"game": "chess"}, 422, "there is no game 'chess'; there is acres, snowdonia"),
        ({"game": "acre"}, 422, "did you mean 'acres'?"),
        ({"game": 5}, 400, "$.game"),
        ({"seats": []}, 400, "$.seats"),
        ({"seats": [{}] * 9}, 400, "$.seats"),
        ({"seats": [{}] * 3}, 422, "acres has 2 players, not 3"),
        ({"seats": [{"kind": "human", "name": "x" * 41}, {}]}, 400, "$.seats[0].name"),
        ({"options": {"free_furr": True}}, 422, "did you mean 'free_fur'?"),
        ({"options": {"free_fur": 3}}, 422, "true or false"),
        ({"options": {"auto_forced": True}}, 422, "auto_forced"),
        ({"options": {"max_turns": 10**30}}, 422, "from 1 to 60000"),
        ({"more": 1}, 400, "more"),
    ]:
        assert (got := create(**fields))[0] == status and words in got[1], (fields, got)
    for content, kind, status in [
        (b"{", "application/json", 400),
        (b"\xff", "application/json", 400),
        (b"[" * 9000, "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"{}", "", 415),
        (b" " * (BODY_LIMIT + 1), "application/json", 413),
    ]:
        answer = server.client.post("/api/tables", content=content, headers={"Content-Type": kind})
        assert answer.status_code == status and answer.json()["error"], content[:10]
    long = {"record": "x" * (RECORD_LIMIT + 1), "seats": seats}
    assert server.call("POST", "/api/records", long).status_code in (400, 413)
    for record in ("", "{}", '{"format": "snowplay-record", "version": 1}', "[" * 5000):
        answer = server.call("POST", "/api/records", {"record": record, "seats": seats})
        assert answer.status_code == 422 and "record" in answer.json()["error"]
    assert server.call("GET", "/nothing").status_code == 404
    assert server.call("PUT", "/api/games").status_code == 405


def test_a_body_that_never_ends_is_cut_off(server: Server) -> None:
    """Sent in chunks, without a length."""

    def chunks() -> Iterator[bytes]:
        for _ in range(64):
            yield b" " * 4096

    answer = server.client.post("/api/tables", content=chunks(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_a_game_against_an_agent_its_thoughts_and_its_record(server: Server) -> None:
    path, (token, _) = server.begin("snowdonia", "human", "ismcts:iterations=30")
    view = until_human(server, path, token)
    thoughts = 0
    while view["to_move"] is not None:
        body = {"version": view["version"], "action": view["moves"][0]["action"], "confirm": True}
        answer = server.call("POST", f"{path}/choose", body, token)
        assert answer.status_code == 200, answer.text
        if thoughts == 0:
            running = server.call("GET", f"{path}/record", token=token).json()
            assert running["seed"] is None
        view = until_human(server, path, token)
        explained = [entry["number"] for entry in view["log"] if entry["explained"]]
        if explained and thoughts < 3:
            thoughts += 1
            text = server.call("GET", f"{path}/thoughts/{explained[-1]}", token=token).json()["text"]
            assert "iterations" in text and "%" in text
    assert thoughts == 3 and view["outcome"]["explanation"]
    record = loads(server.call("GET", f"{path}/record", token=token).text)
    assert record.seed is not None and verify(record).ok
    loaded = server.call("POST", "/api/records", {"record": json.dumps(running), "seats": [{}, {"kind": "random"}]})
    assert loaded.status_code == 201


def test_a_game_with_hidden_cards_keeps_record_and_thoughts_until_the_end(server: Server) -> None:
    path, (token, _) = server.begin("acres", "human", "ismcts:iterations=30")
    view = until_human(server, path, token)
    for _ in range(6):
        body = {"version": view["version"], "action": view["moves"][0]["action"], "confirm": True}
        server.call("POST", f"{path}/choose", body, token)
        view = until_human(server, path, token)
    assert server.call("GET", f"{path}/record", token=token).status_code == 409
    assert server.call("GET", f"{path}/thoughts/12", token=token).status_code == 409
    assert not any(entry["explained"] for entry in view["log"])


def test_hints(server: Server) -> None:
    path, (token, other) = server.begin("acres", "human", "human")
    view = server.call("GET", path, token=token).json()
    hint = server.call("POST", f"{path}/hint", token=token).json()
    assert hint["version"] == view["version"]
    assert {move["action"] for move in hint["moves"]} <= {move["action"] for move in view["moves"]}
    assert server.call("POST", f"{path}/hint", token=other).status_code == 409


def test_a_search_shows_progress_and_can_be_hurried(server: Server) -> None:
    path, (token, _) = server.begin("snowdonia", "human", "ismcts:seconds=50")
    view = server.call("GET", path, token=token).json()
    if view["to_move"] == 0:
        body = {"version": view["version"], "action": view["moves"][0]["action"], "confirm": True}
        view = server.call("POST", f"{path}/choose", body, token).json()
    start = time.monotonic()
    while (thinking := server.call("GET", f"{path}/thinking", token=token).json())["share"] == 0:
        assert time.monotonic() < start + 20
    assert thinking["seat"] == 1 and 0 < thinking["share"] < 0.5
    assert server.call("POST", f"{path}/hurry", token=token).status_code == 200
    news = server.call("GET", f"{path}?version={view['version']}&wait=20", token=token).json()
    assert news["version"] != view["version"]
    server.call("DELETE", path, token=token)


def test_news_come_when_there_are_any(server: Server) -> None:
    path, tokens = server.begin("snowdonia", "human", "human")
    views = [server.call("GET", path, token=token).json() for token in tokens]
    mover = views[0]["to_move"]
    waiter = 1 - mover
    got: list[Any] = []

    def wait() -> None:
        version = views[waiter]["version"]
        got.append(server.call("GET", f"{path}?version={version}&wait=20", token=tokens[waiter]).json())

    thread = threading.Thread(target=wait)
    thread.start()
    choice = {"version": views[mover]["version"], "action": views[mover]["moves"][0]["action"]}
    drafted = server.call("POST", f"{path}/choose", choice, tokens[mover]).json()
    assert drafted["draft"]["complete"]
    thread.join(0.3)
    assert thread.is_alive(), "a draft is no news for the other seat"
    server.call("POST", f"{path}/confirm", {"version": drafted["version"]}, tokens[mover])
    thread.join(10)
    assert got[0]["version"] != views[waiter]["version"]
    stale = server.call("POST", f"{path}/choose", choice, tokens[mover])
    assert stale.status_code == 409 and "moved on" in stale.json()["error"]


def test_tables_go_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as first:
        path, (token, _) = first.begin("acres", "human", "french_raider")
        view = until_human(first, path, token)
        for _ in range(5):
            body = {"version": view["version"], "action": view["moves"][-1]["action"]}
            view = first.call("POST", f"{path}/choose", body, token).json()
            if view["draft"] and view["draft"]["complete"]:
                first.call("POST", f"{path}/confirm", {"version": view["version"]}, token)
                view = until_human(first, path, token)
    with serving(tmp_path / "tables.sqlite") as second:
        assert second.call("GET", path, token=token).json() == view


def test_an_agent_to_move_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as first:
        path, (token, _) = first.begin("snowdonia", "human", "ismcts:seconds=55")
        view = first.call("GET", path, token=token).json()
        if view["to_move"] == 0:
            body = {"version": view["version"], "action": view["moves"][0]["action"], "confirm": True}
            view = first.call("POST", f"{path}/choose", body, token).json()
        assert view["to_move"] == 1
    with serving(tmp_path / "tables.sqlite") as second:
        assert second.call("GET", path, token=token).json() == view
        while second.call("GET", f"{path}/thinking", token=token).json()["share"] == 0:
            time.sleep(0.02)
        second.call("POST", f"{path}/hurry", token=token)
        assert until_human(second, path, token)["version"] != view["version"]


def test_room_for_so_many_tables_and_deleting(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", most_tables=2) as small:
        path, tokens = small.begin("snowdonia", "human", "human")
        small.begin("snowdonia", "human", "human")
        seats = {"game": "snowdonia", "seats": [{}, {}]}
        full = small.call("POST", "/api/tables", seats)
        assert full.status_code == 429 and "no room" in full.json()["error"]
        assert small.call("DELETE", path, token=tokens[1]).status_code == 409
        assert small.call("DELETE", path, token=tokens[0]).json() == {"done": True}
        assert small.call("GET", path, token=tokens[0]).status_code == 401
        assert small.call("POST", "/api/tables", seats).status_code == 201


def test_an_address_that_is_taken_is_told(tmp_path: Path) -> None:
    from snowplay.web.server import ListenError, listen

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ListenError, match="choose another with --port"):
            listen("127.0.0.1", taken.getsockname()[1])
