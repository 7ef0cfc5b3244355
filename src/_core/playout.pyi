from typing import Any

import numpy as np
from numpy.typing import NDArray

from .position import CoreGame, CoreState

POLICIES: dict[str, int]
WATCH_DTYPE: np.dtype[np.void]

def run(game: CoreGame, rows: NDArray[np.void], seed: int, first: int, policy: int = 0) -> int: ...
def run_watched(game: CoreGame, rows: NDArray[np.void], watch: NDArray[np.void], seed: int, first: int) -> None: ...

class RowMaker:
    def __init__(self, game: CoreGame, watched: bool = False) -> None: ...
    def apply(self, state: CoreState, action: int) -> None: ...
    def finish(
        self, state: CoreState, index: int, rows: NDArray[np.void], at: int, watch: NDArray[Any] | None = None
    ) -> None: ...
