"""Legal actions that belong to no place or card of the board, as a row of buttons under the header."""

from __future__ import annotations

from .scene import Scene
from .svg import GREEN, WIDTH, Box, Canvas, rect, text, text_width

_TOP = 22.0
_SIZE = 9.5


def button_name(notation: str) -> str:
    """Return the thing of an action that has a button."""
    return f"button-{notation.replace(':', '_')}"


def draw_buttons(scene: Scene, canvas: Canvas) -> None:
    """Draw a button for each legal action that has one."""
    x = 4.0
    for notation, words in scene.notations.values():
        name = button_name(notation)
        if name not in canvas.touched:
            continue
        width = text_width(words, _SIZE) * 1.04 + 12
        frame = Box(x, _TOP, min(width, WIDTH - 4 - x), 17)
        canvas.thing(
            name,
            words,
            frame,
            rect(*frame, "#e6f4ef", rx=8, stroke=GREEN),
            text(x + frame.width / 2, _TOP + 12, words, _SIZE, anchor="middle", room=frame.width - 8),
            corner=8,
        )
        x = frame.right + 4
