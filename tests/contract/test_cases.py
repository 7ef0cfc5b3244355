"""The list of cases leaves out no game, no number of players and no option."""

from __future__ import annotations

from support.cases import CASES

import snowplay as sp
from snowplay.rules import game_options


def test_every_game_has_cases() -> None:
    assert {case.game for case in CASES} == set(sp.registered_games())


def test_every_number_of_players_has_a_case() -> None:
    for name in sp.registered_games():
        most = next(case.load().core.max_players for case in CASES if case.game == name)
        for players in range(1, most + 1):
            try:
                sp.load_game(name, players)
            except sp.RulesError:
                continue
            assert any(case.game == name and case.players == players for case in CASES), f"{name} for {players}"


def test_every_option_has_a_case_with_another_value() -> None:
    for name in sp.registered_games():
        for option in game_options(name):
            values = [case.options.get(option.name, option.default) for case in CASES if case.game == name]
            assert any(value != option.default for value in values), f"{name}: {option.name}"


def test_cases_are_different_games() -> None:
    hashes = [case.load().rules_hash for case in CASES]
    assert len(set(hashes)) == len(hashes)
