"""Bytes from anywhere: refused with the state untouched, or taken as a position that can be looked at and played."""

from __future__ import annotations

import zlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cases import games
from support.walk import choose, frozen, walk

from snowplay import RecordError, State

GAMES = games()
NAMES = st.sampled_from(sorted(GAMES))
# A position nobody can reach may go on for long: so many moves of it are played, with a look at some of them.
MOVES = 400
LOOK = 25
# Places and values by which the bytes of a true position are changed
CHANGES = st.lists(
    st.tuples(st.integers(0, 2**16), st.one_of(st.integers(0, 255), st.just(255))), min_size=1, max_size=4
)


def position(name: str, seed: int, skip: int) -> State:
    """Some position of a random game."""
    state = GAMES[name].new_initial_state(seed, explicit_chance=bool(seed % 2))
    return next(at.clone() for n, at in enumerate(walk(state, seed)) if n == skip or at.is_terminal())


def changed(raw: bytes, changes: list[tuple[int, int]]) -> bytes:
    wild = bytearray(raw)
    for place, value in changes:
        wild[place % len(raw)] = value
    return bytes(wild)


def use(state: State, seed: int) -> None:
    """Look at a position in every way, and play on."""
    random = Random(seed)
    assert state.check() == 0
    for number in range(MOVES):
        if number % LOOK == 0:
            str(state), hash(state), state.observation_tensor(), state.scores(), state.returns(), state.score_parts()
        if state.is_terminal():
            return
        assert state.legal_actions()
        state.apply_action(choose(state, random))


def load(state: State, raw: bytes, rng: bytes | None = None) -> bool:
    """Load wild bytes; whether they were taken."""
    before = frozen(state)
    try:
        state.load_raw(raw, rng)
    except ValueError:
        assert frozen(state) == before
        return False
    assert state.raw() == raw
    return True


@given(NAMES, st.binary(max_size=600))
def test_any_bytes_are_no_state(name: str, data: bytes) -> None:
    state = GAMES[name].new_initial_state(71)
    assert not load(state, data)
    assert not load(state, (data * 600)[: len(state.raw())].ljust(len(state.raw()), b"\xff"))
    assert not load(state, state.raw(), data)
    for wild in (data, state.to_bytes()[:20] + data, state.to_bytes() + data + b"x"):
        with pytest.raises(RecordError):
            GAMES[name].state_from_bytes(wild)


@settings(max_examples=300)
@given(NAMES, st.integers(0, 2**32), st.integers(0, 200), CHANGES)
def test_changed_bytes_of_a_position(name: str, seed: int, skip: int, changes: list[tuple[int, int]]) -> None:
    state = position(name, seed, skip)
    if load(state, changed(state.raw(), changes)):
        use(state, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_byte_of_a_position(name: str) -> None:
    """Every byte of some positions set to some values, one at a time."""
    for skip in range(0, 200, 45):
        state = position(name, skip, skip)
        raw = state.raw()
        for place in range(len(raw)):
            for value in {0, 1, raw[place] ^ 1, raw[place] + 1 & 255, raw[place] ^ 64, 255}:
                twin = state.clone()
                if load(twin, changed(raw, [(place, value)])):
                    use(twin, value)


@given(NAMES, st.integers(0, 2**32), st.integers(0, 200), CHANGES)
def test_damaged_files_are_refused(name: str, seed: int, skip: int, changes: list[tuple[int, int]]) -> None:
    """The header and its checksum notice: nothing but the very bytes is taken for the state."""
    data = position(name, seed, skip).to_bytes()
    wild = changed(data, changes)
    try:
        state = GAMES[name].state_from_bytes(wild)
    except RecordError:
        assert wild != data
    else:
        assert state.to_bytes() == wild


@given(NAMES, st.integers(0, 2**32), st.integers(0, 200), CHANGES)
def test_forged_files_are_checked(name: str, seed: int, skip: int, changes: list[tuple[int, int]]) -> None:
    """With a checksum that fits, the engine's invariants still stand guard."""
    state = position(name, seed, skip)
    data, size = state.to_bytes(), len(state.raw()) + len(state.rng_raw())
    body = changed(data[-size:], changes)
    crc = zlib.crc32(data[-size:]).to_bytes(4, "little")
    forged = data[:-size].replace(crc, zlib.crc32(body).to_bytes(4, "little")) + body
    try:
        state = GAMES[name].state_from_bytes(forged)
    except RecordError:
        assert forged != data
    else:
        use(state, seed)
