"""Batches of playouts: row i is game i of the seed, whatever the threads and slices."""

from __future__ import annotations

import numpy as np
import pytest

import snowplay as sp
from snowplay import Game

N = 400


def test_threads_change_nothing(game: Game) -> None:
    one = sp.playouts(game, N, seed=21, threads=1)
    for threads in (2, 3, 7):
        assert np.array_equal(sp.playouts(game, N, seed=21, threads=threads), one)
    assert one["index"].tolist() == list(range(N))


def test_slices_change_nothing(game: Game) -> None:
    whole = sp.playouts(game, N, seed=22)
    parts = [sp.playouts(game, n, seed=22, first=first) for first, n in ((0, 1), (1, 149), (150, N - 150))]
    assert np.array_equal(np.concatenate(parts), whole)
    chunks = [chunk.copy() for chunk in sp.playout_chunks(game, N, seed=22, chunk=90)]
    assert [len(chunk) for chunk in chunks] == [90, 90, 90, 90, 40]
    assert np.array_equal(np.concatenate(chunks), whole)


def test_seeds_give_different_games(game: Game) -> None:
    runs = [sp.playouts(game, 50, seed=seed) for seed in (0, 1, 2**64 - 1)]
    games = {row.tobytes() for run in runs for row in run}
    assert len(games) == 150


@pytest.mark.parametrize("index", [0, 1, 50])
def test_a_row_is_the_game_played_from_python(game: Game, index: int) -> None:
    """Same deal, same chance, same random choices: any row can be looked into."""
    row = sp.playouts(game, 1, seed=23, first=index)[0]
    state = game.new_initial_state(23, index=index)
    agents = [sp.RandomAgent(23, index, seat) for seat in range(game.num_players())]
    decisions = 0
    while not state.is_terminal():
        state.apply_action(agents[state.current_player()].choose(state))
        decisions += 1
    outcome = state.outcome()
    assert outcome is not None
    assert decisions == row["decisions"]
    assert state.end_reason() == row["end_reason"]
    assert state.scores() == row["score"][: game.num_players()].tolist()
    if outcome.winner is not None:
        assert outcome.winner == row["winner"]
    for seat, parts in enumerate(state.score_parts()):
        assert {name: int(row[name][seat]) for name in parts} == parts


def test_rows_make_sense(game: Game) -> None:
    rows = sp.playouts(game, 2000, seed=24)
    n = game.num_players()
    score = rows["score"]
    rank = rows["rank"]
    assert (score[:, n:] == 0).all() and (rank[:, n:] == 0).all()
    assert (rank[:, :n] >= 1).all() and (rank[:, :n] <= n).all() and (rank == 1).any(axis=1).all()
    assert (rows["decisions"] > 0).all() and (rows["decisions"] <= game.max_game_length()).all()
    names = set(game.front.end_reasons) - {0}
    assert set(rows["end_reason"].tolist()) <= names
    assert (sum(rows[name].astype(int) for name in game.front.score_parts) == score).all()
    top = score[:, :n].max(axis=1)
    assert ((score[:, :n] == top[:, None]).sum(axis=1) == rows["tied"]).all()
    decided = rows["winner"] != 255
    assert decided.any() == (n > 1)
    assert (np.argmax(rank == 1, axis=1) == rows["winner"])[decided].all()


def test_every_field_of_a_row_is_explained(game: Game) -> None:
    explained = {field.name for field in game.row_fields()}
    names = {name for name in game.row_dtype.names or () if not name.startswith("spare")}
    assert explained == names
    assert game.row_dtype.itemsize <= 256


def test_no_games_no_rows(game: Game) -> None:
    assert sp.playouts(game, 0).shape == (0,)
    assert list(sp.playout_chunks(game, 0)) == []
