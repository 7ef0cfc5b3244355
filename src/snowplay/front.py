"""What generic code asks of a game's Python side: words, notation, meanings and bounds.

Each game has a module ``snowplay.<name>.front`` with a function ``make_front(rules) -> Front``. Batches,
records and the command line know a game by this protocol and by its compiled core only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from .items import Item

if TYPE_CHECKING:
    from .rules import Rules


class RowField(NamedTuple):
    """Meaning of one field of a row.

    Attributes
    ----------
    name : str
        Field of ``game.row_dtype``.
    meaning : str
        What it holds, in a sentence.
    axes : tuple of sequences of str
        For an array field, the labels of the entries along each axis; the array may be longer, and entries
        with an empty label are not in use.
    """

    name: str
    meaning: str
    axes: tuple[Sequence[str], ...] = ()


@dataclass(frozen=True)
class Activity:
    """Something players do that the summary of many games tells as a mean per seat and game."""

    label: str
    field: str
    entry: int | None = None  # index along the second axis
    count: str = "value"  # "value": the number itself; "bits": its set bits; "any": 1 unless 0


class Front(Protocol):
    """Words and meanings of one game."""

    #: What people call the seats, if they are sides with names of their own; else empty.
    side_names: Sequence[str]
    #: What the game is called.
    title: str
    #: Row fields whose sum is the score, in the order of the rules.
    score_parts: Sequence[str]
    #: Activities shown by the summary of many games.
    activities: Sequence[Activity]
    #: end_reason -> (short name, sentence)
    end_reasons: Mapping[int, tuple[str, str]]
    #: Row field that counts how long a game took, in rounds or turns, and their word.
    length: tuple[str, str]
    #: End reason of a game that a limit stopped before its rules did.
    limit_reason: int
    #: Most decisions a game can take; least and greatest utility of a seat.
    max_game_length: int
    min_utility: float
    max_utility: float
    #: Settings a search plays best with, as far as is known (see `snowplay.search.SearchOptions`).
    search: Mapping[str, Any]
    #: Whether a seat sees less than everything but the future.
    hides: bool

    def describe(self, action: int, state: np.void | None = None) -> str:
        """Say an action in words; with a state, in those of the decision that is pending there."""

    def notation(self, action: int) -> str:
        """Write an action in the short stable notation of records."""

    def parse(self, text: str) -> int:
        """Read an action in notation; a ValueError says what is wrong with it."""

    def describe_chance(self, outcome: int) -> str:
        """Say a chance outcome in words."""

    def chance_notation(self, outcome: int) -> str:
        """Write a chance outcome in notation."""

    def parse_chance(self, text: str) -> int:
        """Read a chance outcome in notation."""

    def why_illegal(self, state: np.void, action: int) -> tuple[str, str]:
        """Return the rule that an illegal action breaks and the reason in words."""

    def waiting_for(self, state: np.void) -> str:
        """Say what the seat to move has to decide."""

    def moment(self, state: np.void) -> str:
        """Say when in the game this is, such as ``round 5``."""

    def rule_now(self, state: np.void) -> str:
        """Return the ID of the rule that asks for the pending decision or chance event."""

    def who_sees_draw(self, state: np.void) -> int | None:
        """Return the only seat that sees how the pending chance event ends; None if all do."""

    def reveals(self, before: np.void, action: int, after: np.void) -> bool:
        """Say if an action may show its seat something that was hidden, other than by a chance event.

        Parameters
        ----------
        before, after : numpy.void
            The states around the action, of a game without ``auto_forced``.
        action : int
        """

    def board(self, state: np.void, scores: list[int], actor: int, ending: str, viewer: int | None = None) -> str:
        """Return the board as text, as the seat `viewer` sees it; None sees everything."""

    def score_split(self, state: bytes) -> list[dict[str, int]]:
        """Split the points of each seat by `score_parts`."""

    def row_fields(self) -> list[RowField]:
        """Meaning of every field of a row."""

    def items(self) -> dict[str, Item]:
        """Items that seats may take in this game, by name, those that the option ``forbid`` lists too."""


def make_front(rules: Rules) -> Front:
    """Return the words of the game these rules belong to."""
    module = import_module(f".{rules.game}.front", __package__)
    front: Front = module.make_front(rules)
    return front
