"""The evaluation of A Few Acres of Snow, learnt from games (src/snowplay/acres/evaluation.npy).

    python tools/train_evaluation.py --games 100000 --search-games 2000 --seed 1 --out FILE

Positions come from games of heuristic players with several habits, surer and less sure, who now and then do anything
at all, and from games of searches (with the evaluation there is now) against each other and against the scripted
plans. A small network with one hidden layer learns from them how likely the British are to win: logistic loss, Adam,
plain numpy.

One search game in twenty is kept back to tell how well it does. With one version of numpy, its linear algebra library
and one kind of machine the result is a function of the arguments.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from tune_habits import PLANS, core_with, habits_of_plan

import snowplay as sp
from snowplay._core.acres.game import NETWORK_DTYPE
from snowplay._core.learn import features, positions
from snowplay.acres.cards import BRITISH, FRENCH
from snowplay.acres.habits import HABITS
from snowplay.files import replacing

#: What heuristic players may be like, and how sure.
HEATS = (1.5, 3.0, 8.0)
PER_GAME = 8
EXPLORE = 0.08
#: Agents of the search games, and the share of their decisions that are learnt from and that are made at random.
SEARCHES = ("ismcts:iterations=150,cutoff=0,puct=0.4", "ismcts:iterations=400,cutoff=0,puct=0.4")
KEPT = 0.35
NOISE = (0.0, 0.02, 0.06)
HIDDEN = 16
BATCH = 512
RATE = 3e-3

Data = tuple[np.ndarray, np.ndarray]


def heuristic_positions(games: int, seed: int) -> Data:
    """Return features and whether the British won, from games of heuristic players."""
    draw = random.Random(seed)
    pools = {side: [HABITS[side], HABITS[side], *map(habits_of_plan, PLANS[side])] for side in (BRITISH, FRENCH)}
    found = []
    pairs = [(british, french) for british in pools[BRITISH] for french in pools[FRENCH] for _ in HEATS]
    for number, (british, french) in enumerate(pairs):
        sides = {BRITISH: british, FRENCH: french}
        warmed = {side: replace(habits, heat=draw.choice(HEATS)) for side, habits in sides.items()}
        found.append(positions(core_with(warmed), seed + number, 0, max(1, games // len(pairs)), PER_GAME, EXPLORE))
    return np.concatenate([x for x, _ in found]), np.concatenate([y[:, BRITISH] > 0 for _, y in found]).astype(
        np.float32
    )


def search_positions(games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return features, whether the British won, and the number of the game, from games of searches and plans."""
    game = sp.load_game("acres")
    draw = random.Random(seed)
    names = {side: [*SEARCHES, *SEARCHES, *(plan.name for plan in PLANS[side])] for side in (BRITISH, FRENCH)}
    rows: list[np.ndarray] = []
    won: list[float] = []
    of_game: list[int] = []
    for index in range(games):
        agents = [sp.make_agent(draw.choice(names[s]), seed=seed, index=index, seat=s) for s in (BRITISH, FRENCH)]
        state = game.new_initial_state(seed=seed, index=index)
        noise = draw.choice(NOISE)
        begin = len(rows)
        while not state.is_terminal():
            actions = state.legal_actions()
            if len(actions) > 1 and draw.random() < KEPT:
                rows.append(features(state))
            if len(actions) > 1 and draw.random() >= noise:
                state.apply_action(agents[state.current_player()].choose(state))
            else:
                state.apply_action(draw.choice(actions))
        won += [float(state.returns()[BRITISH] > 0)] * (len(rows) - begin)
        of_game += [index] * (len(rows) - begin)
        if index % 100 == 99:
            print(f"{index + 1} of {games} search games", file=sys.stderr)
    return np.array(rows, np.float32), np.array(won, np.float32), np.array(of_game)


class Network:
    """One hidden layer of rectified units beside a linear part."""

    def __init__(self, width: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.weights = {
            "first": draw.normal(0, 0.16, (width, HIDDEN)),
            "first_bias": np.zeros(HIDDEN),
            "second": draw.normal(0, 0.1, HIDDEN),
            "direct": np.zeros(width),
            "second_bias": np.zeros(1),
        }
        self.weights = {name: value.astype(np.float32) for name, value in self.weights.items()}
        self._mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._square = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._steps = 0

    def _forward(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        w = self.weights
        hidden = np.maximum(x @ w["first"] + w["first_bias"], 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ w["second"] + x @ w["direct"] + w["second_bias"])))

    def loss(self, x: np.ndarray, y: np.ndarray) -> float:
        """Return the mean logistic loss in nats."""
        p = np.clip(self._forward(x)[1], 1e-6, 1 - 1e-6)
        return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())

    def step(self, x: np.ndarray, y: np.ndarray, rate: float) -> None:
        """Take a step of Adam."""
        w = self.weights
        hidden, p = self._forward(x)
        error = ((p - y) / len(y)).astype(np.float32)
        back = np.outer(error, w["second"]) * (hidden > 0)
        slopes = {
            "first": x.T @ back + 1e-5 * w["first"],
            "first_bias": back.sum(0),
            "second": hidden.T @ error,
            "direct": x.T @ error + 1e-5 * w["direct"],
            "second_bias": error.sum(keepdims=True),
        }
        self._steps += 1
        for name, slope in slopes.items():
            self._mean[name] = 0.9 * self._mean[name] + 0.1 * slope
            self._square[name] = 0.999 * self._square[name] + 0.001 * slope**2
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            w[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def record(self) -> np.ndarray:
        """Return the weights as the core reads them."""
        record = np.zeros((), NETWORK_DTYPE)
        for name, value in self.weights.items():
            record[name] = value[0] if name == "second_bias" else value
        return record


def batches(count: int, epochs: int, seed: int) -> Iterator[tuple[np.ndarray, float]]:
    """Yield the rows of each batch and the rate of its step, which falls along a cosine."""
    draw = np.random.default_rng(seed)
    steps = epochs * (count // BATCH)
    for step in range(steps):
        if step % (count // BATCH) == 0:
            order = draw.permutation(count)
        at = step % (count // BATCH) * BATCH
        yield order[at : at + BATCH], RATE * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5


def train(parts: Sequence[Data], kept_back: Data | None, epochs: int, seed: int) -> Network:
    """Return a network that has learnt from all parts."""
    x, y = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    net = Network(x.shape[1], seed)
    for rows, rate in batches(len(x), epochs, seed):
        net.step(x[rows], y[rows], rate)
    print(f"{len(x):,} positions, loss {net.loss(x, y):.4f}")
    if kept_back is not None:
        mean = kept_back[1].mean()
        base = -(mean * np.log(mean) + (1 - mean) * np.log(1 - mean))
        print(f"{len(kept_back[0]):,} positions of other search games, loss {net.loss(*kept_back):.4f}")
        print(f"by their mean alone {base:.4f}")
    return net


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="games of heuristic players")
    parser.add_argument("--search-games", type=int, default=2000)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    parts = [heuristic_positions(args.games, args.seed)]
    kept_back = None
    if args.search_games:
        x, y, number = search_positions(args.search_games, args.seed)
        learn = number % 20 != 0
        parts.append((x[learn], y[learn]))
        kept_back = (x[~learn], y[~learn])
    net = train(parts, kept_back, args.epochs, args.seed)
    with replacing(args.out) as part, part.open("wb") as file:
        np.save(file, net.record())


if __name__ == "__main__":
    main()
