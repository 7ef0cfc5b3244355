"""A game: rules, number of players and options, fixed once, ready to deal states."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._core.position import CoreGame
from ._core.registry import GAMES
from .batch import whole
from .front import Front, RowField, make_front
from .rules import Rules, default_players, game_options, load_rules

if TYPE_CHECKING:
    from .state import State

_MAX_SEED = 2**64 - 1


class ObsSlice(NamedTuple):
    """One named slice of an observation: ``observation[start:stop]``."""

    name: str
    start: int
    stop: int
    meaning: str


def registered_games() -> list[str]:
    """Return the names `load_game` knows."""
    return sorted(GAMES)


def load_game(
    name: str,
    players: int | None = None,
    *,
    variant: str | Path | Mapping[str, Any] | None = None,
    **options: object,
) -> Game:
    """Load a game.

    Parameters
    ----------
    name : str
        One of `registered_games`.
    players : int, optional
        Number of players; by default 3, or the next number that the game has.
    variant : str, path or mapping, optional
        Figures that differ from the game's data file: the path of a TOML file, or its content as a mapping.
    **options
        Rule options by name; ``snowplay rules NAME`` lists them with their defaults and rule IDs.

    Returns
    -------
    Game

    Raises
    ------
    UnknownGameError
        If there is no such game.
    RulesError
        If the number of players, an option or an entry of the variant is impossible; the message names it and
        says what is allowed.

    Examples
    --------
    >>> import snowplay as sp
    >>> game = sp.load_game("snowdonia", players=2, thin_fog=True)
    >>> game.num_players(), game.options["thin_fog"]
    (2, True)
    """
    return Game(load_rules(name, default_players(name) if players is None else players, variant, options))


class Game:
    """Rules, number of players and options of a game; made by `load_game` and never changed.

    Attributes
    ----------
    rules : Rules
        Every figure and option, and the hash over them.
    core : CoreGame
        The compiled game, for drivers.
    """

    __slots__ = ("core", "front", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.core = CoreGame(rules.game, rules.players, rules.tables)
        self.front: Front = make_front(rules)

    # ---- what it is ----

    @property
    def name(self) -> str:
        """Name of the game."""
        return self.rules.game

    @property
    def players(self) -> int:
        """Number of players."""
        return self.rules.players

    @property
    def options(self) -> dict[str, Any]:
        """Every rule option with its value."""
        return dict(self.rules.options)

    @property
    def defaults(self) -> dict[str, Any]:
        """Every rule option with its default."""
        return {o.name: o.check(o.default, "option") for o in game_options(self.name)}

    @property
    def variant(self) -> dict[str, Any] | None:
        """The figures that differ from the game's data file, or None."""
        return self.rules.variant or None

    @property
    def rules_hash(self) -> str:
        """16 hex digits over all rules: games with the same hash play alike."""
        return self.rules.hash

    @property
    def dtype(self) -> np.dtype[np.void]:
        """Fields of a state, by name."""
        dtype: np.dtype[np.void] = GAMES[self.name].STATE_DTYPE
        return dtype

    @property
    def row_dtype(self) -> np.dtype[np.void]:
        """Fields of a row of `playouts`, by name; `row_fields` tells what they mean."""
        dtype: np.dtype[np.void] = GAMES[self.name].ROW_DTYPE
        return dtype

    def row_fields(self) -> list[RowField]:
        """Return the meaning of every field of a row."""
        return self.front.row_fields()

    def num_players(self) -> int:
        """Return the number of players."""
        return self.players

    def num_distinct_actions(self) -> int:
        """Return the number of ids of the action table; every action is below it."""
        return int(self.core.num_actions)

    def max_chance_outcomes(self) -> int:
        """Return the number of ids of the chance table; every outcome is below it."""
        return int(self.core.num_chance)

    def max_game_length(self) -> int:
        """Return a bound of the number of decisions in a game."""
        return self.front.max_game_length

    def min_utility(self) -> float:
        """Return the least that `State.returns` can hold."""
        return self.front.min_utility

    def max_utility(self) -> float:
        """Return the greatest that `State.returns` can hold."""
        return self.front.max_utility

    def observation_tensor_shape(self) -> tuple[int]:
        """Return the shape of `State.observation_tensor`."""
        return (int(self.core.observation_size),)

    def obs_spec(self) -> list[ObsSlice]:
        """Return the named slices of an observation, in order and without gaps."""
        spec = []
        start = 0
        for name, length, meaning in GAMES[self.name].OBSERVATION:
            spec.append(ObsSlice(name, start, start + length, meaning))
            start += length
        return spec

    # ---- states ----

    def new_initial_state(self, seed: int | None = None, *, index: int = 0, explicit_chance: bool = False) -> State:
        """Deal a new game.

        Parameters
        ----------
        seed : int, optional
            Master seed, 0 to 2**64 - 1; without it a fresh one is drawn, to be found in ``state.seed``.
        index : int
            Which game of that seed: game `index` of ``playouts(game, ..., seed=seed)`` begins like this.
        explicit_chance : bool
            Stop at every chance event, with the outcomes as actions, instead of drawing it.

        Raises
        ------
        TypeError, ValueError
            If a number is not an integer or is out of range.
        """
        from .state import State

        seed = secrets.randbits(64) if seed is None else whole("seed", seed, 0, _MAX_SEED)
        return State.deal(self, seed, whole("index", index, 0, _MAX_SEED), bool(explicit_chance))

    def state_from_bytes(self, data: bytes) -> State:
        """Return the state that `State.to_bytes` wrote.

        Raises
        ------
        RecordError
            If these are not the bytes of a state of this game with these rules.
        """
        from .state import State

        return State.from_bytes(self, data)

    # ---- identity ----

    def __repr__(self) -> str:
        defaults = self.defaults
        changed = "".join(f", {k}={value!r}" for k, value in self.options.items() if value != defaults[k])
        variant = f", variant={self.rules.variant_name or '...'!r}" if self.variant else ""
        return f"load_game({self.name!r}, players={self.players}{variant}{changed})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules_hash == other.rules_hash

    def __hash__(self) -> int:
        return hash(self.rules_hash)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_load_again, (self.name, self.players, json.dumps(self.variant), json.dumps(self.options)))


@lru_cache(maxsize=32)
def _load_again(name: str, players: int, variant: str, options: str) -> Game:
    """Load the game of a pickle; states that come one by one share it."""
    return load_game(name, players, variant=json.loads(variant), **json.loads(options))
