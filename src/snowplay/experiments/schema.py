"""The rows of an experiment as Parquet: columns, constants and how they are encoded.

A chunk is encoded in one go, into memory. The bytes depend on the chunk alone (and on the version of pyarrow): not on
threads, time or machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..batch import Rows
from ..export import columns, metadata, pyarrow_modules
from ..games import Game
from ..seats import WATCH_DTYPE
from .plan import Arm, Chunk

__all__ = ["FORMAT", "SCHEMA_VERSION", "ColumnInfo", "Encoder", "blank", "column_names", "described"]

FORMAT = "snowplay-experiment"
SCHEMA_VERSION = 1
#: Key of the constants in the footer of a file.
FOOTER_KEY = "snowplay"

# Rows that are copied into columns at a time: all their bytes stay in the cache while each column picks its own.
_BLOCK = 4096
_ALIGNED = 64  # bytes: where a column begins
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


class Encoder:
    """Turns chunks into Parquet files, one after the other in the same memory.

    Memory that is new for each chunk would have to be faulted in each time, which takes a third of the whole time.
    """

    def __init__(self) -> None:
        self._arrow, self._parquet = pyarrow_modules()
        self._columns = np.empty(0, np.uint8)
        self._file = self._arrow.allocate_buffer(0)

    def encode(self, chunk: Chunk, rows: Rows, watch: Rows | None) -> Any:
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
            Its bytes are overwritten by the next call.
        """
        arrow, n = self._arrow, len(rows)
        flat = self._fill(chunk, rows, watch)
        # Required columns need no levels that tell where a value is missing.
        fields = [
            arrow.field(name, arrow.from_numpy_dtype(column.dtype), nullable=False) for name, column in flat.items()
        ]
        table = arrow.table([arrow.array(column) for column in flat.values()], schema=arrow.schema(fields))
        constants = json.dumps(footer(chunk), separators=(",", ":"))
        # More than a file can have: values of 8 bytes that do not compress, and what each column has in the footer.
        most = (8 * n + n // 16 + 4096) * (len(flat) + 1) + 2 * len(constants)
        if self._file.size < most:
            self._file = arrow.allocate_buffer(most)
        sink = arrow.FixedSizeBufferWriter(self._file)
        with self._parquet.ParquetWriter(
            sink,
            table.schema,
            write_batch_size=max(1, n),
            use_dictionary=False,
            column_encoding=dict.fromkeys(flat, _ENCODING),
            compression=_COMPRESSION,
            write_statistics=False,
            store_schema=False,
        ) as writer:
            writer.write_table(table, row_group_size=max(1, n))
            writer.add_key_value_metadata({FOOTER_KEY: constants})
        return self._file.slice(0, sink.tell())

    def _fill(self, chunk: Chunk, rows: Rows, watch: Rows | None) -> dict[str, npt.NDArray[Any]]:
        """Return the columns of a chunk; they are views of the memory that is used again."""
        arm, n = chunk.arm, len(rows)
        kinds = {info.name: np.dtype(info.dtype) for info in HEAD}
        body = {name: column.dtype for name, column in columns(arm.game, rows[:0]).items() if name != "index"}
        kinds |= body
        if watch is not None:
            kinds |= {info.name: np.dtype(info.dtype) for info in WATCH}
        flat = self._views(kinds, n)
        flat["game"][:] = np.arange(chunk.first, chunk.first + n, dtype=np.uint32)
        flat["deal"][:] = rows["index"]
        flat["rotation"][:] = 0 if arm.rotate == "none" else flat["game"] % arm.players
        for start in range(0, n, _BLOCK):
            block = columns(arm.game, rows[start : start + _BLOCK])
            for name in body:
                flat[name][start : start + _BLOCK] = block[name]
        if watch is not None:
            for info in WATCH:
                flat[info.name][:] = watch[info.name]
        return flat

    def _views(self, kinds: Mapping[str, np.dtype[Any]], n: int) -> dict[str, npt.NDArray[Any]]:
        sizes = [-(-n * kind.itemsize // _ALIGNED) * _ALIGNED for kind in kinds.values()]
        if len(self._columns) < sum(sizes):
            self._columns = np.empty(sum(sizes), np.uint8)
        flat, at = {}, 0
        for (name, kind), size in zip(kinds.items(), sizes, strict=True):
            flat[name] = self._columns[at : at + n * kind.itemsize].view(kind)
            at += size
        return flat


def blank(arm: Arm, games: int) -> tuple[Rows, Rows | None]:
    """Return arrays for the rows of a chunk and for what is watched."""
    return np.zeros(games, arm.game.row_dtype), np.zeros(games, WATCH_DTYPE) if arm.watch else None
