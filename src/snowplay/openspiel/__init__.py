"""The games as Python games of OpenSpiel: importing this package registers them.

>>> import pyspiel
>>> import snowplay.openspiel
>>> game = pyspiel.load_game("snowplay_snowdonia(players=2,thin_fog=True)")
>>> game.num_players()
2
"""

from ..errors import MissingExtraError

try:
    from .game import SnowplayGame, SnowplayState, registered_names
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise MissingExtraError("the games as games of OpenSpiel", "openspiel") from None

__all__ = ["SnowplayGame", "SnowplayState", "registered_names"]
