"""The core's generator in Python: xoshiro256++ (Blackman and Vigna, 2019), for agents that draw.

One independent stream per master seed, game index and purpose, exactly as in the compiled core, so that an
agent written in Python can make the same choices as a compiled policy.
"""

from __future__ import annotations

GENERATOR = "xoshiro256++"

#: Purpose of the stream of seat 0's policy; seat s has the s-th after it.
STREAM_SEAT = 4

_MASK = 2**64 - 1


def _splitmix(x: int) -> tuple[int, int]:
    """Return the next state and output of SplitMix64."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    z = x
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return x, z ^ (z >> 31)


def _rotl(x: int, k: int) -> int:
    return ((x << k) | (x >> (64 - k))) & _MASK


class Stream:
    """One stream of random numbers.

    Parameters
    ----------
    seed, index : int
        Master seed and index of the game.
    purpose : int
        What the numbers are for, such as ``STREAM_SEAT + seat``.
    """

    def __init__(self, seed: int, index: int, purpose: int) -> None:
        _, mixed = _splitmix(seed & _MASK)
        _, mixed = _splitmix(mixed ^ (index & _MASK))
        x = mixed ^ ((purpose * 0xD1B54A32D192ED03) & _MASK)
        words = []
        for _ in range(4):
            x, word = _splitmix(x)
            words.append(word)
        self._s0, self._s1, self._s2, self._s3 = words

    def next64(self) -> int:
        """Return 64 random bits."""
        result = (_rotl((self._s0 + self._s3) & _MASK, 23) + self._s0) & _MASK
        t = (self._s1 << 17) & _MASK
        self._s2 ^= self._s0
        self._s3 ^= self._s1
        self._s1 ^= self._s2
        self._s0 ^= self._s3
        self._s2 ^= t
        self._s3 = _rotl(self._s3, 45)
        return result

    def below(self, n: int) -> int:
        """Return one of 0 to n - 1, each with the same chance."""
        return (self.next64() * n) >> 64
