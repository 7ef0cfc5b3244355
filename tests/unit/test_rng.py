"""The generator: the published algorithm, streams that have nothing to do with each other, even draws."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from support.statistics import RARE, fit_p

from snowplay._core.selftest import below, next64, nth_bit, pick_bit, popcount
from snowplay.generator import Stream

WORD = 2**64 - 1
SEEDS = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (7, 123_456_789, 8), (WORD, WORD, 3), (2**63, 2**40 + 5, 4)]

# --- a second implementation, straight from the papers ---------------------------------------------------


def splitmix64(state: int) -> tuple[int, int]:
    """SplitMix64 (Steele, Lea and Flood, 2014): the next state and the output."""
    state = (state + 0x9E3779B97F4A7C15) % 2**64
    z = state
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return state, z ^ z >> 31


def rotate(word: int, k: int) -> int:
    return (word << k | word >> 64 - k) % 2**64


def xoshiro256pp(s: list[int]) -> int:
    """xoshiro256++ (Blackman and Vigna, 2019): changes the four words and returns the output."""
    result = (rotate((s[0] + s[3]) % 2**64, 23) + s[0]) % 2**64
    t = (s[1] << 17) % 2**64
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate(s[3], 45)
    return result


def stream(seed: int, index: int, purpose: int, count: int) -> list[int]:
    """Outputs of one stream: seed, index and purpose are mixed one after the other."""
    word = splitmix64(seed)[1] ^ index
    word = splitmix64(word)[1] ^ (purpose * 0xD1B54A32D192ED03) % 2**64
    state = []
    for _ in range(4):
        word, output = splitmix64(word)
        state.append(output)
    return [xoshiro256pp(state) for _ in range(count)]


def test_model_gives_the_published_numbers() -> None:
    """Of xoshiro256++ from the words 1, 2, 3, 4, and of SplitMix64 from 1234567."""
    state = [1, 2, 3, 4]
    assert [xoshiro256pp(state) for _ in range(10)] == [
        *(41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205),
        *(9973669472204895162, 14011001112246962877, 12406186145184390807, 15849039046786891736),
        10450023813501588000,
    ]
    word, outputs = 1234567, []
    for _ in range(5):
        word, output = splitmix64(word)
        outputs.append(output)
    assert outputs == [
        *(6457827717110365317, 3203168211198807973, 9817491932198370423),
        *(4593380528125082431, 16408922859458223821),
    ]


@pytest.mark.parametrize(("seed", "index", "purpose"), SEEDS)
def test_core_agrees_with_the_model(seed: int, index: int, purpose: int) -> None:
    expected = stream(seed, index, purpose, 200)
    assert next64(seed, index, purpose, 200).tolist() == expected
    python = Stream(seed, index, purpose)
    assert [python.next64() for _ in range(200)] == expected
    for n in (1, 2, 3, 30, 1000, 2**32 - 1):
        expected_below = [word * n >> 64 for word in expected]
        assert below(seed, index, purpose, n, 200).tolist() == expected_below
        python = Stream(seed, index, purpose)
        assert [python.below(n) for _ in range(200)] == expected_below


def test_outputs_are_pinned() -> None:
    """These numbers may never change: every result that names a seed depends on them."""
    assert [int(next64(*key, 1)[0]) for key in SEEDS] == [
        *(4526510421850589242, 13047010583249307565, 13546732021235704531, 4577072067518496145),
        *(12697400602075995519, 17475913541737990816, 17861739878246279691),
    ]


# --- even draws -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 10, 30, 31, 64, 100, 448])
def test_below_is_even(n: int) -> None:
    draws = below(3, n, 0, n, 200_000)
    assert draws.max() < n
    assert fit_p(Counter(draws.tolist()), dict.fromkeys(range(n), 1 / n)) > RARE


def test_pairs_of_draws_are_even() -> None:
    draws = below(4, 0, 1, 8, 400_000).reshape(-1, 2)
    pairs = Counter(map(tuple, draws.tolist()))
    assert fit_p(pairs, {(i, j): 1 / 64 for i in range(8) for j in range(8)}) > RARE


MASKS = [1, 1 << 63, 3, 0b1011, 0x8000000000000001, 0x00F0F0F0F0F0F0F0, 0xFFFF, WORD, WORD ^ 0xFF00, 0x8421084210842108]


@pytest.mark.parametrize("mask", MASKS, ids=hex)
def test_pick_bit_is_even(mask: int) -> None:
    bits = [bit for bit in range(64) if mask >> bit & 1]
    draws = pick_bit(5, 0, 2, mask, 200_000)
    assert fit_p(Counter(draws.tolist()), dict.fromkeys(bits, 1 / len(bits))) > RARE


def test_pick_bit_refuses_the_empty_set() -> None:
    with pytest.raises(ValueError, match="mask"):
        pick_bit(0, 0, 0, 0, 1)


# --- streams that have nothing to do with each other -------------------------------------------------------

NEIGHBOURS = {
    "seed": [(seed, 0, 0) for seed in range(64)],
    "index": [(0, index, 0) for index in range(64)],
    "purpose": [(0, 0, purpose) for purpose in range(64)],
    "one bit of the seed": [(1 << k, 0, 0) for k in range(64)],
    "one bit of the index": [(0, 1 << k, 0) for k in range(64)],
    "diagonal": [(k, k, k) for k in range(64)],
    "swapped": [(k, 63 - k, 0) for k in range(64)],
}


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_neighbouring_streams_are_unrelated(name: str) -> None:
    """Correlations of all pairs of 64 streams, and the share of bits in which they differ."""
    keys, n = NEIGHBOURS[name], 4000
    words = np.array([next64(*key, n) for key in keys])
    assert len(np.unique(words)) == words.size
    numbers = words.astype(float) / 2.0**64 - 0.5
    correlations = np.corrcoef(numbers)[np.triu_indices(len(keys), 1)] * n**0.5
    # 2016 pairs of unrelated streams: the greatest is 5.4 standard deviations once in a thousand suites
    assert np.abs(correlations).max() < 5.4
    assert abs(correlations.std() - 1) < 0.1
    first = words[:, 0]
    differing = np.bitwise_count(first[:, None] ^ first)[np.triu_indices(len(keys), 1)]
    assert differing.min() > 8 and differing.max() < 56
    assert abs(differing.mean() - 32) < 1


def test_first_draws_of_many_games_are_even() -> None:
    """Game i uses the first numbers of stream i: across games they must be as even as within one."""
    for purpose in range(4):
        draws = Counter(int(below(6, index, purpose, 10, 1)[0]) for index in range(30_000))
        assert fit_p(draws, dict.fromkeys(range(10), 0.1)) > RARE


# --- words as sets ------------------------------------------------------------------------------------------


def words() -> list[int]:
    random = Random(8)
    dense = [random.getrandbits(64) for _ in range(500)]
    sparse = [random.getrandbits(64) & random.getrandbits(64) & random.getrandbits(64) for _ in range(500)]
    edges = [0, 1, 1 << 63, WORD, *(1 << k for k in range(64)), *(WORD ^ 1 << k for k in range(64))]
    return dense + sparse + edges


def check_word(word: int) -> None:
    bits = [bit for bit in range(64) if word >> bit & 1]
    assert popcount(word) == len(bits)
    assert [nth_bit(word, n) for n in range(len(bits))] == bits
    with pytest.raises(ValueError, match="no set bit"):
        nth_bit(word, len(bits))


def test_bits_of_every_byte_in_every_place() -> None:
    for shift in range(0, 64, 8):
        for byte in range(256):
            check_word(byte << shift)


def test_bits_of_many_words() -> None:
    for word in words():
        check_word(word)
