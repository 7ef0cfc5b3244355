"""Rules as data: a game's figures, a variant on top and the options, checked and made into core tables.

Nothing else reads the files in ``data/``. Generic over games: what a game adds (the schema of its file, its
options, its tables) is its `RULES`, a :class:`GameRules`.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import operator
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import numpy as np

from .errors import RulesError, UnknownGameError
from .options import Option, parse_option, resolve_options
from .validation import convert, did_you_mean, found, join, listed

__all__ = [
    "Change",
    "GameRules",
    "Provenance",
    "Rules",
    "default_players",
    "game_names",
    "game_options",
    "load_rules",
    "merge",
    "parse_option_text",
    "player_numbers",
    "read_tables",
]

_GAMES = {"acres": "snowplay.acres", "snowdonia": "snowplay.snowdonia"}
_USUAL_PLAYERS = 3

# Keys that tell where a figure comes from, and whole tables that are only there to be read.
_PROVENANCE = ("confidence", "source", "sources", "note")
# A variant that changes one of these keys of a table means another kind of thing: it replaces the table.
_KINDS = ("kind", "op")
_MAX_DEPTH = 12


@dataclass(frozen=True)
class GameRules:
    """What a game brings along for its rules.

    Parameters
    ----------
    schema : type
        msgspec Struct of the data file.
    options : sequence of Option
        Its rule options.
    players : tuple of int
        Fewest and most players.
    reference : tuple of str
        Top-level tables that no rule uses: a variant may not touch them, and they are not part of the hash.
    check : callable
        ``check(data, players, options, where)``: what the schema cannot say; raises RulesError.
    tables : callable
        ``tables(data, players, options)``: the core's tables as bytes.
    """

    schema: type[msgspec.Struct]
    options: Sequence[Option]
    players: tuple[int, int]
    reference: tuple[str, ...]
    check: Callable[[Any, int, Mapping[str, Any], str], None]
    tables: Callable[[Any, int, Mapping[str, Any]], bytes]


class Change(NamedTuple):
    """A figure that a variant gives anew; `before` is None for an entry that the game's file lacks."""

    path: str
    before: object
    after: object


class Provenance(NamedTuple):
    """How sure a table's figures are, and who says so; a variant's figures have the confidence "variant"."""

    path: str
    confidence: str
    source: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Rules:
    """The rules of one game: figures, options and tables, all checked.

    Attributes
    ----------
    game : str
        Name of the game.
    players : int
        Number of players.
    options : dict
        Every option with its value.
    data : msgspec.Struct
        The figures, variant included.
    tables : bytes
        The core's tables.
    hash : str
        16 hexadecimal digits that stand for game, players, options and figures, and for nothing else.
    variant_name : str
        The variant's ``name`` entry, else the file's name without ending; empty without a variant.
    variant : dict
        The variant as plain data without its options: what ``load_rules`` needs to make the same rules again.
    changes : tuple of Change
        What the variant changes.
    """

    game: str
    players: int
    options: dict[str, Any]
    data: Any
    tables: bytes
    hash: str
    variant_name: str
    variant: dict[str, Any]
    changes: tuple[Change, ...]

    def provenance(self) -> list[Provenance]:
        """Return confidence and sources of every table, in the file's order."""
        tree = merge(_base(self.game), {k: v for k, v in self.variant.items() if k != "name"}, "", "")
        rows = list(_provenance(tree, ""))
        rows.extend(Provenance(change.path, "variant", (), "") for change in self.changes)
        return rows


def game_names() -> list[str]:
    """Return the names of the games."""
    return sorted(_GAMES)


def _game_rules(game: str) -> GameRules:
    if game not in _GAMES:
        hint = did_you_mean(str(game), _GAMES)
        raise UnknownGameError.of("game", "", found(game), listed(map(repr, game_names())) + hint)
    rules: GameRules = importlib.import_module(_GAMES[game]).RULES
    return rules


def game_options(game: str) -> list[Option]:
    """Return the rule options of a game."""
    return list(_game_rules(game).options)


def default_players(game: str) -> int:
    """Return the number of players when none is asked for: 3, or the next that the game has."""
    low, high = _game_rules(game).players
    return min(max(_USUAL_PLAYERS, low), high)


