"""Game records: write, read, replay, verify.

A record is a JSON document: which rules, which seed, every move and every chance outcome in the order they
happened, and how it ended. Whoever reads it needs no random numbers to replay it, and can tell the first
place where today's rules differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ._version import __version__
from .agents import Agent, make_agent
from .errors import IllegalActionError, RecordError, RulesError
from .files import replacing
from .games import Game
from .generator import GENERATOR
from .rules import load_rules
from .state import CHANCE_PLAYER, State

FORMAT = "snowplay-record"
VERSION = 1


class Record(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One game, as written to a file.

    Attributes
    ----------
    format, version : str, int
        ``"snowplay-record"`` and the version of this layout.
    game, players, options, variant : str, int, dict, dict or None
        What `load_game` needs; `options` holds every option with its value.
    rules_hash, package_version : str
        Rules and program the game was played with.
    seed, index : int or None
        What the game was dealt from; None if the chance outcomes came from elsewhere, such as a real table.
    generator : str
        Name of the random number generator.
    moves : list of (int, str)
        Player and action in notation; chance outcomes have player -1.
    scores, returns : list
        Points and utilities by seat.
    end_reason : str
        Short name; ``"running"`` if the game was left unfinished.
    """

    format: str
    version: int
    game: str
    players: int
    options: dict[str, Any]
    variant: dict[str, Any] | None
    rules_hash: str
    package_version: str
    seed: int | None
    index: int | None
    generator: str
    moves: list[tuple[int, str]]
    scores: list[int]
    returns: list[float]
    end_reason: str

    def load(self) -> Game:
        """Return the game that was played, with the rules of this program."""
        return Game(load_rules(self.game, self.players, self.variant, self.options))


class Verification(NamedTuple):
    """Result of `verify`.

    Attributes
    ----------
    ok : bool
        The record plays alike today.
    moves : int
        Moves and chance outcomes that agreed.
    first_difference : str
        What differs first; empty if nothing does.
    """

    ok: bool
    moves: int
    first_difference: str


