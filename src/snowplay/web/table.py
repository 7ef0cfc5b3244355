"""One game at the web table.

A table is its rules, its seed and its moves; everything else is computed by replay. It is played without
``auto_forced``, so that each decision stands alone, and plays decisions with a single option itself.

Decisions of the seat to move are a *draft* until it confirms them: nobody else sees them, and they can be taken back
one by one. A draft is complete where going on would show something: where chance draws, another seat decides, or the
enemy's hidden cards tell how it ends (`State.reveals`). What is confirmed can be undone if nothing was shown since.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..boards import last_move
from ..errors import IllegalActionError, RecordError
from ..games import Game
from ..records import Record, Recorder
from ..rules import load_rules
from ..state import CHANCE_PLAYER, State
from .problems import TableError
from .seating import HUMAN, Maker, agent_maker
from .store import SavedSeat, SavedTable

_MOVED_ON = "the table has moved on since you looked; here nothing was changed: look again and choose"

_MARKED = 50  # moves of a replay whose things on the board are looked up


class Event(NamedTuple):
    """A move or a chance outcome that happened, with what the log tells of it."""

    player: int
    notation: str
    words: str
    seer: int | None  # the only seat that sees the outcome
    moment: str
    forced: bool  # there was nothing to choose
    reveals: bool  # it showed its seat something hidden


class Drafted(NamedTuple):
    """A decision that is not confirmed."""

    action: int
    notation: str
    words: str
    forced: bool


@lru_cache(maxsize=64)
def _game_of(name: str, players: int, variant: str, options: str) -> Game:
    return Game(load_rules(name, players, json.loads(variant), json.loads(options)))


def table_game(name: str, players: int, variant: Mapping[str, Any] | None, options: Mapping[str, Any]) -> Game:
    """Return the game of a table, without ``auto_forced``."""
    options = {**options, "auto_forced": False}
    return _game_of(name, players, json.dumps(variant), json.dumps(options, sort_keys=True))


def only_choice(state: State) -> int | None:
    """Return the action of a decision that has a single option; None elsewhere."""
    if state.current_player() < 0:
        return None
    actions = state.legal_actions()
    return actions[0] if len(actions) == 1 else None


class Table:
    """A game in progress. Methods that take a seat trust that its secret was checked.

    Parameters
    ----------
    saved : SavedTable
        What was written by `saved` before, or made by `new_table`.

    Raises
    ------
    RecordError
        If its moves cannot be played by the rules of this program.
    """

    def __init__(self, saved: SavedTable) -> None:
        self._saved = saved
        self.id = saved.id
        self.game = table_game(saved.game, saved.players, saved.variant, saved.options)
        self.front = self.game.front
        self.seats: Sequence[SavedSeat] = saved.seats
        self.makers: dict[int, Maker] = {
            seat: agent_maker(entry.kind, self.game.name, seat)
            for seat, entry in enumerate(saved.seats)
            if entry.kind != HUMAN
        }
        self.thoughts = saved.thoughts
        self.trouble = ""
        self.events: list[Event] = []
        self.last_things: list[str] = []  # what the decisions of whoever moved last touched, for the board
        self._last_player = CHANCE_PLAYER
        self.recorder = self._deal()
        self._replay(saved.moves)
        self.advance()
        self._draft_again(saved.draft)

    # ---- what it is ----

    @property
    def state(self) -> State:
        """The position after what is confirmed."""
        return self.recorder.state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_terminal()

    def mover(self) -> int | None:
        """Return the seat to move, None when the game is over."""
        player = self.state.current_player()
        return player if player >= 0 else None

    def is_human(self, seat: int) -> bool:
        """Return whether a human plays a seat."""
        return self.seats[seat].kind == HUMAN

    def version(self, seat: int) -> str:
        """Return what changes whenever the seat's view does."""
        public = f"{len(self.events)}.{self._saved.stamp}"
        return f"{public}.{self._saved.edits[seat]}" if seat == self.mover() else public

    def saved(self) -> SavedTable:
        """Return what is to be written to disk."""
        saved = self._saved
        saved.moves = list(self.recorder.moves)
        saved.draft = [entry.notation for entry in self.draft if not entry.forced]
        return saved

    def record(self) -> Record:
        """Return the record.

        Raises
        ------
        TableError
            While it would show what is hidden.
        """
        if self.front.hides and not self.over:
            raise TableError(
                409, "the record would show hidden cards: it can be had when the game is over. The table itself is kept"
            )
        record = self.recorder.record()
        if self._saved.imported is None and self.over:
            return record
        record.seed = record.index = None  # while the game runs, its seed would tell the future
        return record

    # ---- playing ----

    def choose(self, seat: int, version: str, action: int, confirm: bool = False) -> None:
        """Add a decision to the draft of the seat to move.

        Raises
        ------
        TableError
            If the seat is not to move, the decision is illegal or the table has moved on.
        """
        self._must_move(seat, version)
        if self.complete:
            raise TableError(409, "nothing is left to choose: confirm the move or go back")
        if not self.ahead.is_legal(action):
            raise self._illegal(action)
        self._push(action, forced=False)
        if confirm and self.complete:
            self._commit()
        else:
            self._saved.edits[seat] += 1

    def confirm(self, seat: int, version: str) -> None:
        """Make the draft final and play on to the next decision."""
        self._must_move(seat, version)
        if not self.complete:
            raise TableError(409, f"the move is not complete: {self.ahead.waiting_for()}")
        self._commit()

    def back(self, seat: int, version: str) -> None:
        """Take the last decision back: of the draft or, without one, the last confirmed one (`undo_refusal`)."""
        self._check_version(seat, version)
        if seat == self.mover() and self.draft:
            kept = [entry for entry in self.draft if not entry.forced][:-1]
            self._draft_again([entry.notation for entry in kept])
            self._saved.edits[seat] += 1
            return
        refusal, number = self._undo(seat)
        if refusal:
            raise TableError(409, refusal)
        self._saved.stamp += 1
        self.thoughts = self._saved.thoughts = {n: text for n, text in self.thoughts.items() if n < number}
        self.trouble = ""
        self._replay(self.recorder.moves[:number])
        self.advance()

    def undo_refusal(self, seat: int) -> str:
        """Return why the seat cannot take its last confirmed decision back; empty if it can."""
        return self._undo(seat)[0]

    def agent_to_move(self) -> int | None:
        """Return the seat of the agent to move; None if a human is, or an agent is in trouble."""
        seat = self.mover()
        return seat if seat in self.makers and not self.trouble else None

    def agent_moves(self, action: int, thought: str) -> None:
        """Play the move of an agent and on to the next decision that somebody has to make."""
        if thought:
            self.thoughts[len(self.events)] = thought
        self._play(action)
        self.advance()

    def agent_fails(self, words: str) -> None:
        """Stop the game because an agent cannot move."""
        self.trouble = words
        self._saved.stamp += 1

    def retry(self) -> None:
        """Let an agent that was in trouble try again."""
        if self.trouble:
            self.trouble = ""
            self._saved.stamp += 1

    def make_agent(self, seat: int) -> Any:
        """Return a fresh agent for the next decision of a seat: the same one, whatever happened before."""
        return self.makers[seat](self._saved.seed, len(self.events))

    def explanation(self, number: int) -> str:
        """Return what an agent thought of a move.

        Raises
        ------
        TableError
            If it thought nothing, or if that would show what is hidden.
        """
        if self.front.hides and not self.over:
            raise TableError(409, "its thoughts would show hidden cards: ask again when the game is over")
        if number not in self.thoughts:
            raise TableError(404, f"there are no thoughts about move {number}")
        return self.thoughts[number]

    def shown(self, seat: int) -> State:
        """Return the position that a seat is shown: its draft goes ahead of what is confirmed."""
        return self.ahead if seat == self.mover() else self.state

    def note(self) -> str:
        """Say what confirming the complete draft does that cannot be taken back."""
        if self.revealing:
            return "what the other side shows then cannot be taken back"
        if self.ahead.is_chance_node():
            return f"then chance draws: {self.ahead.waiting_for()}"
        if self.ahead.is_terminal():
            return "then the game is over"
        return f"then it is the turn of {self.seats[self.ahead.current_player()].name}"

    # ---- inside ----

    def advance(self) -> None:
        """Draw what chance decides and play what is no choice, up to the next decision."""
        while True:
            if self.state.is_chance_node():
                self._play(self.state.draw())
                continue
            action = only_choice(self.state)
            if action is None:
                break
            self._play(action, forced=True)
        self._clear()

    def _play(self, action: int, forced: bool = False, mark: bool = True) -> None:
        state = self.state
        player = state.current_player()
        if mark and not forced and player >= 0:
            if player != self._last_player:
                self.last_things = []
            self._last_player = player
            # buttons are those of the decision now, whoever pressed one with that name before
            self.last_things += [thing for thing in last_move(state, action) if not thing.startswith("button-")]
        chance = player == CHANCE_PLAYER
        before = None if chance or not self.front.hides else state.clone()
        event = Event(
            player=player,
            notation=state.action_to_notation(action),
            words=state.action_to_string(action),
            seer=state.who_sees_draw() if chance else None,
            moment=state.moment(),
            forced=forced,
            reveals=False,
        )
        self.recorder.apply(action)
        if before is not None and before.reveals(action, state):
            event = event._replace(reveals=True)
        self.events.append(event)

    def _deal(self) -> Recorder:
        return Recorder(self.game.new_initial_state(self._saved.seed, explicit_chance=True))

    def _replay(self, moves: Sequence[tuple[int, str]]) -> None:
        """Begin anew and play these moves; the generator ends where it was."""
        saved = self._saved
        imported = saved.imported or 0
        self.recorder = self._deal()
        state = self.state
        self.events = []
        self.last_things = []
        self._last_player = CHANCE_PLAYER
        for number, (player, text) in enumerate(moves):
            if saved.imported == number:
                state.reseed(saved.seed)
            place = f"move {number + 1} of {len(moves)}, {text!r}"
            if state.current_player() != player:
                raise RecordError(f"{place}: by the rules of this program another player is to move")
            try:
                action = state.string_to_action(text)
                forced = only_choice(state) is not None
                if player == CHANCE_PLAYER and number >= imported and state.draw() != action:
                    raise RecordError(f"{place}: the seed of the table gives something else")
                self._play(action, forced, mark=number >= len(moves) - _MARKED)
            except IllegalActionError as error:
                raise RecordError(f"{place}: {error}") from None
        if saved.imported == len(moves):
            state.reseed(saved.seed)

    def _undo(self, seat: int) -> tuple[str, int]:
        """Return why the seat's last decision stands, or an empty text, and its number."""
        for number in reversed(range(self._saved.imported or 0, len(self.events))):
            event = self.events[number]
            if event.player == CHANCE_PLAYER:
                return "chance has drawn since your last move: it stands", 0
            if event.reveals:
                return "hidden cards have been shown since your last move: it stands", 0
            if event.forced:
                continue
            if event.player == seat:
                return "", number
            if self.is_human(event.player):
                return f"{self.seats[event.player].name} has moved since: your move stands", 0
            if self.front.hides:
                return f"{self.seats[event.player].name} has shown cards since: your move stands", 0
        return "there is no move of yours to take back", 0

    def _must_move(self, seat: int, version: str) -> None:
        self._check_version(seat, version)
        if self.over:
            raise TableError(409, "the game is over")
        mover = self.state.current_player()
        if seat != mover:
            raise TableError(409, f"it is the turn of {self.seats[mover].name}")

    def _check_version(self, seat: int, version: str) -> None:
        if version != self.version(seat):
            raise TableError(409, _MOVED_ON)

    def _illegal(self, action: int) -> TableError:
        try:
            self.ahead.clone().apply_action(action)  # for the words of its refusal
        except IllegalActionError as error:
            return TableError(422, str(error).split(". Legal: ")[0], error.rule)
        raise AssertionError("a legal action was refused")

    # ---- the draft ----

    def _clear(self) -> None:
        """Begin an empty draft."""
        self.draft: list[Drafted] = []
        self.ahead = self.state
        self.complete = False
        self.revealing = False

    def _push(self, action: int, forced: bool) -> None:
        before = self.ahead
        after = before.clone()
        after.apply_action(action)
        notation, words = before.action_to_notation(action), before.action_to_string(action)
        self.draft.append(Drafted(action, notation, words, forced))
        self.revealing = before.reveals(action, after)
        if not self.revealing:
            self.ahead = after
        self.complete = self.revealing or after.current_player() != before.current_player()
        if not self.complete:
            only = only_choice(after)
            if only is not None:
                self._push(only, forced=True)

    def _draft_again(self, notations: Sequence[str]) -> None:
        """Make the draft of these decisions."""
        self._clear()
        for text in notations:
            self._push(self.ahead.string_to_action(text), forced=False)

    def _commit(self) -> None:
        for entry in self.draft:
            self._play(entry.action, entry.forced)
        self.advance()


