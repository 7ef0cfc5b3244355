"""Why an action is not legal: the rule it breaks and the reason in words, for error messages only.

The compiled core decides what is legal; this module is asked afterwards and changes nothing.
"""

from __future__ import annotations

import numpy as np

from .._core.acres.game import ACTIONS, LIMITS
from .actions import action_ids, decode, rule_of
from .cards import BRITISH, FRENCH, SIDES
from .schema import LOCATIONS
from .text import SIDE_WORDS, Names, phase_name, phase_rule, phase_words

_KNOWN = frozenset(action_ids())
_FREE = ("leader", "withdraw", "retrieve", "home_support", "free_fur", "drop")
_ANSWERS = ("stop", "yes", "pay")
_CARDS = ("card", "reserve_card", "siege_card")
_NOT_FROM_HAND = ("DRAFT", "START_CARD", "INTENDANT", "RETURN")
_DRAFTS = ("DRAFT", "START_CARD")

# Menu choices that only ask for cards of the hand, and what is missing.
_MISSING = {
    "ambush": "there is no card in hand that can ambush, or no money for it",
    "priest": "there is no Priest or Indian Leader in hand",
    "money": "there is no Location card with coins in hand that can be used",
    "merchant": "it takes a ship and another card with coins",
    "trader": "it takes the Trader and a fur card that can be used",
    "piracy": "it takes the card of piracy and a ship, and only the French have it",
    "draft": "no card that lies open and is not forbidden to the side can be paid",
    "discard": "the hand is empty",
    "reserve": "no card of the hand may go there, or the reserve is full",
    "retrieve": "the reserve is empty, or its cards cannot be paid",
    "governor": "it takes the Governor and another card that may go back",
    "intendant": "it takes the Intendant, a discard pile and the money",
    "home_support": "it takes the card and a deck to draw from",
}
_OPTIONAL = {"free_fur": "free_fur", "drop": "lost_cards_leave_hand"}


def why_illegal(state: np.void, names: Names, action: int) -> tuple[str, str]:
    """Return the rule ID and the reason for an action that is not legal in this state."""
    rule = phase_rule(state)
    if action not in _KNOWN:
        return rule, "no action has this id"
    kind = decode(action).kind
    phase, words = phase_name(state), phase_words(state, names)
    if kind in _ANSWERS or (phase == "MENU") == (kind in _CARDS):
        return rule, f"it is time to {words}"
    if kind in _CARDS:
        return _card(state, names, action, kind, rule)
    if kind == "end":
        return "AC-11", f"there are still actions to take ({state['actions_left']}); one may pass"
    if not state["actions_left"] and kind not in _FREE:
        return "AC-11", "the turn has no action left, only free ones"
    if kind in ("settle", "develop", "fortify", "besiege", "raid"):
        return _PLACES[kind](state, names, action - ACTIONS[kind.upper()])
    if kind in ("reinforce", "leader", "withdraw"):
        return _siege(state, kind, decode(action).args[0])
    if kind in _OPTIONAL:
        return "AC-82", f"there is no card for it, or the option {_OPTIONAL[kind]} is off"
    return rule_of(kind), _MISSING[kind]


def _bit(word: object, number: int) -> bool:
    return bool(int(word) >> number & 1)  # type: ignore[call-overload]


def _owner(state: np.void, place: int) -> int | None:
    for side in SIDES:
        if _bit(state["villages"][side], place) or _bit(state["towns"][side], place):
            return side
    return None


def _is_besieged(state: np.void, place: int) -> bool:
    return place in [int(at) for at in state["siege_at"]]


def _card(state: np.void, names: Names, action: int, kind: str, rule: str) -> tuple[str, str]:
    """Return why a card cannot be chosen."""
    side, number = int(state["seat"]), action - ACTIONS[kind.upper()]
    cards = int(names.tables["kind_cards"][side][number])
    if kind == "card" and phase_name(state) in _DRAFTS and number >= len(LOCATIONS):
        never = cards & ~int(names.tables["affordable"][-1][side])
        if never & (int(state["pile"][side]) | int(state["display"])):
            return rule, f"the option forbid keeps {names.kind(number)} from the {SIDE_WORDS[side]}"
    if kind != "card" or phase_name(state) in _NOT_FROM_HAND:
        return rule, f"that card is not there to choose; it is time to {phase_words(state, names)}"
    if not cards & int(state["hand"][side]):
        return rule, f"{names.kind(number)} is not in the hand"
    if number < len(LOCATIONS):
        if not _bit(state["supplied"][side], number):
            return "AC-14", f"{names.kind(number)} is not controlled and in supply"
        if _is_besieged(state, number):
            return "AC-14", f"{names.kind(number)} is under siege"
    return rule, f"that card does not serve to {phase_words(state, names)}"


