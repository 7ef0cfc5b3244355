"""The twins share nothing with the package they check but its data files."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCES = [HERE / "data.py", *sorted((HERE / "snowdonia").glob("*.py")), *sorted((HERE / "acres").glob("*.py"))]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_twin_imports_nothing_of_the_package(path: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module or "")
    assert not [name for name in imported if name.split(".")[0] in ("snowplay", "numpy")]
    assert not [name for name in imported if name.split(".")[-1] in ("harness", "view_snowdonia", "view_acres")]
