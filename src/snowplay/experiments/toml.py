"""Writing plain tables as TOML, always in the same way: Python reads TOML but does not write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps(tree: Mapping[str, Any]) -> str:
    """Return tables, lists of tables, lists, text, numbers and booleans as TOML, in the order of the keys."""
    return "\n".join(_table(tree, "")).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: str) -> Iterator[str]:
    deeper = {key: value for key, value in table.items() if _is_tables(value) or (not path and _is_table(value))}
    for key, value in table.items():
        if key not in deeper:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in deeper.items():
        place = f"{path}.{_key(key)}" if path else _key(key)
        for entry in value if _is_tables(value) else [value]:
            yield ""
            yield f"[[{place}]]" if _is_tables(value) else f"[{place}]"
            yield from _table(entry, place)


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # JSON's escapes are TOML's, except that TOML wants U+007F escaped and no halves of surrogate pairs.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(entry)}" for key, entry in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)
