"""Windows into the core for tests and benchmarks: the generator, the bit functions, the toy floor."""
from .types cimport i64, u8, u32, u64, STATE_WORDS
from .bits cimport popcount as c_popcount, running_count, nth_bit as c_nth_bit
from .rng cimport Rng, Streams, seed_rng, seed_streams, next64 as c_next64, below as c_below, pick_bit as c_pick_bit
from .position cimport CoreGame, CoreState
from libc.string cimport memcpy

import numpy as np


def next64(u64 seed, u64 index, u64 stream, i64 count):
    """`count` raw outputs of the stream (seed, index, stream), uint64."""
    out = np.empty(count, dtype=np.uint64)
    cdef u64[::1] view = out
    cdef Rng r
    cdef i64 i
    seed_rng(&r, seed, index, stream)
    for i in range(count):
        view[i] = c_next64(&r)
    return out


def below(u64 seed, u64 index, u64 stream, u32 n, i64 count):
    """`count` draws from 0..n-1, uint32."""
    out = np.empty(count, dtype=np.uint32)
    cdef u32[::1] view = out
    cdef Rng r
    cdef i64 i
    seed_rng(&r, seed, index, stream)
    for i in range(count):
        view[i] = c_below(&r, n)
    return out


def pick_bit(u64 seed, u64 index, u64 stream, u64 mask, i64 count):
    """`count` uniformly picked set bits of a mask that is not 0, uint8."""
    if mask == 0:
        raise ValueError("mask must not be 0")
    out = np.empty(count, dtype=np.uint8)
    cdef u8[::1] view = out
    cdef Rng r
    cdef i64 i
    seed_rng(&r, seed, index, stream)
    for i in range(count):
        view[i] = <u8> c_pick_bit(&r, mask)
    return out


def popcount(u64 mask):
    """Set bits of a word."""
    return c_popcount(mask)


def nth_bit(u64 mask, u32 n):
    """Index of the n-th (from 0) set bit."""
    if n >= <u32> c_popcount(mask):
        raise ValueError(f"the mask has no set bit number {n}")
    return c_nth_bit(mask, running_count(mask), n)


def toy_floor(i64 steps, u64 seed=0):
    """The yardstick of all speed figures: per step pick a set bit, draw twice, swap two bytes, count.

    Returns
    -------
    int
        A checksum, so that nothing can be optimised away.
    """
    cdef Rng r
    cdef u8 deck[32]
    cdef u8 card
    cdef u64 total = 0
    cdef u64 legal = 0x00F0F0F0F0F0F0F0ULL
    cdef i64 _i
    cdef u32 a, b, move
    for i in range(32):
        deck[i] = <u8> i
    seed_rng(&r, seed, 0, 0)
    with nogil:
        for _i in range(steps):
            move = c_pick_bit(&r, legal)
            a = c_below(&r, 32)
            b = c_below(&r, 32)
            card = deck[a]
            deck[a] = deck[b]
            deck[b] = card
            total += card + move
            # the next legal set depends on the move and the cards, as in a game
            legal = (((legal << 7) | (legal >> 57)) ^ ((<u64> 1) << move)) | ((<u64> 1) << card)
    return total


def copy_states(CoreState state not None, i64 n):
    """Copy a state's struct n times within a small ring; returns a checksum."""
    cdef u64 ring[8][STATE_WORDS]
    cdef i64 i
    cdef u64 total = 0
    cdef size_t size = state.engine.state_size
    for i in range(8):
        state.copy_to(ring[i], NULL)
    with nogil:
        for i in range(n):
            ring[i & 7][0] += 1
            memcpy(ring[(i + 1) & 7], ring[i & 7], size)
            total += ring[(i + 1) & 7][0]
    return total


def soak(CoreGame game not None, i64 games, u64 seed, u64 first=0):
    """Random games in which list, test, sample and invariants must agree at every decision; returns faults."""
    cdef u64[STATE_WORDS] state
    cdef Streams rng
    cdef i64 i
    cdef i64 faults = 0
    with nogil:
        for i in range(games):
            seed_streams(&rng, seed, first + i)
            game.engine.deal(state, game.tables, &rng)
            faults += game.engine.soak(state, game.tables, &rng, 1000000)
    return faults
