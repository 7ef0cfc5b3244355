"""The errors snowplay raises on purpose.

All derive from :class:`SnowplayError`; those about a bad value also from ``ValueError``, so that callers who
know nothing about snowplay can catch them.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "GameOverError",
    "IllegalActionError",
    "IllegalActionsError",
    "MissingExtraError",
    "NotationError",
    "RecordError",
    "RulesError",
    "RunError",
    "RunFailedError",
    "SeatError",
    "SnowplayError",
    "UnknownGameError",
]


class SnowplayError(Exception):
    """Base class of all errors of this package."""


class RulesError(SnowplayError, ValueError):
    """A data file, a variant, an option or a number of players is wrong.

    Parameters
    ----------
    message : str
        The whole story in one line.
    where : str
        The file, variant or argument the entry stands in.
    path : str
        The entry, such as ``contracts.20.score.vp``; empty if the trouble is not one entry.
    found : str
        What stands there.
    allowed : str
        What may stand there.
    """

    def __init__(self, message: str, *, where: str = "", path: str = "", found: str = "", allowed: str = "") -> None:
        super().__init__(message)
        self.where = where
        self.path = path
        self.found = found
        self.allowed = allowed

    @classmethod
    def of(cls, where: str, path: str, found: str, allowed: str) -> RulesError:
        """Compose the message from its parts."""
        place = ": ".join(part for part in (where, path) if part)
        return cls(
            f"{place}: found {found}; allowed: {allowed}",
            where=where,
            path=path,
            found=found,
            allowed=allowed,
        )


class UnknownGameError(RulesError):
    """There is no game of that name."""


class IllegalActionError(SnowplayError, ValueError):
    """An action that is not legal in the present state; the state is untouched.

    Parameters
    ----------
    message : str
        The action in words, why it is not legal, and what is.
    action : object
        The action as it was given.
    player : int or None
        Who was to move.
    rule : str
        ID of the rule that stands against it, such as ``SN-37``.
    legal_actions : sequence of int
        The legal actions.
    """

    def __init__(
        self,
        message: str,
        *,
        action: object = None,
        player: int | None = None,
        rule: str = "",
        legal_actions: Sequence[int] = (),
    ) -> None:
        super().__init__(message)
        self.action = action
        self.player = player
        self.rule = rule
        self.legal_actions = list(legal_actions)


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


class IllegalActionsError(SnowplayError, ValueError):
    """Actions of a batch that are not legal; no entry was stepped.

    Parameters
    ----------
    message : str
        The first of them in words, and which entries there are.
    indices : sequence of int
        Entries whose action is not legal, ascending.
    actions : sequence of int
        These actions.
    """

    def __init__(self, message: str, *, indices: Sequence[int] = (), actions: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.indices = list(indices)
        self.actions = list(actions)


class NotationError(SnowplayError, ValueError):
    """A number or text that stands for no action or chance outcome at all, legal or not."""


class SeatError(SnowplayError, ValueError):
    """A seat that does not exist, or not the seat to move; the message names the seats that are allowed."""


class RecordError(SnowplayError, ValueError):
    """A game record that cannot be read or replayed; the message names the place in it."""


class RunError(SnowplayError, ValueError):
    """A run directory that does not fit what is asked of it; nothing in it was touched."""


class RunFailedError(SnowplayError, RuntimeError):
    """A run of an experiment that could not go on; the same command resumes it when the cause is gone."""


class MissingExtraError(SnowplayError, ImportError):
    """A feature whose optional packages are not installed.

    Parameters
    ----------
    feature : str
        What was asked for.
    extra : str
        The extra that brings it.
    """

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs the extra {extra!r}: pip install snowplay[{extra}]")
        self.feature = feature
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str]]:
        return type(self), (self.feature, self.extra)
