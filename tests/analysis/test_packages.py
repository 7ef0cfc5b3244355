"""The analysis is imported when it is used, and says what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

import snowplay.analysis as analysis


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_tables_need_no_optional_package() -> None:
    code = """
import sys
from snowplay.analysis import Column, Table
print(Table("t", "T", (Column("x", "X", "count"),), ((1,),)).to_markdown())
print(sorted({"polars", "scipy"} & set(sys.modules)))
"""
    assert run(code).endswith("| 1 |\n\n[]")


@pytest.mark.parametrize("package", ["polars", "scipy"])
def test_what_is_missing_is_said(package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
from snowplay.errors import MissingExtraError
try:
    from snowplay.analysis import seat_rates
except MissingExtraError as error:
    print(error)
"""
    assert run(code) == "the analysis of experiments needs the extra 'analysis': pip install snowplay[analysis]"


def test_everything_that_is_named_is_there() -> None:
    for name in analysis.__all__:
        assert getattr(analysis, name).__name__ == name
    assert set(analysis._HOMES) | {"Column", "Table", "format_cell"} == set(analysis.__all__)
    with pytest.raises(AttributeError, match="no attribute 'means'"):
        analysis.means  # noqa: B018
