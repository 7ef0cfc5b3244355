"""Why an action is not legal: the rule it breaks and the reason in words, for error messages only.

The compiled core decides what is legal; this module is asked afterwards and changes nothing.
"""

from __future__ import annotations

import numpy as np

from .._core.snowdonia.game import ACTIONS, LIMITS
from .actions import action_ids, decode
from .cards import area_of
from .tables import take_list
from .text import PHASE_WORDS, phase_name, phase_words

_AREA_B = 1

# The phases in which each kind of action may be legal at all.
_PHASES: dict[str, tuple[str, ...]] = {
    "pass": ("WINDOW", "HIRE", "DEFERRED", "BUILD"),
    "hire": ("HIRE",),
    "perform": ("DEFERRED",),
    "pay_steel": ("MAINTENANCE",),
    "return_train": ("MAINTENANCE",),
    "disc": ("DISC",),
    "use": ("WINDOW", "MAINTENANCE"),
    "build": ("BUILD",),
    "acquire": ("BUILD",),
    "office": ("OFFICE",),
    "keep": ("KEEP",),
    "place": ("PLACE", "MOVE"),
    "lift": ("LIFT",),
    "convert": ("CONVERT",),
    "pay": ("PAY",),
    "take": ("TAKE",),
}
_KNOWN = frozenset(action_ids())


def why_illegal(state: np.void, tables: np.void, action: int) -> tuple[str, str]:
    """Return the rule ID and the reason for an action that is not legal in this state."""
    phase = phase_name(state)
    words, rule = phase_words(state), PHASE_WORDS[phase][1]
    if action not in _KNOWN:
        return rule, "no action has this id"
    kind = decode(action).kind
    number = action - ACTIONS[kind.upper()]
    if phase not in _PHASES[kind]:
        return rule, f"it is time to {words}"
    if kind == "place":
        return _place(state, tables, number, phase)
    if kind == "build":
        return _build(state, tables, number)
    if kind == "acquire":
        return _acquire(state, tables, number)
    if kind == "use":
        return _use(state, tables, number, phase)
    if kind == "take":
        return _take(state, number)
    if kind == "convert":
        return _convert(state)
    if kind == "office":
        if number in map(int, state["office"]):
            return "SN-39", _forbidden(state, f"contract {number}")
        return "SN-39", f"contract {number} does not lie face up in the Site Office"
    if kind == "keep":
        if number in map(int, state["drawn"]):
            return "SN-88", _forbidden(state, f"contract {number}")
        return "SN-88", f"contract {number} is neither the one that was used nor one of those drawn"
    if kind == "disc":
        return "SN-91", "the middle disc must become one of the other two kinds"
    if kind == "lift":
        return "SN-91", "there is no own labourer that could go anywhere else"
    if kind == "pay":
        return "SN-85", "the substitutes and the other pieces do not add up to the price"
    if kind == "pay_steel":
        return "SN-55", "there is no steel to pay with"
    return "SN-31", "an action that can be taken must be taken"


def _count(state: np.void, field: str) -> int:
    return int(state[field][int(state["seat"])])


def _forbidden(state: np.void, what: str) -> str:
    return f"the option forbid keeps {what} from seat {state['seat']}"


def _place(state: np.void, tables: np.void, place: int, phase: str) -> tuple[str, str]:
    if place >= LIMITS["PLACES"] or not int(tables["places"]) >> place & 1:
        return "SN-06", f"that space is not used with {tables['n_seats']} players"
    if int(state["occupied"]) >> place & 1:
        return "SN-20", f"seat {state['occupant'][place]} has a labourer there"
    if phase == "MOVE" and place == int(state["place"]):
        return "SN-91", "the labourer must go to another space"
    if place // LIMITS["AREA_SPACES"] == _AREA_B and state["overlay"]:
        return "SN-34", "area B is one Build space for the rest of the game"
    return "SN-22", "fog closes it this round"


def _build(state: np.void, tables: np.void, space: int) -> tuple[str, str]:
    if space >= LIMITS["SPACES"] or not int(tables["building_spaces"]) >> space & 1:
        return "SN-37", "that is not a building space of this route"
    if int(state["spaces_taken"]) >> space & 1:
        return "SN-37", "the space is taken"
    if int(state["spaces_closed"]) >> space & 1:
        return "SN-54", "a No Entry marker closes the station"
    if _count(state, "markers") == 0:
        return "SN-05", "there is no ownership marker left"
    rubble = int(state["rubble_cells"]) & int(tables["track_cells"])
    first = (rubble & -rubble).bit_length() - 1 if rubble else LIMITS["CELLS"]
    own = int(tables["leading_cells"][tables["space_station"][space]])
    early = tables["early_stations"] and not rubble & own
    if not early and not int(tables["reachable"][first]) >> space & 1:
        return "SN-37", "there is rubble on the track cards that lead up to the station"
    return "SN-37", (
        f"it costs {tables['space_stone'][space]} stone and {tables['space_steel'][space]} steel, and there are "
        f"{_count(state, 'stone')} and {_count(state, 'steel')}"
    )


def _acquire(state: np.void, tables: np.void, train: int) -> tuple[str, str]:
    if not state["trains_open"]:
        return "SN-38", "trains may be acquired only after the trains event"
    if not int(state["shed"]) >> train & 1:
        return "SN-38", "the train is not in the Engine Shed"
    if not int(tables["may_acquire"][state["seat"]]) >> train & 1:
        return "SN-38", _forbidden(state, f"train {train}")
    return "SN-38", f"it costs {tables['train_cost'][train]} steel, and there are {_count(state, 'steel')}"


def _use(state: np.void, tables: np.void, card: int, phase: str) -> tuple[str, str]:
    held = int(state["contracts"][int(state["seat"])])
    if not held >> (card - 1) & 1:
        return "SN-30", f"seat {state['seat']} does not have contract {card}"
    if phase == "MAINTENANCE":
        return "SN-55", f"contract {card} is not a maintenance contract"
    if int(state["contracts_used"]) >> (card - 1) & 1:
        return "SN-30", f"contract {card} is used up"
    return "SN-30", f"contract {card} names area {area_of(tables, card)}"


def _convert(state: np.void) -> tuple[str, str]:
    if state["source"]:
        return "SN-89", "the contract, the pieces or the supply do not allow it"
    return "SN-35", (
        f"{_count(state, 'iron')} iron, {_count(state, 'rubble')} rubble and {state['bag'][1]} stone in the bag "
        f"allow other conversions, {state['amount']} at most"
    )


def _take(state: np.void, number: int) -> tuple[str, str]:
    iron, stone, coal = take_list()[number]
    if iron + stone + coal > int(state["amount"]):
        return "SN-32", f"that is more than {state['amount']} cubes"
    if coal > int(state["coal_max"]):
        return "SN-32", f"that is more than {state['coal_max']} coal"
    yard = state["yard"]
    return "SN-32", f"the yard holds {yard[0]} iron, {yard[1]} stone, {yard[2]} coal"
