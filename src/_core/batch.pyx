"""Many games side by side, a step of all of them in one call without the GIL.

The Python side (`snowplay.state_batch`) checks what it is given; here are the arrays, the loops over entries, and what
a copy needs. What happens to one entry stands in `entries.pxd`.
"""
from .types cimport NO_ACTION, i32, i64, u8, u32, u64
from .rng cimport Rng, Streams, seed_rng
from .position cimport CoreGame, CoreState
from .entries cimport *
from cython cimport critical_section
from libc.string cimport memcpy, memset

import numpy as np

AUTORESETS = {"off": AUTORESET_OFF, "next_step": AUTORESET_NEXT_STEP, "same_step": AUTORESET_SAME_STEP}
OBSERVERS = {"none": OBSERVE_NONE, "all": OBSERVE_ALL, "current": OBSERVE_CURRENT}
FORFEITED = FORFEIT  # end reason of a forfeited game
SKIP = NO_ACTION  # an action that passes an entry over
GAME_BITS = GAME_SHIFT  # game k of lane j has the index (k << GAME_BITS) + j


cdef class CoreBatch:
    """The arrays of a batch and the loops over them.

    Parameters
    ----------
    game : CoreGame
    n : int
        Entries, at least 1.
    autoreset : int
        From AUTORESETS.
    observe : int
        From OBSERVERS, or a role.
    as_bytes : bool
        Observations of uint8 instead of float32.
    random_roles : int
        Bit set of roles that the core plays at random.
    rotate : bool
    limit_reason : int
        End reason that counts as truncation.
    forfeit : float
        Utility of a seat that forfeits.
    arrays : dict of str to ndarray
        Every array of `layout`, of that dtype and shape and C-contiguous; kept and written to.

    What reads or changes entries wants ``with core:`` around it, in the thread that hands out the work; `step_all` and
    `sample` see to it themselves, so that a batch of one pays no calls for it.
    """

    cdef Entries entries
    cdef readonly CoreGame game
    cdef readonly dict arrays
    cdef list views
    cdef bint busy

    def __init__(
        self, CoreGame game not None, i64 n, *, i32 autoreset, i32 observe, bint as_bytes, u32 random_roles,
        bint rotate, i32 limit_reason, double forfeit, dict arrays not None
    ):
        cdef Entries* b = &self.entries
        memset(b, 0, sizeof(Entries))
        self.game = game
        self.arrays = arrays
        self.views = []
        b.engine = game.engine
        b.tables = game.tables
        b.n = n
        b.players = game.players
        b.autoreset = autoreset
        b.observe = observe
        b.as_bytes = as_bytes
        b.limit_reason = limit_reason
        b.random_roles = random_roles
        b.rotate = rotate
        b.forfeit = forfeit
        for name, (dtype, shape) in self.layout(game, n, autoreset, observe, as_bytes).items():
            array = arrays[name]
            if array.dtype != dtype or array.shape != shape or not array.flags.c_contiguous:
                raise ValueError(f"{name} must be a C-contiguous array of {np.dtype(dtype)} and shape {shape}")
        b.state = <u8*> self._at("state")
        b.streams = <Streams*> self._at("streams")
        b.choice = <Choice*> self._at("choice")
        b.seed = <u64*> self._at("seed")
        b.lane = <u64*> self._at("lane")
        b.game = <i64*> self._at("game")
        b.asked = <i32*> self._at("asked")
        b.current_player = <i32*> self._at("current_player")
        b.over = <u8*> self._at("over")
        b.mask = <u8*> self._at("legal_mask")
        b.observation = self._at("observation")
        b.final_observation = self._at("final_observation")
        b.rewards = <double*> self._at("rewards")
        b.terminated = <u8*> self._at("terminated")
        b.truncated = <u8*> self._at("truncated")
        b.scores = <i32*> self._at("scores")
        b.end_reason = <i32*> self._at("end_reason")

    cdef int take(self) except -1:
        """Take the batch for one thread: the loops below run without the GIL, and an action that was legal when it was
        asked about must still be when it is played. RuntimeError if another thread has it.
        """
        cdef bint busy
        with critical_section(self):
            busy = self.busy
            self.busy = True
        if busy:
            raise RuntimeError("this batch is in use by another thread: make one for each thread")
        return 0

    cdef void give(self) noexcept:
        with critical_section(self):
            self.busy = False

    def __enter__(self):
        self.take()

    def __exit__(self, *error):
        self.give()

    cdef void* _at(self, str name) except NULL:
        """Where an array lies; a view of it is kept, so that it stays there."""
        cdef u8[::1] view
        array = self.arrays[name]
        if array.size == 0:
            return <void*> &self.entries  # never written to
        view = array.reshape(-1).view(np.uint8)
        self.views.append(view)
        return &view[0]

    @staticmethod
    def layout(CoreGame game not None, i64 n, i32 autoreset, i32 observe, bint as_bytes):
        """Name -> (dtype, shape) of every array."""
        cdef i64 seats = game.players
        cell = np.uint8 if as_bytes else np.float32
        view = (game.engine.observation_size,)
        views = (0,) if observe == OBSERVE_NONE else (n, seats, *view) if observe == OBSERVE_ALL else (n, *view)
        return {
            "state": (np.uint8, (n, game.engine.state_size)),
            "streams": (np.uint64, (n, sizeof(Streams) // 8)),
            "choice": (np.uint64, (n, sizeof(Choice) // 8)),
            "seed": (np.uint64, (n,)),
            "lane": (np.uint64, (n,)),
            "game": (np.int64, (n,)),
            "asked": (np.int32, (n,)),
            "current_player": (np.int32, (n,)),
            "over": (np.bool_, (n,)),
            "legal_mask": (np.uint8, (n, game.engine.num_actions)),
            "observation": (cell, views),
            "final_observation": (cell, views if autoreset == AUTORESET_SAME_STEP else (0,)),
            "rewards": (np.float64, (n, seats)),
            "terminated": (np.bool_, (n,)),
            "truncated": (np.bool_, (n,)),
            "scores": (np.int32, (n, seats)),
            "end_reason": (np.int32, (n,)),
        }

    def restart(self, i64 first, i64 last, const u8[::1] chosen=None):
        """Deal anew game number ``game[i]`` of entries first to last - 1, of the chosen ones if there is a mask."""
        cdef i64 i
        cdef bint some = chosen is not None
        with nogil:
            for i in range(first, last):
                if not some or chosen[i]:
                    restart_entry(&self.entries, i)

    def illegal(self, const i64[::1] actions not None, bint over_only=False):
        """Entries that may not take their action; with `over_only` those whose game is over."""
        cdef i64 i
        return [
            i for i in range(self.entries.n)
            if not may_take(&self.entries, i, actions[i]) and (self.entries.over[i] or not over_only)
        ]

    def may_step(self, const i64[::1] actions not None, bint forfeit, bint must_move=False):
        """Whether `illegal` names none; with `forfeit` only a game that is over may stand against it.

        What is said of passing games over holds for `illegal` and `step` that follow.
        """
        self.entries.must_move = must_move
        return may_step_all(&self.entries, &actions[0], forfeit)

    def step(self, const i64[::1] actions not None, i64 first, i64 last):
        """Step entries first to last - 1, `may_step` having been asked before; returns how many games have ended."""
        with nogil:
            last = step_entries(&self.entries, &actions[0], first, last)
        return last

    def step_all(self, const i64[::1] actions not None, bint forfeit, bint must_move=False):
        """`may_step` and `step` of all entries in one call; -1 if they may not."""
        cdef i64 ended = -1
        self.take()
        self.entries.must_move = must_move
        with nogil:
            if may_step_all(&self.entries, &actions[0], forfeit):
                ended = step_entries(&self.entries, &actions[0], 0, self.entries.n)
        self.give()
        return ended

    def sample(self, i64[::1] out not None, seed=None):
        """Write one legal action of every entry, drawn by the streams of the games, or by (seed, entry).

        Raises
        ------
        TypeError, ValueError
            If `out` is not a writable, contiguous array of n int64.
        """
        cdef i64 i
        cdef Rng rng
        cdef bint own = seed is None
        cdef u64 master = 0 if own else <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
        if out.shape[0] != self.entries.n:
            raise ValueError(f"{out.shape[0]} places for {self.entries.n} actions")
        self.take()
        with nogil:
            for i in range(self.entries.n):
                if not own:
                    seed_rng(&rng, master, i, STREAM_CALLER)
                out[i] = random_action(&self.entries, i, NULL if own else &rng)
        self.give()

    def take_out(self, i64 i, CoreState state not None):
        """Make the state, which nobody else has yet, a copy of an entry."""
        memcpy(state.buffer, state_of(&self.entries, i), self.entries.engine.state_size)
        memcpy(&state.streams, &self.entries.streams[i], sizeof(Streams))

    def put_in(self, i64 i, CoreState state not None):
        """Make an entry a copy of the state, and go on to the next decision of the caller."""
        cdef Entries* b = &self.entries
        state.copy_to(state_of(b, i), &b.streams[i])
        clear_results(b, i)
        b.asked[i] = 0
        play_random_roles(b, i)
        if b.over[i]:
            finish_entry(b, i)
        write_views(b, i)
