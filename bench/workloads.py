"""What is timed: one Workload for every figure, the same for pytest-benchmark and for report.py.

Each checks its answer while it is timed: a fast wrong kernel must not look good. What random games come to is
pinned in checksums.toml (`python bench/report.py --update-checksums` after a change of rules); the rest is checked
against the games themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import snowplay as sp
from snowplay._core import selftest
from snowplay._core.acres.game import TABLES_DTYPE, supply

FOLDER = Path(__file__).resolve().parent
CHECKSUMS = FOLDER / "checksums.toml"
# A new game is one more line: name, numbers of players, the number used for stepping and threads.
GAMES = [("acres", (2,), 2), ("snowdonia", (1, 2, 3, 4, 5), 3)]

SEED = 0
PLAYOUTS = 3_000
THREADED_PLAYOUTS = 40_000
STEPPED_GAMES = 300
CLONES = 200_000
COPIES = 2_000_000
SUPPLY_BOARDS = 200
SUPPLY_REPEATS = 2_000
TOY_STEPS = 4_000_000
# The toy loop is its own definition; only a change of it, or of the generator, may move this.
TOY_CHECKSUM = "toy_floor"


@dataclass(frozen=True)
class Workload:
    """Something to time.

    Parameters
    ----------
    key : str
        Short name, unique.
    label : str
        Name in the table.
    unit : str
        What one `count` is.
    count : int
        How many units one run does.
    prepare : callable
        Returns what to time, everything it needs made afresh; what that returns is its answer.
    check : callable
        Raises AssertionError if the answer is wrong.
    games : int
        Games that one run plays, 0 if it does not play games.
    wall : bool
        Must be timed by the wall clock, as it uses several threads.
    """

    key: str
    label: str
    unit: str
    count: int
    prepare: Callable[[], Callable[[], object]]
    check: Callable[[object], None]
    games: int = 0
    wall: bool = False


@cache
def pinned() -> dict[str, list[int]]:
    """Return the pinned answers."""
    answers: dict[str, list[int]] = tomllib.loads(CHECKSUMS.read_text(encoding="utf-8"))
    return answers


def digest(rows: sp.batch.Rows) -> list[int]:
    """Return decisions, rounds or turns, points of all seats and winners of all games, each added up."""
    length = "rounds" if "rounds" in (rows.dtype.names or ()) else "turns"
    return [
        int(rows["decisions"].sum()),
        int(rows[length].sum()),
        int(rows["score"].sum()),
        int(rows["winner"].sum()),
    ]


def playouts_key(name: str, players: int, games: int) -> str:
    return f"{name}_{players}_{games}"


def found_checksums() -> dict[str, list[int]]:
    """Return the answers as they are now."""
    answers = {TOY_CHECKSUM: [int(selftest.toy_floor(TOY_STEPS, SEED)) % 2**63]}
    for name, numbers, usual in GAMES:
        for players in numbers:
            sizes = [PLAYOUTS, THREADED_PLAYOUTS] if players == usual else [PLAYOUTS]
            rows = sp.playouts(sp.load_game(name, players=players), max(sizes), seed=SEED)
            answers |= {playouts_key(name, players, games): digest(rows[:games]) for games in sizes}
    return answers


def equals(expected: object) -> Callable[[object], None]:
    def check(answer: object) -> None:
        assert answer == expected, f"a wrong answer: {answer}, expected {expected}"

    return check


# --- the yardstick and the core -----------------------------------------------------------------------------


def toy_floor() -> Workload:
    def once() -> object:
        return [int(selftest.toy_floor(TOY_STEPS, SEED)) % 2**63]

    return Workload("toy", "toy floor", "step", TOY_STEPS, lambda: once, equals(pinned()[TOY_CHECKSUM]))


def random_playouts(name: str, players: int) -> Workload:
    game = sp.load_game(name, players=players)
    expected = pinned()[playouts_key(name, players, PLAYOUTS)]

    def once() -> object:
        return digest(sp.playouts(game, PLAYOUTS, seed=SEED, threads=1))

    return Workload(
        f"{name}-{players}",
        f"random playouts, {name}, {players} player{'s' if players > 1 else ''}",
        "decision",
        expected[0],
        lambda: once,
        equals(expected),
        games=PLAYOUTS,
    )


def threaded_playouts(name: str, players: int, threads: int) -> Workload:
    game = sp.load_game(name, players=players)
    expected = pinned()[playouts_key(name, players, THREADED_PLAYOUTS)]

    def once() -> object:
        return digest(sp.playouts(game, THREADED_PLAYOUTS, seed=SEED, threads=threads))

    return Workload(
        f"{name}-threads-{threads}",
        f"playouts on {threads} thread{'s' if threads > 1 else ''}, {name}, {players} players, wall time",
        "decision",
        expected[0],
        lambda: once,
        equals(expected),
        games=THREADED_PLAYOUTS,
        wall=True,
    )


def state_copy(name: str, players: int) -> Workload:
    game = sp.load_game(name, players=players)
    state = game.new_initial_state(seed=SEED)
    # Each copy adds 1 to the first word of the state it came from, and the words are added up.
    first = int.from_bytes(state.raw()[:8], "little")
    ring = [first] * 8
    expected = 0
    for i in range(64):
        ring[i & 7] += 1
        ring[(i + 1) & 7] = ring[i & 7]
        expected += ring[(i + 1) & 7]
    assert selftest.copy_states(state, 64) == expected
    total = COPIES * first + COPIES * (COPIES + 1) // 2

    def once() -> object:
        return selftest.copy_states(state, COPIES)

    size = game.core.state_size
    return Workload(
        f"{name}-copy", f"state copy, {name}, {size} bytes", "copy", COPIES, lambda: once, equals(total % 2**64)
    )


# --- from Python --------------------------------------------------------------------------------------------


@cache
def recorded(name: str, players: int) -> list[tuple[sp.State, list[int], list[int]]]:
    """Return random games as initial state, actions and final scores."""
    game = sp.load_game(name, players=players)
    games = []
    for index in range(STEPPED_GAMES):
        state = game.new_initial_state(SEED, index=index)
        agents = [sp.RandomAgent(SEED, index, seat) for seat in range(players)]
        start, actions = state.clone(), []
        while not state.is_terminal():
            actions.append(agents[state.current_player()].choose(state))
            state.apply_action(actions[-1])
        games.append((start, actions, state.scores()))
    # The same games through the playout loop of the core, which does not go through sample and apply.
    rows = sp.playouts(game, STEPPED_GAMES, seed=SEED)
    assert rows["score"][:, :players].tolist() == [scores for _, _, scores in games]
    assert rows["decisions"].tolist() == [len(actions) for _, actions, _ in games]
    return games


def fresh(name: str, players: int) -> Iterator[tuple[sp.State, list[int]]]:
    for start, actions, _ in recorded(name, players):
        yield start.clone(), actions


def stepping(name: str, players: int, listing: bool) -> Workload:
    games = recorded(name, players)
    expected = [scores for _, _, scores in games]

    def prepare() -> Callable[[], object]:
        pairs = list(fresh(name, players))

        def step() -> object:
            for state, actions in pairs:
                apply_action = state.apply_action
                for action in actions:
                    apply_action(action)
            return [state.scores() for state, _ in pairs]

        def list_and_step() -> object:
            for state, actions in pairs:
                legal_actions, apply_action = state.legal_actions, state.apply_action
                for action in actions:
                    legal_actions()
                    apply_action(action)
            return [state.scores() for state, _ in pairs]

        return list_and_step if listing else step

    key, label = ("list-step", "legal_actions() + apply_action()") if listing else ("step", "apply_action()")
    count = sum(len(actions) for _, actions, _ in games)
    return Workload(
        f"{name}-{key}", f"Python: {label}, {name}, {players} players", "decision", count, prepare, equals(expected)
    )


def cloning(name: str, players: int) -> Workload:
    state, actions, _ = recorded(name, players)[0]
    middle = state.clone()
    for action in actions[: len(actions) // 2]:
        middle.apply_action(action)

    def once() -> object:
        clone = middle.clone
        for _ in range(CLONES):
            copy = clone()
        return copy

    return Workload(f"{name}-clone", f"Python: clone(), {name}", "clone", CLONES, lambda: once, equals(middle))


# --- kernels of one game alone ------------------------------------------------------------------------------


def supply_search() -> Workload:
    """The flood fill of A Few Acres of Snow (AC-20) on boards out of random games, both sides in turn."""
    game = sp.load_game("acres")
    tables = game.rules.tables
    home = [int(place) for place in np.frombuffer(tables, TABLES_DTYPE)[0]["home"]]
    boards: list[tuple[int, int, int]] = []
    for start, actions, _ in recorded("acres", 2):
        state = start.clone()
        for action in actions[: 5 * len(boards) % len(actions)]:  # from all stages of a game
            state.apply_action(action)
        now = state.data()
        for side in (0, 1):
            own = int(now["villages"][side]) | int(now["towns"][side])
            boards.append((own, home[side], int(now["supplied"][side])))
    boards = boards[:SUPPLY_BOARDS]

    def once() -> object:
        return [supply(tables, own, place, SUPPLY_REPEATS) for own, place, _ in boards]

    return Workload(
        "acres-supply",
        "supply search alone, acres",
        "search",
        SUPPLY_BOARDS * SUPPLY_REPEATS,
        lambda: once,
        equals([supplied for _, _, supplied in boards]),
    )


def all_workloads() -> list[Workload]:
    """Return everything that is timed, in the order of the table."""
    found = [toy_floor()]
    for name, numbers, usual in GAMES:
        found += [random_playouts(name, players) for players in numbers]
        found += [threaded_playouts(name, usual, threads) for threads in (1, 2)]
        found += [state_copy(name, usual)]
        found += [stepping(name, usual, listing) for listing in (False, True)]
        found += [cloning(name, usual)]
    return [*found, supply_search()]
