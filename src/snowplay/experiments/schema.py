"""The rows of an experiment as Parquet: columns, constants and how they are encoded.

A chunk is encoded in one go, into memory. The bytes depend on the chunk alone (and on the version of pyarrow): not on
threads, time or machine.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..batch import Rows
from ..export import columns, metadata, pyarrow_modules
from ..games import Game
from ..seats import WATCH_DTYPE
from .plan import Arm, Chunk

__all__ = ["FORMAT", "SCHEMA_VERSION", "ColumnInfo", "column_names", "described", "encode"]

FORMAT = "snowplay-experiment"
SCHEMA_VERSION = 1
#: Key of the constants in the footer of a file.
FOOTER_KEY = "snowplay"

# Rows that are copied into columns at a time: all their bytes stay in the cache while each column picks its own.
_BLOCK = 4096
# Almost all values are small, and Parquet stores them in 32 bits. Split into bytes such a column is three runs of zeros
# and one stream that compresses well; a dictionary costs several times the time. LZ4 is what keeps rows below a tenth
# of the time of playing (docs/experiments.md has the measurements).
_ENCODING = "BYTE_STREAM_SPLIT"
_COMPRESSION = "lz4"


class ColumnInfo(NamedTuple):
    """One column: its name, its type and what it means."""

    name: str
    dtype: str
    meaning: str


HEAD = (
    ColumnInfo("game", "uint32", "number of the game in its arm, from 0"),
    ColumnInfo("deal", "uint64", "index of the game under the arm's master seed: what is needed to play it again"),
    ColumnInfo("rotation", "uint8", "seat s was played by agent (s + rotation) modulo the number of players"),
)
WATCH = (
    ColumnInfo("options", "uint32", "legal actions, summed over the decisions that had more than one"),
    ColumnInfo("watched", "uint32", "decisions that had more than one legal action"),
    ColumnInfo("most_options", "uint16", "legal actions of the richest decision"),
    ColumnInfo("lead_changes", "uint16", "times that another seat than before was alone in the lead"),
    ColumnInfo("led_since", "uint32", "decisions played when the last leader took the lead, 0 if nobody led alone"),
)


def described(game: Game, watch: bool = False) -> list[ColumnInfo]:
    """Return every column of a game's rows, in order."""
    flat = columns(game, np.zeros(0, game.row_dtype))
    meanings = {field.name: field.meaning for field in game.row_fields()}
    body = [
        ColumnInfo(name, str(column.dtype), meanings[max((f for f in meanings if name.startswith(f)), key=len)])
        for name, column in flat.items()
        if name != "index"
    ]
    return [*HEAD, *body, *(WATCH if watch else ())]


def column_names(game: Game, watch: bool = False) -> list[str]:
    """Return the names of all columns of a game's rows, in order."""
    return [info.name for info in described(game, watch)]


def footer(chunk: Chunk) -> dict[str, Any]:
    """Return what is the same for all rows of a chunk."""
    arm = chunk.arm
    known = metadata(arm.game, games=chunk.games, seed=arm.seed, first=chunk.first, policy="")
    del known["policy"]
    return {
        **known,
        "format": FORMAT,
        "version": SCHEMA_VERSION,
        "arm": arm.name,
        "agents": list(arm.agents),
        "rotate": arm.rotate,
        "chunk": chunk.index,
    }


def encode(chunk: Chunk, rows: Rows, watch: Rows | None) -> Any:
    """Return the rows of a chunk as the bytes of a Parquet file.

    Parameters
    ----------
    chunk : Chunk
    rows : numpy.ndarray, shape (chunk.games,)
        Of ``game.row_dtype``.
    watch : numpy.ndarray or None
        Of `snowplay.seats.WATCH_DTYPE`, if the arm is watched.

    Returns
    -------
    pyarrow.Buffer
    """
    arrow, parquet = pyarrow_modules()
    flat = _columns(chunk, rows, watch)
    # Required columns need no levels that tell where a value is missing.
    fields = [arrow.field(name, arrow.from_numpy_dtype(values.dtype), nullable=False) for name, values in flat.items()]
    table = arrow.table([arrow.array(values) for values in flat.values()], schema=arrow.schema(fields))
    sink = arrow.BufferOutputStream()
    with parquet.ParquetWriter(
        sink,
        table.schema,
        write_batch_size=max(1, len(rows)),
        use_dictionary=False,
        column_encoding=dict.fromkeys(flat, _ENCODING),
        write_statistics=False,
        store_schema=False,
        compression=_COMPRESSION,
    ) as writer:
        writer.write_table(table, row_group_size=max(1, len(rows)))
        writer.add_key_value_metadata({FOOTER_KEY: json.dumps(footer(chunk), separators=(",", ":"))})
    return sink.getvalue()


def _columns(chunk: Chunk, rows: Rows, watch: Rows | None) -> dict[str, npt.NDArray[Any]]:
    arm, n = chunk.arm, len(rows)
    numbers = np.arange(chunk.first, chunk.first + n, dtype=np.uint32)
    turns = np.zeros(n, np.uint8) if arm.rotate == "none" else (numbers % arm.players).astype(np.uint8)
    flat: dict[str, npt.NDArray[Any]] = {
        "game": numbers,
        "deal": np.ascontiguousarray(rows["index"]),
        "rotation": turns,
    }
    body = {name: np.empty(n, column.dtype) for name, column in columns(arm.game, rows[:0]).items() if name != "index"}
    for start in range(0, n, _BLOCK):
        block = columns(arm.game, rows[start : start + _BLOCK])
        for name, column in body.items():
            column[start : start + _BLOCK] = block[name]
    flat |= body
    if watch is not None:
        flat |= {info.name: np.ascontiguousarray(watch[info.name]) for info in WATCH}
    return flat


def blank(arm: Arm, games: int) -> tuple[Rows, Rows | None]:
    """Return arrays for the rows of a chunk and for what is watched."""
    return np.zeros(games, arm.game.row_dtype), np.zeros(games, WATCH_DTYPE) if arm.watch else None
