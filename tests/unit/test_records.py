"""Records and files of rows: round trips, first differences, damaged files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import snowplay as sp
from snowplay import Game, Record, RecordError, export, records


@pytest.fixture(scope="module")
def game() -> Game:
    return sp.load_game("snowdonia", players=2, thin_fog=True)


@pytest.fixture(scope="module")
def record(game: Game) -> Record:
    return sp.record_game(game, 11, ["random", "random"], index=4)


def changed(record: Record, **fields: Any) -> Record:
    return msgspec.structs.replace(record, **fields)


def move_at(record: Record, player: int, after: int = 0) -> int:
    """Number of the first move of a player (-1: chance) from a place on."""
    return next(i for i in range(after, len(record.moves)) if record.moves[i][0] == player)


def with_move(record: Record, number: int, move: tuple[int, str]) -> Record:
    return changed(record, moves=[*record.moves[:number], move, *record.moves[number + 1 :]])


# ---- playing and replaying ----


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_record_of_random_play_is_the_row_of_the_batch(players: int) -> None:
    game = sp.load_game("snowdonia", players=players)
    rows = sp.playouts(game, 6, seed=21)
    for index, row in enumerate(rows):
        record = sp.record_game(game, 21, ["random"] * players, index=index)
        assert record.scores == row["score"][:players].tolist()
        assert sum(player >= 0 for player, _ in record.moves) == row["decisions"]
        assert game.front.end_reasons[int(row["end_reason"])][0] == record.end_reason
        result = sp.verify(record)
        assert (result.ok, result.moves, result.first_difference) == (True, len(record.moves), "")


def test_replay_gives_every_position(record: Record) -> None:
    states = list(sp.replay(record))
    assert len(states) == len(record.moves) + 1
    assert states[-1].scores() == record.scores
    assert states[-1].is_terminal()
    assert len({id(state) for state in states}) == len(states)
    assert [state.current_player() for state in states[:-1]] == [player for player, _ in record.moves]


def test_agents_are_one_for_each_seat(game: Game) -> None:
    with pytest.raises(ValueError, match="2 seats need 2 agents, not 1"):
        sp.record_game(game, 1, ["random"])
    with pytest.raises(ValueError, match="unknown agent 'clever'"):
        sp.record_game(game, 1, ["random", "clever"])


def test_an_agent_may_be_any_object(game: Game) -> None:
    class First:
        def choose(self, state: sp.State) -> int:
            return state.legal_actions()[0]

    record = sp.record_game(game, 1, [First(), "random"])
    assert sp.verify(record).ok
    assert isinstance(First(), sp.Agent)


def test_an_unfinished_game_is_a_record_too(game: Game) -> None:
    recorder = sp.Recorder(game.new_initial_state(3, explicit_chance=True))
    outcomes = list(recorder.settle())
    recorder.apply(recorder.state.legal_actions()[0])
    record = recorder.record()
    assert len(record.moves) == len(outcomes) + 1
    assert record.end_reason == "running"
    assert sp.verify(record).ok


def test_an_illegal_move_is_not_recorded(game: Game) -> None:
    recorder = sp.Recorder(game.new_initial_state(3, explicit_chance=True))
    with pytest.raises(sp.IllegalActionError):
        recorder.apply(10**6)
    assert recorder.moves == []


# ---- first differences ----


def difference(record: Record) -> str:
    result = sp.verify(record)
    assert not result.ok
    return result.first_difference


def test_a_move_that_is_not_legal_is_named(record: Record) -> None:
    number = move_at(record, 0)
    words = difference(with_move(record, number, (0, "use:30")))
    assert words.startswith(f"move {number + 1} of {len(record.moves)}, 'use:30': seat 0 may not use contract 30")
    assert sp.verify(with_move(record, number, (0, "use:30"))).moves == number


def test_a_move_that_is_none_is_named(record: Record) -> None:
    assert "'jump' is no action" in difference(with_move(record, move_at(record, 0), (0, "jump")))


def test_the_wrong_player_is_named(record: Record) -> None:
    number = move_at(record, 1)
    words = difference(with_move(record, number, (0, record.moves[number][1])))
    assert "the record has seat 0 to move, the rules have seat 1" in words
    assert "rules have chance" in difference(with_move(record, 0, (1, "pass")))


def test_a_draw_the_seed_does_not_give_is_named(record: Record) -> None:
    other = "start:1" if record.moves[0][1] == "start:0" else "start:0"
    words = difference(with_move(record, 0, (-1, other)))
    assert words == f"move 1 of {len(record.moves)}, {other!r}: the seed gives {record.moves[0][1]!r}"


def test_without_a_seed_any_possible_draw_will_do(record: Record) -> None:
    track = next(i for i, (_, text) in enumerate(record.moves) if text.startswith("track:"))
    swapped = with_move(changed(record, seed=None, index=None), track, (-1, "track:9"))
    assert "'track:9' is no chance outcome" in difference(swapped)
    assert sp.verify(changed(record, seed=None, index=None)).ok


def test_a_move_too_many_or_too_few(record: Record) -> None:
    assert "the game was already over" in difference(changed(record, moves=[*record.moves, (0, "pass")]))
    assert difference(changed(record, moves=record.moves[:-1])).startswith("end_reason: the record has")


@pytest.mark.parametrize(("field", "value"), [("scores", [1, 2]), ("returns", [0.0, 0.0]), ("end_reason", "markers")])
def test_a_wrong_result_is_named(record: Record, field: str, value: object) -> None:
    words = difference(changed(record, **{field: value}))
    assert words.startswith(f"{field}: the record has {value!r}, the replay gives ")


def test_other_rules_are_named_and_play_is_compared_all_the_same(record: Record) -> None:
    assert difference(changed(record, rules_hash="0" * 16)).startswith("rules hash: the record has 0000")
    other = changed(record, options={**record.options, "thin_fog": False, "steel_limit": 1})
    words = difference(other)
    assert words.startswith("rules hash: ")
    unknown = changed(record, options={**record.options, "bad_option": 1})
    assert "the rules cannot be loaded: option: bad_option" in difference(unknown)
    assert "the rules cannot be loaded: option: players" in difference(changed(record, options={"players": 3}))
    assert "the rules cannot be loaded: players" in difference(changed(record, players=9))
    assert difference(changed(record, seed=-1)) == "seed must be at least 0, not -1"


def test_a_variant_is_part_of_the_record() -> None:
    game = sp.load_game("snowdonia", players=2, variant={"contracts": {"20": {"score": {"vp": 35}}}})
    record = records.loads(records.dumps(sp.record_game(game, 1, ["random", "random"])))
    assert record.load() == game
    assert sp.verify(record).ok
    assert not sp.verify(changed(record, variant=None)).ok


# ---- files ----


def test_a_file_round_trip(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    sp.write_record(record, path)
    assert sp.read_record(path) == record
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["format"] == "snowplay-record"
    assert document["rules_hash"] == record.rules_hash
    assert document["package_version"] == sp.__version__
    assert len(path.read_text(encoding="utf-8").splitlines()) > len(record.moves), "one move a line"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_write_leaves_the_old_file(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("old", encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="disk full"):
        sp.write_record(record, path)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def _cut(text: str) -> str:
    return text[: len(text) // 2]


def _without_moves(text: str) -> str:
    document = json.loads(text)
    del document["moves"]
    return json.dumps(document)


def _with(**entries: object) -> Callable[[str], str]:
    return lambda text: json.dumps({**json.loads(text), **entries})


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_cut, r"game\.json: line \d+, column \d+: not a complete JSON document"),
        (lambda _: "", "line 1, column 1"),
        (lambda _: "[1, 2]", "not a snowplay record"),
        (lambda _: '{"format": "other"}', "not a snowplay record"),
        (_with(version=2), "version: found 2; this program reads version 1"),
        (_without_moves, "missing required field `moves`"),
        (_with(extra=1), "unknown field `extra`"),
        (_with(players="two"), r"Expected `int`, got `str` - at `\$.players`"),
        (_with(moves=[[0, "pass"], ["0", "pass"]]), r"at `\$.moves\[1\]\[0\]`"),
    ],
)
def test_a_damaged_file_is_named_with_its_place(
    record: Record, tmp_path: Path, damage: Callable[[str], str], words: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(damage(records.dumps(record)), encoding="utf-8")
    with pytest.raises(RecordError, match=words) as caught:
        sp.read_record(path)
    assert str(path) in str(caught.value)


def test_a_number_of_too_many_digits(record: Record) -> None:
    text = records.dumps(record).replace('"players": 2', '"players": ' + "9" * 5_000)
    with pytest.raises(RecordError, match=r"^record: not a snowplay record \(a number in it has too many digits"):
        records.loads(text)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(RecordError, match=r"game\.json: .*no UTF-8 text"):
        sp.read_record(path)


# ---- rows as files ----


def write_rows(game: Game, rows: np.ndarray, path: Path, pieces: int) -> None:
    meta = export.metadata(game, games=len(rows), seed=5, first=0, policy="random")
    with export.open_writer(path, game, meta) as writer:
        for part in np.array_split(rows, pieces):
            writer.write(part)


@pytest.mark.parametrize("ending", ["csv", "npz"])
def test_files_do_not_depend_on_pieces_or_time(game: Game, tmp_path: Path, ending: str) -> None:
    rows = sp.playouts(game, 300, seed=5)
    write_rows(game, rows, tmp_path / f"a.{ending}", 1)
    os.utime(tmp_path / f"a.{ending}", (1, 1))
    write_rows(game, rows, tmp_path / f"b.{ending}", 7)
    assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_csv_has_flat_columns_for_the_seats_in_use(game: Game, tmp_path: Path) -> None:
    rows = sp.playouts(game, 40, seed=5)
    write_rows(game, rows, tmp_path / "rows.csv", 2)
    header, *lines = (tmp_path / "rows.csv").read_text().splitlines()
    table = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    assert len(table) == 40
    assert "score_1" in table[0] and "score_2" not in table[0]
    for row, entry in zip(rows, table, strict=True):
        assert (entry["rules_hash"], entry["seed"]) == (game.rules_hash, "5")
        assert int(entry["index"]) == row["index"]
        assert int(entry["score_1"]) == row["score"][1]
        assert int(entry["contracts_taken_0"]) == row["contracts_taken"][0]
        assert int(entry["actions_1_G"]) == row["actions"][1][6]
        assert int(entry["events_fired_10"]) == row["events_fired"][10]


def test_npz_holds_rows_and_metadata(game: Game, tmp_path: Path) -> None:
    rows = sp.playouts(game, 40, seed=5)
    write_rows(game, rows, tmp_path / "rows.npz", 3)
    with np.load(tmp_path / "rows.npz") as loaded:
        assert np.array_equal(loaded["rows"], rows)
        meta = json.loads(str(loaded["meta"]))
    assert (meta["rules_hash"], meta["seed"], meta["games"]) == (game.rules_hash, 5, 40)
    assert sp.load_game(meta["game"], meta["players"], variant=meta["variant"], **meta["options"]) == game


def test_parquet_agrees_with_csv(game: Game, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = sp.playouts(game, 40, seed=5)
    write_rows(game, rows, tmp_path / "rows.parquet", 2)
    write_rows(game, rows, tmp_path / "rows.csv", 2)
    table = parquet.read_table(tmp_path / "rows.parquet")
    header, *lines = (tmp_path / "rows.csv").read_text().splitlines()
    assert table.column_names == header.split(",")
    for line, entry in zip(lines, table.to_pylist(), strict=True):
        assert [str(value) for value in entry.values()] == line.split(",")
    assert json.loads(table.schema.metadata[b"snowplay"])["rules_hash"] == game.rules_hash


def test_parquet_without_its_package_names_the_extra(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(sp.MissingExtraError, match=r"pip install snowplay\[analysis\]"):
        export.check_path(tmp_path / "rows.parquet")


def test_a_file_of_unknown_kind(tmp_path: Path) -> None:
    with pytest.raises(export.ExportError, match=r"must end in \.csv, \.npz or \.parquet"):
        export.check_path(tmp_path / "rows.xlsx")


def test_large_integers_are_written_whole(game: Game, tmp_path: Path) -> None:
    rows = sp.playouts(game, 3, seed=5, first=2**63)
    write_rows(game, rows, tmp_path / "rows.csv", 1)
    lines = (tmp_path / "rows.csv").read_text().splitlines()[1:]
    assert [line.split(",")[2] for line in lines] == [str(2**63 + i) for i in range(3)]
