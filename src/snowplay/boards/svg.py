"""Writing SVG: elements, text that fits, and things that can be clicked.

Nothing here knows a game. Lengths are user units; a board is 900 of them wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from typing import NamedTuple

WIDTH = 900
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"

# The palette of Okabe and Ito, which colour-blind readers can tell apart, and greys.
BLACK = "#000000"
ORANGE = "#e69f00"
SKY = "#56b4e9"
GREEN = "#009e73"
YELLOW = "#f0e442"
BLUE = "#0072b2"
VERMILION = "#d55e00"
PURPLE = "#cc79a7"
INK = "#222222"
SOFT = "#5a5a5a"
RULE = "#b4b4b4"
PAPER = "#ffffff"

# Widths of the printable ASCII characters in thousandths of the font size, those of Helvetica and Arial.
_WIDTHS = (
    [278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278]
    + [556] * 10
    + [278, 278, 584, 584, 584, 556, 1015]
    + [667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667]
    + [944, 667, 667, 611, 278, 278, 278, 469, 556, 333]
    + [556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500]
    + [722, 500, 500, 500, 334, 260, 334, 584]
)
_SPECIAL = re.compile("[&<>\"']").search
_BOLD = 1.08  # bold letters are so much wider, at most


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def grown(self, by: float) -> Box:
        """Return a box that is larger on all sides."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def overlaps(self, other: Box) -> bool:
        """Say if two boxes share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


def number(value: float) -> str:
    """Write a length with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Return an element: ``class_`` writes ``class``, ``font_size`` writes ``font-size``; None leaves one out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, float) else str(value)
            words.append(f'{_attribute(key)}="{escape(shown) if _SPECIAL(shown) else shown}"')
    content = "".join(inside)
    return f"<{' '.join(words)}>{content}</{name}>" if content else f"<{' '.join(words)}/>"


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide a line of text is in Helvetica or Arial; other letters count as wide ones."""
    units = sum(_WIDTHS[ord(c) - 32] if 32 <= ord(c) < 127 else 600 for c in words)
    return units * size / 1000 * (_BOLD if bold else 1.0)


def text(
    x: float,
    y: float,
    words: object,
    size: float = 10,
    *,
    anchor: str | None = None,
    bold: bool = False,
    fill: str | None = None,
    room: float | None = None,
    **attributes: object,
) -> str:
    """Return a line of text on the base line `y`; squeezed if it is wider than `room`."""
    shown = str(words)
    length = None if room is None or text_width(shown, size, bold) <= room else room
    return tag(
        "text",
        escape(shown, quote=False),
        x=float(x),
        y=float(y),
        font_size=float(size),
        text_anchor=anchor,
        font_weight="bold" if bold else None,
        fill=fill,
        textLength=length,
        lengthAdjust=None if length is None else "spacingAndGlyphs",
        **attributes,
    )


def rect(x: float, y: float, width: float, height: float, fill: str = "none", **attributes: object) -> str:
    """Return a rectangle."""
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), fill=fill, **attributes)


def circle(x: float, y: float, radius: float, fill: str = "none", **attributes: object) -> str:
    """Return a circle."""
    return tag("circle", cx=float(x), cy=float(y), r=float(radius), fill=fill, **attributes)


def path(d: str, *inside: str, **attributes: object) -> str:
    """Return a path."""
    return tag("path", *inside, d=d, **attributes)


def group(x: float, y: float, *inside: str, **attributes: object) -> str:
    """Return elements moved by (x, y)."""
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)})", **attributes)


def definitions(symbols: Mapping[str, str]) -> str:
    """Return symbols drawn around (0, 0), for `use`."""
    return tag("defs", *(tag("g", drawing, id=f"sp-{name}") for name, drawing in symbols.items()))


def use(name: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return a defined symbol, drawn around (x, y)."""
    if scale == 1.0:
        return tag("use", href=f"#sp-{name}", x=float(x), y=float(y))
    return tag("use", href=f"#sp-{name}", transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")


class Canvas:
    """A picture in the making: parts in the order in which they are drawn, each under a name of its own.

    Parameters
    ----------
    touched : mapping of str to sequence of int
        For each thing the legal actions that touch it; see `snowplay.boards`.
    last : iterable of str
        Things to mark as those of the last move.
    legal : bool
        Mark the things that legal actions touch.

    Attributes
    ----------
    parts : dict of str to str
        The elements by name. Between two positions of a game only the parts differ that show what differs.
    frames : dict of str to Box
        Where the things are.
    height : float
        Lowest point that is drawn.
    """

    def __init__(self, touched: Mapping[str, Sequence[int]], last: Iterable[str], legal: bool) -> None:
        self.touched = touched
        self.last = frozenset(last)
        self.legal = legal
        self.parts: dict[str, str] = {}
        self.frames: dict[str, Box] = {}
        self.height = 0.0

    def add(self, name: str, *elements: str) -> None:
        """Draw something that cannot be clicked."""
        self.parts[name] = "".join(elements)

    def thing(self, name: str, title: str, frame: Box, *elements: str, corner: float = 3.0) -> None:
        """Draw something that actions can touch.

        Parameters
        ----------
        name : str
            Its ``data-thing``, unique in the picture.
        title : str
            What a reader is told who points at it.
        frame : Box
            Where it is; marks are drawn around it.
        *elements : str
            How it looks.
        corner : float
            Radius of the corners of its marks.
        """
        self.frames[name] = frame
        actions = self.touched.get(name, ())
        marks = []
        if name in self.last:
            marks.append(
                _mark(frame.grown(1.5), corner + 1.5, BLACK, 4.5) + _mark(frame.grown(1.5), corner, YELLOW, 2.5)
            )
        if actions and self.legal:
            marks.append(_mark(frame.grown(1.0), corner + 1, PAPER, 3.5) + _mark(frame.grown(1.0), corner, GREEN, 2.2))
        words = ["thing", *(["legal"] if actions else []), *(["last"] if name in self.last else [])]
        self.parts[name] = tag(
            "g",
            tooltip(title),
            *elements,
            *marks,
            class_=" ".join(words),
            data_thing=name,
            data_actions=" ".join(map(str, actions)) or None,
        )


def _mark(frame: Box, corner: float, colour: str, width: float) -> str:
    dashes = "4 2.5" if colour == GREEN else None
    return rect(*frame, rx=corner, stroke=colour, stroke_width=width, stroke_dasharray=dashes, pointer_events="none")


def tooltip(words: str) -> str:
    """Return what a reader is told who points at an element; it stands within the element, first."""
    return tag("title", escape(words, quote=False))


def document(canvas: Canvas, title: str, description: str, **data: object) -> str:
    """Return a whole picture as one SVG document."""
    height = number(canvas.height)
    return tag(
        "svg",
        tooltip(title),
        tag("desc", escape(description, quote=False)),
        *canvas.parts.values(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        role="img",
        aria_label=title,
        font_family=FONT,
        fill=INK,
        **{f"data_{key}": value for key, value in data.items()},
    )
