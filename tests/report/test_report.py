"""Reports of real little runs: what is in them, in every format, and that equal runs have equal reports."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import snowplay as sp
from snowplay.report import FORMATS, Report, ReportError, build

SN: dict[str, Any] = {"game": "snowdonia", "players": 3, "games": 60}
AC: dict[str, Any] = {"game": "acres", "games": 60}
# name -> tables of the experiment, sections its report has
EXPERIMENTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "options": (
        {
            "experiment": {
                "title": "Two <rules> & the standard game",
                "question": 'Does "free fur" matter?',
                **AC,
                "games": 120,
                "chunk": 60,
            },
            "generate": {"each_option": ["free_fur", "quebec_fortified"]},
        },
        ["comparison", "wins", "scores", "course"],
    ),
    "players": (
        {"experiment": {**SN, "players": 2, "watch": True}, "generate": {"players": [2, 3]}},
        ["start", "wins", "scores", "course"],
    ),
    "worth": (
        {"experiment": SN, "generate": {"forbid": ["contract:[12]", "train:4"]}},
        ["worth", "start", "wins", "scores", "course"],
    ),
    "sweep": (
        {"experiment": AC, "generate": {"sweep": {"option": "max_turns", "values": [30, 60, 90]}}},
        ["sweep", "wins", "scores", "course"],
    ),
    "words": (
        {
            "experiment": {**SN, "players": 2},
            "generate": {"sweep": {"option": "thin_fog", "values": [False, True]}},
        },
        ["sweep", "start", "wins", "scores", "course"],
    ),
    "stop": (
        {
            "experiment": {**AC, "games": 400, "chunk": 50},
            "arm": [{"name": "fortified", "options": {"quebec_fortified": True}}, {"name": "standard"}],
            "stop": {"test": "gsprt", "arms": ["standard", "fortified"], "h0": 0.0, "h1": 0.3},
        },
        ["sequential", "comparison", "wins", "scores", "course"],
    ),
    "unpaired": (
        {"experiment": {**SN, "pairing": False}, "arm": [{"name": "a"}, {"name": "b", "options": {"thin_fog": True}}]},
        ["comparison", "start", "wins", "scores", "course"],
    ),
    "agents": (
        {"experiment": {**AC, "games": 6, "rotate": "paired", "agents": ["random", "greedy"]}},
        ["agents", "wins", "scores", "course"],
    ),
    "duel": (
        {
            "experiment": {**AC, "games": 8, "chunk": 4, "rotate": "paired", "agents": ["random", "greedy"]},
            "stop": {"test": "gsprt", "agents": [1, 0], "h0": 0.0, "h1": 0.5},
        },
        ["sequential", "agents", "wins", "scores", "course"],
    ),
    "solo": ({"experiment": {**SN, "players": 1}}, ["scores", "course"]),
}


@pytest.fixture(scope="module")
def report_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[sp.Run, Report]]:
    """Play an experiment the first time it is asked for."""
    made: dict[str, tuple[sp.Run, Report]] = {}

    def get(name: str) -> tuple[sp.Run, Report]:
        if name not in made:
            tables = EXPERIMENTS[name][0]
            tables = {**tables, "experiment": {"name": name, **tables["experiment"]}}
            run = sp.run(tables, tmp_path_factory.mktemp("runs") / name, threads=1)
            made[name] = run, build(run)
        return made[name]

    return get


Made = Callable[[str], tuple[sp.Run, Report]]


class Page(HTMLParser):
    """Reads a page and checks that what is opened is closed, in order."""

    EMPTY = ("meta", "br", "img", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        for key, value in attrs:
            if key == "id":
                self.ids.append(value or "")
            if key in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_sections_that_apply_are_there_with_tables_and_plots(report_of: Made, name: str) -> None:
    _, report = report_of(name)
    assert [section.key for section in report.sections] == EXPERIMENTS[name][1]
    for section in report.sections:
        assert section.tables, section.key
        assert section.plots, section.key
        assert all(len(table) for table in section.tables)
    assert report.complete


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_page_is_whole_and_needs_nothing_else(report_of: Made, name: str) -> None:
    _, report = report_of(name)
    text = report.to_html()
    page = Page(text)
    assert "script" not in page.tags
    assert all(link.startswith("#") for link in page.links)
    assert "http:" not in text and "https:" not in text
    assert "@import" not in text
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert page.tags.count("svg") == sum(len(section.plots) for section in report.sections)
    shown = " ".join(page.text)
    assert all(finding.text in shown for finding in report.findings)
    assert not re.search(r"\bnan\b|\bNone\b|Interval\(", shown)


@pytest.mark.parametrize("name", ["worth", "stop"])
def test_equal_runs_have_equal_reports(report_of: Made, name: str, tmp_path: Path) -> None:
    run, report = report_of(name)
    again = build(sp.run(run.experiment, tmp_path / "elsewhere", threads=2))
    for format in FORMATS:
        text = report.render(format)
        assert again.render(format) == text
        assert str(run.path) not in text


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_markdown_and_json_hold_the_same_tables(report_of: Made, name: str) -> None:
    _, report = report_of(name)
    text, data = report.to_markdown(), json.loads(report.to_json())
    assert text.startswith(f"# {report.title}\n")
    assert data["format"] == "snowplay-report"
    assert [finding["text"] for finding in data["findings"]] == [finding.text for finding in report.findings]
    for section, as_data in zip(report.sections, data["sections"], strict=True):
        assert f"## {section.title}\n" in text
        assert [table["key"] for table in as_data["tables"]] == [table.key for table in section.tables]
        assert [plot["key"] for plot in as_data["plots"]] == [plot.key for plot in section.plots]
        for table in section.tables:
            assert table.to_markdown() in text + "\n"
    assert all(f"{finding.text}\n" in text for finding in report.findings)


def test_keys_of_tables_and_plots_are_their_own(report_of: Made) -> None:
    for name in EXPERIMENTS:
        _, report = report_of(name)
        tables = [table.key for section in report.sections for table in section.tables]
        plots = [plot.key for section in report.sections for plot in section.plots]
        assert len(tables) == len(set(tables)), name
        assert len(plots) == len(set(plots)), name


# ---- what it says ----


def said(report: Report) -> str:
    return "\n".join(f"{finding.certainty}: {finding.text}" for finding in report.findings)


def test_a_strong_rule_is_found(report_of: Made) -> None:
    run, report = report_of("options")
    difference = run.pairs("quebec_fortified", "standard", ["winner"]).select(
        ((1 - _column("winner_a")).cast(int) - (1 - _column("winner_b")).cast(int)).mean()
    )
    points = 100 * difference.item()
    assert f"With quebec_fortified the British win {abs(points):.1f} percentage points less often" in said(report)
    assert "120 paired games" in said(report)
    assert "warning: All players chose at random." in said(report)


def _column(name: str) -> Any:
    import polars as pl

    return pl.col(name).cast(pl.Int64)


def test_unpaired_arms_are_told_as_such(report_of: Made) -> None:
    _, report = report_of("unpaired")
    assert "60 games each, not paired" in said(report)
    assert "paired games" not in said(report)
    assert dict(report.provenance)["Seed"] == "0; every arm has its own deals"


def test_worth_has_three_kinds_side_by_side(report_of: Made) -> None:
    _, report = report_of("worth")
    (section,) = (section for section in report.sections if section.key == "worth")
    by_key = {table.key: table for table in section.tables}
    assert {"worth_score", "worth_win", "restricted_score", "restricted_win"} == set(by_key)
    keys = [column.key for column in by_key["worth_score"].columns]
    assert keys[:5] == ["words", "held", "observed", "regression", "restricted"]
    assert len(by_key["worth_score"]) == 3
    assert "only this tells what the item causes" in section.text[0]
    assert said(report).count("contract 1 (") == 2  # points and wins
    described = next(section for section in report.sections if section.key == "wins")
    assert set(described.tables[0].column("arm")) == {"standard"}


def test_a_sweep_has_slopes_and_lines(report_of: Made) -> None:
    _, report = report_of("sweep")
    assert re.search(
        r"clear: For each one more of max_turns, the length of a game rises by 0\.\d+ player-turns", said(report)
    )
    assert "In 3 arms some games did not come to their end" in said(report)
    _, report = report_of("words")
    assert "For each one more" not in said(report)  # false and true are no numbers


def test_a_sequential_test_tells_its_way(report_of: Made) -> None:
    run, report = report_of("stop")
    assert run.stopped is not None
    (section,) = (section for section in report.sections if section.key == "sequential")
    assert section.tables[0].column("seen")[-1] == run.stopped["games"]
    assert section.tables[0].column("llr")[-1] == pytest.approx(run.stopped["llr"])
    assert (
        f"of standard against fortified accepted {run.stopped['verdict']} after {run.stopped['games']} paired"
        in said(report)
    )
    assert "stopped by the sequential test" in dict(report.provenance)["State"]


def test_a_test_of_agents_counts_deals(report_of: Made) -> None:
    run, report = report_of("duel")
    assert run.stopped is not None
    (section,) = (section for section in report.sections if section.key == "sequential")
    assert section.tables[0].column("seen")[-1] == run.stopped["games"] // 2
    assert section.tables[0].column("llr")[-1] == pytest.approx(run.stopped["llr"])
    assert "of agent 1 (greedy) against agent 0 (random)" in said(report)
    assert re.search(r" after \d deals[.:]", said(report))


def test_agents_are_named(report_of: Made) -> None:
    run, report = report_of("agents")
    assert "warning: Players: greedy and random." in said(report)
    assert "Agent greedy wins" in said(report)
    assert dict(report.provenance)["Agents"] == "greedy and random"
    assert run.games("standard") == 6


def test_provenance_is_enough_to_repeat_the_run(report_of: Made, tmp_path: Path) -> None:
    run, report = report_of("options")
    found = dict(report.provenance)
    assert found["Game"] == "acres, 2 players"
    assert found["Games"] == "120 in each of 3 arms, 360 in all"
    assert found["State"] == "complete"
    assert found["Generator"] == "xoshiro256++"
    assert sp.__version__ in found["Played by"]
    assert "win rates: " in found["Gain of common deals"]
    assert report.arms.column("hash") == [arm.game.rules_hash for arm in run.arms]
    assert report.arms.column("rules") == ["none", "quebec_fortified = true", "free_fur = true"]
    (tmp_path / "experiment.toml").write_text(report.experiment, encoding="utf-8")
    assert sp.load_experiment(tmp_path / "experiment.toml").to_toml() == run.experiment.to_toml()


# ---- incomplete and impossible ----


def cut(run: sp.Run, folder: Path, chunks: int) -> sp.Run:
    """Copy a run as it was when only its first chunks were safe."""
    shutil.copytree(run.path, folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    lines = sorted(manifest["chunks"], key=lambda entry: entry["chunk"])[:chunks]
    (folder / "progress.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    manifest |= {"complete": False, "chunks": []}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return sp.open_run(folder)


def test_an_incomplete_run_is_reported_and_marked(report_of: Made, tmp_path: Path) -> None:
    run, _ = report_of("options")
    half = cut(run, tmp_path / "half", 4)
    assert [half.games(arm) for arm in half.arms] == [120, 60, 60]
    report = build(half)
    assert not report.complete
    assert report.findings[0].certainty == "warning"
    assert "The run is not complete: 240 of 360 games have been played." in report.findings[0].text
    assert "60 paired games" in said(report)
    assert dict(report.provenance)["State"].startswith("not complete")
    assert "The run is not complete" in report.to_html()


def test_an_arm_without_games_is_left_out_and_named(report_of: Made, tmp_path: Path) -> None:
    run, _ = report_of("options")
    report = build(cut(run, tmp_path / "two", 2))
    assert "quebec_fortified" in said(report)
    assert "free_fur" not in said(report)
    assert report.arms.column("games") == [60, 60, 0]


def test_a_run_without_games_cannot_be_reported(report_of: Made, tmp_path: Path) -> None:
    run, _ = report_of("options")
    with pytest.raises(ReportError, match="arm standard has no games yet; `snowplay run` with the same experiment"):
        build(cut(run, tmp_path / "none", 0))


def test_titles_from_outside_cannot_become_markup(report_of: Made) -> None:
    _, report = report_of("options")
    text = report.to_html()
    assert "Two <rules>" not in text
    assert "Two &lt;rules&gt; &amp; the standard game" in text


def test_a_notebook_shows_a_report_in_a_frame(report_of: Made) -> None:
    _, report = report_of("solo")
    page = Page(report._repr_html_())
    assert page.tags == ["iframe"]  # nothing of the page is outside of it
    assert html.escape(report.to_html()) in report._repr_html_()


def test_the_ending_of_a_file_is_its_format(report_of: Made, tmp_path: Path) -> None:
    _, report = report_of("solo")
    for format in FORMATS:
        report.save(tmp_path / f"report.{format}")
        assert (tmp_path / f"report.{format}").read_text(encoding="utf-8") == report.render(format)
    with pytest.raises(ReportError, match="format 'htm': there is html, md, json; did you mean 'html'"):
        report.save(tmp_path / "report.htm")
    assert len(list(tmp_path.iterdir())) == len(FORMATS)
