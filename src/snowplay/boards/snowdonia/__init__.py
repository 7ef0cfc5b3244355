"""The board of Snowdonia: route, areas, yard, weather, events, Site Office, shed, seats."""

from __future__ import annotations

import numpy as np

from ...snowdonia.actions import decode
from ...snowdonia.cards import AREAS
from ..buttons import button_name, draw_buttons
from ..scene import Scene
from ..svg import Canvas, text
from .route import draw_route
from .seats import draw_seats
from .table import draw_areas, draw_table

__all__ = ["draw", "things_of"]

_CONTRACT_KINDS = ("use", "office", "keep")


def draw(scene: Scene, canvas: Canvas) -> None:
    """Draw a position."""
    players = f"{scene.players} player{'s' if scene.players > 1 else ''}"
    canvas.add(
        "header",
        text(4, 15, "Snowdonia", 13, bold=True),
        text(78, 15, f"{players} · {scene.moment} · {scene.headline}", 11, room=810),
    )
    draw_buttons(scene, canvas)
    draw_route(scene, canvas)
    draw_areas(scene, canvas)
    draw_table(scene, canvas)
    draw_seats(scene, canvas)


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
