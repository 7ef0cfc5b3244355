"""The run directory: resumed, damaged, held by another, of another experiment or version, on a full disk."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from runs import TWO_ARMS, asked, content, played

import snowplay as sp
from snowplay.experiments import store
from snowplay.experiments.lock import Lock
from snowplay.experiments.store import chunk_path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of an undisturbed run of `EXPERIMENT`."""
    folder = tmp_path_factory.mktemp("whole")
    played(folder, EXPERIMENT)
    return content(folder)


EXPERIMENT = asked(TWO_ARMS)


class EndedError(Exception):
    """Ends a run in the middle."""


def play_some(folder: Path, chunks: int) -> None:
    """Play the first chunks of the experiment and end as by an error."""
    left = chunks

    class Stopping(store.Store):
        def put(self, chunk: Any, data: Any) -> None:
            nonlocal left
            if not left:
                raise EndedError
            left -= 1
            super().put(chunk, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("snowplay.experiments.runner.Store", Stopping)
        with pytest.raises(EndedError):
            played(folder, EXPERIMENT)


def test_a_complete_run_has_these_files_and_no_others(whole: dict[str, bytes]) -> None:
    parts = {str(chunk_path(arm, index)) for arm in ("standard", "fog") for index in range(3)}
    assert set(whole) == {"experiment.toml", "manifest.json", ".lock"} | parts
    manifest = json.loads(whole["manifest.json"])
    assert manifest["complete"] is True
    assert [(c["arm"], c["chunk"], c["first"], c["games"]) for c in manifest["chunks"]] == [
        (arm, index, 100 * index, min(100, 250 - 100 * index)) for arm in ("standard", "fog") for index in range(3)
    ]
    for c in manifest["chunks"]:
        assert c["bytes"] == len(whole[str(chunk_path(c["arm"], c["chunk"]))])


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_bytes_do_not_depend_on_threads(threads: int, tmp_path: Path, whole: dict[str, bytes]) -> None:
    played(tmp_path, EXPERIMENT, threads=threads)
    assert content(tmp_path) == whole


def test_a_complete_run_is_left_as_it_is(tmp_path: Path, whole: dict[str, bytes]) -> None:
    played(tmp_path, EXPERIMENT)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    outcome = played(tmp_path, EXPERIMENT)
    assert (outcome.played, outcome.kept, outcome.games, outcome.notes) == (0, 6, 0, [])
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == times


@pytest.mark.parametrize("chunks", range(6))
def test_a_run_that_ended_early_is_resumed(chunks: int, tmp_path: Path, whole: dict[str, bytes]) -> None:
    play_some(tmp_path, chunks)
    assert sp.open_run(tmp_path).complete is False
    outcome = played(tmp_path, EXPERIMENT)
    assert (outcome.played, outcome.kept) == (6 - chunks, chunks)
    assert content(tmp_path) == whole


def test_an_incomplete_run_can_be_analysed(tmp_path: Path) -> None:
    play_some(tmp_path, 3)
    run = sp.open_run(tmp_path)
    assert (run.games("standard"), run.games("fog")) == (200, 100)
    assert run.frame("standard")["game"].to_list() == list(range(200))
    assert len(run.pairs("fog", "standard", ["score_0"])) == 100
    play_some(tmp_path / "empty", 0)
    empty = sp.open_run(tmp_path / "empty")
    assert empty.games("fog") == 0
    assert empty.frame("fog", ["game", "score_1"]).shape == (0, 2)
    assert empty.scan().collect().height == 0


def test_chunks_after_a_gap_are_not_shown(tmp_path: Path) -> None:
    play_some(tmp_path, 5)
    ledger = tmp_path / "progress.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(line for line in lines if b'"arm":"fog","chunk":0' not in line))
    run = sp.open_run(tmp_path)
    assert (run.games("standard"), run.games("fog")) == (250, 0)


@pytest.mark.parametrize("damage", ["half line", "no line", "part", "file without a line", "no ledger", "no manifest"])
def test_what_a_killed_process_leaves_is_cleared_away(damage: str, tmp_path: Path, whole: dict[str, bytes]) -> None:
    play_some(tmp_path, 4)
    ledger = tmp_path / "progress.jsonl"
    lines = ledger.read_bytes()
    if damage == "half line":
        ledger.write_bytes(lines[:-20])
    elif damage == "no line":
        ledger.write_bytes(b"".join(lines.splitlines(keepends=True)[:-1]))
    elif damage == "part":
        (tmp_path / "rows/arm=fog/.part-000002.parquet.123.part").write_bytes(b"half")
        (tmp_path / ".manifest.json.123.part").write_bytes(b"half")
    elif damage == "file without a line":
        (tmp_path / chunk_path("fog", 2)).write_bytes(b"anything")
    elif damage == "no ledger":
        ledger.unlink()
    else:
        for name in ("manifest.json", "progress.jsonl"):
            (tmp_path / name).unlink()
    assert played(tmp_path, EXPERIMENT).notes == []
    assert content(tmp_path) == whole


def test_a_ledger_that_outlived_its_run_is_removed(tmp_path: Path, whole: dict[str, bytes]) -> None:
    played(tmp_path, EXPERIMENT)
    (tmp_path / "progress.jsonl").write_bytes(b"")  # killed between the last manifest and its removal
    played(tmp_path, EXPERIMENT)
    assert content(tmp_path) == whole


@pytest.mark.parametrize("complete", [True, False])
def test_a_damaged_chunk_is_moved_aside_and_played_again(
    complete: bool, tmp_path: Path, whole: dict[str, bytes]
) -> None:
    play_some(tmp_path, 4)
    if complete:
        played(tmp_path, EXPERIMENT)
    damaged, gone = tmp_path / chunk_path("fog", 1), tmp_path / chunk_path("standard", 0)
    data = bytearray(damaged.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    gone.unlink()
    with pytest.warns(RuntimeWarning) as warned:
        run = sp.run(EXPERIMENT, tmp_path, threads=1)
    assert sorted(str(w.message) for w in warned) == [
        f"{damaged}: does not match its checksum; moved to part-000001.parquet.corrupt, will be played again",
        f"{gone}: is gone and will be played again",
    ]
    assert run.complete
    files = content(tmp_path)
    assert files.pop("rows/arm=fog/part-000001.parquet.corrupt") == data
    assert files == whole


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": 251}, "experiment.games is 250 there, 251 now"),
        ({"seed": 1}, "experiment.seed is 0 there, 1 now"),
        ({"watch": True}, "experiment.watch is false there, true now"),
        ({"players": None}, "experiment.players is 2 there, missing now"),
        ({"arms": [TWO_ARMS[0]]}, 'arm.fog is {"name": "fog", "options": {"thin_fog": true}} there, missing now'),
        (
            {"arms": [TWO_ARMS[0], {"name": "fog", "options": {"thin_fog": False}}]},
            "arm.fog.options.thin_fog is true there, false now",
        ),
    ],
)
def test_another_experiment_is_refused(complete: bool, change: dict[str, Any], words: str, tmp_path: Path) -> None:
    played(tmp_path, EXPERIMENT) if complete else play_some(tmp_path, 2)
    before = content(tmp_path)
    entries = {key: value for key, value in change.items() if key != "arms"}
    other = asked(change.get("arms", TWO_ARMS), **entries)
    if change.get("players", 2) is None:
        del other["experiment"]["players"]
    with pytest.raises(sp.RunError) as caught:
        played(tmp_path, other)
    assert words in str(caught.value)
    assert str(caught.value).endswith("Nothing was touched: choose another --out, or ask for the same to resume it")
    assert content(tmp_path) == before


