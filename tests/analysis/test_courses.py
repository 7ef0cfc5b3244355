"""Tables of single arms, over rows of real games: against the summary of the same games and against counting."""

from __future__ import annotations

import dataclasses
import math
from functools import cache

import numpy as np
import polars as pl
import pytest
import scipy.stats
import statsmodels.api as sm
from support.runs import MemoryRun, plan, played

import snowplay as sp
from snowplay import analysis
from snowplay.analysis.lengths import QUANTILES
from snowplay.stats import Interval, mean_interval, wilson
from snowplay.summary import Summary

GAMES = 900


@cache
def three_seats() -> MemoryRun:
    return played({"experiment": {"game": "snowdonia", "players": 3, "watch": True, "seed": 3}}, games=GAMES)


@cache
def summary(game: str, players: int) -> Summary:
    loaded = sp.load_game(game, players)
    found = Summary(loaded)
    found.add(sp.playouts(loaded, GAMES, seed=3))
    return found


@cache
def run_of(game: str) -> tuple[MemoryRun, Summary]:
    if game == "snowdonia":
        return three_seats(), summary(game, 3)
    return played({"experiment": {"game": game, "seed": 3}}, games=GAMES), summary(game, 2)


@cache
def paired() -> MemoryRun:
    return played({"experiment": {"game": "acres", "rotate": "paired", "watch": True}}, games=300)


