"""Small experiments and run directories for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import snowplay as sp
from snowplay.experiments.runner import Outcome, execute


def asked(arms: list[dict[str, Any]] | None = None, **entries: Any) -> dict[str, Any]:
    """Return an experiment; `arms`, `generate` and `stop` become its tables, the rest goes into [experiment]."""
    tables = {key: entries.pop(key) for key in ("generate", "stop") if key in entries}
    settings = {"name": "try", "game": "snowdonia", "players": 2, "games": 250, "chunk": 100, **entries}
    return {"experiment": settings, **({"arm": arms} if arms else {}), **tables}


TWO_ARMS = [{"name": "standard"}, {"name": "fog", "options": {"thin_fog": True}}]


def played(folder: Path, experiment: dict[str, Any] | sp.Experiment, **options: Any) -> Outcome:
    return execute(experiment, folder, **{"threads": 1, **options})


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a run directory with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
