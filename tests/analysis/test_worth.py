"""What items are worth: statsmodels on the same rows, and made up games whose truth is known."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from support.intervals import held
from support.runs import MemoryRun, plan, played

from snowplay import analysis
from snowplay.analysis import worth
from snowplay.items import Item
from snowplay.stats import Z95

FORBID = ["contract:7", "train:4"]


@cache
def snowdonia(rotate: str = "none") -> MemoryRun:
    document = {
        "experiment": {"game": "snowdonia", "players": 3, "rotate": rotate},
        "generate": {"forbid": FORBID, "forbid_seat": 1},
    }
    return played(document, games=1500)


def cases(
    run: MemoryRun, result: str, seats: range | list[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]:
    """Items, controls and results of all cases, made by hand from the rows; a case for each game and seat."""
    frame = run.frames["standard"]
    items = run.baseline.game.front.items()
    blocks, controls, results = [], [], []
    for seat in seats:
        held_items = []
        for item in items.values():
            family, _, number = item.name.partition(":")
            if family == "contract":
                held_items.append(frame[f"contracts_taken_{seat}"].to_numpy() >> (int(number) - 1) & 1)
            else:
                held_items.append(frame[f"train_owned_{seat}"].to_numpy() == int(number))
        blocks.append(np.stack(held_items, axis=1).astype(float))
        place = (seat - frame["start_seat"].to_numpy().astype(int)) % 3
        dummies = [np.full(len(frame), seat == other) for other in list(seats)[1:]] + [place == 1, place == 2]
        controls.append(np.stack(dummies, axis=1).astype(float))
        results.append(frame[f"score_{seat}"] if result == "score" else (frame["winner"] == seat))
    deals = np.tile(frame["deal"].to_numpy(), len(list(seats)))
    y = np.concatenate([values.to_numpy().astype(float) for values in results])
    return np.column_stack([np.concatenate(blocks), np.concatenate(controls)]), y, deals, list(items)


@pytest.mark.parametrize("result", ["score", "win"])
@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("rotate", ["none", "paired"])
def test_regression(rotate: str, seat: int | None, result: Any) -> None:
    run = snowdonia(rotate)
    x, y, deals, names = cases(run, result, range(3) if seat is None else [seat])
    model = sm.OLS(y, sm.add_constant(x)).fit(cov_type="cluster", cov_kwds={"groups": deals})
    table = analysis.regression_worth(run, seat=seat, result=result)
    rows = {row["item"]: row for row in table.records()}
    assert set(rows) == set(names)
    for j, name in enumerate(names):
        assert rows[name]["held"] == pytest.approx(x[:, j].mean())
        assert rows[name]["effect"].value == pytest.approx(model.params[1 + j])
        assert rows[name]["effect"].half_width == pytest.approx(Z95 * model.bse[1 + j])
        assert rows[name]["p"] == pytest.approx(model.pvalues[1 + j], abs=1e-9)
    assert f"R2 = {model.rsquared:.3f}." in table.notes
    values = [row["effect"].value for row in table.records()]
    assert values == sorted(values, reverse=True)


def test_errors_of_single_seats_are_those_robust_to_unlike_variances() -> None:
    """A case to a cluster: White's errors with the correction HC1."""
    run = snowdonia()
    x, y, _, names = cases(run, "score", [0])
    model = sm.OLS(y, sm.add_constant(x)).fit(cov_type="HC1")
    rows = {row["item"]: row for row in analysis.regression_worth(run, seat=0).records()}
    for j, name in enumerate(names):
        assert rows[name]["effect"].half_width == pytest.approx(Z95 * model.bse[1 + j])


@pytest.mark.parametrize("rotate", ["none", "paired"])
def test_observed(rotate: str) -> None:
    run = snowdonia(rotate)
    x, y, deals, names = cases(run, "score", range(3))
    rows = {row["item"]: row for row in analysis.observed_worth(run).records()}
    for j, name in enumerate(names):
        model = sm.OLS(y, sm.add_constant(x[:, j])).fit(cov_type="cluster", cov_kwds={"groups": deals})
        row = rows[name]
        assert (row["with"], row["without"]) == pytest.approx((y[x[:, j] == 1].mean(), y[x[:, j] == 0].mean()))
        assert row["difference"].value == pytest.approx(model.params[1])
        assert row["difference"].half_width == pytest.approx(Z95 * model.bse[1])
    p = [row["p"] for row in rows.values()]
    assert [row["p_holm"] for row in rows.values()] == pytest.approx(analysis.holm(p))
    assert [row["p_bh"] for row in rows.values()] == pytest.approx(analysis.benjamini_hochberg(p))


