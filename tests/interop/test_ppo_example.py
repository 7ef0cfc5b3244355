"""The example that learns Snowdonia, at toy size: it runs, tells what it reached, and its model can be read."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import snowplay as sp

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "ppo_snowdonia.py"
SIZES = {"envs": 16, "steps": 32, "decisions": 1024, "every": 1, "hidden": 32, "minibatch": 128, "games": 40}
TOY = ["--seed", "1", "--threads", "1", *(word for name, size in SIZES.items() for word in (f"--{name}", str(size)))]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo_snowdonia", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_whole_example_runs(example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "model.pt"
    match = ["--match-games", "1", "--iterations", "6", "--batch", "3"]
    example.main([*TOY, *match, "--out", str(path)])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["512", "1,024"]
    assert "wins against random" in lines[1]
    assert lines[2].startswith("network against random")
    assert lines[3].startswith("network in search against network: ")
    assert lines[4].startswith("network in search against search: ")
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.pt"]
    # the same model plays the same games
    example.main(["--load", str(path), "--seed", "1", "--match-games", "0", "--threads", "1"])
    assert capsys.readouterr().out.splitlines() == lines[2:3]


def network(example: ModuleType, seed: int = 1, hidden: int = 32) -> tuple[Any, sp.Game]:
    torch.manual_seed(seed)
    game = sp.load_game("snowdonia", 2)
    return example.Network(example.cells_in_use(game, 1), game.num_distinct_actions(), hidden), game


def test_values_and_rewards_are_of_whom_they_should_be(example: ModuleType) -> None:
    """What seat 0 is rewarded with is half its win and half its lead; what is not one seat's value is the other's."""
    net, game = network(example)
    batch = sp.StateBatch(game, 64, 3, autoreset="same_step", observe="current")
    seen = 0
    while seen < 64:
        ended = batch.step(batch.sample_actions())
        seen += ended
        if ended:
            chosen = batch.terminated
            reward = example.reward_of_seat_0(batch)[chosen]
            lead = (batch.scores[:, 0] - batch.scores[:, 1])[chosen]
            won = batch.rewards[chosen, 0] > 0
            expected = 0.5 * won + 0.5 * np.clip(0.5 + lead / 120, 0, 1)
            assert reward == pytest.approx(expected)
    logits, values = net.evaluate(batch.observation, batch.legal_mask)
    assert logits.shape == batch.legal_mask.shape and values.shape == (64, 2)
    assert values.sum(axis=1) == pytest.approx(1)


def test_the_same_seed_learns_the_same(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    before, game = network(example)
    args = example.parse([*TOY, "--decisions", "512", "--games", "4"])
    nets = [network(example)[0] for _ in range(2)]
    for net in nets:
        torch.manual_seed(1)
        example.train(net, game, args)
    assert capsys.readouterr().out.count("wins against random") == 2
    for old, one, two in zip(before.parameters(), nets[0].parameters(), nets[1].parameters(), strict=True):
        assert torch.isfinite(one).all()
        assert not torch.equal(old, one)
        assert torch.equal(one, two)


def test_what_is_no_model_is_told(example: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "other.pt"
    torch.save({"weights": {}}, path)
    with pytest.raises(ValueError, match="not a model of this example"):
        example.load(path, sp.load_game("snowdonia", 2))


def test_only_legal_moves_have_a_chance(example: ModuleType) -> None:
    masks = torch.tensor([[True, False, True], [False, True, False]])
    chances = example.masked(torch.tensor([[0.0, 50.0, 0.0], [-50.0, 0.0, 50.0]]), masks).probs
    assert chances.tolist() == [[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]
