"""Make the golden files again: `python tools/regen_golden.py` after a change of rules, then read the difference.

    tests/golden/GAME-Np.txt        one game of random players as readable text, for every number of players
    tests/golden/signatures.toml    one hash over the rows of many games, for every number of players and rule option

Both sign the behaviour of an engine: a change of speed must not move them, a change of rules must say so.

    --check    write nothing; exit code 1 if a file would change
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

import snowplay as sp
from snowplay.rules import game_options

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
SEED = 0
SIGNED_GAMES = 1000
BOARD_EVERY = 40  # moves between two boards of a playthrough
WIDTH = 118


def player_counts(name: str) -> list[int]:
    """Numbers of players a game takes."""
    counts = []
    for players in range(1, 9):
        try:
            sp.load_game(name, players)
        except sp.RulesError:
            continue
        counts.append(players)
    return counts


# --- playthroughs -----------------------------------------------------------------------------------------


def playthrough(game: sp.Game, seed: int = SEED) -> str:
    """One game of random players, every move and chance outcome with what else was possible.

    It is game 0 of ``playouts(game, ..., seed=seed)``.
    """
    state = game.new_initial_state(seed, explicit_chance=True)
    agents = [sp.RandomAgent(seed, 0, seat) for seat in range(game.num_players())]
    options = ", ".join(f"{name} {value}" for name, value in game.options.items())
    lines = [
        f"{game.name}, {game.num_players()} players, seed {seed}, random moves (made by tools/regen_golden.py)",
        *textwrap.wrap(f"options: {options}", WIDTH, subsequent_indent="  "),
        f"rules hash: {game.rules_hash}",
    ]
    number = 0
    while not state.is_terminal():
        if number % BOARD_EVERY == 0:
            lines += position(state)
        number += 1
        lines += move(state, number, agents)
    return "\n".join([*lines, *position(state), *ending(state)]) + "\n"


def move(state: sp.State, number: int, agents: list[sp.RandomAgent]) -> list[str]:
    """Play one move or chance outcome; returns its lines."""
    if state.is_chance_node():
        who, action = "chance", state.draw()
        possible = [f"{state.action_to_notation(outcome)} {p:.6g}" for outcome, p in state.chance_outcomes()]
    else:
        who, action = f"seat {state.current_player()}", agents[state.current_player()].choose(state)
        possible = [state.action_to_notation(legal) for legal in state.legal_actions()]
    line = f"{number:>4}  {who:<7} {state.action_to_notation(action):<12} {state.action_to_string(action)}"
    of = textwrap.wrap(
        f"of {len(possible)}: {'  '.join(possible)}", WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8
    )
    state.apply_action(action)
    return [line, *of]


def position(state: sp.State) -> list[str]:
    """The board, and a short digest of what every seat sees as numbers."""
    digests = [
        hashlib.sha256(state.observation_tensor(seat).astype("<f4").tobytes()).hexdigest()[:12]
        for seat in range(len(state.scores()))
    ]
    board = [line.rstrip() for line in str(state).splitlines()]
    return ["", "-" * WIDTH, *board, f"observations: {' '.join(digests)}", "-" * WIDTH, ""]


def ending(state: sp.State) -> list[str]:
    """How the game ended."""
    outcome = state.outcome()
    if outcome is None:
        raise ValueError("the game is not over")
    parts = [", ".join(f"{name} {points}" for name, points in seat.items()) for seat in state.score_parts()]
    return [
        f"end: {outcome.reason}: {outcome.explanation}",
        f"winner: {outcome.winner}   tied: {list(outcome.tied)}   returns: {list(outcome.returns)}",
        *(f"seat {seat}: {points} = {parts[seat]}" for seat, points in enumerate(outcome.scores)),
    ]


# --- signatures -------------------------------------------------------------------------------------------


def signature(game: sp.Game) -> str:
    """Hash over the rows of many games, field by field: names, types and values, but not the layout in memory."""
    rows = sp.playouts(game, SIGNED_GAMES, seed=SEED)
    digest = hashlib.sha256()
    for name in sorted(rows.dtype.names or ()):
        if not name.startswith("spare"):
            column = np.ascontiguousarray(rows[name])
            column = column.astype(column.dtype.newbyteorder("<"))
            digest.update(f"{name} {column.dtype.str} {column.shape}\n".encode())
            digest.update(column.tobytes())
    return digest.hexdigest()[:32]


def other_values(name: str) -> dict[str, Any]:
    """Every rule option of a game with a value that is not its default."""
    values: dict[str, Any] = {}
    for option in game_options(name):
        if option.kind == "bool":
            values[option.name] = not option.default
        elif option.kind == "choice":
            values[option.name] = next(choice for choice in option.choices if choice != option.default)
        elif option.kind == "int":
            values[option.name] = option.low if option.default != option.low else option.low + 1
        elif option.kind == "items":
            values[option.name] = list(option.choices[:5])
        else:
            values[option.name] = [option.low]
    return values


def signatures() -> str:
    """Content of signatures.toml."""
    lines = [
        f"# Hash over the rows of {SIGNED_GAMES} random games from seed {SEED}, made by tools/regen_golden.py:",
        "# by number of players, with the options' defaults and with one of them changed. A change of rules moves it,",
        "# a change of speed must not.",
    ]
    for name in sp.registered_games():
        for players in player_counts(name):
            lines += ["", f"[{name}.{players}]", f'default = "{signature(sp.load_game(name, players))}"']
            for option, value in other_values(name).items():
                lines.append(f'{option} = "{signature(sp.load_game(name, players, **{option: value}))}"')
    return "\n".join(lines) + "\n"


# --- files ------------------------------------------------------------------------------------------------


def files() -> dict[Path, str]:
    """Every golden file with what it must hold."""
    texts = {GOLDEN / "signatures.toml": signatures()}
    for name in sp.registered_games():
        for players in player_counts(name):
            texts[GOLDEN / f"{name}-{players}p.txt"] = playthrough(sp.load_game(name, players))
    return texts


def old_text(path: Path) -> str:
    """What the file holds now; nothing if there is none."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the golden files again.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file would change")
    check = parser.parse_args().check
    texts = files()
    changed = [path for path, text in texts.items() if old_text(path) != text]
    orphans = [path for path in GOLDEN.glob("*.t*") if path.suffix in (".txt", ".toml") and path not in texts]
    for path in changed:
        print(f"{'would change' if check else 'written'}: {path.name}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8", newline="\n")
    for path in orphans:
        print(f"belongs to no game: {path.name}")
    return 1 if orphans or (check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