def new_table(game: Game, table_id: str, seats: list[SavedSeat], moves: Sequence[tuple[int, str]] | None) -> SavedTable:
    """Return a new table.

    Parameters
    ----------
    game : Game
        Without ``auto_forced``.
    table_id : str
    seats : list of SavedSeat
    moves : sequence of (int, str) or None
        The moves of a record to go on from; chance after them is drawn from a fresh seed.
    """
    return SavedTable(
        id=table_id,
        game=game.name,
        players=game.players,
        options=game.options,
        variant=game.variant,
        rules_hash=game.rules_hash,
        seed=secrets.randbits(64),
        imported=None if moves is None else len(moves),
        seats=seats,
        moves=list(moves or ()),
        draft=[],
        stamp=0,
        edits=[0] * game.players,
        thoughts={},
    )


def moves_of_record(record: Record) -> tuple[Game, list[tuple[int, str]]]:
    """Return the game of a record without ``auto_forced``, and its moves with those that the engine played by itself.

    Raises
    ------
    RecordError
        If the record does not play by the rules of this program; the message names the first move that differs.
    RulesError
        If its rules cannot be loaded.
    """
    game = table_game(record.game, record.players, record.variant, record.options)
    state = game.new_initial_state(0, explicit_chance=True)
    recorder = Recorder(state)
    for number, (player, text) in enumerate(record.moves):
        place = f"move {number + 1} of {len(record.moves)}, {text!r}"
        if record.options.get("auto_forced"):
            while (action := only_choice(state)) is not None:
                recorder.apply(action)
        if state.current_player() != player:
            raise RecordError(f"{place}: by the rules another player is to move")
        try:
            recorder.apply(state.string_to_action(text))
        except IllegalActionError as error:
            raise RecordError(f"{place}: {error}") from None
    return game, recorder.moves
