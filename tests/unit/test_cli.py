"""The program as its users meet it: in a process of its own, with exit codes, files, pipes and signals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import snowplay as sp

PROGRAM = [sys.executable, "-m", "snowplay"]


def snowplay(*arguments: str | Path, text: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the program, off a terminal, and check its exit code and that it never shows a traceback."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


def complaint(*arguments: str | Path) -> str:
    """Run the program with bad input; returns the one line it complains in."""
    done = snowplay(*arguments, code=2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("snowplay: ")
    return line


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.json"
    game = sp.load_game("snowdonia", players=2)
    sp.write_record(sp.record_game(game, 3, ["random", "random"]), path)
    return path


# ---- simulate ----


def test_simulate_prints_a_readable_report() -> None:
    out = snowplay("simulate", "snowdonia", "--players", "4", "--games", "600", "--seed", "3").stdout
    assert max(map(len, out.splitlines())) <= 80
    game = sp.load_game("snowdonia", players=4)
    rows = sp.playouts(game, 600, seed=3)
    for words in (
        f"rules {game.rules_hash} · seed 3",
        "games/s",
        f"{rows['decisions'].sum():,} decisions",
        "Tied first",
        "How games ended",
    ):
        assert words in out
    mean = rows["score"][:, 0].mean()
    wins = 100 * (rows["winner"] == 0).mean()
    assert re.search(rf"^0 +{mean:.2f} +± \d\.\d\d +[\d.]+ +{wins:.2f} % +\d+\.\d\d - \d+\.\d\d ", out, re.M)


def test_simulate_of_the_solo_game() -> None:
    out = snowplay("simulate", "snowdonia", "--players", "1", "--games", "200", "--set", "solo_train=4").stdout
    assert "with solo_train=4" in out
    assert "Wins" not in out


def test_json_is_one_document() -> None:
    done = snowplay("simulate", "snowdonia", "--games", "500", "--seed", "9", "--json", "--set", "thin_fog=true")
    document = json.loads(done.stdout)
    game = sp.load_game("snowdonia", thin_fog=True)
    rows = sp.playouts(game, 500, seed=9)
    assert document["rules_hash"] == game.rules_hash
    assert document["options"]["thin_fog"] is True
    assert (document["games"], document["seed"], document["interrupted"]) == (500, 9, False)
    assert document["seats"][1]["score"]["value"] == pytest.approx(rows["score"][:, 1].mean())
    assert sum(seat["wins"]["count"] for seat in document["seats"]) == 500
    assert sum(end["count"] for end in document["end_reasons"]) == 500
    assert document["peak_rss_bytes"] is None or document["peak_rss_bytes"] > 2**20
    assert done.stderr == ""


def test_json_of_a_single_game_has_no_impossible_numbers() -> None:
    document = json.loads(snowplay("simulate", "snowdonia", "--games", "1", "--json").stdout)
    assert document["seats"][0]["score"]["sd"] is None


@pytest.mark.parametrize("ending", ["csv", "npz", "parquet"])
def test_files_are_the_same_for_any_number_of_threads(tmp_path: Path, ending: str) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    for threads in ("1", "2"):
        out = tmp_path / f"{threads}.{ending}"
        done = snowplay("simulate", "snowdonia", "--games", "1500", "--threads", threads, "--out", out)
        assert f"rows written to {out}" in done.stdout.replace("\n", "")
    assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"2.{ending}").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_tells_how_many_games_were_done(tmp_path: Path, as_json: bool) -> None:
    out = tmp_path / "rows.npz"
    arguments = ["simulate", "snowdonia", "--games", "50000000", "--out", str(out), *(["--json"] if as_json else [])]
    process = subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    while not list(tmp_path.iterdir()):  # its temporary file shows that it has begun
        time.sleep(0.02)
    time.sleep(0.5)
    start = time.perf_counter()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=20)
    assert time.perf_counter() - start < 1.5
    assert process.returncode == 1
    match = re.fullmatch(
        rf"snowplay: interrupted after ([\d,]+) of 50,000,000 games; nothing was written to {re.escape(str(out))}\n",
        stderr,
    )
    assert match, stderr
    done = int(match[1].replace(",", ""))
    assert list(tmp_path.iterdir()) == []
    if as_json and stdout:
        document = json.loads(stdout)
        assert (document["games"], document["interrupted"]) == (done, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "snowdon"], "did you mean 'snowdonia'"),
        (["simulate", "snowdonia", "--players", "6"], "a whole number from 1 to 5"),
        (["simulate", "snowdonia", "--set", "thn_fog=true"], "did you mean 'thin_fog'"),
        (["simulate", "snowdonia", "--set", "thin_fog=maybe"], "true or false"),
        (["simulate", "snowdonia", "--set", "thin_fog"], "write OPTION=VALUE"),
        (["simulate", "snowdonia", "--variant", "nowhere.toml"], "nowhere.toml: there is no such file"),
        (["simulate", "snowdonia", "--policy", "randm"], "did you mean 'random'"),
        (["simulate", "snowdonia", "--out", "rows.txt"], "must end in .csv, .npz or .parquet"),
        (["simulate", "snowdonia", "--out", "nowhere/rows.csv"], "nowhere/rows.csv: No such file or directory"),
        (["play", "snowdonia", "--seats", "human,robot"], "'robot' cannot play; there is human, random"),
        (["play", "snowdonia", "--seats", "human", "--players", "3"], "1 given for 3 players"),
        (["verify", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["replay", "nowhere.json"], "nowhere.json: No such file or directory"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: list[str], words: str) -> None:
    assert words in complaint(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [["simulate"], ["nonsense"], ["simulate", "snowdonia", "--games", "0"], ["simulate", "snowdonia", "--seed", "-1"]],
)
def test_bad_usage_is_exit_code_2(arguments: list[str]) -> None:
    assert snowplay(*arguments, code=2).stderr


def test_a_wrong_variant_names_the_entry(tmp_path: Path) -> None:
    path = tmp_path / "dear.toml"
    path.write_text('contracts.20.score.vp = "many"\n', encoding="utf-8")
    assert "contracts.20.score.vp: found 'many'" in complaint("simulate", "snowdonia", "--variant", path)


def test_version_and_help() -> None:
    assert snowplay("--version").stdout == f"snowplay {sp.__version__}\n"
    listed = snowplay("--help").stdout
    for command in ("simulate", "play", "bench", "perft", "replay", "verify", "rules"):
        assert f" {command} " in listed
    assert "--threads" in snowplay("simulate", "--help").stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes as on POSIX")
def test_a_reader_that_leaves_is_no_trouble() -> None:
    with subprocess.Popen(
        [*PROGRAM, "rules", "snowdonia"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(20) == 1


# ---- play ----


def test_random_seats_play_the_game_of_the_batch(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ["--seats", "random,random,random", "--seed", "5", "--index", "2", "--record", str(path)]
    out = snowplay("play", "snowdonia", *arguments).stdout
    row = sp.playouts(sp.load_game("snowdonia"), 3, seed=5)[2]
    record = sp.read_record(path)
    assert record.scores == row["score"][:3].tolist()
    assert re.search(rf"^{row['winner']} .* {row['score'][row['winner']]} +wins", out, re.M)
    assert "round 1" in out and "place labourer: " in out


def test_a_human_plays_by_number_notation_and_words(tmp_path: Path) -> None:
    path, half = tmp_path / "end.json", tmp_path / "half.json"
    lines = ["help", "moves", "99", "place:Q7", "use:30", "save", f"save {half}", "place:G", "board", "1"]
    typed = "\n".join([*lines, "place labourer: G Move the Surveyor", ""])
    out = snowplay("play", "snowdonia", "--players", "2", "--seed", "4", "--record", path, text=typed).stdout
    for words in (
        "play the move with that number",
        "there are moves 1 to ",
        "'place:Q7' is no action",
        "seat 0 may not use contract 30: it is time to place a labourer (SN-20)",
        "save needs the name of a file",
        "left after ",
        "Site Office",
    ):
        assert words in out.replace("\n", " "), words
    record = sp.read_record(path)
    mine = [text for player, text in record.moves if player == 0]
    assert mine[0] == "place:G" and len(mine) >= 2
    assert record.end_reason == "running"
    assert sp.verify(record).ok
    assert len(sp.read_record(half).moves) < len(record.moves)


@pytest.mark.parametrize("typed", ["", "quit\n", "\n\nquit\n"])
def test_leaving_is_no_error(typed: str) -> None:
    assert "left after " in snowplay("play", "snowdonia", text=typed).stdout


def test_a_whole_game_at_the_keyboard() -> None:
    out = snowplay("play", "snowdonia", "--seats", "human,random", "--seed", "8", text="1\n" * 500).stdout
    assert "over after round" in out
    assert "wins" in out


# ---- records ----


def test_verify_agrees(recorded: Path) -> None:
    out = snowplay("verify", recorded).stdout
    record = sp.read_record(recorded)
    assert f"ok · {len(record.moves)} moves and draws agree" in out


def test_verify_names_the_first_difference(recorded: Path, tmp_path: Path) -> None:
    document: dict[str, Any] = json.loads(recorded.read_text(encoding="utf-8"))
    number = next(i for i, (player, _) in enumerate(document["moves"]) if player == 1)
    document["moves"][number][1] = "pay_steel"
    path = tmp_path / "tampered.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    out = snowplay("verify", recorded, path, code=1).stdout
    assert f"{path}: differs · move {number + 1} of {len(document['moves'])}, 'pay_steel'" in out
    results = json.loads(snowplay("verify", recorded, path, "--json", code=1).stdout)["records"]
    assert [result["ok"] for result in results] == [True, False]


@pytest.mark.parametrize(("content", "words"), [('{"a": 1}', "not a snowplay record"), ('{"a": ', "line 1, column ")])
def test_a_foreign_or_cut_file_is_an_error_with_its_place(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, encoding="utf-8")
    for command in ("verify", "replay"):
        line = complaint(command, path)
        assert str(path) in line and words in line


def test_replay_shows_every_move_in_words(recorded: Path) -> None:
    out = snowplay("replay", recorded).stdout
    record = sp.read_record(recorded)
    assert len(re.findall(r"^ *\d+  (?:chance|seat \d)  ", out, re.M)) == len(record.moves)
    assert "round 2" in out and "over after round" in out


def test_replay_of_one_step(recorded: Path) -> None:
    states = list(sp.replay(sp.read_record(recorded)))
    assert snowplay("replay", recorded, "--step", "40").stdout.strip() == str(states[40]).strip()
    assert f"has {len(states) - 1} moves" in complaint("replay", recorded, "--step", "9999")
    assert snowplay("replay", recorded, "--boards").stdout.count("Engine Shed") > 40


# ---- perft, rules, bench ----


def test_perft_counts_the_tree() -> None:
    document = json.loads(snowplay("perft", "snowdonia", "--players", "2", "--depth", "3", "--json").stdout)
    state = sp.load_game("snowdonia", players=2).new_initial_state(0, explicit_chance=True)
    assert [level["leaves"] for level in document["perft"]] == [state.perft(depth) for depth in range(4)]
    assert "Leaves" in snowplay("perft", "snowdonia", "--depth", "2").stdout


def test_rules_lists_options_and_what_is_assumed(tmp_path: Path) -> None:
    out = snowplay("rules", "snowdonia").stdout
    document = json.loads(snowplay("rules", "snowdonia", "--json").stdout)
    for option in document["options"]:
        assert option["name"] in out
    assumed = [entry["path"] for entry in document["provenance"] if entry["confidence"] == "assumed"]
    assert assumed
    for path in assumed:
        assert path in out
    variant = tmp_path / "cheap.toml"
    variant.write_text("trains.1.steel = 1\n[options]\nthin_fog = true\n", encoding="utf-8")
    out = snowplay("rules", "snowdonia", "--variant", variant).stdout
    assert re.search(r"trains\.1\.steel +2 +1", out)
    assert "true (default" in out


def test_bench_measures_against_the_floor() -> None:
    document = json.loads(snowplay("bench", "snowdonia", "--players", "2", "--seconds", "0.1", "--json").stdout)
    (result,) = document["results"]
    assert result["floors_per_decision"] == pytest.approx(result["ns_per_decision"] / result["toy_floor_ns"])
    assert result["decisions_per_game"] > 40
    assert result["state_bytes"] == sp.load_game("snowdonia", players=2).core.state_size
    assert "ns/decision" in snowplay("bench", "snowdonia", "--players", "1", "--seconds", "0.1").stdout
    out = snowplay("bench", "acres", "--seconds", "0.1").stdout  # all numbers of players it has
    assert "Turns" in out and "ns/decision" in out
