"""Which tests notice a fault in the kernels: `python tools/mutate.py`.

Every fault of tests/mutations/faults.toml is put into a copy of the project, alone; the copy is built and each suite is
run on it by itself, up to its first failure: the rule tests, the contract tests, the games beside the twin, and
what is recorded (golden files and perft counts). A fault that none of the first three notices is a missing test. Of
a fault in one game only that game's tests are run. Nothing here changes the project's own files, but for --out.

    --list           names of the faults and what is wrong
    --only A B       put in these only
    --jobs N         so many faults at a time, each on one processor (default 1)
    --games N        games of each kind that are played beside the twin (default 300)
    --timeout S      seconds after which a suite counts as hanging (default 300)
    --unchecked      leave out the first run, which shows that the suites pass without a fault
    --out FILE       write the page; with --only, the rows of these faults alone

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
MISSED = "-"
COLUMNS = ("fault", "rules", "file", "what is wrong", "rule test", "contract test", "twin test", "recorded")
FIRST_FAILURE = re.compile(r"^(?:FAILED|ERROR) (?P<file>\S+?\.py)(?:::(?P<test>\w+))?", re.M)
ROW = re.compile(r"^\| `(?P<name>[\w-]+)` \|.*$", re.M)


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

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run this interpreter in the copy; exit code None... is never seen: what hangs raises TimeoutExpired."""
        process = subprocess.Popen(
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
            output, _ = process.communicate(timeout=self.timeout)
        except BaseException:
            # A suite may have started processes of its own, and a kernel that turns in circles hears nothing else.
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.communicate()
            raise
        return subprocess.CompletedProcess(words, process.returncode, output)

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
            done = self.python("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *self.tests(name, fault))
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
        chosen = ["-k", " and ".join(f"not {name}" for name in others)] if others else []
        if suite == "contract":
            return ["tests/contract", *chosen]
        if suite == "recorded":
            return ["tests/golden", "tests/perft", *chosen]
        # A file is named after the rules' letters or the game. What asks whether pages and tables are current is left out.
        letters = sorted({rule[:2].lower() for rule in fault.rules}) if fault and game else ["??"]
        names = letters if suite == "rules" else [game] if game else sp.registered_games()
        folder = self.folder / "tests" / suite
        found = sorted(path for name in names for path in folder.glob(f"test_{name}_*.py"))
        return [str(path.relative_to(self.folder)) for path in found]


# --- the run --------------------------------------------------------------------------------------------------------


def row(fault: Fault, caught: dict[str, str]) -> str:
    """The fault's line of the page."""
    name = fault.file.removeprefix("src/_core/")
    cells = [f"`{fault.name}`", ", ".join(fault.rules) or MISSED, f"`{name}`", fault.says]
    return "| " + " | ".join([*cells, *(caught[suite] for suite in SUITES)]) + " |"


def try_fault(copy: Copy, fault: Fault) -> dict[str, str]:
    """What each suite says to a fault."""
    with copy.fault(fault):
        return {suite: copy.suite(suite, fault) for suite in SUITES}


def check_clean(copy: Copy) -> None:
    """Raise unless all suites pass without a fault."""
    for suite in SUITES:
        said = copy.suite(suite, None)
        print(f"without a fault, {suite}: {'passes' if said == MISSED else said}", flush=True)
        if said != MISSED:
            raise MutationError(f"tests/{suite} does not pass without a fault: {said}")


def pin(places: SimpleQueue[int]) -> None:
    """Keep a thread and what it starts on one processor; the twin's games would take all of them."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {places.get()})


def run(faults: Sequence[Fault], jobs: int, games: int, timeout: float, checked: bool) -> dict[str, dict[str, str]]:
    """Try the faults; what each suite said, by the fault's name."""
    places: SimpleQueue[int] = SimpleQueue()
    processors = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    for number in range(jobs):
        places.put(processors[number % len(processors)])
    copies: SimpleQueue[Copy] = SimpleQueue()

    with (
        tempfile.TemporaryDirectory(prefix="snowplay-mutate-") as folder,
        ThreadPoolExecutor(jobs, initializer=pin, initargs=(places,)) as pool,
    ):

        def prepare(number: int) -> None:
            copy = Copy(Path(folder) / str(number), games, timeout)
            copy.build()
            if checked and number == 0:
                check_clean(copy)
            copies.put(copy)

        def attempt(fault: Fault) -> dict[str, str]:
            copy = copies.get()
            try:
                caught = try_fault(copy, fault)
            finally:
                copies.put(copy)
            print(f"{fault.name}: " + ", ".join(f"{suite} {said}" for suite, said in caught.items()), flush=True)
            return caught

        list(pool.map(prepare, range(jobs)))
        # One game after the other: a fault and the end of the one before are then built in one go.
        order = sorted(faults, key=lambda fault: fault.game() or "")
        return dict(zip((fault.name for fault in order), pool.map(attempt, order), strict=True))


# --- the page -------------------------------------------------------------------------------------------------------


def page(faults: Sequence[Fault], rows: dict[str, str], games: int) -> str:
    """The page for all faults, out of their lines."""
    said = [[cell.strip() for cell in rows[fault.name].strip("|").split("|")][-len(SUITES) :] for fault in faults]
    counts = [f"{sum(cells[n] != MISSED for cells in said)} by the {suite} tests" for n, suite in enumerate(MUST)]
    missed = sum(all(cell == MISSED for cell in cells[: len(MUST)]) for cells in said)
    return "\n".join(
        [
            "# What the tests notice",
            "",
            f"Made by `python tools/mutate.py --games {games} --out docs/mutations.md` with snowplay {sp.__version__}.",
            "",
            "Every fault of [tests/mutations/faults.toml](../tests/mutations/faults.toml) was put into the kernels alone, and",
            f"each suite was run on it by itself. Of {len(faults)} faults {', '.join(counts)} and {missed} by none of them.",
            "",
            "- *rule test*, *contract test*, *twin test*: the first test of that suite (`tests/rules`, `tests/contract`,",
            f"  `tests/twin` with {games} games of each kind) that failed; {MISSED} if all passed",
            "- *recorded*: the same for `tests/golden` and `tests/perft`, which notice changes and not faults",
            "",
            "| " + " | ".join(COLUMNS) + " |",
            "|" + "---|" * len(COLUMNS),
            *(rows[fault.name] for fault in faults),
            "",
        ]
    )


def known_rows(path: Path) -> dict[str, str]:
    """The lines of a page by the fault's name; none if there is no page yet."""
    if not path.exists():
        return {}
    return {found["name"]: found[0] for found in ROW.finditer(path.read_text(encoding="utf-8"))}


def chosen(faults: Iterable[Fault], names: Sequence[str] | None) -> list[Fault]:
    return [fault for fault in faults if names is None or fault.name in names]


def main() -> int:
    faults = read()
    parser = argparse.ArgumentParser(description="Which tests notice a fault in the kernels.")
    parser.add_argument("--list", action="store_true", help="print the faults and stop")
    parser.add_argument("--only", nargs="+", metavar="FAULT", choices=[fault.name for fault in faults])
    parser.add_argument("--jobs", type=int, default=1, help="faults at a time, each on one processor")
    parser.add_argument("--games", type=int, default=300, help="games of each kind beside the twin")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds after which a suite hangs")
    parser.add_argument("--unchecked", action="store_true", help="do not run the suites without a fault first")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    if options.list:
        for fault in faults:
            print(f"{fault.name:<24}{fault.file.removeprefix('src/_core/'):<26}{fault.says}")
        return 0
    if options.jobs < 1 or options.games < 1:
        parser.error("--jobs and --games must be at least 1")
    rows = known_rows(options.out) if options.out and options.only else {}
    tried = chosen(faults, options.only)
    if options.out and (missing := [f.name for f in faults if f not in tried and f.name not in rows]):
        parser.error(f"{options.out} has no lines yet for {', '.join(missing)}: leave out --only")
    try:
        caught = run(tried, options.jobs, options.games, options.timeout, not options.unchecked)
    except MutationError as error:
        print(error)
        return 2
    rows |= {fault.name: row(fault, caught[fault.name]) for fault in tried}
    if options.out:
        with replacing(options.out) as temporary:
            temporary.write_text(page(faults, rows, options.games), encoding="utf-8")
    print("\n".join(["", "| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]))
    print("\n".join(rows[fault.name] for fault in tried))
    unnoticed = [name for name, said in caught.items() if all(said[suite] == MISSED for suite in MUST)]
    if unnoticed:
        print(f"\nnoticed by none of {', '.join(MUST)}: {', '.join(unnoticed)}")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
