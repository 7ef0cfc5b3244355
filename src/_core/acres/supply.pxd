# Supply (AC-20): a flood fill over words of locations, a step at a time.
from ..types cimport u64
from ..bits cimport low_bit, bit, drop_low
from .state cimport *
from .tables cimport *
from .cards cimport owned


cdef inline u64 neighbours(const u64* edges, u64 places) noexcept nogil:
    cdef u64 m = 0
    while places:
        m |= edges[low_bit(places)]
        places = drop_low(places)
    return m


cdef inline u64 flood(const Tables* t, u64 own, int home) noexcept nogil:
    """Places of `own` joined to home by river, lake, road or sea through places of `own`."""
    cdef u64 seen = own & bit(home)
    cdef u64 front = seen
    cdef u64 reach
    while front:
        reach = neighbours(t.supply_edges, front)
        if front & t.ports:
            reach |= t.ports
        front = reach & own & ~seen
        seen |= front
    return seen


cdef inline void refresh_supply(State* s, const Tables* t, int side) noexcept nogil:
    """To be called whenever a side's places change."""
    s.supplied[side] = flood(t, owned(s, side), t.home[side])


cdef inline bint reaches_siege(const State* s, const Tables* t, int side, int siege) noexcept nogil:
    """AC-42: supply reaches the besieged place (for the attacker: a place next to it)."""
    cdef int place = s.siege_at[siege]
    cdef u64 next_to
    if side != siege:
        return (s.supplied[side] >> place) & 1
    next_to = t.supply_edges[place]
    if (t.ports >> place) & 1:
        next_to |= t.ports
    return (s.supplied[side] & next_to) != 0
