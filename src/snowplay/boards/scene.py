"""What a board is drawn from: a position as one seat sees it, and the figures of its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .._core.registry import GAMES

if TYPE_CHECKING:
    from ..state import State


@dataclass(frozen=True)
class Scene:
    """A position and who looks at it.

    Attributes
    ----------
    name : str
        The game.
    state : numpy.void
        The state under its dtype, hidden things included: a board may show of it what `viewer` may see.
    data : Any
        Figures of the game, as its schema has them.
    tables : numpy.void
        Its tables.
    players : int
        Number of seats.
    scores : list of int
        Points by seat, as they would be scored now.
    actor : int
        Seat to move, or a sentinel.
    viewer : int or None
        Seat that looks; None sees everything.
    moment, headline : str
        When in the game this is; what is going on, in a sentence.
    notations : dict of int to (str, str)
        Legal actions of the seat to move, if the viewer may see them: notation and words.
    """

    name: str
    state: np.void
    data: Any
    tables: np.void
    players: int
    scores: list[int]
    actor: int
    viewer: int | None
    moment: str
    headline: str
    notations: dict[int, tuple[str, str]]

    @property
    def may_choose(self) -> bool:
        """Whether legal actions are shown."""
        return self.actor >= 0 and self.viewer in (None, self.actor)

    @classmethod
    def of(cls, state: State, viewer: int | None) -> Scene:
        """Return the scene of a state.

        Raises
        ------
        SeatError
            If there is no such seat.
        """
        seat = None if viewer is None else state._seat(viewer)
        game = state.get_game()
        front = game.front
        actor = state.current_player()
        legal = state.legal_actions() if actor >= 0 and seat in (None, actor) else []
        record = cast(np.void, state.data()[()])
        return cls(
            name=game.name,
            state=record,
            data=game.rules.data,
            tables=cast(np.void, np.frombuffer(game.rules.tables, GAMES[game.name].TABLES_DTYPE)[0]),
            players=game.players,
            scores=state.scores(),
            actor=actor,
            viewer=seat,
            moment=state.moment(),
            headline=_headline(state),
            notations={a: (front.notation(a), front.describe(a, record)) for a in legal},
        )


def _headline(state: State) -> str:
    """Say what is going on; with hidden hands no more than everybody sees."""
    outcome = state.outcome()
    if outcome is not None:
        won = "The game is over" if outcome.winner is None else f"Seat {outcome.winner} wins"
        return f"{won}: {outcome.explanation}."
    if state.is_chance_node():
        return f"Chance draws {state.waiting_for()}."
    return f"Seat {state.current_player()} is to {state.waiting_for()}."
