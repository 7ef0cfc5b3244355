"""Learn Snowdonia for two by masked PPO, then let the network guide a search. One file, to be read from top to bottom.

    python examples/ppo_snowdonia.py --out model.pt

One network plays both seats against itself; its games against random play tell how it gets on. It says of a position,
as the seat to move sees it, which move it would make (the policy) and what this seat may expect (the value). At the end
it is prior and evaluation of a search, which plays against the network alone and against a search without one.

What is rewarded, in 0 to 1, is half the win and half the lead in points: nearly every game then tells moves apart, also
while both sides play badly. The search counts the same (`SearchOptions.margin`).

Needs PyTorch (any recent one; the processor will do) besides snowplay.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import snowplay as sp
from snowplay.agents import Agent, SearchAgent
from snowplay.neural import NetworkAgent
from snowplay.search import SearchOptions
from snowplay.state_batch import SKIP
from snowplay.stats import wilson

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("this example needs PyTorch: pip install torch (https://pytorch.org tells which build fits your machine)")

MARGIN = 0.5  # part of the reward that is the lead in points
FULL_LEAD = 60  # points; a lead like this is all of that part
FORMAT = 1  # of the model file


# ---- the network ----


class Network(nn.Module):
    """Two hidden layers; logits of all actions and the value of the seat to move, 0 to 1.

    Parameters
    ----------
    cells : tensor of int64, shape (k,)
        The cells of an observation that it looks at; for two players many are always 0.
    actions, hidden : int
    """

    def __init__(self, cells: torch.Tensor, actions: int, hidden: int) -> None:
        super().__init__()
        self.register_buffer("cells", cells)
        self.body = nn.Sequential(nn.Linear(len(cells), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.zeros_(self.policy.weight)  # begin close to random play
        nn.init.zeros_(self.value.weight)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Of observations, float32 of shape (n, D), return logits (n, actions) and values (n,)."""
        seen = self.body(observations[:, self.cells])
        return self.policy(seen), torch.sigmoid(self.value(seen)[:, 0])

    @torch.no_grad()
    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Judge positions for `snowplay.neural`: what is not mine is the other's."""
        logits, values = self(torch.from_numpy(observations))
        return logits.numpy(), torch.stack([values, 1 - values], 1).numpy()


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
    """The policy over the legal actions."""
    return torch.distributions.Categorical(logits=logits.masked_fill(~masks, -1e9), validate_args=False)


def cells_in_use(game: sp.Game, seed: int) -> torch.Tensor:
    """The cells of an observation that are not always the same in random games."""
    batch = sp.StateBatch(game, 256, seed, autoreset="same_step")
    first = batch.observation[0].copy()
    varies = np.zeros(first.shape, bool)
    for _ in range(500):
        batch.step(batch.sample_actions())
        varies |= (batch.observation != first).any(axis=0)
    return torch.from_numpy(np.flatnonzero(varies))


def save(network: Network, path: Path) -> None:
    """Write the model to a temporary file, then rename it."""
    content = {"format": FORMAT, "hidden": network.value.in_features, "weights": network.state_dict()}
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        torch.save(content, file)
    os.replace(file.name, path)


def load(path: Path, game: sp.Game) -> Network:
    """Read a model; only tensors and plain values are taken from the file, never code."""
    content = torch.load(path, weights_only=True)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"{path}: not a model of this example, format {FORMAT}")
    network = Network(content["weights"]["cells"], game.num_distinct_actions(), content["hidden"])
    network.load_state_dict(content["weights"])
    return network


# ---- learning ----


def reward_of_seat_0(batch: sp.StateBatch) -> np.ndarray:
    """Reward of seat 0 in the games that have just ended, shape (n,); see the top of the file."""
    lead = np.clip(0.5 + (batch.scores[:, 0] - batch.scores[:, 1]) / (2 * FULL_LEAD), 0, 1)
    return (1 - MARGIN) * (1 + np.sign(batch.rewards[:, 0])) / 2 + MARGIN * lead


