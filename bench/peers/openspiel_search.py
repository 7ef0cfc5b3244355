"""Search beside OpenSpiel's, in applied actions a second of one run: `python bench/peers/openspiel_search.py`.

    --seconds S     time for each figure (default 3)
    --repeats N     figures taken in turn, the median is told (default 5)

Needs open_spiel (`pip install open_spiel==2.0.2`), which nothing else here does. Actions are counted alike on both
sides: players' decisions, and once more with the outcomes of chance, which OpenSpiel applies one by one and we draw in
the course of a move. OpenSpiel does not count what it applies, so its figure is simulations times the mean number of
actions from the searched position to the end of the game in uniformly random play: a simulation goes to the end either
way. We count decisions exactly and take the draws for each decision from the same kind of random games.
Everything is measured on one thread in the processor's time of this process.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import snowplay as sp
from snowplay._core.search import NODE_BYTES, SearchTree
from snowplay.search import Search, SearchOptions

ITERATIONS = 1000


class Contestant(NamedTuple):
    """A search to be measured."""

    name: str
    decisions: float  # to the end of a random game
    length: float  # with outcomes of chance
    work: Callable[[], float]  # searches once; returns the decisions applied


def timed(work: Callable[[], float], seconds: float) -> float:
    """Actions applied a second of processor time, over so many seconds or a little more."""
    start = time.process_time()
    done = 0.0
    while time.process_time() - start < seconds:
        done += work()
    return done / (time.process_time() - start)


def random_length(state: Any, games: int = 300) -> tuple[float, float]:
    """Mean decisions, and decisions with outcomes of chance, to the end in uniformly random play."""
    rng = random.Random(1)
    decisions = draws = 0
    for _ in range(games):
        copy = state.clone()
        while not copy.is_terminal():
            if copy.is_chance_node():
                outcomes, weights = zip(*copy.chance_outcomes(), strict=True)
                copy.apply_action(rng.choices(outcomes, weights)[0])
                draws += 1
            else:
                copy.apply_action(rng.choice(copy.legal_actions()))
                decisions += 1
    return decisions / games, (decisions + draws) / games


def dealt(spiel: Any, name: str, decisions: int) -> Any:
    """A position so many decisions into a random game of OpenSpiel's."""
    state = spiel.load_game(name).new_initial_state()
    rng = random.Random(3)
    while state.is_chance_node() or decisions > 0:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions -= 1
    return state


def spiel_mcts(spiel: Any, name: str) -> Contestant:
    state = dealt(spiel, name, 4)
    decisions, length = random_length(state)
    evaluator = spiel.RandomRolloutEvaluator(1, 7)
    bot = spiel.MCTSBot(
        state.get_game(), evaluator, 1.4, ITERATIONS, 1000, False, 7, False, spiel.ChildSelectionPolicy.UCT
    )

    def work() -> float:
        bot.mcts_search(state)
        return ITERATIONS * decisions

    return Contestant(f"OpenSpiel MCTS, {name}", decisions, length, work)


def spiel_ismcts(spiel: Any, name: str) -> Contestant:
    state = dealt(spiel, name, 6)
    decisions, length = random_length(state)
    evaluator = spiel.RandomRolloutEvaluator(1, 7)
    policy = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = spiel.ISMCTSBot(7, evaluator, 1.4, ITERATIONS, -1, policy, False, False)

    def work() -> float:
        bot.step(state.clone())
        return ITERATIONS * decisions

    return Contestant(f"OpenSpiel ISMCTS, {name}", decisions, length, work)


def ours(name: str, players: int) -> Contestant:
    state = sp.load_game(name, players).new_initial_state(1)
    explicit = state.game.new_initial_state(1, explicit_chance=True)
    while explicit.is_chance_node():
        explicit.apply_action(explicit.chance_outcomes()[0][0])
    decisions, length = random_length(explicit, 100)
    tree = SearchTree(state.game.core, state.current_player())

    def work() -> float:
        tree.begin(state, 7)
        tree.run(ITERATIONS)
        return tree.applied

    return Contestant(f"snowplay ISMCTS, {name} {players} players", decisions, length, work)


def threads(name: str, players: int, count: int, seconds: float) -> float:
    """Iterations a second of wall time with four trees on some threads."""
    state = sp.load_game(name, players).new_initial_state(1)
    options = SearchOptions(iterations=None, seconds=seconds, trees=4, threads=count)
    result = Search(state.game, state.current_player(), options).search(state, 5)
    return result.iterations / result.seconds


def main() -> int:
    parser = argparse.ArgumentParser(description="Search beside OpenSpiel's.")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    contestants = [ours("snowdonia", 2), ours("snowdonia", 3), ours("acres", 2)]
    try:
        import pyspiel
    except ImportError:
        print("open_spiel is not installed: only our own figures follow", file=sys.stderr)
    else:
        contestants += [spiel_mcts(pyspiel, "crazy_eights"), spiel_ismcts(pyspiel, "euchre")]
    taken: dict[str, list[float]] = {one.name: [] for one in contestants}
    for _ in range(asked.repeats):
        for one in contestants:
            taken[one.name].append(timed(one.work, asked.seconds))
    print(f"{'':<36}{'to the end':>20}{'million applied a second':>34}")
    print(f"{'':<36}{'decisions':>11}{'+ chance':>9}{'decisions':>11}{'(range)':>14}{'+ chance':>9}")
    for one in contestants:
        figures = taken[one.name]
        low, mid, high = (f / 1e6 for f in (min(figures), statistics.median(figures), max(figures)))
        spread = f"{low:.2f}-{high:.2f}"
        both = mid * one.length / one.decisions
        print(f"{one.name:<36}{one.decisions:>11.0f}{one.length:>9.0f}{mid:>11.2f}{spread:>14}{both:>9.2f}")
    print(f"\nbytes a node: {NODE_BYTES}")
    for name, players in (("snowdonia", 2), ("acres", 2)):
        gains = [threads(name, players, 2, asked.seconds) / threads(name, players, 1, asked.seconds) for _ in range(3)]
        print(f"two threads against one, {name}: {statistics.median(gains):.2f} times the iterations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
