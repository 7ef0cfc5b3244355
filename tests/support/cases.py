"""The games, numbers of players and rule options that the contract suite is run over, and the property tests too.

**A new game joins here**: at least one case for each number of players, and every option with another value than its
default. `contract/test_cases.py` fails when one is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import snowplay as sp


@dataclass(frozen=True)
class Case:
    """One set of rules."""

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    variant: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        changed = [f"{name}={value}" for name, value in self.options.items()]
        changed += ["variant"] if self.variant else []
        return "-".join([self.game, f"{self.players}p", *changed]).replace(" ", "")

    def load(self, **options: Any) -> sp.Game:
        """The game; `options` replace those of the case."""
        return sp.load_game(self.game, self.players, variant=self.variant, **{**self.options, **options})


CASES = [
    *(Case("snowdonia", players) for players in range(1, 6)),
    Case("snowdonia", 1, {"solo_train": 6}),
    Case("snowdonia", 1, {"solo_train": 2, "auto_forced": False, "extra_track_cards": True}),
    Case("snowdonia", 2, {"auto_forced": False}),
    Case("snowdonia", 2, {"forced_swap": True}),
    Case("snowdonia", 3, {"thin_fog": True, "extra_track_cards": True}),
    Case("snowdonia", 3, {"fog_blocks_contracts": False}),
    Case("snowdonia", 4, {"steel_limit": 2, "train_pool": [6]}),
    Case("snowdonia", 5, {"tie_break": "token"}),
    Case("snowdonia", 5, {"thin_fog": True, "steel_limit": 9, "forced_swap": True, "auto_forced": False}),
    Case("snowdonia", 3, variant={"contracts": {"20": {"score": {"vp": 35}}}, "trains": {"1": {"steel": 1}}}),
]


@cache
def games() -> dict[str, sp.Game]:
    """Every case's game, by the name of the case."""
    return {str(case): case.load() for case in CASES}
