"""Which tests notice a fault in the kernels: `python tools/mutate.py`.

Every fault of tests/mutations/faults.toml is put into a copy of the project, alone; the copy is built and each suite is
run on it by itself, up to its first failure: the rule tests, the contract tests, the games beside the twin, and
what is recorded (golden files and perft counts). A fault that none of the first three notices is a missing test. Of
a fault in one game only that game's tests are run; to the contract tests of a file that all games share belong those
of batches and searches. Nothing here changes the project's own files, but for --out.

    --list           names of the faults and what is wrong
    --only A B       put in these only
    --jobs N         so many faults at a time, each on one processor (default 1)
    --games N        games of each kind that are played beside the twin (default 300)
    --timeout S      seconds after which a suite counts as hanging (default 300)
    --unchecked      leave out the first run, which shows that the suites pass without a fault
    --suites A B     run these only (rules, contract, twin, recorded)
    --out FILE       write the page; with --only or --suites, what else it tells stays

Exit code 0: each fault is noticed, 1: one is not, 2: bad usage, a fault that does not compile, or suites that fail
without one.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import snowplay as sp
from snowplay.files import replacing

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tests" / "mutations" / "faults.toml"
SUITES = ("rules", "contract", "twin", "recorded")
MUST = SUITES[:3]  # what is recorded notices every change, meant or not
# Contract tests that are not run on a fault in one game, as they take most of the time and ask about what all games
# share: copies, refused moves, words, picking moves, threads.
NO_KERNELS = ("test_copies", "test_errors", "test_cases", "test_sample", "test_text", "test_words", "test_threads")
SHARED = ("tests/unit/test_state_batch_api.py", "tests/search")
MISSED = "-"
NOT_TRIED = "not tried"
CAUGHT_BY = ("rule test", "contract test", "twin test", "recorded")
COLUMNS = ("fault", "rules", "file", "what is wrong", *CAUGHT_BY)
FIRST_FAILURE = re.compile(r"^(?:FAILED|ERROR) (?P<file>\S+?\.py)(?:::(?P<test>\w+))?", re.M)
ROW = re.compile(r"^\| `[\w-]+` \|.*$", re.M)

# By suite, what it said to a fault: the first test that failed, "hangs", "crashes", MISSED or NOT_TRIED.
Said = dict[str, str]


class MutationError(Exception):
    """The list of faults or the copy is not what it should be."""


class Fault(NamedTuple):
    """One fault: lines of a file and what stands there instead."""

    name: str
    rules: list[str]
    file: str
    says: str
    old: str
    new: str

    def game(self) -> str | None:
        """The game whose kernels it is in; None for a file that all games share."""
        folder = Path(self.file).parent.name
        return folder if folder in sp.registered_games() else None

    def apply(self, text: str) -> str:
        """The file's text with the fault."""
        found = text.count(self.old)
        if found != 1:
            raise MutationError(f"{self.name}: its old lines must occur once in {self.file}, not {found} times")
        return text.replace(self.old, self.new)


def read(path: Path = FAULTS) -> list[Fault]:
    """The list of faults."""
    return [Fault(**table) for table in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]]


# --- the copy -------------------------------------------------------------------------------------------------------


