# What must hold of every state at every stop: conservation of cubes, cards, markers and labourers, and words that agree
# with one another. `check_state` returns 0 or the number of the first invariant that is broken.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, drop_low, popcount, bit32
from .state cimport *
from .tables cimport *
from .movegen cimport Options, legal_options


cdef inline int check_state(const State* s, const Tables* t) noexcept nogil:
    cdef Options o
    cdef int i, j, k, n
    cdef int iron = s.bag[IRON] + s.yard[IRON]
    cdef int stone = s.bag[STONE] + s.yard[STONE]
    cdef int coal = s.bag[COAL] + s.yard[COAL]
    cdef int placed = popcount(s.occupied)
    cdef u32 cards = 0
    cdef u32 tracks = 0
    cdef u64 spaces = 0
    cdef u32 m
    cdef u32 trains = s.shed
    # 1: fields in range
    if s.phase > P_OVER or s.seat >= t.n_seats or s.start_player >= t.n_seats or s.first_player >= t.n_seats:
        return 1
    if s.excavation_rate >= t.n_excavation or s.lay_rate >= t.n_lay or s.top_back > NO_WEATHER or s.area >= AREAS:
        return 1
    if s.rounds > MAX_ROUNDS or s.end_reason > END_ROUND_LIMIT or (s.phase == P_OVER) != (s.end_reason != 0):
        return 1
    for i in range(3):
        if s.weather[i] > NO_WEATHER or s.office[i] >= CARDS:
            return 1
    # 2: seats beyond the table are empty; 3: markers; 4: surveyors and trains
    for i in range(SEATS):
        n = s.iron[i] + s.stone[i] + s.coal[i] + s.steel[i] + s.rubble[i] + s.labourers[i] + s.surveyors_waiting[i]
        if i >= t.n_seats:
            if n or s.markers[i] or s.contracts[i] or s.station_markers[i] or s.track_markers[i] or s.train[i] or s.surveyor[i]:
                return 2
            continue
        iron += s.iron[i]
        stone += s.stone[i]
        coal += s.coal[i]
        placed += s.surveyors_waiting[i] + s.labourers[i]
        if s.markers[i] + popcount(s.station_markers[i]) + popcount(s.track_markers[i]) != t.n_markers:
            return 3
        if spaces & s.station_markers[i] or tracks & s.track_markers[i]:
            return 3
        spaces |= s.station_markers[i]
        tracks |= s.track_markers[i]
        if s.surveyor[i] >= t.n_stations or s.train[i] >= TRAINS or (s.train[i] and (trains >> s.train[i]) & 1):
            return 4
        if s.train[i]:
            trains |= (<u32> 1) << s.train[i]
        # 5: every card is in one place only
        if cards & s.contracts[i]:
            return 5
        cards |= s.contracts[i]
    if spaces != s.spaces_taken or tracks & ~s.tracks_laid or s.tracks_laid & ~t.tracks_before[CELLS]:
        return 3
    if s.contracts_used & ~cards or s.effects & ~s.contracts_used or s.deferred & ~s.effects:
        return 6
    for i in range(3):
        if s.office[i]:
            if cards & card_bit(s.office[i]):
                return 5
            cards |= card_bit(s.office[i])
    for i in range(2):
        if s.drawn[i]:
            if cards & card_bit(s.drawn[i]):
                return 5
            cards |= card_bit(s.drawn[i])
    if cards & s.deck or cards & s.discard or s.deck & s.discard or (cards | s.deck | s.discard) != t.all_cards:
        return 5
    if s.top_back != NO_WEATHER and (s.deck & t.back_cards[s.top_back]) == 0:
        return 7
    # 8: cubes are conserved
    for i in range(TRAINS):
        if s.train_coal[i] and not (s.shed >> i) & 1:
            return 8
        coal += s.train_coal[i]
    if iron != t.bag_start[IRON] + t.yard_start[IRON] or stone != t.bag_start[STONE] + t.yard_start[STONE]:
        return 8
    if coal != t.bag_start[COAL] + t.yard_start[COAL]:
        return 8
    if s.bag[EVENT_CUBE] + popcount(s.event_cubes) + s.events != t.bag_start[EVENT_CUBE]:
        return 8
    # 9: rubble words
    if s.phase != C_START and s.phase != C_TRACK:
        for i in range(CELLS):
            if (s.rubble_cells >> i) & 1 and (i >= t.n_cells or s.cell_rubble[i] == 0):
                return 9
        m = s.rubble_cells & t.track_cells
        for k in range(t.n_tracks):
            if (s.tracks_laid >> k) & 1 and (m >> t.track_cell[k]) & 1:
                return 9
    # 10: labourers
    if s.occupied & ~t.places or (s.occupied >> PLACE_G):
        return 10
    for i in range(30):
        if s.occupant[i] >= t.n_seats or (s.occupant[i] and not (s.occupied >> i) & 1):
            return 10
    j = 1 if s.phase == P_MOVE else 0
    if s.phase == P_PLACE or s.phase == P_HIRE:
        if placed != t.n_seats * t.n_labourers + popcount(s.hired):
            return 10
    elif s.phase < P_OVER and placed + j > t.n_seats * (t.n_labourers + 1):
        return 10
    # 11: closed stations
    for i in range(t.n_stations):
        if (s.stations_closed >> i) & 1:
            if t.station_spaces[i] & ~s.spaces_closed or s.rubble_cells & t.station_cells[i]:
                return 11
    # 12: someone who has to decide has something to decide
    if s.phase < N_DECISIONS:
        o = legal_options(s, t)
        if (o.word[0] | o.word[1]) == 0:
            return 12
    return 0
