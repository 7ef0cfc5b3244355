"""What stands beside the map: header, sieges, neutral cards, legend (AC-11, AC-41, AC-66)."""

from __future__ import annotations

from ..._core.acres.game import LIMITS
from ...acres.cards import BRITISH, SIDES, place_words
from ...acres.schema import SIDE_NAMES
from ..buttons import draw_buttons
from ..scene import Scene
from ..svg import PAPER, RULE, Box, Canvas, rect, text
from . import icons
from .layout import SEA
from .map import way_line
from .sides import CHIP_HEIGHT, draw_chips, kinds_of


def draw_header(scene: Scene, canvas: Canvas) -> None:
    """Draw the lines on top: when and what, and the actions that belong to no place or card."""
    canvas.add(
        "header",
        text(4, 15, "A Few Acres of Snow", 13, bold=True),
        text(150, 15, f"{scene.moment} · {_side_names(scene.headline)}", 11, room=740),
    )
    draw_buttons(scene, canvas)


def _side_names(words: str) -> str:
    return words.replace("Seat 0", "British").replace("Seat 1", "French")


def draw_sea(scene: Scene, canvas: Canvas) -> None:
    """Draw the panels on the sea, from below: legend, neutral cards, then sieges."""
    y = SEA.y
    for siege in SIDES:
        y = _siege(scene, canvas, siege, y)
    y = _neutral(scene, canvas, y)
    _legend(canvas)


def _siege(scene: Scene, canvas: Canvas, siege: int, y: float) -> float:
    state = scene.state
    place = int(state["siege_at"][siege])
    if place == LIMITS["NOWHERE"]:
        return y
    name = SIDE_NAMES[siege].title()
    strength = int(state["siege_strength"][siege])
    wins, loses = int(scene.tables["attacker_wins_at"]), -int(scene.tables["defender_wins_at"])
    words = f"{name} siege of {place_words(place, scene.data)}: {strength:+d}"
    frame = Box(SEA.x, y, SEA.width, 28)
    canvas.thing(
        f"siege-{SIDE_NAMES[siege]}",
        f"{words}; the attacker wins at {wins:+d}, the defender at {loses:+d}",
        frame,
        rect(*frame, icons.SIDE_COLOURS[siege], rx=3),
        text(frame.x + 6, y + 12, words, 10.5, bold=True, fill=PAPER, room=frame.width - 12),
        text(frame.x + 6, y + 23.5, f"attacker wins at {wins:+d}, defender at {loses:+d}", 9, fill=PAPER),
    )
    y += 31
    for side in SIDES:
        kinds = kinds_of(scene, side, int(state["siege_cards"][side][siege]))
        if kinds:
            line = Box(frame.x + 4, y, frame.width - 4, CHIP_HEIGHT)
            thing = f"card-{SIDE_NAMES[side]}-siege_{SIDE_NAMES[siege]}"
            y = draw_chips(scene, canvas, thing, side, kinds, line, priced=False) + 3
    return y + 4


def _neutral(scene: Scene, canvas: Canvas, y: float) -> float:
    state = scene.state
    kinds = kinds_of(scene, BRITISH, int(state["display"]))
    canvas.add("label-neutral", text(SEA.x, y + 10, "Neutral cards to draft" if kinds else "", 9.5, bold=True))
    if not kinds:
        return y
    frame = Box(SEA.x, y + 14, SEA.width, CHIP_HEIGHT)
    return draw_chips(scene, canvas, "card-neutral", BRITISH, kinds, frame, priced=True) + 6


def _legend(canvas: Canvas) -> None:
    """Draw what lines and symbols mean, at the foot of the sea."""
    step, x, y = SEA.width / 4, SEA.x + 2, SEA.bottom - 54
    parts = [rect(SEA.x - 3, y - 7, SEA.width + 6, 61, PAPER, rx=3, fill_opacity=0.75, stroke=RULE)]
    rows = (
        ("river", "lake", "road", "trail"),
        ("ship", "bateaux", "wagon", "settler"),
        ("points", "defence", "raid", "block"),
    )
    words = {"ship": "port", "raid": "raider", "block": "blocks"}
    for row, kinds in enumerate(rows):
        for column, kind in enumerate(kinds):
            left, middle = x + step * column, y + 6 + 17 * row
            if row == 0:
                parts.append(way_line(kind, left, middle, 18))
            elif kind == "points":
                parts.append(icons.points(4, left + 8, middle))
            elif kind == "defence":
                parts.append(icons.shield(1, left + 8, middle))
            else:
                parts.append(icons.icon(kind, left + 8, middle))
            parts.append(text(left + (21 if row == 0 else 18), middle + 3, words.get(kind, kind), 9))
    canvas.add("legend", *parts)
