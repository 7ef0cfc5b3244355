"""``snowplay replay`` and ``snowplay verify``: recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ..errors import RecordError
from ..files import replacing
from ..records import Record, read_record
from ..records import replay as replay_states
from ..records import verify as verify_record
from ..state import CHANCE_PLAYER, State
from . import common
from .common import AsJson, UsageError
from .play import final_table

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="Record of a game, as play --record writes it.")]


def replay(
    path: RecordFile,
    step: Annotated[
        int | None, typer.Option("--step", min=0, metavar="N", help="Show only the board after N moves and draws.")
    ] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board before every decision.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write a page to step through, also for games recorded online. Needs the extra analysis.",
        ),
    ] = None,
) -> None:
    """Show a recorded game, move by move."""
    if html is not None:
        if step is not None or boards:
            raise UsageError("--html writes the whole game: it goes without --step and --boards")
        if html.exists() and html.samefile(path):
            raise UsageError(f"--html {html}: this is the record itself; choose another file for the page")
        _write_page(path, html)
        return
    record = read_record(path)
    console = common.console()
    console.soft_wrap = True
    if step is not None:
        if step > len(record.moves):
            raise UsageError(f"--step {step}: the record has {len(record.moves)} moves and draws")
        for number, state in enumerate(replay_states(record)):
            if number == step:
                console.print(Text(str(state)))
                return
    width = len(str(len(record.moves)))
    try:
        before: State | None = None
        moment = ""
        for number, state in enumerate(replay_states(record)):
            if before is None:
                console.print(common.title(state.get_game(), f" · seed {record.seed} · rules {record.rules_hash}"))
            else:
                if before.moment() != moment:
                    moment = before.moment()
                    console.print(f"\n{moment}", style="bold cyan")
                if boards and not before.is_chance_node():
                    console.print(Text(f"\n{before}\n"))
                console.print(_line(record, number, before, width))
            before = state
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    if before is not None:
        console.print(Text(f"\n{before}\n"))
        console.print(final_table(before))


def _write_page(path: Path, target: Path) -> None:
    from ..boards.page import page, read_moves

    moves = read_moves(path)
    with replacing(target) as temporary:
        temporary.write_text(page(moves, path.name), encoding="utf-8", newline="\n")
    size = target.stat().st_size
    common.console().print(f"{target}: {len(moves) - 1} moves and draws, {size / 1000:,.0f} kB", soft_wrap=True)


def _line(record: Record, number: int, before: State, width: int) -> Text:
    player, notation = record.moves[number - 1]
    words = before.action_to_string(before.string_to_action(notation))
    if player == CHANCE_PLAYER:
        return Text(f"{number:>{width}}  chance  {words}", style="dim")
    return Text.assemble((f"{number:>{width}}  ", "dim"), (f"seat {player}  ", "bold"), words)


def verify(
    paths: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="Records of games.")],
    as_json: AsJson = False,
) -> None:
    """Replay records and name the first difference of each; exit code 1 if there is any."""
    console = common.console()
    console.soft_wrap = True
    results = []
    for path in paths:
        record = read_record(path)
        result = verify_record(record)
        results.append({"record": str(path), **result._asdict()})
        if as_json:
            continue
        if result.ok:
            scores = ", ".join(map(str, record.scores))
            words = f"{result.moves} moves and draws agree, scores {scores}"
            console.print(Text.assemble((f"{path}: ", "bold"), ("ok", "green"), f" · {words}"))
        else:
            console.print(
                Text.assemble((f"{path}: ", "bold"), ("differs", "bold red"), f" · {result.first_difference}")
            )
    if as_json:
        common.print_json({"records": results})
    if not all(result["ok"] for result in results):
        raise typer.Exit(1)
