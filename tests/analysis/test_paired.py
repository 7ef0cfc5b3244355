"""Comparisons with the baseline: against scipy's t statistics and statsmodels, and on data whose truth is known."""

from __future__ import annotations

import dataclasses
import math
from functools import cache

import numpy as np
import polars as pl
import pytest
import scipy.stats
import statsmodels.api as sm
from support.intervals import held
from support.runs import MemoryRun, plan, played

from snowplay import analysis
from snowplay.analysis.paired import differences
from snowplay.analysis.source import score, won
from snowplay.analysis.sums import ONE, collect_sums
from snowplay.stats import Z95

OPTIONS = ["no_governor", "free_fur"]


@cache
def acres(rotate: str = "none") -> MemoryRun:
    document = {"experiment": {"game": "acres", "rotate": rotate}, "generate": {"each_option": OPTIONS}}
    return played(document, games=400)


def sides(run: MemoryRun, arm: str, column: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A column in an arm and in the baseline for the same games, and their deals."""
    a, b = run.frames[arm].sort("game"), run.frames["standard"].sort("game")
    return a[column].to_numpy().astype(float), b[column].to_numpy().astype(float), a["deal"].to_numpy()


@pytest.mark.parametrize("arm", OPTIONS)
def test_difference_of_points_is_that_of_a_paired_t_test(arm: str) -> None:
    for seat, row in enumerate(analysis.compare_seats(acres(), [arm]).records()):
        a, b, _ = sides(acres(), arm, f"score_{seat}")
        wanted = scipy.stats.ttest_rel(a, b)
        assert row["score"].value == pytest.approx((a - b).mean())
        assert row["score"].value / (row["score"].half_width / Z95) == pytest.approx(wanted.statistic)
        assert row["score_p"] == pytest.approx(2 * scipy.stats.norm.sf(abs(wanted.statistic)))
        assert row["score_gain"] == pytest.approx((a.var() + b.var()) / (a - b).var())
        assert row["games"] == 400


def test_difference_of_win_rates() -> None:
    for seat, row in enumerate(analysis.compare_seats(acres(), ["no_governor"]).records()):
        a, b, _ = sides(acres(), "no_governor", "winner")
        wanted = scipy.stats.ttest_rel(a == seat, (b == seat).astype(float))
        assert row["win"].value == pytest.approx((a == seat).mean() - (b == seat).mean())
        assert row["win"].value / (row["win"].half_width / Z95) == pytest.approx(wanted.statistic)
        assert row["gain"] == pytest.approx(
            ((a == seat).var() + (b == seat).var()) / ((a == seat) * 1.0 - (b == seat)).var()
        )


def test_figures_of_games() -> None:
    table = analysis.compare_games(acres())
    assert table.column("figure")[:5] == [
        *("player-turns", "decisions", "stopped by the limit (%)", "margin", "shared top score (%)")
    ]
    rows = {(row["arm"], row["figure"]): row for row in table.records()}
    for figure, column in (
        ("player-turns", "turns"),
        ("decisions", "decisions"),
        ("stopped by the limit (%)", "truncated"),
    ):
        a, b, _ = sides(acres(), "free_fur", column)
        unit = 100 if "%" in figure else 1
        row = rows["free_fur", figure]
        assert row["base"] == pytest.approx(unit * b.mean())
        assert row["difference"].value == pytest.approx(unit * (a - b).mean())
    margins = [np.abs(np.subtract(*(sides(acres(), "free_fur", f"score_{s}")[k] for s in (0, 1)))) for k in (0, 1)]
    assert rows["free_fur", "margin"]["difference"].value == pytest.approx((margins[0] - margins[1]).mean())
    assert "lead changes" not in table.column("figure")


def test_watched_arms_compare_changes_of_the_lead() -> None:
    document = {"experiment": {"game": "acres", "watch": True}, "generate": {"each_option": ["free_fur"]}}
    run = played(document, games=60)
    row = next(row for row in analysis.compare_games(run).records() if row["figure"] == "lead changes")
    a, b, _ = sides(run, "free_fur", "lead_changes")
    assert row["difference"].value == pytest.approx((a - b).mean())


def test_deals_played_twice_are_one_observation() -> None:
    run = acres("paired")
    for seat, row in enumerate(analysis.compare_seats(run, ["no_governor"]).records()):
        a, b, deals = sides(run, "no_governor", f"score_{seat}")
        model = sm.OLS(a - b, np.ones(len(a))).fit(cov_type="cluster", cov_kwds={"groups": deals})
        assert row["score"].value == pytest.approx(model.params[0])
        assert row["score"].half_width == pytest.approx(Z95 * model.bse[0])


def test_p_values_are_corrected_over_the_arms_seat_by_seat() -> None:
    table = analysis.compare_seats(acres())
    for seat in ("British", "French"):
        rows = [row for row in table.records() if row["seat"] == seat]
        assert len(rows) == len(OPTIONS)
        assert [row["p_holm"] for row in rows] == analysis.holm([row["p"] for row in rows])
        assert [row["score_p_holm"] for row in rows] == analysis.holm([row["score_p"] for row in rows])


def test_only_games_that_both_arms_have_in_whatever_order() -> None:
    whole = acres()
    run = MemoryRun(whole.experiment, whole.arms, dict(whole.frames))
    run.frames["standard"] = run.frames["standard"].sample(fraction=1, shuffle=True, seed=1)
    run.frames["no_governor"] = run.frames["no_governor"].filter(pl.col("game") < 250)
    row = analysis.compare_seats(run, ["no_governor"]).records()[0]
    a, b, _ = (values[:250] for values in sides(whole, "no_governor", "score_0"))
    assert row["games"] == 250
    assert row["score"].value == pytest.approx((a - b).mean())


def test_another_baseline_turns_the_sign() -> None:
    one = analysis.compare_seats(acres(), ["no_governor"]).records()[0]
    other = analysis.compare_seats(acres(), ["standard"], "no_governor").records()[0]
    assert other["arm"] == "standard"
    assert other["score"].value == pytest.approx(-one["score"].value)
    assert other["gain"] == pytest.approx(one["gain"])


def test_arms_with_other_seeds_are_independent_samples() -> None:
    document = {"experiment": {"game": "acres", "pairing": False}, "generate": {"each_option": ["no_governor"]}}
    run = played(document, games=300)
    table = analysis.compare_seats(run)
    a, b, _ = sides(run, "no_governor", "score_1")
    wanted = scipy.stats.ttest_ind(a, b, equal_var=False)
    row = table.records()[1]
    assert row["score"].value / (row["score"].half_width / Z95) == pytest.approx(wanted.statistic)
    assert row["gain"] is None or math.isnan(row["gain"])
    assert any("independent samples: no_governor" in note for note in table.notes)
    assert not any("Paired comparison" in note for note in table.notes)


def test_numbers_of_players_are_independent_samples_of_the_seats_they_share() -> None:
    document = {"experiment": {"game": "snowdonia"}, "generate": {"players": [2, 4, 1]}}
    run = played(document, games=80)
    table = analysis.compare_seats(run)
    two, four, one = (arm.name for arm in run.arms)
    assert [(row["arm"], row["seat"]) for row in table.records()] == [
        *((four, "seat 0"), (four, "seat 1"), (one, "seat 0"))
    ]
    rows = table.records()
    means = [run.frames[arm]["score_0"].mean() for arm in (four, two)]
    assert rows[0]["score"].value == pytest.approx(means[0] - means[1])
    assert rows[2]["win"] is None  # a solo game has no winner
    assert "margin" not in [row["figure"] for row in analysis.compare_games(run).records() if row["arm"] == one]


def test_arms_that_never_differ() -> None:
    run = acres()
    same = MemoryRun(run.experiment, run.arms, dict.fromkeys(run.frames, run.frames["standard"]))
    row = analysis.compare_seats(same).records()[0]
    assert (row["win"].value, row["win"].half_width, row["p"], row["gain"]) == (0, 0, 1, math.inf)
    assert "inf" in analysis.compare_seats(same).to_markdown()


def test_no_baseline_yet() -> None:
    run = plan({"experiment": {"game": "acres"}})
    with pytest.raises(ValueError, match="arm 'standard' has no rows yet"):
        analysis.compare_seats(run)


def made(rng: np.random.Generator, rotate: str, shift: float, n: int) -> pl.DataFrame:
    """Points of seat 0 in made up games; `rng` holds what the arms share."""
    index = np.arange(n)
    deal = index // 2 if rotate == "paired" else index
    common = rng.normal(20, 6, n)[deal]
    alone = np.random.default_rng(rng.integers(2**32) + int(1000 * shift)).normal(0, 3, n)
    points = np.round(common + alone + shift).astype(int)
    return pl.DataFrame(
        {"deal": deal, "rotation": index - 2 * deal if rotate == "paired" else 0 * index, "score_0": points}
    )


@pytest.mark.parametrize("rotate", ["none", "paired"])
def test_intervals_of_paired_differences_hold_the_truth(rotate: str) -> None:
    run = plan({"experiment": {"game": "acres"}, "generate": {"each_option": ["free_fur"]}}, rotate=rotate)
    rng = np.random.default_rng(5)
    trials, hits, gains = 600, 0, []
    for _ in range(trials):
        seed = int(rng.integers(2**32))
        run.frames = {
            "standard": made(np.random.default_rng(seed), rotate, 0, 200),
            "free_fur": made(np.random.default_rng(seed), rotate, 2, 200),
        }
        found = differences(run, run.arms[1], run.arms[0], {"score": (score(0), score(0))})["score"]
        interval = found.value.interval()
        hits += interval.low <= 2 <= interval.high
        gains.append(found.gain)
    held(trials, hits)
    # var(A) = var(B) = 45 and var(A - B) = 18, but clustered deals share their 36 in both of their games
    assert np.median(gains) == pytest.approx(5 if rotate == "none" else 9, rel=0.1)


def test_rotations_of_different_agents_are_matched() -> None:
    """Game g of both arms has the same rotation, so an agent is compared with itself."""
    run = acres("paired")
    arms = tuple(dataclasses.replace(arm, agents=("a", "b")) for arm in run.arms)
    again = MemoryRun(run.experiment, arms, run.frames)
    found = differences(again, arms[1], arms[0], {"win": (won(0), won(0))})["win"]
    plain = [collect_sums(run.scan(arm.name), {"win": [won(0), ONE]}, "deal")["win"].ratio() for arm in arms[:2]]
    assert found.games == 400
    assert found.value.value == pytest.approx(plain[1].value - plain[0].value)
    assert (found.arm, found.base) == (plain[1], plain[0])
