"""Count the tree of all moves and chance outcomes below a position, move by move, and find where two engines differ.

    python tools/divide.py tests/perft/snowdonia.perft                            names of the positions
    python tools/divide.py tests/perft/snowdonia.perft 3p-fog --depth 3           count below each move
    ... --moves place:A1 track:2                                                  the same, some moves further on
    ... --set thin_fog=true                                                       against the game with another option
    ... --python /other/venv/bin/python                                           against another version of snowplay
    python tools/divide.py tests/perft/snowdonia.perft --recount                  count anew and write the file

With something to compare with, it follows the moves whose counts differ down to the position in which the two offer
different moves, and prints how to get there.

A perft file holds blocks of lines: `position NAME`, `game NAME PLAYERS`, any number of `option NAME VALUE` (as JSON),
`start SEED MOVES` (the random game of that seed, so many moves and chance outcomes in), and `count DEPTH LEAVES`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import snowplay as sp
from snowplay.rules import parse_option_text

MAX_LEAVES = 300_000  # --recount goes as deep as this allows
MAX_DEPTH = 6


@dataclass(frozen=True)
class Position:
    """A position to count from."""

    name: str
    game: str = ""
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    moves: int = 0
    counts: dict[int, int] = field(default_factory=dict)

    def state(self) -> sp.State:
        """The position, with explicit chance."""
        state = sp.load_game(self.game, self.players, **self.options).new_initial_state(self.seed, explicit_chance=True)
        for move in self.path():
            state.apply_action(state.string_to_action(move))
        return state

    def path(self) -> list[str]:
        """The moves that lead there, in notation."""
        state = sp.load_game(self.game, self.players, **self.options).new_initial_state(self.seed, explicit_chance=True)
        agents = [sp.RandomAgent(self.seed, 0, seat) for seat in range(self.players)]
        path = []
        for _ in range(self.moves):
            action = state.draw() if state.is_chance_node() else agents[state.current_player()].choose(state)
            path.append(state.action_to_notation(action))
            state.apply_action(action)
        return path

    def __str__(self) -> str:
        lines = [f"position {self.name}", f"game {self.game} {self.players}"]
        lines += [f"option {name} {json.dumps(value)}" for name, value in self.options.items()]
        lines += [f"start {self.seed} {self.moves}"]
        lines += [f"count {depth} {leaves}" for depth, leaves in self.counts.items()]
        return "\n".join(lines) + "\n"


# --- perft files ------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[list[str], list[Position]]:
    """Comments at the head of a perft file, and its positions."""
    lines = path.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line.startswith("#")]
    positions: list[Position] = []
    for number, line in enumerate(lines, 1):
        key, _, rest = line.partition(" ")
        if not key or key.startswith("#"):
            continue
        try:
            if key == "position":
                positions.append(Position(rest))
            else:
                positions[-1] = _with(positions[-1], key, rest)
        except (IndexError, ValueError, KeyError) as error:
            raise ValueError(f"{path}, line {number}: {line!r}: {error}") from None
    return head, positions


def _with(position: Position, key: str, rest: str) -> Position:
    one, two = rest.split(maxsplit=1)
    if key == "game":
        return replace(position, game=one, players=int(two))
    if key == "option":
        return replace(position, options={**position.options, one: json.loads(two)})
    if key == "start":
        return replace(position, seed=int(one), moves=int(two))
    if key == "count":
        return replace(position, counts={**position.counts, int(one): int(two)})
    raise ValueError(f"unknown word {key!r}")


def recount(position: Position) -> Position:
    """The position with the counts of today, as deep as MAX_LEAVES allows."""
    state, counts = position.state(), {}
    for depth in range(1, MAX_DEPTH + 1):
        leaves = state.perft(depth)
        if depth > 1 and leaves > MAX_LEAVES:
            break
        counts[depth] = leaves
    return replace(position, counts=counts)


def write(path: Path, head: list[str], positions: list[Position]) -> None:
    path.write_text("\n".join(["\n".join(head) + "\n", *map(str, positions)]), encoding="utf-8", newline="\n")


# --- dividing ---------------------------------------------------------------------------------------------

# A request is {"game", "players", "options", "moves", "depth"}, an answer {"to_move", "counts": {move: leaves}}.
Engine = Callable[[dict[str, Any]], dict[str, Any]]


def divide(request: dict[str, Any]) -> dict[str, Any]:
    """Leaves below each move of a position, `depth` levels down in all."""
    game = sp.load_game(request["game"], request["players"], **request["options"])
    state = game.new_initial_state(0, explicit_chance=True)
    for move in request["moves"]:
        state.apply_action(state.string_to_action(move))
    counts = {}
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        counts[state.action_to_notation(action)] = child.perft(request["depth"] - 1)
    return {"to_move": state.current_player(), "counts": counts}


class Other:
    """The engine of another Python, asked by a process of its own."""

    def __init__(self, python: str, options: dict[str, Any]) -> None:
        self.options = options
        self.process = subprocess.Popen(
            [python, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("the other engine has no pipes")
        print(
            json.dumps({**request, "options": {**request["options"], **self.options}}),
            file=self.process.stdin,
            flush=True,
        )
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"error": "the other engine died"}')
        if "error" in answer:
            raise ValueError(f"the other engine: {answer['error']}")
        return answer

    def close(self) -> None:
        if self.process.stdin:
            self.process.stdin.close()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def work() -> None:
    """Answer requests line by line: the other side of `Other`."""
    for line in sys.stdin:
        try:
            answer = divide(json.loads(line))
        except Exception as error:  # told to the one who asks
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def find_difference(one: Engine, other: Engine, request: dict[str, Any]) -> tuple[list[str], str] | None:
    """The shortest way down to a position in which the engines offer different moves, and what differs there."""
    mine, theirs = one(request), other(request)
    if mine["to_move"] != theirs["to_move"]:
        return request["moves"], f"to move: {mine['to_move']}, the other: {theirs['to_move']}"
    gone = [move for move in mine["counts"] if move not in theirs["counts"]]
    new = [move for move in theirs["counts"] if move not in mine["counts"]]
    if gone or new:
        return request["moves"], f"only here: {' '.join(gone) or '-'}\nonly there: {' '.join(new) or '-'}"
    for move, leaves in mine["counts"].items():
        if leaves != theirs["counts"][move]:
            deeper = {**request, "moves": [*request["moves"], move], "depth": request["depth"] - 1}
            return find_difference(one, other, deeper)
    return None


# --- command line -----------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("file", nargs="?", type=Path, help="perft file")
    parser.add_argument("position", nargs="?", help="name of a position in it")
    parser.add_argument("--depth", type=int, default=2, help="levels to count (2)")
    parser.add_argument("--moves", nargs="+", default=[], help="moves and chance outcomes to play first")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="compare with other rules")
    parser.add_argument("--python", default=sys.executable, help="compare with the snowplay of this interpreter")
    parser.add_argument("--recount", action="store_true", help="count anew and write the file")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work()
        return 0
    if asked.file is None or asked.depth < 1:
        parser.error("name a perft file, and a depth of at least 1")
    head, positions = read(asked.file)
    if asked.recount:
        write(asked.file, head, [recount(position) for position in positions])
        return 0
    chosen = next((position for position in positions if position.name == asked.position), None)
    if chosen is None:
        print("positions:", *(position.name for position in positions), sep="\n  ")
        return 0 if asked.position is None else 2
    request = {
        "game": chosen.game,
        "players": chosen.players,
        "options": chosen.options,
        "moves": chosen.path() + asked.moves,
        "depth": asked.depth,
    }
    if not asked.set and asked.python == sys.executable:
        counts = divide(request)["counts"]
        for move, leaves in counts.items():
            print(f"{move:<14}{leaves:>12,}")
        print(f"{len(counts)} moves{'':<6}{sum(counts.values()):>12,} leaves")
        return 0
    options = dict(change.split("=", 1) for change in asked.set)
    other = Other(asked.python, {name: parse_option_text(chosen.game, name, text) for name, text in options.items()})
    try:
        difference = find_difference(divide, other, request)
    finally:
        other.close()
    if difference is None:
        print(f"no difference {asked.depth} levels down")
        return 0
    moves, what = difference
    print(f"after {' '.join(moves[len(request['moves']) :]) or 'no move'}:\n{what}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
