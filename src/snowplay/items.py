"""Items: what a seat may take in a game, such as a contract or a card, and keeping seats from it.

What an item is worth can be asked by restricted play: the same games once more, the item forbidden. The option
``forbid`` of a game lists what is forbidden: ``NAME`` to every seat, ``NAME@SEAT`` to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .validation import is_digits

__all__ = ["Item", "canonical", "forbidden_to", "join_item", "seat_faults", "split_item"]


class Item(NamedTuple):
    """Something that seats may take, and how the rows of finished games tell who had it.

    Attributes
    ----------
    name : str
        As the option ``forbid`` has it, such as ``contract:5``.
    words : str
        For people.
    columns : tuple of str
        For each seat the column of `snowplay.export.columns` that tells if it had the item; an empty name for a seat
        that can never take it.
    test : str
        What must hold of the column: ``"bit"``: bit `number` is set; ``"value"``: it is `number`; ``"count"``: it is
        greater than `number`.
    number : int
        See `test`.
    """

    name: str
    words: str
    columns: tuple[str, ...]
    test: str
    number: int


def split_item(text: str) -> tuple[str, int | None]:
    """Return name and seat of an entry of ``forbid``; the seat is None for all, -1 for one that is no number."""
    name, at, seat = text.strip().partition("@")
    if not at:
        return name, None
    return name, int(seat) if is_digits(seat) else -1


def join_item(name: str, seat: int | None) -> str:
    """Return the entry of ``forbid`` for an item and a seat, None for all seats."""
    return name if seat is None else f"{name}@{seat}"


def canonical(entries: Iterable[str], names: Sequence[str]) -> list[str]:
    """Return entries in the order of `names`, each once, without those for a seat that one for all seats covers."""
    pairs = {split_item(entry) for entry in entries}
    kept = [(name, seat) for name, seat in pairs if seat is None or (name, None) not in pairs]
    kept.sort(key=lambda pair: (names.index(pair[0]), -1 if pair[1] is None else pair[1]))
    return [join_item(name, seat) for name, seat in kept]


def forbidden_to(seat: int, forbid: Iterable[str]) -> set[str]:
    """Return the names of the items that a seat may not take."""
    return {name for name, of in map(split_item, forbid) if of is None or of == seat}


def seat_faults(forbid: Iterable[str], players: int) -> Iterator[tuple[str, str, str]]:
    """Yield path, finding and what is allowed for every entry with a seat beyond the number of players."""
    for entry in forbid:
        seat = split_item(entry)[1]
        if seat is not None and seat >= players:
            found = f"{entry!r} with {players} player{'s' if players > 1 else ''}"
            yield "options.forbid", found, f"seats from 0 to {players - 1}" if players > 1 else "seat 0"
