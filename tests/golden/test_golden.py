"""The behaviour of every game is as recorded: playthroughs as text, one hash over many games.

After a change of rules: `python tools/regen_golden.py`, read the difference, and say in the changelog what changed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import regen_golden as golden

import snowplay as sp

GAMES = [(name, players) for name in sp.registered_games() for players in golden.player_counts(name)]
SIGNED = [(name, players, option) for name, players in GAMES for option in ("default", *golden.other_values(name))]
ADVICE = "if the rules were meant to change: python tools/regen_golden.py"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_playthrough(name: str, players: int) -> None:
    path = golden.GOLDEN / f"{name}-{players}p.txt"
    assert path.exists(), f"{path.name} is missing: python tools/regen_golden.py"
    recorded = path.read_text(encoding="utf-8").splitlines()
    played = golden.playthrough(sp.load_game(name, players)).splitlines()
    for number, (old, new) in enumerate(zip(recorded, played, strict=False), 1):
        assert new == old, f"{path.name}, line {number} ({ADVICE})"
    assert len(played) == len(recorded), f"{path.name} has another length ({ADVICE})"


@pytest.mark.parametrize(("name", "players", "option"), SIGNED)
def test_signature(name: str, players: int, option: str) -> None:
    recorded = tomllib.loads((golden.GOLDEN / "signatures.toml").read_text(encoding="utf-8"))
    values = {} if option == "default" else {option: golden.other_values(name)[option]}
    assert golden.signature(sp.load_game(name, players, **values)) == recorded[name][str(players)][option], ADVICE


def test_no_file_is_left_over() -> None:
    names = {f"{name}-{players}p.txt" for name, players in GAMES} | {"signatures.toml", Path(__file__).name}
    assert {path.name for path in golden.GOLDEN.iterdir() if path.is_file()} == names


def test_a_playthrough_is_a_row_of_the_playouts() -> None:
    for name, players in GAMES:
        game = sp.load_game(name, players)
        row = sp.playouts(game, 1, seed=golden.SEED)[0]
        last = (golden.GOLDEN / f"{name}-{players}p.txt").read_text(encoding="utf-8").splitlines()[-players:]
        assert [int(line.split()[2]) for line in last] == row["score"][:players].tolist()
