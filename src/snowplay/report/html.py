"""A report as one HTML document: no other file, no network, no script."""

from __future__ import annotations

from typing import Any

from ..analysis.plots import Plot
from ..templates import read_template
from .model import CERTAINTY_WORDS, Report


def render(report: Report) -> str:
    """Return the document.

    Raises
    ------
    MissingExtraError
        If Jinja is not installed.
    """
    tests = {"plot": lambda part: isinstance(part, Plot)}
    template = read_template(__package__, "template.html.j2", "an HTML report", tests)
    data: dict[str, Any] = {"report": report, "certainty_words": CERTAINTY_WORDS}
    return template.render(data) + "\n"
