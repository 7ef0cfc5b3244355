"""Free-threaded Python stays free: no module of the package turns the interpreter lock on again."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig

import pytest

# Runs alone, so that what other tests have imported does not count. Optional packages are hidden: whether they can do
# without the lock is their own affair.
PROGRAM = """
import importlib, pkgutil, sys

for package in ("gymnasium", "jinja2", "matplotlib", "pettingzoo", "polars", "pyarrow", "pyspiel", "ray", "scipy",
                "starlette", "uvicorn"):
    sys.modules[package] = None

import msgspec, numpy, typer

assert not sys._is_gil_enabled(), "a package that snowplay stands on turns the lock on"

import snowplay as sp
import snowplay._core as core

names = set()
for package in (sp, core):  # an editable install has the two in different places
    walked = pkgutil.walk_packages(package.__path__, package.__name__ + ".", onerror=lambda name: None)
    names |= {module.name for module in walked}
compiled = 0
for name in sorted(names - {"snowplay.__main__"}):
    try:
        found = importlib.import_module(name)
    except (sp.MissingExtraError, ModuleNotFoundError):
        continue
    assert not sys._is_gil_enabled(), f"{name} turns the lock on"
    compiled += not found.__file__.endswith(".py")

from snowplay._core import learn, selftest
from snowplay.search import Search, SearchOptions

for name in sp.registered_games():
    game = sp.load_game(name)
    state = game.new_initial_state(1)
    sp.playouts(game, 20, policy="heuristic")
    batch = sp.StateBatch(game, 4)
    batch.step(batch.sample_actions())
    Search(game, state.current_player(), SearchOptions(iterations=50)).search(state)
    assert selftest.soak(game.core, 2, 1) == 0
    if name == "acres":
        learn.features(state)
    str(state), state.to_svg()
    assert not sys._is_gil_enabled(), name

print(compiled, "compiled modules")
"""


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python always has the interpreter lock"
)
def test_the_lock_stays_off() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON_GIL"}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "10 compiled modules\n"
