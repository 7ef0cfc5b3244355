"""Words and meanings of A Few Acres of Snow, bound to one game's rules: what generic code asks of it."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from .._core.acres.game import ACTIONS, END_REASONS, LIMITS, OTHERS, TABLES_DTYPE, score_parts
from ..front import RowField
from ..items import Item
from ..rules import Rules
from . import actions, rows, text
from .illegal import why_illegal
from .items import items
from .schema import Acres

# Far more decisions than a player-turn can take: each one after the turn's actions uses up a card.
_DECISIONS_PER_TURN = 256
_NOWHERE = LIMITS["NOWHERE"]
_PRIEST = ACTIONS["OTHER"] + OTHERS["PRIEST"]


class AcresFront:
    """Words of one game; see `snowplay.front.Front`."""

    side_names = ("British", "French")
    title = "A Few Acres of Snow"
    score_parts = rows.SCORE_PARTS
    activities = rows.ACTIVITIES
    end_reasons = rows.END_REASONS
    limit_reason = END_REASONS["TRUNCATED"]
    length = ("turns", "player-turns")
    min_utility = -1.0
    max_utility = 1.0
    search: ClassVar = {"cutoff": 0, "puct": 0.4}
    hides = True  # AC-90

    def __init__(self, rules: Rules) -> None:
        self._data: Acres = rules.data
        self._options = rules.options
        self._table_bytes = rules.tables
        self._names = text.Names(rules.data, np.frombuffer(rules.tables, TABLES_DTYPE)[0])
        self.max_game_length = rules.options["max_turns"] * _DECISIONS_PER_TURN

    def describe(self, action: int, state: np.void | None = None) -> str:
        """Say an action in words: what a decision does with a card only the state tells."""
        return actions.describe(action, self._data, "" if state is None else text.phase_name(state))

    def notation(self, action: int) -> str:
        """Write an action in notation."""
        return actions.notation(action)

    def parse(self, words: str) -> int:
        """Read an action in notation or words."""
        return actions.parse(words, self._data)

    def describe_chance(self, outcome: int) -> str:
        """Say a chance outcome in words."""
        return actions.describe_chance(outcome, self._data)

    def chance_notation(self, outcome: int) -> str:
        """Write a chance outcome in notation."""
        return actions.chance_notation(outcome)

    def parse_chance(self, words: str) -> int:
        """Read a chance outcome in notation or words."""
        return actions.parse_chance(words, self._data)

    def why_illegal(self, state: np.void, action: int) -> tuple[str, str]:
        """Return the rule that an illegal action breaks and the reason in words."""
        return why_illegal(state, self._names, action)

    def waiting_for(self, state: np.void) -> str:
        """Say what the player to move has to decide."""
        return text.phase_words(state, self._names)

    def moment(self, state: np.void) -> str:
        """Say when in the game this is."""
        return text.moment(state)

    def rule_now(self, state: np.void) -> str:
        """Return the ID of the rule that asks for the pending decision or chance event."""
        return text.phase_rule(state)

    def who_sees_draw(self, state: np.void) -> int | None:
        """Return the only seat that sees the pending chance event: who draws the card (AC-90)."""
        return int(state["seat"])

    def reveals(self, before: np.void, action: int, after: np.void) -> bool:
        """Say if the enemy's hand decides what comes of an action.

        It does for a raid, an ambush, a priest (AC-61 to AC-63) and where a siege ends: the winner may settle the place
        with a card of the hand (AC-51).
        """
        if any(
            was not in (is_now, _NOWHERE) for was, is_now in zip(before["siege_at"], after["siege_at"], strict=True)
        ):
            return True
        phase = text.phase_name(before)
        if phase == "MENU":
            return action == _PRIEST
        return phase == "AMBUSHER" or (phase == "RAIDER" and text.phase_name(after) != "RAIDER")

    def board(self, state: np.void, scores: list[int], actor: int, ending: str, viewer: int | None = None) -> str:
        """Return the table as text, as one side sees it or whole."""
        return text.board(state, self._names, scores, actor, ending, viewer)

    def score_split(self, state: bytes) -> list[dict[str, int]]:
        """Split the points of each side by source (AC-72)."""
        return [dict(zip(rows.SCORE_PARTS, parts, strict=True)) for parts in score_parts(state, self._table_bytes)]

    def row_fields(self) -> list[RowField]:
        """Return the meaning of every field of a row."""
        return rows.row_fields()

    def items(self) -> dict[str, Item]:
        """Return the kinds of cards that can be drafted by the names of the option ``forbid``."""
        return items(self._data, self._options)


def make_front(rules: Rules) -> AcresFront:
    """Return the words of a game of A Few Acres of Snow."""
    return AcresFront(rules)
