"""Random walks through games from Python."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from snowplay import State


def choose(state: State, random: Random) -> int:
    """A legal action, each with the same chance; at a chance node an outcome with its probability."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return random.choices(outcomes, weights)[0]
    return random.choice(state.legal_actions())


def walk(state: State, seed: int) -> Iterator[State]:
    """Play the state itself on to the end; yields it before every move and once more at the end."""
    random = Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(choose(state, random))
    yield state


def some_states(state: State, seed: int, every: int = 7) -> Iterator[State]:
    """Copies of every so-manieth position of a random game, and of its end."""
    for number, position in enumerate(walk(state, seed)):
        if number % every == 0 or position.is_terminal():
            yield position.clone()


def play_on(state: State, seed: int) -> list[bytes]:
    """Play the state itself to the end; returns the bytes of every position."""
    return [position.raw() for position in walk(state, seed)]


def frozen(state: State) -> tuple[bytes, bytes]:
    """Everything a move can change: position and generators."""
    return state.raw(), state.rng_raw()