def _settle(state: np.void, names: Names, place: int) -> tuple[str, str]:
    side, owner = int(state["seat"]), _owner(state, place)
    if owner == 1 - side:
        return "AC-30", f"the {SIDE_WORDS[owner]} hold it"
    if owner == side:
        card = int(names.tables["kind_cards"][side][place])
        if not card & int(state["pile"][side]):
            return "AC-30", "it is settled already, and its card does not lie in the pile"
    elif not state["cubes"][side]:
        return "AC-30", "there is no village left to place"
    settler = ", and a settler" if _bit(names.tables["settler_places"], place) else ""
    return "AC-30", f"it takes a usable Location card that leads there, its transport{settler}, all on different cards"


def _develop(state: np.void, names: Names, place: int) -> tuple[str, str]:
    side = int(state["seat"])
    if not _bit(state["villages"][side], place):
        return "AC-31", "there is no own village"
    if not _bit(names.tables["developable"], place):
        return "AC-31", "it has no victory points"
    if not state["discs"][side]:
        return "AC-31", "there is no town left to place"
    return "AC-31", "it takes the place's own card, in supply and not besieged, and a settler"


def _fortify(state: np.void, names: Names, place: int) -> tuple[str, str]:
    side, cost = int(state["seat"]), int(names.tables["fort_cost"])
    if _owner(state, place) != side:
        return "AC-32", "it is not an own place"
    if _bit(state["forts"], place):
        return "AC-32", "it is fortified"
    if int(state["money"][side]) < cost:
        return "AC-32", f"it costs {cost} money, and there is {state['money'][side]}"
    if not state["fort_discs"]:
        return "AC-32", "there is no fortification disc left"
    return "AC-32", "it takes the place's own card, in supply and not besieged, and a Fortification"


def _besiege(state: np.void, names: Names, place: int) -> tuple[str, str]:
    side = int(state["seat"])
    if _owner(state, place) != 1 - side:
        return "AC-40", "it is not an enemy place"
    if int(state["siege_at"][side]) != LIMITS["NOWHERE"]:
        return "AC-40", "a side has one siege at a time"
    if _is_besieged(state, place):
        return "AC-40", "it is under siege"
    if side == BRITISH and names.tables["british_siege_delay"] and not state["french_besieged"]:
        points = int(names.tables["siege_delay_vp"])
        return "AC-82", f"it takes a usable way there, and a French siege before or {points} British points"
    return "AC-40", "it takes a usable Location card that leads there, its transport and a military card, all different"


def _raid(state: np.void, names: Names, place: int) -> tuple[str, str]:
    del names
    side = int(state["seat"])
    if _owner(state, place) != 1 - side:
        return "AC-60", "it is not an enemy place"
    if _bit(state["forts"], place):
        return "AC-60", "it is fortified"
    if _is_besieged(state, place):
        return "AC-60", "it is under siege"
    return "AC-60", "it is out of reach of the raid cards in hand, or they cannot be paid"


_PLACES = {"settle": _settle, "develop": _develop, "fortify": _fortify, "besiege": _besiege, "raid": _raid}


def _siege(state: np.void, kind: str, attacker: str) -> tuple[str, str]:
    siege = BRITISH if attacker == SIDE_WORDS[BRITISH].lower() else FRENCH
    rule = rule_of(kind)
    if int(state["siege_at"][siege]) == LIMITS["NOWHERE"]:
        return rule, f"there is no {SIDE_WORDS[siege]} siege"
    if kind == "leader":
        return rule, "the Military Leader is not in hand"
    return rule, "no usable card has a strength there, its fee cannot be paid, or supply does not reach the place"
