"""``snowplay report``: what the games of an experiment say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..experiments import open_run
from ..report import FORMATS
from ..validation import did_you_mean
from .common import UsageError


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run, as snowplay run makes it.")],
    format: Annotated[
        str, typer.Option("--format", "-f", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
    ] = "html",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to; by default RUN/report.html, or standard output."),
    ] = None,
) -> None:
    """Tell what the games of a run say: findings in words, tables and plots.

    A run that is not complete can be reported, too; the report says so.
    """
    if format not in FORMATS:
        raise UsageError(f"--format {format}: there is {', '.join(FORMATS)}{did_you_mean(format, FORMATS)}")
    from ..report import build  # brings packages that no other command needs

    built = build(open_run(run))
    if out is None and format != "html":
        sys.stdout.write(built.render(format))
        return
    target = out or run / "report.html"
    built.save(target, format)
    typer.echo(f"report in {target}")
