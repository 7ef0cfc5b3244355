"""``snowplay rules``: options, and where the figures come from."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..games import Game
from ..rules import Provenance, game_options
from . import common
from .common import AsJson, GameName, Players, Settings, Variant

_ORDER = ("rulebook", "summary", "two-sources", "one-source", "inferred", "assumed", "unknown", "variant")
_MEANING = {
    "rulebook": "printed in the rulebook",
    "summary": "told by a published summary of the rules",
    "two-sources": "two independent sources agree",
    "one-source": "one source",
    "inferred": "follows from other figures",
    "assumed": "no source found: a guess, to be corrected in the data file",
    "unknown": "nothing is known",
    "variant": "given by the variant",
}


def rules(
    name: GameName,
    players: Players = None,
    settings: Settings = None,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """Show the rule options of a game, and how sure its figures are."""
    game = common.open_game(name, players, settings, variant)
    provenance = game.rules.provenance()
    if as_json:
        common.print_json(_document(game, provenance))
        return
    console = common.console()
    console.print(common.title(game, f" · rules {game.rules_hash}"))
    console.print()
    _options(console, game)
    _confidence(console, provenance)
    _assumed(console, provenance)
    _changes(console, game)


def _document(game: Game, provenance: list[Provenance]) -> dict[str, Any]:
    return {
        "game": game.name,
        "players": game.players,
        "rules_hash": game.rules_hash,
        "variant": game.variant,
        "options": [
            {
                "name": option.name,
                "value": game.options[option.name],
                "default": game.defaults[option.name],
                "allowed": option.allowed,
                "rules": list(option.rules),
                "help": option.help,
            }
            for option in game_options(game.name)
        ],
        "confidence": dict(Counter(entry.confidence for entry in provenance)),
        "provenance": [entry._asdict() for entry in provenance],
        "changes": [change._asdict() for change in game.rules.changes],
    }


def _table(*headers: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for header in headers:
        table.add_column(header, overflow="fold")
    return table


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def _options(console: Console, game: Game) -> None:
    table = _table("Option", "Value", "Rules", "What it does")
    for option in game_options(game.name):
        value, default = game.options[option.name], game.defaults[option.name]
        shown = Text(_value(value))
        if value != default:
            shown = Text.assemble((_value(value), "bold yellow"), f" (default {_value(default)})")
        table.add_row(
            Text(option.name, style="cyan"),
            shown,
            "\n".join(option.rules),
            Text.assemble(option.help, (f"\n{option.allowed}", "dim")),
        )
    console.print(table)
    console.print(Text("Change one with --set OPTION=VALUE, or in the table [options] of a variant.\n", style="dim"))


def _confidence(console: Console, provenance: list[Provenance]) -> None:
    counts = Counter(entry.confidence for entry in provenance)
    table = _table("How sure the figures are", "Entries", "Meaning")
    table.columns[1].justify = "right"
    for word in sorted(counts, key=_ORDER.index):
        table.add_row(word, str(counts[word]), _MEANING[word])
    console.print(table)
    console.print()


def _assumed(console: Console, provenance: list[Provenance]) -> None:
    doubtful = [entry for entry in provenance if entry.confidence in ("assumed", "unknown")]
    if not doubtful:
        return
    table = _table("What is assumed", "Why")
    notes: set[str] = set()
    for entry in doubtful:
        note = "" if entry.note in notes else " ".join(entry.note.split())
        notes.add(entry.note)
        table.add_row(Text(entry.path, style="yellow"), Text(note))
    console.print(table)
    console.print()


def _changes(console: Console, game: Game) -> None:
    if not game.rules.changes:
        return
    table = _table(f"Variant {game.rules.variant_name}", "Before", "Now")
    for change in game.rules.changes:
        before = "-" if change.before is None else _value(change.before)
        table.add_row(change.path, Text(before), Text(_value(change.after), style="bold yellow"))
    console.print(table)
