import numpy as np
from numpy.typing import NDArray

from .position import CoreGame

POLICIES: dict[str, int]

def run(game: CoreGame, rows: NDArray[np.void], seed: int, first: int, policy: int = 0) -> int: ...
