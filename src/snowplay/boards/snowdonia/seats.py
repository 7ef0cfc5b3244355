"""What each seat of Snowdonia has before it: goods, pieces, train, contracts."""

from __future__ import annotations

from ...snowdonia.cards import cards_of
from ..scene import Scene
from ..svg import INK, PAPER, RULE, SOFT, WIDTH, Box, Canvas, circle, rect, text
from . import icons
from .contract import chip, chip_width
from .table import BELOW, draw_train

_GOODS = ("iron", "stone", "coal", "steel", "rubble")
_LINE = 34.0
_CHIP = 22.0


def reserve_seats(scene: Scene, canvas: Canvas) -> None:
    """Keep the seats' backgrounds below what comes to lie on them, such as contracts."""
    for seat in range(scene.players):
        canvas.add(f"seat-{seat}")


def draw_seats(scene: Scene, canvas: Canvas) -> None:
    """Draw all seats, one below the other."""
    y = BELOW + 4
    for seat in range(scene.players):
        y = _seat(scene, canvas, seat, y) + 5
    canvas.height = y


def _seat(scene: Scene, canvas: Canvas, seat: int, y: float) -> float:
    state = scene.state
    left, middle = 4.0, y + _LINE / 2
    elements = [
        icons.marker(seat, left + 22, middle, 24),
        text(left + 42, middle + 1, f"Seat {seat}", 11.5, bold=True),
        text(left + 42, middle + 12, "to move" if seat == scene.actor else "", 9, fill=SOFT),
        text(left + 132, middle + 5.5, scene.scores[seat], 16, anchor="end", bold=True),
        text(left + 135, middle + 5, "points", 9, fill=SOFT),
    ]
    if scene.players > 1 and seat == int(state["start_player"]):
        elements.append(circle(left + 92, middle, 8, PAPER, stroke=INK, stroke_width=1.4))
        elements.append(text(left + 92, middle + 3.5, "1st", 9, anchor="middle", bold=True))
    x = left + 178
    for kind in _GOODS:
        elements.append(icons.cube(kind, x, middle, 13))
        elements.append(text(x + (13 if kind == "steel" else 11), middle + 4.5, int(state[kind][seat]), 12, bold=True))
        x += 44
    elements += _pieces(scene, seat, x, middle)
    canvas.add(f"goods-{seat}", *elements)
    train = int(state["train"][seat])
    if train:
        draw_train(scene, canvas, train, Box(WIDTH - 5 - 190, y + 2, 186, 30), 0, price=False)
    bottom = _contracts(scene, canvas, seat, y + _LINE)
    frame = Box(left, y, WIDTH - 8, bottom - y)
    mover = seat == scene.actor
    canvas.add(
        f"seat-{seat}",
        rect(*frame, "#fafafa", rx=5, stroke=INK if mover else RULE, stroke_width=2 if mover else 1),
        rect(frame.x, frame.y, 6, frame.height, icons.SEAT_COLOURS[seat], rx=3),
    )
    return bottom


def _pieces(scene: Scene, seat: int, x: float, y: float) -> list[str]:
    """Labourers still to place, and markers left."""
    state = scene.state
    elements = [
        icons.labourer(seat, x + 6, y, 7.5),
        text(x + 17, y + 4.5, int(state["labourers"][seat]), 12, bold=True),
    ]
    elements.append(text(x + 26, y + 4, "to place", 9, fill=SOFT))
    x += 76
    elements += [icons.marker(seat, x + 6, y, 12), text(x + 17, y + 4.5, int(state["markers"][seat]), 12, bold=True)]
    elements.append(text(x + 33, y + 4, "left", 9, fill=SOFT))
    return elements


def _contracts(scene: Scene, canvas: Canvas, seat: int, y: float) -> float:
    """The seat's contracts; return where the seat ends."""
    used, effects = int(scene.state["contracts_used"]), int(scene.state["effects"])
    cards = cards_of(int(scene.state["contracts"][seat]))
    x = 16.0
    for card in cards:
        turned = "" if not used >> (card - 1) & 1 else "in force" if effects >> (card - 1) & 1 else "used"
        width = chip_width(scene, card, turned)
        if x + width > WIDTH - 10:
            x, y = 16.0, y + _CHIP + 4
        chip(scene, canvas, card, Box(x, y, width, _CHIP), turned)
        x += width + 5
    return y + _CHIP + 4 if cards else y
