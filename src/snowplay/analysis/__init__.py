"""Statistics over the rows of experiments.

Every function takes a run (see `snowplay.open_run`) and returns a `Table`. What is named here is imported when it is
first used; it needs the extra ``analysis``, except for tables.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .table import Column, Table, format_cell

if TYPE_CHECKING:
    from .lengths import end_reasons, game_lengths
    from .multiple import benjamini_hochberg, holm, simultaneous_z
    from .paired import compare_games, compare_seats
    from .rates import agent_rates, seat_rates, start_advantage, ties, turn_order_rates
    from .ratings import pair_table, rating_table
    from .scores import margins, score_distribution, score_sources, seat_scores
    from .sequential import Gsprt, count_differences
    from .sweeps import sweep_slopes, sweep_values
    from .worth import item_worth, observed_worth, regression_worth, restricted_worth

_MODULES = {
    "lengths": ("end_reasons", "game_lengths"),
    "multiple": ("benjamini_hochberg", "holm", "simultaneous_z"),
    "paired": ("compare_games", "compare_seats"),
    "ratings": ("pair_table", "rating_table"),
    "rates": ("agent_rates", "seat_rates", "start_advantage", "ties", "turn_order_rates"),
    "scores": ("margins", "score_distribution", "score_sources", "seat_scores"),
    "sequential": ("Gsprt", "count_differences"),
    "sweeps": ("sweep_slopes", "sweep_values"),
    "worth": ("item_worth", "observed_worth", "regression_worth", "restricted_worth"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Column",
    "Gsprt",
    "Table",
    "agent_rates",
    "benjamini_hochberg",
    "compare_games",
    "compare_seats",
    "count_differences",
    "end_reasons",
    "format_cell",
    "game_lengths",
    "holm",
    "item_worth",
    "margins",
    "observed_worth",
    "pair_table",
    "rating_table",
    "regression_worth",
    "restricted_worth",
    "score_distribution",
    "score_sources",
    "seat_rates",
    "seat_scores",
    "simultaneous_z",
    "start_advantage",
    "sweep_slopes",
    "sweep_values",
    "ties",
    "turn_order_rates",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
