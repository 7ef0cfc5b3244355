"""One game in progress, driven from Python: the only place where moves are checked.

Everything below this module trusts its arguments; everything above it may be careless. A subclass says in
`_illegal` what to raise for a move that is not legal.

A state belongs to one thread at a time, but the core must not meet half a move when somebody forgets: what touches the
struct does so in a critical section of its state, which free-threaded Python locks and others compile to nothing.
"""
from cython cimport critical_section
from .types cimport (
    Action, Player, CHANCE, TERMINAL, NO_ACTION, MAX_LEGAL, MAX_CHANCE, MAX_PLAYERS, STATE_WORDS, i32, u8, u64
)
from .rng cimport Rng, Streams, seed_rng, seed_streams
from .registry cimport find_engine
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_Malloc, PyMem_Free
from libc.string cimport memcpy, memcmp, memset

import operator

import numpy as np

from .registry import GAMES

cdef extern from "Python.h":
    long PyLong_AsLongAndOverflow(object o, int* overflow) except? -1

# Purpose of the stream that resamples hidden information; beyond those of a game's own streams.
cdef enum:
    STREAM_RESAMPLE = 64


cdef class CoreGame:
    """Rules of one game as the core sees them: an engine and its tables.

    Parameters
    ----------
    name : str
        A registered game.
    players : int
        Number of seats.
    tables : bytes
        A record of the game's TABLES_DTYPE.
    """

    def __cinit__(self, str name, int players, bytes tables):
        self.engine = find_engine(name)
        if len(tables) != self.engine.tables_size:
            raise ValueError(f"tables of {name} have {self.engine.tables_size} bytes, got {len(tables)}")
        if not 1 <= players <= self.engine.max_players:
            raise ValueError(f"players must be 1..{self.engine.max_players}, got {players}")
        self.name = name
        self.players = players
        self.table_bytes = tables
        self.tables = PyMem_Malloc(self.engine.tables_size)
        if self.tables == NULL:
            raise MemoryError()
        memcpy(self.tables, <const char*> tables, self.engine.tables_size)

    def __dealloc__(self):
        PyMem_Free(self.tables)

    def __reduce__(self):
        return CoreGame, (self.name, self.players, self.table_bytes)

    @property
    def num_actions(self):
        """Ids of the action table."""
        return self.engine.num_actions

    @property
    def num_chance(self):
        """Ids of the chance table."""
        return self.engine.num_chance

    @property
    def max_players(self):
        return self.engine.max_players

    @property
    def state_size(self):
        """Bytes of a state."""
        return self.engine.state_size

    @property
    def row_size(self):
        """Bytes of a result row."""
        return self.engine.row_size

    @property
    def observation_size(self):
        """Floats of an observation."""
        return self.engine.observation_size

    @property
    def table_data(self):
        """The tables, as given."""
        return self.table_bytes


cdef Action number_of(object action) except? NO_ACTION:
    """What an action of the caller is as a number; NO_ACTION if it can be none."""
    cdef int overflow = 0
    cdef long a
    if PyLong_CheckExact(action):
        a = PyLong_AsLongAndOverflow(action, &overflow)
    elif isinstance(action, bool):
        return NO_ACTION
    else:
        try:
            a = PyLong_AsLongAndOverflow(operator.index(action), &overflow)
        except TypeError:  # such as words, or an array of several numbers
            return NO_ACTION
    return NO_ACTION if overflow or a < 0 or a >= 0x7FFFFFFF else <Action> a


