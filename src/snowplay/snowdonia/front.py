"""Snowdonia's words and meanings, bound to one game's rules: what generic code asks of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from .._core.snowdonia.game import END_REASONS, LIMITS, TABLES_DTYPE, score_parts
from ..front import RowField
from ..items import Item
from ..rules import Rules
from . import actions, rows, text
from .illegal import why_illegal
from .items import items
from .schema import Snowdonia

# Far more decisions than a seat can take in a round, even with every contract of the deck.
_DECISIONS_PER_SEAT_AND_ROUND = 64
# Far more points than a solo game can give.
_MOST_POINTS = 2000.0


@dataclass(frozen=True)
class Names:
    """Names and tables of one game, for text."""

    players: int
    tables: np.void
    areas: tuple[str, ...]
    stations: tuple[str, ...]
    station_numbers: tuple[str, ...]
    track_cards: tuple[int, ...]
    trains: dict[int, str]

    def contract(self, card: int) -> str:
        """One contract in a line."""
        return text.contract_line(self.tables, card, self.stations)


def names_of(data: Snowdonia, players: int, tables: bytes) -> Names:
    """Collect the names a board needs."""
    route = data.route(players)
    return Names(
        players=players,
        tables=np.frombuffer(tables, TABLES_DTYPE)[0],
        areas=tuple(getattr(data.areas, letter).name for letter in rows.AREA_LETTERS),
        stations=tuple(station.name.removesuffix(" Station").split(" (")[0] for station in route),
        station_numbers=tuple(f"{station.number:g}".replace(".5", "½") for station in route),
        track_cards=tuple(station.track_cards for station in route),
        trains={int(key): train.name for key, train in data.trains.items()},
    )


class SnowdoniaFront:
    """Words of one game; see `snowplay.front.Front`."""

    side_names = ()
    title = "Snowdonia"
    score_parts = rows.SCORE_PARTS
    activities = rows.ACTIVITIES
    end_reasons = rows.END_REASONS
    limit_reason = END_REASONS["ROUND_LIMIT"]
    length = ("rounds", "rounds")
    search: ClassVar = {"cutoff": 10}
    hides = False  # SN-80

    def __init__(self, rules: Rules) -> None:
        self._data: Snowdonia = rules.data
        self._options = rules.options
        self._table_bytes = rules.tables
        self._names = names_of(rules.data, rules.players, rules.tables)
        self.max_game_length = LIMITS["MAX_ROUNDS"] * rules.players * _DECISIONS_PER_SEAT_AND_ROUND
        # SN-64: 1 for the winner, the others share -1; SN-72: the solo score.
        self.min_utility = 0.0 if rules.players == 1 else -1.0 / (rules.players - 1)
        self.max_utility = _MOST_POINTS if rules.players == 1 else 1.0

    def describe(self, action: int, state: np.void | None = None) -> str:
        """Say an action in words, the same at every decision."""
        del state
        return actions.describe(action, self._data)

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
        return why_illegal(state, self._names.tables, action)

    def waiting_for(self, state: np.void) -> str:
        """Say what the player to move has to decide."""
        return text.phase_words(state)

    def moment(self, state: np.void) -> str:
        """Say when in the game this is."""
        return text.moment(state)

    def rule_now(self, state: np.void) -> str:
        """Return the ID of the rule that asks for the pending decision or chance event."""
        return text.PHASE_WORDS[text.phase_name(state)][1]

    def who_sees_draw(self, state: np.void) -> int | None:
        """Return None: all chance is open (SN-80)."""
        del state
        return None

    def reveals(self, before: np.void, action: int, after: np.void) -> bool:
        """Return False: nothing is hidden (SN-80)."""
        del before, action, after
        return False

    def board(self, state: np.void, scores: list[int], actor: int, ending: str, viewer: int | None = None) -> str:
        """Return the board as text, the same for every seat (SN-80)."""
        del viewer
        return text.board(state, self._names, scores, actor, ending)

    def score_split(self, state: bytes) -> list[dict[str, int]]:
        """Split the points of each seat by source (SN-62)."""
        return [dict(zip(rows.SCORE_PARTS, parts, strict=True)) for parts in score_parts(state, self._table_bytes)]

    def row_fields(self) -> list[RowField]:
        """Return the meaning of every field of a row."""
        return rows.row_fields(self._names.players, int(self._names.tables["n_events"]))

    def items(self) -> dict[str, Item]:
        """Return the contracts and trains of the game by the names of the option ``forbid``."""
        return items(self._data, self._options, self._names)


def make_front(rules: Rules) -> SnowdoniaFront:
    """Return the words of a game of Snowdonia."""
    return SnowdoniaFront(rules)
