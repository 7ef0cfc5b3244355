"""``snowplay run``: play an experiment into a run directory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ..batch import default_threads
from ..errors import RunFailedError
from ..experiments.runner import ENGINES, Outcome, execute
from ..experiments.spec import MAX_GAMES, load_experiment
from ..validation import did_you_mean
from . import common
from .common import AsJson, Threads, UsageError


def run(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT", help="TOML file of the experiment.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Run directory; runs/NAME by default.")
    ] = None,
    threads: Threads = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, max=MAX_GAMES, metavar="N", help="Games per arm, instead of the file's."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", min=0, max=2**63 - 1, metavar="N", help="Master seed, instead of the file's."),
    ] = None,
    engine: Annotated[str, typer.Option("--engine", help=f"Where to play: {', '.join(ENGINES)}.")] = "local",
    address: Annotated[
        str | None, typer.Option("--address", metavar="A", help="Address of the Ray cluster; a local one by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play an experiment: every arm, on the same seeds, one row a game.

    The same command resumes a run that was interrupted, however it ended; what is complete is left as it is. The rows
    depend on the experiment alone: not on threads, engine or interruptions.
    """
    if engine not in ENGINES:
        raise UsageError(f"--engine {engine}: there is {', '.join(ENGINES)}{did_you_mean(engine, ENGINES)}")
    if address is not None and engine != "ray":
        raise UsageError("--address: is that of a Ray cluster and needs --engine ray")
    asked = load_experiment(experiment).replace(games=games, seed=seed)
    try:
        outcome = execute(
            asked, out, threads=threads or default_threads(), engine=engine, address=address, progress=True
        )
    except RunFailedError as error:
        common.complain(str(error))
        raise typer.Exit(1) from None
    for note in outcome.notes:
        common.complain(note)
    facts = _facts(outcome, engine)
    if as_json:
        common.print_json(facts)
    else:
        _report(outcome, facts)


def _facts(outcome: Outcome, engine: str) -> dict[str, Any]:
    done = outcome.run
    arms = [
        {
            "name": arm.name,
            "players": arm.players,
            "rules_hash": arm.game.rules_hash,
            "seed": arm.seed,
            "agents": list(arm.agents),
            "games": done.games(arm),
            "bytes": sum(file.stat().st_size for file in done.files(arm)),
        }
        for arm in done.arms
    ]
    return {
        "experiment": done.experiment.name,
        "game": done.experiment.game,
        "out": str(done.path),
        "complete": done.complete,
        "baseline": done.baseline.name,
        "arms": arms,
        "stopped": done.stopped,
        "engine": engine,
        "chunks_played": outcome.played,
        "chunks_kept": outcome.kept,
        "games_played": outcome.games,
        "seconds": outcome.seconds,
        "notes": outcome.notes,
    }


def _report(outcome: Outcome, facts: dict[str, Any]) -> None:
    done, console = outcome.run, common.console()
    arms = facts["arms"]
    count = f"{len(arms)} arm{'s' if len(arms) > 1 else ''}"
    console.print(Text.assemble((facts["experiment"], "bold cyan"), f" · {facts['game']} · {count}"))
    if outcome.games:
        kept = f", {outcome.kept:,} chunks were there already" if outcome.kept else ""
        console.print(
            f"{outcome.games:,} games in {outcome.seconds:.1f} s ({outcome.games / outcome.seconds:,.0f} games/s){kept}"
        )
    else:
        console.print("complete already, nothing to play")
    table = common.grid("Arm", "Players", "Games", "Bytes a game", "Rules")
    for arm in arms:
        size = f"{arm['bytes'] / arm['games']:.0f}" if arm["games"] else ""
        table.add_row(arm["name"], str(arm["players"]), f"{arm['games']:,}", size, arm["rules_hash"])
    console.print(table)
    if done.stopped:
        verdict = {"H0": "accepts h0", "H1": "accepts h1", None: "is undecided"}[done.stopped["verdict"]]
        console.print(f"\nThe sequential test {verdict} after {done.stopped['games']:,} games.")
    console.print(Text.assemble("\nrows in ", (str(done.path), "bold")))
