"""What stands beside the map: header, sieges, neutral cards, legend."""

from __future__ import annotations

from ..._core.acres.game import LIMITS
from ...acres.cards import BRITISH, SIDES, place_words
from ...acres.schema import SIDE_NAMES
from ..buttons import draw_buttons
from ..scene import Scene
from ..svg import PAPER, RULE, Box, Canvas, rect, text
from . import icons
from .layout import LEGEND, NEUTRAL, SEA
from .map import WAY_WORDS, way_line
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
    """Draw sieges on the sea, neutral cards below the map, and the legend."""
    _sieges(scene, canvas)
    _neutral(scene, canvas)
    _legend(canvas)


def _sieges(scene: Scene, canvas: Canvas) -> None:
    """Draw both sieges; their cards lie closer where there are many."""
    state = scene.state
    sieges = [siege for siege in SIDES if int(state["siege_at"][siege]) != LIMITS["NOWHERE"]]
    for pitch in (CHIP_HEIGHT + 3, CHIP_HEIGHT, 13.0):
        y = SEA.y
        for siege in sieges:
            y = _siege(scene, canvas, siege, y, pitch)
        if y <= SEA.bottom:
            break


def _siege(scene: Scene, canvas: Canvas, siege: int, y: float, pitch: float) -> float:
    """Draw a siege from `y` down; return where it ends."""
    state = scene.state
    strength = int(state["siege_strength"][siege])
    wins, loses = int(scene.tables["attacker_wins_at"]), -int(scene.tables["defender_wins_at"])
    place = place_words(int(state["siege_at"][siege]), scene.data)
    words = f"{SIDE_NAMES[siege].title()} siege of {place}: {icons.signed(strength)}"
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
            line = Box(frame.x, y, frame.width, min(CHIP_HEIGHT, pitch - 1))
            thing = f"card-{SIDE_NAMES[side]}-siege_{SIDE_NAMES[siege]}"
            y = draw_chips(scene, canvas, thing, side, kinds, line, pitch=pitch) + pitch - line.height
    return y + 4


def _neutral(scene: Scene, canvas: Canvas) -> None:
    kinds = kinds_of(scene, BRITISH, int(scene.state["display"]))
    words = "Neutral cards to draft" if kinds else "No neutral cards left to draft"
    canvas.add("label-neutral", text(NEUTRAL.x + 5, NEUTRAL.y + 12, words, 9.5, bold=True))
    frame = Box(NEUTRAL.x + 122, NEUTRAL.y, NEUTRAL.width - 122, CHIP_HEIGHT)
    draw_chips(scene, canvas, "card-neutral", BRITISH, kinds, frame, priced=True)


def _legend(canvas: Canvas) -> None:
    """Draw what lines and symbols mean, in the empty south-west."""
    step, x, y = LEGEND.width / 3, LEGEND.x + 6, LEGEND.y + 12
    parts = [rect(*LEGEND, PAPER, rx=3, fill_opacity=0.75, stroke=RULE)]
    rows = (
        ("river", "lake", "road"),
        ("trail", "ship", "settler"),
        ("bateaux", "wagon", "fur"),
        ("points", "defence", "raid"),
    )
    words = {"ship": "port", "raid": "raider"}
    for row, kinds in enumerate(rows):
        for column, kind in enumerate(kinds):
            left, middle = x + step * column, y + 18 * row
            if kind in WAY_WORDS:
                parts.append(way_line(kind, left - 1, middle, 17))
            elif kind == "points":
                parts.append(icons.points(4, left + 8, middle))
            elif kind == "defence":
                parts.append(icons.shield(1, left + 8, middle))
            else:
                parts.append(icons.icon(kind, left + 8, middle))
            parts.append(text(left + 19, middle + 3, words.get(kind, kind), 9))
    canvas.add("legend", *parts)
