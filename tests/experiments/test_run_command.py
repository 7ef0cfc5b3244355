"""The command ``snowplay run``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from runs import TWO_ARMS, asked, content, played

import snowplay as sp
from snowplay.experiments.lock import Lock


def snowplay(*words: object, code: int = 0, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "snowplay", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=cwd)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "e.toml"
    path.write_text(sp.load_experiment(asked(TWO_ARMS)).to_toml())
    return path


def test_it_plays_into_runs_and_the_name(file: Path, tmp_path: Path) -> None:
    done = snowplay("run", file, cwd=tmp_path)
    played(tmp_path / "here", asked(TWO_ARMS))
    assert content(tmp_path / "runs" / "try") == content(tmp_path / "here")
    fog = sp.load_game("snowdonia", players=2, thin_fog=True).rules_hash
    for words in ("try · snowdonia · 2 arms", "500 games in", fog, "rows in runs/try"):
        assert words in done.stdout
    assert done.stderr == ""
    assert "complete already, nothing to play" in snowplay("run", file, cwd=tmp_path).stdout


def test_json_and_other_games_and_seed(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = snowplay("run", file, "--out", out, "--games", 120, "--seed", 5, "--threads", 1, "--json")
    facts = json.loads(done.stdout)
    assert (facts["complete"], facts["games_played"], facts["chunks_played"], facts["chunks_kept"]) == (True, 240, 4, 0)
    assert [(arm["name"], arm["games"]) for arm in facts["arms"]] == [("standard", 120), ("fog", 120)]
    assert {arm["seed"] for arm in facts["arms"]} == {5}
    played(tmp_path / "here", asked(TWO_ARMS, games=120, seed=5))
    assert content(out) == content(tmp_path / "here")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["none.toml"], "none.toml: there is no such file"),
        (["{file}", "--engine", "rey"], "--engine rey: there is local, ray; did you mean 'ray'?"),
        (["{file}", "--address", "auto"], "--address: is that of a Ray cluster and needs --engine ray"),
        (["{file}", "--out", "{file}"], "File exists"),
        (["{file}", "--out", "."], ".: is there already and is no run of an experiment; choose another --out"),
    ],
)
def test_bad_usage(words: list[str], complaint: str, file: Path, tmp_path: Path) -> None:
    done = snowplay("run", *(word.format(file=file) for word in words), code=2, cwd=tmp_path)
    (line,) = done.stderr.splitlines()
    assert line.startswith("snowplay: ") and complaint in line
    assert done.stdout == ""


def test_a_changed_experiment_is_refused(file: Path, tmp_path: Path) -> None:
    snowplay("run", file, "--out", tmp_path / "out")
    done = snowplay("run", file, "--out", tmp_path / "out", "--games", 300, code=2)
    assert "experiment.games is 250 there, 300 now" in done.stderr


def test_two_at_once(file: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    lock = Lock(tmp_path / "out" / ".lock")
    done = snowplay("run", file, "--out", tmp_path / "out", code=1)
    lock.release()
    assert "another process is running this experiment right now" in done.stderr


def test_a_damaged_file_is_told(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    snowplay("run", file, "--out", out)
    (out / "rows/arm=fog/part-000002.parquet").write_bytes(b"PAR1")
    done = snowplay("run", file, "--out", out, "--json")
    assert "does not match its checksum" in done.stderr
    facts = json.loads(done.stdout)
    assert (facts["chunks_played"], facts["chunks_kept"], len(facts["notes"])) == (1, 5, 1)


def test_importing_snowplay_stays_light() -> None:
    code = "import sys, snowplay.cli; print([m for m in ('pyarrow', 'polars', 'scipy', 'ray') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
    code = "import sys, snowplay; print('snowplay.experiments' in sys.modules); snowplay.run; snowplay.Run"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
