"""Plots show every row of their table, refer to nothing outside and are the same for the same table."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from snowplay.analysis import plots
from snowplay.analysis.plots import Plot
from snowplay.analysis.table import Column, Table
from snowplay.stats import Interval

ARMS = Table(
    "arms",
    "Arms against standard",
    (
        Column("arm", "Arm", "text"),
        Column("seat", "Side", "text"),
        Column("wins", "Win rate difference", "share", signed=True),
        Column("score", "Score difference", "number", signed=True),
    ),
    (
        ("siege_delay", "British", Interval(0.011, 0.008, 0.014), Interval(1.1, 0.8, 1.4)),
        ("siege_delay", "French", Interval(-0.001, -0.004, 0.002), Interval(-0.1, -0.4, 0.2)),
        ('a <b> & "c"', "British", Interval(-0.02, -0.024, -0.016), Interval(math.nan, math.nan, math.nan)),
        ('a <b> & "c"', "French", None, 2.5),
    ),
)
SPREAD = Table(
    "spread",
    "Scores",
    (
        Column("seat", "Seat", "text"),
        *(Column(f"q{share}", f"{share} %", "number") for share in (5, 25, 50, 75, 95)),
        Column("mean", "Mean", "number"),
    ),
    (("seat 0", 10, 20, 30, 40, 55, Interval(30.5, 30.0, 31.0)), ("seat 1", 12, 20, 31, 40, 50, 30.0)),
)
COUNTS = Table(
    "counts",
    "How often",
    (Column("points", "Points", "number"), Column("a", "seat 0", "share"), Column("b", "seat 1", "share")),
    ((-2, 0.25, 0.5), (-1, 0.5, 0.25), (0, 0.25, 0.25)),
)
PARTS = Table(
    "parts",
    "Score by source",
    (Column("seat", "Seat", "text"), Column("track", "track", "number"), Column("train", "train", "number")),
    (("seat 0", 12.5, Interval(-4.0, -4.1, -3.9)), ("seat 1", 11.5, 0)),
)
SWEEP = Table(
    "sweep",
    "French money",
    (Column("value", "setup.french.money", "number"), Column("side", "Side", "text"), Column("wins", "Wins", "share")),
    tuple(
        (value, side, Interval(0.5 + sign * 0.01 * value, 0.48 + sign * 0.01 * value, 0.52 + sign * 0.01 * value))
        for value in (3, 5, 7)
        for side, sign in (("British", -1), ("French", 1))
    ),
)
LOOKS = Table(
    "looks",
    "Sequential test",
    (Column("pairs", "Pairs", "count"), Column("llr", "Log-likelihood ratio", "number")),
    ((100, 0.5), (200, 1.5), (300, 3.1)),
)
MAKERS: dict[str, Callable[[], Plot]] = {
    "intervals": lambda: plots.intervals(ARMS, label="arm", values=["wins"], group="seat", reference=0.0),
    "panels": lambda: plots.intervals(ARMS, label="arm", values=["wins", "score"], group="seat", shared=False),
    "boxes": lambda: plots.boxes(SPREAD, label="seat", quantiles=["q5", "q25", "q50", "q75", "q95"], mean="mean"),
    "histogram": lambda: plots.histogram(COUNTS, x="points", series=["a", "b"]),
    "stacked": lambda: plots.stacked(PARTS, label="seat", parts=["track", "train"], axis="mean points"),
    "curve": lambda: plots.curve(SWEEP, x="value", y="wins", group="side", lines=[(0.5, -0.01), (0.5, 0.01)]),
    "path": lambda: plots.path(LOOKS, x="pairs", y="llr", bounds=(-2.9, 2.9), bound_names=("H0", "H1")),
}


def texts(plot: Plot) -> str:
    root = ET.fromstring(plot.to_svg())
    return "\n".join(element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize("name", MAKERS)
def test_the_same_table_gives_the_same_bytes(name: str) -> None:
    assert MAKERS[name]() == MAKERS[name]()


@pytest.mark.parametrize("name", MAKERS)
def test_a_plot_refers_to_nothing_outside(name: str) -> None:
    plot = MAKERS[name]()
    assert "http" not in plot.svg
    assert not re.search(r"\d{4}-\d{2}-\d{2}", plot.svg)  # no date
    for target in re.findall(r'href="([^"]*)"|url\(([^)]*)\)', plot.svg):
        reference = "".join(target)
        assert reference.startswith(f"#{plot.key}-")
        assert f'id="{reference[1:]}"' in plot.svg


@pytest.mark.parametrize("name", MAKERS)
def test_a_plot_has_words_for_those_who_cannot_see_it(name: str) -> None:
    plot = MAKERS[name]()
    root = ET.fromstring(plot.to_svg())
    assert root.get("role") == "img"
    assert root.get("aria-label") == f"{plot.title}; {plot.alt}"
    assert f"<figcaption>{plot.title}</figcaption>" in plot._repr_html_()


def test_labels_and_legend_are_text() -> None:
    shown = texts(MAKERS["intervals"]())
    for words in ("siege_delay", 'a <b> & "c"', "British", "French", "Win rate difference (percentage points)"):
        assert words in shown
    shown = texts(MAKERS["stacked"]())
    assert "12.5" in shown
    assert "\N{MINUS SIGN}4.0" in shown
    assert "setup.french.money" in texts(MAKERS["curve"]())
    assert "H1" in texts(MAKERS["path"]())


def fills(plot: Plot) -> list[str]:
    """Return how each mark of a plot of two groups is filled, without those of the legend."""
    return re.findall(r'<use [^>]*style="fill: (#\w+); stroke: #(?:0072b2|d55e00)', plot.svg)[:-2]


def test_marks_are_hollow_where_the_interval_holds_the_reference() -> None:
    assert fills(MAKERS["intervals"]()) == ["#0072b2", "#ffffff", "#0072b2"]  # the cell without a value has no mark
    unreferenced = plots.intervals(ARMS, label="arm", values=["wins"], group="seat")
    assert fills(unreferenced) == ["#0072b2", "#d55e00", "#0072b2"]


def test_two_plots_on_a_page_share_no_ids() -> None:
    first = set(re.findall(r' id="([^"]*)"', MAKERS["intervals"]().svg))
    second = set(re.findall(r' id="([^"]*)"', plots.intervals(ARMS, label="arm", values=["wins"], key="other").svg))
    assert first and second
    assert not first & second


def test_settings_of_other_plots_neither_count_nor_change() -> None:
    import matplotlib

    plain = MAKERS["stacked"]()
    with matplotlib.rc_context({"font.size": 31.0, "axes.grid": False, "svg.fonttype": "path"}):
        assert MAKERS["stacked"]() == plain
        assert matplotlib.rcParams["font.size"] == 31.0


def test_a_plot_is_saved_as_a_file_of_its_own(tmp_path: Path) -> None:
    plot = MAKERS["path"]()
    plot.save(tmp_path / "plot.svg")
    assert ET.parse(tmp_path / "plot.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert [path.name for path in tmp_path.iterdir()] == ["plot.svg"]


def test_a_column_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="no column 'win'; there is arm, seat, wins, score"):
        plots.intervals(ARMS, label="arm", values=["win"])


def test_empty_tables_can_be_drawn() -> None:
    empty = Table("empty", "Nothing", COUNTS.columns, ())
    assert plots.histogram(empty, x="points", series=["a"]).svg
    assert plots.intervals(Table("none", "Nothing", ARMS.columns, ()), label="arm", values=["wins"]).svg
    assert plots.curve(Table("none", "Nothing", SWEEP.columns, ()), x="value", y="wins").svg
