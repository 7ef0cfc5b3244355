"""A source archive, a wheel built from it, and a simulation run from that wheel in another folder.

Works offline: the build uses the packages of this environment, and the fresh environment borrows them too,
but not the snowplay installed there (a .pth file of a folder that a .pth file names is ignored, with it the
editable install).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import snowplay as sp

ROOT = Path(__file__).resolve().parents[2]
GAMES = sp.registered_games()
MODULES = {
    *("_cyutility", "batch", "learn", "playout", "position", "registry", "search", "selftest"),
    *(f"{name}/game" for name in GAMES),
}
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.so", "*.pyd", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis"
)


def run(*words: str | Path, cwd: Path, **environment: str) -> str:
    """Run one command and return what it printed; its errors are the test's."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SNOWPLAY_DEBUG")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT)
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"
    run(sys.executable, "-c", build, cwd=folder / "source")
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "-q", "wheel", "--no-index", "--no-deps", "--no-build-isolation")
    run(*pip, "-w", folder, sdist, cwd=folder)
    (archive,) = folder.glob("*.whl")
    return archive


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment with the wheel in it."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (sys.executable, "-m", "pip", "-q", "--python", python, "install", "--no-index", "--no-deps")
    run(*pip, wheel, cwd=folder.parent)
    own = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder.parent)
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (Path(own.strip()) / "borrowed.pth").write_text("\n".join(borrowed), encoding="utf-8")
    return python


def packaged(names: list[str], suffix: str) -> set[str]:
    """Return the files of the core with this suffix, without folder and suffix."""
    head = "snowplay/_core/"
    return {name.removeprefix(head).split(".")[0] for name in names if name.startswith(head) and name.endswith(suffix)}


def test_sdist_holds_sources_and_nothing_built(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    here = {
        str(path.relative_to(ROOT))
        for folder in ("src", "tests", "tools", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi", ".toml", ".md"}
    }
    assert here - names == set()
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "setup.py", "Makefile"} <= names
    assert not {name for name in names if name.endswith((".c", ".so", ".pyd", ".pyc")) or name.startswith("build")}


def test_wheel_holds_every_module_with_stub_and_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    compiled = packaged(names, ".pyd" if os.name == "nt" else ".so")
    assert compiled == MODULES
    assert packaged(names, ".pyi") >= MODULES - {"_cyutility"}
    assert packaged(names, ".pyx") == MODULES - {"_cyutility"}
    assert "snowplay/py.typed" in names
    assert {f"snowplay/data/{name}.toml" for name in GAMES} <= set(names)
    assert {"snowplay/acres/habits.toml", "snowplay/acres/evaluation.npy"} <= set(names)
    python = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src" / "snowplay").rglob("*.py")}
    assert python - set(names) == set()
    assert not [name for name in names if name.startswith(("tests", "tools", "bench"))]


@pytest.mark.parametrize("name", GAMES)
def test_simulation_runs_from_the_wheel(installed: Path, tmp_path: Path, name: str) -> None:
    where = run(installed, "-c", "import snowplay; print(snowplay.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(installed.parent.parent)
    program = (
        "import snowplay as sp\n"
        f"rows = sp.playouts(sp.load_game({name!r}), 50, seed=1)\n"
        "print(len(rows), int(rows['decisions'].min()) > 0)\n"
    )
    assert run(installed, "-c", program, cwd=tmp_path).split() == ["50", "True"]


def test_command_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    words = ("simulate", "snowdonia", "--players", "2", "--games", "40", "--seed", "0", "--json")
    printed = json.loads(run(installed.parent / "snowplay", *words, cwd=tmp_path))
    assert printed["games"] == 40
    assert printed["players"] == 2
