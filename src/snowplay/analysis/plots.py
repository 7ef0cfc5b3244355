"""Plots of the tables an analysis returns: SVG text that is the same for the same table.

Each function takes a `Table` and the keys of the columns to draw, and returns a `Plot`, which a notebook shows by
itself. The colours can be told apart by colour-blind people, and colour never says anything alone: marks and line
styles differ, too. Needs the extra ``analysis``.
"""

from __future__ import annotations

import html
import io
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError
from ..files import replacing
from ..stats import Interval
from .table import Cell, Column, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Colours of Okabe and Ito (2008), those that are legible on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
MARKS = ("o", "s", "D", "^", "v", "P", "X")
LINES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 3)))

_LIGHT = ("#CC79A7", "#E69F00", "#56B4E9")  # black writing is legible on these, white on the others
_GREY = "#767676"
_WIDTH = 8.6  # inches of 72 points; 826 pixels in a browser
_STYLE = {
    "font.family": ["DejaVu Sans"],  # comes with matplotlib: the layout is the same on every machine
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": _GREY,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.7,
    "xtick.color": _GREY,
    "ytick.color": _GREY,
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "legend.frameon": False,
    "legend.fontsize": 9.0,
    "axes.unicode_minus": True,
    "axes.formatter.useoffset": False,
    "svg.fonttype": "none",  # text stays text: small files, searchable, read aloud
    "svg.hashsalt": "snowplay",
    "figure.dpi": 72.0,
}
# Narrower than the font of the layout, so that nothing outgrows its place.
_FONTS = "Arial,Helvetica,'Liberation Sans','DejaVu Sans',sans-serif"
_LABEL = 46  # characters of a label before it is cut


