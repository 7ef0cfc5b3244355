from typing import Any

import numpy as np

from .position import CoreGame, CoreState

def positions(
    game: CoreGame, seed: int, first: int, games: int, per_game: int = 8, explore: float = 0.05
) -> tuple[np.ndarray[Any, np.dtype[np.float32]], np.ndarray[Any, np.dtype[np.float64]]]: ...
def features(state: CoreState) -> np.ndarray[Any, np.dtype[np.float32]]: ...
