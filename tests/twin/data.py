"""The figures a twin plays with: the game's data file with a variant laid over it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "src" / "snowplay" / "data"


@cache
def _file(game: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{game}.toml").read_text(encoding="utf-8"))


def figures(game: str, variant: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The data file's tables, as the variant has them: tables by key, lists as a whole or entry by entry from 1."""
    base = deepcopy(_file(game))
    _lay_over(base, variant or {})
    return base


def _lay_over(base: Any, changes: Mapping[str, Any]) -> None:
    for key, value in changes.items():
        place = int(key) - 1 if isinstance(base, list) else key
        known = place < len(base) if isinstance(base, list) else place in base
        if known and isinstance(value, Mapping) and isinstance(base[place], (dict, list)):
            _lay_over(base[place], value)
        else:
            base[place] = deepcopy(value)
