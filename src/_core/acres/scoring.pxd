# Points (AC-33, AC-70 to AC-73).
from ..types cimport i32, u64
from ..bits cimport low_bit, drop_low
from .state cimport *
from .tables cimport *

cdef struct Parts:  # points of a side by source
    i32 villages
    i32 towns
    i32 captured


cdef inline int value_of(const Tables* t, u64 places) noexcept nogil:
    cdef int n = 0
    while places:
        n += t.vp[low_bit(places)]
        places = drop_low(places)
    return n


cdef inline int captured_points(const State* s, const Tables* t, int side) noexcept nogil:
    return t.cube_points * s.captured_cubes[side] + t.disc_points * s.captured_discs[side]


cdef inline Parts side_parts(const State* s, const Tables* t, int side) noexcept nogil:
    """AC-72."""
    cdef Parts p
    p.villages = value_of(t, s.villages[side])
    p.towns = 2 * value_of(t, s.towns[side])
    p.captured = captured_points(s, t, side)
    return p


cdef inline int board_points(const State* s, const Tables* t, int side) noexcept nogil:
    cdef Parts p = side_parts(s, t, side)
    return p.villages + p.towns + p.captured


cdef inline int winner(const State* s, const Tables* t) noexcept nogil:
    """AC-71, AC-72: a tie goes to the French."""
    if s.end_reason == END_CAPITAL:
        return s.winner_now
    return BRITISH if board_points(s, t, BRITISH) > board_points(s, t, FRENCH) else FRENCH