@pytest.mark.parametrize(
    ("key", "value"), [("package_version", "0.0.9"), ("pyarrow_version", "17.0.0"), ("generator", "other")]
)
def test_another_version_is_refused(key: str, value: str, tmp_path: Path) -> None:
    play_some(tmp_path, 2)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    here = manifest[key]
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {key: value}))
    before = content(tmp_path)
    with pytest.raises(sp.RunError) as caught:
        played(tmp_path, EXPERIMENT)
    assert f'{key} is "{value}" there, "{here}" now' in str(caught.value)
    assert "or use those versions to resume it" in str(caught.value)
    assert content(tmp_path) == before


def test_other_rules_and_another_format_are_refused(tmp_path: Path) -> None:
    played(tmp_path, EXPERIMENT)
    path = tmp_path / "manifest.json"
    text = path.read_text()
    fog = sp.load_game("snowdonia", players=2, thin_fog=True).rules_hash
    path.write_text(text.replace(fog, "0123456789abcdef"))
    with pytest.raises(sp.RunError, match=f'arms.fog.rules_hash is "0123456789abcdef" there, "{fog}" now'):
        played(tmp_path, EXPERIMENT)
    with pytest.raises(sp.RunError, match="arm fog was played by rules 0123456789abcdef of snowplay"):
        sp.open_run(tmp_path)
    path.write_text(text.replace('"version": 1', '"version": 2'))
    for opening in (sp.open_run, lambda folder: played(folder, EXPERIMENT)):
        with pytest.raises(sp.RunError, match=r"version 2 of the format; snowplay .* reads version 1"):
            opening(tmp_path)
    path.write_text("{}")
    with pytest.raises(sp.RunError, match="is not the manifest of a run"):
        sp.open_run(tmp_path)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(sp.RunError, match="is there already and is no run of an experiment; choose another --out"):
        played(tmp_path, EXPERIMENT)
    with pytest.raises(sp.RunError, match="is no run of an experiment"):
        sp.open_run(tmp_path)
    assert content(tmp_path) == {"letter.txt": b"dear"}
    with pytest.raises(sp.RunError, match="is no run of an experiment"):
        sp.open_run(tmp_path / "none")


