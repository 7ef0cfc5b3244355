"""A report as one HTML document: no other file, no network, no script."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from ..analysis.plots import Plot
from ..errors import MissingExtraError
from .model import CERTAINTY_WORDS, Report


def render(report: Report) -> str:
    """Return the document.

    Raises
    ------
    MissingExtraError
        If Jinja is not installed.
    """
    try:
        import jinja2
    except ImportError:
        raise MissingExtraError("an HTML report", "analysis") from None
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.tests["plot"] = lambda part: isinstance(part, Plot)
    template = environment.from_string(files(__package__).joinpath("template.html.j2").read_text(encoding="utf-8"))
    data: dict[str, Any] = {"report": report, "certainty_words": CERTAINTY_WORDS}
    return template.render(data) + "\n"
