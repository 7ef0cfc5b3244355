"""Vectorized environments beside EnvPool's and Pgx's, in steps a second of one run.

`python bench/peers/vector_environments.py`

    --seconds S     time for each figure (default 2)
    --repeats N     figures taken in turn, the median is told (default 5)

EnvPool and Pgx (`pip install envpool pgx "jax[cpu]"`) are measured if they are installed, and named if not; nothing
else here needs them. Everything is counted in the processor's time of this process, all its threads together, so that a
figure is for one core; ours and EnvPool's run on one thread, XLA chooses for itself.

A step is one action of a learner in one environment. In our vectorized environment (`snowplay.envs.gymnasium`) it
includes what random opponents play up to the learner's next decision; in `StateBatch` and Pgx every seat's decision is
a step. Ours write an observation, a mask and rewards at each, resetting in the same step; actions are drawn from the
mask. EnvPool's games have no masks: it is given a row of random actions.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import snowplay as sp
from snowplay.envs.gymnasium import SnowplayVectorEnv


class Contestant(NamedTuple):
    """Something that steps."""

    name: str
    n: int
    view: str  # what an observation is
    step: Callable[[], object]  # one step of all n


def vector(game: sp.Game, n: int, dtype: str = "float32", copy: bool = False) -> Contestant:
    env = SnowplayVectorEnv(game, n, dtype=dtype, copy=copy, autoreset_mode="SameStep")
    env.reset(seed=1)
    draw, actions = env.learner.batch.sample_actions, np.zeros(n, np.int64)
    words = f"{game.observation_tensor_shape()[0]} {dtype}{', copied' if copy else ''}"

    return Contestant(f"snowplay, {game.name}, learner", n, words, lambda: env.step(draw(out=actions)))


def batch(game: sp.Game, n: int, dtype: str = "float32") -> Contestant:
    states = sp.StateBatch(game, n, 1, autoreset="same_step", dtype=dtype)
    actions = np.zeros(n, np.int64)
    words = f"{game.observation_tensor_shape()[0]} {dtype}"

    def step() -> object:
        return states.step(states.sample_actions(out=actions))

    return Contestant(f"snowplay, {game.name}, all seats", n, words, step)


def envpool(task: str, n: int) -> Contestant:
    import envpool as pool

    env: Any = pool.make_gymnasium(task, num_envs=n, num_threads=1, seed=1)
    first, _ = env.reset()
    random = np.random.default_rng(1)
    rows = [random.integers(0, env.action_space.n, n).astype(np.int32) for _ in range(64)]
    at = [0]

    def step() -> object:
        at[0] = (at[0] + 1) % len(rows)
        return env.step(rows[at[0]])

    per_entry = int(np.prod(np.shape(first)[1:]))
    return Contestant(f"EnvPool, {task}", n, f"{per_entry} {np.asarray(first).dtype}", step)


def pgx(name: str, n: int) -> Contestant:
    import jax
    import pgx as games
    from pgx.experimental.wrappers import auto_reset

    env: Any = games.make(name)
    start = jax.jit(jax.vmap(env.init))
    forward = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: Any, key: Any) -> Any:
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choice, logits, axis=-1)
        return forward(state, actions, jax.random.split(chance, n)), key

    held = [start(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)]

    def step() -> object:
        held[0], held[1] = play(*held)
        return held[0].observation.block_until_ready()

    view = held[0].observation
    return Contestant(f"Pgx, {name}", n, f"{int(np.prod(view.shape[1:]))} {view.dtype}", step)


def peers() -> list[Contestant]:
    """Those that are installed; what is missing is said on standard error."""
    found = []
    for maker, calls in (
        (envpool, [("Taxi-v3", 256), ("Taxi-v3", 1), ("Blackjack-v1", 256), ("Blackjack-v1", 1)]),
        (pgx, [("backgammon", 256), ("backgammon", 4096), ("backgammon", 1)]),
    ):
        for name, n in calls:
            try:
                found.append(maker(name, n))
            except ImportError as error:
                print(f"{maker.__name__} is not measured: {error}", file=sys.stderr)
                break
    return found


def timed(one: Contestant, seconds: float) -> float:
    """Steps a second of processor time, over so many seconds or a little more."""
    calls = max(1, 2000 // one.n)
    start = time.process_time()
    done = 0
    while time.process_time() - start < seconds:
        for _ in range(calls):
            one.step()
        done += calls * one.n
    return done / (time.process_time() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description="Vectorized environments beside EnvPool's and Pgx's.")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    contestants = []
    for game in (sp.load_game("snowdonia", 2), sp.load_game("acres")):
        contestants += [vector(game, 256), vector(game, 256, copy=True), vector(game, 256, "uint8"), vector(game, 1)]
        contestants += [batch(game, 256), batch(game, 256, "uint8"), batch(game, 1)]
    contestants += peers()
    for one in contestants:
        timed(one, asked.seconds / 10)  # compiled, and out of the first games' opening
    taken: list[list[float]] = [[] for _ in contestants]
    for _ in range(asked.repeats):
        for one, figures in zip(contestants, taken, strict=True):
            figures.append(timed(one, asked.seconds))
    print(f"{'':<36}{'batch':>6}  {'observation':<24}{'million steps a second':>24}{'(range)':>14}")
    for one, figures in zip(contestants, taken, strict=True):
        low, mid, high = (f / 1e6 for f in (min(figures), statistics.median(figures), max(figures)))
        spread = f"{low:.3f}-{high:.3f}"
        print(f"{one.name:<36}{one.n:>6}  {one.view:<24}{mid:>24.3f}{spread:>14}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
