"""The games, registered with OpenSpiel in two forms each.

``snowplay_NAME`` stops at every chance event with the outcomes and their probabilities (explicit stochastic);
``snowplay_NAME_sampled`` draws them itself (sampled stochastic) and has a parameter ``seed``: the games it deals are
those of that master seed, from index 0 on.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import RulesError
from ..games import Game, load_game, registered_games
from ..rules import default_players, player_numbers
from ..state import State
from ..validation import found
from .observer import SnowplayObserver, mark_of
from .packages import pyspiel
from .parameters import Parameter, load_parameters, parameters
from .position import Position

__all__ = ["SnowplayGame", "SnowplayState", "registered_names"]

_Type = pyspiel.GameType
_NEW_SEED = -1
_MAX_SEED = 2**31 - 1  # whole numbers of OpenSpiel have 32 bits


def registered_names() -> list[str]:
    """Return the short names under which OpenSpiel knows the games."""
    return [_short_name(name, sampled) for name in registered_games() for sampled in (False, True)]


def _short_name(name: str, sampled: bool) -> str:
    return f"snowplay_{name}_sampled" if sampled else f"snowplay_{name}"


def _specification(name: str, sampled: bool) -> dict[str, Parameter]:
    return {**parameters(name), **({"seed": _NEW_SEED} if sampled else {})}


def _game_type(name: str, sampled: bool, players: int) -> pyspiel.GameType:
    """Return the type of a game; that of the registry is for the default number of players."""
    mode, known, sums = _Type.ChanceMode, _Type.Information, _Type.Utility
    numbers = player_numbers(name)
    front = load_game(name, players).front
    return _Type(
        short_name=_short_name(name, sampled),
        long_name=front.title + (" (sampled chance)" if sampled else ""),
        dynamics=_Type.Dynamics.SEQUENTIAL,
        chance_mode=mode.SAMPLED_STOCHASTIC if sampled else mode.EXPLICIT_STOCHASTIC,
        information=known.IMPERFECT_INFORMATION if front.hides else known.PERFECT_INFORMATION,
        utility=sums.GENERAL_SUM if players == 1 else sums.ZERO_SUM,
        reward_model=_Type.RewardModel.TERMINAL,
        max_num_players=numbers[-1],
        min_num_players=numbers[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_specification(name, sampled),
    )


class SnowplayGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of this package as a game of OpenSpiel; made by ``pyspiel.load_game``, which takes a subclass.

    Parameters
    ----------
    params : mapping, optional
        Parameters by name; those that are missing have their defaults.

    Attributes
    ----------
    name : str
        Name of the game in this package.
    sampled : bool
        Whether chance events are drawn instead of stopped at.
    rules_game : Game
        The game of this package.
    seed : int or None
        Master seed of the deals, if chance is sampled.

    Raises
    ------
    RulesError
        If a parameter is wrong.
    """

    name: str
    sampled: bool

    def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
        name, sampled = self.name, self.sampled
        defaults = _specification(name, sampled)
        given = {**defaults, **(params or {})}
        game = load_parameters(name, given)
        if sampled and not _NEW_SEED <= int(given["seed"]) <= _MAX_SEED:
            allowed = f"a whole number from 0 to {_MAX_SEED}, or {_NEW_SEED} for a new one"
            raise RulesError.of("parameter", "seed", found(given["seed"]), allowed)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_distinct_actions(),
            max_chance_outcomes=0 if sampled else game.max_chance_outcomes(),
            num_players=game.players,
            min_utility=game.min_utility(),
            max_utility=game.max_utility(),
            max_game_length=game.max_game_length(),
            **({} if game.players == 1 else {"utility_sum": 0.0}),
        )
        # The name of a game is what loads it again: only what differs from the defaults stands in it.
        changed = {key: value for key, value in given.items() if value != defaults[key]}
        super().__init__(_game_type(name, sampled, game.players), info, changed)
        self.rules_game: Game = game
        self.seed: int | None = None
        self._deal: Callable[[], State] = game.new_initial_state(0, explicit_chance=True).clone
        if sampled:
            number = int(given["seed"])
            self.seed = secrets.randbits(64) if number == _NEW_SEED else number
            indices = itertools.count()
            self._deal = lambda: game.new_initial_state(self.seed, index=next(indices), explicit_chance=True)

    def new_initial_state(self) -> SnowplayState:
        """Deal a new game."""
        return SnowplayState(self, Position(self._deal, self.sampled))

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> SnowplayObserver | None:
        """Return an observer of what one seat sees; None for other kinds of observation."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SnowplayObserver(self.rules_game, kind.perfect_recall, params)


class SnowplayState(pyspiel.State):  # type: ignore[misc]
    """A position as a state of OpenSpiel; made by ``game.new_initial_state()``.

    Attributes
    ----------
    position : Position
        The position; ``position.state`` is the `State` of this package.
    """

    def __init__(self, game: SnowplayGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or the end."""
        return self.position.state.current_player()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.state.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the pending chance event with their probabilities."""
        return self.position.state.chance_outcomes()

    def returns(self) -> list[float]:
        """Return the utility of each seat; 0 while the game runs."""
        return self.position.state.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SnowplayState:
        """Return a state in which everything the seat cannot know is drawn anew.

        Parameters
        ----------
        player : int
            The seat whose knowledge is kept.
        sampler : callable
            Returns numbers from 0 to 1, such as ``pyspiel.UniformProbabilitySampler(0.0, 1.0)``.

        Returns
        -------
        SnowplayState
            Its ``history()`` begins here: the true one would tell what the seat did not see.
        """
        return SnowplayState(self.get_game(), self.position.resampled(player, int(sampler() * 2**53)))

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel's own pickles ask for a generator of the game, which Python games cannot have.
        return (_unpickle, (str(self.get_game()), self.serialize()))

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return self.position.state.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.state.action_to_string(player, action)

    def __str__(self) -> str:
        # Solvers tell positions apart by this text, and the board does not show all that is remembered.
        state = self.position.state
        return f"{state}\nPosition {mark_of(state.raw())}"


def _unpickle(game: str, state: str) -> SnowplayState:
    restored: SnowplayState = pyspiel.load_game(game).deserialize_state(state)
    return restored


def _register() -> None:
    # OpenSpiel keeps what makes a game until after the interpreter's end, where only a class is safe to be let go.
    for name in registered_games():
        for sampled in (False, True):
            kind = _game_type(name, sampled, default_players(name))
            made = type(f"{kind.short_name}_game", (SnowplayGame,), {"name": name, "sampled": sampled})
            pyspiel.register_game(kind, made)


_register()
