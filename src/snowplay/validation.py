"""Checking plain data against a msgspec type, with the path of the wrong entry and what is allowed there.

msgspec checks fast, but its messages leave out the keys of tables (``$[...].vp``) and do not say what is
allowed. Here the same types are walked once more in Python, so that an error reads
``contracts.20.score.vp: found 'many' (text); allowed: a whole number from 0 to 200``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect

from .errors import RulesError

__all__ = ["convert", "did_you_mean", "found", "is_digits", "join", "listed"]

T = TypeVar("T")
_MISSING = "nothing (the key is missing)"


def join(path: str, key: object) -> str:
    """Return the path of an entry of the table or list at `path`."""
    return f"{path}.{key}" if path else str(key)


def found(value: object) -> str:
    """Return a value and its kind in words."""
    if isinstance(value, Mapping):
        keys = ", ".join(map(str, list(value)[:6]))
        return f"a table with {keys}" if keys else "an empty table"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    text = repr(value)
    if len(text) > 60:
        text = text[:57] + "..."
    if isinstance(value, bool):
        return f"{str(value).lower()} (true or false)"
    if isinstance(value, int):
        return text
    if isinstance(value, float):
        return f"{text} (a number with a fraction)"
    if isinstance(value, str):
        return f"{text} (text)"
    return f"{text} (a {type(value).__name__})"


def listed(items: Iterable[object]) -> str:
    """Return the items in one line."""
    return ", ".join(map(str, items))


def is_digits(word: str) -> bool:
    """Say if a text is a whole number from 0 on, of a length that any field can take."""
    return word.isascii() and word.isdigit() and len(word) < 10


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the closest known word, or an empty text."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def convert(value: object, kind: type[T], where: str) -> T:
    """Return `value` as an instance of the msgspec Struct `kind`.

    Parameters
    ----------
    value : object
        Tables, lists, text, numbers and booleans, as from a TOML file.
    kind : type
        A msgspec Struct.
    where : str
        The file or variant, for the message.

    Raises
    ------
    RulesError
        For the first wrong entry.
    """
    _check(value, _info(cast(Any, kind)), "", where)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise RulesError(f"{where}: {error}", where=where) from None


@cache
def _info(kind: Any) -> inspect.Type:
    """Return the type for walking; a program may load many games, and a schema takes a while to read."""
    return inspect.type_info(kind)


def _check(value: object, info: inspect.Type, path: str, where: str) -> None:
    info, words = _unwrap(info)
    if isinstance(info, inspect.StructType):
        _check_struct(value, info, path, where)
    elif isinstance(info, inspect.DictType):
        _check_dict(value, info, path, where)
    elif isinstance(info, (inspect.ListType, inspect.TupleType)):
        _check_list(value, info, path, where)
    elif isinstance(info, inspect.UnionType):
        _check(value, _member(value, info, path, where), path, where)
    elif not isinstance(info, inspect.AnyType) and not _is_leaf(value, info):
        known = [str(other) for other in info.values] if isinstance(info, inspect.LiteralType) else []
        hint = did_you_mean(value, known) if isinstance(value, str) else ""
        raise RulesError.of(where, path, found(value), (words or _allowed(info)) + hint)


def _unwrap(info: inspect.Type) -> tuple[inspect.Type, str]:
    """Return the type inside its annotations, and its description if it has one."""
    words = ""
    while isinstance(info, inspect.Metadata):
        words = words or (info.extra_json_schema or {}).get("description", "")
        info = info.type
    return info, words


def _check_struct(value: object, info: inspect.StructType, path: str, where: str) -> None:
    if not isinstance(value, Mapping):
        raise RulesError.of(where, path, found(value), _allowed(info))
    fields = {field.encode_name: field for field in info.fields}
    names = list(fields)
    if info.tag_field is not None:
        names.insert(0, info.tag_field)
    for key in value:
        if key not in names:
            hint = _deeper(str(key), path, fields) or did_you_mean(str(key), names)
            raise RulesError.of(where, join(path, key), "an unknown key", listed(names) + hint)
    for name, field in fields.items():
        if name in value:
            _check(value[name], field.type, join(path, name), where)
        elif field.required:
            raise RulesError.of(where, join(path, name), _MISSING, _allowed(field.type))


def _deeper(key: str, path: str, fields: Mapping[str, inspect.Field]) -> str:
    """Say so if just one of the tables below this one has the unknown key."""
    homes = set()
    for name, field in fields.items():
        inner, _ = _unwrap(field.type)
        for member in inner.types if isinstance(inner, inspect.UnionType) else (inner,):
            if isinstance(member, inspect.StructType) and key in {f.encode_name for f in member.fields}:
                homes.add(join(join(path, name), key))
    return f"; did you mean {homes.pop()!r}?" if len(homes) == 1 else ""


def _check_dict(value: object, info: inspect.DictType, path: str, where: str) -> None:
    if not isinstance(value, Mapping):
        raise RulesError.of(where, path, found(value), _allowed(info))
    key_info, words = _unwrap(info.key_type)
    for key, entry in value.items():
        if not _is_leaf(key, key_info):
            hint = (
                did_you_mean(str(key), map(str, key_info.values)) if isinstance(key_info, inspect.LiteralType) else ""
            )
            raise RulesError.of(where, join(path, key), "an unknown key", (words or _allowed(key_info)) + hint)
        try:
            _check(entry, info.value_type, join(path, key), where)
        except RulesError as error:
            hint = did_you_mean(str(key), [str(other) for other in value if other != key])
            own_field = error.path.rpartition(".")[0] == join(path, key)
            if hint and own_field and error.found == _MISSING and not str(key).isdigit():
                # most likely not a new entry, but a slip in the name of an old one
                raise RulesError.of(error.where, error.path, error.found, error.allowed + hint) from None
            raise


def _check_list(value: object, info: inspect.ListType | inspect.TupleType, path: str, where: str) -> None:
    if not isinstance(value, (list, tuple)):
        raise RulesError.of(where, path, found(value), _allowed(info))
    if isinstance(info, inspect.TupleType):
        if len(value) != len(info.item_types):
            raise RulesError.of(where, path, found(value), _allowed(info))
        kinds = list(info.item_types)
    else:
        low, high = info.min_length or 0, info.max_length
        if len(value) < low or (high is not None and len(value) > high):
            raise RulesError.of(where, path, found(value), _allowed(info))
        kinds = [info.item_type] * len(value)
    for number, (entry, kind) in enumerate(zip(value, kinds, strict=True), start=1):
        _check(entry, kind, join(path, number), where)


def _member(value: object, info: inspect.UnionType, path: str, where: str) -> inspect.Type:
    """Return the member of a union that the value is meant to be."""
    members = [_unwrap(member)[0] for member in info.types]
    structs = {str(m.tag): m for m in members if isinstance(m, inspect.StructType) and m.tag is not None}
    if structs:
        if not isinstance(value, Mapping):
            raise RulesError.of(where, path, found(value), "a table")
        field = str(next(iter(structs.values())).tag_field)
        tag = value.get(field)
        if isinstance(tag, str) and tag in structs:
            return structs[tag]
        hint = did_you_mean(tag, structs) if isinstance(tag, str) else ""
        what = found(tag) if field in value else _MISSING
        raise RulesError.of(where, join(path, field), what, "one of " + listed(map(repr, structs)) + hint)
    members = [member for member in members if not isinstance(member, inspect.NoneType)]  # a file has no null
    for member in members:
        if isinstance(value, Mapping) == isinstance(member, (inspect.DictType, inspect.StructType)) and (
            isinstance(value, (Mapping, list, tuple)) or _is_leaf(value, member)
        ):
            return member
    allowed = " or ".join(_allowed(member) for member in members)
    raise RulesError.of(where, path, found(value), allowed)


def _is_leaf(value: object, info: inspect.Type) -> bool:
    """Say if it is a value of this scalar type."""
    if isinstance(info, inspect.LiteralType):
        return any(type(value) is type(other) and value == other for other in info.values)
    if isinstance(info, inspect.BoolType):
        return isinstance(value, bool)
    if isinstance(info, inspect.StrType):
        return (
            isinstance(value, str)
            and len(value) >= (info.min_length or 0)
            and (info.pattern is None or re.search(info.pattern, value) is not None)
        )
    if isinstance(value, bool):
        return False
    if isinstance(info, inspect.IntType):
        return isinstance(value, int) and _in_range(value, info)
    if isinstance(info, inspect.FloatType):
        return isinstance(value, (int, float)) and value == value and _in_range(value, info)
    raise TypeError(f"no check for {info!r}")


def _in_range(value: int | float, info: inspect.IntType | inspect.FloatType) -> bool:
    return (info.ge is None or value >= info.ge) and (info.le is None or value <= info.le)


def _allowed(info: inspect.Type) -> str:
    """Return in words what a value of this type may be."""
    info, words = _unwrap(info)
    if words:
        return words
    if isinstance(info, inspect.LiteralType):
        values: list[Any] = list(info.values)
        return repr(values[0]) if len(values) == 1 else "one of " + listed(map(repr, values))
    if isinstance(info, inspect.BoolType):
        return "true or false"
    if isinstance(info, inspect.StrType):
        return "text"
    if isinstance(info, (inspect.IntType, inspect.FloatType)):
        kind = "a whole number" if isinstance(info, inspect.IntType) else "a number"
        return f"{kind} from {info.ge} to {info.le}" if info.ge is not None and info.le is not None else kind
    if isinstance(info, inspect.StructType):
        names = [field.encode_name for field in info.fields if field.required]
        return "a table with " + listed(names) if names else "a table"
    if isinstance(info, inspect.DictType):
        return "a table"
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)}: " + listed(map(_allowed, info.item_types))
    if isinstance(info, inspect.ListType):
        size = ""
        if info.min_length is not None and info.min_length == info.max_length:
            size = f"{info.min_length} "
        elif info.max_length is not None:
            size = f"{info.min_length or 0} to {info.max_length} "
        return f"a list of {size}entries, each {_allowed(info.item_type)}"
    if isinstance(info, inspect.UnionType):
        return " or ".join(_allowed(member) for member in info.types if not isinstance(member, inspect.NoneType))
    return str(info)
