"""Rules and tables of A Few Acres of Snow, for the tests of its data file and options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from snowplay._core.acres.game import TABLES_DTYPE
from snowplay.acres.cards import KIND_NAMES as KINDS
from snowplay.acres.cards import bits
from snowplay.acres.schema import LOCATIONS
from snowplay.errors import RulesError
from snowplay.rules import Rules, load_rules

# Fields that only say again what others do, so that the kernels need not look for it.
DERIVED = {"affordable", "linked"}


def load(variant: Any = None, **options: object) -> Rules:
    return load_rules("acres", 2, variant, options)


def tables(variant: Any = None, **options: object) -> np.void:
    return np.frombuffer(load(variant, **options).tables, TABLES_DTYPE)[0]


def changed(t: np.void) -> set[str]:
    """The fields in which tables differ from those without options and variant."""
    base = tables()
    return {name for name in TABLES_DTYPE.names if not np.array_equal(t[name], base[name])} - DERIVED


def nested(path: str, value: object) -> dict[str, Any]:
    """The variant that changes the one entry at this path."""
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def refusal(variant: Any = None, players: int = 2, **options: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        load_rules("acres", players, variant, options)
    return caught.value


def size(word: object) -> int:
    return int(word).bit_count()  # type: ignore[call-overload]


def places(word: object) -> set[str]:
    return {LOCATIONS[place] for place in bits(word)}  # type: ignore[arg-type]


def kinds(t: np.void, side: int, word: object) -> list[str]:
    """The kinds of a side's cards, one name a card."""
    return [KINDS[int(t["card_kind"][side][card])] for card in bits(word)]  # type: ignore[arg-type]
