"""What the pages show is true: their programs and commands run, in the order of the page and in one folder.

A Python block is run as it stands and sees the names of those above it; a console block's lines ``$ snowplay ...`` are
run as commands. Comments right before a block say more about it:

    <!-- expect: some words -->    its output must hold these words (on several lines: each of them)
    <!-- file: name.toml -->       the block is not run but is the content of this file
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(
    r"(?P<notes>(?:^<!-- (?:expect|file): .*? -->\n)*)^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
NOTE = re.compile(r"^<!-- (?P<key>expect|file): (?P<words>.*?) -->$", re.M)
LINK = re.compile(r"\]\((?!\w+:)(?P<target>[^)#]*)(?:#(?P<heading>[^)]*))?\)")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    line: int
    expected: list[str]
    file: str | None


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        notes = [(note["key"], note["words"]) for note in NOTE.finditer(found["notes"])]
        yield Block(
            found["language"],
            found["text"],
            text.count("\n", 0, found.start("text")) + 1,
            [words for key, words in notes if key == "expect"],
            next((words for key, words in notes if key == "file"), None),
        )


def commands(block: Block) -> list[str]:
    if block.language != "console":
        return []
    return [line[2:] for line in block.text.splitlines() if line.startswith("$ snowplay ")]


def run_command(line: str, cwd: Path) -> str:
    words = [sys.executable, "-m", *shlex.split(line)]
    done = subprocess.run(words, cwd=cwd, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, f"$ {line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


RUNNING = [page for page in PAGES if any(block.language == "python" or commands(block) for block in blocks(page))]


def test_the_pages_that_must_show_something_do() -> None:
    for page in ("README.md", "docs/quickstart.md", "docs/playouts.md", "docs/command-line.md"):
        assert ROOT / page in RUNNING


@pytest.mark.parametrize("page", RUNNING, ids=name)
def test_what_a_page_shows_runs(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(page):
        output = ""
        if block.file is not None:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            # Blank lines in front, so that a traceback has the line numbers of the page.
            exec(compile("\n" * (block.line - 1) + block.text, page.name, "exec"), names)
            output = capsys.readouterr().out
        else:
            output = "".join(run_command(line, tmp_path) for line in commands(block))
        for words in block.expected:
            assert words in output, f"{name(page)}, line {block.line}: {words!r} is not in the output:\n{output}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_note_of_a_page_is_lost(page: Path) -> None:
    """A note that does not stand right before a block would be ignored in silence."""
    text = page.read_text(encoding="utf-8")
    used = sum(len(NOTE.findall(found["notes"])) for found in BLOCK.finditer(text))
    assert used == len(NOTE.findall(text))


def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for found in LINK.finditer(text):
        target = (page.parent / found["target"]) if found["target"] else page
        assert target.exists(), f"{name(page)}: {found[0]}"
        if found["heading"] and target.suffix == ".md":
            assert found["heading"] in headings(target), f"{name(page)}: {found[0]}"


def test_every_page_can_be_found() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = {found["target"] for found in LINK.finditer(index)}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"} <= linked
