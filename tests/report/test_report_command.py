"""``snowplay report`` as its users meet it: files, formats, exit codes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import snowplay as sp
from snowplay.cli import app
from snowplay.report import build


def report(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "snowplay", "report", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


def here(*arguments: str | Path, code: int = 0) -> Any:
    """Run the command in this process, which knows the packages already."""
    done = CliRunner().invoke(app, ["report", *map(str, arguments)])
    assert done.exit_code == code, done.stderr
    return done


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> sp.Run:
    tables = {"experiment": {"name": "try", "game": "snowdonia", "players": 1, "games": 20}}
    return sp.run(tables, tmp_path_factory.mktemp("runs") / "try", threads=1)


def test_the_page_goes_into_the_run(run: sp.Run) -> None:
    before = {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()}
    page = run.path / "report.html"
    assert report(run.path).stdout == f"report in {page}\n"
    assert page.read_text(encoding="utf-8") == build(run).to_html()  # of another process
    page.unlink()
    assert {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()} == before


def test_markdown_and_json_go_to_standard_output_or_a_file(run: sp.Run, tmp_path: Path) -> None:
    assert here(run.path, "--format", "md").stdout == build(run).to_markdown()
    document = json.loads(here(run.path, "--format", "json").stdout)
    assert document["complete"] is True
    done = here(run.path, "--format", "json", "--out", tmp_path / "any.txt")
    assert done.stdout == f"report in {tmp_path / 'any.txt'}\n"
    assert json.loads((tmp_path / "any.txt").read_text(encoding="utf-8")) == document


def test_what_is_no_run_is_told_in_one_line() -> None:
    done = report("nowhere", code=2)
    assert done.stdout == ""
    assert done.stderr == "snowplay: nowhere: is no run of an experiment (there is no manifest.json)\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "pdf"], "--format pdf: there is html, md, json"),
        (["--out", "no/such/folder/report.html"], "no/such/folder/report.html: No such file or directory"),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(run: sp.Run, arguments: list[str], words: str) -> None:
    done = here(run.path, *arguments, code=2)
    assert done.stdout == ""
    assert done.stderr == f"snowplay: {words}\n"


@pytest.mark.parametrize("fault", ["cut", "one bit", "gone"])
def test_damaged_rows_are_told_in_one_line(run: sp.Run, tmp_path: Path, fault: str) -> None:
    """A file that cannot be read, but also one that can and holds other figures than were written."""
    folder = tmp_path / "run"
    shutil.copytree(run.path, folder)
    (path,) = sp.open_run(folder).files(run.baseline)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    if fault == "gone":
        path.unlink()
    else:
        path.write_bytes(data if fault == "one bit" else b"PAR1")
    words = "is gone" if fault == "gone" else "does not match its checksum"
    done = here(folder, code=2)
    assert done.stdout == ""
    advice = "`snowplay run` with the same experiment and folder plays it again"
    assert done.stderr == f"snowplay: {path}: {words}; {advice}\n"
    assert not (folder / "report.html").exists()


def test_other_commands_do_without_the_packages_of_a_report() -> None:
    words = "import sys, snowplay.cli; print(sorted({'polars', 'scipy', 'matplotlib', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert done.stdout == "[]\n"
