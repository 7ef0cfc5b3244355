"""Corners of experiments: what is refused before the first game, what a damaged or unfinished directory still gives."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import snowplay as sp
from snowplay.analysis import rating_table, sweep_slopes
from snowplay.errors import RulesError, RunError
from snowplay.experiments.runner import execute
from snowplay.experiments.store import LEDGER, Store, safe_chunks


def asked(game: str = "snowdonia", arms: list[dict[str, Any]] | None = None, **settings: Any) -> dict[str, Any]:
    """An experiment of few games in small chunks."""
    generate = {key: settings.pop(key) for key in ("generate", "stop") if key in settings}
    head = {"name": "corner", "game": game, "games": 40, "chunk": 10, **settings}
    if game == "snowdonia":
        head.setdefault("players", 2)
    return {"experiment": head, **({"arm": arms} if arms else {}), **generate}


def test_a_sweep_without_effect_has_slope_0(tmp_path: Path) -> None:
    sweep = {"sweep": {"option": "steel_limit", "values": [40, 50, 60]}}
    run = sp.run(asked(games=60, generate=sweep), tmp_path / "run")
    for row in sweep_slopes(run).rows:
        slope, p = row[4], row[5]
        assert (slope.value, slope.low, slope.high, p) == (0, 0, 0, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (
            asked(generate={"players": [2, 3], "sweep": {"option": "steel_limit", "values": [1, 2]}}),
            "both players and sweep",
        ),
        (asked("acres", agents=["random", "halifax_hammer"]), "in seat 1"),
        (asked("acres", agents=["halifax_hammer", "random"], rotate="cycle"), "rotate = 'cycle'"),
        (asked(arms=[{"name": "A"}, {"name": "a"}]), "a name of its own"),
        (asked(arms=[{"name": "x\n"}]), "a name of letters"),
    ],
)
def test_what_cannot_be_played_is_told_before_the_first_game(
    document: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(RulesError, match=words):
        sp.run(document, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_plan_for_one_side_plays_it(tmp_path: Path) -> None:
    run = sp.run(asked("acres", games=4, chunk=2, agents=["halifax_hammer", "random"]), tmp_path / "run")
    assert run.games("standard") == 4


@pytest.mark.parametrize("given", [{"options": {"thin_fog": True}}, {"variant": {"options": {"thin_fog": True}}}])
def test_each_option_is_switched_from_what_the_experiment_has(given: dict[str, Any], tmp_path: Path) -> None:
    run = sp.run(asked(games=2, **given, generate={"each_option": ["thin_fog"]}), tmp_path / "run")
    assert [arm.name for arm in run.arms] == ["standard", "thin_fog-off"]
    assert [arm.game.options["thin_fog"] for arm in run.arms] == [True, False]


def test_a_test_of_one_arm_ends_though_another_has_more_chunks(tmp_path: Path) -> None:
    document = asked(
        games=12,
        chunk=3,
        rotate="paired",
        agents=["random"],
        arms=[{"name": "two", "players": 2, "agents": ["random", "greedy"]}, {"name": "three", "players": 3}],
    )
    document["stop"] = {"test": "gsprt", "agents": [0, 1], "h0": -0.01, "h1": 0.01}
    run = sp.run(document, tmp_path / "run")
    assert run.complete
    assert run.games("three") == 12
    assert run.stopped is not None
    assert run.stopped["verdict"] is None


@pytest.mark.parametrize("gone", ["rows", "rows/arm=standard"])
def test_a_folder_that_is_gone_is_played_again(gone: str, tmp_path: Path) -> None:
    whole = sp.run(asked(), tmp_path / "run")
    wanted = [file.read_bytes() for file in whole.files("standard")]
    shutil.rmtree(tmp_path / "run" / gone)
    (tmp_path / "run" / "rows").mkdir(exist_ok=True)
    (tmp_path / "run" / "rows" / "stray.txt").write_text("not ours")
    outcome = execute(asked(), tmp_path / "run")
    assert outcome.run.complete
    assert outcome.played == 4
    assert [file.read_bytes() for file in outcome.run.files("standard")] == wanted


def test_the_order_of_arms_counts(tmp_path: Path) -> None:
    arms = [{"name": "x"}, {"name": "y", "options": {"thin_fog": True}}]
    sp.run(asked(games=2, arms=arms), tmp_path / "run")
    with pytest.raises(RunError, match="order of arm"):
        sp.run(asked(games=2, arms=arms[::-1]), tmp_path / "run")


def test_an_unfinished_run_is_read_as_far_as_it_is(tmp_path: Path) -> None:
    document = asked(arms=[{"name": "x"}, {"name": "y", "options": {"thin_fog": True}}])
    sp.run(document, tmp_path / "whole")
    experiment = sp.load_experiment(document)
    run = sp.open_run(tmp_path / "whole")
    with Store(tmp_path / "part", experiment, run.arms) as store:
        first = next(chunk for chunk in store._plan.values() if chunk.arm.name == "x" and chunk.index == 0)
        store.put(first, run.files("x")[0].read_bytes())
        opened = sp.open_run(tmp_path / "part")
        assert (opened.games("x"), opened.games("y"), opened.complete) == (10, 0, False)
        assert len(opened.scan().collect()) == 10
        before = sp.open_run(tmp_path / "part")
        store.finish(None)
    assert not (tmp_path / "part" / LEDGER).exists()
    assert len(safe_chunks(tmp_path / "part", before.manifest)) == 1
    assert before.games("x") == 10


def test_ratings_of_a_run_in_which_nobody_met(tmp_path: Path) -> None:
    assert rating_table(sp.run(asked(games=2), tmp_path / "run")).rows == ()
