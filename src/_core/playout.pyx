"""Batches of playouts: games first..first+n-1 of a master seed into rows, without the GIL."""
from .types cimport i64, u8, u64, MAX_TALLY, STATE_WORDS
from .rng cimport Streams, seed_streams
from .position cimport CoreGame
from libc.string cimport memset

POLICIES = {"random": 0}  # policy name -> number


def run(CoreGame game not None, rows not None, object seed, object first, int policy=0):
    """Play one game per row.

    Parameters
    ----------
    game : CoreGame
    rows : ndarray
        One-dimensional, C-contiguous and writable, of the game's ROW_DTYPE; filled in place.
    seed : int
        Master seed, taken modulo 2**64.
    first : int
        Index of the game in the first row. Row k is a function of (game, seed, first + k, policy) alone.
    policy : int
        From POLICIES.

    Returns
    -------
    int
        Decisions made in all games.
    """
    if policy not in POLICIES.values():
        raise ValueError(f"unknown policy {policy}")
    if rows.dtype.itemsize != game.engine.row_size or rows.ndim != 1 or not rows.flags.c_contiguous:
        raise ValueError(f"rows must be a contiguous vector of records of {game.engine.row_size} bytes")
    cdef u8[::1] view = rows.view("u1")
    cdef u64 master = <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
    cdef u64 index = <u64> (int(first) & 0xFFFFFFFFFFFFFFFF)
    cdef u64[STATE_WORDS] state
    cdef u8[MAX_TALLY] tally
    cdef Streams rng
    cdef i64 i, n, decisions
    cdef i64 total = 0
    n = rows.shape[0]
    with nogil:
        for i in range(n):
            seed_streams(&rng, master, index + i)
            game.engine.deal(state, game.tables, &rng)
            memset(tally, 0, game.engine.tally_size)
            decisions = game.engine.playout(state, game.tables, &rng, policy, tally)
            total += decisions
            game.engine.row(state, game.tables, index + i, decisions, tally, &view[i * game.engine.row_size])
    return total
