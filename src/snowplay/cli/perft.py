"""``snowplay perft``: counts of the move tree, to compare engines and catch slips."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from . import common
from .common import AsJson, GameName, Players, Settings, Variant


def perft(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=64, metavar="N", help="Levels.")] = 4,
    players: Players = None,
    settings: Settings = None,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """Count the leaves of the tree of all moves and all chance outcomes, level by level, from the very first draw."""
    game = common.open_game(name, players, settings, variant)
    state = game.new_initial_state(0, explicit_chance=True)
    levels = []
    table = common.grid("Depth", "Leaves", "Seconds", "Leaves/s")
    for level in range(depth + 1):
        start = time.perf_counter()
        leaves = state.perft(level)
        seconds = time.perf_counter() - start
        levels.append({"depth": level, "leaves": leaves, "seconds": seconds})
        table.add_row(str(level), f"{leaves:,}", f"{seconds:.3f}", f"{leaves / seconds:,.0f}")
    if as_json:
        common.print_json({"game": game.name, "players": game.players, "rules_hash": game.rules_hash, "perft": levels})
        return
    console = common.console()
    console.print(common.title(game, f" · rules {game.rules_hash}"))
    console.print(table)
