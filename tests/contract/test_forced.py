"""Option `auto_forced`: leaving decisions with a single option to the engine changes no game."""

from __future__ import annotations

from random import Random

import pytest
from support.cases import CASES, Case
from support.walk import choose

import snowplay as sp
from snowplay import State

FORCED = [case for case in CASES if "auto_forced" in {o.name for o in sp.rules.game_options(case.game)}]


def play_forced(state: State) -> int:
    """Play single options by hand until there is a choice, a chance event or the end; how many there were."""
    count = 0
    while state.current_player() >= 0 and len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
        count += 1
    return count


@pytest.mark.parametrize("case", FORCED, ids=str)
@pytest.mark.parametrize("explicit_chance", [False, True], ids=["sampled", "explicit"])
def test_forced_moves_by_hand_or_by_the_engine(case: Case, explicit_chance: bool) -> None:
    forced = 0
    for seed in range(4):
        quick, slow = (
            case.load(auto_forced=auto).new_initial_state(seed, explicit_chance=explicit_chance)
            for auto in (True, False)
        )
        random = Random(seed)
        while True:
            forced += play_forced(slow)
            assert slow.raw() == quick.raw()
            assert slow.legal_actions() == quick.legal_actions()
            if quick.is_terminal():
                break
            action = choose(quick, random)
            quick.apply_action(action)
            slow.apply_action(action)
        assert slow.scores() == quick.scores() and slow.returns() == quick.returns()
    assert forced > 0
