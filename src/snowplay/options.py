"""Rule options: what a game offers, and checking what a caller asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import RulesError
from .items import canonical, split_item
from .validation import did_you_mean, found, is_digits, listed

__all__ = ["Option", "parse_option", "resolve_options"]

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


@dataclass(frozen=True)
class Option:
    """One rule option of a game.

    Parameters
    ----------
    name : str
        As in ``load_game(..., name=value)``.
    kind : str
        ``"bool"``, ``"int"``, ``"choice"``, ``"ints"`` (a set of whole numbers, written as a list), or ``"items"`` (a
        list of items that seats may not take; see `snowplay.items`).
    default : object
        The value when nothing is asked for.
    rules : tuple of str
        IDs of the rules it changes.
    help : str
        One line.
    low, high : int
        Range of ``int``, and of each number of ``ints``.
    choices : tuple of str
        Values of ``choice``, names of ``items``.
    """

    name: str
    kind: str
    default: Any
    rules: tuple[str, ...]
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What the option may be, in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "int":
            return f"a whole number from {self.low} to {self.high}"
        if self.kind == "choice":
            return "one of " + listed(map(repr, self.choices))
        if self.kind == "items":
            return f"a list of ITEM (for every seat) or ITEM@SEAT; items are {_families(self.choices)}"
        return f"a list of one or more different whole numbers from {self.low} to {self.high}"

    def check(self, value: object, where: str) -> Any:
        """Return the value in its one canonical form, or raise RulesError."""
        if self.kind == "bool" and isinstance(value, bool):
            return value
        if self.kind == "int" and self._is_number(value):
            return value
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        if self.kind == "ints" and isinstance(value, (list, tuple, set, frozenset)) and value:
            numbers = list(value)
            if all(map(self._is_number, numbers)) and len(set(numbers)) == len(numbers):
                return sorted(numbers)
        if self.kind == "items" and isinstance(value, (list, tuple, set, frozenset)):
            return self._check_items(list(value), where)
        hint = did_you_mean(value, self.choices) if self.kind == "choice" and isinstance(value, str) else ""
        what = listed(map(str, value)) if isinstance(value, (list, tuple)) and value else found(value)
        raise RulesError.of(where, self.name, what, self.allowed + hint)

    def _check_items(self, entries: list[Any], where: str) -> list[str]:
        for entry in entries:
            name, seat = split_item(entry) if isinstance(entry, str) else ("", None)
            if name not in self.choices:
                raise RulesError.of(where, self.name, found(entry), self.allowed + did_you_mean(name, self.choices))
            if seat == -1:
                raise RulesError.of(where, self.name, found(entry), f"{name}@SEAT with the number of a seat, from 0")
        return canonical(entries, self.choices)

    def _is_number(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def parse(self, text: str, where: str) -> Any:
        """Return the value written as text, as on a command line; a list is written ``1,2,5``."""
        word = text.strip()
        value: object = word
        if self.kind == "bool" and word.lower() in _TRUE + _FALSE:
            value = word.lower() in _TRUE
        elif self.kind == "int" and is_digits(word):
            value = int(word)
        elif self.kind == "ints":
            parts = [part.strip() for part in word.strip("[]").split(",")]
            value = [int(part) if is_digits(part) else part for part in parts]
        elif self.kind == "items":
            inner = word.removeprefix("[").removesuffix("]")
            value = [part.strip() for part in inner.split(",")] if inner.strip() else []
        return self.check(value, where)


def _families(names: Sequence[str]) -> str:
    """Return names such as ``card:militia`` in few words: those with numbers by the first and the last."""
    families: dict[str, list[str]] = {}
    for name in names:
        families.setdefault(name.partition(":")[0], []).append(name)
    numbered = {family: all(is_digits(name.partition(":")[2]) for name in of) for family, of in families.items()}
    return listed(f"{of[0]} to {of[-1]}" if numbered[family] else listed(of) for family, of in families.items())


def _option(options: Iterable[Option], name: str, where: str) -> Option:
    known = {option.name: option for option in options}
    if name not in known:
        hint = did_you_mean(name, known)
        raise RulesError.of(where, name, "an unknown option", listed(sorted(known)) + hint)
    return known[name]


def resolve_options(
    options: Sequence[Option], variant: Mapping[str, object], given: Mapping[str, object], variant_where: str
) -> dict[str, Any]:
    """Return every option with its value: the caller goes before the variant, the variant before the default."""
    values: dict[str, Any] = {option.name: option.check(option.default, "option") for option in options}
    for where, source in ((f"{variant_where}: options", variant), ("option", given)):
        for name, value in source.items():
            values[name] = _option(options, name, where).check(value, where)
    return values


def parse_option(options: Sequence[Option], name: str, text: str) -> Any:
    """Return the value of option `name` written as text."""
    return _option(options, name, "option").parse(text, "option")
