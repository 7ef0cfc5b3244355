"""Comparing a position with the state that a recorded game has after a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._core.acres.game import LIMITS
from ..state import State
from .cards import KIND_NAMES, SIDES, bits
from .record_format import CARD_ZONES, NUMBERS, Kinds, Status, kinds_of
from .schema import LOCATIONS, SIDE_NAMES

_NOTHING = "-"


@dataclass(frozen=True)
class Difference:
    """One thing in which replay and record differ.

    Attributes
    ----------
    turn : int
        Player-turn, 1 for the first; 0 for the state before it.
    record : int
        Number of the record in the file; -1 for the state before the first.
    field : str
        What differs, such as ``british.hand``.
    ours, theirs : str
        What the replay has and what the record has; of cards, those that the other one lacks.
    rule : str
        ID of the rule by which these rules depart from the site's on purpose; empty for a true difference.
    """

    turn: int
    record: int
    field: str
    ours: str
    theirs: str
    rule: str = ""


@dataclass(frozen=True)
class Side:
    """One side's part of a position; cards by kind."""

    cards: dict[str, Kinds]
    numbers: dict[str, int]


@dataclass(frozen=True)
class Position:
    """A position in the terms of a record."""

    board: dict[str, str]
    sieges: dict[str, str]
    sides: tuple[Side, ...]
    supply: tuple[tuple[int, int], ...]


def kinds_in(word: object, side: int, tables: np.void) -> Kinds:
    """Return how many cards of each kind a side's word holds."""
    return Counter(int(tables["card_kind"][side][bit]) for bit in bits(int(word)))  # type: ignore[call-overload]


def position(state: State, tables: np.void, drawn: State | None = None) -> Position:
    """Return a position in the terms of a record.

    Parameters
    ----------
    state : State
        The position.
    tables : numpy.void
        Tables of its game.
    drawn : State, optional
        The next position, after the last card of a refill. The engine goes on at once to what the other side's turn
        begins with, the results of sieges; this takes only the draw of it.
    """
    now = state.data()[()]
    then = now if drawn is None else drawn.data()[()]
    scores = state.scores()
    return Position(
        board=_board(now),
        sieges={
            SIDE_NAMES[siege]: LOCATIONS[int(at)]
            for siege, at in enumerate(now["siege_at"])
            if int(at) != LIMITS["NOWHERE"]
        },
        sides=tuple(_side(now, then, side, tables, scores[side]) for side in SIDES),
        supply=tuple((int(now["cubes"][side]), int(now["discs"][side])) for side in SIDES),
    )


def _board(now: Any) -> dict[str, str]:
    board = {}
    for letter, side in zip("BF", SIDES, strict=True):
        for field, piece in (("villages", "v"), ("towns", "t")):
            for place in bits(now[field][side]):
                fort = "f" if int(now["forts"]) >> place & 1 else ""
                board[LOCATIONS[place]] = letter + piece + fort
    return board


def _side(now: Any, then: Any, side: int, tables: np.void, points: int) -> Side:
    hand, deck = int(then["hand"][side]), int(then["deck"][side])
    words = {
        "hand": hand,
        "reserve": int(now["reserve"][side]),
        "deck": deck,
        "discard": int(now["discard"][side]) & ~(hand | deck),  # a shuffle may come with the last draw
        "siege_cards_british_siege": int(now["siege_cards"][side][0]),
        "siege_cards_french_siege": int(now["siege_cards"][side][1]),
    }
    return Side(
        cards={zone: kinds_in(word, side, tables) for zone, word in words.items()},
        numbers={
            "money": int(now["money"][side]),
            "captured_cubes": int(now["captured_cubes"][side]),
            "captured_discs": int(now["captured_discs"][side]),
            "vp": points,
        },
    )


def compare(ours: Position, theirs: Status, turn: int, record: int) -> list[Difference]:
    """Return what differs between a position and a recorded state."""
    found: list[tuple[str, str, str]] = []
    found += _entries("board", ours.board, theirs.board)
    found += _entries("sieges", ours.sieges, theirs.sieges)
    for side, name in enumerate(SIDE_NAMES):
        recorded = theirs.side(side)
        for zone in CARD_ZONES:
            here, there = ours.sides[side].cards[zone], kinds_of(getattr(recorded, zone), side)
            if here != there:
                found.append((f"{name}.{zone}", card_words(here - there), card_words(there - here)))
        for number in NUMBERS:
            value = ours.sides[side].numbers[number]
            if value != getattr(recorded, number):
                found.append((f"{name}.{number}", str(value), str(getattr(recorded, number))))
    return [Difference(turn, record, *difference) for difference in found]


def _entries(field: str, ours: Mapping[str, str], theirs: Mapping[Any, str]) -> list[tuple[str, str, str]]:
    return [
        (f"{field}.{name}", ours.get(name, _NOTHING), theirs.get(name, _NOTHING))
        for name in sorted(ours.keys() | theirs.keys())
        if ours.get(name) != theirs.get(name)
    ]


def card_words(kinds: Kinds) -> str:
    """Return the names of cards, equal ones counted."""
    names = [KIND_NAMES[kind] + (f" x{n}" if n > 1 else "") for kind, n in sorted(kinds.items())]
    return ", ".join(names) or _NOTHING