def train(network: Network, game: sp.Game, args: argparse.Namespace) -> None:
    """Masked PPO by self-play.

    Which seat is asked next follows no fixed order, and what one wins the other loses. So a game is one chain of
    decisions; values are turned to those of seat 0, and the advantages along the chain (GAE) back to those of whoever
    moved.
    """
    envs, steps = args.envs, args.steps
    batch = sp.StateBatch(game, envs, args.seed, autoreset="same_step", observe="current")
    optimizer = torch.optim.Adam(network.parameters(), lr=args.learning_rate, eps=1e-5)
    views = torch.zeros((steps, envs, *game.observation_tensor_shape()))
    masks = torch.zeros((steps, envs, game.num_distinct_actions()), dtype=torch.bool)
    actions = torch.zeros((steps, envs), dtype=torch.int64)
    log_probs = torch.zeros((steps, envs))
    values = torch.zeros((steps + 1, envs))  # of seat 0, as all that follows
    rewards = torch.zeros((steps, envs))
    ends = torch.zeros((steps, envs))
    mover = torch.zeros((steps, envs))  # 1 for seat 0, -1 for seat 1
    updates = max(1, args.decisions // (envs * steps))
    spent = -clocks()
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) / updates)
        # play
        for t in range(steps):
            views[t] = torch.from_numpy(batch.observation)
            masks[t] = torch.from_numpy(batch.legal_mask).bool()
            mover[t] = torch.from_numpy(1.0 - 2.0 * batch.current_player)
            with torch.no_grad():
                logits, value = network(views[t])
                policy = masked(logits, masks[t])
                actions[t] = policy.sample()
                log_probs[t] = policy.log_prob(actions[t])
            values[t] = torch.where(mover[t] > 0, value, 1 - value)
            batch.step(actions[t].numpy())
            ended = batch.terminated | batch.truncated
            ends[t] = torch.from_numpy(ended)
            rewards[t] = torch.from_numpy(np.where(ended, reward_of_seat_0(batch), 0.0))
        with torch.no_grad():
            value = network(torch.from_numpy(batch.observation))[1]
        values[steps] = torch.where(torch.from_numpy(batch.current_player == 0), value, 1 - value)
        # judge
        advantages = torch.zeros((steps, envs))
        following = torch.zeros(envs)
        for t in reversed(range(steps)):
            surprise = rewards[t] + values[t + 1] * (1 - ends[t]) - values[t]
            advantages[t] = following = surprise + args.trace * (1 - ends[t]) * following
        targets = values[:steps] + advantages
        targets = torch.where(mover > 0, targets, 1 - targets).clamp(0, 1).flatten()
        gains = (advantages * mover).flatten()
        # learn
        for _ in range(args.epochs):
            for chosen in torch.randperm(steps * envs).split(args.minibatch):
                logits, value = network(views.flatten(0, 1)[chosen])
                policy = masked(logits, masks.flatten(0, 1)[chosen])
                ratio = (policy.log_prob(actions.flatten()[chosen]) - log_probs.flatten()[chosen]).exp()
                gain = gains[chosen]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                surrogate = torch.min(ratio * gain, ratio.clamp(1 - args.clip, 1 + args.clip) * gain).mean()
                loss = (
                    nn.functional.mse_loss(value, targets[chosen]) * args.value_weight
                    - surrogate
                    - args.entropy * policy.entropy().mean()
                )
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimizer.step()
        # tell
        if update % args.every == 0 or update == updates:
            spent += clocks()
            rate = wilson(wins_against_random(network, game, args.games, args.seed + 1), args.games)
            print(
                f"{update * envs * steps:>9,} decisions  {spent[0]:5.1f} min ({spent[1]:.1f} of processor)  "
                f"wins against random {rate.value:6.1%} [{rate.low:.1%}, {rate.high:.1%}]  "
                f"entropy {policy.entropy().mean():.2f}",
                flush=True,
            )
            spent -= clocks()


def clocks() -> np.ndarray:
    """Minutes by the clock and of the processor; on a busy machine only the latter tell what learning costs."""
    return np.array([time.perf_counter(), time.process_time()]) / 60


