"""A Few Acres of Snow, second edition: British against French in North America."""

from __future__ import annotations

from ..rules import GameRules
from .checks import check
from .options import OPTIONS
from .schema import REFERENCE, Acres
from .tables import build_tables

RULES = GameRules(
    schema=Acres,
    options=OPTIONS,
    players=(2, 2),
    reference=REFERENCE,
    check=check,
    tables=build_tables,
)