def player_numbers(game: str) -> range:
    """Return the numbers of players a game takes."""
    low, high = _game_rules(game).players
    return range(low, high + 1)


def parse_option_text(game: str, name: str, text: str) -> Any:
    """Return the value of an option of a game, written as text (``--set steel_limit=18``)."""
    return parse_option(_game_rules(game).options, name, text)


def load_rules(
    game: str,
    players: int,
    variant: str | Path | Mapping[str, Any] | None = None,
    options: Mapping[str, object] | None = None,
) -> Rules:
    """Load and check the rules of a game.

    Parameters
    ----------
    game : str
        ``"snowdonia"`` or ``"acres"``.
    players : int
        Number of players.
    variant : str, Path, mapping or None
        A TOML file, or its content, with only the entries that differ from the game's file. Tables are merged
        key by key. A list is replaced as a whole, or entry by entry through a table with their numbers, from
        1: ``stations.hebron.spaces.2.vp = 8``. It may have a ``name`` and a table ``options``.
    options : mapping or None
        Rule options; they go before those of the variant.

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        For the first wrong entry, with its path and what is allowed.
    """
    spec = _game_rules(game)
    players = _check_players(players, *spec.players)
    where, name, overrides = _read_variant(variant, game)
    name, given = _take_extras(overrides, name, where)
    for table in spec.reference:
        if table in overrides:
            raise RulesError.of(
                where, table, "a change", "nothing: these figures are for reference and no rule uses them"
            )
    base = _base(game)
    merged = merge(base, overrides, "", where)
    data = convert(merged, spec.schema, where)
    values = resolve_options(spec.options, given, options or {}, where)
    spec.check(data, players, values, where)
    return Rules(
        game=game,
        players=players,
        options=values,
        data=data,
        tables=spec.tables(data, players, values),
        hash=_hash(game, players, values, data, spec.reference),
        variant_name=name,
        variant={**({"name": name} if name else {}), **overrides},
        changes=tuple(_changes(base, merged, "")),
    )


def _check_players(players: object, low: int, high: int) -> int:
    try:
        number = operator.index(players)  # type: ignore[arg-type]
    except TypeError:
        number = low - 1
    if isinstance(players, bool) or not low <= number <= high:
        allowed = f"a whole number from {low} to {high}" if low < high else str(low)
        raise RulesError.of("players", "", found(players), allowed)
    return number


# --- reading --------------------------------------------------------------------------------------------


