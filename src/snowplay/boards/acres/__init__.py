"""The board of A Few Acres of Snow: map, sieges, both sides' cards."""

from __future__ import annotations

import numpy as np

from ..._core.acres.game import ACTIONS, LIMITS, OTHERS, PHASES
from ...acres.actions import notation
from ...acres.cards import KIND_NAMES
from ...acres.schema import LOCATIONS, NEUTRAL_KINDS, SIDE_NAMES
from ..buttons import button_name
from ..scene import Scene
from ..svg import Canvas, definitions
from .icons import SYMBOLS
from .map import draw_map
from .sea import draw_header, draw_sea
from .sides import draw_sides

__all__ = ["draw", "things_of"]

_BLOCK = 64
_PILE_PHASES = (PHASES["DRAFT"], PHASES["START_CARD"])


def draw(scene: Scene, canvas: Canvas) -> None:
    """Draw a position."""
    canvas.add("symbols", definitions(SYMBOLS))
    draw_header(scene, canvas)
    draw_map(scene, canvas)
    draw_sea(scene, canvas)
    draw_sides(scene, canvas)


def things_of(state: np.void, tables: np.void, action: int) -> list[str]:
    """Return the things that a legal action touches."""
    block, number = action - action % _BLOCK, action % _BLOCK
    side = SIDE_NAMES[int(state["seat"])]
    if action < ACTIONS["OTHER"]:
        return [f"place-{LOCATIONS[number]}"]
    if block == ACTIONS["OTHER"]:
        return _others(state, action, number)
    kind = KIND_NAMES[number]
    if block == ACTIONS["RESERVE_CARD"]:
        return [f"card-{side}-reserve-{kind}"]
    if block == ACTIONS["SIEGE_CARD"]:
        return [
            f"card-{side}-siege_{SIDE_NAMES[siege]}-{kind}"
            for siege in range(len(SIDE_NAMES))
            if int(state["siege_cards"][int(state["seat"])][siege])
            & int(tables["kind_cards"][int(state["seat"])][number])
        ]
    if int(state["phase"]) in _PILE_PHASES:
        return [f"card-neutral-{kind}" if kind in NEUTRAL_KINDS else f"card-{side}-pile-{kind}"]
    zone = "discard" if int(state["phase"]) == PHASES["INTENDANT"] else "hand"
    return [f"card-{side}-{zone}-{kind}"]


def _others(state: np.void, action: int, number: int) -> list[str]:
    """Things of the actions of no place and no card: a button each, and what they are about."""
    things = [button_name(notation(action))]
    for name in ("REINFORCE", "LEADER", "WITHDRAW"):
        siege = number - OTHERS[name]
        if siege in (0, 1):
            things.append(f"siege-{SIDE_NAMES[siege]}")
    if number == OTHERS["YES"] and int(state["target"]) != LIMITS["NOWHERE"]:
        things.append(f"place-{LOCATIONS[int(state['target'])]}")
    return things
