"""The plain twin of A Few Acres of Snow: its rules as sentences, one function per group of rule IDs.

``cards`` has the figures, ``table`` what lies on the table, ``build``, ``siege``, ``raid`` and ``deck`` the actions,
``turn`` the course of the game. A choice or a draw is a ``yield``: what is asked goes out, the answer comes in.
"""

from .turn import Twin

__all__ = ["Twin"]
