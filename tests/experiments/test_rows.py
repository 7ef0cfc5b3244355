"""What the rows hold: games that can be played again, columns that say what they mean, files that others can read."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from runs import TWO_ARMS, asked, played

import snowplay as sp
from snowplay.experiments.schema import described
from snowplay.export import columns
from snowplay.seats import WATCH_DTYPE, fill_rows


@pytest.mark.parametrize(("game", "players"), [("snowdonia", 1), ("snowdonia", 3), ("acres", 2)])
def test_rows_are_those_of_playouts(game: str, players: int, tmp_path: Path) -> None:
    run = played(tmp_path, asked(game=game, players=players, games=230, seed=3)).run
    rows = sp.playouts(sp.load_game(game, players=players), 230, seed=3)
    frame = run.frame("standard")
    for name, column in columns(run.arms[0].game, rows).items():
        assert np.array_equal(frame["deal" if name == "index" else name].to_numpy(), column), name
    assert frame["game"].to_list() == list(range(230))
    assert set(frame["rotation"]) == {0}


def test_columns_are_described_in_order_and_typed(tmp_path: Path) -> None:
    run = played(tmp_path, asked(watch=True, games=10)).run
    arm = run.arms[0]
    schema = pq.read_schema(run.files(arm)[0])
    assert [(info.name, info.dtype) for info in described(arm.game, watch=True)] == [
        (field.name, str(field.type)) for field in schema
    ]
    assert not any(field.nullable for field in schema)
    meanings = {info.name: info.meaning for info in described(arm.game)}
    assert meanings["contract_1"] == "points of contracts (SN-63)"
    assert meanings["contracts_taken_0"].startswith("contracts held at the end")


def test_the_footer_says_what_is_needed_to_play_a_row_again(tmp_path: Path) -> None:
    run = played(tmp_path, asked(TWO_ARMS, seed=11, game="snowdonia", players=2)).run
    for arm in run.arms:
        file = run.files(arm)[1]
        known = json.loads(pq.read_metadata(file).metadata[b"snowplay"])
        assert (known["arm"], known["chunk"], known["first"], known["games"]) == (arm.name, 1, 100, 100)
        game = sp.load_game(known["game"], players=known["players"], **known["options"])
        assert game.rules_hash == known["rules_hash"] == arm.game.rules_hash
        row = run.frame(arm).row(150, named=True)
        again = sp.playouts(game, 1, seed=known["seed"], first=row["deal"])[0]
        assert [row["score_0"], row["score_1"]] == again["score"][:2].tolist()


def test_watched_games(tmp_path: Path) -> None:
    run = played(tmp_path, asked(game="acres", games=120, watch=True)).run
    game = sp.load_game("acres")
    rows, watch = np.zeros(120, game.row_dtype), np.zeros(120, WATCH_DTYPE)
    fill_rows(game, rows, seed=0, first=0, agents=("random", "random"), watch=watch)
    frame = run.frame("standard")
    for name in WATCH_DTYPE.names or ():
        assert np.array_equal(frame[name].to_numpy(), watch[name]), name
    assert (frame["options"] >= 2 * frame["watched"]).all()
    assert (frame["led_since"] <= frame["decisions"]).all()


def test_unwatched_games_are_the_same_games(tmp_path: Path) -> None:
    plain = played(tmp_path / "a", asked(games=60)).run.frame("standard")
    watched = played(tmp_path / "b", asked(games=60, watch=True)).run.frame("standard")
    assert watched.select(plain.columns).equals(plain)


def test_cycled_agents(tmp_path: Path) -> None:
    frame = played(tmp_path, asked(players=3, games=20, chunk=7, rotate="cycle")).run.frame("standard")
    assert frame["deal"].to_list() == list(range(20))
    assert frame["rotation"].to_list() == [game % 3 for game in range(20)]


def test_paired_agents_play_every_deal_in_every_seat(tmp_path: Path) -> None:
    run = played(tmp_path, asked(players=3, games=20, chunk=7, rotate="paired", watch=True)).run
    frame = run.frame("standard")
    assert frame["game"].to_list() == list(range(21))
    assert frame["deal"].to_list() == [game // 3 for game in range(21)]
    assert frame["rotation"].to_list() == [game % 3 for game in range(21)]
    rows = sp.playouts(run.arms[0].game, 7)
    for turn in range(3):  # the players are alike, so the rotation does not show in the games
        own = frame.filter(pl.col("rotation") == turn)
        assert np.array_equal(own["score_2"].to_numpy(), rows["score"][:, 2])
        assert own["options"].equals(frame.filter(pl.col("rotation") == 0)["options"])


def test_arms_without_pairing_play_other_games(tmp_path: Path) -> None:
    run = played(tmp_path, asked([{"name": "a"}, {"name": "b"}], pairing=False)).run
    for arm in run.arms:
        rows = sp.playouts(arm.game, 250, seed=arm.seed)
        assert np.array_equal(run.frame(arm)["score_0"].to_numpy(), rows["score"][:, 0])
    with pytest.raises(sp.RunError, match="unlike seeds"):
        run.pairs("a", "b", ["score_0"])


def test_pairs_are_matched_by_deal_and_rotation(tmp_path: Path) -> None:
    run = played(tmp_path, asked(TWO_ARMS, rotate="paired")).run
    pairs = run.pairs("fog", "standard", ["score_0", "winner"])
    assert pairs.columns == ["deal", "rotation", "score_0_a", "winner_a", "score_0_b", "winner_b"]
    assert pairs["score_0_a"].equals(run.frame("fog")["score_0"].alias("score_0_a"))
    assert pairs["score_0_b"].equals(run.frame("standard")["score_0"].alias("score_0_b"))


def test_a_scan_of_all_arms_has_nothing_where_an_arm_has_no_seat(tmp_path: Path) -> None:
    run = played(tmp_path, asked(games=30, generate={"players": [2, 4]})).run
    counts = run.scan().group_by("arm").agg(pl.len(), pl.col("score_3").count().alias("known")).sort("arm").collect()
    assert counts.rows() == [("players-2", 30, 0), ("players-4", 30, 30)]
    assert run.frame("players-2", ["game", "arm"]).rows()[:2] == [(0, "players-2"), (1, "players-2")]
    with pytest.raises(ValueError, match="there is no arm 'players-3'; there is players-2, players-4"):
        run.scan("players-3")


def test_duckdb_and_polars_read_the_directory(tmp_path: Path) -> None:
    run = played(tmp_path, asked(TWO_ARMS)).run
    expected = [(arm.name, 250, run.frame(arm)["score_0"].sum()) for arm in sorted(run.arms, key=lambda arm: arm.name)]
    files = f"{tmp_path}/rows/*/*.parquet"
    table = f"read_parquet('{files}', hive_partitioning = true)"
    query = f"select arm, count(*), sum(score_0) from {table} group by arm order by arm"
    assert duckdb.sql(query).fetchall() == expected
    frame = pl.scan_parquet(files, hive_partitioning=True).group_by("arm").agg(pl.len(), pl.col("score_0").sum())
    assert frame.sort("arm").collect().rows() == expected
