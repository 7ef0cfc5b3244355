"""What every analysis returns: a small table that can be read, drawn, saved and computed with."""

from __future__ import annotations

import html
import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..stats import Interval

if TYPE_CHECKING:
    import polars

Kind = Literal["text", "count", "share", "number", "p"]
Cell = str | int | float | Interval | None

#: Stands for a cell that has no value.
EMPTY = "-"
# Below this a p-value is only said to be small.
_LEAST_P = 0.0001


@dataclass(frozen=True)
class Column:
    """A column of a `Table`.

    Attributes
    ----------
    key : str
        Name of the column for programs.
    title : str
        Name of the column for people.
    kind : {"text", "count", "share", "number", "p"}
        ``share`` is a number of 0 to 1 shown in percent; ``p`` a p-value.
    digits : int
        Decimals that are shown, of the percent for a share.
    help : str
        What the column holds, in a sentence.
    signed : bool
        Whether the values are differences: shown with their sign, shares in percentage points (``pp``).
    """

    key: str
    title: str
    kind: Kind
    digits: int = 2
    help: str = ""
    signed: bool = False


@dataclass(frozen=True)
class Table:
    """A named table with typed columns.

    Attributes
    ----------
    key : str
        Name of the table for programs.
    title : str
        Name of the table for people.
    columns : tuple of Column
        Its columns.
    rows : tuple of tuples
        A cell is None, a str, an int, a float or a `snowplay.stats.Interval` (value, low, high). NaN stands for a
        figure that the data do not give.
    notes : tuple of str
        How the figures were made and what they may not be used for, a sentence or more each.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        keys = [column.key for column in self.columns]
        if len(set(keys)) < len(keys):
            raise ValueError(f"table {self.key!r}: two columns have the same key: {', '.join(keys)}")
        for number, row in enumerate(self.rows):
            if len(row) != len(keys):
                raise ValueError(f"table {self.key!r}: row {number} has {len(row)} cells for {len(keys)} columns")

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, key: str) -> list[Cell]:
        """Return the cells of one column.

        Raises
        ------
        KeyError
            If there is no such column; the message names those there are.
        """
        keys = [column.key for column in self.columns]
        if key not in keys:
            raise KeyError(f"table {self.key!r} has no column {key!r}; there is {', '.join(keys)}")
        place = keys.index(key)
        return [row[place] for row in self.rows]

    def records(self) -> list[dict[str, Cell]]:
        """Return the rows as mappings from column key to cell."""
        return [dict(zip((column.key for column in self.columns), row, strict=True)) for row in self.rows]

    def texts(self) -> list[list[str]]:
        """Return the cells as they are shown."""
        return [[format_cell(*pair) for pair in zip(self.columns, row, strict=True)] for row in self.rows]

    def to_markdown(self) -> str:
        """Return the table with its title and notes as Markdown."""
        bars = [":--" if column.kind == "text" else "--:" for column in self.columns]
        lines = [[column.title for column in self.columns], bars, *self.texts()]
        table = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
        notes = ["", *(f"- {note}" for note in self.notes)] if self.notes else []
        return "\n".join([f"**{self.title}**", "", *table, *notes, ""])

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; an interval is a mapping, a figure that does not exist None."""
        return {
            "key": self.key,
            "title": self.title,
            "columns": [asdict(column) for column in self.columns],
            "rows": [{key: _plain(cell) for key, cell in record.items()} for record in self.records()],
            "notes": list(self.notes),
        }

    def to_polars(self) -> polars.DataFrame:
        """Return the cells as a DataFrame; a column of intervals ``x`` becomes ``x``, ``x_low`` and ``x_high``.

        Raises
        ------
        MissingExtraError
            If polars is not installed.
        """
        from .packages import pl  # tables can be read and written without it

        data: dict[str, list[Any]] = {}
        for column in self.columns:
            cells = self.column(column.key)
            data[column.key] = [cell.value if isinstance(cell, Interval) else cell for cell in cells]
            if any(isinstance(cell, Interval) for cell in cells):
                data[f"{column.key}_low"] = [cell.low if isinstance(cell, Interval) else None for cell in cells]
                data[f"{column.key}_high"] = [cell.high if isinstance(cell, Interval) else None for cell in cells]
        return pl.DataFrame(data, strict=False)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the columns of `to_polars` as an Arrow stream, for any data frame library."""
        return self.to_polars().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        head = "".join(
            f'<th scope="col" class="{column.kind}" title="{html.escape(column.help)}">{html.escape(column.title)}</th>'
            for column in self.columns
        )
        body = "".join(
            "<tr>"
            + "".join(
                f'<td class="{column.kind}">{html.escape(text)}</td>'
                for column, text in zip(self.columns, texts, strict=True)
            )
            + "</tr>"
            for texts in self.texts()
        )
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in self.notes)
        return (
            f'<table class="snowplay-table"><caption>{html.escape(self.title)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" + (f"<ul>{notes}</ul>" if notes else "")
        )


def format_cell(column: Column, cell: Cell) -> str:
    """Return a cell as it is shown, such as ``46.50 % (44.32 to 48.69)``."""
    if isinstance(cell, Interval):
        if math.isnan(cell.value):
            return EMPTY
        value = _format(column, cell.value)
        if math.isnan(cell.low) or math.isnan(cell.high):
            return value
        return f"{value} ({_digits(column, cell.low)} to {_digits(column, cell.high)})"
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return EMPTY
    return cell if isinstance(cell, str) else _format(column, cell)


def _format(column: Column, value: float) -> str:
    if column.kind == "p":
        return f"< {_LEAST_P:.4f}" if value < _LEAST_P else f"{value:.4f}"
    text = _digits(column, value)
    if column.kind == "share":
        return text + (" pp" if column.signed else " %")
    return text


def _digits(column: Column, value: float) -> str:
    if not math.isfinite(value):
        return "inf" if value > 0 else "-inf"
    shown = 100 * value if column.kind == "share" else value
    digits = 0 if column.kind == "count" else column.digits
    if round(shown, digits) == 0:
        shown = 0.0  # no "-0.00"
        return f"{shown:.{digits}f}"
    return f"{shown:{'+' if column.signed else ''},.{digits}f}"


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Interval):
        return {name: _plain(value) for name, value in cell.as_dict().items()}
    if isinstance(cell, float):
        # Last digits of a sum depend on the order of its parts, that is on threads; equal data give equal text.
        return float(f"{cell:.12g}") if math.isfinite(cell) else None
    return cell
