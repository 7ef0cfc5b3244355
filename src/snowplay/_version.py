"""The version of the installed package; pyproject.toml is its only source."""

from __future__ import annotations

from importlib.metadata import version

__version__ = version("snowplay")