class Recorder:
    """Plays a state with explicit chance and keeps what happened.

    Parameters
    ----------
    state : State
        A fresh state with explicit chance.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.moves: list[tuple[int, str]] = []

    def apply(self, action: int) -> None:
        """Play an action, or a chance outcome at a chance node."""
        player = self.state.current_player()
        legal = self.state.is_legal(action)
        text = self.state.action_to_notation(action) if legal else ""
        self.state.apply_action(action)
        self.moves.append((player, text))

    def settle(self) -> Iterator[int]:
        """Draw chance events until a seat has to decide or the game is over; yields each before it is played."""
        while self.state.is_chance_node():
            outcome = self.state.draw()
            yield outcome
            self.apply(outcome)

    def record(self) -> Record:
        """Return the record so far."""
        state, game = self.state, self.state.get_game()
        outcome = state.outcome()
        return Record(
            format=FORMAT,
            version=VERSION,
            game=game.name,
            players=game.players,
            options=game.options,
            variant=game.variant,
            rules_hash=game.rules_hash,
            package_version=__version__,
            seed=state.seed,
            index=state.index,
            generator=GENERATOR,
            moves=list(self.moves),
            scores=state.scores(),
            returns=state.returns(),
            end_reason=outcome.reason if outcome else "running",
        )


def record_game(game: Game, seed: int, agents: Sequence[Agent | str], *, index: int = 0) -> Record:
    """Play one game and return its record.

    Parameters
    ----------
    game : Game
        What to play.
    seed, index : int
        Master seed and index of the game. With ``"random"`` in every seat it is game `index` of ``playouts``.
    agents : sequence of Agent or str
        Who plays, by seat; a name makes a fresh agent.

    Raises
    ------
    ValueError
        If there is not one agent for each seat.
    """
    if len(agents) != game.players:
        raise ValueError(f"{game.players} seats need {game.players} agents, not {len(agents)}")
    seats = [
        make_agent(agent, seed=seed, index=index, seat=seat) if isinstance(agent, str) else agent
        for seat, agent in enumerate(agents)
    ]
    recorder = Recorder(game.new_initial_state(seed, index=index, explicit_chance=True))
    state = recorder.state
    while not state.is_terminal():
        for _ in recorder.settle():
            pass
        if not state.is_terminal():
            recorder.apply(seats[state.current_player()].choose(state))
    return recorder.record()


def dumps(record: Record) -> str:
    """Return a record as JSON text, one move a line."""
    fields = msgspec.to_builtins(record)
    moves = fields.pop("moves")
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    listed = ",\n".join(f"  {json.dumps(move)}" for move in moves)
    lines.append(f' "moves": [\n{listed}\n ]' if moves else ' "moves": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str | bytes, name: str = "record") -> Record:
    """Read a record from JSON text.

    Raises
    ------
    RecordError
        If it is not a record; the message names the place.
    """
    try:
        document = json.loads(text if isinstance(text, str) else text.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(f"{name}: not a snowplay record (it is no UTF-8 text)") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{name}: {place}: not a complete JSON document ({error.msg})") from None
    except RecursionError:
        raise RecordError(f"{name}: not a snowplay record (it is nested too deep)") from None
    except ValueError:
        raise RecordError(f"{name}: not a snowplay record (a number in it has too many digits)") from None
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise RecordError(f'{name}: not a snowplay record (it has no entry "format": "{FORMAT}")')
    if document.get("version") != VERSION:
        raise RecordError(f"{name}: version: found {document.get('version')!r}; this program reads version {VERSION}")
    try:
        return msgspec.convert(document, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"{name}: {error}") from None


def read_record(path: str | Path) -> Record:
    """Read a record from a file.

    Raises
    ------
    RecordError
        If it is not a record; the message names file and place.
    OSError
        If the file cannot be read.
    """
    return loads(Path(path).read_bytes(), str(path))


def write_record(record: Record, path: str | Path) -> None:
    """Write a record to a file. A reader never sees half a record: the file appears when it is complete."""
    with replacing(path) as temporary:
        temporary.write_text(dumps(record), encoding="utf-8", newline="\n")


def replay(record: Record) -> Iterator[State]:
    """Replay a record: yields the initial state and the state after each move, each a state of its own.

    Raises
    ------
    RecordError
        At the first move that cannot be played.
    """
    state = _initial(record)
    yield state.clone()
    for number in range(len(record.moves)):
        difference = _step(state, record, number)
        if difference:
            raise RecordError(difference)
        yield state.clone()


def verify(record: Record) -> Verification:
    """Replay a record and name the first difference.

    Compared are the rules hash, the player to move, whether each move is legal, whether each chance outcome is
    what the seed gives (for a record with a seed), the end reason, scores and returns.
    """
    try:
        state = _initial(record)
    except RulesError as error:
        return Verification(False, 0, f"the rules cannot be loaded: {error}")
    except RecordError as error:
        return Verification(False, 0, str(error))
    now = state.get_game().rules_hash
    rules = ""
    if now != record.rules_hash:
        rules = f"rules hash: the record has {record.rules_hash}, this program's rules have {now}"
    for number in range(len(record.moves)):
        difference = _step(state, record, number, drawn=record.seed is not None)
        if difference:
            return Verification(False, number, "; ".join(filter(None, (rules, difference))))
    difference = rules or _final_difference(state, record)
    return Verification(not difference, len(record.moves), difference)


def _initial(record: Record) -> State:
    game = record.load()
    try:
        return game.new_initial_state(record.seed or 0, index=record.index or 0, explicit_chance=True)
    except ValueError as error:
        raise RecordError(str(error)) from None


def _step(state: State, record: Record, number: int, drawn: bool = False) -> str:
    """Play one move of a record; returns what is wrong with it, if anything."""
    player, text = record.moves[number]
    place = f"move {number + 1} of {len(record.moves)}, {text!r}"
    actor = state.current_player()
    if state.is_terminal():
        return f"{place}: the game was already over"
    if actor != player:
        return f"{place}: the record has {_who(player)} to move, the rules have {_who(actor)}"
    try:
        action = state.string_to_action(text)
        if drawn and actor == CHANCE_PLAYER:
            given = state.draw()
            if given != action:
                return f"{place}: the seed gives {state.action_to_notation(given)!r}"
        state.apply_action(action)
    except IllegalActionError as error:
        return f"{place}: {error}"
    return ""


def _who(player: int) -> str:
    return "chance" if player == CHANCE_PLAYER else "nobody" if player < 0 else f"seat {player}"


def _final_difference(state: State, record: Record) -> str:
    outcome = state.outcome()
    found: dict[str, Any] = {
        "end_reason": outcome.reason if outcome else "running",
        "scores": state.scores(),
        "returns": state.returns(),
    }
    for name, value in found.items():
        recorded = getattr(record, name)
        if recorded != value:
            return f"{name}: the record has {recorded!r}, the replay gives {value!r}"
    return ""
