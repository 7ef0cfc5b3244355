import numpy as np

STATE_DTYPE: np.dtype[np.void]
TABLES_DTYPE: np.dtype[np.void]
ROW_DTYPE: np.dtype[np.void]
NETWORK_DTYPE: np.dtype[np.void]
LIMITS: dict[str, int]
ACTIONS: dict[str, int]
OTHERS: dict[str, int]
CHANCES: dict[str, int]
KIND_NAMES: dict[str, int]
PHASES: dict[str, int]
SYMBOL_NAMES: dict[str, int]
HABIT_NAMES: dict[str, int]
END_REASONS: dict[str, int]
OBSERVATION: list[tuple[str, int, str]]

def score_parts(state: bytes, tables: bytes) -> list[tuple[int, int, int]]: ...
def supply(tables: bytes, own: int, home: int, repeat: int = 1) -> int: ...
def load_network(weights: bytes) -> None: ...
