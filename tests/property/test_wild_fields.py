"""Every field of positions of every kind set to other values: the invariants refuse what cannot be, each at its turn.

What they let pass has something to do. Unlike wild bytes, these changes are exhaustive where they are few: one byte at
a time, or the phase together with what is under way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from support.cases import CASES
from support.walk import walk

import snowplay as sp
from snowplay import State

GAMES = sp.registered_games()
# The fields that, with the phase, tell what a position waits for.
UNDER_WAY = {"acres": ("action", "resume"), "snowdonia": ("source", "resume", "pending")}
# Moves that what is let pass is played on: a position that cannot be may show one decision later.
MOVES = 3
SEEDS = range(3, 6)
# The invariants are numbered from 1; so many of them can be broken by one byte.
NUMBERS = {"acres": 14, "snowdonia": 16}
FAULT = re.compile(r"invariant (\d+) is broken")


@cache
def positions(name: str) -> tuple[State, ...]:
    """The first and last position for each phase and each thing under way in it, from games of every case."""
    found: dict[tuple[int, ...], tuple[State, ...]] = {}
    for case, seed in product((case for case in CASES if case.game == name), SEEDS):
        for at in walk(case.load().new_initial_state(seed, explicit_chance=True), seed):
            data = at.data()
            kind = (int(data["phase"]), *(int(data[field]) for field in UNDER_WAY[name][:2]))
            found[kind] = found.get(kind, (at.clone(),))[:1] + (at.clone(),)
    return tuple(state for some in found.values() for state in some)


def places(state: State, *fields: str) -> Iterator[int]:
    """The places of all bytes, or of some fields of one byte."""
    offsets = state.data().dtype.fields
    assert offsets is not None
    yield from (int(offsets[field][1]) for field in fields) if fields else range(len(state.raw()))


def values(old: int) -> set[int]:
    """What a byte is set to."""
    return {0, 1, 2, 30, 64, 255, old ^ 1, (old + 1) % 256, (old - 1) % 256} - {old}


def fault(state: State, raw: bytes) -> int:
    """The invariant that refuses some bytes; 0 if they are taken, and then there is something to do, moves on too."""
    try:
        state.load_raw(raw)
    except ValueError as error:
        return int(FAULT.findall(str(error))[0])
    for _ in range(MOVES):
        if state.is_terminal():
            break
        possible = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        assert possible, state
        state.apply_action(possible[0])
    return 0


def faults(name: str, changes: Iterator[tuple[State, bytes]]) -> set[int]:
    """The invariants that refuse some changed positions."""
    return {fault(state.clone(), raw) for state, raw in changes}


def single(name: str) -> Iterator[tuple[State, bytes]]:
    """Positions with one byte changed: to every value where it says what is under way."""
    for state in positions(name):
        raw = bytearray(state.raw())
        under_way = {*places(state, *UNDER_WAY[name])}
        for place in places(state):
            old = raw[place]
            for value in range(256) if place in under_way else values(old):
                raw[place] = value
                yield state, bytes(raw)
            raw[place] = old


def paired(name: str) -> Iterator[tuple[State, bytes]]:
    """Positions in another phase, with something else under way."""
    for state in positions(name):
        raw = bytearray(state.raw())
        (at,) = places(state, "phase")
        for phase in range(40):
            for place in places(state, *UNDER_WAY[name]):
                old = raw[at], raw[place]
                for value in range(45):
                    raw[at], raw[place] = phase, value
                    yield state, bytes(raw)
                raw[at], raw[place] = old


@pytest.mark.parametrize("name", GAMES)
def test_one_byte_changed(name: str) -> None:
    assert faults(name, single(name)) >= {*range(NUMBERS[name] + 1)}


@pytest.mark.parametrize("name", GAMES)
def test_another_phase(name: str) -> None:
    assert {0, 1, 12} < faults(name, paired(name))
