"""Rows of playouts as a table that data frame libraries take as it is.

Arrow's PyCapsule interface: whoever asks for ``__arrow_c_stream__`` (polars, pandas, pyarrow, DuckDB and others) gets
the columns without knowing this package.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .batch import Rows
from .export import columns, pyarrow_modules
from .games import Game

__all__ = ["RowTable", "row_table"]


def row_table(game: Game, rows: Rows) -> RowTable:
    """Return rows of `playouts` as a table for data frame libraries.

    Parameters
    ----------
    game : Game
        The game the rows are of.
    rows : numpy.ndarray
        Structured array of dtype ``game.row_dtype``.

    Returns
    -------
    RowTable
        Its columns are flat and those of the Parquet files of ``snowplay simulate``: ``score_0``, ``score_1`` and so on
        for the seats in use.

    Raises
    ------
    TypeError
        If these are no rows of this game.

    Examples
    --------
    >>> import polars, snowplay as sp
    >>> game = sp.load_game("snowdonia", players=3)
    >>> frame = polars.DataFrame(sp.row_table(game, sp.playouts(game, 100)))
    >>> frame.height
    100
    """
    if getattr(rows, "dtype", None) != game.row_dtype or np.ndim(rows) != 1:
        raise TypeError(f"these are no rows of {game!r}: an array of game.row_dtype is needed, as playouts returns it")
    return RowTable(game, rows)


class RowTable:
    """Rows of playouts with flat columns; made by `row_table`.

    Attributes
    ----------
    game : Game
        The game the rows are of.
    rows : numpy.ndarray
        The rows.
    """

    __slots__ = ("game", "rows")

    def __init__(self, game: Game, rows: Rows) -> None:
        self.game = game
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Return the columns by name, as views of the rows."""
        return columns(self.game, self.rows)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return np.array(self.rows, dtype, copy=copy)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the columns as an Arrow stream.

        Raises
        ------
        MissingExtraError
            If pyarrow is not installed.
        """
        arrow, _ = pyarrow_modules("rows for data frames")
        flat = {name: arrow.array(np.ascontiguousarray(column)) for name, column in self.columns().items()}
        return arrow.table(flat).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<RowTable of {len(self)} games of {self.game!r}>"
