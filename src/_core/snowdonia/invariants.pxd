# What must hold of every state at every stop: conservation of cubes, cards, markers and labourers, and words that agree
# with one another. `check_state` returns 0 or the number of the first invariant that is broken.
from ..types cimport u8, u16, u32, u64
from ..bits cimport low_bit, drop_low, popcount, bit32
from .state cimport *
from .tables cimport *
from .movegen cimport Options, legal_options


cdef inline bint activity_makes_sense(const State* s, const Tables* t) noexcept nogil:
    """Whether the fields the pending decision or chance event reads are such as the engine would have set."""
    cdef int phase = s.phase
    cdef int cubes = s.bag[IRON] + s.bag[STONE] + s.bag[COAL]
    if phase == P_TAKE:
        return s.amount <= TAKE_MAX and s.coal_max <= TAKE_MAX
    if phase == P_CONVERT:
        if s.source and t.card_op[s.source] != OP_CONVERT_IRON and t.card_op[s.source] != OP_CONVERT_RUBBLE:
            return False
        return s.amount <= 7
    if phase == P_DEFERRED:
        return t.card_op[s.source] == OP_CLEAR or t.card_op[s.source] == OP_EXTRA_LAY
    if phase == P_KEEP:
        return s.source != 0 and (s.contracts[s.seat] & card_bit(s.source)) != 0
    if phase == P_DISC:
        return s.weather[1] < 8
    if phase == P_MOVE:
        return s.place < PLACES
    if phase == P_HIRE or phase == P_MAINTENANCE:
        return s.train[s.seat] != 0
    if phase == P_PAY:
        if s.pending > A_ACQUIRE:
            return s.pending - A_ACQUIRE < TRAINS and (s.shed >> (s.pending - A_ACQUIRE)) & 1
        return s.pending >= A_BUILD and (t.building_spaces >> (s.pending - A_BUILD)) & 1
    if phase == C_CUBE or phase == C_CONTRACT_CUBE:
        return 0 < s.amount <= cubes + s.bag[EVENT_CUBE]
    if phase == C_SOLO_CUBE:
        return 0 < s.amount <= cubes
    if phase == C_OFFICE:
        return s.deck != 0 and (s.office[0] == 0 or s.office[1] == 0 or s.office[2] == 0)
    if phase == C_LOOK:
        return s.deck != 0 and s.amount > 0 and s.source != 0 and s.drawn[1] == 0
    if phase == C_BACK:
        return s.deck != 0
    if phase == C_TRACK:
        return s.amount < t.n_tracks
    if phase == C_TRAIN:
        return s.shed != 0
    return True


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
    cdef u32 known = 0  # trains of the game
    cdef int copies[KINDS]
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
    if s.source >= CARDS or s.drawn[0] >= CARDS or s.drawn[1] >= CARDS or s.maintenance > t.n_trains:
        return 1
    if s.seats_left > t.n_seats or s.event_cubes >> (t.n_events + 1) or s.event_cubes & 1 or s.resume > S_SETUP_YARD:
        return 1
    for i in range(t.n_trains):
        known |= (<u32> 1) << t.train_order[i]
    if trains & ~known:
        return 4
    # 2: seats beyond the table are empty; 3: markers; 4: surveyors and trains
    for i in range(SEATS):
        n = s.iron[i] + s.stone[i] + s.coal[i] + s.steel[i] + s.rubble[i] + s.labourers[i] + s.surveyors_waiting[i]
        if i >= t.n_seats:
            if n or s.markers[i] or s.contracts[i] or s.station_markers[i] or s.track_markers[i]:
                return 2
            if s.train[i] or s.surveyor[i]:
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
        if s.surveyor[i] >= t.n_stations or s.train[i] >= TRAINS:
            return 4
        if (s.train[i] and ((trains | ~known) >> s.train[i]) & 1):
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
    # 9: track cards and rubble words
    for i in range(KINDS):
        copies[i] = t.kind_copies[i]
    n = s.amount if s.phase == C_TRACK else (t.n_tracks if s.phase != C_START else 0)
    for k in range(TRACKS):
        if k < n and (s.track_card[k] >= t.n_kinds or copies[s.track_card[k]] == 0):
            return 9
        if k < n:
            copies[s.track_card[k]] -= 1
        elif s.track_card[k]:
            return 9
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
    if not activity_makes_sense(s, t):
        return 12
    # 13: someone who has to decide has something to decide
    if s.phase < N_DECISIONS:
        o = legal_options(s, t)
        if (o.word[0] | o.word[1]) == 0:
            return 13
    return 0
