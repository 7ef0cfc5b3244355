from .types cimport Action, NO_ACTION, u64, STATE_WORDS
from .rng cimport Streams
from .engine cimport Engine


cdef Action number_of(object action) except? NO_ACTION


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
    cdef bint may_play(self, Action a) noexcept
    cdef bint play(self, Action a) noexcept
    cdef void copy_to(self, void* state, Streams* rng) noexcept
