"""``snowplay play``: a game in the terminal."""

from __future__ import annotations

import importlib
import secrets
import textwrap
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..agents import Agent, SearchAgent, agents_of, check_agent
from ..arena import split_agents
from ..errors import IllegalActionError
from ..games import Game
from ..records import Recorder, write_record
from ..validation import did_you_mean
from . import common
from .common import GameName, OptionalSeed, Players, Settings, UsageError, Variant

_HUMAN = "human"
_HINT = 2.0  # seconds
_HELP = """\
  a number      play the move with that number
  MOVE          play the move with this notation, or with these words
  moves         list the legal moves again
  board         show the board again
  hint          let a search of two seconds look at your position
  explain       what the last agent that searches thought of its move
  save FILE     write the record of the game so far
  help          this list
  quit          leave the game"""


class _Leave(Exception):  # noqa: N818 - not an error
    """The human leaves."""


def play(
    name: GameName,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO",
            help="human or an agent (ismcts:seconds=2) for each seat; by default you are seat 0.",
        ),
    ] = None,
    players: Players = None,
    seed: OptionalSeed = None,
    index: Annotated[
        int, typer.Option("--index", min=0, metavar="N", help="Which game of the seed; see simulate.")
    ] = 0,
    settings: Settings = None,
    variant: Variant = None,
    record: Annotated[
        Path | None, typer.Option("--record", "-r", metavar="FILE", help="Write the record at the end.")
    ] = None,
) -> None:
    """Play a game in the terminal.

    With random in every seat the game is shown move by move: it is game INDEX of that seed, as simulate plays it.
    """
    who = None if seats is None else split_agents(seats)
    game = common.open_game(name, players if players is not None or who is None else len(who), settings, variant)
    who = who or [_HUMAN] + ["random"] * (game.players - 1)
    _check_seats(who, game)
    seed = secrets.randbits(32) if seed is None else seed
    _Table(game, who, seed, index, record).run()


def _check_seats(who: Sequence[str], game: Game) -> None:
    if len(who) != game.players:
        raise UsageError(f"--seats {','.join(who)}: {len(who)} given for {game.players} players")
    for kind in who:
        name = kind.partition(":")[0]
        known = [_HUMAN, *agents_of(game.name)]
        if name not in known:
            raise UsageError(f"--seats: {name!r} cannot play; there is {', '.join(known)}{did_you_mean(name, known)}")
        if kind != _HUMAN:
            check_agent(kind, game.name)