@dataclass(frozen=True)
class Plot:
    """A plot as SVG.

    Attributes
    ----------
    key : str
        Name of the plot for programs.
    title : str
        Name of the plot for people.
    alt : str
        What it shows, in words, for those who cannot see it.
    svg : str
        The drawing: one ``<svg>`` element with no reference to anything outside.
    """

    key: str
    title: str
    alt: str
    svg: str

    def to_svg(self) -> str:
        """Return the drawing as the text of an SVG file."""
        spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        return '<?xml version="1.0" encoding="utf-8"?>\n' + self.svg.replace("<svg ", f"<svg {spaces} ", 1)

    def save(self, path: str | Path) -> None:
        """Write an SVG file; it appears only when it is complete."""
        with replacing(path) as temporary:
            temporary.write_text(self.to_svg(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return f"<figure>{self.svg}<figcaption>{html.escape(self.title)}</figcaption></figure>"


# ---- the kinds of plots ----


def intervals(
    table: Table,
    *,
    label: str,
    values: Sequence[str],
    group: str | None = None,
    reference: float | None = None,
    shared: bool = True,
    key: str = "",
    title: str = "",
) -> Plot:
    """Draw estimates with their intervals, one line a row (a forest plot).

    A mark is filled where the interval does not hold the reference, and hollow where it does.

    Parameters
    ----------
    table : Table
        Holds the estimates.
    label : str
        Column with the names of the lines.
    values : sequence of str
        Columns of numbers or intervals; each gets a panel of its own.
    group : str, optional
        Column by which rows of equal label share a line, in different colours.
    reference : float, optional
        A line is drawn there: 0 for differences, 1 / players for win rates.
    shared : bool
        Whether the panels have the same scale.
    key, title : str
        Of the plot; by default those of the table.
    """
    labels = list(dict.fromkeys(map(str, table.column(label))))
    groups = list(dict.fromkeys(map(str, table.column(group)))) if group else [""]
    columns = [_column(table, value) for value in values]
    step = max(0.24, 0.15 * len(groups) + 0.08)
    height = 0.75 + step * len(labels) + (0.3 if len(groups) > 1 else 0.0) + (0.2 if len(columns) > 1 else 0.0)
    with _figure(height) as figure:
        axes = figure.subplots(1, len(columns), sharey=True, sharex=shared and len(columns) > 1, squeeze=False)[0]
        for axis, column in zip(axes, columns, strict=True):
            scale = _scale(column)
            if reference is not None:
                axis.axvline(reference * scale, color=_GREY, linewidth=1.0, linestyle=(0, (4, 2)))
            for place, number, row in _lines(table, label, group, 0.62):
                _whisker(axis, row[column.key], place, scale, reference, number)
            axis.set_xlabel(_axis_words(column) if len(columns) == 1 else _unit(column))
            axis.grid(visible=False, axis="y")
            axis.margins(x=0.06)
            if len(columns) > 1:
                axis.set_title(column.title)
        axes[0].set_yticks(range(len(labels)), [_cut(text) for text in labels])
        axes[0].set_ylim(len(labels) - 0.4, -0.6)
        _legend(figure, groups)
        return _plot(figure, key or table.key, title or table.title, "one line each: " + ", ".join(labels))


def boxes(
    table: Table,
    *,
    label: str,
    quantiles: Sequence[str],
    mean: str | None = None,
    group: str | None = None,
    unit: str = "points",
    key: str = "",
    title: str = "",
) -> Plot:
    """Draw how values spread: whiskers, box and median of five quantiles, one line a row.

    Parameters
    ----------
    table : Table
        Holds the quantiles.
    label : str
        Column with the names of the lines.
    quantiles : sequence of five str
        Columns: ends of the whiskers and of the box around the median, from the least on.
    mean : str, optional
        Column that is shown as a mark.
    group : str, optional
        Column by which rows of equal label share a line, in different colours.
    unit : str
        Of the values.
    key, title : str
        Of the plot; by default those of the table.
    """
    labels = list(dict.fromkeys(map(str, table.column(label))))
    groups = list(dict.fromkeys(map(str, table.column(group)))) if group else [""]
    columns = [_column(table, quantile) for quantile in quantiles]
    step = max(0.28, 0.19 * len(groups) + 0.1)
    with _figure(0.75 + step * len(labels) + (0.3 if len(groups) > 1 else 0.0)) as figure:
        axis = figure.subplots()
        thick = 0.56 / len(groups)
        for place, number, row in _lines(table, label, group, 0.74):
            colour = COLOURS[number % len(COLOURS)]
            spread = [_number(row[column.key]) for column in columns]
            if any(math.isnan(value) for value in spread):
                continue
            low, left, middle, right, high = spread
            axis.plot([low, high], [place, place], color=colour, linewidth=1.2)
            axis.barh(place, right - left, thick, left, color=colour, alpha=0.35, edgecolor=colour)
            axis.plot([middle, middle], [place - thick / 2, place + thick / 2], color=colour, linewidth=2.2)
            if mean is not None:
                axis.plot([_number(row[mean])], [place], MARKS[number % len(MARKS)], color="white", mec="black", ms=4)
        axis.set_yticks(range(len(labels)), [_cut(text) for text in labels])
        axis.set_ylim(len(labels) - 0.4, -0.6)
        axis.grid(visible=False, axis="y")
        axis.set_xlabel(unit + (" (bar: median; mark: mean)" if mean else " (bar: median)"))
        _legend(figure, groups)
        return _plot(figure, key or table.key, title or table.title, "one line each: " + ", ".join(labels))


def histogram(table: Table, *, x: str, series: Sequence[str], key: str = "", title: str = "") -> Plot:
    """Draw how often each value occurred, one outline for each series.

    Parameters
    ----------
    table : Table
        One row for each value or range of values, in order.
    x : str
        Column with the values (the lower ends of ranges).
    series : sequence of str
        Columns with shares or counts.
    key, title : str
        Of the plot; by default those of the table.
    """
    across = [_number(cell) for cell in table.column(x)]
    width = min((b - a for a, b in pairwise(across)), default=1.0)
    columns = [_column(table, name) for name in series]
    with _figure(3.0 + (0.3 if len(columns) > 1 else 0.0)) as figure:
        axis = figure.subplots()
        edges = [value - width / 2 for value in across] + [across[-1] + width / 2] if across else []
        for number, column in enumerate(columns):
            scale = _scale(column)
            heights = [_number(cell) * scale for cell in table.column(column.key)]
            colour = COLOURS[number % len(COLOURS)]
            if across:
                axis.stairs(heights, edges, color=colour, linewidth=1.6, linestyle=LINES[number % len(LINES)])
                axis.stairs(heights, edges, color=colour, fill=True, alpha=0.12)
        axis.set_ylim(bottom=0)
        axis.margins(x=0.01)
        axis.set_xlabel(_column(table, x).title)
        axis.set_ylabel("% of games" if columns[0].kind == "share" else columns[0].title)
        _legend(figure, [column.title for column in columns], lines=True)
        names = ", ".join(column.title for column in columns)
        return _plot(figure, key or table.key, title or table.title, f"one outline each: {names}")


def stacked(
    table: Table,
    *,
    label: str,
    parts: Sequence[str],
    axis: str = "",
    key: str = "",
    title: str = "",
) -> Plot:
    """Draw what sums are made of: one bar a row, negative parts to the left of zero.

    Parameters
    ----------
    table : Table
        Holds the parts.
    label : str
        Column with the names of the bars.
    parts : sequence of str
        Columns of the parts.
    axis : str
        What the sum is.
    key, title : str
        Of the plot; by default those of the table.
    """
    labels = [str(cell) for cell in table.column(label)]
    columns = [_column(table, part) for part in parts]
    with _figure(1.05 + 0.3 * len(labels)) as figure:
        plane = figure.subplots()
        written: list[tuple[float, int, float, str]] = []  # middle, bar, width and colour of each part
        ends = [[0.0, 0.0] for _ in labels]  # left and right end of each bar so far
        for number, column in enumerate(columns):
            colour = COLOURS[number % len(COLOURS)]
            for place, cell in enumerate(table.column(column.key)):
                width = _number(cell) * _scale(column)
                if math.isnan(width) or width == 0:
                    continue
                side = 1 if width > 0 else 0
                plane.barh(place, width, 0.66, ends[place][side], color=colour, edgecolor="white", linewidth=1.0)
                written.append((ends[place][side] + width / 2, place, width, colour))
                ends[place][side] += width
        # Figures in the parts that are wide enough for them.
        whole = max((right for _, right in ends), default=0.0) - min((left for left, _ in ends), default=0.0)
        for middle, place, width, colour in written:
            if abs(width) >= 0.055 * whole:
                ink = "black" if colour in _LIGHT else "white"
                text = f"{width:.0f}" if columns[0].kind == "share" else f"{width:.1f}"
                plane.text(middle, place, text.replace("-", "\N{MINUS SIGN}"), ha="center", va="center", color=ink)
        plane.axvline(0, color=_GREY, linewidth=0.8)
        plane.set_yticks(range(len(labels)), [_cut(text) for text in labels])
        plane.set_ylim(len(labels) - 0.4, -0.6)
        plane.grid(visible=False, axis="y")
        plane.set_xlabel(axis or _axis_words(columns[0]))
        _legend(figure, [column.title for column in columns], bars=True)
        return _plot(figure, key or table.key, title or table.title, "one bar each: " + ", ".join(labels))


def curve(
    table: Table,
    *,
    x: str,
    y: str,
    group: str | None = None,
    lines: Sequence[tuple[float, float]] = (),
    key: str = "",
    title: str = "",
) -> Plot:
    """Draw estimates with their intervals over a number, with straight lines through them.

    Parameters
    ----------
    table : Table
        One row for each value (and group).
    x, y : str
        Columns: the number, and the estimate, a number or an interval.
    group : str, optional
        Column by which rows belong to different curves.
    lines : sequence of (float, float)
        Intercept and slope of a fitted line for each group, in the units of the table; may be left out.
    key, title : str
        Of the plot; by default those of the table.
    """
    groups = list(dict.fromkeys(map(str, table.column(group)))) if group else [""]
    column = _column(table, y)
    scale = _scale(column)
    across = [_number(cell) for cell in table.column(x)]
    span = max(across) - min(across) if across else 0.0
    with _figure(3.6 + (0.3 if len(groups) > 1 else 0.0)) as figure:
        axis = figure.subplots()
        for number, name in enumerate(groups):
            colour = COLOURS[number % len(COLOURS)]
            shift = (number - (len(groups) - 1) / 2) * 0.006 * span
            for row in table.records():
                if group is None or str(row[group]) == name:
                    low, value, high = _ends(row[y], scale)
                    at = _number(row[x]) + shift
                    axis.plot([at, at], [low, high], color=colour, linewidth=1.6)
                    axis.plot([at], [value], MARKS[number % len(MARKS)], color=colour, ms=5)
            if number < len(lines) and across:
                intercept, slope = lines[number]
                ends = [min(across), max(across)]
                heights = [(intercept + slope * end) * scale for end in ends]
                axis.plot(ends, heights, color=colour, linewidth=1.2, linestyle=LINES[number % len(LINES)], alpha=0.8)
        if len(set(across)) <= 12:
            axis.set_xticks(sorted(set(across)))
        axis.set_xlabel(_column(table, x).title)
        axis.set_ylabel(_axis_words(column))
        axis.margins(x=0.05, y=0.1)
        _legend(figure, groups)
        return _plot(figure, key or table.key, title or table.title, f"{column.title} over {_column(table, x).title}")


def path(
    table: Table,
    *,
    x: str,
    y: str,
    bounds: tuple[float, float],
    bound_names: tuple[str, str],
    key: str = "",
    title: str = "",
) -> Plot:
    """Draw the way of a sequential test between its two bounds.

    Parameters
    ----------
    table : Table
        One row for each look at the data, in order.
    x, y : str
        Columns: how much was seen, and the statistic.
    bounds : (float, float)
        Lower and upper bound.
    bound_names : (str, str)
        What it means to cross them.
    key, title : str
        Of the plot; by default those of the table.
    """
    with _figure(3.2) as figure:
        axis = figure.subplots()
        across = [0.0, *(_number(cell) for cell in table.column(x))]
        heights = [0.0, *(_number(cell) for cell in table.column(y))]
        axis.plot(across, heights, color=COLOURS[0], linewidth=1.6, marker="o", ms=3.5)
        for bound, name, colour, up in zip(bounds, bound_names, (COLOURS[1], COLOURS[2]), (False, True), strict=True):
            axis.axhline(bound, color=colour, linewidth=1.2, linestyle="--")
            axis.annotate(
                name,
                (0.005, bound),
                xycoords=("axes fraction", "data"),
                xytext=(0, 3 if up else -3),
                textcoords="offset points",
                va="bottom" if up else "top",
                color=colour,
            )
        low, high = min([*heights, bounds[0]]), max([*heights, bounds[1]])
        axis.set_ylim(low - 0.15 * (high - low), high + 0.15 * (high - low))
        axis.set_xlim(0, max(across) * 1.02 or 1.0)
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axis.set_xlabel(_column(table, x).title)
        axis.set_ylabel(_column(table, y).title)
        return _plot(figure, key or table.key, title or table.title, f"{_column(table, y).title} after every look")


# ---- what they share ----


@contextmanager
def _figure(height: float) -> Iterator[Figure]:
    """Open a figure in the style of this module, whatever the user has set for other plots."""
    try:
        from matplotlib import style
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("drawing plots", "analysis") from None
    with style.context(_STYLE, after_reset=True):
        yield Figure(figsize=(_WIDTH, height), layout="constrained")


def _plot(figure: Figure, key: str, title: str, alt: str) -> Plot:
    target = io.StringIO()
    figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = target.getvalue()
    text = text[text.index("<svg") :]
    opening, inside = text.split(">", 1)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', opening)
    if size is None:
        raise AssertionError(f"matplotlib wrote no viewBox: {opening}")
    # Several drawings on one page must not share ids, and most are for nobody.
    inside = re.sub(r'<g id="[^"]*"', "<g", inside)
    inside = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", inside)
    inside = re.sub(r'( id="|url\(#|xlink:href="#)', rf"\g<1>{key}-", inside)
    inside = inside.replace("'DejaVu Sans'", _FONTS)
    inside = re.sub(r"^ *<!-- .*? -->\n", "", inside, flags=re.M)
    inside = re.sub(r"\n +", "\n", inside)
    words = html.escape(f"{title}; {alt}")
    # 72 points are an inch, and an inch is 96 pixels on a screen.
    width, height = (float(number) * 96 / 72 for number in size.groups())
    head = f'<svg role="img" aria-label="{words}" width="{width:.0f}" height="{height:.0f}" {size[0]}>'
    return Plot(key, title, alt, head + inside.rstrip())


def _lines(table: Table, label: str, group: str | None, spread: float) -> Iterator[tuple[float, int, dict[str, Cell]]]:
    """Yield for each row its height, the number of its group and its cells; groups of a label lie around its line."""
    records = table.records()
    labels = list(dict.fromkeys(str(row[label]) for row in records))
    groups = list(dict.fromkeys(str(row[group]) for row in records)) if group else [""]
    here: dict[str, list[str]] = {}
    for row in records:
        here.setdefault(str(row[label]), []).append(str(row[group]) if group else "")
    for row in records:
        at, name = str(row[label]), str(row[group]) if group else ""
        present = [other for other in groups if other in here[at]]
        shift = (present.index(name) - (len(present) - 1) / 2) * spread / len(groups)
        yield labels.index(at) + shift, groups.index(name), row


def _column(table: Table, key: str) -> Column:
    table.column(key)  # its error names the columns there are
    return next(column for column in table.columns if column.key == key)


def _scale(column: Column) -> float:
    return 100.0 if column.kind == "share" else 1.0


def _unit(column: Column) -> str:
    if column.kind != "share":
        return ""
    return "percentage points" if column.signed else "%"


def _axis_words(column: Column) -> str:
    return f"{column.title} ({_unit(column)})" if _unit(column) else column.title


def _number(cell: Cell) -> float:
    if isinstance(cell, Interval):
        return cell.value
    return math.nan if cell is None or isinstance(cell, str) else float(cell)


def _ends(cell: Cell, scale: float) -> tuple[float, float, float]:
    """Return low end, value and high end; a plain number has no length."""
    if isinstance(cell, Interval):
        low = cell.value if math.isnan(cell.low) else cell.low
        high = cell.value if math.isnan(cell.high) else cell.high
        return low * scale, cell.value * scale, high * scale
    value = _number(cell) * scale
    return value, value, value


def _whisker(axis: Axes, cell: Cell, place: float, scale: float, reference: float | None, number: int) -> None:
    low, value, high = _ends(cell, scale)
    if math.isnan(value):
        return
    colour = COLOURS[number % len(COLOURS)]
    hollow = reference is not None and low <= reference * scale <= high
    axis.plot([low, high], [place, place], color=colour, linewidth=1.6, solid_capstyle="butt")
    axis.plot([value], [place], MARKS[number % len(MARKS)], color="white" if hollow else colour, mec=colour, ms=5.5)


def _cut(text: str) -> str:
    return text if len(text) <= _LABEL else text[: _LABEL - 1] + "…"


def _legend(figure: Figure, names: Sequence[str], *, lines: bool = False, bars: bool = False) -> None:
    if len(names) < 2:
        return
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = []
    for number, name in enumerate(names):
        colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
        if bars:
            handles.append(Patch(color=colour, label=name))
        elif lines:
            handles.append(Line2D([], [], color=colour, linestyle=LINES[number % len(LINES)], label=name))
        else:
            handles.append(Line2D([], [], color=colour, marker=mark, linestyle="none", label=name))
    figure.legend(handles=handles, loc="outside upper left", ncols=min(len(names), 6), handletextpad=0.5)