cdef class CoreState:
    """A state with its generators.

    Parameters
    ----------
    game : CoreGame
    seed, index : int
        Master seed and game index; chance depends on nothing else. Seeds are taken modulo 2**64.
    explicit : bool
        Stop at chance events, with the chance player to move, instead of drawing them.
    """

    def __init__(self, CoreGame game not None, *, object seed=0, object index=0, bint explicit=False):
        self.game = game
        self.engine = game.engine
        self.tables = game.tables
        self.explicit = explicit
        memset(self.buffer, 0, sizeof(self.buffer))
        self.reseed(seed, index)
        self.engine.deal(self.buffer, self.tables, NULL if explicit else &self.streams)

    @critical_section
    def reseed(self, object seed, object index=0):
        """Start the chance streams of (seed, index) afresh; the position stays."""
        seed_streams(&self.streams, <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF), <u64> (int(index) & 0xFFFFFFFFFFFFFFFF))

    # --- whose move, which moves ----------------------------------------------------------------------------------

    @critical_section
    def current_player(self):
        """Seat to move, -1 for chance, -4 when the game is over."""
        return self.engine.actor(self.buffer)

    @critical_section
    def is_terminal(self):
        return self.engine.actor(self.buffer) == TERMINAL

    @critical_section
    def is_chance_node(self):
        return self.engine.actor(self.buffer) == CHANCE

    @critical_section
    def legal_actions(self):
        """Legal action ids, ascending; the possible outcomes at a chance node; empty when the game is over."""
        cdef Action actions[MAX_LEGAL]
        cdef double p[MAX_CHANCE]
        cdef int i, n
        cdef Player who = self.engine.actor(self.buffer)
        if who >= 0:
            n = self.engine.legal(self.buffer, self.tables, actions)
        elif who == CHANCE:
            n = self.engine.chance_outcomes(self.buffer, self.tables, actions, p)
        else:
            n = 0
        return [actions[i] for i in range(n)]

    def legal_actions_mask(self):
        """uint8 array over the action table: 1 where legal. All 0 at chance nodes and at the end."""
        cdef Action actions[MAX_LEGAL]
        cdef int i
        cdef int n = 0
        out = np.zeros(self.engine.num_actions, dtype=np.uint8)
        cdef u8[::1] mask = out
        with critical_section(self):
            if self.engine.actor(self.buffer) >= 0:
                n = self.engine.legal(self.buffer, self.tables, actions)
        for i in range(n):
            mask[actions[i]] = 1
        return out

    @critical_section
    def chance_outcomes(self):
        """(outcome, probability) pairs of the pending chance event; empty elsewhere."""
        cdef Action actions[MAX_CHANCE]
        cdef double p[MAX_CHANCE]
        cdef int i, n
        if self.engine.actor(self.buffer) != CHANCE:
            return []
        n = self.engine.chance_outcomes(self.buffer, self.tables, actions, p)
        return [(actions[i], p[i]) for i in range(n)]

    cdef bint may_play(self, Action a) noexcept:
        """Whether an action is legal; the caller holds the critical section."""
        cdef Action actions[MAX_CHANCE]
        cdef double p[MAX_CHANCE]
        cdef int i, n
        cdef Player who = self.engine.actor(self.buffer)
        if who >= 0:
            return self.engine.is_legal(self.buffer, self.tables, a)
        if who == CHANCE:
            n = self.engine.chance_outcomes(self.buffer, self.tables, actions, p)
            for i in range(n):
                if actions[i] == a:
                    return True
        return False

    def is_legal(self, object action):
        """Whether `apply_action` would play this action (or, at a chance node, this outcome)."""
        cdef Action a = number_of(action)
        if a < 0:
            return False
        with critical_section(self):
            return self.may_play(a)

    cdef bint play(self, Action a) noexcept:
        """Apply an action if it is legal, as one: nobody moves between the question and the move."""
        with critical_section(self):
            if not self.may_play(a):
                return False
            self.engine.apply(self.buffer, self.tables, a, NULL if self.explicit else &self.streams)
            return True

    cdef void copy_to(self, void* state, Streams* rng) noexcept:
        """Copy the state and, unless NULL, its generators to where there is room for them."""
        with critical_section(self):
            memcpy(state, self.buffer, self.engine.state_size)
            if rng != NULL:
                memcpy(rng, &self.streams, sizeof(Streams))

    def apply_action(self, object action):
        """Play a legal action, or at a chance node an outcome.

        Anything else goes to `_illegal` and leaves the state as it was.
        """
        cdef Action a = number_of(action)
        if a < 0 or not self.play(a):
            return self._illegal(action)

    def _illegal(self, object action):
        raise ValueError(f"illegal action: {action!r}")

    # --- results ----------------------------------------------------------------------------------------------------

    @critical_section
    def returns(self):
        """Utility of every seat at the end; zeros before."""
        cdef double out[MAX_PLAYERS]
        cdef int i
        self.engine.returns(self.buffer, self.tables, out)
        return [out[i] for i in range(self.game.players)]

    @critical_section
    def estimate(self):
        """Rough chances of every seat in a game that is running, 0 to 1; what the search's cut-off uses."""
        cdef double out[MAX_PLAYERS]
        cdef int i
        self.engine.evaluate(self.buffer, self.tables, out)
        return [out[i] for i in range(self.game.players)]

    @critical_section
    def action_weights(self):
        """Rough weights of the legal actions, positive, in their order: how likely each is for somebody who knows the
        game. What heuristic playouts draw by, and what a search tries first."""
        cdef Action actions[MAX_LEGAL]
        cdef float weights[MAX_LEGAL]
        cdef int n, i
        if self.engine.actor(self.buffer) < 0:
            return []
        n = self.engine.legal(self.buffer, self.tables, actions)
        self.engine.weigh(self.buffer, self.tables, actions, n, weights)
        return [weights[i] for i in range(n)]

    @critical_section
    def scores(self):
        """Points of every seat, as if the game ended now."""
        cdef i32 out[MAX_PLAYERS]
        cdef int i
        self.engine.scores(self.buffer, self.tables, out)
        return [out[i] for i in range(self.game.players)]

    @critical_section
    def end_reason(self):
        """Why the game ended (END_REASONS of the game's module), 0 while it runs."""
        return self.engine.outcome(self.buffer)

    # --- views -------------------------------------------------------------------------------------------------------

    def observe(self, Player player):
        """The player's observation, float32, without check of the seat."""
        out = np.empty(self.engine.observation_size, dtype=np.float32)
        cdef float[::1] view = out
        with critical_section(self):
            self.engine.observe(self.buffer, self.tables, player, &view[0])
        return out

    def data(self):
        """A copy of the state as a 0-d structured array (the game's STATE_DTYPE)."""
        return np.frombuffer(bytearray(self.raw()), dtype=GAMES[self.game.name].STATE_DTYPE)[0:1].reshape(())

    @critical_section
    def raw(self):
        """The state's bytes."""
        return (<const char*> self.buffer)[:self.engine.state_size]

    @critical_section
    def rng_raw(self):
        """The generators' bytes."""
        return (<const char*> &self.streams)[:sizeof(Streams)]

    @critical_section
    def load_raw(self, bytes state not None, bytes rng=None):
        """Overwrite state and, if given, generators with bytes from `raw` and `rng_raw`.

        Raises
        ------
        ValueError
            Wrong length, or an invariant is broken; the state is left as it was.
        """
        cdef u64[STATE_WORDS] loaded
        cdef int fault
        if len(state) != self.engine.state_size:
            raise ValueError(f"a state of {self.game.name} has {self.engine.state_size} bytes, got {len(state)}")
        if rng is not None and len(rng) != sizeof(Streams):
            raise ValueError(f"generators have {sizeof(Streams)} bytes, got {len(rng)}")
        memcpy(loaded, <const char*> state, self.engine.state_size)
        fault = self.engine.check(loaded, self.tables)
        if fault:
            raise ValueError(f"not a state of this game: invariant {fault} is broken")
        memcpy(self.buffer, loaded, self.engine.state_size)
        if rng is not None:
            memcpy(&self.streams, <const char*> rng, sizeof(Streams))

    @critical_section
    def check(self):
        """0, or the number of the first broken invariant."""
        return self.engine.check(self.buffer, self.tables)

    # --- copies ------------------------------------------------------------------------------------------------------

    def clone(self):
        """An independent copy, generators included: both copies meet the same chance until one is reseeded."""
        cdef CoreState other = type(self).__new__(type(self))
        other.game = self.game
        other.engine = self.engine
        other.tables = self.tables
        other.explicit = self.explicit
        other.owner = self.owner
        self.copy_to(other.buffer, &other.streams)
        return other

    @critical_section
    def resample(self, Player player, object seed):
        """Redraw what the player cannot know, and start fresh chance streams."""
        cdef Rng r
        cdef u64 s = <u64> (int(seed) & 0xFFFFFFFFFFFFFFFF)
        seed_rng(&r, s, 0, STREAM_RESAMPLE)
        self.engine.resample(self.buffer, self.tables, player, &r)
        seed_streams(&self.streams, s, STREAM_RESAMPLE)

    @critical_section
    def draw(self):
        """An outcome of the pending chance event, drawn with the state's own generators but not played.

        An explicit state to which `apply_action(draw())` is done at every chance node plays the very game of a sampled
        state with the same seed and index.

        Raises
        ------
        ValueError
            Not at a chance node.
        """
        if self.engine.actor(self.buffer) != CHANCE:
            raise ValueError("draw needs a chance node")
        return self.engine.sample_chance(self.buffer, self.tables, &self.streams)

    def perft(self, int depth):
        """Leaves of the tree of all moves and chance outcomes `depth` levels down (explicit states only)."""
        cdef u64[STATE_WORDS] start
        cdef u64 n
        if not self.explicit:
            raise ValueError("perft needs a state with explicit chance")
        self.copy_to(start, NULL)  # others may go on with this state while its tree is counted
        with nogil:
            n = self.engine.perft(start, self.tables, depth)
        return n

    def __eq__(self, other):
        if not isinstance(other, CoreState):
            return NotImplemented
        cdef CoreState o = other
        if self.engine != o.engine or (self.game is not o.game and self.game.table_bytes != o.game.table_bytes):
            return False
        with critical_section(self, o):
            return memcmp(self.buffer, o.buffer, self.engine.state_size) == 0

    @critical_section
    def __hash__(self):
        return <Py_ssize_t> self.engine.hash(self.buffer)
