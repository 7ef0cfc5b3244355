"""Time everything in one run and write one table: `make bench`, or `python bench/report.py`.

Machines are noisy, so speed is told as a ratio to the toy floor: a compiled loop that picks a set bit, draws twice,
swaps two bytes and counts. All workloads are run in turn, several times over; the ratio is taken within each turn
and its median is told. What runs on one thread is timed by the CPU time of this process, threads by the wall clock.
Instructions are those of tools/count_instructions.py (callgrind), which repeat exactly.

The table goes to standard output and, unless --dry-run, as a section into bench/results.md.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import numpy as np
import workloads
from workloads import Workload

import snowplay as sp

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results.md"
# Above every section; sections are added below it, the newest first.
MARK = "<!-- sections, newest first -->\n"


class Timing:
    """Seconds per unit of one workload, turn by turn."""

    def __init__(self, work: Workload) -> None:
        self.work = work
        self.seconds: list[float] = []

    def take(self) -> None:
        """Time the workload once and check its answer."""
        run = self.work.prepare()
        clock = time.perf_counter if self.work.wall else time.process_time
        gc.collect()
        gc.disable()
        try:
            start = clock()
            answer = run()
            taken = clock() - start
        finally:
            gc.enable()
        self.work.check(answer)
        self.seconds.append(taken / self.work.count)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def least(self) -> float:
        return min(self.seconds)

    def over(self, other: Timing) -> float:
        """Return how many times longer than the other a unit takes: the median over the turns."""
        return statistics.median(a / b for a, b in zip(self.seconds, other.seconds, strict=True))


def measure(turns: int) -> dict[str, Timing]:
    """Run every workload in turn, `turns` times, after one turn that does not count."""
    timings = {work.key: Timing(work) for work in workloads.all_workloads()}
    for turn in range(turns + 1):
        for timing in timings.values():
            timing.take()
            if turn == 0:
                timing.seconds.clear()
        print(f"turn {turn} of {turns}", file=sys.stderr, flush=True)
    return timings


# --- instructions -------------------------------------------------------------------------------------------


def counter() -> ModuleType:
    """Return tools/count_instructions.py."""
    path = ROOT / "tools" / "count_instructions.py"
    spec = importlib.util.spec_from_file_location("count_instructions", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def instructions() -> dict[str, float]:
    """Return machine instructions per decision by workload; empty without valgrind."""
    if shutil.which("valgrind") is None:
        return {}
    tool = counter()
    counts = {}
    for name, players, games in tool.PLAYED:
        total, decisions = tool.count(name, players, games)
        counts[f"{name}-{players}"] = total / decisions
    return counts


# --- the section --------------------------------------------------------------------------------------------


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit() -> str:
    """Return the commit whose source is measured, and whether that source was changed since."""
    changed = git("status", "--porcelain", "--", "src", "setup.py", "pyproject.toml", "bench/workloads.py")
    return (git("rev-parse", "--short=10", "HEAD") or "no commit") + (" with changes" if changed else "")


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def number(value: float) -> str:
    """Return three or four digits, thousands apart."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def section(timings: dict[str, Timing], counts: dict[str, float], turns: int, load_before: str) -> str:
    """Return the section as Markdown."""
    build = counter().build()
    toy = timings["toy"]
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    lines = [
        f"## {commit()}, {datetime.now(UTC).date().isoformat()}",
        "",
        f"- machine: {processor()}, {processors} processors, {platform.system()} {platform.machine()}; "
        f"load before and after the run {load_before}, {load()}",
        f"- built by {build['compiler']}; Cython {build['cython']}, Python {platform.python_version()}, "
        f"numpy {np.__version__}, snowplay {sp.__version__}",
        f"- {turns} turns; ns: median (least)",
        "",
        "| what | per | ns | x toy floor | per second | instructions |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for key, timing in timings.items():
        work = timing.work
        games = work.games / (timing.median * work.count)
        rate = f"{games:,.0f} games" if work.games else f"{1e-6 / timing.median:.2f} million"
        counted = f"{counts[key]:,.0f}" if key in counts else ""
        lines.append(
            f"| {work.label} | {work.unit} | {number(1e9 * timing.median)} ({number(1e9 * timing.least)}) "
            f"| {timing.over(toy):.2f} | {rate} | {counted} |"
        )
    for name, _, usual in workloads.GAMES:
        ratio = timings[f"{name}-threads-1"].over(timings[f"{name}-threads-2"])
        lines.append(f"| 2 threads against 1, {name}, {usual} players | | | | {ratio:.2f} times | |")
    return "\n".join(lines) + "\n"


def keep(text: str) -> None:
    """Put a section on top of those in results.md."""
    before, mark, after = RESULTS.read_text(encoding="utf-8").partition(MARK)
    if not mark:
        sys.exit(f"{RESULTS.relative_to(ROOT)} has lost its line {MARK.strip()!r}")
    RESULTS.write_text(f"{before}{mark}\n{text}{after}", encoding="utf-8")


def update_checksums() -> None:
    lines = [
        "# Answers that the benchmarks must give; written by bench/report.py --update-checksums.",
        "# toy_floor: its checksum. GAME_PLAYERS_GAMES: sums of decisions, rounds (turns), points, winners of games.",
        *(f"{key} = {value}" for key, value in workloads.found_checksums().items()),
    ]
    workloads.CHECKSUMS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(workloads.CHECKSUMS.read_text(encoding="utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(description="Time everything in one run and write one table.")
    parser.add_argument("--turns", type=int, default=9, metavar="N", help="how often everything is run (default 9)")
    parser.add_argument("--dry-run", action="store_true", help="do not write to bench/results.md")
    parser.add_argument("--no-instructions", action="store_true", help="do not count instructions with valgrind")
    parser.add_argument("--update-checksums", action="store_true", help="pin today's answers and stop")
    options = parser.parse_args()
    if options.turns < 1:
        parser.error("--turns must be at least 1")
    if options.update_checksums:
        update_checksums()
        return 0
    load_before = load()
    try:
        timings = measure(options.turns)
    except AssertionError as error:
        print(f"{error}\nIf the rules have changed: python bench/report.py --update-checksums", file=sys.stderr)
        return 1
    text = section(timings, {} if options.no_instructions else instructions(), options.turns, load_before)
    print(text)
    if not options.dry_run:
        keep(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
