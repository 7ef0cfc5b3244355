"""OpenSpiel, with an error that says how to get it."""

from __future__ import annotations

from ..errors import MissingExtraError

try:
    import pyspiel
except ImportError:
    raise MissingExtraError("the games as games of OpenSpiel", "openspiel") from None

__all__ = ["pyspiel"]
