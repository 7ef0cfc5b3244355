"""Games into rows: batches without the GIL, watched batches, and games that Python agents play."""
from .types cimport Action, Player, i64, u8, u64, MAX_TALLY, STATE_WORDS
from .rng cimport Streams, seed_streams, STREAM_SEAT
from .policy cimport POLICY_HEURISTIC, POLICY_RANDOM, weighted_playout
from .position cimport CoreGame, CoreState, number_of
from .watch cimport Watch, Watcher, start_watching, watch_position
from cython cimport critical_section
from libc.string cimport memset

import numpy as np

POLICIES = {"random": POLICY_RANDOM, "heuristic": POLICY_HEURISTIC}  # policy name -> number


def _watch_dtype():
    cdef Watch watch
    memset(&watch, 0, sizeof(Watch))
    return np.asarray(<Watch[:1]> &watch).dtype


WATCH_DTYPE = _watch_dtype()


cdef u8[::1] _bytes(object rows, Py_ssize_t size):
    if rows.dtype.itemsize != size or rows.ndim != 1 or not rows.flags.c_contiguous:
        raise ValueError(f"rows must be a contiguous vector of records of {size} bytes")
    return rows.view("u1")


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
    cdef u8[::1] view = _bytes(rows, game.engine.row_size)
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
            if policy == POLICY_HEURISTIC:
                decisions = weighted_playout(game.engine, state, game.tables, &rng, tally)
            else:
                decisions = game.engine.playout(state, game.tables, &rng, policy, tally)
            total += decisions
            game.engine.row(state, game.tables, index + i, decisions, tally, &view[i * game.engine.row_size])
    return total


def run_watched(CoreGame game not None, rows not None, watch not None, object seed, object first):
    """Play the games of `run` with policy random one decision at a time, and watch them.

    The rows are those of `run`; `watch`, of WATCH_DTYPE and as long, is filled beside them. Takes a few times as
    long.
    """
    cdef u8[::1] view = _bytes(rows, game.engine.row_size)
    cdef u8[::1] seen = _bytes(watch, sizeof(Watch))
    cdef u64 master = <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
    cdef u64 index = <u64> (int(first) & 0xFFFFFFFFFFFFFFFF)
    cdef u64[STATE_WORDS] state
    cdef u8[MAX_TALLY] tally
    cdef Watcher watcher
    cdef Streams rng
    cdef Action a
    cdef Player who
    cdef i64 i, n
    n = rows.shape[0]
    if watch.shape[0] != n:
        raise ValueError(f"{n} rows, but {watch.shape[0]} records to watch with")
    with nogil:
        for i in range(n):
            seed_streams(&rng, master, index + i)
            game.engine.deal(state, game.tables, &rng)
            memset(tally, 0, game.engine.tally_size)
            start_watching(&watcher)
            while True:
                watch_position(&watcher, game.engine, state, game.tables, game.players)
                who = game.engine.actor(state)
                if who < 0:
                    break
                a = game.engine.sample(state, game.tables, &rng.stream[STREAM_SEAT + who])
                game.engine.apply_counted(state, game.tables, a, &rng, tally)
                watcher.moves += 1
            game.engine.row(state, game.tables, index + i, watcher.moves, tally, &view[i * game.engine.row_size])
            (<Watch*> &seen[i * sizeof(Watch)])[0] = watcher.seen


cdef class RowMaker:
    """Makes the row of one game that Python plays, the same as `run` makes of the same moves.

    Parameters
    ----------
    game : CoreGame
    watched : bool
        Whether to look at options and lead as well.
    """

    cdef CoreGame game
    cdef bint watched
    cdef u8[MAX_TALLY] tally
    cdef Watcher watcher

    def __init__(self, CoreGame game not None, bint watched=False):
        self.game = game
        self.watched = watched
        memset(self.tally, 0, sizeof(self.tally))
        start_watching(&self.watcher)

    def apply(self, CoreState state not None, object action):
        """Apply a seat's action to the state of this game, as ``state.apply_action`` does, and note it."""
        cdef Action a = number_of(action)
        cdef bint good
        with critical_section(state):
            good = a >= 0 and not state.explicit and state.may_play(a)
            if good:
                if self.watched:
                    watch_position(&self.watcher, state.engine, state.buffer, state.tables, self.game.players)
                state.engine.apply_counted(state.buffer, state.tables, a, &state.streams, self.tally)
                self.watcher.moves += 1
        if not good:
            state.apply_action(action)  # says what is wrong
            raise ValueError("a row is made of sampled play only")

    def finish(self, CoreState state not None, object index, rows not None, Py_ssize_t at, watch=None):
        """Write the row of the finished game into ``rows[at]`` and what was watched into ``watch[at]``."""
        cdef u8[::1] view = _bytes(rows[at : at + 1], state.engine.row_size)
        cdef u8[::1] seen
        cdef u64[STATE_WORDS] end
        state.copy_to(end, NULL)
        state.engine.row(end, state.tables, <u64> index, self.watcher.moves, self.tally, &view[0])
        if watch is not None:
            watch_position(&self.watcher, state.engine, end, state.tables, self.game.players)
            seen = _bytes(watch[at : at + 1], sizeof(Watch))
            (<Watch*> &seen[0])[0] = self.watcher.seen
