"""What the tables of every game's data file have in common: how sure their figures are, and who says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from .validation import join, listed

Confidence = Literal["rulebook", "summary", "two-sources", "one-source", "inferred", "assumed", "unknown"]


class Table(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table with its provenance, which changes nothing in the game."""

    confidence: Confidence | dict[str, Confidence] = "unknown"
    source: list[str] = []
    note: str = ""


def provenance_faults(data: Struct, sources: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the faults of the tables' provenance: path, what was found, what is allowed.

    Parameters
    ----------
    data : msgspec.Struct
        The whole data file.
    sources : iterable of str
        The names of its sources.
    """
    known = list(sources)
    for path, table in _tables(data, ""):
        for name in table.source:
            if name not in known:
                yield join(path, "source"), repr(name), "the names in [sources]: " + listed(known)
        if isinstance(table.confidence, dict):
            fields = [name for name in table.__struct_fields__ if name not in Table.__struct_fields__]
            for field in table.confidence:
                if field.split(".")[0] not in fields:
                    yield join(path, f"confidence.{field}"), "an unknown key", listed(fields)


def _tables(value: Any, path: str) -> Iterator[tuple[str, Table]]:
    """All tables that have a provenance."""
    if isinstance(value, Table):
        yield path, value
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _tables(getattr(value, name), join(path, name))
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from _tables(entry, join(path, name))
