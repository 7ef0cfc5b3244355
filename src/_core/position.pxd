from .types cimport Action, Player, u64, STATE_WORDS
from .rng cimport Streams
from .engine cimport Engine


cdef class CoreGame:
    cdef const Engine* engine
    cdef void* tables  # owned copy of the tables, 16-byte aligned
    cdef readonly str name
    cdef readonly int players
    cdef bytes table_bytes


cdef class CoreState:
    cdef u64[STATE_WORDS] buffer  # the state struct; first, so that it is aligned
    cdef Streams streams  # chance of sampled play; unused in explicit mode
    cdef const Engine* engine
    cdef const void* tables
    cdef readonly CoreGame game
    cdef readonly bint explicit
    cdef public object owner  # the Python Game this state belongs to, or None
    cdef bint may_play(self, Player who, Action a) noexcept
