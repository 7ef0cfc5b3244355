"""How things travel: states, games and agents to other processes, rows and tables to data frame libraries."""

from __future__ import annotations

import multiprocessing
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snowplay as sp
from snowplay.agents import AGENTS
from snowplay.analysis.table import Column, Table
from snowplay.search import Search, SearchOptions
from snowplay.stats import Interval

ROWS = 300
TABLE = Table(
    "demo",
    "A demo",
    (Column("name", "Name", "text"), Column("win", "Wins", "share"), Column("n", "Games", "count")),
    (("a", Interval(0.25, 0.125, 0.5), 10), ("b", None, 3)),
)
TABLE_COLUMNS = {
    "name": ["a", "b"],
    "win": [0.25, None],
    "win_low": [0.125, None],
    "win_high": [0.5, None],
    "n": [10, 3],
}
AGENT_BUDGETS = {"ismcts": "ismcts:iterations=20", "flat": "flat:iterations=20"} | {
    "cheating-ismcts": "cheating-ismcts:iterations=20"
}


@pytest.fixture(scope="module")
def game() -> sp.Game:
    return sp.load_game("snowdonia", 3, thin_fog=True)


@pytest.fixture(scope="module")
def rows(game: sp.Game) -> Any:
    return sp.playouts(game, ROWS, seed=4)


# ---- rows and tables to data frame libraries ----


def test_rows_to_polars(game: sp.Game, rows: Any) -> None:
    polars = pytest.importorskip("polars")
    table = sp.row_table(game, rows)
    frame = polars.DataFrame(table)
    assert frame.columns == list(table.columns()) and frame.height == len(table) == ROWS
    assert {"index", "winner", "score_0", "score_2"} <= set(frame.columns) and "score_3" not in frame.columns
    assert all(np.array_equal(frame[name].to_numpy(), column) for name, column in table.columns().items())
    assert all(frame[name].to_numpy().dtype == column.dtype for name, column in table.columns().items())