class Copy:
    """A copy of the project with a build of its own, in which faults come and go."""

    def __init__(self, folder: Path, games: int, timeout: float) -> None:
        self.folder = folder
        self.library = folder / "build" / "lib"
        self.timeout = timeout
        self.process: subprocess.Popen[str] | None = None
        self.stopped = False
        kept = {name: value for name, value in os.environ.items() if name != "SNOWPLAY_DEBUG"}
        self.environment = {**kept, "PYTHONPATH": str(self.library), "SNOWPLAY_TWIN_GAMES": str(games)}
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).exists():  # a file may be deleted and not yet committed
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)

    def build(self, changed: Path | None = None) -> None:
        """Build what has changed, and see that it is what Python imports."""
        done = self.python("setup.py", "-q", "build", "--build-lib", str(self.library))
        if done.returncode:
            raise MutationError(f"the build failed:\n{done.stdout[-3000:]}")
        imported = self.python("-c", "import snowplay._core.position as m; print(m.__file__)").stdout.strip()
        if not imported.startswith(str(self.library)):
            raise MutationError(f"Python imports {imported}, not the build in {self.library}")
        newest = max(path.stat().st_mtime for path in self.library.rglob(Path(imported).name.replace("position", "*")))
        if changed is not None and newest < changed.stat().st_mtime:
            raise MutationError(f"{changed.name} has changed, but nothing was built anew")

    def python(self, *words: str, timeout: float | None = None) -> subprocess.CompletedProcess[str]:
        """Run this interpreter in the copy; TimeoutExpired if it takes too long, and nothing of it is left then."""
        if self.stopped:
            raise MutationError("stopped")
        self.process = process = subprocess.Popen(
            [sys.executable, *words],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            process.communicate()
            raise
        return subprocess.CompletedProcess(words, process.returncode, output)

    def stop(self) -> None:
        """End what runs and start nothing more."""
        self.stopped = True
        self.kill()

    def kill(self) -> None:
        """End what runs, and the processes it has started; a kernel that turns in circles hears nothing but SIGKILL."""
        if self.process is not None and self.process.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    @contextmanager
    def fault(self, fault: Fault) -> Iterator[None]:
        """Build the copy with a fault; the file is put back at the end (and built with the next one)."""
        path = self.folder / fault.file
        text = path.read_text(encoding="utf-8")
        path.write_text(fault.apply(text), encoding="utf-8")
        try:
            self.build(path)
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def suite(self, name: str, fault: Fault | None) -> str:
        """Run one suite up to its first failure and name the test that failed; MISSED if all passed."""
        try:
            words = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *self.tests(name, fault))
            done = self.python(*words, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            return "hangs"
        if done.returncode == 0:
            return MISSED
        if done.returncode < 0:
            return "crashes"
        first = FIRST_FAILURE.search(done.stdout)
        if first is None:
            raise MutationError(f"{name} ended with {done.returncode} and no failed test:\n{done.stdout[-3000:]}")
        return f"`{first['test'] or Path(first['file']).stem}`"

    def tests(self, suite: str, fault: Fault | None) -> list[str]:
        """Files and options for pytest."""
        game = fault.game() if fault else None
        others = [name for name in sp.registered_games() if game not in (None, name)]
        if suite == "contract" and game:
            others += NO_KERNELS
        chosen = ["-k", f"not ({' or '.join(others)})"] if others else []
        if suite == "contract":
            return ["tests/contract", *(() if game else SHARED), *chosen]
        if suite == "recorded":
            return ["tests/golden", "tests/perft", *chosen]
        # Files are named after the letters of the rules or after the game; those about pages and tables are left out.
        letters = sorted({rule[:2].lower() for rule in fault.rules}) if fault and game else ["??"]
        names = letters if suite == "rules" else [game] if game else sp.registered_games()
        folder = self.folder / "tests" / suite
        found = sorted(path for name in names for path in folder.glob(f"test_{name}_*.py"))
        return [str(path.relative_to(self.folder)) for path in found]


# --- the run --------------------------------------------------------------------------------------------------------


def row(fault: Fault, said: Said) -> str:
    """The fault's line of the page."""
    name = fault.file.removeprefix("src/_core/")
    cells = [f"`{fault.name}`", ", ".join(fault.rules) or MISSED, f"`{name}`", fault.says]
    return "| " + " | ".join([*cells, *(said.get(suite, NOT_TRIED) for suite in SUITES)]) + " |"


def noticed(said: Said) -> bool:
    """Whether one of the suites that must notice a fault did."""
    return any(said.get(suite, NOT_TRIED) not in (MISSED, NOT_TRIED) for suite in MUST)


def check_clean(copy: Copy, suites: Sequence[str]) -> None:
    """Raise unless all suites pass without a fault."""
    for suite in suites:
        said = copy.suite(suite, None)
        print(f"without a fault, {suite}: {'passes' if said == MISSED else said}", flush=True)
        if said != MISSED:
            raise MutationError(f"tests/{suite} does not pass without a fault: {said}")


def pin(places: SimpleQueue[int]) -> None:
    """Keep a thread and what it starts on one processor; the twin's games would take all of them."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {places.get()})


def run(
    faults: Sequence[Fault], suites: Sequence[str], jobs: int, games: int, timeout: float, checked: bool
) -> Iterator[tuple[Fault, Said]]:
    """Try the faults; yields each with what the suites said, game by game."""
    places: SimpleQueue[int] = SimpleQueue()
    processors = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    for number in range(jobs):
        places.put(processors[number % len(processors)])
    copies: SimpleQueue[Copy] = SimpleQueue()

    with tempfile.TemporaryDirectory(prefix="snowplay-mutate-") as folder:
        every = [Copy(Path(folder) / str(number), games, timeout) for number in range(jobs)]

        def prepare(copy: Copy) -> None:
            copy.build()
            if checked and copy is every[0]:
                check_clean(copy, suites)
            copies.put(copy)

        def attempt(fault: Fault) -> Said:
            copy = copies.get()
            try:
                with copy.fault(fault):
                    return {suite: copy.suite(suite, fault) for suite in suites}
            finally:
                copies.put(copy)

        pool = ThreadPoolExecutor(jobs, initializer=pin, initargs=(places,))
        try:
            list(pool.map(prepare, every))
            # One game after the other: a fault and the end of the one before are then built in one go.
            order = sorted(faults, key=lambda fault: fault.game() or "")
            yield from zip(order, pool.map(attempt, order), strict=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in every:
                copy.stop()
            pool.shutdown()


# --- the page -------------------------------------------------------------------------------------------------------


def table_lines(faults: Iterable[Fault], said: dict[str, Said]) -> list[str]:
    """The table of these faults."""
    head = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    return head + [row(fault, said.get(fault.name, {})) for fault in faults]


def page(faults: Sequence[Fault], said: dict[str, Said], games: int) -> str:
    """The page for all faults, out of what the suites said to each."""
    told = [said.get(fault.name, {}) for fault in faults]
    counts = [
        f"{sum(one.get(suite, NOT_TRIED) not in (MISSED, NOT_TRIED) for one in told)} by a {name}"
        for suite, name in zip(MUST, CAUGHT_BY, strict=False)
    ]
    missed = sum(all(one.get(suite) == MISSED for suite in MUST) for one in told)
    lines = [
        "# What the tests notice",
        "",
        f"Made by `python tools/mutate.py --games {games} --out docs/mutations.md` with snowplay {sp.__version__}.",
        "",
        "Every fault of [tests/mutations/faults.toml](../tests/mutations/faults.toml) was put into the kernels alone,",
        "and each suite was run on it by itself. Of",
        f"{len(faults)} faults {', '.join(counts)} and {missed} by none of these were noticed.",
        "",
        "- *rule test*, *contract test*, *twin test*: the first test of `tests/rules`, of `tests/contract` (without",
        f"  {', '.join(f'`{name}*`' for name in NO_KERNELS)}",
        f"  if the fault is in one game; if in a shared file, {' and '.join(f'`{name}`' for name in SHARED)} too)",
        f"  and of `tests/twin` ({games} games of each kind) that failed",
        f"- `{MISSED}`: all passed; *{NOT_TRIED}*: the suite was not run on this fault",
        "- *recorded*: the same for `tests/golden` and `tests/perft`, which notice every change, meant or not",
        "",
        *table_lines(faults, said),
    ]
    return "\n".join(lines) + "\n"


def read_page(path: Path) -> dict[str, Said]:
    """What the suites said, by the fault's name, as a page tells it; nothing if there is no page yet."""
    if not path.exists():
        return {}
    rows = [found[0].strip("|").split("|") for found in ROW.finditer(path.read_text(encoding="utf-8"))]
    return {
        cells[0].strip(" `"): dict(zip(SUITES, map(str.strip, cells[-len(SUITES) :]), strict=True)) for cells in rows
    }


def main() -> int:
    faults = read()
    parser = argparse.ArgumentParser(description="Which tests notice a fault in the kernels.")
    parser.add_argument("--list", action="store_true", help="print the faults and stop")
    parser.add_argument("--only", nargs="+", metavar="FAULT", choices=[fault.name for fault in faults])
    parser.add_argument("--jobs", type=int, default=1, help="faults at a time, each on one processor")
    parser.add_argument("--games", type=int, default=300, help="games of each kind beside the twin")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds after which a suite hangs")
    parser.add_argument("--unchecked", action="store_true", help="do not run the suites without a fault first")
    parser.add_argument("--suites", nargs="+", metavar="SUITE", choices=SUITES, help="run these only")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    if options.list:
        for fault in faults:
            print(f"{fault.name:<24}{fault.file.removeprefix('src/_core/'):<26}{fault.says}")
        return 0
    if options.jobs < 1 or options.games < 1:
        parser.error("--jobs and --games must be at least 1")
    tried = [fault for fault in faults if options.only is None or fault.name in options.only]
    suites = [suite for suite in SUITES if options.suites is None or suite in options.suites]
    said = read_page(options.out) if options.out and (options.only or options.suites) else {}
    try:
        results = run(tried, suites, options.jobs, options.games, options.timeout, not options.unchecked)
        for fault, new in results:
            print(f"{fault.name}: " + ", ".join(f"{suite} {word}" for suite, word in new.items()), flush=True)
            said[fault.name] = said.get(fault.name, {}) | new
            if options.out:  # after every fault, so that a run that is stopped has something to show
                with replacing(options.out) as temporary:
                    temporary.write_text(page(faults, said, options.games), encoding="utf-8")
    except MutationError as error:
        print(error)
        return 2
    print("\n".join(["", *table_lines(tried, said)]))
    unnoticed = [fault.name for fault in tried if not noticed(said[fault.name])]
    if unnoticed:
        print(f"\nnoticed by none of {', '.join(MUST)}: {', '.join(unnoticed)}")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
