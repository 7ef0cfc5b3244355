# Phases 3 to 5 of a round, and the events (SN-45 to SN-55).
from ..types cimport i8, u8, u16, u32, u64
from ..bits cimport low_bit, high_bit, bit32, popcount
from .state cimport *
from .tables cimport *
from .movegen cimport capped
from .sweep cimport event_excavate, event_lay, event_station
from .contracts cimport go


cdef inline void renew_deck(State* s) noexcept nogil:
    """SN-45: a deck that has run out is made of the discard pile."""
    if s.deck == 0:
        s.deck = s.discard
        s.discard = 0


cdef inline int rate_after(int rate, int step, int n) noexcept nogil:
    """SN-46: markers stop at the ends of their track."""
    rate += step
    return 0 if rate < 0 else (n - 1 if rate >= n else rate)


cdef inline void restock_office(State* s, const Tables* t) noexcept nogil:
    """SN-45, SN-71: what leaves the Site Office, and the shift towards the discard pile."""
    cdef int i, n = 0
    cdef int kept[3]
    for i in range(3):
        if s.office[i] and (i == 0 or t.solo):
            s.discard |= card_bit(s.office[i])
        elif s.office[i]:
            kept[n] = s.office[i]
            n += 1
    for i in range(3):
        s.office[i] = <u8> kept[i] if i < n else 0
    renew_deck(s)
    s.resume = S_WEATHER
    go(s, S_FILL)


cdef inline void fill_office(State* s) noexcept nogil:
    """One card after the other while spaces are empty and cards are left, then the new back, then on."""
    if s.deck and (s.office[0] == 0 or s.office[1] == 0 or s.office[2] == 0):
        go(s, C_OFFICE)
    elif s.deck and s.top_back == NO_WEATHER:
        go(s, C_BACK)
    else:
        go(s, s.resume)
        s.resume = 0


cdef inline void check_weather(State* s, const Tables* t) noexcept nogil:
    """SN-46."""
    cdef int now
    s.weather[0] = s.weather[1]
    s.weather[1] = s.weather[2]
    s.weather[2] = s.top_back
    now = s.weather[0]
    s.excavation_rate = <u8> rate_after(s.excavation_rate, t.excavation_step[now], t.n_excavation)
    s.lay_rate = <u8> rate_after(s.lay_rate, t.lay_step[now], t.n_lay)
    go(s, S_YARD)


cdef inline int bag_total(const State* s) noexcept nogil:
    return s.bag[IRON] + s.bag[STONE] + s.bag[COAL] + s.bag[EVENT_CUBE]


cdef inline void begin_restock_yard(State* s, const Tables* t) noexcept nogil:
    """SN-47."""
    s.amount = <u8> capped(t.restock, bag_total(s))
    go(s, C_CUBE if s.amount else S_EVENT)


cdef inline void next_event(State* s, const Tables* t) noexcept nogil:
    """SN-50: the next cube goes right of the last occupied space; its event happens, then cubes may return."""
    cdef int space, kind
    cdef u16 back
    if s.events == 0:
        go(s, S_ROUND_END)
        return
    s.events -= 1
    space = high_bit(s.event_cubes) + 1 if s.event_cubes else 1
    s.event_cubes |= <u16> (1 << space)
    if s.events_fired[space] < 255:
        s.events_fired[space] += 1
    kind = t.event_kind[space]
    if kind == E_EXCAVATE:
        event_excavate(s, t)
    elif kind == E_TRAINS:
        s.trains_open = 1
    elif kind == E_LAY:
        event_lay(s, t)
    elif kind == E_STATION:
        event_station(s, t)
    else:
        s.maintenance = 0
        go(s, S_MAINTENANCE)
    back = t.event_returns[space] & s.event_cubes
    s.event_cubes ^= back
    s.bag[EVENT_CUBE] += <u8> popcount(back)


cdef inline void next_maintenance(State* s, const Tables* t) noexcept nogil:
    """SN-55: owners in alphabetical order of their trains' names."""
    cdef int train, seat
    while s.maintenance < t.n_trains:
        train = t.train_order[s.maintenance]
        s.maintenance += 1
        for seat in range(t.n_seats):
            if s.train[seat] == train:
                s.seat = <u8> seat
                go(s, P_MAINTENANCE)
                return
    s.maintenance = 0
    s.seat = 0
    go(s, S_EVENT)
