"""The generated parts and pictures of docs/ are those of today's core, data and commands."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))


@pytest.fixture(scope="module")
def tool() -> Iterator[ModuleType]:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        spec = importlib.util.spec_from_file_location("make_docs", ROOT / "tools" / "make_docs.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(ROOT / "tools"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_current(tool: ModuleType, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert tool.current(text) == text, f"{page.name} is not current: python tools/make_docs.py"


def test_pictures_are_current(tool: ModuleType) -> None:
    for picture, content in tool.board_pictures.pictures():
        assert picture.read_text(encoding="utf-8") == content, f"{picture.name}: python tools/make_docs.py"


def test_every_part_that_can_be_made_is_on_a_page(tool: ModuleType) -> None:
    used = {part["words"].split()[0] for page in PAGES for part in tool.PART.finditer(page.read_text(encoding="utf-8"))}
    assert used == set(tool.MAKERS)


def test_every_command_has_its_table(tool: ModuleType) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    shown = {part["words"] for part in tool.PART.finditer(page)}
    commands = {f"command {command.name or command.callback.__name__}" for command in tool.app.registered_commands}
    assert shown == commands


def test_every_opened_part_is_closed(tool: ModuleType) -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        parts = len(tool.PART.findall(text))
        assert text.count("<!-- generated:") == text.count("<!-- /generated -->") == parts, page.name


def test_an_outdated_page_is_noticed(tool: ModuleType) -> None:
    outdated = "<!-- generated: snowdonia-trains -->\n| 1 | something else |\n<!-- /generated -->"
    assert "L.A.D.A.S." in tool.current(outdated)
    with pytest.raises(ValueError, match="nothing is called"):
        tool.current("<!-- generated: nonsense -->\n<!-- /generated -->")
