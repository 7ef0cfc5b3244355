"""Rules the source itself keeps: what is packaged, what is declared, how large a file may grow."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

import snowplay

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "_core"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = re.compile(r"cp3(\d+)-\*")
PYTHON = sorted((ROOT / "src").rglob("*.py"))
SOURCES = sorted(
    path
    for folder in ("src", "tests", "tools", "bench")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".pyx", ".pxd", ".pyi"}
)
# Modules by the package that brings them: `typer` promises two others, OpenSpiel's has another name.
BROUGHT = {"rich": "typer", "click": "typer", "pyspiel": "open_spiel"}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def declared(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", word, maxsplit=1)[0].lower() for word in requirements}


def imports(tree: ast.AST) -> set[str]:
    """Return the top names of all absolute imports below a node."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return {word for word in found if word not in sys.stdlib_module_names and word != "snowplay"}


def test_version_is_that_of_the_project() -> None:
    assert snowplay.__version__ == PROJECT["project"]["version"]


def test_every_package_is_named() -> None:
    named = set(PROJECT["tool"]["setuptools"]["packages"])
    folders = {path.parent.relative_to(ROOT / "src") for path in PYTHON}
    found = {".".join(folder.parts).replace("_core", "snowplay._core", 1) for folder in folders}
    assert found <= named
    assert named - found <= {"snowplay.data"}  # files only


def test_every_module_of_the_core_is_named_in_setup() -> None:
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    found = re.search(r"^MODULES = (\[.*?\])", setup, re.M | re.S)
    assert found is not None
    named = set(ast.literal_eval(found[1]))
    assert named == {".".join(path.relative_to(CORE).with_suffix("").parts) for path in CORE.rglob("*.pyx")}


@pytest.mark.parametrize("path", sorted(CORE.rglob("*.pyx")), ids=name)
def test_every_extension_has_a_stub(path: Path) -> None:
    stub = path.with_suffix(".pyi")
    assert stub.exists()
    assert ast.parse(stub.read_text(encoding="utf-8")).body


def test_types_are_announced() -> None:
    assert (ROOT / "src" / "snowplay" / "py.typed").exists()


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_file_has_one_subject(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= 700


@pytest.mark.parametrize("path", PYTHON, ids=name)
def test_imports_are_declared(path: Path) -> None:
    """Mandatory packages anywhere; those of an extra inside functions: snowplay runs without them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    mandatory = declared(PROJECT["project"]["dependencies"])
    extras = declared([word for words in PROJECT["project"]["optional-dependencies"].values() for word in words])
    for word in imports(tree):
        package = BROUGHT.get(word, word)
        assert package in mandatory | extras, f"{word} is in no list of dependencies"
        if package not in mandatory:
            lazy = {
                found
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_type_checking(node) or is_guard(node)
                for found in imports(node)
            }
            top = {
                found for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom) for found in imports(node)
            }
            assert word in lazy - top, f"{word} is an extra: import it where it is used"


def is_guard(node: ast.AST) -> bool:
    """Whether a missing package is told with the extra that brings it."""
    return isinstance(node, ast.Try) and all("MissingExtraError" in ast.unparse(handler) for handler in node.handlers)


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def test_flags_fit_every_machine() -> None:
    """What is built here may be shipped, and threads are Python's: no native code paths, no OpenMP."""
    for path in (
        ROOT / "setup.py",
        ROOT / "pyproject.toml",
        ROOT / "Makefile",
        ROOT / "tools" / "make_venv.sh",
    ):
        code = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
        assert not re.search(r"-march|-mtune|-mcpu|-fopenmp|-ffast-math|/arch:", code), name(path)


def test_pythons_are_named_alike_everywhere() -> None:
    """Those of the classifiers are those that the workflow tests and for which wheels are made."""
    named = {word.rsplit(" ", 1)[-1] for word in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", word)}
    wheels = {f"3.{found[1]}" for word in PROJECT["tool"]["cibuildwheel"]["build"] if (found := WHEEL.fullmatch(word))}
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    tests = workflow[workflow.index("\n  tests:") : workflow.index("\n  free-threaded:")]
    assert set(re.findall(r'"(3\.\d+)"', tests)) == wheels == named
    assert min(named, key=lambda word: int(word[2:])) == PROJECT["project"]["requires-python"].removeprefix(">=")


def test_sources_compile_on_every_python_we_name() -> None:
    lowest = re.search(r"(\d+)\.(\d+)", PROJECT["project"]["requires-python"])
    assert lowest is not None
    version = (int(lowest[1]), int(lowest[2]))
    for path in SOURCES:
        if path.suffix in {".py", ".pyi"}:
            ast.parse(path.read_text(encoding="utf-8"), filename=str(path), feature_version=version)


def test_core_reads_no_files_and_never_asks_for_the_clock() -> None:
    """The core knows rules and numbers only: no policy of Python, no hidden seed."""
    for path in [*CORE.rglob("*.pyx"), *CORE.rglob("*.pxd")]:
        code = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
        assert not re.search(r"\b(open|input|print)\(|\bimport (os|time|random|pathlib)\b|libc\.time|\brand\(", code), (
            name(path)
        )


def test_games_know_no_driver() -> None:
    """A game imports types, the generator, the contract and inline drivers, never a module that drives."""
    for path in [*CORE.glob("*/*.pxd"), *CORE.glob("*/*.pyx")]:
        assert not re.search(
            r"\b(position|playout|registry|selftest|search)\b.*\bc?import\b", path.read_text(encoding="utf-8")
        )
        assert not re.search(r"^from snowplay(?!\._core)", path.read_text(encoding="utf-8"), re.M), name(path)
