"""All gates in one run: `python tools/check.py`.

    --list          names of the gates and what each asks
    --only A B      run these only
    --skip A B      run all but these

Every gate runs even when an earlier one has failed; the table at the end says how each went. Exit code 0: all
passed or were skipped with a reason, 1: one failed, 2: bad usage.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77  # exit code by which a gate's own script says that it cannot run here


class Gate(NamedTuple):
    """One gate: what it asks and how it is run (returns an exit code)."""

    asks: str
    run: Callable[[], int]


def command(*words: str, env: dict[str, str] | None = None) -> int:
    """Run one command from the project's folder and return its exit code."""
    print("$", " ".join(words), flush=True)
    try:
        return subprocess.run(words, cwd=ROOT, env={**os.environ, **(env or {})}, check=False).returncode
    except FileNotFoundError:
        print(f"{words[0]} is not installed: pip install -e .[dev]")
        return 1


def python(*words: str, env: dict[str, str] | None = None) -> int:
    """Run this interpreter."""
    return command(sys.executable, *words, env=env)


def first_failure(*codes: int) -> int:
    """Return the first exit code that is not 0."""
    return next((code for code in codes if code), 0)


def ruff() -> int:
    return python("-m", "ruff", "check", ".")


def layout() -> int:
    return python("-m", "ruff", "format", "--check", ".")


def cython_lint() -> int:
    # Found beside this interpreter, as is the pycodestyle it starts by name.
    programs = str(Path(sys.executable).parent)
    path = os.pathsep.join([programs, os.environ.get("PATH", "")])
    return command(shutil.which("cython-lint", path=path) or "cython-lint", "src/_core", env={"PATH": path})


def mypy() -> int:
    # Only setup.py knows how the package tree is stitched; any command of it does so.
    return first_failure(
        python("setup.py", "-q", "--name"), python("-m", "mypy"), python("-m", "mypy", "tools", "bench")
    )


def docs() -> int:
    return python("-m", "pytest", "-m", "slow or not slow", "tests/docs/test_site.py")


def annotate() -> int:
    return python("tools/check_annotate.py")


def pytest(*words: str, env: dict[str, str] | None = None) -> int:
    """Run tests on every processor."""
    return python("-m", "pytest", "-n", "auto", "--dist", "loadfile", *words, env=env)


def tests() -> int:
    return pytest()


def debug() -> int:
    """Contract suite on a build with every check on, in a folder of its own."""
    library = ROOT / "build" / "debug" / "lib"
    shutil.rmtree(library, ignore_errors=True)  # a module that was deleted must not linger
    built = python(
        *("setup.py", "-q", "build", "--build-base", "build/debug", "--build-lib", str(library)),
        env={"SNOWPLAY_DEBUG": "1"},
    )
    if built:
        return built
    where = subprocess.run(
        [sys.executable, "-c", "import snowplay._core.position as m; print(m.__file__)"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(library)},
        capture_output=True,
        text=True,
        check=False,
    )
    if not where.stdout.startswith(str(library)):
        print(f"the debug build is not what Python imports: {where.stdout}{where.stderr}")
        return 1
    suites = ("tests/contract", "tests/property", "tests/search/test_search.py")
    return pytest(*suites, env={"PYTHONPATH": str(library)})


def instructions() -> int:
    return python("tools/count_instructions.py")


GATES = {
    "ruff": Gate("style and common mistakes (Python)", ruff),
    "format": Gate("layout: ruff format would change nothing", layout),
    "cython-lint": Gate("style and common mistakes (Cython)", cython_lint),
    "mypy": Gate("strict types of package, tools and benchmarks", mypy),
    "annotate": Gate("no Python inside the kernels", annotate),
    "docs": Gate("the pages as a site, without a warning, with every public name", docs),
    "tests": Gate("the test suite", tests),
    "debug": Gate("contract, property and search tests on a build with all checks on", debug),
    "instructions": Gate("machine instructions of a fixed playout set, at most 5 % above the recorded", instructions),
}


def run(names: Sequence[str]) -> bool:
    """Run the gates, print the table, return whether none failed."""
    results: list[tuple[str, str, float]] = []
    for name in names:
        print(f"\n=== {name}: {GATES[name].asks}", flush=True)
        start = time.perf_counter()
        code = GATES[name].run()
        word = {0: "passed", SKIPPED: "skipped"}.get(code, "FAILED")
        results.append((name, word, time.perf_counter() - start))
    print(f"\n{'gate':<14}{'result':<10}{'seconds':>8}")
    for name, word, seconds in results:
        print(f"{name:<14}{word:<10}{seconds:>8.1f}")
    return all(word != "FAILED" for _, word, _ in results)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the project's gates.")
    parser.add_argument("--list", action="store_true", help="print the gates and stop")
    parser.add_argument("--only", nargs="+", metavar="GATE", choices=GATES, default=list(GATES))
    parser.add_argument("--skip", nargs="+", metavar="GATE", choices=GATES, default=[])
    options = parser.parse_args()
    if options.list:
        for name, gate in GATES.items():
            print(f"{name:<14}{gate.asks}")
        return 0
    return 0 if run([name for name in GATES if name in options.only and name not in options.skip]) else 1


if __name__ == "__main__":
    sys.exit(main())
