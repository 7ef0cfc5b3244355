"""The generated parts of docs/: tables of actions, observations, rows, options, figures and commands, pictures.

    python tools/make_docs.py           write them anew
    python tools/make_docs.py --check   name what is not current; exit code 1 if there is anything

A page holds a generated part between two comments, the first of which names what is generated:

    <!-- generated: actions snowdonia -->
    <!-- /generated -->

Everything else on a page is written by hand and left alone.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import ModuleType

import board_pictures
import figures_acres
import figures_snowdonia
import numpy as np
import typer

import snowplay as sp
from snowplay._core.registry import GAMES
from snowplay.cli import app
from snowplay.experiments import schema
from snowplay.rules import game_options

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
CORE = ROOT / "src" / "_core"
PART = re.compile(r"(?P<open><!-- generated: (?P<words>[^>]*?) -->\n)(?P<text>.*?)(?P<close><!-- /generated -->)", re.S)

# The game as it is shown: with the most players, so that nothing is left out.
MOST_PLAYERS = {"acres": 2, "snowdonia": 5}


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; a header that ends in > is set to the right."""
    yield "| " + " | ".join(header.rstrip(">") for header in headers) + " |"
    yield "|" + "|".join("--:" if header.endswith(">") else "---" for header in headers) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in row) + " |"


def game_of(name: str) -> sp.Game:
    return sp.load_game(name, players=MOST_PLAYERS[name])


def words_of(name: str) -> ModuleType:
    return importlib.import_module(f"snowplay.{name}.actions")


def type_of(dtype: np.dtype[np.generic]) -> str:
    return f"{dtype.base} {list(dtype.shape)}" if dtype.shape else str(dtype)


def span(ids: Sequence[int]) -> str:
    return str(ids[0]) if len(ids) == 1 else f"{ids[0]}-{ids[-1]}"


# --- actions ------------------------------------------------------------------------------------------------