def wins_against_random(network: Network, game: sp.Game, games: int, seed: int) -> int:
    """Play games in one batch against random play, in both seats, by the likeliest moves; returns how many are won."""
    batch = sp.StateBatch(game, games, seed, random_seats=[1], rotate=True, observe=0)
    seats = batch.seats_of(0)
    won = np.zeros(games, bool)
    while not batch.over.all():
        playing = np.flatnonzero(~batch.over)
        logits, _ = network.evaluate(batch.observation[playing], batch.legal_mask[playing])
        actions = np.full(games, SKIP)
        actions[playing] = np.where(batch.legal_mask[playing], logits, -np.inf).argmax(axis=1)
        batch.step(actions)
        won[playing] = batch.rewards[playing, seats[playing]] > 0
    return int(won.sum())


# ---- the network in the search ----


def match(game: sp.Game, first: str, second: str, args: argparse.Namespace, network: Network) -> None:
    """Play two kinds of player against each other on the same deals with seats exchanged, and print how it ended."""
    options = SearchOptions(iterations=args.iterations, puct=args.puct, margin=MARGIN)

    def player(kind: str, index: int, seat: int) -> Agent:
        if kind == "network":
            return NetworkAgent(network.evaluate, seed=args.seed, index=index, seat=seat)
        if kind == "network in search":
            return NetworkAgent(network.evaluate, options, batch=args.batch, seed=args.seed, index=index, seat=seat)
        return SearchAgent(args.seed, index, seat, iterations=args.iterations)

    won = 0
    start = time.perf_counter()
    for number in range(args.match_games):
        index, own = divmod(number, 2)
        state = game.new_initial_state(args.seed + 2, index=index)
        players = [player(first if seat == own else second, index, seat) for seat in range(2)]
        while not state.is_terminal():
            state.apply_action(players[state.current_player()].choose(state))
        won += state.returns()[own] > 0
    rate = wilson(won, args.match_games)
    print(
        f"{first} against {second}: {won} of {args.match_games}, {rate.value:.1%} [{rate.low:.1%}, {rate.high:.1%}]"
        f"  ({time.perf_counter() - start:.0f} s)",
        flush=True,
    )


def parse(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Learn Snowdonia by masked PPO, and search with the network.")
    add = parser.add_argument
    add("--seed", type=int, default=1)
    add("--decisions", type=int, default=120_000, help="decisions to learn from")
    add("--envs", type=int, default=64, help="games side by side")
    add("--steps", type=int, default=128, help="decisions of each game between two updates")
    add("--epochs", type=int, default=3)
    add("--minibatch", type=int, default=1024)
    add("--hidden", type=int, default=128)
    add("--learning-rate", type=float, default=1e-3)
    add("--trace", type=float, default=0.95, help="lambda of the advantages")
    add("--clip", type=float, default=0.2)
    add("--entropy", type=float, default=0.01)
    add("--value-weight", type=float, default=1.0)
    add("--every", type=int, default=2, help="updates between two evaluations")
    add("--games", type=int, default=400, help="games of an evaluation against random play")
    add("--match-games", type=int, default=100, help="games of each match at the end, 0 for none")
    add("--iterations", type=int, default=128, help="of the searches")
    add("--batch", type=int, default=16, help="positions the search has judged at once")
    add("--puct", type=float, default=1.0)
    add("--threads", type=int, default=torch.get_num_threads(), help="of PyTorch")
    add("--out", type=Path, help="where to write the model")
    add("--load", type=Path, help="play with this model, learn nothing")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Learn, and play."""
    args = parse(words)
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    game = sp.load_game("snowdonia", players=2)
    if args.load:
        network = load(args.load, game)
    else:
        network = Network(cells_in_use(game, args.seed), game.num_distinct_actions(), args.hidden)
        train(network, game, args)
        if args.out:
            save(network, args.out)
    rate = wilson(wins_against_random(network, game, 1000, args.seed + 3), 1000)
    print(f"network against random: {rate.value:.1%} [{rate.low:.1%}, {rate.high:.1%}] of 1000 games")
    if args.match_games:
        match(game, "network in search", "network", args, network)
        match(game, "network in search", "search", args, network)


if __name__ == "__main__":
    main()