@pytest.mark.parametrize("rotate", ["none", "paired"])
@pytest.mark.parametrize("result", ["score", "win"])
def test_restricted_play_is_the_paired_difference(rotate: str, result: Any) -> None:
    run = snowdonia(rotate)
    table = analysis.restricted_worth(run, result=result)
    assert sorted(table.column("item")) == FORBID
    assert table.column("seat") == ["seat 1", "seat 1"]
    base = run.frames["standard"]
    for row in table.records():
        arm = next(arm for arm in run.arms if arm.item == row["item"])
        pair = [
            frame["score_1"] if result == "score" else frame["winner"] == 1 for frame in (base, run.frames[arm.name])
        ]
        difference = pair[0].to_numpy().astype(float) - pair[1].to_numpy().astype(float)
        model = sm.OLS(difference, np.ones(1500)).fit(cov_type="cluster", cov_kwds={"groups": base["deal"].to_numpy()})
        assert row["worth"].value == pytest.approx(model.params[0])
        assert row["worth"].half_width == pytest.approx(Z95 * model.bse[0])
        assert row["held"] == pytest.approx(
            base.select(worth.had(run.baseline.game.front.items()[row["item"]], 1)).mean().item()
        )
        assert row["gain"] > 1
        # nobody took what was forbidden
        assert not run.frames[arm.name].select(worth.had(arm.game.front.items()[row["item"]], 1)).to_series().any()


def test_three_kinds_side_by_side_for_the_seat_that_is_forbidden() -> None:
    run = snowdonia()
    table = analysis.item_worth(run)
    kinds = {
        "observed": {row["item"]: row["difference"] for row in analysis.observed_worth(run, seat=1).records()},
        "regression": {row["item"]: row["effect"] for row in analysis.regression_worth(run, seat=1).records()},
        "restricted": {row["item"]: row["worth"] for row in analysis.restricted_worth(run).records()},
    }
    assert table.column("item") == analysis.restricted_worth(run).column("item")
    for row in table.records():
        for kind, values in kinds.items():
            assert row[kind] == values[row["item"]]
    assert table.column("p_holm") == analysis.restricted_worth(run).column("p_holm")
    assert [column.key for column in table.columns][-2:] == ["p_holm", "p_bh"]
    assert any("only one of the three" in note for note in table.notes)


def test_without_forbidding_arms_there_are_two_associations() -> None:
    run = snowdonia()
    alone = MemoryRun(run.experiment, run.arms, {"standard": run.frames["standard"]})
    assert len(analysis.restricted_worth(alone)) == 0
    table = analysis.item_worth(alone)
    assert len(table) == len(run.baseline.game.front.items())
    assert set(table.column("restricted")) == {None}
    assert table.column("p_holm") == analysis.regression_worth(alone).column("p_holm")
    assert "p-values: of the regression" in table.notes[-1]


