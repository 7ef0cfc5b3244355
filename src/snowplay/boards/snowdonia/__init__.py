"""The board of Snowdonia: route, areas, yard, weather, events, Site Office, shed, seats."""

from __future__ import annotations

import numpy as np

from ...snowdonia.actions import decode
from ...snowdonia.cards import AREAS
from ..buttons import button_name, draw_buttons
from ..scene import Scene
from ..svg import BLUE, GREEN, PURPLE, VERMILION, Canvas, definitions, text
from .icons import SYMBOLS
from .route import draw_route
from .seats import draw_seats, reserve_seats
from .table import draw_areas, draw_table

__all__ = ["SEAT_COLOURS", "draw", "last_move", "seat_words", "things_of"]

#: For lines on white, by seat: those of the pieces, but a darker yellow.
SEAT_COLOURS = (BLUE, VERMILION, GREEN, "#a89a00", PURPLE)

_CONTRACT_KINDS = ("use", "office", "keep")


def draw(scene: Scene, canvas: Canvas) -> None:
    """Draw a position."""
    players = f"{scene.players} player{'s' if scene.players > 1 else ''}"
    canvas.add(
        "header",
        text(4, 15, "Snowdonia", 13, bold=True),
        text(78, 15, f"{players} · {scene.moment} · {scene.headline}", 11, room=810),
    )
    reserve_seats(scene, canvas)
    notes = "; ".join(_notes(scene.state))
    canvas.add("notes", text(896, 34, notes, 10, anchor="end", bold=True) if notes else "")
    draw_buttons(scene, canvas)
    canvas.add("symbols", definitions(SYMBOLS))
    draw_route(scene, canvas)
    draw_areas(scene, canvas)
    draw_table(scene, canvas)
    draw_seats(scene, canvas)


def _notes(state: np.void) -> list[str]:
    """Say what holds for the round and is not seen on the table."""
    notes = []
    if state["last_round"] and not state["end_reason"]:
        notes.append("the last round" if state["rounds"] >= state["last_round"] else "one more round after this")
    if state["contracts_locked"]:
        notes.append("no more contracts this round (13)")
    if state["start_locked"]:
        notes.append("the start token is locked (22)")
    return notes


def seat_words(seat: int) -> str:
    """Return what a seat is called."""
    return f"seat {seat}"


def things_of(state: np.void, tables: np.void, action: int) -> list[str]:
    """Return the things that a legal action touches."""
    kind, args = decode(action)
    if kind in ("place", "lift"):
        return [f"place-{''.join(map(str, args))}"]
    if kind == "build":
        return [f"space-{args[0]}"]
    if kind == "acquire":
        return [f"train-{args[0]}"]
    if kind in _CONTRACT_KINDS:
        return [f"contract-{args[0]}"]
    if kind == "pay":
        return things_of(state, tables, int(state["pending"]))
    if kind == "take":
        return ["yard"]
    if kind == "convert":
        return [f"area-{AREAS[int(state['area'])]}"]
    if kind == "disc":
        return ["weather-1"]
    train = int(state["train"][int(state["seat"])])
    about_train = kind in ("pay_steel", "return_train") and train
    return [button_name(kind), *([f"train-{train}"] if about_train else [])]


def last_move(state: np.void, tables: np.void, action: int) -> list[str]:
    """Return what to mark when a legal action has been played: things keep their names wherever they go."""
    return things_of(state, tables, action)
