"""Pieces and symbols of Snowdonia.

A seat is told by its number as well as by its colour, goods by letter or shape.
"""

from __future__ import annotations

from ..svg import (
    BLACK,
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    RULE,
    SKY,
    SOFT,
    VERMILION,
    YELLOW,
    Box,
    circle,
    group,
    path,
    rect,
    text,
    use,
)

SEAT_COLOURS = (BLUE, VERMILION, GREEN, YELLOW, PURPLE)
_SEAT_INK = (PAPER, PAPER, PAPER, BLACK, BLACK)
GOODS = ("iron", "stone", "coal", "steel", "rubble", "event")
_GOODS = {
    "iron": (ORANGE, "I", BLACK),
    "stone": ("#c9c9c9", "S", BLACK),
    "coal": ("#2b2b2b", "C", PAPER),
    "rubble": ("#9c6b3f", "R", PAPER),
    "event": (PAPER, "E", BLACK),
}
WEATHER = ("sun", "rain", "fog")


def cube(kind: str, x: float, y: float, size: float = 12.0) -> str:
    """Return a cube, or for steel a bar, around (x, y)."""
    return use(kind, x, y, size / 12)


def _cube(kind: str) -> str:
    if kind == "steel":
        bar = rect(-8, -4.25, 16, 8.5, SKY, rx=1.5, stroke=INK, stroke_width=0.8)
        return bar + text(0, 3.2, "B", 9, anchor="middle", bold=True)
    colour, letter, ink = _GOODS[kind]
    return rect(-6, -6, 12, 12, colour, rx=1.5, stroke=INK, stroke_width=0.8) + text(
        0, 3.3, letter, 9, anchor="middle", bold=True, fill=ink
    )


def marker(seat: int, x: float, y: float, size: float = 13.0) -> str:
    """Return an ownership marker of a seat."""
    half = size / 2
    return rect(x - half, y - half, size, size, SEAT_COLOURS[seat], rx=3, stroke=BLACK, stroke_width=0.8) + text(
        x, y + size * 0.3, seat, size * 0.8, anchor="middle", bold=True, fill=_SEAT_INK[seat]
    )


def labourer(seat: int, x: float, y: float, radius: float = 8.5) -> str:
    """Return a labourer of a seat."""
    return circle(x, y, radius, SEAT_COLOURS[seat], stroke=BLACK, stroke_width=0.8) + text(
        x, y + radius * 0.42, seat, radius * 1.2, anchor="middle", bold=True, fill=_SEAT_INK[seat]
    )


def surveyor(seat: int, x: float, y: float) -> str:
    """Return a surveyor of a seat: a flag on a pole."""
    return path(f"M{x - 4} {y + 7}V{y - 7}", stroke=BLACK, stroke_width=1.4) + group(
        x - 4,
        y - 7,
        path("M0 0h12l-2.5 4.5l2.5 4.5h-12z", fill=SEAT_COLOURS[seat], stroke=BLACK, stroke_width=0.7),
        text(4.4, 7.8, seat, 9, anchor="middle", bold=True, fill=_SEAT_INK[seat]),
    )


def weather(kind: int, x: float, y: float, radius: float = 11.0) -> str:
    """Return a weather disc; a kind beyond fog is an empty space."""
    if kind >= len(WEATHER):
        return circle(x, y, radius, PAPER, stroke=RULE, stroke_dasharray="3 2")
    return use(WEATHER[kind], x, y, radius / 11)


def _disc(fill: str, *drawing: str) -> str:
    return circle(0, 0, 11, fill, stroke=INK, stroke_width=0.8) + "".join(drawing)


def points(amount: int, x: float, y: float) -> str:
    """Return a square with victory points, around (x, y)."""
    return rect(x - 8, y - 6, 16, 12, ORANGE, rx=2) + text(x, y + 3.3, amount, 9.5, anchor="middle", bold=True)


def letter(name: str, x: float, y: float) -> str:
    """Return the badge of an action area."""
    return circle(x, y, 7, INK) + text(x, y + 3.3, name, 9.5, anchor="middle", bold=True, fill=PAPER)


def lock(x: float, y: float) -> str:
    """Return a padlock, for a dark ground."""
    return path(f"M{x - 2.4} {y - 1}v-2.4a2.4 2.4 0 0 1 4.8 0v2.4", fill="none", stroke=PAPER, stroke_width=1.4) + rect(
        x - 4, y - 1.4, 8, 6, PAPER, rx=1
    )


def sleepers(frame: Box) -> str:
    """Return laid track across a frame."""
    y = frame.y + frame.height / 2
    bars = "".join(f"M{frame.x + 3 + i * (frame.width - 6) / 4} {y - 6}v12" for i in range(5))
    return path(bars, stroke="#7a4a1e", stroke_width=2.4) + path(
        f"M{frame.x} {y - 3.5}h{frame.width}M{frame.x} {y + 3.5}h{frame.width}", stroke=INK, stroke_width=1.3
    )


#: Symbols that are drawn more than once; see `snowplay.boards.svg.use`.
SYMBOLS = {
    **{kind: _cube(kind) for kind in GOODS},
    "sun": _disc(
        YELLOW,
        circle(0, 0, 4.2, ORANGE),
        *(path("M0-5.8v-2.8", stroke=ORANGE, stroke_width=1.6, transform=f"rotate({a})") for a in range(0, 360, 45)),
    ),
    "rain": _disc(SKY, path("M-3.3-3.8l-2.4 7.6M1.1-3.8l-2.4 7.6M5.5-3.8l-2.4 7.6", stroke=BLUE, stroke_width=1.8)),
    "fog": _disc("#dddddd", path("M-6-3.5h12M-6 0h12M-6 3.5h12", stroke=SOFT, stroke_width=1.6)),
    "track": path("M0-3h11M0 3h11M2-5v10M5.5-5v10M9-5v10", stroke=INK),
    "house": path("M0 5v-6l5.5-4.5l5.5 4.5v6z", fill="#c9b79c", stroke=INK, stroke_width=0.8),
}
