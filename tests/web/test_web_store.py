"""The file of the tables."""

from __future__ import annotations

import sqlite3
import stat
import sys
from pathlib import Path

import pytest
from web_tables import table_of

from snowplay.web.store import Store, StoreError


def test_what_is_saved_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    table = table_of("snowdonia", "human", "random").saved()
    store = Store(path)
    store.save(table)
    store.save(table)
    assert store.count() == 1 and store.load("nothing") is None
    store.close()
    again = Store(path)
    assert again.load(table.id) == table
    again.delete(table.id)
    assert again.count() == 0
    again.close()


def test_a_crash_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    """The file as it lies on disk, with its journal, before anything was closed."""
    store = Store(tmp_path / "tables.sqlite")
    table = table_of("snowdonia", "human", "random").saved()
    store.save(table)
    for file in tmp_path.glob("tables.sqlite*"):
        (tmp_path / file.name.replace("tables", "copy")).write_bytes(file.read_bytes())
    copy = Store(tmp_path / "copy.sqlite")
    assert copy.load(table.id) == table
    copy.close()
    store.close()


def test_one_server_at_a_time(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    store.save(table_of("snowdonia", "human", "random").saved())
    with pytest.raises(StoreError, match="another server uses it"):
        Store(tmp_path / "tables.sqlite")
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    assert stat.S_IMODE((tmp_path / "tables.sqlite").stat().st_mode) == 0o600
    store.close()


def test_files_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a letter, not a database, and long enough to be one" * 50)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE recipes (name)")
    other.commit()
    other.close()
    for name, words in (("text", "not a database"), ("other", "another program")):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(StoreError, match=words):
            Store(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    newer = Store(tmp_path / "newer")
    newer.close()
    with sqlite3.connect(tmp_path / "newer") as database:
        database.execute("PRAGMA user_version = 9")
    database.close()
    with pytest.raises(StoreError, match="layout 9"):
        Store(tmp_path / "newer")