class _Table:
    """One game between humans at the keyboard and agents."""

    def __init__(self, game: Game, who: Sequence[str], seed: int, index: int, path: Path | None) -> None:
        self.game = game
        self.who = who
        self.recorder = Recorder(game.new_initial_state(seed, index=index, explicit_chance=True))
        self.state = self.recorder.state
        self.agents: dict[int, Agent] = {
            seat: check_agent(kind, game.name)(seed, index, seat) for seat, kind in enumerate(who) if kind != _HUMAN
        }
        for agent in self.agents.values():
            if isinstance(agent, SearchAgent):
                agent.answer = True  # Ctrl-C ends its thinking, not the game
        self.thought = ""
        self.path = path
        self.console = Console(highlight=False, soft_wrap=True)
        self.moment = ""

    def run(self) -> None:
        """Play until the end, or until the human leaves."""
        seats = ", ".join(f"seat {seat} {kind}" for seat, kind in enumerate(self.who))
        self.console.print(common.title(self.game, f" · {seats} · seed {self.state.seed}"))
        if _HUMAN in self.who:
            with suppress(ImportError):  # line editing at the prompt; Windows has none
                importlib.import_module("readline")
            self.console.print("Type help for what you can type.", style="dim")
        try:
            self._loop()
        except (_Leave, EOFError):
            self.console.print(f"\nleft after {len(self.recorder.moves)} moves and draws", style="dim")
        else:
            self._ending()
        if self.path is not None:
            self._save(self.path)

    def _loop(self) -> None:
        state = self.state
        while True:
            self._settle()
            self._mark_moment()
            if state.is_terminal():
                return
            seat = state.current_player()
            if seat in self.agents:
                agent = self.agents[seat]
                action = agent.choose(state)
                if isinstance(agent, SearchAgent) and agent.last is not None:
                    self.thought = agent.last.explain(state)
                self._tell(f"seat {seat}", state.action_to_string(action))
            else:
                action = self._ask(seat)
            self.recorder.apply(action)

    def _settle(self) -> None:
        """Draw what chance decides, and tell it in one go."""
        drawn = Counter(self._drawn(outcome) for outcome in self.recorder.settle())
        if drawn:
            words = "; ".join(word if n == 1 else f"{word} x{n}" for word, n in drawn.items())
            self._tell("chance", words, "dim")

    def _drawn(self, outcome: int) -> str:
        """Say what was drawn, if the humans at this screen may all see it."""
        seer = self.state.who_sees_draw()
        humans = {seat for seat, kind in enumerate(self.who) if kind == _HUMAN}
        if seer is None or humans <= {seer}:
            return self.state.action_to_string(outcome)
        return f"a hidden card for seat {seer}"

    def _mark_moment(self) -> None:
        """Head what follows with the round it belongs to."""
        moment = self.state.moment()
        if moment != self.moment and not self.state.is_terminal():
            self.console.print(f"\n{moment}", style="bold cyan")
            self.moment = moment

    def _tell(self, who: str, words: str, style: str = "") -> None:
        first, *rest = textwrap.wrap(words, self.console.width - 10)
        self.console.print(Text.assemble((f"{who:>8}  ", style or "bold"), (first, style)))
        for line in rest:
            self.console.print(Text(f"{'':10}{line}", style))

    def _board(self, seat: int | None) -> None:
        """Show the board as a seat sees it, or everything."""
        self.console.print()
        for number, line in enumerate(self.state.board_string(seat).splitlines()):
            self.console.print(Text(line, style="bold" if number == 0 else ""))

    def _moves(self, actions: list[int]) -> None:
        moves = [self.state.action_to_string(action) for action in actions]
        # What all of them begin with is said by the heading.
        heads = {move.partition(": ")[0] for move in moves if ": " in move}
        start = len(heads.pop()) + 2 if len(heads) == 1 and all(": " in move for move in moves) else 0
        words = [f"{number:>3}  {move[start:]}" for number, move in enumerate(moves, start=1)]
        heading = f"\nSeat {self.state.current_player()} to {self.state.waiting_for()}:"
        self.console.print(heading, style="bold cyan")
        width = max(map(len, words)) + 2
        fit = max(1, min(self.console.width // width, -(-len(words) // 5)))
        height = -(-len(words) // fit)
        for row in range(height):
            self.console.print(Text("".join(f"{word:<{width}}" for word in words[row::height]).rstrip()))

    def _ask(self, seat: int) -> int:
        """Return the action the human chooses."""
        actions = self.state.legal_actions()
        self._board(seat)
        self._moves(actions)
        while True:
            self.console.file.flush()
            line = input(f"seat {seat}> ").strip()
            word, _, rest = line.partition(" ")
            command = word.lower()
            if command == "quit":
                raise _Leave
            if command == "help":
                self.console.print(_HELP)
            elif command == "board":
                self._board(seat)
            elif command == "moves":
                self._moves(actions)
            elif command == "explain":
                self._explain(self.thought or "no agent that searches has moved yet")
            elif command == "hint":
                helper = SearchAgent(self.state.seed or 0, len(self.recorder.moves), seat, answer=True, seconds=_HINT)
                helper.choose(self.state)
                assert helper.last is not None
                self._explain(helper.last.explain(self.state))
            elif command == "save":
                self._save_as(rest.strip())
            elif line:
                action = self._read(line, actions)
                if action is not None:
                    return action

    def _read(self, line: str, actions: list[int]) -> int | None:
        """Return the action a line means, or say why it means none that is legal."""
        if line.isascii() and line.isdigit():
            if 1 <= int(line) <= len(actions):
                return actions[int(line) - 1]
            self._warn(f"there are moves 1 to {len(actions)}; type moves to see them")
            return None
        try:
            action = self.state.string_to_action(line)
            if self.state.is_legal(action):
                return action
            # A copy is asked, for the words of its refusal.
            self.state.clone().apply_action(action)
        except IllegalActionError as error:
            self._warn(str(error).split(". Legal: ")[0] + "; type moves to see what is possible")
        return None

    def _explain(self, words: str) -> None:
        for line in words.splitlines():
            self.console.print(Text(f"  {line}", style="green"))

    def _warn(self, words: str) -> None:
        for line in textwrap.wrap(words, self.console.width):
            self.console.print(Text(line, style="yellow"))

    def _save_as(self, name: str) -> None:
        if not name:
            self._warn("save needs the name of a file: save FILE")
            return
        try:
            self._save(Path(name))
        except OSError as error:
            self._warn(f"{name}: {error.strerror}")

    def _save(self, path: Path) -> None:
        write_record(self.recorder.record(), path)
        self.console.print(Text.assemble("record written to ", (str(path), "bold")))

    def _ending(self) -> None:
        self._board(None)
        self.console.print()
        self.console.print(final_table(self.state))


def final_table(state: Any) -> Any:
    """Return the scores at the end as a table."""
    outcome = state.outcome()
    game = state.get_game()
    table = common.grid("Seat", *game.front.score_parts, "score", "")
    for seat, parts in enumerate(state.score_parts()):
        word = ""
        if outcome is not None and game.players > 1:
            word = "wins" if seat == outcome.winner else "tied" if seat in outcome.tied else ""
        style = "bold green" if word == "wins" else ""
        table.add_row(str(seat), *map(str, parts.values()), str(state.scores()[seat]), word, style=style)
    return table
