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
from .icons import SIDE_COLOURS, SYMBOLS
from .map import draw_map
from .sea import draw_header, draw_sea
from .sides import draw_sides

__all__ = ["SEAT_COLOURS", "draw", "last_move", "seat_words", "things_of"]

#: For lines on white, by seat.
SEAT_COLOURS = SIDE_COLOURS

_BLOCK = 64
_PILE_PHASES = (PHASES["DRAFT"], PHASES["START_CARD"])


def draw(scene: Scene, canvas: Canvas) -> None:
    """Draw a position."""
    canvas.add("symbols", definitions(SYMBOLS))
    draw_header(scene, canvas)
    draw_map(scene, canvas)
    draw_sea(scene, canvas)
    draw_sides(scene, canvas)


def seat_words(seat: int) -> str:
    """Return what a seat is called."""
    return SIDE_NAMES[seat].title()


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


def last_move(state: np.void, tables: np.void, action: int) -> list[str]:
    """Return what to mark when a legal action has been played: what it touched, and where its cards are then."""
    things = things_of(state, tables, action)
    if action < ACTIONS["CARD"]:
        return things
    side = SIDE_NAMES[int(state["seat"])]
    kind = KIND_NAMES[action % _BLOCK]
    phase = int(state["phase"])
    if phase == PHASES["RESERVE"]:
        zones = ["reserve"]
    elif phase == PHASES["MILITARY"]:
        zones = [f"siege_{name}" for name in SIDE_NAMES]
    elif phase == PHASES["INTENDANT"]:
        zones = ["hand"]
    else:
        zones = ["played", "discard"]
    return things + [f"card-{side}-{zone}-{kind}" for zone in zones]


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
