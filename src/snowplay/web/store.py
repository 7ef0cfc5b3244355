"""The tables on disk: one row each in a SQLite file, as it was after its last change."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec

from ..errors import SnowplayError

_APPLICATION = 0x534E5057  # "SNPW": tells our files from other SQLite files
_LAYOUT = 1
_CREATE = "CREATE TABLE tables (id TEXT PRIMARY KEY, changed REAL NOT NULL, document BLOB NOT NULL) WITHOUT ROWID"


class StoreError(SnowplayError, ValueError):
    """The file of the tables cannot be used."""


class SavedSeat(msgspec.Struct):
    """Who sits in a seat; of a human's secret only the hash is kept."""

    kind: str
    name: str
    token_hash: str | None


class SavedTable(msgspec.Struct, kw_only=True):
    """All of a table that cannot be computed: the rules, the seed, the moves.

    Attributes
    ----------
    imported : int or None
        None if the game was dealt from `seed`; else the number of moves that came from a record, after which chance is
        drawn from `seed`.
    moves : list of (int, str)
        As in a record, chance outcomes and decisions with a single option among them.
    draft : list of str
        Decisions that are not confirmed, in notation.
    stamp, edits : int, list of int
        Counters of what changed other than by moves: for everybody, and for each seat.
    thoughts : dict
        What agents thought, by the number of the move.
    """

    id: str
    game: str
    players: int
    options: dict[str, Any]
    variant: dict[str, Any] | None
    rules_hash: str
    seed: int
    imported: int | None
    seats: list[SavedSeat]
    moves: list[tuple[int, str]]
    draft: list[str]
    stamp: int
    edits: list[int]
    thoughts: dict[int, str]


class Store:
    """A file of tables, used by one server at a time.

    Parameters
    ----------
    path : str or Path
        The file; it is made if it does not exist, readable by its owner alone, as it holds the seeds of games.

    Raises
    ------
    StoreError
        If it is no such file, or another server uses it.
    OSError
        If it cannot be made.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        self._db = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
            what = "another server uses it" if "locked" in str(error) else str(error)
            raise StoreError(f"{self.path}: {what}") from None
        except StoreError:
            self._db.close()
            raise

    def _prepare(self) -> None:
        run = self._db.execute
        run("PRAGMA locking_mode = EXCLUSIVE")
        run("BEGIN EXCLUSIVE")
        (application,), (layout,) = (run(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
        (entries,) = run("SELECT count(*) FROM sqlite_master").fetchone()
        if entries == 0 and application == 0:
            run(f"PRAGMA application_id = {_APPLICATION}")
            run(f"PRAGMA user_version = {_LAYOUT}")
            run(_CREATE)
        elif application != _APPLICATION:
            raise StoreError(f"{self.path}: this is a file of another program")
        elif layout != _LAYOUT:
            raise StoreError(f"{self.path}: found layout {layout}; this program reads {_LAYOUT}")
        run("COMMIT")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")

    def save(self, table: SavedTable) -> None:
        """Write a table as it is now."""
        row = (table.id, time.time(), msgspec.json.encode(table))
        self._db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", row)

    def load(self, table_id: str) -> SavedTable | None:
        """Return a table, None if there is none of that id."""
        row = self._db.execute("SELECT document FROM tables WHERE id = ?", (table_id,)).fetchone()
        return None if row is None else msgspec.json.decode(row[0], type=SavedTable)

    def delete(self, table_id: str) -> None:
        """Forget a table."""
        self._db.execute("DELETE FROM tables WHERE id = ?", (table_id,))

    def count(self) -> int:
        """Return the number of tables."""
        (number,) = self._db.execute("SELECT count(*) FROM tables").fetchone()
        return int(number)

    def close(self) -> None:
        """Close the file."""
        self._db.close()