def clustered(values: np.ndarray, deals: np.ndarray) -> tuple[float, float]:
    """Mean and its standard error with clusters, by statsmodels."""
    model = sm.OLS(values.astype(float), np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": deals})
    return float(model.params[0]), float(model.bse[0])


# ---- the same figures as the summary of `simulate` ----


@pytest.mark.parametrize("game", ["snowdonia", "acres"])
def test_wins_and_ties(game: str) -> None:
    run, same = run_of(game)
    for seat, row in enumerate(analysis.seat_rates(run).records()):
        assert (row["games"], row["wins"]) == (GAMES, same.wins[seat])
        assert row["win"] == same.win(seat)
        assert row["shared"] == wilson(int(same.shared[seat]), GAMES)
    ties = analysis.ties(run).records()[0]
    assert (ties["tied"], ties["share"]) == (same.ties, wilson(same.ties, GAMES))
    assert 0 < same.ties < GAMES


@pytest.mark.parametrize("game", ["snowdonia", "acres"])
def test_tie_break_wins_are_the_ties(game: str) -> None:
    run, same = run_of(game)
    broken = analysis.seat_rates(run).column("broken")
    assert sum(cell.value for cell in broken) * GAMES == pytest.approx(same.ties)
    frame = run.frames["standard"]
    for seat, cell in enumerate(broken):
        assert cell == wilson(frame.filter(pl.col("tied") > 1, pl.col("winner") == seat).height, GAMES)


def test_names_of_seats() -> None:
    assert analysis.seat_rates(run_of("acres")[0]).column("seat") == ["British", "French"]
    assert analysis.seat_rates(three_seats()).column("seat") == ["seat 0", "seat 1", "seat 2"]


def test_turn_order() -> None:
    same = summary("snowdonia", 3)
    for place, row in enumerate(analysis.turn_order_rates(three_seats()).records()):
        assert row["place"] == place + 1
        assert row["win"] == same.turn_win(place)
        assert row["score"] == pytest.approx(same.turn_score.interval(place))
    assert len(analysis.turn_order_rates(run_of("acres")[0])) == 0


@pytest.mark.parametrize("game", ["snowdonia", "acres"])
def test_points(game: str) -> None:
    run, same = run_of(game)
    for seat, row in enumerate(analysis.seat_scores(run).records()):
        points = run.frames["standard"][f"score_{seat}"].to_numpy()
        assert row["mean"] == pytest.approx(same.score.interval(seat))
        assert row["sd"] == pytest.approx(same.score.deviation(seat))
        wanted = [np.quantile(points, share, method="inverted_cdf") for share in QUANTILES]
        assert [row[f"q{100 * share:02.0f}"] for share in QUANTILES] == wanted


@pytest.mark.parametrize("game", ["snowdonia", "acres"])
def test_margins(game: str) -> None:
    run, same = run_of(game)
    row = analysis.margins(run).records()[0]
    assert row["mean"] == pytest.approx(same.margin.interval())
    assert [row["q05"], row["q50"], row["q95"]] == [same.margin.quantile(share) for share in (0.05, 0.5, 0.95)]


@pytest.mark.parametrize("game", ["snowdonia", "acres"])
def test_sources_add_up_to_the_points(game: str) -> None:
    run, same = run_of(game)
    rows = analysis.score_sources(run).records()
    parts = list(same.parts)
    assert [row["source"] for row in rows[: len(parts)]] == [part.replace("_", " ") for part in parts]
    for seat, name in enumerate(dict.fromkeys(row["seat"] for row in rows)):
        mine = [row for row in rows if row["seat"] == name]
        assert sum(row["mean"].value for row in mine) == pytest.approx(same.score.interval(seat).value)
        assert sum(row["share"] for row in mine) == pytest.approx(1)
        for row, part in zip(mine, parts, strict=True):
            assert row["mean"] == pytest.approx(same.parts[part].interval(seat))


def test_distribution_of_points() -> None:
    run = three_seats()
    rows = analysis.score_distribution(run).records()
    for seat in range(3):
        points = run.frames["standard"][f"score_{seat}"].to_numpy()
        found = {row["score"]: row["count"] for row in rows if row["seat"] == f"seat {seat}"}
        values, counts = np.unique(points, return_counts=True)
        assert found == dict(zip(values.tolist(), counts.tolist(), strict=True))
        assert sum(row["share"] for row in rows if row["seat"] == f"seat {seat}") == pytest.approx(1)


@pytest.mark.parametrize("game", ["snowdonia", "acres"])
def test_lengths_and_end_reasons(game: str) -> None:
    run, same = run_of(game)
    rows = {row["figure"]: row for row in analysis.game_lengths(run).records()}
    for figure, histogram in ((same.length_word, same.length), ("decisions", same.decisions)):
        assert rows[figure]["mean"] == pytest.approx(histogram.interval())
        assert rows[figure]["q95"] == histogram.quantile(0.95)
    reasons = [(row["reason"], row["meaning"], row["count"]) for row in analysis.end_reasons(run).records()]
    assert sorted(reasons) == sorted(same.end_reasons())
    limit = sp.load_game(game).front
    assert limit.end_reasons[limit.limit_reason][0] in [reason for reason, _, _ in reasons]


# ---- what only experiments have ----


def test_course_of_watched_games() -> None:
    frame = three_seats().frames["standard"]
    rows = {row["figure"]: row for row in analysis.game_lengths(three_seats()).records()}
    options, seen = frame["options"].to_numpy().astype(float), frame["watched"].to_numpy().astype(float)
    # a ratio of sums, whose error statsmodels knows as that of a weighted mean
    model = sm.WLS(options / seen, np.ones(GAMES), weights=seen).fit(
        cov_type="cluster", cov_kwds={"groups": np.arange(GAMES)}
    )
    branching = rows["options a decision"]["mean"]
    assert branching.value == pytest.approx(options.sum() / seen.sum())
    assert branching.half_width == pytest.approx(sp.stats.Z95 * model.bse[0])
    most = frame["most_options"].to_numpy().astype(float)
    assert rows["most options"]["mean"].value == pytest.approx(most.mean())
    assert rows["most options"]["mean"].value > branching.value
    changes = frame["lead_changes"].to_numpy().astype(float)
    assert rows["lead changes"]["mean"] == pytest.approx(mean_interval(GAMES, changes.sum(), (changes**2).sum()))
    assert (frame["led_since"] <= frame["decisions"]).all()
    decided = 100 * frame["led_since"].to_numpy() / frame["decisions"].to_numpy()
    shown = rows["decided at (% of the decisions)"]
    assert shown["mean"].value == pytest.approx(decided.mean(), abs=0.011)
    assert shown["q50"] == pytest.approx(np.median(decided), abs=0.5)
    assert shown["sd"] == pytest.approx(decided.std(ddof=1), abs=0.02)
    assert len(analysis.game_lengths(run_of("acres")[0])) == 2  # not watched


def test_deals_that_are_played_twice_are_one_observation() -> None:
    run = paired()
    frame = run.frames["standard"]
    deals = frame["deal"].to_numpy()
    for seat, row in enumerate(analysis.seat_rates(run).records()):
        share, error = clustered(frame["winner"].to_numpy() == seat, deals)
        n = share * (1 - share) / error**2
        assert row["win"] == pytest.approx(wilson(share * n, n))
        # with equal agents the two games of a deal are the same game: they tell as much as one
        assert n == pytest.approx(149, rel=1e-6)
    score = analysis.seat_scores(run).records()[1]["mean"]
    value, error = clustered(frame["score_1"].to_numpy(), deals)
    assert (score.value, score.half_width) == pytest.approx((value, sp.stats.Z95 * error))
    assert all("clustered by deal" in " ".join(table(run).notes) for table in (analysis.seat_rates, analysis.margins))


def with_agents(rotate: str, agents: tuple[str, ...], game: str = "acres", n: int = 600) -> MemoryRun:
    """A run of made up results: agent a is the better one, and so is seat 0."""
    run = plan({"experiment": {"game": game, "players": len(agents), "rotate": rotate, "games": n}})
    run.arms = tuple(dataclasses.replace(arm, agents=agents) for arm in run.arms)
    rng = np.random.default_rng(11)
    players = len(agents)
    index = np.arange(n)
    deal = index // players if rotate == "paired" else index
    rotation = index % players if rotate != "none" else 0 * index
    skill = np.array([6.0 if agent == "a" else 0.0 for agent in agents])
    luck = rng.normal(0, 6, (n, players))[deal]  # seats share the luck of their deal
    points = np.stack([skill[(seat + rotation) % players] + luck[:, seat] for seat in range(players)], axis=1)
    points = points + rng.normal(0, 3, (n, players))
    points[:, 0] += 3
    scores = np.round(points).astype(int)
    top = scores.max(axis=1, keepdims=True)
    columns = {f"score_{seat}": scores[:, seat] for seat in range(players)}
    start = {"start_seat": rng.integers(0, players, n)} if game == "snowdonia" else {}
    run.frames = {
        "standard": pl.DataFrame(
            {
                "deal": deal,
                "rotation": rotation,
                "winner": scores.argmax(axis=1),
                "tied": (scores == top).sum(axis=1),
                **columns,
                **start,
            }
        )
    }
    return run


@pytest.mark.parametrize("rotate", ["none", "cycle", "paired"])
@pytest.mark.parametrize("agents", [("a", "b"), ("a", "b", "b")])
def test_agents(rotate: str, agents: tuple[str, ...]) -> None:
    run = with_agents(rotate, agents, "acres" if len(agents) == 2 else "snowdonia")
    players = len(agents)
    wins: dict[str, list[int]] = {"a": [], "b": []}
    points: dict[str, list[int]] = {"a": [], "b": []}
    frame = run.frames["standard"]
    for game in frame.iter_rows(named=True):
        for agent in wins:
            seats = [seat for seat in range(players) if agents[(seat + game["rotation"]) % players] == agent]
            wins[agent].append(sum(game["winner"] == seat for seat in seats))
            points[agent].append(sum(game[f"score_{seat}"] for seat in seats))
    table = analysis.agent_rates(run)
    assert table.column("agent") == ["a", "b"]
    for row in table.records():
        n = len(frame) * agents.count(row["agent"])
        assert (row["played"], row["fair"]) == (n, 1 / players)
        assert row["win"].value == pytest.approx(sum(wins[row["agent"]]) / n)
        mean, error = clustered(np.array(points[row["agent"]]) / agents.count(row["agent"]), frame["deal"].to_numpy())
        assert (row["score"].value, row["score"].half_width) == pytest.approx((mean, sp.stats.Z95 * error))
    assert table.column("win")[0].low > table.column("win")[1].high
    assert any("kept their seats" in note for note in table.notes) == (rotate == "none")


def test_equal_agents_have_no_table() -> None:
    assert len(analysis.agent_rates(three_seats())) == 0


def test_advantage_of_beginning() -> None:
    frame = three_seats().frames["standard"]
    place = (frame["winner"].to_numpy().astype(int) - frame["start_seat"].to_numpy()) % 3
    row = analysis.start_advantage(three_seats()).records()[0]
    first = wilson(int((place == 0).sum()), GAMES)
    assert (row["who"], row["win"], row["fair"]) == ("who begins", first, 1 / 3)
    assert row["advantage"] == pytest.approx(Interval(*(figure - 1 / 3 for figure in first)))
    assert row["p"] == pytest.approx(scipy.stats.chisquare(np.bincount(place, minlength=3)).pvalue)
    scores = zip(*(frame[name].to_list() for name in ("score_0", "score_1", "score_2", "start_seat")), strict=True)
    ahead = np.array([seats[begins] - (sum(seats) - seats[begins]) / 2 for *seats, begins in scores])
    assert row["points"] == pytest.approx(mean_interval(GAMES, ahead.sum(), (ahead**2).sum()))
    sides = analysis.start_advantage(run_of("acres")[0]).records()[0]
    assert sides["who"] == "British"
    assert sides["p"] == pytest.approx(scipy.stats.chisquare(run_of("acres")[1].wins).pvalue)


def test_advantage_of_beginning_with_deals_played_more_than_once() -> None:
    run = with_agents("paired", ("a", "b"))
    frame = run.frames["standard"]
    row = analysis.start_advantage(run).records()[0]
    share, error = clustered(frame["winner"].to_numpy() == 0, frame["deal"].to_numpy())
    assert row["p"] == pytest.approx(scipy.stats.chi2.sf(((share - 0.5) / error) ** 2, 1))
    more, error = clustered(
        (frame["score_0"].cast(int) - frame["score_1"].cast(int)).to_numpy(), frame["deal"].to_numpy()
    )
    assert row["points"] == pytest.approx(Interval(more, more - 1.96 * error, more + 1.96 * error), rel=1e-3)
    # agents that keep their seats tell nothing about seats
    assert len(analysis.start_advantage(with_agents("none", ("a", "b")))) == 0


@pytest.mark.parametrize(
    "table",
    [analysis.seat_rates, analysis.ties, analysis.agent_rates, analysis.turn_order_rates, analysis.start_advantage]
    + [analysis.margins],
)
def test_a_solo_game_has_no_winner(table) -> None:
    run = played({"experiment": {"game": "snowdonia", "players": 1}}, games=20)
    assert len(table(run)) == 0


def test_points_and_lengths_of_a_solo_game() -> None:
    run = played({"experiment": {"game": "snowdonia", "players": 1, "watch": True}}, games=20)
    assert analysis.seat_scores(run).column("mean")[0].value == run.frames["standard"]["score_0"].mean()
    assert analysis.game_lengths(run).column("figure") == ["rounds", "decisions", "options a decision", "most options"]


def test_arms_by_name_and_arms_without_rows() -> None:
    run = played({"experiment": {"game": "acres"}, "generate": {"each_option": ["no_governor", "free_fur"]}}, games=20)
    del run.frames["free_fur"]
    assert analysis.ties(run).column("arm") == ["standard", "no_governor"]
    assert "Not played yet: free_fur." in analysis.ties(run).notes
    assert analysis.ties(run, ["no_governor"]).column("arm") == ["no_governor"]
    assert len(analysis.ties(run, ["free_fur"])) == 0
    with pytest.raises(ValueError, match="there is no arm 'no_governer'; did you mean"):
        analysis.ties(run, ["no_governer"])


def test_cells_are_plain_numbers() -> None:
    """Text of numpy numbers would differ, and JSON does not know them."""
    for table in (analysis.seat_rates, analysis.seat_scores, analysis.game_lengths, analysis.end_reasons):
        for row in table(three_seats()).rows:
            for cell in row:
                parts = cell if isinstance(cell, Interval) else [cell]
                assert all(type(part) in (str, int, float, type(None)) for part in parts)
                assert not any(isinstance(part, float) and math.isnan(part) for part in parts)
