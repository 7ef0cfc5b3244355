"""The sequential test: where it stops depends on the games alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runs import asked, content, played

import snowplay as sp
from snowplay.analysis import Gsprt

ARMS = [{"name": "standard"}, {"name": "delay", "options": {"british_siege_delay": True}}]


def compared(h0: float = 0.0, h1: float = 0.2, **entries: Any) -> dict[str, Any]:
    stop = {"test": "gsprt", "arms": ["standard", "delay"], "h0": h0, "h1": h1, **entries.pop("stop", {})}
    return asked(ARMS, **{"game": "acres", "games": 1200, "chunk": 60, "stop": stop, **entries})


def expected(h0: float, h1: float, seat: int = 0) -> tuple[str | None, int, float]:
    """Verdict, number of chunks and ratio of the test on the wins of a seat, from plain playouts."""
    first, second = (
        (sp.playouts(sp.load_game("acres", **options), 1200)["winner"] == seat).astype(int)
        for options in ({}, {"british_siege_delay": True})
    )
    test = Gsprt(h0, h1, 0.05, 0.05)
    for chunk in range(20):
        part = slice(60 * chunk, 60 * chunk + 60)
        test.add(np.bincount(first[part] - second[part] + 1, minlength=3).tolist())
        if test.verdict:
            break
    return test.verdict, chunk + 1, test.llr


@pytest.mark.parametrize(("h0", "h1", "seat"), [(-0.2, 0.0, 0), (0.0, 0.3, 0), (0.0, 0.3, 1), (-0.001, 0.001, 0)])
def test_it_stops_where_the_test_says(h0: float, h1: float, seat: int, tmp_path: Path) -> None:
    verdict, chunks, llr = expected(h0, h1, seat)
    run = played(tmp_path, compared(h0, h1, stop={"seat": seat})).run
    assert run.complete
    assert run.stopped == {"test": "gsprt", "verdict": verdict, "llr": llr, "chunks": chunks, "games": 60 * chunks}
    assert [run.games(arm) for arm in run.arms] == [60 * chunks] * 2
    assert {arm.name: len(run.files(arm)) for arm in run.arms} == {"standard": chunks, "delay": chunks}
    assert len(list(tmp_path.rglob("*.parquet"))) == 2 * chunks


def test_the_cases_above_end_in_every_way() -> None:
    ends = [expected(h0, h1)[0] for h0, h1 in ((-0.2, 0.0), (0.0, 0.3), (-0.001, 0.001))]
    assert ends == ["H1", "H0", None]


def test_it_stops_there_after_an_interruption_and_with_other_threads(tmp_path: Path) -> None:
    played(tmp_path / "a", compared())
    chunks = sp.open_run(tmp_path / "a").stopped["chunks"]  # type: ignore[index]
    assert 1 < chunks < 20
    played(tmp_path / "b", compared(), threads=3)
    assert content(tmp_path / "b") == content(tmp_path / "a")
    # As if it had been killed before the last chunk, and had chunks that lie beyond the end.
    for name, extra in (("c", -1), ("d", 2)):
        folder = tmp_path / name
        played(folder, compared(-0.001, 0.001))
        manifest = json.loads((folder / "manifest.json").read_text())
        kept = [entry for entry in manifest["chunks"] if entry["chunk"] < chunks + extra]
        manifest |= {"complete": False, "stopped": None, "chunks": []}
        (folder / "manifest.json").write_text(json.dumps(manifest))
        (folder / "progress.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in kept))
        (folder / "experiment.toml").write_bytes((tmp_path / "a" / "experiment.toml").read_bytes())
        played(folder, compared())
        assert content(folder) == content(tmp_path / "a")


def test_agents_are_compared_by_deal_when_they_exchange_seats(tmp_path: Path) -> None:
    stop = {"test": "gsprt", "agents": [0, 1], "h0": -0.2, "h1": 0.2}
    run = played(tmp_path, asked(game="acres", games=600, chunk=50, rotate="paired", stop=stop)).run
    # Both agents are alike, so each deal is won once by either: nothing speaks for one of the hypotheses.
    assert run.stopped is not None
    assert run.stopped["verdict"] is None and abs(run.stopped["llr"]) < 1e-6
    assert run.stopped["games"] == 600


def test_agents_are_compared_by_game_when_they_go_round(tmp_path: Path) -> None:
    stop = {"test": "gsprt", "agents": [1, 0], "h0": 0.0, "h1": 0.3}
    run = played(tmp_path, asked(game="acres", games=2000, chunk=100, rotate="cycle", stop=stop)).run
    rows = sp.playouts(sp.load_game("acres"), 2000)
    test = Gsprt(0.0, 0.3, 0.05, 0.05)
    agent = (rows["winner"].astype(int) + np.arange(2000)) % 2
    for first in range(0, 2000, 100):
        won = agent[first : first + 100]
        test.add([int((won == 0).sum()), 0, int((won == 1).sum())])
        if test.verdict:
            break
    assert run.stopped is not None
    assert (run.stopped["verdict"], run.stopped["llr"], run.stopped["games"]) == (test.verdict, test.llr, first + 100)
