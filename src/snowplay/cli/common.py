"""What several commands share: arguments, loading a game, printing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..errors import SnowplayError
from ..games import Game, load_game
from ..rules import parse_option_text

MAX_SEED = 2**64 - 1
_NARROW = 80  # width when the output is not a terminal


def _check_seed(seed: int | None) -> int | None:
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise typer.BadParameter(f"{seed} is not from 0 to 2**64 - 1.")
    return seed


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game: acres or snowdonia.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", metavar="N", help="Number of players; by default 3, or what the game has."),
]
Seed = Annotated[
    int, typer.Option("--seed", "-s", metavar="N", help="Master seed, from 0 to 2**64 - 1.", callback=_check_seed)
]
OptionalSeed = Annotated[
    int | None,
    typer.Option("--seed", "-s", metavar="N", help="Seed; a fresh one by default.", callback=_check_seed),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", "-t", min=1, max=4096, metavar="N", help="Threads; one a processor by default."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="A rule option; may be given several times."),
]
Variant = Annotated[
    Path | None, typer.Option("--variant", metavar="FILE", help="TOML file with the figures that differ.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


class UsageError(SnowplayError, ValueError):
    """A command was asked for something that does not fit."""


def open_game(name: str, players: int | None, settings: list[str] | None, variant: Path | None) -> Game:
    """Load the game that the arguments of a command describe."""
    options: dict[str, Any] = {}
    for setting in settings or []:
        option, equals, text = setting.partition("=")
        if not equals:
            raise UsageError(f"--set {setting}: write OPTION=VALUE, such as --set thin_fog=true")
        options[option.strip()] = parse_option_text(name, option.strip(), text)
    return load_game(name, players, variant=variant, **options)


def complain(message: str) -> None:
    """Print one line on standard error."""
    line = Text.assemble(("snowplay: ", "bold red"), " ".join(message.split()))
    Console(stderr=True, highlight=False, soft_wrap=True).print(line)


def console() -> Console:
    """Return the console for a command's result: as wide as the terminal, 80 columns into a file or pipe."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else _NARROW)


def print_json(document: dict[str, Any]) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(document, indent=2, allow_nan=False, ensure_ascii=False) + "\n")


def grid(*headers: str, left: int = 1) -> Table:
    """Return an empty table: the first `left` columns are words, the others numbers.

    Two spaces between columns, no lines but the one under the header.
    """
    from rich import box

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for position, header in enumerate(headers):
        table.add_column(header, justify="left" if position < left else "right", no_wrap=position > 0)
    return table


def title(game: Game, rest: str = "") -> Text:
    """Return the line that says what was played by which rules."""
    players = f"{game.players} player{'s' if game.players > 1 else ''}"
    return Text.assemble((game.name, "bold cyan"), f" · {players}{rest}")
