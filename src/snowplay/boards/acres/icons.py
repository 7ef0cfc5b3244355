"""The symbols of cards and places, pieces and cards of A Few Acres of Snow, all drawn around (0, 0)."""

from __future__ import annotations

from ..svg import BLACK, BLUE, INK, ORANGE, PAPER, RULE, SOFT, VERMILION, YELLOW, Box, circle, path, rect, text, use

SIDE_COLOURS = (VERMILION, BLUE)
SIDE_LETTERS = ("B", "F")
NEUTRAL = "#8a8a8a"


def _village(side: int) -> str:
    colour = SIDE_COLOURS[side]
    return (
        path("M-8-5l3.5-3.5h12.5v12.5l-3.5 3.5z", fill=colour, stroke=BLACK, stroke_width=0.8)
        + rect(-8, -5, 12.5, 12.5, colour, stroke=BLACK, stroke_width=0.8)
        + text(-1.8, 4.6, SIDE_LETTERS[side], 10, anchor="middle", bold=True, fill=PAPER)
    )


def _town(side: int) -> str:
    return (
        circle(0, 0, 9.5, SIDE_COLOURS[side], stroke=BLACK, stroke_width=0.8)
        + circle(0, 0, 7.2, "none", stroke=PAPER, stroke_width=1)
        + text(0, 3.8, SIDE_LETTERS[side], 10.5, anchor="middle", bold=True, fill=PAPER)
    )


#: Symbols that are drawn more than once; see `snowplay.boards.svg.use`.
SYMBOLS = {
    "bateaux": path("M-6 -1Q0 3 6 -1L4 3Q0 5-4 3Z", fill="#8a5a2b") + path("M0 0V-5", stroke=INK),
    "wagon": path("M-6 -3H5V1H-6Z", fill="#8a5a2b")
    + "".join(circle(x, 2.5, 2, PAPER, stroke=INK) for x in (-3.5, 3.0)),
    "ship": path("M-6 1H6L4 5H-4Z", fill=INK) + path("M0 0V-6L5-1Z", fill="#56b4e9", stroke=INK, stroke_width=0.6),
    "settler": circle(0, -3.2, 2.3, "#009e73") + path("M-4 5Q-4-1 0-1T4 5Z", fill="#009e73"),
    "military": path("M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5", stroke=INK, stroke_width=1.8)
    + path("M-5 1.5L-1.5 5M5 1.5L1.5 5", stroke=INK, stroke_width=1.4),
    "fur": path("M0-5L3-2L5-3L4 3L0 5.5L-4 3L-5-3L-3-2Z", fill="#b07a3c", stroke="#5d3a12", stroke_width=0.7),
    "raid": path("M-4 5L2-3", stroke="#5d3a12", stroke_width=1.5)
    + path("M0-5Q6-6 5 0L1-2Z", fill="#cc79a7", stroke=INK, stroke_width=0.6),
    "block": path("M-4-5H4V0Q4 4 0 6Q-4 4-4 0Z", fill="#d8d8d8", stroke=INK, stroke_width=0.9),
}
SYMBOLS |= {f"village-{letter}": _village(side) for side, letter in enumerate(SIDE_LETTERS)}
SYMBOLS |= {f"town-{letter}": _town(side) for side, letter in enumerate(SIDE_LETTERS)}
SYMBOLS["coin"] = circle(0, 0, 6, YELLOW, stroke="#7a6a00", stroke_width=0.8)


def signed(value: int) -> str:
    """Write a siege's strength with its sign."""
    return f"{value:+d}" if value else "0"


def icon(kind: str, x: float, y: float) -> str:
    """Return the symbol of a card or place."""
    return use(kind, x, y)


def coin(amount: int, x: float, y: float) -> str:
    """Return a coin with a number."""
    return use("coin", x, y) + text(x, y + 3.2, amount, 9, anchor="middle")


def strength(amount: int, x: float, y: float) -> str:
    """Return crossed swords with a number."""
    return icon("military", x - 4, y) + text(x + 3, y + 3.2, amount, 9, bold=True)


def shield(amount: int, x: float, y: float) -> str:
    """Return a shield with a number: the defence of a place."""
    return icon("block", x, y) + text(x, y + 3, amount, 9, anchor="middle", bold=True)


def points(amount: int, x: float, y: float) -> str:
    """Return a star-edged disc with a number: victory points."""
    return rect(x - 6, y - 6, 12, 12, ORANGE, rx=2) + text(x, y + 3.3, amount, 9.5, anchor="middle", bold=True)


def village(side: int, x: float, y: float) -> str:
    """Return a village: a cube in the side's colour with its letter."""
    return use(f"village-{SIDE_LETTERS[side]}", x, y)


def town(side: int, x: float, y: float) -> str:
    """Return a town: a disc in the side's colour with its letter."""
    return use(f"town-{SIDE_LETTERS[side]}", x, y)


def nobody(x: float, y: float) -> str:
    """Return the mark of a place that nobody holds."""
    return circle(x, y, 6.5, PAPER, stroke=SOFT, stroke_width=1.4)


def wall(x: float, y: float) -> str:
    """Return a fortification: four bastions around a piece."""
    return "".join(rect(x + dx - 3.5, y + dy - 3.5, 7, 7, BLACK) for dx in (-8.5, 8.5) for dy in (-8.5, 8.5)) + rect(
        x - 10.5, y - 10.5, 21, 21, "none", stroke=BLACK, stroke_width=2
    )


def card_back(side: int, frame: Box) -> str:
    """Return the back of a card."""
    x, y, width, height = frame
    return (
        rect(x, y, width, height, SIDE_COLOURS[side], rx=4, stroke=BLACK, stroke_width=0.8)
        + rect(x + 3.5, y + 3.5, width - 7, height - 7, "none", rx=2, stroke=PAPER, stroke_width=1)
        + text(x + width / 2, y + height / 2 + 5, SIDE_LETTERS[side], 14, anchor="middle", bold=True, fill=PAPER)
    )


def card_face(side: int | None, frame: Box) -> str:
    """Return an empty card with the edge of its side; None: neutral."""
    x, y, width, height = frame
    colour = NEUTRAL if side is None else SIDE_COLOURS[side]
    return rect(x, y, width, height, PAPER, rx=4, stroke=RULE) + rect(x, y, 5, height, colour, rx=2)