@pytest.mark.parametrize("rotate", ["none", "paired"])
def test_rows_are_read_in_batches(rotate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = analysis.regression_worth(snowdonia(rotate)), analysis.observed_worth(snowdonia(rotate))
    monkeypatch.setattr(worth, "_READ", 480)
    monkeypatch.setattr(worth, "_BATCH", 180)
    pieces = analysis.regression_worth(snowdonia(rotate)), analysis.observed_worth(snowdonia(rotate))
    for one, other in zip(whole, pieces, strict=True):
        assert one.column("item") == other.column("item")
        key = one.columns[-4].key
        assert [tuple(cell) for cell in one.column(key)] == [pytest.approx(tuple(cell)) for cell in other.column(key)]


def test_items_of_one_side_are_compared_within_it() -> None:
    run = played({"experiment": {"game": "acres"}}, games=300)
    frame = run.frames["standard"]
    rows = {row["item"]: row for row in analysis.observed_worth(run).records()}
    french = rows["card:coureurs_de_bois"]
    mine = frame["french_drafted_coureurs_de_bois"].to_numpy() > 0
    points = frame["score_1"].to_numpy().astype(float)
    model = sm.OLS(points, sm.add_constant(mine.astype(float))).fit(
        cov_type="cluster", cov_kwds={"groups": np.arange(300)}
    )
    assert french["held"] == pytest.approx(mine.mean())
    assert french["difference"].value == pytest.approx(model.params[1])
    assert french["difference"].half_width == pytest.approx(Z95 * model.bse[1])
    assert "card:coureurs_de_bois" not in analysis.observed_worth(run, seat=0).column("item")


def test_items_that_nobody_had_have_no_figures() -> None:
    run = snowdonia()
    arm = next(arm for arm in run.arms if arm.item == "train:4")
    row = next(row for row in analysis.observed_worth(run, arm.name, seat=1).records() if row["item"] == "train:4")
    assert (row["held"], row["difference"], row["p"], row["p_holm"]) == (0, None, None, None)
    assert analysis.observed_worth(run, arm.name, seat=1).column("item")[-1] == "train:4"
    effects = {row["item"]: row["effect"] for row in analysis.regression_worth(run, arm.name, seat=1).records()}
    assert effects["train:4"] is None
    assert effects["contract:7"] is not None


def test_columns_that_follow_from_others_are_left_out() -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(size=(100, 5))
    x[:, 2] = x[:, 0] - 2 * x[:, 1]
    x[:, 4] = 0
    assert worth._independent(x.T @ x).tolist() == [0, 1, 3]


def test_how_rows_tell_who_had_an_item() -> None:
    frame = pl.DataFrame({"a": [0, 4, 5, 6]}, schema={"a": pl.UInt8})
    for test, number, wanted in (
        ("bit", 2, [False, True, True, True]),
        ("bit", 0, [False, False, True, False]),
        ("value", 5, [False, False, True, False]),
        ("count", 4, [False, False, True, True]),
    ):
        assert frame.select(x=worth.had(Item("i", "words", ("", "a"), test, number), 1))["x"].to_list() == wanted
    assert frame.select("a", x=worth.had(Item("i", "words", ("", "a"), "bit", 0), 0))["x"].to_list() == [False] * 4
    with pytest.raises(ValueError, match="test 'no'; there is bit, value, count"):
        worth.had(Item("i", "words", ("a",), "no", 0), 0)


def test_what_is_asked_for_must_exist() -> None:
    run = snowdonia()
    with pytest.raises(ValueError, match="result must be 'score' or 'win', not 'rank'"):
        analysis.item_worth(run, result="rank")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seat must be 0 to 2, not 3"):
        analysis.observed_worth(run, seat=3)
    with pytest.raises(ValueError, match="there is no arm 'x'"):
        analysis.observed_worth(run, "x")
    solo = played({"experiment": {"game": "snowdonia", "players": 1}}, games=60)
    with pytest.raises(ValueError, match="a solo game has no winner"):
        analysis.observed_worth(solo, result="win")
    assert len(analysis.regression_worth(solo)) > 0


# ---- made up games: an item is worth 2 points, and who is rich takes it more often and scores more ----

TRUTH = 2.0


def market(rng: np.random.Generator, n: int, forbidden: bool) -> pl.DataFrame:
    """Rows of games for two seats, as far as the analysis of items looks at them."""
    wealth = rng.normal(0, 1, (n, 2))
    takes = wealth + rng.normal(0, 1, (n, 2)) > 0
    other = wealth + rng.normal(0, 1, (n, 2)) > 1
    if forbidden:
        takes[:, 0] = False
    points = 50 + 6 * wealth + TRUTH * takes + 1.0 * other + rng.normal(0, 2, (n, 2))
    scores = np.round(points).astype(int)
    columns: dict[str, np.ndarray] = {
        "deal": np.arange(n),
        "rotation": np.zeros(n, int),
        "start_seat": np.zeros(n, int),
    }
    for seat in range(2):
        columns[f"score_{seat}"] = scores[:, seat]
        columns[f"contracts_taken_{seat}"] = takes[:, seat] * (1 << 6) + other[:, seat] * 1
        columns[f"train_owned_{seat}"] = np.zeros(n, int)
    return pl.DataFrame({**columns, "winner": scores.argmax(axis=1)})


def test_only_restricted_play_finds_what_an_item_causes() -> None:
    document = {"experiment": {"game": "snowdonia", "players": 2}, "generate": {"forbid": ["contract:7"]}}
    run = plan(document)
    trials, hits, observed, regression = 300, 0, [], []
    for trial in range(trials):
        run.frames = {arm.name: market(np.random.default_rng(trial), 400, arm.item is not None) for arm in run.arms}
        row = analysis.restricted_worth(run).records()[0]
        # half of the seats take it, so having the choice is worth half of it
        hits += row["worth"].low <= TRUTH / 2 <= row["worth"].high
        if trial < 20:
            both = analysis.item_worth(run).records()[0]
            observed.append(both["observed"])
            regression.append(both["regression"])
    held(trials, hits)
    # The associations see mostly wealth. A regression on another sign of wealth takes some of that away.
    assert all(one.low > TRUTH for one in observed + regression)
    assert np.mean([one.value for one in regression]) < np.mean([one.value for one in observed]) - 0.3
