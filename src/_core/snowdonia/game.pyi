import numpy as np

STATE_DTYPE: np.dtype[np.void]
TABLES_DTYPE: np.dtype[np.void]
ROW_DTYPE: np.dtype[np.void]
LIMITS: dict[str, int]
ACTIONS: dict[str, int]
CHANCES: dict[str, int]
PHASES: dict[str, int]
OPS: dict[str, int]
SCORES: dict[str, int]
TRAIN_OPS: dict[str, int]
EVENTS: dict[str, int]
WEATHER: dict[str, int]
END_REASONS: dict[str, int]
OBSERVATION: list[tuple[str, int, str]]

def score_parts(state: bytes, tables: bytes) -> list[tuple[int, int, int, int, int]]: ...
