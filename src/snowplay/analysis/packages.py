"""The optional packages that the analysis stands on, with an error that says how to get them."""

from __future__ import annotations

from ..errors import MissingExtraError

try:
    import polars as pl
    from scipy import linalg, optimize, special
except ImportError:
    raise MissingExtraError("the analysis of experiments", "analysis") from None

__all__ = ["linalg", "optimize", "pl", "special"]