def test_rows_to_pyarrow_and_parquet_have_the_same_columns(game: sp.Game, rows: Any, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import read_table

    from snowplay.export import metadata, open_writer

    table = pyarrow.table(sp.row_table(game, rows))
    meta = metadata(game, games=ROWS, seed=4, first=0, policy="random")
    with open_writer(tmp_path / "rows.parquet", game, meta) as writer:
        writer.write(rows)
    assert read_table(tmp_path / "rows.parquet").drop_columns(["rules_hash", "seed"]).equals(table)


def test_rows_to_pandas(game: sp.Game, rows: Any) -> None:
    pandas = pytest.importorskip("pandas", minversion="3.0")
    frame = pandas.DataFrame.from_arrow(sp.row_table(game, rows))
    assert frame["score_1"].tolist() == rows["score"][:, 1].tolist()


def test_rows_to_duckdb(game: sp.Game, rows: Any) -> None:
    duckdb = pytest.importorskip("duckdb")
    played = sp.row_table(game, rows)
    found = duckdb.sql("SELECT avg(score_0), count(*) FROM played").fetchall()
    assert found == [(pytest.approx(rows["score"][:, 0].mean()), len(played))]


def test_rows_to_numpy(game: sp.Game, rows: Any) -> None:
    table = sp.row_table(game, rows)
    assert np.asarray(table) is rows or np.shares_memory(np.asarray(table), rows)
    assert np.array_equal(np.asarray(table), rows)
    assert not np.shares_memory(np.array(table, copy=True), rows)
    empty = sp.row_table(game, rows[:0])
    assert len(empty) == 0 and list(empty.columns()) == list(table.columns())


@pytest.mark.parametrize("wrong", ["acres", "field", "list"])
def test_other_rows_are_refused(game: sp.Game, rows: Any, wrong: str) -> None:
    given = {"acres": sp.playouts(sp.load_game("acres"), 2), "field": rows["score"], "list": [1, 2]}[wrong]
    with pytest.raises(TypeError, match=r"no rows of load_game\('snowdonia'"):
        sp.row_table(game, given)


def test_without_pyarrow_it_is_said_how_to_get_it(game: sp.Game, rows: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(sp.MissingExtraError, match=r"rows for data frames needs the extra 'analysis'"):
        sp.row_table(game, rows).__arrow_c_stream__()


def test_tables_of_the_analysis() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    assert pyarrow.table(TABLE).to_pydict() == TABLE_COLUMNS
    assert polars.DataFrame(TABLE).to_dict(as_series=False) == TABLE_COLUMNS


def test_rows_of_a_run(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    arms = [{"name": "standard"}, {"name": "fog", "options": {"thin_fog": True}}]
    settings = {"name": "try", "game": "snowdonia", "players": 2, "games": 20}
    run = sp.run({"experiment": settings, "arm": arms}, tmp_path / "run")
    table = pyarrow.table(run)
    assert table.num_rows == 40 and table["arm"].to_pylist() == ["standard"] * 20 + ["fog"] * 20


# ---- to other processes ----


def finish(state: sp.State, agents: list[sp.Agent]) -> tuple[Any, bytes]:
    """Play on, in another process: what comes back, and the last position."""
    while not state.is_terminal():
        state.apply_action(agents[state.current_player()].choose(state))
    return state.outcome(), state.raw()


def test_multiprocessing() -> None:
    work = []
    for name in sp.registered_games():
        game = sp.load_game(name, 2, auto_forced=False)
        state = game.new_initial_state(3)
        for _ in range(20):
            state.apply_action(state.legal_actions()[0])
        agents = [sp.make_agent("greedy", seed=1, seat=0), sp.make_agent("random", seed=1, seat=1)]
        work.append((state, agents))
    here = [finish(*pickle.loads(pickle.dumps(item))) for item in work]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.starmap(finish, work)
        games = pool.map(rules_of, [state.game for state, _ in work])
    assert there == here
    assert games == [state.game for state, _ in work]


def rules_of(game: sp.Game) -> sp.Game:
    assert game.new_initial_state(0).legal_actions()
    return game


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_an_agent_goes_on_alike_from_a_pickle(name: str) -> None:
    """Pickled before each of its moves, in the middle of games too."""
    kind = AGENTS[name]
    seat = kind.seat or 0
    game = sp.load_game(kind.game or "snowdonia", 2)
    text = AGENT_BUDGETS.get(name, name)
    stays, travels = (sp.make_agent(text, seed=5, seat=seat) for _ in range(2))
    other = sp.make_agent("random", seed=6, seat=1 - seat)
    state = game.new_initial_state(7)
    moves = 0
    while not state.is_terminal() and moves < (60 if name in AGENT_BUDGETS else 400):
        if state.current_player() != seat:
            state.apply_action(other.choose(state))
            continue
        travels = pickle.loads(pickle.dumps(travels))
        action = travels.choose(state)
        assert action == stays.choose(state)
        state.apply_action(action)
        moves += 1


def test_a_search_travels_without_its_trees() -> None:
    state = sp.load_game("acres").new_initial_state(1)
    search = Search(state.game, state.current_player(), SearchOptions(iterations=30))
    first = search.search(state, 9)
    again = pickle.loads(pickle.dumps(search))
    assert again.options == search.options
    assert again.search(state, 9).moves == first.moves


def test_ray(game: sp.Game) -> None:
    """As values of remote calls; `tests/experiments/test_ray.py` has the engine of experiments."""
    pickled = pytest.importorskip("ray.cloudpickle")
    state = game.new_initial_state(2)
    agent = sp.make_agent("balanced", seed=1)
    agent.choose(state)
    for thing in (game, state):
        assert pickled.loads(pickled.dumps(thing)) == thing
    assert pickled.loads(pickled.dumps(agent)).choose(state) == agent.choose(state)
