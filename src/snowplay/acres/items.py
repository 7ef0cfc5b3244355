"""What sides draft in A Few Acres of Snow: Empire and neutral cards, by the names of the option ``forbid``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..items import Item
from .cards import KIND_NAMES, SIDES, kind_number, kind_words
from .schema import EMPIRE_KINDS, LOCATIONS, NEUTRAL_KINDS, SIDE_NAMES, Acres
from .tables import is_in_game

#: Every item that a data file can have: kinds of cards that are not Location cards.
ITEM_NAMES = tuple(f"card:{kind}" for kind in KIND_NAMES[len(LOCATIONS) :])


def has_kind(side: int, kind: str) -> bool:
    """Say if a side can have a kind of card in any game."""
    return kind in EMPIRE_KINDS[side] or kind in NEUTRAL_KINDS


def items(data: Acres, options: Mapping[str, Any]) -> dict[str, Item]:
    """Return the kinds of cards that can be drafted, by name.

    The columns count drafted cards (AC-66); those of the starting deck, of the option ``french_extra_card`` and of a
    priest's visit (AC-63) do not show.
    """
    found = {}
    for name in ITEM_NAMES:
        kind = name.partition(":")[2]
        columns = tuple(
            f"{SIDE_NAMES[side]}_drafted_{kind}" if _can_draft(data, options, side, kind) else "" for side in SIDES
        )
        if any(columns):
            found[name] = Item(name, kind_words(kind_number(kind), data), columns, "count", 0)
    return found


def _can_draft(data: Acres, options: Mapping[str, Any], side: int, kind: str) -> bool:
    cards = {**data.empire_cards_of(side), **data.neutral_cards()}
    return kind in cards and is_in_game(side, kind, cards[kind], options)
