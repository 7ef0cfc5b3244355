"""``snowplay bench``: how fast this machine plays, as a ratio to a fixed loop timed in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer

from .._core import selftest
from .._core.playout import run
from .._version import __version__
from ..batch import default_threads, playouts
from ..games import Game
from ..rules import player_numbers
from . import common
from .common import AsJson, GameName, Settings, Variant

_TOY_STEPS = 4_000_000
_COPIES = 4_000_000
_REPEATS = 5


def bench(
    name: GameName,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="Number of players; all by default.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, max=60, metavar="S", help="Time for each measurement.")
    ] = 1.0,
    settings: Settings = None,
    variant: Variant = None,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of playouts, copies and moves from Python.

    The toy floor is a compiled loop that picks a set bit, draws twice, swaps two bytes and counts. Machines differ
    and are noisy; the ratio to the floor is what can be compared.
    """
    counts = player_numbers(name) if players is None else [players]
    games = [common.open_game(name, count, settings, variant) for count in counts]
    results = [_measure(game, seconds) for game in games]
    document = {
        "game": name,
        "package_version": __version__,
        "toy_floor_ns": min(result["toy_floor_ns"] for result in results),
        "threads": default_threads(),
        "results": results,
    }
    if as_json:
        common.print_json(document)
    else:
        _report(games[0], document)


def _best(work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of some runs, whose results must agree."""
    times = []
    answers = set()
    for _ in range(_REPEATS):
        start = time.perf_counter()
        answers.add(work())
        times.append(time.perf_counter() - start)
    if len(answers) != 1:
        raise RuntimeError(f"the same work gave different results: {answers}")
    return min(times)


def _measure(game: Game, seconds: float) -> dict[str, Any]:
    rows = np.zeros(200, game.row_dtype)
    once = _best(lambda: run(game.core, rows, 0, 0))
    rows = np.zeros(max(200, int(200 * seconds / _REPEATS / once)), game.row_dtype)
    # Side by side, so that both meet the machine in the same mood.
    floor = _best(lambda: selftest.toy_floor(_TOY_STEPS)) / _TOY_STEPS
    elapsed = _best(lambda: run(game.core, rows, 0, 0))
    floor = min(floor, _best(lambda: selftest.toy_floor(_TOY_STEPS)) / _TOY_STEPS)
    decisions = int(rows["decisions"].sum())
    many = len(rows) * default_threads()
    start = time.perf_counter()
    threaded = playouts(game, many)
    all_threads = time.perf_counter() - start
    if not np.array_equal(threaded[: len(rows)], rows):
        raise RuntimeError("threads changed the rows")
    per_decision = elapsed / decisions
    return {
        "players": game.players,
        "rules_hash": game.rules_hash,
        "games": len(rows),
        "decisions_per_game": decisions / len(rows),
        f"{game.front.length[0]}_per_game": float(rows[game.front.length[0]].mean()),
        "toy_floor_ns": 1e9 * floor,
        "ns_per_decision": 1e9 * per_decision,
        "floors_per_decision": per_decision / floor,
        "playouts_per_second": len(rows) / elapsed,
        "playouts_per_second_all_threads": many / all_threads,
        "state_bytes": game.core.state_size,
        "copy_ns": 1e9 * _best(lambda: selftest.copy_states(game.new_initial_state(0), _COPIES)) / _COPIES,
        "python": _python(game),
    }


def _python(game: Game) -> dict[str, float]:
    """Return nanoseconds of calls from Python, over a whole game."""
    start = game.new_initial_state(0)
    state = start.clone()
    moves = []
    while not state.is_terminal():
        moves.append(state.legal_actions()[-1])
        state.apply_action(moves[-1])
    final = state.raw()

    def step() -> bytes:
        state = start.clone()
        play = state.apply_action
        for move in moves:
            play(move)
        return state.raw()

    def legal_and_step() -> bytes:
        state = start.clone()
        play, legal = state.apply_action, state.legal_actions
        for move in moves:
            legal()
            play(move)
        return state.raw()

    def many(work: Callable[[], bytes]) -> Callable[[], bytes]:
        def repeated() -> bytes:
            for _ in range(200):
                result = work()
            return result

        return repeated

    if step() != final:
        raise RuntimeError("the same moves led to another position")
    calls = 200 * len(moves)

    def clones() -> int:
        clone = start.clone
        for _ in range(20_000):
            clone()
        return 0

    return {
        "apply_action_ns": 1e9 * _best(many(step)) / calls,
        "legal_actions_and_apply_action_ns": 1e9 * _best(many(legal_and_step)) / calls,
        "clone_ns": 1e9 * _best(clones) / 20_000,
    }


def _report(game: Game, document: dict[str, Any]) -> None:
    console = common.console()
    console.print(f"[bold cyan]{game.name}[/] · snowplay {__version__} · {document['threads']} threads")
    console.print(f"toy floor {document['toy_floor_ns']:.2f} ns a step\n")
    length = game.front.length[0]
    table = common.grid("Players", "Decisions", length.title(), "ns/decision", "x floor", "Playouts/s", "all threads")
    for result in document["results"]:
        table.add_row(
            str(result["players"]),
            f"{result['decisions_per_game']:.1f}",
            f"{result[f'{length}_per_game']:.1f}",
            f"{result['ns_per_decision']:.1f}",
            f"{result['floors_per_decision']:.2f}",
            f"{result['playouts_per_second']:,.0f}",
            f"{result['playouts_per_second_all_threads']:,.0f}",
        )
    console.print(table)
    console.print()
    table = common.grid("Players", "State bytes", "Copy ns", "apply_action", "legal + apply", "clone")
    for result in document["results"]:
        python = result["python"]
        table.add_row(
            str(result["players"]),
            str(result["state_bytes"]),
            f"{result['copy_ns']:.1f}",
            f"{python['apply_action_ns']:.0f} ns",
            f"{python['legal_actions_and_apply_action_ns']:.0f} ns",
            f"{python['clone_ns']:.0f} ns",
        )
    console.print(table)
