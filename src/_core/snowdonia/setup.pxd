# Set-up (SN-01 to SN-12, SN-70): everything that no chance decides, and what follows from chance outcomes.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, bit32, popcount, drop_low
from libc.string cimport memset
from .state cimport *
from .tables cimport *
from .contracts cimport go


cdef inline void set_up(State* s, const Tables* t) noexcept nogil:
    """Everything of the set-up that no chance decides (SN-01 to SN-11, SN-70)."""
    cdef int i
    memset(s, 0, sizeof(State))
    for i in range(t.n_seats):
        s.markers[i] = t.n_markers
    for i in range(4):
        s.bag[i] = t.bag_start[i]
    for i in range(3):
        s.yard[i] = t.yard_start[i]
        s.weather[i] = NO_WEATHER
    s.top_back = NO_WEATHER
    s.deck = t.all_cards
    s.shed = t.train_pool
    s.excavation_rate = t.excavation_start
    s.lay_rate = t.lay_start
    if t.solo:
        s.shed = 0
        s.train[0] = t.solo_train
        s.coal[0] = t.train_coal[t.solo_train]
        s.bag[COAL] -= s.coal[0]
    go(s, C_START if t.n_seats > 1 else C_TRACK)


cdef inline void lay_out_rubble(State* s, const Tables* t) noexcept nogil:
    """SN-04."""
    cdef int cell, n
    for cell in range(t.n_cells):
        n = t.cell_rubble[cell]
        if t.cell_track[cell] != 255:
            n = t.kind_rubble[s.track_card[t.cell_track[cell]]]
        s.cell_rubble[cell] = <u8> n
        if n:
            s.rubble_cells |= bit32(cell)


cdef inline void fill_shed(State* s, const Tables* t) noexcept nogil:
    """SN-10, SN-11: when the shed is settled its trains get their coal; the rest stays in the bag."""
    cdef u64 m = s.shed
    cdef int train
    if popcount(m) > t.shed_size:
        go(s, C_TRAIN)
        return
    while m:
        train = low_bit(m)
        m = drop_low(m)
        s.train_coal[train] = t.train_coal[train]
        s.bag[COAL] -= t.train_coal[train]
    s.resume = S_SETUP_YARD
    go(s, S_FILL)


cdef inline void set_up_yard(State* s, const Tables* t) noexcept nogil:
    """SN-09 (weather discs from the backs in the Site Office), SN-11, SN-70."""
    s.weather[1] = t.card_back[s.office[1]]
    s.weather[2] = t.card_back[s.office[2]]
    if t.solo:
        s.amount = t.solo_yard
        if s.amount:
            go(s, C_SOLO_CUBE)
            return
    go(s, S_ROUND)
