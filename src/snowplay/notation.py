"""Tables of ids: from the number of an action or chance outcome to its structured form and notation, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from .errors import NotationError
from .validation import did_you_mean, listed


class Structured(Protocol):
    """An action or a chance outcome as kind and arguments; its ``str`` is its notation."""

    @property
    def kind(self) -> str:
        """What kind of action it is."""


A = TypeVar("A", bound=Structured)


class IdTable(Generic[A]):
    """The ids, structured forms and notations of one id table.

    Parameters
    ----------
    what : str
        What the ids stand for, in messages.
    size : int
        Number of ids.
    entries : iterable of (int, structured form)
        The ids that stand for something.
    forms : mapping
        How to write a kind, where its name alone is not it.
    """

    def __init__(self, what: str, size: int, entries: Iterable[tuple[int, A]], forms: Mapping[str, str]) -> None:
        self.what = what
        self.forms = forms
        self.by_id: list[A | None] = [None] * size
        for number, entry in entries:
            self.by_id[number] = entry
        self.ids = {entry: i for i, entry in enumerate(self.by_id) if entry is not None}
        self.kinds = list(dict.fromkeys(entry.kind for entry in self.ids))
        self.by_notation = {str(entry).lower(): i for entry, i in self.ids.items()}

    def decode(self, number: int) -> A:
        """Return the structured form of an id."""
        entry = self.by_id[number] if 0 <= number < len(self.by_id) else None
        if entry is None:
            raise NotationError(f"there is no {self.what} with the id {number}")
        return entry

    def encode(self, entry: A) -> int:
        """Return the id of a structured form."""
        if entry not in self.ids:
            raise NotationError(f"there is no {self.what} {str(entry)!r}; {self._how_to_write(entry.kind)}")
        return self.ids[entry]

    def parse(self, text: str, words: Callable[[int], str] | None) -> int:
        """Return the id of a notation, or of what `words` calls it."""
        plain = "".join(text.split()).lower()
        if plain in self.by_notation:
            return self.by_notation[plain]
        if words is not None:
            spoken = " ".join(text.split()).lower()
            for number in self.ids.values():
                if words(number).lower() == spoken:
                    return number
        raise NotationError(f"{text!r} is no {self.what}; {self._how_to_write(plain.split(':')[0])}")

    def _how_to_write(self, kind: str) -> str:
        if kind in self.kinds:
            return "write " + self.forms.get(kind, kind)
        return "kinds: " + listed(self.kinds) + did_you_mean(kind, self.kinds)
