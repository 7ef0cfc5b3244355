"""The program ``snowplay``: its commands, and what becomes of their errors.

Exit codes: 0 done; 2 bad usage or input, told in one line; 1 anything else.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .._version import __version__
from ..errors import SnowplayError
from . import bench, match, perft, play, replay, report, rules, run, serve, simulate
from .common import complain


class Commands(TyperGroup):
    """Turns errors into one line on standard error and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except SnowplayError as error:
            complain(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt as interrupt:
            complain(str(interrupt) or "interrupted")
            raise typer.Exit(1) from None
        except BrokenPipeError:
            # Whoever read has gone. Python would complain once more when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
            raise typer.Exit(2) from None


app = typer.Typer(
    name="snowplay",
    cls=Commands,
    help="Simulate, play and examine board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(simulate.simulate)
app.command()(run.run)
app.command()(report.report)
app.command()(match.match)
app.command()(play.play)
app.command()(serve.serve)
app.command()(bench.bench)
app.command()(perft.perft)
app.command()(replay.replay)
app.command()(replay.verify)
app.command()(rules.rules)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"snowplay {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Simulate, play and examine board games."""
    del version


def main() -> None:
    """Run the program."""
    app()