def action_kinds(name: str) -> Iterator[str]:
    """One line a kind of action: its ids and an example."""
    words, front = words_of(name), game_of(name).front
    rows = []
    for kind, group in groupby(words.action_ids(), key=lambda number: words.decode(number).kind):
        ids = list(group)
        number = ids[len(ids) // 2]
        example = (f"`{front.notation(number)}`", front.describe(number))
        rows.append((f"`{kind}`", span(ids), len(ids), *example, words.rule_of(kind)))
    return table(("kind", "ids", "number>", "for example", "in words", "rule"), rows)


def actions(name: str) -> Iterator[str]:
    """Every id of the action table."""
    words, front = words_of(name), game_of(name).front
    rows = [(number, f"`{front.notation(number)}`", front.describe(number)) for number in words.action_ids()]
    return table(("id>", "notation", "in words"), rows)


def chance(name: str) -> Iterator[str]:
    """Every id of the chance table."""
    words, front = words_of(name), game_of(name).front
    rows = [
        (
            number,
            f"`{front.chance_notation(number)}`",
            front.describe_chance(number),
            words.rule_of(words.decode_chance(number).kind),
        )
        for number in words.chance_ids()
    ]
    return table(("id>", "notation", "in words", "rule"), rows)


# --- numbers ------------------------------------------------------------------------------------------------


def observation(name: str) -> Iterator[str]:
    """Every slice of an observation."""
    rows = [
        (f"`{part.name}`", part.start, part.stop, part.stop - part.start, part.meaning)
        for part in game_of(name).obs_spec()
    ]
    return table(("slice", "start>", "stop>", "floats>", "meaning"), rows)


def row_fields(name: str) -> Iterator[str]:
    """Every field of a row."""
    game = game_of(name)

    def axes(labels: Sequence[Sequence[str]]) -> str:
        first = {"0": "seat", "A": "area", "": "space"}
        return " x ".join(first.get(entry[0], "kind") for entry in labels)

    rows = []
    for field in game.row_fields():
        rows.append((f"`{field.name}`", type_of(game.row_dtype[field.name]), axes(field.axes), field.meaning))
    return table(("field", "type", "by", "meaning"), rows)


def experiment_columns(_: str) -> Iterator[str]:
    """The columns that the rows of experiments have beside the fields of a row."""
    rows = [(f"`{info.name}`", info.dtype, "", info.meaning) for info in schema.HEAD]
    rows += [(f"`{info.name}`", info.dtype, "`watch`", info.meaning) for info in schema.WATCH]
    return table(("column", "type", "with", "meaning"), rows)


def state_fields(name: str) -> Iterator[str]:
    """Every field of a state, with the words of state.pxd."""
    source = (CORE / name / "state.pxd").read_text(encoding="utf-8").split("cdef struct State:\n")[1].split("\n\n")[0]
    words = dict(re.findall(r"^    \w+ (\w+)(?:\[.*\])?(?:  # (.*))?$", source, re.M))
    dtype = GAMES[name].STATE_DTYPE
    if list(words) != list(dtype.names):
        raise ValueError(f"the fields of {name}'s state.pxd are not those of its dtype")
    rows = [(f"`{field}`", type_of(dtype[field]), meaning) for field, meaning in words.items()]
    return table(("field", "type", "meaning"), rows)


# --- rules --------------------------------------------------------------------------------------------------


def options(name: str) -> Iterator[str]:
    """Every rule option."""

    def value(of: object) -> str:
        return str(of).lower() if isinstance(of, bool) else str(of)

    rows = [
        (f"`{option.name}`", f"`{value(option.default)}`", option.allowed, option.help, ", ".join(option.rules))
        for option in game_options(name)
    ]
    return table(("option", "default", "allowed", "what it does", "rules"), rows)


def doubts(name: str) -> Iterator[str]:
    """Figures that are assumed, inferred or unknown, with the data file's notes."""
    entries = [
        entry for entry in game_of(name).rules.provenance() if entry.confidence in ("assumed", "inferred", "unknown")
    ]
    entries.sort(key=lambda entry: entry.confidence)  # stable: in the file's order within one word
    rows = []
    told: set[str] = set()
    for entry in entries:
        note = "as above" if entry.note and entry.note in told else " ".join(entry.note.split())
        told.add(entry.note)
        rows.append((f"`{entry.path}`", entry.confidence, note))
    return table(("entry of the data file", "confidence", "note"), rows)


def confidence(name: str) -> Iterator[str]:
    """How many entries of the data file have which confidence, and which tables rest on one source."""
    words: dict[str, list[str]] = {}
    for entry in game_of(name).rules.provenance():
        words.setdefault(entry.confidence, []).append(entry.path)
    rows = []
    for word, paths in words.items():
        heads: dict[str, int] = {}
        for path in paths:
            head = path.split(".")[0]
            heads[head] = heads.get(head, 0) + 1
        listed = ", ".join(f"`{head}`" + (f" ({count})" if count > 1 else "") for head, count in heads.items())
        rows.append((word, len(paths), listed))
    return table(("confidence", "entries>", "where"), rows)


# --- the command line ---------------------------------------------------------------------------------------


def command(name: str) -> Iterator[str]:
    """Arguments and options of a command."""
    group = typer.main.get_command(app)
    found = group.commands[name]  # type: ignore[attr-defined]
    yield " ".join(inspect.cleandoc(found.help or "").split())
    yield ""
    rows = []
    for parameter in found.params:
        if parameter.param_type_name == "argument":
            rows.append((f"`{parameter.metavar}`", parameter.help))
            continue
        names = ", ".join(f"`{option}`" for option in parameter.opts)
        default = parameter.default
        shown = "" if default is None or isinstance(default, bool) else f" [default: {default}]"
        rows.append((f"{names} {parameter.metavar or ''}".strip(), f"{parameter.help}{shown}".replace("  [", " [")))
    yield from table(("argument or option", "meaning"), rows)


MAKERS: dict[str, Callable[[str], Iterator[str]]] = {
    "action-kinds": action_kinds,
    "actions": actions,
    "chance": chance,
    "observation": observation,
    "row-fields": row_fields,
    "experiment-columns": experiment_columns,
    "state-fields": state_fields,
    "options": options,
    "doubts": doubts,
    "confidence": confidence,
    "command": command,
    **{f"acres-{what}": maker for what, maker in figures_acres.FIGURES.items()},
    **{f"snowdonia-{what}": maker for what, maker in figures_snowdonia.FIGURES.items()},
}


# --- pages --------------------------------------------------------------------------------------------------


def made(words: str) -> str:
    """Return the text that belongs between the comments with these words."""
    maker, _, argument = words.partition(" ")
    if maker not in MAKERS:
        raise ValueError(f"nothing is called {maker!r}; there is {', '.join(sorted(MAKERS))}")
    return "\n" + "\n".join(MAKERS[maker](argument)) + "\n\n"


def current(text: str) -> str:
    """Return a page with all generated parts as they should be."""
    return PART.sub(lambda part: part["open"] + made(part["words"]) + part["close"], text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the generated parts of the pages in docs/.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something is not current")
    options_given = parser.parse_args()
    outdated = []
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = current(text)
        if new != text:
            outdated.append(page.name)
            if not options_given.check:
                page.write_text(new, encoding="utf-8")
    for picture, content in board_pictures.pictures():
        if not picture.exists() or picture.read_text(encoding="utf-8") != content:
            outdated.append(picture.name)
            if not options_given.check:
                picture.write_text(content, encoding="utf-8")
    print(f"{'not current' if options_given.check else 'written'}: {', '.join(outdated) or 'nothing'}")
    return 1 if options_given.check and outdated else 0


if __name__ == "__main__":
    sys.exit(main())
