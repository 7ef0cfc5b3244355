"""The games as Python games of OpenSpiel: importing this package registers them.

>>> import pyspiel
>>> import snowplay.openspiel
>>> game = pyspiel.load_game("snowplay_snowdonia(players=2,thin_fog=True)")
>>> game.num_players()
2
"""

from .game import SnowplayGame, SnowplayState, registered_names

__all__ = ["SnowplayGame", "SnowplayState", "registered_names"]
