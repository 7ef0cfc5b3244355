"""Leaves of the tree of moves and chance outcomes, as recorded and as counted step by step from Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import divide
import pytest
from divide import Position
from support.walk import walk

import snowplay as sp

FILES = sorted(Path(__file__).parent.glob("*.perft"))
POSITIONS = [(path, position) for path in FILES for position in divide.read(path)[1]]
EACH = pytest.mark.parametrize(("path", "position"), POSITIONS, ids=[position.name for _, position in POSITIONS])


def slow_perft(state: sp.State, depth: int) -> int:
    """The same count with the checked moves of the Python API."""
    if depth == 0 or state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        total += slow_perft(child, depth - 1)
    return total


@EACH
def test_counts(path: Path, position: Position) -> None:
    state = position.state()
    assert position.counts
    for depth, leaves in position.counts.items():
        hint = f"python tools/divide.py tests/perft/{path.name} {position.name} --depth {depth}"
        assert state.perft(depth) == leaves, f"to find out where: {hint} --python OTHER"


@EACH
def test_counting_step_by_step_gives_the_same(path: Path, position: Position) -> None:
    state = position.state()
    for depth, leaves in position.counts.items():
        if leaves <= 3000:
            assert slow_perft(state, depth) == leaves


@EACH
def test_divided_counts_add_up(path: Path, position: Position) -> None:
    depth = min(3, *position.counts)
    request = {"game": position.game, "players": position.players, "options": position.options}
    counts = divide.divide({**request, "moves": position.path(), "depth": depth})["counts"]
    assert sum(counts.values()) == position.counts[depth]


@pytest.mark.parametrize("name", sp.registered_games())
def test_a_game_that_has_ended_is_one_leaf_at_any_depth(name: str) -> None:
    *_, last, end = (at.clone() for at in walk(sp.load_game(name).new_initial_state(3, explicit_chance=True), 3))
    for depth in range(4):
        assert end.perft(depth) == 1
        assert last.perft(depth) == slow_perft(last, depth)


def test_every_game_and_number_of_players_is_counted() -> None:
    counted = {(position.game, position.players) for _, position in POSITIONS}
    for name in sp.registered_games():
        for players in range(1, 9):
            try:
                sp.load_game(name, players)
            except sp.RulesError:
                continue
            assert (name, players) in counted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_written_as_they_are_read(path: Path, tmp_path: Path) -> None:
    divide.write(tmp_path / "again", *divide.read(path))
    assert (tmp_path / "again").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_perft_needs_explicit_chance() -> None:
    for name in sp.registered_games():
        with pytest.raises(ValueError, match="explicit"):
            sp.load_game(name).new_initial_state(0).perft(1)


# --- the tool ---------------------------------------------------------------------------------------------

SHOWN = next((path, position) for path, position in POSITIONS if position.name == "1p-setup")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, divide.__file__, *words], capture_output=True, text=True, check=False)


def test_divide_shows_the_count_below_each_move() -> None:
    path, position = SHOWN
    done = run(str(path), position.name, "--depth", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].split()[-2:] == [f"{position.counts[2]:,}", "leaves"]


def test_divide_finds_where_two_engines_differ() -> None:
    """The other engine is a script that answers like this one, but knows one outcome less two levels down."""
    position = SHOWN[1]
    request = {"game": position.game, "players": position.players, "options": {}, "moves": position.path(), "depth": 3}

    def other(asked: dict) -> dict:
        answer = json.loads(json.dumps(divide.divide(asked)))
        below = len(asked["moves"]) - len(request["moves"])
        if below == 0:
            *_, last = answer["counts"]
            answer["counts"][last] -= 1
        if below == 1:
            *_, last = answer["counts"]
            del answer["counts"][last]
        return answer

    assert divide.find_difference(divide.divide, divide.divide, request) is None
    difference = divide.find_difference(divide.divide, other, request)
    assert difference is not None
    moves, words = difference
    *_, last = divide.divide(request)["counts"]
    *_, lost = divide.divide({**request, "moves": [*request["moves"], last]})["counts"]
    assert moves == [*request["moves"], last]
    assert words.startswith(f"only here: {lost}\n")


def test_divide_compares_options_in_another_process() -> None:
    path, position = SHOWN
    same = run(str(path), position.name, "--depth", "2", "--set", "auto_forced=false")
    assert (same.returncode, same.stdout.strip()) == (0, "no difference 2 levels down"), same.stderr
    other = run(str(path), position.name, "--depth", "2", "--set", "extra_track_cards=true")
    assert other.returncode == 1 and "only there: track:" in other.stdout, other.stderr