@cache
def _base(game: str) -> dict[str, Any]:
    """Return the game's own file; callers must not change it."""
    text = (resources.files("snowplay") / "data" / f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _read_variant(variant: str | Path | Mapping[str, Any] | None, game: str) -> tuple[str, str, dict[str, Any]]:
    """Return what to call the source in messages, a name for the variant, and a copy of its content."""
    if variant is None:
        return f"{game}.toml", "", {}
    if isinstance(variant, Mapping):
        return "variant", "", read_tables(variant, "variant")
    if not isinstance(variant, (str, Path)):
        raise RulesError.of("variant", "", found(variant), "a TOML file, a mapping or None")
    path = Path(variant)
    where = f"variant {path}"
    return where, path.stem, read_tables(path, where)


def read_tables(source: str | Path | Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the content of a TOML file, or a copy of a mapping, as dicts with text keys, lists and scalars.

    Parameters
    ----------
    source : str, Path or mapping
        The file or its content.
    where : str
        What to call it in messages.

    Raises
    ------
    RulesError
        If the file cannot be read or is not TOML, or if there is something in it that TOML cannot hold.
    """
    if isinstance(source, Mapping):
        return cast("dict[str, Any]", _plain(source, "", where, 0))
    try:
        content = tomllib.loads(Path(source).read_bytes().decode("utf-8"))
    except FileNotFoundError:
        raise RulesError(f"{where}: there is no such file", where=where) from None
    except OSError as error:
        raise RulesError(f"{where}: cannot be read: {error.strerror}", where=where) from None
    except UnicodeDecodeError:
        raise RulesError(f"{where}: is not UTF-8 text", where=where) from None
    except (ValueError, RecursionError) as error:
        raise RulesError(f"{where}: is not valid TOML: {error}", where=where) from None
    return cast("dict[str, Any]", _plain(content, "", where, 0))


def _take_extras(overrides: dict[str, Any], name: str, where: str) -> tuple[str, dict[str, Any]]:
    """Take the variant's name and options out of its overrides."""
    options = overrides.pop("options", {})
    if not isinstance(options, dict):
        raise RulesError.of(where, "options", found(options), "a table of rule options")
    name = overrides.pop("name", name)
    if not isinstance(name, str):
        raise RulesError.of(where, "name", found(name), "text")
    return name, options


def _plain(value: object, path: str, where: str, depth: int) -> Any:
    """Return a deep copy made of dicts with text keys, lists and scalars."""
    if depth > _MAX_DEPTH:
        raise RulesError.of(where, path, "tables nested too deep", f"at most {_MAX_DEPTH} levels")
    if isinstance(value, Mapping):
        table: dict[str, Any] = {}
        for key, entry in value.items():
            if not isinstance(key, (str, int)) or isinstance(key, bool) or str(key) in table:
                raise RulesError.of(where, join(path, key), f"the key {key!r}", "different keys, text or whole numbers")
            table[str(key)] = _plain(entry, join(path, key), where, depth + 1)
        return table
    if isinstance(value, (list, tuple)):
        return [_plain(entry, join(path, i), where, depth + 1) for i, entry in enumerate(value, start=1)]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (str, bool, int, float)):
        return value
    raise RulesError.of(where, path, found(value), "tables, lists, text, numbers, true or false")


# --- merging --------------------------------------------------------------------------------------------


def merge(base: Any, over: Any, path: str, where: str) -> Any:
    """Return the tables `base` with the entries of `over` on top; neither is changed."""
    if isinstance(base, dict) and isinstance(over, dict):
        if any(key in over and over[key] != base.get(key) for key in _KINDS if key in base):
            return over
        merged = dict(base)
        for key, value in over.items():
            merged[key] = merge(base[key], value, join(path, key), where) if key in base else value
        return merged
    if isinstance(base, list) and isinstance(over, dict) and over:
        entries = list(base)
        for key, value in over.items():
            if key not in map(str, range(1, len(base) + 1)):
                allowed = f"a list, or entries by number from 1 to {len(base)}"
                raise RulesError.of(where, join(path, key), "an unknown entry", allowed)
            entries[int(key) - 1] = merge(base[int(key) - 1], value, join(path, key), where)
        return entries
    return over


def _changes(base: Any, merged: Any, path: str) -> list[Change]:
    """Return the figures in which the two trees differ."""
    if isinstance(base, dict) and isinstance(merged, dict):
        changes = []
        for key in [*base, *(key for key in merged if key not in base)]:
            if key not in _PROVENANCE:
                changes += _changes(base.get(key), merged.get(key), join(path, key))
        return changes
    if isinstance(base, list) and isinstance(merged, list) and len(base) == len(merged):
        changes = []
        for number, (old, new) in enumerate(zip(base, merged, strict=True), start=1):
            changes += _changes(old, new, join(path, number))
        return changes
    return [] if base == merged else [Change(path, base, merged)]


# --- hash and provenance --------------------------------------------------------------------------------


def _figures(value: Any) -> Any:
    """Return the tree without what only tells where figures come from."""
    if isinstance(value, dict):
        return {key: _figures(entry) for key, entry in value.items() if key not in _PROVENANCE}
    if isinstance(value, list):
        return [_figures(entry) for entry in value]
    return value


def _hash(game: str, players: int, options: dict[str, Any], data: Any, reference: tuple[str, ...]) -> str:
    figures = _figures(msgspec.to_builtins(data))
    for table in reference:
        figures.pop(table, None)
    whole = {"game": game, "players": players, "options": options, "data": figures}
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _provenance(table: dict[str, Any], path: str) -> list[Provenance]:
    """Return the rows of a table and of all tables in it."""
    rows = []
    confidence = table.get("confidence")
    if confidence is not None:
        source, note = tuple(table.get("source", ())), table.get("note", "")
        parts = confidence if isinstance(confidence, dict) else {"": confidence}
        rows += [Provenance(join(path, part) if part else path, word, source, note) for part, word in parts.items()]
    for key, value in table.items():
        if isinstance(value, dict) and key not in _PROVENANCE:
            rows += _provenance(value, join(path, key))
    return rows
