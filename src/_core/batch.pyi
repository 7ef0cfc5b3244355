from typing import Any

import numpy as np
from numpy.typing import NDArray

from .position import CoreGame, CoreState

AUTORESETS: dict[str, int]
OBSERVERS: dict[str, int]
FORFEITED: int
SKIP: int
GAME_BITS: int

class CoreBatch:
    game: CoreGame
    arrays: dict[str, NDArray[Any]]
    def __init__(
        self,
        game: CoreGame,
        n: int,
        *,
        autoreset: int,
        observe: int,
        as_bytes: bool,
        random_roles: int,
        rotate: bool,
        limit_reason: int,
        forfeit: float,
        arrays: dict[str, NDArray[Any]],
    ) -> None: ...
    @staticmethod
    def layout(
        game: CoreGame, n: int, autoreset: int, observe: int, as_bytes: bool
    ) -> dict[str, tuple[type, tuple[int, ...]]]: ...
    def restart(self, first: int, last: int, chosen: NDArray[np.uint8] | None = None) -> None: ...
    def illegal(self, actions: NDArray[np.int64], over_only: bool = False) -> list[int]: ...
    def may_step(self, actions: NDArray[np.int64], forfeit: bool, must_move: bool = False) -> bool: ...
    def step(self, actions: NDArray[np.int64], first: int, last: int) -> int: ...
    def step_all(self, actions: NDArray[np.int64], forfeit: bool, must_move: bool = False) -> int: ...
    def sample(self, out: NDArray[np.int64], seed: int | None = None) -> None: ...
    def take_out(self, i: int, state: CoreState) -> None: ...
    def put_in(self, i: int, state: CoreState) -> None: ...