def test_two_runners_at_once(tmp_path: Path, whole: dict[str, bytes]) -> None:
    play_some(tmp_path, 2)
    before = content(tmp_path)
    lock = Lock(tmp_path / ".lock")
    with pytest.raises(sp.RunFailedError, match="another process is running this experiment right now"):
        played(tmp_path, EXPERIMENT)
    assert content(tmp_path) == before
    assert sp.open_run(tmp_path).games("fog") == 100  # reading does not mind
    lock.release()
    played(tmp_path, EXPERIMENT)
    assert content(tmp_path) == whole


@pytest.mark.skipif(sys.platform == "win32", reason="the module fcntl is of other systems")
def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as what it is: nobody finds the other process that an error about one would send him to look for."""

    def refuse(file: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(sp.RunFailedError) as told:
        Lock(tmp_path / ".lock")
    assert str(told.value).startswith(f"{tmp_path / '.lock'}: this file system cannot lock files (No locks available)")
    assert "another process" not in str(told.value)


@pytest.mark.parametrize("fatal", range(1, 21))
def test_a_full_disk(fatal: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: dict[str, bytes]) -> None:
    """Whatever write it is that fails, what was safe stays safe and nothing half is left."""
    real, calls = os.fsync, 0

    def fsync(file: int) -> None:
        nonlocal calls
        calls += 1
        if calls >= fatal:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(file)

    with monkeypatch.context() as patch:
        patch.setattr(store.os, "fsync", fsync)
        with pytest.raises(sp.RunFailedError, match="No space left on device") as caught:
            played(tmp_path, EXPERIMENT)
    if fatal > 6:  # what comes before are the files that every run begins with
        safe = re.search(r"(\d) of 6 chunks are safe in .*; the same command resumes the run$", str(caught.value))
        lines = (tmp_path / "progress.jsonl").read_bytes().count(b"\n")
        assert safe is not None and int(safe[1]) in (lines, lines - 1)
    assert not list(tmp_path.rglob("*.part"))
    played(tmp_path, EXPERIMENT)
    assert content(tmp_path) == whole


def test_chunks_are_one_row_group_each(tmp_path: Path) -> None:
    run = played(tmp_path, EXPERIMENT).run
    assert {pq.read_metadata(file).num_row_groups for arm in run.arms for file in run.files(arm)} == {1}
