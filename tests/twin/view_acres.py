"""A compiled state of A Few Acres of Snow in the words of its twin."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from snowplay import Game, State
from snowplay._core.acres.game import LIMITS, TABLES_DTYPE
from snowplay.acres.cards import KIND_NAMES, bits
from snowplay.acres.schema import LOCATIONS, SIDE_NAMES

from .acres.table import COUNTS


@cache
def _kinds(game: Game) -> tuple[dict[int, str], ...]:
    tables = np.frombuffer(game.rules.tables, TABLES_DTYPE)[0]
    return tuple(
        {bit: KIND_NAMES[int(kind)] for bit, kind in enumerate(tables["card_kind"][side]) if kind < len(KIND_NAMES)}
        for side in (0, 1)
    )


def view(state: State) -> dict[str, Any]:
    """Everything on the table, by plain names."""
    data = state.data()
    now = dict(zip(data.dtype.names or (), data.item(), strict=True))
    kinds = _kinds(state.game)
    turn, played = now["turn"], now["played"]

    def cards(side: int, word: int) -> list[str]:
        return sorted([kinds[side][bit] for bit in bits(word)])

    def places(word: int) -> list[str]:
        return sorted([LOCATIONS[bit] for bit in bits(word)])

    def siege(attacker: int) -> list[Any] | None:
        at = now["siege_at"][attacker]
        if at == LIMITS["NOWHERE"]:
            return None
        words = [cards(side, now["siege_cards"][side][attacker]) for side in (0, 1)]
        return [LOCATIONS[at], now["siege_strength"][attacker], *words]

    view: dict[str, Any] = {
        "turn": turn,
        "turns": now["turns"],
        "actions_left": now["actions_left"],
        "forts": places(now["forts"]),
        "fort_discs": now["fort_discs"],
        "display": cards(0, now["display"]),
        "french_besieged": bool(now["french_besieged"]),
    }
    for side, name in enumerate(SIDE_NAMES):
        view[name] = {
            **{zone: cards(side, now[zone][side]) for zone in ("hand", "deck", "discard", "reserve", "pile")},
            "played": cards(side, played) if side == turn else [],
            **{field: places(now[field][side]) for field in ("villages", "towns", "supplied")},
            **{field: now[field][side] for field in ("money", "cubes", "discs")},
            **{field: now[field][side] for field in ("captured_cubes", "captured_discs")},
            "siege": siege(side),
            "counts": {field: now[field][side] for field in COUNTS},
        }
    return view
