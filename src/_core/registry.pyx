"""Game name -> engine. A new game adds one line to `find_engine` and one to `GAMES`."""
from .engine cimport Engine
from .acres.game cimport acres_engine
from .snowdonia.game cimport snowdonia_engine

from .acres import game as _acres
from .snowdonia import game as _snowdonia

# name -> module with the game's dtypes and names
GAMES = {"acres": _acres, "snowdonia": _snowdonia}


cdef const Engine* find_engine(str name) except NULL:
    """The engine of a registered game.

    Raises
    ------
    KeyError
        No game of that name.
    """
    if name == "acres":
        return acres_engine()
    if name == "snowdonia":
        return snowdonia_engine()
    raise KeyError(name)
