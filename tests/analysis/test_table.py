"""Tables: cells as they are shown, and the forms a table can take."""

from __future__ import annotations

import json
import math
from xml.etree import ElementTree

import pytest

from snowplay.analysis import Column, Table, format_cell
from snowplay.analysis.table import Cell, Kind
from snowplay.stats import Interval

NAN = math.nan


@pytest.mark.parametrize(
    ("kind", "signed", "cell", "text"),
    [
        ("text", False, "a", "a"),
        ("text", False, None, "-"),
        ("count", False, 1234567, "1,234,567"),
        ("count", False, 0, "0"),
        ("share", False, 0.12345, "12.35 %"),
        ("share", True, 0.015, "+1.50 pp"),
        ("share", True, -0.0000001, "0.00 pp"),
        ("share", False, Interval(0.5, 0.4, 0.6), "50.00 % (40.00 to 60.00)"),
        ("share", True, Interval(0.5, -0.4, 0.6), "+50.00 pp (-40.00 to +60.00)"),
        ("number", False, -1234.567, "-1,234.57"),
        ("number", True, 2, "+2.00"),
        ("number", False, NAN, "-"),
        ("number", False, math.inf, "inf"),
        ("number", False, -math.inf, "-inf"),
        ("number", False, Interval(1.0, NAN, NAN), "1.00"),
        ("number", False, Interval(NAN, NAN, NAN), "-"),
        ("p", False, 0.0312, "0.0312"),
        ("p", False, 0.00009, "< 0.0001"),
        ("p", False, 1.0, "1.0000"),
        ("p", False, NAN, "-"),
    ],
)
def test_how_a_cell_is_shown(kind: Kind, signed: bool, cell: Cell, text: str) -> None:
    assert format_cell(Column("x", "X", kind, 2, "", signed), cell) == text


TABLE = Table(
    "demo",
    "A <demo>",
    (Column("name", "Na|me", "text"), Column("win", "Wins", "share", 1, 'so "called"'), Column("n", "Games", "count")),
    (("a|b <c>", Interval(0.25, 0.125, 1 / 3), 10), ("d", None, 0), ("e", NAN, 3)),
    ("A note & more.",),
)


def test_markdown() -> None:
    assert TABLE.to_markdown().splitlines() == [
        "**A <demo>**",
        "",
        "| Na\\|me | Wins | Games |",
        "| :-- | --: | --: |",
        "| a\\|b <c> | 25.0 % (12.5 to 33.3) | 10 |",
        "| d | - | 0 |",
        "| e | - | 3 |",
        "",
        "- A note & more.",
    ]


def test_plain_data_is_json_without_nan_and_with_stable_digits() -> None:
    data = json.loads(json.dumps(TABLE.as_dict(), allow_nan=False))
    assert data["rows"] == [
        {"name": "a|b <c>", "win": {"value": 0.25, "low": 0.125, "high": 0.333333333333}, "n": 10},
        {"name": "d", "win": None, "n": 0},
        {"name": "e", "win": None, "n": 3},
    ]
    assert data["columns"][1]["help"] == 'so "called"'
    assert data["notes"] == ["A note & more."]
    assert Table("t", "T", (Column("x", "X", "number"),), ((math.inf,),)).as_dict()["rows"] == [{"x": None}]


def test_html_is_well_formed_and_escaped() -> None:
    root = ElementTree.fromstring(f"<div>{TABLE._repr_html_()}</div>")
    assert [cell.text for cell in root.iter("td")] == [
        *("a|b <c>", "25.0 % (12.5 to 33.3)", "10"),
        *("d", "-", "0"),
        *("e", "-", "3"),
    ]
    assert root.findtext(".//caption") == "A <demo>"
    assert [note.text for note in root.iter("li")] == ["A note & more."]


def test_frame_has_the_ends_of_intervals_as_columns() -> None:
    frame = TABLE.to_polars()
    assert frame.columns == ["name", "win", "win_low", "win_high", "n"]
    assert frame["win_low"].to_list() == [0.125, None, None]
    assert frame["n"].to_list() == [10, 0, 3]


def test_column_by_key() -> None:
    assert TABLE.column("n") == [10, 0, 3]
    assert len(TABLE) == 3
    with pytest.raises(KeyError, match="no column 'wins'; there is name, win, n"):
        TABLE.column("wins")


def test_a_table_has_cells_for_its_columns() -> None:
    column = Column("x", "X", "text")
    with pytest.raises(ValueError, match="row 1 has 2 cells for 1 columns"):
        Table("t", "T", (column,), (("a",), ("a", "b")))
    with pytest.raises(ValueError, match="same key"):
        Table("t", "T", (column, column), ())
