"""Games in which a seat does not see everything: another world that the seat cannot tell from the true one.

**A new game joins here** if it hides anything but the future. What is made here is made from the named fields of a
state, apart from the engine's own resampling.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np


class Hidden(NamedTuple):
    """What a game hides; a world is a state as it may be for all that a seat knows."""

    rearrange: Callable[[np.ndarray, int, Random], np.ndarray]  # state, seat, chance -> another world, or the same
    count: Callable[[np.ndarray, int], int]  # state, seat -> how many worlds there are, all as likely


def _acres_unseen(state: np.ndarray, seat: int) -> tuple[list[int], int]:
    """AC-90: the enemy's unseen cards, and how many of them are in the hand; the others are in the deck."""
    hand, deck, known = (int(state[zone][1 - seat]) for zone in ("hand", "deck", "known"))
    unseen = (hand | deck) & ~known
    return [card for card in range(64) if unseen >> card & 1], (hand & ~known).bit_count()


def _acres_rearrange(state: np.ndarray, seat: int, random: Random) -> np.ndarray:
    other, enemy = state.copy(), 1 - seat
    unseen, in_hand = _acres_unseen(state, seat)
    chosen = random.sample(unseen, in_hand)
    other["hand"][enemy] = int(state["known"][enemy]) | sum(1 << card for card in chosen)
    other["deck"][enemy] = sum(1 << card for card in unseen if card not in chosen)
    return other


def _acres_count(state: np.ndarray, seat: int) -> int:
    unseen, in_hand = _acres_unseen(state, seat)
    return comb(len(unseen), in_hand)


HIDDEN: dict[str, Hidden] = {"acres": Hidden(_acres_rearrange, _acres_count)}
