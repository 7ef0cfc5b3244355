"""What a report is made of, whatever it is written as: findings, sections of text, tables and plots, provenance."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..analysis.plots import Plot
from ..analysis.table import Table
from ..errors import SnowplayError
from ..files import replacing
from ..validation import did_you_mean

#: clear: an effect was seen; none: none was, and it cannot be large; open: too few games to tell;
#: fact: a figure, compared with nothing; warning: what to mind before believing the rest.
Certainty = Literal["clear", "none", "open", "fact", "warning"]

#: How the certainty of a finding is told.
CERTAINTY_WORDS: dict[Certainty, str] = {
    "clear": "clear",
    "none": "no difference seen",
    "open": "not settled",
    "fact": "figure",
    "warning": "caution",
}
FORMATS = ("html", "md", "json")


class ReportError(SnowplayError, ValueError):
    """A report that cannot be made, or a format that does not exist."""


@dataclass(frozen=True)
class Finding:
    """A sentence on what was found, and how sure it is.

    Attributes
    ----------
    certainty : str
        A key of `CERTAINTY_WORDS`.
    text : str
        The sentence.
    """

    certainty: Certainty
    text: str


@dataclass(frozen=True)
class Section:
    """A part of a report on one subject.

    Attributes
    ----------
    key, title : str
        Its name for programs and for people.
    text : tuple of str
        Paragraphs.
    parts : tuple of Plot and Table
        In the order in which they are shown.
    """

    key: str
    title: str
    text: tuple[str, ...]
    parts: tuple[Plot | Table, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables among the parts."""
        return tuple(part for part in self.parts if isinstance(part, Table))

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The plots among the parts."""
        return tuple(part for part in self.parts if isinstance(part, Plot))


@dataclass(frozen=True)
class Report:
    """The report of a run; a notebook shows it by itself.

    Attributes
    ----------
    title, question : str
        As the experiment has them; the question may be empty.
    complete : bool
        Whether all games of the experiment have been played.
    findings : tuple of Finding
        Warnings first.
    sections : tuple of Section
        Only those that apply to the experiment.
    provenance : tuple of (str, str)
        What has to be known to repeat the run: label and value.
    arms : Table
        The rules of each arm and their hashes.
    experiment : str
        The experiment file.
    """

    title: str
    question: str
    complete: bool
    findings: tuple[Finding, ...]
    sections: tuple[Section, ...]
    provenance: tuple[tuple[str, str], ...]
    arms: Table
    experiment: str

    def to_html(self) -> str:
        """Return one HTML document that needs no other file, network or script."""
        from .html import render

        return render(self)

    def to_markdown(self) -> str:
        """Return the report as Markdown, without the plots."""
        parts = [f"# {self.title}\n"]
        if self.question:
            parts.append(f"*{self.question}*\n")
        parts.append("## What was found\n")
        parts.append("".join(f"- **{CERTAINTY_WORDS[f.certainty]}**: {f.text}\n" for f in self.findings))
        for section in self.sections:
            parts.append(f"## {section.title}\n")
            parts += [f"{paragraph}\n" for paragraph in section.text]
            parts += [table.to_markdown() for table in section.tables]
        parts.append("## How it was made\n")
        parts.append("".join(f"- {label}: {value}\n" for label, value in self.provenance))
        parts += [self.arms.to_markdown(), f"```toml\n{self.experiment.rstrip()}\n```"]
        return "\n".join(part.rstrip("\n") + "\n" for part in parts)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain data for JSON, without the drawings of the plots."""
        return {
            "format": "snowplay-report",
            "version": 1,
            "title": self.title,
            "question": self.question,
            "complete": self.complete,
            "findings": [{"certainty": finding.certainty, "text": finding.text} for finding in self.findings],
            "sections": [
                {
                    "key": section.key,
                    "title": section.title,
                    "text": list(section.text),
                    "tables": [table.as_dict() for table in section.tables],
                    "plots": [{"key": plot.key, "title": plot.title, "alt": plot.alt} for plot in section.plots],
                }
                for section in self.sections
            ],
            "provenance": dict(self.provenance),
            "arms": self.arms.as_dict(),
            "experiment": self.experiment,
        }

    def to_json(self) -> str:
        """Return `as_dict` as the text of a JSON document."""
        return json.dumps(self.as_dict(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"

    def render(self, format: str) -> str:
        """Return the report in one of `FORMATS`.

        Raises
        ------
        ReportError
            If there is no such format.
        """
        writers = {"html": self.to_html, "md": self.to_markdown, "json": self.to_json}
        if format not in writers:
            raise ReportError(f"format {format!r}: there is {', '.join(writers)}{did_you_mean(format, writers)}")
        return writers[format]()

    def save(self, path: str | Path, format: str | None = None) -> None:
        """Write the report to a file, which appears only when it is complete.

        Parameters
        ----------
        path : str or Path
            The file.
        format : str, optional
            One of `FORMATS`; by default the ending of the file.

        Raises
        ------
        ReportError
            If there is no such format.
        """
        text = self.render(format or Path(path).suffix.removeprefix(".").lower())
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8", newline="\n")

    def _repr_html_(self) -> str:
        # In a frame of its own the style of the page does not reach the notebook around it.
        page = html.escape(self.to_html())
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 80vh; border: 1px solid #dcdcdc"></iframe>'
