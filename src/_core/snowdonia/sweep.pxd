# The route: sweeping rubble and track (SN-33, SN-36, SN-43, SN-51, SN-53), stations (SN-54), markers (SN-05, SN-61).
#
# Rubble is a word of cells in route order, so "the next space with rubble" is its lowest bit and an excavation is a
# loop over low bits; only the lowest cell can ever be partly dug.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, bit, bit32, popcount, drop_low
from .state cimport *
from .tables cimport *


cdef inline bint all_laid(const State* s, const Tables* t) noexcept nogil:
    return s.tracks_laid == t.tracks_before[CELLS]


cdef inline void clear_cell(State* s, int cell) noexcept nogil:
    s.rubble_cells &= ~bit32(cell)
    s.cell_rubble[cell] = 0


cdef inline void claim_space(State* s, int seat, int space) noexcept nogil:
    """A marker on a station space, if one is left (SN-05, SN-33)."""
    if s.markers[seat]:
        s.markers[seat] -= 1
        s.station_markers[seat] |= bit(space)
        s.spaces_taken |= bit(space)


cdef inline void dig_out(State* s, const Tables* t, int seat, int cell) noexcept nogil:
    """A player takes the last rubble of a cell (SN-33)."""
    clear_cell(s, cell)
    if t.cell_space[cell] != 255:
        claim_space(s, seat, t.cell_space[cell])


cdef inline void excavate(State* s, const Tables* t, int seat, int amount) noexcept nogil:
    """SN-33: rubble in strict order, whole or in part, into the player's supply."""
    cdef int cell, have
    while amount > 0 and s.rubble_cells:
        cell = low_bit(s.rubble_cells)
        have = s.cell_rubble[cell]
        if have > amount:
            s.cell_rubble[cell] = <u8> (have - amount)
            s.rubble[seat] += <u8> amount
            return
        s.rubble[seat] += <u8> have
        amount -= have
        dig_out(s, t, seat, cell)


cdef inline void excavate_next(State* s, const Tables* t, int seat) noexcept nogil:
    """SN-43: contract 3 clears the next space whole."""
    cdef int cell
    if s.rubble_cells:
        cell = low_bit(s.rubble_cells)
        s.rubble[seat] += s.cell_rubble[cell]
        dig_out(s, t, seat, cell)


cdef inline void event_excavate(State* s, const Tables* t) noexcept nogil:
    """SN-51: whole spaces to the general supply, nobody's marker."""
    cdef int n = t.excavation_values[s.excavation_rate]
    while n > 0 and s.rubble_cells:
        clear_cell(s, low_bit(s.rubble_cells))
        n -= 1


cdef inline u32 clear_tracks(const State* s, const Tables* t) noexcept nogil:
    """Unlaid track cards without rubble.

    Excavation goes in order, so they lie below the first rubble; only a card dealt without any can be clear beyond it.
    """
    cdef u32 m = t.tracks_before[low_bit(s.rubble_cells) if s.rubble_cells else CELLS]
    cdef int k
    if t.zero_kinds:
        for k in range(t.n_tracks):
            if t.kind_rubble[s.track_card[k]] == 0:
                m |= bit32(k)
    return m & ~s.tracks_laid


cdef inline void note_last_track(State* s, const Tables* t, bint by_player) noexcept nogil:
    """SN-60: the first cause to lay the last track decides when the game ends."""
    if s.last_round == 0 and all_laid(s, t):
        s.last_round = <u8> (s.rounds if by_player else s.rounds + 1)
        s.end_cause = END_PLAYER_TRACK if by_player else END_EVENT_TRACK


cdef inline int lay_rate(const State* s, const Tables* t, int seat) noexcept nogil:
    """Lay rate with bonuses of train and contracts (SN-36)."""
    cdef int n = t.lay_values[s.lay_rate]
    cdef u32 m = s.effects & s.contracts[seat] & t.op_cards[OP_LAY_BONUS]
    if t.train_op[s.train[seat]] == T_LAY:
        n += t.train_amount[s.train[seat]]
    while m:
        n += t.card_amount[low_bit(m) + 1]
        m = <u32> drop_low(m)
    return n


cdef inline bint can_lay(const State* s, const Tables* t, int seat) noexcept nogil:
    return s.steel[seat] > 0 and s.markers[seat] > 0 and clear_tracks(s, t) != 0


cdef inline void lay_track(State* s, const Tables* t, int seat) noexcept nogil:
    """SN-36: as many as the rate says, fewer only for lack of steel, clear cards or markers."""
    cdef int n = lay_rate(s, t, seat)
    cdef u32 m = clear_tracks(s, t)
    cdef u32 low
    while n > 0 and m and s.steel[seat] and s.markers[seat]:
        low = m & (0 - m)
        m ^= low
        s.tracks_laid |= low
        s.track_markers[seat] |= low
        s.steel[seat] -= 1
        s.markers[seat] -= 1
        n -= 1
    note_last_track(s, t, True)


cdef inline void event_lay(State* s, const Tables* t) noexcept nogil:
    """SN-53: the first unlaid cards, rubble and all; nobody owns them."""
    cdef int n = t.lay_values[s.lay_rate]
    cdef u32 m = t.tracks_before[CELLS] & ~s.tracks_laid
    cdef int track
    while n > 0 and m:
        track = low_bit(m)
        clear_cell(s, t.track_cell[track])
        s.tracks_laid |= bit32(track)
        m = <u32> drop_low(m)
        n -= 1
    note_last_track(s, t, False)


cdef inline void event_station(State* s, const Tables* t) noexcept nogil:
    """SN-54: No Entry at the first incomplete station up the route."""
    cdef int i
    for i in range(t.n_stations):
        if (s.stations_closed >> i) & 1:
            continue
        if (s.rubble_cells & t.station_cells[i]) or (t.station_spaces[i] & t.building_spaces & ~s.spaces_taken):
            s.stations_closed |= <u16> (1 << i)
            s.spaces_closed |= t.station_spaces[i]
            s.rubble_cells &= ~t.station_cells[i]
            return


cdef inline int excavation_amount(const State* s, const Tables* t, int seat) noexcept nogil:
    """Excavation rate with bonuses; contracts 26 and 30 double the sum (SN-33, SN-43)."""
    cdef int n = t.excavation_values[s.excavation_rate]
    cdef u32 m = s.effects & s.contracts[seat] & t.op_cards[OP_DOUBLE]
    if t.train_op[s.train[seat]] == T_EXCAVATE:
        n += t.train_amount[s.train[seat]]
    while m:
        n *= t.card_amount[low_bit(m) + 1]
        m = <u32> drop_low(m)
    return n


cdef inline bint markers_gone(const State* s, const Tables* t) noexcept nogil:
    """SN-61: with 1 or 2 players, nobody has a marker left and the last card is not laid."""
    if t.n_seats > 2 or s.markers[0] or s.markers[1]:
        return False
    return not all_laid(s, t)
