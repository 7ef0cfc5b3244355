"""What the web table refuses, with the HTTP status that says so."""

from __future__ import annotations

from ..errors import SnowplayError


class TableError(SnowplayError, ValueError):
    """A request that cannot be met; nothing has changed.

    Parameters
    ----------
    status : int
        HTTP status.
    message : str
        What is wrong and what would be right.
    rule : str
        ID of the rule that stands against it.
    """

    def __init__(self, status: int, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.rule = rule
