"""Legal actions that belong to no place or card of the board, as a row of buttons under the header."""

from __future__ import annotations

from .scene import Scene
from .svg import GREEN, WIDTH, Box, Canvas, rect, text, text_width

_TOP = 22.0
_SIZE = 9.5
_GAP = 7.0


def button_name(notation: str) -> str:
    """Return the thing of an action that has a button."""
    return f"button-{notation.replace(':', '_')}"


def draw_buttons(scene: Scene, canvas: Canvas) -> None:
    """Draw a button for each legal action that has one."""
    shown = [pair for pair in scene.notations.values() if button_name(pair[0]) in canvas.touched]
    widths = [text_width(_short(notation), _SIZE) * 1.04 + 14 for notation, _ in shown]
    squeezed = min(1.0, (WIDTH - 8 - _GAP * len(shown)) / max(1.0, sum(widths)))
    x = 4.0
    for (notation, words), width in zip(shown, widths, strict=True):
        name = button_name(notation)
        frame = Box(x, _TOP, width * squeezed, 17)
        canvas.thing(
            name,
            words,
            frame,
            rect(*frame, "#e6f4ef", rx=8, stroke=GREEN),
            text(x + frame.width / 2, _TOP + 12, _short(notation), _SIZE, anchor="middle", room=frame.width - 8),
            corner=8,
        )
        x = frame.right + _GAP


def _short(notation: str) -> str:
    """Write the notation of an action for a button, such as ``Reinforce British``."""
    kind, _, argument = notation.replace("_", " ").partition(":")
    return f"{kind.capitalize()} {argument.title()}".strip()
