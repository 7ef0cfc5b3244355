# What a player sees, as numbers (SN-80). Snowdonia hides nothing but the future, so every player sees the whole state;
# seats are turned so that the observer is seat 0. `observation_slices` in game.pyx names the slices in this order.
from ..types cimport Player, u8, u32, u64
from ..bits cimport bit32, drop_low, low_bit
from ..cells cimport Cell, clear, put_bits, put_few_bits, put_number, put_one_hot
from .state cimport *
from .tables cimport *

cdef enum:
    OBS_PLAYER = 10 + STATIONS + TRAINS + 32 + 32 + 32 + PLACES + CELLS + SPACES + AREAS
    OBS_TABLE = (
        24 + SEATS + SEATS + SEATS + AREAS + 4 * 4 + 16 + 16 + 4 + EVENT_SPACES + 7 + 3 + 4
        + 3 * 32 + 32 + 32 + CELLS + CELLS + CELLS + STATIONS + TRAINS + TRAINS
    )
    OBS_PENDING = 32 + 4 + 96 + 32 + PLACES + 32
    OBSERVATION_SIZE = OBS_TABLE + OBS_PENDING + SEATS * OBS_PLAYER


cdef inline Cell* put_player(Cell* out, const State* s, const Tables* t, int seat, u32 places) noexcept nogil:
    cdef u32 cells = 0
    cdef u32 m = s.track_markers[seat]
    cdef int i
    out = put_number(out, s.iron[seat], 0.1)
    out = put_number(out, s.stone[seat], 0.1)
    out = put_number(out, s.coal[seat], 0.2)
    out = put_number(out, s.steel[seat], 0.2)
    out = put_number(out, s.rubble[seat], 0.05)
    out = put_number(out, s.markers[seat], 0.0625)
    out = put_number(out, s.labourers[seat], 1.0)
    out = put_number(out, s.surveyors_waiting[seat], 1.0)
    out = put_number(out, (s.hired >> seat) & 1, 1.0)
    out = put_number(out, (s.hire_asked >> seat) & 1, 1.0)
    out = put_one_hot(out, s.surveyor[seat], STATIONS)
    out = put_one_hot(out, s.train[seat] - 1, TRAINS)
    out = put_bits(out, s.contracts[seat], 32)
    out = put_bits(out, s.contracts[seat] & s.contracts_used, 32)
    out = put_bits(out, s.contracts[seat] & s.effects, 32)
    if s.surveyors_waiting[seat]:
        places |= bit32(PLACE_G)
    out = put_few_bits(out, places, PLACES)
    while m:
        cells |= bit32(t.track_cell[low_bit(m)])
        m = <u32> drop_low(m)
    out = put_bits(out, cells, CELLS)
    out = put_bits(out, s.station_markers[seat], SPACES)
    for i in range(AREAS):
        out = put_number(out, s.actions[seat][i], 0.1)
    return out


cdef inline void observe_state(const State* s, const Tables* t, Player observer, Cell* out) noexcept nogil:
    cdef int n = t.n_seats
    cdef int i, seat, track
    cdef u32 cells = 0
    cdef u32 m
    cdef u32 places[SEATS]  # of each seat's labourers
    clear(out, OBSERVATION_SIZE)
    # the table
    out = put_one_hot(out, s.phase, 24)
    out = put_one_hot(out, (s.seat - observer + n) % n, SEATS)
    out = put_one_hot(out, (s.start_player - observer + n) % n, SEATS)
    out = put_one_hot(out, (s.first_player - observer + n) % n, SEATS)  # decides ties (SN-64)
    out = put_one_hot(out, s.area, AREAS)
    for i in range(3):
        out = put_one_hot(out, s.weather[i], 4)
    out = put_one_hot(out, s.top_back, 4)
    out = put_one_hot(out, s.excavation_rate, 16)
    out = put_one_hot(out, s.lay_rate, 16)
    out = put_number(out, s.rounds, 0.05)
    out = put_number(out, s.last_round != 0, 1.0)
    out = put_number(out, s.last_round != 0 and s.last_round <= s.rounds, 1.0)
    out = put_number(out, s.seats_left, 0.2)
    out = put_bits(out, s.event_cubes, EVENT_SPACES)
    out = put_number(out, s.trains_open, 1.0)
    out = put_number(out, s.overlay, 1.0)
    out = put_number(out, s.start_locked, 1.0)
    out = put_number(out, s.contracts_locked, 1.0)
    out = put_number(out, s.built_this_round, 1.0)
    out = put_number(out, s.events, 0.2)
    out = put_number(out, s.maintenance, 0.125)
    for i in range(3):
        out = put_number(out, s.yard[i], 0.1)
    for i in range(4):
        out = put_number(out, s.bag[i], 0.05)
    for i in range(3):
        out = put_one_hot(out, s.office[i] - 1, 32)
    out = put_bits(out, s.deck, 32)
    out = put_bits(out, s.discard, 32)
    m = s.rubble_cells
    while m:
        i = low_bit(m)
        put_number(out + i, s.cell_rubble[i], 0.2)
        m = <u32> drop_low(m)
    out += CELLS
    m = t.track_cells
    while m:
        i = low_bit(m)
        track = t.cell_track[i]
        put_number(out + i, t.kind_vp[s.track_card[track]], 0.2)
        cells |= ((s.tracks_laid >> track) & 1) << i
        m = <u32> drop_low(m)
    out += CELLS
    out = put_bits(out, cells, CELLS)
    out = put_bits(out, s.stations_closed, STATIONS)
    out = put_bits(out, s.shed, TRAINS)
    for i in range(TRAINS):
        out = put_number(out, s.train_coal[i], 0.5)
    # the pending decision
    out = put_one_hot(out, s.source - 1, 32)
    out = put_number(out, s.amount, 0.2)
    out = put_number(out, s.coal_max, 0.2)
    out = put_number(out, s.optional, 1.0)
    out = put_number(out, s.resume != 0, 1.0)
    out = put_one_hot(out, s.pending if s.pending else -1, 96)
    out = put_bits(out, (card_bit(s.drawn[0]) if s.drawn[0] else 0) | (card_bit(s.drawn[1]) if s.drawn[1] else 0), 32)
    out = put_one_hot(out, s.place if s.phase == P_MOVE else -1, PLACES)
    out = put_bits(out, s.deferred, 32)
    # the players, the observer first
    for i in range(n):
        places[i] = 0
    m = s.occupied
    while m:
        i = low_bit(m)
        places[s.occupant[i]] |= bit32(i)
        m = <u32> drop_low(m)
    for i in range(n):
        seat = (observer + i) % n
        out = put_player(out, s, t, seat, places[seat])
