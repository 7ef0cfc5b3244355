"""Processes that are killed, interrupted or run out of room, and how much memory they take."""

from __future__ import annotations

import json
import multiprocessing
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from runs import TWO_ARMS, asked, content, played

import snowplay as sp
from snowplay.experiments.runner import run

KILLS = 24
COMMAND = [sys.executable, "-m", "snowplay", "run"]


def test_a_run_that_is_killed_again_and_again_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    experiment = asked(TWO_ARMS, games=3_000, chunk=30)
    expected, killed = tmp_path / "undisturbed", tmp_path / "killed"
    played(expected, experiment)
    # A server that has imported everything and starts no threads: its children begin to play at once.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["pytest", "snowplay.experiments.runner", "pyarrow.parquet"])
    chance = random.Random(5)
    ledger = killed / "progress.jsonl"

    def size() -> int:
        return ledger.stat().st_size if ledger.exists() else 0

    kills = 0
    while True:
        process = context.Process(target=run, args=(experiment, killed), kwargs={"threads": 2})
        wanted = size() + chance.randint(1, 300)  # up to two or three lines more
        process.start()
        if kills < KILLS:
            # Every third is killed while it looks at what is there, the others a moment after they wrote something.
            until = time.monotonic() + (chance.uniform(0.0, 0.1) if kills % 3 == 0 else 60)
            while process.is_alive() and time.monotonic() < until and size() < wanted:
                time.sleep(0.002)
            time.sleep(chance.uniform(0.0, 0.005))
            process.kill()
        process.join(60)
        if process.exitcode != -signal.SIGKILL:
            break
        kills += 1
        if kills % 5 == 0 and (killed / "manifest.json").exists():
            sp.open_run(killed).frame("fog")  # what is there can be read at any time
    assert process.exitcode == 0
    assert kills == KILLS
    assert content(killed) == content(expected)


def write(folder: Path, **entries: object) -> Path:
    path = folder / "e.toml"
    path.write_text(sp.load_experiment(asked(TWO_ARMS, **entries)).to_toml())
    return path


def test_ctrl_c(tmp_path: Path) -> None:
    file, out = write(tmp_path, games=2_000_000, chunk=500), tmp_path / "out"
    command = [*COMMAND, file, "--out", out]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (out / "progress.jsonl").exists() or not (out / "progress.jsonl").stat().st_size:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 1
    assert stdout == ""
    lines = (out / "progress.jsonl").read_text().splitlines()
    (line,) = stderr.splitlines()
    assert line == (
        f"snowplay: interrupted: {len(lines):,} of 8,000 chunks are safe in {out}; the same command resumes the run"
    )
    assert not list(out.rglob("*.part"))
    assert len(list(out.rglob("*.parquet"))) == len(lines)


def test_no_room_for_a_file(tmp_path: Path) -> None:
    file, out = write(tmp_path, games=6000, chunk=3000), tmp_path / "out"
    limit = 40_000  # bytes a file; a chunk has more

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [*COMMAND, file, "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, preexec_fn=limited)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line == (
        f"snowplay: {out}: cannot be written: File too large. "
        f"0 of 4 chunks are safe in {out}; the same command resumes the run"
    )
    assert not list(out.rglob("*.part*"))
    again = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=60)
    assert again.returncode == 0
    assert json.loads(again.stdout)["chunks_played"] == 4


MEMORY = """
import resource, sys
import snowplay as sp
asked = {"experiment": {"name": "memory", "game": "snowdonia", "games": int(sys.argv[1]), "chunk": 10_000}}
sp.run(asked, sys.argv[2], threads=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_is_flat(tmp_path: Path) -> None:
    peak = {}
    for games in (50_000, 200_000):
        command = [sys.executable, "-c", MEMORY, str(games), str(tmp_path / str(games))]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        peak[games] = int(done.stdout)  # in KiB
    # 150,000 more rows are 28 MB before they are packed.
    assert peak[200_000] < peak[50_000] + 8_000


@pytest.mark.parametrize("engine", ["cluster", ""])
def test_unknown_engines(engine: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown engine"):
        sp.run(asked(), tmp_path / "a", engine=engine)
    with pytest.raises(ValueError, match="needs engine='ray'"):
        sp.run(asked(), tmp_path / "a", address="auto")
    assert not (tmp_path / "a").exists()
