"""Actions and chance outcomes of A Few Acres of Snow in their four forms.

========== ======================================= ==================================================
form       example                                 for
========== ======================================= ==================================================
id         ``218``                                 the core, batches, learning
structured ``Action("besiege", ("louisbourg",))``  programs that look into a move
notation   ``"besiege:louisbourg"``                records, the command line; short and stable
words      ``"besiege Louisbourg"``                people; in the names of this game's data
========== ======================================= ==================================================

The ids are the core's (``state.pxd``). Ids between two blocks stand for nothing. A compound move is a chain: what
and where, then a card for each part.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .._core.acres.game import ACTIONS, CHANCES, LIMITS, OTHERS
from ..notation import IdTable
from .cards import KIND_NAMES, kind_number, kind_words, place_words
from .schema import LOCATIONS, SIDE_NAMES, Acres

ACTION_RULES = {
    "settle": "AC-30",
    "develop": "AC-31",
    "fortify": "AC-32",
    "besiege": "AC-40",
    "raid": "AC-60",
    "pass": "AC-68",
    "end": "AC-12",
    "stop": "AC-61",
    "reinforce": "AC-42",
    "leader": "AC-43",
    "withdraw": "AC-44",
    "ambush": "AC-62",
    "priest": "AC-63",
    "money": "AC-65",
    "merchant": "AC-65",
    "trader": "AC-65",
    "piracy": "AC-65",
    "draft": "AC-66",
    "discard": "AC-67",
    "reserve": "AC-68",
    "retrieve": "AC-68",
    "governor": "AC-68",
    "intendant": "AC-68",
    "home_support": "AC-68",
    "yes": "AC-51",
    "free_fur": "AC-82",
    "drop": "AC-82",
    "pay": "AC-82",
    "card": "AC-13",
    "reserve_card": "AC-62",
    "siege_card": "AC-52",
}
CHANCE_RULES = {"card": "AC-12"}
_PLACE_KINDS = ("settle", "develop", "fortify", "besiege", "raid")
_SIEGE_KINDS = ("reinforce", "leader", "withdraw")
_CARD_KINDS = ("card", "reserve_card", "siege_card")
# Kinds whose name in the core is shorter.
_OTHERS = {"free_fur": "FUR"}
_FORMS = {
    **{kind: f"{kind}:PLACE such as {kind}:albany" for kind in _PLACE_KINDS},
    **{kind: f"{kind}:british or {kind}:french, by the side that attacks" for kind in _SIEGE_KINDS},
    **{kind: f"{kind}:CARD such as {kind}:boston or {kind}:militia" for kind in _CARD_KINDS},
}
_WORDS = {
    "settle": "settle {}",
    "develop": "develop {}",
    "fortify": "fortify {}",
    "besiege": "besiege {}",
    "raid": "raid {}",
    "pass": "pass",
    "end": "end the turn",
    "stop": "nothing further",
    "reinforce": "reinforce the {} siege",
    "leader": "send the Military Leader to the {} siege",
    "withdraw": "withdraw from the {} siege",
    "ambush": "ambush",
    "priest": "take a Native American card from the enemy",
    "money": "take money",
    "merchant": "trade overseas",
    "trader": "sell furs with the Trader",
    "piracy": "piracy",
    "draft": "draft a card",
    "discard": "discard cards",
    "reserve": "put a card into the reserve",
    "retrieve": "take the reserve back",
    "governor": "return cards with the Governor",
    "intendant": "take a discarded card back with the Intendant",
    "home_support": "draw cards with Home Support",
    "yes": "settle the place that was won",
    "free_fur": "sell one fur card",
    "drop": "return the card of a lost place",
    "pay": "pay 1 money",
    "card": "play {}",
    "reserve_card": "give up {} of the reserve",
    "siege_card": "give up {} of the siege",
}


# What is done with a card in phases that do not play it.
_CARD_WORDS = {
    "BLOCK_RAID": "block with {}",
    "BLOCK_AMBUSH": "block with {}",
    "LOSE": "give up {}",
    "GIVE": "give up {}",
    "DRAFT": "draft {}",
    "DISCARD": "discard {}",
    "RESERVE": "reserve {}",
    "GOVERN": "return {}",
    "INTENDANT": "take back {}",
    "SWAP": "exchange {}",
    "RESHUFFLE": "discard {}",
    "START_CARD": "start with {}",
}


class Action(NamedTuple):
    """An action or a chance outcome as kind and arguments, as in its notation."""

    kind: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.kind + (":" + ",".join(self.args) if self.args else "")


def _actions() -> Iterator[tuple[int, Action]]:
    for kind in _PLACE_KINDS:
        for number, place in enumerate(LOCATIONS):
            yield ACTIONS[kind.upper()] + number, Action(kind, (place,))
    for kind in ACTION_RULES:
        if kind in _PLACE_KINDS or kind in _CARD_KINDS:
            continue
        first = ACTIONS["OTHER"] + OTHERS[_OTHERS.get(kind, kind.upper())]
        if kind in _SIEGE_KINDS:
            for number, side in enumerate(SIDE_NAMES):
                yield first + number, Action(kind, (side,))
        else:
            yield first, Action(kind)
    for kind in _CARD_KINDS:
        for number, name in enumerate(KIND_NAMES):
            yield ACTIONS[kind.upper()] + number, Action(kind, (name,))


_ACTIONS = IdTable("action", LIMITS["N_ACTIONS"], sorted(_actions()), _FORMS)
_CHANCES = IdTable(
    "chance outcome",
    LIMITS["N_CHANCE"],
    [(CHANCES["CARD"] + number, Action("card", (name,))) for number, name in enumerate(KIND_NAMES)],
    _FORMS,
)

# --- actions --------------------------------------------------------------------------------------------


def action_ids() -> list[int]:
    """Return the ids that stand for an action, ascending."""
    return sorted(_ACTIONS.ids.values())


def decode(action: int) -> Action:
    """Return the structured form of an id; NotationError if it stands for nothing."""
    return _ACTIONS.decode(action)


def encode(action: Action) -> int:
    """Return the id of a structured action; NotationError if there is no such action."""
    return _ACTIONS.encode(action)


def notation(action: int) -> str:
    """Return the short notation of an id."""
    return str(decode(action))


def parse(text: str, data: Acres | None = None) -> int:
    """Return the id of an action in notation or, if the game's `data` is given, in words.

    Raises
    ------
    NotationError
        If the text stands for no action at all; the message says how to write one.
    """
    return _ACTIONS.parse(text, None if data is None else lambda action: describe(action, data))


def rule_of(kind: str) -> str:
    """Return the ID of the rule that gives this kind of action or chance outcome."""
    return ACTION_RULES[kind] if kind in ACTION_RULES else CHANCE_RULES[kind]


def describe(action: int, data: Acres, phase: str = "") -> str:
    """Return an action in words; an id that stands for nothing is an ``unused action``.

    In a `phase` a card is not played but drafted, discarded or whatever the phase does with it.
    """
    entry = _ACTIONS.by_id[action]
    if entry is None:
        return f"unused action {action}"
    kind, args = entry
    if kind in _PLACE_KINDS:
        return _WORDS[kind].format(place_words(LOCATIONS.index(args[0]), data))
    if kind in _SIEGE_KINDS:
        return _WORDS[kind].format(args[0].title())
    words = _CARD_WORDS.get(phase, _WORDS[kind]) if kind == "card" else _WORDS[kind]
    return words.format(*(kind_words(kind_number(name), data) for name in args))


# --- chance ---------------------------------------------------------------------------------------------


def chance_ids() -> list[int]:
    """Return the ids that stand for a chance outcome, ascending."""
    return sorted(_CHANCES.ids.values())


def decode_chance(outcome: int) -> Action:
    """Return the structured form of a chance outcome; NotationError if the id stands for nothing."""
    return _CHANCES.decode(outcome)


def encode_chance(outcome: Action) -> int:
    """Return the id of a structured chance outcome; NotationError if there is none such."""
    return _CHANCES.encode(outcome)


def chance_notation(outcome: int) -> str:
    """Return the short notation of a chance outcome."""
    return str(decode_chance(outcome))


def parse_chance(text: str, data: Acres | None = None) -> int:
    """Return the id of a chance outcome in notation or, if the game's `data` is given, in words."""
    return _CHANCES.parse(text, None if data is None else lambda outcome: describe_chance(outcome, data))


def describe_chance(outcome: int, data: Acres) -> str:
    """Return a chance outcome in words; an id that stands for nothing is an ``unused outcome``."""
    entry = _CHANCES.by_id[outcome]
    if entry is None:
        return f"unused outcome {outcome}"
    return f"draw {kind_words(kind_number(entry.args[0]), data)}"
