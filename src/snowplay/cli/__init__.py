"""The command line: one file a command."""

from __future__ import annotations

from .app import app, main

__all__ = ["app", "main"]
