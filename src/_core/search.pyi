from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .position import CoreGame, CoreState

PLAYOUTS: dict[str, int]
NODE_BYTES: int
FIRST_NODES: int

class SearchTree:
    game: CoreGame
    def __init__(
        self,
        game: CoreGame,
        observer: int,
        *,
        nodes: int = ...,
        exploration: float = 0.7,
        bias: float = 0.0,
        puct: float = 0.0,
        margin: float = 0.1,
        greed: float = 0.8,
        playout: str = "random",
        cutoff: int = -1,
        flat: bool = False,
        cheat: bool = False,
        batch: int = 0,
    ) -> None: ...
    def begin(self, state: CoreState, seed: int, index: int = 0, keep: bool = False) -> None: ...
    def follow(self, moves: Sequence[tuple[int, int]]) -> bool: ...
    def run(self, iterations: int) -> None: ...
    def collect(self, iterations: int, observations: NDArray[np.float32], masks: NDArray[np.uint8]) -> int: ...
    def settle(self, logits: NDArray[np.float32], values: NDArray[np.float64]) -> None: ...
    def abandon(self) -> None: ...
    def moves(self) -> list[tuple[int, int, int, float, float, float, int, float]]: ...
    def line(self, first: int, length: int = 8) -> list[tuple[int, int, int]]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def applied(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def mean_depth(self) -> float: ...
    @property
    def deepest(self) -> int: ...
