"""Reports of experiments in words, tables and plots; needs the extra ``analysis``.

>>> import snowplay as sp
>>> from snowplay.report import build
>>> build(sp.open_run("runs/acres-options")).save("report.html")  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .model import FORMATS, Finding, Report, ReportError, Section

if TYPE_CHECKING:
    from .assemble import build

__all__ = ["FORMATS", "Finding", "Report", "ReportError", "Section", "build"]


def __getattr__(name: str) -> Any:
    # The command line knows the formats without the packages that making a report takes.
    if name == "build":
        return import_module(".assemble", __name__).build
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
