"""What one seat is shown of a table. Nothing here depends on what the seat cannot know."""

from __future__ import annotations

from ..state import CHANCE_PLAYER, State
from .messages import Draft, LogEntry, Move, OutcomeView, SeatView, View
from .table import Event, Table

_LOG = 400  # entries of the log that are sent; the record has all


def view_of(table: Table, seat: int) -> View:
    """Return what a seat sees."""
    game, state, mover = table.game, table.shown(seat), table.mover()
    moving = seat == mover
    draft = None
    if moving and table.draft:
        draft = Draft(
            words=[entry.words for entry in table.draft],
            complete=table.complete,
            note=table.note() if table.complete else "",
        )
    outcome = table.state.outcome()
    return View(
        id=table.id,
        version=table.version(seat),
        game=game.name,
        title=table.front.title,
        seat=seat,
        seats=_seats(table, state),
        hides=table.front.hides,
        options={
            name: value
            for name, value in game.options.items()
            if name != "auto_forced" and value != game.defaults[name]
        },
        moment=state.moment(),
        to_move=mover,
        waiting_for="" if mover is None else (state if moving else table.state).waiting_for(),
        moves=_moves(state) if moving and not table.complete else [],
        draft=draft,
        undo=table.undo_refusal(seat),
        trouble=table.trouble,
        outcome=None if outcome is None else OutcomeView(outcome.explanation, outcome.winner, list(outcome.tied)),
        log=_log(table, seat),
        board=state.to_svg(observer=seat, highlight=table.last_things, legal=moving and not table.complete),
        text=state.board_string(seat),
    )


def _seats(table: Table, state: State) -> list[SeatView]:
    scores, parts = state.scores(), state.score_parts()
    return [SeatView(entry.name, entry.kind, scores[seat], parts[seat]) for seat, entry in enumerate(table.seats)]


def _moves(state: State) -> list[Move]:
    return [
        Move(action, state.action_to_string(action), state.action_to_notation(action).partition(":")[0])
        for action in state.legal_actions()
    ]


def _log(table: Table, seat: int) -> list[LogEntry]:
    first = max(0, len(table.events) - _LOG)
    explaining = table.over or not table.front.hides
    return [
        LogEntry(
            event.player,
            _words(event, seat, table),
            event.moment,
            number,
            explaining and number in table.thoughts,
        )
        for number, event in enumerate(table.events[first:], start=first)
    ]


def _words(event: Event, seat: int, table: Table) -> str:
    if event.player == CHANCE_PLAYER and event.seer not in (None, seat):
        assert event.seer is not None
        return f"a hidden card for {table.seats[event.seer].name}"
    return event.words
