"""Matches: who meets whom, what comes out, and the ratings."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import snowplay as sp
from snowplay.agents import AGENTS, AgentError, AgentKind, RandomAgent, agents_of, check_agent
from snowplay.analysis import pair_table, rating_table
from snowplay.analysis.ratings import ELO, Meeting, fit
from snowplay.arena import match_experiment, split_agents
from snowplay.cli.app import app
from snowplay.stats import wilson


def test_agents_are_split_at_the_commas_between_them() -> None:
    text = "random, ismcts:iterations=400,trees=2,greedy,flat:iterations=5,ismcts:seconds=1"
    assert split_agents(text) == [
        "random",
        "ismcts:iterations=400,trees=2",
        "greedy",
        "flat:iterations=5",
        "ismcts:seconds=1",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rendom", "unknown agent 'rendom'.*did you mean 'random'"),
        ("ismcts:iteration=4", "no parameter 'iteration'.*did you mean 'iterations'"),
        ("ismcts:iterations", "write iterations=VALUE"),
        ("ismcts:iterations=many", "must be a whole number, not 'many'"),
        ("ismcts:iterations=0", "at least 1"),
        ("ismcts:trees=2,trees=3", "given twice"),
        ("greedy:samples=0", "at least 1"),
        ("random:x=1", "no parameter 'x'; there is none"),
    ],
)
def test_wrong_agents_are_told(text: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        check_agent(text)


def test_every_agent_can_be_made_and_says_what_it_does() -> None:
    for game in sp.registered_games():
        for name in agents_of(game):
            assert callable(check_agent(name, game))
            assert AGENTS[name].help


def test_two_players_exchange_seats() -> None:
    asked = match_experiment(sp.load_game("snowdonia", 2), ["random", "greedy", "flat"], 11, seed=5)
    assert [arm["agents"] for arm in asked["arm"]] == [["random", "greedy"], ["random", "flat"], ["greedy", "flat"]]
    settings = asked["experiment"]
    assert (settings["rotate"], settings["games"], settings["seed"]) == ("paired", 12, 5)
    sp.load_experiment(asked)


def test_more_players_meet_tables_of_one_kind() -> None:
    asked = match_experiment(sp.load_game("snowdonia", 4), ["random", "greedy"], 8)
    assert [arm["agents"] for arm in asked["arm"]] == [["random"] + ["greedy"] * 3, ["greedy"] + ["random"] * 3]
    assert asked["experiment"]["rotate"] == "paired"


def test_agents_meet_the_opponents_they_are_given() -> None:
    game = sp.load_game("snowdonia", 2)
    asked = match_experiment(game, ["greedy", "flat"], 8, against=["random", "flat"])
    assert [arm["agents"] for arm in asked["arm"]] == [["greedy", "random"], ["greedy", "flat"], ["flat", "random"]]
    asked = match_experiment(sp.load_game("snowdonia", 3), ["greedy"], 9, against=["random"])
    assert [arm["agents"] for arm in asked["arm"]] == [["greedy", "random", "random"]]
    sp.load_experiment(asked)
    asked = match_experiment(sp.load_game("acres"), ["greedy"], 5, against=["french_raider", "halifax_hammer"])
    assert [arm["agents"] for arm in asked["arm"]] == [["greedy", "french_raider"], ["halifax_hammer", "greedy"]]
    # whoever is in both lists meets each of the others once
    asked = match_experiment(game, ["greedy", "flat"], 8, against=["greedy", "flat"])
    assert [arm["agents"] for arm in asked["arm"]] == [["greedy", "flat"]]
    asked = match_experiment(
        sp.load_game("acres"), ["greedy", "halifax_hammer"], 8, against=["greedy", "halifax_hammer"]
    )
    assert [arm["agents"] for arm in asked["arm"]] == [["halifax_hammer", "greedy"]]
    with pytest.raises(AgentError, match="does not play against itself"):
        match_experiment(game, ["greedy"], 8, against=["greedy"])
    with pytest.raises(AgentError, match="twice"):
        match_experiment(game, ["greedy"], 8, against=["random", "random"])


def test_agents_of_one_side_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "redcoat", AgentKind("redcoat", RandomAgent, "x", game="acres", seat=0))
    monkeypatch.setitem(AGENTS, "bluecoat", AgentKind("bluecoat", RandomAgent, "x", game="acres", seat=1))
    game = sp.load_game("acres")
    asked = match_experiment(game, ["redcoat", "bluecoat", "random"], 5)
    assert [arm["agents"] for arm in asked["arm"]] == [
        ["redcoat", "bluecoat"],
        ["redcoat", "random"],
        ["random", "bluecoat"],
    ]
    assert (asked["experiment"]["rotate"], asked["experiment"]["games"]) == ("none", 5)
    monkeypatch.setitem(AGENTS, "other", AgentKind("other", RandomAgent, "x", game="acres", seat=0))
    with pytest.raises(AgentError, match="same side"):
        match_experiment(game, ["redcoat", "other"], 5)
    for agents, words in ((["random"], "two agents or more"), (["random", "random"], "twice")):
        with pytest.raises(AgentError, match=words):
            match_experiment(game, agents, 5)
    with pytest.raises(AgentError, match="two players"):
        match_experiment(sp.load_game("snowdonia", 1), ["random", "greedy"], 5)


def test_a_match_counts_the_wins_of_its_rows(tmp_path: Path) -> None:
    game = sp.load_game("snowdonia", 2)
    run = sp.run(match_experiment(game, ["random", "greedy"], 30, seed=2), tmp_path / "run")
    frame = run.frame(run.arms[0], ["winner", "rotation", "deal"])
    won = sum((winner + turn) % 2 == 1 for winner, turn, _ in frame.iter_rows())
    (row,) = pair_table(run).rows
    assert row[:4] == ("random", "greedy", 30, 30 - won)
    assert row[4] == wilson(30 - won, 30)
    ratings = {name: rating.value for name, _, rating in rating_table(run).rows}
    assert ratings["greedy"] - ratings["random"] == pytest.approx(ELO * math.log((won + 0.5) / (30 - won + 0.5)))


def test_ratings_are_found_again() -> None:
    """Expected wins of known strengths, two and more to a table."""
    true = np.array([1.5, 0.2, -0.4, -1.3])
    names = ["a", "b", "c", "d"]
    found = []
    for i, first in enumerate(names):
        for j, second in enumerate(names):
            if i != j:
                seats = (1, 1) if i < j else (1, 3)
                p = seats[0] * math.exp(true[i]) / (seats[0] * math.exp(true[i]) + seats[1] * math.exp(true[j]))
                found.append(Meeting(first, second, seats, (1e6 * p, 1e6 * (1 - p))))
    theta, covariance = fit(found, names)
    assert theta == pytest.approx(true - true.mean(), abs=1e-4)
    assert np.sqrt(np.diag(covariance)).max() < 0.002


def test_intervals_of_ratings_cover() -> None:
    rng = np.random.default_rng(3)
    inside = tried = 0
    for _ in range(300):
        meetings = []
        for i, j in ((0, 1), (0, 2), (1, 2)):
            wins = rng.binomial(100, 1 / (1 + math.exp(0.5 * (i - j))))
            meetings.append(Meeting("abc"[i], "abc"[j], (1, 1), (wins, 100 - wins)))
        theta, covariance = fit(meetings, ["a", "b", "c"])
        for place, true in enumerate((0.5, 0.0, -0.5)):
            tried += 1
            inside += abs(theta[place] - true) < 1.96 * math.sqrt(covariance[place, place])
    assert 0.92 < inside / tried < 0.98


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["match", "snowdonia", "--agents", "random,greedy", "--games", "10", "--seed", "1", "--out", "m"]
    first = CliRunner().invoke(app, [*words, "--json"])
    assert first.exit_code == 0, first.output
    facts = json.loads(first.stdout)
    assert facts["complete"]
    assert facts["games_played"] == 10
    assert {entry["agent"] for entry in facts["moves_now"]} == {"random", "greedy"}
    again = CliRunner().invoke(app, words)
    assert again.exit_code == 0, again.output
    assert "Agents against each other" in again.output or "against" in again.output
    facts_again = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert facts_again["games_played"] == 0
    assert facts_again["pairs"] == facts["pairs"]
    one_way = [*words[:-1], "one", "--against", "greedy", "--agents", "random,greedy", "--json"]
    done = json.loads(CliRunner().invoke(app, one_way).stdout)
    assert done["pairs"]["rows"] == facts["pairs"]["rows"]  # the same arm
    for wrong in (["--agents", "random"], ["--agents", "random,nobody"], ["--engine", "cloud"]):
        bad = CliRunner().invoke(app, [*words, *wrong])
        assert bad.exit_code == 2, bad.output
