"""Players, variant and rule options as parameters of a game of OpenSpiel.

OpenSpiel knows whole numbers, true and false, and text, and splits a game string at commas: a list is written with
semicolons (``train_pool=1;2;5``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..games import Game, load_game
from ..options import Option, parse_option
from ..rules import default_players, game_options

__all__ = ["Parameter", "load_parameters", "parameters"]

Parameter = bool | int | str


def parameters(name: str) -> dict[str, Parameter]:
    """Return the parameters of a game with their defaults; no variant is an empty path."""
    options = {option.name: _plain(option.default) for option in game_options(name)}
    return {"players": default_players(name), "variant": "", **options}


def load_parameters(name: str, given: Mapping[str, Parameter]) -> Game:
    """Load the game that parameters describe.

    OpenSpiel fills in the default of what is not given: an option that has its default is left to the variant.

    Raises
    ------
    RulesError
        If a parameter or the variant is wrong.
    """
    kinds = {option.name: option for option in game_options(name)}
    defaults = parameters(name)
    chosen = {key: value for key, value in given.items() if key in kinds and value != defaults[key]}
    options = {key: _value(kinds[key], value) for key, value in chosen.items()}
    return load_game(name, int(given["players"]), variant=str(given["variant"]) or None, **options)


def _plain(value: Any) -> Parameter:
    """Return an option's value as OpenSpiel holds it."""
    if isinstance(value, list):
        return ";".join(map(str, value))
    plain: Parameter = value
    return plain


def _value(option: Option, value: Parameter) -> Any:
    if option.kind not in ("ints", "items"):
        return option.check(value, "parameter")
    return parse_option([option], option.name, str(value).strip(";").replace(";", ","))
