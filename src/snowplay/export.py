"""Rows of playouts as files: CSV, NumPy and Parquet, written chunk by chunk.

The bytes depend on the rows alone: not on threads, time or machine name. A file appears only when it is
complete.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np
import numpy.typing as npt

from ._version import __version__
from .errors import MissingExtraError, SnowplayError
from .files import replacing
from .games import Game
from .generator import GENERATOR

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # a real date would make equal rows unequal files
# Distinct integers for which a table of their texts pays.
_TABLE_SPAN = 1 << 17


class ExportError(SnowplayError, ValueError):
    """A file name that says no known format."""


class Writer(Protocol):
    """Takes rows, chunk after chunk."""

    def write(self, rows: npt.NDArray[np.void]) -> None:
        """Append rows."""


def metadata(game: Game, *, games: int, seed: int, first: int, policy: str) -> dict[str, Any]:
    """Return what a file must say about its rows, so that any of them can be played again."""
    return {
        "format": "snowplay-rows",
        "version": 1,
        "game": game.name,
        "players": game.players,
        "options": game.options,
        "variant": game.variant,
        "rules_hash": game.rules_hash,
        "package_version": __version__,
        "generator": GENERATOR,
        "policy": policy,
        "seed": seed,
        "first": first,
        "games": games,
    }


def check_path(path: str | Path) -> Path:
    """Return the path if a format is known by its ending.

    Raises
    ------
    ExportError
        If its ending names no format.
    MissingExtraError
        If the format needs a package that is not installed.
    """
    target = Path(path)
    endings = list(_WRITERS)
    if target.suffix.lower() not in endings:
        raise ExportError(f"{path}: the file must end in {', '.join(endings[:-1])} or {endings[-1]}")
    if target.suffix.lower() == ".parquet":
        pyarrow_modules()
    return target


@contextmanager
def open_writer(path: str | Path, game: Game, meta: dict[str, Any]) -> Iterator[Writer]:
    """Open a file for rows; it appears at the end of the ``with`` block, and not at all if the block fails.

    Parameters
    ----------
    path : str or Path
        Ends in ``.csv``, ``.npz`` or ``.parquet``.
    game : Game
        The game the rows are of.
    meta : dict
        From `metadata`; ``meta["games"]`` rows are to be written.
    """
    target = check_path(path)
    with replacing(target) as temporary, _WRITERS[target.suffix.lower()](temporary, game, meta) as opened:
        yield opened


def columns(game: Game, rows: npt.NDArray[np.void]) -> dict[str, npt.NDArray[Any]]:
    """Return the rows as flat columns: ``score`` becomes ``score_0``, ``score_1``, ..., for the seats in use.

    Returns
    -------
    dict
        Column name to array, in the order of ``game.row_fields()``.
    """
    flat: dict[str, npt.NDArray[Any]] = {}
    for field in game.row_fields():
        values = rows[field.name]
        if not field.axes:
            flat[field.name] = values
        elif len(field.axes) == 1:
            flat |= {f"{field.name}_{label}": values[:, i] for i, label in enumerate(field.axes[0]) if label}
        else:
            flat |= {
                f"{field.name}_{outer}_{inner}": values[:, i, j]
                for i, outer in enumerate(field.axes[0])
                for j, inner in enumerate(field.axes[1])
            }
    return flat


class _CsvWriter:
    def __init__(self, path: Path, game: Game, meta: dict[str, Any]) -> None:
        self._path, self._game, self._meta = path, game, meta
        self._file: IO[str]

    def __enter__(self) -> _CsvWriter:
        self._file = self._path.open("w", encoding="utf-8", newline="\n")
        names = columns(self._game, np.zeros(0, self._game.row_dtype))
        self._file.write(",".join(["rules_hash", "seed", *names]) + "\n")
        return self

    def write(self, rows: npt.NDArray[np.void]) -> None:
        head = f"{self._meta['rules_hash']},{self._meta['seed']},"
        texts = [_texts(column) for column in columns(self._game, rows).values()]
        self._file.writelines(head + ",".join(cells) + "\n" for cells in zip(*texts, strict=True))

    def __exit__(self, *exc: object) -> None:
        self._file.close()


def _texts(column: npt.NDArray[Any]) -> list[str]:
    """Return a column of integers as text, through a table of the values' texts."""
    low, high = (int(column.min()), int(column.max())) if len(column) else (0, 0)
    if high - low >= _TABLE_SPAN:
        return list(map(str, column.tolist()))
    table = np.array([str(value) for value in range(low, high + 1)], object)
    offsets = column - column.min() if column.dtype.kind == "u" else column.astype(np.int64) - low
    texts: list[str] = table[offsets].tolist()
    return texts


class _NpzWriter:
    """``numpy.load(path)["rows"]`` is the structured array, ``["meta"]`` the metadata as JSON text."""

    def __init__(self, path: Path, game: Game, meta: dict[str, Any]) -> None:
        self._path, self._game, self._meta = path, game, meta

    def __enter__(self) -> _NpzWriter:
        self._zip = zipfile.ZipFile(self._path, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
        text = io.BytesIO()
        np.lib.format.write_array(text, np.array(json.dumps(self._meta)), allow_pickle=False)
        with self._member("meta.npy") as member:
            member.write(text.getvalue())
        self._rows = self._member("rows.npy")
        header = {
            "descr": np.lib.format.dtype_to_descr(self._game.row_dtype),
            "fortran_order": False,
            "shape": (self._meta["games"],),
        }
        np.lib.format.write_array_header_2_0(self._rows, header)
        return self

    def _member(self, name: str) -> IO[bytes]:
        info = zipfile.ZipInfo(name, _ZIP_DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.create_system = 3
        return self._zip.open(info, "w", force_zip64=True)

    def write(self, rows: npt.NDArray[np.void]) -> None:
        self._rows.write(rows.tobytes())

    def __exit__(self, *exc: object) -> None:
        self._rows.close()
        self._zip.close()


class _ParquetWriter:
    def __init__(self, path: Path, game: Game, meta: dict[str, Any]) -> None:
        self._path, self._game, self._meta = path, game, meta
        self._arrow, self._parquet = pyarrow_modules()

    def _table(self, rows: npt.NDArray[np.void]) -> Any:
        arrow, n = self._arrow, len(rows)
        head = {
            "rules_hash": arrow.array([self._meta["rules_hash"]] * n, arrow.string()),
            "seed": arrow.array(np.full(n, self._meta["seed"], np.uint64)),
        }
        body = {name: arrow.array(np.ascontiguousarray(c)) for name, c in columns(self._game, rows).items()}
        return arrow.table(head | body).replace_schema_metadata({"snowplay": json.dumps(self._meta)})

    def __enter__(self) -> _ParquetWriter:
        schema = self._table(np.zeros(0, self._game.row_dtype)).schema
        self._file = self._parquet.ParquetWriter(self._path, schema, compression="zstd")
        return self

    def write(self, rows: npt.NDArray[np.void]) -> None:
        self._file.write_table(self._table(rows))

    def __exit__(self, *exc: object) -> None:
        self._file.close()


_WRITERS: dict[str, type[_CsvWriter] | type[_NpzWriter] | type[_ParquetWriter]] = {
    ".csv": _CsvWriter,
    ".npz": _NpzWriter,
    ".parquet": _ParquetWriter,
}


def pyarrow_modules(feature: str = "writing Parquet") -> tuple[Any, Any]:
    """Return the modules ``pyarrow`` and ``pyarrow.parquet``, or say how to get them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError(feature, "analysis") from None
    return pyarrow, pyarrow.parquet
