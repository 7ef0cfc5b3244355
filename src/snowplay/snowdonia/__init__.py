"""Snowdonia: the Mount Snowdon scenario for 2 to 5 players and the Solo Training Mode."""

from __future__ import annotations

from ..rules import GameRules
from .checks import check
from .options import OPTIONS
from .schema import MAX_PLAYERS, REFERENCE, Snowdonia
from .tables import build_tables

RULES = GameRules(
    schema=Snowdonia,
    options=OPTIONS,
    players=(1, MAX_PLAYERS),
    reference=REFERENCE,
    check=check,
    tables=build_tables,
)
