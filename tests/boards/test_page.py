"""A record as a page: one file, every step as it is drawn, own records and games recorded online."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import snowplay as sp
from snowplay import boards
from snowplay.boards import page as pages
from snowplay.boards.page import Film, page, read_moves, steps_of
from snowplay.cli import app
from snowplay.errors import MissingExtraError, RecordError
from snowplay.records import write_record

ONLINE = Path(__file__).parents[1] / "records" / "acres"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "solo <one>.json"
    write_record(sp.record_game(sp.load_game("snowdonia", players=1), 5, ["random"]), path)
    return path


@pytest.fixture(scope="module")
def html(record: Path) -> str:
    return page(read_moves(record), record.name)


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_every_step_is_what_is_drawn(record: Path, html: str) -> None:
    data, steps = data_of(html), steps_of(read_moves(record))
    assert len(data["steps"]) == len(data["log"]) == len(steps) > 20
    shown = [-1] * data["slots"]
    for step, change in zip(steps, data["steps"], strict=True):
        for slot, chunk in zip(change[::2], change[1::2], strict=True):
            assert shown[slot] != chunk
            shown[slot] = chunk
        parts = boards.draw(step.state, highlight=step.things, choices=False).parts
        drawn = [data["chunks"][chunk] for chunk in shown if chunk >= 0]
        assert sorted(drawn) == sorted(part for part in parts.values() if part)
    assert len(set(data["chunks"])) == len(data["chunks"])


def test_a_page_is_one_file_without_a_network(html: str) -> None:
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", html)
    assert not re.search(r"<(link|img|iframe|script [^>]*src)", html)
    assert "solo &lt;one&gt;.json" in html
    assert "<one>" not in html


def test_the_log_tells_the_game(record: Path, html: str) -> None:
    log = data_of(html)["log"]
    moves = read_moves(record)
    played = [(number, move) for number, move in enumerate(moves) if move.player >= 0]
    assert [words for who, words, _ in log if who == "seat 0"] == [
        moves[number - 1].after.action_to_string(move.action) for number, move in played
    ]
    assert log[0][1] == "the game begins"
    assert not any(one[0] == other[0] == "chance" for one, other in pairwise(log))
    drawn = sum(move.player < 0 for move in moves[1:])
    told = [words for who, words, _ in log if who == "chance"]
    assert sum(int(n or 1) for words in told for n in re.findall(r"(?:x(\d+))?(?:; |$)", words) if words) >= drawn


def test_a_page_is_the_same_every_time(record: Path, html: str) -> None:
    assert page(read_moves(record), record.name) == html


def test_a_game_recorded_online_is_a_page() -> None:
    moves = read_moves(ONLINE / "y08.json")
    assert moves[-1].after.outcome() is not None
    assert len(moves) > 400
    html = page(moves[:30], "y08")
    log = data_of(html)["log"]
    assert {"British", "French", "chance"} == {who for who, _, _ in log[1:]}
    assert "unfinished" in html


def test_cards_that_a_site_put_back_are_told() -> None:
    steps = steps_of(read_moves(ONLINE / "y07.json"))
    assert sum("cards go back" in step.words for step in steps) == 1


def test_a_script_cannot_be_ended_from_inside() -> None:
    words = pages._script_text(json.dumps("</script><!-- x"))
    assert "</" not in words
    assert "<!--" not in words
    assert json.loads(words) == "</script><!-- x"


def test_what_lies_on_something_is_drawn_after_it(record: Path) -> None:
    film, canvases = Film(), [boards.draw(step.state, choices=False) for step in steps_of(read_moves(record))[::3]]
    for canvas in canvases:
        film.add(canvas.parts, canvas.height)
    place = {slot: number for number, slot in enumerate(film.slots)}
    for canvas in canvases:
        for name in canvas.frames:
            assert place["seat-0"] < place[name]
        for name in (name for name in canvas.frames if name.startswith("place-")):
            assert place[f"area-{name[6]}"] < place[name]


def test_film_keeps_the_order_of_drawing() -> None:
    film = Film()
    film.add({"ground": "g", "middle": "m", "top": "t"}, 10)
    film.add({"ground": "g", "new": "n", "top": "t2"}, 30)
    film.add({"ground": "g", "middle": "m", "top": "t"}, 20)
    assert film.slots.index("ground") < film.slots.index("new") < film.slots.index("top")
    assert film.slots.index("ground") < film.slots.index("middle") < film.slots.index("top")
    assert film.changes == [
        {"ground": 0, "middle": 1, "top": 2},
        {"new": 3, "top": 4, "middle": -1},
        {"middle": 1, "top": 2, "new": -1},
    ]
    assert film.height == 30


def test_labels_of_the_graph_do_not_overlap() -> None:
    places = pages._apart([50.0, 50.0, 51.0, 12.0], 11.0, 10.0, 60.0)
    ordered = sorted(places)
    assert all(b - a >= 11 for a, b in pairwise(ordered))
    assert 10 <= ordered[0] <= ordered[-1] <= 60


def test_the_command_writes_a_page(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    result = CliRunner().invoke(app, ["replay", str(record), "--html", str(target)])
    assert result.exit_code == 0, result.output
    assert "moves and draws" in result.output
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_the_command_does_not_write_over_the_record(record: Path) -> None:
    before = record.read_bytes()
    for path in (record, record.parent / ".." / record.parent.name / record.name):
        result = CliRunner().invoke(app, ["replay", str(record), "--html", str(path)])
        assert result.exit_code == 2
        assert "this is the record itself" in result.output
    assert record.read_bytes() == before


@pytest.mark.parametrize("more", [["--step", "0"], ["--boards"]], ids=str)
def test_a_page_is_the_whole_game(record: Path, more: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["replay", str(record), "--html", str(tmp_path / "game.html"), *more])
    assert result.exit_code == 2
    assert "without --step and --boards" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", ["{", '{"variant_rules": []}', '{"format": "something"}', "[" * 100_000])
def test_what_is_no_record_is_refused_with_its_name(content: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RecordError, match=r"broken\.json"):
        read_moves(path)


def test_a_record_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    document = json.loads((ONLINE / "y08.json").read_bytes())
    deed = next(deed for entry in document["records"] for deed in entry["actions"] if deed["action"] == "settle")
    deed["location"] = "quebec"
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(RecordError, match=r"changed\.json: turn \d+: action"):
        read_moves(path)


def test_without_jinja_the_extra_is_named(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtraError, match="analysis"):
        page(read_moves(record), "x")
