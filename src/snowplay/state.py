"""A position of a game: checked moves, text, copies, bytes."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

import numpy as np
import numpy.typing as npt

from ._core.position import CoreState
from .batch import whole
from .errors import GameOverError, IllegalActionError, RecordError, SeatError

if TYPE_CHECKING:
    from .games import Game

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4

# Header of the bytes of a state: magic, version, flags, rules hash, seed, index, sizes of state and
# generator, CRC-32 of what follows.
_HEADER = struct.Struct("<4sBB16sQQIII")
_MAGIC = b"SNPL"
_VERSION = 1
_EXPLICIT = 1

# Legal actions that an error message lists.
_SHOWN = 20


class Outcome(NamedTuple):
    """How a game ended.

    Attributes
    ----------
    reason : str
        Short name of the reason, e.g. ``"player_track"``.
    explanation : str
        The reason in a sentence.
    winner : int or None
        Seat that won after the tie-break; None in a game for one.
    tied : tuple of int
        Seats that share the top score; empty when one seat has it alone.
    scores : tuple of int
        Points by seat.
    returns : tuple of float
        Utility by seat.
    """

    reason: str
    explanation: str
    winner: int | None
    tied: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]


@dataclass(frozen=True)
class Origin:
    """Where a state comes from: its game and the numbers it was dealt from."""

    game: Game
    seed: int
    index: int


class State(CoreState):
    """A position, made by `Game.new_initial_state`.

    Moves are checked: an action that is not legal raises `IllegalActionError` and changes nothing. Names are
    OpenSpiel's where it has one. Inherited from the compiled core: ``current_player``, ``is_terminal``,
    ``is_chance_node``, ``legal_actions``, ``legal_actions_mask``, ``is_legal``, ``chance_outcomes``,
    ``apply_action``, ``returns``, ``scores``, ``clone``, ``draw``, ``perft``, ``data``, ``check``, ``==`` and
    ``hash``.
    """

    __slots__ = ()

    owner: Origin

    @classmethod
    def deal(cls, game: Game, seed: int, index: int, explicit: bool) -> State:
        """Deal a game; use `Game.new_initial_state`."""
        state = cls(game.core, seed=seed, index=index, explicit=explicit)
        state.owner = Origin(game, seed, index)
        return state

    # ---- origin ----

    @property
    def game(self) -> Game:  # type: ignore[override]
        """The game this is a position of."""
        return self.owner.game

    def get_game(self) -> Game:
        """Return the game this is a position of."""
        return self.owner.game

    @property
    def seed(self) -> int:
        """Master seed the game was dealt from."""
        return self.owner.seed

    @property
    def index(self) -> int:
        """Index of the game under its master seed."""
        return self.owner.index

    # ---- end ----

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        if not self.is_terminal():
            return None
        reason, explanation = self.game.front.end_reasons[self.end_reason()]
        scores = tuple(self.scores())
        returns = tuple(self.returns())
        best = max(scores)
        top = tuple(seat for seat, points in enumerate(scores) if points == best)
        winner = None if len(scores) == 1 else max(range(len(scores)), key=returns.__getitem__)
        return Outcome(reason, explanation, winner, top if len(top) > 1 else (), scores, returns)

    def score_parts(self) -> list[dict[str, int]]:
        """Return the points of each seat by source, as if the game ended now; they add up to `scores`."""
        return self.game.front.score_split(self.raw())

    # ---- words ----

    def action_to_string(self, *args: int) -> str:
        """Say an action in words.

        In the words of this position: the same card is played, drafted or discarded by one action, as the decision is.
        Called as ``action_to_string(action)`` or, as in OpenSpiel, ``action_to_string(player, action)``. At a chance
        node, or for player -1, the action is a chance outcome.

        Raises
        ------
        IllegalActionError
            If there is no such action, legal or not.
        """
        if len(args) not in (1, 2):
            raise TypeError("action_to_string takes an action, or a player and an action")
        chance = args[0] == CHANCE_PLAYER if len(args) == 2 else self.is_chance_node()
        action = self._known(args[-1], chance)
        front = self.game.front
        return front.describe_chance(action) if chance else front.describe(action, self._record())

    def action_to_notation(self, action: int) -> str:
        """Write an action (at a chance node: an outcome) in the short notation of records."""
        action = self._known(action, self.is_chance_node())
        front = self.game.front
        return front.chance_notation(action) if self.is_chance_node() else front.notation(action)

    def string_to_action(self, text: str) -> int:
        """Read an action in notation or in the words of `action_to_string`.

        Raises
        ------
        IllegalActionError
            If it is neither. The action need not be legal.
        """
        front = self.game.front
        chance = self.is_chance_node()
        record = self._record()
        for action in self.legal_actions():
            if text == (front.describe_chance(action) if chance else front.describe(action, record)):
                return action
        try:
            return front.parse_chance(text) if chance else front.parse(text)
        except ValueError as error:
            raise self._no_action(text, str(error)) from None

    def moment(self) -> str:
        """Say when in the game this is, such as ``round 5``."""
        return self.game.front.moment(self._record())

    def who_sees_draw(self) -> int | None:
        """Return the only seat that sees how the pending chance event ends; None if all do."""
        return self.game.front.who_sees_draw(self._record())

    def reveals(self, action: int, after: State) -> bool:
        """Return whether an action may show its seat something hidden; False where chance alone does.

        Parameters
        ----------
        action : int
            Legal here, in a game without ``auto_forced``: where the engine plays on, it cannot be told.
        after : State
            The state it leads to.
        """
        return self.game.front.reveals(self._record(), action, after._record())

    def waiting_for(self) -> str:
        """Say what the player to move has to decide."""
        return self.game.front.waiting_for(self._record())

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Return what a seat sees as numbers; ``game.obs_spec()`` names the slices.

        Parameters
        ----------
        player : int, optional
            The seat that looks; by default the one to move (seat 0 at a chance or terminal node).

        Raises
        ------
        SeatError
            If there is no such seat.
        """
        return self.observe(self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """Return what a seat sees as text."""
        seat = self._seat(player)
        return f"Seat {seat} looks\n{self.board_string(seat)}"

    def information_state_string(self, player: int | None = None) -> str:
        """Return all a seat knows as text: the observation, as all that matters of the past is on the table."""
        return self.observation_string(player)

    def __str__(self) -> str:
        return self.board_string()

    def board_string(self, player: int | None = None) -> str:
        """Return the board as text: as a seat sees it or, without one, with all that is hidden."""
        viewer = None if player is None else self._seat(player)
        outcome = self.outcome()
        return self.game.front.board(
            self._record(), self.scores(), self.current_player(), outcome.explanation if outcome else "", viewer
        )

    def to_svg(
        self,
        path: str | Path | None = None,
        observer: int | None = None,
        highlight: Iterable[str] = (),
        legal: bool = False,
    ) -> str:
        """Return the board as a picture, an SVG document without any other file.

        What in it can be clicked, and how a page finds it: `snowplay.boards`.

        Parameters
        ----------
        path : str or Path, optional
            File to write it to as well; it appears when it is complete.
        observer : int, optional
            The seat that looks; without one all that is hidden is shown.
        highlight : iterable of str
            Things to mark, such as those of the last move (`snowplay.boards.last_move`). What is no longer on the
            board is left out.
        legal : bool
            Mark what the legal actions touch; only where `observer` is the seat to move or none.

        Raises
        ------
        SeatError
            If there is no such seat.
        OSError
            If the file cannot be written.
        """
        from .boards import to_svg

        return to_svg(self, path, observer, highlight, legal)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show, with all that is hidden."""
        return self.to_svg()

    def __repr__(self) -> str:
        who = self.current_player()
        return f"<State of {self.game!r}, seed={self.seed}, index={self.index}, player {who} to move>"

    # ---- copies ----

    def resample_from_infostate(self, player: int, seed: int) -> State:
        """Return a copy in which everything `player` cannot know is drawn anew.

        Parameters
        ----------
        player : int
            The seat whose knowledge is kept.
        seed : int
            Seed of the draw, 0 to 2**64 - 1; later chance events of the copy are drawn from it, too.
        """
        seat = self._seat(player)
        copy: State = self.clone()
        copy.resample(seat, whole("seed", seed, 0, 2**64 - 1))
        return copy

    def to_bytes(self) -> bytes:
        """Return the state and its generator as bytes, for `Game.state_from_bytes`: play goes on alike."""
        body, generator = self.raw(), self.rng_raw()
        return (
            _HEADER.pack(
                _MAGIC,
                _VERSION,
                _EXPLICIT if self.explicit else 0,
                self.game.rules_hash.encode(),
                self.seed,
                self.index,
                len(body),
                len(generator),
                zlib.crc32(body + generator),
            )
            + body
            + generator
        )

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> State:
        """Read a state; use `Game.state_from_bytes`."""
        data = bytes(data)
        if len(data) < _HEADER.size or data[:4] != _MAGIC:
            raise RecordError("these are not the bytes of a snowplay state")
        _, version, flags, rules_hash, seed, index, n_body, n_generator, crc = _HEADER.unpack_from(data)
        if version != _VERSION:
            raise RecordError(f"these bytes have format version {version}; this package reads version {_VERSION}")
        if rules_hash != game.rules_hash.encode():
            raise RecordError(
                f"this state belongs to a game with rules hash {rules_hash.decode('ascii', 'replace')}, "
                f"not to {game!r} with {game.rules_hash}"
            )
        body = data[_HEADER.size : _HEADER.size + n_body]
        generator = data[_HEADER.size + n_body :]
        if len(body) != game.core.state_size or len(generator) != n_generator:
            expected = _HEADER.size + n_body + n_generator
            raise RecordError(f"the bytes of this state are damaged: {len(data)} bytes instead of {expected}")
        if zlib.crc32(body + generator) != crc:
            raise RecordError("the bytes of this state are damaged: the checksum differs")
        state = cls.deal(game, seed, index, bool(flags & _EXPLICIT))
        try:
            state.load_raw(body, generator)
        except ValueError as error:
            raise RecordError(f"these bytes are no state of {game!r}: {error}") from None
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickle, (self.game, self.to_bytes()))

    def __copy__(self) -> State:
        copy: State = self.clone()
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.__copy__()

    # ---- checks ----

    def _record(self) -> np.void:
        return cast(np.void, self.data()[()])

    def _seat(self, player: int | None) -> int:
        """Return the seat, the one to move if none is given."""
        players = self.game.players
        if player is None:
            return max(0, self.current_player())
        try:
            return whole("player", player, 0, players - 1)
        except (TypeError, ValueError):
            allowed = "0" if players == 1 else f"0 to {players - 1}"
            raise SeatError(f"there is no seat {player!r}: seats are {allowed}") from None

    def _known(self, action: Any, chance: bool) -> int:
        """Return the action as an int of the action table (or the chance table)."""
        game = self.game
        limit = game.max_chance_outcomes() if chance else game.num_distinct_actions()
        kind = "chance outcome" if chance else "action"
        try:
            return whole(kind, action, 0, limit - 1)
        except TypeError:
            reason = f"{action!r} is not the id of an action or outcome: it must be an integer"
        except ValueError:
            reason = f"there is no {kind} {action}: ids are 0 to {limit - 1}"
        raise self._no_action(action, reason)

    def _no_action(self, action: object, reason: str) -> IllegalActionError:
        """Return the error about something that is no action at all."""
        if self.is_terminal():
            return self._error(action, "", reason)
        who = "chance is" if self.is_chance_node() else f"seat {self.current_player()} is"
        words = f"{who} to {'draw ' if self.is_chance_node() else ''}{self.waiting_for()}"
        return self._error(action, self._rule_now(), f"{reason}; {words}")

    def _rule_now(self) -> str:
        return self.game.front.rule_now(self._record())

    def _error(self, action: Any, rule: str, reason: str) -> IllegalActionError:
        """Return the error that names the action, the rule and what is legal."""
        legal = self.legal_actions()
        words = "; ".join(self.action_to_string(legal_action) for legal_action in legal[:_SHOWN])
        more = f"; and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        tail = f" ({rule})" if rule else ""
        return IllegalActionError(
            f"{reason}{tail}" + (f". Legal: {words}{more}" if legal else ""),
            action=action,
            player=self.current_player(),
            rule=rule,
            legal_actions=legal,
        )

    def _illegal(self, action: Any) -> NoReturn:
        """Refuse an action; called by `apply_action`, before anything has changed.

        All words are about one position, also when another thread goes on with this state meanwhile.
        """
        seen = self.clone()
        if seen.is_legal(action):
            raise IllegalActionError(
                "another thread moved this state: it belongs to one thread at a time",
                action=action,
                player=seen.current_player(),
                legal_actions=seen.legal_actions(),
            )
        seen._refuse(action)

    def _refuse(self, action: Any) -> NoReturn:
        if self.is_terminal():
            _, ending = self.get_game().front.end_reasons[self.end_reason()]
            raise GameOverError(
                f"the game is over ({ending}): there is no legal action",
                action=action,
                player=TERMINAL_PLAYER,
            )
        chance = self.is_chance_node()
        number = self._known(action, chance)
        front = self.game.front
        if chance:
            reason = f"chance draws {self.waiting_for()}, not {front.describe_chance(number)!r}"
            raise self._error(number, self._rule_now(), reason)
        rule, reason = front.why_illegal(self._record(), number)
        words = self.action_to_string(number)
        raise self._error(number, rule, f"seat {self.current_player()} may not {words}: {reason}")


def _unpickle(game: Game, data: bytes) -> State:
    return State.from_bytes(game, data)
