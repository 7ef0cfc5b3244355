from types import ModuleType

GAMES: dict[str, ModuleType]
