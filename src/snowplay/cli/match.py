"""``snowplay match``: agents against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from .. import analysis
from ..analysis.table import Table, format_cell
from ..arena import match_experiment, split_agents
from ..batch import default_threads
from ..errors import RunFailedError
from ..experiments.runner import ENGINES, Outcome, execute
from ..seats import Clock, clocked
from ..validation import did_you_mean
from . import common
from .common import AsJson, GameName, Seed, Settings, Threads, UsageError, Variant


def match(
    name: GameName,
    agents: Annotated[
        str,
        typer.Option(
            "--agents", "-a", metavar="A,B,..", help="Two or more agents, such as random,ismcts:iterations=400,trees=2."
        ),
    ],
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="X,Y,..", help="Opponents: the agents, one or more, play these and not each other."
        ),
    ] = "",
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=10**7, metavar="N", help="Games of every pairing.")
    ] = 100,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="Number of players at a table; by default 2.")
    ] = None,
    seed: Seed = 0,
    threads: Threads = None,
    settings: Settings = None,
    variant: Variant = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Run directory; runs/match-... by default.")
    ] = None,
    engine: Annotated[str, typer.Option("--engine", help=f"Where to play: {', '.join(ENGINES)}.")] = "local",
    address: Annotated[
        str | None, typer.Option("--address", metavar="A", help="Address of the Ray cluster; a local one by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play each other: every two of them, seats exchanged, on the same deals.

    The rows go into a run directory as those of an experiment do, and the same command resumes a match that was
    interrupted. With more than two players one of the first agent meets a table of the second, and the other way round;
    with --against only one of each agent a table of each opponent.
    """
    if engine not in ENGINES:
        raise UsageError(f"--engine {engine}: there is {', '.join(ENGINES)}{did_you_mean(engine, ENGINES)}")
    game = common.open_game(name, 2 if players is None else players, settings, variant)
    asked = match_experiment(
        game, split_agents(agents), games, against=split_agents(against), seed=seed, variant=game.variant
    )
    try:
        with clocked() as clock:
            threads = threads or default_threads()
            outcome = execute(asked, out, threads=threads, engine=engine, address=address, progress=True)
    except RunFailedError as error:
        common.complain(str(error))
        raise typer.Exit(1) from None
    for note in outcome.notes:
        common.complain(note)
    tables = (analysis.pair_table(outcome.run), analysis.rating_table(outcome.run))
    if as_json:
        common.print_json(_facts(outcome, tables, clock))
    else:
        _report(common.console(), outcome, tables, clock)


def _facts(outcome: Outcome, tables: tuple[Table, ...], clock: Clock) -> dict[str, Any]:
    settings = outcome.run.experiment.settings
    return {
        "game": settings.game,
        "players": settings.players,
        "seed": settings.seed,
        "rules_hash": outcome.run.baseline.game.rules_hash,
        "package_version": outcome.run.manifest["package_version"],
        "rotate": settings.rotate,
        "out": str(outcome.run.path),
        "complete": outcome.run.complete,
        "games_played": outcome.games,
        "seconds": outcome.seconds,
        **{table.key: table.as_dict() for table in tables},
        "moves_now": [
            {"agent": agent, "moves": moves, "seconds": clock.seconds[agent]} for agent, moves in clock.moves.items()
        ],
    }


def _report(console: Console, outcome: Outcome, tables: tuple[Table, ...], clock: Clock) -> None:
    run = outcome.run
    settings = run.experiment.settings
    how = "seats exchanged on every deal" if settings.rotate == "paired" else "everybody keeps the side"
    console.print(common.title(run.baseline.game, f" · {len(run.arms)} pairings · {how}"))
    console.print(
        f"rules {run.baseline.game.rules_hash} · seed {settings.seed} · snowplay {run.manifest['package_version']}",
        style="dim",
    )
    console.print()
    for table in tables:
        _show(console, table)
    if clock.moves:
        shown = common.grid("Time for moves now", "Moves", "ms a move")
        for agent, moves in clock.moves.items():
            shown.add_row(agent, f"{moves:,}", f"{1000 * clock.seconds[agent] / moves:.3f}")
        console.print(shown)
    console.print(Text.assemble("\nrows in ", (str(run.path), "bold"), "; snowplay report reads them"))


def _show(console: Console, table: Table) -> None:
    """Print a table; what its first columns say in words goes into one that may wrap."""
    words = sum(column.kind == "text" for column in table.columns)
    title = " ".join(column.title for column in table.columns[:words])
    shown = common.grid(title, *(column.title for column in table.columns[words:]))
    for row in table.rows:
        cells = [format_cell(column, cell) for cell, column in zip(row, table.columns, strict=True)]
        shown.add_row(" - ".join(cells[:words]), *cells[words:])
    console.print(shown)
    for note in table.notes:
        console.print(note, style="dim")
    console.print()
