"""Machine instructions of a fixed set of random playouts, counted by callgrind.

Unlike time the count repeats (to well under 0.1 %), so a growth of 5 % is a change of the code and not of the machine.
Counting is switched on inside the compiled `run` of snowplay._core.playout only: starting Python is free.

    python tools/count_instructions.py                          compare with bench/instructions.toml
    python tools/count_instructions.py --update --reason WORDS  write the new figures there

A count holds for one compiler, one Cython, one Python and one kind of machine; elsewhere the comparison says
so and is skipped (exit code 77), as it is without valgrind.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "bench" / "instructions.toml"
SKIPPED = 77
ALLOWED = 1.05

# What is played: game name, players, games. A new game is one more line each.
PLAYED = [
    ("acres", 2, 200),
    ("snowdonia", 1, 200),
    ("snowdonia", 2, 200),
    ("snowdonia", 3, 200),
    ("snowdonia", 4, 200),
    ("snowdonia", 5, 200),
]

PROGRAM = """
import sys
import snowplay as sp
name, players, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rows = sp.playouts(sp.load_game(name, players=players), games, seed=0, threads=1)
print("decisions", int(rows["decisions"].sum()))
"""


def build() -> dict[str, str]:
    """Return what a count depends on besides the source."""
    compiler = os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc")
    asked = subprocess.run([compiler.split()[0], "--version"], capture_output=True, text=True, check=False)
    return {
        "compiler": (asked.stdout.splitlines() or ["unknown"])[0],
        "cython": version("cython"),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "machine": platform.machine(),
    }


def count(name: str, players: int, games: int) -> tuple[int, int]:
    """Return (instructions, decisions) of the games."""
    with tempfile.TemporaryDirectory() as folder:
        words = [
            *("valgrind", "--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=/dev/null"),
            "--toggle-collect=__pyx_pw_8snowplay_5_core_7playout_*run*",
            *(sys.executable, "-c", PROGRAM, name, str(players), str(games)),
        ]
        # Without hash randomisation and in an empty folder, so that nothing but the code decides.
        done = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
    counted = re.search(r"Collected : (\d+)", done.stderr)
    decisions = re.search(r"decisions (\d+)", done.stdout)
    if done.returncode or counted is None or decisions is None or not int(counted[1]):
        sys.exit(f"callgrind failed for {name} with {players} players:\n{done.stdout}{done.stderr}")
    return int(counted[1]), int(decisions[1])


def key(name: str, players: int) -> str:
    return f"{name}-{players}"


def write(figures: dict[str, tuple[int, int]], reason: str) -> None:
    """Write the record: a header with build and reason, then one table for each line of PLAYED."""
    lines = [
        "# Machine instructions of fixed random playouts; written by tools/count_instructions.py --update.",
        f'reason = "{reason}"',
        f"date = {datetime.now(UTC).date().isoformat()}",
        "",
        "[build]",
        *(f'{name} = "{value}"' for name, value in build().items()),
    ]
    for label, (instructions, decisions) in figures.items():
        lines += ["", f"[games.{label}]", f"instructions = {instructions}", f"decisions = {decisions}"]
        lines += [f"per_decision = {instructions / decisions:.1f}"]
    RECORD.write_text("\n".join(lines) + "\n", encoding="utf-8")


def reason_not_to_compare(recorded: dict[str, Any]) -> str | None:
    """Return why the recorded figures say nothing about this machine, if they do not."""
    here = build()
    differs = [
        f"{name} {here[name]!r}, recorded {value!r}" for name, value in recorded["build"].items() if here[name] != value
    ]
    return "; ".join(differs) or None


def compare(figures: dict[str, tuple[int, int]], recorded: dict[str, Any]) -> bool:
    """Print the table and return whether nothing grew beyond what is allowed."""
    good = True
    print(f"{'games':<16}{'decisions':>11}{'instructions':>14}{'each':>9}{'recorded':>10}{'change':>9}")
    for label, (instructions, decisions) in figures.items():
        before = recorded["games"].get(label)
        if before is None:
            print(f"{label:<16}{decisions:>11}{instructions:>14}{instructions / decisions:>9.1f}   not recorded")
            good = False
            continue
        # Per decision: a change of rules changes the number of decisions, which the golden signature watches.
        now, then = instructions / decisions, before["instructions"] / before["decisions"]
        grown = now > ALLOWED * then
        good = good and not grown
        print(
            f"{label:<16}{decisions:>11}{instructions:>14}{now:>9.1f}{then:>10.1f}{now / then - 1:>+9.1%}"
            + ("  too much" if grown else "")
        )
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description="Count machine instructions of fixed playouts.")
    parser.add_argument("--update", action="store_true", help="write the figures to bench/instructions.toml")
    parser.add_argument("--reason", default="", help="why the figures change (asked for by --update)")
    options = parser.parse_args()
    if options.update and not options.reason:
        parser.error("--update needs --reason")
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed")
        return SKIPPED
    if options.update:
        write(
            {key(name, players): count(name, players, games) for name, players, games in PLAYED},
            options.reason,
        )
        print(RECORD.read_text(encoding="utf-8"))
        return 0
    if not RECORD.exists():
        print(f"{RECORD.relative_to(ROOT)} is missing: write it with --update --reason WORDS")
        return 1
    recorded = tomllib.loads(RECORD.read_text(encoding="utf-8"))
    if reason := reason_not_to_compare(recorded):
        print(f"skipped: counts of another build cannot be compared ({reason})")
        return SKIPPED
    figures = {key(name, players): count(name, players, games) for name, players, games in PLAYED}
    if compare(figures, recorded):
        return 0
    print("More instructions than recorded: make it cheaper, or record them with --update --reason WORDS.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
